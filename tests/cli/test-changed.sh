#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A trace that others write over while it is open: true results of one of the two, or one sentence.
. "$(dirname "$0")/tap.sh"

[ -e /proc/self/maps ] || skip_all "nothing tells which files a program has mapped"
unpack sweep3d-2x3-50
ok "a trace" "$cli" convert "$anchor" large.mtf.h5
ok "a smaller one" "$cli" convert "$demo" small.mtf.h5

# catch COMMAND: starts it, and stops it while it has the file mapped; fails where it was quicker.
catch() {
  cp large.mtf.h5 open.mtf.h5
  "$cli" "$1" open.mtf.h5 >out 2>err &
  pid=$!
  while kill -STOP $pid 2>/dev/null; do
    ! grep -q open.mtf.h5 "/proc/$pid/maps" 2>/dev/null || return 0
    kill -CONT $pid
  done
  wait $pid
  return 1
}

for command in patterns waits durations; do
  for _ in $(seq 50); do
    ! catch $command || break
  done
  cp small.mtf.h5 open.mtf.h5 & # a lease may hold it
  sleep 0.1
  kill -CONT $pid
  status=0
  wait $pid || status=$?
  wait
  is "$command: refused" "$status $(wc -l <out) $(cat err)" \
    "1 0 refrain-cli: open.mtf.h5: it changed while it was open; run this again"
done

# ---- At any moment --------------------------------------------------------------------------------
for size in small large; do
  cp $size.mtf.h5 open.mtf.h5
  "$cli" patterns open.mtf.h5 >of.$size
done
touch again
while [ -e again ]; do
  for size in small large; do
    cp $size.mtf.h5 open.mtf.h5
    sleep 0.0$((RANDOM % 5 + 1))
  done
done &
bad=0
for _ in $(seq 40); do
  status=0
  timeout $patience "$cli" patterns open.mtf.h5 >out 2>err || status=$?
  case $status in
    0) cmp -s out of.small || cmp -s out of.large || bad=1 ;;
    1) [ "$(wc -l <err)" -eq 1 ] && [ ! -s out ] || bad=1 ;;
    *) bad=1 ;;
  esac
  [ $bad -eq 0 ] || break
done
report $bad "each run ends with what is true of one of the two, or with one sentence"
[ $bad -eq 0 ] || tell "exit $status" "stdout: $(head -n 5 out)" "stderr: $(head -n 5 err)"
rm again
wait

done_testing
