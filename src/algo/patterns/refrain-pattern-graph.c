/* refrain-pattern-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages are counted in a hash table by edge; a shape is looked for by degrees first, then by
 * going through the edges that it must have.
 */
#include "refrain-pattern-graph.h"

#include "refrain-compare.h"
#include "refrain-hash.h"
#include "refrain-free.h"

RefrainPatternGraph *
refrain_pattern_graph_new (guint n)
{
  RefrainPatternGraph *self = g_new0 (RefrainPatternGraph, 1);

  self->n = n;
  self->edges = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->ends = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  self->sends_to = g_new0 (guint, n + 1);
  self->receives_from = g_new0 (guint, n + 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_pattern_graph_free,
                             RefrainPatternGraph,
                             g_array_unref (x->edges);
                             g_hash_table_unref (x->ends);
                             refrain_free (x->sends_to, x->receives_from))

static guint
edge_from (guint64 edge)
{
  return (guint) (edge >> 32);
}

static guint
edge_to (guint64 edge)
{
  return (guint) (edge & G_MAXUINT32);
}

static guint64
make_edge (guint from, guint to)
{
  return (guint64) from << 32 | to;
}

/* How many ends of the messages from one node to another there are. */
typedef struct
{
  guint64 edge;
  guint64 sent, received;
} Ends;

void
refrain_pattern_graph_add (RefrainPatternGraph *self, guint from, guint to, gboolean send)
{
  const guint64 edge = make_edge (from, to);
  Ends *ends;

  g_assert (from < self->n && to < self->n);
  ends = g_hash_table_lookup (self->ends, &edge);
  if (ends == NULL)
    {
      ends = g_new0 (Ends, 1);
      ends->edge = edge;
      g_hash_table_add (self->ends, ends);
    }
  if (send)
    ends->sent++;
  else
    ends->received++;
}

void
refrain_pattern_graph_finish (RefrainPatternGraph *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->ends);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint64 edge = ((const Ends *) key)->edge;

      if (edge_from (edge) == edge_to (edge))
        {
          self->n_to_itself++;
          continue;
        }
      g_array_append_val (self->edges, edge);
      self->sends_to[edge_from (edge)]++;
      self->receives_from[edge_to (edge)]++;
    }
  g_array_sort (self->edges, refrain_compare_uint64);
}

/* How many messages there are from one node to another; 0 where some have one end alone. */
static guint64
count_messages (const RefrainPatternGraph *self, guint from, guint to)
{
  const guint64 edge = make_edge (from, to);
  const Ends *ends = g_hash_table_lookup (self->ends, &edge);

  return ends != NULL && ends->sent == ends->received ? ends->sent : 0;
}

static gboolean
has_edge (const RefrainPatternGraph *self, guint from, guint to)
{
  const guint64 edge = make_edge (from, to);

  return g_array_binary_search (self->edges, &edge, refrain_compare_uint64, NULL);
}

gboolean
refrain_pattern_graph_find_edge (const RefrainPatternGraph *self,
                                 guint from,
                                 guint to,
                                 guint *place)
{
  const guint64 edge = make_edge (from, to);

  return g_array_binary_search (self->edges, &edge, refrain_compare_uint64, place);
}

guint64
refrain_pattern_graph_count_messages (const RefrainPatternGraph *self)
{
  GHashTableIter iter;
  gpointer value;
  guint64 n = 0;

  g_hash_table_iter_init (&iter, self->ends);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Ends *ends = value;

      /* Of those that take part both ends are known; of others one. */
      n += ends->sent > 0 && ends->received > 0 ? MIN (ends->sent, ends->received)
                                                : MAX (ends->sent, ends->received);
    }
  return n;
}

/* ---- One node and all others ------------------------------------------------------------------
 */

