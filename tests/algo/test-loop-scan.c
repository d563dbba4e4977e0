/* test-loop-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Positions of constructs as polynomials against those that are counted by running the model.
 */
#include "config.h"

#include <malloc.h>
#include <string.h>

#include "random-loop-model.h"
#include "refrain-loop-matrix.h"
#include "refrain-loop-scan.h"
#include "refrain-loop-text.h"
#include "test-loops.h"
#include "test-program.h"

static void
assert_polynomial (const RefrainPolynomial *polynomial, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_polynomial_append (polynomial, text);
  g_assert_cmpstr (text->str, ==, expected);
}

/* ---- Polynomials --------------------------------------------------------------------------------
 */

/* 1^k + ... + n^k for the product of k indices. */
static void
test_sums (void)
{
  g_autoptr (RefrainPolynomial) index = refrain_polynomial_new_index (0);
  g_autoptr (RefrainPolynomial) n = refrain_polynomial_new_index (1);
  RefrainPolynomial *power = refrain_polynomial_new (1);

  for (guint k = 0; k < 10; k++)
    {
      g_autoptr (RefrainPolynomial) sum = refrain_polynomial_sum (power, 0, n);
      RefrainPolynomial *next = refrain_polynomial_multiply (power, index);
      gint64 expected = 0;

      for (gint64 last = 0; last < 30; last++)
        {
          gint64 at[] = { 0, last }, value, term = 1;

          for (guint i = 0; i < k; i++)
            term *= last;
          expected += last > 0 ? term : 0;
          g_assert_true (refrain_polynomial_evaluate (sum, at, &value));
          g_assert_cmpint (value, ==, expected);
        }
      refrain_polynomial_free (power);
      power = next;
    }
  refrain_polynomial_free (power);
}

static void
test_overflow (void)
{
  g_autoptr (RefrainPolynomial) large = refrain_polynomial_new (G_MAXINT64 - 1);
  g_autoptr (RefrainPolynomial) sum = refrain_polynomial_add (large, large);
  g_autoptr (RefrainPolynomial) index = refrain_polynomial_new_index (0);
  g_autoptr (RefrainPolynomial) product = refrain_polynomial_multiply (large, index);
  gint64 at[] = { 3 }, value;

  g_assert_null (sum);
  g_assert_null (refrain_polynomial_add (sum, large));
  g_assert_false (refrain_polynomial_evaluate (sum, at, &value));
  g_assert_false (refrain_polynomial_evaluate (product, at, &value));
}

/* Figure 8: LU, process 0, its indices from 1. */
static void
test_figure_8 (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (RefrainLoopPositions) positions = NULL;
  g_autoptr (RefrainPolynomial) start = NULL;

  for (guint i = 0; i < 671; i++)
    g_string_append (text, "0 sync MPI_Bcast 0-1\n");
  g_string_append (text, "for i0 = 1 to 249\n"
                         "for i1 = 1 to 160\n0 send 1 t2\n0 send 4 t4\ndone\n"
                         "for i1 = 1 to 160\n1 recv 0 t1\n4 recv 0 t3\ndone\n"
                         "0 send 1 t2\n1 recv 0 t1\n0 send 4 t4\n4 recv 0 t3\n"
                         "done\n");
  model = test_parse_loops (text->str);
  positions = refrain_loop_positions_new (model, 0, NULL);
  assert_polynomial (refrain_loop_positions_get_offset (positions, 671), "671");
  assert_polynomial (refrain_loop_positions_get_iteration (positions, 671), "644");
  assert_polynomial (refrain_loop_positions_get_offset (positions, 675), "320");
  assert_polynomial (refrain_loop_positions_get_iteration (positions, 675), "2");
  assert_polynomial (refrain_loop_positions_get_offset (positions, 678), "640");
  start = refrain_loop_positions_get_start (positions, 675);
  assert_polynomial (start, "347+644*i0"); /* 991 + 644 (i0 - 1) */
}

static void
test_triangle (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("for i0 = 1 to 9\n"
                                                         "  for i1 = 1 to i0\n"
                                                         "    0 send 1 t\n"
                                                         "  done\n"
                                                         "  0 send 2 t\n"
                                                         "done\n");
  g_autoptr (RefrainLoopPositions) positions = refrain_loop_positions_new (model, 0, NULL);
  g_autoptr (RefrainPolynomial) start = refrain_loop_positions_get_start (positions, 3);

  assert_polynomial (refrain_loop_positions_get_length (positions, 1), "i0");
  assert_polynomial (refrain_loop_positions_get_length (positions, 0), "54");
  assert_polynomial (start, "-1+3/2*i0+1/2*i0^2");
}

