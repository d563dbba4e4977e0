/* refrain-loop-text-affine.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers with loop indices in the text of a loop model.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-loop-text-private.h"

/* Larger ones mean nothing, and their sums could run over. */
#define MAX_NUMBER (G_GINT64_CONSTANT (1) << 40)

/* A sum on its way: coefficients by depth. */
typedef struct
{
  gint64 constant;
  gint64 coefficient[REFRAIN_LOOP_MAX_DEPTH];
  guint32 depth; /* loops around */
} Sum;

static gboolean
is_in_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '\'';
}

/* The innermost open loop whose variable is @name. */
static const RefrainLoopOpen *
find_loop (RefrainLoopReader *self, RefrainLoopPiece name)
{
  for (guint i = self->open->len; i-- > 0;)
    {
      const RefrainLoopOpen *open = &g_array_index (self->open, RefrainLoopOpen, i);

      if (open->variable.at != NULL
          && REFRAIN_LOOP_PIECE_LENGTH (open->variable) == REFRAIN_LOOP_PIECE_LENGTH (name)
          && memcmp (open->variable.at, name.at, REFRAIN_LOOP_PIECE_LENGTH (name)) == 0)
        return open;
    }
  return NULL;
}

/* Adds @factor times the variable @name, or @factor where that is empty. */
static gboolean
add_term (RefrainLoopReader *self, Sum *sum, gint64 factor, RefrainLoopPiece name, GError **error)
{
  const RefrainLoopOpen *loop = NULL;
  gint64 shifted = factor, total = factor;

  if (name.at < name.end)
    {
      gint64 *coefficient;

      loop = find_loop (self, name);
      if (loop == NULL)
        return refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                        _ ("“%.*s” is no index of a loop around"),
                                        (int) MIN (REFRAIN_LOOP_PIECE_LENGTH (name), 40), name.at);
      coefficient
          = &sum->coefficient[g_array_index (self->drafts, RefrainLoopDraft, loop->draft).depth];
      if (__builtin_add_overflow (*coefficient, factor, coefficient)
          || __builtin_mul_overflow (factor, loop->shift, &shifted))
        shifted = G_MAXINT64;
      total = *coefficient;
    }
  if (ABS (factor) > MAX_NUMBER || ABS (total) > MAX_NUMBER
      || __builtin_add_overflow (sum->constant, shifted, &sum->constant)
      || sum->constant > MAX_NUMBER || sum->constant < -MAX_NUMBER)
    return refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                    _ ("a number is too large"));
  return TRUE;
}

/* Takes digits and a name with nothing or `*` between off @piece: "2*i0", "3", "i1". */
static gboolean
take_term (RefrainLoopPiece *piece, gint64 *factor, RefrainLoopPiece *name)
{
  RefrainLoopPiece digits = { piece->at, piece->at };

  while (digits.end < piece->end && g_ascii_isdigit (*digits.end))
    digits.end++;
  *factor = 1;
  if (digits.at < digits.end && !refrain_loop_piece_to_int (digits, factor))
    return FALSE;
  name->at = digits.end;
  if (digits.at < digits.end && name->at < piece->end && *name->at == '*')
    name->at++;
  name->end = name->at;
  while (name->end < piece->end && is_in_name (*name->end))
    name->end++;
  piece->at = name->end;
  /* A name after digits needs its `*`, and the other way round. */
  if (name->at == name->end)
    return digits.at < digits.end && name->at == digits.end;
  return digits.at == digits.end || name->at > digits.end;
}

