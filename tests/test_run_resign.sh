#!/bin/bash
# Games that are given up or drawn by agreement: their records, their counts, and how often giving up
# is wrong. Usage: test_run_resign.sh HARROW
. "$(dirname "$0")/run.sh"

all_records() { # JQ: holds for all records of ref
    zcat ref/games.jsonl.gz | jq -es "all(.[]; $1)"
}

some_records() { # JQ
    zcat ref/games.jsonl.gz | jq -es "any(.[]; $1)"
}

# What stats.json counts of ends and of games played out is what the records say.
counts_hold() {
    diff <(jq -c '.cells[] | [.cell, .games, .ends.resign // 0, .ends.adjudicated // 0,
                              ([.ends[]] | add), .played_out // 0,
                              ((.false_resignations.value // 0) * (.played_out // 0) | round)]' \
            ref/stats.json) \
        <(zcat ref/games.jsonl.gz | jq -sc '
            def count(f): map(select(f)) | length;
            def lost: (.resigning == "first" and .result == "0-1") or
                      (.resigning == "second" and .result == "1-0");
            group_by(.cell)[] | [.[0].cell, length, count(.end == "resign"),
                count(.end == "adjudicated"), length,
                count(.resigning and .result != "*"),
                count(.resigning and .result != "*" and (lost | not))]')
}

# Margins are those of games that the rules ended.
margins_hold() {
    diff <(jq -c '.cells[] | select(.game | startswith("agros")) | .margin.mean' ref/stats.json |
            awk '{ printf "%.6f\n", $1 }') \
        <(zcat ref/games.jsonl.gz | jq -sc 'group_by(.cell)[] |
            select(.[0].game | startswith("agros")) | map(select(.end == "passes") |
            .score[0] - .score[1]) | add / length' | awk '{ printf "%.6f\n", $1 }')
}

run ref run-resign --threads 1
check 'a run ends' ended 0
check 'some give up' some_records '.end == "resign"'
check 'some agree' some_records '.end == "adjudicated"'
check 'some would give up but play out' some_records '.resigning'
check 'who gives up has lost' all_records 'if .end == "resign" then .result == "1-0" or .result == "0-1" else true end'
check 'agreed is a draw' all_records 'if .end == "adjudicated" then .result == "1/2-1/2" and .plies > 10 else true end'
check 'nobody gives up a game that is played out' all_records '(.end != "resign" or (has("resigning") | not))'
check 'counts' counts_hold
check 'margins' margins_hold
check 'replay agrees' "$harrow" replay ref/games.jsonl.gz
check 'the table tells' grep -q 'resign/draw: ' out
check 'the table tells how often it is wrong' grep -Eq 'false resignations: [0-9.]+ % \[' out
"$harrow" stats ref >again
check 'stats: the same table' cmp out again
run ref.3 run-resign --threads 3
check '3 threads, the same bytes' same ref.3 ref
start fire run-resign
pause 300
kill_9
run fire run-resign
check 'killed, the same bytes' same fire ref
run never run-resign --set resign.played_out=1
check 'all played out: nobody gives up' jq -e 'all(.cells[]; .ends.resign == null)' never/stats.json
check 'another rule, another experiment' eval 'run ref run-resign --set resign.plies=3; ended 2 "resign is"'
for change in 's/"end":"resign"/"end":"ply-limit"/' \
    's/"result":"0-1",\(.*\)"resign"/"result":"*",\1"resign"/'; do
    zcat ref/games.jsonl.gz | grep '"0-1".*"end":"resign"' | head -n 1 | sed "$change" >changed.jsonl
    check "replay: $change is found" eval '! "$harrow" replay changed.jsonl >replayed && grep -q "ply" replayed'
done
exit $failed
