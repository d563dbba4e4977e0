/* refrain-recurrences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every series is made, measured and dropped; what is worth keeping of it is a line.
 */
#include "refrain-recurrences.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-occurrence-words.h"

/* What comes less often tells nothing. */
#define FEWEST 3
/* What costs less of the run is not worth a sentence. */
#define NOTABLE 0.001
/* What costs so many times as much as something else costs more. */
#define STEP 1.25
/* Medians of the same differ by no more. */
#define SAME 0.02
/* What takes no time at all so often has no durations to speak of: its operations take place at
 * once, or it overlaps with others of its kind. */
#define NO_TIME 0.1
/* So many occurrences of a pattern at a time on each of its processes overlap. */
#define MOST_AT_ONCE 2.0
/* What is similar, for all that repeats. */
#define WINDOW 0.1

struct _RefrainRecurrences
{
  GObject parent_instance;

  RefrainRecurrenceSources sources;
  GArray *items; /* of RefrainRecurrence */
  double run;    /* ns */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainRecurrences, refrain_recurrences)

REFRAIN_DEFINE_CLEAR (clear_item, RefrainRecurrence, refrain_free (x->what, x->sentence))

static void
refrain_recurrences_finalize (RefrainRecurrences *self)
{
  g_array_unref (self->items);
  refrain_recurrence_sources_clear (&self->sources);
}

static void
refrain_recurrences_init (RefrainRecurrences *self)
{
  self->items = g_array_new (FALSE, TRUE, sizeof (RefrainRecurrence));
  g_array_set_clear_func (self->items, clear_item);
}

/* ---- Sources ---- */

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_recurrence_sources_clear,
                             RefrainRecurrenceSources,
                             refrain_clear_objects (&x->trace, &x->set, &x->phases);
                             g_clear_pointer (&x->ranges, g_array_unref);
                             refrain_clear_objects (&x->loops, &x->points))

static void
copy_sources (RefrainRecurrenceSources *to, const RefrainRecurrenceSources *from)
{
  g_set_object (&to->trace, from->trace);
  g_set_object (&to->set, from->set);
  g_set_object (&to->phases, from->phases);
  to->ranges = from->ranges != NULL ? g_array_ref (from->ranges) : NULL;
  g_set_object (&to->loops, from->loops);
  g_set_object (&to->points, from->points);
}

guint32
refrain_recurrence_sources_count (const RefrainRecurrenceSources *self, RefrainRecurs kind)
{
  guint32 n_constructs = 0;
  gsize n = 0;

  switch (kind)
    {
    case REFRAIN_RECURS_LOOP:
      if (self->loops != NULL)
        refrain_loop_model_get_constructs (self->loops, &n_constructs);
      return n_constructs;
    case REFRAIN_RECURS_PHASE:
      return self->ranges != NULL ? self->ranges->len : 0;
    case REFRAIN_RECURS_PATTERN:
      return self->set != NULL ? refrain_pattern_set_get_n_patterns (self->set) : 0;
    case REFRAIN_RECURS_ROUTINE:
      return refrain_trace_get_n_routines (self->trace);
    case REFRAIN_RECURS_SEQUENCE:
      if (self->points != NULL)
        refrain_points_list (self->points, &n);
      return (guint32) n;
    default:
      return 0;
    }
}

/* What the phase of @range is called, without what it repeats. */
static const char *
name_phase (RefrainPhases *phases, const RefrainRecurrenceRange *range)
{
  gboolean whole;
  RefrainRoutine *routine
      = refrain_phases_get_naming_routine (phases, range->whole_start, range->whole_end, &whole);

  return routine != NULL ? refrain_routine_get_label (routine) : "";
}

/* Says that there is no such thing. */
static void
set_missing (RefrainRecurs kind, guint32 id, guint32 n, GError **error)
{
  static const char *const none[REFRAIN_N_RECURS] = {
    [REFRAIN_RECURS_LOOP] = N_ ("there are no loops"),
    [REFRAIN_RECURS_PHASE] = N_ ("there are no phases"),
    [REFRAIN_RECURS_PATTERN] = N_ ("there are no communication patterns"),
    [REFRAIN_RECURS_ROUTINE] = N_ ("there are no routines"),
    [REFRAIN_RECURS_SEQUENCE] = N_ ("there are no sequences"),
  };
  static const char *const missing[REFRAIN_N_RECURS] = {
    [REFRAIN_RECURS_LOOP] = N_ ("no loop %u (at most %u; list: loops --ids)"),
    [REFRAIN_RECURS_PHASE] = N_ ("no phase %u (1 to %u; list: phases)"),
    [REFRAIN_RECURS_PATTERN] = N_ ("no pattern %u (1 to %u; list: patterns)"),
    [REFRAIN_RECURS_ROUTINE] = N_ ("no routine %u (1 to %u)"),
    [REFRAIN_RECURS_SEQUENCE] = N_ ("no sequence %u (1 to %u; list: durations --sequences)"),
  };

  if (n == 0)
    g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ (none[kind]));
  else
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ (missing[kind]), id, n);
#pragma GCC diagnostic pop
    }
}

