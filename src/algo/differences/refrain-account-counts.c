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
#include "refrain-free.h"

/* Computing that takes so many times what is usual is disturbed. */
#define DISTURBED 1.05
/* Counts with such a ratio, a logarithm, are not those of one loop where one is no sample. */
#define OTHER_LOOP 2.3
#define NO_SAMPLE  10
/* Of logarithms, ns added to both: what usually takes as long. */
#define SAME_USUAL 0.05
#define UNMEASURED 1000.0
/* So many occurrences tell what is usual after a call, and what else. */
#define LEAST_AFTER 3

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
      guint32 n;

      end = refrain_pair_find_end (self->coupling, pair, side, first);
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

REFRAIN_DEFINE_FREE (count_group_free, CountGroup, g_ptr_array_unref (x->pairs))

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
      CountGroup own
          = { .top = refrain_page_node_get_top (refrain_pair_get_line (self->coupling, pair, 0)) };
      Counts counts[REFRAIN_N_SIDES];

      if (pair->extra || pair->split || pair->n[0] == 0 || pair->n[1] == 0 || is_poll (self, pair))
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
                   * refrain_pair_get_visit (self->coupling, pair, side, i)
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

static gboolean
is_as_usual (double a, double b)
{
  return fabs (log ((a + UNMEASURED) / (b + UNMEASURED))) < SAME_USUAL;
}

/* Whether of @n occurrences of a thread, @more than the other side has of it, these are another
 * kind, the shortest or the longest of all, while the rest takes what is @usual there. Sorts
 * @times. */
static gboolean
are_apart (double *times, guint32 n, guint32 more, double usual)
{
  const guint32 same = n - more;

  refrain_sort (times, n, sizeof *times, refrain_compare_double);
  return (is_as_usual (usual, times[same / 2]) && !is_as_usual (usual, times[same + more / 2]))
         || (is_as_usual (usual, times[more + same / 2]) && !is_as_usual (usual, times[more / 2]));
}

/* Whether the computing before those that one side has more of is another than before all others,
 * which take as long as on the side with fewer: of most threads that have more. */
static gboolean
are_more_apart (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  const guint few = pair->n[0] < pair->n[1] ? 0 : 1;
  g_autofree double *room = g_new (double, (gsize) pair->n[0] + pair->n[1] + 1);
  double *const times[REFRAIN_N_SIDES] = { room, room + pair->n[0] };
  guint32 first[REFRAIN_N_SIDES] = { 0, 0 }, n_apart = 0, n_more = 0;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint32 i = 0; i < pair->n[s]; i++)
      times[s][i] = (double) refrain_pair_get_slot (self->coupling, pair, s, i)->gap
                    * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, s);
  while (first[0] < pair->n[0] && first[1] < pair->n[1])
    {
      guint32 n[REFRAIN_N_SIDES];

      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        n[s] = refrain_pair_find_end (self->coupling, pair, s, first[s]) - first[s];
      if (n[1 - few] > n[few])
        {
          const guint32 more = n[1 - few] - n[few];
          const double usual = refrain_cells_median (times[few] + first[few], n[few]);

          n_more += more;
          n_apart
              += are_apart (times[1 - few] + first[1 - few], n[1 - few], more, usual) ? more : 0;
        }
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        first[s] += n[s];
    }
  return 2 * n_apart > n_more;
}

/* What computing before the pairs of @group takes more where that is before those that one side has
 * more of; takes it out of the cells. Where it is less nonetheless, as of a loop that was taken to
 * pieces, it has nothing to do with how many they are. */
static double
take_more (const RefrainAccounts *self, CountGroup *group)
{
  double seconds = 0;

  for (guint i = 0; i < group->pairs->len; i++)
    {
      RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);
      const double more = refrain_accounts_get_more (pair, REFRAIN_SLOT_COMPUTING);

      if (!are_more_apart (self, pair))
        continue;
      pair->moved = TRUE;
      if ((more > 0) != (group->n[1] > group->n[0]))
        continue;
      seconds += more;
      pair->cell[0][REFRAIN_SLOT_COMPUTING] = pair->cell[1][REFRAIN_SLOT_COMPUTING];
    }
  return seconds;
}

