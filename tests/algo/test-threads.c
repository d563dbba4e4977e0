/* test-threads.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes of several threads that communicate: patterns, cycles and loops keep them apart.
 */
#include "config.h"

#include <string.h>

#include "refrain-composites.h"
#include "refrain-findings.h"
#include "refrain-loop-events.h"
#include "refrain-thread-order.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

enum
{
  N = 4, /* processes */
  SLOT = 1000,
};

typedef struct
{
  guint32 solve, message, allreduce;
  RefrainTime time;
} Stage;

/* One word of a script: "+" a step of a ring, "x" an exchange with the other one of a pair, "A" an
 * MPI_Allreduce. */
static void
play_word (Stage *stage, RefrainRecorder *recorder, char word, guint rank, gint32 tag)
{
  const gint32 next = (gint32) (word == '+' ? (rank + 1) % N : rank ^ 1);
  const gint32 last = (gint32) (word == '+' ? (rank + N - 1) % N : rank ^ 1);
  const guint32 routine = word == 'A' ? stage->allreduce : stage->message;

  refrain_recorder_enter (recorder, ++stage->time, routine);
  if (word == 'A')
    refrain_recorder_collective_end (recorder, ++stage->time, REFRAIN_COLLECTIVE_ALLREDUCE, 0, -1,
                                     8, 8);
  else
    {
      refrain_recorder_send (recorder, ++stage->time, next, 0, tag, 8);
      refrain_recorder_recv (recorder, ++stage->time, last, 0, tag, 8);
    }
  refrain_recorder_leave (recorder, ++stage->time, routine);
}

/* Each round takes @words of each thread at the same time; then the first thread does @joint. */
static RefrainTrace *
make_trace (const char *const *words, guint n_threads, const char *joint, guint rounds)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  gint32 members[N];
  Stage stage = { 0 };
  RefrainTrace *trace;

  stage.solve = refrain_trace_builder_add_routine (builder, "solve", NULL, 0);
  stage.message = refrain_trace_builder_add_routine (builder, "MPI_Sendrecv", NULL, 0);
  stage.allreduce = refrain_trace_builder_add_routine (builder, "MPI_Allreduce", NULL, 0);
  for (guint p = 0; p < N; p++)
    members[p] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, N, NULL, 0, FALSE));
  for (guint p = 0; p < N; p++)
    for (guint t = 0; t < n_threads; t++)
      {
        RefrainRecorder *recorder
            = refrain_trace_builder_add_thread (builder, p, p * n_threads + t, "thread");

        refrain_recorder_enter (recorder, 1, stage.solve);
        for (guint round = 0; round < rounds; round++)
          {
            stage.time = SLOT * (2 * (RefrainTime) round + 1) + t;
            for (const char *word = words[t]; *word != '\0'; word++)
              play_word (&stage, recorder, *word, p, (gint32) t);
            stage.time = SLOT * (2 * (RefrainTime) round + 2);
            for (const char *word = joint; t == 0 && *word != '\0'; word++)
              play_word (&stage, recorder, *word, p, 0);
          }
        refrain_recorder_leave (recorder, SLOT * (2 * (RefrainTime) rounds + 1), stage.solve);
      }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* No part of an occurrence holds operations of two threads. */
static void
check_apart (RefrainPatternSet *set)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);

  for (guint k = 0; k < refrain_pattern_set_get_n_patterns (set); k++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, k);

      for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
        {
          gsize n;
          const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n);

          for (gsize part = 0; part < n; part++)
            {
              const guint32 p = parts[part].process;
              g_autofree guint8 *lanes
                  = refrain_thread_order_lanes (refrain_trace_get_process (trace, p));
              const guint32 *op
                  = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), p)->op;

              for (guint32 e = 1; lanes != NULL && e < parts[part].n; e++)
                g_assert_cmpuint (lanes[op[parts[part].first + e]], ==,
                                  lanes[op[parts[part].first]]);
            }
        }
    }
}

