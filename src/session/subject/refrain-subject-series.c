/* refrain-subject-series.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A subject as a series that can be measured and compared, and a series as a subject.
 */
#include <glib/gi18n.h>

#include "refrain-occurrence-lists.h"
#include "refrain-occurrence-words.h"
#include "refrain-parallel.h"
#include "refrain-pick-text.h"
#include "refrain-stops.h"

/* So many stops are worked on by one thread. */
#define BLOCK 16384
/* Of more calls than this the operations in them are not looked for: the first picture of
 * them would come late. */
#define MOST_CALLS 65536

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

/* The stops of a subject as they become occurrences, block by block. */
typedef struct
{
  RefrainTrace *trace;
  const Rows *rows;
  GArray *stops;
  RefrainOccurrences *series;
  guint *first_parts; /* of each block; before that, how many it has */
} Collecting;

static guint
count_parts (const RefrainSubjectStop *stop)
{
  return stop->kind != REFRAIN_PICK_OP ? 0 : stop->other != REFRAIN_NONE ? 2 : 1;
}

static void
count_block (gsize block, gpointer data)
{
  Collecting *self = data;
  guint n = 0;

  for (gsize i = block * BLOCK; i < MIN ((block + 1) * BLOCK, self->stops->len); i++)
    n += count_parts (&g_array_index (self->stops, RefrainSubjectStop, i));
  self->first_parts[block] = n;
}

/* By process. */
static void
put_parts (RefrainOccurrences *series, const RefrainSubjectStop *stop, guint part)
{
  const RefrainOccurrencePart own = { stop->process, stop->row, 1 };
  const RefrainOccurrencePart other = { stop->other_process, stop->other, 1 };
  const gboolean is_behind = count_parts (stop) == 2 && other.process < own.process;

  if (count_parts (stop) > 0)
    refrain_occurrences_put_part (series, part + (is_behind ? 1 : 0), &own);
  if (count_parts (stop) > 1)
    refrain_occurrences_put_part (series, part + (is_behind ? 0 : 1), &other);
}

/* Processes as a whole have no time. */
static void
put_block (gsize block, gpointer data)
{
  Collecting *self = data;
  guint part = self->first_parts[block];

  for (gsize i = block * BLOCK; i < MIN ((block + 1) * BLOCK, self->stops->len); i++)
    {
      const RefrainSubjectStop *stop = &g_array_index (self->stops, RefrainSubjectStop, i);
      const RefrainPick pick = { stop->kind, stop->process, 0, stop->row };
      RefrainOccurrence occurrence = { .process = stop->process };

      if (stop->kind == REFRAIN_PICK_OP && stop->row < self->rows[stop->process].ops->n)
        get_op_times (&self->rows[stop->process], stop->row, &occurrence);
      else if (!refrain_pick_get_times (self->trace, &pick, &occurrence.start, &occurrence.end))
        occurrence.start = occurrence.end = stop->time;
      occurrence.duration = MAX (occurrence.end - occurrence.start, 0);
      refrain_occurrences_put (self->series, (guint) i, &occurrence, part);
      put_parts (self->series, stop, part);
      part += count_parts (stop);
    }
}

/* FALSE when cancelled. */
static gboolean
collect_stops (Collecting *self, GCancellable *cancellable)
{
  const gsize n_blocks = (self->stops->len + BLOCK - 1) / BLOCK;
  g_autofree guint *first_parts = g_new (guint, n_blocks + 1);
  guint n_parts = 0;

  self->first_parts = first_parts;
  if (!refrain_parallel_run (n_blocks, count_block, self, cancellable))
    return FALSE;
  for (gsize b = 0; b < n_blocks; b++)
    {
      const guint n = first_parts[b];

      first_parts[b] = n_parts;
      n_parts += n;
    }
  refrain_occurrences_set_size (self->series, self->stops->len, n_parts);
  return refrain_parallel_run (n_blocks, put_block, self, cancellable);
}

