#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The topology of a real trace is that of the reference implementation. test-shared-topology.sh NAME
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"

# processes, edges, edges dropped, the largest degree; all names that fit; per cent of calls and bytes
# that are no edge.
case $name in
  api-c-5*) expected='5 5 3 2' names='5 torus' unmapped='16.1 2.57' ;;
  api-f-5) expected='5 5 0 2' names='5 torus' unmapped='0 0' ;;
  cg-S-4) expected='4 3 0 2' names='4 grid|binary tree|CG stencil' unmapped='0 0' ;;
  cg-W-8 | lu-A-8) expected='8 10 0 3' names='4x2 grid|CG stencil' unmapped='0 0' ;;
  *lu-S-4 | lu-W-4 | mg-S-4*) expected='4 4 0 2' names='4 torus|2x2 grid' unmapped='0 0' ;;
  ft-S-4) expected='4 0 0 0' names='' unmapped='0 0' ;;
  is-S-8) expected='8 7 0 2' names='8 grid' unmapped='0 0' ;;
  smg2000-2x2x2)
    expected='8 28 0 7'
    names='all to all|2x2x2 27-p stencil grid|2x2x2 27-p stencil torus'
    unmapped='0 0'
    ;;
  sweep3d-2x3-50) expected='6 7 0 3' names='3x2 grid' unmapped='0 0' ;;
  *) skip_all "nothing is known of $name" ;;
esac

# Ours holds kinds that the reference's library does not, and other words.
is_theirs='select(test("butterfly|bipartite|wrapped|binomial|hypercube|^ring$|^line$|^[47]-p stencil$") | not)'
"$cli" topology --json "$anchor" >out.json
is "processes, edges, dropped, degree" \
  "$(jq -r '[.processes, .edges, .dropped_edges, .degree] | join(" ")' out.json)" "$expected"
is "names" "$(jq -r "[.topology // empty, .equivalent[]] | map($is_theirs) | sort | join(\"|\")" out.json)" \
  "$(tr '|' '\n' <<<"$names" | LC_ALL=C sort | paste -sd '|')"
is "candidates" \
  "$(jq -r "[.candidates[] | select(.spectrum) | .name | $is_theirs] | sort | join(\"|\")" out.json)" \
  "$(tr '|' '\n' <<<"$names" | LC_ALL=C sort | paste -sd '|')"
is "what is left out" "$(jq -r '[.unmapped_calls, .unmapped_bytes] | map(. * 100 | round / 100) | join(" ")' out.json)" "$unmapped"
[ "$name" = ft-S-4 ] || is "ranks are in its order" "$(jq .rank_order out.json)" true
done_testing
