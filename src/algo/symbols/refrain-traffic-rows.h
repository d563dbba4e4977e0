/* refrain-traffic-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages counted by iteration, and whether each process has the same partners in all of them.
 */
#pragma once

#include "refrain-types.h"

/* What is sent in one iteration. */
typedef struct
{
  RefrainTime from, to; /* the first and the last send */
  guint64 messages, bytes;
  guint64 channels; /* pairs of a sender and a receiver */
  guint changed;    /* processes that send to others than in the iteration before */
} RefrainTrafficRow;

typedef struct _RefrainTrafficCounter RefrainTrafficCounter;

/* Counts @n_rows iterations of @n_processes. Where their product is too large, partners are not
 * compared. */
RefrainTrafficCounter *refrain_traffic_counter_new (guint n_processes, gsize n_rows);
void refrain_traffic_counter_free (RefrainTrafficCounter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTrafficCounter, refrain_traffic_counter_free)
/* Counts a send of @process, to be called process by process, iteration after iteration. */
void refrain_traffic_counter_add (RefrainTrafficCounter *self,
                                  guint process,
                                  gsize row,
                                  gint32 peer,
                                  guint64 bytes,
                                  RefrainTime time);
/* The iterations in which there are messages, of RefrainTrafficRow; free with g_array_unref().
 * @fixed: whether each process sends to the same ones in each iteration, but perhaps the first and
 * the last; FALSE where there is only one. O(iterations · processes). */
GArray *refrain_traffic_counter_finish (RefrainTrafficCounter *self, gboolean *fixed);
