#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli match: where a given pattern occurs.
. "$(dirname "$0")/tap.sh"
. "$here/match.sh"

# The demo: 8 iterations on a grid of 4 rows and 2 columns, each 10 planes there, 10 back, an exchange.
is "sweeps" "$(match "$demo" --wavefront 4x2)" 80
is "sweeps back" "$(match "$demo" --wavefront 4x2 --origin 7)" 80
is "no sweep from another corner" "$(match "$demo" --wavefront 4x2 --origin 1)" 0
is "no sweep over another grid" "$(match "$demo" --wavefront 2x4)" 0
is "exchanges" "$(match "$demo" --stencil 4x2)" 8
is "no periodic exchange" "$(match "$demo" --stencil 4x2 --periodic)" 0
is "a grid of one process says nothing" "$(match "$demo" --wavefront 1x1)" 0
for pattern in --ring --butterfly --binary-tree --all-to-all; do
  is "no $pattern" "$(match $pattern "$demo")" 0
done
is "a line" "$(match "$demo" --wavefront 4)" "$(match "$demo" --wavefront 4x1)"
is "a line from its end" "$(match "$demo" --wavefront 4 --origin 3)" "$(match "$demo" --wavefront 1x4 --origin 3)"
is "a line of neighbours" "$(match "$demo" --stencil 2)" "$(match "$demo" --stencil 1x2)"
is "a ring of two processes" "$(match "$demo" --ring 2 --any-order)" "$(match "$demo" --ring=2)"
is "a number before the trace" "$(match --ring 2 "$demo")" "$(match "$demo" --ring 2)"

# Edits: none are needed, so allowing some takes nothing away.
is "sweeps with edits" "$(jq -n "$(match "$demo" --wavefront 4x2 --edits 1) >= 80")" true
is "sweeps without edits in all" "$(match "$demo" --wavefront 4x2 --edits 1 --total-edits 0)" 80

ok "JSON" "$cli" match --json "$demo" --wavefront 4x2 --limit 2
is "what JSON tells" "$(jq -c '[.pattern, .processes, .edits, .occurrences, .shown, (.matches | length)]' out)" \
  '["wavefront 4x2 from 0",8,0,80,2,2]'
is "all of them" "$("$cli" match --json "$demo" --wavefront 4x2 --limit 0 | jq -c '[.occurrences, .shown, (.matches | length)]')" \
  '[80,80,80]'
is "what JSON tells of a match" "$(jq -c '.matches[0] | [.edits, .processes, .start < .end]' out)" \
  '[0,[0,1,2,3,4,5,6,7],true]'
is "matches are in order" "$("$cli" match --json "$demo" --stencil 4x2 | jq '[.matches[].start] | . == sort')" true
ok "text" "$cli" match "$demo" --wavefront 4x2 --limit 1
is "what text tells" "$(head -n 1 out)" "wavefront 4x2 from 0: 80 occurrences"
is "which is the whole search" "$("$cli" match --json "$demo" --wavefront 4x2 --edits 1 --limit 1 | jq .limited)" false
is "a search that is cut short" "$("$cli" match --json "$demo" --stencil 4x2 --edits 6 --limit 1 | jq .limited)" true
is "the line that says so" "$("$cli" match "$demo" --stencil 4x2 --edits 6 --limit 1 | grep -c '^The search was stopped early')" 1

