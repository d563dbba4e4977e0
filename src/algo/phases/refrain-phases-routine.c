/* refrain-phases-routine.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The routine that names a phase (thesis 5.2.2).
 */
#include "config.h"

#include "refrain-phases-private.h"

/* One process' stream, with what stands where. */
typedef struct
{
  const RefrainSymbolStream *stream;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  gboolean without_collectives;
} Column;

static Column
get_column (RefrainPhases *self, guint process)
{
  RefrainProcess *owner
      = refrain_trace_get_process (refrain_pattern_set_get_trace (self->set), process);

  return (Column){
    refrain_symbols_get_stream (refrain_pattern_set_get_symbols (self->set), process),
    refrain_process_get_ops (owner),
    refrain_process_get_calls (owner),
    self->without_collectives,
  };
}

static gboolean
is_counted (const Column *column, gsize element)
{
  return !column->without_collectives
         || column->ops->kind[column->stream->op[element]] != REFRAIN_OP_COLLECTIVE;
}

static RefrainTime
get_start (const Column *column, gsize element)
{
  const guint32 call = column->stream->call[element];

  return call != REFRAIN_NONE ? column->calls->start[call]
                              : column->ops->time[column->stream->op[element]];
}

/* The highest call around @element that begins behind the communication before it; and, unless
 * @everything, one that does not hold the last communication as well as the first. */
static guint32
climb (const Column *column, guint32 element, gboolean everything)
{
  const RefrainSymbolStream *stream = column->stream;
  gsize before = element, last = stream->n - 1;
  guint32 call = stream->call[element];

  while (before > 0 && !is_counted (column, before - 1))
    before--;
  while (last > element && !is_counted (column, last))
    last--;
  while (call != REFRAIN_NONE)
    {
      const guint32 parent = column->calls->parent[call];

      if (parent == REFRAIN_NONE)
        break;
      if (before > 0
              ? column->calls->start[parent] <= get_start (column, before - 1)
              : !everything && column->calls->end[parent] >= column->ops->time[stream->op[last]])
        break;
      call = parent;
    }
  return call;
}

/* Whether call @call of @process lasts until the last occurrence, @parts, has begun there. */
static gboolean
lasts (const Column *column,
       guint32 call,
       guint32 process,
       const RefrainOccurrencePart *parts,
       gsize n_parts)
{
  gsize low = 0, high = n_parts;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (parts[middle].process < process)
        low = middle + 1;
      else
        high = middle;
    }
  return low == n_parts || parts[low].process != process
         || column->calls->end[call] >= column->ops->time[column->stream->op[parts[low].first]];
}

/* How many processes a routine names the segment on. */
typedef struct
{
  guint32 routine;
  guint32 votes;
  gboolean whole;
} Vote;

static void
vote (GArray *votes, guint32 routine, gboolean whole)
{
  const Vote first = { routine, 1, whole };

  for (guint i = 0; i < votes->len; i++)
    {
      Vote *at = &g_array_index (votes, Vote, i);

      if (at->routine == routine)
        {
          at->votes++;
          at->whole = at->whole && whole;
          return;
        }
    }
  g_array_append_val (votes, first);
}

RefrainRoutine *
refrain_phases_get_routine_of (RefrainPhases *self, guint32 start, guint32 end, gboolean *whole)
{
  g_autoptr (GArray) votes = g_array_new (FALSE, FALSE, sizeof (Vote));
  const RefrainOccurrencePart *parts, *last_parts;
  const Vote *best = NULL;
  gsize n_parts, n_last;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (whole != NULL, NULL);

  g_return_val_if_fail (start < end && end <= self->n_elements, NULL);

  *whole = FALSE;
  if (self->set == NULL)
    return NULL;
  parts = refrain_phases_get_parts (self, self->positions[self->first[start]], &n_parts);
  last_parts = refrain_phases_get_parts (self, self->positions[self->first[end] - 1], &n_last);
  for (gsize i = 0; i < n_parts; i++)
    {
      const Column column = get_column (self, parts[i].process);
      const guint32 call = climb (&column, parts[i].first, start == 0 && end == self->n_elements);

      if (call != REFRAIN_NONE)
        vote (votes, column.calls->routine[call],
              lasts (&column, call, parts[i].process, last_parts, n_last));
    }
  for (guint i = 0; i < votes->len; i++)
    if (best == NULL || g_array_index (votes, Vote, i).votes > best->votes)
      best = &g_array_index (votes, Vote, i);
  if (best == NULL)
    return NULL;
  *whole = best->whole;
  return refrain_trace_get_routine (refrain_pattern_set_get_trace (self->set), best->routine);
}

RefrainRoutine *
refrain_phases_get_routine (RefrainPhases *self, guint32 node, gboolean *whole)
{
  const RefrainSegmentationNode *at;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  at = refrain_phases_get_node (self, node);
  g_return_val_if_fail (at != NULL, NULL);
  return refrain_phases_get_routine_of (self, at->start, at->end, whole);
}
