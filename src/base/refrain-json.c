/* refrain-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One walk over the text before it is parsed. What may stand outside of strings is only what JSON
 * knows: comments and other quotes, which json-glib takes, could hide brackets from the count.
 */
#include "refrain-json.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  const char *at, *end;
  guint line, depth;
} Walk;

/* @walk stands behind the opening quote; goes behind the closing one. */
static gboolean
skip_string (Walk *walk)
{
  for (; walk->at < walk->end; walk->at++)
    switch (*walk->at)
      {
      case '"':
        walk->at++;
        return TRUE;
      case '\\':
        if (++walk->at == walk->end)
          return FALSE;
        break;
      case '\n':
        return FALSE;
      }
  return FALSE;
}

/* Why the text cannot be given to the parser, translated; NULL where it can. */
static const char *
find_cause (Walk *walk)
{
  while (walk->at < walk->end)
    {
      const char c = *walk->at++;

      if (c == '\n')
        walk->line++;
      else if (c == '"')
        {
          if (!skip_string (walk))
            return _ ("a string does not end");
        }
      else if (c == '[' || c == '{')
        {
          if (++walk->depth > REFRAIN_JSON_MAX_DEPTH)
            return _ ("too many brackets within brackets");
        }
      else if (c == ']' || c == '}')
        {
          if (walk->depth-- == 0)
            return _ ("a bracket is closed that was not opened");
        }
      else if (c == '\0' || (strchr (" \t\r,:+-.", c) == NULL && !g_ascii_isalnum (c)))
        return _ ("a character that JSON does not allow outside strings");
    }
  return walk->depth > 0 ? _ ("a bracket is not closed") : NULL;
}

JsonNode *
refrain_json_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  Walk walk = { text, text + length, 1, 0 };
  const char *cause = find_cause (&walk);
  JsonNode *root;

  if (cause != NULL || length > G_MAXSSIZE)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("line %u: %s"), walk.line,
                   cause != NULL ? cause : _ ("too long"));
      return NULL;
    }
  if (!json_parser_load_from_data (parser, text, (gssize) length, error))
    return NULL;
  root = json_parser_steal_root (parser);
  if (root == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("it is empty"));
  return root;
}
