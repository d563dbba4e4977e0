#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli skeleton: what it writes, and what it refuses to.
. "$(dirname "$0")/tap.sh"

ok "a skeleton of the demo" "$cli" skeleton "$demo" -o new/folder
is "it says how to run it" "$(head -n 1 out)" "A program for 8 processes (4×2 grid): make -C new/folder run"
is "nothing was left out" "$(cat err)" ""
is "three files" "$(ls new/folder | tr '\n' ' ')" "Makefile skeleton.c skeleton.h "
code=new/folder/skeleton.c
has() {
  is "$1" "$(grep -cF -- "$2" "$code")" "$3"
}
is "the grid" "$(grep -c 'enum { X = 2, Y = 4 };' new/folder/skeleton.h)" 1
has "loops" "for (int k = 0; k < 10; k++) {" 2
has "receives are posted before what is sent" "post(" 4
has "non-blocking sends do not block" "start_to(" 4
has "blocking sends do" "send_to(" 4
has "what is started is waited for" "settle();" 1
has "sizes" "allreduce(MPI_COMM_WORLD, 8);" 1
is "little more than the page" $(($(wc -l <$code) <= 45)) 1
is "two computing times a plane" "$(grep -cE '^ +compute\([0-9.]+\);$' $code)" 2

ok "once more over the same" "$cli" skeleton "$demo" -o new/folder --scale 0.5 --sleep --drawn
is "the factor" "$(grep -c '#define SCALE 0.5' new/folder/skeleton.h)" 1
is "drawn times" "$(grep -c 'compute_one_of(us_[0-9]*);' $code)" 2
is "it sleeps" "$(grep -c nanosleep new/folder/skeleton.h)" 1
cp -r new/folder first
ok "and again" "$cli" skeleton "$demo" -o new/folder --scale 0.5 --sleep --drawn
ok "the same text" cmp $code first/skeleton.c
ok "on another number of processes" "$cli" skeleton "$demo" -o twelve --processes 12
is "as even as can be" "$(grep -c 'enum { X = 3, Y = 4 };' twelve/skeleton.h)" 1

# Each iteration sends something else to others: nobody knows what twelve processes would do.
awk 'BEGIN {
  srand(3)
  for (i = 0; i < 12; i++) {
    for (p = 0; p < 8; p++)
      for (k = int(rand() * 4); k >= 0; k--) {
        to = (p + 1 + int(rand() * 7)) % 8
        print p, "send", to, "tag1"; print to, "recv", p, "tag1"
      }
    for (p = 0; p < 8; p++) print p, "sync MPI_Allreduce 0-7"
  }
}' >varying.events
refused 1 "other processes of an irregular run" "$cli" skeleton varying.events -o no --processes 12
is "says what is regular" "$(grep -cE 'are unknown \([0-9]+ % of the messages are in patterns' err)" 1

if command -v mpicc >/dev/null; then
  for folder in new/folder twelve; do
    ok "$folder compiles without a warning" make -C "$folder" CFLAGS="-Wall -Wextra -Werror" skeleton
  done
else
  tell "no mpicc: nothing was compiled"
fi

# star N, tree N: what a master and its workers do, a sum over a tree of two children a process.
star() {
  local n=$1 p
  for ((p = 1; p < n; p++)); do echo "0 send $p tag2"; done
  for ((p = 1; p < n; p++)); do echo "0 recv $p tag2"; echo "$p send 0 tag1"; done
  for ((p = 1; p < n; p++)); do echo "$p recv 0 tag1"; done
}
tree() {
  local n=$1 p child
  for ((p = n - 1; p >= 0; p--)); do
    for child in $((2 * p + 1)) $((2 * p + 2)); do
      [ $child -lt "$n" ] && echo "$child recv $p tag1"
    done
    [ $p -gt 0 ] && echo "$p send $(((p - 1) / 2)) tag1"
  done
}
binomial() {
  local n=$1 p bit
  for ((p = n - 1; p >= 0; p--)); do
    for ((bit = 1; bit < n && (p & bit) == 0; bit *= 2)); do
      [ $((p + bit)) -lt "$n" ] && echo "$((p + bit)) recv $p tag1"
    done
    [ $p -gt 0 ] && echo "$p send $((p & (p - 1))) tag1"
  done
}
ring() {
  local n=$1 p
  for ((p = 0; p < n; p++)); do
    echo "$p send $(((p + 1) % n)) tag1"
    echo "$(((p + n - 1) % n)) recv $p tag1"
  done
}
# statements FOLDER: the program without its times and its first lines.
statements() {
  grep -v 'compute(\|^/\*\|^ \*' "$1/skeleton.c"
}
# as_on KIND N M: made for M processes of a trace of N it is the skeleton of a trace of M.
as_on() {
  "$1" "$2" >run.events
  ok "a $1 of $2 processes for $3" "$cli" skeleton run.events -o few --processes "$3"
  "$1" "$3" >run.events
  ok "a $1 of $3" "$cli" skeleton run.events -o many
  is "they do the same" "$(statements few)" "$(statements many)"
  [ -z "$mpicc" ] || ok "it compiles without a warning" make -C few CFLAGS="-Wall -Wextra -Werror" skeleton
}
mpicc=$(command -v mpicc)
as_on star 5 9
as_on tree 15 21
as_on tree 15 9
as_on binomial 16 40
as_on ring 5 11
for k in 1 2 4; do
  for p in 0 1 2 3 4 5 6 7; do echo "$p send $((p ^ k)) tag$k"; echo "$((p ^ k)) recv $p tag$k"; done
