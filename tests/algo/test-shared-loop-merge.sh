#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-loop-merge.sh NAME: the global model of a real trace is its streams, and
# has the shape that the papers' figures show. Skipped where the trace is not there.
. "$(dirname "$0")/../cli/tap.sh"

list=$REFRAIN_BUILD/tests/algo/list-merged name=$1
unpack "$name"

ok "the global model is every process' stream" "$list" "$anchor"
cp out model

# The loops, each with the processes that it covers and the collectives and messages directly in it.
shape() {
  awk '
    function indent() { match($0, /[^ ]/); return (RSTART - 1) / 2 }
    /^\/\// { next }
    $1 == "for" { d = indent(); open[d] = ++n; head[n] = $0; depth = d + 1; next }
    $1 == "done" { depth = indent(); next }
    {
      who = $2 == "recv" ? $3 : $1
      if (depth > 0)
        $2 == "sync" ? syncs[open[depth - 1]]++ : single[open[depth - 1]]++
      for (d = 0; d < depth; d++) covers[open[d], who] = 1
    }
    END {
      for (i = 1; i <= n; i++) {
        text = ""
        for (p = 0; p < 64; p++) if ((i, p) in covers) text = text (text == "" ? "" : ",") p
        sub(/for i[0-9]+ = 1 to /, "", head[i])
        print head[i] " {" text "} " syncs[i] + 0 " " single[i] + 0
      }
    }' model
}

case $name in
  lu-A-8) # Figure 5 (b): two inner loops, then single messages (20 each way)
    is "a loop of two levels" "$(shape | grep -A 2 '^249')" "\
249 {0,1,2,3,4,5,6,7} 0 40
  62 {0,1,2,3,4,5,6,7} 0 20
  62 {0,1,2,3,4,5,6,7} 0 20"
    is "what it is in all" "$(tail -1 model)" "// 493 terms, 9 loops, 275 links, 99.95 % in loops" ;;
  sweep3d-2x3-50) # Figure 4: eight sweeps and two collectives
    is "an outer loop of sweeps" "$(shape | head -9)" "\
12 {0,1,2,3,4,5} 12 0
$(for _ in 1 2 3 4 5 6 7 8; do echo '  10 {0,1,2,3,4,5} 0 14'; done)"
    is "what it is in all" "$(tail -1 model)" "// 182 terms, 10 loops, 106 links, 99.69 % in loops" ;;
  cg-W-8) # Figure 5 (c): parts of the processes at the same time
    is "concurrent loops" "$(shape | grep '^  3 ')" "\
  3 {0,1,2,3} 0 16
  3 {4,5,6,7} 0 16"
    is "what it is in all" "$(tail -1 model)" "// 543 terms, 7 loops, 277 links, 99.88 % in loops" ;;
  smg2000-2x2x2) # recursive: V-cycles
    # More than 10,000 terms without definitions.
    is "V-cycles are written once" "$(awk '/^\/\/ shared/ { print ($3 < 4000), ($4 > 99) }' model)" \
      $'1 1\n1 1' ;;
esac
done_testing
