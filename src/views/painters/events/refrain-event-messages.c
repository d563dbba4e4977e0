/* refrain-event-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What ties rows together: messages as arrows, collectives as bands over all members of their
 * communicator from the first to begin to the last to end; and operations that lack a partner.
 */
#include <math.h>

#include "refrain-arrays.h"
#include "refrain-event-frame.h"
#include "refrain-hash.h"

/* ---- Messages -------------------------------------------------------------------------------- */

#define MAX_ARROWS 1200
/* Sends up to so many before the window are looked at for messages that cross its edge. */
#define LOOK_BACK     64
#define MAX_LOOK_BACK 8192

/* Cuts the arrow to @margin around the window, which keeps its slope. */
static gboolean
clip_arrow (RefrainArrow *arrow, double width, double margin)
{
  double dx = arrow->x1 - arrow->x0, dy = arrow->y1 - arrow->y0;
  double low = -margin, high = width + margin, enter = 0, leave = 1;

  if (fabs (dx) < 1e-9)
    return arrow->x0 >= low && arrow->x0 <= high;
  enter = MAX (enter, MIN ((low - arrow->x0) / dx, (high - arrow->x0) / dx));
  leave = MIN (leave, MAX ((low - arrow->x0) / dx, (high - arrow->x0) / dx));
  if (enter >= leave)
    return FALSE;
  arrow->x1 = arrow->x0 + leave * dx;
  arrow->y1 = arrow->y0 + leave * dy;
  arrow->x0 += enter * dx;
  arrow->y0 += enter * dy;
  return TRUE;
}

gboolean
refrain_event_make_arrow (const RefrainEventFrame *frame,
                          guint process,
                          gsize op,
                          RefrainArrow *arrow)
{
  RefrainEventPainter *painter = frame->painter;
  const RefrainOps *ops = refrain_trace_get_ops (painter->trace, process);
  const RefrainViewport *viewport = frame->viewport;
  gint32 peer = ops->peer[op];
  RefrainRowShape from, to;

  if (!REFRAIN_OP_IS_P2P (ops->kind[op]) || ops->partner[op] == REFRAIN_NONE || peer < 0
      || (guint) peer >= painter->n_processes || painter->row_of[peer] < 0
      || painter->row_of[process] < 0)
    return FALSE;
  if (REFRAIN_OP_IS_SEND (ops->kind[op]))
    *arrow = (RefrainArrow){
      .sender = process, .send = op, .receiver = peer, .receive = ops->partner[op]
    };
  else
    *arrow = (RefrainArrow){
      .sender = peer, .send = ops->partner[op], .receiver = process, .receive = op
    };
  arrow->x0
      = (refrain_axis_get_op_position (painter->axis, arrow->sender, arrow->send) - viewport->start)
        * frame->scale;
  arrow->x1 = (refrain_axis_get_op_position (painter->axis, arrow->receiver, arrow->receive)
               - viewport->start)
              * frame->scale;
  from = refrain_event_frame_get_op_shape (frame, arrow->sender, arrow->send);
  to = refrain_event_frame_get_op_shape (frame, arrow->receiver, arrow->receive);
  arrow->y0 = refrain_event_frame_get_y (frame, painter->row_of[arrow->sender])
              + refrain_row_shape_get_lane_middle (&from);
  arrow->y1 = refrain_event_frame_get_y (frame, painter->row_of[arrow->receiver])
              + refrain_row_shape_get_lane_middle (&to);
  if (arrow->y1 != arrow->y0)
    {
      double side = arrow->y1 > arrow->y0 ? 0.5 : -0.5;

      arrow->y0 += side * from.lane_height;
      arrow->y1 -= side * to.lane_height;
    }
  return clip_arrow (arrow, viewport->width, 400 * frame->unit);
}

/* ---- Which ----------------------------------------------------------------------------------- */

static void
add_arrow (
    const RefrainEventFrame *frame, guint process, gsize op, GHashTable *known, GArray *arrows)
{
  RefrainArrow arrow;
  guint64 key;

  if (!refrain_event_make_arrow (frame, process, op, &arrow))
    return;
  key = (guint64) arrow.sender << 32 | arrow.send;
  if (g_hash_table_add (known, g_memdup2 (&key, sizeof key)))
    g_array_append_val (arrows, arrow);
}

