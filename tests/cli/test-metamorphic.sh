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

# ask HOW COMMAND...: what is said of it, in files of their own; page: that of loops.
ask() {
  local command
  for command in "${@:2}"; do
    case $command in
      page) timeout $patience "$cli" loops --logical "$1.mtf.h5" >"$1.page" 2>>"$1.err" || cp "$1.err" "$1.page" ;;
      *)
        timeout $patience "$cli" "$command" --json "$1.mtf.h5" >"$1.$command" 2>>"$1.err" ||
          echo '{}' >"$1.$command"
        ;;
    esac
  done
}

# Names without ranks, and without what only tells one axis from another.
deranked='gsub(" · variant [0-9]+ of [0-9]+"; "") | gsub("\\b(?<w>from|to|by|of|around|between|and|root|master|rank) [0-9]+"; "\(.w) _")
  | gsub(" · ranks? [0-9]+([–, ]+[0-9]+)*( …)?"; "") | gsub(" · distances? [−+0-9, ]+"; "")
  | gsub(" at distance [0-9]+"; "") | gsub("(rows|columns|groups) of"; "groups of")
  | gsub(" in 2 pairs"; " in pairs")'

# What jq makes of the answers, by name.
declare -A forms=(
  # What patterns there are, each with how often and how many messages.
  [patterns]='$patterns | [.composite_patterns[]? | [.occurrences, .name, .processes, .stage_count, .groups, .kind,
    .routine, .total_messages]], .cycles, .main_loop | walk(if type == "object" then with_entries(select(
    (.key | IN("from", "to", "seconds", "time_share") | not) or (.value | type | IN("object", "array")))) else . end)'
  [unordered_patterns]="\$patterns | [.composite_patterns[]? | [.occurrences, (.name | $deranked), .processes,
    .stage_count, .groups, .kind, .total_messages]] | sort"
  [phases]='$phases.segments // [] | map([.start, .end, .length, .distinct, .routine, .parent])'
  [shapes_of_phases]='$phases.segments // [] | map([.start, .end, .length, .distinct, .parent])'
  [topology]='$topology | [.topology, .mostly, .edges, .equivalent, .sizes, .axes, .wrapped,
    .degree, .flow, .extra, .missing, .mapping]'
  # Parts that are apart may be called a lattice of which an axis is not used, in one order or another.
  [name_of_topology]='$topology | if (.components // []) | length > 1 then {edges, degree} else . end
    | [.topology, .mostly, .edges, (.equivalent // [] | sort), (.sizes // [] | sort), .degree, .flow]'
  # The part that is not apart. Where nearly all pairs exchange something, the pairs among which most goes are
  # asked for a name, of the whole alone.
  [name_of_part]='$topology | (if (.components // []) | length == 1 then .components[0] else . end)
    | if (.components // []) | length > 1 then {edges, degree} else . end
    | [.edges, .degree, if .degree > 0 and .degree >= 0.8 * (2 * .edges / .degree - 1) then 0
      else [.topology] + (.equivalent // []) | sort end]'
  [findings]='[$findings.findings[]? | select(.saves > 0) | [.kind, .ranks, .routine, .iterations, .saves]]'
  # To the letter, but for times.
  [shares_of_findings]='[$findings.findings[]? | [.kind, .ranks, .routine, .iterations, (.saves_share * 1e6 | round),
    (.sentence | gsub("[0-9.]+.(ns|µs|ms|s)\\b"; "_"))]]'
)
# Messages of patterns by name; whether an axis of two is periodic cannot be seen of two messages.
for times in 1 2; do
  forms[messages$times]="\$patterns | [.composite_patterns[]? | select(.kind == \"messages\")
    | {name: (.name | $deranked | gsub(\"periodic \"; \"\") | gsub(\"[0-9]+ messages|, in [0-9]+ stages\"; \"\")),
      messages: (.total_messages * $times)}]
    | group_by(.name) | map([.[0].name, (map(.messages) | add)])"
done

# values HOW NAME...: these forms of it, each in values[HOW NAME].
declare -A values
values() {
  local names=("${@:2}") lines i filters=''
  for i in "${names[@]}"; do
    filters+="[${forms[$i]}], "
  done
  for i in patterns phases topology findings; do
    [ -e "$1.$i" ] || echo null >"$1.$i"
  done
  mapfile -t lines < <(jq -cn --slurpfile patterns "$1.patterns" --slurpfile phases "$1.phases" \
    --slurpfile topology "$1.topology" --slurpfile findings "$1.findings" "\$patterns[0] as \$patterns
      | \$phases[0] as \$phases | \$topology[0] as \$topology | \$findings[0] as \$findings | $filters empty")
  for i in "${!names[@]}"; do
    values[$1 ${names[i]}]=${lines[i]-no values of $1}
  done
}

# alike DESCRIPTION HOW FORM [FORM]: the form of this one, and of the trace as it was, are the same.
alike() {
  is "$1" "${values[$2 $3]}" "${values[order=0 ${4:-$3}]}"
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
  done
  ask order=0 patterns phases findings page
  for what in patterns phases findings page; do
    mv "order=0.$what" "again.$what"
  done
  ask order=0 patterns phases topology findings page
  ask order=1 patterns phases topology
  ask times=3 patterns phases topology findings page
  ask shift=123456789 patterns phases topology findings page
  ask idle patterns phases topology findings
  ask split patterns topology
  for what in patterns phases findings page; do
    ok "$1: once more, the same bytes of $what" cmp "again.$what" "order=0.$what"
  done
  values order=0 "${!forms[@]}"
  values order=1 name_of_topology unordered_patterns shapes_of_phases
  values times=3 patterns phases topology shares_of_findings
  values shift=123456789 patterns phases topology findings
  values idle shapes_of_phases messages1 name_of_part findings
  values split messages1 name_of_topology
  for how in times=3 shift=123456789; do
    for what in patterns phases topology; do
      alike "$1: $what, $how" "$how" "$what"
    done
    ok "$1: page, $how" cmp "$how.page" order=0.page
  done
  alike "$1: findings, three times as long" times=3 shares_of_findings
  alike "$1: findings, shifted clocks" shift=123456789 findings
  alike "$1: topology, another order" order=1 name_of_topology
  alike "$1: patterns, another order" order=1 unordered_patterns
  alike "$1: phases, another order" order=1 shapes_of_phases
  alike "$1: phases, one more process" idle shapes_of_phases
  alike "$1: messages of patterns, one more process" idle messages1
  alike "$1: topology, one more process" idle name_of_part
  alike "$1: findings, one more process" idle findings
  # Two butterflies at once are none.
  [ "$1" = summa16 ] || alike "$1: messages of patterns, in halves" split messages1 messages2
  alike "$1: topology, in halves" split name_of_topology
}

for name in "${names[@]}"; do
  case $name in
    demo) anchor=$demo ;;
    pair) anchor=$data/pair.mtf.h5 ;;
  esac
  try "$name"
done
done_testing
