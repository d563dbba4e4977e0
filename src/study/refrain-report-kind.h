/* refrain-report-kind.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be asked for by name: a command of refrain-cli whose result is a report, which the
 * window, a library or Python can have, too.
 *
 * How a command becomes a kind of report:
 *
 * 1. src/study/reports/report-NAME.c, a line in the meson.build of src/study, and one in
 *    refrain-report-kinds.h, of which its command, its line of --help and completions come.
 *    Nothing in src/cli.
 * 2. A struct Options of what GOption writes to; init() sets what is not zero, clear() frees what
 *    it points to. REFRAIN_REPORT_ENTRIES() makes the entries that point into it; --json, --csv,
 * --latex, the parsing and the loading are not yours. Shared ones are in src/study/options: they
 * check themselves and say what is wrong.
 * 3. check() refuses wrong usage with REFRAIN_ERROR_USAGE and keeps of @words what it needs;
 *    without one, exactly one word, a trace, is expected. Where it accepts no words, make() gets a
 *    NULL study.
 *    Where text and JSON come of different analyses, narrow() is told which of them is wanted.
 * 4. make() asks the study (refrain_study_find(), never an analysis' own constructor where the
 *    study has it) and says each thing once: refrain_report_add_…() for programs, _say(), _head()
 *    and _fact() for people, and _add_table() for both: a column with a key stands in JSON and CSV,
 *    one with a heading in text and LaTeX. A column that people read otherwise than programs is
 *    two. Members keep their keys: docs/schema/NAME.json is fixed, more may be added.
 * 5. Never printf(), never an own layout, never a unit in a key. What was left out:
 *    refrain_report_warn(); where scripts ask for a verdict: refrain_report_set_status().
 * 6. docs/man gets --csv and --latex in the command's section. Compare `jq -S 'del(.schema)'` of
 *    the --json of both binaries on real traces, then the text.
 *
 * report-info.c has no option, report-numbers.c two; report-validate.c does without a trace and has
 * a verdict, report-matrix.c has most of the shared options.
 */
#pragma once

#include "refrain-pattern-options.h"
#include "refrain-report-write.h"
#include "refrain-study.h"

typedef struct
{
  const char *name;      /* "waits" */
  const char *arguments; /* "TRACE", for the usage line */
  const char *summary;   /* N_ ("…") */
  /* What help says behind the options, translated, free with g_free(); or NULL. */
  char *(*explain) (void);

  gsize options_size; /* of a structure of its own, zero before init(); 0: no options */
  void (*init) (gpointer options);                                    /* or NULL */
  void (*describe) (gpointer options, GArray *entries);               /* of GOptionEntry; or NULL */
  gboolean (*check) (gpointer options, char **words, GError **error); /* or NULL */
  /* Arguments as GOption can read them, where it could not: a new list; or NULL. */
  char **(*rewrite) (const char *const *arguments);
  /* What is wanted is this form alone: the report may leave out what only others have. FALSE where
   * the options have no such form; or NULL. */
  gboolean (*narrow) (gpointer options, RefrainReportFormat format, GError **error);
  /* NULL with @error; where that is REFRAIN_ERROR_USAGE, the request was wrong. */
  RefrainReport *(*make) (RefrainStudy *study,
                          gpointer options,
                          const RefrainStudyAsk *ask,
                          GError **error);
  void (*clear) (gpointer options); /* or NULL */
  /* It names patterns or phases: the options that say what is one pattern go with it, and make()
   * has a study that is asked so. */
  gboolean of_patterns;
  gboolean
      judges; /* exit status 1 is a verdict on the trace: that it could not be looked at is 2 */
} RefrainReportKind;

/* Defines describe() of entries that point into `x`, an @Options. */
#define REFRAIN_REPORT_ENTRIES(Options, ...)                                                       \
  static void describe (gpointer data, GArray *entries)                                            \
  {                                                                                                \
    Options *x = data;                                                                             \
    const GOptionEntry own[] = { __VA_ARGS__ };                                                    \
                                                                                                   \
    g_array_append_vals (entries, own, G_N_ELEMENTS (own));                                        \
  }

/* All of them, in the order in which help lists them. */
const RefrainReportKind *const *refrain_report_kinds_list (guint *n);
/* NULL where there is none. */
const RefrainReportKind *refrain_report_kind_find (const char *name);

/* A kind with its options read. */
typedef struct
{
  const RefrainReportKind *kind;
  gpointer options;
  RefrainPatternArguments patterns; /* where these are of_patterns */
  char **words;                     /* beside the options: the trace first, where there is one */
} RefrainReportRequest;

/* Reads @arguments, options and words as on a command line, without the name of a program. @more
 * are entries of the program itself, or NULL; with these, --help prints help and exits. Free with
 * refrain_report_request_free(). NULL with REFRAIN_ERROR_USAGE. */
RefrainReportRequest *refrain_report_request_new (const RefrainReportKind *kind,
                                                  const char *const *arguments,
                                                  const GOptionEntry *more,
                                                  GError **error);
void refrain_report_request_free (RefrainReportRequest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainReportRequest, refrain_report_request_free)

/* Says that the report will be written as @format only. FALSE with REFRAIN_ERROR_USAGE where that
 * is not to be had with these options. */
gboolean refrain_report_request_narrow (RefrainReportRequest *self,
                                        RefrainReportFormat format,
                                        GError **error);

/* The report, to be freed with refrain_report_unref(). @study is that of the first word, NULL where
 * there is none; @ask may be NULL. May take long. */
RefrainReport *refrain_report_request_make (RefrainReportRequest *self,
                                            RefrainStudy *study,
                                            const RefrainStudyAsk *ask,
                                            GError **error);
