/* refrain-finding-choice.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The greedy choice: the suspect that saves most on top of those chosen, as long as that is worth a
 * line. Where none saves anything by itself, the fewest that do together.
 */
#include "refrain-finding-choice.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"

/* A cause that may save so much is told where it is an upper bound, and a chain, which its order of
 * messages shows. */
#define MIN_UP_TO 0.04
#define MIN_CHAIN 0.03
#define MOST      6
/* Who computes longest computes this share of the run more than the mean where that is told though
 * sharing it evenly saves nothing; the suspect takes away as much but for this part of it. */
#define UNEVEN 0.15
#define NEARLY 0.25
/* A suspect that saved less than this part of it is not tried again, but for so many of those that
 * take most away. */
#define HOPELESS   0.3
#define MOST_TRIED 24
/* A barrier is the cause where it costs about as much as who is slow before it. */
#define AS_MUCH 0.7

const RefrainScenario *
refrain_finding_get_base (const RefrainFindingChoice *choice, guint n)
{
  return n > 0 ? g_array_index (choice->chosen, RefrainFindingChosen, n - 1).scenario : NULL;
}

double
refrain_finding_get_gained (const RefrainFindingChoice *choice)
{
  double sum = 0;

  for (guint i = 0; i < choice->chosen->len; i++)
    sum += g_array_index (choice->chosen, RefrainFindingChosen, i).gain;
  return sum;
}

/* What each of @list saves on top of @base. FALSE when cancelled. */
static gboolean
save_suspects (const RefrainFindingChoice *choice,
               const RefrainScenario *base,
               GPtrArray *list,
               double *gains)
{
  g_autofree const RefrainScenario **scenarios = g_new (const RefrainScenario *, list->len + 1);
  g_autofree const RefrainScenario **bases = g_new (const RefrainScenario *, list->len + 1);
  g_autofree RefrainTime *saved = g_new (RefrainTime, list->len + 1);
  const double before = refrain_finding_get_gained (choice);

  for (guint i = 0; i < list->len; i++)
    {
      scenarios[i] = ((const RefrainSuspect *) list->pdata[i])->scenario;
      bases[i] = base;
    }
  if (!refrain_replay_save_on (choice->graph, bases, scenarios, NULL, list->len, saved, NULL,
                               choice->cancellable))
    return FALSE;
  for (guint i = 0; i < list->len; i++)
    gains[i] = (double) saved[i] - before;
  return TRUE;
}

static double
get_least (const RefrainFindingChoice *choice, const RefrainSuspect *suspect)
{
  /* Sends mostly need what is computed before them: only where there is nothing else to say. */
  if (suspect->kind == REFRAIN_FINDING_LATE_SENDER && choice->chosen->len > 0)
    return G_MAXDOUBLE;
  return choice->T
         * (suspect->kind == REFRAIN_FINDING_CHAIN ? MIN_CHAIN
            : suspect->words == REFRAIN_GAIN_UP_TO ? MIN_UP_TO
                                                   : REFRAIN_FINDING_MIN_SHARE);
}

static void
choose (RefrainFindingChoice *choice, const RefrainSuspect *suspect, double gain)
{
  const double *alone = g_hash_table_lookup (choice->alone, suspect);
  RefrainFindingChosen chosen = { .suspect = suspect,
                                  .gain = gain,
                                  .alone = alone != NULL ? *alone : gain,
                                  .low = gain,
                                  .high = gain };

  chosen.scenario = refrain_scenario_add (suspect->scenario,
                                          refrain_finding_get_base (choice, choice->chosen->len));
  g_array_append_val (choice->chosen, chosen);
}

