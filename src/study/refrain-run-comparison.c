/* refrain-run-comparison.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two studies asked for what two runs are compared by, and the report of it.
 */
#include "config.h"

#include "refrain-run-comparison.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-format.h"
#include "refrain-free.h"
#include "refrain-report-options.h"
#include "refrain-time-format.h"
#include "refrain-topology.h"

/* The exit status where a limit is exceeded. */
#define EXCEEDED 3

/* ---- Two studies ---------------------------------------------------------------------------- */

/* Runs with what they are compared by. */
typedef struct
{
  RefrainRunToCompare *runs;
  guint n;
  RefrainTopology *topology; /* of the first run; or NULL */
} Runs;

static void
runs_clear (Runs *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_object (&self->runs[i].waits);
  g_free (self->runs);
  g_clear_object (&self->topology);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Runs, runs_clear)

static gboolean
find_runs (
    Runs *self, RefrainStudy *const *studies, guint n, const RefrainStudyAsk *ask, GError **error)
{
  self->runs = g_new0 (RefrainRunToCompare, n);
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      self->runs[i].waits = refrain_study_find (studies[i], REFRAIN_ANALYSIS_WAITS, ask, error);
      if (self->runs[i].waits == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Only one that has a name can be another. */
static gboolean
find_topology (Runs *self, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  self->topology = refrain_study_find (study, REFRAIN_ANALYSIS_TOPOLOGY, ask, error);
  if (self->topology != NULL && refrain_topology_get_n_names (self->topology) > 0)
    self->runs[0].topology = refrain_topology_get_title (self->topology, 0);
  return self->topology != NULL;
}

RefrainDifferences *
refrain_studies_compare (RefrainStudy *const *a,
                         guint n_a,
                         RefrainStudy *const *b,
                         guint n_b,
                         const RefrainStudyAsk *ask,
                         GError **error)
{
  g_auto (Runs) of_a = { 0 };
  g_auto (Runs) of_b = { 0 };

  g_return_val_if_fail (n_a > 0 && n_b > 0, NULL);

  if (!find_runs (&of_a, a, n_a, ask, error) || !find_runs (&of_b, b, n_b, ask, error))
    return NULL;
  if (!refrain_differences_have_same_partners (refrain_waits_get_trace (of_a.runs[0].waits),
                                               refrain_waits_get_trace (of_b.runs[0].waits))
      && (!find_topology (&of_a, a[0], ask, error) || !find_topology (&of_b, b[0], ask, error)))
    return NULL;
  return refrain_differences_new (of_a.runs, n_a, of_b.runs, n_b,
                                  ask != NULL ? ask->cancellable : NULL, error);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

char **
refrain_run_arguments_rewrite (const char *const *arguments)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      if (g_str_equal (arguments[i], "--"))
        {
          g_autofree char *option
              = g_strdup_printf ("--n-others=%u", g_strv_length ((char **) arguments + i + 1));

          g_strv_builder_add (builder, option);
          g_strv_builder_addv (builder, (const char **) arguments + i);
          break;
        }
      g_strv_builder_add (builder, arguments[i]);
    }
  return g_strv_builder_end (builder);
}

/* "5%", "2.5 %". */
static gboolean
read_limit (RefrainRunArguments *self, GError **error)
{
  char *end;

  self->limit = INFINITY;
  if (self->fail_above == NULL)
    return TRUE;
  self->limit = g_ascii_strtod (self->fail_above, &end) / 100;
  if (end != self->fail_above && self->limit >= 0 && isfinite (self->limit))
    {
      while (*end == ' ')
        end++;
      if (g_str_equal (end, "%"))
        return TRUE;
    }
  return refrain_report_refuse (error, _ ("--fail-above: “%s” is not a share such as 5%%"),
                                self->fail_above);
}

gboolean
refrain_run_arguments_check (RefrainRunArguments *self, char **words, GError **error)
{
  const guint n = g_strv_length (words);

  if (self->n_others < 0 || (self->n_others == 0 && n != 2) || (guint) self->n_others >= n)
    return refrain_report_refuse (error, _ ("expects two traces, or several on both sides of --"));
  self->n_a = n - (guint) MAX (self->n_others, 1);
  self->paths = g_strdupv (words);
  return read_limit (self, error);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_run_arguments_clear,
                             RefrainRunArguments,
                             g_free (x->fail_above);
                             g_strfreev (x->paths))

/* ---- The report ----------------------------------------------------------------------------- */

/* NULL with @error where one cannot be loaded. */
static GPtrArray *
load_all (const RefrainRunArguments *self,
          RefrainStudy *first,
          const RefrainStudyAsk *ask,
          GError **error)
{
  g_autoptr (GPtrArray) studies = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (studies, g_object_ref (first));
  for (guint i = 1; self->paths[i] != NULL; i++)
    {
      g_autoptr (RefrainTrace) trace
          = refrain_trace_load (self->paths[i], ask != NULL ? ask->cancellable : NULL, NULL, error);

      if (trace == NULL)
        return NULL;
      g_ptr_array_add (studies, refrain_study_new (trace));
    }
  return g_steal_pointer (&studies);
}

static void
say_run (
    RefrainReport *report, const char *name, RefrainStudy *study, guint n_runs, RefrainTime time)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
  g_autofree char *length = refrain_time_format (time, 4);

  if (n_runs > 1)
    refrain_report_say (report,
                        ngettext ("%s: %s and %u more run, %s on average",
                                  "%s: %s and %u more runs, %s on average", n_runs - 1),
                        name, refrain_trace_get_name (trace), n_runs - 1, length);
  else
    refrain_report_say (report,
                        ngettext ("%s: %s, %u process, %s", "%s: %s, %u processes, %s",
                                  refrain_trace_get_n_processes (trace)),
                        name, refrain_trace_get_name (trace), refrain_trace_get_n_processes (trace),
                        length);
}

