/* report-validate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * validate: which constraints of the format a trace breaks, and where.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-report-options.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"
#include "refrain-validation.h"

/* Violations of one constraint that text tells: of all constraints, and of those asked for. */
#define FEW_ROWS  3
#define MANY_ROWS 40

typedef struct
{
  gboolean list;
  char **constraints;
  RefrainConstraint wanted[REFRAIN_N_CONSTRAINTS];
  gsize n_wanted;
} Options;

/* ---- The constraints themselves ---- */

static const char *
get_heading (RefrainConstraintKind kind)
{
  switch (kind)
    {
    case REFRAIN_CONSTRAINT_TRACE:
      return _ ("Checked in all traces:");
    case REFRAIN_CONSTRAINT_MODEL:
      return _ ("Checked while documents (GXL) are read:");
    case REFRAIN_CONSTRAINT_INFORMATION:
      return _ ("Contradict themselves, or MPI; never a violation:");
    case REFRAIN_CONSTRAINT_NO_DATA:
    default:
      return _ ("Not recorded in traces:");
    }
}

static RefrainReport *
list_constraints (void)
{
  const RefrainReportColumn columns[] = {
    { "constraint", _ ("constraint"), REFRAIN_CELL_TEXT },
    { "others", NULL, REFRAIN_CELL_WORDS },
    { "source", NULL, REFRAIN_CELL_TEXT },
    { "kind", NULL, REFRAIN_CELL_TEXT },
    { "sentence", NULL, REFRAIN_CELL_TEXT },
    { "note", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("meaning [source]"), REFRAIN_CELL_TEXT },
  };
  RefrainReport *report = refrain_report_new ("validate");
  RefrainReportTable *all = refrain_report_add_table (report, "constraints", NULL, columns);
  RefrainReportTable *of_kind[REFRAIN_CONSTRAINT_NO_DATA + 1];

  for (guint k = 0; k < G_N_ELEMENTS (of_kind); k++)
    of_kind[k]
        = refrain_report_add_table (report, NULL, get_heading ((RefrainConstraintKind) k), columns);
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    {
      const RefrainConstraintInfo *info = refrain_constraint_get_info ((RefrainConstraint) i);
      const char *sentence = _ (info->sentence);
      const char *note = info->note != NULL ? _ (info->note) : NULL;
      g_autofree char *text = note != NULL
                                  ? g_strdup_printf ("%s (%s) [%s]", sentence, note, info->source)
                                  : g_strdup_printf ("%s [%s]", sentence, info->source);
      const RefrainCell cells[] = {
        REFRAIN_TEXT (info->id),     REFRAIN_WORDS (info->others),
        REFRAIN_TEXT (info->source), REFRAIN_TEXT (refrain_constraint_kind_get_name (info->kind)),
        REFRAIN_TEXT (sentence),     REFRAIN_TEXT (note),
        REFRAIN_TEXT (text),
      };

      refrain_report_add_cells (all, cells, G_N_ELEMENTS (cells));
      refrain_report_add_cells (of_kind[info->kind], cells, G_N_ELEMENTS (cells));
    }
  return report;
}

/* ---- For programs ---- */

static const char *
get_state_name (RefrainValidationState state)
{
  static const char *const names[] = {
    [REFRAIN_VALIDATION_HOLDS] = "holds",
    [REFRAIN_VALIDATION_BROKEN] = "broken",
    [REFRAIN_VALIDATION_NOTHING] = "nothing",
    [REFRAIN_VALIDATION_NOT_SHOWN] = "not_shown",
    [REFRAIN_VALIDATION_INFORMATION] = "information",
    [REFRAIN_VALIDATION_NOT_ASKED] = "not_asked",
  };

  return names[state];
}

/* Violations of one constraint, below @title; or of REFRAIN_N_CONSTRAINTS, which is all of them. */
static void
add_violations (RefrainReport *report,
                RefrainValidation *validation,
                guint constraint,
                const char *title,
                gsize max)
{
  const gboolean all = constraint == REFRAIN_N_CONSTRAINTS;
  const RefrainReportColumn columns[] = {
    { "constraint", all ? _ ("constraint") : NULL, REFRAIN_CELL_TEXT },
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "event", _ ("event"), REFRAIN_CELL_INT },
    { "message", _ ("violation"), REFRAIN_CELL_TEXT },
    { "time", NULL, REFRAIN_CELL_TIME },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, all ? "violations" : NULL, title, columns);
  gsize n;
  const RefrainViolation *list = refrain_validation_get_violations (validation, &n);

  refrain_report_limit_rows (table, max);
  for (gsize i = 0; i < n; i++)
    if (all || list[i].constraint == constraint)
      {
        g_autofree char *message = refrain_validation_describe (validation, &list[i]);
        const gboolean placed = list[i].event != REFRAIN_NO_EVENT;

        refrain_report_add_row (
            table, REFRAIN_TEXT (refrain_constraint_get_info (list[i].constraint)->id),
            list[i].process >= 0 ? REFRAIN_INT (list[i].process) : REFRAIN_NO_CELL,
            placed ? REFRAIN_INT (list[i].event) : REFRAIN_NO_CELL, REFRAIN_TEXT (message),
            placed ? REFRAIN_TIME (list[i].time) : REFRAIN_NO_CELL);
      }
}

