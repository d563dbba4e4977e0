/* refrain-nlr-stack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the rules find out quickly that they do not apply.
 *
 * Terms lie in arrays by place, their numbers one after the other in another one: the instances of
 * a body are neighbours of equal length, and a loop's first iteration stays where it was read.
 *
 * Each place has the hash of all terms up to it, linear in their numbers: polynomial over the
 * terms, and each term the sum of its shape's hash and its numbers times a multiplier each. Where
 * three neighbours of equal length are instances of one body, their hashes advance by one constant.
 *
 * Two indices make most pushes O(1). A fold needs the top's shape at equal distances below: the
 * places of each shape are chained. An iteration more can only end where it is due, which is known
 * as soon as the loop has its count: loops are chained by the height at which they are due. Both
 * chains are in the order of the stack, so that what is taken off stands first in them.
 */
#include "refrain-nlr-stack.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-sequence-table.h"

#define NOWHERE G_MAXUINT32

/* Odd and irregular; from splitmix64. */
#define HASH_BASE    G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)
#define SHAPE_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

/* ---- Shapes --------------------------------------------------------------------------------- */

typedef struct
{
  gsize body;          /* in the words of the table */
  gsize step;          /* in the steps */
  guint32 name;        /* of a leaf: the caller's */
  guint32 n_body;      /* 0 for a leaf */
  guint32 n_numbers;   /* with the count */
  gboolean is_moving;  /* some number advances */
  gboolean is_varying; /* ... and some count among them */
} Shape;

/* Leaves and loops are numbered as they come; equal loops get one number. */
typedef struct
{
  GArray *entries; /* of Shape */
  GArray *steps;   /* of gint64 */
  GArray *key;     /* of guint32: scratch */
  RefrainSequenceTable loops;
  GArray *of_loop; /* of guint32: shape, by number in that table */
} Shapes;

static inline const Shape *
get_shape (const Shapes *self, guint32 shape)
{
  return &g_array_index (self->entries, Shape, shape);
}

static inline const guint32 *
get_body (const Shapes *self, const Shape *entry)
{
  return &g_array_index (self->loops.words, guint32, entry->body);
}

static inline const gint64 *
get_step (const Shapes *self, const Shape *entry)
{
  return &g_array_index (self->steps, gint64, entry->step);
}

static void
shapes_init (Shapes *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Shape));
  self->steps = g_array_sized_new (FALSE, FALSE, sizeof (gint64), 1); /* never NULL */
  self->key = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->of_loop = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_sequence_table_init (&self->loops);
}

REFRAIN_DEFINE_CLEAR (shapes_clear, Shapes, g_clear_pointer (&x->entries, g_array_unref);
                      g_clear_pointer (&x->steps, g_array_unref);
                      g_clear_pointer (&x->key, g_array_unref);
                      g_clear_pointer (&x->of_loop, g_array_unref);
                      refrain_sequence_table_clear (&x->loops))

static guint32
add_shape (Shapes *self, const Shape *shape)
{
  g_assert (self->entries->len < NOWHERE);
  g_array_append_vals (self->entries, shape, 1);
  return self->entries->len - 1;
}

/* Whether a count within the body advances: its own inner loops' counts, at any depth. */
static gboolean
has_moving_count (const Shapes *self, const guint32 *body, guint32 n_body, const gint64 *step)
{
  for (guint32 i = 0; i < n_body; i++)
    {
      const Shape *inner = get_shape (self, body[i]);

      if (inner->n_body > 0
          && (step[inner->n_numbers - 1] != 0
              || has_moving_count (self, get_body (self, inner), inner->n_body, step)))
        return TRUE;
      step += inner->n_numbers;
    }
  return FALSE;
}

