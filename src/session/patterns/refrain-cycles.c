/* refrain-cycles.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The light of a cycle is worked out in the background: it may be most of the run. When other
 * patterns are found, no cycle is selected. The cycle that is the main loop is selected as that, so
 * that there is one of it.
 */
#include "refrain-cycles.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-occurrence-lists.h"

struct _RefrainCycles
{
  GObject parent_instance;

  RefrainPatterns *patterns;
  RefrainSubjects *subjects;
  guint32 main_loop;             /* the cycle that is it, or REFRAIN_NONE */
  RefrainIterations *iterations; /* of the main loop; or NULL */
};

REFRAIN_DEFINE_NOTIFIER (RefrainCycles, refrain_cycles, finalize, "selected")

GPtrArray *
refrain_cycles_get_list (RefrainCycles *self)
{
  RefrainComposites *composites;

  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), NULL);

  composites = refrain_patterns_get_composites (self->patterns);
  return composites != NULL ? refrain_composites_get_cycles (composites) : NULL;
}

/* ---- A cycle ---- */

static RefrainCycle *
get_cycle (const RefrainSubject *subject)
{
  return refrain_composites_get_cycles (subject->source)->pdata[subject->id];
}

static RefrainSymbols *
get_symbols (const RefrainSubject *subject)
{
  return refrain_pattern_set_get_symbols (refrain_composites_get_set (subject->source));
}

static char *
subject_get_words (const RefrainSubject *subject)
{
  return g_strdup_printf (_ ("Cycle %u of patterns"), subject->id + 1);
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_cycle_get_op_set (get_cycle (subject), get_symbols (subject));
  return TRUE;
}

static gsize
subject_count (const RefrainSubject *subject)
{
  return refrain_cycle_get_count (get_cycle (subject));
}

static RefrainOpSet *
subject_make_ops (const RefrainSubject *subject, gsize i)
{
  gsize n;
  g_autofree RefrainOccurrencePart *parts
      = refrain_cycle_get_iteration (get_cycle (subject), i, &n);

  return refrain_occurrence_get_op_set (get_symbols (subject), parts, n);
}

/* From who begins first to who ends last. */
static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  RefrainTrace *trace = subject->trace;
  gsize n;
  g_autofree RefrainOccurrencePart *parts
      = refrain_cycle_get_iteration (get_cycle (subject), i, &n);

  *start = G_MAXINT64;
  *end = G_MININT64;
  for (gsize k = 0; k < n; k++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, parts[k].process);
      const guint32 *op = refrain_symbols_get_stream (get_symbols (subject), parts[k].process)->op;

      *start = MIN (*start, ops->time[op[parts[k].first]]);
      *end = MAX (*end, ops->time[op[parts[k].first + parts[k].n - 1]]);
    }
  return *start <= *end;
}

static RefrainOccurrences *
subject_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  /* Goes on "Occurrence 5 of". */
  g_autofree char *words = g_strdup_printf (_ ("cycle %u of patterns"), subject->id + 1);

  return refrain_occurrences_new_for_cycle (refrain_composites_get_set (subject->source),
                                            get_cycle (subject), words);
}

static gpointer
get_composites (gpointer owner)
{
  return refrain_patterns_get_composites (REFRAIN_CYCLES (owner)->patterns);
}

static gboolean
subject_select_id (gpointer owner, guint32 id, guint32 end)
{
  refrain_cycles_select (owner, id);
  return refrain_cycles_get_selected (owner) == id && id != REFRAIN_NONE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "cycle",
  .step = N_ ("select cycle"),
  .job = N_ ("Highlighting a cycle"),
  .one = N_ ("iteration"),
  .many = N_ ("iterations"),
  .selected = "selected",
  .get_words = subject_get_words,
  .find = subject_find,
  .count = subject_count,
  .get_span = subject_get_span,
  .make_ops = subject_make_ops,
  .collect = subject_collect,
  .get_source = get_composites,
  .select_id = subject_select_id,
};

/* ---- The main loop ---- */

static char *
main_loop_get_words (const RefrainSubject *subject)
{
  return g_strdup (_ ("Main loop"));
}

static gboolean
main_loop_find (const RefrainSubject *subject,
                RefrainSubjectFound *found,
                GCancellable *cancellable,
                GError **error)
{
  found->ops = refrain_op_set_new (subject->trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (subject->trace); p++)
    {
      const gsize n = refrain_trace_get_ops (subject->trace, p)->n;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gsize op = 0; op < n; op++)
        if (refrain_iterations_find (subject->source, p, op) != REFRAIN_NONE)
          refrain_op_set_add (found->ops, p, op);
    }
  return TRUE;
}

static gsize
main_loop_count (const RefrainSubject *subject)
{
  return refrain_iterations_get_n (subject->source);
}

static gboolean
main_loop_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  return refrain_iterations_get_run_span (subject->source, (guint32) i, start, end);
}

