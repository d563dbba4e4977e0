/* refrain-query-parse-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the parser stands, which word is there, and what was expected instead.
 */
#include "refrain-query-parser.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"

/* What of a text errors repeat, in bytes. */
#define MAX_SHOWN 40

void
refrain_query_parser_advance (RefrainQueryParser *self)
{
  self->token = self->next;
  refrain_query_next_token (self->text, self->length, &self->at, &self->next);
}

static RefrainQueryWord
get_word (RefrainQueryParser *self, const RefrainQueryToken *token)
{
  return (RefrainQueryWord){ self->text + token->place.start, token->place.length };
}

RefrainQueryWord
refrain_query_parser_get_word (RefrainQueryParser *self)
{
  return get_word (self, &self->token);
}

RefrainQueryWord
refrain_query_parser_get_next_word (RefrainQueryParser *self)
{
  return get_word (self, &self->next);
}

static gboolean
is_token (RefrainQueryParser *self, const RefrainQueryToken *token, const char *word)
{
  return token->kind != REFRAIN_QUERY_TOKEN_STRING && token->kind != REFRAIN_QUERY_TOKEN_END
         && token->place.length == strlen (word)
         && refrain_query_word_is (get_word (self, token), word[0] == '-' ? "_" : word);
}

gboolean
refrain_query_parser_is (RefrainQueryParser *self, const char *word)
{
  return is_token (self, &self->token, word);
}

gboolean
refrain_query_parser_is_next (RefrainQueryParser *self, const char *word)
{
  return is_token (self, &self->next, word);
}

gboolean
refrain_query_parser_take (RefrainQueryParser *self, const char *word)
{
  if (!refrain_query_parser_is (self, word))
    return FALSE;
  refrain_query_parser_advance (self);
  return TRUE;
}

gboolean
refrain_query_parser_take_any (RefrainQueryParser *self, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (refrain_query_parser_take (self, words[i]))
      return TRUE;
  return FALSE;
}

gboolean
refrain_query_parser_is_end (RefrainQueryParser *self)
{
  return self->token.kind == REFRAIN_QUERY_TOKEN_END;
}

gboolean
refrain_query_parser_fail (RefrainQueryParser *self, RefrainQueryPlace place, const char *message)
{
  if (self->place != NULL)
    *self->place = place;
  g_set_error_literal (self->error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, message);
  return FALSE;
}

gboolean
refrain_query_parser_expect (RefrainQueryParser *self,
                             const char *what,
                             const char *const *candidates,
                             gsize n)
{
  const RefrainQueryWord word = refrain_query_parser_get_word (self);
  const char *near = NULL;
  g_autofree char *bytes = g_strndup (word.text, MIN (word.length, MAX_SHOWN));
  g_autofree char *shown = g_utf8_make_valid (bytes, -1);
  g_autofree char *message = NULL;

  if (self->token.kind == REFRAIN_QUERY_TOKEN_STRAY
      && (word.text[0] == '"' || word.text[0] == '\''))
    return refrain_query_parser_fail (self, self->token.place,
                                      _ ("the closing quotation mark is missing"));
  if (candidates != NULL)
    near = refrain_query_find_near (word, candidates, n);
  if (refrain_query_parser_is_end (self))
    message = g_strdup_printf (_ ("the query ends where %s is expected"), what);
  else if (near != NULL)
    message = g_strdup_printf (_ ("expected %s, not “%s”; did you mean “%s”?"), what, shown, near);
  else
    message = g_strdup_printf (_ ("expected %s, not “%s”"), what, shown);
  return refrain_query_parser_fail (self, self->token.place, message);
}

gboolean
refrain_query_parser_require (RefrainQueryParser *self, const char *word)
{
  g_autofree char *what = NULL;

  if (refrain_query_parser_take (self, word))
    return TRUE;
  what = g_strdup_printf ("“%s”", word);
  return refrain_query_parser_expect (self, what, &word, 1);
}
