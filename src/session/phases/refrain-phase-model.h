/* refrain-phase-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The phases of an open trace as the window's views share them: the tree of segments once it is
 * found, the strength that prunes it, what the user told about phases, and which are selected.
 * Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-bands.h"
#include "refrain-patterns.h"
#include "refrain-phase-bands.h"
#include "refrain-phase-memory.h"
#include "refrain-phases-found.h"

/* Elements [start, end) of the sequence. A segment of the tree is known by them: no two have the
 * same. */
typedef struct
{
  guint32 start, end;
} RefrainPhaseRange;

#define REFRAIN_TYPE_PHASE_MODEL (refrain_phase_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhaseModel, refrain_phase_model, REFRAIN, PHASE_MODEL, GObject)

/* Properties that notify: "phases" (NULL until found), "running", "strength" (it was set, and
 * something else remains), "repetitions" (more of them are known), "marks" (names, notes, joined
 * phases), "options" (how phases are looked for), "selected", "shown" (behind other views),
 * "by-count", "bands" (they were placed on every process), "collapsed" (whether collapsing helps),
 * "automatic" (how phases came about). Finds phases whenever @patterns has found patterns. */
RefrainPhaseModel *refrain_phase_model_new (RefrainPatterns *patterns, RefrainSubjects *subjects);

/* ---- Finding ---- */

/* Finds the phases in the background; what was found before stays until then. Nothing without
 * patterns. */
void refrain_phase_model_find (RefrainPhaseModel *self);
/* Tells the study at once which phases are listed, which it is told anyway when they have not
 * changed for a moment: for whoever asks it for them. */
void refrain_phase_model_publish (RefrainPhaseModel *self);
gboolean refrain_phase_model_is_running (RefrainPhaseModel *self);
/* NULL until found. */
RefrainPhases *refrain_phase_model_get_phases (RefrainPhaseModel *self);
/* Whether what was found is made of composite patterns. */
gboolean refrain_phase_model_is_composite (RefrainPhaseModel *self);
/* Why there are none: a sentence, or NULL. */
const char *refrain_phase_model_get_problem (RefrainPhaseModel *self);

/* Everything the user told, as it is kept between runs; valid until something is told. */
const RefrainPhaseMemory *refrain_phase_model_get_memory (RefrainPhaseModel *self);
/* Takes it over, copied. Does not find anew. */
void refrain_phase_model_set_memory (RefrainPhaseModel *self, const RefrainPhaseMemory *memory);
/* Whether level, collapsing and strength are chosen by what describes the run most briefly: they
 * are, until the user sets one of them. */
gboolean refrain_phase_model_is_automatic (RefrainPhaseModel *self);
/* Has them chosen, or goes to the whole tree of elementary patterns. Finds anew. */
void refrain_phase_model_set_automatic (RefrainPhaseModel *self, gboolean automatic);
/* Why there are these phases and no others: a sentence, "" while there are none. Free with
 * g_free(). */
char *refrain_phase_model_explain (RefrainPhaseModel *self);
/* These find anew. The first two are the user's own choice. */
void refrain_phase_model_set_composite (RefrainPhaseModel *self, gboolean composite);
void refrain_phase_model_set_collapse (RefrainPhaseModel *self, gboolean collapse);
void refrain_phase_model_set_without_collectives (RefrainPhaseModel *self, gboolean without);
/* Counts the patterns at @indices of the set, and those that count as one of them, as one symbol.
 * FALSE for fewer than two. */
gboolean
refrain_phase_model_merge_patterns (RefrainPhaseModel *self, const guint32 *indices, guint n);
/* Takes merge @i (of the memory) back. */
void refrain_phase_model_unmerge (RefrainPhaseModel *self, guint i);

/* How many phases there would be if equal neighbours in the sequence counted as one; 0 where the
 * tree is not one-sided, that is not known (yet), or it helps little. O(segments that remain). */
gsize refrain_phase_model_get_n_collapsed (RefrainPhaseModel *self);

/* ---- Strength ---- */

double refrain_phase_model_get_strength (RefrainPhaseModel *self);
/* The same, but not below what the tree was made for yet. */
double refrain_phase_model_get_reached (RefrainPhaseModel *self);
/* Prunes; below 0 for the first time, finds anew. @strength is brought between -1 and the highest
 * that cuts anything. O(segments that remain). */
void refrain_phase_model_set_strength (RefrainPhaseModel *self, double strength);
/* The strength of the strongest cut, or 0. */
double refrain_phase_model_get_strongest (RefrainPhaseModel *self);
/* Indices of the segments that remain, breadth-first: shown as 1, 2, ... Valid until "strength". */
const guint32 *refrain_phase_model_get_segments (RefrainPhaseModel *self, gsize *n);
/* The phases, from the left: what remains uncut, joined as the user says. Valid until "strength" or
 * "marks". */
