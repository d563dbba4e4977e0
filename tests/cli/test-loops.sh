#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli loops, scan and matrix --loop: event text by hand, the demo, and wrong usage.
. "$(dirname "$0")/tap.sh"

# Two processes: three rounds of two messages there, one back, and a barrier.
for round in 1 2 3; do
  printf '%s\n' '0 send 1 tag2' '0 send 1 tag2' '1 recv 0 tag1' '0 sync MPI_Barrier 0-1' >>zero.events
  printf '%s\n' '0 recv 1 tag2' '0 recv 1 tag2' '1 send 0 tag1' '1 sync MPI_Barrier 0-1' >>one.events
done
cat zero.events one.events >both.events
mkdir folder && cp zero.events one.events folder

ok "event text" "$cli" loops both.events
cp out model
is "one loop of three" "$(grep -c '^for i0 = 1 to 3$' model) $(grep -c '^done$' model) $(grep -c '^  ' model)" '1 1 7'
is "what processes do alike is one line" "$(grep sync model)" '  0-1: sync MPI_Barrier 0-1'
is "or not, with numbers" "$("$cli" loops --ids both.events | grep -c sync)" 2
is "one file a process" "$("$cli" loops zero.events one.events)" "$(cat model)"
is "a folder of them" "$("$cli" loops folder)" "$(cat model)"
for p in 0 1; do
  is "the stream of process $p" "$("$cli" loops --expand $p both.events)" \
    "$(case $p in 0) cat zero.events ;; 1) cat one.events ;; esac)"
done
is "a local model" "$("$cli" loops --process 0 both.events)" "for i0 = 1 to 3
  0 send 1 tag2
  0 send 1 tag2
  1 recv 0 tag1
  0 sync MPI_Barrier 0-1
done"
is "its numbers" "$("$cli" loops --json both.events | jq -c '.local[0] | [.process, .events, .terms, .loops, .coverage]')" '[0,12,5,1,1]'
is "those of the global model" "$("$cli" loops --json both.events | jq -c '.global | [.events, .terms, .loops, .coverage, .links]')" \
  "$("$cli" loops --json both.events | jq -c '[24, 9, 1, 1, .global.links]')"
is "numbered lines" "$("$cli" loops --ids both.events | sed -n '1s/.* //p;2s/.* //p')" '1
2'
is "local events stay" "$(printf '0 local solve\n0 local solve\n0 local solve\n' >l.events && "$cli" loops l.events)" 'for i0 = 1 to 3
  0 local solve
done'
is "a model that is there" "$("$cli" loops --model model)" "$(cat model)"
is "run" "$("$cli" loops --model model --expand 1)" "$(cat one.events)"
is "and measured" "$("$cli" loops --model model --json | jq -c '.global | [.events, .loops, .coverage]')" '[24,1,1]'
is "numbers that grow" "$(for i in 1 2 3 4 5; do echo "0 send $i tag$((2 * i))"; done >g.events; "$cli" loops --process 0 g.events)" 'for i0 = 1 to 5
  0 send i0 tag2*i0
done'
is "or not" "$("$cli" loops --process 0 --no-affine g.events | grep -c for)" 0

# A long loop whose body says the same again and again, in between something else each time.
for _ in 1 2 3 4; do
  for ((k = 1; k <= 120; k++)); do
    printf '0 send 1 tag%d\n' 11 15 12 18 13 16 14 19 $((1000 + k * k))
  done
