#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A reader that was written from docs/mtf.md alone, by somebody who had not seen ours
# (tests/formats/read-mtf.py), opens what we write, and sees the same trace in every carrier.
. "$(dirname "$0")/tap.sh"

python=
for candidate in /usr/bin/python3 python3; do
  if "$candidate" -c 'import h5py' 2>/dev/null; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || skip_all "Python's h5py is not installed (python3-h5py)"
reader=$REFRAIN_SOURCE/tests/formats/read-mtf.py

# read_all NAME TRACE: every carrier of TRACE is read, to the same text. Defects that can be
# seen in the events are not in GXL.
read_all() {
  local name=$1 trace=$2 carrier
  ok "$name: columns" "$cli" convert "$trace" "$name.mtf.h5"
  ok "$name: compact" "$cli" convert --compact "$trace" "$name.compact.mtf.h5"
  ok "$name: in blocks" "$REFRAIN_BUILD/tests/cli/in-blocks" "$trace" "$name.blocks.mtf.h5"
  ok "$name: graph" "$cli" convert "$trace" "$name.gxl"
  ok "$name: graph, packed" "$cli" convert "$trace" "$name.gxl.gz"
  ok "$name: the reader opens columns" "$python" "$reader" "$name.mtf.h5"
  grep -v '^defect' out >"$name.expected"
  for carrier in compact.mtf.h5 blocks.mtf.h5 gxl gxl.gz; do
    ok "$name: the reader opens $carrier" "$python" "$reader" "$name.$carrier"
    grep -v '^defect' out >"$name.$carrier.text"
    ok "$name: $carrier says the same as columns" cmp "$name.expected" "$name.$carrier.text"
  done
}

# The reader counts what we count: enters, messages' ends that have a partner, instances.
sees() {
  local name=$1 trace=$2 counted
  counted=$(for what in enter with-partner collective-instances; do
    sed -n "s/^count $what //p" "$name.expected" | grep . || echo 0
  done | paste -sd' ')
  is "$name: calls, ends of messages and collectives" "$counted" \
    "$("$cli" info --json "$trace" | jq -r '"\(.calls) \(2 * .messages) \(.collective_instances)"')"
}

for name in demo threads grid pair; do
  case $name in
    demo) trace=$demo ;;
    threads) trace=$data/threads.otf2 ;;
    grid) trace=$data/grid.spool ;;
    pair) trace=$data/pair.gxl ;;
  esac
  read_all "$name" "$trace"
  sees "$name" "$trace"
done

# More than one trace in a file.
ok "two traces in a file" "$cli" convert "$demo" "$data/threads.otf2" both.mtf.h5
ok "the same as a graph" "$cli" convert "$demo" "$data/threads.otf2" both.gxl
ok "the reader opens both" "$python" "$reader" both.mtf.h5
grep -v '^defect' out >both.expected
ok "and both of the graph" "$python" "$reader" both.gxl
grep -v '^defect' out >both.text
ok "which say the same" cmp both.expected both.text
done_testing
