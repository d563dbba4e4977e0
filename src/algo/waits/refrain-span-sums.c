/* refrain-span-sums.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each span is a number of four bytes, what it is stands where it came from; every sixteen there is
 * a total of each kind that occurs.
 */
#include "refrain-span-sums.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-search.h"

/* Spans between totals. */
#define BLOCK 16

typedef struct
{
  gsize n;
  guint32 *items;
  gsize n_blocks;
  RefrainTime *starts; /* of each block; one more: the end of the last span */
  RefrainTime *sums;   /* before each block, of each kind; one more */
} Line;

struct _RefrainSpanSums
{
  GObject parent_instance;

  RefrainWaits *waits;       /* or NULL */
  RefrainCriticalPath *path; /* or NULL */
  const RefrainPathPiece *pieces;
  RefrainTrace *trace;
  guint n_processes;
  Line **lines; /* of each process and thread */
  guint8 kinds[REFRAIN_N_WAITS];
  gsize n_kinds;
  guint8 class_of[REFRAIN_N_WAITS]; /* place of each kind among them */
};

REFRAIN_DEFINE_OBJECT (RefrainSpanSums, refrain_span_sums)

static gsize
get_n_threads (RefrainSpanSums *self, guint process)
{
  return refrain_process_get_n_threads (refrain_trace_get_process (self->trace, process));
}

static void
refrain_span_sums_finalize (RefrainSpanSums *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      for (gsize t = 0; t < get_n_threads (self, p); t++)
        refrain_free (self->lines[p][t].items, self->lines[p][t].starts, self->lines[p][t].sums);
      g_free (self->lines[p]);
    }
  g_free (self->lines);
  refrain_clear_objects (&self->waits, &self->path, &self->trace);
}

/* ---- Spans ----------------------------------------------------------------------------------- */

static inline void
get_span (const RefrainSpanSums *self, guint process, guint32 item, RefrainSpan *span)
{
  span->item = item;
  if (self->path != NULL)
    {
      span->start = self->pieces[item].start;
      span->end = self->pieces[item].end;
      span->kind = REFRAIN_WAIT_NONE;
      return;
    }
  refrain_waits_get_span (self->waits, process, item, &span->start, &span->end);
  span->kind = refrain_waits_get_columns (self->waits, process)->kind[item];
}

/* A span while they are put in order. */
typedef struct
{
  RefrainTime start;
  guint32 item;
} Place;

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (start) ?: REFRAIN_RISING (item))

/* The waits of the operations of a thread, by their start. */
static GArray *
list_waits (RefrainSpanSums *self, guint process, const RefrainThread *thread)
{
  const RefrainWaitColumns *columns = refrain_waits_get_columns (self->waits, process);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  gboolean sorted = TRUE;

  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    {
      Place place = { .item = (guint32) i };
      RefrainTime end;

      if (columns->waiting[i] <= 0
          || !refrain_waits_get_span (self->waits, process, i, &place.start, &end))
        continue;
      sorted &= places->len == 0
                || g_array_index (places, Place, places->len - 1).start <= place.start;
      g_array_append_val (places, place);
    }
  if (!sorted)
    refrain_sort (places->data, places->len, sizeof (Place), compare_places);
  return places;
}

/* Takes what @line has to know of @places; frees these. */
static void
fill_line (RefrainSpanSums *self, guint process, Line *line, GArray *places)
{
  g_autofree RefrainTime *sums = g_new0 (RefrainTime, self->n_kinds + 1);

  line->n = places->len;
  line->n_blocks = (line->n + BLOCK - 1) / BLOCK;
  line->items = g_new (guint32, line->n + 1);
  line->starts = g_new (RefrainTime, line->n_blocks + 1);
  line->sums = g_new0 (RefrainTime, (line->n_blocks + 1) * MAX (self->n_kinds, 1));
  line->starts[line->n_blocks] = G_MININT64;
  for (gsize i = 0; i < line->n; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      RefrainSpan span;

      line->items[i] = place->item;
      get_span (self, process, place->item, &span);
      if (i % BLOCK == 0)
        {
          line->starts[i / BLOCK] = span.start;
          for (gsize k = 0; k < self->n_kinds; k++)
            line->sums[i / BLOCK * self->n_kinds + k] = sums[k];
        }
      sums[self->class_of[span.kind]]
          = refrain_time_add (sums[self->class_of[span.kind]], span.end - span.start);
      line->starts[line->n_blocks] = MAX (line->starts[line->n_blocks], span.end);
    }
  for (gsize k = 0; k < self->n_kinds; k++)
    line->sums[line->n_blocks * self->n_kinds + k] = sums[k];
  g_array_unref (places);
}

