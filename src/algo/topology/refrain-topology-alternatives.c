/* refrain-topology-alternatives.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every order of the axes with every set of ends where there are few axes, of more single swaps and
 * turns; what comes out twice is left out.
 */
#include "refrain-topology-alternatives.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-free.h"

/* Axes up to which all orders, and all sets that run backwards, are listed. */
#define MAX_PERMUTED 3
#define MAX_MIRRORED 4

typedef struct
{
  guint from[REFRAIN_MAX_DIMENSIONS]; /* the former axis of each */
  guint mirrored;                     /* bit a: axis a of what comes out */
} Symmetry;

REFRAIN_DEFINE_FREE (alternative_free, RefrainTopologyAlternative, g_object_unref (x->mapping);
                     g_free (x->how))

/* A coordinate seen from the other end; on a ring the first stays the first. */
static guint
turn_coordinate (guint size, gboolean wrapped, guint at)
{
  return wrapped ? (size - at) % size : size - 1 - at;
}

static RefrainMapping *
apply (RefrainMapping *mapping, const Symmetry *symmetry)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const guint n_processes = refrain_mapping_get_n_processes (mapping);
  g_autofree guint32 *places = g_new (guint32, n_processes);
  guint sizes[REFRAIN_MAX_DIMENSIONS], wrapped = 0;

  for (guint a = 0; a < n; a++)
    {
      sizes[a] = refrain_mapping_get_size (mapping, symmetry->from[a]);
      wrapped |= refrain_mapping_is_wrapped (mapping, symmetry->from[a]) ? 1u << a : 0;
    }
  for (guint i = 0; i < n_processes; i++)
    {
      const guint *at = refrain_mapping_get_coordinates (mapping, i);
      guint32 place = 0;

      for (guint a = 0; a < n; a++)
        {
          const guint old = at[symmetry->from[a]];

          place = place * sizes[a]
                  + (symmetry->mirrored >> a & 1 ? turn_coordinate (sizes[a], wrapped >> a & 1, old)
                                                 : old);
        }
      places[i] = place;
    }
  return refrain_mapping_new_stencil (refrain_mapping_get_name (mapping), sizes, n, wrapped, NULL,
                                      0, places);
}

static gboolean
is_same (RefrainMapping *a, RefrainMapping *b)
{
  for (guint axis = 0; axis < refrain_mapping_get_n_dimensions (a); axis++)
    if (refrain_mapping_get_size (a, axis) != refrain_mapping_get_size (b, axis)
        || refrain_mapping_is_wrapped (a, axis) != refrain_mapping_is_wrapped (b, axis))
      return FALSE;
  for (guint i = 0; i < refrain_mapping_get_n_processes (a); i++)
    if (refrain_mapping_get_place (a, i) != refrain_mapping_get_place (b, i))
      return FALSE;
  return TRUE;
}

static char *
describe (RefrainMapping *mapping, const Symmetry *symmetry)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  GString *text = g_string_new (NULL);

  for (guint a = n; a-- > 0;)
    if (symmetry->from[a] != a)
      g_string_append_printf (text, _ ("%s%s was %s"), text->len > 0 ? ", " : "",
                              refrain_mapping_get_axis_name (mapping, a),
                              refrain_mapping_get_axis_name (mapping, symmetry->from[a]));
  for (guint a = n; a-- > 0;)
    if (symmetry->mirrored >> a & 1)
      g_string_append_printf (text, _ ("%s%s backwards"), text->len > 0 ? ", " : "",
                              refrain_mapping_get_axis_name (mapping, a));
  if (text->len == 0)
    g_string_append (text, _ ("as found"));
  return g_string_free (text, FALSE);
}

static double
measure (RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      const double step = (double) refrain_mapping_get_place (mapping, i) - i;

      sum += step * step;
    }
  return sqrt (sum / n);
}

