#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli patterns: the papers' sequences, the demo, and wrong usage.
. "$(dirname "$0")/tap.sh"

# symbols OPTION... <WORDS: "events occurrences" of each pattern, with bars between
symbols() {
  cat >words
  "$cli" patterns --json --symbols words "$@" |
    jq -r '[.process_patterns[] | "\(.events | join("")) \(.occurrences)"] | join("|")'
}
spaced() {
  printf '%s' "$1" | sed 's/./& /g'
}

# Thesis, Fig. 4.5: in general form and as it is; 4.7; 4.11; Table 4.7.
long=abababacacacbdbdbdadadad
is "Fig. 4.5" "$(spaced $long$long$long | symbols)" "abacbdad 3|ab 9|ac 9|bd 9|ad 9"
is "Fig. 4.5, nothing removed" "$(spaced $long$long$long | symbols --keep-tandem)" "$long 3|ab 9|ac 9|bd 9|ad 9"
events='S2 S3 R2 S5 S2 S3 R2 S2 S3 R2 S2 S3 R2 S4 S2 S3 R2'
is "Fig. 4.7" "$(echo "$events" | symbols)" "S2S3R2 5"
is "Fig. 4.7, nothing removed" "$(echo "$events" | symbols --keep-tandem)" "S2S3R2 5"
is "Fig. 4.7: where" \
  "$("$cli" patterns --json --symbols words | jq -c '.process_patterns[].positions')" '[1,5,8,11,15]'
is "Fig. 4.11" "$(spaced abcdabcdabcdmabcd | symbols)" "abcd 4"
is "Fig. 4.11, nothing removed" "$(spaced abcdabcdabcdmabcd | symbols --keep-tandem)" "abcd 4"
is "Fig. 4.11: the general form" "$("$cli" patterns --json --symbols words | jq -r '.form | join("")')" abcdmabcd
many=abcdabcdabcdabcdabcdabcdabcdabcdabcd
is "Table 4.7" "$(spaced $many | symbols)" "abcd 9"
is "Table 4.7, by suffixes" "$(spaced $many | symbols --method suffix | tr '|' '\n' | sed 's/.* //' | sort -n | paste -sd' ' -)" "2 3 4 5 6 7 8 9"
is "Table 4.7, by suffixes: one to eight times abcd" \
  "$(jq -r '[.process_patterns[].events | join("")] | sort | join(" ")' \
    <("$cli" patterns --json --method suffix --symbols words))" \
  "$(for ((k = 1; k <= 8; k++)); do printf "abcd%.0s" $(seq $k); echo; done | sort | paste -sd' ' -)"
: >words
for option in --json --keep-tandem --method=suffix; do
  ok "no words, $option" "$cli" patterns "$option" --symbols words
done
is "no words" "$(symbols </dev/null)" ""
is "one word" "$(echo a | symbols)" ""
is "all the same word" "$(echo a a a a | symbols)" ""
ok "a sequence as text" "$cli" patterns --symbols words
refused 2 "a wrapper of words" "$cli" patterns --symbols words --wrapper a
refused 2 "events of words" "$cli" patterns --symbols words --events
refused 2 "elementary patterns of words" "$cli" patterns --symbols words --elementary
is "no composite patterns of words" \
  "$("$cli" patterns --json --symbols words | jq -c '[.composite_patterns, .cycles]')" '[[],[]]'
refused 1 "words that are not there" "$cli" patterns --symbols nowhere
is "the file and the cause" "$(cat err)" "refrain-cli: nowhere: No such file or directory"

# The demo: 8 iterations of two sweeps of 10 planes and an exchange.
ok "the demo" "$cli" patterns --json "$demo"
is "two sweeps and an exchange" "$(jq -c '[.communication_patterns[] | select(.collective | not) | [.occurrences, .processes]]' out)" '[[80,8],[80,8],[8,8]]'
is "occurrences make the sequence" "$(jq '.sequence_length == ([.communication_patterns[].occurrences] | add)' out)" true
is "messages are shared out" "$(jq '[.communication_patterns[].total_messages] | add' out)" "$(number messages "$demo")"
cp out all
REFRAIN_THREADS=1 "$cli" patterns --json "$demo" >one
is "one thread gives the same" "$(cmp one all)" ""
is "what each process does, in general form" \
  "$(jq -r '[.communication_patterns[] | select(.collective | not)][0].form["0"]' out)" "S1 S2"
ok "global patterns" "$cli" patterns --keep-tandem --json "$demo"
is "global patterns in general form" "$(jq -c '[.communication_patterns[] |
  select(.events["0"][0:2] == ["S1", "S2"] and .messages == 100) | [.form["0"], .form["7"]]]' out)" \
  '[["(S1 S2)x10","(R6 R5)x10"]]'
