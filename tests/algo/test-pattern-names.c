/* test-pattern-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns are called by the shape of their messages, where that is a well-known one.
 */
#include "config.h"

#include "script-patterns.h"
#include "test-program.h"

/* The name of the only pattern of @n processes that do as @write says. */
static void
check_name (guint n, void (*write) (GString *script, guint rank, guint n), const char *wanted)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainPatternSet) set = NULL;

  for (guint p = 0; p < n; p++)
    {
      GString *script = g_string_new ("nothing");

      write (script, p, n);
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  set = script_patterns_new ((const char *const *) scripts->pdata, n, 1, FALSE);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 1);
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, 0)), ==, wanted);
}

static void
write_ring (GString *script, guint rank, guint n)
{
  g_string_append_printf (script, " S%u R%u", (rank + 1) % n, (rank + n - 1) % n);
}

static void
write_ring_both_ways (GString *script, guint rank, guint n)
{
  write_ring (script, rank, n);
  g_string_append_printf (script, " S%u R%u", (rank + n - 1) % n, (rank + 1) % n);
}

static void
write_gather (GString *script, guint rank, guint n)
{
  if (rank != 2)
    g_string_append (script, " S2");
  for (guint p = 0; rank == 2 && p < n; p++)
    if (p != 2)
      g_string_append_printf (script, " R%u", p);
}

static void
write_scatter (GString *script, guint rank, guint n)
{
  if (rank > 0)
    g_string_append (script, " R0");
  for (guint p = 1; rank == 0 && p < n; p++)
    g_string_append_printf (script, " S%u", p);
}

static void
write_star (GString *script, guint rank, guint n)
{
  write_scatter (script, rank, n);
  if (rank > 0)
    g_string_append (script, " S0");
  for (guint p = 1; rank == 0 && p < n; p++)
    g_string_append_printf (script, " R%u", p);
}

static void
write_all_to_all (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    for (guint p = 0; p < n; p++)
      if (p != rank)
        g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', p);
}

static void
write_sweep (GString *script, guint rank, guint n)
{
  if (rank > 0)
    g_string_append_printf (script, " R%u", rank - 1);
  if (rank + 1 < n)
    g_string_append_printf (script, " S%u", rank + 1);
}

static void
write_shift (GString *script, guint rank, guint n)
{
  if (rank + 1 < n)
    g_string_append_printf (script, " S%u", rank + 1);
  if (rank > 0)
    g_string_append_printf (script, " R%u", rank - 1);
}

static void
write_tree (GString *script, guint rank, guint n)
{
  for (guint child = 2 * rank + 1; child <= 2 * rank + 2; child++)
    if (child < n)
      g_string_append_printf (script, " R%u", child);
  if (rank > 0)
    g_string_append_printf (script, " S%u", (rank - 1) / 2);
}

static void
write_tree_down (GString *script, guint rank, guint n)
{
  if (rank > 0)
    g_string_append_printf (script, " R%u", (rank - 1) / 2);
  for (guint child = 2 * rank + 1; child <= 2 * rank + 2; child++)
    if (child < n)
      g_string_append_printf (script, " S%u", child);
}

static void
write_butterfly (GString *script, guint rank, guint n)
{
  for (guint bit = 1; bit < n; bit *= 2)
    g_string_append_printf (script, " S%u R%u", rank ^ bit, rank ^ bit);
}

/* Neighbours on a grid of n / 4 by 4. */
static void
write_grid (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    {
      const char what = way == 0 ? 'S' : 'R';

      if (rank % 4 > 0)
        g_string_append_printf (script, " %c%u", what, rank - 1);
      if (rank % 4 < 3)
        g_string_append_printf (script, " %c%u", what, rank + 1);
      if (rank >= 4)
        g_string_append_printf (script, " %c%u", what, rank - 4);
      if (rank + 4 < n)
        g_string_append_printf (script, " %c%u", what, rank + 4);
    }
}

