/* refrain-gxl-communicators.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communicators of a document, with the members that edges give them.
 */
#pragma once

#include "refrain-gxl-extension.h"
#include "refrain-gxl-node.h"
#include "refrain-trace-builder.h"

typedef struct _RefrainGxlCommunicators RefrainGxlCommunicators;

/* None yet. Free with refrain_gxl_communicators_free(). */
RefrainGxlCommunicators *refrain_gxl_communicators_new (void);
void refrain_gxl_communicators_free (RefrainGxlCommunicators *self);

/* Takes a Communicator that stands in graph @graph. FALSE with *@cause, free with g_free(). */
gboolean refrain_gxl_communicators_add (RefrainGxlCommunicators *self,
                                        const RefrainGxlNode *node,
                                        guint graph,
                                        char **cause);
/* Whether there is one with this id. */
gboolean refrain_gxl_communicators_contain (RefrainGxlCommunicators *self, const char *id);
/* Returns the communicator @id, which is there, a member of one of its groups in place @order
 * (below 0: behind those it has). *@process is the member's index when the communicators are
 * closed, -1 where the trace does not have it. FALSE with *@cause. */
gboolean refrain_gxl_communicators_add_member (RefrainGxlCommunicators *self,
                                               const char *id,
                                               const gint64 *process,
                                               gint64 order,
                                               gboolean remote,
                                               guint n_processes,
                                               char **cause);

/* Hands them to @builder by the numbers in their ids; once. Where @keep is not NULL, those in
 * graphs that it does not keep, and those with members of which the trace has none, are left out.
 * FALSE with *@cause. O(n log n + members). */
gboolean refrain_gxl_communicators_close (RefrainGxlCommunicators *self,
                                          RefrainTraceBuilder *builder,
                                          RefrainGxlKeepFunc keep,
                                          gpointer data,
                                          char **cause);

/* After closing: the index of the one with this id, or -1. */
gint64 refrain_gxl_communicators_find (RefrainGxlCommunicators *self, const char *id);