ok "the events as text" "$cli" patterns --keep-tandem --events "$demo"
is "a line a process" "$(grep -c '^0: (S1 S2)x10$' out)" 1
ok "the demo as text" "$cli" patterns "$demo"
is "first the cycle" "$(head -n 1 out | grep -c '^8 × \[.*; 10 × Sweep from 0 to 7')" 1
is "the elementary patterns are counted" \
  "$(tail -n 1 out | grep -c "^These patterns are made of .* elementary patterns")" 1
is "the longest occurrence" \
  "$(jq -c '[.composite_patterns[] | .longest.seconds >= .median.seconds and
    .longest.occurrence <= .occurrences and .longest.to > .longest.from] | all' all)" true
is "composite patterns are numbered as they are listed" \
  "$(jq -c '[.composite_patterns[].id] == [range(1; 1 + (.composite_patterns | length))]' all)" true
is "stages are elementary patterns" \
  "$(jq -c '[.composite_patterns[].stages[]] - [.communication_patterns[].id]' all)" "[]"
is "the cycle" "$(jq -c '.cycles[0] | [.count, [.body[].times]]' all)" '[8,[1,10,10,1]]'
for form in --csv --latex; do
  for options in '' --elementary; do
    ok "$form $options" "$cli" patterns $form $options "$demo"
  done
done
ok "as CSV" "$cli" patterns --csv "$demo"
is "a line a composite pattern" "$(tail -n +2 out | wc -l)" "$(jq '.composite_patterns | length' all)"
refused 2 "two forms" "$cli" patterns --csv --json "$demo"
ok "elementary patterns" "$cli" patterns --elementary "$demo"
is "a line an elementary pattern" "$(grep -c '%' out)" "$(jq '.communication_patterns | length' all)"
for option in --keep-tandem --merge-alike --join-collectives --method=suffix; do
  is "no composite patterns with $option" "$("$cli" patterns --json $option "$demo" |
    jq -c '[.composite_patterns, .cycles]')" '[[],[]]'
  ok "as text with $option" "$cli" patterns $option "$demo"
  cp out list
  "$cli" patterns --elementary $option "$demo" >out
  is "the elementary list with $option" "$(cmp list out)" ""
done
is "composite patterns without routines" "$("$cli" patterns --json --method syntactic "$demo" |
  jq '.composite_patterns | length > 0')" true
# Ten iterations in which 16 processes send to four or five others, in an order that always changes,
# with a reduction behind each, and to others in each iteration.
irregular() {
  awk '
    function draw(n) { seed = (seed * 1103 + 12345) % 65536; return int(seed / 7) % n }
    BEGIN {
      for (i = 0; i < 10; i++) {
        for (p = 0; p < 16; p++) print p, "local call iterate"
        for (p = 0; p < 16; p++) {
          n = 4 + (p * p) % 4; turn = draw(n); other = draw(15)
          for (k = 0; k < n; k++) {
            q = (p + 1 + (2 * ((k + turn) % n) + p + other) % 15) % 16
            print p, "send", q, "tag1"; print q, "recv", p, "tag1"
          }
        }
        for (p = 0; p < 16; p++) print p, "local return iterate"
        for (p = 0; p < 16; p++) print p, "sync MPI_Allreduce 0-15"
      }
    }' >irregular.events
}
# Of ten messages each way two are never received.
{ for i in 0 1 2 3 4 5 6 7 8 9; do
  for p in 0 1 2; do echo "$p send $(((p + 1) % 3)) tag1"; [ "$i" -lt 8 ] && echo "$p recv $(((p + 1) % 3)) tag1"; done
done; } >alone.events
is "what is never received is in no pattern" \
  "$("$cli" patterns --json alone.events | jq '[.composite_patterns[].total_messages] | add') $("$cli" info --json alone.events | jq -c '[.messages, .sent_messages, .unmatched]')" "24 [24,30,6]"
is "and is told" "$("$cli" patterns alone.events | head -1)" \
  "6 of 54 sends and receives have no partner in this trace: their patterns are unknown"
irregular
ok "irregular traffic" "$cli" patterns irregular.events
is "is told by its main loop" "$(head -n 1 out)" \
  "10 × [Exchange with up to 11 partners that change every iteration (72 messages); MPI_Allreduce]: 100 % of the run, computation included"
is "a line an iteration" "$(sed -n '/^iteration/,/^$/p' out | awk '$1 ~ /^[0-9]/ { print $1 }' | paste -sd' ' -)" \
  "1 2 3 4 5 6 7 8 9 10"
is "which is a series" \
  "$("$cli" patterns --json irregular.events | jq -c '.main_loop | [.count, (.iterations | length)]')" "[10,10]"
ok "all patterns of irregular traffic" "$cli" patterns --all irregular.events
is "are listed" "$(sed -n '/^ *id /,$p' out | grep -c '^ *[0-9].*%')" \
  "$("$cli" patterns --json irregular.events | jq '.composite_patterns | length')"
