/* test-style.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours: contrast, ink, scales, hues of routines, names of palettes.
 */
#include "config.h"

#include "refrain-style.h"
#include "test-program.h"

#include <math.h>

/* WCAG 2.1, success criterion 1.4.3: text has a contrast of 4.5 at least. */
#define READABLE 4.5

static double
get_contrast (RefrainColor a, RefrainColor b)
{
  double x = refrain_color_get_luminance (a), y = refrain_color_get_luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

static void
test_contrast (void)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainStyle style;
      static const RefrainColorRole grounds[]
          = { REFRAIN_COLOR_BACKGROUND, REFRAIN_COLOR_ROW, REFRAIN_COLOR_GAP };

      refrain_style_init (&style, palette, 11);
      for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
        {
          RefrainColor ground = style.colors[grounds[i]];

          g_assert_cmpfloat (get_contrast (style.colors[REFRAIN_COLOR_TEXT], ground), >=, 7);
          g_assert_cmpfloat (get_contrast (style.colors[REFRAIN_COLOR_TEXT_DIM], ground), >=,
                             READABLE);
        }
      /* Marks stand out from the ground: 1.4.11 asks for 3, amber on white cannot. */
      for (guint role = REFRAIN_COLOR_P2P; role <= REFRAIN_COLOR_MPI; role++)
        g_assert_cmpfloat (
            get_contrast (style.colors[role], style.colors[REFRAIN_COLOR_BACKGROUND]), >=, 1.9);
    }
}

/* CIE 1976 lightness, 0 to 100: what is left of a colour on a grey printer. */
static double
get_lightness (RefrainColor color)
{
  const double y = refrain_color_get_luminance (color);

  return y > 0.008856 ? 116 * cbrt (y) - 16 : 903.3 * y;
}

static void
assert_apart (const RefrainColor *colors, guint n, double least)
{
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmpfloat (fabs (get_lightness (colors[i]) - get_lightness (colors[k])), >=, least);
}

/* What is told apart by colour is told apart without it, too: figures are printed in grey. */
static void
test_lightness (void)
{
  /* Of kinds of routines, of parts of what is lit up, of kinds of waiting. */
  static const double least[REFRAIN_N_PALETTES][3] = {
    [REFRAIN_PALETTE_LIGHT] = { 8, 0, 0 },
    [REFRAIN_PALETTE_DARK] = { 5, 0, 0 },
    [REFRAIN_PALETTE_PRINT] = { 12, 8, 0 },
    [REFRAIN_PALETTE_GREY] = { 15, 6, 5 },
  };

  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainColor kinds[4], parts[REFRAIN_STYLE_N_PARTS], waits[REFRAIN_STYLE_N_WAITS];
      RefrainStyle style;

      refrain_style_init (&style, palette, 11);
      for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
        kinds[i] = style.colors[REFRAIN_COLOR_P2P + i];
      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        parts[i] = refrain_style_get_part_color (&style, i);
      for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
        waits[i] = refrain_style_get_wait_color (&style, i);
      assert_apart (kinds, G_N_ELEMENTS (kinds), least[palette][0]);
      assert_apart (parts, G_N_ELEMENTS (parts), least[palette][1]);
      assert_apart (waits, G_N_ELEMENTS (waits), least[palette][2]);
    }
}

/* Waiting has one colour wherever its kinds are not told apart: that of the most common one. */
static void
test_waiting (void)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainStyle style;
      RefrainColor late;

      refrain_style_init (&style, palette, 11);
      late = refrain_style_get_wait_color (&style, 0);
      g_assert_cmpmem (&late, sizeof late, &style.colors[REFRAIN_COLOR_WAIT], sizeof late);
    }
}

/* Curves of up to 16 processes: the distance is that of CIE 1976 L*a*b*, in which 2.3 can be seen.
 */
static double
get_difference (RefrainColor a, RefrainColor b)
{
  const RefrainColor colors[] = { a, b };
  double lab[2][3];

  for (guint i = 0; i < 2; i++)
    {
      static const double to_xyz[3][3] = { { 0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505 },
                                           { 0.2126, 0.7152, 0.0722 },
                                           { 0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089 } };
      const double encoded[] = { colors[i].red, colors[i].green, colors[i].blue };
      double f[3];

      for (guint k = 0; k < 3; k++)
        {
          double sum = 0;

          for (guint c = 0; c < 3; c++)
            sum += to_xyz[k][c]
                   * (encoded[c] <= 0.04045 ? encoded[c] / 12.92
                                            : pow ((encoded[c] + 0.055) / 1.055, 2.4));
          f[k] = sum > 0.008856 ? cbrt (sum) : 7.787 * sum + 16.0 / 116;
        }
      lab[i][0] = 116 * f[1] - 16;
      lab[i][1] = 500 * (f[0] - f[1]);
      lab[i][2] = 200 * (f[1] - f[2]);
    }
  return sqrt (pow (lab[0][0] - lab[1][0], 2) + pow (lab[0][1] - lab[1][1], 2)
               + pow (lab[0][2] - lab[1][2], 2));
}

static void
test_curves (void)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      const double least = palette == REFRAIN_PALETTE_GREY ? 3 : 10;
      RefrainStyle style;

      refrain_style_init (&style, palette, 11);
      for (gsize n = 2; n <= 16; n++)
        for (gsize i = 0; i < n; i++)
          for (gsize k = 0; k < i; k++)
            g_assert_cmpfloat (get_difference (refrain_style_get_curve_color (&style, i, n),
                                               refrain_style_get_curve_color (&style, k, n)),
                               >=, least);
    }
}

