#!/bin/bash
# A round robin of four players that is killed at random moments ends as if undisturbed.
# Usage: kills.sh HARROW [KILLS]
. "$(dirname "$0")/../run.sh"
kills=${2:-50}
players='{"a":"mcts:simulations=40","b":"alphabeta:depth=2","c":"greedy","d":"random"}'
options=(--set "players=$players" --set pairing=round-robin --set "games_per_cell=$((30 * kills))")

# Sessions of random length, half of the run in all, each ended by one of three signals. All were at
# work until then: who had ended by itself would have another code, and nothing would be tried.
kill_often() {
    local signals=(KILL INT TERM) codes=(137 130 143) kind i before now=0
    for ((i = 1; i <= kills; i++)); do
        kind=$((RANDOM % 3))
        start killed run-kill "${options[@]}" --threads $((i % 3 + 1))
        pause $((RANDOM % (duration / kills)))
        kill -"${signals[kind]}" "$pid"
        reap
        [ "$code" -eq "${codes[kind]}" ] ||
            { echo "kill $i: exit code $code instead of ${codes[kind]}: $(cat err)"; return 1; }
        before=$now now=$(saved killed)
        echo "# $i: alive until SIG${signals[kind]}, $now games on disk" >&3
        [ "$now" -ge "$before" ] || { echo "kill $i: $now games, $before before"; return 1; }
    done
}

echo "# seed $seed"
exec 3>&1
begun=$(milliseconds)
run ref run-kill "${options[@]}" --threads 2
duration=$(($(milliseconds) - begun))
check 'undisturbed' ended 0
echo "# $(zcat ref/games.jsonl.gz | wc -l) games, $duration ms"
check "$kills sessions, each at work until it was killed; none lost a game" kill_often
run killed run-kill "${options[@]}"
check "after $kills kills: exit 0" ended 0
check "after $kills kills: the same bytes" same killed ref
check "after $kills kills: replay agrees" "$harrow" replay killed/games.jsonl.gz
exit $failed
