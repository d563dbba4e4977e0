/* refrain-account-occasions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a place computes longer in: which routine, and whether each time or now and then.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <glib/gi18n-lib.h>

#include "refrain-cells.h"
#include "refrain-time-format.h"

/* What is now and then takes so many times as long as nearly all does in the other run, and ns
 * more; is a share of all occurrences at most; and makes up for a share of what is more. */
#define LONGER       1.5
#define LONGER_LEAST 50e3
#define NEARLY_ALL   0.9
#define NOW_AND_THEN 0.5
#define MOST_OF_MORE 0.6
/* So many occurrences of a thread in a row are told as that. */
#define IN_A_ROW 4
/* A thread that computes longer by less, as a share, does not. */
#define AS_LONG 0.1
/* Of kinds: what is usual; and so much of a share more and less. */
#define MIDDLE 0.45
#define AROUND 0.25
/* A routine has this share of what differs. */
#define MOST_OF_CHANGE 0.5

/* ---- Which routine -------------------------------------------------------------------------- */

/* Adds what each routine computes in @slot to @sums (name → double), times @factor. */
static void
add_slot (const RefrainSide *side, const RefrainSlot *slot, double factor, GHashTable *sums)
{
  const RefrainRunGraph *graph = side->runs[refrain_side_get_row (side, slot->row)->run].graph;

  for (guint32 k = graph->first_seg[slot->gap_from]; k < graph->first_seg[slot->end]; k++)
    {
      const char *name
          = refrain_run_graph_get_routine_name (graph, graph->keys[graph->seg_key[k]].routine);
      double *sum = name != NULL ? g_hash_table_lookup (sums, name) : NULL;

      if (name != NULL && sum == NULL)
        g_hash_table_insert (sums, (gpointer) name, sum = g_new0 (double, 1));
      if (sum != NULL)
        *sum += refrain_run_graph_to_time (graph, (double) graph->seg_time[k]) * factor;
    }
}

/* Adds what an occurrence of @pair on @side computes on average. */
static void
add_average (const RefrainAccounts *self,
             const RefrainRunPair *pair,
             guint side,
             double factor,
             GHashTable *sums)
{
  factor
      *= refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side) / MAX (pair->n[side], 1);
  for (guint32 i = 0; i < pair->n[side]; i++)
    add_slot (&self->coupling->sides[side], refrain_pair_get_slot (self->coupling, pair, side, i),
              factor, sums);
}

/* The name that more than half of all of @sums is of, or NULL. */
static const char *
find_most (GHashTable *sums)
{
  GHashTableIter iter;
  gpointer name, value;
  double all = 0;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    all += *(double *) value;
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (all != 0 && *(double *) value / all > MOST_OF_CHANGE)
      return name;
  return NULL;
}

const char *
refrain_accounts_find_changed (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  add_average (self, pair, 0, -1, sums);
  add_average (self, pair, 1, 1, sums);
  return find_most (sums);
}

const char *
refrain_accounts_find_changed_at (const RefrainAccounts *self,
                                  const RefrainRunPair *pair,
                                  guint side,
                                  const RefrainSlot *slot)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  add_average (self, pair, side, -1, sums);
  add_slot (&self->coupling->sides[side], slot,
            refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side), sums);
  return find_most (sums);
}

/* ---- Which occurrences ---------------------------------------------------------------------- */

double
refrain_accounts_find_nearly_all (const RefrainAccounts *self,
                                  const RefrainRunPair *pair,
                                  RefrainSlotPart part,
                                  guint side)
{
  g_autofree double *times = g_new (double, pair->n[side] + 1);

  for (guint32 i = 0; i < pair->n[side]; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, i);

      times[i] = (double) (part == REFRAIN_SLOT_COMPUTING ? slot->gap : slot->stay);
    }
  return refrain_cells_quantile (times, pair->n[side], NEARLY_ALL)
         * refrain_accounts_get_scale (self, part, side);
}

/* What is computed at @pair on @side from occurrence @first to before @end, ns. */
static double
sum_gaps (
    const RefrainAccounts *self, const RefrainRunPair *pair, guint side, guint32 first, guint32 end)
{
  double sum = 0;

  for (guint32 i = first; i < end; i++)
    sum += (double) refrain_pair_get_slot (self->coupling, pair, side, i)->gap;
  return sum * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side);
}

