/* refrain-report-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What several kinds of reports say about their options. All errors are REFRAIN_ERROR_USAGE.
 */
#pragma once

#include "refrain-report-kind.h"

/* Returns FALSE, with a sentence about wrong usage. */
gboolean refrain_report_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Takes the options of @context out of @words, of which the first is a name, and the "--" that ends
 * them. Of an option that there is not, the sentence names the nearest one. The program keeps its
 * name, which GOption gives one that has none. */
gboolean refrain_report_parse (GOptionContext *context, char ***words, GError **error);
/* FALSE unless @words are one trace. */
gboolean refrain_report_expect_trace (char **words, GError **error);
/* FALSE unless @words are one trace, or none where @file, of option @name, is there instead. */
gboolean refrain_report_expect_trace_or_file (char **words,
                                              const char *name,
                                              const char *file,
                                              GError **error);
/* Whether @id, of option @name, is not negative, or not given (G_MININT). */
gboolean refrain_report_check_id (const char *name, int id, GError **error);
/* Reads which of @names, which end with NULL, @text of @option is; leaves *@choice where that is
 * NULL. */
gboolean refrain_report_choose (
    const char *option, const char *text, const char *const *names, guint *choice, GError **error);
/* Reads which of them are meant by "this,that": a bit each. */
gboolean refrain_report_choose_some (
    const char *option, const char *text, const char *const *names, guint *bits, GError **error);
/* Says what the trace does not have: no wrong usage, as only the trace tells. Returns FALSE. */
gboolean refrain_report_lack (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* "--a does not go with --b". Returns FALSE. */
gboolean refrain_report_refuse_both (const char *a, const char *b, GError **error);

/* Reads for option @name which of @n processes is meant; -1 into *@process where @text is NULL. */
gboolean refrain_report_parse_process (
    const char *name, const char *text, guint n, int *process, GError **error);
/* Whether @window, of --window, is a tolerance. */
gboolean refrain_report_check_window (double window, GError **error);
/* How @study is asked where options of a kind say otherwise than the user's: *@own is @ask, with
 * options of its own. A copy of what they are without, to be changed before anything is asked. */
RefrainStudyOptions *
refrain_report_copy_options (RefrainStudy *study, const RefrainStudyAsk *ask, RefrainStudyAsk *own);

/* --window, a double. */
#define REFRAIN_REPORT_WINDOW_ENTRY(number)                                                        \
  {                                                                                                \
    "window", 0, 0, G_OPTION_ARG_DOUBLE, &(number),                                                \
        N_ ("Tolerance for similar durations (default: 0.1, ±10 %)"), N_ ("W")                     \
  }

/* --from and --to. */
#define REFRAIN_REPORT_RANGE_ENTRIES(range)                                                         \
  { "from",     0, 0, G_OPTION_ARG_STRING, &(range).from, N_ ("Start of the time range (seconds)"), \
    N_ ("TIME") },                                                                                  \
  {                                                                                                 \
    "to", 0, 0, G_OPTION_ARG_STRING, &(range).to, N_ ("End of the time range (seconds)"),           \
        N_ ("TIME")                                                                                 \
  }
typedef struct
{
  char *from, *to; /* as typed; NULL: not given */
  RefrainTime start, end;
} RefrainReportRange;

/* From ever to ever. */
void refrain_report_range_init (RefrainReportRange *self);
/* Reads both, which may not lie the other way round. */
gboolean refrain_report_range_check (RefrainReportRange *self, GError **error);
void refrain_report_range_clear (RefrainReportRange *self);
