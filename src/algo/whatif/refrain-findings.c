/* refrain-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Suspects are found and chosen, it is measured how sure each is, and what was chosen is put in
 * words.
 */
#include "refrain-findings.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-cores.h"
#include "refrain-finding-iterations.h"
#include "refrain-findings-private.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-pattern.h"
#include "refrain-run-words.h"
#include "refrain-scenario.h"
#include "refrain-suspect.h"
#include "refrain-time-format.h"
#include "refrain-wait-peers.h"

/* ---- Waiting ---- */

/* Each wait is for who came last of those that it needs. */

/* One process causes most where it causes this share of the waiting. */
#define REGULAR 0.5
/* ... and this share of what waits for it is for a root. */
#define MOST_ROOTED 0.5

/* A wait: what it is for. */
typedef struct
{
  double time;
  guint32 on;
  guint8 kind;
} Wait;

typedef struct
{
  const RefrainRunGraph *graph;
  guint32 *last; /* of each group: the member that came last */
} Waits;

static Waits
waits_new (const RefrainRunGraph *graph)
{
  Waits waits = { graph, g_new (guint32, (gsize) graph->n_groups + 1) };

  for (guint32 g = 0; g < graph->n_groups; g++)
    {
      waits.last[g] = graph->member[graph->first_member[g]];
      for (guint32 m = graph->first_member[g]; m < graph->first_member[g + 1]; m++)
        if (graph->enter[graph->member[m]] > graph->enter[waits.last[g]])
          waits.last[g] = graph->member[m];
    }
  return waits;
}

/* FALSE where @node waits for nobody. */
static gboolean
find_wait (const Waits *waits, guint32 node, Wait *wait)
{
  const RefrainRunGraph *graph = waits->graph;
  RefrainTime last = graph->enter[node];

  *wait = (Wait){ 0, REFRAIN_NONE, 0 };
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      guint32 on;

      if (graph->dep_kind[d] == 0)
        continue;
      on = graph->dep_kind[d] == REFRAIN_RUN_GROUP ? waits->last[graph->dep[d]] : graph->dep[d];
      if (graph->enter[on] <= last)
        continue;
      last = graph->enter[on];
      *wait = (Wait){ (double) (last - graph->enter[node]), on, graph->dep_kind[d] };
    }
  return wait->on != REFRAIN_NONE;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "until the message is sent" */
static const char *
describe_kind (guint8 kind)
{
  return kind == REFRAIN_RUN_MESSAGE    ? _ ("until the message is sent")
         : kind == REFRAIN_RUN_RECEIVE  ? _ ("until the receive is called")
         : kind == REFRAIN_RUN_GROUP    ? _ ("until the last process calls it")
         : kind == REFRAIN_RUN_LOCK     ? _ ("until another process gives the lock back")
         : kind == REFRAIN_RUN_PROGRESS ? _ ("until the other process calls MPI again")
                                        : _ ("until the root or another member calls it");
}

static guint
find_most (const double *values, guint n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (values[i] > values[best])
      best = i;
  return best;
}

/* How long each process is outside MPI. Free with g_free(). */
static double *
measure_work (const RefrainRunGraph *graph)
{
  double *times = g_new0 (double, (gsize) graph->n_processes + 1);

  for (guint p = 0; p < graph->n_processes; p++)
    times[p] = (double) graph->length;
  for (guint32 node = 0; node < graph->n; node++)
    times[refrain_run_graph_get_process (graph, node)]
        -= (double) (graph->leave[node] - graph->enter[node]);
  return times;
}

/* Those that @late, for which most of the waiting is, does alike with: free with g_array_unref().
 */
