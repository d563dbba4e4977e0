#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything of MPI that the recorder knows, part by part of tests/programs/api.c on 5 processes.
. "$(dirname "$0")/tap.sh"
. "$here/recorder.sh"

# part NAME EXPECTED: messages, unmatched, with nobody, collectives, their instances, communicators.
part() {
  ok "record api $1" record "$1.mtf.h5" 5 "$programs/api" "$1"
  is "api $1: messages and collectives" "$("$cli" info --json "$1.mtf.h5" |
    jq -c '[.messages, .unmatched, .null_partner // 0, .collectives, .collective_instances, .communicators]')" "$2"
  is "api $1: no defects" "$(defects_of "$1.mtf.h5")" "[]"
}

part blocking "[30,0,10,5,1,2]"
part requests "[55,0,10,5,1,2]"
part persistent "[20,0,0,0,0,2]"
part probe "[20,0,0,0,0,2]"
part communicators "[59,0,0,104,30,18]"
part collectives "[0,0,0,125,25,2]"
part neighbours "[0,0,0,30,6,3]"
part inter "[4,0,0,25,6,6]"
part window "[0,0,0,5,1,2]"
part file "[0,0,0,0,0,2]"
is "one-sided operations are analysed" \
  "$("$cli" info window.mtf.h5 | grep -c 'the trace does not hold\|are not analysed')" 0

# Communicators with their members, in the order of their ranks.
ok "as GXL" "$cli" convert communicators.mtf.h5 communicators.gxl
is "one was named" "$(grep -c '>copy<' communicators.gxl)" 1
is "a grid and what was cut out of it" "$(grep -c 'name="Cartesian"' communicators.gxl)" 2
is "the odd processes, last first" "$("$cli" convert communicators.mtf.h5 c.otf2 && otf2-print -G c.otf2 |
  grep -cE '^GROUP .* 2 Members: 3 \("[^"]*" <196608>\), 1 \("[^"]*" <65536>\)')" 1

# Bytes as OTF2's recorders count them.
"$cli" convert collectives.mtf.h5 collectives.otf2
bytes() {
  otf2-print collectives.otf2 | grep -E "COLLECTIVE_(END|COMPLETE) +$1 .*Operation: $2," | head -n 1 |
    sed -E 's/.*Sent: ([0-9]+), Received: ([0-9]+).*/\1 \2/'
}
is "MPI_Bcast at the root" "$(bytes 262144 BCAST)" "60 12"
is "MPI_Bcast elsewhere" "$(bytes 0 BCAST)" "0 12"
is "MPI_Gather at the root" "$(bytes 262144 GATHER)" "4 20"
is "MPI_Scatterv elsewhere" "$(bytes 0 SCATTERV)" "0 4"
is "MPI_Allgatherv in place" "$(bytes 0 ALLGATHERV)" "16 16"
is "MPI_Alltoallw" "$(bytes 0 ALLTOALLW)" "20 20"
is "MPI_Allreduce in place" "$(bytes 0 ALLREDUCE)" "48 48"
is "MPI_Reduce at the root" "$(bytes 262144 REDUCE)" "12 60"
is "MPI_Reduce_scatter" "$(bytes 0 REDUCE_SCATTER)" "20 20"
is "MPI_Scan on the second" "$(bytes 65536 SCAN)" "16 8"
is "MPI_Exscan on the second" "$(bytes 65536 EXSCAN)" "12 4"

# The same with MPICH, in C and Fortran, where it is installed.
if [ -e "$programs/api-mpich" ] && command -v mpirun.mpich >/dev/null; then
  rm -f api.data
  ok "record api with MPICH" "$cli" record -o mpich.mtf.h5 -- mpirun.mpich -n 5 "$programs/api-mpich"
  is "MPICH: messages and collectives" "$("$cli" info --json mpich.mtf.h5 |
    jq -c '[.messages, .unmatched, .null_partner // 0, .collectives, .collective_instances, .communicators]')" \
    "[188,0,20,299,70,23]"
  is "MPICH: no defects" "$(defects_of mpich.mtf.h5)" "[]"
  rm -f api.data
  status=0
  "$cli" record --mpi openmpi -o wrong.mtf.h5 -- mpirun.mpich -n 2 "$programs/api-mpich" blocking >out 2>err || status=$?
  is "what to do is said" "$(grep -c 'is linked with MPICH; record it with --mpi=mpich' err)" 1
  is "the tracer of another MPI library says so, and the program runs" \
    "$status $(grep -c 'nothing is recorded: the MPI library of this program is not Open MPI' err)" "1 2"
  for interface in mpif f08; do
    [ -e "$programs/api-mpich-$interface" ] || continue
    ok "record api-mpich-$interface" "$cli" record -o mpich-f.mtf.h5 -- mpirun.mpich -n 5 "$programs/api-mpich-$interface"
    is "MPICH: every call of Fortran is there, $interface" \
      "$("$cli" info --json mpich-f.mtf.h5 | jq -c '[.messages, .unmatched, .null_partner, .collectives, .collective_instances, .defects]')" \
      "[40,0,5,30,7,[]]"
  done
fi
# What MPI 4 added, where the library has it.
declare -A wanted=([isendrecv]="[35,0,0,0,0,2,[]]" [partitioned]="[20,0,0,0,0,2,[]]" [collectives]="[0,0,0,60,12,2,[]]")
for program in api4 api4-mpich; do
  launcher=(mpirun --oversubscribe)
  [ "$program" = api4 ] || launcher=(mpirun.mpich)
  [ -e "$programs/$program" ] && command -v "${launcher[0]}" >/dev/null || continue
  for part in $("$programs/$program" list); do
    ok "record $program $part" "$cli" record -o four.mtf.h5 -- "${launcher[@]}" -n 5 "$programs/$program" "$part"
    is "$program $part: messages, collectives, defects" "$("$cli" info --json four.mtf.h5 |
      jq -c '[.messages, .unmatched, .null_partner // 0, .collectives, .collective_instances, .communicators, .defects]')" \
      "${wanted[$part]}"
    ok "$program $part: sizes agree" "$cli" validate four.mtf.h5
    is "$program $part: all is there" "$("$cli" info four.mtf.h5 | grep -c 'but the trace does not')" 0
  done
done
without_spools
done_testing
