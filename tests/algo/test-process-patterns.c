/* test-process-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The repeats of each process of random programs; symbols of a process that talks to thousands.
 */
#include "config.h"

#include <string.h>

#include "random-trace.h"
#include "refrain-error.h"
#include "refrain-process-patterns.h"
#include "refrain-symbols.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

enum
{
  N_SEEDS = 60
};

/* One process' sends and receives, and where pieces begin. */
typedef struct
{
  GArray *symbols;  /* of guint32 */
  GArray *boundary; /* of gboolean */
} Stream;

static Stream
read_stream (RefrainPatternSet *set, guint process)
{
  Stream self = { g_array_new (FALSE, FALSE, sizeof (guint32)),
                  g_array_new (FALSE, FALSE, sizeof (gboolean)) };
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, process);
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_pattern_set_get_trace (set), process));
  gsize n;
  const RefrainSegment *segments
      = refrain_segments_get (refrain_pattern_set_get_segments (set), process, &n);

  for (gsize s = 0; s < n; s++)
    for (guint32 i = segments[s].first; i < segments[s].first + segments[s].n; i++)
      {
        const gboolean begins = i == segments[s].first
                                && refrain_pattern_set_get_method (set) == REFRAIN_PATTERNS_ROUTINE;

        if (!REFRAIN_OP_IS_P2P (ops->kind[stream->op[i]]))
          continue;
        g_array_append_val (self.symbols, stream->symbol[i]);
        g_array_append_val (self.boundary, begins);
      }
  return self;
}

static void
stream_clear (Stream *self)
{
  g_array_unref (self->symbols);
  g_array_unref (self->boundary);
}

/* Occurrences of one pattern neither overlap nor go over a delimiter. */
static void
check_occurrences (const RefrainProcessPattern *pattern, const Stream *stream)
{
  g_assert_cmpuint (pattern->n, >=, 2);
  g_assert_cmpuint (pattern->n_occurrences, >=, 2);
  for (gsize k = 0; k < pattern->n_occurrences; k++)
    {
      const guint32 at = pattern->positions[k];

      g_assert_cmpuint (at + pattern->n, <=, stream->symbols->len);
      g_assert_cmpuint (g_array_index (stream->symbols, guint32, at), ==, pattern->symbols[0]);
      for (guint32 i = at + 1; i < at + pattern->n; i++)
        g_assert_false (g_array_index (stream->boundary, gboolean, i));
      if (k + 1 < pattern->n_occurrences)
        g_assert_cmpuint (at + pattern->n, <=, pattern->positions[k + 1]);
    }
}

/* The patterns written where they occur, and what is left between them, are the stream. */
static void
check_expanded (const RefrainProcessPatterns *patterns, const Stream *stream)
{
  const guint n = stream->symbols->len;
  g_autofree guint32 *expanded = g_new (guint32, n + 1);
  g_autofree gboolean *covered = g_new0 (gboolean, n + 1);

  for (gsize i = 0; i < refrain_process_patterns_get_n (patterns); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (patterns, i);

      for (gsize k = 0; k < pattern->n_occurrences; k++)
        for (gsize j = 0; j < pattern->n; j++)
          {
            expanded[pattern->positions[k] + j] = pattern->symbols[j];
            covered[pattern->positions[k] + j] = TRUE;
          }
    }
  for (guint i = 0; i < n; i++)
    if (!covered[i])
      expanded[i] = g_array_index (stream->symbols, guint32, i);
  if (n > 0)
    g_assert_cmpmem (expanded, n * sizeof *expanded, stream->symbols->data, n * sizeof *expanded);
}

static void
test_random (void)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      const guint n = 1 + seed % 5;
      g_autoptr (RefrainTrace) trace = random_trace_new (seed, n, 5 + seed);
      RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
      g_autoptr (RefrainPatternSet) set = NULL;

      options.method = seed % 2 ? REFRAIN_PATTERNS_SYNTACTIC : REFRAIN_PATTERNS_ROUTINE;
      set = refrain_pattern_set_new (trace, &options, NULL, NULL, NULL);
      for (guint p = 0; p < n; p++)
        {
          g_autoptr (RefrainProcessPatterns) general
              = refrain_process_patterns_find_in (set, p, REFRAIN_REPEATS_NGRAM, NULL, NULL);
          g_autoptr (RefrainProcessPatterns) verbatim
              = refrain_process_patterns_find_in (set, p, REFRAIN_REPEATS_VERBATIM, NULL, NULL);
          Stream stream = read_stream (set, p);

          for (gsize i = 0; i < refrain_process_patterns_get_n (general); i++)
            check_occurrences (refrain_process_patterns_get (general, i), &stream);
          for (gsize i = 0; i < refrain_process_patterns_get_n (verbatim); i++)
            check_occurrences (refrain_process_patterns_get (verbatim, i), &stream);
          check_expanded (verbatim, &stream);
          stream_clear (&stream);
        }
    }
}

static void
test_too_long (void)
{
  const guint32 symbol = 0;
  const RefrainRepeatsMethod methods[] = { REFRAIN_REPEATS_VERBATIM, REFRAIN_REPEATS_SUFFIX };

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
          refrain_process_patterns_find (&symbol, (gsize) 1 << 29, NULL, methods[m], NULL, &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED);
    }
}

/* However many partners, what is sent to and received from each is a symbol, the same every time.
 */
static void
test_many_partners (void)
{
  const guint n = 3000, n_rounds = 2;
  const RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (GError) error = NULL;
  const RefrainSymbolStream *stream;
  RefrainRecorder *recorder;
  RefrainTime time = 0;

  for (guint p = 0; p < n; p++)
    refrain_trace_builder_add_process (builder, "rank", NULL);
  recorder = refrain_trace_builder_add_thread (builder, 0, 0, "thread");
  for (guint i = 0; i < n_rounds * n; i++)
    {
      refrain_recorder_send (recorder, ++time, (gint32) (i % n), 0, 0, 8);
      refrain_recorder_recv (recorder, ++time, (gint32) (i % n), 0, 0, 8);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  symbols = refrain_symbols_new (trace, &scheme, NULL, NULL);
  stream = refrain_symbols_get_stream (symbols, 0);
  g_assert_cmpuint (refrain_symbols_get_n_symbols (symbols), ==, 2 * n);
  g_assert_cmpuint (stream->n, ==, 2 * n * n_rounds);
  for (gsize i = 0; i < stream->n; i++)
    g_assert_cmpuint (stream->symbol[i], ==, i % (2 * n));
}

TEST_PROGRAM ("process-patterns")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process-patterns/random", test_random);
  g_test_add_func ("/process-patterns/too-long", test_too_long);
  g_test_add_func ("/process-patterns/many-partners", test_many_partners);
  return g_test_run ();
}
