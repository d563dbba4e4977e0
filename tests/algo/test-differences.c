/* test-differences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Twins: one program as it is and with one thing changed, with exact times. The change is the first
 * sentence, with what it costs; noise is none; B beside A is A beside B with the other sign; and
 * all adds up.
 */
#include "config.h"

#include "difference-check.h"
#include "test-program.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

#define OVERHEAD (5 * US)
#define LATENCY  (30 * US)
#define WORK     (2 * MS)

#define N_ALL 100

/* A program of which something may be changed. */
typedef struct
{
  guint n, width; /* processes; of a grid, 0: a chain */
  guint iterations;
  guint seed; /* of the noise */
  double speed;
  int slow;     /* a process that computes half as long again, or -1 */
  int single;   /* a process that computes 60 ms longer once, or -1 */
  int drifting; /* a process that computes 2 % longer each time, N_ALL: all; or -1 */
  gboolean collective, barrier, late;
  guint64 bytes;
  guint pieces; /* that the data of a neighbour come in; 0: one */
  RefrainTime latency;
  gboolean renumbered;
} Program;

static const Program stencil = { .n = 8,
                                 .width = 4,
                                 .iterations = 50,
                                 .speed = 1,
                                 .slow = -1,
                                 .single = -1,
                                 .drifting = -1,
                                 .bytes = 8192,
                                 .latency = LATENCY };
static const Program chain = { .n = 8,
                               .iterations = 24,
                               .speed = 1,
                               .slow = -1,
                               .single = -1,
                               .drifting = -1,
                               .bytes = 8192,
                               .latency = LATENCY };

/* One in a hundred more or less. */
static RefrainTime
jitter (const Program *program, guint p, guint i, RefrainTime time)
{
  const guint32 mixed = (p * 7919 + i * 104729 + program->seed * 15485863 + 12345) * 2654435761u;

  return time + (RefrainTime) ((double) time * ((double) (mixed >> 8) / (1 << 24) - 0.5) / 50);
}

static RefrainTime
scale (const Program *program, RefrainTime time)
{
  return (RefrainTime) ((double) time * program->speed);
}

static void
work (TimeProgram *run, const Program *program, guint place, guint p, guint i)
{
  RefrainTime time = jitter (program, place, i, WORK);

  if ((int) place == program->slow)
    time += time / 2;
  if ((int) place == program->drifting || program->drifting == N_ALL)
    time += time * i / 50;
  if ((int) place == program->single && i == 17)
    time += 60 * MS;
  time_program_work (run, p, "work", scale (program, time));
}

static void
add_iteration (TimeProgram *run, const Program *program, guint place, guint i)
{
  const guint n = program->n, width = program->width, pieces = MAX (program->pieces, 1);
  const guint p = program->renumbered ? (place * 5 + 3) % n : place;
  guint others[4], n_others = 0;

  if (width == 0)
    {
      if (place > 0)
        time_program_recv (run, p, program->renumbered ? ((place - 1) * 5 + 3) % n : place - 1);
      work (run, program, place, p, i);
      if (place + 1 < n)
        time_program_send (run, p, program->renumbered ? ((place + 1) * 5 + 3) % n : place + 1);
      return;
    }
  if (place % width > 0)
    others[n_others++] = place - 1;
  if (place % width + 1 < width)
    others[n_others++] = place + 1;
  if (place >= width)
    others[n_others++] = place - width;
  if (place + width < n)
    others[n_others++] = place + width;
  for (guint k = 0; k < n_others; k++)
    others[k] = program->renumbered ? (others[k] * 5 + 3) % n : others[k];
  time_program_enter (run, p, "exchange");
  if (program->collective)
    {
      work (run, program, place, p, i);
      time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLGATHER, 0);
    }
  else
    {
      for (guint k = 0; k < n_others * pieces; k++)
        time_program_send (run, p, others[k / pieces]);
      if (!program->late)
        work (run, program, place, p, i);
      for (guint k = 0; k < n_others * pieces; k++)
        time_program_recv (run, p, others[k / pieces]);
      if (program->late)
        work (run, program, place, p, i);
    }
  time_program_leave (run, p);
  if (program->barrier)
    time_program_collective (run, p, REFRAIN_COLLECTIVE_BARRIER, 0);
  time_program_enter (run, p, "agree");
  time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
  time_program_leave (run, p);
}

