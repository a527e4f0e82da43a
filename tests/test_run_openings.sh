#!/bin/bash
# Openings that an experiment is given: which game has which, and what is refused.
# Usage: test_run_openings.sh HARROW
. "$(dirname "$0")/run.sh"

lines=("A1 B1" "A2" "A3 B2 A1" "0,5,1,6,6,5/5,0,5,5,5,5 0-0 b" "A4 B4" "A5 B6 A6 B1")

# The openings of a cell's units in order, as lines of the file.
openings_of() { # DIR CELL
    zcat "$1/games.jsonl.gz" | jq -r --argjson c "$2" 'select(.cell == $c and (.pair == null or .id % 2 == 0)) |
        .position // (.moves | split(" ")[:'"${3:-99}"'] | join(" "))' | while read -r line; do
        for opening in "${lines[@]}"; do
            case "$line " in "$opening "*) echo "$opening"; break ;; esac
        done
    done
}

expect() { # DIR CELL LINE…: numbers of lines, from 1
    local dir=$1 cell=$2 i
    shift 2
    diff <(openings_of "$dir" "$cell") <(for i in "$@"; do echo "${lines[i - 1]}"; done)
}

same_in_pairs() { # DIR
    zcat "$1/games.jsonl.gz" | jq -es '
        def begin: [.position, (.moves | split(" "))[:.opening]];
        map(select(has("pair"))) | group_by([.cell, .pair]) |
        length > 0 and all(.[]; length == 2 and (.[0] | begin) == (.[1] | begin) and
                                .[0].first == .[1].second)'
}

tried() { # NAME OPTION…: a run of the config that succeeds
    local dir=$1
    shift
    run "$dir" run-openings "$@"
    ended 0
}

refused() { # PATTERN OPTION…
    local pattern=$1
    shift
    run bad run-openings "$@"
    ended 2 "$pattern" && [ ! -e bad ]
}

check 'a file: exit 0' tried file --threads 1
check 'a file: pairs in its order' expect file 0 1 2 3
check 'a file: pairs share their opening' same_in_pairs file
check 'a file: games in its order' expect file 1 1 2 3 4 5 6
check 'a file: the plies of an opening' eval \
    '[ "$(zcat file/games.jsonl.gz | jq -c "select(.cell == 1) | .opening" | tr "\n" " ")" = "2 1 3 0 2 4 " ]'
check 'a file: replay agrees' "$harrow" replay file/games.jsonl.gz
check 'a file: 3 threads' tried file.3 --threads 3
check 'a file: 3 threads, the same bytes' same file.3 file
check 'the same as a list: exit 0' tried list --set "opening=$(jq -nc --args \
    '{list: $ARGS.positional}' -- "${lines[@]}")"
check 'the same as a list: the same bytes' same list file
jq .experiment file/experiment.json >again.json
check 'experiment.json is a config again' eval \
    '"$harrow" run again.json --out again --quiet && same again file'
check 'other openings are another experiment' eval \
    'run list run-openings --set "opening.start=1" --set "opening.wrap=true"; ended 2 "opening is"'

check 'other order of players is another experiment' eval \
    'run list run-openings --set "players=$(jq -c ".players | to_entries | reverse | from_entries" \
        "$tests/configs/run-openings.json")"; ended 2 "players is"'
check 'openings that end a game of any variant: before anything is made' eval \
    'run over run-openings --set "games=[\"awale\",\"agros:size=3,farmers=1\"]" --set "opening={\"random_plies\":60}";
    ended 2 "openings of agros:size=3,farmers=1,rule=sow all ended" && [ ! -e over ]'

check 'start' tried start --set opening.start=4 --set 'pairing=[["uct","random"]]'
check 'start: from there on' expect start 0 4 5 6
check 'wrap' tried wrap --set opening.start=5 --set opening.wrap=true
check 'wrap: begins anew' expect wrap 1 5 6 1 2 3 4
check 'random order' tried random --set opening.order=random
check 'random order: each once' eval \
    'diff <(openings_of random 1 | sort) <(printf "%s\n" "${lines[@]}" | sort)'
check 'random order: not that of the file' eval '! diff <(openings_of random 1) <(printf "%s\n" "${lines[@]}")'
check 'random order: the same in all cells' eval \
    'diff <(openings_of random 0) <(openings_of random 1 | head -n 3)'
check 'another seed' tried seed --set opening.order=random --set seed=2
check 'another seed: another order' eval '! diff <(openings_of random 1) <(openings_of seed 1)'
check 'random plies behind' tried behind --set opening.random_plies=2
check 'random plies behind: pairs share them' same_in_pairs behind
check 'random plies behind: so many' eval \
    '[ "$(zcat behind/games.jsonl.gz | jq -c "select(.cell == 1) | .opening" | tr "\n" " ")" = "4 3 5 2 4 6 " ]'

check 'placement' tried placement --set 'games=["agros:size=5,farmers=3","agros:size=4,farmers=1"]' \
    --set 'opening={"random_plies":"placement"}'
check 'placement: two plies a farmer' jq -es 'map(.opening == if .cell < 2 then 6 else 2 end) | all' \
    <(zcat placement/games.jsonl.gz)
check 'placement: pairs share it' same_in_pairs placement
check 'placement: where there is none' refused 'random_plies: awale has no placement' \
    --set 'opening={"random_plies":"placement"}'

