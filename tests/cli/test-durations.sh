#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli durations and compare: what must hold of any trace, wrong usage, and planted causes.
. "$(dirname "$0")/tap.sh"

close='def close($a; $b): (($a - $b) | if . < 0 then -. else . end) <= 1e-8 + 1e-6 * ([$a, $b] | max);'

for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2" "$data/pair.gxl" "$data/figure-3-3.gxl"; do
  name=$(basename "$trace")
  ok "durations of $name" "$cli" durations --json "$trace"
  cp out all.json
  is "$name: each comes three times at least" "$(jq '[.repeats[].occurrences] | all(. >= 3)' all.json)" true
  is "$name: each has a sentence" "$(jq '[.repeats[].sentence] | all(length > 0)' all.json)" true
  ok "durations of $name for people" "$cli" durations "$trace"
  is "$name: says something first" "$(head -n 1 out | wc -l)" 1
  ok "durations of $name as a table" "$cli" durations --csv "$trace"
  is "$name: a line each" "$(tail -n +2 out | wc -l)" "$(jq '.repeats | length' all.json)"
  for kind in loop phase pattern; do
    id=$(jq -r "[.repeats[] | select(.kind == \"$kind\") | .id][0] // empty" all.json)
    [ -n "$id" ] || continue
    ok "$kind $id of $name" "$cli" durations "--$kind" "$id" --json "$trace"
    is "$name: $kind $id has a duration each" "$(jq '.occurrences == (.durations | length)' out)" true
    is "$name: $kind $id, durations add up" "$(jq "$close close(.total; .durations | add)" out)" true
    is "$name: $kind $id is as in the list" "$(jq "$close . as \$one | $(jq "[.repeats[] | select(.kind == \"$kind\" and .id == $id)][0]" all.json)
      | .occurrences == \$one.occurrences and .sentence == \$one.sentence and close(.total; \$one.total)" out)" true
    cp out one.json
    ok "$kind $id of $name as a table" "$cli" durations "--$kind" "$id" --csv "$trace"
    is "$name: $kind $id, a line an occurrence" "$(tail -n +2 out | wc -l)" "$(jq .occurrences one.json)"
  done
  REFRAIN_THREADS=1 "$cli" durations --json "$trace" >one.json
  REFRAIN_THREADS=5 "$cli" durations --json "$trace" >five.json
  is "$name: the same for any number of threads" "$(cmp one.json five.json)" ""
done
ok "sequences" "$cli" durations --sequences --json "$demo"
is "sequences are of one process each" "$(jq '[.repeats[] | select(.kind == "sequence")] | length > 0' out)" true

refused 2 "no trace" "$cli" durations
refused 1 "no such trace" "$cli" durations nothing.otf2
refused 2 "two of them" "$cli" durations --loop 1 --phase 1 "$demo"
refused 2 "no number" "$cli" durations --loop one "$demo"
refused 1 "number 0" "$cli" durations --pattern 0 "$demo"
refused 2 "two forms" "$cli" durations --csv --json "$demo"
refused 2 "no window" "$cli" durations --window 0 "$demo"
refused 1 "no such loop" "$cli" durations --loop 1000000 "$demo"
refused 1 "no such phase" "$cli" durations --phase 1000000 "$demo"
refused 1 "no such pattern" "$cli" durations --pattern 1000000 "$demo"
refused 1 "no such routine" "$cli" durations --routine nothing "$demo"

