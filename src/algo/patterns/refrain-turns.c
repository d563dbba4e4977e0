/* refrain-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A class is named by its least rotation, and votes are counted for distances from it.
 */
#include "refrain-turns.h"

#include "refrain-compare.h"
#include "refrain-sequence-table.h"
#include "refrain-tandem.h"
#include "refrain-free.h"

/* A whole repetition counts so much more than beginning leftmost. */
#define WHOLE 1000000

struct _RefrainTurns
{
  RefrainSequenceTable classes; /* least rotations */
  GPtrArray *votes;             /* of guint64 *, one for each rotation of a class */
  GArray *body;                 /* of guint32: room */
  guint32 times;                /* of the sequence that is counted */
  gboolean any;
};

RefrainTurns *
refrain_turns_new (void)
{
  RefrainTurns *self = g_new0 (RefrainTurns, 1);

  refrain_sequence_table_init (&self->classes);
  self->votes = g_ptr_array_new_with_free_func (g_free);
  self->body = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_turns_free,
                             RefrainTurns,
                             refrain_sequence_table_clear (&x->classes);
                             g_ptr_array_unref (x->votes);
                             g_array_unref (x->body))

/* The number of the class, and where in @symbols its least rotation begins. */
static guint32
find_class (RefrainTurns *self, const guint32 *symbols, guint32 period, guint32 *least)
{
  guint32 number;
  gboolean is_new;

  *least = refrain_find_least_rotation (symbols, period, sizeof *symbols, refrain_compare_uint32);
  g_array_set_size (self->body, 0);
  g_array_append_vals (self->body, symbols + *least, period - *least);
  g_array_append_vals (self->body, symbols, *least);
  number = refrain_sequence_table_add (
      &self->classes, (const guint32 *) (gpointer) self->body->data, period, &is_new);
  if (is_new)
    g_ptr_array_add (self->votes, g_new0 (guint64, period));
  return number;
}

static guint32
vote (const guint32 *symbols, guint32 period, guint32 length, gpointer data)
{
  RefrainTurns *self = data;
  guint32 least;
  const guint32 class = find_class (self, symbols, period, &least);
  guint64 *votes = self->votes->pdata[class];

  for (guint32 k = 0; k < period; k++)
    votes[(k + period - least) % period]
        += (guint64) self->times * ((guint64) ((length - k) / period) * WHOLE + (k == 0));
  return 0;
}

static guint32
turn (const guint32 *symbols, guint32 period, guint32 length G_GNUC_UNUSED, gpointer data)
{
  RefrainTurns *self = data;
  guint32 least, best = 0, later;
  const guint32 class = find_class (self, symbols, period, &least);
  const guint64 *votes = self->votes->pdata[class];

  for (guint32 k = 1; k < period; k++)
    if (votes[k] > votes[best])
      best = k;
  later = (best + least) % period;
  self->any |= later > 0;
  return later;
}

void
refrain_turns_vote (RefrainTurns *self, const guint32 *symbols, gsize n, guint32 times)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));

  self->times = times;
  refrain_tandem_split_turned (symbols, n, vote, self, units, splits);
}

void
refrain_turns_split (
    RefrainTurns *self, const guint32 *symbols, gsize n, GArray *units, GArray *splits)
{
  refrain_tandem_split_turned (symbols, n, turn, self, units, splits);
}

gboolean
refrain_turns_get_any (const RefrainTurns *self)
{
  return self->any;
}