static GArray *
list_peers (const Waits *waits, guint late)
{
  const RefrainRunGraph *graph = waits->graph;
  g_autofree double *times = measure_work (graph);
  g_autofree double *sums = g_new0 (double, (gsize) graph->n_processes + 1);
  RefrainWaitCause cause = { .process = late, .routine = REFRAIN_NONE };
  double joint = 0, all = 0;

  for (guint32 node = 0; node < graph->n; node++)
    {
      Wait wait;

      if (!find_wait (waits, node, &wait) || refrain_run_graph_get_process (graph, wait.on) != late)
        continue;
      sums[refrain_run_graph_get_process (graph, node)] += wait.time;
      all += wait.time;
      joint
          += wait.kind == REFRAIN_RUN_GROUP || wait.kind == REFRAIN_RUN_COLLECTIVE ? wait.time : 0;
    }
  cause.victim = find_most (sums, graph->n_processes);
  cause.late = (RefrainTime) sums[cause.victim];
  cause.joint = joint > all / 2;
  return refrain_wait_peers_list (graph->trace, times, &cause);
}

/* Who most of the waiting is for: @late, which causes @share of it. */
static void
append_late (GString *text, const Waits *waits, guint late, double share)
{
  g_autoptr (GArray) peers = NULL;
  g_autofree char *who = NULL;

  if (share < REGULAR)
    {
      g_string_append_printf (
          text,
          _ ("No process is late regularly: the largest part, %2$.3g %% of the waiting, is for "
             "process %1$u"),
          late, 100 * share);
      return;
    }
  peers = list_peers (waits, late);
  who = refrain_format_ranks ((const guint32 *) (gpointer) peers->data, peers->len);
  if (peers->len > 1)
    /* Translators: ranks, "0–5". */
    g_string_append_printf (text,
                            _ ("Processes %s compute as long as each other: what waits for the "
                               "last of them gains nothing if one of them is faster"),
                            who);
  else
    g_string_append_printf (text, _ ("Process %1$u causes %2$.3g %% of the waiting"), late,
                            100 * share);
}

/* What most waiting is for, the longest wait, and whether one process causes most of it:
 * translated sentences without the last full stop; free with g_free(). NULL if no process waits.
 * O(nodes + dependences). */
