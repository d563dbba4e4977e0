/* refrain-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cost of each culprit, iteration by iteration: where a few iterations stand out they are told
 * by themselves; what remains is steady, grows, or changes at some place.
 */
#include "config.h"

#include "refrain-findings.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-finding-costs.h"
#include "refrain-finding-iterations.h"
#include "refrain-finding-words.h"
#include "refrain-time-format.h"
#include "refrain-trend.h"

/* What explains less of the waiting than this is left out. */
#define LEAST 0.01
/* An iteration stands out that costs so many times the median of its group, ... */
#define OUTSTANDING 4.0
/* ... this much of all the group costs, ... */
#define OUTSTANDING_SHARE 0.05
/* ... and as long as they are no more than this share of the iterations. */
#define MOST_OUTSTANDING 0.1
/* An iteration with less than this share of the mean has no part in it. */
#define PART 0.2
/* What fades costs so many times as much in each quarter of the run as in the next. */
#define FADES 1.5
/* A trend of costs is worth a word where they change so much. */
#define WORTH_TREND 0.5
/* Less waiting than this share of the time is not worth much. */
#define WORTH_IT 0.01
/* A routine of MPI is held up where so much of its time is that of calls that are. */
#define MOSTLY_HELD 0.5
/* That is nobody's own fault where so many of the processes are, and none of them has more than
 * this share of what it costs. */
#define MANY_HELD 0.5
#define ONE_HELD  0.6
/* An iteration in which nobody waits is worth a word that takes so many times the median. */
#define LONG_FOR_ALL 2

struct _RefrainFindings
{
  GObject parent_instance;

  RefrainWaits *waits;
  RefrainIterations *iterations;
  GArray *findings;          /* of RefrainFinding */
  gboolean *together;        /* of each process and routine: told with others, as held up */
  RefrainOpSet *wrong_order; /* waits that the process need not have had */
  RefrainWaitCauses *causes; /* NULL where there are such waits */
};

G_DEFINE_FINAL_TYPE (RefrainFindings, refrain_findings, G_TYPE_OBJECT)

static void
refrain_findings_finalize (GObject *object)
{
  RefrainFindings *self = REFRAIN_FINDINGS (object);

  for (guint i = 0; i < self->findings->len; i++)
    g_free (g_array_index (self->findings, RefrainFinding, i).sentence);
  g_array_unref (self->findings);
  g_free (self->together);
  g_clear_pointer (&self->wrong_order, refrain_op_set_unref);
  g_clear_object (&self->causes);
  g_clear_object (&self->waits);
  g_clear_object (&self->iterations);
  G_OBJECT_CLASS (refrain_findings_parent_class)->finalize (object);
}

static void
refrain_findings_class_init (RefrainFindingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_findings_finalize;
}

static void
refrain_findings_init (RefrainFindings *self)
{
  self->findings = g_array_new (FALSE, FALSE, sizeof (RefrainFinding));
}

const char *
refrain_finding_kind_get_name (RefrainFindingKind kind)
{
  static const char *const names[REFRAIN_N_FINDINGS] = {
    [REFRAIN_FINDING_SLOW_PROCESS] = "slow_process",
    [REFRAIN_FINDING_SLOW_ITERATION] = "slow_iteration",
    [REFRAIN_FINDING_GROWING] = "growing",
    [REFRAIN_FINDING_STEP] = "step",
    [REFRAIN_FINDING_DELAY] = "delay",
    [REFRAIN_FINDING_WRONG_ORDER] = "wrong_order",
    [REFRAIN_FINDING_HELD_UP] = "held_up",
  };

  g_return_val_if_fail (kind < REFRAIN_N_FINDINGS, NULL);
  return names[kind];
}

const char *
refrain_finding_describe_confidence (const RefrainFinding *finding)
{
  return finding->confidence >= 0.8   ? _ ("sure")
         : finding->confidence >= 0.5 ? _ ("likely")
                                      : _ ("one of several reasons");
}

