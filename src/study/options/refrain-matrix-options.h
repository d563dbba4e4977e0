/* refrain-matrix-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that say which messages a matrix counts: the same for every command that has one.
 */
#pragma once

#include "refrain-matrix.h"
#include "refrain-pattern-options.h"
#include "refrain-phase-options.h"
#include "refrain-report-options.h"
#include "refrain-wait-pairs.h"

#define REFRAIN_NO_ID G_MININT

/* As the user typed them, and what is meant. */
typedef struct
{
  gboolean collectives;
  gboolean times; /* for who asks: also how long messages are under way */
  RefrainReportRange range;
  char *loop, *communicator;
  int phase, segment, pattern, tag; /* REFRAIN_NO_ID: any */
  RefrainPhaseArguments what;
  RefrainPatternArguments how;
} RefrainMatrixArguments;

#define REFRAIN_MATRIX_ARGUMENTS_INIT                                                              \
  {                                                                                                \
    .phase = REFRAIN_NO_ID, .segment = REFRAIN_NO_ID, .pattern = REFRAIN_NO_ID,                    \
    .tag = REFRAIN_NO_ID, .what = REFRAIN_PHASE_ARGUMENTS_INIT,                                    \
    .range                                                                                         \
        = {.start = -REFRAIN_TIME_LIMIT,                                                           \
           .end = REFRAIN_TIME_LIMIT }                                                             \
  }

/* Frees what it holds, not the structure. */
void refrain_matrix_arguments_clear (RefrainMatrixArguments *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainMatrixArguments, refrain_matrix_arguments_clear)

/* Entries of a GOptionEntry array that fill in @arguments (a structure, not a pointer). */
/* clang-format off */
#define REFRAIN_MATRIX_ENTRIES(arguments)                                                          \
  { "collectives", 0, 0, G_OPTION_ARG_NONE, &(arguments).collectives,                              \
    N_ ("Count data of collective operations, as if sent directly"), NULL },                       \
  REFRAIN_REPORT_RANGE_ENTRIES ((arguments).range),                                                \
  { "loop", 0, 0, G_OPTION_ARG_STRING, &(arguments).loop,                                          \
    N_ ("Use this loop (ids: loops --ids)"), N_ ("ID") },                                          \
  { "phase", 0, 0, G_OPTION_ARG_INT, &(arguments).phase,                                           \
    N_ ("Use this phase (ids: phases)"), N_ ("ID") },                                              \
  { "segment", 0, 0, G_OPTION_ARG_INT, &(arguments).segment,                                       \
    N_ ("Use this segment (ids: phases --strength 0)"), N_ ("ID") },                               \
  { "pattern", 0, 0, G_OPTION_ARG_INT, &(arguments).pattern,                                       \
    N_ ("Use this pattern (ids: patterns)"), N_ ("ID") },                                          \
  { "communicator", 0, 0, G_OPTION_ARG_STRING, &(arguments).communicator,                          \
    N_ ("Count only messages in this communicator"), N_ ("NAME") },                                \
  { "tag", 0, 0, G_OPTION_ARG_INT, &(arguments).tag, N_ ("Count only messages with this tag"),     \
    N_ ("TAG") },                                                                                  \
  REFRAIN_PHASE_ENTRIES ((arguments).what), REFRAIN_PATTERN_ENTRIES ((arguments).how)
/* clang-format on */

/* Whether they go together; @phases and @patterns: these are looked for even without --phase or
 * --pattern. FALSE with @error. */
gboolean refrain_matrix_arguments_understand (RefrainMatrixArguments *self,
                                              gboolean phases,
                                              gboolean patterns,
                                              GError **error);
/* The first option that was given, "--from", or NULL. */
const char *refrain_matrix_arguments_get_first (const RefrainMatrixArguments *self);
/* The communicator of @trace that is meant: its index. FALSE with @error. */
gboolean refrain_matrix_arguments_find_communicator (const RefrainMatrixArguments *self,
                                                     RefrainTrace *trace,
                                                     guint32 *communicator,
                                                     GError **error);
/* The operations of @trace that are meant, beside @ops (NULL: all). NULL where these are all. */
RefrainOpSet *refrain_matrix_arguments_narrow (const RefrainMatrixArguments *self,
                                               RefrainTrace *trace,
                                               RefrainOpSet *ops,
                                               guint32 communicator);
/* The matrix that is asked for; of a loop *@has_bytes may become FALSE. NULL with @error. */
RefrainMatrix *refrain_matrix_arguments_count (const RefrainMatrixArguments *self,
                                               RefrainStudy *study,
                                               const RefrainStudyAsk *ask,
                                               gboolean *has_bytes,
                                               GError **error);
/* Who makes whom wait, in what is meant: of RefrainWaitPair. NULL with @error. Free with
 * g_array_unref(). */
GArray *refrain_matrix_arguments_find_waits (const RefrainMatrixArguments *self,
                                             RefrainStudy *study,
                                             const RefrainStudyAsk *ask,
                                             GError **error);
/* Of @ops (NULL: all), in the window of time, with collectives where they are asked for. */
RefrainMatrix *refrain_matrix_arguments_count_ops (const RefrainMatrixArguments *self,
                                                   RefrainTrace *trace,
                                                   RefrainOpSet *ops,
                                                   GError **error);
