/* refrain-loop-peers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With whom processes have messages, in the order of the first: what of streams tells how a run
 * numbers its processes.
 */
#pragma once

#include <glib.h>

/* Events of a process that are looked at for the order of its sends. */
#define REFRAIN_LOOP_BEGINNING 4000

typedef struct
{
  guint32 process;
  guint32 turn; /* place among those that are sent to, by the first send; or REFRAIN_NONE */
  guint64 n_sends;
} RefrainLoopPeer;

/* Of a process; not with itself, but for `sends`. */
typedef struct
{
  guint32 n;
  guint32 n_turns;
  guint32 n_sends;
  RefrainLoopPeer *partners; /* n, in the order of the first message */
  guint32 *sends;            /* n_sends: to whom go those among the first events */
} RefrainLoopPeers;
