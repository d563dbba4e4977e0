/* refrain-card-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a card tells of the subject, whatever it is: its drawing, how long each of its occurrences
 * takes, what explains those that take longer, and two of them compared. It follows the session's
 * subject; all work is done in the background. Main thread only.
 */
#pragma once

#include "refrain-comparison-painter.h"
#include "refrain-session.h"
#include "refrain-strip-painter.h"
#include "refrain-traits.h"

#define REFRAIN_TYPE_CARD_MODEL (refrain_card_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCardModel, refrain_card_model, REFRAIN, CARD_MODEL, GObject)

/* Properties that notify: "series" (it is another one, was measured or is gone), "strip" (its
 * colours, or what explains it), "place" (another occurrence was gone to), "comparison". @session
 * is kept. */
RefrainCardModel *refrain_card_model_new (RefrainSession *session);
RefrainSession *refrain_card_model_get_session (RefrainCardModel *self);

/* The subject; NULL: nothing is selected. */
RefrainSubject *refrain_card_model_get_subject (RefrainCardModel *self);
/* It in its general form; NULL: it has no such drawing, or not yet. */
RefrainPainter *refrain_card_model_get_picture (RefrainCardModel *self);
/* NULL until collected, and where nothing repeats; durations take longer. */
RefrainOccurrences *refrain_card_model_get_occurrences (RefrainCardModel *self);
/* For tests. */
RefrainDurations *refrain_card_model_get_durations (RefrainCardModel *self);
RefrainStripPainter *refrain_card_model_get_strip (RefrainCardModel *self);
/* NULL until looked at. */
RefrainTraits *refrain_card_model_get_traits (RefrainCardModel *self);
/* "80 × 1.24 ms ± 10 %, 3 longer, up to 2.82 ms; the longer ones at the start of each iteration".
 * NULL without a series. Free with g_free(). */
char *refrain_card_model_tell (RefrainCardModel *self);
/* What its button says, with a mnemonic: what is compared is the current occurrence, where that is
 * not usual, with the median, or else with one that is like it. Free with g_free(). */
char *refrain_card_model_name_compare (RefrainCardModel *self);
/* "Number 5: 2.82 ms at 1.204 s, process 3". Free with g_free(). */
char *refrain_card_model_describe (RefrainCardModel *self, guint32 i);

/* What bars are coloured by; REFRAIN_N_TRAITS, as at first: whether they are outliers. */
void refrain_card_model_set_colors (RefrainCardModel *self, RefrainTrait trait);
RefrainTrait refrain_card_model_get_colors (RefrainCardModel *self);

/* The occurrence that was gone to, or REFRAIN_NONE. */
guint32 refrain_card_model_get_current (RefrainCardModel *self);
/* Makes occurrence @i the current one, and shows it. */
void refrain_card_model_go_to (RefrainCardModel *self, guint32 i);
/* The one that takes longest, the median, and the one nearest to it that is like the longest, with
 * which that is compared; REFRAIN_NONE without a series. */
guint32 refrain_card_model_get_slowest (RefrainCardModel *self);
guint32 refrain_card_model_get_median (RefrainCardModel *self);
guint32 refrain_card_model_get_usual (RefrainCardModel *self);

/* The current one, or, where that is a usual one or none is, the one that takes longest: what is
 * compared. REFRAIN_NONE without a series. */
guint32 refrain_card_model_get_odd (RefrainCardModel *self);

/* Compares that one with a usual one, as soon as durations are there. */
void refrain_card_model_compare (RefrainCardModel *self);
/* Forgets what was compared. */
void refrain_card_model_stop_comparing (RefrainCardModel *self);
/* NULL until compared. */
RefrainComparison *refrain_card_model_get_comparison (RefrainCardModel *self);
RefrainComparisonPainter *refrain_card_model_get_pair (RefrainCardModel *self);
/* Why it is these two: a sentence. NULL until compared. Free with g_free(). */
char *refrain_card_model_explain_pair (RefrainCardModel *self);
