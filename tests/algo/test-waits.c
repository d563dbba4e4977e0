/* test-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waits, causes, critical path and efficiencies of programs that are worked out by hand; clocks
 * that were set wrong on purpose; and what no program does.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-clock-correction.h"
#include "refrain-critical-path.h"
#include "refrain-efficiency.h"
#include "refrain-run-words.h"
#include "refrain-findings.h"
#include "refrain-run.h"
#include "refrain-slack.h"
#include "refrain-wait-causes.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000
#define MS (1000 * US)

static RefrainWaits *
find_waits (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  RefrainWaits *waits = refrain_waits_new (trace, NULL, &error);

  g_assert_no_error (error);
  return waits;
}

/* All that process @p waits is @time of one kind. */
static void
check_wait (RefrainWaits *waits, guint p, RefrainWaitKind kind, RefrainTime time)
{
  const RefrainWaitTotals *totals = refrain_waits_get_totals (waits, p);

  for (guint k = 0; k < REFRAIN_N_WAITS; k++)
    g_assert_cmpint (totals->time[k], ==, k == kind ? time : 0);
}

/* ---- One kind each ---- */

static void
test_late_sender (void)
{
  TimeProgram *program = time_program_new (2, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  guint32 culprit, op;
  RefrainTime start, end;

  time_program_work (program, 0, "work", 10 * MS);
  time_program_send (program, 0, 1);
  time_program_work (program, 1, "work", 3 * MS);
  time_program_recv (program, 1, 0);
  trace = time_program_run (program);
  waits = find_waits (trace);
  check_wait (waits, 0, REFRAIN_WAIT_NONE, 0);
  check_wait (waits, 1, REFRAIN_WAIT_LATE_SENDER, 7 * MS);
  g_assert_true (refrain_waits_get_culprit (waits, 1, 0, &culprit, &op));
  g_assert_cmpuint (culprit, ==, 0);
  g_assert_true (refrain_waits_get_span (waits, 1, 0, &start, &end));
  g_assert_cmpint (start, ==, 3 * MS);
  g_assert_cmpint (end, ==, 10 * MS);
  g_assert_cmpint (refrain_waits_get_time (waits), ==, 7 * MS);
}

static void
test_late_receiver (void)
{
  TimeProgram *program = time_program_new (2, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;

  time_program_work (program, 0, "work", 3 * MS);
  time_program_ssend (program, 0, 1);
  time_program_work (program, 1, "work", 10 * MS);
  time_program_recv (program, 1, 0);
  /* An eager one does not wait. */
  time_program_send (program, 0, 1);
  time_program_work (program, 1, "work", 10 * MS);
  time_program_recv (program, 1, 0);
  trace = time_program_run (program);
  waits = find_waits (trace);
  check_wait (waits, 0, REFRAIN_WAIT_LATE_RECEIVER, 7 * MS);
  check_wait (waits, 1, REFRAIN_WAIT_NONE, 0);
}

/* MPI_Waitall waits for the latest of its messages only. */
static void
test_waitall (void)
{
  TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
  const guint from[] = { 1, 2 };
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  guint32 culprit, op;

  time_program_waitall (program, 0, from, 2);
  time_program_work (program, 1, "work", 5 * MS);
  time_program_send (program, 1, 0);
  time_program_work (program, 2, "work", 8 * MS);
  time_program_send (program, 2, 0);
  trace = time_program_run (program);
  waits = find_waits (trace);
  check_wait (waits, 0, REFRAIN_WAIT_LATE_SENDER, 8 * MS);
  g_assert_false (refrain_waits_get_culprit (waits, 0, 0, &culprit, &op));
  g_assert_true (refrain_waits_get_culprit (waits, 0, 1, &culprit, &op));
  g_assert_cmpuint (culprit, ==, 2);
}

/* A row of questions for a message is one wait, unless the process computes between them; so is a
 * probe. What is asked for anyway, and ends in nothing, is none. */
static void
test_polls (void)
{
  const struct
  {
    const char *routine;
    guint n;
    RefrainTime each, between;
    RefrainTime waiting; /* of 10 ms that the sender works */
  } cases[] = {
    { "MPI_Iprobe", 100, 2 * US, 98 * US, 10 * MS }, { "MPI_Test", 100, 2 * US, 98 * US, 0 },
    { "MPI_Improbe", 10000, 1 * US, 0, 10 * MS },    { "MPI_Probe", 1, 10 * MS, 0, 10 * MS },
    { "MPI_Mprobe", 1, 10 * MS, 0, 10 * MS },        { "MPI_Iprobe", 10, 2 * US, 998 * US, 0 },
    { "MPI_Comm_rank", 100, 2 * US, 98 * US, 0 },    { "MPI_Barrier", 1, 10 * MS, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TimeProgram *program = time_program_new (2, 1 * US, 2 * US);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainWaits) waits = NULL;
      g_autoptr (RefrainEfficiency) efficiency = NULL;
      g_autoptr (RefrainProfile) profile = NULL;
      RefrainEfficiencyNumbers numbers;
      RefrainLoad load;

      for (guint k = 0; k < cases[i].n; k++)
        {
          time_program_work (program, 0, cases[i].routine, cases[i].each);
          time_program_compute (program, 0, cases[i].between);
        }
      time_program_recv (program, 0, 1);
      time_program_work (program, 1, "work", 10 * MS);
      time_program_send (program, 1, 0);
      trace = time_program_run (program);
      g_test_message ("%u of %s", cases[i].n, cases[i].routine);
      waits = find_waits (trace);
      check_wait (waits, 0, REFRAIN_WAIT_LATE_SENDER, cases[i].waiting);
      efficiency = refrain_efficiency_new (trace, NULL, NULL);
      refrain_efficiency_get_run (efficiency, &numbers);
      profile = refrain_profile_new (trace);
      g_assert_true (refrain_profile_get_load (profile, &load));
      if (cases[i].waiting > 0)
        {
          g_assert_cmpfloat_with_epsilon (numbers.load_balance, 0.5, 0.01);
          g_assert_cmpfloat_with_epsilon (load.mean / load.max, 0.5, 0.01);
        }
    }
}

/* What lies before the end of MPI_Init and after the start of MPI_Finalize is not the run. */
static void
test_run (void)
{
  TimeProgram *program = time_program_new (2, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainCriticalPath) path = NULL;
  const RefrainRun *run;

  for (guint p = 0; p < 2; p++)
    {
      time_program_work (program, p, "MPI_Init", (50 + p) * MS);
      time_program_work (program, p, "work", 10 * MS);
      time_program_work (program, p, "MPI_Finalize", 30 * MS);
    }
  trace = time_program_run (program);
  run = refrain_trace_get_run (trace);
  g_assert_cmpint (run->start, ==, 50 * MS);
  g_assert_cmpint (run->end, ==, 61 * MS);
  g_assert_cmpint (run->time, ==, 20 * MS);
  waits = find_waits (trace);
  path = refrain_critical_path_new (waits, NULL, NULL);
  g_assert_cmpint (refrain_critical_path_get_time (path), ==, 10 * MS);
  g_assert_cmpint (refrain_critical_path_get_start_gap (path), ==, 1 * MS);
}

typedef struct
{
  RefrainCollective type;
  RefrainWaitKind kind;
  RefrainTime waiting[3]; /* of processes that come after 1, 2 and 4 ms; the root is 0 or 2 */
  guint root;
} Collective;

static const Collective collectives[] = {
  { REFRAIN_COLLECTIVE_BARRIER, REFRAIN_WAIT_BARRIER, { 3, 2, 0 }, 0 },
  { REFRAIN_COLLECTIVE_ALLREDUCE, REFRAIN_WAIT_NXN, { 3, 2, 0 }, 0 },
  { REFRAIN_COLLECTIVE_ALLTOALL, REFRAIN_WAIT_NXN, { 3, 2, 0 }, 0 },
  { REFRAIN_COLLECTIVE_BCAST, REFRAIN_WAIT_LATE_BROADCAST, { 0, 0, 0 }, 0 },
  { REFRAIN_COLLECTIVE_BCAST, REFRAIN_WAIT_LATE_BROADCAST, { 3, 2, 0 }, 2 },
  { REFRAIN_COLLECTIVE_SCATTER, REFRAIN_WAIT_LATE_BROADCAST, { 3, 2, 0 }, 2 },
  { REFRAIN_COLLECTIVE_REDUCE, REFRAIN_WAIT_EARLY_REDUCE, { 1, 0, 0 }, 0 },
  { REFRAIN_COLLECTIVE_GATHER, REFRAIN_WAIT_EARLY_REDUCE, { 0, 0, 0 }, 2 },
  { REFRAIN_COLLECTIVE_SCAN, REFRAIN_WAIT_SCAN, { 0, 0, 0 }, 0 },
  { REFRAIN_COLLECTIVE_CREATE_HANDLE, REFRAIN_WAIT_CONSTRUCTOR, { 3, 2, 0 }, 0 },
  { REFRAIN_COLLECTIVE_UNKNOWN, REFRAIN_WAIT_NONE, { 0, 0, 0 }, 0 },
};

static void
test_collectives (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (collectives); i++)
    {
      const Collective *c = &collectives[i];
      TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainWaits) waits = NULL;

      for (guint p = 0; p < 3; p++)
        {
          time_program_work (program, p, "work", (1 << p) * MS);
          time_program_collective (program, p, c->type, c->root);
        }
      trace = time_program_run (program);
      waits = find_waits (trace);
      g_test_message ("%s, root %u", refrain_collective_get_name (c->type), c->root);
      for (guint p = 0; p < 3; p++)
        check_wait (waits, p, c->kind, c->waiting[p] * MS);
    }
}

