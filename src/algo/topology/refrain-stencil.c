/* refrain-stencil.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A shape is a chain of strides 1 | s1 | s2 | ... | n. In the right one the edges have few offsets;
 * a wrong one is given up as soon as it shows many.
 */
#include "refrain-stencil.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-hash.h"

/* Shapes of fewer factorisations than this are all tried. */
#define MANY_SHAPES 600
/* Different offsets of a shape that is not given up, at least. */
#define MANY_OFFSETS 128
/* ... and at most. */
#define TOO_MANY_OFFSETS 2048
/* Strides that are taken from the differences of ranks, the most frequent ones. */
#define MAX_STRIDES 12
/* Axes of chains that leave out strides. */
#define MAX_CHAIN        3
#define MAX_EDGES_A_NODE 256

void
refrain_stencil_clear (RefrainStencil *self)
{
  g_free (self->offsets);
  *self = (RefrainStencil){ 0 };
}

/* An offset as a number: its place in a lattice that is twice as wide. */
typedef struct
{
  gint64 key;
  gsize count;
} OffsetCount;

typedef struct
{
  RefrainGraph *graph;
  GCancellable *cancellable;
  guint n;
  RefrainStencil best;
  gsize best_cost;
  gboolean found;
} Search;

/* ---- One shape --------------------------------------------------------------------------------
 */

static gint64
pack (const guint *sizes, guint n_dimensions, const gint *offset)
{
  gint64 key = 0;

  for (guint a = 0; a < n_dimensions; a++)
    key = key * (2 * (gint64) sizes[a] - 1) + offset[a];
  return key;
}

static void
unpack (const guint *sizes, guint n_dimensions, gint64 key, gint *offset)
{
  for (guint a = n_dimensions; a-- > 0;)
    {
      const gint64 base = 2 * (gint64) sizes[a] - 1;
      gint64 digit = key % base;

      if (digit >= (gint64) sizes[a])
        digit -= base;
      if (digit <= -(gint64) sizes[a])
        digit += base;
      offset[a] = (gint) digit;
      key = (key - digit) / base;
    }
}

/* How often each offset occurs, from the smaller rank to the larger; NULL where there are more than
 * the graph can have as a stencil of this shape. */
static GArray *
count_offsets (const Search *search, const guint *sizes, guint n_dimensions)
{
  const gsize limit = CLAMP (4 * (gsize) refrain_graph_get_max_degree (search->graph), MANY_OFFSETS,
                             TOO_MANY_OFFSETS);
  g_autoptr (GHashTable) slots = g_hash_table_new (refrain_hash_int64, g_int64_equal);
  g_autoptr (GArray) counts = g_array_sized_new (FALSE, FALSE, sizeof (OffsetCount), limit + 1);
  guint a_place[REFRAIN_MAX_DIMENSIONS];

  for (guint u = 0; u < search->n; u++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (search->graph, u);
      guint rest = u;

      for (guint a = n_dimensions; a-- > 0; rest /= sizes[a])
        a_place[a] = rest % sizes[a];
      for (guint k = 0; k < refrain_graph_get_degree (search->graph, u); k++)
        {
          gint offset[REFRAIN_MAX_DIMENSIONS];
          gint64 key;
          OffsetCount *count;

          if (neighbours[k] < u)
            continue;
          rest = neighbours[k];
          for (guint a = n_dimensions; a-- > 0; rest /= sizes[a])
            offset[a] = (gint) (rest % sizes[a]) - (gint) a_place[a];
          key = pack (sizes, n_dimensions, offset);
          count = g_hash_table_lookup (slots, &key);
          if (count == NULL)
            {
              const OffsetCount first = { key, 0 };

              if (counts->len == limit)
                return NULL;
              g_array_append_val (counts, first); /* does not move: sized before */
              count = &g_array_index (counts, OffsetCount, counts->len - 1);
              g_hash_table_insert (slots, &count->key, count);
            }
          count->count++;
        }
    }
  return g_steal_pointer (&counts);
}

static void
fold (const guint *sizes, guint n_dimensions, guint wrapped, gint *offset)
{
  gint sign = 0;

  for (guint a = 0; a < n_dimensions; a++)
    if (wrapped >> a & 1)
      {
        const gint size = (gint) sizes[a];

        if (offset[a] > size / 2)
          offset[a] -= size;
        else if (-offset[a] >= size - size / 2)
          offset[a] += size;
      }
  /* The half whose slowest step is forth. */
  for (guint a = 0; a < n_dimensions && sign == 0; a++)
    sign = offset[a];
  for (guint a = 0; a < n_dimensions && sign < 0; a++)
    {
      offset[a] = -offset[a];
      if ((wrapped >> a & 1) && -2 * offset[a] == (gint) sizes[a])
        offset[a] = -offset[a];
    }
}