static gint64
count_memory (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return (gint64) (info.uordblks + info.hblkhd);
}

/* Processes times constructs would be 200 MB. */
static void
test_many_processes (void)
{
  enum
  {
    N = 2048
  };
  g_autoptr (GString) text = g_string_new ("for i0 = 1 to 10\n");
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (GPtrArray) all = NULL;
  guint32 processes[N];
  gint64 before;

  for (guint p = 0; p < N; p++)
    {
      g_string_append_printf (text, "%u send %u t\n%u recv %u t\n", p, (p + 1) % N, (p + N - 1) % N,
                              p);
      processes[p] = N - 1 - p;
    }
  g_string_append (text, "done\n");
  model = test_parse_loops (text->str);
  g_assert_true (refrain_loop_model_covers (model, 0, N - 1));
  before = count_memory ();
  all = refrain_loop_positions_new_all (model, processes, N, NULL);
  g_assert_cmpint (count_memory () - before, <, 16 << 20);
  for (guint i = 0; i < N; i++)
    {
      const RefrainLoopPositions *own = all->pdata[i];
      const guint32 send = 1 + 2 * processes[i];

      g_assert_cmpuint (refrain_loop_positions_get_process (own), ==, processes[i]);
      assert_polynomial (refrain_loop_positions_get_iteration (own, 0), "2");
      assert_polynomial (refrain_loop_positions_get_offset (own, send + 1), "1");
      assert_polynomial (refrain_loop_positions_get_length (own, send == 1 ? 3 : 1), "0");
    }
}

/* ---- Random models ------------------------------------------------------------------------------
 */

/* An event that the model was run to. */
typedef struct
{
  guint32 construct;
  RefrainLoopEvent event;
} Step;

static gboolean
add_step (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Step step = { construct, *event };

  g_array_append_val ((GArray *) data, step);
  return TRUE;
}

typedef struct
{
  GArray *spans;      /* of RefrainLoopSpan, whole occurrences */
  GArray *iterations; /* of RefrainLoopSpan */
  guint32 n_index;
} Found;

static gboolean
add_span (const gint64 *index,
          guint32 n_index,
          guint64 iteration,
          const RefrainLoopSpan *span,
          gpointer data)
{
  Found *found = data;

  if (iteration > 0)
    g_assert_cmpint (index[n_index - 1], ==, iteration);
  g_array_append_val (iteration > 0 ? found->iterations : found->spans, *span);
  return TRUE;
}

static gboolean
holds_use (const RefrainConstruct *constructs, guint32 at)
{
  for (guint32 i = at; i < constructs[at].end; i++)
    if (constructs[i].kind == REFRAIN_CONSTRUCT_USE)
      return TRUE;
  return FALSE;
}

/* Each iteration begins where the one before ends, and all are the occurrences. */
static void
check_iterations (const Found *found)
{
  guint k = 0;

  for (guint i = 0; i < found->spans->len; i++)
    {
      RefrainLoopSpan whole = g_array_index (found->spans, RefrainLoopSpan, i);
      guint64 at = whole.first;

      for (; at < whole.first + whole.n; k++)
        {
          RefrainLoopSpan one = g_array_index (found->iterations, RefrainLoopSpan, k);

          g_assert_cmpuint (one.first, ==, at);
          at += one.n;
        }
      g_assert_cmpuint (at, ==, whole.first + whole.n);
      for (; k < found->iterations->len
             && g_array_index (found->iterations, RefrainLoopSpan, k).n == 0;)
        k++;
    }
  g_assert_cmpuint (k, ==, found->iterations->len);
}

/* The scan of @construct finds exactly the events of it among @steps. */
static void
check_construct (RefrainLoopModel *model, guint32 construct, guint32 process, GArray *steps)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopScan) scan = refrain_loop_scan_new (model, construct, &process, 1, &error);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (RefrainLoopSpan));
  g_autoptr (GArray) iterations = g_array_new (FALSE, FALSE, sizeof (RefrainLoopSpan));
  Found found = { spans, iterations, 0 };
  guint at = 0;

  g_assert_no_error (error);
  g_assert_true (refrain_loop_scan_run (scan, TRUE, add_span, &found));
  if (constructs[construct].kind == REFRAIN_CONSTRUCT_LOOP)
    check_iterations (&found);
  if (holds_use (constructs, construct))
    return;
  for (guint i = 0; i < spans->len; i++)
    {
      RefrainLoopSpan span = g_array_index (spans, RefrainLoopSpan, i);

      if (span.n == 0)
        continue;
      while (at < span.first)
        {
          guint32 where = g_array_index (steps, Step, at++).construct;

          g_assert_true (where < construct || where >= constructs[construct].end);
        }
      for (; at < span.first + span.n; at++)
        {
          guint32 where = g_array_index (steps, Step, at).construct;

          g_assert_true (where >= construct && where < constructs[construct].end);
        }
    }
  for (; at < steps->len; at++)
    {
      guint32 where = g_array_index (steps, Step, at).construct;

      g_assert_true (where < construct || where >= constructs[construct].end);
    }
}