/* A scan waits for lower ranks only. */
static void
test_scan (void)
{
  TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
  const RefrainTime times[] = { 2 * MS, 5 * MS, 1 * MS };
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;

  for (guint p = 0; p < 3; p++)
    {
      time_program_work (program, p, "work", times[p]);
      time_program_collective (program, p, REFRAIN_COLLECTIVE_SCAN, 0);
    }
  trace = time_program_run (program);
  waits = find_waits (trace);
  check_wait (waits, 0, REFRAIN_WAIT_NONE, 0);
  check_wait (waits, 1, REFRAIN_WAIT_NONE, 0);
  check_wait (waits, 2, REFRAIN_WAIT_SCAN, 4 * MS);
}

/* ---- Path and efficiency ---- */

static void
test_path (void)
{
  TimeProgram *program = time_program_new (3, 1 * US, 2 * US);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainCriticalPath) path = NULL;
  const RefrainTime *processes, *routines;
  const RefrainPathPiece *pieces;
  gsize n;

  /* 0 for 10 ms, then 1 for 5 ms, then 2 for 1 ms. */
  time_program_work (program, 0, "first", 10 * MS);
  time_program_send (program, 0, 1);
  time_program_recv (program, 1, 0);
  time_program_work (program, 1, "second", 5 * MS);
  time_program_send (program, 1, 2);
  time_program_work (program, 2, "idle", 2 * MS);
  time_program_recv (program, 2, 1);
  time_program_work (program, 2, "third", 1 * MS);
  trace = time_program_run (program);
  waits = find_waits (trace);
  path = refrain_critical_path_new (waits, NULL, NULL);
  processes = refrain_critical_path_get_processes (path);
  routines = refrain_critical_path_get_routines (path);
  pieces = refrain_critical_path_get_pieces (path, &n);
  g_assert_cmpuint (refrain_critical_path_get_n_hops (path), ==, 2);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (pieces[0].process, ==, 0);
  g_assert_cmpuint (pieces[2].process, ==, 2);
  g_assert_cmpint (processes[0], ==, 10 * MS);
  g_assert_cmpint (processes[1], ==, 5 * MS + 2 * US);
  g_assert_cmpint (processes[2], ==, 1 * MS + 2 * US);
  g_assert_cmpint (refrain_critical_path_get_time (path), ==, 16 * MS + 4 * US);
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    {
      const char *name = refrain_routine_get_name (refrain_trace_get_routine (trace, r));

      g_assert_cmpint (routines[r], ==,
                       g_str_equal (name, "first")      ? 10 * MS
                       : g_str_equal (name, "second")   ? 5 * MS
                       : g_str_equal (name, "third")    ? 1 * MS
                       : g_str_equal (name, "MPI_Recv") ? 4 * US
                                                        : 0);
    }
}

