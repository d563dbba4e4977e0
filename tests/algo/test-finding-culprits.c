/* test-finding-culprits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Findings of what makes others wait without waiting itself, and what they must not depend on.
 */
#include "config.h"

#include "finding-check.h"
#include "refrain-trace-builder.h"
#include "refrain-wait-causes.h"
#include "test-program.h"

/* ---- Culprits behind what does not wait ---- */

/* What is blamed on a stretch itself, without what waits behind the wait, is no more than it. */
static void
check_stretch (const RefrainDelay *delay, gpointer data)
{
  RefrainWaits *waits = data;
  RefrainTime start, end;

  if (refrain_waits_get_span (waits, delay->victim, delay->victim_op, &start, &end))
    g_assert_cmpfloat ((double) (end - start) * delay->share, <=,
                       (double) (delay->end - delay->start) + 1);
  g_assert_cmpint (delay->late, <=, delay->end - delay->start);
}

/* All blame is on process @p in @routine but what messages need, and no stretch is blamed for more
 * than its own length. */
static void
check_only (Found *found, guint p, const char *routine, double time)
{
  g_autoptr (RefrainWaitCauses) causes = NULL;
  const RefrainWaitCause *list;
  double sum = 0;
  gsize n;

  found_check_first (found, REFRAIN_FINDING_SLOW_PROCESS, p, routine, time);
  causes = refrain_wait_causes_new (found->waits, check_stretch, found->waits, NULL, NULL);
  list = refrain_wait_causes_get (causes, &n);
  for (gsize i = 0; i < n; i++)
    sum += (double) list[i].time;
  g_assert_cmpfloat_with_epsilon (sum, (double) refrain_waits_get_time (found->waits),
                                  (double) n + 1);
  found_clear (found);
}

/* 0 sends without waiting, and waits for the answer of 1, which takes the message late. */
static void
test_eager (void)
{
  const guint turns = 50;
  TimeProgram *program = time_program_new (2, 1 * US, 10 * US);
  Found found;

  for (guint i = 0; i < turns; i++)
    {
      time_program_work (program, 0, "solve", found_jitter (10 * MS, 0, i));
      time_program_send (program, 0, 1);
      time_program_recv (program, 0, 1);
      time_program_work (program, 1, "solve", found_jitter (15 * MS, 1, i));
      time_program_recv (program, 1, 0);
      time_program_send (program, 1, 0);
    }
  found = found_find (time_program_run (program));
  check_only (&found, 1, "solve", 50 * 5.0 * MS);
}

/* Sends of 0 that need no receive are held for as long as 1 computes, in every fifth iteration. */
static void
test_held_sends (void)
{
  const guint turns = 100;
  TimeProgram *program = time_program_new (2, 1 * US, 10 * US);
  g_auto (Found) found = { 0 };

  for (guint i = 0; i < turns; i++)
    {
      const gboolean late = i % 5 == 4;

      time_program_work (program, 0, "solve", found_jitter (1 * MS, 0, i));
      if (late)
        time_program_ssend (program, 0, 1);
      else
        time_program_send (program, 0, 1);
      time_program_work (program, 0, "more", 3 * MS);
      time_program_send (program, 0, 1);
      time_program_work (program, 1, "solve", found_jitter (1200 * US, 1, i) + (late ? 5 * MS : 0));
      time_program_recv (program, 1, 0);
      time_program_work (program, 1, "more", 3 * MS);
      time_program_recv (program, 1, 0);
    }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_PERIODIC, 1, "solve", 100 * 0.2 * MS + 20 * 5.0 * MS);
}

