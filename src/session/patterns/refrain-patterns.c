/* refrain-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding and naming them, and the selected ones: lighting up their occurrences, and going from one
 * to the next.
 */
#include "config.h"
#include "refrain-patterns.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-composite-notes.h"
#include "refrain-lighting.h"
#include "refrain-pattern-names.h"
#include "refrain-study-job.h"

/* Lighting up so many operations takes 3 ms, which is less than a frame and than the way through a
 * worker thread and back. */
#define MAX_AT_ONCE 2000000

struct _RefrainPatterns
{
  GObject parent_instance;

  RefrainStudy *study;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;

  RefrainJob *job; /* that finds, while it runs */
  RefrainComposites *composites;
  RefrainPatternLevel level;
  RefrainPatternSet *set; /* of the level; owned by the composites */
  char *notes;            /* or NULL */
  RefrainRegularity regularity;
  char *problem;
  GHashTable *names; /* key → name */

  GArray *selected; /* of guint32, ascending */
  gsize n_occurrences;
  RefrainJob *light;    /* that lights them up, while it runs */
  GArray *events;       /* of RefrainPatternEvent: those of the selected patterns; NULL: not yet */
  gboolean has_current; /* events->data[place] */
  gsize place;
};

G_DEFINE_FINAL_TYPE (RefrainPatterns, refrain_patterns, G_TYPE_OBJECT)

enum
{
  PROP_COMPOSITES = 1,
  PROP_SET,
  PROP_LEVEL,
  PROP_RUNNING,
  PROP_SELECTED,
  PROP_CURRENT,
  PROP_NAMES,
  PROP_WRAPPERS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
notify (RefrainPatterns *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* ---- Names ---- */

GHashTable *
refrain_patterns_get_names (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->names;
}

void
refrain_patterns_set_names (RefrainPatterns *self, GHashTable *names)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (names != NULL);

  g_hash_table_unref (self->names);
  self->names = refrain_pattern_names_copy (names);
  refrain_study_set_names (self->study, self->names);
  if (self->composites != NULL)
    refrain_pattern_names_apply (self->names, self->composites);
  notify (self, PROP_NAMES);
}

void
refrain_patterns_rename (RefrainPatterns *self, guint32 index, const char *name)
{
  RefrainPattern *twin;
  g_autofree char *key = NULL;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (self->set != NULL && index < refrain_pattern_set_get_n_patterns (self->set));

  key = refrain_pattern_names_make_key_in (self->composites, self->set, index);
  if (name != NULL && *name == '\0')
    name = NULL;
  if (g_strcmp0 (name, g_hash_table_lookup (self->names, key)) == 0)
    return;
  if (name != NULL)
    g_hash_table_insert (self->names, g_steal_pointer (&key), g_strdup (name));
  else
    g_hash_table_remove (self->names, key);
  refrain_study_set_names (self->study, self->names);
  refrain_pattern_set_name (refrain_pattern_set_get_pattern (self->set, index), name);
  twin = refrain_pattern_names_find_twin (self->composites, self->set, index);
  if (twin != NULL)
    refrain_pattern_set_name (twin, name);
  notify (self, PROP_NAMES);
}

/* ---- Finding ---- */

typedef struct
{
  RefrainComposites *composites;
  char *notes;
  RefrainRegularity regularity;
} Found;

static void
found_free (gpointer data)
{
  Found *found = data;

  g_object_unref (found->composites);
  g_free (found->notes);
  g_free (found);
}

/* Takes over @composites. */
static Found *
found_new (RefrainComposites *composites)
{
  Found *found = g_new0 (Found, 1);
  g_auto (RefrainTraffic) traffic = { 0 };
  g_auto (GStrv) notes = NULL;

  refrain_traffic_judge (&traffic, composites);
  notes = refrain_composite_notes_new (composites, &traffic);
  found->composites = composites;
  found->regularity = traffic.regularity;
  found->notes = g_strjoinv ("\n", notes);
  return found;
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  RefrainComposites *composites
      = refrain_study_find (data, REFRAIN_ANALYSIS_COMPOSITES, &ask, error);

  return composites != NULL ? found_new (composites) : NULL;
}

/* Shows the set of the level. */
static void
take_level (RefrainPatterns *self)
{
  self->set = self->composites == NULL ? NULL
              : self->level == REFRAIN_LEVEL_ELEMENTARY
                  ? refrain_composites_get_elementary (self->composites)
                  : refrain_composites_get_set (self->composites);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPatterns *self = data;
  Found *found = result;

  g_clear_pointer (&self->problem, g_free);
  if (found != NULL)
    {
      refrain_patterns_select (self, NULL, 0);
      g_set_object (&self->composites, found->composites);
      g_free (self->notes);
      self->notes = g_steal_pointer (&found->notes);
      self->regularity = found->regularity;
      take_level (self);
      notify (self, PROP_COMPOSITES);
      notify (self, PROP_SET);
    }
  else
    self->problem = refrain_job_describe_error (error, _ ("It was cancelled."));
  g_clear_pointer (&found, found_free);
  notify (self, PROP_RUNNING);
}

void
refrain_patterns_find (RefrainPatterns *self)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  refrain_task_runner_start_in (self->runner, &self->job, _ ("Finding patterns"), find_in_thread,
                                g_object_ref (self->study), g_object_unref, found_free, self,
                                on_found);
  notify (self, PROP_RUNNING);
}

