/* report-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: whether a run keeps to rules, for people who change programs and for machines that test
 * them.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-report-options.h"
#include "refrain-report-time.h"
#include "refrain-rule.h"
#include "refrain-study-sources.h"
#include "refrain-words.h"

/* Of a program: some rule does not hold. */
#define EXIT_BROKEN 3

typedef struct
{
  RefrainReportTimeOptions time;
  gboolean list;
  char *file;
  char **rules;
  GPtrArray *parsed; /* of RefrainRule */
} Options;

/* How a rule came out. */
typedef struct
{
  gboolean holds;
  double value;   /* as the limit is one; NAN where there is none */
  char *text;     /* the value, for people; or NULL */
  char *evidence; /* or NULL */
} Verdict;

REFRAIN_DEFINE_AUTO (verdict_clear, Verdict, g_free (x->text); g_free (x->evidence))

/* ---- One rule ---- */

/* The number that is compared. */
static double
get_value (const RefrainRule *rule, const RefrainMeasured *measured)
{
  if (!rule->is_share || rule->measure == NULL || rule->measure->unit == REFRAIN_MEASURE_SHARE)
    return measured->value;
  return measured->base > 0 ? measured->value / measured->base : NAN;
}

/* Whether @a is worse for @rule than @b. What is no number is worst. */
static gboolean
is_worse (const RefrainRule *rule, double a, double b)
{
  if (!isfinite (a) || !isfinite (b))
    return !isfinite (a) && isfinite (b);
  switch (rule->order)
    {
    case REFRAIN_RULE_MORE:
    case REFRAIN_RULE_AT_LEAST:
      return a < b;
    case REFRAIN_RULE_EQUAL:
      return fabs (a - rule->limit) > fabs (b - rule->limit);
    case REFRAIN_RULE_OTHER:
      return fabs (a - rule->limit) < fabs (b - rule->limit);
    case REFRAIN_RULE_LESS:
    case REFRAIN_RULE_AT_MOST:
    default:
      return a > b;
    }
}

/* Fills in *@verdict from @list, of RefrainMeasured in @unit, at least one; @evidence will be in
 * brackets behind where the worst of them is. */
static void
judge (const RefrainRule *rule, const GArray *list, RefrainMeasureUnit unit, Verdict *verdict)
{
  const RefrainMeasured *worst = NULL;
  g_autoptr (GString) evidence = g_string_new (NULL);
  guint n_broken = 0, n_known = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const RefrainMeasured *at = &g_array_index (list, RefrainMeasured, i);
      const double value = get_value (rule, at);

      /* Of a part that has no such number, nothing is asked; a run that has none keeps to nothing.
       */
      if (!isfinite (value))
        continue;
      n_known++;
      n_broken += !refrain_rule_holds (rule, value);
      if (worst == NULL || is_worse (rule, value, get_value (rule, worst)))
        worst = at;
    }
  verdict->holds = n_known > 0 && n_broken == 0;
  if (worst == NULL)
    return;
  verdict->value = get_value (rule, worst);
  verdict->text
      = refrain_measure_format (rule->is_share ? REFRAIN_MEASURE_SHARE : unit, verdict->value);
  if (worst->part != NULL)
    g_string_append (evidence, worst->part);
  /* A finding says it itself. */
  if (rule->is_share && unit != REFRAIN_MEASURE_SHARE && rule->per != REFRAIN_PER_FINDING)
    {
      g_autofree char *part = refrain_measure_format (unit, worst->value);
      g_autofree char *whole = refrain_measure_format (unit, worst->base);

      g_string_append (evidence, evidence->len > 0 ? ": " : "");
      g_string_append_printf (evidence, _ ("%s of %s"), part, whole);
    }
  if (list->len > 1 && n_broken > 0)
    {
      g_string_append (evidence, evidence->len > 0 ? "; " : "");
      g_string_append_printf (evidence, _ ("broken in %u of %u"), n_broken, list->len);
    }
  verdict->evidence = g_string_free (g_steal_pointer (&evidence), FALSE);
}

