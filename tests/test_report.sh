#!/bin/bash
# `harrow report`: the page of runs of all games is whole, escaped, small and says what stats.json
# says; without gnuplot, of a run that was interrupted, and of what is no run.
# Usage: test_report.sh HARROW
. "$(dirname "$0")/run.sh"

report() {
    "$harrow" report "$@" >out 2>err
    code=$?
}

balanced() { # FILE: each of these elements is closed as often as it is opened
    local tag opened closed
    for tag in html head body main section table thead tbody tr th td ul li p figure details svg g \
        script style dl dd div h1 h2 h3 template title; do
        opened=$(grep -oE "<$tag[ >]" "$1" | wc -l)
        closed=$(grep -o "</$tag>" "$1" | wc -l)
        [ "$opened" -eq "$closed" ] || { echo "$tag: $opened opened, $closed closed"; return 1; }
    done
    [ "$(tail -n 1 "$1")" = '</html>' ]
}

alone() { # FILE: nothing is loaded from elsewhere
    ! grep -nE '(src|href)="(https?:)?//|@import|url\(' "$1"
}

no_nonsense() { # FILE: the script aside
    ! sed '/<script/,/<\/script>/d' "$1" | grep -nE '[^a-zA-Z-](nan|NaN|inf)[^a-zA-Z]' | head -3 | grep .
}

# Each interval of the first player's score in stats.json stands in the page.
says_stats() { # DIR
    local low high
    jq -r '.cells[] | select(.games > 0) | .first_score | select(.low != null) |
           "\(.low) \(.high)"' "$1/stats.json" |
        while read -r low high; do
            text=$(printf '[%.1f, %.1f]' "$(jq -n "100 * $low")" "$(jq -n "100 * $high")")
            grep -qF "$text" "$1/report.html" || { echo "no $text"; exit 1; }
        done
}

run ref report
check 'a run' ended 0
touch before
report ref
page=ref/report.html
check 'exit 0, and where the page is' eval '[ $code = 0 ] && [ "$(cat out)" = ref/report.html ]'
check 'well-formed' balanced $page
check 'nothing from elsewhere' alone $page
check 'no NaN' no_nonsense $page
check 'under 2 MB' test "$(stat -c %s $page)" -lt 2000000
check 'what stats.json says' says_stats ref
check 'names are escaped' eval '! grep -q "<script>hacked" $page && grep -q "&lt;/script&gt;&lt;script&gt;hacked=1" $page'
check 'two scripts, one style' eval '[ "$(grep -c "<script" $page)" = 2 ] && [ "$(grep -c "<style>" $page)" = 1 ]'
check 'every game has its section' eval '
    for words in "5×5 with three farmers" "static sowing" Awale Agon; do grep -q "$words" $page || exit 1; done'
check 'it is complete' eval '! grep -q "Not complete" $page'
if command -v gnuplot >/dev/null; then
    check 'charts in the page' test "$(grep -o '<svg class="chart"' $page | wc -l)" -ge 6
    check 'no chart is empty' eval '! grep -A 3 "<svg class=\"chart\"" $page | grep -q "</svg>"'
    check 'charts as files' eval 'for name in first-score draws margins margin-shapes lengths \
        strength balance-curve; do [ -s ref/figures/$name.svg ] || { echo $name; exit 1; }; done'
    check 'no warning' test ! -s err