/* A group while it is told. */
typedef struct
{
  RefrainFindings *self;
  const RefrainFindingCosts *costs;
  const RefrainFindingGroup *group;
  double clocks;      /* 1 where they agree */
  double median_time; /* of iterations */
} Teller;

/* ---- Findings ---- */

/* Fills in what all kinds have in common; takes @sentence. */
static void
add_finding (const Teller *teller,
             RefrainFindingKind kind,
             double time,
             guint32 iteration,
             guint32 n_iterations,
             const RefrainFindingWorst *worst,
             char *sentence)
{
  const RefrainFindingGroup *group = teller->group;
  RefrainFinding finding = { .kind = kind,
                             .sentence = sentence,
                             .time = refrain_finding_to_time (time),
                             .process = group->process,
                             .n_processes = 1,
                             .routine = group->routine,
                             .iteration = iteration,
                             .n_iterations = n_iterations,
                             .start = group->start,
                             .end = group->end,
                             .victim = worst->victim,
                             .victim_op = worst->victim_op,
                             .op = worst->op };

  finding.confidence = teller->clocks * group->certain / MAX (group->time, 1);
  if (kind == REFRAIN_FINDING_SLOW_ITERATION)
    refrain_iterations_get_span (teller->self->iterations, group->process, iteration,
                                 &finding.start, &finding.end);
  g_array_append_val (teller->self->findings, finding);
}

/* "Iteration 118 takes 3.1 times the median: MPI_Recv from 3, whose ssor was late by 40 ms: ..." */
static void
tell_iteration (const Teller *teller, guint32 iteration, double time)
{
  const RefrainFindingWorst *worst = &teller->group->worst[iteration];
  gboolean is_mpi;
  const char *routine = refrain_finding_get_routine (teller->costs, teller->group, &is_mpi);
  const double ratio = (double) refrain_iterations_get_time (teller->self->iterations, iteration)
                       / MAX (teller->median_time, 1);
  const guint32 call
      = refrain_waits_get_call (teller->costs->waits, worst->victim, worst->victim_op);
  g_autofree char *late = refrain_time_format (worst->late, 3);
  g_autofree char *waiting = refrain_finding_describe_waiting (teller->costs, teller->group, time);
  g_autofree char *factor = refrain_factor_format (ratio);
  const char *waiter = "MPI";

  if (call != REFRAIN_NONE)
    {
      RefrainProcess *process = refrain_trace_get_process (teller->costs->trace, worst->victim);

      waiter = refrain_routine_get_label (refrain_trace_get_routine (
          teller->costs->trace, refrain_process_get_calls (process)->routine[call]));
    }
  add_finding (teller, REFRAIN_FINDING_SLOW_ITERATION, time, iteration, 1, worst,
               g_strdup_printf (_ ("Iteration %u of %u takes %s times the median: process %u waits "
                                   "in %s for %u, which was late by %s in %s: %s"),
                                iteration + 1, teller->costs->n_iterations, factor, worst->victim,
                                waiter, teller->group->process, late,
                                routine != NULL ? routine : _ ("no routine"), waiting));
}

/* The costliest delay of all iterations but those that are told apart. */
static const RefrainFindingWorst *
find_worst (const Teller *teller, const gboolean *told)
{
  const RefrainFindingWorst *worst = &teller->group->worst[teller->costs->n_iterations];

  for (guint32 i = 0; i < teller->costs->n_iterations; i++)
    if (!told[i] && teller->group->worst[i].time > worst->time)
      worst = &teller->group->worst[i];
  return worst;
}

