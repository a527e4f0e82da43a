#!/bin/bash
# harrow as an engine: conversations in the Universal Game Interface, and how it behaves while it
# searches. Usage: test_engine.sh HARROW
. "$(dirname "$0")/run.sh"

# open ARGUMENT…: begins a conversation; say and hear go on with it until leave.
open() {
    coproc ENGINE { exec "$harrow" engine "$@" 2>err; }
    pid=$ENGINE_PID
    exec {to}>&"${ENGINE[1]}" {from}<&"${ENGINE[0]}"
    eval "exec ${ENGINE[0]}<&- ${ENGINE[1]}>&-"
}

say() { # LINE
    printf '%s\n' "$1" >&"$to"
}

# hear PATTERN: prints all up to the first line that begins so; a pattern of bash.
hear() {
    local line
    while IFS= read -r -t $((10 * patience)) line <&"$from"; do
        printf '%s\n' "$line"
        [[ ! $line =~ ^($1) ]] || return 0
    done
    echo "nothing of '$1' came"
    return 1
}

leave() {
    exec {to}>&- {from}<&-
    reap
}

# Times are those of the machine.
masked() {
    sed -E 's/ (time|nps) [0-9]+/ \1 N/g'
}

# Says the lines "> …" of a file and prints the conversation anew; its first line has the arguments.
conversation() { # FILE
    local line arguments
    arguments=$(sed -n '1s/^\$ harrow engine //p' "$1")
    echo "\$ harrow engine $arguments"
    eval "open $arguments"
    while IFS= read -r line; do
        echo "> $line"
        say "$line"
        case $line in
        'go infinite' | quit) ;;
        go*) hear bestmove ;;
        ugi) hear ugiok ;;
        isready) hear readyok ;;
        *) say isready; hear readyok | grep -v '^readyok' ;;
        esac
    done < <(sed -n 's/^> //p' "$1") | masked
    leave
    [ "$code" -eq 0 ] || echo "[$code] $(cat err)"
}

conversations() {
    local file
    for file in "$tests"/engine/*.txt; do
        check "the conversation engine/${file##*/}" diff "$file" <(conversation "$file")
    done
}

# ---- While it searches

answers_at_once() { # COMMAND PATTERN
    local begun
    begun=$(milliseconds)
    say "$1"
    hear "$2" >heard || { cat heard; return 1; }
    [ $(($(milliseconds) - begun)) -le $((200 * patience)) ] || echo "$1: late" >>late
    [ ! -e late ]
}

searching() {
    local player
    for player in mcts:simulations=1000000000 alphabeta:depth=100 mcts:threads=2 alphabeta:threads=2; do
        open --game agros:size=12,farmers=7 --player "$player"
        say 'position startpos moves a1 b2'
        say 'go infinite'
        check "$player: isready while it searches" answers_at_once isready readyok
        check "$player: query while it searches" answers_at_once 'query p1turn' 'response false'
        check "$player: another go is refused" answers_at_once 'go nodes 1' 'info string go: a search'
        check "$player: stop ends it" answers_at_once stop bestmove
        check "$player: with a legal ply" eval "say 'query legal'; hear response | grep -qw -- $(
            sed -n 's/^bestmove //p' heard)"
        say 'go movetime 100000000'
        check "$player: stop ends a long one" answers_at_once stop bestmove
        say 'go infinite'
        say quit
        check "$player: quit ends it" eventually gone
        leave
        check "$player: exit 0" ended 0
        open --game agon --player "$player"
        say 'go infinite'
        exec {to}>&-
        check "$player: so does the end of the input" eventually gone
        check "$player: with what was found" eval 'hear bestmove >/dev/null'
        leave
        check "$player: exit 0" ended 0
    done
}

gone() {
    ! kill -0 "$pid" 2>/dev/null || [ "$(ps -o stat= -p "$pid" | cut -c 1)" = Z ]
}

limits() {
    local begun spent
    open --game awale --player mcts
    begun=$(milliseconds)
    say 'go movetime 300'
    check 'go movetime: a ply' eval 'hear bestmove >/dev/null'
    spent=$(($(milliseconds) - begun))
    check "go movetime 300: $spent ms" test $spent -ge 290 -a $spent -le $((300 + 200 * patience))
    begun=$(milliseconds)
    say 'go p1time 1000 p2time 1 p1inc 0 p2inc 0'
    check 'go with clocks: a ply' eval 'hear bestmove >/dev/null'
    spent=$(($(milliseconds) - begun))
    check "go p1time 1000: $spent ms" test $spent -le $((600 * patience))
    say 'position startpos moves A3'
    begun=$(milliseconds)
    say 'go p1time 100000 p2time -50'
    check 'go with a clock that has run out: a ply' eval 'hear bestmove >/dev/null'
    spent=$(($(milliseconds) - begun))
    check "go p2time -50: $spent ms" test $spent -le $((100 * patience))
    say quit
    leave
}

# ---- Whatever comes in

rubbish() {
    local i
    for ((i = 0; i < 20; i++)); do
        head -c $((RANDOM * 4)) /dev/urandom
        printf '\nposition fen \nposition fen 1,2 moves\ngo\nstop\nsetoption name value\nquery\n'
        printf 'position startpos moves\nposition\nsetoption\nposition moves\ngo nodes\n'
    done | "$harrow" engine --game awale --player alphabeta >out 2>err
    code=${PIPESTATUS[1]}
    check 'rubbish: survived' ended 0
    check 'rubbish: told' grep -q '^info string' out
    { head -c 20000000 /dev/zero | tr '\0' x; echo; echo isready; } |
        "$harrow" engine --player random >out
    check 'a line of 20 MB: passed over' diff <(printf 'info string a line is too long, and passed over\nreadyok\n') out
    printf 'isready' | "$harrow" engine --player random >out
    check 'a last line without its end counts' grep -qx readyok out
}

wrong_arguments() {
    local says arguments
    while IFS='|' read -r says arguments; do
        code=0
        eval "'$harrow' engine $arguments" </dev/null >out 2>err || code=$?
        check "engine $arguments" ended 2 "$says"
    done <<'LIST'
--player PLAYER expected|--game awale
--game: unknown game 'chess'|--game chess --player random
--player: unknown player 'x'|--player x
an engine is told the time|--player mcts:time=60000
a whole number of 0..|--player random --seed x
only options expected|--player random x
LIST
}

conversations
searching
limits
rubbish
wrong_arguments
exit $failed
