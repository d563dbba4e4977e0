/* refrain-topology-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A way to stand for each kind of topology. The first three axes of a lattice (x, y, z) are those
 * of space; further ones repeat what there is so far beside itself, along x, y and z again, a
 * little shifted so that the way from copy to copy passes nobody.
 */
#include "refrain-topology-layout.h"

#include <math.h>
#include <string.h>

#include "refrain-divisor.h"
#include "refrain-free.h"

/* Between copies of a block, where there are more than three axes. */
#define GAP   1.8
#define SHIFT 0.55
/* A line of more processes is folded. */
#define LONG_LINE 24
/* A tree with more leaves grows from its middle. */
#define WIDE_TREE 40

/* ---- Lattices -------------------------------------------------------------------------------- */

/* The axes that have more than one place, x first. */
typedef struct
{
  RefrainMapping *mapping;
  guint n;
  guint axes[REFRAIN_MAX_DIMENSIONS]; /* of the mapping */
  guint sizes[REFRAIN_MAX_DIMENSIONS];
  gboolean wrapped[REFRAIN_MAX_DIMENSIONS];
  double strides[REFRAIN_MAX_DIMENSIONS]; /* of one step, in units of the layout */
} Lattice;

static void
lattice_init (Lattice *self, RefrainMapping *mapping)
{
  double extent[3] = { 0, 0, 0 };

  self->mapping = mapping;
  self->n = 0;
  for (guint axis = refrain_mapping_get_n_dimensions (mapping); axis-- > 0;)
    {
      const guint size = refrain_mapping_get_size (mapping, axis), k = self->n;

      if (size < 2)
        continue;
      self->axes[k] = axis;
      self->sizes[k] = size;
      self->wrapped[k] = refrain_mapping_is_wrapped (mapping, axis);
      self->strides[k] = k < 3 ? 1 : extent[k % 3] + GAP;
      extent[k % 3] += self->strides[k] * (size - 1);
      self->n++;
    }
}

/* Adds @steps along axis @k. */
static void
move (const Lattice *self, guint k, gint steps, double at[3])
{
  at[k % 3] += self->strides[k] * steps;
  if (k >= 3)
    at[(k + 1) % 3] -= SHIFT * steps;
}

static void
place_on_lattice (const Lattice *self, guint n, RefrainTopologyPoint *points)
{
  for (guint process = 0; process < n; process++)
    {
      const guint *coordinates = refrain_mapping_get_coordinates (self->mapping, process);
      double at[3] = { 0, 0, 0 };

      for (guint k = 0; k < self->n; k++)
        move (self, k, (gint) coordinates[self->axes[k]], at);
      points[process] = (RefrainTopologyPoint){ (float) at[0], (float) at[1], (float) at[2] };
    }
}

/* The shortest way of a line, what it goes around, and whether it passes others. */
static void
route_on_lattice (const Lattice *self, RefrainTopologyLine *line)
{
  const guint *from = refrain_mapping_get_coordinates (self->mapping, line->a);
  const guint *to = refrain_mapping_get_coordinates (self->mapping, line->b);
  gint common = 0;
  double step[3] = { 0, 0, 0 };

  for (guint k = 0; k < self->n; k++)
    {
      const gint size = (gint) self->sizes[k];
      gint delta = (gint) to[self->axes[k]] - (gint) from[self->axes[k]];

      if (self->wrapped[k] && size > 2 && 2 * ABS (delta) > size)
        {
          delta += delta > 0 ? -size : size;
          line->wrapped = TRUE;
        }
      common = (gint) refrain_find_divisor ((guint) common, (guint) ABS (delta));
      move (self, k, delta, step);
    }
  for (guint i = 0; i < 3; i++)
    line->step[i] = (float) step[i];
  line->bent = !line->wrapped && common > 1;
}

/* ---- Around, and in rows --------------------------------------------------------------------- */

