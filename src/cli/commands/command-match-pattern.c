/* command-match-pattern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pattern that the options of refrain-cli match describe.
 */
#include "config.h"

#include "command-match.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-pattern-set.h"

#define MAX_DIMS 3

void
refrain_match_command_clear (RefrainMatchCommand *self)
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
check_companions (const RefrainMatchCommand *options)
{
  const struct
  {
    gboolean given;
    const char *pattern, *name, *wanted;
  } companions[] = {
    { options->origin != REFRAIN_MATCH_NOT_GIVEN, options->wavefront, "--origin", "--wavefront" },
    { options->periodic, options->stencil, "--periodic", "--stencil" },
    { options->broadcast, options->binary_tree, "--broadcast", "--binary-tree" },
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
get_origin (const RefrainMatchCommand *options)
{
  return options->origin == REFRAIN_MATCH_NOT_GIVEN ? 0 : options->origin;
}

int
refrain_match_command_check (const RefrainMatchCommand *options)
{
  const char *patterns[]
      = { options->pattern, options->wavefront, options->stencil,     options->transpose,
          options->ring,    options->butterfly, options->binary_tree, options->all_to_all };
  guint n = 0, n_dims, dims[MAX_DIMS];

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    n += patterns[i] != NULL;
  n += options->like != REFRAIN_MATCH_NOT_GIVEN;
  if (n != 1)
    return refrain_command_usage (&refrain_command_match,
                                  n == 0 ? _ ("expects a pattern, such as --wavefront 2x4")
                                         : _ ("expects one pattern, not several"));
  if (!check_processes ("--ring", options->ring)
      || !check_processes ("--butterfly", options->butterfly)
      || !check_processes ("--binary-tree", options->binary_tree)
      || !check_processes ("--all-to-all", options->all_to_all))
    return REFRAIN_EXIT_USAGE;
  if (options->like != REFRAIN_MATCH_NOT_GIVEN && options->like < 1)
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

RefrainReceivePlace
refrain_match_command_get_receive (const RefrainMatchCommand *options)
{
  return g_strcmp0 (options->receive, "posting") == 0 ? REFRAIN_RECEIVE_POSTING
                                                      : REFRAIN_RECEIVE_COMPLETION;
}

/* The pattern made for a grid. */
static RefrainPatternTemplate *
make_grid_template (const RefrainMatchCommand *options)
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
make_line_template (const RefrainMatchCommand *options, guint all)
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
make_template_like (const RefrainMatchCommand *options,
                    RefrainTrace *trace,
                    GHashTable **detected,
                    GError **error)
{
  RefrainPatternOptions detection = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = NULL;

  detection.scheme.receive = refrain_match_command_get_receive (options);
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
      *detected = refrain_match_detected_new (refrain_pattern_set_get_symbols (set), pattern);
      parts = refrain_pattern_get_occurrence (pattern, 0, &n);
      return refrain_template_from_parts (refrain_pattern_set_get_symbols (set), parts, n,
                                          g_strdup (refrain_pattern_get_name (pattern)));
    }
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
               _ ("%s: has no point-to-point pattern %d"), refrain_trace_get_path (trace),
               options->like);
  return NULL;
}

/* How many processes the pattern of the options needs, however large; @all there are. */
static guint64
count_processes (const RefrainMatchCommand *options, guint all)
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

RefrainPatternTemplate *
refrain_match_command_make_template (const RefrainMatchCommand *options,
                                     RefrainTrace *trace,
                                     GHashTable **detected,
                                     GError **error)
{
  RefrainPatternTemplate *wanted = NULL;
  g_autoptr (GError) cause = NULL;
  guint all = refrain_trace_get_n_processes (trace);
  guint64 needed = options->like != REFRAIN_MATCH_NOT_GIVEN ? 0 : count_processes (options, all);
  g_autofree char *words = g_strdup_printf ("%" G_GUINT64_FORMAT, needed);

  *detected = NULL;
  if (needed > all)
    g_set_error (&cause, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%s: holds %u processes, and the pattern needs %s"),
                 refrain_trace_get_name (trace), all, words);
  else if (options->butterfly != NULL && !is_power_of_two (get_processes (options->butterfly, all)))
    g_set_error (&cause, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%s: holds %u processes, and a butterfly needs a power of two"),
                 refrain_trace_get_name (trace), all);
  else if (options->like != REFRAIN_MATCH_NOT_GIVEN)
    wanted = make_template_like (options, trace, detected, &cause);
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
