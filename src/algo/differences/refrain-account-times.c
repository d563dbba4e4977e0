/* refrain-account-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What takes longer in the same place, and is more than noise. Two runs do not tell how much runs
 * differ by chance; most places are unchanged, though, so how places differ tells. With several
 * runs of each side their spread does.
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-difference-words.h"
#include "refrain-parallel.h"
#include "refrain-pattern.h"
#include "refrain-time-cell.h"
#include "refrain-time-format.h"

/* Cells are looked at from this part of what matters on. */
#define LOOKED_AT 0.25
/* What comes less often in each process is no sample, and has to cost so much: shares of the run
 * and ns, of MPI and computing. */
#define FEW 3
static const double few_share[] = { 0.10, 0.02 }, few_least[] = { 10e6, 2e6 };
/* A cell of MPI counts from so many times what matters on. */
#define MPI_LEAST 3
/* Least shift of logarithms, and how much of the spread of places comes to that at most. */
static const double base_floor[] = { 0.4, 0.04 }, most_floor[] = { 0.7, 0.15 };
/* ... where runs are repeated, in standard errors of their means. */
static const double repeated_floor[] = { 0.1, 0.01 };
#define REPEATED_ERRORS 3.0
/* Of chance: in all cells, and of one of few samples. */
#define FALSE_SHARE 0.05
#define FEW_SAMPLES 0.02
/* So many times the floor needs no test. */
#define CLEARLY 3
/* Of the path, that tell what is usual. */
#define LEAST_VISITS 5
/* What is usual makes up for this share of what is more at least. */
#define USUAL_SHARE 0.33
/* Noise of a run in itself, as a logarithm, from which on its sums are not trusted. */
#define QUIET 0.05
/* Computing without a name that differs by less, as a logarithm, is one difference. */
#define ALIKE 0.3
/* What is on the path by so many times more than the run takes longer was elsewhere before. */
#define ELSEWHERE 1.25

static void
cell_free (gpointer data)
{
  RefrainTimeCell *cell = data;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_array_unref (cell->blocks[s]);
  g_clear_pointer (&cell->slow, g_array_unref);
  g_free (cell);
}

/* ---- The floor ------------------------------------------------------------------------------ */

/* How far apart places are, as a standard deviation of logarithms. */
static void
find_floor (RefrainAccounts *self)
{
  const guint n = self->coupling->pairs->len;
  g_autofree double *ratios = g_new (double, n + 1);

  for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
    {
      gsize n_ratios = 0;
      double centre, spread = 0;

      for (guint i = 0; i < n; i++)
        {
          const RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
          const double a = pair->median[0][part]
                           * refrain_accounts_get_scale (self, (RefrainSlotPart) part, 0);
          const double b = pair->median[1][part];

          if (MAX (a, b) > 20e3)
            ratios[n_ratios++] = log ((b + 100) / (a + 100));
        }
      centre = refrain_cells_median (ratios, n_ratios);
      for (gsize i = 0; i < n_ratios; i++)
        ratios[i] = fabs (ratios[i] - centre);
      if (n_ratios >= 4)
        spread = 1.4826 * refrain_cells_median (ratios, n_ratios);
      self->floor[part]
          = self->repeated
                ? repeated_floor[part]
                : base_floor[part] + MIN (REFRAIN_FLOOR_DEVIATIONS * spread, most_floor[part]);
    }
}

/* ---- Runs of one side ----------------------------------------------------------------------- */

/* Mean and variance over the runs of @side of what the slots of @pair take in one; those of all
 * threads, or of the @slowest. */
static double
measure_runs (const RefrainAccounts *self,
              const RefrainRunPair *pair,
              guint side,
              RefrainSlotPart part,
              gboolean slowest,
              double *variance)
{
  const RefrainSide *own = &self->coupling->sides[side];
  g_autofree double *sums = g_new0 (double, own->n_runs + 1);
  double mean = 0;

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      const guint32 row = refrain_pair_get_slot (self->coupling, pair, side, first)->row;
      double *run = &sums[refrain_side_get_row (own, row)->run], sum = 0;

      end = refrain_pair_find_end (self->coupling, pair, side, first);
      for (guint32 i = first; i < end; i++)
        {
          const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, i);

          sum += (double) (part == REFRAIN_SLOT_COMPUTING ? slot->gap : slot->work)
                 * refrain_accounts_get_scale (self, part, side);
        }
      *run = slowest ? MAX (*run, sum) : *run + sum;
    }
  *variance = 0;
  for (guint r = 0; r < own->n_runs; r++)
    mean += sums[r] / own->n_runs;
  for (guint r = 0; r < own->n_runs && own->n_runs > 1; r++)
    *variance += (sums[r] - mean) * (sums[r] - mean) / (own->n_runs - 1);
  return mean;
}

