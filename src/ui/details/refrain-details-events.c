/* refrain-details-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-details-events.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

/* More patterns are not listed. */
#define MAX_PATTERNS 100

struct _RefrainEventCounts
{
  guint64 events;
  guint64 in_none; /* of them that belong to no pattern */
  guint processes;
  RefrainPatternSet *set; /* or NULL */
  guint64 *of_pattern;    /* as many as the set has */
};

void
refrain_event_counts_free (RefrainEventCounts *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->set);
  g_free (self->of_pattern);
  g_free (self);
}

static void
count_op (RefrainEventCounts *self, guint process, gsize op)
{
  RefrainPatternEvent event;

  self->events++;
  if (self->set != NULL && refrain_pattern_set_find_occurrence (self->set, process, op, &event))
    self->of_pattern[event.pattern]++;
  else
    self->in_none++;
}

RefrainEventCounts *
refrain_event_counts_new (RefrainTrace *trace,
                          const RefrainOpSet *chosen,
                          RefrainPatternSet *set,
                          GCancellable *cancellable)
{
  g_autoptr (RefrainEventCounts) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (chosen != NULL, NULL);

  self = g_new0 (RefrainEventCounts, 1);
  g_set_object (&self->set, set);
  if (set != NULL)
    self->of_pattern = g_new0 (guint64, MAX (refrain_pattern_set_get_n_patterns (set), 1));
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
      const guint64 before = self->events;

      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      for (gsize op = refrain_op_set_find_next (chosen, p, 0, n); op < n;
           op = refrain_op_set_find_next (chosen, p, op + 1, n))
        count_op (self, p, op);
      self->processes += self->events > before;
    }
  return g_steal_pointer (&self);
}

/* ---- As a list ---- */

static int
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *of_pattern = data;
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (of_pattern[x] != of_pattern[y])
    return of_pattern[x] > of_pattern[y] ? -1 : 1;
  return (x > y) - (x < y);
}

static void
append (GListStore *list, RefrainDetail *detail)
{
  g_list_store_append (list, detail);
  g_object_unref (detail);
}

static void
append_count (GListStore *list, const char *label, guint64 count)
{
  g_autofree char *text = refrain_count_format (count);

  append (list, refrain_detail_new (REFRAIN_DETAIL_VALUE, label, text, NULL));
}

static void
append_patterns (GListStore *list, const RefrainEventCounts *counts)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (counts->set); i++)
    if (counts->of_pattern[i] > 0)
      g_array_append_val (order, i);
  if (order->len == 0)
    return;
  g_array_sort_with_data (order, compare_counts, counts->of_pattern);
  append (list, refrain_detail_new (REFRAIN_DETAIL_HEADER, _ ("In Patterns"), NULL, NULL));
  for (guint i = 0; i < MIN (order->len, MAX_PATTERNS); i++)
    {
      const guint32 index = g_array_index (order, guint32, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (counts->set, index);
      g_autofree char *text = refrain_count_format (counts->of_pattern[index]);

      append (list, refrain_detail_new_for_pattern (refrain_pattern_get_name (pattern), text,
                                                    refrain_pattern_get_id (pattern)));
    }
  if (counts->in_none > 0)
    append_count (list, _ ("In none"), counts->in_none);
}

GListModel *
refrain_details_new_for_events (const RefrainEventCounts *counts)
{
  GListStore *list;

  g_return_val_if_fail (counts != NULL, NULL);

  list = g_list_store_new (REFRAIN_TYPE_DETAIL);
  append (list, refrain_detail_new (REFRAIN_DETAIL_TITLE, _ ("Selected Events"), NULL, NULL));
  append_count (list, _ ("Events"), counts->events);
  append_count (list, _ ("Processes"), counts->processes);
  if (counts->set != NULL)
    append_patterns (list, counts);
  return G_LIST_MODEL (list);
}
