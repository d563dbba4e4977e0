/* refrain-style.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of colours of each palette, and hues of routines made from a hash of their names, in
 * equal lightness.
 */
#include "refrain-style.h"

#include <math.h>

/* Blue, amber, violet and teal keep apart for all common kinds of colour blindness, and, in ever
 * lighter steps from collectives over messages and other MPI to waiting, where they are printed
 * without colour; the defect's red is always a cross too, the selection's pink an outline. */
static const RefrainColor palettes[REFRAIN_N_PALETTES][REFRAIN_N_COLORS] = {
  [REFRAIN_PALETTE_LIGHT] = {
    [REFRAIN_COLOR_BACKGROUND] = REFRAIN_RGB (0xffffff),
    [REFRAIN_COLOR_ROW] = REFRAIN_RGB (0xf6f7f9),
    [REFRAIN_COLOR_GRID] = REFRAIN_RGB (0xd9dce1),
    [REFRAIN_COLOR_TEXT] = REFRAIN_RGB (0x22252a),
    [REFRAIN_COLOR_TEXT_DIM] = REFRAIN_RGB (0x5f6670),
    [REFRAIN_COLOR_P2P] = REFRAIN_RGB (0x2f74d8),
    [REFRAIN_COLOR_WAIT] = REFRAIN_RGB (0xeca21c),
    [REFRAIN_COLOR_COLLECTIVE] = REFRAIN_RGB (0x6a2fa8),
    [REFRAIN_COLOR_MPI] = REFRAIN_RGB (0x35ab9c),
    [REFRAIN_COLOR_ROUTINE] = REFRAIN_RGB (0xd7dde6),
    [REFRAIN_COLOR_MESSAGE] = REFRAIN_RGB (0x1d4a8c),
    [REFRAIN_COLOR_SELECTION] = REFRAIN_RGB (0xe0107c),
    [REFRAIN_COLOR_DIMMED] = REFRAIN_RGB (0xdfe2e6),
    [REFRAIN_COLOR_DEFECT] = REFRAIN_RGB (0xc01c10),
    [REFRAIN_COLOR_GAP] = REFRAIN_RGB (0xe3e5e8),
    [REFRAIN_COLOR_PATH] = REFRAIN_RGB (0xd1360a),
  },
  [REFRAIN_PALETTE_DARK] = {
    [REFRAIN_COLOR_BACKGROUND] = REFRAIN_RGB (0x1d1e21),
    [REFRAIN_COLOR_ROW] = REFRAIN_RGB (0x232529),
    [REFRAIN_COLOR_GRID] = REFRAIN_RGB (0x3a3d43),
    [REFRAIN_COLOR_TEXT] = REFRAIN_RGB (0xf1f2f4),
    [REFRAIN_COLOR_TEXT_DIM] = REFRAIN_RGB (0xa6adb8),
    [REFRAIN_COLOR_P2P] = REFRAIN_RGB (0x5b9cf5),
    [REFRAIN_COLOR_WAIT] = REFRAIN_RGB (0xf2b23c),
    [REFRAIN_COLOR_COLLECTIVE] = REFRAIN_RGB (0x9b62d8),
    [REFRAIN_COLOR_MPI] = REFRAIN_RGB (0x46bfb0),
    [REFRAIN_COLOR_ROUTINE] = REFRAIN_RGB (0x3b4048),
    [REFRAIN_COLOR_MESSAGE] = REFRAIN_RGB (0xa9cbff),
    [REFRAIN_COLOR_SELECTION] = REFRAIN_RGB (0xff5fae),
    [REFRAIN_COLOR_DIMMED] = REFRAIN_RGB (0x34373c),
    [REFRAIN_COLOR_DEFECT] = REFRAIN_RGB (0xff6b5e),
    [REFRAIN_COLOR_GAP] = REFRAIN_RGB (0x2e3136),
    [REFRAIN_COLOR_PATH] = REFRAIN_RGB (0xff7d4d),
  },
  [REFRAIN_PALETTE_PRINT] = {
    [REFRAIN_COLOR_BACKGROUND] = REFRAIN_RGB (0xffffff),
    [REFRAIN_COLOR_ROW] = REFRAIN_RGB (0xffffff),
    [REFRAIN_COLOR_GRID] = REFRAIN_RGB (0xc8c8c8),
    [REFRAIN_COLOR_TEXT] = REFRAIN_RGB (0x000000),
    [REFRAIN_COLOR_TEXT_DIM] = REFRAIN_RGB (0x4d4d4d),
    [REFRAIN_COLOR_P2P] = REFRAIN_RGB (0x0067a5),
    [REFRAIN_COLOR_WAIT] = REFRAIN_RGB (0xe9a71f),
    [REFRAIN_COLOR_COLLECTIVE] = REFRAIN_RGB (0x5e1a63),
    [REFRAIN_COLOR_MPI] = REFRAIN_RGB (0x2c9f76),
    [REFRAIN_COLOR_ROUTINE] = REFRAIN_RGB (0xe2e2e2),
    [REFRAIN_COLOR_MESSAGE] = REFRAIN_RGB (0x00395c),
    [REFRAIN_COLOR_SELECTION] = REFRAIN_RGB (0xcc0066),
    [REFRAIN_COLOR_DIMMED] = REFRAIN_RGB (0xdddddd),
    [REFRAIN_COLOR_DEFECT] = REFRAIN_RGB (0x980000),
    [REFRAIN_COLOR_GAP] = REFRAIN_RGB (0xececec),
    [REFRAIN_COLOR_PATH] = REFRAIN_RGB (0xc04000),
  },
  [REFRAIN_PALETTE_GREY] = {
    [REFRAIN_COLOR_BACKGROUND] = REFRAIN_RGB (0xffffff),
    [REFRAIN_COLOR_ROW] = REFRAIN_RGB (0xffffff),
    [REFRAIN_COLOR_GRID] = REFRAIN_RGB (0xcccccc),
    [REFRAIN_COLOR_TEXT] = REFRAIN_RGB (0x000000),
    [REFRAIN_COLOR_TEXT_DIM] = REFRAIN_RGB (0x4d4d4d),
    [REFRAIN_COLOR_P2P] = REFRAIN_RGB (0x585858),
    [REFRAIN_COLOR_WAIT] = REFRAIN_RGB (0xbababa),
    [REFRAIN_COLOR_COLLECTIVE] = REFRAIN_RGB (0x1f1f1f),
    [REFRAIN_COLOR_MPI] = REFRAIN_RGB (0x898989),
    [REFRAIN_COLOR_ROUTINE] = REFRAIN_RGB (0xeaeaea),
    [REFRAIN_COLOR_MESSAGE] = REFRAIN_RGB (0x202020),
    [REFRAIN_COLOR_SELECTION] = REFRAIN_RGB (0x000000),
    [REFRAIN_COLOR_DIMMED] = REFRAIN_RGB (0xe0e0e0),
    [REFRAIN_COLOR_DEFECT] = REFRAIN_RGB (0x000000),
    [REFRAIN_COLOR_GAP] = REFRAIN_RGB (0xf0f0f0),
    [REFRAIN_COLOR_PATH] = REFRAIN_RGB (0x000000),
  },
};

