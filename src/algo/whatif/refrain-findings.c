/* refrain-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The greedy choice: the suspect that saves most on top of those chosen, as long as that is worth a
 * line. Where none saves anything by itself, the fewest that do together.
 */
#include "refrain-findings.h"

#include <math.h>

#include <glib/gi18n.h>
#include <gsl/gsl_cdf.h>

#include "refrain-compare.h"
#include "refrain-cores.h"
#include "refrain-finding-evidence.h"
#include "refrain-finding-hang.h"
#include "refrain-finding-rest.h"
#include "refrain-finding-waits.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-run-words.h"
#include "refrain-suspect.h"
#include "refrain-time-format.h"

/* A cause saves this share of the run; where it is an upper bound, that; a chain, which its order
 * of messages shows, that. */
#define MIN_SHARE 0.02
#define MIN_UP_TO 0.04
#define MIN_CHAIN 0.03
#define MOST      6
/* ... where cores are shared, this; or this share of what that leaves. */
#define CLEAR_SHARE 0.05
#define CLEAR_REST  0.2
/* A suspect that saved less than this part of it is not tried again. */
#define HOPELESS 0.3
/* How many parts of the run an interval is from; what the model may be wrong by. */
#define PARTS       10
#define MODEL_ERROR 0.1
/* A run that is no more than this share of its trace, all else being start-up, has no cause that
 * matters. */
#define SHORT_RUN 0.001
/* Where nothing is found it is told what is waited for if that is this share of the run. */
#define MUCH_WAITING 0.05
/* An interval that begins below this share of what is saved says nothing. */
#define UNCERTAIN 0.1
/* What is changed by so much of what the most changed is changed by. */
#define MEANT 0.2
/* Of a group as many are tried alone. */
#define MOST_ALONE 16
/* A run that is ended at once may be so by chance. */
#define HANG_CONFIDENCE 0.4
/* An interval is clear that begins at this share of what is saved. */
#define HIGH 0.5
/* Of what cores that are shared may do by chance. */
#define CHANCE_CONFIDENCE 0.4
/* By chance one of so many looks as bad. */
#define LEVEL 0.05

struct _RefrainFindings
{
  GObject parent_instance;

  RefrainWaits *waits;
  RefrainIterations *iterations;
  GArray *findings; /* of RefrainFinding */
  GPtrArray *ops;   /* of RefrainOpSet, likewise */
  RefrainTime run;
  guint n_processes;
  char *waits_for; /* where nothing is found */
  char *rest;      /* what else takes much, or NULL */
  char *too_short; /* ... nothing is looked for, or NULL */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainFindings, refrain_findings)

static void
finding_clear (gpointer data)
{
  RefrainFinding *finding = data;

  g_free (finding->sentence);
  g_array_unref (finding->processes);
  g_clear_pointer (&finding->iterations, g_array_unref);
}

static void
refrain_findings_finalize (RefrainFindings *self)
{
  g_array_unref (self->findings);
  g_ptr_array_unref (self->ops);
  g_free (self->waits_for);
  g_free (self->rest);
  g_free (self->too_short);
  g_clear_object (&self->waits);
  g_clear_object (&self->iterations);
}

static void
refrain_findings_init (RefrainFindings *self)
{
  self->findings = g_array_new (FALSE, FALSE, sizeof (RefrainFinding));
  g_array_set_clear_func (self->findings, finding_clear);
  self->ops = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_op_set_unref);
}

/* ---- The choice ----------------------------------------------------------------------------- */

/* What was chosen, on top of those before. */
typedef struct
{
  const RefrainSuspect *suspect;
  RefrainScenario *scenario; /* with those before */
  double gain;               /* ticks */
  double low, high;
  double certain; /* as low, where the worst of all processes was picked */
  double evenly;  /* where that is another thing to say, or 0 */
  double halved;  /* likewise */
  gboolean none_alone;
} Chosen;

typedef struct
{
  RefrainFindings *self;
  RefrainRunGraph *graph;
  GPtrArray *suspects; /* of RefrainSuspect */
  GArray *chosen;      /* of Chosen */
  double T;
  double clocks; /* 1 where they agree */
  GCancellable *cancellable;
} Choice;

