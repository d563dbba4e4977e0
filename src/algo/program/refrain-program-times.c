/* refrain-program-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Percentiles come from a histogram with 16 bins an octave, so that nothing is sorted and no time
 * is kept.
 */
#include "refrain-program-times.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"

/* Bins an octave, and of all of them. */
#define STEPS  16
#define N_BINS (60 * STEPS)
/* A text with more lines than this is no page: those behind have no percentiles. */
#define MAX_HISTOGRAMS 16384

struct _RefrainProgramTimes
{
  guint32 n_lines;
  RefrainLineTimes *lines;
};

/* ---- Histograms ------------------------------------------------------------------------------ */

static guint
get_bin (RefrainTime time)
{
  guint octave;

  if (time < STEPS)
    return (guint) MAX (time, 0);
  octave = g_bit_storage ((gulong) time) - 1;
  return MIN ((octave - 3) * STEPS + (guint) (time >> (octave - 4)) % STEPS, N_BINS - 1);
}

/* The middle of a bin. */
static RefrainTime
get_middle (guint bin)
{
  const guint octave = bin / STEPS + 3;

  if (bin < STEPS)
    return bin;
  return ((RefrainTime) (STEPS + bin % STEPS) << (octave - 4))
         + ((RefrainTime) 1 << (octave - 4)) / 2;
}

/* What part @tenths of all @n times are at most. */
static RefrainTime
find_percentile (const guint32 *bins, guint64 n, guint tenths)
{
  const guint64 wanted = (guint64) ((double) n * tenths / 10);
  guint64 sum = 0;

  for (guint bin = 0; bin < N_BINS; bin++)
    {
      sum += bins[bin];
      if (sum > wanted)
        return get_middle (bin);
    }
  return 0;
}

/* ---- Counting -------------------------------------------------------------------------------- */

typedef struct
{
  RefrainProgramTimes *times;
  guint32 **bins; /* by line, or NULL */
  const RefrainLoopStream *stream;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  const RefrainTime *waiting;
  RefrainTime *waited; /* before each element of the stream */
  GCancellable *cancellable;
} Count;

static void
add (Count *count, guint32 line, RefrainTime time, RefrainTime waiting)
{
  RefrainLineTimes *times = &count->times->lines[line];

  times->n++;
  times->waiting += waiting;
  if (line >= MAX_HISTOGRAMS)
    return;
  if (count->bins[line] == NULL)
    count->bins[line] = g_new0 (guint32, N_BINS);
  count->bins[line][get_bin (time)]++;
}

/* When the call of @element begins or ends; the operation's own time where it stands in none. */
static RefrainTime
get_time (const Count *count, gsize element, gboolean end)
{
  const guint32 op = count->stream->op[element];
  const guint32 call = count->ops->call[op];

  return call == REFRAIN_NONE ? count->ops->time[op]
         : end                ? count->calls->end[call]
                              : count->calls->start[call];
}

static gboolean
on_step (const RefrainProgramStep *step, gpointer data)
{
  Count *count = data;
  const gsize i = step->element;
  const RefrainTime waiting = count->waiting[count->stream->op[i]];

  add (count, step->line, get_time (count, i, TRUE) - get_time (count, i, FALSE), waiting);
  count->waited[i + 1] = count->waited[i] + waiting;
  return (i & 0xffff) != 0 || !g_cancellable_is_cancelled (count->cancellable);
}

static void
on_piece (guint32 line, gsize first, gsize end, gpointer data)
{
  Count *count = data;

  add (count, line, get_time (count, end - 1, TRUE) - get_time (count, first, FALSE),
       count->waited[end] - count->waited[first]);
}

static void
count_process (Count *count, RefrainProgram *program, RefrainWaits *waits, guint process)
{
  RefrainLoopEvents *events = refrain_program_get_events (program);
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  g_autofree RefrainTime *waited = NULL;

  count->stream = refrain_loop_events_get_stream (events, process);
  count->ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  count->calls = refrain_process_get_calls (refrain_trace_get_process (trace, process));
  count->waiting = refrain_waits_get_columns (waits, process)->waiting;
  count->waited = waited = g_new0 (RefrainTime, count->stream->n + 1);
  refrain_program_run_pieces (program, process, on_step, on_piece, count);
}

static void
find_percentiles (Count *count, guint32 n_lines)
{
  for (guint32 i = 0; i < n_lines; i++)
    if (count->bins[i] != NULL)
      {
        RefrainLineTimes *times = &count->times->lines[i];

        times->low = find_percentile (count->bins[i], times->n, 1);
        times->median = find_percentile (count->bins[i], times->n, 5);
        times->high = find_percentile (count->bins[i], times->n, 9);
        g_free (count->bins[i]);
      }
}

/* ---- Door ------------------------------------------------------------------------------------ */

RefrainProgramTimes *
refrain_program_times_new (RefrainProgram *program,
                           RefrainWaits *waits,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (RefrainProgramTimes) self = NULL;
  g_autofree guint32 **bins = NULL;
  RefrainTrace *trace;
  Count count;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (program), NULL);
  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  trace = refrain_loop_events_get_trace (refrain_program_get_events (program));
  if (trace == NULL || trace != refrain_waits_get_trace (waits))
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED, _ ("times need a trace"));
      return NULL;
    }
  refrain_program_get_lines (program, &n);
  self = g_atomic_rc_box_new0 (RefrainProgramTimes);
  self->n_lines = n;
  self->lines = g_new0 (RefrainLineTimes, (gsize) n + 1);
  bins = g_new0 (guint32 *, (gsize) n + 1);
  count = (Count){ .times = self, .bins = bins, .cancellable = cancellable };
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    if (!g_cancellable_is_cancelled (cancellable))
      count_process (&count, program, waits, p);
  find_percentiles (&count, n);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

REFRAIN_DEFINE_CLEAR (times_clear, RefrainProgramTimes, g_free (x->lines))

REFRAIN_DEFINE_SHARED (RefrainProgramTimes, refrain_program_times, times_clear)

const RefrainLineTimes *
refrain_program_times_get (RefrainProgramTimes *self, guint32 line)
{
  g_return_val_if_fail (self != NULL && line < self->n_lines, NULL);
  return &self->lines[line];
}
