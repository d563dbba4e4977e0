/* refrain-topology-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The name that fits first, then what else it is called; the nearest, or what is undecided, where
 * none does.
 */
#include "config.h"

#include "refrain-topology-words.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "refrain-pattern.h"

/* Names and parts that a description lists. */
#define MAX_LISTED 6

void
refrain_topology_words_order_axes (RefrainMapping *mapping, guint *axes)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  for (guint a = 0; a < n; a++)
    {
      guint at = a;

      for (; at > 0
             && refrain_mapping_get_size (mapping, axes[at - 1])
                    < refrain_mapping_get_size (mapping, a)
             && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID;
           at--)
        axes[at] = axes[at - 1];
      axes[at] = a;
    }
}

const char *
refrain_topology_words_name_flow (RefrainTopology *topology)
{
  const guint64 one_way = refrain_topology_get_n_names (topology) > 0
                              ? refrain_topology_get_one_way (topology, 0)
                              : 0;
  RefrainMapping *mapping;

  if (one_way == 0)
    return NULL;
  mapping = refrain_topology_get_mapping (topology, 0);
  switch (refrain_mapping_get_kind (mapping))
    {
    case REFRAIN_TOPOLOGY_GRID:
      return refrain_mapping_get_n_dimensions (mapping) > 1 ? N_ ("sweep")
             : refrain_mapping_is_wrapped (mapping, 0)      ? N_ ("round the ring")
                                                            : N_ ("pipeline");
    case REFRAIN_TOPOLOGY_TREE:
    case REFRAIN_TOPOLOGY_BINOMIAL:
      return one_way == 2 ? N_ ("towards the root") : N_ ("from the root");
    case REFRAIN_TOPOLOGY_STAR:
      return one_way == 2 ? N_ ("towards the centre") : N_ ("from the centre");
    default:
      return NULL;
    }
}

/* "4-p stencil" says no more than "grid", and titles have "line" and "ring". */
static gboolean
is_telling (const char *alias)
{
  return alias != NULL && !g_str_has_suffix (alias, "-p stencil") && !g_str_equal (alias, "line")
         && !g_str_equal (alias, "ring");
}

static void append_description (GString *text, RefrainTopology *topology);

/* What the tests did not exclude before the time was up: "undecided, 2 of 40 names may fit: A, B".
 */
static void
append_undecided (GString *text, RefrainTopology *topology)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const guint n = refrain_topology_get_n_candidates (topology);
  guint n_left = 0, n_late;
  const guint n_near = refrain_topology_get_near (topology, &n_late);

  for (guint i = 0; i < n; i++)
    {
      const RefrainTopologyCandidate *candidate = refrain_topology_get_candidate (topology, i);

      if (candidate->isomorphic != REFRAIN_EVIDENCE_UNTRIED)
        continue;
      if (n_left++ < MAX_LISTED)
        g_string_append_printf (names, "%s%s", n_left > 1 ? ", " : "", candidate->name);
    }
  if (n_left == 0)
    {
      g_string_append_printf (text,
                              _ ("no name fits exactly (all %u are excluded), a near one is "
                                 "undecided: of %u that may be near %u were not tried to the end"),
                              n, n_near, n_late);
      return;
    }
  g_string_append_printf (
      text, _ ("undecided: %u of %u names are excluded, these were not tried: "), n - n_left, n);
  g_string_append_printf (text, "%s%s", names->str, n_left > MAX_LISTED ? ", …" : "");
}

