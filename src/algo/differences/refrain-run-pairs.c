/* refrain-run-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two pages are aligned; what is left over on both sides is looked for elsewhere before it counts
 * as something that one side lacks.
 */
#include "refrain-run-pairs.h"

#include <math.h>

#include "refrain-cells.h"
#include "refrain-free.h"
#include "refrain-parallel.h"

/* A body that comes again elsewhere is the same loop where that runs so many times as often. */
#define MUCH_MORE 8
/* Counts of lines of one token are this far apart only where they were folded otherwise. */
#define FAR_OFF 3
/* Computing between calls without a pair is this share of what is before them, or nothing. */
#define BETWEEN 0.01

typedef struct
{
  RefrainCoupling *coupling;
  guint32 *count[REFRAIN_N_SIDES];  /* slots of each line */
  guint32 *pair[REFRAIN_N_SIDES];   /* of each line */
  GPtrArray *left[REFRAIN_N_SIDES]; /* lines that have none yet */
} Coupler;

static void
pair_free (gpointer data)
{
  RefrainRunPair *pair = data;

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    g_array_unref (pair->lines[s]);
  g_free (pair);
}

static RefrainRunPair *
make_pair (RefrainCoupling *self)
{
  RefrainRunPair *pair = g_new0 (RefrainRunPair, 1);

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    pair->lines[s] = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->pairs, pair);
  return pair;
}

static void
add_line (Coupler *coupler, guint32 pair, guint side, const RefrainPageNode *line)
{
  RefrainRunPair *own = refrain_coupling_get_pair (coupler->coupling, pair);

  g_array_append_val (own->lines[side], line->line);
  coupler->pair[side][line->line] = pair;
}

static void
add_pair (Coupler *coupler, const RefrainPageNode *a, const RefrainPageNode *b)
{
  make_pair (coupler->coupling);
  add_line (coupler, coupler->coupling->pairs->len - 1, REFRAIN_SIDE_A, a);
  add_line (coupler, coupler->coupling->pairs->len - 1, REFRAIN_SIDE_B, b);
}

/* ---- From the outside in -------------------------------------------------------------------- */

static void
leave (Coupler *coupler, guint side, RefrainPageNode *node)
{
  if (node->token != REFRAIN_NONE)
    g_ptr_array_add (coupler->left[side], node);
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    leave (coupler, side, g_ptr_array_index (node->children, i));
}

/* The children of a loop, or the line itself. */
static GPtrArray *
list_children (RefrainPageNode *node)
{
  GPtrArray *list;

  if (node->children != NULL)
    return g_ptr_array_ref (node->children);
  list = g_ptr_array_new ();
  g_ptr_array_add (list, node);
  return list;
}

static void
couple_nodes (Coupler *coupler, RefrainAligner *aligner, RefrainPageNode *a, RefrainPageNode *b)
{
  g_autoptr (GPtrArray) of_a = list_children (a);
  g_autoptr (GPtrArray) of_b = list_children (b);
  g_autoptr (GArray) pairs = refrain_aligner_align (aligner, of_a, of_b);

  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainAlignedPair *pair = &g_array_index (pairs, RefrainAlignedPair, i);

      if (pair->a == NULL || pair->b == NULL)
        leave (coupler, pair->a == NULL, pair->a != NULL ? pair->a : pair->b);
      else if (pair->a->token != REFRAIN_NONE && pair->b->token != REFRAIN_NONE)
        add_pair (coupler, pair->a, pair->b);
      else
        couple_nodes (coupler, aligner, pair->a, pair->b);
    }
}

/* ---- What is left over ---------------------------------------------------------------------- */

static void
drop_paired (Coupler *coupler)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint i = coupler->left[s]->len; i-- > 0;)
      {
        const RefrainPageNode *line = g_ptr_array_index (coupler->left[s], i);

        if (coupler->pair[s][line->line] != REFRAIN_NONE)
          g_ptr_array_remove_index (coupler->left[s], i);
      }
}

