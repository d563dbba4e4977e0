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
# One-sided operations of which targets have no event: messages, received where they can be known.
passive() {
  local what=$1 messages=$2 loop=$3 page=$4
  ok "record passive $what" record "$what.mtf.h5" 4 "$programs/passive" "$what"
  is "passive $what: all are messages" \
    "$("$cli" info --json "$what.mtf.h5" | jq -c '[.messages + .remote_messages, .unmatched, .defects]')" "[$messages,0,[]]"
  is "passive $what: and lead the list" "$("$cli" patterns "$what.mtf.h5" | head -n 1 | sed 's/:.*//')" "$loop"
  is "passive $what: the page" "$("$cli" loops --logical "$what.mtf.h5" | grep ^repeat)" "$page"
}
passive halo 48 '6 × [Neighbour exchange on a ring of 4; MPI_Barrier]' 'repeat 6: send -x +x; recv +x -x; MPI_Barrier'
passive gets 72 '6 × [All to all, 4 processes · gets; MPI_Barrier]' 'repeat 6: swap +x *2x -x; MPI_Barrier'
passive told 36 '6 × [Sweep from 0 to 3]' 'repeat 6: recv -x tag0; recv -x tag7; send +x tag0; send +x tag7'
# Processes that are started are of the same trace, behind those that started them.
spawned() {
  local name=$1 processes=$2 messages=$3 loop=$4
  ok "record $name" record "$name.mtf.h5" 2 "$programs/spawned" "${@:5}"
  is "$name: all are in one trace, and every message has both ends" \
    "$("$cli" info --json "$name.mtf.h5" | jq -c '[.processes, .messages, .unmatched, .defects]')" "[$processes,$messages,0,[]]"
  # In which order what repeats is told depends on how much of the run it takes: not asked here.
  is "$name: what they do" "$("$cli" patterns "$name.mtf.h5" | head -n 1 |
    grep -oE '^([0-9]+ ×|master.*each)|Ring of [0-9]+' | paste -sd' ')" "$loop"
}
spawned spawned 4 8 'master/worker: master 0, 2 workers, 4 tasks, 2 each'
spawned merged 4 28 '5 × Ring of 4' merged
spawned twice 5 12 'master/worker: master 0, 2 workers, 4 tasks, 2 each' twice
is "merged: ranks of a common group are those of all" \
  "$("$cli" matrix --json merged.mtf.h5 | jq -c .count)" '[[0,5,2,2],[0,0,5,0],[2,0,0,5],[7,0,0,0]]'
ok "merged: nor are there other traces" test ! -e merged-2.mtf.h5

# Who is whose neighbour on a graph.
ok "record a graph" "$cli" record -o graph.mtf.h5 -- mpirun --oversubscribe -n 4 "$programs/uneven" nbr </dev/null
is "each call is a message to each neighbour" \
  "$("$cli" info --json graph.mtf.h5 | jq -c '[.sent_messages, .unmatched, .defects]')" "[320,0,[]]"
is "... on a ring" "$("$cli" topology graph.mtf.h5 | head -n 1 | cut -d ' ' -f 2-4)" "ring of 4"
is "who is late from a step on is found" \
  "$("$cli" findings graph.mtf.h5 | grep -c '^Process 2 computes .* in nbr before MPI_Neighbor_alltoall')" 1

"$cli" convert graph.mtf.h5 graph.otf2
is "... in OTF2, too" "$("$cli" topology graph.otf2 | head -n 1 | cut -d ' ' -f 2-4)" "ring of 4"

# How many cores there are for how many processes is noted, and said.
core=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
for n in 1 3; do
  ok "record $n processes on one core" "$cli" record -o "core-$n.mtf.h5" -- \
    taskset -c "$core" mpirun --oversubscribe --bind-to none -n $n "$programs/passive" halo </dev/null
done
is "three processes on one core are" "$("$cli" findings core-3.mtf.h5 | grep "^3 processes" | sed 's/ of .*: c/: c/')" \
  "3 processes share 1 core: calls of MPI may also wait for a core. Use more cores or fewer processes to be sure"
is "... a remark on all, which saves nothing" \
  "$("$cli" findings --json core-3.mtf.h5 | jq -c '[.findings[] | select(.kind == "shared_cores" and .saves == 0) | .ranks]')" '[[0,1,2]]'
"$cli" convert core-3.mtf.h5 core-3.otf2
is "... and so it is in OTF2" "$("$cli" findings core-3.otf2 | grep -c '^3 processes share 1 core of ')" 1
is "one process has it for itself" "$("$cli" findings core-1.mtf.h5 | grep -c ' share ')" 0
is "... and of one alone nothing is said of several" "$("$cli" brief core-1.mtf.h5 | grep -ciE 'efficiency|waits|topology|critical')" 0
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
