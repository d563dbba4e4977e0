/* refrain-pixel-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The axis is linear in time between the ends of its gaps: the summary is asked for the columns of
 * each such piece at once. On the logical axis the edges of columns are searched for. What was
 * worked out is a block, found again by what it is of; those beyond some memory are written over.
 */
#include "refrain-pixel-columns.h"

#include <math.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-search.h"

/* Of blocks, in bytes, that columns remember. */
#define MOST_REMEMBERED ((gsize) 8 << 20)
/* Windows that are kept: what is seen, that with its margins, and those before. */
#define MOST_KEPT 4

typedef enum
{
  BLOCK_BINS,
  BLOCK_EDGES,
  BLOCK_CALLS,
  BLOCK_SENDS,
  N_BLOCKS
} BlockKind;

/* What a block is of; no padding. */
typedef struct
{
  guint32 kind, process;
  guint64 of, at;
} BlockKey;

typedef struct
{
  BlockKey key;
  gpointer data;
} Block;

struct _RefrainPixelColumns
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  double start, width; /* of a column, in axis units */
  double end;
  gsize n;
  GArray *pieces;
  GHashTable *blocks;      /* of Block */
  gsize bytes;             /* in them */
  Block scratch[N_BLOCKS]; /* for those that are not remembered */
};

/* ---- Blocks ---------------------------------------------------------------------------------- */

static guint
hash_block (gconstpointer data)
{
  const BlockKey *key = data;
  const guint64 mixed
      = (key->of * 31 + key->at) * 31 + (guint64) key->process * N_BLOCKS + key->kind;

  return (guint) (mixed ^ mixed >> 32);
}

static gboolean
is_same_block (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (BlockKey)) == 0;
}

REFRAIN_DEFINE_FREE (free_block, Block, g_free (x->data))

/* The @size bytes of @key; @is_new: they are to be filled. */
static gpointer
get_block (RefrainPixelColumns *self, BlockKey key, gsize size, gboolean *is_new)
{
  Block *block = g_hash_table_lookup (self->blocks, &key);

  *is_new = block == NULL;
  if (block != NULL)
    return block->data;
  if (self->bytes + size <= MOST_REMEMBERED)
    {
      block = g_new0 (Block, 1);
      self->bytes += size;
    }
  else
    {
      block = &self->scratch[key.kind];
      if (block->data != NULL && is_same_block (&block->key, &key))
        {
          *is_new = FALSE;
          return block->data;
        }
      g_free (block->data);
    }
  block->key = key;
  block->data = g_malloc (size);
  if (block != &self->scratch[key.kind])
    g_hash_table_add (self->blocks, block);
  return block->data;
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void
find_pieces (RefrainPixelColumns *self)
{
  gsize n_gaps, first = 0;
  const RefrainAxisGap *gaps = refrain_axis_get_gaps (self->axis, &n_gaps);

  self->pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPixelPiece));
  for (gsize i = 0; i <= 2 * n_gaps && first < self->n; i++)
    {
      const RefrainAxisGap *gap = i < 2 * n_gaps ? &gaps[i / 2] : NULL;
      double edge = gap == NULL ? G_MAXDOUBLE : gap->position + (i % 2 == 0 ? 0 : gap->width);
      gsize last = CLAMP (round ((edge - self->start) / self->width), 0, (double) self->n);

      if (last > first)
        {
          RefrainPixelPiece piece = { .first = first, .last = last };

          piece.from = refrain_axis_to_time (self->axis, self->start + first * self->width);
          piece.to = refrain_axis_to_time (self->axis, self->start + last * self->width);
          piece.to = MAX (piece.to, piece.from + 1);
          g_array_append_val (self->pieces, piece);
          first = last;
        }
    }
}

RefrainPixelColumns *
refrain_pixel_columns_new (RefrainTrace *trace,
                           RefrainSummary *summary,
                           RefrainAxis *axis,
                           double start,
                           double end,
                           gsize n)
{
  RefrainPixelColumns *self = g_new0 (RefrainPixelColumns, 1);

  self->trace = trace;
  self->summary = summary;
  self->axis = axis;
  self->start = start;
  self->end = end;
  self->n = MAX (n, 1);
  self->width = (end > start ? end - start : 1) / self->n;
  self->blocks = g_hash_table_new_full (hash_block, is_same_block, NULL, free_block);
  find_pieces (self);
  return self;
}