/* Whether runs of one side agree better than both sides do, on what all threads take, or the
 * @slowest. */
static gboolean
stands_out_of_runs (const RefrainAccounts *self,
                    const RefrainRunPair *pair,
                    RefrainSlotPart part,
                    gboolean slowest)
{
  double variance[REFRAIN_N_SIDES], mean[REFRAIN_N_SIDES], pooled = 0;
  guint free_runs = 0;

  if (!self->repeated)
    return TRUE;
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const guint n = self->coupling->sides[s].n_runs;

      mean[s] = measure_runs (self, pair, s, part, slowest, &variance[s]);
      pooled += variance[s] * (n - 1);
      free_runs += n - 1;
    }
  pooled /= MAX (free_runs, 1);
  return fabs (mean[1] - mean[0]) > REPEATED_ERRORS
                                        * sqrt (pooled
                                                * (1.0 / self->coupling->sides[0].n_runs
                                                   + 1.0 / self->coupling->sides[1].n_runs));
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* Whether @cell could matter; what comes a few times only is no sample. */
static gboolean
is_large_enough (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  const RefrainSlotPart part = cell->part;
  const double fewest = refrain_time_cell_get_fewest (self, cell);
  double more = fabs (cell->more);

  if (part == REFRAIN_SLOT_COMPUTING)
    more = MAX (more, fabs (refrain_blocks_find_slowest (cell->blocks[1])->level
                            - refrain_blocks_find_slowest (cell->blocks[0])->level)
                          * fewest);
  return fewest >= FEW
             ? more >= LOOKED_AT * self->least
             : more >= MAX (few_share[part] * MAX (self->time[0], self->time[1]), few_least[part]);
}

/* Whether occurrences of @cell hardly differ in a run. */
static gboolean
is_quiet (const RefrainTimeCell *cell)
{
  return cell->is_even || (cell->spread < QUIET && cell->stray < QUIET);
}

/* What @cell takes more on the path. Where a run is disturbed its sums say little of computing, and
 * what is usual is taken instead. */
static double
find_more (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  const RefrainRunPair *pair = cell->pair;
  const double visits[] = { pair->visits[0][cell->part], pair->visits[1][cell->part] };
  double level[REFRAIN_N_SIDES], more;

  if (cell->part == REFRAIN_SLOT_MPI || pair->extra || pair->pooled || is_quiet (cell)
      || MIN (visits[0], visits[1]) < LEAST_VISITS)
    return refrain_accounts_get_more (pair, cell->part);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    level[s] = refrain_pair_get_path_level (self->coupling, pair, s, cell->part)
               * refrain_accounts_get_scale (self, cell->part, s);
  more = (level[1] - level[0]) * (visits[0] + visits[1]) / 2;
  /* Not where the path is there on other occasions. */
  return fabs (more) < MAX (pair->cell[0][cell->part], pair->cell[1][cell->part])
             ? more
             : refrain_accounts_get_more (pair, cell->part);
}

static RefrainTimeCell *
make_cell (const RefrainAccounts *self, RefrainRunPair *pair, RefrainSlotPart part)
{
  RefrainTimeCell *cell = g_new0 (RefrainTimeCell, 1);
  const RefrainRowBlocks *slowest[REFRAIN_N_SIDES];

  cell->pair = pair;
  cell->part = part;
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      cell->blocks[s] = refrain_pair_list_blocks (self->coupling, pair, s, part,
                                                  refrain_accounts_get_scale (self, part, s));
    }
  if (part == REFRAIN_SLOT_COMPUTING)
    cell->is_even = refrain_blocks_average (cell->blocks[0], cell->blocks[1]);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    slowest[s] = refrain_blocks_find_slowest (cell->blocks[s]);
  if (!self->repeated && !cell->is_even)
    cell->spread = refrain_blocks_get_spread (cell->blocks[0], cell->blocks[1]);
  cell->change = refrain_times_find_change (refrain_blocks_get_level (cell->blocks[0]),
                                            refrain_blocks_get_level (cell->blocks[1]));
  cell->slowest_change = refrain_times_find_change (slowest[0]->level, slowest[1]->level);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    cell->stray
        = MAX (cell->stray,
               refrain_times_find_change (
                   refrain_blocks_get_level (cell->blocks[s]),
                   pair->sum[s][part] * refrain_accounts_get_scale (self, part, s)
                       / MAX (refrain_coupling_per_process (self->coupling, s, pair->n[s]), 1e-9)));
  cell->more = find_more (self, cell);
  return cell;
}

