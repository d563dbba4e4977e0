#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli structure, points and convert --filtered: what they print, and what they refuse.
. "$(dirname "$0")/tap.sh"

# expand TRACE PROCESS OPTION...: the events out of sequences and loops.
expand() {
  "$cli" structure --expand "$2" "${@:3}" "$1"
}

# The events of a process as the .events text has them, without collectives.
stream() {
  "$cli" convert "$1" all.events 2>/dev/null
  awk -v p="$2" '
    $1 == p && $2 == "local" { sub(/^[0-9]+ local call /, "enter "); sub(/^[0-9]+ local return /, "leave "); print; next }
    $1 == p && $2 == "send" { print "send " $3 " " $4; next }
    $2 == "recv" && $3 == p { print "recv " $1 " " $4 }' all.events
}

ok "structure" "$cli" structure "$demo"
is "the main loop first" "$(sed -n '1p' out | grep -cE '^[0-9]+ iterations of the main loop: longest ')" 1
is "two loops of half its iterations on a process are it" \
  "$(sed -n '2,3p' out | grep -cE '^On process [0-7], the main loop takes .*; iteration 1 takes 16[.]0.*ms|^Of the .* that iteration 1 .* are added between')" 2
is "what it is on a process" \
  "$("$cli" structure "$data/threads.otf2" | sed -n '2p' | grep -cE '^On process 1, the main loop takes [0-9.]+ % of the run: median iteration 7[.]95.*ms; iteration 4 takes ')" 1
# Two messages in a row to the same process are no loop that anybody asks for.
x=7
for ((i = 0; i < 300; i++)); do
  x=$(((x * 1103515245 + 12345) % 2147483648))
  p=$((x / 65536 % 7 + 1))
  printf '0 send %d t\n%d recv 0 t\n' $p $p
done >any.events
ok "structure of any order" "$cli" structure any.events
is "one sentence" "$(sed '/^$/,$d' out)" "No iterations common to all processes."
ok "structure --json" "$cli" structure --json "$demo"
is "one entry a process" "$(jq -c '[.processes[].process]' out)" "$(jq -c '[range(.processes | length)]' out)"
is "keys of the contract" \
  "$(jq -c '[.processes[] | has("events", "patterns", "iterations", "size", "occupation")] | all' out)" true
for rule in cover pairs; do
  for p in 0 1; do
    is "--outer $rule expands to the events of process $p" \
      "$(expand "$demo" $p --outer $rule --fields peer,tag | sed 's/ tag / tag/' | cmp - <(stream "$demo" $p) && echo same)" same
  done
done
is "all fields change nothing but the words" \
  "$(expand "$demo" 0 | sed 's/ bytes .*//; s/ comm .*//' | cmp - <(expand "$demo" 0 --fields peer,tag) && echo same)" same
ok "--process" "$cli" structure --process 0 "$demo"
is "a loop in the tree" "$(($(grep -c ' times S' out) > 0))" 1
REFRAIN_THREADS=1 "$cli" structure --json "$demo" >one
REFRAIN_THREADS=4 "$cli" structure --json "$demo" >four
is "the same whatever the number of threads" "$(cmp one four && echo same)" same
# Two threads at once: each its own sequence.
ok "threads" "$cli" structure --json "$data/threads.otf2"
refused 1 "a process that is not there" "$cli" structure --process 99 "$demo"
refused 2 "--expand of a process that is not there" "$cli" structure --expand -2 "$demo"
refused 2 "a process just below 0" "$cli" structure --process -1 "$demo"
refused 2 "--expand just below 0" "$cli" structure --expand=-1 "$demo"
is "it is said which there are" "$("$cli" structure --process 99 "$demo" 2>&1 | grep -c "(0 to 7)")" 1
refused 2 "the least number there is" "$cli" structure --expand=-2147483648 "$demo"
refused 2 "a process that is no number" "$cli" structure --process 1x "$demo"
refused 2 "--outer that is none" "$cli" structure --outer best "$demo"
refused 2 "--fields that are none" "$cli" structure --fields colour "$demo"
refused 2 "--json with --process" "$cli" structure --json --process 0 "$demo"

