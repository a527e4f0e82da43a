#!/bin/bash
# A person at `harrow play`: whole games on a pseudo-terminal, everything that can be typed, and
# scripts that type it. Usage: test_play.sh HARROW
. "$(dirname "$0")/run.sh"

# ---- A terminal

# sit ARGUMENT…: `harrow play` on a terminal of 80 columns, with what it writes in the file `screen`
# and its keys at file 4; back when it has asked.
sit() {
    local command
    command=$(printf '%q ' "$harrow" play "$@")
    rm -f keys
    : >screen # not to take what the last one showed for this one's
    mkfifo keys
    env --default-signal=INT timeout $((60 * patience)) script -qefc \
        "stty rows 24 cols 80; exec $command" /dev/null <keys >screen 2>&1 &
    pid=$!
    exec 4>keys
    size=0
    [ -n "${unasked:-}" ] || eventually asks
}

# It has written something since the last key, and the last of it is a prompt.
asks() {
    [ "$(stat -c %s screen)" -gt "$size" ] && [[ $(tail -c 20 screen | tr -d '\0') =~ \>\ $ ]]
}

press() { # KEYS: as printf has them
    size=$(stat -c %s screen)
    printf "$1" >&4
}

type_line() { # LINE: back when it has asked again
    press "$1\r"
    eventually asks || { cat -v screen; return 1; }
}

leave() { # KEYS
    (press "$1") 2>/dev/null # who has ended already reads no keys
    reap
    exec 4>&-
}

# What is left to be seen, without colours.
shown() {
    sed $'s/\r*$//; s/.*\r\033\\[K//; s/\r//g; s/\033\\[[0-9;]*[a-zA-Z]//g' screen
}

shows() { # PATTERN…: each in some line
    local pattern
    for pattern in "$@"; do
        shown | grep -aEq -- "$pattern" || { echo "nothing of '$pattern' in: $(shown | tail -n 12)"; return 1; }
    done
}

shows_not() { # PATTERN
    ! shown | grep -aE -- "$1"
}

fits() { # no line is wider than the terminal; the command to go on with may be
    local widest
    widest=$(shown | grep -av '^harrow: ' | wc -L)
    [ "$widest" -gt 0 ] && [ "$widest" -le 80 ] || { echo "$widest columns"; shown | grep -E '.{81}'; return 1; }
}

# ---- Games

# Follows the player's own hints to the end.
play_by_hints() {
    local ply plies=0
    while ! shown | tail -n 1 | grep -q '^over> '; do
        type_line hint || return
        ply=$(shown | sed -n 's/^Hint: \([^,]*\), .*/\1/p' | tail -n 1)
        type_line "${ply:?}" || return
        plies=$((plies + 1))
        [ $plies -lt 150 ] || return
    done
}

record_is() { # FILE JQ-CONDITION
    "$harrow" replay "$1" >replayed || { cat replayed; return 1; }
    grep -q ' all agree$' replayed && jq -e "$2" "$1" >/dev/null || { cat "$1"; return 1; }
}

whole_game() { # NAME PATTERN CONDITION ARGUMENT…
    local name=$1 pattern=$2 condition=$3
    shift 3
    sit "$@" --seed 3
    check "$name: to the end by hints" play_by_hints
    check "$name: the end in words" shows "$pattern" "'save FILE' keeps the game, 'undo' goes back"
    check "$name: saved" type_line "save $name.json"
    check "$name: no line too wide" fits
    leave 'quit\r'
    check "$name: exit 0" test "$code" -eq 0
    check "$name: the record agrees" record_is "$name.json" "$condition"
}

whole_games() {
    local agros='(wins, [0-9.]+ to [0-9.]+ \((1-0|0-1)|A draw, .*\(1/2-1/2)\): two passes in a row, after [0-9]+ plies\.$'
    whole_game sow "$agros" '.end == "passes" and .first == "person"' \
        --game agros:size=4,farmers=1 --player mcts:simulations=50
    whole_game static "$agros" '.end == "passes" and .second == "person"' \
        --game agros:size=4,farmers=3,rule=static --player mcts:simulations=50 --seat second
    check 'static: the second seat' shows '^Light: mcts:simulations=50; Dark: person\.'
    whole_game awale '^. wins, [0-9]+ to [0-9]+ .*: (more than half of the stones|. has no legal ply), after' \
        '.end == "majority" or .end == "stuck"' --game awale --player greedy
}

