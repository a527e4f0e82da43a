#!/bin/bash
# Outside engines as players: harrow against itself through the protocol, and engines that go wrong
# in every way there is; a run goes on, records what happened, and leaves no process behind.
# Usage: test_run_engines.sh HARROW
. "$(dirname "$0")/run.sh"

# The directory of this test is in the command line of each engine, so that it is found.
ln -s "$harrow" harrow
engine="$work/harrow engine --player"
bad="bash $tests/engines/bad.sh"

config() { # GAMES PLAYERS KEYS
    echo "{\"name\":\"e\",\"games\":$1,\"players\":$2,\"pairing\":\"round-robin\",\"seed\":5$3}" \
        >config.json
}

play() { # DIR OPTION…
    local dir=$1
    shift
    timeout $((60 * patience)) "$harrow" run config.json --out "$dir" --quiet "$@" >out 2>err
    code=$?
}

no_process() {
    ! pgrep -f -- "$work/harrow" >pids || { ps -o pid,stat,args -p "$(paste -sd, pids)"; return 1; }
}

replays() { # DIR
    "$harrow" replay "$1/games.jsonl.gz" | grep -q 'all agree$'
}

# ---- The same through the protocol

# Both games of a pair have one opening: the same player in both seats plays the same game in both.
same_games() { # DIR
    zcat "$1/games.jsonl.gz" | jq -r '"\(.cell) \(.pair) \(.moves)"' | sort | uniq -c |
        awk '$1 != 2 { print "a game that is not there twice:", $0; exit 1 }'
}

itself() {
    local players="{\"in\":\"alphabeta:nodes=300,ties=first\",
        \"out\":\"engine:command=\\\"$engine alphabeta:ties=first\\\",nodes=300\"}"
    config '["agros:size=5,farmers=3","awale","agon"]' "$players" \
        ',"games_per_cell":6,"opening":{"random_plies":4},"values":true'
    play itself --threads 2
    check 'through the protocol: exit 0' ended 0
    check 'through the protocol: the same games' same_games itself
    check 'through the protocol: replay agrees' replays itself
    check 'through the protocol: not reproducible' jq -e '.reproducible == false' \
        itself/experiment.json
    check 'through the protocol: scores come back as values' eval \
        'zcat itself/games.jsonl.gz | jq -es "all(.[]; .values | test(\"^/*=*$\") | not)"'
    check 'through the protocol: no process is left' no_process
    # Light, Dark, Dark, Light, Light, Dark place: all but the first by the players.
    config '["agros:size=5,farmers=3","agros:size=8,farmers=5,rule=static"]' "$players" \
        ',"games_per_cell":4,"opening":{"random_plies":1}'
    play placing --threads 2
    check 'plies in a row through the protocol: exit 0' ended 0
    check 'plies in a row through the protocol: the same games' same_games placing
    "$harrow" analyse --game awale --json >out \
        --player "engine:command=\"$engine alphabeta:ties=first\",depth=5"
    check 'analyse: an engine' jq -e '.move and .value > 0 and .value < 1 and .depth == 5 and
        (.variation | length == 5)' out
    # An object in JSON, and a command with quotes of its own.
    config '["awale"]' "{\"r\":\"random\",\"o\":{\"kind\":\"engine\",\"nodes\":1,
        \"command\":\"'$work/harrow' \\\"engine\\\" --player random\"}}" ',"games_per_cell":2'
    play object
    check 'a player as an object: exit 0' ended 0
    check 'the directory alone is enough to go on' "$harrow" run object --quiet
    config '["awale"]' "$players" ',"games_per_cell":2,"ply_limit":4'
    code=0
    env --ignore-signal=CHLD "$harrow" run config.json --out ignored --quiet >out 2>err || code=$?
    check 'called with SIGCHLD ignored: exit 0' ended 0
}

# ---- The example in C, which is told what is legal

