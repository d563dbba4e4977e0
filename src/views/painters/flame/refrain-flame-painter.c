/* refrain-flame-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where each node begins is summed up once; a frame then goes down from the root and leaves out
 * what is beside the window or too thin. As children come longest first, what follows the first
 * thin one is thin as well: all of it becomes one grey box.
 */
#include "refrain-flame-painter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-routine-looks.h"
#include "refrain-time-format.h"

/* Boxes thinner than this, in units, are drawn together. */
#define THIN 0.5
/* Rows of figures are no higher than this, in font sizes. */
#define MOST_ROW 3.4
/* How far what is not searched for steps back. */
#define STEP_BACK 0.82

struct _RefrainFlamePainter
{
  RefrainPainter parent_instance;

  RefrainCallTree *tree;
  const RefrainCallNode *nodes;
  guint32 n_nodes;
  double *left;     /* where each node begins, in nanoseconds */
  guint8 *is_match; /* of each node; NULL: nothing is searched for */
  guint32 selected;
};

/* ---- Geometry -------------------------------------------------------------------------------- */

typedef struct
{
  RefrainFlamePainter *painter;
  cairo_t *cr;
  const RefrainViewport *viewport;
  const RefrainStyle *style;
  double unit, scale, row_height;
} Frame;

static void
frame_init (Frame *self,
            RefrainFlamePainter *painter,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double span = viewport->end - viewport->start;

  *self = (Frame){ .painter = painter,
                   .cr = cr,
                   .viewport = viewport,
                   .style = style,
                   .unit = style != NULL ? style->font_size / 11 : 1,
                   .scale = viewport->width / (span > 0 ? span : 1),
                   .row_height = viewport->height / MAX (viewport->n_rows, 1e-9) };
}

static double
get_x (const Frame *self, double position)
{
  return CLAMP ((position - self->viewport->start) * self->scale, -4.0, self->viewport->width + 4);
}

static double
get_y (const Frame *self, guint depth)
{
  return (depth - self->viewport->first_row) * self->row_height;
}

static double
get_end (const RefrainFlamePainter *self, guint32 i)
{
  return self->left[i] + (double) self->nodes[i].inclusive;
}

void
refrain_flame_painter_get_span (RefrainFlamePainter *self, guint32 i, double *start, double *end)
{
  g_return_if_fail (REFRAIN_IS_FLAME_PAINTER (self));
  g_return_if_fail (i < self->n_nodes);
  *start = self->left[i];
  *end = get_end (self, i);
}

