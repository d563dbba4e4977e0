/* refrain-suspect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all suspects share: what is more than usual, and the words for where it is; and the ones
 * that need least beyond that, roots that change.
 */
#include "refrain-suspect.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-time-format.h"
#include "refrain-trend.h"

/* What takes away less than this share of the run is no suspect: it cannot save more. */
#define LEAST 0.005
/* So many are named. */
#define MOST_NAMED 6

RefrainSuspect *
refrain_suspect_new (RefrainFindingKind kind, double weight)
{
  RefrainSuspect *self = g_new0 (RefrainSuspect, 1);

  self->kind = kind;
  self->weight = weight;
  self->scenario = refrain_scenario_new ();
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->routine = self->key = REFRAIN_NONE;
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_suspect_free,
                             RefrainSuspect,
                             refrain_scenario_free (x->scenario);
                             refrain_scenario_free (x->halved);
                             g_array_unref (x->processes);
                             refrain_free (x->sentence, x->who, x->turns, x->part))

void
refrain_suspect_search_add (RefrainSuspectSearch *self, RefrainSuspect *suspect)
{
  refrain_scenario_close (suspect->scenario);
  if ((double) refrain_scenario_get_bound (suspect->scenario, self->graph)
      < LEAST * (double) self->graph->length)
    refrain_suspect_free (suspect);
  else
    g_ptr_array_add (self->suspects, suspect);
}

double
refrain_suspect_find_surplus (const RefrainRunGraph *graph,
                              const gboolean *meant,
                              const double *load)
{
  const guint n_lines = graph->n_lines;
  g_autofree double *others = g_new (double, n_lines + 1);
  double sum = 0;
  gsize n = 0, n_others = 0;

  for (guint l = 0; l < n_lines; l++)
    if (meant[l])
      {
        sum += load[l];
        n++;
      }
    else
      others[n_others++] = load[l];
  return sum / (double) MAX (n, 1) - (n_others > 0 ? refrain_trend_median (others, n_others) : 0);
}

void
refrain_suspect_append_processes (GString *text, const GArray *processes)
{
  for (guint i = 0; i < MIN (processes->len, MOST_NAMED); i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", g_array_index (processes, guint32, i));
  if (processes->len > MOST_NAMED)
    g_string_append (text, ", …");
}

char *
refrain_suspect_describe_lines (const RefrainRunGraph *graph,
                                const guint32 *lines,
                                gsize n,
                                GArray *processes)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n_unlike = 0;

  for (gsize i = 0; i < n; i++)
    g_array_append_val (processes, graph->lines[lines[i]].process);
  g_array_sort (processes, refrain_compare_uint32);
  for (guint i = 0; i < processes->len; i++)
    {
      const guint32 process = g_array_index (processes, guint32, i);

      if (n_unlike > 0 && process == g_array_index (processes, guint32, n_unlike - 1))
        continue;
      g_array_index (processes, guint32, n_unlike++) = process;
    }
  g_array_set_size (processes, n_unlike);
  refrain_suspect_append_processes (list, processes);
  /* Of threads, there may be others. */
  if (n_unlike > 1 && n_unlike == graph->n_processes && n >= graph->n_lines)
    return g_strdup_printf (_ ("All %u processes"), n_unlike);
  if (n_unlike == 1)
    return g_strdup_printf (_ ("Process %s"), list->str);
  return n_unlike <= MOST_NAMED ? g_strdup_printf (_ ("Processes %s"), list->str)
                                : g_strdup_printf (_ ("%u processes (%s)"), n_unlike, list->str);
}

char *
refrain_suspect_describe_place (const RefrainRunGraph *graph, guint32 key)
{
  const RefrainRunKey *own = &graph->keys[key];
  const char *routine = refrain_run_graph_get_routine_name (graph, own->routine);
  const char *before = refrain_run_graph_get_routine_name (graph, own->before);
  const char *after = refrain_run_graph_get_routine_name (graph, own->after);
  g_autofree char *where = NULL;

  if (refrain_run_key_is_routine (own))
    return g_strdup_printf (_ ("in %s"), routine);
  if (after == NULL)
    where = own->after == REFRAIN_RUN_EDGE ? g_strdup (_ ("at the end"))
                                           : g_strdup (_ ("between operations"));
  else if (before == NULL || own->before == own->after)
    where = g_strdup_printf (_ ("before %s"), after);
  else
    where = g_strdup_printf (_ ("between %s and %s"), before, after);
  return routine != NULL ? g_strdup_printf (_ ("in %s %s"), routine, where)
                         : g_steal_pointer (&where);
}

char *
refrain_suspect_describe_part (
    const RefrainRunGraph *graph, const char *who, guint32 key, double each, double more)
{
  g_autofree char *place = refrain_suspect_describe_place (graph, key);
  g_autofree char *time = refrain_suspect_format (graph, each);
  g_autofree char *surplus = refrain_suspect_format (graph, more);

  return g_strdup_printf (_ ("%s alone compute %s, %s each, and %s more than the others in total"),
                          who, place, time, surplus);
}

char *
refrain_suspect_format (const RefrainRunGraph *graph, double ticks)
{
  const double time = refrain_run_graph_to_time (graph, ticks);

  return refrain_time_format (
      time < (double) REFRAIN_TIME_LIMIT ? (RefrainTime) time : REFRAIN_TIME_LIMIT, 3);
}

