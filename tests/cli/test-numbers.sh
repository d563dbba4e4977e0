#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli numbers: what a part of a run costs.
. "$(dirname "$0")/tap.sh"

numbers() {
  "$cli" numbers --json "$@"
}

ok "the text" "$cli" numbers "$demo"
is "three sentences first" "$(head -n 3 out | grep -c '[.]$')" 3
is "all messages of the run" "$(numbers "$demo" | jq '.run.total.sends')" 1760
is "the run is the part where none is asked for" "$(numbers "$demo" | jq '.run == .part')" true
"$cli" info --json "$demo" >info.json
numbers "$demo" >run.json
is "each process computes as long as the summary says" \
  "$(jq -c '[.run.per_process[].computing]' run.json)" "$(jq -c '[.per_process[].computing]' info.json)"
is "pairs are the cells of the matrix" "$(jq -c '[.run.pairs[] | [.source, .destination, .messages, .bytes]] | sort' run.json)" \
  "$("$cli" matrix --json "$demo" | jq -c '[.count as $c | .bytes as $b | range(8) as $i | range(8) as $j | select($c[$i][$j] > 0) | [$i, $j, $c[$i][$j], $b[$i][$j]]]')"

middle=$(jq -n "$(number end "$demo") / 2")
numbers --to "$middle" "$demo" >first.json
numbers --from "$middle" "$demo" >second.json
for what in sends bytes_sent collectives; do
  is "two halves make a whole: $what" \
    "$(jq -s ".[0].part.total.$what + .[1].part.total.$what == .[0].run.total.$what" first.json second.json)" true
done
for what in computing point_to_point collective other_mpi; do
  is "two halves make a whole: $what" \
    "$(jq -s "(.[0].part.total.$what + .[1].part.total.$what - .[0].run.total.$what) * 1e9 | fabs < 20" first.json second.json)" true
done
refused 1 "nothing after the end" "$cli" numbers --from 1000 "$demo"
is "where the run is" "$(grep -c 'no events in this time range; the run is from .* to ' err)" 1
ok "a table" "$cli" numbers --csv "$demo"
is "as many cells in each row" "$(tr -d '\r' <out | awk -F, '{ print NF }' | sort -u)" 8
refused 2 "from after to" "$cli" numbers --from 2 --to 1 "$demo"
refused 2 "two formats" "$cli" numbers --csv --json "$demo"
done_testing