/* The edges that a stencil of this offset alone has. */
static gsize
count_possible (guint n, const guint *sizes, guint n_dimensions, guint wrapped, const gint *offset)
{
  gsize possible = 1;
  gboolean half = TRUE;

  for (guint a = 0; a < n_dimensions; a++)
    {
      const gboolean wraps = wrapped >> a & 1;

      possible *= wraps ? sizes[a] : sizes[a] - (gsize) ABS (offset[a]);
      half &= offset[a] == 0 || (wraps && 2 * (guint) ABS (offset[a]) == sizes[a]);
    }
  return half ? possible / 2 : possible;
}

REFRAIN_DEFINE_COMPARE (compare_offset_counts, OffsetCount, REFRAIN_RISING (key))

/* Fewer exceptions and offsets, axes and wraps than what was found before? */
static gboolean
is_better (const Search *search, gsize cost, const RefrainStencil *other)
{
  const RefrainStencil *best = &search->best;

  if (!search->found || cost != search->best_cost)
    return !search->found || cost < search->best_cost;
  if (other->n_offsets != best->n_offsets)
    return other->n_offsets < best->n_offsets;
  if (other->n_dimensions != best->n_dimensions)
    return other->n_dimensions < best->n_dimensions;
  return other->wrapped == 0 && best->wrapped != 0;
}

/* The offsets that more often are there than not, with axes wrapped as said. */
static void
try_wrapped (
    Search *search, const guint *sizes, guint n_dimensions, guint wrapped, const GArray *counts)
{
  g_autoptr (GArray) folded = g_array_new (FALSE, FALSE, sizeof (OffsetCount));
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (gint) * n_dimensions);
  RefrainStencil stencil = { .n_dimensions = n_dimensions, .wrapped = wrapped };

  for (guint i = 0; i < counts->len; i++)
    {
      OffsetCount count = g_array_index (counts, OffsetCount, i);
      gint offset[REFRAIN_MAX_DIMENSIONS];

      unpack (sizes, n_dimensions, count.key, offset);
      fold (sizes, n_dimensions, wrapped, offset);
      count.key = pack (sizes, n_dimensions, offset);
      g_array_append_val (folded, count);
    }
  g_array_sort (folded, compare_offset_counts);
  for (guint i = 0; i < folded->len;)
    {
      const gint64 key = g_array_index (folded, OffsetCount, i).key;
      gint offset[REFRAIN_MAX_DIMENSIONS];
      gsize count = 0, possible;

      for (; i < folded->len && g_array_index (folded, OffsetCount, i).key == key; i++)
        count += g_array_index (folded, OffsetCount, i).count;
      unpack (sizes, n_dimensions, key, offset);
      possible = count_possible (search->n, sizes, n_dimensions, wrapped, offset);
      if (possible - count < count)
        {
          stencil.missing += possible - count;
          g_array_append_vals (chosen, offset, 1);
        }
      else
        stencil.extra += count;
    }
  stencil.n_offsets = chosen->len;
  if (chosen->len > 0 && is_better (search, stencil.extra + stencil.missing, &stencil))
    {
      refrain_copy (stencil.sizes, sizes, n_dimensions * sizeof *sizes);
      stencil.offsets
          = g_memdup2 (chosen->data, (gsize) chosen->len * n_dimensions * sizeof (gint));
      refrain_stencil_clear (&search->best);
      search->best = stencil;
      search->best_cost = stencil.extra + stencil.missing;
      search->found = TRUE;
    }
}

/* With every set of those axes wrapped that some edge crosses the long way. */
static void
try_shape (Search *search, const guint *sizes, guint n_dimensions)
{
  g_autoptr (GArray) counts = NULL;
  guint axes[REFRAIN_MAX_DIMENSIONS], n_axes = 0, may_wrap = 0;

  if (g_cancellable_is_cancelled (search->cancellable))
    return;
  counts = count_offsets (search, sizes, n_dimensions);
  if (counts == NULL)
    return;
  for (guint i = 0; i < counts->len; i++)
    {
      gint offset[REFRAIN_MAX_DIMENSIONS];

      unpack (sizes, n_dimensions, g_array_index (counts, OffsetCount, i).key, offset);
      for (guint a = 0; a < n_dimensions; a++)
        if (sizes[a] > 2 && 2 * (guint) ABS (offset[a]) >= sizes[a])
          may_wrap |= 1u << a;
    }
  for (guint a = 0; a < n_dimensions; a++)
    if (may_wrap >> a & 1)
      axes[n_axes++] = a;
  if (n_axes > 6)
    {
      try_wrapped (search, sizes, n_dimensions, 0, counts);
      try_wrapped (search, sizes, n_dimensions, may_wrap, counts);
      return;
    }
  for (guint set = 0; set < 1u << n_axes; set++)
    {
      guint wrapped = 0;

      for (guint i = 0; i < n_axes; i++)
        wrapped |= (set >> i & 1) << axes[i];
      try_wrapped (search, sizes, n_dimensions, wrapped, counts);
    }
}