gboolean
refrain_patterns_is_running (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), FALSE);
  return self->job != NULL;
}

RefrainPatternSet *
refrain_patterns_get_set (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->set;
}

RefrainPatternSet *
refrain_patterns_get_elementary (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->composites != NULL ? refrain_composites_get_elementary (self->composites) : NULL;
}

RefrainStudy *
refrain_patterns_get_study (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->study;
}

RefrainComposites *
refrain_patterns_get_composites (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->composites;
}

RefrainPatternLevel
refrain_patterns_get_level (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), REFRAIN_LEVEL_COMPOSITE);
  return self->level;
}

void
refrain_patterns_set_level (RefrainPatterns *self, RefrainPatternLevel level)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (level == self->level)
    return;
  refrain_patterns_select (self, NULL, 0);
  self->level = level;
  take_level (self);
  notify (self, PROP_LEVEL);
  notify (self, PROP_SET);
}

static gboolean
has_pattern (RefrainPatternSet *set, RefrainPattern *pattern)
{
  const guint index = refrain_pattern_get_id (pattern) - 1;

  return index < refrain_pattern_set_get_n_patterns (set)
         && refrain_pattern_set_get_pattern (set, index) == pattern;
}

RefrainPatternSet *
refrain_patterns_get_set_of (RefrainPatterns *self, RefrainPattern *pattern)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);

  if (self->composites == NULL)
    return NULL;
  if (has_pattern (refrain_composites_get_set (self->composites), pattern))
    return refrain_composites_get_set (self->composites);
  return has_pattern (refrain_composites_get_elementary (self->composites), pattern)
             ? refrain_composites_get_elementary (self->composites)
             : NULL;
}

const char *
refrain_patterns_get_notes (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), "");
  return self->notes != NULL ? self->notes : "";
}

RefrainRegularity
refrain_patterns_get_regularity (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), REFRAIN_REGULAR);
  return self->regularity;
}

const char *
refrain_patterns_get_problem (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return self->problem;
}

const char *const *
refrain_patterns_get_wrappers (RefrainPatterns *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  return refrain_study_get_options (self->study)->patterns.wrappers;
}

void
refrain_patterns_set_wrappers (RefrainPatterns *self, const char *const *wrappers)
{
  const char *const *old = refrain_patterns_get_wrappers (self);
  g_autoptr (RefrainStudyOptions) options = NULL;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (wrappers == NULL && old == NULL)
    return;
  if (wrappers != NULL && old != NULL && g_strv_equal (wrappers, old))
    return;
  options = refrain_study_options_copy (refrain_study_get_options (self->study));
  refrain_study_options_set_wrappers (options, wrappers);
  refrain_study_set_options (self->study, options);
  notify (self, PROP_WRAPPERS);
}