GArray *
refrain_event_find_arrows (const RefrainEventFrame *frame, gsize max)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (RefrainArrow));
  g_autoptr (GHashTable) known
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  gsize n_rows = MAX (frame->last_row - frame->first_row, 1);
  gsize look_back = MIN (LOOK_BACK, MAX_LOOK_BACK / n_rows);

  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      guint process = frame->painter->rows[row];
      RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
      const RefrainOps *ops = refrain_process_get_ops (object);

      for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (object, t);
          gsize first, last;

          refrain_event_frame_get_ops (frame, object, thread, &first, &last);
          first = first - MIN (first - thread->first_op, look_back);
          for (gsize i = first; i < last && arrows->len < max; i++)
            if (REFRAIN_OP_IS_P2P (ops->kind[i]))
              add_arrow (frame, process, i, known, arrows);
        }
    }
  return arrows;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* A message from a process to itself: a loop below its lane. */
static void
draw_loop (const RefrainEventFrame *frame, const RefrainArrow *arrow)
{
  double lift = MIN (frame->row_height * 0.25, 14 * frame->unit);

  cairo_move_to (frame->cr, arrow->x0, arrow->y0);
  cairo_curve_to (frame->cr, arrow->x0, arrow->y0 + lift, arrow->x1, arrow->y1 + lift, arrow->x1,
                  arrow->y1);
}

/* The corners of an arrow's head; FALSE when it is too short for one. */
static gboolean
get_head (const RefrainArrow *arrow, double size, double corners[6])
{
  double dx = arrow->x1 - arrow->x0, dy = arrow->y1 - arrow->y0, length = hypot (dx, dy);

  if (length < size)
    return FALSE;
  dx *= size / length;
  dy *= size / length;
  corners[0] = arrow->x1;
  corners[1] = arrow->y1;
  corners[2] = arrow->x1 - dx - dy * 0.36;
  corners[3] = arrow->y1 - dy + dx * 0.36;
  corners[4] = arrow->x1 - dx + dy * 0.36;
  corners[5] = arrow->y1 - dy - dx * 0.36;
  return TRUE;
}

/* On screens lines are written as pixels: a stroke of a few hundred pixels takes cairo 40 µs. */
void
refrain_event_draw_arrows (const RefrainEventFrame *frame,
                           const RefrainArrow *arrows,
                           gsize n,
                           double width,
                           RefrainColor color)
{
  cairo_t *cr = frame->cr;
  double size = MIN (5.5 * frame->unit + width, MAX (frame->row_height * 0.3, 2 * frame->unit));
  RefrainRaster *raster = NULL;

  if (n > 16 && !refrain_raster_is_paper (cr))
    raster = refrain_raster_new (cr, frame->viewport->width, frame->viewport->height);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainArrow *arrow = &arrows[i];
      double corners[6], x = arrow->x1, y = arrow->y1;

      if (arrow->sender == arrow->receiver)
        {
          draw_loop (frame, arrow);
          continue;
        }
      if (get_head (arrow, size, corners))
        {
          x += ((corners[2] + corners[4]) / 2 - x) * 0.8;
          y += ((corners[3] + corners[5]) / 2 - y) * 0.8;
          if (raster != NULL)
            refrain_raster_triangle (raster, corners, color);
        }
      if (raster != NULL)
        refrain_raster_line (raster, arrow->x0, arrow->y0, x, y, width, color);
      else
        {
          cairo_move_to (cr, arrow->x0, arrow->y0);
          cairo_line_to (cr, x, y);
        }
    }
  if (raster != NULL)
    refrain_raster_finish (raster);
  refrain_color_set_source (color, cr);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
  for (gsize i = 0; i < n && raster == NULL; i++)
    {
      double corners[6];

      if (arrows[i].sender == arrows[i].receiver || !get_head (&arrows[i], size, corners))
        continue;
      cairo_move_to (cr, corners[0], corners[1]);
      cairo_line_to (cr, corners[2], corners[3]);
      cairo_line_to (cr, corners[4], corners[5]);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
}

