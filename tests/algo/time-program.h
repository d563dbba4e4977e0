/* time-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs whose times are exact: each process is told what it does, then all run on a network that
 * needs a given time for a message, and become a trace.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

typedef struct _TimeProgram TimeProgram;

/* @n processes. Sends take @overhead, messages @latency from the start of their send on,
 * collectives
 * @latency from the last process' coming on; nanoseconds. Sends never wait. */
TimeProgram *time_program_new (guint n, RefrainTime overhead, RefrainTime latency);

/* Messages have so many bytes; 8 unless this is called. */
void time_program_set_bytes (TimeProgram *self, guint64 bytes);
/* ... and members of collectives give and take so many from here on; likewise. */
void time_program_set_collective_bytes (TimeProgram *self, guint64 bytes);

/* Messages of two processes are numbered by their tags, those of requests not. */
void time_program_set_numbered (TimeProgram *self, gboolean numbered);

/* What is sent and received from here on has @tag. */
void time_program_set_tag (TimeProgram *self, gint32 tag);

/* What process @p does next. */
void time_program_enter (TimeProgram *self, guint p, const char *routine);
void time_program_leave (TimeProgram *self, guint p);
void time_program_compute (TimeProgram *self, guint p, RefrainTime time);
void time_program_send (TimeProgram *self, guint p, guint to);
/* A send that lasts until its receive is posted. */
void time_program_ssend (TimeProgram *self, guint p, guint to);
void time_program_recv (TimeProgram *self, guint p, guint from);
/* @n receives that are posted at once and complete in one call. */
void time_program_waitall (TimeProgram *self, guint p, const guint *from, guint n);
/* @root counts where the type has one. */
void time_program_collective (TimeProgram *self, guint p, RefrainCollective type, guint root);
/* Collectives with a root do not hold all together: a broadcast or scatter waits for the root
 * alone, of a reduction or gather only the root waits, for all. */
void time_program_set_rooted (TimeProgram *self);
/* The clock of @p shows so much too much from the start on. */
void time_program_set_clock (TimeProgram *self, guint p, RefrainTime offset, double drift);

/* Runs it; frees @self. */
RefrainTrace *time_program_run (TimeProgram *self);

/* "enter routine; compute; leave" */
void time_program_work (TimeProgram *self, guint p, const char *routine, RefrainTime time);

G_END_DECLS
