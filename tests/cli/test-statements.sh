#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a command says in text, its JSON says in the same words and order ("statements"): whoever reads
# either knows the same. What tables, programs and lists of facts hold are other members. loops gives the model
# alone, which the ranks of refrain-mpi find together: what leads its text, patterns and phases say as well.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
tar -xf "$data/classes.tar.xz" nomessage.mtf.h5 treecode.mtf.h5 && tar -xf "$data/unseen.tar.xz" newton.mtf.h5 ||
  skip_all "archives cannot be unpacked"

for trace in "$demo" "$data/threads.otf2" ./*.mtf.h5; do
  for command in info brief numbers matrix patterns phases waits critical-path efficiency \
    findings structure points durations topology logical validate; do
    name="$command of $(basename "$trace")"
    "$cli" "$command" "$trace" >text 2>err
    "$cli" "$command" --json "$trace" >json 2>err
    # Where no table or program comes first, the first line is a statement; so is every sentence.
    is "$name" "$(python3 - "$command" <<'END'
import json, sys
text = open("text", encoding="utf-8").read().split("\n")
json_text = open("json", encoding="utf-8").read()
statements = json.loads(json_text).get("statements", [])
at = 0
for statement in statements:
    if statement not in text[at:]:
        print("not in the text:", statement)
        break
    at = text.index(statement, at) + 1
first = text[1 if sys.argv[1] == "info" else 0]
if first and sys.argv[1] not in ("matrix", "logical", "structure", "points") and first not in statements:
    print("not in JSON:", first)
for line in text:
    if line.endswith(".") and len(line.split()) > 8 and "  " not in line and line not in json_text:
        print("a sentence that is not in JSON:", line)
END
)" ""
  done
done
done_testing