/* The first message to a process that is not there yet is held until it is, the only one of all. */
static void
test_first_send (void)
{
  const guint turns = 40;
  TimeProgram *program = time_program_new (2, 1 * US, 10 * US);
  g_auto (Found) found = { 0 };

  for (guint i = 0; i < turns; i++)
    {
      if (i == 0)
        time_program_ssend (program, 0, 1);
      else
        time_program_send (program, 0, 1);
      time_program_work (program, 0, "solve", found_jitter (1 * MS, 0, i));
      time_program_recv (program, 0, 1);
      time_program_work (program, 1, "solve", found_jitter (1 * MS, 1, i) + (i == 0 ? 30 * MS : 0));
      time_program_recv (program, 1, 0);
      time_program_send (program, 1, 0);
    }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 1);
  g_assert_cmpint (found.list[0].kind, !=, REFRAIN_FINDING_SLOW_CALLS);
  g_assert_cmpuint (g_array_index (found.list[0].processes, guint32, 0), ==, 1);
  g_assert_null (strstr (found.list[0].sentence, "inside MPI"));
}

/* Even processes send first, odd ones receive first, on a line: the delay of 3 goes all along. */
static void
test_even_odd (void)
{
  const guint n = 6, turns = 50;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  Found found;

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "solve", p == 3 ? 15 * MS : 10 * MS);
        for (guint k = 0; k < 2; k++)
          {
            const guint to = (k == 0) == (p % 2 == 0) ? p + 1 : p - 1;

            if (to >= n)
              continue;
            if (p % 2 == 0)
              time_program_send (program, p, to);
            time_program_recv (program, p, to);
            if (p % 2 == 1)
              time_program_send (program, p, to);
          }
      }
  found = found_find (time_program_run (program));
  /* Half an iteration later 0 and 5 have not yet heard of it. */
  check_only (&found, 3, "solve", 50 * 5.0 * MS);
}

/* Another process is slow in each iteration, in every other one by less: all of them count. */
static void
test_wandering (void)
{
  const guint n = 6, turns = 36;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "assemble",
                           i % n != p       ? 10 * MS
                           : i / n % 3 == 0 ? 30 * MS
                                            : 16 * MS);
        found_exchange (program, p, n);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, >=, 1);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_WANDERING);
  g_assert_nonnull (
      strstr (found.list[0].sentence, "in assemble, all 36 iterations (all processes)."));
}

/* One is slow each time, another once: neither is "others each time". */
static void
test_slow_and_once (void)
{
  const guint n = 8, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        found_exchange (program, p, n);
        time_program_work (program, p, "relax",
                           found_jitter (p == 6 ? 2000 * US : 1500 * US, p, i)
                               + (p == 2 && i == 12 ? 9 * MS : 0));
      }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, >=, 2);
  for (gsize i = 0; i < 2; i++)
    g_assert_cmpint (found.list[i].kind, !=, REFRAIN_FINDING_IMBALANCE);
  g_assert_cmpuint (g_array_index (found.list[0].processes, guint32, 0), ==, 6);
  g_assert_cmpuint (g_array_index (found.list[1].processes, guint32, 0), ==, 2);
}

/* ... and a barrier that makes each turn as long as the slowest one, which no message does. */
static void
test_wandering_and_barrier (void)
{
  const guint n = 8, turns = 80;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < turns; i++)
        {
          time_program_work (program, p, "relax",
                             found_jitter ((i * 5) % n == p ? 3000 * US : 1000 * US, p, i));
          found_exchange (program, p, n);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (program, p);
    }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, >, 0);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_WANDERING);
  g_assert_nonnull (strstr (found.list[0].sentence, "Omitting MPI_Barrier alone"));
}

/* The root waits for the last one in what it gathers or reduces, the others for the root. */
static void
check_root (RefrainCollective up, RefrainCollective down, RefrainTime post, double time)
{
  const guint n = 6, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  Found found;

  time_program_set_rooted (program);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", p == 4 ? 12 * MS : p == 0 ? 3 * MS : 5 * MS);
        time_program_collective (program, p, up, 0);
        time_program_work (program, p, "post", p == 0 ? post : post / 4);
        time_program_collective (program, p, down, 0);
      }
  found = found_find (time_program_run (program));
  check_only (&found, 4, "work", time);
}

