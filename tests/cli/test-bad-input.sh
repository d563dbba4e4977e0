#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Input that is no trace or a damaged one, and places that cannot be written: one sentence each.
. "$(dirname "$0")/tap.sh"

# ---- Not a trace --------------------------------------------------------------------------------
: >empty
mkdir folder
echo "Once upon a time there was a trace." >prose.txt
head -c 100000 /dev/zero >zeros
cp prose.txt prose.otf2
cp prose.txt prose.gxl
cp prose.txt prose.mtf.h5
refused 1 "a file that does not exist" "$cli" info missing.otf2
for file in empty folder prose.txt zeros prose.otf2 prose.gxl prose.mtf.h5 /dev/null; do
  refused 1 "$file" "$cli" info $file
  is "$file: the sentence names it" "$(grep -c -- "$file" err)" 1
done
mkfifo pipe
survives "a pipe that nobody writes" "$cli" info pipe </dev/null

# ---- Damaged OTF2 -------------------------------------------------------------------------------
copy_archive "$demo" whole
for bytes in 0 10 60; do
  cp -r whole anchor-$bytes
  truncate -s $bytes anchor-$bytes/wavefront.otf2
  refused 1 "an anchor cut off after $bytes bytes" "$cli" info anchor-$bytes/wavefront.otf2
done
cp -r whole anchor-newer
# The version of the format, and that of the library that wrote it.
printf '\011\011\001\002' | dd of=anchor-newer/wavefront.otf2 bs=1 seek=8 conv=notrunc 2>/dev/null
refused 1 "an anchor of a newer OTF2" "$cli" info anchor-newer/wavefront.otf2
is "it says of which" "$(grep -o 'needs OTF2 9.1.2' err)" "needs OTF2 9.1.2"
for part in 4 2; do
  cp -r whole def-$part
  truncate -s $(($(stat -c %s whole/wavefront.def) / part)) def-$part/wavefront.def
  survives "definitions cut off after 1/$part" "$cli" info def-$part/wavefront.otf2
done
cp -r whole no-def
rm no-def/wavefront.def
refused 1 "no definition file" "$cli" info no-def/wavefront.otf2
is "the sentence names the definition file" "$(grep -c 'wavefront[.]def' err)" 1
cp -r whole no-folder
rm -r no-folder/wavefront
refused 1 "no event files at all" "$cli" info no-folder/wavefront.otf2

one=$(cd whole/wavefront && ls -- *.evt | sort -n | tail -n 1)
cp -r whole no-evt
rm "no-evt/wavefront/$one"
survives "a missing event file" "$cli" info --json no-evt/wavefront.otf2
is "it is reported by name" "$(cat out err | grep -c "$one" | awk '{ print ($1 > 0) }')" 1
cp -r whole evt-half
truncate -s $(($(stat -c %s "whole/wavefront/$one") / 2)) "evt-half/wavefront/$one"
survives "an event file cut in half" "$cli" info --json evt-half/wavefront.otf2
is "it is told which, and of what process" \
  "$(jq -c '.defects[] | select(.kind == "truncated") | [.process, .count]' out) $(grep -c "end early.*$one" out)" "[7,1] 1"
"$cli" patterns evt-half/wavefront.otf2 >out 2>err
is "and so does an answer that is made of the rest" "$(head -n 1 err | grep -c "end early.*$one") $(wc -l <err)" "1 2"
is "brief says so before all but the time" "$("$cli" brief evt-half/wavefront.otf2 2>&1 | sed -n 2p | grep -c "end early.*$one")" 1
cp -r whole evt-empty
truncate -s 0 "evt-empty/wavefront/$one"
survives "an empty event file" "$cli" info --json evt-empty/wavefront.otf2
is "it is told which, too" \
  "$(jq -c '.defects[] | select(.kind == "unreadable-file") | [.process, .count]' out) $(grep -c "cannot be read.*$one" out)" "[7,1] 1"

# Bytes overwritten at places that a small generator picks, the same at each run.
seed=1
for i in $(seq 40); do
  rm -rf spoilt
  cp -r whole spoilt
  case $((i % 4)) in
    0) file=spoilt/wavefront.def ;;
    1) file=spoilt/wavefront.otf2 ;;
    *) file=spoilt/wavefront/$one ;;
  esac
  size=$(stat -c %s "$file")
  for _ in 1 2 3; do
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    printf "\\x$(printf %02x $((seed / 65536 % 256)))" |
      dd of="$file" bs=1 seek=$((seed % size)) conv=notrunc status=none
  done
  survives "$(basename "$file"), spoilt in way $i" "$cli" info spoilt/wavefront.otf2
done

# ---- Damaged GXL and HDF5 -----------------------------------------------------------------------
"$cli" convert "$data/ping-pong.otf2" good.gxl
"$cli" convert "$data/ping-pong.otf2" good.mtf.h5
for part in 10 2; do
  head -c $(($(stat -c %s good.gxl) / part)) good.gxl >cut-$part.gxl
  survives "XML cut off after 1/$part" "$cli" info cut-$part.gxl
  head -c $(($(stat -c %s good.mtf.h5) / part)) good.mtf.h5 >cut-$part.mtf.h5
  refused 1 "HDF5 cut off after 1/$part" "$cli" info cut-$part.mtf.h5
  is "HDF5 after 1/$part is said to be cut" "$(grep -c 'it is truncated: [0-9].* of [0-9].*; copy the whole file$' err)" 1
