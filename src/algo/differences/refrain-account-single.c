/* refrain-account-single.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Single occurrences that take much longer than usual at their place.
 */
#include "config.h"

#include "refrain-accounts.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-cells.h"
#include "refrain-compare.h"
#include "refrain-difference-words.h"
#include "refrain-time-format.h"

/* Single occurrences: how many times as long as usual, and ns more. */
#define SINGLE       5.0
#define LONGER       1.5
#define SEVERAL      2
#define SINGLE_LEAST 50e3
/* Those of one place are a difference from this share of the run on, and ns (of a short run fewer,
 * but a larger share), and so many times all others. */
static const double single_share[] = { 0.15, 0.05 };
#define SINGLE_TIME   20e6
#define SHORT_TIME    5e6
#define SHORT_SHARE   0.15
#define SINGLE_OTHERS 4.0
#define MOST_TOLD     5
/* What comes less often in each process is its own usual: the other run tells what is. */
#define FEW 3

/* The longest occurrence of one place, and all that are much longer than usual there. */
typedef struct
{
  RefrainRunPair *pair;
  RefrainSlotPart part;
  guint side;
  guint n;
  gboolean few;    /* nothing is usual: it is beside the longest of the other run */
  double typical;  /* ns, or negative: not asked yet */
  double more;     /* than usual, ns */
  double all_more; /* ... all of them in a run */
  const RefrainSlot *slot;
  const RefrainSlot *from; /* the first, where one thread has all of several in a row; or NULL */
  RefrainSlowOccurrence worst; /* the longest in seconds */
} Single;

static char *
name_part (const RefrainAccounts *self, const Single *single)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  const char *who;

  g_ptr_array_add (pairs, single->pair);
  if (single->part == REFRAIN_SLOT_MPI)
    return refrain_accounts_name (self, pairs);
  who = refrain_accounts_find_changed_at (self, single->pair, single->side, single->slot);
  if (who == NULL)
    who = refrain_vocabulary_get_name (
        self->coupling->vocabulary, refrain_accounts_find_name (self, single->pair, single->part));
  return refrain_difference_name_computing (self->coupling, self->named, pairs, who);
}

static char *
tell_single (const RefrainAccounts *self, const Single *single, guint n)
{
  g_autofree char *name = name_part (self, single);
  g_autofree char *time = refrain_time_format (single->worst.time, 3);
  g_autofree char *usual = refrain_time_format (single->worst.usual, 3);
  g_autofree char *at = refrain_time_format (single->worst.start, 6);
  RefrainSlowOccurrence from;

  if (single->few && n == 1)
    return g_strdup_printf (single->worst.in_b
                                ? _ ("%s takes %s in B, on process %u at %s; at most %s in A.")
                                : _ ("%s took %s in A, on process %u at %s; at most %s in B."),
                            name, time, single->worst.process, at, usual);
  if (single->from != NULL && n == single->n)
    from = refrain_accounts_describe_slow (self, single->side, single->from, single->part, 0, 0);
  return refrain_accounts_tell_occasions (self, name, n, &single->worst,
                                          single->from != NULL && n == single->n ? &from : NULL);
}

/* The longest occurrence of @pair on @side, waiting included, ns. */
static double
find_longest (const RefrainAccounts *self,
              const RefrainRunPair *pair,
              RefrainSlotPart part,
              guint side)
{
  RefrainTime longest = 0;

  for (guint32 i = 0; i < pair->n[side]; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, side, i);

      longest = MAX (longest, part == REFRAIN_SLOT_COMPUTING ? slot->gap : slot->stay);
    }
  return (double) longest * refrain_accounts_get_scale (self, part, side);
}

/* Whether the same occurrence of the same thread takes about @time ns on the other side, too. */
static gboolean
is_on_both_sides (const RefrainAccounts *self, const Single *single, guint32 i, double time)
{
  const RefrainRunPair *pair = single->pair;
  const guint other = 1 - single->side;
  const RefrainSlot *own = refrain_pair_get_slot (self->coupling, pair, single->side, i);
  const RefrainSlot *slot;

  if (pair->n[0] != pair->n[1])
    return FALSE;
  slot = refrain_pair_get_slot (self->coupling, pair, other, i);
  return slot->row == own->row
         && time
                <= LONGER
                       * (double) (single->part == REFRAIN_SLOT_COMPUTING ? slot->gap : slot->stay);
}

/* What is typical at @single, where half of all takes @least: of computing, what nearly all takes
 * in the other run, since calls of a loop may have computing before every other one only. */
static double
find_typical (const RefrainAccounts *self, Single *single, double least)
{
  if (single->typical < 0)
    single->typical = single->part == REFRAIN_SLOT_MPI
                          ? least
                          : MAX (least, refrain_accounts_find_nearly_all (
                                            self, single->pair, single->part, 1 - single->side));
  return single->typical;
}

/* Looks at what @single's thread does on the path, from occurrence @first to before @end. What
 * nothing is much longer than needs no median. */
