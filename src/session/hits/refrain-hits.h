/* refrain-hits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a search over messages, operations or calls found: counted while it is typed, lit up once it
 * is chosen, and walked through. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-find-text.h"
#include "refrain-selection.h"
#include "refrain-task-runner.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_HITS (refrain_hits_get_type ())
G_DECLARE_FINAL_TYPE (RefrainHits, refrain_hits, REFRAIN, HITS, GObject)

/* Properties that notify: "looked" (an answer to a question is there), "chosen" (they are lit up,
 * or not any more), "current". */
RefrainHits *
refrain_hits_new (RefrainTrace *trace, RefrainTaskRunner *runner, RefrainSelection *selection);

/* ---- While it is typed ---- */

/* Looks for @questions (of RefrainFindQuestion, referenced; NULL: for nothing any more) in the
 * background, without lighting anything up. What was looked for before is stopped and forgotten,
 * but not what was chosen. */
void refrain_hits_look (RefrainHits *self, GPtrArray *questions);
/* How many hits question @i has; FALSE while that is not known. */
gboolean refrain_hits_get_found (RefrainHits *self, guint i, gsize *n);

/* ---- What was chosen ---- */

/* Lights up the hits of @question, in the background where they are not known yet. Nothing is lit
 * where there are none. */
void refrain_hits_choose (RefrainHits *self, const RefrainFindQuestion *question);
/* Puts the light out; nothing where it is another's. */
void refrain_hits_clear (RefrainHits *self);
/* What was chosen; NULL where nothing is. */
const RefrainFindQuestion *refrain_hits_get_question (RefrainHits *self);
/* Whether hits are lit up (or being looked for), and not something else. */
gboolean refrain_hits_is_chosen (RefrainHits *self);
/* Whether what was chosen is still looked for. */
gboolean refrain_hits_is_running (RefrainHits *self);
/* How many there are; 0 while they are looked for. */
gsize refrain_hits_get_n (RefrainHits *self);
/* The one that was gone to, from 0 in the order of time; FALSE where there is none. */
gboolean refrain_hits_get_current (RefrainHits *self, gsize *place);
/* Makes the next (@direction 1) or previous (-1) hit the current one, and sets @pick to it (of a
 * message to its send); without one, the first that begins at @from or later (the last before it).
 * Begins anew at the end. FALSE where there are none. O(log hits). */
gboolean refrain_hits_step (RefrainHits *self, int direction, RefrainTime from, RefrainPick *pick);
/* "Messages of 128 B: 3 of 88", or NULL where nothing is chosen. Free with g_free(). */
char *refrain_hits_describe (RefrainHits *self);
/* "3 of 88", "88", "" while they are looked for; NULL where nothing is chosen. Free with g_free().
 */
char *refrain_hits_describe_place (RefrainHits *self);
/* Marks in @processes, one byte for each process of the trace, those that have hits. O(hits). */
void refrain_hits_mark_processes (RefrainHits *self, guint8 *processes);

G_END_DECLS
