/* refrain-skeleton-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A gap between two operations of a process holds the time computed at the second one and at all
 * that stand between them in the program and that the process leaves out for want of a neighbour.
 * Gaps over nothing else tell a slot's time. What is left of the others, shortest first, belongs to
 * the slot at their end.
 */
#include "refrain-skeleton-times.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"

/* Of more samples every second one is kept, then every fourth... */
#define MOST_SAMPLES 4096
/* A gap over more slots is not looked at. */
#define MOST_PASSED 24

/* Gaps between the same two slots. */
typedef struct
{
  guint64 key; /* the one before, the one at the end */
  guint32 n_passed;
  guint32 *passed; /* the slots between them */
  guint64 n;       /* how many there were */
  guint64 stride;  /* every so many was kept */
  GArray *samples; /* of RefrainTime */
} Span;

struct _RefrainSkeletonTimes
{
  guint32 n_slots;
  guint32 before; /* the slot before, n_slots at the beginning */
  guint32 n_passed;
  guint32 passed[MOST_PASSED + 1];
  GHashTable *spans;
  guint64 *visits; /* how often processes came to a slot */
};

REFRAIN_DEFINE_FREE (free_span, Span, g_free (x->passed); g_array_unref (x->samples))

RefrainSkeletonTimes *
refrain_skeleton_times_new (guint32 n_slots)
{
  RefrainSkeletonTimes *self = g_new0 (RefrainSkeletonTimes, 1);

  self->n_slots = n_slots;
  self->spans = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, free_span);
  self->visits = g_new0 (guint64, n_slots + 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_skeleton_times_free,
                             RefrainSkeletonTimes,
                             g_hash_table_unref (x->spans);
                             g_free (x->visits))

void
refrain_skeleton_times_begin (RefrainSkeletonTimes *self)
{
  self->before = self->n_slots;
  self->n_passed = 0;
}

void
refrain_skeleton_times_pass (RefrainSkeletonTimes *self, guint32 slot)
{
  self->visits[slot]++;
  if (self->n_passed <= MOST_PASSED)
    self->passed[self->n_passed++] = slot;
}

static void
thin (Span *span)
{
  guint kept = 0;

  for (guint i = 0; i < span->samples->len; i += 2)
    g_array_index (span->samples, RefrainTime, kept++)
        = g_array_index (span->samples, RefrainTime, i);
  g_array_set_size (span->samples, kept);
  span->stride *= 2;
}

void
refrain_skeleton_times_add (RefrainSkeletonTimes *self, guint32 slot, RefrainTime gap)
{
  const guint64 key = (guint64) self->before << 32 | slot;

  self->visits[slot]++;
  if (self->n_passed <= MOST_PASSED)
    {
      Span *span = g_hash_table_lookup (self->spans, &key);

      if (span == NULL)
        {
          span = g_new0 (Span, 1);
          span->key = key;
          span->stride = 1;
          span->n_passed = self->n_passed;
          span->passed = g_memdup2 (self->passed, self->n_passed * sizeof *self->passed);
          span->samples = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
          g_hash_table_insert (self->spans, &span->key, span);
        }
      if (span->n++ % span->stride == 0)
        g_array_append_val (span->samples, gap);
      if (span->samples->len >= MOST_SAMPLES)
        thin (span);
    }
  self->before = slot;
  self->n_passed = 0;
}

/* ---- From gaps to times -----------------------------------------------------------------------
 */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const RefrainTime left = *(const RefrainTime *) a, right = *(const RefrainTime *) b;

  return (left > right) - (left < right);
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *left = *(Span *const *) a, *right = *(Span *const *) b;
  const guint32 left_slot = (guint32) left->key, right_slot = (guint32) right->key;

  if (left->n_passed != right->n_passed)
    return left->n_passed < right->n_passed ? -1 : 1;
  if (left_slot != right_slot)
    return left_slot < right_slot ? -1 : 1;
  return (left->key > right->key) - (left->key < right->key);
}