/* Tells iterations that stand out by themselves, and marks them. Gives what they cost. */
static double
tell_outstanding (const Teller *teller, gboolean *told)
{
  const guint32 n = teller->costs->n_iterations;
  const double *each = teller->group->each;
  double median, sum = 0;
  guint32 n_told = 0;

  if (n < 4)
    return 0;
  median = refrain_trend_median (each, n);
  for (guint32 i = 0; i < n; i++)
    {
      told[i]
          = each[i] > OUTSTANDING * median && each[i] >= OUTSTANDING_SHARE * teller->group->time;
      n_told += told[i];
    }
  /* What comes again and again, or goes on, is one finding. */
  if (n_told > MAX (1, (guint32) (MOST_OUTSTANDING * n))
      || refrain_finding_find_distance (told, n) > 0 || refrain_finding_are_in_a_row (told, n))
    {
      refrain_fill (told, 0, n * sizeof *told);
      return 0;
    }
  for (guint32 i = 0; i < n; i++)
    if (told[i])
      {
        tell_iteration (teller, i, each[i]);
        sum += each[i];
      }
  return sum;
}

/* The iteration of a step: from the element found on, the first that belongs to the later part. */
static guint32
find_step (const Teller *teller, const gboolean *told, const RefrainTrend *trend)
{
  const guint32 n = teller->costs->n_iterations;
  const double middle = (trend->before + trend->after) / 2;
  gsize k = 0;

  for (guint32 i = 0; i < n; i++)
    if (!told[i] && k++ >= trend->step
        && (teller->group->each[i] > middle) == (trend->after > trend->before))
      return i;
  return n - 1;
}

/* How the costs of the iterations that were not told change. */
static RefrainTrendKind
find_trend (const Teller *teller, const gboolean *told, RefrainTrend *trend)
{
  const guint32 n = teller->costs->n_iterations;
  g_autofree double *values = g_new (double, n + 1);
  gsize k = 0;

  *trend = (RefrainTrend){ .kind = REFRAIN_TREND_NONE };
  for (guint32 i = 0; i < n; i++)
    if (!told[i])
      values[k++] = teller->group->each[i] + 1;
  if (k < 8)
    return REFRAIN_TREND_NONE;
  refrain_trend_find (values, k, trend);
  if (trend->kind == REFRAIN_TREND_SLOPE && trend->change < WORTH_TREND)
    return REFRAIN_TREND_NONE;
  if (trend->kind == REFRAIN_TREND_STEP)
    trend->step = find_step (teller, told, trend);
  if (trend->kind == REFRAIN_TREND_STEP && trend->after < (1 + WORTH_TREND) * trend->before)
    return REFRAIN_TREND_NONE;
  return trend->kind;
}

/* Gives those that have part in @time; free with g_free(). */
static gboolean *
find_meant (const Teller *teller, const gboolean *told, double time, guint32 *n)
{
  const guint32 n_iterations = teller->costs->n_iterations;
  gboolean *meant = g_new0 (gboolean, (gsize) n_iterations + 1);

  *n = 0;
  for (guint32 i = 0; i < n_iterations; i++)
    if (!told[i] && teller->group->each[i] >= PART * time / n_iterations)
      {
        meant[i] = TRUE;
        ++*n;
      }
  return meant;
}

static void
tell_wrong_order (const Teller *teller,
                  double time,
                  guint32 n,
                  const gboolean *meant,
                  const RefrainFindingWorst *worst)
{
  gboolean is_mpi;
  const char *routine = refrain_finding_get_routine (teller->costs, teller->group, &is_mpi);
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (teller->costs->trace, teller->group->process));
  g_autofree char *text = refrain_time_format (refrain_finding_to_time (time), 3);
  g_autofree char *where
      = refrain_finding_describe_iterations (n, teller->costs->n_iterations, meant);

  add_finding (
      teller, REFRAIN_FINDING_WRONG_ORDER, time, REFRAIN_NONE, n, worst,
      n > 0 ? g_strdup_printf (
          _ ("Process %u receives in the wrong order (%s), %s: %s of waiting, for %d, while "
             "the next message was there"),
          teller->group->process, routine != NULL ? routine : "MPI", where, text,
          ops->peer[worst->op])
            : g_strdup_printf (
                _ ("Process %u receives in the wrong order (%s): %s of waiting, for %d, "
                   "while the next message was there"),
                teller->group->process, routine != NULL ? routine : "MPI", text,
                ops->peer[worst->op]));
}

