/* refrain-fork-sequences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One way is a stack: a term is pushed, and as long as the top of the stack equals what is below it
 * the two become a sequence, as in a loop model (Ketterlin et al. 2014, II-B) without numbers. It
 * may settle for a short repeat that a longer one begins in; so the other way takes the repeats
 * that cover most of the list first, then the stack.
 */
#include "refrain-fork-sequences.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-longest-repeat.h"

/* Earlier places of the term at the top, and sequences below it, that are looked at. */
#define MAX_PLACES    16
#define MAX_SEQUENCES 8
/* Lists that are written shorter than this cannot gain much; what covers less of a list than one of
 * so many is left to the stack. */
#define SHORT_LIST 6
#define LEAST_PART 8

#define FACTOR  G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define NOWHERE G_MAXUINT32

/* What was pushed and has not been folded: terms as codes. */
typedef struct
{
  guint32 *codes;
  guint64 *sums;   /* of the first i codes, n + 1 elements */
  guint32 *before; /* where the same code stood before, or NOWHERE */
  gsize n, room;
  GArray *sequences; /* of guint32: places of sequences, ascending */
} Stack;

struct _RefrainForkSequences
{
  RefrainBodyStore *bodies;
  guint32 label;
  RefrainBodyStore *codes; /* each different term once: its what is the label */
  guint32 *last;           /* by code: where it stands last in the stack, or NOWHERE */
  gsize n_last;
  guint64 *powers; /* of FACTOR */
  Stack stack;
  GArray *found[2]; /* of RefrainTerm */
};

RefrainForkSequences *
refrain_fork_sequences_new (RefrainBodyStore *bodies, guint32 label)
{
  RefrainForkSequences *self = g_new0 (RefrainForkSequences, 1);

  self->bodies = bodies;
  self->label = label;
  self->codes = refrain_body_store_new ();
  self->stack.sequences = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < G_N_ELEMENTS (self->found); i++)
    self->found[i] = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));
  return self;
}

void
refrain_fork_sequences_free (RefrainForkSequences *self)
{
  refrain_body_store_free (self->codes);
  refrain_free (self->last, self->powers, self->stack.codes, self->stack.sums, self->stack.before);
  g_array_unref (self->stack.sequences);
  for (guint i = 0; i < G_N_ELEMENTS (self->found); i++)
    g_array_unref (self->found[i]);
  g_free (self);
}

/* ---- Codes ---- */

static guint32
encode (RefrainForkSequences *self, RefrainTerm term)
{
  const RefrainTerm count = { 0, term.count };
  const guint32 code = refrain_body_store_add (self->codes, term.what, &count, 1);

  if (code >= self->n_last)
    {
      const gsize n = MAX (self->n_last * 2, (gsize) code + 64);

      self->last = g_renew (guint32, self->last, n);
      for (gsize i = self->n_last; i < n; i++)
        self->last[i] = NOWHERE;
      self->n_last = n;
    }
  return code;
}

static inline RefrainTerm
decode (const RefrainForkSequences *self, guint32 code)
{
  return (RefrainTerm){ self->codes->label[code], self->codes->terms[code].count };
}

static inline gboolean
is_sequence (const RefrainForkSequences *self, guint32 code)
{
  return self->bodies->label[self->codes->label[code]] == self->label;
}

/* ---- The stack ---- */

static void
make_room (RefrainForkSequences *self)
{
  Stack *stack = &self->stack;

  if (stack->n + 1 < stack->room)
    return;
  stack->room = MAX (stack->room * 2, 64);
  stack->codes = g_renew (guint32, stack->codes, stack->room);
  stack->before = g_renew (guint32, stack->before, stack->room);
  stack->sums = g_renew (guint64, stack->sums, stack->room + 1);
  stack->sums[0] = 0;
  self->powers = g_renew (guint64, self->powers, stack->room + 1);
  self->powers[0] = 1;
  for (gsize i = 1; i <= stack->room; i++)
    self->powers[i] = self->powers[i - 1] * FACTOR;
}

