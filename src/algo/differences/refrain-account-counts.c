/* refrain-account-counts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What comes more often. Seconds of volume and of price are told apart by the logarithmic mean (Ang
 * 2004), which is exact and symmetric.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-cells.h"
#include "refrain-compare.h"
#include "refrain-difference-words.h"

/* Computing that takes so many times what is usual is disturbed. */
#define DISTURBED 1.05
/* Counts with such a ratio, a logarithm, are not those of one loop where one is no sample. */
#define OTHER_LOOP 2.3
#define NO_SAMPLE  10

/* How often threads come to a pair. */
typedef struct
{
  guint32 least, most, usual;
} Counts;

static Counts
count_rows (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (guint32));
  Counts counts = { G_MAXUINT32, 0, 0 };
  guint best = 0;

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      const guint32 row = refrain_pair_get_slot (self->coupling, pair, side, first)->row;
      guint32 n;

      for (end = first + 1; end < pair->n[side]
                            && refrain_pair_get_slot (self->coupling, pair, side, end)->row == row;
           end++)
        ;
      n = end - first;
      g_array_append_val (blocks, n);
      counts.least = MIN (counts.least, n);
      counts.most = MAX (counts.most, n);
    }
  for (guint i = 0; i < blocks->len; i++)
    {
      const guint32 n = g_array_index (blocks, guint32, i);
      guint votes = 0;

      for (guint k = 0; k < blocks->len && blocks->len <= 4096; k++)
        votes += g_array_index (blocks, guint32, k) == n;
      if (votes > best || (votes == best && n < counts.usual))
        {
          best = votes;
          counts.usual = n;
        }
    }
  return counts;
}

/* Pairs whose counts differ alike. */
typedef struct
{
  double ratio; /* a logarithm */
  const RefrainPageNode *top;
  GPtrArray *pairs;
  double number[REFRAIN_N_SIDES]; /* the smallest, a process */
  gboolean uniform;               /* ... which all processes have that come there */
  double n[REFRAIN_N_SIDES];
} CountGroup;

static void
count_group_free (gpointer data)
{
  CountGroup *group = data;

  g_ptr_array_unref (group->pairs);
  g_free (group);
}

/* The outermost loop around a line, or the line. */
static const RefrainPageNode *
get_top (const RefrainPageNode *node)
{
  while (node->up != NULL && node->up->up != NULL)
    node = node->up;
  return node;
}

static gboolean
is_poll (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  return refrain_vocabulary_get_token (self->coupling->vocabulary,
                                       refrain_pair_get_line (self->coupling, pair, 0)->token)
      ->is_poll;
}

/* Whether one of the pairs of @group has calls of the routine of @pair. */
static gboolean
has_op (const RefrainAccounts *self, const CountGroup *group, const RefrainRunPair *pair)
{
  for (guint i = 0; i < group->pairs->len; i++)
    if (refrain_accounts_get_op (self, g_ptr_array_index (group->pairs, i), 0)
        == refrain_accounts_get_op (self, pair, 0))
      return TRUE;
  return FALSE;
}

/* Of one loop, or the same calls by processes at an edge, which make other loops of them. */
static void
add_to_groups (const RefrainAccounts *self,
               GPtrArray *groups,
               const CountGroup *own,
               RefrainRunPair *pair)
{
  CountGroup *group = NULL;

  for (guint i = 0; i < groups->len && group == NULL; i++)
    {
      CountGroup *other = g_ptr_array_index (groups, i);
      const double width = fabs (own->ratio) < 0.5 ? 1e-4 : 0.05;

      if ((fabs (other->ratio - own->ratio) < width
           || refrain_is_same (other->number, own->number, sizeof own->number))
          && (other->top == own->top || has_op (self, other, pair)))
        group = other;
    }
  if (group == NULL)
    {
      group = g_memdup2 (own, sizeof *own);
      group->n[0] = group->n[1] = 0;
      group->pairs = g_ptr_array_new ();
      g_ptr_array_add (groups, group);
    }
  if (own->uniform == group->uniform ? own->number[0] < group->number[0] : own->uniform)
    {
      memcpy (group->number, own->number, sizeof own->number);
      group->uniform = own->uniform;
    }
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    group->n[s] += own->n[s];
  g_ptr_array_add (group->pairs, pair);
}

