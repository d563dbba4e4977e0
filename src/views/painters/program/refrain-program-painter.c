/* refrain-program-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns are the directions that most lines use; lines with many neighbours have a fan in the last
 * column instead of arrows.
 */
#include "refrain-program-painter.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "refrain-object.h"
#include "refrain-program-columns.h"
#include "refrain-program-fan.h"
#include "refrain-program-words.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* Letters of a guard that a line has room for. */
#define MOST_GUARD 26
/* In font sizes. */
#define LEAST_COLUMNS 3 /* no font sizes: the room of so many */
#define COLUMN_WIDTH  2.3
#define LETTER_WIDTH  0.6 /* of a label */
/* Of labels above columns: what they have, and what they are not made smaller than. */
#define BOLD             1.15 /* wider than others */
#define HEAD_SCALE       0.85
#define LEAST_HEAD_SCALE 0.55
#define GOOD_HEAD_SCALE  0.7 /* smaller ones leave some out */
#define ROW_HEIGHT       1.55
#define LEAST_ROW_HEIGHT 1.1
#define INDENT           1.1

struct _RefrainProgramPainter
{
  RefrainPainter parent_instance;

  RefrainProgram *program;
  RefrainProgramTimes *times; /* or NULL */
  guint32 n_lines;
  RefrainProgramColumns columns;
  RefrainProgramBrief *brief;
  guint deepest;
};

static void
refrain_program_painter_finalize (RefrainProgramPainter *self)
{
  refrain_program_columns_clear (&self->columns);
  g_clear_pointer (&self->brief, refrain_program_brief_free);
  g_clear_pointer (&self->times, refrain_program_times_unref);
  g_object_unref (self->program);
}

static const RefrainProgramLine *
get_line (RefrainProgramPainter *self, guint32 line)
{
  guint32 n;

  return &refrain_program_get_lines (self->program, &n)[line];
}

guint
refrain_program_painter_get_depth (RefrainProgramPainter *self, guint32 line)
{
  guint depth = 0;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM_PAINTER (self) && line < self->n_lines, 0);
  for (guint32 i = get_line (self, line)->parent; i != REFRAIN_NONE; i = get_line (self, i)->parent)
    depth++;
  return depth;
}

REFRAIN_GETTER (RefrainProgramPainter,
                refrain_program_painter,
                const RefrainProgramBrief *,
                get_brief,
                self->brief)

RefrainProgramPainter *
refrain_program_painter_new (RefrainProgram *program, RefrainProgramTimes *times)
{
  RefrainProgramPainter *self;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (program), NULL);

  self = g_object_new (REFRAIN_TYPE_PROGRAM_PAINTER, NULL);
  self->program = g_object_ref (program);
  self->times = times != NULL ? refrain_program_times_ref (times) : NULL;
  refrain_program_get_lines (program, &self->n_lines);
  refrain_program_columns_init (&self->columns, program);
  self->brief = refrain_program_dup_brief (program, MOST_GUARD);
  for (guint32 i = 0; i < self->n_lines; i++)
    self->deepest = MAX (self->deepest, refrain_program_painter_get_depth (self, i));
  return self;
}

/* Of the column of fans, in font sizes. */
static double
get_fan_width (RefrainProgramPainter *self)
{
  return self->columns.any_fan ? refrain_program_fan_get_width (self->program) + 1 : 0;
}

/* The widest that the head of column @c can be, up to half of what its neighbours leave free. */
static double
get_head_room (RefrainProgramPainter *self, const RefrainStyle *style, guint c, double room)
{
  double most = 2 * room;

  for (guint side = 0; side < 2; side++)
    {
      const guint other = side == 0 ? c - 1 : c + 1;

      if (other < self->columns.n && self->columns.labels[other] != NULL)
        most = MIN (most,
                    2 * room - 0.6 * style->font_size
                        - refrain_text_get_width (style, self->columns.labels[other], HEAD_SCALE));
    }
  return MAX (most, room);
}

/* Every how many columns have a head, so that these do not touch. */
static guint
get_head_step (RefrainProgramPainter *self, const RefrainStyle *style, double room)
{
  double widest = 0;

  for (guint c = 0; c < self->columns.n; c++)
    if (c != self->columns.here && self->columns.labels[c] != NULL)
      widest
          = MAX (widest, refrain_text_get_width (style, self->columns.labels[c], GOOD_HEAD_SCALE));
  return (guint) CLAMP (ceil ((widest + 0.4 * style->font_size) / MAX (room, 1)), 1,
                        MAX (self->columns.n, 1));
}

