/* refrain-topology-library.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lattices are the factorisations of the number of processes, with and without wrap-around; the
 * other kinds have a size or have not.
 */
#include "refrain-topology-library.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-stencil.h"

/* Trees up to this k are listed for every size. */
#define MAX_LISTED_K 6
/* Lattices with only some axes wrapped have at most so many axes. */
#define MAX_MIXED_AXES 3

REFRAIN_DEFINE_FREE (spec_free, RefrainTopologySpec, g_free (x->name))

static RefrainTopologySpec *
add_spec (GPtrArray *list, RefrainTopologyKind kind, guint n, guint parameter)
{
  RefrainTopologySpec *spec = g_new0 (RefrainTopologySpec, 1);

  spec->kind = kind;
  spec->n = n;
  spec->parameter = parameter;
  g_ptr_array_add (list, spec);
  return spec;
}

/* ---- Lattices ---------------------------------------------------------------------------------
 */

static guint
count_long_axes (const RefrainTopologySpec *spec)
{
  guint n = 0;

  for (guint a = 0; a < spec->n_dimensions; a++)
    n += spec->sizes[a] > 2;
  return n;
}

/* The stencil of a lattice, half of its offsets. */
static void
make_stencil (const RefrainTopologySpec *spec, RefrainStencil *stencil)
{
  const guint n = spec->n_dimensions;
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, n * sizeof (gint));
  gint offset[REFRAIN_MAX_DIMENSIONS] = { 0 };

  for (guint a = 0; a < n; a++)
    {
      offset[a] = 1;
      if (spec->sizes[a] > 1)
        g_array_append_vals (offsets, offset, 1);
      offset[a] = 0;
    }
  if (spec->reach == REFRAIN_REACH_ONE_DIAGONAL)
    {
      offset[0] = offset[1] = 1;
      g_array_append_vals (offsets, offset, 1);
    }
  for (guint code = 1; spec->reach == REFRAIN_REACH_ALL && code < (n == 2 ? 9 : 27); code++)
    {
      guint rest = code, n_steps = 0;
      gint first = 0;

      for (guint a = n; a-- > 0; rest /= 3)
        {
          offset[a] = (gint) (rest % 3) - 1;
          n_steps += offset[a] != 0;
          first = offset[a] != 0 ? offset[a] : first;
        }
      if (n_steps > 1 && first > 0)
        g_array_append_vals (offsets, offset, 1);
    }
  *stencil
      = (RefrainStencil){ .n_dimensions = n, .wrapped = spec->wrapped, .n_offsets = offsets->len };
  memcpy (stencil->sizes, spec->sizes, sizeof stencil->sizes);
  stencil->offsets = (gint *) g_array_free (g_steal_pointer (&offsets), FALSE);
}

static const char *
choose_alias (const RefrainTopologySpec *spec)
{
  const guint n_long = count_long_axes (spec);

  if (spec->reach != REFRAIN_REACH_AXES)
    return NULL;
  if (n_long == 0 && spec->n_dimensions > 1)
    return "hypercube";
  if (spec->n_dimensions == 1)
    return spec->wrapped ? "ring" : "line";
  return spec->n_dimensions == 2 ? "4-p stencil" : spec->n_dimensions == 3 ? "7-p stencil" : NULL;
}

