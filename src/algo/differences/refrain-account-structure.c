/* refrain-account-structure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Differences of what is done. They are certain; only their seconds are measured. Seconds of volume
 * and of price are told apart by the logarithmic mean (Ang 2004), which is exact and symmetric.
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
#include "refrain-scenario.h"
#include "refrain-time-format.h"

/* What is shorter than this says nothing about a factor, ns. */
#define TOO_SHORT 200.0
/* A factor needs so many cells, which are this share of the shorter run. */
#define LEAST_CELLS 6
#define LEAST_SHARE 0.3
/* All of it: how alike the ratios are of most of the time, and of most cells. */
#define LEAST_FACTOR 0.005
#define ALIKE        0.004
#define ALIKE_TIME   0.95
#define NEARLY_ALIKE 0.02
#define ALIKE_CELLS  0.9
/* Of computing: cells with this share of it, so many of these, and how alike. */
#define LEAST_SPEED 0.1
#define LARGE_CELL  0.02
#define LEAST_LARGE 3
#define SPEED_ALIKE 0.03
#define SPEED_TIME  0.8
/* ... beyond so many times how much one thread's computing differs in a run. */
#define SPEED_DEVIATIONS 2.5
/* Of RefrainRunDependence. */
#define ALL_KINDS                                                                                  \
  (REFRAIN_RUN_MESSAGE | REFRAIN_RUN_RECEIVE | REFRAIN_RUN_COLLECTIVE | REFRAIN_RUN_GROUP)
/* What is shorter, ns, is not measured; what differs by less, as a logarithm, is the same. */
#define UNMEASURED 1000.0
#define SAME_PRICE 0.04
/* Counts with such a ratio, a logarithm, are not those of one loop. */
#define OTHER_LOOP 2.3
/* Sizes that differ by less are the same. */
#define SAME_SIZE 0.01

/* ---- Factors -------------------------------------------------------------------------------- */

typedef struct
{
  double ratio, weight; /* a logarithm; ns */
  const RefrainRunPair *pair;
} Ratio;

static int
compare_ratios (gconstpointer a, gconstpointer b)
{
  const Ratio *x = a, *y = b;

  return x->ratio != y->ratio ? (x->ratio < y->ratio ? -1 : 1)
                              : (x->weight > y->weight) - (x->weight < y->weight);
}

/* Of cells of computing, or of all; sorted. */
static GArray *
list_ratios (const RefrainAccounts *self, gboolean computing)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Ratio));

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = computing; part < REFRAIN_SLOT_N_PARTS; part++)
      {
        const RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
        const double a = pair->median[0][part], b = pair->median[1][part];
        const Ratio ratio = { log (b / a), sqrt (pair->sum[0][part] * pair->sum[1][part]), pair };

        if (a > TOO_SHORT && b > TOO_SHORT)
          g_array_append_val (list, ratio);
      }
  g_array_sort (list, compare_ratios);
  return list;
}

static double
sum_weights (const GArray *list, double ratio, double width, guint *n)
{
  double sum = 0;

  *n = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const Ratio *own = &g_array_index (list, Ratio, i);

      if (fabs (own->ratio - ratio) < width)
        {
          sum += own->weight;
          ++*n;
        }
    }
  return sum;
}

/* The ratio of half of the time. */
static double
find_centre (const GArray *list, double all)
{
  double sum = 0;

  for (guint i = 0; i < list->len; i++)
    {
      sum += g_array_index (list, Ratio, i).weight;
      if (sum >= all / 2)
        return g_array_index (list, Ratio, i).ratio;
    }
  return 0;
}

/* "1.5", of side b beside side a. */
static char *
format_ratio (const RefrainAccounts *self, double ratio)
{
  return refrain_factor_format (exp (self->b == 1 ? ratio : -ratio));
}