done >long.events
ok "a long loop" "$cli" loops --body 2000 long.events
cp out long.model
is "is written with definitions" "$(grep -c '^for i0 = 1 to 4$' long.model) $(grep -c '^define' long.model) $(($(wc -l <long.model) < 300))" '1 1 1'
is "and says the same" "$("$cli" loops --model long.model --expand 0 | cmp - long.events && echo same)" same
is "or without" "$("$cli" loops --share never --body 2000 long.events | grep -c .)" 1082
for ((i = 0; i < 1100; i++)); do echo "0 send $((i * i % 7 + 1)) tag$((i * i % 1009))"; done >irregular.events
is "what does not repeat is a sentence" "$("$cli" loops irregular.events | head -1 | cut -d' ' -f1-5) $("$cli" loops irregular.events | wc -l)" '// not regular: 1100 messages 2'
is "or all of it" "$(($("$cli" loops --all irregular.events | wc -l) > 1000))" 1
# Partners that change from iteration to iteration, and ones that stay but are heard in any order.
irregular() {
  awk -v vary="$1" 'function next_number() { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) }
    BEGIN {
      seed = 5
      for (it = 0; it < 40; it++) {
        n = 0
        for (p = 0; p < 8; p++)
          for (k = 0; k < 4; k++) {
            if (vary || it == 0) to[p, k] = (p + 1 + next_number() % 7) % 8
            out[p] = out[p] p " send " to[p, k] " tag1\n"
            from[n] = p; at[n] = to[p, k]; n++
          }
        while (n > 0) {
          i = next_number() % n
          out[at[i]] = out[at[i]] from[i] " recv " at[i] " tag1\n"
          n--; from[i] = from[n]; at[i] = at[n]
        }
        for (p = 0; p < 8; p++) out[p] = out[p] p " sync MPI_Barrier 0-7\n"
      }
      for (p = 0; p < 8; p++) printf "%s", out[p]
    }'
}
irregular 1 >varying.events
irregular 0 >fixed.events
wanted="not regular: 1280 messages between 8 processes in 40 iterations, partners varying"
ok "an irregular run" "$cli" loops varying.events
is "is told in a sentence" "$(head -n 1 out)" "// $wanted"
is "all of it comments" "$(grep -vc '^//' out) $("$cli" loops --model out | grep -c '^// no loops: the text holds no events')" "0 1"
sed -i 's,^// ,,' out
is "and by iteration" "$(sed -n '2s/[0-9]* to [0-9]* pairs/pairs/p;4p' out | awk '{ $3 = NR == 2 ? "n" : $3 } 1')" \
  "in each iteration 32 messages, pairs
1 32 n 0"
is "not by its events" "$(($(wc -l <out) < 20))" 1
is "each process with others each time" "$(sed -n '5,15p' out | awk '$4 == 0' | wc -l)" 0
is "or with the same" "$("$cli" loops fixed.events | head -n 1)" "// ${wanted%varying}fixed"
main="40 × [Exchange with up to 7 partners that change every iteration (32 messages); MPI_Barrier]: 100 % of the run, computation included"
ok "as a trace" "$cli" convert varying.events varying.mtf.h5
ok "it has a main loop" "$cli" loops varying.mtf.h5
is "which is told first" "$(head -n 1 out)" "// $main"
is "and its times" "$(sed -n 2p out | grep -c '^// 40 iterations of the main loop: ')" 1
is "in nothing but comments" "$(grep -vc '^//' out)" 0
ok "its patterns" "$cli" patterns varying.events
is "are told by the main loop" "$(head -n 1 out)" "$main"
ok "its phases" "$cli" phases varying.events
is "too" "$(head -n 1 out)" "$main"
is "or the iterations" "$("$cli" patterns fixed.events | head -n 1)" \
  "40 iterations, not regular within them: 32 messages between 8 processes, partners fixed"
# Three times the peer grows by two, by accident: the other process sees no such loop.
for i in 1 2 3 4 5 6 7 8 9; do
  printf '0 send 1 tag1\n0 recv 1 tag2\n'; [ $((i % 3)) = 0 ] && printf '0 send 3 tag1\n0 send 5 tag1\n'
done >accident.events
is "numbers that fit by accident make no model longer" \
  "$(($("$cli" loops accident.events | wc -l) <= $("$cli" loops --no-affine accident.events | wc -l)))" 1

printf '%s\n' '0 send 1 t' '0 send 1 t1' '0 send 1 red' '0 local a  b // c' >words.events
is "words stay as they are" "$("$cli" loops --expand 0 words.events)" "$(cat words.events)"
is "also in the model" "$("$cli" loops words.events >w.model; "$cli" loops --model w.model --expand 0)" "$(cat words.events)"
is "where iterations begin" "$("$cli" scan --loop 1 --get 'each {0}.position' both.events)" 'each (1) 0=0
each (2) 0=4
each (3) 0=8'
is "before, last and after" "$("$cli" scan --loop 1 --get 'before {1}.position' --get 'last {1}.position' --get '"x" {1}.position <-' both.events)" \
  'before () 1=0
