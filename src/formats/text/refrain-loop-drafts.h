/* refrain-loop-drafts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what the lines of a loop model say, in their order, while it is neither
 * known how many processes there are nor whether all of it could be run.
 */
#pragma once

#include "refrain-loop-lines.h"
#include "refrain-loop-model.h"

/* Loops in each other. */
#define REFRAIN_LOOP_DRAFTS_MAX_DEPTH 1000

/* The terms of its numbers lie in the table's. */
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

typedef struct
{
  GArray *list;  /* of RefrainLoopDraft */
  GArray *terms; /* of RefrainAffineTerm */
} RefrainLoopDrafts;

void refrain_loop_drafts_init (RefrainLoopDrafts *self);
void refrain_loop_drafts_clear (RefrainLoopDrafts *self);
/* The terms of @affine; NULL where it has none, for then the table may have none at all. */
const RefrainAffineTerm *
refrain_loop_drafts_get_terms (const RefrainLoopDrafts *self, const RefrainAffine *affine);

/* Whether they stand for no more events and iterations than REFRAIN_LOOP_TEXT_MAX_EVENTS; FALSE
 * with @error, which names the place in @lines. */
gboolean refrain_loop_drafts_check (const RefrainLoopDrafts *self,
                                    const RefrainLoopLines *lines,
                                    GCancellable *cancellable,
                                    GError **error);