const RefrainPhaseRange *refrain_phase_model_get_ranges (RefrainPhaseModel *self, gsize *n);

/* ---- One phase, or segment ---- */

/* The segment of these elements, or REFRAIN_NONE. O(depth). */
guint32 refrain_phase_model_find_node (RefrainPhaseModel *self, const RefrainPhaseRange *range);
RefrainPhaseRange refrain_phase_model_get_range (RefrainPhaseModel *self, guint32 node);
/* The largest segments that lie in @range, from the left: of guint32. O(depth × their number). */
GArray *refrain_phase_model_cover (RefrainPhaseModel *self, const RefrainPhaseRange *range);
/* The same for each of @ranges, one after the other. */
GArray *
refrain_phase_model_cover_all (RefrainPhaseModel *self, const RefrainPhaseRange *ranges, guint n);
/* When its first communication begins and its last one ends. */
gboolean refrain_phase_model_get_span (RefrainPhaseModel *self,
                                       const RefrainPhaseRange *range,
                                       RefrainTime *start,
                                       RefrainTime *end);
/* What it is called: by the user, or after what fills it, and how often it repeats its piece. Free
 * with g_free(). */
char *refrain_phase_model_describe (RefrainPhaseModel *self, const RefrainPhaseRange *range);
const char *refrain_phase_model_get_name (RefrainPhaseModel *self, const RefrainPhaseRange *range);
const char *refrain_phase_model_get_note (RefrainPhaseModel *self, const RefrainPhaseRange *range);
/* The same of all phases as painters take it: of RefrainPhaseLabel, by start. Names are valid as
 * long as "marks". */
GArray *refrain_phase_model_get_labels (RefrainPhaseModel *self);
/* NULL or "" takes it back. */
void refrain_phase_model_set_name (RefrainPhaseModel *self,
                                   const RefrainPhaseRange *range,
                                   const char *name);
void refrain_phase_model_set_note (RefrainPhaseModel *self,
                                   const RefrainPhaseRange *range,
                                   const char *note);
/* Makes the phases in @range one to the user. FALSE where there are fewer than two, or where it
 * does not begin and end with a phase. */
gboolean refrain_phase_model_join (RefrainPhaseModel *self, const RefrainPhaseRange *range);
/* They are one to the user, or in what was chosen: what belongs to a phase but for one symbol. */
gboolean refrain_phase_model_is_joined (RefrainPhaseModel *self, const RefrainPhaseRange *range);
/* Takes back what the user joined. */
void refrain_phase_model_split (RefrainPhaseModel *self, const RefrainPhaseRange *range);

/* Takes the names, notes and joined phases of @memory, copied, and nothing else of it. */
void refrain_phase_model_set_marks (RefrainPhaseModel *self, const RefrainPhaseMemory *memory);

/* ---- The selected phases ---- */

/* In the order in which they were selected. */
const RefrainPhaseRange *refrain_phase_model_get_selected (RefrainPhaseModel *self, guint *n);
void refrain_phase_model_select (RefrainPhaseModel *self, const RefrainPhaseRange *ranges, guint n);
/* Selects the next (@direction 1) or previous (-1) phase. FALSE at the end. */
gboolean refrain_phase_model_step (RefrainPhaseModel *self, int direction);
/* Selects the segment that the selected one is a part of (@direction -1), or its left part, as long
 * as that remains (1). FALSE where there is none. */
gboolean refrain_phase_model_climb (RefrainPhaseModel *self, int direction);
/* Selects all phases from the one selected last to @range: those that are to be joined. */
void refrain_phase_model_select_through (RefrainPhaseModel *self, const RefrainPhaseRange *range);

/* ---- How they are shown ---- */

/* Whether phases are painted behind other views: as was said last, before that while some are
 * selected. */
gboolean refrain_phase_model_get_shown (RefrainPhaseModel *self);
void refrain_phase_model_set_shown (RefrainPhaseModel *self, gboolean shown);
/* The bands to be painted behind other views, the selected phases lit up; NULL where none are.
 * First on any process, O(segments that remain); then "bands" tells that they were placed on every
 * process by itself. Valid until "shown", "phases", "strength", "repetitions", "marks",
 * "selected" or "bands". */
RefrainBands *refrain_phase_model_get_bands (RefrainPhaseModel *self);
/* Whether they are as wide as they have symbols, instead of as they last. */
gboolean refrain_phase_model_get_by_count (RefrainPhaseModel *self);
void refrain_phase_model_set_by_count (RefrainPhaseModel *self, gboolean by_count);
