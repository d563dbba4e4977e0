#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is recorded can be chosen: by time, by routine, by the program; and clocks that differ are one
# in the trace.
. "$(dirname "$0")/tap.sh"
. "$here/recorder.sh"

# routines_of TRACE: the program's own, each with its calls.
routines_of() {
  "$cli" info --json "$1" | jq -r '[.routine_times[] | select(.mpi | not) | "\(.name) \(.calls)"] | sort | join(", ")'
}

ok "MPI_Pcontrol" record switched.mtf.h5 3 "$programs/switched"
is "what happened while it was off is not there" "$(routines_of switched.mtf.h5)" "main 3, pass 30"
# A process: 10 rounds, and of the other three messages the two with an end that was recorded.
is "messages keep both ends, and find the right one" \
  "$("$cli" info --json switched.mtf.h5 | jq -c '[.sends, .receives, .messages, .unmatched, .defects]')" "[36,36,36,0,[]]"
is "calls of MPI" "$("$cli" info --json switched.mtf.h5 | jq '[.routine_times[] | select(.name == "MPI_Recv" or .name == "MPI_Send") | .calls] | add')" 36

# A time that has not come yet, and one that is over at once.
ok "from 1000 s on" "$cli" record --from 1000 -o late.mtf.h5 -- mpirun --oversubscribe -n 3 "$programs/switched"
is "nothing but the beginning is there" "$("$cli" info --json late.mtf.h5 | jq -c '[.point_to_point, .defects]')" "[0,[]]"
ok "up to 1000 s" "$cli" record --to 1000s -o early.mtf.h5 -- mpirun --oversubscribe -n 8 "$programs/wavefront" 2
is "everything is there" "$("$cli" info --json early.mtf.h5 | jq -c '[.messages, .unmatched, .defects]')" "[440,0,[]]"
refused 2 "a time that is none" "$cli" record --from soon -o a.otf2 -- true

# A copy of the program alone, where Refrain is not installed.
cp "$cli" lonely && "$work/lonely" record -o a.otf2 -- true 2>err
is "a copy without its recorder says what is missing" \
  "$(grep -cE '^refrain-cli: Refrain is not installed whole: .*/librefrain-tracer(-mpich)?.so$|MPI' err)" 1

ok "by routine" "$cli" record --filter 'sweep_*' --filter main --exclude '*_backward' -o some.otf2 -- mpirun --oversubscribe -n 2 "$programs/wavefront" 2
is "only these" "$(routines_of some.otf2)" "main 2, sweep_forward 4"

# Processes whose clocks are an hour apart, and not equally fast.
export REFRAIN_TRACER_SKEW=3600000000000,100
ok "clocks that differ" record skew.mtf.h5 4 "$programs/wavefront" 2
is "the run is as long as it was" "$("$cli" info --json skew.mtf.h5 | jq '.end < 600')" true
is "messages take less than a second" "$("$cli" info --json skew.mtf.h5 | jq '[.defects[] | select(.kind != "receive-before-send" and .kind != "logical-cycle")] | length')" 0
unset REFRAIN_TRACER_SKEW

# Windows and files, with what their events say.
ok "record api" record api.mtf.h5 3 "$programs/api" window file
is "nothing of them is left out" \
  "$("$cli" info --json api.mtf.h5 | jq -c '[.not_analysed[] | "\(.type) \(.count)"] | sort')" '[]'
is "operations on files are operations" "$("$cli" info --json api.mtf.h5 | jq .file_operations)" 12
"$cli" loops --logical api.mtf.h5 >page
is "they are on the page, in their order" "$(grep -oE 'MPI_File_[a-z_]+( self)?' page | paste -sd' ')" \
  "MPI_File_open MPI_File_write_at_all MPI_File_read_at self MPI_File_close"
ok "a skeleton does them again" "$cli" skeleton -o skeleton api.mtf.h5
is "in the same order" "$(grep -oE 'File_[a-z_]+' skeleton/skeleton.c | paste -sd' ')" \
  "File_open File_write_at_all File_read_at File_close"
is "one-sided operations are messages" "$("$cli" info --json api.mtf.h5 | jq .remote_messages)" 9
without_spools
done_testing
