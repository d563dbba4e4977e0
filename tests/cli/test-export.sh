#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli export: figures that other programs open, with text as text.
. "$(dirname "$0")/tap.sh"

for view in events matrix phases loops topology program; do
  ok "$view as SVG" "$cli" export --view $view -o $view.svg --width 160mm --height 90mm "$demo"
  ok "$view.svg is well-formed" xmllint --noout --nonet $view.svg
  is "$view.svg is 160 mm wide" "$(xmllint --xpath 'string(/*/@width)' $view.svg | awk '
    /mm$/ { print ($1 + 0 > 159.9 && $1 + 0 < 160.1) } /pt$|^[0-9.]+$/ { print ($1 + 0 > 453 && $1 + 0 < 454.2) }')" 1
  ok "$view as PDF" "$cli" export --view $view -o $view.pdf --width 160mm --height 90mm "$demo"
  is "$view.pdf is one page of 160 by 90 mm" \
    "$(pdfinfo $view.pdf | awk '/^Pages/ { n = $2 } /^Page size/ { w = $3; h = $5 }
      END { print n, (w > 453 && w < 454.2), (h > 254.6 && h < 255.6) }')" "1 1 1"
  ok "$view as PNG" "$cli" export --view $view -o $view.png --width 160mm --height 90mm "$demo"
  is "$view.png is a PNG" "$(head -c 8 $view.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
done

is "the PDF holds text" "$(pdftotext matrix.pdf - | grep -cE '[0-9]' | awk '{ print ($1 > 3) }')" 1
is "the same figure twice is the same file" \
  "$("$cli" export --view events -o again.svg --width 160mm --height 90mm "$demo" && cmp events.svg again.svg && echo same)" same
ok "a part of the run" "$cli" export --view events --from 0.01 --to 0.02 -o part.svg "$demo"
is "shows something else than the whole" "$(cmp -s part.svg events.svg || echo different)" different
ok "some processes" "$cli" export --view events --process 0-3 -o some.svg "$demo"

# ---- Phases -------------------------------------------------------------------------------------
for extension in svg pdf png; do
  ok "a divergence curve as $extension" "$cli" export --view phases --segment 1 -o curve.$extension "$demo"
done
ok "curve.svg is well-formed" xmllint --noout --nonet curve.svg
first=$("$cli" phases --json "$demo" | jq '.segments[0]')
is "it tells the cut" "$(grep -c ">cut $(jq .cut <<<"$first")</text>" curve.svg)" 1
is "and the threshold" "$(grep -c ">τ = $(jq .threshold <<<"$first" | xargs printf %.4f)</text>" curve.svg)" 1
is "and what the axes are" "$(grep -c '>divergence, bits</text>\|>last symbol before the cut</text>' curve.svg)" 2
ok "a part of the tree" "$cli" export --view phases --segment 2 --collapse -o part.svg "$demo"
is "is another curve" "$(cmp -s part.svg curve.svg || echo different)" different
for view in events overview; do
  ok "phases behind the $view" "$cli" export --view $view --phases -o behind.svg "$demo"
  ok "the $view without them" "$cli" export --view $view -o plain.svg "$demo"
  is "the $view shows them" "$(cmp -s behind.svg plain.svg || echo different)" different
  ok "stronger phases behind the $view" "$cli" export --view $view --phases --strength 100 -o strong.svg "$demo"
  is "are others" "$(cmp -s behind.svg strong.svg || echo different)" different
  ok "with a pattern lit up" "$cli" export --view $view --phases --pattern 1 -o lit.svg "$demo"
done
ok "the overview of phases" "$cli" export --view overview --phases --busy --strength 100 -o named.svg "$demo"
is "names them" "$(grep -c '>1 [^<]*</text>' named.svg)" 1
ok "a matrix of a segment" "$cli" export --view matrix --segment 2 -o segment.svg "$demo"
refused 1 "a segment that does not exist" "$cli" export --view phases --segment 1000 -o x.svg "$demo"
refused 2 "a negative segment" "$cli" export --view phases --segment=-1 -o x.svg "$demo"
refused 2 "a negative pattern" "$cli" export --view pattern --pattern=-1 -o x.svg "$demo"
refused 2 "a curve along an axis" "$cli" export --view phases --segment 1 --axis logical -o x.svg "$demo"
refused 2 "a curve from a time on" "$cli" export --view phases --segment 1 --from 1 -o x.svg "$demo"
refused 2 "a segment of events" "$cli" export --view events --segment 1 -o x.svg "$demo"
refused 2 "phases behind a matrix" "$cli" export --view matrix --phases -o x.svg "$demo"
refused 2 "a strength of nothing" "$cli" export --view events --strength 1 -o x.svg "$demo"

