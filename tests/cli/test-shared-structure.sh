#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-structure.sh NAME: sequences and loops of a real trace beside those of the reference
# (docs/derivations.md). Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"
reference=$(dirname "$shared")/reference-2

for events in mpi all; do
  "$cli" structure --json --outer pairs --events $events "$anchor" >pairs
  "$cli" structure --json --events $events "$anchor" >cover
  # Loops from the outside in never cover less, and expand to the same events.
  is "$events: the default covers as much" \
    "$(jq -s '[[.[0].processes, .[1].processes] | transpose[] | .[1].occupation >= .[0].occupation - 1e-9] | all' pairs cover)" true
  is "$events: process 0 expands to the same" \
    "$(cmp <("$cli" structure --expand 0 --outer pairs --events $events "$anchor") \
      <("$cli" structure --expand 0 --events $events "$anchor") && echo same)" same
  [ -e "$reference/structure-$name-$events.json" ] || continue
  # Which of equally frequent followers comes first is left open; it shows in smg2000 alone.
  keys='events, .size, .iterations'
  [ "$name" = smg2000-2x2x2 ] || keys="$keys, .patterns, .terms"
  is "$events: as the reference" "$(jq -c "[.processes[] | [.$keys]]" pairs)" \
    "$(jq -c "[.per_process[] | .size = .pattern_size | [.$keys]]" "$reference/structure-$name-$events.json")"
  is "$events: occupation, too" "$(jq -s '[[.[0].processes, .[1].per_process] | transpose[] |
    (.[0].occupation - .[1].occupation | fabs) < 0.006] | all' pairs "$reference/structure-$name-$events.json")" true
done
case $name in
  lu-A-8) want='249 1014 1642' ;;
  lu-W-4) want='299 518 642' ;;
  cg-S-4) want='15 842 842' ;;
  cg-W-8) want='15 1474 1474' ;;
  mg-S-4) want='4 1234 1234' ;;
  ft-S-4) want='6 12 12' ;;
  is-S-8) want='11 8 8' ;;
  sweep3d-2x3-50) want='12 812 1212' ;;
  smg2000-2x2x2) want='3 4236 5246' ;;
  eztrace-lu-S-4) want='49 136 136' ;;
  *) want= ;;
esac
[ -z "$want" ] || is "the iterations of the program" \
  "$(jq -r '[([.processes[].iterations] | unique[]), ([.processes[].size] | min, max)] | join(" ")' cover)" "$want"
"$cli" convert --filtered "$anchor" less.mtf.h5 >/dev/null
is "filtered: no message is torn apart" "$(number unmatched less.mtf.h5)" "$(number unmatched "$anchor")"
is "filtered: from the first event to the last" "$(numbers less.mtf.h5 | jq -c '[.start, .end]')" \
  "$(numbers "$anchor" | jq -c '[.start, .end]')"
"$cli" points --json "$anchor" >points
is "what is left out is similar to what is kept" \
  "$(jq '[.patterns[] | .kept <= .visible and .visible <= .occurrences] | all' points)" true
case $name in
  lu-A-8 | cg-S-4 | cg-W-8 | lu-W-4) is "reduction" "$(jq '.reduction > 97' points)" true ;;
esac
done_testing
