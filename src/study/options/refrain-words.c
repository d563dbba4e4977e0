/* refrain-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words are numbered by their first appearance.
 */
#include "refrain-words.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
/* Letters of a word that are quoted. */
#define MAX_QUOTED 40

char *
refrain_words_read_text (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);

  if (g_str_equal (path, "-"))
    path = "/dev/stdin";
  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      const int cause = errno;
      g_autofree char *name = g_filename_display_name (path);

      return refrain_fail_null (error, REFRAIN_ERROR_IO, "%s: %s", name, g_strerror (cause));
    }
  if (strlen (text) != length || !g_utf8_validate (text, (gssize) length, NULL))
    {
      g_autofree char *name = g_filename_display_name (path);

      return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("%s: not a text in UTF-8"), name);
    }
  if (g_str_has_prefix (text, BYTE_ORDER_MARK))
    memmove (text, text + strlen (BYTE_ORDER_MARK), length - strlen (BYTE_ORDER_MARK) + 1);
  return g_steal_pointer (&text);
}

char *
refrain_words_quote (const char *word)
{
  const char *end = word;

  g_return_val_if_fail (word != NULL, NULL);

  for (guint i = 0; i < MAX_QUOTED && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  return g_strdup_printf ("%.*s%s", (int) (end - word), word, *end != '\0' ? "…" : "");
}

guint32 *
refrain_words_read (const char *path, RefrainWords *words, gsize *n, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GArray *symbols;

  text = refrain_words_read_text (path, error);
  if (text == NULL)
    return NULL;
  /* Not NULL without words. */
  symbols = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
  for (char *at = text, *word; (word = strsep (&at, " \t\r\n\f\v")) != NULL;)
    {
      gpointer known;
      guint32 number = names->len;

      if (*word == '\0')
        continue;
      if (g_hash_table_lookup_extended (numbers, word, NULL, &known))
        {
          number = GPOINTER_TO_UINT (known);
        }
      else
        {
          g_ptr_array_add (names, g_strdup (word));
          g_hash_table_insert (numbers, names->pdata[number], GUINT_TO_POINTER (number));
        }
      g_array_append_val (symbols, number);
    }
  *n = symbols->len;
  words->n = names->len;
  g_ptr_array_add (names, NULL);
  words->words = (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  return (guint32 *) (gpointer) g_array_free (symbols, FALSE);
}
