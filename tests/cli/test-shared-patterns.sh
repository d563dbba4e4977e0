#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-patterns.sh NAME: the patterns of a real trace are those of
# docs/derivations.md. Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"

# instances distinct most-frequent; wrappers; length of the whole sequence and its symbols
case $name in
  lu-A-8) p2p='31383 8 15562,15562,254,1,1,1,1,1' wrappers=exchange_3,exchange_1 all='31405 11' ;;
  lu-W-4) p2p='18971 8 9331,9331,304,1,1,1,1,1' wrappers=exchange_3,exchange_1 all='18993 11' ;;
  eztrace-lu-S-4) p2p='1079 8 510,510,54,1,1,1,1,1' wrappers='' all='1101 11' ;;
  sweep3d-2x3-50) p2p='960 4 240,240,240,240' wrappers=rcv_real,snd_real all='999 7' ;;
  mg-S-4) p2p='74 1 74' wrappers=give3,take3 all='177 6' ;;
  cg-W-8) p2p='5440 11 832,832,832,832,416,416,416,416' wrappers='' all='5443 14' ;;
  cg-S-4) p2p='2112 3 848,848,416' wrappers='' all='2115 6' ;;
  smg2000-2x2x2)
    p2p='2377 59 183,174,166,156,132,132,120,120' all='2415 63'
    wrappers=hypre_InitializeCommunication,hypre_FinalizeCommunication
    wrappers+=,hypre_InitializeIndtComputations,hypre_FinalizeIndtComputations,hypre_SemiRestrict
    ;;
  is-S-8) p2p='1 1 1' wrappers='' all='37 6' ;;
  ft-S-4) p2p='0 0 ' wrappers='' all='22 5' ;;
  *) skip_all "nothing is known about $name" ;;
esac

ok "patterns" "$cli" patterns --json "$anchor"
cp out patterns.json
is "point-to-point instances, distinct patterns, the most frequent" \
  "$(jq -r '[.communication_patterns[] | select(.collective | not) | .occurrences] |
    "\(add // 0) \(length) \(.[0:8] | map(tostring) | join(","))"' patterns.json)" "$p2p"
is "wrappers" "$(jq -r '.wrappers | map(.routine) | sort | join(",")' patterns.json)" \
  "$(printf '%s' "$wrappers" | tr , '\n' | LC_ALL=C sort | paste -sd, -)"
is "the sequence of all occurrences" \
  "$(jq -r '"\(.sequence_length) \(.communication_patterns | length)"' patterns.json)" "$all"
REFRAIN_THREADS=1 "$cli" patterns --json "$anchor" >one.json
REFRAIN_THREADS=5 "$cli" patterns --json "$anchor" >five.json
is "the same for any number of threads" "$(cmp one.json five.json && cmp one.json patterns.json)" ""

# Cycles: how often, and how often what in a row; the one that is called for is among them.
cycle() {
  jq -c --argjson n "$1" --argjson times "$2" \
    'any(.cycles[]; .count == $n and ([.body[].times] == $times))' patterns.json
}
case $name in
  lu-A-8) is "the cycle" "$(cycle 249 '[62,62,1]')" true ;;
  lu-W-4) is "the cycle" "$(cycle 299 '[31,31,1]')" true ;;
  sweep3d-2x3-50) is "the cycle" "$(cycle 12 '[20,20,20,20,2]')" true ;;
  cg-W-8) is "the cycle" "$(jq '.cycles[0].count' patterns.json)" 416 ;;
  smg2000-2x2x2)
    is "the V-cycle" "$(jq 'any(.cycles[]; .count == 14 and (.body | length) > 9)' patterns.json)" true
    ;;
esac

global() {
  "$cli" patterns --keep-tandem --json "$anchor" |
    jq -c --argjson n "$1" '[.communication_patterns[] |
      select((.collective | not) and .occurrences == $n and .messages > 100) | .processes]'
}
case $name in
  lu-A-8)
    # Table 4.6, with ranks instead of processes counted from 1.
    is "the sweep from the first corner" "$(jq -c '.communication_patterns[] |
      select(.events["0"] == ["S1", "S4"]) | [.occurrences, [.events[] | join(" ")]]' patterns.json)" \
      '[15562,["S1 S4","R0 S2 S5","R1 S3 S6","R2 S7","R0 S5","R4 R1 S6","R5 R2 S7","R6 R3"]]'
    is "the global pattern" "$(global 251)" '[8]'
    ;;
  sweep3d-2x3-50) is "the global pattern" "$(global 12)" '[6]' ;;
esac
done_testing
