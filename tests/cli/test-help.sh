#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The help: sound Mallard, every link leads somewhere, every page of the window has its topic, and what it
# says to choose is in the window.
. "$(dirname "$0")/tap.sh"

command -v xmllint >/dev/null || skip_all "xmllint is not installed"
cd "$REFRAIN_SOURCE/help" || exit 99

# each XPATH FILE...: what it finds, a line each, without what is of no matter to a reader.
each() {
  local path=$1 file
  shift
  for file; do
    sed 's/ xmlns="[^"]*"//' "$file" | tr -s '\n ' ' ' | xmllint --xpath "$path" - 2>/dev/null
    echo
  done | sed 's/&amp;/\&/g; s/^ *//' | sed '/^$/d' | sort -u
}

is "every page is well-formed" "$(xmllint --noout C/*.page 2>&1)" ""
is "a page is named as its file" "$(each '//page/@id' C/*.page | cut -d '"' -f 2)" \
  "$(for page in C/*.page; do basename "$page" .page; done | sort)"
topics=$(for page in C/*.page; do basename "$page" .page; done)
is "links lead to pages and sections" "$(
  each '//link/@xref' C/*.page | cut -d '"' -f 2 | while IFS='#' read -r page section; do
    grep -qx "$page" <<<"$topics" && { [ -z "$section" ] || grep -q "<section id=\"$section\"" "C/$page.page"; } ||
      echo "$page#$section"
  done)" ""
is "figures are there" "$(
  each '//media/@src' C/*.page | cut -d '"' -f 2 | while read -r figure; do [ -e "C/$figure" ] || echo "$figure"; done)" ""
is "every page can be reached from the first" \
  "$(grep -L '<link type="guide" xref="index#' C/*.page)" "C/index.page"
is "meson.build installs every page" \
  "$(sed -n "/^help_topics/,/^]/p" meson.build | grep -oE "'[^']+'" | tr -d "'" | sort)" \
  "$(grep -vx index <<<"$topics" | sort)"
is "every page of the window has its topic" "$(
  sed -n 's/^  { "\([a-z-]*\)", N_ .*/\1/p' ../src/ui/pages/refrain-pages.c | while read -r page; do
    [ -e "C/$page.page" ] || echo "$page"
  done)" ""
# kinds FILE: the names that JSON has for them, of a table of C.
kinds() {
  sed -nE 's/^ *\[REFRAIN_(FINDING|WAIT)_[A-Z_]+\] = (\{ )?"([a-z_]+)".*/\3/p' "$1" | grep -vx none | sort
}
sections() { each '/page/section/@id' "$1" | cut -d '"' -f 2; }
commands=$("$cli" --help | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }' | sort)
is "every command has an example" "$(sed -n 's/^## //p' ../docs/commands.md | sort)" "$commands"
if command -v python3 >/dev/null; then
  is "and a manual page that is installed" "$(
    sed -n "/^commands = /,/^]/p" ../docs/meson.build | grep -oE "'[^']+'" | tr -d "'" | sort)" "$commands"
  python3 ../docs/man/split.py ../docs/man/refrain-cli.1 ../docs/commands.md "$work"
  for command in $commands; do
    is "which is sound: refrain-cli-$command" "$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 \
      man --warnings -E UTF-8 -l -Tutf8 -Z "$work/refrain-cli-$command.1" 2>&1 >/dev/null | head -n 3)" ""
  done
  is "topics made of docs/ are as those (help/from-markdown.py)" "$(python3 from-markdown.py --check)" ""
fi
is "every kind of finding is explained" "$(sections C/findings.page)" \
  "$(kinds ../src/algo/whatif/refrain-finding-kind.c)"
is "every kind of waiting is explained" "$(sections C/wait-states.page)" \
  "$(kinds ../src/algo/waits/refrain-waits.c)"