static void
look_at_row (const RefrainAccounts *self, Single *single, double least, guint32 first, guint32 end)
{
  const RefrainRunPair *pair = single->pair;
  const RefrainSide *own = &self->coupling->sides[single->side];
  const guint n_before = single->n;
  guint32 from = end, to = end;
  double usual = single->few ? least : -1;

  for (guint32 i = first; i < end; i++)
    {
      const RefrainSlot *slot = refrain_pair_get_slot (self->coupling, pair, single->side, i);
      const double time = (double) refrain_side_get_visit (own, slot)->path[single->part];

      if (time <= LONGER * least + SINGLE_LEAST)
        continue;
      if (usual < 0)
        usual = MAX (find_typical (self, single, least),
                     refrain_pair_get_row_level (self->coupling, pair, single->side, single->part,
                                                 first, end - first));
      if (time <= LONGER * usual + SINGLE_LEAST || is_on_both_sides (self, single, i, time))
        continue;
      from = single->n++ == n_before ? i : from;
      to = i;
      single->all_more += (time - usual) / own->n_runs;
      if (time <= (double) single->worst.time)
        continue;
      single->more
          = single->few || time > SINGLE * usual + SINGLE_LEAST ? (time - usual) / own->n_runs : 0;
      single->slot = slot;
      single->worst = refrain_accounts_describe_slow (self, single->side, slot, single->part,
                                                      (RefrainTime) time, usual);
    }
  if (single->n > n_before)
    single->from = n_before == 0 ? refrain_accounts_find_row_of (self, pair, single->side,
                                                                 single->n, from, to)
                                 : NULL;
}

static void
look_for_single (const RefrainAccounts *self,
                 RefrainRunPair *pair,
                 RefrainSlotPart part,
                 guint side,
                 GArray *list)
{
  const gboolean few = refrain_coupling_per_process (self->coupling, side, pair->n[side]) < FEW
                       && pair->n[1 - side] > 0 && !pair->extra;
  const double least = few ? find_longest (self, pair, part, 1 - side) : pair->median[side][part];
  Single single = { .pair = pair, .part = part, .side = side, .few = few, .typical = -1 };

  for (guint32 first = 0, end; first < pair->n[side]; first = end)
    {
      end = refrain_pair_find_end (self->coupling, pair, side, first);
      look_at_row (self, &single, least, first, end);
    }
  if (single.n > 0)
    g_array_append_val (list, single);
}

static int
compare_singles (gconstpointer a, gconstpointer b)
{
  return refrain_compare_double (&((const Single *) b)->more, &((const Single *) a)->more);
}

/* Whether @single, of which @time ns are looked at, is far beyond @next and explains what its place
 * takes more. */
static gboolean
is_difference (const RefrainAccounts *self, const Single *single, double time, double next)
{
  const double more = refrain_accounts_get_more (single->pair, single->part);
  const double run = MAX (self->time[0], self->time[1]);

  return time > single_share[single->part] * run
         && time > CLAMP (SHORT_SHARE * run, SHORT_TIME, SINGLE_TIME) && time > SINGLE_OTHERS * next
         && (more > 0) == (single->side == 1) && fabs (more) > time / 2;
}

/* Takes @time ns of @single; takes @sentence. */
static void
add_single (RefrainAccounts *self, const Single *single, double time, char *sentence)
{
  double *cell = &single->pair->cell[0][single->part];
  const double seconds = single->side == 1 ? time : -time;
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();

  g_ptr_array_add (pairs, single->pair);
  refrain_account_stand_at (
      refrain_accounts_add (self, REFRAIN_DIFFERENT_SINGLE, seconds,
                            (double[]){ *cell, single->pair->cell[1][single->part] }, 0.05,
                            name_part (self, single), sentence),
      pairs, single->part);
  *cell += seconds;
}

/* Computing that takes longer now and then, at one place much more than at any other. */
static void
find_several (RefrainAccounts *self, const GArray *list)
{
  const Single *most = NULL;
  double next = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const Single *single = &g_array_index (list, Single, i);

      if (single->part == REFRAIN_SLOT_COMPUTING
          && (most == NULL || single->all_more > most->all_more))
        most = single;
    }
  for (guint i = 0; i < list->len; i++)
    {
      const Single *single = &g_array_index (list, Single, i);

      if (single != most && single->part == REFRAIN_SLOT_COMPUTING)
        next = MAX (next, single->all_more);
    }
  if (most != NULL && most->n >= SEVERAL && is_difference (self, most, most->all_more, next))
    add_single (self, most, most->all_more, tell_single (self, most, most->n));
}

void
refrain_accounts_find_single (RefrainAccounts *self)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Single));
  gboolean found = FALSE;

  for (guint i = 0; i < self->coupling->pairs->len; i++)
    for (guint part = 0; part < REFRAIN_SLOT_N_PARTS; part++)
      for (guint s = 0; s < REFRAIN_N_SIDES; s++)
        {
          RefrainRunPair *pair = refrain_coupling_get_pair (self->coupling, i);

          /* What differs as a whole is told already. */
          if (fabs (refrain_accounts_get_more (pair, (RefrainSlotPart) part)) > 1)
            look_for_single (self, pair, (RefrainSlotPart) part, s, list);
        }
  g_array_sort (list, compare_singles);
  for (guint i = 0; i < MIN (list->len, MOST_TOLD); i++)
    {
      Single *single = &g_array_index (list, Single, i);
      const double next = i + 1 < list->len ? g_array_index (list, Single, i + 1).more : 0;

      if (single->more <= 0)
        break;
      if (i == 0 && is_difference (self, single, single->more, next))
        {
          add_single (self, single, single->more, tell_single (self, single, 1));
          found = TRUE;
          continue;
        }
      single->worst.sentence = tell_single (self, single, 1);
      g_array_append_val (self->slow, single->worst);
    }
  if (!found)
    find_several (self, list);
}
