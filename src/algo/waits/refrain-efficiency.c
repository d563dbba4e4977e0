/* refrain-efficiency.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The replay goes on in one thread as far as it can, then in those that it has woken; the stamps
 * are the least solution of its rules, so that they do not depend on the order.
 */
#include "refrain-efficiency.h"

#include <glib/gi18n.h>

#include "refrain-call-walk.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-op-replay.h"
#include "refrain-parallel.h"
#include "refrain-run-words.h"
#include "refrain-run.h"
#include "refrain-time-format.h"

/* With more than this efficiency there is nothing to be said of what is lost. */
#define WORTH_A_WORD 0.995
/* What file operations take of what is lost is told from this share on. */
#define FILES_LOSE 0.5

/* A thread in the replay. */
typedef struct
{
  guint32 process, thread;
  RefrainTime start, end; /* what counts of it: between MPI_Init and MPI_Finalize */
  RefrainTime ideal_start;
  RefrainTime ideal_end, computed_end; /* at `end` */
  RefrainTime clock, computed;         /* where it stands */
} Line;

struct _RefrainEfficiency
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint n_processes;
  guint8 *is_mpi;
  RefrainOpSpans *spans;
  RefrainTime *
      *computed;       /* of each process and operation: computing up to its call, in its thread */
  RefrainTime **ideal; /* when it ends with an ideal network */
  Line *lines;
  gsize n_lines;
  gsize *first_line; /* of each process, one more */
  gsize *main_line;  /* of each process */
};

REFRAIN_DEFINE_OBJECT (RefrainEfficiency, refrain_efficiency)

static void
refrain_efficiency_finalize (RefrainEfficiency *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    refrain_free (self->computed[p], self->ideal[p]);
  refrain_free (self->computed, self->ideal, self->lines, self->first_line, self->main_line,
                self->spans, self->is_mpi);
  g_clear_object (&self->trace);
}

/* ---- What is computed ---- */

/* What counts of a thread. */
static void
find_span (RefrainEfficiency *self, Line *line, const RefrainThread *thread)
{
  const RefrainCalls *calls = self->spans[line->process].calls;
  const RefrainOps *ops = self->spans[line->process].ops;
  const RefrainRunSpan *run = &refrain_trace_get_run (self->trace)->processes[line->process];

  line->start = G_MAXINT64;
  line->end = G_MININT64;
  if (thread->n_ops > 0)
    {
      line->start = ops->time[thread->first_op];
      line->end = ops->time[thread->first_op + thread->n_ops - 1];
    }
  if (thread->n_calls > 0)
    line->start = MIN (line->start, calls->start[thread->first_call]);
  for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
    if (calls->parent[i] == REFRAIN_NONE)
      line->end = MAX (line->end, calls->end[i]);
  if (run->start < run->end && line->start <= line->end)
    {
      line->start = MAX (line->start, run->start);
      line->end = MIN (line->end, run->end);
    }
  line->end = MAX (line->end, line->start);
}

/* How much of [@start, @end] counts. */
static RefrainTime
clip (const Line *line, RefrainTime start, RefrainTime end)
{
  return MAX (0, MIN (end, line->end) - MAX (start, line->start));
}

static void
measure (gsize l, gpointer data)
{
  RefrainEfficiency *self = data;
  Line *line = &self->lines[l];
  const RefrainOpSpans *spans = &self->spans[line->process];
  RefrainProcess *process = refrain_trace_get_process (self->trace, line->process);
  const RefrainThread *thread = refrain_process_get_thread (process, line->thread);
  RefrainTime *computed = self->computed[line->process];
  RefrainCallWalk walk = refrain_call_walk_new (spans->calls, thread);
  RefrainTime start, end, sum = 0, last = 0, hidden = G_MININT64;
  const gsize stop = thread->first_op + thread->n_ops;
  gsize op = thread->first_op;
  RefrainTime enter = op < stop ? refrain_op_spans_enter (spans, op) : G_MAXINT64;
  guint32 call;

  find_span (self, line, thread);
  last = line->start;
  while (refrain_call_walk_next (&walk, &start, &end, &call))
    {
      const gboolean computes = call == REFRAIN_NONE || !refrain_op_spans_is_mpi (spans, call);

      while (enter < end)
        {
          if (computes)
            sum += clip (line, MAX (start, hidden), enter);
          start = MAX (start, enter);
          computed[op] = sum;
          /* Between questions for it nothing is computed. */
          if (spans->polls != NULL && spans->polls[op] != REFRAIN_NONE)
            hidden = MAX (hidden, spans->calls->start[spans->ops->call[op]]);
          enter = ++op < stop ? refrain_op_spans_enter (spans, op) : G_MAXINT64;
        }
      if (computes)
        sum += clip (line, MAX (start, hidden), end);
      last = end;
    }
  /* Without calls all is computed but the operations themselves. */
  for (; op < stop; op++)
    {
      sum += clip (line, last, spans->ops->time[op]);
      last = MAX (last, spans->ops->time[op]);
      computed[op] = sum;
    }
  line->computed_end = sum + clip (line, last, line->end);
}