/* 0 needs 10 ms before the barrier, 1 6 ms; 2 sends 1 what it has after 2 ms, who takes it after
 * 3: so 2 has 1 ms for its message and as much as 1, 1 and 4 ms, and for the barrier 8. */
static void
test_slack (void)
{
  TimeProgram *program = time_program_new (3, 0, 0);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  RefrainTime **slack;
  g_autofree RefrainTime *least = NULL;

  time_program_work (program, 0, "work", 10 * MS);
  time_program_work (program, 1, "work", 3 * MS);
  time_program_recv (program, 1, 2);
  time_program_work (program, 1, "work", 3 * MS);
  time_program_work (program, 2, "work", 2 * MS);
  time_program_send (program, 2, 1);
  for (guint p = 0; p < 3; p++)
    {
      time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
      time_program_work (program, p, "work", 1 * MS);
    }
  trace = time_program_run (program);
  waits = find_waits (trace);
  slack = refrain_slack_new (waits);
  g_assert_cmpint (slack[0][0], ==, 0);
  g_assert_cmpint (slack[1][0], ==, 4 * MS);
  g_assert_cmpint (slack[1][1], ==, 4 * MS);
  g_assert_cmpint (slack[2][0], ==, 5 * MS);
  g_assert_cmpint (slack[2][1], ==, 8 * MS);
  least = refrain_slack_get_processes (slack, waits);
  g_assert_cmpint (least[0], ==, 0);
  g_assert_cmpint (least[1], ==, 4 * MS);
  g_assert_cmpint (least[2], ==, 5 * MS);
  refrain_slack_free (slack, waits);
}

