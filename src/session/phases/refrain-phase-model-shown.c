/* refrain-phase-model-shown.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user told about single phases, which are selected, and the bands behind other views: at
 * once as they are on any process, then as they are on each.
 */
#include "config.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-phase-model-private.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-occurrence-lists.h"
#include "refrain-phase-bands.h"
#include "refrain-search.h"

/* No more bands than this are placed, those of all processes taken together: 16 bytes each. */
#define MAX_PLACED (4 * 1024 * 1024)

static RefrainPhaseMark *
find_mark (RefrainPhaseModel *self, const RefrainPhaseRange *range, gboolean create)
{
  return self->key != NULL
             ? refrain_phase_memory_find (self->memory, self->key, range->start, range->end, create)
             : NULL;
}

/* ---- Joining ---- */

/* The joint of just @range, or NULL. */
static RefrainPhaseJoint *
refrain_phase_model_find_joint (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      RefrainPhaseJoint *joint = &g_array_index (self->pieces, RefrainPhaseJoint, i);

      if (joint->range.start == range->start && joint->range.end == range->end)
        return joint;
    }
  return NULL;
}

REFRAIN_DEFINE_COMPARE (compare_leaf_start, RefrainPhaseRange, REFRAIN_RISING (start))

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
  for (guint i = 0; i < self->pieces->len; i++)
    join_ranges (self->ranges, &g_array_index (self->pieces, RefrainPhaseJoint, i).range);
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
    {
      refrain_phase_model_make_ranges (self);
      refrain_phase_model_publish (self);
    }
  refrain_phase_model_notify (self, "marks");
}

void
refrain_phase_model_set_marks (RefrainPhaseModel *self, const RefrainPhaseMemory *memory)
{
  RefrainPhaseMemory *copy;
  GPtrArray *marks;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (memory != NULL);

  copy = refrain_phase_memory_copy (memory);
  marks = self->memory->marks;
  self->memory->marks = copy->marks;
  copy->marks = marks;
  refrain_phase_memory_free (copy);
  marks_changed (self, TRUE);
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
  return (mark != NULL && mark->joined) || refrain_phase_model_find_joint (self, range) != NULL;
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
  const RefrainPhaseJoint *joint;
  const char *name;
  guint32 node;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self) && self->phases != NULL, NULL);
  g_return_val_if_fail (range != NULL, NULL);

  name = refrain_phase_model_get_name (self, range);
  joint = refrain_phase_model_find_joint (self, range);
  node = refrain_phase_model_find_node (self, range);
  if (joint != NULL)
    text = refrain_phases_describe_piece (self->phases, range->start, range->end, joint->main,
                                          refrain_phase_model_get_reached (self), name);
  else if (node == REFRAIN_NONE || refrain_phase_model_is_joined (self, range))
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

REFRAIN_DEFINE_COMPARE (compare_label_start, RefrainPhaseLabel, REFRAIN_RISING (start))

/* Whether @range is only a part of a phase. */
static gboolean
is_taken_in (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const RefrainPhaseRange *at = &g_array_index (self->ranges, RefrainPhaseRange, i);

      if (at->start <= range->start && at->end >= range->end)
        return at->end - at->start > range->end - range->start;
    }
  return FALSE;
}

/* Of what was chosen to be one. */
static void
add_joints (RefrainPhaseModel *self, GArray *labels)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      RefrainPhaseJoint *joint = &g_array_index (self->pieces, RefrainPhaseJoint, i);
      RefrainPhaseLabel label = { joint->range.start, joint->range.end, NULL, TRUE };

      if (is_taken_in (self, &joint->range))
        continue;
      g_free (joint->name);
      joint->name = refrain_phase_model_describe (self, &joint->range);
      label.name = joint->name;
      g_array_append_val (labels, label);
    }
}

GArray *
refrain_phase_model_get_labels (RefrainPhaseModel *self)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseLabel));

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), labels);

  for (guint i = 0; i < self->memory->marks->len; i++)
    {
      const RefrainPhaseMark *mark = self->memory->marks->pdata[i];
      const RefrainPhaseRange range = { mark->start, mark->end };
      const RefrainPhaseLabel label = { mark->start, mark->end, mark->name, mark->joined };

      if (g_strcmp0 (mark->sequence, self->key) == 0
          && (self->pieces->len == 0
              || (refrain_phase_model_find_joint (self, &range) == NULL
                  && (mark->joined || !is_taken_in (self, &range)))))
        g_array_append_val (labels, label);
    }
  if (self->phases != NULL)
    add_joints (self, labels);
  g_array_sort (labels, compare_label_start);
  return labels;
}