static RefrainTrace *
run_program (const Program *program)
{
  TimeProgram *run
      = time_program_new (program->n, scale (program, OVERHEAD), scale (program, program->latency));

  time_program_set_bytes (run, program->bytes / MAX (program->pieces, 1));
  for (guint place = 0; place < program->n; place++)
    {
      const guint p = program->renumbered ? (place * 5 + 3) % program->n : place;

      time_program_enter (run, p, "main");
      for (guint i = 0; i < program->iterations; i++)
        add_iteration (run, program, place, i);
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* ---- Comparing ---- */

static RefrainDifferences *
compare (const Program *a, guint n_a, const Program *b, guint n_b)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree RefrainRunToCompare *runs = g_new0 (RefrainRunToCompare, n_a + n_b);
  g_autoptr (GError) error = NULL;
  RefrainDifferences *differences;

  for (guint i = 0; i < n_a + n_b; i++)
    {
      g_autoptr (RefrainTrace) trace = run_program (i < n_a ? &a[i] : &b[i - n_a]);

      runs[i].waits = refrain_waits_new (trace, NULL, NULL);
      g_ptr_array_add (kept, runs[i].waits);
    }
  if (n_a == 1 && n_b == 1
      && !refrain_differences_have_same_partners (refrain_waits_get_trace (runs[0].waits),
                                                  refrain_waits_get_trace (runs[1].waits)))
    for (guint i = 0; i < 2; i++)
      runs[i].topology = (i == 0 ? a : b)->width == 8 ? "line" : "4×2 grid";
  differences = refrain_differences_new (runs, n_a, runs + n_a, n_b, NULL, &error);
  g_assert_no_error (error);
  return differences;
}

/* The other way round all has the other sign. */
static void
check_turned (RefrainDifferences *one, RefrainDifferences *other)
{
  gsize n, m;
  const RefrainRunDifference *list = refrain_differences_get (one, &n);
  const RefrainRunDifference *turned = refrain_differences_get (other, &m);

  g_assert_cmpuint (n, ==, m);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (list[i].kind, ==, turned[i].kind);
      g_assert_cmpint (list[i].a, ==, turned[i].b);
      g_assert_cmpint (list[i].b, ==, turned[i].a);
      g_assert_cmpint (list[i].low, ==, -turned[i].high);
    }
  g_assert_cmpint (refrain_differences_get_unexplained (one), ==,
                   -refrain_differences_get_unexplained (other));
}

/* The first difference of @b is of @kind, its sentence holds @words, and it costs @time ± 10 % (or
 * what both runs differ by, where that is 0). */
static void
check_first (
    const Program *a, const Program *b, RefrainDifferent kind, const char *words, double time)
{
  g_autoptr (RefrainDifferences) differences = compare (a, 1, b, 1);
  g_autoptr (RefrainDifferences) turned = compare (b, 1, a, 1);
  RefrainTime time_a, time_b;
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  difference_check_sum (differences);
  check_turned (differences, turned);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <=, 13);
  g_assert_cmpstr (refrain_different_get_name (list->kind), ==, refrain_different_get_name (kind));
  g_assert_nonnull (strstr (list->sentence, words));
  refrain_differences_get_times (differences, &time_a, &time_b);
  if (time == 0)
    time = (double) (time_b - time_a);
  g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / time, 1, 0.1);
}