/* Whether of occurrences @first to before @end those at the quantile @high are another kind than
 * those at @low, as in a loop that calls the same in two places. */
static gboolean
are_kinds (const RefrainAccounts *self,
           const RefrainRunPair *pair,
           guint side,
           guint32 first,
           guint32 end,
           double low,
           double high)
{
  const gsize n = end - first;
  g_autofree double *times = g_new (double, n + 1);

  for (guint32 i = first; i < end; i++)
    times[i - first] = (double) refrain_pair_get_slot (self->coupling, pair, side, i)->gap;
  return refrain_cells_quantile (times, n, high)
         > LONGER * refrain_cells_quantile (times, n, low) + LONGER_LEAST;
}

gboolean
refrain_accounts_has_kinds (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  guint n = 0, n_rows = 0;

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      end = refrain_pair_find_end (self->coupling, pair, side, first);
      n += are_kinds (self, pair, side, first, end, MIDDLE, NEARLY_ALL);
      n_rows++;
    }
  return n > n_rows / 2;
}

/* Where @process stands at @pair on @side: its occurrences. FALSE where it does not. */
static gboolean
find_process (const RefrainAccounts *self,
              const RefrainRunPair *pair,
              guint side,
              guint32 process,
              guint32 *first,
              guint32 *end)
{
  const RefrainSide *own = &self->coupling->sides[side];

  for (*first = 0; *first < pair->n[side]; *first = *end)
    {
      const guint32 row = refrain_pair_get_slot (self->coupling, pair, side, *first)->row;

      *end = refrain_pair_find_end (self->coupling, pair, side, *first);
      if (refrain_side_get_row (own, row)->process == process)
        return TRUE;
    }
  return FALSE;
}

/* Whether the longest @share of what @process computes there are another kind. */
static gboolean
is_kind (const RefrainAccounts *self,
         const RefrainRunPair *pair,
         guint side,
         guint32 process,
         double share)
{
  guint32 first, end;

  return find_process (self, pair, side, process, &first, &end)
         && are_kinds (self, pair, side, first, end, 1 - (1 + AROUND) * share,
                       1 - (1 - AROUND) * share);
}

/* How much longer than @mean a thread computes from occurrence @first to before @end on @side, ns,
 * or longer than it does on the other side where that is more; 0 where that is little. */
static double
find_more (const RefrainAccounts *self,
           const RefrainRunPair *pair,
           guint side,
           guint32 first,
           guint32 end,
           double mean)
{
  const guint32 row = refrain_pair_get_slot (self->coupling, pair, side, first)->row;
  const guint32 process = refrain_side_get_row (&self->coupling->sides[side], row)->process;
  guint32 from, to;
  double more;

  if (find_process (self, pair, 1 - side, process, &from, &to))
    mean = MAX (mean, sum_gaps (self, pair, 1 - side, from, to) / (to - from));
  more = sum_gaps (self, pair, side, first, end) - mean * (end - first);
  return more > AS_LONG * mean * (end - first) ? more : 0;
}

const RefrainSlot *
refrain_accounts_find_row_of (const RefrainAccounts *self,
                              const RefrainRunPair *pair,
                              guint side,
                              guint n,
                              guint32 first,
                              guint32 last)
{
  return n >= IN_A_ROW && last - first == n - 1
             ? refrain_pair_get_slot (self->coupling, pair, side, first)
             : NULL;
}

/* Adds to @occasions those of one thread, from @first to before @end, unless most are; returns how
 * much longer they are, ns. */
