#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli topology: the name of who talks to whom.
. "$(dirname "$0")/tap.sh"

XDG_DATA_HOME=$work/data
export XDG_DATA_HOME

topology() {
  "$cli" topology --json "$@"
}

# The demo is a 4×2 grid of 8 processes.
topology "$demo" >whole.json
is "a grid" "$(jq -c '[.topology, .edges, .degree, .processes]' whole.json)" '["4x2 grid",10,3,8]'
is "it is CG's stencil, too" "$(jq -c '.equivalent | index("CG stencil") != null' whole.json)" true
is "the keys of the contract" \
  "$(jq -c '[.processes, .threshold, .degree, .edges, .candidates, .topology, .equivalent, .mapping, .unmapped_calls, .unmapped_bytes] | map(. != null) | unique' whole.json)" '[true]'
is "the tests of a candidate" \
  "$(jq -c '.candidates | map(select(.name == "4x2 grid"))[0] | [.edges, .degrees, .spectrum, .isomorphic]' whole.json)" \
  '[true,true,true,true]'
is "what the number of edges excludes" \
  "$(jq -c '.candidates | map(select(.name == "8 torus"))[0] | [.edges, .degrees, .isomorphic]' whole.json)" \
  '[false,null,false]'
is "neighbours in the mapping are one step apart" "$("$cli" matrix --json "$demo" | jq -c --slurpfile t whole.json '
  $t[0].mapping as $m | [.count | to_entries[] | .key as $i | .value | to_entries[] | select(.value > 0) | .key as $j
    | [$m[$i], $m[$j]] | transpose | map((.[0] - .[1]) | fabs) | add] | unique')" '[1]'
is "coordinates fit the sizes" "$(jq -c '.sizes as $s | [.mapping[] | [., $s] | transpose | map(.[0] < .[1]) | all] | all' whole.json)" true
is "steps in the order of their cost" "$(jq -c '[.steps[].step]' whole.json)" \
  '["program","rank order","factorisations","edges","sorted degrees","spectrum","isomorphism"]'
"$cli" topology "$demo" >text
is "the first line names it" "$(head -n 1 text)" "Topology: 4×2 grid (also CG stencil) (8 processes, 10 edges)"
is "the third says whether ranks follow it" "$(sed -n 3p text | cut -d " " -f 1-7)" "Ranks are in row-major order on 4×2;"
is "no narrower than the run" "$(topology --from 1000 --to 1001 "$demo" | jq -c '[.topology, .edges, .isolated]')" \
  '[null,0,[0,1,2,3,4,5,6,7]]'
is "a segment" "$(topology --segment 1 "$demo" | jq -r .topology)" "4x2 grid"
is "each pattern" "$(topology --each pattern "$demo" | jq -c '[.patterns[].topology] | unique')" '["4x2 grid"]'
is "each phase has its own" "$(topology --each phase "$demo" | jq -c '.phases | length > 0')" true
is "each communicator" "$(topology --each communicator "$demo" | jq -r '.communicators[] | select(.id == 0).topology')" "4x2 grid"
is "a pattern" "$(topology --pattern 1 "$demo" | jq -r .topology)" "4x2 grid"
is "patterns have what they have in the matrix" \
  "$(topology --each pattern "$demo" | jq '[.patterns[].messages] | add')" "$("$cli" matrix --json "$demo" | jq '.count | flatten | add')"
is "a tag that nobody uses" "$("$cli" matrix --json --tag 12345 "$demo" | jq '.count | flatten | add')" 0
is "the tags together are all" \
  "$("$cli" loops "$demo" | grep -o 'tag[0-9]*' | sort -u | while read -r tag; do
    "$cli" matrix --json --tag "${tag#tag}" "$demo"; done | jq -s 'map(.count | flatten | add) | add')" 1760
is "the communicators together are all" \
  "$(topology --each communicator "$demo" | jq '[.communicators[].messages] | add')" 1760
is "one of them" "$("$cli" matrix --json --communicator MPI_COMM_WORLD "$demo" | jq '.count | flatten | add | . > 0 and . < 1760')" true