static void
add_states (RefrainReport *report, RefrainValidation *validation)
{
  static const RefrainReportColumn columns[] = {
    { "constraint", NULL, REFRAIN_CELL_TEXT },
    { "state", NULL, REFRAIN_CELL_TEXT },
    { "count", NULL, REFRAIN_CELL_COUNT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, "constraints", NULL, columns);

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    {
      const RefrainConstraint constraint = (RefrainConstraint) i;
      const RefrainValidationState state = refrain_validation_get_state (validation, constraint);

      if (state != REFRAIN_VALIDATION_NOT_ASKED)
        refrain_report_add_row (
            table, REFRAIN_TEXT (refrain_constraint_get_info (constraint)->id),
            REFRAIN_TEXT (get_state_name (state)),
            REFRAIN_COUNT (refrain_validation_get_count (validation, constraint)));
    }
}

/* ---- For people ---- */

static char *
format_times (RefrainValidation *validation, RefrainConstraint constraint)
{
  const guint64 n = refrain_validation_get_count (validation, constraint);
  g_autofree char *count = refrain_count_format (n);

  return g_strdup_printf (ngettext ("%s time", "%s times", (gulong) MIN (n, (guint64) 1000000)),
                          count);
}

/* Those in @state: "C3, C7", and where they are broken how often: "C3 4 times, C7 11 times". */
static char *
join_constraints (RefrainValidation *validation, RefrainValidationState state)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    if (refrain_validation_get_state (validation, (RefrainConstraint) i) == state)
      {
        g_string_append (text, text->len > 0 ? ", " : "");
        g_string_append (text, refrain_constraint_get_info ((RefrainConstraint) i)->id);
        if (state == REFRAIN_VALIDATION_BROKEN)
          {
            g_autofree char *times = format_times (validation, (RefrainConstraint) i);

            g_string_append_printf (text, " %s", times);
          }
      }
  return g_string_free (text, FALSE);
}

static void
say_summary (RefrainReport *report, RefrainValidation *validation)
{
  const guint n_broken = refrain_validation_count_state (validation, REFRAIN_VALIDATION_BROKEN);
  const guint n = n_broken + refrain_validation_count_state (validation, REFRAIN_VALIDATION_HOLDS);
  g_autofree char *broken = join_constraints (validation, REFRAIN_VALIDATION_BROKEN);

  if (n_broken > 0)
    refrain_report_say (report,
                        ngettext ("%u of %u checked constraints is violated: %s",
                                  "%u of %u checked constraints are violated: %s", n_broken),
                        n_broken, n, broken);
  else if (n > 0)
    refrain_report_say (report,
                        ngettext ("%u constraint checked, none violated",
                                  "%u constraints checked, none violated", n),
                        n);
  else if (refrain_validation_count_state (validation, REFRAIN_VALIDATION_NOTHING) > 0
           || refrain_validation_count_state (validation, REFRAIN_VALIDATION_NOT_SHOWN) > 0)
    refrain_report_say (report, _ ("nothing to check: no constraint applies to this trace"));
}

/* What was not checked, and why. */
static void
say_rest (RefrainReport *report, RefrainValidation *validation)
{
  g_autofree char *nothing = join_constraints (validation, REFRAIN_VALIDATION_NOTHING);
  g_autofree char *hidden = join_constraints (validation, REFRAIN_VALIDATION_NOT_SHOWN);

  if (*nothing != '\0')
    refrain_report_say (report, _ ("not applicable to this trace: %s"), nothing);
  if (*hidden != '\0')
    refrain_report_say (report, _ ("not recorded in this format: %s (see --list)"), hidden);
}

static void
say_clocks (RefrainReport *report, RefrainValidation *validation)
{
  const guint64 n = refrain_validation_get_count (validation, REFRAIN_CONSTRAINT_MESSAGE_ORDER);
  g_autofree char *error = refrain_time_format (refrain_validation_get_clock_error (validation), 3);
  g_autofree char *count = refrain_count_format (n);

  if (n > 0)
    refrain_report_say (
        report,
        _ ("the clocks disagree, by up to %s (messages that arrive before they are sent: %s): "
           "violations of C7, A21.3 and X3 are due to clocks; waits --correct corrects them"),
        error, count);
}

static void
tell_broken (RefrainReport *report,
             RefrainValidation *validation,
             RefrainConstraint constraint,
             gsize max)
{
  const RefrainConstraintInfo *info = refrain_constraint_get_info (constraint);
  g_autofree char *times = format_times (validation, constraint);
  g_autofree char *why = refrain_validation_explain (validation, constraint);
  g_autofree char *title = g_strdup_printf (why != NULL ? "%s, %s: %s (%s)" : "%s, %s: %s",
                                            info->id, times, _ (info->sentence), why);

  add_violations (report, validation, constraint, title, max);
}

