/* refrain-topology-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON has everything in the order in which it is found; text begins with the name, and lists no
 * more than a line of anything.
 */
#include "config.h"

#include "refrain-topology-report.h"

#include <inttypes.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-topology-alternatives.h"
#include "refrain-topology-lines.h"
#include "refrain-topology-options.h"
#include "refrain-topology-words.h"
#include "refrain-visible.h"

/* Edges and parts that a line of text lists. */
#define MAX_LISTED 6

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
get_choice (const RefrainTopologyReport *self, guint component)
{
  return component < self->n_choices ? self->choices[component] - 1 : 0;
}

char *
refrain_topology_report_check_choices (const RefrainTopologyReport *self)
{
  const guint n = count_choosers (self->topology);

  if (self->n_choices > MAX (n, 1))
    return g_strdup_printf (ngettext ("--mapping: there is one choice to make, not %u",
                                      "--mapping: there are fewer choices to make than %u",
                                      MAX (n, 1)),
                            self->n_choices);
  for (guint i = 0; i < self->n_choices; i++)
    {
      g_autoptr (GPtrArray) list = list_alternatives (
          n > 0 ? refrain_topology_get_component (self->topology, i) : self->topology);

      if (self->choices[i] > list->len)
        return g_strdup_printf (ngettext ("--mapping: there is no mapping %u, only %u",
                                          "--mapping: there is no mapping %u, only %u", list->len),
                                self->choices[i], list->len);
    }
  return NULL;
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

static void
add_name (RefrainJsonWriter *json, const char *key, const char *name)
{
  g_autofree char *plain = refrain_topology_make_plain_name (name);

  refrain_json_add_string (json, key, plain);
}

static void
add_evidence (RefrainJsonWriter *json, const char *key, RefrainEvidence evidence)
{
  if (evidence == REFRAIN_EVIDENCE_UNTRIED)
    refrain_json_add_null (json, key);
  else
    refrain_json_add_boolean (json, key, evidence == REFRAIN_EVIDENCE_YES);
}

static void
add_candidates (RefrainJsonWriter *json, RefrainTopology *topology)
{
  refrain_json_begin_array (json, "candidates");
  for (guint i = 0; i < refrain_topology_get_n_candidates (topology); i++)
    {
      const RefrainTopologyCandidate *candidate = refrain_topology_get_candidate (topology, i);

      refrain_json_begin_object (json, NULL);
      add_name (json, "name", candidate->name);
      if (candidate->alias != NULL)
        refrain_json_add_string (json, "alias", candidate->alias);
      add_evidence (json, "edges", candidate->edges);
      add_evidence (json, "degrees", candidate->degrees);
      add_evidence (json, "spectrum", candidate->spectrum);
      add_evidence (json, "isomorphic", candidate->isomorphic);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "steps");
  for (guint i = 0; i < refrain_topology_get_n_steps (topology); i++)
    {
      const RefrainTopologyStep *step = refrain_topology_get_step (topology, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "step", step->name);
      refrain_json_add_string (json, "outcome", step->outcome);
      refrain_json_add_int (json, "left", step->left);
      refrain_json_add_double (json, "seconds", step->seconds);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_add_boolean (json, "complete", !refrain_topology_is_incomplete (topology));
}

static void
add_names (RefrainJsonWriter *json, RefrainTopology *topology)
{
  const guint n = refrain_topology_get_n_names (topology);

  add_name (json, "topology", n > 0 ? refrain_topology_get_name (topology, 0) : NULL);
  refrain_json_begin_array (json, "equivalent");
  for (guint i = 1; i < n; i++)
    add_name (json, NULL, refrain_topology_get_name (topology, i));
  for (guint i = 0; i < n; i++)
    if (refrain_topology_get_alias (topology, i) != NULL)
      add_name (json, NULL, refrain_topology_get_alias (topology, i));
  refrain_json_end_array (json);
}

static void
add_mapping (RefrainJsonWriter *json, RefrainMapping *mapping)
{
  guint axes[REFRAIN_MAX_DIMENSIONS];
  guint n;

  if (mapping == NULL)
    {
      refrain_json_add_null (json, "mapping");
      return;
    }
  n = refrain_mapping_get_n_dimensions (mapping);
  refrain_topology_words_order_axes (mapping, axes);
  refrain_json_begin_array (json, "sizes");
  for (guint a = 0; a < n; a++)
    refrain_json_add_int (json, NULL, refrain_mapping_get_size (mapping, axes[a]));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "axes");
  for (guint a = 0; a < n; a++)
    refrain_json_add_string (json, NULL, refrain_mapping_get_axis_name (mapping, axes[a]));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "wrapped");
  for (guint a = 0; a < n; a++)
    refrain_json_add_boolean (json, NULL, refrain_mapping_is_wrapped (mapping, axes[a]));
  refrain_json_end_array (json);
  refrain_json_add_boolean (json, "rank_order", refrain_mapping_is_rank_order (mapping));
  refrain_json_begin_array (json, "mapping");
  for (guint i = 0; i < refrain_mapping_get_n_processes (mapping); i++)
    {
      const guint *coordinates = refrain_mapping_get_coordinates (mapping, i);

      refrain_json_begin_array (json, NULL);
      for (guint a = 0; a < n; a++)
        refrain_json_add_int (json, NULL, coordinates[axes[a]]);
      refrain_json_end_array (json);
    }
  refrain_json_end_array (json);
}