static gboolean
find_star (const RefrainPatternGraph *self, RefrainShapeFound *found)
{
  const guint others = self->n - 1;

  for (guint i = 0; i < self->n; i++)
    {
      const gboolean out = self->sends_to[i] == others, in = self->receives_from[i] == others;

      found->root = i;
      if (out && in && self->edges->len == 2 * others)
        found->shape = self->n > 3 ? REFRAIN_SHAPE_STAR : REFRAIN_SHAPE_OTHER;
      else if (in && self->edges->len == others)
        found->shape = REFRAIN_SHAPE_GATHER;
      else if (out && self->edges->len == others)
        found->shape = REFRAIN_SHAPE_SCATTER;
      if (found->shape != REFRAIN_SHAPE_OTHER)
        return TRUE;
    }
  return FALSE;
}

/* ---- One way ----------------------------------------------------------------------------------
 */

/* Whether no way leads back: nodes that receive nothing any more are taken off. */
static gboolean
is_acyclic (const RefrainPatternGraph *self)
{
  g_autofree guint *left = g_memdup2 (self->receives_from, self->n * sizeof *left);
  g_autofree guint *first = g_new0 (guint, self->n + 1);
  g_autofree guint *queue = g_new (guint, self->n);
  guint head = 0, tail = 0;

  for (guint i = 0; i < self->n; i++)
    {
      first[i + 1] = first[i] + self->sends_to[i];
      if (left[i] == 0)
        queue[tail++] = i;
    }
  while (head < tail)
    {
      const guint node = queue[head++];

      for (guint e = first[node]; e < first[node + 1]; e++)
        {
          const guint to = edge_to (g_array_index (self->edges, guint64, e));

          if (--left[to] == 0)
            queue[tail++] = to;
        }
    }
  return tail == self->n;
}

/* One cycle through all nodes, one way. */
static gboolean
is_ring (const RefrainPatternGraph *self)
{
  guint node = 0, steps = 0;

  if (self->edges->len != self->n)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    if (self->sends_to[i] != 1 || self->receives_from[i] != 1)
      return FALSE;
  do
    {
      /* Each node has one edge: they stand in the order of the nodes. */
      node = edge_to (g_array_index (self->edges, guint64, node));
      steps++;
    }
  while (node != 0);
  return steps == self->n;
}

static gboolean
find_one_way (const RefrainPatternGraph *self, RefrainShapeFound *found)
{
  guint sources = 0, sinks = 0, most_in = 0, most_out = 0;

  for (guint i = 0; i < self->n; i++)
    {
      if (self->receives_from[i] == 0)
        {
          sources++;
          found->root = i;
        }
      if (self->sends_to[i] == 0)
        {
          sinks++;
          found->leaf = i;
        }
      most_out = MAX (most_out, self->sends_to[i]);
      most_in = MAX (most_in, self->receives_from[i]);
    }
  if (sources == 0 || sinks == 0 || !is_acyclic (self))
    return FALSE;
  if (sources == 1 && sinks == 1)
    {
      found->shape = REFRAIN_SHAPE_FLOW;
    }
  else if (sinks == 1 && most_out == 1)
    {
      found->shape = REFRAIN_SHAPE_REDUCTION;
      found->root = found->leaf;
    }
  else if (sources == 1 && most_in == 1)
    {
      found->shape = REFRAIN_SHAPE_BROADCAST;
    }
  return found->shape != REFRAIN_SHAPE_OTHER;
}

/* ---- Both ways --------------------------------------------------------------------------------
 */

/* All dimensions, as bits. */
#define ALL_DIMS G_MAXUINT

