/* refrain-series-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of all that repeats is meant, as options of several commands: the same for durations,
 * compare and their figures.
 */
#pragma once

#include "refrain-comparison.h"
#include "refrain-recurrences.h"
#include "refrain-study.h"

/* As they were written; { 0 } at first. */
typedef struct
{
  char *pattern, *loop, *phase, *routine, *sequence;
} RefrainSeriesArguments;

/* Frees what it holds, not the structure. */
void refrain_series_arguments_clear (RefrainSeriesArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainSeriesArguments, refrain_series_arguments_clear)

/* Entries of a GOptionEntry array that fill in @arguments (a structure, not a pointer). */
/* clang-format off */
#define REFRAIN_SERIES_ENTRIES(arguments)                                                          \
  { "pattern", 0, 0, G_OPTION_ARG_STRING, &(arguments).pattern,                                    \
    N_ ("Use this pattern (ids: patterns)"), N_ ("ID") },                                          \
  { "loop", 0, 0, G_OPTION_ARG_STRING, &(arguments).loop,                                          \
    N_ ("Use this loop (ids: loops --ids)"), N_ ("ID") },                                          \
  { "phase", 0, 0, G_OPTION_ARG_STRING, &(arguments).phase,                                        \
    N_ ("Use this phase (ids: phases)"), N_ ("ID") },                                              \
  { "routine", 0, 0, G_OPTION_ARG_STRING, &(arguments).routine,                                    \
    N_ ("Use the calls of this routine"), N_ ("NAME") },                                           \
  { "sequence", 0, 0, G_OPTION_ARG_STRING, &(arguments).sequence,                                  \
    N_ ("Use this sequence of events (ids: durations --sequences)"),                               \
    N_ ("ID") }
/* clang-format on */

/* The first option that was given, "--loop", or NULL. */
const char *refrain_series_arguments_get_first (const RefrainSeriesArguments *self);
/* Which kind is asked for, REFRAIN_N_RECURS for none, and its id (0 for a routine: it has a name).
 * FALSE with @error. */
gboolean refrain_series_arguments_understand (const RefrainSeriesArguments *self,
                                              RefrainRecurs *kind,
                                              guint32 *id,
                                              GError **error);
/* The series that is asked for, in the trace of @study. NULL with @error. */
RefrainOccurrences *refrain_series_arguments_collect (const RefrainSeriesArguments *self,
                                                      RefrainStudy *study,
                                                      const RefrainStudyAsk *ask,
                                                      RefrainRecurs kind,
                                                      guint32 id,
                                                      GError **error);
/* Compares the two of @occurrences, of the trace of @study, that @text names: "118,120", or "118"
 * with a usual one, or, where it is NULL, the one that takes longest with that. NULL with @error.
 */
RefrainComparison *refrain_series_compare (RefrainOccurrences *occurrences,
                                           const char *text,
                                           RefrainStudy *study,
                                           const RefrainStudyAsk *ask,
                                           GError **error);