/* ---- The selected phases, as a subject ---- */

typedef struct
{
  RefrainPhases *phases; /* that the ranges are of; or NULL */
  GArray *ranges;        /* of RefrainPhaseRange */
  guint32 number;        /* of the first, as phases are listed, from 1 */
} Chosen;

REFRAIN_DEFINE_FREE (chosen_free, Chosen, g_clear_object (&x->phases); g_array_unref (x->ranges))

static const GArray *
get_ranges (const RefrainSubject *subject)
{
  return ((const Chosen *) subject->data)->ranges;
}

REFRAIN_ARRAY_GETTER (
    RefrainPhaseModel, refrain_phase_model, RefrainPhaseRange, guint, get_selected, self->selected)

static char *
subject_get_words (const RefrainSubject *subject)
{
  const GArray *ranges = get_ranges (subject);
  RefrainPhaseModel *self = subject->owner;
  g_autofree char *name = NULL;

  if (ranges->len == 1 && self != NULL && self->phases != NULL)
    {
      name = refrain_phase_model_describe (self, &g_array_index (ranges, RefrainPhaseRange, 0));
      return g_strdup_printf (_ ("Phase %s"), name);
    }
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u phase", "%u phases", ranges->len),
                          ranges->len);
}

static gsize
subject_count (const RefrainSubject *subject)
{
  RefrainPhaseModel *self = subject->owner;

  return self != NULL ? self->ranges->len : 0;
}

static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  RefrainPhaseModel *self = subject->owner;

  return refrain_phase_model_get_span (self, &g_array_index (self->ranges, RefrainPhaseRange, i),
                                       start, end);
}

/* What a phase repeats; several repeat nothing together. */
static RefrainOccurrences *
subject_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  const Chosen *chosen = subject->data;
  const RefrainPhaseRange *range = &g_array_index (chosen->ranges, RefrainPhaseRange, 0);
  RefrainRoutine *routine;
  gboolean whole;

  if (chosen->ranges->len != 1 || chosen->phases == NULL)
    return NULL;
  routine = refrain_phases_get_naming_routine (chosen->phases, range->start, range->end, &whole);
  return refrain_occurrences_new_for_phase (
      chosen->phases, range->start, range->end, chosen->number,
      routine != NULL ? refrain_routine_get_label (routine) : "");
}

/* The phase that is selected alone. */
static gboolean
subject_get_place (const RefrainSubject *subject, gsize *place)
{
  const GArray *ranges = get_ranges (subject);
  RefrainPhaseModel *self = subject->owner;
  const RefrainPhaseRange *one = &g_array_index (ranges, RefrainPhaseRange, 0);
  gsize i;

  if (ranges->len != 1 || self == NULL)
    return FALSE;
  i = REFRAIN_LOWER_BOUND (k, 0, self->ranges->len,
                           g_array_index (self->ranges, RefrainPhaseRange, k).start < one->start);
  if (place != NULL)
    *place = i;
  return i < self->ranges->len
         && memcmp (&g_array_index (self->ranges, RefrainPhaseRange, i), one, sizeof *one) == 0;
}

static void
subject_go_to (const RefrainSubject *subject, gsize i)
{
  RefrainPhaseModel *self = subject->owner;
  const RefrainPhaseRange range = g_array_index (self->ranges, RefrainPhaseRange, i);

  refrain_phase_model_select (self, &range, 1);
}

static gboolean
subject_select (const RefrainSubject *subject)
{
  const GArray *ranges = get_ranges (subject);
  RefrainPhaseModel *self = subject->owner;

  if (((const Chosen *) subject->data)->phases != self->phases)
    return FALSE;
  refrain_phase_model_select (self, (const RefrainPhaseRange *) (gpointer) ranges->data,
                              ranges->len);
  return TRUE;
}

static void
subject_clear (gpointer owner)
{
  refrain_phase_model_select (owner, NULL, 0);
}

