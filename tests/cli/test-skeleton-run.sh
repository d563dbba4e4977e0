#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Skeletons of programs that MPI's buffers alone kept from a deadlock: with messages that no buffer
# takes they still come to their end.
. "$(dirname "$0")/tap.sh"

for tool in mpirun mpicc; do
  command -v $tool >/dev/null || skip_all "$tool is not installed"
done
. "$here/mpi.sh"

# made NAME: of the events on standard input, a trace NAME.gxl of messages of 4 MB.
made() {
  cat >"$1.events"
  "$cli" convert "$1.events" plain.gxl && sed 's/DataSize"><int>0</DataSize"><int>4000000</' plain.gxl >"$1.gxl"
}

# runs NAME PROCESSES: its skeleton compiles without a warning and ends.
runs() {
  ok "skeleton of $1" "$cli" skeleton "$1.gxl" -o "$1" --scale 0
  is "nothing is said against it" "$(cat err)" ""
  ok "$1 compiles without a warning" make -C "$1" CFLAGS="-O1 -Wall -Wextra -Werror" skeleton
  ok "$1 comes to its end" timeout 120 mpirun --oversubscribe -np "$2" "$1/skeleton"
}

# Everyone sends to the next one, then receives.
for k in 1 2 3; do
  for p in 0 1 2 3 4; do
    echo "$p send $(((p + 1) % 5)) tag7"
    echo "$(((p + 4) % 5)) recv $p tag7"
  done
done | made ring
runs ring 5
is "its sends do not block" "$(grep -c 'start_to(' ring/skeleton.c) $(grep -c 'send_to(' ring/skeleton.c)" "1 0"
# Were they to block, it would hang: the messages are too large for any buffer.
sed 's/start_to(/send_to(/; /settle();/d' ring/skeleton.c >blocking.c
mv blocking.c ring/skeleton.c
make -s -C ring skeleton
timeout 8 mpirun --oversubscribe -np 5 ring/skeleton >out 2>&1
is "as blocking sends they wait for each other" $? 124

# Neighbours on a 3×2 grid send to each other first.
neighbours() {
  local p=$1
  [ $((p % 3)) -gt 0 ] && echo $((p - 1))
  [ $((p % 3)) -lt 2 ] && echo $((p + 1))
  [ "$p" -ge 3 ] && echo $((p - 3))
  [ "$p" -lt 3 ] && echo $((p + 3))
}
for k in 1 2 3; do
  for p in 0 1 2 3 4 5; do
    for to in $(neighbours $p); do echo "$p send $to tag1"; done
    for from in $(neighbours $p); do echo "$from recv $p tag1"; done
  done
done | made grid
runs grid 6

# A pipeline waits for nobody: its sends stay as they were.
for k in 1 2 3; do
  for p in 0 1 2 3; do
    [ $p -gt 0 ] && echo "$((p - 1)) recv $p tag1"
    [ $p -lt 3 ] && echo "$p send $((p + 1)) tag1"
  done
done | made line
runs line 4
is "its sends block" "$(grep -c 'start_to(' line/skeleton.c) $(grep -c 'send_to(' line/skeleton.c)" "0 1"
done_testing