/* ---- The shapes -------------------------------------------------------------------------------
 */

/* The shape of strides[0] = 1 < strides[1] < ..., each a multiple of the one before. */
static void
try_chain (Search *search, const guint *strides, guint n)
{
  guint sizes[REFRAIN_MAX_DIMENSIONS];

  for (guint i = 0; i < n; i++)
    sizes[n - 1 - i] = (i + 1 < n ? strides[i + 1] : search->n) / strides[i];
  try_shape (search, sizes, n);
}

/* All chains of @strides (rising) behind those chosen. Gives how many there are, and tries them
 * where @search is given. */
static gsize
walk_chains (Search *search,
             const guint *strides,
             guint n_strides,
             guint from,
             guint *chain,
             guint length,
             guint max_length)
{
  gsize n = 1;

  if (search != NULL)
    try_chain (search, chain, length);
  for (guint i = from; i < n_strides && length < max_length && n < MANY_SHAPES; i++)
    if (strides[i] % chain[length - 1] == 0)
      {
        chain[length] = strides[i];
        n += walk_chains (search, strides, n_strides, i + 1, chain, length + 1, max_length);
      }
  return n;
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const OffsetCount *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return compare_offset_counts (a, b);
}

/* The divisors of n that occur most often as differences of linked ranks. */
static guint
find_strides (const Search *search, guint *strides)
{
  g_autofree gsize *counts = g_new0 (gsize, search->n);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (OffsetCount));
  guint n;

  for (guint u = 0; u < search->n; u++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (search->graph, u);

      for (guint k = 0; k < refrain_graph_get_degree (search->graph, u); k++)
        if (neighbours[k] > u)
          counts[neighbours[k] - u]++;
    }
  for (guint d = 2; d < search->n; d++)
    if (search->n % d == 0 && counts[d] > 0)
      {
        const OffsetCount count = { d, counts[d] };

        g_array_append_val (found, count);
      }
  g_array_sort (found, compare_counts);
  n = MIN (found->len, MAX_STRIDES);
  for (guint i = 0; i < n; i++)
    strides[i] = (guint) g_array_index (found, OffsetCount, i).key;
  refrain_sort (strides, n, sizeof *strides, refrain_compare_uint32);
  return n;
}

static void
try_shapes (Search *search)
{
  g_autoptr (GArray) divisors = g_array_new (FALSE, FALSE, sizeof (guint));
  guint chain[REFRAIN_MAX_DIMENSIONS] = { 1 }, strides[MAX_STRIDES], n_strides, length = 1;
  gsize n_edges = refrain_graph_get_n_edges (search->graph);

  for (guint d = 2; d <= search->n / 2; d++)
    if (search->n % d == 0)
      g_array_append_val (divisors, d);
  if (walk_chains (NULL, (const guint *) divisors->data, divisors->len, 0, chain, 1,
                   REFRAIN_MAX_DIMENSIONS)
              * n_edges
          < MANY_SHAPES * (gsize) 1000
      && search->n <= 256)
    {
      walk_chains (search, (const guint *) divisors->data, divisors->len, 0, chain, 1,
                   REFRAIN_MAX_DIMENSIONS);
      return;
    }
  n_strides = find_strides (search, strides);
  walk_chains (search, strides, n_strides, 0, chain, 1, MAX_CHAIN);
  for (guint i = 0; i < n_strides; i++)
    if (strides[i] % chain[length - 1] == 0)
      chain[length++] = strides[i];
  if (length > MAX_CHAIN)
    try_chain (search, chain, length);
}

gboolean
refrain_stencil_read (RefrainGraph *graph, RefrainStencil *self, GCancellable *cancellable)
{
  Search search = { .graph = graph, .cancellable = cancellable };
  gsize n_edges;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph), FALSE);
  g_return_val_if_fail (self != NULL, FALSE);

  *self = (RefrainStencil){ 0 };
  search.n = refrain_graph_get_n (graph);
  n_edges = refrain_graph_get_n_edges (graph);
  if (n_edges == 0 || 2 * n_edges < search.n
      || (search.n > 64 && n_edges > (gsize) search.n * MAX_EDGES_A_NODE))
    return FALSE;
  try_shapes (&search);
  *self = search.best;
  if (search.found && 2 * search.best_cost < n_edges && !g_cancellable_is_cancelled (cancellable))
    return TRUE;
  refrain_stencil_clear (self);
  return FALSE;
}

/* ---- What it is called ------------------------------------------------------------------------
 */