last () 1=11
x () 1=12'
is "no event behind the last one" "$("$cli" scan --loop 1 --get 'after {0,1}.time' both.events)" 'after () 0=? 1=?'
is "as JSON" "$("$cli" scan --json --loop 1 --get 'before.time' both.events | jq -c '[.loop, .positions[0].iteration, .records[0].values[0].position, (.records[0].values[0].time * 1e9 | round)]')" \
  '[1,"4",0,1000]'
is "as a table" "$("$cli" scan --csv --loop 1 --get 'get "each" {0}.position' both.events | tail -n 1 | tr -d '\r')" each,3,0,8,position,8
is "annotated" "$("$cli" scan --annotate both.events | sed -n 2p)" '  // #{0=4,1=4}'
is "the matrix of the loop" "$("$cli" matrix --json --loop 1 both.events | jq -c .count)" '[[0,6],[3,0]]'

# Every value fetched by position is the one at that place of the trace.
ok "the demo" "$cli" loops --json "$demo"
cp out all
is "the longest and the median iteration" "$("$cli" loops "$demo" | head -n 1 |
  grep -cE '^// [0-9]+ iterations of the main loop: longest .*iteration [0-9]+, at .*, median .*iteration [0-9]+')" 1
is "which the model may follow" "$("$cli" loops "$demo" >told; "$cli" loops --model told)" \
  "$("$cli" loops "$demo" | grep -v '^//')"
is "nothing of the text itself" "$("$cli" loops both.events | grep -c '^//')" 0
is "loops" "$(jq '.global.loops > 0 and (.local | length) == 8' all)" true
for p in 0 5; do
  is "the local model of process $p says what the global one says" \
    "$("$cli" loops --process $p "$demo" >local && "$cli" loops --model local --expand $p | cmp - <("$cli" loops --expand $p "$demo") && echo same)" same
done
is "one thread gives the same" "$(REFRAIN_THREADS=1 "$cli" loops --json "$demo" | cmp - all)" ""
loop=$(jq '[.global.constructs[] | select(.kind == "loop")] | max_by(.events).id' all)
ok "a scan of its largest loop" "$cli" scan --json --loop "$loop" --get 'before.time' --get 'last.time' "$demo"
is "ends after it begins" "$(jq '[.records[] | select(.label == "before").values[].time] as $b |
  [.records[] | select(.label == "last").values[].time] as $l | ($b | length) > 0 and all(range($b | length); $b[.] <= $l[.])' out)" true
is "top-level lines send all there is" "$(jq -r '.global.constructs[] | select(.parent == null and .kind != "definition").id' all | while read -r id; do
  "$cli" matrix --json --loop "$id" "$demo" || break; done | jq -cs '[.[] | .count | flatten] | transpose | map(add)')" \
  "$("$cli" matrix --json "$demo" | jq -c '.count | flatten')"

printf 'for i0 = 1 to 3\n0 send 1\ndone\n' >wrong
is "a row for each line of the model" "$("$cli" loops --csv "$demo" | wc -l)" \
  "$("$cli" loops --json "$demo" | jq '(.global.constructs | length) + 1')"
