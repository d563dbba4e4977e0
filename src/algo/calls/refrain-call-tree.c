/* refrain-call-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process is walked by itself, its calls in start order with a stack of those that are open,
 * and gives a tree of its own; these are put together in the order of processes, some at a time,
 * and the whole is numbered anew, so that subtrees are ranges.
 */
#include "refrain-call-tree.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-slots.h"
#include "refrain-time-format.h"

/* So many processes are walked before their trees are put together. */
#define BATCH 64
/* Between two looks at the cancellable, in calls. */
#define PATIENCE 65536

struct _RefrainCallTree
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint *processes;
  gsize n_processes;
  RefrainTime start, end;
  RefrainCallNode *nodes;
  guint32 n_nodes;
  guint depth;
};

REFRAIN_DEFINE_OBJECT (RefrainCallTree, refrain_call_tree)

static RefrainTime
add_times (RefrainTime a, RefrainTime b)
{
  RefrainTime sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXINT64 : sum;
}

/* ---- A tree that grows ----------------------------------------------------------------------- */

/* Nodes in the order in which they were first met. Those that have the same caller and routine are
 * found by hashing; the last one that was asked for without. */
typedef struct
{
  GArray *nodes; /* of Growing */
  RefrainSlots slots;
} Grower;

typedef struct
{
  RefrainCallNode node;
  guint32 last_child; /* the last one that was asked for, or REFRAIN_NONE */
  guint32 n_with;     /* processes that come here */
} Growing;

static Growing *
get_growing (const Grower *self, guint32 i)
{
  return &g_array_index (self->nodes, Growing, i);
}

static guint32
append_node (Grower *self, guint32 parent, guint32 routine)
{
  const Growing new
      = { .node = { .routine = routine, .parent = parent }, .last_child = REFRAIN_NONE };

  g_array_append_val (self->nodes, new);
  return self->nodes->len - 1;
}

static gboolean
is_called (const Grower *self, guint32 i, guint32 parent, guint32 routine)
{
  const RefrainCallNode *node = &get_growing (self, i)->node;

  return node->parent == parent && node->routine == routine;
}

static void
grower_init (Grower *self)
{
  *self = (Grower){ .nodes = g_array_new (FALSE, FALSE, sizeof (Growing)) };
  append_node (self, REFRAIN_NONE, REFRAIN_NONE);
}

REFRAIN_DEFINE_CLEAR (grower_clear, Grower, g_clear_pointer (&x->nodes, g_array_unref);
                      refrain_slots_clear (&x->slots))

/* The node of @routine called by @parent. */
static guint32
get_child (Grower *self, guint32 parent, guint32 routine)
{
  guint32 child = get_growing (self, parent)->last_child;
  guint64 hash;

  if (child != REFRAIN_NONE && get_growing (self, child)->node.routine == routine)
    return child;
  hash = refrain_hash_mix ((guint64) parent << 32 | routine);
  child = REFRAIN_SLOTS_FIND (&self->slots, hash, i, is_called (self, i, parent, routine));
  if (child == REFRAIN_NONE)
    {
      child = append_node (self, parent, routine);
      refrain_slots_add (&self->slots, hash, child);
    }
  get_growing (self, parent)->last_child = child;
  return child;
}

/* ---- The calls of a thread ------------------------------------------------------------------- */

typedef struct
{
  guint32 call, node;
} Open;

typedef struct
{
  Grower *grower;
  const RefrainCalls *calls;
  RefrainTime start, end;
  guint32 base;                           /* the node above calls without caller */
  Open open[REFRAIN_CALL_TREE_MAX_DEPTH]; /* the last call of each depth */
} Walk;

/* The node of @call, whose depth is below the greatest. */
static guint32
find_node (Walk *self, guint32 call)
{
  Open *open = &self->open[self->calls->depth[call]];
  const guint32 parent = self->calls->parent[call];

  if (open->call == call)
    return open->node;
  open->node
      = get_child (self->grower, parent == REFRAIN_NONE ? self->base : find_node (self, parent),
                   self->calls->routine[call]);
  open->call = call;
  return open->node;
}

static void
enter (Walk *self, guint32 call)
{
  const RefrainTime from = MAX (self->calls->start[call], self->start);
  const RefrainTime to = MIN (self->calls->end[call], self->end);
  RefrainCallNode *node;

  if (self->calls->depth[call] >= REFRAIN_CALL_TREE_MAX_DEPTH)
    return;
  node = &get_growing (self->grower, find_node (self, call))->node;
  node->calls++;
  if (to > from)
    node->inclusive = add_times (node->inclusive, to - from);
}

