/* refrain-event-density.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where events are denser than pixels: what the summary says of each column of pixels, and which
 * routines are active in it, sampled every few columns.
 */
#include <math.h>

#include "refrain-arrays.h"
#include "refrain-event-frame.h"
#include "refrain-pixel-columns.h"

/* The most bins that a frame asks the summary for, and the most sub-lanes of peers in a row. */
#define MAX_BINS        200000
#define MAX_PEERS       64
#define N_LAYERS        4
#define MAX_PEER_HEIGHT 22

/* Buffers of one frame. */
typedef struct
{
  const RefrainEventFrame *frame;
  RefrainRaster *raster;
  RefrainPixelColumns *columns;
  gsize n_bins; /* across; as many as there are columns, or less */
  float *counts, *shares;
  guint n_layers; /* of shares: kinds of waits, where they are drawn, then activities */
} Density;

/* ---- Routines -------------------------------------------------------------------------------- */

/* Routine stacks are sampled at most so often in a frame. */
#define MAX_SAMPLES 8000
#define MAX_DEPTH   256

/* What interrupts a routine for less is no end of what is said of it. */
#define GAP 8

/* @before: where in @stretches the one before on this level is, which is 1 + its index; 0: none. */
static void
fill_stretch (const RefrainEventFrame *frame,
              RefrainRaster *raster,
              gsize first,
              gsize last,
              RefrainEventLabel stretch,
              GArray *stretches,
              guint *before)
{
  double column = frame->viewport->width / refrain_raster_get_n_columns (raster);

  refrain_raster_fill (raster, first, last, stretch.y,
                       stretch.height - MIN (stretch.height * 0.1, frame->unit),
                       refrain_event_get_hue (frame, stretch.what));
  stretch.x0 = first * column;
  stretch.x1 = last * column;
  stretch.height -= frame->unit;
  stretch.continued = first == 0;
  if (*before > 0)
    {
      RefrainEventLabel *last_one = &g_array_index (stretches, RefrainEventLabel, *before - 1);

      if (last_one->what == stretch.what && stretch.x0 - last_one->x1 <= GAP * frame->unit)
        {
          last_one->x1 = stretch.x1;
          return;
        }
      if (stretch.x1 - stretch.x0 <= GAP * frame->unit)
        return;
      /* The next one takes the place of what no word fits into. */
      if (*before == stretches->len
          && !refrain_text_may_fit (frame->style, last_one->x1 - last_one->x0))
        g_array_set_size (stretches, *before - 1);
    }
  g_array_append_val (stretches, stretch);
  *before = stretches->len;
}

/* Takes what no word fits into away. */
static void
keep_wide (const RefrainEventFrame *frame, GArray *stretches)
{
  guint n = 0;

  for (guint i = 0; i < stretches->len; i++)
    {
      const RefrainEventLabel *stretch = &g_array_index (stretches, RefrainEventLabel, i);

      if (refrain_text_may_fit (frame->style, stretch->x1 - stretch->x0))
        g_array_index (stretches, RefrainEventLabel, n++) = *stretch;
    }
  g_array_set_size (stretches, n);
}

static void
label_stretches (const RefrainEventFrame *frame, GArray *stretches)
{
  keep_wide (frame, stretches);
  refrain_event_share_labels (frame, stretches);
  for (guint i = 0; i < stretches->len; i++)
    {
      const RefrainEventLabel *stretch = &g_array_index (stretches, RefrainEventLabel, i);

      refrain_event_draw_label (frame, stretch, 3 * frame->unit,
                                refrain_event_get_hue (frame, stretch->what),
                                frame->painter->names[stretch->what]);
    }
}

/* Notes in @now, one for each level of @shape, the routines of @call and its callers that last at
 * least @shortest. */
static void
find_active (const RefrainEventFrame *frame,
             const RefrainCalls *calls,
             guint32 call,
             const RefrainRowShape *shape,
             double shortest,
             guint32 *now)
{
  for (guint depth = 0; call != REFRAIN_NONE && depth < MAX_DEPTH; depth++)
    {
      const guint level = refrain_event_frame_get_level (frame, shape, calls->depth[call]);

      /* What is shorter than a sample would flicker: its caller is shown instead. */
      if (refrain_event_has_box (frame, calls, call) && now[level] == REFRAIN_NONE
          && (double) calls->end[call] - (double) calls->start[call] >= shortest)
        now[level] = calls->routine[call];
      call = calls->parent[call];
    }
}

