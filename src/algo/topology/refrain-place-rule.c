/* refrain-place-rule.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kind is its sizes, a neighbour by arithmetic for each direction, and a name for each.
 */
#include "refrain-place-rule.h"

/* ---- Sizes and names --------------------------------------------------------------------------
 */

static guint
log2_of (guint n)
{
  return g_bit_nth_msf (n, -1);
}

static gboolean
is_power_of_two (guint n)
{
  return n > 0 && (n & (n - 1)) == 0;
}

/* The levels of a butterfly of @n places: less one where it is not wrapped. 0: there is none. */
static guint
get_butterfly_stages (guint n, gboolean wrapped)
{
  for (guint k = 2; k < 27; k++)
    if ((guint64) (wrapped ? k : k + 1) << k == n)
      return k;
  return 0;
}

/* The sizes of the axes; FALSE where there is no graph of this kind and size. */
static gboolean
find_sizes (RefrainTopologyKind kind, guint n, guint parameter, guint *sizes, guint *n_dimensions)
{
  const guint stages = get_butterfly_stages (n, parameter != 0);

  sizes[0] = n;
  *n_dimensions = 1;
  switch (kind)
    {
    case REFRAIN_TOPOLOGY_HYPERCUBE:
      if (n < 2 || !is_power_of_two (n))
        return FALSE;
      *n_dimensions = log2_of (n);
      for (guint a = 0; a < *n_dimensions; a++)
        sizes[a] = 2;
      return TRUE;
    case REFRAIN_TOPOLOGY_CG:
      if (n < 2 || !is_power_of_two (n))
        return FALSE;
      *n_dimensions = 2;
      sizes[0] = 1u << log2_of (n) / 2;
      sizes[1] = n / sizes[0];
      return TRUE;
    case REFRAIN_TOPOLOGY_BUTTERFLY:
      if (stages == 0)
        return FALSE;
      *n_dimensions = 2;
      sizes[0] = parameter != 0 ? stages : stages + 1;
      sizes[1] = 1u << stages;
      return TRUE;
    case REFRAIN_TOPOLOGY_TREE:
      return parameter > 0;
    case REFRAIN_TOPOLOGY_BIPARTITE:
      return parameter > 0 && parameter < n;
    default:
      return TRUE;
    }
}

char *
refrain_mapping_make_name (RefrainTopologyKind kind, guint n, guint parameter)
{
  guint sizes[REFRAIN_MAX_DIMENSIONS], n_dimensions;

  if (n == 0 || !find_sizes (kind, n, parameter, sizes, &n_dimensions))
    return NULL;
  switch (kind)
    {
    case REFRAIN_TOPOLOGY_TREE:
      return parameter == 2 ? g_strdup ("binary tree") : g_strdup_printf ("%u-ary tree", parameter);
    case REFRAIN_TOPOLOGY_BINOMIAL:
      return g_strdup ("binomial tree");
    case REFRAIN_TOPOLOGY_HYPERCUBE:
      return g_strdup ("hypercube");
    case REFRAIN_TOPOLOGY_BUTTERFLY:
      return g_strdup_printf (parameter ? "wrapped butterfly %u" : "butterfly %u",
                              log2_of (sizes[1]));
    case REFRAIN_TOPOLOGY_STAR:
      return g_strdup ("star");
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      return g_strdup ("all to all");
    case REFRAIN_TOPOLOGY_BIPARTITE:
      return g_strdup_printf ("bipartite %u+%u", parameter, n - parameter);
    case REFRAIN_TOPOLOGY_CG:
      return g_strdup ("CG stencil");
    default:
      return NULL;
    }
}

static guint
count_directions (const RefrainPlaceRule *self)
{
  const guint n = self->n;

  switch (self->kind)
    {
    case REFRAIN_TOPOLOGY_TREE:
      return 2 + self->parameter;
    case REFRAIN_TOPOLOGY_BINOMIAL:
      return 2 + (n > 1 ? log2_of (n - 1) + 1 : 0);
    case REFRAIN_TOPOLOGY_HYPERCUBE:
      return 1 + log2_of (n);
    case REFRAIN_TOPOLOGY_BUTTERFLY:
      return 5;
    case REFRAIN_TOPOLOGY_STAR:
      return n > 1 ? n + 1 : 1;
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      return n;
    case REFRAIN_TOPOLOGY_BIPARTITE:
      return n + 1;
    case REFRAIN_TOPOLOGY_CG:
      return 2 + log2_of (self->sizes[1]);
    default:
      g_assert_not_reached ();
    }
}