static void
write_closed_grid (GString *script, guint rank, guint n)
{
  const guint row = rank / 4 * 4;

  for (guint way = 0; way < 2; way++)
    g_string_append_printf (script, " %1$c%2$u %1$c%3$u %1$c%4$u %1$c%5$u", way == 0 ? 'S' : 'R',
                            row + (rank + 1) % 4, row + (rank + 3) % 4, (rank + 4) % n,
                            (rank + n - 4) % n);
}

/* The same, open but for the dimension of two, in which the neighbour is met on both sides. */
static void
write_closed_in_two (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    {
      const char what = way == 0 ? 'S' : 'R';

      g_string_append_printf (script, " %1$c%2$u", what, (rank + n / 2) % n);
      if (rank % (n / 2) > 0)
        g_string_append_printf (script, " %c%u", what, rank - 1);
      g_string_append_printf (script, " %1$c%2$u", what, (rank + n / 2) % n);
      if (rank % (n / 2) + 1 < n / 2)
        g_string_append_printf (script, " %c%u", what, rank + 1);
    }
}

/* Neighbours on a grid of 2 × 3 × n / 6. */
static void
write_body (GString *script, guint rank, guint n)
{
  const guint depth = n / 6;
  const guint at[3] = { rank / depth / 3, rank / depth % 3, rank % depth };
  const guint dims[3] = { 2, 3, depth }, stride[3] = { 3 * depth, depth, 1 };

  for (guint way = 0; way < 2; way++)
    for (guint d = 0; d < 3; d++)
      {
        if (at[d] > 0)
          g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', rank - stride[d]);
        if (at[d] + 1 < dims[d])
          g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', rank + stride[d]);
      }
}

static void
write_line (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    {
      if (rank > 0)
        g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', rank - 1);
      if (rank + 1 < n)
        g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', rank + 1);
    }
}

/* All neighbours on a line but one message. */
static void
write_almost_a_line (GString *script, guint rank, guint n)
{
  write_line (script, rank, n);
  if (rank == 0)
    g_string_append_printf (script, " S%u", n - 1);
  if (rank == n - 1)
    g_string_append (script, " R0");
}

/* One message more from the first to the second, where there was one already. */
static void
write_stray (GString *script, guint rank)
{
  if (rank == 0)
    g_string_append (script, " S1");
  if (rank == 1)
    g_string_append (script, " R0");
}

static void
write_butterfly_and_stray (GString *script, guint rank, guint n)
{
  write_butterfly (script, rank, n);
  write_stray (script, rank);
}

static void
write_grid_and_stray (GString *script, guint rank, guint n)
{
  write_grid (script, rank, n);
  write_stray (script, rank);
}

static void
write_ring_and_stray (GString *script, guint rank, guint n)
{
  write_ring (script, rank, n);
  write_stray (script, rank);
}

static void
write_scatter_and_stray (GString *script, guint rank, guint n)
{
  write_stray (script, rank);
  write_scatter (script, rank, n);
}

/* Nobody receives the last. */
static void
write_lost (GString *script, guint rank, guint n)
{
  write_line (script, rank, n);
  if (rank == 0)
    g_string_append (script, " S1");
}

/* To itself, too. */
static void
write_ring_and_itself (GString *script, guint rank, guint n)
{
  write_ring (script, rank, n);
  if (rank == 2)
    g_string_append (script, " S2 R2");
}

static void
write_all_to_all_and_itself (GString *script, guint rank, guint n)
{
  write_all_to_all (script, rank, n);
  g_string_append_printf (script, " S%u R%u", rank, rank);
}

/* To those at distance 1 and 2, both ways. */
static void
write_two_distances (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    for (guint d = 1; d <= 2; d++)
      g_string_append_printf (script, " %1$c%2$u %1$c%3$u", way == 0 ? 'S' : 'R', (rank + d) % n,
                              (rank + n - d) % n);
}

/* To the left and up on a torus of n / 4 by 4. */
static void
write_torus_shift (GString *script, guint rank, guint n)
{
  const guint row = rank / 4 * 4;

  g_string_append_printf (script, " S%u R%u S%u R%u", row + (rank + 3) % 4, row + (rank + 1) % 4,
                          (rank + n - 4) % n, (rank + 4) % n);
}

