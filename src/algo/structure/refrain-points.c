/* refrain-points.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns are looked at from the outermost inwards, each once all that hold it have been: then it
 * is known which of its occurrences can still be seen.
 */
#include "refrain-points.h"

#include <math.h>

#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-search.h"

/* One part. */
typedef struct
{
  GArray *points;   /* of RefrainPoint; what they point to belongs to it */
  GArray *folded;   /* of RefrainStretch */
  guint64 n_folded; /* events */
} Part;

struct _RefrainPoints
{
  GObject parent_instance;

  RefrainStructure *structure;
  double window;
  Part *parts;
  gsize n_parts;
  GArray *points; /* of RefrainPoint: those of all parts */
  guint64 n_events, n_kept;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainPoints, refrain_points)

static void
refrain_points_finalize (RefrainPoints *self)
{
  for (guint i = 0; i < self->points->len; i++)
    {
      RefrainPoint *point = &g_array_index (self->points, RefrainPoint, i);

      g_free ((gpointer) point->first);
      g_free ((gpointer) point->start);
      g_free ((gpointer) point->representative);
      g_clear_object (&point->durations);
    }
  g_array_unref (self->points);
  for (gsize i = 0; i < self->n_parts; i++)
    {
      g_clear_pointer (&self->parts[i].points, g_array_unref);
      g_clear_pointer (&self->parts[i].folded, g_array_unref);
    }
  g_free (self->parts);
  g_clear_object (&self->structure);
}

static void
refrain_points_init (RefrainPoints *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (RefrainPoint));
}

/* ---- Occurrences -------------------------------------------------------------------------------
 */

/* A part at work. */
typedef struct
{
  const RefrainGrammar *grammar;
  RefrainPoint *points; /* by pattern */
  guint8 **seen;        /* by pattern and occurrence: SEEN */
} Folding;

/* An occurrence is in nothing that was folded away. */
#define SEEN 1

static gboolean
note_occurrence (guint32 pattern, guint64 first, guint32 iteration, guint32 count, gpointer data)
{
  RefrainPoint *point = &((Folding *) data)->points[pattern];

  ((guint32 *) point->first)[point->n++] = (guint32) first;
  return TRUE;
}

/* Where and when each pattern occurs. */
static void
find_occurrences (Folding *self, const RefrainTime *times)
{
  g_autofree guint64 *count = refrain_grammar_count_occurrences (self->grammar);

  for (guint32 p = 0; p < self->grammar->n_patterns; p++)
    {
      self->points[p].size = self->grammar->size[p];
      self->points[p].first = g_new (guint32, count[p] + 1);
    }
  refrain_grammar_visit (self->grammar, note_occurrence, self);
  for (guint32 p = 0; p < self->grammar->n_patterns; p++)
    {
      RefrainPoint *point = &self->points[p];
      RefrainTime *start = g_new (RefrainTime, (gsize) point->n + 1);

      for (guint32 i = 0; i < point->n; i++)
        start[i] = times[point->first[i]];
      point->start = start;
    }
}

/* FALSE when cancelled. */
static gboolean
measure (RefrainPoint *point, const RefrainTime *times, double window, GCancellable *cancellable)
{
  const RefrainDurationOptions options = { .window = window, .tick = 1 };
  g_autofree double *durations = g_new (double, (gsize) point->n + 1);

  for (guint32 i = 0; i < point->n; i++)
    durations[i] = MAX (0, (double) (times[point->first[i] + point->size - 1] - point->start[i]));
  point->durations = refrain_durations_new (durations, point->n, &options, cancellable, NULL);
  return point->durations != NULL;
}

/* ---- Folding -----------------------------------------------------------------------------------
 */

/* Marks what terms [from, to), which begin at event @first, hold. */
static void
see (Folding *self, guint32 from, guint32 to, guint64 first)
{
  const RefrainGrammar *grammar = self->grammar;

  for (guint32 i = from; i < to; i++)
    {
      const RefrainTerm *term = &grammar->terms[i];

      if (term->what >= grammar->n_symbols)
        {
          const guint32 pattern = term->what - grammar->n_symbols;
          const RefrainPoint *point = &self->points[pattern];
          const gsize at = REFRAIN_LOWER_BOUND (k, 0, point->n, point->first[k] < first);

          /* Nothing of the pattern stands between the turns of its own loop. */
          for (guint32 k = 0; k < term->count; k++)
            self->seen[pattern][at + k] |= SEEN;
        }
      first += refrain_grammar_get_size (grammar, term);
    }
}