/* What words that step back keep, with what is behind them. */
#define LEAST_CONTRAST 3

/* Sequential scales, from the weakest to the strongest; lightness is monotone in each. */
#define N_STOPS 5
static const RefrainColor scales[REFRAIN_N_PALETTES][N_STOPS] = {
  [REFRAIN_PALETTE_LIGHT]
  = { REFRAIN_RGB (0xffffff), REFRAIN_RGB (0xc3d9f3), REFRAIN_RGB (0x6fa3e0),
      REFRAIN_RGB (0x2b62b0), REFRAIN_RGB (0x0d2557) },
  [REFRAIN_PALETTE_DARK] = { REFRAIN_RGB (0x1d1e21), REFRAIN_RGB (0x1f3f72), REFRAIN_RGB (0x2f74c8),
                             REFRAIN_RGB (0x6db6e8), REFRAIN_RGB (0xf3f1c4) },
  [REFRAIN_PALETTE_PRINT]
  = { REFRAIN_RGB (0xffffff), REFRAIN_RGB (0xbfdcec), REFRAIN_RGB (0x66aacf),
      REFRAIN_RGB (0x0072b2), REFRAIN_RGB (0x002a42) },
  [REFRAIN_PALETTE_GREY] = { REFRAIN_RGB (0xffffff), REFRAIN_RGB (0xc6c6c6), REFRAIN_RGB (0x8c8c8c),
                             REFRAIN_RGB (0x525252), REFRAIN_RGB (0x000000) },
};