void
refrain_pixel_columns_free (RefrainPixelColumns *self)
{
  g_array_unref (self->pieces);
  g_hash_table_unref (self->blocks);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_free (self->scratch[i].data);
  g_free (self);
}

static void
get_time_bins (RefrainPixelColumns *self, guint process, gsize thread, RefrainSummaryBin *bins)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const RefrainPixelPiece *piece = &g_array_index (self->pieces, RefrainPixelPiece, i);

      refrain_summary_get_shares (self->summary, process, thread, piece->from, piece->to,
                                  piece->last - piece->first, bins + piece->first);
    }
}

/* A process is busy in the steps in which it has an operation. */
static void
get_step_bins (RefrainPixelColumns *self, guint process, gsize thread, RefrainSummaryBin *bins)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  double steps = MAX (self->width, 1);

  for (gsize c = 0; c < self->n; c++)
    bins[c] = (RefrainSummaryBin){ 0 };
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const guint32 *edges;

      if (thread != G_MAXSIZE && t != thread)
        continue;
      edges = refrain_pixel_columns_get_edges (self, process, t);
      for (gsize c = 0; c < self->n; c++)
        refrain_summary_add_ops (self->summary, process, t, edges[c], edges[c + 1], &bins[c]);
    }
  for (gsize c = 0; c < self->n; c++)
    {
      RefrainSummaryBin *bin = &bins[c];

      bin->share[REFRAIN_ACTIVITY_P2P] = bin->sends / steps;
      bin->share[REFRAIN_ACTIVITY_WAIT] = bin->receives / steps;
      bin->share[REFRAIN_ACTIVITY_COLLECTIVE] = bin->collectives / steps;
    }
}

const RefrainSummaryBin *
refrain_pixel_columns_get_bins (RefrainPixelColumns *self, guint process, gsize thread)
{
  gboolean is_new;
  RefrainSummaryBin *bins = get_block (self, (BlockKey){ BLOCK_BINS, process, thread, 0 },
                                       self->n * sizeof *bins, &is_new);

  if (is_new && refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    get_step_bins (self, process, thread, bins);
  else if (is_new)
    get_time_bins (self, process, thread, bins);
  return bins;
}

const RefrainPixelPiece *
refrain_pixel_columns_get_pieces (RefrainPixelColumns *self, gsize *n)
{
  *n = self->pieces->len;
  return (const RefrainPixelPiece *) (gpointer) self->pieces->data;
}

static void
find_step_edges (RefrainPixelColumns *self, RefrainProcess *process, gsize thread, guint32 *edges)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainThread *of = refrain_process_get_thread (process, thread);

  for (gsize c = 0; c <= self->n; c++)
    edges[c] = (guint32) refrain_pixel_columns_find_step (ops, of, c > 0 ? edges[c - 1] : 0,
                                                          self->start + c * self->width);
}

const guint32 *
refrain_pixel_columns_get_edges (RefrainPixelColumns *self, guint process, gsize thread)
{
  gboolean is_new;
  guint32 *edges = get_block (self, (BlockKey){ BLOCK_EDGES, process, thread, 0 },
                              (self->n + 1) * sizeof *edges, &is_new);

  if (!is_new)
    return edges;
  if (refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL)
    {
      find_step_edges (self, refrain_trace_get_process (self->trace, process), thread, edges);
      return edges;
    }
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const RefrainPixelPiece *piece = &g_array_index (self->pieces, RefrainPixelPiece, i);

      refrain_summary_get_op_edges (self->summary, process, thread, piece->from, piece->to,
                                    piece->last - piece->first, edges + piece->first);
    }
  return edges;
}

const guint32 *
refrain_pixel_columns_get_calls (
    RefrainPixelColumns *self, guint process, gsize thread, gsize n_columns, gsize step)
{
  const gsize n = (n_columns + step - 1) / step;
  const double column = (self->end - self->start) / n_columns;
  gboolean is_new;
  guint32 *calls = get_block (
      self, (BlockKey){ BLOCK_CALLS, process, thread, (guint64) step << 32 | n_columns },
      (n + 1) * sizeof *calls, &is_new);
  g_autofree RefrainTime *times = NULL;

  if (!is_new)
    return calls;
  times = g_new (RefrainTime, n + 1);
  for (gsize i = 0; i < n; i++)
    times[i] = refrain_axis_to_time (self->axis, self->start + (i * step + step / 2.0) * column);
  refrain_summary_find_calls (self->summary, process, thread, times, n,
                              (RefrainTime) (step * column), calls);
  return calls;
}

