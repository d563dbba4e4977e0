/* report-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * match: where a given pattern occurs, and which of that was detected, too.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-pattern-match.h"
#include "refrain-pattern-options.h"
#include "refrain-report-options.h"

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
  guint place;                  /* RefrainReceivePlace, where that is given */
  guint n_dims, dims[MAX_DIMS]; /* of the grid, where it is one */
} Options;

static void
init (gpointer data)
{
  Options *options = data;

  options->like = options->origin = NOT_GIVEN;
  options->total_edits = G_MININT;
  options->limit = 1000;
}

REFRAIN_DEFINE_CLEAR (
    clear, Options, g_free (x->pattern); g_free (x->wavefront);
    refrain_free (x->stencil, x->transpose, x->ring, x->butterfly, x->binary_tree, x->all_to_all);
    g_free (x->receive))

REFRAIN_REPORT_ENTRIES (
    Options,
    { "pattern", 0, 0, G_OPTION_ARG_FILENAME, &x->pattern,
      N_ ("Search for the pattern in this file"), N_ ("FILE") },
    { "like", 0, 0, G_OPTION_ARG_INT, &x->like, N_ ("Search for this pattern (ids: patterns)"),
      N_ ("ID") },
    { "elementary", 0, 0, G_OPTION_ARG_NONE, &x->elementary,
      N_ ("Use elementary patterns instead of composite ones"), NULL },
    { "wavefront", 0, 0, G_OPTION_ARG_STRING, &x->wavefront,
      N_ ("Search for a sweep over a grid of processes"), N_ ("R[xC[xD]]") },
    { "origin", 0, 0, G_OPTION_ARG_INT, &x->origin, N_ ("First corner of the sweep (default: 0)"),
      N_ ("RANK") },
    { "stencil", 0, 0, G_OPTION_ARG_STRING, &x->stencil,
      N_ ("Search for a neighbour exchange on a grid"), N_ ("R[xC[xD]]") },
    { "periodic", 0, 0, G_OPTION_ARG_NONE, &x->periodic, N_ ("Make the grid periodic"), NULL },
    { "ring", 0, 0, G_OPTION_ARG_STRING, &x->ring, N_ ("Search for a ring"), N_ ("[N]") },
    { "butterfly", 0, 0, G_OPTION_ARG_STRING, &x->butterfly, N_ ("Search for a butterfly"),
      N_ ("[N]") },
    { "binary-tree", 0, 0, G_OPTION_ARG_STRING, &x->binary_tree,
      N_ ("Search for a reduction to process 0"), N_ ("[N]") },
    { "broadcast", 0, 0, G_OPTION_ARG_NONE, &x->broadcast,
      N_ ("Reverse the tree: away from process 0"), NULL },
    { "transpose", 0, 0, G_OPTION_ARG_STRING, &x->transpose, N_ ("Search for a transpose"),
      N_ ("RxC") },
    { "all-to-all", 0, 0, G_OPTION_ARG_STRING, &x->all_to_all,
      N_ ("Search for an all-to-all exchange"), N_ ("[N]") },
    { "edits", 0, 0, G_OPTION_ARG_INT, &x->edits,
      N_ ("Allow this many edits per process (default: 0)"), N_ ("K") },
    { "total-edits", 0, 0, G_OPTION_ARG_INT, &x->total_edits, N_ ("Allow this many edits in total"),
      N_ ("K") },
    { "any-order", 0, 0, G_OPTION_ARG_NONE, &x->any_order,
      N_ ("Ignore the order of events in a process"), NULL },
    { "receive", 0, 0, G_OPTION_ARG_STRING, &x->receive,
      N_ ("Order of receives: completion (default) or posting"), N_ ("ORDER") },
    { "limit", 0, 0, G_OPTION_ARG_INT, &x->limit,
      N_ ("List at most this many occurrences (default: 1000; 0: all)"), N_ ("N") })