/* How often the first of calls in a row comes, whose others @pair has. */
static double
count_first (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  const RefrainPageNode *line = refrain_pair_get_line (self->coupling, pair, side);
  const RefrainToken *token
      = refrain_vocabulary_get_token (self->coupling->vocabulary, line->token);

  for (guint i = 0; i < self->coupling->pairs->len && token->again; i++)
    {
      const RefrainRunPair *first = refrain_coupling_get_pair (self->coupling, i);
      const RefrainPageNode *other = refrain_pair_get_line (self->coupling, first, side);
      const RefrainToken *own
          = refrain_vocabulary_get_token (self->coupling->vocabulary, other->token);

      if (!first->extra && !own->again && other->up == line->up && own->op == token->op
          && own->tags == token->tags && own->caller == token->caller)
        return refrain_coupling_per_process (self->coupling, side, first->n[side]);
    }
  return 0;
}

static GPtrArray *
list_count_groups (const RefrainAccounts *self)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (count_group_free);

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      CountGroup own = { .top = get_top (refrain_pair_get_line (self->coupling, pair, 0)) };
      Counts counts[REFRAIN_N_SIDES];

      if (pair->extra || pair->n[0] == 0 || pair->n[1] == 0 || is_poll (self, pair))
        continue;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        own.n[s] = refrain_coupling_per_process (self->coupling, s, pair->n[s]);
      if (fabs (log (own.n[1] / own.n[0])) < 1e-9)
        continue;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        counts[s] = count_rows (self, pair, s);
      if (!self->same_size || self->other_topology)
        {
          /* Of other boundaries, not of other loops. */
          if (counts[1].least <= counts[0].most && counts[0].least <= counts[1].most)
            continue;
          /* More processes may come there, each less often. */
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            own.n[s] = counts[s].usual;
        }
      own.ratio = log (own.n[1] / own.n[0]);
      own.uniform = counts[0].least == counts[0].most && counts[1].least == counts[1].most;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          own.number[s] = counts[0].usual != counts[1].usual ? counts[s].usual : own.n[s];
          own.number[s] += count_first (self, pair, s);
        }
      add_to_groups (self, groups, &own, pair);
    }
  return groups;
}

/* Another loop altogether: all that it takes more, as there is no price to compare. */
static double
take_all (CountGroup *group,
          RefrainSlotPart part,
          double cells[REFRAIN_N_SIDES],
          const double sum[REFRAIN_N_SIDES])
{
  for (guint i = 0; i < group->pairs->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);

      pair->moved = pair->resized = TRUE;
      pair->cell[0][part] = pair->cell[1][part];
    }
  cells[0] += sum[0];
  cells[1] += sum[1];
  return sum[1] - sum[0];
}

/* What the path usually takes at computing of @pair, ns; and how often it comes there. Threads
 * compute there for times of their own, as the last of a chain does: a visit counts for as much as
 * its thread usually takes, beside all. */
static double
measure_visits (const RefrainAccounts *self,
                const RefrainRunPair *pair,
                guint side,
                double *n_visits)
{
  g_autoptr (GArray) rows
      = refrain_pair_list_blocks (self->coupling, pair, side, REFRAIN_SLOT_COMPUTING,
                                  refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, side));
  const double unit = 1.0 / self->coupling->sides[side].n_runs;
  double visited = 0, all = 0;
  guint32 first = 0;

  for (guint r = 0; r < rows->len; r++)
    {
      const RefrainRowBlocks *row = &g_array_index (rows, RefrainRowBlocks, r);

      for (guint32 i = first; i < first + row->n; i++)
        visited += row->level * unit
                   * refrain_pair_get_slot (self->coupling, pair, side, i)
                         ->visits[REFRAIN_SLOT_COMPUTING];
      all += row->level * row->n;
      first += row->n;
    }
  *n_visits = all > 0 ? visited * pair->n[side] / all : pair->visits[side][REFRAIN_SLOT_COMPUTING];
  return visited;
}

/* Adds what @part of @pair takes on the path and counts for there, at one price for both sides. Of
 * computing that a run disturbs, what is usual. */