# From a file, as lines and as JSON; and one that was found.
cat >sweep.txt <<'END'
# Into the second row
0: S1 S2
P2: {R1} S4   # processes from 1
2: R0 S3 S4
END
is "a pattern from a file" "$(match "$demo" --pattern sweep.txt)" 80
echo '{"events": {"0": ["S1", "S2"], "1": ["R0", "S3"]}}' >sweep.json
is "a pattern as JSON" "$(match "$demo" --pattern sweep.json)" 80
is "a pattern that was found" "$(match "$demo" --like 1)" 80
is "all of which were detected" "$("$cli" match --json "$demo" --like 1 --limit 1 | jq -c '[.detected, .matches[0].detected]')" '[80,true]'
is "the line that says so" "$("$cli" match "$demo" --like 1 --limit 1 | sed -n 2p)" "80 of them are detected patterns"
is "a pattern that was not detected" "$("$cli" match --json "$demo" --wavefront 4x2 --limit 1 | jq -c '[has("detected"), (.matches[0] | has("detected"))]')" '[false,false]'
echo '0: S1 X2' >bad.txt
refused 1 "a file that is no pattern" "$cli" match "$demo" --pattern bad.txt
is "the error names the line" "$(grep -c 'bad.txt, line 1' err)" 1
refused 1 "a file that is not there" "$cli" match "$demo" --pattern none.txt
refused 1 "an id that is not there" "$cli" match "$demo" --like 999
refused 2 "an elementary pattern and no id" "$cli" match "$demo" --elementary --ring
refused 1 "a grid larger than the trace" "$cli" match "$demo" --wavefront 5x5
for grid in "--stencil 99999x99999" "--wavefront 99999x99999" "--transpose 99999x99999"; do
  # shellcheck disable=SC2086
  refused 1 "a grid far too large" "$cli" match "$demo" $grid
  is "the error names the cause of $grid" "$(grep -c 'holds 8 processes, and the pattern needs 9999800001' err)" 1
done
refused 1 "a line far too long" "$cli" match "$demo" --ring 1000000
is "the error names its cause" "$(grep -c 'holds 8 processes, and the pattern needs 1000000' err)" 1

refused 2 "no pattern" "$cli" match "$demo"
refused 2 "a ring is not periodic" "$cli" match "$demo" --ring --periodic
refused 2 "a ring has no origin" "$cli" match "$demo" --ring --origin 2
refused 2 "a ring is no broadcast" "$cli" match "$demo" --ring --broadcast
refused 2 "an id that no pattern has" "$cli" match "$demo" --like -1
refused 2 "a butterfly of six" "$cli" match "$demo" --butterfly 6
refused 2 "two patterns" "$cli" match "$demo" --ring --butterfly
refused 2 "no grid" "$cli" match "$demo" --wavefront 8y
refused 2 "no grid for a transpose" "$cli" match "$demo" --transpose 8
refused 2 "a grid with nothing in it" "$cli" match "$demo" --wavefront 0x8
refused 2 "a transpose in three dimensions" "$cli" match "$demo" --transpose 2x2x2
refused 2 "an origin that is no corner" "$cli" match "$demo" --wavefront 4x2 --origin 3
refused 2 "no number of processes" "$cli" match "$demo" --ring=some
refused 2 "negative edits" "$cli" match "$demo" --ring --edits -1
refused 2 "negative edits in all" "$cli" match "$demo" --ring --total-edits -1
refused 2 "a receive in no place" "$cli" match "$demo" --ring --receive somewhere

round_trip "$demo"
round_trip "$demo" --keep-tandem
is "which has brackets" "$(grep -c ')x' table.txt)" 8

# Work that is handed out: what one task is like tells nothing of those of other workers.
awk 'BEGIN { for (k = 0; k < 24; k++) { w = 1 + (k * k + int(k / 5)) % 3
  print "0 send", w, "tag1"; print "0 recv", w, "tag1"; print w, "send 0 tag2"; print w, "recv 0 tag2" } }' >pool.events
"$cli" convert pool.events pool.mtf.h5
for id in $("$cli" patterns --json pool.mtf.h5 | jq -r '.composite_patterns[].id'); do
  is "all of its own are found: $id" \
    "$("$cli" match --json --limit 0 --like "$id" pool.mtf.h5 | jq -c '[.detected, ([.matches[] | select(.detected)] | length)]')" \
    "$("$cli" patterns --json pool.mtf.h5 | jq -c --argjson id "$id" '.composite_patterns[] | select(.id == $id) | [.occurrences, .occurrences]')"
done
collective=$("$cli" patterns --json "$demo" | jq -r '[.composite_patterns[] | select(.kind == "collective")][0].id // empty')
if [ -n "$collective" ]; then
  ok "a collective one" "$cli" match "$demo" --like "$collective"
  is "is listed, and why no more" "$(sed -n 3p out | cut -d' ' -f1-4)" "only these are listed:"
fi
done_testing
