#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-logical.sh NAME: the logical trace of a real trace, beside an independent one.
# Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"
ok "the logical trace" "$cli" logical "$anchor"
ok "as JSON" "$cli" logical --json "$anchor"
cp out json
# Topology, calls, processes that are exact, exceptions, and whether orders contradict each other.
expect() {
  is "is the reference's" "$(jq -r '[.topology, .calls, (.exact | length), .exceptions, .contradiction] | join(",")' json)" "$1"
}
case $name in
  api-f-5) expect '5 torus,31,5,0,false' ;;
  cg-S-4) expect 'CG stencil,4195,4,0,false' ;;
  cg-W-8) expect 'CG stencil,6723,8,0,false' ;;
  eztrace-lu-S-4) expect '2x2 grid,4542,4,0,false' ;;
  is-S-8) expect '8 grid,38,8,0,false' ;;
  lu-A-8) expect '4x2 grid,126558,4,2,false' ;;
  lu-W-4) expect '2x2 grid,77110,4,0,false' ;;
  mg-S-4) expect '2x2 grid,1583,4,0,false' ;;
  sweep3d-2x3-50) expect '3x2 grid,3879,6,0,false' ;;
  api-c-5)
    is "contradicts itself" "$(jq .contradiction json)" true
    is "leaves out what has no direction" "$(jq -c '[.unmapped_calls, .unmapped_bytes | . * 100 | round]' json)" '[1610,257]' ;;
  smg2000-2x2x2) is "contradicts itself" "$(jq .contradiction json)" true ;;
esac
called=$("$cli" topology --json "$anchor" | jq -r '.topology // empty')
is "is called what refrain-cli topology says" "$(jq -r '.topology // empty' json)" "$called"
for p in 0 $(($(number processes "$anchor") - 1)); do
  is "process $p is its stream" \
    "$("$cli" logical --expand "$p" "$anchor" | cmp - <("$cli" loops --expand "$p" "$anchor") && echo same)" same
done
done_testing
