/* refrain-topology-frame.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where things are on the surface. Solid scenes are seen in a mild perspective: what is far is
 * smaller and pale.
 */
#include "refrain-topology-frame.h"

#include <math.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-text.h"

/* The eye is so many radii away. */
#define DISTANCE 4.2
/* A unit of the layout is at most so many font sizes. */
#define MAX_CELL 28
/* How far a stub goes, in units of the layout. */
#define STUB 0.46
/* An arc is so high, as a part of its length. */
#define BEND 0.22

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

double
refrain_topology_frame_get_axes_width (const RefrainTopologyFrame *self)
{
  RefrainMapping *mapping = refrain_topology_scene_get_mapping (self->painter->scene);
  guint n_axes = 0;

  if (mapping == NULL || self->height >= self->whole_height
      || (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID
          && refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_CG)
      || self->height < 14 * self->font || self->width < 20 * self->font)
    return 0;
  for (guint axis = 0; axis < refrain_mapping_get_n_dimensions (mapping); axis++)
    n_axes += refrain_mapping_get_size (mapping, axis) > 1;
  return n_axes == 2 || n_axes == 3 ? 4.6 * self->font : 0;
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
  const double axes = refrain_topology_frame_get_axes_width (self);
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

void
refrain_topology_frame_init (RefrainTopologyFrame *self,
                             RefrainTopologyPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style,
                             double legend)
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
  self->height = MAX (viewport->height - legend, 1);
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

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_topology_frame_clear,
                             RefrainTopologyFrame,
                             g_clear_pointer (&x->places, g_free))

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

double
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

double
refrain_topology_frame_get_strength (const RefrainTopologyFrame *self, guint64 value)
{
  const guint64 max = refrain_topology_scene_get_max (self->painter->scene, NULL);

  return max > 0 ? sqrt ((double) value / (double) max) : 0;
}

double
refrain_topology_frame_get_line_width (const RefrainTopologyFrame *self, double strength)
{
  const double room = CLAMP (self->eye.cell / (5 * self->font), 0.3, 1);

  return (0.7 + 3.1 * strength * room) * self->unit;
}
