#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli matrix: who sends to whom.
. "$(dirname "$0")/tap.sh"

matrix() {
  "$cli" matrix --json "$@"
}

# Per link: 8 iterations of 10 planes a sweep, and 8 exchanges: 88 messages of 24 numbers each way.
is "8 rows of 8" "$(matrix "$demo" | jq -c '[(.count | length), (.count | map(length) | unique)]')" '[8,[8]]'
is "all messages" "$(matrix "$demo" | jq '.count | flatten | add')" 1760
is "nobody sends to itself" "$(matrix "$demo" | jq '[.count[0][0], .count[7][7]] | add')" 0
is "88 messages a link" "$(matrix "$demo" | jq -c '.count | flatten | unique')" '[0,88]'
is "rank 0 sends to its eastern and southern neighbours" "$(matrix "$demo" | jq -c '.count[0]')" '[0,88,88,0,0,0,0,0]'
is "24 numbers of 8 bytes a message" "$(matrix "$demo" | jq -c '.bytes[0]')" '[0,16896,16896,0,0,0,0,0]'
is "ping-pong: bytes of doubling messages" "$(matrix "$data/ping-pong.otf2" | jq -c '.bytes[0]')" '[0,1023]'

# The window narrows it, and windows that meet count every message once.
end=$(number end "$demo")
middle=$(jq -n "$end / 2")
first=$(matrix --to "$middle" "$demo" | jq '.count | flatten | add')
second=$(matrix --from "$middle" "$demo" | jq '.count | flatten | add')
is "half of the run holds less" "$(jq -n "$first > 0 and $first < 1760")" true
is "two halves make a whole" "$((first + second))" 1760
is "a window after the end is empty" "$(matrix --from 1000 --to 1001 "$demo" | jq '.count | flatten | add')" 0
refused 2 "a window that is no number" "$cli" matrix --from soon "$demo"
ok "matrix as text" "$cli" matrix "$demo"
done_testing
