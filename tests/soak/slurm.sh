#!/bin/bash
# scripts/slurm on a real Slurm: one node, which is this machine, with all that is its own in a
# temporary directory. Jobs are pre-empted, requeued, run out of time, are cancelled and lose a
# process, and end with the bytes of an undisturbed run.
# Usage: slurm.sh HARROW, built with MPI. As root; installs Debian's slurm-wlm and munge.
. "$(dirname "$0")/../run.sh"
. "$tests/../scripts/packages.sh"
install_packages slurm-wlm munge jq procps shellcheck >packages.log 2>&1 || { cat packages.log; exit 3; }
unset "${!SLURM_@}" "${!SBATCH_@}" "${!PMIX_@}" "${!OMPI_@}"
export HARROW=$harrow SLURM_CONF=$work/slurm.conf
scripts=$(realpath "$tests/../scripts/slurm")
config=$tests/configs/run-ranks.json
one=(--ntasks=1 --cpus-per-task=1) # processor of the node, where the scripts ask for more
two=(--ntasks=2 --cpus-per-task=1)

# ---- A cluster

node=$(hostname -s)
port=$((20000 + $$ % 10000))
processors=$(nproc)
[ "$processors" -ge 2 ] || { echo '# skip: two processors are needed'; exit 0; }

write_config() {
    cat >slurm.conf <<END
ClusterName=soak
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,bf_interval=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
KillWait=10
NodeName=$node NodeAddr=127.0.0.1 CPUs=$processors
PartitionName=low Nodes=$node Default=YES PriorityTier=1 GraceTime=10
PartitionName=high Nodes=$node PriorityTier=2 PreemptMode=OFF
END
}

begin_cluster() {
    mkdir -m 755 munge && mkdir state spool && chmod 755 .
    (umask 077 && head -c 1024 /dev/urandom >munge/key)
    write_config
    munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge/key" \
        --log-file="$work/munge/log" --pid-file="$work/munge/pid" \
        --seed-file="$work/munge/seed" >munged.log 2>&1 &
    eventually test -S munge/socket || return
    slurmctld -D >slurmctld.log 2>&1 &
    slurmd -D >slurmd.log 2>&1 &
    eventually eval '[ "$(sinfo --noheader --partition=low --format=%T 2>&1)" = idle ]' && return
    tail -n 5 munged.log slurmctld.log slurmd.log
    return 1
}

end_cluster() {
    scancel --user=root 2>/dev/null
    eventually eval '[ -z "$(squeue --noheader 2>/dev/null)" ]' >/dev/null
    clean_up 2>/dev/null # which tells of each daemon that it is killed
}
trap end_cluster EXIT

# ---- Jobs

field() { # JOB NAME
    scontrol show job "$1" | grep -o "\\b$2=[^ ]*" | head -n 1 | cut -d = -f 2
}

is() { # JOB STATE
    [ "$(field "$1" JobState)" = "$2" ]
}

# Slurm lets a requeued job wait for two minutes, since slurmd takes what begins in the second of the
# requeue for what was ended in it (credential revoked). Some seconds do.
hurry() {
    pause 4000
    ! is "$1" PENDING || scontrol update JobId="$1" StartTime=now
}

# until JOB STATE…: it comes to one of these, within some minutes.
until_is() {
    local job=$1 state i
    shift
    for ((i = 0; i < 600; i++)); do
        for state; do ! is "$job" "$state" || return 0; done
        sleep 0.5
    done
    echo "job $job: $(field "$job" JobState), expected $*"
    return 1
}

ended_as() { # JOB STATE CODE RESTARTS, where the code may be a pattern
    until_is "$1" COMPLETED FAILED CANCELLED TIMEOUT || return
    local found
    found="$(field "$1" JobState) $(field "$1" ExitCode) $(field "$1" Restarts)"
    [[ "$found" == "$2 "$3" $4" ]] || { echo "job $1: $found, expected $2 $3 $4; $(cat ./*-"$1".out)"; return 1; }
}

submit_run() { # OPTION… CONFIG…: leaves the job in $job
    job=$(sbatch --parsable "${two[@]}" "$@")
}

sessions() { # DIR: how they began and ended
    jq -r .event "$1/log.jsonl" | tr '\n' ' '
}

begins() { # DIR N: the Nth session is under way
    eventually eval '[ "$(grep -c begin '"$1"'/log.jsonl)" -eq '"$2"' ]' && pause 3000
}

# ---- What is tried

