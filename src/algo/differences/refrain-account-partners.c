/* refrain-account-partners.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same calls with others: collectives of another communicator, and messages that are received
 * in another order. Each process does what it did, but waits for others.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-pattern.h"

/* So many times what matters, where the same could have other numbers of processes. */
#define LEAST 3
/* Receives of more processes have no order to be told; so many of an order are. */
#define MOST_PEERS 4096
#define MOST_TOLD  3
/* This share of an order recurs. */
#define IN_ORDER 0.95

/* Pairs of processes that send messages, sorted. */
static GArray *
list_partners (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree guint8 *seen = g_malloc0 ((gsize) n + 1);

  for (guint p = 0; p < n; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      refrain_fill (seen, 0, n);
      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0 && !seen[ops->peer[i]])
          seen[ops->peer[i]] = 1;
      for (guint q = 0; q < n; q++)
        if (seen[q])
          {
            const guint64 pair = (guint64) p << 32 | q;

            g_array_append_val (list, pair);
          }
    }
  return list;
}

gboolean
refrain_differences_have_same_partners (RefrainTrace *a, RefrainTrace *b)
{
  g_autoptr (GArray) of_a = list_partners (a);
  g_autoptr (GArray) of_b = list_partners (b);

  return refrain_trace_get_n_processes (a) == refrain_trace_get_n_processes (b)
         && of_a->len == of_b->len
         && refrain_is_same (of_a->data, of_b->data, of_a->len * sizeof (guint64));
}

/* ---- Who takes part ------------------------------------------------------------------------- */

/* The operations of the call of @slot. */
static const RefrainOps *
get_ops (const RefrainSide *side, const RefrainSlot *slot, guint32 *first, guint32 *n)
{
  const RefrainSlotRow *row = refrain_side_get_row (side, slot->row);
  const RefrainRunGraph *graph = side->runs[row->run].graph;

  *first = graph->op[slot->end - 1];
  *n = graph->n_ops[slot->end - 1];
  return refrain_trace_get_ops (graph->trace, row->process);
}

/* The communicator of the collective of @slot; NULL for none. */
static RefrainCommunicator *
get_communicator (const RefrainSide *side, const RefrainSlot *slot)
{
  const RefrainSlotRow *row = refrain_side_get_row (side, slot->row);
  guint32 first, n;
  const RefrainOps *ops = get_ops (side, slot, &first, &n);

  return n > 0 && ops->kind[first] == REFRAIN_OP_COLLECTIVE && ops->comm[first] != REFRAIN_NONE
             ? refrain_trace_get_communicator (side->runs[row->run].graph->trace, ops->comm[first])
             : NULL;
}

/* The first slot of @process at @pair; NULL for none. */
static const RefrainSlot *
find_slot (const RefrainAccounts *self, const RefrainRunPair *pair, guint side, guint32 process)
{
  for (guint32 i = 0; i < pair->n[side]; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, i);
      const RefrainSlotRow *row = refrain_side_get_row (&self->coupling->sides[side], slot->row);

      if (row->process == process && row->run == 0)
        return slot;
    }
  return NULL;
}

/* Whether the smallest or the largest communicator at @pair has another number of members. */
static gboolean
has_other_sizes (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  guint32 least[] = { G_MAXUINT32, G_MAXUINT32 }, most[] = { 0, 0 };

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint32 i = 0; i < pair->n[s]; i++)
      {
        const guint32 n = refrain_pair_get_slot (self->coupling, pair, s, i)->n_members;

        least[s] = MIN (least[s], n);
        most[s] = MAX (most[s], n);
      }
  return least[0] != least[1] || most[0] != most[1];
}

/* The sentence of a collective at @pair that other processes take part in; NULL where they are the
 * same. Where they are as many it is not @sure: processes may have other numbers. */