/* The routines of @row's thread @thread that are active in each few columns of @raster; where one
 * stays for a while is noted in @stretches, to be labelled when the raster is painted. */
static void
paint_stacks (const Density *self, gint64 row, gsize thread, GArray *stretches)
{
  const RefrainEventFrame *frame = self->frame;
  RefrainRaster *raster = self->raster;
  RefrainEventPainter *painter = frame->painter;
  RefrainProcess *process = refrain_trace_get_process (painter->trace, painter->rows[row]);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  gsize n_columns = refrain_raster_get_n_columns (raster);
  gsize step = MAX (2, n_columns * (frame->last_row - frame->first_row) / MAX_SAMPLES);
  RefrainRowShape shape = refrain_event_frame_get_shape (frame, painter->rows[row], thread);
  guint n_levels = shape.n_levels;
  double height = shape.band_height / n_levels;
  double y = refrain_event_frame_get_y (frame, row) + shape.band_y;
  double column = (frame->viewport->end - frame->viewport->start) / n_columns;
  double shortest = step * column;
  const guint32 *samples;
  guint32 run[REFRAIN_EVENT_MAX_LEVELS];
  gsize begun[REFRAIN_EVENT_MAX_LEVELS] = { 0 };
  guint before[REFRAIN_EVENT_MAX_LEVELS] = { 0 };

  if (shape.band_height <= 0 || thread >= refrain_process_get_n_threads (process))
    return;
  for (guint l = 0; l < REFRAIN_EVENT_MAX_LEVELS; l++)
    run[l] = REFRAIN_NONE;
  samples = refrain_pixel_columns_get_calls (self->columns, painter->rows[row], thread, n_columns,
                                             step);
  for (gsize c = 0; c < n_columns + step; c += step)
    {
      guint32 now[REFRAIN_EVENT_MAX_LEVELS];

      for (guint l = 0; l < n_levels; l++)
        now[l] = REFRAIN_NONE;
      find_active (frame, calls, c < n_columns ? samples[c / step] : REFRAIN_NONE, &shape, shortest,
                   now);
      for (guint l = 0; l < n_levels; l++)
        if (now[l] != run[l])
          {
            if (run[l] != REFRAIN_NONE)
              fill_stretch (frame, raster, begun[l], MIN (c, n_columns),
                            (RefrainEventLabel){
                                .row = row, .y = y + l * height, .height = height, .what = run[l] },
                            stretches, &before[l]);
            run[l] = now[l];
            begun[l] = c;
          }
    }
}

/* ---- Activity -------------------------------------------------------------------------------- */

static const RefrainRoutineKind layer_kinds[N_LAYERS] = {
  REFRAIN_ROUTINE_P2P,
  REFRAIN_ROUTINE_WAIT,
  REFRAIN_ROUTINE_COLLECTIVE,
  REFRAIN_ROUTINE_MPI,
};

/* What is waited is no other activity; its kinds have the first of @colors. */
static void
put_waits_first (Density *self, guint n_waits, RefrainColor *colors)
{
  gsize n;
  const guint8 *kinds = refrain_span_sums_get_kinds (self->frame->painter->waits, &n);

  for (guint k = 0; k < n_waits; k++)
    colors[k] = refrain_event_get_wait_color (self->frame, kinds[k]);
  for (gsize c = 0; c < self->n_bins; c++)
    {
      float *shares = self->shares + c * self->n_layers, waited = 0, active = 0, rest;

      for (guint k = 0; k < n_waits; k++)
        waited += shares[k];
      for (guint l = n_waits; l < self->n_layers; l++)
        active += shares[l];
      rest = active > waited ? (active - waited) / active : 0;
      for (guint l = n_waits; l < self->n_layers; l++)
        shares[l] *= rest;
    }
}

