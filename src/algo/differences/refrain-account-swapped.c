/* refrain-account-swapped.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes that compute longer than the others on both sides, but other ones. It costs nothing,
 * and tells whether it is due to where they run or to what they do.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <glib/gi18n-lib.h>

#include "refrain-cells.h"
#include "refrain-pattern.h"
#include "refrain-time-format.h"

/* Who takes so much longer than what is usual is slow; beyond so many times what places differ by
 * anyway, and by so many times what matters. A few are at most this share of all. */
#define SLOW      0.15
#define FLOORS    2.5
#define MATTERS   4
#define MOST_SLOW 0.5
/* Fewer occurrences are no sample. */
#define FEW 3

/* The slow threads of a side at a pair. */
typedef struct
{
  GArray *ranks;     /* of guint32: their processes */
  gboolean *is_slow; /* of each thread */
  double factor;     /* of the slowest */
  double more;       /* ns beyond what is usual, of the one that computes most so */
} Slow;

static Slow
find_slow (const RefrainAccounts *self, const GArray *blocks, guint side)
{
  const RefrainSide *own = &self->coupling->sides[side];
  const double beyond = 1 + MAX (SLOW, FLOORS * self->floor[REFRAIN_SLOT_COMPUTING]);
  const double usual = refrain_blocks_get_level (blocks);
  Slow slow = { g_array_new (FALSE, FALSE, sizeof (guint32)), g_new0 (gboolean, own->rows->len + 1),
                1, 0 };

  for (guint i = 0; i < blocks->len; i++)
    {
      const RefrainRowBlocks *row = &g_array_index (blocks, RefrainRowBlocks, i);
      const double more = (row->level - usual) * row->n;
      const guint32 process = refrain_side_get_row (own, row->row)->process;

      if (usual <= 0 || refrain_row_get_lowest (row) <= usual * beyond || row->n < FEW
          || more < MATTERS * self->least)
        continue;
      slow.is_slow[row->row] = TRUE;
      slow.factor = MAX (slow.factor, row->level / usual);
      slow.more = MAX (slow.more, more);
      if (!refrain_accounts_has_row (slow.ranks, process))
        g_array_append_val (slow.ranks, process);
    }
  return slow;
}

static void
find_both (const RefrainAccounts *self, GArray *const blocks[REFRAIN_N_SIDES], Slow *slow)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    slow[s] = find_slow (self, blocks[s], s);
}

static void
clear_both (Slow slow[REFRAIN_N_SIDES])
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_array_unref (slow[s].ranks);
      g_free (slow[s].is_slow);
    }
}

/* Whether a few are slow on each side, and none on both. */
static gboolean
are_others (const RefrainAccounts *self, const Slow slow[REFRAIN_N_SIDES])
{
  const guint n = self->coupling->sides[0].rows->len;

  if (n != self->coupling->sides[1].rows->len)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (slow[0].is_slow[i] && slow[1].is_slow[i])
      return FALSE;
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    if (slow[s].ranks->len == 0 || slow[s].ranks->len > MOST_SLOW * n)
      return FALSE;
  return TRUE;
}

double
refrain_accounts_measure_swapped (const RefrainAccounts *self,
                                  GArray *const blocks[REFRAIN_N_SIDES])
{
  Slow slow[REFRAIN_N_SIDES];
  double more;

  find_both (self, blocks, slow);
  more = are_others (self, slow) ? MIN (slow[0].more, slow[1].more) : 0;
  clear_both (slow);
  return more;
}

static void
add_swapped (RefrainAccounts *self, RefrainRunPair *pair)
{
  GArray *blocks[REFRAIN_N_SIDES];
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  g_autofree char *factor = NULL;
  char *ranks[REFRAIN_N_SIDES], *name;
  RefrainAccount *account;
  Slow slow[REFRAIN_N_SIDES];

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    blocks[s]
        = refrain_pair_list_blocks (self->coupling, pair, s, REFRAIN_SLOT_COMPUTING,
                                    refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, s));
  refrain_blocks_average (blocks[0], blocks[1]);
  find_both (self, blocks, slow);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    ranks[s] = refrain_format_ranks ((const guint32 *) (gpointer) slow[s].ranks->data,
                                     slow[s].ranks->len);
  factor = refrain_factor_format (slow[self->b].factor);
  g_ptr_array_add (pairs, pair);
  name = refrain_accounts_name (self, pairs);
  account = refrain_accounts_add (
      self, REFRAIN_DIFFERENT_PROCESS, 0, (double[]){ slow[0].more, slow[0].more }, 0, name,
      /* TRANSLATORS: ranks in B, ranks in A, a factor, a call of MPI. */
      g_strdup_printf (_ ("Other processes are slow in B: %s instead of %s compute up to %s times "
                          "as long as most before %s."),
                       ranks[self->b], ranks[self->a], factor, name));
  account->sure = TRUE;
  account->processes = g_array_ref (slow[self->b].ranks);
  refrain_account_stand_at (account, pairs, REFRAIN_SLOT_COMPUTING);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_free (ranks[s]);
      g_array_unref (blocks[s]);
    }
  clear_both (slow);
}

/* Told once, where it matters most: what they compute at other places follows from it. Not where
 * processes are told to be slow on one side only. */
void
refrain_accounts_find_swapped (RefrainAccounts *self, const double *swapped)
{
  const guint n = self->coupling->pairs->len;
  guint best = n;

  if (!self->same_size || self->slow_rows[0]->len > 0 || self->slow_rows[1]->len > 0)
    return;
  for (guint i = 0; i < n; i++)
    if (swapped[i] > (best < n ? swapped[best] : 0))
      best = i;
  if (best < n)
    add_swapped (self, refrain_coupling_get_pair (self->coupling, best));
}
