#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What people read keeps to the rules of CONTRIBUTING.md, Words: style.py says which are checked.
. "$(dirname "$0")/tap.sh"

style() { python3 "$REFRAIN_SOURCE/tests/cli/style.py" "$@"; }

(cd "$REFRAIN_SOURCE/po" && xgettext --from-code=UTF-8 --keyword=_ --keyword=N_ --keyword=C_:1c,2 --keyword=NC_:1c,2 \
  --keyword=ngettext:1,2 --keyword=g_dngettext:2,3 -D .. -f POTFILES -o "$work/all.pot") 2>/dev/null
report "$([ "$(grep -c '^msgid' "$work/all.pot")" -gt 2000 ]; echo $?)" "the messages are found"
is "messages use the words of the field" "$(style messages "$work/all.pot")" ""
is "labels have three words, tooltips six" "$(style labels "$REFRAIN_SOURCE")" ""
is "columns have headings" "$(style tables "$REFRAIN_SOURCE")" ""
is "no array is freed by its first element" "$(style autofree "$REFRAIN_SOURCE")" ""
is "an option has one wording, a command an imperative" "$(style commands "$cli")" ""

# What is to be found is found.
mkdir -p bad/data/ui bad/src
printf '#: a.c:1\nmsgid ""\n"Tell what the "\n"time hangs on"\n\n#: a.c:2\nmsgid "%%u thing"\nmsgid_plural "the %%u usual colors"\n' >bad.pot
is "words of our own dialect are rejected" "$(style messages bad.pot | cut -d : -f 3- | sort)" " British spelling
 “Tell”, better: show, list, explain
 “hangs on”, better: waits for, depends on, is caused by
 “usual”, better: similar, outlier, typical"
printf '<interface><object><property name="label" translatable="yes">_One Two Three Four</property>
<property name="tooltip-text" translatable="yes">One Two Three Four Five Six (Ctrl+1)</property></object></interface>' >bad/data/ui/a.ui
printf 'gtk_widget_set_tooltip_text (button, _ ("One two three "\n  "four five six seven"));
RefrainReportColumn columns[] = { { "a", "", X }, { "b", _ ("b"), X },\n};' >bad/src/a.c
is "long labels and tooltips are rejected" "$(style labels bad)" "a.ui: _One Two Three Four: 4 words, at most 3
a.c: One two three four five six seven: 7 words, at most 6"
is "so are columns without a heading" "$(style tables bad)" "a.c: a table with a column without a heading"
printf 'g_autofree double *times[2]\n = { a, b };\ng_autofree char *one = NULL;' >bad/src/b.c
is "so are arrays that are freed by their first element" "$(style autofree bad)" \
  "b.c: g_autofree double *times[2]: only the first element is freed"
done_testing
