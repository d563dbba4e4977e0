#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli convert for programs of others: a database and a trace of Perfetto hold what --json says.
. "$(dirname "$0")/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is not installed"

for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2" \
  "$shared"/recorded/{gromacs,ior,neigh,prk-rma-stencil}.mtf.h5; do
  if [ ! -e "$trace" ]; then
    tell "there is no $trace"
    continue
  fi
  name=$(basename "$trace")
  "$cli" info --json "$trace" >info.json
  "$cli" patterns --json "$trace" >patterns.json
  "$cli" phases --csv "$trace" >phases.csv

  if "$cli" convert "$trace" "$name.sqlite" 2>err; then
    is "$name.sqlite: rows and values are those of --json" \
      "$(python3 "$here/others.py" database "$name.sqlite" info.json patterns.json phases.csv 2>&1)" "the same"
  else
    is "without SQLite that is said" "$(grep -c 'was built without SQLite' err)" 1
  fi
  ok "$name to Perfetto" "$cli" convert "$trace" "$name.pftrace"
  is "$name.pftrace: slices nest, phases last as long as they do, messages are flows, patterns are there" \
    "$(python3 "$here/others.py" perfetto "$name.pftrace" info.json patterns.json phases.csv 2>&1)" "the same"
done

# What was made knows no file.
"$cli" convert --filtered "$demo" filtered.mtf.h5 >/dev/null
for form in sqlite pftrace; do
  if "$cli" convert --filtered "$demo" "filtered.$form" >/dev/null 2>err; then
    ok "a filtered trace to .$form" test -s "filtered.$form"
  else
    is "without SQLite that is said" "$(grep -c 'was built without SQLite' err)" 1
  fi
done
if [ -e filtered.sqlite ]; then
  is "filtered.sqlite holds the calls that are kept" "$(python3 -c 'import sqlite3
print(sqlite3.connect("filtered.sqlite").execute("SELECT count(*) FROM calls").fetchone()[0])')" \
    "$("$cli" info --json filtered.mtf.h5 | python3 -c 'import json, sys; print(json.load(sys.stdin)["calls"])')"
fi

"$cli" convert "$demo" both.pftrace --compact 2>err
is "--compact is refused" "$? $(grep -c 'pftrace' err)" "2 1"
"$cli" convert "$demo" "$demo" both.pftrace 2>err
is "several traces are refused" $? 2
"$cli" convert "$demo" nowhere/run.pftrace 2>err
is "a folder that is not there is said in one line" "$? $(wc -l <err)" "1 1"
is "nothing else is left behind" "$(find . -name '.*' -type f | wc -l)" 0

done_testing
