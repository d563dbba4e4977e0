/* refrain-event-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The scene, the order in which its parts are drawn, the ground they stand on, and what stands
 * around the plot: row labels, ruler, legend.
 */
#include "refrain-event-painter.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-event-frame.h"
#include "refrain-free.h"
#include "refrain-time-format.h"

/* Each row has bands of its own while there are no more of them than this in all. */
#define MAX_BOXES 4000
/* The size of threads' names. */
#define TRACK_SCALE 0.85

static void
refrain_event_painter_finalize (RefrainEventPainter *self)
{
  g_clear_pointer (&self->columns, refrain_pixel_memory_unref);
  g_clear_pointer (&self->highlight, refrain_op_set_unref);
  g_clear_pointer (&self->bands, refrain_bands_unref);
  g_clear_pointer (&self->bookmarks, refrain_bookmarks_unref);
  refrain_clear_objects (&self->order, &self->waits, &self->path, &self->folds);
  g_clear_pointer (&self->open_folds, g_ptr_array_unref);
  refrain_clear_objects (&self->trace, &self->summary, &self->axis);
  g_strfreev (self->highlight_names);
  refrain_free (self->own_colors, self->hidden, self->shown, self->rows, self->first_member,
                self->members, self->row_of, self->lanes_before, self->n_tracks, self->kinds,
                self->names);
}

/* ---- The ground ------------------------------------------------------------------------------ */

static void
paint_ground (const RefrainEventFrame *frame)
{
  cairo_t *cr = frame->cr;
  const RefrainViewport *viewport = frame->viewport;
  g_autoptr (GArray) ticks = NULL;
  double tick;

  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_ROW);
  for (gint64 row = frame->first_row; row < frame->last_row && frame->row_height >= 6; row++)
    if (row % 2 == 1)
      cairo_rectangle (cr, 0, refrain_event_frame_get_y (frame, row), viewport->width,
                       refrain_event_frame_get_y (frame, row + 1)
                           - refrain_event_frame_get_y (frame, row));
  cairo_fill (cr);

  ticks = refrain_ruler_get_ticks (frame->painter->axis, viewport, frame->style, &tick);
  for (guint i = 0; i < ticks->len; i++)
    {
      double x = refrain_event_frame_get_x (frame, g_array_index (ticks, double, i));

      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x, viewport->height);
    }
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_GRID, 0.6);
  cairo_set_line_width (cr, frame->style->line_width * 0.6);
  cairo_stroke (cr);
}

static void
paint_bands (const RefrainEventFrame *frame)
{
  RefrainEventPainter *painter = frame->painter;
  const RefrainViewport *viewport = frame->viewport;
  const gboolean is_tile = viewport->window_end > viewport->window_start;
  gsize first, last, boxes;

  if (painter->bands == NULL || frame->last_row <= frame->first_row)
    return;
  refrain_bands_find (
      painter->bands,
      refrain_axis_to_time (painter->axis, is_tile ? viewport->window_start : viewport->start),
      refrain_axis_to_time (painter->axis, is_tile ? viewport->window_end : viewport->end), &first,
      &last);
  boxes = (last - first) * (gsize) (frame->last_row - frame->first_row);
  if (boxes > MAX_BOXES)
    {
      refrain_bands_paint (painter->bands, painter->axis, frame->cr, viewport, frame->style,
                           REFRAIN_NONE, 0, viewport->height);
      return;
    }
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    refrain_bands_paint (painter->bands, painter->axis, frame->cr, viewport, frame->style,
                         painter->rows[row], refrain_event_frame_get_y (frame, row),
                         frame->row_height);
}

/* Where gap @i is drawn; FALSE when it cannot be seen. */
static gboolean
get_gap (const RefrainEventFrame *frame, const RefrainAxisGap *gap, double *x0, double *x1)
{
  *x0 = refrain_event_frame_get_x (frame, gap->position);
  *x1 = refrain_event_frame_get_x (frame, gap->position + gap->width);
  return *x1 >= 0 && *x0 <= frame->viewport->width && *x1 - *x0 >= 1.5 * frame->unit;
}