static char *
tell_members (const RefrainAccounts *self,
              const RefrainRunPair *pair,
              const char *what,
              gboolean *sure)
{
  const RefrainSlot *first = refrain_pair_get_slot (self->coupling, pair, 0, 0);
  const RefrainSide *sides = self->coupling->sides;
  const guint32 process = refrain_side_get_row (&sides[0], first->row)->process;
  const RefrainSlot *other = find_slot (self, pair, 1, process);
  const RefrainSlot *slots[] = { first, other };
  g_autofree char *ranks_of_a = NULL, *ranks_of_b = NULL;
  char **const ranks[REFRAIN_N_SIDES] = { &ranks_of_a, &ranks_of_b };
  g_autofree char *text = NULL;
  gsize n[REFRAIN_N_SIDES] = { 0, 0 };
  const guint32 *members[REFRAIN_N_SIDES];

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      RefrainCommunicator *comm = slots[s] != NULL ? get_communicator (&sides[s], slots[s]) : NULL;

      members[s]
          = comm != NULL ? (const guint32 *) refrain_communicator_get_members (comm, &n[s]) : NULL;
      if (n[s] == 0)
        return NULL;
      *ranks[s] = refrain_format_ranks (members[s], n[s]);
    }
  *sure = has_other_sizes (self, pair);
  if (*sure && n[0] != n[1])
    return g_strdup_printf (_ ("%s joins %zu processes in B instead of %zu."), what, n[self->b],
                            n[self->a]);
  if (g_str_equal (ranks_of_a, ranks_of_b))
    return NULL;
  return g_strdup_printf (
      _ ("%s joins other processes in B: process %u and others are %s instead of %s."), what,
      process, *ranks[self->b], *ranks[self->a]);
}

/* ---- In which order ------------------------------------------------------------------------- */

/* Whom the slots of @pair from @first on of one thread receive from, up to @end, as long as it is
 * one message each; of gint32. NULL where it is not, or in no order that recurs. */
static GArray *
list_order (
    const RefrainAccounts *self, const RefrainRunPair *pair, guint side, guint32 first, guint32 end)
{
  g_autoptr (GArray) peers = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const gint32 *list;
  guint n, same = 0;

  for (guint32 i = first; i < end; i++)
    {
      guint32 op, n_ops;
      const RefrainOps *ops
          = get_ops (&self->coupling->sides[side],
                     refrain_pair_get_slot (self->coupling, pair, side, i), &op, &n_ops);

      if (n_ops != 1 || !REFRAIN_OP_IS_RECV (ops->kind[op]))
        return NULL;
      g_array_append_val (peers, ops->peer[op]);
      g_hash_table_add (seen, GINT_TO_POINTER (ops->peer[op] + 1));
    }
  n = g_hash_table_size (seen);
  if (n < 2 || n > MOST_PEERS || peers->len < 2 * n)
    return NULL;
  list = (const gint32 *) (gpointer) peers->data;
  for (guint i = n; i < peers->len; i++)
    same += list[i] == list[i - n];
  if (same < IN_ORDER * (peers->len - n))
    return NULL;
  g_array_set_size (peers, n);
  return g_steal_pointer (&peers);
}

/* "7, 6, 5": the first ones. Free with g_free(). */
static char *
format_order (const GArray *order)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (order->len, MOST_TOLD); i++)
    g_string_append_printf (text, i > 0 ? ", %d" : "%d", g_array_index (order, gint32, i));
  return g_string_free (text, FALSE);
}

/* Whether both have the same processes, in another order. */
static gboolean
is_other_order (const GArray *a, const GArray *b)
{
  const gsize size = a->len * sizeof (gint32);
  g_autofree gint32 *x = NULL, *y = NULL;

  if (a->len != b->len || refrain_is_same (a->data, b->data, size))
    return FALSE;
  x = g_memdup2 (a->data, size);
  y = g_memdup2 (b->data, size);
  refrain_sort (x, a->len, sizeof *x, refrain_compare_uint32);
  refrain_sort (y, b->len, sizeof *y, refrain_compare_uint32);
  return refrain_is_same (x, y, size);
}