static void
add (GPtrArray *list, RefrainMapping *mapping, const Symmetry *symmetry)
{
  g_autoptr (RefrainMapping) other
      = list->len == 0 ? g_object_ref (mapping) : apply (mapping, symmetry);
  RefrainTopologyAlternative *alternative;

  if (refrain_mapping_get_n_directions (other) != refrain_mapping_get_n_directions (mapping))
    return;
  for (guint i = 0; i < list->len; i++)
    if (is_same (((RefrainTopologyAlternative *) list->pdata[i])->mapping, other))
      return;
  alternative = g_new0 (RefrainTopologyAlternative, 1);
  alternative->how = describe (mapping, symmetry);
  alternative->distance = measure (other);
  alternative->mapping = g_steal_pointer (&other);
  g_ptr_array_add (list, alternative);
}

/* @symmetry's order of axes with every set of ends. */
static void
add_mirrored (GPtrArray *list, RefrainMapping *mapping, Symmetry *symmetry)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  for (guint set = 0; n <= MAX_MIRRORED && set < 1u << n; set++)
    {
      symmetry->mirrored = set;
      add (list, mapping, symmetry);
    }
  for (guint a = 0; n > MAX_MIRRORED && a <= n; a++)
    {
      symmetry->mirrored = a == 0 ? 0 : 1u << (a - 1);
      add (list, mapping, symmetry);
    }
}

static void
swap (Symmetry *symmetry, guint a, guint b)
{
  const guint from = symmetry->from[a];

  symmetry->from[a] = symmetry->from[b];
  symmetry->from[b] = from;
}

/* ---- Pairings ---------------------------------------------------------------------------------
 */

/* Links of two nodes, of which axes are made: a ring of four is two, by its Gray code. */
typedef struct
{
  RefrainMapping *mapping;
  guint n;
  guint axis[REFRAIN_MAX_DIMENSIONS]; /* of each link */
  guint bit[REFRAIN_MAX_DIMENSIONS];
  guint from[REFRAIN_MAX_DIMENSIONS]; /* the link that takes its place */
  guint taken;                        /* bits: links that have one */
  GPtrArray *list;
} Links;

static gboolean
is_link (RefrainMapping *mapping, guint axis)
{
  return refrain_mapping_get_size (mapping, axis) == 2;
}

static gboolean
is_square (RefrainMapping *mapping, guint axis)
{
  return refrain_mapping_get_size (mapping, axis) == 4
         && refrain_mapping_is_wrapped (mapping, axis);
}

static RefrainMapping *
exchange_links (const Links *self)
{
  RefrainMapping *mapping = self->mapping;
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const guint n_processes = refrain_mapping_get_n_processes (mapping);
  g_autofree guint32 *places = g_new (guint32, (gsize) n_processes + 1);
  guint sizes[REFRAIN_MAX_DIMENSIONS], wrapped = 0;

  for (guint a = 0; a < n; a++)
    {
      sizes[a] = refrain_mapping_get_size (mapping, a);
      wrapped |= refrain_mapping_is_wrapped (mapping, a) ? 1u << a : 0;
    }
  for (guint p = 0; p < n_processes; p++)
    {
      const guint *old = refrain_mapping_get_coordinates (mapping, p);
      guint at[REFRAIN_MAX_DIMENSIONS];
      guint32 place = 0;

      for (guint a = 0; a < n; a++)
        at[a] = is_square (mapping, a) || is_link (mapping, a) ? 0 : old[a];
      for (guint i = 0; i < self->n; i++)
        {
          const guint from = self->axis[self->from[i]];
          const guint gray = is_square (mapping, from) ? old[from] ^ old[from] >> 1 : old[from];

          at[self->axis[i]] |= (gray >> self->bit[self->from[i]] & 1) << self->bit[i];
        }
      for (guint a = 0; a < n; a++)
        place = place * sizes[a] + (is_square (mapping, a) ? at[a] ^ at[a] >> 1 : at[a]);
      places[p] = place;
    }
  return refrain_mapping_new_stencil (refrain_mapping_get_name (mapping), sizes, n, wrapped, NULL,
                                      0, places);
}

/* Gives each place from @at on a link: of squares that are the same the one that has the first link
 * is the first, and the two links of a square stand as they did. */