# ---- Loops --------------------------------------------------------------------------------------
count=$("$cli" loops --ids "$demo" | sed -n 's/^for i0 = 1 to \([0-9]*\).*/\1/p' | sort -n | tail -n 1)
loop=$("$cli" loops --json --ids "$demo" | jq '[.global.constructs[] | select(.kind == "loop")] | max_by(.events) | .id')
is "loops are drawn with their iterations" "$(grep -q ">$count×</text>" loops.svg && echo told)" told
for rank in 0 7; do
  is "process $rank has a row" "$(grep -c ">$rank</text>" loops.svg)" 1
done
ok "one loop alone" "$cli" export --view loops --loop "$loop" -o loop.svg "$demo"
is "is another figure" "$(cmp -s loop.svg loops.svg || echo different)" different
ok "alike processes in one row" "$cli" export --view loops --fold-alike -o alike.svg "$demo"
is "are fewer rows" "$(cmp -s alike.svg loops.svg || echo different)" different
ok "a row for each process" "$cli" export --view loops --each-process -o each.svg "$demo"
is "is what there is without the option" "$(cmp -s each.svg loops.svg && echo same)" same
refused 1 "a loop that does not exist" "$cli" export --view loops --loop 0 -o x.svg "$demo"
refused 1 "an event as a loop" "$cli" export --view loops --loop 100000 -o x.svg "$demo"
refused 2 "both kinds of rows" "$cli" export --view loops --fold-alike --each-process -o x.svg "$demo"
refused 2 "a loop of events" "$cli" export --view events --loop 1 -o x.svg "$demo"
refused 2 "loops from a time on" "$cli" export --view loops --from 1 -o x.svg "$demo"
refused 2 "loops along an axis" "$cli" export --view loops --axis logical -o x.svg "$demo"

# ---- Topology -----------------------------------------------------------------------------------
for rank in 0 5; do
  is "process $rank of the topology is drawn" "$(grep -c ">$rank</text>" topology.svg)" 1
done
is "the axes are named" "$(grep -cE '>[xy]</text>' topology.svg)" 2
ok "by places" "$cli" export --view topology --coordinates -o places.svg "$demo"
is "there is a place (0,0)" "$(grep -c '>(0,0)</text>' places.svg)" 1
ok "with directions" "$cli" export --view topology --directions -o ways.svg "$demo"
is "is another figure" "$(cmp -s ways.svg topology.svg || echo different)" different
ok "by messages" "$cli" export --view topology --by-count -o messages.svg "$demo"
is "tells messages" "$(grep -c 'messages</text>' messages.svg)" "$(grep -o 'messages</text>' messages.svg | wc -l)"
ok "of nothing below all" "$cli" export --view topology --threshold 1 -o few.svg "$demo"
ok "of a segment, in grey" "$cli" export --view topology --segment 1 --palette grey -o segment.svg "$demo"
is "the same topology twice is the same file" \
  "$("$cli" export --view topology -o again.svg --width 160mm --height 90mm "$demo" && cmp topology.svg again.svg && echo same)" same
for i in $(seq 0 26); do
  for step in 1 3 9; do
    [ $(((i / step) % 3)) -lt 2 ] && printf '%d send %d tag1\n%d recv %d tag1\n' $i $((i + step)) $((i + step)) $i
  done
done | sed -n p >cube.all
for i in $(seq 0 26); do grep -E "^$i send |^[0-9]+ recv $i " cube.all; done >cube.events
ok "three dimensions" "$cli" export --view topology -o cube.svg cube.events
is "have three axes" "$(grep -oE '>[xyz]</text>' cube.svg | sort -u | wc -l)" 3
ok "can be turned" "$cli" export --view topology --turn 120,-10 -o turned.svg cube.events
is "and look else then" "$(cmp -s cube.svg turned.svg || echo different)" different
refused 2 "a turn that is no angle" "$cli" export --view topology --turn up -o x.svg "$demo"
refused 2 "a turn by one angle" "$cli" export --view topology --turn 30 -o x.svg "$demo"
refused 2 "a threshold of 3" "$cli" export --view topology --threshold 3 -o x.svg "$demo"
refused 2 "a threshold of events" "$cli" export --view events --threshold 0.5 -o x.svg "$demo"
refused 2 "a topology along an axis" "$cli" export --view topology --axis logical -o x.svg "$demo"
refused 2 "processes of a topology" "$cli" export --view topology --process 0-3 -o x.svg "$demo"

