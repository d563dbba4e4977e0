/* refrain-account-slow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a few slow processes cost: the run is replayed without what they compute longer.
 */
#include "refrain-scenario.h"
#include "refrain-time-cell.h"

/* Less far apart, as logarithms, levels are the same. */
#define AS_LONG 0.1

gboolean
refrain_accounts_has_row (const GArray *rows, guint32 row)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, guint32, i) == row)
      return TRUE;
  return FALSE;
}

/* Lets computing before @slot take @time, ns, where it takes longer. */
static void
shorten (RefrainScenario *scenario,
         const RefrainRunGraph *graph,
         const RefrainSlot *slot,
         double time)
{
  const double share = slot->gap > 0 ? time / (double) slot->gap : 1;

  for (guint32 seg = graph->first_seg[slot->gap_from];
       seg < graph->first_seg[slot->end] && share < 1; seg++)
    refrain_scenario_set_seg (scenario, seg, (RefrainTime) ((double) graph->seg_time[seg] * share));
}

/* ... and its call. */
static void
hasten (RefrainScenario *scenario,
        const RefrainRunGraph *graph,
        const RefrainSlot *slot,
        double time)
{
  const double ticks = time / refrain_run_graph_to_time (graph, 1);

  if (ticks < (double) graph->cost[slot->end - 1])
    refrain_scenario_set_cost (scenario, slot->end - 1, (RefrainTime) ticks);
}

/* Whether most threads take as long on both sides: each is to be seen beside itself then, not
 * beside what is usual; so is who took longer than that before. */
static gboolean
are_alike (const GArray *mine, const GArray *others)
{
  guint n = 0;

  for (guint i = 0; i < mine->len && mine->len == others->len; i++)
    n += fabs (refrain_times_find_change (g_array_index (mine, RefrainRowBlocks, i).level,
                                          g_array_index (others, RefrainRowBlocks, i).level))
         < AS_LONG;
  return n > mine->len / 2;
}

/* What thread @k of @mine would take without being slow, ns, where @level is usual among @others.
 */
static double
find_usual (const GArray *mine, const GArray *others, guint k, double level, gboolean alike)
{
  const double own
      = mine->len == others->len ? g_array_index (others, RefrainRowBlocks, k).level : 0;

  return alike ? own : MAX (level, own);
}

/* A replay of the runs of @side without what @rows compute in @who longer than the other side does,
 * and without what others wait in a transfer for their part. Where a run is disturbed all of it
 * takes what is usual, with that and without. */
typedef struct
{
  const RefrainAccounts *accounts;
  guint side;
  const GArray *rows;
  GPtrArray *pairs;
  guint32 who;
  gboolean disturbed;
  RefrainScenario **with, **without; /* of each run */
} Replay;

/* Whether what is computed at @pair is in the routine @who; where no routine is known, whether it
 * is one of @pairs. */
static gboolean
is_in (const RefrainAccounts *self, const RefrainRunPair *pair, guint32 who, GPtrArray *pairs)
{
  return pair->n[0] > 0 && pair->n[1] > 0
         && refrain_accounts_find_name (self, pair, REFRAIN_SLOT_COMPUTING) == who
         && (who != 0 || g_ptr_array_find (pairs, pair, NULL));
}

static void
replay_row (const Replay *self,
            const RefrainRunPair *pair,
            RefrainSlotPart part,
            guint32 first,
            const RefrainRowBlocks *row,
            double usual)
{
  const RefrainCoupling *coupling = self->accounts->coupling;
  const RefrainSide *own = &coupling->sides[self->side];
  const guint32 run = refrain_side_get_row (own, row->row)->run;
  const RefrainRunGraph *graph = own->runs[run].graph;

  for (guint32 i = 0; i < row->n; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (coupling, pair, self->side, first + i);
      const double level = row->blocks[(guint64) i * row->n_blocks / row->n];
      const double time = self->disturbed ? MIN (level, (double) slot->gap) : (double) slot->gap;

      if (part == REFRAIN_SLOT_MPI)
        {
          const guint32 absent = refrain_side_find_absent (own, run, slot->end - 1);
          const double least = self->disturbed ? refrain_row_get_lowest (row) : G_MAXDOUBLE;

          hasten (self->with[run], graph, slot, least);
          hasten (self->without[run], graph, slot,
                  absent != REFRAIN_NONE && refrain_accounts_has_row (self->rows, absent)
                      ? MIN (usual, least)
                      : least);
          continue;
        }
      shorten (self->with[run], graph, slot, time);
      shorten (self->without[run], graph, slot, MIN (time, time * usual / MAX (level, 1)));
    }
}