/* Calls of one routine, with the operations in them; NULL where @stops are anything else. */
static RefrainOccurrences *
collect_calls (RefrainTrace *trace, const GArray *stops)
{
  g_autofree RefrainCallRef *calls = NULL;
  guint32 routine = REFRAIN_NONE;

  if (stops->len > MOST_CALLS)
    return NULL;
  calls = g_new (RefrainCallRef, stops->len + 1);
  for (guint i = 0; i < stops->len; i++)
    {
      const RefrainSubjectStop *stop = &g_array_index (stops, RefrainSubjectStop, i);
      guint32 its;

      if (stop->kind != REFRAIN_PICK_CALL)
        return NULL;
      its = refrain_trace_get_calls (trace, stop->process)->routine[stop->row];
      if (i > 0 && its != routine)
        return NULL;
      routine = its;
      calls[i] = (RefrainCallRef){ stop->process, stop->row };
    }
  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_occurrences_new_for_calls (trace, routine, calls, stops->len, TRUE)
             : NULL;
}

static void
put_op (gsize i, guint process, guint32 row, RefrainTime time, gpointer data)
{
  Collecting *self = data;
  const RefrainOccurrencePart part = { process, row, 1 };
  RefrainOccurrence occurrence = { .process = process };

  get_op_times (&self->rows[process], row, &occurrence);
  occurrence.duration = occurrence.end - occurrence.start;
  refrain_occurrences_put (self->series, (guint) i, &occurrence, (guint) i);
  refrain_occurrences_put_part (self->series, (guint) i, &part);
}

/* The operations of @set, each an occurrence. FALSE when cancelled. */
static gboolean
collect_ops (Collecting *self, const RefrainOpSet *set, GCancellable *cancellable)
{
  const guint n = (guint) refrain_op_set_get_size (set);

  refrain_occurrences_set_size (self->series, n, n);
  return refrain_ops_walk (self->trace, set, put_op, self, cancellable);
}

/* The stops of @found or, where there are none, its operations as a series called @words. NULL with
 * @error when cancelled. */
static RefrainOccurrences *
collect_as (RefrainTrace *trace,
            const RefrainSubjectFound *found,
            const char *words,
            GCancellable *cancellable,
            GError **error)
{
  g_autofree Rows *rows = list_rows (trace);
  g_autoptr (RefrainOccurrences) series
      = refrain_occurrences_new (trace, REFRAIN_RECURS_OTHER, 1, words, NULL);
  Collecting collecting = { trace, rows, found->stops, series, NULL };

  if (found->stops != NULL ? collect_stops (&collecting, cancellable)
                           : collect_ops (&collecting, found->ops, cancellable))
    return g_steal_pointer (&series);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

RefrainOccurrences *
refrain_subject_collect (const RefrainSubject *self,
                         const RefrainSubjectFound *known,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autofree char *words = NULL;
  RefrainOccurrences *series = NULL;

  if (self->kind->collect != NULL)
    return self->kind->collect (self, cancellable, error);
  if (self->kind->count != NULL || known == NULL || self->trace == NULL)
    return NULL;
  if (known->stops != NULL)
    series = collect_calls (self->trace, known->stops);
  else if (!refrain_ops_can_be_walked (known->ops))
    return NULL;
  if (series != NULL)
    return series;
  words = refrain_subject_get_words (self);
  return collect_as (self->trace, known, words, cancellable, error);
}

/* The routine that operation @stop is a call of, or REFRAIN_NONE. */
static guint32
get_routine (RefrainTrace *trace, const RefrainSubjectStop *stop)
{
  const guint32 call = refrain_trace_get_ops (trace, stop->process)->call[stop->row];

  return call != REFRAIN_NONE ? refrain_trace_get_calls (trace, stop->process)->routine[call]
                              : REFRAIN_NONE;
}

/* The routine in whose calls @stops last longest together; REFRAIN_NONE where they are of none. */
static guint32
find_longest (RefrainTrace *trace, const GArray *stops)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree double *times = g_new0 (double, n + 1);
  guint32 best = n;

  for (guint i = 0; i < stops->len; i++)
    {
      const RefrainSubjectStop *stop = &g_array_index (stops, RefrainSubjectStop, i);
      const RefrainPick pick = { stop->kind, stop->process, 0, stop->row };
      const guint32 routine = get_routine (trace, stop);
      RefrainTime start, end;

      if (routine < n && refrain_pick_get_times (trace, &pick, &start, &end))
        times[routine] += (double) (end - start) + 1;
    }
  for (guint32 r = 0; r < n; r++)
    if (times[r] > times[best])
      best = r;
  return best < n ? best : REFRAIN_NONE;
}

