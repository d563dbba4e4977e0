#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/validation.md and docs/derivations.md: the numbers of their tables are those that the program
# gives. Behind such a table stands a comment for readers that are machines:
#
#   <!-- numbers
#   COLUMN | ARGUMENTS of refrain-cli | FILTER for jq
#   -->
#
# A cell of the column begins with the numbers of the filters for it, to as many decimals as the page
# has, for each trace in the row's first cell; a cell without numbers ("the same") says nothing.
# TRACE is the archive, OUT a file that is written, $bytes its size, and $events those of the trace.
. "$(dirname "$0")/tap.sh"

pages=("$REFRAIN_SOURCE/docs/validation.md" "$REFRAIN_SOURCE/docs/derivations.md")
if [ ! -d "$shared" ]; then
  skip_all "no traces in ../shared/traces or \$REFRAIN_SHARED_TRACES"
fi

# A line a cell: trace, line of the page, column, cell, then arguments and filter in turn; split by tabs.
perl -CSD -ne '
  if (/^\|/) {
    @rows = () unless $in_table;
    $in_table = 1;
    push @rows, [$., split /\s*\|\s*/, s/^\|\s*|\s*$//gr];
  } elsif (/^<!-- numbers/ .. /^-->/) {
    chomp;
    my ($column, @how) = split / \| /, $_, 3;
    push @{$how{$column}}, @how if @how;
    next unless /^-->/;
    for my $row (@rows[2 .. $#rows]) {
      my ($line, $traces, @cells) = @$row;
      $traces =~ s/`|\([^)]*\)//g;
      for my $column (grep { ($cells[$_ - 2] // "") =~ /\d/ } sort keys %how) {
        print join ("\t", $_, $line, $column, $cells[$column - 2], @{$how{$column}}), "\n"
          for grep { length } split /[,\s]+/, $traces;
      }
    }
    %how = ();
  } elsif (/\S/) {
    $in_table = 0;
  }
' "${pages[@]}" | LC_ALL=C sort -s -t "$(printf '\t')" -k1,1 -k2,2n -k3,3n >cells

# run ARGUMENTS FILTER: numbers, from the output of a command that is run once for a trace.
run() {
  local arguments=$1 filter=$2 key out
  key=output.$(printf '%s' "$arguments" | cksum | tr -d ' ')
  out=$key.mtf.h5
  if [ ! -e "$key" ]; then
    arguments=${arguments//TRACE/$anchor}
    # shellcheck disable=SC2086
    "$cli" ${arguments//OUT/$out} >"$key" 2>err || tell "$(head -n 3 err)"
    [ -s "$key" ] || echo null >"$key"
    { stat -c %s "$out" 2>/dev/null || echo 0; } >"$key.bytes"
    rm -f "$out"
  fi
  jq -r --argjson bytes "$(cat "$key.bytes")" --argjson events "$events" "$filter" "$key"
}

# check NUMBERS CELL: nothing where the cell begins with these numbers.
check() {
  perl -CA -e '
    my @got = split " ", $ARGV[0];
    my @page = $ARGV[1] =~ /(?<![A-Za-z])-?\d+(?:\.\d+)?/g;
    print "no numbers" unless @got;
    for my $i (0 .. $#got) {
      my $decimals = ($page[$i] // "") =~ /\.(\d+)/ ? length $1 : 0;
      next if defined $page[$i] && abs ($got[$i] - $page[$i]) <= 0.5000001 * 10 ** -$decimals;
      print "number ", $i + 1, " is ", $got[$i], " and not ", $page[$i] // "missing";
      last;
    }' "$1" "$2"
}

tell_row() {
  [ -z "$row" ] || is "$row" "$wrong" ""
  row='' wrong=''
}

name='' row='' wrong=''
while IFS=$'\t' read -r trace line column cell rest; do
  if [ "$trace" != "$name" ]; then
    tell_row
    rm -rf output.* "./$name"
    name=$trace
    [ -n "$(archive_of "$trace")" ] || continue
    unpack "$trace"
    events=$(number events "$anchor")
  fi
  [ -d "$trace" ] || continue
  [ "$row" = "$trace, line $line" ] || tell_row
  row="$trace, line $line"
  numbers=''
  while [ -n "$rest" ]; do
    IFS=$'\t' read -r arguments filter rest <<<"$rest"
    numbers+="$(run "$arguments" "$filter" | tr '\n' ' ') "
  done
  difference=$(check "$numbers" "$cell")
  wrong+=${difference:+"column $column: $difference. "}
done <cells
tell_row
is "tables were compared" "$((tests > 50))" 1
done_testing
