#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-waits.sh: small programs in which process 0 waits five times 0.2 s for process 1, each
# in another way, and collectives that do not make their members wait.
. "$(dirname "$0")/tap.sh"

table=$shared/recorded/waits-table
[ -d "$table" ] || skip_all "the shared traces are not there"

# seconds NAME PROCESS
seconds() {
  "$cli" waits --json "$table/$1.mtf.h5" | jq "[.per_process[$2] | del(.process, .wrong_order, .seconds) | add] | add"
}

for name in recv test iprobe fence neigh pscw; do
  is "$name: waiting of process 0" "$(jq -n "$(seconds wt-$name 0) | . > .97 and . < 1.06")" true
  is "$name: who is to blame" "$("$cli" waits --json "$table/wt-$name.mtf.h5" | jq -c '.causes[0].process')" 1
done
for name in zero ic; do
  is "$name: clocks agree" "$("$cli" waits --json "$table/$name.mtf.h5" | jq -c '.torn_collectives')" 0
done
is "events are those of the file" "$("$cli" info --json "$table/wt-fence.mtf.h5" | jq -c '[.events, .messages, .remote_messages]')" '[139,0,5]'
ok "it is written as it was read" "$cli" convert "$table/wt-fence.mtf.h5" again.events
is "puts are no messages there" "$(grep -c ' send ' again.events)" 0
is "and nothing of what is made of it is a defect" "$("$cli" info --json "$table/wt-fence.mtf.h5" | jq -c .defects)" '[]'
halo=$shared/recorded/prk-rma-stencil.mtf.h5
is "a halo of puts is a grid" "$("$cli" topology --json "$halo" | jq -r .topology)" "3x3 grid"
done_testing