const float *
refrain_pixel_columns_count_sends (RefrainPixelColumns *self,
                                   guint process,
                                   gsize first,
                                   gsize last)
{
  RefrainProcess *object = refrain_trace_get_process (self->trace, process);
  gboolean is_new;
  float *counts = get_block (self, (BlockKey){ BLOCK_SENDS, process, first, last },
                             self->n * sizeof *counts, &is_new);

  if (!is_new)
    return counts;
  refrain_fill (counts, 0, self->n * sizeof *counts);
  for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
    {
      const guint32 *edges = refrain_pixel_columns_get_edges (self, process, t);

      for (gsize i = first; i < last; i++)
        {
          gsize n_rows;
          const guint32 *rows = refrain_summary_get_sends (self->summary, process, i, &n_rows);

          refrain_summary_count_rows (rows, n_rows, edges, self->n, counts);
        }
    }
  return counts;
}

gsize
refrain_pixel_columns_find_step (const RefrainOps *ops,
                                 const RefrainThread *thread,
                                 gsize from,
                                 double step)
{
  const gsize high = thread->first_op + thread->n_ops;
  gsize low = MAX (from, thread->first_op), leap = 1;

  while (low + leap < high && ops->logical[low + leap] < step)
    {
      low += leap;
      leap *= 2;
    }
  return REFRAIN_LOWER_BOUND (i, low, MIN (low + leap + 1, high), ops->logical[i] < step);
}

/* ---- What is kept ---------------------------------------------------------------------------- */

struct _RefrainPixelMemory
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  GMutex lock;
  GQueue kept; /* of RefrainPixelColumns that nobody has, the last used first; with the lock */
};

RefrainPixelMemory *
refrain_pixel_memory_new (RefrainTrace *trace, RefrainSummary *summary, RefrainAxis *axis)
{
  RefrainPixelMemory *self = g_atomic_rc_box_new0 (RefrainPixelMemory);

  self->trace = g_object_ref (trace);
  self->summary = g_object_ref (summary);
  self->axis = g_object_ref (axis);
  g_mutex_init (&self->lock);
  g_queue_init (&self->kept);
  return self;
}

static void
free_columns (gpointer columns)
{
  refrain_pixel_columns_free (columns);
}

REFRAIN_DEFINE_CLEAR (clear_memory, RefrainPixelMemory, g_queue_clear_full (&x->kept, free_columns);
                      g_mutex_clear (&x->lock);
                      g_object_unref (x->trace);
                      g_object_unref (x->summary);
                      g_object_unref (x->axis))

void
refrain_pixel_memory_unref (RefrainPixelMemory *self)
{
  g_atomic_rc_box_release_full (self, clear_memory);
}

void
refrain_pixel_memory_inherit (RefrainPixelMemory **self, RefrainPixelMemory *other)
{
  if (*self == other || (*self)->summary != other->summary || (*self)->axis != other->axis)
    return;
  refrain_pixel_memory_unref (*self);
  *self = g_atomic_rc_box_acquire (other);
}

RefrainPixelColumns *
refrain_pixel_memory_take (RefrainPixelMemory *self, double start, double end, gsize n)
{
  RefrainPixelColumns *found = NULL;

  g_mutex_lock (&self->lock);
  for (GList *l = self->kept.head; l != NULL; l = l->next)
    {
      RefrainPixelColumns *columns = l->data;

      if (columns->start == start && columns->end == end && columns->n == MAX (n, 1))
        {
          found = columns;
          g_queue_unlink (&self->kept, l);
          g_list_free_1 (l);
          break;
        }
    }
  g_mutex_unlock (&self->lock);
  return found != NULL
             ? found
             : refrain_pixel_columns_new (self->trace, self->summary, self->axis, start, end, n);
}

void
refrain_pixel_memory_give (RefrainPixelMemory *self, RefrainPixelColumns *columns)
{
  RefrainPixelColumns *oldest = NULL;

  g_mutex_lock (&self->lock);
  g_queue_push_head (&self->kept, columns);
  if (self->kept.length > MOST_KEPT)
    oldest = g_queue_pop_tail (&self->kept);
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&oldest, refrain_pixel_columns_free);
}