done >run.events
ok "half a cube" "$cli" skeleton run.events -o few --processes 4
is "has no third axis" "$(grep -c '_z = NOBODY;' few/skeleton.h)" 1
refused 1 "a larger cube" "$cli" skeleton run.events -o x --processes 16
# A ring of 8 beside rows of 4: read as a grid, the ring's end of a row is three back.
for ((i = 0; i < 3; i++)); do
  ring 8
  for p in 0 1 2 3 4 5 6 7; do
    echo "$p sync MPI_Allreduce $((p % 4)),$((p % 4 + 4))"
    echo "$p sync MPI_Alltoall $((p / 4 * 4))-$((p / 4 * 4 + 3))"
  done
done >rows.events
refused 1 "a ring that is written on a grid" "$cli" skeleton rows.events -o x --processes 18
is "since its end may be that of a row" "$(grep -c '“-3x.*axis x has 4 places' err)" 1
# Everybody after the next: on two places an axis a step may be the end of a row, too.
for ((p = 0; p < 4; p++)); do
  for k in 1 2 3; do echo "$p send $(((p + k) % 4)) tag1"; done
  for k in 1 2 3; do echo "$(((p + k) % 4)) recv $p tag1"; done
done >turns.events
refused 1 "all to all on a square" "$cli" skeleton turns.events -o x --processes 16
# Some of a collective's processes in another of all of them.
for ((i = 0; i < 3; i++)); do
  for p in 0 1 2 3 4 5 6; do
    echo "$p sync MPI_Bcast 0-6"
    [ $((p % 2)) -eq 1 ] || echo "$p sync MPI_Reduce 0,2,4,6"
  done
done >some.events
ok "a collective of some" "$cli" skeleton some.events -o some
is "is guarded" "$(grep -cF 'if (x % 2 == 0)' some/skeleton.c)" 1
star 5 >run.events
ok "a smaller star" "$cli" skeleton run.events -o few --processes 3
is "has no fourth process" "$(grep -c 'leaf[34] = NOBODY;' few/skeleton.h)" 2
refused 1 "a star with too many leaves" "$cli" skeleton run.events -o x --processes 60000
refused 1 "a star of one" "$cli" skeleton run.events -o x --processes 1
(star 5 && echo "0 send 4 tag9" && echo "0 recv 4 tag9") >own.events
refused 1 "a star with a leaf of its own" "$cli" skeleton own.events -o x --processes 9

star 5 | sed 's/tag2/tag2147483647/; s/tag1/tag13/' >tags.events
ok "tags up to the greatest" "$cli" skeleton tags.events -o tags
is "both are sent" "$(grep -cE 'send_to\(.*, (13|2147483647), ' tags/skeleton.c)" 5

refused 2 "no folder" "$cli" skeleton "$demo"
refused 2 "no trace" "$cli" skeleton -o x
refused 2 "two traces" "$cli" skeleton "$demo" "$demo" -o x
for scale in -1 nan inf 1x ''; do
  refused 2 "--scale “$scale”" "$cli" skeleton "$demo" -o x --scale "$scale"
done
for n in 0 -3 many 65537 10000000; do
  refused 2 "--processes $n" "$cli" skeleton "$demo" -o x --processes "$n"
done
is "it is said how many may be" "$("$cli" skeleton "$demo" -o x --processes 65537 2>&1 | grep -c 'from 1 to 65536')" 1
refused 1 "no grid of 7 processes" "$cli" skeleton "$demo" -o x --processes 7
refused 1 "no processes of a lone pair" "$cli" skeleton "$data/pair.gxl" -o x --processes 1
mkdir full
echo precious >full/skeleton.c
refused 1 "a folder with a file of someone else" "$cli" skeleton "$demo" -o full
is "which stays" "$(cat full/skeleton.c)" precious
refused 1 "a file instead of a folder" "$cli" skeleton "$demo" -o full/skeleton.c
refused 1 "a folder that cannot be made" "$cli" skeleton "$demo" -o /proc/nowhere
sed '/id="[or][01]\.[0-9]*"/d; /id="m0.0"/d' "$data/pair.gxl" >silent.gxl
is "a trace without communication" "$(number mpi_calls silent.gxl)" 0
refused 1 "nothing to do again" "$cli" skeleton silent.gxl -o x
sed '/id="r1.0"/d; /id="o1.0"/d; s/<edge from="o1.0".*//' "$data/pair.gxl" >half.gxl
ok "a message with one end" "$cli" skeleton half.gxl -o half
is "is left out, and counted" "$(cut -d: -f3 err)" " 1 sends, 0 receives, 0 calls of collectives"
is "what is left has no messages" "$(grep -c 'barrier(\|send_to(' half/skeleton.c)" 1
ok "many processes" "$cli" skeleton "$demo" --processes 4096 -o many
is "nothing was written" "$(ls -d x 2>/dev/null)" ""
done_testing