/* What stands in another nest. */
static void
couple_elsewhere (Coupler *coupler)
{
  RefrainAligner aligner;
  g_autoptr (GArray) pairs = NULL;

  refrain_aligner_init (&aligner, coupler->coupling->vocabulary, TRUE);
  pairs = refrain_aligner_align (&aligner, coupler->left[0], coupler->left[1]);
  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainAlignedPair *pair = &g_array_index (pairs, RefrainAlignedPair, i);

      if (pair->a != NULL && pair->b != NULL)
        add_pair (coupler, pair->a, pair->b);
    }
  refrain_aligner_clear (&aligner);
  drop_paired (coupler);
}

static double
count_pair (const Coupler *coupler, const RefrainRunPair *pair, guint side)
{
  guint32 n = 0;

  for (guint i = 0; i < pair->lines[side]->len; i++)
    n += coupler->count[side][g_array_index (pair->lines[side], guint32, i)];
  return refrain_coupling_per_process (coupler->coupling, side, n);
}

static guint32
get_token (const Coupler *coupler, const RefrainRunPair *pair, guint side)
{
  return refrain_pair_get_line (coupler->coupling, pair, side)->token;
}

/* Whether the lines of @pair and @line stand in loops of as many lines. */
static gboolean
is_of_such_loop (const Coupler *coupler, const RefrainRunPair *pair, const RefrainPageNode *line)
{
  const RefrainPageNode *up = refrain_pair_get_line (coupler->coupling, pair, REFRAIN_SIDE_A)->up;

  return up != NULL && line->up != NULL && up->n_lines == line->up->n_lines && up->n_lines > 1;
}

/* Whether a line of @pair stands in the same loop as @line. */
static gboolean
is_beside (const Coupler *coupler,
           const RefrainRunPair *pair,
           guint side,
           const RefrainPageNode *line)
{
  return refrain_pair_get_line (coupler->coupling, pair, side)->up == line->up;
}

/* Whether both are calls of one routine by one caller. */
static gboolean
is_like_call (const Coupler *coupler, guint32 a, guint32 b)
{
  const RefrainToken *x = refrain_vocabulary_get_token (coupler->coupling->vocabulary, a);
  const RefrainToken *y = refrain_vocabulary_get_token (coupler->coupling->vocabulary, b);

  return x->op == y->op && x->caller == y->caller;
}

/* A pair of other tags or members that has too few occurrences on this side. */
static guint32
find_like_home (const Coupler *coupler, guint side, const RefrainPageNode *line)
{
  const RefrainCoupling *coupling = coupler->coupling;

  for (guint32 i = 0; i < coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (coupling, i);

      if (is_like_call (coupler, get_token (coupler, pair, side), line->token)
          && count_pair (coupler, pair, side) < count_pair (coupler, pair, 1 - side) * 0.999)
        return i;
    }
  return REFRAIN_NONE;
}

/* The pair that @line of @side belongs into: of its token, with too few occurrences on this side,
 * or with many more in a loop like its own. */
static guint32
find_home (const Coupler *coupler, guint side, const RefrainPageNode *line)
{
  const RefrainCoupling *coupling = coupler->coupling;
  guint32 found = REFRAIN_NONE;

  for (guint32 i = 0; i < coupling->pairs->len; i++)
    {
      const RefrainRunPair *pair = refrain_coupling_get_pair (coupling, i);
      const double own = count_pair (coupler, pair, side);

      if (!refrain_vocabulary_is_same_call (coupling->vocabulary, get_token (coupler, pair, side),
                                            line->token))
        continue;
      if (own < count_pair (coupler, pair, 1 - side) * 0.999)
        return i;
      if (get_token (coupler, pair, side) != line->token)
        {
          /* One neighbour more, or less. */
          found = found == REFRAIN_NONE && is_beside (coupler, pair, side, line) ? i : found;
          continue;
        }
      if (found == REFRAIN_NONE && is_of_such_loop (coupler, pair, line)
          && own >= MUCH_MORE
                        * refrain_coupling_per_process (coupling, side,
                                                        coupler->count[side][line->line]))
        found = i;
    }
  return found;
}

