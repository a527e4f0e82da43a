#!/bin/bash
# Shards played apart and merged are one run, to the byte; what does not fit is refused.
# Usage: test_run_shards.sh HARROW
. "$(dirname "$0")/run.sh"

merge() { # OUT DIR…
    "$harrow" merge "$@" --quiet >out 2>err
    code=$?
}

# shards NAME CONFIG N OPTION…: NAME.1 … NAME.N, each with other threads.
shards() {
    local name=$1 config=$2 n=$3 i
    shift 3
    for ((i = 1; i <= n; i++)); do
        run "$name.$i" "$config" --shard "$i/$n" --threads $((i % 3 + 1)) "$@"
        ended 0 || return 1
    done
}

# What a run leaves, but for its log.
same_run() { # DIR REFERENCE
    cmp "$1/games.jsonl.gz" "$2/games.jsonl.gz" && cmp "$1/stats.json" "$2/stats.json" &&
        cmp "$1/experiment.json" "$2/experiment.json" && [ ! -e "$1/journal.jsonl" ]
}

merged_is_whole() { # OUT REFERENCE DIR…
    local out=$1 reference=$2
    shift 2
    merge "$out" "$@"
    ended 0 && same_run "$out" "$reference"
}

whole() {
    local config n
    for config in run-games run-paired run-stop run-openings; do
        run "$config" "$config"
        check "$config: plays" ended 0
        for n in 3 $([ $config != run-games ] || echo 2 5); do
            check "$config: $n shards" shards "$config-$n" "$config" "$n"
            check "$config: $n shards merged" merged_is_whole "$config-$n" "$config" "$config-$n".*
        done
    done
    check 'merged again' merged_is_whole run-games-3 run-games run-games-3.{2,1,3}
    check 'shards have their share' eval \
        '[ "$(zcat run-games-3.2/games.jsonl.gz | jq -s "map(.id / 2 | floor % 3 == 1) | all")" = true ]'
    check 'a rule does not end a shard' eval '[ "$(jq "[.cells[].games] | add" run-stop-3.1/stats.json)" -eq \
        "$(zcat run-stop-3.1/games.jsonl.gz | wc -l)" ] && [ "$(zcat run-stop-3.1/games.jsonl.gz | wc -l)" -eq 1200 ]'
    check 'a shard is no whole' eval '[ "$(jq .complete run-games-3.2/stats.json)" = false ]'
    check 'status of a shard' eval '"$harrow" status run-games-3.2 | grep -q complete'
}

# Killed and gone on with, by itself or by its directory.
interrupted() {
    local i
    for ((i = 0; i < 6; i++)); do
        start torn.2 run-kill --set games_per_cell=20 --shard 2/3 --threads $((i % 3 + 1))
        pause $((RANDOM % 300))
        if ((i % 2)); then kill_9; else kill -INT "$pid" 2>/dev/null; reap; fi
    done
    run torn.2 run-kill --set games_per_cell=20 --shard 2/3
    check 'a shard goes on' ended 0
    check 'the others' eval  'run torn.1 run-kill --set games_per_cell=20 --shard 1/3 && run torn.3 run-kill --set games_per_cell=20 --shard 3/3'
    run untorn run-kill --set games_per_cell=20
    for ((i = 0; i < 8; i++)); do
        "$harrow" merge torn torn.1 torn.2 torn.3 --quiet >out 2>err &
        pid=$!
        pause $((RANDOM % 150))
        kill_9
    done
    check 'a merge goes on' merged_is_whole torn untorn torn.1 torn.2 torn.3
}

refused() { # PATTERN DIR…
    local pattern=$1
    shift
    rm -rf refused
    merge refused "$@"
    ended 2 "$pattern"
}

copy() {
    rm -rf case
    mkdir case
    cp -r run-games-3.[123] case/
}

