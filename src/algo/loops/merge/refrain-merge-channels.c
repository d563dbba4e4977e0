/* refrain-merge-channels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A channel is found by its key: the bytes of all that tells it apart.
 */
#include "refrain-merge-channels.h"

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-object.h"
#include "refrain-search.h"

typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 base;      /* the channel without counts */
  gboolean affine;   /* its tag is */
  gboolean asked[2]; /* for a sender's port, for a receiver's */
  GBytes *key;
} Channel;

struct _RefrainMergeChannels
{
  RefrainLoopEvents *events;
  const RefrainLoopShape *shapes;
  guint32 n_processes;
  GArray *channels;   /* of Channel */
  GHashTable *by_key; /* GBytes to channel + 1 */
  GHashTable *tagged; /* source << 32 | destination: with affine tags */
  GHashTable *uneven; /* ... that are not the same on both sides */
  gboolean affine;
};

REFRAIN_DEFINE_CLEAR (clear_channel, Channel, g_bytes_unref (x->key))

RefrainMergeChannels *
refrain_merge_channels_new (RefrainLoopEvents *events)
{
  RefrainMergeChannels *self = g_new0 (RefrainMergeChannels, 1);
  guint32 n_shapes;

  self->events = g_object_ref (events);
  self->shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  self->n_processes = refrain_loop_events_get_n_processes (events);
  self->channels = g_array_new (FALSE, FALSE, sizeof (Channel));
  g_array_set_clear_func (self->channels, clear_channel);
  self->by_key = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  self->tagged = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  self->uneven = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_merge_channels_free,
                             RefrainMergeChannels,
                             g_hash_table_unref (x->by_key);
                             g_hash_table_unref (x->tagged);
                             g_hash_table_unref (x->uneven);
                             g_array_unref (x->channels);
                             g_object_unref (x->events))

RefrainLoopEvents *
refrain_merge_channels_get_events (RefrainMergeChannels *self)
{
  return self->events;
}

guint32
refrain_merge_channels_get_source (RefrainMergeChannels *self, guint32 channel)
{
  return g_array_index (self->channels, Channel, channel).source;
}

guint32
refrain_merge_channels_get_destination (RefrainMergeChannels *self, guint32 channel)
{
  return g_array_index (self->channels, Channel, channel).destination;
}

REFRAIN_READER (refrain_merge_channels_get_affine, RefrainMergeChannels, gboolean, self->affine)

static gint64
pair_key (guint32 high, guint32 low)
{
  return (gint64) ((guint64) high << 32 | low);
}

gboolean
refrain_merge_channels_is_sync (RefrainMergeChannels *self, guint32 channel)
{
  return g_array_index (self->channels, Channel, channel).source == REFRAIN_NONE;
}

/* Whether @process is in the group of @shape, a SYNC. */
static gboolean
is_member (RefrainMergeChannels *self, guint32 shape, guint32 process)
{
  gsize n;
  const guint32 *group
      = refrain_loop_events_get_group (self->events, self->shapes[shape].group, &n);
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, n, group[i] < process);

  return at < n && group[at] == process;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void
append_number (GByteArray *key, const RefrainMergeNumber *number)
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
intern (RefrainMergeChannels *self, Channel channel, GByteArray *bytes)
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
find_channel (RefrainMergeChannels *self,
              guint32 shape, /* of a SYNC, or REFRAIN_NONE */
              guint32 source,
              guint32 destination,
              const RefrainMergeNumber *tag)
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
find_port (RefrainMergeChannels *self,
           guint32 source,
           guint32 destination,
           const RefrainMergeNumber *tag,
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

guint32
refrain_merge_channels_get_port (RefrainMergeChannels *self,
                                 guint32 process,
                                 guint32 shape,
                                 const RefrainMergeNumber *peer,
                                 const RefrainMergeNumber *tag)
{
  const RefrainLoopEventKind kind = self->shapes[shape].kind;
  const RefrainMergeNumber none = { .constant = 0 };

  if (kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV)
    {
      const gboolean sends = kind == REFRAIN_LOOP_SEND;

      if (peer->n > 0 || peer->constant < 0 || peer->constant >= self->n_processes)
        return REFRAIN_NONE;
      return find_port (self, sends ? process : (guint32) peer->constant,
                        sends ? (guint32) peer->constant : process, tag, sends);
    }
  if (kind != REFRAIN_LOOP_SYNC || !is_member (self, shape, process))
    return REFRAIN_NONE;
  return 2 * find_channel (self, shape, REFRAIN_NONE, REFRAIN_NONE, &none);
}

guint32
refrain_merge_channels_repeat (RefrainMergeChannels *self,
                               guint32 port,
                               const RefrainMergeNumber *count)
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
refrain_merge_channels_get_family (RefrainMergeChannels *self, guint32 channel)
{
  const Channel *of = &g_array_index (self->channels, Channel, channel);
  const gint64 key = pair_key (of->source, of->destination);

  if (self->affine && g_hash_table_contains (self->tagged, &key))
    return G_GUINT64_CONSTANT (1) << 63 | (guint64) key;
  return of->base;
}

gboolean
refrain_merge_channels_is_uneven (RefrainMergeChannels *self, guint32 source, guint32 destination)
{
  const gint64 key = pair_key (source, destination);

  return g_hash_table_contains (self->uneven, &key);
}

/* Which pairs have a sender (1) and a receiver (2), by key. */
static GHashTable *
list_sides (RefrainMergeChannels *self)
{
  GHashTable *sides = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

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
refrain_merge_channels_find_uneven (RefrainMergeChannels *self)
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
