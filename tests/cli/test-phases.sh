#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli phases: sequences by hand, the demo, and wrong usage.
. "$(dirname "$0")/tap.sh"

# phases TEXT OPTION...: the phases of the letters of TEXT, with bars between.
phases() {
  printf '%s' "$1" | sed 's/./& /g' >words
  "$cli" phases --json --symbols words "${@:2}" >json || return
  jq -r --arg text "$1" '.segments as $s |
    [.phases[] | $s[. - 1] | $text[.start - 1:.end]] | join("|")' json
}
is "nothing" "$(phases '')" ""
is "nothing at all" "$(jq -c '[.sequence_length, .segments, .phases]' json)" '[0,[],[]]'
is "one symbol" "$(phases a)" "a"
is "one symbol has no cut" "$(jq -c '.segments[0] | [.id, .start, .end, .cut, .strength, .parent, .children]' json)" \
  '[1,1,1,null,null,null,[]]'
is "two symbols" "$(phases ab)" "a|b"
is "their numbers" "$(jq -c '.segments[0] | [.divergence, .cut, .threshold, .strength]' json)" '[1,1,0.25,3]'
is "homogeneous" "$(phases aaaaaa)" "aaaaaa"
is "has no divergence" "$(jq -c '.segments[0] | [.divergence, .cut, .strength]' json)" '[0,1,-1]'
is "two blocks" "$(phases aaaabbbb)" "aaaa|bbbb"
is "the cut is the last of the left part" "$(jq .segments[0].cut json)" 4
is "nested" "$(phases aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd)" \
  "aaaaaaaa|bbbbbbbb|cccccccccccccccc|dddddddddddddddd"
is "breadth-first" "$(jq -c '[.segments[] | [.id, .parent, .children]]' json)" \
  '[[1,null,[2,3]],[2,1,[4,5]],[3,1,[6,7]],[4,2,[]],[5,2,[]],[6,3,[]],[7,3,[]]]'
is "more strength, fewer phases" "$(phases aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd --strength 50)" \
  "aaaaaaaabbbbbbbbccccccccccccccccdddddddddddddddd"
is "below 0, more" "$(phases abababab --strength -0.9999 | tr -cd '|' | wc -c | awk '{ print ($1 > 1) }')" 1
is "at 0, one that repeats" "$(phases abababab)" "abababab"
is "what it repeats" "$(jq -cS '.segments[0].repetition' json)" \
  '{"count":4,"iterations":4,"period":2,"rest":0,"start":1,"symbols":["a","b"]}'
phases aaabbbaaabbb --collapse >out
is "contiguous equal symbols as one" "$(jq -c .sequence_length json)" 4
printf '# groups\nb c\n\n' >groups
is "merged symbols" "$(phases aaaabcbcbcbc --merge groups)" "aaaa|bcbcbcbc"
is "count as one" "$(jq .distinct json)" 2
ok "a sequence as text" "$cli" phases --symbols words
printf '\357\273\277a a b b a' >mark
is "a byte order mark is no part of a word" "$("$cli" phases --json --symbols mark | jq .distinct)" 2
printf '\357\273\277a b\n' >groups
is "nor in groups" "$("$cli" phases --json --symbols mark --merge groups | jq .distinct)" 1
head -c 1000000 /dev/zero | tr '\0' x >long
refused 1 "a long word that is none" "$cli" phases --symbols mark --merge long
is "is quoted in short" "$(wc -c <err | awk '{ print ($1 < 200) }')" 1
# Segments by the hundred thousand do not take memory by the gigabyte.
awk 'BEGIN { for (i = 0; i < 100000; i++) print "w" i }' >distinct
is "many segments" "$(within 700000 "$cli" phases --json --symbols distinct |
  jq -c '[(.segments | length), (.phases | length), .segments[199998].start]')" "[199999,100000,100000]"

# Four benchmarks, and something else in between: cuts that are far weaker than the others are left
# out of more phases than a few.
awk 'function say(name) { for (p = 0; p < 2; p++) print p " sync MPI_" name " 0-1" }
     function half(name, i) { for (i = 0; i < 17; i++) { say(name); say("Barrier") } }
     function part(name, k) {
       for (k = 0; k < 4; k++) {
         say("Barrier"); say("Barrier"); half(name); say("Allreduce"); half(name); say("Gather")
       }
     }
     BEGIN { part("Alltoall"); part("Reduce"); say("Scatter"); say("Scan"); say("Scan"); part("Allgather"); part("Bcast") }' >parts.events
is "a phase a benchmark" "$("$cli" phases parts.events | sed -n 2,3p | grep -o '^4 phases\|4 of 7 phases')" \
  "$(printf '4 phases\n4 of 7 phases')"
