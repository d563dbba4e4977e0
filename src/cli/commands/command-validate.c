/* command-validate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * validate: which constraints of the format a trace breaks, and where.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "refrain-command.h"
#include "refrain-json-writer.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"
#include "refrain-validation.h"

/* Violations of one constraint that text tells: of all constraints, and of those asked for. */
#define FEW_ROWS  3
#define MANY_ROWS 40

typedef struct
{
  gboolean json, list;
  char **constraints;
  RefrainConstraint wanted[REFRAIN_N_CONSTRAINTS];
  gsize n_wanted;
} Options;

/* ---- The table ---- */

static void
list_json (void)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };

  refrain_json_begin_object (json, NULL);
  refrain_json_begin_array (json, "constraints");
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    {
      const RefrainConstraintInfo *info = refrain_constraint_get_info ((RefrainConstraint) i);
      g_auto (GStrv) others = g_strsplit (info->others, " ", -1);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "constraint", info->id);
      refrain_json_begin_array (json, "others");
      for (gsize k = 0; others[k] != NULL && *others[k] != '\0'; k++)
        refrain_json_add_string (json, NULL, others[k]);
      refrain_json_end_array (json);
      refrain_json_add_string (json, "source", info->source);
      refrain_json_add_string (json, "kind", refrain_constraint_kind_get_name (info->kind));
      refrain_json_add_string (json, "sentence", _ (info->sentence));
      refrain_json_add_string (json, "note", info->note != NULL ? _ (info->note) : NULL);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

static const char *
get_heading (RefrainConstraintKind kind)
{
  switch (kind)
    {
    case REFRAIN_CONSTRAINT_TRACE:
      return _ ("Any trace can break these:");
    case REFRAIN_CONSTRAINT_MODEL:
      return _ ("Documents (GXL) can break these, which are checked as they are read:");
    case REFRAIN_CONSTRAINT_INFORMATION:
      return _ ("These contradict themselves, or MPI, and are never a violation:");
    case REFRAIN_CONSTRAINT_NO_DATA:
    default:
      return _ ("Of these, traces do not hold what it takes:");
    }
}

static void
list_text (void)
{
  for (guint kind = REFRAIN_CONSTRAINT_TRACE; kind <= REFRAIN_CONSTRAINT_NO_DATA; kind++)
    {
      g_print (kind > 0 ? "\n%s\n" : "%s\n", get_heading ((RefrainConstraintKind) kind));
      for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
        {
          const RefrainConstraintInfo *info = refrain_constraint_get_info ((RefrainConstraint) i);

          if (info->kind != (RefrainConstraintKind) kind)
            continue;
          g_print ("%-6s %s%s%s%s [%s]\n", info->id, _ (info->sentence),
                   info->note != NULL ? " (" : "", info->note != NULL ? _ (info->note) : "",
                   info->note != NULL ? ")" : "", info->source);
        }
    }
}

/* ---- JSON ---- */

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

static void
print_json (RefrainValidation *validation)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  gsize n;
  const RefrainViolation *list = refrain_validation_get_violations (validation, &n);

  refrain_json_begin_object (json, NULL);
  refrain_json_begin_array (json, "violations");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *message = refrain_validation_describe (validation, &list[i]);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "constraint",
                               refrain_constraint_get_info (list[i].constraint)->id);
      if (list[i].process >= 0)
        refrain_json_add_int (json, "process", list[i].process);
      else
        refrain_json_add_null (json, "process");
      if (list[i].event != REFRAIN_NO_EVENT)
        refrain_json_add_int (json, "event", (gint64) list[i].event);
      else
        refrain_json_add_null (json, "event");
      refrain_json_add_string (json, "message", message);
      if (list[i].event != REFRAIN_NO_EVENT)
        refrain_json_add_double (json, "time", (double) list[i].time / 1e9);
      else
        refrain_json_add_null (json, "time");
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "constraints");
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    {
      const RefrainConstraint constraint = (RefrainConstraint) i;
      const RefrainValidationState state = refrain_validation_get_state (validation, constraint);

      if (state == REFRAIN_VALIDATION_NOT_ASKED)
        continue;
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "constraint", refrain_constraint_get_info (constraint)->id);
      refrain_json_add_string (json, "state", get_state_name (state));
      refrain_json_add_int (json, "count",
                            (gint64) refrain_validation_get_count (validation, constraint));
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_add_double (json, "clock_error",
                           (double) refrain_validation_get_clock_error (validation) / 1e9);
  refrain_json_end_object (json);
}

/* ---- Text ---- */

static char *
format_times (guint64 n)
{
  g_autofree char *count = refrain_count_format (n);

  return g_strdup_printf (ngettext ("%s time", "%s times", (gulong) MIN (n, (guint64) 1000000)),
                          count);
}

