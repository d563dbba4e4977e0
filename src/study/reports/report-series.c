/* report-series.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * series: runs of one program on more and more processes, number by number, and how these grow.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-format.h"
#include "refrain-growth.h"
#include "refrain-measures.h"
#include "refrain-report-options.h"
#include "refrain-report-time.h"

/* Parts of a run that take less of it everywhere are not worth a row. */
#define LEAST_PART 0.01
/* What rises by less of the processes' time is not worth a sentence. */
#define LEAST_RISE 0.01
/* A power of the number of processes so near to another one is the same kind of scaling. */
#define SAME_SCALING 0.5
/* Two programs share less of the routines that either calls. */
#define SAME_PROGRAM 0.33
/* So many of them say which program it is. */
#define LEAST_ROUTINES 3

/* Of the whole run, in this order. */
static const char *const of_run[] = {
  "run time",
  "parallel efficiency",
  "load balance",
  "communication efficiency",
  "serialisation efficiency",
  "transfer efficiency",
  "computing",
  "time in MPI",
  "waiting",
  "waiting for late senders",
  "waiting due to wrong order",
  "waiting for late receivers",
  "waiting at n-to-n",
  "waiting at barriers",
  "waiting for late broadcasts",
  "waiting for early reduces",
  "waiting at scans",
  "waiting at constructors",
  "waiting at fences",
  "waiting at files",
  "waiting for locks",
  "messages",
  "bytes",
  "collectives",
  "calls",
  "iterations",
  "phases",
};

typedef struct
{
  RefrainReportTimeOptions time;
  char **others; /* behind the first trace */
} Options;

/* A number of all runs. */
typedef struct
{
  char *what;
  RefrainMeasureUnit unit;
  gboolean is_loss; /* of a kind that costs time, none of which is part of another one */
  gboolean is_part; /* of a run; comes with those of its kind, by what it takes */
  double *values;   /* NAN where the run has none */
  double *shares;   /* of the processes' time; NAN where it is none */
  RefrainGrowth growth;
} Row;

typedef struct
{
  guint n_runs;
  guint *processes;
  GPtrArray *rows;   /* of Row */
  GPtrArray *called; /* of GHashTable: the routines that each run calls, by name */
  GHashTable *named; /* the same by what they are of */
} Series;

REFRAIN_DEFINE_FREE (row_free, Row, g_free (x->what); g_free (x->values); g_free (x->shares))

static void
series_init (Series *self, guint n_runs)
{
  self->n_runs = n_runs;
  self->processes = g_new0 (guint, n_runs);
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->named = g_hash_table_new (g_str_hash, g_str_equal);
  self->called = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
}

REFRAIN_DEFINE_AUTO (series_clear, Series, g_free (x->processes); g_ptr_array_unref (x->rows);
                     g_ptr_array_unref (x->called);
                     g_hash_table_unref (x->named))

/* ---- Numbers ---- */

/* The row called @what, new where need be; takes @what. */
static Row *
find_row (Series *self, char *what, RefrainMeasureUnit unit)
{
  Row *row = g_hash_table_lookup (self->named, what);

  if (row != NULL)
    {
      g_free (what);
      return row;
    }
  row = g_new0 (Row, 1);
  row->what = what;
  row->unit = unit;
  row->values = g_new (double, self->n_runs);
  row->shares = g_new (double, self->n_runs);
  for (guint i = 0; i < self->n_runs; i++)
    row->values[i] = row->shares[i] = NAN;
  g_ptr_array_add (self->rows, row);
  g_hash_table_insert (self->named, row->what, row);
  return row;
}

/* Adds to what @row has of @run; @base: what it is a share of. */
static void
add_value (Row *row, guint run, double value, double base)
{
  row->values[run] = (isfinite (row->values[run]) ? row->values[run] : 0) + value;
  row->shares[run] = base > 0 ? row->values[run] / base : NAN;
}

/* What of @mpi, the time in MPI, is not waiting. */
static void
add_rest (Series *self, guint run, const Row *mpi, double waiting, double base)
{
  Row *row = find_row (self, g_strdup ("time in MPI without waiting"), REFRAIN_MEASURE_TIME);

  row->is_loss = TRUE;
  add_value (row, run, MAX (0, mpi->values[run] - waiting), base);
}

