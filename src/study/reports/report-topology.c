/* report-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * topology: what the graph of who talks to whom is called. JSON has everything in the order in
 * which it is found.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-edge-list.h"
#include "refrain-group-grid.h"
#include "refrain-matrix-options.h"
#include "refrain-save.h"
#include "refrain-topology-alternatives.h"
#include "refrain-topology-lines.h"
#include "refrain-topology-options.h"
#include "refrain-topology-said.h"
#include "refrain-topology-words.h"
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
  RefrainStudy *study; /* NULL where the messages are none of a trace, or of a loop */
  RefrainMatrix *matrix;
  RefrainTopology *topology;
  RefrainCommunicator *said_by; /* or NULL */
  GPtrArray *parts, *tags;      /* of RefrainTopologyPart; or NULL */
} Found;

static void
found_clear (Found *self)
{
  g_clear_object (&self->matrix);
  g_clear_object (&self->topology);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->tags, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Found, found_clear)

/* ---- Mappings ---- */

/* The mapping that is found: of the default name, or of the nearest. */
static RefrainMapping *
get_mapping (RefrainTopology *topology)
{
  return refrain_topology_get_n_names (topology) > 0
             ? refrain_topology_get_mapping (topology, 0)
             : refrain_topology_get_nearest_mapping (topology);
}

/* Those that symmetries allow, or none. */
static GPtrArray *
list_alternatives (RefrainTopology *topology)
{
  RefrainMapping *mapping = get_mapping (topology);

  return mapping != NULL ? refrain_topology_list_alternatives (mapping) : g_ptr_array_new ();
}

/* How many components have a choice of their own: 0: the whole has it. */
static guint
count_choosers (RefrainTopology *topology)
{
  return get_mapping (topology) == NULL && refrain_topology_get_n_components (topology) > 0
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
        return refrain_report_refuse (error,
                                      ngettext ("--mapping: no mapping %u (1 to %u)",
                                                "--mapping: no mapping %u (1 to %u)", list->len),
                                      get_choice (self, i) + 1, list->len);
    }
  return TRUE;
}

/* ---- For programs ---- */

static void
add_name (RefrainReport *report, const char *key, const char *name)
{
  g_autofree char *plain = refrain_topology_make_plain_name (name);

  refrain_report_add_string (report, key, plain);
}

static RefrainCell
make_evidence (RefrainEvidence evidence)
{
  return evidence == REFRAIN_EVIDENCE_UNTRIED ? REFRAIN_NO_CELL
                                              : REFRAIN_BOOLEAN (evidence == REFRAIN_EVIDENCE_YES);
}

