#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each program of tests/programs, recorded by our own recorder and by EZTrace: the same messages.
. "$(dirname "$0")/tap.sh"
. "$here/recorder.sh"

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
if nm -D "$REFRAIN_BUILD/src/library/librefrain-1.so" | grep -q dwfl_begin; then
  is "wavefront: where a routine stands" "$(otf2-print -G wavefront-2.otf2 | grep '^REGION.*"sweep_forward"' |
    grep -oE 'wavefront\.c".*Begin: [0-9]+' | grep -oE '[0-9]+$')" \
    "$(grep -n '^sweep_forward' "$REFRAIN_SOURCE/tests/programs/wavefront.c" | cut -d: -f1)"
fi
is "wavefront: at most 10 bytes an event" \
  "$(($(stat -c %s wavefront.mtf.h5) <= 10 * $(number events wavefront.mtf.h5)))" 1
is "wavefront: nothing is wrong with the trace" "$("$cli" info --json wavefront.mtf.h5 | jq -c .defects)" "[]"
is "wavefront: the grid is the one that the program made" \
  "$("$cli" topology --json wavefront.mtf.h5 | jq -r .topology)" "$("$cli" topology --json "$demo" | jq -r .topology)"
compare 2 ping-pong
compare 2 threads
is "threads: three a process" "$("$cli" convert threads.mtf.h5 threads.gxl && grep -c 'name="ThreadID"' threads.gxl)" 6
compare 5 planted slow-process
# Fortran: EZTrace does not see mpi_f08, whose messages are the same.
if [ -e "$programs/ring-f08" ]; then
  compare 4 ring-mpif
  compare 4 ring-module
  ok "record ring-f08" record ring-f08.mtf.h5 4 "$programs/ring-f08"
  is "ring-f08: the same messages" "$(numbers_of ring-f08.mtf.h5)" "$(numbers_of ring-mpif.mtf.h5)"
  for interface in mpif module f08; do
    ok "record api-$interface" record "api-$interface.mtf.h5" 5 "$programs/api-$interface"
    is "api-$interface: every call of Fortran is there" \
      "$("$cli" info --json "api-$interface.mtf.h5" | jq -c '[.messages, .unmatched, .null_partner, .collectives, .collective_instances, .defects]')" \
      "[40,0,5,30,7,[]]"
  done
fi
without_spools
done_testing
