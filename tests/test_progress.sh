#!/bin/bash
# What a person sees of a run: a line that renews itself on a terminal of any width, plain lines
# elsewhere, and how to go on after Ctrl-C. Usage: test_progress.sh HARROW
. "$(dirname "$0")/run.sh"

renew=$'\r\033[K'
rate='[0-9.]+[kM]?'
score='[0-9.]+ % \[[0-9.]+, [0-9.]+\]'
long_run=(run-kill --set games_per_cell=2000 --set players.uct=mcts:base=plain,simulations=50)

# A run on a terminal of so many columns, with what it writes in the file `screen` and its keys at
# file 4.
on_terminal() { # DIR COLUMNS CONFIG OPTION…
    local dir=$1 columns=$2 config=$3 command
    shift 3
    command=$(printf '%q ' "$harrow" run "$tests/configs/$config.json" --out "$dir" --threads 1 "$@")
    rm -f keys
    : >screen # not to take what the last one showed for this one's
    mkfifo keys
    env --default-signal=INT timeout $((60 * patience)) script -qefc \
        "stty rows 24 cols $columns; exec $command" /dev/null <keys >screen 2>&1 &
    pid=$!
    exec 4>keys
}

ctrl_c() {
    (printf '\003' >&4) 2>/dev/null # who has ended already reads no keys
    reap
    exec 4>&-
}

# The lines that took each other's place.
renewed() {
    grep -ao $'\033\\[K[^\r]*' screen | sed 's/^...//; s/\^C$//'
}

has_renewed() { # LINES
    [ "$(renewed | wc -l)" -ge "$1" ]
}

# What is left to be seen, row by row.
rows() {
    sed $'s/\r$//; s/.*\r\033\\[K//' screen
}

# No line comes to the edge, also with the ^C behind it that a terminal shows.
fits() { # COLUMNS
    local widest
    widest=$(renewed | LC_ALL=C.UTF-8 wc -L)
    [ "$widest" -gt 0 ] && [ $((widest + 2)) -lt "$1" ] || { echo "$widest of $1 columns"; renewed; return 1; }
}

# All renewed lines are in the first row, and what they did leaves no trace in any.
renews_cleanly() {
    [ "$(head -n 1 screen | grep -aoF "$renew" | wc -l)" -eq "$(renewed | wc -l)" ] &&
        rows >rows && ! grep -aq '[[:cntrl:]]' rows && ! grep -aqF '^C' rows ||
        { cat -v screen; return 1; }
}

all_are() { # PATTERN: each renewed line
    ! renewed | grep -Evq "$1" || { renewed; return 1; }
}

row_is() { # NUMBER PATTERN: row number 1 is the first one, $ the last
    rows | sed -n "${1}p" | grep -Eq "$2" || { rows; return 1; }
}

watched() { # NAME COLUMNS PATTERN
    on_terminal "$1" "$2" "${long_run[@]}"
    check "$2 columns: lines renew each other" eventually has_renewed 2
    ctrl_c
    check "$2 columns: no line is too wide" fits "$2"
    check "$2 columns: what they say" all_are "^$3$"
    check "$2 columns: a clean last line" renews_cleanly
    check "$2 columns: the first row is the last of them" row_is 1 "^$3$"
    check "$2 columns: the table is below it" row_is 2 '^Not complete: '
    check "$2 columns: Ctrl-C: exit 130" test "$code" -eq 130
    check "$2 columns: Ctrl-C: how to go on" \
        row_is '$' "^harrow: [0-9]+ of 18000 games are saved; run the same command again, or 'harrow run $1', to go on$"
}

# The other terminal is told what the line told last.
status_agrees() { # DIR
    "$harrow" status "$1" >out && rows | head -n 1 >line &&
        grep -qF "$(head -n 1 line | cut -d , -f 1) games, " out && grep -qF "$(tail -n 1 out)" line ||
        { cat line out; return 1; }
}