/* The shape of a loop; @n_numbers of its body. O(n_body + n_numbers). */
static guint32
add_loop (Shapes *self, const guint32 *body, guint32 n_body, const gint64 *step, guint32 n_numbers)
{
  Shape entry = { .n_body = n_body, .n_numbers = n_numbers + 1 };
  guint32 number, shape;
  gboolean is_new;

  g_array_set_size (self->key, 0);
  g_array_append_val (self->key, n_body);
  g_array_append_vals (self->key, body, n_body);
  for (guint32 i = 0; i < n_numbers; i++)
    {
      const guint32 halves[2]
          = { (guint32) (guint64) step[i], (guint32) ((guint64) step[i] >> 32) };

      g_array_append_vals (self->key, halves, 2);
      entry.is_moving |= step[i] != 0;
    }
  number = refrain_sequence_table_add (&self->loops, (const guint32 *) (gpointer) self->key->data,
                                       self->key->len, &is_new);
  if (is_new)
    {
      entry.body = self->loops.words->len - self->key->len + 1;
      entry.step = self->steps->len;
      entry.is_varying = entry.is_moving && has_moving_count (self, body, n_body, step);
      g_array_append_vals (self->steps, step, n_numbers);
      shape = add_shape (self, &entry);
      g_array_append_val (self->of_loop, shape);
    }
  return g_array_index (self->of_loop, guint32, number);
}

/* ---- One iteration more --------------------------------------------------------------------- */

/* Below, three instances in a row did not stand there. */
#define FEWEST_ITERATIONS 3

/* The terms of one iteration of a loop whose inner counts advance, as they stand on the stack: an
 * inner loop of fewer than three iterations was never found to be one. */
typedef struct
{
  GArray *shapes;  /* of guint32 */
  GArray *numbers; /* of gint64: those of all shapes, one after the other */
} Prediction;

static void
prediction_init (Prediction *self)
{
  self->shapes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
}

REFRAIN_DEFINE_CLEAR (prediction_clear, Prediction, g_clear_pointer (&x->shapes, g_array_unref);
                      g_clear_pointer (&x->numbers, g_array_unref))

static gboolean add_iteration (Prediction *self,
                               const Shapes *shapes,
                               const Shape *entry,
                               const gint64 *numbers,
                               gint64 iteration,
                               guint32 max_terms);

static gboolean
add_term (
    Prediction *self, const Shapes *shapes, guint32 shape, const gint64 *numbers, guint32 max_terms)
{
  const Shape *entry = get_shape (shapes, shape);
  const gint64 count = entry->n_body > 0 ? numbers[entry->n_numbers - 1] : FEWEST_ITERATIONS;

  if (count < 0)
    return FALSE;
  if (count < FEWEST_ITERATIONS)
    {
      for (gint64 i = 0; i < count; i++)
        if (!add_iteration (self, shapes, entry, numbers, i, max_terms))
          return FALSE;
      return TRUE;
    }
  if (self->shapes->len == max_terms)
    return FALSE;
  g_array_append_val (self->shapes, shape);
  g_array_append_vals (self->numbers, numbers, entry->n_numbers);
  return TRUE;
}

static gboolean
add_iteration (Prediction *self,
               const Shapes *shapes,
               const Shape *entry,
               const gint64 *numbers,
               gint64 iteration,
               guint32 max_terms)
{
  const guint32 *body = get_body (shapes, entry);
  const gint64 *step = get_step (shapes, entry);
  const guint32 n_numbers = entry->n_numbers - 1;
  g_autofree gint64 *moved = g_new (gint64, n_numbers + 1);
  const gint64 *at = moved;

  for (guint32 i = 0; i < n_numbers; i++)
    moved[i] = numbers[i] + step[i] * iteration;
  for (guint32 i = 0; i < entry->n_body; i++)
    {
      if (!add_term (self, shapes, body[i], at, max_terms))
        return FALSE;
      at += get_shape (shapes, body[i])->n_numbers;
    }
  return TRUE;
}

/* Iteration @iteration, from 0 (-1 is the one before the first), of a loop of @shape and @numbers.
 * Gives the number of terms, or 0 where there is no such iteration or it has more than @max_terms.
 */
static guint32
predict (Prediction *self,
         const Shapes *shapes,
         guint32 shape,
         const gint64 *numbers,
         gint64 iteration,
         guint32 max_terms)
{
  const Shape *entry = get_shape (shapes, shape);

  g_array_set_size (self->shapes, 0);
  g_array_set_size (self->numbers, 0);
  if (!add_iteration (self, shapes, entry, numbers, iteration, max_terms))
    return 0;
  return self->shapes->len;
}

static gboolean
prediction_equals (const Prediction *self,
                   const guint32 *shapes,
                   guint32 n,
                   const gint64 *numbers,
                   guint32 n_numbers)
{
  return self->shapes->len == n && self->numbers->len == n_numbers
         && refrain_is_same (self->shapes->data, shapes, n * sizeof *shapes)
         && refrain_is_same (self->numbers->data, numbers, n_numbers * sizeof *numbers);
}

