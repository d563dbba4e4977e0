/* command-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli match: where a given pattern occurs, and which of that was detected, too.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-json-writer.h"
#include "refrain-pattern-match.h"
#include "refrain-pattern-options.h"
#include "refrain-pattern-set.h"

#define MAX_DIMS 3

/* Of a number: its option is not there. */
#define NOT_GIVEN G_MININT

/* What the options say. The pattern's own are NULL where they are not given; those that may go
 * without a number are then "all". */
typedef struct
{
  char *pattern, *wavefront, *stencil, *transpose;
  char *ring, *butterfly, *binary_tree, *all_to_all;
  int origin, like;
  gboolean periodic, broadcast, elementary;
  int edits, total_edits, limit;
  gboolean any_order;
  char *receive;
  gboolean json;
} Options;

static void
clear_options (Options *self)
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* Reads "2x4": from @min_dims to @max_dims extents. */
static gboolean
parse_grid (
    const char *name, const char *text, guint min_dims, guint max_dims, guint *dims, guint *n_dims)
{
  g_auto (GStrv) words = g_strsplit (text, "x", -1);

  *n_dims = g_strv_length (words);
  for (guint d = 0; *n_dims >= min_dims && *n_dims <= max_dims && d < *n_dims; d++)
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

static gboolean
is_power_of_two (guint n)
{
  return n > 0 && (n & (n - 1)) == 0;
}

/* The number that @text, which has been checked, gives; "all" are @all. */
static guint
get_processes (const char *text, guint all)
{
  return g_str_equal (text, "all") ? all : (guint) g_ascii_strtoull (text, NULL, 10);
}

/* Whether the options that describe a pattern further go with it. */
static gboolean
check_companions (const Options *options)
{
  const struct
  {
    gboolean given;
    const char *pattern, *name, *wanted;
  } companions[] = {
    { options->origin != NOT_GIVEN, options->wavefront, "--origin", "--wavefront" },
    { options->periodic, options->stencil, "--periodic", "--stencil" },
    { options->broadcast, options->binary_tree, "--broadcast", "--binary-tree" },
    { options->elementary, options->like != NOT_GIVEN ? "" : NULL, "--elementary", "--like" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (companions); i++)
    if (companions[i].given && companions[i].pattern == NULL)
      {
        refrain_command_usage (&refrain_command_match, _ ("%s goes with %s alone"),
                               companions[i].name, companions[i].wanted);
        return FALSE;
      }
  if (options->butterfly != NULL && !g_str_equal (options->butterfly, "all")
      && !is_power_of_two (get_processes (options->butterfly, 0)))
    {
      refrain_command_usage (&refrain_command_match, _ ("--butterfly: %s is no power of two"),
                             options->butterfly);
      return FALSE;
    }
  return TRUE;
}

/* The corner that a wavefront begins at. */
static int
get_origin (const Options *options)
{
  return options->origin == NOT_GIVEN ? 0 : options->origin;
}

/* The checks that need no trace: prints what is wrong; gives an exit status. */
static int
check_options (const Options *options)
{
  const char *patterns[]
      = { options->pattern, options->wavefront, options->stencil,     options->transpose,
          options->ring,    options->butterfly, options->binary_tree, options->all_to_all };
  guint n = 0, n_dims, dims[MAX_DIMS];

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    n += patterns[i] != NULL;
  n += options->like != NOT_GIVEN;
  if (n != 1)
    return refrain_command_usage (&refrain_command_match,
                                  n == 0 ? _ ("expects a pattern, such as --wavefront 2x4")
                                         : _ ("expects one pattern, not several"));
  if (!check_processes ("--ring", options->ring)
      || !check_processes ("--butterfly", options->butterfly)
      || !check_processes ("--binary-tree", options->binary_tree)
      || !check_processes ("--all-to-all", options->all_to_all))
    return REFRAIN_EXIT_USAGE;
  if (options->like != NOT_GIVEN && options->like < 1)
    return refrain_command_usage (&refrain_command_match,
                                  _ ("--like: %d is no id of a pattern; they count from 1"),
                                  options->like);
  if (!check_companions (options))
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
       && !parse_grid ("--stencil", options->stencil, 1, MAX_DIMS, dims, &n_dims))
      || (options->transpose != NULL
          && !parse_grid ("--transpose", options->transpose, 2, 2, dims, &n_dims))
      || (options->wavefront != NULL
          && !parse_grid ("--wavefront", options->wavefront, 1, MAX_DIMS, dims, &n_dims)))
    return REFRAIN_EXIT_USAGE;
  if (options->wavefront != NULL
      && (get_origin (options) < 0
          || !refrain_template_is_corner (dims, n_dims, get_origin (options))))
    return refrain_command_usage (&refrain_command_match, _ ("--origin: %d is no corner of %s"),
                                  get_origin (options), options->wavefront);
  return REFRAIN_EXIT_OK;
}

