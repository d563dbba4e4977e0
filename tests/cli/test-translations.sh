#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every file with words for people is in po/POTFILES, and the translations are sound.
. "$(dirname "$0")/tap.sh"

cd "$REFRAIN_SOURCE" || exit 99
is "po/POTFILES lists the files with words to translate" \
  "$(grep -v '^#' po/POTFILES)" \
  "$({
    grep -rlE --include='*.c' '\b(N|C|NC)?_ \("|ngettext \(' src
    grep -rl --include='*.ui' 'translatable="' data/ui
    ls data/*.desktop.in data/*.gschema.xml data/*.metainfo.xml.in
  } 2>/dev/null | LC_ALL=C sort)"
while read -r language; do
  report "$(msgfmt --check --output-file=/dev/null "po/$language.po" 2>"$work/err"; echo $?)" "po/$language.po is sound"
  [ ! -s "$work/err" ] || tell "$(cat "$work/err")"
done < <(grep -v '^#' po/LINGUAS)
done_testing
