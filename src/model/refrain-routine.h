/* refrain-routine.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A routine (OTF2: region) of the traced program.
 */
#pragma once

#include "refrain-types.h"

#define REFRAIN_TYPE_ROUTINE (refrain_routine_get_type ())
G_DECLARE_FINAL_TYPE (RefrainRoutine, refrain_routine, REFRAIN, ROUTINE, GObject)

/* Returns a routine called @name in the trace; @file may be NULL, @line 0. */
RefrainRoutine *refrain_routine_new (const char *name, const char *file, guint line);

/* The name as people write it: "mpi_send_" is "MPI_Send", "exchange_1_" is "exchange_1". */
const char *refrain_routine_get_name (RefrainRoutine *self);
/* What people read: the name, or of a mangled one of C++ and of modules of Fortran its short form
 * as the source has it: "_ZL13LagrangeNodalR6Domain" is "LagrangeNodal". Two may have the same. */
const char *refrain_routine_get_label (RefrainRoutine *self);
/* The name as the trace spells it. */
const char *refrain_routine_get_source_name (RefrainRoutine *self);
/* The source file, or NULL, and the first line, or 0. */
const char *refrain_routine_get_file (RefrainRoutine *self);
guint refrain_routine_get_line (RefrainRoutine *self);
RefrainRoutineKind refrain_routine_get_kind (RefrainRoutine *self);
/* Calls over all processes and the time in them, callees excluded; 0 until the trace is finished.
 */
guint64 refrain_routine_get_calls (RefrainRoutine *self);
RefrainTime refrain_routine_get_time (RefrainRoutine *self);

/* For the builder and the readers: sets the totals. */
void refrain_routine_set_totals (RefrainRoutine *self, guint64 calls, RefrainTime time);

/* Returns the clean form of @name: no trailing underscores of Fortran compilers, MPI names in the
 * standard's spelling. Free with g_free(). */
char *refrain_routine_clean_name (const char *name);
/* The kind of a routine with the clean name @name. */
RefrainRoutineKind refrain_routine_kind_for_name (const char *name);
