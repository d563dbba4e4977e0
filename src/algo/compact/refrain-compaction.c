/* refrain-compaction.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One graph for all processes is made; a node counts in each process in which it was met. What is
 * collapsed does not change which sub-trees are equal, only how many edges a node has: it is looked
 * at once a node.
 */
#include "refrain-compaction.h"

#include "refrain-call-dag.h"
#include "refrain-fork-sequences.h"
#include "refrain-object.h"

/* Routines of a body that are named. */
#define MAX_NAMES 6

struct _RefrainCompaction
{
  GObject parent_instance;

  RefrainCompactionCounts before;
  RefrainCompactionCounts after[REFRAIN_N_COMPACTIONS][2]; /* a process; for all */
  RefrainCompactionCounts as_table;
  RefrainCompactionRepeat repeat;
};

REFRAIN_DEFINE_OBJECT (RefrainCompaction, refrain_compaction)

static void
refrain_compaction_finalize (RefrainCompaction *self)
{
  g_free (self->repeat.body);
}

/* ---- Where nodes are met ---- */

typedef struct
{
  guint64 times;                /* it was met */
  guint32 processes;            /* that have it */
  guint32 outermost;            /* of these: where something other than its own routine holds it */
  guint32 seen, seen_outermost; /* the last process that had it, + 1 */
} Use;

typedef struct
{
  RefrainCallDag *dag;
  GArray *uses; /* of Use, by node */
  guint32 process;
} Census;

/* The one child of a call that does nothing but call its own routine, or REFRAIN_NONE. */
static guint32
get_recursion (const RefrainCallDag *dag, guint32 node)
{
  gsize n;
  const RefrainTerm *terms = refrain_body_store_get (dag->nodes, node, &n);

  return n == 1 && terms->count == 1 && dag->nodes->label[terms->what] == dag->nodes->label[node]
             ? terms->what
             : REFRAIN_NONE;
}

static void
meet_outermost (Census *census, guint32 node)
{
  Use *use = &g_array_index (census->uses, Use, node);

  if (use->seen_outermost == census->process + 1)
    return;
  use->seen_outermost = census->process + 1;
  use->outermost++;
}

static void
meet (guint32 node, gpointer data)
{
  Census *census = data;
  Use *use;
  gsize n;
  const RefrainTerm *terms;

  if (node >= census->uses->len)
    g_array_set_size (census->uses, node + 1);
  use = &g_array_index (census->uses, Use, node);
  use->times++;
  if (use->seen == census->process + 1)
    return;
  use->seen = census->process + 1;
  use->processes++;
  if (get_recursion (census->dag, node) != REFRAIN_NONE)
    return;
  terms = refrain_body_store_get (census->dag->nodes, node, &n);
  for (gsize i = 0; i < n; i++)
    meet_outermost (census, terms[i].what);
}

/* FALSE when cancelled. */
static gboolean
take_census (RefrainCompaction *self,
             Census *census,
             RefrainTrace *trace,
             GCancellable *cancellable)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      census->process = p;
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          const guint32 root = refrain_call_dag_add_thread (census->dag, process, thread, meet,
                                                            census, cancellable);

          if (g_cancellable_is_cancelled (cancellable))
            return FALSE;
          if (root == REFRAIN_NONE)
            continue;
          meet_outermost (census, root);
          self->before.nodes += thread->n_calls;
          self->before.edges += thread->n_calls - 1;
          if (census->dag->nodes->label[root] == REFRAIN_CALL_DAG_ROOT)
            {
              self->before.nodes++;
              self->before.edges++;
            }
        }
    }
  return TRUE;
}

/* ---- What nodes hold ---- */

