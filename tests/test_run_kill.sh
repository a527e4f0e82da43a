#!/bin/bash
# A run that is killed, or told to stop, at any moment keeps what it finished and ends with the
# bytes of an undisturbed one. Usage: test_run_kill.sh HARROW
. "$(dirname "$0")/run.sh"

# What a kill leaves: whole members hold the first ids in order; each line of the journal is a
# record with its checksum, and no game is there twice.
readable() { # DIR
    member_records "$1" | jq .id | awk '$1 != NR - 1 { print "id", $1, "in line", NR; exit 1 }' ||
        return
    [ ! -e "$1/journal.jsonl" ] || journal_holds "$1/journal.jsonl"
}

journal_holds() { # FILE
    head -1 "$1" | jq -e '.head | .journal == 1 and .members >= 0 and .bytes >= 0' >/dev/null &&
        tail -n +2 "$1" | jq -es 'all(.[]; (keys == ["crc32", "record"]) and
            (.crc32 | test("^[0-9a-f]{8}$")) and (.record.id | type == "number"))' >/dev/null &&
        [ -z "$(tail -n +2 "$1" | jq .record.id | sort | uniq -d)" ] && checksums_hold "$1"
}

# One line in twenty is looked at.
checksums_hold() { # FILE
    local line inner
    awk 'NR % 20 == 1' "$1" | while IFS= read -r line; do
        inner=${line#*:*:}
        [ "${line:10:8}" = "$(checksum "${inner%\}}")" ] || { echo "no checksum: $line"; exit 1; }
    done
}

# Sessions of random length and number of threads; what is saved never becomes less.
kill_often() { # DIR CONFIG KILLS
    local before=0 now=0 i threads=(1 2 3 5)
    for ((i = 1; i <= $3; i++)); do
        start "$1" "$2" "${cost[@]}" --threads ${threads[i % 4]}
        pause $((200 + RANDOM % 1000))
        kill_9
        [ "$code" -eq 137 ] || { ended 0; return; } # before the kill
        [ ! -e "$1/games.jsonl.gz" ] || now=$(saved "$1")
        readable "$1" || return
        [ "$now" -ge "$before" ] || { echo "kill $i: $now games saved, $before before"; return 1; }
        before=$now
    done
}

kills() { # CONFIG KILLS
    run ref "$1" "${cost[@]}" --threads 2
    check "$1: after each of $2 kills all is readable and nothing lost" kill_often killed "$1" "$2"
    run killed "$1" "${cost[@]}"
    check "$1: the last session ends" ended 0
    check "$1: killed $2 times, the same bytes" same killed ref
}

# The oldest age of the journal in a while in which games end all the time.
journal_age() { # DIR
    local i age oldest=0
    for ((i = 0; i < 10; i++)); do
        pause 100
        age=$(($(milliseconds) - $(date +%s%3N -r "$1/journal.jsonl")))
        [ "$age" -le "$oldest" ] || oldest=$age
    done
    echo "$oldest"
}

# Games that end long before an older one are in the journal within a second.
lagging() {
    run lagref run-lag --threads 2
    start lag run-lag --threads 2
    check 'behind a long game: a journal' eventually has_games lag 3
    local age before
    age=$(journal_age lag)
    check "behind a long game: the journal is at most a second old" \
        test "$age" -le $((1000 * patience + 200))
    before=$(saved lag)
    kill_9
    check 'behind a long game: others are saved' test "$before" -gt 2
    check 'behind a long game: the long one is not among them' \
        test -z "$(journal_records lag | jq 'select(.id == 0)')"
    check 'behind a long game: a kill loses none of them' test "$(saved lag)" -ge "$before"
    check 'behind a long game: readable' readable lag
    run lag run-lag --threads 3
    check 'behind a long game: the same bytes' same lag lagref
}

# A directory that is moved in the midst of a run, as to another machine, goes on under its new name.
moved() {
    local before
    start here run-kill "${cost[@]}" --threads 2
    check 'moved: a run is under way' eventually has_games here 20
    kill_9
    before=$(saved here)
    mkdir away
    mv here away/there
    echo 'process 1 on another-machine' >away/there/lock
    start away/there run-kill "${cost[@]}" --threads 2
    check 'moved: it goes on' eventually grep -q "process $pid on $(uname -n)" away/there/lock
    check 'moved: it has read what was there' eventually eval \
        '[ "$(grep -c \"begin\" away/there/log.jsonl)" -eq 2 ]'
    stops 'moved' INT 130 away/there
    check 'moved: nothing is lost' test "$(saved away/there)" -ge "$before"
    run away/there run-kill "${cost[@]}"
    check 'moved: the same bytes' same away/there ref
    check 'moved: and none where it was' test ! -e here
}

