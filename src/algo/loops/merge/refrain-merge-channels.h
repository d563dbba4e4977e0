/* refrain-merge-channels.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which messages and collective operations can belong together, as small integers.
 */
#pragma once

#include "refrain-merge-number.h"

/* Channels, as small integers: source, destination and tag, or a collective operation of a group.
 * Each has two ports: 2 x channel for its sender, + 1 for its receiver; the members of a group have
 * but the first. */
typedef struct _RefrainMergeChannels RefrainMergeChannels;

/* Counts from here on are not told apart. */
#define REFRAIN_MERGE_MANY (G_GUINT64_CONSTANT (1) << 60)

RefrainMergeChannels *refrain_merge_channels_new (RefrainLoopEvents *events);
void refrain_merge_channels_free (RefrainMergeChannels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMergeChannels, refrain_merge_channels_free)
RefrainLoopEvents *refrain_merge_channels_get_events (RefrainMergeChannels *self);
/* Whether the channel is a collective operation; then it has no source and no destination. */
gboolean refrain_merge_channels_is_sync (RefrainMergeChannels *self, guint32 channel);
guint32 refrain_merge_channels_get_source (RefrainMergeChannels *self, guint32 channel);
guint32 refrain_merge_channels_get_destination (RefrainMergeChannels *self, guint32 channel);
/* Whether a new channel can still come to be when loops are cut: no, where no number is affine. */
gboolean refrain_merge_channels_get_affine (RefrainMergeChannels *self);
/* Channels of one family may be the same for some indices of the loops around them. */
guint64 refrain_merge_channels_get_family (RefrainMergeChannels *self, guint32 channel);
/* Whether messages between the two have tags that are affine, and not the same on both sides. */
gboolean
refrain_merge_channels_is_uneven (RefrainMergeChannels *self, guint32 source, guint32 destination);
/* Finds out which pairs these are, for refrain_merge_channels_is_uneven(). Returns whether there
 * are any, and then forgets what was asked for. */
gboolean refrain_merge_channels_find_uneven (RefrainMergeChannels *self);
/* The port of an event, or REFRAIN_NONE. */
guint32 refrain_merge_channels_get_port (RefrainMergeChannels *self,
                                         guint32 process,
                                         guint32 shape,
                                         const RefrainMergeNumber *peer,
                                         const RefrainMergeNumber *tag);
/* The port for messages on @port that are exchanged @count times over, an affine number. */
guint32 refrain_merge_channels_repeat (RefrainMergeChannels *self,
                                       guint32 port,
                                       const RefrainMergeNumber *count);
