#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli skeleton: the program compiles, runs, is traced, and comes back as the run it was made of.
. "$(dirname "$0")/tap.sh"

for tool in mpirun mpicc eztrace; do
  command -v $tool >/dev/null || skip_all "$tool is not installed"
done
[ -e "$REFRAIN_BUILD/tests/programs/libeztrace-routines.so" ] ||
  skip_all "MPI or EZTrace was missing when this was built"
case $1 in
  demo) anchor=$demo ;;
  *) unpack "$1" ;;
esac

ok "skeleton of $1" "$cli" skeleton "$anchor" -o skeleton --scale 0
is "nothing is left out" "$(cat err)" ""
ok "it compiles without a warning" make -C skeleton CFLAGS="-O1 -Wall -Wextra -Werror" skeleton
# Once more with what the tracer knows: it has no MPI_Sendrecv().
if grep -q 'exchange(' skeleton/skeleton.c; then
  cp "$REFRAIN_SOURCE/tests/programs/sendrecv.h" skeleton
  rm skeleton/skeleton
  ok "for the tracer" make -C skeleton CFLAGS="-O1 -Wall -Wextra -Werror -include sendrecv.h" skeleton
fi
cp "$REFRAIN_BUILD/tests/programs/libeztrace-routines.so" skeleton
n=$(number processes "$anchor")
ok "it runs and is traced" timeout 200 "$REFRAIN_SOURCE/tests/programs/record" "$n" again skeleton/skeleton
new=again/skeleton.otf2
for key in processes point_to_point messages unmatched; do
  is "$key as in the original" "$(number $key $new)" "$(number $key "$anchor")"
done
# of COMMAND... TRACE FILTER
of() {
  local trace=$1 filter=$2
  shift 2
  "$cli" "$@" --json "$trace" | jq -cS "$filter"
}
same() {
  is "$1 as in the original" "$(of $new "${@:2}")" "$(of "$anchor" "${@:2}")"
}
same "messages from process to process" .count matrix
same "topology" .topology topology
same "patterns of messages" '[.communication_patterns[] | select(.collective | not)
  | {occurrences, processes, events}] | sort' patterns --method syntactic
page() {
  "$cli" loops --logical "$1" | sed 's/; MPI_Comm_[a-z]*//'
}
# As sets: in which order requests complete is nobody's promise. Makers of communicators are not
# collectives to every tracer.
different=0
for ((process = 0; process < n; process++)); do
  cmp -s <("$cli" loops --logical --expand $process "$anchor" | grep -v handle | sort) \
    <("$cli" loops --logical --expand $process $new | sort) || different=$((different + 1))
done
is "processes that do something else" "$different" 0
# Where no request is waited for out of turn the page is the same text, loops and all.
case $1 in
  lu-A-8 | sweep3d-2x3-50 | comd8)
    is "the page of the run, loops and all" "$(page $new)" "$(page "$anchor")"
    ;;
esac
done_testing