/* An iteration that was peeled off goes to the others. */
static void
absorb_left (Coupler *coupler)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    for (guint i = 0; i < coupler->left[s]->len; i++)
      {
        const RefrainPageNode *line = g_ptr_array_index (coupler->left[s], i);
        guint32 pair = find_home (coupler, s, line);

        if (pair == REFRAIN_NONE)
          pair = find_like_home (coupler, s, line);

        if (pair != REFRAIN_NONE)
          add_line (coupler, pair, s, line);
      }
  drop_paired (coupler);
}

/* Whether the ratio of counts of @pair is far from that of all of its token. */
static gboolean
is_far_off (const Coupler *coupler, const RefrainRunPair *pair, double ratio)
{
  const double own = count_pair (coupler, pair, 1) / MAX (count_pair (coupler, pair, 0), 1e-9);

  return own > ratio * FAR_OFF || own * FAR_OFF < ratio;
}

/* Whether both sides of @pair are of the token, or of calls like it. */
static gboolean
is_of_token (const Coupler *coupler, const RefrainRunPair *pair, guint32 token, gboolean like)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const guint32 own = get_token (coupler, pair, s);

      if (own != token && (!like || !is_like_call (coupler, own, token)))
        return FALSE;
    }
  return TRUE;
}

/* Whether both sides of @pair stand in loops that are the same line by line: these run as often as
 * they do. With other numbers of processes more of them may do what few did. */
static gboolean
is_in_same_loop (const Coupler *coupler, const RefrainRunPair *pair)
{
  const RefrainPageNode *a = refrain_pair_get_line (coupler->coupling, pair, REFRAIN_SIDE_A);
  const RefrainPageNode *b = refrain_pair_get_line (coupler->coupling, pair, REFRAIN_SIDE_B);

  return coupler->coupling->sides[0].n_processes == coupler->coupling->sides[1].n_processes
         && pair->lines[0]->len == 1 && pair->lines[1]->len == 1 && a->up != NULL && b->up != NULL
         && a->up->symbol == b->up->symbol;
}

/* Pairs of @token whose counts differ; those @unsure of which it is not certain that they are one
 * place. */
static GPtrArray *
list_other_counts (const Coupler *coupler, guint32 token, gboolean like, gboolean unsure)
{
  const GPtrArray *pairs = coupler->coupling->pairs;
  GPtrArray *group = g_ptr_array_new ();

  for (guint k = 0; k < pairs->len; k++)
    {
      RefrainRunPair *pair = g_ptr_array_index (pairs, k);

      if (is_of_token (coupler, pair, token, like) && !(unsure && is_in_same_loop (coupler, pair))
          && fabs (count_pair (coupler, pair, 1) - count_pair (coupler, pair, 0)) > 1e-9)
        g_ptr_array_add (group, pair);
    }
  return group;
}

/* Whether the counts of @group agree together only. */
static gboolean
agree_together (const Coupler *coupler, const GPtrArray *group)
{
  double more = 0;

  for (guint k = 0; k < group->len; k++)
    for (guint s = 0; s < REFRAIN_N_SIDES; s++)
      more += (s == 0 ? -1 : 1) * count_pair (coupler, g_ptr_array_index (group, k), s);
  return group->len > 1 && fabs (more) < 1e-9;
}

/* Whether some counts of @group are far from the ratio of all. */
static gboolean
are_far_apart (const Coupler *coupler, const GPtrArray *group)
{
  double all[REFRAIN_N_SIDES] = { 0, 0 };

  for (guint k = 0; k < group->len; k++)
    for (guint s = 0; s < REFRAIN_N_SIDES; s++)
      all[s] += count_pair (coupler, g_ptr_array_index (group, k), s);
  for (guint k = 0; k < group->len && group->len > 1; k++)
    if (is_far_off (coupler, g_ptr_array_index (group, k), all[1] / MAX (all[0], 1e-9)))
      return TRUE;
  return FALSE;
}

/* Pairs of one token whose counts agree together only were folded otherwise: they are one. So are
 * those of which some are far from the ratio of all, and those of other tags or members, of which
 * recorders do not always know. */