/* The first cycle, "5 × [A; B]"; "" where there is none. */
static char *
tell_cycle (RefrainTrace *trace, RefrainPatternMethod method)
{
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *row = NULL;
  const RefrainCycleItem *items;
  RefrainCycle *cycle;
  gsize n;

  options.method = method;
  set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  check_apart (set);
  composites = refrain_composites_new (set, NULL, &error);
  g_assert_no_error (error);
  set = (g_object_unref (set), g_object_ref (refrain_composites_get_set (composites)));
  check_apart (set);
  if (refrain_composites_get_cycles (composites)->len == 0)
    return g_strdup ("");
  cycle = refrain_composites_get_cycles (composites)->pdata[0];
  items = refrain_cycle_get_items (cycle, &n);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (
        names, g_strdup_printf ("%u %s", items[i].times,
                                refrain_pattern_get_name (
                                    refrain_pattern_set_get_pattern (set, items[i].pattern))));
  row = refrain_cycle_describe_items (cycle, (char *const *) names->pdata, n);
  return g_strdup_printf ("%" G_GSIZE_FORMAT " × [%s]", refrain_cycle_get_count (cycle), row);
}

static void
check (
    const char *const *words, guint n_threads, const char *joint, guint rounds, const char *wanted)
{
  g_autoptr (RefrainTrace) trace = make_trace (words, n_threads, joint, rounds);

  for (RefrainPatternMethod method = REFRAIN_PATTERNS_ROUTINE; method <= REFRAIN_PATTERNS_SYNTACTIC;
       method++)
    {
      g_autofree char *told = tell_cycle (trace, method);

      g_assert_cmpstr (told, ==, wanted);
    }
}

/* Threads that do the same until they meet. */
static void
test_alike (void)
{
  const char *const words[] = { "++++", "++++", "++++" };

  check (words, 1, "A", 5, "5 × [4 Ring of 4; 1 MPI_Allreduce]");
  check (words, 2, "A", 5, "5 × [4 Ring of 4 in each of 2 threads; 1 MPI_Allreduce]");
  check (words, 3, "A", 5, "5 × [4 Ring of 4 in each of 3 threads; 1 MPI_Allreduce]");
}

/* Threads that do different things at the same time. */
static void
test_different (void)
{
  const char *const words[] = { "++", "xxx" };

  check (words, 2, "A", 4,
         "4 × [2 Ring of 4 ‖ 3 Exchange in 2 pairs at distance 1; 1 MPI_Allreduce]");
}

/* Nothing joins the threads: each goes its way by itself, and equal ways are one. */
static void
test_never_joined (void)
{
  const char *const words[] = { "++xx", "++xx" }, *const uneven[] = { "+++xx", "++xx" };

  check (words, 2, "", 6,
         "6 × [(2 Ring of 4; 2 Exchange in 2 pairs at distance 1) in each of 2 threads]");
  check (uneven, 2, "", 6, "6 × [3 Ring of 4; 2 Exchange in 2 pairs at distance 1]");
}

/* The streams of all analyses: what comes before the joint stands before it. */
static void
test_order (void)
{
  const char *const words[] = { "+", "+" };
  const RefrainSymbolScheme scheme = { .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_TAG,
                                       .receive = REFRAIN_RECEIVE_SETS,
                                       .point_to_point = TRUE,
                                       .collectives = TRUE };
  g_autoptr (RefrainTrace) trace = make_trace (words, 2, "A", 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainSymbols) symbols = refrain_symbols_new (trace, &scheme, NULL, &error);
  g_autoptr (RefrainSymbols) sets = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  sets = refrain_symbols_new_sets (symbols);
  for (gsize i = 0; i < refrain_symbols_get_stream (sets, 0)->n; i++)
    {
      g_autofree char *word = refrain_symbols_describe_from (
          sets, refrain_symbols_get_stream (sets, 0)->symbol[i], 1);

      g_string_append_printf (text, "%s, ", word);
    }
  g_assert_cmpstr (text->str, ==,
                   "S tag 0, R tag 0, S tag 1, R tag 1, MPI_Allreduce, "
                   "S tag 0, R tag 0, S tag 1, R tag 1, MPI_Allreduce, ");
}