static void
test_efficiency (void)
{
  TimeProgram *program = time_program_new (2, 0, 1 * MS);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainEfficiency) efficiency = NULL;
  RefrainEfficiencyNumbers numbers;

  /* Together: 0 computes 4 ms, 1 2 ms; then one after the other, 3 ms each; each network step 1 ms.
   * Time 4 + 1 + 3 + 1 + 3, ideal 10, computing 7 and 5. */
  time_program_work (program, 0, "work", 4 * MS);
  time_program_collective (program, 0, REFRAIN_COLLECTIVE_BARRIER, 0);
  time_program_work (program, 0, "work", 3 * MS);
  time_program_send (program, 0, 1);
  time_program_work (program, 1, "work", 2 * MS);
  time_program_collective (program, 1, REFRAIN_COLLECTIVE_BARRIER, 0);
  time_program_recv (program, 1, 0);
  time_program_work (program, 1, "work", 3 * MS);
  trace = time_program_run (program);
  efficiency = refrain_efficiency_new (trace, NULL, NULL);
  refrain_efficiency_get_run (efficiency, &numbers);
  g_assert_cmpint (numbers.time, ==, 12 * MS);
  g_assert_cmpint (numbers.ideal_time, ==, 10 * MS);
  g_assert_cmpint (numbers.computing, ==, 12 * MS);
  g_assert_cmpint (numbers.longest, ==, 7 * MS);
  g_assert_cmpuint (numbers.busiest, ==, 0);
  g_assert_cmpfloat_with_epsilon (numbers.load_balance, 6.0 / 7, 1e-12);
  g_assert_cmpfloat_with_epsilon (numbers.serialisation, 0.7, 1e-12);
  g_assert_cmpfloat_with_epsilon (numbers.transfer, 10.0 / 12, 1e-12);
  g_assert_cmpfloat_with_epsilon (numbers.parallel, 0.5, 1e-12);
}

/* ---- Clocks ---- */

/* Rings of work with clocks that are @offset and @drift wrong on one process. */
static RefrainTrace *
make_ring (RefrainTime offset, double drift)
{
  const guint n = 4;
  TimeProgram *program = time_program_new (n, 1 * US, 5 * US);

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < 400; i++)
      {
        time_program_work (program, p, "work", 100 * US + (RefrainTime) (p * i % 7) * US);
        time_program_send (program, p, (p + 1) % n);
        time_program_send (program, p, (p + n - 1) % n);
        time_program_recv (program, p, (p + n - 1) % n);
        time_program_recv (program, p, (p + 1) % n);
      }
  time_program_set_clock (program, 2, offset, drift);
  return time_program_run (program);
}

static void
test_clocks (void)
{
  const RefrainTime offsets[] = { 20 * US, -300 * MS, (RefrainTime) 5 * 3600 * 1000 * MS,
                                  (RefrainTime) -7 * 3600 * 1000 * MS };
  const double drifts[] = { 0, 1e-4, -3e-5, 1e-6 };
  g_autoptr (RefrainTrace) right = make_ring (0, 0);
  g_autoptr (RefrainWaits) right_waits = find_waits (right);
  const double expected = (double) refrain_waits_get_time (right_waits);

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      g_autoptr (RefrainTrace) wrong = make_ring (offsets[i], drifts[i]);
      g_autoptr (RefrainWaits) wrong_waits = find_waits (wrong);
      g_autoptr (RefrainTrace) corrected = NULL;
      g_autoptr (RefrainWaits) waits = NULL;
      guint64 n_messages;
      RefrainClockReport report;

      g_assert_cmpuint (refrain_waits_get_n_backward (wrong_waits, &n_messages), >, 0);
      g_assert_cmpuint (n_messages, ==, 4 * 400 * 2);
      corrected = refrain_clocks_correct (wrong, &report, NULL, NULL);
      waits = find_waits (corrected);
      g_assert_cmpuint (refrain_waits_get_n_backward (waits, NULL), ==, 0);
      g_assert_cmpuint (report.n_shifted, >=, 1);
      /* Messages take 5 µs, so the clocks are known to some of these; there are 1600 waits. */
      g_assert_cmpfloat_with_epsilon ((double) refrain_waits_get_time (waits), expected,
                                      0.25 * expected);
      g_assert_cmpint (refrain_trace_get_start (corrected), ==, refrain_trace_get_start (wrong));
      g_assert_cmpfloat_with_epsilon (
          (double) (refrain_trace_get_end (corrected) - refrain_trace_get_start (corrected)),
          (double) (refrain_trace_get_end (right) - refrain_trace_get_start (right)), 100 * US);
    }
}

