/* refrain-event-bands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bands behind the event graph: phases, iterations of a loop.
 */
#include "config.h"

#include "refrain-event-private.h"

/* Each row has bands of its own while there are no more of them than this in all. */
#define MAX_BOXES 4000

void
refrain_event_paint_bands (const RefrainEventFrame *frame)
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
