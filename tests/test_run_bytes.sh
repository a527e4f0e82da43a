#!/bin/bash
# The bytes of a run do not depend on threads, window, kills or extension, and its files are what
# they should be. Usage: test_run_bytes.sh HARROW
. "$(dirname "$0")/run.sh"

one_object_a_line() { # DIR
    local lines
    lines=$(zcat "$1/games.jsonl.gz" | wc -l)
    [ "$(zcat "$1/games.jsonl.gz" | jq -Rr 'fromjson | type' | grep -c '^object$')" -eq "$lines" ]
}

ids_in_order() { # DIR GAMES
    zcat "$1/games.jsonl.gz" | jq .id | cmp - <(seq 0 $(($2 - 1)))
}

keys_are() { # DIR KEYS
    diff <(zcat "$1/games.jsonl.gz" | jq -r 'keys_unsorted | join(" ")' | sort -u) <(echo "$2")
}

pairs_hold() { # DIR GAMES_PER_CELL OPENING
    zcat "$1/games.jsonl.gz" | jq -es --argjson n "$2" --argjson o "$3" '
        def opening: .moves | split(" ")[:$o];
        all(.[]; .opening == $o and .pair == (.id % $n / 2 | floor)) and
        ([range(0; length; 2) as $i | [.[$i], .[$i + 1]]] |
         all(.[]; .[0].first == .[1].second and .[0].second == .[1].first and
                  (.[0] | opening) == (.[1] | opening) and .[0].cell == .[1].cell))'
}