static void
join_folded_otherwise (Coupler *coupler, gboolean like)
{
  GPtrArray *pairs = coupler->coupling->pairs;
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < pairs->len; i++)
    {
      const guint32 token = get_token (coupler, g_ptr_array_index (pairs, i), REFRAIN_SIDE_A);
      g_autoptr (GPtrArray) group = NULL;

      if (!g_hash_table_add (done, GUINT_TO_POINTER (token)))
        continue;
      group = list_other_counts (coupler, token, like, FALSE);
      if (!agree_together (coupler, group))
        {
          g_ptr_array_unref (group);
          group = list_other_counts (coupler, token, like, TRUE);
          if (like || !are_far_apart (coupler, group))
            continue;
        }
      for (guint k = 1; k < group->len; k++)
        {
          RefrainRunPair *own = g_ptr_array_index (group, 0), *pair = g_ptr_array_index (group, k);

          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            g_array_append_vals (own->lines[s], pair->lines[s]->data, pair->lines[s]->len);
          g_ptr_array_remove (pairs, pair);
        }
    }
  for (guint32 i = 0; i < pairs->len; i++)
    for (guint s = 0; s < REFRAIN_N_SIDES; s++)
      {
        const RefrainRunPair *pair = g_ptr_array_index (pairs, i);

        for (guint k = 0; k < pair->lines[s]->len; k++)
          coupler->pair[s][g_array_index (pair->lines[s], guint32, k)] = i;
      }
}

/* ---- Seconds -------------------------------------------------------------------------------- */

/* Of the computing of slots that have no pair: whose it is. */
typedef struct
{
  guint32 *next[REFRAIN_N_SIDES]; /* of each slot without pair: the pair that follows */
  double *own[REFRAIN_N_SIDES], *owed[REFRAIN_N_SIDES]; /* of each pair: computing, a process */
  double *between[REFRAIN_N_SIDES]; /* ... of what is owed, between two calls without pair */
  guint32 *home; /* of each pair: where what is owed goes; REFRAIN_NONE: it stays with its line */
  gboolean *all; /* ... with what is between; else that stays with its line */
} Owing;

/* Whether the slot @i of @side, which has no pair, follows another one that has none. */
static gboolean
is_between (const Coupler *coupler, guint side, guint32 i)
{
  const RefrainSide *own = &coupler->coupling->sides[side];

  return i > refrain_side_get_row (own, refrain_side_get_slot (own, i)->row)->first
         && coupler->pair[side][own->lines[i - 1]] == REFRAIN_NONE;
}

/* The pair that the computing of slot @i of @side, which has none, goes to; or REFRAIN_NONE. */
static guint32
get_home (const Coupler *coupler, const Owing *owing, guint side, guint32 i)
{
  const guint32 next = owing->next[side][i];

  return next == REFRAIN_NONE || (!owing->all[next] && is_between (coupler, side, i))
             ? REFRAIN_NONE
             : owing->home[next];
}

static void
find_owed (Coupler *coupler, Owing *owing, guint side)
{
  const RefrainSide *own = &coupler->coupling->sides[side];
  const double unit = refrain_coupling_per_process (coupler->coupling, side, 1);

  owing->next[side] = g_new (guint32, own->slots->len + 1);
  for (guint32 r = 0; r < own->rows->len; r++)
    {
      const RefrainSlotRow *row = refrain_side_get_row (own, r);
      guint32 next = REFRAIN_NONE;

      for (guint32 i = row->end; i-- > row->first;)
        {
          const RefrainSlot *slot = refrain_side_get_slot (own, i);
          const guint32 pair = coupler->pair[side][own->lines[i]];

          owing->next[side][i] = REFRAIN_NONE;
          if (pair != REFRAIN_NONE)
            {
              next = pair;
              owing->own[side][pair] += (double) slot->gap * unit;
            }
          else if (next != REFRAIN_NONE)
            {
              owing->next[side][i] = next;
              owing->owed[side][next] += (double) slot->gap * unit;
              if (is_between (coupler, side, i))
                owing->between[side][next] += (double) slot->gap * unit;
            }
        }
    }
}