static guint64
add (guint64 a, guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

static guint64
multiply (guint64 a, guint64 b)
{
  return b != 0 && a > G_MAXUINT64 / b ? G_MAXUINT64 : a * b;
}

/* Calls of a body: of a node itself and all in it, of a sequence one turn. */
static guint64
count_calls (const RefrainBodyStore *bodies, guint32 i, const guint64 *calls)
{
  gsize n;
  const RefrainTerm *terms = refrain_body_store_get (bodies, i, &n);
  guint64 sum = bodies->label[i] < REFRAIN_CALL_DAG_ROOT;

  for (gsize k = 0; k < n; k++)
    sum = add (sum, multiply (calls[terms[k].what], terms[k].count));
  return sum;
}

static void
count_node (RefrainCompaction *self, const Census *census, guint32 node, guint64 sequences)
{
  const Use *use = &g_array_index (census->uses, Use, node);
  gsize n;
  const RefrainTerm *terms = refrain_body_store_get (census->dag->nodes, node, &n);
  const gboolean recursive = get_recursion (census->dag, node) != REFRAIN_NONE;
  guint64 edges[REFRAIN_N_COMPACTIONS] = { 0, n, sequences, sequences };

  for (gsize i = 0; i < n; i++)
    edges[REFRAIN_COMPACTION_LEAVES]
        += refrain_call_dag_is_leaf (census->dag, terms[i].what) ? 1 : terms[i].count;
  self->as_table.edges += multiply (edges[REFRAIN_COMPACTION_LEAVES], use->times);
  for (guint v = 0; v < REFRAIN_N_COMPACTIONS; v++)
    {
      const guint64 processes
          = v == REFRAIN_COMPACTION_RECURSION && recursive ? use->outermost : use->processes;

      self->after[v][0].nodes += processes;
      self->after[v][0].edges += processes * edges[v];
      self->after[v][1].nodes += processes > 0;
      self->after[v][1].edges += processes > 0 ? edges[v] : 0;
    }
}

/* ---- What repeats ---- */

typedef struct
{
  guint64 calls, times;
  guint32 node;
  RefrainTerm term; /* what is 0 turns long where nothing was found */
} Best;

/* Of the @terms of @node the one that stands for most calls, where it comes more than once. */
static void
find_best (Best *best,
           const Use *use,
           guint32 node,
           const RefrainTerm *terms,
           gsize n,
           const guint64 *calls)
{
  for (gsize i = 0; i < n; i++)
    {
      const guint64 own = multiply (multiply (calls[terms[i].what], terms[i].count), use->times);

      if (terms[i].count > 1 && own > best->calls)
        *best = (Best){ own, use->times, node, terms[i] };
    }
}

static const char *
get_name (RefrainTrace *trace, const RefrainBodyStore *bodies, guint32 i)
{
  const guint32 label = bodies->label[i], n = refrain_trace_get_n_routines (trace);

  return refrain_routine_get_name (
      refrain_trace_get_routine (trace, label < n ? label : label - n));
}

/* Names of a body, equal ones in a row once. */
typedef struct
{
  GString *text;
  const char *last;
  guint n; /* different ones so far */
} Names;

/* The routines of one turn; a sequence in it is written out once. */
static void
append_body (Names *names, RefrainTrace *trace, const RefrainBodyStore *bodies, guint32 i)
{
  gsize n;
  const RefrainTerm *terms = refrain_body_store_get (bodies, i, &n);

  for (gsize k = 0; k < n && names->n <= MAX_NAMES; k++)
    {
      const char *name;

      if (bodies->label[terms[k].what] == REFRAIN_CALL_DAG_SEQUENCE)
        {
          append_body (names, trace, bodies, terms[k].what);
          continue;
        }
      name = get_name (trace, bodies, terms[k].what);
      if (name == names->last)
        continue;
      names->last = name;
      if (names->n > 0)
        g_string_append (names->text, ", ");
      g_string_append (names->text, names->n++ < MAX_NAMES ? name : "…");
    }
}

static void
describe (RefrainCompaction *self,
          const Best *best,
          RefrainTrace *trace,
          const RefrainBodyStore *bodies)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Names names = { .text = text };
  const char *caller = NULL;

  if (best->calls == 0)
    return;
  if (bodies->label[best->term.what] == REFRAIN_CALL_DAG_SEQUENCE)
    append_body (&names, trace, bodies, best->term.what);
  else
    g_string_append (text, get_name (trace, bodies, best->term.what));
  if (bodies->label[best->node] != REFRAIN_CALL_DAG_ROOT)
    caller = get_name (trace, bodies, best->node);
  self->repeat = (RefrainCompactionRepeat){
    .calls = best->calls,
    .times = best->times,
    .repeats = best->term.count,
    .caller = g_intern_string (caller),
    .body = g_string_free (g_steal_pointer (&text), FALSE),
  };
}