/* So that neither labels nor signs touch, in font sizes. */
static double
get_column_width (RefrainProgramPainter *self)
{
  glong longest = g_utf8_strlen (_ ("here"), -1);

  for (guint c = 0; c < self->columns.n; c++)
    if (self->columns.labels[c] != NULL)
      longest = MAX (longest, g_utf8_strlen (self->columns.labels[c], -1));
  return MAX (COLUMN_WIDTH, LETTER_WIDTH * (double) MIN (longest, REFRAIN_PROGRAM_LABEL));
}

REFRAIN_GETTER (RefrainProgramPainter,
                refrain_program_painter,
                char *,
                explain_heads,
                refrain_program_columns_explain (&self->columns, self->program))

REFRAIN_GETTER (RefrainProgramPainter,
                refrain_program_painter,
                double,
                get_columns_width,
                (MAX (self->columns.n, LEAST_COLUMNS) + 0.4) * get_column_width (self)
                    + 0.8 * self->deepest + get_fan_width (self))

/* ---- A row ----------------------------------------------------------------------------------- */

typedef struct
{
  RefrainProgramPainter *self;
  cairo_t *cr;
  const RefrainStyle *style;
  double width, height;
  double inset; /* of the innermost box that there can be */
  double fan;   /* width of the column of fans */
} Row;

static Row
make_row (RefrainProgramPainter *self,
          cairo_t *cr,
          const RefrainStyle *style,
          double width,
          double height)
{
  const double fan = get_fan_width (self) * style->font_size;

  return (Row){ .self = self,
                .cr = cr,
                .style = style,
                .width = width,
                .height = height,
                .inset = (0.4 * self->deepest + 0.6) * style->font_size,
                .fan = MIN (fan, width / 2) };
}

static double
get_x (const Row *row, guint column)
{
  const double room = row->width - 2 * row->inset - row->fan;

  return row->inset + room * (column + 0.5) / row->self->columns.n;
}

/* The middle of the column of fans. */
static double
get_fan_x (const Row *row)
{
  return row->width - row->inset - row->fan / 2;
}

/* The sides of the bodies that @line stands in, and the upper and lower ends of those that begin
 * and end with it. */
static void
draw_boxes (const Row *row, guint32 line)
{
  RefrainProgramPainter *self = row->self;
  const double step = 0.4 * row->style->font_size, w = row->style->line_width;
  guint level = refrain_program_painter_get_depth (self, line);
  gboolean begins = get_line (self, line)->end > line + 1
                    || get_line (self, line)->kind == REFRAIN_LINE_REPEAT
                    || get_line (self, line)->kind == REFRAIN_LINE_DEFINE;

  for (guint32 i = begins ? line : get_line (self, line)->parent; i != REFRAIN_NONE;
       i = get_line (self, i)->parent)
    {
      const gboolean first = i == line, last = get_line (self, i)->end == line + 1;
      const double x = step * (first ? level : --level) + 0.5 * step;
      const double top = first ? 0.12 * row->height : 0;
      const double bottom = last ? 0.88 * row->height : row->height;
      RefrainColor tint = row->style->colors[REFRAIN_COLOR_TEXT_DIM];

      cairo_rectangle (row->cr, x, top, row->width - 2 * x, bottom - top);
      refrain_color_set_source (refrain_color_fade (tint, 0.07), row->cr);
      cairo_fill (row->cr);
      refrain_color_set_source (refrain_color_fade (tint, 0.7), row->cr);
      cairo_rectangle (row->cr, x, top, w, bottom - top);
      cairo_rectangle (row->cr, row->width - x - w, top, w, bottom - top);
      if (first)
        cairo_rectangle (row->cr, x, top, row->width - 2 * x, w);
      if (last)
        cairo_rectangle (row->cr, x, bottom - w, row->width - 2 * x, w);
      cairo_fill (row->cr);
    }
}

static void
draw_lifelines (const Row *row)
{
  for (guint c = 0; c < row->self->columns.n; c++)
    {
      const double w = row->style->line_width * (c == row->self->columns.here ? 2 : 1);

      refrain_style_set_color (row->style, row->cr,
                               c == row->self->columns.here ? REFRAIN_COLOR_TEXT_DIM
                                                            : REFRAIN_COLOR_GRID);
      cairo_rectangle (row->cr, get_x (row, c) - w / 2, 0, w, row->height);
      cairo_fill (row->cr);
    }
}

