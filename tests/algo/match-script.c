/* match-script.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "match-script.h"

#include "refrain-trace-builder.h"

Script *
script_new (guint n)
{
  Script *self = g_new (Script, 1);

  self->n = n;
  self->events = g_new (GArray *, n);
  for (guint i = 0; i < n; i++)
    self->events[i] = g_array_new (FALSE, FALSE, sizeof (RefrainTemplateEvent));
  return self;
}

void
script_free (Script *self)
{
  for (guint i = 0; i < self->n; i++)
    g_array_unref (self->events[i]);
  g_free (self->events);
  g_free (self);
}

void
script_add (Script *self, guint process, gboolean send, guint peer)
{
  RefrainTemplateEvent event = { .send = send, .peer = peer };

  g_array_append_val (self->events[process], event);
}

void
script_play (Script *self, const RefrainPatternTemplate *template)
{
  for (guint p = 0; p < template->n_processes; p++)
    {
      guint first = self->events[p]->len, m = template->events[p]->len;
      RefrainTemplateEvent *events;

      if (m == 0)
        continue;
      g_array_append_vals (self->events[p], template->events[p]->data, m);
      events = &g_array_index (self->events[p], RefrainTemplateEvent, first);
      for (guint i = 1; i < m; i++)
        {
          guint j = g_test_rand_int_range (0, i + 1);
          RefrainTemplateEvent event = events[i];

          if (events[i].step == events[j].step)
            {
              events[i] = events[j];
              events[j] = event;
            }
        }
    }
}

RefrainSymbols *
script_finish (const Script *self)
{
  RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gint32 *ranks = g_new (gint32, self->n);
  g_autofree RefrainRecorder **recorders = g_new (RefrainRecorder *, self->n);
  RefrainSymbols *symbols;
  guint32 comm;

  for (guint p = 0; p < self->n; p++)
    {
      refrain_trace_builder_add_process (builder, "P", NULL);
      recorders[p] = refrain_trace_builder_add_thread (builder, p, p, "T");
      ranks[p] = p;
    }
  comm = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("C", 0, -1, ranks, self->n, NULL, 0, FALSE));
  for (guint p = 0; p < self->n; p++)
    for (guint i = 0; i < self->events[p]->len; i++)
      {
        const RefrainTemplateEvent *event
            = &g_array_index (self->events[p], RefrainTemplateEvent, i);

        if (event->send)
          refrain_recorder_send (recorders[p], i + 1, event->peer, comm, 0, 8);
        else
          refrain_recorder_recv (recorders[p], i + 1, event->peer, comm, 0, 8);
      }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  symbols = refrain_symbols_new (trace, &scheme, NULL, &error);
  g_assert_no_error (error);
  return symbols;
}