/* Nothing alone, but all together: takes away what costs least while nearly all remains. */
static gboolean
choose_joint (RefrainFindingChoice *choice, GPtrArray *live)
{
  const RefrainSuspect *first, *second;
  g_autoptr (GPtrArray) keep = g_ptr_array_new ();
  RefrainSuspect *both;
  RefrainTime whole;
  g_autoptr (RefrainScenario) every = refrain_scenario_new ();

  for (guint i = 0; i < MIN (live->len, 40); i++)
    {
      const RefrainSuspect *suspect = live->pdata[i];
      RefrainScenario *sum;

      if (suspect->words == REFRAIN_GAIN_UP_TO)
        continue;
      sum = refrain_scenario_add (every, suspect->scenario);
      refrain_scenario_free (every);
      every = sum;
      g_ptr_array_add (keep, live->pdata[i]);
    }
  if (!refrain_replay_save (choice->graph, (const RefrainScenario *const *) &every, 1, &whole, NULL,
                            choice->cancellable))
    return FALSE;
  if ((double) whole < 2 * REFRAIN_FINDING_MIN_SHARE * choice->T)
    return TRUE;
  while (keep->len > 1)
    {
      g_autoptr (GPtrArray) tries
          = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_scenario_free);
      g_autofree RefrainTime *saved = g_new (RefrainTime, keep->len + 1);
      guint best = 0;

      for (guint i = 0; i < keep->len; i++)
        {
          RefrainScenario *sum = refrain_scenario_new ();

          for (guint k = 0; k < keep->len; k++)
            if (k != i)
              {
                const RefrainScenario *own = ((const RefrainSuspect *) keep->pdata[k])->scenario;

                g_array_append_vals (sum->segs, own->segs->data, own->segs->len);
                g_array_append_vals (sum->nodes, own->nodes->data, own->nodes->len);
              }
          refrain_scenario_close (sum);
          g_ptr_array_add (tries, sum);
        }
      if (!refrain_replay_save (choice->graph, (const RefrainScenario *const *) tries->pdata,
                                tries->len, saved, NULL, choice->cancellable))
        return FALSE;
      for (guint i = 1; i < keep->len; i++)
        if (saved[i] > saved[best])
          best = i;
      if ((double) saved[best] < 0.9 * (double) whole)
        break;
      g_ptr_array_remove_index (keep, best);
    }
  if (keep->len != 2)
    return TRUE;
  first = keep->pdata[0];
  second = keep->pdata[1];
  both = refrain_suspect_new (first->kind, 1);
  both->routine = first->routine;
  /* Translators: two causes that cost time only together. */
  both->sentence = g_strdup_printf (_ ("%s; and %s"), first->sentence, second->sentence);
  g_array_append_vals (both->processes, first->processes->data, first->processes->len);
  g_clear_pointer (&both->scenario, refrain_scenario_free);
  both->scenario = refrain_scenario_add (first->scenario, second->scenario);
  g_ptr_array_add (choice->suspects, both);
  if (!refrain_replay_save (choice->graph, (const RefrainScenario *const *) &both->scenario, 1,
                            &whole, NULL, choice->cancellable))
    return FALSE;
  choose (choice, both, (double) whole);
  return TRUE;
}

/* What the suspect takes away at least that is one of @n that take most away of @live. */
static RefrainTime
find_least_bound (const RefrainFindingChoice *choice, GPtrArray *live, guint n)
{
  g_autofree RefrainTime *bounds = g_new (RefrainTime, live->len + 1);

  for (guint i = 0; i < live->len; i++)
    bounds[i] = refrain_scenario_get_bound (((const RefrainSuspect *) live->pdata[i])->scenario,
                                            choice->graph);
  refrain_sort (bounds, live->len, sizeof *bounds, refrain_compare_int64);
  return live->len > n ? bounds[live->len - n] : 0;
}

/* Takes the one that was chosen out of @live, and those that save next to nothing: on top of others
 * they seldom save more, but for what takes much away, unless the program may not permit what was
 * chosen, and for what stalls, behind which all else may hide. */
static void
drop_hopeless (const RefrainFindingChoice *choice,
               GPtrArray *live,
               const double *gains,
               guint chosen)
{
  const RefrainSuspect *suspect = live->pdata[chosen];
  const gboolean all = suspect->kind == REFRAIN_FINDING_SHARED_CORES;
  const RefrainTime least = suspect->words != REFRAIN_GAIN_UP_TO
                                ? find_least_bound (choice, live, MOST_TRIED)
                                : G_MAXINT64;
  guint n = 0;

  for (guint i = 0; i < live->len; i++)
    if (i != chosen
        && (all || gains[i] >= HOPELESS * REFRAIN_FINDING_MIN_SHARE * choice->T
            || refrain_scenario_get_bound (((const RefrainSuspect *) live->pdata[i])->scenario,
                                           choice->graph)
                   >= least))
      live->pdata[n++] = live->pdata[i];
  g_ptr_array_set_size (live, (gint) n);
}

/* By how much the line that computes most computes more than all do on average. */
static double
measure_uneven (const RefrainRunGraph *graph, guint32 *busiest)
{
  g_autofree double *load = g_new0 (double, (gsize) graph->n_lines + 1);
  double mean = 0;

  *busiest = 0;
  for (guint32 i = 0; i < graph->n_segs; i++)
    load[graph->line[graph->seg_node[i]]] += (double) graph->seg_time[i];
  for (guint32 l = 0; l < graph->n_lines; l++)
    {
      *busiest = load[l] > load[*busiest] ? l : *busiest;
      mean += load[l] / graph->n_lines;
    }
  return load[*busiest] - mean;
}

/* What @scenario takes away from @line. */
static double
measure_taken (const RefrainRunGraph *graph, const RefrainScenario *scenario, guint32 line)
{
  double sum = 0;

  for (guint i = 0; i < scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (scenario->segs, RefrainSegChange, i);

      if (graph->line[graph->seg_node[change->seg]] == line)
        sum += (double) (graph->seg_time[change->seg] - change->time);
    }
  return sum;
}

/* The uneven work of @list that makes one line compute for longer than others in all, where it is
 * one, and makes the run no shorter if it is shared evenly. */