/* The mapping that is chosen of those that symmetries allow, and what these are. */
static void
add_mappings (RefrainJsonWriter *json, RefrainTopology *topology, guint choice)
{
  g_autoptr (GPtrArray) list = list_alternatives (topology);
  const RefrainTopologyAlternative *chosen = choice < list->len ? list->pdata[choice] : NULL;

  add_mapping (json, chosen != NULL ? chosen->mapping : NULL);
  refrain_json_begin_array (json, "mappings");
  for (guint i = 0; i < list->len; i++)
    {
      const RefrainTopologyAlternative *alternative = list->pdata[i];

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "id", i + 1);
      refrain_json_add_string (json, "how", alternative->how);
      refrain_json_add_double (json, "distance", alternative->distance);
      refrain_json_add_boolean (json, "chosen", i == choice);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_edge_list (RefrainJsonWriter *json, const char *key, const RefrainGraphEdge *edges, gsize n)
{
  refrain_json_begin_array (json, key);
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_array (json, NULL);
      refrain_json_add_int (json, NULL, edges[i].a);
      refrain_json_add_int (json, NULL, edges[i].b);
      refrain_json_end_array (json);
    }
  refrain_json_end_array (json);
}

/* What the program says. */
static void
add_said (RefrainJsonWriter *json, RefrainTopology *topology, const char *by)
{
  gsize extra, missing;
  RefrainMapping *said = refrain_topology_get_said (topology, &extra, &missing);

  if (said == NULL)
    {
      refrain_json_add_null (json, "program");
      return;
    }
  refrain_json_begin_object (json, "program");
  add_name (json, "topology", refrain_mapping_get_name (said));
  if (by != NULL)
    refrain_json_add_string (json, "communicator", by);
  refrain_json_begin_array (json, "sizes");
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (said); a++)
    refrain_json_add_int (json, NULL, refrain_mapping_get_size (said, a));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "periodic");
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (said); a++)
    refrain_json_add_boolean (json, NULL, refrain_mapping_is_wrapped (said, a));
  refrain_json_end_array (json);
  refrain_json_add_boolean (json, "agrees", refrain_topology_follows_said (topology));
  refrain_json_add_int (json, "extra", (gint64) extra);
  refrain_json_add_int (json, "missing", (gint64) missing);
  refrain_json_end_object (json);
}