# The members of a file decompress one by one to 256 lines each, the last to what is left.
members_of_256() { # DIR GAMES
    local file=$1/games.jsonl.gz start end left=$2 lines starts
    starts=($(member_starts "$file") "$(stat -c %s "$file")")
    for ((i = 0; i + 1 < ${#starts[@]}; i++)); do
        start=${starts[i]} end=${starts[i + 1]}
        lines=$(tail -c +$((start + 1)) "$file" | head -c $((end - start)) | zcat | wc -l)
        [ "$lines" -eq $((left < 256 ? left : 256)) ] || { echo "member $i: $lines"; return 1; }
        left=$((left - lines))
    done
    [ "$left" -eq 0 ]
}

# What stats.json counts is what the records say.
stats_hold() { # DIR
    diff <(jq -c '.cells[] | [.games, .first_wins, .draws, .second_wins, .unfinished,
                              .unique_games, .plies.min, .plies.max, .ends["passes"] // 0,
                              .ends["ply-limit"] // 0]' "$1/stats.json") \
        <(zcat "$1/games.jsonl.gz" | jq -sc '
            def count(f): map(select(f)) | length;
            group_by(.cell)[] |
            [length, count(.result == "1-0"), count(.result == "1/2-1/2"),
             count(.result == "0-1"), count(.result == "*"), (map(.moves) | unique | length),
             (map(.plies) | min), (map(.plies) | max), count(.end == "passes"),
             count(.end == "ply-limit")]')
}

limit_holds() { # DIR PLIES: unfinished games end there, and only those
    zcat "$1/games.jsonl.gz" | jq -es --argjson n "$2" '
        any(.[]; .result == "*") and
        all(.[]; .plies <= $n and .plies == (.moves | split(" ") | length) and
                 (.result == "*") == (.end == "ply-limit") and (.result != "*" or .plies == $n))'
}

# The games of one variant without their numbers.
variant_games() { # DIR GAME
    zcat "$1/games.jsonl.gz" | jq -c --arg g "$2" 'select(.game == $g) | del(.id, .cell)'
}

same_variants() { # DIR REFERENCE
    local game
    for game in $(jq -r '.experiment.games[]' "$2/experiment.json"); do
        [ -n "$(variant_games "$2" "$game")" ] &&
            diff -q <(variant_games "$1" "$game") <(variant_games "$2" "$game") || return 1
    done
}

replays() { # DIR GAMES
    "$harrow" replay "$1/games.jsonl.gz" | grep -Eq "^$2 games, [0-9]+ plies, all agree"
}

same_but_window() { # DIR REFERENCE
    cmp "$1/games.jsonl.gz" "$2/games.jsonl.gz" &&
        diff <(jq 'del(.experiment.window)' "$1/stats.json") \
            <(jq 'del(.experiment.window)' "$2/stats.json")
}

differ() { # DIR DIR: most games of the same id have other moves
    [ "$(diff <(zcat "$1/games.jsonl.gz" | jq .moves) <(zcat "$2/games.jsonl.gz" | jq .moves) |
        grep -c '^<')" -gt $(($(zcat "$1/games.jsonl.gz" | wc -l) / 2)) ]
}

common_checks() { # CONFIG GAMES
    local ref=$1.1 threads
    run "$ref" "$1" --threads 1
    check "$1: a run ends" ended 0
    for threads in 2 3 5; do
        run "$1.$threads" "$1" --threads "$threads"
        check "$1: $threads threads, the same bytes" same "$1.$threads" "$ref"
    done
    cp out table
    local before
    before=$(fingerprint "$ref")
    run "$ref" "$1"
    check "$1: a complete run again: exit 0" ended 0
    check "$1: a complete run again: no byte changes" untouched "$ref" "$before"
    check "$1: a complete run again: the same table" cmp out table
    check "$1: complete: true, and no journal" eval \
        "jq -e .complete $ref/stats.json && [ ! -e $ref/journal.jsonl ]"
    check "$1: replay agrees" replays "$ref" "$2"
    check "$1: one object a line" one_object_a_line "$ref"
    check "$1: ids in order" ids_in_order "$ref" "$2"
    check "$1: members of 256 games" members_of_256 "$ref" "$2"
    check "$1: stats.json counts what the records say" stats_hold "$ref"
    run "$1.seed" "$1" --set seed=2
    check "$1: another seed, other games" differ "$1.seed" "$ref"
    for window in 1 3; do
        run "$1.w$window" "$1" --threads 3 --set window=$window
        check "$1: window $window, the same bytes" same_but_window "$1.w$window" "$ref"
    done
}

more_cells() { # CONFIG
    local games
    games=$(jq -c '.experiment.games' "$1.1/experiment.json")
    run "$1.front" "$1" --set "games=$(jq -c '["agros:size=3,farmers=1"] + .' <<<"$games")"
    check "$1: a variant in front changes no other" same_variants "$1.front" "$1.1"
    run "$1.behind" "$1" --set "games=$(jq -c '. + ["agros:size=7,farmers=1"]' <<<"$games")"
    check "$1: a variant behind changes no other" same_variants "$1.behind" "$1.1"
}

# kill -9 at random moments of an extension, and going on with or without --extend.
extend_under_fire() { # DIR CONFIG DURATION
    local kills=$((long ? 30 : 5)) i
    for ((i = 0; i < kills; i++)); do
        start "$1" "$2" --set games_per_cell=100 --extend --threads $((i % 3 + 1))
        pause $((RANDOM % ($3 / 3 + 1)))
        kill_9
    done
    run "$1" "$2" --set games_per_cell=100 --extend
    ended 0
}

extension() { # CONFIG
    local begun
    begun=$(milliseconds)
    run "$1.100" "$1" --set games_per_cell=100
    local duration=$(($(milliseconds) - begun))
    cp -r "$1.1" "$1.killed"
    run "$1.1" "$1" --set games_per_cell=100
    check "$1: more games_per_cell without --extend is refused" ended 2 "$1.1" -- '--extend'
    run "$1.1" "$1" --set games_per_cell=20 --extend
    check "$1: fewer games_per_cell are refused" ended 2 "$1.1" 'games_per_cell.*40.*20'
    run "$1.1" "$1" --set games_per_cell=100 --extend
    check "$1: extended from 40 to 100: exit 0" ended 0
    check "$1: extended from 40 to 100, the same bytes" same "$1.1" "$1.100"
    check "$1: extended and killed, exit 0" extend_under_fire "$1.killed" "$1" "$duration"
    check "$1: extended and killed, the same bytes" same "$1.killed" "$1.100"
}

extension_of_unfinished() {
    start part run-kill --threads 2
    check 'a run is under way' eventually test -s part/journal.jsonl
    kill_9
    local there
    there=$(saved part)
    run part run-kill --set games_per_cell=200 --extend
    check '--extend of an unfinished run is refused' ended 2 'part' 'finish' 'games_per_cell 100'
    check '--extend of an unfinished run tells the games there' ended 2 "$there of its 900 games"
    check '--extend of an unfinished run loses nothing' test "$(saved part)" -eq "$there"
}

settings() {
    run set run-paired --set opening.random_plies=0 --set players.ab=random --set name=other
    check '--set: a run' ended 0
    check '--set: opening' pairs_hold set 40 0
    check '--set: player and name' jq -e \
        '.experiment.players.ab == "random" and .experiment.name == "other"' set/experiment.json
    run bad run-paired --set opening.plies=4
    check '--set: an unknown key is named' ended 2 'opening\.plies'
    run bad run-paired --set games_per_cell=41
    check '--set: an odd number of paired games' ended 2 'games_per_cell.*41'
    check 'a bad config makes no directory' test ! -e bad
}

# The games of a cell as they were played, whatever its number and the order within its pairs.
games_of() { # DIR PLAYER PLAYER
    zcat "$1/games.jsonl.gz" | jq -c --arg a "$2" --arg b "$3" 'select([.first, .second] |
        . == [$a, $b] or . == [$b, $a]) | del(.id, .cell)' | sort
}

same_games() { # DIR REFERENCE PLAYER PLAYER
    [ -n "$(games_of "$2" "$3" "$4")" ] && diff -q <(games_of "$1" "$3" "$4") <(games_of "$2" "$3" "$4")
}

cells_are() { # DIR NAMES: of the cells of a variant, of whom player 0 moves first in game 0
    jq -e --arg names "$2" '[.cells[:.cells | length / 4 | floor][] | .players | join("-")] |
        join(" ") == $names' "$1/stats.json" &&
        zcat "$1/games.jsonl.gz" | jq -es --slurpfile stats "$1/stats.json" '
            all(.[] | select(.id % 40 == 0); [.first, .second] == $stats[0].cells[.cell].players)'
}

# Player 0's half points in stats.json are those of the records.
strengths_hold() { # DIR
    diff <(jq -c '.cells[] | select(has("strength")) | [.cell, .pentanomial]' "$1/stats.json") \
        <(zcat "$1/games.jsonl.gz" | jq -sc --slurpfile stats "$1/stats.json" '
            map(select(has("pair"))) | group_by(.cell)[] | .[0].cell as $cell |
            $stats[0].cells[$cell].players[0] as $player |
            [group_by(.pair)[] | select(all(.result != "*")) |
             map(if .result == "1/2-1/2" then 1
                 elif (.result == "1-0") == (.first == $player) then 2 else 0 end) | add] as $halves |
            [$cell, [range(5) as $i | $halves | map(select(. == $i)) | length]]')
}

pairing_form() { # NAME PAIRING CELLS
    run "$1" run-paired --threads 1 --set "pairing=$2"
    check "$1: a run ends" ended 0
    run "$1.2" run-paired --threads 2 --set "pairing=$2"
    check "$1: 2 threads, the same bytes" same "$1.2" "$1"
    check "$1: its cells" cells_are "$1" "$3"
    check "$1: stats.json counts what the records say" stats_hold "$1"
    check "$1: strength is player 0's" strengths_hold "$1"
    check "$1: the same games of the same two" same_games "$1" run-paired.2 ab greedy
    check "$1: experiment.json says the pairing" jq -e --argjson p "$2" \
        '.experiment.pairing == $p' "$1/experiment.json"
    run "$1" run-paired --set "pairing=$2"
    check "$1: and is read again" ended 0
    run "$1" run-paired
    check "$1: another pairing is named" ended 2 'pairing is .* there, "round-robin" in the config'
}

pairings() {
    pairing_form gauntlet '{"gauntlet":"greedy"}' 'greedy-uct greedy-ab greedy-random'
    check 'gauntlet: pairs, seats and openings' pairs_hold gauntlet 40 3
    pairing_form list '[["greedy","ab"],["uct","uct"],["ab","random"]]' 'greedy-ab uct-uct ab-random'
    run self run-paired --set pairing=self
    check 'list: self-play as in "self"' same_games list self uct uct
}

# A game by itself is the one of the run.
one_game() { # ID
    diff <("$harrow" run "$tests/configs/run-paired.json" --only "$1" | tail -n 1) \
        <(zcat run-paired.2/games.jsonl.gz | sed -n "$(($1 + 1))p")
}

single_games() {
    local id
    for id in 0 1 417 959; do check "--only $id: the game of the run" one_game $id; done
    check '--only beyond the last' eval \
        '! "$harrow" run $tests/configs/run-paired.json --only 960 2>err && grep -q "0..959" err'
}

echo "# seed $seed"
keys='cell game first second opening moves plies result score end'
common_checks run-self 640
check 'run-self: keys' keys_are run-self.1 "id $keys"
common_checks run-paired 960
check 'run-paired: keys' keys_are run-paired.1 "id ${keys/cell /cell pair }"
check 'run-paired: pairs, seats and openings' pairs_hold run-paired.1 40 3
check 'run-paired: the limit of plies' limit_holds run-paired.1 30
common_checks run-games 240
check 'run-games: pairs, seats and openings' pairs_hold run-games.1 40 4
check 'run-games: Agon ends in many ways, without scores' jq -e '[.cells[] | select(.game == "agon")] |
    all(has("margin") or has("fair_komi") or has("median_margin") | not) and
    (map(.ends | keys[]) | unique) ==
    ["enthroned", "forfeit", "repetition", "stuck"]' run-games.1/stats.json
check 'run-games: Awale ends in many ways, with scores but no komi' jq -e '[.cells[] |
    select(.game == "awale")] | all(has("margin") and has("median_margin") and (has("fair_komi") | not))
    and (map(.ends | keys[]) | unique) == ["majority", "stuck"]' run-games.1/stats.json
for config in run-self run-paired; do
    more_cells $config
    extension $config
done
extension_of_unfinished
settings
pairings
single_games
exit $failed
