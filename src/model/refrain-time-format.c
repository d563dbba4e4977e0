/* refrain-time-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units that suit the size of a number, and the locale's separators.
 */
#include "refrain-time-format.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* The narrow no-break space that stands between a number and its unit. */
#define NNBSP "\u202f"

typedef struct
{
  const char *name;
  double ns;
} Unit;

static const Unit units[] = {
  { "ns", 1.0 },
  { "µs", 1e3 },
  { "ms", 1e6 },
  { "s", 1e9 },
};

static const Unit *
unit_for (double ns)
{
  gsize i = G_N_ELEMENTS (units) - 1;

  while (i > 0 && fabs (ns) < units[i].ns)
    i--;
  return &units[i];
}

static char *
format_with (RefrainTime time, const Unit *unit, int decimals)
{
  double value = (double) time / unit->ns;

  if (unit->ns == 1.0)
    decimals = 0;
  /* No "-0.0". */
  if (fabs (value) < 0.5 * pow (10.0, -decimals))
    value = 0.0;
  return g_strdup_printf ("%.*f" NNBSP "%s", decimals, value, unit->name);
}

char *
refrain_time_format (RefrainTime time, guint digits)
{
  double ns = fabs ((double) time);
  const Unit *unit = unit_for (ns);
  int before = ns < unit->ns ? 1 : (int) floor (log10 (ns / unit->ns)) + 1;
  int decimals = MAX (0, (int) MAX (digits, 1) - before);

  /* 999.96 µs with four digits is 1000.0 µs: go to the next unit. */
  if (unit->ns < 1e9 && ns / unit->ns + 0.5 * pow (10.0, -decimals) >= 1000.0)
    {
      unit++;
      decimals = MAX (0, (int) digits - 1);
    }
  if (time == 0)
    return g_strdup ("0" NNBSP "s");
  return format_with (time, unit, MIN (decimals, 9));
}

char *
refrain_time_format_resolved (RefrainTime time, RefrainTime resolution, RefrainTime span)
{
  const Unit *unit = unit_for ((double) MAX (span, 1));
  double step = (double) MAX (resolution, 1) / unit->ns;
  int decimals = step >= 1.0 ? 0 : (int) ceil (-log10 (step) - 1e-9);

  return format_with (time, unit, CLAMP (decimals, 0, 9));
}

void
refrain_time_append_seconds (GString *text, RefrainTime time)
{
  const guint64 size = time < 0 ? 0 - (guint64) time : (guint64) time;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT, time < 0 ? "-" : "",
                          size / 1000000000, size % 1000000000);
}

gboolean
refrain_time_parse (const char *text, RefrainTime *time)
{
  static const struct
  {
    const char *name;
    double ns;
  } names[] = {
    { "", 1e9 },   { "s", 1e9 },  { "sec", 1e9 }, { "ms", 1e6 },
    { "µs", 1e3 }, { "us", 1e3 }, { "μs", 1e3 },  { "ns", 1.0 },
  };
  g_autofree char *unit = NULL;
  char *end;
  double value;

  g_return_val_if_fail (text != NULL && time != NULL, FALSE);

  value = g_ascii_strtod (text, &end);
  if (end == text || !isfinite (value))
    return FALSE;
  unit = g_strdup (end);
  while (g_str_has_prefix (unit, NNBSP))
    memmove (unit, unit + strlen (NNBSP), strlen (unit + strlen (NNBSP)) + 1);
  g_strstrip (unit);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (unit, names[i].name))
      {
        double ns = value * names[i].ns;

        if (fabs (ns) > (double) REFRAIN_TIME_LIMIT)
          return FALSE;
        *time = (RefrainTime) llround (ns);
        return TRUE;
      }
  return FALSE;
}

char *
refrain_count_format (guint64 count)
{
  const char *separator = localeconv ()->thousands_sep;
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  gsize n = strlen (digits);
  GString *text = g_string_sized_new (2 * n);

  if (separator == NULL || *separator == '\0' || !g_utf8_validate (separator, -1, NULL))
    separator = NNBSP;
  for (gsize i = 0; i < n; i++)
    {
      /* Four digits read well as they are. */
      if (i > 0 && n > 4 && (n - i) % 3 == 0)
        g_string_append (text, separator);
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

char *
refrain_factor_format (double factor)
{
  double step;

  g_return_val_if_fail (!(factor < 0), g_strdup (""));

  /* Beyond that a count has no room, and nobody reads digits. */
  if (!isfinite (factor) || factor > 1e18)
    return g_strdup ("∞");
  /* Zeros behind a point are not counted by readers. */
  if (factor < 1e-18)
    return g_strdup ("0");
  if (factor < 0.001)
    {
      g_autofree char *inverse = refrain_factor_format (1 / factor);

      return g_strconcat ("1/", inverse, NULL);
    }
  if (factor < 999.5)
    return g_strdup_printf ("%.3g", factor);
  step = pow (10, floor (log10 (factor)) - 2);
  return refrain_count_format ((guint64) llround (round (factor / step) * step));
}

char *
refrain_bytes_format (guint64 bytes)
{
  return g_format_size_full (bytes, G_FORMAT_SIZE_DEFAULT);
}
