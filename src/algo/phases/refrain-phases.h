/* refrain-phases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The phases of a run (Alawneh 2012, chapter 5): the occurrences of its communication patterns in
 * execution order, cut where they become different, and each piece traced back to time, processes
 * and routines. Immutable.
 */
#pragma once

#include "refrain-pattern-set.h"
#include "refrain-progress.h"
#include "refrain-segmentation.h"

typedef struct
{
  gboolean collapse;            /* contiguous equal symbols are one element */
  gboolean without_collectives; /* leave out collective patterns */
  const guint32 *merge;         /* for each of the first n_merge symbols (patterns, by index) the
                                   one that it counts as; others count as themselves */
  gsize n_merge;
  double least; /* the tree goes down to this strength: 0, or above -1 to see more */
} RefrainPhaseOptions;

/* A process' share of a phase; start > end where it has none. */
typedef struct
{
  RefrainTime start;
  RefrainTime end;
} RefrainPhaseInterval;

/* Elements [first, first + period) stand count times in a row from there, and behind follow the
 * first rest elements of it once more. */
typedef struct
{
  guint32 first;
  guint32 period;
  guint32 count; /* at least 2, or 0: no repetition */
  guint32 rest;
  guint32 iterations; /* count, and the last one too where more than half of it is there */
} RefrainPhaseRepetition;

/* Repetitions of segments no longer than this are found in so little time that some hundred of them
 * fit into a frame. */
#define REFRAIN_PHASES_SHORT 128

#define REFRAIN_TYPE_PHASES (refrain_phases_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhases, refrain_phases, REFRAIN, PHASES, GObject)

/* The phases of the patterns of @set; its indices of patterns are the symbols. NULL with @error
 * when cancelled. Holds a reference to @set. O(n log n) in occurrences, see
 * refrain_segmentation_new().
 */
RefrainPhases *refrain_phases_new (RefrainPatternSet *set,
                                   const RefrainPhaseOptions *options,
                                   GCancellable *cancellable,
                                   const RefrainProgress *progress,
                                   GError **error);
/* The same of any sequence, without times and routines. */
RefrainPhases *refrain_phases_new_for_symbols (const guint32 *symbols,
                                               gsize n,
                                               const RefrainPhaseOptions *options,
                                               GCancellable *cancellable,
                                               const RefrainProgress *progress,
                                               GError **error);

/* The patterns, or NULL. */
RefrainPatternSet *refrain_phases_get_pattern_set (RefrainPhases *self);
/* The tree over the elements: see there for segments, prunings and leaves. */
const RefrainSegmentation *refrain_phases_get_segmentation (RefrainPhases *self);
/* The symbol of each element, merged. */
const guint32 *refrain_phases_get_symbols (RefrainPhases *self, gsize *n);
/* The occurrences that element @element stands for, as positions in the set's sequence (in the
 * symbols given); one, or more where equal ones were collapsed. */
const guint32 *refrain_phases_get_positions (RefrainPhases *self, guint32 element, gsize *n);
/* How many those of elements [start, end) are. O(1). */
gsize refrain_phases_count_occurrences (RefrainPhases *self, guint32 start, guint32 end);

/* When the first communication of the run begins and the last one ends, collective ones always
 * included: before is Initialize, after is Finalize. FALSE where there is none. */
gboolean
refrain_phases_get_communication (RefrainPhases *self, RefrainTime *start, RefrainTime *end);
/* When segment @node begins and ends, on any process. FALSE without a trace. O(1). */
gboolean
refrain_phases_get_span (RefrainPhases *self, guint32 node, RefrainTime *start, RefrainTime *end);
/* The same of elements [start, end). O(occurrences of these). */
gboolean refrain_phases_get_span_of (
    RefrainPhases *self, guint32 start, guint32 end, RefrainTime *from, RefrainTime *to);
/* Fills in the share of every process in segment @node. O(operations of it). */
void
refrain_phases_get_intervals (RefrainPhases *self, guint32 node, RefrainPhaseInterval *intervals);
/* Every operation of every occurrence in segment @node: those of a segment's two parts are its own,
 * and no operation is in two leaves. Needs a trace. O(operations of it). */
