#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli convert: from carrier to carrier without loss.
. "$(dirname "$0")/tap.sh"
. "$here/otf2-events.sh"

for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2"; do
  name=$(basename "$trace" .otf2)
  expected=$(numbers "$trace")
  for extension in gxl gxl.gz gxl.zst mtf.h5 otf2; do
    ok "$name to $extension" "$cli" convert "$trace" "$name.$extension"
    is "$name.$extension: the same numbers" "$(numbers "$name.$extension")" "$expected"
  done
  ok "$name.gxl is well-formed" xmllint --noout --nonet --huge "$name.gxl"
  ok "$name.gxl to mtf.h5" "$cli" convert "$name.gxl" "$name-2.mtf.h5"
  ok "$name.mtf.h5 to otf2" "$cli" convert "$name-2.mtf.h5" "$name-3.otf2"
  if command -v otf2-print >/dev/null; then
    otf2_events "$trace" >"$name.events" 2>/dev/null
    otf2_events "$name-3.otf2" >"$name-3.events" 2>warnings
    is "$name: otf2-print has no complaint about what was written" "$(head -n 3 warnings)" ""
    is "$name: every event came through three carriers" "$(diff "$name.events" "$name-3.events" | head -n 6)" ""
  fi
done

before=$(find "$(dirname "$demo")" -type f -exec cksum {} + | sort)
ok "convert over a file that exists" "$cli" convert "$demo" wavefront.gxl
is "the source is as it was" "$(find "$(dirname "$demo")" -type f -exec cksum {} + | sort)" "$before"
refused 1 "an extension that is not known" "$cli" convert "$demo" wavefront.doc
refused 1 "a folder that does not exist" "$cli" convert "$demo" nowhere/wavefront.gxl
refused 2 "no output" "$cli" convert "$demo"
is "nothing is left beside" "$(find . -name '*.tmp*' -o -name '.*.gxl*' -o -name '*~' | head)" ""
done_testing