/* Whether the edges are those of neighbours on a grid, whose dimensions @closed, as bits, are. */
static gboolean
is_grid (const RefrainPatternGraph *self, const guint *dims, guint n_dims, guint closed)
{
  guint64 wanted = 0;
  guint stride = self->n;

  for (guint d = 0; d < n_dims; d++)
    wanted += (closed >> d & 1) != 0 && dims[d] > 2
                  ? 2 * (guint64) self->n
                  : 2 * (guint64) (self->n / dims[d]) * (dims[d] - 1);
  if (wanted != self->edges->len)
    return FALSE;
  for (guint d = 0; d < n_dims; d++)
    {
      stride /= dims[d];
      for (guint i = 0; i < self->n; i++)
        {
          const gboolean last = i / stride % dims[d] == dims[d] - 1;
          const guint next = last ? i - (dims[d] - 1) * stride : i + stride;

          if ((!last || (closed >> d & 1) != 0)
              && (!has_edge (self, i, next) || !has_edge (self, next, i)))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
try_grid (const RefrainPatternGraph *self,
          guint n_dims,
          guint a,
          guint b,
          guint c,
          RefrainShapeFound *found)
{
  const guint dims[3] = { a, b, c };

  for (guint closed = 0; closed < 2; closed++)
    if (is_grid (self, dims, n_dims, closed ? ALL_DIMS : 0))
      {
        found->shape = closed ? REFRAIN_SHAPE_TORUS : REFRAIN_SHAPE_GRID;
        found->n_dims = n_dims;
        for (guint d = 0; d < n_dims; d++)
          found->dims[d] = dims[d];
        return TRUE;
      }
  return FALSE;
}

/* Lines before areas before bodies. */
static gboolean
find_grid (const RefrainPatternGraph *self, RefrainShapeFound *found)
{
  const guint n = self->n;

  if (try_grid (self, 1, n, 1, 1, found))
    return TRUE;
  for (guint a = 2; a <= n / 2; a++)
    if (n % a == 0 && try_grid (self, 2, a, n / a, 1, found))
      return TRUE;
  for (guint a = 2; a <= n / 4; a++)
    for (guint b = 2; n % a == 0 && b <= n / a / 2; b++)
      if (n / a % b == 0 && try_grid (self, 3, a, b, n / a / b, found))
        return TRUE;
  return FALSE;
}

/* Calls the grids of two and three dimensions with as many nodes, until @try finds one. */
typedef gboolean (*TryGrid) (const RefrainPatternGraph *self,
                             const guint *dims,
                             guint n_dims,
                             RefrainShapeFound *found);

static gboolean
try_grids (const RefrainPatternGraph *self, TryGrid try, RefrainShapeFound *found)
{
  const guint n = self->n;

  for (guint a = 2; a <= n / 2; a++)
    if (n % a == 0 && try (self, (const guint[]){ a, n / a }, 2, found))
      return TRUE;
  for (guint a = 2; a <= n / 4; a++)
    for (guint b = 2; n % a == 0 && b <= n / a / 2; b++)
      if (n / a % b == 0 && try (self, (const guint[]){ a, b, n / a / b }, 3, found))
        return TRUE;
  return FALSE;
}

static void
set_found (RefrainShapeFound *found, RefrainShape shape, const guint *dims, guint n_dims)
{
  found->shape = shape;
  found->n_dims = n_dims;
  for (guint d = 0; d < n_dims; d++)
    found->dims[d] = dims[d];
}

/* The node that lies @step (-1, 0 or 1 in each dimension, as a number of base three) from @node, or
 * REFRAIN_NO_NODE beyond the border. */
#define REFRAIN_NO_NODE G_MAXUINT

static guint
go (const RefrainPatternGraph *self,
    const guint *dims,
    guint n_dims,
    guint closed,
    guint node,
    guint step)
{
  guint stride = self->n, to = 0;

  for (guint d = 0; d < n_dims; d++, step /= 3)
    {
      const guint own = (stride /= dims[d], node / stride % dims[d]);
      const guint moved = own + dims[d] + step % 3 - 1;

      if ((closed >> d & 1) == 0 && (moved < dims[d] || moved >= 2 * dims[d]))
        return REFRAIN_NO_NODE;
      to += moved % dims[d] * stride;
    }
  return to;
}

/* Whether each node has an edge to each other one around it, corners too, and there are no others.
 * @one_way: each of these in one direction alone. */
static gboolean
is_stencil (const RefrainPatternGraph *self,
            const guint *dims,
            guint n_dims,
            guint closed,
            gboolean one_way)
{
  const guint n_steps = n_dims == 2 ? 9 : 27;
  guint64 found = 0;

  for (guint i = 0; i < self->n; i++)
    for (guint step = 0; step < n_steps; step++)
      {
        const guint to = go (self, dims, n_dims, closed, i, step);

        if (to == REFRAIN_NO_NODE || to == i)
          continue;
        if (one_way ? has_edge (self, i, to) == has_edge (self, to, i) : !has_edge (self, i, to))
          return FALSE;
        found++;
      }
  return found == (one_way ? 2 : 1) * (guint64) self->edges->len;
}

static gboolean
try_stencil (const RefrainPatternGraph *self,
             const guint *dims,
             guint n_dims,
             RefrainShapeFound *found)
{
  gboolean wide = TRUE;

  for (guint d = 0; d < n_dims; d++)
    wide &= dims[d] > 2;
  if (is_stencil (self, dims, n_dims, 0, FALSE))
    set_found (found, REFRAIN_SHAPE_STENCIL, dims, n_dims);
  else if (wide && is_stencil (self, dims, n_dims, ALL_DIMS, FALSE))
    set_found (found, REFRAIN_SHAPE_STENCIL_TORUS, dims, n_dims);
  return found->shape != REFRAIN_SHAPE_OTHER;
}

/* Closed in some dimensions that are wide enough to tell. */
static gboolean
try_partly_closed (const RefrainPatternGraph *self,
                   const guint *dims,
                   guint n_dims,
                   RefrainShapeFound *found)
{
  for (guint closed = 1; closed + 1 < 1u << n_dims; closed++)
    {
      gboolean wide = TRUE;

      for (guint d = 0; d < n_dims; d++)
        wide &= (closed >> d & 1) == 0 || dims[d] > 2;
      if (!wide)
        continue;
      if (is_grid (self, dims, n_dims, closed))
        set_found (found, REFRAIN_SHAPE_PARTLY_CLOSED, dims, n_dims);
      else if (is_stencil (self, dims, n_dims, closed, FALSE))
        set_found (found, REFRAIN_SHAPE_STENCIL_PARTLY_CLOSED, dims, n_dims);
      else
        continue;
      found->closed = closed;
      return TRUE;
    }
  return FALSE;
}

static gboolean
try_one_way_stencil (const RefrainPatternGraph *self,
                     const guint *dims,
                     guint n_dims,
                     RefrainShapeFound *found)
{
  if (!is_stencil (self, dims, n_dims, 0, TRUE))
    return FALSE;
  set_found (found, REFRAIN_SHAPE_STENCIL, dims, n_dims);
  return TRUE;
}

/* The same without corners. */
static gboolean
try_one_way_grid (const RefrainPatternGraph *self,
                  const guint *dims,
                  guint n_dims,
                  RefrainShapeFound *found)
{
  const guint still = n_dims == 2 ? 4 : 13;
  guint64 n = 0;

  for (guint i = 0; i < self->n; i++)
    for (guint d = 0, base = 1; d < n_dims; d++, base *= 3)
      {
        const guint to = go (self, dims, n_dims, 0, i, still + base);

        if (to == REFRAIN_NO_NODE)
          continue;
        if (has_edge (self, i, to) == has_edge (self, to, i))
          return FALSE;
        n++;
      }
  if (n != self->edges->len)
    return FALSE;
  set_found (found, REFRAIN_SHAPE_GRID, dims, n_dims);
  return TRUE;
}

/* Whether each node sends to the next one in each dimension, and to nobody else: "next" may be up
 * or down in each. */
static gboolean
try_torus_shift (const RefrainPatternGraph *self,
                 const guint *dims,
                 guint n_dims,
                 RefrainShapeFound *found)
{
  /* No step in any dimension. */
  const guint still = n_dims == 2 ? 4 : 13;

  if (self->edges->len != (guint64) self->n * n_dims)
    return FALSE;
  for (guint d = 0, base = 1; d < n_dims; d++, base *= 3)
    {
      gboolean up = TRUE, down = TRUE;

      for (guint i = 0; i < self->n && (up || down); i++)
        {
          up = up && has_edge (self, i, go (self, dims, n_dims, ALL_DIMS, i, still + base));
          down = down && has_edge (self, i, go (self, dims, n_dims, ALL_DIMS, i, still - base));
        }
      if (!up && !down)
        return FALSE;
    }
  set_found (found, REFRAIN_SHAPE_TORUS_SHIFT, dims, n_dims);
  return TRUE;
}

/* Each node sends to those at the same distances. */
static gboolean
find_circulant (const RefrainPatternGraph *self, RefrainShapeFound *found)
{
  const guint n = self->n, degree = self->sends_to[0];

  if (self->edges->len != (guint64) n * degree)
    return FALSE;
  for (guint e = 0; e < degree; e++)
    {
      const guint distance = edge_to (g_array_index (self->edges, guint64, e));

      for (guint i = 0; i < n; i++)
        if (!has_edge (self, i, (i + distance) % n) || !has_edge (self, (i + distance) % n, i))
          return FALSE;
      if (2 * distance > n)
        continue;
      if (found->n_distances == REFRAIN_MAX_DISTANCES)
        return FALSE;
      found->distances[found->n_distances++] = distance;
    }
  found->shape = REFRAIN_SHAPE_CIRCULANT;
  return TRUE;
}

gboolean
refrain_pattern_graph_is_both_ways (const RefrainPatternGraph *self)
{
  for (guint e = 0; e < self->edges->len; e++)
    {
      const guint64 edge = g_array_index (self->edges, guint64, e);

      if (!has_edge (self, edge_to (edge), edge_from (edge)))
        return FALSE;
    }
  return TRUE;
}

/* Messages both ways along the edges of a tree: one edge less than nodes, and all are connected as
 * far as they are one instance. */
static gboolean
find_tree (const RefrainPatternGraph *self, RefrainShapeFound *found)
{
  if (self->edges->len != 2 * ((guint64) self->n - 1) || !refrain_pattern_graph_is_both_ways (self))
    return FALSE;
  found->shape = REFRAIN_SHAPE_TREE;
  return TRUE;
}

RefrainShapeFound
refrain_pattern_graph_find_one_way_grid (const RefrainPatternGraph *self)
{
  RefrainShapeFound found = { .shape = REFRAIN_SHAPE_OTHER };

  if (self->n > 3 && refrain_pattern_graph_is_even (self)
      && !try_grids (self, try_one_way_stencil, &found) && self->n > 5)
    try_grids (self, try_one_way_grid, &found);
  return found;
}

/* Whether @node is an even number of steps from the first one. */
static gboolean
is_even_place (const guint *dims, guint n_dims, guint node)
{
  guint steps = 0;

  for (guint d = n_dims; d-- > 0; node /= dims[d])
    steps += node % dims[d];
  return steps % 2 == 0;
}

/* Whether each node of the colour of the first, or each of the other, sends to all its neighbours,
 * and there is no other edge. */
static gboolean
is_coloured (const RefrainPatternGraph *self, const guint *dims, guint n_dims, guint closed)
{
  /* No step in any dimension. */
  const guint still = n_dims == 2 ? 4 : 13;
  guint64 n = 0;

  for (guint i = 0; i < self->n; i++)
    for (guint d = 0, base = 1; d < n_dims; d++, base *= 3)
      for (guint way = 0; way < 2; way++)
        {
          const guint to = go (self, dims, n_dims, closed, i, way ? still + base : still - base);
          const gboolean says = is_even_place (dims, n_dims, i) == (self->sends_to[0] > 0);

          if (to == REFRAIN_NO_NODE)
            continue;
          if (has_edge (self, i, to) != says)
            return FALSE;
          n += says;
        }
  return n == self->edges->len;
}

static gboolean
try_colours (const RefrainPatternGraph *self,
             const guint *dims,
             guint n_dims,
             RefrainShapeFound *found)
{
  gboolean wide = TRUE;

  for (guint d = 0; d < n_dims; d++)
    wide &= dims[d] > 2 && dims[d] % 2 == 0;
  if (is_coloured (self, dims, n_dims, 0))
    set_found (found, REFRAIN_SHAPE_GRID, dims, n_dims);
  else if (wide && is_coloured (self, dims, n_dims, ALL_DIMS))
    set_found (found, REFRAIN_SHAPE_TORUS, dims, n_dims);
  return found->shape != REFRAIN_SHAPE_OTHER;
}

RefrainShapeFound
refrain_pattern_graph_find_colours (const RefrainPatternGraph *self)
{
  RefrainShapeFound found = { .shape = REFRAIN_SHAPE_OTHER };

  /* Of less than six nodes any grid is a ring or a line, too. */
  if (self->n > 5 && refrain_pattern_graph_is_even (self))
    try_grids (self, try_colours, &found);
  return found;
}

/* In how many dimensions of a grid that is two wide the ends of an edge differ. */
static guint
get_kind (const RefrainPatternGraph *self, guint e)
{
  const guint64 edge = g_array_index (self->edges, guint64, e);
  const guint differ = edge_from (edge) ^ edge_to (edge);

  return (differ & 1) + (differ >> 1 & 1) + (differ >> 2);
}

/* Whether what goes over edges of @kind is larger than what goes over those of the next: always, or
 * of eight nodes in so many of all pairs (Mann and Whitney's U) that sizes without order give it
 * once in a hundred times, and both kinds together once in ten thousand. */
static gboolean
is_larger (const RefrainPatternGraph *self, const guint64 *bytes, guint kind)
{
  guint64 n = 0, larger = 0; /* twice: ties count half */

  for (guint i = 0; i < self->edges->len; i++)
    for (guint j = 0; j < self->edges->len; j++)
      if (get_kind (self, i) == kind && get_kind (self, j) == kind + 1)
        {
          n += 2;
          larger += bytes[i] > bytes[j] ? 2 : bytes[i] == bytes[j];
        }
  return n > 0 && (self->n == 8 ? 4 * larger >= 3 * n : larger == n);
}

gboolean
refrain_pattern_graph_has_sizes_of_grid (const RefrainPatternGraph *self,
                                         const guint64 *bytes,
                                         RefrainShapeFound *found)
{
  const guint n_dims = self->n == 4 ? 2 : 3;

  if (self->n != 4 && self->n != 8)
    return FALSE;
  for (guint kind = 1; kind < n_dims; kind++)
    if (!is_larger (self, bytes, kind))
      return FALSE;
  set_found (found, REFRAIN_SHAPE_STENCIL, (const guint[]){ 2, 2, 2 }, n_dims);
  return TRUE;
}

/* ---- How many messages ------------------------------------------------------------------------
 */

static gboolean
is_lattice (const RefrainShapeFound *found)
{
  return found->shape == REFRAIN_SHAPE_GRID || found->shape == REFRAIN_SHAPE_TORUS
         || found->shape == REFRAIN_SHAPE_PARTLY_CLOSED;
}

/* The dimension, from 1, of two along which two neighbours on a lattice lie; 0: another one. */
static guint
find_two_wide (const RefrainPatternGraph *self,
               const RefrainShapeFound *found,
               guint from,
               guint to)
{
  const guint distance = MAX (from, to) - MIN (from, to);
  guint stride = self->n;

  for (guint d = 0; is_lattice (found) && d < found->n_dims; d++)
    {
      stride /= found->dims[d];
      if (found->dims[d] == 2 && distance == stride && from / stride % 2 != to / stride % 2)
        return d + 1;
    }
  return 0;
}

/* Which dimensions are closed: those of two whose neighbours, on both sides of each other, exchange
 * twice as many messages as others, and of those that are longer the ones the edges tell. */
static void
find_closed (RefrainShapeFound *found, const guint64 *messages, guint64 once)
{
  const gboolean ring = found->shape == REFRAIN_SHAPE_TORUS;
  guint closed = found->closed, all = (1u << found->n_dims) - 1;

  for (guint d = 0; d < found->n_dims; d++)
    if (found->dims[d] == 2 ? messages[d + 1] > once : ring)
      closed |= 1u << d;
  found->closed = closed == all ? 0 : closed;
  found->shape = closed == all ? REFRAIN_SHAPE_TORUS
                 : closed == 0 ? REFRAIN_SHAPE_GRID
                               : REFRAIN_SHAPE_PARTLY_CLOSED;
}

/* Whether nodes send to themselves only where that belongs to the shape, each as often as @times.
 */
static gboolean
may_be_to_itself (const RefrainPatternGraph *self, const RefrainShapeFound *found, guint64 times)
{
  if (self->n_to_itself == 0)
    return TRUE;
  if (found->shape == REFRAIN_SHAPE_ALL_TO_ALL)
    {
      for (guint i = 0; i < self->n; i++)
        if (count_messages (self, i, i) != times)
          return FALSE;
      return TRUE;
    }
  if (found->itself)
    return TRUE;
  return (found->shape == REFRAIN_SHAPE_GATHER || found->shape == REFRAIN_SHAPE_SCATTER
          || found->shape == REFRAIN_SHAPE_STAR)
         && self->n_to_itself == 1 && count_messages (self, found->root, found->root) == times;
}

/* Whether each node sends itself as many messages, and that goes with neighbours on a grid: along a
 * dimension of one. */
static gboolean
is_with_itself (const RefrainPatternGraph *self, const RefrainShapeFound *found)
{
  const guint64 times = count_messages (self, 0, 0);

  if (!is_lattice (found) && found->shape != REFRAIN_SHAPE_RING)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    if (times == 0 || count_messages (self, i, i) != times)
      return FALSE;
  return TRUE;
}

/* Whether there are as many messages over each edge, or twice as many along dimensions of two,
 * which are closed then. */
static gboolean
is_even (const RefrainPatternGraph *self, RefrainShapeFound *found)
{
  guint64 messages[REFRAIN_MAX_PATTERN_DIMS + 1] = { 0 }, once = 0;

  for (guint e = 0; e < self->edges->len; e++)
    {
      const guint64 edge = g_array_index (self->edges, guint64, e);
      const guint from = edge_from (edge), to = edge_to (edge);
      const guint64 own = count_messages (self, from, to);
      guint64 *wanted = &messages[find_two_wide (self, found, from, to)];

      if (own == 0 || (*wanted != 0 && *wanted != own))
        return FALSE;
      *wanted = own;
    }
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (messages[i] != 0)
      once = once == 0 ? messages[i] : MIN (once, messages[i]);
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (messages[i] != 0 && messages[i] != once && (i == 0 || messages[i] != 2 * once))
      return FALSE;
  if (is_lattice (found))
    find_closed (found, messages, once);
  return may_be_to_itself (self, found, once);
}

gboolean
refrain_pattern_graph_is_even (const RefrainPatternGraph *self)
{
  RefrainShapeFound any = { .shape = REFRAIN_SHAPE_OTHER };

  return is_even (self, &any);
}

RefrainShapeFound
refrain_pattern_graph_find_shape (const RefrainPatternGraph *self)
{
  const RefrainShapeFound other = { .shape = REFRAIN_SHAPE_OTHER };
  RefrainShapeFound found = other;

  if (self->n < 3)
    return other;
  if (!find_star (self, &found))
    {
      if (self->edges->len == (guint64) self->n * (self->n - 1))
        found.shape = REFRAIN_SHAPE_ALL_TO_ALL;
      else if (is_ring (self))
        found.shape = REFRAIN_SHAPE_RING;
      else if (!find_one_way (self, &found) && !find_grid (self, &found)
               && !try_grids (self, try_stencil, &found)
               && !try_grids (self, try_torus_shift, &found)
               && !try_grids (self, try_partly_closed, &found) && !find_circulant (self, &found)
               && !find_tree (self, &found))
        return other;
    }
  found.itself = is_with_itself (self, &found);
  return is_even (self, &found) ? found : other;
}
