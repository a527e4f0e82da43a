#!/bin/bash
# Ten million tiny games in flat memory, statistics included: what is resident at 1 % and at 100 %
# of a run, and at most while its games are read again by `run` and by `records`.
# Usage: memory.sh HARROW [GAMES], 300,000 at least. Ten million take a quarter of an hour of one
# core, and 1.1 GB.
. "$(dirname "$0")/../run.sh"
games=${2:-10000000}

# Different games are counted exactly up to a million, in 16 MiB, and estimated beyond; the count
# comes there from a table half as large. Three bytes a game would be above this.
most_growth=$((26 * 1024))

memory() { # FIELD: of $pid, in KiB
    awk -v field="$1:" '$1 == field { print $2 }' "/proc/$pid/status" 2>/dev/null
}

# Follows $pid until it ends: what was resident at 1 % of a run in $first, last in $last, and at
# most in $most.
first='' last='' most=0
follow() { # [DIR]
    local now peak done
    while kill -0 "$pid" 2>/dev/null; do
        now=$(memory VmRSS) peak=$(memory VmHWM)
        [ -z "$now" ] || [ -z "$peak" ] || { last=$now most=$peak; }
        if [ -n "${1:-}" ] && [ -z "$first" ]; then
            done=$("$harrow" status "$1" --json 2>/dev/null | jq '.progress.games // 0')
            [ "${done:-0}" -lt $((games / 100)) ] || {
                first=$now
                echo "# RSS at $done games: $first KiB"
            }
        fi
        sleep 0.2
    done
    reap
}

stays_flat() {
    echo "$first KiB at 1 %, $most KiB at most"
    [ -n "$first" ] && [ "$most" -le $((first + most_growth)) ]
}

cat >soak.json <<E1
{ "name": "soak", "games": ["awale"], "players": { "random": "random" }, "games_per_cell": $games }
E1
begun=$(milliseconds)
"$harrow" run soak.json --out soak --quiet >out 2>err &
pid=$!
follow soak
check "$games games: exit 0" ended 0
echo "# RSS at $games games: $last KiB, most $most KiB; $((($(milliseconds) - begun) / 1000)) s"
check "$games games: memory stays flat" stays_flat
check "$games games: all are counted" jq -e --argjson n "$games" \
    '.complete and .cells[0].games == $n' soak/stats.json
sed 's/^/# /' out
jq -c '.cells[0] | {games, unique_games}' soak/stats.json | sed 's/^/# /'
ls -l soak | sed 's/^/# /'

begun=$(milliseconds)
cp out table
"$harrow" run soak.json --out soak --quiet >out 2>err &
pid=$!
follow
check "$games games read again by run: exit 0" ended 0
echo "# run, all there: most $most KiB; $((($(milliseconds) - begun) / 1000)) s"
check "$games games read again by run: memory stays flat" stays_flat
check "$games games read again by run: the same table" cmp out table

begun=$(milliseconds)
"$harrow" records soak --csv 2>err > >(awk 'END { print NR - 1 }' >count) &
pid=$!
follow
check "$games games read by records: exit 0" ended 0
check "$games games read by records: the count is there" eventually test -s count
echo "# records --csv: most $most KiB; $((($(milliseconds) - begun) / 1000)) s"
check "$games games read by records: all" test "$(cat count)" -eq "$games"
check "$games games read by records: memory stays flat" stays_flat
exit $failed
