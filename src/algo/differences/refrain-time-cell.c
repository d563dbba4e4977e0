/* refrain-time-cell.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which threads compute longer at a place: those above all others, those that nothing of the other
 * side is as long as, and those that take longer and longer.
 */
#include "config.h"

#include "refrain-time-cell.h"

#include "refrain-compare.h"

/* A few processes are at most this share of all. */
#define MOST_SLOW 0.5
/* What becomes longer and longer is so many times as long at last, and floors. */
#define LEAST_DRIFT  0.1
#define DRIFT_FLOORS 4
/* ... and does so in steps of such shares. */
#define LEAST_STEP 0.05
#define MOST_STEP  0.5

double
refrain_time_cell_get_fewest (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  double fewest = G_MAXDOUBLE;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    fewest = MIN (fewest, refrain_coupling_per_process (self->coupling, s, cell->pair->n[s]));
  return fewest;
}

gboolean
refrain_time_cell_is_few (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  return refrain_time_cell_get_fewest (self, cell) < 2 * REFRAIN_N_BLOCKS && !self->repeated;
}

/* What @row usually takes, or on average; and the least of its parts. */
static double
get_level (const RefrainRowBlocks *row, gboolean of_means, double *lowest)
{
  double sum = 0;

  *lowest = of_means ? G_MAXDOUBLE : refrain_row_get_lowest (row);
  if (!of_means)
    return row->level;
  for (guint32 k = 0; k < row->n_blocks; k++)
    {
      sum += row->means[k];
      *lowest = MIN (*lowest, row->means[k]);
    }
  return sum / MAX (row->n_blocks, 1);
}

/* The median of the levels of @blocks but those in @without (may be NULL); and the highest. */
static double
find_middle (const GArray *blocks, gboolean of_means, const gboolean *without, double *highest)
{
  g_autofree double *levels = g_new (double, blocks->len + 1);
  gsize n = 0;
  double lowest;

  *highest = 0;
  for (guint i = 0; i < blocks->len; i++)
    {
      const double level
          = get_level (&g_array_index (blocks, RefrainRowBlocks, i), of_means, &lowest);

      *highest = MAX (*highest, level);
      if (without == NULL || !without[i])
        levels[n++] = level;
    }
  return refrain_cells_median (levels, n);
}

/* The rows of @side that are above all of the other side while the rest is not. */
static GArray *
find_highest (const RefrainAccounts *self, RefrainTimeCell *cell, guint side, gboolean of_means)
{
  const GArray *own = cell->blocks[side], *other = cell->blocks[1 - side];
  const double floor = self->floor[cell->part];
  /* All that disturbs a run is in a mean. */
  const double beyond = floor * (of_means ? REFRAIN_FLOOR_DEVIATIONS : 1);
  double highest, most, lowest, rest, itself = 0;
  const double middle = find_middle (other, of_means, NULL, &highest);
  g_autofree gboolean *is_slow = g_new0 (gboolean, own->len + 1);
  g_autoptr (GArray) slow = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < own->len; i++)
    {
      const RefrainRowBlocks *row = &g_array_index (own, RefrainRowBlocks, i);
      const double level = get_level (row, of_means, &lowest);

      is_slow[i] = level > middle * (1 + beyond) && level > highest * (1 + beyond / 2)
                   && lowest > highest * (1 + beyond / 2);
      if (!is_slow[i])
        continue;
      g_array_append_val (slow, row->row);
      itself = MAX (itself,
                    get_level (&g_array_index (other, RefrainRowBlocks, i), of_means, &lowest));
    }
  rest = find_middle (own, of_means, is_slow, &most);
  if (slow->len == 0 || slow->len > MOST_SLOW * own->len || rest <= 0
      || fabs (refrain_times_find_change (find_middle (other, of_means, is_slow, &highest), rest))
             >= floor)
    return NULL;
  cell->slow_level = most;
  /* Who computed longer than the others before, too, is beside itself. */
  cell->slow_usual = MAX (middle, itself);
  return g_steal_pointer (&slow);
}

/* Marks in @taken, and in @found of @own, what takes as long on both sides: each thread beside the
 * same one of the other side where that does, else beside any. */
static void
match_levels (
    const GArray *own, const GArray *other, double floor, gboolean *found, gboolean *taken)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < own->len; i++)
      for (guint k = pass == 0 ? i : 0; k < (pass == 0 ? i + 1 : other->len) && !found[i]; k++)
        if (!taken[k]
            && fabs (log (MAX (g_array_index (own, RefrainRowBlocks, i).level, 1)
                          / MAX (g_array_index (other, RefrainRowBlocks, k).level, 1)))
                   < floor)
          found[i] = taken[k] = TRUE;
}

/* The rows of @side that are above those of the other side that nothing else is as long as: where
 * threads compute for times of their own, as at the ends of a chain, a slow one need not be above
 * all others. */
