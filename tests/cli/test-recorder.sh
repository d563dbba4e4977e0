#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each program of tests/programs, recorded by our own recorder and by EZTrace: the same messages.
. "$(dirname "$0")/tap.sh"

programs=$REFRAIN_BUILD/tests/programs
command -v mpirun >/dev/null || skip_all "mpirun is not installed"
[ -e "$programs/wavefront" ] || skip_all "MPI was missing when this was built"
[ -e "$REFRAIN_BUILD/src/tracer/librefrain-tracer.so" ] || skip_all "built without the tracer"
# Open MPI asks for these where only root exists, as in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

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

# compare PROCESSES PROGRAM...: both recordings of it.
compare() {
  local processes=$1 name=$2
  shift 2
  ok "record $name" record "$name.mtf.h5" "$processes" "$programs/$name" "$@"
  ok "record $name as OTF2" record "$name-2.otf2" "$processes" "$programs/$name" "$@"
  is "$name: both formats have the same messages" "$(numbers_of "$name.mtf.h5")" "$(numbers_of "$name-2.otf2")"
  if command -v eztrace >/dev/null && [ -e "$programs/libeztrace-routines.so" ]; then
    ok "record $name with EZTrace" "$REFRAIN_SOURCE/tests/programs/record" "$processes" eztrace "$programs/$name" "$@"
    is "$name: EZTrace has the same messages" "$(numbers_of "$name.mtf.h5")" "$(numbers_of "eztrace/$name.otf2")"
  fi
}

compare 8 wavefront
is "wavefront: the program's routines" \
  "$("$cli" info --json wavefront.mtf.h5 | jq -r '[.routine_times[].name | select(startswith("MPI_") | not)] | sort | join(" ")')" \
  "collect_norms exchange_halo main read_settings receive_edges relax_plane save_block send_edges set_up_grid solve start_field sweep_backward sweep_forward total_change"
is "wavefront: nothing is wrong with the trace" "$("$cli" info --json wavefront.mtf.h5 | jq -c .defects)" "[]"
is "wavefront: the grid is the one that the program made" \
  "$("$cli" topology --json wavefront.mtf.h5 | jq -r .topology)" "$("$cli" topology --json "$demo" | jq -r .topology)"
compare 2 ping-pong
compare 2 threads
is "threads: three a process" "$("$cli" convert threads.mtf.h5 threads.gxl && grep -c 'name="ThreadID"' threads.gxl)" 6
compare 5 planted slow-process
is "no folder is left behind" "$(find . -name '*.otf2.??????' -o -name '*.mtf.h5.??????' | wc -l)" 0
done_testing
