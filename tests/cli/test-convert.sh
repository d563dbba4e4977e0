#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli convert: from carrier to carrier without loss.
. "$(dirname "$0")/tap.sh"
. "$here/otf2-events.sh"

for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2"; do
  name=$(basename "$trace" .otf2)
  expected=$(numbers "$trace")
  for extension in gxl gxl.gz gxl.zst mtf.h5 otf2; do
    ok "$name to $extension" "$cli" convert "$trace" "$name.$extension"
    is "$name.$extension: the same numbers" "$(numbers "$name.$extension")" "$expected"
  done
  ok "$name.gxl is well-formed" xmllint --noout --nonet --huge "$name.gxl"
  ok "$name.gxl to mtf.h5" "$cli" convert "$name.gxl" "$name-2.mtf.h5"
  ok "$name.mtf.h5 to otf2" "$cli" convert "$name-2.mtf.h5" "$name-3.otf2"
  if command -v otf2-print >/dev/null; then
    otf2_events "$trace" >"$name.events" 2>complaints
    otf2_events "$name-3.otf2" >"$name-3.events" 2>warnings
    is "$name: otf2-print complains of what was written as of what was read" \
      "$(sort warnings | uniq | head -n 3)" "$(sort complaints | uniq | head -n 3)"
    is "$name: every event came through three carriers" "$(diff "$name.events" "$name-3.events" | head -n 6)" ""
  fi
done

# What a format cannot hold is told: events of other types, members that are no processes.
"$cli" convert "$data/threads.otf2" other.gxl
sed -i -e 's/>thread-end</>other</' other.gxl
others=$(grep -c '>other<' other.gxl)
ok "events of other types to HDF5" "$cli" convert other.gxl other.mtf.h5
is "they are told to be without what they carried, though the trace has an extension" \
  "$(cat err; grep -c '#Extension"' other.gxl)" "refrain-cli: other.mtf.h5: $others events other \
than calls and MPI are written with time and type only
1"
is "they are still there" "$(numbers other.mtf.h5)" "$(numbers other.gxl)"
sed -e '0,/<string>other<.string><.attr>/s||&<attr name="Of"><string>mine</string></attr>|' \
  other.gxl >one.gxl
ok "one that carries something" "$cli" convert one.gxl one.mtf.h5
is "only the rest is told" "$(grep -o '[0-9]* events' err)" "$((others - 1)) events"
sed -e 's|<string>other<.string><.attr>|&<attr name="Of"><string>mine</string></attr>|' \
  other.gxl >all.gxl
ok "all carry something" "$cli" convert all.gxl all.mtf.h5
is "nothing is told, for nothing is lost" "$(cat err)" ""
ok "events of other types to OTF2" "$cli" convert other.mtf.h5 other.otf2
is "they are told to be left out" \
  "$(cat err)" "refrain-cli: other.otf2: $others events other than calls and MPI are omitted"
ok "a trace without any" "$cli" convert "$demo" silent.mtf.h5
is "nothing is told of it" "$(cat err)" ""

# Paraver: what it has no record of is told; messages and collectives are the same.
ok "the demo to Paraver" "$cli" convert "$demo" demo.prv
is "nothing of it is left out" "$(cat err)" ""
ok "threads to Paraver" "$cli" convert "$data/threads.otf2" threads.prv
is "what is left out is told" "$(cat err)" "refrain-cli: threads.prv: 12 events other than calls, \
messages and collectives are omitted"
for command in matrix patterns waits loops; do
  is "$command of it" "$("$cli" "$command" demo.prv | cksum)" "$("$cli" "$command" "$demo" | cksum)"
done
gzip -kf demo.prv
is "packed" "$(numbers demo.prv.gz)" "$(numbers demo.prv)"
ok "a Pajé trace to Paraver" "$cli" convert "$data/smpi.trace" smpi.prv
is "its messages" "$("$cli" matrix smpi.prv | cksum)" "$("$cli" matrix "$data/smpi.trace" | cksum)"
ok "OTF 1 to OTF2" "$cli" convert "$data/vampir.otf" vampir.otf2
is "the same numbers" "$(numbers vampir.otf2)" "$(numbers "$data/vampir.otf")"
nothing=$("$cli" convert "$data/vampir.otf" again.otf 2>&1)
is "what is only read is not written" "${nothing##*: }" \
  "the extension names no format that can be written (${nothing##*(}"