static void
replay_pair (const Replay *self, const RefrainRunPair *pair, RefrainSlotPart part)
{
  const RefrainAccounts *accounts = self->accounts;
  const gboolean is_who
      = part == REFRAIN_SLOT_COMPUTING && is_in (accounts, pair, self->who, self->pairs);
  g_autoptr (GArray) mine = NULL;
  g_autoptr (GArray) others = NULL;
  double scale, level;
  gboolean alike;
  guint32 first = 0;

  if (part == REFRAIN_SLOT_COMPUTING ? !is_who && !self->disturbed
                                     : pair->n[0] == 0 || pair->n[1] == 0)
    return;
  mine = refrain_pair_list_blocks (accounts->coupling, pair, self->side, part, 1);
  others = refrain_pair_list_blocks (accounts->coupling, pair, 1 - self->side, part, 1);
  if (!self->disturbed && part == REFRAIN_SLOT_COMPUTING)
    refrain_blocks_average (mine, others);
  scale = refrain_accounts_get_scale (accounts, part, 1 - self->side)
          / refrain_accounts_get_scale (accounts, part, self->side);
  level = refrain_blocks_get_level (others);
  alike = part == REFRAIN_SLOT_COMPUTING && are_alike (mine, others);
  for (guint k = 0; k < mine->len; k++)
    {
      const RefrainRowBlocks *row = &g_array_index (mine, RefrainRowBlocks, k);
      const gboolean slow
          = part == REFRAIN_SLOT_MPI || (is_who && refrain_accounts_has_row (self->rows, row->row));

      replay_row (self, pair, part, first, row,
                  !slow                      ? G_MAXDOUBLE
                  : part == REFRAIN_SLOT_MPI ? scale * level
                                             : scale * find_usual (mine, others, k, level, alike));
      first += row->n;
    }
}

/* How much shorter the runs of @side are on average without what the @rows compute longer:
 * replayed, since where a chain waits for a process the path shows a part of it only. */
static double
replay_slow (const RefrainAccounts *self,
             guint side,
             const GArray *rows,
             GPtrArray *pairs,
             guint32 who,
             gboolean disturbed,
             GCancellable *cancellable)
{
  const RefrainSide *own = &self->coupling->sides[side];
  g_autofree RefrainScenario **scenarios = g_new (RefrainScenario *, 2 * own->n_runs + 1);
  const Replay replay
      = { self, side, rows, pairs, who, disturbed, scenarios, scenarios + own->n_runs };
  double saved = 0;

  for (guint r = 0; r < 2 * own->n_runs; r++)
    scenarios[r] = refrain_scenario_new ();
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      replay_pair (&replay, refrain_coupling_get_pair (self->coupling, i), (RefrainSlotPart) part);
  for (guint r = 0; r < own->n_runs; r++)
    {
      const RefrainScenario *both[] = { replay.with[r], replay.without[r] };
      RefrainTime ticks[] = { 0, 0 };

      refrain_scenario_close (replay.with[r]);
      refrain_scenario_close (replay.without[r]);
      if (refrain_run_graph_prepare (own->runs[r].graph, cancellable)
          && refrain_replay_save (own->runs[r].graph, both, 2, ticks, NULL, cancellable))
        saved += refrain_run_graph_to_time (own->runs[r].graph, (double) (ticks[1] - ticks[0]))
                 / own->n_runs;
    }
  for (guint r = 0; r < 2 * own->n_runs; r++)
    refrain_scenario_free (scenarios[r]);
  return MAX (saved, 0);
}

/* What one of @rows computes longer in @who than the other side does, at most, ns: no run is longer
 * by more. */
static double
find_extra (
    const RefrainAccounts *self, guint side, const GArray *rows, GPtrArray *pairs, guint32 who)
{
  g_autofree double *extra = g_new0 (double, self->coupling->sides[side].rows->len + 1);
  double most = 0;

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      g_autoptr (GArray) mine = NULL;
      g_autoptr (GArray) others = NULL;
      double usual;
      gboolean alike;

      if (!is_in (self, pair, who, pairs))
        continue;
      mine = refrain_pair_list_blocks (
          self->coupling, pair, side, REFRAIN_SLOT_COMPUTING,
          refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side));
      others = refrain_pair_list_blocks (
          self->coupling, pair, 1 - side, REFRAIN_SLOT_COMPUTING,
          refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, 1 - side));
      refrain_blocks_average (mine, others);
      alike = are_alike (mine, others);
      usual = refrain_blocks_get_level (others);
      for (guint k = 0; k < mine->len; k++)
        {
          const RefrainRowBlocks *row = &g_array_index (mine, RefrainRowBlocks, k);

          if (refrain_accounts_has_row (rows, row->row))
            extra[row->row]
                += MAX (row->level - find_usual (mine, others, k, usual, alike), 0) * row->n;
        }
    }
  for (guint i = 0; i < rows->len; i++)
    most = MAX (most, extra[g_array_index (rows, guint32, i)]);
  return most;
}

double
refrain_accounts_find_slow_cost (const RefrainAccounts *self,
                                 guint side,
                                 const GArray *rows,
                                 GPtrArray *pairs,
                                 guint32 who,
                                 double on_path,
                                 gboolean disturbed,
                                 GCancellable *cancellable)
{
  const double saved = replay_slow (self, side, rows, pairs, who, disturbed, cancellable);
  const double extra = find_extra (self, side, rows, pairs, who);

  /* A process that computes while others wait for its part of a transfer is on the path, though
   * nothing is known to be late. */
  return MIN (MAX (saved, MIN (on_path, extra)), extra * rows->len);
}

void
refrain_accounts_take_from_mpi (RefrainAccounts *self, guint side, double extra)
{
  double all = 0;

  for (guint pass = 0; pass < 2 && (pass == 0 || all > 0); pass++)
    for (guint i = 0; i < self->coupling->pairs->len; i++)
      {
        RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
        const double more
            = pair->cell[side][REFRAIN_SLOT_MPI] - pair->cell[1 - side][REFRAIN_SLOT_MPI];

        if (more > 0 && pass == 0)
          all += more;
        else if (more > 0)
          pair->cell[side][REFRAIN_SLOT_MPI] -= more * MIN (extra / all, 1);
      }
}