gboolean
refrain_topology_words_is_composed (RefrainTopology *topology)
{
  const guint n = refrain_topology_get_n_components (topology);

  if (n == 0 || refrain_topology_get_n_names (topology) > 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, i);

      if (component == NULL || refrain_topology_get_n_names (component) == 0)
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_topology_words_is_of_equals (RefrainTopology *topology)
{
  const guint n = refrain_topology_get_n_components (topology);
  const char *name = NULL;

  for (guint i = 0; i < n; i++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, i);
      const char *other;

      if (component == NULL || refrain_topology_get_n_names (component) == 0)
        return FALSE;
      other = refrain_topology_get_name (component, 0);
      if (name != NULL
          && (!g_str_equal (name, other)
              || refrain_graph_get_n (refrain_topology_get_graph (component))
                     != refrain_graph_get_n (refrain_topology_get_graph (
                         refrain_topology_get_component (topology, 0)))))
        return FALSE;
      name = other;
    }
  return n > 1;
}

/* "2 rings of 6", "6 pairs", "1 line of 4": @n times @component; FALSE where it is none of these.
 */
static gboolean
append_simple (GString *text, RefrainTopology *component, guint n)
{
  const guint size = refrain_graph_get_n (refrain_topology_get_graph (component));
  const char *alias = refrain_topology_get_alias (component, 0);

  if (size == 2)
    g_string_append_printf (text, ngettext ("%u pair", "%u pairs", n), n);
  else if (g_strcmp0 (alias, "ring") == 0)
    g_string_append_printf (text, ngettext ("%u ring of %u", "%u rings of %u", n), n, size);
  else if (g_strcmp0 (alias, "line") == 0)
    g_string_append_printf (text, ngettext ("%u line of %u", "%u lines of %u", n), n, size);
  else
    return FALSE;
  return TRUE;
}

/* "2 separate parts: 1 ring of 6, 1 pair", "3 separate parts: star, 1 line of 4". */
static void
append_components (GString *text, RefrainTopology *topology)
{
  const guint n = refrain_topology_get_n_components (topology);
  guint n_listed = 0;

  if (refrain_topology_words_is_of_equals (topology))
    {
      RefrainTopology *component = refrain_topology_get_component (topology, 0);

      if (!append_simple (text, component, n))
        g_string_append_printf (text, _ ("%u separate parts: %s"), n,
                                refrain_topology_get_title (component, 0));
      return;
    }
  if (n > 1)
    g_string_append_printf (text, _ ("%u separate parts: "), n);
  for (guint i = 0; i < n && n_listed <= MAX_LISTED; i++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, i);
      const char *name = refrain_topology_get_name (component, 0);
      guint n_equal = 0;
      gboolean known = FALSE;

      for (guint k = 0; k < n; k++)
        if (g_str_equal (
                refrain_topology_get_name (refrain_topology_get_component (topology, k), 0), name))
          {
            known |= k < i;
            n_equal++;
          }
      if (known)
        continue;
      g_string_append (text, n_listed == MAX_LISTED ? ", …" : n_listed > 0 ? ", " : "");
      if (n_listed++ < MAX_LISTED && n > 1)
        {
          if (!append_simple (text, component, n_equal))
            g_string_append (text, refrain_topology_get_title (component, 0));
        }
      else if (n == 1)
        append_description (text, component);
    }
}

/* "6", "8, 9": the processes of no part, where each of the @n @joints leads to one; else NULL. */
static char *
format_partless (RefrainTopology *topology, const RefrainGraphEdge *joints, gsize n)
{
  const guint n_processes = refrain_graph_get_n (refrain_topology_get_graph (topology));
  g_autofree gboolean *has_part = g_new0 (gboolean, (gsize) n_processes + 1);
  g_autofree gboolean *listed = g_new0 (gboolean, (gsize) n_processes + 1);
  g_autofree guint32 *partless = g_new (guint32, (gsize) n_processes + 1);
  guint n_partless = 0;

  for (guint i = 0; i < refrain_topology_get_n_components (topology); i++)
    {
      guint n_members;
      const guint32 *members = refrain_topology_get_component_processes (topology, i, &n_members);

      for (guint k = 0; k < n_members; k++)
        has_part[members[k]] = TRUE;
    }
  for (gsize i = 0; i < n; i++)
    {
      if (has_part[joints[i].a] && has_part[joints[i].b])
        return NULL;
      listed[joints[i].a] = listed[joints[i].b] = TRUE;
    }
  for (guint32 p = 0; p < n_processes; p++)
    if (listed[p] && !has_part[p])
      partless[n_partless++] = p;
  return refrain_format_ranks (partless, n_partless);
}

