#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli validate: a file for each constraint, which it breaks alone; what it says of them.
. "$(dirname "$0")/tap.sh"

files=$data/validate

# broken FILE: the constraints that a trace breaks, each once, and the exit status.
broken() {
  local status=0
  "$cli" validate --json "$1" >out 2>err || status=$?
  echo "$(jq -r '[.violations[].constraint] | unique | join(" ")' out) $status"
}

"$cli" validate --list --json >list.json
is "the table has 43 constraints" "$(jq '.constraints | length' list.json)" 43
is "each has a sentence, a source and a number of its own" \
  "$(jq '[.constraints[] | select(.sentence != "" and .source != "") | .constraint] | unique | length' list.json)" 43
is "those of Table 3.1 are there" \
  "$(jq -r '[.constraints[].constraint | select(startswith("C"))] | join(" ")' list.json)" \
  "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13"
is "those that contradict themselves are information, with a reason" \
  "$(jq -r '[.constraints[] | select(.kind == "information" and (.note | startswith("contradicts"))) | .constraint] | join(" ")' list.json)" \
  "A3 A4.a A10 A21.2"
is "what there are no data for says so" \
  "$(jq -r '[.constraints[] | select(.kind == "no data" and .note != null) | .constraint] | join(" ")' list.json)" \
  "C2 A32.2"
ok "the table as text" "$cli" validate --list
is "the table as text has a line for each" "$(grep -cE '^  [ACX][0-9]' out)" 43

# Each constraint that can be broken has a file, and each file breaks what its name says.
for constraint in $(jq -r '.constraints[] | select(.kind == "trace" or .kind == "model") | .constraint' list.json); do
  file=$(ls "$files/$constraint.gxl" "$files/$constraint.events" 2>/dev/null)
  is "$constraint alone is broken by its file" "$(broken "${file:-none}")" "$constraint 1"
  is "$constraint: what it says has a place or names an element" \
    "$(jq '[.violations[] | select(.message != "" and (.process == null) == (.event == null))] | length > 0' out)" true
  # Through HDF5 what a trace can break is still broken; what only a document can is gone.
  if [ "$(jq -r --arg id "$constraint" '.constraints[] | select(.constraint == $id) | .kind' list.json)" = trace ]; then
    "$cli" convert "$file" copy.mtf.h5 >/dev/null
    is "$constraint: after a round through HDF5" "$(broken copy.mtf.h5)" "$constraint 1"
  fi
done
for file in "$files"/none*; do
  is "$(basename "$file") breaks nothing" "$(broken "$file")" " 0"
done
is "C6-absent breaks C6" "$(broken "$files/C6-absent.events")" "C6 1"
is "the root's size of a reduction counts, too" "$(broken "$files/A34.1-root.gxl")" "A34.1 1"
is "operations without a call come before MPI_Init" "$(broken "$files/C3-bare.events")" "C3 1"
is "operations without a call come after MPI_Finalize" "$(broken "$files/X7-bare.events")" "X7 1"
is "... of each process the first is told" \
  "$("$cli" validate --json "$files/X7-bare.events" | jq -c '[.violations[] | [.process, .event]]')" "[[0,4],[1,4]]"

# Where: the event, from 0, in the process' stream, and when, in ns.
place() {
  "$cli" validate --json "$1" | jq -c '[.violations[] | [.process, .event, (.time * 1e9 | round)]]'
}
is "C1 is at the call below" "$(place "$files/C1.events")" "[[0,3,500]]"
is "C7 is at who leaves" "$(place "$files/C7.gxl")" "[[0,4,149000]]"
is "A9.1 is where time goes back" "$(place "$files/A9.1.gxl" | jq -c '[.[][0:2]]')" "[[0,4]]"
is "C4 is at the last call of MPI" "$(place "$files/C4.events" | jq -c '[.[][0:2]]')" "[[1,0]]"
is "C7 says how long and who" \
  "$("$cli" validate --json "$files/C7.gxl" | jq -r '.violations[0].message' | sed 's/[^ -~]/ /g; s/  */ /g')" \
  "MPI_Barrier at 149.000 s: left 50.0 s before process 2 enters it"
is "A14.1 says which message" \
  "$("$cli" validate --json "$files/A14.1.gxl" | jq -r '.violations[0].message')" \
  "the message “M1” has more than one send"

is "X3 says that the clocks disagree" \
  "$("$cli" validate --json "$files/X3.gxl" | jq -r '.violations[0].message' | grep -c 'the clocks disagree by up to')" 1