static void
add_common (RefrainReport *report, RefrainDifferences *differences)
{
  g_autofree char *sentence = refrain_differences_tell_common (differences);
  double a, b;

  refrain_differences_get_common (differences, &a, &b);
  refrain_report_begin_object (report, "common");
  refrain_report_add_double (report, "a", a);
  refrain_report_add_double (report, "b", b);
  refrain_report_end (report);
  if (sentence != NULL)
    refrain_report_say (report, "%s", sentence);
}

static void
add_json (RefrainReport *report, const RefrainRunDifference *list, gsize n)
{
  refrain_report_begin_array (report, "differences");
  for (gsize i = 0; i < n; i++)
    {
      refrain_report_begin_object (report, NULL);
      refrain_report_add_string (report, "kind", refrain_different_get_name (list[i].kind));
      refrain_report_add_string (report, "what", list[i].what);
      refrain_report_add_seconds (report, "a", list[i].a);
      refrain_report_add_seconds (report, "b", list[i].b);
      refrain_report_add_seconds (report, "seconds", list[i].b - list[i].a);
      refrain_report_begin_array (report, "interval");
      refrain_report_add_seconds (report, NULL, list[i].low);
      refrain_report_add_seconds (report, NULL, list[i].high);
      refrain_report_end (report);
      refrain_report_add_string (report, "sentence", list[i].sentence);
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

static void
add_table (RefrainReport *report, const RefrainRunDifference *list, gsize n)
{
  const RefrainReportColumn columns[] = {
    { "kind", NULL, REFRAIN_CELL_TEXT },
    { "what", NULL, REFRAIN_CELL_TEXT },
    { "a", _ ("A"), REFRAIN_CELL_TIME },
    { "b", _ ("B"), REFRAIN_CELL_TIME },
    { "seconds", _ ("longer in B"), REFRAIN_CELL_TIME },
    { "low", NULL, REFRAIN_CELL_TIME },
    { "high", NULL, REFRAIN_CELL_TIME },
    { "sentence", _ ("difference"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (
      report, NULL, n > 0 ? _ ("Time on the critical path:") : NULL, columns);

  refrain_report_set_main (table);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_TEXT (refrain_different_get_name (list[i].kind)),
                            REFRAIN_TEXT (list[i].what), REFRAIN_TIME (list[i].a),
                            REFRAIN_TIME (list[i].b), REFRAIN_TIME (list[i].b - list[i].a),
                            REFRAIN_TIME (list[i].low), REFRAIN_TIME (list[i].high),
                            REFRAIN_TEXT (list[i].sentence));
}

/* Whether so much differs without a cause that more runs of each side would tell what is chance. */
static gboolean
needs_more_runs (const RefrainRunArguments *self, guint n_runs, RefrainTime more, RefrainTime time)
{
  return n_runs == 2 && self->n_a == 1
         && fabs ((double) more) > REFRAIN_RUNS_DIFFER * (double) time;
}

/* What the remainder may be made of. */
static void
add_slow (RefrainReport *report, RefrainDifferences *differences)
{
  static const RefrainReportColumn columns[] = {
    { "side", NULL, REFRAIN_CELL_TEXT },     { "run", NULL, REFRAIN_CELL_INT },
    { "process", NULL, REFRAIN_CELL_INT },   { "from", NULL, REFRAIN_CELL_TIME },
    { "duration", NULL, REFRAIN_CELL_TIME }, { "usual", NULL, REFRAIN_CELL_TIME },
    { "sentence", "", REFRAIN_CELL_TEXT },
  };
  gsize n;
  const RefrainSlowOccurrence *list = refrain_differences_get_slow (differences, &n);
  RefrainReportTable *table = refrain_report_add_table (
      report, "slow", n > 0 ? _ ("Outliers on the critical path:") : NULL, columns);

  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_TEXT (list[i].in_b ? "b" : "a"),
                            REFRAIN_INT (list[i].run + 1), REFRAIN_INT (list[i].process),
                            REFRAIN_TIME (list[i].start), REFRAIN_TIME (list[i].time),
                            REFRAIN_TIME (list[i].usual), REFRAIN_TEXT (list[i].sentence));
}

static gboolean
exceeds (const RefrainRunArguments *self, const RefrainRunDifference *list, gsize n, RefrainTime a)
{
  for (gsize i = 0; i < n; i++)
    if ((double) (list[i].b - list[i].a) > self->limit * (double) a)
      return TRUE;
  return FALSE;
}

RefrainReport *
refrain_run_arguments_report (const RefrainRunArguments *self,
                              RefrainStudy *study,
                              const RefrainStudyAsk *ask,
                              GError **error)
{
  g_autoptr (GPtrArray) studies = load_all (self, study, ask, error);
  RefrainStudy **all = studies != NULL ? (RefrainStudy **) studies->pdata : NULL;
  g_autoptr (RefrainDifferences) differences = NULL;
  const RefrainRunDifference *list;
  RefrainReport *report;
  RefrainTime a, b;
  gsize n;
  g_autofree char *none = NULL, *more = NULL;

  if (studies != NULL)
    differences = refrain_studies_compare (all, self->n_a, all + self->n_a,
                                           studies->len - self->n_a, ask, error);
  if (differences == NULL)
    return NULL;
  report = refrain_report_new ("compare");
  refrain_differences_get_times (differences, &a, &b);
  list = refrain_differences_get (differences, &n);
  none = refrain_differences_describe_none (differences);
  refrain_report_add_seconds (report, "a", a);
  refrain_report_add_seconds (report, "b", b);
  say_run (report, "A", all[0], self->n_a, a);
  say_run (report, "B", all[self->n_a], studies->len - self->n_a, b);
  add_common (report, differences);
  add_json (report, list, n);
  if (none != NULL)
    refrain_report_say (report, "%s", none);
  add_table (report, list, n);
  refrain_report_add_seconds (report, "unexplained",
                              refrain_differences_get_unexplained (differences));
  more = refrain_differences_describe_unexplained (differences);
  if (n > 0)
    refrain_report_head (report, "");
  refrain_report_say (report, "%s", more);
  if (needs_more_runs (self, studies->len, refrain_differences_get_unexplained (differences),
                       MAX (a, b)))
    refrain_report_say (report, "%s",
                        _ ("One run of each does not show how much runs differ by chance: compare "
                           "several (A1 A2 -- B1 B2)."));
  add_slow (report, differences);
  if (exceeds (self, list, n, a))
    refrain_report_set_status (report, EXCEEDED);
  return report;
}
