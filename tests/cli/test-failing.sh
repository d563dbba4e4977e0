#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever cannot be had, at its first, second, middle and last time: memory, files, their bytes, room on
# the disk. It is one sentence that names the file, and nothing half written is left. With the checks of a
# sanitizer, whose memory is not ours to refuse, all but that, once in the middle.
. "$(dirname "$0")/tap.sh"
library=$REFRAIN_BUILD/tests/cli/libfail-nth.so
[ -e "$library" ] || skip_all "nothing can be put before the C library here"
preload=$library checked=
if [ "${REFRAIN_SANITIZE:-none}" != none ]; then
  checked=yes
  # gcc's library wants to be the first.
  preload=$(ldd "$cli" | awk '/libasan/ { print $3 ":" }')$library
fi
mkdir made in
shopt -s nullglob dotglob
cp "$demo" "${demo%.otf2}.def" in
cp -r "${demo%.otf2}" in
chmod -R u+w in
for format in gxl events prv mtf.h5; do
  "$cli" convert "$demo" "in/run.$format" >/dev/null 2>&1 || exit 99
done
"$cli" convert --compact "$demo" in/compact.mtf.h5 >/dev/null 2>&1 || exit 99
ok "in blocks" "$REFRAIN_BUILD/tests/cli/in-blocks" "$demo" in/blocks.mtf.h5
cp -r "$data/grid.spool" "$data/smpi.trace" "$data"/vampir.* "$data/figure-3-3.gxl" in
gzip -k in/run.gxl

# once KIND N ERROR COMMAND...: with the N-th of KIND failing.
once() {
  local asked="$1 $2 $3"
  shift 3
  timeout $patience env FAIL_NTH="$asked" FAIL_COUNT="$work/count" FAIL_IN="/in/" LD_PRELOAD="$preload" "$cli" "$@" >stdout 2>stderr
}

# judge STATUS NAME OUTPUT: adds to word what is wrong: nothing if it went well, or failed as it should, saying NAME.
judge() {
  local said left
  case $1 in
    0) cmp -s stdout whole || word+="differs: $(diff stdout whole | head -c 300 | tr '\n' '|')" ;;
    # Not ours: fail-nth.c says what.
    99) ;;
    *)
      mapfile -t said <stderr
      [[ $1 -eq 1 && ${#said[@]} -eq 1 && ${said[0]} =~ $2 ]] || word+="exit $1: ${said[*]:0:5}"
      ;;
  esac
  # Of what could not be saved nothing is there, of what could all.
  left=(made/*)
  case "$1 ${#left[@]}" in
    "0 "* | "1 0") ;;
    # It failed when it said so.
    "1 "*) "$cli" info "$3" >/dev/null 2>&1 || word+=" leaves: ${left[*]}" ;;
  esac
}

# places N: some of the numbers 1 to N, the last of them last.
places() {
  local k last=0
  if [ -n "$checked" ]; then
    echo $((($1 + 1) / 2))
  elif [ "$kind" = hdf5 ]; then
    seq 3 $(($1 / 60 + 1)) "$1"
  else
    for k in 1 2 $(($1 / 2)) "$1"; do
      [ "$k" -le "$last" ] || [ "$k" -gt "$1" ] || echo "$k"
      last=$((k > last ? k : last))
    done
  fi
}

# fails KIND ERROR NAME COMMAND...: at some places of all at which it can.
fails() {
  local kind=$1 error=$2 name=$3 n k status wrong='' word left
  shift 3
  [[ -z $checked || $kind != @(memory|hdf5) ]] || return 0
  once "$kind" 0 0 "$@"
  read -r n <count
  mv stdout whole
  # Not all formats need all.
  [ "$n" -gt 0 ] || return
  for k in $(places "$n"); do
    left=(made/*)
    [ ${#left[@]} -eq 0 ] || rm -rf "${left[@]}"
    status=0 word=
    once "$kind" "$k" "$error" "$@" || status=$?
    judge "$status" "$name" "${@: -1}"
    [ -z "$word" ] || wrong+="$kind $k of $n: $word; "
  done
  is "$kind ($error): refrain-cli $*" "$wrong" ""
}

# gone NAME COMMAND...: with a disk that goes away.
gone() {
  local name=$1
  shift
  fails read $EIO "$name" "$@"
  fails page 0 "$name" "$@"
}

EIO=5 ENOMEM=12 EMFILE=24 ENOSPC=28 EDQUOT=122
for file in wavefront.otf2 run.gxl run.gxl.gz run.events run.prv run.mtf.h5 compact.mtf.h5 grid.spool; do
  fails memory $ENOMEM "$file" info "in/$file"
  fails open $EMFILE "${file%.*}" info "in/$file"
  fails mmap $ENOMEM "$file" info "in/$file"
done
for file in wavefront.otf2 run.gxl run.gxl.gz run.events run.prv grid.spool smpi.trace vampir.otf; do
  gone "${file%%.*}" patterns "in/$file"
done
for file in run.mtf.h5 compact.mtf.h5 blocks.mtf.h5; do
  for command in info patterns structure brief; do
    gone "$file" $command "in/$file"
  done
done
gone wavefront.otf2 convert in/wavefront.otf2 made/o.mtf.h5
gone blocks.mtf.h5 convert in/blocks.mtf.h5 made/o.gxl
for command in patterns structure brief; do
  fails memory $ENOMEM wavefront.otf2 "$command" in/wavefront.otf2
done
fails hdf5 $ENOMEM blocks.mtf.h5 info in/blocks.mtf.h5
fails hdf5 $ENOMEM made/o convert in/run.gxl made/o.mtf.h5
for format in gxl events prv mtf.h5 otf2; do
  fails memory $ENOMEM "wavefront.otf2|o\.$format" convert in/wavefront.otf2 "made/o.$format"
  fails write $ENOSPC "made/o" convert in/wavefront.otf2 "made/o.$format"
  fails fsync $EIO "o\.$format" convert in/wavefront.otf2 "made/o.$format"
  fails rename $EDQUOT "made/o" convert in/wavefront.otf2 "made/o.$format"
done
for format in svg png pdf; do
  fails write $EIO "o\.$format" export in/run.gxl -o "made/o.$format"
  fails rename $EIO "o\.$format" export in/run.gxl -o "made/o.$format"
done

# Short writes are no failure: the rest is written after them.
for format in gxl events prv; do
  ok "to have it whole" "$cli" convert in/wavefront.otf2 "whole.$format"
  rm -rf made
  mkdir made
  status=0
  once write 1 0 convert in/wavefront.otf2 "made/o.$format" || status=$?
  is "half of each write of .$format: all is there" "$status $(cmp "whole.$format" "made/o.$format" 2>&1)" "0 "
done
done_testing