/* What fits, or what nearly does. */
static void
add_answer (RefrainJsonWriter *json, RefrainTopology *topology)
{
  RefrainMapping *mapping = get_mapping (topology);
  const RefrainGraphEdge *edges;
  guint64 one_way = 0;
  gsize n;

  add_names (json, topology);
  if (refrain_topology_get_n_names (topology) > 0)
    one_way = refrain_topology_get_one_way (topology, 0);
  refrain_json_begin_array (json, "one_way");
  for (guint d = 0; d < 64 && one_way >> d != 0; d++)
    if (one_way >> d & 1)
      refrain_json_add_string (json, NULL, refrain_mapping_get_direction_name (mapping, (gint) d));
  refrain_json_end_array (json);
  refrain_json_add_string (json, "flow", refrain_topology_words_name_flow (topology));
  add_name (json, "nearest", refrain_topology_get_nearest (topology));
  edges = refrain_topology_get_extra (topology, &n);
  add_edge_list (json, "extra", edges, n);
  edges = refrain_topology_get_missing (topology, &n);
  add_edge_list (json, "missing", edges, n);
  refrain_json_add_boolean (json, "at_most", refrain_topology_is_bound (topology));
}

static void
add_graph (RefrainJsonWriter *json, RefrainTopology *topology)
{
  RefrainGraph *graph = refrain_topology_get_graph (topology);
  g_autofree guint *counts = refrain_graph_count_degrees (graph);

  refrain_json_add_int (json, "degree", refrain_graph_get_max_degree (graph));
  refrain_json_begin_array (json, "degrees");
  for (guint d = refrain_graph_get_max_degree (graph) + 1; d-- > 0;)
    for (guint i = 0; i < counts[d]; i++)
      refrain_json_add_int (json, NULL, d);
  refrain_json_end_array (json);
  refrain_json_add_int (json, "edges", (gint64) refrain_graph_get_n_edges (graph));
}

static void
add_components (RefrainJsonWriter *json, const RefrainTopologyReport *self)
{
  RefrainTopology *topology = self->topology;
  RefrainGraph *graph = refrain_topology_get_graph (topology);

  refrain_json_begin_array (json, "isolated");
  for (guint i = 0; i < refrain_graph_get_n (graph); i++)
    if (refrain_graph_get_degree (graph, i) == 0)
      refrain_json_add_int (json, NULL, i);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "components");
  for (guint c = 0; c < refrain_topology_get_n_components (topology); c++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, c);
      guint n;
      const guint32 *processes = refrain_topology_get_component_processes (topology, c, &n);

      if (component == NULL)
        continue;
      refrain_json_begin_object (json, NULL);
      refrain_json_begin_array (json, "processes");
      for (guint i = 0; i < n; i++)
        refrain_json_add_int (json, NULL, processes[i]);
      refrain_json_end_array (json);
      add_graph (json, component);
      add_answer (json, component);
      add_mappings (json, component, count_choosers (topology) > 0 ? get_choice (self, c) : 0);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_parts (RefrainJsonWriter *json, const char *kind, GPtrArray *parts)
{
  g_autofree char *key = g_strconcat (kind, "s", NULL);

  refrain_json_begin_array (json, key);
  for (guint i = 0; i < parts->len; i++)
    {
      const RefrainTopologyPart *part = parts->pdata[i];

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "id", (gint64) part->id);
      if (part->name != NULL)
        refrain_json_add_string (json, "name", part->name);
      refrain_json_add_int (json, "messages", (gint64) part->messages);
      refrain_json_add_int (json, "bytes", (gint64) part->bytes);
      add_graph (json, part->topology);
      add_answer (json, part->topology);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

void
refrain_topology_report_print_json (const RefrainTopologyReport *self)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  g_autoptr (RefrainGraph) all = refrain_graph_new_from_matrix (self->matrix, TRUE, 0);
  double messages, bytes;

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "processes", refrain_graph_get_n (graph));
  refrain_json_add_double (json, "threshold", self->options->threshold);
  refrain_json_add_string (json, "by", self->options->by_count ? "count" : "bytes");
  add_graph (json, self->topology);
  refrain_json_add_int (json, "dropped_edges",
                        (gint64) refrain_graph_get_n_edges (all)
                            - (gint64) refrain_graph_get_n_edges (graph));
  refrain_topology_get_dropped (self->topology, &messages, &bytes);
  refrain_json_add_double (json, "dropped_messages", 100 * messages);
  refrain_json_add_double (json, "dropped_bytes", 100 * bytes);
  add_candidates (json, self->topology);
  add_answer (json, self->topology);
  add_said (json, self->topology, self->said_by);
  add_mappings (json, self->topology, get_choice (self, 0));
  refrain_topology_get_unmapped (self->topology, &messages, &bytes);
  refrain_json_add_double (json, "unmapped_calls", 100 * messages);
  refrain_json_add_double (json, "unmapped_bytes", 100 * bytes);
  add_components (json, self);
  if (self->part_kind != NULL)
    add_parts (json, self->part_kind, self->parts);
  if (self->tags != NULL)
    add_parts (json, "tag", self->tags);
  refrain_json_end_object (json);
}