/* A break mark down the middle, and how long the gap is in truth. */
static void
mark_gap (const RefrainEventFrame *frame, const RefrainAxisGap *gap, double x0, double x1)
{
  cairo_t *cr = frame->cr;
  double height = frame->viewport->height, font = frame->style->font_size;
  double middle = (x0 + x1) / 2, amplitude = MIN ((x1 - x0) * 0.2, 3 * frame->unit);
  double step = 6 * frame->unit;
  g_autofree char *length = NULL;
  RefrainText place = { .x = middle,
                        .y = height - 3 * frame->unit,
                        .scale = 0.8,
                        .angle = -G_PI / 2,
                        .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  cairo_new_path (cr);
  for (double y = -step, side = -1; y < height + step; y += step, side = -side)
    cairo_line_to (cr, middle + side * amplitude, y);
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_BACKGROUND, 0.7);
  cairo_set_line_width (cr, frame->style->line_width * 3);
  cairo_stroke_preserve (cr);
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_TEXT_DIM, 0.8);
  cairo_set_line_width (cr, frame->style->line_width);
  cairo_stroke (cr);
  if (x1 - x0 < 1.1 * font)
    return;
  length = refrain_time_format (gap->end - gap->start, 3);
  cairo_rectangle (cr, middle - 0.5 * font,
                   height - refrain_text_get_width (frame->style, length, 0.8) - 6 * frame->unit,
                   font, height);
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_GAP);
  cairo_fill (cr);
  refrain_text_show (cr, frame->style, &place, length);
}

/* Compressed gaps: their ground, or what marks them above all. */
static void
paint_gaps (const RefrainEventFrame *frame, gboolean marks)
{
  gsize n;
  const RefrainAxisGap *gaps = refrain_axis_get_gaps (frame->painter->axis, &n);
  double x0, x1;

  for (gsize i = 0; i < n; i++)
    if (get_gap (frame, &gaps[i], &x0, &x1))
      {
        if (marks)
          mark_gap (frame, &gaps[i], x0, x1);
        else
          cairo_rectangle (frame->cr, x0, 0, x1 - x0, frame->viewport->height);
      }
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_GAP);
  cairo_fill (frame->cr);
}

/* ---- The plot -------------------------------------------------------------------------------- */

static void
paint_plot (RefrainEventPainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, self, cr, viewport, style);
  paint_ground (&frame);
  paint_bands (&frame);
  paint_gaps (&frame, FALSE);
  refrain_event_paint_density (&frame);
  refrain_event_paint_lanes (&frame);
  refrain_event_paint_collectives (&frame);
  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    refrain_event_paint_steps (&frame);
  else
    refrain_event_paint_detail (&frame);
  paint_gaps (&frame, TRUE);
  refrain_event_paint_messages (&frame);
  refrain_event_paint_folds (&frame);
  refrain_event_paint_path (&frame);
  refrain_event_paint_highlight (&frame);
  refrain_event_paint_defects (&frame);
}

/* ---- Row labels ------------------------------------------------------------------------------ */

static void
label_peers (const RefrainEventFrame *frame, gint64 row, double width)
{
  guint process = frame->painter->rows[row];
  double height;
  gsize n_lanes = refrain_event_get_peer_lanes (frame, process, &height), n_peers;
  const guint *peers = refrain_summary_get_peers (frame->painter->summary, process, &n_peers);

  if (frame->shading <= 0 || n_lanes != n_peers || height < 0.78 * frame->style->font_size)
    return;
  for (gsize i = 0; i < n_peers; i++)
    {
      RefrainText place
          = { .x = width - 5 * frame->unit,
              .y = refrain_event_frame_get_y (frame, row)
                   + refrain_event_frame_get_shape (frame, process, 0).peer_y + (i + 0.5) * height,
              .align = REFRAIN_TEXT_RIGHT,
              .scale = 0.75,
              .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };
      g_autofree char *text = g_strdup_printf ("→ %u", peers[i]);

      refrain_text_show (frame->cr, frame->style, &place, text);
    }
}

