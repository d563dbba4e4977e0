/* refrain-message-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which messages are looked at: those with some tags, of one communicator. A plain value.
 */
#pragma once

#include "refrain-types.h"

typedef struct
{
  gint32 first_tag, last_tag; /* both included */
  guint32 communicator;       /* index, or REFRAIN_NONE: all */
} RefrainMessageFilter;

/* Lets all messages through. */
#define REFRAIN_MESSAGE_FILTER_ALL                                                                 \
  (RefrainMessageFilter)                                                                           \
  {                                                                                                \
    G_MININT32, G_MAXINT32, REFRAIN_NONE                                                           \
  }

/* Whether row @op of @ops, a send or receive, is let through. */
static inline gboolean
refrain_message_filter_passes (const RefrainMessageFilter *self, const RefrainOps *ops, gsize op)
{
  return ops->tag[op] >= self->first_tag && ops->tag[op] <= self->last_tag
         && (self->communicator == REFRAIN_NONE || ops->comm[op] == self->communicator);
}

static inline gboolean
refrain_message_filter_is_all (const RefrainMessageFilter *self)
{
  return self->first_tag == G_MININT32 && self->last_tag == G_MAXINT32
         && self->communicator == REFRAIN_NONE;
}

static inline gboolean
refrain_message_filter_equal (const RefrainMessageFilter *a, const RefrainMessageFilter *b)
{
  return a->first_tag == b->first_tag && a->last_tag == b->last_tag
         && a->communicator == b->communicator;
}
