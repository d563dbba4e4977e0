#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A manual page for each command: its section of refrain-cli.1, with the example of commands.md.

    split.py refrain-cli.1 commands.md FOLDER
"""
import os
import re
import sys

SKELETON = """.\\" Made by split.py of refrain-cli.1 and commands.md
.TH REFRAIN\\-CLI\\-{upper} 1 {rest}
.SH NAME
refrain\\-cli\\-{name} \\- {summary}
.SH SYNOPSIS
{synopsis}
.SH DESCRIPTION
{body}
.SH EXAMPLES
.nf
{example}
.fi
.SH SEE ALSO
.BR refrain\\-cli (1),
which has the options of all commands and the formats of traces
"""


def escape(text):
    """Text as groff prints it: no line begins a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^(?=\.)", r"\\&", text, flags=re.M)


def read_examples(path):
    """Summary and example by command."""
    text = open(path, encoding="utf-8").read()
    found = re.findall(r"^## ([a-z-]+)\n\n(.*?)\n\n```console\n(.*?)^```$", text, re.M | re.S)
    return {name: (re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", summary), example) for name, summary, example in found}


def main():
    manual, commands, folder = sys.argv[1:]
    text = open(manual, encoding="utf-8").read()
    rest = re.search(r"^\.TH REFRAIN\\-CLI 1 (.*)$", text, re.M)[1]
    sections = dict(re.findall(r"^\.SS ([a-z\\-]+)\n(.*?)(?=^\.S[HS] )", text, re.M | re.S))
    for name, (summary, example) in read_examples(commands).items():
        synopsis, body = sections[name.replace("-", "\\-")].split(".PP\n", 1)
        words = summary[0].lower() + summary[1:].rstrip(".")
        page = SKELETON.format(name=escape(name), upper=escape(name.upper()), rest=rest, summary=escape(words),
                               synopsis=synopsis.rstrip("\n"), body=body.rstrip("\n"), example=escape(example.rstrip("\n")))
        with open(os.path.join(folder, "refrain-cli-%s.1" % name), "w", encoding="utf-8") as out:
            out.write(page)


main()
