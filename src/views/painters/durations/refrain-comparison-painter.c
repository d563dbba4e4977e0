/* refrain-comparison-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A panel an occurrence: computing as a thin bar, calls of MPI as boxes with their waiting, and the
 * messages between them.
 */
#include "refrain-comparison-painter.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-comparison-others.h"
#include "refrain-occurrence-words.h"
#include "refrain-legend.h"
#include "refrain-ruler.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* From one line of words to the next, in font sizes. */
#define LINE 1.35
/* Differences that are marked. */
#define MARKS 5
/* Panels stand side by side where the drawing is so many letters wide. */
#define WIDE 62
/* So many arrows can be told apart in the width of a letter. */
#define MOST_ARROWS 5
/* Less of the width than this is hardly seen. */
#define LEAST_LEAD 0.02

struct _RefrainComparisonPainter
{
  RefrainPainter parent_instance;

  RefrainComparison *comparison;
  char *sentence, *cause; /* the second may be NULL */
  char *titles[REFRAIN_N_COMPARED];
  RefrainTime before[REFRAIN_N_COMPARED]; /* what is drawn before that */
  const RefrainLateStart *late;           /* the first mark: what begins late; or NULL */
  GArray *marks;                          /* of gsize: operations, the other marks */
  RefrainComparisonOthers others;         /* what is no part of it */
  gboolean has[REFRAIN_N_COLORS];         /* whether anything is drawn in it */
  GPtrArray *lines;                       /* what is said of each */
};

/* One occurrence on the surface. */
typedef struct
{
  guint side;
  double x, y, width, height; /* of the rows */
} Panel;

typedef struct
{
  RefrainComparisonPainter *self;
  cairo_t *cr;
  const RefrainStyle *style;
  const RefrainComparedProcess *processes;
  gsize n_processes, n_rows; /* ... those that are outside among the second */
  const RefrainComparedOp *ops;
  gsize n_ops;
  Panel panels[REFRAIN_N_COMPARED];
  double legend_y; /* where the legend begins */
  double lines_y;  /* where the first line below begins; its middle */
  guint n_lines;
  gboolean furniture;
} Frame;