/* What does not come in iterations, or in few of them. */
static void
tell_delay (const Teller *teller, double time, guint32 n, const RefrainFindingWorst *worst)
{
  g_autofree char *lateness
      = refrain_finding_describe_lateness (teller->costs, teller->group, NULL);
  g_autofree char *waiting = refrain_finding_describe_waiting (teller->costs, teller->group, time);
  g_autofree char *start = refrain_time_format (teller->group->start, 4);
  g_autofree char *end = refrain_time_format (teller->group->end, 4);

  add_finding (teller, REFRAIN_FINDING_DELAY, time, REFRAIN_NONE, n, worst,
               g_strdup_printf (_ ("%s, between %s and %s: %s"), lateness, start, end, waiting));
}

/* What is known of the calls of a group; NULL for what is not held up. */
static const RefrainHeldCalls *
get_held (const RefrainFindingCosts *costs, const RefrainFindingGroup *group)
{
  const RefrainHeldCalls *held;

  if (group->wrong_order || group->routine == REFRAIN_NONE)
    return NULL;
  held = &costs->held[(gsize) group->process * costs->n_routines + group->routine];
  return held->n_held > 0 && held->held >= MOSTLY_HELD * held->time ? held : NULL;
}

/* "Process 0 is held up in MPI_Recv: 28 of 247 calls last 7.2 ms where 1.9 µs are enough: ..." */
static void
tell_held (const Teller *teller,
           const RefrainHeldCalls *held,
           double time,
           guint32 n,
           const RefrainFindingWorst *worst)
{
  g_autofree char *waiting = refrain_finding_describe_waiting (teller->costs, teller->group, time);
  g_autofree char *lasts
      = refrain_time_format (refrain_finding_to_time (held->held / held->n_held), 2);
  g_autofree char *needs
      = refrain_time_format (refrain_finding_to_time (held->need / held->n_held), 2);
  g_autofree char *few = refrain_count_format (held->n_held), *all = refrain_count_format (held->n);
  gboolean is_mpi;

  add_finding (teller, REFRAIN_FINDING_HELD_UP, time, REFRAIN_NONE, n, worst,
               g_strdup_printf (_ ("Process %u is held up in %s, %s of %s calls last %s on average "
                                   "where %s are enough: %s"),
                                teller->group->process,
                                refrain_finding_get_routine (teller->costs, teller->group, &is_mpi),
                                few, all, lasts, needs, waiting));
}

/* Whether @n iterations have part in it, most of which are in the first half of the run, where they
 * cost most. */
static gboolean
fades (const Teller *teller, const gboolean *told, guint32 n)
{
  const guint32 n_iterations = teller->costs->n_iterations;
  double quarter[4] = { 0 };

  for (guint32 i = 0; i < n_iterations; i++)
    if (!told[i])
      quarter[(guint64) i * 4 / n_iterations] += teller->group->each[i];
  return n >= 3 && quarter[0] > FADES * quarter[1] && quarter[1] >= quarter[2]
         && quarter[2] >= quarter[3] && quarter[0] > FADES * FADES * quarter[3];
}

