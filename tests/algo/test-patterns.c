/* test-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communication patterns on random programs: what must hold for any trace, and against brute force.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-pattern-set.h"
#include "test-program.h"

enum
{
  N_SEEDS = 60
};

static RefrainPatternSet *
find (RefrainTrace *trace, const RefrainPatternOptions *options)
{
  g_autoptr (GError) error = NULL;
  RefrainPatternSet *set = refrain_pattern_set_new (trace, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return set;
}

/* Every option in turn, by the bits of @i. */
static RefrainPatternOptions
some_options (guint i)
{
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;

  options.method = (i & 1) ? REFRAIN_PATTERNS_SYNTACTIC : REFRAIN_PATTERNS_ROUTINE;
  options.keep_tandem = (i & 2) != 0;
  options.merge_alike = (i & 4) != 0;
  options.join_collectives = (i & 8) != 0;
  options.scheme.receive = (i & 16) ? REFRAIN_RECEIVE_POSTING : REFRAIN_RECEIVE_COMPLETION;
  return options;
}

/* Every operation is in exactly one part of one occurrence, and find_occurrence() knows it. Parts
 * of a process do not overlap then. */
static void
check_cover (RefrainTrace *trace, RefrainPatternSet *set)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, p);
      g_autofree guint *seen = g_new0 (guint, n + 1);

      g_assert_cmpuint (stream->n, ==, n);
      for (guint k = 0; k < refrain_pattern_set_get_n_patterns (set); k++)
        {
          RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);

          for (gsize o = 0; o < refrain_pattern_get_n_occurrences (pattern); o++)
            {
              gsize n_parts;
              const RefrainOccurrencePart *parts
                  = refrain_pattern_get_occurrence (pattern, o, &n_parts);

              for (gsize i = 0; i < n_parts; i++)
                for (guint32 e = parts[i].first;
                     parts[i].process == p && e < parts[i].first + parts[i].n; e++)
                  {
                    RefrainPatternEvent event;

                    seen[stream->op[e]]++;
                    g_assert_true (
                        refrain_pattern_set_find_occurrence (set, p, stream->op[e], &event));
                    g_assert_cmpuint (event.pattern, ==, k);
                    g_assert_cmpuint (event.occurrence, ==, o);
                  }
            }
        }
      for (gsize i = 0; i < n; i++)
        g_assert_cmpuint (seen[i], ==, 1);
    }
}

/* No part goes over the end of a segment, and no occurrence holds two parts of one. */
static void
check_delimiters (RefrainPatternSet *set)
{
  RefrainSegments *segments = refrain_pattern_set_get_segments (set);

  for (guint k = 0; k < refrain_pattern_set_get_n_patterns (set); k++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);

      for (gsize o = 0; o < refrain_pattern_get_n_occurrences (pattern); o++)
        {
          gsize n_parts, n;
          const RefrainOccurrencePart *parts
              = refrain_pattern_get_occurrence (pattern, o, &n_parts);

          for (gsize i = 0; i < n_parts; i++)
            {
              const RefrainSegment *all = refrain_segments_get (segments, parts[i].process, &n);
              gsize s = 0;

              while (all[s].first + all[s].n <= parts[i].first)
                s++;
              g_assert_cmpuint (parts[i].first + parts[i].n, <=, all[s].first + all[s].n);
              if (i + 1 < n_parts && parts[i + 1].process == parts[i].process)
                g_assert_cmpuint (parts[i + 1].first, >=, all[s].first + all[s].n);
            }
        }
    }
}

static guint64
event_key (const RefrainPatternEvent *event)
{
  return (guint64) event->pattern << 32 | event->occurrence;
}

/* Both ends of a message lie in one occurrence, and so do all members of a collective; and an
 * occurrence is no larger than that: by brute force over its parts. */
static void
check_components (RefrainTrace *trace, RefrainPatternSet *set)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);

  for (guint k = 0; k < refrain_pattern_set_get_n_patterns (set); k++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);

      for (gsize o = 0; o < refrain_pattern_get_n_occurrences (pattern); o++)
        {
          gsize n;
          const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, o, &n);
          g_autofree gboolean *reached = g_new0 (gboolean, n);
          gboolean again = TRUE;

          reached[0] = TRUE;
          while (again)
            {
              again = FALSE;
              for (gsize a = 0; a < n; a++)
                for (gsize b = 0; b < n; b++)
                  {
                    const RefrainOps *ops = refrain_process_get_ops (
                        refrain_trace_get_process (trace, parts[a].process));
                    const RefrainOps *other = refrain_process_get_ops (
                        refrain_trace_get_process (trace, parts[b].process));
                    const guint32 *op = refrain_symbols_get_stream (symbols, parts[a].process)->op;
                    const guint32 *other_op
                        = refrain_symbols_get_stream (symbols, parts[b].process)->op;

                    if (!reached[a] || reached[b])
                      continue;
                    for (guint32 i = parts[a].first; i < parts[a].first + parts[a].n; i++)
                      for (guint32 j = parts[b].first; j < parts[b].first + parts[b].n; j++)
                        {
                          const gboolean p2p = REFRAIN_OP_IS_P2P (ops->kind[op[i]]);

                          if (p2p != REFRAIN_OP_IS_P2P (other->kind[other_op[j]])
                              || ops->partner[op[i]] == REFRAIN_NONE)
                            continue;
                          if (p2p ? (guint32) ops->peer[op[i]] == parts[b].process
                                        && ops->partner[op[i]] == other_op[j]
                                  : ops->partner[op[i]] == other->partner[other_op[j]])
                            reached[b] = again = TRUE;
                        }
                  }
            }
          for (gsize a = 0; a < n; a++)
            g_assert_true (reached[a]);
        }
    }
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE)
          {
            RefrainPatternEvent here, there;

            refrain_pattern_set_find_occurrence (set, p, i, &here);
            refrain_pattern_set_find_occurrence (set, (guint) ops->peer[i], ops->partner[i],
                                                 &there);
            g_assert_cmpuint (event_key (&here), ==, event_key (&there));
          }
    }
}