/* Appends which factor of the run's parallel efficiency is the weakest, where that is too low. */
static gboolean
add_weakest (const RefrainRule *rule, RefrainMeasures *measures, Verdict *verdict, GError **error)
{
  static const char *const factors[]
      = { "load balance", "serialisation efficiency", "transfer efficiency" };
  const char *weakest = NULL;
  double least = G_MAXDOUBLE;

  if (verdict->holds || rule->per != REFRAIN_PER_RUN
      || !g_str_equal (rule->measure->name, "parallel efficiency") || !isfinite (verdict->value))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      g_autoptr (GArray) list = refrain_measures_get (measures, refrain_measure_find (factors[i]),
                                                      NULL, REFRAIN_PER_RUN, FALSE, error);

      if (list == NULL)
        return FALSE;
      if (g_array_index (list, RefrainMeasured, 0).value < least)
        {
          weakest = factors[i];
          least = g_array_index (list, RefrainMeasured, 0).value;
        }
    }
  g_free (verdict->evidence);
  verdict->evidence = g_strdup_printf (_ ("weakest factor: %s, %.1f %%"), weakest, 100 * least);
  return TRUE;
}

/* Appends what makes others wait, to a rule about waiting that is broken. */
static void
add_cause (const RefrainRule *rule, RefrainMeasures *measures, Verdict *verdict)
{
  g_autofree char *cause = NULL, *old = verdict->evidence;

  if (verdict->holds || !(verdict->value > 0) || !g_str_equal (rule->measure->report, "waits")
      || (cause = refrain_measures_name_cause (measures)) == NULL)
    {
      g_steal_pointer (&old);
      return;
    }
  verdict->evidence
      = g_strdup_printf (_ ("%s%slargest cause in the run: %s"), old != NULL ? old : "",
                         old != NULL && *old != '\0' ? "; " : "", cause);
}

static gboolean
judge_measure (const RefrainRule *rule, RefrainMeasures *measures, Verdict *verdict, GError **error)
{
  g_autoptr (GArray) list = refrain_measures_get (measures, rule->measure, rule->routine, rule->per,
                                                  rule->of_run, error);

  if (list == NULL)
    return FALSE;
  judge (rule, list, rule->measure->unit, verdict);
  add_cause (rule, measures, verdict);
  if (!add_weakest (rule, measures, verdict, error))
    return FALSE;
  /* Nobody needs to call a routine of MPI; what else is not there may be misspelt. */
  if (rule->routine != NULL && !g_str_has_prefix (rule->routine, "MPI_")
      && !refrain_measures_has_routine (measures, rule->routine, NULL))
    {
      verdict_clear (verdict);
      *verdict = (Verdict){ FALSE, NAN, NULL,
                            g_strdup_printf (_ ("no routine is called “%s”"), rule->routine) };
    }
  else if (list->len == 0 && rule->per == REFRAIN_PER_FINDING)
    *verdict = (Verdict){ TRUE, NAN, NULL, g_strdup (_ ("no findings")) };
  else if (!isfinite (verdict->value))
    verdict->evidence = rule->measure->unit == REFRAIN_MEASURE_SHARE
                            ? g_strdup (_ ("nothing is computed outside MPI"))
                            : g_strdup_printf (_ ("no %s"), refrain_per_get_name (rule->per));
  return TRUE;
}

/* ---- A query ---- */

/* Of a group what it is of: all but the last column. Free with g_free(). */
static char *
name_row (RefrainQueryResult *result, gsize row, guint n_columns)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint c = 0; c + 1 < n_columns; c++)
    {
      g_autofree char *text = refrain_query_result_dup_text (result, row, c);

      g_string_append_printf (name, "%s%s", c > 0 ? ", " : "",
                              text != NULL && *text != '\0' ? text : "–");
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static RefrainMeasureUnit
get_unit (const RefrainQueryColumn *column)
{
  switch (column->type)
    {
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
      return REFRAIN_MEASURE_TIME;
    case REFRAIN_QUERY_TYPE_BYTES:
      return REFRAIN_MEASURE_BYTES;
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_PROCESS:
    case REFRAIN_QUERY_TYPE_ROUTINE:
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
    case REFRAIN_QUERY_TYPE_KIND:
    case REFRAIN_QUERY_TYPE_SET_ID:
    case REFRAIN_QUERY_TYPE_TEXT:
    default:
      return REFRAIN_MEASURE_COUNT;
    }
}

/* The last column of each group; of what is not grouped, how many rows there are. */
static GArray *
measure_result (RefrainQueryResult *result, RefrainMeasureUnit *unit)
{
  const gsize n_rows = refrain_query_result_get_n_rows (result);
  const guint n_columns = refrain_query_result_get_n_columns (result);
  const RefrainQueryColumn *last = refrain_query_result_get_column (result, n_columns - 1);
  const gboolean grouped
      = n_rows > 0 && refrain_query_result_get_ref (result, 0).kind == REFRAIN_QUERY_REF_GROUP;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (RefrainMeasured));

  *unit = grouped ? get_unit (last) : REFRAIN_MEASURE_COUNT;
  for (gsize row = 0; row < n_rows && grouped; row++)
    {
      RefrainMeasured one = { name_row (result, row, n_columns), NAN, NAN };

      if (refrain_query_result_get_real (result, row, n_columns - 1, &one.value)
          && *unit == REFRAIN_MEASURE_TIME)
        one.value /= 1e9;
      g_array_append_val (list, one);
    }
  if (!grouped)
    {
      const RefrainMeasured one = { NULL, (double) refrain_query_result_get_n_found (result), NAN };

      g_array_append_val (list, one);
    }
  return list;
}

