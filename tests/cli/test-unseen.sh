#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that nothing was made for when they were written (tests/programs/unseen.c): what is said of
# those about which something wrong or useless was said at first.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir unseen && tar -xf "$data/unseen.tar.xz" -C unseen || skip_all "unseen.tar.xz cannot be unpacked"

# first COMMAND NAME: its first line.
first() { "$cli" "$1" "unseen/$2.mtf.h5" | head -n 1 | sed 's/: \([0-9]* inner iterations, \)\?[0-9]* % of the run, computation included$//'; }

for command in patterns phases; do
  is "$command: groups that turn more often than others" "$(first $command ensemble)" \
    "4 × [20 to 40 × Ring in 4 rows of 3; 20 to 40 × MPI_Allreduce in 4 rows of 3; MPI_Gather]"
  is "$command: servers" "$(first $command twoserv)" \
    "processes 0, 1 serve 7 others, which send them 154 messages and get 140"
  is "$command: rings of other distances" "$(first $command dissem)" \
    "30 × [Ring of 7 · distance −1; Ring of 7 · distance −2; Ring of 7 · distance +3]"
  is "$command: a torus of four dimensions" "$(first $command qcd)" \
    "4 × [10 × [Neighbour exchange on a periodic 3×2×2×2 grid (192 messages); 2 × MPI_Allreduce]; MPI_Bcast]"
  is "$command: a solver that needs fewer turns each time" "$(first $command newton)" \
    "6 × [3 to 12 × [Neighbour exchange on a 2×4 grid; MPI_Allreduce]; MPI_Bcast]"
  is "$command: turns with next to no time between them" "$(first $command ringsum)" "10 × [10 × Ring of 6]"
  is "$command: codes of which the first processes exchange" "$(first $command codes)" \
    "6 × [4 × Ring in 3 rows of 3; Ring of 3 · ranks 0, 3, 6]"
  is "$command: two buffers are regular" "$(first $command anyhalo | grep -c 'not regular')" 0
done

is "chords: phases by what is taken in any order" \
  "$("$cli" phases unseen/chords.mtf.h5 | grep -c ' chords: (Neighbour exchange at distance 1 and 4 on a ring of 8) × 25$')" 2
is "codes: the topology of each" "$(first topology codes)" \
  "Topology: ring of 3 on ranks 0–2 + ring of 3 on ranks 3–5 + ring of 3 on ranks 6–8 + exchange between them (3 pairs) (9 processes, 12 edges)"

# How rows and columns are brought to where they begin has no name; that they move does.
is "rows and columns, each ring by itself" "$("$cli" patterns unseen/shuffled.mtf.h5 | sed -n 2p)" \
  "24 × [Ring in 4 groups of 4 · variant 2 of 2; Ring in 4 groups of 4 · variant 1 of 2]"

# One number of iterations wherever they are counted: those that are compared are the solver's.
for command in patterns brief; do
  is "inner iterations, in $command" "$("$cli" $command unseen/newton.mtf.h5 | head -n 2 | grep -c ': 40 inner iterations, ')" 1
done
for command in durations structure loops; do
  is "inner iterations, in $command" "$("$cli" $command unseen/newton.mtf.h5 | grep -c '40 inner iterations in 6 of the main loop')" 1
done

# The third group of four takes twice as many steps: one of it is waited for, and no gather.
is "ensemble: who is waited for" \
  "$("$cli" waits unseen/ensemble.mtf.h5 | grep -c '^Largest cause outside MPI, .*: process [678] in member; ')" 1

# The program computes 60 ms longer, once; the run without that is 56 ms shorter. A send waits for it
# whose receiver lets nothing in meanwhile, as no other send in the run does.
ok "findings of shuffled" "$cli" findings --json unseen/shuffled.mtf.h5
is "shuffled: kind and processes" "$(jq -c '.findings[0] | [.kind, .ranks, .routine]' out)" \
  '["slow_iteration",[9],"multiply"]'
is "shuffled: the amount, within 10 %" "$(jq '.findings[0].saves / 0.0561 | . > 0.9 and . < 1.1' out)" true
is "who serves is compared with who serves" \
  "$("$cli" findings unseen/twoserv.mtf.h5 | grep -o 'Process 1 .* in lookup, the others 68.2' | wc -l)" 1

is "pipelines side by side" \
  "$("$cli" findings unseen/train.mtf.h5 | grep -c '^2 pipelines of 4 processes (one is 1 → 3 → 5 → 7) fill and drain')" 1

# Of a pipeline with slow stages, filling and draining cost no more than twice what half the block saves.
is "train: filling and draining" "$("$cli" findings unseen/train.mtf.h5 | sed -nE \
  's/.* fill and drain .* up to ([0-9.]+) % less.* half as large save ([0-9.]+) %.*/\1 \2/p' |
  awk '{ print $1 <= 2 * $2 }')" 1

# The two are joined by the sums of their stages, which numbering them one after another spreads.
is "train: numbering, with what collective operations send" "$("$cli" topology unseen/train.mtf.h5 | sed -n 3p)" \
  "18.2 % of the data go between its parts: number the processes of each part one after another, and data travel 1.55 ranks on average instead of 1.82"

# Its servers and their clients are no ring, but numbered as on one the page is shorter.
is "twoserv: the page" "$("$cli" loops --logical unseen/twoserv.mtf.h5 | head -n 2 | tail -n 1)" "9 processes (x, periodic)"

# What a run without the fault saves: 234 ms of train, 74.8 ms of lagged, where sends to the slow process go
# on only when it calls MPI again, and many short waits for a core are not to hide that.
saves() {
  is "$1: kind and processes" "$("$cli" findings --json "unseen/$1.mtf.h5" | jq -c '.findings[0] | [.kind, .ranks]')" "$2"
  is "$1: the amount, within 10 %" \
    "$("$cli" findings --json "unseen/$1.mtf.h5" | jq ".findings[0].saves / $3 | . > 0.9 and . < 1.1")" true
}
saves train '["slow_group",[4,5]]' 0.234
saves lagged '["slow_process",[7]]' 0.0748

# Process 3 computes more behind what it exchanges in step 11 and all that follow: all say 11.
for c in structure durations; do
  is "chords: $c" \
    "$("$cli" $c unseen/chords.mtf.h5 | sed -n 2p | grep -c "^Main loop over the run: 2\.9[0-9] times as long from iteration 11 on[;.]")" 1
done
is "chords: which iterations it is" "$("$cli" findings unseen/chords.mtf.h5 | grep -c "^Process 3 .*, from iteration 11 of 25 on, in 15 of 60 occurrences\.")" 1
is "chords: the main loop is told once" "$("$cli" durations unseen/chords.mtf.h5 | grep -c "^25 iterations of ")" 1

# What process 0 computes beside what all compute, in the same routine, is what is taken away.
is "rooted: who" "$("$cli" findings --json unseen/rooted.mtf.h5 | jq -c '.findings[0] | [.ranks, .saves > 0.0144]')" '[[0],true]'

# Recorded without its fault, on a busy machine.
ok "findings without a fault" "$cli" findings --json unseen/cgrand-busy.mtf.h5
is "nothing is sure of a run without a fault" \
  "$(jq '[.findings[] | select(.kind != "shared_cores" and .saves > 0 and .confidence >= 0.5)] | length' out)" 0
done_testing