gboolean
refrain_place_rule_init (RefrainPlaceRule *self, RefrainTopologyKind kind, guint n, guint parameter)
{
  guint n_dimensions, sizes[REFRAIN_MAX_DIMENSIONS];

  *self = (RefrainPlaceRule){ .kind = kind, .n = n, .parameter = parameter };
  if (!find_sizes (kind, n, parameter, sizes, &n_dimensions))
    return FALSE;
  self->n_dimensions = n_dimensions;
  for (guint a = 0; a < n_dimensions; a++)
    self->sizes[a] = sizes[a];
  self->n_directions = count_directions (self);
  return TRUE;
}

/* ---- Neighbours ------------------------------------------------------------------------------
 */

/* Directions of trees: 1 parent, 2... children. */
static gint
get_tree_direction (const RefrainPlaceRule *self, guint from, guint to)
{
  const guint k = self->parameter;

  if (from > 0 && (from - 1) / k == to)
    return 1;
  return to > 0 && (to - 1) / k == from ? (gint) (2 + (to - 1) % k) : REFRAIN_DIRECTION_NONE;
}

static gint
get_binomial_direction (guint from, guint to)
{
  if (from > 0 && (from & (from - 1)) == to)
    return 1;
  return to > 0 && (to & (to - 1)) == from ? 2 + (gint) log2_of (to ^ from)
                                           : REFRAIN_DIRECTION_NONE;
}

static gint64
get_binomial_neighbour (const RefrainPlaceRule *self, guint place, guint direction)
{
  guint64 child;

  if (direction == 1)
    return place > 0 ? (gint64) (place & (place - 1)) : -1;
  child = (guint64) place | (guint64) 1 << (direction - 2);
  return child < self->n && child != place && (child & (child - 1)) == place ? (gint64) child : -1;
}

/* NPB CG, setup_proc_info: the process with which the transposed part is exchanged. */
static guint
transpose_of (const RefrainPlaceRule *self, guint place)
{
  const guint rows = self->sizes[0], columns = self->sizes[1];

  if (rows == columns)
    return place % rows * rows + place / rows;
  return 2 * (place / 2 % rows * rows + place / 2 / rows) + place % 2;
}

/* 1... the bits of the column, then the transpose. */
static gint
get_cg_direction (const RefrainPlaceRule *self, guint from, guint to)
{
  const guint columns = self->sizes[1];

  if (from / columns == to / columns && is_power_of_two (from ^ to))
    return 1 + (gint) log2_of (from ^ to);
  return transpose_of (self, from) == to ? (gint) self->n_directions - 1 : REFRAIN_DIRECTION_NONE;
}

static gint64
get_cg_neighbour (const RefrainPlaceRule *self, guint place, guint direction)
{
  const guint to = direction + 1 == self->n_directions ? transpose_of (self, place)
                                                       : place ^ 1u << (direction - 1);

  return to != place ? (gint64) to : -1;
}

/* 1 straight down, 2 across and down, 3 straight up, 4 across and up. */
static gint64
get_butterfly_neighbour (const RefrainPlaceRule *self, guint place, guint direction)
{
  const guint levels = self->sizes[0], rows = self->sizes[1];
  guint level = place / rows, row = place % rows;

  if (direction <= 2)
    {
      if (!self->parameter && level + 1 == levels)
        return -1;
      row ^= direction == 2 ? 1u << level : 0;
      level = (level + 1) % levels;
    }
  else
    {
      if (!self->parameter && level == 0)
        return -1;
      level = (level + levels - 1) % levels;
      row ^= direction == 4 ? 1u << level : 0;
    }
  return (gint64) level * rows + row;
}

static gint
get_bipartite_direction (const RefrainPlaceRule *self, guint from, guint to)
{
  const guint masters = self->parameter;

  if ((from < masters) == (to < masters))
    return REFRAIN_DIRECTION_NONE;
  return 1 + (gint) to;
}