/* Gives "--ring" its number, "--ring=8", or "--ring=all" where what follows is none, so that a
 * number may be left out. */
static char **
rewrite (const char *const *arguments)
{
  static const char *const names[]
      = { "--ring", "--butterfly", "--binary-tree", "--all-to-all", NULL };
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  gboolean ended = FALSE;

  for (; *arguments != NULL; arguments++)
    {
      const char *next = arguments[1] != NULL ? arguments[1] : "";
      g_autofree char *completed = NULL;

      ended |= g_str_equal (*arguments, "--");
      if (ended || !g_strv_contains (names, *arguments))
        {
          g_strv_builder_add (words, *arguments);
          continue;
        }
      if (*next != '\0' && next[strspn (next, "0123456789")] == '\0')
        completed = g_strdup_printf ("%s=%s", *arguments++, next);
      else
        completed = g_strdup_printf ("%s=all", *arguments);
      g_strv_builder_add (words, completed);
    }
  return g_strv_builder_end (words);
}

/* ---- What may be asked for ------------------------------------------------------------------ */

/* Reads "2x4", if any: from @min_dims to @max_dims extents. */
static gboolean
parse_grid (Options *options,
            const char *name,
            const char *text,
            guint min_dims,
            guint max_dims,
            GError **error)
{
  g_auto (GStrv) words = NULL;

  if (text == NULL)
    return TRUE;
  words = g_strsplit (text, "x", -1);
  options->n_dims = g_strv_length (words);
  for (guint d = 0;
       options->n_dims >= min_dims && options->n_dims <= max_dims && d < options->n_dims; d++)
    {
      guint64 extent;

      if (!g_ascii_string_to_unsigned (words[d], 10, 1, REFRAIN_TEMPLATE_MAX_PROCESSES, &extent,
                                       NULL))
        break;
      options->dims[d] = extent;
      if (d + 1 == options->n_dims)
        return TRUE;
    }
  return refrain_report_refuse (error, _ ("%s: “%s” is not a grid such as 2x4"), name, text);
}

/* Whether @text, if any, is a number of processes or "all". */
static gboolean
check_processes (const char *name, const char *text, GError **error)
{
  return text == NULL || g_str_equal (text, "all")
         || g_ascii_string_to_unsigned (text, 10, 1, REFRAIN_TEMPLATE_MAX_PROCESSES, NULL, NULL)
         || refrain_report_refuse (error, _ ("%s: “%s” is not a number of processes"), name, text);
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
check_companions (const Options *options, GError **error)
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
      return refrain_report_refuse (error, _ ("%s goes with %s alone"), companions[i].name,
                                    companions[i].wanted);
  return options->butterfly == NULL || g_str_equal (options->butterfly, "all")
         || is_power_of_two (get_processes (options->butterfly, 0))
         || refrain_report_refuse (error, _ ("--butterfly: %s is no power of two"),
                                   options->butterfly);
}

/* The corner that a wavefront begins at. */
static int
get_origin (const Options *options)
{
  return options->origin == NOT_GIVEN ? 0 : options->origin;
}

