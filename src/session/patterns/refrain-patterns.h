/* refrain-patterns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The patterns of an open trace as the window's views share them: the elementary and the composite
 * ones once they are found, the level that is looked at, and the patterns of it that are selected.
 * Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-regularity.h"
#include "refrain-study.h"
#include "refrain-style.h"
#include "refrain-subject.h"

#define REFRAIN_TYPE_PATTERNS (refrain_patterns_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPatterns, refrain_patterns, REFRAIN, PATTERNS, GObject)

/* Which of the patterns are looked at. */
typedef enum
{
  REFRAIN_LEVEL_COMPOSITE, /* patterns of patterns: what happens together is one */
  REFRAIN_LEVEL_ELEMENTARY,
} RefrainPatternLevel;

/* Properties that notify: "composites" (NULL until found), then "set" (of the level; changes with
 * it, too), "level", "running", "selected", "names" (a name was given), "wrappers" (they were
 * chosen). */
RefrainPatterns *refrain_patterns_new (RefrainStudy *study, RefrainSubjects *subjects);

/* Finds the patterns of both levels in the background; what was found before stays until then. */
void refrain_patterns_find (RefrainPatterns *self);
gboolean refrain_patterns_is_running (RefrainPatterns *self);
/* The set of the level that is looked at: what is listed, selected and named. NULL until found. */
RefrainPatternSet *refrain_patterns_get_set (RefrainPatterns *self);
/* The set of elementary patterns, of which phases are made. NULL until found. */
RefrainPatternSet *refrain_patterns_get_elementary (RefrainPatterns *self);
RefrainStudy *refrain_patterns_get_study (RefrainPatterns *self);
/* Both levels, and the cycles. NULL until found. */
RefrainComposites *refrain_patterns_get_composites (RefrainPatterns *self);
RefrainPatternLevel refrain_patterns_get_level (RefrainPatterns *self);
/* Nothing is selected any more where the level changes. */
void refrain_patterns_set_level (RefrainPatterns *self, RefrainPatternLevel level);
/* The set of either level that has @pattern, which it may have no more: then NULL. */
RefrainPatternSet *refrain_patterns_get_set_of (RefrainPatterns *self, RefrainPattern *pattern);
/* What is to be known before any pattern, as refrain_composite_notes_new() says it: sentences, a
 * line each; "" where there is nothing, or nothing found yet. */
const char *refrain_patterns_get_notes (RefrainPatterns *self);
/* The main loop as refrain_main_loop_describe() says it; NULL where none is seen, or nothing found
 * yet. */
const char *refrain_patterns_get_main_loop (RefrainPatterns *self);
/* Its iterations, NULL until something is found, and how many they are, 0 as above. */
RefrainIterations *refrain_patterns_get_iterations (RefrainPatterns *self);
guint32 refrain_patterns_get_n_iterations (RefrainPatterns *self);
/* Whether @cycle, one of theirs, is the main loop (refrain_main_loop_is_cycle()). */
gboolean refrain_patterns_is_main_loop (RefrainPatterns *self, RefrainCycle *cycle);
/* How regular the messages are; REFRAIN_REGULAR where nothing is found yet. */
RefrainRegularity refrain_patterns_get_regularity (RefrainPatterns *self);
/* Why there is no set: a sentence, or NULL. */
const char *refrain_patterns_get_problem (RefrainPatterns *self);

/* The names of routines chosen as wrappers; NULL: chosen by the analysis. Does not find anew. */
const char *const *refrain_patterns_get_wrappers (RefrainPatterns *self);
void refrain_patterns_set_wrappers (RefrainPatterns *self, const char *const *wrappers);

/* Names that the user gave, by the key of the pattern: valid until the next name is given. */
GHashTable *refrain_patterns_get_names (RefrainPatterns *self);
/* Gives the patterns these names, now and when they are found. */
void refrain_patterns_set_names (RefrainPatterns *self, GHashTable *names);
/* Names pattern @index of the set; NULL or "" gives it back the name of its shape. What is one
 * thing on both levels has one name. */
void refrain_patterns_rename (RefrainPatterns *self, guint32 index, const char *name);

/* ---- The selected patterns ---- */

/* Indices in the set, ascending; NULL where there are none. */
const guint32 *refrain_patterns_get_selected (RefrainPatterns *self, guint *n);
/* Selects the patterns at @indices and lights up all their occurrences: at once, or in the
 * background where there are very many. What is
 * not in the set is left out. */
void refrain_patterns_select (RefrainPatterns *self, const guint32 *indices, guint n);
/* Which part of what is lit up pattern @index of the set is: refrain_style_get_part_color() gives
 * its colour. -1 where it is not selected, is alone, or is one of too many to be told apart. */
gint refrain_patterns_get_part (RefrainPatterns *self, guint32 index);
/* Makes @event the current occurrence, where it is one of the selected patterns. O(occurrences). */
void refrain_patterns_go_to (RefrainPatterns *self, const RefrainPatternEvent *event);
/* Selects elementary pattern @index: where that is a composite pattern of its own, on this level,
 * else on the elementary one. */
void refrain_patterns_select_elementary (RefrainPatterns *self, guint32 index);
/* Selects composite pattern @index, on its level. */
void refrain_patterns_select_composite (RefrainPatterns *self, guint32 index);
/* The elementary patterns of which the selected ones are made: indices, ascending. Free with
 * g_array_unref(). */
GArray *refrain_patterns_get_selected_elementary (RefrainPatterns *self);
