/* refrain-symbols-describe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What symbols mean.
 */
#include "config.h"

#include <string.h>

#include "refrain-symbols-private.h"

gboolean
refrain_symbols_find (RefrainSymbols *self, gboolean send, guint peer, guint32 *symbol)
{
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (self), FALSE);
  g_return_val_if_fail (symbol != NULL, FALSE);

  for (guint32 i = 0; i < self->meanings.n; i++)
    {
      gsize n;
      const guint32 *words = refrain_sequence_table_get (&self->meanings, i, &n);

      if (words[WORD_CLASS] == (send ? CLASS_SEND : CLASS_RECV) && words[WORD_PEER] == peer + 1)
        {
          *symbol = i;
          return TRUE;
        }
    }
  return FALSE;
}

void
refrain_symbols_get_shifted (RefrainSymbols *self,
                             guint32 symbol,
                             guint origin,
                             guint32 words[REFRAIN_SYMBOL_N_WORDS])
{
  gsize n;

  memcpy (words, refrain_sequence_table_get (&self->meanings, symbol, &n),
          REFRAIN_SYMBOL_N_WORDS * sizeof *words);
  if ((self->scheme.fields & REFRAIN_SYMBOL_PEER) && !self->scheme.relative
      && words[WORD_PEER] != 0)
    words[WORD_PEER] -= origin;
}

static void
append_peer (GString *text, const RefrainSymbolScheme *scheme, guint32 word, guint first_rank)
{
  if (scheme->relative && word == G_MAXINT32)
    g_string_append_c (text, '?');
  else if (scheme->relative)
    g_string_append_printf (text, "%+d", (gint32) word);
  else if (word == 0)
    g_string_append_c (text, '?');
  else
    g_string_append_printf (text, "%u", word - 1 + first_rank);
}

char *
refrain_symbols_describe_from (RefrainSymbols *self, guint32 symbol, guint first_rank)
{
  GString *text;
  const guint32 *words;
  gboolean collective;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (self), NULL);
  g_return_val_if_fail (symbol < self->meanings.n, NULL);

  words = refrain_sequence_table_get (&self->meanings, symbol, &n);
  collective = words[WORD_CLASS] >= CLASS_COLLECTIVE;
  text = g_string_new (NULL);
  if (collective)
    g_string_append (text, refrain_collective_get_name (words[WORD_CLASS] - CLASS_COLLECTIVE));
  else if (self->scheme.fields & REFRAIN_SYMBOL_OP)
    g_string_append_c (text, words[WORD_CLASS] == CLASS_SEND ? 'S' : 'R');
  else
    g_string_append_c (text, 'M');
  if ((self->scheme.fields & REFRAIN_SYMBOL_PEER) && !collective)
    append_peer (text, &self->scheme, words[WORD_PEER], first_rank);
  else if ((self->scheme.fields & REFRAIN_SYMBOL_PEER) && words[WORD_PEER] != 0)
    {
      g_string_append (text, " root ");
      append_peer (text, &self->scheme, words[WORD_PEER], first_rank);
    }
  if ((self->scheme.fields & REFRAIN_SYMBOL_TAG) && !collective)
    g_string_append_printf (text, " tag %d", (gint32) words[WORD_TAG]);
  if ((self->scheme.fields & REFRAIN_SYMBOL_COMM) && words[WORD_COMM] != 0)
    g_string_append_printf (text, " comm %u", words[WORD_COMM] - 1);
  if (self->scheme.fields & REFRAIN_SYMBOL_SIZE)
    g_string_append_printf (text, " size %" G_GUINT64_FORMAT,
                            (guint64) words[WORD_SIZE_HIGH] << 32 | words[WORD_SIZE_LOW]);
  return g_string_free (text, FALSE);
}

char *
refrain_symbols_describe (RefrainSymbols *self, guint32 symbol)
{
  return refrain_symbols_describe_from (self, symbol, 1);
}
