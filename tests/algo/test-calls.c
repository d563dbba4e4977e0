/* test-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Call trees of random programs and windows against a count of every call by the names of its
 * callers, and a small one that is written down.
 */
#include <string.h>

#include "random-trace.h"
#include "refrain-call-tree.h"
#include "test-program.h"

/* ---- Every call by its callers --------------------------------------------------------------- */

typedef struct
{
  guint64 calls;
  RefrainTime inclusive, of_process;
  guint process; /* that of_process is of */
  RefrainTime most;
  guint n_with;
} Entry;

static char *
make_path (RefrainProcess *process, guint32 call)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  g_autofree char *above = NULL;

  if (call == REFRAIN_NONE)
    return g_strdup ("");
  above = make_path (process, calls->parent[call]);
  return g_strdup_printf ("%s/%u", above, calls->routine[call]);
}

static char *
get_path (RefrainCallTree *tree, guint32 node)
{
  g_autoptr (GArray) path = refrain_call_tree_get_path (tree, node);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < path->len; i++)
    g_string_append_printf (text, "/%u", g_array_index (path, guint32, i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_call (GHashTable *entries, char *path, guint process, RefrainTime time)
{
  Entry *entry = g_hash_table_lookup (entries, path);

  if (entry == NULL)
    {
      entry = g_new0 (Entry, 1);
      entry->process = G_MAXUINT;
      g_hash_table_insert (entries, g_strdup (path), entry);
    }
  if (entry->process != process)
    {
      entry->process = process;
      entry->of_process = 0;
      entry->n_with++;
    }
  entry->calls++;
  entry->inclusive += time;
  entry->of_process += time;
  entry->most = MAX (entry->most, entry->of_process);
}

static GHashTable *
count_calls (RefrainTrace *trace, const guint *processes, gsize n, RefrainTime from, RefrainTime to)
{
  GHashTable *entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const gboolean to_end = to >= refrain_trace_get_end (trace);

  for (gsize p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, processes[p]);
      const RefrainCalls *calls = refrain_process_get_calls (process);

      for (guint32 i = 0; i < calls->n; i++)
        {
          g_autofree char *path = NULL;
          const gboolean before = calls->start[i] < to || (to_end && calls->start[i] == to);

          if (!before || (calls->start[i] < from && calls->end[i] <= from))
            continue;
          path = make_path (process, i);
          add_call (entries, path, processes[p],
                    MAX (MIN (calls->end[i], to) - MAX (calls->start[i], from), 0));
        }
    }
  return entries;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static void
check_order (const RefrainCallNode *nodes, guint32 n)
{
  g_assert_cmpuint (nodes[0].size, ==, n);
  for (guint32 i = 0; i < n; i++)
    {
      RefrainTime sum = 0, last = G_MAXINT64;

      for (guint32 child = i + 1; child < i + nodes[i].size; child += nodes[child].size)
        {
          g_assert_cmpuint (nodes[child].parent, ==, i);
          g_assert_cmpuint (nodes[child].depth, ==, nodes[i].depth + 1);
          g_assert_cmpint (nodes[child].inclusive, <=, last);
          last = nodes[child].inclusive;
          sum += last;
        }
      g_assert_cmpint (nodes[i].inclusive - sum, ==, nodes[i].exclusive);
    }
}

/* The operations of each node against those whose calls' paths begin with its own. */
static void
check_ops (RefrainCallTree *tree, RefrainTime from, RefrainTime to, guint32 node)
{
  RefrainTrace *trace = refrain_call_tree_get_trace (tree);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (RefrainCallPlace));
  g_autoptr (RefrainOpSet) set
      = refrain_call_tree_find_ops (tree, node, from, to, calls, NULL, NULL);
  g_autofree char *path = get_path (tree, node);
  const gsize length = strlen (path);
  gsize n, found = 0, n_calls = 0;
  const guint *processes = refrain_call_tree_get_processes (tree, &n);

  for (guint i = 0; i < calls->len; i++)
    {
      const RefrainCallPlace *at = &g_array_index (calls, RefrainCallPlace, i);
      g_autofree char *its = make_path (refrain_trace_get_process (trace, at->process), at->row);

      g_assert_true (node == 0 ? strchr (its + 1, '/') == NULL : g_str_equal (its, path));
    }
  for (gsize p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, processes[p]);
      const RefrainCalls *own = refrain_process_get_calls (process);

      for (guint32 i = 0; i < own->n && node > 0; i++)
        {
          g_autofree char *its = make_path (process, i);

          n_calls += g_str_equal (its, path) && own->start[i] <= to
                     && (own->start[i] >= from || own->end[i] > from);
        }
    }
  if (node > 0)
    g_assert_cmpuint (calls->len, ==, n_calls);
  for (gsize p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, processes[p]);
      const RefrainOps *ops = refrain_process_get_ops (process);

      for (gsize i = 0; i < ops->n; i++)
        {
          g_autofree char *its = make_path (process, ops->call[i]);
          const gboolean inside = g_str_has_prefix (its, path)
                                  && (its[length] == '\0' || its[length] == '/')
                                  && ops->time[i] >= from && ops->time[i] <= to;

          g_assert_true (refrain_op_set_contains (set, processes[p], i) == inside);
          found += inside;
        }
    }
  g_assert_cmpuint (refrain_op_set_get_size (set), ==, found);
}

