/* refrain-call-dag.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tape is walked once; a call becomes a node when it is closed, from the children that have
 * gathered on one stack for all calls that are open.
 */
#include "refrain-call-dag.h"

#include "refrain-free.h"

/* Events between two looks at the cancellable. */
#define STRIDE 65536

RefrainCallDag *
refrain_call_dag_new (RefrainTrace *trace, gboolean events)
{
  RefrainCallDag *self = g_new0 (RefrainCallDag, 1);

  self->n_routines = refrain_trace_get_n_routines (trace);
  self->events = events;
  self->nodes = refrain_body_store_new ();
  self->stack = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_call_dag_free,
                             RefrainCallDag,
                             refrain_body_store_free (x->nodes);
                             g_array_unref (x->stack))

typedef struct
{
  RefrainCallDag *dag;
  const RefrainCalls *calls;
  GArray *open; /* of guint: where the children of each open call begin */
  guint32 call; /* the innermost that is open */
  RefrainCallDagFunc closed;
  gpointer data;
} Walk;

static void
push_child (RefrainCallDag *self, guint from, guint32 node)
{
  RefrainTerm *last = self->stack->len > from
                          ? &g_array_index (self->stack, RefrainTerm, self->stack->len - 1)
                          : NULL;
  const RefrainTerm term = { node, 1 };

  if (last != NULL && last->what == node && last->count < G_MAXUINT32)
    last->count++;
  else
    g_array_append_val (self->stack, term);
}

/* Where the children of the innermost open call begin. */
static guint
get_from (const Walk *walk)
{
  return g_array_index (walk->open, guint, walk->open->len - 1);
}

static void
add_leaf (Walk *walk, guint32 label)
{
  push_child (walk->dag, get_from (walk),
              refrain_body_store_add (walk->dag->nodes, label, NULL, 0));
}

/* Makes a node of what has gathered since the innermost call was opened. */
static guint32
close_node (Walk *walk, guint32 label)
{
  RefrainCallDag *self = walk->dag;
  const guint from = get_from (walk);
  const guint32 node = refrain_body_store_add (
      self->nodes, label, REFRAIN_AT ((const RefrainTerm *) self->stack->data, from),
      self->stack->len - from);

  g_array_set_size (self->stack, from);
  g_array_set_size (walk->open, walk->open->len - 1);
  if (walk->closed != NULL)
    walk->closed (node, walk->data);
  return node;
}

static void
open_call (Walk *walk, guint32 call)
{
  const guint from = walk->dag->stack->len;

  g_array_append_val (walk->open, from);
  walk->call = call;
}

static void
close_call (Walk *walk, gboolean has_leave)
{
  const guint32 routine = walk->calls->routine[walk->call];
  const guint32 node = close_node (walk, has_leave ? routine : walk->dag->n_routines + routine);

  push_child (walk->dag, get_from (walk), node);
  walk->call = walk->calls->parent[walk->call];
}

/* FALSE when cancelled. */
static gboolean
walk_tape (Walk *walk, RefrainProcess *process, const RefrainThread *thread, GCancellable *c)
{
  RefrainCallDag *self = walk->dag;
  const RefrainTape *tape = refrain_process_get_tape (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  gsize call = thread->first_call, op = thread->first_op, record = thread->first_record;

  for (guint64 i = 0; i < thread->n_tape; i++)
    {
      if (i % STRIDE == 0 && g_cancellable_is_cancelled (c))
        return FALSE;
      switch (REFRAIN_TAPE_GET (tape, thread->first_tape + i))
        {
        case REFRAIN_TAPE_ENTER:
          open_call (walk, (guint32) call++);
          break;
        case REFRAIN_TAPE_LEAVE:
          close_call (walk, TRUE);
          break;
        case REFRAIN_TAPE_OP:
          if (self->events)
            add_leaf (walk, REFRAIN_CALL_DAG_OP (self, ops->kind[op]));
          op++;
          break;
        case REFRAIN_TAPE_RECORD:
          if (self->events)
            add_leaf (walk, REFRAIN_CALL_DAG_RECORD (self, records->kind[record]));
          if (records->kind[record] == REFRAIN_RECORD_UNCLOSED)
            close_call (walk, FALSE);
          record++;
          break;
        }
    }
  return TRUE;
}

guint32
refrain_call_dag_add_thread (RefrainCallDag *self,
                             RefrainProcess *process,
                             const RefrainThread *thread,
                             RefrainCallDagFunc closed,
                             gpointer data,
                             GCancellable *cancellable)
{
  Walk walk = { .dag = self,
                .calls = refrain_process_get_calls (process),
                .open = g_array_new (FALSE, FALSE, sizeof (guint)),
                .call = REFRAIN_NONE,
                .closed = closed,
                .data = data };
  guint32 root = REFRAIN_NONE;

  g_array_set_size (self->stack, 0);
  open_call (&walk, REFRAIN_NONE);
  if (!refrain_process_is_damaged (process) && walk_tape (&walk, process, thread, cancellable)
      && self->stack->len > 0)
    {
      const RefrainTerm *top = &g_array_index (self->stack, RefrainTerm, 0);

      if (!self->events && self->stack->len == 1 && top->count == 1)
        root = top->what;
      else
        root = close_node (&walk, REFRAIN_CALL_DAG_ROOT);
    }
  g_array_unref (walk.open);
  return root;
}