static double
add_row (const RefrainAccounts *self,
         const RefrainRunPair *pair,
         guint side,
         guint32 first,
         guint32 end,
         RefrainOccasions *occasions)
{
  const double scale = refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side);
  const RefrainSlotRow *own = refrain_side_get_row (
      &self->coupling->sides[side], refrain_pair_get_slot (self->coupling, pair, side, first)->row);
  const RefrainSlot *longest = NULL;
  double longer = 0, share;
  guint32 from = end, to = end;
  guint n = 0;

  for (guint32 i = first; i < end; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, i);
      const double time = (double) slot->gap * scale;

      if (time <= LONGER * occasions->usual + LONGER_LEAST)
        continue;
      from = n++ == 0 ? i : from;
      to = i;
      longer += time - occasions->usual;
      if (longest == NULL || slot->gap > longest->gap)
        longest = slot;
    }
  share = (double) n / (end - first);
  if (n == 0 || share > NOW_AND_THEN
      || (share > 1 - NEARLY_ALL && is_kind (self, pair, 1 - side, own->process, share)))
    return 0;
  occasions->from
      = occasions->n == 0 ? refrain_accounts_find_row_of (self, pair, side, n, from, to) : NULL;
  occasions->n += n;
  if (occasions->slot == NULL || longest->gap > occasions->slot->gap)
    occasions->slot = longest;
  return longer;
}

gboolean
refrain_accounts_find_occasions (const RefrainAccounts *self,
                                 const RefrainRunPair *pair,
                                 guint side,
                                 const GArray *rows,
                                 RefrainOccasions *occasions)
{
  const double mean = sum_gaps (self, pair, 1 - side, 0, pair->n[1 - side]) / pair->n[1 - side];
  double longer = 0, more = 0;

  *occasions = (RefrainOccasions){ .usual = refrain_accounts_find_nearly_all (
                                       self, pair, REFRAIN_SLOT_COMPUTING, 1 - side) };
  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      const guint32 row = refrain_pair_get_slot (self->coupling, pair, side, first)->row;

      end = refrain_pair_find_end (self->coupling, pair, side, first);
      if (rows != NULL && !refrain_accounts_has_row (rows, row))
        continue;
      longer += add_row (self, pair, side, first, end, occasions);
      /* Those that compute less do not make up for it: others wait. */
      more += find_more (self, pair, side, first, end, mean);
    }
  return occasions->n > 0 && longer >= MOST_OF_MORE * more;
}

RefrainSlowOccurrence
refrain_accounts_describe_slow (const RefrainAccounts *self,
                                guint side,
                                const RefrainSlot *slot,
                                RefrainSlotPart part,
                                RefrainTime time,
                                double usual)
{
  const RefrainSide *own = &self->coupling->sides[side];
  const RefrainSlotRow *row = refrain_side_get_row (own, slot->row);
  const RefrainRunGraph *graph = own->runs[row->run].graph;

  return (RefrainSlowOccurrence){
    .in_b = side == self->b,
    .run = row->run,
    .process = row->process,
    .start = graph->start + refrain_slot_get_start (graph, slot, part),
    .time = time,
    .usual = (RefrainTime) usual,
  };
}

char *
refrain_accounts_tell_occasions (const RefrainAccounts *self,
                                 const char *name,
                                 guint n,
                                 const RefrainSlowOccurrence *worst,
                                 const RefrainSlowOccurrence *from)
{
  g_autofree char *time = refrain_time_format (worst->time, 3);
  g_autofree char *usual = refrain_time_format (worst->usual, 3);
  g_autofree char *at = refrain_time_format (from != NULL ? from->start : worst->start, 6);

  if (n == 1)
    return g_strdup_printf (worst->in_b
                                ? _ ("%s takes %s once in B, on process %u at %s; typically %s.")
                                : _ ("%s took %s once in A, on process %u at %s; typically %s."),
                            name, time, worst->process, at, usual);
  if (from != NULL)
    return g_strdup_printf (
        worst->in_b ? _ ("%s takes longer than typical %u times in a row in B, on process %u from "
                         "%s on: up to %s; typically %s.")
                    : _ ("%s took longer than typical %u times in a row in A, on process %u from "
                         "%s on: up to %s; typically %s."),
        name, n, worst->process, at, time, usual);
  return g_strdup_printf (
      worst->in_b ? _ (
          "%s takes longer than typical %u times in B, up to %s on process %u at %s; typically %s.")
                  : _ ("%s took longer than typical %u times in A, up to %s on process %u "
                       "at %s; typically %s."),
      name, n, time, worst->process, at, usual);
}
