/* refrain-topology-picture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One group where a name fits the whole run, or is near; else a group for each component.
 */
#include "config.h"
#include "refrain-topology-picture.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

/* More components than this are not listed in the sentence. */
#define MAX_LISTED 4

/* ---- Scenes ---------------------------------------------------------------------------------- */

/* The groups of a scene under construction. */
typedef struct
{
  GArray *groups;  /* of RefrainTopologyGroup */
  GArray *extra;   /* of RefrainGraphEdge */
  GArray *missing; /* likewise */
} Parts;

/* The edges of a component, between processes of the run. */
static void
add_edges (GArray *to, const RefrainGraphEdge *edges, gsize n, const guint32 *processes)
{
  for (gsize i = 0; i < n; i++)
    {
      const RefrainGraphEdge edge
          = processes != NULL ? (RefrainGraphEdge){ processes[edges[i].a], processes[edges[i].b] }
                              : edges[i];

      g_array_append_val (to, edge);
    }
}

/* One topology, of all processes (@processes: NULL) or of a component. */
static void
add_group (Parts *parts, RefrainTopology *topology, guint choice, const guint32 *processes, guint n)
{
  RefrainTopologyGroup group = { .processes = processes, .n = n };

  if (choice < refrain_topology_get_n_names (topology))
    group.mapping = refrain_topology_get_mapping (topology, choice);
  else if (choice != REFRAIN_TOPOLOGY_NO_NAME && refrain_topology_get_nearest (topology) != NULL)
    {
      gsize n_extra, n_missing;
      const RefrainGraphEdge *extra = refrain_topology_get_extra (topology, &n_extra);
      const RefrainGraphEdge *missing = refrain_topology_get_missing (topology, &n_missing);

      group.mapping = refrain_topology_get_nearest_mapping (topology);
      add_edges (parts->extra, extra, n_extra, processes);
      add_edges (parts->missing, missing, n_missing, processes);
    }
  if (group.mapping != NULL && refrain_mapping_get_n_processes (group.mapping) != n)
    group.mapping = NULL;
  g_array_append_val (parts->groups, group);
}

/* Whether the run is told by its components rather than as a whole. */
static gboolean
is_in_parts (RefrainTopology *topology)
{
  return refrain_topology_get_n_names (topology) == 0
         && refrain_topology_get_n_components (topology) > 0
         && refrain_topology_get_component (topology, 0) != NULL;
}

RefrainTopologyScene *
refrain_topology_picture_new_scene (RefrainMatrix *matrix,
                                    RefrainTopology *topology,
                                    guint choice,
                                    const RefrainTopologySymmetry *symmetry,
                                    gboolean by_count,
                                    GCancellable *cancellable,
                                    GError **error)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyGroup));
  g_autoptr (GArray) extra = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (RefrainMapping) seen = NULL;
  Parts parts = { groups, extra, missing };
  RefrainTopologyContent content = { .by_count = by_count };
  guint n;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (topology), NULL);

  content.graph = refrain_topology_get_graph (topology);
  n = refrain_graph_get_n (content.graph);
  if (!is_in_parts (topology))
    add_group (&parts, topology, choice, NULL, n);
  else
    for (guint i = 0; i < refrain_topology_get_n_components (topology); i++)
      {
        guint n_processes;
        const guint32 *processes
            = refrain_topology_get_component_processes (topology, i, &n_processes);

        add_group (&parts, refrain_topology_get_component (topology, i), choice, processes,
                   n_processes);
      }
  if (symmetry != NULL && groups->len == 1)
    {
      RefrainTopologyGroup *group = &g_array_index (groups, RefrainTopologyGroup, 0);

      if (group->mapping != NULL)
        group->mapping = seen = refrain_topology_symmetry_apply (group->mapping, symmetry);
    }
  content.groups = (const RefrainTopologyGroup *) (gpointer) groups->data;
  content.n_groups = groups->len;
  content.extra = (const RefrainGraphEdge *) (gpointer) extra->data;
  content.n_extra = extra->len;
  content.missing = (const RefrainGraphEdge *) (gpointer) missing->data;
  content.n_missing = missing->len;
  return refrain_topology_scene_new (matrix, &content, cancellable, error);
}

gboolean
refrain_topology_picture_weighs_messages (RefrainMatrix *matrix, gboolean by_count)
{
  guint64 count, bytes;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), by_count);

  refrain_matrix_get_total (matrix, &count, &bytes);
  return by_count || bytes == 0;
}

/* ---- Sentences ------------------------------------------------------------------------------- */

/* "10 edges, 0 extra, 0 missing"; only the edges where there is nothing to compare them with. */
static void
append_edges (GString *text, RefrainTopology *topology, gboolean compared)
{
  const gsize n = refrain_graph_get_n_edges (refrain_topology_get_graph (topology));
  g_autofree char *edges = refrain_count_format (n);
  g_autofree char *extra = NULL, *missing = NULL;
  gsize n_extra, n_missing;

  if (!compared)
    {
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "%s edge", "%s edges", (gulong) MIN (n, G_MAXULONG)),
          edges);
      return;
    }
  refrain_topology_get_extra (topology, &n_extra);
  refrain_topology_get_missing (topology, &n_missing);
  extra = refrain_count_format (n_extra);
  missing = refrain_count_format (n_missing);
  if (refrain_topology_get_n_names (topology) == 0 && refrain_topology_is_bound (topology))
    g_string_append_printf (text,
                            /* TRANSLATORS: "10 edges, at most 2 extra, 1 missing". */
                            g_dngettext (GETTEXT_PACKAGE, "%s edge, at most %s extra, %s missing",
                                         "%s edges, at most %s extra, %s missing",
                                         (gulong) MIN (n, G_MAXULONG)),
                            edges, extra, missing);
  else
    g_string_append_printf (text,
                            /* TRANSLATORS: "10 edges, 0 extra, 0 missing". */
                            g_dngettext (GETTEXT_PACKAGE, "%s edge, %s extra, %s missing",
                                         "%s edges, %s extra, %s missing",
                                         (gulong) MIN (n, G_MAXULONG)),
                            edges, extra, missing);
}

