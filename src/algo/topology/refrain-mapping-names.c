/* refrain-mapping-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What lattices are called: names, which are the same for all lattices that are one graph, and
 * titles, which have the order of MPI_Cart_create and are the only notation that people see.
 */
#include "config.h"

#include "refrain-mapping.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"

static const char *const axis_names[REFRAIN_MAX_DIMENSIONS]
    = { "x",   "y",   "z",   "w",   "a4",  "a5",  "a6",  "a7",  "a8",  "a9",  "a10",
        "a11", "a12", "a13", "a14", "a15", "a16", "a17", "a18", "a19", "a20", "a21",
        "a22", "a23", "a24", "a25", "a26", "a27", "a28", "a29", "a30" };

const char *
refrain_mapping_name_axis (guint from_last)
{
  g_return_val_if_fail (from_last < REFRAIN_MAX_DIMENSIONS, NULL);
  return axis_names[from_last];
}

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

/* ---- Titles -----------------------------------------------------------------------------------
 */

char *
refrain_mapping_write_sizes (const guint *sizes, guint n_dimensions)
{
  GString *text = g_string_new (NULL);

  for (guint a = 0; a < n_dimensions; a++)
    if (sizes[a] > 1)
      g_string_append_printf (text, text->len > 0 ? "×%u" : "%u", sizes[a]);
  return g_string_free (g_string_append (text, text->len > 0 ? "" : "1"), FALSE);
}

char *
refrain_mapping_mark_periodic (const char *grid,
                               const guint *sizes,
                               guint n_dimensions,
                               guint periodic)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint last = 0, number = 0;

  for (guint a = 0; a < n_dimensions; a++)
    {
      number += sizes[a] > 1;
      if (sizes[a] < 2 || (periodic >> a & 1) == 0)
        continue;
      if (last > 0)
        g_string_append_printf (list, list->len > 0 ? ", %u" : "%u", last);
      last = number;
    }
  if (last == 0)
    return g_strdup (grid);
  /* Translators: %s is "3×4 grid"; the dimensions of a grid count from 1. */
  if (list->len == 0)
    return g_strdup_printf (_ ("%s, periodic in dimension %u"), grid, last);
  /* Translators: the second %s is "1" or "1, 2". */
  return g_strdup_printf (_ ("%s, periodic in dimensions %s and %u"), grid, list->str, last);
}

char *
refrain_mapping_describe_grid (const guint *sizes, guint n_dimensions, guint periodic)
{
  g_autofree char *dims = refrain_mapping_write_sizes (sizes, n_dimensions), *grid = NULL;
  const gboolean line = strstr (dims, "×") == NULL;
  gboolean all = !g_str_equal (dims, "1");

  for (guint a = 0; a < n_dimensions; a++)
    all &= sizes[a] < 2 || (periodic >> a & 1) != 0;
  if (all)
    return g_strdup_printf (line ? _ ("ring of %s") : _ ("periodic %s grid"), dims);
  grid = g_strdup_printf (line ? _ ("line of %s") : _ ("%s grid"), dims);
  return refrain_mapping_mark_periodic (grid, sizes, n_dimensions, periodic);
}

/* The axis and the length of a step along one axis, "+x" or "*2y"; FALSE for others. */
static gboolean
read_step (const char *step, guint n_dimensions, guint *axis, guint64 *length)
{
  char *end = NULL;

  if (*step != '+' && *step != '*')
    return FALSE;
  *length = g_ascii_isdigit (step[1]) ? g_ascii_strtoull (step + 1, &end, 10) : 1;
  if (end == NULL)
    end = (char *) step + 1;
  for (*axis = 0; *axis < n_dimensions; (*axis)++)
    if (g_str_equal (end, axis_names[n_dimensions - 1 - *axis]))
      return TRUE;
  return FALSE;
}

/* Whether @steps, "+x, +y, *2x", lead from each process to all others in its row and column. */
static gboolean
reach_all (const char *steps, const guint *sizes, guint n_dimensions)
{
  g_auto (GStrv) all = g_strsplit (steps, ", ", -1);
  guint64 sums[REFRAIN_MAX_DIMENSIONS] = { 0 };
  gboolean far = FALSE;

  for (char **step = all; *step != NULL; step++)
    {
      guint axis;
      guint64 length;

      if (!read_step (*step, n_dimensions, &axis, &length) || 2 * length > sizes[axis])
        return FALSE;
      sums[axis] += length;
      far |= length > 1;
    }
  for (guint a = 0; a < n_dimensions; a++)
    {
      const guint64 half = sizes[a] / 2;

      if (sizes[a] > 2 && sums[a] != half * (half + 1) / 2)
        return FALSE;
    }
  return far && n_dimensions > 1;
}

char *
refrain_mapping_make_title (
    const char *name, const guint *sizes, guint n_dimensions, guint wrapped, const guint *periods)
{
  const gsize n_digits = strspn (name, "×0123456789");
  const char *kind = name + n_digits, *points, *with;
  g_autofree char *grid = NULL;
  const gboolean torus = strstr (kind, " torus") != NULL;
  guint periodic = torus && periods == NULL ? G_MAXUINT : periods != NULL ? *periods : 0;

  if (n_digits == 0 || *kind != ' ')
    return g_strdup (name);
  /* A graph does not show whether a dimension of two is periodic. */
  for (guint a = 0; a < n_dimensions; a++)
    if (sizes[a] > 2)
      periodic |= torus ? 1u << a : wrapped & 1u << a;
  grid = refrain_mapping_describe_grid (sizes, n_dimensions, periodic);
  points = strstr (kind, "-p stencil");
  with = strstr (kind, " with ");
  if (with != NULL && torus && reach_all (with + strlen (" with "), sizes, n_dimensions))
    {
      g_autofree char *dims = refrain_mapping_write_sizes (sizes, n_dimensions);

      /* Translators: "3×4 grid, all to all in each dimension": in rows and in columns. */
      return g_strdup_printf (_ ("%s grid, all to all in each dimension"), dims);
    }
  if (points != NULL)
    /* Translators: "4×4 grid, 8-point stencil". */
    return g_strdup_printf (_ ("%s, %d-point stencil"), grid, atoi (kind + 1));
  /* Translators: "4×4 grid with +x, +y, +2x": steps along its axes. */
  return with != NULL ? g_strdup_printf (_ ("%s with %s"), grid, with + strlen (" with "))
                      : g_steal_pointer (&grid);
}