fi
check 'figures have a white ground of their own, as paper has' \
    test -z "$(grep -LE '<rect [^>]*fill="(#fff|#ffffff)"|fill:#ffffff' ref/figures/*.svg)"
check 'maps as files' test "$(ls ref/figures/map-*.svg | wc -l)" -gt 20
if command -v xmllint >/dev/null; then
    check 'figures are XML' xmllint --noout ref/figures/*.svg
fi
check 'the run itself is untouched' test -z "$(find ref -newer before -type f ! -name 'report.html' ! -path '*/figures/*')"
cp $page first.html
report ref
check 'the same again' cmp first.html $page
# A position of the viewer is what harrow show says of the record's moves.
data() { # ID
    sed -n 's/.*id="r1-games">\(.*\)<\/script>.*/\1/p' $page | jq -r ".games[] | select(.id == $1) | .data" |
        base64 -d | gunzip
}
positions_agree() { # ID
    local game moves last
    game=$("$harrow" records ref --where "id=$1" --jsonl)
    moves=$(jq -r .moves <<<"$game")
    last=$("$harrow" show --game "$(jq -r .game <<<"$game")" --moves "$moves" --json)
    diff <(jq -r .position <<<"$last") <(data "$1" | jq -r '.positions[-1]') &&
        diff <(jq -c .score <<<"$last") <(data "$1" | jq -c 'if .scores then .scores[-1] else null end') &&
        diff <(jq '[.fields[]? | .value] | sort' <<<"$last") \
            <(data "$1" | jq '[.fields[-1]?[]? | .[1]] | sort') &&
        [ "$(data "$1" | jq '.positions | length')" -eq "$(($(jq .plies <<<"$game") + 1))" ]
}
for game in size=5 static awale agon; do
    id=$(sed -n 's/.*id="r1-games">\(.*\)<\/script>.*/\1/p' $page |
        jq --argjson cells "$("$harrow" records ref --where "game~$game" --jsonl | jq -s 'map(.id)')" \
            '[.games[].id | select(. as $id | $cells | index($id))][0]')
    check "$game: the games of the viewer" positions_agree "$id"
done

run other run-paired
report ref other --out pages.html
check 'two runs on one page' eval '[ $code = 0 ] && balanced pages.html && grep -q "id=\"r2\"" pages.html'
check 'their figures beside it' eval '[ -s figures/1-figures.gp ] && [ -s figures/2-figures.gp ]'

run tiny run-self --set 'games=["agros:size=3,farmers=1"]'
report tiny
check 'margins of half a point' eval '[ $code = 0 ] && [ ! -s err ] && balanced tiny/report.html'

mkdir bin
for tool in env; do ln -s "$(command -v $tool)" bin/; done
PATH=$work/bin "$harrow" report ref --out bare.html >out 2>err
code=$?
check 'without gnuplot: exit 0, and told' ended 0 'gnuplot is not installed'
check 'without gnuplot: all tables' eval 'balanced bare.html && grep -q "apt install gnuplot-nox" bare.html &&
    [ "$(grep -c "<table>" bare.html)" -eq "$(grep -c "<table>" $page)" ]'
printf '#!/bin/sh\necho "\\"x.gp\\" line 3: it cannot" >&2\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$work/bin:$PATH "$harrow" report ref --out bare.html >out 2>err
code=$?
check 'gnuplot that fails: told' ended 0 'no charts: "x.gp" line 3: it cannot'

# A run that was killed has neither stats.json nor all of its games.
start part run-kill --threads 2
eventually eval '[ "$("$harrow" records part --moves 2>/dev/null | wc -l)" -gt 50 ]'
kill_9
rm -f part/stats.json
report part
check 'interrupted: marked' eval '[ $code = 0 ] && balanced part/report.html && grep -q "Not complete" part/report.html'
check 'interrupted: its games' grep -q "<b>Not complete.</b> This is about $("$harrow" records part --moves | wc -l) of" part/report.html

# Deterministic players that repeat games.
cat >repeats.json <<'END'
{ "name": "repeats", "seed": 1, "games": ["agros:size=5,farmers=1"], "allow_repeats": true,
  "players": { "g": "greedy:ties=first" }, "games_per_cell": 20 }
END
check 'repeats: a run' "$harrow" run repeats.json --quiet --out repeats
report repeats
check 'repeats: counted once, and told' eval '[ $code = 0 ] && balanced repeats/report.html &&
    says_stats repeats && grep -q "19 repeat another" repeats/report.html'

# Ratings, cells against each other, trends.
report other
check 'ratings: a table, a matrix, the first move' eval '[ $code = 0 ] &&
    grep -q "<caption>Ratings in agros 5×5/3 sow, the best first.</caption>" other/report.html &&
    grep -q "How probably the row’s player is better" other/report.html &&
    grep -q "To move first is worth" other/report.html'
rated() { # DIR: the finite ratings of stats.json stand in the page
    jq -r '.ratings[].players[] | select(.rating != null and .low != null) |
           "[\(.low | round), \(.high | round)]"' "$1/stats.json" | sed 's/-/−/g; s/−0\([],]\)/0\1/g' |
        while read -r bounds; do
            grep -qF "$bounds" "$1/report.html" || { echo "no $bounds"; exit 1; }
        done
}
check 'ratings: those of stats.json' rated other
if command -v gnuplot >/dev/null; then
    check 'ratings: a chart' eval '[ -s other/figures/ratings.svg ] && grep -q "Chart: ratings" other/report.html'