/* ---- The window ----------------------------------------------------------------------------- */

typedef struct
{
  guint32 max_body; /* terms */
  Shapes shapes;
  Prediction prediction;
  guint32 n; /* terms */
  guint32 n_room;
  guint32 *shape;    /* by place */
  guint32 *number;   /* by place, and one more: where its numbers begin */
  guint32 *below;    /* by place: the next lower one of that shape, or nowhere */
  guint32 *due_at;   /* by place: the height at which an iteration more ends, or nowhere */
  guint32 *due_next; /* by place: the next lower one due there, or nowhere */
  guint32 *due;      /* by height: the uppermost loop due there, or nowhere */
  guint64 *hash;     /* by height: of the terms below it */
  guint64 *power;    /* of the hash's base, by exponent up to max_body */
  gint64 *numbers;
  guint32 numbers_room;
  GArray *multiplier;   /* guint64 by number of a term */
  GArray *last;         /* guint32 by shape: its uppermost place, or nowhere */
  GArray *done;         /* of guint32: shapes of terms that left below */
  GArray *done_numbers; /* of gint64: their numbers */
} Window;

static void
grow_places (Window *self)
{
  const guint32 room = MAX (64, self->n_room * 2);
  const guint32 heights = room + self->max_body + 1;
  const guint32 old_heights = self->n_room > 0 ? self->n_room + self->max_body + 1 : 0;

  self->shape = g_renew (guint32, self->shape, room);
  self->number = g_renew (guint32, self->number, room + 1);
  self->below = g_renew (guint32, self->below, room);
  self->due_at = g_renew (guint32, self->due_at, room);
  self->due_next = g_renew (guint32, self->due_next, room);
  self->due = g_renew (guint32, self->due, heights);
  memset (self->due + old_heights, 0xff, (heights - old_heights) * sizeof *self->due);
  self->hash = g_renew (guint64, self->hash, room + 1);
  self->number[0] = 0;
  self->hash[0] = 0;
  self->n_room = room;
}