/* Of parts of what is lit up, which stand on what is dimmed. */
static const RefrainColor part_colors[REFRAIN_N_PALETTES][REFRAIN_STYLE_N_PARTS] = {
  [REFRAIN_PALETTE_LIGHT]
  = { REFRAIN_RGB (0xe0107c), REFRAIN_RGB (0x12753f), REFRAIN_RGB (0x2448d0),
      REFRAIN_RGB (0xd05a00), REFRAIN_RGB (0x7a3fb8), REFRAIN_RGB (0x007a86) },
  [REFRAIN_PALETTE_DARK]
  = { REFRAIN_RGB (0xff5fae), REFRAIN_RGB (0x5fd38a), REFRAIN_RGB (0x7aa2ff),
      REFRAIN_RGB (0xffa04d), REFRAIN_RGB (0xc79bff), REFRAIN_RGB (0x4fd0dc) },
  [REFRAIN_PALETTE_PRINT]
  = { REFRAIN_RGB (0xcc0066), REFRAIN_RGB (0x0b4d22), REFRAIN_RGB (0x4da6e0),
      REFRAIN_RGB (0xd55e00), REFRAIN_RGB (0x3d0d4a), REFRAIN_RGB (0x7cc4b5) },
  [REFRAIN_PALETTE_GREY]
  = { REFRAIN_RGB (0x000000), REFRAIN_RGB (0x707070), REFRAIN_RGB (0x383838),
      REFRAIN_RGB (0x9c9c9c), REFRAIN_RGB (0x545454), REFRAIN_RGB (0x888888) },
};

/* Of kinds of waiting, on what is dimmed: late senders as all waiting, warm for messages, cool for
 * collectives; on paper Paul Tol's muted scheme, and without colour by lightness, those that often
 * come together far apart. */
static const RefrainColor wait_colors[REFRAIN_N_PALETTES][REFRAIN_STYLE_N_WAITS] = {
  [REFRAIN_PALETTE_LIGHT]
  = { REFRAIN_RGB (0xeca21c), REFRAIN_RGB (0x94600a), REFRAIN_RGB (0xe0442e),
      REFRAIN_RGB (0x2f6fd0), REFRAIN_RGB (0x4b2fa0), REFRAIN_RGB (0x17a2a2),
      REFRAIN_RGB (0x2e8b3d), REFRAIN_RGB (0xd76bb0), REFRAIN_RGB (0x8a8a2a) },
  [REFRAIN_PALETTE_DARK]
  = { REFRAIN_RGB (0xf2b23c), REFRAIN_RGB (0xb07a26), REFRAIN_RGB (0xff6b57),
      REFRAIN_RGB (0x5fa8f0), REFRAIN_RGB (0xa08aff), REFRAIN_RGB (0x4fd0d0),
      REFRAIN_RGB (0x6bd07b), REFRAIN_RGB (0xf09ad0), REFRAIN_RGB (0xc9c95a) },
  [REFRAIN_PALETTE_PRINT]
  = { REFRAIN_RGB (0xe9a71f), REFRAIN_RGB (0x882255), REFRAIN_RGB (0xcc6677),
      REFRAIN_RGB (0x33608f), REFRAIN_RGB (0x221166), REFRAIN_RGB (0x44aa99),
      REFRAIN_RGB (0x117733), REFRAIN_RGB (0x88ccee), REFRAIN_RGB (0x999933) },
  [REFRAIN_PALETTE_GREY]
  = { REFRAIN_RGB (0xbababa), REFRAIN_RGB (0x2c2c2c), REFRAIN_RGB (0x000000),
      REFRAIN_RGB (0x585858), REFRAIN_RGB (0x9a9a9a), REFRAIN_RGB (0x848484),
      REFRAIN_RGB (0x424242), REFRAIN_RGB (0x161616), REFRAIN_RGB (0x6e6e6e) },
};

