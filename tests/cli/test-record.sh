#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the demo anew and opens what comes out.
. "$(dirname "$0")/tap.sh"

programs=$REFRAIN_BUILD/tests/programs
for tool in mpirun eztrace; do
  command -v $tool >/dev/null || skip_all "$tool is not installed"
done
[ -e "$programs/libeztrace-routines.so" ] || skip_all "MPI or EZTrace was missing when this was built"

ok "record the wavefront on 8 processes" "$REFRAIN_SOURCE/tests/programs/record" 8 demo "$programs/wavefront"
# EZTrace's calls are not those of the demo, which our own recorder made with MPI_Init and communicators.
for key in processes point_to_point messages unmatched depth; do
  is "$key as in the demo trace" "$(number $key demo/wavefront.otf2)" "$(number $key "$demo")"
done
is "no message arrives before it is sent" \
  "$("$cli" info --json demo/wavefront.otf2 | jq -c '[.defects[]? | select(tostring | test("before-send"))]')" "[]"
done_testing