static char *
finding_describe_waits (const RefrainRunGraph *graph)
{
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  g_autofree double *of = g_new0 (double, REFRAIN_RUN_KINDS *((gsize) n_routines + 1));
  g_autofree double *causes = g_new0 (double, graph->n_processes + 1);
  Waits waits = waits_new (graph);
  g_autofree guint32 *last = waits.last;
  const double whole = (double) graph->length * MAX (graph->n_lines, 1);
  Wait worst = { 0, REFRAIN_NONE, 0 };
  guint32 at = REFRAIN_NONE;
  double sum = 0;
  guint most, late;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *time = NULL;

  for (guint32 node = 0; node < graph->n; node++)
    {
      Wait wait;

      /* Threads of one process are for it to order. */
      if (!find_wait (&waits, node, &wait) || wait.kind == REFRAIN_RUN_JOIN)
        continue;
      sum += wait.time;
      of[REFRAIN_RUN_KINDS * (gsize) MIN (graph->routine[node], n_routines) + wait.kind]
          += wait.time;
      causes[refrain_run_graph_get_process (graph, wait.on)] += wait.time;
      if (wait.time > worst.time)
        {
          worst = wait;
          at = node;
        }
    }
  if (at == REFRAIN_NONE)
    return NULL;
  most = find_most (of, REFRAIN_RUN_KINDS * (n_routines + 1));
  late = find_most (causes, graph->n_processes);
  time = refrain_suspect_format (graph, worst.time);
  if (most / REFRAIN_RUN_KINDS < n_routines)
    {
      g_string_append_printf (text, _ ("The largest part is in %s %s: %.3g %% of the run"),
                              refrain_run_graph_get_routine_name (graph, most / REFRAIN_RUN_KINDS),
                              describe_kind ((guint8) (most % REFRAIN_RUN_KINDS)),
                              100 * of[most] / whole);
      g_string_append (text, ". ");
    }
  g_string_append_printf (text, _ ("The longest wait, %s on process %u, is for process %u"), time,
                          refrain_run_graph_get_process (graph, at),
                          refrain_run_graph_get_process (graph, worst.on));
  g_string_append (text, ". ");
  append_late (text, &waits, late, causes[late] / sum);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The routine with a root in which others wait for @process, where that is most of their waiting
 * for it; else REFRAIN_NONE. O(nodes + dependences). */
static guint32
finding_find_root (const RefrainRunGraph *graph, guint32 process)
{
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  g_autofree double *rooted = g_new0 (double, (gsize) n_routines + 1);
  Waits waits = waits_new (graph);
  g_autofree guint32 *last = waits.last;
  double sum = 0, all = 0;
  guint best;

  for (guint32 node = 0; node < graph->n; node++)
    {
      Wait wait;

      if (!find_wait (&waits, node, &wait)
          || refrain_run_graph_get_process (graph, wait.on) != process)
        continue;
      all += wait.time;
      if (wait.kind != REFRAIN_RUN_COLLECTIVE)
        continue;
      rooted[MIN (graph->routine[node], n_routines)] += wait.time;
      sum += wait.time;
    }
  best = find_most (rooted, n_routines + 1);
  return sum > MOST_ROOTED * all && best < n_routines ? best : REFRAIN_NONE;
}

/* Where cores are shared a cause saves this share of the run; or this of what that leaves. */
#define CLEAR_SHARE 0.05
#define CLEAR_REST  0.2
/* A run that is no more than this share of its trace, all else being start-up, has no cause that
 * matters. */
#define SHORT_RUN 0.001
/* Where nothing is found it is told what is waited for if that is this share of the run. */
#define MUCH_WAITING 0.05
/* An interval that begins below this share of what is saved says nothing. */
#define UNCERTAIN 0.1
/* A run that is ended at once may be so by chance. */
#define HANG_CONFIDENCE 0.4
/* What saves so much of a run whose cores are shared is told though that may be less. */
#define MUCH 0.15
/* What it saves alone is told where it differs by this share of what it saves. */
#define NOT_ALONE 0.1
/* An interval is clear that begins at this share of what is saved. */
#define HIGH 0.5
/* Of what cores that are shared may do by chance. */
#define CHANCE_CONFIDENCE 0.4

struct _RefrainFindings
{
  GObject parent_instance;

  RefrainWaits *waits;
  RefrainIterations *iterations;
  GArray *findings; /* of RefrainFinding */
  GPtrArray *ops;   /* of RefrainOpSet, likewise */
  RefrainTime run;
  guint n_processes;
  char *waits_for;  /* where nothing is found */
  char *rest;       /* what else takes much, or NULL */
  RefrainTime once; /* ... in a call that is made once: so much; or 0 */
  char *in_vain;    /* uneven work whose sharing saves nothing, or NULL */
  char *end;        /* where processes were when the record ended, if that tells anything */
  char *too_short;  /* ... nothing is looked for, or NULL */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainFindings, refrain_findings)

REFRAIN_DEFINE_CLEAR (finding_clear, RefrainFinding, g_free (x->sentence);
                      g_array_unref (x->processes);
                      g_clear_pointer (&x->iterations, g_array_unref))

static void
refrain_findings_finalize (RefrainFindings *self)
{
  g_array_unref (self->findings);
  g_ptr_array_unref (self->ops);
  refrain_free (self->waits_for, self->rest, self->in_vain, self->end, self->too_short);
  refrain_clear_objects (&self->waits, &self->iterations);
}

static void
refrain_findings_init (RefrainFindings *self)
{
  self->findings = g_array_new (FALSE, FALSE, sizeof (RefrainFinding));
  g_array_set_clear_func (self->findings, finding_clear);
  self->ops = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_op_set_unref);
}

/* ---- What is told --------------------------------------------------------------------------- */

static RefrainTime
to_time (const RefrainFindingChoice *choice, double ticks)
{
  const double time = refrain_run_graph_to_time (choice->graph, MAX (ticks, 0));

  return time < (double) REFRAIN_TIME_LIMIT ? (RefrainTime) time : REFRAIN_TIME_LIMIT;
}

