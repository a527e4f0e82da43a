#!/bin/bash
# The commands from outside: output, exit codes, and one clear line for every mistake.
# Usage: test_commands.sh HARROW
. "$(dirname "$0")/run.sh"

# ---- Files to work on

base=base.json
base_keys='"name":"n","games":["agros:size=3,farmers=1"],"players":{"r":"random"},"games_per_cell":2'
echo "{$base_keys}" >$base
# The position of the check values of perft in the rules.
field='8/6,D1,1/5,L1,2/4,D1,3/3,L1,4/2,D1,5/1,L1,6/8 l 3 sow 0'

overwrite() { # FILE OFFSET TEXT
    printf %s "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

make_records() {
    local size
    cp "$tests/commands/record.json" one
    sed 's/"id":3/"id":4,"\/\/":{}/; s#"game"#"position":"6/6/6/6/6/6 l 1 sow 0",&#' one >started
    sed 's/ pass pass"/"/; s/"plies":19/"plies":17/; s/"0-1"/"*"/; s/"passes"/"ply-limit"/
         s/"score":[^]]*/"score":[0,116.5/' one >limited
    gzip -nc one >one.gz
    cat one.gz one.gz >two.gz
    tr -d '\n' <one >no-newline
    sed 's/$/\r/' one >crlf
    : >empty
    : | gzip -nc >empty.gz
    size=$(stat -c %s one.gz)
    head -c $((size - 9)) one.gz >one-cut.gz
    head -c $((2 * size - 3)) two.gz >tail-cut.gz
    for part in sum:8 length:4; do
        cp one.gz "bad-${part%:*}.gz"
        overwrite "bad-${part%:*}.gz" $((size - ${part#*:})) xxxx
    done
    printf '%s\na\0b\n' "$(cat one)" >nul
    { cat one && head -c 17000000 /dev/zero | tr '\0' ' '; } >long
    printf '%s\n\n' "$(cat one)" >empty-line
    echo nonsense >text
    echo '[]' >array
    printf '%s%s\n' "$(cat one)" "$(cat one)" >two-objects
}

# ---- Mistakes

# One line that begins with "harrow: ", says all this, and nothing on stdout.
mistake() { # CODE SAYS…
    local lines
    mapfile -t lines <err
    [ "$code" -eq "$1" ] || { echo "exit code $code: ${lines[*]}"; return 1; }
    [[ ${#lines[@]} -eq 1 && $lines == 'harrow: '* ]] ||
        { echo "not one line: ${lines[*]}"; return 1; }
    [ ! -s out ] || { echo "stdout: $(head -3 out)"; return 1; }
    while shift && [ $# -gt 0 ]; do
        [[ $lines == *"$1"* ]] || { echo "nothing of '$1': $lines"; return 1; }
    done
}

try() { # ARGUMENT…
    code=0
    timeout $((10 * patience)) "$harrow" "$@" >out 2>err || code=$?
}

lines_of() { # TABLE: without comments; an empty one would let everything pass
    grep -v '^#' "$tests/commands/$1" || touch no-lines
}

wrong_arguments() {
    local expected says arguments
    while IFS='|' read -r expected says arguments; do
        eval "try $arguments"
        check "harrow $arguments" mistake "$expected" "$says"
    done < <(lines_of errors.txt)
}

wrong_positions() {
    local says arguments
    while IFS='|' read -r says arguments; do
        [[ $arguments == *--game* ]] || arguments+=' --game agros'
        eval "try show --position $arguments"
        check "position $arguments" mistake 2 "$says"
    done < <(lines_of positions.txt)
}

write_config() { # PLACE TEXT
    local rest='"name":"n","games_per_cell":2'
    case $1 in
    '=') echo "$2" ;;
    '+') echo "{$base_keys,$2}" ;;
    g) echo "{$rest,\"players\":{\"r\":\"random\"},\"games\":[$2]}" ;;
    G) echo "{$rest,\"skip_invalid\":true,\"players\":{\"r\":\"random\"},\"games\":[$2]}" ;;
    p) echo "{$rest,\"games\":[\"agros\"],\"players\":{\"r\":$2}}" ;;
    esac >config.json
}

wrong_config() { # NAME SAYS
    try run config.json
    check "config: $1" mistake 2 "harrow: config.json: " "$2"
}

wrong_configs() {
    local place says text
    while IFS='|' read -r place says text; do
        write_config "$place" "$text"
        wrong_config "$place $text" "$says"
    done < <(lines_of configs.txt)
}

# What a line of a table cannot hold.
wrong_files() {
    local numbers
    printf '\xef\xbb\xbf{}' >config.json
    wrong_config 'a byte order mark' 'byte order mark'
    printf '{"name":"\xff"}' >config.json
    wrong_config 'bad UTF-8' 'invalid UTF-8 (byte 0xFF)'
    printf '{"name":"a\0b"}' >config.json
    wrong_config 'a NUL byte' 'line 1 column 11: expected text without NUL but found a NUL byte'
    printf '{"name":"n"}\0' >config.json
    wrong_config 'a NUL byte at the end' 'a NUL byte'
    write_config = "{\"name\":$(printf '%5000s' | tr ' ' '[')"
    wrong_config 'deep nesting' 'nesting of at most 32 levels'
    write_config p "\"random\",\"$(printf '%128s' | tr ' ' x)\":\"random\""
    wrong_config 'a long name of a player' 'a name of 1..127 bytes expected'
    write_config = "{\"name\":\"$(printf '%128s' | tr ' ' x)\",${base_keys#*,}}"
    wrong_config 'a long name' '128 bytes, at most 127 expected'
    write_config p "\"mcts:c=$(printf '%1100s' | tr ' ' 0)\""
    wrong_config 'a long spec' 'spec is too long'
    write_config p "\"random\"$(printf ',"p%d":"random"' {1..256})"
    wrong_config '257 players' 'players: an object of 1..256 players'
    numbers=$(seq -s , -999 0.5 999)
    write_config g "{\"game\":\"agros\",\"size\":[$(seq -s , 8 16)],\"farmers\":[1,3,5,7,9,11,13,15],
        \"rule\":[\"sow\",\"static\"],\"komi\":[$numbers]}"
    wrong_config 'a grid of half a million' 'games[0]: more than 100000 variants'
    write_config = "{\"name\":\"n\",\"games_per_cell\":2,\"pairing\":\"round-robin\",\"players\":{\"p\":\"random\"
        $(printf ',"p%d":"random"' {1..255})},\"games\":[{\"game\":\"agros\",\"size\":[$(seq -s , 4 16)]}]}"
    wrong_config 'too many cells' 'cells, at most 100000 expected'
    rm config.json
    truncate -s 100M config.json
    wrong_config '100 MB' 'the file is larger than 16777216 bytes'
    rm config.json
    mkdir -m 000 config.json
    wrong_config 'a directory' 'a directory without experiment.json'
    rmdir config.json
    mkfifo config.json
    wrong_config 'a named pipe' 'not a regular file'
    rm config.json
    wrong_config 'no file' 'No such file or directory'
    : >config.json
    chmod 000 config.json
    [ -r config.json ] || wrong_config 'not readable' 'Permission denied'
    rm -f config.json
}

# What cannot be allocated is told, not died of. The sanitizers need more memory than that.
out_of_memory() {
    (ulimit -v 3000000
     "$harrow" analyse --game awale --player mcts:base=plain,reuse=on,memory=65536,simulations=9) \
        >out 2>err || code=$?
    mistake 3 'out of memory'
}

# ---- Configs that are good

resolved() { # PLACE TEXT EXPECTED: the plan of such a config has these cells
    write_config "$1" "$2"
    try run config.json --dry-run
    [ "$code" -eq 0 ] || { cat err; return 1; }
    diff <(awk '$2 ~ /:/ && $1 ~ /^[0-9]+$/ {
            print $2, $3, $7 == $8 ? $7 : $7 " - " $8 }' out) <(echo "$3")
}

# A plan is printed also where no game comes to an end.
endless_plan() {
    write_config p '"mcts:simulations=1000000000"'
    timeout 60 "$harrow" run config.json --dry-run >out && grep -q '> [0-9:]* *> 0 B *r *r' out && grep -q ' more than ' out
}

# What a rule may stop early is at most so much, on as many processors as are asked for.
plan_of_most() {
    write_config + '"stop":{"first_player_halfwidth":0.2}'
    try run config.json --dry-run --cores 64 --set games_per_cell=100
    grep -q ' at most 100 games, .* on 64 processors, .* of records if no cell stops early' out
}

good_configs() {
    check 'a plan of what may stop early' plan_of_most
    check 'a ladder: itself and the next weaker one' resolved = '{"name":"n","games_per_cell":2,
        "games":["agros:size=3,farmers=1"],"ladder":{"m":[1,2,5],"//":[]},"pairing":"ladder",
        "players":{"r":"random","m":"mcts:base=plain,simulations=10"}}' "agros:size=3,farmers=1,rule=sow 2 m@10
agros:size=3,farmers=1,rule=sow 2 m@20 - m@10
agros:size=3,farmers=1,rule=sow 2 m@20
agros:size=3,farmers=1,rule=sow 2 m@50 - m@20
agros:size=3,farmers=1,rule=sow 2 m@50"
    check 'a ladder: also an object, and as players' resolved = '{"name":"n","games_per_cell":2,
        "games":["agros:size=3,farmers=1"],"ladder":{"m":[2]},
        "players":{"m":{"kind":"alphabeta","nodes":10},"r":"random"}}' "agros:size=3,farmers=1,rule=sow 2 m@20
agros:size=3,farmers=1,rule=sow 2 r"
    [ "$patience" -gt 1 ] || check 'a tree without memory' out_of_memory
    [ -z "${HARROW_TEST_LONG:-}" ] || check 'a plan of endless games' endless_plan
    local small='agros:size=3,farmers=1,rule=sow'
    check 'comments anywhere' resolved = '{"//":1,"// x":[{}],"name":"n","games_per_cell":2,
        "games":[{"//":"","game":"agros:size=3","farmers":1,"//komi":[]}],
        "players":{"//":"none","r":{"kind":"random","//c":{}}},"opening":{"//":null}}' "$small 2 r"
    check 'the last key varies fastest' resolved g \
        '{"size":[3,4],"game":"agros","rule":["static","sow"],"farmers":1}' \
        "agros:size=3,farmers=1,rule=static 2 r
