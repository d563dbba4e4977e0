/* bench-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries over all messages of a trace: so many a second and core, with conditions, sums and
 * groups; and that nonsense costs no more than it is long.
 */
#include "config.h"

#include <string.h>
#include <time.h>

#include "bench-util.h"
#include "refrain-query.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  PROCESSES = 32,
  RUNS = 5
};

#define EVENTS G_GUINT64_CONSTANT (30000000)

static double
processor_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

/* Processor time, so of one core, that @text takes. */
static double
time_query (RefrainTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainQuery) query = refrain_query_parse (text, NULL, &error);
  double seconds[RUNS];

  g_assert_no_error (error);
  for (guint i = 0; i < RUNS; i++)
    {
      const double start = processor_seconds ();
      g_autoptr (RefrainQueryResult) result
          = refrain_query_run (query, trace, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      seconds[i] = processor_seconds () - start;
    }
  return bench_median (seconds, RUNS);
}

static void
measure_queries (void)
{
  static const struct
  {
    const char *name, *text;
  } queries[] = {
    { "with two conditions", "SELECT ALL MESSAGES WHERE SIZE > 4 KiB AND TIME > 1 s" },
    { "all of them", "SELECT ALL MESSAGES" },
    { "number and bytes", "SELECT COUNT, BYTES FROM MESSAGES" },
    { "by pair", "SELECT COUNT, BYTES FROM MESSAGES GROUP BY PAIR" },
    { "by size, with a condition",
      "SELECT COUNT FROM MESSAGES WHERE TAG = 1 OR TAG = 7 GROUP BY SIZE" },
    { "the 20 longest", "SELECT ALL MESSAGES ORDER BY DURATION DESC LIMIT 20" },
  };
  g_autoptr (RefrainTrace) trace = synthetic_trace_new (PROCESSES, EVENTS);
  const double messages = (double) refrain_trace_get_counts (trace)->messages / 1e6;

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autofree char *name = g_strdup_printf ("Query over all messages, %s", queries[i].name);
      g_autofree char *note = g_strdup_printf ("%.1f million messages, processor time", messages);

      bench_row (name, messages / time_query (trace, queries[i].text), "million/s", ">= 50", note);
    }
}

/* Seconds to refuse, or take, @n bytes of @piece again and again. */
static double
time_parse (const char *start, const char *piece, gsize n)
{
  double seconds[RUNS];
  g_autoptr (GString) text = g_string_new (start);

  while (text->len < n)
    g_string_append (text, piece);
  g_string_truncate (text, n);
  for (guint i = 0; i < RUNS; i++)
    {
      const double begin = processor_seconds ();
      RefrainQuery *query = refrain_query_parse (text->str, NULL, NULL);

      g_clear_object (&query);
      seconds[i] = processor_seconds () - begin;
    }
  return bench_median (seconds, RUNS);
}

static void
measure_parsing (void)
{
  static const struct
  {
    const char *name, *start, *piece;
  } texts[] = {
    { "conditions", "SELECT P2P WHERE TAG = 1", " OR SIZE > 4 KiB AND NOT TAG = 2" },
    { "one word", "SELECT P2P WHERE ", "x" },
    { "parentheses", "SELECT P2P WHERE ", "(" },
    { "a list without end", "SELECT P2P FOR PROCESSES (1", ", 1-2" },
    { "columns without a table", "SELECT ", "SIZE, " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const gsize n = REFRAIN_QUERY_MAX_LENGTH / 8;
      const double small = time_parse (texts[i].start, texts[i].piece, n);
      const double large = time_parse (texts[i].start, texts[i].piece, 8 * n);
      g_autofree char *name = g_strdup_printf ("Parsing a query of 1 MiB, %s", texts[i].name);

      /* What takes no time at all is no ratio. */
      bench_row (name, MAX (large, 1e-3) / MAX (small, 1e-3 / 8), "", "<= 12",
                 "beside an eighth of it; processor time");
    }
}

TEST_PROGRAM ("query")
{
  measure_queries ();
  measure_parsing ();
  return 0;
}