guint32
refrain_flame_painter_find (RefrainFlamePainter *self,
                            const RefrainViewport *viewport,
                            double x,
                            double y)
{
  Frame frame;
  double position, row;
  guint32 at = 0;

  g_return_val_if_fail (REFRAIN_IS_FLAME_PAINTER (self), REFRAIN_NONE);
  g_return_val_if_fail (viewport != NULL, REFRAIN_NONE);

  frame_init (&frame, self, NULL, viewport, NULL);
  position = viewport->start + x / frame.scale;
  row = floor (viewport->first_row + y / frame.row_height);
  if (x < 0 || x >= viewport->width || y < 0 || row < 0 || position < 0
      || position >= get_end (self, 0))
    return REFRAIN_NONE;
  while (self->nodes[at].depth < row)
    {
      const guint32 end = at + self->nodes[at].size;
      guint32 child = at + 1;

      while (child < end && get_end (self, child) <= position)
        child += self->nodes[child].size;
      if (child >= end || self->left[child] > position
          || (double) self->nodes[child].inclusive * frame.scale < THIN)
        return REFRAIN_NONE;
      at = child;
    }
  return at;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static RefrainColor
get_color (const Frame *self, guint32 i)
{
  RefrainFlamePainter *painter = self->painter;
  RefrainColor color;

  if (painter->nodes[i].routine >= REFRAIN_CALL_TREE_STREAMS)
    color = refrain_color_mix (self->style->colors[REFRAIN_COLOR_ROW],
                               self->style->colors[REFRAIN_COLOR_TEXT], 0.12);
  else
    color = refrain_routine_get_palette_color (self->style,
                                               refrain_call_tree_get_kind (painter->tree, i),
                                               refrain_call_tree_get_label (painter->tree, i));
  if (painter->is_match != NULL && !painter->is_match[i])
    color = refrain_color_mix (color, self->style->colors[REFRAIN_COLOR_BACKGROUND], STEP_BACK);
  return color;
}

static void
label_box (const Frame *self, guint32 i, double x0, double x1, double y, RefrainColor ground)
{
  const char *name = refrain_call_tree_get_label (self->painter->tree, i);
  const double pad = 3 * self->unit, scale = 0.9;
  RefrainText place = { .x = MAX (x0, 0) + pad,
                        .y = y + self->row_height / 2,
                        .scale = scale,
                        .max_width = MIN (x1, self->viewport->width) - MAX (x0, 0) - 2 * pad,
                        .color = refrain_style_get_ink (self->style, ground) };
  g_autofree char *text = NULL;

  if (self->row_height < 0.85 * self->style->font_size
      || place.max_width < 2.2 * scale * self->style->font_size)
    return;
  if (self->painter->is_match != NULL && !self->painter->is_match[i])
    place.color = refrain_color_mix (self->style->colors[REFRAIN_COLOR_TEXT],
                                     self->style->colors[REFRAIN_COLOR_BACKGROUND], 0.35);
  text = g_strdup_printf (_ ("%s · %.1f %%"), name,
                          100 * refrain_call_tree_get_share (self->painter->tree, i));
  refrain_text_show (self->cr, self->style, &place,
                     refrain_text_get_width (self->style, text, scale) <= place.max_width ? text
                                                                                          : name);
}

static void
fill_box (const Frame *self, double x0, double x1, double y, RefrainColor color)
{
  const double gap = x1 - x0 > 3 * self->unit ? 0.7 * self->unit : 0;

  cairo_rectangle (self->cr, x0, y, MAX (x1 - x0 - gap, 0.4 * self->unit),
                   self->row_height - MIN (self->unit, 0.1 * self->row_height));
  refrain_color_set_source (color, self->cr);
  cairo_fill (self->cr);
}

static void
draw_box (const Frame *self, guint32 i)
{
  const double x0 = get_x (self, self->painter->left[i]);
  const double x1 = get_x (self, get_end (self->painter, i));
  const double y = get_y (self, self->painter->nodes[i].depth);
  const RefrainColor color = get_color (self, i);

  if (y >= self->viewport->height || y + self->row_height <= 0)
    return;
  fill_box (self, x0, x1, y, color);
  label_box (self, i, x0, x1, y, color);
}

/* What is too thin of one caller, from @child on. */
static void
draw_rest (const Frame *self, guint32 child, guint32 end)
{
  const guint32 parent = self->painter->nodes[child].parent;
  const double x0 = get_x (self, self->painter->left[child]);
  double last = self->painter->left[child], x1;

  for (guint32 i = child; i < end && (last - self->painter->left[child]) * self->scale < 1e6;
       i += self->painter->nodes[i].size)
    last = get_end (self->painter, i);
  x1 = get_x (self, last);
  if (x1 - x0 >= THIN * self->unit)
    fill_box (self, x0, x1, get_y (self, self->painter->nodes[parent].depth + 1),
              self->style->colors[REFRAIN_COLOR_DIMMED]);
}

static void
draw_node (const Frame *self, guint32 i)
{
  const RefrainFlamePainter *painter = self->painter;
  const guint32 end = i + painter->nodes[i].size;
  const double last = self->viewport->start + self->viewport->width / self->scale;

  draw_box (self, i);
  if (get_y (self, painter->nodes[i].depth + 1) >= self->viewport->height)
    return;
  for (guint32 child = i + 1; child < end && painter->left[child] < last;
       child += painter->nodes[child].size)
    {
      if ((double) painter->nodes[child].inclusive * self->scale < THIN * self->unit)
        {
          draw_rest (self, child, end);
          break;
        }
      if (get_end (painter, child) > self->viewport->start)
        draw_node (self, child);
    }
}

void
refrain_flame_painter_frame (RefrainFlamePainter *self,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style,
                             guint32 i,
                             double line_width)
{
  Frame frame;
  double x0, x1, y;

  g_return_if_fail (REFRAIN_IS_FLAME_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  if (i >= self->n_nodes)
    return;
  frame_init (&frame, self, cr, viewport, style);
  x0 = get_x (&frame, self->left[i]);
  x1 = get_x (&frame, get_end (self, i));
  y = get_y (&frame, self->nodes[i].depth);
  cairo_rectangle (cr, x0 + line_width / 2, y + line_width / 2, MAX (x1 - x0 - line_width, 1),
                   frame.row_height - line_width);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (cr, line_width);
  cairo_stroke (cr);
}

static void
paint_plot (RefrainFlamePainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  Frame frame;

  frame_init (&frame, self, cr, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  draw_node (&frame, 0);
  if (self->selected < self->n_nodes)
    refrain_flame_painter_frame (self, cr, viewport, style, self->selected, 2 * style->line_width);
}

/* ---- Around it ------------------------------------------------------------------------------- */

/* "Time in calls from 0 s to 1.2 s, 8 processes" */
static char *
describe (RefrainFlamePainter *self)
{
  RefrainTime start, end;
  gsize n;
  g_autofree char *from = NULL, *to = NULL;

  refrain_call_tree_get_times (self->tree, &start, &end);
  refrain_call_tree_get_processes (self->tree, &n);
  from = refrain_time_format (start, 4);
  to = refrain_time_format (end, 4);
  return g_strdup_printf (ngettext ("Time in calls from %s to %s, %u process",
                                    "Time in calls from %s to %s, %u processes", n),
                          from, to, (guint) n);
}

/* Whether any routine of @kind is called. O(routines). */
static gboolean
has_kind (RefrainTrace *trace, RefrainRoutineKind kind)
{
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    if (refrain_trace_get_routine_kind (trace, i) == kind
        && refrain_routine_get_calls (refrain_trace_get_routine (trace, i)) > 0)
      return TRUE;
  return FALSE;
}

GArray *
refrain_flame_get_key (const RefrainStyle *style, RefrainTrace *trace)
{
  static const struct
  {
    RefrainRoutineKind kind;
    RefrainColorRole role;
    const char *text;
  } entries[] = {
    { REFRAIN_ROUTINE_P2P, REFRAIN_COLOR_P2P, N_ ("point-to-point") },
    { REFRAIN_ROUTINE_WAIT, REFRAIN_COLOR_WAIT, N_ ("wait and test") },
    { REFRAIN_ROUTINE_COLLECTIVE, REFRAIN_COLOR_COLLECTIVE, N_ ("collective") },
    { REFRAIN_ROUTINE_MPI, REFRAIN_COLOR_MPI, N_ ("other MPI") },
    { REFRAIN_ROUTINE_USER, REFRAIN_COLOR_DIMMED, N_ ("many too narrow to draw") },
  };
  GArray *list = refrain_legend_entries_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    if (trace == NULL || entries[i].kind == REFRAIN_ROUTINE_USER
        || has_kind (trace, entries[i].kind))
      refrain_legend_entries_add (list, REFRAIN_LEGEND_BOX, style->colors[entries[i].role],
                                  _ (entries[i].text));
  return list;
}

/* Draws them, or only measures where @cr is NULL; gives the height. */
static double
write_legend (const GArray *entries, cairo_t *cr, const RefrainStyle *style, double width)
{
  RefrainLegend legend;

  refrain_legend_init (&legend, cr, style, 0, width);
  refrain_legend_write (&legend, entries);
  return refrain_legend_get_height (&legend);
}

static void
paint_furniture (RefrainFlamePainter *self,
                 cairo_t *cr,
                 const RefrainViewport *viewport,
                 const RefrainStyle *style)
{
  const double font = style->font_size, bar = 1.8 * font, pad = 0.4 * font;
  RefrainViewport plot = *viewport;
  g_autoptr (GArray) entries = refrain_flame_get_key (style, NULL);
  g_autofree char *title = describe (self);
  RefrainText place = { .x = pad,
                        .y = bar / 2,
                        .max_width = viewport->width - 2 * pad,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  plot.furniture = FALSE;
  plot.width = viewport->width - 2 * pad;
  plot.height
      = viewport->height - bar - 0.4 * font - write_legend (entries, NULL, style, plot.width);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (plot.width < 1 || plot.height < 1)
    return;
  plot.height = MIN (plot.height, plot.n_rows * MOST_ROW * font);
  refrain_text_show (cr, style, &place, title);
  cairo_save (cr);
  cairo_translate (cr, pad, bar);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  paint_plot (self, cr, &plot, style);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_translate (cr, pad, bar + plot.height + 0.3 * font);
  write_legend (entries, cr, style, plot.width);
  cairo_restore (cr);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_flame_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  if (viewport->furniture)
    paint_furniture (REFRAIN_FLAME_PAINTER (painter), cr, viewport, style);
  else
    paint_plot (REFRAIN_FLAME_PAINTER (painter), cr, viewport, style);
}

static void
refrain_flame_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainFlamePainter *self = REFRAIN_FLAME_PAINTER (painter);

  viewport->end = MAX (get_end (self, 0), 1);
  viewport->n_rows = refrain_call_tree_get_depth (self->tree) + 1;
}

static void
refrain_flame_painter_finalize (RefrainFlamePainter *self)
{
  g_clear_object (&self->tree);
  g_free (self->left);
  g_free (self->is_match);
}

REFRAIN_DEFINE_PAINTER (RefrainFlamePainter,
                        refrain_flame_painter,
                        .paint = refrain_flame_painter_paint,
                        .get_extent = refrain_flame_painter_get_extent)

/* ---- The scene ------------------------------------------------------------------------------- */

/* Routines are few, nodes may be many: each label is looked at once. */
static void
find_matches (RefrainFlamePainter *self, const char *search)
{
  RefrainTrace *trace = refrain_call_tree_get_trace (self->tree);
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *matches = g_new0 (guint8, n + 1);
  g_autofree char *wanted = g_utf8_casefold (search, -1);

  for (guint r = 0; r < n; r++)
    {
      g_autofree char *label = g_utf8_casefold (refrain_trace_get_routine_label (trace, r), -1);

      matches[r] = strstr (label, wanted) != NULL;
    }
  self->is_match = g_new0 (guint8, self->n_nodes);
  for (guint32 i = 0; i < self->n_nodes; i++)
    self->is_match[i] = self->nodes[i].routine < n && matches[self->nodes[i].routine];
}

RefrainFlamePainter *
refrain_flame_painter_new (RefrainCallTree *tree, guint32 selected, const char *search)
{
  RefrainFlamePainter *self;
  g_autofree double *next = NULL;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (tree), NULL);

  self = g_object_new (REFRAIN_TYPE_FLAME_PAINTER, NULL);
  self->tree = g_object_ref (tree);
  self->nodes = refrain_call_tree_get_nodes (tree, &self->n_nodes);
  self->selected = selected;
  self->left = g_new0 (double, self->n_nodes);
  next = g_new0 (double, self->n_nodes);
  for (guint32 i = 1; i < self->n_nodes; i++)
    {
      const guint32 parent = self->nodes[i].parent;

      self->left[i] = next[parent];
      next[i] = self->left[i];
      next[parent] += (double) self->nodes[i].inclusive;
    }
  if (search != NULL && *search != '\0')
    find_matches (self, search);
  return self;
}

guint32
refrain_flame_painter_count_matches (RefrainFlamePainter *self, RefrainTime *inclusive)
{
  guint32 n = 0, inside = 0;

  g_return_val_if_fail (REFRAIN_IS_FLAME_PAINTER (self), 0);
  g_return_val_if_fail (inclusive != NULL, 0);

  *inclusive = 0;
  for (guint32 i = 0; self->is_match != NULL && i < self->n_nodes; i++)
    if (self->is_match[i])
      {
        n++;
        if (i < inside)
          continue;
        *inclusive += self->nodes[i].inclusive;
        inside = i + self->nodes[i].size;
      }
  return n;
}