/* ---- What a process waits for inside ---- */

enum
{
  MS = 1000000,
  STEPS = 30,
  USUAL = 2 * MS, /* of a step of a ring */
  SLOW = 5 * MS,  /* of the second thread of process 2 */
};

/* Two threads of each process go round rings of their own; then the first one waits, in no call,
 * until the second one has ended, and all meet in a barrier. */
static RefrainTrace *
make_joined (void)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  const guint32 work = refrain_trace_builder_add_routine (builder, "work", NULL, 0);
  const guint32 message = refrain_trace_builder_add_routine (builder, "MPI_Sendrecv", NULL, 0);
  const guint32 barrier = refrain_trace_builder_add_routine (builder, "MPI_Barrier", NULL, 0);
  RefrainRecorder *recorders[N][2];
  RefrainTime now[N][2] = { 0 }, last = 0;
  gint32 members[N];
  RefrainTrace *trace;

  for (guint p = 0; p < N; p++)
    members[p] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, N, NULL, 0, FALSE));
  for (guint p = 0; p < N; p++)
    for (guint t = 0; t < 2; t++)
      recorders[p][t] = refrain_trace_builder_add_thread (builder, p, p * 2 + t, "thread");
  for (guint i = 0; i < STEPS; i++)
    for (gint32 t = 0; t < 2; t++)
      {
        RefrainTime sent[N];

        for (guint p = 0; p < N; p++)
          {
            refrain_recorder_enter (recorders[p][t], now[p][t], work);
            now[p][t] += t == 1 && p == 2 ? SLOW : USUAL;
            refrain_recorder_leave (recorders[p][t], now[p][t], work);
            sent[p] = ++now[p][t];
          }
        for (gint32 p = 0; p < N; p++)
          {
            RefrainRecorder *recorder = recorders[p][t];

            refrain_recorder_enter (recorder, sent[p], message);
            refrain_recorder_send (recorder, sent[p], (p + 1) % N, 0, t, 8);
            now[p][t] = MAX (sent[p], sent[(p + N - 1) % N]) + 1000;
            refrain_recorder_recv (recorder, now[p][t], (p + N - 1) % N, 0, t, 8);
            refrain_recorder_leave (recorder, ++now[p][t], message);
            last = MAX (last, now[p][t]);
          }
      }
  for (guint p = 0; p < N; p++)
    {
      RefrainRecorder *recorder = recorders[p][0];

      refrain_recorder_enter (recorder, now[p][1] + 1000, barrier);
      refrain_recorder_collective_end (recorder, last + 3000, REFRAIN_COLLECTIVE_BARRIER, 0, -1, 0,
                                       0);
      refrain_recorder_leave (recorder, last + 3001, barrier);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* Whoever is late in a thread holds up the one that waits for its end, and so the run. */
static void
test_joined (void)
{
  g_autoptr (RefrainTrace) trace = make_joined ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, &error);
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, &error);
  g_autoptr (RefrainFindings) findings = refrain_findings_new (waits, iterations, NULL, &error);
  const RefrainFinding *found;
  gsize n;

  g_assert_no_error (error);
  found = refrain_findings_get (findings, &n);
  g_assert_cmpuint (n, >, 0);
  g_test_message ("%s", found->sentence);
  g_assert_cmpuint (found->processes->len, ==, 1);
  g_assert_cmpuint (g_array_index (found->processes, guint32, 0), ==, 2);
  g_assert_cmpint (ABS (found->saves - STEPS * (SLOW - USUAL)), <, 2 * MS);
}

TEST_PROGRAM ("threads")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threads/alike", test_alike);
  g_test_add_func ("/threads/different", test_different);
  g_test_add_func ("/threads/never-joined", test_never_joined);
  g_test_add_func ("/threads/order", test_order);
  g_test_add_func ("/threads/joined", test_joined);
  return g_test_run ();
}