void
refrain_event_paint_messages (const RefrainEventFrame *frame)
{
  g_autoptr (GArray) arrows = NULL;
  gboolean dimmed = frame->painter->highlight != NULL;

  if (frame->arrows <= 0)
    return;
  arrows = refrain_event_find_arrows (frame, MAX_ARROWS);
  refrain_event_draw_arrows (
      frame, (const RefrainArrow *) arrows->data, arrows->len,
      frame->style->line_width * (arrows->len < 100 ? 1.1 : 0.9),
      refrain_color_fade (
          frame->style->colors[dimmed ? REFRAIN_COLOR_DIMMED : REFRAIN_COLOR_MESSAGE],
          0.85 * frame->arrows));
}

/* ---- Defects --------------------------------------------------------------------------------- */

void
refrain_event_paint_defects (const RefrainEventFrame *frame)
{
  RefrainEventPainter *painter = frame->painter;
  double radius = CLAMP (frame->shape.lane_height * 0.3, 2 * frame->unit, 4 * frame->unit);

  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      guint process = painter->rows[row];
      double top = refrain_event_frame_get_y (frame, row), drawn = -G_MAXDOUBLE, last = 0;
      gsize n;
      const guint32 *unmatched = refrain_summary_get_unmatched (painter->summary, process, &n);

      for (gsize i = 0; i < n; i++)
        {
          double x = refrain_event_frame_get_op_x (frame, process, unmatched[i]), y;
          RefrainRowShape shape;

          if (x < -radius || x > frame->viewport->width + radius)
            continue;
          shape = refrain_event_frame_get_op_shape (frame, process, unmatched[i]);
          y = top + refrain_row_shape_get_lane_middle (&shape);
          if (y == last && fabs (x - drawn) < 2 * frame->unit)
            continue;
          drawn = x;
          last = y;
          cairo_move_to (frame->cr, x - radius, y - radius);
          cairo_line_to (frame->cr, x + radius, y + radius);
          cairo_move_to (frame->cr, x - radius, y + radius);
          cairo_line_to (frame->cr, x + radius, y - radius);
        }
      if (!cairo_has_current_point (frame->cr))
        continue;
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_BACKGROUND);
      cairo_set_line_width (frame->cr, 3.6 * frame->unit);
      cairo_stroke_preserve (frame->cr);
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_DEFECT);
      cairo_set_line_width (frame->cr, 1.8 * frame->unit);
      cairo_stroke (frame->cr);
    }
}

/* ---- Collectives ----------------------------------------------------------------------------- */

#define MAX_INSTANCES 250
/* Rows that are asked for their collectives, and corners of one band. */
#define MAX_ASKED   256
#define MAX_CORNERS 400
/* So many bands are cheaper to write as pixels than to draw. */
#define MANY_BANDS 16
#define BAND_ALPHA 0.17
#define EDGE_ALPHA 0.45

typedef struct
{
  gint64 row;
  double x0, x1;
  double y, height; /* of its lane, from the row's top */
} Member;

static int
compare_members (const void *a, const void *b)
{
  const Member *x = a, *y = b;

  return x->row < y->row ? -1 : x->row > y->row;
}

/* The instances that stand in the window, as keys; NULL when they are too many to be told apart. */
static GHashTable *
find_instances (const RefrainEventFrame *frame)
{
  RefrainEventPainter *painter = frame->painter;
  g_autoptr (GHashTable) instances = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64 step = MAX ((frame->last_row - frame->first_row) / MAX_ASKED, 1);

  for (gint64 row = frame->first_row; row < frame->last_row; row += step)
    {
      guint process = painter->rows[row];
      const RefrainOps *ops = refrain_trace_get_ops (painter->trace, process);

      g_array_set_size (rows, 0);
      if (refrain_summary_find_collectives (painter->summary, process, frame->from, frame->to,
                                            MAX_INSTANCES, rows)
          > MAX_INSTANCES)
        return NULL;
      for (guint i = 0; i < rows->len; i++)
        {
          guint32 partner = ops->partner[g_array_index (rows, guint32, i)];

          if (partner != REFRAIN_NONE)
            g_hash_table_add (instances, GUINT_TO_POINTER (partner));
        }
      if (g_hash_table_size (instances) > MAX_INSTANCES)
        return NULL;
    }
  return g_steal_pointer (&instances);
}

