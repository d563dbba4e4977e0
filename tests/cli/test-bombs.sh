#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Small files that say that there is a lot: refused in a sentence, within memory and time. And runs
# that are as wide as they say.
. "$(dirname "$0")/tap.sh"

# bomb DESCRIPTION FILE CAUSE: refused within 1.5 GiB of address space, for CAUSE.
bomb() {
  within $((3 << 19)) "$cli" info "$2" >out 2>err
  is "$1" "$? $(wc -l <out) $(sed 's/line [0-9]*/line N/' err)" "1 0 refrain-cli: $2: $3"
}

# tasks N: the header of a Paraver trace of so many, of one thread each.
tasks() {
  awk -v n="$1" 'BEGIN {
    printf "#Paraver (22/11/2026 at 14:30):1000_ns:0:1:%d(", n
    for (i = 1; i < n; i++) printf "1:1,"
    print "1:1)"
  }'
}

events() {
  printf '2:1:1:1:1:10:50000002:8\n2:1:1:1:1:20:50000002:0\n'
}

# ---- Paraver --------------------------------------------------------------------------------------
{ tasks 1000000; events; } | gzip >tasks.prv.gz
is "packed it is small" "$(($(stat -c %s tasks.prv.gz) < 8000))" 1
bomb "a million tasks" tasks.prv.gz "header: 1000000 processes are too many for 4000100 bytes"
tasks 1000000 >alone.prv
bomb "with nothing behind them" alone.prv "header: 1000000 processes are too many for 4000052 bytes"
if command -v zstd >/dev/null; then
  zcat tasks.prv.gz | zstd -q >tasks.prv.zst
  bomb "packed in the other way" tasks.prv.zst "header: 1000000 processes are too many for 4000100 bytes"
fi
{
  tasks 100000 | sed 's/$/,3:/'
  awk 'BEGIN {
    printf "c:1:1:100000"
    for (i = 1; i <= 100000; i++) printf ":%d", i
    print ""
    for (i = 2; i <= 3000; i++) printf "i:1:%d:1:1\n", i
  }'
  events
} >pairs.prv
bomb "communicators between all tasks and all" pairs.prv \
  "line N: the communicators have too many members for so many bytes"

awk 'BEGIN {
  n = 20000
  printf "#Paraver (22/11/2026 at 14:30):1000000_ns:0:1:%d(", n
  for (i = 1; i < n; i++) printf "1:1,"
  print "1:1)"
  for (i = 1; i <= n; i++) printf "2:1:1:1:1:%d:60000019:%d\n2:1:1:1:1:%d:60000019:0\n", i, i, i
  for (i = 1; i <= n; i++) printf "2:1:1:%d:1:%d:60000019:%d\n", i, n + i, n
}' >product.prv
within $((1 << 20)) "$cli" info --json product.prv >out 2>err
is "processes times routines are no memory" "$? $(jq -c '[.processes, .calls]' out) $(cat err)" "0 [20000,40000] "

# ---- Text -----------------------------------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 17000; i++) print i, "local x"; print 1048575, "local x" }' >named.events
bomb "a process that is named by chance" named.events \
  "1048576 processes are too many for $(stat -c %s named.events) bytes"
echo "0 sync all 0-1048575" >group.events
bomb "a group of all numbers" group.events "1048576 processes are too many for 21 bytes"

# ---- Archives -------------------------------------------------------------------------------------
echo 1:1 >packed.otf
awk 'BEGIN { print "DTRf4240"; for (i = 1; i <= 1000000; i++) printf "DP%xNM\"\"\n", i }' >packed.0.def
: >packed.1.events
within $((3 << 19)) "$cli" info packed.otf >out 2>err
is "a million processes without names" "$? $(wc -l <out) $(cat err)" \
  "1 0 refrain-cli: packed.0.def: 1000000 threads are too many for $(cat packed.otf packed.0.def | wc -c) bytes"
cp -r "$data/grid.spool" grid.spool
chmod -R u+w grid.spool
# The size of MPI_COMM_WORLD, as one of the processes has it.
one=$(find grid.spool -type f | sort | head -n 1)
printf '\000\000\360\000' | dd of="$one" bs=1 seek=60 conv=notrunc 2>/dev/null
refused 1 "fifteen million processes of which a few left files" "$cli" info grid.spool
is "it says so" "$(grep -c '15728640 processes are too many for' err)" 1
# None of those that left no file is looked for among all: with the checks of sanitizers that took minutes.
for one in $(find grid.spool -type f); do
  printf '\000\000\001\000' | dd of="$one" bs=1 seek=60 conv=notrunc 2>/dev/null
done
(ulimit -t $((patience / 6)) && "$cli" info --json grid.spool >out 2>err)
is "65,536 of which a few left files" "$? $(jq -c .processes out) $(cat err)" "0 65536 "

# wide LOCATIONS COMMUNICATORS: `info` of such an archive, in processor time that grows with its size.
wide() {
  rm -rf wide
  "$REFRAIN_BUILD/tests/cli/wide-archive" wide "$1" "$2" &&
    (ulimit -t $((patience / 2)) && within $((3 << 19)) "$cli" info --json wide/wide.otf2 >out 2>err)
  echo "$? $(jq -c '[.processes, .communicators, .calls]' out) $(head -c 300 err)"
}
is "locations of OTF2 that have no file" "$(wide 240000 1)" "0 [240000,1,1] "
is "a million communicators" "$(wide 2 1000000)" "0 [2,1000000,1] "