# Two persons make all plies of a game that is known.
two_persons() {
    local ply plies
    plies=$(jq -r 'select((.moves | split(" ") | length) == 126) | .moves' "$tests/data/agon-games.jsonl")
    sit --game agon
    for ply in $plies; do type_line "$ply" || break; done
    check 'agon: to the end by two persons' shows 'wins \(0-1\): .*, after 126 plies\.$'
    check 'agon: steps and returns are explained once' eval \
        '[ "$(shown | grep -c "^A ply is one step")$(shown | grep -c "^A guard of yours is captured")" = 11 ]'
    check 'agon: saved' type_line 'save agon.json'
    check 'agon: no line too wide' fits
    leave '\004'
    check 'agon: the end of the input: exit 0' test "$code" -eq 0
    check 'agon: the record agrees' record_is agon.json '.plies == 126 and .second == "person"'
}

# ---- What is typed

typing() {
    sit --game agros:size=6,farmers=1 --moves 'c3 d5 c3-c4 pass'
    check 'a pass is explained' shows '^The other side has passed: if you pass too'
    type_line c4
    check 'a cell: the piece' shows '^c4 holds a Light farmer of harvest 2$' 'where a sowing ends:$'
    check 'a cell: what it can do is pointed out' shows '^  4 +\*. +:. +@L2 +:[^ ] +\*[^ ] .* 4$'
    check 'a cell: and listed' shows '^  c4-a2 .* c4-e4 c4:b3 '
    type_line c
    check 'what fits several is listed' shows "^'c' could be c4-a2 .* c4:b3"
    type_line h
    check 'commands, too' shows "^'h' could be hint help\.$"
    type_line c4c2
    check 'without signs' shows '^5\. Light: c4-c2$'
    check 'the last ply is pointed out' shows '^  4 +\+ +\+ +>\+ +\+ ' '^  2 +\+ +\+ +>L3 +\+ '
    type_line D5E5
    check 'in capitals' shows '^6\. Dark: d5-e5$'
    type_line un
    check 'undo: one ply of two persons' shows '^1 ply taken back\.$'
    type_line pa
    check 'a beginning' shows '^6\. Dark: pass$'
    type_line fields
    check 'fields' shows '^owner   value  cells$' '^(Light|Dark|nobody) +[0-9]+ +[0-9]+  a1 '
    type_line moves
    check 'moves: a line for each piece' shows '^[0-9]+ legal plies$' '^  c2-.*c2:' '^  pass$'
    type_line resign
    check 'resign' shows '^Dark wins \(0-1\): Light resigns, after 6 plies\.$'
    type_line undo
    check 'undo: a resignation' shows '^The resignation is taken back\.$' '^Light> $'
    leave '\003'
    check 'Ctrl-C at the prompt: exit 130' test "$code" -eq 130
    check 'Ctrl-C at the prompt: how to go on' shows \
        "^harrow: to go on: harrow play --game 'agros:size=6,farmers=1,rule=sow' --moves 'c3 d5 c3-c4 pass c4-c2 pass'$"
}

editing() {
    if ! ldd "$harrow" | grep -q libedit; then
        echo '# skip editing: built without libedit'
        return
    fi
    sit --game agros:size=6,farmers=1 --moves 'c3 d5 c3-c4'
    press 'he\t'
    check 'TAB completes a command' eventually shows '^Dark> help$'
    press '\025d5-\t'
    check 'TAB lists what it could be' eventually shows '^  d5-c5 d5-c6 '
    press '\025pas\t'
    check 'TAB completes a ply' eventually shows 's$'
    type_line ''
    check 'the ply that was completed' shows '^4\. Dark: pass$'
    press '\033[A'
    check 'the arrows bring back what was typed' eventually shows '^Light> pass$'
    type_line ''
    check 'and it is typed' shows '^5\. Light: pass$' ': two passes in a row, after 5 plies\.$'
    leave '\004'
    check 'Ctrl-D: exit 0' test "$code" -eq 0
}

# ---- The clock, and Ctrl-C

clocks() {
    sit --game awale --player random --clock 5+50 --seed 1
    check 'clock: in the prompt' shows '^A [45]:[0-5][0-9]> $'
    type_line 3
    check 'clock: more after a ply' shows '^A 5:[1-5][0-9]> $'
    leave 'q\r'
    check 'clock: the command that goes on has it' shows "--clock [45]\.[0-9]{3}/[45]\.[0-9]{3}\+50 "
    sit --game awale --player random --clock 0.005/1
    size=0
    check 'clock: it runs out' eventually shows "^B wins \(0-1\): A's time is up, after 0 plies\.$"
    eventually asks
    type_line undo
    check 'clock: time is not given back' shows '^Time is not given back\.$'
    type_line 'save time.json'
    leave 'q\r'
    check 'clock: the record agrees' record_is time.json '.end == "time" and .result == "0-1"'
    : | "$harrow" play --game awale --seat second --clock 0.05 --player mcts:simulations=1000000000 \
        >out 2>err
    check 'clock: a player keeps to its own' grep -q '^1\. A: A' out
}