static GArray *
find_members (const RefrainEventFrame *frame, const RefrainCollectives *all, guint32 instance)
{
  RefrainEventPainter *painter = frame->painter;
  GArray *members = g_array_new (FALSE, FALSE, sizeof (Member));
  guint64 first = all->first[instance], last = all->first[instance + 1];
  guint64 step = (last - first) / MAX_CORNERS + 1;

  for (guint64 i = first; i < last; i += step)
    {
      Member member = { .row = painter->row_of[all->process[i]] };
      RefrainRowShape shape;
      double start, end;

      if (member.row < 0)
        continue;
      refrain_axis_get_op_span (painter->axis, all->process[i], all->op[i], &start, &end);
      member.x0 = refrain_event_frame_get_x (frame, start);
      member.x1 = refrain_event_frame_get_x (frame, end);
      shape = refrain_event_frame_get_op_shape (frame, all->process[i], all->op[i]);
      member.y = shape.lane_y;
      member.height = shape.lane_height;
      g_array_append_val (members, member);
    }
  refrain_sort (members->data, members->len, sizeof (Member), compare_members);
  return members;
}

static void
label_band (const RefrainEventFrame *frame, const Member *members, gsize n, const char *name)
{
  double room = frame->row_height - members[0].y - members[0].height;
  RefrainText place = { .align = REFRAIN_TEXT_CENTER, .scale = 0.8 };
  double x0, x1, width;

  if (n < 2 || members[1].row != members[0].row + 1 || room < frame->style->font_size * 1.6)
    return;
  x0 = MAX (MAX (members[0].x0, members[1].x0), 0);
  x1 = MIN (MIN (members[0].x1, members[1].x1), frame->viewport->width);
  if (!refrain_text_may_fit (frame->style, x1 - x0))
    return;
  width = refrain_text_get_width (frame->style, name, place.scale);
  if (width + 6 * frame->unit > x1 - x0)
    return;
  place.x = (x0 + x1) / 2;
  place.y = refrain_event_frame_get_y (frame, members[0].row) + members[0].y + members[0].height
            + frame->style->font_size * 0.75;
  place.color = refrain_color_mix (frame->style->colors[REFRAIN_COLOR_COLLECTIVE],
                                   frame->style->colors[REFRAIN_COLOR_TEXT], 0.35);
  refrain_text_show (frame->cr, frame->style, &place, name);
}

/* The y of the upper edge of a member's lane. */
static double
get_top (const RefrainEventFrame *frame, const Member *member)
{
  return refrain_event_frame_get_y (frame, member->row) + member->y;
}

/* Too narrow for a band: a line through all lanes. */
static void
draw_thread (const RefrainEventFrame *frame,
             const Member *members,
             gsize n,
             RefrainColor color,
             RefrainRaster *raster)
{
  color.alpha *= 0.55;
  cairo_new_path (frame->cr);
  for (gsize i = 0; i < n; i++)
    {
      double top = get_top (frame, &members[i]), height = members[i].height;
      double next = i + 1 < n ? get_top (frame, &members[i + 1]) : 0;

      if (raster == NULL)
        {
          cairo_line_to (frame->cr, members[i].x0, top);
          cairo_line_to (frame->cr, members[i].x0, top + height);
          continue;
        }
      refrain_raster_line (raster, members[i].x0, top, members[i].x0, top + height,
                           frame->style->line_width, color);
      if (i + 1 < n)
        refrain_raster_line (raster, members[i].x0, top + height, members[i + 1].x0, next,
                             frame->style->line_width, color);
    }
  refrain_color_set_source (color, frame->cr);
  cairo_set_line_width (frame->cr, frame->style->line_width);
  cairo_stroke (frame->cr);
}

/* The band as pixels. */
static void
fill_band (const RefrainEventFrame *frame,
           const Member *members,
           gsize n,
           RefrainColor color,
           RefrainRaster *raster)
{
  RefrainColor ground = color, edge = color;
  double line = frame->style->line_width * 0.8;

  ground.alpha *= BAND_ALPHA;
  edge.alpha *= EDGE_ALPHA;
  for (gsize i = 0; i < n; i++)
    {
      const Member *member = &members[i], *next = &members[i + 1];
      double top = get_top (frame, member), bottom = top + member->height;

      refrain_raster_trapezoid (raster, top, bottom, member->x0, member->x0, member->x1, member->x1,
                                ground);
      refrain_raster_line (raster, member->x0, top, member->x0, bottom, line, edge);
      refrain_raster_line (raster, member->x1, top, member->x1, bottom, line, edge);
      if (i + 1 == n)
        continue;
      refrain_raster_trapezoid (raster, bottom, get_top (frame, next), member->x0, next->x0,
                                member->x1, next->x1, ground);
      refrain_raster_line (raster, member->x0, bottom, next->x0, get_top (frame, next), line, edge);
      refrain_raster_line (raster, member->x1, bottom, next->x1, get_top (frame, next), line, edge);
    }
}

