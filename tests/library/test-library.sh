#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The library as programs outside see it: what it shows is what its header says, and a program of ten
# lines builds with pkg-config against an installed tree that was moved.
. "$(dirname "$0")/../cli/tap.sh"

headers=("$REFRAIN_SOURCE/src/library/refrain.h" "$REFRAIN_SOURCE/src/study/tables/refrain-data.h")
library=$(find "$REFRAIN_BUILD/src/library" -maxdepth 1 -name 'librefrain-1.so.*.*' -type f | head -n 1)
# Types of GObject get their functions from a macro.
declared() {
  cat "${headers[@]}" | grep -oE '\brefrain_[a-z0-9_]+ \(' | tr -d ' (' | sort -u
}
shown() {
  nm -D --defined-only --with-symbol-versions "$library" | sed -n "s/.* \(refrain_[a-z0-9_]*\)@@*$1\$/\1/p" | sort -u
}

# Who needs them loads them: together they take four times as long to load as all others.
is "a command starts without libraries for HDF5, figures and graphs" \
  "$(ldd "$cli" | grep -E 'lib(hdf5|cairo|pango|igraph)')" ""

command -v nm >/dev/null || skip_all "nm is not installed"
is "what has the public version is what refrain.h declares" "$(shown REFRAIN_1)" "$(declared)"
is "everything else is private" "$(nm -D --defined-only --with-symbol-versions "$library" |
  grep -cvE ' (REFRAIN_1|REFRAIN_PRIVATE)$|@@*REFRAIN_(1|PRIVATE)$')" 0
# Version 1 of the interface only grows: what was there once has the same declaration for ever.
cat "${headers[@]}" | tr -s ' \n' ' ' >flat
gone=$(grep -v '^#' "$here/refrain-1.abi" | while IFS= read -r line; do grep -qF -- "$line" flat || echo "$line"; done)
is "each function of version 1 is declared as it always was" "$gone" ""
is "and each that is declared is kept there" \
  "$(declared | while read -r name; do grep -q -- "\b$name (" "$here/refrain-1.abi" || echo "$name"; done)" ""

# Each function is described, and the pages of ./dev docs can be written.
gir=$REFRAIN_BUILD/src/library/Refrain-1.gir
if [ -e "$gir" ] && command -v gi-docgen >/dev/null; then
  config=$REFRAIN_SOURCE/docs/refrain-1.toml
  ok "everything public is described" gi-docgen check --config "$config" "$gir"
  ok "pages about it" gi-docgen generate --quiet --fatal-warnings --config "$config" \
    --content-dir "$REFRAIN_SOURCE/docs" --output-dir pages "$gir"
  is "each function is on one" "$(declared | grep -v _get_type | while read -r name; do
    grep -qr "$name" pages || echo "$name"
  done)" ""
  is "of this version" "$(sed -n 's/^version = "\(.*\)"/\1/p' "$config")" \
    "$(sed -n "s/^  version: '\(.*\)',/\1/p" "$REFRAIN_SOURCE/meson.build")"
fi

if command -v meson >/dev/null && command -v pkg-config >/dev/null && command -v cc >/dev/null &&
  [ "${REFRAIN_SANITIZE:-none}" = none ] &&
  DESTDIR=$work/destination meson install -C "$REFRAIN_BUILD" --no-rebuild --quiet --skip-subprojects >out 2>&1; then
  tree=$(mktemp -d) # without a space, which pkg-config would have to quote
  mv "$work/destination$(jq -r '.[] | select(.name == "prefix").value' "$REFRAIN_BUILD/meson-info/intro-buildoptions.json")"/* "$tree"
  pc=$(find "$tree" -name refrain-1.pc)
  export PKG_CONFIG_PATH=${pc%/*}
  sed -i "s|^prefix=.*|prefix=$tree|" "$pc"
  # shellcheck disable=SC2046
  ok "ten lines build" cc -o ten-lines "$here/ten-lines.c" $(pkg-config --cflags --libs refrain-1)
  folder=$(pkg-config --variable=libdir refrain-1)
  ok "and run" env LD_LIBRARY_PATH="$folder" ./ten-lines "$demo"
  is "and print what the command prints" "$(cat out)" "$("$cli" patterns "$demo")"
  status=0
  LD_LIBRARY_PATH=$folder ./ten-lines /does/not/exist >out 2>err || status=$?
  is "what is not there is one sentence" "$status $(cat out)" "1 /does/not/exist: No such file or directory"
  # What is opened when it is first called comes along; Meson names the libraries of the build folder.
  unset LD_LIBRARY_PATH
  ok "the moved command writes HDF5" "$tree/bin/refrain-cli" convert "$demo" moved.mtf.h5
  ok "and draws a graph that has no name" "$tree/bin/refrain-cli" export --view topology -o moved.svg \
    "$REFRAIN_SOURCE/tests/data/mtf-classes.gxl"
  rm -r "$folder/refrain-1"
  status=0
  "$tree/bin/refrain-cli" info moved.mtf.h5 >out 2>err || status=$?
  is "what does not come along is said" "$status $(grep -c '^refrain-cli: Refrain is not installed whole: .*hdf5.so' err)" "1 1"
  rm -rf "$tree"
fi
done_testing
