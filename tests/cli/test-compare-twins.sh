#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli compare of recorded programs, each as it is and with one thing changed (tests/programs/twins.c):
# the change comes first; two recordings of the same differ in nothing.
#
#   test-compare-twins.sh                recorded now: what is said; a machine that has other work to do
#                                        changes amounts, so these are not looked at
#   test-compare-twins.sh --kept         recorded on a quiet machine, in tests/data/twins.tar.xz: also
#                                        what each change costs
#   test-compare-twins.sh --keep FOLDER  records them for that archive
mode=${1:-} folder=$(realpath "${2:-.}")
. "$(dirname "$0")/tap.sh"
[ "$mode" = --kept ] || . "$(dirname "$0")/recorder.sh"

# NAME PROCESSES ARGUMENT...
read -rd '' twins <<'END'
stencil 8 stencil
again 8 stencil
slow-process 8 stencil slow-process
more-work 8 stencil more-work
iteration 8 stencil iteration
size 8 stencil size
collective 8 stencil collective
barrier 8 stencil barrier
no-overlap 8 stencil no-overlap
grid 8 stencil grid
single 8 stencil single
placed 8 stencil
pipeline 8 pipeline
longer 16 pipeline
slow-stage 8 pipeline slow-process
more-blocks 8 pipeline iteration
halves 8 halves
between 8 halves barrier
pairs 8 pairs
pairs-later 8 pairs no-overlap
parts 8 parts
parts-all 8 parts all
receives 8 receives
backwards 8 receives backwards
polls 8 polls
polls-late 8 polls late
polls-waits 8 polls waits
windows 8 windows
fences 8 windows fence
prepares 8 windows prepare
snapshots 8 snapshots
often 8 snapshots often
END

# A B KIND MILLISECONDS TEXT: 0 milliseconds: the program does not say how much.
read -rd '' changes <<'END'
stencil slow-process process 192 Process 4 computes in work
stencil more-work computing 96 Computing in work
stencil iteration count 8 41 times per process in B instead of 40
stencil size size 0 64 times as large
stencil collective calls 0 B calls MPI_Allgather
stencil barrier missing 0 Only B calls MPI_Barrier
stencil no-overlap overlap 0 no longer overlaps
stencil grid topology 0 instead of 4×2 grid
stencil single single 147 on process 1
stencil placed placement 0 run on 2 hosts instead of 1, at most 4 on one instead of 8
pipeline longer processes 0 on each of 16 processes as on each of 8
pipeline slow-stage process 57.6 Process 4 computes in work
pipeline more-blocks count 4 25 times per process in B instead of 24
halves between missing 80 Only B calls MPI_Barrier
pairs pairs-later overlap 160 no longer overlaps
parts parts-all calls 40 joins 8 processes in B instead of 4
receives backwards calls 240 is from 7, 6, 5 first instead of 1, 2, 3
polls polls-late process 160 Process 3 computes in work
polls polls-waits calls 0 B calls MPI_Waitall
windows fences count 80 81 times per process in B instead of 41
windows prepares computing 60 Most of the difference is in prepare.
snapshots often count 20 20 times per process in B instead of 10
END

# More processes than cores: who has paused is to go on at once. Not everybody may ask for that.
in_turns=()
! chrt -r 1 true 2>err || in_turns=(chrt -r 1)

# Each host has a name of its own, where that may be given.
cat >on-hosts <<'END'
#!/bin/sh
exec unshare --uts sh -c 'hostname "node$((OMPI_COMM_WORLD_RANK / 4))"; exec "$0" "$@"' "$@"
END
chmod +x on-hosts

# twin NAME: records it.
twin() {
  local name=$1 n=$2 launcher=()
  shift 2
  [ "$name" != placed ] || launcher=(./on-hosts)
  "$cli" record -o "$name.mtf.h5" -- "${in_turns[@]}" mpirun --oversubscribe -n "$n" \
    "${launcher[@]}" "$programs/twins" "$@" >record.out 2>&1 </dev/null
}

# twin_again NAME: the same once more.
twin_again() {
  twin $(grep "^$1 " <<<"$twins")
}

# says FILTER [ARGUMENT...]: whether the last comparison does.
says() {
  [ "$(jq "${@:2}" "$1" out)" = true ]
}

# compared A B FILTER [ARGUMENT...]: the comparison says so, of recordings that other work of the machine
# did not disturb: such work is not the same four times.
compared() {
  local a=$1 b=$2
  shift 2
  for try in 1 2 3 4; do
    "$cli" compare --json "$a.mtf.h5" "$b.mtf.h5" >out 2>err || return 1
    ! says "$@" || return 0
    [ "$mode" != --kept ] || return 1
    twin_again "$a" && twin_again "$b" || return 1
  done
  return 1
}

# told DESCRIPTION A B FILTER [ARGUMENT...]
told() {
  local description=$1 status=0
  shift
  compared "$@" || status=$?
  report "$status" "$description"
  [ "$status" -eq 0 ] || tell "$(cat err)" "$(jq -c '.differences[:3][] | [.kind, .seconds, .sentence]' out)"
}

if [ "$mode" = --kept ]; then
  tar -xf "$data/twins.tar.xz" || skip_all "twins.tar.xz cannot be unpacked"
else
  while read -r name rest; do
    [ "$name" != placed ] || unshare --uts true 2>err || continue
    ok "$name is recorded" twin "$name" $rest
  done <<<"$twins"
fi
if [ "$mode" = --keep ]; then
  cp ./*.mtf.h5 "$folder"
  done_testing
fi

told "two recordings differ in nothing" stencil again '.differences == []'
while read -r a b kind cost text; do
  [ -e "$b.mtf.h5" ] || continue
  told "$a beside $b: first: $text" "$a" "$b" \
    '.differences[0] | .kind == $kind and (.sentence | contains($text))' --arg kind "$kind" --arg text "$text"
  [ "$mode" = --kept ] && [ "$cost" != 0 ] || continue
  told "$a beside $b: it costs $cost ms" "$a" "$b" \
    '.differences[0].seconds * 1000 - $cost | fabs < $cost / 10' --argjson cost "$cost"
done <<<"$changes"
told "longer: what the chain costs more follows" pipeline longer \
  '.differences[1] | .kind == "scaling" and (.sentence | contains("wait for each other is longer"))'
[ "$mode" != --kept ] || told "pipeline beside longer: it costs 32 ms" pipeline longer \
  '.differences[1].seconds * 1000 - 32 | fabs < 3.2'
told "slow-process: what others wait for it in a transfer is no other difference" stencil slow-process \
  '[.differences[] | select(.kind == "mpi")] == []'
done_testing