/* What is asked of a cell only where that could matter. */
static void
finish_cell (const RefrainAccounts *self, RefrainTimeCell *cell)
{
  cell->all = refrain_shift_find (cell->blocks[0], cell->blocks[1]);
  cell->slowest = refrain_shift_find_rows (refrain_blocks_find_slowest (cell->blocks[0]),
                                           refrain_blocks_find_slowest (cell->blocks[1]));
  cell->name = refrain_accounts_find_name (self, cell->pair, cell->part);
}

static gboolean
can_be_compared (const RefrainRunPair *pair, RefrainSlotPart part)
{
  return pair->n[0] > 0 && pair->n[1] > 0 && !(pair->moved && part == REFRAIN_SLOT_COMPUTING)
         && (part == REFRAIN_SLOT_COMPUTING || !(pair->resized || pair->extra));
}

typedef struct
{
  const RefrainAccounts *accounts;
  RefrainSlotPart part;
  RefrainTimeCell **cells; /* of each pair, or NULL */
  double *swapped;         /* ... refrain_accounts_measure_swapped(), of computing */
} CellsJob;

static void
find_cell (gsize item, gpointer data)
{
  const CellsJob *job = data;
  const RefrainAccounts *self = job->accounts;
  RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, (guint32) item);
  RefrainTimeCell *cell;

  /* What MPI takes on the path tells alone whether it could matter. */
  if (!can_be_compared (pair, job->part)
      || (job->part == REFRAIN_SLOT_MPI
          && fabs (refrain_accounts_get_more (pair, job->part)) < LOOKED_AT * self->least))
    return;
  cell = make_cell (self, pair, job->part);
  if (job->part == REFRAIN_SLOT_COMPUTING && !pair->extra)
    job->swapped[item] = refrain_accounts_measure_swapped (self, cell->blocks);
  if (!is_large_enough (self, cell))
    {
      cell_free (cell);
      return;
    }
  finish_cell (self, cell);
  job->cells[item] = cell;
}

static GPtrArray *
list_cells (const RefrainAccounts *self, RefrainSlotPart part, double *swapped)
{
  const guint n = self->coupling->pairs->len;
  g_autofree RefrainTimeCell **found = g_new0 (RefrainTimeCell *, n + 1);
  CellsJob job = { self, part, found, swapped };
  GPtrArray *cells = g_ptr_array_new_with_free_func (cell_free);

  refrain_parallel_run (n, find_cell, &job, NULL);
  for (guint i = 0; i < n; i++)
    if (found[i] != NULL)
      g_ptr_array_add (cells, found[i]);
  return cells;
}

/* Below which likelihood of chance a cell counts (Benjamini and Hochberg 1995). */
static double
find_cut (const GPtrArray *cells)
{
  g_autofree double *list = g_new (double, cells->len + 1);
  double cut = 0;

  for (guint i = 0; i < cells->len; i++)
    {
      const RefrainTimeCell *cell = g_ptr_array_index (cells, i);

      list[i] = MIN (1, 2 * MIN (cell->all.p, cell->slowest.p));
    }
  refrain_sort (list, cells->len, sizeof *list, refrain_compare_double);
  for (guint i = 0; i < cells->len; i++)
    if (list[i] <= FALSE_SHARE * (i + 1) / cells->len)
      cut = list[i];
  return cut;
}

static gboolean
is_beyond (const RefrainShift *shift, double more, double floor, double most_p)
{
  return fabs (shift->shift) > floor && shift->shift * more > 0
         && (2 * shift->p <= most_p || fabs (shift->shift) > CLEARLY * floor);
}

