#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the two traces of worked-case.md, of tests/programs/heat.c with its fault and without, and brings
# what the page quotes up to date. On a machine with other things to do: chrt -f 5 docs/worked-case.sh.
#
#     REFRAIN_BUILD=/path/to/_build docs/worked-case.sh
set -euo pipefail

docs=$(cd "$(dirname "$0")" && pwd)
build=${REFRAIN_BUILD:-$docs/../_build}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_rmaps_base_oversubscribe=1

ninja -C "$build" src/cli/refrain-cli src/tracer/librefrain-tracer.so tests/programs/heat >&2
record() { # NAME ARGUMENT...
  "$build/src/cli/refrain-cli" record -o "$docs/worked-case/$1.mtf.h5" -- \
    mpirun -n 8 "$build/tests/programs/heat" "${@:2}"
}
record before
record after --even
"$build/src/cli/refrain-cli" export --view events --waiting -o "$docs/worked-case/before.svg" --from 700ms --to 752ms \
  --width 180mm --height 80mm "$docs/worked-case/before.mtf.h5"
REFRAIN_SOURCE=$docs/.. REFRAIN_BUILD=$build bash "$docs/../tests/cli/test-quotes.sh" --write