static void
test_reduce_broadcast (void)
{
  check_root (REFRAIN_COLLECTIVE_REDUCE, REFRAIN_COLLECTIVE_BCAST, 400 * US, 30 * 7.0 * MS);
  check_root (REFRAIN_COLLECTIVE_REDUCE, REFRAIN_COLLECTIVE_BARRIER, 0, 30 * 7.0 * MS);
}

static void
test_gather_scatter (void)
{
  check_root (REFRAIN_COLLECTIVE_GATHER, REFRAIN_COLLECTIVE_SCATTER, 400 * US, 30 * 7.0 * MS);
}

/* Half of them are slow: whichever comes last, all are told. */
/* The odd ones have nothing to do until the even ones, who compute first, send, and then these wait
 * for them. */
static void
test_late_sender (void)
{
  const guint n = 6, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        if (p % 2 == 0)
          {
            time_program_work (program, p, "store", found_jitter (5 * MS, p, i));
            time_program_send (program, p, p + 1);
          }
        else
          {
            time_program_recv (program, p, p - 1);
            time_program_work (program, p, "solve", found_jitter (5 * MS, p, i));
          }
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_LATE_SENDER, 0, "store", 30 * 5.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 3);
}

/* All compute longer and longer, some more than others: each is taken back to where it began. */
static void
test_growing_apart (void)
{
  const guint n = 6, turns = 50;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "rhs", found_jitter (5 * MS + p * i * 40 * US, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 1);
  g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_TREND);
  /* What it takes at first is that of the first five turns. */
  g_assert_cmpfloat_with_epsilon ((double) found.list[0].saves / (5 * 40.0 * US * 50 * 49 / 2),
                                  0.95, 0.05);
  g_assert_nonnull (strstr (found.list[0].sentence, "on 5 of 6 processes"));
}

/* What 0 alone computes, and gives to the others, is a slow root. */
static void
test_slow_root (void)
{
  const guint n = 6, turns = 30;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_auto (Found) found = { 0 };

  time_program_set_rooted (program);
  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        if (p == 0)
          time_program_work (program, p, "assemble", found_jitter (4 * MS, p, i));
        time_program_collective (program, p, REFRAIN_COLLECTIVE_BCAST, 0);
        time_program_work (program, p, "solve", found_jitter (5 * MS, p, i));
      }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_ROOT, 0, "assemble", 30 * 4.0 * MS);
  g_assert_nonnull (strstr (found.list[0].sentence, "The others wait for it in MPI_Bcast"));
}

static void
test_ties (void)
{
  const guint n = 8, turns = 40;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "work", p % 2 == 1 ? 8 * MS : 5 * MS);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  found_check_first (&found, REFRAIN_FINDING_SLOW_GROUP, 1, "work", 40 * 3.0 * MS);
  g_assert_cmpuint (found.list[0].processes->len, ==, 4);
  g_assert_nonnull (strstr (found.list[0].sentence, "Processes 1, 3, 5, 7 compute 1.6 times"));
  g_assert_nonnull (strstr (found.list[0].sentence,
                            "To mend only one of these processes makes little difference"));
}

/* ---- What a finding must not depend on ---- */

/* Six processes on a ring, of which the one called @slow computes 1.5 times as long as the others;
 * a unit is @unit. Process i is called (i + @turn) mod 6. */
static Found
find_on_ring (guint slow, guint turn, RefrainTime unit)
{
  const guint n = 6, turns = 60;
  TimeProgram *program = time_program_new (n, unit, 2 * unit);

  for (guint i = 0; i < n; i++)
    {
      const guint p = (i + turn) % n;

      time_program_enter (program, p, "main");
      for (guint k = 0; k < turns; k++)
        {
          time_program_work (program, p, "rhs",
                             found_jitter ((p == slow ? 1500 : 1000) * unit, i, k));
          found_exchange (program, p, n);
        }
      time_program_leave (program, p);
    }
  return found_find (time_program_run (program));
}

