/* command-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli match: where a given pattern occurs.
 */
#include "config.h"

#include "command-match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"

/* Gives "--ring" its number, "--ring=8", or "--ring=all" where what follows is none, so that a
 * number may be left out. Free with g_strfreev(). */
static char **
complete_numbers (int argc, char **argv)
{
  static const char *const names[]
      = { "--ring", "--butterfly", "--binary-tree", "--all-to-all", NULL };
  g_autoptr (GPtrArray) result = g_ptr_array_new_with_free_func (g_free);
  gboolean ended = FALSE;

  for (int i = 0; i < argc; i++)
    {
      const char *next = i + 1 < argc ? argv[i + 1] : "";

      ended |= g_str_equal (argv[i], "--");
      if (ended || !g_strv_contains (names, argv[i]))
        g_ptr_array_add (result, g_strdup (argv[i]));
      else if (*next != '\0' && next[strspn (next, "0123456789")] == '\0')
        g_ptr_array_add (result, g_strdup_printf ("%s=%s", argv[i++], next));
      else
        g_ptr_array_add (result, g_strdup_printf ("%s=all", argv[i]));
    }
  g_ptr_array_add (result, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&result), FALSE);
}

/* What there is to tell. */
typedef struct
{
  const RefrainMatchCommand *options;
  const RefrainPatternTemplate *wanted;
  const RefrainMatchResult *result;
  gboolean *detected; /* of each occurrence; NULL: the pattern is none that was detected */
  guint n_detected;
} Report;

static void
add_match (RefrainJsonWriter *json, const Report *report, guint i)
{
  const RefrainMatchResult *result = report->result;
  const RefrainMatchOccurrence *match
      = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_double (json, "start", match->start / 1e9);
  refrain_json_add_double (json, "end", match->end / 1e9);
  refrain_json_add_int (json, "edits", match->edits);
  if (report->detected != NULL)
    {
      refrain_json_add_boolean (json, "detected", report->detected[i]);
    }
  refrain_json_begin_array (json, "processes");
  for (guint32 p = 0; p < match->n_parts; p++)
    refrain_json_add_int (
        json, NULL,
        g_array_index (result->parts, RefrainOccurrencePart, match->first_part + p).process);
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

/* How many of @n occurrences are to be listed. */
static guint
get_shown (const RefrainMatchCommand *options, guint n)
{
  return options->limit == 0 ? n : MIN (n, (guint) options->limit);
}

static int
print_json (const Report *report)
{
  const RefrainMatchResult *result = report->result;
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  guint shown = get_shown (report->options, result->occurrences->len);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_string (json, "pattern", report->wanted->name);
  refrain_json_add_int (json, "processes", refrain_pattern_template_count_members (report->wanted));
  refrain_json_add_int (json, "edits", report->options->edits);
  refrain_json_add_int (json, "occurrences", result->occurrences->len);
  if (report->detected != NULL)
    {
      refrain_json_add_int (json, "detected", report->n_detected);
    }
  refrain_json_add_boolean (json, "limited", result->limited);
  refrain_json_add_int (json, "shown", shown);
  refrain_json_begin_array (json, "matches");
  for (guint i = 0; i < shown; i++)
    add_match (json, report, i);
  refrain_json_end_array (json);
  refrain_json_end_object (json);
  return REFRAIN_EXIT_OK;
}

static int
print_text (const Report *report)
{
  const RefrainMatchResult *result = report->result;
  guint n = result->occurrences->len, shown = get_shown (report->options, n);

  printf (ngettext ("%s: %u occurrence\n", "%s: %u occurrences\n", n), report->wanted->name, n);
  if (report->detected != NULL)
    printf (
        ngettext ("%u of them was detected\n", "%u of them were detected\n", report->n_detected),
        report->n_detected);
  if (result->limited)
    printf (_ ("The search was cut short: there may be more, or some with fewer edits\n"));
  if (shown > 0)
    printf ("%8s %16s %16s %8s %10s\n", "", _ ("start (s)"), _ ("end (s)"), _ ("edits"),
            _ ("processes"));
  for (guint i = 0; i < shown; i++)
    {
      const RefrainMatchOccurrence *match
          = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

      printf ("%8u %16.9f %16.9f %8" G_GUINT64_FORMAT " %10u\n", i + 1, match->start / 1e9,
              match->end / 1e9, match->edits, match->n_parts);
    }
  if (shown < n)
    printf (_ ("and %u more (see --limit)\n"), n - shown);
  if (fflush (stdout) == EOF)
    {
      g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
      return REFRAIN_EXIT_ERROR;
    }
  return REFRAIN_EXIT_OK;
}

/* Tells what was found; @detected is NULL unless the pattern was detected. */
static int
print (const RefrainMatchCommand *options,
       const RefrainPatternTemplate *wanted,
       RefrainSymbols *symbols,
       const RefrainMatchResult *result,
       GHashTable *detected)
{
  g_autofree gboolean *flags
      = detected != NULL ? g_new (gboolean, result->occurrences->len + 1) : NULL;
  Report report = { .options = options, .wanted = wanted, .result = result, .detected = flags };

  for (guint i = 0; detected != NULL && i < result->occurrences->len; i++)
    {
      flags[i] = refrain_match_detected_contains (detected, symbols, result, i);
      report.n_detected += flags[i];
    }
  return options->json ? print_json (&report) : print_text (&report);
}

static int
find (RefrainTrace *trace,
      const RefrainPatternTemplate *wanted,
      const RefrainMatchCommand *options,
      GHashTable *detected)
{
  RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;
  RefrainMatchOptions match
      = { .edits_per_process = options->edits,
          .edits_total = options->total_edits < 0 ? G_MAXUINT64 : (guint64) options->total_edits,
          .any_order = options->any_order };
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;
  g_autoptr (GError) error = NULL;

  scheme.receive = refrain_match_command_get_receive (options);
  symbols = refrain_symbols_new (trace, &scheme, NULL, &error);
  if (symbols != NULL)
    result = refrain_pattern_match (symbols, wanted, &match, NULL, &error);
  if (result == NULL)
    return refrain_command_fail (error);
  return print (options, wanted, symbols, result, detected);
}

static int
match_trace (const RefrainMatchCommand *options, const char *path)
{
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GHashTable) detected = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  if (options->pattern != NULL)
    {
      wanted = refrain_template_load (options->pattern, &error);
      if (wanted == NULL)
        return refrain_command_fail (error);
    }
  trace = refrain_command_load (path);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (wanted == NULL)
    wanted = refrain_match_command_make_template (options, trace, &detected, &error);
  if (wanted == NULL)
    return refrain_command_fail (error);
  return find (trace, wanted, options, detected);
}

