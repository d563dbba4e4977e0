/* command-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli topology: what the graph of who talks to whom is called.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-edge-list.h"
#include "refrain-logical-trace.h"
#include "refrain-matrix-options.h"
#include "refrain-save.h"
#include "refrain-topology-options.h"
#include "refrain-topology-report.h"
#include "refrain-topology-said.h"
#include "refrain-topology-words.h"
#include "refrain-words.h"

/* Tags that are tried by themselves where no name fits all messages. */
#define MOST_TAGS 8

typedef struct
{
  gboolean json;
  char *edges, *remember, *each, *mapping;
  GArray *choices; /* guint: of --mapping */
  RefrainMatrixArguments matrix;
  RefrainTopologyArguments how;
  RefrainTopologyOptions options;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->edges);
  g_free (options->remember);
  g_free (options->each);
  g_free (options->mapping);
  g_clear_pointer (&options->choices, g_array_unref);
  refrain_matrix_arguments_clear (&options->matrix);
  refrain_topology_arguments_clear (&options->how);
  g_clear_object (&options->options.rules);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* "2" or "2,1,3". */
static gboolean
read_choices (const char *text, GArray *choices)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      guint64 number;
      guint choice;

      if (!g_ascii_string_to_unsigned (*part, 10, 1, G_MAXUINT16, &number, NULL))
        return FALSE;
      choice = (guint) number;
      g_array_append_val (choices, choice);
    }
  return choices->len > 0;
}

static int
understand (Options *options)
{
  const char *stray;
  g_autofree char *warning = NULL;
  g_autoptr (GError) error = NULL;

  options->choices = g_array_new (FALSE, FALSE, sizeof (guint));
  if (options->mapping != NULL && !read_choices (options->mapping, options->choices))
    return refrain_command_usage (
        &refrain_command_topology,
        _ ("--mapping: “%s” is no number from 1 on, nor several with commas"), options->mapping);

  if (options->edges != NULL)
    {
      stray = refrain_matrix_arguments_get_first (&options->matrix);
      stray = stray == NULL && options->each != NULL ? "--each" : stray;
      if (stray != NULL)
        return refrain_command_usage (&refrain_command_topology, _ ("%s does not go with %s"),
                                      stray, "--edges");
    }
  if (options->each != NULL && !g_str_equal (options->each, "phase")
      && !g_str_equal (options->each, "pattern") && !g_str_equal (options->each, "communicator"))
    return refrain_command_usage (&refrain_command_topology,
                                  _ ("--each: “%s” is not phase, pattern or communicator"),
                                  options->each);
  if (options->each != NULL
      && (options->matrix.loop != NULL || options->matrix.communicator != NULL
          || options->matrix.phase != REFRAIN_NO_ID || options->matrix.pattern != REFRAIN_NO_ID))
    return refrain_command_usage (&refrain_command_topology, _ ("%s does not go with %s"), "--each",
                                  options->matrix.loop != NULL             ? "--loop"
                                  : options->matrix.communicator != NULL   ? "--communicator"
                                  : options->matrix.phase != REFRAIN_NO_ID ? "--phase"
                                                                           : "--pattern");
  if (!refrain_matrix_arguments_understand (&options->matrix,
                                            g_strcmp0 (options->each, "phase") == 0,
                                            g_strcmp0 (options->each, "pattern") == 0, &error)
      || !refrain_topology_arguments_understand (&options->how, &options->options, &warning,
                                                 &error))
    return refrain_command_refuse (&refrain_command_topology, error);
  if (warning != NULL)
    g_printerr ("refrain-cli: %s\n", warning);
  return REFRAIN_EXIT_OK;
}

/* ---- Matrices ---------------------------------------------------------------------------------
 */

static RefrainMatrix *
read_edges (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = refrain_words_read_text (path, &error);
  RefrainMatrix *matrix = NULL;

  if (text != NULL)
    matrix = refrain_edge_list_parse (text, strlen (text), name, &error);
  if (matrix == NULL)
    refrain_command_fail (error);
  return matrix;
}

/* What the members of a communicator send each other, numbered by their ranks in it. */
static RefrainMatrix *
take_members (RefrainMatrix *matrix, RefrainCommunicator *communicator)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree guint32 *rank = g_new (guint32, n + 1);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gsize n_members;
  const gint32 *members = refrain_communicator_get_members (communicator, &n_members);

  refrain_fill (rank, 0xff, n * sizeof *rank);
  for (gsize i = 0; i < n_members; i++)
    if (members[i] >= 0 && (guint) members[i] < n)
      rank[members[i]] = (guint32) i;
  for (gsize i = 0; i < n_members; i++)
    {
      GArray *row = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
      const RefrainMatrixCell *cells = NULL;
      gsize n_cells = 0;

      if (members[i] >= 0 && (guint) members[i] < n)
        cells = refrain_matrix_get_row (matrix, (guint) members[i], &n_cells);
      for (gsize k = 0; k < n_cells; k++)
        {
          RefrainMatrixCell cell = cells[k];

          cell.destination = rank[cell.destination];
          if (cell.destination != G_MAXUINT32)
            g_array_append_val (row, cell);
        }
      g_ptr_array_add (rows, row);
    }
  return refrain_matrix_new_from_rows (rows);
}

