/* script-patterns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns of programs that are written down in a line for each process.
 */
#pragma once

#include "refrain-main-loop.h"
#include "refrain-pattern-set.h"

G_BEGIN_DECLS

/* Each process goes @rounds times through the routine "exchange", in which it does what its script
 * says: "S1 R0 A" with S (send to) and R (receive from) a rank, A for MPI_Allreduce, B for
 * MPI_Bcast from rank 0; "name(" enters the routine called name and ")" leaves it; anything else is
 * a call that does nothing. */
RefrainTrace *script_trace_new (const char *const *scripts, guint n, guint rounds);

/* The patterns of script_trace_new(). Collectives in a row are one pattern. */
RefrainPatternSet *
script_patterns_new (const char *const *scripts, guint n, guint rounds, gboolean keep_tandem);

/* The main loop of any trace. */
RefrainMainLoop *script_main_loop_new (RefrainTrace *trace);

G_END_DECLS
