/* refrain-call-tree-ops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a node back to the operations in its calls. What a call calls stands behind it in one piece,
 * so its operations are those of a range of calls.
 */
#include "refrain-call-tree.h"

#include "refrain-parallel.h"

/* Between two looks at the cancellable, in calls. */
#define PATIENCE 65536

typedef struct
{
  RefrainCallTree *tree;
  GArray *path; /* of guint32 */
  const guint *processes;
  gsize n_processes;
  RefrainTime start, end;
  GArray **found; /* of guint32, operations of each process */
  GArray **calls; /* of guint32, the node's calls of each process; NULL: not asked for */
  GCancellable *cancellable;
} Search;

/* Whether @call and its callers are the node's path behind its first @skip steps. */
static gboolean
is_on_path (const Search *self, const RefrainCalls *calls, guint32 call, guint skip)
{
  guint k = self->path->len;

  for (; call != REFRAIN_NONE; call = calls->parent[call])
    if (k <= skip || g_array_index (self->path, guint32, --k) != calls->routine[call])
      return FALSE;
  return k == skip;
}

/* The operations of the calls [@call, @end), which @call called. */
static void
add_ops (const Search *self,
         RefrainProcess *process,
         const RefrainThread *thread,
         gsize call,
         gsize end,
         GArray *found)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const gsize last = thread->first_op + thread->n_ops;
  const RefrainTime from = MAX (calls->start[call], self->start);
  const RefrainTime to = MIN (calls->end[call], self->end);

  for (gsize i = refrain_process_find_op (process, thread, from); i < last && ops->time[i] <= to;
       i++)
    if (ops->call[i] != REFRAIN_NONE && ops->call[i] >= call && ops->call[i] < end)
      {
        const guint32 op = (guint32) i;

        g_array_append_val (found, op);
      }
}

/* Where what @call calls ends: at the first call behind it that is no deeper. */
static gsize
find_end (const RefrainCalls *calls, const RefrainThread *thread, gsize call)
{
  const gsize end = thread->first_call + thread->n_calls;
  gsize i = call + 1;

  while (i < end && calls->depth[i] > calls->depth[call])
    i++;
  return i;
}

/* Takes @call of the node, the @item-th process', with what it calls. */
static void
add_call (const Search *self,
          gsize item,
          RefrainProcess *process,
          const RefrainThread *thread,
          guint32 call)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);

  if (self->calls != NULL)
    g_array_append_val (self->calls[item], call);
  add_ops (self, process, thread, call, find_end (calls, thread, call), self->found[item]);
}

static void
search_thread (const Search *self, gsize item, RefrainProcess *process, const RefrainThread *thread)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const guint skip = thread->is_stream ? 1 : 0;
  const gsize end = thread->first_call + thread->n_calls;
  const guint32 routine = g_array_index (self->path, guint32, self->path->len - 1);

  if (thread->is_stream && g_array_index (self->path, guint32, 0) != REFRAIN_CALL_TREE_STREAMS)
    return;
  for (guint32 call = refrain_process_find_call_at (process, thread, self->start);
       call != REFRAIN_NONE; call = calls->parent[call])
    if (calls->start[call] < self->start && is_on_path (self, calls, call, skip))
      add_call (self, item, process, thread, call);
  for (gsize i = refrain_process_find_call (process, thread, self->start);
       i < end && calls->start[i] <= self->end; i++)
    {
      if (i % PATIENCE == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (calls->routine[i] == routine && is_on_path (self, calls, (guint32) i, skip))
        add_call (self, item, process, thread, (guint32) i);
    }
}

/* Of the root: whatever stands in a call or not, and the calls that nothing calls. */
static void
take_all (const Search *self, gsize item, RefrainProcess *process, const RefrainThread *thread)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  GArray *found = self->found[item];

  for (guint32 i = (guint32) thread->first_call;
       self->calls != NULL && i < thread->first_call + thread->n_calls; i++)
    if (calls->parent[i] == REFRAIN_NONE && calls->start[i] <= self->end
        && calls->end[i] >= self->start)
      g_array_append_val (self->calls[item], i);

  for (gsize i = refrain_process_find_op (process, thread, self->start);
       i < thread->first_op + thread->n_ops && ops->time[i] <= self->end; i++)
    {
      const guint32 op = (guint32) i;

      g_array_append_val (found, op);
    }
}

static void
search_process (gsize item, gpointer data)
{
  Search *self = data;
  RefrainProcess *process
      = refrain_trace_get_process (refrain_call_tree_get_trace (self->tree), self->processes[item]);

  self->found[item] = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (self->calls != NULL)
    self->calls[item] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      if (self->path->len == 0)
        take_all (self, item, process, thread);
      else if (thread->n_calls > 0
               && (self->path->len > 1
                   || g_array_index (self->path, guint32, 0) != REFRAIN_CALL_TREE_STREAMS))
        search_thread (self, item, process, thread);
      else if (thread->is_stream)
        take_all (self, item, process, thread);
    }
}

RefrainOpSet *
refrain_call_tree_find_ops (RefrainCallTree *self,
                            guint32 i,
                            RefrainTime start,
                            RefrainTime end,
                            GArray *calls,
                            GCancellable *cancellable,
                            GError **error)
{
  Search search = { .tree = self, .start = start, .end = end, .cancellable = cancellable };
  g_autoptr (RefrainOpSet) set = NULL;
  guint32 n_nodes;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);
  refrain_call_tree_get_nodes (self, &n_nodes);
  g_return_val_if_fail (i < n_nodes, NULL);

  search.path = refrain_call_tree_get_path (self, i);
  search.processes = refrain_call_tree_get_processes (self, &search.n_processes);
  search.found = g_new0 (GArray *, search.n_processes);
  search.calls = calls != NULL ? g_new0 (GArray *, search.n_processes) : NULL;
  refrain_parallel_run (search.n_processes, search_process, &search, cancellable);
  set = refrain_op_set_new (refrain_call_tree_get_trace (self));
  for (gsize k = 0; k < search.n_processes; k++)
    if (search.found[k] != NULL)
      {
        refrain_op_set_add_rows (set, search.processes[k], (guint32 *) search.found[k]->data,
                                 search.found[k]->len);
        g_array_unref (search.found[k]);
      }
  for (gsize k = 0; calls != NULL && k < search.n_processes; k++)
    if (search.calls[k] != NULL)
      {
        for (guint c = 0; c < search.calls[k]->len; c++)
          {
            const RefrainCallPlace place
                = { search.processes[k], g_array_index (search.calls[k], guint32, c) };

            g_array_append_val (calls, place);
          }
        g_array_unref (search.calls[k]);
      }
  g_free (search.calls);
  g_free (search.found);
  g_array_unref (search.path);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&set);
}
