#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-trace.sh NAME: a real trace: the numbers of its README, and
# OTF2 to GXL to HDF5 to OTF2 without loss.
. "$(dirname "$0")/tap.sh"
. "$here/otf2-events.sh"

name=$1
unpack "$name"

ok "info" "$cli" info --json "$anchor"
cp out info.json
# | `name`, `name` | program | processes | events | messages | collective calls | communicators made |
# A row may stand for several traces; a cell holds one number for all of them or one for each.
row=$(cat "$shared/README.md" "$data/README.md" 2>/dev/null | grep -F "\`$name\`" | head -n 1)
place=$(printf '%s' "$row" | cut -d'|' -f2 | tr ',' '\n' | grep -nF "\`$name\`" | cut -d: -f1)
column=3
for key in processes events messages collectives; do
  column=$((column + 1))
  cell=$(printf '%s' "$row" | cut -d'|' -f$column | tr -d ' ')
  case $cell in *,*) cell=$(printf '%s' "$cell" | cut -d, -f"$place") ;; esac
  [ -z "$cell" ] || is "$key as its README tells" "$(jq .$key info.json)" "$cell"
done

# A trace with mapping tables is another run of the program without them: the same messages.
plain=${name%-mapped}
if [ "$plain" != "$name" ]; then
  tar -xf "$(archive_of "$plain")"
  for key in messages unmatched collectives collective_instances communicators; do
    is "$key as in $plain" "$(number $key "$anchor")" "$(number $key "$plain/traces.otf2")"
  done
fi

ok "to GXL" "$cli" convert "$anchor" a.gxl.zst
ok "to HDF5" "$cli" convert a.gxl.zst b.mtf.h5
ok "to OTF2" "$cli" convert b.mtf.h5 c.otf2
expected=$(numbers "$anchor")
for copy in a.gxl.zst b.mtf.h5 c.otf2; do
  is "$copy: the same numbers" "$(numbers $copy)" "$expected"
done
if command -v otf2-print >/dev/null; then
  otf2_events "$anchor" 2>complaints >before.events
  otf2_events c.otf2 2>warnings >after.events
  # Definitions come back as they were, with all that is wrong with them.
  is "otf2-print has no complaint of its own" "$(grep -vxFf complaints warnings | head -n 3)" ""
  is "every event is there" "$(diff before.events after.events | head -n 6)" ""
  is "there are events" "$(wc -l <before.events)" "$(jq .events info.json)"
fi
done_testing
