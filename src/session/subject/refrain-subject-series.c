/* refrain-subject-series.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A subject as a series that can be measured and compared, and a series as a subject.
 */
#include <glib/gi18n.h>

#include "refrain-occurrence-words.h"
#include "refrain-pick-text.h"
#include "refrain-subject.h"

/* How often cancelling is looked at. */
#define STRIDE 4096

/* ---- A subject as a series ---- */

/* What the times of operations are read of, by process: a million ask for them. */
typedef struct
{
  const RefrainOps *ops;
  const RefrainCalls *calls;
  const RefrainRecords *records;
} Rows;

static Rows *
list_rows (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  Rows *rows = g_new (Rows, n + 1);

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      rows[p] = (Rows){ refrain_process_get_ops (process), refrain_process_get_calls (process),
                        refrain_process_get_records (process) };
    }
  return rows;
}

/* As refrain_pick_get_times() of an operation. */
static void
get_op_times (const Rows *rows, guint32 row, RefrainOccurrence *occurrence)
{
  const guint32 call = rows->ops->call[row], record = rows->ops->record[row];

  occurrence->start = occurrence->end = rows->ops->time[row];
  if (call != REFRAIN_NONE)
    {
      occurrence->start = rows->calls->start[call];
      occurrence->end = MAX (occurrence->end, rows->calls->end[call]);
    }
  if (rows->ops->kind[row] == REFRAIN_OP_COLLECTIVE && record != REFRAIN_NONE)
    occurrence->start = rows->records->time[record];
  occurrence->end = MAX (occurrence->start, occurrence->end);
}

/* Adds @stop as an occurrence; processes as a whole have no time. */
static void
add_stop (RefrainOccurrences *series,
          RefrainTrace *trace,
          const Rows *rows,
          const RefrainSubjectStop *stop)
{
  const RefrainPick pick = { stop->kind, stop->process, 0, stop->row };
  const RefrainOccurrencePart own = { stop->process, stop->row, 1 };
  const RefrainOccurrencePart other = { stop->other_process, stop->other, 1 };
  RefrainOccurrence occurrence = { .process = stop->process };

  if (stop->kind == REFRAIN_PICK_OP && stop->row < rows[stop->process].ops->n)
    get_op_times (&rows[stop->process], stop->row, &occurrence);
  else if (!refrain_pick_get_times (trace, &pick, &occurrence.start, &occurrence.end))
    occurrence.start = occurrence.end = stop->time;
  occurrence.duration = MAX (occurrence.end - occurrence.start, 0);
  refrain_occurrences_begin (series, &occurrence);
  if (stop->kind != REFRAIN_PICK_OP)
    return;
  if (stop->other != REFRAIN_NONE && stop->other_process < stop->process)
    refrain_occurrences_add_part (series, &other);
  refrain_occurrences_add_part (series, &own);
  if (stop->other != REFRAIN_NONE && stop->other_process >= stop->process)
    refrain_occurrences_add_part (series, &other);
}

RefrainOccurrences *
refrain_subject_collect (const RefrainSubject *self,
                         RefrainSubjectFound *known,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autofree char *words = NULL;
  g_autofree Rows *rows = NULL;
  g_autoptr (RefrainOccurrences) series = NULL;

  if (self->kind->collect != NULL)
    return self->kind->collect (self, cancellable, error);
  if (self->kind->count != NULL || known == NULL || self->trace == NULL)
    return NULL;
  refrain_subject_make_stops (self->trace, known);
  if (known->stops == NULL)
    return NULL;
  words = refrain_subject_get_words (self);
  rows = list_rows (self->trace);
  series = refrain_occurrences_new (self->trace, REFRAIN_RECURS_OTHER, 1, words, NULL);
  refrain_occurrences_reserve (series, known->stops->len);
  for (guint i = 0; i < known->stops->len; i++)
    {
      if (i % STRIDE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      add_stop (series, self->trace, rows, &g_array_index (known->stops, RefrainSubjectStop, i));
    }
  return g_steal_pointer (&series);
}

/* ---- A series as a subject ---- */

static char *
series_get_words (const RefrainSubject *subject)
{
  return refrain_occurrences_describe (subject->source);
}

/* Only the occurrence that was gone to is lit up. */
static gboolean
series_find (const RefrainSubject *subject,
             RefrainSubjectFound *found,
             GCancellable *cancellable,
             GError **error)
{
  return TRUE;
}

static gsize
series_count (const RefrainSubject *subject)
{
  return refrain_occurrences_get_n (subject->source);
}

static gboolean
series_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  const RefrainOccurrence at = refrain_occurrences_get (subject->source, (guint32) i);

  *start = at.start;
  *end = at.end;
  return TRUE;
}

static RefrainOpSet *
series_make_ops (const RefrainSubject *subject, gsize i)
{
  const guint32 index = (guint32) i;

  return refrain_occurrences_make_op_set (subject->source, &index, 1);
}

static RefrainOccurrences *
series_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  return g_object_ref (subject->source);
}

static const RefrainSubjectKind series_kind = {
  .name = "series",
  .step = N_ ("go to occurrence"),
  .one = N_ ("occurrence"),
  .many = N_ ("occurrences"),
  .flags = REFRAIN_SUBJECT_SINGLE | REFRAIN_SUBJECT_MEASURED,
  .get_words = series_get_words,
  .find = series_find,
  .count = series_count,
  .get_span = series_get_span,
  .make_ops = series_make_ops,
  .collect = series_collect,
};

RefrainSubject *
refrain_subject_new_for_series (RefrainOccurrences *series, gpointer owner)
{
  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (series), NULL);
  return refrain_subject_new_of (&series_kind, owner, series, 0, 0);
}

gboolean
refrain_subject_is_of_series (const RefrainSubject *self, RefrainOccurrences *series)
{
  return self != NULL && self->kind == &series_kind && self->source == series;
}