static int
run (int argc, char **argv)
{
  g_auto (RefrainMatchCommand) options = { .like = REFRAIN_MATCH_NOT_GIVEN,
                                           .origin = REFRAIN_MATCH_NOT_GIVEN,
                                           .total_edits = -1,
                                           .limit = 1000 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "pattern", 0, 0, G_OPTION_ARG_FILENAME, &options.pattern,
      N_ ("Look for the pattern in a file"), N_ ("FILE") },
    { "like", 0, 0, G_OPTION_ARG_INT, &options.like,
      N_ ("Look for the communication pattern that “patterns” gives this id"), N_ ("ID") },
    { "wavefront", 0, 0, G_OPTION_ARG_STRING, &options.wavefront,
      N_ ("Look for a sweep over a grid of processes"), N_ ("R[xC[xD]]") },
    { "origin", 0, 0, G_OPTION_ARG_INT, &options.origin,
      N_ ("The corner that the sweep begins at (default 0)"), N_ ("RANK") },
    { "stencil", 0, 0, G_OPTION_ARG_STRING, &options.stencil,
      N_ ("Look for an exchange between neighbours of a grid"), N_ ("R[xC[xD]]") },
    { "periodic", 0, 0, G_OPTION_ARG_NONE, &options.periodic,
      N_ ("The first and the last of a row of the grid are neighbours"), NULL },
    { "ring", 0, 0, G_OPTION_ARG_STRING, &options.ring, N_ ("Look for a ring"), N_ ("[N]") },
    { "butterfly", 0, 0, G_OPTION_ARG_STRING, &options.butterfly, N_ ("Look for a butterfly"),
      N_ ("[N]") },
    { "binary-tree", 0, 0, G_OPTION_ARG_STRING, &options.binary_tree,
      N_ ("Look for a reduction to process 0"), N_ ("[N]") },
    { "broadcast", 0, 0, G_OPTION_ARG_NONE, &options.broadcast,
      N_ ("The binary tree leads away from process 0"), NULL },
    { "transpose", 0, 0, G_OPTION_ARG_STRING, &options.transpose,
      N_ ("Look for an exchange of rows and columns"), N_ ("RxC") },
    { "all-to-all", 0, 0, G_OPTION_ARG_STRING, &options.all_to_all,
      N_ ("Look for an exchange of each process with each other"), N_ ("[N]") },
    { "edits", 0, 0, G_OPTION_ARG_INT, &options.edits,
      N_ ("Allow so many edits in each process (default 0)"), N_ ("K") },
    { "total-edits", 0, 0, G_OPTION_ARG_INT, &options.total_edits,
      N_ ("Allow so many edits in all"), N_ ("K") },
    { "any-order", 0, 0, G_OPTION_ARG_NONE, &options.any_order,
      N_ ("The order of events in a process does not matter"), NULL },
    { "receive", 0, 0, G_OPTION_ARG_STRING, &options.receive,
      N_ ("Where a receive stands: completion (default) or posting"), N_ ("PLACE") },
    { "limit", 0, 0, G_OPTION_ARG_INT, &options.limit,
      N_ ("List at most so many occurrences (default 1000, 0: all)"), N_ ("N") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) completed = complete_numbers (argc, argv);
  g_auto (GStrv) arguments = NULL;
  int status
      = refrain_command_parse (&refrain_command_match, entries, argc, completed, 1, &arguments);

  if (status == REFRAIN_EXIT_OK)
    status = refrain_match_command_check (&options);
  return status == REFRAIN_EXIT_OK ? match_trace (&options, arguments[1]) : status;
}

const RefrainCommand refrain_command_match = {
  .name = "match",
  .arguments = "TRACE",
  .summary = N_ ("Find where a given pattern occurs"),
  .run = run,
};
