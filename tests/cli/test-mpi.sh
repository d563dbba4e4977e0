#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-mpi.sh [NAME...]: refrain-mpi prints the bytes of refrain-cli, with every MPI that it was built for;
# what goes wrong is one sentence and no hang. With NAMEs: all that ranks work on together, of real traces;
# with "recorded" of all that were recorded by refrain-cli. Of these each question is asked of one MPI, the
# next one of the next, and what is asked of all in JSON of two ranks or four: starting ranks takes longer than
# answering, and what an MPI does for a question is asked of all without NAMEs.
. "$(dirname "$0")/tap.sh"

# As root and with more ranks than cores, in bare containers too.
. "$here/mpi.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_btl_base_warn_component_unused=0 OMPI_MCA_btl_vader_single_copy_mechanism=none
# Without windows of memory these do.
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_coll=basic,self,libnbc,tuned
export HYDRA_LAUNCHER=fork MPIR_CVAR_NOLOCAL=1

# first NAME...: the first of these programs that is here.
first() {
  local name
  for name; do
    if command -v "$name"; then return; fi
  done
}

# Each program and what starts it.
programs=() starters=()
for program in "$REFRAIN_BUILD"/src/cluster/refrain-mpi{,-mpich,-openmpi}; do
  [ -x "$program" ] || continue
  if grep -q libmpich "$program"; then
    starter=$(first mpirun.mpich mpiexec.hydra mpirun)
  else
    starter=$(first mpirun.openmpi mpirun)
  fi
  [ -n "$starter" ] || continue
  programs+=("$program") starters+=("$starter")
