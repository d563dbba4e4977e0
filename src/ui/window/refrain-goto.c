/* refrain-goto.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Separators are tried one after the other, as a minus may also be a sign or belong to an
 * exponent.
 */
#include "refrain-goto.h"

#include <string.h>

static const char *const separators[] = { "..", "–", "—", " to ", "-", " " };

/* The unit at the end of @text: what follows the last digit. */
static const char *
find_unit (const char *text)
{
  const char *unit = text + strlen (text);

  while (unit > text && !g_ascii_isdigit (unit[-1]) && unit[-1] != '.' && unit[-1] != ',')
    unit--;
  return unit;
}

static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '\0';
}

static gboolean
parse_pair (RefrainAxis *axis, const char *first, const char *second, double *start, double *end)
{
  g_autofree char *whole = NULL;

  if (is_blank (first) || is_blank (second))
    return FALSE;
  if (is_blank (find_unit (first)))
    whole = g_strconcat (first, find_unit (second), NULL);
  else
    whole = g_strdup (first);
  if (!refrain_axis_parse (axis, g_strstrip (whole), start)
      || !refrain_axis_parse (axis, second, end))
    return FALSE;
  if (*start > *end)
    {
      double swap = *start;

      *start = *end;
      *end = swap;
    }
  return TRUE;
}

/* Whether a "-" at @at is a sign or belongs to an exponent ("1e-3 s"). */
static gboolean
is_sign (const char *text, const char *at)
{
  return *at == '-' && at > text + 1 && (at[-1] == 'e' || at[-1] == 'E')
         && g_ascii_isdigit (at[-2]);
}

gboolean
refrain_goto_parse (RefrainAxis *axis, const char *text, double *start, double *end)
{
  g_autofree char *trimmed = NULL;

  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), FALSE);
  g_return_val_if_fail (text != NULL && start != NULL && end != NULL, FALSE);

  trimmed = g_strstrip (g_strdup (text));
  if (*trimmed == '\0')
    return FALSE;
  if (refrain_axis_parse (axis, trimmed, start))
    {
      *end = *start;
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      /* Not at the very beginning: there it is a sign. */
      const char *at = trimmed[0] != '\0' ? strstr (trimmed + 1, separators[i]) : NULL;

      for (; at != NULL; at = strstr (at + 1, separators[i]))
        {
          g_autofree char *first = g_strndup (trimmed, (gsize) (at - trimmed));
          g_autofree char *second = g_strstrip (g_strdup (at + strlen (separators[i])));

          if (!is_sign (trimmed, at) && parse_pair (axis, first, second, start, end))
            return TRUE;
        }
    }
  return FALSE;
}