/* Those in @state: "C3, C7", and where they are broken how often: "C3 4 times, C7 11 times". */
static char *
list_constraints (RefrainValidation *validation, RefrainValidationState state)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    if (refrain_validation_get_state (validation, (RefrainConstraint) i) == state)
      {
        g_string_append (text, text->len > 0 ? ", " : "");
        g_string_append (text, refrain_constraint_get_info ((RefrainConstraint) i)->id);
        if (state == REFRAIN_VALIDATION_BROKEN)
          {
            g_autofree char *times
                = format_times (refrain_validation_get_count (validation, (RefrainConstraint) i));

            g_string_append_printf (text, " %s", times);
          }
      }
  return g_string_free (text, FALSE);
}

static void
print_summary (RefrainValidation *validation)
{
  const guint n_broken = refrain_validation_count_state (validation, REFRAIN_VALIDATION_BROKEN);
  const guint n = n_broken + refrain_validation_count_state (validation, REFRAIN_VALIDATION_HOLDS);
  g_autofree char *broken = list_constraints (validation, REFRAIN_VALIDATION_BROKEN);

  if (n_broken > 0)
    g_print (ngettext ("%u of %u constraints that this trace can show is broken: %s\n",
                       "%u of %u constraints that this trace can show are broken: %s\n", n_broken),
             n_broken, n, broken);
  else if (n > 0)
    g_print (ngettext ("no violation of %u constraint that this trace can show\n",
                       "no violation of %u constraints that this trace can show\n", n),
             n);
  else if (refrain_validation_count_state (validation, REFRAIN_VALIDATION_NOTHING) > 0
           || refrain_validation_count_state (validation, REFRAIN_VALIDATION_NOT_SHOWN) > 0)
    g_print (_ ("nothing to check: the trace has nothing that could break a constraint\n"));
}

/* What was not checked, and why. */
static void
print_rest (RefrainValidation *validation)
{
  g_autofree char *nothing = list_constraints (validation, REFRAIN_VALIDATION_NOTHING);
  g_autofree char *hidden = list_constraints (validation, REFRAIN_VALIDATION_NOT_SHOWN);

  if (*nothing != '\0')
    g_print (_ ("nothing in this trace could break %s\n"), nothing);
  if (*hidden != '\0')
    g_print (_ ("no trace of this format can show %s (see --list)\n"), hidden);
}

static void
print_clocks (RefrainValidation *validation)
{
  const guint64 n = refrain_validation_get_count (validation, REFRAIN_CONSTRAINT_MESSAGE_ORDER);
  g_autofree char *error = refrain_time_format (refrain_validation_get_clock_error (validation), 3);
  g_autofree char *count = refrain_count_format (n);

  if (n > 0)
    g_print (
        _ ("the clocks disagree, by up to %s (messages that arrive before they leave: %s): what "
           "compares times of two processes (C7, A21.3, X3) is not the program's fault; waits "
           "--correct works with better ones\n"),
        error, count);
}

static void
print_rows (RefrainValidation *validation, RefrainConstraint constraint, gsize max)
{
  gsize n, told = 0;
  const RefrainViolation *list = refrain_validation_get_violations (validation, &n);
  const guint64 all = refrain_validation_get_count (validation, constraint);
  g_autofree char *rest = NULL;

  for (gsize i = 0; i < n && told < max; i++)
    {
      g_autofree char *message = NULL;

      if (list[i].constraint != constraint)
        continue;
      message = refrain_validation_describe (validation, &list[i]);
      if (list[i].process < 0)
        g_print ("  %s\n", message);
      else if (list[i].event == REFRAIN_NO_EVENT)
        g_print (_ ("  process %d: %s\n"), list[i].process, message);
      else
        g_print (_ ("  process %d, event %" PRIu64 ": %s\n"), list[i].process, list[i].event,
                 message);
      told++;
    }
  rest = refrain_count_format (all - MIN (all, told));
  if (all > told)
    g_print (_ ("  and %s more (--constraint %s, --json)\n"), rest,
             refrain_constraint_get_info (constraint)->id);
}

static void
print_broken (RefrainValidation *validation, RefrainConstraint constraint, gsize max)
{
  const RefrainConstraintInfo *info = refrain_constraint_get_info (constraint);
  g_autofree char *times = format_times (refrain_validation_get_count (validation, constraint));
  g_autofree char *why = refrain_validation_explain (validation, constraint);

  g_print ("%s, %s: %s%s%s%s\n", info->id, times, _ (info->sentence), why != NULL ? " (" : "",
           why != NULL ? why : "", why != NULL ? ")" : "");
  print_rows (validation, constraint, max);
}

