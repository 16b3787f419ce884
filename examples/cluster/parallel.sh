#!/usr/bin/env bash
# All shards of a tournament with GNU parallel, here or on other machines:
#   arbiter tournament cup.toml --plan
#   parallel.sh cup.games 20                     # on this machine
#   parallel.sh cup.games 20 -S node1,node2      # over ssh; a shared folder, the arbiter and the bots on both
set -u
folder=${1:?the folder of the plan} shards=${2:?how many shards}
shift 2
here=$(pwd)
for ((try = 0; try < 20; try++)); do
    arbiter merge "$folder" --quiet
    code=$?
    [ "$code" = 3 ] || exit "$code"
    # A machine that does not answer costs a try; its shards are played by the others.
    seq "$shards" | parallel --will-cite --retries 3 --timeout 1h "$@" \
        "cd $here && arbiter tournament $folder --shard {}/$shards --quiet"
done
exit 3