/* "MPI Rank 0 · Master thread" beside the first track, then the threads' names. */
static char *
get_track_name (RefrainProcess *process, gsize thread, gboolean first)
{
  const char *name = refrain_process_get_thread (process, thread)->name;

  if (!first)
    return g_strdup (name);
  return g_strdup_printf ("%s · %s", refrain_process_get_name (process), name);
}

static double
get_track_names_width (RefrainProcess *process, const RefrainStyle *style)
{
  double widest = 0;

  for (gsize t = 0; t < MIN (refrain_process_get_n_threads (process), 8); t++)
    {
      g_autofree char *name = get_track_name (process, t, t == 0);

      widest = MAX (widest, refrain_text_get_width (style, name, TRACK_SCALE));
    }
  return widest;
}

/* FALSE when tracks are too narrow for names. */
static gboolean
label_tracks (const RefrainEventFrame *frame, gint64 row, double width)
{
  guint process = frame->painter->rows[row];
  RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
  const RefrainStyle *style = frame->style;
  double top = refrain_event_frame_get_y (frame, row);
  gboolean first = TRUE;

  if (!refrain_event_frame_has_tracks (frame, process)
      || refrain_event_frame_get_pitch (frame, process) < TRACK_SCALE * 1.2 * style->font_size)
    return FALSE;
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      RefrainRowShape shape = refrain_event_frame_get_shape (frame, process, t);
      RefrainText place
          = { .x = width - 5 * frame->unit,
              .y = top + (shape.band_y + shape.lane_y + shape.lane_height) / 2,
              .align = REFRAIN_TEXT_RIGHT,
              .max_width = width - 8 * frame->unit,
              .scale = TRACK_SCALE,
              .color = style->colors[first ? REFRAIN_COLOR_TEXT : REFRAIN_COLOR_TEXT_DIM] };
      g_autofree char *name = get_track_name (object, t, first);

      if (!refrain_event_has_track (object, t))
        continue;
      first = FALSE;
      refrain_text_show (frame->cr, style, &place, name);
    }
  return TRUE;
}

/* The name of a row: of the process or, in an order of its own, its rank and place. */
static char *
dup_name (RefrainEventPainter *self, guint process)
{
  g_autofree char *place = NULL;
  gsize n_members;

  refrain_event_painter_get_members (self, (gsize) self->row_of[process], &n_members);
  if (self->order == NULL)
    return g_strdup (refrain_process_get_name (refrain_trace_get_process (self->trace, process)));
  place = refrain_process_order_dup_label (self->order, process);
  if (n_members > 1)
    /* TRANSLATORS: a row that stands for some processes: the first, and how many. */
    return refrain_process_order_has_labels (self->order)
               ? g_strdup_printf (_ ("%u %s ×%zu"), process, place, n_members)
               : g_strdup_printf (_ ("%u ×%zu"), process, n_members);
  return refrain_process_order_has_labels (self->order)
             ? g_strdup_printf ("%u %s", process, place)
             : g_strdup (
                 refrain_process_get_name (refrain_trace_get_process (self->trace, process)));
}

double
refrain_event_painter_get_label_width (RefrainEventPainter *self, const RefrainStyle *style)
{
  double widest = 0;

  g_return_val_if_fail (REFRAIN_IS_EVENT_PAINTER (self), 0);
  g_return_val_if_fail (style != NULL, 0);

  /* Names of one trace are alike: the first, some between and the last tell the width. */
  for (gsize i = 0; i < 16 && i < self->n_rows; i++)
    {
      gsize row = self->n_rows <= 16 ? i : i * (self->n_rows - 1) / 15;
      RefrainProcess *process = refrain_trace_get_process (self->trace, self->rows[row]);

      g_autofree char *name = dup_name (self, self->rows[row]);

      widest = MAX (widest, refrain_text_get_width (style, name, 1));
      if (self->n_tracks[self->rows[row]] > 1)
        widest = MAX (widest, get_track_names_width (process, style));
    }
  widest = MAX (widest, refrain_text_get_width (style, "→ 8888", 0.75));
  return ceil (MIN (widest, 14 * style->font_size) + 1.2 * style->font_size);
}

