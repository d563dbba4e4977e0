/* report-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * topology: what the graph of who talks to whom is called. JSON has everything in the order in
 * which it is found.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-edge-list.h"
#include "refrain-group-grid.h"
#include "refrain-matrix-options.h"
#include "refrain-save.h"
#include "refrain-main-loop.h"
#include "refrain-topology-alternatives.h"
#include "refrain-topology-lines.h"
#include "refrain-topology-options.h"
#include "refrain-topology-said.h"
#include "refrain-topology-words.h"
#include "refrain-trace-shares.h"
#include "refrain-unrecorded-note.h"
#include "refrain-words.h"

typedef struct
{
  char *edges, *remember, *each, *mapping, *warning;
  GArray *choices; /* guint: of --mapping */
  RefrainMatrixArguments matrix;
  RefrainTopologyArguments how;
  RefrainTopologyOptions options;
} Options;

/* What is found for these. */
typedef struct
{
  const Options *options;
  const RefrainStudyAsk *ask;
  RefrainStudy *study;             /* NULL where the messages are none of a trace, or of a loop */
  RefrainMatrix *matrix, *traffic; /* with collective operations; or NULL */
  RefrainTopology *topology;
  RefrainTreeRounds rounds;
  guint partners;               /* most of a process in an iteration, where they change; else 0 */
  RefrainCommunicator *said_by; /* or NULL */
  GPtrArray *parts, *tags;      /* of RefrainTopologyPart; or NULL */
} Found;

REFRAIN_DEFINE_AUTO (found_clear, Found, g_clear_object (&x->matrix); g_clear_object (&x->traffic);
                     g_clear_object (&x->topology);
                     g_clear_pointer (&x->parts, g_ptr_array_unref);
                     g_clear_pointer (&x->tags, g_ptr_array_unref))

/* ---- Mappings ---- */

/* Those that symmetries allow, or none. */
static GPtrArray *
list_alternatives (RefrainTopology *topology)
{
  return refrain_topology_list_alternatives (refrain_topology_find_mapping (topology));
}

/* How many components have a choice of their own: 0: the whole has it. */
static guint
count_choosers (RefrainTopology *topology)
{
  return refrain_topology_find_mapping (topology) == NULL
                 && refrain_topology_get_n_components (topology) > 0
                 && refrain_topology_get_component (topology, 0) != NULL
             ? refrain_topology_get_n_components (topology)
             : 0;
}

/* The choice of the whole, or of a component; the first where none was made. */
static guint
get_choice (const Found *self, guint component)
{
  const GArray *choices = self->options->choices;

  return component < choices->len ? g_array_index (choices, guint, component) - 1 : 0;
}

static gboolean
check_choices (const Found *self, GError **error)
{
  const guint n = count_choosers (self->topology), n_choices = self->options->choices->len;

  if (n_choices > MAX (n, 1))
    return refrain_report_refuse (error,
                                  ngettext ("--mapping: one choice is possible, not %u",
                                            "--mapping: fewer choices are possible than %u",
                                            MAX (n, 1)),
                                  n_choices);
  for (guint i = 0; i < n_choices; i++)
    {
      g_autoptr (GPtrArray) list = list_alternatives (
          n > 0 ? refrain_topology_get_component (self->topology, i) : self->topology);

      if (get_choice (self, i) >= list->len)
        return refrain_report_lack (error, _ ("no mapping %u (1 to %u)"), get_choice (self, i) + 1,
                                    list->len);
    }
  return TRUE;
}

/* ---- All of it ---- */

/* Whether no message is one that the program sends itself. */
static gboolean
has_no_sends (const Found *self)
{
  RefrainTrace *source = self->study != NULL
                             ? refrain_trace_get_source (refrain_study_get_trace (self->study))
                             : NULL;

  return source != NULL && refrain_trace_get_counts (source)->sends == 0;
}

