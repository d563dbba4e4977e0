#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli waits, critical-path, matrix, numbers and findings of programs whose processes wait until another
# one calls MPI again, and of a master that hands out work to a slow worker: recorded by
# test-planted-causes.sh --keep with their fault. What they take without it was measured, too.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
tar -xf "$data/held-up.tar.xz" || skip_all "held-up.tar.xz cannot be unpacked"

# slow NAME PROCESS SECONDS: the first finding, which saves SECONDS, within 5 %.
slow() {
  ok "findings of $1" "$cli" findings --json "$1.mtf.h5"
  is "$1: who is slow" "$(jq -c '.findings[0] | [.kind, .ranks]' out)" "[\"slow_process\",[$2]]"
  is "$1: what that costs" "$(jq ".findings[0].saves / $3 | . > 0.95 and . < 1.05" out)" true
}

# held NAME PROCESS ROUTINE SECONDS: also by waits, all of which are in ROUTINE.
held() {
  local trace=$1.mtf.h5
  slow "$1" "$2" "$4"
  ok "waits of $1" "$cli" waits --json "$trace"
  is "$1: most is for process $2" "$(jq -c '.causes[0].process' out)" "$2"
  is "$1: ... nearly all of it" "$(jq '.causes[0].seconds / .seconds > 0.8' out)" true
  is "$1: ... in $3" \
    "$(jq -r '[.per_routine | to_entries[] | {key: (.key | split(" / ")[-1]), value: ([.value[]] | add)}] | max_by(.value).key' out)" "$3"
  is "$1: who waits has waited for most of its call" "$(jq '[.per_process[].seconds] | max > 0.9 * '"$4" out)" true
  is "$1: the critical path is on it" \
    "$("$cli" critical-path --json "$trace" | jq -c '.processes | index(max)')" "$2"
  is "$1: so says the matrix of waiting" \
    "$("$cli" matrix --waiting --json "$trace" | jq '[.waits[][].seconds] | add * 1e6 | round')" \
    "$(jq '.seconds * 1e6 | round' out)"
  is "$1: and so do numbers" "$("$cli" numbers --json "$trace" | jq '.run.total.waiting * 1e6 | round')" \
    "$(jq '.seconds * 1e6 | round' out)"
}

held sum-held-up 0 MPI_Wait 0.357
held transpose-held-up 4 MPI_Wait 0.357
held not-passed-on 1 MPI_Wait 0.359
held sum-asked-for 0 MPI_Test 0.354
held started-together 5 MPI_Waitall 0.349
slow asked-anyway 2 0.240
slow slow-in-farm 3 0.0260
slow slow-in-farm-of-any 3 0.0262
done_testing