guint
refrain_suspect_list_lines (const RefrainRunGraph *graph, const double *flags, guint32 *lines)
{
  guint n = 0;

  for (guint l = 0; l < graph->n_lines; l++)
    if (flags[l] > 0)
      lines[n++] = l;
  return n;
}
/* ---- Roots that change ---- */

/* As the owners of columns in a factorisation: each of them computes something before its
 * collective, and the others wait for it. A process is no more at fault than another, and to speed
 * up one of them alone changes little. */

/* So many processes are the root, and so many of its calls are late. */
#define LEAST_ROOTS 3
#define MOSTLY      0.6
/* A root has so much more to compute than the members, as a share of what these have. */
#define MORE 0.2

typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  guint32 *first, *member; /* of each node: who waits for it in a collective; n + 1 */
} Roots;

/* Whether @node is the call of a root. */
static gboolean
is_root (const RefrainRunGraph *graph, guint32 node)
{
  const guint32 process = refrain_run_graph_get_process (graph, node);
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);

  for (guint32 i = graph->op[node]; i < graph->op[node] + graph->n_ops[node]; i++)
    if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->peer[i] == (gint32) process)
      return TRUE;
  return FALSE;
}

static void
roots_init (Roots *self, RefrainSuspectSearch *search)
{
  const RefrainRunGraph *graph = search->graph;

  *self = (Roots){ .search = search, .graph = graph };
  self->first = g_new0 (guint32, (gsize) graph->n + 2);
  self->member = g_new (guint32, (gsize) graph->first_dep[graph->n] + 1);
  for (guint32 d = 0; d < graph->first_dep[graph->n]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_COLLECTIVE)
      self->first[graph->dep[d] + 1]++;
  for (guint32 i = 0; i < graph->n; i++)
    self->first[i + 1] += self->first[i];
  for (guint32 i = 0; i < graph->n; i++)
    for (guint32 d = graph->first_dep[i]; d < graph->first_dep[i + 1]; d++)
      if (graph->dep_kind[d] == REFRAIN_RUN_COLLECTIVE)
        self->member[self->first[graph->dep[d]]++] = i;
  for (guint32 i = graph->n; i > 0; i--)
    self->first[i] = self->first[i - 1];
  self->first[0] = 0;
}

/* What half of those who wait for @root in a call as its own compute before it, at most; -1 where
 * there is none, as of collectives that were begun. */
static double
find_usual (const Roots *self, guint32 root)
{
  const RefrainRunGraph *graph = self->graph;
  const guint32 first = self->first[root], end = self->first[root + 1];
  g_autofree double *gaps = g_new (double, (gsize) (end - first) + 1);
  guint32 n = 0;

  for (guint32 i = first; i < end; i++)
    if (graph->routine[self->member[i]] == graph->routine[root])
      gaps[n++] = (double) graph->gap[self->member[i]];
  return n > 0 ? refrain_trend_median (gaps, n) : -1;
}

static void
suspect_routine (const Roots *self, guint32 routine)
{
  const RefrainRunGraph *graph = self->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_SLOW_ROOT, 1.0);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL, *time = NULL;
  guint32 n = 0, n_late = 0;
  double sum = 0;

  for (guint32 i = 0; i < graph->n; i++)
    {
      double usual, gap;

      if (graph->routine[i] != routine || self->first[i + 1] == self->first[i]
          || !is_root (graph, i))
        continue;
      usual = find_usual (self, i);
      gap = (double) graph->gap[i];
      n += usual >= 0;
      if (usual < 0 || gap <= (1 + MORE) * usual)
        continue;
      for (guint32 s = graph->first_seg[i]; s < graph->first_seg[i + 1]; s++)
        refrain_scenario_set_seg (suspect->scenario, s,
                                  (RefrainTime) ((double) graph->seg_time[s] * usual / gap));
      lines[graph->line[i]] += gap - usual;
      sum += gap - usual;
      n_late++;
    }
  who = refrain_suspect_describe_lines (
      graph, list, refrain_suspect_list_lines (graph, lines, list), suspect->processes);
  if (suspect->processes->len < LEAST_ROOTS || n_late < MOSTLY * n)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->routine = routine;
  time = refrain_suspect_format (graph, sum / n_late);
  suspect->sentence = g_strdup_printf (
      _ ("The root of %s computes %s more than the others, which wait for it, %u times; the root "
         "changes (%s)"),
      refrain_run_graph_get_routine_name (graph, routine), time, n_late, who);
  refrain_suspect_search_add (self->search, suspect);
}

gboolean
refrain_suspects_find_roots (RefrainSuspectSearch *search)
{
  const guint n_routines = refrain_trace_get_n_routines (search->graph->trace);
  g_autofree gboolean *has = g_new0 (gboolean, (gsize) n_routines + 1);
  Roots roots;

  roots_init (&roots, search);
  for (guint32 i = 0; i < search->graph->n; i++)
    if (search->graph->routine[i] < n_routines && roots.first[i + 1] > roots.first[i])
      has[search->graph->routine[i]] = TRUE;
  for (guint32 r = 0; r < n_routines && !g_cancellable_is_cancelled (search->cancellable); r++)
    if (has[r])
      suspect_routine (&roots, r);
  refrain_free (roots.first, roots.member);
  return !g_cancellable_is_cancelled (search->cancellable);
}
