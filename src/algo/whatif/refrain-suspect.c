/* refrain-suspect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all suspects share: what is more than usual, and the words for where it is.
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
                             g_free (x->sentence);
                             g_free (x->who);
                             g_free (x->turns);
                             g_free (x->part))

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