static gboolean
add_run_numbers (Series *self, guint run, RefrainMeasures *measures, GError **error)
{
  const Row *mpi = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (of_run); i++)
    {
      const RefrainMeasure *measure = refrain_measure_find (of_run[i]);
      g_autoptr (GArray) list
          = refrain_measures_get (measures, measure, NULL, REFRAIN_PER_RUN, TRUE, error);
      const RefrainMeasured *found;
      Row *row;

      if (list == NULL)
        return FALSE;
      found = &g_array_index (list, RefrainMeasured, 0);
      row = find_row (self, g_strdup (of_run[i]), measure->unit);
      row->is_loss = g_str_has_prefix (of_run[i], "waiting ")
                     && !g_str_equal (of_run[i], "waiting due to wrong order");
      add_value (row, run, found->value, found->base);
      if (g_str_equal (of_run[i], "time in MPI"))
        mpi = row;
      else if (g_str_equal (of_run[i], "waiting"))
        add_rest (self, run, mpi, found->value, found->base);
    }
  return TRUE;
}

/* What runs have in common of the name of a part: of "phase 3: ssor …: 3 patterns × 250" and of
 * "Sweep from 0 to 7, ssor" it is ssor. Free with g_free(). */
static char *
name_part (RefrainPer per, const char *part)
{
  const char *from = part, *to;
  char *name;

  if (per == REFRAIN_PER_PHASE)
    from = strstr (part, ": ") != NULL ? strstr (part, ": ") + 2 : part;
  else if (per == REFRAIN_PER_PATTERN && strrchr (part, ',') != NULL)
    from = strrchr (part, ',') + 2;
  to = per == REFRAIN_PER_PHASE ? strstr (from, ": ") : NULL;
  name = to != NULL ? g_strndup (from, (gsize) (to - from)) : g_strdup (from);
  if (per == REFRAIN_PER_PHASE && g_str_has_suffix (name, " …"))
    name[strlen (name) - strlen (" …")] = '\0';
  return name;
}

/* Of each part of the run that others may have, too. */
static gboolean
add_parts (Series *self,
           guint run,
           RefrainMeasures *measures,
           const char *name,
           RefrainPer per,
           const char *format,
           GError **error)
{
  const RefrainMeasure *measure = refrain_measure_find (name);
  g_autoptr (GArray) list = refrain_measures_get (measures, measure, NULL, per, TRUE, error);

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const RefrainMeasured *at = &g_array_index (list, RefrainMeasured, i);
      g_autofree char *part = at->part != NULL ? name_part (per, at->part) : NULL;
      g_autoptr (GString) what = g_string_new (format);
      Row *row;

      if (part == NULL || !isfinite (at->value))
        continue;
      g_string_replace (what, "@", part, 1);
      row = find_row (self, g_string_free (g_steal_pointer (&what), FALSE), measure->unit);
      row->is_part = TRUE;
      add_value (row, run, at->value, measure->unit == REFRAIN_MEASURE_SHARE ? 1 : at->base);
    }
  return list != NULL;
}

/* The names of the routines that are called: to RefrainRoutineKind. */
static GHashTable *
list_called (RefrainTrace *trace)
{
  GHashTable *called = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (refrain_routine_get_calls (routine) > 0 && refrain_routine_get_name (routine) != NULL)
        g_hash_table_insert (called, g_strdup (refrain_routine_get_name (routine)),
                             GINT_TO_POINTER (refrain_routine_get_kind (routine)));
    }
  return called;
}

/* How many routines of the program, or of MPI, @a and @b call, and how many of these both do. */
static guint
count_called (GHashTable *a, GHashTable *b, gboolean own, guint *common)
{
  GHashTable *const both[] = { a, b };
  guint n = 0, in_both = 0;

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      GHashTableIter iter;
      gpointer name, kind;

      g_hash_table_iter_init (&iter, both[i]);
      while (g_hash_table_iter_next (&iter, &name, &kind))
        if ((GPOINTER_TO_INT (kind) == REFRAIN_ROUTINE_USER) == own)
          {
            n++;
            in_both += g_hash_table_contains (both[1 - i], name);
          }
    }
  *common = in_both / 2;
  return n - *common;
}

/* Whether all runs call much the same, as one program on other numbers of processes does; if not,
 * so much of it. Routines of MPI say little beside those of programs. */
static gboolean
is_one_program (const Series *self, guint *common, guint *n)
{
  for (guint i = 1; i < self->n_runs; i++)
    {
      GHashTable *a = self->called->pdata[0], *b = self->called->pdata[i];

      *n = count_called (a, b, TRUE, common);
      if (*n < LEAST_ROUTINES)
        *n = count_called (a, b, FALSE, common);
      if (*common < SAME_PROGRAM * *n)
        return FALSE;
    }
  return TRUE;
}