/* Only collectives tell that a clock is wrong. */
static void
test_collective_clocks (void)
{
  const RefrainTime offsets[] = { 0, 30 * MS, (RefrainTime) 3600 * 1000 * MS };
  double expected = 0;

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 10 * US);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainTrace) corrected = NULL;
      g_autoptr (RefrainWaits) waits = NULL;
      g_autoptr (RefrainWaits) later = NULL;
      RefrainClockReport report;
      guint64 n;

      for (guint p = 0; p < 4; p++)
        {
          for (guint k = 0; k < 50; k++)
            {
              time_program_work (program, p, "solve", (p == 1 ? 14 : 10) * MS);
              time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
          if (p == 2)
            time_program_set_clock (program, p, offsets[i], 0);
        }
      trace = time_program_run (program);
      waits = find_waits (trace);
      if (i == 0)
        expected = (double) refrain_waits_get_time (waits);
      g_assert_cmpuint (refrain_waits_get_n_torn (waits, &n), ==, i == 0 ? 0 : 50);
      g_assert_cmpuint (n, ==, 50);
      g_assert_cmpint (refrain_waits_have_other_clocks (waits), ==, i > 0);
      corrected = refrain_clocks_correct (trace, &report, NULL, NULL);
      later = find_waits (corrected);
      g_assert_cmpuint (report.n_shifted, ==, i == 0 ? 0 : 1);
      g_assert_cmpuint (refrain_waits_get_n_torn (later, NULL), ==, 0);
      g_assert_cmpfloat_with_epsilon ((double) refrain_waits_get_time (later), expected,
                                      0.1 * expected);
    }
}

static void
test_right_clocks_stay (void)
{
  g_autoptr (RefrainTrace) trace = make_ring (0, 0);
  g_autoptr (RefrainTrace) corrected = NULL;
  RefrainClockReport report;

  corrected = refrain_clocks_correct (trace, &report, NULL, NULL);
  g_assert_cmpuint (report.n_shifted, ==, 0);
  g_assert_cmpuint (report.n_moved, ==, 0);
  for (guint p = 0; p < 4; p++)
    {
      const RefrainOps *a = refrain_process_get_ops (refrain_trace_get_process (trace, p));
      const RefrainOps *b = refrain_process_get_ops (refrain_trace_get_process (corrected, p));

      g_assert_cmpmem (a->time, a->n * sizeof *a->time, b->time, b->n * sizeof *b->time);
      g_assert_cmpmem (a->partner, a->n * sizeof *a->partner, b->partner,
                       b->n * sizeof *b->partner);
    }
}

/* Two processes whose clocks agree at the start and at the end, so that nothing can be fitted; in
 * between process 0 receives 10 ms before process 1 sends. @needed: before that it sends what
 * process 1 has 2 ms later. */