static void
refrain_comparison_painter_finalize (RefrainComparisonPainter *self)
{
  g_clear_object (&self->comparison);
  g_free (self->sentence);
  g_free (self->cause);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    g_free (self->titles[side]);
  g_clear_pointer (&self->marks, g_array_unref);
  refrain_comparison_others_clear (&self->others);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* A sentence in more lines where it is long; gives how many. @cr may be NULL. */
static guint
show_lines (
    const Frame *frame, cairo_t *cr, double y, double width, gboolean bold, const char *text)
{
  const double font = frame->style->font_size;
  const RefrainText place = { .x = 0.4 * font,
                              .y = y,
                              .scale = bold ? 1 : 0.9,
                              .bold = bold,
                              .max_width = MAX (width - 0.8 * font, 1),
                              .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

  return refrain_text_show_lines (cr, frame->style, &place, LINE * font, bold ? 3 : 2, text);
}

/* What is compared, and why it differs; gives the height. @cr may be NULL. */
static double
paint_head (const Frame *frame, cairo_t *cr, double width)
{
  const double font = frame->style->font_size;
  guint n = show_lines (frame, cr, 0.9 * font, width, TRUE, frame->self->sentence);

  if (frame->self->cause != NULL)
    n += show_lines (frame, cr, (0.9 + n * LINE) * font, width, FALSE, frame->self->cause);
  return (0.6 + n * LINE) * font;
}

/* Whether enough is drawn before the duration begins to be seen. */
static gboolean
has_lead (const RefrainComparisonPainter *self, guint side)
{
  return (double) self->before[side] > LEAST_LEAD * (double) self->others.span;
}

/* Of routines that is for large areas: a bar needs more to be seen. */
static RefrainColor
get_color (const RefrainStyle *style, RefrainColorRole role)
{
  return role == REFRAIN_COLOR_ROUTINE
             ? refrain_color_mix (style->colors[role], style->colors[REFRAIN_COLOR_TEXT_DIM], 0.45)
             : style->colors[role];
}

/* That of what is no part of the occurrence. */
static RefrainColor
get_pale (const RefrainStyle *style, RefrainColorRole role)
{
  return refrain_color_mix (get_color (style, role), style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
}

/* What the colours mean, from @y on; gives the height. @cr may be NULL. */
static double
paint_legend (const Frame *frame, cairo_t *cr, double y, double width)
{
  static const struct
  {
    RefrainColorRole role;
    const char *text;
  } kinds[] = { { REFRAIN_COLOR_P2P, N_ ("point-to-point") },
                { REFRAIN_COLOR_COLLECTIVE, N_ ("collective") },
                { REFRAIN_COLOR_WAIT, N_ ("waiting") },
                { REFRAIN_COLOR_ROUTINE, N_ ("computing") } };
  const RefrainStyle *style = frame->style;
  g_autoptr (GArray) entries = refrain_legend_entries_new ();
  RefrainLegend legend;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (frame->self->has[kinds[i].role])
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, get_color (style, kinds[i].role),
                                  _ (kinds[i].text));
  if (frame->self->others.calls->len > 0)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, get_pale (style, REFRAIN_COLOR_MPI),
                                _ ("other MPI calls"));
  if (frame->self->others.computes_before)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                get_pale (style, REFRAIN_COLOR_ROUTINE),
                                _ ("computing before its part"));
  for (guint i = 0; i < frame->self->others.n_outside; i++)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("process %u: no part of it"), frame->self->others.outside[i]);

      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                  get_pale (style, REFRAIN_COLOR_ROUTINE), text);
    }
  if (frame->self->late != NULL || frame->self->marks->len > 0)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_FRAME,
                                style->colors[REFRAIN_COLOR_BACKGROUND],
                                _ ("largest differences, numbered"))
        ->second
        = style->colors[REFRAIN_COLOR_SELECTION];
  if (has_lead (frame->self, REFRAIN_COMPARED_A) || has_lead (frame->self, REFRAIN_COMPARED_B))
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_UPRIGHT, style->colors[REFRAIN_COLOR_TEXT],
                                _ ("start of the duration: end of the one before"));
  refrain_legend_init (&legend, cr, style, 0.4 * style->font_size, width - 0.4 * style->font_size);
  legend.y += y;
  refrain_legend_write (&legend, entries);
  return refrain_legend_get_height (&legend) + 0.3 * style->font_size;
}

/* As many differences as there is room for; gives how many lines they take. */
static guint
fit_lines (Frame *frame, double width, guint most)
{
  guint n = 0;

  for (; frame->n_lines < frame->self->lines->len; frame->n_lines++)
    {
      const guint more
          = show_lines (frame, NULL, 0, width, FALSE, frame->self->lines->pdata[frame->n_lines]);

      if (n + more > most)
        break;
      n += more;
    }
  return n;
}

/* ---- Where things stand ---------------------------------------------------------------------- */

static void
place_panels (Frame *frame, const RefrainViewport *viewport, double top, double bottom)
{
  const double font = frame->style->font_size;
  const double left = frame->furniture ? 2.6 * font : 0;
  const double head = frame->furniture ? 1.8 * font : 0, foot = frame->furniture ? 1.8 * font : 0;
  const gboolean wide = viewport->width > WIDE * font;
  const double gap = 1.4 * font;
  const double room = viewport->height - top - bottom;
  const double width = wide ? (viewport->width - gap) / 2 : viewport->width;
  const double height = wide ? room : (room - 0.4 * font) / 2;

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    frame->panels[side] = (Panel){
      .side = side,
      .x = (wide ? side * (width + gap) : 0) + left,
      .y = top + (wide ? 0 : side * (height + 0.4 * font)) + head,
      .width = MAX (width - left - 0.8 * font, 1),
      .height = MAX (height - head - foot, 1),
    };
}