# ---- Patterns -----------------------------------------------------------------------------------
for extension in svg pdf png csv tex txt; do
  ok "a pattern as $extension" "$cli" export --view pattern --pattern 1 -o sweep.$extension "$demo"
done
ok "sweep.svg is well-formed" xmllint --noout --nonet sweep.svg
is "its labels are text" "$(grep -c '>logical step</text>' sweep.svg)" 1
is "the PDF of the pattern is one page" "$(pdfinfo sweep.pdf | awk '/^Pages/ { print $2 }')" 1
is "the table has a line for each process" "$(wc -l <sweep.csv)" 9
is "and a column for each event" "$(head -n 1 sweep.csv | tr -d '\r')" process,e1,e2,e3
is "its events are those that patterns tells" "$(tail -n +2 sweep.csv | tr -d '\r' | sed 's/,*$//')" \
  "$("$cli" patterns --json "$demo" | jq -r '.communication_patterns[0].events | to_entries[] | [.key] + .value | join(",")')"
is "the LaTeX table is whole" "$(grep -c '^.begin{tabular}\|^.end{tabular}' sweep.tex)" 2
is "the text is a pattern that match finds as often" \
  "$("$cli" match --json --pattern sweep.txt "$demo" | jq .occurrences)" \
  "$("$cli" patterns --json "$demo" | jq '.communication_patterns[0].occurrences')"
for view in events overview; do
  ok "where the pattern occurs, in the $view" "$cli" export --view $view --pattern 1 -o lit.svg "$demo"
  ok "the $view without it" "$cli" export --view $view -o plain.svg "$demo"
  is "the $view lights it up" "$(grep -q 'rgb(80%, *0%, *40%)' lit.svg && ! grep -q 'rgb(80%, *0%, *40%)' plain.svg && echo lit)" lit
done
ok "another way to find patterns" "$cli" export --view pattern --pattern 1 --method syntactic --keep-tandem --wrapper "" -o other.csv "$demo"
is "gives other patterns" "$(cmp -s sweep.csv other.csv || echo different)" different
for id in 0 -1 1000; do
  refused "$([ "$id" -lt 0 ] && echo 2 || echo 1)" "a pattern that does not exist: $id" "$cli" export --view pattern --pattern=$id -o none.svg "$demo"
done
is "no file is left of it" "$(ls none.svg 2>/dev/null)" ""
refused 1 "a wrapper that is no routine" "$cli" export --view pattern --pattern 1 --wrapper sing -o x.svg "$demo"
refused 1 "a table in a folder that does not exist" "$cli" export --view pattern --pattern 1 -o nowhere/x.csv "$demo"
refused 2 "no pattern" "$cli" export --view pattern -o x.svg "$demo"
refused 2 "a pattern in a matrix" "$cli" export --view matrix --pattern 1 -o x.svg "$demo"
refused 2 "a pattern from a time on" "$cli" export --view pattern --pattern 1 --from 1 -o x.svg "$demo"
refused 2 "a method and no pattern" "$cli" export --view events --method syntactic -o x.svg "$demo"
refused 2 "a method that does not exist" "$cli" export --view pattern --pattern 1 --method guess -o x.svg "$demo"
refused 2 "a table of events" "$cli" export --view events -o x.csv "$demo"

# ---- The trace is never written over -------------------------------------------------------------
copy_archive "$demo" archive
ln -s archive/wavefront.otf2 symbolic.svg
ln archive/wavefront.otf2 hard.svg
ln -s wavefront/0.evt archive/events.svg
ln archive/wavefront.def archive/definitions.pdf
ln archive/wavefront/0.evt events.csv
before=$(find archive -type f -exec cksum {} + | sort)
for target in symbolic.svg hard.svg archive/events.svg archive/definitions.pdf; do
  refused 1 "a figure onto the trace: $target" "$cli" export --view events -o $target archive/wavefront.otf2
  is "$target: the sentence tells why" "$(grep -c 'is the trace itself' err)" 1