static gboolean
find_common_factor (RefrainAccounts *self)
{
  g_autoptr (GArray) all = list_ratios (self, FALSE);
  guint n;
  const double weight = sum_weights (all, 0, G_MAXDOUBLE, &n);
  const double ratio = find_centre (all, weight);
  g_autofree char *factor = format_ratio (self, ratio);

  if (all->len < LEAST_CELLS || weight < LEAST_SHARE * MIN (self->time[0], self->time[1])
      || fabs (ratio) < LEAST_FACTOR || sum_weights (all, ratio, ALIKE, &n) < ALIKE_TIME * weight)
    return FALSE;
  sum_weights (all, ratio, NEARLY_ALIKE, &n);
  if (n < ALIKE_CELLS * all->len)
    return FALSE;
  self->factor = exp (ratio);
  refrain_accounts_add (
      self, REFRAIN_DIFFERENT_CLOCK, self->time[0] * (self->factor - 1), self->time, 0,
      g_strdup (_ ("everything")),
      g_strdup_printf (_ ("Everything takes %s times as long in B, computing and MPI alike. "
                          "Possible cause: another clock, or all of the machine at another speed."),
                       factor));
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      refrain_coupling_get_pair (self->coupling, i)->cell[0][part] *= self->factor;
  return TRUE;
}

static void
find_speed (RefrainAccounts *self)
{
  g_autoptr (GArray) list = list_ratios (self, TRUE);
  guint n, n_large = 0;
  const double weight = sum_weights (list, 0, G_MAXDOUBLE, &n);
  const double ratio = find_centre (list, weight);
  g_autofree char *factor = format_ratio (self, ratio);
  double cells[REFRAIN_N_SIDES] = { 0, 0 }, spread = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const Ratio *own = &g_array_index (list, Ratio, i);

      n_large += own->weight > LARGE_CELL * weight;
      spread += refrain_pair_get_spread (self->coupling, own->pair, REFRAIN_SLOT_COMPUTING)
                * own->weight / MAX (weight, 1);
    }
  if (fabs (ratio) < LEAST_SPEED + SPEED_DEVIATIONS * spread || n_large < LEAST_LARGE
      || weight < LEAST_SHARE * MIN (self->time[0], self->time[1])
      || sum_weights (list, ratio, SPEED_ALIKE + 0.1 * fabs (ratio), &n) < SPEED_TIME * weight)
    return;
  self->computing = exp (ratio);
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

      cells[0] += pair->cell[0][REFRAIN_SLOT_COMPUTING];
      cells[1] += pair->cell[0][REFRAIN_SLOT_COMPUTING] * self->computing;
      pair->cell[0][REFRAIN_SLOT_COMPUTING] *= self->computing;
    }
  refrain_accounts_add (self, REFRAIN_DIFFERENT_SPEED, cells[1] - cells[0], cells, 0.02,
                        g_strdup (_ ("computing")),
                        g_strdup_printf (_ ("All computing takes %s times as long in B."), factor));
}

void
refrain_accounts_find_factors (RefrainAccounts *self)
{
  self->factor = self->computing = 1;
  if (!find_common_factor (self))
    find_speed (self);
}

/* ---- Counts --------------------------------------------------------------------------------- */

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

