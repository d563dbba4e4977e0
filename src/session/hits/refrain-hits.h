/* refrain-hits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a search over messages, operations or calls found: counted while it is typed, lit up once it
 * is chosen, and walked through. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-find-text.h"
#include "refrain-query.h"
#include "refrain-subject.h"

#define REFRAIN_TYPE_HITS (refrain_hits_get_type ())
G_DECLARE_FINAL_TYPE (RefrainHits, refrain_hits, REFRAIN, HITS, GObject)

/* Property that notifies: "looked" (an answer to a question is there). */
RefrainHits *refrain_hits_new (RefrainTrace *trace, RefrainSubjects *subjects);

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
/* What was chosen; NULL where nothing is, or something else is lit up. */
const RefrainFindQuestion *refrain_hits_get_question (RefrainHits *self);
/* Marks in @processes, one byte for each process of the trace, those that have hits. O(hits). */
void refrain_hits_mark_processes (RefrainHits *self, guint8 *processes);

/* ---- For whoever lights up rows of a query ---- */

/* Gives @found, which is empty, what @rows (of gsize; NULL: all) of @result stand for: a message,
 * an operation, a call or a process each; rows that are groups are no stops. Any thread. FALSE with
 * @error when cancelled. */
gboolean refrain_hits_collect (RefrainQueryResult *result,
                               const GArray *rows,
                               RefrainTrace *trace,
                               RefrainSubjectFound *found,
                               GCancellable *cancellable,
                               GError **error);
