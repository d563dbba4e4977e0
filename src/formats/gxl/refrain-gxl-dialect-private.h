/* refrain-gxl-dialect-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the dialect's reader share.
 */
#pragma once

#include "refrain-gxl-dialect.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_GXL_DIALECT_SCENARIO,
  REFRAIN_GXL_DIALECT_TRACE,
  REFRAIN_GXL_DIALECT_PROCESSOR,
  REFRAIN_GXL_DIALECT_PROCESS,
  REFRAIN_GXL_DIALECT_COMMUNICATOR,
  REFRAIN_GXL_DIALECT_CALL,
  REFRAIN_GXL_DIALECT_OTHER,
} RefrainGxlDialectKind;

typedef struct
{
  RefrainGxlDialectKind kind;
  char *id, *name, *start, *end, *rank;
  RefrainTime start_time, end_time;
  gint64 process, host; /* places among the nodes, or -1; a process' own index once built */
  GArray *members;      /* of a communicator */
} RefrainGxlDialectNode;

struct _RefrainGxlDialect
{
  GPtrArray *nodes;
  GArray *edges;
  GHashTable *places; /* id -> place among the nodes + 1 */
};

/* Records the calls of all processes; those without one in a process of their own. */
void refrain_gxl_dialect_build_calls (RefrainGxlDialect *self, RefrainTraceBuilder *builder);

G_END_DECLS
