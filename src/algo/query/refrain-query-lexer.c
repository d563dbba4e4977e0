/* refrain-query-lexer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of a query as tokens, one after the other: where the parser stands in it, which word is
 * there, and what was expected instead.
 */
#include "refrain-query-parser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-error.h"

/* What words are made of: names of routines as traces have them, globs, any letters beyond ASCII.
 */
static gboolean
begins_word (char c)
{
  return g_ascii_isalpha (c) || (c != '\0' && strchr ("_*?~$@%", c) != NULL) || (guchar) c >= 0x80;
}

static gboolean
is_in_word (char c)
{
  return begins_word (c) || g_ascii_isdigit (c) || c == ':' || c == '.';
}

/* ≤, ≥ and ≠. */
static gboolean
is_sign (const char *text, gsize left)
{
  return left >= 3
         && (memcmp (text, "\342\211\244", 3) == 0 || memcmp (text, "\342\211\245", 3) == 0
             || memcmp (text, "\342\211\240", 3) == 0);
}

static gsize
find_word_end (const char *text, gsize length, gsize i)
{
  static const struct
  {
    const char *word, *rest;
  } hyphened[] = { { "POINT", "-TO-POINT" }, { "FAN", "-IN" }, { "FAN", "-OUT" } };
  const gsize start = i;

  while (i < length && is_in_word (text[i]) && !is_sign (text + i, length - i))
    i++;
  /* A full stop ends a sentence, not a name. */
  while (i > start + 1 && text[i - 1] == '.')
    i--;
  for (guint h = 0; h < G_N_ELEMENTS (hyphened); h++)
    {
      const gsize rest = strlen (hyphened[h].rest);

      if (refrain_query_word_is ((RefrainQueryWord){ text + start, i - start }, hyphened[h].word)
          && length - i >= rest && g_ascii_strncasecmp (text + i, hyphened[h].rest, rest) == 0
          && (length - i == rest || !is_in_word (text[i + rest])))
        return i + rest;
    }
  return i;
}

/* Digits with what is written on to them: a fraction, an exponent, a unit. */
static gsize
find_number_end (const char *text, gsize length, gsize i)
{
  const gsize start = i;

  while (i < length
         && (g_ascii_isalnum (text[i]) || text[i] == '.' || (guchar) text[i] >= 0x80
             || ((text[i] == '-' || text[i] == '+') && i > start + 1
                 && g_ascii_tolower (text[i - 1]) == 'e' && i + 1 < length
                 && g_ascii_isdigit (text[i + 1])))
         && !is_sign (text + i, length - i))
    i++;
  while (i > start + 1 && text[i - 1] == '.')
    i--;
  return i;
}

/* A string ends with the quote it began with; two of them stand for one. */
static gsize
find_string_end (const char *text, gsize length, gsize i, gboolean *whole)
{
  const char quote = text[i++];

  for (*whole = FALSE; i < length; i++)
    if (text[i] == quote && i + 1 < length && text[i + 1] == quote)
      i++;
    else if (text[i] == quote)
      {
        *whole = TRUE;
        return i + 1;
      }
  return i;
}

static gsize
find_operator_end (const char *text, gsize length, gsize i)
{
  static const char *const operators[] = { "<=", ">=", "<>", "!=", "==" };

  if (is_sign (text + i, length - i))
    return i + 3;
  for (guint k = 0; k < G_N_ELEMENTS (operators); k++)
    if (length - i >= 2 && memcmp (text + i, operators[k], 2) == 0)
      return i + 2;
  return strchr ("<>=(),-/[];.", text[i]) != NULL ? i + 1 : i;
}

gboolean
refrain_query_next_token (const char *text, gsize length, gsize *at, RefrainQueryToken *token)
{
  gsize i = *at, end;
  gboolean whole = TRUE;

  while (i < length && g_ascii_isspace (text[i]))
    i++;
  token->place = (RefrainQueryPlace){ i, 0 };
  token->kind = REFRAIN_QUERY_TOKEN_END;
  *at = i;
  if (i >= length)
    return FALSE;
  if (text[i] == '"' || text[i] == '\'')
    {
      end = find_string_end (text, length, i, &whole);
      token->kind = whole ? REFRAIN_QUERY_TOKEN_STRING : REFRAIN_QUERY_TOKEN_STRAY;
    }
  else if (g_ascii_isdigit (text[i])
           || (text[i] == '.' && i + 1 < length && g_ascii_isdigit (text[i + 1])))
    {
      end = find_number_end (text, length, i);
      token->kind = REFRAIN_QUERY_TOKEN_NUMBER;
    }
  else if ((end = text[i] != '\0' ? find_operator_end (text, length, i) : i) > i)
    token->kind = REFRAIN_QUERY_TOKEN_OPERATOR;
  else if (begins_word (text[i]))
    {
      end = find_word_end (text, length, i);
      token->kind = refrain_query_word_is_keyword ((RefrainQueryWord){ text + i, end - i })
                        ? REFRAIN_QUERY_TOKEN_KEYWORD
                        : REFRAIN_QUERY_TOKEN_NAME;
    }
  else
    {
      end = i + 1;
      token->kind = REFRAIN_QUERY_TOKEN_STRAY;
    }
  token->place.length = end - i;
  *at = end;
  return TRUE;
}
/* ---- Where the parser stands ---- */

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