static GArray *
find_unmatched (const RefrainAccounts *self, RefrainTimeCell *cell, guint side)
{
  const GArray *own = cell->blocks[side], *other = cell->blocks[1 - side];
  const double floor = self->floor[cell->part] + REFRAIN_FLOOR_DEVIATIONS * cell->spread;
  g_autofree gboolean *found = g_new0 (gboolean, own->len + 1);
  g_autofree gboolean *taken = g_new0 (gboolean, own->len + 1);
  g_autofree double *left = g_new (double, own->len + 1);
  g_autoptr (GArray) slow = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize n = 0;

  match_levels (own, other, floor, found, taken);
  for (guint k = 0; k < other->len; k++)
    if (!taken[k])
      left[n++] = g_array_index (other, RefrainRowBlocks, k).level;
  if (n == 0 || (double) n > MOST_SLOW * own->len)
    return NULL;
  refrain_sort (left, n, sizeof *left, refrain_compare_double);
  cell->slow_level = 0;
  for (guint i = 0; i < own->len; i++)
    {
      const RefrainRowBlocks *row = &g_array_index (own, RefrainRowBlocks, i);

      if (found[i])
        continue;
      /* All of them are above all that is left. */
      if (refrain_row_get_lowest (row) <= left[n - 1] * (1 + floor / 2))
        return NULL;
      cell->slow_level = MAX (cell->slow_level, row->level);
      g_array_append_val (slow, row->row);
    }
  cell->slow_usual = left[n - 1];
  return g_steal_pointer (&slow);
}

/* Whether each part of what a thread does takes longer than the part before it. */
static gboolean
is_drifting (const RefrainRowBlocks *row, double floor)
{
  const double all = row->blocks[REFRAIN_N_BLOCKS - 1] - row->blocks[0];

  /* Not all at once. */
  for (guint32 k = 1; k < row->n_blocks; k++)
    if (row->blocks[k] - row->blocks[k - 1] < LEAST_STEP * all
        || row->blocks[k] - row->blocks[k - 1] > MOST_STEP * all)
      return FALSE;
  return row->n_blocks == REFRAIN_N_BLOCKS
         && refrain_times_find_change (row->blocks[0], row->blocks[REFRAIN_N_BLOCKS - 1])
                > MAX (LEAST_DRIFT, DRIFT_FLOORS * floor);
}

/* The rows of @side that take longer and longer, beyond all of the other side at last, where none
 * of that does: their first occurrences are not slow yet. The most of it is noted as the drift. */
static GArray *
find_drifting (const RefrainAccounts *self, RefrainTimeCell *cell, guint side)
{
  const GArray *own = cell->blocks[side], *other = cell->blocks[1 - side];
  const double floor = self->floor[cell->part];
  const double highest = refrain_blocks_find_slowest (other)->level;
  g_autoptr (GArray) drifting = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < other->len; i++)
    if (is_drifting (&g_array_index (other, RefrainRowBlocks, i), floor))
      return NULL;
  for (guint i = 0; i < own->len; i++)
    {
      const RefrainRowBlocks *row = &g_array_index (own, RefrainRowBlocks, i);
      const double last = row->blocks[REFRAIN_N_BLOCKS - 1];

      if (!is_drifting (row, floor) || last < highest * (1 + floor))
        continue;
      g_array_append_val (drifting, row->row);
      if (cell->drift == NULL || last > cell->drift->blocks[REFRAIN_N_BLOCKS - 1])
        cell->drift = row;
    }
  return drifting->len > 0 ? g_steal_pointer (&drifting) : NULL;
}

/* ... which are a few, or most; else it is none of it. */
static gboolean
take_drifting (const RefrainAccounts *self, RefrainTimeCell *cell)
{
  g_autoptr (GArray) drifting = find_drifting (self, cell, cell->slow_side);
  const guint n = drifting != NULL ? drifting->len : 0, all = cell->blocks[cell->slow_side]->len;

  if (n > 0 && n <= MOST_SLOW * all)
    {
      cell->slow = g_steal_pointer (&drifting);
      return TRUE;
    }
  if (n < all || !cell->is_whole)
    cell->drift = NULL;
  return cell->drift != NULL;
}

void
refrain_time_cell_find_slow (const RefrainAccounts *self, RefrainTimeCell *cell)
{
  g_autoptr (GArray) unmatched = NULL;
  double level, usual;

  if (cell->part != REFRAIN_SLOT_COMPUTING || cell->blocks[0]->len < 2
      || cell->blocks[0]->len != cell->blocks[1]->len)
    return;
  cell->slow_side = cell->slowest_change > 0 ? 1 : 0;
  if (refrain_blocks_get_level (cell->blocks[1 - cell->slow_side]) <= 0
      || take_drifting (self, cell))
    return;
  cell->slow = find_highest (self, cell, cell->slow_side, FALSE);
  /* Tasks of several lengths have no usual one that all threads agree on. */
  if (cell->slow == NULL)
    cell->slow = find_highest (self, cell, cell->slow_side, TRUE);
  if (cell->slow == NULL
      && (refrain_time_cell_is_found (cell) || refrain_time_cell_is_few (self, cell)))
    return;
  level = cell->slow_level;
  usual = cell->slow_usual;
  if (cell->slow == NULL)
    cell->slow_side = cell->more > 0 ? 1 : 0;
  unmatched = find_unmatched (self, cell, cell->slow_side);
  if (cell->slow == NULL)
    cell->slow = g_steal_pointer (&unmatched);
  else if (unmatched == NULL || !refrain_rows_are_same (cell->slow, unmatched))
    {
      cell->slow_level = level;
      cell->slow_usual = usual;
    }
}
