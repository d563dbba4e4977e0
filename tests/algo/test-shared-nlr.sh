#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-nlr.sh NAME: the local models of a real trace are its streams, and as small as
# docs/derivations.md says. Skipped where the trace is not there.
. "$(dirname "$0")/../cli/tap.sh"

list=$REFRAIN_BUILD/tests/algo/list-nlr name=$1
unpack "$name"

# least and most of a number over the processes
range() {
  jq -rs "[.[] | $1] | \"\(min) \(max)\"" models.json
}

ok "every process' models are its stream" "$list" "$anchor"
cp out models.json

# plain: bytes, per cent of the events in loops; with definitions, loops kept and then everywhere:
# bytes, per cent in loops or definitions
case $name in
  lu-A-8) plain='1077 1363 99.95 99.95' outside='817 946 99.99 100' everywhere='645 706 99.99 100' ;;
  lu-W-4) plain='1077 1077 99.91 99.91' outside='817 817 99.98 99.98' everywhere='645 645 99.98 99.98' ;;
  eztrace-lu-S-4)
    plain='1076 1076 98.55 98.55' outside='816 816 99.61 99.61' everywhere='644 644 99.61 99.61' ;;
  sweep3d-2x3-50)
    plain='826 998 99.64 99.76' outside='793 965 99.95 99.97' everywhere='793 965 99.95 99.97' ;;
  cg-W-8)
    plain='1320 1320 99.88 99.88' outside='1320 1320 99.88 99.88' everywhere='512 512 99.95 99.95' ;;
  cg-S-4) plain='761 761 99.32 99.32' outside='526 526 99.91 99.91' everywhere='393 393 99.91 99.91' ;;
  mg-S-4) plain='1417 1843 93.54 98.39' outside='885 1144 99.6 99.6' everywhere='603 704 99.6 99.6' ;;
  smg2000-2x2x2)
    plain='21264 34173 34.51 68.25' outside='3797 5484 99.51 99.72' everywhere='2793 3574 99.54 99.74' ;;
  *) done_testing ;;
esac
is "without definitions" "$(range .plain.bytes) $(range .plain.in_loops)" "$plain"
is "definitions outside of loops" "$(range .outside.bytes) $(range .outside.covered)" "$outside"
is "definitions everywhere" "$(range .everywhere.bytes) $(range .everywhere.covered)" "$everywhere"

if [ "$name" = lu-A-8 ]; then
  # Figure 3, with the counts of class A.
  "$list" "$anchor" 0 >model
  is "the time loop of process 0" "$(sed -n '/^for i0 = 1 to 249$/,/^done$/p' model)" "\
for i0 = 1 to 249
  for i1 = 1 to 62
    0 send 1 tag2
    0 send 4 tag4
  done
  for i1 = 1 to 62
    1 recv 0 tag1
    4 recv 0 tag3
  done
  0 send 1 tag2
  1 recv 0 tag1
  0 send 4 tag4
  4 recv 0 tag3
done"
fi
done_testing
