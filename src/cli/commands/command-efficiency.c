/* command-efficiency.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli efficiency: how well the processes are used.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-efficiency.h"
#include "refrain-iterations.h"
#include "refrain-time-format.h"
#include "refrain-time-report.h"

/* Iterations that text tells of, the worst ones. */
#define MAX_ITERATIONS 5

typedef struct
{
  const RefrainTimeReport *report;
  RefrainEfficiency *efficiency;
  RefrainIterations *iterations;
  RefrainEfficiencyNumbers run;
  RefrainEfficiencyNumbers *phases; /* of each leaf */
  RefrainEfficiencyNumbers *each;   /* of each iteration */
  guint32 n_iterations;
} Numbers;

static void
numbers_clear (Numbers *self)
{
  g_clear_object (&self->efficiency);
  g_clear_object (&self->iterations);
  g_free (self->phases);
  g_free (self->each);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Numbers, numbers_clear)

static gboolean
numbers_fill (Numbers *self, GError **error)
{
  const RefrainTimeReport *report = self->report;
  const guint n_processes = refrain_trace_get_n_processes (report->trace);
  g_autofree RefrainEfficiencyInterval *intervals
      = g_new (RefrainEfficiencyInterval, n_processes + 1);

  self->efficiency = refrain_efficiency_new (report->trace, NULL, error);
  if (self->efficiency == NULL)
    return FALSE;
  self->iterations = refrain_iterations_new (report->trace, NULL, error);
  if (self->iterations == NULL)
    return FALSE;
  refrain_efficiency_get_run (self->efficiency, &self->run);
  self->phases = g_new (RefrainEfficiencyNumbers, report->n_leaves + 1);
  for (gsize i = 0; i < report->n_leaves; i++)
    {
      const RefrainPhaseInterval *own = refrain_time_groups_get_intervals (report->groups, i);

      for (guint p = 0; p < n_processes; p++)
        intervals[p] = (RefrainEfficiencyInterval){ own[p].start, own[p].end };
      refrain_efficiency_get (self->efficiency, intervals, &self->phases[i]);
    }
  self->n_iterations = refrain_iterations_get_n (self->iterations);
  self->each = g_new (RefrainEfficiencyNumbers, self->n_iterations + 1);
  for (guint32 i = 0; i < self->n_iterations; i++)
    {
      RefrainEfficiencyInterval whole = { 1, 0 };

      refrain_iterations_get_run_span (self->iterations, i, &whole.start, &whole.end);
      for (guint p = 0; p < n_processes; p++)
        if (refrain_iterations_get_span (self->iterations, p, i, &intervals[p].start,
                                         &intervals[p].end))
          intervals[p] = whole;
        else
          intervals[p] = (RefrainEfficiencyInterval){ 1, 0 };
      refrain_efficiency_get (self->efficiency, intervals, &self->each[i]);
    }
  return TRUE;
}

/* ---- JSON ---- */

static void
add_numbers (RefrainJsonWriter *json, const RefrainEfficiencyNumbers *numbers)
{
  refrain_json_add_double (json, "parallel", numbers->parallel);
  refrain_json_add_double (json, "load_balance", numbers->load_balance);
  refrain_json_add_double (json, "communication", numbers->communication);
  refrain_json_add_double (json, "serialisation", numbers->serialisation);
  refrain_json_add_double (json, "transfer", numbers->transfer);
  refrain_time_report_add_seconds (json, "seconds", numbers->time);
  refrain_time_report_add_seconds (json, "ideal_seconds", numbers->ideal_time);
  refrain_time_report_add_seconds (json, "computing", numbers->computing);
}

static void
print_json (const Numbers *self)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };

  refrain_json_begin_object (json, NULL);
  add_numbers (json, &self->run);
  refrain_json_begin_array (json, "phases");
  for (gsize i = 0; i < self->report->n_leaves; i++)
    {
      g_autofree char *name = refrain_time_report_name_phase (self->report, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "phase", (gint64) i + 1);
      refrain_json_add_string (json, "name", name);
      add_numbers (json, &self->phases[i]);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "iterations");
  for (guint32 i = 0; i < self->n_iterations; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "iteration", i + 1);
      add_numbers (json, &self->each[i]);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_time_report_add_clocks (self->report, json);
  refrain_json_end_object (json);
}

/* ---- Text ---- */

/* What costs most, and what it is. */
static void
print_headlines (const Numbers *self)
{
  const RefrainEfficiencyNumbers *run = &self->run;
  const guint n_processes = refrain_trace_get_n_processes (self->report->trace);
  g_autofree char *loss = refrain_efficiency_describe_loss (run, n_processes);
  g_autofree char *time = refrain_time_format (run->time, 3);

  if (run->longest == 0)
    {
      g_print ("%s\n", _ ("nothing is computed outside of MPI: there is no efficiency to tell"));
      return;
    }
  g_print (_ ("parallel efficiency %.0f %%: of %s the processes compute so much on average\n"),
           100 * run->parallel, time);
  g_print ("%s\n", loss);
}

static void
print_row (const RefrainEfficiencyNumbers *numbers, const char *what)
{
  g_autofree char *time = refrain_time_format (numbers->time, 3);

  g_print ("%9.1f %7.1f %7.1f %7.1f %7.1f  %*s%s  %s\n", 100 * numbers->parallel,
           100 * numbers->load_balance, 100 * numbers->communication, 100 * numbers->serialisation,
           100 * numbers->transfer, MAX (0, 8 - (int) g_utf8_strlen (time, -1)), "", time, what);
}

/* The iterations with the least efficiency. */
static void
print_iterations (const Numbers *self)
{
  g_autofree gboolean *told = g_new0 (gboolean, self->n_iterations + 1);

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
      print_row (&self->each[worst], name);
    }
}

static void
print_text (const Numbers *self)
{
  refrain_time_report_print_clocks (self->report);
  print_headlines (self);
  if (self->run.longest == 0)
    return;
  /* xgettext:no-c-format */
  g_print ("\n%s\n", _ (" parallel = balance x   comm. = serial. x transfer, %      time"));
  print_row (&self->run, _ ("the run"));
  for (gsize i = 0; i < self->report->n_leaves; i++)
    {
      g_autofree char *name = refrain_time_report_name_phase (self->report, i);

      print_row (&self->phases[i], name);
    }
  print_iterations (self);
}

static int
run (int argc, char **argv)
{
  g_auto (RefrainTimeReport) report = { 0 };
  g_auto (Numbers) numbers = { .report = &report };
  const GOptionEntry entries[] = {
    REFRAIN_TIME_ENTRIES (report),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  int status
      = refrain_command_parse (&refrain_command_efficiency, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_time_report_load (&report, arguments[1], TRUE))
    return REFRAIN_EXIT_ERROR;
  if (!numbers_fill (&numbers, &error))
    return refrain_command_fail (error);
  if (report.json)
    print_json (&numbers);
  else
    print_text (&numbers);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_efficiency = {
  .name = "efficiency",
  .arguments = "TRACE",
  .summary = N_ ("Tell how well the processes are used"),
  .run = run,
};