static RefrainTrace *
make_jump (gboolean needed)
{
  RefrainRecorder *recorders[2];
  guint32 communicator, send, recv, work;
  g_autoptr (RefrainTraceBuilder) builder = random_trace_builder (2, recorders, &communicator);
  const RefrainTime ends[] = { 0, 1995 * MS };

  send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  work = refrain_trace_builder_add_routine (builder, "work", NULL, 0);
  for (guint e = 0; e < 2; e++)
    {
      for (guint i = 0; i < 100; i++)
        for (guint p = 0; p < 2; p++)
          {
            const RefrainTime t = ends[e] + i * 40 * US;

            refrain_recorder_enter (recorders[p], t, send);
            refrain_recorder_send (recorders[p], t, 1 - p, communicator, 1, 8);
            refrain_recorder_leave (recorders[p], t + 1 * US, send);
            refrain_recorder_enter (recorders[p], t + 2 * US, recv);
            refrain_recorder_recv (recorders[p], t + 5 * US, 1 - p, communicator, 1, 8);
            refrain_recorder_leave (recorders[p], t + 5 * US, recv);
          }
      if (e == 1)
        break;
      for (guint i = 0; i < 90; i++)
        {
          refrain_recorder_enter (recorders[0], (50 + 10 * i) * MS, work);
          refrain_recorder_leave (recorders[0], (55 + 10 * i) * MS, work);
        }
      if (needed)
        {
          refrain_recorder_enter (recorders[0], 960 * MS, send);
          refrain_recorder_send (recorders[0], 960 * MS, 1, communicator, 2, 8);
          refrain_recorder_leave (recorders[0], 961 * MS, send);
          refrain_recorder_enter (recorders[1], 950 * MS, recv);
          refrain_recorder_recv (recorders[1], 962 * MS, 0, communicator, 2, 8);
          refrain_recorder_leave (recorders[1], 962 * MS, recv);
        }
      refrain_recorder_enter (recorders[1], 1000 * MS, send);
      refrain_recorder_send (recorders[1], 1000 * MS, 0, communicator, 3, 8);
      refrain_recorder_leave (recorders[1], 1001 * MS, send);
      refrain_recorder_enter (recorders[0], 980 * MS, recv);
      refrain_recorder_recv (recorders[0], 990 * MS, 1, communicator, 3, 8);
      refrain_recorder_leave (recorders[0], 990 * MS, recv);
    }
  return random_trace_finish (builder);
}

/* What lies before a jump moves more and more, by one part in a hundred of the time, so that little
 * is left of the jump; but nothing so far that it is late for who needs it. */
static void
test_amortisation (void)
{
  for (gboolean needed = FALSE; needed <= TRUE; needed++)
    {
      g_autoptr (RefrainTrace) trace = make_jump (needed);
      g_autoptr (RefrainTrace) corrected = NULL;
      g_autoptr (RefrainWaits) waits = NULL;
      const RefrainCalls *before, *after;
      RefrainClockReport report;
      RefrainTime most = 0;

      corrected = refrain_clocks_correct (trace, &report, NULL, NULL);
      g_assert_cmpint (report.most_moved, >=, 5 * MS);
      waits = find_waits (corrected);
      g_assert_cmpuint (refrain_waits_get_n_backward (waits, NULL), ==, 0);
      before = refrain_process_get_calls (refrain_trace_get_process (trace, 0));
      after = refrain_process_get_calls (refrain_trace_get_process (corrected, 0));
      for (gsize i = 1; i < before->n; i++)
        {
          const RefrainTime was = before->start[i] - before->start[i - 1];
          const RefrainTime is = after->start[i] - after->start[i - 1];

          g_assert_cmpint (after->end[i], >=, after->start[i]);
          g_assert_cmpint (is, >=, 0);
          most = MAX (most, is - was - was / 50);
        }
      if (!needed)
        g_assert_cmpint (most, <, report.most_moved / 4);
    }
}

/* ---- Anything ---- */

