/* refrain-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding and naming them, and the selected ones as a subject.
 */
#include "config.h"
#include "refrain-patterns.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-main-loop.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-occurrence-lists.h"
#include "refrain-pattern-names.h"
#include "refrain-pattern-painter.h"
#include "refrain-study-job.h"

/* Lighting up so many operations takes 3 ms, which is less than a frame and than the way through a
 * worker thread and back. */
#define MAX_AT_ONCE 2000000

struct _RefrainPatterns
{
  GObject parent_instance;

  RefrainStudy *study;
  RefrainSubjects *subjects;

  RefrainJob *job; /* that finds, while it runs */
  RefrainComposites *composites;
  RefrainPatternLevel level;
  RefrainPatternSet *set; /* of the level; owned by the composites */
  char *notes;            /* or NULL */
  char *main_loop;        /* in words; or NULL */
  RefrainMainLoop *loop;  /* or NULL */
  RefrainRegularity regularity;
  char *problem;
  GHashTable *names; /* key → name */
};

REFRAIN_DEFINE_NOTIFIER (RefrainPatterns,
                         refrain_patterns,
                         finalize,
                         "composites",
                         "set",
                         "level",
                         "running",
                         "selected",
                         "names",
                         "wrappers")

/* ---- Names ---- */

REFRAIN_GETTER (RefrainPatterns, refrain_patterns, GHashTable *, get_names, self->names)

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
  g_object_notify (G_OBJECT (self), "names");
  refrain_subjects_rename (self->subjects);
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
  g_object_notify (G_OBJECT (self), "names");
  refrain_subjects_rename (self->subjects);
}

/* ---- Finding ---- */

typedef struct
{
  RefrainComposites *composites;
  char *notes, *main_loop;
  RefrainMainLoop *loop;
  RefrainRegularity regularity;
} Found;

REFRAIN_DEFINE_FREE (found_free, Found, g_object_unref (x->composites);
                     refrain_free (x->notes, x->main_loop);
                     g_object_unref (x->loop))

/* Takes over @composites. */
static Found *
found_new (RefrainComposites *composites, RefrainMainLoop *loop)
{
  Found *found = g_new0 (Found, 1);
  g_auto (RefrainTraffic) traffic = { 0 };
  g_auto (GStrv) notes = NULL;

  refrain_traffic_judge (&traffic, composites);
  found->regularity = traffic.regularity;
  traffic.regularity = refrain_main_loop_correct_regularity (loop, traffic.regularity);
  notes = refrain_composite_notes_new (composites, &traffic);
  found->composites = composites;
  found->notes = g_strjoinv ("\n", notes);
  found->main_loop = refrain_main_loop_describe (loop);
  found->loop = g_object_ref (loop);
  return found;
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainComposites) composites
      = refrain_study_find (data, REFRAIN_ANALYSIS_COMPOSITES, &ask, error);
  g_autoptr (RefrainMainLoop) loop
      = composites != NULL ? refrain_study_find (data, REFRAIN_ANALYSIS_MAIN_LOOP, &ask, error)
                           : NULL;

  return loop != NULL ? found_new (g_steal_pointer (&composites), loop) : NULL;
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
      g_free (self->main_loop);
      self->main_loop = g_steal_pointer (&found->main_loop);
      g_set_object (&self->loop, found->loop);
      self->regularity = found->regularity;
      take_level (self);
      g_object_notify (G_OBJECT (self), "composites");
      g_object_notify (G_OBJECT (self), "set");
    }
  else
    self->problem = refrain_job_describe_error (error, _ ("Cancelled."));
  g_clear_pointer (&found, found_free);
  g_object_notify (G_OBJECT (self), "running");
}

void
refrain_patterns_find (RefrainPatterns *self)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  refrain_task_runner_start_in (refrain_subjects_get_runner (self->subjects), &self->job,
                                _ ("Finding patterns"), find_in_thread, g_object_ref (self->study),
                                g_object_unref, found_free, self, on_found);
  g_object_notify (G_OBJECT (self), "running");
}

REFRAIN_GETTER (RefrainPatterns, refrain_patterns, gboolean, is_running, self->job != NULL)
REFRAIN_GETTER (RefrainPatterns, refrain_patterns, RefrainPatternSet *, get_set, self->set)

