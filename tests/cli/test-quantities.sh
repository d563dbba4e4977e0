#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-quantities.sh [NAME|recorded]: the same words mean the same number in every command, as
# docs/glossary.md has them, in text and in JSON, and on the pages of the window. Without NAME the traces of the
# source tree are read; pages of these and of the recorded ones are in tests/session/test-agree.c.
. "$(dirname "$0")/tap.sh"

# near DESCRIPTION A B [TOLERANCE]: two numbers, by default but for what rounding to nanoseconds leaves.
near() {
  jq -ne --arg a "$2" --arg b "$3" --arg t "${4:-1e-6}" '($a | tonumber) as $a | ($b | tonumber) as $b
    | ($a - $b | fabs) <= ($t | tonumber) * ([($a | fabs), ($b | fabs), 1e-9] | max)' >/dev/null
  report $? "$1"
  tell "$2 and $3"
}

# said FILE REGEX: the first number after which a line of FILE goes on as REGEX.
said() {
  sed -nE "s/^(.*[^0-9.,])?([0-9.]+) $2.*\$/\\2/p" "$1" | head -n 1
}

# load FILE: what FILE says of who computes how long.
load() {
  grep -oE '(Process [0-9]+ computes longest|Evenly loaded|Little is computed): .*' "$1" | head -n 1 |
    sed -E 's/ With the work shared evenly.*//; s/\.$//'
}

# pages NAME TRACE: what the pages of the window say, and of the loops what the command says.
pages() {
  # Without the window's libraries it is not built.
  [ -x "$REFRAIN_BUILD/tests/session/test-session" ] || return 0
  REFRAIN_AGREE_TRACE=$2 "$REFRAIN_BUILD/tests/session/test-session" agree --tap >agree.tap 2>err
  report $? "$1: pages say the same"
  tell "$(grep -E '^(not ok|Bail)' agree.tap; head -n 5 err)"
  "$cli" loops --json "$2" >loops.json 2>err
  is "$1: loops of the page" "$(sed -nE 's/^# *Loops: ([0-9]+) loops, ([0-9]+) terms, ([0-9.]+) .*/\1 \2 \3/p' agree.tap)" \
    "$(LC_ALL=C printf '%d %d %.4f' $(jq '.global.loops, .global.terms, .global.coverage' loops.json))"
}