/* What holds of every trace; @possible: of one in which nobody waits in a circle, more. */
static void
check_all (RefrainTrace *trace, gboolean possible)
{
  g_autoptr (RefrainWaits) waits = find_waits (trace);
  g_autoptr (RefrainWaitCauses) causes = refrain_wait_causes_new (waits, NULL, NULL, NULL, NULL);
  g_autoptr (RefrainCriticalPath) path = refrain_critical_path_new (waits, NULL, NULL);
  g_autoptr (RefrainEfficiency) efficiency = refrain_efficiency_new (trace, NULL, NULL);
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, NULL);
  g_autoptr (RefrainFindings) findings = refrain_findings_new (waits, iterations, NULL, NULL);
  g_autoptr (RefrainTrace) corrected = NULL;
  g_autoptr (RefrainWaits) later = NULL;
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const RefrainTime *on = refrain_critical_path_get_processes (path);
  const RefrainPathPiece *pieces;
  RefrainEfficiencyNumbers numbers;
  RefrainClockReport report;
  double blamed = 0, waiting = (double) refrain_waits_get_time (waits);
  RefrainTime sum = 0, **slack;
  g_autofree RefrainTime *least = NULL;
  gsize n;
  const RefrainWaitCause *list = refrain_wait_causes_get (causes, &n);

  for (gsize i = 0; i < n; i++)
    blamed += (double) list[i].time;
  g_assert_cmpfloat_with_epsilon (blamed, waiting, 1e-6 * waiting + (double) n + 1);
  for (guint p = 0; p < n_processes; p++)
    sum += on[p];
  g_assert_cmpint (sum, ==, refrain_critical_path_get_time (path));
  g_assert_cmpint (sum + refrain_critical_path_get_start_gap (path), ==,
                   refrain_trace_get_run (trace)->end - refrain_trace_get_run (trace)->start);
  pieces = refrain_critical_path_get_pieces (path, &n);
  for (gsize i = 1; i < n; i++)
    g_assert_cmpint (pieces[i].start, ==, pieces[i - 1].end);
  refrain_efficiency_get_run (efficiency, &numbers);
  g_assert_cmpfloat (numbers.parallel, >=, 0);
  g_assert_cmpfloat (numbers.parallel, <=, 1);
  g_assert_cmpfloat_with_epsilon (
      numbers.parallel, numbers.load_balance * numbers.serialisation * numbers.transfer, 1e-9);
  slack = refrain_slack_new (waits);
  least = refrain_slack_get_processes (slack, waits);
  for (guint p = 0; p < n_processes; p++)
    g_assert_cmpint (least[p], >=, 0);
  refrain_slack_free (slack, waits);
  refrain_findings_get (findings, &n);
  corrected = refrain_clocks_correct (trace, &report, NULL, NULL);
  later = find_waits (corrected);
  if (possible)
    g_assert_cmpuint (refrain_waits_get_n_backward (later, NULL), ==, 0);
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      g_autoptr (RefrainTrace) trace = random_trace_new (seed, 1 + seed % 6, 1 + seed % 15);

      check_all (trace, TRUE);
    }
}

/* Nothing, one event, no duration, the ends of time. */
static void
test_extremes (void)
{
  const RefrainTime times[] = { 0, 1, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint k = 0; k < 3; k++)
      {
        RefrainRecorder *recorders[2];
        guint32 communicator, send, recv;
        g_autoptr (RefrainTraceBuilder) builder
            = random_trace_builder (2, recorders, &communicator);
        g_autoptr (RefrainTrace) trace = NULL;

        send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
        recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
        if (k > 0)
          {
            refrain_recorder_enter (recorders[0], times[i], send);
            refrain_recorder_send (recorders[0], times[i], 1, communicator, 0, 8);
            refrain_recorder_leave (recorders[0], k == 1 ? times[i] : REFRAIN_TIME_LIMIT, send);
            refrain_recorder_enter (recorders[1], -times[i], recv);
            refrain_recorder_recv (recorders[1], k == 1 ? -times[i] : REFRAIN_TIME_LIMIT, 0,
                                   communicator, 0, 8);
            refrain_recorder_leave (recorders[1], k == 1 ? -times[i] : REFRAIN_TIME_LIMIT, recv);
          }
        trace = random_trace_finish (builder);
        g_test_message ("time %u, kind %u", i, k);
        check_all (trace, TRUE);
      }
}

/* Requests that never complete, receives that were never posted, threads that overlap. */
static void
test_broken (void)
{
  RefrainRecorder *recorders[2], *thread;
  guint32 communicator, send, wait;
  g_autoptr (RefrainTraceBuilder) builder = random_trace_builder (2, recorders, &communicator);
  g_autoptr (RefrainTrace) trace = NULL;

  send = refrain_trace_builder_add_routine (builder, "MPI_Isend", NULL, 0);
  wait = refrain_trace_builder_add_routine (builder, "MPI_Wait", NULL, 0);
  thread = refrain_trace_builder_add_thread (builder, 0, 7, "second");
  for (guint i = 0; i < 10; i++)
    {
      refrain_recorder_enter (recorders[0], 100 * i, send);
      refrain_recorder_isend (recorders[0], 100 * i + 1, 1, communicator, 0, 8, i);
      refrain_recorder_leave (recorders[0], 100 * i + 2, send);
      refrain_recorder_enter (thread, 100 * i, wait);
      refrain_recorder_irecv (thread, 100 * i + 50, 1, communicator, 0, 8, i);
      refrain_recorder_leave (thread, 100 * i + 60, wait);
      refrain_recorder_enter (recorders[1], 70 * i, wait);
      refrain_recorder_irecv (recorders[1], 70 * i + 5, 0, communicator, 0, 8, 1000 + i);
      refrain_recorder_leave (recorders[1], 70 * i + 6, wait);
      if (i % 2 == 0)
        refrain_recorder_collective_end (recorders[i % 4 / 2], 1000 + i, REFRAIN_COLLECTIVE_BARRIER,
                                         communicator, -1, 0, 0);
    }
  trace = random_trace_finish (builder);
  check_all (trace, FALSE);
}

