/* refrain-main-loop-exchanges.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: who exchanges messages with whom in a part of the run that is told.
 */
#pragma once

#include "refrain-main-loop.h"
#include "refrain-role-tree.h"

/* More exchanges, or kinds of collectives, are summed up. */
#define REFRAIN_MAIN_LOOP_MOST_LINES 4

/* A message, or rather its send. */
typedef struct
{
  guint64 pair; /* sender << 32 | receiver */
  guint64 bytes;
  guint32 iteration, role;
} RefrainToldMessage;

/* A part of the run that is told. */
typedef struct
{
  RefrainTrace *trace;
  const RefrainRoleOps *ops;
  const RefrainRoleNode *node;
  guint32 n;            /* iterations that messages are told of */
  guint32 by;           /* ... which stand for so many */
  GArray *messages;     /* of their own kind, by iteration */
  RefrainTime **starts; /* of each process its iterations' */
} RefrainToldPart;

/* Calls for each operation of each iteration. */
#define REFRAIN_FOR_EACH_ROLE_OP(part, p, i, op)                                                   \
  for (guint p = 0; p < (part)->node->n_processes; p++)                                            \
    for (guint32 i = 0; i + 1 < (part)->node->cuts[p].n_cuts; i++)                                 \
      for (const RefrainRoleOp *op = refrain_role_node_get_first ((part)->node, p, i),             \
                               *end_of_##op = refrain_role_node_get_end ((part)->node, p, i);      \
           op < end_of_##op; op++)

/* Collects messages of @self, of which trace, ops and node are set. */
void refrain_told_part_prepare (RefrainToldPart *self);
void refrain_told_part_clear (RefrainToldPart *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainToldPart, refrain_told_part_clear)

/* Adds "Exchange with up to 7 partners (10 to 294 messages)" to @items, for each exchange. @rows:
 * NULL, or gets the iterations. Returns the share of messages in exchanges that have a name. */
double
refrain_told_part_describe_exchanges (const RefrainToldPart *self, GPtrArray *items, GArray *rows);

/* Returns "Exchange with up to 4 partners that change every iteration (18 to 22 messages)" of
 * @messages, of RefrainToldMessage, which are sorted, in @n iterations. @all: they are those of all
 * processes; else it is not said how many. Free with g_free(). O(n log n). */
char *refrain_told_messages_describe (GArray *messages, guint32 n, gboolean all);