/* ---- A pattern that was detected --------------------------------------------------------------
 */

/* What --like names. */
typedef struct
{
  RefrainPatternSet *set;
  RefrainPattern *pattern; /* of it; NULL: none is named */
} Like;

static void
clear_like (Like *self)
{
  g_clear_object (&self->set);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Like, clear_like)

/* Whether match @i, found in @symbols, has an operation of @ops. */
static gboolean
meets (const RefrainMatchResult *result, guint i, RefrainSymbols *symbols, RefrainOpSet *ops)
{
  const RefrainMatchOccurrence *match
      = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

  for (guint32 k = 0; k < match->n_parts; k++)
    {
      const RefrainOccurrencePart *part
          = &g_array_index (result->parts, RefrainOccurrencePart, match->first_part + k);
      const guint32 *op = refrain_symbols_get_stream (symbols, part->process)->op;

      for (gsize e = part->first; e < (gsize) part->first + part->n; e++)
        if (refrain_op_set_contains (ops, part->process, op[e]))
          return TRUE;
    }
  return FALSE;
}

/* Adds occurrence @i of @pattern; its parts are elements of the streams of its own symbols. */
static void
add_own (RefrainMatchResult *self, RefrainPattern *pattern, gsize i)
{
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n);
  RefrainMatchOccurrence own = { .first_part = self->parts->len, .n_parts = (guint32) n };

  refrain_pattern_get_occurrence_span (pattern, i, &own.start, &own.end);
  g_array_append_vals (self->parts, parts, (guint) n);
  g_array_append_val (self->occurrences, own);
}

/* By when they begin; who was detected comes before who was not. */
static int
compare_starts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const GArray *occurrences = data;
  const RefrainMatchOccurrence *s = &g_array_index (occurrences, RefrainMatchOccurrence, x);
  const RefrainMatchOccurrence *t = &g_array_index (occurrences, RefrainMatchOccurrence, y);

  return s->start != t->start ? (s->start < t->start ? -1 : 1) : (x > y) - (x < y);
}

/* Puts the occurrences that @like has before those that were found in @symbols and share no
 * operation with them, and sorts all by their start. What one occurrence of a family or of work
 * that is handed out is like tells nothing of those of other processes: they are taken from the
 * pattern. *@detected: of each whether it is its own; free with g_free(). O(operations). */
static RefrainMatchResult *
join_own (const Like *like,
          RefrainSymbols *symbols,
          const RefrainMatchResult *found,
          gboolean **detected)
{
  const gsize n_own = refrain_pattern_get_n_occurrences (like->pattern);
  const guint n_found = found != NULL ? found->occurrences->len : 0;
  g_autoptr (RefrainOpSet) ops = refrain_pattern_get_op_set (like->pattern);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RefrainMatchOccurrence));
  g_autofree guint32 *order = g_new (guint32, n_own + n_found + 1);
  RefrainMatchResult *self = g_new0 (RefrainMatchResult, 1);

  self->occurrences = g_steal_pointer (&all);
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));
  self->limited = found != NULL && found->limited;
  for (gsize i = 0; i < n_own; i++)
    add_own (self, like->pattern, i);
  for (guint i = 0; i < n_found; i++)
    if (!meets (found, i, symbols, ops))
      {
        RefrainMatchOccurrence other
            = g_array_index (found->occurrences, RefrainMatchOccurrence, i);
        const RefrainOccurrencePart *parts
            = &g_array_index (found->parts, RefrainOccurrencePart, other.first_part);

        other.first_part = self->parts->len;
        g_array_append_vals (self->parts, parts, other.n_parts);
        g_array_append_val (self->occurrences, other);
      }
  for (guint32 i = 0; i < self->occurrences->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) self->occurrences->len, sizeof *order, compare_starts,
                     self->occurrences);
  all = self->occurrences;
  self->occurrences = g_array_new (FALSE, FALSE, sizeof (RefrainMatchOccurrence));
  *detected = g_new0 (gboolean, all->len + 1);
  for (guint i = 0; i < all->len; i++)
    {
      g_array_append_val (self->occurrences, g_array_index (all, RefrainMatchOccurrence, order[i]));
      (*detected)[i] = order[i] < n_own;
    }
  return self;
}

