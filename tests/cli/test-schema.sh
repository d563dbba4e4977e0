#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What every command prints with --json is as docs/schema/COMMAND.json says.
. "$(dirname "$0")/tap.sh"

python3 -c 'import jsonschema' 2>/dev/null || skip_all "Python's jsonschema is not installed"
schemas=$REFRAIN_SOURCE/docs/schema
check() { python3 "$here/check-schema.py" "$schemas" "$@" 2>&1; }

n=0
# try STATUS COMMAND ARGUMENT...: what it prints with --json is kept; it ends with STATUS.
try() {
  local expected=$1 status=0
  shift
  n=$((n + 1))
  "$cli" "$@" --json >"$n-$1.json" 2>err || status=$?
  is "$n: $* ends" "$status $(head -n 3 err)" "$expected "
  tried[n]=$*
}

printf 'a b a b c a b a b c d\n' >words
printf '%s\n' 1 1.1 1.05 9 >numbers
loop=$("$cli" loops --ids "$demo" | sed -nE 's,^ *for .*// ([0-9]+)$,\1,p' | head -n 1)
for trace in "$demo" "$data/threads.otf2" "$data/figure-3-3.gxl"; do
  try 0 info "$trace"
  try 0 brief "$trace"
  try 0 numbers "$trace"
  try 0 matrix "$trace"
  try 0 patterns "$trace"
  try 0 phases "$trace"
  try 0 loops "$trace"
  try 0 waits "$trace"
  try 0 critical-path "$trace"
  try 0 efficiency "$trace"
  try 0 findings "$trace"
  try 0 structure "$trace"
  try 0 points "$trace"
  try 0 durations "$trace"
  try 0 topology "$trace"
  try 0 logical "$trace"
  try 0 query "$trace" 'SELECT ALL MESSAGES'
done
try 0 numbers --from 120ms --to 0.15 "$demo"
try 0 validate "$demo"
try 1 validate "$data/threads.otf2"
try 0 validate --constraint C7 "$demo"
try 0 validate --list
try 0 matrix --time --sums --order band "$demo"
try 0 matrix --loop "$loop" "$demo"
try 0 matrix --waiting "$demo"
try 0 patterns --events --all "$demo"
try 0 patterns --elementary "$demo"
try 0 patterns --symbols words
try 0 patterns --stored "$data/pair.mtf.h5"
try 0 match --wavefront 2x4 "$demo"
try 0 match --like 1 "$demo"
try 0 phases --suggest --intervals "$demo"
try 0 phases --symbols words
try 0 loops --logical "$demo"
try 0 loops --process 0 "$demo"
try 0 scan --loop "$loop" --get before.time "$demo"
try 0 compare --pattern 1 "$data/threads.otf2"
try 0 compare "$demo" "$data/threads.otf2"
try 0 convert --compact "$demo" out.mtf.h5
try 0 skeleton -o skeleton "$demo"
try 0 waits --correct "$data/threads.otf2"
try 0 topology --edges "$data/grid.edges"
try 0 topology --each phase "$demo"
try 0 points --durations numbers
try 0 durations --loop "$loop" "$demo"
try 0 durations --loop 87 "$demo" # of a period
try 0 durations --sequences "$demo"
try 0 series "$demo" "$data/threads.otf2" "$data/figure-3-3.gxl"
try 0 check --rule 'messages unmatched = 0' "$demo"
try 3 check --rule 'processes > 1000' "$demo"
try 0 check --list
try 0 compare --loop "$loop" "$demo"
try 0 query "$demo" 'SELECT COUNT, MEAN(DURATION) FROM SENDS GROUP BY CALLER'

check [0-9]*-*.json >problems
for i in "${!tried[@]}"; do
  is "$i: ${tried[i]} is as its schema says" "$(grep "^$i-" problems)" ""
done
is "the schemas themselves are sound" "$(grep -v '^[0-9]' problems)" ""

# Who prints JSON is tried above, and has a schema.
for command in $("$cli" --help | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }'); do
  "$cli" "$command" --help | grep -q '^  --json' || continue
  is "$command says which schema it follows" \
    "$(jq -r .schema [0-9]*-"$command".json | sort -u)" "refrain/$command/1"
  is "and there is one" "$(jq -r '."$id"' "$schemas/$command.json")" "refrain/$command/1"
done

# The check finds what is wrong.
jq 'del(.messages)' 1-info.json >lacking.json
jq '.events = "many"' 1-info.json >wrong.json
jq '.schema = "refrain/sing/1"' 1-info.json >unknown.json
is "what lacks a key, or has another type, is no such object" \
  "$(check lacking.json wrong.json unknown.json | cut -d : -f 1 | tr '\n' ' ')" \
  "lacking.json wrong.json unknown.json "
done_testing
