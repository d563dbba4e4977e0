/* test-compaction.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Call trees that are written down, and random ones: what is counted against sub-trees compared as
 * text, and sequences against what they were written from.
 */
#include <string.h>

#include "refrain-compaction.h"
#include "refrain-fork-sequences.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

/* ---- Traces from text: "A(BBC(D))", a routine a letter, "|" between processes, "/" between
 * threads ---- */

static RefrainTrace *
make_trace (const char *text)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  RefrainRecorder *recorder = NULL;
  RefrainTrace *trace;
  RefrainTime time = 0;
  guint process;
  char open[64];
  guint depth = 0;

  for (char letter = 'A'; letter <= 'Z'; letter++)
    refrain_trace_builder_add_routine (builder, (char[]){ letter, '\0' }, NULL, 0);
  process = refrain_trace_builder_add_process (builder, "0", NULL);
  recorder = refrain_trace_builder_add_thread (builder, process, 0, NULL);
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '|' || *c == '/')
      {
        if (*c == '|')
          process = refrain_trace_builder_add_process (builder, "more", NULL);
        recorder = refrain_trace_builder_add_thread (builder, process, (guint64) (c - text), NULL);
      }
    else if (*c == ')')
      {
        depth--;
        refrain_recorder_leave (recorder, time++, (guint32) (open[depth] - 'A'));
      }
    else if (*c != '(')
      {
        refrain_recorder_enter (recorder, time++, (guint32) (*c - 'A'));
        if (c[1] == '(')
          open[depth++] = *c;
        else
          refrain_recorder_leave (recorder, time++, (guint32) (*c - 'A'));
      }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
assert_counts (const char *text,
               RefrainCompactionVariant variant,
               gboolean shared,
               guint64 nodes,
               guint64 edges)
{
  g_autoptr (RefrainTrace) trace = make_trace (text);
  g_autoptr (RefrainCompaction) compaction = refrain_compaction_new (trace, NULL, NULL);
  const RefrainCompactionCounts counts = refrain_compaction_get_after (compaction, variant, shared);

  g_assert_cmpuint (counts.nodes, ==, nodes);
  g_assert_cmpuint (counts.edges, ==, edges);
}

/* Figure 3.6, as far as the text tells: 3a to 3d. */
static void
test_contiguous (void)
{
  assert_counts ("A(BBCB)", REFRAIN_COMPACTION_LEAVES, FALSE, 3, 3);
  assert_counts ("A(BBB(D))", REFRAIN_COMPACTION_LEAVES, FALSE, 4, 3);
  assert_counts ("A(BBBB)", REFRAIN_COMPACTION_LEAVES, FALSE, 2, 1);
  assert_counts ("A(BCBC)", REFRAIN_COMPACTION_RUNS, FALSE, 3, 4);
  assert_counts ("A(BCBC)", REFRAIN_COMPACTION_SEQUENCES, FALSE, 3, 1);
  /* Sub-trees in a row are one edge for runs only. */
  assert_counts ("A(B(C)B(C)B(C))", REFRAIN_COMPACTION_LEAVES, FALSE, 3, 4);
  assert_counts ("A(B(C)B(C)B(C))", REFRAIN_COMPACTION_RUNS, FALSE, 3, 2);
  /* Repeats of repeats; a repeat that begins with another one. */
  assert_counts ("A(BCBCDBCBCD)", REFRAIN_COMPACTION_SEQUENCES, FALSE, 4, 1);
  assert_counts ("A(BBCBBCBBC)", REFRAIN_COMPACTION_SEQUENCES, FALSE, 3, 1);
}

/* Figure 3.7: A calls itself five times. */
static void
test_recursion (void)
{
  assert_counts ("A(A(A(A(A))))", REFRAIN_COMPACTION_SEQUENCES, FALSE, 5, 4);
  assert_counts ("A(A(A(A(A))))", REFRAIN_COMPACTION_RECURSION, FALSE, 2, 1);
  assert_counts ("M(A(A(A(BC)))D)", REFRAIN_COMPACTION_RECURSION, FALSE, 6, 5);
  /* The middle of one recursion is called from elsewhere, too. */
  assert_counts ("M(A(A(A(B)))A(A(B)))", REFRAIN_COMPACTION_RECURSION, FALSE, 5, 5);
}