/* The visible occurrence nearest to the middle of each window. */
static void
choose_representatives (Folding *self, guint32 pattern)
{
  RefrainPoint *point = &self->points[pattern];
  const guint32 *similar = refrain_durations_get_similar (point->durations);
  gsize n_windows, n;
  const RefrainDurationWindow *windows
      = refrain_durations_get_windows (point->durations, &n_windows);
  const double *values = refrain_durations_get_values (point->durations, &n);
  guint32 *chosen = g_new (guint32, n_windows + 1);

  for (gsize k = 0; k < n_windows; k++)
    chosen[k] = REFRAIN_NONE;
  for (guint32 i = 0; i < point->n; i++)
    {
      const guint32 window = similar[i];

      if (!(self->seen[pattern][i] & SEEN))
        continue;
      point->n_visible++;
      if (window != REFRAIN_NO_WINDOW
          && (chosen[window] == REFRAIN_NONE
              || fabs (values[i] - windows[window].middle)
                     < fabs (values[chosen[window]] - windows[window].middle)))
        chosen[window] = i;
    }
  point->representative = chosen;
}

static void
fold (Folding *self, guint32 pattern, GArray *folded)
{
  RefrainPoint *point = &self->points[pattern];
  const guint32 *similar = refrain_durations_get_similar (point->durations);

  choose_representatives (self, pattern);
  for (guint32 i = 0; i < point->n; i++)
    {
      if (!(self->seen[pattern][i] & SEEN))
        continue;
      if (similar[i] == REFRAIN_NO_WINDOW || point->representative[similar[i]] == i)
        {
          point->n_kept++;
          see (self, self->grammar->first[pattern], self->grammar->first[pattern + 1],
               point->first[i]);
        }
      else
        {
          const RefrainStretch stretch = { point->first[i], (guint32) point->size };

          g_array_append_val (folded, stretch);
        }
    }
}

REFRAIN_DEFINE_COMPARE (compare_stretches, RefrainStretch, REFRAIN_RISING (first))

/* In order, those that touch as one. */
static void
join (Part *part)
{
  RefrainStretch *stretches = (RefrainStretch *) part->folded->data;
  guint n = 0;

  g_array_sort (part->folded, compare_stretches);
  for (guint i = 0; i < part->folded->len; i++)
    {
      part->n_folded += stretches[i].n;
      if (n > 0 && stretches[n - 1].first + stretches[n - 1].n == stretches[i].first)
        stretches[n - 1].n += stretches[i].n;
      else
        stretches[n++] = stretches[i];
    }
  g_array_set_size (part->folded, n);
}

/* Patterns in an order in which those that hold others come first; free with g_free(). */
static guint32 *
order_patterns (const RefrainGrammar *grammar)
{
  const guint32 n = grammar->n_patterns;
  guint32 *order = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *pending = g_new0 (guint32, (gsize) n + 1);
  guint32 filled = 0;

  for (guint32 i = grammar->n_top; i < grammar->first[n]; i++)
    if (grammar->terms[i].what >= grammar->n_symbols)
      pending[grammar->terms[i].what - grammar->n_symbols]++;
  for (guint32 p = 0; p < n; p++)
    if (pending[p] == 0)
      order[filled++] = p;
  for (guint32 k = 0; k < filled; k++)
    for (guint32 i = grammar->first[order[k]]; i < grammar->first[order[k] + 1]; i++)
      if (grammar->terms[i].what >= grammar->n_symbols
          && --pending[grammar->terms[i].what - grammar->n_symbols] == 0)
        order[filled++] = grammar->terms[i].what - grammar->n_symbols;
  g_assert (filled == n);
  return order;
}

/* ---- The whole ---------------------------------------------------------------------------------
 */

typedef struct
{
  RefrainPoints *self;
  GCancellable *cancellable;
} Work;

