/* refrain-account-split.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As much data in another number of messages: one difference, of which each of the loops and calls
 * that send and receive them would tell a part.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-difference-words.h"
#include "refrain-free.h"
#include "refrain-time-format.h"

/* Data that differ by less, as a share, are as much; so many times as many messages are others. */
#define AS_MUCH     0.02
#define LEAST_OFTEN 1.5
/* So does what is computed between messages, of which a part may be behind the last one. */
#define AS_MUCH_COMPUTED 0.2

/* Messages of one caller, or of all where callers are not known. */
typedef struct
{
  guint32 caller;
  double bytes[REFRAIN_N_SIDES], n[REFRAIN_N_SIDES]; /* what is sent, a process */
  GPtrArray *pairs;                                  /* that send or receive */
  GArray *lines[REFRAIN_N_SIDES]; /* of guint32: of these, and of one side only */
  GArray *sends[REFRAIN_N_SIDES]; /* ... that send any data */
  double path[REFRAIN_N_SIDES];   /* ns, of those of one side only */
} Traffic;

static void
traffic_free (gpointer data)
{
  Traffic *traffic = data;

  g_ptr_array_unref (traffic->pairs);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    refrain_unref_arrays (traffic->lines[s], traffic->sends[s]);
  g_free (traffic);
}

static Traffic *
find_traffic (GPtrArray *list, guint32 caller)
{
  Traffic *traffic;

  for (guint i = 0; i < list->len; i++)
    if (((Traffic *) g_ptr_array_index (list, i))->caller == caller)
      return g_ptr_array_index (list, i);
  traffic = g_new0 (Traffic, 1);
  traffic->caller = caller;
  traffic->pairs = g_ptr_array_new ();
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      traffic->lines[s] = g_array_new (FALSE, FALSE, sizeof (guint32));
      traffic->sends[s] = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  g_ptr_array_add (list, traffic);
  return traffic;
}

/* Of each token the traffic that it is part of, or NULL. */
static Traffic **
map_tokens (const RefrainVocabulary *vocabulary, GPtrArray *list)
{
  Traffic **map = g_new0 (Traffic *, vocabulary->tokens->len + 1);

  for (guint32 i = 0; i < vocabulary->tokens->len; i++)
    {
      const RefrainToken *token = refrain_vocabulary_get_token (vocabulary, i);

      if (token->sends || token->receives)
        map[i] = find_traffic (list, token->caller);
    }
  return map;
}

/* Adds @line of @side where it sends or receives; returns what it is part of, or NULL. */
static Traffic *
add_line (const RefrainCoupling *coupling, Traffic *const *map, guint side, guint32 line)
{
  const RefrainPageNode *node = g_ptr_array_index (coupling->pages[side].lines, line);
  Traffic *traffic = map[node->token];

  if (traffic != NULL)
    g_array_append_val (traffic->lines[side], line);
  return traffic;
}

/* Adds what the slots of @side send. */
static void
add_sent (const RefrainCoupling *coupling, Traffic *const *map, guint s)
{
  const RefrainSide *side = &coupling->sides[s];
  const double unit = refrain_coupling_per_process (coupling, s, 1);
  g_autofree gboolean *seen = g_new0 (gboolean, coupling->pages[s].lines->len + 1);

  for (guint32 i = 0; i < side->slots->len; i++)
    {
      const RefrainSlot *slot = refrain_side_get_slot (side, i);
      Traffic *traffic = map[side->tokens[i]];

      /* Who has no neighbour there sends nothing. */
      if (slot->bytes == 0
          || !refrain_vocabulary_get_token (coupling->vocabulary, side->tokens[i])->sends)
        continue;
      traffic->bytes[s] += (double) slot->bytes * unit;
      traffic->n[s] += unit;
      if (!seen[side->lines[i]])
        g_array_append_val (traffic->sends[s], side->lines[i]);
      seen[side->lines[i]] = TRUE;
    }
}