static void
test_ink (void)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainStyle style;

      refrain_style_init (&style, palette, 11);
      for (guint i = 0; i < 500; i++)
        {
          g_autofree char *name = g_strdup_printf ("routine_%u", i);
          RefrainColor ground = refrain_style_get_routine_color (&style, name);

          g_assert_cmpfloat (get_contrast (refrain_style_get_ink (&style, ground), ground), >=,
                             READABLE);
        }
      for (guint role = REFRAIN_COLOR_P2P; role <= REFRAIN_COLOR_MPI; role++)
        g_assert_cmpfloat (
            get_contrast (refrain_style_get_ink (&style, style.colors[role]), style.colors[role]),
            >=, 4.2);
    }
}

/* What is lit up has words as legible as what is not, although all of them step back. */
static void
test_faint_ink (void)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainStyle style;

      refrain_style_init (&style, palette, 11);
      for (guint part = 0; part < REFRAIN_STYLE_N_PARTS; part++)
        {
          const RefrainColor lit = refrain_style_get_part_color (&style, part);
          const RefrainColor pale = refrain_style_dim (&style, style.colors[REFRAIN_COLOR_P2P]);

          g_assert_cmpfloat (get_contrast (refrain_style_get_faint_ink (&style, lit), lit), >=, 3);
          g_assert_cmpfloat (get_contrast (refrain_style_get_faint_ink (&style, pale), pale), >=,
                             3);
        }
    }
}

static void
test_scale (void)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      RefrainStyle style;
      double ground, last;

      refrain_style_init (&style, palette, 11);
      ground = refrain_color_get_luminance (style.colors[REFRAIN_COLOR_BACKGROUND]);
      last = refrain_color_get_luminance (refrain_style_get_scale_color (&style, 0));
      g_assert_cmpfloat_with_epsilon (last, ground, 1e-6);
      for (guint i = 1; i <= 100; i++)
        {
          double now
              = refrain_color_get_luminance (refrain_style_get_scale_color (&style, i / 100.0));

          if (palette == REFRAIN_PALETTE_DARK)
            g_assert_cmpfloat (now, >, last);
          else
            g_assert_cmpfloat (now, <, last);
          last = now;
        }
    }
}

static void
test_routines (void)
{
  RefrainStyle style;
  RefrainColor a, b, c;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
  a = refrain_style_get_routine_color (&style, "exchange_1");
  b = refrain_style_get_routine_color (&style, "exchange_1");
  c = refrain_style_get_routine_color (&style, "exchange_3");
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
  g_assert_true (a.red != c.red || a.green != c.green || a.blue != c.blue);
  refrain_style_get_routine_color (&style, "");
  refrain_style_get_routine_color (&style, NULL);
}

/* Text at 7:1, what is drawn at 7:1, what lies behind still seen: WCAG 2, 1.4.6 and 1.4.11. */
static void
test_raised (void)
{
  for (guint palette = REFRAIN_PALETTE_LIGHT; palette <= REFRAIN_PALETTE_DARK; palette++)
    {
      RefrainStyle style;
      RefrainColor ground;

      refrain_style_init (&style, palette, 11);
      refrain_style_raise_contrast (&style);
      ground = style.colors[REFRAIN_COLOR_BACKGROUND];
      g_assert_cmpfloat (get_contrast (style.colors[REFRAIN_COLOR_TEXT], ground), >=, 20.9);
      g_assert_cmpfloat (get_contrast (style.colors[REFRAIN_COLOR_TEXT_DIM], ground), >=, 7);
      g_assert_cmpfloat (get_contrast (style.colors[REFRAIN_COLOR_GRID], ground), >=, 3);
      for (guint role = REFRAIN_COLOR_P2P; role <= REFRAIN_COLOR_PATH; role++)
        {
          const RefrainColor color = style.colors[role];

          g_assert_cmpfloat (get_contrast (color, ground), >=, 1.8);
          g_assert_cmpfloat (get_contrast (refrain_style_get_ink (&style, color), color), >=, 6.9);
        }
      for (guint i = 0; i < REFRAIN_STYLE_N_WAITS; i++)
        g_assert_cmpfloat (get_contrast (refrain_style_get_wait_color (&style, i), ground), >=, 7);
      for (guint i = 0; i < REFRAIN_STYLE_N_PARTS; i++)
        g_assert_cmpfloat (get_contrast (refrain_style_get_part_color (&style, i), ground), >=, 7);
      for (guint i = 0; i < 500; i++)
        {
          g_autofree char *name = g_strdup_printf ("routine_%u", i);
          const RefrainColor color = refrain_style_get_routine_color (&style, name);

          g_assert_cmpfloat (get_contrast (refrain_style_get_ink (&style, color), color), >=, 7);
          g_assert_cmpfloat (get_contrast (color, ground), >=, 1.8);
        }
      g_assert_cmpfloat (get_contrast (refrain_style_get_scale_color (&style, 0.001), ground), >=,
                         1.4);
    }
}

TEST_PROGRAM ("style")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/style/contrast", test_contrast);
  g_test_add_func ("/style/lightness", test_lightness);
  g_test_add_func ("/style/waiting", test_waiting);
  g_test_add_func ("/style/curves", test_curves);
  g_test_add_func ("/style/ink", test_ink);
  g_test_add_func ("/style/faint-ink", test_faint_ink);
  g_test_add_func ("/style/scale", test_scale);
  g_test_add_func ("/style/routines", test_routines);
  g_test_add_func ("/style/raised", test_raised);
  return g_test_run ();
}
