/* refrain-event-stacks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which routines are active, sampled every few columns of pixels.
 */
#include "config.h"

#include "refrain-event-private.h"

/* Routine stacks are sampled at most so often in a frame. */
#define MAX_SAMPLES 8000
#define MAX_DEPTH   256

/* A stretch of one routine in a level of a row. */
typedef struct
{
  double x0, x1, y, height;
  guint32 routine;
} Stretch;

static void
fill_stretch (const RefrainEventFrame *frame,
              RefrainRaster *raster,
              gsize first,
              gsize last,
              Stretch stretch,
              GArray *stretches)
{
  double column = frame->viewport->width / refrain_raster_get_n_columns (raster);

  refrain_raster_fill (raster, first, last, stretch.y,
                       stretch.height - MIN (stretch.height * 0.1, frame->unit),
                       refrain_event_get_hue (frame, stretch.routine));
  stretch.x0 = first * column;
  stretch.x1 = last * column;
  if (refrain_text_may_fit (frame->style, stretch.x1 - stretch.x0)
      && stretches->len < REFRAIN_EVENT_MAX_LABELS)
    g_array_append_val (stretches, stretch);
}

GArray *
refrain_event_stretches_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Stretch));
}

void
refrain_event_label_stretches (const RefrainEventFrame *frame, GArray *stretches)
{
  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, i);

      refrain_event_draw_label (frame, stretch->x0, stretch->x1, stretch->y,
                                stretch->height - frame->unit, 3 * frame->unit,
                                refrain_event_get_hue (frame, stretch->routine),
                                frame->painter->names[stretch->routine]);
    }
}

void
refrain_event_paint_stacks (const RefrainEventFrame *frame,
                            RefrainRaster *raster,
                            gint64 row,
                            gsize thread,
                            GArray *stretches)
{
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
  gsize hint = 0;
  guint32 run[REFRAIN_EVENT_MAX_LEVELS];
  gsize begun[REFRAIN_EVENT_MAX_LEVELS] = { 0 };

  if (shape.band_height <= 0 || thread >= refrain_process_get_n_threads (process))
    return;
  for (guint l = 0; l < REFRAIN_EVENT_MAX_LEVELS; l++)
    run[l] = REFRAIN_NONE;
  for (gsize c = 0; c < n_columns + step; c += step)
    {
      guint32 now[REFRAIN_EVENT_MAX_LEVELS];
      guint32 call = REFRAIN_NONE;

      for (guint l = 0; l < n_levels; l++)
        now[l] = REFRAIN_NONE;
      if (c < n_columns)
        call = refrain_summary_find_call_at (
            painter->summary, painter->rows[row], thread,
            refrain_axis_to_time (painter->axis,
                                  frame->viewport->start + (c + step / 2.0) * column),
            (RefrainTime) shortest, &hint);
      for (guint depth = 0; call != REFRAIN_NONE && depth < MAX_DEPTH; depth++)
        {
          guint level = refrain_event_frame_get_level (frame, &shape, calls->depth[call]);

          /* What is shorter than a sample would flicker: its caller is shown instead. */
          if (refrain_event_is_user_call (frame, calls, call) && now[level] == REFRAIN_NONE
              && (double) calls->end[call] - (double) calls->start[call] >= shortest)
            now[level] = calls->routine[call];
          call = calls->parent[call];
        }
      for (guint l = 0; l < n_levels; l++)
        if (now[l] != run[l])
          {
            if (run[l] != REFRAIN_NONE)
              fill_stretch (frame, raster, begun[l], MIN (c, n_columns),
                            (Stretch){ .y = y + l * height, .height = height, .routine = run[l] },
                            stretches);
            run[l] = now[l];
            begun[l] = c;
          }
    }
}
