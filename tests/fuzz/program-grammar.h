/* program-grammar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MPI programs out of any bytes: loops, routines, messages of every kind, collectives of several
 * communicators, threads, waiting; mostly such as could have run, now and then with an event that
 * contradicts the others.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* The trace of the program that @data (of @size bytes) describes, of 1 to 9 processes, which any
 * @processes gives: some thousand events at most. */
RefrainTrace *program_grammar_run (guint processes, const guint8 *data, gsize size);

G_END_DECLS
