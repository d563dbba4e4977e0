# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the recorder share; sourced behind tap.sh.
# shellcheck shell=bash

programs=$REFRAIN_BUILD/tests/programs
command -v mpirun >/dev/null || skip_all "mpirun is not installed"
[ -e "$programs/wavefront" ] || skip_all "MPI was missing when this was built"
[ -e "$REFRAIN_BUILD/src/tracer/librefrain-tracer.so" ] || skip_all "built without the tracer"
. "$here/mpi.sh"

# record OUT PROCESSES PROGRAM...
record() {
  local out=$1 processes=$2
  shift 2
  "$cli" record -o "$out" -- mpirun --oversubscribe -n "$processes" "$@" </dev/null
}

# numbers_of TRACE: what a recording says that does not depend on the recorder.
numbers_of() {
  "$cli" info --json "$1" | jq -c '{processes, sends, receives, messages, unmatched}'
  "$cli" matrix --json "$1" | jq -c .
}

# defects_of TRACE: kinds and processes.
defects_of() {
  "$cli" info --json "$1" | jq -c '[.defects[] | "\(.kind) \(.process)"] | sort | unique'
}

# without_spools: nothing is left beside the traces.
without_spools() {
  is "no folder is left behind" "$(find . -maxdepth 1 -type d -name '*.??????' | wc -l)" 0
}
