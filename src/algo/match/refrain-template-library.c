/* refrain-template-library.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns that are known by name, made for a grid of processes.
 */
#include "refrain-pattern-template.h"

/* A grid with row-major ranks. */
typedef struct
{
  const guint *dims;
  guint n_dims, n;
} Grid;

static gboolean
grid_init (Grid *self, const guint *dims, guint n_dims)
{
  guint64 n = 1;

  for (guint d = 0; d < n_dims; d++)
    {
      g_return_val_if_fail (dims[d] > 0, FALSE);
      n *= dims[d];
      if (n > REFRAIN_TEMPLATE_MAX_PROCESSES)
        return FALSE;
    }
  *self = (Grid){ .dims = dims, .n_dims = n_dims, .n = n };
  return TRUE;
}

/* How far apart the ranks of neighbours in dimension @d are. */
static guint
grid_stride (const Grid *self, guint d)
{
  guint stride = 1;

  for (guint i = d + 1; i < self->n_dims; i++)
    stride *= self->dims[i];
  return stride;
}

static guint
grid_coordinate (const Grid *self, guint rank, guint d)
{
  return rank / grid_stride (self, d) % self->dims[d];
}

/* The neighbour @step (1 or -1) along dimension @d; FALSE where there is none. */
static gboolean
grid_neighbour (const Grid *self, guint rank, guint d, int step, gboolean periodic, guint *result)
{
  guint extent = self->dims[d], stride = grid_stride (self, d);
  guint here = grid_coordinate (self, rank, d), there;

  if (extent == 1 || (!periodic && ((step < 0 && here == 0) || (step > 0 && here == extent - 1))))
    return FALSE;
  there = step > 0 ? (here + 1) % extent : (here + extent - 1) % extent;
  *result = rank - here * stride + there * stride;
  return TRUE;
}

/* "wavefront 2x4": takes nothing, gives a string to be freed. */
static char *
grid_describe (const Grid *self, const char *what)
{
  GString *text = g_string_new (what);

  for (guint d = 0; d < self->n_dims; d++)
    g_string_append_printf (text, "%c%u", d == 0 ? ' ' : 'x', self->dims[d]);
  return g_string_free (text, FALSE);
}

gboolean
refrain_template_is_corner (const guint *dims, guint n_dims, guint rank)
{
  guint rest = rank;

  for (guint d = n_dims; d-- > 0; rest /= dims[d])
    if (rest % dims[d] != 0 && rest % dims[d] != dims[d] - 1)
      return FALSE;
  return rest == 0;
}

RefrainPatternTemplate *
refrain_template_wavefront (const guint *dims, guint n_dims, guint origin)
{
  RefrainPatternTemplate *self;
  char *name;
  Grid grid;

  if (!grid_init (&grid, dims, n_dims))
    return NULL;
  g_return_val_if_fail (refrain_template_is_corner (dims, n_dims, origin), NULL);

  name = grid_describe (&grid, "wavefront");
  self = refrain_pattern_template_new (grid.n, g_strdup_printf ("%s from %u", name, origin));
  g_free (name);
  for (guint rank = 0; rank < grid.n; rank++)
    for (int send = 0; send <= 1; send++)
      for (guint d = n_dims; d-- > 0;)
        {
          int forward = grid_coordinate (&grid, origin, d) == 0 ? 1 : -1;
          guint peer;

          if (grid_neighbour (&grid, rank, d, send ? forward : -forward, FALSE, &peer))
            refrain_pattern_template_add (self, rank, send, peer, send);
        }
  return self;
}

/* In which order a process talks to its neighbours. */
typedef enum
{
  BY_LAST_DIMENSION,
  BY_FIRST_DIMENSION,
  SENDS_FIRST,
  RECEIVES_FIRST,
  N_STENCIL_ORDERS
} StencilOrder;

static void
add_exchange (RefrainPatternTemplate *self,
              const Grid *grid,
              guint rank,
              guint d,
              gboolean send,
              gboolean periodic,
              guint step)
{
  for (int way = -1; way <= 1; way += 2)
    {
      guint peer;

      if (grid_neighbour (grid, rank, d, way, periodic, &peer))
        refrain_pattern_template_add (self, rank, send, peer, step);
    }
}

static RefrainPatternTemplate *
make_stencil (const Grid *grid, gboolean periodic, StencilOrder order)
{
  RefrainPatternTemplate *self = refrain_pattern_template_new (
      grid->n, grid_describe (grid, periodic ? "periodic stencil" : "stencil"));
  gboolean by_dimension = order == BY_LAST_DIMENSION || order == BY_FIRST_DIMENSION;

  for (guint rank = 0; rank < grid->n; rank++)
    for (guint outer = 0; outer < (by_dimension ? grid->n_dims : 2); outer++)
      for (guint inner = 0; inner < (by_dimension ? 2 : grid->n_dims); inner++)
        {
          guint d = by_dimension ? outer : inner, half = by_dimension ? inner : outer;

          add_exchange (self, grid, rank, order == BY_FIRST_DIMENSION ? d : grid->n_dims - 1 - d,
                        order == RECEIVES_FIRST ? half == 1 : half == 0, periodic, outer);
        }
  return self;
}