/* The sequence that they are of, then their elements. */
static char *
subject_make_token (const RefrainSubject *subject)
{
  const GArray *ranges = get_ranges (subject);
  RefrainPhaseModel *self = subject->owner;
  g_autoptr (GString) token = NULL;

  if (self == NULL || self->key == NULL)
    return NULL;
  token = g_string_new (self->key);
  for (guint i = 0; i < ranges->len; i++)
    g_string_append_printf (token, "\n%u %u", g_array_index (ranges, RefrainPhaseRange, i).start,
                            g_array_index (ranges, RefrainPhaseRange, i).end);
  return g_string_free (g_steal_pointer (&token), FALSE);
}

static gboolean
subject_take_token (gpointer owner, const char *token)
{
  RefrainPhaseModel *self = owner;
  g_auto (GStrv) lines = g_strsplit (token, "\n", -1);
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  RefrainPhaseRange range;
  gsize n;

  if (self->phases == NULL || g_strcmp0 (lines[0], self->key) != 0)
    return FALSE;
  refrain_phases_get_symbols (self->phases, &n);
  for (guint i = 1; lines[i] != NULL; i++)
    if (sscanf (lines[i], "%u %u", &range.start, &range.end) == 2 && range.start < range.end
        && range.end <= n)
      g_array_append_val (ranges, range);
  refrain_phase_model_select (self, (const RefrainPhaseRange *) (gpointer) ranges->data,
                              ranges->len);
  return ranges->len > 0;
}

const RefrainSubjectKind refrain_phase_model_subject_kind = {
  .name = "phase",
  .step = N_ ("select phase"),
  .one = N_ ("phase"),
  .many = N_ ("phases"),
  .get_words = subject_get_words,
  .find = NULL, /* phases are bands, which are lit up in their own way */
  .count = subject_count,
  .get_span = subject_get_span,
  .collect = subject_collect,
  .get_place = subject_get_place,
  .go_to = subject_go_to,
  .select = subject_select,
  .clear = subject_clear,
  .make_token = subject_make_token,
  .take_token = subject_take_token,
  .free_data = chosen_free,
};

/* Those that are selected are seen in other views, unless somebody said whether phases are. */
static void
suggest_shown (RefrainPhaseModel *self, gboolean shown)
{
  if (self->shown_chosen || self->shown == shown)
    return;
  self->shown = shown;
  refrain_phase_model_notify (self, "shown");
}

void
refrain_phase_model_select (RefrainPhaseModel *self, const RefrainPhaseRange *ranges, guint n)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (ranges != NULL || n == 0);

  if (n == self->selected->len
      && refrain_is_same (ranges, self->selected->data, n * sizeof *ranges))
    return;
  {
    /* @ranges may be what is selected now. */
    g_autoptr (GArray) old = self->selected;

    self->selected = g_array_sized_new (FALSE, FALSE, sizeof (RefrainPhaseRange), n);
    if (n > 0)
      g_array_append_vals (self->selected, ranges, n);
  }
  if (n > 0)
    {
      Chosen *chosen = g_new0 (Chosen, 1);

      g_set_object (&chosen->phases, self->phases);
      chosen->ranges = g_array_ref (self->selected);
      chosen->number = 1
                       + (guint32) REFRAIN_LOWER_BOUND (
                           k, 0, self->ranges->len,
                           g_array_index (self->ranges, RefrainPhaseRange, k).start
                               < g_array_index (self->selected, RefrainPhaseRange, 0).start);
      refrain_subjects_set_scope (
          self->subjects, refrain_subject_new (&refrain_phase_model_subject_kind, self, chosen));
    }
  else
    refrain_subjects_put_out (self->subjects, self);
  suggest_shown (self, n > 0);
  refrain_phase_model_notify (self, "selected");
}

/* The phase that shares most elements with @range, of two the first; NULL where none does. */
static const RefrainPhaseRange *
find_nearest (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  const RefrainPhaseRange *ranges = (const RefrainPhaseRange *) (gpointer) self->ranges->data;
  const gsize n = self->ranges->len;
  const RefrainPhaseRange *best = NULL;
  guint32 most = 0;

  for (gsize i = REFRAIN_LOWER_BOUND (k, 0, n, ranges[k].end <= range->start);
       i < n && ranges[i].start < range->end; i++)
    {
      const guint32 shared = MIN (ranges[i].end, range->end) - MAX (ranges[i].start, range->start);

      if (shared > most)
        {
          most = shared;
          best = &ranges[i];
        }
    }
  return best;
}

