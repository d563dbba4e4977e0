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
    "$(jq "$close close(.seconds; [.per_process[] | del(.process, .wrong_order, .seconds) | add] | add)" waits.json)" true
  is "$name: so do routines" \
    "$(jq "$close close(.seconds; [.per_routine[] | del(.wrong_order) | add] | add // 0)" waits.json)" true
  is "$name: so do causes" "$(jq "$close close(.seconds; [.causes[].seconds] | add // 0)" waits.json)" true
  is "$name: no more in patterns, phases and iterations than there is" \
    "$(jq "$close .seconds as \$s | [.per_pattern, .per_phase, [.per_iteration[] | {seconds: .}]]
      | all([.[].seconds] | add // 0 | . <= \$s + 1e-9)" waits.json)" true
  is "$name: most seconds first" "$(jq '[.causes[].seconds] | . == (sort | reverse)' waits.json)" true
  ok "critical path of $name" "$cli" critical-path --json "$trace"
  is "$name: path and gap are the run" \
    "$(jq "$close close(.seconds + .start_gap; $(number run_end "$trace") - $(number run_start "$trace"))" out)" true
  gap=$(jq 'if .start_gap > 0 then 1 else 0 end' out)
  is "$name: it is somewhere all the time" \
    "$(jq "$close close(.processes | add; if .seconds > 0 then 1 else 0 end)" out)" true
  ok "waits of $name for people" "$cli" waits "$trace"
  is "$name: says something first" "$(head -n 1 out | wc -l)" 1
  ok "critical path of $name for people" "$cli" critical-path "$trace"
  is "$name: the gap is one of the run" "$(grep -c '^It begins .* after the start of the run\.$' out)" "$gap"
  ok "efficiency of $name" "$cli" efficiency --json "$trace"
  is "$name: factors make the whole, each from 0 to 1, of every part" \
    "$(jq "$close [., .phases[], .iterations[]] | all(close(.parallel; .load_balance * .communication)
      and close(.communication; .serialisation * .transfer)
      and ([.parallel, .load_balance, .communication, .serialisation, .transfer] | all(. >= 0 and . <= 1)))" out)" true
  ok "efficiency of $name for people" "$cli" efficiency "$trace"
  ok "findings of $name" "$cli" findings --json "$trace"
  is "$name: most saved first" "$(jq '[.findings[].saves] | . == (sort | reverse)' out)" true
  is "$name: no more than the run, and shares of it" \
    "$(jq "$close .run as \$run | (([.findings[].saves] | add // 0) <= \$run + 1e-9)
      and all(.findings[]; close(.saves_share * \$run; .saves))" out)" true
  is "$name: within their intervals" \
    "$(jq 'all(.findings[]; .interval[0] <= .saves and .saves <= .interval[1])' out)" true
  is "$name: no more waiting than there is" \
    "$(jq '([.findings[].seconds] | add // 0) <= .waiting + 1e-9' out)" true
  ok "findings of $name for people" "$cli" findings "$trace"
  is "$name: no finding without a sentence" "$(head -n 1 out | wc -l)" 1
  is "$name: remarks on start-up and clocks are of a kind" \
    "$("$cli" findings --json "$trace" | jq '[.findings[] | select(.kind | IN("start_up", "clocks"))] | length')" \
    "$(grep -c -e '^Start-up takes' -e '^clocks disagree' out)"
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
# A barrier that is left before all have entered.
for command in waits critical-path efficiency findings; do
  ok "$command where clocks disagree" "$cli" $command "$data/validate/C7.gxl"
  is "$command: says so first" "$(head -n 1 out)" "clocks disagree: 1 of 1 collectives such as barriers are left before all processes enter; waiting is unreliable; try --correct"
  ok "$command with clocks corrected" "$cli" $command --correct "$data/validate/C7.gxl"
  is "$command: says what was done" "$(head -n 1 out | cut -d';' -f1)" "clocks corrected: 1 of 1 collectives such as barriers were left before all processes entered"
  ok "$command with clocks corrected for programs" "$cli" $command --correct --json "$data/validate/C7.gxl"
  is "$command: and why" "$(jq -c '[.corrected, .backward_messages, .torn_collectives]' out)" '[true,0,1]'
done
# What the main table of each command has to do with its JSON.
ok "waits as CSV" "$cli" waits --csv "$demo"
cp out waits.csv
ok "waits as JSON" "$cli" waits --json "$demo"
is "a line for each cause" "$(wc -l <waits.csv)" "$(jq '.causes | length + 1' out)"
is "their columns" "$(head -n 1 waits.csv | tr -d '\r')" "seconds,process,routine"
ok "critical path as CSV" "$cli" critical-path --csv "$demo"
is "shares are all of the path" \
  "$(tail -n +2 out | cut -d, -f1 | jq -s "$close close(add; 1)")" true
ok "efficiency as CSV" "$cli" efficiency --csv "$demo"
cp out efficiency.csv
ok "efficiency as JSON" "$cli" efficiency --json "$demo"
is "the run, its phases, and five iterations or what there are" "$(wc -l <efficiency.csv)" \
  "$(jq '2 + (.phases | length) + ([5, (.iterations | length)] | min)' out)"
is "the run first" "$(sed -n 2p efficiency.csv | cut -d, -f1 | jq .)" "$(jq .parallel out)"
ok "findings as CSV" "$cli" findings --csv "$demo"
cp out findings.csv
ok "findings as JSON" "$cli" findings --json "$demo"
is "a line for each finding" "$(wc -l <findings.csv)" "$(jq '.findings | length + 1' out)"
for command in waits critical-path efficiency findings; do
  ok "$command for LaTeX" "$cli" "$command" --latex "$demo"
  is "$command: a table with headings" "$(sed -n '/toprule/{n;p}' out | grep -c 'time.*\\\\$')" 1
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