static void
fill_process (gsize p, gpointer data)
{
  RefrainSpanSums *self = data;
  RefrainProcess *process = refrain_trace_get_process (self->trace, (guint) p);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    fill_line (self, (guint) p, &self->lines[p][t],
               list_waits (self, (guint) p, refrain_process_get_thread (process, t)));
}

/* ---- Making it ------------------------------------------------------------------------------- */

static RefrainSpanSums *
make (RefrainTrace *trace)
{
  RefrainSpanSums *self = g_object_new (REFRAIN_TYPE_SPAN_SUMS, NULL);

  self->trace = g_object_ref (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->lines = g_new (Line *, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    self->lines[p] = g_new0 (Line, get_n_threads (self, p) + 1);
  return self;
}

RefrainSpanSums *
refrain_span_sums_new_waits (RefrainWaits *waits, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainSpanSums) self = NULL;
  const RefrainWaitTotals *totals;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  self = make (refrain_waits_get_trace (waits));
  self->waits = g_object_ref (waits);
  totals = refrain_waits_get_totals (waits, REFRAIN_NONE);
  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    if (totals->count[k] > 0)
      {
        self->class_of[k] = (guint8) self->n_kinds;
        self->kinds[self->n_kinds++] = (guint8) k;
      }
  if (!refrain_parallel_run (self->n_processes, fill_process, self, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

RefrainSpanSums *
refrain_span_sums_new_path (RefrainCriticalPath *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainSpanSums) self = NULL;
  GArray ***places;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_CRITICAL_PATH (path), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  self = make (refrain_waits_get_trace (refrain_critical_path_get_waits (path)));
  self->path = g_object_ref (path);
  self->pieces = refrain_critical_path_get_pieces (path, &n);
  self->kinds[self->n_kinds++] = REFRAIN_WAIT_NONE;
  places = g_new (GArray **, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      places[p] = g_new (GArray *, get_n_threads (self, p) + 1);
      for (gsize t = 0; t < get_n_threads (self, p); t++)
        places[p][t] = g_array_new (FALSE, FALSE, sizeof (Place));
    }
  for (gsize i = 0; i < n; i++)
    {
      const Place place = { self->pieces[i].start, (guint32) i };

      g_array_append_val (places[self->pieces[i].process][self->pieces[i].thread], place);
    }
  for (guint p = 0; p < self->n_processes; p++)
    {
      for (gsize t = 0; t < get_n_threads (self, p); t++)
        fill_line (self, p, &self->lines[p][t], places[p][t]);
      g_free (places[p]);
    }
  g_free (places);
  return g_steal_pointer (&self);
}

/* ---- Questions ------------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainSpanSums, refrain_span_sums, RefrainWaits *, get_waits, self->waits)
REFRAIN_GETTER (RefrainSpanSums, refrain_span_sums, RefrainCriticalPath *, get_path, self->path)

REFRAIN_ROWS_GETTER (
    RefrainSpanSums, refrain_span_sums, guint8, gsize, get_kinds, self->kinds, self->n_kinds)

static const Line *
get_line (RefrainSpanSums *self, guint process, gsize thread)
{
  g_assert (process < self->n_processes);
  return &self->lines[process][thread];
}

gsize
refrain_span_sums_get_n (RefrainSpanSums *self, guint process, gsize thread)
{
  g_return_val_if_fail (REFRAIN_IS_SPAN_SUMS (self), 0);
  return get_line (self, process, thread)->n;
}

void
refrain_span_sums_get (
    RefrainSpanSums *self, guint process, gsize thread, gsize i, RefrainSpan *span)
{
  g_return_if_fail (REFRAIN_IS_SPAN_SUMS (self));
  g_return_if_fail (i < get_line (self, process, thread)->n);
  get_span (self, process, get_line (self, process, thread)->items[i], span);
}

/* ---- Shares ---------------------------------------------------------------------------------- */

/* The last block that begins at @time or before, sought from @from on; G_MAXSIZE for none. */
static gsize
seek_block (const Line *line, gsize from, RefrainTime time)
{
  gsize low = from, leap = 1;

  if (line->n_blocks == 0 || line->starts[0] > time)
    return G_MAXSIZE;
  while (low + leap < line->n_blocks && line->starts[low + leap] <= time)
    {
      low += leap;
      leap *= 2;
    }
  return REFRAIN_LOWER_BOUND (b, low + 1, MIN (low + leap, line->n_blocks), line->starts[b] <= time)
         - 1;
}

gsize
refrain_span_sums_find (
    RefrainSpanSums *self, guint process, gsize thread, RefrainTime time, gsize hint)
{
  const Line *line;
  gsize block, low, high;
  RefrainSpan span;

  g_return_val_if_fail (REFRAIN_IS_SPAN_SUMS (self), 0);

  line = get_line (self, process, thread);
  hint = hint < line->n && line->starts[hint / BLOCK] < time ? hint / BLOCK : 0;
  if (line->n == 0 || line->starts[0] >= time)
    return 0;
  block = seek_block (line, hint, time - 1);
  low = block * BLOCK;
  high = MIN (low + BLOCK, line->n);
  return REFRAIN_LOWER_BOUND (i, low, high,
                              (get_span (self, process, line->items[i], &span), span.start < time));
}

/* How far a line was added up: all spans before `next` are over, and took `sums`. */
typedef struct
{
  const RefrainSpanSums *self;
  guint process;
  const Line *line;
  gsize block; /* G_MAXSIZE: before the first */
  gsize next;
  double sums[REFRAIN_N_WAITS];
} Cursor;

/* To the block that holds @time, with its total. */
static void
seek (Cursor *cursor, RefrainTime time)
{
  const gsize n = cursor->self->n_kinds;
  const gsize b = seek_block (cursor->line, cursor->block == G_MAXSIZE ? 0 : cursor->block, time);

  if (b == cursor->block)
    return;
  cursor->block = b;
  cursor->next = b == G_MAXSIZE ? 0 : b * BLOCK;
  for (gsize k = 0; k < n && b != G_MAXSIZE; k++)
    cursor->sums[k] = (double) cursor->line->sums[b * n + k];
}

/* How long each kind took up to @time, in @sums, for ascending times. Blocks that are shorter than
 * @width are not looked into. */
static void
sum_up_to (Cursor *cursor, RefrainTime time, double width, double *sums)
{
  const RefrainSpanSums *self = cursor->self;
  const Line *line = cursor->line;
  const gsize n = self->n_kinds;
  double length;
  gsize b;

  seek (cursor, time);
  b = cursor->block;
  for (gsize k = 0; k < n; k++)
    sums[k] = 0;
  if (b == G_MAXSIZE)
    return;
  length = (double) line->starts[b + 1] - (double) line->starts[b];
  if (length <= width || time >= line->starts[b + 1])
    {
      const double part = time >= line->starts[b + 1] || length <= 0
                              ? 1
                              : ((double) time - (double) line->starts[b]) / length;

      for (gsize k = 0; k < n; k++)
        sums[k] = (1 - part) * (double) line->sums[b * n + k]
                  + part * (double) line->sums[(b + 1) * n + k];
      return;
    }
  for (gsize i = cursor->next; i < MIN ((b + 1) * BLOCK, line->n); i++)
    {
      RefrainSpan span;

      get_span (self, cursor->process, line->items[i], &span);
      if (span.start >= time)
        break;
      if (span.end <= time && i == cursor->next)
        {
          cursor->sums[self->class_of[span.kind]] += (double) (span.end - span.start);
          cursor->next++;
        }
      else
        sums[self->class_of[span.kind]] += (double) (MIN (span.end, time) - span.start);
    }
  for (gsize k = 0; k < n; k++)
    sums[k] += cursor->sums[k];
}

void
refrain_span_sums_add_shares (RefrainSpanSums *self,
                              guint process,
                              gsize thread,
                              RefrainTime start,
                              RefrainTime end,
                              gsize n,
                              float scale,
                              float *shares,
                              gsize stride)
{
  Cursor cursor = { .self = self, .process = process, .block = G_MAXSIZE };
  double width, before[REFRAIN_N_WAITS], after[REFRAIN_N_WAITS];

  g_return_if_fail (REFRAIN_IS_SPAN_SUMS (self));
  g_return_if_fail (shares != NULL && stride >= self->n_kinds);

  cursor.line = get_line (self, process, thread);
  if (end <= start || n == 0 || cursor.line->n == 0)
    return;
  width = ((double) end - (double) start) / (double) n;
  sum_up_to (&cursor, start, width, before);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainTime edge = i + 1 == n ? end : start + (RefrainTime) ((double) (i + 1) * width);

      sum_up_to (&cursor, edge, width, after);
      for (gsize k = 0; k < self->n_kinds; k++)
        {
          shares[i * stride + k]
              += scale * (float) (CLAMP (after[k] - before[k], 0, width) / width);
          before[k] = after[k];
        }
    }
}

gsize
refrain_span_sums_get_memory (RefrainSpanSums *self)
{
  gsize bytes = sizeof *self;

  g_return_val_if_fail (REFRAIN_IS_SPAN_SUMS (self), 0);
  for (guint p = 0; p < self->n_processes; p++)
    for (gsize t = 0; t < get_n_threads (self, p); t++)
      bytes += sizeof (Line) + self->lines[p][t].n * sizeof (guint32)
               + self->lines[p][t].n_blocks * (1 + self->n_kinds) * sizeof (RefrainTime);
  return bytes;
}