refused 2 "all patterns of words" "$cli" patterns --symbols words --all
is "the delimiters of the list are those told" \
  "$("$cli" patterns --json "$demo" | jq -r '"Delimited by: " + (.composite_delimiters | join(" "))')" \
  "$("$cli" patterns "$demo" | grep '^Delimited by')"
ok "wrappers by name" "$cli" patterns --wrapper= --json "$demo"
is "no wrapper" "$(jq -c .wrappers out)" '[]'
for option in --keep-tandem --merge-alike --join-collectives --method=syntactic --method=suffix \
  --receive=posting --fields=op,peer,tag,comm,size; do
  ok "$option" "$cli" patterns --json "$option" "$demo"
done
ok "one pair" "$cli" patterns --json "$data/ping-pong.otf2"

refused 1 "a wrapper that is no routine" "$cli" patterns --wrapper nobody "$demo"
refused 1 "symbols from nowhere" "$cli" patterns --symbols nowhere
printf 'a\0b' >bad
refused 1 "symbols that are no text" "$cli" patterns --symbols bad
refused 2 "an unknown method" "$cli" patterns --method magic "$demo"
refused 2 "an unknown field" "$cli" patterns --fields colour "$demo"
refused 2 "no field" "$cli" patterns --fields '' "$demo"
refused 2 "a field without a name" "$cli" patterns --fields op,,peer "$demo"
refused 2 "no trace" "$cli" patterns
refused 2 "a trace and symbols" "$cli" patterns --symbols words "$demo"
# A recorder that leaves out when receives complete.
# Partners change every eight steps; in a step all ask for what their two partners send, then send.
for order in '0 1 2 3 4 5' '3 0 5 1 4 2' '2 4 0 3 1 5' '5 2 3 0 4 1'; do
  read -ra at <<<"$order"
  for _ in $(seq 8); do
    for k in 0 1 2 3 4 5; do
      p=${at[k]} l=${at[(k + 5) % 6]} r=${at[(k + 1) % 6]}
      printf "$p %s\n" "recv $l tag1" "recv $r tag2" "send $r tag1" "send $l tag2" 'sync MPI_Allreduce 0-5'
    done
  done
  printf '%s sync MPI_Allgather 0-5\n' 0 1 2 3 4 5
done >regrid.events
is "partners that change, the exchange whole" "$("$cli" patterns regrid.events | head -n 1 | sed 's/]: .*/]/')" \
  '4 × [8 × [Neighbour exchange on a ring of 6 (12 messages); MPI_Allreduce]]'
# A solver restarts after ten steps, each of which sums more than the one before; the last time it
# is done after seven.
for steps in 10 10 10 7; do
  for j in $(seq 1 $steps); do
    printf '%s\n' '0 send 1 tag1' '1 recv 0 tag1' '1 send 0 tag1' '0 recv 1 tag1'
    for _ in $(seq 0 "$j"); do printf '%s sync MPI_Allreduce 0-1\n' 0 1; done
  done
  printf '%s sync MPI_Allreduce 0-1\n' 0 1
done >restarts.events
is "an iteration that ends earlier is one" "$("$cli" patterns restarts.events | grep -oE '^4 × \[10 ×')" "4 × [10 ×"
for _ in 1 2 3; do printf '%s\n' '0 send 1 tag1' '1 send 0 tag1'; done >halves.events
printf '%s\n' '0 send 1 tag2' '1 recv 0 tag3' >>halves.events
ok "messages of which one end is missing" "$cli" patterns halves.events
is "are told first" "$(head -n 1 out | grep -c 'sends and receives have no partner in this trace')" 1
# Where there is no loop the first line says what there is; where there are several, all, also as values.
is "no loop" "$("$cli" patterns "$data/pair.gxl" | head -n 1)" \
  "1 message, 1 collective operation; no loop, as no pattern occurs more than twice"
is "no loops either" "$("$cli" patterns --json "$data/pair.gxl" | jq -c '[.loops, .main_loop]')" '[[],null]'
for ((i = 0; i < 70; i++)); do
  for p in 0 1 2 3; do
    q=$((i < 30 ? (p + 1) % 4 : p ^ 2))
    printf '%d send %d tag%d\n%d recv %d tag%d\n' $p $q $((1 + (i >= 30))) $p $q $((1 + (i >= 30)))
  done
done >two.events
is "two loops" "$("$cli" patterns two.events | head -n 1)" \
  "2 loops one after the other: 30 × Ring of 4; 40 × Exchange in 2 pairs at distance 2"
is "as values" "$("$cli" patterns --json two.events | jq -c '[.loops[] | .count]')" '[30,40]'
"$cli" convert two.events two.otf2
is "before their text" "$("$cli" loops two.otf2 | sed -n '1s,^// ,,p')" "$("$cli" patterns two.events | head -n 1)"
is "in brief, too" "$("$cli" brief two.events | grep -c '^2 loops one after the other: ')" 1
done_testing