static void
add_lattice (
    GPtrArray *list, const guint *sizes, guint n_dimensions, guint wrapped, RefrainReach reach)
{
  RefrainTopologySpec *spec = add_spec (list, REFRAIN_TOPOLOGY_GRID, 1, 0);
  g_autofree char *shape = refrain_mapping_make_lattice_name (sizes, n_dimensions, wrapped);
  const char *rest = strchr (shape, ' ') + 1;

  for (guint a = 0; a < n_dimensions; a++)
    spec->n *= sizes[a];
  refrain_copy (spec->sizes, sizes, n_dimensions * sizeof *sizes);
  spec->n_dimensions = n_dimensions;
  spec->wrapped = wrapped;
  spec->reach = reach;
  spec->alias = choose_alias (spec);
  spec->transitive = TRUE;
  for (guint a = 0; a < n_dimensions; a++)
    spec->transitive
        &= (wrapped >> a & 1) || (sizes[a] == 2 && reach != REFRAIN_REACH_ONE_DIAGONAL);
  if (reach == REFRAIN_REACH_AXES)
    spec->name = g_strdup (shape);
  else
    spec->name = g_strdup_printf ("%.*s %u-p stencil %s", (int) (rest - shape - 1), shape,
                                  n_dimensions == 3                     ? 27
                                  : reach == REFRAIN_REACH_ONE_DIAGONAL ? 6
                                                                        : 8,
                                  wrapped != 0 && count_long_axes (spec) == 0 ? "torus" : rest);
}

/* Without wrap-around, with it on all axes, and on some of the long ones where these are few; of
 * axes of one size the first are wrapped. */
static void
add_wrapped (GPtrArray *list, const guint *sizes, guint n, RefrainReach reach, gboolean grids)
{
  const guint all = (1u << n) - 1;

  if (grids)
    {
      add_lattice (list, sizes, n, 0, reach);
      return;
    }
  if (sizes[0] > 2 || reach != REFRAIN_REACH_AXES)
    add_lattice (list, sizes, n, all, reach);
  if (n > MAX_MIXED_AXES)
    return;
  for (guint wrapped = 1; wrapped < all; wrapped++)
    {
      gboolean good = TRUE, some_open = FALSE;

      for (guint a = 0; a < n; a++)
        {
          const gboolean is = wrapped >> a & 1;

          good &= !is || sizes[a] > 2;
          good &= !is || a == 0 || sizes[a - 1] != sizes[a] || (wrapped >> (a - 1) & 1);
          some_open |= !is && sizes[a] > 2;
        }
      if (good && some_open)
        add_lattice (list, sizes, n, wrapped, reach);
    }
}

typedef struct
{
  GArray *sizes; /* REFRAIN_MAX_DIMENSIONS each, 0 behind the last */
  guint chosen[REFRAIN_MAX_DIMENSIONS];
} Factorisations;

/* All ways to write @rest as a product of numbers from 2 to @largest, falling. */
static void
factorise (Factorisations *self, guint n_chosen, guint rest, guint largest)
{
  if (self->sizes->len == REFRAIN_MAX_FACTORISATIONS)
    return;
  if (rest == 1 && n_chosen > 0)
    {
      g_array_append_vals (self->sizes, self->chosen, 1);
      return;
    }
  for (guint d = MIN (rest, largest); d >= 2; d--)
    if (rest % d == 0)
      {
        self->chosen[n_chosen] = d;
        factorise (self, n_chosen + 1, rest / d, d);
        self->chosen[n_chosen] = 0;
      }
}

static void
add_lattices (GPtrArray *list, guint n, guint *n_factorisations)
{
  Factorisations all = { 0 };
  static const struct
  {
    RefrainReach reach;
    gboolean grids;
  } passes[] = { { REFRAIN_REACH_AXES, TRUE },         { REFRAIN_REACH_AXES, FALSE },
                 { REFRAIN_REACH_ONE_DIAGONAL, TRUE }, { REFRAIN_REACH_ONE_DIAGONAL, FALSE },
                 { REFRAIN_REACH_ALL, TRUE },          { REFRAIN_REACH_ALL, FALSE } };

  all.sizes = g_array_new (FALSE, FALSE, sizeof all.chosen);
  factorise (&all, 0, n, n);
  *n_factorisations = all.sizes->len;
  for (gsize p = 0; p < G_N_ELEMENTS (passes); p++)
    for (guint i = 0; i < all.sizes->len; i++)
      {
        const guint *sizes = (const guint *) all.sizes->data + (gsize) i * REFRAIN_MAX_DIMENSIONS;
        guint axes = 0;

        while (axes < REFRAIN_MAX_DIMENSIONS && sizes[axes] > 0)
          axes++;
        if (passes[p].reach == REFRAIN_REACH_AXES || axes == 2
            || (axes == 3 && passes[p].reach == REFRAIN_REACH_ALL))
          add_wrapped (list, sizes, axes, passes[p].reach, passes[p].grids);
      }
  g_array_unref (all.sizes);
}