static const RefrainScenario *
get_base (const Choice *choice, guint n)
{
  return n > 0 ? g_array_index (choice->chosen, Chosen, n - 1).scenario : NULL;
}

static double
get_gained (const Choice *choice)
{
  double sum = 0;

  for (guint i = 0; i < choice->chosen->len; i++)
    sum += g_array_index (choice->chosen, Chosen, i).gain;
  return sum;
}

/* What each of @list saves on top of @base. FALSE when cancelled. */
static gboolean
save_suspects (const Choice *choice, const RefrainScenario *base, GPtrArray *list, double *gains)
{
  g_autofree const RefrainScenario **scenarios = g_new (const RefrainScenario *, list->len + 1);
  g_autofree const RefrainScenario **bases = g_new (const RefrainScenario *, list->len + 1);
  g_autofree RefrainTime *saved = g_new (RefrainTime, list->len + 1);
  const double before = get_gained (choice);

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
get_least (const Choice *choice, const RefrainSuspect *suspect)
{
  /* Sends mostly need what is computed before them: only where there is nothing else to say. */
  if (suspect->kind == REFRAIN_FINDING_LATE_SENDER && choice->chosen->len > 0)
    return G_MAXDOUBLE;
  return choice->T
         * (suspect->kind == REFRAIN_FINDING_CHAIN ? MIN_CHAIN
            : suspect->words == REFRAIN_GAIN_UP_TO ? MIN_UP_TO
                                                   : MIN_SHARE);
}

static void
choose (Choice *choice, const RefrainSuspect *suspect, double gain)
{
  Chosen chosen = { .suspect = suspect, .gain = gain, .low = gain, .high = gain };

  chosen.scenario
      = refrain_scenario_add (suspect->scenario, get_base (choice, choice->chosen->len));
  g_array_append_val (choice->chosen, chosen);
}

/* Nothing alone, but all together: takes away what costs least while nearly all remains. */
static gboolean
choose_joint (Choice *choice, GPtrArray *live)
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
  if ((double) whole < 2 * MIN_SHARE * choice->T)
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

/* Takes the one that was chosen out of @live, and those that save next to nothing: on top of others
 * they seldom save more, but for what stalls, behind which all else may hide. */
static void
drop_hopeless (const Choice *choice, GPtrArray *live, const double *gains, guint chosen)
{
  const RefrainSuspect *suspect = live->pdata[chosen];
  const gboolean all = suspect->kind == REFRAIN_FINDING_SHARED_CORES;
  guint n = 0;

  for (guint i = 0; i < live->len; i++)
    if (i != chosen && (all || gains[i] >= HOPELESS * MIN_SHARE * choice->T))
      live->pdata[n++] = live->pdata[i];
  g_ptr_array_set_size (live, (gint) n);
}

static gboolean
choose_all (Choice *choice)
{
  g_autoptr (GPtrArray) live = g_ptr_array_copy (choice->suspects, NULL, NULL);
  g_autofree double *gains = g_new (double, live->len + 1);

  g_ptr_array_set_free_func (live, NULL);
  while (choice->chosen->len < MOST && live->len > 0)
    {
      const RefrainSuspect *suspect;
      double most = -G_MAXDOUBLE;
      guint best = 0;

      if (!save_suspects (choice, get_base (choice, choice->chosen->len), live, gains))
        return FALSE;
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
          choose (choice, live->pdata[best], gains[best]);
          drop_hopeless (choice, live, gains, best);
          continue;
        }
      return choice->chosen->len > 0 || live->len < 2 || choose_joint (choice, live);
    }
  return TRUE;
}

/* ---- How sure -------------------------------------------------------------------------------- */

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