static void
add_volume (const RefrainAccounts *self,
            const RefrainRunPair *pair,
            RefrainSlotPart part,
            double sum[REFRAIN_N_SIDES],
            double volume[REFRAIN_N_SIDES])
{
  double visits[REFRAIN_N_SIDES], price;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const double own = pair->cell[s][part];

      visits[s] = pair->visits[s][part];
      if (part == REFRAIN_SLOT_COMPUTING)
        {
          const double usual = measure_visits (self, pair, s, &visits[s]);

          sum[s] += usual > 0 && own > DISTURBED * usual ? usual : own;
        }
      else
        sum[s] += own;
    }
  price = (pair->cell[0][part] + pair->cell[1][part]) / MAX (visits[0] + visits[1], 1e-9);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    volume[s] += visits[s] * price;
}

/* What @part of the pairs of @group takes more because they come more often; takes it out of the
 * cells. */
static double
take_count (const RefrainAccounts *self,
            CountGroup *group,
            RefrainSlotPart part,
            double cells[REFRAIN_N_SIDES])
{
  const double ratio = log (group->n[1] / group->n[0]);
  double sum[REFRAIN_N_SIDES] = { 0, 0 }, volume[REFRAIN_N_SIDES] = { 0, 0 };
  double x = ratio, price, mean, effect, all = 0;

  for (guint i = 0; i < group->pairs->len; i++)
    add_volume (self, g_ptr_array_index (group->pairs, i), part, sum, volume);
  if (sum[0] <= 0 || sum[1] <= 0)
    return 0;
  /* The path need not be there as often as the loop runs, but is no more often. */
  if (volume[0] > 0 && volume[1] > 0)
    x = log (volume[1] / volume[0]);
  x = CLAMP (x, MIN (ratio, 0), MAX (ratio, 0));
  price = log (sum[1] / sum[0]);
  mean = fabs (price) < 1e-12 ? sum[0] : (sum[1] - sum[0]) / price;
  if (fabs (ratio) > OTHER_LOOP && MIN (group->n[0], group->n[1]) < NO_SAMPLE * group->pairs->len)
    return take_all (group, part, cells, sum);
  effect = mean * x;
  for (guint i = 0; i < group->pairs->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);

      all += pair->cell[0][part] + pair->cell[1][part];
    }
  for (guint i = 0; i < group->pairs->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);

      /* Also of a place where one path never is, since it is at another one of the loop then. */
      pair->cell[0][part] += effect * (pair->cell[0][part] + pair->cell[1][part]) / all;
      pair->visits[0][part] = pair->visits[1][part];
    }
  cells[0] += sum[0];
  cells[1] += sum[1];
  return effect;
}

static char *
tell_count (const RefrainAccounts *self, const CountGroup *group, char **what)
{
  const double more = group->number[self->b] - group->number[self->a];
  const RefrainPageNode *line
      = refrain_pair_get_line (self->coupling, g_ptr_array_index (group->pairs, 0), 0);
  const gboolean loop = group->pairs->len > 1 || (line->up != NULL && line->up->up != NULL);
  g_autofree char *from = refrain_difference_format_count (group->number[self->a]);
  g_autofree char *to = refrain_difference_format_count (group->number[self->b]);
  g_autofree char *by = refrain_difference_format_count (fabs (more));

  *what = refrain_accounts_name (self, group->pairs);
  return g_strdup_printf (
      loop ? _ ("The loop over %s runs %s times per process in B instead of %s (%s%s).")
           : _ ("%s is called %s times per process in B instead of %s (%s%s)."),
      *what, to, from, more < 0 ? "−" : "+", by);
}

void
refrain_accounts_find_counts (RefrainAccounts *self)
{
  g_autoptr (GPtrArray) groups = list_count_groups (self);

  for (guint i = 0; i < groups->len; i++)
    {
      CountGroup *group = g_ptr_array_index (groups, i);
      double cells[REFRAIN_N_SIDES] = { 0, 0 };
      double seconds = take_count (self, group, REFRAIN_SLOT_MPI, cells);
      char *what, *sentence;

      seconds += take_count (self, group, REFRAIN_SLOT_COMPUTING, cells);
      sentence = tell_count (self, group, &what);
      refrain_account_stand_at (refrain_accounts_add (self, REFRAIN_DIFFERENT_COUNT, seconds, cells,
                                                      0.05, what, sentence),
                                group->pairs, REFRAIN_SLOT_MPI);
    }
}
