/* refrain-cores.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many cores the processes of a run share, where its recorder noted that, as ours does.
 */
#pragma once

#include "refrain-trace.h"

/* The class of the records that tell it, in the schema of an extension: a node, its processes, and
 * the cores that these may use. */
#define REFRAIN_NODE_CLASS "NodeCores"
#define REFRAIN_NODE_SCHEMA                                                                        \
  "definition " REFRAIN_NODE_CLASS " name:text processes:unsigned cores:unsigned\n"

/* The property of an archive of OTF2 that tells the same. */
#define REFRAIN_NODE_PROPERTY "REFRAIN::NODE_CORES"

/* The nodes as a text that such a property can hold, or NULL where none is noted; free with
 * g_free(). */
char *refrain_trace_note_cores (RefrainTrace *trace);

/* Whether the cores of the nodes of @trace are known: *@crowded then tells whether one has more
 * processes than cores. O(definitions). */
gboolean refrain_trace_knows_cores (RefrainTrace *trace, gboolean *crowded);

/* "6 processes share 2 cores of node vm, so that …", of the node that is most crowded, or NULL
 * where none is or it is not known. Free with g_free(). */
char *refrain_trace_describe_cores (RefrainTrace *trace);
