#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli matrix: who sends to whom.
. "$(dirname "$0")/tap.sh"

# Without what it says of itself.
bare() { jq -c 'del(.schema, .statements)'; }
matrix() { "$cli" matrix --json "$@" | bare; }

# Per link: 8 iterations of 10 planes a sweep, and 8 exchanges: 88 messages of 24 numbers each way.
is "8 rows of 8" "$(matrix "$demo" | jq -c '[(.count | length), (.count | map(length) | unique)]')" '[8,[8]]'
is "all messages" "$(matrix "$demo" | jq '.count | flatten | add')" 1760
is "nobody sends to itself" "$(matrix "$demo" | jq '[.count[0][0], .count[7][7]] | add')" 0
is "88 messages a link" "$(matrix "$demo" | jq -c '.count | flatten | unique')" '[0,88]'
is "rank 0 sends to its eastern and southern neighbours" "$(matrix "$demo" | jq -c '.count[0]')" '[0,88,88,0,0,0,0,0]'
is "24 numbers of 8 bytes a message" "$(matrix "$demo" | jq -c '.bytes[0]')" '[0,16896,16896,0,0,0,0,0]'
is "ping-pong: bytes of doubling messages" "$(matrix "$data/ping-pong.otf2" | jq -c '.bytes[0]')" '[0,1023]'

# 8 processes: sums go from each to each, a broadcast from the root, gathers to it.
matrix --collectives "$demo" >with.json
matrix "$demo" >without.json
is "collectives add to it" \
  "$(jq -sc '[.[0].count, .[1].count] | map(flatten | add) | .[0] > .[1]' with.json without.json)" true
is "8 sums from 5 to 6" "$(jq -c '.count[5][6]' with.json without.json | tr '\n' ' ')" "$(jq -n "$(jq '.count[5][6]' without.json) + 8") $(jq '.count[5][6]' without.json) "
is "8 sums and 2 gathers from 5 to 0" "$(jq '.count[5][0]' with.json)" 10
is "8 sums and a broadcast from 0 to 5" "$(jq '.count[0][5]' with.json)" 9
is "nobody sends to itself in collectives" "$(jq '[range(8) as $i | .count[$i][$i]] | add' with.json)" 0
is "a barrier has no data" "$(matrix --collectives "$data/ping-pong.otf2" | jq -c .)" "$(matrix "$data/ping-pong.otf2" | jq -c .)"
refused 2 "collectives of a loop" "$cli" matrix --collectives --loop 1 "$demo"

# The window narrows it, and windows that meet count every message once.
end=$(number end "$demo")
middle=$(jq -n "$end / 2")
first=$(matrix --to "$middle" "$demo" | jq '.count | flatten | add')
second=$(matrix --from "$middle" "$demo" | jq '.count | flatten | add')
is "half of the run holds less" "$(jq -n "$first > 0 and $first < 1760")" true
is "two halves make a whole" "$((first + second))" 1760
is "a window after the end is empty" "$(matrix --from 1000 --to 1001 "$demo" | jq '.count | flatten | add')" 0

# Every message belongs to one phase, whatever phases are; those of a segment are those of its parts.
ping=$data/ping-pong.otf2
sum='def sum(f): map(f) | transpose | map(transpose | map(add)); {count: sum(.count), bytes: sum(.bytes)}'
for options in "--strength 0" --strength=-0.5 "--without-collectives --strength 0" "--method syntactic --collapse"; do
  for trace in "$demo" "$ping"; do
    # shellcheck disable=SC2086 # some are two words
    {
      "$cli" phases --json $options "$trace" | jq -r '.phases[]' >ids
      while read -r id; do "$cli" matrix --json $options --phase "$id" "$trace"; done <ids | bare >each
      whole=$(matrix --phase 1 $options "$trace" | jq -cS .)
    }
    is "phases sum to the whole of $(basename "$trace") $options" "$(jq -scS "$sum" each)" "$whole"
    is "which is the whole matrix" "$whole" "$(matrix "$trace" | jq -cS .)"
  done
done
# Phases have the numbers that people read in all commands; their messages are all of the run.
for trace in "$demo" "$ping"; do
  n=$("$cli" phases --json "$trace" | jq '.listed | length')
  is "$(basename "$trace") has as many phases as are listed" "$n" \
    "$("$cli" phases --csv "$trace" | tail -n +2 | wc -l)"
  for phase in $(seq "$n"); do
    "$cli" matrix --json --phase "$phase" "$trace"
  done | bare >each
  asked=$(for phase in $(seq "$n"); do
    "$cli" query --csv "$trace" "SELECT ALL MESSAGES IN PHASE $phase" | tail -n +2 | wc -l
  done)
  # The one send of ping-pong's second phase has no partner, which queries ask for.
  [ "$trace" != "$ping" ] || asked=$(sed '2s/.*/1/' <<<"$asked")
  is "phases are the same for the query and the matrix" "$asked" "$(jq '.count | flatten | add' each)"
  is "all phases are all of it" "$(jq -scS "$sum" each)" "$(matrix "$trace" | jq -cS .)"
  is "each phase of a topology is one of them" \
    "$("$cli" topology --json --each phase "$trace" | jq -c '[.phases[].id] | sort')" "$(jq -nc "[range(1; $n + 1)]")"
