/* refrain-gxl-parser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the elements of a GXL document to nodes and edges, by libxml2's SAX2 interface.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-gxl-constraints.h"
#include "refrain-gxl-node.h"
#include "refrain-progress.h"

/* Where in the document a node or edge stands. */
typedef enum
{
  REFRAIN_GXL_IN_SCHEMA,   /* a metamodel: not looked at */
  REFRAIN_GXL_IN_INSTANCE, /* the trace */
  REFRAIN_GXL_IN_EVENTS,   /* the graph of a ProcessTrace */
  REFRAIN_GXL_IN_MESSAGES, /* the graph of the MsgTrace */
  REFRAIN_GXL_IN_DATA,     /* the graph of an event: its CollectiveData, whose attributes count as
                              the event's */
} RefrainGxlPlace;

typedef struct
{
  RefrainGxlClass class_;
  GString *from, *to;
  gint64 order; /* "fromorder" or -1 */
} RefrainGxlEdge;

/* What the parser tells. Each function but the last returns FALSE with *@cause to stop. */
typedef struct
{
  /* A graph that nothing holds begins. */
  void (*graph) (gpointer data);
  /* A node's or graph's id. */
  gboolean (*id) (gpointer data, const char *id, char **cause);
  /* A node of the instance or of events is complete. */
  gboolean (*node) (gpointer data, RefrainGxlPlace place, RefrainGxlNode *node, char **cause);
  gboolean (*edge) (gpointer data, RefrainGxlPlace place, const RefrainGxlEdge *edge, char **cause);
  /* The graph of a ProcessTrace begins and ends. */
  gboolean (*begin) (gpointer data, const RefrainGxlNode *node, char **cause);
  void (*end) (gpointer data);
} RefrainGxlHandler;

/* Parses the file @path. Errors name file, line and cause. @constraints, told of every node and
 * edge of the trace, may be NULL. */
gboolean refrain_gxl_parse (const char *path,
                            const RefrainGxlHandler *handler,
                            gpointer handler_data,
                            RefrainGxlConstraints *constraints,
                            GCancellable *cancellable,
                            const RefrainProgress *progress,
                            GError **error);