static void
tries_clear (Tries *self)
{
  g_ptr_array_unref (self->bases);
  g_ptr_array_unref (self->scenarios);
  g_array_unref (self->holes);
  g_ptr_array_unref (self->own);
  g_free (self->saved);
  g_free (self->waited);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tries, tries_clear)

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
run_tries (Tries *self, const Choice *choice)
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
list_places (const Choice *choice, const RefrainScenario *scenario)
{
  const RefrainRunGraph *graph = choice->graph;
  g_autofree double *changes = refrain_finding_list_changes (graph, scenario);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  double most = 0;

  for (guint32 node = 0; node < graph->n; node++)
    most = MAX (most, changes[node]);
  for (guint32 node = 0; node < graph->n; node++)
    if (changes[node] > MEANT * most)
      g_array_append_val (places, graph->enter[node]);
  g_array_sort (places, refrain_compare_int64);
  return places;
}

/* How far what each of @n parts saves is from its mean; of what changes over the run by its nature
 * from a line. */
static double
find_spread (const double *parts, guint n, gboolean trends)
{
  double mean = 0, sxy = 0, sxx = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    mean += parts[i] / n;
  for (guint i = 0; i < n; i++)
    {
      const double x = i - (n - 1) / 2.0;

      sxx += x * x;
      sxy += x * (parts[i] - mean);
    }
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
try_parts (const Choice *choice,
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
count_candidates (const Choice *choice, const RefrainSuspect *suspect)
{
  const guint n = suspect->processes->len;

  return n > 0 && 2 * n <= choice->graph->n_processes ? choice->graph->n_processes : 1;
}

/* How sure it is, from what is saved without each part. */
static void
set_interval (const Choice *choice, Chosen *chosen, const Tries *tries, const Told *told)
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
find_even (const Choice *choice, const RefrainSuspect *suspect)
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
try_alone (const Choice *choice, const RefrainSuspect *suspect, Tries *tries, Told *told)
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
set_alone (const Choice *choice, Chosen *chosen, const Tries *tries, const Told *told)
{
  double most = 0;

  if (told->halved != G_MAXUINT)
    chosen->halved = (double) tries->saved[told->halved];
  for (guint i = 0; i < told->n_alone; i++)
    most = MAX (most, (double) tries->saved[told->alone + i]);
  chosen->none_alone = told->n_alone > 1 && most < 0.25 * chosen->gain;
  if (told->evenly != G_MAXUINT && (double) tries->saved[told->evenly] > MIN_SHARE * choice->T
      && (double) tries->saved[told->evenly] < 0.95 * chosen->gain && chosen->suspect->is_group)
    chosen->evenly = (double) tries->saved[told->evenly];
}

/* ---- What is told --------------------------------------------------------------------------- */

static RefrainTime
to_time (const Choice *choice, double ticks)
{
  const double time = refrain_run_graph_to_time (choice->graph, MAX (ticks, 0));

  return time < (double) REFRAIN_TIME_LIMIT ? (RefrainTime) time : REFRAIN_TIME_LIMIT;
}

/* Where it is, and in which iterations: what is changed by a part of what the most changed is. */
static void
set_places (const Choice *choice, RefrainFinding *finding, const double *changes, double least)
{
  const RefrainRunGraph *graph = choice->graph;
  const guint32 n = refrain_iterations_get_n (choice->self->iterations);
  g_autofree double *each = g_new0 (double, (gsize) n + 1);
  RefrainTime start = G_MAXINT64, end = G_MININT64;
  double most = 0, most_each = 0;
  guint32 worst = REFRAIN_NONE;

  for (guint32 node = 0; node < graph->n; node++)
    {
      if (changes[node] <= least)
        continue;
      start = MIN (start, graph->enter[node] - graph->gap[node]);
      end = MAX (end, graph->leave[node]);
      each[MIN (graph->iteration[node], n)] += changes[node];
      if (changes[node] > most && graph->n_ops[node] > 0)
        {
          most = changes[node];
          worst = node;
        }
    }
  finding->start = graph->start;
  finding->end = graph->start + to_time (choice, choice->T);
  if (start <= end)
    {
      finding->start = graph->start + to_time (choice, (double) start);
      finding->end = graph->start + to_time (choice, (double) end);
    }
  finding->process = worst != REFRAIN_NONE ? refrain_run_graph_get_process (graph, worst) : 0;
  finding->op = worst != REFRAIN_NONE ? graph->op[worst] : REFRAIN_NONE;
  for (guint32 i = 0; i < n; i++)
    most_each = MAX (most_each, each[i]);
  if (most_each <= each[n])
    return;
  finding->iterations = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    if (each[i] > MEANT * most_each)
      g_array_append_val (finding->iterations, i);
  if (finding->iterations->len == n)
    g_clear_pointer (&finding->iterations, g_array_unref);
}

/* "45", "4.2": per cent, of ticks. Free with g_free(). */
static char *
format_share (const Choice *choice, double ticks)
{
  const double share = 100 * ticks / choice->T;

  return g_strdup_printf (share >= 10 ? "%.0f" : "%.2g", share);
}

/* " (40 to 49 %)" */
static void
add_interval (const Choice *choice, const Chosen *chosen, GString *sentence)
{
  g_autofree char *low
      = format_share (choice, chosen->halved > 0 ? MIN (chosen->low, chosen->halved) : chosen->low);
  g_autofree char *high = format_share (choice, chosen->high);

  if (chosen->low < UNCERTAIN * chosen->gain)
    g_string_append (sentence,
                     _ ("; that is uncertain, as a few moments of the run account for most of it"));
  else
    g_string_append_printf (sentence, _ (" (%s to %s %%)"), low, high);
}

/* "…. Without it the run takes 45 % less: 390 ms of 860 ms (40 to 49 %)" */
static char *
make_sentence (const Choice *choice, const Chosen *chosen, guint32 root)
{
  g_autofree char *saves = refrain_suspect_format (choice->graph, chosen->gain);
  g_autofree char *run = refrain_suspect_format (choice->graph, choice->T);
  g_autofree char *share = format_share (choice, chosen->gain);
  g_autoptr (GString) sentence = g_string_new (chosen->suspect->sentence);

  g_string_append (sentence, ". ");
  if (root != REFRAIN_NONE)
    {
      g_string_append_printf (sentence, _ ("The others wait for it in %s"),
                              refrain_run_graph_get_routine_name (choice->graph, root));
      g_string_append (sentence, ". ");
    }
  g_string_append_printf (
      sentence,
      chosen->suspect->words == REFRAIN_GAIN_EVENLY
          ? _ ("Shared evenly, the run takes %s %% less: %s of %s")
      : chosen->suspect->words == REFRAIN_GAIN_UP_TO
          ? _ ("Without that, if the program allows it, the run takes up to %s %% less: %s of %s")
          : _ ("Without it the run takes %s %% less: %s of %s"),
      share, saves, run);
  /* A bound has no interval around it. */
  if (chosen->suspect->words != REFRAIN_GAIN_UP_TO)
    add_interval (choice, chosen, sentence);
  if (chosen->none_alone)
    g_string_append_printf (sentence, ". %s",
                            _ ("To mend only one of these processes makes little difference"));
  if (chosen->evenly > 0)
    {
      g_autofree char *evenly = format_share (choice, chosen->evenly);

      g_string_append (sentence, ". ");
      g_string_append_printf (sentence, _ ("The same work shared evenly saves %s %% of the run"),
                              evenly);
    }
  if (chosen->halved > MIN_SHARE * choice->T)
    {
      g_autofree char *halved = format_share (choice, chosen->halved);

      g_string_append (sentence, ". ");
      g_string_append_printf (sentence, _ ("Blocks half as large save %s %% of the run"), halved);
    }
  return g_string_free (g_steal_pointer (&sentence), FALSE);
}

/* Whether it may be a matter of chance where processes share cores: who shares its core is slow,
 * and evenly over the run; and a message is under way for as long as nobody takes it. */
static gboolean
is_doubtful (const Choice *choice, const Chosen *chosen)
{
  const RefrainFindingKind kind = chosen->suspect->kind;

  return kind == REFRAIN_FINDING_LOST_OVERLAP || kind == REFRAIN_FINDING_LATE_SENDER
         || (kind != REFRAIN_FINDING_SHARED_CORES && chosen->gain < CLEAR_SHARE * choice->T);
}

/* 0 to 1 */
static double
find_confidence (const Choice *choice, const Chosen *chosen)
{
  const double sure = choice->clocks * CLAMP (chosen->certain / MAX (chosen->gain, 1), 0, 1);
  gboolean crowded = FALSE;

  return refrain_trace_knows_cores (choice->graph->trace, &crowded) && crowded
                 && is_doubtful (choice, chosen)
             ? MIN (sure, CHANCE_CONFIDENCE)
             : sure;
}

static void
tell (Choice *choice, const Chosen *chosen, double waiting)
{
  RefrainFindings *self = choice->self;
  const RefrainSuspect *suspect = chosen->suspect;
  g_autofree double *changes = refrain_finding_list_changes (choice->graph, suspect->scenario);
  RefrainFinding finding = { .kind = suspect->kind,
                             .saves = to_time (choice, chosen->gain),
                             .share = chosen->gain / choice->T,
                             .low = to_time (choice, chosen->low),
                             .high = to_time (choice, chosen->high),
                             .waiting = to_time (choice, waiting),
                             .routine = suspect->routine };
  guint32 root = REFRAIN_NONE;
  double most = 0;

  if (suspect->is_alone && suspect->processes->len == 1)
    root
        = refrain_finding_find_root (choice->graph, g_array_index (suspect->processes, guint32, 0));
  if (root != REFRAIN_NONE)
    finding.kind = REFRAIN_FINDING_SLOW_ROOT;
  finding.confidence = find_confidence (choice, chosen);
  if (chosen->halved > 0)
    finding.low = MIN (finding.low, to_time (choice, chosen->halved));
  finding.sentence = make_sentence (choice, chosen, root);
  finding.processes = g_array_copy (suspect->processes);
  /* All are meant that do anything: threads of a process follow each other. */
  for (guint l = 0; l < choice->graph->n_lines && suspect->processes->len == 0; l++)
    if (l == 0 || choice->graph->lines[l].process != choice->graph->lines[l - 1].process)
      g_array_append_val (finding.processes, choice->graph->lines[l].process);
  for (guint32 node = 0; node < choice->graph->n; node++)
    most = MAX (most, changes[node]);
  set_places (choice, &finding, changes, MEANT * most);
  g_ptr_array_add (self->ops,
                   refrain_finding_list_ops (choice->graph, suspect->scenario, MEANT * most));
  g_array_append_val (self->findings, finding);
}

/* What comes of no replay: the run never went on. */
static void
tell_hang (Choice *choice)
{
  RefrainFindings *self = choice->self;
  RefrainFinding finding = { .kind = REFRAIN_FINDING_HANG,
                             .processes = g_array_new (FALSE, FALSE, sizeof (guint32)),
                             .routine = REFRAIN_NONE,
                             .op = REFRAIN_NONE,
                             .confidence = HANG_CONFIDENCE };

  finding.sentence
      = refrain_finding_describe_hang (choice->graph->trace, finding.processes, &finding.routine);
  if (finding.sentence == NULL)
    {
      g_array_unref (finding.processes);
      return;
    }
  finding.end = choice->graph->start + to_time (choice, choice->T);
  finding.start = finding.end - (finding.end - choice->graph->start) / 20;
  finding.process = g_array_index (finding.processes, guint32, 0);
  g_ptr_array_add (self->ops, refrain_op_set_new (choice->graph->trace));
  g_array_append_val (self->findings, finding);
}

REFRAIN_DEFINE_COMPARE (compare_chosen, Chosen, REFRAIN_FALLING (gain))

/* What may save nothing is not, but for what the others stand on: where processes share cores, what
 * each of them takes is a matter of chance, and only a clear cause is. */
static gboolean
is_worth_a_line (const Choice *choice, const Chosen *chosen)
{
  gboolean shared = FALSE;
  double clear = CLEAR_SHARE * choice->T;

  for (guint i = 0; i < choice->chosen->len; i++)
    {
      const Chosen *other = &g_array_index (choice->chosen, Chosen, i);

      if (other->suspect->kind != REFRAIN_FINDING_SHARED_CORES)
        continue;
      shared = TRUE;
      clear = MIN (clear, CLEAR_REST * (choice->T - other->gain));
    }
  if (chosen->suspect->kind == REFRAIN_FINDING_SHARED_CORES)
    return TRUE;
  if (shared && chosen->suspect->kind != REFRAIN_FINDING_CHAIN
      && (chosen->gain < clear || chosen->low < HIGH * chosen->gain))
    return FALSE;
  return chosen->suspect->words == REFRAIN_GAIN_UP_TO ? chosen->low > MIN_SHARE * choice->T
                                                      : chosen->low > 0;
}

/* The tries, and what else takes much: neither needs the other. */
typedef struct
{
  Choice *choice;
  Tries *tries;
  gboolean done[2];
} Replays;

static void
run_replays (gsize item, gpointer data)
{
  Replays *self = data;
  Choice *choice = self->choice;

  if (item == 0)
    self->done[item] = run_tries (self->tries, choice);
  else
    self->done[item] = choice->self->too_short != NULL
                       || refrain_finding_describe_rest (
                           choice->graph, get_base (choice, choice->chosen->len),
                           get_gained (choice), refrain_waits_get_share (choice->self->waits),
                           &choice->self->rest, choice->cancellable);
}

/* FALSE when cancelled. */
static gboolean
tell_all (Choice *choice)
{
  const guint n = choice->chosen->len;
  g_autofree guint *order = g_new (guint, n + 1);
  g_auto (Tries) tries = tries_new ();
  Replays replays = { choice, &tries, { FALSE } };
  Told told[MOST + 1];
  const RefrainTime *waited; /* with so many of them */

  for (guint i = 0; i < n; i++)
    {
      const RefrainSuspect *suspect = g_array_index (choice->chosen, Chosen, i).suspect;

      try_parts (choice, get_base (choice, i), suspect->scenario, &tries, &told[i]);
      try_alone (choice, suspect, &tries, &told[i]);
    }
  for (guint i = 0; i <= n; i++)
    add_try (&tries, NULL, get_base (choice, i), no_hole);
  if (!refrain_parallel_run (G_N_ELEMENTS (replays.done), run_replays, &replays,
                             choice->cancellable)
      || !replays.done[0] || !replays.done[1])
    return FALSE;
  waited = tries.waited + tries.scenarios->len - n - 1;
  for (guint i = 0; i < n; i++)
    {
      Chosen *chosen = &g_array_index (choice->chosen, Chosen, i);

      set_interval (choice, chosen, &tries, &told[i]);
      set_alone (choice, chosen, &tries, &told[i]);
    }
  tell_hang (choice);
  for (guint i = 0; i < n; i++)
    order[i] = i;
  /* The gains fall but for joint effects. */
  for (guint i = 1; i < n; i++)
    for (guint k = i; k > 0
                      && compare_chosen (&g_array_index (choice->chosen, Chosen, order[k - 1]),
                                         &g_array_index (choice->chosen, Chosen, order[k]))
                             > 0;
         k--)
      {
        const guint other = order[k];

        order[k] = order[k - 1];
        order[k - 1] = other;
      }
  for (guint i = 0; i < n; i++)
    {
      const Chosen *chosen = &g_array_index (choice->chosen, Chosen, order[i]);

      if (is_worth_a_line (choice, chosen))
        tell (choice, chosen, MAX ((double) (waited[order[i]] - waited[order[i] + 1]), 0));
    }
  if (choice->self->findings->len == 0
      && (double) waited[0] > MUCH_WAITING * choice->T * MAX (choice->graph->n_lines, 1))
    choice->self->waits_for = refrain_finding_describe_waits (choice->graph);
  return TRUE;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static double
measure_clocks (RefrainWaits *waits)
{
  guint64 n_messages, n_collectives;
  const double backward = (double) refrain_waits_get_n_backward (waits, &n_messages);
  const double torn = (double) refrain_waits_get_n_torn (waits, &n_collectives);

  return 1
         - MIN (1, 2
                       * MAX (backward / MAX ((double) n_messages, 1),
                              torn / MAX ((double) n_collectives, 1)));
}

/* "The run between …": where it is next to nothing of the trace; else NULL. */
static char *
describe_short (RefrainTrace *trace, RefrainTime run)
{
  const double share
      = (double) run
        / MAX ((double) (refrain_trace_get_end (trace) - refrain_trace_get_start (trace)), 1);
  g_autofree char *time = refrain_time_format (run, 3);

  return share < SHORT_RUN
             ? g_strdup_printf (_ ("the run between MPI_Init and MPI_Finalize takes %s, %.2g %% of "
                                   "the trace: too little for a cause to matter"),
                                time, 100 * share)
             : NULL;
}

static void
chosen_clear (gpointer data)
{
  refrain_scenario_free (((Chosen *) data)->scenario);
}

RefrainFindings *
refrain_findings_new (RefrainWaits *waits,
                      RefrainIterations *iterations,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (RefrainFindings) self = NULL;
  g_autoptr (RefrainRunGraph) graph = NULL;
  g_autoptr (GPtrArray) suspects
      = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_suspect_free);
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (Chosen));
  Choice choice;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (iterations), NULL);

  g_array_set_clear_func (chosen, chosen_clear);
  self = g_object_new (REFRAIN_TYPE_FINDINGS, NULL);
  self->waits = g_object_ref (waits);
  self->iterations = g_object_ref (iterations);
  self->n_processes = refrain_trace_get_n_processes (refrain_waits_get_trace (waits));
  graph = refrain_run_graph_new (refrain_waits_get_trace (waits), iterations, cancellable, error);
  if (graph == NULL)
    return NULL;
  choice = (Choice){ .self = self,
                     .graph = graph,
                     .suspects = suspects,
                     .chosen = chosen,
                     .T = (double) graph->length,
                     .clocks = measure_clocks (waits),
                     .cancellable = cancellable };
  self->run = to_time (&choice, choice.T);
  if (graph->n_lines >= 2)
    self->too_short = describe_short (graph->trace, self->run);
  if ((graph->n_lines < 2 || graph->length == 0 || self->too_short != NULL
       || (refrain_suspects_find (graph, iterations, suspects, cancellable)
           && choose_all (&choice)))
      && tell_all (&choice))
    return g_steal_pointer (&self);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

const RefrainFinding *
refrain_findings_get (RefrainFindings *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);
  *n = self->findings->len;
  return (const RefrainFinding *) (gpointer) self->findings->data;
}