/* Of constraints that were asked for and cannot be checked. */
static void
print_unchecked (RefrainValidation *validation, RefrainConstraint constraint)
{
  const RefrainConstraintInfo *info = refrain_constraint_get_info (constraint);

  switch (refrain_validation_get_state (validation, constraint))
    {
    case REFRAIN_VALIDATION_NOTHING:
      g_print (_ ("%s: nothing in this trace could break it: %s\n"), info->id, _ (info->sentence));
      break;
    case REFRAIN_VALIDATION_NOT_SHOWN:
      g_print (_ ("%s cannot be shown: %s\n"), info->id,
               info->kind == REFRAIN_CONSTRAINT_MODEL ? _ ("only a document (GXL) can break it")
               : info->note != NULL                   ? _ (info->note)
                                                      : _ (info->sentence));
      break;
    default:
      break;
    }
}

/* What is counted and is never a violation. */
static void
print_information (RefrainValidation *validation)
{
  const guint64 n = refrain_validation_get_count (validation, REFRAIN_CONSTRAINT_BLOCKING_SEND);
  g_autofree char *times = format_times (n);

  if (refrain_validation_get_state (validation, REFRAIN_CONSTRAINT_BLOCKING_SEND)
      != REFRAIN_VALIDATION_INFORMATION)
    return;
  if (n > 0)
    g_print (_ ("for information, A21.2, %s: a blocking send ends before its receive is posted, as "
                "MPI lets small ones\n"),
             times);
  else
    g_print (_ ("for information, A21.2: no blocking send ends before its receive is posted\n"));
}

static void
print_text (const Options *options, RefrainValidation *validation, const char *unrecorded)
{
  print_summary (validation);
  print_clocks (validation);
  if (unrecorded != NULL)
    g_print ("%s\n", unrecorded);
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    if (refrain_validation_get_state (validation, (RefrainConstraint) i)
        == REFRAIN_VALIDATION_BROKEN)
      print_broken (validation, (RefrainConstraint) i,
                    options->n_wanted > 0 ? MANY_ROWS : FEW_ROWS);
    else if (options->n_wanted > 0)
      print_unchecked (validation, (RefrainConstraint) i);
  print_information (validation);
  if (options->n_wanted == 0)
    print_rest (validation);
}

/* ---- Options ---- */

static gboolean
read_constraints (Options *options)
{
  for (gsize i = 0; options->constraints != NULL && options->constraints[i] != NULL; i++)
    {
      RefrainConstraint constraint;
      gboolean known = FALSE;

      if (!refrain_constraint_from_id (options->constraints[i], &constraint))
        {
          refrain_command_usage (&refrain_command_validate,
                                 _ ("“%s” is not a constraint (see --list)"),
                                 options->constraints[i]);
          return FALSE;
        }
      for (gsize k = 0; k < options->n_wanted; k++)
        known |= options->wanted[k] == constraint;
      if (!known)
        options->wanted[options->n_wanted++] = constraint;
    }
  return TRUE;
}

static int
run_list (const Options *options, char **arguments)
{
  if (g_strv_length (arguments) != 1)
    return refrain_command_usage (&refrain_command_validate, _ ("--list takes no trace"));
  if (options->json)
    list_json ();
  else
    list_text ();
  return REFRAIN_EXIT_OK;
}

static int
run_trace (const Options *options, const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainValidation) validation = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *unrecorded = NULL;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  validation = refrain_validation_new (trace, options->n_wanted > 0 ? options->wanted : NULL,
                                       options->n_wanted, NULL, &error);
  if (validation == NULL)
    return refrain_command_fail (error);
  unrecorded = refrain_unrecorded_note_describe (trace);
  if (options->json)
    print_json (validation);
  else
    print_text (options, validation, unrecorded);
  return refrain_validation_count_state (validation, REFRAIN_VALIDATION_BROKEN) > 0
             ? REFRAIN_EXIT_ERROR
             : REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "constraint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.constraints,
      N_ ("Check this constraint only, such as C7 or A30.1 (repeatable)"), N_ ("ID") },
    { "list", 0, 0, G_OPTION_ARG_NONE, &options.list,
      N_ ("Print all constraints, and what can be checked of them"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  int status = refrain_command_parse (&refrain_command_validate, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status == REFRAIN_EXIT_OK && !read_constraints (&options))
    status = REFRAIN_EXIT_USAGE;
  else if (status == REFRAIN_EXIT_OK && options.list)
    status = run_list (&options, arguments);
  else if (status == REFRAIN_EXIT_OK && g_strv_length (arguments) != 2)
    status = refrain_command_usage (&refrain_command_validate, _ ("expects one trace"));
  else if (status == REFRAIN_EXIT_OK)
    status = run_trace (&options, arguments[1]);
  g_strfreev (options.constraints);
  return status;
}

const RefrainCommand refrain_command_validate = {
  .name = "validate",
  .arguments = "TRACE",
  .summary = N_ ("Tell which constraints of the format a trace breaks, and where"),
  .run = run,
};
