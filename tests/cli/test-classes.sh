#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of many classes (tests/programs/classes.c): what they repeat, who talks to whom, and what
# is wrong with those that have a fault, told as the program has it.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir classes && tar -xf "$data/classes.tar.xz" -C classes || skip_all "classes.tar.xz cannot be unpacked"

# first COMMAND NAME: its first line.
first() { "$cli" "$1" "classes/$2.mtf.h5" | head -n 1 | sed 's/: \([0-9]* inner iterations, \)\?[0-9]* % of the run, computation included$//'; }

while IFS='|' read -r name loop topology; do
  [ -z "$loop" ] || is "$name: its loop" "$(first patterns "$name")" "$loop"
  [ -z "$topology" ] \
    || is "$name: its topology" "$(first topology "$name" | sed 's/^Topology: //; s/ ([0-9]* processes, .*//')" "$topology"
done <<'END'
bitonic|5 × [Neighbour exchange on a hypercube (160 messages); MPI_Barrier]|hypercube (also 2×2×2×2 grid, periodic 4×4 grid, periodic 4×2×2 grid)
cannon|4 × [Messages between neighbours on a periodic 3×3 grid (72 messages)]|periodic 3×3 grid
cartneigh|6 × [6 × Neighbour exchange on a 4×3 grid, periodic in dimension 1; MPI_Allreduce]|4×3 grid, periodic in dimension 1 (also 2×3×2 grid)
corners|40 × [Neighbour exchange on a 4×3 grid, periodic in dimension 2, in 2 stages]|4×3 grid, periodic in dimension 2
coupled4||ring of 4 on ranks 4–7 + 2×2 grid on ranks 8–11 + exchange with 0–3, 12–15 (12 pairs)
crash|15 × [Ring of 8; MPI_Allreduce]|ring of 8
fftw|15 × [MPI_Alltoallw in 3 rows of 4; 2 × MPI_Alltoallw in 4 columns of 3; MPI_Alltoallw in 3 rows of 4]|3×4 grid by the communicators of collective operations: 3 rows of 4, 4 columns of 3
gatherio|6 × [10 × Neighbour exchange on a ring of 6; MPI_Gather]|ring of 6
halo36|5 × [5 × Neighbour exchange on a 6×6 grid, periodic in dimension 2; MPI_Allreduce]|6×6 grid, periodic in dimension 2
insitu|10 × [4 × Neighbour exchange on a 4×2 grid · ranks 0–7; Gather in 2 groups of 5; MPI_Reduce · ranks 8, 9]|4×2 grid on ranks 0–7 + exchange with 8, 9 (8 pairs)
ioagg|8 × [5 × Neighbour exchange on a ring of 12; MPI_Gather in 3 rows of 4; MPI_File_write_at, each process by itself · ranks 0, 4, 8]|ring of 12
logger|50 × [Neighbour exchange on a line of 6 · ranks 0–5; Gather to 6]|line of 6 on ranks 0–5 + exchange with 6 (6 pairs)
matvec|20 × [MPI_Bcast in 4 columns of 3; MPI_Reduce in 3 rows of 4]|3×4 grid by the communicators of collective operations: 3 rows of 4, 4 columns of 3
migrate|6 × [5 × [Neighbour exchange on a periodic 2×4 grid (54 to 61 messages)]]|periodic 2×4 grid (also 2×2×2 grid, hypercube, wrapped butterfly 2)
mm25d|8 × [2 × MPI_Bcast in 9 pairs at distance 1; 3 × Shift on a periodic 3×3 grid in 2 columns of 9; MPI_Reduce in 9 pairs at distance 1]|2 separate parts: periodic 3×3 grid
lulook||2×3 grid by the communicators of collective operations: 2 rows of 3, 3 columns of 2
mthreads|30 × [Ring of 6; Ring in 2 columns of 3]|ring of 6 with +x, +2x
nbx|20 × [Exchange with up to 6 partners that change every iteration (13 to 22 messages); MPI_Ibarrier; MPI_Allreduce]|partners change between iterations, at most 6 of a process at a time; over the run all to all
parareal|8 × [Sweep from 0 to 5]|line of 6
pipecg|50 × [Neighbour exchange on a line of 8; MPI_Iallreduce]|line of 8
rebalance|4 × [12 × Neighbour exchange on a ring of 6; MPI_Allgather; MPI_Alltoallv]|ring of 6
redblack|6 × [10 × [2 × Neighbour exchange on a 3×3 grid]; MPI_Allreduce]|3×3 grid
restart|4 × [10 × Neighbour exchange on a periodic 3×3 grid, in 2 stages; MPI_File_open; MPI_File_write_at_all; MPI_File_close]|periodic 3×3 grid
subcycle|15 × [Neighbour exchange on a ring of 8; 2 × [Neighbour exchange on a ring of 4 · ranks 0–3; 4 × Exchange between 0 and 1]; MPI_Allreduce]|nearly ring of 8: 1 edge extra, 0 missing
steal|shared counter of process 0: 128 calls of MPI_Fetch_and_op by 8 processes, 15 to 18 each|star
submaster|master/worker: master 0, 3 workers, 24 tasks, 8 each|3-ary tree
systolic|12 × [6 × Ring of 7; MPI_Allreduce]|ring of 7
treecode|24 × [MPI_Allgather; Exchange (7 variants); MPI_Allreduce]|nearly all to all: 39 of 45 pairs of processes
unstr|45 × [Exchange among 11 processes, 44 messages; 2 × MPI_Allreduce]|no known one fits, not even nearly
END