example() {
    local game
    cc -o "$work/example" "$tests/../scripts/examples/engine.c" 2>cc.err || {
        echo "# skip the example: $(head -1 cc.err)"
        return
    }
    config '["agros:size=4,farmers=1","awale","agon"]' "{\"r\":\"random\",
        \"c\":\"engine:command=\\\"$work/example harrow\\\",movetime=1000\"}" \
        ',"games_per_cell":4,"ply_limit":200'
    play taught --threads 2
    check 'the example: exit 0' ended 0
    check 'the example: without a fault' jq -e 'all(.cells[]; .ends | has("crash") or has("time") or
        has("illegal-move") | not)' taught/stats.json
}

# ---- Clocks

# What an engine is told of its time: first all of it, then less, though never more than the
# increment could have made up for.
told_the_clock() {
    sed -n '/^uginewgame/,/^uginewgame/ s/^go /go /p' asked | awk -v most=3000 '
        !/^go p1time [0-9]+ p2time [0-9]+ p1inc 20 p2inc 20$/ || $3 != $5 { print; bad = 1 }
        NR == 1 && $3 != most { print "first", $0; bad = 1 }
        $3 > most { print "more than there was", $0; bad = 1 }
        { most = $3 + 20 } END { exit bad || NR < 3 }'
}

clocks() {
    config '["agros:size=4,farmers=1"]' "{\"r\":\"random\",\"c\":{\"kind\":\"engine\",\"time\":3000,
        \"inc\":20,\"command\":\"bash -c 'tee -a asked | $engine mcts:memory=1'\"}}" \
        ',"games_per_cell":2,"ply_limit":60'
    play clock --threads 1
    check 'a clock: exit 0' ended 0
    check 'a clock: told in each go of a game' told_the_clock
    check 'a clock: no game is lost on time' jq -e '.cells[0].ends | has("time") | not' \
        clock/stats.json
}

# ---- Engines that go wrong

lost_by() { # DIR END
    zcat "$1/games.jsonl.gz" | jq -es --arg why "$2" 'length == 4 and all(.[]; .end == $why and
        .result == (if .first == "bad" then "0-1" else "1-0" end))' ||
        { zcat "$1/games.jsonl.gz" | jq -c '[.first, .result, .end]'; return 1; }
}

counts_for_strength() { # DIR END
    jq -e --arg why "$2" '.cells[0] | .strength.value == 1 and .games == 4 and .first_wins == 0 and
        .second_wins == 0 and .first_score.value == null and .ends == {($why): 4}' "$1/stats.json" ||
        { jq -c '.cells[0]' "$1/stats.json"; return 1; }
}

# goes_wrong MODE END LIMITS: it loses by that and nothing else, in each of its games.
goes_wrong() {
    config '["awale"]' "{\"good\":\"random\",
        \"bad\":\"engine:command=\\\"$bad $1 3 $engine random\\\",failures=0,$3\"}" \
        ',"games_per_cell":4'
    play "$1" --threads 2
    check "$1: the run goes on" ended 0
    check "$1: '$2', lost by who was at fault" lost_by "$1" "$2"
    check "$1: replay agrees" replays "$1"
    check "$1: it counts for strength only" counts_for_strength "$1" "$2"
    check "$1: the table tells" grep -q '^faults: ' out
    check "$1: the log tells" grep -aq "^\[harrow\] .*($2)$" "$1/engine-bad.log"
    check "$1: no process is left" no_process
}

soon="movetime=$((100 * patience)),margin=$((100 * patience))"