static gboolean
check_one_pattern (const Options *options, GError **error)
{
  const char *patterns[]
      = { options->pattern, options->wavefront, options->stencil,     options->transpose,
          options->ring,    options->butterfly, options->binary_tree, options->all_to_all };
  guint n = options->like != NOT_GIVEN;

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    n += patterns[i] != NULL;
  return n == 1
         || refrain_report_refuse (error, n == 0 ? _ ("expects a pattern, such as --wavefront 2x4")
                                                 : _ ("expects one pattern, not several"));
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  /* As RefrainReceivePlace has them. */
  static const char *const places[] = { "completion", "posting", NULL };
  Options *options = data;

  if (!refrain_report_expect_trace (words, error) || !check_one_pattern (options, error)
      || !check_processes ("--ring", options->ring, error)
      || !check_processes ("--butterfly", options->butterfly, error)
      || !check_processes ("--binary-tree", options->binary_tree, error)
      || !check_processes ("--all-to-all", options->all_to_all, error))
    return FALSE;
  if (options->like != NOT_GIVEN && options->like < 1)
    return refrain_report_refuse (error, _ ("--like: %d is no id of a pattern; they count from 1"),
                                  options->like);
  if (!check_companions (options, error))
    return FALSE;
  if (options->edits < 0 || (options->total_edits < 0 && options->total_edits != G_MININT)
      || options->limit < 0)
    return refrain_report_refuse (error,
                                  _ ("--edits, --total-edits and --limit take no negative number"));
  if (!refrain_report_choose ("--receive", options->receive, places, &options->place, error)
      || !parse_grid (options, "--stencil", options->stencil, 1, MAX_DIMS, error)
      || !parse_grid (options, "--transpose", options->transpose, 2, 2, error)
      || !parse_grid (options, "--wavefront", options->wavefront, 1, MAX_DIMS, error))
    return FALSE;
  return options->wavefront == NULL
         || (get_origin (options) >= 0
             && refrain_template_is_corner (options->dims, options->n_dims, get_origin (options)))
         || refrain_report_refuse (error, _ ("--origin: %d is no corner of %s"),
                                   get_origin (options), options->wavefront);
}

/* ---- The pattern that the options describe -------------------------------------------------- */

/* The option that takes a number of processes, if one is given. */
static const char *
get_line (const Options *options)
{
  return options->ring != NULL          ? options->ring
         : options->butterfly != NULL   ? options->butterfly
         : options->binary_tree != NULL ? options->binary_tree
                                        : options->all_to_all;
}

/* The pattern for @n processes, or for the grid; NULL where it is too large. */
static RefrainPatternTemplate *
make_known_template (const Options *options, guint n)
{
  const guint *dims = options->dims;

  if (options->wavefront != NULL)
    return refrain_template_wavefront (dims, options->n_dims, get_origin (options));
  if (options->stencil != NULL)
    return refrain_template_stencil (dims, options->n_dims, options->periodic);
  if (options->transpose != NULL)
    return refrain_template_transpose (dims[0], dims[1]);
  if (options->ring != NULL)
    return refrain_template_ring (n);
  if (options->butterfly != NULL)
    return refrain_template_butterfly (n);
  if (options->binary_tree != NULL)
    return refrain_template_binary_tree (n, options->broadcast);
  return refrain_template_all_to_all (n);
}

/* What is looked for in @trace, unless it was detected there; NULL with @error. */
static RefrainPatternTemplate *
make_template (const Options *options, RefrainTrace *trace, GError **error)
{
  const guint all = refrain_trace_get_n_processes (trace);
  const char *line = get_line (options);
  RefrainPatternTemplate *wanted;
  guint64 needed = line != NULL ? get_processes (line, all) : 1;
  g_autofree char *words = NULL;

  if (options->pattern != NULL)
    return refrain_template_load (options->pattern, error);
  /* Three extents of 20 bits at most. */
  for (guint d = 0; d < options->n_dims; d++)
    needed *= options->dims[d];
  words = g_strdup_printf ("%" G_GUINT64_FORMAT, needed);
  if (needed > all)
    return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT,
                              _ ("%s: holds %u processes, and the pattern needs %s"),
                              refrain_trace_get_name (trace), all, words);
  if (options->butterfly != NULL && !is_power_of_two ((guint) needed))
    return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT,
                              _ ("%s: holds %u processes, and a butterfly needs a power of two"),
                              refrain_trace_get_name (trace), all);
  wanted = make_known_template (options, (guint) needed);
  if (wanted == NULL)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("the pattern is too large for a search"));
  return wanted;
}

/* ---- What is told --------------------------------------------------------------------------- */

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
} Told;