agros:size=3,farmers=1,rule=sow 2 r
agros:size=4,farmers=1,rule=static 2 r
agros:size=4,farmers=1,rule=sow 2 r"
    check 'skip_invalid leaves out what cannot be' resolved G \
        '{"game":"agros","size":[3,4],"farmers":[3,5,7]}' "agros:size=3,farmers=3,rule=sow 2 r
agros:size=4,farmers=3,rule=sow 2 r
agros:size=4,farmers=5,rule=sow 2 r
agros:size=4,farmers=7,rule=sow 2 r"
    check 'numbers in other spellings' resolved + '"seed":9.007199254740992e15,"window":1E3' \
        "$small 2 r"
    check 'a quoted value' resolved p '"mcts:c=\"0.5\",simulations=\"2\""' \
        'agros:size=10,farmers=5,rule=sow 2 r'
    check 'the keys left' resolved + '"pairing":"self","$schema":"x"' "$small 2 r"
}


# ---- Output

# Runs the commands of a transcript, the lines "$ …", and prints it anew.
transcript() { # FILE
    local command
    harrow() { "$harrow" "$@"; }
    sed -n 's/^\$ //p' "$1" | while read -r command; do
        echo "\$ $command"
        code=0
        eval "$command" </dev/null 2>err || code=$?
        cat err
        [ $code -eq 0 ] || echo "[$code]"
    done
}

