#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-phases.sh NAME: the phases of a real trace are those of
# docs/derivations.md. Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"

# length, different symbols, first cut; divergence, threshold, strength; phases at 0 and at 0.5
case $name in
  lu-A-8) expected='31405 11 76 0.0052 0.0012 3.364 761 761' ;;
  lu-W-4) expected='18993 11 14 0.0075 0.0015 3.989 911 17' ;;
  eztrace-lu-S-4) expected='1101 11 14 0.0810 0.0184 3.414 9 9' ;;
  sweep3d-2x3-50) expected='999 7 26 0.0719 0.0150 3.804 61 61' ;;
  mg-S-4) expected='177 6 118 0.5059 0.0633 6.993 15 12' ;;
  cg-W-8) expected='5443 14 5439 0.0049 0.0046 0.067 5 1' ;;
  smg2000-2x2x2) expected='2415 63 646 0.2916 0.0791 2.686 101 9' ;;
  ft-S-4) expected='22 5 7 0.9024 0.1014 7.904 4 3' ;;
  *) skip_all "nothing is known about $name" ;;
esac

ok "phases" "$cli" phases --json "$anchor"
cp out all
half=$("$cli" phases --json --strength 0.5 "$anchor" | jq '.phases | length')
is "the numbers" "$(jq -r '.segments[0] as $s |
  "\(.sequence_length) \(.distinct) \($s.cut) \($s.divergence) \($s.threshold) \($s.strength) \(.phases | length)"' all |
  LC_ALL=C awk -v half="$half" '{ printf "%d %d %d %.4f %.4f %.3f %d %d", $1, $2, $3, $4, $5, $6, $7, half }')" "$expected"
is "divergences in bits, from 0 to 1" "$(jq 'all(.segments[]; .divergence >= 0 and .divergence <= 1)' all)" true
last=$("$cli" patterns --json "$anchor" | jq '.communication_patterns[-1].id')
echo "1 $last" >ends
is "merged are the ids of communication_patterns" "$("$cli" phases --json --merge ends "$anchor" |
  jq '[.sequence_length, .distinct]' -c)" "$(jq '[.sequence_length, .distinct - 1]' -c all)"

# The longest phase of the collapsed sequence: what it repeats, how often, and how much of the run.
longest() {
  "$cli" phases --json --collapse "$anchor" | jq -c '[.segments[] | select(.children == [])] |
    max_by(.length) | [.repetition.period, .repetition.count, .repetition.rest, .repetition.iterations, .length]'
}
case $name in
  lu-A-8) is "the time loop is one phase" "$(longest)" '[3,249,2,250,749]' ;;
  lu-W-4) is "the time loop is one phase" "$(longest)" '[3,299,2,300,899]' ;;
  sweep3d-2x3-50) is "the time loop is one phase" "$(longest)" '[5,11,4,12,59]' ;;
  smg2000-2x2x2)
    "$cli" phases --json --without-collectives "$anchor" >bare
    is "the first cut is where the solver begins" \
      "$(jq -c '.segments[2] | [.start, .parent, .routine, .whole]' bare)" '[642,1,"HYPRE_StructSMGSolve",true]'
    ;;
esac
done_testing