/* Whether what is usual differs by so much that it makes up for what @cell takes more: where some
 * threads take far longer than most do, these tell, or single occurrences. */
static gboolean
is_made_of_usual (const RefrainTimeCell *cell)
{
  const double usual
      = refrain_blocks_get_level (cell->blocks[1]) - refrain_blocks_get_level (cell->blocks[0]);
  const double visits = MAX (cell->pair->visits[0][cell->part], cell->pair->visits[1][cell->part]);

  return cell->part == REFRAIN_SLOT_MPI || usual * visits / cell->more > USUAL_SHARE;
}

/* Whether most of what calls at @cell take on the side where they take longer is for processes that
 * are told to be slow, which compute instead of taking part in a transfer. */
static gboolean
is_for_slow (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  const guint side = cell->more > 0 ? 1 : 0;
  const RefrainSide *own = &self->coupling->sides[side];
  double all = 0, stalled = 0;

  for (guint32 i = 0; i < cell->pair->n[side] && self->slow_rows[side]->len > 0; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, cell->pair, side, i);
      const guint32 absent = refrain_side_find_absent (
          own, refrain_side_get_row (own, slot->row)->run, slot->end - 1);

      all += (double) slot->work;
      if (absent != REFRAIN_NONE && refrain_accounts_has_row (self->slow_rows[side], absent))
        stalled += (double) slot->work;
    }
  return stalled > all / 2;
}

static void
test_cell (const RefrainAccounts *self, RefrainTimeCell *cell, double cut)
{
  const double floor = self->floor[cell->part] + REFRAIN_FLOOR_DEVIATIONS * cell->spread;
  const gboolean whole = stands_out_of_runs (self, cell->pair, cell->part, FALSE);

  if ((!whole && !stands_out_of_runs (self, cell->pair, cell->part, TRUE))
      || (cell->part == REFRAIN_SLOT_MPI && is_for_slow (self, cell)))
    return;
  cell->is_whole = whole && cell->change * cell->more > 0 && fabs (cell->change) > floor
                   && is_beyond (&cell->all, cell->more, floor, MAX (cut, FEW_SAMPLES))
                   && is_made_of_usual (cell);
  cell->is_slowest = !refrain_time_cell_is_few (self, cell) && cell->slowest_change * cell->more > 0
                     && fabs (cell->slowest_change) > floor
                     && is_beyond (&cell->slowest, cell->more, floor, MAX (cut, FALSE_SHARE));
  if (cell->part == REFRAIN_SLOT_COMPUTING && whole && !cell->is_whole)
    cell->turn = refrain_pair_find_turn (self->coupling, cell->pair,
                                         refrain_accounts_get_scale (self, cell->part, 0),
                                         self->least / 2);
  if (cell->turn != 0)
    cell->more = refrain_accounts_get_more (cell->pair, cell->part);
}

/* ---- Sentences ------------------------------------------------------------------------------ */

static GArray *
list_ranks (const RefrainAccounts *self, guint side, const GArray *rows)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < rows->len; i++)
    {
      const guint32 process
          = refrain_side_get_row (&self->coupling->sides[side], g_array_index (rows, guint32, i))
                ->process;

      if (!refrain_accounts_has_row (ranks, process))
        g_array_append_val (ranks, process);
    }
  g_array_sort (ranks, refrain_compare_uint32);
  return ranks;
}

static char *
tell_ranks (const RefrainAccounts *self, guint side, const GArray *rows, guint *n)
{
  g_autoptr (GArray) ranks = list_ranks (self, side, rows);

  *n = ranks->len;
  return refrain_format_ranks ((const guint32 *) (gpointer) ranks->data, ranks->len);
}

static char *
tell_turn (const RefrainAccounts *self, const RefrainTimeCell *cell, const char *name)
{
  const gboolean longer = (cell->more > 0) == (self->b == 1);
  const guint at = (guint) ABS (cell->turn);

  if (cell->turn > 0)
    return g_strdup_printf (longer ? _ ("%s takes longer in B, from its occurrence %u on.")
                                   : _ ("%s is shorter in B, from its occurrence %u on."),
                            name, at);
  return g_strdup_printf (longer ? _ ("%s takes longer in B, up to its occurrence %u.")
                                 : _ ("%s is shorter in B, up to its occurrence %u."),
                          name, at);
}