RefrainOccurrences *
refrain_subject_collect_longest (const RefrainSubject *self,
                                 RefrainOpSet *ops,
                                 GCancellable *cancellable,
                                 GError **error)
{
  RefrainSubjectFound all = { .ops = ops };
  g_autoptr (GArray) own = NULL, stops = NULL;
  g_autofree char *words = NULL, *named = NULL;
  guint32 longest;

  if (self->trace == NULL)
    return NULL;
  refrain_subject_make_stops (self->trace, &all);
  if (all.stops == NULL)
    return NULL;
  stops = all.stops;
  longest = find_longest (self->trace, stops);
  own = g_array_new (FALSE, FALSE, sizeof (RefrainSubjectStop));
  for (guint i = 0; i < stops->len; i++)
    {
      const RefrainSubjectStop *stop = &g_array_index (stops, RefrainSubjectStop, i);

      if (get_routine (self->trace, stop) == longest)
        g_array_append_vals (own, stop, 1);
    }
  words = refrain_subject_get_words (self);
  if (longest != REFRAIN_NONE)
    named
        = g_strdup_printf ("%s, %s", words, refrain_trace_get_routine_label (self->trace, longest));
  return collect_as (self->trace, &(RefrainSubjectFound){ .stops = own },
                     named != NULL ? named : words, cancellable, error);
}

char *
refrain_subject_get_part (const RefrainSubject *self, RefrainOccurrences *series)
{
  g_autofree char *words = refrain_subject_get_words (self);
  g_autofree char *before = g_strconcat (words, ", ", NULL);
  const char *name = refrain_occurrences_get_name (series);

  return g_str_has_prefix (name, before) ? g_strdup (name + strlen (before)) : NULL;
}

/* ---- A series as a subject ---- */

static char *
series_get_words (const RefrainSubject *subject)
{
  return refrain_occurrences_describe (subject->source);
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

/* Only the occurrence that was gone to is lit up. */
#define SERIES(one_of, many_of)                                                                    \
  {                                                                                                \
    .name = "series", .step = N_ ("go to occurrence"), .one = one_of, .many = many_of,             \
    .flags = REFRAIN_SUBJECT_SINGLE | REFRAIN_SUBJECT_MEASURED, .get_words = series_get_words,     \
    .count = series_count, .get_span = series_get_span, .make_ops = series_make_ops,               \
    .collect = series_collect,                                                                     \
  }

static const RefrainSubjectKind series_kind = SERIES (N_ ("occurrence"), N_ ("occurrences"));
static const RefrainSubjectKind loop_kind = SERIES (N_ ("iteration"), N_ ("iterations"));
static const RefrainSubjectKind phase_kind = SERIES (N_ ("repetition"), N_ ("repetitions"));
static const RefrainSubjectKind routine_kind = SERIES (N_ ("call"), N_ ("calls"));

static const RefrainSubjectKind *
get_kind (RefrainOccurrences *series)
{
  switch (refrain_occurrences_get_kind (series))
    {
    case REFRAIN_RECURS_LOOP:
      return &loop_kind;
    case REFRAIN_RECURS_PHASE:
      return &phase_kind;
    case REFRAIN_RECURS_ROUTINE:
      return &routine_kind;
    case REFRAIN_RECURS_PATTERN:
    case REFRAIN_RECURS_SEQUENCE:
    default:
      return &series_kind;
    }
}

RefrainSubject *
refrain_subject_new_for_series (RefrainOccurrences *series, gpointer owner)
{
  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (series), NULL);
  return refrain_subject_new_of (get_kind (series), owner, series, 0, 0);
}

gboolean
refrain_subject_is_of_series (const RefrainSubject *self, RefrainOccurrences *series)
{
  return self != NULL && self->kind->collect == series_collect && self->source == series;
}