# Edge lists.
for i in 0 1 2 3 4 5 6 7 8; do echo "$i $(((i + 2) % 9)) 100"; done >ring
is "a renumbered ring" "$(topology --edges ring | jq -c '[.topology, .equivalent[0], (.one_way | length)]')" '["9 torus","ring",1]'
{ cat ring && echo "0 4 1"; } >more
is "what the threshold drops" "$(topology --edges more | jq -c '[.topology, .dropped_edges, .edges, (.unmapped_calls * 10 | round)]')" '["9 torus",1,9,100]'
is "what it does not" "$(topology --edges more --threshold 0 | jq -c '[.topology, .nearest, .extra, .missing]')" '[null,"9 torus",[[0,4]],[]]'
is "by messages" "$(topology --edges more --by-count | jq -c '[.by, .edges]')" '["count",10]'
is "nearly all to all is no wide stencil" "$(for ((i = 0; i < 8; i++)); do for ((j = i + 1; j < 8; j++)); do
  ((i == 1 && (j == 0 || j == 3))) || echo "$i $j"; done; done >wide; topology --edges wide | jq -c '[.topology, .nearest, .missing]')" \
  '[null,"all to all",[[1,3]]]'
printf '0 1\n0 2\n1 3\n2 3\n1 4\n3 5\n4 5\n' >sweep
is "a sweep" "$(topology --edges sweep | jq -c '[.topology, .flow]')" '["3x2 grid","sweep"]'
printf '1 0\n2 0\n3 1\n4 1\n5 2\n6 2\n' >reduce
is "a tree towards the root" "$(topology --edges reduce | jq -c '[.topology, .flow, .one_way]')" '["binary tree","towards the root",["parent"]]'
printf '0 1\n1 2\n2 3\n4 5\n5 6\n6 7\n9 9\n' >parts
is "parts by themselves" "$(topology --edges parts | jq -c '[[.components[].topology], .isolated]')" '[["4 grid","4 grid"],[8,9]]'
"$cli" topology --edges parts >text
is "as text" "$(head -n 1 text)" "Topology: 2 lines of 4 (10 processes, 6 edges); 2 processes do not communicate"
# Most goes along the first axis, in steps of 2 ranks; as the last one the others would be steps of 6.
for i in 0 1 2 3 4 5; do
  echo "$((2 * i)) $((2 * i + 1)) 10"
  [ $i -eq 5 ] || printf '%d %d 21\n' $((2 * i)) $((2 * i + 2)) $((2 * i + 1)) $((2 * i + 3))
done >long
is "no advice that would not help" "$("$cli" topology --edges long | sed -n 3p)" \
  "Ranks are in row-major order on 6×2; no renumbering is needed"
sed 's/ 21$/ 150/' long >longer
is "advice that does" "$("$cli" topology --edges longer | grep -c 'most data go along y, .* last dimension')" 1
# Where two of three pairs are edges, parts that a name fits say nothing.
for edge in 0-1 0-2 0-3 0-4 0-5 1-2 1-3 2-3 2-4 3-4 4-5; do echo "${edge/-/ } 100"; done >dense
is "a graph of nearly all pairs" "$("$cli" topology --edges dense | head -n 1)" \
  "Topology: nearly all to all: 11 of 15 pairs of processes (6 processes, 11 edges)"
# Two groups in which each sends to each: what little goes along some edges is no topology.
for a in 0 1 2 4 5 6; do
  for b in 1 2 3 5 6 7; do
    [ "$b" -le "$a" ] || [ $((a / 4)) -ne $((b / 4)) ] || echo "$a $b $((a == 4 && b == 7 ? 20 : 100))"
  done
done >pools
is "two groups of all to all" "$("$cli" topology --edges pools | head -n 1 | sed 's/ (also.*//')" \
  "Topology: 2 separate parts: all to all"
