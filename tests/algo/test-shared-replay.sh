#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The replay with nothing changed ends each call of MPI when it ended, to the nanosecond: of the traces
# in the tree, and of all beside it.
. "$(dirname "$0")/../cli/tap.sh"

list=$REFRAIN_BUILD/tests/algo/list-whatif

# exact NAME TRACE
exact() {
  is "$1 is replayed as it was" "$("$list" "$2" 2>&1 | jq -r .exact 2>&1)" true
}

command -v xz >/dev/null || skip_all "xz is not installed"
exact "the demo" "$demo"
for archive in "$data/classes.tar.xz" "$shared"/*.tar.xz; do
  [ -e "$archive" ] || continue
  name=$(basename "$archive" .tar.xz)
  tar -xf "$archive" --one-top-level="$name"
  while read -r trace; do
    exact "$(basename "$trace") of $name" "$trace"
  done < <(find "$name" -name '*.otf2' -o -name '*.mtf.h5' | sort)
  rm -rf "$name"
done
for trace in "$shared"/recorded/*.mtf.h5; do
  [ ! -e "$trace" ] || exact "$(basename "$trace")" "$trace"
done
done_testing
