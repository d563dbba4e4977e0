/* bench-repeats.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Repeats in each process' stream: by n-grams, delimited by routines and not, against suffixes; and
 * on input in which nothing is regular.
 */
#include "config.h"

#include <string.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-pattern-set.h"
#include "refrain-repeats.h"
#include "refrain-tandem.h"
#include "test-program.h"

enum
{
  RUNS = 9,
  TIMES = 8,         /* as much data */
  IRREGULAR = 500000 /* symbols */
};

typedef struct
{
  guint32 *symbol;
  gboolean *boundary; /* NULL: none */
  gsize n;
} Stream;

static void
stream_clear (Stream *stream)
{
  g_free (stream->symbol);
  g_free (stream->boundary);
}

/* What detection does: the general form of a stream, then its repeats. */
static double
time_detection (const Stream *stream)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainTandemForm) form
      = refrain_tandem_reduce (stream->symbol, stream->n, stream->boundary, NULL);
  g_autofree gboolean *boundary = NULL;
  g_autoptr (RefrainRepeats) repeats = NULL;

  if (stream->boundary != NULL)
    {
      boundary = g_new (gboolean, form->n);
      for (gsize i = 0; i < form->n; i++)
        boundary[i] = stream->boundary[form->origin[i]];
    }
  repeats = refrain_repeats_find (form->symbol, form->n, boundary, NULL, NULL);
  g_assert_nonnull (repeats);
  return bench_seconds () - start;
}

static double
time_suffix (const Stream *stream)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainRepeats) repeats
      = refrain_repeats_find_suffix (stream->symbol, stream->n, 2, NULL, NULL);

  g_assert_nonnull (repeats);
  return bench_seconds () - start;
}

typedef double (*Timer) (const Stream *stream);

/* The middle of several times that all streams take, one after another. */
static double
time_all (const Stream *streams, guint n, Timer timer)
{
  double seconds[RUNS] = { 0 };

  for (int i = 0; i < RUNS; i++)
    for (guint s = 0; s < n; s++)
      seconds[i] += timer (&streams[s]);
  return bench_median (seconds, RUNS);
}

/* The stream several times over, each time with a symbol behind that is nowhere else. */
static Stream
multiply (const Stream *stream, guint times)
{
  Stream all = { 0 };
  guint32 separator = 0;

  for (gsize i = 0; i < stream->n; i++)
    separator = MAX (separator, stream->symbol[i]);
  all.symbol = g_new (guint32, times * (stream->n + 1));
  all.boundary = stream->boundary != NULL ? g_new0 (gboolean, times * (stream->n + 1)) : NULL;
  for (guint i = 0; i < times; i++)
    {
      memcpy (all.symbol + all.n, stream->symbol, stream->n * sizeof *all.symbol);
      if (all.boundary != NULL)
        memcpy (all.boundary + all.n, stream->boundary, stream->n * sizeof *all.boundary);
      all.n += stream->n;
      all.symbol[all.n++] = ++separator;
    }
  return all;
}

/* How many times as long several times the data takes. What it is several times of is already the
 * stream twice, so that all of it repeats in both. Both read equally much memory, else it is the
 * caches that are measured. */
static double
measure_growth (const Stream *streams, guint n)
{
  double larger_sum = 0, single_sum = 0;

  for (guint s = 0; s < n; s++)
    {
      Stream larger = multiply (&streams[s], 2 * TIMES), single[TIMES];

      for (guint i = 0; i < TIMES; i++)
        single[i] = multiply (&streams[s], 2);
      larger_sum += time_all (&larger, 1, time_detection);
      single_sum += time_all (single, TIMES, time_detection) / TIMES;
      for (guint i = 0; i < TIMES; i++)
        stream_clear (&single[i]);
      stream_clear (&larger);
    }
  return larger_sum / single_sum;
}

static void
measure (const char *name, const Stream *streams, guint n, double suffix)
{
  const double seconds = time_all (streams, n, time_detection);
  g_autofree char *rate = g_strdup_printf ("Repeats, %s", name);
  g_autofree char *growth = g_strdup_printf ("Repeats, %s: %d times the data", name, TIMES);
  g_autofree char *ratio = g_strdup_printf ("Repeats, suffixes / %s", name);
  gsize events = 0;

  for (guint s = 0; s < n; s++)
    events += streams[s].n;
  bench_row (rate, (double) events / seconds / 1e6, "million events/s", ">= 20", "one core");
  bench_row (growth, measure_growth (streams, n), "", "<= 9", "time, of equally much memory");
  bench_row (ratio, suffix / seconds, "", ">= 5", "the same streams");
}

/* The streams of all processes; with @delimited, cut where segments begin. */
static Stream *
make_streams (RefrainPatternSet *set, gboolean delimited)
{
  RefrainSegments *segments = refrain_pattern_set_get_segments (set);
  RefrainSymbols *symbols = refrain_segments_get_symbols (segments);
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  Stream *streams = g_new0 (Stream, n);

  for (guint p = 0; p < n; p++)
    {
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, p);
      gsize n_segments;
      const RefrainSegment *segment = refrain_segments_get (segments, p, &n_segments);

      streams[p].n = stream->n;
      streams[p].symbol = g_memdup2 (stream->symbol, stream->n * sizeof *stream->symbol);
      if (!delimited)
        continue;
      streams[p].boundary = g_new0 (gboolean, stream->n);
      for (gsize s = 0; s < n_segments; s++)
        streams[p].boundary[segment[s].first] = TRUE;
    }
  return streams;
}

static void
measure_trace (const char *anchor)
{
  const RefrainPatternOptions options = { .scheme = REFRAIN_SYMBOL_SCHEME_THESIS };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (anchor, NULL, NULL, &error);
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autofree Stream *directed = NULL, *syntactic = NULL;
  double suffix;
  guint n;

  g_assert_no_error (error);
  set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  n = refrain_trace_get_n_processes (trace);
  directed = make_streams (set, TRUE);
  syntactic = make_streams (set, FALSE);
  suffix = time_all (syntactic, n, time_suffix);
  measure ("routine-call directed", directed, n, suffix);
  measure ("syntactic", syntactic, n, suffix);
  for (guint p = 0; p < n; p++)
    {
      stream_clear (&directed[p]);
      stream_clear (&syntactic[p]);
    }
}

/* Copies of random places, in random lengths: much repeats, nothing at once. */
static void
measure_irregular (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Stream stream = { g_new (guint32, IRREGULAR), NULL, 0 };
  double seconds;

  while (stream.n < IRREGULAR)
    {
      const gsize from = stream.n > 0 ? (gsize) g_rand_int_range (random, 0, (gint32) stream.n) : 0;
      const gsize length = (gsize) g_rand_int_range (random, 1, 60);

      for (gsize i = from; i < from + length && i < stream.n && stream.n < IRREGULAR; i++)
        stream.symbol[stream.n++] = stream.symbol[i];
      if (stream.n < IRREGULAR)
        stream.symbol[stream.n++] = (guint32) g_rand_int_range (random, 0, 12);
    }
  seconds = time_all (&stream, 1, time_detection);
  bench_row ("Repeats, syntactic, irregular input", IRREGULAR / seconds / 1e6, "million events/s",
             "", "made up; one core");
  bench_row ("Repeats, suffixes / syntactic, irregular input",
             time_all (&stream, 1, time_suffix) / seconds, "", "", "");
  stream_clear (&stream);
}

TEST_PROGRAM ("repeats")
{
  if (argc < 2)
    return 2;
  measure_irregular ();
  if (argc > 2)
    measure_trace (argv[2]);
  return 0;
}