/* ---- Parts ------------------------------------------------------------------------------------
 */

typedef struct
{
  const Options *options;
  RefrainTrace *trace;
  GPtrArray *parts; /* RefrainTopologyPart */
  GError *error;
} Parts;

static void
free_part (gpointer item)
{
  RefrainTopologyPart *part = item;

  g_free (part->name);
  g_clear_object (&part->topology);
  g_free (part);
}

/* FALSE with the error set. */
static gboolean
add_part (
    Parts *self, guint64 id, const char *name, RefrainOpSet *ops, RefrainCommunicator *members)
{
  g_autoptr (RefrainOpSet) narrow
      = refrain_matrix_arguments_narrow (&self->options->matrix, self->trace, ops, REFRAIN_NONE);
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_arguments_count_ops (
      &self->options->matrix, self->trace, narrow, &self->error);
  g_autoptr (RefrainMapping) said = members != NULL ? refrain_topology_said_by (members) : NULL;
  RefrainTopologyOptions how = self->options->options;
  RefrainTopologyPart *part;

  if (matrix != NULL && members != NULL)
    {
      RefrainMatrix *own = take_members (matrix, members);

      g_object_unref (matrix);
      matrix = own;
    }
  if (matrix == NULL)
    return FALSE;
  part = g_new0 (RefrainTopologyPart, 1);
  part->id = id;
  part->name = g_strdup (name);
  refrain_matrix_get_total (matrix, &part->messages, &part->bytes);
  how.said = said;
  part->topology = refrain_topology_new (matrix, &how, NULL, &self->error);
  g_ptr_array_add (self->parts, part);
  return part->topology != NULL;
}

static gboolean
add_communicators (Parts *self)
{
  for (guint c = 0; c < refrain_trace_get_n_communicators (self->trace); c++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (self->trace, c);
      RefrainMatrixArguments only = self->options->matrix;
      g_autoptr (RefrainOpSet) ops = refrain_matrix_arguments_narrow (&only, self->trace, NULL, c);
      gsize n;

      refrain_communicator_get_remote (communicator, &n);
      if (!add_part (self, refrain_communicator_get_id (communicator),
                     refrain_communicator_get_name (communicator), ops,
                     n == 0 ? communicator : NULL))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_patterns (Parts *self, RefrainPatternSet *elementary)
{
  g_autoptr (RefrainPatternSet) set = refrain_pattern_arguments_compose (
      &self->options->matrix.how, elementary, NULL, &self->error);

  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autoptr (RefrainOpSet) ops = refrain_pattern_get_op_set (pattern);

      if (!refrain_pattern_is_collective (pattern)
          && !add_part (self, refrain_pattern_get_id (pattern), refrain_pattern_get_name (pattern),
                        ops, NULL))
        return FALSE;
    }
  return set != NULL;
}

static gboolean
add_patterns_or_phases (Parts *self)
{
  const RefrainMatrixArguments *matrix = &self->options->matrix;
  g_autoptr (RefrainPatternSet) set
      = refrain_pattern_set_new (self->trace, &matrix->analysis, NULL, NULL, NULL, &self->error);
  g_autoptr (RefrainPhases) phases = NULL;
  const RefrainSegmentation *segmentation;
  g_autofree guint32 *kept = NULL;
  gsize n_kept;

  if (set == NULL)
    return FALSE;
  if (g_str_equal (self->options->each, "pattern"))
    return add_patterns (self, set);
  phases = refrain_phase_arguments_find (&matrix->what, &matrix->how, set, &self->error);
  if (phases == NULL)
    return FALSE;
  segmentation = refrain_phases_get_segmentation (phases);
  kept = refrain_segmentation_prune (segmentation, matrix->what.strength, &n_kept);
  for (gsize i = 0; i < n_kept; i++)
    {
      g_autoptr (RefrainOpSet) ops = NULL;

      if (!refrain_segmentation_is_leaf (segmentation, kept[i], matrix->what.strength))
        continue;
      ops = refrain_phases_get_op_set (phases, kept[i]);
      if (!add_part (self, i + 1, NULL, ops, NULL))
        return FALSE;
    }
  return TRUE;
}

/* ---- Tags -------------------------------------------------------------------------------------
 */

static int
compare_tags (gconstpointer a, gconstpointer b)
{
  const gint32 left = *(const gint32 *) a, right = *(const gint32 *) b;

  return left < right ? -1 : left > right;
}

/* What messages are sent with, rising; NULL where these are not few, or one. O(operations). */
static GArray *
list_tags (RefrainTrace *trace)
{
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *rows = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < rows->n; i++)
        {
          guint k = 0;

          if (!REFRAIN_OP_IS_SEND (rows->kind[i]))
            continue;
          while (k < tags->len && g_array_index (tags, gint32, k) != rows->tag[i])
            k++;
          if (k == tags->len && k == MOST_TAGS)
            return NULL;
          if (k == tags->len)
            g_array_append_val (tags, rows->tag[i]);
        }
    }
  g_array_sort (tags, compare_tags);
  return tags->len > 1 ? g_steal_pointer (&tags) : NULL;
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const RefrainTopologyPart *x = *(RefrainTopologyPart *const *) a;
  const RefrainTopologyPart *y = *(RefrainTopologyPart *const *) b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  if (x->messages != y->messages)
    return x->messages > y->messages ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* Where no name fits all messages, those of one tag may have one: a halo, and a transpose. Of each
 * tag then, where a name fits one of them, and not only pieces of it; else NULL. */
