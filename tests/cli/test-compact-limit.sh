#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# convert --compact of a trace so regular that no reader would take its compact form: which limit was met,
# and what was written instead.
. "$(dirname "$0")/tap.sh"

# compact N: a trace of about N events in whole.mtf.h5, what --compact makes of it, and says of the file.
compact() {
  ok "$1 regular events" "$REFRAIN_BUILD/tests/cli/regular-trace" whole.mtf.h5 "$1"
  ok "--compact" "$cli" convert --compact whole.mtf.h5 compact.mtf.h5
  said=$(grep '^compact.mtf.h5: ' out)
}

compact 100000
is "compact" "$(echo "$said" | grep -c 'for the events themselves')" 1
ok "--json" "$cli" convert --compact --json whole.mtf.h5 compact.mtf.h5
is "compact, as JSON" "$(jq -c '.file | [.compacted, .reason, .bytes_per_event < 2]' out)" '[true,null,true]'
ok "--json, event text" "$cli" convert --compact --json whole.mtf.h5 out.events
is "the format is the reason" "$(jq -c '.file | [.compacted, .reason]' out)" '[false,"format"]'

if [ "$(df -Pk . | awk 'NR == 2 { print $4 }')" -gt 3000000 ]; then
  compact 45000000
  is "written whole" "$(cmp whole.mtf.h5 compact.mtf.h5 && echo same)" same
  is "the limit" "$(echo "$said" | grep -c 'bytes, written whole: in the compact form an event would take 0.009[0-9]* bytes, .* more than 1024 times')" 1
  is "nothing for the events themselves" "$(echo "$said" | grep -c 'for the events themselves')" 0
  rm whole.mtf.h5
  ok "--json" "$cli" convert --compact --json compact.mtf.h5 again.mtf.h5
  is "the reason" "$(jq -c '.file | [.compacted, .reason, .method, .bytes_per_event > 15, .bytes_by_loops > 0]' out)" \
    '[false,"growth",null,true,true]'
fi
done_testing