void
refrain_style_init (RefrainStyle *self, RefrainPalette palette, double font_size)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (palette < REFRAIN_N_PALETTES);

  *self = (RefrainStyle){
    .palette = palette,
    .hatching = palette == REFRAIN_PALETTE_GREY,
    .font = "Sans",
    .font_size = font_size,
    .line_width = MAX (font_size / 11, 0.25),
  };
  for (guint i = 0; i < REFRAIN_N_COLORS; i++)
    self->colors[i] = palettes[palette][i];
}

/* ---- High contrast ----------------------------------------------------------------------------
 */

#define TEXT_CONTRAST 7.0

static double
get_contrast (RefrainColor a, RefrainColor b)
{
  const double x = refrain_color_get_luminance (a), y = refrain_color_get_luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/* @color, so much nearer to the colour of text that it stands out from the ground at @ratio. */
static RefrainColor
strengthen (const RefrainStyle *self, RefrainColor color, double ratio)
{
  const double end = self->palette == REFRAIN_PALETTE_DARK ? 1 : 0;
  const RefrainColor extreme = { end, end, end, color.alpha };
  RefrainColor stronger = color;

  for (guint i = 1;
       i <= 40 && get_contrast (stronger, self->colors[REFRAIN_COLOR_BACKGROUND]) < ratio; i++)
    stronger = refrain_color_mix (color, extreme, i / 40.0);
  return stronger;
}

void
refrain_style_raise_contrast (RefrainStyle *self)
{
  static const double ratios[REFRAIN_N_COLORS] = {
    [REFRAIN_COLOR_GRID] = 3,
    [REFRAIN_COLOR_ROUTINE] = 2.4,
    [REFRAIN_COLOR_DIMMED] = 1.8,
    [REFRAIN_COLOR_GAP] = 1.8,
  };
  double end;

  g_return_if_fail (self != NULL);
  g_return_if_fail (self->palette == REFRAIN_PALETTE_LIGHT
                    || self->palette == REFRAIN_PALETTE_DARK);

  end = self->palette == REFRAIN_PALETTE_DARK ? 0 : 1;
  self->contrast = TRUE;
  self->line_width *= 1.5;
  self->colors[REFRAIN_COLOR_BACKGROUND] = (RefrainColor){ end, end, end, 1 };
  self->colors[REFRAIN_COLOR_ROW] = self->colors[REFRAIN_COLOR_BACKGROUND];
  self->colors[REFRAIN_COLOR_TEXT] = (RefrainColor){ 1 - end, 1 - end, 1 - end, 1 };
  for (guint i = REFRAIN_COLOR_GRID; i < REFRAIN_N_COLORS; i++)
    self->colors[i] = strengthen (self, self->colors[i], ratios[i] > 0 ? ratios[i] : TEXT_CONTRAST);
}

/* A line's or a mark's @color, raised where contrast is. */
static RefrainColor
raised (const RefrainStyle *self, RefrainColor color)
{
  return self->contrast ? strengthen (self, color, TEXT_CONTRAST) : color;
}

RefrainColor
refrain_style_dim (const RefrainStyle *self, RefrainColor color)
{
  g_return_val_if_fail (self != NULL, color);
  return refrain_color_mix (color, self->colors[REFRAIN_COLOR_DIMMED], 0.72);
}

void
refrain_style_set_color (const RefrainStyle *self, cairo_t *cr, RefrainColorRole role)
{
  refrain_style_set_color_alpha (self, cr, role, 1);
}

void
refrain_style_set_color_alpha (const RefrainStyle *self,
                               cairo_t *cr,
                               RefrainColorRole role,
                               double alpha)
{
  refrain_color_set_source (refrain_color_fade (self->colors[role], alpha), cr);
}

RefrainColor
refrain_style_get_part_color (const RefrainStyle *self, guint i)
{
  g_return_val_if_fail (self != NULL, (RefrainColor){ 0 });
  return raised (self, part_colors[self->palette][i % REFRAIN_STYLE_N_PARTS]);
}

RefrainColor
refrain_style_get_wait_color (const RefrainStyle *self, guint kind)
{
  g_return_val_if_fail (self != NULL, (RefrainColor){ 0 });
  return raised (self, wait_colors[self->palette][kind % REFRAIN_STYLE_N_WAITS]);
}

void
refrain_color_set_source (RefrainColor color, cairo_t *cr)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
}