/* On a circle, from the top, with the sun; neighbours are a unit apart. */
static RefrainTopologyPoint
get_on_circle (guint place, guint n)
{
  const double angle = 2 * G_PI * place / MAX (n, 1) - G_PI / 2;
  const double radius = n > 2 ? 1 / (2 * sin (G_PI / n)) : 0.5;

  return (RefrainTopologyPoint){ (float) (radius * cos (angle)), (float) (radius * sin (angle)),
                                 0 };
}

/* A line, folded where it is long. */
static RefrainTopologyPoint
get_in_line (guint place, guint n)
{
  const guint columns = n > LONG_LINE ? (guint) ceil (sqrt (1.8 * n)) : n;
  const guint row = place / columns, column = place % columns;

  return (RefrainTopologyPoint){ row % 2 == 0 ? column : columns - 1 - column, row, 0 };
}

static void
place_around (RefrainMapping *mapping, guint n, gboolean centre, RefrainTopologyPoint *points)
{
  for (guint process = 0; process < n; process++)
    {
      const guint place = refrain_mapping_get_place (mapping, process);

      if (!centre)
        points[process] = get_on_circle (place, n);
      else if (place > 0)
        points[process] = get_on_circle (place - 1, n - 1);
    }
  /* So few that the centre would stand among them. */
  if (centre && n <= 6)
    for (guint process = 0; process < n; process++)
      if (refrain_mapping_get_place (mapping, process) > 0)
        {
          const float length = hypotf (points[process].x, points[process].y);

          points[process].x /= MAX (length, 0.1f);
          points[process].y /= MAX (length, 0.1f);
        }
}

/* A ring or a line. */
static void
place_in_one_axis (const Lattice *lattice, guint n, RefrainTopologyPoint *points)
{
  for (guint process = 0; process < n; process++)
    {
      const guint at = lattice->n > 0 ? refrain_mapping_get_coordinates (lattice->mapping,
                                                                         process)[lattice->axes[0]]
                                      : process;

      points[process] = lattice->n > 0 && lattice->wrapped[0] && n > 2 ? get_on_circle (at, n)
                                                                       : get_in_line (at, n);
    }
}

/* Masters above, workers below. */
static void
place_in_two_rows (RefrainMapping *mapping, guint n, RefrainTopologyPoint *points)
{
  guint first = 0, counts[2] = { 0, 0 };
  double width;

  for (guint process = 0; process < n; process++)
    if (refrain_mapping_get_place (mapping, process) == 0)
      first = process;
  for (guint pass = 0; pass < 2; pass++)
    {
      guint seen[2] = { 0, 0 };

      for (guint process = 0; process < n; process++)
        {
          /* The first of the masters speaks to workers only. */
          const guint row = process != first
                            && refrain_mapping_get_direction (mapping, first, process)
                                   != REFRAIN_DIRECTION_NONE;

          seen[row]++;
          if (pass == 0)
            continue;
          width = MAX (counts[0], counts[1]);
          points[process].x = (float) (width * (seen[row] - 0.5) / counts[row]);
          points[process].y = row == 0 ? 0 : (float) MAX (1.5, 0.45 * width);
        }
      memcpy (counts, seen, sizeof counts);
    }
}

/* ---- Trees ----------------------------------------------------------------------------------- */

typedef struct
{
  guint n, n_leaves, depth;
  guint32 *first, *next; /* child, sibling; G_MAXUINT32: none */
  guint32 *level;
  double *slot; /* where it stands between the leaves */
} Tree;

/* Goes through one tree from @root; leaves take the slots from left to right, and whoever is above
 * stands over the middle of its own. */
static void
walk_tree (Tree *self, guint32 root, const guint32 *parents)
{
  guint32 node = root;

  self->level[root] = 0;
  while (node != G_MAXUINT32)
    {
      self->depth = MAX (self->depth, self->level[node]);
      if (self->first[node] != G_MAXUINT32)
        {
          self->level[self->first[node]] = self->level[node] + 1;
          node = self->first[node];
          continue;
        }
      self->slot[node] = self->n_leaves++;
      /* Up, until there is a sibling. */
      while (node != root && self->next[node] == G_MAXUINT32)
        {
          const guint32 parent = parents[node];

          self->slot[parent] = (self->slot[self->first[parent]] + self->slot[node]) / 2;
          node = parent;
        }
      if (node == root)
        break;
      self->level[self->next[node]] = self->level[node];
      node = self->next[node];
    }
}

