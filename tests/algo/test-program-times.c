/* test-program-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the lines of a program cost, where that is known exactly; and its text for LaTeX.
 */
#include "config.h"

#include "refrain-program-times.h"
#include "time-program.h"
#include "test-program.h"

#define US 1000
#define MS (1000 * US)

#define TURNS 20

/* A ring of four: each turn computes 1 ms (process 2: 3 ms), sends to the next, receives from the
 * one before. */
static RefrainTrace *
make_ring (guint turns)
{
  TimeProgram *program = time_program_new (4, 10 * US, 20 * US);

  for (guint turn = 0; turn < turns; turn++)
    for (guint p = 0; p < 4; p++)
      {
        time_program_work (program, p, "compute", p == 2 ? 3 * MS : 1 * MS);
        time_program_send (program, p, (p + 1) % 4);
        time_program_recv (program, p, (p + 3) % 4);
      }
  return time_program_run (program);
}

static RefrainProgram *
make_program (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, NULL, &error);
  RefrainProgram *program;

  g_assert_no_error (error);
  program = refrain_program_new (events, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  return program;
}

static guint32
find_line (RefrainProgram *program, RefrainLineKind kind)
{
  guint32 n;
  const RefrainProgramLine *lines = refrain_program_get_lines (program, &n);

  for (guint32 i = 0; i < n; i++)
    if (lines[i].kind == kind)
      return i;
  return REFRAIN_NONE;
}

static void
test_ring (void)
{
  g_autoptr (RefrainTrace) trace = make_ring (TURNS);
  g_autoptr (RefrainProgram) program = make_program (trace);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, &error);
  g_autoptr (RefrainProgramTimes) times = NULL;
  const guint32 repeat = find_line (program, REFRAIN_LINE_REPEAT);
  const guint32 shift = find_line (program, REFRAIN_LINE_SHIFT);
  const RefrainLineTimes *of;

  times = refrain_program_times_new (program, waits, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (repeat, !=, REFRAIN_NONE);
  g_assert_cmpuint (shift, !=, REFRAIN_NONE);
  of = refrain_program_times_get (times, repeat);
  g_assert_cmpuint (of->n, ==, 4 * TURNS);
  g_assert_cmpint (of->waiting, ==, refrain_waits_get_time (waits));
  /* A turn begins where the one before ends: most take as long as the slow process computes, sends
   * and receives. */
  g_assert_cmpint (of->median, ==, 3 * MS + 20 * US);
  g_assert_cmpint (of->high, ==, of->median);
  g_assert_cmpint (of->low, <=, of->median);
  of = refrain_program_times_get (times, shift);
  g_assert_cmpuint (of->n, ==, 8 * TURNS);
  g_assert_cmpint (of->waiting, ==, refrain_waits_get_time (waits));
  /* Sends last 10 µs exactly, and are more than a tenth. */
  g_assert_cmpint (of->low, ==, 10 * US);
}

/* Of more times than are kept it is nearly as exact. */
static void
test_many (void)
{
  g_autoptr (RefrainTrace) trace = make_ring (1500);
  g_autoptr (RefrainProgram) program = make_program (trace);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, &error);
  g_autoptr (RefrainProgramTimes) times = refrain_program_times_new (program, waits, NULL, &error);
  const RefrainLineTimes *of
      = refrain_program_times_get (times, find_line (program, REFRAIN_LINE_REPEAT));

  g_assert_no_error (error);
  g_assert_cmpuint (of->n, ==, 4 * 1500);
  g_assert_cmpint (ABS (of->median - 3 * MS - 20 * US), <, 3 * MS / 250);
}

/* Each turn and use is told, inner ones first, and covers its elements. */
typedef struct
{
  guint64 n_steps, n_pieces;
  gsize end;
} Pieces;

static gboolean
on_step (const RefrainProgramStep *step, gpointer data)
{
  ((Pieces *) data)->n_steps++;
  return TRUE;
}

static void
on_piece (guint32 line, gsize first, gsize end, gpointer data)
{
  Pieces *pieces = data;

  g_assert_cmpuint (first, ==, pieces->end);
  g_assert_cmpuint (end, ==, pieces->n_steps);
  pieces->end = end;
  pieces->n_pieces++;
}

static void
test_pieces (void)
{
  g_autoptr (RefrainTrace) trace = make_ring (TURNS);
  g_autoptr (RefrainProgram) program = make_program (trace);
  Pieces pieces = { 0 };

  g_assert_true (refrain_program_run_pieces (program, 1, on_step, on_piece, &pieces));
  g_assert_cmpuint (pieces.n_steps, ==, 2 * TURNS);
  g_assert_cmpuint (pieces.n_pieces, ==, TURNS);
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainTrace) trace = make_ring (TURNS);
  g_autoptr (RefrainProgram) program = make_program (trace);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, &error);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_program_times_new (program, waits, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_latex (void)
{
  g_autoptr (RefrainTrace) trace = make_ring (TURNS);
  g_autoptr (RefrainProgram) program = make_program (trace);
  g_autofree char *text = refrain_program_dup_text (program, NULL);
  g_autofree char *latex = refrain_program_dup_latex (program);

  g_assert_nonnull (g_strstr_len (latex, -1, text));
  g_assert_true (g_str_has_suffix (latex, "\\end{alltt}\n"));
}

TEST_PROGRAM ("program-times")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program-times/ring", test_ring);
  g_test_add_func ("/program-times/many", test_many);
  g_test_add_func ("/program-times/pieces", test_pieces);
  g_test_add_func ("/program-times/cancelled", test_cancelled);
  g_test_add_func ("/program-times/latex", test_latex);
  return g_test_run ();
}
