/* refrain-query-number.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers with units, exact: "0.1 s" is 100,000,000 ns, whatever a double makes of it.
 */
#include "refrain-query-words.h"

typedef struct
{
  const char *name;
  gint64 factor;
} Unit;

static const Unit times[] = {
  { "ns", 1 },
  { "us", 1000 },
  { "\302\265s", 1000 }, /* the sign for micro, and the Greek letter */
  { "\316\274s", 1000 },
  { "ms", 1000 * 1000 },
  { "s", 1000 * 1000 * 1000 },
  { "sec", 1000 * 1000 * 1000 },
  { "seconds", 1000 * 1000 * 1000 },
  { "min", G_GINT64_CONSTANT (60) * 1000 * 1000 * 1000 },
};

static const Unit sizes[] = {
  { "B", 1 },
  { "bytes", 1 },
  { "byte", 1 },
  { "kB", 1000 },
  { "MB", 1000 * 1000 },
  { "GB", 1000 * 1000 * 1000 },
  { "TB", G_GINT64_CONSTANT (1000) * 1000 * 1000 * 1000 },
  { "KiB", 1 << 10 },
  { "MiB", 1 << 20 },
  { "GiB", 1 << 30 },
  { "TiB", G_GINT64_CONSTANT (1) << 40 },
};

/* The factor of a unit of @type; 0 where there is none called so. No unit: seconds, bytes. */
static gint64
find_factor (RefrainQueryWord unit, RefrainQueryType type)
{
  const gboolean is_time = type == REFRAIN_QUERY_TYPE_TIME || type == REFRAIN_QUERY_TYPE_DURATION;
  const Unit *units = is_time ? times : sizes;
  const gsize n = is_time ? G_N_ELEMENTS (times) : G_N_ELEMENTS (sizes);

  if (unit.length == 0)
    return is_time ? 1000 * 1000 * 1000 : 1;
  if (!is_time && type != REFRAIN_QUERY_TYPE_BYTES)
    return 0;
  for (gsize i = 0; i < n; i++)
    if (refrain_query_word_is (unit, units[i].name))
      return units[i].factor;
  return 0;
}

gboolean
refrain_query_word_is_unit (RefrainQueryWord word, RefrainQueryType type)
{
  return word.length > 0 && find_factor (word, type) != 0;
}

/* "e-3" at *@at, as the power of ten; *@at moves behind it. Beyond 1000 they are all alike. */
static gint
read_exponent (RefrainQueryWord token, gsize *at)
{
  gsize i = *at;
  gboolean negative = FALSE;
  gint power = 0;

  if (i + 1 >= token.length || (token.text[i] != 'e' && token.text[i] != 'E'))
    return 0;
  i++;
  if (token.text[i] == '+' || token.text[i] == '-')
    negative = token.text[i++] == '-';
  if (i >= token.length || !g_ascii_isdigit (token.text[i]))
    return 0;
  for (; i < token.length && g_ascii_isdigit (token.text[i]); i++)
    power = MIN (power * 10 + (token.text[i] - '0'), 1000);
  *at = i;
  return negative ? -power : power;
}

/* @digits · 10^@power · @factor. FALSE beyond all numbers; what is below 1 is cut off. */
static gboolean
scale (guint64 digits, gint power, gint64 factor, gint64 *value)
{
  guint64 number = digits;

  /* Zeros of the factor first: they cost no digits. */
  while (power < 0 && factor % 10 == 0)
    {
      factor /= 10;
      power++;
    }
  if (!g_uint64_checked_mul (&number, number, (guint64) factor))
    return FALSE;
  for (; power < 0 && number > 0; power++)
    number /= 10;
  for (; power > 0 && number > 0; power--)
    if (!g_uint64_checked_mul (&number, number, 10))
      return FALSE;
  *value = (gint64) number;
  return number <= G_MAXINT64;
}

gboolean
refrain_query_read_number (RefrainQueryWord token, RefrainQueryType type, gint64 *value)
{
  guint64 digits = 0;
  gint power = 0;
  gint64 factor;
  gsize i;
  gboolean any = FALSE, fraction = FALSE;

  for (i = 0; i < token.length; i++)
    if (g_ascii_isdigit (token.text[i]))
      {
        any = TRUE;
        /* Digits that no number of ours has are read and left out. */
        if (digits <= (G_MAXINT64 - 9) / 10)
          {
            digits = digits * 10 + (guint) (token.text[i] - '0');
            power -= fraction;
          }
        else
          power += !fraction;
      }
    else if (token.text[i] == '.' && !fraction)
      fraction = TRUE;
    else
      break;
  power += read_exponent (token, &i);
  factor = find_factor ((RefrainQueryWord){ token.text + i, token.length - i }, type);
  if (!any || factor == 0)
    return FALSE;
  /* Only amounts have fractions. */
  if (power < 0 && factor == 1 && type != REFRAIN_QUERY_TYPE_TIME
      && type != REFRAIN_QUERY_TYPE_DURATION)
    return FALSE;
  return scale (digits, power, factor, value);
}
