/* refrain-patterns-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected patterns: lighting up their occurrences, and going from one to the next.
 */
#include "config.h"
#include "refrain-patterns-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Lighting up so many operations takes 3 ms, which is less than a frame and than the way through a
 * worker thread and back. */
#define MAX_AT_ONCE 2000000

const guint32 *
refrain_patterns_get_selected (RefrainPatterns *self, guint *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->selected->len;
  return (const guint32 *) (gpointer) self->selected->data;
}

gint
refrain_patterns_get_part (RefrainPatterns *self, guint32 index)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), -1);

  if (self->selected->len < 2 || self->selected->len > REFRAIN_STYLE_N_PARTS)
    return -1;
  for (guint i = 0; i < self->selected->len; i++)
    if (g_array_index (self->selected, guint32, i) == index)
      return (gint) i;
  return -1;
}

gsize
refrain_patterns_get_n_occurrences (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), 0);
  return self->n_occurrences;
}

/* ---- Lighting up ---- */

typedef struct
{
  RefrainPatternSet *set;
  GArray *selected;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->set);
  g_array_unref (work->selected);
  g_free (work);
}

/* One of too many to be told apart. */
static void
add_set (RefrainOpSet *ops, RefrainOpSet *part)
{
  refrain_op_set_add_set (ops, part);
}

/* Every operation of the patterns @selected of @set; NULL with @error where it is cancelled. */
static RefrainOpSet *
collect_ops (RefrainPatternSet *set,
             const GArray *selected,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (RefrainOpSet) ops = NULL;

  if (selected->len == 1)
    return refrain_pattern_get_op_set (
        refrain_pattern_set_get_pattern (set, g_array_index (selected, guint32, 0)));
  ops = refrain_op_set_new (refrain_pattern_set_get_trace (set));
  for (guint i = 0; i < selected->len; i++)
    {
      g_autoptr (RefrainOpSet) part = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      part = refrain_pattern_get_op_set (
          refrain_pattern_set_get_pattern (set, g_array_index (selected, guint32, i)));
      (selected->len <= REFRAIN_STYLE_N_PARTS ? refrain_op_set_add_part : add_set) (ops, part);
    }
  return g_steal_pointer (&ops);
}

static gpointer
light_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;

  return collect_ops (work->set, work->selected, refrain_job_get_cancellable (job), error);
}

static void
on_lit (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPatterns *self = data;
  g_autoptr (RefrainOpSet) ops = result;

  if (job != self->light)
    return;
  g_clear_object (&self->light);
  if (ops != NULL)
    refrain_selection_light (self->selection, ops, self);
}

static void
free_ops (gpointer ops)
{
  refrain_op_set_unref (ops);
}

/* How much there is to light up. */
static guint64
count_operations (RefrainPatterns *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->selected->len; i++)
    {
      RefrainPattern *pattern
          = refrain_pattern_set_get_pattern (self->set, g_array_index (self->selected, guint32, i));
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, 0, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        n += parts[k].n * (guint64) refrain_pattern_get_n_occurrences (pattern);
    }
  return n;
}

static void
light_up (RefrainPatterns *self)
{
  Work *work;
  RefrainJob *job;

  if (count_operations (self) <= MAX_AT_ONCE)
    {
      g_autoptr (RefrainOpSet) ops = collect_ops (self->set, self->selected, NULL, NULL);

      refrain_selection_light (self->selection, ops, self);
      return;
    }
  if (refrain_selection_get_source (self->selection) != self)
    refrain_selection_light (self->selection, NULL, self);
  work = g_new0 (Work, 1);
  work->set = g_object_ref (self->set);
  work->selected = g_array_copy (self->selected);
  job = refrain_task_runner_start (self->runner, _ ("Lighting up occurrences"), light_in_thread,
                                   work, work_free, free_ops, G_OBJECT (self), on_lit, self);
  g_set_object (&self->light, job);
}

/* Forgets what is selected, leaving what is lit up alone. */
static void
forget (RefrainPatterns *self)
{
  if (self->light != NULL)
    refrain_job_cancel (self->light);
  g_clear_object (&self->light);
  g_clear_pointer (&self->events, g_array_unref);
  g_array_set_size (self->selected, 0);
  self->n_occurrences = 0;
  if (self->has_current)
    {
      self->has_current = FALSE;
      if (refrain_selection_get_source (self->selection) == self)
        refrain_selection_set_current (self->selection, NULL);
      refrain_patterns_notify (self, REFRAIN_PATTERNS_CURRENT);
    }
}