/* What is open when the part begins, the outermost first. */
static void
enter_open (Walk *self, RefrainProcess *process, const RefrainThread *thread)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 call = refrain_process_find_call_at (process, thread, self->start);
       call != REFRAIN_NONE; call = self->calls->parent[call])
    if (self->calls->start[call] < self->start && self->calls->end[call] > self->start)
      g_array_append_val (open, call);
  for (guint i = open->len; i-- > 0;)
    enter (self, g_array_index (open, guint32, i));
}

static void
walk_thread (Walk *self,
             RefrainProcess *process,
             const RefrainThread *thread,
             GCancellable *cancellable)
{
  const gsize end = thread->first_call + thread->n_calls;

  memset (self->open, 0xff, sizeof self->open);
  self->base = thread->is_stream ? get_child (self->grower, 0, REFRAIN_CALL_TREE_STREAMS) : 0;
  enter_open (self, process, thread);
  for (gsize i = refrain_process_find_call (process, thread, self->start);
       i < end && self->calls->start[i] < self->end; i++)
    {
      if (i % PATIENCE == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      enter (self, (guint32) i);
    }
}

/* What stands for calls without a caller lasts as long as they do together. */
static void
sum_up (Grower *self, guint32 base)
{
  RefrainTime sum = 0;
  guint64 calls = 0;

  for (guint32 i = 1; i < self->nodes->len; i++)
    if (get_growing (self, i)->node.parent == base)
      {
        sum = add_times (sum, get_growing (self, i)->node.inclusive);
        calls += get_growing (self, i)->node.calls;
      }
  get_growing (self, base)->node.inclusive = sum;
  if (base > 0)
    get_growing (self, base)->node.calls = calls;
}

typedef struct
{
  RefrainCallTree *tree;
  GCancellable *cancellable;
  gsize first; /* of the processes that are walked now */
  Grower growers[BATCH];
} Batch;

static void
walk_process (gsize item, gpointer data)
{
  Batch *batch = data;
  RefrainCallTree *tree = batch->tree;
  RefrainProcess *process
      = refrain_trace_get_process (tree->trace, tree->processes[batch->first + item]);
  Grower *grower = &batch->growers[item];
  g_autofree Walk *walk = g_new (Walk, 1);
  guint32 streams = REFRAIN_NONE;

  grower_init (grower);
  walk->grower = grower;
  walk->calls = refrain_process_get_calls (process);
  walk->start = tree->start;
  /* The last moment of the run belongs to it. */
  walk->end = tree->end >= refrain_trace_get_end (tree->trace) ? MAX (tree->end, tree->end + 1)
                                                               : tree->end;
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      if (thread->n_calls > 0)
        walk_thread (walk, process, thread, batch->cancellable);
    }
  for (guint32 i = 1; i < grower->nodes->len && streams == REFRAIN_NONE; i++)
    if (get_growing (grower, i)->node.routine == REFRAIN_CALL_TREE_STREAMS)
      streams = i;
  if (streams != REFRAIN_NONE)
    sum_up (grower, streams);
  sum_up (grower, 0);
}

/* ---- All processes --------------------------------------------------------------------------- */

/* Adds the tree of @process, in whose order parents come before children. */
static void
merge (Grower *self, const Grower *from, guint32 process)
{
  g_autofree guint32 *place = g_new (guint32, from->nodes->len);

  for (guint32 i = 0; i < from->nodes->len; i++)
    {
      const RefrainCallNode *node = &get_growing (from, i)->node;
      RefrainCallNode *into;
      Growing *growing;

      place[i] = i == 0 ? 0 : get_child (self, place[node->parent], node->routine);
      growing = get_growing (self, place[i]);
      into = &growing->node;
      into->calls += node->calls;
      into->inclusive = add_times (into->inclusive, node->inclusive);
      if (growing->n_with == 0 || node->inclusive < into->least)
        {
          into->least = node->inclusive;
          into->least_process = process;
        }
      if (growing->n_with == 0 || node->inclusive > into->most)
        {
          into->most = node->inclusive;
          into->most_process = process;
        }
      growing->n_with++;
    }
}