done
[ ${#programs[@]} -gt 0 ] || skip_all "refrain-mpi is not built, or nothing starts MPI programs"

# ranks N ARGUMENT...: refrain-mpi, the one that is $which.
ranks() {
  local n=$1
  shift
  timeout $patience "${starters[$which]}" -n "$n" "${programs[$which]}" "$@"
}

# answer ARGUMENT...: the file $bytes is what refrain-cli prints, which is asked once, and $bytes.err what it says of
# it; $expected is its exit status.
declare -A answers=() statuses=()
answer() {
  bytes=${answers[$*]-}
  if [ -z "$bytes" ]; then
    bytes=answer.${#answers[@]} answers[$*]=answer.${#answers[@]} statuses[$*]=0
    "$cli" "$@" >"$bytes" 2>"$bytes.err" || statuses[$*]=$?
  fi
  expected=${statuses[$*]}
}

# same N ARGUMENT...: the bytes and the exit status of refrain-cli.
same() {
  local n=$1 status=0 bad=0
  shift
  answer "$@"
  ranks "$n" "$@" >got 2>err || status=$?
  cmp "$bytes" got >out 2>&1 || bad=1
  [ $status -eq "$expected" ] || bad=1
  report $bad "${starters[$which]##*/} -n $n: $* prints what refrain-cli prints"
  [ $bad -eq 0 ] || tell "exit $status, expected $expected" "$(cat out)" "$(head -n 5 err)"
}

# fails N ARGUMENT...: the exit status and the sentence of refrain-cli, once.
fails() {
  local n=$1 status=0 bad=0 sentence
  shift
  answer "$@"
  sentence=$(<"$bytes.err")
  ranks "$n" "$@" >out 2>err || status=$?
  [ $status -eq "$expected" ] && [ ! -s out ] || bad=1
  [ "$(grep '^refrain-' err)" = "${sentence//refrain-cli/refrain-mpi}" ] || bad=1
  report $bad "${starters[$which]##*/} -n $n: $* fails as refrain-cli does"
  [ $bad -eq 0 ] || tell "exit $status, expected $expected" "$(head -n 5 err)" "expected: $sentence"
}

# other TEXT: the next MPI is the one to ask; of which one it begins with another TEXT says.
other() {
  which=$(((${which:-$(printf '%s' "$1" | cksum | cut -d' ' -f1)} + 1) % ${#programs[@]}))
}

shared_commands=('info --json' 'matrix --json --sums --collectives' 'numbers --json' 'loops --json' 'topology --json' 'logical --json' 'structure --json')
more_commands=(
  'matrix --json --waiting' 'matrix --csv --time --from 1ms --order band' 'numbers --from 1ms --to 9ms'
  'loops --ids --receive posting --share always' 'loops --expand 1 --no-affine' 'logical --all'
  'topology --csv --by-count --from 1ms --threshold 0.2' 'structure --process 1 --outer pairs'
)

if [ "${1-}" = recorded ]; then
  [ -d "$shared/recorded" ] || skip_all "the shared traces are not there"
  for trace in "$shared"/recorded/*.mtf.h5; do
    for question in '1 loops' '2 matrix --json --sums --time' '4 numbers --json' '4 loops --json' '3 topology' '3 structure'; do
      other "$trace"
      # shellcheck disable=SC2086
      same $question "$trace"
    done
  done
  done_testing
fi

if [ $# -gt 0 ]; then
  for name; do
    unpack "$name"
    few=$(printf '%s' "$name" | cksum | cut -d' ' -f1) questions=('1 loops' "${more_commands[@]/#/3 }")
    for i in "${!shared_commands[@]}"; do
      questions+=("$((2 + 2 * ((few + i + i / 2) % 2))) ${shared_commands[i]}")
    done
    for question in "${questions[@]}"; do
      other "$name"
      # shellcheck disable=SC2086
      same $question "$anchor"
    done
  done
  done_testing
fi

# by_rank ARGUMENT...: two ranks, each in a folder of its own.
cat >by-rank <<'END'
#!/bin/sh
cd "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" && exec "$@"
END
chmod +x by-rank
by_rank() {
  timeout $patience "${starters[$which]}" -n 2 ./by-rank "${programs[$which]}" "$@" >out 2>err
}

unpack sweep3d-2x3-50
for rank in 0 1; do
  copy_archive "$anchor" $rank
done
# Six processes: the first half is rank 0's.
file=${anchor##*/} name=${file%.otf2}
rm 0/"$name"/{3,4,5}.evt 1/"$name"/{0,1,2}.evt
# The folder gives the name, which info says first.
parts=(info loops logical topology numbers structure 'matrix --waiting')
part() {
  local filter='del (.name)'
  [ "$1" != info ] || filter='del (.name, .statements[0])'
  jq "$filter"
}
for i in "${!parts[@]}"; do
  # shellcheck disable=SC2086
  "$cli" ${parts[i]} --json "$anchor" | part "${parts[i]}" >"part.$i"
done
"$cli" convert "$anchor" plain.mtf.h5 >/dev/null
"$cli" convert --compact "$anchor" compact.mtf.h5 >/dev/null
for which in "${!programs[@]}"; do
  same 1 info --json "$anchor"
  for command in "${shared_commands[@]}"; do
    # shellcheck disable=SC2086
    same 4 $command "$anchor"
  done
  same 2 info --json plain.mtf.h5
  same 2 loops --process 4 plain.mtf.h5
  same 3 structure --process 0 plain.mtf.h5
  same 3 structure --expand 5 --events mpi --fields peer plain.mtf.h5
  same 3 numbers "$demo"
  # More ranks than processes, threads, several messages of a kind.
  same 4 matrix "$data/ping-pong.otf2"
  same 4 structure "$data/ping-pong.otf2"
  same 3 numbers --json "$data/threads.otf2"
  same 2 structure --process 1 "$data/threads.otf2"
  # What one rank does alone.
  same 2 info compact.mtf.h5
  same 2 patterns "$demo"
  same 2 --json matrix "$data/pair.gxl"
  same 2 loops "$data/pair.events"
  ok "info --help" ranks 2 info --help
  is "... speaks of refrain-mpi" "$(grep -c 'refrain-mpi info' out)" 1
  fails 3 info /no/such/trace
  fails 2 info
  fails 2 matrix --nonsense "$demo"
  fails 2 structure --process 99 "$demo"
  fails 2 waits "$data/ping-pong.def"

  # Each rank reads its own processes: with an archive of which each has only those events.
  for i in "${!parts[@]}"; do
    # shellcheck disable=SC2086
    by_rank ${parts[i]} --json "$file"
    is "${starters[$which]##*/}: ${parts[i]} where each rank has but its own events" \
      "$(part "${parts[i]}" <out | cmp - "part.$i")" ""
  done

  # A rank that fails, and the others do not.
  status=0
  mv 1/"$name.def" hidden
  by_rank info "$file" || status=$?
  mv hidden 1/"$name.def"
  is "one rank alone fails: exit status" "$status" 1
  is "... nothing is printed" "$(cat out)" ""
  is "... and one sentence says which" "$(grep -c '^refrain-mpi: rank 1: .*def' err)" 1
done

ok "--help" ranks 2 --help
is "... tells what is not distributed" "$(grep -c '^  waits ' out)" 1
done_testing