static guint32
get_op (const RefrainAccounts *self, const RefrainRunPair *pair, guint side)
{
  return refrain_vocabulary_get_token (self->coupling->vocabulary,
                                       refrain_pair_get_line (self->coupling, pair, side)->token)
      ->op;
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
    if (get_op (self, g_ptr_array_index (group->pairs, i), 0) == get_op (self, pair, 0))
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
  if (own->number[0] < group->number[0])
    memcpy (group->number, own->number, sizeof own->number);
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
      own.ratio = log (own.n[1] / own.n[0]);
      if (fabs (own.ratio) < 1e-9)
        continue;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        counts[s] = count_rows (self, pair, s);
      /* Of other boundaries, not of other loops. */
      if ((!self->same_size || self->other_topology) && counts[1].least <= counts[0].most
          && counts[0].least <= counts[1].most)
        continue;
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

/* What @part of the pairs of @group takes more because they come more often; takes it out of the
 * cells. */
static double
take_count (CountGroup *group, RefrainSlotPart part, double cells[REFRAIN_N_SIDES])
{
  const double ratio = log (group->n[1] / group->n[0]);
  double sum[REFRAIN_N_SIDES] = { 0, 0 }, volume[REFRAIN_N_SIDES] = { 0, 0 };
  double x = ratio, price, mean, effect;

  for (guint i = 0; i < group->pairs->len; i++)
    for (guint s = 0; s < REFRAIN_N_SIDES; s++)
      {
        const RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);

        sum[s] += pair->cell[s][part];
        volume[s] += pair->visits[s][part] * (pair->cell[0][part] + pair->cell[1][part])
                     / MAX (pair->visits[0][part] + pair->visits[1][part], 1);
      }
  if (sum[0] <= 0 || sum[1] <= 0)
    return 0;
  /* The path need not be there as often as the loop runs, but is no more often. */
  if (volume[0] > 0 && volume[1] > 0)
    x = log (volume[1] / volume[0]);
  x = CLAMP (x, MIN (ratio, 0), MAX (ratio, 0));
  price = log (sum[1] / sum[0]);
  mean = fabs (price) < 1e-12 ? sum[0] : (sum[1] - sum[0]) / price;
  if (fabs (ratio) > OTHER_LOOP)
    return take_all (group, part, cells, sum);
  effect = mean * x;
  for (guint i = 0; i < group->pairs->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);

      pair->cell[0][part] *= 1 + effect / sum[0];
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

static void
find_counts (RefrainAccounts *self)
{
  g_autoptr (GPtrArray) groups = list_count_groups (self);

  for (guint i = 0; i < groups->len; i++)
    {
      CountGroup *group = g_ptr_array_index (groups, i);
      double cells[REFRAIN_N_SIDES] = { 0, 0 };
      double seconds = take_count (group, REFRAIN_SLOT_MPI, cells);
      char *what, *sentence;

      seconds += take_count (group, REFRAIN_SLOT_COMPUTING, cells);
      sentence = tell_count (self, group, &what);
      refrain_account_stand_at (refrain_accounts_add (self, REFRAIN_DIFFERENT_COUNT, seconds, cells,
                                                      0.05, what, sentence),
                                group->pairs, REFRAIN_SLOT_MPI);
    }
}

/* ---- What only one of them has -------------------------------------------------------------- */

/* Lines of both sides beside each other. */
typedef struct
{
  guint32 beside;
  GArray *lines[REFRAIN_N_SIDES]; /* of guint32 */
  double path[REFRAIN_N_SIDES];
  double n[REFRAIN_N_SIDES]; /* the largest, a process */
} OnlyGroup;

static void
only_group_free (gpointer data)
{
  OnlyGroup *group = data;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_array_unref (group->lines[s]);
  g_free (group);
}

static GPtrArray *
list_only (const RefrainAccounts *self)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (only_group_free);

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint i = 0; i < self->coupling->only[s]->len; i++)
      {
        const RefrainOnly *only = &g_array_index (self->coupling->only[s], RefrainOnly, i);
        OnlyGroup *group = NULL;

        for (guint g = 0; g < groups->len && group == NULL; g++)
          if (((OnlyGroup *) g_ptr_array_index (groups, g))->beside == only->beside)
            group = g_ptr_array_index (groups, g);
        if (group == NULL)
          {
            group = g_new0 (OnlyGroup, 1);
            group->beside = only->beside;
            for (guint k = 0; k < REFRAIN_N_SIDES; k++)
              group->lines[k] = g_array_new (FALSE, FALSE, sizeof (guint32));
            g_ptr_array_add (groups, group);
          }
        g_array_append_val (group->lines[s], only->line);
        group->path[s] += only->path;
        group->n[s] = MAX (group->n[s], refrain_coupling_per_process (self->coupling, s, only->n));
      }
  return groups;
}

/* How much shorter the runs of @side are on average without the calls of @lines, ns. */
static double
replay_without (const RefrainAccounts *self, guint side, const GArray *lines)
{
  const RefrainSide *own = &self->coupling->sides[side];
  double saved = 0;

  for (guint r = 0; r < own->n_runs && lines->len > 0; r++)
    {
      const RefrainRunGraph *graph = own->runs[r].graph;
      g_autoptr (RefrainScenario) scenario = refrain_scenario_new ();
      const RefrainScenario *list[] = { scenario };
      RefrainTime ticks = 0;

      for (guint i = 0; i < own->slots->len; i++)
        {
          const RefrainSlot *slot = refrain_side_get_slot (own, i);

          if (refrain_side_get_row (own, slot->row)->run != r
              || !g_array_binary_search ((GArray *) lines, &slot->line, refrain_compare_uint32,
                                         NULL))
            continue;
          refrain_scenario_cut (scenario, slot->end - 1, ALL_KINDS);
          refrain_scenario_set_cost (scenario, slot->end - 1, 0);
        }
      refrain_scenario_close (scenario);
      if (refrain_replay_save (graph, list, 1, &ticks, NULL, NULL))
        saved += refrain_run_graph_to_time (graph, (double) ticks) / own->n_runs;
    }
  return saved;
}

