#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-composites.sh NAME: the first answer that a real trace of a program that no paper knows
# gives: composite patterns and cycles. Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"

ok "patterns" "$cli" patterns --json "$anchor"
cp out patterns.json
ok "as text" "$cli" patterns "$anchor"

# messages: "occurrences stages groups" of each composite pattern of messages
messages() {
  jq -r '[.composite_patterns[] | select(.kind == "messages") |
    "\(.occurrences) \(.stage_count) \(.groups)"] | join(", ")' patterns.json
}
cycle() {
  jq -c '.cycles[0] | [.count, [.body[].times]]' patterns.json
}
names() {
  jq -r '[.composite_patterns[] | select(.kind == "messages") | .name] | join("; ")' patterns.json
}
case $name in
  smg2000-2x2x2)
    is "who sends to all, less over corners" "$(names | cut -d';' -f1)" \
      "Neighbour exchange on a 2×2×2 grid with diagonals"
    is "a long cycle is told in a line" "$(head -n 3 out |
      grep -m 1 -cE '^14 × \[[0-9]+ exchanges of [0-9]+ kinds: [0-9]+ × .*, …\] on 4 processes$')" 1
    ;;
  comd8)
    is "what lies in it, not in the run" "$(grep -c '42 × Exchange' out)" 4
    is "named" "$(names)" "Neighbour exchange on a periodic 2×2×2 grid, in 3 stages"
    is "one pattern of messages in three stages" "$(messages)" "21 3 1"
    is "its id is that of matrix" "$("$cli" matrix --json --pattern 1 "$anchor" |
      jq '[.count[][]] | add')" "$(jq '.composite_patterns[0].total_messages' patterns.json)"
    is "an elementary one's is, too" "$("$cli" matrix --json --elementary --pattern 1 "$anchor" |
      jq '[.count[][]] | add')" \
      "$(jq '.communication_patterns[0] | 2 * .occurrences' patterns.json)"
    is "and that of match" "$("$cli" match --json --limit 0 --like 1 "$anchor" |
      jq -c '[.occurrences, .detected]')" "[21,21]"
    ok "and that of export" "$cli" export --view pattern --pattern 1 -o halo.csv "$anchor"
    is "of eight processes" "$(tail -n +2 halo.csv | cut -d, -f1 | sort -u | wc -l)" 8
    is "ten exchanges and two sums" "$(cycle)" "[2,[10,2]]"
    is "the routine of most" "$(jq -c '.composite_patterns[0] | [.routine, .share == 1]' patterns.json)" \
      '["haloExchange",true]'
    ;;
  lammps8)
    is "forth and back" "$(jq -c '[.composite_patterns[0, 1].occurrences]' patterns.json)" '[95,95]'
    is "which differ in the order of the stages" "$(jq -r '[.composite_patterns[0, 1].name |
      sub(".*distances "; "")] | join("; ")' patterns.json)" "4, 2, 1; 1, 2, 4"
    is "few patterns of messages" \
      "$(jq '[.composite_patterns[] | select(.kind == "messages")] | length <= 4' patterns.json)" true
    is "the cycle" "$(cycle)" "[95,[1,1]]"
    is "what lies in a halo, not in the run" "$(grep -c '190 × Exchange' out)" 8
    ;;
  lulesh8)
    is "named" "$(names)" "$(printf '%s; ' 'Neighbour exchange on a 2×2×2 grid with diagonals' \
      'One-way exchange on a 2×2×2 grid with diagonals, from 7 to 0')Neighbour exchange on a 2×2×2 grid"
    is "demangled" "$(jq -r '[.composite_patterns[0, 1, 2].routine] | join(" ")' patterns.json)" \
      "CalcForceForNodes LagrangeNodal CalcQForElems"
    ok "a wrapper by its label" "$cli" patterns --json --wrapper CalcForceForNodes "$anchor"
    ok "and by its name" "$cli" patterns --json --wrapper _ZL17CalcForceForNodesR6Domain "$anchor"
    is "three exchanges" "$(messages)" "16 1 1, 15 1 1, 15 1 1"
    is "most of the calls" "$(jq -c '.composite_patterns[0].share < 1' patterns.json)" true
    is "the cycle" "$(cycle)" "[14,[1,1,1,1]]"
    ;;
  summa16)
    is "Cannon's shift" "$(jq -r '.composite_patterns[1].name' patterns.json)" "Shift on a periodic 4×4 grid"
    is "families" "$(jq -r '[.composite_patterns[4, 5].name] | join("; ")' patterns.json)" \
      "MPI_Bcast in 4 rows of 4; MPI_Bcast in 4 columns of 4"
    is "broadcasts in rows and in columns" \
      "$(jq -c '[.composite_patterns[] | select(.groups == 4) |
        [.occurrences, .processes, .kind, (.stages | length)]]' patterns.json)" \
      '[[40,16,"collective",4],[40,16,"collective",4]]'
    is "the cycle" "$(cycle)" "[40,[1,1]]"
    is "the first line has all five loops" "$("$cli" patterns "$anchor" | head -n 1)" \
      "5 loops one after the other: 40 × [MPI_Bcast in 4 rows of 4; MPI_Bcast in 4 columns of 4]; 40 × Shift on a periodic 4×4 grid; 80 × Neighbour exchange on a line of 16; 10 × Butterfly of 16; 10 × Tree to 0"
    ok "phases" "$cli" phases "$anchor"
    is "five phases named after their routines" \
      "$(sed -nE 's/^ +[0-9][^:]* ([a-z]+): .*/\1/p' out | paste -sd' ' -)" "summa cannon oddeven butterfly tree"
    ;;
  nb8) is "three parts of 25" "$(messages)" "25 1 1, 25 1 1, 25 1 1" ;;
  mw8)
    is "the first line" "$(head -n 1 out)" \
      "master/worker: master 0, 7 workers, 120 tasks, 15 to 20 each"
    is "also of the phases" "$("$cli" phases "$anchor" | head -n 1)" "$(head -n 1 out)"
    is "of the structure" "$("$cli" structure "$anchor" | head -n 1)" "$(head -n 1 out)"
    is "and of durations" "$("$cli" durations "$anchor" | head -n 1)" "$(head -n 1 out)"
    is "whose first one is the tasks" "$("$cli" phases "$anchor" | sed -n 5p | sed 's/.*  //')" \
      "master: 120 × Task distribution by master 0 to 7 workers"
    is "tasks in all" "$(jq -c '.composite_patterns[0] |
      [.occurrences, .master, ([.tasks[]] | add), (.tasks | length)]' patterns.json)" '[120,0,120,7]'
    ;;
  spread16)
    is "twenty iterations" "$(messages)" "20 1 1"
    is "not regular within them" "$(head -n 1 out)" \
      "20 iterations, not regular within them: 62 messages between 16 processes, partners fixed"
    is "also of the phases" "$("$cli" phases "$anchor" | grep -c '^ .*20 × Exchange among 16')" 1
    ;;
  ez_tm2)
    is "the first line" "$(head -n 1 out)" \
      "5 × [4 × Ring of 4 in each of 2 threads; MPI_Barrier]: 100 % of the run, computation included"
    is "and the second" "$(sed -n 2p out)" "2 threads communicate in each of 4 processes"
    is "forty rings" "$(messages)" "40 1 1"
    is "which its topology is, too: all send to the next" \
      "$("$cli" topology --json "$anchor" | jq -c '[.topology, (.equivalent | index("ring") != null), .flow]')" '["4 torus",true,"round the ring"]'
    is "by two threads" "$(jq -c '.cycles[0].body[0].threads' patterns.json)" 2
    ;;
  *) skip_all "nothing is known about $name" ;;
esac
done_testing
