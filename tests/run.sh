# Shared by test_run_*.sh, which source it with the path of harrow as their first argument and
# work in a new directory that is removed at the end. HARROW_TEST_LONG=1 tries more,
# HARROW_TEST_PATIENCE=N is for a binary N times slower, and HARROW_TEST_SEED=N repeats the random
# moments of a run.
set -u
export LC_ALL=C
harrow=$(realpath "$1")
tests=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
failed=0
long=${HARROW_TEST_LONG:-0}
patience=${HARROW_TEST_PATIENCE:-1}
seed=${HARROW_TEST_SEED:-$$}
RANDOM=$seed
cd "$work" || exit 1

clean_up() {
    local pids
    pids=$(jobs -p)
    [ -z "$pids" ] || kill -KILL $pids 2>/dev/null
    wait
    mountpoint -q "$work/disk" && umount "$work/disk"
    rm -rf "$work"
}
trap clean_up EXIT

# check NAME COMMAND…: one line; what a failing command printed is the reason.
check() {
    local name=$1 reason
    shift
    if reason=$("$@" 2>&1); then
        echo "ok $name"
    else
        failed=1
        echo "not ok $name: $(tr '\n' ' ' <<<"${reason:-$*}" | head -c 600)"
    fi
}

# run DIR CONFIG OPTION…: leaves the exit code in $code, and the files out and err.
run() {
    local dir=$1 config=$2
    shift 2
    "$harrow" run "$tests/configs/$config.json" --out "$dir" --quiet "$@" >out 2>err
    code=$?
}

# The same in the background, with its process in $pid and SIGINT as a terminal would give it.
start() {
    local dir=$1 config=$2
    shift 2
    : >out
    : >err # the background may be slow to begin its own
    env --default-signal=INT "$harrow" run "$tests/configs/$config.json" --out "$dir" --quiet \
        "$@" >out 2>err &
    pid=$!
}

# Waits for what was started and is told nothing of a violent end.
reap() {
    { wait "$pid"; } 2>/dev/null
    code=$?
}

kill_9() {
    kill -KILL "$pid" 2>/dev/null
    reap
}

# ended CODE PATTERN…: the last run had this exit code and said all this on stderr.
ended() {
    local pattern
    [ "$code" -eq "$1" ] || { echo "exit code $code, expected $1; $(cat err)"; return 1; }
    shift
    for pattern in "$@"; do
        grep -Eq -- "$pattern" err || { echo "nothing of '$pattern' in: $(cat err)"; return 1; }
    done
}

same() { # DIR REFERENCE: the bytes that are promised
    cmp "$1/games.jsonl.gz" "$2/games.jsonl.gz" && cmp "$1/stats.json" "$2/stats.json"
}

# All of a directory but what tells of sessions.
fingerprint() {
    (cd "$1" && find . -type f ! -name lock ! -name log.jsonl -exec sha256sum {} + | sort -k 2)
}

untouched() { # DIR FINGERPRINT
    diff <(echo "$2") <(fingerprint "$1")
}

# Where the gzip members of a file begin; zlib writes the same ten bytes at the head of each.
member_starts() {
    grep -obUaP '\x1f\x8b\x08\x00{5}[\x00\x02\x04]\x03' "$1" | cut -d : -f 1
}

# The records of whole members; all are whole unless the file is cut.
member_records() {
    local lines
    zcat "$1/games.jsonl.gz" >lines 2>/dev/null && cat lines && return
    lines=$(wc -l <lines)
    head -n $((lines / 256 * 256)) lines
}

journal_records() {
    [ ! -e "$1/journal.jsonl" ] || tail -n +2 "$1/journal.jsonl" | jq -c .record
}

# How many games are on disk.
saved() {
    { member_records "$1"; journal_records "$1"; } | jq .id | sort -un | wc -l
}

# The CRC-32 of a text: gzip ends with that of its input and the length, low bytes first.
checksum() {
    printf %s "$1" | gzip -c | tail -c 8 | od -An -tx1 -N 4 | awk '{ print $4 $3 $2 $1 }'
}

milliseconds() {
    date +%s%3N
}

pause() { # MILLISECONDS
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
}

# eventually COMMAND…: it holds within half a minute.
eventually() {
    local i
    for ((i = 0; i < 1500 * patience; i++)); do
        "$@" && return
        sleep 0.02
    done
    echo "not within $((30 * patience)) s: $*"
    return 1
}

# build_shim NAME: tests/NAME.c for LD_PRELOAD, in $shim; false where it cannot be built.
build_shim() {
    shim=$work/$1.so
    export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
    cc -shared -fPIC -o "$shim" "$tests/$1.c" 2>cc.err && return
    echo "# skip $1: $(head -1 cc.err)"
    return 1
}