static gboolean
parse_sum (RefrainLoopReader *self, RefrainLoopPiece piece, Sum *sum, GError **error)
{
  RefrainLoopPiece whole = piece;

  for (gboolean first = TRUE; first || piece.at < piece.end; first = FALSE)
    {
      gboolean negative = piece.at < piece.end && *piece.at == '-';
      gboolean has_sign = negative || (piece.at < piece.end && *piece.at == '+');
      RefrainLoopPiece name;
      gint64 factor;

      piece.at += has_sign;
      if ((!first && !has_sign) || !take_term (&piece, &factor, &name))
        return refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                        _ ("“%.*s” is not a number such as 3 or 2*i0+1"),
                                        (int) MIN (REFRAIN_LOOP_PIECE_LENGTH (whole), 40),
                                        whole.at);
      if (!add_term (self, sum, negative ? -factor : factor, name, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_loop_reader_parse_affine (RefrainLoopReader *self,
                                  RefrainLoopPiece piece,
                                  RefrainAffine *affine,
                                  GError **error)
{
  g_autofree Sum *sum = NULL;
  gint64 plain;

  if (refrain_loop_piece_to_int (piece, &plain) && ABS (plain) <= MAX_NUMBER)
    {
      *affine = (RefrainAffine){ plain, 0, 0 };
      return TRUE;
    }
  sum = g_new0 (Sum, 1);
  if (!parse_sum (self, piece, sum, error))
    return FALSE;
  *affine = (RefrainAffine){ sum->constant, self->terms->len, 0 };
  for (guint32 depth = 0; depth < self->open->len; depth++)
    if (sum->coefficient[depth] != 0)
      {
        RefrainAffineTerm term = { depth, sum->coefficient[depth] };

        g_array_append_val (self->terms, term);
        affine->n++;
      }
  return TRUE;
}

/* ---- Tags ----------------------------------------------------------------------------------- */

/* Whether numbers with loop indices may stand behind this: behind any word where they are as models
 * are written, behind the usual ones where the indices have names of their own. */
static gboolean
may_end_prefix (RefrainLoopPiece prefix, RefrainLoopPiece number)
{
  const char last = prefix.at < prefix.end ? prefix.end[-1] : '\0';

  if (prefix.at == prefix.end || refrain_loop_piece_equals (prefix, "tag")
      || refrain_loop_piece_equals (prefix, "t"))
    return TRUE;
  if (g_ascii_isdigit (last) || last == '+' || last == '-' || last == '*')
    return FALSE;
  return g_ascii_isdigit (*number.at) || *number.at == '+' || *number.at == '-'
         || (*number.at == 'i' && number.at + 1 < number.end && g_ascii_isdigit (number.at[1]));
}

static gboolean
has_letter (RefrainLoopPiece piece)
{
  for (; piece.at < piece.end; piece.at++)
    if (g_ascii_isalpha (*piece.at) || *piece.at == '_')
      return TRUE;
  return FALSE;
}

/* Finds the longest end of @piece that is a number with loop indices. */
static gboolean
find_number (RefrainLoopReader *self,
             RefrainLoopPiece piece,
             RefrainLoopPiece *prefix,
             RefrainAffine *affine)
{
  *prefix = (RefrainLoopPiece){ piece.at, piece.at };
  for (RefrainLoopPiece number = piece; self->open->len > 0 && has_letter (number); number.at++)
    {
      prefix->end = number.at;
      if (may_end_prefix (*prefix, number)
          && refrain_loop_reader_parse_affine (self, number, affine, NULL))
        return TRUE;
    }
  return FALSE;
}

/* Refuses what was meant as a number with loop indices. */
static gboolean
check_word (RefrainLoopReader *self, RefrainLoopPiece piece, GError **error)
{
  RefrainLoopPiece number = piece;
  RefrainAffine affine;

  if (REFRAIN_LOOP_PIECE_LENGTH (number) > 3 && memcmp (number.at, "tag", 3) == 0)
    number.at += 3;
  else if (REFRAIN_LOOP_PIECE_LENGTH (number) > 1 && *number.at == 't')
    number.at++;
  return !refrain_loop_tag_is_unclear (piece)
         || (*number.at != 'i' && memchr (piece.at, '*', REFRAIN_LOOP_PIECE_LENGTH (piece)) == NULL)
         || refrain_loop_reader_parse_affine (self, number, &affine, error);
}

gboolean
refrain_loop_reader_parse_tag (RefrainLoopReader *self,
                               RefrainLoopPiece piece,
                               RefrainAffine *affine,
                               guint32 *word,
                               GError **error)
{
  RefrainLoopPiece bare = refrain_loop_piece_unquote (piece, refrain_loop_tag_is_unclear);
  g_autofree char *text = NULL;
  RefrainLoopPiece prefix;

  *affine = (RefrainAffine){ 0 };
  if (bare.at == piece.at && find_number (self, piece, &prefix, affine))
    {
      if (affine->n > 0)
        return refrain_tag_words_need (&self->tags, prefix.at, REFRAIN_LOOP_PIECE_LENGTH (prefix))
               || refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                           _ ("tags with loop indices begin with “%s” above"),
                                           self->tags.prefix);
      /* The indices cancel each other. */
      text = g_strdup_printf ("%.*s%" G_GINT64_FORMAT, (int) REFRAIN_LOOP_PIECE_LENGTH (prefix),
                              prefix.at, affine->constant);
      *affine = (RefrainAffine){ 0 };
    }
  else if (bare.at == piece.at && !check_word (self, piece, error))
    return FALSE;
  if (text == NULL)
    text = g_strndup (bare.at, REFRAIN_LOOP_PIECE_LENGTH (bare));
  refrain_tag_words_add (&self->tags, text);
  *word = refrain_loop_reader_add_text (self, text) + 1;
  return TRUE;
}