/* What is left of a group. */
static void
tell_rest (const Teller *teller, const gboolean *told, double time)
{
  const RefrainHeldCalls *held = get_held (teller->costs, teller->group);
  const guint32 n_iterations = teller->costs->n_iterations;
  const RefrainFindingWorst *worst = find_worst (teller, told);
  const double inside = time - teller->group->each[n_iterations];
  guint32 n;
  g_autofree gboolean *meant = find_meant (teller, told, inside, &n);
  g_autofree char *lateness = NULL, *waiting = NULL, *where = NULL;
  RefrainTrendKind kind;
  RefrainTrend trend;

  if (teller->group->wrong_order)
    {
      tell_wrong_order (teller, time, n, meant, worst);
      return;
    }
  if (held != NULL)
    {
      tell_held (teller, held, time, n, worst);
      return;
    }
  if (n < 3 || inside < time / 2)
    {
      tell_delay (teller, time, n, worst);
      return;
    }
  kind = find_trend (teller, told, &trend);
  for (guint32 i = 0; kind == REFRAIN_TREND_STEP && i < n_iterations; i++)
    meant[i] = !told[i] && (i >= trend.step) == (trend.after > trend.before);
  lateness = refrain_finding_describe_lateness (teller->costs, teller->group, meant);
  waiting = refrain_finding_describe_waiting (teller->costs, teller->group, time);
  where = refrain_finding_describe_iterations (n, n_iterations, meant);
  switch (kind)
    {
    case REFRAIN_TREND_SLOPE:
      add_finding (
          teller, REFRAIN_FINDING_GROWING, time, REFRAIN_NONE, n, worst,
          g_strdup_printf (_ ("%s, and longer and longer, %s: %s"), lateness, where, waiting));
      break;
    case REFRAIN_TREND_STEP:
      add_finding (teller, REFRAIN_FINDING_STEP, time, (guint32) trend.step, n, worst,
                   g_strdup_printf (_ ("%s, from iteration %u of %u on: %s"), lateness,
                                    (guint32) trend.step + 1, n_iterations, waiting));
      break;
    default:
      add_finding (
          teller, REFRAIN_FINDING_SLOW_PROCESS, time, REFRAIN_NONE, n, worst,
          fades (teller, told, n)
              ? g_strdup_printf (_ ("%s, but less and less, %s: %s"), lateness, where, waiting)
              : g_strdup_printf ("%s, %s: %s", lateness, where, waiting));
    }
}

/* ---- What many processes have in common ---- */

/* Whether so many processes are held up in MPI, and none much more than the others, that it is
 * nobody's own fault. */
static gboolean
are_held_together (const RefrainFindingCosts *costs)
{
  g_autofree double *own = g_new0 (double, costs->n_processes + 1);
  double sum = 0, most = 0;
  guint n = 0;

  for (guint i = 0; i < costs->groups->len; i++)
    {
      const RefrainFindingGroup *group = &g_array_index (costs->groups, RefrainFindingGroup, i);

      if (get_held (costs, group) != NULL)
        own[group->process] += group->time;
    }
  for (guint p = 0; p < costs->n_processes; p++)
    {
      n += own[p] > 0;
      sum += own[p];
      most = MAX (most, own[p]);
    }
  return n >= 2 && n >= MANY_HELD * costs->n_processes && most <= ONE_HELD * sum;
}

/* Groups that are told as one. */
typedef struct
{
  RefrainFindingGroup group; /* all of them; process and routine: of the costliest */
  RefrainHeldCalls calls;
  double *processes, *routines; /* what each of them costs */
  double most;                  /* what the costliest group costs */
} Together;

static void
together_init (Together *self, const RefrainFindingCosts *costs)
{
  *self = (Together){ .group = { .start = G_MAXINT64, .end = G_MININT64 } };
  self->group.each = g_new0 (double, (gsize) costs->n_iterations + 1);
  self->group.worst = g_new0 (RefrainFindingWorst, (gsize) costs->n_iterations + 1);
  self->processes = g_new0 (double, costs->n_processes + 1);
  self->routines = g_new0 (double, costs->n_routines + 1);
}

static void
together_clear (Together *self)
{
  g_free (self->group.each);
  g_free (self->group.worst);
  g_free (self->processes);
  g_free (self->routines);
}

static void
together_add (Together *self, const RefrainFindingCosts *costs, const RefrainFindingGroup *group)
{
  const RefrainHeldCalls *held = get_held (costs, group);

  for (guint32 i = 0; i <= costs->n_iterations; i++)
    {
      self->group.each[i] += group->each[i];
      if (group->worst[i].time > self->group.worst[i].time)
        self->group.worst[i] = group->worst[i];
    }
  self->group.time += group->time;
  self->group.certain += group->certain;
  self->group.start = MIN (self->group.start, group->start);
  self->group.end = MAX (self->group.end, group->end);
  self->calls.n_held += held->n_held;
  self->calls.held += held->held;
  self->calls.need += held->need;
  self->processes[group->process] += group->time;
  self->routines[group->routine] += group->time;
  if (group->time > self->most)
    {
      self->most = group->time;
      self->group.process = group->process;
      self->group.routine = group->routine;
    }
}

