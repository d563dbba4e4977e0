/* refrain-suspects.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search: all kinds of suspects, one after the other (refrain-suspect-*.c), and which of them
 * are one cause.
 */
#include "refrain-free.h"
#include "refrain-suspect.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-finding-choice.h"
#include "refrain-finding-iterations.h"
#include "refrain-parallel.h"

/* One cause in several places is said with more words. */
#define JOINED 1.05

/* Whether both tell of the same processes that they compute for longer than the others at a place:
 * usually, more and more, or in the same iterations. */
static gboolean
are_of_same (const RefrainSuspect *a, const RefrainSuspect *b)
{
  return a->kind == b->kind && a->key != REFRAIN_NONE && b->key != REFRAIN_NONE
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

/* Whether keys @a and @b are of computing in one place of the program: there may be several of it
 * in an iteration, and the first iteration begins behind what comes before all. */
static gboolean
is_same_place (const RefrainRunGraph *graph, guint32 a, guint32 b)
{
  const RefrainRunKey *x = &graph->keys[a], *y = &graph->keys[b];

  return x->routine == y->routine && x->after == y->after
         && (x->before == y->before || (x->before == REFRAIN_RUN_EDGE && y->nth == REFRAIN_NONE)
             || (y->before == REFRAIN_RUN_EDGE && x->nth == REFRAIN_NONE));
}

/* How many places of @list (of guint: suspects) there are besides that of @key. */
static guint
count_places (const RefrainSuspectSearch *self, const GArray *list, guint32 key)
{
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const RefrainSuspect *own = self->suspects->pdata[g_array_index (list, guint, i)];
      gboolean told = is_same_place (self->graph, own->key, key);

      for (guint k = 0; k < i && !told; k++)
        told = is_same_place (
            self->graph, own->key,
            ((const RefrainSuspect *) self->suspects->pdata[g_array_index (list, guint, k)])->key);
      n += !told;
    }
  return n;
}

/* "12 of 96 occurrences": how often the first process that is meant by @all computes at the place
 * of
 * @key, and how often that is changed. Free with g_free(). */
static char *
describe_times (const RefrainSuspectSearch *self, const RefrainSuspect *all, guint32 key)
{
  const RefrainRunGraph *graph = self->graph;
  const guint32 process = g_array_index (all->processes, guint32, 0);
  g_autofree RefrainTime *taken = g_new0 (RefrainTime, (gsize) graph->n_segs + 1);
  g_autofree gboolean *meant = g_new (gboolean, (gsize) graph->n_segs + 1);
  RefrainTime most = 0;
  guint32 n = 0, n_meant = 0;

  for (guint i = 0; i < all->scenario->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (all->scenario->segs, RefrainSegChange, i);

      taken[change->seg] = graph->seg_time[change->seg] - change->time;
      most = MAX (most, taken[change->seg]);
    }
  for (guint32 s = 0; s < graph->n_segs; s++)
    if (refrain_run_graph_get_process (graph, graph->seg_node[s]) == process
        && is_same_place (graph, graph->seg_key[s], key))
      {
        meant[n] = (double) taken[s] > REFRAIN_FINDING_MEANT * (double) most;
        n_meant += meant[n++];
      }
  return refrain_finding_describe_turns (n_meant, n, meant, FALSE);
}

/* What @all says: as @most, of how many times in one place, or of how many places. Free with
 * g_free(). */
static char *
describe_joined (const RefrainSuspectSearch *self,
                 const RefrainSuspect *all,
                 const RefrainSuspect *most,
                 const GArray *joined)
{
  const guint n = count_places (self, joined, most->key);
  g_autofree char *times = NULL, *turns = NULL;

  if (n > 0)
    return g_strdup_printf (
        ngettext ("%s; likewise in %u other place", "%s; likewise in %u other places", n),
        most->sentence, n);
  if (most->who != NULL)
    {
      double each = 0, more = 0;

      for (guint i = 0; i < joined->len; i++)
        {
          const RefrainSuspect *own = self->suspects->pdata[g_array_index (joined, guint, i)];

          each += own->each;
          more += own->more;
        }
      return refrain_suspect_describe_part (self->graph, most->who, most->key, each, more);
    }
  if (most->turns != NULL)
    turns = g_strconcat (most->turns, most->part, NULL);
  if (turns == NULL || !g_str_has_suffix (most->sentence, turns))
    return g_strdup (most->sentence);
  times = describe_times (self, all, most->key);
  return g_strdup_printf ("%.*s%s", (int) (strlen (most->sentence) - strlen (turns)),
                          most->sentence, times);
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
  g_array_append_val (others, first);
  for (guint i = 0; i < others->len; i++)
    {
      const RefrainSuspect *other = self->suspects->pdata[g_array_index (others, guint, i)];

      g_array_append_vals (all->scenario->segs, other->scenario->segs->data,
                           other->scenario->segs->len);
    }
  refrain_scenario_close (all->scenario);
  all->sentence = describe_joined (self, all, most, others);
  if (is_surplus (self, all))
    refrain_suspect_search_add (self, all);
  else
    refrain_suspect_free (all);
}

/* Adds what the same processes are slow in as one suspect: one cause, one line. */
static void
join_suspects (RefrainSuspectSearch *self)
{
  const guint n = self->suspects->len;
  g_autofree gboolean *told = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    if (!told[i])
      join_places (self, i, n, told);
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

/* Kinds of suspects, in the order in which they stand; none needs what another finds. */
static gboolean (*const kinds[]) (RefrainSuspectSearch *search)
    = { refrain_suspects_find_stalls, refrain_suspects_find_calls, refrain_suspects_find_roots,
        refrain_suspects_find_serial, refrain_suspects_find_load,  refrain_suspects_find_work,
        refrain_suspects_find_sweep };

typedef struct
{
  RefrainSuspectSearch search;
  gboolean done;
} Kind;

/* The last ones take longest: they begin. */
static void
find_kind (gsize item, gpointer data)
{
  const gsize k = G_N_ELEMENTS (kinds) - 1 - item;
  Kind *kind = (Kind *) data + k;

  kind->done = kinds[k](&kind->search);
}

/* FALSE when cancelled. */
static gboolean
find_all (RefrainSuspectSearch *self)
{
  Kind found[G_N_ELEMENTS (kinds)];
  gboolean done;

  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      found[k] = (Kind){ *self, FALSE };
      found[k].search.suspects
          = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_suspect_free);
    }
  done = refrain_parallel_run (G_N_ELEMENTS (kinds), find_kind, found, self->cancellable);
  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      done = done && found[k].done;
      g_ptr_array_extend_and_steal (self->suspects, found[k].search.suspects);
    }
  return done;
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
  done = find_all (&search);
  join_suspects (&search);
  refrain_free (search.load, search.served, search.glue, search.glue_load);
  return done;
}