REFRAIN_GETTER (RefrainPatterns,
                refrain_patterns,
                RefrainPatternSet *,
                get_elementary,
                self->composites != NULL ? refrain_composites_get_elementary (self->composites)
                                         : NULL)

REFRAIN_GETTER (RefrainPatterns, refrain_patterns, RefrainStudy *, get_study, self->study)
REFRAIN_GETTER (
    RefrainPatterns, refrain_patterns, RefrainComposites *, get_composites, self->composites)
REFRAIN_GETTER (RefrainPatterns, refrain_patterns, RefrainPatternLevel, get_level, self->level)

void
refrain_patterns_set_level (RefrainPatterns *self, RefrainPatternLevel level)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS (self));

  if (level == self->level)
    return;
  refrain_patterns_select (self, NULL, 0);
  self->level = level;
  take_level (self);
  g_object_notify (G_OBJECT (self), "level");
  g_object_notify (G_OBJECT (self), "set");
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

REFRAIN_GETTER (RefrainPatterns, refrain_patterns, const char *, get_main_loop, self->main_loop)
REFRAIN_GETTER (RefrainPatterns,
                refrain_patterns,
                RefrainIterations *,
                get_iterations,
                self->loop != NULL ? refrain_main_loop_get_iterations (self->loop) : NULL)
REFRAIN_GETTER (RefrainPatterns,
                refrain_patterns,
                guint32,
                get_n_iterations,
                self->loop != NULL
                    ? refrain_iterations_get_n (refrain_main_loop_get_iterations (self->loop))
                    : 0)

gboolean
refrain_patterns_is_main_loop (RefrainPatterns *self, RefrainCycle *cycle)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), FALSE);

  return self->loop != NULL && refrain_main_loop_is_cycle (self->loop, cycle);
}

REFRAIN_GETTER (
    RefrainPatterns, refrain_patterns, RefrainRegularity, get_regularity, self->regularity)
REFRAIN_GETTER (RefrainPatterns, refrain_patterns, const char *, get_problem, self->problem)

REFRAIN_GETTER (RefrainPatterns,
                refrain_patterns,
                const char *const *,
                get_wrappers,
                refrain_study_get_options (self->study)->patterns.wrappers)

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
  g_object_notify (G_OBJECT (self), "wrappers");
}

/* ---- The selected patterns ---- */

typedef struct
{
  RefrainPatternSet *set;
  GArray *indices; /* of guint32, ascending */
  GArray *events;  /* of RefrainPatternEvent: their occurrences; NULL: nobody asked yet */
} Chosen;

static const RefrainSubjectKind subject_kind;

REFRAIN_DEFINE_FREE (chosen_free, Chosen, g_object_unref (x->set); g_array_unref (x->indices);
                     g_clear_pointer (&x->events, g_array_unref))

/* The indices of those that are selected; NULL: none are. */
static GArray *
get_indices (RefrainPatterns *self)
{
  const Chosen *chosen = refrain_subjects_get_data (self->subjects, &subject_kind, self);

  return chosen != NULL ? chosen->indices : NULL;
}

const guint32 *
refrain_patterns_get_selected (RefrainPatterns *self, guint *n)
{
  GArray *indices;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  indices = get_indices (self);
  *n = indices != NULL ? indices->len : 0;
  return indices != NULL ? (const guint32 *) (gpointer) indices->data : NULL;
}

gint
refrain_patterns_get_part (RefrainPatterns *self, guint32 index)
{
  const guint32 *selected;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), -1);

  selected = refrain_patterns_get_selected (self, &n);
  for (guint i = 0; n >= 2 && n <= REFRAIN_STYLE_N_PARTS && i < n; i++)
    if (selected[i] == index)
      return (gint) i;
  return -1;
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

static RefrainPattern *
get_pattern (const Chosen *chosen, guint i)
{
  return refrain_pattern_set_get_pattern (chosen->set, g_array_index (chosen->indices, guint32, i));
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  const Chosen *chosen = subject->data;

  found->ops = collect_ops (chosen->set, chosen->indices, cancellable, error);
  return found->ops != NULL;
}

static gboolean
subject_is_quick (const RefrainSubject *subject)
{
  const Chosen *chosen = subject->data;
  guint64 n = 0;

  for (guint i = 0; i < chosen->indices->len; i++)
    {
      RefrainPattern *pattern = get_pattern (chosen, i);
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, 0, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        n += parts[k].n * (guint64) refrain_pattern_get_n_occurrences (pattern);
    }
  return n <= MAX_AT_ONCE;
}

