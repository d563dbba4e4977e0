# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of refrain-cli match share. Sourced after tap.sh.
# shellcheck shell=bash

# match ARGUMENTS...: how many occurrences there are.
match() {
  "$cli" match --json --limit 0 "$@" | jq .occurrences
}

# round_trip TRACE OPTIONS...: what is found, written as a table, read, and looked for again, is there
# at least as often.
round_trip() {
  local trace=$1 id count table found lost=0 tried=0
  shift
  "$cli" patterns --json "$trace" "$@" |
    jq -r '.communication_patterns[] | select(.collective | not) | "\(.id) \(.occurrences)"' >ids
  while read -r id count; do
    for table in table.txt table.csv; do
      "$cli" export --view pattern --elementary --pattern "$id" "$@" -o "$table" "$trace" >/dev/null
      found=$(match "$trace" --pattern "$table") || found=0
      tried=$((tried + 1))
      [ "${found:-0}" -ge "$count" ] || lost=$((lost + 1))
    done
  done <ids
  is "tables of $(basename "$(dirname "$trace")") $* read again" "$((tried > 0)) $lost" "1 0"
}