/* "exchange between 0 and 8", "exchange with 6 (6 pairs)", "exchange between them (8 pairs)". */
static void
append_joints (GString *text, RefrainTopology *topology, const RefrainGraphEdge *joints, gsize n)
{
  g_autofree char *partless = format_partless (topology, joints, n);

  if (n == 1)
    g_string_append_printf (text, _ ("exchange between %u and %u"), joints->a, joints->b);
  else if (partless != NULL)
    g_string_append_printf (
        text, ngettext ("exchange with %s (%zu pair)", "exchange with %s (%zu pairs)", n), partless,
        n);
  else
    g_string_append_printf (
        text, ngettext ("exchange between them (%zu pair)", "exchange between them (%zu pairs)", n),
        n);
}

/* "4×2 grid on ranks 0–7 + ring of 4 on ranks 8–11 + exchange between 0 and 8". */
static void
append_sum (GString *text,
            RefrainTopology *topology,
            const RefrainGraphEdge *joints,
            gsize n_joints)
{
  const guint n = refrain_topology_get_n_components (topology);

  if (refrain_topology_words_is_of_equals (topology)
      && 2 * n == refrain_graph_get_n (refrain_topology_get_graph (topology)))
    {
      append_simple (text, refrain_topology_get_component (topology, 0), n);
      g_string_append (text, " + ");
      append_joints (text, topology, joints, n_joints);
      return;
    }
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      RefrainTopology *component = refrain_topology_get_component (topology, i);
      const char *alias = refrain_topology_get_alias (component, 0);
      guint n_processes;
      const guint32 *processes
          = refrain_topology_get_component_processes (topology, i, &n_processes);
      g_autofree char *ranks = refrain_format_ranks (processes, n_processes);

      if (g_strcmp0 (alias, "ring") == 0)
        g_string_append_printf (text, _ ("ring of %u"), n_processes);
      else if (n_processes > 2 && g_strcmp0 (alias, "line") == 0)
        g_string_append_printf (text, _ ("line of %u"), n_processes);
      else
        g_string_append (text,
                         n_processes == 2 ? _ ("pair") : refrain_topology_get_name (component, 0));
      g_string_append_printf (text, _ (" on ranks %s + "), ranks);
    }
  if (n > MAX_LISTED)
    g_string_append_printf (text, ngettext ("%u more part + ", "%u more parts + ", n - MAX_LISTED),
                            n - MAX_LISTED);
  append_joints (text, topology, joints, n_joints);
}

/* "line of 8 + line of 4 on ranks 0, 2, 4, 6 + pair on ranks 0, 4 + 3 other pairs". */
static void
append_levels (GString *text, RefrainTopology *topology)
{
  const gsize beside = refrain_topology_get_n_beside_levels (topology);

  for (guint i = 0; i < refrain_topology_get_n_levels (topology); i++)
    {
      const guint32 *processes;
      guint n;
      const char *title = refrain_topology_get_level (topology, i, &processes, &n);
      g_autofree char *ranks = i > 0 ? refrain_format_ranks (processes, n) : NULL;

      g_string_append (text, i > 0 ? " + " : "");
      if (i > 0)
        /* Translators: "line of 4 on ranks 0, 2, 4, 6". */
        g_string_append_printf (text, _ ("%s on ranks %s"), n == 2 ? _ ("pair") : title, ranks);
      else
        g_string_append (text, title);
    }
  if (beside > 0)
    g_string_append_printf (
        text, ngettext (" + %zu other pair", " + %zu other pairs", (gulong) beside), beside);
}

