#!/bin/bash
# Several processes play one run by MPI: the same bytes, whatever happens to them.
# Usage: test_run_ranks.sh HARROW
. "$(dirname "$0")/run.sh"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_odls_base_sigkill_timeout=3 # between the signals of mpirun; a busy machine is slow
export OMPI_MCA_btl_vader_single_copy_mechanism=none # which containers may forbid
export LSAN_OPTIONS=${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$tests/mpi.supp:print_suppressions=0
launcher=(env --default-signal=INT mpirun --oversubscribe)
if ldd "$harrow" | grep -q libasan; then
    build_shim no_unload || exit 1
    launcher+=(-x LD_PRELOAD="$shim")
fi
launcher+=(-n)

ranks() { # N DIR CONFIG OPTION…
    local n=$1 dir=$2 config=$3
    shift 3
    timeout $((60 * patience)) "${launcher[@]}" "$n" "$harrow" run "$tests/configs/$config.json" \
        --out "$dir" --quiet --force "$@" >out 2>err
    code=$?
}

# The same in the background.
start_ranks() { # N DIR CONFIG OPTION…
    local n=$1 dir=$2 config=$3
    shift 3
    : >out
    : >err
    "${launcher[@]}" "$n" "$harrow" run "$tests/configs/$config.json" --out "$dir" --quiet \
        --force "$@" >out 2>err &
    pid=$!
}

# Rank N of what was started; a process of its own comes between where there is a wrapper.
rank_process() {
    pgrep -P "$pid" harrow-mpi | sort -n | sed -n "$(($1 + 1))p"
}

same_run() { # DIR REFERENCE
    cmp "$1/games.jsonl.gz" "$2/games.jsonl.gz" && cmp "$1/stats.json" "$2/stats.json" &&
        cmp "$1/experiment.json" "$2/experiment.json"
}

ranks_give_the_same() { # REFERENCE N DIR CONFIG OPTION…
    local reference=$1
    shift
    ranks "$@"
    ended 0 && same_run "$2" "$reference"
}

bytes() {
    local config n
    for config in run-games run-paired run-stop; do
        run "$config" "$config"
        for n in $([ $config != run-games ] || echo 2 5) 3; do
            check "$config: $n ranks" ranks_give_the_same "$config" "$n" "$config.$n" "$config" --threads 2
        done
    done
    check 'one rank' ranks_give_the_same run-games 1 run-games.1 run-games
    check 'threads of their own choice' ranks_give_the_same run-games 2 run-games.0 run-games
    check 'the log tells who played' eval \
        '[ "$(tail -n 1 run-games.3/log.jsonl | jq "[.ranks[].threads] == [2, 2]")" = true ]'
    run extended run-games --set games_per_cell=20
    check 'extended by ranks' ranks_give_the_same run-games 3 extended run-games --extend
    check 'complete already' ranks_give_the_same run-games 3 run-games.3 run-games
    for n in 1 2; do
        ranks 2 "shard.$n" run-games --shard "$n/2"
        check "shard $n by ranks" ended 0
    done
    "$harrow" merge shards shard.1 shard.2 --quiet >out 2>err
    check 'shards by ranks merged' same_run shards run-games
}

# What ends the run, and how it is gone on with.
losses() {
    local who sessions=0 many='games_per_cell=500'
    run whole run-ranks --set $many
    for who in 1 0 INT TERM; do
        start_ranks 3 lost run-ranks --set $many --threads 1
        sessions=$((sessions + 1))
        eventually eval '[ "$(grep -c begin lost/log.jsonl)" = $sessions ]' >waiting 2>&1
        pause $((RANDOM % 200))
        case $who in
        [01]) kill -KILL "$(rank_process "$who")" ;;
        *) kill -$who "$pid" ;;
        esac
        reap
        check "lost, $who: ends" test "$code" -ne 0
        # mpirun does not always relay what rank 0 says while it ends all.
        [ "$who" = 0 ] || ! ((long)) || check "lost, $who: says how to go on" \
            grep -q "of 1000 games are saved; run the same command again, or 'harrow run lost', to go on" err
        [ -n "${who//[0-9]/}" ] || check "lost, $who: says who" grep -q "rank $who " err
        check "lost, $who: no process is left" eventually eval '! pgrep -r R,S,D,T -P 1 harrow-mpi'
    done
    check 'two ranks go on' ranks_give_the_same whole 2 lost run-ranks --set $many
}

# One rank that stands still holds nobody up: others play its games, too.
halted() {
    local process
    run run-ranks run-ranks
    start_ranks 3 halted run-ranks --threads 1
    eventually test -s halted/journal.jsonl
    process=$(rank_process 2)
    kill -STOP "$process"
    check 'halted: the others complete the run' eventually eval \
        '[ "$(jq .complete halted/stats.json 2>jq.err)" = true ]'
    kill -CONT "$process"
    reap
    check 'halted: ends well' test "$code" -eq 0
    check 'halted: the same bytes' same_run halted run-ranks
}

# Each message once, and the others end too.
wrong() {
    local step
    ranks 3 x run-games --set seed=-1
    check 'a wrong config: once' eval 'ended 2 "seed" && [ "$(grep -c "^harrow:" err)" -eq 1 ]'
    ranks 2 run-games run-games --set seed=9
    check 'another experiment' ended 2 'run-games: holds another experiment: seed'
    ranks 2 x run-games --pin
    check '--pin is the launcher'"'"'s' ended 2 'bind-to core'
    ranks 2 x run-games --dry-run
    check 'a plan' ended 0
    ranks 2 x run-games --set 'players.uct=engine:command="/bin/false",nodes=1'
    check 'an engine that cannot be had' eval 'ended 3 && grep -q "games are safe" err'
    mkdir alone
    cp "$harrow" alone/
    timeout 20 "${launcher[@]}" 2 alone/harrow run "$tests/configs/run-games.json" --out x >out 2>err
    code=$?
    check 'without MPI' ended 3 'harrow-mpi: No such file or directory; build harrow where Open MPI'
    step=(env PMIX_RANK=0 PMIX_NAMESPACE=slurm.pmix.7.0 SLURM_STEP_NUM_TASKS=1)
    check "one task of Slurm's needs no MPI" \
        "${step[@]}" alone/harrow run "$tests/configs/run-games.json" --out task --quiet
    check "one task of Slurm's: the same bytes" same_run task run-games
    "${step[@]}" SLURM_STEP_NUM_TASKS=2 alone/harrow run "$tests/configs/run-games.json" --out x >out 2>err
    code=$?
    check "several tasks of Slurm's" ended 3 'harrow-mpi: No such file or directory'
    "${step[@]}" PMIX_NAMESPACE=prterun-7 alone/harrow run "$tests/configs/run-games.json" --out x >out 2>err
    code=$?
    check 'another launcher in a task of Slurm'"'"'s' ended 3 'harrow-mpi: No such file or directory'
    check 'harrow itself has no MPI' eval '! ldd "$harrow" | grep -q libmpi'
}

bytes
losses
halted
wrong
exit $failed
