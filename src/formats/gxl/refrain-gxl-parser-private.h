/* refrain-gxl-parser-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the parser share: driving libxml2, and what it tells of elements.
 */
#pragma once

#include <libxml/parserInternals.h>

#include "refrain-gxl-parser.h"
#include "refrain-gxl-source.h"

G_BEGIN_DECLS

/* The elements that mean something. */
enum
{
  ELEMENT_GXL,
  ELEMENT_GRAPH,
  ELEMENT_NODE,
  ELEMENT_EDGE,
  ELEMENT_TYPE,
  ELEMENT_ATTR,
  ELEMENT_LOCATOR,
  ELEMENT_INT,
  ELEMENT_FLOAT,
  ELEMENT_DOUBLE,
  ELEMENT_STRING,
  ELEMENT_BOOL,
  ELEMENT_ENUM,
  N_ELEMENTS,
};

typedef struct
{
  const RefrainGxlHandler *handler;
  gpointer handler_data;
  RefrainGxlSource *source;
  GCancellable *cancellable;
  RefrainProgressFunc progress;
  gpointer progress_data;
  guint64 bytes, told;

  xmlParserCtxt *xml;
  const xmlChar *names[N_ELEMENTS]; /* interned by the parser */
  char *display;
  GError *error;

  GArray *places; /* of RefrainGxlPlace, one for each open graph */
  RefrainGxlNode node;
  RefrainGxlEdge edge;
  gboolean root_seen, graph_fresh, node_open, inner_node, container_open, edge_open;
  guint attr_depth;
  RefrainGxlAttribute attr;
  gboolean collecting;
} RefrainGxlParser;

/* Ends parsing with an error at the line at hand; only the first is kept. */
void refrain_gxl_parser_stop (RefrainGxlParser *self, const char *cause);
/* The same; takes @cause, which may be NULL. */
void refrain_gxl_parser_stop_because (RefrainGxlParser *self, char *cause);

/* ---- Called by libxml2; @data is the parser ---- */

void refrain_gxl_parser_on_start (void *data,
                                  const xmlChar *name,
                                  const xmlChar *prefix,
                                  const xmlChar *uri,
                                  int n_namespaces,
                                  const xmlChar **namespaces,
                                  int n_attributes,
                                  int n_defaulted,
                                  const xmlChar **attributes);
void refrain_gxl_parser_on_end (void *data,
                                const xmlChar *name,
                                const xmlChar *prefix,
                                const xmlChar *uri);
void refrain_gxl_parser_on_characters (void *data, const xmlChar *text, int n);

G_END_DECLS
