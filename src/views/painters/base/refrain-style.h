/* refrain-style.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours by role, the same in every view, theme and figure; fonts and line widths. Plain values:
 * copy freely.
 */
#pragma once

#include <cairo.h>
#include <glib-object.h>
#include <pango/pango.h>

typedef struct
{
  double red, green, blue, alpha;
} RefrainColor;

/* An opaque RefrainColor, for tables: 0xrrggbb. */
#define REFRAIN_RGB(hex)                                                                           \
  {                                                                                                \
    ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex) &0xff) / 255.0, 1.0          \
  }

typedef enum
{
  REFRAIN_COLOR_BACKGROUND,
  REFRAIN_COLOR_ROW, /* every other process row */
  REFRAIN_COLOR_GRID,
  REFRAIN_COLOR_TEXT,
  REFRAIN_COLOR_TEXT_DIM,
  REFRAIN_COLOR_P2P,
  REFRAIN_COLOR_WAIT,
  REFRAIN_COLOR_COLLECTIVE,
  REFRAIN_COLOR_MPI,     /* other MPI routines */
  REFRAIN_COLOR_ROUTINE, /* the program's own work, where no hue is asked for */
  REFRAIN_COLOR_MESSAGE, /* arrows */
  REFRAIN_COLOR_SELECTION,
  REFRAIN_COLOR_DIMMED,
  REFRAIN_COLOR_DEFECT,
  REFRAIN_COLOR_GAP,  /* compressed idle time */
  REFRAIN_COLOR_PATH, /* the critical path */
  REFRAIN_N_COLORS
} RefrainColorRole;

typedef enum
{
  REFRAIN_PALETTE_LIGHT, /* screen, light */
  REFRAIN_PALETTE_DARK,  /* screen, dark */
  REFRAIN_PALETTE_PRINT, /* white paper, colour-blind-safe */
  REFRAIN_PALETTE_GREY,  /* white paper, no colour: marks, dashes and lightness carry the meaning */
  REFRAIN_N_PALETTES
} RefrainPalette;

typedef struct
{
  RefrainPalette palette;
  RefrainColor colors[REFRAIN_N_COLORS];
  gboolean contrast; /* raised: no pale tints, thicker lines */
  gboolean hatching; /* lines have dashes where colour alone would carry meaning */
  char font[64];     /* family, as Pango reads it */
  double font_size;  /* in the unit of the surface: pixels or points */
  double line_width; /* likewise, of thin lines */
  double least_font; /* likewise: no text is smaller, whatever its scale; 0: it may be */
} RefrainStyle;

/* @font_size in the unit of the surface. */
void refrain_style_init (RefrainStyle *self, RefrainPalette palette, double font_size);
/* For those who see little: text and lines stand out from the ground at 7:1 (WCAG 2, AAA), grids
 * and the program's own work at less; screen palettes only. */
void refrain_style_raise_contrast (RefrainStyle *self);
/* Sets the source of @cr. */
void refrain_style_set_color (const RefrainStyle *self, cairo_t *cr, RefrainColorRole role);
/* Likewise, with @alpha times its opacity. */
void refrain_style_set_color_alpha (const RefrainStyle *self,
                                    cairo_t *cr,
                                    RefrainColorRole role,
                                    double alpha);
/* The hue of a routine, by name, stable between runs. */
RefrainColor refrain_style_get_routine_color (const RefrainStyle *self, const char *name);
/* So many parts of what is lit up can be told apart by colour. */
#define REFRAIN_STYLE_N_PARTS 6
/* The colour of part @i of what is lit up, from 0; the first has the selection's own. */
RefrainColor refrain_style_get_part_color (const RefrainStyle *self, guint i);
/* The colour of curve @i of @n, from 0: all as far apart as that many can be, neighbours in
 * lightness too. */
RefrainColor refrain_style_get_curve_color (const RefrainStyle *self, gsize i, gsize n);
/* So many kinds of waiting can be told apart by colour. */
#define REFRAIN_STYLE_N_WAITS 9
/* The colour of waiting of a kind, from 0: first those for messages, then those in collectives. */
RefrainColor refrain_style_get_wait_color (const RefrainStyle *self, guint kind);
/* A sequential scale from background (0) to strongest (1): matrices, density. */
RefrainColor refrain_style_get_scale_color (const RefrainStyle *self, double value);
/* Of differences: -1 (less: blue) over 0 (the background) to 1 (more: orange), which the
 * colour-blind tell apart. */
RefrainColor refrain_style_get_diverging_color (const RefrainStyle *self, double value);
/* @color of something that stays in the background while something else is lit up. */
RefrainColor refrain_style_dim (const RefrainStyle *self, RefrainColor color);
/* Black or white, whichever reads better on @ground. */
RefrainColor refrain_style_get_ink (const RefrainStyle *self, RefrainColor ground);
/* As above, of words that step back while something else is lit up, as far as they stay legible. */
RefrainColor refrain_style_get_faint_ink (const RefrainStyle *self, RefrainColor ground);
/* Sets the source of @cr. */
void refrain_color_set_source (RefrainColor color, cairo_t *cr);
/* @color with @part of its opacity. */
RefrainColor refrain_color_fade (RefrainColor color, double part);
/* From @a (part 0) to @b (part 1). */
RefrainColor refrain_color_mix (RefrainColor a, RefrainColor b, double part);
/* Relative luminance as WCAG 2 defines it, 0 to 1. */
double refrain_color_get_luminance (RefrainColor color);
