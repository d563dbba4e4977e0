/* refrain-account-places.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a difference is in the first run of each side: all of its operations, and an occurrence to
 * look at with its counterpart.
 */
#include "refrain-accounts.h"

#include <math.h>

#include "refrain-cells.h"
#include "refrain-compare.h"

void
refrain_account_stand_at (RefrainAccount *self, GPtrArray *pairs, RefrainSlotPart part)
{
  self->pairs = g_ptr_array_ref (pairs);
  self->part = part;
}

/* Slots of @side at the places of @account in the first run, thread by thread, in the order of
 * time. */
static GArray *
list_slots (const RefrainAccounts *self, const RefrainAccount *account, guint side)
{
  const RefrainSide *own = &self->coupling->sides[side];
  const GArray *lines = account->lines[side];
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; account->pairs != NULL && i < account->pairs->len; i++)
    {
      const RefrainRunPair *pair = g_ptr_array_index (account->pairs, i);

      for (guint32 k = 0; k < pair->n[side]; k++)
        if (refrain_side_get_row (own, refrain_pair_get_slot (self->coupling, pair, side, k)->row)
                ->run
            == 0)
          g_array_append_val (list, pair->slots[side][k]);
    }
  for (guint32 i = 0; lines != NULL && lines->len > 0 && i < own->slots->len; i++)
    for (guint k = 0; k < lines->len; k++)
      if (own->lines[i] == g_array_index (lines, guint32, k)
          && refrain_side_get_row (own, refrain_side_get_slot (own, i)->row)->run == 0)
        {
          g_array_append_val (list, i);
          break;
        }
  return list;
}

static guint32
get_process (const RefrainSide *side, guint32 slot)
{
  return refrain_side_get_row (side, refrain_side_get_slot (side, slot)->row)->process;
}

static gboolean
is_told_of (const RefrainAccount *account, guint32 process)
{
  for (guint i = 0; account->processes != NULL && i < account->processes->len; i++)
    if (g_array_index (account->processes, guint32, i) == process)
      return TRUE;
  return account->processes == NULL;
}

typedef struct
{
  RefrainTime time; /* on the critical path */
  guint32 i;
} Ranked;

REFRAIN_DEFINE_COMPARE (compare_ranked, Ranked, REFRAIN_RISING (time) ?: REFRAIN_FALLING (i))

/* The place in @list of what is longest on the critical path, where a single occurrence is told of,
 * else of what is usual there; REFRAIN_NONE for an empty one. */
static guint32
find_shown (const RefrainAccount *account, const RefrainSide *side, const GArray *list)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  guint32 first = 0;

  for (guint pass = 0; pass < 2 && ranked->len == 0; pass++)
    for (guint32 i = 0; i < list->len; i++)
      {
        const guint32 slot = g_array_index (list, guint32, i);
        const RefrainSlotVisit *visit
            = refrain_side_get_visit (side, refrain_side_get_slot (side, slot));
        const Ranked own = { visit->path[account->part], i };

        if (pass == 1 || is_told_of (account, get_process (side, slot)))
          g_array_append_val (ranked, own);
      }
  if (ranked->len == 0)
    return REFRAIN_NONE;
  g_array_sort (ranked, compare_ranked);
  if (account->kind == REFRAIN_DIFFERENT_SINGLE)
    return g_array_index (ranked, Ranked, ranked->len - 1).i;
  while (first + 1 < ranked->len && g_array_index (ranked, Ranked, first).time == 0)
    first++;
  return g_array_index (ranked, Ranked, (first + ranked->len) / 2).i;
}

/* The one of @others that is as far in the same process as place @i of @list, else one of its own.
 */
static guint32
find_counterpart (const RefrainAccounts *self,
                  const RefrainAccount *account,
                  guint side,
                  const GArray *list,
                  guint32 i,
                  const GArray *others)
{
  const RefrainSide *own = &self->coupling->sides[side];
  const RefrainSide *other = &self->coupling->sides[1 - side];
  const guint32 process = get_process (own, g_array_index (list, guint32, i));
  guint32 nth = 0, seen = 0, best = REFRAIN_NONE;

  for (guint32 k = 0; k < i; k++)
    nth += get_process (own, g_array_index (list, guint32, k)) == process;
  for (guint32 k = 0; k < others->len && self->same_size; k++)
    if (get_process (other, g_array_index (others, guint32, k)) == process && seen++ <= nth)
      best = k;
  return best != REFRAIN_NONE ? best : find_shown (account, other, others);
}