static void
init_frame (Frame *frame,
            RefrainComparisonPainter *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double font = style->font_size;
  double head = 0, legend = 0, room;
  guint n_lines = 0;

  *frame = (Frame){ .self = self, .cr = cr, .style = style };
  frame->processes = refrain_comparison_get_processes (self->comparison, &frame->n_processes);
  frame->n_rows = frame->n_processes + self->others.n_outside;
  frame->ops = refrain_comparison_get_ops (self->comparison, &frame->n_ops);
  frame->furniture
      = viewport->furniture && viewport->width > 20 * font && viewport->height > 14 * font;
  if (frame->furniture)
    {
      head = paint_head (frame, NULL, viewport->width);
      /* Two panels above each other need most of the height. */
      room = viewport->width > WIDE * font ? 0.3 * viewport->height : 0.4 * viewport->height - head;
      if (viewport->height > 24 * font)
        legend = paint_legend (frame, NULL, 0, viewport->width);
      n_lines = fit_lines (frame, viewport->width, (guint) MAX (room / (LINE * font), 0));
    }
  frame->lines_y = viewport->height - legend - (n_lines - 0.4) * LINE * font;
  frame->legend_y = viewport->height - legend;
  place_panels (frame, viewport, head,
                frame->furniture ? (n_lines + 0.3) * LINE * font + legend : 0);
}

static double
get_x (const Frame *frame, const Panel *panel, RefrainTime time)
{
  const double at = (double) time - (double) frame->self->others.zero[panel->side]
                    + (double) frame->self->others.lead;

  return panel->x + at / MAX ((double) frame->self->others.span, 1) * panel->width;
}

static double
get_row_height (const Frame *frame, const Panel *panel)
{
  return panel->height / (double) MAX (frame->n_rows, 1);
}

static double
get_middle (const Frame *frame, const Panel *panel, gsize row)
{
  return panel->y + ((double) row + 0.5) * get_row_height (frame, panel);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void
fill_box (const Frame *frame, const Panel *panel, double x0, double x1, double y, double height)
{
  x0 = CLAMP (x0, panel->x, panel->x + panel->width);
  x1 = CLAMP (x1, x0, panel->x + panel->width);
  cairo_rectangle (frame->cr, x0, y - height / 2, MAX (x1 - x0, 0.4 * frame->style->line_width),
                   height);
  cairo_fill (frame->cr);
}

static RefrainColorRole
get_role (RefrainComparisonPainter *self, guint32 process, guint32 op)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self->comparison));
  const RefrainOps *ops = refrain_trace_get_ops (trace, process);

  return ops->kind[op] == REFRAIN_OP_COLLECTIVE ? REFRAIN_COLOR_COLLECTIVE : REFRAIN_COLOR_P2P;
}

static void
paint_op (
    const Frame *frame, const Panel *panel, guint32 process, double y, const RefrainComparedOp *op)
{
  const guint side = panel->side;
  const double height = 0.62 * get_row_height (frame, panel);
  const RefrainTime start = op->start[side], end = start + op->duration[side];
  const double x0 = get_x (frame, panel, start), x1 = get_x (frame, panel, end);
  const double waited = get_x (frame, panel, start + op->waiting[side]);
  const RefrainColorRole role = get_role (frame->self, process, op->op[side]);

  refrain_color_set_source (get_color (frame->style, REFRAIN_COLOR_ROUTINE), frame->cr);
  if (op->gap[side] > 0)
    fill_box (frame, panel, get_x (frame, panel, start - op->gap[side]), x0, y, 0.35 * height);
  if (op->duration[side] <= 0)
    return;
  refrain_style_set_color (frame->style, frame->cr, role);
  fill_box (frame, panel, x0, x1, y, height);
  if (op->waiting[side] > 0)
    {
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_WAIT);
      fill_box (frame, panel, x0, waited, y, height);
    }
}

static void
paint_boxes (const Frame *frame, const Panel *panel, const GArray *boxes, double height)
{
  for (guint i = 0; i < boxes->len; i++)
    {
      const RefrainComparisonOther *box = &g_array_index (boxes, RefrainComparisonOther, i);

      if (box->side == panel->side)
        fill_box (frame, panel, get_x (frame, panel, box->from), get_x (frame, panel, box->to),
                  get_middle (frame, panel, box->row), height * get_row_height (frame, panel));
    }
}

/* What is no part of the occurrence: computing before what begins late, and of who has no part; and
 * calls of MPI, which are lower than those of the occurrence. */
static void
paint_others (const Frame *frame, const Panel *panel)
{
  refrain_color_set_source (get_pale (frame->style, REFRAIN_COLOR_ROUTINE), frame->cr);
  paint_boxes (frame, panel, frame->self->others.computing, 0.22);
  refrain_color_set_source (get_pale (frame->style, REFRAIN_COLOR_MPI), frame->cr);
  paint_boxes (frame, panel, frame->self->others.calls, 0.42);
}