/* Where it is, and in which iterations: what is changed by a part of what the most changed is. */
static void
set_places (RefrainFindings *self,
            const RefrainFindingChoice *choice,
            RefrainFinding *finding,
            const double *changes,
            double least)
{
  const RefrainRunGraph *graph = choice->graph;
  const guint32 n = refrain_iterations_get_n (self->iterations);
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
  most_each = refrain_finding_find_most (each, n);
  if (most_each <= each[n])
    return;
  finding->iterations = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    if (each[i] > REFRAIN_FINDING_MEANT * most_each)
      g_array_append_val (finding->iterations, i);
  if (finding->iterations->len == n)
    g_clear_pointer (&finding->iterations, g_array_unref);
}

/* "45", "4.2": per cent, of ticks. Free with g_free(). */
static char *
format_share (const RefrainFindingChoice *choice, double ticks)
{
  const double share = 100 * ticks / choice->T;

  return g_strdup_printf (share >= 10 ? "%.0f" : "%.2g", share);
}

/* " (40 to 49 %)" */
static void
add_interval (const RefrainFindingChoice *choice,
              const RefrainFindingChosen *chosen,
              GString *sentence)
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
make_sentence (const RefrainFindingChoice *choice, const RefrainFindingChosen *chosen, guint32 root)
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
  if (fabs (chosen->alone - chosen->gain) > NOT_ALONE * chosen->gain)
    {
      g_autofree char *alone = format_share (choice, MAX (chosen->alone, 0));

      g_string_append (sentence, ". ");
      if (chosen->alone < REFRAIN_FINDING_MIN_SHARE * choice->T)
        g_string_append (sentence,
                         _ ("That is on top of the above; alone it saves next to nothing"));
      else
        g_string_append_printf (
            sentence, _ ("That is on top of the above; alone it saves %s %% of the run"), alone);
    }
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
  if (choice->barrier != NULL && chosen == &g_array_index (choice->chosen, RefrainFindingChosen, 0))
    {
      g_autofree char *without = format_share (choice, choice->barrier_saves);

      g_string_append (sentence, ". ");
      g_string_append_printf (
          sentence, _ ("Omitting %s alone, if the program allows it, saves up to %s %% of the run"),
          refrain_run_graph_get_routine_name (choice->graph, choice->barrier->routine), without);
    }
  if (chosen->halved > REFRAIN_FINDING_MIN_SHARE * choice->T)
    {
      g_autofree char *halved = format_share (choice, chosen->halved);

      g_string_append (sentence, ". ");
      g_string_append_printf (sentence, _ ("Blocks half as large save %s %% of the run"), halved);
    }
  return g_string_free (g_steal_pointer (&sentence), FALSE);
}

/* 1 where they agree. */
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

/* Whether it may be a matter of chance where processes share cores: who shares its core is slow,
 * and evenly over the run; and a message is under way for as long as nobody takes it. */
static gboolean
is_doubtful (const RefrainFindingChoice *choice, const RefrainFindingChosen *chosen)
{
  const RefrainFindingKind kind = chosen->suspect->kind;

  return kind == REFRAIN_FINDING_LOST_OVERLAP || kind == REFRAIN_FINDING_LATE_SENDER
         || chosen->suspect->by_times
         || (kind != REFRAIN_FINDING_SHARED_CORES && chosen->gain < CLEAR_SHARE * choice->T);
}

/* 0 to 1 */
static double
find_confidence (RefrainWaits *waits,
                 const RefrainFindingChoice *choice,
                 const RefrainFindingChosen *chosen)
{
  const double sure
      = measure_clocks (waits) * CLAMP (chosen->certain / MAX (chosen->gain, 1), 0, 1);
  gboolean crowded = FALSE;

  return refrain_trace_knows_cores (choice->graph->trace, &crowded) && crowded
                 && is_doubtful (choice, chosen)
             ? MIN (sure, CHANCE_CONFIDENCE)
             : sure;
}