/* Adds what @row does, the mean of those that share it, to that of @n rows. */
static void
add_row (Density *self, gint64 row, gsize thread, float n, guint n_waits)
{
  const RefrainEventFrame *frame = self->frame;
  gsize n_members;
  const guint *members
      = refrain_event_painter_get_members (frame->painter, (gsize) row, &n_members);

  n *= (float) n_members;
  for (gsize i = 0; i < n_members; i++)
    {
      const RefrainSummaryBin *bins
          = refrain_pixel_columns_get_bins (self->columns, members[i], thread);

      for (gsize c = 0; c < self->n_bins; c++)
        for (guint l = 0; l < N_LAYERS; l++)
          self->shares[c * self->n_layers + n_waits + l] += bins[c].share[l] / n;
      if (n_waits > 0)
        refrain_event_add_wait_shares (frame, frame->painter->waits, self->columns, members[i],
                                       thread, 1.0f / n, self->shares, self->n_layers);
    }
}

/* Draws the mean of @n rows' activity from @row on; with @thread below G_MAXSIZE, of that one. */
static void
paint_activity (Density *self, gint64 row, gint64 n, gsize thread, double y, double height)
{
  const RefrainEventFrame *frame = self->frame;
  const guint n_waits = self->n_layers - N_LAYERS;
  RefrainColor all[N_LAYERS + REFRAIN_N_WAITS], *colors = all + n_waits;

  for (guint l = 0; l < N_LAYERS; l++)
    colors[l] = refrain_event_get_kind_color (frame, layer_kinds[l]);
  if (refrain_axis_get_kind (frame->painter->axis) == REFRAIN_AXIS_LOGICAL)
    /* Here the second layer are receives. */
    colors[1] = refrain_color_mix (colors[0], frame->style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
  refrain_fill (self->shares, 0, self->n_bins * self->n_layers * sizeof *self->shares);
  for (gint64 r = row; r < row + n; r++)
    add_row (self, r, thread, (float) n, n_waits);
  if (n_waits > 0)
    put_waits_first (self, n_waits, all);
  refrain_raster_stack (self->raster, self->shares, self->n_bins, self->n_layers, all, y, height);
}

/* Less than a pixel a row: each line of pixels is the mean of its rows. */
static void
paint_thin_rows (Density *self)
{
  const RefrainEventFrame *frame = self->frame;
  gint64 n = ceil (1 / MAX (frame->row_height, 1e-6));

  for (gint64 row = frame->first_row - frame->first_row % n; row < frame->last_row; row += n)
    {
      gint64 first = MAX (row, frame->first_row), last = MIN (row + n, frame->last_row);

      paint_activity (self, first, last - first, G_MAXSIZE, refrain_event_frame_get_y (frame, row),
                      n * frame->row_height);
    }
}

/* A row's activity and routines: of all threads as one, or in the track of each. */
static void
paint_row (Density *self, gint64 row, GArray *stretches)
{
  const RefrainEventFrame *frame = self->frame;
  guint process = frame->painter->rows[row];
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  gboolean tracks = refrain_event_frame_has_tracks (frame, process);
  double y = refrain_event_frame_get_y (frame, row);

  for (gsize t = 0; t < (tracks ? refrain_process_get_n_threads (object) : 1); t++)
    {
      RefrainRowShape shape = refrain_event_frame_get_shape (frame, process, t);

      paint_activity (self, row, 1, tracks ? t : G_MAXSIZE, y + shape.lane_y, shape.lane_height);
      paint_stacks (self, row, t, stretches);
    }
}

/* ---- Peers ----------------------------------------------------------------------------------- */

/* How many messages in a column of pixels are shown as darkest: the mean of the busiest channel in
 * the window, eight times. Depends on the window, not on the tile. */
static double
get_reference (const RefrainEventFrame *frame)
{
  const RefrainViewport *viewport = frame->viewport;
  RefrainEventPainter *painter = frame->painter;
  gboolean is_tile = viewport->window_end > viewport->window_start;
  double start = is_tile ? viewport->window_start : viewport->start;
  double end = is_tile ? viewport->window_end : viewport->end;
  RefrainTime from = refrain_axis_to_time (painter->axis, start);
  RefrainTime to = MAX (refrain_axis_to_time (painter->axis, end), from + 1);
  double columns = MAX ((end - start) * frame->scale, 1);
  float most = 0;
  gsize asked = 0;

  for (gint64 row = frame->first_row; row < frame->last_row && asked < 4096; row++)
    {
      gsize n_peers;

      refrain_summary_get_peers (painter->summary, painter->rows[row], &n_peers);
      for (gsize i = 0; i < n_peers && asked < 4096; i++, asked++)
        {
          float count;

          refrain_summary_get_messages (painter->summary, painter->rows[row], i, from, to, 1,
                                        &count);
          most = MAX (most, count);
        }
    }
  return MAX (8 * most / columns, 3);
}

static void
paint_peers (Density *self, gint64 row, double reference)
{
  const RefrainEventFrame *frame = self->frame;
  RefrainEventPainter *painter = frame->painter;
  guint process = painter->rows[row];
  RefrainColor color
      = frame->style->colors[frame->painter->highlight != NULL ? REFRAIN_COLOR_DIMMED
                                                               : REFRAIN_COLOR_MESSAGE];
  double top = refrain_event_frame_get_y (frame, row)
               + refrain_event_frame_get_shape (frame, process, 0).peer_y;
  gsize n_peers, n_lanes;
  double height;

  refrain_summary_get_peers (painter->summary, process, &n_peers);
  n_lanes = refrain_event_get_peer_lanes (frame, process, &height);
  color.alpha *= frame->shading;
  for (gsize lane = 0; lane < n_lanes; lane++)
    {
      gsize first = lane * n_peers / n_lanes, last = (lane + 1) * n_peers / n_lanes;
      const float *counts = refrain_pixel_columns_count_sends (self->columns, process, first, last);

      for (gsize c = 0; c < self->n_bins; c++)
        self->counts[c] = counts[c] > 0 ? 0.12 + 0.88 * log1pf (counts[c]) / log1p (reference) : 0;
      refrain_raster_shade (self->raster, self->counts, self->n_bins, top + lane * height,
                            height - MIN (frame->unit, height * 0.25), color);
    }
}

gsize
refrain_event_get_peer_lanes (const RefrainEventFrame *frame, guint process, double *height)
{
  double room = refrain_event_frame_get_shape (frame, process, 0).peer_height;
  gsize n_peers, most = MAX (room / (1.5 * frame->unit), 1);

  refrain_summary_get_peers (frame->painter->summary, process, &n_peers);
  n_peers = MIN (MIN (n_peers, MAX_PEERS), most);
  *height = MIN (room / MAX (n_peers, 1), MAX_PEER_HEIGHT * frame->unit);
  return n_peers;
}

/* ---- The frame ------------------------------------------------------------------------------- */

static void
density_init (Density *self, const RefrainEventFrame *frame)
{
  gsize n_rows = MAX (frame->last_row - frame->first_row, 1);

  *self = (Density){ .frame = frame };
  self->raster = refrain_raster_new (frame->cr, frame->viewport->width, frame->viewport->height);
  self->n_bins = refrain_raster_get_n_columns (self->raster);
  self->n_bins = MAX (self->n_bins / (n_rows * self->n_bins / MAX_BINS + 1), 1);
  self->columns = refrain_pixel_memory_take (frame->painter->columns, frame->viewport->start,
                                             frame->viewport->end, self->n_bins);
  self->counts = g_new (float, self->n_bins);
  self->n_layers = N_LAYERS;
  if (frame->painter->waits != NULL
      && refrain_axis_get_kind (frame->painter->axis) != REFRAIN_AXIS_LOGICAL)
    {
      gsize n_waits;

      refrain_span_sums_get_kinds (frame->painter->waits, &n_waits);
      self->n_layers += (guint) n_waits;
    }
  self->shares = g_new (float, self->n_bins * self->n_layers);
}

static void
density_finish (Density *self)
{
  refrain_raster_finish (self->raster);
  refrain_pixel_memory_give (self->frame->painter->columns, self->columns);
  g_free (self->counts);
  g_free (self->shares);
}

void
refrain_event_paint_density (const RefrainEventFrame *frame)
{
  gboolean peers = frame->shading > 0 && frame->shape.peer_height > 0;
  g_autoptr (GArray) stretches = g_array_new (FALSE, FALSE, sizeof (RefrainEventLabel));
  Density density;

  if (frame->last_row <= frame->first_row || (frame->detail > 0 && !peers))
    return;
  density_init (&density, frame);
  if (frame->row_height < 1)
    paint_thin_rows (&density);
  else
    {
      double reference = peers ? get_reference (frame) : 1;

      for (gint64 row = frame->first_row; row < frame->last_row; row++)
        {
          if (frame->detail <= 0)
            paint_row (&density, row, stretches);
          if (peers)
            paint_peers (&density, row, reference);
        }
    }
  density_finish (&density);
  label_stretches (frame, stretches);
}
