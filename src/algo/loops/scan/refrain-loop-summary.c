/* refrain-loop-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model of a regular run has far fewer terms than the run has events: a loop of three iterations
 * has a third of them.
 */
#include "refrain-loop-summary.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "refrain-masters.h"
#include "refrain-thread-order.h"
#include "refrain-time-format.h"
#include "refrain-trace-shares.h"
#include "refrain-traffic-report.h"

/* A model with more than one term for so many events repeats nothing. */
#define FEW_EVENTS 3
/* One with more than a term for so many may still be that of traffic without rule, which holds what
 * two processes happen to do alike. */
#define SOME_EVENTS 20
/* A shorter one is read as it is. */
#define LONG_MODEL 600
/* A loop that holds all iterations but so many is the main loop. */
#define MOST_FEWER 2
/* Lines of a table. */
#define MAX_ROWS 12

/* Messages of a run: of each process all it sends, and what it has with the hub. */
typedef struct
{
  RefrainLoopEvents *events;
  guint n_processes;
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

          self->own[p] += kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV;
        }
      self->n_messages += self->own[p];
    }
}

static gsize
count_events (gpointer data, guint process)
{
  return refrain_loop_events_get_stream (data, process)->n;
}

static RefrainMasterEntry
read_event (gpointer data, guint process, gsize i, RefrainMasterMessage *message)
{
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (data, &n)
                                  + refrain_loop_events_get_stream (data, process)->event[i];
  const RefrainLoopShape *shape = refrain_loop_events_get_shapes (data, &n) + event->shape;

  if (shape->kind == REFRAIN_LOOP_SYNC)
    return REFRAIN_MASTER_BREAK;
  if (shape->kind == REFRAIN_LOOP_LOCAL)
    return REFRAIN_MASTER_NOTHING;
  *message = (RefrainMasterMessage){ event->peer, (gint64) shape->name << 32 | (guint32) event->tag,
                                     0, shape->kind == REFRAIN_LOOP_SEND };
  return REFRAIN_MASTER_MESSAGE;
}

static RefrainMasters *
find_masters (const Traffic *self)
{
  const RefrainMasterSource source = { self->events, self->n_processes, count_events, read_event };

  /* The trace has the order in which receives completed, and sizes. */
  return refrain_loop_events_get_trace (self->events) != NULL
             ? refrain_masters_new_trace (refrain_loop_events_get_trace (self->events))
             : refrain_masters_new (&source);
}

/* "  16 tasks each: processes 2,4" */
static void
append_members (GString *out, const RefrainMasters *masters, guint32 master, guint64 wanted)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) group = g_string_new (NULL);

  for (guint32 p = 0; p < masters->n_processes; p++)
    if (masters->master[p] == master && masters->tasks[p] == wanted)
      g_array_append_val (members, p);
  refrain_processes_append (group, (const guint32 *) (gpointer) members->data, members->len);
  if (members->len == 1)
    g_string_append_printf (out,
                            ngettext ("//   %" PRIu64 " task: process %s\n",
                                      "//   %" PRIu64 " tasks: process %s\n", (gulong) wanted),
                            wanted, group->str);
  else
    g_string_append_printf (out,
                            ngettext ("//   %" PRIu64 " task each: processes %s\n",
                                      "//   %" PRIu64 " tasks each: processes %s\n",
                                      (gulong) wanted),
                            wanted, group->str);
}

static void
append_workers (GString *out, const RefrainMasters *masters, guint32 master)
{
  guint64 last = G_MAXUINT64;

  for (guint row = 0; row <= MAX_ROWS; row++)
    {
      guint64 next = 0;

      for (guint p = 0; p < masters->n_processes; p++)
        if (masters->master[p] == master && masters->tasks[p] < last)
          next = MAX (next, masters->tasks[p]);
      if (next == 0)
        return;
      if (row == MAX_ROWS)
        g_string_append_printf (out, _ ("//   others: at most %" PRIu64 "\n"), next);
      else
        append_members (out, masters, master, next);
      last = next;
    }
}

/* Whether more than half of all messages are of masters and their workers; then says so. */
static gboolean
append_masters (GString *out, const Traffic *self)
{
  g_autoptr (RefrainMasters) masters = find_masters (self);
  guint64 n_theirs = 0;

  for (guint p = 0; p < self->n_processes; p++)
    if (masters->master[p] != REFRAIN_NONE || refrain_masters_contains (masters, p))
      n_theirs += self->own[p];
  if (masters->masters->len == 0 || 2 * n_theirs < self->n_messages)
    return FALSE;
  for (guint m = 0; m < masters->masters->len; m++)
    {
      g_autofree char *sentence = refrain_masters_describe (masters, m);

      g_string_append_printf (out, "// %s\n", sentence);
      if (masters->masters->len == 1)
        append_workers (out, masters, g_array_index (masters->masters, RefrainMaster, m).process);
    }
  return TRUE;
}

