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

#include <glib/gi18n-lib.h>

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
/* Calls that come more than so many times as often are no replacement. */
#define UNEVEN 2
/* Sizes that differ by less are the same. */
#define SAME_SIZE 0.01
/* With other numbers of processes parts of the data are uneven in another way: by so much, as a
 * logarithm, means differ by that. */
#define UNEVEN_SIZE 0.1

/* ---- Factors -------------------------------------------------------------------------------- */

typedef struct
{
  double ratio, weight; /* a logarithm; ns */
  const RefrainRunPair *pair;
} Ratio;

REFRAIN_DEFINE_COMPARE (compare_ratios, Ratio, REFRAIN_RISING (ratio) ?: REFRAIN_RISING (weight))

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
      g_strdup_printf (_ ("Everything takes %s times as long in B, both computing and MPI. "
                          "Possible cause: another clock, or another speed of the whole machine."),
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

  if (fabs (ratio) < LEAST_SPEED)
    return;
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
  if (!refrain_accounts_find_scaling (self) && !find_common_factor (self))
    find_speed (self);
}

/* ---- What only one of them has -------------------------------------------------------------- */

/* Lines of both sides beside each other. */
typedef struct
{
  guint32 beside;
  GArray *lines[REFRAIN_N_SIDES]; /* of guint32 */
  double path[REFRAIN_N_SIDES];
  double n[REFRAIN_N_SIDES];    /* the largest, a process: calls in a row are one */
  double last[REFRAIN_N_SIDES]; /* ... of the last line and what it is in a row with */
} OnlyGroup;

static void
only_group_free (gpointer data)
{
  OnlyGroup *group = data;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_array_unref (group->lines[s]);
  g_free (group);
}

static const RefrainPageNode *
get_line (const RefrainAccounts *self, guint side, guint32 line)
{
  return g_ptr_array_index (self->coupling->pages[side].lines, line);
}

/* Adds a line to @group. The first and the others of several calls in a row are lines of their own.
 */
static void
add_only (const RefrainAccounts *self, OnlyGroup *group, guint side, const RefrainOnly *only)
{
  GArray *lines = group->lines[side];
  const gboolean goes_on
      = lines->len > 0
        && refrain_vocabulary_is_same_call (
            self->coupling->vocabulary, get_line (self, side, only->line)->token,
            get_line (self, side, g_array_index (lines, guint32, lines->len - 1))->token);

  group->last[side] = (goes_on ? group->last[side] : 0)
                      + refrain_coupling_per_process (self->coupling, side, only->n);
  group->n[side] = MAX (group->n[side], group->last[side]);
  group->path[side] += only->path;
  g_array_append_val (lines, only->line);
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
        add_only (self, group, s, only);
      }
  return groups;
}

static gboolean
is_replaced (const OnlyGroup *group)
{
  return group->lines[0]->len > 0 && group->lines[1]->len > 0;
}

/* Whether a line of each is in the same loop on a side. */
static gboolean
is_of_one_loop (const RefrainAccounts *self, const OnlyGroup *a, const OnlyGroup *b)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const RefrainPageNode *first = get_line (self, s, g_array_index (a->lines[s], guint32, 0));
      const RefrainPageNode *other = get_line (self, s, g_array_index (b->lines[s], guint32, 0));

      if (first->up == other->up && first->up != NULL && first->up->up != NULL)
        return TRUE;
    }
  return FALSE;
}

/* What comes far more often than what it is beside does not replace it: it is part of what replaces
 * others in its loop, as a barrier is where a fence was. */
static void
join_uneven (const RefrainAccounts *self, GPtrArray *groups)
{
  for (guint i = groups->len; i-- > 0;)
    {
      const OnlyGroup *own = g_ptr_array_index (groups, i);
      OnlyGroup *with = NULL;

      if (!is_replaced (own) || MAX (own->n[0], own->n[1]) <= UNEVEN * MIN (own->n[0], own->n[1]))
        continue;
      for (guint k = 0; k < groups->len && with == NULL; k++)
        if (k != i && is_replaced (g_ptr_array_index (groups, k))
            && is_of_one_loop (self, own, g_ptr_array_index (groups, k)))
          with = g_ptr_array_index (groups, k);
      if (with == NULL)
        continue;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          g_array_append_vals (with->lines[s], own->lines[s]->data, own->lines[s]->len);
          with->path[s] += own->path[s];
          with->n[s] = MAX (with->n[s], own->n[s]);
        }
      g_ptr_array_remove_index (groups, i);
    }
}

