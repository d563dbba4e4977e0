#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Figures of every view, as small as a column of a paper and as wide as its page: no text below 6 pt,
# none out of the paper, three labels and more on each axis of time, keys whole. $1: a trace beside
# the demo's.
. "$(dirname "$0")/tap.sh"

trace=$demo
if [ $# -gt 0 ]; then
  unpack "$1"
  trace=$anchor
fi

# draw NAME WIDTH HEIGHT ARGUMENTS...: NAME.svg, and its words as lines "x y size anchor text".
draw() {
  local name=$1 width=$2 height=$3
  shift 3
  ok "$name at $width x $height mm" "$cli" export "$@" --width "${width}mm" --height "${height}mm" \
    -o "$name.svg" "$trace"
  sed -nE 's/^<text x="([0-9.-]+)" y="([0-9.-]+)".* font-size="([0-9.]+)".* text-anchor="([a-z]+)"[^>]*>(.*)<\/text>$/\1 \2 \3 \4 \5/p' \
    "$name.svg" >"$name.words"
}

# What no figure may have.
check() {
  local name=$1 points
  points=$(awk -v mm="$2" 'BEGIN { print mm * 72 / 25.4 }')
  is "$name has no text below 6 pt" \
    "$(grep -o 'font-size="[0-9.]*"' "$name.svg" | awk -F'"' '$2 < 5.99' | sort | uniq -c)" ""
  is "$name has no text that begins or ends beyond the paper" \
    "$(awk -v width="$points" '$1 < -0.1 || $1 > width + 0.1' "$name.words" | head -n 3)" ""
}

# ticks NAME WHAT: at least three labels of times, on one line or in one column.
ticks() {
  is "$1 has three labels of time at least" "$(awk '
    $5 ~ /^[+]?[0-9]/ && $5 ~ /[^0-9.](s|ms|µs|ns|min|h)$/ { n[$2]++ }
    END { most = 0; for (y in n) if (n[y] > most) most = n[y]; print (most >= 3) }' "$1.words")" 1
}

# key NAME ENTRY...: each stands in the figure, whole.
key() {
  local name=$1 entry missing=
  shift
  for entry in "$@"; do
    cut -d' ' -f5- "$name.words" | grep -qxF -- "$entry" || missing="$missing, $entry"
  done
  is "the key of $name is whole" "$missing" ""
}

kinds=("point-to-point" "wait and test" "collective" "other MPI")
pattern=$("$cli" patterns --json "$trace" | jq -r '.communication_patterns[0].id // empty')
for size in "88 60" "180 90"; do
  read -r width height <<<"$size"
  for palette in print grey; do
    draw events-$width-$palette "$width" "$height" --view events --palette $palette
    key events-$width-$palette "${kinds[@]}"
    ticks events-$width-$palette
  done
  draw overview-$width "$width" "$height" --view overview
  key overview-$width "${kinds[@]}"
  ticks overview-$width
  draw critical-path-$width "$width" "$height" --view critical-path
  key critical-path-$width "critical path" "${kinds[@]}"
  ticks critical-path-$width
  draw waiting-$width "$width" "$height" --view events --waiting
  key waiting-$width "point-to-point" "collective" "other MPI"
  ticks waiting-$width
  draw steps-$width "$width" "$height" --view events --axis logical
  key steps-$width "send (dark), receive (light)" "collective" "step"
  draw matrix-$width "$width" "$height" --view matrix
  draw phases-$width "$width" "$height" --view phases
  ticks phases-$width
  draw curve-$width "$width" "$height" --view phases --segment 1
  draw loops-$width "$width" "$height" --view loops
  draw topology-$width "$width" "$height" --view topology
  draw program-$width "$width" "$height" --view program
  for palette in print grey; do
    draw flame-$width-$palette "$width" "$height" --view flame --palette $palette
    key flame-$width-$palette "${kinds[@]}" "many too narrow to draw"
  done
  views="flame-$width-print flame-$width-grey events-$width-print events-$width-grey overview-$width critical-path-$width
    waiting-$width steps-$width matrix-$width phases-$width curve-$width loops-$width topology-$width
    program-$width"
  if [ -n "$pattern" ]; then
    draw pattern-$width "$width" "$height" --view pattern --pattern "$pattern"
    key pattern-$width "send to" "receive from" "message"
    draw lit-$width "$width" "$height" --view events --pattern "$pattern"
    key lit-$width "${kinds[@]}"
    draw durations-$width "$width" "$height" --view durations --pattern "$pattern"
    key durations-$width typical density
    ticks durations-$width
    draw compare-$width "$width" "$height" --view compare --pattern "$pattern"
    ticks compare-$width
    [ "$width" = 88 ] || key compare-$width waiting computing "largest differences, numbered"
    views="$views pattern-$width lit-$width durations-$width compare-$width"
  fi
  for view in $views; do
    check "$view" "$width"
  done
done

if [ $# -gt 0 ]; then
  done_testing
  exit
fi

# The key of loops names all tags, or says how many it leaves out.
key loops-88 collective "tag 1" "tag 2" "tag 3"
# Bars match the key: the greys of its samples are those of the bars, and nothing is hatched over.
for role in 88 31; do
  part=$(awk -v value=$role 'BEGIN { printf "rgb(%d.", value / 2.55 }')
  is "the grey $role is in the key and in the bars" \
    "$(grep -oF "$part" events-180-grey.svg | awk 'END { print (NR >= 2) }')" 1
done
ok "a title" "$cli" export --view events --title "A title that is far too long for one line of a figure in a column of a paper, and for two" \
  --width 88mm --height 60mm -o title.svg "$demo"
is "takes two lines" "$(grep -c 'font-weight="bold"' title.svg)" 2
ok "text that is asked for smaller" "$cli" export --view events --font-size 5pt -o small.svg "$demo"
is "is all of that size" "$(grep -o 'font-size="[0-9.]*"' small.svg | awk -F'"' '$2 < 4.99' | wc -l)" 0
done_testing