/* What the calls of @group cost, those included that others wait for in them. */
static double
find_cost (const RefrainAccounts *self, OnlyGroup *group)
{
  double cost[REFRAIN_N_SIDES];

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_array_sort (group->lines[s], refrain_compare_uint32);
      cost[s] = MAX (replay_without (self, s, group->lines[s]), group->path[s]);
    }
  return cost[1] - cost[0];
}

/* The calls of @group; on a side without any, what mostly follows them on the other. */
static void
stand_at_lines (const RefrainAccounts *self, RefrainAccount *account, const OnlyGroup *group)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    if (group->lines[s]->len > 0 || group->beside == REFRAIN_NONE)
      account->lines[s] = g_array_ref (group->lines[s]);
    else
      account->lines[s]
          = g_array_ref (refrain_coupling_get_pair (self->coupling, group->beside)->lines[s]);
}

static void
add_missing (RefrainAccounts *self, OnlyGroup *group)
{
  const guint s = group->lines[0]->len > 0 ? 0 : 1;
  const RefrainPageNode *line = g_ptr_array_index (self->coupling->pages[s].lines,
                                                   g_array_index (group->lines[s], guint32, 0));
  const gboolean loop = line->up != NULL && line->up->up != NULL;
  char *what = refrain_difference_name_lines (self->coupling, s, group->lines[s]);
  g_autofree char *n = refrain_difference_format_count (group->n[s]);
  char *sentence;

  if (loop)
    sentence
        = g_strdup_printf (s == self->a ? _ ("Only A calls %s, in a loop, %s times per process.")
                                        : _ ("Only B calls %s, in a loop, %s times per process."),
                           what, n);
  else
    sentence = g_strdup_printf (s == self->a ? _ ("Only A calls %s, %s times per process.")
                                             : _ ("Only B calls %s, %s times per process."),
                                what, n);
  stand_at_lines (self,
                  refrain_accounts_add (self, REFRAIN_DIFFERENT_MISSING, find_cost (self, group),
                                        group->path, 0.1, what, sentence),
                  group);
}

static void
add_replaced (RefrainAccounts *self, OnlyGroup *group)
{
  const guint a = self->a, b = self->b;
  g_autofree char *before = refrain_difference_name_lines (self->coupling, a, group->lines[a]);
  char *after = refrain_difference_name_lines (self->coupling, b, group->lines[b]);
  g_autofree char *n_before = refrain_difference_format_count (group->n[a]);
  g_autofree char *n_after = refrain_difference_format_count (group->n[b]);

  stand_at_lines (
      self,
      refrain_accounts_add (
          self, REFRAIN_DIFFERENT_CALLS, find_cost (self, group), group->path, 0.1, after,
          g_strdup_printf (_ ("B calls %s (%s times per process) instead of %s (%s times)."), after,
                           n_after, before, n_before)),
      group);
}

static void
find_only (RefrainAccounts *self)
{
  g_autoptr (GPtrArray) groups = list_only (self);

  for (guint i = 0; i < groups->len; i++)
    {
      OnlyGroup *group = g_ptr_array_index (groups, i);

      if (group->lines[0]->len > 0 && group->lines[1]->len > 0)
        add_replaced (self, group);
      else
        add_missing (self, group);
    }
}

/* ---- Other routines, other sizes ------------------------------------------------------------ */

/* How much shorter the runs of @side are on average if no send of @pairs waits for its receiver, as
 * those of large messages do, ns. */