# cause NAME KIND RANKS SECONDS: the first finding, and what the run would save without it.
cause() {
  ok "findings of $1" "$cli" findings --json "classes/$1.mtf.h5"
  is "$1: kind and processes" "$(jq -c '.findings[0] | [.kind, .ranks]' out)" "[\"$2\",[$3]]"
  is "$1: the amount, within 10 %" "$(jq ".findings[0].saves / $4 | . > 0.9 and . < 1.1" out)" true
}
cause corners slow_process 5 0.12
cause ioagg slow_process 4 0.088
cause systolic step 3 0.063
cause unstr slow_process 7 0.09
cause rebalance slow_process 2 0.106
# The source has each owner sleep 24 times 8 ms while the others wait, which no sleep undercuts and a
# busy machine prolongs: what the run saves is no less, and what the owners slept no more.
ok "findings of columns" "$cli" findings --json classes/columns.mtf.h5
is "columns: kind and processes" "$(jq -c '.findings[0] | [.kind, .ranks]' out)" '["slow_root",[0,1,2,3,4,5]]'
is "columns: as much as its source sleeps" "$(jq '.findings[0].saves | . >= 0.192 and . < 0.192 * 1.25' out)" true
# Nobody computes the same as who is alone with it.
cause parts slow_root 0 0.36
# An exchange is no wait for a reply, as of a buffer that is missing.
cause gatherio slow_process 0 0.12

# Six compute as long as each other and send to a seventh, which waits for the last of them.
is "logger: the last of those that do alike is not to blame" \
  "$("$cli" waits classes/logger.mtf.h5 | sed -n '2s/; .* for/; … for/p')" \
  "Largest cause: processes 0–5 outside recorded routines; … for the last of them."
is "logger: nor is it in the findings" \
  "$("$cli" findings classes/logger.mtf.h5 | grep -c 'Processes 0–5 compute as long as each other')" 1
is "subcycle: the two that do the finest steps" \
  "$("$cli" waits classes/subcycle.mtf.h5 | grep -o '^Largest cause: processes 0, 1 outside')" "Largest cause: processes 0, 1 outside"

is "a farm below a farm: the page" "$("$cli" loops --logical classes/submaster.mtf.h5 | grep -o 'master [0-9]* distributes [0-9]* tasks' | tr '\n' ,)" \
  "master 0 distributes 24 tasks,master 1 distributes 64 tasks,master 5 distributes 64 tasks,master 9 distributes 64 tasks,"
# page NAME: its first lines.
page() { "$cli" loops --logical "classes/$1.mtf.h5" | head -n "$2" | tr '\n' '|'; }
is "rows and columns without messages: the page" "$(page matvec 3)" \
  "3×4 grid (y×x)|repeat 2: create handle|repeat 20: MPI_Bcast along y; MPI_Reduce along x|"
is "the program's own grid with its own ends: the page" "$(page cartneigh 5)" \
  "4×3 grid, periodic in dimension 1 (y×x)|create handle|repeat 6:|  repeat 6: swap -y +y -x +x tag0|  MPI_Allreduce|"
