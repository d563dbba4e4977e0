/* refrain-phase-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that say how phases are looked for: the same phases for the same options of every
 * command.
 */
#pragma once

#include "refrain-pattern-options.h"
#include "refrain-phases.h"
#include "refrain-study.h"
#include "refrain-words.h"

/* As the user typed them. */
typedef struct
{
  gboolean collapse, without_collectives;
  double strength;
  char *merge;
} RefrainPhaseArguments;

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
/* Makes @options, those of @ask, ask @study for them: of the composite patterns, or of the
 * elementary ones, of which --merge has the ids. FALSE with @error. May take long. */
gboolean refrain_phase_arguments_apply (const RefrainPhaseArguments *self,
                                        gboolean composite,
                                        RefrainStudy *study,
                                        const RefrainStudyAsk *ask,
                                        RefrainStudyOptions *options,
                                        GError **error);
/* The phases they ask for, of @study: of elementary patterns; of what @how makes of them where some
 * are to be merged, as these are told by the ids that people read. A new reference; NULL with
 * @error. */
RefrainPhases *refrain_phase_arguments_find (const RefrainPhaseArguments *self,
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
/* The segment of @phases that has this @id at the strength asked for, from 1, breadth-first: as an
 * index of the tree in *@node. FALSE with @error, with @path the trace's. */
gboolean refrain_phase_arguments_find_segment (const RefrainPhaseArguments *self,
                                               RefrainPhases *phases,
                                               int id,
                                               const char *path,
                                               guint32 *node,
                                               GError **error);
