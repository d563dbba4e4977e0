/* refrain-run-comparison.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two runs, or several of each of two kinds, beside each other. Each run has a study of its own;
 * who compares holds them all.
 */
#pragma once

#include "refrain-differences.h"
#include "refrain-report.h"
#include "refrain-study.h"

/* What differs between the runs @a and the runs @b, at least one of each. NULL with @error when
 * cancelled, and where a run is too large. */
RefrainDifferences *refrain_studies_compare (RefrainStudy *const *a,
                                             guint n_a,
                                             RefrainStudy *const *b,
                                             guint n_b,
                                             const RefrainStudyAsk *ask,
                                             GError **error);

/* ---- The report ---- */

/* What a command line says of runs. */
typedef struct
{
  char *fail_above; /* as typed; or NULL */
  int n_others;     /* words after "--"; 0: there was none */
  double limit;     /* a share; infinite where there is none */
  char **paths;     /* of all runs */
  guint n_a;        /* ... of which these come first */
} RefrainRunArguments;

/* clang-format off */
#define REFRAIN_RUN_ENTRIES(arguments)                                                             \
  { "fail-above", 0, 0, G_OPTION_ARG_STRING, &(arguments).fail_above,                              \
    N_ ("Exit with status 3 if one difference lengthens B by more than this share of A"),          \
    N_ ("PERCENT") },                                                                              \
  { "n-others", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &(arguments).n_others, NULL, NULL }
/* clang-format on */

/* Options cannot read what "--" sets apart: how much is after it becomes a hidden one. */
char **refrain_run_arguments_rewrite (const char *const *arguments);
gboolean refrain_run_arguments_check (RefrainRunArguments *self, char **words, GError **error);
/* Of @study, which is the first run, and of the others, which are loaded. Its status is 3 where B
 * exceeds the limit. */
RefrainReport *refrain_run_arguments_report (const RefrainRunArguments *self,
                                             RefrainStudy *study,
                                             const RefrainStudyAsk *ask,
                                             GError **error);
void refrain_run_arguments_clear (RefrainRunArguments *self);