/* Where some of the processes never come, the least is none, and nobody's. */
static void
note_absent (RefrainCallTree *self, const Grower *all)
{
  for (guint32 i = 0; i < all->nodes->len; i++)
    {
      Growing *growing = get_growing (all, i);

      if (growing->n_with >= self->n_processes)
        continue;
      growing->node.least = 0;
      growing->node.least_process = REFRAIN_NONE;
    }
}

static gboolean
walk_all (RefrainCallTree *self, Grower *all, GCancellable *cancellable, GError **error)
{
  g_autofree Batch *batch = g_new0 (Batch, 1);

  batch->tree = self;
  batch->cancellable = cancellable;
  for (batch->first = 0; batch->first < self->n_processes; batch->first += BATCH)
    {
      const gsize n = MIN (self->n_processes - batch->first, BATCH);

      memset (batch->growers, 0, sizeof batch->growers);
      refrain_parallel_run (n, walk_process, batch, cancellable);
      for (gsize i = 0; i < n; i++)
        {
          if (batch->growers[i].nodes != NULL && !g_cancellable_is_cancelled (cancellable))
            merge (all, &batch->growers[i], self->processes[batch->first + i]);
          grower_clear (&batch->growers[i]);
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  note_absent (self, all);
  return TRUE;
}

/* ---- In order -------------------------------------------------------------------------------- */

/* By caller, then the longest first, then by routine. */
static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainCallNode *x = &get_growing (data, *(const guint32 *) a)->node;
  const RefrainCallNode *y = &get_growing (data, *(const guint32 *) b)->node;

  if (x->parent != y->parent)
    return x->parent < y->parent ? -1 : 1;
  if (x->inclusive != y->inclusive)
    return x->inclusive > y->inclusive ? -1 : 1;
  return x->routine < y->routine ? -1 : x->routine > y->routine;
}

/* How many nodes are below each, and itself: parents come before children. */
static guint32 *
count_sizes (const Grower *all)
{
  guint32 *sizes = g_new (guint32, all->nodes->len);

  for (guint32 i = 0; i < all->nodes->len; i++)
    sizes[i] = 1;
  for (guint32 i = all->nodes->len; i-- > 1;)
    sizes[get_growing (all, i)->node.parent] += sizes[i];
  return sizes;
}

/* @sorted: nodes by compare_nodes(). A node's place is known before those of its children are asked
 * for only if they are done level by level; here each caller hands out places as its children come,
 * so callers are done first: in the order in which nodes were made. */
static void
number_nodes (RefrainCallTree *self, const Grower *all, const guint32 *sorted)
{
  const guint32 n = all->nodes->len;
  g_autofree guint32 *sizes = count_sizes (all), *place = g_new (guint32, n);
  g_autofree guint32 *next = g_new (guint32, n);

  place[0] = 0;
  next[0] = 1;
  /* The root has no caller and is last: REFRAIN_NONE is the greatest of all. */
  for (guint32 k = 0; k + 1 < n; k++)
    {
      const guint32 i = sorted[k], parent = get_growing (all, i)->node.parent;

      place[i] = next[parent];
      next[parent] += sizes[i];
      next[i] = place[i] + 1;
    }
  self->n_nodes = n;
  self->nodes = g_new (RefrainCallNode, n);
  for (guint32 i = 0; i < n; i++)
    {
      RefrainCallNode *node = &self->nodes[place[i]];

      *node = get_growing (all, i)->node;
      node->size = sizes[i];
      node->exclusive = node->inclusive;
      if (i > 0)
        node->parent = place[node->parent];
    }
  for (guint32 i = 1; i < n; i++)
    {
      RefrainCallNode *node = &self->nodes[i], *parent = &self->nodes[node->parent];

      node->depth = parent->depth + 1;
      self->depth = MAX (self->depth, node->depth);
      parent->exclusive = MAX (parent->exclusive - node->inclusive, 0);
    }
}

/* Each once. */
static void
take_processes (RefrainCallTree *self, const guint *processes, gsize n)
{
  const guint n_all = refrain_trace_get_n_processes (self->trace);
  g_autofree gboolean *taken = g_new0 (gboolean, n_all + 1);

  self->processes = g_new (guint, n);
  for (gsize i = 0; i < n; i++)
    if (processes[i] < n_all && !taken[processes[i]])
      {
        taken[processes[i]] = TRUE;
        self->processes[self->n_processes++] = processes[i];
      }
}

RefrainCallTree *
refrain_call_tree_new (RefrainTrace *trace,
                       const guint *processes,
                       gsize n,
                       RefrainTime start,
                       RefrainTime end,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (RefrainCallTree) self = NULL;
  g_autofree guint32 *sorted = NULL;
  Grower all;
  gboolean done;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (processes != NULL || n == 0, NULL);

  self = g_object_new (REFRAIN_TYPE_CALL_TREE, NULL);
  self->trace = g_object_ref (trace);
  take_processes (self, processes, n);
  self->start = start;
  self->end = MAX (start, end);
  grower_init (&all);
  done = walk_all (self, &all, cancellable, error);
  if (done)
    {
      sorted = g_new (guint32, all.nodes->len);
      for (guint32 i = 0; i < all.nodes->len; i++)
        sorted[i] = i;
      g_qsort_with_data (sorted, (gint) all.nodes->len, sizeof *sorted, compare_nodes, &all);
      number_nodes (self, &all, sorted);
    }
  grower_clear (&all);
  return done ? g_steal_pointer (&self) : NULL;
}

/* ---- What it says ---------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainCallTree, refrain_call_tree, RefrainTrace *, get_trace, self->trace)

const guint *
refrain_call_tree_get_processes (RefrainCallTree *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);
  *n = self->n_processes;
  return self->processes;
}

void
refrain_call_tree_get_times (RefrainCallTree *self, RefrainTime *start, RefrainTime *end)
{
  g_return_if_fail (REFRAIN_IS_CALL_TREE (self));
  g_return_if_fail (start != NULL && end != NULL);
  *start = self->start;
  *end = self->end;
}

const RefrainCallNode *
refrain_call_tree_get_nodes (RefrainCallTree *self, guint32 *n)
{
  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);
  *n = self->n_nodes;
  return self->nodes;
}

REFRAIN_GETTER (RefrainCallTree, refrain_call_tree, guint, get_depth, self->depth)

const char *
refrain_call_tree_get_label (RefrainCallTree *self, guint32 i)
{
  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);
  g_return_val_if_fail (i < self->n_nodes, NULL);

  if (self->nodes[i].routine == REFRAIN_NONE)
    return _ ("All calls");
  if (self->nodes[i].routine == REFRAIN_CALL_TREE_STREAMS)
    return _ ("Streams of accelerators");
  if (self->nodes[i].routine >= refrain_trace_get_n_routines (self->trace))
    return _ ("Unknown routine");
  return refrain_trace_get_routine_label (self->trace, self->nodes[i].routine);
}

RefrainRoutineKind
refrain_call_tree_get_kind (RefrainCallTree *self, guint32 i)
{
  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), REFRAIN_ROUTINE_USER);
  g_return_val_if_fail (i < self->n_nodes, REFRAIN_ROUTINE_USER);

  if (self->nodes[i].routine >= refrain_trace_get_n_routines (self->trace))
    return REFRAIN_ROUTINE_USER;
  return refrain_trace_get_routine_kind (self->trace, self->nodes[i].routine);
}

/* The node above what streams of accelerators run, REFRAIN_NONE where none do. */
static guint32
find_streams (const RefrainCallTree *self)
{
  for (guint32 i = 1; i < self->n_nodes; i += self->nodes[i].size)
    if (self->nodes[i].routine == REFRAIN_CALL_TREE_STREAMS)
      return i;
  return REFRAIN_NONE;
}

double
refrain_call_tree_get_share (RefrainCallTree *self, guint32 i)
{
  RefrainTime whole;
  guint32 streams;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), 0);
  g_return_val_if_fail (i < self->n_nodes, 0);
  whole = self->nodes[0].inclusive;
  if (i == 0)
    return self->nodes[0].inclusive > 0 ? 1 : 0;
  streams = find_streams (self);
  if (streams != REFRAIN_NONE)
    whole = i - streams < self->nodes[streams].size ? self->nodes[streams].inclusive
                                                    : whole - self->nodes[streams].inclusive;
  return whole > 0 ? (double) self->nodes[i].inclusive / (double) whole : 0;
}

