#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# $REFRAIN_MEMORY: what is beyond it is in a file, and nothing that is printed or written differs.
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
if "$cli" convert compact.mtf.h5 usual.sqlite 2>err; then
  ok "as SQLite, whose own blocks are in the file, too" env REFRAIN_MEMORY=0 "$cli" convert compact.mtf.h5 again.sqlite
  is "the same file" "$(cmp usual.sqlite again.sqlite && echo same)" same
else
  is "without SQLite that is said" "$(grep -c 'was built without SQLite' err)" 1
fi
is "where no file can be had, in memory" "$(env REFRAIN_MEMORY=0 TMPDIR=/does/not/exist "$cli" info --json whole.events | cmp - <("$cli" info --json whole.events) && echo same)" same
for command in "loops --logical" durations findings; do
  # shellcheck disable=SC2086
  "$cli" $command --json whole.mtf.h5 >usual
  # shellcheck disable=SC2086
  ok "$command, all in the file" env REFRAIN_MEMORY=0 "$cli" $command --json whole.mtf.h5
  is "prints the same" "$(cmp usual out && echo same)" same
done

# What belongs to no file is bounded, whatever is looked for.
if [ "${REFRAIN_SANITIZE:-none}" = none ]; then
  ok "a trace of 1,000,000 events" "$REFRAIN_BUILD/tests/cli/regular-trace" long.mtf.h5 1000000
  bounded() { (ulimit -c 0 -d 49152 && exec env REFRAIN_THREADS=1 "$@"); }
  bounded "$cli" findings long.mtf.h5 >out 2>err
  is "its findings take more than 48 MB" "$(($? > 0))" 1
  ok "but not with REFRAIN_MEMORY=1M" bounded env REFRAIN_MEMORY=1M "$cli" findings long.mtf.h5
fi

# The disk has no room: files can have no bytes.
full() { (trap '' XFSZ && ulimit -f 0 && exec env REFRAIN_MEMORY=0 "$cli" info --json whole.events); }
is "where the disk is full, it is said once" "$(full 2>&1 >/dev/null | sed 's/[0-9][0-9]* bytes/N bytes/g')" \
  "REFRAIN_MEMORY: no file has room for N bytes more, which are in memory, above the budget of N bytes; TMPDIR names a folder that has room"
is "and it is in memory" "$(full 2>/dev/null | cmp - <("$cli" info --json whole.events) && echo same)" same
REFRAIN_MEMORY=much "$cli" info whole.events >out 2>err
is "what is no size is said" "$? $(cat err)" "0 REFRAIN_MEMORY: “much” is not a size such as 4G or 512M"
done_testing