is "also for LaTeX" "$("$cli" loops --latex "$demo" | grep -c '[\]\(top\|mid\|bottom\)rule')" 3
refused 2 "a program is no table" "$cli" loops --logical --csv "$demo"
refused 1 "a model that is none" "$cli" loops --model wrong
refused 1 "a model as a trace" "$cli" loops model
refused 1 "a model from nowhere" "$cli" loops --model nowhere
refused 1 "a trace from nowhere" "$cli" loops nowhere.events
refused 2 "no trace" "$cli" loops
refused 2 "a trace and a model" "$cli" loops --model model "$demo"
refused 1 "a process that is none" "$cli" loops --process 8 "$demo"
refused 1 "another" "$cli" loops --expand 8 "$demo"
refused 2 "below 0" "$cli" loops --expand=-2 "$demo"
refused 2 "a body of nothing" "$cli" loops --body 0 "$demo"
refused 2 "a place of receives that is none" "$cli" loops --receive later "$demo"
refused 2 "two forms" "$cli" loops --expand 1 --json "$demo"
refused 2 "a scan of nothing" "$cli" scan "$demo"
refused 1 "a loop that is none" "$cli" scan --loop 0 --get before.time "$demo"
refused 2 "something else to get" "$cli" scan --loop 1 --get 'under {0}.time' "$demo"
refused 2 "something else of it" "$cli" scan --loop 1 --get 'before {0}.colour' "$demo"
refused 2 "a process that takes no part" "$cli" scan --loop 1 --get 'before {99}.time' "$demo"
is "and which line that is" "$("$cli" scan --loop 1 --get 'before {99}.time' "$demo" 2>&1 | grep -c 'process 99 .* construct 1')" 1
refused 2 "just below 0" "$cli" loops --process -1 "$demo"
refused 2 "nothing to expand" "$cli" loops --expand=-1 "$demo"
refused 2 "the least number there is" "$cli" loops --process=-2147483648 "$demo"
refused 2 "nor to expand in directions" "$cli" logical --expand=-2147483648 "$demo"
refused 1 "two traces that are no text" "$cli" loops "$demo" "$demo"
is "which says so" "$("$cli" loops "$demo" "$demo" 2>&1 | grep -c 'no event text')" 1
printf '0 send 1\n' >first.events
for command in loops info; do
  refused 1 "a first line that is wrong, to $command" "$cli" $command first.events
  is "is named by $command" "$("$cli" $command first.events 2>&1 | grep -c 'first.events: line 1: ')" 1
done
printf '0 send 1048575 tag1\n' >far.events
for command in loops info; do
  refused 1 "a process of no trace, to $command" "$cli" $command far.events
done
printf '%s\n' '0 send 3000 tag1' '3000 recv 0 tag1' '2999 send 0 tag2' >gap.events
is "few of many processes" "$("$cli" loops --json gap.events | jq -c '[.local[0, 2999, 3000].events, (.local | length)]')" '[2,1,0,3001]'
refused 1 "a matrix of no loop" "$cli" matrix --loop 99999999 "$demo"
refused 2 "a loop and a time" "$cli" matrix --loop 1 --from 0 "$demo"
# One program, one trace over directions: what is local stays; one name for both and the topology.
printf '%s\n' '0 local call main' '0 sync MPI_Barrier 0-1' '1 local x' '1 sync MPI_Barrier 0-1' >local.events
is "the logical trace keeps what is local" "$("$cli" logical --expand 0 local.events)" "$("$cli" loops --expand 0 local.events)"
# Calls around operations, not the same ones in all processes, change neither text: those of the
# operations alone. All come back.
for p in 0 1 2 3 4; do
  echo "$p local call p$p"
  for i in $(seq 0 3); do
    [ $p = 4 ] || printf '%s\n' "$p local call MPI_Send" "$p send $((p + 1)) tag1" "$p local return MPI_Send"
    [ $p = 0 ] || printf '%s\n' "$p local call MPI_Recv" "$((p - 1)) recv $p tag1" "$p local return MPI_Recv"
  done
  echo "$p local return p$p"
done >calls.events
grep -v local calls.events >bare.events
for command in logical "loops --logical"; do
  # shellcheck disable=SC2086
  is "$command is that of the operations" "$("$cli" $command calls.events | grep -v ' omitted ')" "$("$cli" $command bare.events)"
  # shellcheck disable=SC2086
  is "$command says what is left out" "$("$cli" $command calls.events | grep ' omitted ')" \
    '// 74 local events are omitted (--expand prints them in place)'
  for p in 0 2 4; do
    # shellcheck disable=SC2086
    is "$command of process $p with its calls" "$("$cli" $command --expand $p calls.events)" "$("$cli" loops --expand $p calls.events)"
  done
done
# A ring beside a star, and somebody who is in neither: each has the directions of its part.
for i in 0 1 2; do
  for p in 0 1 2 3; do echo "$p send $(((p + 1) % 4)) tag1"; done
  for p in 0 1 2 3; do echo "$p recv $(((p + 1) % 4)) tag1"; done
  for p in 5 6 7 8 9; do echo "$p send 4 tag2"; done
  for p in 5 6 7 8 9; do echo "$p recv 4 tag2"; done
  for p in 0 1 2 3 4 5 6 7 8 9 10; do echo "$p sync MPI_Barrier 0-10"; done
