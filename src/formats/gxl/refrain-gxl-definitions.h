/* refrain-gxl-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the nodes and edges of a document that define something to a trace builder.
 */
#pragma once

#include "refrain-gxl-extension.h"
#include "refrain-gxl-node.h"
#include "refrain-trace-builder.h"

typedef struct _RefrainGxlDefinitions RefrainGxlDefinitions;

/* Nothing defined yet. Free with refrain_gxl_definitions_free(). */
RefrainGxlDefinitions *refrain_gxl_definitions_new (void);
/* Frees @self; what the builder got stays. */
void refrain_gxl_definitions_free (RefrainGxlDefinitions *self);

/* Nodes that follow stand in the next of the graphs that nothing holds. */
void refrain_gxl_definitions_begin_graph (RefrainGxlDefinitions *self);
/* Takes a node of a class that defines something; only before closing. FALSE with *@cause, free
 * with g_free(). */
gboolean
refrain_gxl_definitions_add (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause);
/* The same of a ProcessTrace, whose recorder is to be made by closing. */
gboolean refrain_gxl_definitions_add_thread (RefrainGxlDefinitions *self,
                                             const RefrainGxlNode *node,
                                             char **cause);
/* Whether edges of this class are between definitions. */
gboolean refrain_gxl_definitions_takes_edge (RefrainGxlClass class_);
/* Takes an edge, of which the nodes may come later; @order is its "fromorder", or -1. Those that
 * are not between definitions are ignored. Only before closing, but for those that tell a
 * ProcessTrace's trace. */
gboolean refrain_gxl_definitions_add_edge (RefrainGxlDefinitions *self,
                                           RefrainGxlClass class_,
                                           const char *from,
                                           const char *to,
                                           gint64 order,
                                           char **cause);
/* Whether the nodes of all edges are there, and the extension of all records. */
gboolean refrain_gxl_definitions_are_complete (RefrainGxlDefinitions *self);

/* After closing: the graph of the trace, 0 where there is but one trace. */
guint refrain_gxl_definitions_get_graph (RefrainGxlDefinitions *self);
/* The Trace nodes. */
guint refrain_gxl_definitions_get_n_traces (RefrainGxlDefinitions *self);

/* Hands all of trace @trace (counted from 0) to @builder, which is told that it comes from @path;
 * once. Where there are several, that is all but what stands in the graphs of others and, where
 * they share a graph, but the ProcessTraces that no edge ties to it and their processes. FALSE with
 * *@cause, free with g_free(). O(n log n), and O(members of communicators). */
gboolean refrain_gxl_definitions_close (RefrainGxlDefinitions *self,
                                        RefrainTraceBuilder *builder,
                                        const char *path,
                                        guint trace,
                                        char **cause);
gboolean refrain_gxl_definitions_are_closed (RefrainGxlDefinitions *self);

/* By whose schema the details of events are read; only after closing. */
RefrainGxlExtension *refrain_gxl_definitions_get_extension (RefrainGxlDefinitions *self);
/* Gives the builder the extension, where the document has or needs one. */
void refrain_gxl_definitions_hand_over_extension (RefrainGxlDefinitions *self);

/* By the id of a node: an index, or -1. Only after closing. */
gint64 refrain_gxl_definitions_find_process (RefrainGxlDefinitions *self, const char *id);
gint64 refrain_gxl_definitions_find_communicator (RefrainGxlDefinitions *self, const char *id);
/* By name; adds it when it is new. REFRAIN_NONE for NULL. */
guint32 refrain_gxl_definitions_find_routine (RefrainGxlDefinitions *self, const char *name);
/* Takes a ProcessTrace after closing, and returns its recorder. FALSE with *@cause. */
gboolean refrain_gxl_definitions_open_thread (RefrainGxlDefinitions *self,
                                              const RefrainGxlNode *node,
                                              RefrainRecorder **recorder,
                                              char **cause);
/* The recorder of a ProcessTrace, which belongs to the builder; NULL when it is not one of the
 * trace's. */
RefrainRecorder *refrain_gxl_definitions_find_thread (RefrainGxlDefinitions *self, const char *id);
