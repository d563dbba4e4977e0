/* refrain-finding-certainty.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a cause saves is measured again with a part of the run left out, one after the other.
 */
#include "refrain-findings-private.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "refrain-compare.h"
#include "refrain-finding-iterations.h"
#include "refrain-free.h"

/* How many parts of the run an interval is from; what the model may be wrong by. */
#define PARTS       10
#define MODEL_ERROR 0.1
/* By chance one of so many looks as bad. */
#define LEVEL 0.05
/* A line explains so much of how parts differ that it is none of chance (of ten: one of 200). */
#define LINE 0.65
/* Of a group as many are tried alone. */
#define MOST_ALONE 16

/* What is replayed to tell of what was chosen: all of it at once, as passes hold several. */
typedef struct
{
  GPtrArray *bases, *scenarios; /* of RefrainScenario */
  GArray *holes;                /* of RefrainReplayHole */
  GPtrArray *own;               /* scenarios that end with it */
  RefrainTime *saved, *waited;  /* of each */
} Tries;

/* Of one that was chosen: where they are in Tries. */
typedef struct
{
  guint part, n_parts; /* with one of its parts left out */
  guint halved;
  guint alone, n_alone; /* one of its processes alone */
  guint evenly;         /* G_MAXUINT: not tried, as the others */
} Told;

static const RefrainReplayHole no_hole = { 0, 0 };

REFRAIN_DEFINE_AUTO (tries_clear, Tries, g_ptr_array_unref (x->bases);
                     g_ptr_array_unref (x->scenarios);
                     g_array_unref (x->holes);
                     g_ptr_array_unref (x->own);
                     refrain_free (x->saved, x->waited))

static Tries
tries_new (void)
{
  return (Tries){ .bases = g_ptr_array_new (),
                  .scenarios = g_ptr_array_new (),
                  .holes = g_array_new (FALSE, FALSE, sizeof (RefrainReplayHole)),
                  .own = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_scenario_free) };
}

/* Both may be NULL; its place. */
static guint
add_try (Tries *self,
         const RefrainScenario *base,
         const RefrainScenario *scenario,
         RefrainReplayHole hole)
{
  g_ptr_array_add (self->bases, (gpointer) base);
  g_ptr_array_add (self->scenarios, (gpointer) scenario);
  g_array_append_val (self->holes, hole);
  return self->scenarios->len - 1;
}

/* FALSE when cancelled. */
static gboolean
run_tries (Tries *self, const RefrainFindingChoice *choice)
{
  const guint n = self->scenarios->len;

  self->saved = g_new (RefrainTime, n + 1);
  self->waited = g_new (RefrainTime, n + 1);
  return refrain_replay_save_on (choice->graph, (const RefrainScenario *const *) self->bases->pdata,
                                 (const RefrainScenario *const *) self->scenarios->pdata,
                                 (const RefrainReplayHole *) (gpointer) self->holes->data, n,
                                 self->saved, self->waited, choice->cancellable);
}

/* When the nodes begin that the scenario changes by a part of what it changes the most changed by,
 * ascending; of RefrainTime. */
static GArray *
list_places (const RefrainFindingChoice *choice, const RefrainScenario *scenario)
{
  const RefrainRunGraph *graph = choice->graph;
  g_autofree double *changes = refrain_finding_list_changes (graph, scenario);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  const double most = refrain_finding_find_most (changes, graph->n);

  for (guint32 node = 0; node < graph->n; node++)
    if (changes[node] > REFRAIN_FINDING_MEANT * most)
      g_array_append_val (places, graph->enter[node]);
  g_array_sort (places, refrain_compare_int64);
  return places;
}

/* How far what each of @n parts saves is from its mean; of what changes over the run, by its nature
 * (@trends) or as can be seen, from a line. */
