#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every command of refrain-cli that documents quote, and compares the output that they quote.

    quotes.py [--write | --keep FOLDER] CLI SOURCE FILE...

Prints TAP. In Markdown a block of "console" holds commands after "$ " and their output, in the help a
<screen> does; of a manual page the examples run. A line "…" stands for lines left out. Other lines that begin
with a command (in blocks of "sh", or in a screen) have to succeed. With --write the quoted output is brought up to date, with --keep
the figures that commands draw are copied. Commands about traces that are not here are passed over.
"""
import html
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BLOCKS = {
    ".md": re.compile(r"^```(console|sh)\n(.*?)^```$", re.M | re.S),
    ".page": re.compile(r"<(screen)>(.*?)</screen>", re.S),
    ".1": re.compile(r"^\.SH (EXAMPLES)$(.*?)(?=^\.SH |\Z)", re.M | re.S),
}
COMMAND = re.compile(r"^(\./dev cli|refrain-cli) ")
# What only somebody's own machine has: programs to record, what is larger than the tree.
NOT_HERE = re.compile(r"refrain-cli record |mpirun|srun|https?:")

SHELL = re.compile(r"(\d?>[^ ]*|\|+|&&)$")


def prepare(cli, source):
    """The names that examples use, all of them traces in the tree: the demo, or those of the worked case."""
    for name in ("data", "docs", "tests"):
        os.symlink(os.path.join(source, name), name)
    demo = os.path.join(source, "data/demo/wavefront.otf2")
    names = ["run", "before", "after"] + ["run-%d" % n for n in (4, 8, 16, 32, 64, 128)]
    subprocess.run([cli, "convert", demo, "run.mtf.h5"], check=True, stdout=subprocess.DEVNULL)
    for name in names[1:]:
        case = os.path.join(source, "docs/worked-case", name + ".mtf.h5")
        shutil.copy(case if os.path.exists(case) else "run.mtf.h5", name + ".mtf.h5")
    subprocess.run([cli, "convert", demo, "trace.otf2"], check=True, stdout=subprocess.DEVNULL)
    open("rules.txt", "w").write("messages unmatched = 0\n")


def find_traces(source, words):
    """Whether the traces among @words are here; those that tests find elsewhere are, afterwards."""
    shared = os.environ.get("REFRAIN_SHARED_TRACES") or os.path.join(source, "../shared/traces")
    for word in words[1:]:
        name = word.split("/")[0]
        archives = [os.path.join(folder, name + ".tar.xz") for folder in (shared, os.path.join(source, "tests/data"))]
        if not re.search(r"\.(otf2|h5)$", word) or os.path.exists(word):
            continue
        if os.path.exists(os.path.join(shared, "recorded", word)):
            shutil.copy(os.path.join(shared, "recorded", word), word)
        for archive in filter(os.path.exists, archives):
            subprocess.run(["tar", "-xf", archive], check=True)
            break
        if not os.path.exists(word):
            return False
    return True


def run(cli, source, line):
    """What the command of @line prints, and its status; None where there is no such trace."""
    words = shlex.split(re.sub(COMMAND, "", line).replace("\\\0", ""), comments=True)
    shell = [i for i, word in enumerate(words) if SHELL.match(word)]
    words = words[:shell[0]] if shell else words
    if words[0] not in ("record", "convert") and not find_traces(source, words):
        return [], None
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="", XDG_DATA_HOME=os.getcwd())
    done = subprocess.run([cli] + words, env=environment, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # What needs least has no database.
    if done.returncode and "was built without SQLite" in done.stdout:
        return [], None
    return done.stdout.rstrip("\n").split("\n") if done.stdout.strip() else [], done.returncode


def is_quoted(expected, got):
    """Whether @got is what @expected says, in which "…" stands for any lines."""
    if "…" not in expected:
        return expected == got
    gap = expected.index("…")
    return expected[:gap] == got[:gap] and any(
        is_quoted(expected[gap + 1:], got[i:]) for i in range(gap, len(got) + 1))


def shorten(expected, got):
    """@got, with as many lines left out as in @expected: of those before and after the first "…"."""
    if "…" not in expected:
        return got
    head, tail = expected.index("…"), len(expected) - expected.index("…") - 1
    return got[:head] + ["…"] + (got[len(got) - tail:] if tail > 0 else [])


def split(text):
    """The commands of a block, each with the lines behind it; lines before the first stand for themselves."""
    items = []
    for line in text.replace("\\\n", "\\\0").strip("\n").split("\n"):
        if line.startswith("$ ") or not items:
            items.append([line])
        else:
            items[-1].append(line)
    return items


class Quotes:
    def __init__(self, cli, source, write):
        self.cli, self.source, self.write, self.n, self.failures = cli, source, write, 0, 0

    def report(self, good, what, *lines):
        self.n += 1
        self.failures += not good
        print("%sok %d - %s" % ("" if good else "not ", self.n, re.sub("#(?! SKIP)", "\\#", what).replace("\\\0", " ")))
        for line in lines if not good else []:
            print("# " + line)

    def try_block(self, name, text):
        for item in split(text):
            command = item[0][2:]
            if not item[0].startswith("$ "):
                for line in filter(COMMAND.match, item):
                    if not NOT_HERE.search(line):
                        got, status = run(self.cli, self.source, line)
                        self.report(not status, "%s: %s%s" % (name, line, " # SKIP no such trace" * (status is None)), *got)
            elif COMMAND.match(command) and not NOT_HERE.search(command):
                got, status = run(self.cli, self.source, command)
                if status is None:
                    self.report(True, "%s: %s # SKIP no such trace" % (name, command))
                elif self.write:
                    item[1:] = shorten(item[1:], got)
                else:
                    self.report(is_quoted(item[1:], got), "%s: %s" % (name, command), "prints", *got)
            yield from (line.replace("\0", "\n") for line in item)

    def try_file(self, path):
        form = os.path.splitext(path)[1]
        whole = open(path, encoding="utf-8").read()

        def replace(match):
            is_page = form == ".page"
            text = html.unescape(match[2]) if is_page else match[2].replace("\\-", "-") if form == ".1" else match[2]
            lines = "\n".join(self.try_block(os.path.basename(path), text))
            lines = html.escape(lines, quote=False) if is_page else lines + "\n"
            return match[0].replace(match[2], lines) if self.write and form != ".1" and match[2].strip() else match[0]

        if form == ".md":
            links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", whole) if ":" not in link]
            lost = [link for link in links if link and not os.path.exists(os.path.join(os.path.dirname(path), link))]
            self.report(not lost, "%s: links lead to files" % os.path.basename(path), *lost)
        changed = BLOCKS[form].sub(replace, whole)
        if changed != whole:
            open(path, "w", encoding="utf-8").write(changed)


def main():
    arguments = sys.argv[1:]
    write = arguments[0] == "--write"
    keep = os.path.abspath(arguments[1]) if arguments[0] == "--keep" else None
    cli, source, *files = [os.path.abspath(a) for a in arguments[write + 2 * (keep is not None):]]
    quotes = Quotes(cli, source, write)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare(cli, source)
        for path in files:
            quotes.try_file(path)
        for figure in [name for name in os.listdir() if keep and name.endswith(".svg")]:
            shutil.copy(figure, keep)
        os.chdir("/")
    print("1..%d" % quotes.n)
    return quotes.failures > 0


sys.exit(main())
