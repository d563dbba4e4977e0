/* refrain-ranks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A range is refused before it is written out where it holds more ranks than are allowed:
 * "0-4000000000" takes no memory.
 */
#include "refrain-ranks.h"

/* Moves *@at behind the number there. FALSE where there is none up to @last. */
static gboolean
take_rank (const char **at, const char *end, guint32 last, guint32 *rank)
{
  guint64 number = 0;
  const char *begin = *at;

  for (; *at < end && g_ascii_isdigit (**at) && number <= last; ++*at)
    number = 10 * number + (guint64) (**at - '0');
  *rank = (guint32) number;
  return *at > begin && number <= last;
}

gboolean
refrain_ranks_parse (const char *text, gsize n, guint32 last, gsize max, GArray *ranks)
{
  const char *at = text, *end = text + n;

  g_return_val_if_fail (text != NULL && ranks != NULL, FALSE);

  for (;;)
    {
      guint32 first, final;

      if (!take_rank (&at, end, last, &first))
        return FALSE;
      final = first;
      if (at < end && *at == '-' && (++at, !take_rank (&at, end, last, &final)))
        return FALSE;
      if (final < first || final - first >= max || ranks->len > max - (final - first) - 1)
        return FALSE;
      for (guint64 rank = first; rank <= final; rank++)
        {
          const guint32 one = (guint32) rank;

          g_array_append_val (ranks, one);
        }
      if (at == end)
        return TRUE;
      if (*at++ != ',')
        return FALSE;
    }
}

void
refrain_ranks_append (GString *text, const guint32 *ranks, gsize n)
{
  for (gsize i = 0; i < n;)
    {
      const gsize first = i++;

      while (i < n && ranks[i] == ranks[i - 1] + 1)
        i++;
      g_string_append_printf (text, "%s%u", first > 0 ? ", " : "", ranks[first]);
      if (i - first > 1)
        g_string_append_printf (text, i - first > 2 ? "–%u" : ", %u", ranks[i - 1]);
    }
}
