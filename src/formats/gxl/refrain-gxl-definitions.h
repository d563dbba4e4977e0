/* refrain-gxl-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From nodes and edges that define something to a trace builder.
 */
#pragma once

#include "refrain-gxl-node.h"
#include "refrain-trace-builder.h"

G_BEGIN_DECLS

typedef struct _RefrainGxlDefinitions RefrainGxlDefinitions;

/* @path is where the document comes from. Free with refrain_gxl_definitions_free(). */
RefrainGxlDefinitions *refrain_gxl_definitions_new (RefrainTraceBuilder *builder, const char *path);
/* Frees @self; what the builder got stays. */
void refrain_gxl_definitions_free (RefrainGxlDefinitions *self);

/* Takes a node of a class that defines something. FALSE with *@cause, free with g_free(). */
gboolean
refrain_gxl_definitions_add (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause);
/* Takes an edge between definitions; @order is its "fromorder", or -1. Others are ignored. */
gboolean refrain_gxl_definitions_add_edge (RefrainGxlDefinitions *self,
                                           RefrainGxlClass class_,
                                           const char *from,
                                           const char *to,
                                           gint64 order,
                                           char **cause);
/* Hands all to the builder, once; nothing but routines may be added afterwards. FALSE with *@cause,
 * free with g_free(). O(members of communicators). */
gboolean refrain_gxl_definitions_close (RefrainGxlDefinitions *self, char **cause);

/* By the id of a node: an index, or -1. Only after closing. */
gint64 refrain_gxl_definitions_find_process (RefrainGxlDefinitions *self, const char *id);
gint64 refrain_gxl_definitions_find_communicator (RefrainGxlDefinitions *self, const char *id);
/* By name; adds it when it is new. REFRAIN_NONE for NULL. */
guint32 refrain_gxl_definitions_find_routine (RefrainGxlDefinitions *self, const char *name);

G_END_DECLS
