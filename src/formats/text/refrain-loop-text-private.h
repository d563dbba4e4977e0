/* refrain-loop-text-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the reader of loop models is made of: a draft that holds what the lines say, before it is
 * known how many processes there are.
 */
#pragma once

#include "refrain-loop-lines.h"
#include "refrain-loop-text.h"
#include "refrain-tag-words.h"

G_BEGIN_DECLS

/* A number as in RefrainAffine, its terms in the draft's own table. */
typedef struct
{
  RefrainConstructKind kind;
  guint64 line;
  guint32 end;     /* the first draft after it and its body */
  guint32 depth;   /* loops around it in its definition or at the top */
  guint32 process; /* EVENT */
  guint32 what; /* EVENT: its shape (a key of the draft's); USE: the draft that is the definition */
  RefrainAffine number[2];
} RefrainLoopDraft;

/* A loop that is open while its body is read. */
typedef struct
{
  guint32 draft;
  RefrainLoopPiece variable; /* empty for a definition */
  gint64 shift;              /* what the text's index is ahead of ours */
} RefrainLoopOpen;

typedef struct
{
  RefrainLoopLines lines;
  GArray *drafts; /* of RefrainLoopDraft */
  GArray *terms;  /* of RefrainAffineTerm */
  GArray *open;   /* of RefrainLoopOpen */
  GArray *shapes; /* of RefrainLoopShape; name and group are numbers of the two below, the name of a
                     message 1 + that of its tag, or 0 with loop indices */
  RefrainTagWords tags;
  GHashTable *names;    /* of a definition: its draft + 1 */
  GPtrArray *texts;     /* names of events */
  GHashTable *text_of;  /* of a name: its number + 1 */
  GPtrArray *groups;    /* GArray of guint32 each */
  GHashTable *group_of; /* of a group as written: its number + 1 */
  gsize n_members;      /* over all groups */
  guint32 n_processes;
} RefrainLoopReader;

/* The deepest nest that is read. */
#define REFRAIN_LOOP_MAX_DEPTH 1000

/* Reads "2*i0-1" in the loops that are open. */
gboolean refrain_loop_reader_parse_affine (RefrainLoopReader *self,
                                           RefrainLoopPiece piece,
                                           RefrainAffine *affine,
                                           GError **error);
/* Reads "tag2*i0-1" or another tag: a number with loop indices, or a word, of which @word becomes 1
 * + the number. */
gboolean refrain_loop_reader_parse_tag (RefrainLoopReader *self,
                                        RefrainLoopPiece piece,
                                        RefrainAffine *affine,
                                        guint32 *word,
                                        GError **error);
/* The number of a text. */
guint32 refrain_loop_reader_add_text (RefrainLoopReader *self, const char *text);
/* Whether no count is ever negative, and all together stand for no more events than may be. */
gboolean refrain_loop_reader_check_counts (RefrainLoopReader *self,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
