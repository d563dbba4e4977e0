#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs whose first answer was false or said nothing (tests/programs/varied.c, which tells what each does): the
# first line says what the source does, and whatever counts iterations counts the same.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir varied && tar -xf "$data/varied.tar.xz" -C varied || skip_all "varied.tar.xz cannot be unpacked"

# first NAME COMMAND: its first line, without how much of the run that is.
first() { "$cli" "$2" "varied/$1.mtf.h5" | head -n 1 | sed 's/: [^]]*% of the run, computation included$//'; }
# lines NAME LOOP N: what patterns and phases begin with; how many iterations the others count.
lines() {
  for command in patterns phases; do
    is "$1: $command" "$(first "$1" $command)" "$2"
  done
  for command in structure durations; do
    is "$1: $command" "$(first "$1" $command | grep -oE '^[0-9]+ iterations of the main loop')" "$3 iterations of the main loop"
  done
  is "$1: brief" "$("$cli" brief "varied/$1.mtf.h5" | grep -cE "Main loop of $3 iterations|Main loop: $3 ×")" 1
}
# The root is another process each time: no loop of as many turns as there are processes.
lines lu1d '23 × [MPI_Bcast with moving root]' 23
lines rotb '23 × [Neighbour exchange on a line of 5; MPI_Bcast with moving root]' 23
lines hpl '24 × [Sweep in 2 rows of 3; MPI_Bcast in 3 pairs at distance 3 with moving root; every 3 iterations 4 × MPI_Allreduce in 3 pairs at distance 3]' 24
# Checks in some of the steps, the last of which have none.
lines chk3 '10 × [Neighbour exchange on a line of 6; every 3 iterations MPI_Allreduce]' 10
lines heat10 '37 × [Neighbour exchange on a line of 6; every 10 iterations MPI_Allreduce]' 37
lines ckpt '45 × [Neighbour exchange on a 4×2 grid; MPI_Allreduce; every 10 iterations [MPI_File_open; MPI_File_write_at_all; MPI_File_close]]' 45
# Neighbours that change, where one process' do not.
lines amr '5 × [MPI_Allgather; Exchange (5 variants); 6 × [Exchange (5 variants); MPI_Allreduce]]' 5
# What blocks and what does not are two things.
lines allred '6 × [4 × [Neighbour exchange on a ring of 8; MPI_Iallreduce]; MPI_Allreduce]' 6
# Threads beside each other, whose operations stand in a row by chance.
lines thmult '3 × [20 × Ring of 4 in each of 3 threads; MPI_Barrier]' 3
# In its order: there and back.
lines pencil '10 × [MPI_Alltoall in 3 rows of 4; 2 × MPI_Alltoall in 4 columns of 3; MPI_Alltoall in 3 rows of 4]' 10
# Work on demand has no iterations.
is "steal: patterns" "$(first steal patterns)" "shared counter of process 0: 126 calls of MPI_Fetch_and_op by 6 processes, 20 to 23 each"
is "server: patterns" "$(first server patterns)" "processes 0, 1 serve 7 others, which send them 119 messages and get 105"
is "server: structure" "$(first server structure)" "No iterations common to all processes."
for name in steal server; do
  is "$name: brief" "$("$cli" brief varied/$name.mtf.h5 | grep -c "^Work is distributed on demand, so the run has no iterations common to all processes; .*process.* 0")" 1
done
# Who hears of whom by chance is no pipeline.
is "termring: findings" "$("$cli" findings varied/termring.mtf.h5 | grep -c pipeline)" 0
# Shares are of the run, without start-up.
is "rotb: share of the run" "$("$cli" structure varied/rotb.mtf.h5 | grep -oE "^On process .*, the main loop takes [0-9]+" | grep -cE " (9[0-9]|100)$")" 1
done_testing
