/* refrain-trace-builder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one way to make a RefrainTrace, used by every reader: definitions first, then events through
 * recorders, then refrain_trace_builder_finish(), which matches messages and collectives and stamps
 * logical time.
 */
#pragma once

#include "refrain-columns.h"
#include "refrain-recorder.h"
#include "refrain-trace-shares.h"

#define REFRAIN_TYPE_TRACE_BUILDER (refrain_trace_builder_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTraceBuilder, refrain_trace_builder, REFRAIN, TRACE_BUILDER, GObject)

/* An empty builder; free with g_object_unref(). */
RefrainTraceBuilder *refrain_trace_builder_new (void);

/* The short name of the trace for titles, where it is read from, and the name of the format. Each
 * may be NULL; all are copied. */
void refrain_trace_builder_set_source (RefrainTraceBuilder *self,
                                       const char *name,
                                       const char *path,
                                       const char *format);
/* The trace is number @place, from 0, of the @n that its file holds; 0 of 1 where this is not
 * called.
 */
void refrain_trace_builder_set_place (RefrainTraceBuilder *self, guint place, guint n);
/* What was traced, in the words of whoever did; may be NULL. */
void refrain_trace_builder_set_description (RefrainTraceBuilder *self, const char *description);
/* The reading of the source's clock at time 0, in nanoseconds, and the wall-clock time then, in
 * nanoseconds since 1970, or -1. */
void refrain_trace_builder_set_clock (RefrainTraceBuilder *self, guint64 origin, gint64 wall_clock);

/* What the source defines beyond what the model keeps; may be NULL. */
void refrain_trace_builder_set_extension (RefrainTraceBuilder *self, RefrainExtension *extension);

/* Adds the process of the next rank; gives its index. @host may be NULL. */
guint
refrain_trace_builder_add_process (RefrainTraceBuilder *self, const char *name, const char *host);
guint refrain_trace_builder_get_n_processes (RefrainTraceBuilder *self);
/* Adds a thread to @process; the recorder belongs to the builder. */
RefrainRecorder *refrain_trace_builder_add_thread (RefrainTraceBuilder *self,
                                                   guint process,
                                                   guint64 id,
                                                   const char *name);
/* Adds a routine, or finds the one of the same clean name, which is never empty. Returns its
 * index. */
guint32 refrain_trace_builder_add_routine (RefrainTraceBuilder *self,
                                           const char *name,
                                           const char *file,
                                           guint line);
/* The routines added so far (of RefrainRoutine), by their index. */
GPtrArray *refrain_trace_builder_get_routines (RefrainTraceBuilder *self);
/* Adds a communicator; takes @communicator; gives its index. */
guint32 refrain_trace_builder_add_communicator (RefrainTraceBuilder *self,
                                                RefrainCommunicator *communicator);
/* Notes a defect, which is taken. Thread-safe. */
void refrain_trace_builder_add_defect (RefrainTraceBuilder *self, RefrainDefect *defect);

/* A message of which the source says which receive took which send: rows as
 * refrain_recorder_get_n_ops() counts them, or REFRAIN_NONE. */
typedef struct
{
  RefrainRecorder *sender, *receiver;
  guint32 send, receive;
} RefrainMessageLink;

/* Takes @links (n_links of them, made with g_malloc()): these are partners, whatever order channels
 * would have. Replaces those before. */
void refrain_trace_builder_take_links (RefrainTraceBuilder *self,
                                       RefrainMessageLink *links,
                                       gsize n_links);

/* Receives that were recorded with this many bytes take the size of their message, or none: for
 * sources that cannot tell what was received. */
#define REFRAIN_BYTES_UNKNOWN G_MAXUINT64
void refrain_trace_builder_take_sent_sizes (RefrainTraceBuilder *self);

/* ---- Columns made elsewhere (a mapped file) ---- */

/* Gives @process its columns whole, instead of recorders. The arrays must live as long as @owner,
 * one and the same for all processes, to which the trace keeps a
 * reference. They are not looked at until somebody asks for them. Takes
 * columns->threads. */
void refrain_trace_builder_adopt_columns (RefrainTraceBuilder *self,
                                          guint process,
                                          const RefrainProcessColumns *columns,
                                          GBytes *owner);
/* The collectives and counts that go with adopted columns. */
void refrain_trace_builder_adopt_collectives (RefrainTraceBuilder *self,
                                              const RefrainCollectives *collectives,
                                              const RefrainCounts *counts);
/* Adopted columns are what somebody wrote who had checked them: they are not checked again. */
void refrain_trace_builder_trust_columns (RefrainTraceBuilder *self);

/* ---- Several address spaces --------------------------------------------------------------------
 */

/* With the team that opens traces (refrain-team.h), if there is one: shares out the processes, of
 * which @weights (of guint64) says how much each has, those behind its end nothing. Recorders of
 * other members' processes stay empty, and refrain_trace_builder_finish() is with the team. */
void refrain_trace_builder_share (RefrainTraceBuilder *self, const GArray *weights);
/* Who has which processes; NULL: all are this program's. */
const RefrainShares *refrain_trace_builder_get_shares (RefrainTraceBuilder *self);

/* Matches messages (FIFO per channel, receives in posting order), collectives (order per
 * communicator) and stamps logical time; gives the trace, or NULL with @error when cancelled or
 * when there is no process. The builder is used up. O(events), spread over all cores. */
RefrainTrace *
refrain_trace_builder_finish (RefrainTraceBuilder *self, GCancellable *cancellable, GError **error);
