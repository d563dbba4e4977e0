#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-time.sh NAME: the waits and the critical path of a real trace are those of an
# independent implementation (docs/derivations.md). Skipped where the trace or its numbers are not
# there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"
reference=$(dirname "$shared")/reference-2/waits-$name.json
[ -e "$reference" ] || skip_all "no reference-2/waits-$name.json"

# Microseconds, as the reference rounds.
round='def round6: . * 1e6 | round | . / 1e6;'
names='{"late sender": "late_sender", "late receiver": "late_receiver", "nxn": "wait_nxn",
  "barrier": "wait_barrier", "late broadcast": "late_broadcast", "early reduce": "early_reduce",
  "scan": "scan", "constructor": "constructor"}'
# The root of a gather waits for the last of the others, not the first, a tie of sender and receiver
# is a late sender, and a row of tests or probes is one wait: of these the reference knows nothing.
case $name in
  api-*) alike='del(.early_reduce, .late_sender, .late_receiver)' ;;
  *) alike=. ;;
esac
ok "waits" "$cli" waits --json "$anchor"
cp out waits.json
is "total of each kind" \
  "$(jq -cS "$round .kinds | $alike | del(.wrong_order) | with_entries(select(.value > 0) | .value |= round6)" waits.json)" \
  "$(jq -cS "$names as \$names | .total | with_entries(.key |= \$names[.] | .value += 0) | $alike" "$reference")"
is "of each process" \
  "$(jq -cS "$round [.per_process[] | $alike | del(.wrong_order, .process, .seconds) | with_entries(select(.value > 0) | .value |= round6)]" waits.json)" \
  "$(jq -cS "$names as \$names | [.per_process[] | with_entries(.key |= \$names[.] | .value += 0) | $alike]" "$reference")"
# EZTrace spells routines as the linker does.
[ "$name" = eztrace-lu-S-4 ] ||
  is "of each routine" \
    "$(jq -cS --slurpfile r "$reference" "$round . as \$w | \$r[0].per_routine | with_entries(.key as \$k
      | .value = (\$w.per_routine[\$k] | $alike | del(.wrong_order) | with_entries(.value |= round6)))" waits.json)" \
    "$(jq -cS "$names as \$names | .per_routine | map_values(with_entries(.key |= \$names[.] | .value += 0) | $alike)" "$reference")"

ok "critical path" "$cli" critical-path --json "$anchor"
cp out path.json
# The reference goes from the end of the trace to its start, Refrain from the last MPI_Finalize to
# the end of MPI_Init: between the two it is the same path.
is "hops" "$(jq --slurpfile r "$reference" '(.hops - $r[0].path.hops) | . >= -5 and . <= 5' path.json)" true
# EZTrace spells routines as the linker does.
[ "$name" = eztrace-lu-S-4 ] || is "routines" "$(jq -c --slurpfile r "$reference" '. as $p | $r[0].path as $q
  | [$q.routine | to_entries[] | select(.key | test("MPI_(Init|Finalize)") | not)
     | {routine: .key, reference: (.value * $q.seconds), seconds: ($p.routines[.key] // 0 | . * $p.seconds)}
     | select((.seconds - .reference) * (.seconds - .reference)
              > (.003 + .02 * .reference) * (.003 + .02 * .reference))]' path.json)" '[]'
run=$(jq -n "$(number run_end "$anchor") - $(number run_start "$anchor")")
is "path and gap are the run" "$(jq "(.seconds + .start_gap - $run) | if . < 0 then -. else . end | . < 1e-9" path.json)" true

if [ "$name" = eztrace-lu-S-4 ]; then
  is "clocks that disagree are told first" "$("$cli" waits "$anchor" | head -n 1)" \
    "clocks disagree: 2031 of 4520 messages arrive before they are sent; waiting is unreliable; try --correct"
  for command in waits critical-path efficiency findings; do
    ok "$command with clocks corrected" "$cli" $command --correct --json "$anchor"
    is "$command says so" "$(jq -c '[.corrected, .backward_messages]' out)" '[true,2031]'
  done
  is "people are told, too" "$("$cli" findings --correct "$anchor" | head -n 1 | cut -d: -f1)" "clocks corrected"
fi
done_testing
