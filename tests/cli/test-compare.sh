#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli compare of two runs: itself, another, its forms, and when it fails.
. "$(dirname "$0")/tap.sh"

ok "a trace beside itself" "$cli" compare --json "$demo" "$demo"
is "differs in nothing" "$(jq -c '[.differences, .unexplained, .a == .b]' out)" '[[],0,true]'
is "and has all calls in common" "$(jq -c .common out)" '{"a":1,"b":1}'
ok "and fails above no limit" "$cli" compare --fail-above 0% "$demo" "$demo"
is "which people read" "$(grep -c '^No difference beyond noise\.$' out)" 1

# Two programs: one computes in one process for longer.
mkdir planted && tar -xf "$data/planted.tar.xz" -C planted || skip_all "planted.tar.xz cannot be unpacked"
a=planted/slow-iteration/planted.otf2 b=planted/slow-process/planted.otf2
ok "two runs" "$cli" compare --json "$a" "$b"
cp out forth
is "add up to the nanosecond" \
  "$(jq '([.differences[].seconds] | add // 0) + .unexplained - (.b - .a) | fabs < 1e-9' forth)" true
is "seconds are b less a" "$(jq '[.differences[] | .b - .a - .seconds | fabs < 1.5e-9] | all' forth)" true
is "and lie in their interval" \
  "$(jq '[.differences[] | .interval[0] <= .seconds and .seconds <= .interval[1]] | all' forth)" true
is "at most a dozen and the rest" "$(jq '.differences | length > 0 and length <= 13' forth)" true
ok "the other way round" "$cli" compare --json "$b" "$a"
is "each has the other sign" \
  "$(jq -c '[.differences[] | [.kind, -.seconds]]' out)" "$(jq -c '[.differences[] | [.kind, .seconds]]' forth)"
ok "as CSV" "$cli" compare --csv "$a" "$b"
is "a line each" "$(wc -l <out)" "$(jq '.differences | length + 1' forth)"
ok "for LaTeX" "$cli" compare --latex "$a" "$b"
ok "for people" "$cli" compare "$a" "$b"
is "the first sentence" "$(grep -cF "$(jq -r '.differences[0].sentence' forth)" out)" 1
worst=$(jq '([.differences[].seconds] | max) / .a * 100' forth)
status=0
"$cli" compare --fail-above "$(jq -n "$worst / 2")%" "$a" "$b" >out 2>err || status=$?
is "above the limit it ends with 3" "$status" 3
ok "below it with 0" "$cli" compare --fail-above "$(jq -n "$worst * 2")%" "$a" "$b"

ok "several runs of each side" "$cli" compare --json "$a" "$a" -- "$b" "$b"
is "have the same means" "$(jq -c '[.a, .b]' out)" "$(jq -c '[.a, .b]' forth)"
ok "one beside two" "$cli" compare --json "$a" -- "$a" "$a"
is "of one program differ in nothing" "$(jq -c .differences out)" '[]'

# Another program.
tar -xf "$data/twins.tar.xz" stencil.mtf.h5 collective.mtf.h5 windows.mtf.h5 || skip_all "twins.tar.xz cannot be unpacked"
ok "another program" "$cli" compare stencil.mtf.h5 windows.mtf.h5
is "is told to have little in common" "$(grep -c 'Possible cause: two different programs\.$' out)" 1
ok "other calls in one program" "$cli" compare stencil.mtf.h5 collective.mtf.h5
is "are not told to be another one" "$(grep -c 'two different programs' out)" 0

ok "other numbers of threads" "$cli" compare "$data/threads.otf2" "$data/ping-pong.otf2"
is "are told as such" "$(grep -c 'Threads per process that call MPI: 1 in B instead of 3 (−2)\.$' out)" 1

refused 2 "three traces" "$cli" compare "$a" "$a" "$b"
refused 2 "nothing on one side" "$cli" compare -- "$a" "$b"
refused 2 "a limit that is none" "$cli" compare --fail-above five "$a" "$b"
refused 2 "a limit for one trace" "$cli" compare --fail-above 5% --loop 1 "$a"
refused 1 "no such trace" "$cli" compare "$a" nothing.otf2
# What is chosen is like the slowest: calls of the same process.
for routine in relax_plane MPI_Allreduce MPI_Recv; do
  is "$routine: like is compared with like" \
    "$("$cli" compare --routine "$routine" "$demo" | sed -nE 's/^call .* on process ([0-9]+)$/\1/p' | sort -u | wc -l)" 1
done
done_testing
