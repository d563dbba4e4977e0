/* refrain-merge-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-merge-file.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"

/* The symbol that @symbol counts as; the way there is made shorter. */
static guint32
find (guint32 *merge, guint32 symbol)
{
  while (merge[symbol] != symbol)
    symbol = merge[symbol] = merge[merge[symbol]];
  return symbol;
}

static gboolean
find_symbol (const char *word, GHashTable *numbers, guint n, guint32 *symbol)
{
  gpointer known;
  guint64 id;

  if (numbers != NULL)
    {
      if (!g_hash_table_lookup_extended (numbers, word, NULL, &known))
        return FALSE;
      *symbol = GPOINTER_TO_UINT (known);
      return TRUE;
    }
  if (!g_ascii_string_to_unsigned (word, 10, 1, MAX (n, 1), &id, NULL) || n == 0)
    return FALSE;
  *symbol = (guint32) id - 1;
  return TRUE;
}

/* Joins the symbols of a line. Gives the word that is no symbol, or NULL. */
static const char *
read_line (char *line, GHashTable *numbers, guint n, guint32 *merge)
{
  guint32 first = G_MAXUINT32, symbol;

  for (char *word; (word = strsep (&line, " \t\r\f\v")) != NULL;)
    {
      if (*word == '\0')
        continue;
      if (!find_symbol (word, numbers, n, &symbol))
        return word;
      if (first == G_MAXUINT32)
        first = symbol;
      merge[find (merge, symbol)] = find (merge, first);
    }
  return NULL;
}

guint32 *
refrain_merge_file_read (const char *path, const RefrainWords *words, guint n, GError **error)
{
  g_autofree char *text = NULL, *name = g_filename_display_name (path);
  g_autofree guint32 *merge = NULL;
  g_autoptr (GHashTable) numbers = NULL;
  guint number = 0;

  text = refrain_words_read_text (path, error);
  if (text == NULL)
    return NULL;
  if (words != NULL)
    {
      numbers = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < words->n; i++)
        g_hash_table_insert (numbers, words->words[i], GUINT_TO_POINTER (i));
    }
  merge = g_new (guint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    merge[i] = i;
  for (char *at = text, *line; (line = strsep (&at, "\n")) != NULL;)
    {
      const char *wrong = NULL;
      g_autofree char *quoted = NULL;

      number++;
      if (*line != '#')
        wrong = read_line (line, numbers, n, merge);
      if (wrong == NULL)
        continue;
      quoted = refrain_words_quote (wrong);
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                   words != NULL ? _ ("%s: line %u: “%s” is not in the sequence")
                                 : _ ("%s: line %u: “%s” is not the id of a pattern"),
                   name, number, quoted);
      return NULL;
    }
  for (guint32 i = 0; i < n; i++)
    merge[i] = find (merge, i);
  return g_steal_pointer (&merge);
}
