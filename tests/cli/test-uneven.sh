#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs whose iterations are not all alike (tests/programs/uneven.c, which tells what each does): one number of
# iterations, that of the program, in whatever is said of it.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir uneven && tar -xf "$data/uneven.tar.xz" -C uneven || skip_all "uneven.tar.xz cannot be unpacked"

# lines NAME LOOP WORDS: what patterns and phases begin with; what the others count.
lines() {
  for command in patterns phases; do
    is "$1: $command" "$("$cli" $command "uneven/$1.mtf.h5" | head -n 1 | sed 's/: [^]]*% of the run, computation included$//')" "$2"
  done
  for command in brief durations loops structure; do
    is "$1: $command" "$("$cli" $command "uneven/$1.mtf.h5" | grep -cE "(^|[^0-9])$3")" 1
  done
}
# Operations that come and go belong to some of the iterations, and are no loop around these.
lines come '50 × [Neighbour exchange on a 2×4 grid; in 11 of them MPI_Allreduce; in 7 of them MPI_Allgather; in 7 of them Ring of 8; in 5 of them MPI_Bcast]' '(50 iterations of the main loop|Main loop of 50 iterations)'
lines comes '50 × [Neighbour exchange on a ring of 6; in 12 of them MPI_Allreduce; in 6 of them MPI_Bcast]' '(50 iterations of the main loop|Main loop of 50 iterations)'
# What ends one to six parts each time is.
lines subr '25 × [1 to 6 × Neighbour exchange on a ring of 6; MPI_Allreduce]' '97 inner iterations( in 25 of the main loop|, )'
lines subrb '25 × [1 to 6 × [Neighbour exchange on a 2×4 grid; MPI_Allreduce]; MPI_Bcast]' '97 inner iterations( in 25 of the main loop|, )'
# A few steps of many iterations of a solver each.
lines simple '4 × [72 to 100 × [1 to 2 × Neighbour exchange on a 2×2 grid; 1 to 2 × MPI_Allreduce]; Neighbour exchange on a 2×2 grid; MPI_Reduce]' '(4 iterations of the main loop|Main loop of 4 iterations)'
# Iterations of one to three evaluations, of which every fifteenth finds neighbours anew.
lines mini '60 × [3 to 6 × MPI_Allreduce; 1 to 3 × Neighbour exchange on a ring of 6; in 8 of them 3 × Ring of 6 · distance +1; in 8 of them Ring of 6 · distance −1]' '(60 iterations of the main loop|Main loop of 60 iterations)'
# Solves whose residual is summed up before them as in them; loops in iterations that are all the same.
lines residual '10 × [MPI_Allreduce; 12 to 18 × [Neighbour exchange on a ring of 8; 2 × MPI_Allreduce]]' '149 inner iterations( in 10 of the main loop|, )'
lines sets '3 × [MPI_Allreduce; 12 × [7 × Neighbour exchange on a ring of 8; MPI_Allreduce; Neighbour exchange on a ring of 8; 2 × MPI_Allreduce]]' '(3 iterations of the main loop|Main loop of 3 iterations)'
lines stages '3 × [10 × [4 × Ring of 8]; MPI_Gather]' '(3 iterations of the main loop|Main loop of 3 iterations)'
# Two inner loops, and rounds that only some steps have.
lines movers '3 × [4 × [Neighbour exchange on a 2×4 grid; 4 to 9 × [Neighbour exchange on a 2×4 grid; MPI_Allreduce]; Neighbour exchange on a 2×4 grid; 1 to 3 × [Neighbour exchange on a 2×4 grid, periodic in dimension 2, in 2 stages; MPI_Allreduce]]; MPI_Reduce]' '(3 iterations of the main loop|Main loop of 3 iterations)'
# Two loops in a row that only how many sums an iteration has tells apart.
lines search '6 × [1 to 4 × [Neighbour exchange on a 2×4 grid; MPI_Allreduce]; 3 to 12 × [Neighbour exchange on a 2×4 grid; 2 × MPI_Allreduce]]' '(6 iterations of the main loop|Main loop of 6 iterations)'
# Behind the inner loop some steps have output.
lines assembly '5 × [Neighbour exchange on a 2×4 grid; 7 to 11 × [Neighbour exchange on a 2×4 grid; MPI_Allreduce; MPI_Gather; MPI_Bcast; MPI_Allreduce]; every 2 iterations MPI_Gather]' '(5 iterations of the main loop|Main loop of 5 iterations)'
# Loops of two groups beside each other, whoever is faster; and what two do between loops of all.
lines sides '20 × [6 × [Neighbour exchange on a line of 5 · ranks 0–4; MPI_Allreduce · ranks 0–4]; 3 × [Neighbour exchange on a line of 3 · ranks 5–7; MPI_Allreduce · ranks 5–7]; Exchange between 4 and 5; MPI_Allreduce]' '(20 iterations of the main loop|Main loop of 20 iterations)'
lines agglom '10 × [3 × Neighbour exchange on a 2×4 grid; MPI_Gather in 2 rows of 4; 4 × Exchange between 0 and 4; MPI_Scatter in 2 rows of 4; 3 × Neighbour exchange on a 2×4 grid; MPI_Allreduce]' '(10 iterations of the main loop|Main loop of 10 iterations)'
# A step in which one process sends nothing, so that two of its collectives stand in a row.
lines sparse '25 × [Exchange with up to 6 partners that change every iteration (11 to 24 messages); MPI_Reduce_scatter_block]' '(25 iterations of the main loop|Main loop: 25 ×)'
# Each of two things that come every four iterations has iterations of its own.
is "rota: patterns" "$("$cli" patterns uneven/rota.mtf.h5 | head -n 1 | cut -d: -f1)" \
  "22 × [Neighbour exchange on a ring of 6; every 4 iterations MPI_Bcast; every 4 iterations MPI_Allgather]"
for command in brief durations loops structure; do
  is "rota: $command" "$("$cli" $command uneven/rota.mtf.h5 | grep -cE '(^|[^0-9])(22 iterations of the main loop|Main loop of 22 iterations)')" 1
done
# Who exchanges with all as neighbours of a graph does what could be advised.
is "graph: topology" "$("$cli" topology uneven/graph.mtf.h5 | head -n 1)" "Topology: all to all (5 processes, 10 edges)"
is "graph: no advice" "$("$cli" topology uneven/graph.mtf.h5 | grep -c MPI_Neighbor_alltoall)" 0
# Ten times as many processes as cores: what waits for one that lets nothing in goes on a while after it.
ok "crowd: findings" "$cli" findings --json uneven/crowd.mtf.h5
is "crowd: the slow process, 15 × 1 ms" "$(jq -c '.findings[0] | [.kind, .ranks, (.saves > 0.01 and .saves < 0.016)]' out)" \
  '["slow_process",[10],true]'
is "a few iterations that happen to be alike are no cycle" "$("$cli" patterns uneven/subr.mtf.h5 | grep -c '^4 × ')" 0
# All but one partner each are no grid with nine directions.
is "nearly: topology" "$("$cli" topology uneven/nearly.mtf.h5 | head -n 1)" "Topology: nearly all to all: 24 of 28 pairs of processes (8 processes, 24 edges)"
is "nearly: patterns" "$("$cli" patterns uneven/nearly.mtf.h5 | head -n 1 | cut -d: -f1)" "20 × [Nearly all to all, 8 processes, 48 messages]"
done_testing