static void
test_sharing (void)
{
  assert_counts ("A(B)|A(B)|A(C)", REFRAIN_COMPACTION_RUNS, FALSE, 6, 3);
  assert_counts ("A(B)|A(B)|A(C)", REFRAIN_COMPACTION_RUNS, TRUE, 4, 2);
  /* Several top calls need a root; a process without calls has no tree; a tree a thread. */
  assert_counts ("ABA", REFRAIN_COMPACTION_RUNS, FALSE, 3, 3);
  assert_counts ("A(B)|", REFRAIN_COMPACTION_RUNS, FALSE, 2, 1);
  assert_counts ("A(B)/A(B)", REFRAIN_COMPACTION_RUNS, FALSE, 2, 1);
}

static void
test_before (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ("A(BBC)|AB|/A");
  g_autoptr (RefrainCompaction) compaction = refrain_compaction_new (trace, NULL, NULL);
  const RefrainCompactionCounts before = refrain_compaction_get_before (compaction);
  const RefrainCompactionCounts table = refrain_compaction_get_as_table (compaction);

  g_assert_cmpuint (before.nodes, ==, 4 + 3 + 1);
  g_assert_cmpuint (before.edges, ==, 3 + 2 + 0);
  g_assert_cmpuint (table.nodes, ==, 3 + 3 + 1);
  g_assert_cmpuint (table.edges, ==, 2 + 2 + 0);
}

static void
test_repeat (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ("M(XXXS(BC(D)BC(D)BC(D)))");
  g_autoptr (RefrainCompaction) compaction = refrain_compaction_new (trace, NULL, NULL);
  const RefrainCompactionRepeat *repeat = refrain_compaction_get_repeat (compaction);
  g_autoptr (RefrainTrace) flat = make_trace ("M(AB)");
  g_autoptr (RefrainCompaction) none = refrain_compaction_new (flat, NULL, NULL);

  g_assert_nonnull (repeat);
  g_assert_cmpstr (repeat->body, ==, "B, C");
  g_assert_cmpstr (repeat->caller, ==, "S");
  g_assert_cmpuint (repeat->repeats, ==, 3);
  g_assert_cmpuint (repeat->calls, ==, 9);
  g_assert_null (refrain_compaction_get_repeat (none));
}

static void
test_messages (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainCompaction) compaction = NULL;
  const guint64 sizes[] = { 8, 8, 9, 8, 8, 8 };
  RefrainRecorder *recorders[3];

  for (guint p = 0; p < 3; p++)
    {
      refrain_trace_builder_add_process (builder, "p", NULL);
      recorders[p] = refrain_trace_builder_add_thread (builder, p, p, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      /* What goes to another process in between does not part equal neighbours. */
      refrain_recorder_send (recorders[0], i, 1, REFRAIN_NONE, 0, sizes[i]);
      refrain_recorder_send (recorders[0], i, 2, REFRAIN_NONE, 0, 1);
      refrain_recorder_recv (recorders[1], i, 0, REFRAIN_NONE, 0, sizes[i]);
      if (i > 0) /* the last one to process 2 has no partner */
        refrain_recorder_recv (recorders[2], i, 0, REFRAIN_NONE, 0, 1);
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  compaction = refrain_compaction_new (trace, NULL, NULL);
  g_assert_cmpuint (refrain_compaction_get_before (compaction).messages, ==, 6 + 5);
  g_assert_cmpuint (
      refrain_compaction_get_after (compaction, REFRAIN_COMPACTION_RUNS, FALSE).messages, ==,
      3 + 1);
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainTrace) trace = make_trace ("A(BBC)");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_compaction_new (trace, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- Random trees ---- */

static void
grow (GRand *rand, GString *text, guint depth)
{
  const guint n = (guint) g_rand_int_range (rand, 1, 5);

  for (guint i = 0; i < n; i++)
    {
      const gsize from = text->len;
      guint turns = g_rand_boolean (rand) ? 1 : (guint) g_rand_int_range (rand, 1, 4);
      g_autofree char *turn = NULL;

      g_string_append_c (text, (char) g_rand_int_range (rand, 'A', 'D'));
      if (depth > 0 && g_rand_boolean (rand))
        {
          g_string_append_c (text, '(');
          grow (rand, text, depth - 1);
          g_string_append_c (text, ')');
        }
      turn = g_strdup (text->str + from);
      while (--turns > 0 && text->len < 4000)
        g_string_append (text, turn);
    }
}

/* Sub-trees of @text as text, each once. */
static guint
count_different (const char *text)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *c = text; *c != '\0'; c++)
    {
      const char *end = c;
      guint depth = 0;

      if (*c == '(' || *c == ')')
        continue;
      if (c[1] == '(')
        for (end = c + 1, depth = 1; depth > 0;)
          {
            end++;
            depth += *end == '(';
            depth -= *end == ')';
          }
      g_hash_table_add (known, g_strndup (c, (gsize) (end - c + 1)));
    }
  return g_hash_table_size (known);
}

