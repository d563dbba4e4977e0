/* refrain-otf-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the definitions of an OTF 1 archive say, by its numbers.
 */
#pragma once

#include "refrain-claims.h"
#include "refrain-otf-record.h"
#include "refrain-trace-builder.h"

/* What OTF calls a process: one of MPI, or a thread of one. */
typedef struct
{
  guint64 id, parent; /* parent: 0 for a process of MPI */
  char *name;
  guint process;
  RefrainRecorder *recorder;
  GArray *calls; /* guint32: routines that are open, with a bit of the reader's */
  /* The collective that a record with a duration told of, until it ends. */
  gboolean is_pending;
  RefrainTime pending_end;
  /* The one that began; that it ends is told by another record. */
  gboolean is_open;
  RefrainCollective type;
  guint32 communicator;
  gint32 root;
  guint64 sent, received;
} RefrainOtfProcess;

typedef struct _RefrainOtfDefinitions RefrainOtfDefinitions;

RefrainOtfDefinitions *refrain_otf_definitions_new (void);
void refrain_otf_definitions_free (RefrainOtfDefinitions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtfDefinitions, refrain_otf_definitions_free)

/* Takes a definition. Returns the cause for which it cannot, translated, or NULL. */
const char *
refrain_otf_definitions_add (RefrainOtfDefinitions *self, const RefrainOtfRecord *record);
/* Once all are there: gives @builder processes, in the order of their numbers, threads and
 * routines; FALSE with @error where they are too many for @claims. O(definitions log definitions).
 */
gboolean refrain_otf_definitions_resolve (RefrainOtfDefinitions *self,
                                          RefrainTraceBuilder *builder,
                                          RefrainClaims *claims,
                                          GError **error);

/* Ticks of the clock in a second. */
guint64 refrain_otf_definitions_get_resolution (const RefrainOtfDefinitions *self);
/* The process of that number, or NULL; belongs to @self. */
RefrainOtfProcess *
refrain_otf_definitions_find_process (const RefrainOtfDefinitions *self, guint64 id);
/* All of them, in the order of their numbers. */
RefrainOtfProcess *const *
refrain_otf_definitions_get_processes (const RefrainOtfDefinitions *self, gsize *n);
/* The process of MPI that the one of that number belongs to, or -1. */
gint32 refrain_otf_definitions_find_rank (const RefrainOtfDefinitions *self, guint64 id);
/* The routine, or REFRAIN_NONE; and whether it starts what another completes. */
guint32 refrain_otf_definitions_find_routine (const RefrainOtfDefinitions *self,
                                              guint64 id,
                                              gboolean *nonblocking);
RefrainCollective
refrain_otf_definitions_find_collective (const RefrainOtfDefinitions *self, guint64 id);
/* The communicator that the group of processes is, which @builder gets at its first use; or
 * REFRAIN_NONE. */
guint32 refrain_otf_definitions_find_communicator (RefrainOtfDefinitions *self,
                                                   RefrainTraceBuilder *builder,
                                                   guint64 id);