/* ---- The pattern that the options describe ----------------------------------------------------
 */

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
      && parse_grid ("--wavefront", options->wavefront, 1, MAX_DIMS, dims, &n_dims))
    return refrain_template_wavefront (dims, n_dims, get_origin (options));
  if (options->stencil != NULL
      && parse_grid ("--stencil", options->stencil, 1, MAX_DIMS, dims, &n_dims))
    return refrain_template_stencil (dims, n_dims, options->periodic);
  if (options->transpose != NULL
      && parse_grid ("--transpose", options->transpose, 2, 2, dims, &n_dims))
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

/* Finds the pattern with the id of --like. FALSE with @error. Where receives that complete together
 * came in different orders, options->any_order is set. */
static gboolean
find_like (Options *options, RefrainTrace *trace, Like *like, GError **error)
{
  const RefrainPatternArguments how = { .elementary = options->elementary };
  RefrainPatternOptions detection = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) elementary = NULL;
  g_autoptr (RefrainComposites) composites = NULL;

  detection.scheme.receive = get_receive (options);
  elementary = refrain_pattern_set_new (trace, &detection, NULL, NULL, NULL, error);
  if (elementary != NULL)
    like->set = refrain_pattern_arguments_compose (&how, elementary, &composites, error);
  if (like->set == NULL)
    return FALSE;
  options->any_order |= composites != NULL && refrain_composites_get_order_varies (composites);
  if ((guint) options->like <= refrain_pattern_set_get_n_patterns (like->set))
    like->pattern = refrain_pattern_set_get_pattern (like->set, (guint) options->like - 1);
  if (like->pattern == NULL)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ ("%s: has no pattern %d"),
                 refrain_trace_get_path (trace), options->like);
  return like->pattern != NULL;
}

/* The first occurrence of what was detected as a pattern to look for; NULL where it holds no
 * messages or is too large. */
static RefrainPatternTemplate *
make_template_like (const Like *like)
{
  gsize n;
  const RefrainOccurrencePart *parts;

  if (refrain_pattern_is_collective (like->pattern))
    return NULL;
  parts = refrain_pattern_get_occurrence (like->pattern, 0, &n);
  return refrain_template_from_parts (refrain_pattern_set_get_symbols (like->set), parts, n,
                                      g_strdup (refrain_pattern_get_name (like->pattern)));
}

/* How many processes the pattern of the options needs, however large; @all there are. */
static guint64
count_processes (const Options *options, guint all)
{
  const char *lines[]
      = { options->ring, options->butterfly, options->binary_tree, options->all_to_all };
  guint n_dims = 0, dims[MAX_DIMS];
  guint64 n = 1;

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    if (lines[i] != NULL)
      return get_processes (lines[i], all);
  if ((options->wavefront != NULL
       && !parse_grid ("--wavefront", options->wavefront, 1, MAX_DIMS, dims, &n_dims))
      || (options->stencil != NULL
          && !parse_grid ("--stencil", options->stencil, 1, MAX_DIMS, dims, &n_dims))
      || (options->transpose != NULL
          && !parse_grid ("--transpose", options->transpose, 2, 2, dims, &n_dims)))
    return 0;
  /* Three extents of 20 bits at most. */
  for (guint d = 0; d < n_dims; d++)
    n *= dims[d];
  return n;
}

/* The pattern, if it is none from a file and none that was detected; NULL with @error. */
static RefrainPatternTemplate *
make_template (const Options *options, RefrainTrace *trace, GError **error)
{
  RefrainPatternTemplate *wanted = NULL;
  g_autoptr (GError) cause = NULL;
  guint all = refrain_trace_get_n_processes (trace);
  guint64 needed = count_processes (options, all);
  g_autofree char *words = g_strdup_printf ("%" G_GUINT64_FORMAT, needed);

  if (needed > all)
    g_set_error (&cause, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%s: holds %u processes, and the pattern needs %s"),
                 refrain_trace_get_name (trace), all, words);
  else if (options->butterfly != NULL && !is_power_of_two (get_processes (options->butterfly, all)))
    g_set_error (&cause, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%s: holds %u processes, and a butterfly needs a power of two"),
                 refrain_trace_get_name (trace), all);
  else
    wanted = make_grid_template (options);
  if (wanted == NULL && cause == NULL)
    wanted = make_line_template (options, all);
  if (wanted == NULL && cause == NULL)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("the pattern is too large to be looked for"));
  else if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  return wanted;
}

/* ---- What is told -----------------------------------------------------------------------------
 */