RefrainOpSet *refrain_phases_get_op_set (RefrainPhases *self, guint32 node);
/* The same of elements [start, end). */
RefrainOpSet *refrain_phases_get_op_set_of (RefrainPhases *self, guint32 start, guint32 end);
/* The highest call that begins the segment without crossing an earlier pattern (Alawneh 2012,
 * section 5.2.2): its routine, on most of the processes of the first occurrence; NULL where no call
 * is known. A call that holds all the run's communication only names the whole. @whole tells
 * whether it covers all of the segment. O(processes of the first occurrence, and of the last). */
RefrainRoutine *refrain_phases_get_routine (RefrainPhases *self, guint32 node, gboolean *whole);
/* The same of any elements [start, end), at least one: of phases that are one to the user. */
RefrainRoutine *
refrain_phases_get_routine_of (RefrainPhases *self, guint32 start, guint32 end, gboolean *whole);
/* What segment @node is a repetition of: what covers it but for less than one piece before and
 * behind; of several what covers most, then the shortest piece, then the first (Alawneh 2012,
 * section 6.2.7). O(n log n) the first time. Any thread. */
void refrain_phases_get_repetition (RefrainPhases *self,
                                    guint32 node,
                                    RefrainPhaseRepetition *repetition);
/* The same of elements [start, end). O(n log n) each time. */
void refrain_phases_get_repetition_of (RefrainPhases *self,
                                       guint32 start,
                                       guint32 end,
                                       RefrainPhaseRepetition *repetition);
/* The same, but FALSE where that would take long: the segment has more elements than
 * REFRAIN_PHASES_SHORT, and no caller has asked for its repetition yet. */
gboolean refrain_phases_peek_repetition (RefrainPhases *self,
                                         guint32 node,
                                         RefrainPhaseRepetition *repetition);
/* Finds the repetitions of segments @nodes, so that those of all can be peeked at. For a thread
 * that may take long. FALSE when cancelled. */
gboolean refrain_phases_find_repetitions (RefrainPhases *self,
                                          const guint32 *nodes,
                                          gsize n,
                                          GCancellable *cancellable);

/* ---- What fills them ---- */

/* Works out which routine delimits each occurrence: the one that does on most of its processes.
 * What needs it does so by itself; here, for a thread that may take long. O(parts of all
 * occurrences · log segments) once. Any thread. */
void refrain_phases_find_fillings (RefrainPhases *self);
/* The routine that delimits at least half of the occurrences of elements [start, end), with how
 * many these are (@n_there) of how many (@n); of two the first. NULL without a trace or where none
 * does. O(occurrences). Any thread. */
RefrainRoutine *refrain_phases_get_filling (
    RefrainPhases *self, guint32 start, guint32 end, gsize *n_there, gsize *n);
/* The routine that delimits every occurrence, or NULL. O(1) once they are found. Any thread. */
RefrainRoutine *refrain_phases_get_filling_of_all (RefrainPhases *self);

/* ---- What phases are called ---- */

/* The routine that elements [start, end), at least one, are named after: the one whose call they
 * are (refrain_phases_get_routine_of()), or the one of the program that fills them, and not all the
 * others too. @whole: nothing else is there.
 * NULL where neither is known. O(occurrences). */
RefrainRoutine *refrain_phases_get_naming_routine (RefrainPhases *self,
                                                   guint32 start,
                                                   guint32 end,
                                                   gboolean *whole);

/* Whether segment @node is shown as a repetition, and of what: where it is not cut at @strength, is
 * one, and that is known (refrain_phases_peek_repetition()). */
gboolean refrain_phases_repeats (RefrainPhases *self,
                                 guint32 node,
                                 double strength,
                                 RefrainPhaseRepetition *repetition);
/* What segment @node is called at @strength: by the user, @name, or after the routine that it is a
 * call of or that fills it, or after its most frequent pattern, with " …" behind where there is
 * more in it; where nothing fills it, after the routine that begins it. And what it repeats: "ssor:
 * 3 patterns × 250". "" where nothing is known. Free with g_free(). O(occurrences). */
char *
refrain_phases_describe (RefrainPhases *self, guint32 node, double strength, const char *name);
/* The same for elements [start, end), several phases of which @main is most: it says what repeats,
 * and names all where it is a call of a routine. */
char *refrain_phases_describe_piece (RefrainPhases *self,
                                     guint32 start,
                                     guint32 end,
                                     guint32 main,
                                     double strength,
                                     const char *name);
/* The same for elements [start, end), at least one, of several phases that are one to the user:
 * what one of them repeats is not said of all. */
char *
refrain_phases_describe_joined (RefrainPhases *self, guint32 start, guint32 end, const char *name);