static const RefrainSuspect *
find_in_vain (const RefrainFindingChoice *choice, GPtrArray *list, const double *gains)
{
  guint32 busiest;
  const double uneven = measure_uneven (choice->graph, &busiest);

  for (guint i = 0; i < list->len && uneven >= UNEVEN * choice->T; i++)
    {
      const RefrainSuspect *suspect = list->pdata[i];

      if (suspect->kind == REFRAIN_FINDING_IMBALANCE
          && gains[i] < REFRAIN_FINDING_MIN_SHARE * choice->T
          && fabs (measure_taken (choice->graph, suspect->scenario, busiest) - uneven)
                 <= NEARLY * uneven)
        return suspect;
    }
  return NULL;
}

/* What is to be chosen instead of @best, who is slow: a barrier that costs as much, where without
 * it nothing is gained if they are not. Then others are slow at other times, and the barrier makes
 * all wait for both. FALSE when cancelled. */
static gboolean
prefer_barrier (const RefrainFindingChoice *choice,
                GPtrArray *live,
                const double *gains,
                guint *best)
{
  const RefrainSuspect *slow = live->pdata[*best];
  const RefrainScenario *base = refrain_finding_get_base (choice, choice->chosen->len);

  if (slow->kind != REFRAIN_FINDING_SLOW_PROCESS && slow->kind != REFRAIN_FINDING_SLOW_GROUP)
    return TRUE;
  for (guint i = 0; i < live->len; i++)
    {
      const RefrainSuspect *barrier = live->pdata[i];
      g_autoptr (RefrainScenario) without = NULL;
      RefrainTime both;

      if (barrier->kind != REFRAIN_FINDING_NEEDLESS_BARRIER
          || gains[i] < MAX (AS_MUCH * gains[*best], get_least (choice, barrier)))
        continue;
      without = refrain_scenario_add (barrier->scenario, base);
      if (!refrain_replay_save_on (choice->graph, (const RefrainScenario *const[]){ without },
                                   (const RefrainScenario *const[]){ slow->scenario }, NULL, 1,
                                   &both, NULL, choice->cancellable))
        return FALSE;
      if ((double) both - refrain_finding_get_gained (choice) - gains[i] < HOPELESS * gains[*best])
        {
          *best = i;
          return TRUE;
        }
    }
  return TRUE;
}

/* What each saves alone; a barrier, which is easily left out, may be so instead of all others. */
static void
keep_alone (RefrainFindingChoice *choice, GPtrArray *list, const double *gains)
{
  for (guint i = 0; i < list->len; i++)
    {
      const RefrainSuspect *suspect = list->pdata[i];

      g_hash_table_insert (choice->alone, list->pdata[i], g_memdup2 (&gains[i], sizeof *gains));
      if (suspect->kind != REFRAIN_FINDING_NEEDLESS_BARRIER
          || gains[i] < MAX (get_least (choice, suspect), choice->barrier_saves))
        continue;
      choice->barrier = suspect;
      choice->barrier_saves = gains[i];
    }
}

static gboolean
choose_all (RefrainFindingChoice *choice)
{
  g_autoptr (GPtrArray) live = g_ptr_array_copy (choice->suspects, NULL, NULL);
  g_autofree double *gains = g_new (double, live->len + 1);

  g_ptr_array_set_free_func (live, NULL);
  while (choice->chosen->len < MOST && live->len > 0)
    {
      const RefrainSuspect *suspect;
      double most = -G_MAXDOUBLE;
      guint best = 0;

      if (!save_suspects (choice, refrain_finding_get_base (choice, choice->chosen->len), live,
                          gains))
        return FALSE;
      if (choice->chosen->len == 0)
        {
          choice->in_vain = find_in_vain (choice, live, gains);
          keep_alone (choice, live, gains);
        }
      for (guint i = 0; i < live->len; i++)
        {
          suspect = live->pdata[i];
          if (gains[i] >= get_least (choice, suspect) && gains[i] / suspect->weight > most)
            {
              most = gains[i] / suspect->weight;
              best = i;
            }
        }
      if (most > 0)
        {
          if (!prefer_barrier (choice, live, gains, &best))
            return FALSE;
          choose (choice, live->pdata[best], gains[best]);
          drop_hopeless (choice, live, gains, best);
          continue;
        }
      return choice->chosen->len > 0 || live->len < 2 || choose_joint (choice, live);
    }
  return TRUE;
}

gboolean
refrain_finding_choose (RefrainFindingChoice *choice)
{
  gboolean done;

  choice->alone = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  done = choose_all (choice);
  for (guint i = 0; i < choice->chosen->len; i++)
    if (g_array_index (choice->chosen, RefrainFindingChosen, i).suspect == choice->barrier)
      choice->barrier = NULL;
  g_clear_pointer (&choice->alone, g_hash_table_unref);
  return done;
}
