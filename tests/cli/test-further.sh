#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs like real codes (tests/programs/further.c, which tells what each does): loops in loops in loops, and
# whom a run that never ends waits for.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir further && tar -xf "$data/further.tar.xz" -C further || skip_all "further.tar.xz cannot be unpacked"

# lines NAME LOOP ITERATIONS: what patterns and phases begin with; how many iterations the others count.
lines() {
  for command in patterns phases; do
    is "$1: $command" "$("$cli" $command "further/$1.mtf.h5" | sed -n '1s/: [0-9]* % of the run, computation included$//p')" "$2"
  done
  for command in brief durations loops structure; do
    is "$1: $command" "$("$cli" $command "further/$1.mtf.h5" | grep -cE "(^|[^0-9])($3 iterations of the main loop|Main loop of $3 iterations)")" 1
  done
}
# Steps between trajectories and iterations of solves, which sizes tell.
lines hmc '3 × [5 × [Neighbour exchange on a 2×2×2 grid; MPI_Allreduce; 8 to 14 × [Neighbour exchange on a 2×2×2 grid; 2 × MPI_Allreduce]]; MPI_Allreduce; MPI_Bcast]' 3
# Three of four sorts that happen to be as one are not the loop.
lines histogram '4 × [3 to 6 × [MPI_Bcast; MPI_Reduce]; MPI_Bcast; MPI_Alltoall; MPI_Alltoallv]' 4
# That the first two iterations hold a sum more each makes one of them no loop of its own.
lines lanczos '24 × [Neighbour exchange on a 2×4 grid; 2 to 25 × MPI_Allreduce]' 24
# Iterations that are all the same are of turns that are not.
lines gmres '7 × [9 × [Neighbour exchange on a 2×4 grid; 1 to 9 × MPI_Allreduce]]' 7
# What one half of the processes does until the mesh is dealt anew, and then the other, is not done by both at once.
lines subcycle '4 × [MPI_Allgather; MPI_Comm_split; Exchange among 8 processes, 64 messages; 5 × [MPI_Allreduce; Neighbour exchange on a 2×4 grid; 2 × Neighbour exchange on a 2×2 grid (2 variants); Neighbour exchange on a 2×4 grid]; MPI_Allreduce]' 4
is "subcycle: who has the fine mesh" \
  "$("$cli" patterns further/subcycle.mtf.h5 | grep -cE ' 2 × Neighbour exchange on a 2×2 grid · ranks (0, 1, 4, 5|2, 3, 6, 7); .* on 4 processes$')" 2
# The slower of two codes, for which the other waits: no more is taken away than it computes more.
ok "coupled: findings" "$cli" findings --json further/coupled.mtf.h5
is "coupled: the slower code, 8 × 6 ms" \
  "$(jq -c '.findings[0] | [.kind, .ranks, (.saves > 0.03 and .saves < 0.05)]' out)" '["slow_group",[8,9,10,11],true]'
is "mismatch: who called what" \
  "$("$cli" findings further/mismatch.mtf.h5 2>/dev/null | grep -c '; judging by earlier calls, process 2 called MPI_Bcast where the others call MPI_Allreduce ')" 1
done_testing
