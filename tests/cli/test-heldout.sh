#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Twelve programs (tests/programs/heldout.c): the fault that six of them have is the first finding, and saves
# what a run without it takes less; nothing of the kind is said of that. Three have no collective operation
# that divides one step from the next.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir heldout && tar -xf "$data/heldout.tar.xz" -C heldout || skip_all "heldout.tar.xz cannot be unpacked"

# fault NAME KIND PROCESS SECONDS
fault() {
  local trace=heldout/$1.mtf.h5
  is "$1: kind and process" "$("$cli" findings --json "$trace" | jq -c '.findings[0] | [.kind, .ranks]')" "[\"$2\",[$3]]"
  is "$1: the amount, within 10 %" \
    "$("$cli" findings --json "$trace" | jq "((.findings[0].saves - $4) / $4) | fabs < 0.1")" true
  is "$1: without it" \
    "$("$cli" findings --json "heldout/$1--without.mtf.h5" | jq "[.findings[] | select(.kind == \"$2\" and .ranks == [$3])] | length")" 0
}
fault window slow_process 7 0.071
fault enkf slow_process 13 0.068
fault stagger step 8 0.057
fault render slow_process 5 0.085
fault ddp slow_process 2 0.066
fault shrink slow_process 6 0.108

# both NAME TEXT: what comes first of the program without the fault beside the one with it.
both() {
  is "$1: beside the one without" \
    "$("$cli" compare --json "heldout/$1--without.mtf.h5" "heldout/$1.mtf.h5" | jq -r '.differences[0].sentence' | grep -cE "$2")" 1
}
both window '^Process 7 computes 2\.0.* Most of the difference is in inject\.$'
both enkf '^Process 13 computes 3\.2.* Most of the difference is in analyse\.$'
both stagger '^Computing in electric before .* takes longer than typical 19 times in a row in B, on process 8 '
both render '^Process 5 computes in raycast '
both ddp '^Computing in samples .* takes longer than typical 4 times in B, .* on process 2 '
both shrink '^Process 6 computes in update 2\.4.* times as long in B '

# steps NAME LINE: what patterns and phases begin with.
steps() {
  for command in patterns phases; do
    is "$1: $command" "$("$cli" $command "heldout/$1.mtf.h5" | sed -n '1s/: [0-9]* % of the run, computation included$//p')" "$2"
  done
}
# Levels, and both ways of a graph, have names where tags change; each with its routines or without.
steps fmm '12 × [Neighbour exchange on a line of 8; Transfer in 4 pairs at distance 1; Neighbour exchange on a line of 4 · ranks 0, 2, 4, 6; Transfer in 2 pairs at distance 2 · ranks 0, 2, 4, 6; Exchange between 0 and 4; Transfer from 4 to 0; Tree from 0]'
steps dag '15 × [Sweep from 0 to 8; Sweep from 8 to 0; MPI_Allreduce]'
steps vcycle '8 × [4 × Neighbour exchange on a line of 8; Transfer in 4 pairs at distance 1 · distance −1; 4 × Neighbour exchange on a line of 4 · ranks 0, 2, 4, 6; Transfer in 2 pairs at distance 2 · ranks 0, 2, 4, 6 · distance −2; 2 × Exchange between 0 and 4; Transfer in 2 pairs at distance 2 · ranks 0, 2, 4, 6 · distance +2; Transfer in 4 pairs at distance 1 · distance +1]'
is "vcycle: why it is divided" "$("$cli" patterns heldout/vcycle.mtf.h5 | grep -c '^Divided where tags change, ')" 1
is "vcycle: as one, without tags" "$("$cli" patterns --elementary heldout/vcycle.mtf.h5 | grep -c 'Exchange among 8 processes, 768 messages')" 1
steps rotor '32 × [Neighbour exchange on a 2×12 grid, periodic in dimension 2 (72 messages)]'
steps ddp '20 × [4 × MPI_Iallreduce]'
steps leader '25 × [Exchange over the leaders of 3 groups of 4]'
steps multi '8 × [3 × Neighbour exchange on a 2×3 grid · ranks 0–5; 3 × Exchange between 10 and 11; 3 × Neighbour exchange on a ring of 4 · ranks 6–9; Exchange between 0 and 6; Exchange between 6 and 10; MPI_Bcast · ranks 0–5; MPI_Bcast · ranks 10, 11; MPI_Bcast · ranks 6–9]'
# A token goes one way.
steps ooc '3 × [Messages along a line of 6, from 0 to 5 (5 messages); 5 × [MPI_Bcast in groups of 3; MPI_Bcast in groups of 2]; MPI_File_write_at_all]'
# Lattices of ever fewer processes, whatever the tags.
for name in fmm vcycle; do
  is "$name: its levels" "$("$cli" topology "heldout/$name.mtf.h5" | head -n 1)" \
    "Topology: line of 8 + line of 4 on ranks 0, 2, 4, 6 + pair on ranks 0, 4 (8 processes, 11 edges)"
done
is "vcycle: in numbers" "$("$cli" topology --json heldout/vcycle.mtf.h5 | jq -c '[.levels[] | [.topology, .processes[1]]]')" \
  '[["line of 8",1],["line of 4",2],["line of 2",4]]'
# Grids: a coarser one, and three pairs besides; one more edge alone is no level.
for pair in 0-{1,4} 1-{2,5} 2-{3,6} 3-7 4-{5,8} 5-{6,9} 6-{7,10} 7-11 8-{9,12} 9-{10,13} 10-{11,14} 11-15 12-13 13-14 14-15; do
  printf '%d %d\n' "${pair%-*}" "${pair#*-}"
done >grid.edges
printf '0 2\n0 8\n2 10\n8 10\n' | cat grid.edges - >levels.edges
printf '0 5\n2 7\n8 13\n' | cat levels.edges - >beside.edges
printf '0 2\n' | cat grid.edges - >one.edges
is "a grid and a coarser one" "$("$cli" topology --edges levels.edges | head -n 1)" \
  "Topology: 4×4 grid + 2×2 grid on ranks 0, 2, 8, 10 (16 processes, 28 edges)"
is "and pairs besides" "$("$cli" topology --edges beside.edges | head -n 1)" \
  "Topology: 4×4 grid + 2×2 grid on ranks 0, 2, 8, 10 + 3 other pairs (16 processes, 31 edges)"
is "one edge is no level" "$("$cli" topology --edges one.edges | head -n 1)" \
  "Topology: nearly 4×4 grid: 1 edge extra, 0 missing (16 processes, 25 edges)"
is "rotor: the page" "$("$cli" loops --logical heldout/rotor.mtf.h5 | grep -c '^repeat 4: ')" 8
is "ddp: every fifth step" "$("$cli" findings heldout/ddp.mtf.h5 | grep -o 'every 5th iteration (4 of 20)')" "every 5th iteration (4 of 20)"

# Process 7 has seven panels, process 1 one; but each panel needs the one before, wherever that is.
is "shrink without it: uneven work that costs nothing" \
  "$("$cli" findings heldout/shrink--without.mtf.h5 | sed -n 's/\xe2\x80\xaf/ /g; s/ each time\. Shared evenly, the run would not be shorter.*//p')" \
  "The work in update is unevenly shared, from 2.05 ms on process 1 to 14.2 ms on process 7"
is "shrink: what is slow is told instead" "$("$cli" findings heldout/shrink.mtf.h5 | grep -c 'would not be shorter')" 0
is "numbers promise nothing" \
  "$("$cli" numbers heldout/shrink--without.mtf.h5 | sed -n 's/\xe2\x80\xaf/ /g; s/.*\(it would compute .*\)/\1/p')" \
  "it would compute 42.5 ms less; findings state how much shorter the run would be."

# Processes at the ends of a line compute twice in a row, and no more than the others (tests/programs/outside.c).
is "render without it: what opens a file waits for no core" \
  "$("$cli" findings heldout/render--without.mtf.h5 | grep -c 'MPI_File_open .* Possible cause: what each call takes by itself')" 1
is "adi: who computes as much as the others is not slow" "$("$cli" findings --json heldout/adi--without.mtf.h5 | jq '[.findings[] | select(.kind | startswith("slow"))] | length')" 0
# Each row of it is at the end of one sweep along y when it begins the next along x; without the pipelines along x
# the run took 31 % less.
is "adi: what its pipelines cost" \
  "$("$cli" findings --json heldout/adi--without.mtf.h5 | jq '.findings[0] | .kind == "chain" and .saves_share > 0.27 and .saves_share < 0.34')" true
is "sort: a phase has what was cut off its first turn" \
  "$("$cli" phases heldout/sort.mtf.h5 | grep -c ' (MPI_Gather; MPI_Bcast; MPI_Alltoall; MPI_Alltoallv) × 5$')" 2

# Real codes of which nothing was said: steps of which some do more, and to which no pattern is common.
# Steps that ask nobody are steps, and what moves before one belongs to it; a halo there and back is no V-cycle.
is "verlet: its steps" "$("$cli" patterns heldout/verlet.mtf.h5 | head -n 1)" \
  "60 × [Neighbour exchange on a 2×3 grid (28 to 56 messages); 0 to 4 × MPI_Allreduce]: 100 % of the run, computation included"
is "verlet: in phases, too" "$("$cli" phases heldout/verlet.mtf.h5 | head -n 1 | cut -d: -f1)" "$("$cli" patterns heldout/verlet.mtf.h5 | head -n 1 | cut -d: -f1)"
is "piso: solves" "$("$cli" patterns heldout/piso.mtf.h5 | head -n 1 | cut -d: -f1)" \
  "18 × [Neighbour exchange on a 2×4 grid; 9 to 21 × [Neighbour exchange on a 2×4 grid; 2 × MPI_Allreduce]; Tree to 0 and back]"
is "piso: where no order of calls is that of the program, the lattice in the order of ranks is named" \
  "$("$cli" topology heldout/piso.mtf.h5 | head -n 1)" "Topology: 2×4 grid (also CG stencil) (8 processes, 10 edges)"
done_testing
