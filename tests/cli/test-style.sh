#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What people read keeps to the rules of CONTRIBUTING.md, Words: style.py says which are checked.
. "$(dirname "$0")/tap.sh"

style() { python3 "$REFRAIN_SOURCE/tests/cli/style.py" "$@"; }

(cd "$REFRAIN_SOURCE/po" && xgettext --from-code=UTF-8 --keyword=_ --keyword=N_ --keyword=C_:1c,2 --keyword=NC_:1c,2 \
  --keyword=ngettext:1,2 --keyword=g_dngettext:2,3 -D .. -f POTFILES -o "$work/all.pot") 2>/dev/null
report "$([ "$(grep -c '^msgid' "$work/all.pot")" -gt 2000 ]; echo $?)" "the messages are found"
is "messages use the words of the field" "$(style messages "$work/all.pot")" ""
documents=("$REFRAIN_SOURCE"/{README.md,docs/man/*.1,help/C/*.page})
for page in recording commands faq worked-case gallery ci glossary clusters formats library query scaling database security validation; do
  documents+=("$REFRAIN_SOURCE/docs/$page.md")
done
is "so do the documents for users" "$(style documents "${documents[@]}")" ""
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
g_menu_append (menu, _ ("_Show All of Them"), "a.b");
static const RefrainTableColumn seen[] = { { .title = N_ ("A heading too long"),\n .meaning = N_ ("Five words and one more word") } };
RefrainReportColumn columns[] = { { "a", "", X }, { "b", _ ("b"), X },\n};' >bad/src/a.c
is "long labels and tooltips are rejected" "$(style labels bad)" "a.ui: _One Two Three Four: 4 words, at most 3
a.c: One two three four five six seven: 7 words, at most 6
a.c: _Show All of Them: 4 words, at most 3
a.c: A heading too long: 4 words, at most 3"
is "so are columns without a heading" "$(style tables bad)" "a.c: a table with a column without a heading"
printf 'g_autofree double *times[2]\n = { a, b };\ng_autofree char *one = NULL;' >bad/src/b.c
printf 'Time that is lost to waiting.\n\n```sh\nwhat repeats\n```\n\nUse `--turn`, and look\nfor colors.\n' >bad.md
printf '<page><p>It <code>tells</code> nothing.</p>\n<terms><item><title>Hits</title><p>Somebody waits.</p></item></terms></page>' >bad.page
printf '.SH NAME\nbad \\- a page\n.PP\nWhat\n.B info\ntells.\n.I wrapped\n.EX\nthe usual\n.EE\n' >bad.1
is "so are such words in documents" "$(style documents bad.md bad.page bad.1 | sed 's/: .*“/: “/')" \
  "bad.md: “lost to”, better: an efficiency, or a share of time
bad.md: “look for”, better: search for
bad.md: Use ·, and look for colors.: British spelling
bad.page: “Hits”, better: match
bad.page: “Somebody”, better: no process, no routine
bad.1: “tells”, better: show, list, explain"
cat >two-wordings <<'CLI'
#!/bin/sh
case $1 in
--help) printf 'Commands:\n  info  Summarise a trace\n  waits  Tell who waits\n' ;;
info) printf 'Options:\n  --from=TIME  Start of the time range (seconds)\n' ;;
*) printf 'Options:\n  --from=TIME  Start of the time range (steps)\n  --to=TIME  End\n  --json  Print JSON\n' ;;
esac
CLI
sed 's/--json  Print JSON/--from=TIME  Where it begins/' two-wordings >worse
chmod +x two-wordings worse
is "so are commands that are no imperatives" "$(style commands ./two-wordings)" "waits: Tell who waits: no imperative
only 3 options found"
is "and options with two wordings" "$(style commands ./worse | grep -c 'waits --from: Where it begins: elsewhere: Start of the time range')" 1
is "so are arrays that are freed by their first element" "$(style autofree bad)" \
  "b.c: g_autofree double *times[2]: only the first element is freed"
done_testing