static void
add_matches (RefrainReport *report, const Told *told, guint n_shown)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("match"), REFRAIN_CELL_INT },
    { "start", NULL, REFRAIN_CELL_TIME },
    { "end", NULL, REFRAIN_CELL_TIME },
    { NULL, _ ("start (s)"), REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_DIGITS (9) },
    { NULL, _ ("end (s)"), REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_DIGITS (9) },
    { "edits", _ ("edits"), REFRAIN_CELL_INT },
    { "detected", NULL, REFRAIN_CELL_BOOLEAN, REFRAIN_COLUMN_OPTIONAL },
    { NULL, _ ("processes"), REFRAIN_CELL_INT },
    { "processes", NULL, REFRAIN_CELL_RANKS },
  };
  const RefrainMatchResult *result = told->result;
  RefrainReportTable *table
      = refrain_report_add_table (report, "matches", n_shown > 0 ? "" : NULL, columns);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < n_shown; i++)
    {
      const RefrainMatchOccurrence *match
          = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

      g_array_set_size (ranks, 0);
      for (guint32 p = 0; p < match->n_parts; p++)
        {
          const guint32 rank
              = g_array_index (result->parts, RefrainOccurrencePart, match->first_part + p).process;

          g_array_append_val (ranks, rank);
        }
      refrain_report_add_row (
          table, REFRAIN_INT ((gint64) i + 1), REFRAIN_TIME (match->start),
          REFRAIN_TIME (match->end), REFRAIN_DOUBLE ((double) match->start / 1e9),
          REFRAIN_DOUBLE ((double) match->end / 1e9), REFRAIN_INT (match->edits),
          told->detected != NULL ? REFRAIN_BOOLEAN (told->detected[i]) : REFRAIN_NO_CELL,
          REFRAIN_INT (match->n_parts),
          REFRAIN_RANKS ((const guint32 *) (gpointer) ranks->data, ranks->len));
    }
}

static RefrainReport *
tell (const Told *told)
{
  RefrainReport *report = refrain_report_new ("match");
  const guint n = told->result->occurrences->len;
  const guint limit = (guint) told->options->limit, n_shown = limit == 0 ? n : MIN (n, limit);

  refrain_report_add_string (report, "pattern", told->name);
  refrain_report_add_int (report, "processes", told->n_members);
  refrain_report_add_int (report, "edits", told->options->edits);
  refrain_report_add_int (report, "occurrences", n);
  refrain_report_say (report, ngettext ("%s: %u occurrence", "%s: %u occurrences", n), told->name,
                      n);
  if (told->detected != NULL)
    {
      refrain_report_add_int (report, "detected", told->n_detected);
      refrain_report_say (report,
                          ngettext ("%u of them is a detected pattern",
                                    "%u of them are detected patterns", told->n_detected),
                          told->n_detected);
    }
  refrain_report_add_boolean (report, "limited", told->result->limited);
  refrain_report_add_int (report, "shown", n_shown);
  if (told->alone)
    refrain_report_say (report, _ ("only these are listed: collective operations and very large "
                                   "patterns are not searched for elsewhere"));
  if (told->result->limited)
    refrain_report_say (
        report,
        _ ("The search was stopped early: there may be more matches, or matches with fewer edits"));
  add_matches (report, told, n_shown);
  if (n_shown < n)
    refrain_report_say (report, _ ("and %u more (see --limit)"), n - n_shown);
  return report;
}

/* ---- The report ----------------------------------------------------------------------------- */

/* Looks for @wanted in @symbols; NULL with @error. */
static RefrainMatchResult *
find (RefrainSymbols *symbols,
      const RefrainPatternTemplate *wanted,
      const Options *options,
      gboolean any_order,
      const RefrainStudyAsk *ask,
      GError **error)
{
  const RefrainMatchOptions match
      = { .edits_per_process = (guint) options->edits,
          .edits_total = options->total_edits < 0 ? G_MAXUINT64 : (guint64) options->total_edits,
          .any_order = any_order };

  return refrain_pattern_match (symbols, wanted, &match, ask->cancellable, error);
}