/* How much shorter the runs of @side are on average without the calls of @lines, ns. */
static double
replay_without (const RefrainAccounts *self, guint side, const GArray *lines)
{
  const RefrainSide *own = &self->coupling->sides[side];
  double saved = 0;

  for (guint r = 0; r < own->n_runs && lines->len > 0; r++)
    {
      RefrainRunGraph *graph = own->runs[r].graph;
      g_autoptr (RefrainScenario) scenario = refrain_scenario_new ();
      const RefrainScenario *list[] = { scenario };
      RefrainTime ticks = 0;

      for (guint i = 0; i < own->slots->len; i++)
        {
          const RefrainSlot *slot = refrain_side_get_slot (own, i);

          if (refrain_side_get_row (own, slot->row)->run != r
              || !g_array_binary_search ((GArray *) lines, &own->lines[i], refrain_compare_uint32,
                                         NULL))
            continue;
          refrain_scenario_cut (scenario, slot->end - 1, ALL_KINDS);
          refrain_scenario_set_cost (scenario, slot->end - 1, 0);
        }
      refrain_scenario_close (scenario);
      if (refrain_run_graph_prepare (graph, NULL)
          && refrain_replay_save (graph, list, 1, &ticks, NULL, NULL))
        saved += refrain_run_graph_to_time (graph, (double) ticks) / own->n_runs;
    }
  return saved;
}

/* Whether calls of @group poll: no replay is without what polls wait for. */
static gboolean
has_polls (const RefrainAccounts *self, const OnlyGroup *group)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint i = 0; i < group->lines[s]->len; i++)
      {
        const RefrainPageNode *line
            = get_line (self, s, g_array_index (group->lines[s], guint32, i));

        if (refrain_vocabulary_get_token (self->coupling->vocabulary, line->token)->is_poll)
          return TRUE;
      }
  return FALSE;
}

