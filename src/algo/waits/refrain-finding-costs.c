/* refrain-finding-costs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Delays come from the last wait back: first their costs are added up, to see which culprits are
 * worth a group, then each is brought to its iteration of its group.
 */
#include "config.h"

#include "refrain-finding-costs.h"

#include "refrain-call-walk.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-trend.h"

/* Between two receives there must be so much to do, as a share of the wait for the first. */
#define WORTH_SWAPPING 0.05
/* Of more processes nobody asks who waits for whom. */
#define MAX_PROCESSES 1024
/* Who waits less for those than this share of all its waiting is none of their victims. */
#define VICTIM 0.05

/* As late are two of which one has this share less of what the other takes too long. */
#define TIE 0.1

/* Costs of iterations that are kept at once. */
#define MAX_CELLS (4 * 1024 * 1024)
/* Delays that are kept, 72 bytes each, until it is known which groups they belong to; where there
 * are more, they are gone back through once more. */
#define MAX_DELAYS (1024 * 1024)

/* ---- Receives in the wrong order ---- */

/* Whether what is done between the late message of row @op and the next could have been done while
 * it was waited for. */
static gboolean
is_worth_swapping (const RefrainOpSpans *spans, gsize op, gsize end, RefrainTime waiting)
{
  gsize next = op + 1;

  while (next < end && spans->ops->call[next] == spans->ops->call[op])
    next++;
  return next < end && REFRAIN_OP_IS_RECV (spans->ops->kind[next])
         && (double) (refrain_op_spans_enter (spans, next) - refrain_op_spans_leave (spans, op))
                > WORTH_SWAPPING * (double) waiting;
}

/* Waits that the process need not have had. */
static RefrainOpSet *
find_wrong_order (RefrainFindingCosts *self, const guint8 *is_mpi)
{
  RefrainOpSet *set = refrain_op_set_new (self->trace);

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainOpSpans spans = refrain_op_spans_new (self->trace, p, is_mpi);
      const RefrainWaitColumns *columns = refrain_waits_get_columns (self->waits, p);

      for (gsize i = 0; i < columns->n; i++)
        if (columns->kind[i] == REFRAIN_WAIT_WRONG_ORDER
            && is_worth_swapping (&spans, i, columns->n, columns->waiting[i]))
          refrain_op_set_add (set, p, i);
    }
  return set;
}

/* ---- Groups ---- */

static gsize
get_place (const RefrainFindingCosts *self, guint process, guint32 routine, gboolean wrong_order)
{
  const gsize slot = MIN (routine, self->n_routines);

  return (process * ((gsize) self->n_routines + 1) + slot) * 2 + (wrong_order ? 1 : 0);
}

typedef struct
{
  RefrainFindingCosts *self;
  double *cost;   /* of each place */
  GArray *delays; /* of RefrainDelay; NULL: too many */
} Collection;

static void
add_cost (const RefrainDelay *delay, gpointer data)
{
  Collection *collection = data;
  const RefrainFindingCosts *self = collection->self;

  collection->cost[get_place (self, delay->process, delay->routine,
                              refrain_finding_is_wrong_order (self->wrong_order, delay))]
      += delay->time;
  if (collection->delays == NULL)
    return;
  if (collection->delays->len < MAX_DELAYS)
    g_array_append_vals (collection->delays, delay, 1);
  else
    g_clear_pointer (&collection->delays, g_array_unref);
}

static void
add_to_group (const RefrainDelay *delay, gpointer data)
{
  Collection *collection = data;
  RefrainFindingCosts *self = collection->self;
  const guint32 index
      = self->index[get_place (self, delay->process, delay->routine,
                               refrain_finding_is_wrong_order (self->wrong_order, delay))];
  RefrainFindingGroup *group;
  guint32 iteration;

  if (index == 0)
    return;
  group = &g_array_index (self->groups, RefrainFindingGroup, index - 1);
  iteration = refrain_iterations_find (self->iterations, delay->process, delay->op);
  iteration = MIN (iteration, self->n_iterations);
  group->time += delay->time;
  group->certain += delay->time * delay->share;
  group->each[iteration] += delay->time;
  if (delay->time > group->worst[iteration].time)
    group->worst[iteration] = (RefrainFindingWorst){ delay->time, delay->late, delay->op,
                                                     delay->victim, delay->victim_op };
  group->start = MIN (group->start, delay->start);
  group->end = MAX (group->end, delay->end);
}