void
refrain_event_painter_paint_labels (RefrainEventPainter *self,
                                    cairo_t *cr,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainEventFrame frame;
  double last = -G_MAXDOUBLE;
  gint64 step;

  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  refrain_event_frame_init (&frame, self, cr, viewport, style);
  step = refrain_text_get_stride (1.15 * style->font_size / MAX (frame.row_height, 1e-9));
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  for (gint64 row = frame.first_row; row < frame.last_row; row++)
    {
      g_autofree char *name = NULL;
      RefrainText place = { .x = viewport->width - 5 * frame.unit,
                            .y = refrain_event_frame_get_y (&frame, row) + frame.row_height / 2,
                            .align = REFRAIN_TEXT_RIGHT,
                            .max_width = viewport->width - 8 * frame.unit,
                            .color = style->colors[REFRAIN_COLOR_TEXT] };

      if (row % step != 0)
        continue;
      if (frame.row_height > 2.4 * style->font_size)
        place.y = refrain_event_frame_get_y (&frame, row)
                  + refrain_row_shape_get_lane_middle (&frame.shape);
      place.y = MAX (place.y, 0.6 * style->font_size);
      /* The first was moved down: the one after it may have to go. */
      if (place.y < last + style->font_size)
        continue;
      last = place.y;
      name = dup_name (self, self->rows[row]);
      refrain_event_label_lanes (&frame, row, viewport->width);
      if (!label_tracks (&frame, row, viewport->width))
        refrain_text_show (cr, style, &place, name);
      if (frame.shape.peer_height > 0 && frame.row_height > 2.4 * style->font_size)
        label_peers (&frame, row, viewport->width);
    }
  cairo_restore (cr);
}

/* ---- Furniture ------------------------------------------------------------------------------- */

/* Draws row labels, ruler and legend, and with @paint_plot what is between them. */
static void
paint_furniture (RefrainEventPainter *self,
                 cairo_t *cr,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style)
{
  double left = MIN (refrain_event_painter_get_label_width (self, style), viewport->width / 3);
  double top = MIN (1.9 * style->font_size, viewport->height / 4);
  RefrainViewport plot = *viewport, part;
  double bottom;

  plot.furniture = FALSE;
  plot.width = viewport->width - left - 0.5 * style->font_size;
  plot.height = viewport->height - top;
  bottom = refrain_event_get_legend_height (self, &plot, left, style);
  plot.height -= bottom;
  if (plot.width < 1 || plot.height < 1)
    return;
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);

  cairo_save (cr);
  cairo_translate (cr, left, top);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  paint_plot (self, cr, &plot, style);
  if (self->bookmarks != NULL)
    refrain_bookmarks_paint (self->bookmarks, self->axis, cr, &plot, style);
  cairo_restore (cr);

  cairo_save (cr);
  cairo_translate (cr, left, 0);
  part = plot;
  part.height = top;
  refrain_ruler_paint (self->axis, cr, &part, style);
  if (bottom > 0)
    {
      cairo_translate (cr, -left, viewport->height - bottom);
      refrain_event_paint_legend (self, cr, &plot, left, style);
    }
  cairo_restore (cr);

  cairo_save (cr);
  cairo_translate (cr, 0, top);
  part = plot;
  part.width = left;
  refrain_event_painter_paint_labels (self, cr, &part, style);
  cairo_restore (cr);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_event_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  RefrainEventPainter *self = REFRAIN_EVENT_PAINTER (painter);

  if (viewport->furniture)
    paint_furniture (self, cr, viewport, style);
  else
    paint_plot (self, cr, viewport, style);
}

static void
refrain_event_painter_paint_overlay (RefrainPainter *painter,
                                     cairo_t *cr,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     RefrainSelection *selection,
                                     const RefrainPick *hover)
{
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (painter), cr, viewport, style);
  refrain_event_paint_overlay (&frame, selection, hover);
}

static gboolean
refrain_event_painter_pick (RefrainPainter *painter,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double x,
                            double y,
                            RefrainPick *pick)
{
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, REFRAIN_EVENT_PAINTER (painter), NULL, viewport, style);
  return refrain_event_pick (&frame, x, y, pick);
}