is "an operation that does not block is called so" "$(page pipecg 4)" \
  "line of 8 (x)|tags tag1|MPI_Allreduce|repeat 50: send +x -x; recv -x +x; MPI_Iallreduce|"
is "who hears from all closes no ring: the page" "$(page logger 1)" "7 processes (x, periodic)|"
is "no messages: the page has no topology" "$(page columns 2)" "6 processes (x)|repeat 24: MPI_Bcast|"

is "a counter: the page, and no iterations that are none" \
  "$("$cli" loops --logical classes/steal.mtf.h5 | head -n 1; "$cli" durations classes/steal.mtf.h5 | head -n 1)" \
  "// $(first patterns steal)
$(first patterns steal)"
is "messages on a part of the program's grid" "$("$cli" topology classes/mm25d.mtf.h5 | sed -n 2p)" \
  "All messages are between neighbours of MPI_Cart_create of the program: 3×3×2 grid, periodic in dimensions 1 and 2 (MPI_COMM_WORLD/2); 9 pairs of neighbours exchange none"
is "work that is handed out is no collective operation" \
  "$("$cli" topology classes/submaster.mtf.h5 | grep -c 'Possible replacement')" 0
is "restart: a checkpoint into another file each time is one loop around the iterations" \
  "$("$cli" durations classes/restart.mtf.h5 | head -n 1 | sed 's/:.*//')" "40 inner iterations in 4 of the main loop"
is "partners that change: brief has the loop" "$("$cli" brief classes/treecode.mtf.h5 | grep -o '^Main loop of 24 iterations')" \
  "Main loop of 24 iterations"
is "who ends the run" "$("$cli" findings classes/crash.mtf.h5 | head -n 1 | sed 's/after .*, which/which/')" \
  "Process 3 calls MPI_Abort which ends the run."
is "matvec: where cores are shared, a call takes long for want of one" \
  "$("$cli" findings classes/matvec.mtf.h5 | grep -c '^Besides waiting, .* MPI_Comm_split takes .* Possible cause: more processes than cores$')" 1
is "rows and columns: where logical does not tell them apart, it says so" \
  "$("$cli" logical classes/fftw.mtf.h5 | grep -c '^// collective operations of .* rows of .* columns of .* are not told apart here: loops --logical does$')" 1
is "who hangs, first of all" "$("$cli" findings classes/nomessage.mtf.h5 | head -n 1 | sed 's/ (confidence.*//')" \
  "All processes are inside MPI when the run ends, as in a hang: process 2 never leaves MPI_Recv; processes 0, 1, 3 never leave MPI_Barrier; no message to process 2 is on its way"
is "who hangs, in info and brief, too" "$(for c in info brief; do "$cli" $c classes/nomessage.mtf.h5 | head -n 3 | grep -c '^All processes are inside MPI'; done | tr '\n' ' ')" "1 1 "
is "sends in a circle" "$("$cli" findings classes/circle.mtf.h5 | head -n 1 | sed 's/.*MPI_Send; //; s/ (confidence.*//')" \
  "0 → 1 → 2 → 3 → 0: each sends to the next, which does not receive (tag 7)"
# Where cores are shared, who hands on what came late is in MPI longer than others: the one that
# computed is told. Process 0 writes what it gathers.
is "gatherio: who is waited for" "$("$cli" waits classes/gatherio.mtf.h5 | grep -c '^Largest cause outside MPI, .*: process 0 outside ')" 1

# Start-up is no part of the run: what comes after it leads, if anything does.
is "halo36: start-up is told as such" "$("$cli" waits classes/halo36.mtf.h5 | sed -n '2s/:.*//p')" "Start-up causes most of it"
is "migrate: what comes after it" "$("$cli" waits classes/migrate.mtf.h5 | sed -n 2p | grep -c '^Largest cause after start-up: process 0 in MPI_Sendrecv;')" 1

# Workers begin to wait for the next part while the root still hears of the last one from others.
is "parts: occurrences that overlap are told to, beside iterations of 103 ms" \
  "$("$cli" patterns classes/parts.mtf.h5 | grep -o '; they overlap, .* at a time')" "; they overlap, 1.29 at a time"
is "halo36: and those that do not are not" "$("$cli" patterns classes/halo36.mtf.h5 | grep -c 'they overlap')" 0

done_testing