RefrainOpSet *
refrain_findings_get_ops (RefrainFindings *self, gsize i)
{
  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);
  g_return_val_if_fail (i < self->findings->len, NULL);
  return self->ops->pdata[i];
}

REFRAIN_GETTER (RefrainFindings, refrain_findings, RefrainTime, get_run, self->run)
REFRAIN_GETTER (RefrainFindings,
                refrain_findings,
                RefrainTime,
                get_waiting,
                refrain_waits_get_time (self->waits))

char *
refrain_findings_explain (RefrainFindings *self)
{
  g_autofree char *why = NULL;

  g_return_val_if_fail (REFRAIN_IS_FINDINGS (self), NULL);

  if (self->findings->len > 0)
    return NULL;
  if (self->too_short != NULL)
    return g_strdup (self->too_short);
  if (self->n_processes < 2)
    {
      g_autofree char *device
          = refrain_trace_describe_device (refrain_waits_get_trace (self->waits));

      return device != NULL ? g_strdup (device)
                            : g_strdup (_ ("One process: no waiting, so no findings"));
    }
  why = g_strdup_printf (
      self->rest != NULL
          ? _ ("no single cause of waiting is found: processes wait for %.1f %% of the run, and "
               "without any one process, routine or order of calls it would be less than %.0f %% "
               "shorter")
          : _ ("nothing to change is found: processes wait for %.1f %% of the run, and without any "
               "one process, routine or order of calls it would be less than %.0f %% shorter"),
      100 * refrain_waits_get_share (self->waits), 100 * MIN_SHARE);
  return self->waits_for != NULL ? g_strdup_printf ("%s. %s", why, self->waits_for)
                                 : g_steal_pointer (&why);
}

REFRAIN_GETTER (RefrainFindings, refrain_findings, const char *, get_rest, self->rest)
REFRAIN_GETTER (
    RefrainFindings, refrain_findings, RefrainIterations *, get_iterations, self->iterations)