static gboolean
judge_query (const RefrainRule *rule,
             RefrainStudy *study,
             const RefrainStudyAsk *ask,
             Verdict *verdict,
             GError **error)
{
  const RefrainQueryNeeds needs = refrain_query_get_needs (rule->query);
  g_autoptr (RefrainTrace) trace = refrain_study_find_trace (study, ask, error);
  g_autoptr (RefrainQuerySets) sets = NULL;
  g_autoptr (RefrainQueryResult) result = NULL;
  g_autoptr (GArray) list = NULL;
  RefrainMeasureUnit unit;

  if (trace == NULL
      || (needs != 0 && (sets = refrain_study_find_query_sets (study, needs, ask, error)) == NULL))
    return FALSE;
  result = refrain_query_run (rule->query, trace, sets, NULL, ask->cancellable, error);
  if (result == NULL)
    {
      g_prefix_error (error, "%s: ", rule->text);
      return FALSE;
    }
  list = measure_result (result, &unit);
  judge (rule, list, unit, verdict);
  for (guint i = 0; i < list->len; i++)
    g_free (g_array_index (list, RefrainMeasured, i).part);
  return TRUE;
}

/* ---- The report ---- */

static const char *
get_limit_unit (const RefrainRule *rule)
{
  if (rule->measure == NULL)
    return NULL;
  return refrain_measure_unit_get_name (rule->is_share ? REFRAIN_MEASURE_SHARE
                                                       : rule->measure->unit);
}

static void
add_list (RefrainReport *report)
{
  const RefrainReportColumn columns[] = {
    { "name", _ ("quantity"), REFRAIN_CELL_TEXT },
    { "unit", _ ("unit"), REFRAIN_CELL_TEXT },
    { "per", _ ("of the run, of each …"), REFRAIN_CELL_WORDS },
  };
  gsize n;
  const RefrainMeasure *measures = refrain_measures_list (&n);
  RefrainReportTable *table = refrain_report_add_table (report, "quantities", "", columns);

  refrain_report_set_main (table);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GString) per = g_string_new (NULL);
      g_autofree char *name
          = g_strconcat (measures[i].name, measures[i].of_routine ? " ROUTINE" : "", NULL);

      for (guint k = 0; k < REFRAIN_N_PER; k++)
        if (measures[i].at[k] != NULL)
          g_string_append_printf (per, "%s%s", per->len > 0 ? " " : "",
                                  refrain_per_get_name ((RefrainPer) k));
      refrain_report_add_row (table, REFRAIN_TEXT (name),
                              REFRAIN_TEXT (refrain_measure_unit_get_name (measures[i].unit)),
                              REFRAIN_WORDS (per->str));
    }
}