# A signal to what was started; leaves how long it took in $took. After ten seconds it is killed.
interrupt() { # SIGNAL
    local begun
    begun=$(milliseconds)
    kill -"$1" "$pid"
    timeout $((10 * patience)) tail --pid="$pid" -s 0.02 -f /dev/null
    took=$(($(milliseconds) - begun))
    kill_9
}

describes() { # DIR: stats.json says what is on disk, and no more
    local games
    games=$(saved "$1")
    jq -e --argjson n "$games" '.complete == false and ([.cells[].games] | add) == $n' \
        "$1/stats.json" >/dev/null ||
        { echo "$games on disk, $(jq -c '[.complete, ([.cells[].games] | add)]' "$1/stats.json")"
            return 1; }
    ! grep -q 'are saved;' err || grep -q "$games of [0-9]* games are saved; .*'harrow run $1'" err ||
        { echo "$games on disk; $(cat err)"; return 1; }
}

stops() { # NAME SIGNAL CODE DIR
    interrupt "$2"
    check "$1: SIG$2 ends it with $3 and tells how to go on" ended "$3" "$4" 'same command'
    check "$1: within a second ($took ms)" test "$took" -le $((1000 * patience))
    check "$1: stats.json describes what is saved" describes "$4"
    check "$1: what is saved is readable" readable "$4"
}

signals() {
    local signal codes='INT 130 TERM 143' name player
    set -- $codes
    while [ $# -gt 0 ]; do
        for player in mcts:simulations=1000000000 alphabeta:depth=100; do
            name=${player%%:*}-$1
            start "$name" run-endless --threads 3 --set "players.endless=$player"
            check "endless $name: twenty games are saved" eventually has_games "$name" 20
            stops "endless $name" "$1" "$2" "$name"
        done
        start "many-$1" run-many --threads 4
        pause 1000
        stops "many games" "$1" "$2" "many-$1"
        shift 2
    done
    start closed run-endless --threads 2 --set players.endless=alphabeta:depth=100
    check 'a closed terminal: games are saved' eventually has_games closed 20
    stops 'a closed terminal' HUP 129 closed
    (trap '' HUP && exec "$harrow" run closed --quiet >out 2>err) &
    pid=$!
    pause 500
    kill -HUP "$pid"
    pause 300
    check 'under nohup it goes on' kill -0 "$pid"
    stops 'under nohup' TERM 143 closed
    start resumed run-kill "${cost[@]}" --threads 2
    pause 700
    stops 'interrupted early' INT 130 resumed
    check 'interrupted early: the table says that it is not whole' grep -q '^Not complete: [0-9]* of 900 games' out
    "$harrow" run resumed --quiet >out 2>err
    check 'interrupted early: resumed by the directory alone, the same bytes' same resumed ref
    check 'interrupted early: whole' eval '! grep -q "Not complete" out'
}

has_games() { # DIR GAMES
    [ -e "$1/journal.jsonl" ] && [ "$(journal_records "$1" | wc -l)" -ge "$2" ]
}

# Ending takes no longer where there are many cells of pairs, and games saved, to be read or to be
# taken over by an extension.
large() {
    local komi cells
    komi=$(seq -s, 500)
    cells=(--set "games=[{\"game\":\"agros\",\"size\":3,\"farmers\":1,\"komi\":[$komi]}]"
        --set players.other=random --set pairing=round-robin --set games_per_cell=1000)
    start large run-many "${cells[@]}"
    pause 4000
    stops 'many cells' INT 130 large
    start large run-many "${cells[@]}"
    pause 300
    stops 'many cells, resumed' INT 130 large
    run taken run-many --set games_per_cell=150000
    start taken run-many --set games_per_cell=100000000 --extend
    eventually test -e taken/previous.jsonl.gz
    pause 200
    stops 'a large extension' INT 130 taken
    check 'a large extension: says nothing of losses' test "$(wc -l <err)" -eq 1
}

# Less work for a binary that is slower.
cost=(--set "players.uct=mcts:base=plain,simulations=$((500 / patience))")
echo "# seed $seed"
kills run-kill $((long ? 60 : 13))
lagging
moved
signals
[ "$long" -eq 0 ] || large
exit $failed
