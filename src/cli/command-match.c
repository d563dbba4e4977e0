/* command-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli match: where a given pattern occurs.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-pattern-match.h"
#include "refrain-pattern-set.h"
#include "refrain-time-format.h"

#define MAX_DIMS 3

/* What the options say. The pattern's own are NULL where they are not given; those that may go
 * without a number are then "all". */
typedef struct
{
  char *pattern, *wavefront, *stencil, *transpose;
  char *ring, *butterfly, *binary_tree, *all_to_all;
  int origin, like;
  gboolean periodic, broadcast;
  int edits, total_edits, limit;
  gboolean any_order;
  char *receive;
  gboolean json;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->pattern);
  g_free (self->wavefront);
  g_free (self->stencil);
  g_free (self->transpose);
  g_free (self->ring);
  g_free (self->butterfly);
  g_free (self->binary_tree);
  g_free (self->all_to_all);
  g_free (self->receive);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Gives "--ring" its number, "--ring=8", or "--ring=all" where what follows is none, so that a
 * number may be left out. Free with g_strfreev(). */
static char **
complete_numbers (int argc, char **argv)
{
  static const char *const names[]
      = { "--ring", "--butterfly", "--binary-tree", "--all-to-all", NULL };
  g_autoptr (GPtrArray) result = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; i < argc; i++)
    {
      const char *next = i + 1 < argc ? argv[i + 1] : "";

      if (!g_strv_contains (names, argv[i]))
        g_ptr_array_add (result, g_strdup (argv[i]));
      else if (*next != '\0' && next[strspn (next, "0123456789")] == '\0')
        g_ptr_array_add (result, g_strdup_printf ("%s=%s", argv[i++], next));
      else
        g_ptr_array_add (result, g_strdup_printf ("%s=all", argv[i]));
    }
  g_ptr_array_add (result, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&result), FALSE);
}

/* Reads "2x4" or "2x4x3". */
static gboolean
parse_grid (const char *name, const char *text, guint max_dims, guint *dims, guint *n_dims)
{
  g_auto (GStrv) words = g_strsplit (text, "x", -1);

  *n_dims = g_strv_length (words);
  for (guint d = 0; *n_dims >= 2 && *n_dims <= max_dims && d < *n_dims; d++)
    {
      guint64 extent;

      if (!g_ascii_string_to_unsigned (words[d], 10, 1, REFRAIN_TEMPLATE_MAX_PROCESSES, &extent,
                                       NULL))
        break;
      dims[d] = extent;
      if (d + 1 == *n_dims)
        return TRUE;
    }
  refrain_command_usage (&refrain_command_match, _ ("%s: “%s” is not a grid such as 2x4"), name,
                         text);
  return FALSE;
}

/* Whether @text, if any, is a number of processes or "all". */
static gboolean
check_processes (const char *name, const char *text)
{
  if (text == NULL || g_str_equal (text, "all")
      || g_ascii_string_to_unsigned (text, 10, 1, REFRAIN_TEMPLATE_MAX_PROCESSES, NULL, NULL))
    return TRUE;
  refrain_command_usage (&refrain_command_match, _ ("%s: “%s” is not a number of processes"), name,
                         text);
  return FALSE;
}

/* The number that @text, which has been checked, gives; "all" are @all. */
static guint
get_processes (const char *text, guint all)
{
  return g_str_equal (text, "all") ? all : (guint) g_ascii_strtoull (text, NULL, 10);
}