wrong() {
    local a=run-games-3.1 b=run-games-3.2 c=run-games-3.3 size
    check 'one missing' refused '1 of 3 shards are missing' $a $c
    check 'which is said' grep -q 'missing of the shards: 2 of 3$' err
    check 'one twice' refused "$a and $a: shard 1 of 3 twice" $a $b $a $c
    check 'of another number' refused 'run-games-5.2: is shard 2 of 5, but the first one is of 3' $a run-games-5.2 $c
    check 'no shard' refused 'run-games: is no shard' $a run-games $b $c
    check 'a merged one' refused 'run-games-3: is no shard' run-games-3 $a
    check 'no directory' refused 'nothing.*directory of a shard expected' nothing $a
    check 'no directory behind' refused 'nothing/experiment.json' $a $b nothing
    run other run-games --shard 2/3 --set seed=2
    check 'another seed' refused 'other: holds another experiment: seed is 2 there, 1 in run-games-3.1' $a other $c
    run more run-games --shard 2/3 --set games_per_cell=42
    check 'more games' refused 'games_per_cell is 42 there, 40' $a more $c
    copy
    sed -i 's/"behaviour_version": [0-9]*/"behaviour_version": 1/' case/$b/experiment.json
    check 'another version' refused "case/$b: .*behaviour_version is 1 there" case/$a case/$b case/$c
    sed -i 's/"behaviour_version": [0-9]*/"behaviour_version": 1/' case/*/experiment.json
    check 'all of another version' refused "case/$a: .*behaviour_version is 1 there, [0-9]* in this harrow" case/*
    copy
    cp case/$b/games.jsonl.gz case/$a/
    check 'swapped games' refused "case/$a/games.jsonl.gz: line 1: id 2 belongs to shard 2, and this is shard 1 of 3" case/*
    copy
    truncate -s -100 case/$c/games.jsonl.gz
    check 'truncated' refused "case/$c/games.jsonl.gz: line [0-9]*: the gzip stream is cut" case/*
    copy
    rm -rf case
    mkdir case
    cp -r run-stop-3.? case
    zcat run-stop-3.2/games.jsonl.gz | head -n 256 | gzip >case/run-stop-3.2/games.jsonl.gz
    check 'a member is there' refused "case/run-stop-3.2/games.jsonl.gz: ends behind 256 games; .harrow run case/run-stop-3.2. plays" case/*
    "$harrow" run case/run-stop-3.2 --quiet >out 2>err
    check 'the others are played' merged_is_whole mended run-stop case/*
    copy
    zcat $b/games.jsonl.gz | tail -n 1 | gzip >>case/$b/games.jsonl.gz
    check 'a game too many' refused "case/$b/games.jsonl.gz: line 81 is behind the last game" case/*
    copy
    size=$(stat -c %s case/$b/games.jsonl.gz)
    printf '\xff\xff\xff' | dd of=case/$b/games.jsonl.gz bs=1 seek=$((size / 2)) conv=notrunc 2>dd.err
    check 'damaged' refused "case/$b/games.jsonl.gz: " case/*
    copy
    zcat $b/games.jsonl.gz | sed '5s/"plies":/"plies":1/' | gzip >case/$b/games.jsonl.gz
    check 'a number that is not so' refused "case/$b/games.jsonl.gz: line 5: .*plies" case/*
    start under run-endless --shard 1/2
    eventually test -s under/journal.jsonl
    check 'under way' refused 'under: shard 1 of 2 is not complete' under
    check 'OUT is held' eval 'merge under run-games-3.1 run-games-3.2 run-games-3.3; ended 2 "under: is held by another harrow"'
    kill_9
    check 'OUT is one of them' eval "merge $a $a $b $c; ended 2 '$a: is a shard itself'"
    check 'a shard as the whole' eval "run $a run-games; ended 2 '$a: is for shard 1 of 3 of the experiment, not for all'"
    check 'the whole as a shard' eval 'run run-games run-games --shard 1/3; ended 2 "is for all games"'
    check 'another shard there' eval "run $a run-games --shard 2/3; ended 2 'is for shard 1 of 3'"
    check 'to be extended' eval 'run x run-games --shard 1/3 --extend; ended 2 "extend"'
    check 'more games for a shard' eval "run $a run-games --shard 1/3 --set games_per_cell=80; ended 2 'games_per_cell is 40 there'"
    check 'bad numbers' eval 'run x run-games --shard 4/3; ended 2 "shard"'
    check 'nothing is changed' merged_is_whole run-games-3 run-games $a $b $c
}

# The games of some shards, in the order of their ids.
games_of() { # N DIR SHARDS
    zcat "$2/games.jsonl.gz" | jq -c --argjson n "$1" --argjson shards "$3" \
        'select(.id / 2 | floor % $n + 1 | IN($shards[]))'
}

# With a rule, the games of each cell up to the first that is missing.
prefixes_of() { # N DIR GAMES_PER_CELL SHARDS
    zcat "$2/games.jsonl.gz" | jq -nc --argjson n "$1" --argjson per "$3" --argjson shards "$4" '
        foreach inputs as $game ({}; .game = $game | .cell = ($game.cell | tostring) |
            .gone[.cell] = (.gone[.cell] or ($game.id / 2 | floor % $n + 1 | IN($shards[]) | not));
            select(.gone[.cell] | not) | .game)'
}

partial() {
    merge some run-games-3.{1,3} --partial
    check 'partial: is told' ended 0 'missing of the shards: 2 of 3'
    check 'partial: the games of the shards' \
        cmp <(zcat some/games.jsonl.gz | jq -c .) <(games_of 3 run-games '[1,3]')
    check 'partial: not complete' eval '[ "$(jq .complete some/stats.json)" = false ]'
    check 'partial: of which shards' eval '[ "$(jq -c .part.shards some/stats.json)" = "[1,3]" ]'
    merge some run-games-3.{1,2} --partial
    check 'partial: never fewer' ended 2 'some: was merged from shard 3 of 3 too'
    merge some run-games-5.{1,2,3} --partial
    check 'partial: nor others' ended 2 'some: was merged from shards of 3, these are of 5'
    check 'partial: made whole' merged_is_whole some run-games run-games-3.{1,2,3}
    start under run-endless --shard 1/2
    eventually test -s under/journal.jsonl
    kill_9
    merge none under --partial
    check 'partial: no shard' ended 2 'no shard is complete' 'under: shard 1 of 2 is not complete and left out'
    merge few run-stop-3.1 --partial
    check 'partial, with a rule' ended 0
    check 'partial: cells up to the first gap' \
        cmp <(zcat few/games.jsonl.gz | jq -c .) <(prefixes_of 3 run-stop 600 '[1]')
    check 'partial, with a rule: again' eval 'merge few run-stop-3.1 --partial; ended 0'
}

whole
interrupted
wrong
partial
exit $failed