done >parts.events
is "separate parts are one program" "$("$cli" loops --logical parts.events)" "4 torus + star + 1 apart, 11 processes
repeat 3: send +x tag1; recv -x tag1; send centre tag2; recv leaf1 leaf2 leaf3 leaf4 leaf5 tag2; MPI_Barrier"
is "that all follow" "$("$cli" logical --json parts.events | jq '[(.exact | length), .exceptions]' -c)" '[11,0]'
is "and that comes back" "$("$cli" loops --logical --expand 4 parts.events)" "$("$cli" loops --expand 4 parts.events)"
# Neighbours that take turns follow no one order, but one program.
for p in 0 1 2 3 4 5 6; do
  for turn in 0 1 2 3 4 5; do
    for to in $((p - 1)) $((p + 1)); do
      [ $to -lt 0 ] || [ $to -gt 6 ] || if [ $(((turn + p) % 2)) = 0 ]; then
        echo "$p send $to tag$((p % 2))"
      else
        echo "$to recv $p tag$((to % 2))"
      fi
    done
  done
done >turns.events
ok "red and black" "$cli" logical turns.events
is "are not called different programs" "$(grep -c 'no single order of calls fits all processes: .*loops --logical' out) $(grep -c 'same program' out)" '1 0'
# Something else in the last of ten turns: the loop below has nine.
for p in 0 1; do
  for i in $(seq 10); do
    echo "$p sync MPI_Bcast 0-1"
    echo "$p send $((1 - p)) tag1"
    echo "$((1 - p)) recv $p tag1"
    [ "$i" != 10 ] || echo "$p sync MPI_Barrier 0-1"
    echo "$p sync MPI_Allreduce 0-1"
  done
done >last.events
"$cli" convert last.events last.mtf.h5 >/dev/null
ok "a loop without its last turn" "$cli" loops last.mtf.h5
is "says so" "$(head -n 2 out | sed 's/main loop: .*/main loop/')" \
  $'// 10 iterations of the main loop\n// 9 of them are one loop below; the events of the others precede and follow it'

# A loop is told from its first turn on, wherever it was found.
for p in 0 1; do
  for name in Alltoall Barrier Alltoall $(printf 'Alltoall Reduce %.0s' $(seq 6)); do
    echo "$p sync MPI_$name 0-1"
  done
done >turned.events
is "a loop from its first turn on" "$("$cli" loops --logical turned.events)" \
  $'2 processes (x)\nMPI_Alltoall; MPI_Barrier; MPI_Alltoall\nrepeat 6: MPI_Alltoall; MPI_Reduce'
is "comes back" "$("$cli" loops --logical --expand 1 turned.events | cmp - <("$cli" loops --expand 1 turned.events) && echo same)" same

# Work that is handed out in any order is one line; a last word is none of it.
awk 'BEGIN {
  seed = 3
  for (p = 0; p < 4; p++) print p, "sync MPI_Bcast 0-3"
  for (t = 0; t < 40; t++) {
    seed = (seed * 16807) % 2147483647; w = 1 + int(seed / 1000) % 3
    print "0 send", w, "tag1"; print w, "recv 0 tag1"; print w, "send 0 tag2"; print "0 recv", w, "tag2"
  }
  for (w = 1; w < 4; w++) { print "0 send", w, "tag3"; print w, "recv 0 tag3" }
  for (p = 0; p < 4; p++) print p, "sync MPI_Barrier 0-3"
}' >farm.events
is "work on demand is a line" "$("$cli" loops --logical farm.events | sed 's/tasks, .*/tasks/')" \
  $'// master/worker: master 0, 3 workers, 40 tasks\n4 processes (x)\nMPI_Bcast; master 0 distributes 40 tasks; MPI_Barrier'
for command in structure durations; do
  is "work on demand in $command" "$("$cli" $command farm.events | head -n 1 | sed 's/tasks, .*/tasks/')" \
    'master/worker: master 0, 3 workers, 40 tasks'
done
is "work on demand in the first lines of brief" "$("$cli" brief farm.events | sed -n 's/.*all processes; //; 2s/tasks, .*/tasks/p')" \
  'master/worker: master 0, 3 workers, 40 tasks'
