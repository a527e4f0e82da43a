#!/bin/bash
# A rule that stops cells early does so at the same game whatever the threads, kills, window and
# extension, and no sooner or later than it should. Usage: test_run_stop.sh HARROW
. "$(dirname "$0")/run.sh"

# The ids of each cell begin with its first and have no gap.
ids_hold() { # DIR GAMES_PER_CELL
    zcat "$1/games.jsonl.gz" | jq -es --argjson n "$2" --slurpfile stats "$1/stats.json" '
        [$stats[0].cells[] | range(.games) as $k | .cell * $n + $k] == map(.id)'
}

# A test that is decided has crossed a bound, and one that is not has neither and all its games.
decisions_hold() { # DIR GAMES_PER_CELL
    jq -e --argjson n "$2" 'all(.cells[];
        if .stopped == "H1" then .llr >= 2.9444389791664403
        elif .stopped == "H0" then .llr <= -2.9444389791664403
        else (.llr | fabs) < 2.9444389791664403 and .games == $n end)' "$1/stats.json"
}

# Decided at the last game of a cell, and not yet one pair before.
no_sooner() { # CONFIG DIR
    local games cell
    for cell in $(jq '.cells[] | select(.stopped and .games > 20) | .cell' "$2/stats.json"); do
        games=$(jq ".cells[$cell].games" "$2/stats.json")
        run "just.$cell" "$1" --set games_per_cell=$games
        jq -e ".cells[$cell] | .stopped != null and .games == $games" "just.$cell/stats.json" ||
            return 1
        run "less.$cell" "$1" --set games_per_cell=$((games - 2))
        jq -e ".cells[$cell] | .stopped == null and .games == $((games - 2))" \
            "less.$cell/stats.json" || return 1
    done
    [ -n "$games" ]
}

same_but_window() { # DIR REFERENCE
    cmp "$1/games.jsonl.gz" "$2/games.jsonl.gz" &&
        diff <(jq 'del(.experiment.window)' "$1/stats.json") \
            <(jq 'del(.experiment.window)' "$2/stats.json")
}

under_fire() { # DIR CONFIG OPTION…
    local dir=$1 config=$2 i
    shift 2
    for ((i = 0; i < (long ? 50 : 6); i++)); do
        start "$dir" "$config" "$@" --threads $((i % 3 + 1))
        pause $((RANDOM % 200))
        if ((i % 2)); then kill_9; else kill -INT "$pid" 2>/dev/null; reap; fi
    done
    run "$dir" "$config" "$@"
    ended 0
}

