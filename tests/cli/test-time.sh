#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli waits, critical-path, efficiency and findings: what must hold of any trace, and bad input.
. "$(dirname "$0")/tap.sh"

# close X Y: equal but for rounding
close='def close($a; $b): (($a - $b) | if . < 0 then -. else . end) <= 1e-9 + 1e-6 * ([$a, $b] | max);'

for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2" "$data/pair.gxl" "$data/figure-3-3.gxl"; do
  name=$(basename "$trace")
  ok "waits of $name" "$cli" waits --json "$trace"
  cp out waits.json
  is "$name: kinds add up" "$(jq "$close close(.seconds; (.kinds | del(.wrong_order) | add))" waits.json)" true
  is "$name: so do processes" \
    "$(jq "$close close(.seconds; [.per_process[] | del(.process, .wrong_order) | add] | add)" waits.json)" true
  is "$name: so do routines" \
    "$(jq "$close close(.seconds; [.per_routine[] | del(.wrong_order) | add] | add // 0)" waits.json)" true
  is "$name: so do causes" "$(jq "$close close(.seconds; [.causes[].seconds] | add // 0)" waits.json)" true
  is "$name: no more in patterns, phases and iterations than there is" \
    "$(jq "$close .seconds as \$s | [.per_pattern, .per_phase, [.per_iteration[] | {seconds: .}]]
      | all([.[].seconds] | add // 0 | . <= \$s + 1e-9)" waits.json)" true
  is "$name: most seconds first" "$(jq '[.causes[].seconds] | . == (sort | reverse)' waits.json)" true
  ok "critical path of $name" "$cli" critical-path --json "$trace"
  is "$name: path and gap are the run" \
    "$(jq "$close close(.seconds + .start_gap; $(number end "$trace") - $(number start "$trace"))" out)" true
  is "$name: it is somewhere all the time" \
    "$(jq "$close close(.processes | add; if .seconds > 0 then 1 else 0 end)" out)" true
  ok "waits of $name for people" "$cli" waits "$trace"
  is "$name: says something first" "$(head -n 1 out | wc -l)" 1
  ok "critical path of $name for people" "$cli" critical-path "$trace"
  ok "efficiency of $name" "$cli" efficiency --json "$trace"
  is "$name: factors make the whole, each from 0 to 1, of every part" \
    "$(jq "$close [., .phases[], .iterations[]] | all(close(.parallel; .load_balance * .communication)
      and close(.communication; .serialisation * .transfer)
      and ([.parallel, .load_balance, .communication, .serialisation, .transfer] | all(. >= 0 and . <= 1)))" out)" true
  ok "efficiency of $name for people" "$cli" efficiency "$trace"
  ok "findings of $name" "$cli" findings --json "$trace"
  is "$name: most seconds first" "$(jq '[.findings[].seconds] | . == (sort | reverse)' out)" true
  is "$name: no more than there is to explain" \
    "$(jq "$close ([.findings[].seconds] | add // 0) | . <= $(jq .seconds waits.json) + 1e-9" out)" true
  ok "findings of $name for people" "$cli" findings "$trace"
  is "$name: no finding without a sentence" "$(head -n 1 out | wc -l)" 1
done
for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2"; do
  name=$(basename "$trace")
  ok "waits of $name" "$cli" waits --json "$trace"
  cp out waits.json
  ok "who makes whom wait in $name" "$cli" matrix --waiting --json "$trace"
  is "$name: all waiting is for somebody" \
    "$(jq "$close close([.waits[][].seconds] | add // 0; $(jq .seconds waits.json))" out)" true
  is "$name: each pair once" "$(jq '.waits | all([.[].process] | . == unique)' out)" true
  ok "the same for people" "$cli" matrix --waiting "$trace"
  for view in "events --waiting" critical-path "critical-path --waiting" "events --folded" "matrix --waiting" "matrix --waiting --log"; do
    ok "$view of $name" "$cli" export --view $view -o figure.svg "$trace"
  done
done
refused 2 "waiting of a loop" "$cli" matrix --waiting --loop 1 "$demo"
refused 2 "waiting has no bytes" "$cli" export --view matrix --waiting --bytes -o figure.svg "$demo"
refused 2 "phases do not wait" "$cli" export --view phases --waiting -o figure.svg "$demo"
for command in waits critical-path efficiency findings; do
  refused 2 "$command: no trace" "$cli" "$command"
  refused 1 "$command: no such trace" "$cli" "$command" nothing.otf2
  for trace in "$demo" "$data/threads.otf2"; do
    REFRAIN_THREADS=1 "$cli" "$command" --json "$trace" >one.json
    REFRAIN_THREADS=5 "$cli" "$command" --json "$trace" >five.json
    is "$command of $(basename "$trace"): the same for any number of threads" "$(cmp one.json five.json)" ""
  done
done
done_testing
