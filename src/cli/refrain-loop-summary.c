/* refrain-loop-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model of a regular run has far fewer terms than the run has events: a loop of three iterations
 * has a third of them.
 */
#include "config.h"

#include "refrain-loop-summary.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "refrain-loop-text.h"
#include "refrain-traffic-report.h"

/* A model with more than one term for so many events repeats nothing. */
#define FEW_EVENTS 3
/* A shorter one is read as it is. */
#define LONG_MODEL 600
/* Tasks for each worker, on average; a star with fewer is a scatter or a gather. */
#define MIN_TASKS 3
/* Lines of a table. */
#define MAX_ROWS 12

/* Messages of a run: of each process all it sends, and what it has with the hub. */
typedef struct
{
  RefrainLoopEvents *events;
  guint n_processes;
  guint64 n_sends;
  guint64 n_messages; /* sends and receives */
  guint64 *own;       /* by process: sends and receives */
} Traffic;

static void
measure_traffic (Traffic *self, RefrainLoopEvents *events)
{
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (events, &n);
  const RefrainLoopShape *shape = refrain_loop_events_get_shapes (events, &n);

  self->events = events;
  self->n_processes = refrain_loop_events_get_n_processes (events);
  self->own = g_new0 (guint64, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, p);

      for (gsize i = 0; i < stream->n; i++)
        {
          const RefrainLoopEventKind kind = shape[event[stream->event[i]].shape].kind;

          self->n_sends += kind == REFRAIN_LOOP_SEND;
          self->own[p] += kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV;
        }
      self->n_messages += self->own[p];
    }
}

/* The tasks of each process where all messages are with @hub: what it gets and answers. NULL where
 * there are others, or some process is only talked to or only listened to. Free with g_free(). */
static guint64 *
count_tasks (const Traffic *self, guint hub, guint64 *total, guint *n_workers)
{
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (self->events, &n);
  const RefrainLoopShape *shape = refrain_loop_events_get_shapes (self->events, &n);
  g_autofree guint64 *tasks = g_new0 (guint64, self->n_processes);

  *total = *n_workers = 0;
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (self->events, p);
      guint64 count[2] = { 0, 0 };

      for (gsize i = 0; i < stream->n && p != hub; i++)
        {
          const RefrainLoopEvent *one = &event[stream->event[i]];
          const RefrainLoopEventKind kind = shape[one->shape].kind;

          if (kind != REFRAIN_LOOP_SEND && kind != REFRAIN_LOOP_RECV)
            continue;
          if (one->peer != (gint32) hub)
            return NULL;
          count[kind == REFRAIN_LOOP_SEND]++;
        }
      if ((count[0] == 0) != (count[1] == 0))
        return NULL;
      tasks[p] = MIN (count[0], count[1]);
      *total += tasks[p];
      *n_workers += tasks[p] > 0;
    }
  return g_steal_pointer (&tasks);
}

static void
print_members (const guint64 *tasks, guint n_processes, guint64 wanted)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) group = g_string_new (NULL);

  for (guint32 p = 0; p < n_processes; p++)
    if (tasks[p] == wanted)
      g_array_append_val (members, p);
  refrain_loop_text_append_group (group, (const guint32 *) (gpointer) members->data, members->len);
  printf (
      ngettext ("  %" PRIu64 " task each: %s\n", "  %" PRIu64 " tasks each: %s\n", (gulong) wanted),
      wanted, group->str);
}

static void
print_workers (const guint64 *tasks, guint n_processes)
{
  guint64 last = G_MAXUINT64;

  for (guint row = 0; row <= MAX_ROWS; row++)
    {
      guint64 next = 0;

      for (guint p = 0; p < n_processes; p++)
        if (tasks[p] < last)
          next = MAX (next, tasks[p]);
      if (next == 0)
        return;
      if (row == MAX_ROWS)
        printf (_ ("  others: %" PRIu64 " and fewer\n"), next);
      else
        print_members (tasks, n_processes, next);
      last = next;
    }
}

