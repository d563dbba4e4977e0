#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-otf2-lossless.sh PROGRAM | NAME: an archive, of every kind of record (which PROGRAM writes) or a
# real one, says the same to OTF2's own tools after each carrier: same records, same numbers.
. "$(dirname "$0")/tap.sh"

command -v otf2-print >/dev/null || skip_all "otf2-print is not installed"
if [ -x "$1" ]; then
  mkdir every && "$1" every/traces.otf2 || exit 99
  anchors=every/traces.otf2
else
  unpack "$1"
  anchors=$(find "$1" -name '*.otf2')
fi

# What otf2-print shows of an archive: events, definitions, anchor, tables of ids, clock readings. The
# version is the library's that wrote it. A warning names no file.
shown() {
  otf2-print --show-all --show-mappings --show-clock-offsets "$1" 2>&1 | grep -v '^Version '
}

for anchor in $anchors; do
  name=${anchor%/*}
  name=${name##*/}
  shown "$anchor" >expected
  mkdir a b c d e
  ok "$name to OTF2" "$cli" convert "$anchor" a/x.otf2
  ok "to HDF5" "$cli" convert "$anchor" b.mtf.h5
  ok "to GXL" "$cli" convert "$anchor" c.gxl.zst
  ok "to compact HDF5" "$cli" convert --compact "$anchor" d.mtf.h5
  ok "GXL to HDF5" "$cli" convert c.gxl.zst e.mtf.h5
  for copy in b.mtf.h5 c.gxl.zst d.mtf.h5 e.mtf.h5; do
    ok "$copy to OTF2" "$cli" convert $copy ${copy%%.*}/x.otf2
    is "nothing is left out" "$(<err)" ""
  done
  is "$name to OTF2 says the same" "$(diff expected <(shown a/x.otf2) | head -n 5)" ""
  # Most have the same bytes, and their names nowhere: so they say what the first says.
  for copy in b c d e; do
    is "$name: $copy says the same" \
      "$(diff -rq a $copy >/dev/null || diff expected <(shown $copy/x.otf2) | head -n 5)" ""
  done
  rm -rf [a-e] [a-e].*
done
done_testing