/* Occurrences of one pattern do the same; those of two patterns do not (unless they are merged). */
static void
check_parts (RefrainPatternSet *set, const RefrainPatternOptions *options)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint k = 0; k < refrain_pattern_set_get_n_patterns (set) && !options->merge_alike; k++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);
      g_autofree char *first = NULL;

      for (gsize o = 0; o < refrain_pattern_get_n_occurrences (pattern); o++)
        {
          gsize n;
          const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, o, &n);
          GString *text = g_string_new (NULL);

          for (gsize i = 0; i < n; i++)
            {
              const guint32 *symbol
                  = refrain_symbols_get_stream (symbols, parts[i].process)->symbol;

              g_string_append_printf (text, "P%u:", parts[i].process);
              for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
                if (e == parts[i].first || symbol[e] != symbol[e - 1])
                  g_string_append_printf (text, "%u ", symbol[e]);
            }
          if (first == NULL)
            first = g_strdup (text->str);
          g_assert_cmpstr (first, ==, text->str);
          g_string_free (text, TRUE);
        }
      g_assert_true (g_hash_table_add (known, g_steal_pointer (&first)));
    }
}

/* The sequence holds each occurrence once, each pattern's in their order. */
static void
check_sequence (RefrainPatternSet *set)
{
  gsize n, total = 0;
  const RefrainPatternEvent *events = refrain_pattern_set_get_sequence (set, &n);
  const guint n_patterns = refrain_pattern_set_get_n_patterns (set);
  g_autofree guint32 *next = g_new0 (guint32, n_patterns + 1);

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (events[i].pattern, <, n_patterns);
      g_assert_cmpuint (events[i].occurrence, ==, next[events[i].pattern]++);
    }
  for (guint k = 0; k < n_patterns; k++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);

      g_assert_cmpuint (refrain_pattern_get_id (pattern), ==, k + 1);
      g_assert_cmpuint (refrain_pattern_get_n_occurrences (pattern), ==, next[k]);
      if (k > 0)
        g_assert_cmpuint (next[k], <=, next[k - 1]);
      total += next[k];
    }
  g_assert_cmpuint (total, ==, n);
}

static void
check_metrics (RefrainTrace *trace, RefrainPatternSet *set)
{
  guint64 messages = 0;
  gsize ops = 0, all = 0;

  for (guint k = 0; k < refrain_pattern_set_get_n_patterns (set); k++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
      RefrainOpSet *members = refrain_pattern_get_op_set (pattern);

      messages += metrics->total_messages;
      ops += refrain_op_set_get_size (members);
      g_assert_cmpuint (metrics->depth, >=, 1);
      g_assert_cmpfloat (metrics->regularity, >, 0);
      g_assert_cmpfloat (metrics->regularity, <=, 1);
      g_assert_cmpint (metrics->duration_min, <=, metrics->duration_median);
      g_assert_cmpint (metrics->duration_median, <=, metrics->duration_max);
      g_assert_nonnull (refrain_pattern_get_name (pattern));
      refrain_op_set_unref (members);
    }
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    all += refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
  g_assert_cmpuint (messages, ==, refrain_trace_get_counts (trace)->messages);
  g_assert_cmpuint (ops, ==, all);
}

static void
test_random (void)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      const RefrainPatternOptions options = some_options (seed);
      g_autoptr (RefrainTrace) trace = random_trace_new (seed, 1 + seed % 5, 3 + seed / 2);
      g_autoptr (RefrainPatternSet) set = find (trace, &options);

      check_cover (trace, set);
      check_delimiters (set);
      check_components (trace, set);
      check_parts (set, &options);
      check_sequence (set);
      check_metrics (trace, set);
    }
}

/* Two runs give the same. */
static void
test_again (void)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainTrace) trace = random_trace_new (7, 5, 40);
  g_autoptr (RefrainPatternSet) one = find (trace, &options);
  g_autoptr (RefrainPatternSet) two = find (trace, &options);
  gsize n, m;
  const RefrainPatternEvent *a = refrain_pattern_set_get_sequence (one, &n);
  const RefrainPatternEvent *b = refrain_pattern_set_get_sequence (two, &m);

  g_assert_cmpmem (a, n * sizeof *a, b, m * sizeof *b);
}

static void
test_empty (void)
{
  for (guint i = 0; i < 32; i++)
    {
      const RefrainPatternOptions options = some_options (i);
      RefrainRecorder *recorder;
      guint32 communicator;
      g_autoptr (RefrainTraceBuilder) builder = random_trace_builder (1, &recorder, &communicator);
      g_autoptr (RefrainTrace) trace = random_trace_finish (builder);
      g_autoptr (RefrainPatternSet) set = find (trace, &options);
      RefrainPatternEvent event;
      gsize n;

      g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 0);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (set)), ==, 0);
      refrain_pattern_set_get_sequence (set, &n);
      g_assert_cmpuint (n, ==, 0);
      g_assert_false (refrain_pattern_set_find_occurrence (set, 0, 0, &event));
    }
}

static void
test_cancelled (void)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainTrace) trace = random_trace_new (3, 4, 10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_pattern_set_new (trace, &options, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("patterns")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/patterns/random", test_random);
  g_test_add_func ("/patterns/again", test_again);
  g_test_add_func ("/patterns/empty", test_empty);
  g_test_add_func ("/patterns/cancelled", test_cancelled);
  return g_test_run ();
}