/* The hub of each process: of those that are no masters, or, @above these, of masters that work for
 * another; NULL where there are none. Free with g_free(). */
static guint32 *
find_hubs (const RefrainMasters *masters, guint n_processes, gboolean above)
{
  g_autofree guint32 *hub = g_new (guint32, (gsize) n_processes + 1);
  gboolean any = FALSE;

  for (guint p = 0; p < n_processes; p++)
    {
      hub[p] = refrain_masters_contains (masters, p) == above ? masters->master[p] : REFRAIN_NONE;
      any |= hub[p] != REFRAIN_NONE;
    }
  for (guint p = 0; p < n_processes; p++)
    if (masters->master[p] != REFRAIN_NONE && refrain_masters_contains (masters, p) == above)
      hub[masters->master[p]] = masters->master[p];
  return any ? g_steal_pointer (&hub) : NULL;
}

RefrainLoopEvents *
refrain_loop_summary_join_masters (RefrainLoopEvents *events, GPtrArray *sentences)
{
  Traffic traffic = { 0 };
  g_autoptr (RefrainMasters) masters = NULL;
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  RefrainLoopEvents *joined = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);

  measure_traffic (&traffic, events);
  if (append_masters (told, &traffic))
    {
      masters = find_masters (&traffic);
      g_ptr_array_set_size (names, (int) traffic.n_processes);
      for (guint m = 0; m < masters->masters->len; m++)
        {
          const RefrainMaster *master = &g_array_index (masters->masters, RefrainMaster, m);

          g_ptr_array_add (sentences, refrain_masters_describe (masters, m));
          names->pdata[master->process] = g_strdup_printf (
              ngettext ("master %u distributes %" PRIu64 " task",
                        "master %u distributes %" PRIu64 " tasks", (gulong) master->tasks),
              master->process, master->tasks);
        }
      for (guint above = 0; above < 2; above++)
        {
          g_autofree guint32 *hub = find_hubs (masters, traffic.n_processes, above == 1);
          RefrainLoopEvents *more
              = hub != NULL ? refrain_loop_events_join_hubs (joined != NULL ? joined : events, hub,
                                                             (const char *const *) names->pdata)
                            : NULL;

          if (more != NULL)
            g_set_object (&joined, more);
          g_clear_object (&more);
        }
    }
  g_free (traffic.own);
  return joined;
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

      refrain_fill (own, 0, n * sizeof *own);
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
  const RefrainOps *ops = trace != NULL ? refrain_trace_get_ops (trace, process) : NULL;
  gsize row = 0;

  for (gsize i = 0; i < stream->n; i++)
    {
      const RefrainLoopEvent *own = &event[stream->event[i]];
      const guint32 op = ops != NULL ? stream->op[i] : REFRAIN_NONE;

      row += stream->event[i] == mark;
      if (shape[own->shape].kind != REFRAIN_LOOP_SEND
          || (op != REFRAIN_NONE && ops->partner[op] == REFRAIN_NONE))
        continue;
      refrain_traffic_counter_add (counter, process, row, own->peer,
                                   op != REFRAIN_NONE ? ops->bytes[op] : 0,
                                   op != REFRAIN_NONE ? ops->time[op] : (RefrainTime) i);
    }
}

/* The sentence and what is sent in each iteration. */
static void
append_irregular (GString *out, const Traffic *self)
{
  guint64 times;
  const guint32 mark = find_mark (self, &times);
  g_autoptr (RefrainTrafficCounter) counter
      = refrain_traffic_counter_new (self->n_processes, (gsize) times + 1);
  g_autoptr (GArray) rows = NULL;
  guint64 n_sent = 0;
  gboolean fixed;

  for (guint p = 0; p < self->n_processes; p++)
    count_process (self, counter, p, mark);
  rows = refrain_traffic_counter_finish (counter, &fixed);
  for (guint i = 0; i < rows->len; i++)
    n_sent += g_array_index (rows, RefrainTrafficRow, i).messages;
  refrain_traffic_report_append_sentence (out, n_sent, self->n_processes,
                                          rows->len > 1 ? rows->len : 0, fixed, "// ");
  refrain_traffic_report_append (out, rows, refrain_loop_events_get_trace (self->events) != NULL,
                                 "// ");
}

gboolean
refrain_loop_summary_needs_regularity (RefrainLoopModel *model)
{
  RefrainLoopModelSize size;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), FALSE);

  refrain_loop_model_measure (model, &size);
  return size.n_terms > LONG_MODEL && (guint64) size.n_terms * FEW_EVENTS <= size.events
         && (guint64) size.n_terms * SOME_EVENTS > size.events;
}

