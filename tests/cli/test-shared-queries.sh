#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-queries.sh NAME: every published query (Alawneh 2012, Tables 3.2 to 3.5, 3.8, figure
# 3.5, fan-in and fan-out) of a real trace has the answer of an independent implementation. Skipped
# where the trace or its answers are not there.
. "$(dirname "$0")/tap.sh"

name=$1
unpack "$name"
reference=$(dirname "$shared")/reference-2/queries-$name.json
[ -e "$reference" ] || skip_all "no reference-2/queries-$name.json"

# ask QUERY FILTER: what jq makes of the answer.
ask() {
  "$cli" query --json "$anchor" "$1" | jq -cS "$2"
}

# same KEY QUERY FILTER [EXPECTED]: the answer is what the reference has at the key that begins so, or what the filter
# EXPECTED makes of the reference; jq is asked for all together in the end.
keys=() filters=() references=()
same() {
  "$cli" query --json "$anchor" "$2" >"answer.${#keys[@]}" 2>err || echo null >"answer.${#keys[@]}"
  filters+=("(try (.[${#keys[@]}] | $3) catch \"no answer\")")
  references+=("${4:-first(to_entries[] | select(.key | startswith(\"$1\"))).value}")
  keys+=("$1")
}

# Times of the reference count from the first call.
first=$(ask 'SELECT MIN(START) FROM CALLS' '.rows[0][0] * 1e9 | round')
read -r t1 t2 < <(jq -r --argjson f "$first" \
  'first(to_entries[] | select(.key | startswith("t1, t2"))).value | map(. + $f) | join(" ")' "$reference")
span="BETWEEN TIME $t1 ns AND TIME $t2 ns"
one='.rows[0][0]' both='.rows[0]'

same "Q3.1 p2p operations of process 0" 'SELECT COUNT FROM P2P FOR PROCESS(0)' "$one"
same "Q3.1 of processes 1-2" 'SELECT COUNT FROM P2P FOR PROCESSES (1-2)' "$one"
same "Q3.1 of processes 0,3" 'SELECT COUNT FROM P2P FOR PROCESSES (0,3)' "$one"
same "Q3.1 in the world" 'SELECT COUNT FROM P2P FOR PROCESSES IN COMMUNICATOR world' "$one"
same "Q3.2" 'SELECT COUNT, BYTES FROM SENDS FOR PROCESS 1' "$both"
same "Q3.3" 'SELECT COUNT, BYTES FROM RECEIVES FOR PROCESS 1' "$both"
# The reference has the eight most frequent sizes.
same "sizes of messages" 'SELECT COUNT FROM MESSAGES GROUP BY SIZE' \
  '[.rows[] | {key: "\(.[0])", value: .[1]}] | from_entries
  | . as $all | $r[0]["sizes of messages"] | with_entries(.value = $all[.key])'
while read -r key; do
  same "$key" "SELECT COUNT FROM P2P $span WHERE SIZE ${key##* of size }" "$one"
done < <(jq -r 'keys[] | select(startswith("Q3.4"))' "$reference")
same "Q4.1 collectives of process 0" 'SELECT COUNT FROM COLLECTIVES FOR PROCESS(0)' "$one"
same "Q4.1 of all" 'SELECT COUNT FROM COLLECTIVES FOR ALL PROCESSES' "$one"
# EZTrace spells routines as the linker does.
same "Q4.2" 'SELECT COUNT FROM COLLECTIVES GROUP BY ROUTINE' \
  '[.rows[] | {key: (.[0] | ascii_downcase), value: .[1]}] | from_entries' \
  '.["Q4.2 by operation, all processes"] | with_entries(.key |= (ascii_downcase | rtrimstr("_")))'
same "Q4.3" "SELECT COUNT FROM COLLECTIVES $span FOR PROCESS(0)" "$one"
same "Q4.4" "SELECT COUNT FROM COLLECTIVES $span FOR PROCESS(0) WHERE SIZE OF DATA SENT/RECEIVED IS GREATER THAN 8" "$one"
same "Q5.1" 'SELECT COUNT, BYTES FROM MESSAGES' "$both"
same "Q5.2" 'SELECT COUNT, BYTES FROM MESSAGES AMONG PROCESSES (0-2)' "$both"
while read -r key; do
  size=${key##* of size }
  same "$key" "SELECT COUNT, BYTES FROM MESSAGES AMONG PROCESSES (0-2) $span WHERE SIZE ${size%% [[]*}" "$both"
done < <(jq -r 'keys[] | select(startswith("Q5.3"))' "$reference")
same "F1" 'SELECT COUNT FROM MESSAGES IN COMM(world)' "$one"
same "F2" 'SELECT COUNT FROM MESSAGES BETWEEN PROCESS(0,1)' "$one"
same "F3" 'SELECT COUNT FROM POINT_TO_POINT_OPERATIONS BETWEEN PROCESS(0,1)' "$one"
same "F5" 'SELECT COUNT FROM BROADCAST FOR PROCESS(1)' "$one"
same "fan-in" 'SELECT FANIN, FANOUT GROUP BY PROCESS' '[.rows[] | .[1:]]'
# The reference counts MPI_Init and MPI_Finalize, too, where they are recorded.
outside=$(ask 'SELECT SUM(DURATION) FROM CALLS WHERE ROUTINE LIKE "MPI_Init*" OR ROUTINE LIKE "MPI_Finalize*" GROUP BY PROCESS' '[.rows[][1] * 1e9 | round]' 2>/dev/null)
same "time in MPI" 'SELECT MPI_TIME FROM PROCESSES' \
  "[[.rows[][0] * 1e9 | round], (${outside:-[]})] | transpose | map(add)"
same "Table 3.8" 'SELECT STATISTICS' '.columns as $c | [.rows[] | . as $r
    | {calls: ([range(1; ($c | length) - 2) | select($r[.] > 0) | {key: ($c[.] | ascii_downcase), value: $r[.]}] | from_entries),
       sent: $r[-2], received: $r[-1]}]' '.["Table 3.8"] | map(.calls |= with_entries(.key |= rtrimstr("_")))'
n=$(number processes "$anchor")
pairs="reduce .rows[] as \$r ([range($n) | [range($n) | 0]]; .[\$r[0]][\$r[1]] = \$r"
same "messages between" 'SELECT COUNT FROM MESSAGES GROUP BY PAIR' "$pairs[2])"
same "bytes between" 'SELECT BYTES FROM MESSAGES GROUP BY PAIR' "$pairs[2])"

files=("${!keys[@]}")
mapfile -t got < <(jq -cS -s --slurpfile r "$reference" "$(printf '%s,\n' "${filters[@]}") empty" \
  "${files[@]/#/answer.}")
mapfile -t expected < <(jq -cS "$(printf '(%s),\n' "${references[@]}") empty" "$reference")
for i in "${!keys[@]}"; do
  is "${keys[i]}" "${got[i]-}" "${expected[i]-nothing}"
done

# Threads change nothing.
for query in 'SELECT COUNT, BYTES, MEAN(DURATION) FROM MESSAGES GROUP BY TAG' \
  'SELECT MESSAGES ORDER BY DURATION DESC LIMIT 20' 'SELECT OPERATIONS WHERE SIZE > 100'; do
  is "the same on one core and on four: $query" "$(cmp <(REFRAIN_THREADS=1 "$cli" query --csv "$anchor" "$query") \
    <(REFRAIN_THREADS=4 "$cli" query --csv "$anchor" "$query") && echo same)" same
done
done_testing
