#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed works wherever it was put: the programs find what belongs to them beside themselves.
. "$(dirname "$0")/tap.sh"

command -v meson >/dev/null || skip_all "meson is not installed"
tree="$work/a moved tree"
DESTDIR=$work/destination meson install -C "$REFRAIN_BUILD" --no-rebuild --quiet --skip-subprojects >out 2>&1 ||
  { tell "$(tail -n 5 out)"; skip_all "not everything was built"; }
mv "$work/destination$(jq -r '.[] | select(.name == "prefix").value' "$REFRAIN_BUILD/meson-info/intro-buildoptions.json")" "$tree"
installed=$tree/bin/refrain-cli
# Where tests have it, the library of the build would do.
unset LD_LIBRARY_PATH
used=$(ldd "$installed" | sed -n 's/.*librefrain.* => \(.*\) (0x.*/\1/p')
is "refrain-cli takes the library that was moved with it" "$(realpath "$used")" \
  "$(realpath "$(find "$tree" -name 'librefrain-[0-9]*.so')")"
ok "refrain-cli --version" "$installed" --version
is "it says the version" "$(cat out)" "refrain-cli $(sed -n "s/^  version: '\(.*\)',/\1/p" "$REFRAIN_SOURCE/meson.build")"
# The demo comes with the window.
[ ! -e "$tree/bin/refrain" ] || demo=$tree/share/refrain/demo/wavefront.otf2
ok "refrain-cli reads the demo" "$installed" info "$demo"
cp out plain
is "and speaks German" "$(LANGUAGE=de "$installed" info "$demo" | cmp -s - plain; echo $?)" 1
is "in the words of the catalogue beside it" "$(LANGUAGE=de "$installed" --help | sed -n 's/^  info  *//p')" \
  "$(grep -A 1 '^msgid "Summarise a trace"' "$REFRAIN_SOURCE/po/de.po" | sed -n 's/^msgstr "\(.*\)"$/\1/p')"
for file in man/man1/refrain-cli.1 man/man1/refrain-cli-findings.1 bash-completion/completions/refrain-cli zsh/site-functions/_refrain-cli \
  fish/vendor_completions.d/refrain-cli.fish; do
  ok "installed: $file" test -s "$tree/share/$file"
done
for language in $(grep -v '^#' "$REFRAIN_SOURCE/po/LINGUAS"); do
  ok "installed: the catalogue of $language" test -s "$tree/share/locale/$language/LC_MESSAGES/refrain.mo"
done
if [ -e "$tree/bin/refrain" ]; then
  is "refrain --version" "$("$tree/bin/refrain" --version)" "refrain $(cut -d ' ' -f 2 <<<"$("$installed" --version)")"
  for file in applications/io.github.refrain.Refrain.desktop metainfo/io.github.refrain.Refrain.metainfo.xml \
    glib-2.0/schemas/io.github.refrain.Refrain.gschema.xml mime/packages/io.github.refrain.Refrain.xml \
    icons/hicolor/scalable/apps/io.github.refrain.Refrain.svg man/man1/refrain.1 help/C/refrain/index.page \
    refrain/refrain.html; do
    ok "installed: $file" test -s "$tree/share/$file"
  done
fi
is "nothing of the demo's session is installed" "$(find "$tree" -name '*.refrain.json')" ""
tracer=$(find "$tree" -name 'librefrain-tracer.so')
if [ -n "$tracer" ]; then
  is "refrain-cli finds its recorder" "$("$installed" record -o x.mtf.h5 --mpi openmpi -- true 2>&1 | grep -c 'is missing')" 0
fi
done_testing
