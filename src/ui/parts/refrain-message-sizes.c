/* refrain-message-sizes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One pass over all sends; few sizes are listed by themselves, many by powers of two.
 */
#include "refrain-message-sizes.h"

#include "refrain-object.h"

/* More sizes than these are shown as powers of two. */
#define MAX_SIZES 24

/* 0, and the powers of two of a 64-bit number. */
#define N_BINS 65

/* Operations between two looks at the cancellable. */
#define CHECK_EVERY 65536

struct _RefrainMessageSize
{
  GObject parent_instance;

  guint64 first, last, count, bytes;
};

G_DEFINE_FINAL_TYPE (RefrainMessageSize, refrain_message_size, G_TYPE_OBJECT)

typedef struct
{
  guint64 size, count;
} Exact;

typedef struct
{
  guint64 count[N_BINS], bytes[N_BINS];
  Exact exact[MAX_SIZES];
  gsize n_exact; /* MAX_SIZES + 1: too many */
} Tally;

REFRAIN_GETTER (RefrainMessageSize, refrain_message_size, guint64, get_first, self->first)
REFRAIN_GETTER (RefrainMessageSize, refrain_message_size, guint64, get_last, self->last)
REFRAIN_GETTER (RefrainMessageSize, refrain_message_size, guint64, get_count, self->count)
REFRAIN_GETTER (RefrainMessageSize, refrain_message_size, guint64, get_bytes, self->bytes)

/* Bin 0 holds 0, bin b the sizes from 2^(b-1) to 2^b - 1. */
static guint
get_bin (guint64 size)
{
  return size == 0 ? 0 : 64 - (guint) __builtin_clzll (size);
}

static void
tally_add (Tally *tally, guint64 size)
{
  guint bin = get_bin (size);
  gsize low = 0, high = tally->n_exact;

  tally->count[bin]++;
  tally->bytes[bin] += size;
  if (tally->n_exact > MAX_SIZES)
    return;
  while (low < high)
    {
      gsize middle = (low + high) / 2;

      if (tally->exact[middle].size < size)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < tally->n_exact && tally->exact[low].size == size)
    {
      tally->exact[low].count++;
      return;
    }
  if (tally->n_exact == MAX_SIZES)
    {
      tally->n_exact = MAX_SIZES + 1;
      return;
    }
  memmove (tally->exact + low + 1, tally->exact + low,
           (tally->n_exact - low) * sizeof *tally->exact);
  tally->exact[low] = (Exact){ size, 1 };
  tally->n_exact++;
}

static void
append (GListStore *list, guint64 first, guint64 last, guint64 count, guint64 bytes)
{
  g_autoptr (RefrainMessageSize) size = g_object_new (REFRAIN_TYPE_MESSAGE_SIZE, NULL);

  size->first = first;
  size->last = last;
  size->count = count;
  size->bytes = bytes;
  g_list_store_append (list, size);
}

static GListStore *
tally_to_list (const Tally *tally)
{
  GListStore *list = g_list_store_new (REFRAIN_TYPE_MESSAGE_SIZE);

  if (tally->n_exact <= MAX_SIZES)
    {
      for (gsize i = 0; i < tally->n_exact; i++)
        append (list, tally->exact[i].size, tally->exact[i].size, tally->exact[i].count,
                tally->exact[i].size * tally->exact[i].count);
      return list;
    }
  for (guint bin = 0; bin < N_BINS; bin++)
    if (tally->count[bin] > 0)
      {
        guint64 first = bin == 0 ? 0 : G_GUINT64_CONSTANT (1) << (bin - 1);

        append (list, first, bin == 0 ? 0 : first + (first - 1), tally->count[bin],
                tally->bytes[bin]);
      }
  return list;
}

GListModel *
refrain_message_sizes_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autofree Tally *tally = g_new0 (Tally, 1);
  guint n_processes;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  n_processes = refrain_trace_get_n_processes (trace);
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = 0; i < ops->n; i++)
        {
          if (i % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          if (REFRAIN_OP_IS_SEND (ops->kind[i]))
            tally_add (tally, ops->bytes[i]);
        }
    }
  return G_LIST_MODEL (tally_to_list (tally));
}

RefrainOpSet *
refrain_message_sizes_find (
    RefrainTrace *trace, guint64 first, guint64 last, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainOpSet) set = NULL;
  guint n_processes;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  set = refrain_op_set_new (trace);
  n_processes = refrain_trace_get_n_processes (trace);
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = 0; i < ops->n; i++)
        {
          if (i % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          if (REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->bytes[i] >= first && ops->bytes[i] <= last)
            refrain_op_set_add (set, p, i);
        }
    }
  return g_steal_pointer (&set);
}

static void
refrain_message_size_class_init (RefrainMessageSizeClass *klass)
{
}

static void
refrain_message_size_init (RefrainMessageSize *self)
{
}