# What hardly holds anything.
printf '0 send 1 tag1\n' >one.events
ok "one event" "$cli" structure --json one.events
is "no loop in it" "$(jq -c '.processes[0] | [.events, .patterns, .iterations, .size, (.occupation | floor), .loop]' out)" '[1,0,0,0,0,null]'
ok "points of one event" "$cli" points --json one.events
is "all of it remains" "$(jq -c '[.events, .events_after, (.reduction | floor), .patterns]' out)" '[1,1,0,[]]'
ok "in words" "$cli" structure one.events
is "why there is nothing to say" "$(grep -c 'no loop' out)" 1
# Of four equal time steps the paper's rules take two apart where they begin as what went before does.
{
  echo '0 local call main'
  for _ in 1 2 3 4 5; do
    for _ in 1 2 3; do printf '0 send 1 tag1\n0 send 1 tag2\n'; done
    echo '0 send 1 tag3'
  done
  echo '0 local return main'
} >steps.events
ok "five steps" "$cli" structure --json steps.events
is "are five iterations" "$(jq -c '.processes[0] | [.iterations, .size]' out)" '[5,7]'

ok "points" "$cli" points "$demo"
ok "points --json" "$cli" points --json "$demo"
is "keys of the contract" \
  "$(jq -c '[has("events", "events_after", "reduction", "patterns"), ([.patterns[] | has("id", "peaks", "outliers")] | all)] | unique' out)" '[true]'
is "the reduction is that of the events" "$(jq '((1 - .events_after / .events) * 100 - .reduction) | fabs < 1e-9' out)" true
"$cli" points --json --window 0.5 "$demo" >wide
is "a wider window folds more" "$(($(jq .events_after wide) <= $(jq .events_after out)))" 1
refused 2 "a window of nothing" "$cli" points --window 0 "$demo"
refused 2 "a window of all" "$cli" points --window 1 "$demo"
refused 2 "no trace" "$cli" points
refused 2 "a trace and numbers" "$cli" points --durations numbers "$demo"

# Numbers instead of a trace.
# check NUMBERS PEAKS OUTLIERS
check() {
  tr ' ' '\n' <<<"$1" >numbers
  "$cli" points --json --durations numbers >out 2>err
  is "of $1" "$(jq -c '[[.peaks[] | [(.duration * 10 | round / 10), (.share * 100 | round)]], [.outliers[] | . * 1000 | round]]' out)" "$2"
}
check '7' '[[[7,100]],[]]'
check '7 7' '[[[7,100]],[]]'
check '7 9' '[[],[]]'
check '100 101 300' '[[[100.5,67]],[300000]]'
check '100 100 100 100' '[[[100,100]],[]]'
check '100 101 300 301 299' '[[[100.5,40],[300,60]],[]]'
check '0 0 0' '[[[0,100]],[]]'
check '0.067 0.067 0.068 0.201' '[[[0.1,75]],[201]]'
awk 'BEGIN { for (i = 1; i <= 200; i++) print (i % 25 == 0 ? 1000 : 100) + i % 3 }' >numbers
is "few that take ten times as long are not usual" \
  "$("$cli" points --durations numbers | grep -oE '(Rare|Typical): [0-9.]+ \([0-9.]+ %')" 'Typical: 100.997 (96.0 %
Rare: 1001.13 (4.0 %'
: >numbers
ok "no numbers" "$cli" points --json --durations numbers
is "have no peak" "$(jq -c '[.peaks, .outliers]' out)" '[[],[]]'
ok "no numbers in words" "$cli" points --durations numbers
printf '1\nx\n' >numbers
refused 1 "what is no number" "$cli" points --durations numbers
is "is told with its line" "$(grep -c 'numbers: line 2: “x” is not a duration' err)" 1
printf '%s\n' '-1' >numbers
refused 1 "what is below 0" "$cli" points --durations numbers
printf '1e999\n' >numbers
refused 1 "what is beyond all numbers" "$cli" points --durations numbers
refused 1 "a file that is not there" "$cli" points --durations nowhere

# The trace without what is similar.
ok "convert --filtered" "$cli" convert --filtered "$demo" less.otf2
is "no message is torn apart" "$("$cli" info --json less.otf2 | jq -c '[.unmatched, (.defects | length)]')" '[0,0]'
is "fewer events" "$(($(number events less.otf2) < $(number events "$demo")))" 1
is "the same time" "$(numbers less.otf2 | jq -c '[.start, .end]')" "$(numbers "$demo" | jq -c '[.start, .end]')"
refused 2 "a window without --filtered" "$cli" convert --window 0.1 "$demo" more.otf2
cp -r "${demo%.otf2}" "${demo%.otf2}.def" "$demo" . 2>/dev/null
chmod -R u+rw .
refused 1 "the trace itself is not written over" "$cli" convert --filtered "$(basename "$demo")" "$(basename "$demo")"
# What is unusual and costs next to nothing is said to.
is "unusual durations that cost nothing" "$("$cli" points "$data/ping-pong.otf2" | head -n 1)" \
  "Unusual durations cost no process more than 0.1 % of the run."
is "and those that cost something" "$("$cli" points "$demo" | grep -c '^Unusual durations')" 0
done_testing
