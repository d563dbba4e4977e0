/* refrain-mapping-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What lattices are called.
 */
#include "refrain-mapping.h"

#include "refrain-arrays.h"

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;

  return x > y ? -1 : x < y;
}

/* "8×4", falling. */
static void
append_sizes (GString *name, guint *sizes, guint n)
{
  refrain_sort (sizes, n, sizeof *sizes, compare_sizes);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (name, i == 0 ? "%u" : "×%u", sizes[i]);
}

char *
refrain_mapping_make_lattice_name (const guint *sizes, guint n_dimensions, guint wrapped)
{
  GString *name = g_string_new (NULL);
  guint all[REFRAIN_MAX_DIMENSIONS], rings[REFRAIN_MAX_DIMENSIONS];
  guint n = 0, n_rings = 0, n_long = 0;

  g_return_val_if_fail (n_dimensions <= REFRAIN_MAX_DIMENSIONS, g_string_free (name, FALSE));
  for (guint a = 0; a < n_dimensions; a++)
    {
      if (sizes[a] > 1)
        all[n++] = sizes[a];
      n_long += sizes[a] > 2;
      if (sizes[a] > 2 && (wrapped >> a & 1))
        rings[n_rings++] = sizes[a];
    }
  if (n == 0)
    all[n++] = 1;
  append_sizes (name, all, n);
  g_string_append (name, n_rings > 0 && n_rings == n_long ? " torus" : " grid");
  if (n_rings > 0 && n_rings < n_long)
    {
      g_string_append (name, ", ");
      append_sizes (name, rings, n_rings);
      g_string_append (name, " wrapped");
    }
  return g_string_free (name, FALSE);
}