RefrainOccurrences *
refrain_recurrence_sources_collect (const RefrainRecurrenceSources *self,
                                    RefrainRecurs kind,
                                    guint32 id,
                                    GCancellable *cancellable,
                                    GError **error)
{
  const guint32 n = refrain_recurrence_sources_count (self, kind);
  guint32 n_constructs;

  g_return_val_if_fail (kind < REFRAIN_N_RECURS, NULL);

  if (id == 0 || id > n
      || (kind == REFRAIN_RECURS_LOOP
          && refrain_loop_model_get_constructs (self->loops, &n_constructs)[id - 1].kind
                 != REFRAIN_CONSTRUCT_LOOP))
    {
      set_missing (kind, id, n, error);
      return NULL;
    }
  switch (kind)
    {
    case REFRAIN_RECURS_LOOP:
      return refrain_occurrences_new_for_loop (self->loops, id - 1, cancellable, error);
    case REFRAIN_RECURS_PHASE:
      {
        const RefrainRecurrenceRange *range
            = &g_array_index (self->ranges, RefrainRecurrenceRange, id - 1);

        return refrain_occurrences_new_for_phase (self->phases, range->start, range->end, id,
                                                  name_phase (self->phases, range));
      }
    case REFRAIN_RECURS_PATTERN:
      return refrain_occurrences_new_for_pattern (self->set, id - 1);
    case REFRAIN_RECURS_ROUTINE:
      return refrain_occurrences_new_for_routine (self->trace, id - 1, TRUE);
    case REFRAIN_RECURS_SEQUENCE:
    default:
      return refrain_occurrences_new_for_point (self->points, id - 1);
    }
}

guint32
refrain_recurrence_sources_find_routine (const RefrainRecurrenceSources *self, const char *name)
{
  const guint n = refrain_trace_get_n_routines (self->trace);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (refrain_routine_get_source_name (refrain_trace_get_routine (self->trace, i)),
                     name))
      return i + 1;
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      if (g_str_equal (refrain_routine_get_name (routine), name)
          || g_str_equal (refrain_routine_get_label (routine), name))
        return i + 1;
    }
  return 0;
}

/* ---- Measuring ---- */

/* What all occurrences take beyond those of the faster end of the run. */
static double
get_trend_time (RefrainDurations *durations)
{
  const RefrainTrend *trend = refrain_durations_get_trend (durations);
  gsize n;

  refrain_durations_get_values (durations, &n);
  switch (trend->kind)
    {
    case REFRAIN_TREND_SLOPE:
      {
        const double middle = 1 + trend->change / 2;
        const double least = MIN (1, 1 + trend->change);

        return middle > 0 ? (double) n * refrain_durations_get_median (durations)
                                * MAX (1 - least / middle, 0)
                          : 0;
      }
    case REFRAIN_TREND_STEP:
      return trend->after > trend->before
                 ? (double) (n - trend->step) * (trend->after - trend->before)
                 : (double) trend->step * (trend->before - trend->after);
    case REFRAIN_TREND_NONE:
    case REFRAIN_TREND_PERIOD:
    default:
      return 0;
    }
}

/* Whether the occurrences of a pattern, @concurrency at a time, are more than find room beside each
 * other. */
static gboolean
is_crowded (const RefrainRecurrenceSources *sources,
            const RefrainRecurrence *item,
            double concurrency)
{
  gsize n;

  if (item->kind != REFRAIN_RECURS_PATTERN)
    return FALSE;
  refrain_pattern_get_processes (refrain_pattern_set_get_pattern (sources->set, item->id - 1), &n);
  return concurrency * (double) n
         > MOST_AT_ONCE * (double) refrain_trace_get_n_processes (sources->trace);
}