done
# Several loops one after the other are told first, but the table is of phases.
mkdir unseen && tar -xf "$data/unseen.tar.xz" -C unseen || skip_all "unseen.tar.xz cannot be unpacked"
for trace in unseen/*.mtf.h5; do
  is "$(basename "$trace"): as many rows as phases are listed" \
    "$("$cli" phases --csv "$trace" | tail -n +2 | wc -l)" "$("$cli" phases --json "$trace" | jq '.listed | length')"
done
is "a segment by its number" "$(matrix --segment 1 "$demo" | jq -cS .)" "$(matrix --strength 0 --phase 1 "$demo" | jq -cS .)"
refused 1 "a segment's number" "$cli" matrix --phase 4 "$demo"
# What patterns wait, told by waits and by the matrix, whatever patterns are.
for how in "--receive completion" "--wrapper=" "--method syntactic"; do
  # shellcheck disable=SC2086 # some are two words
  is "patterns $how wait as long in waits as in the matrix" \
    "$("$cli" waits --json $how "$demo" | jq -c '[.per_pattern[] | select(.pattern != null) | .pattern, (.seconds * 1e5 | round)]')" \
    "$(for pattern in $("$cli" waits --json $how "$demo" | jq '.per_pattern[].pattern // empty'); do
      matrix --waiting $how --pattern "$pattern" "$demo" | jq "$pattern, ([.waits[][].seconds] | add * 1e5 | round)"
    done | jq -sc .)"
done
refused 2 "a phase and a segment" "$cli" matrix --phase 1 --segment 1 "$demo"
is "a part is less" "$(matrix --phase 2 --strength=-0.5 "$demo" | jq '.count | flatten | add | . > 0 and . < 1760')" true
is "a phase in a window that it is not in" \
  "$(matrix --phase 1 --from 1000 --to 1001 "$ping" | jq '.count | flatten | add')" 0
refused 1 "a phase that does not exist" "$cli" matrix --phase 1000 "$demo"
refused 1 "phase 0" "$cli" matrix --phase 0 "$demo"
for option in phase pattern tag; do
  refused 2 "a negative --$option" "$cli" matrix --$option=-1 "$demo"
  refused 2 "a negative --$option of a topology" "$cli" topology --$option=-1 "$demo"
done
refused 1 "a wrapper that is no routine" "$cli" matrix --phase 1 --wrapper sing "$demo"
refused 2 "a strength and no phase" "$cli" matrix --strength 1 "$demo"
refused 2 "a method and no phase" "$cli" matrix --method syntactic "$demo"
refused 2 "a phase that is no number" "$cli" matrix --phase first "$demo"
refused 2 "a window that is no number" "$cli" matrix --from soon "$demo"
ok "matrix as text" "$cli" matrix "$demo"
ok "an empty one" "$cli" matrix --from 1000 --to 1001 "$demo"
is "says why" "$(wc -l <out) $(cut -d' ' -f1-2 out)" "1 No messages;"

# Sums are those of rows and columns, an order has each process once, time is counted beside the rest.
matrix --sums --time --order cluster "$demo" >sums
is "sent is the sums of rows" \
  "$(jq -c '[(.count | map(add)), (.bytes | map(add))] == [.sent.count, .sent.bytes]' sums)" true
is "received is the sums of columns" \
  "$(jq -c '[(.count | transpose | map(add))] == [.received.count]' sums)" true
is "each process once" "$(jq -c '(.order | sort) == [range(.count | length)]' sums)" true
is "what is sent takes time, the rest none" \
  "$(jq -c '[.count, .seconds] | map(flatten) | transpose | all((.[0] > 0) == (.[1] > 0))' sums)" true
is "the rest is as without them" "$(jq -cS '{count, bytes}' sums)" "$(matrix "$demo" | jq -cS .)"
ok "sums as text" "$cli" matrix --sums --order sum "$demo"
is "a line a process, and a line a pair" "$(grep -cE "^ +[0-9]" out) $(wc -l <out)" "28 36"
refused 2 "an order that there is not" "$cli" matrix --order size "$demo"
refused 2 "sums of waits" "$cli" matrix --waiting --sums "$demo"
refused 2 "times of a loop" "$cli" matrix --time --loop 1 "$demo"
for options in "--metric time --log" "--metric mean-size --order band" "--bytes --order sum --sums"; do
  # shellcheck disable=SC2086 # several words
  ok "a figure $options" "$cli" export --view matrix $options -o figure.svg "$demo"
done
refused 2 "bytes of time" "$cli" export --view matrix --bytes --metric time -o figure.svg "$demo"
refused 2 "sums of events" "$cli" export --view events --sums -o figure.svg "$demo"
done_testing