/* Of each caller, what its lines send. O(slots). */
static GPtrArray *
list_traffic (const RefrainAccounts *self)
{
  const RefrainCoupling *coupling = self->coupling;
  GPtrArray *list = g_ptr_array_new_with_free_func (traffic_free);
  g_autofree Traffic **map = map_tokens (coupling->vocabulary, list);

  for (guint i = 0; i < coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (coupling, i);
      Traffic *traffic = NULL;

      for (guint s = 0; s < REFRAIN_N_SIDES && !pair->extra; s++)
        for (guint k = 0; k < pair->lines[s]->len; k++)
          traffic = add_line (coupling, map, s, g_array_index (pair->lines[s], guint32, k));
      if (traffic != NULL)
        g_ptr_array_add (traffic->pairs, pair);
    }
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      for (guint i = 0; i < coupling->only[s]->len; i++)
        {
          const RefrainOnly *only = &g_array_index (coupling->only[s], RefrainOnly, i);
          Traffic *traffic = add_line (coupling, map, s, only->line);

          if (traffic != NULL)
            traffic->path[s] += only->path;
        }
      add_sent (coupling, map, s);
    }
  return list;
}

/* Whether what stands beside them in a loop comes as many times as often as they do: the loop runs
 * more often then. */
static gboolean
are_of_longer_loop (const RefrainAccounts *self, const Traffic *traffic)
{
  const double ratio = log (traffic->n[1] / traffic->n[0]);

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

      if (pair->extra || pair->n[0] == 0 || pair->n[1] == 0
          || g_ptr_array_find (traffic->pairs, pair, NULL)
          || fabs (log ((double) pair->n[1] / pair->n[0]) - ratio) > 0.1 * fabs (ratio))
        continue;
      for (guint k = 0; k < traffic->pairs->len; k++)
        if (refrain_pair_get_line (self->coupling, g_ptr_array_index (traffic->pairs, k), 0)->up
            == refrain_pair_get_line (self->coupling, pair, 0)->up)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_split (const RefrainAccounts *self, const Traffic *traffic)
{
  const double *bytes = traffic->bytes, *n = traffic->n;

  return self->same_size && MIN (n[0], n[1]) > 0
         && fabs (bytes[1] - bytes[0]) <= AS_MUCH * MAX (bytes[0], bytes[1])
         && MAX (n[0], n[1]) >= LEAST_OFTEN * MIN (n[0], n[1])
         && !are_of_longer_loop (self, traffic);
}

/* The lines of @traffic on @side, a flag for each of the page. Free with g_free(). */
static gboolean *
mark_lines (const RefrainAccounts *self, const Traffic *traffic, guint side)
{
  gboolean *of = g_new0 (gboolean, self->coupling->pages[side].lines->len + 1);

  for (guint i = 0; i < traffic->lines[side]->len; i++)
    of[g_array_index (traffic->lines[side], guint32, i)] = TRUE;
  return of;
}

/* Whether most of the computing at @pair on @side comes behind the last one of some messages, which
 * @of marks: where it is computed between messages, that is the last part of it. */
static gboolean
comes_behind (const RefrainAccounts *self,
              const RefrainRunPair *pair,
              guint side,
              const gboolean *of)
{
  const RefrainSide *own = &self->coupling->sides[side];
  double behind = 0, all = 0;

  for (guint32 i = 0; i < pair->n[side]; i++)
    {
      const guint32 at = pair->slots[side][i];
      const RefrainSlot *slot = refrain_side_get_slot (own, at);

      all += (double) slot->gap;
      if (at > refrain_side_get_row (own, slot->row)->first && of[own->lines[at - 1]])
        behind += (double) slot->gap;
    }
  return behind > all / 2;
}

/* Whether what is computed between the messages of @traffic matters, and is as much on both sides.
 */
static gboolean
is_computed_between (const RefrainAccounts *self, const Traffic *traffic)
{
  double sum[REFRAIN_N_SIDES] = { 0, 0 };

  for (guint i = 0; i < traffic->pairs->len; i++)
    for (guint s = 0; s < REFRAIN_N_SIDES; s++)
      sum[s] += ((RefrainRunPair *) g_ptr_array_index (traffic->pairs, i))
                    ->sum[s][REFRAIN_SLOT_COMPUTING]
                * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, s);
  return MIN (sum[0], sum[1]) > self->least
         && fabs (sum[1] - sum[0]) < AS_MUCH_COMPUTED * MAX (sum[0], sum[1]);
}