static void
paint_rows (const Frame *frame, const Panel *panel)
{
  const double row = get_row_height (frame, panel);

  for (gsize i = 0; i < frame->n_rows; i++)
    {
      const RefrainComparedProcess *process = &frame->processes[i];
      const double y = get_middle (frame, panel, i);

      if (i % 2 == 0)
        {
          refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_ROW);
          cairo_rectangle (frame->cr, panel->x, y - row / 2, panel->width, row);
          cairo_fill (frame->cr);
        }
      if (i >= frame->n_processes || process->start[panel->side] > process->end[panel->side])
        continue;
      for (gsize k = process->first; k < process->first + process->n; k++)
        if (frame->ops[k].op[panel->side] != REFRAIN_NONE)
          paint_op (frame, panel, process->process, y, &frame->ops[k]);
    }
  paint_others (frame, panel);
}

/* Messages that begin and end in the occurrence. */
static void
paint_messages (const Frame *frame, const Panel *panel)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (
      refrain_comparison_get_occurrences (frame->self->comparison));
  const guint thinning = (guint) ((double) frame->n_ops / 2
                                  / (MOST_ARROWS * panel->width / MAX (frame->style->font_size, 1)))
                         + 1;
  const guint side = panel->side;

  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_MESSAGE, 0.8);
  cairo_set_line_width (frame->cr, frame->style->line_width);
  for (gsize i = 0; i < frame->n_processes; i++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, frame->processes[i].process);
      const gsize first = frame->processes[i].first;

      for (gsize k = first; k < first + frame->processes[i].n; k++)
        {
          const guint32 op = frame->ops[k].op[side];
          const RefrainOps *other;
          gsize to;

          if (op == REFRAIN_NONE || !REFRAIN_OP_IS_SEND (ops->kind[op])
              || ops->partner[op] == REFRAIN_NONE || ops->peer[op] < 0
              || !refrain_painter_is_drawn (k, thinning)
              || !refrain_comparison_others_find_row (&frame->self->others, (guint32) ops->peer[op],
                                                      &to))
            continue;
          other = refrain_trace_get_ops (trace, (guint) ops->peer[op]);
          if (other->time[ops->partner[op]] > frame->processes[to].end[side])
            continue;
          cairo_move_to (frame->cr, get_x (frame, panel, ops->time[op]),
                         get_middle (frame, panel, i));
          cairo_line_to (frame->cr, get_x (frame, panel, other->time[ops->partner[op]]),
                         get_middle (frame, panel, to));
          cairo_stroke (frame->cr);
        }
    }
}

/* What numbers are not made smaller than. */
#define LEAST_NUMBER 0.65

/* A frame around what stands in @row from @from to @to, and its number. */
static void
paint_mark (
    const Frame *frame, const Panel *panel, gsize row, RefrainTime from, RefrainTime to, guint i)
{
  const double font = frame->style->font_size;
  const double height = 0.8 * get_row_height (frame, panel);
  /* In low rows numbers are smaller. */
  const double scale = MIN (height / (0.9 * font), 1);
  const double y = get_middle (frame, panel, row);
  const double x0 = get_x (frame, panel, from) - frame->style->line_width;
  const double x1 = get_x (frame, panel, to) + frame->style->line_width;
  g_autofree char *number = g_strdup_printf ("%u", i);
  const double width = refrain_text_get_width (frame->style, number, 0.85 * scale);
  const RefrainText place
      = { .x = CLAMP ((x0 + x1) / 2, panel->x + width, panel->x + panel->width - width),
          .y = y,
          .align = REFRAIN_TEXT_CENTER,
          .scale = 0.85 * scale,
          .bold = TRUE,
          .color
          = refrain_style_get_ink (frame->style, frame->style->colors[REFRAIN_COLOR_SELECTION]) };

  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (frame->cr, MIN (1.8 * frame->style->line_width, 0.22 * height));
  cairo_rectangle (frame->cr, x0, y - height / 2, MAX (x1 - x0, frame->style->line_width), height);
  cairo_stroke (frame->cr);
  if (scale < LEAST_NUMBER)
    return;
  cairo_arc (frame->cr, place.x, y, 0.55 * scale * font, 0, 2 * G_PI);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, &place, number);
}