static GPtrArray *
try_tags (const Options *options, RefrainTrace *trace, RefrainTopology *whole, GError **error)
{
  g_autoptr (GArray) tags = NULL;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (free_part);
  Options exact = *options; /* borrows */
  Parts parts = { &exact, trace, list, NULL };
  gboolean any = FALSE;

  if (trace == NULL || refrain_matrix_arguments_get_first (&options->matrix) != NULL
      || refrain_graph_get_n_edges (refrain_topology_get_graph (whole)) == 0
      || refrain_topology_get_n_names (whole) > 0 || refrain_topology_words_is_composed (whole))
    return NULL;
  tags = list_tags (trace);
  exact.options.exact = TRUE;
  for (guint i = 0; tags != NULL && i < tags->len; i++)
    {
      RefrainMatrixArguments only = options->matrix;
      g_autoptr (RefrainOpSet) ops = NULL;
      const RefrainTopologyPart *part;

      only.tag = g_array_index (tags, gint32, i);
      ops = refrain_matrix_arguments_narrow (&only, trace, NULL, REFRAIN_NONE);
      if (!add_part (&parts, (guint64) only.tag, NULL, ops, NULL))
        {
          g_propagate_error (error, parts.error);
          return NULL;
        }
      part = list->pdata[list->len - 1];
      any |= refrain_topology_get_n_names (part->topology) > 0
             && refrain_topology_get_n_components (part->topology) == 1;
    }
  g_ptr_array_sort (list, compare_parts);
  return any ? g_steal_pointer (&list) : NULL;
}

/* ---- Remembering ------------------------------------------------------------------------------
 */

/* Adds the graph to the user's own rules. FALSE with @error. */
static gboolean
remember (const char *name, RefrainGraph *graph, GError **error)
{
  g_autofree char *path = refrain_topology_arguments_get_own_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = refrain_topology_rules_write_graph (name, graph);
  g_autofree char *old = NULL, *whole = NULL;

  if (g_mkdir_with_parents (folder, 0755) != 0)
    return refrain_save_fail (folder, g_strerror (errno), error);
  if (g_file_test (path, G_FILE_TEST_EXISTS)
      && (old = refrain_words_read_text (path, error)) == NULL)
    return FALSE;
  whole = g_strconcat (old != NULL ? old : "", old != NULL ? "\n" : "", text, NULL);
  return refrain_save_bytes (path, whole, strlen (whole), error);
}

/* ---- The command ------------------------------------------------------------------------------
 */