/* Whether @range is still shown: as a phase, or as a segment of what remains of the tree.
 * O(depth). */
static gboolean
is_shown (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (self->phases);
  const RefrainPhaseRange *near = find_nearest (self, range);
  const guint32 node = refrain_phase_model_find_node (self, range);

  if (near != NULL && near->start == range->start && near->end == range->end)
    return TRUE;
  if (node == REFRAIN_NONE)
    return FALSE;
  for (guint32 at = refrain_phase_model_get_node (self, node)->parent; at != REFRAIN_NONE;
       at = refrain_phase_model_get_node (self, at)->parent)
    if (refrain_segmentation_is_leaf (tree, at, refrain_phase_model_get_reached (self)))
      return FALSE;
  return TRUE;
}

void
refrain_phase_model_keep_selected (RefrainPhaseModel *self)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));

  for (guint i = 0; i < self->selected->len; i++)
    {
      const RefrainPhaseRange *range = &g_array_index (self->selected, RefrainPhaseRange, i);
      const RefrainPhaseRange *now = is_shown (self, range) ? range : find_nearest (self, range);
      guint k = 0;

      while (now != NULL && k < kept->len
             && memcmp (&g_array_index (kept, RefrainPhaseRange, k), now, sizeof *now) != 0)
        k++;
      if (now != NULL && k == kept->len)
        g_array_append_vals (kept, now, 1);
    }
  refrain_phase_model_select (self, (const RefrainPhaseRange *) (gpointer) kept->data, kept->len);
}

gboolean
refrain_phase_model_step (RefrainPhaseModel *self, int direction)
{
  const RefrainPhaseRange *ranges, *last;
  RefrainPhaseRange next;
  gsize n, at;
  guint32 from;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  ranges = refrain_phase_model_get_ranges (self, &n);
  if (n == 0)
    return FALSE;
  at = direction > 0 ? 0 : n;
  if (self->selected->len > 0)
    {
      /* The first that begins behind the selected one's end (start, going back) or there. */
      last = &g_array_index (self->selected, RefrainPhaseRange, self->selected->len - 1);
      from = direction > 0 ? last->end : last->start;
      at = REFRAIN_LOWER_BOUND (i, 0, n, ranges[i].start < from);
    }
  if (direction > 0 ? at >= n : at == 0)
    return FALSE;
  next = ranges[direction > 0 ? at : at - 1];
  refrain_phase_model_select (self, &next, 1);
  return TRUE;
}

gboolean
refrain_phase_model_climb (RefrainPhaseModel *self, int direction)
{
  const RefrainSegmentationNode *at;
  RefrainPhaseRange next;
  guint32 node, to;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  if (self->phases == NULL || self->n_segments == 0)
    return FALSE;
  if (self->selected->len == 0)
    to = 0;
  else
    {
      node = refrain_phase_model_find_node (
          self, &g_array_index (self->selected, RefrainPhaseRange, self->selected->len - 1));
      if (node == REFRAIN_NONE)
        return FALSE;
      at = refrain_phase_model_get_node (self, node);
      to = direction < 0 ? at->parent
           : refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self->phases), node,
                                           refrain_phase_model_get_reached (self))
               ? REFRAIN_NONE
               : at->left;
    }
  if (to == REFRAIN_NONE)
    return FALSE;
  next = refrain_phase_model_get_range (self, to);
  refrain_phase_model_select (self, &next, 1);
  return TRUE;
}

void
refrain_phase_model_select_through (RefrainPhaseModel *self, const RefrainPhaseRange *range)
{
  g_autoptr (GArray) between = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  const RefrainPhaseRange *from;
  guint32 start, end;

  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));
  g_return_if_fail (range != NULL);

  from = self->selected->len > 0 ? &g_array_index (self->selected, RefrainPhaseRange, 0) : range;
  start = MIN (from->start, range->start);
  end = MAX (from->end, range->end);
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const RefrainPhaseRange *at = &g_array_index (self->ranges, RefrainPhaseRange, i);

      if (at->start >= start && at->end <= end)
        g_array_append_val (between, *at);
    }
  refrain_phase_model_select (self, (const RefrainPhaseRange *) (gpointer) between->data,
                              between->len);
}

