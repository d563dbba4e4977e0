#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every file with words for people is in po/POTFILES, the translations are sound, and the programs find them.
. "$(dirname "$0")/tap.sh"

cd "$REFRAIN_SOURCE" || exit 99
is "po/POTFILES lists the files with words to translate (else: ./dev translate)" \
  "$(po/files | diff po/POTFILES -)" ""
# "%" G_GUINT64_FORMAT ends a message for xgettext; PRIu64 and %zu do not.
is "every message can be taken out whole" \
  "$(cd po && xgettext --from-code=UTF-8 --keyword=_ --keyword=N_ --keyword=ngettext:1,2 -D .. -f POTFILES -o - 2>/dev/null |
    grep -E '^msgid "([^%]|%%|%[^"])*%"$' | grep -v '%%"$')" ""
while read -r language; do
  report "$(msgfmt --check --output-file=/dev/null "po/$language.po" 2>"$work/err"; echo $?)" "po/$language.po is sound"
  [ ! -s "$work/err" ] || tell "$(cat "$work/err")"
  # The program of the build folder finds it there, in the locale that every machine has.
  said=$(grep -A 1 '^msgid "Summarise a trace"' "po/$language.po" | sed -n 's/^msgstr "\(.*\)"$/\1/p')
  is "refrain-cli speaks $language in the build folder" \
    "$(LANGUAGE=$language "$cli" --help | sed -n 's/^  info  *//p')" "$said"
done < <(grep -v '^#' po/LINGUAS)
done_testing
