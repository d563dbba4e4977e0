/* report-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * numbers: what a part of a run costs, beside the whole.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-numbers-text.h"
#include "refrain-report-options.h"
#include "refrain-run.h"
#include "refrain-time-format.h"

/* Routines and pairs in the text. */
#define MAX_ROWS 12

static void
init (gpointer options)
{
  refrain_report_range_init (options);
}

REFRAIN_REPORT_ENTRIES (RefrainReportRange, REFRAIN_REPORT_RANGE_ENTRIES (*x))

static gboolean
check (gpointer options, char **words, GError **error)
{
  return refrain_report_expect_trace (words, error) && refrain_report_range_check (options, error);
}

/* FALSE with @error where nothing of the run is in @range. */
static gboolean
check_range (RefrainTrace *trace, const RefrainReportRange *range, GError **error)
{
  const RefrainRun *run = refrain_trace_get_run (trace);
  g_autofree char *first = refrain_time_format (run->start, 4);
  g_autofree char *last = refrain_time_format (run->end, 4);

  if (range->start < run->end && range->end > run->start)
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                       _ ("no events in this time range; the run is from %s to %s"), first, last);
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const RefrainReportRange *range = data;
  RefrainTrace *trace = refrain_study_get_trace (study);
  GCancellable *cancellable = ask != NULL ? ask->cancellable : NULL;
  const RefrainTime start = MIN (refrain_trace_get_start (trace), 0);
  g_autoptr (RefrainNumbersIndex) index
      = refrain_study_find (study, REFRAIN_ANALYSIS_NUMBERS, ask, error);
  g_autoptr (RefrainSpanSums) spans
      = index != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_WAIT_SPANS, ask, error) : NULL;
  g_autoptr (RefrainNumbers) run
      = spans != NULL ? refrain_numbers_new (index, spans, NULL, 0, start,
                                             refrain_trace_get_end (trace) + 1, cancellable, error)
                      : NULL;
  g_autoptr (RefrainNumbers) part = NULL;

  if (run == NULL)
    return NULL;
  if (range->from == NULL && range->to == NULL)
    return refrain_numbers_make_report (run, run, MAX_ROWS);
  if (!check_range (trace, range, error))
    return NULL;
  part = refrain_numbers_new (index, spans, NULL, 0, range->start, range->end, cancellable, error);
  return part != NULL ? refrain_numbers_make_report (part, run, MAX_ROWS) : NULL;
}

REFRAIN_DEFINE_CLEAR (clear, RefrainReportRange, refrain_report_range_clear (x))

const RefrainReportKind refrain_report_numbers = {
  .name = "numbers",
  .arguments = "TRACE",
  .summary = N_ ("Show statistics of a part of the run"),
  .options_size = sizeof (RefrainReportRange),
  .init = init,
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
};
