/* refrain-gxl-pattern-reader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns of a document, whose nodes and edges come in any order, to rows of the trace.
 */
#pragma once

#include "refrain-gxl-node.h"
#include "refrain-trace-builder.h"

typedef struct _RefrainGxlPatternReader RefrainGxlPatternReader;

/* No patterns yet. Free with refrain_gxl_pattern_reader_free(). */
RefrainGxlPatternReader *refrain_gxl_pattern_reader_new (void);
void refrain_gxl_pattern_reader_free (RefrainGxlPatternReader *self);

/* Whether nodes and edges of this class are taken. */
gboolean refrain_gxl_pattern_reader_takes (RefrainGxlClass class_);
/* Takes a node of graph @graph. */
void refrain_gxl_pattern_reader_add (RefrainGxlPatternReader *self,
                                     const RefrainGxlNode *node,
                                     guint graph);
/* Takes an edge. */
void refrain_gxl_pattern_reader_add_edge (RefrainGxlPatternReader *self,
                                          RefrainGxlClass class_,
                                          const char *from,
                                          const char *to);

/* After the last edge: tells @builder how many units of graph @graph (0: of all) are left out
 * because their ids are not those of events. O(occurrences). */
void refrain_gxl_pattern_reader_tell (RefrainGxlPatternReader *self,
                                      guint graph,
                                      RefrainTraceBuilder *builder);
/* Gives the patterns of graph @graph (0: of all) to @trace, where there are any. FALSE with
 * *@cause, free with g_free(). O(n log n). */
gboolean refrain_gxl_pattern_reader_finish (RefrainGxlPatternReader *self,
                                            RefrainTrace *trace,
                                            guint graph,
                                            char **cause);
