/* refrain-phase-model-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user told about single phases.
 */
#include "config.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>

static RefrainPhaseMark *
find_mark (RefrainPhaseModel *self, const RefrainPhaseRange *range, gboolean create)
{
  return self->key != NULL
             ? refrain_phase_memory_find (self->memory, self->key, range->start, range->end, create)
             : NULL;
}

/* ---- Joining ---- */

static int
compare_leaf_start (gconstpointer a, gconstpointer b)
{
  const guint32 x = ((const RefrainPhaseRange *) a)->start;
  const guint32 y = ((const RefrainPhaseRange *) b)->start;

  return (x > y) - (x < y);
}

/* Replaces the phases in @range by itself; FALSE where it does not begin and end with a phase. */
static gboolean
join_ranges (GArray *ranges, const RefrainPhaseRange *range)
{
  guint first, last;

  if (!g_array_binary_search (ranges, range, compare_leaf_start, &first))
    return FALSE;
  for (last = first; last < ranges->len; last++)
    if (g_array_index (ranges, RefrainPhaseRange, last).end >= range->end)
      break;
  if (last >= ranges->len || last == first
      || g_array_index (ranges, RefrainPhaseRange, last).end != range->end)
    return FALSE;
  g_array_index (ranges, RefrainPhaseRange, first).end = range->end;
  g_array_remove_range (ranges, first + 1, last - first);
  return TRUE;
}

void
refrain_phase_model_make_ranges (RefrainPhaseModel *self)
{
  g_array_set_size (self->ranges, (guint) self->n_leaves);
  for (gsize i = 0; i < self->n_leaves; i++)
    g_array_index (self->ranges, RefrainPhaseRange, i)
        = refrain_phase_model_get_range (self, self->leaves[i]);
  for (guint i = 0; i < self->memory->marks->len; i++)
    {
      const RefrainPhaseMark *mark = self->memory->marks->pdata[i];
      const RefrainPhaseRange range = { mark->start, mark->end };

      if (mark->joined && g_strcmp0 (mark->sequence, self->key) == 0)
        join_ranges (self->ranges, &range);
    }
}

static void
marks_changed (RefrainPhaseModel *self, gboolean joined)
{
  refrain_phase_memory_clean (self->memory);
  if (joined && self->phases != NULL)
    refrain_phase_model_make_ranges (self);
  refrain_phase_model_notify (self, REFRAIN_PHASE_MODEL_MARKS);
}

gboolean
refrain_phase_model_join (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  RefrainPhaseMemory *memory;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (range != NULL, FALSE);

  if (self->phases == NULL || !join_ranges (self->ranges, range))
    return FALSE;
  memory = self->memory;
  /* The larger one takes in the smaller ones. */
  for (guint i = 0; i < memory->marks->len; i++)
    {
      RefrainPhaseMark *mark = memory->marks->pdata[i];

      if (mark->start >= range->start && mark->end <= range->end
          && g_str_equal (mark->sequence, self->key))
        mark->joined = FALSE;
    }
  find_mark (self, range, TRUE)->joined = TRUE;
  marks_changed (self, TRUE);
  return TRUE;
}

gboolean
refrain_phase_model_is_joined (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  const RefrainPhaseMark *mark;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (range != NULL, FALSE);

  mark = find_mark (self, range, FALSE);
  return mark != NULL && mark->joined;
}

void
refrain_phase_model_split (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  RefrainPhaseMark *mark;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (range != NULL);

  mark = find_mark (self, range, FALSE);
  if (mark == NULL || !mark->joined)
    return;
  mark->joined = FALSE;
  marks_changed (self, TRUE);
}

/* ---- Names and notes ---- */

const char *
refrain_phase_model_get_name (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  const RefrainPhaseMark *mark;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  g_return_val_if_fail (range != NULL, NULL);

  mark = find_mark (self, range, FALSE);
  return mark != NULL ? mark->name : NULL;
}

const char *
refrain_phase_model_get_note (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  const RefrainPhaseMark *mark;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);
  g_return_val_if_fail (range != NULL, NULL);

  mark = find_mark (self, range, FALSE);
  return mark != NULL ? mark->note : NULL;
}

static void
tell (RefrainPhaseModel *self, RefrainPhaseMark *mark, char **text, const char *value)
{
  if (value != NULL && *value == '\0')
    value = NULL;
  if (g_strcmp0 (*text, value) == 0)
    return;
  g_free (*text);
  *text = g_strdup (value);
  marks_changed (self, FALSE);
}

void
refrain_phase_model_set_name (RefrainPhaseModel *self,
                              const RefrainPhaseRange *range,
                              const char *name)
{
  RefrainPhaseMark *mark;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (range != NULL);

  mark = find_mark (self, range, name != NULL && *name != '\0');
  if (mark != NULL)
    tell (self, mark, &mark->name, name);
}

void
refrain_phase_model_set_note (RefrainPhaseModel *self,
                              const RefrainPhaseRange *range,
                              const char *note)
{
  RefrainPhaseMark *mark;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (range != NULL);

  mark = find_mark (self, range, note != NULL && *note != '\0');
  if (mark != NULL)
    tell (self, mark, &mark->note, note);
}

char *
refrain_phase_model_describe (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  g_autofree char *text = NULL;
  const char *name;
  guint32 node;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self) && self->phases != NULL, NULL);
  g_return_val_if_fail (range != NULL, NULL);

  name = refrain_phase_model_get_name (self, range);
  node = refrain_phase_model_find_node (self, range);
  if (node == REFRAIN_NONE || refrain_phase_model_is_joined (self, range))
    {
      const gsize n
          = refrain_segmentation_get_length (refrain_phases_get_segmentation (self->phases));

      /* It may be of another sequence than what was found meanwhile. */
      if (range->start < range->end && range->end <= n)
        text = refrain_phases_describe_joined (self->phases, range->start, range->end, name);
    }
  else
    text = refrain_phases_describe (self->phases, node, refrain_phase_model_get_reached (self),
                                    name);
  return g_strdup (text != NULL && *text != '\0' ? text : _ ("Phase"));
}

/* ---- For painters ---- */

static int
compare_label_start (gconstpointer a, gconstpointer b)
{
  const guint32 x = ((const RefrainPhaseLabel *) a)->start;
  const guint32 y = ((const RefrainPhaseLabel *) b)->start;

  return (x > y) - (x < y);
}

GArray *
refrain_phase_model_get_labels (RefrainPhaseModel *self)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseLabel));

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), labels);

  for (guint i = 0; i < self->memory->marks->len; i++)
    {
      const RefrainPhaseMark *mark = self->memory->marks->pdata[i];
      const RefrainPhaseLabel label = { mark->start, mark->end, mark->name, mark->joined };

      if (g_strcmp0 (mark->sequence, self->key) == 0)
        g_array_append_val (labels, label);
    }
  g_array_sort (labels, compare_label_start);
  return labels;
}
