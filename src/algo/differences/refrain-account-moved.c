/* refrain-account-moved.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computing that stands before a transfer in one run and behind it in the other.
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
}