/* A grid of n / 4 by 4 with its diagonals, @one_way: to those above alone. */
static void
append_stencil (GString *script, guint rank, guint n, gboolean closed, gboolean one_way)
{
  const int rows = (int) n / 4, row = (int) rank / 4, column = (int) rank % 4;

  for (guint way = 0; way < 2; way++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++)
        {
          const int to_row = row + y, to_column = column + x;
          const guint to = (guint) ((to_row + rows) % rows * 4 + (to_column + 4) % 4);

          if (to == rank
              || (!closed && (to_row < 0 || to_row >= rows || to_column < 0 || to_column >= 4))
              || (one_way && (way == 0) != (to > rank)))
            continue;
          g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', to);
        }
}

static void
write_stencil (GString *script, guint rank, guint n)
{
  append_stencil (script, rank, n, FALSE, FALSE);
}

static void
write_closed_stencil (GString *script, guint rank, guint n)
{
  append_stencil (script, rank, n, TRUE, FALSE);
}

static void
write_one_way_stencil (GString *script, guint rank, guint n)
{
  append_stencil (script, rank, n, FALSE, TRUE);
}

/* Twice to each neighbour on a grid of 2 × 2 × 2, one after the other as on a closed one. */
static void
write_closed_two_wide (GString *script, guint rank, guint n)
{
  for (guint bit = 1; bit < n; bit *= 2)
    g_string_append_printf (script, " S%1$u S%1$u R%1$u R%1$u", rank ^ bit);
}

/* Two fields, the second in another order. */
static void
write_two_fields (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    {
      for (guint bit = 1; bit < n; bit *= 2)
        g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', rank ^ bit);
      for (guint bit = n / 2; bit > 0; bit /= 2)
        g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', rank ^ bit);
    }
}

/* On a grid four wide those of one colour say what those of the other hear. */
static void
append_colour (GString *script, guint rank, guint n, guint red)
{
  const char what = (rank / 4 + rank % 4) % 2 == red ? 'S' : 'R';

  if (rank % 4 > 0)
    g_string_append_printf (script, " %c%u", what, rank - 1);
  if (rank % 4 < 3)
    g_string_append_printf (script, " %c%u", what, rank + 1);
  if (rank >= 4)
    g_string_append_printf (script, " %c%u", what, rank - 4);
  if (rank + 4 < n)
    g_string_append_printf (script, " %c%u", what, rank + 4);
}

static void
write_red (GString *script, guint rank, guint n)
{
  append_colour (script, rank, n, 0);
}

static void
write_black (GString *script, guint rank, guint n)
{
  append_colour (script, rank, n, 1);
}

/* All but one message of it. */
static void
write_red_and_less (GString *script, guint rank, guint n)
{
  if (rank == 0)
    g_string_append (script, " S1");
  else if (rank == 4)
    g_string_append (script, " R5 R8");
  else
    append_colour (script, rank, n, 0);
}

/* What is said before anything is heard, to the right and down a grid that is four wide. */
static void
write_one_way_grid (GString *script, guint rank, guint n)
{
  if (rank % 4 < 3)
    g_string_append_printf (script, " S%u", rank + 1);
  if (rank + 4 < n)
    g_string_append_printf (script, " S%u", rank + 4);
  if (rank % 4 > 0)
    g_string_append_printf (script, " R%u", rank - 1);
  if (rank >= 4)
    g_string_append_printf (script, " R%u", rank - 4);
}

/* With each process that differs in one bit, one after the other, two messages to the one that
 * lacks it. */
static void
write_one_way_butterfly (GString *script, guint rank, guint n)
{
  for (guint bit = 1; bit < n; bit *= 2)
    for (guint i = 0; i < 2; i++)
      g_string_append_printf (script, " %c%u", (rank & bit) != 0 ? 'S' : 'R', rank ^ bit);
}