for command in patterns phases; do
  is "$command say so first, without what holds processes together" "$("$cli" $command parts.events | head -n 1)" \
    "4 loops one after the other: 136 × MPI_Alltoall; 136 × MPI_Reduce; 136 × MPI_Allgather; 136 × MPI_Bcast"
done
head -n 600 parts.events >most.events
is "but not of a run that is one of them" "$("$cli" patterns most.events | head -n 1)" \
  "4 × [34 × MPI_Alltoall; 36 × MPI_Barrier; MPI_Allreduce; MPI_Gather]: 96 % of the run, computation included"
# Twenty, then thirty with two sums behind each, are one phase.
awk 'function say(name) { for (p = 0; p < 2; p++) print p " sync MPI_" name " 0-1" }
     BEGIN { for (i = 0; i < 50; i++) { say("Alltoall"); if (i >= 20) { say("Allreduce"); say("Allreduce") } } }' >spin.events
is "the same without its sums before" "$("$cli" phases spin.events | head -n 1)" \
  "2 loops one after the other: 20 × MPI_Alltoall; 30 × [MPI_Alltoall; 2 × MPI_Allreduce]"
is "all of them" "$("$cli" phases --strength 0 parts.events | grep -o 'phases: [0-9]*')" "phases: 7"

# BT on 16 processes, thesis 5.3.2. Its text gives the sequence: 7446 symbols of 13 point-to-point and
# 3 collective patterns; Initialize of equal ones up to 5; 201 iterations of copy_faces, which reaches
# all processes, and six solvers of three steps each: X Solve and X Solve Cell with four patterns of
# four processes, side by side, the others with one; verify calls copy_faces between two reductions.
awk 'function say(name, n, times) {
       for (; times > 0; times--) for (i = 1; i <= n; i++) print name (n > 1 ? i : "")
     }
     BEGIN {
       say("broadcast", 1, 5)
       for (k = 1; k <= 201; k++) {
         say("copy_faces", 1, 1); say("x_solve", 4, 3); say("x_solve_cell", 4, 3)
         say("y_solve", 1, 3); say("y_solve_cell", 1, 3); say("z_solve", 1, 3); say("z_solve_cell", 1, 3)
       }
       say("all_reduce", 1, 1); say("copy_faces", 1, 1); say("all_reduce", 1, 1); say("reduce", 1, 1)
     }' >bt
"$cli" phases --json --symbols bt >bt.json
# start, end, cut, 100 tau, whether s is above 0, and the parent's start and end; of one symbol there
# is no cut, and where all are equal it has no place.
is "Table 5.8" "$(jq -r '.segments as $s | $s[] | (if .parent then $s[.parent - 1] else {} end) as $p |
    [.start, .end, (if .length > 1 and .divergence > 0 then .cut else "-" end),
     (.threshold * 100 | round), ((.strength // -1) > 0), $p.start // "-", $p.end // "-"] | join(" ")' bt.json |
    sort -n -k1,1 -k2,2nr | tr '\n' ';')" "$(sort -n -k1,1 -k2,2nr <<'TABLE' | tr '\n' ';'
1 7446 18 1 true - -
1 18 6 12 true 1 7446
19 7446 7433 0 true 1 7446
1 6 5 22 true 1 18
7 18 8 45 false 1 18
1 5 - 46 false 1 6
6 6 - 0 false 1 6
19 7433 33 1 false 19 7446
7434 7446 7439 14 true 19 7446
7434 7439 7436 22 true 7434 7446
7440 7446 7442 20 true 7434 7446
7434 7436 - 53 false 7434 7439
7437 7439 - 53 false 7434 7439
7440 7442 - 53 false 7440 7446
7443 7446 7445 25 true 7440 7446
7443 7445 7443 53 false 7443 7446
7446 7446 - 0 false 7443 7446
TABLE
)"
is "nine phases, S5 S6 S4 S7 S11 S12 S13 S15 S16" "$(jq -c '.segments as $s | [.phases[] | $s[. - 1].start]' bt.json)" \
  '[1,6,7,19,7434,7437,7440,7443,7446]'

ok "the demo" "$cli" phases --json "$demo"
cp out all
is "as many symbols as occurrences" "$(jq .sequence_length all)" "$("$cli" patterns --json "$demo" | jq .sequence_length)"
is "children cover their parents" "$(jq '.segments as $s | all($s[]; (.children | length) == 0 or
  (($s[.children[0] - 1] as $l | $s[.children[1] - 1] as $r |
    $l.start == .start and $l.end == .cut and $r.start == .cut + 1 and $r.end == .end)))' all)" true
is "phases stand one behind another" "$(jq '.segments as $s | [.phases[] | $s[. - 1]] |
  .[0].start == 1 and .[-1].end == $s[0].length and
  (. as $p | all(range(1; length); $p[.].start == $p[. - 1].end + 1))' all)" true
is "within the run" "$(jq --argjson info "$("$cli" info --json "$demo")" '.segments[0].from >= $info.start and
  .segments[0].to <= $info.end and .initialize.to <= .segments[0].from' all)" true
REFRAIN_THREADS=1 "$cli" phases --json "$demo" >one
is "one thread gives the same" "$(cmp one all)" ""
is "the time of each process" "$("$cli" phases --json --intervals "$demo" |
  jq '.segments as $s | all(.phases[]; $s[. - 1].processes | length == 8)')" true
