/* refrain-slack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backwards in logical time, so that whoever needs an operation was there before: a thread has as
 * much slack as it ends before the run does; a wait adds to it, and whoever takes a message, or
 * comes to the same collective, takes from it.
 */
#include "refrain-slack.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-op-span.h"
#include "refrain-run.h"
#include "refrain-search.h"
#include "refrain-wait-lines.h"

/* An operation in the order of logical time. */
typedef struct
{
  guint32 logical;
  guint32 line;
  guint32 op;
} Step;

typedef struct
{
  RefrainWaits *waits;
  RefrainTrace *trace;
  RefrainWaitLines *lines;
  guint8 *is_mpi;
  RefrainOpSpans *spans;
  RefrainTime *slack;  /* of each line, where it stands */
  RefrainTime **after; /* of each process and operation: behind it */
  RefrainTime **before;
  RefrainTime *latest, *least; /* of each collective instance: look_at_instance() */
} Search;

REFRAIN_DEFINE_COMPARE (compare_steps,
                        Step,
                        REFRAIN_FALLING (logical) ?: REFRAIN_RISING (line) ?: REFRAIN_FALLING (op))

/* All operations, last first. Free with g_free(). */
static Step *
list_steps (const Search *search, gsize *n)
{
  Step *steps;
  gsize count = 0;

  *n = 0;
  for (guint p = 0; p < refrain_trace_get_n_processes (search->trace); p++)
    *n += search->spans[p].ops->n;
  steps = g_new (Step, *n + 1);
  for (gsize l = 0; l < search->lines->n; l++)
    {
      const guint process = search->lines->lines[l].process;
      const RefrainThread *thread = refrain_process_get_thread (
          refrain_trace_get_process (search->trace, process), search->lines->lines[l].thread);

      for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
        steps[count++] = (Step){ search->spans[process].ops->logical[i], (guint32) l, (guint32) i };
    }
  g_assert (count == *n);
  refrain_sort (steps, *n, sizeof *steps, compare_steps);
  return steps;
}

/* What the receiver of a send can spare: as long as the message lies there, and then its own. */
static RefrainTime
spare_receiver (const Search *search, guint process, gsize op)
{
  const RefrainOpSpans *spans = &search->spans[process];
  const RefrainOps *ops = spans->ops;
  const RefrainOpSpans *other = &search->spans[ops->peer[op]];
  const RefrainTime lies
      = refrain_op_spans_enter (other, ops->partner[op]) - refrain_op_spans_enter (spans, op);

  return refrain_time_add (search->after[ops->peer[op]][ops->partner[op]], MAX (lies, 0));
}

/* When the last member of @instance came, and the least slack behind it; once. */
static void
look_at_instance (Search *search, guint32 instance)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (search->trace);

  if (search->latest[instance] != G_MININT64)
    return;
  search->least[instance] = G_MAXINT64;
  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    {
      const RefrainTime came = refrain_op_spans_arrive (&search->spans[c->process[m]], c->op[m]);

      search->latest[instance] = MAX (search->latest[instance], came);
      search->least[instance]
          = MIN (search->least[instance], search->after[c->process[m]][c->op[m]]);
    }
}

/* What those can spare who take what the root, operation @op of @process, gives. */
static RefrainTime
spare_takers (const Search *search, guint process, gsize op)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (search->trace);
  const guint32 instance = search->spans[process].ops->partner[op];
  const RefrainTime came = refrain_op_spans_arrive (&search->spans[process], op);
  RefrainTime least = G_MAXINT64;

  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    {
      const RefrainTime other = refrain_op_spans_arrive (&search->spans[c->process[m]], c->op[m]);

      if (c->process[m] != process)
        least = MIN (least, refrain_time_add (search->after[c->process[m]][c->op[m]],
                                              MAX (other - came, 0)));
    }
  return least;
}

/* What the others in a collective can spare, behind the moment when they can go on. */
static RefrainTime
spare_members (Search *search, guint process, gsize op)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (search->trace);
  const RefrainOps *ops = search->spans[process].ops;
  const guint32 instance = ops->partner[op];
  const RefrainTime came = refrain_op_spans_arrive (&search->spans[process], op);
  guint64 root;

  look_at_instance (search, instance);
  switch (refrain_collective_get_flow ((RefrainCollective) ops->tag[op]))
    {
    case REFRAIN_FLOW_FROM_ROOT:
      return ops->peer[op] == (gint32) process ? spare_takers (search, process, op) : G_MAXINT64;
    case REFRAIN_FLOW_TO_ROOT:
      root = REFRAIN_LOWER_BOUND (m, c->first[instance], c->first[instance + 1],
                                  (gint32) c->process[m] < ops->peer[op]);
      if (ops->peer[op] == (gint32) process || root == c->first[instance + 1]
          || (gint32) c->process[root] != ops->peer[op])
        return G_MAXINT64;
      return refrain_time_add (search->after[c->process[root]][c->op[root]],
                               search->latest[instance] - came);
    case REFRAIN_FLOW_NONE:
      return G_MAXINT64;
    case REFRAIN_FLOW_TO_LATER:
      return search->least[instance];
    default:
      return refrain_time_add (search->least[instance], search->latest[instance] - came);
    }
}