/* ---- Text: the first three lines --------------------------------------------------------------
 */

static void
print_headline (const RefrainTopologyReport *self)
{
  RefrainGraph *graph = refrain_topology_get_graph (self->topology);
  g_autofree char *what = refrain_topology_words_describe (self->topology);
  const guint n = refrain_graph_get_n (graph);
  const gsize n_edges = refrain_graph_get_n_edges (graph);
  const guint n_components = refrain_topology_get_n_components (self->topology);
  const guint n_isolated = refrain_topology_get_n_isolated (self->topology);

  g_print (_ ("Topology: %s"), what);
  g_print (" (");
  g_print (ngettext ("%u process", "%u processes", n), n);
  g_print (", ");
  g_print (ngettext ("%zu edge", "%zu edges", n_edges), n_edges);
  g_print (")");
  if (n_components > 1 && !refrain_topology_words_is_composed (self->topology)
      && !refrain_topology_words_is_of_equals (self->topology))
    g_print (_ ("; %u separate parts"), n_components);
  if (n_isolated > 0 && n_components > 0)
    g_print (ngettext ("; %u process takes no part", "; %u processes take no part", n_isolated),
             n_isolated);
  if (refrain_topology_is_incomplete (self->topology))
    g_print (_ ("; the search ran out of time (--seconds)"));
  g_print ("\n");
}

/* What messages with one tag alone are, where the whole has no name: "Messages with tag 1 alone:
 * 4×4 grid (80 % of all bytes); tag 9: no name fits (20 %)". */
static void
print_tags (const RefrainTopologyReport *self)
{
  guint64 messages, bytes;

  refrain_matrix_get_total (self->matrix, &messages, &bytes);
  for (guint i = 0; i < self->tags->len; i++)
    {
      const RefrainTopologyPart *part = self->tags->pdata[i];
      const gboolean fits = refrain_topology_get_n_names (part->topology) > 0
                            || refrain_topology_words_is_composed (part->topology);
      g_autofree char *what
          = fits ? refrain_topology_words_describe (part->topology) : g_strdup (_ ("no name fits"));
      const double share = bytes > 0 ? (double) part->bytes / (double) bytes
                                     : (double) part->messages / (double) MAX (messages, 1);

      g_print (i == 0 ? _ ("Messages with tag %" PRIu64 " alone: %s (%.3g %% of all %s)")
                      : _ ("; tag %" PRIu64 ": %s (%.3g %%)"),
               part->id, what, 100 * share, bytes > 0 ? _ ("bytes") : _ ("messages"));
    }
  g_print ("\n");
}

/* "{4, 2}, periodic along y": as the program gave it to MPI_Cart_create. */
static char *
describe_said (RefrainMapping *said)
{
  const guint n = refrain_mapping_get_n_dimensions (said);
  GString *text = g_string_new ("{");
  gboolean any = FALSE;

  for (guint a = 0; a < n; a++)
    g_string_append_printf (text, a > 0 ? ", %u" : "%u", refrain_mapping_get_size (said, a));
  g_string_append_c (text, '}');
  for (guint a = n; a-- > 0;)
    if (refrain_mapping_is_wrapped (said, a))
      {
        g_string_append_printf (text, "%s%s", any ? ", " : _ (", periodic along "),
                                refrain_mapping_get_axis_name (said, a));
        any = TRUE;
      }
  return g_string_free (text, FALSE);
}

