#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Twelve programs that no analysis was changed for (tests/programs/heldout.c): the fault that six of them
# have is the first finding, and saves what a run without it takes less; nothing of the kind is said of that.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir heldout && tar -xf "$data/heldout.tar.xz" -C heldout || skip_all "heldout.tar.xz cannot be unpacked"

# fault NAME KIND PROCESS SECONDS
fault() {
  local trace=heldout/$1.mtf.h5
  is "$1: kind and process" "$("$cli" findings --json "$trace" | jq -c '.findings[0] | [.kind, .ranks]')" "[\"$2\",[$3]]"
  is "$1: the amount, within 10 %" \
    "$("$cli" findings --json "$trace" | jq "((.findings[0].saves - $4) / $4) | fabs < 0.1")" true
  is "$1: without it" \
    "$("$cli" findings --json "heldout/$1--without.mtf.h5" | jq "[.findings[] | select(.kind == \"$2\" and .ranks == [$3])] | length")" 0
}
fault window slow_process 7 0.071
fault enkf slow_process 13 0.068
fault stagger step 8 0.057
fault render slow_process 5 0.085
fault ddp slow_process 2 0.066
fault shrink slow_process 6 0.108
done_testing
