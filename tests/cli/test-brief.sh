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
  "$(grep -c "^Parallel efficiency: $("$cli" efficiency --json "$demo" | jq '.parallel * 100' | LC_ALL=C xargs printf '%.1f') %" all)" 1
is "patterns are those of patterns" "$(grep -o '^Pattern 1, [^:]*: [0-9]* ' all)" \
  "$("$cli" patterns --json "$demo" | jq -r '.composite_patterns[0] | "Pattern 1, \(.name) in \(.routine): \(.occurrences) "')"
is "a line for each that takes time of the phases" \
  "$(grep -cE '^Phase [0-9].*; .* long; parallel efficiency [0-9.]+ %; waiting takes [0-9.]+ % of the time of all processes\.$' all)" \
  "$("$cli" efficiency --json "$demo" | jq '.seconds as $run | [.phases[] | select(.seconds >= 0.01 * $run)] | length')"

head -n 90 "$data/smpi.trace" >cut.trace
is "a record that ends too early says so first" "$("$cli" findings cut.trace | head -n 1)" \
  "The record ends while process 0 is in MPI_Recv; process 1 is outside MPI"
is "... and here before what the run is made of" "$("$cli" brief cut.trace | sed -n 2p)" \
  "The record ends while process 0 is in MPI_Recv; process 1 is outside MPI."
is "how large and how long comes first" \
  "$(sed -n 1p all | grep -c "^$("$cli" info --json "$demo" | jq .processes) processes, ")" 1
is "then what comes again and again, then what costs most" "$(sed -n '2p;3p' all)" \
  "$(grep -m 1 '^Main loop of ' all; grep -Fx "$("$cli" findings --json "$demo" | jq -r '.findings[0].sentence' | sed 's/[^.]$/&./')" all)"

# begins ALL PART: whether PART is the beginning of ALL, up to the end of a sentence. What iterations consist of
# may be left out.
begins() {
  local all part few
  all=$(<"$1") few=$(sed 's/^\(Main loop of [0-9]* iterations, median [^:]*\): .*/\1./' "$1") part=$(<"$2")
  case $all in "$part" | "$part "* | "$part"$'\n'*) few=$all ;; esac
  case $few in "$part" | "$part "* | "$part"$'\n'*) ;; *) return ;; esac
  [[ $part =~ [.!?]$ ]] && echo yes
}

for trace in "$demo" "$data/threads.otf2" "$data/figure-3-3.gxl" "$data/pair.mtf.h5"; do
  "$cli" brief "$trace" >all
  for budget in 200 201 250 333 500 1000 4000; do
    "$cli" brief --budget $budget "$trace" >out 2>err
    n=$(wc -m <out)
    is "$(basename "$trace"): within $budget" "$([ "$n" -le $budget ] && [ "$n" -gt 0 ] && echo yes)" yes
    # Nothing that matters less stands in the place of what has no room.
    is "the first sentences of all, each whole" "$(begins all out)" yes
  done
  is "characters are counted" "$("$cli" brief --budget 333 --json "$trace" | jq .characters)" \
    "$("$cli" brief --budget 333 "$trace" | wc -m)"
done
is "room for all" "$("$cli" brief --budget 100000 "$demo")" "$("$cli" brief "$demo")"
# Several loops, none of which is most of the run, are said as patterns say them.
imb=$shared/recorded/imb.mtf.h5
if [ -f "$imb" ]; then
  is "loops one after the other" "$("$cli" brief "$imb" | grep ' loops one after the other: ')" \
    "$("$cli" patterns "$imb" | sed -n '1s/$/./p')"
  is "and not that there is none" "$("$cli" brief "$imb" | grep -c 'No main loop')" 0
fi
refused 2 "a budget of nothing" "$cli" brief --budget 0 "$demo"
refused 2 "too small a budget" "$cli" brief --budget 199 "$demo"
refused 2 "a negative one" "$cli" brief --budget=-5 "$demo"
refused 2 "no number" "$cli" brief --budget much "$demo"
done_testing
