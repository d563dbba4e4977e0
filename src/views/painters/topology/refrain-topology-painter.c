/* refrain-topology-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where things are on the surface, and what is at a point of it. Solid scenes are seen in a mild
 * perspective: what is far is smaller and pale.
 */
#include "refrain-topology-painter.h"

#include <math.h>
#include <string.h>

#include "refrain-text.h"
#include "refrain-topology-frame.h"

/* The eye is so many radii away. */
#define DISTANCE 4.2
/* A unit of the layout is at most so many font sizes. */
#define MAX_CELL 28
/* How far a stub goes, in units of the layout. */
#define STUB 0.46
/* An arc is so high, as a part of its length. */
#define BEND 0.22

static void
refrain_topology_painter_finalize (RefrainTopologyPainter *self)
{
  g_clear_object (&self->scene);
  g_free (self->values);
  g_free (self->values_title);
  g_free (self->lit);
  g_free (self->lit_processes);
}

/* ---- The eye --------------------------------------------------------------------------------- */

/* Relative to the middle of the scene, in units of the layout. */
static RefrainTopologyPlace
turn (const RefrainTopologyEye *eye, double x, double y, double z)
{
  RefrainTopologyPlace place = { x - eye->centre[0], y - eye->centre[1], 1, 1 };
  double depth = z - eye->centre[2], turned;

  if (eye->distance <= 0)
    return place;
  turned = place.x * eye->cos_yaw + depth * eye->sin_yaw;
  depth = depth * eye->cos_yaw - place.x * eye->sin_yaw;
  place.x = turned;
  turned = place.y * eye->cos_pitch - depth * eye->sin_pitch;
  depth = depth * eye->cos_pitch + place.y * eye->sin_pitch;
  place.y = turned;
  place.size = eye->distance / MAX (eye->distance + depth, 0.1 * eye->distance);
  place.x *= place.size;
  place.y *= place.size;
  place.near = CLAMP (0.5 - depth / (2 * eye->reach), 0, 1);
  return place;
}

RefrainTopologyPlace
refrain_topology_frame_project (const RefrainTopologyFrame *self, double x, double y, double z)
{
  RefrainTopologyPlace place = turn (&self->eye, x, y, z);

  place.x = self->eye.x + place.x * self->eye.cell;
  place.y = self->eye.y + place.y * self->eye.cell;
  return place;
}

/* The middle of what is there and how far it reaches. */
static void
find_middle (RefrainTopologyEye *eye, const RefrainTopologyPoint *points, guint n)
{
  double low[3] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE };
  double high[3] = { -G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint i = 0; i < n; i++)
    {
      const double at[3] = { points[i].x, points[i].y, points[i].z };

      for (guint k = 0; k < 3; k++)
        {
          low[k] = MIN (low[k], at[k]);
          high[k] = MAX (high[k], at[k]);
        }
    }
  eye->reach = 0.5;
  for (guint k = 0; k < 3 && n > 0; k++)
    {
      eye->centre[k] = (low[k] + high[k]) / 2;
      eye->reach = hypot (eye->reach, (high[k] - low[k]) / 2);
    }
}

/* Makes @box hold (x, y). */
static void
stretch (double box[4], double x, double y)
{
  box[0] = MIN (box[0], x), box[1] = MIN (box[1], y);
  box[2] = MAX (box[2], x), box[3] = MAX (box[3], y);
}

/* What is seen, relative to the middle: left, top, right, bottom. */
static void
find_extent (const RefrainTopologyFrame *self, double box[4])
{
  const RefrainTopologyPoint *points = refrain_topology_scene_get_points (self->painter->scene);
  const RefrainTopologyEye *eye = &self->eye;

  memset (box, 0, 4 * sizeof *box);
  for (guint i = 0; i < self->n; i++)
    {
      const RefrainTopologyPlace place = turn (eye, points[i].x, points[i].y, points[i].z);

      stretch (box, place.x, place.y);
    }
  for (gsize i = 0; i < self->n_lines; i++)
    if (self->lines[i].bent)
      {
        const RefrainTopologyPoint *a = &points[self->lines[i].a], *b = &points[self->lines[i].b];
        const RefrainTopologyPlace from = turn (eye, a->x, a->y, a->z);
        const RefrainTopologyPlace to = turn (eye, b->x, b->y, b->z);

        stretch (box, (from.x + to.x) / 2 + BEND * (to.y - from.y),
                 (from.y + to.y) / 2 - BEND * (to.x - from.x));
      }
}

