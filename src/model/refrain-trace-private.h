/* refrain-trace-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the builder fills in.
 */
#pragma once

#include "refrain-column-store.h"
#include "refrain-run.h"
#include "refrain-trace-shares.h"

/* See refrain-polls.h; NULL where there is none. */
typedef struct
{
  guint32 *starts;  /* of each operation */
  guint8 *goes_on;  /* of each call */
  GArray *rows;     /* of refrain-polls.c, those of each thread together */
  gsize *first_row; /* ... of each thread, one more */
} RefrainPollsOfProcess;

typedef struct
{
  guint n_processes;
  RefrainPollsOfProcess *of;
} RefrainPolls;

/* See refrain_trace_get_busy_time(): the start is behind the end where there is none. */
typedef struct
{
  RefrainTime start, end;
} RefrainBusyTime;

struct _RefrainTrace
{
  GObject parent_instance;

  char *name;
  char *path;
  const char *format;     /* interned */
  guint place, n_in_file; /* see refrain_trace_get_place() */
  char *description;
  guint64 clock_origin;
  gint64 wall_clock;
  RefrainExtension *extension; /* or NULL */

  GListStore *processes;
  GListStore *communicators;
  GListStore *routines;
  GListStore *defects;
  /* The same objects by index; the lists own them. */
  GPtrArray *process_array;
  GPtrArray *communicator_array;
  GPtrArray *routine_array;

  RefrainTracePatterns *patterns; /* or NULL */
  RefrainTrace *source;           /* or NULL */
  GArray *lock_waits;             /* of RefrainLockWait, or NULL */
  /* Once the caller has asked for them; set atomically. */
  RefrainRun *run;
  RefrainBusyTime *busy;
  RefrainPolls *polls;
  RefrainCounts counts;
  RefrainColumnStore *store;
  RefrainShares *shares; /* or NULL */
  gsize damage_told;     /* the defects hold what the store's check found */
  gsize memory;
};

/* The process of @rank, of which the columns lie in @store. @name and @host may be NULL. */
RefrainProcess *
refrain_process_new (guint rank, const char *name, const char *host, RefrainColumnStore *store);

RefrainTrace *refrain_trace_new (void);
void refrain_trace_add_process (RefrainTrace *self, RefrainProcess *process);
void refrain_trace_add_communicator (RefrainTrace *self, RefrainCommunicator *communicator);
void refrain_trace_add_routine (RefrainTrace *self, RefrainRoutine *routine);
void refrain_run_free (RefrainRun *run);
/* The run of @self is made of these spans of its processes, which are taken; no caller has asked
 * for it. */
void refrain_trace_take_run (RefrainTrace *self, RefrainRunSpan *spans);
/* What refrain_trace_get_busy_time() gives; where it is there already nothing changes. */
void refrain_trace_take_busy_time (RefrainTrace *self, RefrainTime start, RefrainTime end);
void refrain_polls_free (RefrainPolls *polls);
/* Puts the defects in order: by process, the whole trace first, then by kind. */
void refrain_trace_sort_defects (RefrainTrace *self);