/* Other numbers of processes change these; other units of time change times. */
static void
test_same (void)
{
  g_auto (Found) plain = find_on_ring (1, 0, 1 * US), turned = find_on_ring (4, 3, 1 * US);
  g_auto (Found) scaled = find_on_ring (1, 0, 1 * MS);

  found_check_first (&plain, REFRAIN_FINDING_SLOW_PROCESS, 1, "rhs", 60 * 500.0 * US);
  found_check_first (&turned, REFRAIN_FINDING_SLOW_PROCESS, 4, "rhs", (double) plain.list[0].saves);
  found_check_first (&scaled, REFRAIN_FINDING_SLOW_PROCESS, 1, "rhs", 1000.0 * plain.list[0].saves);
  g_assert_cmpuint (plain.n, ==, turned.n);
  g_assert_cmpuint (plain.n, ==, scaled.n);
  g_assert_cmpint (turned.list[0].saves, ==, plain.list[0].saves);
  g_assert_cmpfloat_with_epsilon ((double) scaled.list[0].saves / 1000,
                                  (double) plain.list[0].saves, 10);
  /* But for the number of the process to the letter. */
  g_assert_cmpstr (turned.list[0].sentence + strlen ("Process 4"), ==,
                   plain.list[0].sentence + strlen ("Process 1"));
  found_clear (&turned);
}

/* Work that is the same in all, and a little more or less each time. */
static void
test_silent (void)
{
  const guint n = 8, turns = 100;
  TimeProgram *program = time_program_new (n, 1 * US, 10 * US);
  g_autofree char *why = NULL;
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        time_program_work (program, p, "rhs", found_jitter (1 * MS, p, i));
        found_exchange (program, p, n);
        time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
      }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  why = refrain_findings_explain (found.findings);
  g_assert_nonnull (strstr (why, "Nothing to change is found: processes wait for "));
}

/* Three processes that never leave @routine, in which each sends to the next. */
static Found
find_circle (const char *routine)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint32 call = refrain_trace_builder_add_routine (builder, routine, NULL, 0);
  gint32 members[3];
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  for (guint p = 0; p < 3; p++)
    members[p] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, 3, NULL, 0, FALSE));
  for (guint p = 0; p < 3; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "thread");

      refrain_recorder_enter (recorder, 1, call);
      refrain_recorder_send (recorder, 2, (gint32) (p + 1) % 3, 0, 7, 8);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return found_find (trace);
}

/* Who sends in a circle waits for ever, but for those who receive in the same call. */
static void
test_circle (void)
{
  g_auto (Found) sends = find_circle ("MPI_Send"), both = find_circle ("MPI_Sendrecv");

  g_assert_cmpuint (sends.n, ==, 1);
  g_assert_nonnull (strstr (sends.list[0].sentence, "0 → 1 → 2 → 0: each sends to the next"));
  g_assert_cmpuint (both.n, ==, 0);
  g_assert_nonnull (strstr (refrain_findings_get_end (both.findings),
                            "The record ends while processes 0, 1, 2 are in MPI_Sendrecv"));
  found_clear (&both);
}

/* A run that ends while all are in calls of MPI: those that wait for a message are at fault. One
 * that is killed ends so as well, but there somebody could have gone on. */
