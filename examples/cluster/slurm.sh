#!/usr/bin/env bash
#SBATCH --job-name=cup --ntasks=1 --time=01:00:00 --requeue --signal=B:USR1@120 --open-mode=append
# A shard of a tournament as a job of a Slurm array:
#   arbiter tournament cup.toml --plan
#   while arbiter merge cup.games; [ $? = 3 ]; do sbatch --wait --array=1-20 slurm.sh cup.games; done
# Set ARBITER_SHARDS where the array has gaps, such as --array=3,17.
set -u
# Slurm tells the script; the arbiter finishes its running games and ends with 75, by which the job is queued again.
trap 'kill -USR1 $!' USR1 TERM
arbiter tournament "${1:?the folder of the plan}" --shard auto --for 55m --tempfail --quiet &
# A signal ends a wait before its time, and the arbiter may be gone before the next look: what it ended with is kept.
while kill -0 $! 2>/dev/null; do wait $!; done
wait $!
code=$?
[ "$code" = 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ] && scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
exit "$code"
