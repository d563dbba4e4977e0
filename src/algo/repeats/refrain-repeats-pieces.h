/* refrain-repeats-pieces.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pieces of a delimited sequence, each kept once.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Piece i is text[start[i] .. start[i + 1] - 2], then REFRAIN_REPEATS_END. It stands in the
 * sequence at places[first_place[i] .. first_place[i + 1] - 1], ascending. */
typedef struct
{
  guint32 n;
  guint32 *text;
  guint32 *start;       /* n + 1 */
  guint32 *first_place; /* n + 1 */
  guint32 *places;
} RefrainRepeatsPieces;

/* Cuts @n symbols in front of every TRUE of @boundary (NULL: none). Expected O(n). */
RefrainRepeatsPieces *
refrain_repeats_pieces_new (const guint32 *symbols, guint32 n, const gboolean *boundary);
void refrain_repeats_pieces_free (RefrainRepeatsPieces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRepeatsPieces, refrain_repeats_pieces_free)

static inline guint32
refrain_repeats_pieces_get_text_length (const RefrainRepeatsPieces *self)
{
  return self->start[self->n];
}

G_END_DECLS