# look NAME TRACE
look() {
  local name=$1 trace=$2 c share
  for c in info waits efficiency numbers findings matrix critical-path brief; do
    "$cli" "$c" --json "$trace" >"$c.json" 2>err && "$cli" "$c" "$trace" >"$c.text" 2>err || {
      report 1 "$name: $c"
      tell "$(head -n 5 err)"
      return
    }
  done

  # Waiting: a share of the time of all processes, the mean of a process' threads.
  share=$(jq .share waits.json)
  near "$name: waiting is a share of the time of all processes" "$share" \
    "$(jq '.part.total | if .seconds > 0 then (.waiting // 0) / .seconds else 0 end' numbers.json)"
  near "$name: findings know the same waiting" "$(jq .waiting findings.json)" "$(jq .seconds waits.json)"
  if jq -e '.seconds > 0' waits.json >/dev/null; then
    is "$name: waits say the share" "$(said waits.text '% of the time of all processes')" \
      "$(LC_ALL=C printf '%.1f' "$(jq '100 * .share' waits.json)")"
  fi

  # Several operations that end in one call are waited for once; between questions a process is outside of MPI.
  jq -e '(.part.routines | any(.name // "" | test("^MPI_(Test|Iprobe|Improbe|Request_get)")))
    or (.part.per_process | all((.waiting // 0) <= (.seconds - .computing) * 1.001 + 1e-6))' numbers.json >jq.out
  report $? "$name: no process waits for longer than it is in MPI"
  tell "$(cat jq.out)"

  # In MPI: between MPI_Init and MPI_Finalize.
  near "$name: time in MPI" "$(jq .mpi_share info.json)" \
    "$(jq '.part.total | if .seconds > 0 then 1 - .computing / .seconds else 0 end' numbers.json)" 1e-4
  near "$name: and of queries" "$(jq '.part.total | .seconds - .computing' numbers.json)" \
    "$("$cli" query --json "$trace" 'SELECT MPI_TIME FROM PROCESSES' | jq '[.rows[][0]] | add // 0')"
  if grep -q 'is spent in MPI' info.text; then
    is "$name: numbers say what info says of it" "$(said numbers.text '% of the time is spent in MPI')" \
      "$(said info.text '% of th[eat]* time is spent in MPI')"
    is "$name: and brief" "$(said brief.text '% of th[eat]* time is spent in MPI')" \
      "$(said info.text '% of th[eat]* time is spent in MPI')"
    near "$name: as it is" "$(said info.text '% of th[eat]* time is spent in MPI')" \
      "$(jq '100 * .mpi_share' info.json)" 0.06
  fi

  # The run, without MPI_Init.
  near "$name: the run of info and efficiency" "$(jq '.run_end - .run_start' info.json)" \
    "$(jq .seconds efficiency.json)"
  if grep -q 'of that time is spent in MPI' info.text; then
    is "$name: in words it is as long" "$(sed -nE 's/.*: (.*) between MPI_Init.*/\1/p' info.text)" \
      "$(sed -nE 's/.* on average, of the (.*) from the first .*/\1/p' efficiency.text)"
  fi
  # A share of another whole is said as the same time, where neither threads nor questions matter.
  case $name in demo | pair | ddp)
    is "$name: computing on average" \
      "$(sed -nE 's/.* compute for (.*) on average.*/\1/p' efficiency.text)" \
      "$(sed -nE '/max\/mean/,/^$/s/^  Computing +([^ ]+) .*/\1/p' numbers.text)" ;;
  esac
  near "$name: the run of critical-path" "$(jq '.seconds + .start_gap' critical-path.json)" \
    "$(jq .seconds efficiency.json)"
  [ "$(jq .processes info.json)" -lt 2 ] ||
    near "$name: the run of findings" "$(jq .run findings.json)" "$(jq .seconds efficiency.json)" 1e-3

  # Waiting for an accelerator.
  if grep -q 'wait for an accelerator for' info.text; then
    near "$name: waiting for an accelerator" \
      "$(sed -nE 's/.*wait for an accelerator for ([0-9.]+) %.*/\1/p' info.text)" \
      "$(jq '100 * .waiting_for_device' efficiency.json)" 1e-3
  fi

  # Load: the longest computing by the mean.
  if [ "$(jq .processes info.json)" -gt 1 ] && jq -e '.part.imbalance.computing' numbers.json >/dev/null; then
    near "$name: load" \
      "$(jq '[.per_process[].computing] | if add > 0 then max / (add / length) else 1 end' info.json)" \
      "$(jq '.part.imbalance.computing.max_over_mean' numbers.json)" 1e-4
    is "$name: numbers say of the load what info says" \
      "$(load numbers.text)" "$(load info.text)"
    is "$name: and brief of it" "$(load brief.text)" "$(load info.text)"
  fi

  # How many times the mean somebody computes is said with one number.
  is "$name: the load of efficiency" \
    "$(grep -oE 'process [0-9]+ computes [0-9.]+ times the mean' efficiency.text | sed 's/^p/P/; s/computes/computes longest:/')" \
    "$(grep -oE 'process [0-9]+ computes [0-9.]+ times the mean' efficiency.text >near.load &&
      sed -nE 's/(Process [0-9]+ computes longest:) .*, ([0-9.]+ times the mean).*/\1 \2/p' info.text)"

  # Messages sent: to a process, whether or not their receive is recorded.
  is "$name: messages of info, numbers and matrix" \
    "$(jq .sent_messages info.json) $(jq '.part.total.sends' numbers.json) $(jq '[.part.pairs[].messages] | add // 0' numbers.json)" \
    "$(jq '[.count[][]] | add // 0' matrix.json | sed 's/.*/& & &/')"
  is "$name: their sizes" "$(jq '[.part.message_sizes[].messages] | add // 0' numbers.json)" \
    "$(jq .sent_messages info.json)"

  # Phases are those that are listed, and one lasts as long where its efficiency is told.
  "$cli" phases --csv "$trace" >phases.csv 2>err
  if grep -q '^phase,' phases.csv; then
    n_phases=$(sed 1d phases.csv | grep -c '^[0-9]*,')
    is "$name: phases of efficiency and waits" \
      "$(jq '.phases | length' efficiency.json) $(jq '.per_phase | length' waits.json)" "$n_phases $n_phases"
    # The path need not pass through each of them.
    is "$name: phases of critical-path" \
      "$(jq --argjson n "$n_phases" '[.phases | keys[] | tonumber | select(. < 1 or . > $n)] | length' critical-path.json)" 0
    near "$name: phases of efficiency" "$(jq '[.phases[].seconds] | add // 0' efficiency.json)" \
      "$(awk -F, 'NR > 1 { sum += $3 - $2 } END { print sum + 0 }' phases.csv)" 1e-5
  fi

  # A phase is called after the same routine.
  for p in $(sed -nE 's/.*phase ([0-9]+): [^ :]* …$/\1/p' efficiency.text); do
    routine=$(sed -nE "s/.*phase $p: ([^ :]*) …\$/\1/p" efficiency.text)
    filling=$(sed -nE "s/^$p(,[0-9.]*){3},\"?[0-9]+ of [0-9]+ in ([^:]*):.*/\\2/p" phases.csv)
    [ -z "$filling" ] || is "$name: the routine of phase $p" "$routine" "$filling"
  done

  # Iterations.
  [ "$(jq .processes info.json)" -lt 2 ] ||
    is "$name: iterations" "$(jq .iterations findings.json)" "$(jq '.iterations | length' efficiency.json)"

  # Routines: of processes, what streams of accelerators run left out.
  is "$name: time in routines is that of processes" \
    "$(jq -r '.part.routines | map(select(.name != null and .time > 0)) | length' numbers.json |
      jq --argjson n "$(jq '[.routine_times[] | select(.time > 0)] | length' info.json)" '. <= $n')" true
}

if [ $# -eq 0 ]; then
  look demo "$demo"
  pages demo "$demo"
  look threads "$data/threads.otf2"
  look pair "$data/pair.events"
  # Several collectives end in one call.
  if command -v xz >/dev/null && tar -xf "$data/heldout.tar.xz" ddp.mtf.h5; then
    look ddp ddp.mtf.h5
  fi
elif [ "$1" = recorded ]; then
  [ -d "$shared/recorded" ] || skip_all "the shared traces are not there"
  for trace in "$shared"/recorded/*.mtf.h5; do
    look "$(basename "$trace" .mtf.h5)" "$trace"
    pages "$(basename "$trace" .mtf.h5)" "$trace"
  done
else
  unpack "$1"
  look "$1" "$anchor"
  pages "$1" "$anchor"
fi
done_testing