: >empty
is "an empty list" "$(topology --edges empty | jq -c '[.processes, .topology]')" '[0,null]'
echo "0 0 5" >own
is "only itself" "$(topology --edges own | jq -c '[.processes, .edges, .topology]')" '[1,0,null]'
echo "0 1" >two
is "two processes" "$(topology --edges two | jq -c '[.topology, .mapping]')" '["2 grid",[[0],[1]]]'
printf '0 1\n1 two\n' >wrong
refused 1 "a line that is no edge" "$cli" topology --edges wrong
is "with its place" "$(cut -d: -f 2-3 err)" " wrong: line 2"
refused 1 "a rank that is too large" "$cli" topology --edges <(echo "0 4000000000")
refused 2 "a trace beside --edges" "$cli" topology --edges ring "$demo"
refused 2 "--edges of a phase" "$cli" topology --edges ring --phase 1
refused 2 "no trace" "$cli" topology
refused 2 "a threshold above 1" "$cli" topology --threshold 1.5 "$demo"
refused 2 "a threshold that is no number" "$cli" topology --threshold nan "$demo"
refused 2 "each of something else" "$cli" topology --each colour "$demo"
refused 1 "a pattern that does not exist" "$cli" topology --pattern 1000 "$demo"
refused 1 "a communicator that does not exist" "$cli" topology --communicator none "$demo"
refused 2 "a loop with a tag" "$cli" topology --loop 1 --tag 1 "$demo"

# Mappings that symmetries allow: all fit, the default is the nearest to the rank order.
printf '0 1 1\n1 2 1\n3 4 1\n4 5 1\n0 3 1\n1 4 1\n2 5 1\n' >grid
is "each turned or mirrored" "$(topology --edges grid | jq -c '[(.mappings | length), .mappings[0].chosen, .mappings[0].distance]')" '[8,true,0]'
is "sorted by their distance" "$(topology --edges grid | jq -c '.mappings | map(.distance) | . == sort')" true
is "another one" "$(topology --edges grid --mapping 3 | jq -c '[.mappings[2].chosen, (.mapping | unique | length), .topology]')" '[true,6,"3x2 grid"]'
is "neighbours in it are one step apart" "$(topology --edges grid --mapping 5 | jq -c '.mapping as $m | [[0,1],[1,2],[0,3],[2,5]]
  | map([$m[.[0]], $m[.[1]]] | transpose | map((.[0] - .[1]) | fabs) | add) | unique')" '[1]'
is "of each component" "$(printf '0 1\n1 2\n3 4\n4 5\n5 6\n6 7\n3 6\n4 7\n3 7\n' >two-parts; topology --edges two-parts --mapping 2 | jq -c '.components[0].mappings | map(select(.chosen).id)')" '[2]'
refused 1 "a mapping that is not there" "$cli" topology --edges grid --mapping 9
refused 2 "a mapping that is no number" "$cli" topology --edges grid --mapping 0
refused 2 "more choices than components" "$cli" topology --edges grid --mapping 1,1
is "nothing to say of the program" "$(topology --edges grid | jq .program)" null
is "a moved leaf of a star is another tree" "$(printf '0 1\n0 2\n0 3\n0 4\n0 5\n0 6\n0 7\n0 8\n0 9\n9 10\n' >star; topology --edges star | jq -c '[.topology, .nearest, .extra, .missing, .at_most]')" '["tree of height 2, up to 9 children",null,[],[],false]'
for i in $(seq 0 15); do for b in 1 2 4 8; do echo "$i $((i ^ b))"; done; done | awk '{ print $1 * 5 % 16, $2 * 5 % 16 }' >cube
is "a hypercube is called so" "$(topology --edges cube | jq -c '[.topology, (.equivalent | index("2x2x2x2 grid") != null), (.equivalent | index("4x4 torus") != null)]')" '["hypercube",true,true]'

# Grids that are not full: a hole, an L; nothing is lost, nothing is near.
awk 'function in_grid(x, y) { return x >= 0 && y >= 0 && x < 6 && y < 6 && !((x == 2 || x == 3) && (y == 2 || y == 3)) }
  BEGIN { for (y = 0; y < 6; y++) for (x = 0; x < 6; x++) if (in_grid(x, y)) id[x, y] = n++
  for (y = 0; y < 6; y++) for (x = 0; x < 6; x++) if (in_grid(x, y)) {
    if (in_grid(x + 1, y)) print id[x, y], id[x + 1, y], 8
    if (in_grid(x, y + 1)) print id[x, y], id[x, y + 1], 8 } }' >hole
