#!/bin/bash
# When the power fails at any moment, nothing that was saved is lost, and a run goes on by itself to
# the bytes of an undisturbed one. Usage: test_run_power.sh HARROW RECORDER CUTTER
#
# RECORDER (power_record.c) writes down what a session does to files, from which CUTTER
# (power_cut.c) makes what a failure at any moment leaves, in many ways, without another session.
. "$(dirname "$0")/run.sh"
recorder=$2
cutter=$3
here=$(pwd -P)
config=run-power
larger='--set games_per_cell=36 --extend'

# watched RECORD DIR OPTION…: a session, written down as far as DIR is below RECORD/now.
watched() {
    local record=$1 dir=$2
    shift 2
    POWER_RECORD=$here/$record LD_PRELOAD=$recorder run "$dir" $config "$@"
}

# record NAME HASTE OPTION…: a session in NAME/now/runs/x, written down behind those before it, that
# saves HASTE times as often as it would.
record() {
    local name=$1 haste=$2
    shift 2
    mkdir -p "$name/before" "$name/now"
    POWER_HASTE=$haste watched "$name" "$name/now/runs/x" --threads 3 "$@"
    check "$name: a session" ended 0
    check "$name: all of it was written down" is_whole "$name"
}

operations() { # NAME
    wc -l <"$1/log"
}

is_whole() { # NAME
    rm -rf whole
    "$cutter" "$1" "$(operations "$1")" all whole && diff -r whole "$1/now"
}

# A record of what is in DIR/runs/x and safe there.
begin_with() { # NAME DIR
    mkdir "$1" && cp -r "$2" "$1/before" && cp -r "$2" "$1/now"
}

# A record that begins as another, up to a kill -9, which leaves what was not synced as it is.
begin_killed() { # NAME OTHER OPERATIONS
    mkdir "$1" && cp -r "$2/before" "$2/data" "$1" && head -n "$3" "$2/log" >"$1/log" &&
        "$cutter" "$2" "$3" all "$1/now"
}

# How many operations it took to the last journal that was safe before a cut: only a session that
# has synced one begins another.
saved_before() { # NAME CUT
    head -n "$2" "$1/log" | awk '
        /^rename .*journal.jsonl$/ { renamed = NR }
        /^open .*journal.jsonl.tmp$/ { safe = renamed }
        END { print safe + 0 }'
}

# All games of a directory, whatever their numbers, which an extension changes.
games() { # DIR
    {
        [ ! -e "$1/games.jsonl.gz" ] || member_records "$1"
        [ ! -e "$1/previous.jsonl.gz" ] || zcat "$1/previous.jsonl.gz"
        [ ! -e "$1/journal.jsonl" ] || tail -n +2 "$1/journal.jsonl"
    } | grep -o '"game":.*"plies"' | sort -u
}

# What was saved before a cut is still there.
nothing_lost() { # NAME CUT DIR
    local safe known
    safe=$(saved_before "$1" "$2")
    known=$1/known.$safe
    if [ ! -e "$known" ]; then
        rm -rf known
        "$cutter" "$1" "$safe" all known
        games known/runs/x >"$known"
    fi
    games "$3" | comm -13 - "$known" | awk 'END {
        if (NR > 0) { print NR, "saved games are lost"; exit 1 } }'
}

# Where games are cut away, that is told.
told() { # DIR IS_WHOLE
    [ "$2" -eq 0 ] || grep "$1/games.jsonl.gz" messages || { echo 'not told'; return 1; }
}

# No other files are left, and the log tells of the last session.
tidy() { # DIR REFERENCE
    diff <(ls "$1") <(ls "$2") &&
        [ "$(jq -rR 'fromjson? | .event' "$1/log.jsonl" | tail -n 2 | xargs)" = 'begin end' ] ||
        { echo "the log: $(tail -n 2 "$1/log.jsonl" | tr -d '\0')"; return 1; }
}