static void
check_window (
    RefrainTrace *trace, const guint *processes, gsize n, RefrainTime from, RefrainTime to)
{
  g_autoptr (RefrainCallTree) tree
      = refrain_call_tree_new (trace, processes, n, from, to, NULL, NULL);
  g_autoptr (GHashTable) entries = count_calls (trace, processes, n, from, to);
  guint32 n_nodes;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (tree, &n_nodes);

  check_order (nodes, n_nodes);
  g_assert_cmpuint (n_nodes - 1, ==, g_hash_table_size (entries));
  for (guint32 i = 1; i < n_nodes; i++)
    {
      g_autofree char *path = get_path (tree, i);
      g_autoptr (GArray) steps = refrain_call_tree_get_path (tree, i);
      const Entry *entry = g_hash_table_lookup (entries, path);

      g_assert_nonnull (entry);
      g_assert_cmpuint (nodes[i].calls, ==, entry->calls);
      g_assert_cmpint (nodes[i].inclusive, ==, entry->inclusive);
      g_assert_cmpint (nodes[i].most, ==, entry->most);
      g_assert_true ((nodes[i].least_process == REFRAIN_NONE) == (entry->n_with < n));
      g_assert_cmpint (nodes[i].least, <=, nodes[i].most);
      g_assert_cmpuint (refrain_call_tree_find (tree, (const guint32 *) steps->data, steps->len),
                        ==, i);
    }
  check_ops (tree, from, to, 0);
  if (n_nodes > 1)
    check_ops (tree, from, to, g_test_rand_int_range (1, (gint32) n_nodes));
}

static void
test_random (void)
{
  for (guint k = 0; k < 40; k++)
    {
      g_autoptr (RefrainTrace) trace
          = random_trace_new ((guint32) g_test_rand_int (), 1 + k % 5, 12);
      const RefrainTime end = refrain_trace_get_end (trace);
      const guint n = refrain_trace_get_n_processes (trace);
      g_autofree guint *all = g_new (guint, n);

      for (guint i = 0; i < n; i++)
        all[i] = n - 1 - i;
      check_window (trace, all, n, refrain_trace_get_start (trace), end);
      for (guint w = 0; w < 6; w++)
        {
          const RefrainTime a = g_test_rand_int_range (0, (gint32) MIN (end, G_MAXINT32) + 1);
          const RefrainTime b = g_test_rand_int_range (0, (gint32) MIN (end, G_MAXINT32) + 1);

          check_window (trace, all, 1 + w % n, MIN (a, b), MAX (a, b));
        }
    }
}

/* ---- Written down ---------------------------------------------------------------------------- */

/* a [0, 100] calls b [10, 40], b [50, 60] and itself [70, 90], which calls b [75, 80]; another
 * process a [0, 40], and @with_stream of an accelerator that runs b [0, 30]. */
