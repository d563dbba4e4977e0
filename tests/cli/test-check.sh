#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli check: rules hold or do not, by the numbers that the other commands print.
. "$(dirname "$0")/tap.sh"

# verdict RULE [TRACE]: "true 0.5", whether it holds and the number.
verdict() {
  "$cli" check --json --rule "$1" "${2:-$demo}" 2>err | jq -c '.rules[0] | [.holds, .value]'
}
# of COMMAND FILTER: a number of what another command prints, rounded as below.
of() {
  "$cli" "$1" --json "$demo" | jq -c "$2"
}

cat >rules <<'END'
# What the demo keeps to, and one that it does not.
messages unmatched = 0

   run time   <  1000 s
processes != 8
END
status=0
"$cli" check "$demo" --rules rules >out 2>err || status=$?
is "a rule that does not hold: exit status" "$status" 3
is "a line each, and the headings" "$(wc -l <out)" 4
is "which of them hold" "$(awk 'NR > 1 { print $1 }' out | tr '\n' ' ')" "yes yes no "
sed -i '$d' rules
ok "all hold" "$cli" check --rules rules "$demo"
ok "from standard input" "$cli" check --rules - "$demo" <rules
is "lines are those of the file" "$("$cli" check --json --rules rules "$demo" | jq -c '[.rules[].line]')" "[2,4]"

# The numbers are those of other commands.
is "messages" "$(verdict 'messages >= 0')" "[true,$(of info .messages)]"
is "parallel efficiency" "$(verdict 'parallel efficiency <= 100 %')" "[true,$(of efficiency .parallel)]"
is "the worst phase" "$(verdict 'parallel efficiency of each phase > 2')" \
  "[false,$(of efficiency '[.phases[] | select(.computing > 0) | .parallel] | min')]"
is "per is the same" "$(verdict 'load balance per phase > 2')" "$(verdict 'load balance of each phase > 2')"
is "the iteration that takes longest" "$(verdict 'duration of each iteration < 0 s')" \
  "[false,$(of efficiency '[.iterations[].seconds] | max')]"
is "waiting of a kind, as a share of each phase" \
  "$(verdict 'waiting for late senders < 0 % of each phase' | jq '.[1] * 1e9 | round')" \
  "$(jq -n --argjson waits "$(of waits .per_phase)" --argjson parts "$(of efficiency .phases)" \
    '[range($waits | length) | $waits[.].late_sender / $parts[.].seconds / 8] | max * 1e9 | round')"
is "kinds of a phase are all of it" \
  "$(of waits '[.per_phase[] | (.seconds - ([to_entries[] | select(.key | IN("phase", "name", "seconds", "wrong_order") | not) | .value] | add)) | fabs < 1e-6] | all')" true
is "a share of the run" "$(verdict 'waiting of each process < 0 % of the run' | jq '.[1] * 1e9 | round')" \
  "$(jq -n --argjson waits "$(of waits '[.per_process[].seconds] | max')" \
    --argjson whole "$(of numbers .part.total.seconds)" '$waits / $whole * 1e9 | round')"
is "calls of a routine" "$(verdict 'calls of MPI_Bcast = 8')" "[true,8]"
is "one of MPI that nobody calls" "$(verdict 'calls of MPI_Ibarrier = 0')" "[true,0]"
is "one that nobody knows keeps to nothing" "$(verdict 'time in nowhere < 5 s')" "[false,null]"
is "rows of a query" "$(verdict '(SELECT MESSAGES) > 0')" "[true,$(of info .messages)]"
is "sums of a query" "$(verdict '(SELECT BYTES FROM SENDS) = 5 kB' | jq '.[1]')" "$(of numbers .part.total.bytes_sent)"
is "groups of a query" "$(verdict '(SELECT COUNT FROM SENDS GROUP BY PROCESS) <= 0' | jq '.[1]')" \
  "$(of numbers '[.part.per_process[].sends] | max')"
is "evidence says where" \
  "$("$cli" check --json --rule 'parallel efficiency of each phase > 2' "$demo" | jq -r '.rules[0].evidence' | grep -cE '^phase [0-9].*; broken in ([0-9]+) of \1$')" 1
is "and which factor is the weakest" \
  "$("$cli" check --json --rule 'parallel efficiency > 2' "$demo" | jq -r '.rules[0].evidence' | grep -cE '^weakest factor: (load balance|(serialisation|transfer) efficiency), [0-9.]+ %$')" 1

# Nothing of the list is without a number, but what this run has none of.
"$cli" check --list --json | jq -r '.quantities[] | .name as $name | .per[] |
  "\($name | sub("ROUTINE"; "MPI_Bcast"))\(if . == "run" then "" else " of each " + . end) >= 0"' >all
"$cli" check --json --rules all "$demo" >checked
is "all quantities are there" "$(jq -r '.rules[] | select(.value == null) | .rule' checked | grep -v finding)" ""
is "and all of them hold" "$(jq -c '.broken' checked)" 0

# A program without computing, or without MPI, has no efficiency.
is "one process alone waits for nobody" "$(verdict 'waiting = 0 s' "$data/pair.mtf.h5" | jq -c '.[0] | type')" '"boolean"'

# What is no rule.
while IFS='|' read -r rule words; do
  refused 2 "no rule: $rule" "$cli" check --rule "$rule" "$demo"
  is "and it says: $words" "$(grep -c -- "$words" err)" 1
done <<'END'
paralel efficiency > 1|did you mean “parallel efficiency”
run time|compares nothing
run time < 5 %|no whole
messages < 5 %|no whole
load balance of each process > 1|of each phase, of each iteration
run time < 5 apples|5apples.*1.5 s
(SELECT MESAGES) = 0|did you mean “MESSAGES”
(SELECT MESSAGES = 0|closing bracket
bytes < 5 s|5s.*1 MiB
waiting < -1 s|is not a limit
END
printf 'messages = 0\n\nfoo > 2\n' >wrong
refused 2 "a file with a line that is no rule" "$cli" check --rules wrong "$demo"
is "names file and line" "$(grep -c 'wrong:3: ' err)" 1
printf '# nothing\n' >wrong
refused 2 "a file without rules" "$cli" check --rules wrong "$demo"
refused 2 "no rules" "$cli" check "$demo"
refused 1 "a file that is not there" "$cli" check --rules nowhere "$demo"
done_testing
