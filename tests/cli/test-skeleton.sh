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
is "two computing times a plane and one at the beginning" "$(grep -cE '^ +compute\([0-9.]+\);$' $code)" 3

ok "once more over the same" "$cli" skeleton "$demo" -o new/folder --scale 0.5 --sleep --drawn
is "the factor" "$(grep -c '#define SCALE 0.5' new/folder/skeleton.h)" 1
is "drawn times" "$(grep -c 'compute_one_of(us_[0-9]*);' $code)" 3
is "it sleeps" "$(grep -c nanosleep new/folder/skeleton.h)" 1
cp -r new/folder first
ok "and again" "$cli" skeleton "$demo" -o new/folder --scale 0.5 --sleep --drawn
ok "the same text" cmp $code first/skeleton.c
ok "on another number of processes" "$cli" skeleton "$demo" -o twelve --processes 12
is "as even as can be" "$(grep -c 'enum { X = 3, Y = 4 };' twelve/skeleton.h)" 1

if command -v mpicc >/dev/null; then
  for folder in new/folder twelve; do
    ok "$folder compiles without a warning" make -C "$folder" CFLAGS="-Wall -Wextra -Werror" skeleton
  done
else
  tell "no mpicc: nothing was compiled"
fi

refused 2 "no folder" "$cli" skeleton "$demo"
refused 2 "no trace" "$cli" skeleton -o x
refused 2 "two traces" "$cli" skeleton "$demo" "$demo" -o x
for scale in -1 nan inf 1x ''; do
  refused 2 "--scale “$scale”" "$cli" skeleton "$demo" -o x --scale "$scale"
done
for n in 0 -3 many; do
  refused 2 "--processes $n" "$cli" skeleton "$demo" -o x --processes "$n"
done
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
is "nothing was written" "$(ls -d x 2>/dev/null)" ""
done_testing