/* Takes what is computed behind the messages of @traffic, too, where that is another part of it. */
static void
take_behind (const RefrainAccounts *self, const Traffic *traffic, double cells[REFRAIN_N_SIDES])
{
  g_autofree gboolean *of_a = mark_lines (self, traffic, 0);
  g_autofree gboolean *of_b = mark_lines (self, traffic, 1);

  if (!is_computed_between (self, traffic))
    return;
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

      if (pair->extra || pair->split || pair->moved || !comes_behind (self, pair, 0, of_a)
          || !comes_behind (self, pair, 1, of_b))
        continue;
      pair->moved = TRUE;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        cells[s] += pair->cell[s][REFRAIN_SLOT_COMPUTING];
      pair->cell[0][REFRAIN_SLOT_COMPUTING] = pair->cell[1][REFRAIN_SLOT_COMPUTING];
    }
}

/* What all of it takes on both sides, ns; takes it out of the cells. What is computed between the
 * messages is split like them. */
static void
take_all (const Traffic *traffic, double cells[REFRAIN_N_SIDES])
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    cells[s] = traffic->path[s];
  for (guint i = 0; i < traffic->pairs->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (traffic->pairs, i);

      pair->split = pair->resized = TRUE;
      pair->moved = pair->moved || pair->n[0] != pair->n[1];
      for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
        {
          if (part == REFRAIN_SLOT_COMPUTING && pair->n[0] == pair->n[1])
            continue;
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            cells[s] += pair->cell[s][part];
          pair->cell[0][part] = pair->cell[1][part];
        }
    }
}

static void
drop_only (const RefrainAccounts *self, const Traffic *traffic)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      GArray *only = self->coupling->only[s];
      g_autofree gboolean *of = mark_lines (self, traffic, s);

      for (guint i = only->len; i-- > 0;)
        if (of[g_array_index (only, RefrainOnly, i).line])
          g_array_remove_index (only, i);
    }
}

static void
add_split (RefrainAccounts *self, Traffic *traffic)
{
  const guint a = self->a, b = self->b;
  char *what = refrain_difference_name_lines (self->coupling, b, traffic->sends[b]);
  g_autofree char *size_a
      = refrain_bytes_format ((guint64) llround (traffic->bytes[a] / traffic->n[a]));
  g_autofree char *size_b
      = refrain_bytes_format ((guint64) llround (traffic->bytes[b] / traffic->n[b]));
  g_autofree char *n_a = refrain_difference_format_count (traffic->n[a]);
  g_autofree char *n_b = refrain_difference_format_count (traffic->n[b]);
  double cells[REFRAIN_N_SIDES];
  RefrainAccount *account;

  take_all (traffic, cells);
  take_behind (self, traffic, cells);
  account = refrain_accounts_add (
      self, REFRAIN_DIFFERENT_SIZE, cells[1] - cells[0], cells, 0.15, what,
      g_strdup_printf (traffic->n[b] > traffic->n[a]
                           ? _ ("B sends as much data by %s in more messages: %s of %s per process "
                                "instead of %s of %s.")
                           : _ ("B sends as much data by %s in fewer messages: %s of %s per "
                                "process instead of %s of %s."),
                       what, n_b, size_b, n_a, size_a));
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    account->lines[s] = g_array_ref (traffic->sends[s]);
  drop_only (self, traffic);
}

void
refrain_accounts_find_split (RefrainAccounts *self)
{
  g_autoptr (GPtrArray) list = list_traffic (self);

  for (guint i = 0; i < list->len; i++)
    if (is_split (self, g_ptr_array_index (list, i)))
      add_split (self, g_ptr_array_index (list, i));
}
