/* refrain-gxl-dialect.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialect printed in the thesis' Figure 3.3: nodes without types, told apart by the prefix of
 * their ids (scen, trace, PRCR, PRC, COMM, trc), tied together by edges without types.
 */
#pragma once

#include "refrain-gxl-node.h"
#include "refrain-trace-builder.h"

typedef struct _RefrainGxlDialect RefrainGxlDialect;

/* Nothing seen yet. Free with refrain_gxl_dialect_free(). */
RefrainGxlDialect *refrain_gxl_dialect_new (void);
/* Frees @self; what the builder got stays. */
void refrain_gxl_dialect_free (RefrainGxlDialect *self);

/* Whether an id begins like one of the dialect's. */
gboolean refrain_gxl_dialect_knows (const char *id);
/* Keeps what is needed of @node. */
void refrain_gxl_dialect_add_node (RefrainGxlDialect *self, const RefrainGxlNode *node);
/* Keeps an edge between the nodes of these ids, which may come later. */
void refrain_gxl_dialect_add_edge (RefrainGxlDialect *self, const char *from, const char *to);
/* Hands all to @builder. FALSE with *@cause, free with g_free(). O(n log n). */
gboolean
refrain_gxl_dialect_build (RefrainGxlDialect *self, RefrainTraceBuilder *builder, char **cause);