/* Whether one process hands out work to all others that communicate; then says so. */
static gboolean
print_master (const Traffic *self)
{
  g_autofree guint64 *tasks = NULL;
  guint64 total = 0;
  guint hub = 0, n_workers = 0;

  for (guint p = 1; p < self->n_processes; p++)
    if (self->own[p] > self->own[hub])
      hub = p;
  if (self->n_processes < 3)
    return FALSE;
  tasks = count_tasks (self, hub, &total, &n_workers);
  if (tasks == NULL || n_workers < 2 || total < MIN_TASKS * (guint64) n_workers)
    return FALSE;
  printf (_ ("master/worker: %u hands out %" PRIu64 " tasks to %u workers, to whoever asks\n"), hub,
          total, n_workers);
  print_workers (tasks, self->n_processes);
  return TRUE;
}

/* The collective operation of all processes that each of them goes through equally often and most
 * often; REFRAIN_NONE where there is none. @times: how often. */
static guint32
find_mark (const Traffic *self, guint64 *times)
{
  guint32 n, best = REFRAIN_NONE;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (self->events, &n);
  guint32 n_shapes;
  const RefrainLoopShape *shape = refrain_loop_events_get_shapes (self->events, &n_shapes);
  g_autofree guint64 *first = g_new0 (guint64, (gsize) n + 1);
  g_autofree guint64 *own = g_new0 (guint64, (gsize) n + 1);

  *times = 0;
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (self->events, p);

      memset (own, 0, n * sizeof *own);
      for (gsize i = 0; i < stream->n; i++)
        own[stream->event[i]] += shape[event[stream->event[i]].shape].kind == REFRAIN_LOOP_SYNC;
      for (guint32 e = 0; e < n; e++)
        first[e] = p == 0 || first[e] == own[e] ? own[e] : 0;
    }
  for (guint32 e = 0; e < n; e++)
    if (first[e] > *times)
      {
        *times = first[e];
        best = e;
      }
  return best;
}

/* Counts what @process sends between one @mark and the next. */
static void
count_process (const Traffic *self, RefrainTrafficCounter *counter, guint process, guint32 mark)
{
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (self->events, &n);
  const RefrainLoopShape *shape = refrain_loop_events_get_shapes (self->events, &n);
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (self->events, process);
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);
  const RefrainOps *ops
      = trace != NULL ? refrain_process_get_ops (refrain_trace_get_process (trace, process)) : NULL;
  gsize row = 0;

  for (gsize i = 0; i < stream->n; i++)
    {
      const RefrainLoopEvent *own = &event[stream->event[i]];
      const guint32 op = ops != NULL ? stream->op[i] : REFRAIN_NONE;

      row += stream->event[i] == mark;
      if (shape[own->shape].kind != REFRAIN_LOOP_SEND)
        continue;
      refrain_traffic_counter_add (counter, process, row, own->peer,
                                   op != REFRAIN_NONE ? ops->bytes[op] : 0,
                                   op != REFRAIN_NONE ? ops->time[op] : (RefrainTime) i);
    }
}

/* The sentence and what is sent in each iteration. */
static void
print_irregular (const Traffic *self)
{
  guint64 times;
  const guint32 mark = find_mark (self, &times);
  g_autoptr (RefrainTrafficCounter) counter
      = refrain_traffic_counter_new (self->n_processes, (gsize) times + 1);
  g_autoptr (GArray) rows = NULL;
  gboolean fixed;

  for (guint p = 0; p < self->n_processes; p++)
    count_process (self, counter, p, mark);
  rows = refrain_traffic_counter_finish (counter, &fixed);
  refrain_traffic_report_print_sentence (self->n_sends, self->n_processes,
                                         rows->len > 1 ? rows->len : 0, fixed);
  refrain_traffic_report_print (rows, refrain_loop_events_get_trace (self->events) != NULL);
}

gboolean
refrain_loop_summary_print (RefrainLoopModel *model)
{
  g_autofree guint64 *own = NULL;
  RefrainLoopModelSize size;
  Traffic traffic = { 0 };
  gboolean told;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), FALSE);

  refrain_loop_model_measure (model, &size);
  if (size.n_terms <= MAX_ROWS || (guint64) size.n_terms * FEW_EVENTS <= size.events)
    return FALSE;
  measure_traffic (&traffic, refrain_loop_model_get_events (model));
  own = traffic.own;
  told = print_master (&traffic);
  if (!told && size.n_terms <= LONG_MODEL)
    return FALSE;
  if (!told)
    print_irregular (&traffic);
  printf (_ ("%.0f %% of the events are in loops; "),
          100.0 * (double) size.events_in_loops / (double) size.events);
  printf (_ ("--all prints the whole model, of %u events, loops and uses\n"), size.n_terms);
  return TRUE;
}