static gboolean
measure_run (
    Series *self, guint run, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainMeasures) measures = refrain_measures_new (study, ask);

  self->processes[run] = refrain_trace_get_n_processes (refrain_study_get_trace (study));
  g_ptr_array_add (self->called, list_called (refrain_study_get_trace (study)));
  if (!add_run_numbers (self, run, measures, error))
    return FALSE;
  return add_parts (self, run, measures, "duration", REFRAIN_PER_PHASE, "run time of phases of @",
                    error)
         && add_parts (self, run, measures, "time", REFRAIN_PER_ROUTINE, "time in @", error)
         && add_parts (self, run, measures, "share of time", REFRAIN_PER_PATTERN,
                       "share of time in patterns of @", error);
}

/* A part that is small in all runs goes, and what none of them has. */
static void
finish_rows (Series *self)
{
  for (guint i = self->rows->len; i-- > 0;)
    {
      Row *row = g_ptr_array_index (self->rows, i);
      double most = 0, share = 0;

      for (guint run = 0; run < self->n_runs; run++)
        {
          most = row->values[run] > most ? row->values[run] : most;
          share = row->shares[run] > share ? row->shares[run] : share;
        }
      if (row->is_part ? share < LEAST_PART
                       : most <= 0 && (row->is_loss || g_str_has_prefix (row->what, "waiting ")))
        {
          g_hash_table_remove (self->named, row->what);
          g_ptr_array_remove_index (self->rows, i);
          continue;
        }
      row->growth = refrain_growth_find (self->processes, row->values, self->n_runs);
    }
}

/* ---- In sentences ---- */

/* The runs with the fewest and the most processes, the first of each. */
static void
find_ends (const Series *self, guint *first, guint *last)
{
  *first = *last = 0;
  for (guint i = 1; i < self->n_runs; i++)
    {
      if (self->processes[i] < self->processes[*first])
        *first = i;
      if (self->processes[i] > self->processes[*last])
        *last = i;
    }
}

/* As which power of the number of processes computing grows in total: 0 where there is one problem
 * for all (strong scaling), 1 where each process has one of its own (weak scaling). NAN where
 * nothing is computed. */
static double
get_scaling (const Series *self, guint first, guint last)
{
  const Row *computing = g_hash_table_lookup (self->named, "computing");
  const double factor = computing->values[last] / computing->values[first];

  return isfinite (factor) && factor > 0
             ? log (factor) / log ((double) self->processes[last] / self->processes[first])
             : NAN;
}

/* How much more of the time @row costs in the last run. */
static double
get_rise (const Row *row, guint first, guint last)
{
  const double rise = row->shares[last] - row->shares[first];

  return row->is_loss && isfinite (rise) ? rise : 0;
}

/* What the row says in the sentence, "n·log n" and what that means for twice the processes; free
 * with g_free(). */
static char *
tell_growth (const Series *self, const Row *row, guint last)
{
  const guint twice = 2 * self->processes[last];
  g_autofree char *value = NULL;

  if (row->growth.kind != REFRAIN_GROWTH_TERM)
    return g_strdup ("");
  value = refrain_measure_format (row->unit, refrain_growth_foretell (&row->growth, twice));
  return g_strdup_printf (_ (", as %s; on %u processes it would be %s"),
                          refrain_growth_get_name (&row->growth), twice, value);
}

/* Which growth hurts first. */
static void
say_worst (const Series *self, RefrainReport *report, guint first, guint last)
{
  const Row *worst = NULL;
  g_autofree char *from = NULL, *to = NULL, *growth = NULL;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = g_ptr_array_index (self->rows, i);

      if (get_rise (row, first, last)
          > (worst != NULL ? get_rise (worst, first, last) : LEAST_RISE))
        worst = row;
    }
  if (worst == NULL)
    {
      refrain_report_say (report,
                          _ ("Neither waiting nor MPI takes more of the processes' time on %u "
                             "processes than on %u."),
                          self->processes[last], self->processes[first]);
      return;
    }
  from = refrain_measure_format (worst->unit, worst->values[first]);
  to = refrain_measure_format (worst->unit, worst->values[last]);
  growth = tell_growth (self, worst, last);
  refrain_report_say (report,
                      _ ("First to grow: %s, from %.1f %% of the processes' time on %u processes "
                         "(%s) to %.1f %% on %u (%s)%s."),
                      worst->what, 100 * worst->shares[first], self->processes[first], from,
                      100 * worst->shares[last], self->processes[last], to, growth);
}