static void
put (RefrainForkSequences *self, guint32 code)
{
  Stack *stack = &self->stack;
  const guint32 place = (guint32) stack->n;

  make_room (self);
  stack->codes[place] = code;
  stack->before[place] = self->last[code];
  self->last[code] = place;
  stack->sums[place + 1] = stack->sums[place] * FACTOR + code + 1;
  if (is_sequence (self, code))
    g_array_append_val (stack->sequences, place);
  stack->n++;
}

static void
cut (RefrainForkSequences *self, gsize n)
{
  Stack *stack = &self->stack;

  while (stack->n > n)
    {
      stack->n--;
      self->last[stack->codes[stack->n]] = stack->before[stack->n];
    }
  while (stack->sequences->len > 0
         && g_array_index (stack->sequences, guint32, stack->sequences->len - 1) >= n)
    g_array_set_size (stack->sequences, stack->sequences->len - 1);
}

static inline guint64
sum_of (const RefrainForkSequences *self, gsize from, gsize to)
{
  return self->stack.sums[to] - self->stack.sums[from] * self->powers[to - from];
}

/* Whether the top of the stack is the body of the sequence at @place. */
static gboolean
is_turn (const RefrainForkSequences *self, guint32 place)
{
  const Stack *stack = &self->stack;
  gsize n;
  const RefrainTerm *body
      = refrain_body_store_get (self->bodies, self->codes->label[stack->codes[place]], &n);

  if (n != stack->n - 1 - place)
    return FALSE;
  for (gsize i = n; i-- > 0;)
    {
      const RefrainTerm term = decode (self, stack->codes[place + 1 + i]);

      if (term.what != body[i].what || term.count != body[i].count)
        return FALSE;
    }
  return TRUE;
}

/* One turn more of a sequence below the top. */
static gboolean
extend (RefrainForkSequences *self)
{
  const GArray *sequences = self->stack.sequences;
  const guint least = sequences->len > MAX_SEQUENCES ? sequences->len - MAX_SEQUENCES : 0;

  for (guint i = sequences->len; i-- > least;)
    {
      const guint32 place = g_array_index (sequences, guint32, i);
      RefrainTerm term;

      if (!is_turn (self, place))
        continue;
      term = decode (self, self->stack.codes[place]);
      if (term.count == G_MAXUINT32)
        continue;
      term.count++;
      cut (self, place);
      put (self, encode (self, term));
      return TRUE;
    }
  return FALSE;
}

/* The top terms equal those before them. */
static gboolean
begin (RefrainForkSequences *self)
{
  Stack *stack = &self->stack;
  const gsize n = stack->n;
  guint32 place = stack->before[n - 1];

  for (guint i = 0; i < MAX_PLACES && place != NOWHERE; i++, place = stack->before[place])
    {
      const gsize period = n - 1 - place;
      g_autofree RefrainTerm *body = NULL;
      RefrainTerm term;

      if (period > n / 2)
        return FALSE;
      if (sum_of (self, n - period, n) != sum_of (self, n - 2 * period, n - period)
          || memcmp (stack->codes + n - period, stack->codes + n - 2 * period,
                     period * sizeof *stack->codes)
                 != 0)
        continue;
      body = g_new (RefrainTerm, period);
      for (gsize k = 0; k < period; k++)
        body[k] = decode (self, stack->codes[n - period + k]);
      if (period == 1)
        {
          if (body->count > G_MAXUINT32 / 2)
            return FALSE;
          term = (RefrainTerm){ body->what, body->count * 2 };
        }
      else
        term = (RefrainTerm){ refrain_body_store_add (self->bodies, self->label, body, period), 2 };
      cut (self, n - 2 * period);
      put (self, encode (self, term));
      return TRUE;
    }
  return FALSE;
}