static void
place_leaves (const Tree *self, RefrainTopologyPoint *points)
{
  const double room = self->n_leaves + 1, depth = MAX (self->depth, 1);

  for (guint i = 0; i < self->n; i++)
    if (self->n_leaves <= WIDE_TREE)
      points[i]
          = (RefrainTopologyPoint){ (float) self->slot[i],
                                    (float) (self->level[i] * MAX (1.2, 0.5 * room / depth)), 0 };
    else
      {
        const double angle = 2 * G_PI * self->slot[i] / self->n_leaves - G_PI / 2;
        const double radius = self->level[i] * MAX (1, self->n_leaves / (2 * G_PI * depth));

        points[i] = (RefrainTopologyPoint){ (float) (radius * cos (angle)),
                                            (float) (radius * sin (angle)), 0 };
      }
}

/* A tree or forest, each child below its parent (or, where it is wide, farther out): @parent of
 * each process, G_MAXUINT32 for roots. */
static void
refrain_topology_layout_tree (guint n, const guint32 *parents, RefrainTopologyPoint *points)
{
  Tree tree = { .n = n };

  g_return_if_fail (parents != NULL && points != NULL);

  tree.first = g_new (guint32, (gsize) n + 1);
  tree.next = g_new (guint32, (gsize) n + 1);
  tree.level = g_new0 (guint32, (gsize) n + 1);
  tree.slot = g_new0 (double, (gsize) n + 1);
  memset (tree.first, 0xff, ((gsize) n + 1) * sizeof *tree.first);
  memset (tree.next, 0xff, ((gsize) n + 1) * sizeof *tree.next);
  for (guint32 i = n; i-- > 0;)
    if (parents[i] < n && parents[i] != i)
      {
        tree.next[i] = tree.first[parents[i]];
        tree.first[parents[i]] = i;
      }
  for (guint32 i = 0; i < n; i++)
    if (parents[i] >= n || parents[i] == i)
      walk_tree (&tree, i, parents);
  place_leaves (&tree, points);
  refrain_free (tree.first, tree.next, tree.level, tree.slot);
}

static gint
find_direction (RefrainMapping *mapping, const char *name)
{
  const gint n = (gint) refrain_mapping_get_n_directions (mapping);

  for (gint direction = 0; direction < n; direction++)
    if (g_str_equal (refrain_mapping_get_direction_name (mapping, direction), name))
      return direction;
  return REFRAIN_DIRECTION_NONE;
}

/* FALSE where nobody has a parent. */
static gboolean
place_in_layers (RefrainMapping *mapping, guint n, RefrainTopologyPoint *points)
{
  const gint up = find_direction (mapping, "parent");
  g_autofree guint32 *parents = g_new (guint32, (gsize) n + 1);

  if (up == REFRAIN_DIRECTION_NONE)
    return FALSE;
  for (guint process = 0; process < n; process++)
    {
      const gint64 parent = refrain_mapping_get_neighbour (mapping, process, up);

      parents[process] = parent >= 0 ? (guint32) parent : G_MAXUINT32;
    }
  refrain_topology_layout_tree (n, parents, points);
  return TRUE;
}

/* ---- By kind --------------------------------------------------------------------------------- */

static void
route_straight (RefrainTopologyLine *lines, gsize n_lines, const RefrainTopologyPoint *points)
{
  for (gsize i = 0; i < n_lines; i++)
    {
      const RefrainTopologyPoint *from = &points[lines[i].a], *to = &points[lines[i].b];

      lines[i].step[0] = to->x - from->x;
      lines[i].step[1] = to->y - from->y;
      lines[i].step[2] = to->z - from->z;
    }
}

/* Whether the processes of a line or a ring that is drawn as such stand beside each other. */
static void
bend_in_line (RefrainTopologyLine *lines, gsize n_lines, guint n)
{
  for (gsize i = 0; i < n_lines; i++)
    if (n <= LONG_LINE && fabsf (lines[i].step[0]) > 1.5f && fabsf (lines[i].step[1]) < 0.1f)
      lines[i].bent = TRUE;
}