/* The step along one axis only, of one: 1; with others of one: the number of axes; else 0. */
static guint
classify (const RefrainStencil *self, const gint *offset)
{
  guint n = 0;

  for (guint a = 0; a < self->n_dimensions; a++)
    {
      if (ABS (offset[a]) > 1)
        return 0;
      n += offset[a] != 0;
    }
  return n;
}

/* How many half offsets of one step there are along any set of axes. */
static guint
count_half_steps (const RefrainStencil *self, guint *n_axis_steps)
{
  guint all = 1, halves = 1;

  *n_axis_steps = 0;
  for (guint a = 0; a < self->n_dimensions; a++)
    {
      const gboolean pair = self->sizes[a] == 2 && (self->wrapped >> a & 1);

      *n_axis_steps += self->sizes[a] > 1;
      all *= self->sizes[a] == 1 ? 1 : pair ? 2 : 3;
      halves *= self->sizes[a] > 1 && pair ? 2 : 1;
    }
  return (all - halves) / 2 + halves - 1;
}

static char *
list_offsets (const RefrainStencil *self, RefrainMapping *mapping)
{
  GString *list = g_string_new (NULL);

  for (guint d = 1; d < refrain_mapping_get_n_directions (mapping); d++)
    for (guint i = 0; i < self->n_offsets; i++)
      {
        const gint *offset = &self->offsets[i * self->n_dimensions];
        guint from[REFRAIN_MAX_DIMENSIONS], to[REFRAIN_MAX_DIMENSIONS];

        for (guint a = 0; a < self->n_dimensions; a++)
          {
            from[a] = offset[a] < 0 ? (guint) -offset[a] : 0;
            to[a] = from[a] + offset[a];
          }
        if (refrain_mapping_get_direction (mapping, refrain_mapping_get_process (mapping, from),
                                           refrain_mapping_get_process (mapping, to))
            == (gint) d)
          g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "",
                                  refrain_mapping_get_direction_name (mapping, (gint) d));
      }
  return g_string_free (list, FALSE);
}

char *
refrain_stencil_make_name (const RefrainStencil *self, gboolean *known)
{
  g_autoptr (RefrainMapping) mapping = refrain_stencil_make_mapping (self, NULL, NULL);
  const char *shape = refrain_mapping_get_name (mapping);
  const char *kind = strchr (shape, ' ') + 1;
  g_autofree char *list = NULL;
  guint n_axis = 0, n_other = 0, n_far = 0, n_steps, n_halves, n_long = 0;

  n_halves = count_half_steps (self, &n_steps);
  for (guint a = 0; a < self->n_dimensions; a++)
    n_long += self->sizes[a] > 1;
  for (guint i = 0; i < self->n_offsets; i++)
    {
      const guint class = classify (self, &self->offsets[i * self->n_dimensions]);

      *(class == 0 ? &n_far : class == 1 ? &n_axis : &n_other) += 1;
    }
  *known = n_far == 0 && n_axis == n_steps;
  if (*known && n_other == 0)
    return g_strdup (shape);
  *known &= (n_long == 2 && n_other == 1)
            || ((n_long == 2 || n_long == 3) && n_axis + n_other == n_halves);
  if (*known)
    {
      const guint points = n_long == 3 ? 27 : n_other == 1 && n_halves != 3 ? 6 : 8;

      return g_strdup_printf ("%.*s %u-p stencil %s", (int) (kind - shape - 1), shape, points,
                              kind);
    }
  list = list_offsets (self, mapping);
  return g_strdup_printf ("%s with %s", shape, list);
}

RefrainMapping *
refrain_stencil_make_mapping (const RefrainStencil *self, const char *name, const guint32 *places)
{
  return refrain_mapping_new_stencil (name, self->sizes, self->n_dimensions, self->wrapped,
                                      self->offsets, self->n_offsets, places);
}

RefrainGraph *
refrain_stencil_make_graph (const RefrainStencil *self)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  guint n = 1;

  for (guint a = 0; a < self->n_dimensions; a++)
    n *= self->sizes[a];
  for (guint u = 0; u < n; u++)
    for (guint i = 0; i < self->n_offsets; i++)
      {
        gint64 stride = 1, to = 0;
        gboolean there = TRUE;
        guint rest = u;

        for (guint a = self->n_dimensions; a-- > 0; rest /= self->sizes[a])
          {
            const gint size = (gint) self->sizes[a];
            gint at = (gint) (rest % self->sizes[a]) + self->offsets[i * self->n_dimensions + a];

            if (self->wrapped >> a & 1)
              at = (at + size) % size;
            there &= at >= 0 && at < size;
            to += stride * at;
            stride *= size;
          }
        if (there)
          {
            const RefrainGraphEdge edge = { u, (guint32) to };

            g_array_append_val (edges, edge);
          }
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}
