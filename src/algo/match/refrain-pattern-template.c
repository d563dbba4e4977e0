/* refrain-pattern-template.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern-template.h"

#include <glib/gi18n.h>

#include "refrain-error.h"

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
      g_free (self->events);
      g_free (self->name);
      g_free (self);
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
  guint32 source;
  guint32 destination;
  gint sends; /* sends less receives */
  guint sent;
} Channel;

static int
compare_channels (gconstpointer a, gconstpointer b)
{
  const Channel *x = a, *y = b;

  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  return x->destination < y->destination ? -1 : x->destination > y->destination;
}

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
        {
          g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                       _ ("process %u sends %u messages to process %u, which receives %u of them"),
                       channel->source, sent, channel->destination, (guint) ((int) sent - balance));
          return FALSE;
        }
    }
  return TRUE;
}