/* The end of the slots of @pair from @first on of one thread. */
static guint32
find_end (const RefrainAccounts *self, const RefrainRunPair *pair, guint side, guint32 first)
{
  const guint32 row = refrain_pair_get_slot (self->coupling, pair, side, first)->row;
  guint32 end = first;

  while (end < pair->n[side] && refrain_pair_get_slot (self->coupling, pair, side, end)->row == row)
    end++;
  return end;
}

/* The sentence of the first thread that receives in another order at @pair; NULL where none does.
 */
static char *
tell_order (const RefrainAccounts *self, const RefrainRunPair *pair, const char *what)
{
  const RefrainSide *sides = self->coupling->sides;
  guint32 at[REFRAIN_N_SIDES] = { 0, 0 }, end[REFRAIN_N_SIDES];

  for (; at[0] < pair->n[0] && at[1] < pair->n[1]; at[0] = end[0], at[1] = end[1])
    {
      g_autoptr (GArray) a = NULL;
      g_autoptr (GArray) b = NULL;
      guint32 process[REFRAIN_N_SIDES];

      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          end[s] = find_end (self, pair, s, at[s]);
          process[s] = refrain_side_get_row (
                           &sides[s], refrain_pair_get_slot (self->coupling, pair, s, at[s])->row)
                           ->process;
        }
      if (process[0] != process[1])
        return NULL;
      a = list_order (self, pair, self->a, at[self->a], end[self->a]);
      b = a != NULL ? list_order (self, pair, self->b, at[self->b], end[self->b]) : NULL;
      if (b != NULL && is_other_order (a, b))
        {
          g_autofree char *before = format_order (a), *after = format_order (b);

          return g_strdup_printf (
              _ ("Process %u receives in another order in B: %s is from %s first instead of %s."),
              process[0], what, after, before);
        }
    }
  return NULL;
}

/* ---- What it costs -------------------------------------------------------------------------- */

/* What is left in the outermost loop around @pair; takes it out of the cells where it is @taken. */
static double
sum_loop (const RefrainAccounts *self,
          const RefrainRunPair *pair,
          double cells[REFRAIN_N_SIDES],
          gboolean taken)
{
  const RefrainPageNode *top
      = refrain_page_node_get_top (refrain_pair_get_line (self->coupling, pair, 0));

  cells[0] = cells[1] = 0;
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *own = refrain_coupling_get_pair (self->coupling, i);

      if (refrain_page_node_get_top (refrain_pair_get_line (self->coupling, own, 0)) != top)
        continue;
      for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
        {
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            cells[s] += own->cell[s][part];
          if (taken)
            own->cell[0][part] = own->cell[1][part];
        }
    }
  return cells[1] - cells[0];
}

void
refrain_accounts_find_partners (RefrainAccounts *self)
{
  const RefrainSide *sides = self->coupling->sides;

  if (!self->same_size || self->other_topology
      || !refrain_differences_have_same_partners (sides[0].runs[0].graph->trace,
                                                  sides[1].runs[0].graph->trace))
    return;
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
      g_autofree char *what = NULL, *sentence = NULL;
      double cells[REFRAIN_N_SIDES], seconds;
      gboolean sure = FALSE;

      gboolean matters, collective;

      if (pair->extra || pair->n[0] == 0 || pair->n[1] == 0)
        continue;
      collective = refrain_pair_get_slot (self->coupling, pair, 0, 0)->n_members > 0;
      seconds = sum_loop (self, pair, cells, FALSE);
      matters = fabs (seconds) >= LEAST * self->least;
      if (!collective && !matters)
        continue;
      g_ptr_array_add (pairs, pair);
      what = refrain_accounts_name (self, pairs);
      sentence
          = collective ? tell_members (self, pair, what, &sure) : tell_order (self, pair, what);
      if (sentence == NULL || !(sure || matters))
        continue;
      sum_loop (self, pair, cells, TRUE);
      refrain_account_stand_at (refrain_accounts_add (self, REFRAIN_DIFFERENT_CALLS, seconds, cells,
                                                      0.1, g_steal_pointer (&what),
                                                      g_steal_pointer (&sentence)),
                                pairs, REFRAIN_SLOT_MPI);
    }
}
