/* refrain-program-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times of a line are kept until they are many; then percentiles come from a histogram with 128
 * bins an octave, so that it takes no more memory than they did.
 */
#include "refrain-program-times.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"

/* Times that are kept of a line. */
#define MOST_KEPT 4096
/* Bins an octave, of how many bits, and of all of them. */
#define BITS   7
#define STEPS  (1 << BITS)
#define N_BINS ((63 - BITS) * STEPS)
/* A text with more lines than this is no page: those behind have no percentiles. */
#define MAX_TIMED 16384

struct _RefrainProgramTimes
{
  guint32 n_lines;
  RefrainLineTimes *lines;
};

/* ---- Percentiles ----------------------------------------------------------------------------- */

/* The times of a line. */
typedef struct
{
  GArray *kept;  /* of RefrainTime; NULL once they are in bins, or there are none */
  guint32 *bins; /* or NULL */
} Times;

static guint
get_bin (RefrainTime time)
{
  guint octave;

  if (time < STEPS)
    return (guint) MAX (time, 0);
  octave = g_bit_storage ((gulong) time) - 1;
  return MIN ((octave - BITS + 1) * STEPS + (guint) (time >> (octave - BITS)) % STEPS, N_BINS - 1);
}

/* The middle of a bin. */
static RefrainTime
get_middle (guint bin)
{
  const guint shift = bin / STEPS - 1;

  if (bin < STEPS)
    return bin;
  return ((RefrainTime) (STEPS + bin % STEPS) << shift) + ((RefrainTime) 1 << shift) / 2;
}

static void
times_add (Times *self, RefrainTime time)
{
  if (self->bins == NULL && self->kept == NULL)
    self->kept = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  if (self->bins == NULL && self->kept->len < MOST_KEPT)
    {
      g_array_append_val (self->kept, time);
      return;
    }
  if (self->bins == NULL)
    self->bins = g_new0 (guint32, N_BINS);
  for (guint i = 0; self->kept != NULL && i < self->kept->len; i++)
    self->bins[get_bin (g_array_index (self->kept, RefrainTime, i))]++;
  g_clear_pointer (&self->kept, g_array_unref);
  self->bins[get_bin (time)]++;
}

REFRAIN_DEFINE_COMPARE (compare_times, RefrainTime, (*x > *y) - (*x < *y))

/* What part @tenths of all @n times are at most: of two in the middle the shorter. Those that are
 * kept are sorted. */
static RefrainTime
find_percentile (const Times *self, guint64 n, guint tenths)
{
  const guint64 wanted = MAX ((n * tenths + 9) / 10, 1);
  guint64 sum = 0;

  if (self->kept != NULL)
    return g_array_index (self->kept, RefrainTime, wanted - 1);
  for (guint bin = 0; bin < N_BINS; bin++)
    {
      sum += self->bins[bin];
      if (sum >= wanted)
        return get_middle (bin);
    }
  return 0;
}

static void
kept_clear (Times *self)
{
  g_clear_pointer (&self->kept, g_array_unref);
  g_clear_pointer (&self->bins, g_free);
}

/* ---- Counting -------------------------------------------------------------------------------- */

typedef struct
{
  RefrainProgramTimes *times;
  const RefrainProgramLine *lines;
  Times *of;   /* by line */
  gsize *ends; /* by line, where the last piece of it ended on the process; 0: there was none */
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
  if (line < MAX_TIMED)
    times_add (&count->of[line], time);
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

/* A turn of a repeat that follows another begins where that ends, as iterations do everywhere. */
static void
on_piece (guint32 line, gsize first, gsize end, gpointer data)
{
  Count *count = data;
  const gboolean follows
      = count->lines[line].kind == REFRAIN_LINE_REPEAT && first > 0 && count->ends[line] == first;
  const RefrainTime to = get_time (count, end - 1, TRUE);
  const RefrainTime from
      = follows ? get_time (count, first - 1, TRUE) : get_time (count, first, FALSE);

  count->ends[line] = end;
  add (count, line, MAX (to - from, 0), count->waited[end] - count->waited[first]);
}

static void
count_process (Count *count, RefrainProgram *program, RefrainWaits *waits, guint process)
{
  RefrainLoopEvents *events = refrain_program_get_events (program);
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  g_autofree RefrainTime *waited = NULL;

  count->stream = refrain_loop_events_get_stream (events, process);
  count->ops = refrain_trace_get_ops (trace, process);
  count->calls = refrain_trace_get_calls (trace, process);
  count->waiting = refrain_waits_get_columns (waits, process)->waiting;
  count->waited = waited = g_new0 (RefrainTime, count->stream->n + 1);
  refrain_fill (count->ends, 0, count->times->n_lines * sizeof *count->ends);
  refrain_program_run_pieces (program, process, on_step, on_piece, count);
}

static void
find_percentiles (Count *count, guint32 n_lines)
{
  for (guint32 i = 0; i < n_lines; i++)
    {
      RefrainLineTimes *times = &count->times->lines[i];
      Times *of = &count->of[i];

      if (of->kept != NULL)
        refrain_sort (of->kept->data, of->kept->len, sizeof (RefrainTime), compare_times);
      if (of->kept == NULL && of->bins == NULL)
        continue;
      times->low = find_percentile (of, times->n, 1);
      times->median = find_percentile (of, times->n, 5);
      times->high = find_percentile (of, times->n, 9);
      kept_clear (of);
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
  g_autofree Times *of = NULL;
  g_autofree gsize *ends = NULL;
  RefrainTrace *trace;
  Count count;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (program), NULL);
  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  trace = refrain_loop_events_get_trace (refrain_program_get_events (program));
  if (trace == NULL || trace != refrain_waits_get_trace (waits))
    return refrain_fail_null (error, REFRAIN_ERROR_UNSUPPORTED, _ ("times need a trace"));
  refrain_program_get_lines (program, &n);
  self = g_atomic_rc_box_new0 (RefrainProgramTimes);
  self->n_lines = n;
  self->lines = g_new0 (RefrainLineTimes, (gsize) n + 1);
  of = g_new0 (Times, (gsize) n + 1);
  ends = g_new0 (gsize, (gsize) n + 1);
  count = (Count){ .times = self,
                   .lines = refrain_program_get_lines (program, &n),
                   .of = of,
                   .ends = ends,
                   .cancellable = cancellable };
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
