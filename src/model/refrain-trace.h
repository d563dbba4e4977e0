/* refrain-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loaded trace. Immutable: it may be read from any thread without locks.
 */
#pragma once

#include <gio/gio.h>
#include "refrain-communicator.h"
#include "refrain-defect.h"
#include "refrain-extension.h"
#include "refrain-process.h"
#include "refrain-routine.h"
#include "refrain-trace-patterns.h"

#define REFRAIN_TYPE_TRACE (refrain_trace_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTrace, refrain_trace, REFRAIN, TRACE, GObject)

/* A short name for titles: "lu-A-8". */
const char *refrain_trace_get_name (RefrainTrace *self);
/* Where it was read from, or NULL. */
const char *refrain_trace_get_path (RefrainTrace *self);
/* What was read where @self has been made of it for analyses (refrain-remote-trace.h); otherwise
 * @self. It is what is written again and what counts of the source are about. Belongs to @self. */
RefrainTrace *refrain_trace_get_source (RefrainTrace *self);
/* For whoever makes such a trace. */
void refrain_trace_set_source (RefrainTrace *self, RefrainTrace *source);
/* Which trace of its file it is, from 0, of how many (MTF: a scenario may have several). */
guint refrain_trace_get_place (RefrainTrace *self, guint *n);
/* The format it was read from: "OTF2", "GXL", "HDF5"; NULL for one made in memory. */
const char *refrain_trace_get_format (RefrainTrace *self);
/* A description of the scenario that was traced, or NULL (MTF: Scenario.desc). */
const char *refrain_trace_get_description (RefrainTrace *self);
/* The source clock's reading at time 0, in nanoseconds, and the wall-clock time then in
 * nanoseconds since 1970, or -1. */
guint64 refrain_trace_get_clock_origin (RefrainTrace *self);
gint64 refrain_trace_get_wall_clock (RefrainTrace *self);

/* What the source defines and says of single events beyond all this, or NULL where it says no more;
 * belongs to @self. The details of events (refrain_process_get_details()) are records of it. */
RefrainExtension *refrain_trace_get_extension (RefrainTrace *self);

const RefrainCounts *refrain_trace_get_counts (RefrainTrace *self);
RefrainTime refrain_trace_get_start (RefrainTrace *self);
RefrainTime refrain_trace_get_end (RefrainTrace *self);

/* As a list, for widgets; belongs to @self. It includes what the check of mapped columns finds:
 * asking for defects is asking for columns (refrain_process_get_calls()). */
GListModel *refrain_trace_get_defects (RefrainTrace *self);

/* Definitions by index; the returned objects belong to @self. */
guint refrain_trace_get_n_processes (RefrainTrace *self);
RefrainProcess *refrain_trace_get_process (RefrainTrace *self, guint i);
guint refrain_trace_get_n_communicators (RefrainTrace *self);
RefrainCommunicator *refrain_trace_get_communicator (RefrainTrace *self, guint i);
guint refrain_trace_get_n_routines (RefrainTrace *self);
RefrainRoutine *refrain_trace_get_routine (RefrainTrace *self, guint i);

/* What is asked of them most. */
static inline const RefrainOps *
refrain_trace_get_ops (RefrainTrace *self, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (self, process));
}
static inline const RefrainCalls *
refrain_trace_get_calls (RefrainTrace *self, guint process)
{
  return refrain_process_get_calls (refrain_trace_get_process (self, process));
}
static inline const char *
refrain_trace_get_routine_label (RefrainTrace *self, guint routine)
{
  return refrain_routine_get_label (refrain_trace_get_routine (self, routine));
}
static inline RefrainRoutineKind
refrain_trace_get_routine_kind (RefrainTrace *self, guint routine)
{
  return refrain_routine_get_kind (refrain_trace_get_routine (self, routine));
}

/* Checked like the columns of a process (refrain_process_get_calls()). */
const RefrainCollectives *refrain_trace_get_collectives (RefrainTrace *self);

/* Patterns that the trace's file holds, or NULL; belongs to @self. */
RefrainTracePatterns *refrain_trace_get_patterns (RefrainTrace *self);
/* Gives the trace @patterns to be kept with it when it is saved; only by whoever has the trace for
 * itself. */
void refrain_trace_set_patterns (RefrainTrace *self, RefrainTracePatterns *patterns);

/* Looks at every page of all columns of @self, so that a file whose bytes are not those that were
 * written is told of, see refrain_file_map_guard(). O(bytes), of which one in 4,096 is read. */
void refrain_trace_look_at_all (RefrainTrace *self);
/* Bytes of memory held by the columns, mapped ones not counted. */
gsize refrain_trace_get_memory (RefrainTrace *self);
