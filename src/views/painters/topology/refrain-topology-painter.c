/* refrain-topology-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order in which a topology is drawn, and what is at a point of it.
 */
#include "refrain-topology-painter.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-topology-frame.h"

static void
refrain_topology_painter_finalize (RefrainTopologyPainter *self)
{
  g_clear_object (&self->scene);
  refrain_free (self->values, self->values_title, self->lit, self->lit_processes);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
begin_frame (RefrainTopologyFrame *frame,
             RefrainTopologyPainter *self,
             cairo_t *cr,
             const RefrainViewport *viewport,
             const RefrainStyle *style)
{
  refrain_topology_frame_init (frame, self, cr, viewport, style,
                               refrain_topology_legend_get_height (self, viewport, style));
}

static void
refrain_topology_painter_paint (RefrainPainter *painter,
                                cairo_t *cr,
                                const RefrainViewport *viewport,
                                const RefrainStyle *style)
{
  g_auto (RefrainTopologyFrame) frame = { 0 };

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  begin_frame (&frame, REFRAIN_TOPOLOGY_PAINTER (painter), cr, viewport, style);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (cr);
  refrain_topology_paint_scene (&frame);
  cairo_restore (cr);
  refrain_topology_paint_axes (&frame);
  refrain_topology_paint_legend (&frame);
}

/* One noun: the process, or the edge; around a process that is pointed at, its edges too. */
static void
mark (RefrainTopologyFrame *frame, const RefrainPick *pick, double width)
{
  const RefrainTopologyLine *line;

  if (pick->kind == REFRAIN_PICK_NONE || pick->process >= frame->n)
    return;
  if (pick->kind == REFRAIN_PICK_CHANNEL)
    {
      if (pick->peer >= frame->n)
        return;
      line = refrain_topology_scene_find_line (frame->painter->scene, pick->process, pick->peer);
      if (line != NULL)
        refrain_topology_mark_line (frame, line, pick->process == line->a ? 1 : -1, width);
      refrain_topology_paint_process (frame, pick->peer);
      refrain_topology_mark_process (frame, pick->peer, width);
    }
  else if (pick->kind == REFRAIN_PICK_PROCESS)
    for (gsize i = 0; i < frame->n_lines; i++)
      if (frame->lines[i].a == pick->process || frame->lines[i].b == pick->process)
        {
          refrain_topology_mark_line (frame, &frame->lines[i], 0, width);
          refrain_topology_paint_process (frame,
                                          frame->lines[i].a + frame->lines[i].b - pick->process);
        }
  refrain_topology_paint_process (frame, pick->process);
  refrain_topology_mark_process (frame, pick->process, width);
}

static void
refrain_topology_painter_paint_overlay (RefrainPainter *painter,
                                        cairo_t *cr,
                                        const RefrainViewport *viewport,
                                        const RefrainStyle *style,
                                        RefrainSelection *selection,
                                        const RefrainPick *hover)
{
  const RefrainPick *pick = selection != NULL ? refrain_selection_get_pick (selection) : NULL;
  g_auto (RefrainTopologyFrame) frame = { 0 };

  if ((pick == NULL || pick->kind == REFRAIN_PICK_NONE)
      && (hover == NULL || hover->kind == REFRAIN_PICK_NONE))
    return;
  begin_frame (&frame, REFRAIN_TOPOLOGY_PAINTER (painter), cr, viewport, style);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (cr);
  if (hover != NULL)
    mark (&frame, hover, 1.8 * frame.unit);
  if (pick != NULL)
    mark (&frame, pick, 2.6 * frame.unit);
  cairo_restore (cr);
}

/* The nearest process under the point, or the number of them. */
static guint
find_process (const RefrainTopologyFrame *frame, double x, double y)
{
  guint found = frame->n;

  for (guint i = 0; i < frame->n; i++)
    {
      const RefrainTopologyPlace *place = &frame->places[i];
      const double slack = frame->inside ? 1.5 * frame->unit : 2.5 * frame->unit;

      if (fabs (x - place->x) <= frame->half_width + slack
          && fabs (y - place->y) <= frame->radius + slack
          && (found == frame->n || place->near > frame->places[found].near))
        found = i;
    }
  return found;
}

/* From which to which: the way with something to show, the one on whose side the point is where
 * ways are told apart. */
static RefrainPick
get_channel (const RefrainTopologyFrame *frame, const RefrainTopologyLine *line, double x, double y)
{
  const RefrainTopologyPlace *a = &frame->places[line->a], *b = &frame->places[line->b];
  const double side = (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
  gboolean there = line->there > 0 || line->back == 0;

  if (frame->painter->look.directions && line->there > 0 && line->back > 0 && !line->wrapped)
    there = side > 0;
  return (RefrainPick){ .kind = REFRAIN_PICK_CHANNEL,
                        .process = there ? line->a : line->b,
                        .peer = there ? line->b : line->a };
}

static gboolean
refrain_topology_painter_pick (RefrainPainter *painter,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style,
                               double x,
                               double y,
                               RefrainPick *pick)
{
  g_auto (RefrainTopologyFrame) frame = { 0 };
  const RefrainTopologyLine *found = NULL;
  double least, near = 0;
  guint process;

  begin_frame (&frame, REFRAIN_TOPOLOGY_PAINTER (painter), NULL, viewport, style);
  if (x < frame.x || y < frame.y || x > frame.x + frame.width || y > frame.y + frame.height)
    return FALSE;
  process = find_process (&frame, x, y);
  if (process < frame.n)
    {
      *pick = (RefrainPick){ .kind = REFRAIN_PICK_PROCESS, .process = process };
      return TRUE;
    }
  least = 4.5 * frame.unit;
  for (gsize i = 0; i < frame.n_lines; i++)
    {
      const RefrainTopologyLine *line = &frame.lines[i];
      const double distance = refrain_topology_frame_get_distance (&frame, line, x, y);
      const double depth = frame.places[line->a].near + frame.places[line->b].near;

      /* Of two that are both hit, the nearer to the eye. */
      if (distance < least || (found != NULL && distance < 2 * frame.unit && depth > near + 0.02))
        {
          least = distance;
          near = depth;
          found = line;
        }
    }
  if (found == NULL)
    return FALSE;
  *pick = get_channel (&frame, found, x, y);
  return TRUE;
}

REFRAIN_DEFINE_PAINTER (RefrainTopologyPainter,
                        refrain_topology_painter,
                        .paint = refrain_topology_painter_paint,
                        .paint_overlay = refrain_topology_painter_paint_overlay,
                        .pick = refrain_topology_painter_pick)

/* Which lines and processes take part in what is lit up. */
static void
note_lit (RefrainTopologyPainter *self, RefrainMatrix *lit)
{
  const guint n = refrain_topology_scene_get_n_processes (self->scene);
  gsize n_lines;
  const RefrainTopologyLine *lines = refrain_topology_scene_get_lines (self->scene, &n_lines);

  self->lit = g_new0 (guint8, n_lines + 1);
  self->lit_processes = g_new0 (guint8, (gsize) n + 1);
  for (guint source = 0; source < MIN (n, refrain_matrix_get_n_processes (lit)); source++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (lit, source, &n_cells);

      for (gsize i = 0; i < n_cells; i++)
        {
          const guint32 peer = cells[i].destination;
          const RefrainTopologyLine *line
              = refrain_topology_scene_find_line (self->scene, source, peer);

          self->lit_processes[source] = TRUE;
          if (peer < n)
            self->lit_processes[peer] = TRUE;
          if (line != NULL && peer != source)
            self->lit[line - lines] |= source == line->a ? 1 : 2;
        }
    }
}

RefrainTopologyPainter *
refrain_topology_painter_new (RefrainTopologyScene *scene, const RefrainTopologyLook *look)
{
  RefrainTopologyPainter *self;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (scene), NULL);
  g_return_val_if_fail (look != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_TOPOLOGY_PAINTER, NULL);
  self->scene = g_object_ref (scene);
  self->look = *look;
  if (look->values != NULL)
    {
      const gsize n = refrain_topology_scene_get_n_processes (scene);

      self->values = g_memdup2 (look->values, MAX (n, 1) * sizeof *look->values);
      self->values_title = g_strdup (look->values_title);
    }
  if (look->lit != NULL)
    note_lit (self, look->lit);
  self->look.values = NULL;
  self->look.values_title = NULL;
  self->look.lit = NULL;
  return self;
}

void
refrain_topology_painter_locate (RefrainTopologyPainter *self,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 guint process,
                                 double *x,
                                 double *y)
{
  g_auto (RefrainTopologyFrame) frame = { 0 };

  g_return_if_fail (REFRAIN_IS_TOPOLOGY_PAINTER (self));
  g_return_if_fail (process < refrain_topology_scene_get_n_processes (self->scene));

  begin_frame (&frame, self, NULL, viewport, style);
  *x = frame.places[process].x;
  *y = frame.places[process].y;
}
