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

# found TRACE: what is the same in every recording of it.
found() {
  "$cli" info --json "$1" | jq -c '[.processes, .messages, .unmatched]'
  "$cli" patterns --json "$1" | jq -c '[.communication_patterns[] | [.name, .occurrences]]'
}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# only_mpicc LIBRARY COMPILER RUN RECORDER: what is built where the compiler is called mpicc records.
only_mpicc() {
  local library=$1 name=plain-$1 build=$work/plain-$1-build tree=$work/tree-$1
  mkdir "$name"
  ln -s "$2" "$name/mpicc"
  ok "only mpicc is found, of $library" configure "$name" -Drecorder=enabled
  is "$library: that is seen" "$(recorders "$name")" "$4"
  is "$library: refrain-mpi is for it" "$(programs "$name")" refrain-mpi
  ok "$library: the recorder is built" ninja -C "$build" "src/tracer/$4"
  # Programs look for what was built beside them; here in a folder with a space, which LD_PRELOAD cannot hold.
  mkdir -p "$tree/src/cli" "$tree/src/tracer"
  touch "$tree/build.ninja"
  cp "$cli" "$tree/src/cli"
  cp "$build/src/tracer/$4" "$tree/src/tracer"
  ok "$library: a program" "$name/mpicc" -w -o "$name/ping-pong" "$REFRAIN_SOURCE/tests/programs/ping-pong.c"
  ok "$library: is recorded" env LD_LIBRARY_PATH="$REFRAIN_BUILD/src/library" "$tree/src/cli/refrain-cli" \
    record -o "$name.mtf.h5" -- "$3" -n 2 "$name/ping-pong"
  is "$library: and analysed" "$(found "$name.mtf.h5")" "$(found "$data/ping-pong.otf2")"
}
only_mpicc openmpi "$openmpi" mpirun.openmpi librefrain-tracer.so
[ -z "$mpich" ] || only_mpicc mpich "$mpich" mpirun.mpich librefrain-tracer-mpich.so

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
# With the tests, too: none of them may need the window.
ok "without MPI there is none" configure without -Drecorder=disabled "-Dmpicc=$(command -v cc)" -Dtests=true
is "... of any name" "$(programs without)" ""

# What RHEL 9 with EPEL has is new enough: libraries of here, called as old as those of there.
mkdir rhel
while read -r library version; do
  sed "s/^Version:.*/Version: $version/" "$(pkg-config --variable=pcfiledir "$library")/$library.pc" >"rhel/$library.pc"
done <<'END'
glib-2.0 2.68.4
gio-2.0 2.68.4
gobject-2.0 2.68.4
json-glib-1.0 1.6.6
cairo 1.17.4
pango 1.48.7
pangocairo 1.48.7
libxml-2.0 2.9.13
libzstd 1.5.1
gsl 2.6
END
ok "the versions of RHEL 9 are new enough" \
  env "PKG_CONFIG_PATH=$work/rhel" meson setup -Dgui=disabled -Dtests=false "-Dmpicc=$openmpi" rhel-build "$REFRAIN_SOURCE"
is "... and seen" "$(grep -cE 'glib-2.0 found: YES 2\.68\.4|libxml-2.0 found: YES 2\.9\.13' out)" 2
is "nothing is asked of meson that is newer than what is named" "$(grep -c 'introduced in' out)" 0

# The options of the recipes, as far as they can be had here.
for recipe in "$REFRAIN_SOURCE"/packaging/{spack/package.py,easybuild/Refrain-*.eb,conda/meta.yaml}; do
  python3 "$here/recipes.py" "$recipe" "$openmpi" >options 2>err || tell "$(cat err)"
  mapfile -t options <options
  # g-ir-scanner need not be installed where the tests run.
  command -v g-ir-scanner >/dev/null || options=("${options[@]/-Dintrospection=enabled/-Dintrospection=auto}")
  name=$(basename "$recipe")
  ok "meson takes the options of $name" meson setup "${options[@]}" "recipe-$name" "$REFRAIN_SOURCE"
  is "$name: without the window, with a recorder, SQLite and lines of source; warnings of newer compilers are none" \
    "$(jq -r '.[] | select(.name | IN("gui", "libdw", "recorder", "sqlite", "werror")) | "\(.name) \(.value)"' \
      "recipe-$name/meson-info/intro-buildoptions.json" | sort | paste -sd,)" \
    "gui disabled,libdw enabled,recorder enabled,sqlite enabled,werror false"
done
done_testing
