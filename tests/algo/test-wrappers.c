/* test-wrappers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbols, wrappers and the options of pattern sets on small programs written out by hand.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-pattern-set.h"
#include "test-program.h"

enum
{
  N_PROCESSES = 4,
  N_TURNS = 5
};

typedef struct
{
  RefrainRecorder *recorders[N_PROCESSES];
  guint32 communicator;
  guint32 step, put, get, send, recv;
  RefrainTime time;
} Program;

static RefrainTraceBuilder *
start (Program *self)
{
  RefrainTraceBuilder *builder
      = random_trace_builder (N_PROCESSES, self->recorders, &self->communicator);

  self->step = refrain_trace_builder_add_routine (builder, "step", NULL, 0);
  self->put = refrain_trace_builder_add_routine (builder, "put", NULL, 0);
  self->get = refrain_trace_builder_add_routine (builder, "get", NULL, 0);
  self->send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  self->recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  return builder;
}

static void
enter (Program *self, guint process, guint32 routine)
{
  refrain_recorder_enter (self->recorders[process], ++self->time, routine);
}

static void
leave (Program *self, guint process, guint32 routine)
{
  refrain_recorder_leave (self->recorders[process], ++self->time, routine);
}

/* put() sends, get() receives: neither does both. */
static void
send_message (Program *self, guint from, guint to)
{
  enter (self, from, self->put);
  enter (self, from, self->send);
  refrain_recorder_send (self->recorders[from], ++self->time, (gint32) to, self->communicator, 0,
                         8);
  leave (self, from, self->send);
  leave (self, from, self->put);
  enter (self, to, self->get);
  enter (self, to, self->recv);
  refrain_recorder_recv (self->recorders[to], ++self->time, (gint32) from, self->communicator, 0,
                         8);
  leave (self, to, self->recv);
  leave (self, to, self->get);
}

/* Steps in which each pair of neighbours, 0 with 1 and 2 with 3, exchanges two messages. */
static RefrainTrace *
pairs_trace (void)
{
  Program self = { 0 };
  g_autoptr (RefrainTraceBuilder) builder = start (&self);

  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      for (guint p = 0; p < N_PROCESSES; p++)
        enter (&self, p, self.step);
      for (guint p = 0; p < N_PROCESSES; p += 2)
        {
          send_message (&self, p, p + 1);
          send_message (&self, p + 1, p);
        }
      for (guint p = 0; p < N_PROCESSES; p++)
        leave (&self, p, self.step);
    }
  return random_trace_finish (builder);
}

static RefrainPatternSet *
find (RefrainTrace *trace, const RefrainPatternOptions *options)
{
  g_autoptr (GError) error = NULL;
  RefrainPatternSet *set = refrain_pattern_set_new (trace, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return set;
}

static void
test_chosen (void)
{
  g_autoptr (RefrainTrace) trace = pairs_trace ();
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = find (trace, &options);
  gsize n;
  const RefrainWrapper *wrappers = refrain_pattern_set_get_wrappers (set, &n);
  RefrainRoutine *const *delimiters;
  RefrainPattern *first;

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (refrain_routine_get_name (wrappers[0].routine), ==, "put");
  g_assert_cmpstr (refrain_routine_get_name (wrappers[1].routine), ==, "get");
  g_assert_nonnull (wrappers[0].reason);
  delimiters = refrain_pattern_set_get_delimiters (set, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (refrain_routine_get_name (delimiters[0]), ==, "step");
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 2);
  first = refrain_pattern_set_get_pattern (set, 0);
  g_assert_cmpuint (refrain_pattern_get_n_occurrences (first), ==, N_TURNS);
  g_assert_cmpuint (refrain_pattern_get_metrics (first)->processes, ==, 2);
  g_assert_cmpuint (refrain_pattern_get_metrics (first)->messages, ==, 2);
  g_assert_cmpuint (refrain_pattern_get_metrics (first)->depth, ==, 4);
  g_assert_cmpfloat (refrain_pattern_get_metrics (first)->message_share, ==, 0.5);
  g_assert_cmpstr (refrain_routine_get_name (refrain_pattern_get_routine (first)), ==, "step");
}

static void
test_named (void)
{
  static const char *const nobody[] = { "", NULL }, *const wrong[] = { "step", "nowhere", NULL };
  g_autoptr (RefrainTrace) trace = pairs_trace ();
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (GError) error = NULL;

  options.wrappers = nobody;
  set = find (trace, &options);
  /* Each message is an instance: 0 to 1, 1 to 0, 2 to 3, 3 to 2. */
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 4);
  options.wrappers = wrong;
  g_assert_null (refrain_pattern_set_new (trace, &options, NULL, NULL, &error));
  g_assert_nonnull (error);
}