is "or all of it" "$(($("$cli" loops --logical --all farm.events | wc -c) > 500))" 1
is "and comes back" "$("$cli" loops --logical --expand 2 farm.events | cmp - <("$cli" loops --expand 2 farm.events) && echo same)" same
for i in $(seq 0 9); do
  for p in 0 1 2 3; do
    echo "$p send $(((p + 1) % 4)) tag$((100 + i))"
    echo "$(((p + 3) % 4)) recv $p tag$((100 + i))"
  done
done >ring.events
is "tags that count turns" "$("$cli" loops --logical ring.events)" $'ring of 4 (x)\nfor i<10: shift +x tag100+i'
is "a ring of four is called so" "$("$cli" topology --json ring.events | jq -r .topology)" "$("$cli" logical --json ring.events | jq -r .topology)"
# Nothing repeats, and messages go anywhere: a reason, not a page.
awk 'BEGIN { srand(1); x = 1; for (i = 0; i < 20000; i++) { x = (x * 75 + 74) % 65537; a = x % 32
  x = (x * 75 + 74) % 65537; b = (a + 1 + x % 31) % 32
  print a, "send", b, "tag" i % 3; print a, "recv", b, "tag" i % 3 } }' >tangle.events
ok "a run without a program" "$cli" loops --logical tangle.events
is "is refused with a reason" "$(grep -c '^// ' out) $(grep -vc '^//' out)" '3 0'
is "but comes back" "$("$cli" loops --logical --expand 7 tangle.events | cmp - <("$cli" loops --expand 7 tangle.events) && echo same)" same

# Requests and answers of random pairs: definitions enough, and no rule.
awk 'BEGIN { n = 8; x = 3; for (k = 0; k < 1500; k++) {
  x = x * 16807 % 2147483647; a = int(x / 1000) % n
  x = x * 16807 % 2147483647; b = (a + 1 + int(x / 1000) % (n - 1)) % n
  print a, "send", b, "tag1"; print a, "recv", b, "tag1"
  print b, "send", a, "tag2"; print b, "recv", a, "tag2" } }' >steal.events
ok "a trace of them" "$cli" convert steal.events steal.mtf.h5
is "no model, but what patterns say" "$("$cli" loops steal.mtf.h5 | head -n 1) $("$cli" loops steal.mtf.h5 | wc -l)" \
  "// $("$cli" patterns steal.mtf.h5 | head -n 1) 2"

# Neighbours on a periodic grid whose messages arrive as on one that is not: the page, which is shorter on that, tells.
awk 'BEGIN {
  n = split("1 0,2 0,0 -2,0 1,0 -1,0 2,-2 0,-1 0", order, ",")
  for (t = 0; t < 15; t++) {
    for (me = 0; me < 9; me++) {
      x = me % 3; y = (me - x) / 3
      print me, "send", 3 * ((y + 2) % 3) + x, "tag0"; print me, "send", 3 * ((y + 1) % 3) + x, "tag0"
      print me, "send", 3 * y + (x + 2) % 3, "tag0"; print me, "send", 3 * y + (x + 1) % 3, "tag0"
    }
    for (me = 0; me < 9; me++)
      for (k = 1; k <= n; k++) {
        split(order[k], d, " "); x = me % 3 + d[1]; y = (me - me % 3) / 3 + d[2]
        if (x >= 0 && x < 3 && y >= 0 && y < 3) print 3 * y + x, "recv", me, "tag0"
      }
  } }' >periodic.events
ok "a trace of these" "$cli" convert periodic.events periodic.mtf.h5
is "the page says what the topology is called" "$("$cli" loops --logical periodic.mtf.h5 | head -n 1)" \
  "// the topology is called periodic 3×3 grid (refrain-cli topology); on 3×3 grid the text is shorter"
# Whether a dimension of two is periodic nobody sees: the page has the name that the topology has.
for _ in $(seq 20); do for m in 1 2 4; do
  for p in $(seq 0 7); do echo "$p send $((p ^ m)) tag$m"; done
  for p in $(seq 0 7); do echo "$((p ^ m)) recv $p tag$m"; done
done; done >cube.events
ok "the page of a cube" "$cli" loops --logical cube.events
is "its grid" "$(sed 's/ (.*//;1q' out)" "$("$cli" topology cube.events | sed 's/^Topology: //;s/ (.*//;1q')"
done_testing