static void
refrain_event_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainEventPainter *self = REFRAIN_EVENT_PAINTER (painter);

  refrain_axis_get_extent (self->axis, &viewport->start, &viewport->end);
  viewport->n_rows = refrain_event_painter_count_row_units (self);
}

static void
refrain_event_painter_inherit (RefrainPainter *painter, RefrainPainter *before)
{
  refrain_pixel_memory_inherit (&REFRAIN_EVENT_PAINTER (painter)->columns,
                                REFRAIN_EVENT_PAINTER (before)->columns);
}

REFRAIN_DEFINE_PAINTER (RefrainEventPainter,
                        refrain_event_painter,
                        .paint = refrain_event_painter_paint,
                        .paint_overlay = refrain_event_painter_paint_overlay,
                        .pick = refrain_event_painter_pick,
                        .get_extent = refrain_event_painter_get_extent,
                        .inherit = refrain_event_painter_inherit)

/* ---- The scene ------------------------------------------------------------------------------- */

static void
note_routines (RefrainEventPainter *self)
{
  gboolean has_user = FALSE, has_mpi = FALSE;

  self->n_routines = refrain_trace_get_n_routines (self->trace);
  self->kinds = g_new (guint8, self->n_routines);
  self->names = g_new (const char *, self->n_routines);
  for (guint i = 0; i < self->n_routines; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      self->kinds[i] = refrain_routine_get_kind (routine);
      self->names[i] = refrain_routine_get_label (routine);
      if (refrain_routine_get_calls (routine) == 0)
        continue;
      if (self->kinds[i] == REFRAIN_ROUTINE_USER)
        has_user = TRUE;
      else
        has_mpi = TRUE;
    }
  /* The innermost level is MPI's. */
  self->levels = refrain_trace_get_counts (self->trace)->depth;
  if (!has_user)
    self->levels = 0;
  else if (has_mpi && self->levels > 1)
    self->levels--;
}

/* The rows of what is shown, as the order has them. */
static void
make_rows (RefrainEventPainter *self)
{
  g_autofree gsize *row_of = g_new (gsize, MAX (self->n_shown, 1));
  g_autofree gsize *next = NULL;
  gsize n_rows = 0;

  refrain_free (self->rows, self->first_member, self->members);
  self->rows
      = refrain_process_order_list_rows (self->order, self->shown, self->n_shown, &n_rows, row_of);
  self->n_rows = n_rows;
  self->first_member = g_new0 (gsize, n_rows + 2);
  self->members = g_new (guint, MAX (self->n_shown, 1));
  for (gsize i = 0; i < self->n_shown; i++)
    {
      self->row_of[self->shown[i]] = (gint32) row_of[i];
      self->first_member[row_of[i] + 1]++;
    }
  for (gsize i = 0; i < n_rows; i++)
    self->first_member[i + 1] += self->first_member[i];
  next = g_memdup2 (self->first_member, (n_rows + 1) * sizeof *next);
  for (gsize i = 0; i < self->n_shown; i++)
    self->members[next[row_of[i]]++] = self->shown[i];
}

RefrainEventPainter *
refrain_event_painter_new (RefrainTrace *trace,
                           RefrainSummary *summary,
                           RefrainAxis *axis,
                           const guint *processes,
                           gsize n_processes,
                           RefrainOpSet *highlight)
{
  RefrainEventPainter *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUMMARY (summary), NULL);
  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), NULL);
  g_return_val_if_fail (processes != NULL || n_processes == 0, NULL);

  self = g_object_new (REFRAIN_TYPE_EVENT_PAINTER, NULL);
  self->trace = g_object_ref (trace);
  self->summary = g_object_ref (summary);
  self->axis = g_object_ref (axis);
  self->columns = refrain_pixel_memory_new (trace, summary, axis);
  self->highlight = highlight != NULL ? refrain_op_set_ref (highlight) : NULL;
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->shown = g_new (guint, MAX (n_processes, 1));
  self->row_of = g_new (gint32, self->n_processes);
  self->n_tracks = g_new (gsize, self->n_processes);
  for (guint i = 0; i < self->n_processes; i++)
    {
      self->row_of[i] = -1;
      self->n_tracks[i] = refrain_event_count_tracks (refrain_trace_get_process (trace, i));
    }
  for (gsize i = 0; i < n_processes; i++)
    if (processes[i] < self->n_processes && self->row_of[processes[i]] < 0)
      {
        self->row_of[processes[i]] = 0;
        self->shown[self->n_shown++] = processes[i];
      }
  make_rows (self);
  note_routines (self);
  return self;
}