/* ---- The rest ---------------------------------------------------------------------------------
 */

static void
add_named (GPtrArray *list, RefrainTopologyKind kind, guint n, guint parameter, gboolean transitive)
{
  char *name = refrain_mapping_make_name (kind, n, parameter);
  RefrainTopologySpec *spec;

  if (name == NULL)
    return;
  spec = add_spec (list, kind, n, parameter);
  spec->name = name;
  spec->transitive = transitive;
}

/* Small k, and those that the largest degree allows: the root has k children, or a node k children
 * and a parent. A tree in which not even one child has k children is a star with leaves that moved.
 */
static void
add_trees (GPtrArray *list, guint n, guint max_degree)
{
  add_named (list, REFRAIN_TOPOLOGY_TREE, n, 2, FALSE);
  for (guint k = 3; k <= MAX_LISTED_K && 2 * k + 1 <= n; k++)
    add_named (list, REFRAIN_TOPOLOGY_TREE, n, k, FALSE);
  for (guint k = MAX (max_degree, 1) - 1; k <= max_degree && 2 * k + 1 <= n; k++)
    if (k > MAX_LISTED_K)
      add_named (list, REFRAIN_TOPOLOGY_TREE, n, k, FALSE);
  if (n >= 4)
    add_named (list, REFRAIN_TOPOLOGY_BINOMIAL, n, 0, FALSE);
}

/* m (n - m) edges. */
static void
add_bipartite (GPtrArray *list, guint n, gsize n_edges)
{
  for (guint m = 2; m <= n / 2; m++)
    if ((gsize) m * (n - m) == n_edges)
      add_named (list, REFRAIN_TOPOLOGY_BIPARTITE, n, m, 2 * m == n);
}

static void
add_rules (GPtrArray *list, guint n, RefrainTopologyRules *rules)
{
  for (guint r = 0; rules != NULL && r < refrain_topology_rules_get_n (rules); r++)
    if (refrain_topology_rules_fits (rules, r, n))
      {
        RefrainTopologySpec *spec = add_spec (list, REFRAIN_TOPOLOGY_USER, n, r);

        spec->rules = rules;
        spec->name = g_strdup (refrain_topology_rules_get_name (rules, r));
      }
}

GPtrArray *
refrain_topology_library_list (
    guint n, guint max_degree, gsize n_edges, RefrainTopologyRules *rules, guint *n_factorisations)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (spec_free);

  *n_factorisations = 0;
  if (n < 2)
    return list;
  add_rules (list, n, rules);
  if (n_edges == (gsize) n * (n - 1) / 2 && n > 2)
    add_named (list, REFRAIN_TOPOLOGY_ALL_TO_ALL, n, 0, TRUE);
  add_lattices (list, n, n_factorisations);
  if (n > 2)
    add_trees (list, n, max_degree);
  if (n > 3 && n < G_MAXINT32)
    add_named (list, REFRAIN_TOPOLOGY_CG, n, 0, FALSE);
  if (n > 2)
    add_named (list, REFRAIN_TOPOLOGY_STAR, n, 0, FALSE);
  add_named (list, REFRAIN_TOPOLOGY_BUTTERFLY, n, FALSE, FALSE);
  add_named (list, REFRAIN_TOPOLOGY_BUTTERFLY, n, TRUE, TRUE);
  add_bipartite (list, n, n_edges);
  if (n_edges != (gsize) n * (n - 1) / 2 && n > 2)
    add_named (list, REFRAIN_TOPOLOGY_ALL_TO_ALL, n, 0, TRUE);
  return list;
}