/* The line of @side whose slots owe @pair most computing; REFRAIN_NONE for none. */
static guint32
find_main_line (const Coupler *coupler, const Owing *owing, guint side, guint32 pair)
{
  const RefrainSide *own = &coupler->coupling->sides[side];
  const guint32 n = coupler->coupling->pages[side].lines->len;
  g_autofree double *sums = g_new0 (double, n + 1);
  guint32 best = REFRAIN_NONE;

  for (guint32 i = 0; i < own->slots->len; i++)
    if (owing->next[side][i] == pair)
      sums[own->lines[i]] += (double) refrain_side_get_slot (own, i)->gap + 1;
  for (guint32 l = 0; l < n; l++)
    if (sums[l] > 0 && (best == REFRAIN_NONE || sums[l] > sums[best]))
      best = l;
  return best;
}

/* Computing before a call that only one side has belongs to the next call that both have, where
 * that makes this one more alike; where a call was replaced, both computings are compared. What is
 * computed between two such calls may be as new as they are. */
static void
find_homes (Coupler *coupler, Owing *owing)
{
  RefrainCoupling *coupling = coupler->coupling;
  const guint32 n = coupling->pairs->len;

  owing->home = g_new (guint32, n + 1);
  owing->all = g_new (gboolean, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      const double a = owing->own[0][i], b = owing->own[1][i];
      double more_a = a + owing->owed[0][i], more_b = b + owing->owed[1][i];
      const double first_a = more_a - owing->between[0][i], first_b = more_b - owing->between[1][i];
      guint32 line[REFRAIN_N_SIDES];

      owing->home[i] = REFRAIN_NONE;
      owing->all[i] = fabs (more_b - more_a) <= fabs (first_b - first_a);
      if (!owing->all[i])
        {
          more_a = first_a;
          more_b = first_b;
        }
      if (fabs (more_b - more_a) < fabs (b - a))
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (coupling, i);

          owing->home[i] = i;
          pair->pooled = TRUE;
        }
      else if (owing->owed[0][i] > 0 && owing->owed[1][i] > 0)
        {
          RefrainRunPair *pair = make_pair (coupling);

          pair->extra = owing->all[i] = TRUE;
          owing->home[i] = coupling->pairs->len - 1;
          for (guint s = 0; s < REFRAIN_N_SIDES; s++)
            {
              line[s] = find_main_line (coupler, owing, s, i);
              g_array_append_val (pair->lines[s], line[s]);
            }
          /* One call, or several of which one has all of it. */
          pair->pooled = (guint64) coupler->count[0][line[0]] * coupling->sides[1].rows->len
                             != (guint64) coupler->count[1][line[1]] * coupling->sides[0].rows->len
                         || owing->between[0][i] > BETWEEN * owing->owed[0][i]
                         || owing->between[1][i] > BETWEEN * owing->owed[1][i];
        }
    }
}

static void
book_side (Coupler *coupler, const Owing *owing, guint side)
{
  RefrainCoupling *coupling = coupler->coupling;
  const RefrainSide *own = &coupling->sides[side];
  const double unit = 1.0 / MAX (own->n_runs, 1);
  const guint32 n_lines = coupling->pages[side].lines->len;
  g_autofree RefrainOnly *only = g_new0 (RefrainOnly, n_lines + 1);

  for (guint32 i = 0; i < own->slots->len; i++)
    {
      const RefrainSlot *slot = refrain_side_get_slot (own, i);
      const RefrainSlotVisit *visit = refrain_side_get_visit (own, slot);
      const guint32 pair = coupler->pair[side][own->lines[i]], next = owing->next[side][i];
      const guint32 home = get_home (coupler, owing, side, i);

      if (pair == REFRAIN_NONE)
        {
          RefrainOnly *at = &only[own->lines[i]];

          /* The pair that the last one comes before will do: they mostly agree. */
          at->beside = at->n == 0 || next != REFRAIN_NONE ? next : at->beside;
          at->n++;
          at->path += (double) visit->path[REFRAIN_SLOT_MPI] * unit;
          if (home == REFRAIN_NONE)
            at->path += (double) visit->path[REFRAIN_SLOT_COMPUTING] * unit;
        }
      for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
        {
          const guint32 to = pair != REFRAIN_NONE             ? pair
                             : part == REFRAIN_SLOT_COMPUTING ? home
                                                              : REFRAIN_NONE;
          RefrainRunPair *cell;

          if (to == REFRAIN_NONE)
            continue;
          cell = refrain_coupling_get_pair (coupling, to);
          cell->cell[side][part] += (double) visit->path[part] * unit;
          cell->visits[side][part] += visit->visits[part] * unit;
        }
    }
  coupling->only[side] = g_array_new (FALSE, FALSE, sizeof (RefrainOnly));
  for (guint32 l = 0; l < n_lines; l++)
    if (coupler->pair[side][l] == REFRAIN_NONE && only[l].n > 0)
      {
        only[l].line = l;
        g_array_append_val (coupling->only[side], only[l]);
      }
}