/* Makes the scene fill the plot, seen as the eye is turned. */
static void
fit (RefrainTopologyFrame *self, const RefrainViewport *viewport)
{
  RefrainTopologyEye *eye = &self->eye;
  const double span = viewport->end > viewport->start ? viewport->end - viewport->start : 1;
  const double start = viewport->end > viewport->start ? viewport->start : 0;
  const double rows = viewport->n_rows > 0 ? viewport->n_rows : 1;
  const double margin
      = refrain_topology_scene_has_wrapped (self->painter->scene) ? 2 * STUB + 0.3 : 0;
  const double axes = refrain_topology_get_axes_width (self);
  double box[4], room_x, room_y;

  find_extent (self, box);
  /* Labels of many stand beside them. */
  room_x = MAX (self->width - axes - (self->n > 60 ? 7 : 4) * self->font, 1);
  room_y = MAX (self->height - 3.2 * self->font, 1);
  eye->cell = MIN (room_x / MAX (box[2] - box[0] + margin, 1e-6),
                   room_y / MAX (box[3] - box[1] + margin, 1e-6));
  eye->cell = MIN (eye->cell, MAX_CELL * self->font);
  eye->x = (self->width + axes) / 2 - (box[0] + box[2]) / 2 * eye->cell;
  eye->y = self->height / 2 - (box[1] + box[3]) / 2 * eye->cell;
  /* The part that is seen: x in widths of the plot from start to end, y from the first row on. */
  eye->x = self->x + (eye->x - start * self->width) / span;
  eye->y = self->y + (eye->y - viewport->first_row * self->height) / rows;
  eye->cell /= span;
}

/* ---- The frame ------------------------------------------------------------------------------- */

char *
refrain_topology_frame_dup_label (const RefrainTopologyFrame *self, guint process)
{
  return refrain_topology_scene_dup_label (self->painter->scene, process,
                                           self->painter->look.coordinates);
}

/* The closest that two processes come that a straight line joins. */
static double
find_spacing (const RefrainTopologyFrame *self)
{
  double least = G_MAXDOUBLE;
  const gsize step = MAX (self->n_lines / 4096, 1);

  for (gsize i = 0; i < self->n_lines; i += step)
    {
      const RefrainTopologyPlace *a = &self->places[self->lines[i].a];
      const RefrainTopologyPlace *b = &self->places[self->lines[i].b];

      if (!self->lines[i].wrapped)
        least = MIN (least, hypot (a->x - b->x, a->y - b->y));
    }
  return MIN (least, self->eye.cell);
}

/* How large processes are drawn, and whether labels fit in them. */
static void
size_processes (RefrainTopologyFrame *self)
{
  const double spacing = find_spacing (self);
  g_autofree char *last = NULL;
  double text;

  if (self->n == 0)
    return;
  last = refrain_topology_frame_dup_label (self, self->n - 1);
  text = refrain_text_get_width (self->style, last, 0.9);
  /* Larger where there is room, so that a few do not look lost. */
  self->radius = CLAMP (0.11 * spacing, 0.85 * self->font, 1.2 * self->font);
  self->half_width = MAX (self->radius, text / 2 + 0.4 * self->font);
  self->inside = spacing > 2.5 * self->half_width && spacing > 2.7 * self->radius;
  if (self->inside)
    return;
  self->radius = CLAMP (0.13 * self->eye.cell, 0.9 * self->unit, 0.5 * self->font);
  self->half_width = self->radius;
}

static void
refrain_topology_frame_init (RefrainTopologyFrame *self,
                             RefrainTopologyPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  const RefrainTopologyPoint *points = refrain_topology_scene_get_points (painter->scene);
  const RefrainTopologyLook *look = &painter->look;

  *self = (RefrainTopologyFrame){ .painter = painter,
                                  .cr = cr,
                                  .style = style,
                                  .n = refrain_topology_scene_get_n_processes (painter->scene),
                                  .unit = style->font_size / 11,
                                  .font = style->font_size,
                                  .width = viewport->width,
                                  .whole_width = viewport->width,
                                  .whole_height = viewport->height };
  self->height
      = MAX (viewport->height - refrain_topology_legend_get_height (painter, viewport, style), 1);
  self->lines = refrain_topology_scene_get_lines (painter->scene, &self->n_lines);
  find_middle (&self->eye, points, self->n);
  if (refrain_topology_scene_is_solid (painter->scene))
    {
      const double pitch
          = CLAMP (look->pitch, -REFRAIN_TOPOLOGY_MAX_PITCH, REFRAIN_TOPOLOGY_MAX_PITCH);

      self->eye.distance = DISTANCE * self->eye.reach;
      self->eye.sin_yaw = sin (look->yaw);
      self->eye.cos_yaw = cos (look->yaw);
      self->eye.sin_pitch = sin (pitch);
      self->eye.cos_pitch = cos (pitch);
    }
  fit (self, viewport);
  self->places = g_new (RefrainTopologyPlace, (gsize) self->n + 1);
  for (guint i = 0; i < self->n; i++)
    self->places[i] = refrain_topology_frame_project (self, points[i].x, points[i].y, points[i].z);
  size_processes (self);
}