static int
report (const Options *options,
        RefrainMatrix *matrix,
        RefrainTrace *trace,
        RefrainCommunicator *only)
{
  g_autoptr (RefrainTopology) topology = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (free_part);
  g_autoptr (GPtrArray) tags = NULL;
  RefrainTopologyOptions how = options->options;
  g_autoptr (RefrainMapping) said = NULL;
  RefrainCommunicator *by = only;
  Parts parts = { options, trace, list, NULL };
  g_autofree char *problem = NULL;
  g_auto (GStrv) warnings = NULL;
  RefrainTopologyReport what = { .options = &options->options,
                                 .matrix = matrix,
                                 .trace = trace,
                                 .collectives = options->matrix.collectives };

  if (trace != NULL && refrain_matrix_arguments_get_first (&options->matrix) == NULL)
    {
      events = refrain_loop_events_new (trace, NULL, NULL);
      how.prefer = refrain_logical_trace_prefer;
      how.prefer_data = events;
    }
  if (only != NULL)
    said = refrain_topology_said_by (only);
  else if (trace != NULL)
    said = refrain_topology_said_by_trace (trace, &by);
  how.said = said;
  warnings
      = refrain_topology_arguments_warn (&options->how, refrain_matrix_get_n_processes (matrix));
  for (char **warning = warnings; *warning != NULL; warning++)
    g_printerr ("refrain-cli: %s\n", *warning);
  topology = refrain_topology_new (matrix, &how, NULL, &parts.error);
  if (topology != NULL && options->each != NULL)
    {
      if (g_str_equal (options->each, "communicator"))
        add_communicators (&parts);
      else
        add_patterns_or_phases (&parts);
    }
  if (topology != NULL && parts.error == NULL)
    tags = try_tags (options, trace, topology, &parts.error);
  if (topology != NULL && parts.error == NULL && options->remember != NULL)
    remember (options->remember, refrain_topology_get_graph (topology), &parts.error);
  if (parts.error != NULL)
    {
      refrain_command_fail (parts.error);
      g_error_free (parts.error);
      return REFRAIN_EXIT_ERROR;
    }
  what.topology = topology;
  what.tags = tags;
  what.said_by = by != NULL ? refrain_communicator_get_name (by) : NULL;
  what.choices = (const guint *) (gpointer) options->choices->data;
  what.n_choices = options->choices->len;
  problem = refrain_topology_report_check_choices (&what);
  if (problem != NULL)
    return refrain_command_usage (&refrain_command_topology, "%s", problem);
  what.part_kind = options->each;
  what.parts = list;
  if (options->json)
    refrain_topology_report_print_json (&what);
  else
    refrain_topology_report_print_text (&what);
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options
      = { .matrix = REFRAIN_MATRIX_ARGUMENTS_INIT, .how = REFRAIN_TOPOLOGY_ARGUMENTS_INIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    REFRAIN_TOPOLOGY_ENTRIES (options.how),
    { "edges", 0, 0, G_OPTION_ARG_FILENAME, &options.edges,
      N_ ("Instead of a trace: a file with lines “source destination [bytes]”"), N_ ("FILE") },
    { "each", 0, 0, G_OPTION_ARG_STRING, &options.each,
      N_ ("Name that of each phase, pattern or communicator by itself, too"), N_ ("WHAT") },
    { "mapping", 0, 0, G_OPTION_ARG_STRING, &options.mapping,
      N_ ("Show another of the mappings that symmetries allow; K,K… one for each component"),
      N_ ("K") },
    { "remember", 0, 0, G_OPTION_ARG_STRING, &options.remember,
      N_ ("Keep this graph under a name, to be known from now on"), N_ ("NAME") },
    REFRAIN_MATRIX_ENTRIES (options.matrix),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainStudy) study = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;
  RefrainCommunicator *only = NULL;
  gboolean has_bytes;
  guint32 communicator;
  int status = refrain_command_parse (&refrain_command_topology, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status == REFRAIN_EXIT_OK && g_strv_length (arguments) != (options.edges != NULL ? 1 : 2))
    status
        = refrain_command_usage (&refrain_command_topology, _ ("expects %s"),
                                 options.edges != NULL ? _ ("no trace beside --edges") : "TRACE");
  if (status == REFRAIN_EXIT_OK && options.remember != NULL
      && (options.remember[strspn (options.remember, " \t")] == '\0'
          || strpbrk (options.remember, "\"\n") != NULL))
    status = refrain_command_usage (
        &refrain_command_topology,
        _ ("--remember: a name is one line, not empty, and without quotation marks"));
  if (status == REFRAIN_EXIT_OK)
    status = understand (&options);
  if (status != REFRAIN_EXIT_OK)
    return status;
  status = REFRAIN_EXIT_ERROR;
  if (options.edges != NULL)
    matrix = read_edges (options.edges);
  else
    {
      trace = refrain_command_load (arguments[1]);
      study = trace != NULL ? refrain_study_new (trace) : NULL;
      if (study != NULL)
        matrix = refrain_matrix_arguments_count (&options.matrix, study, NULL, &has_bytes, &error);
    }
  if (matrix == NULL)
    return error != NULL ? refrain_command_refuse (&refrain_command_topology, error) : status;
  if (options.matrix.loop != NULL)
    g_clear_object (&trace);
  if (options.edges == NULL && !has_bytes)
    options.options.by_count = TRUE;
  if (options.matrix.communicator != NULL
      && refrain_matrix_arguments_find_communicator (&options.matrix, trace, &communicator, NULL))
    {
      RefrainMatrix *own;

      only = refrain_trace_get_communicator (trace, communicator);
      own = take_members (matrix, only);

      g_object_unref (matrix);
      matrix = own;
    }
  return report (&options, matrix, trace, only);
}

const RefrainCommand refrain_command_topology = {
  .name = "topology",
  .arguments = "TRACE",
  .summary = N_ ("Name the topology of who communicates with whom"),
  .run = run,
};