/* "All 8 processes are held up in MPI, most in MPI_Send: ..." */
static void
tell_together (Teller *teller, const Together *together)
{
  const RefrainFindingCosts *costs = teller->costs;
  g_autofree gboolean *told = g_new0 (gboolean, (gsize) costs->n_iterations + 1), *meant = NULL;
  g_autofree char *who = NULL, *waiting = NULL, *lasts = NULL, *needs = NULL;
  GArray *findings = teller->self->findings;
  guint32 worst = 0, n_iterations;
  RefrainFinding *last;
  guint n = 0;

  for (guint p = 0; p < costs->n_processes; p++)
    n += together->processes[p] > 0;
  for (guint32 r = 0; r < costs->n_routines; r++)
    if (together->routines[r] > together->routines[worst])
      worst = r;
  teller->group = &together->group;
  meant = find_meant (teller, told, together->group.time, &n_iterations);
  who = n == costs->n_processes ? g_strdup_printf (_ ("All %u processes"), n)
                                : g_strdup_printf (_ ("%u of %u processes"), n, costs->n_processes);
  waiting = refrain_time_format (refrain_finding_to_time (together->group.time), 3);
  lasts = refrain_time_format (
      refrain_finding_to_time (together->calls.held / together->calls.n_held), 2);
  needs = refrain_time_format (
      refrain_finding_to_time (together->calls.need / together->calls.n_held), 2);
  add_finding (
      teller, REFRAIN_FINDING_HELD_UP, together->group.time, REFRAIN_NONE, n_iterations,
      find_worst (teller, told),
      g_strdup_printf (
          n >= MANY_HELD * costs->n_processes
              ? _ ("%s are held up inside MPI, most in %s: calls last %s where %s are enough, as "
                   "where processes share cores: %s of waiting for each other")
              : _ (
                  "%s are held up inside MPI, most in %s: calls last %s where %s are enough: %s of "
                  "waiting for each other"),
          who, refrain_routine_get_label (refrain_trace_get_routine (costs->trace, worst)), lasts,
          needs, waiting));
  last = &g_array_index (findings, RefrainFinding, findings->len - 1);
  last->n_processes = n;
}

/* ---- All of them ---- */

static void
tell_group (const Teller *teller, Together *together, double least)
{
  const RefrainFindingCosts *costs = teller->costs;
  const RefrainFindingGroup *group = teller->group;
  g_autofree gboolean *told = g_new0 (gboolean, (gsize) costs->n_iterations + 1);
  double rest = group->time;

  if (together == NULL || get_held (costs, group) == NULL)
    {
      if (!group->wrong_order)
        rest -= tell_outstanding (teller, told);
      if (rest >= least)
        tell_rest (teller, told, rest);
      return;
    }
  together_add (together, costs, group);
  teller->self->together[(gsize) group->process * (costs->n_routines + 1) + group->routine] = TRUE;
}

static void
tell_all (Teller *teller, double least)
{
  const RefrainFindingCosts *costs = teller->costs;
  const gboolean are_together = are_held_together (costs);
  Together together;

  together_init (&together, costs);
  for (guint i = 0; i < costs->groups->len; i++)
    {
      teller->group = &g_array_index (costs->groups, RefrainFindingGroup, i);
      tell_group (teller, are_together ? &together : NULL, least);
    }
  if (together.group.time > 0)
    tell_together (teller, &together);
  together_clear (&together);
}

static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const RefrainFinding *x = a, *y = b;

  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->routine != y->routine)
    return x->routine < y->routine ? -1 : 1;
  return x->iteration < y->iteration ? -1 : x->iteration > y->iteration;
}

