#!/bin/sh
# Fuzzes: run.sh [SECONDS] [TARGET…], such as `run.sh 600 records moves`; 60 seconds and all targets
# unless said. Builds the preset `fuzz` and runs each target from its corpus; what it finds beyond
# stays in build/fuzz/corpus for the next time, and inputs that fail in build/fuzz/artifacts.
# Exits 1 when there was one.
#
# HARROW_FUZZ_JOBS=N runs N targets at a time. HARROW_FUZZ_MERGE=1 then adds to the corpora here
# what reaches code that they do not.
set -eu
cd "$(dirname "$0")/../.."
corpora=tests/fuzz/corpus
seconds=${1:-60}
[ $# -eq 0 ] || shift

# fuzz TARGET: a finding is the artifact that libFuzzer leaves.
fuzz() {
    found=build/fuzz/corpus/$1
    artifacts=build/fuzz/artifacts/$1
    mkdir -p "$found" "$artifacts"
    if build/fuzz/tests/fuzz/fuzz_"$1" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$artifacts/" \
        "$found" "$corpora/$1" >"$artifacts.log" 2>&1; then
        echo "ok $1: $(grep -o 'cov: [0-9]* ft: [0-9]*' "$artifacts.log" | tail -1)," \
            "$(grep -o 'Done [0-9]* runs' "$artifacts.log")"
    else
        echo "not ok $1: see $artifacts.log"
        return 1
    fi
    [ -z "${HARROW_FUZZ_MERGE:-}" ] ||
        build/fuzz/tests/fuzz/fuzz_"$1" -merge=1 -use_counters=0 -max_len=4096 \
            "$corpora/$1" "$found" >"$artifacts.merge.log" 2>&1
}

if [ "${HARROW_FUZZ_INSIDE:-}" ]; then # called by the xargs below
    fuzz "$1"
    exit
fi
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzz_targets -- --quiet
export HARROW_FUZZ_INSIDE=1
{ [ $# -gt 0 ] && printf '%s\n' "$@" || ls "$corpora"; } |
    xargs -P "${HARROW_FUZZ_JOBS:-1}" -n 1 sh tests/fuzz/run.sh "$seconds" || exit 1
