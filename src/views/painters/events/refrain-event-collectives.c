/* refrain-event-collectives.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collective operations as bands over all members of their communicator, from the first to begin
 * to the last to end.
 */
#include "config.h"

#include "refrain-event-private.h"

#include <stdlib.h>
#include <string.h>

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
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (painter->trace, process));

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
  qsort (members->data, members->len, sizeof (Member), compare_members);
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
  cairo_set_source_rgba (frame->cr, color.red, color.green, color.blue, color.alpha);
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
  RefrainColorRole role
      = frame->painter->highlight != NULL ? REFRAIN_COLOR_DIMMED : REFRAIN_COLOR_COLLECTIVE;
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
  RefrainProcess *process = refrain_trace_get_process (frame->painter->trace, all->process[first]);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  guint32 call = refrain_process_get_ops (process)->call[all->op[first]];

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