is "so are the factors of efficiency" "$(
  jq -r '.properties | keys[]' ../docs/schema/efficiency.json |
    grep -xE 'parallel|load_balance|communication|serialisation|transfer' |
    while read -r factor; do sections C/efficiencies.page | grep -qx "$factor" || echo "$factor"; done)" ""
is "each of them with a picture, how it is computed, and what to do" "$(
  each '/page/section[not(media) or not(terms/item/title="Computed") or not(terms/item/title="Act")]/@id' \
    C/{findings,wait-states,efficiencies}.page | grep -v '"device"')" ""
is "each page of the window has units, how it is computed, and what to do" "$(
  sed -n 's/^  { "\([a-z-]*\)", N_ .*/\1/p' ../src/ui/pages/refrain-pages.c | while read -r page; do
    [ "$(each '//item/title[.="Unit" or .="Computed" or .="Act"]/text()' "C/$page.page" | wc -l)" -eq 3 ] || echo "$page"
  done)" ""
is "the glossary of the source has the same words" "$(each '//item/title/text()' C/glossary.page)" \
  "$(sed '/^## Quantities/,$d; 1,/^| ---/d; /^$/d' ../docs/glossary.md | cut -d '|' -f 2 | sed 's/^ *//; s/ *$//' | sort -u)"
is "no word has two lines" "$(
  cat ../docs/glossary.md ../docs/words.md | sed '/^## Quantities/,/^# /d; /^| word/d' | grep '^| ' | cut -d '|' -f 2 |
    tr ',' '\n' | sed 's/^ *//; s/ *$//' | grep -vx -- --- | sort | uniq -d)" ""
words=$(find ../data/ui ../src/ui ../src/session \( -name '*.ui' -o -name '*.c' \) -exec cat {} + | tr -d '_' | tr '\n' ' ')
is "what can be chosen is in the window" "$(
  each '//gui/text()' C/*.page | while read -r word; do
    case $words in *">$word<"* | *"\"$word\""*) ;; *) echo "$word" ;; esac
  done)" ""
for html in "$REFRAIN_BUILD"/help/refrain*.html; do
  [ -e "$html" ] || continue # built without the window
  name=${html##*/}
  is "$name holds every topic" \
    "$(grep -vx index <<<"$topics" | while read -r topic; do grep -q "<section id=\"$topic\">" "$html" || echo "$topic"; done)" ""
  is "links in $name lead somewhere" "$(
    grep -oE 'href="#[^"]*"' "$html" | cut -d '"' -f 2 | sort -u | while read -r link; do
      grep -q "id=\"${link#\#}\"" "$html" || echo "$link"
    done)" ""
done
for po in po/*.po; do
  language=$(basename "$po" .po)
  pages=$REFRAIN_BUILD/help/$language/refrain
  is "$po is sound" "$(msgfmt --check --output-file=/dev/null "$po" 2>&1)" ""
  [ -d "$pages" ] || continue # there is no itstool here
  is "pages in $language are well-formed" "$(xmllint --noout "$pages"/*.page 2>&1)" ""
  is "pages in $language are as many" "$(cd "$pages" && ls ./*.page)" "$(cd C && ls ./*.page)"
  is "pages in $language are in $language" \
    "$(each '/page/title/text()' "$pages/index.page" "$pages/patterns.page")" \
    "$(each '/page/title/text()' C/index.page C/patterns.page | while read -r title; do
      grep -A 1 -Fx "msgid \"$title\"" "../po/$language.po" | sed -n 's/^msgstr "\(.*\)"$/\1/p'; done | sort)"
  words=$(sed -n 's/^msgstr\(\[0\]\)\? "\(.*\)"$/\2/p' "../po/$language.po" | tr -d _)
  is "what can be chosen is in the window of $language" "$(
    each '//gui/text()' "$pages"/*.page | while read -r word; do grep -qFx "$word" <<<"$words" || echo "$word"; done)" ""
done
done_testing
