#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""style.py messages POT | documents FILE... | labels SOURCE | tables SOURCE | commands CLI: prints what breaks
the rules of CONTRIBUTING.md, Words, a line each.

messages, documents: words of our own dialect and American spelling, in what the programs say and in Markdown,
Mallard and manual pages; labels: labels of more than three words and tooltips of more than six, in data/ui and
in the C files that set them; tables: columns without a heading beside others; commands: options that --help
describes in two ways, commands whose summary is no imperative.
"""
import html
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

# What is rejected, and what to write instead.
DIALECT = [
    (r"\blight(s|ed|ing)? up\b|\blit\b", "highlight"),
    (r"\bheld up\b|\bhold [\w ]+ up\b|\bhangs? on\b|\bgoes back to\b", "waits for, depends on, is caused by"),
    (r"\bover and over\b|\bagain and again\b|\bcomes? again\b|\bcomes? (once|twice|three times)\b", "occurs"),
    (r"\bwhat fills\b|\bwhat repeats\b", "contents, repetitions"),
    (r"\bwait(s|ing)? on\b", "wait for"),
    (r"\blost to\b", "an efficiency, or a share of time"),
    (r"\btells?\b|\bhears?\b", "show, list, explain"),
    (r"\bnobody\b|\bsomebody\b|\bwhose fault\b", "no process, no routine"),
    (r"(?<![-\w])alike\b|\bunlike any\b|\busual(ly)?\b", "similar, outlier, typical"),
    (r"(?<![-\w])turns?\b", "iteration"),
    (r"\bno\. %|\bnumber %", "occurrence, iteration"),
    (r"\bclosed %s grid|\bclosed in dimension|\bwrapped\b|\blattice\b", "periodic"),
    (r"\bown time\b|\bwithout what (it|they) calls?\b", "exclusive time"),
    (r"\bunder way\b", "message duration, in transit"),
    (r"\bas from\b|\boutside of\b|\band the like\b|\bbelongs? into\b|\bof yours\b", "from, outside, such as"),
    (r"\ba (line|lane|row|hue) a \w|\bone a line\b", "one line per process"),
    (r"\bstands?\b(?! for\b)", "is"),
    (r"\blook(s|ed|ing)? for\b", "search for"),
    (r"\bwork(s|ed)? out\b", "compute"),
    (r"\bflaws?\b", "problem, defect, violation"),
    (r"\bin the window\b|\bvisible window\b", "visible time range"),
    (r"\bhits?\b", "match"),
    (r"\b(leaves?|left|leaving) out\b", "omit, exclude, hide"),
    (r"\bhand(s|ed)? out\b|\btalks? to\b", "distribute, communicate with"),
    (r"\bbarriers and\b", "collectives such as barriers"),
    (r"\bmean(s)? little\b", "is unreliable"),
    (r"\b(colou?rs?|places?) its kind\b", "by kind"),
    (r"^Key$", "legend"),
    (r"^No\.$", "ID"),
]
AMERICAN = re.compile(
    r"\b(colors?|gray|neighbors?|behaviors?|(?<!Supercomputing )centers?|analyzed?|recognized?|summarized?|serialization|labeled)\b",
    re.IGNORECASE,
)
LABEL, TOOLTIP = 3, 6
PATTERNS = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in DIALECT]
# Properties of builder files that are labels; the titles of shortcuts say what a key does.
LABELS = {"label", "title"}


def read_pot(path):
    """Yields (file, message) of each entry."""
    place, key, texts = "", None, {}
    for line in [*Path(path).read_text(encoding="utf-8").split("\n"), ""]:
        if line.startswith("#: "):
            place = place or line[3:].split()[0]
        elif line.startswith(("msgid", "msgstr", "msgctxt")):
            key, _, rest = line.partition(" ")
            texts[key] = rest[1:-1]
        elif line.startswith('"') and key:
            texts[key] += line[1:-1]
        elif not line.strip():
            for name in ("msgid", "msgid_plural"):
                if texts.get(name):
                    yield place.rpartition(":")[0], texts[name]
            place, key, texts = "", None, {}


def count_words(text):
    """Of a label, without its mnemonic, ellipsis and key: "_Open… (Ctrl+O)" has one."""
    text = re.sub(r"\s*\([^()]*\)\s*$", "", text.replace("_", "").replace("…", ""))
    return len(re.findall(r"[^\s–×→·]+", text))


def read_labels(source):
    """Yields (file, text, most words) of what builder files and C files show as labels and tooltips."""
    for path in sorted((source / "data/ui").glob("*.ui")):
        tree = xml.etree.ElementTree.parse(path)
        parent = {child: element for element in tree.iter() for child in element}
        for element in tree.iter():
            name = (element.get("name") or "").replace("_", "-")
            text = " ".join((element.text or "").split())
            owner = parent.get(element)
            if element.get("translatable") not in ("yes", "true") or owner.tag == "accessibility":
                continue
            if (owner.get("class") or "").startswith("GtkShortcuts") or text.endswith("."):
                continue
            if name in ("tooltip-text", "tooltip") or name in LABELS:
                yield path.name, text, TOOLTIP if name.startswith("tooltip") else LABEL
    words = r'N?_ \(((?:"(?:[^"\\]|\\.)*"\s*)+)\)'
    made = [
        (re.compile(r"(?:_tooltip_text \([^;]*?|\.(?:meaning|explanation) = )" + words), TOOLTIP),
        (re.compile(r"gtk_(?:\w*button_new_with_(?:label|mnemonic)|button_set_label|window_set_title) \([^;\"]*" + words), LABEL),
        (re.compile(r"(?:g_menu_append\w* \([^;\"]*|\.title = )" + words), LABEL),
    ]
    for path in sorted((source / "src").rglob("*.c")):
        text = path.read_text(encoding="utf-8")
        for pattern, most in made if "gtk_" in text else []:
            for match in pattern.finditer(text):
                label = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match[1]))
                if not label.endswith("."):
                    yield path.name, label, most


# What is no sentence of a document: examples, code, names of options and keys; and what ends a sentence.
QUOTED = {
    ".md": (r"```.*?^```|`[^`]*`|\]\([^)]*\)", r"\n\s*\n|\n *- |\|"),
    ".page": (r"<info>.*?</info>|<screen>.*?</screen>|<code>.*?</code>|<(?!/?(?:em|gui|key|link))[^>]*>(?=\s*\n\s*\n)",
              r"</?(?:p|title|item|terms|list|section)\b[^>]*>"),
    ".1": (r"^\.(?:nf|EX)$.*?^\.(?:fi|EE)$|^\.(?:B|I|BR|IR|RB|RI|BI|IB) [^\n]*$|\\f[BI].*?\\f[RP]",
           r"^\.(?:PP|TP|IP|SH|SS|RS|RE)[^\n]*$"),
}


def read_document(path):
    """Yields (file, sentences that belong together)."""
    quoted, end = QUOTED[path.suffix]
    text = re.sub(quoted, "·", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for part in re.split(end, text, flags=re.MULTILINE):
        part = html.unescape(re.sub(r"<[^>]*>", "", part)) if path.suffix == ".page" else part
        if part.strip():
            yield path.name, " ".join(part.split())


def check_words(place, text, plain):
    for pattern, instead in PATTERNS:
        found = pattern.search(plain)
        if found:
            print(f"{Path(place).name}: {text}: “{found[0]}”, better: {instead}")
    if AMERICAN.search(plain):
        print(f"{Path(place).name}: {text}: British spelling")


def check_messages(pot):
    for place, text in read_pot(pot):
        # Builder files mark mnemonics.
        check_words(place, text, text.replace("_", "") if place.endswith(".ui") else text)


def check_documents(*paths):
    for path in paths:
        for place, text in read_document(Path(path)):
            check_words(place, text, text)


def check_labels(source):
    for place, text, most in read_labels(Path(source)):
        if count_words(text) > most:
            print(f"{place}: {text}: {count_words(text)} words, at most {most}")


def check_tables(source):
    table = re.compile(r"RefrainReportColumn \w+\[\w*\]\s*=\s*\{(.*?)\n?\s*\};", re.DOTALL)
    column = re.compile(r'\{\s*(?:NULL|"[^"]*"),\s*(NULL|"[^"]*"|\w+)')
    for path in sorted((Path(source) / "src").rglob("*.c")):
        for match in table.finditer(path.read_text(encoding="utf-8")):
            shown = [heading for heading in column.findall(match[1]) if heading != "NULL"]
            # A single column is a list.
            if len(shown) > 1 and '""' in shown:
                print(f"{path.name}: a table with a column without a heading")


def check_autofree(source):
    array = re.compile(r"\bg_autofree [\w *]*?\*?\w+\[[^\]]*\]")
    for path in sorted((Path(source) / "src").rglob("*.c")):
        for match in array.finditer(path.read_text(encoding="utf-8")):
            print(f"{path.name}: {match[0].strip()}: only the first element is freed")


# Options that mean something else elsewhere, as what they are given does.
HOMONYMS = {("list", ""), ("rules", "FILE")}
VERBS = set(
    "Answer Check Compare Compute Divide Draw Explain Fetch Find List Measure Model Rank Recognise Run Search Show "
    "Summarise Write".split()
)


def check_commands(cli):
    def ask(*words):
        return subprocess.run([cli, *words, "--help"], capture_output=True, text=True, check=True).stdout

    meanings = {}
    for name, summary in re.findall(r"^  ([a-z-]+) +(\S.*)$", ask().partition("Commands:")[2], re.M):
        if summary.split()[0] not in VERBS:
            print(f"{name}: {summary}: no imperative")
        for option, value, text in re.findall(
            r"^ +(?:-\w, )?--([a-z-]+)(?:=(\S+))? +(\S.*)$", ask(name), re.M
        ):
            # What is in brackets is a default or a unit, what follows a colon the values: both differ.
            meaning = re.sub(r"\s*\([^)]*\)", "", text).partition(":")[0]
            known = meanings.setdefault((option, value), meaning)
            if meaning != known and (option, value) not in HOMONYMS:
                print(f"{name} --{option}: {meaning}: elsewhere: {known}")
    if len(meanings) < 50:
        print(f"only {len(meanings)} options found")


{
    "messages": check_messages,
    "documents": check_documents,
    "labels": check_labels,
    "tables": check_tables,
    "autofree": check_autofree,
    "commands": check_commands,
}[sys.argv[1]](*sys.argv[2:])