static void
test_hang (void)
{
  static const struct
  {
    const char *last[4]; /* of each process */
    enum
    {
      NOBODY,
      ONE,   /* 2 to 0 */
      THREE, /* all but 3 to both neighbours, as in each turn */
    } sends; /* who sends before */
    const char *said;
  } ways[] = {
    { { "MPI_Recv", "MPI_Recv", "MPI_Barrier", "MPI_Barrier" },
      NOBODY,
      "All processes are inside MPI when the run ends, as in a hang: processes 0, 1 never leave "
      "MPI_Recv; processes 2, 3 never leave MPI_Barrier; no message to processes 0, 1 is on its "
      "way" },
    { { "MPI_Recv", "MPI_Recv", "MPI_Barrier", "MPI_Barrier" },
      ONE,
      "The record ends while processes 0, 1 are in MPI_Recv; processes 2, 3 are in MPI_Barrier; a "
      "message from 2 to 0 (tag 0) is not received yet, so that this is a deadlock only if 0 "
      "expects another" },
    { { "MPI_Barrier", "MPI_Bcast", "MPI_Barrier", "MPI_Barrier" },
      NOBODY,
      "All processes are inside MPI when the run ends, as in a hang: processes 0, 2, 3 never leave "
      "MPI_Barrier; process 1 never leaves MPI_Bcast" },
    { { "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce", "MPI_Finalize" },
      NOBODY,
      "All processes are inside MPI when the run ends, as in a hang: processes 0, 1, 2 never leave "
      "MPI_Allreduce; process 3 never leaves MPI_Finalize; judging by earlier calls, processes 0, "
      "1, "
      "2 wait for 3" },
    { { "MPI_Waitall", "MPI_Waitall", "MPI_Waitall", "MPI_Finalize" },
      THREE,
      "The record ends while processes 0, 1, 2 are in MPI_Waitall; process 3 is in MPI_Finalize; "
      "judging by earlier calls, processes 0, 2 wait for 3; process 3 has not received messages "
      "from 0 (tag 0), 2 (tag 0)" },
    { { "MPI_Finalize", "MPI_Finalize", "MPI_Finalize", "MPI_Finalize" }, NOBODY, NULL },
    { { "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce" },
      NOBODY,
      "The record ends while processes 0, 1, 2, 3 are in MPI_Allreduce; all have called it, so "
      "that "
      "this is no deadlock" },
    { { "MPI_Allreduce", "MPI_Allreduce", "MPI_Allreduce", "rhs" },
      NOBODY,
      "The record ends while processes 0, 1, 2 are in MPI_Allreduce; process 3 has not called it "
      "yet" },
    { { "MPI_Recv", "MPI_Test", "MPI_Recv", "MPI_Recv" },
      NOBODY,
      "The record ends while processes 0, 2, 3 are in MPI_Recv; process 1 is in MPI_Test; some of "
      "them could go on" },
    { { "MPI_Recv", "rhs", "rhs", "MPI_Recv" },
      NOBODY,
      "The record ends while processes 0, 3 are in MPI_Recv; processes 1, 2 are outside MPI" },
    { { "rhs", "rhs", "rhs", "rhs" }, NOBODY, NULL },
  };

  for (gsize way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      TimeProgram *program = time_program_new (4, 1 * US, 2 * US);
      g_auto (Found) found = { 0 };

      for (guint p = 0; p < 4; p++)
        {
          for (guint i = 0; i < 10; i++)
            {
              time_program_work (program, p, "rhs", found_jitter (1 * MS, p, i));
              found_exchange (program, p, 4);
              time_program_collective (program, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
            }
          if (ways[way].sends == ONE && p == 2)
            time_program_send (program, 2, 0);
          for (guint k = 1; ways[way].sends == THREE && p < 3 && k < 4; k += 2)
            time_program_send (program, p, (p + k) % 4);
          time_program_enter (program, p, ways[way].last[p]);
        }
      found = found_find (time_program_run (program));
      if (ways[way].said != NULL && g_str_has_prefix (ways[way].said, "All"))
        {
          g_assert_cmpuint (found.n, ==, 1);
          g_assert_cmpint (found.list[0].kind, ==, REFRAIN_FINDING_HANG);
          g_assert_cmpuint (found.list[0].processes->len, ==, way == 0 ? 2 : 4);
          g_assert_cmpstr (found.list[0].sentence, ==, ways[way].said);
          g_assert_null (refrain_findings_get_end (found.findings));
        }
      else
        {
          g_assert_cmpuint (found.n, ==, 0);
          g_assert_cmpstr (refrain_findings_get_end (found.findings), ==, ways[way].said);
        }
    }
}

/* Who is late now and then is no cause, but it is told what is waited for. */
static void
test_waits_for (void)
{
  const guint n = 4, turns = 4;
  TimeProgram *program = time_program_new (n, 1 * US, 2 * US);
  g_autofree char *why = NULL;
  g_auto (Found) found = { 0 };

  for (guint p = 0; p < n; p++)
    for (guint i = 0; i < turns; i++)
      {
        /* All but one send at once, and it is always another who waits. */
        if ((p + i) % 2 == 0)
          time_program_work (program, p, "rhs", 4 * MS);
        time_program_send (program, p, (p + 1) % n);
        time_program_recv (program, p, (p + n - 1) % n);
        if ((p + i) % 2 == 1)
          time_program_work (program, p, "rhs", 4 * MS);
      }
  found = found_find (time_program_run (program));
  g_assert_cmpuint (found.n, ==, 0);
  why = refrain_findings_explain (found.findings);
  g_assert_nonnull (strstr (why, "The largest part is in MPI_Recv until the message is sent"));
  g_assert_nonnull (strstr (why, "The longest wait, 8.00"));
  g_assert_nonnull (strstr (why, "No process is late regularly"));
}

/* Process 0 sends down a tree what it computes longer than the others, each time: it computes
 * before another call than they do. Where @coupled, half of eight processes compute longer, and the
 * others have calls of their own. */
static RefrainTrace *
run_root (void)
{
  TimeProgram *program = time_program_new (8, 1 * US, 2 * US);

  for (guint p = 0; p < 8; p++)
    {
      time_program_enter (program, p, "main");
      for (guint i = 0; i < 30; i++)
        {
          time_program_compute (program, p, p == 0 ? 2500 * US : 2 * MS);
          for (guint d = 1; d < 8; d *= 2)
            if (p < d)
              time_program_send (program, p, p + d);
            else if (p < 2 * d)
              time_program_recv (program, p, p - d);
          time_program_collective (program, p, REFRAIN_COLLECTIVE_BARRIER, 0);
        }
      time_program_leave (program, p);
    }
  return time_program_run (program);
}

static void
test_in_all (void)
{
  g_auto (Found) root = found_find (run_root ());

  g_assert_cmpuint (root.n, >, 0);
  g_assert_nonnull (strstr (root.list->sentence, "Process 0 computes"));
  g_assert_cmpfloat_with_epsilon ((double) root.list->saves / (30 * 500 * US), 1, 0.1);
}

TEST_PROGRAM ("finding-culprits")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding-culprits/first-send", test_first_send);
  g_test_add_func ("/finding-culprits/slow-and-once", test_slow_and_once);
  g_test_add_func ("/finding-culprits/wandering", test_wandering);
  g_test_add_func ("/finding-culprits/wandering-and-barrier", test_wandering_and_barrier);
  g_test_add_func ("/finding-culprits/held-sends", test_held_sends);
  g_test_add_func ("/finding-culprits/eager", test_eager);
  g_test_add_func ("/finding-culprits/even-odd", test_even_odd);
  g_test_add_func ("/finding-culprits/reduce-broadcast", test_reduce_broadcast);
  g_test_add_func ("/finding-culprits/gather-scatter", test_gather_scatter);
  g_test_add_func ("/finding-culprits/late-sender", test_late_sender);
  g_test_add_func ("/finding-culprits/growing-apart", test_growing_apart);
  g_test_add_func ("/finding-culprits/slow-root", test_slow_root);
  g_test_add_func ("/finding-culprits/circle", test_circle);
  g_test_add_func ("/finding-culprits/hang", test_hang);
  g_test_add_func ("/finding-culprits/waits-for", test_waits_for);
  g_test_add_func ("/finding-culprits/ties", test_ties);
  g_test_add_func ("/finding-culprits/same", test_same);
  g_test_add_func ("/finding-culprits/silent", test_silent);
  g_test_add_func ("/finding-culprits/in-all", test_in_all);
  return g_test_run ();
}
