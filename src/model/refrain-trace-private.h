/* refrain-trace-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

struct _RefrainTrace
{
  GObject parent_instance;

  char *name;
  char *path;
  const char *format; /* interned */
  char *description;
  guint64 clock_origin;
  gint64 wall_clock;

  GListStore *processes;
  GListStore *communicators;
  GListStore *routines;
  GListStore *defects;
  /* The same objects by index; the lists own them. */
  GPtrArray *process_array;
  GPtrArray *communicator_array;
  GPtrArray *routine_array;

  RefrainCounts counts;
  RefrainCollectives collectives;
  GBytes *owner; /* of mapped collectives; NULL where they are the trace's own */
  gsize collectives_checked;
  gsize memory;
};

RefrainTrace *refrain_trace_new (void);
void refrain_trace_add_process (RefrainTrace *self, RefrainProcess *process);
void refrain_trace_add_communicator (RefrainTrace *self, RefrainCommunicator *communicator);
void refrain_trace_add_routine (RefrainTrace *self, RefrainRoutine *routine);

G_END_DECLS
