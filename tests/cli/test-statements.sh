#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a command says in text, its JSON says in the same words and order ("statements"): whoever reads
# either knows the same. What tables, programs and lists of facts hold are other members. loops gives the model
# alone, which the ranks of refrain-mpi find together: what leads its text, patterns and phases say as well.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
tar -xf "$data/classes.tar.xz" nomessage.mtf.h5 treecode.mtf.h5 && tar -xf "$data/unseen.tar.xz" newton.mtf.h5 ||
  skip_all "archives cannot be unpacked"

python3 - "$cli" "$demo" "$data/threads.otf2" ./*.mtf.h5 >told <<'END'
import json, os, subprocess, sys
cli, *traces = sys.argv[1:]
commands = ("info brief numbers matrix patterns phases waits critical-path efficiency findings structure points "
            "durations topology logical validate").split()

def problem(command, text, json_text):
    """Where no table or program comes first, the first line is a statement; so is every sentence."""
    lines = text.split("\n")
    statements = json.loads(json_text).get("statements", [])
    at = 0
    for statement in statements:
        if statement not in lines[at:]:
            return "not in the text: " + statement
        at = lines.index(statement, at) + 1
    first = lines[1 if command == "info" else 0]
    if first and command not in ("matrix", "logical", "structure", "points") and first not in statements:
        return "not in JSON: " + first
    for line in lines:
        if line.endswith(".") and len(line.split()) > 8 and "  " not in line and line not in json_text:
            return "a sentence that is not in JSON: " + line
    return ""

for trace in traces:
    for command in commands:
        text, json_text = (subprocess.run([cli, command, *more, trace], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                          encoding="utf-8", check=False).stdout for more in ([], ["--json"]))
        print(f"{command} of {os.path.basename(trace)}", problem(command, text, json_text), sep="|")
END
is "all were asked" "$? $(wc -l <told)" "0 80"
while IFS='|' read -r name problem; do
  is "$name" "$problem" ""
done <told
done_testing
