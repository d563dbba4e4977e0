/* refrain-topology-members.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The members of a topology in JSON, in the order in which they stand there.
 */
#include "config.h"

#include "refrain-topology-lines.h"

#include <glib/gi18n-lib.h>

#include "refrain-topology-alternatives.h"
#include "refrain-topology-options.h"
#include "refrain-topology-words.h"

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
  RefrainReportTable *table = refrain_report_add_table (report, "candidates", NULL, columns);

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
  RefrainReportTable *table
      = refrain_report_add_table (report, "steps", told ? _ ("Search steps") : NULL, columns);

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
  table = refrain_report_add_table (report, "mappings", NULL, columns);
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
add_said (RefrainReport *report, const RefrainTopologyFound *self)
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
    refrain_report_add_string (report, "communicator", self->said_by);
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
    add_name (report, "rest",
              refrain_topology_get_name (refrain_topology_get_n_names (rest) > 0
                                             ? rest
                                             : refrain_topology_get_component (rest, 0),
                                         0));
}

/* A lattice, and coarser ones. */
static void
add_levels (RefrainReport *report, RefrainTopology *topology)
{
  refrain_report_begin_array (report, "levels");
  for (guint i = 0; i < refrain_topology_get_n_levels (topology); i++)
    {
      const guint32 *processes;
      guint n;
      const char *title = refrain_topology_get_level (topology, i, &processes, &n);

      refrain_report_begin_object (report, NULL);
      refrain_report_add_string (report, "topology", title);
      refrain_report_add_ranks (report, "processes", processes, n);
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

/* What fits, or what nearly does. */
static void
add_answer (RefrainReport *report, RefrainTopology *topology)
{
  RefrainMapping *mapping = refrain_topology_find_mapping (topology);
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
  add_levels (report, topology);
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
add_components (RefrainReport *report, RefrainTopology *topology, const GArray *choices)
{
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
      g_autoptr (GPtrArray) list
          = component != NULL
                ? refrain_topology_list_alternatives (refrain_topology_find_mapping (component))
                : NULL;
      guint n;
      const guint32 *processes = refrain_topology_get_component_processes (topology, c, &n);

      if (component == NULL)
        continue;
      refrain_report_begin_object (report, NULL);
      refrain_report_add_ranks (report, "processes", processes, n);
      add_graph (report, component);
      add_answer (report, component);
      add_mappings (report, list,
                    choices != NULL && c < choices->len ? g_array_index (choices, guint, c) - 1
                                                        : 0);
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

void
refrain_topology_members_add_parts (RefrainReport *report, const char *kind, const GPtrArray *parts)
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

void
refrain_topology_members_add (const RefrainTopologyFound *self,
                              gboolean by_count,
                              gboolean told,
                              const GArray *choices,
                              RefrainReport *report)
{
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  g_autoptr (RefrainGraph) all = refrain_graph_new_from_matrix (self->matrix, TRUE, 0);
  double messages, bytes;

  refrain_report_add_int (report, "processes", refrain_graph_get_n (graph));
  refrain_report_add_double (report, "threshold", self->threshold);
  refrain_report_add_string (report, "by", by_count ? "count" : "bytes");
  add_graph (report, self->topology);
  refrain_report_add_int (report, "dropped_edges",
                          (gint64) refrain_graph_get_n_edges (all)
                              - (gint64) refrain_graph_get_n_edges (graph));
  refrain_topology_get_dropped (self->topology, &messages, &bytes);
  refrain_report_add_double (report, "dropped_messages", 100 * messages);
  refrain_report_add_double (report, "dropped_bytes", 100 * bytes);
  add_candidates (report, self->topology);
  add_steps (report, self->topology, told);
  add_answer (report, self->topology);
  add_said (report, self);
  add_mappings (report, self->others, self->choice);
  refrain_topology_get_unmapped (self->topology, &messages, &bytes);
  refrain_report_add_double (report, "unmapped_calls", 100 * messages);
  refrain_report_add_double (report, "unmapped_bytes", 100 * bytes);
  add_components (report, self->topology, choices);
}
