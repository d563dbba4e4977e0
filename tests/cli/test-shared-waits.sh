#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-waits.sh: small programs in which process 0 waits five times 0.2 s for process 1, each
# in another way, and collectives that do not make their members wait.
. "$(dirname "$0")/tap.sh"

table=$shared/recorded/waits-table
[ -d "$table" ] || skip_all "the shared traces are not there"

# seconds NAME PROCESS
seconds() {
  "$cli" waits --json "$table/$1.mtf.h5" | jq "[.per_process[$2] | del(.process, .wrong_order) | add] | add"
}

for name in recv test iprobe; do
  is "$name: waiting of process 0" "$(jq -n "$(seconds wt-$name 0) | . > .97 and . < 1.03")" true
  is "$name: who is to blame" "$("$cli" waits --json "$table/wt-$name.mtf.h5" | jq -c '.causes[0].process')" 1
done
for name in zero ic; do
  is "$name: clocks agree" "$("$cli" waits --json "$table/$name.mtf.h5" | jq -c '.torn_collectives')" 0
done
done_testing
