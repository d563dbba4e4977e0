/* refrain-hubs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A master's elements are put in order of its workers and of what it has with each, so that the
 * units of each worker lie side by side, whatever routine made them.
 */
#include "refrain-hubs.h"

#include "refrain-compare.h"
#include "refrain-reach.h"

/* What an element belongs to: a worker and a piece of what it has with its master. A last word is
 * by itself. */
typedef struct
{
  guint32 worker; /* REFRAIN_NONE: none */
  guint64 piece;
  guint32 element;
} Said;

typedef struct
{
  const RefrainInstances *instances;
  const RefrainMasters *masters;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
} Hubs;

static const RefrainOps *
get_ops (const Hubs *self, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
}

/* The piece in which operation @op of @worker is. */
static guint64
find_piece (const Hubs *self, guint worker, gsize op)
{
  const RefrainOps *ops = get_ops (self, worker);
  const guint32 piece = op < ops->n ? self->masters->piece[worker][op] : REFRAIN_NONE;

  if (piece == REFRAIN_NONE)
    return G_MAXUINT64;
  return 2 * (guint64) piece
         + (!self->masters->answer[worker][piece] && !REFRAIN_OP_IS_SEND (ops->kind[op]));
}

static Said
read_element (const Hubs *self, guint process, guint32 element)
{
  const RefrainOps *ops = get_ops (self, process);
  const guint32 op = refrain_symbols_get_stream (self->symbols, process)->op[element];
  const gint32 peer = ops->peer[op];
  Said said = { REFRAIN_NONE, 0, element };

  if (!REFRAIN_OP_IS_P2P (ops->kind[op]) || peer < 0 || (guint) peer >= self->masters->n_processes)
    return said;
  if (self->masters->master[process] == (guint32) peer)
    {
      said.worker = process;
      said.piece = find_piece (self, process, op);
    }
  else if (self->masters->master[peer] == process)
    {
      said.worker = (guint32) peer;
      said.piece = ops->partner[op] != REFRAIN_NONE
                       ? find_piece (self, (guint) peer, ops->partner[op])
                       : G_MAXUINT64;
    }
  return said;
}

REFRAIN_DEFINE_COMPARE (compare_said,
                        Said,
                        REFRAIN_RISING (worker)
                            ?: REFRAIN_RISING (piece)
                            ?: REFRAIN_RISING (element))

/* Of each element of @process the call of its segment; of elements in none REFRAIN_NONE.
 * @segment_of: the numbers of the segments. */
static guint32 *
read_calls (const Hubs *self, guint process, guint32 *segment_of)
{
  const gsize n_elements = refrain_symbols_get_stream (self->symbols, process)->n;
  guint32 *call = g_new (guint32, n_elements + 1);
  gsize n;
  const RefrainSegment *old = refrain_segments_get (self->instances->units->segments, process, &n);

  for (gsize i = 0; i < n_elements; i++)
    call[i] = segment_of[i] = REFRAIN_NONE;
  for (guint32 s = 0; s < n; s++)
    for (guint32 i = old[s].first; i < old[s].first + old[s].n; i++)
      {
        call[i] = old[s].call;
        segment_of[i] = s;
      }
  return call;
}

/* The segments of @process: what workers and masters say to each other cut into pieces, the others
 * as they were. Elements are put in order in @order (of its elements). */
static GArray *
cut_process (const Hubs *self, guint process, guint32 *order)
{
  const guint32 n_elements = (guint32) refrain_symbols_get_stream (self->symbols, process)->n;
  g_autofree guint32 *segment_of = g_new (guint32, (gsize) n_elements + 1);
  g_autofree guint32 *call = read_calls (self, process, segment_of);
  g_autofree Said *said = g_new (Said, (gsize) n_elements + 1);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));

  for (guint32 i = 0; i < n_elements; i++)
    said[i] = read_element (self, process, i);
  for (guint32 first = 0, end; first < n_elements; first = end)
    {
      for (end = first + 1; end < n_elements && said[first].worker != REFRAIN_NONE
                            && said[end].worker != REFRAIN_NONE;
           end++)
        ;
      if (said[first].worker != REFRAIN_NONE)
        refrain_sort (said + first, end - first, sizeof *said, compare_said);
    }
  for (guint32 i = 0; i < n_elements; i++)
    {
      const guint32 own = segment_of[said[i].element];
      const RefrainSegment piece = { i, 1, call[said[i].element] };

      order[i] = said[i].element;
      if (own == REFRAIN_NONE)
        continue;
      if (i > 0 && segment_of[said[i - 1].element] != REFRAIN_NONE
          && said[i].worker == said[i - 1].worker
          && (said[i].worker != REFRAIN_NONE ? said[i].piece == said[i - 1].piece
                                             : own == segment_of[said[i - 1].element]))
        g_array_index (segments, RefrainSegment, segments->len - 1).n++;
      else
        g_array_append_val (segments, piece);
    }
  return segments;
}

static GArray *
copy_segments (const Hubs *self, guint process)
{
  gsize n;
  const RefrainSegment *old = refrain_segments_get (self->instances->units->segments, process, &n);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));

  if (n > 0)
    g_array_append_vals (segments, old, (guint) n);
  return segments;
}

RefrainInstances *
refrain_hubs_split (RefrainInstances *instances,
                    const RefrainMasters *masters,
                    GCancellable *cancellable)
{
  const guint n = instances->units->n_processes;
  const Hubs self
      = { instances, masters, refrain_segments_get_symbols (instances->units->segments),
          refrain_symbols_get_trace (refrain_segments_get_symbols (instances->units->segments)) };
  g_autofree guint32 **order = NULL;
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainSegments) segments = NULL;
  RefrainInstances *split;

  if (masters->masters->len == 0)
    return instances;
  order = g_new0 (guint32 *, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    if (masters->master[p] != REFRAIN_NONE || refrain_masters_contains (masters, p))
      {
        order[p] = g_new (guint32, refrain_symbols_get_stream (self.symbols, p)->n + 1);
        g_ptr_array_add (lists, cut_process (&self, p, order[p]));
      }
    else
      g_ptr_array_add (lists, copy_segments (&self, p));
  symbols = refrain_symbols_new_ordered (self.symbols, order);
  for (guint p = 0; p < n; p++)
    g_free (order[p]);
  segments = refrain_segments_new_listed (symbols, lists);
  split = refrain_reach_join (segments, REFRAIN_UNITS_SPLIT, NULL, cancellable);
  refrain_instances_free (instances);
  return split;
}