done
gzip -c good.gxl | head -c 300 >cut.gxl.gz
survives "a compressed file cut off" "$cli" info cut.gxl.gz
{
  echo '<?xml version="1.0"?><!DOCTYPE gxl [<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">'
  previous=a
  for entity in b c d e f g h i j; do
    echo "<!ENTITY $entity \"$(printf "&$previous;%.0s" 1 2 3 4 5 6 7 8 9 10)\">"
    previous=$entity
  done
  echo ']><gxl><graph id="trace"><node id="&j;"/></graph></gxl>'
} >laughs.gxl
survives "a billion laughs" "$cli" info laughs.gxl
echo '<?xml version="1.0"?><!DOCTYPE gxl [<!ENTITY x SYSTEM "file:///etc/passwd">]><gxl><graph id="&x;"/></gxl>' >external.gxl
survives "an external entity" "$cli" info external.gxl
is "it is not read" "$(cat out err | grep -c root:)" 0
echo '<?xml version="1.0"?><gxl><graph id="trace"><node id="&nothing;"/></graph></gxl>' >undefined.gxl
survives "an undefined entity" "$cli" info undefined.gxl
if command -v h5dump >/dev/null; then
  cp good.mtf.h5 spoilt.mtf.h5
  printf 'XXXXXXXXXXXXXXXX' | dd of=spoilt.mtf.h5 bs=1 seek=600 conv=notrunc status=none
  survives "HDF5 with spoilt headers" "$cli" info spoilt.mtf.h5
fi

# ---- Archives whose files are there and cannot be read
copy_archive "$data/ping-pong.otf2" unreadable
: >unreadable/ping-pong/0.evt
ok "an empty event file" "$cli" info unreadable/ping-pong.otf2
is "it is named" "$(grep -c 'ping-pong/0.evt' out)" 1
for file in unreadable/ping-pong/*.evt; do head -c 2000 /dev/urandom >"$file"; done
refused 1 "event files that are none" "$cli" info unreadable/ping-pong.otf2
copy_archive "$data/ping-pong.otf2" pipes
rm pipes/ping-pong.def && mkfifo pipes/ping-pong.def
refused 1 "a pipe in an archive" "$cli" info pipes/ping-pong.otf2
ln -s "$data/ping-pong.otf2" link.otf2
ok "a link to an anchor file" "$cli" info link.otf2
copy_archive "$data/ping-pong.otf2" itself
refused 1 "a trace written over itself" "$cli" convert itself/ping-pong.otf2 itself/ping-pong.otf2

# ---- Places that refuse -------------------------------------------------------------------------
# Root may read everything unless it gives that up.
powerless=()
[ "$(id -u)" -ne 0 ] || powerless=(setpriv --bounding-set=-dac_override,-dac_read_search)
cp good.gxl secret.gxl
chmod 000 secret.gxl
mkdir locked
chmod 555 locked
if ! "${powerless[@]}" cat secret.gxl >/dev/null 2>&1; then
  refused 1 "no permission to read" "${powerless[@]}" "$cli" info secret.gxl
  for target in new.gxl new.mtf.h5 new.otf2; do
    refused 1 "no permission to write $target" "${powerless[@]}" "$cli" convert good.gxl locked/$target
  done
  refused 1 "no permission to write a figure" "${powerless[@]}" "$cli" export --view events -o locked/x.svg "$demo"
fi

# What is missing is the folder.
for words in "convert good.gxl nowhere/new.otf2" "export --view events -o nowhere/x.svg $demo" "record -o nowhere/x.mtf.h5 -- true"; do
  refused 1 "no such folder: ${words%% *}" "$cli" $words
  is "${words%% *} names it" "$(grep -c ': cannot be written: there is no folder nowhere$' err)" 1
done

# A disk that is full after 16 kB: a limit on file sizes, which fails in the same place.
small_disk=(bash -c 'trap "" XFSZ; ulimit -f 16; exec "$@"' small-disk)
for target in old.gxl old.mtf.h5 old.svg; do
  echo "the old content" >$target
  case $target in
    *.svg) command=("$cli" export --view events -o $target "$demo") ;;
    *) command=("$cli" convert "$demo" $target) ;;
  esac
  refused 1 "a full disk while writing $target" "${small_disk[@]}" "${command[@]}"
  is "the old $target stays" "$(cat $target)" "the old content"
done
copy_archive "$data/ping-pong.otf2" old
mv old/ping-pong.otf2 before.otf2 && cp before.otf2 old/ping-pong.otf2
refused 1 "a full disk while writing OTF2" "${small_disk[@]}" "$cli" convert "$demo" old/ping-pong.otf2
is "the old archive stays" "$(number messages old/ping-pong.otf2)" 20
is "nothing is left beside" "$(find . -maxdepth 2 -newer before.otf2 -name '*old*' ! -name 'old*' -o -name '.old*' | head -n 3)" ""
# Names that are not UTF-8 are told as text, on one line.
odd=$(printf 'nix\377\033.json')
for words in "match --pattern=$odd" "export -o $odd" "$odd"; do
  "$cli" $words "$demo" >out 2>err
  is "told in UTF-8, on one line: ${words%% *}" "$(iconv -f UTF-8 -t UTF-8 err | grep -cv "$(printf '\033')")" 1
done
printf '' >none.events
is "a model without constructs has none to choose" "$("$cli" matrix --loop=1 none.events 2>&1 | grep -c CRITICAL)" 0
done_testing