/* Whether a model of @size is worth reading. */
static gboolean
is_worth_reading (const RefrainLoopModelSize *size, gboolean irregular)
{
  const guint64 n_terms = size->n_terms;

  if (n_terms <= LONG_MODEL)
    return TRUE;
  if (n_terms * FEW_EVENTS > size->events)
    return FALSE;
  return n_terms * SOME_EVENTS <= size->events || !irregular;
}

static const RefrainShares *
get_shares (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);

  return trace != NULL ? refrain_trace_get_shares (trace) : NULL;
}

guint32
refrain_loop_summary_get_fewer (RefrainLoopModel *model,
                                guint32 construct,
                                guint32 n_iterations,
                                guint64 n_events)
{
  const RefrainConstruct *loop;
  const RefrainAffine *count;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), 0);

  loop = &refrain_loop_model_get_constructs (model, &n)[construct];
  count = REFRAIN_CONSTRUCT_COUNT (loop);
  return loop->kind == REFRAIN_CONSTRUCT_LOOP && loop->parent == REFRAIN_NONE && count->n == 0
                 && count->constant < (gint64) n_iterations
                 && count->constant + MOST_FEWER >= (gint64) n_iterations
                 && 2 * refrain_loop_model_get_n_events (model)[construct] >= n_events
             ? (guint32) count->constant
             : 0;
}

static void
append_fewer (GString *out, RefrainLoopModel *model, RefrainIterations *iterations)
{
  const guint32 n_turns = refrain_iterations_get_n (iterations);
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  RefrainLoopModelSize size;

  refrain_loop_model_measure (model, &size);
  for (guint32 i = 0; i < n; i = REFRAIN_CONSTRUCT_NEXT (constructs, i))
    {
      const guint32 fewer = refrain_loop_summary_get_fewer (model, i, n_turns, size.events);

      if (fewer == 0)
        continue;
      g_string_append_printf (
          out,
          _ ("// %u of them are one loop below; the events of the others precede and follow it\n"),
          fewer);
      return;
    }
}

char *
refrain_loop_summary_write (RefrainLoopModel *model,
                            RefrainIterations *iterations,
                            const char *main_loop,
                            gboolean irregular,
                            gboolean *instead)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree guint64 *own = NULL;
  RefrainLoopModelSize size;
  Traffic traffic = { 0 };
  const RefrainShares *shares;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  shares = get_shares (refrain_loop_model_get_events (model));
  refrain_loop_model_measure (model, &size);
  /* Who sends what to whom when, only who has all messages can tell. */
  if (shares != NULL && (size.n_terms > MAX_ROWS || !is_worth_reading (&size, irregular)))
    {
      refrain_team_give_up (shares->team);
      return g_strdup ("");
    }
  measure_traffic (&traffic, refrain_loop_model_get_events (model));
  own = traffic.own;
  *instead = size.n_terms > MAX_ROWS && append_masters (out, &traffic);
  if (*instead)
    return g_string_free (g_steal_pointer (&out), FALSE);
  if (main_loop != NULL)
    g_string_append_printf (out, "// %s\n", main_loop);
  if (!is_worth_reading (&size, irregular))
    {
      if (main_loop == NULL)
        append_irregular (out, &traffic);
      *instead = TRUE;
    }
  if ((!*instead || main_loop != NULL) && iterations != NULL)
    {
      g_autofree char *times = refrain_iterations_describe (iterations);

      if (times != NULL)
        g_string_append_printf (out, "// %s\n", times);
      if (times != NULL && !*instead)
        append_fewer (out, model, iterations);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
refrain_loop_summary_write_threads (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  const guint n = trace == NULL ? 0 : refrain_thread_order_count (trace);

  return n == 0 ? g_strdup ("")
                : g_strdup_printf (ngettext ("// several threads communicate in %u process: "
                                             "simultaneous events are listed by thread\n",
                                             "// several threads communicate in %u processes: "
                                             "simultaneous events are listed by thread\n",
                                             n),
                                   n);
}

char *
refrain_loop_summary_write_left_out (RefrainLoopEvents *all, RefrainLoopEvents *operations)
{
  guint64 n = 0;
  g_autofree char *count = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (all) && REFRAIN_IS_LOOP_EVENTS (operations), NULL);

  for (guint p = 0; p < refrain_loop_events_get_n_processes (all); p++)
    n += refrain_loop_events_get_stream (all, p)->n
         - refrain_loop_events_get_stream (operations, p)->n;
  if (n == 0)
    return g_strdup ("");
  count = refrain_count_format (n);
  return g_strdup_printf (
      ngettext ("// %s local event is omitted (--expand prints it in place)\n",
                "// %s local events are omitted (--expand prints them in place)\n", (gulong) n),
      count);
}