# No games before these are lost, and the job waits to go on.
is_requeued() { # JOB DIR SESSION
    local before games
    before=$(cat games)
    until_is "$1" PENDING || return
    eventually eval '[ "$(field '"$1"' Restarts)" = '"$3"' ]' || return
    games=$(saved "$2")
    echo "$games" >games
    echo "# session $3: $games games" >&3
    [ "$games" -gt "$before" ] || { echo "$games games, $before before"; return 1; }
    [ "$(jq -r .event "$2/log.jsonl" | tail -n 1)" = interrupted ] || { sessions "$2"; return 1; }
}

whole_run() {
    submit_run "$scripts/run.sbatch" "$config" --out run --quiet
    check 'a run of two ranks' ended_as "$job" COMPLETED 0:0 0
    check 'its bytes' same run small
    check 'one processor a rank' eval '[ "$(tail -n 1 run/log.jsonl | jq -c "[.threads, .ranks[].threads]")" = "[1,1]" ]'
    job=$(sbatch --parsable --overcommit --nodes=1 --ntasks=3 --cpus-per-task=1 \
        "$scripts/run.sbatch" "$config" --out three --quiet --threads 1 --force)
    check 'a run of three' ended_as "$job" COMPLETED 0:0 0
    check 'its bytes' same three small
}

# Pre-empted, requeued by hand, told by hand, out of time, and on until it is complete.
one_run_many_sessions() {
    local job other
    echo 0 >games
    submit_run --time=1 --signal=TERM@50 "$scripts/run.sbatch" "$config" --out many --quiet --set "$some"
    check 'many sessions: begins' begins many 1
    other=$(sbatch --parsable --partition=high --exclusive --output=/dev/null --wrap 'sleep 2')
    check 'pre-empted: saved and requeued' is_requeued "$job" many 1
    check 'pre-empted: for the other job' ended_as "$other" COMPLETED 0:0 0
    hurry "$job"
    check 'scontrol requeue: begins' begins many 2
    scontrol requeue "$job"
    check 'scontrol requeue: saved and requeued' is_requeued "$job" many 2
    hurry "$job"
    check 'scancel --signal=TERM: begins' begins many 3
    scancel --signal=TERM "$job"
    check 'scancel --signal=TERM: saved and requeued' is_requeued "$job" many 3
    hurry "$job"
    check 'out of time: begins' begins many 4
    check 'out of time: saved and requeued' is_requeued "$job" many 4
    scontrol update JobId="$job" TimeLimit=30
    hurry "$job"
    check 'many sessions: complete' ended_as "$job" COMPLETED 0:0 4
    check 'many sessions: all were ended in order' test "$(sessions many)" = \
        'begin interrupted begin interrupted begin interrupted begin interrupted begin end '
    check 'many sessions: the same bytes' same many medium
}

# What ends a job for good, and that the same command goes on.
ended_for_good() {
    local job
    submit_run "$scripts/run.sbatch" "$config" --out wrong --quiet --set seed=-1
    check 'a wrong config: fails once' ended_as "$job" FAILED 2:0 0
    check 'a wrong config: is told' grep -q '^harrow: .*seed' "harrow-$job.out"
    submit_run "$scripts/run.sbatch" "$config" --out ended --quiet --set "$some"
    check 'cancelled: begins' begins ended 1
    scancel "$job"
    check 'cancelled: is not requeued' ended_as "$job" CANCELLED '*' 0
    check 'cancelled: saved' eventually eval '[ "$(sessions ended)" = "begin interrupted " ]'
    submit_run "$scripts/run.sbatch" ended --quiet
    check 'a lost rank: begins' begins ended 2
    kill -KILL "$(process_with "SLURM_JOB_ID=$job" PMIX_RANK=1)"
    check 'a lost rank: fails once' ended_as "$job" FAILED 137:0 0
    submit_run "$scripts/run.sbatch" ended --quiet
    check 'goes on' ended_as "$job" COMPLETED 0:0 0
    check 'goes on: the same bytes' same ended medium
    job=$(sbatch --parsable --no-requeue "${two[@]}" "$scripts/run.sbatch" "$config" --out stays \
        --quiet --set "$some")
    check 'not to be requeued: begins' begins stays 1
    scancel --signal=TERM "$job"
    check 'not to be requeued: ends' ended_as "$job" FAILED 143:0 0
}

# The process of harrow that has all these variables.
process_with() { # VARIABLE…
    local process variable found
    for process in $(pgrep '^harrow'); do
        found=$process
        for variable; do
            grep -qzxF -e "$variable" 2>/dev/null <"/proc/$process/environ" || found=
        done
        [ -z "$found" ] || echo "$found"
    done 2>/dev/null
}