static void
tell (RefrainFindings *self,
      const RefrainFindingChoice *choice,
      const RefrainFindingChosen *chosen,
      double waiting)
{
  const RefrainSuspect *suspect = chosen->suspect;
  g_autofree double *changes = refrain_finding_list_changes (choice->graph, suspect->scenario);
  RefrainFinding finding = { .kind = suspect->kind,
                             .saves = to_time (choice, chosen->gain),
                             .share = chosen->gain / choice->T,
                             .alone = to_time (choice, chosen->alone),
                             .low = to_time (choice, chosen->low),
                             .high = to_time (choice, chosen->high),
                             .waiting = to_time (choice, waiting),
                             .routine = suspect->routine };
  guint32 root = REFRAIN_NONE;
  double most;

  if (suspect->is_alone && suspect->processes->len == 1)
    root = finding_find_root (choice->graph, g_array_index (suspect->processes, guint32, 0));
  if (root != REFRAIN_NONE)
    finding.kind = REFRAIN_FINDING_SLOW_ROOT;
  finding.confidence = find_confidence (self->waits, choice, chosen);
  if (chosen->halved > 0)
    finding.low = MIN (finding.low, to_time (choice, chosen->halved));
  finding.sentence = make_sentence (choice, chosen, root);
  finding.processes = g_array_copy (suspect->processes);
  /* All are meant that do anything: threads of a process follow each other. */
  for (guint l = 0; l < choice->graph->n_lines && suspect->processes->len == 0; l++)
    if (l == 0 || choice->graph->lines[l].process != choice->graph->lines[l - 1].process)
      g_array_append_val (finding.processes, choice->graph->lines[l].process);
  most = refrain_finding_find_most (changes, choice->graph->n);
  set_places (self, choice, &finding, changes, REFRAIN_FINDING_MEANT * most);
  g_ptr_array_add (self->ops, refrain_finding_list_ops (choice->graph, suspect->scenario,
                                                        REFRAIN_FINDING_MEANT * most));
  g_array_append_val (self->findings, finding);
}

/* What comes of no replay: the run never went on. */
static void
tell_hang (RefrainFindings *self, const RefrainFindingChoice *choice)
{
  RefrainFinding finding = { .kind = REFRAIN_FINDING_HANG,
                             .processes = g_array_new (FALSE, FALSE, sizeof (guint32)),
                             .routine = REFRAIN_NONE,
                             .op = REFRAIN_NONE,
                             .confidence = HANG_CONFIDENCE };
  g_autofree char *aborted = NULL;

  finding.sentence
      = refrain_finding_describe_hang (choice->graph->trace, finding.processes, &finding.routine);
  if (finding.sentence == NULL)
    {
      g_array_unref (finding.processes);
      aborted = refrain_trace_describe_abort (choice->graph->trace);
      if (aborted == NULL)
        self->end = refrain_finding_describe_end (choice->graph->trace);
      return;
    }
  finding.end = choice->graph->start + to_time (choice, choice->T);
  finding.start = finding.end - (finding.end - choice->graph->start) / 20;
  finding.process = g_array_index (finding.processes, guint32, 0);
  g_ptr_array_add (self->ops, refrain_op_set_new (choice->graph->trace));
  g_array_append_val (self->findings, finding);
}

/* What may save nothing is not, but for what the others stand on: where processes share cores, what
 * each of them takes is a matter of chance, and only a clear cause is. */
static gboolean
is_worth_a_line (const RefrainFindingChoice *choice, const RefrainFindingChosen *chosen)
{
  gboolean shared = FALSE;
  double clear = CLEAR_SHARE * choice->T;

  for (guint i = 0; i < choice->chosen->len; i++)
    {
      const RefrainFindingChosen *other = &g_array_index (choice->chosen, RefrainFindingChosen, i);

      if (other->suspect->kind != REFRAIN_FINDING_SHARED_CORES)
        continue;
      shared = TRUE;
      clear = MIN (clear, CLEAR_REST * (choice->T - other->gain));
    }
  if (chosen->suspect->kind == REFRAIN_FINDING_SHARED_CORES)
    return TRUE;
  if (shared && (chosen->suspect->kind != REFRAIN_FINDING_CHAIN || chosen->suspect->by_times)
      && (chosen->gain < clear
          || chosen->low < (chosen->gain < MUCH * choice->T ? HIGH : UNCERTAIN) * chosen->gain))
    return FALSE;
  return chosen->suspect->words == REFRAIN_GAIN_UP_TO
             ? chosen->low > REFRAIN_FINDING_MIN_SHARE * choice->T
             : chosen->low > 0;
}