/* Adds to @sentence, which is taken, where most of it is: in another routine than is told. */
static char *
add_changed (const char *changed, char *sentence)
{
  g_autofree char *first = sentence;

  return changed != NULL
             ? g_strdup_printf (_ ("%s Most of the difference is in %s."), first, changed)
             : g_steal_pointer (&first);
}

static char *
tell_slow (const RefrainAccounts *self,
           const RefrainTimeCell *cell,
           const char *who,
           const char *changed,
           const char *names)
{
  const guint side = cell->slow_side;
  guint n;
  g_autofree char *ranks = tell_ranks (self, side, cell->slow, &n);
  g_autofree char *factor = refrain_factor_format (cell->slow_level / MAX (cell->slow_usual, 1));
  g_autofree char *where
      = *who != '\0' && changed == NULL ? g_strdup_printf (_ (" in %s"), who) : g_strdup ("");

  return add_changed (
      changed,
      g_strdup_printf (
          side == self->b
              ? ngettext ("Process %s computes%s %s times as long in B before %s.",
                          "Processes %s compute%s up to %s times as long in B before %s.", n)
              : ngettext ("Process %s computed%s %s times as long in A before %s.",
                          "Processes %s computed%s up to %s times as long in A before %s.", n),
          ranks, where, factor, names));
}

/* That @cell takes longer and longer, whose computing is called @name. */
static char *
tell_drift (const RefrainAccounts *self, const RefrainTimeCell *cell, const char *name)
{
  const gboolean in_b = cell->slow_side == self->b;
  g_autofree char *first = refrain_time_format ((RefrainTime) cell->drift->blocks[0], 3);
  g_autofree char *last
      = refrain_time_format ((RefrainTime) cell->drift->blocks[REFRAIN_N_BLOCKS - 1], 3);
  g_autofree char *ranks = NULL;
  guint n;

  if (cell->slow == NULL)
    return g_strdup_printf (in_b ? _ ("%s takes longer and longer in B: %s in the first fifth of "
                                      "the run, %s in the last.")
                                 : _ ("%s took longer and longer in A: %s in the first fifth of "
                                      "the run, %s in the last."),
                            name, first, last);
  ranks = tell_ranks (self, cell->slow_side, cell->slow, &n);
  return g_strdup_printf (
      in_b ? ngettext ("%s takes longer and longer in B on process %s: %s in the first fifth of "
                       "the run, %s in the last.",
                       "%s takes longer and longer in B on processes %s: up to %s in the first "
                       "fifth of the run, %s in the last.",
                       n)
           : ngettext ("%s took longer and longer in A on process %s: %s in the first fifth of "
                       "the run, %s in the last.",
                       "%s took longer and longer in A on processes %s: up to %s in the first "
                       "fifth of the run, %s in the last.",
                       n),
      name, ranks, first, last);
}

/* That it is longer now and then; NULL where it is so each time. */
static char *
tell_occasions (const RefrainAccounts *self,
                const RefrainTimeCell *cell,
                const char *who,
                GPtrArray *pairs)
{
  const guint side = cell->slow != NULL ? cell->slow_side : cell->more > 0 ? 1 : 0;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *name = NULL;
  RefrainSlowOccurrence worst, from;
  RefrainOccasions occasions;
  const char *changed;

  if (cell->slow != NULL)
    g_array_append_vals (rows, cell->slow->data, cell->slow->len);
  else if (!cell->is_whole)
    g_array_append_val (rows, refrain_blocks_find_slowest (cell->blocks[side])->row);
  /* Who is slowest by what is usual need not be who takes longer now and then. */
  if (!refrain_accounts_find_occasions (self, cell->pair, side, rows->len > 0 ? rows : NULL,
                                        &occasions)
      && (cell->slow != NULL || cell->is_whole
          || !refrain_accounts_find_occasions (self, cell->pair, side, NULL, &occasions)))
    return NULL;
  changed = refrain_accounts_find_changed_at (self, cell->pair, side, occasions.slot);
  name = refrain_difference_name_computing (self->coupling, self->named, pairs,
                                            changed != NULL ? changed : who);
  worst = refrain_accounts_describe_slow (self, side, occasions.slot, REFRAIN_SLOT_COMPUTING,
                                          occasions.slot->gap, occasions.usual);
  if (occasions.from != NULL)
    from = refrain_accounts_describe_slow (self, side, occasions.from, REFRAIN_SLOT_COMPUTING,
                                           occasions.from->gap, occasions.usual);
  return refrain_accounts_tell_occasions (self, name, occasions.n, &worst,
                                          occasions.from != NULL ? &from : NULL);
}