/* ---- The selected patterns ---- */

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

typedef struct
{
  RefrainPatternSet *set;
  GArray *selected;
} LightWork;

static void
light_work_free (gpointer data)
{
  LightWork *work = data;

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
  LightWork *work = data;

  return collect_ops (work->set, work->selected, refrain_job_get_cancellable (job), error);
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
  LightWork *work;

  if (count_operations (self) <= MAX_AT_ONCE)
    {
      g_autoptr (RefrainOpSet) ops = collect_ops (self->set, self->selected, NULL, NULL);

      refrain_selection_light (self->selection, ops, self);
      return;
    }
  if (refrain_selection_get_source (self->selection) != self)
    refrain_selection_light (self->selection, NULL, self);
  work = g_new0 (LightWork, 1);
  work->set = g_object_ref (self->set);
  work->selected = g_array_copy (self->selected);
  refrain_lighting_start (self->runner, &self->light, self->selection,
                          _ ("Lighting up occurrences"), light_in_thread, work, light_work_free,
                          self);
}

/* Forgets what is selected, leaving what is lit up alone. */
static void
forget (RefrainPatterns *self)
{
  refrain_job_stop (&self->light);
  g_clear_pointer (&self->events, g_array_unref);
  g_array_set_size (self->selected, 0);
  self->n_occurrences = 0;
  if (self->has_current)
    {
      self->has_current = FALSE;
      if (refrain_selection_get_source (self->selection) == self)
        refrain_selection_set_current (self->selection, NULL);
      notify (self, PROP_CURRENT);
    }
}

/* Somebody lit up something else: the patterns are not selected any more. */
static void
on_source (RefrainPatterns *self)
{
  if (self->selected->len == 0 || refrain_selection_get_source (self->selection) == self)
    return;
  forget (self);
  notify (self, PROP_SELECTED);
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
  g_array_sort (clean, refrain_compare_uint32);
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
      && refrain_is_same (clean->data, self->selected->data, clean->len * sizeof (guint32)))
    return;
  forget (self);
  g_array_unref (self->selected);
  self->selected = g_steal_pointer (&clean);
  for (guint i = 0; i < self->selected->len; i++)
    self->n_occurrences += refrain_pattern_get_n_occurrences (
        refrain_pattern_set_get_pattern (self->set, g_array_index (self->selected, guint32, i)));
  if (self->selected->len > 0)
    {
      /* A cell of the matrix is something else that was asked about. */
      if (refrain_selection_get_pick (self->selection)->kind == REFRAIN_PICK_CHANNEL)
        refrain_selection_set_pick (self->selection, NULL);
      light_up (self);
    }
  else if (refrain_selection_get_source (self->selection) == self)
    refrain_selection_light (self->selection, NULL, NULL);
  notify (self, PROP_SELECTED);
}

void
refrain_patterns_select_elementary (RefrainPatterns *self, guint32 index)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (self->composites == NULL)
    return;
  if (self->level == REFRAIN_LEVEL_COMPOSITE)
    {
      const guint32 composite = refrain_pattern_names_find_composite (self->composites, index);

      if (composite == REFRAIN_NONE)
        refrain_patterns_set_level (self, REFRAIN_LEVEL_ELEMENTARY);
      else
        index = composite;
    }
  refrain_patterns_select (self, &index, 1);
}

void
refrain_patterns_select_composite (RefrainPatterns *self, guint32 index)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (self->composites == NULL)
    return;
  refrain_patterns_set_level (self, REFRAIN_LEVEL_COMPOSITE);
  refrain_patterns_select (self, &index, 1);
}