static RefrainReport *
report_found (const Found *self)
{
  const Options *options = self->options;
  RefrainReport *report = refrain_report_new ("topology");
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  g_autoptr (GPtrArray) list = list_alternatives (self->topology);
  const guint choice = get_choice (self, 0);
  g_autofree char *groups
      = self->study != NULL && refrain_graph_get_n_edges (graph) == 0
            ? refrain_trace_describe_group_grid (refrain_study_get_trace (self->study))
            : NULL;
  const RefrainTopologyFound told = {
    .topology = self->topology,
    .matrix = self->matrix,
    .traffic = self->traffic,
    .rounds = self->rounds,
    .partners = self->partners,
    .threshold = options->options.threshold,
    .collectives = options->matrix.collectives,
    .no_sends = has_no_sends (self),
    .groups = groups,
    .said_by = self->said_by != NULL ? refrain_communicator_get_name (self->said_by) : NULL,
    .tags = self->tags,
    .others = list,
    .choice = choice,
  };
  gboolean any;

  if (self->study != NULL)
    refrain_report_say_unrecorded (report, refrain_study_get_trace (self->study));
  any = refrain_topology_lines_say (&told, report);
  refrain_topology_members_add (&told, options->options.by_count, any,
                                count_choosers (self->topology) > 0 ? options->choices : NULL,
                                report);
  if (list->len > 0)
    refrain_topology_lines_add_places (
        report, ((const RefrainTopologyAlternative *) list->pdata[choice])->mapping);
  if (options->each != NULL)
    {
      refrain_topology_members_add_parts (report, options->each, self->parts);
      if (any)
        refrain_topology_lines_add_parts (report, options->each, self->parts);
    }
  if (self->tags != NULL)
    refrain_topology_members_add_parts (report, "tag", self->tags);
  return report;
}

/* ---- Parts ---- */

REFRAIN_DEFINE_FREE (free_part, RefrainTopologyPart, g_free (x->name);
                     g_clear_object (&x->topology))

/* Appends what the messages of @ops are called to @parts, those among @members by their ranks there
 * (NULL: among all). */
