/* refrain-suspect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all suspects share: what is more than usual, which of them are one cause, and the words for
 * where it is. The kinds are in refrain-suspect-work.c, -calls.c and -chain.c.
 */
#include "refrain-suspect.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-time-format.h"
#include "refrain-trend.h"

/* What takes away less than this share of the run is no suspect: it cannot save more. */
#define LEAST 0.005
/* One cause in several places is said with more words. */
#define JOINED 1.05
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

void
refrain_suspect_free (RefrainSuspect *self)
{
  refrain_scenario_free (self->scenario);
  refrain_scenario_free (self->halved);
  g_array_unref (self->processes);
  g_free (self->sentence);
  g_free (self->turns);
  g_free (self);
}

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

/* Whether both tell of the same processes that they compute for longer than the others: usually,
 * more and more, or in the same iterations. */
static gboolean
are_of_same (const RefrainSuspect *a, const RefrainSuspect *b)
{
  return a->kind == b->kind
         && (a->kind == REFRAIN_FINDING_SLOW_PROCESS || a->kind == REFRAIN_FINDING_SLOW_GROUP
             || (a->turns != NULL && b->turns != NULL
                 && (a->kind == REFRAIN_FINDING_TREND || g_str_equal (a->turns, b->turns))))
         && a->processes->len == b->processes->len
         && refrain_is_same (a->processes->data, b->processes->data,
                             a->processes->len * sizeof (guint32));
}

/* Whether what is taken away from each of the lines of @suspect is what they compute more in all.
 */
static gboolean
is_surplus (const RefrainSuspectSearch *self, const RefrainSuspect *suspect)
{
  const RefrainRunGraph *graph = self->graph;
  g_autofree gboolean *meant = g_new0 (gboolean, graph->n_lines + 1);

  for (guint i = 0; i < suspect->scenario->segs->len; i++)
    meant[graph->line
              [graph->seg_node[g_array_index (suspect->scenario->segs, RefrainSegChange, i).seg]]]
        = TRUE;
  return refrain_suspect_find_surplus (graph, meant, self->load) * suspect->processes->len
         >= REFRAIN_LONELY_SURPLUS * (double) refrain_scenario_get_bound (suspect->scenario, graph);
}

/* All of the first @n suspects that are of the same processes as @first and not told of yet, as
 * one. */
static void
join_places (RefrainSuspectSearch *self, guint first, guint n, gboolean *told)
{
  const RefrainSuspect *most = self->suspects->pdata[first];
  RefrainTime bound = refrain_scenario_get_bound (most->scenario, self->graph);
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (guint));
  RefrainSuspect *all;

  for (guint i = first + 1; i < n; i++)
    if (!told[i] && are_of_same (self->suspects->pdata[first], self->suspects->pdata[i]))
      {
        const RefrainSuspect *other = self->suspects->pdata[i];
        const RefrainTime own = refrain_scenario_get_bound (other->scenario, self->graph);

        g_array_append_val (others, i);
        told[i] = TRUE;
        if (own > bound)
          {
            most = other;
            bound = own;
          }
      }
  if (others->len == 0)
    return;
  all = refrain_suspect_new (most->kind, most->weight * JOINED);
  all->routine = most->routine;
  all->is_group = most->is_group;
  all->is_alone = most->is_alone;
  all->trends = most->trends;
  g_array_append_vals (all->processes, most->processes->data, most->processes->len);
  all->sentence = g_strdup_printf (
      ngettext ("%s; likewise in %u other place", "%s; likewise in %u other places", others->len),
      most->sentence, others->len);
  g_array_append_val (others, first);
  for (guint i = 0; i < others->len; i++)
    {
      const RefrainSuspect *other = self->suspects->pdata[g_array_index (others, guint, i)];

      g_array_append_vals (all->scenario->segs, other->scenario->segs->data,
                           other->scenario->segs->len);
    }
  refrain_scenario_close (all->scenario);
  if (is_surplus (self, all))
    refrain_suspect_search_add (self, all);
  else
    refrain_suspect_free (all);
}

void
refrain_suspects_join (RefrainSuspectSearch *self)
{
  const guint n = self->suspects->len;
  g_autofree gboolean *told = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    if (!told[i])
      join_places (self, i, n, told);
}

gboolean
refrain_suspect_sends_to (const RefrainRunGraph *graph, guint32 node, guint32 process)
{
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (graph->trace, refrain_run_graph_get_process (graph, node)));

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[graph->op[node] + i])
        && (process == REFRAIN_NONE || ops->peer[graph->op[node] + i] == (gint32) process))
      return TRUE;
  return FALSE;
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
      if (n_unlike <= MOST_NAMED)
        g_string_append_printf (list, "%s%u", n_unlike > 1 ? ", " : "", process);
    }
  g_array_set_size (processes, n_unlike);
  /* Of threads, there may be others. */
  if (n_unlike > 1 && n_unlike == graph->n_processes && n >= graph->n_lines)
    return g_strdup_printf (_ ("All %u processes"), n_unlike);
  if (n_unlike == 1)
    return g_strdup_printf (_ ("Process %s"), list->str);
  return n_unlike <= MOST_NAMED ? g_strdup_printf (_ ("Processes %s"), list->str)
                                : g_strdup_printf (_ ("%u processes (%s, …)"), n_unlike, list->str);
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

/* What each line computes, in all and in each routine that calls MPI. */
static void
measure_load (RefrainSuspectSearch *search)
{
  const RefrainRunGraph *graph = search->graph;
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  guint32 n_glue = 0;

  search->load = g_new0 (double, graph->n_lines + 1);
  search->served = g_new0 (gboolean, graph->n_lines + 1);
  for (guint32 t = 0; t < graph->n_turns; t++)
    search->served[graph->line[graph->turns[t].send]] = TRUE;
  search->glue = g_new0 (guint32, n_routines + 1);
  for (guint k = 0; k < graph->n_keys; k++)
    {
      const RefrainRunKey *key = &graph->keys[k];

      if (key->routine != REFRAIN_NONE && !refrain_run_key_is_routine (key)
          && search->glue[key->routine] == 0)
        search->glue[key->routine] = ++n_glue;
    }
  search->glue_load = g_new0 (double, (gsize) n_glue * graph->n_lines + 1);
  for (guint32 i = 0; i < graph->n_segs; i++)
    {
      const guint32 line = graph->line[graph->seg_node[i]];
      const guint32 routine = graph->keys[graph->seg_key[i]].routine;

      search->load[line] += (double) graph->seg_time[i];
      if (routine != REFRAIN_NONE && search->glue[routine] > 0)
        search->glue_load[(gsize) (search->glue[routine] - 1) * graph->n_lines + line]
            += (double) graph->seg_time[i];
    }
}

gboolean
refrain_suspects_find (const RefrainRunGraph *graph,
                       RefrainIterations *iterations,
                       GPtrArray *suspects,
                       GCancellable *cancellable)
{
  RefrainSuspectSearch search = { .graph = graph,
                                  .n_iterations = refrain_iterations_get_n (iterations),
                                  .suspects = suspects,
                                  .cancellable = cancellable };
  gboolean done;

  measure_load (&search);
  done = refrain_suspects_find_stalls (&search) && refrain_suspects_find_calls (&search)
         && refrain_suspects_find_roots (&search) && refrain_suspects_find_serial (&search)
         && refrain_suspects_find_work (&search) && refrain_suspects_find_sweep (&search);
  refrain_suspects_join (&search);
  g_free (search.load);
  g_free (search.served);
  g_free (search.glue);
  g_free (search.glue_load);
  return done;
}