/* In text only where there are some. */
static RefrainReportTable *
add_rules (RefrainReport *report, gboolean shown)
{
  const RefrainReportColumn columns[] = {
    { "holds", _ ("holds"), REFRAIN_CELL_BOOLEAN },
    { "value", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("value"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_RIGHT },
    { "limit", NULL, REFRAIN_CELL_DOUBLE },
    { "unit", NULL, REFRAIN_CELL_TEXT },
    { "line", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL },
    { "rule", _ ("rule"), REFRAIN_CELL_TEXT },
    { "evidence", _ ("evidence"), REFRAIN_CELL_TEXT },
  };

  return refrain_report_add_table (report, "rules", shown ? "" : NULL, columns);
}

static void
add_rule (RefrainReportTable *table, const RefrainRule *rule, const Verdict *verdict)
{
  refrain_report_add_row (
      table, REFRAIN_BOOLEAN (verdict->holds), REFRAIN_DOUBLE (verdict->value),
      REFRAIN_TEXT (verdict->text != NULL ? verdict->text : "–"), REFRAIN_DOUBLE (rule->limit),
      get_limit_unit (rule) != NULL ? REFRAIN_TEXT (get_limit_unit (rule)) : REFRAIN_NO_CELL,
      rule->line > 0 ? REFRAIN_INT (rule->line) : REFRAIN_NO_CELL, REFRAIN_TEXT (rule->text),
      REFRAIN_TEXT (verdict->evidence != NULL ? verdict->evidence : ""));
}

/* What makes all waiting doubtful. */
static void
warn_of_clocks (RefrainReport *report, RefrainStudy *study, const RefrainStudyAsk *ask)
{
  g_autoptr (RefrainClocksFound) clocks
      = refrain_study_find (study, REFRAIN_ANALYSIS_CLOCKS, ask, NULL);

  if (clocks != NULL && clocks->disagree && !clocks->corrected)
    refrain_report_warn (
        report, "%s", _ ("clocks disagree: waiting and efficiency are unreliable; try --correct"));
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *asked, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainReport) report = refrain_report_new ("check");
  g_autoptr (RefrainStudyOptions) own = NULL;
  g_autoptr (RefrainMeasures) measures = NULL;
  RefrainReportTable *table = add_rules (report, !options->list);
  RefrainStudyAsk ask;
  guint n_broken = 0;

  if (options->list)
    {
      add_list (report);
      return g_steal_pointer (&report);
    }
  own = refrain_report_copy_options (study, asked, &ask);
  own->correct_clocks |= options->time.correct;
  measures = refrain_measures_new (study, &ask);
  for (guint i = 0; i < options->parsed->len; i++)
    {
      const RefrainRule *rule = g_ptr_array_index (options->parsed, i);
      g_auto (Verdict) verdict = { .value = NAN };

      if (rule->query != NULL ? !judge_query (rule, study, &ask, &verdict, error)
                              : !judge_measure (rule, measures, &verdict, error))
        return NULL;
      n_broken += !verdict.holds;
      add_rule (table, rule, &verdict);
    }
  warn_of_clocks (report, study, &ask);
  refrain_report_add_int (report, "broken", n_broken);
  refrain_report_set_status (report, n_broken > 0 ? EXIT_BROKEN : 0);
  return g_steal_pointer (&report);
}

/* ---- The kind ---- */

REFRAIN_REPORT_ENTRIES (
    Options,
    { "rules", 0, 0, G_OPTION_ARG_FILENAME, &x->file,
      N_ ("Check the rules of this file, one per line, comments after #; - is standard input"),
      N_ ("FILE") },
    { "rule", 0, 0, G_OPTION_ARG_STRING_ARRAY, &x->rules,
      N_ ("Check this rule, such as 'parallel efficiency >= 0.8'; repeatable"), N_ ("RULE") },
    { "list", 0, 0, G_OPTION_ARG_NONE, &x->list,
      N_ ("List the quantities for rules, without a trace"), NULL },
    REFRAIN_REPORT_TIME_ENTRY (x->time))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  g_autofree char *text = NULL, *name = NULL;

  options->parsed = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_rule_free);
  if (options->list)
    return g_strv_length (words) == 0
           || refrain_report_refuse (error, _ ("--list does without a trace"));
  if (!refrain_report_expect_trace (words, error))
    return FALSE;
  if (options->file == NULL && options->rules == NULL)
    return refrain_report_refuse (error, _ ("expects one of %s"),
                                  _ ("--rules FILE and --rule RULE"));
  for (guint i = 0; options->rules != NULL && options->rules[i] != NULL; i++)
    {
      RefrainRule *rule = refrain_rule_parse (options->rules[i], error);

      if (rule == NULL)
        {
          g_prefix_error (error, "--rule: ");
          return FALSE;
        }
      g_ptr_array_add (options->parsed, rule);
    }
  if (options->file == NULL)
    return TRUE;
  name = g_filename_display_name (options->file);
  text = refrain_words_read_text (options->file, error);
  if (text == NULL || !refrain_rules_parse (text, name, options->parsed, error))
    return FALSE;
  return options->parsed->len > 0
         || refrain_report_refuse (error, _ ("%s: no rule in this file"), name);
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->file); g_strfreev (x->rules);
                      g_clear_pointer (&x->parsed, g_ptr_array_unref))

const RefrainReportKind refrain_report_check = {
  .name = "check",
  .arguments = "TRACE",
  .summary = N_ ("Check rules such as 'run time < 20 s', and show violations"),
  .options_size = sizeof (Options),
  .describe = describe,
  .check = check,
  .of_patterns = TRUE,
  .make = make,
  .clear = clear,
};