/* So many costs that the groups' iterations fit into memory. */
static double
raise_least (const RefrainFindingCosts *self, const double *cost, gsize n, double least)
{
  for (;; least *= 2)
    {
      gsize groups = 0;

      for (gsize i = 0; i < n; i++)
        groups += cost[i] >= MAX (least, 1);
      if (groups <= 4 || groups * ((gsize) self->n_iterations + 1) <= MAX_CELLS)
        return MAX (least, 1);
      least = MAX (least, 1);
    }
}

static void
make_groups (RefrainFindingCosts *self, const double *cost, double least)
{
  for (guint p = 0; p < self->n_processes; p++)
    for (guint32 r = 0; r <= self->n_routines; r++)
      for (guint k = 0; k < 2; k++)
        {
          RefrainFindingGroup group = { .process = p,
                                        .routine = r < self->n_routines ? r : REFRAIN_NONE,
                                        .wrong_order = k == 1,
                                        .start = G_MAXINT64,
                                        .end = G_MININT64 };

          if (cost[get_place (self, p, r, k == 1)] < least)
            continue;
          group.each = g_new0 (double, (gsize) self->n_iterations + 1);
          group.worst = g_new0 (RefrainFindingWorst, (gsize) self->n_iterations + 1);
          g_array_append_val (self->groups, group);
          self->index[get_place (self, p, r, k == 1)] = self->groups->len;
        }
}

/* Brings every delay to its group. */
static gboolean
fill_groups (Collection *collection, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainWaitCauses) again = NULL;

  if (collection->delays == NULL)
    {
      again = refrain_wait_causes_new (collection->self->waits, collection->self->wrong_order,
                                       add_to_group, collection, cancellable, error);
      return again != NULL;
    }
  for (guint i = 0; i < collection->delays->len; i++)
    add_to_group (&g_array_index (collection->delays, RefrainDelay, i), collection);
  return TRUE;
}

static gboolean
collect (RefrainFindingCosts *self, double least, GCancellable *cancellable, GError **error)
{
  const gsize n = (gsize) self->n_processes * ((gsize) self->n_routines + 1) * 2;
  g_autofree double *cost = g_new0 (double, n + 1);
  Collection collection = { self, cost, g_array_new (FALSE, FALSE, sizeof (RefrainDelay)) };
  gboolean done = FALSE;

  self->index = g_new0 (guint32, n + 1);
  self->causes = refrain_wait_causes_new (self->waits, self->wrong_order, add_cost, &collection,
                                          cancellable, error);
  if (self->causes != NULL)
    {
      make_groups (self, cost, raise_least (self, cost, n, least));
      done = fill_groups (&collection, cancellable, error);
    }
  g_clear_pointer (&collection.delays, g_array_unref);
  return done;
}

/* ---- What the others do ---- */

static void
measure (gsize p, gpointer data)
{
  RefrainFindingCosts *self = data;
  RefrainProcess *process = refrain_trace_get_process (self->trace, (guint) p);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainWaitColumns *columns = refrain_waits_get_columns (self->waits, (guint) p);
  double *spent = self->spent + p * ((gsize) self->n_routines + 1);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      RefrainCallWalk walk = refrain_call_walk_new (calls, refrain_process_get_thread (process, t));
      RefrainTime start, end;
      guint32 call;

      while (refrain_call_walk_next (&walk, &start, &end, &call))
        spent[call == REFRAIN_NONE ? self->n_routines
                                   : MIN (calls->routine[call], self->n_routines)]
            += (double) (end - start);
    }
  for (gsize i = 0; i < columns->n; i++)
    {
      const RefrainTime stay = refrain_waits_get_stay (self->waits, (guint) p, i);
      RefrainTime time;
      guint32 call, culprit, op;

      if (stay == 0)
        continue;
      call = refrain_waits_get_call (self->waits, (guint) p, i);
      if (call != REFRAIN_NONE)
        spent[MIN (calls->routine[call], self->n_routines)] -= (double) stay;
      if (self->waits_on != NULL
          && refrain_waits_get_release (self->waits, (guint) p, i, &culprit, &op, &time))
        self->waits_on[p * self->n_processes + culprit] += (double) stay;
    }
}