static void
measure (const RefrainRecurrenceSources *sources,
         RefrainRecurrence *item,
         RefrainOccurrences *occurrences,
         RefrainDurations *durations)
{
  const double concurrency = refrain_occurrences_get_concurrency (occurrences);
  RefrainSlowOccurrences slow;

  refrain_occurrences_find_slow (occurrences, durations, &slow, NULL);
  item->n = refrain_occurrences_get_n (occurrences);
  item->what = refrain_occurrences_describe (occurrences);
  item->sentence = refrain_occurrences_tell (occurrences, durations);
  item->median = refrain_durations_get_median (durations);
  item->total = refrain_durations_get_total (durations);
  item->n_slow = (guint32) slow.n;
  item->slowest = slow.slowest;
  if (slow.slowest != REFRAIN_NONE)
    item->worst = refrain_occurrences_get (occurrences, slow.slowest);
  item->trend = *refrain_durations_get_trend (durations);
  item->overlaps = is_crowded (sources, item, concurrency);
  item->slow_time = slow.excess / concurrency;
  item->own_time = slow.own_excess / concurrency;
  item->trend_time = get_trend_time (durations) / concurrency;
}

typedef struct
{
  RefrainRecurrences *self;
  GCancellable *cancellable;
  RefrainRecurrence *items; /* those of no occurrences are left out */
  gsize *first_call;        /* of each routine */
  RefrainCallRef *calls;
} Measurement;

static RefrainOccurrences *
collect (Measurement *data, const RefrainRecurrence *item)
{
  const RefrainRecurrenceSources *sources = &data->self->sources;
  const guint32 r = item->id - 1;

  if (item->kind == REFRAIN_RECURS_ROUTINE)
    return refrain_occurrences_new_for_calls (sources->trace, r, &data->calls[data->first_call[r]],
                                              data->first_call[r + 1] - data->first_call[r], FALSE);
  return refrain_recurrence_sources_collect (sources, item->kind, item->id, data->cancellable,
                                             NULL);
}

static gboolean
takes_time (RefrainDurations *durations)
{
  gsize n, n_none = 0;
  const double *values = refrain_durations_get_values (durations, &n);

  for (gsize i = 0; i < n; i++)
    n_none += !(values[i] > 0);
  return (double) n_none < NO_TIME * (double) n;
}

static void
measure_item (gsize i, gpointer user_data)
{
  Measurement *data = user_data;
  RefrainRecurrence *item = &data->items[i];
  /* Loops with too many iterations, and what was cancelled, give none. */
  g_autoptr (RefrainOccurrences) occurrences = collect (data, item);
  g_autoptr (RefrainDurations) durations = NULL;

  if (occurrences == NULL || refrain_occurrences_get_n (occurrences) < FEWEST)
    return;
  durations = refrain_occurrences_measure (occurrences, WINDOW, data->cancellable, NULL);
  if (durations != NULL && (item->kind == REFRAIN_RECURS_ROUTINE || takes_time (durations)))
    measure (&data->self->sources, item, occurrences, durations);
}

/* Sorts all calls by their routine. */
static void
sort_calls (Measurement *data)
{
  RefrainTrace *trace = data->self->sources.trace;
  const guint n_routines = refrain_trace_get_n_routines (trace);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree gsize *next = NULL;

  data->first_call = g_new0 (gsize, (gsize) n_routines + 2);
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (trace, p);

      for (gsize i = 0; i < calls->n; i++)
        if (calls->routine[i] < n_routines)
          data->first_call[calls->routine[i] + 1]++;
    }
  for (guint r = 0; r < n_routines; r++)
    data->first_call[r + 1] += data->first_call[r];
  data->calls = g_new (RefrainCallRef, data->first_call[n_routines] + 1);
  next = g_memdup2 (data->first_call, ((gsize) n_routines + 1) * sizeof (gsize));
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (trace, p);

      for (gsize i = 0; i < calls->n; i++)
        if (calls->routine[i] < n_routines)
          data->calls[next[calls->routine[i]]++] = (RefrainCallRef){ p, (guint32) i };
    }
}

/* Whether it may come often enough. */
static gboolean
is_candidate (const Measurement *data, RefrainRecurs kind, guint32 id)
{
  const RefrainRecurrenceSources *sources = &data->self->sources;
  guint32 n;

  switch (kind)
    {
    case REFRAIN_RECURS_LOOP:
      return refrain_loop_model_get_constructs (sources->loops, &n)[id - 1].kind
             == REFRAIN_CONSTRUCT_LOOP;
    case REFRAIN_RECURS_PATTERN:
      return refrain_pattern_get_n_occurrences (
                 refrain_pattern_set_get_pattern (sources->set, id - 1))
             >= FEWEST;
    case REFRAIN_RECURS_ROUTINE:
      /* What each process calls but once repeats nothing. */
      return data->first_call[id] - data->first_call[id - 1]
             >= MAX (FEWEST, 2 * (gsize) refrain_trace_get_n_processes (sources->trace));
    default:
      return TRUE;
    }
}

