/* refrain-matches.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list is the source of the subject.
 */
#include "refrain-matches.h"

#include <glib/gi18n.h>

static char *
subject_get_words (const RefrainSubject *subject)
{
  return g_strdup (_ ("Matches"));
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_op_set_ref (refrain_match_list_get_op_set (subject->source));
  return TRUE;
}

static gsize
subject_count (const RefrainSubject *subject)
{
  return g_list_model_get_n_items (G_LIST_MODEL (subject->source));
}

static RefrainOpSet *
subject_make_ops (const RefrainSubject *subject, gsize i)
{
  RefrainMatchList *list = subject->source;
  const RefrainMatchOccurrence *match = refrain_match_list_get_occurrence (list, (guint) i);

  return refrain_occurrence_get_op_set (refrain_match_list_get_symbols (list),
                                        refrain_match_list_get_parts (list, match), match->n_parts);
}

static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  const RefrainMatchOccurrence *match
      = refrain_match_list_get_occurrence (subject->source, (guint) i);

  *start = match->start;
  *end = match->end;
  return TRUE;
}

static RefrainOccurrences *
subject_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  RefrainMatchList *list = subject->source;
  RefrainSymbols *symbols = refrain_match_list_get_symbols (list);
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);
  g_autofree char *words = subject_get_words (subject);
  RefrainOccurrences *series
      = refrain_occurrences_new (trace, REFRAIN_RECURS_OTHER, 1, words, G_OBJECT (list));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, p);

      refrain_occurrences_set_stream (series, p, stream->op, stream->n);
    }
  for (guint i = 0; i < n; i++)
    {
      const RefrainMatchOccurrence *match = refrain_match_list_get_occurrence (list, i);
      const RefrainOccurrencePart *parts = refrain_match_list_get_parts (list, match);
      const RefrainOccurrence occurrence
          = { match->start, match->end, MAX (match->end - match->start, 0), REFRAIN_NONE };

      refrain_occurrences_begin (series, &occurrence);
      for (gsize k = 0; k < match->n_parts; k++)
        refrain_occurrences_add_part (series, &parts[k]);
    }
  return series;
}

static const RefrainSubjectKind subject_kind = {
  .name = "alike",
  .step = N_ ("highlight matches"),
  .one = N_ ("match"),
  .many = N_ ("matches"),
  .get_words = subject_get_words,
  .find = subject_find,
  .count = subject_count,
  .get_span = subject_get_span,
  .make_ops = subject_make_ops,
  .collect = subject_collect,
};

RefrainMatchList *
refrain_matches_get_list (RefrainSubjects *subjects)
{
  const RefrainSubject *subject = refrain_subjects_get_of (subjects, &subject_kind, subjects);

  return subject != NULL ? subject->source : NULL;
}

void
refrain_matches_set_list (RefrainSubjects *subjects, RefrainMatchList *list)
{
  if (refrain_matches_get_list (subjects) != list)
    refrain_subjects_take (
        subjects,
        list != NULL ? refrain_subject_new_of (&subject_kind, subjects, list, 0, 0) : NULL);
}