/* The messages are exactly those of a shape, or all as often. */
static void
test_exact (void)
{
  check_name (8, write_butterfly_and_stray, "Exchange among 8 processes, 25 messages");
  check_name (12, write_grid_and_stray, "Exchange among 12 processes, 35 messages");
  check_name (5, write_ring_and_stray, "Exchange among 5 processes, 6 messages");
  check_name (5, write_scatter_and_stray, "5 messages among 5 processes");
  check_name (5, write_lost, "Exchange among 5 processes, 8 messages");
  check_name (5, write_ring_and_itself, "Exchange among 5 processes, 6 messages");
  check_name (5, write_all_to_all_and_itself, "All to all, 5 processes");
  check_name (8, write_closed_grid, "Neighbour exchange on a periodic 2×4 grid");
}

static void
test_names (void)
{
  check_name (5, write_ring, "Ring of 5");
  check_name (3, write_ring, "Ring of 3");
  check_name (5, write_ring_both_ways, "Neighbour exchange on a ring of 5");
  check_name (6, write_gather, "Gather to 2");
  check_name (6, write_scatter, "Scatter from 0");
  check_name (6, write_star, "Star around 0");
  check_name (6, write_all_to_all, "All to all, 6 processes");
  check_name (6, write_sweep, "Sweep from 0 to 5");
  check_name (6, write_shift, "Shift from 0 to 5");
  check_name (7, write_tree, "Tree to 0");
  check_name (7, write_tree_down, "Tree from 0");
  check_name (8, write_butterfly, "Butterfly of 8");
  check_name (8, write_grid, "Neighbour exchange on a 2×4 grid");
  check_name (12, write_grid, "Neighbour exchange on a 3×4 grid");
  check_name (12, write_closed_grid, "Neighbour exchange on a periodic 3×4 grid");
  check_name (8, write_closed_in_two, "Neighbour exchange on a 2×4 grid, periodic in dimension 1");
  check_name (12, write_body, "Neighbour exchange on a 2×3×2 grid");
  check_name (18, write_body, "Neighbour exchange on a 2×3×3 grid");
  check_name (5, write_line, "Neighbour exchange on a line of 5");
  check_name (2, write_ring, "Exchange between 0 and 1");
  check_name (8, write_two_distances, "Neighbour exchange at distance 1 and 2 on a ring of 8");
  check_name (16, write_torus_shift, "Shift on a periodic 4×4 grid");
  check_name (12, write_stencil, "Neighbour exchange on a 3×4 grid with diagonals");
  check_name (16, write_closed_stencil, "Neighbour exchange on a periodic 4×4 grid with diagonals");
  check_name (12, write_one_way_stencil,
              "One-way exchange on a 3×4 grid with diagonals, from 0 to 11");
  check_name (8, write_closed_two_wide, "Neighbour exchange on a periodic 2×2×2 grid");
  check_name (8, write_two_fields, "Neighbour exchange on a 2×2×2 grid");
  check_name (12, write_red, "Red-to-black exchange on a 3×4 grid");
  check_name (12, write_black, "Black-to-red exchange on a 3×4 grid");
  check_name (12, write_red_and_less, "16 messages among 12 processes");
  check_name (12, write_one_way_grid, "One-way exchange on a 3×4 grid, from 0 to 11");
  check_name (8, write_one_way_butterfly, "Butterfly of 8, one way to 0");
  check_name (16, write_one_way_butterfly, "Butterfly of 16, one way to 0");
  check_name (2, write_sweep, "Transfer from 0 to 1");
  check_name (5, write_almost_a_line, "Exchange among 5 processes, 9 messages");
}

/* A grid to write: which of its dimensions are closed, as bits, and whether corners are neighbours.
 */
static struct
{
  guint dims[3];
  guint n_dims;
  guint closed;
  gboolean diagonals, one_way;
} grid;

/* The place @step (-1, 0 or 1 in each dimension, as a number of base three) away, or @rank where
 * there is none. */
