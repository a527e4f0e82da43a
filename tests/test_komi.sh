#!/bin/bash
# A fair komi confirmed: the config of `harrow stats --confirm-komi`, its run, and both beside each
# other in `harrow stats` and `harrow report`.
# Usage: test_komi.sh HARROW
. "$(dirname "$0")/run.sh"

stats() {
    "$harrow" stats "$@" >out 2>err
    code=$?
}

cat >study.json <<'END'
{ "name": "study", "seed": 7, "values": true, "opening": { "random_plies": 1 },
  "games": [{ "game": "agros", "size": 5, "farmers": [1, 3], "rule": ["sow", "static"] }, "awale"],
  "players": { "uct": "mcts:base=plain,simulations=20" }, "games_per_cell": 60 }
END
check 'a run' eval '"$harrow" run study.json --quiet --out study >out 2>err'
stats study --confirm-komi
check 'a config' ended 0
mv out komi.json

# The estimates, rounded to halves, toward 0 where two are equally near, and the variants of the config.
estimates() {
    jq -r '.cells[] | select(.fair_komi) | .fair_komi.value * 2 |
        (if . < 0 then -((-. - 0.5) | ceil) else (. - 0.5) | ceil end) / 2 + 0' study/stats.json
}
check 'the estimates are its komi' eval 'diff <(estimates) <(
    jq -r ".games[] | if test(\"komi=\") then sub(\".*komi=\"; \"\") else \"0\" end" komi.json)'
check 'only Agros' eval '[ "$(jq "[.games[] | select(startswith(\"agros:\"))] | length" komi.json)" = 4 ] &&
    [ "$(jq ".games | length" komi.json)" = 4 ]'
check 'another name and seed' eval '[ "$(jq -r .name komi.json)" = study-komi ] && [ "$(jq .seed komi.json)" = 8 ]'
check 'else as it was' eval 'diff <(jq -S ".experiment | del(.name, .seed, .games)" study/experiment.json) \
    <(jq -S "del(.name, .seed, .games, .[\"//\"])" komi.json | jq -S "if .pairing then . else .pairing = \"self\" end")'
check 'the same again' eval '"$harrow" stats study --confirm-komi | cmp - komi.json'
check 'it is run as it is' eval '"$harrow" run komi.json --quiet --out confirmed >out 2>err'

score() { # DIR CELL: as the tables have it
    jq -r --argjson c "$2" '.cells[$c].first_score | [.value, .low, .high] | map(. * 100) | @tsv' "$1/stats.json" |
        { read -r value low high; printf "$3" "$value" "$low" "$high"; }
}
stats study confirmed
check 'both beside each other' eval '[ $code = 0 ] && grep -q "^With and without komi$" out &&
    [ "$(sed -n "/^With and/,\$p" out | grep -c "^agros 5×5/")" = 8 ]'
for cell in 0 1 2 3; do
    for dir in study confirmed; do
        check "the score of cell $cell of $dir" eval \
            'sed -n "/^With and/,\$p" out | grep -qF "$(score $dir $cell "%.1f  [%.1f, %.1f]")"'
    done
done
check 'lines of 100 characters at most' eval '! LC_ALL=C.UTF-8 grep -nE "^.{101,}" out'
stats study
check 'one run has nothing to say of it' eval '! grep -q "With and without" out'
stats confirmed study
check 'the other way round too' eval '[ $code = 0 ]'

check 'a report of both' eval '"$harrow" report study confirmed --out both.html >out 2>err'
page() { sed -n '/id="komi"/,/<\/section>/p' both.html; }
check 'it says so first' eval '[ "$(grep -n "<h1" both.html | head -n 1 | grep -c "Does komi make it fair?")" = 1 ] &&
    grep -q "href=\"#komi\"" both.html'
check 'a sentence for each variant' eval '[ "$(page | grep -c "^<li>.*without komi the first player scored")" = 4 ]'
blank=$'\xc2\xa0'
for cell in 0 1 2 3; do
    check "page: the scores of cell $cell" eval 'page | grep -F "$(score study $cell "<b>%.1f$blank%%</b> [%.1f, %.1f]")" |
        grep -qF "$(score confirmed $cell "<b>%.1f$blank%%</b> [%.1f, %.1f]")"'
done
check 'where 50 % is' eval '[ "$(page | grep -c "^<li>.*50 % is \(in\|above\|below\)")" = 4 ]'
check 'a report of one is without' eval '"$harrow" report study >out 2>err && ! grep -q "id=\"komi\"" study/report.html'

# A grid of komi in one run.
check 'a grid of komi' eval '"$harrow" run study.json --quiet --out grid \
    --set "games=[{\"game\":\"agros\",\"size\":5,\"farmers\":3,\"komi\":[0,1.5,3]}]" >out 2>err'
stats grid
check 'a grid of komi: three lines' eval '[ "$(sed -n "/^With and/,\$p" out | grep -c "^agros 5×5/3")" = 3 ]'

# Several players.
run players run-self --set 'games=["agros:size=4,farmers=1"]' --set 'players={"a":"random","b":"greedy"}' \
    --set pairing=self --set games_per_cell=10
check 'two players: a run' ended 0
stats players --confirm-komi
check 'two players: which?' ended 2 "several players met themselves, such as 'a' and 'b'; --player NAME expected"
stats players --confirm-komi --player b
check 'two players: one of them' eval '[ $code = 0 ] && [ "$(jq -c ".players | keys" out)" = "[\"b\"]" ]'
stats players --confirm-komi --player c
check 'two players: none of them' ended 2 "--player: the experiment has no 'c'"
run match run-self --set 'games=["agros:size=4,farmers=1"]' --set 'players={"a":"random","b":"greedy"}' \
    --set pairing=round-robin --set games_per_cell=10
stats match --confirm-komi
check 'only matches: told' ended 2 'no cell of Agros in which a player met itself'
stats match --confirm-komi --player a
check 'only matches, one named: told' ended 2 "'a' is none who met itself in Agros"
run awale run-self --set 'games=["awale"]' --set 'players={"a":"random"}' --set pairing=self --set games_per_cell=4
stats awale --confirm-komi
check 'Awale has no komi: told' ended 2 'no cell of Agros'

stats study --confirm-komi --csv
check 'not with --csv' ended 2 'one of --json, --csv, --latex and --confirm-komi'
stats study --player uct
check '--player alone' ended 2 'goes with --confirm-komi'
stats study confirmed --confirm-komi
check 'not of two runs' ended 2 'of one DIR'
exit $failed