/* Whether messages go as the program says. */
static void
print_said (const RefrainTopologyReport *self)
{
  gsize extra, missing;
  RefrainMapping *said = refrain_topology_get_said (self->topology, &extra, &missing);
  g_autofree char *what = said != NULL ? describe_said (said) : NULL;
  g_autofree char *by = self->said_by != NULL ? refrain_visible_line (self->said_by) : NULL;

  if (said == NULL)
    return;
  if (extra + missing == 0)
    g_print (_ ("The program says so, too: MPI_Cart_create %s (%s)\n"), what, by);
  else if (refrain_topology_follows_said (self->topology))
    g_print (_ ("Places are those of MPI_Cart_create %s (%s): beside its steps %zu pairs exchange "
                "messages, %zu of its steps carry none\n"),
             what, by, extra, missing);
  else
    g_print (_ ("The program says otherwise: MPI_Cart_create %s (%s), but %zu pairs that exchange "
                "messages are no step on it, and %zu of its steps carry none\n"),
             what, by, extra, missing);
}

/* That there are other mappings, and which is shown. */
static void
print_alternatives (const GPtrArray *list, guint choice)
{
  if (list->len < 2)
    return;
  if (choice == 0)
    g_print (ngettext ("One more mapping fits as well, mirrored or turned: --mapping 2\n",
                       "%u more mappings fit as well, mirrored or turned: --mapping 2 to %u\n",
                       list->len - 1),
             list->len - 1, list->len);
  else
    g_print (_ ("Mapping %u of %u: %s\n"), choice + 1, list->len,
             ((const RefrainTopologyAlternative *) list->pdata[choice])->how);
}

static void
print_edges (const char *what, const RefrainGraphEdge *edges, gsize n)
{
  if (n == 0)
    return;
  g_print ("%s", what);
  for (gsize i = 0; i < MIN (n, MAX_LISTED); i++)
    g_print ("%s %u–%u", i > 0 ? "," : "", edges[i].a, edges[i].b);
  g_print ("%s\n", n > MAX_LISTED ? " …" : "");
}

/* Why there is nothing to name. */
static void
print_nothing (const RefrainTopologyReport *self)
{
  guint64 messages, bytes;

  refrain_matrix_get_total (self->matrix, &messages, &bytes);
  if (messages > 0)
    g_print (ngettext ("The one message goes from a process to itself: nobody waits for another\n",
                       "All %" PRIu64
                       " messages go from a process to itself: nobody waits for another\n",
                       messages),
             messages);
  else if (self->collectives)
    g_print (_ ("No process sends a message to another, nor is the size of the data of any "
                "collective operation recorded: there is nothing to place close together\n"));
  else
    g_print (_ ("No process sends a message to another: there is nothing to place close together; "
                "--collectives counts collective operations as messages\n"));
}

static void
print_dropped (RefrainTopology *topology, double threshold)
{
  double messages, bytes;

  refrain_topology_get_dropped (topology, &messages, &bytes);
  if (messages > 0 || bytes > 0)
    g_print (
        _ ("Left out below %g %% of the largest entry: %.3g %% of messages, %.3g %% of bytes\n"),
        100 * threshold, 100 * messages, 100 * bytes);
}

/* ---- Text: the rest ---------------------------------------------------------------------------
 */

static void
print_steps (RefrainTopology *topology)
{
  g_print ("\n%-15s %10s %10s  %s\n", _ ("step"), _ ("left"), _ ("ms"), _ ("outcome"));
  for (guint i = 0; i < refrain_topology_get_n_steps (topology); i++)
    {
      const RefrainTopologyStep *step = refrain_topology_get_step (topology, i);

      g_print ("%-15s %10u %10.2f  %s\n", step->name, step->left, 1e3 * step->seconds,
               step->outcome);
    }
}