# Goes on from cut/, with no disk to wait for; what is told is in the file messages. What a failure
# made incomplete is not extended before it is finished.
go_on() { # OPTION…
    mkdir -p scratch
    watched scratch cut/runs/x "$@"
    cp err messages
    if [ "$code" -eq 2 ] && grep -q 'finish it with games_per_cell 24' err; then
        watched scratch cut/runs/x
        cat err >>messages
        watched scratch cut/runs/x "$@"
    fi
    ended 0
}

# survives NAME CUT WAY REFERENCE OPTION…
survives() {
    local name=$1 cut=$2 way=$3 ref=$4 games=cut/runs/x/games.jsonl.gz whole=0
    shift 4
    rm -rf cut
    "$cutter" "$name" "$cut" "$way" cut && nothing_lost "$name" "$cut" cut/runs/x || return
    [ ! -s $games ] || gzip -t $games 2>gzip.err || whole=1
    go_on "$@" && told cut/runs/x $whole && same cut/runs/x "$ref" && tidy cut/runs/x "$ref"
}

# So many of the cuts, from one on, that leave something new.
cuts() { # NAME FROM COUNT
    "$cutter" "$1" $((long ? 10 : 3)) | awk -v from="$2" '$1 >= from' |
        shuf -n "$3" --random-source=<(yes "$seed") | sort -n
}

# survive_all NAME FROM COUNT REFERENCE OPTION…: lists the cuts that are not survived.
survive_all() {
    local name=$1 from=$2 count=$3 cut way reason bad=0 tried=0
    shift 3
    while read -r cut way; do
        tried=$((tried + 1))
        reason=$(survives "$name" "$cut" "$way" "$@" 2>&1) && continue
        echo "cut $cut, $way: $reason"
        bad=1
    done < <(cuts "$name" "$from" "$count")
    [ "$tried" -gt 0 ] && return $bad
}

# A session that has ended has left nothing to be lost.
all_safe() { # NAME REFERENCE
    rm -rf cut
    "$cutter" "$1" "$(operations "$1")" nothing cut && diff -rx lock cut "$1/now" &&
        same cut/runs/x "$2" && tidy cut/runs/x "$2"
}

# cuts_of NAME FROM COUNT REFERENCE OPTION…: the checks of a record.
cuts_of() {
    check "$1: once it has ended, all is safe" all_safe "$1" "$4"
    check "$1: cut anywhere, nothing saved is lost, and the same bytes" survive_all "$@"
}

# A session that goes on from a cut is cut again.
twice() { # COUNT CUTS
    local cut way n=0
    while read -r cut way; do
        rm -rf cut
        "$cutter" new "$cut" "$way" cut && begin_with "again$((++n))" cut
        record "again$n" 60
        cuts_of "again$n" 0 "$2" ref
    done < <(cuts new 0 "$1")
}

# A session is killed, which leaves what it had not synced yet, and the power fails in the next.
killed() { # COUNT
    local at
    at=$(($(operations new) / 2))
    begin_killed killed new $at
    record killed 60
    cuts_of killed $at "$1" ref
    at=$(grep -n '^write .*games.jsonl.gz' new/log | tail -n 1 | cut -d : -f 1)
    begin_killed full new "$at"
    record full 60 $larger
    cuts_of full "$at" "$1" grown $larger
}

extended() { # NAME HASTE COUNT
    begin_with "$1" new/now
    record "$1" "$2" $larger
    cuts_of "$1" 0 "$3" grown $larger
}

run ref $config
run grown $config --set games_per_cell=36
echo "# seed $seed"
record new 60
cuts_of new 0 $((long ? 10000 : 16)) ref
record short 1
cuts_of short 0 $((long ? 10000 : 10)) ref
twice $((long ? 12 : 2)) $((long ? 40 : 3))
killed $((long ? 200 : 6))
extended larger 60 $((long ? 10000 : 6))
extended larger-short 1 $((long ? 10000 : 10))
exit $failed