GArray *
refrain_patterns_get_selected_elementary (RefrainPatterns *self)
{
  GArray *elementary;
  guint kept = 0;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);

  if (self->level == REFRAIN_LEVEL_ELEMENTARY)
    return g_array_copy (self->selected);
  elementary = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < self->selected->len; i++)
    {
      const RefrainCompositeInfo *info = refrain_composites_get_info (
          self->composites, g_array_index (self->selected, guint32, i));

      if (info->n_parts > 0)
        g_array_append_vals (elementary, info->stages, (guint) info->n_parts);
    }
  g_array_sort (elementary, refrain_compare_uint32);
  for (guint i = 0; i < elementary->len; i++)
    if (kept == 0
        || g_array_index (elementary, guint32, kept - 1) != g_array_index (elementary, guint32, i))
      g_array_index (elementary, guint32, kept++) = g_array_index (elementary, guint32, i);
  g_array_set_size (elementary, kept);
  return elementary;
}

/* ---- Going from one occurrence to the next ---- */

static gboolean
is_selected (RefrainPatterns *self, guint32 pattern)
{
  return refrain_find (&pattern, self->selected->data, self->selected->len, sizeof pattern,
                       refrain_compare_uint32)
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
  notify (self, PROP_CURRENT);
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

/* ---- Object ---- */

RefrainPatterns *
refrain_patterns_new (RefrainStudy *study, RefrainTaskRunner *runner, RefrainSelection *selection)
{
  RefrainPatterns *self;

  g_return_val_if_fail (REFRAIN_IS_STUDY (study), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_PATTERNS, NULL);
  self->study = g_object_ref (study);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  return self;
}

static void
refrain_patterns_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainPatterns *self = REFRAIN_PATTERNS (object);

  switch (id)
    {
    case PROP_COMPOSITES:
      g_value_set_object (value, self->composites);
      break;
    case PROP_LEVEL:
      g_value_set_uint (value, self->level);
      break;
    case PROP_SET:
      g_value_set_object (value, self->set);
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, self->job != NULL);
      break;
    case PROP_SELECTED:
      g_value_set_uint (value, self->selected->len);
      break;
    case PROP_CURRENT:
      g_value_set_int64 (value, self->has_current ? (gint64) self->place : -1);
      break;
    case PROP_NAMES:
      g_value_set_boxed (value, self->names);
      break;
    case PROP_WRAPPERS:
      g_value_set_boxed (value, refrain_patterns_get_wrappers (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_patterns_finalize (GObject *object)
{
  RefrainPatterns *self = REFRAIN_PATTERNS (object);

  g_clear_object (&self->job);
  g_clear_object (&self->light);
  g_clear_object (&self->composites);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->study);
  g_clear_pointer (&self->events, g_array_unref);
  g_array_unref (self->selected);
  g_hash_table_unref (self->names);
  g_free (self->notes);
  g_free (self->problem);
  G_OBJECT_CLASS (refrain_patterns_parent_class)->finalize (object);
}

static void
refrain_patterns_class_init (RefrainPatternsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_patterns_get_property;
  object_class->finalize = refrain_patterns_finalize;
  properties[PROP_COMPOSITES]
      = g_param_spec_object ("composites", NULL, NULL, REFRAIN_TYPE_COMPOSITES, flags);
  properties[PROP_LEVEL]
      = g_param_spec_uint ("level", NULL, NULL, 0, REFRAIN_LEVEL_ELEMENTARY, 0, flags);
  properties[PROP_SET] = g_param_spec_object ("set", NULL, NULL, REFRAIN_TYPE_PATTERN_SET, flags);
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_SELECTED] = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_CURRENT] = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[PROP_NAMES] = g_param_spec_boxed ("names", NULL, NULL, G_TYPE_HASH_TABLE, flags);
  properties[PROP_WRAPPERS] = g_param_spec_boxed ("wrappers", NULL, NULL, G_TYPE_STRV, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_patterns_init (RefrainPatterns *self)
{
  self->selected = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->names = refrain_pattern_names_new ();
}
