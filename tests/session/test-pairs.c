/* test-pairs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages of a pair of processes: just these are lit up, they are walked through in the order
 * of time, and forgotten when something else is lit up.
 */
#include "config.h"

#include "refrain-session.h"
#include "refrain-wait-pairs.h"
#include "session-help.h"
#include "test-program.h"

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainSubjects *subjects;
  RefrainTrace *trace;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of_demo ();
  f->trace = g_object_ref (refrain_session_get_trace (f->session));
  f->selection = refrain_session_get_selection (f->session);
  f->subjects = refrain_session_get_subjects (f->session);
  refrain_session_prepare (f->session);
  session_wait (f->session);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
  g_object_unref (f->trace);
}

/* Goes to the next or previous one, and gives what is then picked. */
static gboolean
step (Fixture *f, int direction, RefrainTime from, RefrainPick *pick)
{
  if (!refrain_session_step (f->session, direction, from))
    return FALSE;
  *pick = *refrain_selection_get_pick (f->selection);
  return TRUE;
}

static const RefrainOps *
get_ops (Fixture *f, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (f->trace, process));
}

/* Every send from 0 to 1 and its receive are lit, nothing else is. */
static void
test_light (Fixture *f, gconstpointer data)
{
  const RefrainOps *ops = get_ops (f, 0);
  RefrainOpSet *lit;
  gsize n = 0;

  refrain_pairs_select (f->subjects, 0, 1, NULL);
  g_assert_true (refrain_subjects_get_lit (f->subjects)->owner == f->subjects);
  g_assert_cmpuint (refrain_subject_count (refrain_subjects_get_lit (f->subjects)), ==, 0);
  session_wait (f->session);
  lit = refrain_selection_get_highlight (f->selection);
  g_assert_nonnull (lit);
  for (gsize i = 0; i < ops->n; i++)
    {
      const gboolean is_one = REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] == 1;

      g_assert_cmpint (refrain_op_set_contains (lit, 0, i), ==, is_one);
      if (is_one)
        g_assert_true (refrain_op_set_contains (lit, 1, ops->partner[i]));
      n += is_one;
    }
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpuint (refrain_subject_count (refrain_subjects_get_lit (f->subjects)), ==, n);
  g_assert_cmpuint (refrain_op_set_get_size (lit), ==, 2 * n);
}

/* From one to the next, and round. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  RefrainPick pick, first;
  RefrainTime before = G_MININT64;
  gsize n, place;

  g_assert_false (refrain_session_step (f->session, 1, 0));
  refrain_pairs_select (f->subjects, 0, 1, NULL);
  session_wait (f->session);
  n = refrain_subject_count (refrain_subjects_get_lit (f->subjects));
  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (step (f, 1, G_MININT64, &pick));
      g_assert_true (refrain_subjects_get_place (f->subjects, &place));
      g_assert_cmpuint (place, ==, i);
      g_assert_cmpuint (pick.process, ==, 0);
      g_assert_cmpint (get_ops (f, 0)->time[pick.row], >=, before);
      g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_current (f->selection)), ==,
                        2);
      before = get_ops (f, 0)->time[pick.row];
      if (i == 0)
        first = pick;
    }
  g_assert_true (step (f, 1, 0, &pick));
  g_assert_true (refrain_pick_equal (&pick, &first));
  g_assert_true (step (f, -1, 0, &pick));
  refrain_subjects_get_place (f->subjects, &place);
  g_assert_cmpuint (place, ==, n - 1);
  /* The session goes there. */
  g_assert_true (refrain_session_step (f->session, 1, 0));
  g_assert_true (refrain_pick_equal (refrain_selection_get_pick (f->selection), &first));
}

/* The last before a time comes first on the way back. */
static void
test_from (Fixture *f, gconstpointer data)
{
  RefrainPick first, second = { 0 }, pick;

  refrain_pairs_select (f->subjects, 0, 1, NULL);
  session_wait (f->session);
  step (f, 1, G_MININT64, &first);
  step (f, 1, G_MININT64, &second);
  refrain_pairs_select (f->subjects, 0, 1, NULL);
  session_wait (f->session);
  g_assert_false (refrain_subjects_get_place (f->subjects, NULL));
  g_assert_null (refrain_selection_get_current (f->selection));
  step (f, -1, get_ops (f, 0)->time[second.row], &pick);
  g_assert_true (refrain_pick_equal (&pick, &first));
}

static void
test_forget (Fixture *f, gconstpointer data)
{
  const RefrainMessageFilter nobody = { 123456, 123456, REFRAIN_NONE };
  g_autofree char *text = NULL;

  refrain_pairs_select (f->subjects, 0, 1, NULL);
  session_wait (f->session);
  text = refrain_subject_describe (refrain_subjects_get_lit (f->subjects));
  g_assert_nonnull (text);
  refrain_subjects_take (f->subjects, NULL);
  g_assert_false (refrain_pairs_get_selected (f->subjects, NULL, NULL));
  g_assert_null (refrain_subjects_get (f->subjects));
  g_assert_false (refrain_session_step (f->session, 1, 0));
  /* Also while it is still collecting. */
  refrain_pairs_select (f->subjects, 0, 1, NULL);
  refrain_subjects_take (f->subjects, NULL);
  session_wait (f->session);
  g_assert_null (refrain_selection_get_highlight (f->selection));
  /* No message passes: nothing is selected. */
  refrain_pairs_select (f->subjects, 0, 1, &nobody);
  session_wait (f->session);
  g_assert_null (refrain_selection_get_highlight (f->selection));
  g_assert_false (refrain_pairs_get_selected (f->subjects, NULL, NULL));
}

/* Who waits for whom, as the matrix of waits counts them. */
static void
test_waits (Fixture *f, gconstpointer data)
{
  const guint n = refrain_trace_get_n_processes (f->trace);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainWaits) waits = refrain_waits_new (f->trace, NULL, &error);
  g_autoptr (GArray) wanted = NULL;

  g_assert_no_error (error);
  wanted
      = refrain_wait_pairs_new (waits, NULL, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (wanted->len, >, 0);
  for (guint i = 0; i < MIN (wanted->len, n); i++)
    {
      const RefrainWaitPair *pair = &g_array_index (wanted, RefrainWaitPair, i);

      refrain_pairs_select_waits (f->subjects, waits, pair->culprit, pair->victim);
      session_wait (f->session);
      g_assert_cmpuint (refrain_subject_count (refrain_subjects_get_lit (f->subjects)), ==,
                        pair->count);
    }
}

#define ADD(name)                                                                                  \
  g_test_add ("/session/pairs/" #name, Fixture, NULL, set_up, test_##name, tear_down)

TEST_PROGRAM ("pairs")
{
  g_test_init (&argc, &argv, NULL);
  ADD (light);
  ADD (steps);
  ADD (from);
  ADD (forget);
  ADD (waits);
  return g_test_run ();
}