done
refused 1 "a table onto the trace" "$cli" export --view pattern --pattern 1 -o events.csv archive
ln archive/wavefront.def definitions.gxl
refused 1 "another format onto the trace" "$cli" convert archive definitions.gxl
ln -s wavefront archive/other
refused 1 "an archive whose folder is the trace's" "$cli" convert archive/wavefront.otf2 archive/other.otf2
is "every file is as it was" "$(find archive -type f -exec cksum {} + | sort)" "$before"
for target in hard.svg archive/events.svg events.csv; do
  is "$target is still a link" "$([ -L $target ] || [ "$(stat -c %h $target)" -gt 1 ]; echo $?)" 0
done
"$cli" convert "$demo" picture.svg.gxl && mv picture.svg.gxl picture.svg
refused 1 "a figure onto a trace that is called so" "$cli" export --view events -o ./picture.svg picture.svg
is "it is still a trace" "$(number messages picture.svg)" 1760

# ---- Wrong usage --------------------------------------------------------------------------------
for axis in time compressed logical count; do
  ok "phases by $axis" "$cli" export --view phases --axis $axis --collapse --strength 0.5 -o $axis.svg "$demo"
done
is "by count is something else than by time" "$(cmp -s time.svg count.svg || echo different)" different
refused 2 "events by count" "$cli" export --view events --axis count -o x.svg "$demo"
refused 2 "a part of a count" "$cli" export --view phases --axis count --from 0.01 -o x.svg "$demo"
refused 2 "events of some strength" "$cli" export --view events --strength 1 -o x.svg "$demo"
refused 2 "a strength below every other" "$cli" export --view phases --strength=-2 -o x.svg "$demo"

refused 2 "a view that does not exist" "$cli" export --view pie -o pie.svg "$demo"
refused 2 "a size that is none" "$cli" export --view events --width wide -o x.svg "$demo"
refused 2 "no output file" "$cli" export --view events "$demo"
refused 1 "a folder that does not exist" "$cli" export --view events -o nowhere/x.svg "$demo"
refused 2 "a figure larger than a house" "$cli" export --view events -o huge.png --width 100000m --height 100000m "$demo"
refused 2 "a picture larger than memory" "$cli" export --view events -o huge.png --width 2000mm --height 2000mm --resolution 1200 "$demo"
is "and no file is left of it" "$(ls huge.png 2>/dev/null)" ""
refused 1 "a beginning after the end" "$cli" export --view events --from 100 -o x.svg "$demo"
is "says where the end is" "$(grep -c '^refrain-cli: no events in this time range; the run is from ' err)" 1
refused 1 "a window after the end" "$cli" export --view events --from 100 --to 200 -o x.svg "$demo"
refused 2 "no process at all" "$cli" export --view events --process "" -o x.svg "$demo"
# Start-up does not squeeze phases, unless they are to be drawn with it.
ok "phases of the busy part" "$cli" export --view phases -o busy.svg "$data/ping-pong.otf2"
is "say what is left out" "$(grep -c 'omitted' busy.svg)" 2
ok "phases of the whole run" "$cli" export --view phases --whole -o whole.svg "$data/ping-pong.otf2"
is "leave nothing out" "$(grep -c 'omitted' whole.svg)" 0
ok "phases from a time on" "$cli" export --view phases --from 0 -o from.svg "$data/ping-pong.otf2"
is "begin there" "$(grep -c '‹' from.svg)" 0
refused 2 "the whole of a count" "$cli" export --view phases --axis count --whole -o x.svg "$demo"

# Standard output.
ok "a figure to standard output" sh -c '"$1" export -o - --format svg "$2" >stream.svg' sh "$cli" "$demo"
"$cli" export -o stream-2.svg "$demo"
is "is the same as in a file" "$(cmp stream.svg stream-2.svg && echo same)" same
ok "a table, too" sh -c '"$1" export --view pattern --pattern 1 -o - --format csv "$2" >stream.csv' sh "$cli" "$demo"
is "of a pattern" "$(head -c 8 stream.csv | wc -c)" 8
refused 2 "a stream without a format" "$cli" export -o - "$demo"
refused 2 "a format without a stream" "$cli" export -o x.svg --format svg "$demo"
refused 2 "a format that is a path" "$cli" export -o - --format ../x.svg "$demo"
refused 2 "a format that is none" "$cli" export -o - --format gif "$demo"
done_testing
