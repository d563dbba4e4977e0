/* refrain-loop-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines end in any way; a word that could be taken for something else stands in quotes, which are
 * looked at only where a model is read.
 */
#include "config.h"

#include "refrain-loop-lines.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-ranks.h"

static gboolean
is_blank (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static RefrainLoopPiece
skip_blanks (RefrainLoopPiece piece)
{
  while (piece.at < piece.end && is_blank (*piece.at))
    piece.at++;
  return piece;
}

static RefrainLoopPiece
strip_blanks (RefrainLoopPiece line)
{
  line = skip_blanks (line);
  while (line.end > line.at && is_blank (line.end[-1]))
    line.end--;
  return line;
}

/* Without the comment at its end: `//` at the beginning of a word. */
static RefrainLoopPiece
strip (RefrainLoopPiece line)
{
  const char *slash = line.at;

  while ((slash = memchr (slash, '/', (gsize) (line.end - slash))) != NULL)
    {
      if (slash + 1 < line.end && slash[1] == '/' && (slash == line.at || is_blank (slash[-1])))
        {
          line.end = slash;
          break;
        }
      slash++;
    }
  return strip_blanks (line);
}

/* "0 local ..." */
static gboolean
is_local (RefrainLoopPiece line)
{
  RefrainLoopPiece word;

  return refrain_loop_piece_take_word (&line, &word) && g_ascii_isdigit (*word.at)
         && refrain_loop_piece_take_word (&line, &word)
         && refrain_loop_piece_equals (word, "local");
}

gboolean
refrain_loop_lines_next (RefrainLoopLines *self, RefrainLoopPiece *line)
{
  while (self->rest.at < self->rest.end)
    {
      const char *end = memchr (self->rest.at, '\n', REFRAIN_LOOP_PIECE_LENGTH (self->rest));

      *line = (RefrainLoopPiece){ self->rest.at, end != NULL ? end : self->rest.end };
      self->rest.at = end != NULL ? end + 1 : self->rest.end;
      self->number++;
      *line = self->plain && is_local (*line) ? strip_blanks (*line) : strip (*line);
      if (line->at < line->end)
        return TRUE;
    }
  return FALSE;
}

gboolean
refrain_loop_lines_fail (
    const RefrainLoopLines *self, guint64 number, GError **error, const char *cause, ...)
{
  g_autofree char *said = NULL, *text = NULL;
  va_list arguments;

  va_start (arguments, cause);
  said = g_strdup_vprintf (cause, arguments);
  va_end (arguments);
  text = g_utf8_make_valid (said, -1);
  return refrain_fail (error, REFRAIN_ERROR_FORMAT, _ ("%s: line %" PRIu64 ": %s"), self->name,
                       number, text);
}

gboolean
refrain_loop_piece_take_word (RefrainLoopPiece *piece, RefrainLoopPiece *word)
{
  *piece = skip_blanks (*piece);
  word->at = piece->at;
  while (piece->at < piece->end && !is_blank (*piece->at))
    piece->at++;
  word->end = piece->at;
  *piece = skip_blanks (*piece);
  return word->at < word->end;
}

gboolean
refrain_loop_piece_equals (RefrainLoopPiece piece, const char *text)
{
  gsize n = strlen (text);

  return REFRAIN_LOOP_PIECE_LENGTH (piece) == n && memcmp (piece.at, text, n) == 0;
}

gboolean
refrain_loop_piece_to_int (RefrainLoopPiece piece, gint64 *number)
{
  gboolean negative = piece.at < piece.end && *piece.at == '-';
  gint64 sum = 0;

  if (piece.at < piece.end && (*piece.at == '-' || *piece.at == '+'))
    piece.at++;
  if (piece.at == piece.end)
    return FALSE;
  for (; piece.at < piece.end; piece.at++)
    if (!g_ascii_isdigit (*piece.at) || __builtin_mul_overflow (sum, 10, &sum)
        || __builtin_add_overflow (sum, *piece.at - '0', &sum))
      return FALSE;
  *number = negative ? -sum : sum;
  return TRUE;
}

gboolean
refrain_loop_piece_to_process (RefrainLoopPiece piece, guint32 *process)
{
  gint64 number;

  if (!refrain_loop_piece_to_int (piece, &number) || !g_ascii_isdigit (*piece.at)
      || number >= REFRAIN_LOOP_MAX_PROCESSES)
    return FALSE;
  *process = (guint32) number;
  return TRUE;
}

gboolean
refrain_loop_piece_is_unknown (RefrainLoopPiece piece)
{
  return refrain_loop_piece_equals (piece, "?");
}

gboolean
refrain_loop_piece_append_group (RefrainLoopPiece piece, gsize max, GArray *processes)
{
  if (refrain_loop_piece_equals (piece, "-"))
    return TRUE;
  return piece.at < piece.end
         && refrain_ranks_parse (piece.at, REFRAIN_LOOP_PIECE_LENGTH (piece),
                                 REFRAIN_LOOP_MAX_PROCESSES - 1, max, processes);
}

static gboolean
is_text (RefrainLoopPiece piece, const char **cause)
{
  if (g_utf8_validate_len (piece.at, REFRAIN_LOOP_PIECE_LENGTH (piece), NULL))
    return TRUE;
  *cause = _ ("is not text in UTF-8");
  return FALSE;
}

/* What follows "0 sync" or "0 local". */
static gboolean
parse_words (RefrainLoopPiece rest, RefrainLoopLine *event, const char **cause)
{
  event->name = rest;
  if (event->kind == REFRAIN_LOOP_SYNC
      && (!refrain_loop_piece_take_word (&rest, &event->name)
          || !refrain_loop_piece_take_word (&rest, &event->group) || rest.at < rest.end))
    {
      *cause = _ ("“sync” must be between a process and a name with a group of processes");
      return FALSE;
    }
  return is_text (event->name, cause);
}

gboolean
refrain_loop_line_parse (RefrainLoopPiece line, RefrainLoopLine *event, const char **cause)
{
  RefrainLoopPiece first, verb, second, owner;

  if (!refrain_loop_piece_take_word (&line, &first) || !refrain_loop_piece_take_word (&line, &verb))
    verb = (RefrainLoopPiece){ NULL, NULL };
  owner = first;
  if (refrain_loop_piece_equals (verb, "sync"))
    event->kind = REFRAIN_LOOP_SYNC;
  else if (refrain_loop_piece_equals (verb, "local"))
    event->kind = REFRAIN_LOOP_LOCAL;
  else if (refrain_loop_piece_equals (verb, "send") || refrain_loop_piece_equals (verb, "recv")
           || refrain_loop_piece_equals (verb, "rcv"))
    {
      event->kind = *verb.at == 's' ? REFRAIN_LOOP_SEND : REFRAIN_LOOP_RECV;
      if (!refrain_loop_piece_take_word (&line, &second)
          || !refrain_loop_piece_take_word (&line, &event->tag) || line.at < line.end)
        {
          *cause = _ ("a message has two processes and a tag: “0 send 1 tag2”");
          return FALSE;
        }
      if (!is_text (event->tag, cause))
        return FALSE;
      owner = event->kind == REFRAIN_LOOP_SEND ? first : second;
      event->peer = event->kind == REFRAIN_LOOP_SEND ? second : first;
    }
  else
    {
      *cause = _ ("is no event (send, recv, sync, local)");
      return FALSE;
    }
  if (!refrain_loop_piece_to_process (owner, &event->process))
    {
      *cause = _ ("does not name its process by a number below 1048576");
      return FALSE;
    }
  return event->kind == REFRAIN_LOOP_SEND || event->kind == REFRAIN_LOOP_RECV
         || parse_words (line, event, cause);
}

/* ---- Quotes ---- */

static gboolean
is_quoted (RefrainLoopPiece word)
{
  return REFRAIN_LOOP_PIECE_LENGTH (word) >= 2 && *word.at == '"' && word.end[-1] == '"';
}

/* What one pair of quotes holds. */
static RefrainLoopPiece
get_inner (RefrainLoopPiece word)
{
  return (RefrainLoopPiece){ word.at + 1, word.end - 1 };
}

gboolean
refrain_loop_tag_is_unclear (RefrainLoopPiece word)
{
  for (const char *at = word.at; at < word.end; at++)
    if (*at == '*' || (*at == 'i' && at + 1 < word.end && g_ascii_isdigit (at[1])))
      return TRUE;
  return FALSE;
}

static gboolean
word_is_unclear (RefrainLoopPiece word)
{
  while (is_quoted (word))
    word = get_inner (word);
  return REFRAIN_LOOP_PIECE_LENGTH (word) >= 2 && word.at[0] == '/' && word.at[1] == '/';
}

RefrainLoopPiece
refrain_loop_piece_unquote (RefrainLoopPiece word, RefrainLoopUnclear is_unclear)
{
  return is_quoted (word) && is_unclear (get_inner (word)) ? get_inner (word) : word;
}

void
refrain_loop_piece_append_quoted (RefrainLoopPiece word,
                                  RefrainLoopUnclear is_unclear,
                                  GString *text)
{
  const gboolean quote = is_unclear (word);

  if (quote)
    g_string_append_c (text, '"');
  g_string_append_len (text, word.at, word.end - word.at);
  if (quote)
    g_string_append_c (text, '"');
}

void
refrain_loop_piece_append_words (RefrainLoopPiece piece, gboolean quote, GString *text)
{
  while (piece.at < piece.end)
    {
      const char *before = piece.at;
      RefrainLoopPiece word;

      piece = skip_blanks (piece);
      g_string_append_len (text, before, piece.at - before);
      for (word.at = piece.at; piece.at < piece.end && !is_blank (*piece.at);)
        piece.at++;
      word.end = piece.at;
      if (quote)
        refrain_loop_piece_append_quoted (word, word_is_unclear, text);
      else
        {
          word = refrain_loop_piece_unquote (word, word_is_unclear);
          g_string_append_len (text, word.at, word.end - word.at);
        }
    }
}

void
refrain_loop_line_get_name (const RefrainLoopLine *event, gboolean is_model, GString *name)
{
  g_string_truncate (name, 0);
  if (is_model && event->kind == REFRAIN_LOOP_LOCAL)
    refrain_loop_piece_append_words (event->name, FALSE, name);
  else
    g_string_append_len (name, event->name.at, event->name.end - event->name.at);
}