/* How long the slot at place @i of @list takes in @part, ns, waiting included. */
static double
get_time (const RefrainSide *side, const GArray *list, guint32 i, RefrainSlotPart part)
{
  const RefrainSlot *slot = refrain_side_get_slot (side, g_array_index (list, guint32, i));

  return (double) (part == REFRAIN_SLOT_COMPUTING ? slot->gap : slot->stay);
}

/* What it usually takes in processes that @account tells of. */
static double
find_usual (const RefrainAccount *account, const RefrainSide *side, const GArray *list)
{
  g_autofree double *times = g_new (double, list->len + 1);
  gsize n = 0;

  for (guint32 i = 0; i < list->len; i++)
    if (is_told_of (account, get_process (side, g_array_index (list, guint32, i))))
      times[n++] = get_time (side, list, i, account->part);
  return refrain_cells_median (times, n);
}

/* The occurrence that is most like what is usual in both, where both lists have the same ones;
 * REFRAIN_NONE where they do not. */
static guint32
find_usual_pair (const RefrainAccounts *self, const RefrainAccount *account, GArray *const *lists)
{
  const RefrainSide *sides = self->coupling->sides;
  double usual[REFRAIN_N_SIDES], least = INFINITY;
  guint32 best = REFRAIN_NONE;

  if (!self->same_size || lists[0]->len != lists[1]->len
      || account->kind == REFRAIN_DIFFERENT_SINGLE)
    return REFRAIN_NONE;
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    usual[s] = find_usual (account, &sides[s], lists[s]);
  for (guint32 i = 0; i < lists[0]->len; i++)
    {
      const guint32 process = get_process (&sides[0], g_array_index (lists[0], guint32, i));
      double away = 1;

      if (process != get_process (&sides[1], g_array_index (lists[1], guint32, i)))
        return REFRAIN_NONE;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          const double time = get_time (&sides[s], lists[s], i, account->part) + 1;

          away *= MAX (time / (usual[s] + 1), (usual[s] + 1) / time);
        }
      if (away < least && is_told_of (account, process))
        {
          least = away;
          best = i;
        }
    }
  return best;
}

static void
fill_place (const RefrainSide *side,
            const GArray *list,
            guint32 i,
            RefrainSlotPart part,
            RefrainDifferencePlace *place)
{
  const RefrainRunGraph *graph = side->runs[0].graph;
  const RefrainSlot *slot;

  place->ops = refrain_op_set_new (graph->trace);
  place->n = list->len;
  for (guint32 k = 0; k < list->len; k++)
    {
      const guint32 id = g_array_index (list, guint32, k);

      slot = refrain_side_get_slot (side, id);
      for (guint32 node = slot->node; node < slot->end; node++)
        for (guint32 op = 0; op < graph->n_ops[node]; op++)
          refrain_op_set_add (place->ops, get_process (side, id), graph->op[node] + op);
    }
  slot = refrain_side_get_slot (side, g_array_index (list, guint32, i));
  place->process = get_process (side, g_array_index (list, guint32, i));
  place->start = graph->start + refrain_slot_get_start (graph, slot, part);
  place->end = part == REFRAIN_SLOT_COMPUTING
                   ? graph->start + refrain_slot_get_start (graph, slot, REFRAIN_SLOT_MPI)
                   : place->start + slot->stay;
}

void
refrain_account_find_places (const RefrainAccounts *self,
                             const RefrainAccount *account,
                             RefrainDifferencePlace places[REFRAIN_N_SIDES])
{
  const guint more = account->seconds >= 0 ? 1 : 0;
  GArray *lists[REFRAIN_N_SIDES];
  guint32 at[REFRAIN_N_SIDES];
  guint first;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const RefrainSideRun *run = &self->coupling->sides[s].runs[0];

      places[s] = (RefrainDifferencePlace){ .process = REFRAIN_NONE,
                                            .start = run->graph->start,
                                            .end = run->graph->start + run->time };
      lists[s] = list_slots (self, account, s);
    }
  first = lists[more]->len > 0 ? more : 1 - more;
  at[0] = at[1] = find_usual_pair (self, account, lists);
  if (at[first] == REFRAIN_NONE)
    at[first] = find_shown (account, &self->coupling->sides[first], lists[first]);
  if (at[first] != REFRAIN_NONE)
    {
      if (at[1 - first] == REFRAIN_NONE)
        at[1 - first]
            = find_counterpart (self, account, first, lists[first], at[first], lists[1 - first]);
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        if (at[s] != REFRAIN_NONE)
          fill_place (&self->coupling->sides[s], lists[s], at[s], account->part, &places[s]);
    }
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_array_unref (lists[s]);
}