static guint
go (guint rank, guint n, guint step, guint *n_moves)
{
  guint stride = n, to = 0;

  *n_moves = 0;
  for (guint d = 0; d < grid.n_dims; d++, step /= 3)
    {
      const guint own = (stride /= grid.dims[d], rank / stride % grid.dims[d]);
      const guint moved = own + grid.dims[d] + step % 3 - 1;

      *n_moves += step % 3 != 1;
      if ((grid.closed >> d & 1) == 0 && moved / grid.dims[d] != 1)
        return rank;
      to += moved % grid.dims[d] * stride;
    }
  return to;
}

static void
write_any_grid (GString *script, guint rank, guint n)
{
  for (guint way = 0; way < 2; way++)
    for (guint step = 0; step < (grid.n_dims == 2 ? 9 : 27); step++)
      {
        guint n_moves;
        const guint to = go (rank, n, step, &n_moves);

        if (to != rank && (grid.diagonals || n_moves == 1)
            && (!grid.one_way || (way == 0) == (to > rank)))
          g_string_append_printf (script, " %c%u", way == 0 ? 'S' : 'R', to);
      }
}

static void
check_grid (guint a, guint b, guint c, guint closed, gboolean diagonals, const char *wanted)
{
  grid.dims[0] = a;
  grid.dims[1] = b;
  grid.dims[2] = c;
  grid.n_dims = c > 1 ? 3 : 2;
  grid.closed = closed;
  grid.diagonals = diagonals;
  check_name (a * b * c, write_any_grid, wanted);
}

/* Closed in all, in some and in no dimensions. */
static void
test_grids (void)
{
  check_grid (3, 3, 1, 0, FALSE, "Neighbour exchange on a 3×3 grid");
  check_grid (3, 3, 1, 1, FALSE, "Neighbour exchange on a 3×3 grid, periodic in dimension 1");
  check_grid (3, 4, 1, 2, FALSE, "Neighbour exchange on a 3×4 grid, periodic in dimension 2");
  check_grid (4, 2, 1, 1, FALSE, "Neighbour exchange on a 4×2 grid, periodic in dimension 1");
  check_grid (2, 4, 3, 2, FALSE, "Neighbour exchange on a 2×4×3 grid, periodic in dimension 2");
  check_grid (4, 3, 3, 5, FALSE,
              "Neighbour exchange on a 4×3×3 grid, periodic in dimensions 1 and 3");
  check_grid (3, 4, 5, 7, FALSE, "Neighbour exchange on a periodic 3×4×5 grid");
  check_grid (3, 4, 1, 2, TRUE,
              "Neighbour exchange on a 3×4 grid with diagonals, periodic in dimension 2");
  check_grid (3, 3, 3, 0, TRUE, "Neighbour exchange on a 3×3×3 grid with diagonals");
  check_grid (4, 4, 3, 7, TRUE, "Neighbour exchange on a periodic 4×4×3 grid with diagonals");
  grid.one_way = TRUE;
  check_grid (3, 3, 3, 0, TRUE, "One-way exchange on a 3×3×3 grid with diagonals, from 0 to 26");
  grid.one_way = FALSE;
}

/* To the next in each dimension of a torus of 3 × 3 × n / 9. */
static void
write_body_shift (GString *script, guint rank, guint n)
{
  const guint at[3] = { rank % (n / 9), rank / (n / 9) % 3, rank / (n / 3) };
  const guint dims[3] = { n / 9, 3, 3 }, stride[3] = { 1, n / 9, n / 3 };

  for (guint d = 0; d < 3; d++)
    g_string_append_printf (script, " S%u R%u",
                            rank - at[d] * stride[d] + (at[d] + 1) % dims[d] * stride[d],
                            rank - at[d] * stride[d] + (at[d] + dims[d] - 1) % dims[d] * stride[d]);
}

/* The transposed place on a square grid, then the neighbour at distance one. */
static void
write_transpose (GString *script, guint rank, guint n)
{
  const guint width = n == 4 ? 2 : 4, to = rank % width * width + rank / width;

  g_string_append_printf (script, " S%1$u R%1$u S%2$u R%2$u", to, rank ^ 1);
  if (n == 16)
    g_string_append_printf (script, " S%1$u R%1$u", rank ^ 2);
}