static void
check_none (const Program *a, const Program *b)
{
  g_autoptr (RefrainDifferences) differences = compare (a, 1, b, 1);
  gsize n;

  difference_check_sum (differences);
  refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* ---- Twins ---- */

static void
test_none (void)
{
  for (guint k = 0; k < 2; k++)
    {
      const Program plain = k == 0 ? stencil : chain;
      Program noisy = plain, renumbered = plain;

      noisy.seed = 1;
      renumbered.renumbered = TRUE;
      check_none (&plain, &plain);
      check_none (&plain, &noisy);
      check_none (&plain, &renumbered);
    }
}

static void
test_clock (void)
{
  Program slower = stencil;
  g_autoptr (RefrainDifferences) differences = NULL;
  gsize n;

  slower.speed = 1.5;
  check_first (&stencil, &slower, REFRAIN_DIFFERENT_CLOCK, "1.5 times", 0);
  differences = compare (&stencil, 1, &slower, 1);
  refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_slow_process (void)
{
  Program twin = stencil;

  twin.slow = 3;
  check_first (&stencil, &twin, REFRAIN_DIFFERENT_PROCESS, "Process 3 computes in work",
               50 * WORK / 2.0);
  twin = chain;
  twin.slow = 3;
  check_first (&chain, &twin, REFRAIN_DIFFERENT_PROCESS, "Process 3 computes in work",
               24 * WORK / 2.0);
}

/* Who is slow at last only is not slow each time. */
static void
test_drift (void)
{
  Program twin = stencil;

  twin.drifting = 3;
  check_first (&stencil, &twin, REFRAIN_DIFFERENT_PROCESS,
               "takes longer and longer in B on process 3:", 49 / 2.0 * WORK);
  twin.drifting = N_ALL;
  check_first (&stencil, &twin, REFRAIN_DIFFERENT_COMPUTING,
               "takes longer and longer in B:", 49 / 2.0 * WORK);
}

/* Six processes that exchange with one neighbour after the other; both ends have nobody every other
 * time, and so compute twice as long before what they exchange. Process @slow (-1: none) computes
 * half as long again as it should. */
static RefrainTrace *
run_neighbours (int slow)
{
  TimeProgram *run = time_program_new (6, OVERHEAD, LATENCY);

  for (guint p = 0; p < 6; p++)
    {
      time_program_enter (run, p, "main");
      for (guint i = 0; i < 40; i++)
        {
          const guint other = (i + p) % 2 != 0 ? p + 1 : p - 1;

          time_program_work (run, p, "work", (int) p == slow ? WORK * 3 / 2 : WORK);
          if (other < 6)
            {
              time_program_send (run, p, other);
              time_program_recv (run, p, other);
            }
        }
      time_program_leave (run, p);
    }
  return time_program_run (run);
}

/* A slow process is found beside what it should take, be it above all others or below some. */
static void
test_slow_of_neighbours (void)
{
  g_autoptr (RefrainTrace) plain = run_neighbours (-1);

  for (int slow = 0; slow < 6; slow += 2)
    {
      g_autoptr (RefrainTrace) trace = run_neighbours (slow);
      g_autoptr (RefrainDifferences) differences = difference_check_compare (plain, trace);
      g_autofree char *words = g_strdup_printf ("Process %d computes in work 1.5 times", slow);
      RefrainTime a, b;
      const RefrainRunDifference *list;
      gsize n;

      difference_check_sum (differences);
      refrain_differences_get_times (differences, &a, &b);
      list = refrain_differences_get (differences, &n);
      g_assert_cmpuint (n, >, 0);
      g_assert_cmpint (list->kind, ==, REFRAIN_DIFFERENT_PROCESS);
      g_assert_nonnull (strstr (list->sentence, words));
      g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / (double) (b - a), 1, 0.1);
    }
}

static void
test_count (void)
{
  Program twin = stencil;

  twin.iterations++;
  check_first (&stencil, &twin, REFRAIN_DIFFERENT_COUNT, "51 times per process in B instead of 50",
               0);
  twin = chain;
  twin.iterations++;
  check_first (&chain, &twin, REFRAIN_DIFFERENT_COUNT, "25 times per process in B instead of 24",
               WORK);
}

static void
test_size (void)
{
  Program twin = stencil, before = stencil;

  before.late = twin.late = TRUE;
  twin.bytes *= 64;
  twin.latency = MS;
  check_first (&before, &twin, REFRAIN_DIFFERENT_SIZE, "64 times as large", 50 * (MS - LATENCY));
}

/* As much data in other numbers of messages is one difference, not one a loop. */
static void
test_split (void)
{
  Program split = stencil;
  g_autoptr (RefrainDifferences) differences = NULL;
  gsize n;

  split.pieces = 4;
  check_first (&stencil, &split, REFRAIN_DIFFERENT_SIZE,
               "sends as much data by MPI_Send (tag 0) in exchange in more messages: 500 of", 0);
  differences = compare (&split, 1, &stencil, 1);
  g_assert_nonnull (
      strstr (refrain_differences_get (differences, &n)->sentence, "in fewer messages: 125 of"));
  g_assert_cmpuint (n, ==, 1);
}

static void
test_calls (void)
{
  Program before = stencil, twin;

  /* What is exchanged comes while all compute; a collective does not. */
  before.latency = MS;
  twin = before;
  twin.collective = TRUE;
  check_first (&before, &twin, REFRAIN_DIFFERENT_CALLS, "MPI_Allgather in exchange", 0);
  twin = stencil;
  twin.barrier = TRUE;
  check_first (&stencil, &twin, REFRAIN_DIFFERENT_MISSING, "Only B calls MPI_Barrier", 0);
}

static void
test_overlap (void)
{
  Program before = stencil, twin;

  before.latency = MS;
  twin = before;
  twin.late = TRUE;
  check_first (&before, &twin, REFRAIN_DIFFERENT_OVERLAP, "no longer overlaps", 0);
}

static void
test_topology (void)
{
  Program twin = stencil;

  twin.width = 8;
  {
    g_autoptr (RefrainDifferences) differences = compare (&stencil, 1, &twin, 1);
    gsize n;
    const RefrainRunDifference *list = refrain_differences_get (differences, &n);

    difference_check_sum (differences);
    g_assert_cmpuint (n, ==, 1);
    g_assert_cmpint (list->kind, ==, REFRAIN_DIFFERENT_TOPOLOGY);
  }
}

/* With twice as many processes, each of which computes as much, nothing is lost but what the longer
 * chain costs. */
static void
test_processes (void)
{
  for (guint turned = 0; turned < 2; turned++)
    {
      Program twin = chain;
      g_autoptr (RefrainDifferences) differences = NULL;
      const RefrainRunDifference *list;
      RefrainTime a, b, lost = 0;
      gsize n;

      twin.n = 16;
      differences = turned ? compare (&twin, 1, &chain, 1) : compare (&chain, 1, &twin, 1);
      difference_check_sum (differences);
      refrain_differences_get_times (differences, &a, &b);
      list = refrain_differences_get (differences, &n);
      g_assert_cmpuint (n, >, 1);
      g_assert_cmpint (list[0].kind, ==, REFRAIN_DIFFERENT_PROCESSES);
      g_assert_nonnull (strstr (list[0].sentence, "on each of 16 processes as on each of 8"));
      g_assert_cmpint (list[0].a, ==, list[0].b);
      g_assert_cmpint (list[1].kind, ==, REFRAIN_DIFFERENT_SCALING);
      g_assert_nonnull (strstr (list[1].sentence, "those that wait for each other is longer"));
      for (gsize i = 1; i < n; i++)
        lost += list[i].b - list[i].a;
      g_assert_cmpfloat_with_epsilon ((double) lost / (double) (b - a), 1, 0.1);
    }
}

static void
test_single (void)
{
  Program twin = stencil;

  twin.single = 2;
  check_first (&stencil, &twin, REFRAIN_DIFFERENT_SINGLE, "on process 2", 60 * MS);
}

/* Whether @differences tell of sizes. */
static gboolean
tells_of_size (RefrainDifferences *differences)
{
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  for (gsize i = 0; i < n; i++)
    if (list[i].kind == REFRAIN_DIFFERENT_SIZE)
      return TRUE;
  return FALSE;
}

/* Data that are parted among other processes are parted in other ways: means say little. */
static void
test_uneven_size (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Program twin = stencil;
      g_autoptr (RefrainDifferences) differences = NULL;

      twin.n = 16;
      twin.bytes += twin.bytes * (i == 0 ? 3 : 30) / 100;
      differences = compare (&stencil, 1, &twin, 1);
      g_assert_true (tells_of_size (differences) == (i == 1));
    }
}

