/* refrain-pixel-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The axis is linear in time between the ends of its gaps: the summary is asked for the columns of
 * each such piece at once. On the logical axis the edges of columns are searched for.
 */
#include "refrain-pixel-columns.h"

#include <math.h>

#include "refrain-search.h"

struct _RefrainPixelColumns
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  double start, width; /* of a column, in axis units */
  gsize n;
  GArray *pieces;
  RefrainSummaryBin *bins;
  guint32 *edges; /* of the process and thread below */
  guint64 edges_of;
};

static void
find_pieces (RefrainPixelColumns *self)
{
  gsize n_gaps, first = 0;
  const RefrainAxisGap *gaps = refrain_axis_get_gaps (self->axis, &n_gaps);

  self->pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPixelPiece));
  for (gsize i = 0; i <= 2 * n_gaps && first < self->n; i++)
    {
      const RefrainAxisGap *gap = i < 2 * n_gaps ? &gaps[i / 2] : NULL;
      double edge = gap == NULL ? G_MAXDOUBLE : gap->position + (i % 2 == 0 ? 0 : gap->width);
      gsize last = CLAMP (round ((edge - self->start) / self->width), 0, (double) self->n);

      if (last > first)
        {
          RefrainPixelPiece piece = { .first = first, .last = last };

          piece.from = refrain_axis_to_time (self->axis, self->start + first * self->width);
          piece.to = refrain_axis_to_time (self->axis, self->start + last * self->width);
          piece.to = MAX (piece.to, piece.from + 1);
          g_array_append_val (self->pieces, piece);
          first = last;
        }
    }
}

RefrainPixelColumns *
refrain_pixel_columns_new (RefrainTrace *trace,
                           RefrainSummary *summary,
                           RefrainAxis *axis,
                           double start,
                           double end,
                           gsize n)
{
  RefrainPixelColumns *self = g_new0 (RefrainPixelColumns, 1);

  self->trace = trace;
  self->summary = summary;
  self->axis = axis;
  self->start = start;
  self->n = MAX (n, 1);
  self->width = (end > start ? end - start : 1) / self->n;
  self->bins = g_new (RefrainSummaryBin, self->n);
  self->edges = g_new (guint32, self->n + 1);
  self->edges_of = G_MAXUINT64;
  find_pieces (self);
  return self;
}

void
refrain_pixel_columns_free (RefrainPixelColumns *self)
{
  g_array_unref (self->pieces);
  g_free (self->bins);
  g_free (self->edges);
  g_free (self);
}

static void
get_time_bins (RefrainPixelColumns *self, guint process, gsize thread)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const RefrainPixelPiece *piece = &g_array_index (self->pieces, RefrainPixelPiece, i);

      refrain_summary_get_shares (self->summary, process, thread, piece->from, piece->to,
                                  piece->last - piece->first, self->bins + piece->first);
    }
}

/* A process is busy in the steps in which it has an operation. */
static void
get_step_bins (RefrainPixelColumns *self, guint process, gsize thread)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  double steps = MAX (self->width, 1);

  for (gsize c = 0; c < self->n; c++)
    self->bins[c] = (RefrainSummaryBin){ 0 };
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      if (thread != G_MAXSIZE && t != thread)
        continue;
      refrain_pixel_columns_get_edges (self, process, t);
      for (gsize c = 0; c < self->n; c++)
        refrain_summary_add_ops (self->summary, process, t, self->edges[c], self->edges[c + 1],
                                 &self->bins[c]);
    }
  for (gsize c = 0; c < self->n; c++)
    {
      RefrainSummaryBin *bin = &self->bins[c];

      bin->share[REFRAIN_ACTIVITY_P2P] = bin->sends / steps;
      bin->share[REFRAIN_ACTIVITY_WAIT] = bin->receives / steps;
      bin->share[REFRAIN_ACTIVITY_COLLECTIVE] = bin->collectives / steps;
    }
}

const RefrainSummaryBin *
refrain_pixel_columns_get_bins (RefrainPixelColumns *self, guint process, gsize thread)
{
  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    get_step_bins (self, process, thread);
  else
    get_time_bins (self, process, thread);
  return self->bins;
}

const RefrainPixelPiece *
refrain_pixel_columns_get_pieces (RefrainPixelColumns *self, gsize *n)
{
  *n = self->pieces->len;
  return (const RefrainPixelPiece *) (gpointer) self->pieces->data;
}

const guint32 *
refrain_pixel_columns_get_edges (RefrainPixelColumns *self, guint process, gsize thread)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  guint64 key = (guint64) process << 32 | thread;

  if (self->edges_of == key)
    return self->edges;
  self->edges_of = key;
  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    {
      const RefrainOps *ops = refrain_process_get_ops (object);
      const RefrainThread *of = refrain_process_get_thread (object, thread);

      for (gsize c = 0; c <= self->n; c++)
        self->edges[c] = refrain_pixel_columns_find_step (ops, of, c > 0 ? self->edges[c - 1] : 0,
                                                          self->start + c * self->width);
      return self->edges;
    }
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const RefrainPixelPiece *piece = &g_array_index (self->pieces, RefrainPixelPiece, i);

      refrain_summary_get_op_edges (self->summary, process, thread, piece->from, piece->to,
                                    piece->last - piece->first, self->edges + piece->first);
    }
  return self->edges;
}

gsize
refrain_pixel_columns_find_step (const RefrainOps *ops,
                                 const RefrainThread *thread,
                                 gsize from,
                                 double step)
{
  const gsize high = thread->first_op + thread->n_ops;
  gsize low = MAX (from, thread->first_op), leap = 1;

  while (low + leap < high && ops->logical[low + leap] < step)
    {
      low += leap;
      leap *= 2;
    }
  return REFRAIN_LOWER_BOUND (i, low, MIN (low + leap + 1, high), ops->logical[i] < step);
}