# Several traces in a file stay together, or those that are left out are told.
ok "two traces in one file" "$cli" convert "$demo" "$data/ping-pong.otf2" two.gxl
first=$(numbers two.gxl 2>/dev/null)
second=$(numbers "two.gxl#2")
for pair in "two.gxl two.mtf.h5" "two.mtf.h5 back.gxl" "two.gxl same.gxl.gz"; do
  ok "two traces: $pair" "$cli" convert ${pair% *} "${pair#* }"
  is "$pair: nothing is told" "$(cat err)" ""
  is "$pair: the first" "$(numbers "${pair#* }" 2>/dev/null)" "$first"
  is "$pair: the second" "$(numbers "${pair#* }#2")" "$second"
done
is "the two differ" "$([ "$first" != "$second" ] && echo differ)" differ
for out in left.otf2 left.prv left.events; do
  ok "two traces to $out" "$cli" convert two.mtf.h5 "$out"
  is "$out: one is told to be left out" "$(grep -c "^refrain-cli: $out: 1 trace is omitted$" err)" 1
done
ok "one of two" "$cli" convert "two.gxl#2" one.mtf.h5
is "the one that was named" "$(numbers one.mtf.h5)" "$second"
is "and nothing is told" "$(cat err)" ""
refused 1 "it is alone" "$cli" info "one.mtf.h5#2"
ok "two and one" "$cli" convert two.gxl "$data/ping-pong.otf2" three.gxl
is "the third" "$(numbers "three.gxl#3")" "$second"

# Nothing, packed.
: >nothing
gzip -c nothing >nothing.prv.gz
refused 1 "nothing, packed" "$cli" convert nothing.prv.gz nothing.gxl
is "it is told to be empty" "$(cat err)" "refrain-cli: nothing.prv.gz: the file is empty"

# Compact: what it saves is told, and the same trace comes back.
for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2"; do
  name=$(basename "$trace" .otf2)
  ok "$name: compact" "$cli" convert --compact "$trace" "$name-c.mtf.h5"
  grep -q 'bytes, .* an event' out
  report $? "$name: what an event takes is told"
  told=$(sed -n 's/.* kept by \([a-z]*\) (by .*/\1/p' out)
  ok "$name: compact as JSON" "$cli" convert --compact --json "$trace" "$name-c.mtf.h5"
  is "$name: and by which of the two stages" "$told" "$(jq -r .file.method out)"
  is "$name: nodes, edges and messages before and after" \
    "$(jq -c '[.before, .after | keys]' out)" \
    '[["edges","messages","nodes"],["edges","messages","nodes"]]'
  "$cli" convert "$trace" "$name-p.mtf.h5"
  ok "$name: any command opens it" "$cli" info "$name-c.mtf.h5"
  "$cli" convert "$name-c.mtf.h5" "$name-q.mtf.h5"
  is "$name: the same trace" "$(cmp "$name-p.mtf.h5" "$name-q.mtf.h5" && echo same)" same
done
ok "compact in another format" "$cli" convert --compact --json "$demo" whole.gxl
is "it is told to be whole" "$(cat err)" \
  "refrain-cli: whole.gxl: only .mtf.h5 has a compact form; the trace was written whole"
is "... and has no compact size" "$(jq -c '[.file.bytes, .file.bytes_per_event, .file.method]' out)" \
  "[null,null,null]"
ok "compact in a format of several files" "$cli" convert --compact "$demo" whole.otf2
is "... of which the size of the anchor is not told" "$(grep -c 'bytes' out)" 0
refused 2 "--json alone" "$cli" convert --json "$demo" x.mtf.h5

before=$(find "$(dirname "$demo")" -type f -exec cksum {} + | sort)
ok "convert over a file that exists" "$cli" convert "$demo" wavefront.gxl
is "the source is as it was" "$(find "$(dirname "$demo")" -type f -exec cksum {} + | sort)" "$before"
refused 1 "an extension that is not known" "$cli" convert "$demo" wavefront.doc
known=$(sed -n 's/.*(\(.*\))$/\1/p' err)
is "those that are known are told, of programs of others, too" \
  "$(printf '%s\n' $known | grep -cxE '\.(otf2|gxl|sqlite|pftrace)')" 4
is "--help has the same ones" "$("$cli" convert --help | grep -cF ": $known")" 1
is "each is in the manual" "$(printf '%s\n' $known | while read -r extension; do
  grep -qF "$extension" "$REFRAIN_SOURCE/docs/man/refrain-cli.1" || echo "$extension"; done)" ""
refused 1 "a folder that does not exist" "$cli" convert "$demo" nowhere/wavefront.gxl
refused 2 "no output" "$cli" convert "$demo"
is "nothing is left beside" "$(find . -name '*.tmp*' -o -name '.*.gxl*' -o -name '*~' | head)" ""
done_testing