/* An arrow @bold times as thick as others. */
static void
draw_arrow_at (const Row *row, double x0, double x1, double y, double bold)
{
  const double head = (0.28 + 0.08 * bold) * row->style->font_size;
  const double sign = x1 < x0 ? -1 : 1;
  cairo_t *cr = row->cr;

  refrain_style_set_color (row->style, cr, REFRAIN_COLOR_P2P);
  cairo_set_line_width (cr, 1.5 * bold * row->style->line_width);
  if (x0 == x1)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, x0 + head, y, head, -2.6, 2.6);
      cairo_stroke (cr);
      return;
    }
  cairo_move_to (cr, x0, y);
  cairo_line_to (cr, x1 - sign * head, y);
  cairo_stroke (cr);
  cairo_move_to (cr, x1, y);
  cairo_line_to (cr, x1 - sign * head, y - 0.55 * head);
  cairo_line_to (cr, x1 - sign * head, y + 0.55 * head);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_arrow (const Row *row, guint from, guint to, double y)
{
  draw_arrow_at (row, get_x (row, from), get_x (row, to), y, 1);
}

/* The @i-th of @n arrows of a line lies so far down. */
static double
get_arrow_y (const Row *row, guint32 i, guint32 n)
{
  return row->height * (0.2 + 0.6 * (i + 0.5) / n);
}

static void
draw_messages (const Row *row, guint32 line)
{
  RefrainProgramPainter *self = row->self;
  const RefrainLineKind kind = get_line (self, line)->kind;
  const gboolean both = kind == REFRAIN_LINE_SWAP || kind == REFRAIN_LINE_SHIFT;
  guint32 n, n_all;
  const guint32 *named = refrain_program_get_line_directions (self->program, line, &n);
  const RefrainDirection *directions = refrain_program_get_directions (self->program, &n_all);
  const guint32 n_arrows = both ? 2 * n : n;

  for (guint32 i = 0; i < n; i++)
    {
      const gint32 back
          = kind == REFRAIN_LINE_SHIFT ? directions[named[i]].opposite : (gint32) named[i];
      const guint32 second = kind == REFRAIN_LINE_SWAP ? n + i : 2 * i + 1;

      if (kind != REFRAIN_LINE_RECV)
        draw_arrow (row, self->columns.here, self->columns.column[named[i]],
                    get_arrow_y (row, kind == REFRAIN_LINE_SHIFT ? 2 * i : i, n_arrows));
      if (kind != REFRAIN_LINE_SEND && back >= 0)
        draw_arrow (row, self->columns.column[back], self->columns.here,
                    get_arrow_y (row, both ? second : i, n_arrows));
    }
}

/* One arrow for all that the line sends, one for all that it receives. */
static void
draw_fan (const Row *row, guint32 line)
{
  RefrainProgramPainter *self = row->self;
  const RefrainLineKind kind = get_line (self, line)->kind;
  const gboolean both = kind == REFRAIN_LINE_SWAP || kind == REFRAIN_LINE_SHIFT;
  const double here = get_x (row, self->columns.here);
  const double there = row->width - row->inset - row->fan + 0.2 * row->style->font_size;

  if (kind != REFRAIN_LINE_RECV)
    draw_arrow_at (row, here, there, get_arrow_y (row, 0, both ? 2 : 1), 2);
  if (kind != REFRAIN_LINE_SEND)
    draw_arrow_at (row, there, here, get_arrow_y (row, both ? 1 : 0, both ? 2 : 1), 2);
  refrain_program_fan_draw (self->program, line, row->cr, row->style, get_fan_x (row), row->height);
}

static void
draw_bar (const Row *row, RefrainColorRole role, double part)
{
  const double left = get_x (row, 0) - 0.5 * row->style->font_size;
  const double right = row->fan > 0
                           ? row->width - row->inset
                           : get_x (row, row->self->columns.n - 1) + 0.5 * row->style->font_size;
  const double height = part * row->height, y = (row->height - height) / 2;

  refrain_style_set_color (row->style, row->cr, role);
  cairo_rectangle (row->cr, left, y, right - left, height);
  cairo_fill (row->cr);
}