is "C7 alone says nothing of clocks" \
  "$("$cli" validate --json "$files/C7.gxl" | jq -r '.violations[0].message' | grep -c 'clocks')" 0
# TAU writes names with brackets.
sed 's/MPI_Init$/MPI_Init()/; s/MPI_Finalize$/MPI_Finalize()/' "$files/X2.events" >tau.events
is "names with brackets" "$(broken tau.events)" "X2 1"

# Only what is asked for, by any of its numbers.
"$cli" validate --json --constraint a30.1 "$files/C7.gxl" >out
is "--constraint takes the appendix' number" "$(jq -r '[.violations[].constraint] | join(" ")' out)" C7
is "--constraint checks nothing else" "$(jq -r '[.constraints[].constraint] | join(" ")' out)" C7
ok "--constraint of another one succeeds" "$cli" validate --constraint C1 "$files/C7.gxl"
ok "--constraint that nothing can break" "$cli" validate --constraint C12 "$files/C7.gxl"
is "... says so" "$(grep -c '^C12: not applicable to this trace' out)" 1
ok "--constraint without data" "$cli" validate --constraint C2 "$files/C7.gxl"
is "... says why" "$(grep -c '^C2: not recorded: types of data' out)" 1

ok "--constraint of what is only counted" "$cli" validate --constraint A21.2 "$files/X4.gxl"
is "... says so, and nothing else" "$(cat out)" \
  "for information, A21.2: no blocking send ends before its receive is posted"
is "... and is a state of its own" \
  "$("$cli" validate --json "$files/X4.gxl" | jq -r '.constraints[] | select(.constraint == "A21.2") | .state')" \
  information
is "... which stands not under what cannot be shown" \
  "$("$cli" validate "$files/X4.gxl" | grep '^no trace of this format' | grep -c 'A21.2')" 0
is "C9 tells what the root sends" \
  "$("$cli" validate --json "$files/C9.gxl" | jq -r '.violations[].message' | sed 's/.*: //')" \
  "receives 4 bytes where process 0 sends 8 bytes"

is "the demo breaks no constraint" "$(broken "$demo")" " 0"
# EZTrace leaves out MPI_Init and MPI_Finalize.
is "a trace breaks what its recorder leaves out" "$(broken "$data/threads.otf2")" "C3 C4 1"
# A sound trace's first line says so; a broken trace's first line says what is broken.
ok "a sound trace" "$cli" validate "$files/none-message.gxl"
is "the first line of a sound trace" \
  "$(head -n 1 out | sed 's/[0-9][0-9]*/N/')" "N constraints checked, none violated"
"$cli" validate "$files/X3.gxl" >out
is "the first line of a broken trace" "$(head -n 1 out | sed 's/of [0-9]*/of N/')" \
  "1 of N checked constraints is violated: X3 1 time"
is "the second line tells of the clocks" "$(sed -n 2p out | cut -c1-31)" "the clocks disagree, by up to 5"

# Whatever the number of threads.
for file in "$files/X1.events" "$files/C7.gxl" "$demo"; do
  is "$(basename "$file"): the same with one thread" \
    "$(REFRAIN_THREADS=1 "$cli" validate --json "$file" | md5sum)" \
    "$(REFRAIN_THREADS=5 "$cli" validate --json "$file" | md5sum)"
done

refused 2 "no trace" "$cli" validate
refused 2 "two traces" "$cli" validate "$demo" "$demo"
refused 2 "a constraint that does not exist" "$cli" validate --constraint C99 "$demo"
refused 2 "a list of a trace" "$cli" validate --list "$demo"
refused 2 "a file that is not there" "$cli" validate nothing.gxl
# A damaged trace is broken; where there is none, nothing is known of it.
head -c 200 "$data/pair.mtf.h5" >cut.mtf.h5
refused 1 "a damaged trace" "$cli" validate cut.mtf.h5
refused 2 "no trace" "$cli" validate nowhere.otf2
# What is no trace says nothing of one; the manual says the same.
printf 'int main (void) { return 0; }\n' >main.c
refused 2 "a file that is no trace" "$cli" validate main.c
refused 2 "an empty file" "$cli" validate - </dev/null
mkdir empty
refused 2 "a folder without one" "$cli" validate empty
if [ -e /dev/full ]; then
  for trace in "$files/none-message.gxl" "$files/C7.gxl"; do
    "$cli" validate "$trace" 2>err >/dev/full
    is "what cannot be written is no verdict" "$? $(wc -l <err)" "2 1"
  done
fi

done_testing
