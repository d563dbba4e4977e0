#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that need each other are read together: there are no more such circles than are known.
. "$(dirname "$0")/tap.sh"

symbols() { python3 "$REFRAIN_SOURCE/tests/cli/symbols.py" "$@"; }

# What is to be found is found.
mkdir few
echo 'int b (void); int a (void) { return b (); }' >few/refrain-a.c
echo 'int a (void); int c (void); int b (void) { return a () + c (); }' >few/refrain-b.c
echo 'int c (void) { return 0; } int lonely (void) { return c (); }' >few/refrain-c.c
for file in few/*.c; do ${CC:-cc} -c -o "$file.o" "$file"; done
is "two files that call each other are a circle" "$(symbols circles few)" "refrain-a.c refrain-b.c"
is "what no other file calls is listed" "$(symbols lonely few)" "refrain-c.c lonely"

# What is one object in several files, and tables of what is asked through them. Without GTK there are fewer.
known="refrain-beside-lit.c refrain-beside-same.c refrain-beside-series.c refrain-beside-windows.c refrain-beside.c
refrain-session-moves.c refrain-session.c refrain-undo-watch.c
refrain-loops-selection.c refrain-loops.c
refrain-phase-model-shown.c refrain-phase-model.c
refrain-measures.c refrain-report-kind.c refrain-rule.c refrain-sqlite.c report-brief.c report-check.c report-convert.c report-series.c
refrain-study-sources.c refrain-study-table.c refrain-study.c
refrain-window-actions.c refrain-window-beside.c refrain-window-dialogs.c refrain-window-find.c refrain-window-memory.c refrain-window-view.c refrain-window.c
refrain-event-canvas.c refrain-event-input.c"
symbols circles "$REFRAIN_BUILD/src" >circles
report "$([ -s circles ]; echo $?)" "there are circles that are known"
is "there are no others" "$(grep -vxF "$known" circles)" ""
done_testing