interrupts() {
    local begun
    sit --game agros:size=12,farmers=7 --player mcts:movetime=80000000 --seat first
    press 'f6\r'
    check 'Ctrl-C: the player thinks' eventually shows '^Dark: thinking \.\.\.$'
    begun=$(milliseconds)
    leave '\003'
    check 'Ctrl-C: exit 130' test "$code" -eq 130
    check 'Ctrl-C: within a second' test $(($(milliseconds) - begun)) -le $((1000 * patience))
    shown | sed -n 's/^harrow: to go on: harrow //p' >command
    eval "exec '$harrow' $(cat command)" <<<resign >out 2>err &
    pid=$!
    check 'Ctrl-C: the command goes on' eventually grep -q '^Light: person; Dark: mcts:movetime=80000000\.' out
    kill -TERM "$pid"
    reap
    check 'SIGTERM: exit 143' test "$code" -eq 143
    check 'SIGTERM: the same game' grep -qF -- "$(cat command)" err
}

# ---- Other terminals

dumb() {
    export TERM=dumb
    sit --game agros:size=16,farmers=3 --player random --seed 1
    type_line f6
    check 'TERM=dumb: plies' shows '^1\. Light: f6$' '^  3\. Dark|^3\. Dark: '
    check 'TERM=dumb: nothing to be taken back' eval '! grep -aq "$(printf "\033")" screen'
    check 'TERM=dumb: no line too wide' fits
    leave '\004'
    check 'TERM=dumb: exit 0' test "$code" -eq 0
    export TERM=xterm NO_COLOR=1
    sit --game agros:size=8,farmers=3 --player random --seed 1
    type_line f6
    type_line f7
    leave 'q\r'
    check 'NO_COLOR: no colours' eval '! grep -aq "$(printf "\033\\[[0-9;]*m")" screen'
    check 'NO_COLOR: signs point out the last plies' shows '^  [0-9] .*>L1'
    unset NO_COLOR
    sit --game awale
    check 'colours' grep -aqF $'\033[1;33m 4' screen
    leave 'q\r'
    export -n TERM
}

# ---- Scripts

# typed LINE…: types them into a pipe, with the output in out and err.
typed() { # ARGUMENTS LINE…
    local arguments=$1
    shift
    code=0
    printf '%s\n' "$@" | eval "timeout $((20 * patience)) '$harrow' play $arguments" >out 2>err || code=$?
}

says() { # PATTERN…
    local pattern
    for pattern in "$@"; do
        grep -Eq -- "$pattern" out || { echo "nothing of '$pattern' in: $(tail -n 8 out)"; return 1; }
    done
}

is_told() { # PATTERN: in the last line
    [ "$code" -eq 0 ] && tail -n 1 out | grep -Eq -- "$1" || { tail -n 3 out; return 1; }
}

wrong() { # ARGUMENTS LINE PATTERN: the last line says so, and no ply was made
    typed "$1" "$2"
    check "wrong: ${2:0:20}: $3" is_told "$3"
}