/* What differs most. */
static void
paint_marks (const Frame *frame, const Panel *panel)
{
  const RefrainComparisonPainter *self = frame->self;
  const guint side = panel->side;
  RefrainComparisonOther box;

  if (self->late != NULL
      && refrain_comparison_others_get_before (&self->others, side, self->late->process, &box))
    paint_mark (frame, panel, box.row, box.from, box.to, 1);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const gsize k = g_array_index (self->marks, gsize, i);
      const RefrainComparedOp *op = &frame->ops[k];
      const gboolean gap = refrain_compared_op_is_gap (op);

      if (op->op[side] != REFRAIN_NONE)
        paint_mark (frame, panel, refrain_comparison_find_process (self->comparison, k),
                    gap ? op->start[side] - op->gap[side] : op->start[side],
                    gap ? op->start[side] : op->start[side] + op->duration[side],
                    i + 1 + (self->late != NULL));
    }
}

/* ---- Around it ------------------------------------------------------------------------------- */

static void
write_at (const Frame *frame,
          double x,
          double y,
          RefrainTextAlign align,
          RefrainColorRole role,
          gboolean bold,
          double most,
          const char *text)
{
  const RefrainText place = { .x = x,
                              .y = y,
                              .align = align,
                              .scale = bold ? 1 : 0.9,
                              .bold = bold,
                              .max_width = most,
                              .color = frame->style->colors[role] };

  refrain_text_show (frame->cr, frame->style, &place, text);
}

static void
paint_panel_furniture (const Frame *frame, const Panel *panel)
{
  const double font = frame->style->font_size, row = get_row_height (frame, panel);
  const gint64 stride = refrain_text_get_stride (1.1 * font / row);
  const double span = (double) frame->self->others.span, lead = (double) frame->self->others.lead;
  const double step
      = MAX (refrain_ruler_get_step_for (span, MAX (span * 5.5 * font / panel->width, 1),
                                         span * 3.6 * font / panel->width),
             1);
  const double bottom = panel->y + panel->height;

  write_at (frame, panel->x, panel->y - 0.9 * font, REFRAIN_TEXT_LEFT, REFRAIN_COLOR_TEXT, FALSE,
            panel->width, frame->self->titles[panel->side]);
  for (gsize i = 0; i < frame->n_rows; i++)
    if ((gint64) i % MAX (stride, 1) == 0 || i >= frame->n_processes)
      {
        g_autofree char *rank = g_strdup_printf (
            "%u", i < frame->n_processes ? frame->processes[i].process
                                         : frame->self->others.outside[i - frame->n_processes]);

        write_at (frame, panel->x - 0.5 * font, get_middle (frame, panel, i), REFRAIN_TEXT_RIGHT,
                  REFRAIN_COLOR_TEXT_DIM, FALSE, 0, rank);
      }
  cairo_set_line_width (frame->cr, frame->style->line_width);
  for (double at = -floor (lead / step) * step; at <= span - lead; at += step)
    {
      const double x = panel->x + (at + lead) / MAX (span, 1) * panel->width;
      g_autofree char *text = refrain_time_format_resolved ((RefrainTime) at, (RefrainTime) step,
                                                            (RefrainTime) MAX (span, 1));

      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_move_to (frame->cr, x, bottom);
      cairo_rel_line_to (frame->cr, 0, 0.3 * font);
      cairo_stroke (frame->cr);
      if (x + refrain_text_get_width (frame->style, text, 0.9) / 2 > panel->x + panel->width + font)
        break;
      write_at (frame, x, bottom + font, REFRAIN_TEXT_CENTER, REFRAIN_COLOR_TEXT_DIM, FALSE, 0,
                text);
    }
}

/* Where the duration begins. */
static void
paint_zero (const Frame *frame, const Panel *panel)
{
  const double dash[] = { 0.3 * frame->style->font_size, 0.2 * frame->style->font_size };
  const double x = floor (get_x (frame, panel, frame->self->others.zero[panel->side])) + 0.5;

  if (!has_lead (frame->self, panel->side))
    return;
  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT);
  cairo_set_line_width (frame->cr, frame->style->line_width);
  cairo_set_dash (frame->cr, dash, 2, 0);
  cairo_move_to (frame->cr, x, panel->y);
  cairo_rel_line_to (frame->cr, 0, panel->height);
  cairo_stroke (frame->cr);
  cairo_set_dash (frame->cr, NULL, 0, 0);
}