/* What more processes are good for. */
static void
say_time (const Series *self, RefrainReport *report, guint first, guint last)
{
  const Row *run_time = g_hash_table_lookup (self->named, "run time");
  const double a = run_time->values[first], b = run_time->values[last];
  const double factor = (double) self->processes[last] / self->processes[first];
  const double power = get_scaling (self, first, last);
  const Row *computing = g_hash_table_lookup (self->named, "computing");
  g_autofree char *from = refrain_measure_format (run_time->unit, a);
  g_autofree char *to = refrain_measure_format (run_time->unit, b);
  g_autofree char *less = refrain_measure_format (computing->unit, computing->values[first]);
  g_autofree char *more = refrain_measure_format (computing->unit, computing->values[last]);

  if (!(a > 0) || !(b > 0) || !isfinite (power))
    return;
  if (power < -SAME_SCALING || power > 1 + SAME_SCALING)
    refrain_report_say (report,
                        _ ("The run takes %s on %u processes and %s on %u, but the problem "
                           "sizes differ: all processes compute for %s and %s in total."),
                        from, self->processes[first], to, self->processes[last], less, more);
  else
    refrain_report_say (
        report,
        power < 0.5 ? _ ("The run takes %s on %u processes and %s on %u; all processes compute for "
                         "%s and %s in total (strong scaling), so scaling efficiency is %.0f %%.")
                    : _ ("The run takes %s on %u processes and %s on %u; all processes compute for "
                         "%s and %s in total (weak scaling), so scaling efficiency is %.0f %%."),
        from, self->processes[first], to, self->processes[last], less, more,
        100 * a / b / (power < 0.5 ? factor : 1));
}

static guint
count_different (const Series *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_runs; i++)
    {
      guint k = 0;

      while (self->processes[k] != self->processes[i])
        k++;
      n += k == i;
    }
  return n;
}

static void
say_headlines (const Series *self, RefrainReport *report)
{
  const guint n = count_different (self);
  guint first, last, common, called;

  if (!is_one_program (self, &common, &called))
    {
      refrain_report_say (report,
                          _ ("No growth: of %u routines that one of two runs calls, both call %u. "
                             "Possible cause: different programs."),
                          called, common);
      return;
    }
  find_ends (self, &first, &last);
  if (n < 2)
    {
      refrain_report_say (report, _ ("No growth: all runs have %u processes."), self->processes[0]);
      return;
    }
  say_worst (self, report, first, last);
  say_time (self, report, first, last);
  if (n < REFRAIN_GROWTH_LEAST)
    refrain_report_say (report, _ ("No law of growth: %u process counts are too few, it needs %u."),
                        n, REFRAIN_GROWTH_LEAST);
}

/* ---- Tables ---- */

/* Runs of as many processes have the same heading, but keys of their own. Free with g_free(). */
static char *
make_key (const Series *self, guint run)
{
  guint before = 0;

  for (guint i = 0; i < run; i++)
    before += self->processes[i] == self->processes[run];
  return before == 0 ? g_strdup_printf ("on_%u", self->processes[run])
                     : g_strdup_printf ("on_%u_%u", self->processes[run], before + 1);
}

static void
add_table (const Series *self, RefrainReport *report)
{
  const guint n_columns = 3 + 2 * self->n_runs;
  g_autofree RefrainReportColumn *columns = g_new0 (RefrainReportColumn, n_columns);
  g_autofree RefrainCell *cells = g_new0 (RefrainCell, n_columns);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  RefrainReportTable *table;
  guint c = 0;

  columns[c++] = (RefrainReportColumn){ "what", _ ("quantity, by number of processes"),
                                        REFRAIN_CELL_TEXT, 0 };
  columns[c++] = (RefrainReportColumn){ "unit", NULL, REFRAIN_CELL_TEXT, 0 };
  for (guint i = 0; i < self->n_runs; i++)
    {
      char *key = make_key (self, i), *heading = g_strdup_printf ("%u", self->processes[i]);

      g_ptr_array_add (names, key);
      g_ptr_array_add (names, heading);
      columns[c++] = (RefrainReportColumn){ key, NULL, REFRAIN_CELL_DOUBLE, 0 };
      columns[c++]
          = (RefrainReportColumn){ NULL, heading, REFRAIN_CELL_TEXT, REFRAIN_COLUMN_RIGHT };
    }
  columns[c++] = (RefrainReportColumn){ "growth", _ ("growth"), REFRAIN_CELL_TEXT, 0 };
  table = refrain_report_add_table_of (report, NULL, "", columns, c);
  refrain_report_set_main (table);
  for (guint r = 0; r < self->rows->len; r++)
    {
      const Row *row = g_ptr_array_index (self->rows, r);
      const char *growth = refrain_growth_get_name (&row->growth);
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

      c = 0;
      cells[c++] = REFRAIN_TEXT (row->what);
      cells[c++] = REFRAIN_TEXT (refrain_measure_unit_get_name (row->unit));
      for (guint i = 0; i < self->n_runs; i++)
        {
          char *text = refrain_measure_format (row->unit, row->values[i]);

          g_ptr_array_add (texts, text);
          cells[c++] = REFRAIN_DOUBLE (row->values[i]);
          cells[c++] = REFRAIN_TEXT (text);
        }
      cells[c++] = growth != NULL ? REFRAIN_TEXT (growth) : REFRAIN_NO_CELL;
      refrain_report_add_cells (table, cells, c);
    }
}

