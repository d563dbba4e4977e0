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

# twin NAME PROCESSES ARGUMENT...
twin() {
  local name=$1 n=$2
  shift 2
  ok "$name is recorded" "$cli" record -o "$name.mtf.h5" -- "${in_turns[@]}" mpirun --oversubscribe -n "$n" "$programs/twins" "$@"
}

# change A B KIND TEXT MILLISECONDS: 0: any
change() {
  ok "$1 beside $2" "$cli" compare --json "$1.mtf.h5" "$2.mtf.h5"
  is "$2: what is first" "$(jq -r '.differences[0].kind' out)" "$3"
  is "$2: $4" "$(jq --arg text "$4" '.differences[0].sentence | contains($text)' out)" true
  [ "$5" = 0 ] || [ -z "$exact" ] \
    || is "$2: it costs $5 ms" "$(jq ".differences[0].seconds * 1000 / $5 | . > 0.85 and . < 1.15" out)" true
}

twin stencil 8 stencil
twin again 8 stencil
ok "two recordings" "$cli" compare --json stencil.mtf.h5 again.mtf.h5
is "differ in nothing" "$(jq -c .differences out)" '[]'
for name in slow-process more-work iteration size collective barrier no-overlap grid single; do
  twin "$name" 8 stencil "$name"
done
change stencil slow-process process "Process 4 computes in work" 192
change stencil more-work computing "Computing in work" 96
change stencil iteration count "41 times per process in B instead of 40" 8
change stencil size size "64 times as large" 0
change stencil collective calls "B calls MPI_Allgather" 0
change stencil barrier missing "Only B calls MPI_Barrier" 0
change stencil no-overlap overlap "no longer overlaps" 0
change stencil grid topology "instead of 4×2 grid" 0
change stencil single single "on process 1" 147
twin pipeline 8 pipeline
twin longer 16 pipeline
twin slow-stage 8 pipeline slow-process
change pipeline longer processes "16 processes instead of 8" 32
change pipeline slow-stage process "Process 4 computes in work" 57.6
done_testing
