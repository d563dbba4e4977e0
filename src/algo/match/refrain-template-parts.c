/* refrain-template-parts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "More like this": a pattern taken from a trace.
 */
#include "config.h"

#include "refrain-pattern-template.h"

RefrainPatternTemplate *
refrain_template_from_parts (RefrainSymbols *symbols,
                             const RefrainOccurrencePart *parts,
                             gsize n_parts,
                             char *name)
{
  g_autofree char *owned = name;
  RefrainTrace *trace;
  RefrainPatternTemplate *self;
  guint64 events = 0;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  trace = refrain_symbols_get_trace (symbols);
  for (gsize i = 0; i < n_parts; i++)
    events += parts[i].n;
  if (events > REFRAIN_TEMPLATE_MAX_EVENTS
      || refrain_trace_get_n_processes (trace) > REFRAIN_TEMPLATE_MAX_PROCESSES)
    return NULL;
  self = refrain_pattern_template_new (refrain_trace_get_n_processes (trace),
                                       g_steal_pointer (&owned));
  for (gsize i = 0; i < n_parts; i++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, parts[i].process);
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (trace, parts[i].process));

      for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
        {
          guint32 op = stream->op[e];

          if (REFRAIN_OP_IS_P2P (ops->kind[op]) && ops->peer[op] >= 0)
            refrain_pattern_template_add (self, parts[i].process,
                                          REFRAIN_OP_IS_SEND (ops->kind[op]), ops->peer[op],
                                          self->events[parts[i].process]->len);
        }
    }
  return self;
}
