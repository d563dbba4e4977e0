#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a run is called does not depend on how its ranks are numbered: topology, names of patterns
# and the page but for its list of ranks. Programs are made, traces are renumbered.
. "$(dirname "$0")/tap.sh"

XDG_DATA_HOME=$work/data
export XDG_DATA_HOME
another=$REFRAIN_BUILD/tests/cli/another-trace

# Names of patterns, ranks left out. Sizes of a grid stand in the order of its ranks, which is what is changed here.
patterns() {
  "$cli" patterns --json "$1" |
    jq -r '[.communication_patterns[] | "\(.occurrences) \(.name)"] | sort | .[]' |
    sed -E 's/\b(from|to|by|around|between|and|root) [0-9]+/\1 _/g; s/ranks? [0-9][0-9, –…]*/ranks _/' |
    perl -pe 's/\d+(?:×\d+)+/join "×", sort { $b <=> $a } split \/×\/, $&/ge' | sort
}

# Bytes of the page without the list of ranks, lines of comments and definitions of numbers.
page() {
  "$cli" loops --logical "$1" | grep -v '^//' | sed -E '1s/ ranks .*//' | wc -c
}

topology() {
  "$cli" topology --json "$1" | jq -r .topology
}

# same WHAT FILE: FILE.0 and those that were renumbered
same() {
  local topology patterns
  topology=$(topology "$2.0.mtf.h5")
  patterns=$(patterns "$2.0.mtf.h5")
  for seed in 1 2 3; do
    is "$1: topology, numbering $seed" "$(topology "$2.$seed.mtf.h5")" "$topology"
    is "$1: patterns, numbering $seed" "$(patterns "$2.$seed.mtf.h5")" "$patterns"
  done
}

# Which end of an axis is the first may cost a line: an eighth at most.
same_page() {
  local wanted bytes
  wanted=$(page "$2.0.mtf.h5")
  for seed in 1 2 3; do
    bytes=$(page "$2.$seed.mtf.h5")
    [ "$bytes" -le $((wanted + wanted / 8)) ]
    report $? "$1: $bytes bytes of the page, numbering $seed, for $wanted"
  done
}

while read -r program sizes; do
  for seed in 0 1 2 3; do
    "$another" "$seed" "--$program" "$sizes" "made.$seed.mtf.h5" || exit 99
  done
  same "$program $sizes" made
  same_page "$program $sizes" made
done <<'END'
torus 4x4x4
torus 4x4x2
torus 3x5
hypercube 16
hypercube 64
stencil 4x4
grid 2x3x4
grid 8
ring 12
sweep 3x4
star 9
END

for seed in 0 1 2 3; do
  "$another" "order=$seed" "$demo" "demo.$seed.mtf.h5" || exit 99
done
same demo demo

# Rows and columns of collectives, without a message.
if command -v xz >/dev/null && tar -xf "$data/classes.tar.xz" matvec.mtf.h5; then
  for seed in 0 1 2 3; do
    "$another" "order=$seed" matvec.mtf.h5 "rows.$seed.mtf.h5" || exit 99
  done
  same_page "rows and columns" rows
fi
done_testing
