#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-loops.sh NAME: the loop models of a real trace say exactly its streams, as text, too.
# Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"

ok "the global model" "$cli" loops --all "$anchor"
cp out model
is "read and written again" "$("$cli" loops --model model | cmp - <(grep -v "^//" model) && echo same)" same
"$cli" convert "$anchor" all.events 2>/dev/null
is "event text has the same operations" \
  "$("$cli" info --json all.events | jq -c '[.sends, .receives, .messages, .collectives, .calls]')" \
  "$("$cli" info --json "$anchor" | jq -c '[.sends, .receives, .messages, .collectives, .calls]')"
"$cli" loops --all --receive completion "$anchor" >recorded
"$cli" loops --logical --all "$anchor" >page
"$cli" loops --logical --json "$anchor" >page.json
is "the length of the page" "$(jq .logical.bytes page.json)" "$(grep -v '^//' page | wc -c)"
for p in 0 $(($(number processes "$anchor") - 1)); do
  grep -E "^$p (send|sync) |^[0-9?]+ recv $p " all.events | grep -v ' local ' >stream
  "$cli" loops --expand "$p" "$anchor" >expanded
  is "process $p: the global model is its stream as a set" "$(sort expanded | cmp - <(sort stream) && echo same)" same
  if [ "$name" != ez_tm2 ]; then # threads are recorded one after the other
    is "process $p: ... and as it was recorded" \
      "$("$cli" loops --model recorded --expand "$p" | cmp - stream && echo same)" same
  fi
  is "process $p: the text is its stream" "$("$cli" loops --model model --expand "$p" | cmp - expanded && echo same)" same
  is "process $p: the page is its stream" "$("$cli" loops --logical --expand "$p" "$anchor" | cmp - expanded && echo same)" same
  "$cli" loops --process "$p" "$anchor" >local
  is "process $p: the local model is its stream" "$("$cli" loops --model local --expand "$p" | cmp - expanded && echo same)" same
done
case $name in
  nb8)
    is "three lines of the page, as receives are posted" "$("$cli" loops --logical "$anchor" | sed 's/ tag.*//' | paste -sd'|')" \
      'ring of 8 (x)|repeat 25: swap +x -x +2x -2x|MPI_Barrier|repeat 25: shift +x|MPI_Barrier|repeat 25: swap +x -x'
    is "three loops, whatever completes first" "$(grep -c 'for' model) $(grep -c '^for i0 = 1 to 25$' model)" '3 3'
    is "which are the order of completion, else" "$(grep -c '^for i0 = 1 to 25$' recorded)" 2 ;;
  comd8) is "loops of as many iterations as the program has" "$(grep -c '^for i0 = 1 to 10$' model)" 2 ;;
  smg2000-2x2x2) is "the shortest" "$(($(wc -l <model) <= $("$cli" loops --no-affine "$anchor" | wc -l)))" 1 ;;
  mw8)
    "$cli" loops "$anchor" >short
    is "work on demand in a few lines" "$(grep -c '^// master/worker: master 0, 7 workers, 120 tasks, 15 to 20 each$' short) $(($(wc -l <short) < 20))" '1 1' ;;
  spread16) is "a loop of 20 iterations" "$(grep '^ *for' model)" 'for i0 = 1 to 20' ;;
  ez_tm2)
    is "five iterations of two threads that do four steps" "$(grep '^ *for' model)" "for i0 = 1 to 5
  for i1 = 1 to 4
  for i1 = 1 to 4"
    is "and a barrier" "$(sed -n '/done/,$p' model | grep -c '^  0.* sync MPI_Barrier 0-3')" 1
    is "which says that there are threads" "$(head -1 model | grep -c '^// .*threads')" 1 ;;
esac
if [ "$name" = lu-A-8 ]; then
  # Figure 8: the second inner loop, by position and by looking at every event.
  "$cli" loops --json "$anchor" >all
  id=$(jq '[.global.constructs[] | select(.kind == "loop")] as $l | ($l[] | select(.text == "for i0 = 1 to 249").id) as $o |
    [$l[] | select(.parent == $o)][1].id' all)
  "$cli" scan --csv --loop "$id" --get 'before {0}.position' "$anchor" | awk -F, 'NR > 1 { print $4 }' >positions
  is "its 249 places" "$(wc -l <positions)" 249
  "$cli" loops --expand 0 "$anchor" | awk '
    /^(1 recv 0 tag1|4 recv 0 tag3)$/ { if (n++ == 0) first = NR - 1; next }
    { if (n >= 124) print first; n = 0 }' >runs
  is "are where its events stand" "$(sed -n 2,250p runs | cmp - positions && echo same)" same
fi

# Bytes, with one operation a line, of the pages of a slow prototype.
most() {
  is "the page is at most $1 bytes, without an exception" "$(jq -c "[.logical.bytes <= $1, .logical.exceptions]" page.json)" '[true,0]'
}
case $name in
  lu-W-4) most 641 ;;
  lu-A-8) most 635 ;;
  cg-W-8) most 261 ;;
  mg-S-4) most 520 ;;
  sweep3d-2x3-50) most 966 ;;
  is-S-8) most 119 ;;
  comd8) most 367 ;;
  lulesh8) most 470 ;;
  smg2000-2x2x2) most 3604 ;;
esac
done_testing
