/* refrain-phase-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that say how phases are looked for: the same phases for the same options of every
 * command.
 */
#pragma once

#include "refrain-pattern-options.h"
#include "refrain-phases-found.h"
#include "refrain-study.h"
#include "refrain-words.h"

/* No strength was given. */
#define REFRAIN_NO_STRENGTH (-G_MAXDOUBLE)

/* As the user typed them. */
typedef struct
{
  gboolean collapse, without_collectives;
  double strength; /* or REFRAIN_NO_STRENGTH */
  char *merge;
} RefrainPhaseArguments;

#define REFRAIN_PHASE_ARGUMENTS_INIT                                                               \
  {                                                                                                \
    .strength = REFRAIN_NO_STRENGTH                                                                \
  }

/* What a number names: elements [start, end) of the sequence of phases, a segment of its tree or,
 * where @node is REFRAIN_NONE, several that are one phase. */
typedef struct
{
  RefrainPhasesFound *found;
  guint32 node, start, end;
} RefrainPhasePart;

/* Frees what it holds, not the structure. */
void refrain_phase_part_clear (RefrainPhasePart *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainPhasePart, refrain_phase_part_clear)

/* Frees what it holds, not the structure. */
void refrain_phase_arguments_clear (RefrainPhaseArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainPhaseArguments, refrain_phase_arguments_clear)

/* Entries of a GOptionEntry array that fill in @arguments (a structure, not a pointer). */
/* clang-format off */
#define REFRAIN_PHASE_ENTRIES(arguments)                                                           \
  { "strength", 0, 0, G_OPTION_ARG_DOUBLE, &(arguments).strength,                                  \
    N_ ("Cut segments above this strength (default: 0)"), N_ ("S") },                              \
  { "collapse", 0, 0, G_OPTION_ARG_NONE, &(arguments).collapse,                                    \
    N_ ("Collapse repeated symbols"), NULL },                                                      \
  { "without-collectives", 0, 0, G_OPTION_ARG_NONE, &(arguments).without_collectives,              \
    N_ ("Exclude collective patterns"), NULL },                                                    \
  { "merge", 0, 0, G_OPTION_ARG_FILENAME, &(arguments).merge,                                      \
    N_ ("Merge the patterns of each line of this file into one symbol"), N_ ("FILE") }
/* clang-format on */

/* The first option that was given, "--collapse", or NULL. */
const char *refrain_phase_arguments_get_first (const RefrainPhaseArguments *self);
/* FALSE with @error where they are none. */
gboolean refrain_phase_arguments_check (const RefrainPhaseArguments *self, GError **error);
/* Whether they cut the tree; else the phases that are read best are meant, as they are listed. */
gboolean refrain_phase_arguments_are_by_hand (const RefrainPhaseArguments *self);
/* Where the tree is cut: of @found, which they asked for, or by hand. */
double refrain_phase_arguments_get_strength (const RefrainPhaseArguments *self,
                                             const RefrainPhasesFound *found);
/* The phases that are listed, of @study: those that are read best. A new reference; NULL with
 * @error. May take long. */
RefrainPhasesFound *refrain_phase_arguments_find_listed (const RefrainPhaseArguments *self,
                                                         RefrainPhaseLevel level,
                                                         RefrainStudy *study,
                                                         const RefrainStudyAsk *ask,
                                                         GError **error);
/* The tree of the composite patterns, or of the elementary ones, of which --merge has the ids.
 * Likewise. */
RefrainPhasesFound *refrain_phase_arguments_find_tree (const RefrainPhaseArguments *self,
                                                       gboolean composite,
                                                       RefrainStudy *study,
                                                       const RefrainStudyAsk *ask,
                                                       GError **error);
/* What they ask for, of the patterns of @how: the phases that are listed, or the tree; that of the
 * composite patterns where some are to be merged, as these are told by the ids that people read.
 * Likewise. */
RefrainPhasesFound *refrain_phase_arguments_find (const RefrainPhaseArguments *self,
                                                  const RefrainPatternArguments *how,
                                                  RefrainStudy *study,
                                                  const RefrainStudyAsk *ask,
                                                  GError **error);
/* ... of a sequence of @n symbols, which are numbers of @words. */
RefrainPhases *refrain_phase_arguments_find_in_words (const RefrainPhaseArguments *self,
                                                      const guint32 *symbols,
                                                      gsize n,
                                                      const RefrainWords *words,
                                                      GError **error);
/* The part of the run that has this @id: a phase as it is listed, from 1; with @segment, or options
 * that cut the tree, a segment, from 1, breadth-first. FALSE with @error, with the trace's path. */
gboolean refrain_phase_arguments_find_part (const RefrainPhaseArguments *self,
                                            const RefrainPatternArguments *how,
                                            RefrainStudy *study,
                                            const RefrainStudyAsk *ask,
                                            int id,
                                            gboolean segment,
                                            RefrainPhasePart *part,
                                            GError **error);
