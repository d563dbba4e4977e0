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

# draw NAME WIDTH HEIGHT ARGUMENTS...: NAME.svg, which is looked at in the end.
figures=()
draw() {
  local name=$1 width=$2 height=$3
  shift 3
  ok "$name at $width x $height mm" "$cli" export "$@" --width "${width}mm" --height "${height}mm" \
    -o "$name.svg" "$trace"
  figures+=("$name.svg	$width")
}

# ticks NAME: at least three labels of times, on one line or in one column.
ticks() {
  figures+=("$1.svg	ticks")
}

# key NAME ENTRY...: each stands in the figure, whole.
key() {
  local name=$1
  shift
  figures+=("$name.svg	key$(printf '\t%s' "$@")")
}

# look: at all figures since the last time, in the order they were asked about; what no figure may have, too.
look() {
  local description wrong
  while IFS=$'\t' read -r description wrong; do
    is "$description" "$wrong" ""
  done < <(printf '%s\n' "${figures[@]}" | perl -CSDA -e '
    sub first { join "; ", @_ > 3 ? @_[0 .. 2] : @_ }
    while (my $line = <STDIN>) {
      chomp $line;
      my ($file, $what, @entries) = split /\t/, $line;
      my $name = $file =~ s/\.svg$//r;
      if (!$text{$file}) {
        open my $svg, "<", $file or do { print "$name is there\tno file\n"; next };
        $text{$file} = do { local $/; <$svg> };
        # Place, size and words of each text.
        $words{$file} = [map { m{^<text\ x="([0-9.-]+)"\ y="([0-9.-]+)".*\ font-size="([0-9.]+)"
          .*\ text-anchor="[a-z]+"[^>]*>(.*)</text>$}x ? [$1, $2, $3, $4] : () } split /\n/, $text{$file}];
      }
      my @words = @{$words{$file}};
      if ($what eq "ticks") {
        my (%n, $most);
        for (@words) {
          my ($first) = split / /, $_->[3];
          $n{$_->[1]}++ if $first =~ /^[+]?[0-9]/ && $first =~ /[^0-9.](s|ms|µs|ns|min|h)$/;
        }
        ($most) = sort { $b <=> $a } 0, values %n;
        print "$name has three labels of time at least\t", $most < 3 ? "$most labels" : "", "\n";
      } elsif ($what eq "key") {
        my %said = map { $_->[3] => 1 } @words;
        print "the key of $name is whole\t", join (", ", grep { !$said{$_} } @entries), "\n";
      } else {
        my $points = $what * 72 / 25.4;
        print "$name has text, none below 6 pt\t",
          @words ? first (grep { $_ < 5.99 } $text{$file} =~ /font-size="([0-9.]*)"/g) : "no text", "\n";
        print "$name has no text that begins or ends beyond the paper\t",
          first (map { "@$_" } grep { $_->[0] < -0.1 || $_->[0] > $points + 0.1 } @words), "\n";
      }
    }')
  figures=()
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
  fi
done
look

if [ $# -gt 0 ]; then
  done_testing
  exit
fi

# The key of loops names all tags, or says how many it leaves out.
key loops-88 collective "tag 1" "tag 2" "tag 3"
look
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
