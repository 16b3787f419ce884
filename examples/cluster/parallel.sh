#!/usr/bin/env bash
# All shards of a tournament with GNU parallel, here or on other machines:
#   arbiter tournament cup.toml --plan
#   parallel.sh cup.games 20                     # on this machine
#   parallel.sh cup.games 20 -S node1,node2      # over ssh; a shared folder, the arbiter and the bots on both
set -u
if [ $# -lt 2 ]; then
    echo "usage: parallel.sh FOLDER SHARDS [OPTIONS OF parallel]" >&2
    exit 2
fi
folder=$1 shards=$2
shift 2
# A shell on each machine reads it.
printf -v play 'cd %q && arbiter tournament %q --shard {}/%q --quiet' "$(pwd)" "$folder" "$shards"
for ((try = 0; try < 20; try++)); do
    arbiter merge "$folder" --quiet
    code=$?
    [ "$code" = 3 ] || exit "$code"
    # A machine that does not answer costs a try; its shards are played by the others.
    seq "$shards" | parallel --will-cite --retries 3 --timeout 1h "$@" "$play"
done
exit 3