/* Two threads a process that do something else, one slower; what they do k times is of the k-th
 * iteration, and iterations follow each other. */
static void
test_threads (void)
{
  const guint turns = 30;
  RefrainRecorder *recorders[2], *seconds[2];
  guint32 communicator;
  g_autoptr (RefrainTraceBuilder) builder = random_trace_builder (2, recorders, &communicator);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;

  for (guint p = 0; p < 2; p++)
    {
      seconds[p] = refrain_trace_builder_add_thread (builder, p, 7 + p, "second");
      for (guint i = 0; i < turns; i++)
        {
          refrain_recorder_send (recorders[p], 100 * i, 1 - p, communicator, 1, 8);
          refrain_recorder_recv (recorders[p], 100 * i + 50, 1 - p, communicator, 1, 8);
          refrain_recorder_send (seconds[p], 250 * i, 1 - p, communicator, 2, 8);
          refrain_recorder_recv (seconds[p], 250 * i + 5, 1 - p, communicator, 2, 8);
        }
      refrain_recorder_collective_end (recorders[p], 20000, REFRAIN_COLLECTIVE_BARRIER,
                                       communicator, -1, 0, 0);
    }
  trace = random_trace_finish (builder);
  iterations = refrain_iterations_new (trace, NULL, NULL);
  g_assert_cmpuint (refrain_iterations_get_n (iterations), ==, turns);
  for (guint p = 0; p < 2; p++)
    {
      const RefrainThread *second
          = refrain_process_get_thread (refrain_trace_get_process (trace, p), 1);
      RefrainTime start, end, last = 0;

      g_assert_cmpuint (second->n_ops, ==, 2 * turns);
      for (guint i = 0; i < 2 * turns; i++)
        g_assert_cmpuint (refrain_iterations_find (iterations, p, second->first_op + i), ==, i / 2);
      for (guint i = 0; i < turns; i++)
        {
          g_assert_true (refrain_iterations_get_run_span (iterations, i, &start, &end));
          g_assert_cmpint (start, >=, last);
          g_assert_cmpint (end, >, start);
          last = start;
        }
    }
}

/* Who sends nothing waits for nobody: the run is longer than each process', which is said. */
static void
test_no_operations (void)
{
  TimeProgram *program = time_program_new (2, 1, 1);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainEfficiency) efficiency = NULL;
  g_autofree char *said = NULL;

  time_program_set_clock (program, 1, 5 * MS, 0);
  for (guint p = 0; p < 2; p++)
    time_program_work (program, p, "work", 10 * MS);
  trace = time_program_run (program);
  efficiency = refrain_efficiency_new (trace, NULL, NULL);
  said = refrain_efficiency_describe (efficiency);
  g_assert_nonnull (strstr (said, "; processes do not start and end at the same time."));
}

TEST_PROGRAM ("waits")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waits/late-sender", test_late_sender);
  g_test_add_func ("/waits/late-receiver", test_late_receiver);
  g_test_add_func ("/waits/waitall", test_waitall);
  g_test_add_func ("/waits/polls", test_polls);
  g_test_add_func ("/waits/run", test_run);
  g_test_add_func ("/waits/collectives", test_collectives);
  g_test_add_func ("/waits/scan", test_scan);
  g_test_add_func ("/waits/path", test_path);
  g_test_add_func ("/waits/slack", test_slack);
  g_test_add_func ("/waits/efficiency", test_efficiency);
  g_test_add_func ("/waits/clocks", test_clocks);
  g_test_add_func ("/waits/collective-clocks", test_collective_clocks);
  g_test_add_func ("/waits/right-clocks-stay", test_right_clocks_stay);
  g_test_add_func ("/waits/amortisation", test_amortisation);
  g_test_add_func ("/waits/random", test_random);
  g_test_add_func ("/waits/extremes", test_extremes);
  g_test_add_func ("/waits/broken", test_broken);
  g_test_add_func ("/waits/threads", test_threads);
  g_test_add_func ("/waits/no-operations", test_no_operations);
  return g_test_run ();
}