static void
append_names (GString *text, RefrainTopology *topology)
{
  guint n_also = 0;

  /* That they are apart is more than that there is a lattice of which an axis is not used. */
  if (refrain_topology_words_is_of_equals (topology))
    {
      append_components (text, topology);
      g_string_append_printf (text, _ (" (also %s)"), refrain_topology_get_title (topology, 0));
      return;
    }
  g_string_append (text, refrain_topology_get_title (topology, 0));
  /* Whatever else a complete graph is says nothing. */
  if (refrain_mapping_get_kind (refrain_topology_get_mapping (topology, 0))
      == REFRAIN_TOPOLOGY_ALL_TO_ALL)
    return;
  for (guint i = 0; i < refrain_topology_get_n_names (topology); i++)
    {
      const char *names[] = { i > 0 ? refrain_topology_get_title (topology, i) : NULL,
                              refrain_topology_get_alias (topology, i) };

      if (!is_telling (names[1]))
        names[1] = NULL;
      for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
        if (names[k] != NULL)
          g_string_append_printf (text, "%s%s", n_also++ > 0 ? ", " : _ (" (also "), names[k]);
    }
  g_string_append (text, n_also > 0 ? ")" : "");
}

static void
append_description (GString *text, RefrainTopology *topology)
{
  gsize extra, missing, n_joints;
  const RefrainGraphEdge *joints = refrain_topology_get_joints (topology, &n_joints);

  refrain_topology_get_extra (topology, &extra);
  refrain_topology_get_missing (topology, &missing);
  if (n_joints > 0)
    append_sum (text, topology, joints, n_joints);
  else if (refrain_topology_get_n_names (topology) > 0)
    append_names (text, topology);
  else if (refrain_graph_get_n_edges (refrain_topology_get_graph (topology)) == 0)
    g_string_append (text, _ ("none"));
  else if (refrain_topology_words_is_composed (topology))
    append_components (text, topology);
  else if (refrain_topology_get_n_levels (topology) > 0)
    append_levels (text, topology);
  else if (refrain_topology_get_nearest (topology) != NULL)
    g_string_append_printf (text,
                            refrain_topology_is_bound (topology)
                                ? ngettext ("nearly %s: at most %zu edge extra, %zu missing",
                                            "nearly %s: at most %zu edges extra, %zu missing",
                                            extra)
                                : ngettext ("nearly %s: %zu edge extra, %zu missing",
                                            "nearly %s: %zu edges extra, %zu missing", extra),
                            refrain_topology_get_nearest_title (topology), extra, missing);
  else if (refrain_topology_is_incomplete (topology))
    append_undecided (text, topology);
  else if (refrain_topology_is_dense (topology))
    {
      RefrainGraph *graph = refrain_topology_get_graph (topology);
      const guint64 n = refrain_graph_get_n (graph) - refrain_topology_get_n_isolated (topology);

      g_string_append_printf (text, _ ("nearly all to all: %zu of %" PRIu64 " pairs of processes"),
                              (gsize) refrain_graph_get_n_edges (graph), n * (n - 1) / 2);
    }
  else
    g_string_append (text, _ ("no known one fits, not even nearly"));
}

char *
refrain_topology_words_describe (RefrainTopology *topology)
{
  GString *text = g_string_new (NULL);

  append_description (text, topology);
  return g_string_free (text, FALSE);
}

char *
refrain_topology_words_describe_rest (RefrainTopology *rest)
{
  g_autofree char *ranks = NULL;
  const guint32 *processes;
  guint n;

  if (refrain_topology_get_n_names (rest) > 0)
    return refrain_topology_words_describe (rest);
  processes = refrain_topology_get_component_processes (rest, 0, &n);
  ranks = refrain_format_ranks (processes, n);
  return g_strdup_printf (_ ("%s on ranks %s"),
                          refrain_topology_get_title (refrain_topology_get_component (rest, 0), 0),
                          ranks);
}
