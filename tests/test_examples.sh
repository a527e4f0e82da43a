#!/bin/bash
# scripts/examples/read_records.py counts what harrow counts, also of a run under way or damaged.
# Usage: test_examples.sh HARROW
. "$(dirname "$0")/run.sh"
command -v python3 >/dev/null || { echo 'skipped: python3 is not there'; exit 0; }

read_records() { # DIR
    python3 "$tests/../scripts/examples/read_records.py" "$1" >read 2>err
}

# Cell, wins, draws, losses, open and, with a tolerance for Student's t, the score and its bounds.
agrees() { # DIR
    read_records "$1" || { cat err; return 1; }
    [ ! -s err ] && [ "$(head -n 1 read)" = "$(jq -r .experiment.name "$1/experiment.json") is complete" ] &&
        [ "$(tail -n +2 read | wc -l)" -eq "$(jq '.cells | length' "$1/stats.json")" ] &&
        paste -d ' ' <(sed -nE '2,$s#^([0-9]+) .*  ([0-9]+)/([0-9]+)/([0-9]+), ([0-9]+) open, first ([0-9.]+) \[([0-9.]+), ([0-9.]+)\].*#\1 \2 \3 \4 \5 \6 \7 \8#p' read) \
            <(jq -r '.cells[] | [.cell, .first_wins, .draws, .second_wins, .unfinished,
                (.first_score | .value, .low, .high)] | join(" ")' "$1/stats.json") >both &&
        awk 'NF != 16 { exit 1 }
            { for (i = 1; i <= 8; i++) { d = $i - $(i + 8); if (d * d > (i > 5) * 1e-7) exit 1 } }' both ||
        { cat both; return 1; }
}

# The same games as harrow finds.
finds() { # DIR
    read_records "$1" || { cat err; return 1; }
    diff <(tail -n +2 read | sed -E 's#^([0-9]+) .*  ([0-9/]+), ([0-9]+) open.*#\1 \2 \3#') \
        <("$harrow" records "$1" --jsonl 2>/dev/null | jq -rs 'def count(r): map(select(.result == r)) | length;
            group_by(.cell)[] |
            "\(.[0].cell) \(count("1-0"))/\(count("1/2-1/2"))/\(count("0-1")) \(count("*"))"')
}

run paired run-paired --set games_per_cell=60 --set ply_limit=50
check 'a run in pairs' agrees paired
check 'of which some are unfinished' grep -q ' [1-9][0-9]* open' read
run self run-self --set games_per_cell=300 --set 'players={"r":"random"}'
check 'several members' test "$(zcat self/games.jsonl.gz | wc -l)" -gt 256
check 'a run of single games' agrees self
run sure run-self --set games_per_cell=4 --set values=true --set 'players={"u":"mcts:simulations=20"}'
read_records sure
check 'what players thought' test \
    "$(sed -n '2s/.*, \(.*\) sure/\1/p' read)" = "$("$harrow" records sure --cell 0 --jsonl | jq -r .values |
        while read -r bytes; do base64 -d <<<"$bytes"; done | od -An -v -tu1 -w1 |
        awk '$1 < 255 { v = $1 / 127 - 1; sum += v < 0 ? -v : v; n++ } END { printf "%.2f", sum / n }')"

start under-way run-kill
for _ in $(seq 100); do
    sleep 0.1
    [ "$(wc -l 2>/dev/null <under-way/journal.jsonl)" -gt 1 ] && break
done
check 'a run under way' read_records under-way
kill_9
check 'a run that was killed' finds under-way
check 'it is not complete' grep -q ' is not complete$' read
sed -i '2s/"plies":/"plies":1/' under-way/journal.jsonl
read_records under-way
check 'a damaged journal is told of' grep -q 'journal.jsonl: a damaged line is left out' err

cp -r self cut
truncate -s -30 cut/games.jsonl.gz
read_records cut
check 'a cut file is told of' grep -q 'games.jsonl.gz: nothing is read behind game [0-9]' err
exit $failed