/* ---- Graphs -----------------------------------------------------------------------------------
 */

/* Pairs of neighbours along one axis, and a node with itself: ordered. */
static gsize
count_pairs (const RefrainTopologySpec *spec, guint axis)
{
  const gsize size = spec->sizes[axis];

  return spec->wrapped >> axis & 1 ? size * MIN (size, 3) : size + 2 * (size - 1);
}

gsize
refrain_topology_spec_count_edges (const RefrainTopologySpec *self)
{
  const gsize n = self->n;
  g_autoptr (RefrainGraph) graph = NULL;
  gsize sum = 0, product = 1;

  switch (self->kind)
    {
    case REFRAIN_TOPOLOGY_GRID:
      for (guint a = 0; a < self->n_dimensions; a++)
        {
          sum += n / self->sizes[a] * (count_pairs (self, a) - self->sizes[a]) / 2;
          product *= count_pairs (self, a);
        }
      if (self->reach == REFRAIN_REACH_AXES)
        return sum;
      if (self->reach == REFRAIN_REACH_ALL)
        return (product - n) / 2;
      if (self->sizes[0] > 2 && self->sizes[1] > 2)
        return sum
               + (gsize) (self->sizes[0] - !(self->wrapped & 1))
                     * (self->sizes[1] - !(self->wrapped & 2));
      break;
    case REFRAIN_TOPOLOGY_TREE:
    case REFRAIN_TOPOLOGY_BINOMIAL:
    case REFRAIN_TOPOLOGY_STAR:
      return n - 1;
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      return n * (n - 1) / 2;
    case REFRAIN_TOPOLOGY_BIPARTITE:
      return (gsize) self->parameter * (n - self->parameter);
    default:
      break;
    }
  graph = refrain_topology_spec_make_graph (self);
  return refrain_graph_get_n_edges (graph);
}

static RefrainGraph *
make_star (guint n)
{
  g_autofree RefrainGraphEdge *edges = g_new (RefrainGraphEdge, n);

  for (guint i = 1; i < n; i++)
    edges[i - 1] = (RefrainGraphEdge){ 0, i };
  return refrain_graph_new (n, edges, n - 1);
}

RefrainGraph *
refrain_topology_spec_make_graph (const RefrainTopologySpec *self)
{
  g_autoptr (RefrainMapping) mapping = NULL;
  g_autoptr (GArray) edges = NULL;
  guint n_directions;

  if (self->kind == REFRAIN_TOPOLOGY_GRID)
    {
      g_auto (RefrainStencil) stencil = { 0 };

      make_stencil (self, &stencil);
      return refrain_stencil_make_graph (&stencil);
    }
  if (self->kind == REFRAIN_TOPOLOGY_STAR)
    return make_star (self->n);
  mapping = refrain_topology_spec_make_mapping (self, NULL);
  n_directions = refrain_mapping_get_n_directions (mapping);
  edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  /* In a tree each edge leads to a parent. */
  if (self->kind == REFRAIN_TOPOLOGY_TREE || self->kind == REFRAIN_TOPOLOGY_BINOMIAL)
    n_directions = 2;
  for (guint i = 0; i < self->n; i++)
    for (guint d = 1; d < n_directions; d++)
      {
        const gint64 to = refrain_mapping_get_neighbour (mapping, i, (gint) d);
        const RefrainGraphEdge edge = { i, (guint32) to };

        if (to >= 0)
          g_array_append_val (edges, edge);
      }
  return refrain_graph_new (self->n, (const RefrainGraphEdge *) edges->data, edges->len);
}