static double
replay_eager (const RefrainAccounts *self, guint side, GPtrArray *pairs)
{
  const RefrainSide *own = &self->coupling->sides[side];
  double saved = 0;

  for (guint r = 0; r < own->n_runs; r++)
    {
      const RefrainRunGraph *graph = own->runs[r].graph;
      g_autoptr (RefrainScenario) scenario = refrain_scenario_new ();
      const RefrainScenario *list[] = { scenario };
      RefrainTime ticks = 0;

      for (guint i = 0; i < pairs->len; i++)
        {
          const RefrainRunPair *pair = g_ptr_array_index (pairs, i);

          for (guint32 k = 0; k < pair->n[side]; k++)
            {
              const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, k);

              if (refrain_side_get_row (own, slot->row)->run == r)
                refrain_scenario_cut (scenario, slot->end - 1, REFRAIN_RUN_RECEIVE);
            }
        }
      refrain_scenario_close (scenario);
      if (refrain_replay_save (graph, list, 1, &ticks, NULL, NULL))
        saved += refrain_run_graph_to_time (graph, (double) ticks) / own->n_runs;
    }
  return saved;
}

static void
find_renamed (RefrainAccounts *self)
{
  const guint n = self->coupling->pairs->len;
  g_autofree gboolean *done = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const RefrainRunPair *first = refrain_coupling_get_pair (self->coupling, i);
      const guint32 op[] = { get_op (self, first, 0), get_op (self, first, 1) };
      const RefrainVocabulary *vocabulary = self->coupling->vocabulary;
      g_autoptr (GPtrArray) pairs = NULL;
      double cells[REFRAIN_N_SIDES] = { 0, 0 };

      if (done[i] || first->extra || op[0] == op[1])
        continue;
      pairs = g_ptr_array_new ();
      for (guint k = i; k < n; k++)
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, k);

          if (pair->extra || get_op (self, pair, 0) != op[0] || get_op (self, pair, 1) != op[1])
            continue;
          done[k] = pair->resized = TRUE;
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            cells[s] += pair->cell[s][REFRAIN_SLOT_MPI];
          g_ptr_array_add (pairs, pair);
        }
      /* Some send waits for its receiver where another does not. */
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        cells[s] += replay_eager (self, s, pairs);
      refrain_account_stand_at (
          refrain_accounts_add (
              self, REFRAIN_DIFFERENT_CALLS, cells[1] - cells[0], cells, 0.1,
              refrain_accounts_name (self, pairs),
              g_strdup_printf (_ ("B calls %s instead of %s."),
                               refrain_vocabulary_get_name (vocabulary, op[self->b]),
                               refrain_vocabulary_get_name (vocabulary, op[self->a]))),
          pairs, REFRAIN_SLOT_MPI);
    }
}

/* Whether it is a call that data are received in; they have the size of what is sent. */
static gboolean
completes (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const char *op = refrain_vocabulary_get_name (self->coupling->vocabulary, get_op (self, pair, 0));

  return g_str_has_prefix (op, "MPI_Wait") || g_str_has_suffix (op, "ecv");
}

/* The logarithm of how much larger messages are on side 1; 0 where they are the same. Recorders
 * count what a member sends or what all do. */
static double
get_resize (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const double a = pair->bytes[0], b = pair->bytes[1];
  const double own_a = pair->share[0], own_b = pair->share[1];

  if (pair->extra || pair->n[0] == 0 || pair->n[1] == 0 || completes (self, pair)
      || MIN (fabs (a - b) / MAX (MAX (a, b), 1),
              fabs (own_a - own_b) / MAX (MAX (own_a, own_b), 1))
             <= SAME_SIZE)
    return 0;
  return log (MAX (b, 1) / MAX (a, 1));
}

/* Whether @pair stands in the loop of one of @pairs. */
static gboolean
is_beside (const RefrainAccounts *self, const RefrainRunPair *pair, GPtrArray *pairs)
{
  for (guint i = 0; i < pairs->len; i++)
    if (refrain_pair_get_line (self->coupling, g_ptr_array_index (pairs, i), 0)->up
        == refrain_pair_get_line (self->coupling, pair, 0)->up)
      return TRUE;
  return FALSE;
}

