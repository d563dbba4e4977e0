# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the recorder share; sourced behind tap.sh.
# shellcheck shell=bash

programs=$REFRAIN_BUILD/tests/programs
command -v mpirun >/dev/null || skip_all "mpirun is not installed"
[ -e "$programs/wavefront" ] || skip_all "MPI was missing when this was built"
[ -e "$REFRAIN_BUILD/src/tracer/librefrain-tracer.so" ] || skip_all "built without the tracer"
# Open MPI asks for these where only root exists, as in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# What MPI libraries take within one machine; else they try all they have, at each start.
export OMPI_MCA_plm=isolated OMPI_MCA_schizo=ompi PMIX_MCA_gds=hash UCX_TLS=self,posix UCX_MODULES=''
HWLOC_SYNTHETIC="core:$(nproc) pu:1"
export HWLOC_SYNTHETIC

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