# compare
for trace in "$demo" "$data/figure-3-3.gxl"; do
  name=$(basename "$trace")
  for which in $("$cli" durations --json "$trace" | jq -r '.repeats[] | select(.kind != "routine") | "--\(.kind)=\(.id)"' | head -n 6); do
    ok "compare $which of $name" "$cli" compare "$which" --json "$trace"
    is "$name: $which, differences add up to those of processes" "$(jq "$close . as \$all | [.processes[] | .process as \$p
      | close(([\$all.differences[] | select(.process == \$p) | .seconds] | add // 0); .a - .b)] | all" out)" true
    is "$name: $which, what differs most first" \
      "$(jq '[.differences[].seconds | if . < 0 then -. else . end] | . == (sort | reverse)' out)" true
    is "$name: $which, the slowest with a usual one" "$(jq '.a.duration >= .b.duration and (.sentence | length > 0)' out)" true
  done
done
loop=$("$cli" durations --json "$demo" | jq '[.repeats[] | select(.kind == "loop") | .id][0]')
ok "two iterations" "$cli" compare --loop "$loop" --occurrences 2,3 --json "$demo"
is "they are these" "$(jq -c '[.a.occurrence, .b.occurrence]' out)" '[2,3]'
ok "for people" "$cli" compare --loop "$loop" --occurrences 2,3 "$demo"
is "the first line names the first" "$(head -n 1 out | grep -c "^Iteration 2 of loop $loop")" 1
refused 2 "compare: nothing named" "$cli" compare "$demo"
refused 2 "compare: no numbers" "$cli" compare --loop "$loop" --occurrences one "$demo"
refused 2 "compare: three" "$cli" compare --loop "$loop" --occurrences 1,2,3 "$demo"
refused 1 "compare: no such iteration" "$cli" compare --loop "$loop" --occurrences 1,1000000 "$demo"
refused 1 "compare: no such loop" "$cli" compare --loop 1000000 "$demo"

# figures
for view in durations compare; do
  for figure in svg pdf png; do
    ok "$view as $figure" "$cli" export --view $view --loop "$loop" -o "$view.$figure" "$demo"
  done
  ok "$view of a pattern" "$cli" export --view $view --pattern 1 --width 88mm -o small.svg "$demo"
  refused 2 "$view of nothing" "$cli" export --view $view -o "$view.svg" "$demo"
  refused 2 "$view of elementary patterns" "$cli" export --view $view --pattern 1 --elementary -o "$view.svg" "$demo"
  refused 2 "$view along an axis" "$cli" export --view $view --loop "$loop" --axis logical -o "$view.svg" "$demo"
done
is "the figure tells what it is of" "$(grep -c 'iterations of loop' durations.svg)" 1
refused 2 "events of a routine" "$cli" export --view events --routine main -o events.svg "$demo"
refused 2 "durations of two" "$cli" export --view durations --loop "$loop" --occurrences 1,2 -o durations.svg "$demo"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir planted && tar -xf "$data/planted.tar.xz" -C planted || skip_all "planted.tar.xz cannot be unpacked"

# The first sentence is about the cause.
ok "one slow iteration" "$cli" durations --json planted/slow-iteration/planted.otf2
is "it is that of the loop, number 18" \
  "$(jq -c '.repeats[0] | [.kind, .slowest.occurrence, .slowest.duration > 0.2 and .slowest.duration < 0.21]' out)" \
  '["loop",18,true]'
ok "a growing imbalance" "$cli" durations --json planted/growing/planted.otf2
is "slower and slower" "$(jq -c '.repeats[0] | [.kind, .trend.kind, .trend.change > 3]' out)" '["loop","slope",true]'
ok "a slow process" "$cli" durations planted/slow-process/planted.otf2
is "which it is" "$(sed -n 2p out | grep -c 'calls of work.* on process 3)')" 1
ok "what makes an iteration slow" "$cli" compare --loop 1 --json planted/slow-iteration/planted.otf2
is "process 2, computing in work, 200 ms" \
  "$(jq -c '[.a.occurrence, ([.differences[] | select(.kind == "computing")][0] | .process, .what, (.seconds > 0.19 and .seconds < 0.21))]' out)" \
  '[18,2,"work",true]'
is "which the others wait for" "$(jq -r .sentence out | grep -c 'computing in work on process 2; 4 other processes wait for it')" 1
# What is listed as outliers are those that the sentence counts; what lies between is said apart.
is "as many outliers as the sentence says" \
  "$("$cli" durations --pattern 2 "$demo" | awk '/^Outliers/ { on = 1; next } /^Neither/ { on = 0 } on && /ms$/ { n++ } END { print n }')" 1
done_testing