# ---- Packed bytes ---------------------------------------------------------------------------------
# as_large DESCRIPTION FILE BYTES TIMES WORDS: read, with no more memory than so many times its BYTES
# unpacked, beside the 300 MB of addresses that the program itself has.
as_large() {
  MALLOC_ARENA_MAX=1 REFRAIN_THREADS=2 within $((300 << 10 | ($3 / 1024) * $4)) "$cli" info --json "$2" >out 2>err
  is "$1: in $4 times what it unpacks to" "$? $(jq -c "$5" out) $(cat err)" "0 $6 "
}

# Records that repeat themselves: a kilobyte stands for a megabyte of them.
yes '2:1:1:1:1:10:50000002:8' | head -c 12000000 | gzip -9 >part.gz
{
  printf '#Paraver (22/11/2026 at 14:30):1000_ns:0:1:1(1:1)\n' | gzip
  for _ in $(seq 12); do cat part.gz; done
} >records.prv.gz
is "packed it is small" "$(($(stat -c %s records.prv.gz) < 400000))" 1
as_large "six million calls in 350 kB of Paraver" records.prv.gz 144000000 6 '[.processes, .calls]' '[1,6000000]'

# long NAME FILE HEAD TAIL CAUSE: something a gibibyte long between HEAD and TAIL, packed.
head -c $((1 << 24)) /dev/zero | tr '\0' 1 | gzip -1 >part.gz
for _ in $(seq 64); do cat part.gz; done >middle.gz
long() {
  { printf '%b' "$3" | gzip; cat middle.gz; printf '%b' "$4" | gzip; } >"$2"
  within $((3 << 18)) "$cli" info "$2" >out 2>err
  is "a gibibyte of $1" "$? $(wc -l <out) $(cat err)" "1 0 refrain-cli: $2: $5"
}
long "a number" number.prv.gz '#Paraver (22/11/2026 at 14:30):1000_ns:0:1:1(1:1)\n2:1:1:1:1:' ':8\n' \
  "line 2: is longer than 64 MiB"
long "an attribute" attribute.gxl.gz '<?xml version="1.0"?>\n<gxl><graph id="' '"/></gxl>' \
  "line 2: AttValue length too long"
long "an element's name" element.gxl.gz '<?xml version="1.0"?>\n<a' '/>' "line 2: internal error: Huge input lookup"
long "text" text.gxl.gz '<?xml version="1.0"?>\n<gxl><graph id="g"><node id="n"><attr name="name"><string>' \
  '</string></attr></node></graph></gxl>' "holds no process"
long "a name" name.trace.gz "$(sed 's/\\/&&/g' "$data/smpi.trace" | head -n 20)\n6 \"" '"\n' "line 21: is longer than 64 MiB"
cp "$data"/extrae.prv "$data"/extrae.row .
{ cat "$data/extrae.pcf"; printf '\nEVENT_TYPE\n0 99 '; zcat middle.gz 2>/dev/null | head -c $((1 << 27)); echo; } >extrae.pcf
within $((3 << 18)) "$cli" info extrae.prv >out 2>err
is "a routine's name of 128 MiB" "$? $(wc -l <out) $(cat err)" "1 0 refrain-cli: extrae.pcf: line 34: is longer than 64 MiB"
rm extrae.pcf middle.gz
{
  printf '<?xml version="1.0"?>\n<!DOCTYPE gxl [<!ENTITY a "xxxxxxxxxx">'
  for e in ab bc cd de ef fg gh hi; do printf '<!ENTITY %s "%s">' "${e:1}" "$(printf "&${e:0:1};%.0s" 1 2 3 4 5 6 7 8 9 10)"; done
  printf ']><gxl><graph id="&i;"/></gxl>'
} >laughs.gxl
bomb "a thousand million laughs" laughs.gxl "line N: the document declares entities, which are not expanded"

# Columns of HDF5, of the archives' own kind: chunks of which nothing is stored, and that unpack to much.
if [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
  /usr/bin/python3 "$here/chunk-bombs.py" "$data/pair.mtf.h5" 20000000
  bomb "twenty million calls of which none is stored" unstored.mtf.h5 "/calls/start: it lies beyond the end of the file"
  is "packed they are small" "$(($(stat -c %s chunks.mtf.h5) < 750000))" 1
  as_large "twenty million calls in 700 kB of HDF5" chunks.mtf.h5 520000000 2 '[.processes, .calls]' '[2,20000000]'
fi

# ---- As wide as they say --------------------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 65536; i++) print i, "local x" }' >wide.events
ok "65,536 processes as Paraver" "$cli" convert wide.events wide.prv
ok "and as Refrain's own" "$cli" convert wide.prv wide.mtf.h5
is "they are there again" "$(number processes wide.mtf.h5)" 65536
{ tasks 65536; events; } | gzip >wide.prv.gz
is "as many tasks with next to no event" "$(number processes wide.prv.gz)" 65536

done_testing
