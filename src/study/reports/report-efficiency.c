/* report-efficiency.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * efficiency: how well the processes are used.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-efficiency.h"
#include "refrain-iterations.h"
#include "refrain-report-time.h"
#include "refrain-run-words.h"

/* Iterations that people are told of, the worst ones. */
#define MAX_ITERATIONS 5

typedef struct
{
  const RefrainTimeParts *parts;
  RefrainReport *report;
  RefrainEfficiencyNumbers run;
  RefrainEfficiencyNumbers *phases; /* of each */
  RefrainEfficiencyNumbers *each;   /* of each iteration */
  gsize n_phases;
  guint32 n_iterations;
} Numbers;

REFRAIN_DEFINE_AUTO (numbers_clear, Numbers, g_free (x->phases); g_free (x->each))

/* Both use @intervals, one a process. */
static void
fill_phases (Numbers *self, RefrainEfficiency *efficiency, RefrainEfficiencyInterval *intervals)
{
  self->n_phases = refrain_time_parts_count_phases (self->parts);
  self->phases = g_new (RefrainEfficiencyNumbers, self->n_phases + 1);
  for (gsize i = 0; i < self->n_phases; i++)
    {
      gsize first, end;

      refrain_time_parts_get_leaves (self->parts, (guint32) i, &first, &end);
      refrain_time_groups_get_windows (self->parts->groups, first, end, intervals);
      refrain_efficiency_get (efficiency, intervals, &self->phases[i]);
    }
}

static void
fill_iterations (Numbers *self,
                 RefrainEfficiency *efficiency,
                 RefrainIterations *iterations,
                 RefrainEfficiencyInterval *intervals,
                 guint n_processes)
{
  self->n_iterations = refrain_iterations_get_n (iterations);
  self->each = g_new (RefrainEfficiencyNumbers, (gsize) self->n_iterations + 1);
  for (guint32 i = 0; i < self->n_iterations; i++)
    {
      const RefrainEfficiencyInterval none = { 1, 0 };
      RefrainEfficiencyInterval whole = none;

      refrain_iterations_get_run_span (iterations, i, &whole.start, &whole.end);
      for (guint p = 0; p < n_processes; p++)
        intervals[p]
            = refrain_iterations_get_span (iterations, p, i, &intervals[p].start, &intervals[p].end)
                  ? whole
                  : none;
      refrain_efficiency_get (efficiency, intervals, &self->each[i]);
    }
}

/* ---- Tables ---- */