/* How sure it is, and what else takes much: neither needs the other. */
typedef struct
{
  RefrainFindings *self;
  RefrainFindingChoice *choice;
  RefrainTime *waited; /* with so many of those that were chosen */
  gboolean done[2];
} Replays;

static void
run_replays (gsize item, gpointer data)
{
  Replays *replays = data;
  RefrainFindings *self = replays->self;
  RefrainFindingChoice *choice = replays->choice;

  if (item == 0)
    replays->done[item] = refrain_finding_measure_certainty (choice, replays->waited);
  else
    replays->done[item]
        = self->too_short != NULL
          || refrain_finding_describe_rest (
              choice->graph, refrain_finding_get_base (choice, choice->chosen->len),
              refrain_finding_get_gained (choice), refrain_waits_get_share (self->waits),
              &self->rest, &self->once, choice->cancellable);
}

/* Whether what is told is about computing: then uneven work that is none of it says nothing. */
static gboolean
tells_work (RefrainFindings *self)
{
  for (guint i = 0; i < self->findings->len; i++)
    {
      const RefrainFindingKind kind = g_array_index (self->findings, RefrainFinding, i).kind;

      if (kind != REFRAIN_FINDING_CHAIN && kind != REFRAIN_FINDING_SHARED_CORES)
        return TRUE;
    }
  return FALSE;
}

/* A pipeline in which one stage is slow: that the others wait for it is not what filling and
 * draining cost, half of which blocks half as large save. */
static void
bound_pipelines (RefrainFindingChoice *choice)
{
  gboolean slow = FALSE;

  for (guint i = 0; i < choice->chosen->len; i++)
    {
      const RefrainFindingChosen *chosen = &g_array_index (choice->chosen, RefrainFindingChosen, i);
      const RefrainFindingKind kind = chosen->suspect->kind;

      slow |= (kind == REFRAIN_FINDING_SLOW_PROCESS || kind == REFRAIN_FINDING_SLOW_GROUP)
              && is_worth_a_line (choice, chosen);
    }
  for (guint i = 0; i < choice->chosen->len && slow; i++)
    {
      RefrainFindingChosen *chosen = &g_array_index (choice->chosen, RefrainFindingChosen, i);

      if (chosen->halved <= 0 || chosen->gain <= 2 * chosen->halved)
        continue;
      chosen->low *= 2 * chosen->halved / chosen->gain;
      chosen->gain = 2 * chosen->halved;
    }
}

/* Nothing is told of what was chosen before: it saves what it does alone, if that is enough. */
static gboolean
forget_others (const RefrainFindingChoice *choice, RefrainFindingChosen *chosen)
{
  const double part = CLAMP (chosen->alone / MAX (chosen->gain, 1), 0, 1);

  chosen->gain *= part;
  chosen->low *= part;
  chosen->high *= part;
  chosen->certain *= part;
  chosen->alone = chosen->gain;
  return chosen->gain >= REFRAIN_FINDING_MIN_SHARE * choice->T;
}