static RefrainOpSet *
main_loop_make_ops (const RefrainSubject *subject, gsize i)
{
  RefrainOpSet *ops = refrain_op_set_new (subject->trace);

  refrain_iterations_add_ops (subject->source, (guint32) i, ops);
  return ops;
}

static RefrainOccurrences *
main_loop_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  return refrain_occurrences_new_for_iterations (subject->trace, subject->source, cancellable,
                                                 error);
}

static gboolean
main_loop_select_id (gpointer owner, guint32 id, guint32 end)
{
  return refrain_cycles_select_main_loop (owner);
}

static const RefrainSubjectKind main_loop_kind = {
  .name = "main-loop",
  .step = N_ ("select main loop"),
  .job = N_ ("Highlighting the main loop"),
  .one = N_ ("iteration"),
  .many = N_ ("iterations"),
  .selected = "selected",
  .get_words = main_loop_get_words,
  .find = main_loop_find,
  .count = main_loop_count,
  .get_span = main_loop_get_span,
  .make_ops = main_loop_make_ops,
  .collect = main_loop_collect,
  .select_id = main_loop_select_id,
};

void
refrain_cycles_set_iterations (RefrainCycles *self, RefrainIterations *iterations)
{
  g_return_if_fail (REFRAIN_IS_CYCLES (self));
  g_set_object (&self->iterations, iterations);
}

gboolean
refrain_cycles_select_main_loop (RefrainCycles *self)
{
  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), FALSE);

  if (self->iterations == NULL || refrain_iterations_get_n (self->iterations) == 0)
    return FALSE;
  refrain_subjects_take (self->subjects,
                         refrain_subject_new_of (&main_loop_kind, self, self->iterations, 0, 1));
  return TRUE;
}

/* The cycle that most of the iterations are, of which there is one at most, or REFRAIN_NONE. */
static guint32
find_main_loop (RefrainCycles *self)
{
  GPtrArray *list = refrain_cycles_get_list (self);
  const gsize n_iterations = refrain_patterns_get_n_iterations (self->patterns);

  for (guint32 i = 0; list != NULL && i < list->len; i++)
    if (2 * refrain_cycle_get_count (list->pdata[i]) > n_iterations
        && refrain_patterns_is_main_loop (self->patterns, list->pdata[i]))
      return i;
  return REFRAIN_NONE;
}

/* ---- What is selected ---- */

guint32
refrain_cycles_get_selected (RefrainCycles *self)
{
  const RefrainSubject *subject;

  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), REFRAIN_NONE);

  if (refrain_subjects_get_of (self->subjects, &main_loop_kind, self) != NULL)
    return self->main_loop;
  subject = refrain_subjects_get_of (self->subjects, &subject_kind, self);
  return subject != NULL ? subject->id : REFRAIN_NONE;
}

void
refrain_cycles_select (RefrainCycles *self, guint32 index)
{
  GPtrArray *list;

  g_return_if_fail (REFRAIN_IS_CYCLES (self));

  list = refrain_cycles_get_list (self);
  if (list == NULL || index >= list->len)
    {
      refrain_subjects_put_out (self->subjects, self);
      return;
    }
  if (index == refrain_cycles_get_selected (self)
      || (index == self->main_loop && refrain_cycles_select_main_loop (self)))
    return;
  refrain_subjects_take (
      self->subjects,
      refrain_subject_new_of (&subject_kind, self, get_composites (self), index, index + 1));
}

/* ---- Object ---- */

/* The cycles are not looked at; the main loop is what it is on any level. */
static void
on_level (RefrainCycles *self)
{
  if (refrain_subjects_get_of (self->subjects, &subject_kind, self) != NULL)
    refrain_cycles_select (self, REFRAIN_NONE);
}

/* The cycles are others. */
static void
on_found (RefrainCycles *self)
{
  on_level (self);
  refrain_cycles_set_iterations (self, refrain_patterns_get_iterations (self->patterns));
  self->main_loop = find_main_loop (self);
}

RefrainCycles *
refrain_cycles_new (RefrainPatterns *patterns, RefrainSubjects *subjects)
{
  RefrainCycles *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (patterns), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_CYCLES, NULL);
  self->patterns = g_object_ref (patterns);
  self->subjects = g_object_ref (subjects);
  refrain_subjects_add_kind (subjects, &subject_kind, self);
  refrain_subjects_add_kind (subjects, &main_loop_kind, self);
  refrain_connect (patterns, "notify::composites", on_found, self);
  refrain_connect (patterns, "notify::level", on_level, self);
  return self;
}

static void
refrain_cycles_finalize (RefrainCycles *self)
{
  refrain_clear_objects (&self->iterations, &self->subjects, &self->patterns);
}

static void
refrain_cycles_init (RefrainCycles *self)
{
  self->main_loop = REFRAIN_NONE;
}