static GArray *
list_candidates (const Measurement *data)
{
  const RefrainRecurrenceSources *sources = &data->self->sources;
  GArray *items = g_array_new (FALSE, TRUE, sizeof (RefrainRecurrence));

  for (RefrainRecurs kind = 0; kind < REFRAIN_N_RECURS; kind++)
    for (guint32 id = 1; id <= refrain_recurrence_sources_count (sources, kind); id++)
      if (is_candidate (data, kind, id))
        {
          const RefrainRecurrence item
              = { .kind = kind,
                  .id = id,
                  .slowest = REFRAIN_NONE,
                  .is_mpi = kind == REFRAIN_RECURS_ROUTINE
                            && refrain_trace_get_routine_kind (sources->trace, id - 1)
                                   != REFRAIN_ROUTINE_USER };

          g_array_append_val (items, item);
        }
  return items;
}

/* Marks phases that repeat what a loop does: as often, in the same time. */
static void
mark_loops (GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      RefrainRecurrence *phase = &g_array_index (items, RefrainRecurrence, i);

      for (guint k = 0; k < items->len && phase->kind == REFRAIN_RECURS_PHASE; k++)
        {
          const RefrainRecurrence *loop = &g_array_index (items, RefrainRecurrence, k);

          if (loop->kind == REFRAIN_RECURS_LOOP && ABS ((gint64) loop->n - (gint64) phase->n) <= 1
              && fabs (loop->median - phase->median) <= SAME * loop->median)
            phase->is_loop = TRUE;
        }
    }
}

/* What it costs, in steps of a quarter: of what costs about as much the whole comes before its
 * parts. */
static double
get_rank (double lost)
{
  return floor (log (MAX (lost, 1)) / log (STEP));
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const RefrainRecurrence *x = a, *y = b;
  const double lost_x = MAX (x->slow_time + x->own_time, x->trend_time);
  const double lost_y = MAX (y->slow_time + y->own_time, y->trend_time);
  const double rank_x = get_rank (lost_x), rank_y = get_rank (lost_y);

  if (x->is_mpi != y->is_mpi)
    return x->is_mpi ? 1 : -1;
  if (x->overlaps != y->overlaps)
    return x->overlaps ? 1 : -1;
  if (x->is_loop != y->is_loop)
    return x->is_loop ? 1 : -1;
  if (rank_x != rank_y)
    return rank_x > rank_y ? -1 : 1;
  if (rank_x > 0 && x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (lost_x != lost_y)
    return lost_x > lost_y ? -1 : 1;
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

RefrainRecurrences *
refrain_recurrences_new (const RefrainRecurrenceSources *sources,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainRecurrences) self = NULL;
  g_autoptr (GArray) items = NULL;
  Measurement data = { .cancellable = cancellable };
  gboolean done;

  g_return_val_if_fail (sources != NULL && REFRAIN_IS_TRACE (sources->trace), NULL);

  self = g_object_new (REFRAIN_TYPE_RECURRENCES, NULL);
  copy_sources (&self->sources, sources);
  self->run = (double) refrain_trace_get_end (sources->trace)
              - (double) refrain_trace_get_start (sources->trace);
  data.self = self;
  sort_calls (&data);
  items = list_candidates (&data);
  data.items = (RefrainRecurrence *) (gpointer) items->data;
  done = refrain_parallel_run (items->len, measure_item, &data, cancellable);
  for (guint i = 0; i < items->len; i++)
    if (data.items[i].n > 0)
      g_array_append_val (self->items, data.items[i]);
  refrain_free (data.first_call, data.calls);
  if (!done || g_cancellable_is_cancelled (cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  mark_loops (self->items);
  g_array_sort (self->items, compare_items);
  return g_steal_pointer (&self);
}

REFRAIN_GETTER (RefrainRecurrences,
                refrain_recurrences,
                const RefrainRecurrenceSources *,
                get_sources,
                &self->sources)

REFRAIN_ARRAY_GETTER (
    RefrainRecurrences, refrain_recurrences, RefrainRecurrence, gsize, list, self->items)

gboolean
refrain_recurrences_is_notable (RefrainRecurrences *self, gsize i)
{
  const RefrainRecurrence *item;

  g_return_val_if_fail (REFRAIN_IS_RECURRENCES (self), FALSE);
  g_return_val_if_fail (i < self->items->len, FALSE);

  item = &g_array_index (self->items, RefrainRecurrence, i);
  return !item->overlaps && MAX (item->slow_time, item->trend_time) >= NOTABLE * self->run;
}