/* The same occurrence takes long in both: no outlier of either. */
static void
test_single_of_both (void)
{
  Program own = stencil, twin = stencil;
  g_autoptr (RefrainDifferences) differences = NULL;
  gsize n;

  own.single = twin.single = 2;
  twin.seed = 7;
  differences = compare (&own, 1, &twin, 1);
  refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, ==, 0);
  refrain_differences_get_slow (differences, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* Where processes come less often each, though there are more of them, that saves time. */
static void
test_fewer_of_more (void)
{
  Program twin = stencil;
  g_autoptr (RefrainDifferences) differences = NULL;
  const RefrainRunDifference *list, *count = NULL;
  gsize n;

  twin.n = 16;
  twin.iterations = 40;
  differences = compare (&stencil, 1, &twin, 1);
  difference_check_sum (differences);
  list = refrain_differences_get (differences, &n);
  for (gsize i = 0; i < n && count == NULL; i++)
    if (list[i].kind == REFRAIN_DIFFERENT_COUNT)
      count = &list[i];
  g_assert_nonnull (count);
  g_assert_nonnull (strstr (count->sentence, "40 times per process in B instead of 50"));
  g_assert_cmpfloat_with_epsilon ((double) (count->b - count->a) / (-10.0 * WORK), 1, 0.1);
}

/* Thirty short turns of a ring with a sum; process 2 computes 20 ms longer once, or process 0 after
 * a gather each fifth time, or there is another sum. */
static RefrainTrace *
run_short (gboolean once, gboolean gather, gboolean twice)
{
  enum
  {
    N = 8
  };
  TimeProgram *run = time_program_new (N, OVERHEAD, LATENCY);

  for (guint p = 0; p < N; p++)
    for (guint i = 0; i < 30; i++)
      {
        time_program_send (run, p, (p + 1) % N);
        time_program_recv (run, p, (p + N - 1) % N);
        time_program_compute (run, p, jitter (&stencil, p, i, WORK));
        if (once && p == 2 && i == 12)
          time_program_compute (run, p, 20 * MS);
        time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        if (twice)
          time_program_collective (run, p, REFRAIN_COLLECTIVE_ALLREDUCE, 0);
        if (gather && i % 5 == 4)
          time_program_collective (run, p, REFRAIN_COLLECTIVE_GATHER, 0);
        if (gather && i % 5 == 4 && p == 0)
          time_program_compute (run, p, 5 * MS);
      }
  return time_program_run (run);
}

static void
test_short (void)
{
  static const struct
  {
    gboolean once, gather, twice;
    const char *words;
  } twins[] = {
    { TRUE, FALSE, FALSE, "once in B, on process 2" },
    { FALSE, TRUE, FALSE, "takes longer than typical 5 times in B" },
    { FALSE, FALSE, TRUE, "60 times per process in B instead of 30" },
  };
  g_autoptr (RefrainTrace) plain = run_short (FALSE, FALSE, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (twins); i++)
    {
      g_autoptr (RefrainTrace) twin = run_short (twins[i].once, twins[i].gather, twins[i].twice);
      g_autoptr (RefrainDifferences) differences = difference_check_compare (plain, twin);
      RefrainTime a, b;
      gsize n;
      const RefrainRunDifference *list = refrain_differences_get (differences, &n);

      difference_check_sum (differences);
      refrain_differences_get_times (differences, &a, &b);
      g_assert_cmpuint (n, >, 0);
      g_assert_nonnull (strstr (list->sentence, twins[i].words));
      /* Nothing else is made of it. */
      g_assert_cmpint (list->b - list->a, <=, (b - a) * 5 / 4);
    }
}

/* A shift that two single runs cannot tell from noise stands out of several. */
static void
test_runs (void)
{
  Program a[3], b[3];
  g_autoptr (RefrainDifferences) same = NULL, other = NULL;
  gsize n;
  const RefrainRunDifference *list;

  for (guint i = 0; i < 3; i++)
    {
      a[i] = b[i] = stencil;
      a[i].seed = i;
      b[i].seed = 3 + i;
    }
  same = compare (a, 3, b, 3);
  difference_check_sum (same);
  refrain_differences_get (same, &n);
  g_assert_cmpuint (n, ==, 0);
  for (guint i = 0; i < 3; i++)
    b[i].slow = 5;
  other = compare (a, 3, b, 3);
  difference_check_sum (other);
  list = refrain_differences_get (other, &n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpint (list->kind, ==, REFRAIN_DIFFERENT_PROCESS);
  g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / (50 * WORK / 2.0), 1, 0.1);
}

/* Where it is: in the process that is slow, at the same occurrence in both. */
static void
test_places (void)
{
  Program slow = stencil;
  g_autoptr (RefrainDifferences) differences = NULL;
  const RefrainRunDifference *list;
  RefrainTime a, b;
  gsize n;

  slow.slow = 5;
  differences = compare (&stencil, 1, &slow, 1);
  list = refrain_differences_get (differences, &n);
  g_assert_cmpuint (n, >, 0);
  /* All that the run is longer by, as the replay without it has it: the path lacks 0.2 % of that.
   */
  refrain_differences_get_times (differences, &a, &b);
  g_assert_cmpfloat_with_epsilon ((double) (list->b - list->a) / (double) (b - a), 1, 0.001);
  g_assert_cmpuint (list->in_a.process, ==, 5);
  g_assert_cmpuint (list->in_b.process, ==, 5);
  g_assert_cmpuint (list->in_a.n, ==, list->in_b.n);
  g_assert_cmpuint (refrain_op_set_get_size (list->in_b.ops), >=, list->in_b.n);
  g_assert_cmpint (list->in_a.end - list->in_a.start, >=, WORK * 9 / 10);
  g_assert_cmpint (list->in_a.end - list->in_a.start, <, WORK * 12 / 10);
  g_assert_cmpint (list->in_b.end - list->in_b.start, >=, WORK * 14 / 10);
  g_assert_cmpint (list->in_b.end - list->in_b.start, <, WORK * 17 / 10);
}

TEST_PROGRAM ("differences")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/differences/none", test_none);
  g_test_add_func ("/differences/clock", test_clock);
  g_test_add_func ("/differences/slow-process", test_slow_process);
  g_test_add_func ("/differences/drift", test_drift);
  g_test_add_func ("/differences/slow-of-neighbours", test_slow_of_neighbours);
  g_test_add_func ("/differences/count", test_count);
  g_test_add_func ("/differences/size", test_size);
  g_test_add_func ("/differences/split", test_split);
  g_test_add_func ("/differences/calls", test_calls);
  g_test_add_func ("/differences/overlap", test_overlap);
  g_test_add_func ("/differences/topology", test_topology);
  g_test_add_func ("/differences/processes", test_processes);
  g_test_add_func ("/differences/fewer-of-more", test_fewer_of_more);
  g_test_add_func ("/differences/short", test_short);
  g_test_add_func ("/differences/single", test_single);
  g_test_add_func ("/differences/uneven-size", test_uneven_size);
  g_test_add_func ("/differences/single-of-both", test_single_of_both);
  g_test_add_func ("/differences/runs", test_runs);
  g_test_add_func ("/differences/places", test_places);
  return g_test_run ();
}