/* The times of @slot are those of @samples, sorted, less @known that belongs to others. */
static void
set_times (RefrainSkeletonSlot *slot, const GArray *samples, RefrainTime known, GPtrArray *memory)
{
  RefrainTime *quantiles = g_new (RefrainTime, REFRAIN_SKELETON_QUANTILES);

  for (guint q = 0; q < REFRAIN_SKELETON_QUANTILES; q++)
    {
      const gsize at
          = (gsize) ((2 * q + 1) * (guint64) samples->len / (2 * REFRAIN_SKELETON_QUANTILES));

      quantiles[q] = MAX (g_array_index (samples, RefrainTime, at) - known, 0);
    }
  slot->time = MAX (g_array_index (samples, RefrainTime, (samples->len - 1) / 2) - known, 0);
  slot->quantiles = quantiles;
  g_ptr_array_add (memory, quantiles);
}

/* What @span leaves for its end, of which nothing is known yet. */
static void
settle_span (const Span *span, RefrainSkeletonSlot *slots, GPtrArray *memory)
{
  RefrainSkeletonSlot *slot = &slots[(guint32) span->key];
  RefrainTime known = 0;

  if (slot->quantiles != NULL)
    return;
  for (guint32 i = 0; i < span->n_passed; i++)
    known += slots[span->passed[i]].time;
  g_array_sort (span->samples, compare_times);
  set_times (slot, span->samples, known, memory);
}

/* Of gaps over nothing else: those of all slots before it together. */
static void
settle_direct (GPtrArray *spans, RefrainSkeletonSlot *slots, GPtrArray *memory)
{
  for (guint i = 0, j; i < spans->len && ((Span *) spans->pdata[i])->n_passed == 0; i = j)
    {
      const guint32 slot = (guint32) ((Span *) spans->pdata[i])->key;
      g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RefrainTime));

      for (j = i; j < spans->len; j++)
        {
          const Span *span = spans->pdata[j];

          if (span->n_passed > 0 || (guint32) span->key != slot)
            break;
          g_array_append_vals (all, span->samples->data, span->samples->len);
        }
      g_array_sort (all, compare_times);
      set_times (&slots[slot], all, 0, memory);
    }
}

typedef struct
{
  double weight;
  guint32 slot;
} Weight;

REFRAIN_DEFINE_COMPARE (compare_weights, Weight, REFRAIN_RISING (weight) ?: REFRAIN_RISING (slot))

/* What is not worth a statement. */
static void
drop_small (RefrainSkeletonTimes *self, RefrainSkeletonSlot *slots)
{
  g_autofree Weight *weights = g_new (Weight, self->n_slots + 1);
  double all = 0, dropped = 0;

  for (guint32 i = 0; i < self->n_slots; i++)
    {
      weights[i] = (Weight){ (double) slots[i].time * (double) self->visits[i], i };
      all += weights[i].weight;
    }
  refrain_sort (weights, self->n_slots, sizeof *weights, compare_weights);
  for (guint32 i = 0; i < self->n_slots; i++)
    {
      dropped += weights[i].weight;
      if (dropped > all / 50)
        break;
      slots[weights[i].slot].time = 0;
    }
}

void
refrain_skeleton_times_finish (RefrainSkeletonTimes *self,
                               RefrainSkeletonSlot *slots,
                               GPtrArray *memory)
{
  g_autoptr (GPtrArray) spans = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer span;

  g_hash_table_iter_init (&iter, self->spans);
  while (g_hash_table_iter_next (&iter, NULL, &span))
    g_ptr_array_add (spans, span);
  g_ptr_array_sort (spans, compare_spans);
  settle_direct (spans, slots, memory);
  for (guint i = 0; i < spans->len; i++)
    settle_span (spans->pdata[i], slots, memory);
  drop_small (self, slots);
}
