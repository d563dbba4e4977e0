#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that do not end well: what was recorded up to there is a trace, and says so.
. "$(dirname "$0")/tap.sh"
. "$here/recorder.sh"

# ends WHAT STATUS: the recording ends with the program's status and holds 100 rounds of the ring.
ends() {
  local status=0
  record "$1.mtf.h5" 3 "$programs/ending" "$1" >out 2>err || status=$?
  is "$1: the exit status is the program's" "$status" "$2"
  is "$1: 100 rounds are there" "$("$cli" info --json "$1.mtf.h5" | jq '.messages >= 300 and .messages < 306')" true
  is "$1: every process says that it ended early" \
    "$(defects_of "$1.mtf.h5" | jq -c 'map(select(startswith("truncated")))')" \
    '["truncated 0","truncated 1","truncated 2"]'
}

ends kill 137
ends segv 139
ends exit 3
ends abort 5
is "abort: who called it" "$("$cli" info --json abort.mtf.h5 |
  jq -c '[.defects[] | select(.sentence | contains("MPI_Abort")) | .process]')" "[1]"

# No more room for the files of one process: the program goes on, and the others are recorded. Some 7,000 rounds
# fill what was reserved before.
ok "a disk that is full" record full.mtf.h5 3 "$programs/ending" full 10000
is "full: who ended early" "$(defects_of full.mtf.h5 | jq -c 'map(select(startswith("truncated")))')" '["truncated 1"]'
is "full: the others have all rounds" \
  "$("$cli" info --json full.mtf.h5 | jq -c '[.per_process[0,2].sends]')" "[10000,10000]"

# What MPI refused to send was not sent.
ok "sends to ranks that are not there" record wrong.mtf.h5 3 "$programs/ending" wrong
is "wrong: no defects, and all messages" "$(defects_of wrong.mtf.h5) $(number messages wrong.mtf.h5)" "[] 600"

# What cannot be saved is kept, and opens.
mkdir sealed
status=0
"$cli" record -o sealed/x.mtf.h5 -- sh -c "mpirun --oversubscribe -n 2 '$programs/ping-pong' && rm -rf sealed/x.mtf.h5 && mkdir sealed/x.mtf.h5" >out 2>err </dev/null || status=$?
is "a place that cannot be written to: status" "$status" 1
is "a place that cannot be written to: it is said where the events are" "$(grep -c 'is kept in' err)" 1
kept=$(find sealed -type d -name 'x.mtf.h5.??????')
is "what is kept opens like a trace" "$(number messages "$kept")" 20
ok "and can be converted" "$cli" convert "$kept" kept.otf2

# What is no recording.
refused 1 "a program that is not there" "$cli" record -o a.otf2 -- ./no-such-program
status=0
"$cli" record -o a.otf2 -- true >out 2>err || status=$?
is "a program without MPI: status and one sentence" "$status $(cat err)" \
  "1 refrain-cli: “true” never called MPI_Init; is it an MPI program? It is not linked with an MPI library"
printf '#!/bin/sh\n' >script
chmod +x script
"$cli" record -o a.otf2 -- mpirun --oversubscribe -n 2 ./script >out 2>err
is "a script: it may be anything" "$(cat err)" "refrain-cli: “./script” never called MPI_Init; is it an MPI program?"
printf '#!/bin/sh\nexit 3\n' >launcher
chmod +x launcher
"$cli" record -o a.otf2 -- ./launcher "$programs/ping-pong" >out 2>err
is "a launcher that fails" "$? $(cat err)" \
  "3 refrain-cli: the command ended with status 3 before a recorded process of “$programs/ping-pong” called MPI_Init"
# What the launcher hides from the processes, the recorder among it.
"$cli" record -o a.otf2 -- mpirun --oversubscribe -n 2 env -u LD_PRELOAD "$programs/ping-pong" >out 2>err
is "a launcher that passes nothing on: possible cause and remedy" \
  "$(grep -c 'ping-pong” is an MPI program, but no recorded process called MPI_Init. Possible cause: .*mpirun -x LD_PRELOAD' err)" 1
if echo 'int main(void) { return 0; }' | cc -x c -static -o static - 2>/dev/null; then
  "$cli" record -o a.otf2 -- mpirun --oversubscribe -n 2 ./static >out 2>err
  is "a static program" "$(cat err)" \
    "refrain-cli: “./static” is linked statically, so that no recorder can be loaded into it; link it with shared libraries"
fi
refused 2 "an extension that is not known" "$cli" record -o a.what -- true
refused 2 "nothing to run" "$cli" record -o a.otf2
refused 1 "a folder that is not there" "$cli" record -o no/folder/a.otf2 -- true
is "its folders are removed" "$(find . -maxdepth 1 -type d -name 'a.otf2.??????' | wc -l)" 0

# Two programs in one command.
ok "two runs" "$cli" record -o two.mtf.h5 -- sh -c "mpirun --oversubscribe -n 2 '$programs/ping-pong'; mpirun --oversubscribe -n 3 '$programs/ending' none 5"
is "the first" "$(number processes two.mtf.h5)" 2
is "the second" "$(number processes two-2.mtf.h5)" 3

# A later run of the command replaces nothing that it was not told to.
echo precious >two-2.otf2
ok "two runs beside another file" "$cli" record -o two.otf2 -- sh -c "mpirun --oversubscribe -n 2 '$programs/ping-pong'; mpirun --oversubscribe -n 3 '$programs/ending' none 5"
is "the file is as it was" "$(cat two-2.otf2)" precious
is "the second has the next number" "$(number processes two-3.otf2)" 3

# What was recorded may be gone as well.
mkdir gone
status=0
"$cli" record -o gone/x.otf2 -- sh -c "mpirun --oversubscribe -n 2 '$programs/ping-pong'; rm -rf gone" >out 2>err </dev/null || status=$?
is "a folder that was removed: status, and nothing is said to be kept" \
  "$status $(grep -c 'is kept in' err)" "1 0"

# Signals to this command are the program's: it ends of them, and what it did is saved.
for signal in INT USR1 USR2 TERM; do
  env --default-signal=INT "$cli" record -o "$signal.mtf.h5" -- sh -c \
    "trap 'echo caught; exit 7' $signal; mpirun --oversubscribe -n 2 '$programs/ping-pong'; touch $signal.ready; while :; do sleep 0.1; done" \
    >out 2>err </dev/null &
  pid=$!
  for _ in $(seq 300); do
    [ -e "$signal.ready" ] && break
    sleep 0.1
  done
  kill -"$signal" "$pid"
  status=0
  wait "$pid" || status=$?
  is "SIG$signal: the program has it, and the trace is there" \
    "$status $(grep -c caught out) $(number processes "$signal.mtf.h5")" "7 1 2"
done
without_spools
done_testing