/* The same on a grid of pairs. */
static void
write_transpose_of_pairs (GString *script, guint rank, guint n)
{
  const guint width = n == 8 ? 2 : 4, place = rank / 2;
  const guint to = (place % width * width + place / width) * 2 + rank % 2;

  g_string_append_printf (script, " S%1$u R%1$u S%2$u R%2$u S%3$u R%3$u", to, rank ^ 2, rank ^ 1);
}

/* Up the tree and down again. */
static void
write_tree_and_back (GString *script, guint rank, guint n)
{
  write_tree (script, rank, n);
  write_tree_down (script, rank, n);
}

static void
write_tree_from_and_back (GString *script, guint rank, guint n)
{
  write_tree_down (script, rank, n);
  write_tree (script, rank, n);
}

/* A dimension of one: each is its own neighbour. */
static void
write_closed_grid_and_itself (GString *script, guint rank, guint n)
{
  g_string_append_printf (script, " S%1$u R%1$u", rank);
  write_closed_grid (script, rank, n);
}

static void
test_turns (void)
{
  check_name (27, write_body_shift, "Shift on a periodic 3×3×3 grid");
  check_name (7, write_tree_and_back, "Tree to 0 and back");
  check_name (7, write_tree_from_and_back, "Tree from 0 and back");
  check_name (4, write_transpose, "Consecutive exchanges: transpose of a 2×2 grid, distance 1");
  check_name (16, write_transpose,
              "Consecutive exchanges: transpose of a 4×4 grid, distance 1, distance 2");
  check_name (8, write_transpose_of_pairs,
              "Consecutive exchanges: transpose of a 2×2 grid of pairs, distance 2, distance 1");
  check_name (12, write_closed_grid_and_itself,
              "Neighbour exchange on a periodic 3×4 grid, and each with itself");
}

/* The same neighbours forth and back: what differs is in the name. */
static void
test_order (void)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RefrainPatternSet) set = NULL;

  for (guint p = 0; p < 8; p++)
    {
      GString *script = g_string_new ("forth(");

      write_closed_two_wide (script, p, 8);
      g_string_append (script, " ) A back(");
      for (guint bit = 4; bit > 0; bit /= 2)
        g_string_append_printf (script, " S%1$u S%1$u R%1$u R%1$u", p ^ bit);
      g_string_append (script, " ) A up( S");
      g_string_append_printf (script, "%u R%u ) A down( S%u R%u ) A", (p + 1) % 8, (p + 7) % 8,
                              (p + 7) % 8, (p + 1) % 8);
      g_ptr_array_add (scripts, g_string_free (script, FALSE));
    }
  set = script_patterns_new ((const char *const *) scripts->pdata, 8, 2, FALSE);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 5);
  for (guint i = 0, k = 0; i < 5; i++)
    {
      static const char *const wanted[]
          = { "Neighbour exchange on a periodic 2×2×2 grid · distances 1, 2, 4",
              "Neighbour exchange on a periodic 2×2×2 grid · distances 4, 2, 1",
              "Ring of 8 · distance +1", "Ring of 8 · distance −1" };
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      if (!refrain_pattern_is_collective (pattern))
        g_assert_cmpstr (refrain_pattern_get_name (pattern), ==, wanted[k++]);
    }
}

/* Two groups, each a ring: one of them is told from the other by its ranks. */
static void
test_alike (void)
{
  static const char *const scripts[] = { "S1 R2", "S2 R0", "S0 R1", "S4 R5", "S5 R3", "S3 R4" };
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, 6, 2, FALSE);

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 2);
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, 0)), ==,
                   "Ring of 3 · ranks 0–2");
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, 1)), ==,
                   "Ring of 3 · ranks 3–5");
}

/* What each of several patterns is called that have one shape; @rounds of what is written down. */
static void
check_names (const char *const *scripts, guint n, const char *const *wanted, guint n_wanted)
{
  g_autoptr (RefrainPatternSet) set = script_patterns_new (scripts, n, 1, FALSE);

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, n_wanted);
  for (guint i = 0; i < n_wanted; i++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < n_wanted && !found; k++)
        found = g_str_equal (refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, k)),
                             wanted[i]);
      if (!found)
        g_test_message ("no pattern is called “%s”", wanted[i]);
      g_assert_true (found);
    }
}