terminals() {
    local games='[0-9]+/18000, '
    watched wide 130 "$games[0-9]+ %, $rate games/s, $rate plies/s, [0-9:]+, ETA [0-9:]+, agros 6×6/3 sow, uct against greedy $score"
    check 'status: the same as the last line' status_agrees wide
    watched usual 80 "$games$rate games/s, $rate plies/s, ETA [0-9:]+, .*[^ ].* $score"
    watched narrow 40 "$games([0-9]+ %, )?$rate games/s, ETA [0-9:]+"

    on_terminal unknown 100 run-self --set 'players={"slow":"mcts:simulations=100000000"}'
    check 'nothing is known yet' eventually has_renewed 2
    ctrl_c
    check 'nothing is known yet: ETA ?' all_are '^0/.*, ETA \?, '

    on_terminal whole 100 run-self
    reap
    check 'to the end: exit 0' test "$code" -eq 0
    check 'to the end: the last line' row_is 1 '^640/640, .* games/s, .* plies/s, .*ETA 0:00, '
    check 'to the end: a clean one' renews_cleanly
    on_terminal quiet 80 run-self --quiet
    reap
    check 'quiet: nothing but the table' row_is 1 '^variant '
}

# Who fails in the midst of a line begins another to say so.
failure() {
    on_terminal full 80 "${long_run[@]}"
    check 'failure: a line' eventually has_renewed 1
    prlimit --fsize=1 --pid "$(grep -Eo 'process [0-9]+' full/lock | cut -d ' ' -f 2)"
    reap
    check 'failure: exit 3' test "$code" -eq 3
    check 'failure: a row for the line' row_is 1 '^[0-9]+/18000, '
    check 'failure: a row for the message' row_is 2 '^harrow: full/.*: File too large'
    check 'failure: no trace of lines before' renews_cleanly
}

# A terminal that can take nothing back is shown no more than a file.
dumb() {
    local kind
    for kind in NO_COLOR=1 TERM=dumb; do
        export "$kind"
        on_terminal "$kind" 80 "${long_run[@]}"
        check "$kind: a run is under way" eventually test -s "$kind/journal.jsonl"
        ctrl_c
        check "$kind: Ctrl-C: exit 130" test "$code" -eq 130
        check "$kind: no colours" eval '! grep -aq "$(printf "\033\\[[0-9;]*m")" screen'
    done
    check 'TERM=dumb: nothing to be taken back' eval \
        '! sed $'"'s/\r\$//'"' screen | sed "s/^^C//" | grep -a "[[:cntrl:]]"'
    check 'TERM=dumb: a plain line' eval 'grep -Eq "harrow: [0-9]+/18000 games, .*, ETA " screen'
    export -n TERM NO_COLOR
}

# Nothing but lines such as these, in minutes that follow each other; the last one is that of the end.
plain_lines_hold() {
    local plain="^harrow: [0-9]+/[0-9]+ games, [0-9]+ %, $rate games/s, $rate plies/s, [0-9:]+, ETA [0-9:]+, agros .*$score$"
    ! grep -Ev "$plain" lines && ! grep -q '[[:cntrl:]]' lines || { cat -v lines; return 1; }
}

minutes_rise() {
    head -n -1 lines | grep -Eo '[0-9:]+, ETA' | awk -F '[:,]' '
        { minute = NF > 3 ? 60 * $1 + $2 : $1; if (minute <= last) exit 1; last = minute }
        END { exit NR < 2 }' || { cat lines; return 1; }
}

elsewhere() {
    "$harrow" run "$tests/configs/run-self.json" --out plain >out 2>lines </dev/null
    check 'no terminal: plain lines' plain_lines_hold
    check 'no terminal: one within the first minute, at the end' test "$(wc -l <lines)" -eq 1
    build_shim fast_clock || return
    : >err # the background may be slow to begin its own
    LD_PRELOAD=$shim "$harrow" run "$tests/configs/${long_run[0]}.json" "${long_run[@]:1}" \
        --out minutes --threads 1 >out 2>err &
    pid=$!
    check 'no terminal: a line a minute' eventually eval '[ "$(wc -l <err)" -ge 3 ]'
    kill -TERM "$pid"
    reap
    head -n -1 err >lines
    check 'no terminal: plain lines only' plain_lines_hold
    check 'no terminal: one in each minute' minutes_rise
    check 'no terminal: how to go on' eval 'tail -n 1 err | grep -q "games are saved; run the same command again, or .harrow run minutes., to"'
}

# Reading what earlier sessions finished can take long, too.
reading() {
    run read run-many --set games_per_cell=250000 --set compression=1
    build_shim fast_clock || return
    LD_PRELOAD=$shim "$harrow" run read >out 2>err
    check 'reading what is there: lines tell how far' grep -Eq '^harrow: [0-9]+ games of earlier sessions read$' err
}

terminals
failure
reading
dumb
elsewhere
exit $failed
