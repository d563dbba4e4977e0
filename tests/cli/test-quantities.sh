#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-quantities.sh [NAME|recorded]: the same words mean the same number in every command, as
# docs/glossary.md has them, in text and in JSON, and on the pages of the window. Without NAME the traces of the
# source tree are read; pages of these and of the recorded ones are in tests/session/test-agree.c.
. "$(dirname "$0")/tap.sh"

# near DESCRIPTION A B [TOLERANCE]: two numbers, by default but for what rounding to nanoseconds leaves; compared in
# the end (nearly).
nears=()
near() {
  nears+=("$2|$3|${4:-1e-6}|$1")
}

nearly() {
  local status a b tolerance description
  [ ${#nears[@]} -gt 0 ] || return 0
  while IFS='|' read -r status a b tolerance description; do
    report "$status" "$description"
    echo "# $a and $b, $tolerance"
  done < <(printf '%s\n' "${nears[@]}" | LC_ALL=C awk -F'|' '
    function abs(x) { return x < 0 ? -x : x }
    function is_number(x) { return x ~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ }
    {
      most = 1e-9
      if (abs($1) > most) most = abs($1)
      if (abs($2) > most) most = abs($2)
      print !(is_number($1) && is_number($2) && abs($1 - $2) <= $3 * most) "|" $0
    }')
  nears=()
}

# values NAME FILTER...: of one jq over all answers in JSON, each by the command it is of: in v[NAME] what FILTER gives.
declare -A v
values() {
  local names=() filters='' i=0 results
  while [ $# -gt 0 ]; do
    names+=("$1") filters+="(try ($2 | if type == \"string\" then . else tojson end) catch \"no value\"), "
    shift 2
  done
  mapfile -t results < <(jq -rn --slurpfile info info.json --slurpfile waits waits.json \
    --slurpfile efficiency efficiency.json --slurpfile numbers numbers.json --slurpfile findings findings.json \
    --slurpfile matrix matrix.json --slurpfile path critical-path.json --slurpfile times times.json \
    "\$info[0] as \$info | \$waits[0] as \$waits | \$efficiency[0] as \$efficiency | \$numbers[0].part as \$part
      | \$findings[0] as \$findings | \$matrix[0] as \$matrix | \$path[0] as \$path | $filters empty")
  for i in "${!names[@]}"; do
    v[${names[i]}]=${results[i]-missing}
  done
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
  local name=$1 trace=$2 c p strange
  for c in info waits efficiency numbers findings matrix critical-path brief; do
    "$cli" "$c" --json "$trace" >"$c.json" 2>err && "$cli" "$c" "$trace" >"$c.text" 2>err || {
      report 1 "$name: $c"
      tell "$(head -n 5 err)"
      return
    }
  done

  "$cli" query --json "$trace" 'SELECT MPI_TIME FROM PROCESSES' >times.json || echo null >times.json
  values share '$waits.share' waiting '$part.total | if .seconds > 0 then (.waiting // 0) / .seconds else 0 end' \
    found '$findings.waiting' waits '$waits.seconds' waited '$waits.seconds > 0' per_cent '100 * $waits.share' \
    in_mpi '($part.routines | any(.name // "" | test("^MPI_(Test|Iprobe|Improbe|Request_get)")))
      or ($part.per_process | all((.waiting // 0) <= (.seconds - .computing) * 1.001 + 1e-6))' \
    mpi_share '$info.mpi_share' mpi_per_cent '100 * $info.mpi_share' \
    mpi '$part.total | if .seconds > 0 then 1 - .computing / .seconds else 0 end' \
    mpi_seconds '$part.total | .seconds - .computing' queried '[$times[0].rows[][0]] | add // 0' \
    run '$info.run_end - $info.run_start' seconds '$efficiency.seconds' path '$path.seconds + $path.start_gap' \
    found_run '$findings.run' processes '$info.processes' device '100 * $efficiency.waiting_for_device' \
    has_load '$part.imbalance.computing | . != null and . != false' load '$part.imbalance.computing.max_over_mean' \
    info_load '[$info.per_process[].computing] | if add > 0 then max / (add / length) else 1 end' \
    messages '"\($info.sent_messages) \($part.total.sends) \([$part.pairs[].messages] | add // 0)"' \
    cells '[$matrix.count[][]] | add // 0 | "\(.) \(.) \(.)"' \
    sizes '[$part.message_sizes[].messages] | add // 0' sent '$info.sent_messages' \
    phases '"\($efficiency.phases | length) \($waits.per_phase | length)"' \
    path_phases '[$path.phases // {} | keys[]] | join(" ")' phase_seconds '[$efficiency.phases[]?.seconds] | add // 0' \
    iterations '$findings.iterations' told_iterations '$efficiency.iterations | length' \
    routines '($part.routines | map(select(.name != null and .time > 0)) | length)
      <= ([$info.routine_times[] | select(.time > 0)] | length)'

  # Waiting: a share of the time of all processes, the mean of a process' threads.
  near "$name: waiting is a share of the time of all processes" "${v[share]}" "${v[waiting]}"
  near "$name: findings know the same waiting" "${v[found]}" "${v[waits]}"
  if [ "${v[waited]}" = true ]; then
    is "$name: waits say the share" "$(said waits.text '% of the time of all processes')" \
      "$(LC_ALL=C printf '%.1f' "${v[per_cent]}")"
  fi

  # Several operations that end in one call are waited for once; between questions a process is outside of MPI.
  is "$name: no process waits for longer than it is in MPI" "${v[in_mpi]}" true

  # In MPI: between MPI_Init and MPI_Finalize.
  near "$name: time in MPI" "${v[mpi_share]}" "${v[mpi]}" 1e-4
  near "$name: and of queries" "${v[mpi_seconds]}" "${v[queried]}"
  if grep -q 'is spent in MPI' info.text; then
    is "$name: numbers say what info says of it" "$(said numbers.text '% of the time is spent in MPI')" \
      "$(said info.text '% of th[eat]* time is spent in MPI')"
    is "$name: and brief" "$(said brief.text '% of th[eat]* time is spent in MPI')" \
      "$(said info.text '% of th[eat]* time is spent in MPI')"
    near "$name: as it is" "$(said info.text '% of th[eat]* time is spent in MPI')" \
      "${v[mpi_per_cent]}" 0.06
  fi

  # The run, without MPI_Init.
  near "$name: the run of info and efficiency" "${v[run]}" "${v[seconds]}"
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
  near "$name: the run of critical-path" "${v[path]}" "${v[seconds]}"
  [ "${v[processes]}" -lt 2 ] || near "$name: the run of findings" "${v[found_run]}" "${v[seconds]}" 1e-3

  # Waiting for an accelerator.
  if grep -q 'wait for an accelerator for' info.text; then
    near "$name: waiting for an accelerator" \
      "$(sed -nE 's/.*wait for an accelerator for ([0-9.]+) %.*/\1/p' info.text)" \
      "${v[device]}" 1e-3
  fi

  # Load: the longest computing by the mean.
  if [ "${v[processes]}" -gt 1 ] && [ "${v[has_load]}" = true ]; then
    near "$name: load" "${v[info_load]}" "${v[load]}" 1e-4
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
  is "$name: messages of info, numbers and matrix" "${v[messages]}" "${v[cells]}"
  is "$name: their sizes" "${v[sizes]}" "${v[sent]}"

  # Phases are those that are listed, and one lasts as long where its efficiency is told.
  "$cli" phases --csv "$trace" >phases.csv 2>err
  if grep -q '^phase,' phases.csv; then
    n_phases=$(sed 1d phases.csv | grep -c '^[0-9]*,')
    is "$name: phases of efficiency and waits" "${v[phases]}" "$n_phases $n_phases"
    # The path need not pass through each of them.
    strange=
    for p in ${v[path_phases]}; do
      [[ $p =~ ^[0-9]+$ && $p -ge 1 && $p -le $n_phases ]] || strange+=" $p"
    done
    is "$name: phases of critical-path" "$strange" ""
    near "$name: phases of efficiency" "${v[phase_seconds]}" \
      "$(awk -F, 'NR > 1 { sum += $3 - $2 } END { print sum + 0 }' phases.csv)" 1e-5
  fi

  # A phase is called after the same routine.
  for p in $(sed -nE 's/.*phase ([0-9]+): [^ :]* …$/\1/p' efficiency.text); do
    routine=$(sed -nE "s/.*phase $p: ([^ :]*) …\$/\1/p" efficiency.text)
    filling=$(sed -nE "s/^$p(,[0-9.]*){3},\"?[0-9]+ of [0-9]+ in ([^:]*):.*/\\2/p" phases.csv)
    [ -z "$filling" ] || is "$name: the routine of phase $p" "$routine" "$filling"
  done

  # Iterations.
  [ "${v[processes]}" -lt 2 ] || is "$name: iterations" "${v[iterations]}" "${v[told_iterations]}"

  # Routines: of processes, what streams of accelerators run left out.
  is "$name: time in routines is that of processes" "${v[routines]}" true
  nearly
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