for option in --collapse --without-collectives --method=syntactic --strength=0.5; do
  ok "$option" "$cli" phases --json "$option" "$demo"
done
echo "1 2" >pair
is "merged patterns" "$("$cli" phases --json --merge pair "$demo" | jq .distinct)" \
  "$(jq '.distinct - 1' all)"
is "composite ones, as no option says otherwise" \
  "$("$cli" phases --merge pair "$demo" | tail -n 1 | grep -c composite)" 1
is "merged elementary patterns" "$("$cli" phases --elementary --merge pair "$demo" |
  tail -n 1 | grep -c 'elementary patterns')" 1
refused 2 "two levels at once" "$cli" phases --elementary --level composite "$demo"
ok "the demo as text" "$cli" phases --collapse "$demo"
is "with an option the whole tree" "$(grep -c '^ *segment ' out)" 1
ok "one pair" "$cli" phases --json "$data/ping-pong.otf2"

echo "1 99" >wrong
ok "the first answer" "$cli" phases "$demo"
is "says the main loop as patterns do" "$(head -n 1 out)" "$("$cli" patterns "$demo" | head -n 1)"
is "says how many phases, what fills the longest, and why" \
  "$(sed -n 2,3p out | grep -cE '^[0-9]+ phases; phase [0-9]+ takes [0-9]+ % of the run: .|^\(.*--strength 0 ')" 2
is "a line a phase" "$(($(wc -l <out) - 4))" \
  "$("$cli" phases --suggest --json "$demo" | jq .suggested.phases)"
ok "the whole tree" "$cli" phases --strength 0 "$demo"
is "has a line a segment" "$(($(wc -l <out) - 6))" \
  "$("$cli" phases --json "$demo" | jq '.segments | length')"
is "nothing is suggested where something was chosen" \
  "$("$cli" phases --suggest --json --strength 0 "$demo" | jq .suggested)" null
is "composite patterns" "$("$cli" phases --json --level composite "$demo" | jq .sequence_length)" \
  "$("$cli" patterns --json "$demo" | jq '[.composite_patterns[].occurrences] | add')"
is "elementary patterns" \
  "$("$cli" phases --json --level elementary "$demo" | jq 'del(.statements)' | md5sum)" \
  "$("$cli" phases --json "$demo" | jq 'del(.statements)' | md5sum)"
# Ten times a ring and a sum, then ten times an exchange of pairs and a sum.
for i in {1..20}; do
  for what in send recv sync; do
    for p in 0 1 2 3; do
      q="$((i <= 10 ? (p + 1) % 4 : p ^ 1)) tag1"
      echo "$p $what $([ $what = sync ] && echo MPI_Allreduce 0-3 || echo "$q")"
    done
  done
done >two.events
is "two phases of ten, the last sum with the first" \
  "$("$cli" phases two.events | sed -n 's/^ .* \([0-9]*\)  .*(\(.*\)) × \([0-9]*\)$/\1: \3/p')" "20: 10
20: 10"
refused 2 "a level that is none" "$cli" phases --level deep "$demo"
refused 2 "levels of words" "$cli" phases --level composite --symbols words
refused 1 "a pattern that is none" "$cli" phases --merge wrong "$demo"
refused 1 "groups from nowhere" "$cli" phases --merge nowhere "$demo"
refused 1 "symbols from nowhere" "$cli" phases --symbols nowhere
refused 2 "a strength below every other" "$cli" phases --strength=-2 "$demo"
refused 2 "a strength that is none" "$cli" phases --strength weak "$demo"
refused 2 "a strength that is no number" "$cli" phases --strength nan "$demo"
refused 2 "composite patterns that keep repeats" \
  "$cli" phases --level composite --keep-tandem "$demo"
refused 2 "intervals of words" "$cli" phases --intervals --symbols words
refused 2 "no trace" "$cli" phases
refused 2 "a trace and symbols" "$cli" phases --symbols words "$demo"
is "a run that hardly communicates says so before its phases" \
  "$("$cli" phases "$data/ping-pong.otf2" | grep -c '^99 % of the run is before the first operation, 0 % after the last')" 1
done_testing