/* What is computed before some slots that have no pair, one after the other. */
typedef struct
{
  RefrainSlot *first, *place; /* the first of them, and the one that has all of it; or NULL */
  RefrainTime gap, longest;
  guint32 who; /* of the longest */
} Owed;

static void
owed_add (Owed *self, RefrainSlot *slot)
{
  self->first = self->first != NULL ? self->first : slot;
  self->gap += slot->gap;
  if (slot->gap > self->longest)
    {
      self->longest = slot->gap;
      self->who = slot->who;
    }
}

/* Lets @slot have it, too. */
static void
owed_give (const Owed *self, RefrainSlot *slot)
{
  if (self->first == NULL)
    return;
  if (self->longest > slot->gap)
    slot->who = self->who;
  slot->gap += self->gap;
  slot->gap_from = self->first->gap_from;
}

/* Whether the slots of @line of @side are those that the computing of @pair is told at. */
static gboolean
is_main_line (const RefrainRunPair *pair, guint side, guint32 line)
{
  return line == g_array_index (pair->lines[side], guint32, 0);
}

/* Adds what is computed before slots without pair to the slots that it goes to. */
static void
give_owed (Coupler *coupler, const Owing *owing, guint side)
{
  const RefrainSide *own = &coupler->coupling->sides[side];
  Owed owed = { 0 }, replaced = { 0 };

  for (guint32 i = 0; i < own->slots->len; i++)
    {
      RefrainSlot *slot = refrain_side_get_slot (own, i);
      const guint32 line = own->lines[i], pair = coupler->pair[side][line];
      const guint32 home = get_home (coupler, owing, side, i);

      if (pair != REFRAIN_NONE)
        owed_give (&owed, slot);
      else if (home != REFRAIN_NONE && home == owing->next[side][i])
        owed_add (&owed, slot);
      else if (home != REFRAIN_NONE && refrain_coupling_get_pair (coupler->coupling, home)->pooled)
        {
          if (replaced.place == NULL
              && is_main_line (refrain_coupling_get_pair (coupler->coupling, home), side, line))
            replaced.place = slot;
          owed_add (&replaced, slot);
        }
      if (pair == REFRAIN_NONE && i + 1 < own->slots->len
          && refrain_side_get_slot (own, i + 1)->row == slot->row)
        continue;
      if (replaced.place != NULL)
        replaced.place->gap = replaced.gap;
      owed = replaced = (Owed){ 0 };
    }
}

/* Sorts slots by pair, and those of replaced calls by the pair of their computing. */
static void
order_slots (Coupler *coupler, const Owing *owing, guint side)
{
  RefrainCoupling *coupling = coupler->coupling;
  const RefrainSide *own = &coupling->sides[side];
  const guint32 n = own->slots->len;
  g_autofree guint32 *to = g_new (guint32, n + 1);
  guint32 first = 0, placed = REFRAIN_NONE; /* the row that has all of what is owed there */

  coupling->order[side] = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 line = own->lines[i], row = refrain_side_get_slot (own, i)->row;
      const guint32 home = get_home (coupler, owing, side, i);

      to[i] = coupler->pair[side][line];
      if (to[i] != REFRAIN_NONE)
        placed = REFRAIN_NONE;
      else if (home != owing->next[side][i] && home != REFRAIN_NONE)
        {
          const RefrainRunPair *pair = refrain_coupling_get_pair (coupling, home);

          if (is_main_line (pair, side, line) && !(pair->pooled && placed == row))
            to[i] = home;
          if (to[i] != REFRAIN_NONE && pair->pooled)
            placed = row;
        }
      if (to[i] != REFRAIN_NONE)
        refrain_coupling_get_pair (coupling, to[i])->n[side]++;
    }
  for (guint32 p = 0; p < coupling->pairs->len; p++)
    {
      RefrainRunPair *pair = refrain_coupling_get_pair (coupling, p);

      pair->slots[side] = coupling->order[side] + first;
      first += pair->n[side];
      pair->n[side] = 0;
    }
  for (guint32 i = 0; i < n; i++)
    if (to[i] != REFRAIN_NONE)
      {
        RefrainRunPair *pair = refrain_coupling_get_pair (coupling, to[i]);

        pair->slots[side][pair->n[side]++] = i;
      }
}