static void
test_random_trees (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (36);

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GString) text = g_string_new ("Z(");
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainCompaction) compaction = NULL;
      guint64 before = G_MAXUINT64;

      grow (rand, text, 4);
      g_string_append_c (text, ')');
      trace = make_trace (text->str);
      compaction = refrain_compaction_new (trace, NULL, NULL);
      for (guint v = 0; v <= REFRAIN_COMPACTION_SEQUENCES; v++)
        {
          const RefrainCompactionCounts own = refrain_compaction_get_after (compaction, v, FALSE);

          g_assert_cmpuint (own.nodes, ==, count_different (text->str));
          g_assert_cmpuint (own.edges, <=, before);
          before = own.edges;
        }
    }
}

/* ---- Sequences ---- */

enum
{
  LIST = G_MAXUINT32
};

static void
expand (const RefrainBodyStore *bodies, const RefrainTerm *terms, gsize n, GArray *list)
{
  for (gsize i = 0; i < n; i++)
    for (guint32 turn = 0; turn < terms[i].count; turn++)
      if (bodies->label[terms[i].what] == LIST)
        {
          gsize n_body;
          const RefrainTerm *body = refrain_body_store_get (bodies, terms[i].what, &n_body);

          expand (bodies, body, n_body, list);
        }
      else
        g_array_append_val (list, terms[i].what);
}

static void
test_random_sequences (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (37);
  g_autoptr (RefrainBodyStore) bodies = refrain_body_store_new ();
  g_autoptr (RefrainForkSequences) sequences = refrain_fork_sequences_new (bodies, LIST);

  for (guint32 s = 0; s < 4; s++)
    g_assert_cmpuint (refrain_body_store_add (bodies, s, NULL, 0), ==, s);
  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));
      const guint turns = (guint) g_rand_int_range (rand, 1, 5);
      const RefrainTerm *found;
      gsize n;

      for (gint i = g_rand_int_range (rand, 1, 30); i > 0; i--)
        {
          const guint32 symbol = (guint32) g_rand_int_range (rand, 0, 4);

          g_array_append_val (list, symbol);
        }
      for (guint turn = 1, once = list->len; turn < turns; turn++)
        for (guint i = 0; i < once; i++)
          {
            const guint32 symbol = g_array_index (list, guint32, i);

            g_array_append_val (list, symbol);
          }
      for (guint i = 0; i < list->len; i++)
        {
          const RefrainTerm term = { g_array_index (list, guint32, i), 1 };

          g_array_append_val (terms, term);
        }
      found = refrain_fork_sequences_find (sequences, (RefrainTerm *) (gpointer) terms->data,
                                           terms->len, &n);
      g_assert_cmpuint (n, <=, terms->len);
      expand (bodies, found, n, again);
      g_assert_cmpmem (again->data, again->len * sizeof (guint32), list->data,
                       list->len * sizeof (guint32));
    }
}

TEST_PROGRAM ("compaction")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compaction/contiguous", test_contiguous);
  g_test_add_func ("/compaction/recursion", test_recursion);
  g_test_add_func ("/compaction/sharing", test_sharing);
  g_test_add_func ("/compaction/before", test_before);
  g_test_add_func ("/compaction/repeat", test_repeat);
  g_test_add_func ("/compaction/messages", test_messages);
  g_test_add_func ("/compaction/cancelled", test_cancelled);
  g_test_add_func ("/compaction/random-trees", test_random_trees);
  g_test_add_func ("/compaction/random-sequences", test_random_sequences);
  return g_test_run ();
}