static void
add_resized (RefrainAccounts *self, GPtrArray *pairs, double ratio)
{
  double cells[REFRAIN_N_SIDES] = { 0, 0 }, sizes[REFRAIN_N_SIDES] = { 0, 0 };
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *before = NULL, *after = NULL, *factor = NULL;
  char *what = refrain_accounts_name (self, pairs);
  gboolean because;

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      const gboolean own = g_ptr_array_find (pairs, pair, NULL);

      if (!own
          && (pair->extra || pair->resized || !completes (self, pair)
              || !is_beside (self, pair, pairs)))
        continue;
      g_ptr_array_add (all, pair);
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          cells[s] += pair->cell[s][REFRAIN_SLOT_MPI];
          if (own)
            sizes[s] += pair->bytes[s] / pairs->len;
        }
    }
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    cells[s] += replay_eager (self, s, pairs);
  /* Less data do not cost more; with other numbers of processes other things do, too. */
  because = (cells[1] > cells[0]) == (ratio > 0) && self->same_size;
  for (guint i = 0; i < all->len && because; i++)
    ((RefrainRunPair *) g_ptr_array_index (all, i))->resized = TRUE;
  before = refrain_bytes_format ((guint64) sizes[self->a]);
  after = refrain_bytes_format ((guint64) sizes[self->b]);
  factor = refrain_factor_format (sizes[self->b] / MAX (sizes[self->a], 1));
  refrain_account_stand_at (
      refrain_accounts_add (
          self, REFRAIN_DIFFERENT_SIZE, because ? cells[1] - cells[0] : 0, cells, 0.15, what,
          g_strdup_printf (_ ("Data of %s are %s times as large in B: %s instead of %s per call."),
                           what, factor, after, before)),
      pairs, REFRAIN_SLOT_MPI);
}

static void
find_resized (RefrainAccounts *self)
{
  const guint n = self->coupling->pairs->len;
  g_autofree gboolean *done = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const double ratio = get_resize (self, refrain_coupling_get_pair (self->coupling, i));
      g_autoptr (GPtrArray) pairs = NULL;

      if (done[i] || ratio == 0)
        continue;
      pairs = g_ptr_array_new ();
      for (guint k = i; k < n; k++)
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, k);
          const double other = get_resize (self, pair);

          /* Of other numbers of processes they are told together, as nothing is made of them. */
          if (done[k] || other == 0 || (other > 0) != (ratio > 0)
              || (self->same_size && fabs (other - ratio) > 0.05))
            continue;
          done[k] = TRUE;
          g_ptr_array_add (pairs, pair);
        }
      add_resized (self, pairs, ratio);
    }
}

/* ---- Other numbers of processes ------------------------------------------------------------- */

/* By how much computing at @pair usually takes longer on side 1, a logarithm. */
static double
find_price (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  double level[REFRAIN_N_SIDES], ratio;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_autoptr (GArray) blocks
          = refrain_pair_list_blocks (self->coupling, pair, s, REFRAIN_SLOT_COMPUTING, 1);

      level[s] = refrain_blocks_get_level (blocks, NULL);
    }
  ratio = log ((level[1] + UNMEASURED) / (level[0] * self->factor * self->computing + UNMEASURED));
  return fabs (ratio) > SAME_PRICE ? ratio : 0;
}

/* With more processes more wait for each other in a chain, and calls of MPI take another time: one
 * sentence, as none of it can be told apart. What stays is what computing usually takes longer. */
static void
find_processes (RefrainAccounts *self)
{
  const guint n_a = self->coupling->sides[self->a].n_processes;
  const guint n_b = self->coupling->sides[self->b].n_processes;
  double cells[REFRAIN_N_SIDES] = { 0, 0 }, seconds = 0;

  if (self->same_size)
    return;
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      {
        RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
        const double a = pair->cell[0][part], b = pair->cell[1][part];
        const double ratio = a > 0 && b > 0 ? log (b / a) : 0;
        const double mean = ratio != 0 ? (b - a) / ratio : a;
        double effect = b - a;

        if (part == REFRAIN_SLOT_COMPUTING && a > 0 && b > 0 && pair->n[0] > 0 && pair->n[1] > 0)
          effect -= mean * find_price (self, pair);
        cells[0] += a;
        cells[1] += b;
        seconds += effect;
        pair->cell[0][part] += effect;
      }
  refrain_accounts_add (
      self, REFRAIN_DIFFERENT_PROCESSES, seconds, cells, 0.1, g_strdup (_ ("processes")),
      g_strdup_printf (
          _ ("B has %u processes instead of %u: chains of processes that wait for each other, and "
             "calls of MPI, take another time."),
          n_b, n_a));
}

void
refrain_accounts_find_structure (RefrainAccounts *self)
{
  find_counts (self);
  find_processes (self);
  find_only (self);
  find_resized (self);
  find_renamed (self);
}