static double
get_median_time (RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree double *times = g_new (double, n + 1);

  for (guint32 i = 0; i < n; i++)
    times[i] = (double) refrain_iterations_get_time (iterations, i);
  return n > 0 ? refrain_trend_median (times, n) : 0;
}

RefrainFindings *
refrain_findings_new (RefrainWaits *waits,
                      RefrainIterations *iterations,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (RefrainFindings) self = NULL;
  g_autoptr (RefrainFindingCosts) costs = NULL;
  double least;
  guint64 n_messages, n_backward, n_collectives, n_torn;
  double contradictions;
  Teller teller;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (iterations), NULL);

  self = g_object_new (REFRAIN_TYPE_FINDINGS, NULL);
  self->waits = g_object_ref (waits);
  self->iterations = g_object_ref (iterations);
  least = LEAST * (double) refrain_waits_get_time (waits);
  costs = refrain_finding_costs_new (waits, iterations, least, cancellable, error);
  if (costs == NULL)
    return NULL;
  self->wrong_order = refrain_op_set_ref (costs->wrong_order);
  if (refrain_op_set_get_size (costs->wrong_order) == 0)
    self->causes = g_object_ref (costs->causes);
  n_backward = refrain_waits_get_n_backward (waits, &n_messages);
  n_torn = refrain_waits_get_n_torn (waits, &n_collectives);
  contradictions = MAX ((double) n_backward / MAX ((double) n_messages, 1),
                        (double) n_torn / MAX ((double) n_collectives, 1));
  teller = (Teller){ .self = self,
                     .costs = costs,
                     .clocks = 1 - MIN (1, 2 * contradictions),
                     .median_time = get_median_time (iterations) };
  self->together
      = g_new0 (gboolean, (gsize) costs->n_processes * ((gsize) costs->n_routines + 1) + 1);
  tell_all (&teller, least);
  g_array_sort (self->findings, compare_findings);
  return g_steal_pointer (&self);
}

const RefrainFinding *
refrain_findings_get (RefrainFindings *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);
  *n = self->findings->len;
  return (const RefrainFinding *) (gpointer) self->findings->data;
}

/* An iteration that is long without anybody waiting for another; NULL where there is none. */
static char *
describe_slow_for_all (RefrainFindings *self, double waiting)
{
  const guint32 n = refrain_iterations_get_n (self->iterations);
  const double median = get_median_time (self->iterations);
  g_autofree char *time = NULL, *factor = NULL;
  RefrainTime longest = 0;
  guint32 worst = 0;

  for (guint32 i = 0; i < n; i++)
    if (refrain_iterations_get_time (self->iterations, i) > longest)
      {
        longest = refrain_iterations_get_time (self->iterations, i);
        worst = i;
      }
  if (n < 4 || (double) longest < LONG_FOR_ALL * median)
    return NULL;
  time = refrain_time_format (longest, 3);
  factor = refrain_factor_format ((double) longest / MAX (median, 1));
  return g_strdup_printf (
      waiting == 0
          ? _ ("nobody waits, but iteration %u of %u takes %s, %s times the median, on all "
               "processes: see durations")
          : _ ("no single process explains a hundredth of the waiting, but iteration %u of %u "
               "takes %s, %s times the median: see durations"),
      worst + 1, n, time, factor);
}

char *
refrain_findings_explain (RefrainFindings *self)
{
  RefrainTrace *trace;
  double whole, waiting;

  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);

  trace = refrain_waits_get_trace (self->waits);
  whole = ((double) refrain_trace_get_end (trace) - (double) refrain_trace_get_start (trace))
          * refrain_trace_get_n_processes (trace);
  waiting = (double) refrain_waits_get_time (self->waits);
  if (refrain_trace_get_n_processes (trace) < 2)
    return g_strdup (_ ("one process waits for nobody: nothing is found"));
  if (waiting == 0 || self->findings->len == 0)
    {
      char *slow = describe_slow_for_all (self, waiting);

      if (slow != NULL)
        return slow;
    }
  if (waiting == 0)
    return g_strdup (_ ("nobody waits: nothing is found"));
  if (self->findings->len == 0)
    return g_strdup (_ ("no single process explains a hundredth of the waiting"));
  if (whole > 0 && waiting / whole < WORTH_IT)
    return g_strdup_printf (
        _ ("hardly any waiting, %.2g %% of the time of all processes; what there is:"),
        100 * waiting / whole);
  return NULL;
}

