/* report-skeleton.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skeleton: a program that communicates as the traced one did.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-main-loop.h"
#include "refrain-mapping.h"
#include "refrain-report-options.h"
#include "refrain-skeleton-c.h"
#include "refrain-thread-order.h"

typedef struct
{
  char *folder, *scale;
  int n_processes; /* G_MININT: not given */
  RefrainSkeletonStyle style;
} Options;

/* What the skeleton does otherwise than the program did, a sentence each. */
static void
warn_differences (RefrainReport *report, RefrainSkeleton *skeleton)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (skeleton);
  const guint n_threads = refrain_thread_order_count (refrain_skeleton_get_trace (skeleton));

  if (facts->unmatched_sends + facts->unmatched_recvs + facts->split_collectives > 0)
    refrain_report_warn (report,
                         _ ("omitted, as their partners are not in the trace: %" PRIu64
                            " sends, %" PRIu64 " receives, %" PRIu64 " calls of collectives"),
                         facts->unmatched_sends, facts->unmatched_recvs, facts->split_collectives);
  if (facts->most_bytes > REFRAIN_SKELETON_MOST_BYTES)
    refrain_report_warn (report, _ ("messages of more than %d bytes are cut to that"),
                         REFRAIN_SKELETON_MOST_BYTES);
  if (n_threads > 0)
    refrain_report_warn (report,
                         ngettext ("several threads communicate in %u process: the skeleton runs "
                                   "their simultaneous events thread by thread",
                                   "several threads communicate in %u processes: the skeleton runs "
                                   "their simultaneous events thread by thread",
                                   n_threads),
                         n_threads);
  if (facts->stuck)
    refrain_report_warn (report, _ ("without buffering in MPI the skeleton would deadlock"));
}

/* How many operations are otherwise, by why. */
static void
add_differences (RefrainReport *report, const RefrainSkeletonFacts *facts)
{
  const RefrainReportColumn columns[] = {
    { "difference", _ ("difference"), REFRAIN_CELL_TEXT },
    { "operations", _ ("operations"), REFRAIN_CELL_COUNT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, "differences", NULL, columns);

  refrain_report_set_rows_shape (table, REFRAIN_ROWS_MEMBERS);
  refrain_report_add_row (table, REFRAIN_TEXT ("unmatched_sends"),
                          REFRAIN_COUNT (facts->unmatched_sends));
  refrain_report_add_row (table, REFRAIN_TEXT ("unmatched_receives"),
                          REFRAIN_COUNT (facts->unmatched_recvs));
  refrain_report_add_row (table, REFRAIN_TEXT ("split_collectives"),
                          REFRAIN_COUNT (facts->split_collectives));
  refrain_report_add_row (table, REFRAIN_TEXT ("resized"), REFRAIN_COUNT (facts->resized));
  refrain_report_add_row (table, REFRAIN_TEXT ("non_blocking"), REFRAIN_COUNT (facts->n_started));
}

static void
add_facts (RefrainReport *report, RefrainSkeleton *skeleton, const char *folder)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (skeleton);
  RefrainMapping *mapping = refrain_skeleton_get_mapping (skeleton);
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree char *name = g_filename_display_name (folder);

  refrain_report_add_int (report, "processes", n);
  refrain_report_add_string (report, "topology", refrain_mapping_get_name (mapping));
  refrain_report_add_boolean (report, "stuck", facts->stuck);
  add_differences (report, facts);
  refrain_report_say (report,
                      ngettext ("A program for %u process (%s): make -C %s run",
                                "A program for %u processes (%s): make -C %s run", n),
                      n, refrain_mapping_get_title (mapping), name);
  if (facts->resized > 0)
    refrain_report_say (
        report,
        ngettext ("%" PRIu64
                  " send or collective had another size than the most frequent of its line",
                  "%" PRIu64
                  " sends and collectives had another size than the most frequent of their line",
                  (gulong) MIN (facts->resized, G_MAXUINT32)),
        facts->resized);
  if (facts->n_started > 0)
    refrain_report_say (report,
                        ngettext ("%u send of the program does not block, as the processes would "
                                  "deadlock if MPI does not buffer",
                                  "%u sends of the program do not block, as the processes would "
                                  "deadlock if MPI does not buffer",
                                  facts->n_started),
                        facts->n_started);
}

