#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-compaction.sh NAME: nodes, edges and messages of a real trace beside those of the
# reference (docs/derivations.md), and the compact file read back. Skipped where the trace is not
# there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"
reference=$(dirname "$shared")/reference-2/compaction-$name.json

ok "convert --compact" "$cli" convert --compact --json "$anchor" "$name.mtf.h5"
cp out report
ok "plain, from the source" "$cli" convert "$anchor" plain.mtf.h5
ok "plain, from the compact file" "$cli" convert "$name.mtf.h5" again.mtf.h5
is "the same bytes" "$(cmp plain.mtf.h5 again.mtf.h5 && echo same)" same
is "the compact file is smaller" \
  "$([ "$(stat -c %s "$name.mtf.h5")" -lt "$(stat -c %s plain.mtf.h5)" ] && echo yes)" yes
if [ -e "$reference" ]; then
  is "before" "$(jq -c '[.before | .nodes, .edges, .messages]' report)" \
    "$(jq -c '[.N0, .["E0"], .M0]' "$reference")"
  is "messages after" "$(jq .after.messages report)" "$(jq .messages.pair "$reference")"
  is "leaf calls collapsed" "$(jq -c '.variants.leaves | [.nodes, .edges, .shared_edges]' report)" \
    "$(jq -c '.leaf | [.Nc, .Ec, .shared_edges]' "$reference")"
  is "sub-trees collapsed" "$(jq -c '.variants.runs | [.nodes, .edges, .shared_edges]' report)" \
    "$(jq -c '.sub | [.Nc, .Ec, .shared_edges]' "$reference")"
  # The reference leaves the root of its one process with two top calls out of the graph for all.
  [ "$name" = eztrace-lu-S-4 ] || is "nodes of the graph for all" \
    "$(jq .variants.runs.shared_nodes report)" "$(jq .sub.shared_nodes "$reference")"
  is "as Table 3.7 counts" "$(jq -c '.variants.table | [.nodes, .edges]' report)" \
    "$(jq -c '.as_table | [.Nc, .Ec]' "$reference")"
  # It does not look for long sequences: LU has fewer edges here.
  want=$(jq -c '.fseq | [.Ec, .shared_edges]' "$reference")
  case $name in
    lu-A-8) want='[431,247]' ;;
    lu-W-4) want='[211,169]' ;;
  esac
  is "with fork-sequences" "$(jq -c '.variants.sequences | [.edges, .shared_edges]' report)" "$want"
fi
done_testing