static void
step_back (Search *search, const Step *step)
{
  const guint process = search->lines->lines[step->line].process;
  const RefrainOps *ops = search->spans[process].ops;
  const RefrainWaitColumns *columns = refrain_waits_get_columns (search->waits, process);
  RefrainTime slack = refrain_time_add (search->slack[step->line], columns->waiting[step->op]);

  if (ops->partner[step->op] != REFRAIN_NONE)
    {
      if (REFRAIN_OP_IS_SEND (ops->kind[step->op]))
        slack = MIN (slack, spare_receiver (search, process, step->op));
      else if (ops->kind[step->op] == REFRAIN_OP_COLLECTIVE)
        slack = MIN (slack, spare_members (search, process, step->op));
      else if (refrain_waits_get_columns (search->waits, (guint) ops->peer[step->op])
                   ->kind[ops->partner[step->op]]
               == REFRAIN_WAIT_LATE_RECEIVER)
        slack = 0;
    }
  search->before[process][step->op] = search->slack[step->line] = MAX (slack, 0);
}

/* Steps of one logical time are members of one collective, or have nothing to do with each other:
 * all are looked at from behind before one is gone back over. */
static void
go_back (Search *search, const Step *steps, gsize n)
{
  gsize next;

  for (gsize i = 0; i < n; i = next)
    {
      for (next = i; next < n && steps[next].logical == steps[i].logical; next++)
        search->after[search->lines->lines[steps[next].line].process][steps[next].op]
            = search->slack[steps[next].line];
      for (gsize k = i; k < next; k++)
        step_back (search, &steps[k]);
    }
}

RefrainTime **
refrain_slack_new (RefrainWaits *waits)
{
  Search search = { .waits = waits };
  guint n_processes;
  g_autofree Step *steps = NULL;
  const RefrainWaitLine *lines;
  gsize n, n_instances;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  search.trace = refrain_waits_get_trace (waits);
  n_instances = refrain_trace_get_collectives (search.trace)->n;
  n_processes = refrain_trace_get_n_processes (search.trace);
  search.lines = refrain_wait_lines_new (waits, FALSE);
  search.is_mpi = refrain_op_spans_flag_routines (search.trace);
  search.spans = g_new (RefrainOpSpans, n_processes + 1);
  search.slack = g_new (RefrainTime, search.lines->n + 1);
  search.after = g_new (RefrainTime *, n_processes + 1);
  search.before = g_new (RefrainTime *, n_processes + 1);
  for (guint p = 0; p < n_processes; p++)
    {
      search.spans[p] = refrain_op_spans_new (search.trace, p, search.is_mpi);
      search.after[p] = g_new0 (RefrainTime, search.spans[p].ops->n + 1);
      search.before[p] = g_new0 (RefrainTime, search.spans[p].ops->n + 1);
    }
  search.latest = g_new (RefrainTime, n_instances + 1);
  search.least = g_new (RefrainTime, n_instances + 1);
  for (gsize i = 0; i < n_instances; i++)
    search.latest[i] = G_MININT64;
  lines = search.lines->lines;
  for (gsize l = 0; l < search.lines->n; l++)
    search.slack[l] = lines[l].start > lines[l].end
                          ? 0 /* nothing happens there */
                          : MAX (refrain_trace_get_run (search.trace)->end - lines[l].end, 0);
  steps = list_steps (&search, &n);
  go_back (&search, steps, n);
  refrain_slack_free (search.after, waits);
  refrain_wait_lines_free (search.lines);
  refrain_free (search.is_mpi, search.spans, search.slack, search.latest, search.least);
  return search.before;
}

void
refrain_slack_free (RefrainTime **self, RefrainWaits *waits)
{
  const guint n_processes = refrain_trace_get_n_processes (refrain_waits_get_trace (waits));

  for (guint p = 0; p < n_processes; p++)
    g_free (self[p]);
  g_free (self);
}

RefrainTime *
refrain_slack_get_processes (RefrainTime *const *self, RefrainWaits *waits)
{
  RefrainTrace *trace = refrain_waits_get_trace (waits);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  RefrainTime *least = g_new (RefrainTime, n_processes + 1);

  for (guint p = 0; p < n_processes; p++)
    {
      const gsize n = refrain_waits_get_columns (waits, p)->n;

      least[p] = refrain_trace_get_run (trace)->end - refrain_trace_get_run (trace)->start;
      for (gsize i = 0; i < n; i++)
        least[p] = MIN (least[p], self[p][i]);
    }
  return least;
}
