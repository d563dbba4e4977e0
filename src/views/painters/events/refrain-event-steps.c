/* refrain-event-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logical time: each operation is a box one step wide.
 */
#include "config.h"

#include "refrain-event-private.h"

static char *
describe_op (const RefrainOps *ops, gsize op)
{
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    {
      const char *name = refrain_collective_get_name (ops->tag[op]);

      return g_strdup (g_str_has_prefix (name, "MPI_") ? name + 4 : name);
    }
  if (ops->peer[op] < 0)
    return g_strdup (REFRAIN_OP_IS_SEND (ops->kind[op]) ? "→" : "←");
  return g_strdup_printf ("%s%d", REFRAIN_OP_IS_SEND (ops->kind[op]) ? "→" : "←", ops->peer[op]);
}

static RefrainColor
get_op_color (const RefrainEventFrame *frame, RefrainOpKind kind)
{
  RefrainColor color;

  if (kind == REFRAIN_OP_COLLECTIVE)
    return refrain_event_get_kind_color (frame, REFRAIN_ROUTINE_COLLECTIVE);
  color = refrain_event_get_kind_color (frame, REFRAIN_ROUTINE_P2P);
  if (REFRAIN_OP_IS_SEND (kind))
    return color;
  return refrain_color_mix (color, frame->style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
}

void
refrain_event_paint_steps (const RefrainEventFrame *frame)
{
  guint labels = REFRAIN_EVENT_MAX_LABELS;
  double inset = frame->scale > 6 * frame->unit ? 0.08 : 0;

  if (frame->detail <= 0)
    return;
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      RefrainProcess *process
          = refrain_trace_get_process (frame->painter->trace, frame->painter->rows[row]);
      const RefrainOps *ops = refrain_process_get_ops (process);
      double top = refrain_event_frame_get_y (frame, row);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          RefrainRowShape shape
              = refrain_event_frame_get_shape (frame, frame->painter->rows[row], t);
          double y = top + shape.lane_y;
          gsize first, last;

          refrain_event_frame_get_ops (frame, process, refrain_process_get_thread (process, t),
                                       &first, &last);
          for (gsize i = first; i < last; i++)
            {
              double x0 = refrain_event_frame_get_x (frame, ops->logical[i] + inset);
              double x1 = refrain_event_frame_get_x (frame, ops->logical[i] + 1.0 - inset);
              RefrainColor color = get_op_color (frame, ops->kind[i]);

              refrain_event_fill_box (frame, x0, x1, y, shape.lane_height, color);
              if (labels > 0 && refrain_text_may_fit (frame->style, x1 - x0))
                {
                  g_autofree char *text = describe_op (ops, i);

                  if (refrain_event_draw_label (frame, x0, x1, y, shape.lane_height, frame->unit,
                                                color, text))
                    labels--;
                }
            }
        }
    }
}