static void
test_alike (void)
{
  g_autoptr (RefrainTrace) trace = pairs_trace ();
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = NULL;

  options.merge_alike = TRUE;
  set = find (trace, &options);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (set), ==, 1);
  g_assert_cmpuint (refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (set, 0)),
                    ==, 2 * N_TURNS);
}

/* A barrier and a reduction in each step: two patterns, or one when they are joined. */
static void
test_collectives (void)
{
  Program self = { 0 };
  g_autoptr (RefrainTraceBuilder) builder = start (&self);
  g_autoptr (RefrainTrace) trace = NULL;
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) apart = NULL, joined = NULL;

  for (guint turn = 0; turn < N_TURNS; turn++)
    for (guint p = 0; p < N_PROCESSES; p++)
      {
        enter (&self, p, self.step);
        refrain_recorder_collective_begin (self.recorders[p], ++self.time);
        refrain_recorder_collective_end (self.recorders[p], ++self.time, REFRAIN_COLLECTIVE_BARRIER,
                                         self.communicator, -1, 0, 0);
        refrain_recorder_collective_begin (self.recorders[p], ++self.time);
        refrain_recorder_collective_end (self.recorders[p], ++self.time, REFRAIN_COLLECTIVE_REDUCE,
                                         self.communicator, 0, 4, 4);
        leave (&self, p, self.step);
      }
  trace = random_trace_finish (builder);
  apart = find (trace, &options);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (apart), ==, 2);
  options.join_collectives = TRUE;
  joined = find (trace, &options);
  g_assert_cmpuint (refrain_pattern_set_get_n_patterns (joined), ==, 1);
  g_assert_true (refrain_pattern_is_collective (refrain_pattern_set_get_pattern (joined, 0)));
  g_assert_cmpstr (refrain_pattern_get_name (refrain_pattern_set_get_pattern (joined, 0)), ==,
                   "MPI_Barrier, MPI_Reduce");
}

/* @text: the symbols of process @process, with spaces between. */
static void
check_stream (RefrainTrace *trace,
              const RefrainSymbolScheme *scheme,
              guint process,
              const char *text)
{
  g_autoptr (RefrainSymbols) symbols = refrain_symbols_new (trace, scheme, NULL, NULL);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, process);
  g_autoptr (GString) got = g_string_new (NULL);

  for (gsize i = 0; i < stream->n; i++)
    {
      g_autofree char *word = refrain_symbols_describe_from (symbols, stream->symbol[i], 0);

      g_string_append_printf (got, "%s%s", i > 0 ? " " : "", word);
    }
  g_assert_cmpstr (got->str, ==, text);
}

/* Process 1 posts a receive, sends, and then completes the receive. */
static void
test_symbols (void)
{
  Program self = { 0 };
  g_autoptr (RefrainTraceBuilder) builder = start (&self);
  g_autoptr (RefrainTrace) trace = NULL;
  RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;

  refrain_recorder_send (self.recorders[0], 1, 1, self.communicator, 7, 32);
  refrain_recorder_irecv_request (self.recorders[1], 2, 1);
  refrain_recorder_send (self.recorders[1], 3, 2, self.communicator, 8, 16);
  refrain_recorder_irecv (self.recorders[1], 4, 0, self.communicator, 7, 32, 1);
  trace = random_trace_finish (builder);
  check_stream (trace, &scheme, 0, "S1");
  check_stream (trace, &scheme, 1, "S2 R0");
  check_stream (trace, &scheme, 3, "");
  scheme.receive = REFRAIN_RECEIVE_POSTING;
  check_stream (trace, &scheme, 1, "R0 S2");
  scheme.relative = TRUE;
  check_stream (trace, &scheme, 1, "R-1 S+1");
  scheme.relative = FALSE;
  scheme.fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_TAG;
  check_stream (trace, &scheme, 1, "R tag 7 S tag 8");
  scheme.fields = REFRAIN_SYMBOL_PEER | REFRAIN_SYMBOL_SIZE;
  check_stream (trace, &scheme, 1, "M0 size 32 M2 size 16");
  scheme.point_to_point = FALSE;
  check_stream (trace, &scheme, 1, "");
}