static void
fold_part (gsize item, gpointer data)
{
  Work *work = data;
  Part *part = &work->self->parts[item];
  const RefrainStructurePart *at = refrain_structure_get_part (work->self->structure, item);
  RefrainTrace *trace = refrain_structure_get_trace (work->self->structure);
  const guint32 n = at->grammar->n_patterns;
  g_autofree guint32 *order = order_patterns (at->grammar);
  g_autofree guint8 **seen = g_new0 (guint8 *, (gsize) n + 1);
  guint32 n_times;
  g_autofree RefrainTime *times = refrain_event_stream_get_times (
      trace, at->process,
      refrain_process_get_thread (refrain_trace_get_process (trace, at->process), at->thread),
      &refrain_structure_get_options (work->self->structure)->events, &n_times);
  Folding folding = { at->grammar, NULL, seen };
  gboolean going = TRUE;

  g_array_set_size (part->points, n);
  folding.points = (RefrainPoint *) part->points->data;
  find_occurrences (&folding, times);
  for (guint32 p = 0; p < n; p++)
    {
      folding.points[p].part = item;
      folding.points[p].pattern = p;
      seen[p] = g_new0 (guint8, (gsize) folding.points[p].n + 1);
    }
  see (&folding, 0, at->grammar->n_top, 0);
  for (guint32 k = 0; k < n && going; k++)
    {
      going = measure (&folding.points[order[k]], times, work->self->window, work->cancellable);
      if (going)
        fold (&folding, order[k], part->folded);
    }
  join (part);
  for (guint32 p = 0; p < n; p++)
    g_free (seen[p]);
}

RefrainPoints *
refrain_points_new (RefrainStructure *structure,
                    double window,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (RefrainPoints) self = NULL;
  Work work = { NULL, cancellable };

  g_return_val_if_fail (window > 0 && window < 1, NULL);
  work.self = self = g_object_new (REFRAIN_TYPE_POINTS, NULL);
  self->structure = g_object_ref (structure);
  self->window = window;
  self->n_parts = refrain_structure_get_n_parts (structure);
  self->parts = g_new0 (Part, self->n_parts + 1);
  for (gsize i = 0; i < self->n_parts; i++)
    {
      self->parts[i].points = g_array_new (FALSE, TRUE, sizeof (RefrainPoint));
      self->parts[i].folded = g_array_new (FALSE, FALSE, sizeof (RefrainStretch));
    }
  refrain_parallel_run (self->n_parts, fold_part, &work, cancellable);
  for (gsize i = 0; i < self->n_parts; i++)
    {
      const Part *part = &self->parts[i];

      g_array_append_vals (self->points, part->points->data, part->points->len);
      g_clear_pointer (&self->parts[i].points, g_array_unref);
      self->n_events += refrain_structure_get_part (structure, i)->grammar->length;
      self->n_kept += refrain_structure_get_part (structure, i)->grammar->length - part->n_folded;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

REFRAIN_READER (refrain_points_get_structure, RefrainPoints, RefrainStructure *, self->structure)
REFRAIN_READER (refrain_points_get_window, RefrainPoints, double, self->window)

const RefrainPoint *
refrain_points_list (RefrainPoints *self, gsize *n)
{
  *n = self->points->len;
  return (const RefrainPoint *) self->points->data;
}

const RefrainStretch *
refrain_points_get_folded (RefrainPoints *self, gsize part, gsize *n)
{
  g_return_val_if_fail (part < self->n_parts, NULL);
  *n = self->parts[part].folded->len;
  return (const RefrainStretch *) self->parts[part].folded->data;
}

REFRAIN_READER (refrain_points_count_events, RefrainPoints, guint64, self->n_events)
REFRAIN_READER (refrain_points_count_kept_events, RefrainPoints, guint64, self->n_kept)

/* ---- What takes longer than usual ----------------------------------------------------------- */

REFRAIN_DEFINE_COMPARE (compare_slow,
                        RefrainSlowPoint,
                        REFRAIN_FALLING (excess)
                            ?: REFRAIN_RISING (point)
                            ?: REFRAIN_RISING (occurrence))

GArray *
refrain_points_find_slow (RefrainPoints *self)
{
  GArray *slow = g_array_new (FALSE, FALSE, sizeof (RefrainSlowPoint));
  gsize n, n_outliers, n_values;
  const RefrainPoint *list = refrain_points_list (self, &n);

  for (gsize i = 0; i < n; i++)
    {
      const gsize *outliers = refrain_durations_get_outliers (list[i].durations, &n_outliers);
      const double *values = refrain_durations_get_values (list[i].durations, &n_values);
      const double median = refrain_durations_get_median (list[i].durations);

      for (gsize k = 0; k < n_outliers; k++)
        {
          const RefrainSlowPoint found
              = { &list[i], (guint32) outliers[k], values[outliers[k]] - median };

          if (found.excess > 0)
            g_array_append_val (slow, found);
        }
    }
  g_array_sort (slow, compare_slow);
  return slow;
}
