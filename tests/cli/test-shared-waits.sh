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

# IOR: 3 times 8 MiB, all processes together.
ior=$shared/recorded/ior.mtf.h5
"$cli" numbers --json "$ior" >numbers.json
is "what is written and read, and in how many calls" \
  "$(jq -c '[.part.files[] | select(.work != "opened_and_closed") | [.work, .calls, .bytes]]' numbers.json)" \
  '[["read",384,25165824],["written",384,25165824]]'
is "and how fast" "$(jq -c '[.part.files[] | select(.bytes > 0) | (.bytes_per_second * .any / .bytes * 1e6 | round), .any < .seconds]' \
  numbers.json)" '[1000000,true,1000000,true]'
is "in half of the run no more than in all" \
  "$("$cli" numbers --json --from 0 --to 0.7 "$ior" | jq -c '[.part.files, .run.files | map(.bytes) | add] | .[0] > 0 and .[0] < .[1]')" true
is "they are no collective operations" "$("$cli" numbers "$ior" | grep -c ' 752 calls of collective operations')" 1
is "who comes first to a file waits" "$("$cli" waits --json "$ior" | jq -c '.kinds.wait_file > .kinds.wait_barrier')" true
is "which is no network" "$("$cli" efficiency "$ior" | grep -c 'file operations, which count as transfer, take most of the time that is lost')" 1
is "nor shared cores" "$("$cli" findings --json "$ior" | jq -r '.findings[0] | [.kind, .routine] | join (" ")')" \
  "input_output MPI_File_write_at_all"
is "another run has none" "$("$cli" numbers --json "$halo" | jq -c .part.files)" '[]'
done_testing