gint64
refrain_place_rule_get_neighbour (const RefrainPlaceRule *self, guint place, guint direction)
{
  gint64 to = -1;

  switch (self->kind)
    {
    case REFRAIN_TOPOLOGY_TREE:
      if (direction == 1)
        to = place > 0 ? (gint64) ((place - 1) / self->parameter) : -1;
      else
        to = (gint64) place * self->parameter + direction - 1;
      break;
    case REFRAIN_TOPOLOGY_BINOMIAL:
      to = get_binomial_neighbour (self, place, direction);
      break;
    case REFRAIN_TOPOLOGY_HYPERCUBE:
      to = place ^ 1u << (direction - 1);
      break;
    case REFRAIN_TOPOLOGY_BUTTERFLY:
      to = get_butterfly_neighbour (self, place, direction);
      break;
    case REFRAIN_TOPOLOGY_STAR:
      to = direction == 1 ? (place > 0 ? 0 : -1) : (place == 0 ? (gint64) direction - 1 : -1);
      break;
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      to = ((gint64) place + direction) % self->n;
      break;
    case REFRAIN_TOPOLOGY_BIPARTITE:
      to = (place < self->parameter) == (direction - 1 < self->parameter) ? -1
                                                                          : (gint64) direction - 1;
      break;
    case REFRAIN_TOPOLOGY_CG:
      to = get_cg_neighbour (self, place, direction);
      break;
    case REFRAIN_TOPOLOGY_USER:
      to = self->targets[(gsize) place * (self->n_directions - 1) + direction - 1];
      break;
    default:
      g_assert_not_reached ();
    }
  return to < (gint64) self->n ? to : -1;
}

static gint
search_direction (const RefrainPlaceRule *self, guint from, guint to)
{
  for (guint d = 1; d < self->n_directions; d++)
    if (refrain_place_rule_get_neighbour (self, from, d) == (gint64) to)
      return (gint) d;
  return REFRAIN_DIRECTION_NONE;
}

gint
refrain_place_rule_get_direction (const RefrainPlaceRule *self, guint from, guint to)
{
  switch (self->kind)
    {
    case REFRAIN_TOPOLOGY_TREE:
      return get_tree_direction (self, from, to);
    case REFRAIN_TOPOLOGY_BINOMIAL:
      return get_binomial_direction (from, to);
    case REFRAIN_TOPOLOGY_HYPERCUBE:
      return is_power_of_two (from ^ to) ? 1 + (gint) log2_of (from ^ to) : REFRAIN_DIRECTION_NONE;
    case REFRAIN_TOPOLOGY_STAR:
      return to == 0 ? 1 : from == 0 ? 1 + (gint) to : REFRAIN_DIRECTION_NONE;
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      return (gint) (to > from ? to - from : self->n - (from - to));
    case REFRAIN_TOPOLOGY_BIPARTITE:
      return get_bipartite_direction (self, from, to);
    case REFRAIN_TOPOLOGY_CG:
      return get_cg_direction (self, from, to);
    default:
      return search_direction (self, from, to);
    }
}

/* ---- Directions' names ------------------------------------------------------------------------
 */

static char *
name_butterfly (guint direction, gint *opposite)
{
  static const char *const names[] = { "down", "down across", "up", "up across" };

  *opposite = (gint) (direction <= 2 ? direction + 2 : direction - 2);
  return g_strdup (names[direction - 1]);
}

char *
refrain_place_rule_name_direction (const RefrainPlaceRule *self, guint direction, gint *opposite)
{
  const guint d = direction, n = self->n;

  *opposite = REFRAIN_DIRECTION_NONE;
  switch (self->kind)
    {
    case REFRAIN_TOPOLOGY_TREE:
    case REFRAIN_TOPOLOGY_BINOMIAL:
      *opposite = d == 1 ? REFRAIN_DIRECTION_NONE : 1;
      return d == 1 ? g_strdup ("parent") : g_strdup_printf ("child %u", d - 2);
    case REFRAIN_TOPOLOGY_HYPERCUBE:
      *opposite = (gint) d;
      return g_strdup_printf ("*%s", refrain_mapping_name_axis (d - 1));
    case REFRAIN_TOPOLOGY_BUTTERFLY:
      return name_butterfly (d, opposite);
    case REFRAIN_TOPOLOGY_STAR:
      *opposite = d == 1 ? REFRAIN_DIRECTION_NONE : 1;
      return d == 1 ? g_strdup ("centre") : g_strdup_printf ("leaf %u", d - 1);
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      *opposite = (gint) (n - d);
      return g_strdup_printf (2 * d == n ? "*%u" : "+%u", d);
    case REFRAIN_TOPOLOGY_BIPARTITE:
      return d <= self->parameter ? g_strdup_printf ("master %u", d - 1)
                                  : g_strdup_printf ("worker %u", d - 1 - self->parameter);
    case REFRAIN_TOPOLOGY_CG:
      *opposite = (gint) d;
      return d + 1 == self->n_directions ? g_strdup ("transpose")
                                         : g_strdup_printf ("row %u", 1u << (d - 1));
    default:
      g_assert_not_reached ();
    }
}
