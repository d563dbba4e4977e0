/* refrain-account-moved.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computing that stands before a transfer in one run and behind it in the other, or before other
 * calls of its loop.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <math.h>

#include <glib/gi18n-lib.h>

/* What is computed elsewhere is as much but for this share. */
#define MOVED 0.2

/* All that processes compute at @pair on one side and nearly nothing on the other: the sign says
 * where it is more. */
static int
is_moved (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const double a = pair->sum[0][REFRAIN_SLOT_COMPUTING]
                   * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, 0);
  const double b = pair->sum[1][REFRAIN_SLOT_COMPUTING];

  if (pair->n[0] == 0 || pair->n[1] == 0 || fabs (a - b) < self->least
      || MIN (a, b) > 0.6 * MAX (a, b))
    return 0;
  return b > a ? 1 : -1;
}

static gboolean
waits (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const RefrainToken *token = refrain_vocabulary_get_token (
      self->coupling->vocabulary, refrain_pair_get_line (self->coupling, pair, 0)->token);
  const char *op = refrain_vocabulary_get_name (self->coupling->vocabulary, token->op);

  return g_str_has_prefix (op, "MPI_Wait") || g_str_equal (op, "MPI_Recv");
}

/* Who computes at @pair on the side where most is computed. */
static guint32
find_mover (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const guint side = is_moved (self, pair) > 0 ? 1 : 0;

  return refrain_accounts_find_name_on (self, pair, side, side + 1);
}

/* What @pair computes more on side 1, a process. */
static double
get_moved (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  return pair->sum[1][REFRAIN_SLOT_COMPUTING]
         - pair->sum[0][REFRAIN_SLOT_COMPUTING]
               * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, 0);
}

/* Computing before @waits on one side that stands at @others on the other. */
static void
tell_moved (RefrainAccounts *self, GPtrArray *all_waits, GPtrArray *others)
{
  const RefrainRunPair *first = g_ptr_array_index (all_waits, 0);
  const gboolean lost = (is_moved (self, first) < 0) == (self->b == 1);
  double cells[REFRAIN_N_SIDES] = { 0, 0 };
  const char *who
      = refrain_vocabulary_get_name (self->coupling->vocabulary, find_mover (self, first));
  char *names = refrain_accounts_name (self, all_waits);
  g_autofree char *from = *who != '\0' ? g_strdup_printf (_ (" in %s"), who) : g_strdup ("");

  for (guint i = 0; i < all_waits->len + others->len; i++)
    {
      const gboolean wait = i < all_waits->len;
      RefrainRunPair *pair
          = g_ptr_array_index (wait ? all_waits : others, wait ? i : i - all_waits->len);

      pair->moved = TRUE;
      for (guint part = wait ? 0 : 1; part < REFRAIN_SLOT_N_PARTS; part++)
        {
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            cells[s] += pair->cell[s][part];
          pair->cell[0][part] = pair->cell[1][part];
        }
    }
  refrain_account_stand_at (
      refrain_accounts_add (
          self, REFRAIN_DIFFERENT_OVERLAP, cells[1] - cells[0], cells, 0.1, names,
          g_strdup_printf (lost ? _ ("Computing%s comes after %s in B, not before it: it no longer "
                                     "overlaps the transfer.")
                                : _ ("Computing%s comes before %s in B, not after it: it overlaps "
                                     "the transfer."),
                           from, names)),
      all_waits, REFRAIN_SLOT_MPI);
}

/* What each process computes at @pair on @side, ns, of a run. */
static double *
sum_processes (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  const RefrainSide *own = &self->coupling->sides[side];
  double *sums = g_new0 (double, own->n_processes + 1);

  for (guint32 i = 0; i < pair->n[side]; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, i);

      sums[refrain_side_get_row (own, slot->row)->process]
          += (double) slot->gap * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side)
             / own->n_runs;
    }
  return sums;
}

/* How much more each process computes on side 1, at @pair. */
static double *
find_changes (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  double *changes = sum_processes (self, pair, 1);
  g_autofree double *before = sum_processes (self, pair, 0);

  for (guint p = 0; p < self->coupling->sides[0].n_processes; p++)
    changes[p] -= before[p];
  return changes;
}

/* Whether what each of @n processes computes more at a place (@own) it mostly computes less
 * elsewhere in the loop, where it computes @all more. */
static gboolean
is_rearranged (const RefrainAccounts *self, const double *own, const double *all, guint n)
{
  double changed = 0, elsewhere = 0;

  for (guint p = 0; p < n; p++)
    {
      changed += fabs (own[p]);
      elsewhere += fabs (all[p]) < MOVED * fabs (own[p]) ? fabs (own[p]) : 0;
    }
  return changed > self->least && elsewhere > (1 - MOVED) * changed;
}

/* Calls of a loop that are other ones, or in another order, have computing before them that stood
 * before its other calls: that is no change of each. */
static void
find_rearranged (RefrainAccounts *self, GPtrArray *loop)
{
  const guint n = self->coupling->sides[0].n_processes;
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *all = g_new0 (double, n + 1);

  for (guint i = 0; i < loop->len; i++)
    {
      double *own = find_changes (self, g_ptr_array_index (loop, i));

      for (guint p = 0; p < n; p++)
        all[p] += own[p];
      g_ptr_array_add (changes, own);
    }
  for (guint i = 0; i < loop->len; i++)
    if (is_rearranged (self, g_ptr_array_index (changes, i), all, n))
      ((RefrainRunPair *) g_ptr_array_index (loop, i))->moved = TRUE;
}

static gboolean
is_same_loop (const RefrainAccounts *self, const RefrainRunPair *a, const RefrainRunPair *b)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    if (refrain_pair_get_line (self->coupling, a, s)->up
        != refrain_pair_get_line (self->coupling, b, s)->up)
      return FALSE;
  return TRUE;
}

static void
find_rearranged_loops (RefrainAccounts *self)
{
  const guint n = self->coupling->pairs->len;
  g_autofree gboolean *done = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) loop = g_ptr_array_new ();

      for (guint k = i; k < n; k++)
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, k);

          if (done[k] || pair->extra || pair->moved || pair->n[0] == 0 || pair->n[1] == 0
              || !is_same_loop (self, refrain_coupling_get_pair (self->coupling, i), pair))
            continue;
          done[k] = TRUE;
          g_ptr_array_add (loop, pair);
        }
      if (loop->len > 1)
        find_rearranged (self, loop);
    }
}

void
refrain_accounts_find_moved (RefrainAccounts *self)
{
  const guint n = self->coupling->pairs->len;

  for (int sign = -1; sign <= 1 && self->same_size; sign += 2)
    {
      g_autoptr (GPtrArray) all_waits = g_ptr_array_new ();
      g_autoptr (GPtrArray) others = g_ptr_array_new ();
      double gone = 0, come = 0;

      for (guint i = 0; i < n; i++)
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

          if (pair->n[0] == 0 || pair->n[1] == 0 || pair->extra)
            continue;
          if (waits (self, pair) && is_moved (self, pair) == sign)
            {
              g_ptr_array_add (all_waits, pair);
              gone += get_moved (self, pair);
            }
          else if (get_moved (self, pair) * sign < -self->least / n)
            {
              g_ptr_array_add (others, pair);
              come += get_moved (self, pair);
            }
        }
      if (all_waits->len > 0 && others->len > 0 && fabs (gone + come) < MOVED * fabs (gone))
        tell_moved (self, all_waits, others);
    }
  if (self->same_size)
    find_rearranged_loops (self);
}
