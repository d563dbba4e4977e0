#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli query: what people, JSON and CSV get, and what is refused, on the demo.
. "$(dirname "$0")/tap.sh"

ask() {
  "$cli" query "$demo" "$@"
}

messages=$(number messages "$demo")
processes=$(number processes "$demo")
ok "the example of figure 3.5" "$cli" query "$demo" 'SELECT ALL MESSAGES BETWEEN PROCESS(0,1) IN COMM(C1)'
ok "all messages" "$cli" query --all "$demo" 'SELECT ALL MESSAGES'
is "the first line says how many, and what was asked" \
  "$(head -n 1 out | tr -d ',  ')" "$messages""messages:SELECTALLMESSAGES"
is "a line each, with titles and a total" "$(wc -l <out)" $((messages + 3))
is "columns are aligned" "$(sed 1d out | jq -R length | sort -u | wc -l)" 1
ask 'SELECT ALL MESSAGES' >out
is "what is left out is said" "$(tail -n 1 out | grep -c -- '--all')" 1
is "a question of several lines is one" "$(ask $'SELECT\nALL MESSAGES' | head -n 1 | grep -c 'SELECT ALL')" 1

ok "--json" "$cli" query --json "$demo" 'SELECT ALL MESSAGES'
is "rows are lists as long as columns" \
  "$(jq -c '[(.rows | length), ([.rows[] | length] | unique), (.columns | length)]' out)" "[$messages,[8],8]"
is "messages are those of the matrix" \
  "$("$cli" query --json "$demo" 'SELECT COUNT, BYTES FROM MESSAGES GROUP BY PAIR' | jq -c '[.rows[] | .[2:]] | transpose | map(add)')" \
  "$("$cli" matrix --json "$demo" | jq -c '[(.count | flatten | add), (.bytes | flatten | add)]')"
ok "--csv" "$cli" query --csv "$demo" 'SELECT TAG, START, COMM FROM MESSAGES LIMIT 2'
is "titles with units" "$(head -n 1 out | tr -d '\r')" "tag,start_s,communicator"
is "lines end as RFC 4180 has them" "$(grep -c $'\r$' out)" 3
is "a process a row" "$(ask --json 'SELECT STATISTICS' | jq '.rows | length')" "$processes"
is "nothing found is said, and why" "$(ask 'SELECT MESSAGES WHERE SIZE > 1 TB' | tr -d '  ,' | tr '\n' ';')" \
  "0messages:SELECTMESSAGESWHERESIZE>1TB;thetracehas${messages}messagesnoneofwhichfulfilsallconditions;"

# Patterns, phases and loops are those that the commands list.
is "operations of pattern 1" \
  "$(ask --json 'SELECT COUNT FROM OPERATIONS WHERE PATTERN 1' | jq '.rows[0][0] > 0')" true
is "each phase of the list is a group" \
  "$(ask --json 'SELECT COUNT FROM OPERATIONS GROUP BY PHASE' | jq '[.rows[][0] | select(. != null)] | max')" \
  "$("$cli" phases "$demo" | awk '$1 ~ /^[0-9]+$/ && $2 ~ /^[0-9]/ { n = $1 } END { print n }')"
is "what a loop holds is part of all" \
  "$(ask --json 'SELECT COUNT FROM OPERATIONS GROUP BY LOOP' | jq '[.rows[][1]] | min > 0')" true

is "how a sentence is understood" \
  "$(ask --explain 'All messages exchanged among processes 0-2 before 1 s')" \
  "$(sed -n '/^SELECT ALL MESSAGES WHERE SENDER/p' "$REFRAIN_SOURCE/docs/query.md")"

# The examples of the documentation.
while read -r query; do
  ok "docs/query.md: $query" "$cli" query "$demo" "$query"
done < <(awk '/^```/ { n++; next } n == 1' "$REFRAIN_SOURCE/docs/query.md")

ok "a question on standard input" "$cli" query --csv "$demo" - <<<'SELECT COUNT FROM MESSAGES'
is "is answered as one that is an argument" "$(tr -d '\r' <out)" $'count\n'"$messages"
ok "--latex" "$cli" query --latex "$demo" 'SELECT MEAN(DURATION) FROM SENDS GROUP BY CALLER'
is "is a table of booktabs" "$(grep -c '[\]toprule' out)" 1

refused 2 "--explain has one form" "$cli" query --explain --json "$demo" 'SELECT MESSAGES'
refused 2 "no query" "$cli" query "$demo"
refused 2 "two forms" "$cli" query --json --csv "$demo" 'SELECT MESSAGES'
refused 2 "a word that is none" "$cli" query "$demo" 'SELECT ALL MESAGES'
is "a caret is under it" "$(sed -n 3p err)" "           ^^^^^^^"
is "what was meant is said" "$(grep -c 'did you mean “MESSAGES”' err)" 1
ask 'SELECT MESSAGES IN COMM(MPI_COMM_WRLD)' >out 2>err
is "a communicator that is not there: status" "$?" 1
is "the nearest is named" "$(head -n 1 err | grep -c 'did you mean “MPI_COMM_WORLD”')" 1
refused 1 "no trace" "$cli" query "$work/none.otf2" 'SELECT MESSAGES'
for query in '((((((((((' "$(printf 'SELECT P2P WHERE %5000s' | tr ' ' '(')" '"' "SELECT '" $'\x01\xff' \
  'SELECT P2P WHERE SIZE > 1e999 TB' 'SELECT P2P LIMIT 99999999999999999999999'; do
  refused 2 "nonsense: ${query:0:24}" "$cli" query "$demo" "$query"
done

# ---- What is one pattern ------------------------------------------------------------------------
for how in "--wrapper main" "--method syntactic" "--fields op,peer,tag"; do
  # shellcheck disable=SC2086 # some are two words
  is "pattern 1 is the same with $how" \
    "$("$cli" query --csv $how "$demo" "SELECT ALL MESSAGES IN PATTERN 1" | tail -n +2 | wc -l)" \
    "$("$cli" matrix --json --pattern 1 $how "$demo" | jq '.count | flatten | add')"
done
for command in query durations compare efficiency waits critical-path findings brief check; do
  refused 2 "a method of $command that there is not" "$cli" "$command" --method magic "$demo"
  refused 2 "$command and the repeats of one process" "$cli" "$command" --method suffix "$demo"
done
done_testing