static RefrainTrace *
make_small (gboolean with_stream)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  static const struct
  {
    RefrainTime time;
    int routine; /* -1 - r: leave */
  } steps[] = { { 0, 0 },  { 10, 1 }, { 40, -2 }, { 50, 1 },  { 60, -2 },
                { 70, 0 }, { 75, 1 }, { 80, -2 }, { 90, -1 }, { 100, -1 } };
  RefrainRecorder *recorder;
  RefrainTrace *trace;
  guint process;

  refrain_trace_builder_add_routine (builder, "a", NULL, 0);
  refrain_trace_builder_add_routine (builder, "b", NULL, 0);
  process = refrain_trace_builder_add_process (builder, "0", NULL);
  recorder = refrain_trace_builder_add_thread (builder, process, 0, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i].routine >= 0)
      refrain_recorder_enter (recorder, steps[i].time, (guint32) steps[i].routine);
    else
      refrain_recorder_leave (recorder, steps[i].time, (guint32) (-1 - steps[i].routine));
  process = refrain_trace_builder_add_process (builder, "1", NULL);
  recorder = refrain_trace_builder_add_thread (builder, process, 1, NULL);
  refrain_recorder_enter (recorder, 0, 0);
  refrain_recorder_leave (recorder, 40, 0);
  if (with_stream)
    {
      recorder = refrain_trace_builder_add_thread (builder, process, 2, NULL);
      refrain_recorder_set_stream (recorder);
      refrain_recorder_enter (recorder, 0, 1);
      refrain_recorder_leave (recorder, 30, 1);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}

static void
test_small (void)
{
  g_autoptr (RefrainTrace) trace = make_small (FALSE);
  const guint both[] = { 0, 1, 1 };
  g_autoptr (RefrainCallTree) tree = refrain_call_tree_new (trace, both, 3, 20, 78, NULL, NULL);
  guint32 n;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (tree, &n);
  g_autofree char *csv = refrain_call_tree_to_text (tree, REFRAIN_TABLE_CSV, 0);
  g_autofree char *text = refrain_call_tree_to_text (tree, REFRAIN_TABLE_TEXT, 0.2);

  g_assert_cmpuint (n, ==, 5);
  /* a: 58 of process 0, 20 of process 1 */
  g_assert_cmpint (nodes[1].inclusive, ==, 78);
  g_assert_cmpint (nodes[1].least, ==, 20);
  g_assert_cmpuint (nodes[1].least_process, ==, 1);
  g_assert_cmpint (nodes[1].most, ==, 58);
  g_assert_cmpint (nodes[1].exclusive, ==, 78 - 30 - 8);
  g_assert_cmpstr (refrain_call_tree_get_label (tree, 2), ==, "b");
  g_assert_cmpuint (nodes[2].calls, ==, 2);
  g_assert_cmpint (nodes[2].inclusive, ==, 30);
  g_assert_cmpstr (refrain_call_tree_get_label (tree, 3), ==, "a");
  g_assert_cmpint (nodes[3].inclusive, ==, 8);
  g_assert_cmpint (nodes[4].inclusive, ==, 3);
  g_assert_cmpint (refrain_call_tree_get_mean (tree, 1), ==, 39);
  g_assert_true (strstr (csv, "1,a,2,0.000000078,0.000000040,1.000000,0.000000020,0.000000039,"
                              "0.000000058,0")
                 != NULL);
  g_assert_null (strstr (text, "8 ns"));
}

/* What streams run is no part of the processes' time. */
static void
test_streams (void)
{
  g_autoptr (RefrainTrace) trace = make_small (TRUE);
  const guint both[] = { 0, 1 };
  g_autoptr (RefrainCallTree) tree = refrain_call_tree_new (trace, both, 2, 0, 100, NULL, NULL);
  guint32 n;
  const RefrainCallNode *nodes = refrain_call_tree_get_nodes (tree, &n);
  gboolean seen = FALSE;

  g_assert_cmpint (nodes[0].inclusive, ==, 170);
  g_assert_cmpfloat (refrain_call_tree_get_share (tree, 0), ==, 1);
  g_assert_cmpfloat (refrain_call_tree_get_share (tree, 1), ==, 1); /* a */
  g_assert_cmpfloat_with_epsilon (refrain_call_tree_get_share (tree, 2), 40 / 140.0, 1e-9);
  for (guint32 i = 1; i < n; i++)
    if (nodes[i].routine == REFRAIN_CALL_TREE_STREAMS)
      {
        seen = TRUE;
        g_assert_cmpfloat (refrain_call_tree_get_share (tree, i), ==, 1);
        g_assert_cmpfloat (refrain_call_tree_get_share (tree, i + 1), ==, 1);
      }
  g_assert_true (seen);
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainTrace) trace = make_small (FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (RefrainCallTree) tree = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  tree = refrain_call_tree_new (trace, (const guint[]){ 0 }, 1, 0, 100, cancellable, &error);
  g_assert_null (tree);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("calls")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calls/small", test_small);
  g_test_add_func ("/calls/streams", test_streams);
  g_test_add_func ("/calls/random", test_random);
  g_test_add_func ("/calls/cancelled", test_cancelled);
  return g_test_run ();
}