/* Of each side, which neither needs of the other. */
typedef struct
{
  Coupler *coupler;
  Owing *owing;
} BookJob;

static void
find_owed_of (gsize side, gpointer data)
{
  const BookJob *job = data;

  find_owed (job->coupler, job->owing, (guint) side);
}

static void
book_side_and_order (gsize side, gpointer data)
{
  const BookJob *job = data;

  book_side (job->coupler, job->owing, (guint) side);
  give_owed (job->coupler, job->owing, (guint) side);
  order_slots (job->coupler, job->owing, (guint) side);
}

static void
book (Coupler *coupler)
{
  RefrainCoupling *coupling = coupler->coupling;
  Owing owing = { 0 };
  BookJob job = { coupler, &owing };

  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      owing.own[s] = g_new0 (double, coupling->pairs->len + 1);
      owing.owed[s] = g_new0 (double, coupling->pairs->len + 1);
      owing.between[s] = g_new0 (double, coupling->pairs->len + 1);
    }
  refrain_parallel_run (REFRAIN_N_SIDES, find_owed_of, &job, NULL);
  find_homes (coupler, &owing);
  refrain_parallel_run (REFRAIN_N_SIDES, book_side_and_order, &job, NULL);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    refrain_free (owing.next[s], owing.own[s], owing.owed[s], owing.between[s]);
  refrain_free (owing.home, owing.all);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
measure_pair (gsize item, gpointer data)
{
  const RefrainCoupling *self = data;

  refrain_pair_measure (self, refrain_coupling_get_pair (self, (guint32) item));
}

void
refrain_coupling_init (RefrainCoupling *self,
                       const RefrainVocabulary *vocabulary,
                       RefrainSide *sides,
                       RefrainRunPage *pages)
{
  Coupler coupler = { .coupling = self };
  RefrainAligner aligner;

  *self = (RefrainCoupling){ .vocabulary = vocabulary,
                             .sides = sides,
                             .pages = pages,
                             .pairs = g_ptr_array_new_with_free_func (pair_free) };
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      const guint32 n = pages[s].lines->len;

      coupler.count[s] = g_new0 (guint32, n + 1);
      coupler.pair[s] = g_new (guint32, n + 1);
      coupler.left[s] = g_ptr_array_new ();
      for (guint32 i = 0; i < n; i++)
        coupler.pair[s][i] = REFRAIN_NONE;
      for (guint32 i = 0; n > 0 && i < sides[s].slots->len; i++)
        coupler.count[s][sides[s].lines[i]]++;
    }
  if (pages[0].root != NULL && pages[1].root != NULL)
    {
      refrain_aligner_init (&aligner, vocabulary, FALSE);
      couple_nodes (&coupler, &aligner, pages[0].root, pages[1].root);
      refrain_aligner_clear (&aligner);
      couple_elsewhere (&coupler);
      absorb_left (&coupler);
      join_folded_otherwise (&coupler, FALSE);
      join_folded_otherwise (&coupler, TRUE);
    }
  book (&coupler);
  refrain_parallel_run (self->pairs->len, measure_pair, self, NULL);
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      refrain_free (coupler.count[s], coupler.pair[s]);
      g_ptr_array_unref (coupler.left[s]);
    }
}

void
refrain_coupling_clear (RefrainCoupling *self)
{
  for (guint s = 0; s < REFRAIN_N_SIDES; s++)
    {
      g_array_unref (self->only[s]);
      g_free (self->order[s]);
    }
  g_ptr_array_unref (self->pairs);
}