/* The checks that need no trace; gives an exit status. */
static int
check_options (const Options *options)
{
  const char *patterns[]
      = { options->pattern, options->wavefront, options->stencil,     options->transpose,
          options->ring,    options->butterfly, options->binary_tree, options->all_to_all };
  guint n = 0, n_dims, dims[MAX_DIMS];

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    n += patterns[i] != NULL;
  n += options->like >= 0;
  if (n != 1)
    return refrain_command_usage (&refrain_command_match,
                                  n == 0 ? _ ("expects a pattern, such as --wavefront 2x4")
                                         : _ ("expects one pattern, not several"));
  if (!check_processes ("--ring", options->ring)
      || !check_processes ("--butterfly", options->butterfly)
      || !check_processes ("--binary-tree", options->binary_tree)
      || !check_processes ("--all-to-all", options->all_to_all))
    return REFRAIN_EXIT_USAGE;
  if (options->edits < 0 || options->total_edits < -1 || options->limit < 0)
    return refrain_command_usage (&refrain_command_match,
                                  _ ("--edits, --total-edits and --limit take no negative number"));
  if (options->receive != NULL && !g_str_equal (options->receive, "completion")
      && !g_str_equal (options->receive, "posting"))
    return refrain_command_usage (&refrain_command_match,
                                  _ ("--receive: “%s” is neither completion nor posting"),
                                  options->receive);
  if ((options->stencil != NULL
       && !parse_grid ("--stencil", options->stencil, MAX_DIMS, dims, &n_dims))
      || (options->transpose != NULL
          && !parse_grid ("--transpose", options->transpose, 2, dims, &n_dims))
      || (options->wavefront != NULL
          && !parse_grid ("--wavefront", options->wavefront, MAX_DIMS, dims, &n_dims)))
    return REFRAIN_EXIT_USAGE;
  if (options->wavefront != NULL
      && (options->origin < 0 || !refrain_template_is_corner (dims, n_dims, options->origin)))
    return refrain_command_usage (&refrain_command_match, _ ("--origin: %d is no corner of %s"),
                                  options->origin, options->wavefront);
  return REFRAIN_EXIT_OK;
}

static RefrainReceivePlace
get_receive (const Options *options)
{
  return g_strcmp0 (options->receive, "posting") == 0 ? REFRAIN_RECEIVE_POSTING
                                                      : REFRAIN_RECEIVE_COMPLETION;
}

/* The pattern made for a grid. */
static RefrainPatternTemplate *
make_grid_template (const Options *options)
{
  guint n_dims = 0, dims[MAX_DIMS] = { 1, 1, 1 };

  if (options->wavefront != NULL
      && parse_grid ("--wavefront", options->wavefront, MAX_DIMS, dims, &n_dims))
    return refrain_template_wavefront (dims, n_dims, options->origin);
  if (options->stencil != NULL
      && parse_grid ("--stencil", options->stencil, MAX_DIMS, dims, &n_dims))
    return refrain_template_stencil (dims, n_dims, options->periodic);
  if (options->transpose != NULL
      && parse_grid ("--transpose", options->transpose, 2, dims, &n_dims))
    return refrain_template_transpose (dims[0], dims[1]);
  return NULL;
}

/* The pattern made for a number of processes. */
static RefrainPatternTemplate *
make_line_template (const Options *options, guint all)
{
  if (options->ring != NULL)
    return refrain_template_ring (get_processes (options->ring, all));
  if (options->butterfly != NULL)
    return refrain_template_butterfly (get_processes (options->butterfly, all));
  if (options->binary_tree != NULL)
    return refrain_template_binary_tree (get_processes (options->binary_tree, all),
                                         options->broadcast);
  if (options->all_to_all != NULL)
    return refrain_template_all_to_all (get_processes (options->all_to_all, all));
  return NULL;
}

/* The first occurrence of the detected pattern @id as a pattern to look for; NULL with @error. */
static RefrainPatternTemplate *
make_template_like (const Options *options, RefrainTrace *trace, GError **error)
{
  RefrainPatternOptions detection = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = NULL;

  detection.scheme.receive = get_receive (options);
  set = refrain_pattern_set_new (trace, &detection, NULL, NULL, NULL, error);
  if (set == NULL)
    return NULL;
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const RefrainOccurrencePart *parts;
      gsize n;

      if (refrain_pattern_get_id (pattern) != (guint) options->like)
        continue;
      if (refrain_pattern_is_collective (pattern))
        break;
      parts = refrain_pattern_get_occurrence (pattern, 0, &n);
      return refrain_template_from_parts (refrain_pattern_set_get_symbols (set), parts, n,
                                          g_strdup (refrain_pattern_get_name (pattern)));
    }
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
               _ ("%s: has no point-to-point pattern %d"), refrain_trace_get_path (trace),
               options->like);
  return NULL;
}

static void
add_match (JsonBuilder *builder, const RefrainMatchResult *result, guint i)
{
  const RefrainMatchOccurrence *match
      = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "start");
  json_builder_add_double_value (builder, match->start / 1e9);
  json_builder_set_member_name (builder, "end");
  json_builder_add_double_value (builder, match->end / 1e9);
  json_builder_set_member_name (builder, "edits");
  json_builder_add_int_value (builder, match->edits);
  json_builder_set_member_name (builder, "processes");
  json_builder_begin_array (builder);
  for (guint32 p = 0; p < match->n_parts; p++)
    json_builder_add_int_value (
        builder,
        g_array_index (result->parts, RefrainOccurrencePart, match->first_part + p).process);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static int