static void
paint_lines (const Frame *frame, double width, double height)
{
  const double font = frame->style->font_size;

  paint_head (frame, frame->cr, width);
  if (frame->legend_y < height)
    paint_legend (frame, frame->cr, frame->legend_y, width);
  for (guint i = 0, line = 0; i < frame->n_lines; i++)
    line += show_lines (frame, frame->cr, frame->lines_y + line * LINE * font, width, FALSE,
                        frame->self->lines->pdata[i]);
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_comparison_painter_paint (RefrainPainter *painter,
                                  cairo_t *cr,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style)
{
  RefrainComparisonPainter *self = REFRAIN_COMPARISON_PAINTER (painter);
  Frame frame;

  init_frame (&frame, self, cr, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      const Panel *panel = &frame.panels[side];

      cairo_save (cr);
      cairo_rectangle (cr, panel->x - style->line_width, panel->y,
                       panel->width + 2 * style->line_width, panel->height);
      cairo_clip (cr);
      paint_rows (&frame, panel);
      paint_messages (&frame, panel);
      paint_zero (&frame, panel);
      paint_marks (&frame, panel);
      cairo_restore (cr);
      if (frame.furniture)
        paint_panel_furniture (&frame, panel);
    }
  if (frame.furniture)
    paint_lines (&frame, viewport->width, viewport->height);
}

/* The operation at (x, y); of a gap the one behind it. */
static gboolean
refrain_comparison_painter_pick (RefrainPainter *painter,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double x,
                                 double y,
                                 RefrainPick *pick)
{
  Frame frame;

  init_frame (&frame, REFRAIN_COMPARISON_PAINTER (painter), NULL, viewport, style);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      const Panel *panel = &frame.panels[side];
      const RefrainComparedProcess *process;
      gsize row;

      if (x < panel->x || x > panel->x + panel->width || y < panel->y
          || y >= panel->y + panel->height || frame.n_processes == 0)
        continue;
      row = MIN ((gsize) ((y - panel->y) / get_row_height (&frame, panel)), frame.n_rows - 1);
      if (row >= frame.n_processes)
        continue;
      process = &frame.processes[row];
      for (gsize k = process->first; k < process->first + process->n; k++)
        if (frame.ops[k].op[side] != REFRAIN_NONE
            && x <= get_x (&frame, panel, frame.ops[k].start[side] + frame.ops[k].duration[side])
                        + style->line_width)
          {
            *pick = (RefrainPick){ .kind = REFRAIN_PICK_OP,
                                   .process = process->process,
                                   .row = frame.ops[k].op[side] };
            return TRUE;
          }
    }
  return FALSE;
}

static void
refrain_comparison_painter_init (RefrainComparisonPainter *self)
{
  self->lines = g_ptr_array_new_with_free_func (g_free);
}

REFRAIN_DEFINE_PAINTER_WITH_INIT (RefrainComparisonPainter,
                                  refrain_comparison_painter,
                                  .paint = refrain_comparison_painter_paint,
                                  .pick = refrain_comparison_painter_pick)

/* Both are drawn from where their duration begins, which an iteration's processes may be before. */
static void
find_spans (RefrainComparisonPainter *self)
{
  RefrainOccurrences *occurrences = refrain_comparison_get_occurrences (self->comparison);
  RefrainTime tail = 0;
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (self->comparison, &n);

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      self->others.zero[side]
          = refrain_occurrences_get (occurrences,
                                     refrain_comparison_get_occurrence (self->comparison, side))
                .start;
      for (gsize i = 0; i < n; i++)
        if (processes[i].start[side] <= processes[i].end[side])
          {
            self->before[side]
                = MAX (self->before[side], self->others.zero[side] - processes[i].start[side]);
            tail = MAX (tail, processes[i].end[side] - self->others.zero[side]);
          }
      self->others.lead = MAX (self->others.lead, self->before[side]);
    }
  self->others.span = self->others.lead + tail;
}

