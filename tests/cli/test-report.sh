#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli report: one page that needs nothing but itself, and says what the other commands say.
. "$(dirname "$0")/tap.sh"

# soundness FILE: what is wrong with it as a page: elements that are not closed, names that are there
# twice, references to no name, or to elsewhere.
soundness() {
  python3 - "$1" <<'END'
import html.parser, re, sys
class Reader(html.parser.HTMLParser):
    open, ids, wanted, wrong = [], [], [], []
    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in ("meta", "!doctype"):
            self.open.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        for key, value in values.items():
            self.wanted += re.findall(r"url\(#([^)]*)\)", value or "")
            if key in ("href", "xlink:href", "src"):
                if value.startswith("#"):
                    self.wanted.append(value[1:])
                else:
                    self.wrong.append(f"{tag} refers to {value}")
            if key.startswith("on"):
                self.wrong.append(f"{tag} has {key}")
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in ("meta",):
            self.open.pop()
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")
reader = Reader()
text = open(sys.argv[1], encoding="utf-8").read()
reader.feed(text)
wrong = reader.wrong + [f"<{tag}> is not closed" for tag in reader.open]
wrong += sorted({f"{name} is there twice" for name in reader.ids if reader.ids.count(name) > 1})
wrong += sorted({f"{name} is missing" for name in reader.wanted if name not in reader.ids})
wrong += [word for word in ("<script", "@import", "url(http") if word in text]
print("\n".join(wrong[:5]))
END
}

ok "a page" "$cli" report "$demo" -o page.html
is "nothing is said" "$(cat out err)" ""
is "it is sound, and refers to nothing elsewhere" "$(soundness page.html)" ""
for id in summary findings repeats phases topology program time durations trace; do
  is "a section of $id" "$(grep -c "<section id=\"$id\">" page.html)" 1
done
is "no differences from nothing" "$(grep -c 'id="differences"' page.html)" 0
is "figures for light and for dark" \
  "$(grep -o '<svg class="[a-z]*"' page.html | sort | uniq -c | awk '{ print $1, $3 }' | tr '\n' ' ')" \
  "$(n=$(grep -c '<figcaption>' page.html); echo "$n class=\"dark\" $n class=\"light\" ")"
is "five figures" "$(grep -c '<figcaption>' page.html)" 5
"$cli" findings "$demo" | head -n 1 >finding
is "the first finding" "$(sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' page.html | grep -cFf finding)" 1
# But for how long it took to exclude names of topologies.
without_times() { sed 's,<td class="number">[0-9.]*</td>,,g' "$1"; }
"$cli" report "$demo" -o again.html
is "the same page again" "$(without_times page.html | cmp - <(without_times again.html) && echo same)" same

ok "a page of Markdown" "$cli" report -o page.md "$demo"
is "sections" "$(grep -c '^## ' page.md)" 9
is "a table of as many columns as its headings" \
  "$(awk '/^\|/ { gsub(/\\./, ""); n = gsub(/\|/, ""); if (last > 0 && n != last) wrong++; last = n; next } { last = 0 } END { print wrong + 0 }' page.md)" 0
is "no figures" "$(grep -c '<svg' page.md)" 0

# Without the part of the library that draws.
cp -rL "$REFRAIN_BUILD/src/library" part && rm -f part/refrain-1/figures.so
LD_LIBRARY_PATH=$work/part "$cli" report "$demo" -o whole.html 2>err
is "a page that lacks its figures is no success" "$?, $(wc -l <err), $(grep -c '<svg' whole.html)" "1, 1, 0"

# What a stranger wrote into a trace is text.
for trace in "$data/threads.otf2" "$data/figure-3-3.gxl" "$data/pair.mtf.h5"; do
  ok "$(basename "$trace")" "$cli" report -o other.html "$trace"
  is "is sound, too" "$(soundness other.html)" ""
done
cp "$data/extrae.prv" evil.prv
sed 's/^1   solve/1   <script>x<\/script>|*/' "$data/extrae.pcf" >evil.pcf
ok "names that are markup" "$cli" report -o evil.html evil.prv
is "are none in the page" "$(soundness evil.html)" ""
is "but are shown" "$(grep -c '&lt;script&gt;' evil.html | sed 's/^[1-9][0-9]*/some/')" some

# What is a loop model to "loops" is a trace here.
ok "event text" "$cli" report "$data/pair.events" "$demo" -o text.html
is "is sound" "$(soundness text.html)" ""

ok "beside another run" "$cli" report "$demo" "$data/threads.otf2" -o both.html
is "is sound, too" "$(soundness both.html)" ""
is "differences" "$(grep -c '<section id="differences">' both.html)" 1
is "the baseline first, number by number" \
  "$(grep -o '<tr><td>messages</td>.*</tr>' both.html | sed 's/<[^>]*>/ /g' | awk '{ print $2, $3 }')" \
  "$(number messages "$data/threads.otf2") $(number messages "$demo")"
is "growth, of other numbers of processes" "$(grep -c '<section id="growth">' both.html)" 1
ok "beside itself" "$cli" report "$demo" "$demo" -o both.html
is "nothing grows" "$(grep -c '<section id="growth">' both.html)" 0
is "no quantity stands there twice" "$(grep -c 'parallel efficiency</td>.*parallel efficiency</td>' both.html)" 0
refused 1 "a baseline that is not there" "$cli" report "$demo" nowhere.otf2 -o none.html

refused 2 "no page" "$cli" report "$demo"
refused 2 "a page of another kind" "$cli" report -o page.doc "$demo"
refused 2 "no trace" "$cli" report -o page.html
refused 2 "three traces" "$cli" report -o page.html "$demo" "$demo" "$demo"
refused 1 "a trace that is not there" "$cli" report -o none.html nowhere.otf2
is "then there is no page" "$(ls none.html 2>/dev/null)" ""
done_testing