/* What a use stands for, and how often a body is done, as words on the line of the process. */
static void
draw_words (const Row *row, const char *text)
{
  const RefrainStyle *style = row->style;
  const double half = refrain_text_get_width (style, text, 0.85) / 2 + 0.3 * style->font_size;
  const double x = get_x (row, row->self->columns.here);

  refrain_style_set_color (style, row->cr, REFRAIN_COLOR_BACKGROUND);
  cairo_rectangle (row->cr, x - half, 0.2 * row->height, 2 * half, 0.62 * row->height);
  cairo_fill (row->cr);
  refrain_text_show (row->cr, style,
                     &(RefrainText){ .x = x,
                                     .y = row->height / 2,
                                     .align = REFRAIN_TEXT_CENTER,
                                     .scale = 0.85,
                                     .color = style->colors[REFRAIN_COLOR_TEXT] },
                     text);
}

static void
draw_count (const Row *row, const RefrainProgramLine *line)
{
  g_autofree char *count = refrain_count_format (line->count);
  g_autofree char *text = g_strdup_printf ("× %s", count);

  draw_words (row, text);
}

static void
draw_definition (RefrainProgramPainter *self, const Row *row, const RefrainProgramLine *line)
{
  const guint32 number = line->kind == REFRAIN_LINE_DEFINE
                             ? line->definition
                             : get_line (self, line->definition)->definition;
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_words_append_name (text, number);
  draw_words (row, text->str);
}

void
refrain_program_painter_draw_row (RefrainProgramPainter *self,
                                  cairo_t *cr,
                                  const RefrainStyle *style,
                                  guint32 line,
                                  double width,
                                  double height)
{
  Row row;
  const RefrainProgramLine *what;

  g_return_if_fail (REFRAIN_IS_PROGRAM_PAINTER (self) && line < self->n_lines);

  row = make_row (self, cr, style, width, height);
  cairo_save (cr);
  what = get_line (self, line);
  draw_boxes (&row, line);
  draw_lifelines (&row);
  if (what->kind == REFRAIN_LINE_REPEAT)
    draw_count (&row, what);
  else if (what->kind == REFRAIN_LINE_USE || what->kind == REFRAIN_LINE_DEFINE)
    draw_definition (self, &row, what);
  else if (what->kind == REFRAIN_LINE_SYNC)
    draw_bar (&row, REFRAIN_COLOR_COLLECTIVE, 0.4);
  else if (what->kind == REFRAIN_LINE_LOCAL)
    draw_bar (&row, REFRAIN_COLOR_ROUTINE, 0.15);
  else if (self->columns.fans[line])
    draw_fan (&row, line);
  else
    draw_messages (&row, line);
  cairo_restore (cr);
}