/* ---- The replay ---- */

static RefrainTime
come (gpointer data, gsize l, gsize op)
{
  RefrainEfficiency *self = data;
  const Line *line = &self->lines[l];

  return line->clock + self->computed[line->process][op] - line->computed;
}

static RefrainTime
end_op (gpointer data, gsize l, gsize op, RefrainTime came, RefrainTime needed)
{
  RefrainEfficiency *self = data;
  Line *line = &self->lines[l];

  line->clock = MAX (came, needed);
  line->computed = self->computed[line->process][op];
  return line->clock;
}

/* ---- All of it ---- */

static void
make_lines (RefrainEfficiency *self)
{
  self->first_line = g_new (gsize, self->n_processes + 1);
  self->main_line = g_new0 (gsize, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      self->first_line[p] = self->n_lines;
      self->n_lines += refrain_process_get_n_threads (refrain_trace_get_process (self->trace, p));
    }
  self->first_line[self->n_processes] = self->n_lines;
  self->lines = g_new0 (Line, self->n_lines + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);
      const RefrainOps *ops = refrain_process_get_ops (process);
      RefrainTime latest = G_MININT64;
      gsize most = 0;

      self->main_line[p] = self->first_line[p];
      for (gsize l = self->first_line[p]; l < self->first_line[p + 1]; l++)
        {
          const gsize t = l - self->first_line[p];
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          const gsize n_ops = thread->n_ops;
          const RefrainTime last = n_ops > 0 ? ops->time[thread->first_op + n_ops - 1] : G_MININT64;

          self->lines[l].process = p;
          self->lines[l].thread = (guint32) t;
          /* Of those with as many the one that goes on longest. */
          if (n_ops > most || (n_ops == most && last > latest))
            {
              self->main_line[p] = l;
              most = n_ops;
              latest = last;
            }
        }
    }
}

/* Those who begin later do so with an ideal network, too. */
static void
set_starts (RefrainEfficiency *self)
{
  RefrainTime first = G_MAXINT64;

  for (gsize l = 0; l < self->n_lines; l++)
    first = MIN (first, self->lines[l].start);
  for (gsize l = 0; l < self->n_lines; l++)
    {
      Line *line = &self->lines[l];

      if (line->start == G_MAXINT64)
        line->start = line->end = first;
      line->ideal_start = line->clock = line->start - first;
    }
}