# Each task requeues itself, and no other.
shards() {
    local said array merge i
    said=$("$scripts/submit" "${one[@]}" "$config" parts 3 --quiet --set "$some")
    echo "# $said" >&3
    array=$(grep -o 'job [0-9]*, into parts-shards' <<<"$said" | tr -dc 0-9)
    merge=$(grep -o 'merge: job [0-9]*' <<<"$said" | tr -dc 0-9)
    for i in 1 2 3; do
        check "shard $i: begins" begins "parts-shards/$i-of-3" 1
        scancel --signal=TERM "${array}_$i"
        check "shard $i: is requeued" eventually eval '[ "$(field '"${array}_$i"' Restarts)" = 1 ]'
        hurry "${array}_$i"
    done
    for i in 1 2 3; do
        check "shard $i: complete" ended_as "${array}_$i" COMPLETED 0:0 1
        check "shard $i: sessions" test "$(sessions "parts-shards/$i-of-3")" = 'begin interrupted begin end '
    done
    check 'merged' ended_as "$merge" COMPLETED 0:0 0
    check 'merged: the same bytes' same parts medium
}

# A shard that fails takes the merge with it, and submitting again plays the rest.
failed_shard() {
    local said array merge i
    said=$("$scripts/submit" "${one[@]}" "$config" failed 3 --quiet --set "$some")
    array=$(grep -o 'job [0-9]*, into failed-shards' <<<"$said" | tr -dc 0-9)
    merge=$(grep -o 'merge: job [0-9]*' <<<"$said" | tr -dc 0-9)
    check 'a killed shard: begins' begins failed-shards/2-of-3 1
    kill -KILL "$(process_with "SLURM_ARRAY_JOB_ID=$array" SLURM_ARRAY_TASK_ID=2)"
    check 'a killed shard: fails' ended_as "${array}_2" FAILED 137:0 0
    check 'a killed shard: no merge' ended_as "$merge" CANCELLED 0:0 0
    for i in 1 3; do check "shard $i beside it" ended_as "${array}_$i" COMPLETED 0:0 0; done
    said=$("$scripts/submit" "${one[@]}" "$config" failed 3 --quiet --set "$some")
    merge=$(grep -o 'merge: job [0-9]*' <<<"$said" | tr -dc 0-9)
    check 'submitted again: merged' ended_as "$merge" COMPLETED 0:0 0
    check 'submitted again: the same bytes' same failed medium
}

# Numbers that are no shards.
gaps() {
    local numbers job
    for numbers in 0-2 1,3 2-3; do
        job=$(sbatch --parsable "${one[@]}" --array=$numbers --output=gaps.out "$scripts/array.sbatch" "$config" x)
        check "--array=$numbers: refused" ended_as "${job}_${numbers##*[-,]}" FAILED 2:0 0
        check "--array=$numbers: is told" grep -q -- '--array=1-N expected' gaps.out
    done
    job=$(sbatch --parsable "${one[@]}" --output=gaps.out "$scripts/array.sbatch" "$config" x)
    check 'no array: refused' ended_as "$job" FAILED 2:0 0
    check 'nothing is played' test ! -e x-shards
    check 'submit: no number' eval '! "$scripts/submit" "$config" x --quiet 2>err && grep -q usage err'
}

# A step of one task is a process of its own, whatever Slurm tells it.
plain_steps() {
    local mpi
    for mpi in none pmi2 pmix; do
        check "srun --mpi=$mpi, one task" srun --quiet --mpi=$mpi --ntasks=1 \
            "$harrow" run "$config" --out "step.$mpi" --quiet
        check "srun --mpi=$mpi: the same bytes" same "step.$mpi" small
    done
}

exec 3>&1
check 'shellcheck' shellcheck "$scripts"/*
begin_cluster >cluster.log 2>&1 # no child of check's, so that it is ended as one of this shell's
check 'a cluster' eval "[ $? -eq 0 ] || { cat cluster.log; false; }"
[ $failed -eq 0 ] || exit 1
patience=$((4 * patience)) # jobs wait for each other
some=games_per_cell=3000
begun=$(milliseconds)
"$harrow" run "$config" --out small --quiet >out
"$harrow" run "$config" --out medium --quiet --set $some >out
echo "# the runs to compare with took $(($(milliseconds) - begun)) ms"
whole_run
plain_steps
ended_for_good
shards
failed_shard
gaps
one_run_many_sessions
echo "# $(($(milliseconds) - begun)) ms"
exit $failed
