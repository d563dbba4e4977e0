/* refrain-suspect-serial.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one process computes again and again while all others wait, as who hands out parts of the
 * work and puts the results together: what Amdahl calls serial. None computes the same, so that
 * none can be compared with it.
 */
#include "refrain-suspect.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-heap.h"

/* With fewer lines somebody computes alone whenever another waits. */
#define LEAST_LINES 3
/* So often, so many times what another line computes alone; so much of a piece is alone, and so
 * many of those that are alike are. */
#define LEAST_TIMES 3
#define MANY_TIMES  3
#define HALF        0.5
/* Said only where nothing simpler is. */
#define WEIGHT 1.4

/* A line begins to wait, or ends. */
typedef struct
{
  RefrainTime time;
  guint32 line;
  gint32 change;
} Change;

/* Only this line does not wait. */
typedef struct
{
  RefrainTime start, end;
  guint32 line;
} Alone;

/* What ends comes before what begins at the same time. */
#define CHANGE_BEFORE                                                                              \
  (x->time != y->time       ? x->time < y->time                                                    \
   : x->change != y->change ? x->change < y->change                                                \
                            : x->line < y->line)

REFRAIN_DEFINE_COMPARE (compare_alone, Alone, REFRAIN_RISING (line) ?: REFRAIN_RISING (start))

/* Where a line is when all are looked through in the order of time. */
typedef struct
{
  RefrainTime time;
  guint32 line;
  gint32 change;
  guint32 node; /* that waits then, or did */
} Cursor;

/* What happens next on the line of @cursor, from @node on. FALSE where nothing does. */
static gboolean
find_wait (const RefrainRunGraph *graph, Cursor *cursor, guint32 node)
{
  while (node < graph->lines[cursor->line].end && !refrain_run_graph_has_waited (graph, node))
    node++;
  if (node == graph->lines[cursor->line].end)
    return FALSE;
  cursor->node = node;
  cursor->time = graph->enter[node];
  cursor->change = 1;
  return TRUE;
}

static gboolean
go_on (const RefrainRunGraph *graph, Cursor *cursor)
{
  if (cursor->change < 0)
    return find_wait (graph, cursor, cursor->node + 1);
  cursor->time = refrain_run_graph_get_needed (graph, cursor->node);
  cursor->change = -1;
  return TRUE;
}

/* All changes, as they come: those of a line are in order. */
static GArray *
list_changes (const RefrainRunGraph *graph)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (Change));
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Cursor));

  for (guint32 l = 0; l < graph->n_lines; l++)
    {
      Cursor cursor = { .line = l };

      if (find_wait (graph, &cursor, graph->lines[l].first))
        REFRAIN_HEAP_PUSH (heap, Cursor, cursor, CHANGE_BEFORE);
    }
  while (heap->len > 0)
    {
      Cursor *cursors = (Cursor *) (gpointer) heap->data;
      const Change change = { cursors->time, cursors->line, cursors->change };

      g_array_append_val (changes, change);
      if (go_on (graph, cursors))
        REFRAIN_HEAP_SINK (cursors, heap->len, 0, CHANGE_BEFORE);
      else
        REFRAIN_HEAP_POP (heap, Cursor, CHANGE_BEFORE);
    }
  return changes;
}

/* When all lines but one wait, by line. */
static GArray *
list_alone (const RefrainRunGraph *graph)
{
  g_autoptr (GArray) changes = list_changes (graph);
  GArray *alone = g_array_new (FALSE, FALSE, sizeof (Alone));
  guint64 others = 0;
  guint n_waiting = 0;

  for (guint l = 0; l < graph->n_lines; l++)
    others += l;
  for (guint i = 0; i < changes->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, i);

      n_waiting += change->change;
      others = change->change > 0 ? others - change->line : others + change->line;
      if (n_waiting + 1 == graph->n_lines && i + 1 < changes->len && change[1].time > change->time)
        g_array_append_val (alone, ((Alone){ change->time, change[1].time, (guint32) others }));
    }
  refrain_sort (alone->data, alone->len, sizeof (Alone), compare_alone);
  return alone;
}