fi
doubled() { # each cell in which u10 met u20, and its Elo for u20
    jq -r '.cells[] | select(.players == ["u10", "u20"] and .strength.elo != null and .strength.elo_low != null and
        .strength.elo_high != null) | -.strength.elo | round | if . == 0 then 0 else . end' ref/stats.json |
        while read -r elo; do
            grep -qF "each doubling of simulations is worth <b>${elo/-/−} Elo</b>" ref/report.html ||
                { echo "no $elo"; exit 1; }
        done
}
check 'what twice the thinking is worth' eval 'doubled &&
    [ "$(grep -c "each doubling of simulations is worth" ref/report.html)" -gt 2 ]'
check 'the order of strength' grep -q 'From the strongest, in' ref/report.html
check 'trends: a sentence and a table' eval '
    grep -q "With each row more of the board the first player’s advantage" ref/report.html &&
    grep -q "How the first player’s advantage changes" ref/report.html'
check 'cells against each other' grep -qE 'No two cells are known to differ|Cells that differ' ref/report.html

# Many cells: the page stays small and says what it leaves out.
cat >many.json <<'END'
{ "name": "many", "seed": 1, "players": { "a": "random", "b": "greedy" }, "pairing": [["a", "a"], ["a", "b"]],
  "games": [{ "game": "agros", "size": [5, 6, 7, 8, 9, 10, 11, 12], "farmers": [1, 3], "rule": ["sow", "static"],
              "komi": [0, 0.5, 1, 1.5, 2, 2.5, 3] }], "games_per_cell": 2 }
END
check 'many cells: a run' eval '"$harrow" run many.json --quiet --out many >many.txt'
report many
check 'many cells: below 2 MB, and told' eval '[ $code = 0 ] && balanced many/report.html &&
    [ "$(stat -c %s many/report.html)" -lt 2000000 ] && grep -q "of 448; <code>harrow stats" many/report.html'
check 'many cells: not compared, and told' eval '
    grep -q "at most 64 cells\|at most 64; here are 448" many.txt &&
    grep -q "at most 64; here are 448" many/report.html'
report many other ref repeats many --out all.html
check 'many runs: below 2 MB' eval '[ $code = 0 ] && balanced all.html && [ "$(stat -c %s all.html)" -lt 2000000 ]'

# A browser that notes what it is given, and none.
printf '#!/bin/sh\necho "$@" >"%s/opened"\n' "$work" >bin/xdg-open
chmod +x bin/xdg-open
rm bin/gnuplot
PATH=$work/bin:$PATH "$harrow" report repeats --open >out 2>err
code=$?
check '--open: the page is given to the browser' eval '[ $code = 0 ] && grep -q . out &&
    for i in 1 2 3 4 5 6 7 8 9 10; do [ -s opened ] && break; sleep 0.3; done &&
    [ "$(cat opened)" = "$(cat out)" ]'
rm bin/xdg-open
PATH=$work/bin "$harrow" report repeats --open >out 2>err
code=$?
check '--open without a browser: told, and the page is there' eval '
    ended 3 "xdg-open: No such file or directory; open repeats/report.html in a browser" &&
    [ "$(cat out)" = repeats/report.html ] && balanced repeats/report.html'

report
check 'no DIR' ended 2 'DIR expected'
report missing
check 'a missing DIR' ended 2 'missing: No such file'
report $page
check 'a file' ended 2 'the directory of a run expected'
mkdir empty
report empty
check 'no run' ended 2 'empty: no run .* experiment.json expected'
check 'no run: nothing is written' test -z "$(ls empty)"
cp -r ref bad
zcat ref/games.jsonl.gz | sed '5s/"moves":"[^ ]*/"moves":"zz/' | gzip -c >bad/games.jsonl.gz
rm bad/report.html
report bad
check 'a record that cannot be' ended 2 "bad: record 4: ply 1: 'zz' is not legal"
check 'a record that cannot be: no page' test ! -e bad/report.html
report ref --out nowhere/page.html
check 'a place that is not there' ended 3 'nowhere'
exit $failed
