/* refrain-trace-builder-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-recorder-private.h"
#include "refrain-trace-builder.h"
#include "refrain-trace-private.h"

G_BEGIN_DECLS

/* A process before it is one. */
typedef struct
{
  char *name;
  char *host;
  GPtrArray *recorders;
  RefrainProcessColumns adopted;
  GBytes *owner; /* of adopted columns */
} RefrainProcessDraft;

struct _RefrainTraceBuilder
{
  GObject parent_instance;

  RefrainTrace *trace;
  GPtrArray *drafts;        /* of RefrainProcessDraft */
  GPtrArray *communicators; /* of RefrainCommunicator */
  GPtrArray *routines;      /* of RefrainRoutine */
  GHashTable *routine_by_name;
  GPtrArray *defects; /* of RefrainDefect */
  GMutex lock;        /* of defects */
  gboolean adopted;
};

/* Moves what was recorded, or adopted, into self->trace (in refrain-trace-finish.c). */
void refrain_trace_builder_finish_recorded (RefrainTraceBuilder *self, GCancellable *cancellable);
void refrain_trace_builder_finish_adopted (RefrainTraceBuilder *self);

G_END_DECLS