static void
add_candidates (RefrainReport *report, RefrainTopology *topology)
{
  const RefrainReportColumn columns[] = {
    { "name", _ ("name"), REFRAIN_CELL_TEXT },
    { "alias", _ ("also"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_OPTIONAL },
    { "edges", _ ("edges"), REFRAIN_CELL_BOOLEAN },
    { "degrees", _ ("degrees"), REFRAIN_CELL_BOOLEAN },
    { "spectrum", _ ("spectrum"), REFRAIN_CELL_BOOLEAN },
    { "isomorphic", _ ("isomorphic"), REFRAIN_CELL_BOOLEAN },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, "candidates", NULL, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < refrain_topology_get_n_candidates (topology); i++)
    {
      const RefrainTopologyCandidate *candidate = refrain_topology_get_candidate (topology, i);
      g_autofree char *name = refrain_topology_make_plain_name (candidate->name);

      refrain_report_add_row (table, REFRAIN_TEXT (name), REFRAIN_TEXT (candidate->alias),
                              make_evidence (candidate->edges), make_evidence (candidate->degrees),
                              make_evidence (candidate->spectrum),
                              make_evidence (candidate->isomorphic));
    }
}

/* @told: people read them, too. Not how long each took, so that the same trace has the same
 * answer. */
static void
add_steps (RefrainReport *report, RefrainTopology *topology, gboolean told)
{
  const RefrainReportColumn columns[] = {
    { "step", _ ("step"), REFRAIN_CELL_TEXT },
    { "outcome", NULL, REFRAIN_CELL_TEXT },
    { "left", _ ("left"), REFRAIN_CELL_COUNT },
    { NULL, _ ("outcome"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (
      report, "steps", told ? _ ("Search steps") : NULL, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < refrain_topology_get_n_steps (topology); i++)
    {
      const RefrainTopologyStep *step = refrain_topology_get_step (topology, i);

      refrain_report_add_row (table, REFRAIN_TEXT (step->name), REFRAIN_TEXT (step->outcome),
                              REFRAIN_COUNT (step->left), REFRAIN_TEXT (step->outcome));
    }
  refrain_report_add_boolean (report, "complete", !refrain_topology_is_incomplete (topology));
}

static void
add_names (RefrainReport *report, RefrainTopology *topology)
{
  const guint n = refrain_topology_get_n_names (topology);

  add_name (report, "topology", n > 0 ? refrain_topology_get_name (topology, 0) : NULL);
  refrain_report_begin_array (report, "equivalent");
  for (guint i = 1; i < n; i++)
    add_name (report, NULL, refrain_topology_get_name (topology, i));
  for (guint i = 0; i < n; i++)
    if (refrain_topology_get_alias (topology, i) != NULL)
      add_name (report, NULL, refrain_topology_get_alias (topology, i));
  refrain_report_end (report);
}

/* An array of whether @mapping goes round along each of the axes @axes (NULL: in their order). */
static void
add_wrapped (RefrainReport *report, const char *key, RefrainMapping *mapping, const guint *axes)
{
  refrain_report_begin_array (report, key);
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (mapping); a++)
    refrain_report_add_boolean (report, NULL,
                                refrain_mapping_is_wrapped (mapping, axes != NULL ? axes[a] : a));
  refrain_report_end (report);
}

static void
add_mapping (RefrainReport *report, RefrainMapping *mapping)
{
  guint axes[REFRAIN_MAX_DIMENSIONS];
  guint32 numbers[REFRAIN_MAX_DIMENSIONS];
  const guint n = mapping != NULL ? refrain_mapping_get_n_dimensions (mapping) : 0;

  if (mapping == NULL)
    {
      refrain_report_add_null (report, "mapping");
      return;
    }
  refrain_topology_words_order_axes (mapping, axes);
  for (guint a = 0; a < n; a++)
    numbers[a] = refrain_mapping_get_size (mapping, axes[a]);
  refrain_report_add_ranks (report, "sizes", numbers, n);
  refrain_report_begin_array (report, "axes");
  for (guint a = 0; a < n; a++)
    refrain_report_add_string (report, NULL, refrain_mapping_get_axis_name (mapping, axes[a]));
  refrain_report_end (report);
  add_wrapped (report, "wrapped", mapping, axes);
  refrain_report_add_boolean (report, "rank_order", refrain_mapping_is_rank_order (mapping));
  refrain_report_begin_array (report, "mapping");
  for (guint i = 0; i < refrain_mapping_get_n_processes (mapping); i++)
    {
      for (guint a = 0; a < n; a++)
        numbers[a] = refrain_mapping_get_coordinates (mapping, i)[axes[a]];
      refrain_report_add_ranks (report, NULL, numbers, n);
    }
  refrain_report_end (report);
}

/* The mapping that is chosen of @list, those that symmetries allow, and what these are. */
static void
add_mappings (RefrainReport *report, const GPtrArray *list, guint choice)
{
  static const RefrainReportColumn columns[] = {
    { "id", NULL, REFRAIN_CELL_INT },
    { "how", NULL, REFRAIN_CELL_TEXT },
    { "distance", NULL, REFRAIN_CELL_DOUBLE },
    { "chosen", NULL, REFRAIN_CELL_BOOLEAN },
  };
  const RefrainTopologyAlternative *chosen = choice < list->len ? list->pdata[choice] : NULL;
  RefrainReportTable *table;

  add_mapping (report, chosen != NULL ? chosen->mapping : NULL);
  table = refrain_report_add_table (report, "mappings", NULL, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < list->len; i++)
    {
      const RefrainTopologyAlternative *alternative = list->pdata[i];

      refrain_report_add_row (table, REFRAIN_INT (i + 1), REFRAIN_TEXT (alternative->how),
                              REFRAIN_DOUBLE (alternative->distance),
                              REFRAIN_BOOLEAN (i == choice));
    }
}

static void
add_edge_list (RefrainReport *report, const char *key, const RefrainGraphEdge *edges, gsize n)
{
  refrain_report_begin_array (report, key);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 ends[] = { edges[i].a, edges[i].b };

      refrain_report_add_ranks (report, NULL, ends, 2);
    }
  refrain_report_end (report);
}

/* What the program says. */
static void
add_said (RefrainReport *report, const Found *self)
{
  gsize extra, missing;
  RefrainMapping *said = refrain_topology_get_said (self->topology, &extra, &missing);
  guint32 sizes[REFRAIN_MAX_DIMENSIONS];

  if (said == NULL)
    {
      refrain_report_add_null (report, "program");
      return;
    }
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (said); a++)
    sizes[a] = refrain_mapping_get_size (said, a);
  refrain_report_begin_object (report, "program");
  add_name (report, "topology", refrain_mapping_get_name (said));
  if (self->said_by != NULL)
    refrain_report_add_string (report, "communicator",
                               refrain_communicator_get_name (self->said_by));
  refrain_report_add_ranks (report, "sizes", sizes, refrain_mapping_get_n_dimensions (said));
  add_wrapped (report, "periodic", said, NULL);
  refrain_report_add_boolean (report, "agrees", refrain_topology_follows_said (self->topology));
  refrain_report_add_int (report, "extra", extra);
  refrain_report_add_int (report, "missing", missing);
  refrain_report_end (report);
}

/* The pairs among which most goes, where the whole has no name that tells. */
static void
add_heavy (RefrainReport *report, RefrainTopology *topology)
{
  double share;
  RefrainTopology *heavy = refrain_topology_get_heavy (topology, &share);
  RefrainTopology *rest = refrain_topology_get_rest (topology);
  g_autofree char *name = heavy != NULL ? refrain_topology_words_describe (heavy) : NULL;

  refrain_report_add_string (report, "mostly", name);
  if (heavy != NULL)
    refrain_report_add_double (report, "mostly_share", share);
  if (rest != NULL)
    add_name (report, "rest", refrain_topology_get_name (rest, 0));
}

/* What fits, or what nearly does. */
static void
add_answer (RefrainReport *report, RefrainTopology *topology)
{
  RefrainMapping *mapping = get_mapping (topology);
  const RefrainGraphEdge *edges;
  guint64 one_way = 0;
  gsize n;

  add_names (report, topology);
  if (refrain_topology_get_n_names (topology) > 0)
    one_way = refrain_topology_get_one_way (topology, 0);
  refrain_report_begin_array (report, "one_way");
  for (guint d = 0; d < 64 && one_way >> d != 0; d++)
    if (one_way >> d & 1)
      refrain_report_add_string (report, NULL,
                                 refrain_mapping_get_direction_name (mapping, (gint) d));
  refrain_report_end (report);
  refrain_report_add_string (report, "flow", refrain_topology_words_name_flow (topology));
  add_name (report, "nearest", refrain_topology_get_nearest (topology));
  add_heavy (report, topology);
  edges = refrain_topology_get_extra (topology, &n);
  add_edge_list (report, "extra", edges, n);
  edges = refrain_topology_get_missing (topology, &n);
  add_edge_list (report, "missing", edges, n);
  edges = refrain_topology_get_joints (topology, &n);
  add_edge_list (report, "between", edges, n);
  refrain_report_add_boolean (report, "at_most", refrain_topology_is_bound (topology));
}

static void
add_graph (RefrainReport *report, RefrainTopology *topology)
{
  RefrainGraph *graph = refrain_topology_get_graph (topology);
  const guint most = refrain_graph_get_max_degree (graph);
  g_autofree guint *counts = refrain_graph_count_degrees (graph);
  g_autofree guint32 *degrees = g_new (guint32, (gsize) refrain_graph_get_n (graph) + 1);
  guint n = 0;

  for (guint d = most + 1; d-- > 0;)
    for (guint i = 0; i < counts[d]; i++)
      degrees[n++] = d;
  refrain_report_add_int (report, "degree", most);
  refrain_report_add_ranks (report, "degrees", degrees, n);
  refrain_report_add_int (report, "edges", refrain_graph_get_n_edges (graph));
}

static void
add_components (RefrainReport *report, const Found *self)
{
  RefrainTopology *topology = self->topology;
  RefrainGraph *graph = refrain_topology_get_graph (topology);

  refrain_report_begin_array (report, "isolated");
  for (guint i = 0; i < refrain_graph_get_n (graph); i++)
    if (refrain_graph_get_degree (graph, i) == 0)
      refrain_report_add_int (report, NULL, i);
  refrain_report_end (report);
  refrain_report_begin_array (report, "components");
  for (guint c = 0; c < refrain_topology_get_n_components (topology); c++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, c);
      g_autoptr (GPtrArray) list = component != NULL ? list_alternatives (component) : NULL;
      guint n;
      const guint32 *processes = refrain_topology_get_component_processes (topology, c, &n);

      if (component == NULL)
        continue;
      refrain_report_begin_object (report, NULL);
      refrain_report_add_ranks (report, "processes", processes, n);
      add_graph (report, component);
      add_answer (report, component);
      add_mappings (report, list, count_choosers (topology) > 0 ? get_choice (self, c) : 0);
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

/* As member "phases" where @kind is "phase". */
static void
add_parts (RefrainReport *report, const char *kind, const GPtrArray *parts)
{
  g_autofree char *key = g_strconcat (kind, "s", NULL);

  refrain_report_begin_array (report, key);
  for (guint i = 0; i < parts->len; i++)
    {
      const RefrainTopologyPart *part = parts->pdata[i];

      refrain_report_begin_object (report, NULL);
      refrain_report_add_int (report, "id", part->id);
      if (part->name != NULL)
        refrain_report_add_string (report, "name", part->name);
      refrain_report_add_int (report, "messages", part->messages);
      refrain_report_add_int (report, "bytes", part->bytes);
      add_graph (report, part->topology);
      add_answer (report, part->topology);
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

/* ---- All of it ---- */

static RefrainReport *
report_found (const Found *self)
{
  const Options *options = self->options;
  RefrainReport *report = refrain_report_new ("topology");
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  g_autoptr (RefrainGraph) all = refrain_graph_new_from_matrix (self->matrix, TRUE, 0);
  g_autoptr (GPtrArray) list = list_alternatives (self->topology);
  const guint choice = get_choice (self, 0);
  g_autofree char *groups
      = self->study != NULL && refrain_graph_get_n_edges (graph) == 0
            ? refrain_trace_describe_group_grid (refrain_study_get_trace (self->study))
            : NULL;
  const RefrainTopologyFound told = {
    .topology = self->topology,
    .matrix = self->matrix,
    .threshold = options->options.threshold,
    .collectives = options->matrix.collectives,
    .groups = groups,
    .said_by = self->said_by != NULL ? refrain_communicator_get_name (self->said_by) : NULL,
    .tags = self->tags,
    .others = list,
    .choice = choice,
  };
  gboolean any;
  double messages, bytes;

  if (self->study != NULL)
    refrain_report_say_unrecorded (report, refrain_study_get_trace (self->study));
  any = refrain_topology_lines_say (&told, report);
  refrain_report_add_int (report, "processes", refrain_graph_get_n (graph));
  refrain_report_add_double (report, "threshold", options->options.threshold);
  refrain_report_add_string (report, "by", options->options.by_count ? "count" : "bytes");
  add_graph (report, self->topology);
  refrain_report_add_int (report, "dropped_edges",
                          (gint64) refrain_graph_get_n_edges (all)
                              - (gint64) refrain_graph_get_n_edges (graph));
  refrain_topology_get_dropped (self->topology, &messages, &bytes);
  refrain_report_add_double (report, "dropped_messages", 100 * messages);
  refrain_report_add_double (report, "dropped_bytes", 100 * bytes);
  add_candidates (report, self->topology);
  add_steps (report, self->topology, any);
  add_answer (report, self->topology);
  add_said (report, self);
  add_mappings (report, list, choice);
  refrain_topology_get_unmapped (self->topology, &messages, &bytes);
  refrain_report_add_double (report, "unmapped_calls", 100 * messages);
  refrain_report_add_double (report, "unmapped_bytes", 100 * bytes);
  add_components (report, self);
  if (list->len > 0)
    refrain_topology_lines_add_places (
        report, ((const RefrainTopologyAlternative *) list->pdata[choice])->mapping);
  if (options->each != NULL)
    {
      add_parts (report, options->each, self->parts);
      if (any)
        refrain_topology_lines_add_parts (report, options->each, self->parts);
    }
  if (self->tags != NULL)
    add_parts (report, "tag", self->tags);
  return report;
}

/* ---- Parts ---- */

static void
free_part (gpointer item)
{
  RefrainTopologyPart *part = item;

  g_free (part->name);
  g_clear_object (&part->topology);
  g_free (part);
}

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
add_phases (const Found *self, GError **error)
{
  const RefrainMatrixArguments *matrix = &self->options->matrix;
  g_autoptr (RefrainPhases) phases
      = refrain_phase_arguments_find (&matrix->what, &matrix->how, self->study, self->ask, error);
  const RefrainSegmentation *segmentation;
  g_autofree guint32 *kept = NULL;
  gsize n_kept;

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
      if (!add_part (self, &self->options->options, self->parts, i + 1, NULL, ops, NULL, error))
        return FALSE;
    }
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

/* Where no telling name fits all messages, those of one tag may have one: a halo, and a transpose.
 */
static gboolean
try_tags (Found *self, GError **error)
{
  double share;
  RefrainTopology *whole = self->topology, *heavy = refrain_topology_get_heavy (whole, &share);
  RefrainTopologyOptions exact = self->options->options;
  g_autoptr (GArray) tags = NULL;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (free_part);
  gboolean any = FALSE;

  if (self->study == NULL || refrain_matrix_arguments_get_first (&self->options->matrix) != NULL
      || refrain_topology_get_rest (whole) != NULL
      || refrain_graph_get_n_edges (refrain_topology_get_graph (whole)) == 0
      || (heavy == NULL
          && (refrain_topology_get_n_names (whole) > 0
              || refrain_topology_words_is_composed (whole))))
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
  if (any)
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
      how.said = said;
      self->topology = refrain_topology_new (self->matrix, &how, own.cancellable, error);
    }
  return self->topology != NULL;
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

static void
describe (gpointer data, GArray *entries)
{
  Options *options = data;
  const GOptionEntry own[] = {
    REFRAIN_TOPOLOGY_ENTRIES (options->how),
    { "edges", 0, 0, G_OPTION_ARG_FILENAME, &options->edges,
      N_ ("Read edges “source destination [bytes]” from this file, instead of a trace"),
      N_ ("FILE") },
    { "each", 0, 0, G_OPTION_ARG_STRING, &options->each,
      N_ ("Show the topology of each phase, pattern or communicator"), N_ ("WHAT") },
    { "mapping", 0, 0, G_OPTION_ARG_STRING, &options->mapping,
      N_ ("Show another of the symmetric mappings; K,K… one for each component"), N_ ("K") },
    { "remember", 0, 0, G_OPTION_ARG_STRING, &options->remember,
      N_ ("Save this graph under a name, to recognise it later"), N_ ("NAME") },
    REFRAIN_MATRIX_ENTRIES (options->matrix),
  };

  g_array_append_vals (entries, own, G_N_ELEMENTS (own));
}

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
      || !find_parts (&found, error) || !try_tags (&found, error)
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

static void
clear (gpointer data)
{
  Options *options = data;

  g_free (options->edges);
  g_free (options->remember);
  g_free (options->each);
  g_free (options->mapping);
  g_free (options->warning);
  g_array_unref (options->choices);
  refrain_matrix_arguments_clear (&options->matrix);
  refrain_topology_arguments_clear (&options->how);
  g_clear_object (&options->options.rules);
}

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