/* Names say which ranks, and then what else tells patterns apart. */
static void
test_apart (void)
{
  static const char *const rings[] = { "S1 R2", "S2 R0", "S0 R1", "S4 R5", "S5 R3", "S3 R4", "x" };
  static const char *const ring_names[] = { "Ring of 3 · ranks 0–2", "Ring of 3 · ranks 3–5" };
  static const char *const scattered[] = { "S2 R6", "x", "S5 R0", "x", "x", "S6 R2", "S0 R5" };
  static const char *const scattered_names[] = { "Ring of 4 · ranks 0, 2, 5, 6" };
  static const char *const sizes[]
      = { "a( S1 R1 ) b( S1 R1 S1 R1 R1 )", "a( S0 R0 ) b( S0 R0 S0 S0 R0 )" };
  static const char *const size_names[]
      = { "Exchange between 0 and 1 · 2 messages", "Exchange between 0 and 1 · 5 messages" };

  check_names (rings, G_N_ELEMENTS (rings), ring_names, G_N_ELEMENTS (ring_names));
  check_names (scattered, G_N_ELEMENTS (scattered), scattered_names,
               G_N_ELEMENTS (scattered_names));
  check_names (sizes, G_N_ELEMENTS (sizes), size_names, G_N_ELEMENTS (size_names));
}

/* Copies on other ranks are alike, and those of another kind are not; all have one shape's name. */
static void
test_copies (void)
{
  static const char *const scripts[]
      = { "S1 R2", "S2 R0", "S0 R1", "S4 R5", "S5 R3", "S3 R4", "S7", "R6" };
  g_autoptr (RefrainPatternSet) set
      = script_patterns_new (scripts, G_N_ELEMENTS (scripts), 2, FALSE);
  g_autofree guint32 *alike = refrain_pattern_set_find_alike (set);
  guint n_rings = 0;

  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const gboolean ring = g_str_equal (refrain_pattern_get_shape_name (pattern), "Ring");
      const guint32 *ranks;
      gsize n;

      ranks = refrain_pattern_get_processes (pattern, &n);
      g_assert_cmpuint (n, ==, ring ? 3 : 2);
      g_assert_cmpuint (ranks[0] % 3, ==, 0);
      n_rings += ring;
      g_assert_cmpuint (alike[i], ==, ring && n_rings == 2 ? alike[i - 1] : i);
    }
  g_assert_cmpuint (n_rings, ==, 2);
}

static void
test_ranks (void)
{
  static const guint32 ranks[] = { 0, 1, 2, 3, 6, 8, 9, 12, 13, 14, 17, 19, 40 };
  static const guint32 evens[] = { 0, 2, 4, 6, 8 };
  g_autofree char *all = refrain_format_ranks (ranks, G_N_ELEMENTS (ranks));
  g_autofree char *some = refrain_format_ranks (ranks, 8);
  g_autofree char *even = refrain_format_ranks (evens, 5);
  g_autofree char *few = refrain_format_ranks (evens, 3);

  g_assert_cmpstr (some, ==, "0–3, 6, 8, 9, 12");
  g_assert_cmpstr (all, ==, "0–3, 6, 8, 9, 12–14 … 40");
  g_assert_cmpstr (even, ==, "0, 2 … 8");
  g_assert_cmpstr (few, ==, "0, 2, 4");
}

TEST_PROGRAM ("pattern-names")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/shapes", test_names);
  g_test_add_func ("/names/exact", test_exact);
  g_test_add_func ("/names/grids", test_grids);
  g_test_add_func ("/names/turns", test_turns);
  g_test_add_func ("/names/order", test_order);
  g_test_add_func ("/names/alike", test_alike);
  g_test_add_func ("/names/apart", test_apart);
  g_test_add_func ("/names/copies", test_copies);
  g_test_add_func ("/names/ranks", test_ranks);
  return g_test_run ();
}