/* The pattern with the id of --like, and in *@varies whether receives that complete together came
 * in different orders; *@set, a reference, is what it is of. NULL with @error. */
static RefrainPattern *
find_like (const Options *options,
           RefrainStudy *study,
           const RefrainStudyAsk *ask,
           RefrainPatternSet **set,
           gboolean *varies,
           GError **error)
{
  const RefrainPatternArguments level = { .elementary = options->elementary };
  g_autoptr (RefrainComposites) composites = NULL;

  *set = refrain_pattern_arguments_find (&level, study, ask, &composites, error);
  *varies = composites != NULL && refrain_composites_get_order_varies (composites);
  if (*set == NULL)
    return NULL;
  return refrain_pattern_arguments_get_pattern (
      *set, options->like, refrain_trace_get_path (refrain_study_get_trace (study)), error);
}

/* The first occurrence of what was detected as a pattern to look for; NULL where it holds no
 * messages or is too large. */
static RefrainPatternTemplate *
make_template_like (RefrainPatternSet *set, RefrainPattern *pattern)
{
  gsize n;
  const RefrainOccurrencePart *parts;

  if (refrain_pattern_is_collective (pattern))
    return NULL;
  parts = refrain_pattern_get_occurrence (pattern, 0, &n);
  return refrain_template_from_parts (refrain_pattern_set_get_symbols (set), parts, n,
                                      g_strdup (refrain_pattern_get_name (pattern)));
}

/* What is like a pattern that was detected, and all of its own occurrences. */
static RefrainReport *
make_of_like (const Options *options,
              RefrainStudy *study,
              const RefrainStudyAsk *ask,
              GError **error)
{
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) found = NULL, all = NULL;
  g_autofree gboolean *detected = NULL;
  gboolean varies;
  RefrainPattern *pattern = find_like (options, study, ask, &set, &varies, error);

  if (pattern == NULL)
    return NULL;
  wanted = make_template_like (set, pattern);
  if (wanted != NULL)
    {
      symbols = refrain_study_find (study, REFRAIN_ANALYSIS_SYMBOLS, ask, error);
      if (symbols != NULL)
        found = find (symbols, wanted, options, options->any_order || varies, ask, error);
      if (found == NULL)
        return NULL;
    }
  all = refrain_match_result_join (found, symbols, pattern, &detected);
  return tell (&(const Told){
      .options = options,
      .name = refrain_pattern_get_name (pattern),
      .n_members = refrain_pattern_get_metrics (pattern)->processes,
      .result = all,
      .detected = detected,
      .n_detected = (guint) refrain_pattern_get_n_occurrences (pattern),
      .alone = wanted == NULL,
  });
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainStudyOptions) how = NULL;
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainMatchResult) result = NULL;
  RefrainStudyAsk own;

  how = refrain_report_copy_options (study, ask, &own);
  if (options->receive != NULL)
    how->patterns.scheme.receive = (RefrainReceivePlace) options->place;
  if (options->like != NOT_GIVEN)
    return make_of_like (options, study, &own, error);
  wanted = make_template (options, refrain_study_get_trace (study), error);
  if (wanted != NULL)
    symbols = refrain_study_find (study, REFRAIN_ANALYSIS_SYMBOLS, &own, error);
  if (symbols != NULL)
    result = find (symbols, wanted, options, options->any_order, &own, error);
  return result != NULL
             ? tell (&(const Told){ .options = options,
                                    .name = wanted->name,
                                    .n_members = refrain_pattern_template_count_members (wanted),
                                    .result = result })
             : NULL;
}

const RefrainReportKind refrain_report_match = {
  .name = "match",
  .arguments = "TRACE",
  .summary = N_ ("Search for a given pattern"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .rewrite = rewrite,
  .of_patterns = TRUE,
  .make = make,
  .clear = clear,
};