static void
add_members (const Series *self, RefrainReport *report)
{
  refrain_report_begin_array (report, "processes");
  for (guint i = 0; i < self->n_runs; i++)
    refrain_report_add_int (report, NULL, self->processes[i]);
  refrain_report_end (report);
  refrain_report_begin_array (report, "rows");
  for (guint r = 0; r < self->rows->len; r++)
    {
      const Row *row = g_ptr_array_index (self->rows, r);

      refrain_report_begin_object (report, NULL);
      refrain_report_add_string (report, "what", row->what);
      refrain_report_add_string (report, "unit", refrain_measure_unit_get_name (row->unit));
      refrain_report_begin_array (report, "values");
      for (guint i = 0; i < self->n_runs; i++)
        refrain_report_add_double (report, NULL, row->values[i]);
      refrain_report_end (report);
      refrain_report_add_string (report, "growth", refrain_growth_get_name (&row->growth));
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

/* ---- The kind ---- */

REFRAIN_REPORT_ENTRIES (Options, REFRAIN_REPORT_TIME_ENTRY (x->time))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  if (g_strv_length (words) < 2)
    return refrain_report_refuse (error, _ ("expects two traces or more"));
  options->others = g_strdupv (words + 1);
  return TRUE;
}

typedef struct
{
  guint processes, run;
} Place;

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (processes) ?: REFRAIN_RISING (run))

/* Fewest processes first; else as they were given. */
static void
sort_runs (Series *self)
{
  g_autofree Place *places = g_new (Place, self->n_runs);
  g_autofree double *old = g_new (double, self->n_runs);

  for (guint i = 0; i < self->n_runs; i++)
    places[i] = (Place){ self->processes[i], i };
  qsort (places, self->n_runs, sizeof *places, compare_places);
  for (guint i = 0; i < self->n_runs; i++)
    self->processes[i] = places[i].processes;
  for (guint r = 0; r < self->rows->len; r++)
    {
      const Row *row = g_ptr_array_index (self->rows, r);
      double *const both[] = { row->values, row->shares };

      for (guint k = 0; k < G_N_ELEMENTS (both); k++)
        {
          memcpy (old, both[k], self->n_runs * sizeof *old);
          for (guint i = 0; i < self->n_runs; i++)
            both[k][i] = old[places[i].run];
        }
    }
}

/* Measures @study and, one after the other, the runs at @others. */
static gboolean
measure_all (Series *self,
             RefrainStudy *study,
             char **others,
             gboolean correct,
             const RefrainStudyAsk *asked,
             GError **error)
{
  for (guint i = 0; i < self->n_runs; i++)
    {
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainStudy) own = i == 0 ? g_object_ref (study) : NULL;
      g_autoptr (RefrainStudyOptions) options = NULL;
      RefrainStudyAsk ask;

      if (i > 0)
        {
          trace = refrain_trace_load (others[i - 1], asked != NULL ? asked->cancellable : NULL,
                                      NULL, error);
          if (trace == NULL)
            return FALSE;
          own = refrain_study_new (trace);
        }
      options = refrain_report_copy_options (own, asked, &ask);
      options->correct_clocks |= correct;
      if (!measure_run (self, i, own, &ask, error))
        return FALSE;
    }
  return TRUE;
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_auto (Series) self = { 0 };
  RefrainReport *report;

  series_init (&self, 1 + g_strv_length (options->others));
  if (!measure_all (&self, study, options->others, options->time.correct, ask, error))
    return NULL;
  sort_runs (&self);
  finish_rows (&self);
  report = refrain_report_new ("series");
  say_headlines (&self, report);
  add_members (&self, report);
  add_table (&self, report);
  return report;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_strfreev (x->others))

const RefrainReportKind refrain_report_series = {
  .name = "series",
  .arguments = "TRACE TRACE…",
  .summary = N_ ("Compare runs on different numbers of processes"),
  .options_size = sizeof (Options),
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
};