wrong_input() {
    local opening='--game agros:size=8,farmers=3 --moves d4' \
        moving='--game agros:size=5,farmers=1 --moves "c3 d3 c3-c4 d3-e3"' \
        seed='--game agros:size=5,farmers=1 --moves "c3 d3 c3-c4 d3-e3 c4:b4 pass"'
    wrong "$opening" d4 '^d4 is not legal here: d4 is not empty\.$'
    wrong "$opening" D4 '^D4 is not legal here: d4 is not empty\.$'
    wrong "$opening" a9 'a9 is not on the board\.$'
    wrong "$opening" pass 'all farmers are to be placed first\.$'
    wrong "$opening" xyzzy "^'xyzzy' is no ply and no command; see 'moves' and 'help'\.$"
    wrong "$moving" c4-c5 'the farmer on c4 has a harvest of 2 and moves 2 cells, not 1\.$'
    wrong "$moving" c4-d2 'that is not straight in one of the eight directions\.$'
    wrong "$moving" c4-c9 'c9 is not on the board\.$'
    wrong "$moving" e3-e5 'e3 holds a Dark farmer of harvest 2\.$'
    wrong "$moving" a1-a2 'a1 is empty\.$'
    wrong "$moving" e3 '^e3 holds a Dark farmer of harvest 2; there is no legal ply from or to it$'
    wrong "$seed" c4-c5 'c4 holds a Light seed, which never moves\.$'
    wrong "$seed" b4:b5 'the farmer on b4 has no seed to sow\.$'
    wrong '--game agon' a1-a4 'a step goes to a neighbouring cell\.$'
    wrong '--game agon --moves "a1-b2 k11-j10"' b2-a1 'a step never goes outward\.$'
    wrong '--game agon' a3-b3 'a3 holds a Dark guard\.$'
    wrong '--game agon' z9 "^'z9' is no ply"
    wrong '--game awale' B1 'B1 is a house of the other row\.$'
    wrong '--game awale --moves "A1 B1"' 1 '^A1 is empty; there is no legal ply from or to it$'
    wrong '--game awale --position "1,1,1,1,1,0/0,0,8,0,0,1 0-0 b"' b3 'it would take all stones of the other row'
    wrong '--game awale' 'undo' '^There is no ply of yours to take back\.$'
    wrong '--game awale' 'fields' '^This game has no fields\.$'
    wrong '--game awale' 'moves A1' "^'moves' takes nothing behind it\.$"
    wrong '--game awale' save '^save FILE: a file name expected$'
    wrong '--game awale' 'save no/such/folder' '^Not saved: no/such/folder: No such file'
    wrong '--game awale' "$(head -c 5000 /dev/zero | tr '\0' x)" '^That line is too long\.$'
}

scripts() {
    typed '--game agros:size=5,farmers=1 --player mcts:simulations=20 --seed 1' \
        c3 'save some.json' 'save some.json' pass 'save some.json' 'save! some.json'
    check 'pipe: exit 0, and how to go on' eval '[ "$code" -eq 0 ] && [ ! -s err ]'
    check 'pipe: no prompts, no colours' eval '! grep -q "> \|[[:cntrl:]]" out'
    check 'save: not over another file' says '^Not saved: some\.json is there already: .save! FILE. replaces it$'
    check 'save!: over it' eval '[ "$(grep -c "^Saved in some.json" out)" -eq 2 ]'
    check 'save: a game that is not over' record_is some.json '.result == "*" and .end == "ply-limit" and .plies == 4'
    check 'the player tells what it thinks' says '^2\. Dark: .*  \[mcts, [0-9.]+ s: [a-z ]+ \([0-9]+ %\)\]$'

    typed '--game agros:size=5,farmers=1 --player mcts:simulations=20 --seed 1 --seat second' undo c3 undo
    check 'undo: back to the decision, not before it' says '^There is no ply of yours' '^[12] pl(y|ies) taken back\.$'
    typed '--game awale --position "1,1,1,1,1,0/0,0,8,0,0,1 0-0 b" --moves B6' 'save from.json' 'resign' 'save there.json'
    check 'another start' record_is from.json '.position == "1,1,1,1,1,0/0,0,8,0,0,1 0-0 b" and .moves == "B6"'
    check 'a resigned game' record_is there.json '.end == "resign" and .result == "0-1"'
    check 'unsaved: how to go on' eval 'typed "--game awale" 3 && grep -qxF "harrow: to go on: harrow play --game '\''awale'\'' --moves '\''A3'\''" err'
    printf '3' | "$harrow" play --game awale >out 2>err
    check 'a last line without an end' says '^1\. A: A3$'
    "$harrow" play --game awale </dev/null >out 2>err
    check 'no input: exit 0' test $? -eq 0
    typed "--game agros:size=8,farmers=3 --player 'engine:command=\"$harrow engine --player random\",nodes=1'" d4 hint
    check 'an outside engine' says '^2\. Dark: ' '^3\. Dark: ' '^Hint: [a-h][1-8], '
    typed "--game awale --player 'engine:command=\"bash $tests/engines/bad.sh exit 1 $harrow engine --player random\",nodes=1'" \
        3 'save crash.json' undo 4 quit
    check 'an engine that crashes loses' eval \
        '[ "$code$(grep -c "^A wins (1-0): B.s engine failed, after 1 ply\.$" out)" = 02 ]'
    check 'an engine that crashes: the record agrees' record_is crash.json '.end == "crash" and .result == "1-0"'
    typed "--game awale --player 'engine:command=\"false\",nodes=1'" 3
    check 'an engine that fails: exit 3' eval '[ "$code" -eq 3 ] && grep -q "^harrow: to go on: " err'
}

whole_games
two_persons
typing
editing
clocks
interrupts
dumb
wrong_input
scripts
exit $failed