GArray *
refrain_call_tree_get_path (RefrainCallTree *self, guint32 i)
{
  GArray *path;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);
  g_return_val_if_fail (i < self->n_nodes, NULL);

  path = g_array_sized_new (FALSE, FALSE, sizeof (guint32), self->nodes[i].depth);
  g_array_set_size (path, self->nodes[i].depth);
  for (; i > 0; i = self->nodes[i].parent)
    g_array_index (path, guint32, self->nodes[i].depth - 1) = self->nodes[i].routine;
  return path;
}

guint32
refrain_call_tree_find (RefrainCallTree *self, const guint32 *path, gsize n)
{
  guint32 at = 0;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), 0);
  g_return_val_if_fail (path != NULL || n == 0, 0);

  for (gsize k = 0; k < n; k++)
    {
      const guint32 end = at + self->nodes[at].size;
      guint32 child = at + 1;

      while (child < end && self->nodes[child].routine != path[k])
        child += self->nodes[child].size;
      if (child >= end)
        break;
      at = child;
    }
  return at;
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_call_tree_finalize (RefrainCallTree *self)
{
  g_clear_object (&self->trace);
  refrain_free (self->processes, self->nodes);
}
/* ---- As text ---- */

RefrainTime
refrain_call_tree_get_mean (RefrainCallTree *self, guint32 i)
{
  guint32 n;
  gsize n_processes;
  const RefrainCallNode *nodes;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), 0);
  nodes = refrain_call_tree_get_nodes (self, &n);
  g_return_val_if_fail (i < n, 0);

  refrain_call_tree_get_processes (self, &n_processes);
  return n_processes > 0 ? nodes[i].inclusive / (RefrainTime) n_processes : 0;
}