/* Of constraints that were asked for and cannot be checked. */
static void
say_unchecked (RefrainReport *report, RefrainValidation *validation, RefrainConstraint constraint)
{
  const RefrainConstraintInfo *info = refrain_constraint_get_info (constraint);
  const RefrainValidationState state = refrain_validation_get_state (validation, constraint);

  if (state == REFRAIN_VALIDATION_NOTHING)
    refrain_report_say (report, _ ("%s: not applicable to this trace: %s"), info->id,
                        _ (info->sentence));
  else if (state == REFRAIN_VALIDATION_NOT_SHOWN)
    refrain_report_say (report, _ ("%s: not recorded: %s"), info->id,
                        info->kind == REFRAIN_CONSTRAINT_MODEL ? _ ("only for documents (GXL)")
                        : info->note != NULL                   ? _ (info->note)
                                                               : _ (info->sentence));
}

/* What is counted and is never a violation. */
static void
say_information (RefrainReport *report, RefrainValidation *validation)
{
  const RefrainConstraint constraint = REFRAIN_CONSTRAINT_BLOCKING_SEND;
  g_autofree char *times = format_times (validation, constraint);

  if (refrain_validation_get_state (validation, constraint) != REFRAIN_VALIDATION_INFORMATION)
    return;
  if (refrain_validation_get_count (validation, constraint) > 0)
    refrain_report_say (
        report,
        _ ("for information, A21.2, %s: a blocking send ends before its receive is posted, as "
           "MPI allows for small messages"),
        times);
  else
    refrain_report_say (
        report, _ ("for information, A21.2: no blocking send ends before its receive is posted"));
}

static void
say_all (RefrainReport *report, RefrainTrace *trace, RefrainValidation *validation, gboolean chosen)
{
  say_summary (report, validation);
  say_clocks (report, validation);
  refrain_report_say_unrecorded (report, trace);
  say_information (report, validation);
  if (!chosen)
    say_rest (report, validation);
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS && chosen; i++)
    say_unchecked (report, validation, (RefrainConstraint) i);
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    if (refrain_validation_get_state (validation, (RefrainConstraint) i)
        == REFRAIN_VALIDATION_BROKEN)
      tell_broken (report, validation, (RefrainConstraint) i, chosen ? MANY_ROWS : FEW_ROWS);
}

/* ---- The kind ---- */

REFRAIN_REPORT_ENTRIES (Options,
                        { "constraint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &x->constraints,
                          N_ ("Check this constraint only, such as C7 or A30.1 (repeatable)"),
                          N_ ("ID") },
                        { "list", 0, 0, G_OPTION_ARG_NONE, &x->list,
                          N_ ("List all constraints, and which can be checked"), NULL })

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  for (gsize i = 0; options->constraints != NULL && options->constraints[i] != NULL; i++)
    {
      RefrainConstraint constraint;
      gboolean known = FALSE;

      if (!refrain_constraint_from_id (options->constraints[i], &constraint))
        return refrain_report_refuse (error, _ ("“%s” is not a constraint (see --list)"),
                                      options->constraints[i]);
      for (gsize k = 0; k < options->n_wanted; k++)
        known |= options->wanted[k] == constraint;
      if (!known)
        options->wanted[options->n_wanted++] = constraint;
    }
  if (!options->list)
    return refrain_report_expect_trace (words, error);
  return words[0] == NULL || refrain_report_refuse (error, _ ("--list takes no trace"));
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  const gboolean chosen = options->n_wanted > 0;
  g_autoptr (RefrainValidation) validation = NULL;
  RefrainReport *report;

  if (options->list)
    return list_constraints ();
  validation = chosen ? refrain_validation_new (
                   refrain_trace_get_source (refrain_study_get_trace (study)), options->wanted,
                   options->n_wanted, ask != NULL ? ask->cancellable : NULL, error)
                      : refrain_study_find (study, REFRAIN_ANALYSIS_VALIDATION, ask, error);
  if (validation == NULL)
    return NULL;
  report = refrain_report_new ("validate");
  add_violations (report, validation, REFRAIN_N_CONSTRAINTS, NULL, G_MAXSIZE);
  add_states (report, validation);
  refrain_report_add_seconds (report, "clock_error",
                              refrain_validation_get_clock_error (validation));
  say_all (report, refrain_study_get_trace (study), validation, chosen);
  if (refrain_validation_count_state (validation, REFRAIN_VALIDATION_BROKEN) > 0)
    refrain_report_set_status (report, 1);
  return report;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_strfreev (x->constraints))

const RefrainReportKind refrain_report_validate = {
  .name = "validate",
  .arguments = "TRACE",
  .summary = N_ ("List violated constraints of the trace format"),
  .options_size = sizeof (Options),
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
  .judges = TRUE,
};
