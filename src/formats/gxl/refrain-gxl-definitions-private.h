/* refrain-gxl-definitions-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions as the document gives them, until they are handed to the builder.
 */
#pragma once

#include "refrain-gxl-definitions.h"

G_BEGIN_DECLS

/* Members of communicators that no edge names, in the whole document. */
#define REFRAIN_GXL_MAX_UNKNOWN_MEMBERS ((guint64) 1 << 24)

typedef struct
{
  char *name;
  char *processor; /* id of its node, or NULL */
  guint64 rank;
  guint index; /* known after closing */
} RefrainGxlProcess;

typedef struct
{
  guint64 order;
  guint process; /* place in the document */
  gboolean remote;
} RefrainGxlMember;

typedef struct
{
  char *name;
  guint64 id;
  gint64 parent;
  gboolean self_like, has_remote;
  guint64 size, remote_size;
  GArray *members;
} RefrainGxlCommunicator;

typedef struct
{
  RefrainDefectKind kind;
  char *process; /* id of its node, or NULL */
  guint64 count;
  RefrainTime time;
  char *detail;
} RefrainGxlDefect;

struct _RefrainGxlDefinitions
{
  RefrainTraceBuilder *builder;
  char *path;
  gboolean closed;
  GPtrArray *processes, *communicators, *defects;
  GHashTable *process_ids, *communicator_ids; /* id -> place in the document + 1 */
  GHashTable *processors;                     /* id -> name */
  GHashTable *routines;                       /* name -> index */
  guint64 unknown_members;
};

G_END_DECLS