/* The same once or more often than before. */
static gboolean
join (RefrainForkSequences *self)
{
  const Stack *stack = &self->stack;
  RefrainTerm term, below;

  if (stack->n < 2)
    return FALSE;
  term = decode (self, stack->codes[stack->n - 1]);
  below = decode (self, stack->codes[stack->n - 2]);
  if (term.what != below.what || term.count > G_MAXUINT32 - below.count)
    return FALSE;
  term.count += below.count;
  cut (self, stack->n - 2);
  put (self, encode (self, term));
  return TRUE;
}

/* Writes @terms into @found. */
static void
fold (RefrainForkSequences *self, const RefrainTerm *terms, gsize n, GArray *found)
{
  for (gsize i = 0; i < n; i++)
    {
      put (self, encode (self, terms[i]));
      while (join (self) || extend (self) || begin (self))
        ;
    }
  g_array_set_size (found, 0);
  for (gsize i = 0; i < self->stack.n; i++)
    {
      const RefrainTerm term = decode (self, self->stack.codes[i]);

      g_array_append_val (found, term);
    }
  cut (self, 0);
}

/* ---- What covers most ---- */

typedef struct
{
  RefrainForkSequences *sequences;
  const RefrainTerm *terms;
  RefrainRepeatFinder finder;
  GArray *body; /* of RefrainTerm */
  GArray *list; /* of RefrainTerm: the result */
} Cover;

/* Calls itself for what is beside a repeat, an eighth shorter at least. */
static void
cover (Cover *self, guint32 from, guint32 to)
{
  RefrainLongestRepeat repeat;
  RefrainTerm term;

  if (to - from < SHORT_LIST
      || !refrain_repeat_finder_find (&self->finder, from, to, (to - from) / LEAST_PART, &repeat))
    {
      g_array_append_vals (self->list, self->terms + from, to - from);
      return;
    }
  cover (self, from, repeat.start);
  fold (self->sequences, self->terms + repeat.start, repeat.period, self->body);
  term = g_array_index (self->body, RefrainTerm, 0);
  if (self->body->len > 1)
    term = (RefrainTerm){ refrain_body_store_add (self->sequences->bodies, self->sequences->label,
                                                  (const RefrainTerm *) self->body->data,
                                                  self->body->len),
                          repeat.length / repeat.period };
  else
    term.count *= repeat.length / repeat.period;
  g_array_append_val (self->list, term);
  cover (self, repeat.start + repeat.length / repeat.period * repeat.period, to);
}

/* Writes @terms into @found, the repeats that cover most first. */
static void
cover_all (RefrainForkSequences *self, const RefrainTerm *terms, guint32 n, GArray *found)
{
  g_autofree guint32 *numbers = g_new (guint32, n);
  Cover data = { .sequences = self, .terms = terms };
  guint32 n_numbers = 0;

  data.body = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));
  data.list = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));
  /* The finder wants small numbers; the table of the stack, which is empty, lends its place. */
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 code = encode (self, terms[i]);

      if (self->last[code] == NOWHERE)
        self->last[code] = n_numbers++;
      numbers[i] = self->last[code];
    }
  for (guint32 i = 0; i < n; i++)
    self->last[encode (self, terms[i])] = NOWHERE;
  refrain_repeat_finder_init (&data.finder, numbers, n, n_numbers);
  cover (&data, 0, n);
  refrain_repeat_finder_clear (&data.finder);
  fold (self, (const RefrainTerm *) data.list->data, data.list->len, found);
  refrain_unref_arrays (data.body, data.list);
}

const RefrainTerm *
refrain_fork_sequences_find (RefrainForkSequences *self,
                             const RefrainTerm *terms,
                             gsize n,
                             gsize *n_found)
{
  GArray *best = self->found[0];

  fold (self, terms, n, best);
  if (best->len >= SHORT_LIST && n < G_MAXUINT32 / 2)
    {
      cover_all (self, terms, (guint32) n, self->found[1]);
      if (self->found[1]->len < best->len)
        best = self->found[1];
    }
  *n_found = best->len;
  return (const RefrainTerm *) (gpointer) best->data;
}