is "a grid with a hole" "$(topology --edges hole | jq -c '[.topology, .nearest, .processes, .complete]')" '["6x6 grid with 4 places empty",null,32,true]'
printf '0 1\n1 2\n2 3\n4 5\n0 4\n1 5\n' >short
is "an L" "$(topology --edges short | jq -r '.topology')" "4x2 grid with 2 places empty"
printf '0 1\n1 2\n2 3\n4 5\n0 4\n1 5\n2 4\n' >short-more
is "an L with one edge more is none" "$(topology --edges short-more | jq -r '.topology')" null
awk '{ print $1 * 7 % 32, $2 * 7 % 32, $3 }' hole >hole-renumbered
"$cli" topology --edges hole-renumbered >text
is "a name that is only near is no ground for a numbering" "$(grep -c 'number processes row by row' text)" 0

# What has no size is compared by its number; what all share evenly is no finding.
awk '{ print $1, $2, 0 }' hole >hole-empty
is "empty messages" "$("$cli" topology --edges hole-empty | sed -n 2p | grep -c '0 %;\|^Bytes')" 0
for i in 0 1 2; do for j in 0 1 2 3; do
  p=$((4 * i + j))
  [ "$j" = 3 ] || echo "$p $((p + 1)) 0"
  [ "$i" = 2 ] || echo "$p $((p + 4)) 0"
done; done >empty-grid
is "along axes by messages" "$("$cli" topology --edges empty-grid | sed -n 2p)" \
  "52.9 % of the messages go along x (4, ranks 1 apart), 47.1 % along y (3, ranks 4 apart); all messages are empty: they were compared by their number"
printf '0 2 99\n1 3 99\n0 1 1\n2 3 1\n' >pairs
is "ranks apart by what is sent" "$("$cli" topology --edges pairs | sed -n 2p)" \
  "100 % of the bytes go along x (4, ranks 1.99 apart on average)"
is "parts belong together" "$("$cli" topology --edges pairs | grep -c '^Between its parts next to nothing is sent: number')" 1
printf '0 1 8\n2 3 8\n' >neighbours
is "parts that are together" "$("$cli" topology --edges neighbours | grep -c '^Between its parts')" 0
for i in 0 1 2 3 4; do for j in 5 6 7 8 9; do echo "$i $j 8"; done; done >halves
is "an even share" "$("$cli" topology --edges halves | sed -n 2p)" "Each process sends or receives as many bytes as the others: 20 %"
is "half of all are not few" "$("$cli" topology --edges halves | grep -c 'All messages are from or to')" 0
for i in 0 1; do for j in 2 3 4 5 6 7; do echo "$i $j 8"; done; done >masters
is "two of eight are" "$("$cli" topology --edges masters | grep -o 'All messages are from or to [0-9]* of [0-9]* processes')" "All messages are from or to 2 of 8 processes"
is "a reduction is no broadcast" "$("$cli" topology --edges reduce | grep -c MPI_Bcast)" 0
is "nor a broadcast a reduction" "$(awk '{ print $2, $1 }' reduce >bcast; "$cli" topology --edges bcast | grep -c MPI_Reduce)" 0

# Components that are equal are said to be.
for i in 0 1 2 3 4 5; do echo "$i $(((i + 1) % 6)) 8"; echo "$((i + 6)) $(((i + 1) % 6 + 6)) 8"; done >rings
is "two rings" "$("$cli" topology --edges rings | head -n 1)" "Topology: 2 rings of 6 (also periodic 2×6 grid with +x) (12 processes, 12 edges)"
is "which have their name" "$(topology --edges rings | jq -c '[.topology, .components[].topology]')" '["6x2 torus with +x","6 torus","6 torus"]'

