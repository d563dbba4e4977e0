#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-match.sh NAME: patterns occur in a real trace as often as was published. Skipped where
# the trace is not there.
. "$(dirname "$0")/tap.sh"
. "$here/match.sh"

name=$1
unpack "$name"

case $name in
  lu-A-8)
    for origin in 0 7; do
      is "sweeps from $origin" "$(match "$anchor" --wavefront 2x4 --origin $origin)" 15562
    done
    is "exchanges" "$(match "$anchor" --stencil 2x4)" 254
    ;;
  sweep3d-2x3-50)
    for origin in 0 1 4 5; do
      is "sweeps from $origin" "$(match "$anchor" --wavefront 3x2 --origin $origin)" 240
    done
    round_trip "$anchor"
    ;;
  mg-S-4 | cg-S-4) round_trip "$anchor" ;;
  cg-W-8)
    # Beside those that were detected, others lie inside those of larger patterns.
    "$cli" match --json --limit 0 --elementary --like 1 "$anchor" >like.json
    is "how many were detected, and which" \
      "$(jq -c '[.occurrences, .detected, ([.matches[] | select(.detected)] | length)]' like.json)" '[1264,832,832]'
    ;;
  *) skip_all "nothing is known about $name" ;;
esac
done_testing
