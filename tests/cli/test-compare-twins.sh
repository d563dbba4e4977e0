#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli compare of recorded programs, each as it is and with one thing changed (tests/programs/twins.c):
# the change comes first, with what it costs; two recordings of the same differ in nothing.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/recorder.sh"

# More processes than cores: who has paused is to go on at once. Not everybody may ask for that; then
# amounts are not looked at.
in_turns=() exact=
if chrt -r 1 true 2>err; then
  in_turns=(chrt -r 1) exact=yes
fi

# twin NAME MILLISECONDS PROCESSES ARGUMENT...: a machine that has other work disturbs short runs, so
# one that takes longer than its pauses do is recorded again, and no amounts are told of the last.
declare -A disturbed over
twin() {
  local name=$1 time=$2 n=$3 try
  shift 3
  for try in 1 2 3 4; do
    "$cli" record -o "$name.mtf.h5" -- "${in_turns[@]}" mpirun --oversubscribe -n "$n" \
      "${launcher[@]}" "$programs/twins" "$@" >record.out 2>&1 || break
    "$cli" info --json "$name.mtf.h5" >about
    disturbed[$name]=$(jq "if (.run_end - .run_start) * 1000 > 1.08 * $time then 1 else empty end" about)
    over[$name]=$(jq "[(.run_end - .run_start) * 1000 - $time, 0] | max" about)
    [ -n "$exact" ] && [ -n "${disturbed[$name]}" ] || break
  done
  ok "$name is recorded (try $try)" "$cli" info "$name.mtf.h5"
}

# change A B KIND TEXT MILLISECONDS: 0: any. Within a tenth, or by what one of them took longer than planned
# and the other did not.
change() {
  ok "$1 beside $2" "$cli" compare --json "$1.mtf.h5" "$2.mtf.h5"
  if [ -n "${disturbed[$1]}${disturbed[$2]}" ]; then
    is "$2: $4, on a disturbed machine" \
      "$(jq --arg text "$4" '[.differences[].sentence | contains($text)] | any' out)" true
    return
  fi
  is "$2: what is first" "$(jq -r '.differences[0].kind' out)" "$3"
  is "$2: $4" "$(jq --arg text "$4" '.differences[0].sentence | contains($text)' out)" true
  [ "$5" = 0 ] || [ -z "$exact" ] \
    || is "$2: it costs $5 ms" "$(jq ".differences[0].seconds * 1000 - $5 | fabs
      < ([$5 / 10, (${over[$1]} - ${over[$2]} | fabs)] | max)" out)" true
}

launcher=()
twin stencil 320 8 stencil
twin again 320 8 stencil
ok "two recordings" "$cli" compare --json stencil.mtf.h5 again.mtf.h5
is "differ in nothing" "$(jq -c .differences out)" '[]'
twin slow-process 512 8 stencil slow-process
twin more-work 416 8 stencil more-work
twin iteration 328 8 stencil iteration
twin size 400 8 stencil size
for name in collective barrier no-overlap grid; do
  twin "$name" 320 8 stencil "$name"
done
twin single 467 8 stencil single
change stencil slow-process process "Process 4 computes in work" 192
[ -n "${disturbed[stencil]}${disturbed[slow-process]}" ] \
  || is "slow-process: what others wait for it in a transfer is no other difference" \
    "$(jq '[.differences[] | select(.kind == "mpi")] | length' out)" 0
change stencil more-work computing "Computing in work" 96
change stencil iteration count "41 times per process in B instead of 40" 8
change stencil size size "64 times as large" 0
change stencil collective calls "B calls MPI_Allgather" 0
change stencil barrier missing "Only B calls MPI_Barrier" 0
change stencil no-overlap overlap "no longer overlaps" 0
change stencil grid topology "instead of 4×2 grid" 0
change stencil single single "on process 1" 147

# Each host has a name of its own, where that may be given.
if unshare --uts true 2>err; then
  cat >on-hosts <<'END'
#!/bin/sh
exec unshare --uts sh -c 'hostname "node$((OMPI_COMM_WORLD_RANK / 4))"; exec "$0" "$@"' "$@"
END
  chmod +x on-hosts
  launcher=(./on-hosts)
  twin placed 320 8 stencil
  launcher=()
  change stencil placed placement "run on 2 hosts instead of 1, at most 4 on one instead of 8" 0
fi

twin pipeline 124 8 pipeline
twin longer 156 16 pipeline
twin slow-stage 182 8 pipeline slow-process
twin more-blocks 128 8 pipeline iteration
change pipeline longer processes "16 processes instead of 8" 32
change pipeline slow-stage process "Process 4 computes in work" 57.6
change pipeline more-blocks count "25 times per process in B instead of 24" 4

twin halves 320 8 halves
twin between 400 8 halves barrier
change halves between missing "Only B calls MPI_Barrier" 80
twin pairs 160 8 pairs
twin pairs-later 320 8 pairs no-overlap
change pairs pairs-later overlap "no longer overlaps" 160
done_testing