# An axis along which nothing goes is not told; and who communicates with nobody takes no name away.
is "along the one axis" "$("$cli" topology --edges rings | sed -n 2p)" \
  "100 % of the bytes go along x (6, periodic, ranks 1.67 apart on average)"
for ((a = 0; a < 8; a++)); do for ((b = 0; b < 8; b++)); do
  case $((a ^ b)) in
    1 | 2 | 4) echo "$a $b 20000" ;;
    3 | 5 | 6) echo "$a $b 2400" ;;
  esac
done; done >corners
{ cat corners && echo "8 8 10"; } >idle
is "mostly a grid" "$("$cli" topology --edges corners | sed -n '1s/ (.*//p')" "Topology: mostly 2×2×2 grid"
is "an idle process beside it" "$("$cli" topology --edges idle | sed -n '1s/ (.*; / … /p')" \
  "Topology: mostly 2×2×2 grid … 1 process does not communicate"

# By tag, where nothing fits all: a halo and a transpose.
for i in 0 1 2 3; do for j in 0 1 2 3; do
  p=$((4 * i + j))
  for q in $([ "$j" = 3 ] || echo $((p + 1))) $([ "$i" = 3 ] || echo $((p + 4))); do
    printf '%s send %s tag1\n%s recv %s tag1\n%s send %s tag1\n%s recv %s tag1\n' $p $q $q $p $q $p $p $q
  done
  q=$((4 * j + i))
  [ $p = $q ] || printf '%s send %s tag9\n%s recv %s tag9\n' $p $q $q $p
done; done >halo.events
is "a halo and a transpose" "$("$cli" topology halo.events | sed -n 2p)" \
  "Messages with tag 1 alone: 4×4 grid (80 % of all messages); tag 9: 6 pairs (20 %)"
is "as JSON" "$(topology halo.events | jq -c '[.tags[] | [.id, .topology, .messages]]')" '[[1,"4x4 grid",48],[9,null,12]]'
# And where all talk to all, most of them round a ring, and some up a tree.
for p in 0 1 2 3 4 5 6 7; do
  for q in 0 1 2 3 4 5 6 7; do
    [ $p != $q ] || continue
    printf '%s send %s tag3\n%s recv %s tag3\n' $p $q $q $p
    [ $q != $(((p + 1) % 8)) ] || for i in 1 2 3 4 5 6 7 8 9 10; do printf '%s send %s tag1\n%s recv %s tag1\n' $p $q $q $p; done
    [ $p = 0 ] || [ $q != $(((p - 1) / 2)) ] || printf '%s send %s tag2\n%s recv %s tag2\n' $p $q $q $p
  done
done >sum.events
"$cli" topology sum.events >sum.out
grep tag3 sum.events >even.events
is "all to all, evenly: one collective operation could do" \
  "$("$cli" topology even.events | grep -c 'MPI_Alltoall or'), $(grep -c 'MPI_Alltoall or' sum.out)" "1, 0"
is "what leads" "$(sed -n 1p sum.out)" "Topology: mostly ring of 8, with 67.8 % of all messages on 8 edges; as a whole all to all (8 processes, 28 edges)"
is "and what else there is" "$(sed -n 2p sum.out)" \
  "Messages with tag 1 alone: ring of 8 (55.9 % of all messages); tag 3: all to all (39.2 %); tag 2: binary tree (4.9 %)"
grep -v tag2 sum.events >less.events
is "not where that is the same once more" "$("$cli" topology less.events | grep -c alone)" 0
is "not where a name fits" "$(grep tag1 halo.events >only.events; topology only.events | jq -c '[.topology, .tags]')" '["4x4 grid",null]'

# Collectives without sizes.
printf '0 sync MPI_Bcast 0,1,2\n' >collectives.events
is "an option in use is not advised" "$("$cli" topology --collectives collectives.events | grep -c -- --collectives)" 0
is "one that is not is" "$("$cli" topology collectives.events | grep -c -- --collectives)" 1

# Rules.
cat >rules <<'RULES'
topology "jumper"
  next: i -> (i + 1) % n
  jump: i -> (i + 4) % n if i % 4 == 0