# The options in $late are of a run whose tenth game decides, and is long: the others begin three
# plies before an end.
prepare_late() {
    local games='games=["agros:size=8,farmers=3"]' openings
    run short run-many --set "$games" --set games_per_cell=40
    openings=$("$harrow" records short --moves | jq -Rnc '
        [inputs | split(" ")[:-3] | join(" ")] | .[9] |= split(" ")[0]')
    late=(run-many --set name=late --set "$games" --set games_per_cell=40 --set window=8
        --set "players={\"uct\":\"mcts:base=plain,simulations=20000\"}"
        --set 'stop={"first_player_halfwidth":0.45,"min_units":10}'
        --set "opening={\"list\":$openings}")
}

journal_is() { # DIR IDS
    local ids
    ids=$(journal_records "$1" 2>/dev/null | jq .id | tr '\n' ' ')
    [ "$ids" = "$2 " ] || { echo "$ids"; return 1; }
}

# While the game that decides is played, as many behind it are as the window has room for, and no
# more however long it takes. None of them is in what the run leaves.
overshoot() {
    local window='0 1 2 3 4 5 6 7 8 10 11 12 13 14 15 16'
    prepare_late
    run late "${late[@]}" --threads 1
    check 'decided late: at the tenth game' jq -e \
        '.cells[0] | .games == 10 and .stopped == "halfwidth"' late/stats.json
    start late.dead "${late[@]}" --threads 3
    check 'decided late: seven games beyond are played' eventually journal_is late.dead "$window"
    pause 700
    check 'decided late: and no more' journal_is late.dead "$window"
    kill_9
    check 'decided late: not yet when that was so' test "$code" -eq 137
    check 'decided late: seven are listed until then' test \
        "$("$harrow" records late.dead --where 'id>9' --moves | wc -l)" -eq 7
    run late.dead "${late[@]}" --threads 2
    check 'decided late: then they are dropped' test -z \
        "$("$harrow" records late.dead --where 'id>9' --moves)"
    check 'decided late: the bytes of who never went beyond' same late.dead late
}

echo "# seed $seed"
run ref run-stop --threads 1
check 'a run with a rule ends' ended 0
check 'complete, and no journal' eval 'jq -e .complete ref/stats.json && [ ! -e ref/journal.jsonl ]'
check 'some cells are stopped for H1, some for H0' eval \
    'jq -e "[.cells[].stopped] | index(\"H0\") and index(\"H1\")" ref/stats.json'
check 'the table tells of the bias' grep -q 'stopped.*biased' out
check 'bounds are crossed where cells are stopped' decisions_hold ref 600
check 'ids have gaps between cells only' ids_hold ref 600
check 'no sooner and no later' no_sooner run-stop ref
check 'replay agrees' "$harrow" replay ref/games.jsonl.gz
for threads in 2 3 5; do
    run "ref.$threads" run-stop --threads $threads
    check "$threads threads, the same bytes" same "ref.$threads" ref
done
for window in 1 7; do
    run "ref.w$window" run-stop --threads 3 --set window=$window
    check "window $window, the same bytes" same_but_window "ref.w$window" ref
done
before=$(fingerprint ref)
run ref run-stop
check 'again: exit 0' ended 0
check 'again: no byte changes' untouched ref "$before"
check 'killed and interrupted, exit 0' under_fire fire run-stop
check 'killed and interrupted, the same bytes' same fire ref

run more run-stop --set games_per_cell=30
run more run-stop --extend
check 'extended: exit 0' ended 0
check 'extended: the same bytes' same more ref
run fire.more run-stop --set games_per_cell=30
check 'extended under fire, exit 0' under_fire fire.more run-stop --extend
check 'extended under fire, the same bytes' same fire.more ref

normalized=(--set name=normalized --set 'stop={"sprt":{"elo0":-30,"elo1":30,"model":"normalized"},"min_units":10}')
run nelo run-stop "${normalized[@]}" --threads 1
check 'normalized Elo: a run' ended 0
check 'normalized Elo: decided as the bounds are crossed' decisions_hold nelo 600
check 'normalized Elo: something is decided' jq -e 'any(.cells[]; .stopped)' nelo/stats.json
run nelo3 run-stop "${normalized[@]}" --threads 3
check 'normalized Elo: three threads, the same bytes' same nelo3 nelo

run ref run-stop --set stop.min_units=20
check 'another rule is refused' ended 2 'stop is .*"min_units":10.* there, .*"min_units":20'
check 'another rule: no byte changes' untouched ref "$before"

narrow='{"first_player_halfwidth":0.05}'
run narrow run-stop --threads 1 --set pairing=self --set "stop=$narrow"
check 'an interval that is narrow enough: exit 0' ended 0
check 'an interval that is narrow enough: it is, or all games are there' jq -e 'all(.cells[];
    (.first_score.high - .first_score.low <= 0.1) == (.stopped == "halfwidth") and
    (.stopped or .games == 600)) and any(.cells[]; .stopped)' narrow/stats.json
run narrow.4 run-stop --threads 4 --set pairing=self --set "stop=$narrow"
check 'an interval that is narrow enough: 4 threads, the same bytes' same narrow.4 narrow

# A gauntlet is about those who run it, player 1 of each cell.
run gauntlet run-stop --set 'pairing={"gauntlet":"random"}'
check 'a gauntlet: who runs it and is better is accepted' jq -e 'all(.cells[] |
    select(.players == ["random", "greedy"]); .stopped == "H1" and .llr > 2.94 and
    .strength.value < 0.5)' gauntlet/stats.json
check 'a gauntlet: the table says so' grep -Eq '^(awale|agros.*) +greedy .*yes +(2\.9|[3-9]).* H1$' out
# With sanitizers no game that is long enough would be short enough.
[ "$patience" -gt 1 ] || overshoot
exit $failed