/* In two steps process 1 posts a receive from 2 and one from 0, which @routine completes, that from
 * 0 first but for the second step if @turned. @text: its symbols. */
static void
check_sets (const char *routine, gboolean turned, const char *text)
{
  const RefrainSymbolScheme scheme = { .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER,
                                       .receive = REFRAIN_RECEIVE_SETS,
                                       .point_to_point = TRUE };
  Program self = { 0 };
  g_autoptr (RefrainTraceBuilder) builder = start (&self);
  const guint32 wait = refrain_trace_builder_add_routine (builder, routine, NULL, 0);
  g_autoptr (RefrainTrace) trace = NULL;

  for (guint i = 0; i < 2; i++)
    {
      const gboolean other = turned && i == 1;

      enter (&self, 1, self.step);
      refrain_recorder_irecv_request (self.recorders[1], ++self.time, 2 * i + 1);
      refrain_recorder_irecv_request (self.recorders[1], ++self.time, 2 * i + 2);
      for (guint k = 0; k < 2; k++)
        {
          const gboolean first = (k == 0) == other;

          enter (&self, 1, wait);
          refrain_recorder_irecv (self.recorders[1], ++self.time, first ? 2 : 0, self.communicator,
                                  0, 8, 2 * i + (first ? 1 : 2));
          leave (&self, 1, wait);
        }
      leave (&self, 1, self.step);
    }
  trace = random_trace_finish (builder);
  check_stream (trace, &scheme, 1, text);
}

/* What completes in any order stands as it was posted. */
static void
test_sets (void)
{
  check_sets ("MPI_Wait", FALSE, "R0 R2 R0 R2");
  check_sets ("MPI_Wait", TRUE, "R2 R0 R2 R0");
  check_sets ("MPI_Waitany", FALSE, "R2 R0 R2 R0");
  check_sets ("mpi_waitany_", TRUE, "R2 R0 R2 R0");
}

/* In three steps process 1 receives from 0, 2 and 3 whatever comes first: nothing is posted. It
 * sends to 3, 0 and 2 before or, @after, behind; @sends: or to nobody. */
static void
check_any (gboolean sends, gboolean after, const char *text)
{
  static const guint32 come[3][3] = { { 2, 0, 3 }, { 3, 2, 0 }, { 0, 3, 2 } };
  static const guint32 go[3] = { 3, 0, 2 };
  const RefrainSymbolScheme scheme = { .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER,
                                       .receive = REFRAIN_RECEIVE_SETS,
                                       .point_to_point = TRUE };
  Program self = { 0 };
  g_autoptr (RefrainTraceBuilder) builder = start (&self);
  g_autoptr (RefrainTrace) trace = NULL;

  for (guint i = 0; i < 3; i++)
    for (guint part = 0; part < 2; part++)
      {
        enter (&self, 1, self.step);
        for (guint k = 0; k < 3; k++)
          if ((part == 0) != after && sends)
            refrain_recorder_send (self.recorders[1], ++self.time, go[k], self.communicator, 0, 8);
          else if ((part == 0) == after)
            refrain_recorder_recv (self.recorders[1], ++self.time, come[i][k], self.communicator, 0,
                                   8);
        leave (&self, 1, self.step);
      }
  trace = random_trace_finish (builder);
  check_stream (trace, &scheme, 1, text);
}

/* What comes in any order stands as the process sends to the same partners, by rank if it does not:
 * then other numbers of the same processes make no other program. */
static void
test_any (void)
{
  check_any (TRUE, FALSE, "S3 S0 S2 R3 R0 R2 S3 S0 S2 R3 R0 R2 S3 S0 S2 R3 R0 R2");
  check_any (TRUE, TRUE, "R3 R0 R2 S3 S0 S2 R3 R0 R2 S3 S0 S2 R3 R0 R2 S3 S0 S2");
  check_any (FALSE, FALSE, "R0 R2 R3 R0 R2 R3 R0 R2 R3");
}

TEST_PROGRAM ("wrappers")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wrappers/chosen", test_chosen);
  g_test_add_func ("/wrappers/named", test_named);
  g_test_add_func ("/patterns/alike", test_alike);
  g_test_add_func ("/patterns/collectives", test_collectives);
  g_test_add_func ("/symbols/schemes", test_symbols);
  g_test_add_func ("/wrappers/sets", test_sets);
  g_test_add_func ("/wrappers/any", test_any);
  return g_test_run ();
}