/* What a thread takes at @cell on average, ns. */
static double
find_mean (const RefrainAccounts *self, const RefrainTimeCell *cell, guint side)
{
  const RefrainRunPair *pair = cell->pair;

  return pair->sum[side][cell->part] * refrain_accounts_get_scale (self, cell->part, side)
         / MAX (refrain_coupling_per_process (self->coupling, side, pair->n[side]), 1e-9);
}

static double
find_mean_change (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  return refrain_times_find_change (find_mean (self, cell, 0), find_mean (self, cell, 1));
}

/* Whether all threads together compute as much on both sides, so that it is only spread otherwise.
 */
static gboolean
is_spread (const RefrainAccounts *self, const RefrainTimeCell *cell)
{
  return cell->part == REFRAIN_SLOT_COMPUTING && !cell->is_whole && self->same_size
         && fabs (find_mean_change (self, cell)) < self->floor[cell->part];
}

static char *
tell_spread (const RefrainAccounts *self,
             const RefrainTimeCell *cell,
             const char *name,
             const double usual[REFRAIN_N_SIDES])
{
  g_autofree char *before = refrain_time_format ((RefrainTime) usual[self->a], 3);
  g_autofree char *after = refrain_time_format ((RefrainTime) usual[self->b], 3);
  g_autofree char *mean = refrain_time_format (
      (RefrainTime) ((find_mean (self, cell, 0) + find_mean (self, cell, 1)) / 2), 3);

  /* TRANSLATORS: computing, the slowest process' time in B and in A, and the mean of all in both.
   */
  return g_strdup_printf (
      usual[self->b] < usual[self->a]
          ? _ ("%s is spread more evenly in B: %s on the slowest process instead of %s, while all "
               "take %s on average in both.")
          : _ ("%s is spread less evenly in B: %s on the slowest process instead of %s, while all "
               "take %s on average in both."),
      name, after, before, mean);
}

static char *
tell_each_time (const RefrainAccounts *self,
                const RefrainTimeCell *cell,
                const char *name,
                const char *changed)
{
  const gboolean on_average = cell->part == REFRAIN_SLOT_COMPUTING && cell->is_whole
                              && refrain_accounts_has_kinds (self, cell->pair, 0)
                              && refrain_accounts_has_kinds (self, cell->pair, 1);
  g_autofree char *before = NULL, *after = NULL, *factor = NULL;
  double usual[REFRAIN_N_SIDES];

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    usual[s] = on_average       ? find_mean (self, cell, s)
               : cell->is_whole ? refrain_blocks_get_level (cell->blocks[s])
                                : refrain_blocks_find_slowest (cell->blocks[s])->level;
  if (is_spread (self, cell))
    return add_changed (changed, tell_spread (self, cell, name, usual));
  factor = refrain_factor_format (MAX (usual[self->b], 1) / MAX (usual[self->a], 1));
  before = refrain_time_format ((RefrainTime) usual[self->a], 3);
  after = refrain_time_format ((RefrainTime) usual[self->b], 3);
  return add_changed (
      changed,
      g_strdup_printf (
          refrain_time_cell_get_fewest (self, cell) < 2
              ? _ ("%s takes %s times as long in B: %s instead of %s.")
          : on_average     ? _ ("%s takes %s times as long in B: %s instead of %s, on average.")
          : cell->is_whole ? _ ("%s takes %s times as long in B: %s instead of %s, each time.")
                           : _ ("%s takes %s times as long in B on the slowest process: %s "
                                "instead of %s, each time."),
          name, factor, after, before));
}

