#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-streams.sh: streams of accelerators are told, what they run takes no time of the
# host's, and every format keeps both. Skipped where the trace is not there.
. "$(dirname "$0")/tap.sh"

unpack mi300

told() {
  "$cli" info "$1" | grep -o '^No analysis uses: 2 GPU streams'
}
kernels() {
  "$cli" info --json "$1" | jq -c '[.routine_times[].name | select(test("^(heavy|light)_kernel"))]'
}
ok "to GXL" "$cli" convert "$anchor" a.gxl
ok "to HDF5" "$cli" convert a.gxl b.mtf.h5
ok "to OTF2" "$cli" convert b.mtf.h5 c.otf2
for trace in "$anchor" a.gxl b.mtf.h5 c.otf2; do
  is "the streams of $(basename "$trace")" "$(told "$trace")" "No analysis uses: 2 GPU streams"
  is "no kernel among the routines by time" "$(kernels "$trace")" '[]'
done
is "as JSON" "$("$cli" info --json "$anchor" | jq -c '.not_analysed[] | select(.type == "streams") | .count')" 2
is "a summary says once that they are waited for" \
  "$("$cli" brief "$anchor" | grep -o 'wait for an accelerator' | wc -l)" 1
done_testing