/* FALSE when cancelled. */
static gboolean
fold_nodes (RefrainCompaction *self,
            const Census *census,
            RefrainTrace *trace,
            GCancellable *cancellable)
{
  RefrainBodyStore *bodies = census->dag->nodes;
  const guint32 n_nodes = bodies->n;
  g_autoptr (RefrainForkSequences) sequences
      = refrain_fork_sequences_new (bodies, REFRAIN_CALL_DAG_SEQUENCE);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) copy = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));
  Best best = { 0 };

  for (guint32 i = 0; i < n_nodes; i++)
    {
      const guint64 own = count_calls (bodies, i, (const guint64 *) (gpointer) calls->data);

      g_array_append_val (calls, own);
    }
  for (guint32 i = 0; i < n_nodes; i++)
    {
      gsize n, n_found;
      const RefrainTerm *terms = refrain_body_store_get (bodies, i, &n), *found;

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      g_array_set_size (copy, 0);
      g_array_append_vals (copy, terms, n);
      found = refrain_fork_sequences_find (sequences, (const RefrainTerm *) (gpointer) copy->data,
                                           n, &n_found);
      for (guint32 s = calls->len; s < bodies->n; s++)
        {
          const guint64 own = count_calls (bodies, s, (const guint64 *) (gpointer) calls->data);

          g_array_append_val (calls, own);
        }
      count_node (self, census, i, n_found);
      find_best (&best, &g_array_index (census->uses, Use, i), i, found, n_found,
                 (const guint64 *) (gpointer) calls->data);
    }
  describe (self, &best, trace, bodies);
  return TRUE;
}

/* ---- Messages ---- */

/* The last message to a process. */
typedef struct
{
  guint32 sender; /* + 1 */
  guint32 communicator;
  gint32 tag;
  guint64 bytes;
} Last;

/* Counts matched messages, and those that differ from the one before between the same two. */
static guint64
count_messages (RefrainTrace *trace, guint64 *all)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree Last *last = g_new0 (Last, n);
  guint64 different = 0;

  *all = 0;
  for (guint p = 0; p < n; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize i = 0; i < ops->n; i++)
        {
          const Last own = { p + 1, ops->comm[i], ops->tag[i], ops->bytes[i] };
          Last *before;

          if (!REFRAIN_OP_IS_SEND (ops->kind[i]) || ops->partner[i] == REFRAIN_NONE)
            continue;
          before = &last[ops->peer[i]];
          ++*all;
          if (before->sender != own.sender || before->communicator != own.communicator
              || before->tag != own.tag || before->bytes != own.bytes)
            different++;
          *before = own;
        }
    }
  return different;
}

/* ---- All together ---- */

RefrainCompaction *
refrain_compaction_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainCompaction) self = NULL;
  g_autoptr (RefrainCallDag) dag = NULL;
  g_autoptr (GArray) uses = NULL;
  Census census;
  guint64 messages;
  gboolean done;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_COMPACTION, NULL);
  dag = refrain_call_dag_new (trace, FALSE);
  uses = g_array_new (FALSE, TRUE, sizeof (Use));
  census = (Census){ dag, uses, 0 };
  done = take_census (self, &census, trace, cancellable)
         && fold_nodes (self, &census, trace, cancellable);
  if (!done)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  messages = count_messages (trace, &self->before.messages);
  for (guint v = 0; v < REFRAIN_N_COMPACTIONS; v++)
    self->after[v][0].messages = self->after[v][1].messages = messages;
  self->as_table.messages = messages;
  self->as_table.nodes = self->after[REFRAIN_COMPACTION_LEAVES][0].nodes;
  return g_steal_pointer (&self);
}

RefrainCompactionCounts
refrain_compaction_get_before (RefrainCompaction *self)
{
  const RefrainCompactionCounts none = { 0 };

  g_return_val_if_fail (REFRAIN_IS_COMPACTION (self), none);
  return self->before;
}

RefrainCompactionCounts
refrain_compaction_get_after (RefrainCompaction *self,
                              RefrainCompactionVariant variant,
                              gboolean shared)
{
  const RefrainCompactionCounts none = { 0 };

  g_return_val_if_fail (REFRAIN_IS_COMPACTION (self), none);
  g_return_val_if_fail (variant < REFRAIN_N_COMPACTIONS, none);
  return self->after[variant][shared != FALSE];
}

RefrainCompactionCounts
refrain_compaction_get_as_table (RefrainCompaction *self)
{
  const RefrainCompactionCounts none = { 0 };

  g_return_val_if_fail (REFRAIN_IS_COMPACTION (self), none);
  return self->as_table;
}

double
refrain_compaction_get_rate (const RefrainCompactionCounts *before,
                             const RefrainCompactionCounts *after)
{
  const double a = (double) before->nodes + (double) before->edges + (double) before->messages;
  const double b = (double) after->nodes + (double) after->edges + (double) after->messages;

  return a > 0 ? 100 * (1 - b / a) : 0;
}

REFRAIN_GETTER (RefrainCompaction,
                refrain_compaction,
                const RefrainCompactionRepeat *,
                get_repeat,
                self->repeat.calls > 0 ? &self->repeat : NULL)