/* The pair of each line of @side, + 1. */
static guint32 *
map_lines (const RefrainAccounts *self, guint side)
{
  guint32 *map = g_new0 (guint32, self->coupling->pages[side].lines->len + 1);

  for (guint32 i = 0; i < self->coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

      for (guint k = 0; k < pair->lines[side]->len && !pair->extra; k++)
        map[g_array_index (pair->lines[side], guint32, k)] = i + 1;
    }
  return map;
}

/* Computing before @after where the call before is one of @pair, and where it is another one. */
typedef struct
{
  double usual[REFRAIN_N_SIDES][2]; /* ns: of others, and after @pair */
  double visits[REFRAIN_N_SIDES];   /* of the path after @pair, a run */
  gboolean known;
} After;

static After
measure_after (const RefrainAccounts *self,
               const RefrainRunPair *pair,
               const RefrainRunPair *after,
               guint32 *const map[REFRAIN_N_SIDES],
               guint32 number)
{
  After own = { .known = TRUE };

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const RefrainSide *side = &self->coupling->sides[s];
      g_autofree double *room = g_new (double, 2 * (gsize) after->n[s] + 1);
      double *const times[2] = { room, room + after->n[s] };
      gsize n[2] = { 0, 0 };

      for (guint32 i = 0; i < after->n[s]; i++)
        {
          const guint32 at = after->slots[s][i];
          const RefrainSlot *slot = refrain_side_get_slot (side, at);
          const gboolean follows = at > refrain_side_get_row (side, slot->row)->first
                                   && map[s][side->lines[at - 1]] == number + 1;

          times[follows][n[follows]++]
              = (double) slot->gap * refrain_accounts_get_scale (self, REFRAIN_SLOT_COMPUTING, s);
          own.visits[s]
              += follows
                     ? (double) refrain_side_get_visit (side, slot)->visits[REFRAIN_SLOT_COMPUTING]
                           / side->n_runs
                     : 0;
        }
      for (guint k = 0; k < 2; k++)
        {
          own.known = own.known && n[k] >= LEAST_AFTER;
          own.usual[s][k] = refrain_cells_median (times[k], n[k]);
        }
    }
  return own;
}

/* Marks in @follows the pairs whose calls come behind those of @pair. */
static void
mark_followers (const RefrainAccounts *self,
                const RefrainRunPair *pair,
                guint32 *const map[REFRAIN_N_SIDES],
                gboolean *follows)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint32 i = 0; i < pair->n[s]; i++)
      {
        const RefrainSide *side = &self->coupling->sides[s];
        const guint32 next = pair->slots[s][i] + 1;

        if (next < refrain_side_get_row (side, refrain_side_get_slot (side, next - 1)->row)->end
            && map[s][side->lines[next]] > 0)
          follows[map[s][side->lines[next]] - 1] = TRUE;
      }
}

/* What is computed behind the calls of @group, before calls that come as often on both sides: where
 * it is more than before these usually, more such calls cost that, too. Takes it out of the cells.
 */
static double
take_behind (const RefrainAccounts *self, const CountGroup *group)
{
  g_autofree guint32 *of_a = map_lines (self, 0);
  g_autofree guint32 *of_b = map_lines (self, 1);
  guint32 *const map[] = { of_a, of_b };
  double seconds = 0;

  for (guint32 p = 0; p < self->coupling->pairs->len; p++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, p);

      g_autofree gboolean *follows = NULL;

      if (!g_ptr_array_find (group->pairs, pair, NULL))
        continue;
      follows = g_new0 (gboolean, self->coupling->pairs->len);
      mark_followers (self, pair, map, follows);
      for (guint32 q = 0; q < self->coupling->pairs->len; q++)
        {
          RefrainRunPair *after = refrain_coupling_get_pair (self->coupling, q);
          After own;
          double more;

          if (!follows[q] || after->extra || after->n[0] != after->n[1] || after->n[0] == 0)
            continue;
          own = measure_after (self, pair, after, map, p);
          more = ((own.usual[0][1] - own.usual[0][0]) + (own.usual[1][1] - own.usual[1][0])) / 2;
          if (!own.known || more <= UNMEASURED || !is_as_usual (own.usual[0][1], own.usual[1][1])
              || is_as_usual (own.usual[0][0], own.usual[0][1]))
            continue;
          more *= own.visits[1] - own.visits[0];
          after->cell[0][REFRAIN_SLOT_COMPUTING] += more;
          seconds += more;
        }
    }
  return seconds;
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
    {
      const RefrainRunPair *pair = g_ptr_array_index (group->pairs, i);

      if (part == REFRAIN_SLOT_MPI || !pair->moved)
        add_volume (self, pair, part, sum, volume);
    }
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
      pair->counted = TRUE;
    }
  cells[0] += sum[0];
  cells[1] += sum[1];
  return effect;
}

