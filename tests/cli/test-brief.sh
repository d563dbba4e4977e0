#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli brief: whole sentences within a budget, and none that another command would not say.
. "$(dirname "$0")/tap.sh"

export LC_ALL=C.UTF-8
ok "all of it" "$cli" brief "$demo"
cp out all
is "every line is a sentence" "$(grep -cvE '^[[:upper:][:digit:]].*[.!?]$' all)" 0
is "none comes twice" "$(sort all | uniq -d)" ""
is "the cause that costs most is there" \
  "$(grep -cFx "$("$cli" findings --json "$demo" | jq -r '.findings[0].sentence' | sed 's/[^.]$/&./')" all)" 1
is "efficiency is that of efficiency" \
  "$(grep -c "^Parallel efficiency: $("$cli" efficiency --json "$demo" | jq '.parallel * 100 | round') %" all)" 1
is "patterns are those of patterns" "$(grep -o '^Pattern 1, [^:]*: [0-9]* ' all)" \
  "$("$cli" patterns --json "$demo" | jq -r '.composite_patterns[0] | "Pattern 1, \(.name) in \(.routine): \(.occurrences) "')"
is "a line for each that takes time of the phases" \
  "$(grep -cE '^Phase [0-9].* takes .*: parallel efficiency [0-9]+ %, [0-9]+ % waiting\.$' all)" \
  "$("$cli" efficiency --json "$demo" | jq '.seconds as $run | [.phases[] | select(.seconds >= 0.01 * $run)] | length')"

for trace in "$demo" "$data/threads.otf2" "$data/figure-3-3.gxl" "$data/pair.mtf.h5"; do
  "$cli" brief "$trace" >all
  for budget in 200 201 250 333 500 1000 4000; do
    "$cli" brief --budget $budget "$trace" >out 2>err
    n=$(wc -m <out)
    is "$(basename "$trace"): within $budget" "$([ "$n" -le $budget ] && [ "$n" -gt 0 ] && echo yes)" yes
    is "whole sentences, in the order of all" "$(grep -vFxf all out)$(grep -Fxf out all | cmp -s - out || echo other)" ""
  done
  is "characters are counted" "$("$cli" brief --budget 333 --json "$trace" | jq .characters)" \
    "$("$cli" brief --budget 333 "$trace" | wc -m)"
done
is "room for all" "$("$cli" brief --budget 100000 "$demo")" "$("$cli" brief "$demo")"
refused 2 "a budget of nothing" "$cli" brief --budget 0 "$demo"
refused 2 "too small a budget" "$cli" brief --budget 199 "$demo"
refused 2 "a negative one" "$cli" brief --budget=-5 "$demo"
refused 2 "no number" "$cli" brief --budget much "$demo"
done_testing