void
refrain_patterns_on_source (RefrainPatterns *self)
{
  if (self->selected->len == 0 || refrain_selection_get_source (self->selection) == self)
    return;
  forget (self);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_SELECTED);
}

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/* @indices in order, each once, without what the set does not have. */
static GArray *
clean_indices (RefrainPatterns *self, const guint32 *indices, guint n)
{
  const guint n_patterns = self->set != NULL ? refrain_pattern_set_get_n_patterns (self->set) : 0;
  GArray *clean = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint kept = 0;

  if (n > 0)
    g_array_append_vals (clean, indices, n);
  g_array_sort (clean, compare_indices);
  for (guint i = 0; i < clean->len; i++)
    {
      const guint32 index = g_array_index (clean, guint32, i);

      if (index < n_patterns && (kept == 0 || g_array_index (clean, guint32, kept - 1) != index))
        g_array_index (clean, guint32, kept++) = index;
    }
  g_array_set_size (clean, kept);
  return clean;
}

void
refrain_patterns_select (RefrainPatterns *self, const guint32 *indices, guint n)
{
  g_autoptr (GArray) clean = NULL;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (indices != NULL || n == 0);

  clean = clean_indices (self, indices, n);
  if (clean->len == self->selected->len
      && (clean->len == 0
          || memcmp (clean->data, self->selected->data, clean->len * sizeof (guint32)) == 0))
    return;
  forget (self);
  g_array_unref (self->selected);
  self->selected = g_steal_pointer (&clean);
  for (guint i = 0; i < self->selected->len; i++)
    self->n_occurrences += refrain_pattern_get_n_occurrences (
        refrain_pattern_set_get_pattern (self->set, g_array_index (self->selected, guint32, i)));
  if (self->selected->len > 0)
    light_up (self);
  else if (refrain_selection_get_source (self->selection) == self)
    refrain_selection_light (self->selection, NULL, NULL);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_SELECTED);
}

/* ---- Going from one occurrence to the next ---- */

static gboolean
is_selected (RefrainPatterns *self, guint32 pattern)
{
  return bsearch (&pattern, self->selected->data, self->selected->len, sizeof pattern,
                  compare_indices)
         != NULL;
}

static void
collect_events (RefrainPatterns *self)
{
  const RefrainPatternEvent *sequence;
  gsize n;

  if (self->events != NULL)
    return;
  self->events = g_array_sized_new (FALSE, FALSE, sizeof (RefrainPatternEvent),
                                    (guint) MIN (self->n_occurrences, G_MAXUINT / 16));
  sequence = refrain_pattern_set_get_sequence (self->set, &n);
  for (gsize i = 0; i < n; i++)
    if (is_selected (self, sequence[i].pattern))
      g_array_append_val (self->events, sequence[i]);
}

gboolean
refrain_patterns_get_current (RefrainPatterns *self, RefrainPatternEvent *event, gsize *place)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), FALSE);

  if (!self->has_current)
    return FALSE;
  if (event != NULL)
    *event = g_array_index (self->events, RefrainPatternEvent, self->place);
  if (place != NULL)
    *place = self->place;
  return TRUE;
}

static void
set_place (RefrainPatterns *self, gsize place)
{
  const RefrainPatternEvent *event = &g_array_index (self->events, RefrainPatternEvent, place);
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
      refrain_pattern_set_get_pattern (self->set, event->pattern), event->occurrence, &n);
  g_autoptr (RefrainOpSet) ops
      = refrain_occurrence_get_op_set (refrain_pattern_set_get_symbols (self->set), parts, n);

  self->has_current = TRUE;
  self->place = place;
  refrain_selection_set_current (self->selection, ops);
  refrain_patterns_notify (self, REFRAIN_PATTERNS_CURRENT);
}

void
refrain_patterns_set_current (RefrainPatterns *self, const RefrainPatternEvent *event)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (event != NULL);

  if (self->selected->len == 0)
    return;
  collect_events (self);
  for (guint i = 0; i < self->events->len; i++)
    {
      const RefrainPatternEvent *here = &g_array_index (self->events, RefrainPatternEvent, i);

      if (here->pattern != event->pattern || here->occurrence != event->occurrence)
        continue;
      set_place (self, i);
      return;
    }
}

/* The first occurrence from @from on, or the last before it. */
static gsize
find_near (RefrainPatterns *self, int direction, RefrainTime from)
{
  const gsize n = self->events->len;

  for (gsize i = 0; i < n; i++)
    {
      const gsize k = direction > 0 ? i : n - 1 - i;
      const RefrainPatternEvent *event = &g_array_index (self->events, RefrainPatternEvent, k);
      RefrainTime start, end;

      refrain_pattern_get_occurrence_span (
          refrain_pattern_set_get_pattern (self->set, event->pattern), event->occurrence, &start,
          &end);
      if (direction > 0 ? start >= from : start < from)
        return k;
    }
  return direction > 0 ? 0 : n - 1;
}

gboolean
refrain_patterns_step (RefrainPatterns *self, int direction, RefrainTime from)
{
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  if (self->selected->len == 0)
    return FALSE;
  collect_events (self);
  n = self->events->len;
  if (n == 0)
    return FALSE;
  if (!self->has_current)
    set_place (self, find_near (self, direction, from));
  else
    set_place (self, (self->place + n + (gsize) (gssize) direction) % n);
  return TRUE;
}