double
refrain_finding_costs_compare (const RefrainFindingCosts *self, guint process, guint32 routine)
{
  const gsize slot = MIN (routine, self->n_routines), width = (gsize) self->n_routines + 1;
  g_autofree double *others = NULL;
  gsize n = 0;
  double median;

  if (self->n_processes < 2)
    return 0;
  others = g_new (double, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    if (p != process)
      others[n++] = self->spent[p * width + slot];
  median = refrain_trend_median (others, n);
  return median > 0 ? self->spent[process * width + slot] / median : 0;
}

GArray *
refrain_finding_costs_find_ties (const RefrainFindingCosts *self, guint process, guint32 routine)
{
  const gsize slot = MIN (routine, self->n_routines), width = (gsize) self->n_routines + 1;
  const double ratio = refrain_finding_costs_compare (self, process, routine);
  const double own = self->spent[process * width + slot];
  GArray *ties = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < self->n_processes && ratio > 1; p++)
    {
      if (own - self->spent[p * width + slot] > TIE * (own - own / ratio))
        continue;
      if (p != process && self->index[get_place (self, p, routine, FALSE)] != 0)
        {
          g_array_set_size (ties, 0);
          break;
        }
      g_array_append_val (ties, p);
    }
  return ties;
}

guint
refrain_finding_costs_count_victims (const RefrainFindingCosts *self, guint process)
{
  const gsize n = self->n_processes;
  g_autofree gboolean *blamed = NULL;
  guint victims = 0, before;

  if (self->waits_on == NULL)
    return self->n_processes - 1;
  blamed = g_new0 (gboolean, n);
  blamed[process] = TRUE;
  do
    {
      before = victims;
      for (gsize p = 0; p < n; p++)
        {
          double all = 0, theirs = 0;

          for (gsize q = 0; q < n && !blamed[p]; q++)
            {
              all += self->waits_on[p * n + q];
              theirs += blamed[q] ? self->waits_on[p * n + q] : 0;
            }
          if (!blamed[p] && theirs > VICTIM * all)
            {
              blamed[p] = TRUE;
              victims++;
            }
        }
    }
  while (victims > before);
  return victims;
}

/* ---- All of it ---- */

RefrainFindingCosts *
refrain_finding_costs_new (RefrainWaits *waits,
                           RefrainIterations *iterations,
                           double least,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (RefrainFindingCosts) self = g_new0 (RefrainFindingCosts, 1);
  g_autofree guint8 *is_mpi = NULL;

  self->waits = g_object_ref (waits);
  self->iterations = g_object_ref (iterations);
  self->trace = refrain_waits_get_trace (waits);
  self->n_iterations = refrain_iterations_get_n (iterations);
  self->n_processes = refrain_trace_get_n_processes (self->trace);
  self->n_routines = refrain_trace_get_n_routines (self->trace);
  self->groups = g_array_new (FALSE, FALSE, sizeof (RefrainFindingGroup));
  self->spent = g_new0 (double, (gsize) self->n_processes *((gsize) self->n_routines + 1) + 1);
  if (self->n_processes <= MAX_PROCESSES)
    self->waits_on = g_new0 (double, (gsize) self->n_processes * self->n_processes + 1);
  is_mpi = refrain_op_spans_flag_routines (self->trace);
  self->wrong_order = find_wrong_order (self, is_mpi);
  if (!collect (self, least, cancellable, error))
    return NULL;
  self->held = refrain_held_calls_new (waits, cancellable, error);
  if (self->held == NULL)
    return NULL;
  if (!refrain_parallel_run (self->n_processes, measure, self, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
refrain_finding_costs_free (RefrainFindingCosts *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      g_free (g_array_index (self->groups, RefrainFindingGroup, i).each);
      g_free (g_array_index (self->groups, RefrainFindingGroup, i).worst);
    }
  g_array_unref (self->groups);
  g_clear_pointer (&self->wrong_order, refrain_op_set_unref);
  g_clear_object (&self->causes);
  g_free (self->index);
  g_free (self->held);
  g_free (self->spent);
  g_free (self->waits_on);
  g_object_unref (self->waits);
  g_object_unref (self->iterations);
  g_free (self);
}