static gboolean
is_lattice (RefrainMapping *mapping)
{
  switch (refrain_mapping_get_kind (mapping))
    {
    case REFRAIN_TOPOLOGY_GRID:
    case REFRAIN_TOPOLOGY_HYPERCUBE:
    case REFRAIN_TOPOLOGY_BUTTERFLY:
    case REFRAIN_TOPOLOGY_CG:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
lay_out_lattice (RefrainMapping *mapping,
                 guint n,
                 RefrainTopologyLine *lines,
                 gsize n_lines,
                 RefrainTopologyPoint *points,
                 gboolean *solid)
{
  Lattice lattice;

  lattice_init (&lattice, mapping);
  *solid = lattice.n > 2;
  if (lattice.n > 1)
    {
      place_on_lattice (&lattice, n, points);
      for (gsize i = 0; i < n_lines; i++)
        route_on_lattice (&lattice, &lines[i]);
      return;
    }
  place_in_one_axis (&lattice, n, points);
  route_straight (lines, n_lines, points);
  if (lattice.n == 0 || !lattice.wrapped[0])
    bend_in_line (lines, n_lines, n);
}

/* One group by itself. */
static gboolean
lay_out_group (RefrainMapping *mapping,
               guint n,
               RefrainTopologyLine *lines,
               gsize n_lines,
               RefrainTopologyPoint *points,
               gboolean *solid,
               GCancellable *cancellable,
               GError **error)
{
  const RefrainTopologyKind kind
      = mapping != NULL ? refrain_mapping_get_kind (mapping) : REFRAIN_TOPOLOGY_USER;
  gboolean placed = TRUE;

  if (mapping != NULL && is_lattice (mapping))
    {
      lay_out_lattice (mapping, n, lines, n_lines, points, solid);
      return TRUE;
    }
  if (kind == REFRAIN_TOPOLOGY_TREE || kind == REFRAIN_TOPOLOGY_BINOMIAL)
    placed = place_in_layers (mapping, n, points);
  else if (kind == REFRAIN_TOPOLOGY_STAR || kind == REFRAIN_TOPOLOGY_ALL_TO_ALL)
    place_around (mapping, n, kind == REFRAIN_TOPOLOGY_STAR, points);
  else if (kind == REFRAIN_TOPOLOGY_BIPARTITE)
    place_in_two_rows (mapping, n, points);
  else
    placed = FALSE;
  if (!placed && !refrain_topology_layout_by_forces (n, lines, n_lines, points, cancellable, error))
    return FALSE;
  route_straight (lines, n_lines, points);
  return TRUE;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Who is where while groups are laid out. */
typedef struct
{
  const RefrainTopologyGroup *groups;
  guint n_groups, n;
  guint32 *group, *place; /* of each process; G_MAXUINT32: in none */
  guint32 *members;       /* group after group, then who is in none */
  gsize *starts;          /* of each group in the members, and the end of the last */
} Division;

static void
divide (Division *self)
{
  gsize at = 0;

  self->group = g_new (guint32, (gsize) self->n + 1);
  self->place = g_new0 (guint32, (gsize) self->n + 1);
  self->members = g_new (guint32, (gsize) self->n + 1);
  self->starts = g_new0 (gsize, (gsize) self->n_groups + 1);
  memset (self->group, 0xff, ((gsize) self->n + 1) * sizeof *self->group);
  for (guint i = 0; i < self->n_groups; i++)
    {
      self->starts[i] = at;
      for (guint j = 0; j < self->groups[i].n; j++)
        {
          const guint32 process
              = self->groups[i].processes != NULL ? self->groups[i].processes[j] : j;

          g_assert (process < self->n && self->group[process] == G_MAXUINT32);
          self->group[process] = i;
          self->place[process] = j;
          self->members[at++] = process;
        }
    }
  self->starts[self->n_groups] = at;
  for (guint32 process = 0; process < self->n; process++)
    if (self->group[process] == G_MAXUINT32)
      self->members[at++] = process;
}

REFRAIN_DEFINE_CLEAR (division_clear,
                      Division,
                      refrain_free (x->group, x->place, x->members, x->starts))

/* The lines within group @i, between places in it; @origins: where they come from. */
static GArray *
collect_own_lines (
    const Division *self, guint i, const RefrainTopologyLine *lines, gsize n_lines, GArray *origins)
{
  GArray *own = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyLine));

  g_array_set_size (origins, 0);
  for (gsize j = 0; j < n_lines; j++)
    if (self->group[lines[j].a] == i && self->group[lines[j].b] == i)
      {
        RefrainTopologyLine line = lines[j];

        line.a = self->place[line.a];
        line.b = self->place[line.b];
        g_array_append_val (own, line);
        g_array_append_val (origins, j);
      }
  return own;
}

static gboolean
lay_out_one_of_many (const Division *self,
                     guint i,
                     RefrainTopologyLine *lines,
                     gsize n_lines,
                     RefrainTopologyPoint *points,
                     gboolean *solid,
                     GCancellable *cancellable,
                     GError **error)
{
  const RefrainTopologyGroup *group = &self->groups[i];
  const guint32 *members = self->members + self->starts[i];
  g_autofree RefrainTopologyPoint *places = g_new0 (RefrainTopologyPoint, (gsize) group->n + 1);
  g_autoptr (GArray) origins = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GArray) own = collect_own_lines (self, i, lines, n_lines, origins);
  gboolean deep = FALSE;

  if (!lay_out_group (group->mapping, group->n, (RefrainTopologyLine *) (gpointer) own->data,
                      own->len, places, &deep, cancellable, error))
    return FALSE;
  *solid = *solid || deep;
  for (guint j = 0; j < group->n; j++)
    points[members[j]] = places[j];
  for (guint j = 0; j < own->len; j++)
    {
      RefrainTopologyLine *line = &lines[g_array_index (origins, gsize, j)];
      const RefrainTopologyLine *laid = &g_array_index (own, RefrainTopologyLine, j);

      line->wrapped = laid->wrapped;
      line->bent = laid->bent;
      memcpy (line->step, laid->step, sizeof line->step);
    }
  return TRUE;
}