/* ---- Bands behind other views ---- */

REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, gboolean, get_shown, self->shown)

void
refrain_phase_model_set_shown (RefrainPhaseModel *self, gboolean shown)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  self->shown_chosen = TRUE;
  if (self->shown == !!shown)
    return;
  self->shown = !!shown;
  refrain_phase_model_notify (self, "shown");
}

REFRAIN_GETTER (RefrainPhaseModel, refrain_phase_model, gboolean, get_by_count, self->by_count)

void
refrain_phase_model_set_by_count (RefrainPhaseModel *self, gboolean by_count)
{
  g_return_if_fail (REFRAIN_IS_PHASE_MODEL (self));

  if (self->by_count == !!by_count)
    return;
  self->by_count = !!by_count;
  refrain_phase_model_notify (self, "by-count");
}

typedef struct
{
  RefrainPhases *phases;
  double strength;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->phases))

static gpointer
place_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  RefrainBands *bands
      = refrain_phases_get_bands (work->phases, work->strength, NULL, 0, TRUE, cancellable);

  g_cancellable_set_error_if_cancelled (cancellable, error);
  return bands;
}

static void
free_bands (gpointer data)
{
  refrain_bands_unref (data);
}

static void
on_placed (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseModel *self = data;
  g_autoptr (RefrainBands) bands = result;

  if (bands == NULL)
    return;
  self->placed = g_steal_pointer (&bands);
  g_clear_pointer (&self->bands, refrain_bands_unref);
  refrain_phase_model_notify (self, "bands");
}

/* Where the strength has come to rest and labels do not change any more. */
static void
place (RefrainPhaseModel *self)
{
  const guint n_processes = refrain_trace_get_n_processes (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (self->phases)));
  Work *work;

  if (self->placing != NULL || self->wait != 0 || self->repeats != NULL || n_processes == 0
      || self->n_leaves > MAX_PLACED / n_processes)
    return;
  work = g_new0 (Work, 1);
  work->phases = g_object_ref (self->phases);
  work->strength = refrain_phase_model_get_reached (self);
  refrain_task_runner_start_in (self->runner, &self->placing, _ ("Placing phases"), place_in_thread,
                                work, work_free, free_bands, self, on_placed);
}

void
refrain_phase_model_forget_bands (RefrainPhaseModel *self, gboolean lit_only)
{
  g_clear_pointer (&self->bands, refrain_bands_unref);
  if (lit_only)
    return;
  g_clear_pointer (&self->placed, refrain_bands_unref);
  refrain_job_stop (&self->placing);
}

/* Brings what the user told into the bands. */
static void
join_bands (RefrainPhaseModel *self, double strength)
{
  g_autoptr (GArray) labels = refrain_phase_model_get_labels (self);
  g_autoptr (RefrainBands) bands = self->bands;

  self->bands = bands == NULL || labels->len == 0
                    ? g_steal_pointer (&bands)
                    : refrain_phases_join_bands (
                        self->phases, bands, strength,
                        (const RefrainPhaseLabel *) (gpointer) labels->data, labels->len);
}

RefrainBands *
refrain_phase_model_get_bands (RefrainPhaseModel *self)
{
  g_autoptr (GArray) lit = NULL;
  const guint32 *nodes;
  double strength;

  g_return_val_if_fail (REFRAIN_IS_PHASE_MODEL (self), NULL);

  if (!self->shown || self->phases == NULL)
    return NULL;
  if (self->bands != NULL)
    return self->bands;
  lit = refrain_phase_model_cover_all (
      self, (const RefrainPhaseRange *) (gpointer) self->selected->data, self->selected->len);
  nodes = (const guint32 *) (gpointer) lit->data;
  strength = refrain_phase_model_get_reached (self);
  if (self->placed != NULL)
    self->bands
        = refrain_phases_light_bands (self->phases, self->placed, strength, nodes, lit->len);
  else
    {
      self->bands = refrain_phases_get_bands (self->phases, strength, nodes, lit->len, FALSE, NULL);
      place (self);
    }
  join_bands (self, strength);
  return self->bands;
}