static char *
subject_get_words (const RefrainSubject *subject)
{
  const Chosen *chosen = subject->data;

  if (chosen->indices->len == 1)
    return g_strdup_printf (_ ("Pattern %s"), refrain_pattern_get_name (get_pattern (chosen, 0)));
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u pattern", "%u patterns", chosen->indices->len),
      chosen->indices->len);
}

static gsize
subject_count (const RefrainSubject *subject)
{
  const Chosen *chosen = subject->data;
  gsize n = 0;

  for (guint i = 0; i < chosen->indices->len; i++)
    n += refrain_pattern_get_n_occurrences (get_pattern (chosen, i));
  return n;
}

static const RefrainPatternEvent *
get_event (const RefrainSubject *subject, gsize i)
{
  /* What is worked out when it is first asked for changes nothing. */
  Chosen *chosen = (Chosen *) subject->data;
  const RefrainPatternEvent *sequence;
  gsize n;

  if (chosen->events == NULL)
    {
      chosen->events = g_array_new (FALSE, FALSE, sizeof (RefrainPatternEvent));
      sequence = refrain_pattern_set_get_sequence (chosen->set, &n);
      for (gsize k = 0; k < n; k++)
        if (refrain_find (&sequence[k].pattern, chosen->indices->data, chosen->indices->len,
                          sizeof (guint32), refrain_compare_uint32)
            != NULL)
          g_array_append_val (chosen->events, sequence[k]);
    }
  return &g_array_index (chosen->events, RefrainPatternEvent, i);
}

static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  const Chosen *chosen = subject->data;
  const RefrainPatternEvent *event = get_event (subject, i);

  refrain_pattern_get_occurrence_span (
      refrain_pattern_set_get_pattern (chosen->set, event->pattern), event->occurrence, start, end);
  return TRUE;
}

static RefrainOpSet *
subject_make_ops (const RefrainSubject *subject, gsize i)
{
  const Chosen *chosen = subject->data;
  const RefrainPatternEvent *event = get_event (subject, i);
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
      refrain_pattern_set_get_pattern (chosen->set, event->pattern), event->occurrence, &n);

  return refrain_occurrence_get_op_set (refrain_pattern_set_get_symbols (chosen->set), parts, n);
}

static RefrainOccurrences *
subject_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  const Chosen *chosen = subject->data;

  return refrain_occurrences_new_for_patterns (
      chosen->set, (const guint32 *) (gpointer) chosen->indices->data, chosen->indices->len);
}

/* Of several, the first. */
static RefrainPainter *
subject_make_picture (const RefrainSubject *subject)
{
  const Chosen *chosen = subject->data;

  return REFRAIN_PAINTER (refrain_pattern_painter_new (
      get_pattern (chosen, 0), refrain_pattern_set_get_symbols (chosen->set)));
}

/* On the level that they are of. */
static gboolean
subject_select (const RefrainSubject *subject)
{
  const Chosen *chosen = subject->data;
  RefrainPatterns *self = subject->owner;

  if (self->composites == NULL)
    return FALSE;
  if (chosen->set != self->set)
    refrain_patterns_set_level (self,
                                chosen->set == refrain_composites_get_elementary (self->composites)
                                    ? REFRAIN_LEVEL_ELEMENTARY
                                    : REFRAIN_LEVEL_COMPOSITE);
  if (chosen->set != self->set)
    return FALSE;
  refrain_patterns_select (self, (const guint32 *) (gpointer) chosen->indices->data,
                           chosen->indices->len);
  return TRUE;
}

/* The level, then what names are remembered by, a line each: these stay when others are found. */
static char *
subject_make_token (const RefrainSubject *subject)
{
  const Chosen *chosen = subject->data;
  RefrainPatterns *self = subject->owner;
  g_autoptr (GString) token = NULL;

  if (self == NULL || chosen->set != self->set)
    return NULL;
  token = g_string_new (self->level == REFRAIN_LEVEL_ELEMENTARY ? "elementary" : "composite");
  for (guint i = 0; i < chosen->indices->len; i++)
    {
      g_autofree char *key = refrain_pattern_names_make_key_in (
          self->composites, chosen->set, g_array_index (chosen->indices, guint32, i));

      g_string_append_printf (token, "\n%s", key);
    }
  return g_string_free (g_steal_pointer (&token), FALSE);
}

