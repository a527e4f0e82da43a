#!/bin/bash
# Many short games between two outside engines, one of which crashes now and then: harrow's memory,
# open files and processes stay flat, and nothing is left in the end.
# Usage: engines.sh HARROW [GAMES [THREADS]], a thousand games at least; so many at a time.
# 20,000 games, 200 at a time (2 processors, 2026-11-30): 44 s, 1,004 processes and 2,016 open files at
# most, 39.3 to 42.9 MB of memory.
. "$(dirname "$0")/../run.sh"
games=${2:-10000}
threads=${3:-2}
ln -s "$harrow" harrow
engine="$work/harrow engine --player"
bad="bash $tests/engines/bad.sh"
most_growth=$((2 * 1024)) # KiB
cat >soak.json <<E1
{ "name": "soak", "games": ["agros:size=3,farmers=1"], "games_per_cell": $games,
  "pairing": "round-robin", "players": {
    "good": "engine:command=\"$engine random\",nodes=1",
    "bad": "engine:command=\"$bad exit 200 $engine random\",nodes=1,failures=0" } }
E1

no_process() {
    ! pgrep -f -- "$work/harrow"
}

# What is open and resident, and how many processes there are, once a second while $pid runs.
follow() {
    while kill -0 "$pid" 2>/dev/null; do
        echo "$(ls "/proc/$pid/fd" | wc -l)" \
            "$(awk '$1 == "VmRSS:" { print $2 }' "/proc/$pid/status")" \
            "$(pgrep -fc -- "$work/harrow")"
        sleep 1
    done 2>/dev/null >seen
    reap
}

# What is seen at a time: workers with 2 engines of 7 files each at most, beside harrow's own; of each
# engine the process, its guard, and one that is just being started or ended.
flat() {
    awk 'NF == 3 { n++; if (n == 3) first = $2; last = $2
                   if ($1 > files) files = $1; if ($3 > processes) processes = $3 }
         END { print n " looks, files " files ", KiB " first " to " last ", processes " processes
               exit !(n > 3 && files <= 30 + 15 * '$threads' && last - first <= '$most_growth' * '$threads' / 2 &&
                      processes <= 12 * '$threads') }' seen
}

begun=$(milliseconds)
"$harrow" run soak.json --out soak --quiet --force --threads $threads >out 2>err &
pid=$!
follow
check "$games games: exit 0" ended 0
echo "# $((($(milliseconds) - begun) / 1000)) s; $(flat)"
check "$games games: files, memory and processes stay flat" flat
check "$games games: some were lost by a crash" jq -e '.cells[0].ends.crash > 1' soak/stats.json
check "$games games: replay agrees" eval '"$harrow" replay soak/games.jsonl.gz | grep -q "all agree"'
check "$games games: no process is left" eventually no_process
sed 's/^/# /' out
exit $failed
