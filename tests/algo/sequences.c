/* sequences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "sequences.h"

#include <string.h>

char *
sequences_list_repeats (const RefrainRepeats *repeats, const guint32 *symbols)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (gsize i = 0; i < refrain_repeats_get_n (repeats); i++)
    {
      const RefrainRepeat *repeat = refrain_repeats_get (repeats, i);

      g_string_append (out, i > 0 ? "; " : "");
      for (guint32 j = 0; j < repeat->length; j++)
        g_string_append_c (out, (char) symbols[repeat->positions[0] + j]);
      g_string_append_printf (out, " %u", repeat->n);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

gsize
sequences_read (const char *text, guint32 *symbols, gboolean *boundary)
{
  gsize n = 0;

  boundary[0] = FALSE;
  for (gsize i = 0; text[i] != '\0'; i++)
    if (text[i] == '|')
      {
        boundary[n] = TRUE;
      }
    else
      {
        symbols[n++] = (guint32) text[i];
        boundary[n] = FALSE;
      }
  return n;
}

void
sequences_fill (guint32 *symbols, guint32 n)
{
  const gint32 alphabet = g_test_rand_int_range (1, 6);
  const gboolean nested = g_test_rand_int_range (0, 2) == 1;
  guint32 i = 0;

  while (i < n)
    {
      const guint32 length = (guint32) g_test_rand_int_range (1, nested ? 20 : 2);
      const guint32 copies = nested ? (guint32) g_test_rand_int_range (0, 5) : 0;
      const guint32 piece = MIN (length, n - i);

      for (guint32 j = 0; j < piece; j++)
        symbols[i + j] = (guint32) g_test_rand_int_range (0, alphabet);
      i += piece;
      for (guint32 j = 0; j < copies * piece && i < n; j++, i++)
        symbols[i] = symbols[i - piece];
      if (nested && i < n && g_test_rand_int_range (0, 2) == 1)
        for (guint32 all = i, j = 0; j < all && i < n; j++, i++)
          symbols[i] = symbols[i - all];
    }
}

void
sequences_copy_pieces (guint32 *symbols, guint32 n)
{
  const gint32 alphabet = g_test_rand_int_range (1, 7);
  guint32 i = 0;

  while (i < n)
    {
      const guint32 length = (guint32) g_test_rand_int_range (1, 12);
      const guint32 from = (guint32) g_test_rand_int_range (0, (gint32) i + 1);
      const gboolean copy = g_test_rand_int_range (0, 3) > 0;

      for (guint32 j = 0; j < length && i < n; j++, i++)
        symbols[i] = copy && from + j < i ? symbols[from + j]
                                          : 'a' + (guint32) g_test_rand_int_range (0, alphabet);
    }
}

guint32 *
sequences_letters (const char *text)
{
  guint32 *symbols = g_new (guint32, strlen (text) + 1);

  for (gsize i = 0; text[i] != '\0'; i++)
    symbols[i] = (guint32) text[i];
  return symbols;
}

guint32 *
sequences_shuffle (guint n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint32 *number = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      const guint j = (guint) g_rand_int_range (rand, 0, (gint32) i + 1);

      number[i] = number[j];
      number[j] = i;
    }
  return number;
}