static void
refrain_topology_frame_clear (RefrainTopologyFrame *self)
{
  g_clear_pointer (&self->places, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTopologyFrame, refrain_topology_frame_clear)

/* ---- Lines on the surface -------------------------------------------------------------------- */

static RefrainTopologyPart
make_stub (const RefrainTopologyFrame *self, guint32 process, const float step[3], double sign)
{
  const RefrainTopologyPoint *point
      = &refrain_topology_scene_get_points (self->painter->scene)[process];
  const double length = sqrt (step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  const double part = sign * STUB * MIN (length, 1.5) / MAX (length, 1e-3);
  RefrainTopologyPart stub = { .from = self->places[process], .stub = TRUE };

  stub.to = refrain_topology_frame_project (self, point->x + part * step[0],
                                            point->y + part * step[1], point->z + part * step[2]);
  return stub;
}

guint
refrain_topology_frame_get_parts (const RefrainTopologyFrame *self,
                                  const RefrainTopologyLine *line,
                                  RefrainTopologyPart parts[2])
{
  if (line->wrapped)
    {
      parts[0] = make_stub (self, line->a, line->step, 1);
      parts[1] = make_stub (self, line->b, line->step, -1);
      return 2;
    }
  parts[0] = (RefrainTopologyPart){ .from = self->places[line->a],
                                    .to = self->places[line->b],
                                    .bent = line->bent };
  if (line->bent)
    {
      const double dx = parts[0].to.x - parts[0].from.x, dy = parts[0].to.y - parts[0].from.y;

      /* A bezier curve is half as high as its control point. */
      parts[0].bend_x = (parts[0].from.x + parts[0].to.x) / 2 + 2 * BEND * dy;
      parts[0].bend_y = (parts[0].from.y + parts[0].to.y) / 2 - 2 * BEND * dx;
    }
  return 1;
}

/* How far (x, y) is from the line. */
static double
refrain_topology_frame_get_distance (const RefrainTopologyFrame *self,
                                     const RefrainTopologyLine *line,
                                     double x,
                                     double y)
{
  RefrainTopologyPart parts[2];
  const guint n = refrain_topology_frame_get_parts (self, line, parts);
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      const RefrainTopologyPart *part = &parts[i];
      double last_x = part->from.x, last_y = part->from.y;
      const guint pieces = part->bent ? 8 : 1;

      for (guint piece = 1; piece <= pieces; piece++)
        {
          const double t = (double) piece / pieces, u = 1 - t;
          const double next_x
              = part->bent ? u * u * part->from.x + 2 * u * t * part->bend_x + t * t * part->to.x
                           : part->to.x;
          const double next_y
              = part->bent ? u * u * part->from.y + 2 * u * t * part->bend_y + t * t * part->to.y
                           : part->to.y;

          least = MIN (least, refrain_painter_get_distance (x, y, last_x, last_y, next_x, next_y));
          last_x = next_x;
          last_y = next_y;
        }
    }
  return least;
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_topology_painter_paint (RefrainPainter *painter,
                                cairo_t *cr,
                                const RefrainViewport *viewport,
                                const RefrainStyle *style)
{
  g_auto (RefrainTopologyFrame) frame = { 0 };

  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  refrain_topology_frame_init (&frame, REFRAIN_TOPOLOGY_PAINTER (painter), cr, viewport, style);
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
  refrain_topology_frame_init (&frame, REFRAIN_TOPOLOGY_PAINTER (painter), cr, viewport, style);
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

  refrain_topology_frame_init (&frame, REFRAIN_TOPOLOGY_PAINTER (painter), NULL, viewport, style);
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

  refrain_topology_frame_init (&frame, self, NULL, viewport, style);
  *x = frame.places[process].x;
  *y = frame.places[process].y;
}