wrong() {
    goes_wrong segv crash nodes=5
    check 'segv: how it ended' grep -q 'killed by signal 11' segv/engine-bad.log
    goes_wrong exit crash nodes=5
    check 'exit: how it ended' grep -q 'ended with exit code 3' exit/engine-bad.log
    goes_wrong exit-255 crash nodes=5
    check 'exit-255: how it ended' grep -q 'ended with exit code 255' exit-255/engine-bad.log
    goes_wrong hang time "$soon"
    rm -r hang
    bad="timeout 1000 $bad" goes_wrong hang time "$soon" # which has a group of its own
    goes_wrong shut crash nodes=5
    goes_wrong illegal illegal-move nodes=5
    goes_wrong chatty-illegal illegal-move nodes=5
    goes_wrong empty illegal-move nodes=5
    goes_wrong garbage time "$soon"
    goes_wrong flood crash nodes=5
    goes_wrong endless crash nodes=5
    goes_wrong half time "$soon"
    goes_wrong half-exit crash nodes=5
    if [ "$patience" -eq 1 ]; then
        goes_wrong slow time movetime=100,margin=100
        rm -r slow
        goes_wrong slow time time=1000,margin=100
    fi
    goes_wrong deaf time "nodes=5,timeout=$((1000 * patience))"
}

by_rule() { # DIR
    zcat "$1/games.jsonl.gz" | jq -es 'all(.[]; .end | IN("majority", "stuck", "ply-limit"))'
}

# Not faults: much on stderr, not to end when asked to, an answer too many, and an end behind the
# last ply of a game, and tabs for blanks.
odd() {
    local mode
    for mode in chatty stubborn twice tired tabs; do
        config '["awale"]' "{\"good\":\"random\",
            \"bad\":\"engine:command=\\\"$bad $mode 7 $engine random\\\",nodes=5\"}" \
            ",\"games_per_cell\":4,\"ply_limit\":$([ $mode = tired ] && echo 14 || echo 60)"
        play $mode --threads 1
        check "$mode: exit 0" ended 0
        check "$mode: no fault" by_rule $mode
        check "$mode: no process is left" no_process
    done
    check 'chatty: the log is bounded' test "$(stat -c %s chatty/engine-bad.log)" -le 1200000
    check 'chatty: and not empty' test "$(stat -c %s chatty/engine-bad.log)" -ge 1000000
    code=0
    "$harrow" analyse --game awale >out 2>err \
        --player "engine:command=\"$bad chatty 1 $engine random\",nodes=5" || code=$?
    check 'chatty, analyse: exit 0' test "$code" -eq 0
    check 'chatty, analyse: some of it is shown' test "$(stat -c %s err)" -ge 60000
    check 'chatty, analyse: not all of it' test "$(stat -c %s err)" -le 80000
    check 'chatty, analyse: and that is told' grep -aqx '\[harrow\] what follows is left out' err
}

# In every third game, "watch" has the first ply, after "hang" has lost the one before by its first.
no_hanging() {
    config '["awale"]' "{\"good\":\"engine:command=\\\"$bad watch 1 $engine random\\\",nodes=5\",
        \"bad\":\"engine:command=\\\"$bad hang 1 $engine random\\\",failures=0,$soon\"}" \
        ',"games_per_cell":4'
    play watched-hang --threads 1
    check 'hang: it does not go on behind the game that it has lost' diff <(printf '0\n0\n') watched
}

# What an engine announces has a name of whole words, and what it counts may be much.
announcements() {
    cat >named.sh <<'STUB'
while read -r line; do
    echo "$line" >>told
    case $line in
    ugi) printf 'option name Game Speed type spin default 1\noption name legal type check\nugiok\n' ;;
    isready) echo readyok ;;
    legal*) move=${line##* } ;;
    go*) echo "bestmove $move" ;;
    quit) exit ;;
    esac
done
STUB
    check 'an option "legal" is Legal' "$harrow" analyse --game awale \
        --player "engine:command=\"bash $work/named.sh\",nodes=1"
    check 'an option "Game Speed" is not Game' diff <(grep setoption told) \
        <(echo 'setoption name Legal value true')
    "$harrow" analyse --game awale --json >out \
        --player "engine:command=\"$bad huge 1 $engine alphabeta\",nodes=50"
    check 'three thousand million nodes' grep -q '\b3000000000\b' out
}