static void
pair_links (Links *self, guint at)
{
  guint least = 0;

  if (self->list->len >= REFRAIN_MAX_PAIRINGS)
    return;
  if (at == self->n)
    {
      if (self->list->len > 0)
        g_ptr_array_add (self->list, exchange_links (self));
      else /* the first is as it came */
        g_ptr_array_add (self->list, g_object_ref (self->mapping));
      return;
    }
  /* The first link of a square is bit 1. */
  if (is_square (self->mapping, self->axis[at]) && self->bit[at] == 1)
    least = at > 1 && is_square (self->mapping, self->axis[at - 2]) ? self->from[at - 2] + 1 : 0;
  else if (at > 0
           && (is_square (self->mapping, self->axis[at])
               || is_link (self->mapping, self->axis[at - 1])))
    least = self->from[at - 1] + 1;
  for (guint i = least; i < self->n; i++)
    if (!(self->taken >> i & 1))
      {
        self->taken |= 1u << i;
        self->from[at] = i;
        pair_links (self, at + 1);
        self->taken &= ~(1u << i);
      }
}

GPtrArray *
refrain_topology_list_pairings (RefrainMapping *mapping)
{
  Links links = { .mapping = mapping, .list = g_ptr_array_new_with_free_func (g_object_unref) };
  guint n, n_squares = 0;

  g_return_val_if_fail (REFRAIN_IS_MAPPING (mapping), NULL);

  n = refrain_mapping_get_n_dimensions (mapping);
  /* Squares first, then links. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < n; a++)
      for (guint bit = 2; bit-- > 0;)
        if (pass == 0 ? is_square (mapping, a) : bit == 0 && is_link (mapping, a))
          {
            links.axis[links.n] = a;
            links.bit[links.n++] = bit;
            n_squares += pass == 0 && bit == 0;
          }
  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID || n_squares == 0 || links.n < 3)
    g_ptr_array_add (links.list, g_object_ref (mapping));
  else
    pair_links (&links, 0);
  return links.list;
}

/* ---- Alternatives ------------------------------------------------------------------------------
 */

/* Every order of the axes from @first on. */
static void
permute (GPtrArray *list, RefrainMapping *mapping, Symmetry *symmetry, guint first)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  if (first + 1 >= n)
    {
      add_mirrored (list, mapping, symmetry);
      return;
    }
  for (guint a = first; a < n; a++)
    {
      swap (symmetry, first, a);
      permute (list, mapping, symmetry, first + 1);
      swap (symmetry, first, a);
    }
}

/* All but the first, those as they came that are as far; there are few. */
static void
sort_others (GPtrArray *list)
{
  for (guint i = 2; i < list->len; i++)
    {
      RefrainTopologyAlternative *item = list->pdata[i];
      guint k = i;

      for (;
           k > 1 && ((RefrainTopologyAlternative *) list->pdata[k - 1])->distance > item->distance;
           k--)
        list->pdata[k] = list->pdata[k - 1];
      list->pdata[k] = item;
    }
}

GPtrArray *
refrain_topology_list_alternatives (RefrainMapping *mapping)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (alternative_free);
  Symmetry symmetry = { 0 };
  guint n;

  g_return_val_if_fail (mapping == NULL || REFRAIN_IS_MAPPING (mapping), NULL);

  if (mapping == NULL)
    return g_steal_pointer (&list);
  n = refrain_mapping_get_n_dimensions (mapping);
  for (guint a = 0; a < n; a++)
    symmetry.from[a] = a;
  add (list, mapping, &symmetry);
  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID)
    return g_steal_pointer (&list);
  if (n <= MAX_PERMUTED)
    permute (list, mapping, &symmetry, 0);
  else
    {
      add_mirrored (list, mapping, &symmetry);
      for (guint a = 0; a < n && list->len < REFRAIN_MAX_ALTERNATIVES; a++)
        for (guint b = a + 1; b < n && list->len < REFRAIN_MAX_ALTERNATIVES; b++)
          {
            symmetry.mirrored = 0;
            swap (&symmetry, a, b);
            add (list, mapping, &symmetry);
            swap (&symmetry, a, b);
          }
    }
  sort_others (list);
  return g_steal_pointer (&list);
}
