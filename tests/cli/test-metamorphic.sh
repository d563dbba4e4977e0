#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What must not change when one thing about a run does, which is nothing to what is asked: the same
# run once more, its times three times as long, all clocks shifted, its processes in another order,
# one more that is idle, each message in two halves (tests/cli/change-trace.h).
#   test-metamorphic.sh [NAME]
# NAME: a real trace beside the source tree; without one the demo and a trace in tests/data.
. "$(dirname "$0")/tap.sh"

XDG_DATA_HOME=$work/data
export XDG_DATA_HOME
another=$REFRAIN_BUILD/tests/cli/another-trace

# change HOW: the trace HOW.mtf.h5, changed so.
change() {
  "$another" "$1" "$anchor" "$1.mtf.h5" || exit 99
}

# ask HOW: what is said of it, in files of their own.
ask() {
  local command
  for command in patterns phases topology findings; do
    timeout $patience "$cli" $command --json "$1.mtf.h5" >"$1.$command" 2>>"$1.err" || echo '{}' >"$1.$command"
  done
  timeout $patience "$cli" loops --logical "$1.mtf.h5" >"$1.page" 2>>"$1.err" || cp "$1.err" "$1.page"
}

# Names without ranks, and without what only tells one axis from another.
deranked='gsub(" · variant [0-9]+ of [0-9]+"; "") | gsub("\\b(?<w>from|to|by|of|around|between|and|root|master|rank) [0-9]+"; "\(.w) _")
  | gsub(" · ranks? [0-9]+([–, ]+[0-9]+)*( …)?"; "") | gsub(" · distances? [−+0-9, ]+"; "")
  | gsub(" at distance [0-9]+"; "") | gsub("(rows|columns|groups) of"; "groups of")
  | gsub(" in 2 pairs"; " in pairs")'

# What patterns there are, each with how often and how many messages.
patterns() {
  jq -c '[.composite_patterns[]? | [.occurrences, .name, .processes, .stage_count, .groups, .kind,
    .routine, .total_messages]], .cycles, .main_loop' "$1.patterns" | sed 's/"\(from\|to\|seconds\|time_share\)":[^,}]*//g'
}
unordered_patterns() {
  jq -c "[.composite_patterns[]? | [.occurrences, (.name | $deranked), .processes, .stage_count,
    .groups, .kind, .total_messages]] | sort | .[]" "$1.patterns"
}
# Messages of patterns by name; whether an axis of two is periodic cannot be seen of two messages.
messages() {
  jq -c "[.composite_patterns[]? | select(.kind == \"messages\")
    | {name: (.name | $deranked | gsub(\"periodic \"; \"\") | gsub(\"[0-9]+ messages|, in [0-9]+ stages\"; \"\")), messages: (.total_messages * $2)}]
    | group_by(.name) | map([.[0].name, (map(.messages) | add)]) | .[]" "$1.patterns"
}
phases() {
  jq -c '.segments // [] | .[] | [.start, .end, .length, .distinct, .routine, .parent]' "$1.phases"
}
shapes_of_phases() {
  jq -c '.segments // [] | .[] | [.start, .end, .length, .distinct, .parent]' "$1.phases"
}
topology() {
  jq -c 'del(.steps, .candidates) | [.topology, .mostly, .edges, .equivalent, .sizes, .axes, .wrapped,
    .degree, .flow, .extra, .missing, .mapping]' "$1.topology"
}
# Parts that are apart may be called a lattice of which an axis is not used, in one order or another.
name_of_topology() {
  jq -c 'if (.components // []) | length > 1 then {edges, degree} else . end | [.topology, .mostly, .edges, (.equivalent // [] | sort), (.sizes // [] | sort), .degree, .flow]' \
    "$1.topology"
}
# The part that is not apart. Where nearly all pairs exchange something, the pairs among which most goes are
# asked for a name, of the whole alone.
name_of_part() {
  jq -c "(if (.components // []) | length == 1 then .components[0] else . end)
    | if (.components // []) | length > 1 then {edges, degree} else . end
    | [.edges, .degree, if .degree > 0 and .degree >= 0.8 * (2 * .edges / .degree - 1) then 0
      else [.topology] + (.equivalent // []) | sort end]" "$1.topology"
}
findings() {
  jq -c '.findings[]? | select(.saves > 0) | [.kind, .ranks, .routine, .iterations, .saves]' "$1.findings"
}

# To the letter, but for times.
shares_of_findings() {
  jq -c '.findings[]? | [.kind, .ranks, .routine, .iterations, (.saves_share * 1e6 | round),
    (.sentence | gsub("[0-9.]+.(ns|µs|ms|s)\\b"; "_"))]' "$1.findings"
}

if [ $# -gt 0 ]; then
  case $1 in
    */*) anchor=$shared/$1.mtf.h5 ; [ -e "$anchor" ] || skip_all "no $1.mtf.h5 in $shared" ;;
    *) unpack "$1" ;;
  esac
  [ "${anchor#/}" != "$anchor" ] || anchor=$work/$anchor
  names=("$1")
else
  names=(demo pair)
fi

try() {
  for how in order=0 order=1 times=3 shift=123456789 idle split; do
    change "$how"
    ask "$how"
  done
  for what in patterns phases topology findings page; do
    mv "order=0.$what" "again.$what"
  done
  ask order=0
  for what in patterns phases findings page; do
    ok "$1: once more, the same bytes of $what" cmp "again.$what" "order=0.$what"
  done
  for how in times=3 shift=123456789; do
    for what in patterns phases topology; do
      is "$1: $what, $how" "$($what "$how")" "$($what order=0)"
    done
    ok "$1: page, $how" cmp "$how.page" order=0.page
  done
  is "$1: findings, three times as long" "$(shares_of_findings times=3)" "$(shares_of_findings order=0)"
  is "$1: findings, shifted clocks" "$(findings shift=123456789)" "$(findings order=0)"
  is "$1: topology, another order" "$(name_of_topology order=1)" "$(name_of_topology order=0)"
  is "$1: patterns, another order" "$(unordered_patterns order=1)" "$(unordered_patterns order=0)"
  is "$1: phases, another order" "$(shapes_of_phases order=1)" "$(shapes_of_phases order=0)"
  is "$1: phases, one more process" "$(shapes_of_phases idle)" "$(shapes_of_phases order=0)"
  is "$1: messages of patterns, one more process" "$(messages idle 1)" "$(messages order=0 1)"
  is "$1: topology, one more process" "$(name_of_part idle)" "$(name_of_part order=0)"
  is "$1: findings, one more process" "$(findings idle)" "$(findings order=0)"
  # Two butterflies at once are none.
  [ "$1" = summa16 ] ||
    is "$1: messages of patterns, in halves" "$(messages split 1)" "$(messages order=0 2)"
  is "$1: topology, in halves" "$(name_of_topology split)" "$(name_of_topology order=0)"
}

for name in "${names[@]}"; do
  case $name in
    demo) anchor=$demo ;;
    pair) anchor=$data/pair.mtf.h5 ;;
  esac
  try "$name"
done
done_testing