# ---- Engines that are of no use at all

hopeless() {
    local says command
    while IFS='|' read -r says command; do
        config '["awale"]' "{\"good\":\"random\",\"bad\":{\"kind\":\"engine\",\"nodes\":5,
            \"timeout\":$((500 * patience)),\"failures\":3,\"command\":\"$command\"}}" \
            ',"games_per_cell":200'
        rm -rf "$work/hopeless"
        play hopeless --threads 2
        check "$command: ends the run and says why" ended 3 "$says" 'games are safe'
        check "$command: no process is left" no_process
    done <<LIST
no/such/program: cannot be started: No such file or directory .looked for from the current dir|no/such/program
cannot be started: Permission denied|/
ended with exit code 7|$bad dead 1 $engine random
no answer to 'ugi' in time|$bad mute 1 $engine random
has lost 3 games in a row by faults, the last by 'illegal-move': move 'z99'|$bad illegal 1 $engine random
LIST
}

wrong_specs() {
    local says player
    while IFS='|' read -r says player; do
        config '["awale"]' "{\"p\":$player}" ',"games_per_cell":2'
        play none
        check "$player" ended 2 "$says"
    done <<'LIST'
command="..." expected|"engine:nodes=1"
one of movetime, time, nodes and depth expected|"engine:command=x"
one of movetime, time, nodes and depth expected|"engine:command=x"
inc=5 without a clock|"engine:command=x,nodes=1,inc=5"
a quote is not closed|"engine:command=\"x 'y\",nodes=1"
a program expected|"engine:command=\" \",nodes=1"
a text with a number of bytes in 1..399 expected|{"kind":"engine","command":"","nodes":1}
a text with a number of bytes in 1..399 expected|{"kind":"engine","command":1,"nodes":1}
LIST
    code=0
    "$harrow" engine --player 'engine:command=x,nodes=1' </dev/null >out 2>err || code=$?
    check 'an engine of an engine' ended 2 "'engine' is an engine itself"
    config '["awale"]' "{\"r\":\"random\",
        \"p\":\"engine:command=\\\"$engine random --help\\\",nodes=1\"}" \
        ',"games_per_cell":2,"ply_limit":2'
    play helped
    check 'a word --help in a command is the engine'"'"'s' ended 3 'ended with exit code 0'
    code=0
    "$harrow" engine --guard -- true >out 2>err || code=$?
    check 'a guard that nobody asked for' test "$code" -eq 2
}

# ---- Ways of ending

engines_run() {
    [ "$(pgrep -fc -- "$work/harrow")" -ge 6 ]
}

endings() {
    local mode signal begun took apart
    for mode in hang stubborn 'hang apart'; do
        apart=$([ "$mode" = 'hang apart' ] && echo timeout 1000) # it has a group of its own
        config '["awale"]' "{\"one\":\"engine:command=\\\"$apart $bad ${mode% *} 30 $engine random\\\",nodes=5\",
            \"two\":\"engine:command=\\\"$engine mcts\\\",movetime=20\"}" \
            ',"games_per_cell":20000'
        for signal in KILL INT TERM; do
            env --default-signal=INT "$harrow" run config.json --out "$mode-$signal" --quiet \
                --force --threads 3 >out 2>err &
            pid=$!
            check "$mode, $signal: engines play" eventually engines_run
            pause $((RANDOM % 400))
            begun=$(milliseconds)
            kill -$signal "$pid"
            reap
            took=$(($(milliseconds) - begun))
            [ "$signal" = KILL ] || check "$mode, $signal: within a second ($took ms)" \
                test "$took" -le $((1000 * patience))
            check "$mode, $signal: no process is left" eventually no_process
        done
    done
}

itself
example
clocks
wrong
odd
no_hanging
announcements
hopeless
wrong_specs
endings
exit $failed