gboolean
refrain_topology_layout (const RefrainTopologyGroup *groups,
                         guint n_groups,
                         guint n,
                         RefrainTopologyLine *lines,
                         gsize n_lines,
                         RefrainTopologyPoint *points,
                         gboolean *solid,
                         GCancellable *cancellable,
                         GError **error)
{
  Division division = { .groups = groups, .n_groups = n_groups, .n = n };
  g_autoptr (GArray) blocks = g_array_new (FALSE, TRUE, sizeof (RefrainTopologyBlock));
  gboolean done = TRUE;

  g_return_val_if_fail (points != NULL && solid != NULL, FALSE);
  g_return_val_if_fail (lines != NULL || n_lines == 0, FALSE);
  g_return_val_if_fail (groups != NULL || n_groups == 0, FALSE);

  *solid = FALSE;
  if (n_groups == 1 && groups[0].n == n && groups[0].processes == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error)
           && lay_out_group (groups[0].mapping, n, lines, n_lines, points, solid, cancellable,
                             error);
  divide (&division);
  route_straight (lines, n_lines, points);
  for (guint i = 0; i < n_groups && done; i++)
    {
      RefrainTopologyBlock block
          = { .members = division.members + division.starts[i], .n = groups[i].n };

      done = !g_cancellable_set_error_if_cancelled (cancellable, error)
             && lay_out_one_of_many (&division, i, lines, n_lines, points, solid, cancellable,
                                     error);
      refrain_topology_block_measure (&block, points);
      g_array_append_val (blocks, block);
    }
  for (gsize i = division.starts[n_groups]; i < n; i++)
    {
      const RefrainTopologyBlock block = { .members = division.members + i, .n = 1 };

      g_array_append_val (blocks, block);
    }
  refrain_topology_block_pack (blocks, points);
  division_clear (&division);
  return done;
}