void
refrain_event_painter_set_bookmarks (RefrainEventPainter *self, RefrainBookmarks *bookmarks)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  g_clear_pointer (&self->bookmarks, refrain_bookmarks_unref);
  self->bookmarks = bookmarks != NULL ? refrain_bookmarks_ref (bookmarks) : NULL;
}

void
refrain_event_painter_set_bands (RefrainEventPainter *self, RefrainBands *bands)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  g_clear_pointer (&self->bands, refrain_bands_unref);
  self->bands = bands != NULL ? refrain_bands_ref (bands) : NULL;
}

void
refrain_event_painter_set_order (RefrainEventPainter *self, RefrainProcessOrder *order)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));
  g_set_object (&self->order, order);
  make_rows (self);
}

void
refrain_event_painter_set_looks (RefrainEventPainter *self, const RefrainRoutineLooks *looks)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  refrain_clear (&self->own_colors, &self->hidden);
  memset (self->kind_colors, 0, sizeof self->kind_colors);
  if (refrain_routine_looks_is_empty (looks))
    return;
  self->own_colors = g_new0 (RefrainColor, (gsize) self->n_routines + 1);
  self->hidden = g_new0 (guint8, (gsize) self->n_routines + 1);
  for (guint i = 0; i < self->n_routines; i++)
    {
      const char *name = refrain_routine_get_name (refrain_trace_get_routine (self->trace, i));
      const RefrainColor *color = refrain_routine_looks_get_color (looks, name);

      if (color != NULL)
        self->own_colors[i] = *color;
      self->hidden[i] = refrain_routine_looks_get_hidden (looks, name);
    }
  for (guint k = 0; k < G_N_ELEMENTS (self->kind_colors); k++)
    if (refrain_routine_looks_get_kind_color (looks, k) != NULL)
      self->kind_colors[k] = *refrain_routine_looks_get_kind_color (looks, k);
}

void
refrain_event_painter_set_waits (RefrainEventPainter *self, RefrainSpanSums *waits)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));
  g_return_if_fail (waits == NULL || refrain_span_sums_get_waits (waits) != NULL);
  g_set_object (&self->waits, waits);
}

void
refrain_event_painter_set_path (RefrainEventPainter *self, RefrainSpanSums *path)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));
  g_return_if_fail (path == NULL || refrain_span_sums_get_path (path) != NULL);
  g_set_object (&self->path, path);
}

void
refrain_event_painter_set_folds (RefrainEventPainter *self, RefrainFolds *folds, GPtrArray *open)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  g_set_object (&self->folds, folds);
  g_clear_pointer (&self->open_folds, g_ptr_array_unref);
  if (folds != NULL && open != NULL)
    self->open_folds = g_ptr_array_copy (open, NULL, NULL);
}

const RefrainFold *
refrain_event_painter_find_fold (RefrainEventPainter *self,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double x,
                                 double y)
{
  RefrainEventFrame frame;

  g_return_val_if_fail (REFRAIN_IS_EVENT_PAINTER (self), NULL);
  g_return_val_if_fail (viewport != NULL && style != NULL, NULL);

  refrain_event_frame_init (&frame, self, NULL, viewport, style);
  return refrain_event_find_fold (&frame, x, y);
}

void
refrain_event_painter_set_highlight_names (RefrainEventPainter *self, const char *const *names)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAINTER (self));

  g_strfreev (self->highlight_names);
  self->highlight_names = g_strdupv ((GStrv) names);
}