check 'too few for the games' refused '14 openings are needed' \
    --set games_per_cell=14 --set 'pairing=self'
check 'too few behind start' refused '3 openings are needed, but only 2 from number 5 on are there.*wrap' \
    --set opening.start=5 --set 'pairing=[["uct","random"]]'
check 'a file that is not there' refused 'opening.file: .*none.txt' --set opening.file=none.txt
check 'a file without openings' eval 'echo "# none" >none.txt; refused "no opening in it" --set opening.file="$PWD/none.txt"'
mkdir deep
printf '# c\n\n  #x\nA1 B1\nA1 ZZ\n' >deep/op.txt
check 'an illegal opening of a file: its line' refused \
    "run-openings.json: opening.file: $PWD/deep/op.txt: line 5: 'A1 ZZ' in awale: .*'ZZ'" \
    --set opening.file="$PWD/deep/op.txt" --set opening.wrap=true
printf '\xef\xbb\xbfA1 B1\n' >mark.txt
check 'a file with a byte order mark' refused 'mark.txt: line 1: .*byte order mark' \
    --set opening.file="$PWD/mark.txt" --set opening.wrap=true
check 'an opening that is illegal' refused "opening.list\[1\]: 'A1 A2' in awale: .*'A2'" \
    --set 'opening={"list":["A1","A1 A2"],"wrap":true}'
check 'an opening of another game' refused "opening.list\[0\]: 'd4' in awale: " \
    --set 'opening={"list":["d4"],"wrap":true}'
check 'a position that is none' refused "opening.list\[0\]: '4/4' in awale: " \
    --set 'opening={"list":["4/4"],"wrap":true}'
check 'an opening behind which all is over' refused 'the game is over behind it' \
    --set 'opening={"list":["0,0,0,0,0,0/0,0,0,0,0,0 24-24 a"],"wrap":true}'
check 'an opening beyond the limit of plies' refused '4 plies, where ply_limit and random_plies leave 3' \
    --set ply_limit=4
check 'random plies behind that reach the limit' refused 'ply_limit and random_plies leave 3' \
    --set ply_limit=6 --set opening.random_plies=2

# Duplicates, also by symmetry, are told of; who plays at random plays other games from them.
check 'duplicates: told' eval '"$harrow" run "$tests/configs/run-openings.json" --out twins \
    --set "opening.file=$tests/configs/openings-agros.txt" --set "games=[\"agros:size=3,farmers=1\"]" 2>err >/dev/null
    grep -q "3 of 6 openings are in agros:size=3,farmers=1,rule=sow the same .* number 3 as number 1" err'
check 'duplicates: counted once' eval '[ "$(jq -c "[.cells[].unique_openings]" twins/stats.json)" = "[2,3]" ]'
check 'no duplicates: nothing to tell' eval '"$harrow" run "$tests/configs/run-openings.json" --out apart \
    --set "opening={\"list\":[\"A1\",\"A2\",\"A3\"],\"wrap\":true}" 2>err >/dev/null && ! grep -q "openings are in" err'

# Deterministic players, which always play the same ply in the same line.
fixed=(--set 'players={"g":"greedy:ties=first","a":"alphabeta:depth=2,ties=first","r":"random"}'
    --set 'games=["agros:size=5,farmers=3"]')
repeated() { refused "$1" "${fixed[@]}" --set 'opening={"random_plies":'"$2"'}' --set games_per_cell="$3" \
    --set 'pairing='"$4"; }
check 'deterministic: the same game again is refused' \
    repeated 'harrow: .*/run-openings.json: games_per_cell: g against g in agros.*of 2 openings only 1 are distinct.*allow_repeats' 0 2 '[["g","g"]]'
check 'deterministic: pairs are units' repeated 'g against a.*of 2 openings only 1' 0 4 '[["g","a"]]'
check 'deterministic: few random openings' repeated 'g against a.* of 30 openings only [3-6] ' 1 60 '[["g","a"]]'
check 'deterministic: one opening, one pair' tried once "${fixed[@]}" --set 'opening={}' \
    --set games_per_cell=2 --set 'pairing=[["g","a"]]'
check 'deterministic: only where both are' tried mixed "${fixed[@]}" --set 'opening={}' \
    --set games_per_cell=4 --set 'pairing=[["g","r"]]'
check 'repeats are allowed' tried repeats "${fixed[@]}" --set 'opening={"random_plies":1}' \
    --set games_per_cell=60 --set 'pairing=[["g","a"],["g","g"],["a","r"]]' --set allow_repeats=true
check 'repeats: each opening counts once' jq -e '[.cells[] | .games + (.repeats // 0) == 60] | all' repeats/stats.json
check 'repeats: as many units as openings' jq -e '.cells[0].games == 2 * .cells[0].unique_openings
    and .cells[1].games == .cells[1].unique_openings and (.cells[2] | has("repeats") | not)
    and .cells[0].unique_openings == 6' repeats/stats.json
check 'repeats: all are in the records' eval '[ "$(zcat repeats/games.jsonl.gz | wc -l)" = 180 ]'
check 'repeats: are the same games' jq -es '[.[] | select(.cell == 1).moves] |
    group_by(split(" ")[0]) | length > 6 and all(.[]; unique | length == 1)' <(zcat repeats/games.jsonl.gz)
exit $failed
