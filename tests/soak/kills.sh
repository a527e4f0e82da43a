#!/bin/bash
# A round robin of four players that is killed at random moments ends as if undisturbed.
# Usage: kills.sh HARROW [KILLS]
. "$(dirname "$0")/../run.sh"
kills=${2:-50}
players='{"a":"mcts:simulations=40","b":"alphabeta:depth=2","c":"greedy","d":"random"}'
options=(--set "players=$players" --set pairing=round-robin --set games_per_cell=200)
run ref run-kill "${options[@]}" --threads 2
check 'undisturbed' ended 0
for ((i = 1; i <= kills; i++)); do
    start killed run-kill "${options[@]}" --threads $((i % 3 + 1))
    pause $((RANDOM % 1500))
    case $((i % 3)) in
    0) kill -INT "$pid" 2>/dev/null ;;
    1) kill -TERM "$pid" 2>/dev/null ;;
    *) kill -KILL "$pid" 2>/dev/null ;;
    esac
    reap
    echo "# $i: $(saved killed) games on disk"
done
run killed run-kill "${options[@]}"
check "after $kills kills: exit 0" ended 0
check "after $kills kills: the same bytes" same killed ref
exit $failed
