/* refrain-folds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stretch that was folded away is taken apart into the occurrences that were: from its begin on,
 * the largest that begins there and is similar to another one which is kept.
 */
#include "refrain-folds.h"

#include "refrain-object.h"
#include "refrain-search.h"

struct _RefrainFolds
{
  GObject parent_instance;

  RefrainPoints *points;
  GArray **parts; /* of RefrainFold */
  gsize n_parts, n;
};

REFRAIN_DEFINE_OBJECT (RefrainFolds, refrain_folds)

static void
refrain_folds_finalize (RefrainFolds *self)
{
  for (gsize i = 0; i < self->n_parts; i++)
    g_array_unref (self->parts[i]);
  g_free (self->parts);
  g_clear_object (&self->points);
}

/* The occurrence of @point that begins at event @first, REFRAIN_NONE where there is none that is
 * like one which is kept. */
static guint32
find_similar (const RefrainPoint *point, guint32 first)
{
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, point->n, point->first[i] < first);
  guint32 window;

  if (at == point->n || point->first[at] != first)
    return REFRAIN_NONE;
  window = refrain_durations_get_similar (point->durations)[at];
  return window != REFRAIN_NO_WINDOW && point->representative[window] != at ? (guint32) at
                                                                            : REFRAIN_NONE;
}

/* Points [begin, end) of a part, the largest patterns first. */
typedef struct
{
  const RefrainPoint *points;
  GArray *order; /* of guint32 */
} Patterns;

static int
compare_sizes (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainPoint *points = data;
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (points[x].size != points[y].size)
    return points[x].size > points[y].size ? -1 : 1;
  return x < y ? -1 : x > y;
}

static RefrainTime
get_duration (const RefrainPoint *point, guint32 occurrence)
{
  gsize n;

  return (RefrainTime) refrain_durations_get_values (point->durations, &n)[occurrence];
}

/* What begins at event @first and ends before @end; FALSE where nothing does. */
static gboolean
find_occurrence (
    const Patterns *patterns, guint32 first, guint64 end, guint32 *point, guint32 *occurrence)
{
  for (guint k = 0; k < patterns->order->len; k++)
    {
      *point = g_array_index (patterns->order, guint32, k);
      if (first + patterns->points[*point].size > end)
        continue;
      *occurrence = find_similar (&patterns->points[*point], first);
      if (*occurrence != REFRAIN_NONE)
        return TRUE;
    }
  return FALSE;
}

/* Adds an occurrence to the block before it where it follows at once, else a block. */
static void
add_occurrence (
    GArray *folds, const RefrainPoint *points, guint32 point, guint32 occurrence, gboolean follows)
{
  const RefrainTime duration = get_duration (&points[point], occurrence);
  const RefrainTime start = points[point].start[occurrence];
  RefrainFold *last = folds->len > 0 ? &g_array_index (folds, RefrainFold, folds->len - 1) : NULL;

  if (follows && last != NULL && last->point == point)
    {
      last->end = start + duration;
      last->count++;
      last->each += duration;
    }
  else
    {
      const RefrainFold fold = { start, start + duration, 1, point, duration };

      g_array_append_val (folds, fold);
    }
}

static void
take_apart (const Patterns *patterns, const RefrainStretch *stretch, GArray *folds)
{
  const guint64 end = (guint64) stretch->first + stretch->n;
  gboolean follows = FALSE;

  for (guint64 at = stretch->first; at < end;)
    {
      guint32 point, occurrence;

      if (!find_occurrence (patterns, (guint32) at, end, &point, &occurrence))
        break;
      add_occurrence (folds, patterns->points, point, occurrence, follows);
      follows = TRUE;
      at += patterns->points[point].size;
    }
}

RefrainFolds *
refrain_folds_new (RefrainPoints *points)
{
  RefrainFolds *self;
  gsize n_points, next = 0;
  const RefrainPoint *list;

  g_return_val_if_fail (REFRAIN_IS_POINTS (points), NULL);

  self = g_object_new (REFRAIN_TYPE_FOLDS, NULL);
  self->points = g_object_ref (points);
  list = refrain_points_list (points, &n_points);
  self->n_parts = refrain_structure_get_n_parts (refrain_points_get_structure (points));
  self->parts = g_new (GArray *, self->n_parts + 1);
  for (gsize i = 0; i < self->n_parts; i++)
    {
      g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
      const Patterns patterns = { list, order };
      gsize n_stretches;
      const RefrainStretch *stretches = refrain_points_get_folded (points, i, &n_stretches);

      for (; next < n_points && list[next].part == i; next++)
        {
          const guint32 point = (guint32) next;

          g_array_append_val (order, point);
        }
      g_array_sort_with_data (order, compare_sizes, (gpointer) list);
      self->parts[i] = g_array_new (FALSE, FALSE, sizeof (RefrainFold));
      for (gsize s = 0; s < n_stretches; s++)
        take_apart (&patterns, &stretches[s], self->parts[i]);
      for (guint f = 0; f < self->parts[i]->len; f++)
        {
          RefrainFold *fold = &g_array_index (self->parts[i], RefrainFold, f);

          fold->each /= fold->count;
        }
    }
  return self;
}

const RefrainFold *
refrain_folds_get (RefrainFolds *self, guint process, gsize thread, gsize *n)
{
  RefrainStructure *structure;
  gsize first, end;

  g_return_val_if_fail (REFRAIN_IS_FOLDS (self), NULL);

  *n = 0;
  structure = refrain_points_get_structure (self->points);
  refrain_structure_find_parts (structure, process, &first, &end);
  for (gsize i = first; i < end; i++)
    if (refrain_structure_get_part (structure, i)->thread == thread)
      {
        *n = self->parts[i]->len;
        return (const RefrainFold *) (gpointer) self->parts[i]->data;
      }
  return NULL;
}