/* FALSE when cancelled. */
static gboolean
tell_all (RefrainFindings *self, RefrainFindingChoice *choice)
{
  const guint n = choice->chosen->len;
  guint n_before;
  g_autofree RefrainTime *waited = g_new (RefrainTime, n + 1);
  Replays replays = { self, choice, waited, { FALSE } };

  if (!refrain_parallel_run (G_N_ELEMENTS (replays.done), run_replays, &replays,
                             choice->cancellable)
      || !replays.done[0] || !replays.done[1])
    return FALSE;
  tell_hang (self, choice);
  n_before = self->findings->len;
  bound_pipelines (choice);
  for (guint i = 0; i < n; i++)
    {
      RefrainFindingChosen *chosen = &g_array_index (choice->chosen, RefrainFindingChosen, i);

      if (is_worth_a_line (choice, chosen)
          && (i == 0 || self->findings->len > n_before || forget_others (choice, chosen)))
        tell (self, choice, chosen, MAX ((double) (waited[i] - waited[i + 1]), 0));
    }
  if (self->findings->len == 0
      && (double) waited[0] > MUCH_WAITING * choice->T * MAX (choice->graph->n_lines, 1))
    self->waits_for = finding_describe_waits (choice->graph);
  if (choice->in_vain != NULL && !tells_work (self))
    self->in_vain
        = g_strdup_printf (_ ("%s. Shared evenly, the run would not be shorter: most of it waits "
                              "for what others compute first"),
                           choice->in_vain->sentence);
  return TRUE;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* "The run between …": where it is next to nothing of the trace; else NULL. */
static char *
describe_short (RefrainTrace *trace, RefrainTime run)
{
  const double share
      = (double) run
        / MAX ((double) (refrain_trace_get_end (trace) - refrain_trace_get_start (trace)), 1);
  g_autofree char *time = refrain_time_format (run, 3);

  return share < SHORT_RUN
             ? g_strdup_printf (_ ("The run between MPI_Init and MPI_Finalize takes %s, %.2g %% of "
                                   "the trace: too little for a cause to matter"),
                                time, 100 * share)
             : NULL;
}

REFRAIN_DEFINE_CLEAR (chosen_clear, RefrainFindingChosen, refrain_scenario_free (x->scenario))

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
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (RefrainFindingChosen));
  RefrainFindingChoice choice;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (iterations), NULL);

  g_array_set_clear_func (chosen, chosen_clear);
  self = g_object_new (REFRAIN_TYPE_FINDINGS, NULL);
  self->waits = g_object_ref (waits);
  self->iterations = g_object_ref (iterations);
  self->n_processes = refrain_trace_get_n_processes (refrain_waits_get_trace (waits));
  graph = refrain_run_graph_new (waits, iterations, cancellable, error);
  if (graph == NULL)
    return NULL;
  choice = (RefrainFindingChoice){ .graph = graph,
                                   .suspects = suspects,
                                   .chosen = chosen,
                                   .T = (double) graph->length,
                                   .cancellable = cancellable };
  self->run = to_time (&choice, choice.T);
  if (graph->n_lines >= 2)
    self->too_short = describe_short (graph->trace, self->run);
  if ((graph->n_lines < 2 || graph->length == 0 || self->too_short != NULL
       || (refrain_suspects_find (graph, iterations, suspects, cancellable)
           && refrain_finding_choose (&choice)))
      && tell_all (self, &choice))
    return g_steal_pointer (&self);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

REFRAIN_ARRAY_GETTER (RefrainFindings, refrain_findings, RefrainFinding, gsize, get, self->findings)

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
          ? _ ("No single cause of waiting is found: processes wait for %.1f %% of the run, and "
               "without any one process, routine or order of calls it would be less than %.0f %% "
               "shorter")
          : _ ("Nothing to change is found: processes wait for %.1f %% of the run, and without any "
               "one process, routine or order of calls it would be less than %.0f %% shorter"),
      100 * refrain_waits_get_share (self->waits), 100 * REFRAIN_FINDING_MIN_SHARE);
  return self->waits_for != NULL ? g_strdup_printf ("%s. %s", why, self->waits_for)
                                 : g_steal_pointer (&why);
}

REFRAIN_GETTER (RefrainFindings, refrain_findings, const char *, get_rest, self->rest)
REFRAIN_GETTER (RefrainFindings,
                refrain_findings,
                gboolean,
                rest_leads,
                self->once > (self->findings->len > 0
                                  ? g_array_index (self->findings, RefrainFinding, 0).saves
                                  : 0))
REFRAIN_GETTER (RefrainFindings, refrain_findings, const char *, get_in_vain, self->in_vain)
REFRAIN_GETTER (RefrainFindings, refrain_findings, const char *, get_end, self->end)
REFRAIN_GETTER (
    RefrainFindings, refrain_findings, RefrainIterations *, get_iterations, self->iterations)