void
refrain_program_painter_draw_heads (RefrainProgramPainter *self,
                                    cairo_t *cr,
                                    const RefrainStyle *style,
                                    double width,
                                    double height)
{
  Row row;
  double room;
  guint step;

  g_return_if_fail (REFRAIN_IS_PROGRAM_PAINTER (self));

  row = make_row (self, cr, style, width, height);
  room = (width - 2 * row.inset - row.fan) / self->columns.n;
  step = get_head_step (self, style, room);
  for (guint c = 0; c < self->columns.n; c++)
    {
      const guint32 direction = self->columns.heads[c];
      const char *text;
      double scale, free_room = room * step;

      if (c != self->columns.here
          && (room < 1.6 * style->font_size
              || abs ((int) c - (int) self->columns.here) % (int) step > 0))
        continue;
      text = direction == REFRAIN_NONE ? _ ("here") : self->columns.labels[c];
      /* It is the longest where all else is "+x", and bold. */
      if (c == self->columns.here)
        free_room = get_head_room (self, style, c, room) / BOLD;
      scale = HEAD_SCALE
              * MIN (1, 0.95 * free_room / refrain_text_get_width (style, text, HEAD_SCALE));
      refrain_text_show (cr, style,
                         &(RefrainText){ .x = get_x (&row, c),
                                         .y = height / 2,
                                         .align = REFRAIN_TEXT_CENTER,
                                         .scale = MAX (scale, LEAST_HEAD_SCALE),
                                         .bold = c == self->columns.here,
                                         .max_width = c == self->columns.here
                                                          ? MAX (free_room * BOLD, room)
                                                          : free_room,
                                         .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
                         text);
    }
  if (self->columns.any_fan)
    refrain_program_fan_draw_head (self->program, cr, style, get_fan_x (&row), height);
}

/* ---- The figure ------------------------------------------------------------------------------ */

/* "4 µs (1 to 9)", of a line's times; "" where there are none. Free with g_free(). */
static char *
refrain_program_painter_dup_times (const RefrainLineTimes *times)
{
  g_autofree char *median = NULL, *low = NULL, *high = NULL;

  g_return_val_if_fail (times != NULL, NULL);
  if (times->n == 0)
    return g_strdup ("");
  median = refrain_time_format (times->median, 2);
  if (times->n < 3)
    return g_steal_pointer (&median);
  low = refrain_time_format (times->low, 2);
  high = refrain_time_format (times->high, 2);
  /* TRANSLATORS: a median, and between what most are: "4 ms (1 ms – 9 ms)". */
  return g_strdup_printf (_ ("%s (%s – %s)"), median, low, high);
}

/* Where the figure's parts lie, from left to right. */
typedef struct
{
  double text, picture, times, waiting; /* widths */
  double row;
  guint32 n;       /* lines that there is room for */
  guint32 n_lists; /* rows below them, which say what names of lists mean: at most so many */
} Plan;

/* Whether one of the lines in the figure names the list "D1 = ...". */
static gboolean
is_shown (RefrainProgramPainter *self, const Plan *plan, const char *list)
{
  const gsize length = strcspn (list, " ");

  for (guint32 i = 0; i < plan->n; i++)
    for (const char *at = self->brief->lines[i]; (at = strchr (at, ' ')) != NULL;)
      if (strncmp (++at, list, length) == 0 && strcspn (at, " ") == length)
        return TRUE;
  return FALSE;
}

/* @n rows for lines and the lists they name; one stays free for what is left out. */
static void
share_rows (RefrainProgramPainter *self, Plan *plan, guint32 n)
{
  plan->n = MIN (n > 0 ? n - 1 : 0, self->n_lines);
  for (char **list = self->brief->lists; *list != NULL; list++)
    plan->n_lists += is_shown (self, plan, *list);
  plan->n_lists = MIN (plan->n_lists, n / 4);
  if (n >= self->n_lines + plan->n_lists)
    plan->n = self->n_lines;
  else
    plan->n = MIN (plan->n, n > plan->n_lists ? n - plan->n_lists - 1 : 0);
}

static Plan
make_plan (RefrainProgramPainter *self, const RefrainViewport *viewport, const RefrainStyle *style)
{
  const double font = style->font_size;
  const guint32 n_lists = g_strv_length (self->brief->lists);
  const double row = viewport->height / (self->n_lines + n_lists + 1.0);
  Plan plan = { .row = CLAMP (row, LEAST_ROW_HEIGHT * font, ROW_HEIGHT * font),
                .text = refrain_text_get_width (style, self->brief->head, HEAD_SCALE) };

  for (guint32 i = 0; i < self->n_lines && i < 200; i++)
    plan.text = MAX (plan.text, refrain_text_get_width (style, self->brief->lines[i], 1)
                                    + INDENT * font * refrain_program_painter_get_depth (self, i));
  plan.text += font;
  if (viewport->width > 45 * font && self->times != NULL)
    {
      plan.times = 13 * font;
      plan.waiting = 6 * font;
    }
  plan.text = MIN (plan.text, 0.6 * (viewport->width - plan.times - plan.waiting));
  plan.picture = MIN (viewport->width - plan.text - plan.times - plan.waiting,
                      refrain_program_painter_get_columns_width (self) * font);
  if (plan.times > 0)
    {
      const double rest
          = viewport->width - plan.text - plan.picture - plan.times - plan.waiting - font;

      plan.picture += CLAMP (rest, 0, 0.5 * plan.picture);
      plan.times += CLAMP (rest - 0.5 * plan.picture, 0, 4 * font);
    }
  share_rows (self, &plan, (guint32) MAX (floor (viewport->height / plan.row) - 1, 0));
  return plan;
}

static void
draw_times (RefrainProgramPainter *self,
            cairo_t *cr,
            const RefrainStyle *style,
            const Plan *plan,
            guint32 line,
            double y)
{
  const RefrainLineTimes *times = refrain_program_times_get (self->times, line);
  g_autofree char *text = refrain_program_painter_dup_times (times);
  g_autofree char *waiting = times->waiting > 0 ? refrain_time_format (times->waiting, 2) : NULL;
  RefrainText place = { .x = plan->text + plan->picture + plan->times,
                        .y = y,
                        .align = REFRAIN_TEXT_RIGHT,
                        .scale = 0.85,
                        .max_width = plan->times,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  refrain_text_show (cr, style, &place, text);
  place.x += plan->waiting;
  place.max_width = plan->waiting;
  if (waiting != NULL)
    refrain_text_show (cr, style, &place, waiting);
}

static void
draw_figure_heads (RefrainProgramPainter *self,
                   cairo_t *cr,
                   const RefrainStyle *style,
                   const Plan *plan)
{
  RefrainText place = { .y = plan->row / 2,
                        .scale = HEAD_SCALE,
                        .max_width = plan->text,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] };

  refrain_text_show (cr, style, &place, self->brief->head);
  cairo_save (cr);
  cairo_translate (cr, plan->text, 0);
  refrain_program_painter_draw_heads (self, cr, style, plan->picture, plan->row);
  cairo_restore (cr);
  if (plan->times <= 0)
    return;
  place.align = REFRAIN_TEXT_RIGHT;
  place.x = plan->text + plan->picture + plan->times;
  place.max_width = plan->times;
  refrain_text_show (cr, style, &place, _ ("median (10 – 90 %)"));
  place.x += plan->waiting;
  place.max_width = plan->waiting;
  refrain_text_show (cr, style, &place, _ ("waiting"));
}

static void
draw_line_text (RefrainProgramPainter *self,
                cairo_t *cr,
                const RefrainStyle *style,
                const Plan *plan,
                guint32 line,
                double y)
{
  const double indent = INDENT * style->font_size * refrain_program_painter_get_depth (self, line);

  refrain_text_show (cr, style,
                     &(RefrainText){ .x = indent,
                                     .y = y,
                                     .max_width = plan->text - indent,
                                     .color = style->colors[REFRAIN_COLOR_TEXT] },
                     self->brief->lines[line]);
}

static void
draw_rest (RefrainProgramPainter *self, cairo_t *cr, const RefrainStyle *style, const Plan *plan)
{
  const guint32 n = self->n_lines - plan->n;
  g_autofree char *text
      = g_strdup_printf (ngettext ("and %u more line", "and %u more lines", n), n);

  refrain_text_show (cr, style,
                     &(RefrainText){ .y = (plan->n + 1.5) * plan->row,
                                     .scale = 0.85,
                                     .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
                     text);
}

/* What the names of lists mean, of those that the lines name. */
static void
draw_lists (RefrainProgramPainter *self,
            cairo_t *cr,
            const RefrainStyle *style,
            const Plan *plan,
            double width)
{
  guint32 row = plan->n + (plan->n < self->n_lines ? 2 : 1), end = row + plan->n_lists;

  for (char **list = self->brief->lists; *list != NULL && row < end; list++)
    if (is_shown (self, plan, *list))
      refrain_text_show (cr, style,
                         &(RefrainText){ .y = (row++ + 0.5) * plan->row,
                                         .scale = 0.85,
                                         .max_width = width,
                                         .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
                         *list);
}

static void
refrain_program_painter_paint (RefrainPainter *painter,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  RefrainProgramPainter *self = REFRAIN_PROGRAM_PAINTER (painter);
  const double margin = 0.5 * style->font_size;
  RefrainViewport inside = *viewport;
  Plan plan;

  inside.width = MAX (viewport->width - 2 * margin, 1);
  plan = make_plan (self, &inside, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  cairo_translate (cr, margin, 0);
  draw_figure_heads (self, cr, style, &plan);
  for (guint32 i = 0; i < plan.n; i++)
    {
      const double y = (i + 1) * plan.row;

      draw_line_text (self, cr, style, &plan, i, y + plan.row / 2);
      cairo_save (cr);
      cairo_translate (cr, plan.text, y);
      refrain_program_painter_draw_row (self, cr, style, i, plan.picture, plan.row);
      cairo_restore (cr);
      if (plan.times > 0)
        draw_times (self, cr, style, &plan, i, y + plan.row / 2);
    }
  if (plan.n < self->n_lines)
    draw_rest (self, cr, style, &plan);
  draw_lists (self, cr, style, &plan, inside.width);
}

static void
refrain_program_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  viewport->n_rows = REFRAIN_PROGRAM_PAINTER (painter)->n_lines + 1;
}

REFRAIN_DEFINE_PAINTER (RefrainProgramPainter,
                        refrain_program_painter,
                        .paint = refrain_program_painter_paint,
                        .get_extent = refrain_program_painter_get_extent)