/* The band as a path. */
static void
trace_band (const RefrainEventFrame *frame, const Member *members, gsize n, RefrainColorRole role)
{
  cairo_t *cr = frame->cr;

  cairo_new_path (cr);
  for (gsize i = 0; i < n; i++)
    {
      cairo_line_to (cr, members[i].x0, get_top (frame, &members[i]));
      cairo_line_to (cr, members[i].x0, get_top (frame, &members[i]) + members[i].height);
    }
  for (gsize i = n; i-- > 0;)
    {
      cairo_line_to (cr, members[i].x1, get_top (frame, &members[i]) + members[i].height);
      cairo_line_to (cr, members[i].x1, get_top (frame, &members[i]));
    }
  cairo_close_path (cr);
  refrain_style_set_color_alpha (frame->style, cr, role, BAND_ALPHA);
  cairo_fill_preserve (cr);
  refrain_style_set_color_alpha (frame->style, cr, role, EDGE_ALPHA);
  cairo_set_line_width (cr, frame->style->line_width * 0.8);
  cairo_stroke (cr);
}

static void
draw_band (const RefrainEventFrame *frame, const Member *members, gsize n, RefrainRaster *raster)
{
  const gboolean behind = frame->painter->highlight != NULL || frame->painter->waits != NULL
                          || frame->painter->path != NULL;
  RefrainColorRole role = behind ? REFRAIN_COLOR_DIMMED : REFRAIN_COLOR_COLLECTIVE;
  double widest = 0;

  for (gsize i = 0; i < n; i++)
    widest = MAX (widest, members[i].x1 - members[i].x0);
  if (widest < 1.5 * frame->unit)
    draw_thread (frame, members, n, frame->style->colors[role], raster);
  else if (raster != NULL)
    fill_band (frame, members, n, frame->style->colors[role], raster);
  else
    trace_band (frame, members, n, role);
}

/* What the first member called: "MPI_Comm_split" tells more than the type of its event. */
static const char *
get_name (const RefrainEventFrame *frame, const RefrainCollectives *all, guint32 instance)
{
  guint64 first = all->first[instance];
  const RefrainCalls *calls = refrain_trace_get_calls (frame->painter->trace, all->process[first]);
  guint32 call
      = refrain_trace_get_ops (frame->painter->trace, all->process[first])->call[all->op[first]];

  if (call < calls->n && !refrain_event_is_user_call (frame, calls, call))
    return frame->painter->names[calls->routine[call]];
  return refrain_collective_get_name (all->type[instance]);
}

/* Draws all bands; with @labels, only their names. */
static void
paint_instances (const RefrainEventFrame *frame,
                 GHashTable *instances,
                 RefrainRaster *raster,
                 gboolean labels)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (frame->painter->trace);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, instances);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint32 instance = GPOINTER_TO_UINT (key);
      g_autoptr (GArray) members = NULL;

      if (instance >= all->n)
        continue;
      members = find_members (frame, all, instance);
      if (members->len < 2)
        continue;
      if (labels)
        label_band (frame, (const Member *) members->data, members->len,
                    get_name (frame, all, instance));
      else
        draw_band (frame, (const Member *) members->data, members->len, raster);
    }
}

void
refrain_event_paint_collectives (const RefrainEventFrame *frame)
{
  g_autoptr (GHashTable) instances = NULL;
  RefrainRaster *raster = NULL;

  if (frame->row_height < 4 * frame->unit || frame->last_row - frame->first_row < 1)
    return;
  instances = find_instances (frame);
  if (instances == NULL)
    return;
  if (g_hash_table_size (instances) > MANY_BANDS && !refrain_raster_is_paper (frame->cr))
    raster = refrain_raster_new (frame->cr, frame->viewport->width, frame->viewport->height);
  paint_instances (frame, instances, raster, FALSE);
  if (raster != NULL)
    refrain_raster_finish (raster);
  paint_instances (frame, instances, NULL, TRUE);
}