static gboolean
subject_take_token (gpointer owner, const char *token)
{
  RefrainPatterns *self = owner;
  g_auto (GStrv) lines = g_strsplit (token, "\n", -1);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->composites == NULL || lines[0] == NULL)
    return FALSE;
  refrain_patterns_set_level (self, g_str_equal (lines[0], "elementary") ? REFRAIN_LEVEL_ELEMENTARY
                                                                         : REFRAIN_LEVEL_COMPOSITE);
  for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (self->set); i++)
    {
      g_autofree char *key = refrain_pattern_names_make_key_in (self->composites, self->set, i);

      if (g_strv_contains ((const char *const *) lines + 1, key))
        g_array_append_val (indices, i);
    }
  refrain_patterns_select (self, (const guint32 *) (gpointer) indices->data, indices->len);
  return indices->len > 0;
}

static const RefrainSubjectKind subject_kind = {
  .name = "pattern",
  .step = N_ ("select pattern"),
  .job = N_ ("Highlighting occurrences"),
  .one = N_ ("occurrence"),
  .many = N_ ("occurrences"),
  .selected = "selected",
  .get_words = subject_get_words,
  .find = subject_find,
  .is_quick = subject_is_quick,
  .count = subject_count,
  .get_span = subject_get_span,
  .make_ops = subject_make_ops,
  .collect = subject_collect,
  .make_picture = subject_make_picture,
  .select = subject_select,
  .make_token = subject_make_token,
  .take_token = subject_take_token,
  .free_data = chosen_free,
};

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
  const guint32 *selected;
  guint n_selected;
  Chosen *chosen;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (indices != NULL || n == 0);

  clean = clean_indices (self, indices, n);
  selected = refrain_patterns_get_selected (self, &n_selected);
  if (clean->len == n_selected
      && refrain_is_same (clean->data, selected, clean->len * sizeof (guint32)))
    return;
  if (clean->len == 0)
    {
      refrain_subjects_put_out (self->subjects, self);
      return;
    }
  chosen = g_new0 (Chosen, 1);
  chosen->set = g_object_ref (self->set);
  chosen->indices = g_steal_pointer (&clean);
  refrain_subjects_take (self->subjects, refrain_subject_new (&subject_kind, self, chosen));
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
  const guint32 *selected;
  guint n, kept = 0;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (self), NULL);

  elementary = g_array_new (FALSE, FALSE, sizeof (guint32));
  selected = refrain_patterns_get_selected (self, &n);
  if (self->level == REFRAIN_LEVEL_ELEMENTARY && n > 0)
    g_array_append_vals (elementary, selected, n);
  for (guint i = 0; self->level != REFRAIN_LEVEL_ELEMENTARY && i < n; i++)
    {
      const RefrainCompositeInfo *info
          = refrain_composites_get_info (self->composites, selected[i]);

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

void
refrain_patterns_go_to (RefrainPatterns *self, const RefrainPatternEvent *event)
{
  RefrainSubject *subject;

  g_return_if_fail (REFRAIN_IS_PATTERNS (self));
  g_return_if_fail (event != NULL);

  subject = refrain_subjects_get_lit (self->subjects);
  for (gsize i = 0, n = get_indices (self) != NULL ? subject_count (subject) : 0; i < n; i++)
    if (get_event (subject, i)->pattern == event->pattern
        && get_event (subject, i)->occurrence == event->occurrence)
      {
        refrain_subjects_set_place (self->subjects, i);
        return;
      }
}

/* ---- Object ---- */

RefrainPatterns *
refrain_patterns_new (RefrainStudy *study, RefrainSubjects *subjects)
{
  RefrainPatterns *self;

  g_return_val_if_fail (REFRAIN_IS_STUDY (study), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_PATTERNS, NULL);
  self->study = g_object_ref (study);
  self->subjects = g_object_ref (subjects);
  refrain_subjects_add_kind (subjects, &subject_kind, self);
  return self;
}

static void
refrain_patterns_finalize (RefrainPatterns *self)
{
  refrain_clear_objects (&self->job, &self->loop, &self->composites, &self->subjects, &self->study);
  g_hash_table_unref (self->names);
  refrain_free (self->notes, self->main_loop, self->problem);
}

static void
refrain_patterns_init (RefrainPatterns *self)
{
  self->names = refrain_pattern_names_new ();
}
