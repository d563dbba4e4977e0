/* refrain-pattern-shape.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A name for a pattern from what its processes do.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "refrain-pattern-private.h"

/* The direction of each of a part's operations. */
typedef struct
{
  gboolean sends;
  gboolean receives;
  gboolean in_order; /* no receive after a send */
} Flow;

static Flow
part_flow (RefrainPattern *self, const RefrainOccurrencePart *part)
{
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (self->symbols), part->process));
  const guint32 *op = refrain_symbols_get_stream (self->symbols, part->process)->op;
  Flow flow = { FALSE, FALSE, TRUE };

  for (guint32 i = part->first; i < part->first + part->n; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[op[i]]))
      {
        flow.sends = TRUE;
      }
    else
      {
        flow.receives = TRUE;
        flow.in_order = flow.in_order && !flow.sends;
      }
  return flow;
}

/* "MPI_Bcast, MPI_Gather": what a collective pattern does, as its first process sees it. */
static char *
collective_name (RefrainPattern *self)
{
  const RefrainOccurrencePart *part = &self->occurrences[0];
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (self->symbols), part->process));
  const guint32 *op = refrain_symbols_get_stream (self->symbols, part->process)->op;
  GString *text = g_string_new (NULL);
  gint32 last = -1;

  for (guint32 i = part->first; i < part->first + part->n && text->len < 80; i++)
    {
      const gint32 type = ops->tag[op[i]];

      if (type != last)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                                refrain_collective_get_name ((RefrainCollective) type));
      last = type;
    }
  return g_string_free (text, FALSE);
}

char *
refrain_pattern_describe_shape (RefrainPattern *self)
{
  guint sources = 0, sinks = 0, source = 0, sink = 0, both = 0, relays = 0;

  if (self->collective)
    return collective_name (self);
  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *part = &self->occurrences[k];
      const Flow flow = part_flow (self, part);

      if (flow.sends && flow.receives)
        {
          both++;
          relays += flow.in_order;
        }
      else if (flow.sends)
        {
          sources++;
          source = part->process;
        }
      else
        {
          sinks++;
          sink = part->process;
        }
    }
  if (sources == 1 && sinks == 1 && both == 0)
    return g_strdup_printf (_ ("Transfer from %u to %u"), source, sink);
  if (sources == 1 && sinks == 1 && relays == both)
    return g_strdup_printf (_ ("Sweep from %u to %u"), source, sink);
  if (sources == 0 && sinks == 0)
    return g_strdup_printf (_ ("Exchange %u"), self->id);
  return g_strdup_printf (_ ("Pattern %u"), self->id);
}
