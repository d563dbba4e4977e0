#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli findings: of recorded programs with one planted cause each (tests/programs/planted.c),
# the first finding names it, and its amount within 5 %.
. "$(dirname "$0")/tap.sh"

command -v xz >/dev/null || skip_all "xz is not installed"
mkdir planted && tar -xf "$data/planted.tar.xz" -C planted || skip_all "planted.tar.xz cannot be unpacked"

# cause CAUSE KIND PROCESS ROUTINE ITERATION ITERATIONS SECONDS
cause() {
  ok "findings of $1" "$cli" findings --json "planted/$1/planted.otf2"
  is "$1: kind, process, routine, iteration" \
    "$(jq -c '.findings[0] | [.kind, .process, .routine, .iteration]' out)" "[\"$2\",$3,\"$4\",$5]"
  is "$1: in so many iterations" "$(jq ".findings[0].iterations >= $6 and .iterations == 40" out)" true
  is "$1: the amount, within 5 %" "$(jq ".findings[0].seconds / $7 | . > 0.95 and . < 1.05" out)" true
  is "$1: nothing else comes near" "$(jq '.findings[1].seconds // 0 | . < 0.15 * '"$7" out)" true
  is "$1: it is sure" "$(jq '.findings[0].confidence > 0.8' out)" true
  is "$1: the sentence is the first line" "$("$cli" findings "planted/$1/planted.otf2" | head -n 1)" \
    "$(jq -r '.findings[0].sentence' out) (sure)"
}
# 4 others wait 30 ms in each of 40 iterations, and so on.
cause slow-process slow_process 3 work null 40 4.8
cause slow-iteration slow_iteration 2 work 18 1 0.8
cause chain slow_process 0 prepare null 40 6.4
cause growing growing 1 work null 30 6.24
cause wrong-order wrong_order 0 collect null 40 1.6
done_testing
