#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli findings: of recorded programs with one planted cause each (tests/programs/planted.c),
# the first finding names it, and what the run would save without it.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir planted && tar -xf "$data/planted.tar.xz" -C planted || skip_all "planted.tar.xz cannot be unpacked"

# cause CAUSE KIND PROCESS ROUTINE ITERATIONS SECONDS
cause() {
  ok "findings of $1" "$cli" findings --json "planted/$1/planted.otf2"
  is "$1: kind, processes, routine" \
    "$(jq -c '.findings[0] | [.kind, .ranks, .routine]' out)" "[\"$2\",[$3],\"$4\"]"
  is "$1: in which iterations" "$(jq -c ".findings[0].iterations | $5" out)" true
  is "$1: the amount, within 5 %" "$(jq ".findings[0].saves / $6 | . > 0.95 and . < 1.05" out)" true
  is "$1: which the interval holds" "$(jq ".findings[0].interval as \$i | \$i[0] < $6 and $6 < \$i[1]" out)" true
  is "$1: nothing else comes near" "$(jq '.findings[1].saves // 0 | . < 0.15 * '"$6" out)" true
  is "$1: it is sure" "$(jq '.findings[0].confidence > 0.5' out)" true
  is "$1: the sentence is the first line" "$("$cli" findings "planted/$1/planted.otf2" | head -n 1)" \
    "$(jq -r '.findings[0].sentence' out) (confidence: high)"
}
# 28 ms in each of 40 iterations, as all others take 21, and so on.
cause slow-process slow_process 3 work '. == null' 1.12
cause slow-iteration slow_iteration 2 work '. == [18]' 0.2
cause chain slow_process 0 prepare '. == null' 1.6
cause growing trend 1 work '. == [range(.[0]; 41)] and .[0] < 11' 1.52
# The process that receives in the wrong order has time to spare: the others work for longer.
ok "an order that costs nothing" "$cli" findings --json planted/wrong-order/planted.otf2
is "is no finding" "$(jq '.findings | length' out)" 0
is "and that is told with its number" \
  "$("$cli" findings planted/wrong-order/planted.otf2 | grep -c 'Nothing to change is found: processes wait for [0-9.]* % of the run')" 1
done_testing
