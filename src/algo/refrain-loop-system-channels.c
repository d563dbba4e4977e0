/* refrain-loop-system-channels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-loop-system-private.h"

typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 base;      /* the channel without counts */
  gboolean affine;   /* its tag is */
  gboolean asked[2]; /* for a sender's port, for a receiver's */
  GBytes *key;
} Channel;

/* Who takes part in a collective operation of one shape, and each one's neighbours. */
typedef struct
{
  guint32 process;
  guint32 previous; /* or REFRAIN_NONE */
  guint32 next;
} Member;

struct _RefrainLoopChannels
{
  RefrainLoopEvents *events;
  const RefrainLoopShape *shapes;
  guint32 n_processes;
  GArray *channels;   /* of Channel */
  GHashTable *by_key; /* GBytes to channel + 1 */
  GHashTable *taking; /* shape << 32 | process to Member */
  GHashTable *tagged; /* source << 32 | destination: with affine tags */
  GHashTable *uneven; /* ... that are not the same on both sides */
  gboolean affine;
};

static void
clear_channel (gpointer data)
{
  Channel *channel = data;

  g_bytes_unref (channel->key);
}

RefrainLoopChannels *
refrain_loop_channels_new (RefrainLoopEvents *events)
{
  RefrainLoopChannels *self = g_new0 (RefrainLoopChannels, 1);
  guint32 n_shapes;

  self->events = g_object_ref (events);
  self->shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  self->n_processes = refrain_loop_events_get_n_processes (events);
  self->channels = g_array_new (FALSE, FALSE, sizeof (Channel));
  g_array_set_clear_func (self->channels, clear_channel);
  self->by_key = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  self->taking = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->tagged = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->uneven = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
refrain_loop_channels_free (RefrainLoopChannels *self)
{
  g_hash_table_unref (self->by_key);
  g_hash_table_unref (self->taking);
  g_hash_table_unref (self->tagged);
  g_hash_table_unref (self->uneven);
  g_array_unref (self->channels);
  g_object_unref (self->events);
  g_free (self);
}

RefrainLoopEvents *
refrain_loop_channels_get_events (RefrainLoopChannels *self)
{
  return self->events;
}

guint32
refrain_loop_channels_get_source (RefrainLoopChannels *self, guint32 channel)
{
  return g_array_index (self->channels, Channel, channel).source;
}

guint32
refrain_loop_channels_get_destination (RefrainLoopChannels *self, guint32 channel)
{
  return g_array_index (self->channels, Channel, channel).destination;
}

gboolean
refrain_loop_channels_get_affine (RefrainLoopChannels *self)
{
  return self->affine;
}

/* ---- Collective operations ------------------------------------------------------------------- */

static gint64
pair_key (guint32 high, guint32 low)
{
  return (gint64) ((guint64) high << 32 | low);
}

static Member *
find_member (RefrainLoopChannels *self, guint32 shape, guint32 process)
{
  const gint64 key = pair_key (shape, process);

  return g_hash_table_lookup (self->taking, &key);
}

void
refrain_loop_channels_add_sync (RefrainLoopChannels *self, guint32 shape, guint32 process)
{
  const gint64 key = pair_key (shape, process);
  Member *member;

  if (find_member (self, shape, process) != NULL)
    return;
  member = g_new (Member, 1);
  *member = (Member){ .process = process, .previous = REFRAIN_NONE, .next = REFRAIN_NONE };
  g_hash_table_insert (self->taking, g_memdup2 (&key, sizeof key), member);
}

void
refrain_loop_channels_chain (RefrainLoopChannels *self)
{
  guint32 n_shapes;

  refrain_loop_events_get_shapes (self->events, &n_shapes);
  for (guint32 shape = 0; shape < n_shapes; shape++)
    {
      Member *last = NULL;
      const guint32 *group;
      gsize n;

      if (self->shapes[shape].kind != REFRAIN_LOOP_SYNC)
        continue;
      group = refrain_loop_events_get_group (self->events, self->shapes[shape].group, &n);
      for (gsize i = 0; i < n; i++)
        {
          Member *member = find_member (self, shape, group[i]);

          if (member == NULL)
            continue;
          if (last != NULL)
            {
              last->next = member->process;
              member->previous = last->process;
            }
          last = member;
        }
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void
append_number (GByteArray *key, const RefrainLoopNumber *number)
{
  g_byte_array_append (key, (const guint8 *) &number->constant, sizeof number->constant);
  g_byte_array_append (key, (const guint8 *) &number->n, sizeof number->n);
  for (guint32 i = 0; i < number->n; i++)
    {
      g_byte_array_append (key, (const guint8 *) &number->terms[i].depth, sizeof (guint32));
      g_byte_array_append (key, (const guint8 *) &number->terms[i].coefficient, sizeof (gint64));
    }
}

/* The channel with this key, which is taken over. */
static guint32
intern (RefrainLoopChannels *self, Channel channel, GByteArray *bytes)
{
  GBytes *key = g_byte_array_free_to_bytes (bytes);
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_key, key));

  if (known > 0)
    {
      g_bytes_unref (key);
      return known - 1;
    }
  g_assert (self->channels->len < G_MAXUINT32 / 2);
  channel.key = key;
  if (channel.base == REFRAIN_NONE)
    channel.base = self->channels->len;
  g_array_append_val (self->channels, channel);
  g_hash_table_insert (self->by_key, key, GUINT_TO_POINTER (self->channels->len));
  return self->channels->len - 1;
}

static guint32
find_channel (RefrainLoopChannels *self,
              guint32 shape, /* of a SYNC, or REFRAIN_NONE */
              guint32 source,
              guint32 destination,
              const RefrainLoopNumber *tag)
{
  const guint32 start[] = { shape, source, destination };
  GByteArray *key = g_byte_array_new ();

  g_byte_array_append (key, (const guint8 *) start, sizeof start);
  append_number (key, tag);
  return intern (self,
                 (Channel){ .source = source,
                            .destination = destination,
                            .base = REFRAIN_NONE,
                            .affine = tag->n > 0 },
                 key);
}

/* The port of a message's sender or receiver. */
static guint32
find_port (RefrainLoopChannels *self,
           guint32 source,
           guint32 destination,
           const RefrainLoopNumber *tag,
           gboolean sends)
{
  const guint32 found = find_channel (self, REFRAIN_NONE, source, destination, tag);
  const gint64 key = pair_key (source, destination);

  g_array_index (self->channels, Channel, found).asked[sends ? 0 : 1] = TRUE;
  if (tag->n > 0)
    {
      self->affine = TRUE;
      if (!g_hash_table_contains (self->tagged, &key))
        g_hash_table_add (self->tagged, g_memdup2 (&key, sizeof key));
    }
  return 2 * found + (sends ? 0 : 1);
}

guint
refrain_loop_channels_get_ports (RefrainLoopChannels *self,
                                 guint32 process,
                                 guint32 shape,
                                 const RefrainLoopNumber *peer,
                                 const RefrainLoopNumber *tag,
                                 guint32 *ports)
{
  const RefrainLoopEventKind kind = self->shapes[shape].kind;
  const RefrainLoopNumber none = { .constant = 0 };
  const Member *member;
  guint n = 0;

  if (kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV)
    {
      const gboolean sends = kind == REFRAIN_LOOP_SEND;

      if (peer->n > 0 || peer->constant < 0 || peer->constant >= self->n_processes)
        return 0;
      ports[0] = find_port (self, sends ? process : (guint32) peer->constant,
                            sends ? (guint32) peer->constant : process, tag, sends);
      return 1;
    }
  if (kind != REFRAIN_LOOP_SYNC || (member = find_member (self, shape, process)) == NULL)
    return 0;
  if (member->previous != REFRAIN_NONE)
    ports[n++] = 2 * find_channel (self, shape, member->previous, process, &none) + 1;
  if (member->next != REFRAIN_NONE)
    ports[n++] = 2 * find_channel (self, shape, process, member->next, &none);
  return n;
}

guint32
refrain_loop_channels_repeat (RefrainLoopChannels *self,
                              guint32 port,
                              const RefrainLoopNumber *count)
{
  const Channel channel = g_array_index (self->channels, Channel, port / 2);
  GByteArray *key = g_byte_array_new ();
  gsize n;
  const guint8 *data = g_bytes_get_data (channel.key, &n);

  self->affine = TRUE;
  g_byte_array_append (key, data, n);
  append_number (key, count);
  return 2
             * intern (self,
                       (Channel){ .source = channel.source,
                                  .destination = channel.destination,
                                  .base = channel.base,
                                  .affine = channel.affine },
                       key)
         + port % 2;
}

/* ---- Affine tags ----------------------------------------------------------------------------- */

guint64
refrain_loop_channels_get_family (RefrainLoopChannels *self, guint32 channel)
{
  const Channel *of = &g_array_index (self->channels, Channel, channel);
  const gint64 key = pair_key (of->source, of->destination);

  if (self->affine && g_hash_table_contains (self->tagged, &key))
    return G_GUINT64_CONSTANT (1) << 63 | (guint64) key;
  return of->base;
}

gboolean
refrain_loop_channels_is_uneven (RefrainLoopChannels *self, guint32 source, guint32 destination)
{
  const gint64 key = pair_key (source, destination);

  return g_hash_table_contains (self->uneven, &key);
}

/* Which pairs have a sender (1) and a receiver (2), by key. */
static GHashTable *
list_sides (RefrainLoopChannels *self)
{
  GHashTable *sides = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->channels->len; i++)
    {
      const Channel *channel = &g_array_index (self->channels, Channel, i);
      const gint64 key = pair_key (channel->source, channel->destination);
      const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (sides, &key));

      g_hash_table_replace (
          sides, g_memdup2 (&key, sizeof key),
          GUINT_TO_POINTER (known | (channel->asked[0] ? 1 : 0) | (channel->asked[1] ? 2 : 0)));
    }
  return sides;
}

gboolean
refrain_loop_channels_find_uneven (RefrainLoopChannels *self)
{
  g_autoptr (GHashTable) sides = NULL;

  if (!self->affine)
    return FALSE;
  sides = list_sides (self);
  for (guint i = 0; i < self->channels->len; i++)
    {
      Channel *channel = &g_array_index (self->channels, Channel, i);
      const gint64 key = pair_key (channel->source, channel->destination);

      if (channel->affine && channel->asked[0] != channel->asked[1]
          && GPOINTER_TO_UINT (g_hash_table_lookup (sides, &key)) == 3)
        g_hash_table_add (self->uneven, g_memdup2 (&key, sizeof key));
    }
  if (g_hash_table_size (self->uneven) == 0)
    return FALSE;
  g_hash_table_remove_all (self->tagged);
  self->affine = FALSE;
  return TRUE;
}