/* Odd multipliers for so many numbers of a term, as irregular as splitmix64 makes them. */
static void
grow_multipliers (Window *self, guint32 n)
{
  while (self->multiplier->len < n)
    {
      guint64 mixed = (self->multiplier->len + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

      mixed = (mixed ^ mixed >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
      mixed = (mixed ^ mixed >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
      mixed = (mixed ^ mixed >> 31) | 1;
      g_array_append_val (self->multiplier, mixed);
    }
}

/* Makes room for a term more of so many numbers. */
static void
window_grow (Window *self, guint32 n_numbers)
{
  guint32 used;

  if (self->n == self->n_room)
    grow_places (self);
  grow_multipliers (self, n_numbers);
  used = self->number[self->n];
  if (n_numbers <= self->numbers_room - used)
    return;
  g_assert (n_numbers < G_MAXUINT32 / 2 - used);
  self->numbers_room = MAX (256, (used + n_numbers) * 2);
  self->numbers = g_renew (gint64, self->numbers, self->numbers_room);
}

static void
window_init (Window *self, guint32 max_body)
{
  self->max_body = max_body;
  shapes_init (&self->shapes);
  prediction_init (&self->prediction);
  self->last = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->done = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->done_numbers = g_array_sized_new (FALSE, FALSE, sizeof (gint64), 1); /* never NULL */
  self->multiplier = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->power = g_new (guint64, (gsize) max_body + 1);
  self->power[0] = 1;
  for (guint32 i = 1; i <= max_body; i++)
    self->power[i] = self->power[i - 1] * HASH_BASE;
  window_grow (self, 2);
}

static void
window_clear (Window *self)
{
  shapes_clear (&self->shapes);
  prediction_clear (&self->prediction);
  g_clear_pointer (&self->last, g_array_unref);
  g_clear_pointer (&self->multiplier, g_array_unref);
  refrain_clear (&self->hash, &self->power);
  g_clear_pointer (&self->done, g_array_unref);
  g_clear_pointer (&self->done_numbers, g_array_unref);
  refrain_clear (&self->shape, &self->number, &self->below, &self->due_at, &self->due_next,
                 &self->due, &self->numbers);
}

static inline gint64 *
window_get_count (Window *self, guint32 loop)
{
  return &self->numbers[self->number[loop + 1] - 1];
}

static inline void
window_reserve (Window *self, guint32 n_numbers)
{
  if (G_UNLIKELY (self->n == self->n_room || n_numbers > self->numbers_room - self->number[self->n]
                  || n_numbers > self->multiplier->len))
    window_grow (self, n_numbers);
}

static inline void
window_unlink_due (Window *self, guint32 loop)
{
  const guint32 at = self->due_at[loop];

  if (at == NOWHERE)
    return;
  g_assert (self->due[at] == loop);
  self->due[at] = self->due_next[loop];
}

/* Finds where the loop on top is due. */
static void
window_link_due (Window *self, guint32 loop)
{
  const Shape *entry = get_shape (&self->shapes, self->shape[loop]);
  guint32 length = entry->n_body;

  if (entry->is_varying)
    {
      const gint64 *numbers = self->numbers + self->number[loop];

      length = predict (&self->prediction, &self->shapes, self->shape[loop], numbers,
                        *window_get_count (self, loop), self->max_body);
    }
  if (length == 0)
    {
      self->due_at[loop] = NOWHERE;
      return;
    }
  self->due_at[loop] = loop + 1 + length;
  self->due_next[loop] = self->due[loop + 1 + length];
  self->due[loop + 1 + length] = loop;
}

static inline guint64
window_get_multiplier (const Window *self, guint32 number)
{
  return g_array_index (self->multiplier, guint64, number);
}

/* Whether the three bodies of @n terms on top may be instances of one: their hashes advance by one
 * constant. */
static inline gboolean
window_may_fold (const Window *self, guint32 n)
{
  const guint64 *top = self->hash + self->n, power = self->power[n];

  /* (h0 - h1 p) - 2 (h1 - h2 p) + (h2 - h3 p) */
  return *top - *(top - n) * (power + 2) + *(top - 2 * n) * (2 * power + 1) - *(top - 3 * n) * power
         == 0;
}

/* An iteration more of the loop on top. */
static inline void
window_count_up (Window *self)
{
  const guint32 n_numbers = self->number[self->n] - self->number[self->n - 1];

  self->numbers[self->number[self->n] - 1]++;
  self->hash[self->n] += window_get_multiplier (self, n_numbers - 1);
}

/* Makes the @n_numbers numbers above the top a term. */
static inline void
window_add (Window *self, guint32 shape, guint32 n_numbers, gboolean is_loop)
{
  const guint32 place = self->n++;
  const gint64 *numbers = self->numbers + self->number[place];
  guint32 *last = &g_array_index (self->last, guint32, shape);
  guint64 hash = self->hash[place] * HASH_BASE + (shape + 1) * SHAPE_FACTOR;

  self->shape[place] = shape;
  self->number[place + 1] = self->number[place] + n_numbers;
  self->below[place] = *last;
  *last = place;
  for (guint32 i = 0; i < n_numbers; i++)
    hash += (guint64) numbers[i] * window_get_multiplier (self, i);
  self->hash[place + 1] = hash;
  if (is_loop)
    window_link_due (self, place);
  else
    self->due_at[place] = NOWHERE;
}

static inline void
window_take_off (Window *self, guint32 n)
{
  for (; n > 0; n--)
    {
      const guint32 place = --self->n;

      g_array_index (self->last, guint32, self->shape[place]) = self->below[place];
      window_unlink_due (self, place);
    }
}

/* New shapes stand nowhere yet. */
static void
window_know_shapes (Window *self)
{
  const guint32 nowhere = NOWHERE;

  while (self->last->len < self->shapes.entries->len)
    g_array_append_val (self->last, nowhere);
}

/* Puts all but the uppermost @left terms where they are only kept. */
static void
window_retire (Window *self, guint32 left)
{
  const guint32 n = self->n - left, n_numbers = self->number[n];
  const guint32 *shapes = self->shape;

  g_array_append_vals (self->done, self->shape, n);
  g_array_append_vals (self->done_numbers, self->numbers, n_numbers);
  for (guint32 i = self->n; i-- > 0;)
    {
      g_array_index (self->last, guint32, shapes[i]) = NOWHERE;
      window_unlink_due (self, i);
    }
  memmove (self->numbers, self->numbers + n_numbers,
           (self->number[self->n] - n_numbers) * sizeof *self->numbers);
  self->n = 0;
  for (guint32 i = 0; i < left; i++)
    {
      self->number[i] = self->number[n + i] - n_numbers;
      window_add (self, shapes[n + i], self->number[n + i + 1] - self->number[n + i],
                  get_shape (&self->shapes, shapes[n + i])->n_body > 0);
    }
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

struct _RefrainNlrStack
{
  Window window;
  gboolean affine;
  GArray *step; /* gint64: scratch */
};

RefrainNlrStack *
refrain_nlr_stack_new (guint32 max_body, gboolean affine)
{
  RefrainNlrStack *self = g_new0 (RefrainNlrStack, 1);

  g_assert (max_body >= 1 && max_body < G_MAXUINT32 / (4 * REFRAIN_NLR_WINDOW));
  window_init (&self->window, max_body);
  self->affine = affine;
  self->step = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_nlr_stack_free, RefrainNlrStack, window_clear (&x->window);
                             g_array_unref (x->step))

/* ---- Rules ---------------------------------------------------------------------------------- */

/* (a): whether the terms above @loop are its next iteration. */
static gboolean
extend (Window *self, guint32 loop)
{
  const Shape *entry = get_shape (&self->shapes, self->shape[loop]);
  const gint64 *first = self->numbers + self->number[loop];
  const gint64 *next = self->numbers + self->number[loop + 1];
  const guint32 n = self->n - loop - 1;
  const guint32 n_numbers = self->number[self->n] - self->number[loop + 1];
  const gint64 count = *window_get_count (self, loop);

  if (entry->is_varying)
    {
      if (!predict (&self->prediction, &self->shapes, self->shape[loop], first, count,
                    self->max_body)
          || !prediction_equals (&self->prediction, self->shape + loop + 1, n, next, n_numbers))
        return FALSE;
    }
  else
    {
      if (self->shape[self->n - 1] != get_body (&self->shapes, entry)[entry->n_body - 1]
          || memcmp (self->shape + loop + 1, get_body (&self->shapes, entry),
                     n * sizeof *self->shape)
                 != 0)
        return FALSE;
      if (entry->is_moving)
        {
          const gint64 *step = get_step (&self->shapes, entry);

          for (guint32 i = 0; i < n_numbers; i++)
            if (next[i] != first[i] + step[i] * count)
              return FALSE;
        }
      else if (memcmp (next, first, n_numbers * sizeof *next) != 0)
        {
          return FALSE;
        }
    }
  window_take_off (self, n);
  if (entry->is_varying)
    window_unlink_due (self, loop);
  window_count_up (self);
  if (entry->is_varying)
    window_link_due (self, loop);
  return TRUE;
}

/* A loop whose inner counts advance may have begun earlier, with inner loops too short to be
 * found: takes iterations from below the loop on top as long as they are its previous ones. */
static void
extend_down (Window *self)
{
  const guint32 shape = self->shape[self->n - 1];

  while (TRUE)
    {
      const Shape *entry = get_shape (&self->shapes, shape);
      const gint64 *step = get_step (&self->shapes, entry);
      const guint32 loop = self->n - 1, n_numbers = entry->n_numbers;
      guint32 n, from;
      gint64 *to;

      n = predict (&self->prediction, &self->shapes, shape, self->numbers + self->number[loop], -1,
                   self->max_body);
      if (n == 0 || n > loop)
        return;
      from = self->number[loop - n];
      if (!prediction_equals (&self->prediction, self->shape + loop - n, n, self->numbers + from,
                              self->number[loop] - from))
        return;
      from = self->number[loop];
      window_take_off (self, n + 1);
      window_reserve (self, n_numbers + from - self->number[self->n]);
      to = self->numbers + self->number[self->n];
      memmove (to, self->numbers + from, n_numbers * sizeof *to);
      for (guint32 i = 0; i + 1 < n_numbers; i++)
        to[i] -= step[i];
      to[n_numbers - 1]++;
      window_add (self, shape, n_numbers, TRUE);
    }
}

/* (b): whether the uppermost 3 @n terms are three instances of one body. */
static gboolean
fold (RefrainNlrStack *stack, guint32 n)
{
  Window *self = &stack->window;
  const guint32 bottom = self->n - 3 * n;
  const guint32 n_numbers = self->number[bottom + n] - self->number[bottom];
  const guint32 *shape = self->shape + bottom;
  const gint64 *first = self->numbers + self->number[bottom];
  gint64 *step;
  guint32 loop;

  if (memcmp (shape, shape + n, n * sizeof *shape) != 0
      || memcmp (shape, shape + 2 * n, n * sizeof *shape) != 0)
    return FALSE;
  if (!stack->affine && memcmp (first, first + n_numbers, n_numbers * sizeof *first) != 0)
    return FALSE;
  for (guint32 i = n_numbers; i-- > 0;)
    if (first[n_numbers + i] - first[i] != first[2 * n_numbers + i] - first[n_numbers + i])
      return FALSE;
  g_array_set_size (stack->step, n_numbers);
  step = (gint64 *) (gpointer) stack->step->data;
  for (guint32 i = 0; i < n_numbers; i++)
    step[i] = first[n_numbers + i] - first[i];
  loop = add_loop (&self->shapes, shape, n, step, n_numbers);
  window_know_shapes (self);
  window_take_off (self, 3 * n);
  window_reserve (self, n_numbers + 1);
  self->numbers[self->number[self->n] + n_numbers] = 3;
  window_add (self, loop, n_numbers + 1, TRUE);
  if (get_shape (&self->shapes, loop)->is_varying)
    extend_down (self);
  return TRUE;
}

/* Applies the first rule that applies. Where both reach equally far down, only (b) can apply: the
 * term on top is then like the loop, and no loop is part of its own body. */
static gboolean
reduce (RefrainNlrStack *stack)
{
  Window *self = &stack->window;
  const guint32 top = self->n - 1;
  guint32 loop = self->due[self->n], same = self->below[top];

  while (loop != NOWHERE || same != NOWHERE)
    {
      const guint32 of_loop = loop == NOWHERE ? NOWHERE : top - loop;
      const guint32 of_fold = same == NOWHERE ? NOWHERE : top - same;

      if (of_loop <= of_fold)
        {
          if (extend (self, loop))
            return TRUE;
          loop = self->due_next[loop];
        }
      else
        {
          if (of_fold > self->max_body || 3 * of_fold > self->n)
            {
              same = NOWHERE;
              continue;
            }
          if (window_may_fold (self, of_fold) && fold (stack, of_fold))
            return TRUE;
          same = self->below[same];
        }
    }
  return FALSE;
}

void
refrain_nlr_stack_push (RefrainNlrStack *self, guint32 leaf, const gint64 *numbers)
{
  Window *window = &self->window;
  const guint32 n_numbers = get_shape (&window->shapes, leaf)->n_numbers;

  if (window->n >= REFRAIN_NLR_WINDOW * window->max_body)
    window_retire (window, REFRAIN_NLR_WINDOW / 2 * window->max_body);
  window_reserve (window, n_numbers);
  for (guint32 i = 0; i < n_numbers; i++)
    window->numbers[window->number[window->n] + i] = numbers[i];
  window_add (window, leaf, n_numbers, FALSE);
  while (reduce (self))
    ;
}

guint32
refrain_nlr_stack_add_leaf (RefrainNlrStack *self, guint32 n_numbers, guint32 name)
{
  const Shape leaf = { .n_numbers = n_numbers, .name = name };

  const guint32 shape = add_shape (&self->window.shapes, &leaf);

  window_know_shapes (&self->window);
  return shape;
}

/* ---- Results -------------------------------------------------------------------------------- */

const guint32 *
refrain_nlr_stack_finish (RefrainNlrStack *self, gsize *n_terms, const gint64 **numbers)
{
  if (self->window.n > 0)
    window_retire (&self->window, 0);
  *n_terms = self->window.done->len;
  *numbers = (const gint64 *) (gpointer) self->window.done_numbers->data;
  return (const guint32 *) (gpointer) self->window.done->data;
}

guint32
refrain_nlr_stack_get_n_numbers (RefrainNlrStack *self, guint32 shape)
{
  return get_shape (&self->window.shapes, shape)->n_numbers;
}

void
refrain_nlr_stack_get_shape (RefrainNlrStack *self, guint32 shape, RefrainNlrShape *result)
{
  const Shape *entry = get_shape (&self->window.shapes, shape);

  *result = (RefrainNlrShape){ .n_numbers = entry->n_numbers, .name = entry->name };
  if (entry->n_body == 0)
    return;
  result->n_body = entry->n_body;
  result->n_numbers--;
  result->body = get_body (&self->window.shapes, entry);
  result->step = get_step (&self->window.shapes, entry);
}
