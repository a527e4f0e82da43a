#!/bin/bash
# Whatever is damaged, full or held by another is told with what is safe, and a run goes on from
# there to the bytes of an undisturbed one. Usage: test_run_damage.sh HARROW
. "$(dirname "$0")/run.sh"

# An undisturbed run, a larger one, and one killed when its journal knew of two members.
prepare() {
    run ref run-damage
    check 'an undisturbed run' ended 0
    run grown run-damage --set games_per_cell=500
    start half run-damage --threads 2
    check 'a run is under way' eventually two_members_and_a_journal half
    kill_9
}

two_members_and_a_journal() {
    [ -s "$1/journal.jsonl" ] && [ "$(head -1 "$1/journal.jsonl" | jq .head.members)" -ge 2 ]
}

copy() { # FROM: a fresh one to damage, in case/
    rm -rf case
    cp -r "$1" case
}

flip() { # FILE OFFSET: inverts a byte
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\x$(printf %02x $((255 - byte)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

member_start() { # DIR NUMBER: offset of a member of games.jsonl.gz, from 0
    member_starts "$1/games.jsonl.gz" | sed -n "$(($2 + 1))p"
}

# The run of case/ goes on, tells all the patterns, and ends with the undisturbed bytes.
mends() { # NAME PATTERN…
    local name=$1
    shift
    run case run-damage
    check "$name: goes on and tells" ended 0 "$@"
    check "$name: the undisturbed bytes" same case ref
}

# The run of case/ is refused with all the patterns and changes nothing.
refused() { # NAME PATTERN…
    local name=$1 before
    shift
    before=$(fingerprint case)
    run case run-damage
    check "$name: refused, and told" ended 2 "$@"
    check "$name: nothing changed" untouched case "$before"
}

# The message quotes a command that saves what can be saved.
follow_advice() { # NAME
    local advice
    advice=$(grep -o "'truncate -s [0-9]* [^']*'" err | tr -d "'")
    check "$1: the advice works" eval "${advice:-false}"
    mends "$1, advice followed"
}

truncated() {
    local from games=case/games.jsonl.gz
    for from in half ref; do
        copy $from && truncate -s $(($(member_start case 1) + 100)) $games
        mends "$from, cut within a member" 'games.jsonl.gz' 'within' '\b256\b'
        copy $from && truncate -s "$(member_start case 1)" $games
        mends "$from, cut between members" 'games.jsonl.gz'
        copy $from && : >$games
        mends "$from, games.jsonl.gz empty" 'games.jsonl.gz'
        copy $from && rm $games
        mends "$from, games.jsonl.gz gone" 'games.jsonl.gz'
    done
}

garbage() {
    head -c 100 /dev/urandom | sed 's/^/no gzip/'
}

corrupted() {
    local from games=case/games.jsonl.gz
    for from in half ref; do
        copy $from && flip $games $(($(member_start case 1) + 500))
        refused "$from, a byte of the second member" "$games" '256 games' 'safe'
        follow_advice "$from, a byte of the second member"
    done
    copy ref && garbage >>$games
    refused 'ref, garbage behind' "$games" 'safe'
    follow_advice 'ref, garbage behind'
    # Nobody said that more than what the journal knows is on disk.
    copy half && garbage >>$games
    mends 'half, garbage behind' "$games: damaged" 'the [0-9]* games before are whole'
    copy half && head -c 5000 /dev/zero >>$games
    mends 'half, zeros behind' "$games: damaged" 'the [0-9]* games before are whole'
    copy half && garbage >>$games && rm case/journal.jsonl
    refused 'half, garbage behind and no journal' "$games" 'safe'
    copy ref && printf x >>$games
    mends 'ref, one byte of garbage' "$games"
    copy ref && gzip -c </dev/null >>$games
    run case run-damage
    check 'ref, an empty member behind: told' grep -q "$games" err
    copy ref && zcat ref/games.jsonl.gz | gzip -c >$games
    run case run-damage
    check 'ref, one member of everything: told' grep -q "$games" err
}

journal() {
    local journal=case/journal.jsonl
    copy half && sed -i '2s/"moves"/"Moves"/' $journal
    mends 'a letter in a line of the journal' "$journal" '1 damaged line'
    copy half && flip $journal $(($(head -2 $journal | wc -c) - 50))
    mends 'a byte in a line of the journal' "$journal" '1 damaged line'
    copy half && printf '\0' | dd of=$journal bs=1 seek=300 conv=notrunc status=none
    mends 'a NUL in the journal' "$journal"
    copy half && printf 'x' | dd of=$journal bs=1 seek=2 conv=notrunc status=none
    mends 'the head of the journal' "$journal"
    copy half && truncate -s -30 $journal
    mends 'the end of the journal' "$journal" '1 damaged line'
    copy half && : >$journal
    mends 'an empty journal' "$journal"
    copy half && rm $journal
    mends 'no journal' 'journal.jsonl is missing: the games that it had are played again'
}

# A kill between the last member and the removal of the journal.
left_journal() {
    copy ref && cp half/journal.jsonl case/
    mends 'complete, the journal still there'
    check 'complete, the journal removed' test ! -e case/journal.jsonl
    copy ref && journal_of 500 >case/journal.jsonl
    run case run-damage --set games_per_cell=500 --extend
    check 'complete, the journal still there, --extend' ended 0
    check 'complete, the journal still there, --extend: the bytes' same case grown
}

# A journal with one record of the reference run.
journal_of() { # ID
    frame head '{"journal":1,"members":1,"bytes":1,"games":1}'
    frame record "$(zcat ref/games.jsonl.gz | sed -n "$(($1 + 1))p")"
}

frame() { # KEY OBJECT
    printf '{"crc32":"%s","%s":%s}\n' "$(checksum "$2")" "$1" "$2"
}

# The games of before an extension are damaged while it goes on.
previous() {
    local options='--set games_per_cell=500' good=previous.gz change
    copy ref
    FAULTY_DISK='3 1000000' LD_PRELOAD=$shim run case run-damage $options --extend
    check 'extension, disk full: told' ended 3 'No space left' 'safe'
    cp case/previous.jsonl.gz $good
    # A move that is none, another order of keys, a record too few.
    for change in 's/"moves":"/&zz/' 's/{\("id":[0-9]*\),"cell":0,/{"cell":0,\1,/' d; do
        zcat $good | sed "200$change" | gzip -c >case/previous.jsonl.gz
        run case run-damage $options
        check "extension, a record of before is damaged, $change: told" \
            ended 2 'case/previous.jsonl.gz: line 200' 'safe'
    done
    cp $good case/previous.jsonl.gz
    run case run-damage $options
    check 'extension, the record mended: ends' ended 0
    check 'extension, the record mended: the bytes' same case grown
}

other_experiments() {
    local experiment=case/experiment.json
    copy half && sed -i 's/"seed": 1/"seed": 2/' $experiment
    refused 'another seed' 'case' 'seed is 2 there, 1'
    copy half && sed -i 's/simulations=[0-9]*/simulations=7/' $experiment
    refused 'another player' 'case' 'players' 'simulations=7'
    copy half && sed -i 's/"behaviour_version": /&9/' $experiment
    refused 'another behaviour version' 'case' 'behaviour_version'
    copy half && sed -i 's/"hash": "./&0/' $experiment
    refused 'another hash' 'case' 'hash'
    copy half && sed -i 's/"format": 1/"format": 2/' $experiment
    refused 'another format' 'case' 'format'
    copy half && sed -i 's/"games_per_cell": [0-9]*/"games_per_cell": 0/' $experiment
    refused 'no games a cell' "$experiment: games_per_cell: a whole number"
    copy half && sed -i 's/"complete"/"previous_games_per_cell": 9999, &/' $experiment
    refused 'more games before than now' "$experiment: previous_games_per_cell: a whole number"
    copy half && truncate -s 200 $experiment
    refused 'experiment.json cut' "$experiment.*the games are safe: .harrow records case/games.jsonl.gz."
    copy half && : >$experiment
    refused 'experiment.json empty' "$experiment"
    copy half && rm $experiment
    refused 'experiment.json gone' 'case' 'experiment.json'
    copy half
    run case run-damage --set compression=9
    check 'another compression: refused' ended 2 'compression'
}

foreign() {
    local name
    for name in notes.txt lock-notes.txt; do
        rm -rf case && mkdir case && echo mine >case/$name
        run case run-damage
        check "a folder with $name: refused" ended 2 'case' 'not empty'
        check "a folder with $name: untouched" test "$(ls case) $(cat case/$name)" = "$name mine"
    done
    rm -rf case && mkdir case && echo '{"mine":1}' >case/experiment.json
    run case run-damage
    check 'a foreign experiment.json: refused' ended 2 'case/experiment.json'
    check 'a foreign experiment.json: untouched' test "$(ls case)" = experiment.json
    echo mine >file
    run file run-damage
    check '--out is a file: refused' ended 2 '^harrow: file: '
    run file/below run-damage
    check '--out is below a file: refused' ended 2 'file'
    check '--out is a file: untouched' test "$(cat file)" = mine
}

# As somebody who may not write there: root is another user for this.
unwritable() {
    local as='' dir
    if [ "$(id -u)" -eq 0 ]; then
        as='setpriv --reuid=65534 --regid=65534 --clear-groups'
        chmod 755 .
        $as "$harrow" --version >/dev/null 2>&1 && $as test -r "$tests/run.sh" ||
            { echo '# skip unwritable: no other user can run harrow here'; return; }
    fi
    mkdir -p shut/empty && cp -r half shut/half && chmod -R a-w shut
    for dir in shut/empty shut/new shut/half; do
        $as "$harrow" run "$tests/configs/run-damage.json" --out $dir --quiet >out 2>err
        code=$?
        check "unwritable $dir: told" ended 3 "$dir" 'Permission denied'
    done
    chmod -R u+w shut
}

two_at_once() {
    copy half
    start case run-damage --threads 1
    local first=$pid
    check 'the first of two holds the directory' eventually grep -q "process $first " case/lock
    "$harrow" run "$tests/configs/run-damage.json" --out case >out 2>err2
    code=$?
    cp err2 err
    check 'the second of two is refused and told who holds it' \
        ended 2 'case' 'held' "process $first on $(uname -n)"
    reap
    check 'the first of two ends' test "$code" -eq 0
    check 'the first of two: the undisturbed bytes' same case ref
}

# Full disks of three kinds. What is told as saved is saved.
full_and_rerun() { # NAME PATTERN
    check "$1: told" ended 3 "case" "$2" 'safe'
    local told
    told=$(grep -Eo '[0-9]+ games in all' err | cut -d ' ' -f 1)
    check "$1: saved as told (${told:-none})" test "${told:-none}" = "$(saved case)"
}

small_file_system() {
    mkdir -p disk
    mount -t tmpfs -o size=600k tmpfs disk 2>mount.err ||
        { echo "# skip small file system: $(cat mount.err)"; return; }
    head -c 540000 /dev/zero >disk/ballast
    run disk/case run-damage
    rm -rf case
    ln -s disk/case case
    full_and_rerun 'small file system' 'No space left'
    cat /dev/zero >disk/filler 2>/dev/null
    run case run-damage
    full_and_rerun 'small file system, still full' 'No space left'
    rm disk/ballast disk/filler
    mends 'small file system, space again'
    umount disk
    rm case
}

file_size_limit() {
    local blocks
    for blocks in 4 40; do
        rm -rf case
        (ulimit -f $blocks; run case run-damage; exit $code) 2>/dev/null
        code=$?
        full_and_rerun "files of $blocks KiB at most" 'File too large'
        mends "files of $blocks KiB at most, limit gone"
    done
}

# From each write on, for one write or for good, the disk is full. The paired games are so fast
# that others wait for the writer when it fails.
faulty_disk() {
    local first count
    run paired run-paired
    for count in 1 1000000; do
        for ((first = 1; first <= (long ? 40 : 12); first++)); do
            rm -rf case
            FAULTY_DISK="$first $count" LD_PRELOAD=$shim run case run-paired --threads 5
            [ "$code" -eq 0 ] || check "write $first and $count fail: told" \
                ended 3 'case' 'No space left'
            run case run-paired
            check "write $first and $count failed: goes on" ended 0
            check "write $first and $count failed: the undisturbed bytes" same case paired
        done
    done
}

long_path() {
    local dir
    dir=$(printf 'd%.0s' {1..250})/$(printf 'e%.0s' {1..250})/$(printf 'f%.0s' {1..250})
    run "$dir" run-paired
    check 'a long path' ended 0
    echo 'no gzip at all, no gzip at all' >>"$dir/games.jsonl.gz"
    run "$dir" run-paired
    check 'a long path, garbage behind: told' ended 2 'ddd'
}

prepare
truncated
corrupted
journal
left_journal
other_experiments
foreign
unwritable
two_at_once
small_file_system
file_size_limit
long_path
if build_shim faulty_disk; then
    faulty_disk
    previous
fi
exit $failed