/* Whether all of several @pairs are the same calls, of which no loop can be told. */
static gboolean
are_same_calls (const RefrainAccounts *self, GPtrArray *pairs)
{
  for (guint i = 1; i < pairs->len; i++)
    for (guint s = 0; s < REFRAIN_N_SIDES; s++)
      if (!refrain_vocabulary_is_same_call (
              self->coupling->vocabulary,
              refrain_pair_get_line (self->coupling, g_ptr_array_index (pairs, 0), s)->token,
              refrain_pair_get_line (self->coupling, g_ptr_array_index (pairs, i), s)->token))
        return FALSE;
  return pairs->len > 1;
}

/* Whether @pair stands in a loop beside others that come as often on both sides, so that the loop
 * itself runs no more often. */
static gboolean
is_beside_steady (const RefrainAccounts *self, const RefrainRunPair *pair)
{
  for (guint i = 0; i < self->coupling->pairs->len; i++)
    {
      const RefrainRunPair *other = refrain_coupling_get_pair (self->coupling, i);

      if (other->extra || other->n[0] != other->n[1] || other->n[0] == 0)
        continue;
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          const RefrainPageNode *up = refrain_pair_get_line (self->coupling, pair, s)->up;

          if (up != NULL && up->up != NULL
              && refrain_pair_get_line (self->coupling, other, s)->up == up)
            return TRUE;
        }
    }
  return FALSE;
}

static char *
tell_count (const RefrainAccounts *self, const CountGroup *group, char **what)
{
  const gboolean same = are_same_calls (self, group->pairs);
  const double *number = same ? group->n : group->number;
  const double more = number[self->b] - number[self->a];
  const RefrainPageNode *line
      = refrain_pair_get_line (self->coupling, g_ptr_array_index (group->pairs, 0), 0);
  const gboolean loop = !same
                        && (group->pairs->len > 1 || (line->up != NULL && line->up->up != NULL))
                        && !is_beside_steady (self, g_ptr_array_index (group->pairs, 0));
  g_autofree char *from = refrain_difference_format_count (number[self->a]);
  g_autofree char *to = refrain_difference_format_count (number[self->b]);
  g_autofree char *by = refrain_difference_format_count (fabs (more));

  /* Each thread that calls MPI ends once. */
  if (!loop && refrain_accounts_get_op (self, g_ptr_array_index (group->pairs, 0), 0) == 0)
    {
      *what = g_strdup (_ ("threads"));
      return g_strdup_printf (
          _ ("Threads per process that call MPI: %s in B instead of %s (%s%s)."), to, from,
          more < 0 ? "−" : "+", by);
    }
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
      double cells[REFRAIN_N_SIDES] = { 0, 0 }, seconds;
      char *what, *sentence;

      /* So is computing divided that comes in parts. */
      if (refrain_accounts_is_divided (self) && group->n[1] < group->n[0])
        continue;
      seconds = take_count (self, group, REFRAIN_SLOT_MPI, cells);
      seconds += take_more (self, group) + take_behind (self, group);
      seconds += take_count (self, group, REFRAIN_SLOT_COMPUTING, cells);
      sentence = tell_count (self, group, &what);
      refrain_account_stand_at (refrain_accounts_add (self, REFRAIN_DIFFERENT_COUNT, seconds, cells,
                                                      0.05, what, sentence),
                                group->pairs, REFRAIN_SLOT_MPI);
    }
}