static char *
tell_cell (const RefrainAccounts *self, const RefrainTimeCell *cell, GPtrArray *pairs, char **what)
{
  const gboolean computes = cell->part == REFRAIN_SLOT_COMPUTING;
  const char *who = refrain_vocabulary_get_name (self->coupling->vocabulary, cell->name);
  const char *changed = computes ? refrain_accounts_find_changed (self, cell->pair) : NULL;
  g_autofree char *names = refrain_accounts_name (self, pairs);
  g_autofree char *computing = NULL;
  const char *name = names;
  char *sentence = NULL;

  if (changed != NULL && g_str_equal (changed, who))
    changed = NULL;
  if (computes)
    name = computing = refrain_difference_name_computing (self->coupling, self->named, pairs,
                                                          changed != NULL ? "" : who);
  *what = g_strdup (changed != NULL ? changed : computes && *who != '\0' ? who : names);
  if (cell->slow == NULL && !cell->is_whole && cell->turn != 0)
    return tell_turn (self, cell, name);
  if (cell->drift != NULL)
    return tell_drift (self, cell, name);
  if (computes)
    sentence = tell_occasions (self, cell, who, pairs);
  if (sentence == NULL)
    sentence = cell->slow != NULL ? tell_slow (self, cell, who, changed, names)
                                  : tell_each_time (self, cell, name, changed);
  return sentence;
}

/* ---- Groups of cells ------------------------------------------------------------------------ */

/* Where the path was before: all that is computed in the same routine. */
static double
sum_elsewhere (const RefrainAccounts *self, GPtrArray *cells, guint32 who)
{
  double sum = 0;

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      gboolean found = FALSE;

      for (guint k = 0; k < cells->len && !found; k++)
        found = ((RefrainTimeCell *) g_ptr_array_index (cells, k))->pair == pair
                && refrain_time_cell_is_found (g_ptr_array_index (cells, k));
      if (!found && (pair->n[0] > 0 || pair->n[1] > 0)
          && refrain_accounts_find_name (self, pair, REFRAIN_SLOT_COMPUTING) == who)
        sum += refrain_accounts_get_more (pair, REFRAIN_SLOT_COMPUTING);
    }
  return sum;
}

/* Whether the path was with others on the side where @cell is shorter: it takes more there than is
 * left to be told. */
static gboolean
is_elsewhere (const RefrainAccounts *self, const RefrainTimeCell *cell, double seconds)
{
  double more = self->time[1] - self->time[0];

  for (guint i = 0; i < self->entries->len; i++)
    more -= g_array_index (self->entries, RefrainAccount, i).seconds;
  return cell->part == REFRAIN_SLOT_COMPUTING && cell->slow == NULL && cell->is_whole
         && !cell->pair->pooled && seconds * more > 0 && fabs (seconds) > ELSEWHERE * fabs (more);
}

/* What all that compute at @cell cost by taking longer, of @seconds on the path. */
static double
find_group_cost (const RefrainAccounts *self,
                 const RefrainTimeCell *cell,
                 GPtrArray *pairs,
                 double seconds,
                 GCancellable *cancellable)
{
  const guint side = seconds > 0 ? 1 : 0;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  double saved;

  for (guint i = 0; i < cell->blocks[side]->len; i++)
    g_array_append_val (rows, g_array_index (cell->blocks[side], RefrainRowBlocks, i).row);
  saved = refrain_accounts_find_slow_cost (self, side, rows, pairs, cell->name, 0, !is_quiet (cell),
                                           cancellable);
  saved = MIN (saved, fabs (seconds));
  return side == 1 ? saved : -saved;
}