static double
find_spread (const double *parts, guint n, gboolean trends)
{
  double mean = 0, sxy = 0, sxx = 0, syy = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    mean += parts[i] / n;
  for (guint i = 0; i < n; i++)
    {
      const double x = i - (n - 1) / 2.0;

      sxx += x * x;
      syy += (parts[i] - mean) * (parts[i] - mean);
      sxy += x * (parts[i] - mean);
    }
  trends |= sxy * sxy > LINE * sxx * syy;
  for (guint i = 0; i < n; i++)
    {
      const double line = trends ? sxy / sxx * (i - (n - 1) / 2.0) : 0;

      sum += (parts[i] - mean - line) * (parts[i] - mean - line);
    }
  return sqrt ((n - 1.0) / n * sum);
}

/* One part after the other of what @scenario changes is left out, on top of @base; what comes less
 * than four times has no spread. */
static void
try_parts (const RefrainFindingChoice *choice,
           const RefrainScenario *base,
           const RefrainScenario *scenario,
           Tries *tries,
           Told *told)
{
  g_autoptr (GArray) places = list_places (choice, scenario);
  const guint n = places->len >= 4 ? MIN (PARTS, places->len) : 0;

  told->n_parts = n;
  told->part = tries->scenarios->len;
  for (guint i = 0; i < n; i++)
    {
      const RefrainTime from
          = i > 0 ? g_array_index (places, RefrainTime, (guint64) i * places->len / n) : G_MININT64;
      const RefrainTime to
          = i + 1 < n ? g_array_index (places, RefrainTime, (guint64) (i + 1) * places->len / n)
                      : G_MAXINT64;

      add_try (tries, base, scenario, (RefrainReplayHole){ from, to });
    }
}

/* Of how many @suspect was picked: of all processes, where it is about some of them. */
static guint
count_candidates (const RefrainFindingChoice *choice, const RefrainSuspect *suspect)
{
  const guint n = suspect->processes->len;

  return n > 0 && 2 * n <= choice->graph->n_processes ? choice->graph->n_processes : 1;
}

/* How sure it is, from what is saved without each part. */
static void
set_interval (const RefrainFindingChoice *choice,
              RefrainFindingChosen *chosen,
              const Tries *tries,
              const Told *told)
{
  const guint n = told->n_parts, candidates = count_candidates (choice, chosen->suspect);
  double parts[PARTS], spread = 0, error = MODEL_ERROR * chosen->gain, rare = 1.96;

  for (guint i = 0; i < n; i++)
    parts[i] = (double) tries->saved[told->part + i];
  if (n > 0)
    {
      spread = find_spread (parts, n, chosen->suspect->trends);
      if (candidates > 1)
        rare = gsl_cdf_tdist_Qinv (LEVEL / 2 / candidates, n - 1);
    }
  chosen->low = MAX (chosen->gain - 1.96 * spread - error, 0);
  chosen->high = MIN (chosen->gain + 1.96 * spread + error, choice->T);
  chosen->certain = MAX (chosen->gain - rare * spread - error, 0);
}

/* The part of @scenario that is of @process. */
static RefrainScenario *
pick_process (const RefrainRunGraph *graph, const RefrainScenario *scenario, guint32 process)
{
  RefrainScenario *own = refrain_scenario_new ();

  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);

      if (refrain_run_graph_get_process (graph, graph->seg_node[change->seg]) == process)
        g_array_append_vals (own->segs, change, 1);
    }
  return own;
}

/* Whether @scenario, which shares work evenly, gives some to processes that are not of @suspect:
 * not where no other passes that place, and the trace says nothing of what it could do there. */
static gboolean
is_shared_with_others (const RefrainRunGraph *graph,
                       const RefrainScenario *scenario,
                       const RefrainSuspect *suspect)
{
  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);
      const guint32 process = refrain_run_graph_get_process (graph, graph->seg_node[change->seg]);
      gboolean is_own = FALSE;

      if (change->time <= graph->seg_time[change->seg])
        continue;
      for (guint k = 0; k < suspect->processes->len && !is_own; k++)
        is_own = g_array_index (suspect->processes, guint32, k) == process;
      if (!is_own)
        return TRUE;
    }
  return FALSE;
}