RefrainPatternTemplate *
refrain_template_stencil (const guint *dims, guint n_dims, gboolean periodic)
{
  RefrainPatternTemplate *self = NULL;
  Grid grid;

  if (!grid_init (&grid, dims, n_dims)
      || (guint64) grid.n * n_dims * 4 > REFRAIN_TEMPLATE_MAX_EVENTS)
    return NULL;
  for (StencilOrder order = N_STENCIL_ORDERS; order-- > 0;)
    {
      RefrainPatternTemplate *first = make_stencil (&grid, periodic, order);

      first->next = self;
      self = first;
    }
  return self;
}

RefrainPatternTemplate *
refrain_template_ring (guint n)
{
  RefrainPatternTemplate *self;

  if (n > REFRAIN_TEMPLATE_MAX_PROCESSES)
    return NULL;
  self = refrain_pattern_template_new (n, g_strdup_printf ("ring %u", n));
  for (guint rank = 0; n > 1 && rank < n; rank++)
    {
      refrain_pattern_template_add (self, rank, TRUE, (rank + 1) % n, 0);
      refrain_pattern_template_add (self, rank, FALSE, (rank + n - 1) % n, 0);
    }
  return self;
}

RefrainPatternTemplate *
refrain_template_butterfly (guint n)
{
  RefrainPatternTemplate *self;

  if (n > REFRAIN_TEMPLATE_MAX_PROCESSES
      || (guint64) n * 2 * g_bit_storage (n) > REFRAIN_TEMPLATE_MAX_EVENTS)
    return NULL;
  self = refrain_pattern_template_new (n, g_strdup_printf ("butterfly %u", n));
  for (guint rank = 0; rank < n; rank++)
    for (guint round = 0; 1u << round < n; round++)
      {
        guint peer = rank ^ 1u << round;

        if (peer >= n)
          continue;
        refrain_pattern_template_add (self, rank, TRUE, peer, round);
        refrain_pattern_template_add (self, rank, FALSE, peer, round);
      }
  return self;
}

/* The rounds in which @rank has a child: those before the one in which it sends itself. */
static void
add_children (RefrainPatternTemplate *self, guint rank, gboolean send, guint step)
{
  for (guint round = 0; 1u << round < self->n_processes && (rank & 1u << round) == 0; round++)
    if (rank + (1u << round) < self->n_processes)
      refrain_pattern_template_add (self, rank, send, rank + (1u << round), step);
}

RefrainPatternTemplate *
refrain_template_binary_tree (guint n, gboolean broadcast)
{
  RefrainPatternTemplate *self;

  if (n > REFRAIN_TEMPLATE_MAX_PROCESSES)
    return NULL;
  self = refrain_pattern_template_new (
      n, g_strdup_printf ("binary tree %u (%s)", n, broadcast ? "broadcast" : "reduce"));
  for (guint rank = 0; rank < n; rank++)
    {
      guint parent = rank & (rank - 1);

      if (!broadcast)
        add_children (self, rank, FALSE, 0);
      if (rank > 0)
        refrain_pattern_template_add (self, rank, !broadcast, parent, broadcast ? 0 : 1);
      if (broadcast)
        add_children (self, rank, TRUE, 1);
    }
  return self;
}

RefrainPatternTemplate *
refrain_template_transpose (guint rows, guint columns)
{
  const guint dims[] = { rows, columns };
  RefrainPatternTemplate *self;
  Grid grid;

  if (!grid_init (&grid, dims, 2))
    return NULL;
  self = refrain_pattern_template_new (grid.n, grid_describe (&grid, "transpose"));
  for (guint rank = 0; rank < grid.n; rank++)
    {
      guint to = rank % columns * rows + rank / columns;
      guint from = rank % rows * columns + rank / rows;

      if (to == rank)
        continue;
      refrain_pattern_template_add (self, rank, TRUE, to, 0);
      refrain_pattern_template_add (self, rank, FALSE, from, 0);
    }
  return self;
}

RefrainPatternTemplate *
refrain_template_all_to_all (guint n)
{
  RefrainPatternTemplate *self;

  if (n > REFRAIN_TEMPLATE_MAX_PROCESSES || (guint64) n * n * 2 > REFRAIN_TEMPLATE_MAX_EVENTS)
    return NULL;
  self = refrain_pattern_template_new (n, g_strdup_printf ("all-to-all %u", n));
  for (guint rank = 0; rank < n; rank++)
    for (int send = 1; send >= 0; send--)
      for (guint peer = 0; peer < n; peer++)
        if (peer != rank)
          refrain_pattern_template_add (self, rank, send, peer, 0);
  return self;
}