RefrainColor
refrain_color_fade (RefrainColor color, double part)
{
  color.alpha *= part;
  return color;
}

RefrainColor
refrain_color_mix (RefrainColor a, RefrainColor b, double part)
{
  return (RefrainColor){
    a.red + (b.red - a.red) * part,
    a.green + (b.green - a.green) * part,
    a.blue + (b.blue - a.blue) * part,
    a.alpha + (b.alpha - a.alpha) * part,
  };
}

static double
gamma_encode (double linear)
{
  linear = CLAMP (linear, 0, 1);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;
}

/* From the OKLCh space, in which equal lightness looks equally light
 * (https://bottosson.github.io/posts/oklab/). */
static RefrainColor
from_oklch (double lightness, double chroma, double hue)
{
  double a = chroma * cos (hue), b = chroma * sin (hue);
  double l = pow (lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  double m = pow (lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  double s = pow (lightness - 0.0894841775 * a - 1.2914855480 * b, 3);

  return (RefrainColor){
    gamma_encode (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma_encode (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma_encode (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
    1,
  };
}

/* A routine has one of 24 hues in one of three shades. */
#define N_HUES   24
#define N_SHADES 3

typedef struct
{
  RefrainColor colors[REFRAIN_N_PALETTES][N_HUES * N_SHADES];
  RefrainColor strong[2][N_HUES * N_SHADES]; /* light and dark, with raised contrast */
} Hues;

static gpointer
make_hues (gpointer data)
{
  Hues *self = g_new (Hues, 1);

  for (guint i = 0; i < N_HUES * N_SHADES; i++)
    {
      double hue = i % N_HUES * 2 * G_PI / N_HUES, shade = (double) (i / N_HUES) - 1;
      RefrainColor pastel = from_oklch (0.855 + 0.035 * shade, 0.072, hue);

      self->colors[REFRAIN_PALETTE_LIGHT][i] = pastel;
      self->colors[REFRAIN_PALETTE_PRINT][i] = pastel;
      self->colors[REFRAIN_PALETTE_DARK][i] = from_oklch (0.46 + 0.045 * shade, 0.075, hue);
      self->strong[0][i] = from_oklch (0.735 + 0.02 * shade, 0.1, hue);
      self->strong[1][i] = from_oklch (0.43 + 0.02 * shade, 0.085, hue);
      self->colors[REFRAIN_PALETTE_GREY][i] = from_oklch (0.79 + 0.022 * (i % 8), 0, 0);
    }
  return self;
}

RefrainColor
refrain_style_get_routine_color (const RefrainStyle *self, const char *name)
{
  static GOnce once = G_ONCE_INIT;
  const Hues *hues = g_once (&once, make_hues, NULL);
  guint32 hash = 2166136261u;

  g_return_val_if_fail (self != NULL, hues->colors[0][0]);

  /* FNV-1a, mixed once more so that names that differ in one letter differ in hue. */
  for (const char *c = name; c != NULL && *c != '\0'; c++)
    hash = (hash ^ (guint8) *c) * 16777619u;
  hash ^= hash >> 15;
  hash *= 2246822519u;
  hash ^= hash >> 13;
  if (self->contrast)
    return hues->strong[self->palette == REFRAIN_PALETTE_DARK][hash % (N_HUES * N_SHADES)];
  return hues->colors[self->palette][hash % (N_HUES * N_SHADES)];
}

RefrainColor
refrain_style_get_curve_color (const RefrainStyle *self, gsize i, gsize n)
{
  static const double paper[] = { 0.42, 0.58, 0.74 }, night[] = { 0.62, 0.75, 0.88 };
  const gboolean dark = self->palette == REFRAIN_PALETTE_DARK;
  double part;

  g_return_val_if_fail (self != NULL, (RefrainColor){ 0 });

  part = (double) i / (double) MAX (n, 1);
  if (self->palette == REFRAIN_PALETTE_GREY)
    return from_oklch (0.24 + 0.58 * part, 0, 0);
  return raised (
      self, from_oklch (dark ? night[i % 3] : paper[i % 3], dark ? 0.12 : 0.14, part * 2 * G_PI));
}

RefrainColor
refrain_style_get_scale_color (const RefrainStyle *self, double value)
{
  double at, least = self->contrast && value > 0 ? 0.3 : 0;
  guint stop;

  /* No pale tints: what there is little of is seen, too. */
  at = (least + (1 - least) * CLAMP (value, 0, 1)) * (N_STOPS - 1);
  stop = MIN ((guint) at, N_STOPS - 2);
  if (self->contrast && !(value > 0))
    return self->colors[REFRAIN_COLOR_BACKGROUND];
  return refrain_color_mix (scales[self->palette][stop], scales[self->palette][stop + 1],
                            at - stop);
}

RefrainColor
refrain_style_get_diverging_color (const RefrainStyle *self, double value)
{
  static const RefrainColor less[] = { { 0.0, 0.45, 0.70, 1 }, { 0.34, 0.71, 0.91, 1 } };
  static const RefrainColor more[] = { { 0.84, 0.37, 0.0, 1 }, { 1.0, 0.58, 0.28, 1 } };
  static const RefrainColor grey[] = { { 0.62, 0.62, 0.62, 1 }, { 0.25, 0.25, 0.25, 1 } };
  const guint dark = self->palette == REFRAIN_PALETTE_DARK;
  const double least = self->contrast && value != 0 ? 0.3 : 0;
  const double strength = least + (1 - least) * CLAMP (fabs (value), 0, 1);

  return refrain_color_mix (self->colors[REFRAIN_COLOR_BACKGROUND],
                            self->palette == REFRAIN_PALETTE_GREY ? grey[value > 0]
                            : value > 0                           ? more[dark]
                                                                  : less[dark],
                            strength);
}

double
refrain_color_get_luminance (RefrainColor color)
{
  double channels[3] = { color.red, color.green, color.blue };

  for (guint i = 0; i < G_N_ELEMENTS (channels); i++)
    channels[i]
        = channels[i] <= 0.04045 ? channels[i] / 12.92 : pow ((channels[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
}

RefrainColor
refrain_style_get_ink (const RefrainStyle *self, RefrainColor ground)
{
  RefrainColor dark = { 0.07, 0.08, 0.1, 1 }, light = { 1, 1, 1, 1 };

  if (self->contrast)
    return refrain_color_get_luminance (ground) > 0.179 ? (RefrainColor){ 0, 0, 0, 1 } : light;
  return refrain_color_get_luminance (ground) > 0.19 ? dark : light;
}

RefrainColor
refrain_style_get_faint_ink (const RefrainStyle *self, RefrainColor ground)
{
  const RefrainColor ink = refrain_style_get_ink (self, ground);
  const RefrainColor faint = refrain_color_mix (ink, ground, 0.45);
  const double a = refrain_color_get_luminance (faint) + 0.05;
  const double b = refrain_color_get_luminance (ground) + 0.05;

  return MAX (a, b) < LEAST_CONTRAST * MIN (a, b) ? ink : faint;
}
