/* refrain-pattern-template.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pattern itself, and "more like this": what an occurrence or chosen operations of a trace do,
 * as a pattern to look for; and the same elsewhere on the ranks.
 */
#include "refrain-pattern-template.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-free.h"

RefrainPatternTemplate *
refrain_pattern_template_new (guint n_processes, char *name)
{
  RefrainPatternTemplate *self = g_new0 (RefrainPatternTemplate, 1);

  self->n_processes = n_processes;
  self->name = name;
  self->events = g_new (GArray *, n_processes);
  for (guint i = 0; i < n_processes; i++)
    self->events[i] = g_array_new (FALSE, FALSE, sizeof (RefrainTemplateEvent));
  return self;
}

void
refrain_pattern_template_free (RefrainPatternTemplate *self)
{
  while (self != NULL)
    {
      RefrainPatternTemplate *next = self->next;

      for (guint i = 0; i < self->n_processes; i++)
        g_array_unref (self->events[i]);
      refrain_free (self->events, self->name, self);
      self = next;
    }
}

void
refrain_pattern_template_add (
    RefrainPatternTemplate *self, guint process, gboolean send, guint peer, guint step)
{
  RefrainTemplateEvent event = { .send = send, .peer = peer, .step = step };

  g_return_if_fail (process < self->n_processes && peer < self->n_processes);

  g_array_append_val (self->events[process], event);
}

guint64
refrain_pattern_template_count_events (const RefrainPatternTemplate *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_processes; i++)
    n += self->events[i]->len;
  return n;
}

guint
refrain_pattern_template_count_members (const RefrainPatternTemplate *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_processes; i++)
    n += self->events[i]->len > 0;
  return n;
}

/* A channel as one end sees it. */
typedef struct
{
  guint32 source, destination;
  gint sends; /* sends less receives */
  guint sent;
} Channel;

REFRAIN_DEFINE_COMPARE (compare_channels,
                        Channel,
                        REFRAIN_RISING (source) ?: REFRAIN_RISING (destination))

static GArray *
list_channels (const RefrainPatternTemplate *self)
{
  GArray *channels = g_array_new (FALSE, FALSE, sizeof (Channel));

  for (guint i = 0; i < self->n_processes; i++)
    for (guint e = 0; e < self->events[i]->len; e++)
      {
        const RefrainTemplateEvent *event
            = &g_array_index (self->events[i], RefrainTemplateEvent, e);
        Channel channel = { .source = event->send ? i : event->peer,
                            .destination = event->send ? event->peer : i,
                            .sends = event->send ? 1 : -1,
                            .sent = event->send };

        if (self->events[event->peer]->len > 0)
          g_array_append_val (channels, channel);
      }
  g_array_sort (channels, compare_channels);
  return channels;
}

gboolean
refrain_pattern_template_check (const RefrainPatternTemplate *self, GError **error)
{
  g_autoptr (GArray) channels = list_channels (self);

  for (guint first = 0, end; first < channels->len; first = end)
    {
      const Channel *channel = &g_array_index (channels, Channel, first);
      int balance = 0;
      guint sent = 0;

      for (end = first; end < channels->len
                        && compare_channels (channel, &g_array_index (channels, Channel, end)) == 0;
           end++)
        {
          balance += g_array_index (channels, Channel, end).sends;
          sent += g_array_index (channels, Channel, end).sent;
        }
      if (balance != 0)
        return refrain_fail (
            error, REFRAIN_ERROR_FORMAT,
            _ ("process %u sends %u messages to process %u, which receives %u of them"),
            channel->source, sent, channel->destination, (guint) ((int) sent - balance));
    }
  return TRUE;
}

/* ---- Taken from a trace ---- */

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
      const RefrainOps *ops = refrain_trace_get_ops (trace, parts[i].process);

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
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

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
  const RefrainOps *ops = refrain_trace_get_ops (refrain_symbols_get_trace (symbols), process);

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

/* ---- Elsewhere on the ranks ---- */

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