/* How ranks are numbered on it. */
static const char *
get_numbering (RefrainMapping *mapping)
{
  if (mapping == NULL)
    return NULL;
  if (!refrain_mapping_is_rank_order (mapping))
    return _ ("ranks renumbered");
  return refrain_mapping_get_n_dimensions (mapping) == 2
                 && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID
             ? _ ("ranks in rows")
             : _ ("ranks in order");
}

static void
append_others (GString *text, RefrainTopology *topology, guint choice)
{
  const guint n = refrain_topology_get_n_names (topology);
  gboolean first = TRUE;

  for (guint i = 0; i < n; i++)
    {
      if (i == choice)
        continue;
      g_string_append (text, first ? _ ("; also: ") : ", ");
      g_string_append (text, refrain_topology_get_title (topology, i));
      first = FALSE;
    }
}

/* One topology that is not in parts. */
static void
append_one (GString *text, RefrainTopology *topology, guint choice)
{
  const gsize n_edges = refrain_graph_get_n_edges (refrain_topology_get_graph (topology));
  gboolean compared = TRUE;
  const char *numbering;

  if (n_edges == 0)
    {
      g_string_append (text, _ ("No process communicates with another."));
      return;
    }
  if (choice < refrain_topology_get_n_names (topology))
    {
      numbering = get_numbering (refrain_topology_get_mapping (topology, choice));
      g_string_append (text, refrain_topology_get_title (topology, choice));
      if (refrain_topology_get_alias (topology, choice) != NULL)
        g_string_append_printf (text, " (%s)", refrain_topology_get_alias (topology, choice));
      if (numbering != NULL)
        g_string_append_printf (text, ", %s", numbering);
      g_string_append (text, ": ");
    }
  else if (choice != REFRAIN_TOPOLOGY_NO_NAME && refrain_topology_get_nearest (topology) != NULL)
    {
      /* TRANSLATORS: the name of a topology that is near to what was found. */
      g_string_append_printf (text, _ ("nearest is %s: "),
                              refrain_topology_get_nearest_title (topology));
    }
  else
    {
      g_string_append (text, choice == REFRAIN_TOPOLOGY_NO_NAME ? _ ("No topology assumed: ")
                                                                : _ ("No known topology: "));
      compared = FALSE;
    }
  append_edges (text, topology, compared);
  append_others (text, topology, choice);
}

/* Only the name: "4×2 grid". */
static char *
dup_name (RefrainTopology *topology, guint choice)
{
  if (choice < refrain_topology_get_n_names (topology))
    return g_strdup (refrain_topology_get_title (topology, choice));
  if (choice != REFRAIN_TOPOLOGY_NO_NAME && refrain_topology_get_nearest (topology) != NULL)
    return g_strdup_printf (_ ("nearly %s"), refrain_topology_get_nearest_title (topology));
  return g_strdup (_ ("no known topology"));
}

/* "4×2 grid (twice), line of 3", the most frequent first as they come. */
static void
append_parts (GString *text, RefrainTopology *topology, guint choice)
{
  const guint n = refrain_topology_get_n_components (topology);
  const guint n_isolated
      = refrain_topology_get_n_isolated (topology) - refrain_topology_get_n_weak (topology);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gsize n_joints;

  refrain_topology_get_joints (topology, &n_joints);
  for (guint i = 0; i < n; i++)
    {
      char *name = dup_name (refrain_topology_get_component (topology, i), choice);
      const guint seen = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));

      if (seen == 0)
        g_ptr_array_add (names, name);
      if (seen == 0)
        g_hash_table_insert (counts, name, GUINT_TO_POINTER (1));
      else
        g_hash_table_insert (counts, name, GUINT_TO_POINTER (seen + 1));
    }
  if (n > 1)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%u part: ", "%u parts: ", n), n);
  for (guint i = 0; i < names->len && i < MAX_LISTED; i++)
    {
      const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, names->pdata[i]));

      g_string_append (text, i > 0 ? ", " : "");
      if (count > 1)
        g_string_append_printf (text, "%u × ", count);
      g_string_append (text, names->pdata[i]);
    }
  if (names->len > MAX_LISTED)
    g_string_append (text, ", …");
  if (n_joints > 0)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "; %zu edge between parts",
                                         "; %zu edges between parts", (gulong) n_joints),
                            n_joints);
  if (n_isolated > 0)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "; %u process does not communicate",
                                         "; %u processes do not communicate", n_isolated),
                            n_isolated);
}

char *
refrain_topology_picture_describe (RefrainTopology *topology, guint choice)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (topology), NULL);

  if (is_in_parts (topology))
    append_parts (text, topology, choice);
  else
    append_one (text, topology, choice);
  return g_string_free (text, FALSE);
}
