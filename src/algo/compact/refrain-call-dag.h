/* refrain-call-dag.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call trees of threads as one ordered directed acyclic graph: equal calls, with all that was
 * called in them, are one node (thesis 3.6.2).
 */
#pragma once

#include "refrain-body-store.h"
#include "refrain-trace.h"

/* What a node is, told by its label: a call of routine r is r where it ends by a leave, n_routines
 * + r where it lacks one; then operations and records by their kind. */
typedef struct
{
  guint32 n_routines;
  gboolean events;         /* operations and records are leaves; otherwise calls only */
  RefrainBodyStore *nodes; /* a node's terms: runs of equal children */
  GArray *stack;           /* of RefrainTerm: children of the calls that are open */
} RefrainCallDag;

/* The label of what holds the top calls of a thread, and of sequences of children. */
#define REFRAIN_CALL_DAG_ROOT     (G_MAXUINT32 - 1)
#define REFRAIN_CALL_DAG_SEQUENCE G_MAXUINT32

#define REFRAIN_CALL_DAG_OP(self, kind)     (2 * (self)->n_routines + (kind))
#define REFRAIN_CALL_DAG_RECORD(self, kind) (2 * (self)->n_routines + 5 + (kind))

RefrainCallDag *refrain_call_dag_new (RefrainTrace *trace, gboolean events);
void refrain_call_dag_free (RefrainCallDag *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainCallDag, refrain_call_dag_free)

/* Called for each call when it is closed. */
typedef void (*RefrainCallDagFunc) (guint32 node, gpointer data);

/* Adds the events of @thread of @process. Returns its root: a node of its own, or without events
 * the one call that nothing called where it is alone; REFRAIN_NONE where there is nothing, or
 * @cancellable was cancelled. @closed may be NULL. O(events). */
guint32 refrain_call_dag_add_thread (RefrainCallDag *self,
                                     RefrainProcess *process,
                                     const RefrainThread *thread,
                                     RefrainCallDagFunc closed,
                                     gpointer data,
                                     GCancellable *cancellable);

/* Whether node @i is a call with nothing in it. */
static inline gboolean
refrain_call_dag_is_leaf (const RefrainCallDag *self, guint32 i)
{
  return self->nodes->first[i] == self->nodes->first[i + 1];
}
