#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-paraver.sh NAME: a real trace as a Paraver trace says the same, and comes out of it as
# it went in. Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"

ok "to .prv" "$cli" convert "$anchor" "$name.prv"
for command in matrix patterns waits loops; do
  "$cli" "$command" "$anchor" >source 2>/dev/null
  "$cli" "$command" "$name.prv" >prv 2>/dev/null
  is "$command: the same" "$(diff source prv | head -n 6)" ""
done
keys='[.messages, .unmatched, .calls, .mpi_calls, .point_to_point, .collectives, .collective_instances]'
is "info: the same numbers" "$("$cli" info --json "$name.prv" | jq -c "$keys")" \
  "$("$cli" info --json "$anchor" | jq -c "$keys")"
ok "from .prv to .prv" "$cli" convert "$name.prv" again.prv
# Copies of MPI_COMM_SELF become one, and so communicators other numbers.
if ! cmp -s "$name.prv" again.prv; then
  "$cli" convert again.prv once-more.prv
  mv again.prv "$name.prv"
  mv once-more.prv again.prv
fi
is "the same bytes" "$(cmp "$name.prv" again.prv && echo same)" same
done_testing