RefrainIterations *
refrain_findings_get_iterations (RefrainFindings *self)
{
  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);
  return self->iterations;
}

RefrainWaitCauses *
refrain_findings_get_causes (RefrainFindings *self)
{
  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);
  return self->causes;
}

/* ---- What proves a finding ---- */

typedef struct
{
  RefrainFindings *self;
  const RefrainFinding *finding;
  gboolean *left_out; /* iterations; one more: outside of them */
  RefrainOpSet *ops;
} Evidence;

/* Whether @finding tells of the process and the routine of @delay. */
static gboolean
is_culprit (const RefrainFindings *self, const RefrainFinding *finding, const RefrainDelay *delay)
{
  const gsize n_routines = refrain_trace_get_n_routines (refrain_waits_get_trace (self->waits));

  if (finding->n_processes > 1)
    return self->together[delay->process * (n_routines + 1) + MIN (delay->routine, n_routines)];
  return delay->process == finding->process && delay->routine == finding->routine;
}

static void
add_evidence (const RefrainDelay *delay, gpointer data)
{
  const Evidence *evidence = data;
  RefrainFindings *self = evidence->self;
  const RefrainFinding *finding = evidence->finding;
  const gboolean wrong_order = refrain_finding_is_wrong_order (self->wrong_order, delay);
  guint32 iteration;

  if (!is_culprit (self, finding, delay)
      || wrong_order != (finding->kind == REFRAIN_FINDING_WRONG_ORDER))
    return;
  iteration = refrain_iterations_find (self->iterations, delay->process, delay->op);
  if (evidence->left_out[MIN (iteration, refrain_iterations_get_n (self->iterations))])
    return;
  refrain_op_set_add (evidence->ops, delay->process, delay->op);
  refrain_op_set_add (evidence->ops, delay->victim, delay->victim_op);
}

/* Iterations that are told by themselves are not part of the rest, and the other way round. */
static gboolean *
leave_out (RefrainFindings *self, const RefrainFinding *finding)
{
  const guint32 n = refrain_iterations_get_n (self->iterations);
  const gboolean is_iteration = finding->kind == REFRAIN_FINDING_SLOW_ITERATION;
  gboolean *left_out = g_new (gboolean, (gsize) n + 1);

  for (guint32 i = 0; i <= n; i++)
    left_out[i] = is_iteration && i != finding->iteration;
  for (guint i = 0; i < self->findings->len && !is_iteration; i++)
    {
      const RefrainFinding *other = &g_array_index (self->findings, RefrainFinding, i);

      if (other->kind == REFRAIN_FINDING_SLOW_ITERATION && finding->n_processes == 1
          && other->process == finding->process && other->routine == finding->routine)
        left_out[other->iteration] = TRUE;
    }
  return left_out;
}

RefrainOpSet *
refrain_findings_get_ops (RefrainFindings *self, gsize i, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainWaitCauses) causes = NULL;
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autofree gboolean *left_out = NULL;
  Evidence evidence;

  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);
  g_return_val_if_fail (i < self->findings->len, NULL);

  ops = refrain_op_set_new (refrain_waits_get_trace (self->waits));
  evidence.self = self;
  evidence.finding = &g_array_index (self->findings, RefrainFinding, i);
  evidence.left_out = left_out = leave_out (self, evidence.finding);
  evidence.ops = ops;
  causes = refrain_wait_causes_new (self->waits, self->wrong_order, add_evidence, &evidence,
                                    cancellable, error);
  return causes != NULL ? g_steal_pointer (&ops) : NULL;
}
