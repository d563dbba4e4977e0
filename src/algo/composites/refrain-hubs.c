/* refrain-hubs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cutting by partner puts the elements of a hub's segments into another order, so that the units of
 * each partner lie side by side.
 */
#include "config.h"

#include "refrain-hubs.h"

#include <stdlib.h>

#include "refrain-reach.h"
#include "refrain-tandem.h"

/* A partner repeats itself when what it says is at least so often as long as said once. */
#define TIMES 2

typedef struct
{
  const RefrainInstances *instances;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  GHashTable *found; /* process and routine: see pack() */
} Hubs;

/* A process and the routine that delimits, as one key of a set. */
static gpointer
pack (guint process, guint32 routine)
{
  return GSIZE_TO_POINTER ((gsize) process << 32 | routine);
}

static const RefrainUnit *
get_unit (const Hubs *self, guint process, guint32 unit)
{
  return refrain_units_get (self->instances->units, process, unit);
}

/* Whether all messages of @unit are with @hub; @repeats tells whether it says things again. */
static gboolean
talks_to (const Hubs *self, guint process, guint32 unit, guint hub, gboolean *repeats)
{
  const RefrainUnit *u = get_unit (self, process, unit);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, process);
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
  g_autoptr (RefrainTandemForm) form = NULL;

  for (guint32 i = u->first; i < u->first + u->n; i++)
    if (!REFRAIN_OP_IS_P2P (ops->kind[stream->op[i]]) || ops->peer[stream->op[i]] != (gint32) hub)
      return FALSE;
  form = refrain_tandem_reduce (stream->symbol + u->first, u->n, NULL, NULL);
  *repeats = u->n >= TIMES * form->n;
  return TRUE;
}

/* Whether unit @hub of process @process is the middle of the instance of @n @members. */
static gboolean
is_hub (const Hubs *self, const guint32 *members, guint32 n, guint process, guint32 hub)
{
  guint other = 0;
  guint32 n_repeat = 0;

  if (get_unit (self, process, hub)->n <= 2 * (n - 1))
    return FALSE;
  for (guint32 m = 0; m < n; m++)
    {
      gboolean repeats;

      other = refrain_units_next_process (self->instances->units, other, members[m]);
      if (members[m] == hub)
        continue;
      if (other == process || !talks_to (self, other, members[m], process, &repeats))
        return FALSE;
      n_repeat += repeats;
    }
  return 2 * n_repeat > n - 1;
}

static guint32
routine_of (const Hubs *self, guint process, guint32 segment)
{
  gsize n;
  const guint32 call
      = refrain_segments_get (self->instances->units->segments, process, &n)[segment].call;

  return call == REFRAIN_NONE
             ? REFRAIN_NONE
             : refrain_process_get_calls (refrain_trace_get_process (self->trace, process))
                   ->routine[call];
}

static void
find_hubs (Hubs *self)
{
  const RefrainInstances *instances = self->instances;

  for (guint32 i = 0; i < instances->n; i++)
    {
      const RefrainInstance *own = &instances->instances[i];
      const guint32 *members = instances->members + own->first;
      const guint32 n = (guint32) (own[1].first - own->first);
      guint process = 0;

      if (instances->count[own->pattern] > 1 || n < 3)
        continue;
      for (guint32 m = 0; m < n; m++)
        {
          process = refrain_units_next_process (instances->units, process, members[m]);
          if (!is_hub (self, members, n, process, members[m]))
            continue;
          g_hash_table_add (
              self->found,
              pack (process,
                    routine_of (self, process, get_unit (self, process, members[m])->segment)));
          break;
        }
    }
}

/* ---- Cutting -----------------------------------------------------------------------------------
 */

typedef struct
{
  gint32 peer;
  guint32 element;
} Said;

static int
compare_said (gconstpointer a, gconstpointer b)
{
  const Said *x = a, *y = b;

  if (x->peer != y->peer)
    return x->peer < y->peer ? -1 : 1;
  return x->element < y->element ? -1 : x->element > y->element;
}

/* Appends a segment for each partner of @segment, and sorts @order by partner. */
static void
cut_segment (const Hubs *self,
             guint process,
             const RefrainSegment *segment,
             guint32 *order,
             GArray *segments)
{
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
  g_autofree Said *said = g_new (Said, segment->n);

  for (guint32 i = 0; i < segment->n; i++)
    said[i] = (Said){ ops->peer[op[segment->first + i]], segment->first + i };
  qsort (said, segment->n, sizeof *said, compare_said);
  for (guint32 i = 0; i < segment->n; i++)
    {
      RefrainSegment piece = { segment->first + i, 1, segment->call };

      order[segment->first + i] = said[i].element;
      if (i > 0 && said[i].peer == said[i - 1].peer)
        g_array_index (segments, RefrainSegment, segments->len - 1).n++;
      else
        g_array_append_val (segments, piece);
    }
}

/* The segments of @process, those of hubs cut; @order (of guint32 *) gets the new order of its
 * elements, or NULL. */
static GArray *
cut_process (const Hubs *self, guint process, guint32 **order, GArray *hubs)
{
  const gsize n_elements = refrain_symbols_get_stream (self->symbols, process)->n;
  gsize n;
  const RefrainSegment *old = refrain_segments_get (self->instances->units->segments, process, &n);
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));

  for (guint32 s = 0; s < n; s++)
    {
      if (!REFRAIN_OP_IS_P2P (ops->kind[op[old[s].first]])
          || !g_hash_table_contains (self->found, pack (process, routine_of (self, process, s))))
        {
          g_array_append_val (segments, old[s]);
          continue;
        }
      if (*order == NULL)
        {
          *order = g_new (guint32, n_elements);
          for (gsize i = 0; i < n_elements; i++)
            (*order)[i] = (guint32) i;
          g_array_append_val (hubs, process);
        }
      cut_segment (self, process, &old[s], *order, segments);
    }
  return segments;
}

static RefrainInstances *
cut (const Hubs *self, GArray *hubs, GCancellable *cancellable)
{
  const guint n = self->instances->units->n_processes;
  g_autofree guint32 **order = g_new0 (guint32 *, (gsize) n + 1);
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainSegments) segments = NULL;

  for (guint p = 0; p < n; p++)
    g_ptr_array_add (lists, cut_process (self, p, &order[p], hubs));
  symbols = refrain_symbols_new_ordered (self->symbols, order);
  for (guint p = 0; p < n; p++)
    g_free (order[p]);
  segments = refrain_segments_new_listed (symbols, lists);
  return refrain_reach_join (segments, REFRAIN_UNITS_SPLIT, NULL, cancellable);
}

RefrainInstances *
refrain_hubs_split (RefrainInstances *instances, GArray *hubs, GCancellable *cancellable)
{
  Hubs self = { .instances = instances,
                .symbols = refrain_segments_get_symbols (instances->units->segments),
                .found = g_hash_table_new (NULL, NULL) };
  RefrainInstances *split = instances;

  self.trace = refrain_symbols_get_trace (self.symbols);
  find_hubs (&self);
  if (g_hash_table_size (self.found) > 0)
    {
      split = cut (&self, hubs, cancellable);
      refrain_instances_free (instances);
    }
  g_hash_table_unref (self.found);
  return split;
}
