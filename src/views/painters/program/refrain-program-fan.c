/* refrain-program-fan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Layers of a cube stand side by side, the lowest one left; x goes to the right and y down, as in
 * the topology's picture.
 */
#include "refrain-program-fan.h"

#include <glib/gi18n.h>

#include "refrain-mapping.h"
#include "refrain-text.h"

/* In font sizes. */
#define CELL  0.44
#define LAYER 2.1
#define WORDS 5.0

/* Layers of cells; 0: the neighbours are not all one step away along up to three axes. */
static guint
count_layers (RefrainProgram *program)
{
  RefrainMapping *mapping = refrain_program_get_mapping (program);
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);
  guint32 n;
  const RefrainDirection *directions = refrain_program_get_directions (program, &n);

  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID || n_axes < 2 || n_axes > 3)
    return 0;
  for (guint32 d = 0; d < n; d++)
    {
      if (directions[d].kind == REFRAIN_STEP_SELF)
        continue;
      if (directions[d].kind != REFRAIN_STEP_OFFSET)
        return 0;
      for (guint a = 0; a < n_axes; a++)
        if (ABS (directions[d].offset[a]) > 1)
          return 0;
    }
  return n_axes == 3 ? 3 : 1;
}

gboolean
refrain_program_fan_has_cells (RefrainProgram *program)
{
  return count_layers (program) > 0;
}

double
refrain_program_fan_get_width (RefrainProgram *program)
{
  const guint n = count_layers (program);

  return n == 0 ? WORDS : n * LAYER;
}

void
refrain_program_fan_draw_head (
    RefrainProgram *program, cairo_t *cr, const RefrainStyle *style, double x, double height)
{
  static const char *const layers[] = { "z-1", "z", "z+1" };
  const guint n = count_layers (program);

  for (guint i = 0; i < MAX (n, 1); i++)
    refrain_text_show (
        cr, style,
        &(RefrainText){ .x = x + LAYER * style->font_size * (n == 3 ? (double) i - 1 : 0),
                        .y = height / 2,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = 0.85,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM] },
        n == 3 ? layers[i] : _ ("several"));
}

/* ---- Cells ----------------------------------------------------------------------------------- */

enum
{
  SENDS = 1,
  RECEIVES = 2
};

/* The number of the cell in the middle of three layers. */
#define MIDDLE 13

/* The cell of a direction: x + 3 y + 9 z, each from 0 to 2. */
static guint
get_cell (RefrainMapping *mapping, const RefrainDirection *direction)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  gint cell = MIDDLE;

  if (direction->kind == REFRAIN_STEP_OFFSET)
    for (guint a = 0, factor = n == 3 ? 9 : 3; a < n; a++, factor /= 3)
      cell += direction->offset[a] * (gint) factor;
  return (guint) cell;
}

static void
mark_cells (RefrainProgram *program, guint32 number, guint8 *cells)
{
  RefrainMapping *mapping = refrain_program_get_mapping (program);
  guint32 n;
  const RefrainLineKind kind = refrain_program_get_lines (program, &n)[number].kind;
  const RefrainDirection *directions = refrain_program_get_directions (program, &n);
  const guint32 *named = refrain_program_get_line_directions (program, number, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainDirection *direction = &directions[named[i]];

      if (kind != REFRAIN_LINE_RECV)
        cells[get_cell (mapping, direction)] |= SENDS;
      if (kind == REFRAIN_LINE_RECV || kind == REFRAIN_LINE_SWAP)
        cells[get_cell (mapping, direction)] |= RECEIVES;
      if (kind == REFRAIN_LINE_SHIFT && direction->opposite >= 0)
        cells[get_cell (mapping, &directions[direction->opposite])] |= RECEIVES;
    }
}

static void
draw_cell (cairo_t *cr, const RefrainStyle *style, double x, double y, double size, guint8 what)
{
  const double w = MAX (style->line_width, 0.16 * size), gap = 0.08 * size;

  if (what == 0)
    {
      refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
      cairo_rectangle (cr, x + 0.3 * size, y + 0.3 * size, 0.4 * size, 0.4 * size);
      cairo_fill (cr);
      return;
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_P2P);
  cairo_rectangle (cr, x + gap, y + gap, size - 2 * gap, size - 2 * gap);
  if ((what & SENDS) == 0) /* a frame: the inner rectangle goes the other way round */
    {
      cairo_rectangle (cr, x + gap + w, y + size - gap - w, size - 2 * (gap + w),
                       -(size - 2 * (gap + w)));
    }
  cairo_fill (cr);
}

static void
draw_cells (RefrainProgram *program,
            guint32 line,
            cairo_t *cr,
            const RefrainStyle *style,
            double x,
            double height)
{
  const guint n = count_layers (program);
  const double size = MIN (CELL * style->font_size, 0.25 * height);
  guint8 cells[27] = { 0 };

  mark_cells (program, line, cells);
  for (guint i = 0; i < n * 9; i++)
    {
      const guint cell = n == 3 ? i : i + 9;
      const double left
          = x + (n == 3 ? ((double) (cell / 9) - 1) * LAYER * style->font_size : 0) - 1.5 * size;
      const double at_x = left + (cell % 3) * size, at_y = height / 2 + (cell / 3 % 3 - 1.5) * size;

      if (cell != MIDDLE || cells[cell] != 0)
        draw_cell (cr, style, at_x, at_y, size, cells[cell]);
      if (cell != MIDDLE)
        continue;
      refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_arc (cr, at_x + size / 2, at_y + size / 2, 0.28 * size, 0, 2 * G_PI);
      cairo_fill (cr);
    }
}

void
refrain_program_fan_draw (RefrainProgram *program,
                          guint32 line,
                          cairo_t *cr,
                          const RefrainStyle *style,
                          double x,
                          double height)
{
  g_autofree char *words = NULL;
  guint32 n;

  if (refrain_program_fan_has_cells (program))
    {
      draw_cells (program, line, cr, style, x, height);
      return;
    }
  refrain_program_get_line_directions (program, line, &n);
  words = g_strdup_printf (ngettext ("%u other", "%u others", n), n);
  refrain_text_show (cr, style,
                     &(RefrainText){ .x = x,
                                     .y = height / 2,
                                     .align = REFRAIN_TEXT_CENTER,
                                     .scale = 0.85,
                                     .max_width = WORDS * style->font_size,
                                     .color = style->colors[REFRAIN_COLOR_TEXT] },
                     words);
}