/* How much of the computing before each node is alone. Free with g_free(). */
static RefrainTime *
measure_alone (const RefrainRunGraph *graph)
{
  g_autoptr (GArray) alone = list_alone (graph);
  RefrainTime *serial = g_new0 (RefrainTime, (gsize) graph->n + 1);
  guint at = 0;

  for (guint l = 0; l < graph->n_lines; l++)
    for (guint32 i = graph->lines[l].first; i < graph->lines[l].end; i++)
      {
        const RefrainTime end = graph->enter[i], start = end - graph->gap[i];

        while (at < alone->len
               && (g_array_index (alone, Alone, at).line < l
                   || (g_array_index (alone, Alone, at).line == l
                       && g_array_index (alone, Alone, at).end <= start)))
          at++;
        for (guint k = at; k < alone->len && g_array_index (alone, Alone, k).line == l
                           && g_array_index (alone, Alone, k).start < end;
             k++)
          serial[i] += MIN (g_array_index (alone, Alone, k).end, end)
                       - MAX (g_array_index (alone, Alone, k).start, start);
      }
  return serial;
}

/* The key of most of the computing before @node, or REFRAIN_NONE. */
static guint32
find_key (const RefrainRunGraph *graph, guint32 node)
{
  guint32 best = graph->first_seg[node];

  for (guint32 s = best; s < graph->first_seg[node + 1]; s++)
    if (graph->seg_time[s] > graph->seg_time[best])
      best = s;
  return best < graph->first_seg[node + 1] ? graph->seg_key[best] : REFRAIN_NONE;
}

static gboolean
is_meant (const RefrainRunGraph *graph, const RefrainTime *serial, guint32 node, guint32 key)
{
  return (double) serial[node] > HALF * (double) graph->gap[node] && find_key (graph, node) == key;
}

/* What @line computes alone at @key. */
static void
suspect_place (RefrainSuspectSearch *self, const RefrainTime *serial, guint32 line, guint32 key)
{
  const RefrainRunGraph *graph = self->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_SLOW_ROOT, WEIGHT);
  g_autofree char *who = NULL, *place = NULL, *time = NULL;
  double sum = 0;
  guint32 n = 0, n_all = 0;

  for (guint32 i = graph->lines[line].first; i < graph->lines[line].end; i++)
    {
      n_all += find_key (graph, i) == key;
      if (!is_meant (graph, serial, i, key))
        continue;
      for (guint32 s = graph->first_seg[i]; s < graph->first_seg[i + 1]; s++)
        refrain_scenario_set_seg (suspect->scenario, s, 0);
      sum += (double) graph->gap[i];
      n++;
    }
  if (n < LEAST_TIMES || n < HALF * n_all)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->key = key;
  suspect->routine = graph->keys[key].routine;
  who = refrain_suspect_describe_lines (graph, &line, 1, suspect->processes);
  place = refrain_suspect_describe_place (graph, key);
  time = refrain_suspect_format (graph, sum / n);
  suspect->sentence = g_strdup_printf (_ ("%s computes %s %s while all others wait, %u times"), who,
                                       time, place, n);
  refrain_suspect_search_add (self, suspect);
}

gboolean
refrain_suspects_find_serial (RefrainSuspectSearch *self)
{
  const RefrainRunGraph *graph = self->graph;
  g_autofree RefrainTime *serial = NULL;
  g_autofree double *of_line = g_new0 (double, graph->n_lines + 1);
  g_autofree double *of_key = g_new0 (double, (gsize) graph->n_keys + 1);
  guint32 line = 0, key = 0;
  double second = 0;

  if (graph->n_lines < LEAST_LINES)
    return !g_cancellable_is_cancelled (self->cancellable);
  serial = measure_alone (graph);
  for (guint32 i = 0; i < graph->n; i++)
    of_line[graph->line[i]] += (double) serial[i];
  for (guint l = 1; l < graph->n_lines; l++)
    line = of_line[l] > of_line[line] ? l : line;
  for (guint l = 0; l < graph->n_lines; l++)
    second = l != line ? MAX (second, of_line[l]) : second;
  if (of_line[line] <= MANY_TIMES * second || self->served[line])
    return !g_cancellable_is_cancelled (self->cancellable);
  for (guint32 i = graph->lines[line].first; i < graph->lines[line].end; i++)
    {
      const guint32 own = find_key (graph, i);

      if (own != REFRAIN_NONE && is_meant (graph, serial, i, own))
        of_key[own] += (double) serial[i];
    }
  for (guint32 k = 1; k < graph->n_keys; k++)
    key = of_key[k] > of_key[key] ? k : key;
  if (graph->n_keys > 0 && of_key[key] > 0)
    suspect_place (self, serial, line, key);
  return !g_cancellable_is_cancelled (self->cancellable);
}
