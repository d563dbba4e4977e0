#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Where nothing can be recorded of some processes the program runs as without the recorder, and the
# trace says of which and since when. What cannot be made is a file in a folder that is not there
# (from the start) or on a disk that is full (a header fits, or not even that).
. "$(dirname "$0")/tap.sh"
. "$here/recorder.sh"

# without RANKS OUT PROGRAM...: records 5 processes, of which RANKS (0|3) find no folder.
without() {
  local ranks=$1 out=$2
  shift 2
  timeout $((2 * patience)) "$cli" record -o "$out" -- mpirun --oversubscribe -n 5 sh -c \
    "case \${OMPI_COMM_WORLD_RANK:-\$PMI_RANK} in $ranks) export REFRAIN_TRACER_SPOOL=/no/such/folder ;; esac; exec \"\$@\"" \
    sh "$@" </dev/null
}

# unrecorded TRACE: the processes of which nothing is there.
unrecorded() {
  "$cli" info --json "$1" |
    jq -c '[.defects[] | select(.kind == "missing-file" and (.sentence | contains("from its start on"))) | .process]'
}

# undefined TRACE: defects that come from what only those not recorded would have told.
undefined() {
  "$cli" info --json "$1" | jq -c '[.defects[] | select(.kind | startswith("undefined"))] | length'
}

ok "every process has a file" record all.mtf.h5 5 "$programs/api"
for rank in 0 3; do
  ok "process $rank has none: the program ends well" without "$rank" "$rank.mtf.h5" "$programs/api"
  is "process $rank: it is said once" "$(grep -c 'nothing is recorded of process' err)" 1
  is "process $rank: the trace says so" "$(unrecorded "$rank.mtf.h5")" "[$rank]"
  is "process $rank: what is recorded of the others" \
    "$("$cli" info --json "$rank.mtf.h5" | jq -c "[.per_process[].sends] | del(.[$rank])")" \
    "$("$cli" info --json all.mtf.h5 | jq -c "[.per_process[].sends] | del(.[$rank])")"
done
ok "three of five" without "0|2|4" three.mtf.h5 "$programs/api" collectives
is "three of five: the trace says so" "$(unrecorded three.mtf.h5)" "[0,2,4]"
ok "groups that agree on a number" without "0" inter.mtf.h5 "$programs/api" inter
is "all ranks of their communicators are known" "$(undefined inter.mtf.h5)" 0
ok "communicators of communicators" without "0" made.mtf.h5 "$programs/api" communicators
is "all ranks of these, too" "$(undefined made.mtf.h5)" 0

status=0
without "*" none.mtf.h5 sh -c "'$programs/ending' none 5 && echo ended" >out 2>err || status=$?
is "none has a file: the program runs, and that is said" \
  "$status $(grep -c ended out) $(grep -c '^refrain-cli: ' err)" "1 5 1"

# full KILOBYTES PROCESSES PROGRAM...: on a disk of that size; what was written is in kept.
full() {
  local size=$1 processes=$2 status=0
  shift 2
  mount -t tmpfs -o "size=${size}k" tmpfs disk
  timeout $((2 * patience)) "$cli" record --keep-spool -o disk/x.mtf.h5 -- \
    mpirun --oversubscribe -n "$processes" "$@" >out 2>err </dev/null || status=$?
  rm -rf kept
  cp -r disk/x.mtf.h5.?????? kept
  umount disk
  # 1: there is no room for the trace.
  is "$size kB, $(basename "$1"): the program is not disturbed" \
    "$([ "$status" -le 1 ] && ! grep -q 'MPI_ERR\|MPI_ABORT\|signal' err && echo well)" well
}

mkdir disk
if mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
  umount disk
  full 300 3 "$programs/ending" none 5
  is "room for one: the others end where they begin" \
    "$("$cli" info --json kept | jq -c '[.processes, ([.defects[] | select(.kind == "truncated")] | length)]')" "[3,2]"
  is "and the cause is told" \
    "$("$cli" info --json kept | jq -c '[.defects[] | select(.sentence | contains("No space left"))] | length')" 2
  full 12 3 "$programs/ending" none 5
  is "room for two headers: the third is not there" "$(unrecorded kept | jq length)" 1
  full 300 2 "$programs/threads"
  is "threads without a file are counted" \
    "$("$cli" info --json kept |
      jq -c '[.defects[] | select(.kind == "missing-file" or .kind == "truncated") | .count] | add')" 5
else
  tests=$((tests + 1))
  echo "ok $tests - a disk that is full # SKIP no file system may be mounted here"
fi
without_spools
done_testing
