/* refrain-program-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a program's lines say, as text.
 */
#pragma once

#include "refrain-program.h"

/* What the numbers in a line mean; belongs to whom it is asked of. */
typedef struct
{
  RefrainLoopEvents *events;
  RefrainMapping *mapping;
  const RefrainDirection *directions;
  const RefrainTagRule *tags;
  const RefrainGroupRule *groups;
} RefrainWords;

/* "+x -y" */
void refrain_words_append_directions (GString *text,
                                      const RefrainWords *words,
                                      const guint32 *directions,
                                      guint n);
/* "tag2", "tag100+i"; nothing for BY_DIRECTION. @names: of the repeats around, the innermost first,
 * the number of its index; NULL where each has one. */
void refrain_words_append_tag (GString *text,
                               const RefrainWords *words,
                               guint32 tag,
                               const guint32 *names);
/* "i" to "u", "i13"...: the index of a repeat. */
void refrain_words_append_index (GString *text, guint32 number);
/* "MPI_Allreduce along x" */
void refrain_words_append_collective (GString *text,
                                      const RefrainWords *words,
                                      guint32 name,
                                      guint32 group);
/* "send", "swap"...; of kinds that have directions. */
const char *refrain_words_get_verb (RefrainLineKind kind);
/* "A" to "Z", "AA"... */
void refrain_words_append_name (GString *text, guint32 number);
/* "0-3,8" */
void refrain_words_append_ranks (GString *text, const guint32 *ranks, gsize n);