RefrainMapping *
refrain_topology_spec_make_mapping (const RefrainTopologySpec *self, const guint32 *places)
{
  if (self->kind == REFRAIN_TOPOLOGY_GRID)
    return refrain_mapping_new_stencil (self->name, self->sizes, self->n_dimensions, self->wrapped,
                                        NULL, 0, places);
  if (self->kind == REFRAIN_TOPOLOGY_USER)
    return refrain_topology_rules_make_mapping (self->rules, self->parameter, self->n, places);
  return refrain_mapping_new (self->kind, self->name, self->n, self->parameter, places);
}

/* ---- One lattice as another -------------------------------------------------------------------
 */

/* A line or ring that is no product: a part of an axis. */
typedef struct
{
  guint size;
  gboolean ring;
  guint axis, bit; /* a ring of four is two lines of two: its bits in Gray code */
} Factor;

static int
compare_factors (gconstpointer a, gconstpointer b)
{
  const Factor *x = a, *y = b;

  if (x->ring != y->ring)
    return x->ring ? 1 : -1;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return x->axis != y->axis ? (x->axis < y->axis ? -1 : 1) : (gint) x->bit - (gint) y->bit;
}

static guint
list_factors (const RefrainTopologySpec *spec, Factor *factors)
{
  guint n = 0;

  for (guint a = 0; a < spec->n_dimensions; a++)
    {
      const gboolean ring = spec->sizes[a] > 2 && (spec->wrapped >> a & 1);

      if (ring && spec->sizes[a] == 4)
        {
          factors[n++] = (Factor){ 2, FALSE, a, 1 };
          factors[n++] = (Factor){ 2, FALSE, a, 0 };
        }
      else
        factors[n++] = (Factor){ spec->sizes[a], ring, a, 0 };
    }
  refrain_sort (factors, n, sizeof *factors, compare_factors);
  return n;
}

char *
refrain_topology_spec_make_normal_form (const RefrainTopologySpec *self)
{
  Factor factors[2 * REFRAIN_MAX_DIMENSIONS];
  GString *form;
  guint n;

  if (self->kind != REFRAIN_TOPOLOGY_GRID || self->reach != REFRAIN_REACH_AXES)
    return NULL;
  n = list_factors (self, factors);
  form = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (form, "%u%c", factors[i].size, factors[i].ring ? 'o' : '-');
  return g_string_free (form, FALSE);
}

static gboolean
is_split (const RefrainTopologySpec *spec, guint axis)
{
  return spec->sizes[axis] == 4 && (spec->wrapped >> axis & 1);
}

guint32 *
refrain_topology_spec_translate (const RefrainTopologySpec *self,
                                 const RefrainTopologySpec *other,
                                 const guint32 *places)
{
  Factor ours[2 * REFRAIN_MAX_DIMENSIONS], theirs[2 * REFRAIN_MAX_DIMENSIONS];
  const guint n = list_factors (self, ours);
  guint32 *translated = g_new (guint32, self->n);

  g_assert (list_factors (other, theirs) == n);
  for (guint p = 0; p < self->n; p++)
    {
      guint at[REFRAIN_MAX_DIMENSIONS], to[REFRAIN_MAX_DIMENSIONS] = { 0 };
      guint32 rest = places[p], place = 0;

      for (guint a = self->n_dimensions; a-- > 0; rest /= self->sizes[a])
        at[a] = rest % self->sizes[a];
      for (guint i = 0; i < n; i++)
        {
          const guint c = at[ours[i].axis];
          const guint value = is_split (self, ours[i].axis) ? (c ^ c >> 1) >> ours[i].bit & 1 : c;

          if (is_split (other, theirs[i].axis))
            to[theirs[i].axis] |= value << theirs[i].bit;
          else
            to[theirs[i].axis] = value;
        }
      for (guint a = 0; a < other->n_dimensions; a++)
        {
          if (is_split (other, a))
            to[a] = to[a] ^ to[a] >> 1;
          place = place * other->sizes[a] + to[a];
        }
      translated[p] = place;
    }
  return translated;
}