transcripts() {
    local name
    for name in help show perft analyse replay elo sprt; do
        check "the transcript commands/$name.txt" \
            diff "$tests/commands/$name.txt" <(transcript "$tests/commands/$name.txt")
    done
}

narrow() { # FILE: at most 100 columns
    [ "$(LC_ALL=C.UTF-8 wc -L <"$1")" -le 100 ] || { LC_ALL=C.UTF-8 wc -L "$1"; return 1; }
}

help_texts() {
    local command
    try help
    check "help: 100 columns" narrow out
    for command in $(sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' out); do
        try help "$command"
        check "help $command: 100 columns" narrow out
        cp out text
        try "$command" --help
        check "$command --help is help $command" cmp text out
        try "$command" --nonsense --help extra
        check "$command --help among others" cmp text out
    done
    try help
    cp out text
    try --help
    check '--help is help' cmp text out
    try
    check 'no arguments: the same on stderr' cmp text err
    check 'no arguments: exit 2 and no output' test "$code" -eq 2 -a ! -s out
    check '--version' eval "'$harrow' --version | grep -Exq 'harrow [0-9]+\.[0-9]+\.[0-9]+'"
}

tables() {
    local name
    for name in games players 'show --game agros:size=16,farmers=15'; do
        try $name
        check "$name: 100 columns" narrow out
    done
    try run "$tests/configs/run-paired.json" --out tables --set games_per_cell=2 --quiet
    check 'run: 100 columns' narrow out
    check 'run: a table' test "$(wc -l <out)" -gt 4
    cp out table
    try stats tables
    check 'stats: the same table' cmp table out
    try stats tables --json
    check 'stats --json: stats.json' cmp tables/stats.json out
    ladder
    try bench perft records --seconds 0
    check 'bench: 100 columns' narrow out
    try bench records --seconds 0 --json
    check 'bench records: no game twice' jq -e '.records | length == 5 and
        all(.[]; .bytes_per_game > 100 and .plies_per_second > .games_per_second)' out
}

# Thirty players of one kind with long names against one.
ladder() {
    local i players='"baseline of all":"random"'
    for i in {1..30}; do players+=",\"mcts-with-quite-a-name-c=0.$i\":\"mcts:simulations=2,c=0.$i\""; done
    write_config = "{\"name\":\"n\",\"games\":[\"agros:size=4,farmers=1\"],\"players\":{$players},
        \"games_per_cell\":20,\"pairing\":{\"gauntlet\":\"baseline of all\"}}"
    try run config.json --out ladder --quiet
    check 'a ladder: 100 columns' narrow out
    check 'a ladder: whose strength it is' grep -qx \
        'Strength of each player against baseline of all in agros 4×4/1 sow' out
    check 'a ladder: its names in their order, whole' diff \
        <(sed -n '/^Strength/,/^Ratings/p' out | awk '/^mcts/ { print $1, $2, $3 }') \
        <(for i in {1..30}; do echo "mcts-with-quite-a-name-c=0.$i 20 10"; done)
    # Of c=0.5 in the table, and of the one that runs the gauntlet in stats.json.
    check 'a ladder: strength is that of the name in the line' diff \
        <(sed -n '/^Strength/,/^Ratings/p' out | awk '/c=0.5 / { print $4 }') \
        <(jq -r '.cells[4].strength.value * -100 + 100 | . * 10 | round / 10' ladder/stats.json |
            sed '/\./! s/$/.0/')
    cp out table
    try stats ladder
    check 'a ladder: the same table again' cmp table out
    try stats ladder tables
    check 'stats: two directories' diff <(echo ladder:; echo; cat table; echo; echo tables:) \
        <(head -n $(($(wc -l <table) + 4)) out)
}

# As another reader of such files understands them.
csv_fields() {
    check 'stats --csv: as many fields everywhere' test \
        "$(python3 -c 'import csv,sys; print(len({len(r) for r in csv.reader(open("out"))}))')" -eq 1
    check 'stats --csv: scores are those of stats.json' diff \
        <(python3 -c 'import csv; [print(r["games"], r["first_score_low"]) for r in csv.DictReader(open("out"))]') \
        <(jq -r '.cells[] | "\(.games) \(.first_score.low // "" | tostring)"' seed1/stats.json seed2/stats.json)
    check 'stats --csv: ends sum to games' python3 -c 'import csv
assert all(sum(int(r[c]) for c in r if c.startswith("end_")) == int(r["games"]) for r in csv.DictReader(open("out")))'
}

# Rows of a table in other forms, and several runs as one.
forms() {
    local seed
    for seed in 1 2 3; do
        try run "$tests/configs/run-paired.json" --out seed$seed --set seed=$seed --quiet \
            --set games_per_cell=$((2 * seed))
    done
    try stats seed1 seed2 --csv
    check 'stats --csv: one head, then a line a cell' test "$(wc -l <out)" -eq \
        $((1 + 2 * $(jq '.cells | length' seed1/stats.json)))
    command -v python3 >/dev/null && csv_fields
    try stats seed3 --latex
    check 'stats --latex: a line a cell' test "$(grep -c '\\\\$' out)" -eq \
        $((1 + $(jq '.cells | length' seed3/stats.json)))
    try stats seed1 seed2 --ratings --csv
    check 'stats --ratings --csv: those of stats.json' diff \
        <(tail -n +2 out | tr -d '"' | awk -F, '{print $(NF-14), $(NF-10)}' | sort) \
        <(jq -r '.ratings[].players[] | "\(.name) \(.rating // "")"' seed1/stats.json seed2/stats.json | sort)
    try stats seed3 --ratings --latex
    check 'stats --ratings --latex: a line a player' test "$(grep -c '\\\\$' out)" -eq \
        $((1 + $(jq '[.ratings[].players[]] | length' seed3/stats.json)))
    try stats seed1 seed2 seed3 --together --json
    cp out together
    check 'stats --together: all games' test "$(jq '[.cells[].games] | unique == [12]' out)" = true
    check 'stats --together: counts are sums' diff <(jq -c '.cells[].pairs' out) \
        <(jq -sc '[.[].cells | map(.pairs)] | transpose[] |
            [range(3) as $r | [range(3) as $c | map(.[$r][$c]) | add]]' seed?/stats.json)
    try stats seed3 seed1 seed2 --together --json
    check 'stats --together: in any order' cmp together out
    try stats seed2 --together --json
    check 'stats --together: of one run, its own' diff <(jq -S 'del(.experiment)' out) \
        <(jq -S 'del(.experiment)' seed2/stats.json)
    together_mistakes
}

together_mistakes() {
    try stats seed1 seed1 --together
    check 'stats --together: a seed twice' mistake 2 'seed 1 as in seed1'
    try stats seed1 tables ladder --together
    check 'stats --together: other games' mistake 2 "only runs that differ in the seed"
    cp -r seed2 changed
    jq '.complete = false' seed2/stats.json >changed/stats.json
    try stats seed1 changed --together
    check 'stats --together: half a run' mistake 2 'changed: the run is not complete'
    jq '.experiment.opening.random_plies = 9' seed2/experiment.json >changed/experiment.json
    cp seed2/stats.json changed
    try stats seed1 changed --together
    check 'stats --together: another opening' mistake 2 "changed: 'opening' is another"
    cp seed2/experiment.json changed
    zcat seed2/games.jsonl.gz | head -n -1 | gzip >changed/games.jsonl.gz
    try stats seed1 changed --together
    check 'stats --together: a game is missing' mistake 2 'changed/games.jsonl.gz: ' 'in stats.json'
    zcat seed2/games.jsonl.gz | sed '3s/"plies":/"plies":1/' | gzip >changed/games.jsonl.gz
    try stats seed1 changed --together
    check 'stats --together: a game that cannot be' mistake 2 'changed/games.jsonl.gz: line 3: '
    rm changed/games.jsonl.gz
    try stats seed1 changed --together
    check 'stats --together: no games' mistake 2 'changed/games.jsonl.gz: '
}

damaged_stats() {
    local says change
    mkdir damaged
    while IFS='|' read -r says change; do
        jq "$change" ladder/stats.json >damaged/stats.json
        try stats damaged
        check "stats: $change" mistake 2 "damaged/stats.json: $says"
    done <<'LIST'
format: 1 expected|.format = 2
format: 1 expected|[]
cells: a list expected|del(.cells)
cells[3].games: a count expected|.cells[3].games = "20"
cells[3].draws: a count expected|.cells[3].draws = -1
cells[0].strength.elo_low: a number or null expected|del(.cells[0].strength.elo_low)
cells[0].strength.elo: a number or null expected|.cells[0].strength = []
cells[29].pairs: a count expected|.cells[29].pairs = [[1, 2]]
cells[29].pairs: counts of at most 2^40|.cells[29].pairs[2][2] = 2000000000000
cells[29].unfinished_pairs: a count expected|del(.cells[29].unfinished_pairs)
cells[1].players: a text without|.cells[1].players = ["a"]
cells[1].players: a text without|.cells[1].players[0] = "\u001b[31m"
cells[2].game: a text without|.cells[2].game = null
cells[2].plies.mean: a number or null|del(.cells[2].plies)
cells[2].ends: an object expected|.cells[2].ends = [1]
cells[2].ends.what: an end that this harrow knows|.cells[2].ends.what = 3
cells[2].ends: a count expected|.cells[2].ends.passes = -1
cells[1].stopped: null or the reason|.cells[1].stopped = "x"
cells[1].false_resignations.value: a number or null|.cells[1].played_out = 3
LIST
    jq '.cells = []' ladder/stats.json >damaged/stats.json
    try stats damaged
    check 'stats: no cells' test "$code" -eq 0
    jq '.complete = false' ladder/stats.json >damaged/stats.json
    try stats damaged
    check 'stats: an incomplete run has its table' cmp table out
    check 'stats: and is told' grep -q 'not complete' err
    head -c 1000 ladder/stats.json >damaged/stats.json
    try stats damaged
    check 'stats: a cut file' mistake 2 'damaged/stats.json: '
}

escapes() { # how often a byte ESC stands in the input
    tr -dc '\033' | wc -c
}

colors() {
    local show="'$harrow' show --game agros --position '$field'"
    check 'no colours in a pipe' test "$(eval "$show" | escapes)" -eq 0
    command -v script >/dev/null || return
    check 'colours on a terminal' test "$(script -qec "$show" /dev/null </dev/null | escapes)" -gt 0
    check 'no colours on a terminal with NO_COLOR' test \
        "$(NO_COLOR=1 script -qec "$show" /dev/null </dev/null | escapes)" -eq 0
    check 'colours with an empty NO_COLOR' test \
        "$(NO_COLOR='' script -qec "$show" /dev/null </dev/null | escapes)" -gt 0
}

# A device that is full, a closed stdout, a reader that leaves.
outputs() {
    local command
    while read -r command; do
        code=0
        eval "'$harrow' $command" >/dev/full 2>err || code=$?
        : >out
        check "$command >/dev/full" mistake 3 'stdout: No space left on device'
        code=0
        eval "'$harrow' $command" >&- 2>err || code=$?
        check "$command >&-" mistake 3 'stdout: Bad file descriptor'
    done <<'LIST'
games
players
help
help run
--version
show --game agros
show --game agros --json
perft --game agros:size=3,farmers=1 --depth 4
perft --game agros:size=3,farmers=1 --depth 3 --divide
replay one
replay different
run base.json --dry-run
stats ladder
stats ladder --json
LIST
    "$harrow" perft --game agros:size=16 --depth 2 --divide 2>err | head -1 >/dev/null
    check 'head -1 ends it quietly' test "${PIPESTATUS[0]}" -ne 1 -a ! -s err
    yes "$(cat different)" | head -3000 >many
    "$harrow" replay many 2>err | head -1 >out
    check 'replay … | head -1' test ! -s err -a "$(wc -l <out)" -eq 1
}

# ---- Replay

differences() {
    local what change says
    while IFS='|' read -r what change says; do
        { cat one && sed "$change" one && cat one; } >other
        try replay other one
        check "replay: $what is exit 1" test "$code" -eq 1 -a ! -s err
        check "replay: $what is named" \
            diff <(printf 'other: line 2: id 3: %s\n' "$says") <(head -1 out)
        check "replay: $what is counted" grep -Exq '4 games, [0-9]+ plies, 1 differ' out
    done < <(lines_of differences.txt)
}

unreadable_records() {
    local says change
    while IFS='|' read -r says change; do
        { cat one && sed "$change" one; } >other
        try replay other
        check "replay: $change" mistake 2 "other: line 2: " "$says"
    done < <(lines_of unreadable.txt)
}

# What more threads than processors do to a run, and what --set takes.
runs() {
    local base="$tests/configs/run-self.json"
    try run "$base" --set 'players={"m":"mcts:movetime=1"}' --threads 64 --out none
    check 'players of the clock on too few processors' mistake 2 '--threads 64: ' 'go by the clock' '--force'
    try run "$base" --set 'players={"m":"mcts:movetime=1,threads=64"}' --threads 1 --out none
    check 'the same with threads inside' mistake 2 '64 threads '
    try run "$base" --set 'players={"m":"mcts:movetime=1,threads=64"}' --out none
    check 'the same without --threads' mistake 2 'players: 64 threads inside a search' '--force'
    try run "$base" --set 'stop={"first_player_halfwidth":0.1,"min_units":1000}' --set games_per_cell=2 \
        --set 'players={"r":"random"}' --out never-stops
    check 'a rule that is never asked: told' eval '[ $code -eq 0 ] && grep -q "stop.min_units: 1000 is more" err'
    try run "$base" --set games_per_cell=2 --set 'players={"r":"random"}' --threads 64 --out many-threads
    check 'other players: told' eval '[ $code -eq 0 ] && grep -q "64 threads on" err'
    try run "$base" --set games_per_cell=2 --set 'players={"m":"mcts:simulations=3,threads=2"}' --out inner
    check 'threads inside a search are no reason' eval '[ $code -eq 0 ] && ! grep -q "threads on" err'
    try run "$base" --set 'players={"g":"greedy"}' --set 'resign={"score":0.1,"plies":2}' --set games_per_cell=2 --out novalue
    check 'players without values cannot give up: told' grep -q 'players.g: gives its plies no value' err
    try run "$base" --set 'players={"r":"random"' --out none
    check '--set: half an object' mistake 2 "--set 'players=" 'column'
    try run "$base" --only 3 --extend
    check '--only with --extend' mistake 2 '--only plays one game'
    try run "$base" --pin --set 'players={"m":"mcts:simulations=3,threads=2"}' --out none
    check '--pin with threads inside' mistake 2 '--pin'
    check 'nothing was made' test ! -e none
}

schema() {
    check 'configs/schema.json is that of harrow run --schema' \
        diff "$tests/../configs/schema.json" <("$harrow" run --schema)
}

make_records
sed 's/"0-1"/"1-0"/' one >different
transcripts
help_texts
tables
forms
damaged_stats
colors
wrong_arguments
wrong_positions
wrong_configs
wrong_files
good_configs
differences
unreadable_records
schema
runs
outputs
check 'no table is empty' test ! -e no-lines
exit $failed
