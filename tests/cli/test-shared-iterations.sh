#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# All commands that speak of the iterations of a run say the same number of them, and that is what
# the program does (the table). Traces that are not there are left out.
. "$(dirname "$0")/tap.sh"

[ -d "$shared" ] || skip_all "no ../shared/traces, nor \$REFRAIN_SHARED_TRACES"

# Of a trace how often the program goes through its main loop; none: where there is none, as work is
# handed out, or several follow each other.
truth='lu-A-8 250
lu-W-4 300
cg-W-8 15
cg-S-4 15
mg-S-4 4
is-S-8 11
ft-S-4 6
sweep3d-2x3-50 12
smg2000-2x2x2 3
eztrace-lu-S-4 50
api-c-5 none
api-f-5 none
comd8 20
lammps8 5
lulesh8 15
nb8 25
summa16 none
mw8 none
spread16 20
ez_tm2 5
ic 5
pipit-papi 8
fft3d 4
gromacs 61
hpgmg 8
imb none
ior 3
miniamr 6
minivite 10
mpi4py-farm none
mpi4py-heat 3
neigh 4
petsc-mg 3
prk-p2p 4
prk-rma-stencil 20
prk-stencil 20
quicksilver 4'

# The number that stands first in the sentence of COMMAND about the main loop.
count() {
  local lines
  lines=$("$cli" "$1" "$anchor" 2>/dev/null | sed '/^$/q;15q')
  case $1 in
    patterns | phases) grep -oE '^[0-9]+ × .*% of the run, computation included$' <<<"$lines" | head -n 1 | grep -oE '^[0-9]+' ;;
    brief) grep -oE '^Main loop(:| of) [0-9]+ (×|iterations?)' <<<"$lines" | grep -oE '^[^0-9]*[0-9]+' | grep -oE '[0-9]+' ;;
    *) grep -oE '^(// )?[0-9]+ iterations of the main loop' <<<"$lines" | grep -oE '[0-9]+' ;;
  esac
}

tried=0
while read -r name wanted; do
  anchor=$shared/recorded/$name.mtf.h5
  if [ ! -e "$anchor" ]; then
    [ -e "$shared/$name.tar.xz" ] && command -v xz >/dev/null && tar -xf "$shared/$name.tar.xz" || continue
    anchor=$(find "$name" -name '*.otf2' | sort | head -n 1)
  fi
  tried=$((tried + 1))
  said=
  for command in patterns phases loops structure durations brief; do
    number=$(count $command)
    said="$said $command ${number:-none}"
  done
  is "$name" "$said" " patterns $wanted phases $wanted loops $wanted structure $wanted durations $wanted brief $wanted"
  is "$name as values" "$("$cli" patterns --json "$anchor" | jq -r '.main_loop.count // "none"')" "$wanted"
  # The set-up takes longer than the tasks, but these have most operations; a few messages lead nothing.
  [ "$name" != mpi4py-farm ] ||
    is "the phase that leads" "$("$cli" phases "$anchor" | head -n 3 | grep -c ': (Task distribution by master 0 to 7 workers) × 100$')" 1
  [ "$name" != is-S-8 ] || is "... of collectives" "$("$cli" phases "$anchor" | sed -n 2p | grep -c ': (MPI_Allreduce; MPI_Alltoall; MPI_Alltoallv) × 11$')" 1
  rm -rf "${name:?}"
done <<<"$truth"
[ $tried -gt 0 ] || skip_all "none of the traces is there"
done_testing
