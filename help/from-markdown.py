#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes topics of the help from pages of docs/, which are the ones to edit.

    from-markdown.py            writes the pages listed below into C/
    from-markdown.py --check    names those that are not as docs/ has them, and ends with 1 if there are any
"""
import html
import os
import re
import sys

# The page, its place in the index, its description.
PAGES = {
    "faq": ("more", "05", "What to do if something fails or looks wrong."),
    "query": ("reading", "06", "All words of the query language."),
}
NAMES = {"query": "query-language"}
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Made of docs/{source}.md by help/from-markdown.py: edit that. -->
<page xmlns="http://projectmallard.org/1.0/" type="topic" id="{name}">
  <info>
    <link type="guide" xref="index#{guide}"/>
    <title type="sort">{sort}</title>
    <revision version="0.1" date="2026-11-23" status="final"/>
    <desc>{desc}</desc>
    <credit type="author"><name>The Refrain developers</name></credit>
    <license href="https://www.gnu.org/licenses/gpl-3.0.html"><p>GNU General Public License,
      version 3 or later</p></license>
  </info>
"""


def inline(text):
    """Code, emphasis and links; links to other files keep their text."""
    codes = []

    def keep(match):
        codes.append(match[1])
        return "\0%d\0" % (len(codes) - 1)

    text = html.escape(re.sub(r"`([^`]+)`", keep, text), quote=False)
    text = re.sub(r"\[([^\]]+)\]\((https?:[^)]+)\)", r'<link href="\2">\1</link>', text)
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r'<em style="strong">\1</em>', text)
    text = re.sub(r"\*([^*\s][^*]*)\*", r"<em>\1</em>", text)
    return re.sub("\0(\\d+)\0", lambda match: "<code>%s</code>" % html.escape(codes[int(match[1])], quote=False), text)


def table(lines):
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if not line.startswith("| ---")]
    cells = ["<tr>%s</tr>\n" % "".join("<td><p>%s</p></td>" % inline(cell) for cell in row) for row in rows]
    return "<table>\n<thead>%s</thead>\n<tbody>\n%s</tbody></table>\n" % (cells[0].strip(), "".join(cells[1:]))


def block(text):
    """One block between blank lines."""
    if text.startswith("|"):
        return table(text.split("\n"))
    if text.startswith("- "):
        items = re.split(r"^- ", text, flags=re.M)[1:]
        return "<list>\n%s</list>\n" % "".join(
            "  <item><p>%s</p></item>\n" % inline(re.sub(r"\n\s*", "\n    ", item.strip())) for item in items)
    return "<p>%s</p>\n" % inline(text)


def convert(source, text):
    name = NAMES.get(source, source)
    guide, sort, desc = PAGES[source]
    out, is_open = HEAD.format(source=source, name=name, guide=guide, sort=sort, desc=desc), False
    for part in re.split(r"^(```.*?^```$)", text, flags=re.M | re.S):
        if part.startswith("```"):
            out += "<screen>%s</screen>\n" % html.escape(part.split("\n", 1)[1][:-4], quote=False)
            continue
        for piece in filter(None, (piece.strip("\n") for piece in re.split(r"\n\n+", part))):
            heading = re.match(r"(#+) (.*)", piece)
            if heading is None:
                out += block(piece)
            elif heading[1] == "#":
                out += "  <title>%s</title>\n" % inline(heading[2])
            else:
                anchor = re.sub(r"[^a-z]+", "-", heading[2].lower()).strip("-")
                out += "%s<section id=\"%s\">\n<title>%s</title>\n" % ("</section>\n" * is_open, anchor, inline(heading[2]))
                is_open = True
    return out + "</section>\n" * is_open + "</page>\n"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    stale = []
    for source in PAGES:
        path = os.path.join(here, "C", NAMES.get(source, source) + ".page")
        page = convert(source, open(os.path.join(here, "../docs", source + ".md"), encoding="utf-8").read())
        if "--check" not in sys.argv:
            open(path, "w", encoding="utf-8").write(page)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != page:
            stale.append(os.path.basename(path))
    print("".join(name + "\n" for name in stale), end="")
    return len(stale) > 0


if __name__ == "__main__":
    sys.exit(main())