print_json (const RefrainPatternTemplate *wanted,
            const RefrainMatchResult *result,
            const Options *options)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "pattern");
  json_builder_add_string_value (builder, wanted->name);
  json_builder_set_member_name (builder, "processes");
  json_builder_add_int_value (builder, refrain_pattern_template_count_members (wanted));
  json_builder_set_member_name (builder, "edits");
  json_builder_add_int_value (builder, options->edits);
  json_builder_set_member_name (builder, "occurrences");
  json_builder_add_int_value (builder, result->occurrences->len);
  json_builder_set_member_name (builder, "matches");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (result->occurrences->len, (guint) options->limit); i++)
    add_match (builder, result, i);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return refrain_command_print_json (builder);
}

static int
print_text (const RefrainPatternTemplate *wanted,
            const RefrainMatchResult *result,
            const Options *options)
{
  guint n = result->occurrences->len, shown = MIN (n, (guint) options->limit);

  printf (ngettext ("%s: %u occurrence\n", "%s: %u occurrences\n", n), wanted->name, n);
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

static int
find (RefrainTrace *trace, const RefrainPatternTemplate *wanted, const Options *options)
{
  RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;
  RefrainMatchOptions match
      = { .edits_per_process = options->edits,
          .edits_total = options->total_edits < 0 ? G_MAXUINT64 : (guint64) options->total_edits,
          .any_order = options->any_order };
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;
  g_autoptr (GError) error = NULL;

  scheme.receive = get_receive (options);
  symbols = refrain_symbols_new (trace, &scheme, NULL, &error);
  if (symbols != NULL)
    result = refrain_pattern_match (symbols, wanted, &match, NULL, &error);
  if (result == NULL)
    return refrain_command_fail (error);
  return options->json ? print_json (wanted, result, options)
                       : print_text (wanted, result, options);
}

static int
match_trace (const Options *options, const char *path)
{
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  if (options->pattern != NULL)
    {
      wanted = refrain_template_load (options->pattern, &error);
      if (wanted == NULL)
        return refrain_command_fail (error);
    }
  trace = refrain_command_load (path);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  n = refrain_trace_get_n_processes (trace);
  if (options->like >= 0)
    wanted = make_template_like (options, trace, &error);
  if (error != NULL)
    return refrain_command_fail (error);
  if (wanted == NULL)
    wanted = make_grid_template (options);
  if (wanted == NULL)
    wanted = make_line_template (options, n);
  if (wanted == NULL)
    {
      g_printerr (_ ("refrain-cli: the pattern is too large to be looked for\n"));
      return REFRAIN_EXIT_ERROR;
    }
  return find (trace, wanted, options);
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .like = -1, .total_edits = -1, .limit = 1000 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "pattern", 0, 0, G_OPTION_ARG_FILENAME, &options.pattern,
      N_ ("Look for the pattern in a file"), N_ ("FILE") },
    { "like", 0, 0, G_OPTION_ARG_INT, &options.like,
      N_ ("Look for the communication pattern that “patterns” gives this id"), N_ ("ID") },
    { "wavefront", 0, 0, G_OPTION_ARG_STRING, &options.wavefront,
      N_ ("Look for a sweep over a grid of processes"), N_ ("RxC[xD]") },
    { "origin", 0, 0, G_OPTION_ARG_INT, &options.origin,
      N_ ("The corner that the sweep begins at (default 0)"), N_ ("RANK") },
    { "stencil", 0, 0, G_OPTION_ARG_STRING, &options.stencil,
      N_ ("Look for an exchange between neighbours of a grid"), N_ ("RxC[xD]") },
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
      N_ ("List at most so many occurrences (default 1000)"), N_ ("N") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) completed = complete_numbers (argc, argv);
  g_auto (GStrv) arguments = NULL;
  int status
      = refrain_command_parse (&refrain_command_match, entries, argc, completed, 1, &arguments);

  if (status == REFRAIN_EXIT_OK)
    status = check_options (&options);
  return status == REFRAIN_EXIT_OK ? match_trace (&options, arguments[1]) : status;
}

const RefrainCommand refrain_command_match = {
  .name = "match",
  .arguments = "TRACE",
  .summary = N_ ("Find where a given pattern occurs"),
  .run = run,
};
