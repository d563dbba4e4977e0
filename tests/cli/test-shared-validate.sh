#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-shared-validate.sh NAME [CONSTRAINT NUMBER]...: what a real trace breaks, and nothing else.
. "$(dirname "$0")/tap.sh"

name=$1
shift
unpack "$name"
"$cli" validate --json "$anchor" >all.json 2>err
is "constraints broken" \
  "$(jq -r '[.constraints[] | select(.count > 0 and .constraint != "A21.2") | "\(.constraint) \(.count)"] | join(" ")' all.json)" "$*"
is "as many violations are told" "$(jq '.violations | length' all.json)" \
  "$(printf '%s\n' "$@" | awk 'NR % 2 == 0 { n += $1 } END { print n + 0 }')"
is "each has a process, an event and a time" \
  "$(jq '[.violations[] | select(.process == null or .event == null or .time == null)] | length' all.json)" 0
is "by process and event" "$(jq '[.violations[] | [.process, .event]] | . == sort' all.json)" true
is "the same with one thread" "$(REFRAIN_THREADS=1 "$cli" validate --json "$anchor" | md5sum)" \
  "$(md5sum <all.json)"
done_testing