RULES
for i in $(seq 0 11); do
  echo "$i $(((i + 1) % 12)) 8"
  [ $((i % 4)) -ne 0 ] || echo "$i $(((i + 4) % 12)) 8"
done >jumps
is "a rule" "$(topology --rules rules --edges jumps | jq -r .topology)" jumper
is "without it nothing fits" "$(topology --edges jumps | jq -r '.topology')" null
printf 'topology "x"\n  i -> (i + 1\n' >broken
refused 1 "a rule with an error" "$cli" topology --rules broken --edges jumps
is "with line and column" "$(cat err)" "refrain-cli: broken: line 2, column 14: “)” is missing"
printf 'topology "x"\n  i -> i / 0\n' >broken
refused 1 "a rule that divides by 0" "$cli" topology --rules broken --edges jumps
is "with its place" "$(cat err)" "refrain-cli: broken: line 2, column 10: a division by 0"
printf 'topology "x"\n  i -> i %% (n - 12)\n' >broken
ok "one that divides by 0 for some sizes" "$cli" topology --rules broken --edges jumps
is "is told" "$(cut -d: -f 2-3 err)" " broken: line 2, column 8"
ok "remember" "$cli" topology --edges jumps --remember "Monday's"
is "known from then on" "$(topology --edges jumps | jq -r .topology)" "Monday's"
is "what was remembered is a file to share" "$(topology --rules "$XDG_DATA_HOME/refrain/topologies.rules" --edges jumps | jq -r .topology)" "Monday's"
refused 2 "an empty name" "$cli" topology --edges jumps --remember " "
refused 2 "a name with quotation marks" "$cli" topology --edges jumps --remember 'a "b"'
echo 'topology ""' >>"$XDG_DATA_HOME/refrain/topologies.rules"
ok "a slip in what is remembered is not in the way" "$cli" topology --edges jumps
is "but told" "$(grep -c ignored err)" 1
rm "$XDG_DATA_HOME/refrain/topologies.rules"

# An edge list the size of a run.
awk 'BEGIN { for (i = 0; i < 4096; i++) { p = (i * 1765 + 7) % 4096; x = i % 64; y = (i - x) / 64
  print p, (((i - x) + (x + 1) % 64) * 1765 + 7) % 4096; print p, ((x + ((y + 1) % 64) * 64) * 1765 + 7) % 4096 } }' >large
is "a torus of 4,096 processes" "$(topology --edges large | jq -r .topology)" "64x64 torus"

awk 'BEGIN { for (i = 0; i < 8192; i++) for (b = 1; b < 8192; b *= 2) { j = int(i / b) % 2 ? i - b : i + b
  if (j > i) print i * 5 % 8192, j * 5 % 8192 } }' >larger
"$cli" topology --edges larger --seconds 0 >text
is "a search without time says what it did not try" "$(head -n 1 text | grep -c 'undecided: [0-9]* of [0-9]* names are excluded, these were not tried: .*grid.*ran out of time')" 1

is "places as a table" "$("$cli" topology --csv --edges "$data/grid.edges" | tr -d '\r' | head -n 2 | tr '\n' ' ')" \
  "process,y,x 0,0,0 "
is "--edges reads standard input, too" \
  "$("$cli" topology --json --edges - <"$data/grid.edges" | jq -c 'del(.steps)')" \
  "$("$cli" topology --json --edges "$data/grid.edges" | jq -c 'del(.steps)')"

# What most bytes go between, and a ring of some: together all edges, and no tree with one edge too many.
for i in 0 1 2 3; do printf '%d %d 32\n%d %d 32\n%d %d 16\n' $i $((i + 4)) $((i + 4)) $i $((i + 4)) $(((i + 1) % 4 + 4)); done >coupled
is "pairs, and a ring of some" "$("$cli" topology --edges coupled | head -n 1 | cut -d , -f 1)" \
  "Topology: 4 pairs (also line of 8 with +4x) + ring of 4 on ranks 4–7"
is "no edge is extra" "$("$cli" topology --edges coupled | grep -c 'Extra edges')" 0
done_testing
