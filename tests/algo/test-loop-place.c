/* test-loop-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way from a position back to loop and iteration, against running the model.
 */
#include "config.h"

#include <string.h>

#include "random-loop-model.h"
#include "refrain-loop-iterations.h"
#include "refrain-loop-place.h"
#include "refrain-loop-text.h"
#include "test-loops.h"
#include "test-program.h"

/* The indices of the innermost definition, or of the top, that a place says. */
static void
assert_index (RefrainLoopModel *model, GArray *steps, const gint64 *index)
{
  guint32 n, depth = 0;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  for (guint i = 0; i < steps->len; i++)
    {
      const RefrainLoopStep *step = &g_array_index (steps, RefrainLoopStep, i);

      if (constructs[step->construct].kind == REFRAIN_CONSTRUCT_USE)
        depth = 0;
    }
  for (guint i = steps->len; i-- > 0;)
    {
      const RefrainLoopStep *step = &g_array_index (steps, RefrainLoopStep, i);
      const RefrainConstruct *construct = &constructs[step->construct];

      if (construct->kind == REFRAIN_CONSTRUCT_USE)
        return;
      if (construct->kind != REFRAIN_CONSTRUCT_LOOP)
        continue;
      g_assert_cmpint (step->iteration, ==, index[construct->depth]);
      g_assert_cmpint (step->iteration, <=, step->count);
      depth++;
    }
}

typedef struct
{
  RefrainLoopModel *model;
  RefrainLoopPositions *positions;
  guint64 at;
} Check;

static gboolean
check_event (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Check *check = data;
  g_autoptr (GArray) steps = refrain_loop_place_find (check->model, check->positions, check->at++);

  g_assert_nonnull (steps);
  g_assert_cmpuint (g_array_index (steps, RefrainLoopStep, steps->len - 1).construct, ==,
                    construct);
  assert_index (check->model, steps, index);
  return check->at < 3000;
}

static guint64
check_model (RefrainLoopModel *model)
{
  const guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  guint64 checked = 0;

  for (guint process = 0; process < n; process++)
    {
      Check check = { model, refrain_loop_positions_new (model, process, NULL), 0 };

      if (check.positions == NULL)
        continue;
      if (refrain_loop_model_run (model, process, check_event, &check))
        {
          /* Behind the last event there is none. */
          g_autoptr (GArray) none = refrain_loop_place_find (model, check.positions, check.at);

          g_assert_null (none);
        }
      checked += check.at;
      refrain_loop_positions_free (check.positions);
    }
  return checked;
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (71);
  guint64 checked = 0;

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (RefrainLoopModel) model = random_loop_model (rand);

      checked += check_model (model);
    }
  g_assert_cmpuint (checked, >, 10000);
}

/* Iterations without events of a process lie nowhere; the one before and behind are told apart. */
static void
test_empty (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("0 send 1 t\n"
                                                         "for i0 = 1 to 4\n"
                                                         "  for i1 = 1 to 3*i0-3\n"
                                                         "    0 send 1 t\n"
                                                         "  done\n"
                                                         "done\n"
                                                         "for i0 = 1 to 5\n"
                                                         "  1 send 0 t\n"
                                                         "done\n"
                                                         "0 send 1 t\n");
  g_autoptr (RefrainLoopPositions) positions = refrain_loop_positions_new (model, 0, NULL);
  static const gint64 outer[] = { 2, 2, 2, 3, 3, 3, 3, 3, 3, 4 };

  for (guint i = 0; i < G_N_ELEMENTS (outer); i++)
    {
      g_autoptr (GArray) steps = refrain_loop_place_find (model, positions, 1 + i);

      g_assert_cmpuint (steps->len, ==, 3);
      g_assert_cmpint (g_array_index (steps, RefrainLoopStep, 0).iteration, ==, outer[i]);
      g_assert_cmpint (g_array_index (steps, RefrainLoopStep, 0).count, ==, 4);
    }
  {
    g_autoptr (GArray) last = refrain_loop_place_find (model, positions, 19);
    g_autoptr (GArray) behind = refrain_loop_place_find (model, positions, 20);

    g_assert_cmpuint (last->len, ==, 1);
    g_assert_cmpuint (g_array_index (last, RefrainLoopStep, 0).construct, ==, 6);
    g_assert_null (behind);
  }
}

/* Iterations cover each event of a loop once, and each event is found in its own. */
static void
test_iterations (void)
{
  g_autoptr (RefrainLoopModel) model = test_parse_loops ("for i0 = 1 to 7\n"
                                                         "  0 send 1 t\n"
                                                         "  for i1 = 1 to i0\n"
                                                         "    0 send 1 t\n"
                                                         "    0 send 2 t\n"
                                                         "    0 recv 1 t\n"
                                                         "  done\n"
                                                         "done\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopIterations) inner
      = refrain_loop_iterations_new (model, 2, NULL, 0, NULL, &error);
  const guint32 one = 1;
  g_autoptr (RefrainLoopIterations) other
      = refrain_loop_iterations_new (model, 2, &one, 1, NULL, &error);
  guint64 at = 0;
  gsize n, k = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (refrain_loop_iterations_get_n (inner), ==, 28);
  g_assert_cmpuint (refrain_loop_iterations_get_processes (inner, &n)[0], ==, 0);
  g_assert_cmpuint (n, ==, 2);
  refrain_loop_iterations_get_processes (other, &n);
  g_assert_cmpuint (n, ==, 1);
  for (guint i0 = 1; i0 <= 7; i0++)
    {
      at++;
      for (guint i1 = 1; i1 <= i0; i1++, k++)
        {
          const RefrainLoopSpan span = refrain_loop_iterations_get_span (inner, k, 0);

          g_assert_cmpuint (span.first, ==, at);
          g_assert_cmpuint (span.n, ==, 2);
          g_assert_cmpuint (refrain_loop_iterations_get_span (other, k, 0).n, ==, 1);
          at += 2;
        }
    }
}

TEST_PROGRAM ("loop-place")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loop-place/random", test_random);
  g_test_add_func ("/loop-place/empty", test_empty);
  g_test_add_func ("/loop-place/iterations", test_iterations);
  return g_test_run ();
}