/* The messages of @construct's occurrences, counted one by one. */
static gboolean
add_messages (const gint64 *index,
              guint32 n_index,
              guint64 iteration,
              const RefrainLoopSpan *span,
              gpointer data)
{
  gpointer *all = data;
  GArray *steps = all[0];
  guint64 *counts = all[1];
  const RefrainLoopShape *shapes = all[2];

  for (guint64 i = span->first; i < span->first + span->n; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      if (shapes[step->event.shape].kind == REFRAIN_LOOP_SEND && step->event.peer >= 0
          && step->event.peer < 5)
        counts[step->event.peer]++;
    }
  return TRUE;
}

static void
check_matrix (RefrainLoopModel *model, guint32 construct, GArray *const *steps)
{
  gboolean has_bytes = TRUE;
  guint32 n;
  gpointer shapes
      = (gpointer) refrain_loop_events_get_shapes (refrain_loop_model_get_events (model), &n);
  g_autoptr (RefrainMatrix) matrix
      = refrain_loop_matrix_new (model, construct, &has_bytes, NULL, NULL);

  g_assert_false (has_bytes);
  for (guint32 p = 0; p < 5; p++)
    {
      guint64 counts[5] = { 0 };
      gpointer data[] = { steps[p], counts, shapes };
      RefrainLoopSpan all = { 0, steps[p]->len };

      if (construct == REFRAIN_NONE)
        add_messages (NULL, 0, 0, &all, data);
      else if (refrain_loop_model_covers (model, construct, p))
        {
          g_autoptr (RefrainLoopScan) scan = refrain_loop_scan_new (model, construct, &p, 1, NULL);

          g_assert_true (refrain_loop_scan_run (scan, FALSE, add_messages, data));
        }
      for (guint32 k = 0; k < 5; k++)
        {
          guint64 count, bytes;

          refrain_matrix_get (matrix, p, k, &count, &bytes);
          g_assert_cmpuint (count, ==, counts[k]);
        }
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8562);

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (RefrainLoopModel) model = random_loop_model (rand);
      guint32 n;
      const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
      GArray *steps[5];

      for (guint32 p = 0; p < 5; p++)
        {
          steps[p] = g_array_new (FALSE, FALSE, sizeof (Step));
          refrain_loop_model_run (model, p, add_step, steps[p]);
          for (guint32 c = 0; c < n; c++)
            if (constructs[c].kind != REFRAIN_CONSTRUCT_DEFINITION
                && refrain_loop_model_covers (model, c, p))
              check_construct (model, c, p, steps[p]);
        }
      check_matrix (model, REFRAIN_NONE, steps);
      for (guint32 c = 0; c < n; c++)
        if (constructs[c].kind != REFRAIN_CONSTRUCT_DEFINITION)
          check_matrix (model, c, steps);
      for (guint32 p = 0; p < 5; p++)
        g_array_unref (steps[p]);
    }
}

static void
test_refused (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("0 send 1 t\n1 send 0 t\n");
  g_autoptr (GError) error = NULL;
  guint32 process = 1;
  g_autoptr (RefrainLoopScan) scan = refrain_loop_scan_new (model, 0, &process, 1, &error);

  g_assert_null (scan);
  g_assert_nonnull (error);
}

TEST_PROGRAM ("loop-scan")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/algo/loop-scan/sums", test_sums);
  g_test_add_func ("/algo/loop-scan/overflow", test_overflow);
  g_test_add_func ("/algo/loop-scan/figure-8", test_figure_8);
  g_test_add_func ("/algo/loop-scan/triangle", test_triangle);
  g_test_add_func ("/algo/loop-scan/many-processes", test_many_processes);
  g_test_add_func ("/algo/loop-scan/random", test_random);
  g_test_add_func ("/algo/loop-scan/refused", test_refused);
  return g_test_run ();
}