/* What each part has: programs read @number and the name, people the name. */
static RefrainReportTable *
add_parts (const Numbers *self, const char *key, const char *title, const char *number)
{
  const RefrainReportColumn columns[] = {
    { number, NULL, REFRAIN_CELL_INT },
    { "parallel", _ ("parallel"), REFRAIN_CELL_SHARE },
    { "load_balance", _ ("balance"), REFRAIN_CELL_SHARE },
    { "communication", _ ("communication"), REFRAIN_CELL_SHARE },
    { "serialisation", _ ("serialisation"), REFRAIN_CELL_SHARE },
    { "transfer", _ ("transfer"), REFRAIN_CELL_SHARE },
    { "seconds", _ ("time"), REFRAIN_CELL_TIME },
    { "ideal_seconds", NULL, REFRAIN_CELL_TIME },
    { "computing", NULL, REFRAIN_CELL_TIME },
    { "name", _ ("part"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_OPTIONAL },
  };

  return refrain_report_add_table (self->report, key, title, columns);
}

static void
add_part (RefrainReportTable *table,
          gsize number,
          const char *name,
          const RefrainEfficiencyNumbers *numbers)
{
  refrain_report_add_row (
      table, REFRAIN_INT (number), REFRAIN_SHARE (numbers->parallel),
      REFRAIN_SHARE (numbers->load_balance), REFRAIN_SHARE (numbers->communication),
      REFRAIN_SHARE (numbers->serialisation), REFRAIN_SHARE (numbers->transfer),
      REFRAIN_TIME (numbers->time), REFRAIN_TIME (numbers->ideal_time),
      REFRAIN_TIME (numbers->computing), name != NULL ? REFRAIN_TEXT (name) : REFRAIN_NO_CELL);
}

static void
add_run (const Numbers *self)
{
  const RefrainEfficiencyNumbers *run = &self->run;

  refrain_report_add_double (self->report, "parallel", run->parallel);
  refrain_report_add_double (self->report, "load_balance", run->load_balance);
  refrain_report_add_double (self->report, "communication", run->communication);
  refrain_report_add_double (self->report, "serialisation", run->serialisation);
  refrain_report_add_double (self->report, "transfer", run->transfer);
  refrain_report_add_seconds (self->report, "seconds", run->time);
  refrain_report_add_seconds (self->report, "ideal_seconds", run->ideal_time);
  refrain_report_add_seconds (self->report, "computing", run->computing);
}

/* The iterations with the least efficiency. */
static void
add_worst (const Numbers *self, RefrainReportTable *table)
{
  g_autofree gboolean *told = g_new0 (gboolean, (gsize) self->n_iterations + 1);

  for (guint k = 0; k < MIN (self->n_iterations, MAX_ITERATIONS); k++)
    {
      guint32 worst = REFRAIN_NONE;
      g_autofree char *name = NULL;

      for (guint32 i = 0; i < self->n_iterations; i++)
        if (!told[i]
            && (worst == REFRAIN_NONE || self->each[i].parallel < self->each[worst].parallel))
          worst = i;
      told[worst] = TRUE;
      name = g_strdup_printf (_ ("iteration %u of %u"), worst + 1, self->n_iterations);
      add_part (table, worst + 1, name, &self->each[worst]);
    }
}

static void
add_tables (const Numbers *self)
{
  RefrainReportTable *told
      = add_parts (self, NULL,
                   self->run.longest > 0 ? _ ("Parallel efficiency is balance × communication, "
                                              "communication is serialisation × transfer")
                                         : NULL,
                   NULL);
  RefrainReportTable *phases = add_parts (self, "phases", NULL, "phase");
  RefrainReportTable *iterations = add_parts (self, "iterations", NULL, "iteration");

  refrain_report_set_main (told);
  add_part (told, 0, _ ("the run"), &self->run);
  for (gsize i = 0; i < self->n_phases; i++)
    {
      g_autofree char *name = refrain_time_parts_name_phase (self->parts, (guint32) i);

      add_part (told, i + 1, name, &self->phases[i]);
      add_part (phases, i + 1, name, &self->phases[i]);
    }
  add_worst (self, told);
  for (guint32 i = 0; i < self->n_iterations; i++)
    add_part (iterations, i + 1, NULL, &self->each[i]);
}

/* ---- In sentences ---- */

/* What costs most, and what it is. */
static void
say_headlines (RefrainReport *report, RefrainEfficiency *efficiency)
{
  g_autofree char *text = refrain_efficiency_describe (efficiency);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    refrain_report_say (report, "%s", *line);
}

static RefrainReport *
make (RefrainStudy *study, gpointer options, const RefrainStudyAsk *ask, GError **error)
{
  g_auto (RefrainTimeParts) parts = { 0 };
  const RefrainAnalysis first[] = { REFRAIN_ANALYSIS_EFFICIENCY, REFRAIN_ANALYSIS_ITERATIONS };
  RefrainEfficiency *efficiency;
  g_autofree RefrainEfficiencyInterval *intervals = NULL;
  g_auto (Numbers) self = { .parts = &parts };
  guint n;

  if (!refrain_time_parts_load (&parts, study, options, ask, first, 2, TRUE, error))
    return NULL;
  efficiency = REFRAIN_EFFICIENCY (parts.first[0]);
  n = refrain_trace_get_n_processes (parts.trace);
  intervals = g_new (RefrainEfficiencyInterval, (gsize) n + 1);
  refrain_efficiency_get_run (efficiency, &self.run);
  fill_phases (&self, efficiency, intervals);
  fill_iterations (&self, efficiency, REFRAIN_ITERATIONS (parts.first[1]), intervals, n);
  self.report = refrain_report_new ("efficiency");
  refrain_time_parts_say_clocks (&parts, self.report);
  say_headlines (self.report, efficiency);
  add_run (&self);
  refrain_report_add_double (self.report, "waiting_for_device",
                             refrain_trace_get_device_share (parts.trace, NULL));
  add_tables (&self);
  refrain_time_parts_add_clocks (&parts, self.report);
  return self.report;
}

const RefrainReportKind refrain_report_efficiency = {
  .name = "efficiency",
  .arguments = "TRACE",
  .summary = N_ ("Compute POP efficiencies"),
  .options_size = sizeof (RefrainReportTimeOptions),
  .describe = refrain_report_time_describe,
  .of_patterns = TRUE,
  .make = make,
};