/* ---- The kind ---- */

static void
init (gpointer data)
{
  ((Options *) data)->n_processes = G_MININT;
}

REFRAIN_REPORT_ENTRIES (
    Options,
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &x->folder,
      N_ ("Write skeleton.c, skeleton.h and Makefile into this folder"), N_ ("DIR") },
    { "scale", 0, 0, G_OPTION_ARG_STRING, &x->scale,
      N_ ("Multiply computing times by F (default: 1; 0: none)"), N_ ("F") },
    { "processes", 0, 0, G_OPTION_ARG_INT, &x->n_processes,
      N_ ("Write it for N processes of the same topology"), N_ ("N") },
    { "drawn", 0, 0, G_OPTION_ARG_NONE, &x->style.drawn,
      N_ ("Draw computing times from measured ones, instead of their median"), NULL },
    { "sleep", 0, 0, G_OPTION_ARG_NONE, &x->style.sleep, N_ ("Sleep instead of computing"), NULL })

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  char *end;

  if (!refrain_report_expect_trace (words, error))
    return FALSE;
  if (options->folder == NULL || options->folder[0] == '\0')
    return refrain_report_refuse (error, _ ("expects %s"), "-o DIR");
  if (options->n_processes != G_MININT
      && (options->n_processes < 1 || options->n_processes > REFRAIN_SKELETON_MOST_PROCESSES))
    return refrain_report_refuse (error,
                                  _ ("--processes: %d is not a number of processes from 1 to %d"),
                                  options->n_processes, REFRAIN_SKELETON_MOST_PROCESSES);
  options->style.scale = 1;
  if (options->scale == NULL)
    return TRUE;
  errno = 0;
  options->style.scale = g_ascii_strtod (options->scale, &end);
  return (end != options->scale && *end == '\0' && isfinite (options->style.scale)
          && options->style.scale >= 0)
         || refrain_report_refuse (error, _ ("--scale: “%s” is not a number from 0 on"),
                                   options->scale);
}

/* Nobody knows what other processes than those of the run would do where even these do something
 * else in each iteration: that is said before the run is written down. */
static gboolean
can_extend (RefrainStudy *study, guint n_processes, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainMainLoop) loop = NULL;

  if (n_processes == 0
      || n_processes == refrain_trace_get_n_processes (refrain_study_get_trace (study)))
    return TRUE;
  loop = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, ask, error);
  if (loop == NULL || !refrain_main_loop_varies (loop))
    return loop != NULL;
  return refrain_fail (
      error, REFRAIN_ERROR_ARGUMENT,
      _ ("messages or partners change from iteration to iteration, so the messages of "
         "another number of processes are unknown (%.0f %% of the messages are in "
         "patterns that occur three times or more)"),
      100 * refrain_main_loop_get_repeated (loop));
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  const guint n_processes = (guint) MAX (options->n_processes, 0);
  RefrainTrace *trace = refrain_study_get_trace (study);
  g_autofree char *name = g_filename_display_name (refrain_trace_get_path (trace));
  g_autoptr (RefrainReport) report = refrain_report_new ("skeleton");
  g_autoptr (RefrainSkeleton) skeleton = NULL;

  if (can_extend (study, n_processes, ask, error))
    skeleton
        = refrain_skeleton_new (trace, n_processes, ask != NULL ? ask->cancellable : NULL, error);
  if (skeleton == NULL)
    g_prefix_error (error, "%s: ", name);
  if (skeleton == NULL
      || !refrain_skeleton_c_save (skeleton, &options->style, options->folder, error))
    return NULL;
  warn_differences (report, skeleton);
  add_facts (report, skeleton, options->folder);
  return g_steal_pointer (&report);
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->folder); g_free (x->scale))

const RefrainReportKind refrain_report_skeleton = {
  .name = "skeleton",
  .arguments = "TRACE -o DIR",
  .summary = N_ ("Write a C program that communicates as the traced one did"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
};
