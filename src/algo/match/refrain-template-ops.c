/* refrain-template-ops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "More like this": a pattern made of operations that somebody chose, and the same pattern
 * elsewhere on the ranks.
 */
#include "config.h"

#include "refrain-pattern-template.h"

/* Whether @op of @process is a message between two of the chosen processes of which only this end
 * was chosen. */
static gboolean
is_half (const RefrainOpSet *chosen, const RefrainOps *ops, gsize op, const guint8 *takes_part)
{
  const guint32 peer = (guint32) ops->peer[op];

  return takes_part[peer]
         && (ops->partner[op] == REFRAIN_NONE
             || !refrain_op_set_contains (chosen, peer, ops->partner[op]));
}

static gboolean
is_message (const RefrainOps *ops, gsize op)
{
  return REFRAIN_OP_IS_P2P (ops->kind[op]) && ops->peer[op] >= 0;
}

/* The processes that do any message of @chosen: a flag for each. */
static guint8 *
find_members (RefrainTrace *trace, const RefrainOpSet *chosen)
{
  const guint n = refrain_trace_get_n_processes (trace);
  guint8 *takes_part = g_new0 (guint8, MAX (n, 1));

  for (guint p = 0; p < n; p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize op = refrain_op_set_find_next (chosen, p, 0, ops->n);
           op < ops->n && !takes_part[p]; op = refrain_op_set_find_next (chosen, p, op + 1, ops->n))
        takes_part[p] = is_message (ops, op);
    }
  return takes_part;
}

/* The share of @process; its stream has the order of its operations. */
static void
add_process (RefrainPatternTemplate *self,
             RefrainSymbols *symbols,
             guint process,
             const RefrainOpSet *chosen,
             const guint8 *takes_part)
{
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, process);
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (symbols), process));

  for (gsize i = 0; i < stream->n; i++)
    {
      const guint32 op = stream->op[i];

      if (refrain_op_set_contains (chosen, process, op) && is_message (ops, op)
          && !is_half (chosen, ops, op, takes_part))
        refrain_pattern_template_add (self, process, REFRAIN_OP_IS_SEND (ops->kind[op]),
                                      (guint) ops->peer[op], self->events[process]->len);
    }
}

RefrainPatternTemplate *
refrain_template_from_ops (RefrainSymbols *symbols,
                           const RefrainOpSet *chosen,
                           char *name,
                           guint64 *left_out)
{
  g_autofree char *owned = name;
  g_autofree guint8 *takes_part = NULL;
  RefrainPatternTemplate *self;
  RefrainTrace *trace;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (chosen != NULL && left_out != NULL, NULL);

  *left_out = 0;
  trace = refrain_symbols_get_trace (symbols);
  if (refrain_op_set_get_size (chosen) > REFRAIN_TEMPLATE_MAX_EVENTS
      || refrain_trace_get_n_processes (trace) > REFRAIN_TEMPLATE_MAX_PROCESSES)
    return NULL;
  takes_part = find_members (trace, chosen);
  self = refrain_pattern_template_new (refrain_trace_get_n_processes (trace),
                                       g_steal_pointer (&owned));
  for (guint p = 0; p < self->n_processes; p++)
    if (takes_part[p])
      add_process (self, symbols, p, chosen, takes_part);
  *left_out = refrain_op_set_get_size (chosen) - refrain_pattern_template_count_events (self);
  return self;
}

/* The lowest and the highest rank that @self speaks of; FALSE where there is none. */
static gboolean
get_extent (const RefrainPatternTemplate *self, guint *low, guint *high)
{
  *low = G_MAXUINT;
  *high = 0;
  for (guint p = 0; p < self->n_processes; p++)
    for (guint i = 0; i < self->events[p]->len; i++)
      {
        const guint peer = g_array_index (self->events[p], RefrainTemplateEvent, i).peer;

        *low = MIN (*low, MIN (p, peer));
        *high = MAX (*high, MAX (p, peer));
      }
  return *low <= *high;
}

void
refrain_pattern_template_get_shifts (const RefrainPatternTemplate *self,
                                     guint n_processes,
                                     gint64 *least,
                                     gint64 *most)
{
  guint low, high;

  g_return_if_fail (self != NULL);
  g_return_if_fail (least != NULL && most != NULL);

  *least = *most = 0;
  if (!get_extent (self, &low, &high) || high >= n_processes)
    return;
  *least = -(gint64) low;
  *most = (gint64) (n_processes - 1 - high);
}

RefrainPatternTemplate *
refrain_pattern_template_shift (const RefrainPatternTemplate *self, guint n_processes, gint64 by)
{
  RefrainPatternTemplate *shifted;
  gint64 least, most;

  g_return_val_if_fail (self != NULL, NULL);
  refrain_pattern_template_get_shifts (self, n_processes, &least, &most);
  g_return_val_if_fail (by >= least && by <= most, NULL);

  shifted = refrain_pattern_template_new (n_processes, g_strdup (self->name));
  for (guint p = 0; p < self->n_processes; p++)
    for (guint i = 0; i < self->events[p]->len; i++)
      {
        const RefrainTemplateEvent *event
            = &g_array_index (self->events[p], RefrainTemplateEvent, i);

        refrain_pattern_template_add (shifted, (guint) (p + by), event->send,
                                      (guint) (event->peer + by), event->step);
      }
  if (self->next != NULL)
    shifted->next = refrain_pattern_template_shift (self->next, n_processes, by);
  return shifted;
}