/* The legend explains no colour that is not there. O(operations and calls). */
static void
find_drawn (RefrainComparisonPainter *self)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self->comparison));
  gsize n, n_ops;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (self->comparison, &n);
  const RefrainComparedOp *ops = refrain_comparison_get_ops (self->comparison, &n_ops);

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    for (gsize i = 0; i < n; i++)
      for (gsize k = processes[i].first; k < processes[i].first + processes[i].n; k++)
        {
          const RefrainComparedOp *op = &ops[k];

          if (op->op[side] == REFRAIN_NONE)
            continue;
          if (op->gap[side] > 0)
            self->has[REFRAIN_COLOR_ROUTINE] |= refrain_comparison_others_note (
                &self->others, processes[i].process,
                refrain_process_get_thread_of_op (
                    refrain_trace_get_process (trace, processes[i].process), op->op[side]),
                &(RefrainComparisonOther){ side, i, op->start[side] - op->gap[side],
                                           op->start[side] });
          self->has[REFRAIN_COLOR_WAIT] |= op->duration[side] > 0 && op->waiting[side] > 0;
          if (op->duration[side] > op->waiting[side])
            self->has[get_role (self, processes[i].process, op->op[side])] = TRUE;
        }
}

/* What differs stands on a line of its own. */
static void
split_sentence (RefrainComparisonPainter *self)
{
  char *colon = strstr (self->sentence, ": ");

  if (colon == NULL)
    return;
  self->cause = g_strdup (colon + 2);
  *colon = '\0';
}

/* What is the reason is numbered first, also where others wait longer for it. */
static void
put_cause_first (RefrainComparisonPainter *self)
{
  gsize cause;

  if (!refrain_comparison_find_cause_op (self->comparison, &cause))
    return;
  for (guint i = 0; i < self->marks->len; i++)
    if (g_array_index (self->marks, gsize, i) == cause)
      {
        g_array_remove_index (self->marks, i);
        break;
      }
  g_array_prepend_val (self->marks, cause);
  g_array_set_size (self->marks, MIN (self->marks->len, MARKS));
}

/* What is numbered: a late start before operations, for it is the reason. What takes less in the
 * slower one explains nothing. */
static void
list_differences (RefrainComparisonPainter *self)
{
  const RefrainComparisonCause *cause = refrain_comparison_get_cause (self->comparison);

  if (cause != NULL && cause->is_late)
    {
      g_autofree char *line = refrain_comparison_tell_late (self->comparison, &cause->late);

      self->late = &cause->late;
      g_ptr_array_add (self->lines, g_strdup_printf ("1  %s", line));
    }
  self->marks = refrain_comparison_list_ops (self->comparison, MARKS - (self->late != NULL), TRUE);
  put_cause_first (self);
  for (guint i = 0; i < self->marks->len; i++)
    {
      g_autofree char *line
          = refrain_comparison_tell_op (self->comparison, g_array_index (self->marks, gsize, i));

      g_ptr_array_add (self->lines, g_strdup_printf ("%u  %s", self->lines->len + 1, line));
    }
}

/* What the head says already, the list below does not say again: it has its number above. */
static void
number_cause (RefrainComparisonPainter *self)
{
  const char *first = self->lines->len > 0 ? self->lines->pdata[0] : NULL;

  if (first == NULL || self->cause == NULL || !g_str_equal (first + strlen ("1  "), self->cause))
    return;
  g_free (self->cause);
  self->cause = g_ptr_array_steal_index (self->lines, 0);
}

RefrainComparisonPainter *
refrain_comparison_painter_new (RefrainComparison *comparison)
{
  RefrainComparisonPainter *self;
  RefrainOccurrences *occurrences;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (comparison), NULL);

  self = g_object_new (REFRAIN_TYPE_COMPARISON_PAINTER, NULL);
  self->comparison = g_object_ref (comparison);
  refrain_comparison_others_init (&self->others, comparison);
  self->sentence = refrain_comparison_tell (comparison);
  split_sentence (self);
  occurrences = refrain_comparison_get_occurrences (comparison);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      const guint32 i = refrain_comparison_get_occurrence (comparison, side);
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, i);
      g_autofree char *when = refrain_time_format (at.start, 5);
      g_autofree char *duration = refrain_time_format (at.duration, 3);
      g_autofree char *which = refrain_occurrences_describe_number (occurrences, i);

      self->titles[side] = g_strdup_printf (_ ("%s, %s, begins at %s"), which, duration, when);
    }
  find_spans (self);
  find_drawn (self);
  list_differences (self);
  refrain_comparison_others_find (&self->others);
  number_cause (self);
  return self;
}