/* What the calls of @group cost, those included that others wait for in them. */
static double
find_cost (const RefrainAccounts *self, OnlyGroup *group)
{
  const gboolean polls = has_polls (self, group);
  double cost[REFRAIN_N_SIDES];

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_array_sort (group->lines[s], refrain_compare_uint32);
      cost[s] = polls ? group->path[s]
                      : MAX (replay_without (self, s, group->lines[s]), group->path[s]);
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

/* Whether the side that is not @side calls one of @lines anywhere; names go without tags where many
 * are named. */
static gboolean
are_called_elsewhere (const RefrainAccounts *self, guint side, const GArray *lines)
{
  const RefrainVocabulary *vocabulary = self->coupling->vocabulary;
  const GPtrArray *mine = self->coupling->pages[side].lines;
  const GPtrArray *others = self->coupling->pages[1 - side].lines;
  const gboolean with_tags = !refrain_difference_is_many (lines->len);

  for (guint i = 0; i < lines->len; i++)
    for (guint k = 0; k < others->len; k++)
      {
        const RefrainPageNode *a = g_ptr_array_index (mine, g_array_index (lines, guint32, i));
        const RefrainPageNode *b = g_ptr_array_index (others, k);
        const RefrainToken *x = refrain_vocabulary_get_token (vocabulary, a->token);
        const RefrainToken *y = refrain_vocabulary_get_token (vocabulary, b->token);

        if (x->op == y->op && x->caller == y->caller && (!with_tags || x->tags == y->tags))
          return TRUE;
      }
  return FALSE;
}

static char *
tell_missing (gboolean in_a, gboolean only, gboolean loop, const char *what, const char *n)
{
  if (!only)
    return g_strdup_printf (loop   ? in_a ? _ ("A calls %s more often: +%s per process, in a loop.")
                                          : _ ("B calls %s more often: +%s per process, in a loop.")
                              : in_a ? _ ("A calls %s more often: +%s per process.")
                                   : _ ("B calls %s more often: +%s per process."),
                            what, n);
  return g_strdup_printf (loop   ? in_a ? _ ("Only A calls %s, in a loop, %s times per process.")
                                        : _ ("Only B calls %s, in a loop, %s times per process.")
                            : in_a ? _ ("Only A calls %s, %s times per process.")
                                 : _ ("Only B calls %s, %s times per process."),
                          what, n);
}

static void
add_missing (RefrainAccounts *self, OnlyGroup *group)
{
  const guint s = group->lines[0]->len > 0 ? 0 : 1;
  const RefrainPageNode *line = get_line (self, s, g_array_index (group->lines[s], guint32, 0));
  const gboolean loop = line->up != NULL && line->up->up != NULL;
  char *what = refrain_difference_name_lines (self->coupling, s, group->lines[s]);
  g_autofree char *n = refrain_difference_format_count (group->n[s]);
  char *sentence = tell_missing (s == self->a, !are_called_elsewhere (self, s, group->lines[s]),
                                 loop, what, n);

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

  join_uneven (self, groups);
  for (guint i = 0; i < groups->len; i++)
    {
      OnlyGroup *group = g_ptr_array_index (groups, i);

      if (is_replaced (group))
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
      RefrainRunGraph *graph = own->runs[r].graph;
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
      if (refrain_run_graph_prepare (graph, NULL)
          && refrain_replay_save (graph, list, 1, &ticks, NULL, NULL))
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
      const guint32 op[]
          = { refrain_accounts_get_op (self, first, 0), refrain_accounts_get_op (self, first, 1) };
      const RefrainVocabulary *vocabulary = self->coupling->vocabulary;
      g_autoptr (GPtrArray) pairs = NULL;
      double cells[REFRAIN_N_SIDES] = { 0, 0 };

      if (done[i] || first->extra || first->split || op[0] == op[1])
        continue;
      pairs = g_ptr_array_new ();
      for (guint k = i; k < n; k++)
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, k);

          if (pair->extra || pair->split || refrain_accounts_get_op (self, pair, 0) != op[0]
              || refrain_accounts_get_op (self, pair, 1) != op[1])
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

/* Whether it is a call that data are received in, or a transfer to a window ends; they have the
 * size of what is sent. */
static gboolean
completes (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const char *op = refrain_vocabulary_get_name (self->coupling->vocabulary,
                                                refrain_accounts_get_op (self, pair, 0));

  return g_str_has_prefix (op, "MPI_W")
         || (g_str_has_suffix (op, "ecv") && !g_str_equal (op, "MPI_Sendrecv"));
}

static gboolean
is_same_size (double a, double b)
{
  return fabs (a - b) <= SAME_SIZE * MAX (MAX (a, b), 1);
}

/* The logarithm of how much larger messages are on side 1; 0 where they are the same. Recorders
 * count what a member sends or what all do. */
static double
get_resize (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const double a = pair->bytes[0], b = pair->bytes[1];
  const double own_a = pair->share[0], own_b = pair->share[1];
  const double ratio = log (MAX (b, 1) / MAX (a, 1));

  /* A call that only begins a transfer may have no data of its own. */
  if (pair->extra || pair->split || pair->n[0] == 0 || pair->n[1] == 0 || completes (self, pair)
      || (MIN (a, b) <= 0
          && refrain_accounts_get_op (self, pair, 0) != refrain_accounts_get_op (self, pair, 1))
      || is_same_size (a, b) || is_same_size (own_a, own_b)
      || (self->other_recorder && (is_same_size (a, own_b) || is_same_size (own_a, b))))
    return 0;
  return !self->same_size && fabs (ratio) < UNEVEN_SIZE ? 0 : ratio;
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

/* What calls of @pair, where the path comes on side @large, would take with the data of the other
 * side, ns: the path need not be there as often on both. */
static double
find_most (const RefrainRunPair *pair, guint large)
{
  const guint small = 1 - large;
  const double visits = pair->visits[small][REFRAIN_SLOT_MPI];
  const double own = pair->cell[small][REFRAIN_SLOT_MPI];

  return MAX (own,
              pair->visits[large][REFRAIN_SLOT_MPI]
                  * MAX (visits > 0 ? own / visits : 0, pair->median[small][REFRAIN_SLOT_MPI]));
}

/* What calls of @pairs, and those beside them that complete them (both in @all), take more because
 * of sizes, which differ by @ratio, a logarithm; takes it out of the cells. A call that sends at
 * once takes no more times as long than it has data; what is beyond that has another reason. */
static double
take_resized (RefrainAccounts *self,
              GPtrArray *pairs,
              GPtrArray *all,
              double ratio,
              double cells[REFRAIN_N_SIDES])
{
  const guint large = ratio > 0 ? 1 : 0;
  double own[REFRAIN_N_SIDES] = { 0, 0 }, most = 0;
  gboolean bounded;

  for (guint i = 0; i < all->len; i++)
    most += find_most (g_ptr_array_index (all, i), large) * exp (fabs (ratio));
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      for (guint i = 0; i < all->len; i++)
        own[s] += ((RefrainRunPair *) g_ptr_array_index (all, i))->cell[s][REFRAIN_SLOT_MPI];
      cells[s] = own[s] + replay_eager (self, s, pairs);
    }
  /* Less data do not cost more; with other numbers of processes other things do, too. */
  if (!self->same_size || (cells[1] > cells[0]) != (ratio > 0))
    return 0;
  bounded = own[large] > most && most > own[1 - large];
  for (guint i = 0; i < all->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (all, i);
      double *cell = &pair->cell[0][REFRAIN_SLOT_MPI];

      if (bounded)
        *cell += (large == 1 ? 1 : -1) * (most - own[1 - large])
                 * (pair->cell[0][REFRAIN_SLOT_MPI] + pair->cell[1][REFRAIN_SLOT_MPI])
                 / (own[0] + own[1]);
      else
        pair->resized = TRUE;
    }
  if (bounded)
    cells[large] -= own[large] - most;
  return cells[1] - cells[0];
}

static void
add_resized (RefrainAccounts *self, GPtrArray *pairs, double ratio)
{
  double cells[REFRAIN_N_SIDES], sizes[REFRAIN_N_SIDES] = { 0, 0 }, calls = 0, seconds;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *before = NULL, *after = NULL, *factor = NULL;
  char *what = refrain_accounts_name (self, pairs);

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);
      const double n = (double) pair->n[0] + pair->n[1];

      if (g_ptr_array_find (pairs, pair, NULL))
        {
          /* Of as many calls on both sides. */
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            sizes[s] += pair->bytes[s] * n;
          calls += n;
        }
      else if (pair->extra || pair->resized || !completes (self, pair)
               || !is_beside (self, pair, pairs))
        continue;
      g_ptr_array_add (all, pair);
    }
  seconds = take_resized (self, pairs, all, ratio, cells);
  before = refrain_bytes_format ((guint64) llround (sizes[self->a] / MAX (calls, 1)));
  after = refrain_bytes_format ((guint64) llround (sizes[self->b] / MAX (calls, 1)));
  factor = refrain_factor_format (sizes[self->b] / MAX (sizes[self->a], 1));
  refrain_account_stand_at (
      refrain_accounts_add (
          self, REFRAIN_DIFFERENT_SIZE, seconds, cells, 0.15, what,
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

/* ---- All of it ------------------------------------------------------------------------------ */

void
refrain_accounts_find_structure (RefrainAccounts *self)
{
  if (!refrain_accounts_is_divided (self))
    refrain_accounts_find_split (self);
  refrain_accounts_find_counts (self);
  if (self->ideal > 0)
    refrain_accounts_find_lost (self);
  else if (!self->same_size)
    refrain_accounts_find_processes (self);
  find_only (self);
  /* Parts of what is divided are smaller. */
  if (!refrain_accounts_is_divided (self))
    find_resized (self);
  find_renamed (self);
}
