/* refrain-accounts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entries that the parts of the comparison add, and what they call places.
 */
#include "refrain-accounts.h"

#include <math.h>

#include "refrain-difference-words.h"

RefrainAccount *
refrain_accounts_add (RefrainAccounts *self,
                      RefrainDifferent kind,
                      double seconds,
                      const double cells[REFRAIN_N_SIDES],
                      double spread,
                      char *what,
                      char *sentence)
{
  const double out = 1.96 * spread * fabs (seconds);
  /* What is left after other differences were taken out, where these are not all of it that of the
   * side that takes less; no more than the runs take. */
  const double left = MIN (cells[0], cells[1] - seconds);
  const double from = MIN (left, MIN (self->time[0], self->time[1] - seconds));
  const RefrainAccount entry = {
    .kind = kind,
    .what = what,
    .sentence = sentence,
    .from = MAX (from, MAX (-seconds, 0)),
    .seconds = seconds,
    .low = seconds - out,
    .high = seconds + out,
    .sure = kind <= REFRAIN_DIFFERENT_PLACEMENT
            || (kind >= REFRAIN_DIFFERENT_COUNT
                && kind <= REFRAIN_DIFFERENT_OVERLAP
                /* With other numbers of processes they come as often on average as it happens. */
                && (kind != REFRAIN_DIFFERENT_COUNT || self->ideal == 0)),
  };

  g_array_append_val (self->entries, entry);
  return &g_array_index (self->entries, RefrainAccount, self->entries->len - 1);
}

char *
refrain_accounts_name (const RefrainAccounts *self, GPtrArray *pairs)
{
  return refrain_difference_name_pairs (self->coupling, self->named, pairs);
}

double
refrain_accounts_get_more (const RefrainRunPair *pair, RefrainSlotPart part)
{
  return pair->cell[1][part] - pair->cell[0][part];
}

double
refrain_accounts_get_scale (const RefrainAccounts *self, RefrainSlotPart part, guint side)
{
  if (side == 1)
    return 1;
  return self->factor * (part == REFRAIN_SLOT_COMPUTING ? self->computing : 1);
}

guint32
refrain_accounts_find_name_on (const RefrainAccounts *self,
                               const RefrainRunPair *pair,
                               guint from,
                               guint to)
{
  g_autoptr (GHashTable) votes = g_hash_table_new (NULL, NULL);
  guint32 best = 0, most = 0;

  for (guint s = from; s < to; s++)
    for (guint32 i = 0, end; i < pair->n[s]; i = end)
      {
        const guint32 who = refrain_pair_get_slot (self->coupling, pair, s, i)->who;
        guint32 n;

        for (end = i + 1;
             end < pair->n[s] && refrain_pair_get_slot (self->coupling, pair, s, end)->who == who;
             end++)
          ;
        n = GPOINTER_TO_UINT (g_hash_table_lookup (votes, GUINT_TO_POINTER (who))) + end - i;
        g_hash_table_insert (votes, GUINT_TO_POINTER (who), GUINT_TO_POINTER (n));
        if (n > most)
          {
            most = n;
            best = who;
          }
      }
  return best;
}

guint32
refrain_accounts_find_name (const RefrainAccounts *self,
                            const RefrainRunPair *pair,
                            RefrainSlotPart part)
{
  const RefrainPageNode *line = refrain_pair_get_line (self->coupling, pair, 0);

  return part == REFRAIN_SLOT_MPI
             ? refrain_vocabulary_get_token (self->coupling->vocabulary, line->token)->op
         : self->other_recorder
             ? refrain_accounts_find_name_on (self, pair, self->named, self->named + 1)
             : refrain_accounts_find_name_on (self, pair, 0, REFRAIN_N_SIDES);
}