/* What there is to tell. */
typedef struct
{
  const Options *options;
  const char *name;
  guint n_members; /* processes of the pattern */
  const RefrainMatchResult *result;
  gboolean *detected; /* of each occurrence; NULL: the pattern is none that was detected */
  guint n_detected;
  gboolean alone; /* nothing was looked for: what was detected is all */
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
get_shown (const Options *options, guint n)
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
  refrain_json_add_string (json, "pattern", report->name);
  refrain_json_add_int (json, "processes", report->n_members);
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

  printf (ngettext ("%s: %u occurrence\n", "%s: %u occurrences\n", n), report->name, n);
  if (report->detected != NULL)
    printf (
        ngettext ("%u of them was detected\n", "%u of them were detected\n", report->n_detected),
        report->n_detected);
  if (report->alone)
    printf (
        _ ("only these are listed: collective operations, and patterns too large, are not looked "
           "for elsewhere\n"));
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
  return REFRAIN_EXIT_OK;
}

/* ---- The command ------------------------------------------------------------------------------
 */

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

/* Looks for @wanted in @symbols; NULL with @error. */
static RefrainMatchResult *
find (RefrainSymbols *symbols,
      const RefrainPatternTemplate *wanted,
      const Options *options,
      GError **error)
{
  const RefrainMatchOptions match
      = { .edits_per_process = (guint) options->edits,
          .edits_total = options->total_edits < 0 ? G_MAXUINT64 : (guint64) options->total_edits,
          .any_order = options->any_order };

  return refrain_pattern_match (symbols, wanted, &match, NULL, error);
}

static RefrainSymbols *
make_symbols (const Options *options, RefrainTrace *trace, GError **error)
{
  RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;

  scheme.receive = get_receive (options);
  return refrain_symbols_new (trace, &scheme, NULL, error);
}

static int
print (const Report *report)
{
  return report->options->json ? print_json (report) : print_text (report);
}

/* What is like a pattern that was detected, and all of its own occurrences. */
static int
match_like (Options *options, RefrainTrace *trace)
{
  g_auto (Like) like = { 0 };
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) found = NULL, all = NULL;
  g_autofree gboolean *detected = NULL;
  g_autoptr (GError) error = NULL;
  Report report = { .options = options };

  if (!find_like (options, trace, &like, &error))
    return refrain_command_fail (error);
  wanted = make_template_like (&like);
  if (wanted != NULL)
    symbols = make_symbols (options, trace, &error);
  if (symbols != NULL)
    found = find (symbols, wanted, options, &error);
  if (error != NULL)
    return refrain_command_fail (error);
  all = join_own (&like, symbols, found, &detected);
  report.name = refrain_pattern_get_name (like.pattern);
  report.n_members = refrain_pattern_get_metrics (like.pattern)->processes;
  report.result = all;
  report.detected = detected;
  report.n_detected = (guint) refrain_pattern_get_n_occurrences (like.pattern);
  report.alone = wanted == NULL;
  return print (&report);
}

static int
match_trace (Options *options, const char *path)
{
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  Report report = { .options = options };

  if (options->pattern != NULL)
    {
      wanted = refrain_template_load (options->pattern, &error);
      if (wanted == NULL)
        return refrain_command_fail (error);
    }
  trace = refrain_command_load (path);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (options->like != NOT_GIVEN)
    return match_like (options, trace);
  if (wanted == NULL)
    wanted = make_template (options, trace, &error);
  if (wanted != NULL)
    symbols = make_symbols (options, trace, &error);
  if (symbols != NULL)
    result = find (symbols, wanted, options, &error);
  if (result == NULL)
    return refrain_command_fail (error);
  report.name = wanted->name;
  report.n_members = refrain_pattern_template_count_members (wanted);
  report.result = result;
  return print (&report);
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options
      = { .like = NOT_GIVEN, .origin = NOT_GIVEN, .total_edits = -1, .limit = 1000 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "pattern", 0, 0, G_OPTION_ARG_FILENAME, &options.pattern,
      N_ ("Look for the pattern in a file"), N_ ("FILE") },
    { "like", 0, 0, G_OPTION_ARG_INT, &options.like,
      N_ ("Look for the communication pattern that “patterns” gives this id"), N_ ("ID") },
    { "elementary", 0, 0, G_OPTION_ARG_NONE, &options.elementary,
      N_ ("The id of --like is of “patterns --elementary”"), NULL },
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
    status = check_options (&options);
  return status == REFRAIN_EXIT_OK ? match_trace (&options, arguments[1]) : status;
}

const RefrainCommand refrain_command_match = {
  .name = "match",
  .arguments = "TRACE",
  .summary = N_ ("Find where a given pattern occurs"),
  .run = run,
};