static char *
format_time (RefrainTime time, RefrainTableFormat format)
{
  if (format != REFRAIN_TABLE_CSV)
    return refrain_time_format (time, 3);
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT, time / 1000000000,
                          time % 1000000000);
}

static char *
format_name (RefrainCallTree *self, guint32 i, guint depth, RefrainTableFormat format)
{
  const char *label = refrain_call_tree_get_label (self, i);

  return format == REFRAIN_TABLE_CSV ? g_strdup (label)
                                     : g_strdup_printf ("%*s%s", (int) depth * 2, "", label);
}

static char **
make_row (RefrainCallTree *self, guint32 i, RefrainTableFormat format)
{
  guint32 n;
  const RefrainCallNode *node = refrain_call_tree_get_nodes (self, &n) + i;
  const gboolean csv = format == REFRAIN_TABLE_CSV;
  g_autofree char *depth = g_strdup_printf ("%u", node->depth);
  g_autofree char *name = format_name (self, i, node->depth, format);
  g_autofree char *calls = csv ? g_strdup_printf ("%" G_GUINT64_FORMAT, node->calls)
                               : refrain_count_format (node->calls);
  g_autofree char *inclusive = format_time (node->inclusive, format);
  g_autofree char *exclusive = format_time (node->exclusive, format);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *share = NULL, *least = format_time (node->least, format);
  g_autofree char *mean = format_time (refrain_call_tree_get_mean (self, i), format);
  g_autofree char *most = format_time (node->most, format);
  g_autofree char *who = node->depth > 0 || node->most > 0
                             ? g_strdup_printf ("%u", node->most_process)
                             : g_strdup ("");

  g_ascii_formatd (number, sizeof number, csv ? "%.6f" : "%.1f",
                   refrain_call_tree_get_share (self, i) * (csv ? 1 : 100));
  share = g_strconcat (number, csv ? "" : " %", NULL);
  return g_strdupv (
      (char *[]){ depth, name, calls, inclusive, exclusive, share, least, mean, most, who, NULL });
}

static char **
make_titles (gboolean csv)
{
  static const char *const plain[]
      = { "depth",   "routine", "calls",  "inclusive_s",  "exclusive_s", "share",
          "least_s", "mean_s",  "most_s", "most_process", NULL };
  const char *const words[] = { _ ("Depth"),     _ ("Routine"),    _ ("Calls"),   _ ("Inclusive"),
                                _ ("Exclusive"), _ ("Share"),      _ ("Minimum"), _ ("Mean"),
                                _ ("Maximum"),   _ ("Of process"), NULL };

  return g_strdupv ((char **) (csv ? plain : words));
}

char *
refrain_call_tree_to_text (RefrainCallTree *self, RefrainTableFormat format, double least_share)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const RefrainCallNode *nodes;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_CALL_TREE (self), NULL);

  nodes = refrain_call_tree_get_nodes (self, &n);
  g_ptr_array_add (rows, make_titles (format == REFRAIN_TABLE_CSV));
  for (guint32 i = 0; i < n;)
    if (i > 0 && refrain_call_tree_get_share (self, i) < least_share)
      i += nodes[i].size;
    else
      g_ptr_array_add (rows, make_row (self, i++, format));
  return refrain_table_write (rows, "rlrrrrrrrr", format);
}
