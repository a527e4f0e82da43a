#!/bin/bash
# Ten million tiny games: memory at 1 % and at 100 %, and what everything beside the playing costs.
# Usage: memory.sh HARROW [GAMES]. Takes a quarter of an hour and 4 GB of disk on two cores.
set -eu
harrow=$(realpath "$1")
games=${2:-10000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/soak.json" <<E1
{ "name": "soak", "games": ["awale"], "players": { "random": "random" }, "games_per_cell": $games }
E1
"$harrow" run "$work/soak.json" --out "$work/run" --quiet >"$work/table" &
pid=$!
rss() { awk '/VmRSS/ { print $2 }' "/proc/$pid/status" 2>/dev/null || true; }
first='' last='' most=0
while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    now=$(rss)
    done=$("$harrow" status "$work/run" --json | jq '.progress.games // 0')
    [ -n "$now" ] || continue
    last=$now
    if [ "$now" -gt "$most" ]; then most=$now; fi
    if [ -z "$first" ] && [ "$done" -ge $((games / 100)) ]; then
        first=$now
        echo "RSS at $done games: $first KiB"
    fi
done
wait "$pid"
echo "RSS at $games games: $last KiB, most $most KiB"
cat "$work/table"
jq '.cells[0] | {games, unique_games}' "$work/run/stats.json"
ls -l "$work/run"