static gboolean
add_part (const Found *self,
          const RefrainTopologyOptions *options,
          GPtrArray *parts,
          guint64 id,
          const char *name,
          RefrainOpSet *ops,
          RefrainCommunicator *members,
          GError **error)
{
  const RefrainMatrixArguments *which = &self->options->matrix;
  RefrainTrace *trace = refrain_study_get_trace (self->study);
  g_autoptr (RefrainOpSet) narrow
      = refrain_matrix_arguments_narrow (which, trace, ops, REFRAIN_NONE);
  g_autoptr (RefrainMatrix) matrix
      = refrain_matrix_arguments_count_ops (which, trace, narrow, error);
  g_autoptr (RefrainMapping) said = members != NULL ? refrain_topology_said_by (members) : NULL;
  RefrainTopologyOptions how = *options;
  RefrainTopologyPart *part;

  if (matrix != NULL && members != NULL)
    {
      RefrainMatrix *own = refrain_matrix_new_of_members (matrix, members);

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
  /* Of messages among the members of a communicator, on the grid that this one says. */
  part->topology = refrain_topology_new (matrix, &how,
                                         self->ask != NULL ? self->ask->cancellable : NULL, error);
  g_ptr_array_add (parts, part);
  return part->topology != NULL;
}

static gboolean
add_communicators (const Found *self, GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (self->study);

  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (trace, c);
      g_autoptr (RefrainOpSet) ops
          = refrain_matrix_arguments_narrow (&self->options->matrix, trace, NULL, c);
      gsize n;

      refrain_communicator_get_remote (communicator, &n);
      if (!add_part (self, &self->options->options, self->parts,
                     refrain_communicator_get_id (communicator),
                     refrain_communicator_get_name (communicator), ops,
                     n == 0 ? communicator : NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_patterns (const Found *self, GError **error)
{
  g_autoptr (RefrainPatternSet) set = refrain_pattern_arguments_find (
      &self->options->matrix.how, self->study, self->ask, NULL, error);

  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autoptr (RefrainOpSet) ops = refrain_pattern_get_op_set (pattern);

      if (!refrain_pattern_is_collective (pattern)
          && !add_part (self, &self->options->options, self->parts,
                        refrain_pattern_get_id (pattern), refrain_pattern_get_name (pattern), ops,
                        NULL, error))
        return FALSE;
    }
  return set != NULL;
}

static gboolean
add_phase (
    const Found *self, RefrainPhases *phases, guint id, guint32 start, guint32 end, GError **error)
{
  g_autoptr (RefrainOpSet) ops = refrain_phases_get_op_set_of (phases, start, end);

  return add_part (self, &self->options->options, self->parts, id, NULL, ops, NULL, error);
}

/* As they are listed or, where the tree is cut by hand, its leaves with the ids of segments. */
static gboolean
add_phases (const Found *self, GError **error)
{
  const RefrainMatrixArguments *matrix = &self->options->matrix;
  g_autoptr (RefrainPhasesFound) found
      = refrain_phase_arguments_find (&matrix->what, &matrix->how, self->study, self->ask, error);
  const double strength = refrain_phase_arguments_get_strength (&matrix->what, found);
  const RefrainSegmentation *tree;
  const RefrainSegmentationNode *nodes;
  g_autofree guint32 *kept = NULL;
  gsize n = 0, n_nodes;

  if (found == NULL)
    return FALSE;
  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);

      if (!add_phase (self, found->phases, i + 1, piece->start, piece->end, error))
        return FALSE;
    }
  tree = refrain_phases_get_segmentation (found->phases);
  nodes = refrain_segmentation_get_nodes (tree, &n_nodes);
  if (!found->chosen)
    kept = refrain_segmentation_prune (tree, strength, &n);
  for (gsize i = 0; i < n; i++)
    if (refrain_segmentation_is_leaf (tree, kept[i], strength)
        && !add_phase (self, found->phases, (guint) i + 1, nodes[kept[i]].start, nodes[kept[i]].end,
                       error))
      return FALSE;
  return TRUE;
}

/* Those of --each. */
static gboolean
find_parts (Found *self, GError **error)
{
  const char *each = self->options->each;

  if (each == NULL)
    return TRUE;
  self->parts = g_ptr_array_new_with_free_func (free_part);
  /* Of a loop there is nothing but its matrix. */
  if (self->study == NULL)
    return TRUE;
  if (g_str_equal (each, "communicator"))
    return add_communicators (self, error);
  return g_str_equal (each, "pattern") ? add_patterns (self, error) : add_phases (self, error);
}

/* ---- Tags ---- */

REFRAIN_DEFINE_COMPARE_POINTERS (compare_parts,
                                 RefrainTopologyPart,
                                 REFRAIN_FALLING (bytes) ?: REFRAIN_FALLING (messages)
                                     ?: REFRAIN_RISING (id))

/* Whether @part has a name of its own, not only pieces of it; and if the heaviest pairs of all
 * messages have one, @heavy, one that says something else. */
static gboolean
tells_more (RefrainTopology *part, RefrainTopology *heavy)
{
  if (refrain_topology_get_n_names (part) == 0 || refrain_topology_get_n_components (part) != 1)
    return FALSE;
  return heavy == NULL
         || (refrain_topology_is_telling (part)
             && (refrain_topology_get_n_names (heavy) == 0
                 || !g_str_equal (refrain_topology_get_name (part, 0),
                                  refrain_topology_get_name (heavy, 0))));
}

/* Whether no telling name fits all messages: those of one tag may have one then. */
static gboolean
may_have_tags (const Found *self, RefrainTopology *whole, RefrainTopology *heavy)
{
  return self->study != NULL && refrain_matrix_arguments_get_first (&self->options->matrix) == NULL
         && refrain_topology_get_rest (whole) == NULL
         && refrain_graph_get_n_edges (refrain_topology_get_graph (whole)) > 0
         && (heavy != NULL
             || (refrain_topology_get_n_names (whole) == 0
                 && !refrain_topology_words_is_composed (whole)));
}

/* Whether this one, or with the team any member, has @wanted: a search that ended for lack of time
 * tells each something else, and all must ask for the same. */
static gboolean
does_any (const Found *self, gboolean wanted)
{
  const RefrainShares *shares
      = self->study != NULL ? refrain_trace_get_shares (refrain_study_get_trace (self->study))
                            : NULL;
  guint64 n = wanted;

  return shares != NULL ? refrain_team_sum (shares->team, &n, 1) && n > 0 : wanted;
}

/* A halo, and a transpose. */
static gboolean
try_tags (Found *self, GError **error)
{
  double share;
  RefrainTopology *whole = self->topology, *heavy = refrain_topology_get_heavy (whole, &share);
  const gboolean wanted = may_have_tags (self, whole, heavy);
  RefrainTopologyOptions exact = self->options->options;
  g_autoptr (GArray) tags = NULL;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (free_part);
  gboolean any = FALSE;

  if (!does_any (self, wanted))
    return TRUE;
  tags = refrain_matrix_list_tags (refrain_study_get_trace (self->study));
  exact.exact = TRUE;
  for (guint i = 0; tags != NULL && i < tags->len; i++)
    {
      RefrainMatrixArguments only = self->options->matrix; /* borrows */
      g_autoptr (RefrainOpSet) ops = NULL;
      const RefrainTopologyPart *part;

      only.tag = g_array_index (tags, gint32, i);
      ops = refrain_matrix_arguments_narrow (&only, refrain_study_get_trace (self->study), NULL,
                                             REFRAIN_NONE);
      if (!add_part (self, &exact, list, (guint64) only.tag, NULL, ops, NULL, error))
        return FALSE;
      part = list->pdata[list->len - 1];
      any |= tells_more (part->topology, heavy);
    }
  g_ptr_array_sort (list, compare_parts);
  if (any && wanted)
    self->tags = g_steal_pointer (&list);
  return TRUE;
}

/* ---- The whole ---- */

static RefrainMatrix *
read_edges (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = refrain_words_read_text (path, error);

  return text != NULL ? refrain_edge_list_parse (text, strlen (text), name, error) : NULL;
}

/* The messages that are asked for; *@members where they are those of a communicator. */
static gboolean
count (Found *self, Options *options, RefrainCommunicator **members, GError **error)
{
  gboolean has_bytes = TRUE;
  guint32 communicator;
  RefrainMatrix *own;

  self->matrix = options->edges != NULL
                     ? read_edges (options->edges, error)
                     : refrain_matrix_arguments_count (&options->matrix, self->study, self->ask,
                                                       &has_bytes, error);
  if (self->matrix == NULL)
    return FALSE;
  if (!has_bytes)
    options->options.by_count = TRUE;
  if (options->matrix.loop != NULL)
    self->study = NULL;
  if (options->matrix.communicator == NULL)
    return TRUE;
  if (!refrain_matrix_arguments_find_communicator (
          &options->matrix, refrain_study_get_trace (self->study), &communicator, error))
    return FALSE;
  *members = refrain_trace_get_communicator (refrain_study_get_trace (self->study), communicator);
  own = refrain_matrix_new_of_members (self->matrix, *members);
  g_object_unref (self->matrix);
  self->matrix = own;
  return TRUE;
}

/* Of a whole run the study knows it; else names are those that fit the matrix. */
static gboolean
find_topology (Found *self, RefrainCommunicator *members, GError **error)
{
  RefrainTopologyOptions how = self->options->options;
  g_autoptr (RefrainStudyOptions) options = refrain_topology_options_make_study (&how);
  RefrainStudyAsk own = self->ask != NULL ? *self->ask : (RefrainStudyAsk){ 0 };
  g_autoptr (RefrainMapping) said = NULL;

  own.options = options;
  if (self->study != NULL && members == NULL)
    said = refrain_topology_said_by_trace (refrain_study_get_trace (self->study), &self->said_by);
  else if (members != NULL)
    {
      said = refrain_topology_said_by (members);
      self->said_by = members;
    }
  if (self->study != NULL && refrain_matrix_arguments_get_first (&self->options->matrix) == NULL)
    self->topology = refrain_study_find (self->study, REFRAIN_ANALYSIS_TOPOLOGY, &own, error);
  else
    {
      /* Of a list of edges, a loop of a model, or a part: no result of a study. */
      how.said = said;
      self->topology = refrain_topology_new (self->matrix, &how, own.cancellable, error);
    }
  return self->topology != NULL;
}

/* Of a whole run, what advice depends on beside the matrix: what collective operations send, and
 * the order of messages on a tree. */
static gboolean
prepare_advice (Found *self, GError **error)
{
  RefrainMatrixArguments all = self->options->matrix; /* borrows */
  RefrainTrace *trace;

  if (self->study == NULL || refrain_matrix_arguments_get_first (&all) != NULL)
    return TRUE;
  trace = refrain_study_get_trace (self->study);
  refrain_tree_rounds_find (trace, refrain_topology_find_mapping (self->topology), &self->rounds);
  if (!does_any (self, refrain_topology_numbering_needs_traffic (self->topology)))
    return TRUE;
  all.collectives = TRUE;
  self->traffic = refrain_matrix_arguments_count_ops (&all, trace, NULL, error);
  return self->traffic != NULL;
}

/* Where processes communicate with most of the others over the run, but with other ones in each
 * iteration, what they make together is no topology. */
static gboolean
find_partners (Found *self, GError **error)
{
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  const gsize n = refrain_graph_get_n (graph);
  const RefrainMainLoopRow *rows;
  g_autoptr (RefrainMainLoop) loop = NULL;
  gsize n_rows, n_changed = 0;
  guint most = 0;

  if (!does_any (self, self->study != NULL
                           && refrain_matrix_arguments_get_first (&self->options->matrix) == NULL
                           && 4 * refrain_graph_get_n_edges (graph) > n * (n - 1)))
    return TRUE;
  loop = refrain_study_find (self->study, REFRAIN_ANALYSIS_MAIN_LOOP, self->ask, error);
  if (loop == NULL)
    return FALSE;
  rows = refrain_main_loop_get_rows (loop, &n_rows);
  for (gsize i = 0; i < n_rows; i++)
    {
      most = MAX (most, rows[i].partners);
      n_changed += rows[i].changed > 0;
    }
  for (guint p = 0; p < n && 2 * n_changed > n_rows; p++)
    if (refrain_graph_get_degree (graph, p) > most)
      self->partners = most;
  return TRUE;
}

/* Adds the graph to the user's own rules. */
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

/* ---- The kind ---- */

static void
init (gpointer data)
{
  Options *options = data;

  options->matrix = (RefrainMatrixArguments) REFRAIN_MATRIX_ARGUMENTS_INIT;
  options->how = (RefrainTopologyArguments) REFRAIN_TOPOLOGY_ARGUMENTS_INIT;
  options->choices = g_array_new (FALSE, FALSE, sizeof (guint));
}

REFRAIN_REPORT_ENTRIES (
    Options,
    REFRAIN_TOPOLOGY_ENTRIES (x->how),
    { "edges", 0, 0, G_OPTION_ARG_FILENAME, &x->edges,
      N_ ("Read edges “source destination [bytes]” from this file, instead of a trace"),
      N_ ("FILE") },
    { "each", 0, 0, G_OPTION_ARG_STRING, &x->each,
      N_ ("Show the topology of each phase, pattern or communicator"), N_ ("WHAT") },
    { "mapping", 0, 0, G_OPTION_ARG_STRING, &x->mapping,
      N_ ("Show another of the symmetric mappings; K,K… one for each component"), N_ ("K") },
    { "remember", 0, 0, G_OPTION_ARG_STRING, &x->remember,
      N_ ("Save this graph under a name, to recognise it later"), N_ ("NAME") },
    REFRAIN_MATRIX_ENTRIES (x->matrix))

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

/* What does not go with --edges or --each. */
static gboolean
check_together (const Options *options, GError **error)
{
  const RefrainMatrixArguments *matrix = &options->matrix;
  const char *first = refrain_matrix_arguments_get_first (matrix);
  const char *part = matrix->loop != NULL               ? "--loop"
                     : matrix->communicator != NULL     ? "--communicator"
                     : matrix->phase != REFRAIN_NO_ID   ? "--phase"
                     : matrix->segment != REFRAIN_NO_ID ? "--segment"
                     : matrix->pattern != REFRAIN_NO_ID ? "--pattern"
                                                        : NULL;

  if (options->edges != NULL && first != NULL)
    return refrain_report_refuse_both (first, "--edges", error);
  if (options->each == NULL)
    return TRUE;
  if (options->edges != NULL)
    return refrain_report_refuse_both ("--each", "--edges", error);
  if (!g_str_equal (options->each, "phase") && !g_str_equal (options->each, "pattern")
      && !g_str_equal (options->each, "communicator"))
    return refrain_report_refuse (error, _ ("--each: “%s” is not phase, pattern or communicator"),
                                  options->each);
  return part == NULL || refrain_report_refuse_both ("--each", part, error);
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  const char *name = options->remember;

  if (options->edges == NULL && !refrain_report_expect_trace (words, error))
    return FALSE;
  if (options->edges != NULL && words[0] != NULL)
    return refrain_report_refuse (error, _ ("--edges replaces a trace"));
  if (name != NULL && (name[strspn (name, " \t")] == '\0' || strpbrk (name, "\"\n") != NULL))
    return refrain_report_refuse (
        error, _ ("--remember: a name is one line, not empty, and without quotation marks"));
  if (options->mapping != NULL && !read_choices (options->mapping, options->choices))
    return refrain_report_refuse (
        error, _ ("--mapping: “%s” is no number from 1 on, nor several with commas"),
        options->mapping);
  return check_together (options, error)
         && refrain_matrix_arguments_understand (&options->matrix,
                                                 g_strcmp0 (options->each, "phase") == 0,
                                                 g_strcmp0 (options->each, "pattern") == 0, error)
         && refrain_topology_arguments_understand (&options->how, &options->options,
                                                   &options->warning, error);
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  Options *options = data;
  g_auto (Found) found = { .options = options, .ask = ask, .study = study };
  RefrainCommunicator *members = NULL;
  g_auto (GStrv) warnings = NULL;
  RefrainReport *report;

  if (!count (&found, options, &members, error) || !find_topology (&found, members, error)
      || !find_parts (&found, error) || !try_tags (&found, error) || !prepare_advice (&found, error)
      || !find_partners (&found, error)
      || (options->remember != NULL
          && !remember (options->remember, refrain_topology_get_graph (found.topology), error))
      || !check_choices (&found, error))
    return NULL;
  report = report_found (&found);
  warnings = refrain_topology_arguments_warn (&options->how,
                                              refrain_matrix_get_n_processes (found.matrix));
  if (options->warning != NULL)
    refrain_report_warn (report, "%s", options->warning);
  for (char **warning = warnings; *warning != NULL; warning++)
    refrain_report_warn (report, "%s", *warning);
  return report;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->edges); g_free (x->remember); g_free (x->each);
                      refrain_free (x->mapping, x->warning);
                      g_array_unref (x->choices);
                      refrain_matrix_arguments_clear (&x->matrix);
                      refrain_topology_arguments_clear (&x->how);
                      g_clear_object (&x->options.rules))

const RefrainReportKind refrain_report_topology = {
  .name = "topology",
  .arguments = "TRACE",
  .summary = N_ ("Recognise the topology of the communication"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
};
