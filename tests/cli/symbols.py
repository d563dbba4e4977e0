#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""symbols.py circles | lonely FOLDER [USER...]: what the object files below FOLDER say of the files of C.

circles: files that need each other, a circle a line: a file needs another where it uses what that one defines.
lonely: what a file gives to others although none uses it, a symbol a line; object files below the USERs use it, too.
"""
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def read_symbols(folder):
    """The names that each object file below a folder gives to others, and those that it needs."""
    objects = sorted(Path(folder).rglob("*.o"))
    build = Path(folder).parent / "compile_commands.json"
    if build.exists():  # what was built of files that are gone stays there
        made = {entry.get("output") for entry in json.loads(build.read_text())}
        objects = [one for one in objects if str(one.relative_to(build.parent)) in made]
    listed = subprocess.run(["nm", "-P", "-A", "-g", *objects], check=True, capture_output=True, text=True).stdout
    gives, needs = defaultdict(set), defaultdict(set)
    for path, name, kind in re.findall(r"^(.*): (\S+) (\w)", listed, re.MULTILINE):
        (needs if kind in "Uw" else gives)[path].add(name)
    return gives, needs


def name_file(path):
    """refrain-trace.c, of src/model/librefrain-model.a.p/refrain-trace.c.o"""
    return re.sub(r"^.*_|\.o$", "", Path(path).name)


def find_circles(uses):
    """Sets of more than one that reach each other (Tarjan 1972), without recursion."""
    order, low, stack, circles = {}, {}, [], []
    for root in uses:
        work = [] if root in order else [(root, None)]
        while work:
            one, rest = work.pop()
            if rest is None:
                order[one] = low[one] = len(order)
                stack.append(one)
                rest = iter(sorted(uses[one]))
            for other in rest:
                if other not in order:
                    work += [(one, rest), (other, None)]
                    break
                if other in stack:
                    low[one] = min(low[one], low[other])
            else:
                if low[one] == order[one]:
                    circle = stack[stack.index(one) :]
                    del stack[stack.index(one) :]
                    if len(circle) > 1:
                        circles.append(sorted(circle))
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[one])
    return sorted(circles)


def main(what, folder, *users):
    gives, needs = read_symbols(folder)
    if what == "lonely":
        used = set().union(*needs.values(), *(n for user in users for n in read_symbols(user)[1].values()))
        for name in sorted({f"{name_file(path)} {name}" for path in gives for name in gives[path] - used}):
            print(name)
        return
    makers = defaultdict(set)
    for path, names in gives.items():
        for name in names:
            makers[name].add(path)
    uses = {path: set() for path in sorted({*gives, *needs})}
    for path, names in needs.items():
        for name in names:
            # What several programs define is not known to be meant.
            if len(makers[name]) == 1:
                uses[path] |= makers[name]
    for circle in find_circles(uses):
        print(*sorted(name_file(path) for path in circle))


main(*sys.argv[1:])