static void
tell_group (RefrainAccounts *self, GPtrArray *all, GPtrArray *group, GCancellable *cancellable)
{
  const RefrainTimeCell *main_cell = g_ptr_array_index (group, 0);
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  double seconds = 0, cells[REFRAIN_N_SIDES] = { 0, 0 }, spread;
  RefrainDifferent kind = REFRAIN_DIFFERENT_COMPUTING;
  const RefrainShift *shift;
  RefrainAccount *account;
  char *what, *sentence;

  for (guint i = 0; i < group->len; i++)
    {
      const RefrainTimeCell *cell = g_ptr_array_index (group, i);

      seconds += cell->more;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        cells[s] += cell->pair->cell[s][cell->part];
      if (fabs (cell->more) > fabs (main_cell->more))
        main_cell = cell;
      g_ptr_array_add (pairs, cell->pair);
    }
  if (main_cell->part == REFRAIN_SLOT_MPI)
    kind = REFRAIN_DIFFERENT_MPI;
  else if (is_elsewhere (self, main_cell, seconds))
    seconds = find_group_cost (self, main_cell, pairs, seconds, cancellable);
  else if (main_cell->slow != NULL)
    {
      const guint side = main_cell->slow_side;
      double saved;

      kind = REFRAIN_DIFFERENT_PROCESS;
      seconds += sum_elsewhere (self, all, main_cell->name);
      saved = refrain_accounts_find_slow_cost (self, side, main_cell->slow, pairs, main_cell->name,
                                               side == 1 ? seconds : -seconds,
                                               !is_quiet (main_cell), cancellable);
      if (saved > fabs (seconds))
        refrain_accounts_take_from_mpi (self, side, saved - fabs (seconds));
      seconds = side == 1 ? saved : -saved;
    }
  if (fabs (seconds) < self->least * (kind == REFRAIN_DIFFERENT_MPI ? MPI_LEAST : 1))
    return;
  shift = main_cell->is_whole && main_cell->slow == NULL ? &main_cell->all : &main_cell->slowest;
  spread = shift->shift != 0 ? (shift->high - shift->low) / 4 / fabs (shift->shift) : 0.1;
  for (guint i = 0; i < group->len; i++)
    {
      RefrainRunPair *pair = ((RefrainTimeCell *) g_ptr_array_index (group, i))->pair;

      pair->cell[0][main_cell->part] = pair->cell[1][main_cell->part];
    }
  sentence = tell_cell (self, main_cell, pairs, &what);
  account = refrain_accounts_add (self, kind, seconds, cells, MIN (spread, 0.5), what, sentence);
  refrain_account_stand_at (account, pairs, main_cell->part);
  if (main_cell->slow != NULL)
    {
      const guint side = main_cell->slow_side;

      account->processes = list_ranks (self, side, main_cell->slow);
      g_array_append_vals (self->slow_rows[side], main_cell->slow->data, main_cell->slow->len);
    }
}

/* Whether both are told as one: what one routine computes. Where no routine is known it has to be
 * so many times as long at both, too. */
static gboolean
is_of_group (const RefrainAccounts *self, const RefrainTimeCell *a, const RefrainTimeCell *b)
{
  return a->name == b->name && refrain_rows_are_same (a->slow, b->slow)
         && (a->slow != NULL
             || ((a->more > 0) == (b->more > 0)
                 && (a->name != 0
                     || fabs (find_mean_change (self, a) - find_mean_change (self, b)) < ALIKE)));
}

static void
find_part (RefrainAccounts *self, RefrainSlotPart part, GCancellable *cancellable)
{
  g_autofree double *swapped = g_new0 (double, self->coupling->pairs->len + 1);
  g_autoptr (GPtrArray) cells = list_cells (self, part, swapped);
  g_autofree gboolean *done = g_new0 (gboolean, cells->len + 1);
  const double cut = find_cut (cells);

  for (guint i = 0; i < cells->len; i++)
    {
      test_cell (self, g_ptr_array_index (cells, i), cut);
      refrain_time_cell_find_slow (self, g_ptr_array_index (cells, i));
    }
  for (guint i = 0; i < cells->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const RefrainTimeCell *first = g_ptr_array_index (cells, i);
      g_autoptr (GPtrArray) group = g_ptr_array_new ();

      if (done[i] || !refrain_time_cell_is_found (first))
        continue;
      for (guint k = i; k < cells->len; k++)
        {
          RefrainTimeCell *cell = g_ptr_array_index (cells, k);

          if (done[k] || !refrain_time_cell_is_found (cell) || !is_of_group (self, first, cell))
            continue;
          done[k] = TRUE;
          g_ptr_array_add (group, cell);
        }
      tell_group (self, cells, group, cancellable);
    }
  if (part == REFRAIN_SLOT_COMPUTING)
    refrain_accounts_find_swapped (self, swapped);
}

void
refrain_accounts_find_times (RefrainAccounts *self, GCancellable *cancellable)
{
  find_floor (self);
  refrain_accounts_find_moved (self);
  find_part (self, REFRAIN_SLOT_COMPUTING, cancellable);
  find_part (self, REFRAIN_SLOT_MPI, cancellable);
}
