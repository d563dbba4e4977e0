/* test-pattern-fields.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exchanges of several fields in one call are one occurrence each, however large the grid, however
 * many fields and in whatever order they are exchanged; and what only looks like them is not.
 */
#include "config.h"

#include "script-patterns.h"
#include "test-program.h"

enum
{
  N_ROUNDS = 5
};

typedef struct
{
  guint n_dims;
  guint dims[3];
  gboolean closed;
} Grid;

/* In which order a process does it all. */
typedef enum
{
  FIELD_BY_FIELD, /* all sends, field by field; then all receives */
  RECEIVES_FIRST_IN_ODD_PLACES,
  SENDS_BY_NEIGHBOUR,
  FIELDS_BACKWARDS, /* the receives, neighbours too */
  N_ORDERS,
} Order;

static guint
count_processes (const Grid *grid)
{
  guint n = 1;

  for (guint d = 0; d < grid->n_dims; d++)
    n *= grid->dims[d];
  return n;
}

/* The neighbours of @rank, each once; how many. *@odd: whether its place is. */
static guint
find_neighbours (const Grid *grid, guint rank, guint neighbours[6], gboolean *odd)
{
  guint n = 0, stride = 1;

  *odd = FALSE;
  for (guint d = grid->n_dims; d-- > 0; stride *= grid->dims[d])
    {
      const guint extent = grid->dims[d], at = rank / stride % extent;

      *odd ^= at % 2;
      if (at > 0)
        neighbours[n++] = rank - stride;
      else if (grid->closed && extent > 2)
        neighbours[n++] = rank + (extent - 1) * stride;
      if (at + 1 < extent)
        neighbours[n++] = rank + stride;
      else if (grid->closed && extent > 2)
        neighbours[n++] = rank - (extent - 1) * stride;
    }
  return n;
}

/* @n_fields messages with each neighbour, all of one kind. */
static void
write_way (GString *script, const guint *neighbours, guint n, guint n_fields, char way, Order order)
{
  for (guint i = 0; i < n * n_fields; i++)
    {
      guint k = i % n;

      if (order == SENDS_BY_NEIGHBOUR && way == 'S')
        k = i / n_fields;
      if (order == FIELDS_BACKWARDS && way == 'R')
        k = n - 1 - k;
      g_string_append_printf (script, " %c%u", way, neighbours[k]);
    }
}

static void
check_exchange (const Grid *grid, guint n_fields, Order order)
{
  const guint n = count_processes (grid);
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainPatternSet) set = NULL;
  RefrainPattern *pattern;
  guint64 messages = 0;

  for (guint p = 0; p < n; p++)
    {
      GString *script = g_string_new ("nothing");
      guint neighbours[6];
      gboolean odd;
      const guint k = find_neighbours (grid, p, neighbours, &odd);
      const gboolean receives_first = order == RECEIVES_FIRST_IN_ODD_PLACES && odd;

      write_way (script, neighbours, k, n_fields, receives_first ? 'R' : 'S', order);
      write_way (script, neighbours, k, n_fields, receives_first ? 'S' : 'R', order);
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
      messages += k * n_fields;
    }
  set = script_patterns_new ((const char *const *) scripts->pdata, n, N_ROUNDS, FALSE);
  g_test_message ("%ux%ux%u closed %d, %u fields, order %d", grid->dims[0], grid->dims[1],
                  grid->dims[2], grid->closed, n_fields, order);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 1);
  pattern = refrain_pattern_set_get_pattern (set, 0);
  g_assert_cmpuint (refrain_pattern_get_n_occurrences (pattern), ==, N_ROUNDS);
  g_assert_cmpuint (refrain_pattern_get_metrics (pattern)->processes, ==, n);
  g_assert_cmpuint (refrain_pattern_get_metrics (pattern)->messages, ==, messages);
}

static void
test_exchanges (void)
{
  const Grid grids[]
      = { { 1, { 4 }, FALSE },       { 1, { 5 }, FALSE },       { 1, { 6 }, TRUE },
          { 1, { 7 }, TRUE },        { 2, { 2, 2 }, FALSE },    { 2, { 3, 4 }, FALSE },
          { 2, { 4, 4 }, TRUE },     { 2, { 3, 5 }, TRUE },     { 2, { 2, 4 }, TRUE },
          { 3, { 2, 2, 2 }, FALSE }, { 3, { 3, 3, 3 }, FALSE }, { 3, { 4, 4, 2 }, TRUE } };

  for (gsize g = 0; g < G_N_ELEMENTS (grids); g++)
    for (guint n_fields = 1; n_fields <= 5; n_fields++)
      for (guint order = 0; order < N_ORDERS; order++)
        check_exchange (&grids[g], n_fields, order);
}

/* The patterns of @n scripts are @n_patterns, each @count times a call. */
static void
check_counts (const char *const *scripts, guint n, guint n_patterns, guint count)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, n, N_ROUNDS, FALSE);

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, n_patterns);
  for (guint i = 0; i < n_patterns; i++)
    g_assert_cmpuint (refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (set, i)),
                      ==, count * N_ROUNDS);
}

static void
test_others (void)
{
  /* Two scatters, then two gathers. */
  const char *const star[]
      = { "S1 S2 S3 S1 S2 S3 R1 R2 R3 R1 R2 R3", "R0 R0 S0 S0", "R0 R0 S0 S0", "R0 R0 S0 S0" };
  /* Three sweeps there and three back. */
  const char *const sweeps[]
      = { "S1 S2 S1 S2 S1 S2 R1 R2 R1 R2 R1 R2", "R0 S3 R0 S3 R0 S3 R3 S0 R3 S0 R3 S0",
          "R0 S3 R0 S3 R0 S3 R3 S0 R3 S0 R3 S0", "R1 R2 R1 R2 R1 R2 S1 S2 S1 S2 S1 S2" };
  /* Two exchanges that wait for each other, each of two fields. */
  const char *const nested[] = { "S1 S2 S1 S2 R1 R2 R1 R2 S1 S2 S1 S2 R1 R2 R1 R2",
                                 "S0 S3 S0 S3 R0 R3 R0 R3 S0 S3 S0 S3 R0 R3 R0 R3",
                                 "S0 S3 S0 S3 R0 R3 R0 R3 S0 S3 S0 S3 R0 R3 R0 R3",
                                 "S1 S2 S1 S2 R1 R2 R1 R2 S1 S2 S1 S2 R1 R2 R1 R2" };

  check_counts (star, G_N_ELEMENTS (star), 2, 2);
  check_counts (sweeps, G_N_ELEMENTS (sweeps), 2, 3);
  check_counts (nested, G_N_ELEMENTS (nested), 1, 2);
}

TEST_PROGRAM ("pattern-fields")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern-fields/exchanges", test_exchanges);
  g_test_add_func ("/pattern-fields/others", test_others);
  return g_test_run ();
}