static void
print_one_way (RefrainTopology *topology)
{
  const guint64 one_way = refrain_topology_get_n_names (topology) > 0
                              ? refrain_topology_get_one_way (topology, 0)
                              : 0;
  const char *flow = refrain_topology_words_name_flow (topology);
  gboolean any = FALSE;

  if (one_way == 0)
    return;
  g_print (_ ("Messages go one way only:"));
  if (flow != NULL)
    g_print (" %s:", _ (flow));
  for (guint d = 0; d < 64 && one_way >> d != 0; d++)
    if (one_way >> d & 1)
      {
        g_print ("%s %s", any ? "," : "",
                 refrain_mapping_get_direction_name (refrain_topology_get_mapping (topology, 0),
                                                     (gint) d));
        any = TRUE;
      }
  g_print ("\n");
}

static void
print_components (RefrainTopology *topology)
{
  for (guint c = 0; c < refrain_topology_get_n_components (topology); c++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, c);
      g_autofree char *what = NULL;
      guint n;
      const guint32 *processes = refrain_topology_get_component_processes (topology, c, &n);

      if (component == NULL)
        continue;
      what = refrain_topology_words_describe (component);
      g_print (_ ("part of %u processes ("), n);
      for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
        g_print ("%s%u", i > 0 ? ", " : "", processes[i]);
      g_print ("%s): %s\n", n > MAX_LISTED ? " …" : "", what);
    }
}

static void
print_parts (const RefrainTopologyReport *self)
{
  g_print ("\n%-12s %8s %12s %16s  %s\n", _ (self->part_kind), _ ("edges"), _ ("messages"),
           _ ("bytes"), _ ("topology"));
  for (guint i = 0; i < self->parts->len; i++)
    {
      const RefrainTopologyPart *part = self->parts->pdata[i];
      g_autofree char *what = refrain_topology_words_describe (part->topology);
      g_autofree char *name = refrain_visible_line (part->name != NULL ? part->name : "");

      g_print ("%-12" G_GUINT64_FORMAT " %8" G_GSIZE_FORMAT " %12" G_GUINT64_FORMAT
               " %16" G_GUINT64_FORMAT "  %s%s%s\n",
               part->id, refrain_graph_get_n_edges (refrain_topology_get_graph (part->topology)),
               part->messages, part->bytes, what, part->name != NULL ? ": " : "", name);
    }
}

void
refrain_topology_report_print_text (const RefrainTopologyReport *self)
{
  RefrainTopology *topology = self->topology;
  g_autoptr (GPtrArray) list = list_alternatives (topology);
  RefrainMapping *mapping = NULL;
  const RefrainGraphEdge *extra, *missing;
  gsize n_extra, n_missing;

  if (list->len > 0)
    mapping = ((RefrainTopologyAlternative *) list->pdata[get_choice (self, 0)])->mapping;
  print_headline (self);
  if (self->tags != NULL)
    print_tags (self);
  if (!refrain_topology_follows_said (topology))
    print_said (self);
  extra = refrain_topology_get_extra (topology, &n_extra);
  missing = refrain_topology_get_missing (topology, &n_missing);
  if (refrain_topology_words_is_composed (topology))
    mapping = NULL;
  else
    {
      print_edges (_ ("Edges it should not have:"), extra, n_extra);
      print_edges (_ ("Edges it lacks:"), missing, n_missing);
    }
  if (refrain_graph_get_n_edges (refrain_topology_get_graph (topology)) == 0)
    {
      print_nothing (self);
      return;
    }
  refrain_topology_lines_print_load (self, mapping);
  if (refrain_topology_follows_said (topology))
    print_said (self);
  if (mapping != NULL)
    refrain_topology_lines_print_advice (self, mapping);
  print_dropped (topology, self->options->threshold);
  if (mapping != NULL)
    print_alternatives (list, get_choice (self, 0));
  print_one_way (topology);
  if (refrain_topology_get_component (topology, 0) != NULL)
    print_components (topology);
  print_steps (topology);
  if (self->part_kind != NULL)
    print_parts (self);
}
