#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# $REFRAIN_MEMORY: columns beyond it are in a file, and nothing that is printed or written differs.
. "$(dirname "$0")/tap.sh"

ok "a trace of 200,000 events" "$REFRAIN_BUILD/tests/cli/regular-trace" whole.mtf.h5 200000
ok "as event text" "$cli" convert whole.mtf.h5 whole.events
ok "in the compact form" "$cli" convert --compact whole.mtf.h5 compact.mtf.h5
for trace in whole.events compact.mtf.h5; do
  for command in info waits patterns; do
    "$cli" "$command" --json "$trace" >usual
    ok "$command of $trace, all in the file" env REFRAIN_MEMORY=0 "$cli" "$command" --json "$trace"
    is "prints the same" "$(cmp usual out && echo same)" same
  done
done
ok "written again, within 64 kB" env REFRAIN_MEMORY=64K "$cli" convert whole.events again.mtf.h5
"$cli" convert whole.events usual.mtf.h5
is "the same file" "$(cmp usual.mtf.h5 again.mtf.h5 && echo same)" same
is "where no file can be had, in memory" "$(env REFRAIN_MEMORY=0 TMPDIR=/does/not/exist "$cli" info --json whole.events | cmp - <("$cli" info --json whole.events) && echo same)" same
REFRAIN_MEMORY=much "$cli" info whole.events >out 2>err
is "what is no size is said" "$? $(cat err)" "0 REFRAIN_MEMORY: “much” is not a size such as 4G or 512M"
done_testing
