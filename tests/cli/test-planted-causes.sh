#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli findings: of programs with one known fault each (tests/programs/planted), recorded with it
# and without. The first finding is to name it, and to tell what it costs: as much longer as the run
# takes with it.
#   test-planted-causes.sh [--all | --part] [--keep DIR] [NAME...]
# --all: all of them, not only those of the short test; --part: these and a quarter of the others, each commit another
# one; --keep: recordings go to DIR, and what is there already is not recorded again.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/recorder.sh"

# Amounts may be wrong by so much, of the amount or in seconds.
SHARE=0.10
SECONDS_OFF=0.015
# Nothing is to be found that saves more of a run without a fault.
SILENT=0.02

which=quick keep=$work names=()
while [ $# -gt 0 ]; do
  case $1 in
    --all | --part) which=${1#--} ;;
    --keep)
      mkdir -p "$2"
      keep=$(cd "$2" && pwd)
      shift
      ;;
    *) names+=("$1") ;;
  esac
  shift
done
program=$programs/planted-causes
# More processes than cores: who has paused is to go on at once, and who looks for a message is to let
# others run, whatever else the machine does. Not everybody may ask for that.
in_turns=()
# Of the short test (one less than today: the machine may have other work), of that with a quarter of the others, and of
# all: as many are right today, as many are right or partly so, and of so many at most something is told without
# their fault.
if chrt -r 1 true 2>err; then
  in_turns=(chrt -r 1)
  quick=(13 14 3) part=(32 37 4) all=(114 120 5)
else
  quick=(9 11 6) part=(18 24 12) all=(50 72 27)
fi
commit=$(git -C "$REFRAIN_SOURCE" rev-parse HEAD 2>/dev/null || echo 0)
turn=$((0x${commit:0:7} % 4)) number=0
[ ${#names[@]} -eq 0 ] || which=named
right=0 partly=0 wrong=0 silent=0 noisy=0

# run NAME PROCESSES ROUTINE with|without: records it; what it takes is in NAME.with.seconds.
run() {
  local trace=$keep/$1.$4.mtf.h5 options=() arguments=()
  [ ! -e "$trace" ] || [ ! -e "$keep/$1.$4.seconds" ] || return 0
  [ "$3" != - ] || options=(--exclude '*')
  [ "$4" = with ] || arguments=(--without)
  "${in_turns[@]}" "$cli" record -o "$trace" "${options[@]}" -- mpirun --oversubscribe -n "$2" "$program" "$1" \
    "${arguments[@]}" </dev/null >ran 2>err || return 1
  awk '$1 == "ran" { if (!n++ || $2 < from) from = $2; if ($3 > to) to = $3 }
    END { printf "%.6f\n", to - from; exit n == 0 }' ran >"$keep/$1.$4.seconds"
}

# Which of expected and told is the same; right, partly, or wrong.
judge='
  def is_right: (.kind | IN($kinds[])) and ($ranks == null or .ranks == $ranks)
    and ($routine == null or .routine == $routine)
    and ((.saves - $saved) | fabs) <= ([$share * $saved, $off] | max);
  def is_near: (.kind | IN($kinds[])) or ($ranks != null and .ranks == $ranks);
  (.findings[0] // {}) as $first
  | (if $first | is_right then "right"
     elif ($first | is_near) or any(.findings[]; is_right) then "partly"
     else "wrong" end) as $verdict
  | [$verdict, $first.kind // "nothing", ($first.ranks | tojson),
     $first.routine // "-", ($first.saves // 0)] | @tsv'
# What is told of a run without a fault.
quiet='[.findings[] | select(.kind != "shared_cores" and .saves_share > $silent)]
  | [(if length == 0 then "right" else "wrong" end), .[0].kind // "nothing",
     (.[0].ranks | tojson), .[0].routine // "-", .[0].saves // 0] | @tsv'

# count VERDICT
count() {
  case $1 in
    right) right=$((right + 1)) ;;
    partly) partly=$((partly + 1)) ;;
    *) wrong=$((wrong + 1)) ;;
  esac
}

# row NAME PROCESSES TRUE_SECONDS VERDICT KIND RANKS ROUTINE SECONDS
row() {
  printf '# %-26s %3s  %-7s %-16s %-18s %-14s saves %7.3f, truth %7.3f\n' "$1" "$2" "$4" "$5" \
    "$6" "$7" "$8" "$3"
}

# try NAME PROCESSES KINDS RANKS ROUTINE silent|rest
try() {
  local name=$1 processes=$2 kinds ranks=$4 routine=null saved
  kinds=$(jq -cn --arg k "$3" '$k | split("|")')
  [ "$ranks" != "*" ] || ranks=null
  case $5 in "*" | -) ;; *) routine="\"$5\"" ;; esac
  ok "$name: recorded" run "$name" "$processes" "$5" with
  ok "$name: findings" "$cli" findings --json "$keep/$name.with.mtf.h5"
  if [ "$3" = none ] || [ "$3" = cores ]; then
    IFS=$'\t' read -r -a told < <(jq -r --argjson silent $SILENT "$quiet" out)
    [ "$3" = none ] || [ "$(nproc)" -ge "$processes" ] \
      || [ "$(jq -r '.findings[0].kind' out)" = shared_cores ] || told[0]=wrong
    row "$name" "$processes" 0 "${told[@]}"
    count "${told[0]}"
    return
  fi
  mv out findings
  ok "$name: recorded without" run "$name" "$processes" "$5" without
  saved=$(jq -n "$(cat "$keep/$name.with.seconds") - $(cat "$keep/$name.without.seconds")")
  IFS=$'\t' read -r -a told < <(jq -r --argjson kinds "$kinds" --argjson ranks "$ranks" \
    --argjson routine "$routine" --argjson saved "$saved" --argjson share $SHARE \
    --argjson off $SECONDS_OFF "$judge" findings)
  row "$name" "$processes" "$saved" "${told[@]}"
  count "${told[0]}"
  [ "$6" = silent ] || return 0
  ok "$name: findings without" "$cli" findings --json "$keep/$name.without.mtf.h5"
  IFS=$'\t' read -r -a told < <(jq -r --argjson silent $SILENT "$quiet" out)
  if [ "${told[0]}" = right ]; then
    silent=$((silent + 1))
  else
    noisy=$((noisy + 1))
    row "  without" "$processes" 0 "${told[@]}"
  fi
}

while read -r name processes kinds ranks routine short rest; do
  case $which in
    quick) [ "$short" = quick ] || continue ;;
    part) [ "$short" = quick ] || [ $((number++ % 4)) -eq $turn ] || continue ;;
    named) [[ " ${names[*]} " == *" $name "* ]] || continue ;;
  esac
  try "$name" "$processes" "$kinds" "$ranks" "$routine" "$rest"
done < <("$program" --list)

case $which in
  quick) least=("${quick[@]}") ;;
  part) least=("${part[@]}") ;;
  all) least=("${all[@]}") ;;
  named) least=(0 "${#names[@]}" 0) ;;
esac
[ "$right" -ge "${least[0]}" ]
report $? "at least ${least[0]} are right"
[ $((right + partly)) -ge "${least[1]}" ]
report $? "at least ${least[1]} are right or partly right"
[ "$noisy" -le "${least[2]}" ]
report $? "without their fault something is told of ${least[2]} at most"
tell "$right right, $partly partly, $wrong wrong; without the fault $silent silent, $noisy not"
done_testing