RefrainEfficiency *
refrain_efficiency_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  const RefrainReplayRules rules = { come, end_op };
  g_autoptr (RefrainEfficiency) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = g_object_new (REFRAIN_TYPE_EFFICIENCY, NULL);
  self->trace = g_object_ref (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->is_mpi = refrain_op_spans_flag_routines (trace);
  self->spans = g_new (RefrainOpSpans, self->n_processes + 1);
  self->computed = g_new0 (RefrainTime *, self->n_processes + 1);
  self->ideal = g_new0 (RefrainTime *, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      self->spans[p] = refrain_op_spans_new (trace, p, self->is_mpi);
      self->computed[p] = g_new (RefrainTime, self->spans[p].ops->n + 1);
      self->ideal[p] = g_new (RefrainTime, self->spans[p].ops->n + 1);
    }
  make_lines (self);
  if (!refrain_parallel_run (self->n_lines, measure, self, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  set_starts (self);
  if (!refrain_op_replay_run (trace, self->spans, &rules, self, self->ideal, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  for (gsize l = 0; l < self->n_lines; l++)
    self->lines[l].ideal_end
        = self->lines[l].clock + self->lines[l].computed_end - self->lines[l].computed;
  return g_steal_pointer (&self);
}

/* ---- Questions ---- */

/* Computing, and the ideal clock, of a line at @time. Between two operations computing comes first;
 * in one of them the ideal clock goes evenly.
 */
static void
look_up (RefrainEfficiency *self,
         const Line *line,
         RefrainTime time,
         RefrainTime *computed,
         RefrainTime *ideal)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, line->process);
  const RefrainThread *thread = refrain_process_get_thread (process, line->thread);
  const RefrainOpSpans *spans = &self->spans[line->process];
  const RefrainTime *sums = self->computed[line->process];
  RefrainTime since, next;
  gsize op;

  if (time >= line->end)
    {
      *computed = line->computed_end;
      *ideal = line->ideal_end;
      return;
    }
  op = refrain_process_find_op (process, thread, time < G_MAXINT64 ? time + 1 : time);
  if (op == thread->first_op)
    {
      *computed = 0;
      *ideal = line->ideal_start;
      since = line->start;
    }
  else
    {
      *computed = sums[op - 1];
      *ideal = self->ideal[line->process][op - 1];
      since = refrain_op_spans_leave (spans, op - 1);
    }
  next = op < thread->first_op + thread->n_ops ? sums[op] : line->computed_end;
  since = CLAMP (time - since, 0, MAX (next - *computed, 0));
  *computed += since;
  *ideal += since;
  if (op < thread->first_op + thread->n_ops)
    {
      const RefrainTime enter = refrain_op_spans_enter (spans, op);
      const RefrainTime leave = refrain_op_spans_leave (spans, op);
      const RefrainTime rest = self->ideal[line->process][op] - *ideal;

      if (enter < time && time < leave && rest > 0)
        *ideal
            += (RefrainTime) ((double) rest * ((double) (time - enter) / (double) (leave - enter)));
    }
}

static double
share_of (RefrainTime part, RefrainTime whole)
{
  return whole > 0 ? MIN ((double) part / (double) whole, 1) : 1;
}

void
refrain_efficiency_get (RefrainEfficiency *self,
                        const RefrainEfficiencyInterval *intervals,
                        RefrainEfficiencyNumbers *numbers)
{
  RefrainTime start = G_MAXINT64, end = G_MININT64;
  RefrainTime ideal_start = G_MAXINT64, ideal_end = G_MININT64;
  guint n = 0;

  g_return_if_fail (REFRAIN_IS_EFFICIENCY (self));

  *numbers = (RefrainEfficiencyNumbers){ 0 };
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainTime computed_from, computed_to, ideal_from, ideal_to;

      if (intervals[p].start > intervals[p].end || self->first_line[p] == self->first_line[p + 1])
        continue;
      n++;
      look_up (self, &self->lines[self->main_line[p]], intervals[p].start, &computed_from,
               &ideal_from);
      look_up (self, &self->lines[self->main_line[p]], intervals[p].end, &computed_to, &ideal_to);
      start = MIN (start, intervals[p].start);
      end = MAX (end, intervals[p].end);
      ideal_start = MIN (ideal_start, ideal_from);
      ideal_end = MAX (ideal_end, ideal_to);
      numbers->computing = refrain_time_add (numbers->computing, computed_to - computed_from);
      if (computed_to - computed_from > numbers->longest)
        {
          numbers->longest = computed_to - computed_from;
          numbers->busiest = p;
        }
    }
  numbers->load_balance = numbers->longest > 0
                              ? MIN ((double) numbers->computing / n / (double) numbers->longest, 1)
                              : 1;
  if (n > 0)
    {
      numbers->time = end - start;
      numbers->ideal_time
          = CLAMP (ideal_end - ideal_start, MIN (numbers->longest, numbers->time), numbers->time);
    }
  if (numbers->longest == 0)
    numbers->serialisation = numbers->transfer = numbers->communication = 1;
  else
    {
      numbers->serialisation = share_of (numbers->longest, numbers->ideal_time);
      numbers->transfer = share_of (numbers->ideal_time, numbers->time);
      numbers->communication = numbers->serialisation * numbers->transfer;
    }
  numbers->parallel = numbers->load_balance * numbers->communication;
}

void
refrain_efficiency_get_run (RefrainEfficiency *self, RefrainEfficiencyNumbers *numbers)
{
  g_autofree RefrainEfficiencyInterval *intervals = NULL;

  g_return_if_fail (REFRAIN_IS_EFFICIENCY (self));

  intervals = g_new0 (RefrainEfficiencyInterval, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    if (self->first_line[p] < self->first_line[p + 1])
      {
        const Line *line = &self->lines[self->main_line[p]];
        const RefrainRunSpan *span = &refrain_trace_get_run (self->trace)->processes[p];

        intervals[p] = span->start < span->end
                           ? (RefrainEfficiencyInterval){ span->start, span->end }
                           : (RefrainEfficiencyInterval){ line->start, line->end };
      }
    else
      intervals[p] = (RefrainEfficiencyInterval){ 1, 0 };
  refrain_efficiency_get (self, intervals, numbers);
}

/* What file operations take of the time of all processes: 0 to 1. */
static double
measure_files (RefrainEfficiency *self, const RefrainEfficiencyNumbers *numbers)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  double sum = 0;

  for (gsize i = 0; i < c->n; i++)
    for (guint64 m = c->first[i]; c->type[i] >= REFRAIN_COLLECTIVE_FILE_OPEN && m < c->first[i + 1];
         m++)
      {
        const RefrainOpSpans *spans = &self->spans[c->process[m]];

        sum += (double) (refrain_op_spans_leave (spans, c->op[m])
                         - refrain_op_spans_enter (spans, c->op[m]));
      }
  return MIN (sum / MAX ((double) numbers->time * MAX (self->n_processes, 1), 1), 1);
}

/* Whether any process asks again and again for a message: the time between is then no computing
 * here, though it lies outside MPI. */
static gboolean
has_polls (RefrainEfficiency *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    for (gsize i = 0; self->spans[p].polls != NULL && i < self->spans[p].ops->n; i++)
      if (self->spans[p].polls[i] != REFRAIN_NONE)
        return TRUE;
  return FALSE;
}

/* What costs most of what is lost, and what it is. */
static char *
describe_loss (RefrainEfficiency *self, const RefrainEfficiencyNumbers *numbers)
{
  const double mean = (double) numbers->computing / MAX (self->n_processes, 1);
  g_autofree char *factor = NULL;

  if (numbers->parallel >= WORTH_A_WORD)
    return self->n_processes > 1 ? g_strdup (_ ("Communication takes hardly any time."))
                                 : g_strdup (_ ("One process: no communication."));
  factor = refrain_factor_format ((double) numbers->longest / MAX (mean, 1));
  /* How many times the mean is the load, which is of all time outside MPI: one number for it. */
  if (numbers->load_balance <= numbers->serialisation && numbers->load_balance <= numbers->transfer
      && has_polls (self))
    return g_strdup_printf (
        _ ("Weakest factor: load balance, %.1f %%; process %u computes longest."),
        100 * numbers->load_balance, numbers->busiest);
  if (numbers->load_balance <= numbers->serialisation && numbers->load_balance <= numbers->transfer)
    return g_strdup_printf (
        _ ("Weakest factor: load balance, %.1f %%; process %u computes %s times the mean."),
        100 * numbers->load_balance, numbers->busiest, factor);
  if (numbers->serialisation <= numbers->transfer && !refrain_trace_has_operations (self->trace))
    return g_strdup_printf (
        _ ("Weakest factor: serialisation efficiency, %.1f %%; processes do not start and end at "
           "the same time."),
        100 * numbers->serialisation);
  if (numbers->serialisation <= numbers->transfer)
    return g_strdup_printf (
        _ ("Weakest factor: serialisation efficiency, %.1f %%; processes wait for each "
           "other even if messages take no time."),
        100 * numbers->serialisation);
  if (measure_files (self, numbers) >= FILES_LOSE * (1 - numbers->parallel))
    return g_strdup_printf (
        _ ("Weakest factor: transfer efficiency, %.1f %%; file operations, which "
           "count as transfer, take most of the time that is lost."),
        100 * numbers->transfer);
  return g_strdup_printf (_ ("Weakest factor: transfer efficiency, %.1f %%; on an ideal network "
                             "the run would take %.1f %% of "
                             "the time."),
                          100 * numbers->transfer, 100 * numbers->transfer);
}

char *
refrain_efficiency_describe (RefrainEfficiency *self)
{
  RefrainEfficiencyNumbers run;
  g_autofree char *time = NULL, *mean = NULL, *loss = NULL, *device = NULL;

  g_return_val_if_fail (REFRAIN_IS_EFFICIENCY (self), NULL);

  refrain_efficiency_get_run (self, &run);
  if (run.longest == 0)
    return g_strdup (_ ("Nothing is computed outside MPI: no efficiency can be computed."));
  time = refrain_time_format (run.time, 3);
  mean = refrain_time_format (run.computing / MAX (self->n_processes, 1), 3);
  loss = describe_loss (self, &run);
  device = refrain_trace_describe_device (self->trace);
  return g_strdup_printf (
      /* Translators: percent, two times; then whole sentences, each with a space or a line
       * before. */
      _ ("Parallel efficiency: %.1f %%. Processes compute for %s on average, of the %s from the "
         "first one's start to the last one's end.%s%s\n%s"),
      100 * run.parallel, mean, time,
      has_polls (self) ? _ (" Time between two tests for the same message is no useful computing.")
                       : "",
      device != NULL ? _ (" Waiting for an accelerator counts as computing.") : "",
      device != NULL ? device : loss);
}

gsize
refrain_efficiency_get_memory (RefrainEfficiency *self)
{
  gsize bytes = 0;

  g_return_val_if_fail (REFRAIN_IS_EFFICIENCY (self), 0);
  for (guint p = 0; p < self->n_processes; p++)
    bytes += self->spans[p].ops->n * 2 * sizeof (RefrainTime);
  return bytes;
}