/* The scenario in which the work that @suspect is of is evenly shared, which is another thing to
 * say; or NULL. */
static const RefrainScenario *
find_even (const RefrainFindingChoice *choice, const RefrainSuspect *suspect)
{
  const RefrainScenario *even = NULL;

  for (guint i = 0; i < choice->suspects->len; i++)
    {
      const RefrainSuspect *other = choice->suspects->pdata[i];

      if (other->words == REFRAIN_GAIN_EVENLY && other->key == suspect->key && other != suspect
          && suspect->key != REFRAIN_NONE && other->processes->len == 0
          && is_shared_with_others (choice->graph, other->scenario, suspect))
        even = other->scenario;
    }
  return even;
}

/* Each of a group alone, its work shared evenly, and blocks half as large. */
static void
try_alone (const RefrainFindingChoice *choice,
           const RefrainSuspect *suspect,
           Tries *tries,
           Told *told)
{
  const guint n = suspect->is_group ? suspect->processes->len : 0;
  const RefrainScenario *even;

  told->n_alone = 0;
  told->evenly = told->halved = G_MAXUINT;
  if (suspect->halved != NULL)
    told->halved = add_try (tries, NULL, suspect->halved, no_hole);
  if (n > MOST_ALONE)
    return;
  told->n_alone = n;
  told->alone = tries->scenarios->len;
  for (guint i = 0; i < n; i++)
    {
      RefrainScenario *own = pick_process (choice->graph, suspect->scenario,
                                           g_array_index (suspect->processes, guint32, i));

      g_ptr_array_add (tries->own, own);
      add_try (tries, NULL, own, no_hole);
    }
  even = find_even (choice, suspect);
  if (even != NULL)
    told->evenly = add_try (tries, NULL, even, no_hole);
}

/* Whether none of a group matters alone, and what the others save. */
static void
set_alone (const RefrainFindingChoice *choice,
           RefrainFindingChosen *chosen,
           const Tries *tries,
           const Told *told)
{
  double most = 0;

  if (told->halved != G_MAXUINT)
    chosen->halved = (double) tries->saved[told->halved];
  for (guint i = 0; i < told->n_alone; i++)
    most = MAX (most, (double) tries->saved[told->alone + i]);
  chosen->none_alone = told->n_alone > 1 && most < 0.25 * chosen->gain;
  if (told->evenly != G_MAXUINT
      && (double) tries->saved[told->evenly] > REFRAIN_FINDING_MIN_SHARE * choice->T
      && (double) tries->saved[told->evenly] < 0.95 * chosen->gain && chosen->suspect->is_group)
    chosen->evenly = (double) tries->saved[told->evenly];
}

gboolean
refrain_finding_measure_certainty (RefrainFindingChoice *choice, RefrainTime *waited)
{
  const guint n = choice->chosen->len;
  g_autofree Told *told = g_new (Told, n + 1);
  g_auto (Tries) tries = tries_new ();

  for (guint i = 0; i < n; i++)
    {
      const RefrainSuspect *suspect
          = g_array_index (choice->chosen, RefrainFindingChosen, i).suspect;

      try_parts (choice, refrain_finding_get_base (choice, i), suspect->scenario, &tries, &told[i]);
      try_alone (choice, suspect, &tries, &told[i]);
    }
  for (guint i = 0; i <= n; i++)
    add_try (&tries, NULL, refrain_finding_get_base (choice, i), no_hole);
  if (!run_tries (&tries, choice))
    return FALSE;
  memcpy (waited, tries.waited + tries.scenarios->len - n - 1, (n + 1) * sizeof *waited);
  for (guint i = 0; i < n; i++)
    {
      RefrainFindingChosen *chosen = &g_array_index (choice->chosen, RefrainFindingChosen, i);

      set_interval (choice, chosen, &tries, &told[i]);
      set_alone (choice, chosen, &tries, &told[i]);
    }
  return TRUE;
}
