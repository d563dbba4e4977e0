#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Which recorders, and which programs for the ranks of MPI jobs, are built, by the compilers that are found: in a PATH that holds every other tool,
# and of those of MPI what a test puts there.
. "$(dirname "$0")/tap.sh"

for tool in meson ninja python3; do
  command -v $tool >/dev/null || skip_all "$tool is not installed"
done
openmpi=$(command -v mpicc.openmpi) mpich=$(command -v mpicc.mpich)
[ -n "$openmpi" ] || skip_all "mpicc.openmpi is not installed"

mkdir tools
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
  [ -d "$folder" ] && find "$folder" -maxdepth 1 ! -type d ! -name 'mpi*' -exec ln -s -t tools {} + 2>/dev/null
done

# configure NAME OPTION...: with what is in NAME, before the other tools.
configure() {
  local name=$1
  shift
  mkdir -p "$name"
  PATH=$work/$name:$work/tools meson setup -Dgui=disabled -Dtests=false "$@" "$name-build" "$REFRAIN_SOURCE"
}

# recorders NAME: those that are built.
recorders() {
  ninja -C "$1-build" -t targets all | grep -oE '^src/tracer/librefrain-tracer[a-z-]*\.so:' | sed 's|.*/||; s|:$||' | sort | paste -sd' '
}

# programs NAME: those for the ranks of an MPI job.
programs() {
  ninja -C "$1-build" -t targets all | grep -oE '^src/cluster/refrain-mpi[a-z-]*:' | sed 's|.*/||; s|:$||' | sort | paste -sd' '
}

mkdir plain
ln -s "$openmpi" plain/mpicc
ok "only mpicc is found" configure plain -Drecorder=enabled
is "it is Open MPI's" "$(recorders plain)" "librefrain-tracer.so"
is "refrain-mpi is for it" "$(programs plain)" "refrain-mpi"
ok "its wrappers can be made" ninja -C plain-build src/tracer/tracer-wrappers-openmpi.c

if [ -n "$mpich" ]; then
  mkdir elsewhere
  ln -s "$mpich" elsewhere/cc-of-mpi
  ok "compilers of any name" configure named "-Dmpicc=$openmpi,$work/elsewhere/cc-of-mpi,$mpich" -Drecorder=enabled
  is "a recorder for each MPI library, by its name" "$(recorders named)" "librefrain-tracer-mpich.so librefrain-tracer.so"
  is "a program for each MPI library, the first without its name" "$(programs named)" "refrain-mpi refrain-mpi-mpich"
fi

status=0
configure none -Drecorder=enabled >out 2>err || status=$?
is "a recorder that nothing can be built for" \
  "$status $(grep -c 'ERROR: .*-Drecorder=enabled needs a compiler for Open MPI or MPICH, and none of mpicc.openmpi, mpicc.mpich, mpicc is one: install it, or name it with -Dmpicc=' out)" "1 1"
status=0
configure wrong "-Dmpicc=$(command -v cc)" >out 2>err || status=$?
is "a compiler without MPI" "$status $(grep -c 'ERROR: .*no recorder is built for .*/cc: .*mpi.h' out)" "1 1"
status=0
configure nowhere -Drecorder=disabled -Dmpi=enabled "-Dmpicc=$(command -v cc)" >out 2>err || status=$?
is "refrain-mpi that nothing can be built with" \
  "$status $(grep -c 'ERROR: .*-Dmpi=enabled needs a compiler for MPI, and none of .*/cc is one: install it' out)" "1 1"
ok "without MPI there is none" configure without -Drecorder=disabled "-Dmpicc=$(command -v cc)"
is "... of any name" "$(programs without)" ""
done_testing
