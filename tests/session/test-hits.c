/* test-hits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is typed to find messages is a question; its hits are counted, lit up and walked through.
 */
#include "config.h"

#include "refrain-session.h"
#include "session-help.h"
#include "test-program.h"

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainSubjects *subjects;
  RefrainHits *hits;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of_demo ();
  f->selection = refrain_session_get_selection (f->session);
  f->subjects = refrain_session_get_subjects (f->session);
  f->hits = refrain_session_get_hits (f->session);
  refrain_session_prepare (f->session);
  session_settle (f->session);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
}

static gsize
count_hits (Fixture *f)
{
  return refrain_subject_count (refrain_subjects_get_lit (f->subjects));
}

/* ---- What is typed ---- */

static void
test_text (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *queries[3]; /* NULL: no more */
  } typed[] = {
    { "128 bytes", { "MESSAGES WHERE SIZE = 128 B" } },
    { "128 B", { "MESSAGES WHERE SIZE = 128 B" } },
    { " messages of 1,5 KiB ", { "MESSAGES WHERE SIZE = 1.5 KiB" } },
    { "> 2kB", { "MESSAGES WHERE SIZE > 2 kB" } },
    { "at least 2 kB", { "MESSAGES WHERE SIZE >= 2 kB" } },
    { "1-2 kB", { "MESSAGES WHERE SIZE BETWEEN 1 kB AND 2 kB" } },
    { "100 B to 1 MB", { "MESSAGES WHERE SIZE BETWEEN 100 B AND 1 MB" } },
    { "3>5", { "MESSAGES FROM PROCESS 3 TO PROCESS 5" } },
    { "3 to 5", { "MESSAGES FROM PROCESS 3 TO PROCESS 5" } },
    { "3 → 5", { "MESSAGES FROM PROCESS 3 TO PROCESS 5" } },
    { "from p3 -> rank 5", { "MESSAGES FROM PROCESS 3 TO PROCESS 5" } },
    { "3>5000", { NULL } },
    { "tag 7", { "MESSAGES WHERE TAG = 7" } },
    { "TAG=7", { "MESSAGES WHERE TAG = 7" } },
    { "tag >= 7", { "MESSAGES WHERE TAG >= 7" } },
    { "tag 3-7", { "MESSAGES WHERE TAG BETWEEN 3 AND 7" } },
    { "> 2 ms", { "OPERATIONS WHERE DURATION > 2 ms" } },
    { "longer than 2,5 µs", { "OPERATIONS WHERE DURATION > 2.5 us" } },
    { "< 10 ns", { "OPERATIONS WHERE DURATION < 10 ns" } },
    { "7", { "MESSAGES WHERE TAG = 7", "MESSAGES WHERE SIZE = 7 B" } },
    { "> 2", { "MESSAGES WHERE SIZE > 2 B", "OPERATIONS WHERE DURATION > 2 s" } },
    { "all messages where tag < 3", { "all messages where tag < 3" } },
    /* Times and names are others' business. */
    { "2 ms", { NULL } },
    { "1.5", { NULL } },
    { "MPI_Send", { NULL } },
    { "tagged", { NULL } },
    { "99999999999999999999 B", { NULL } },
    { "-1 B", { NULL } },
    { ">", { NULL } },
    { "", { NULL } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autoptr (GPtrArray) questions
          = refrain_find_text_read (typed[i].text, refrain_session_get_trace (f->session));
      guint n = 0;

      g_test_message ("“%s”", typed[i].text);
      for (; typed[i].queries[n] != NULL; n++)
        {
          g_assert_cmpuint (n, <, questions->len);
          g_assert_cmpstr (((RefrainFindQuestion *) questions->pdata[n])->query, ==,
                           typed[i].queries[n]);
          g_assert_cmpstr (((RefrainFindQuestion *) questions->pdata[n])->title, !=, "");
        }
      g_assert_cmpuint (questions->len, ==, n);
    }
}

/* A routine's name is taken as it is, whatever it holds. */
static void
test_calls (Fixture *f, gconstpointer data)
{
  RefrainFindQuestion *question = refrain_find_question_new_calls ("a \"b\"");

  g_assert_cmpstr (question->query, ==, "CALLS OF \"a \"\"b\"\"\"");
  refrain_find_question_free (question);
}

/* ---- Hits ---- */

/* How many messages go from process @from to @to, counted here. */
static gsize
count_messages (Fixture *f, guint from, gint32 to)
{
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_session_get_trace (f->session), from));
  gsize n = 0;

  for (gsize i = 0; i < ops->n; i++)
    n += REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] == to;
  return n;
}

static RefrainFindQuestion *
ask (Fixture *f, const char *text)
{
  g_autoptr (GPtrArray) questions
      = refrain_find_text_read (text, refrain_session_get_trace (f->session));

  g_assert_cmpuint (questions->len, >, 0);
  return refrain_find_question_copy (questions->pdata[0]);
}

static void
choose (Fixture *f, const char *text)
{
  RefrainFindQuestion *question = ask (f, text);

  refrain_hits_choose (f->hits, question);
  refrain_find_question_free (question);
  session_settle (f->session);
}

/* Counted while typed; choosing what was counted lights up at once. */
static void
test_look (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) questions
      = refrain_find_text_read ("0 to 1", refrain_session_get_trace (f->session));
  gsize n;

  refrain_hits_look (f->hits, questions);
  g_assert_false (refrain_hits_get_found (f->hits, 0, &n));
  session_settle (f->session);
  g_assert_true (refrain_hits_get_found (f->hits, 0, &n));
  g_assert_cmpuint (n, ==, count_messages (f, 0, 1));
  g_assert_cmpuint (n, >, 0);
  g_assert_null (refrain_selection_get_highlight (f->selection));
  refrain_hits_choose (f->hits, questions->pdata[0]);
  g_assert_nonnull (refrain_selection_get_highlight (f->selection));
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    2 * n);
  /* Something else is typed: what was chosen stays. */
  refrain_hits_look (f->hits, NULL);
  g_assert_cmpuint (count_hits (f), ==, n);
}

/* All hits in the order of time, round and round, both ends of each lit up brightest. */
static void
test_walk (Fixture *f, gconstpointer data)
{
  const gsize n = count_messages (f, 0, 1);
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  RefrainTime last = G_MININT64;
  RefrainPick first, pick;
  gsize place;

  choose (f, "0>1");
  g_assert_cmpuint (count_hits (f), ==, n);
  g_assert_false (refrain_subjects_get_place (f->subjects, NULL));
  for (gsize i = 0; i < n; i++)
    {
      const RefrainOps *ops;

      g_assert_true (refrain_session_step (f->session, 1, 0));
      g_assert_true (refrain_subjects_get_place (f->subjects, &place));
      g_assert_cmpuint (place, ==, i);
      pick = *refrain_selection_get_pick (f->selection);
      g_assert_cmpint (pick.kind, ==, REFRAIN_PICK_OP);
      g_assert_cmpuint (pick.process, ==, 0);
      ops = refrain_process_get_ops (refrain_trace_get_process (trace, 0));
      g_assert_cmpint (ops->time[pick.row], >=, last);
      last = ops->time[pick.row];
      g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_current (f->selection)), ==,
                        2);
      if (i == 0)
        first = pick;
    }
  {
    g_autofree char *text = refrain_subject_describe (refrain_subjects_get_lit (f->subjects));
    g_autofree char *expected = g_strdup_printf ("Messages 0 → 1: %zu of %zu matches", n, n);

    g_assert_cmpstr (text, ==, expected);
  }
  g_assert_true (refrain_session_step (f->session, 1, 0));
  g_assert_true (refrain_pick_equal (refrain_selection_get_pick (f->selection), &first));
  g_assert_true (refrain_session_step (f->session, -1, 0));
  g_assert_true (refrain_subjects_get_place (f->subjects, &place));
  g_assert_cmpuint (place, ==, n - 1);
}

/* Calls are hits, too; they light up what is in them. */
static void
test_routine (Fixture *f, gconstpointer data)
{
  RefrainFindQuestion *question = refrain_find_question_new_calls ("MPI_Send");
  RefrainTrace *trace = refrain_session_get_trace (f->session);
  guint64 n = 0;

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    if (g_str_equal (refrain_routine_get_name (refrain_trace_get_routine (trace, i)), "MPI_Send"))
      n = refrain_routine_get_calls (refrain_trace_get_routine (trace, i));
  g_assert_cmpuint (n, >, 0);
  refrain_hits_choose (f->hits, question);
  refrain_find_question_free (question);
  session_settle (f->session);
  g_assert_cmpuint (count_hits (f), ==, n);
  g_assert_cmpuint (refrain_op_set_get_size (refrain_selection_get_highlight (f->selection)), ==,
                    n);
  g_assert_true (refrain_session_step (f->session, 1, 0));
  g_assert_cmpint (refrain_selection_get_pick (f->selection)->kind, ==, REFRAIN_PICK_CALL);
}

/* There is one light, and nothing where nothing is found. */
static void
test_light (Fixture *f, gconstpointer data)
{
  choose (f, "123456789 bytes");
  g_assert_nonnull (refrain_hits_get_question (f->hits));
  g_assert_nonnull (refrain_subjects_get_lit (f->subjects)->found);
  g_assert_cmpuint (count_hits (f), ==, 0);
  g_assert_false (refrain_session_step (f->session, 1, 0));
  choose (f, "0>1");
  refrain_subjects_take (f->subjects, NULL);
  g_assert_null (refrain_hits_get_question (f->hits));
  g_assert_false (refrain_session_step (f->session, 1, 0));
  /* Another takes the light before the search is done. */
  {
    RefrainFindQuestion *question = ask (f, "0>1");

    refrain_hits_choose (f->hits, question);
    g_assert_null (refrain_subjects_get_lit (f->subjects)->found);
    refrain_find_question_free (question);
  }
  refrain_subjects_take (f->subjects, NULL);
  session_settle (f->session);
  g_assert_null (refrain_hits_get_question (f->hits));
  g_assert_null (refrain_selection_get_highlight (f->selection));
}

/* A search is a step that can be taken back and done again. */
static void
test_undo (Fixture *f, gconstpointer data)
{
  RefrainUndo *undo = refrain_session_get_undo (f->session);

  choose (f, "0>1");
  g_assert_cmpstr (refrain_undo_undo (undo), ==, "find");
  g_assert_null (refrain_hits_get_question (f->hits));
  session_settle (f->session);
  g_assert_cmpstr (refrain_undo_redo (undo), ==, "find");
  session_settle (f->session);
  g_assert_cmpuint (count_hits (f), ==, count_messages (f, 0, 1));
}

#define add(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

TEST_PROGRAM ("hits")
{
  g_test_init (&argc, &argv, NULL);
  add ("/hits/text", test_text);
  add ("/hits/calls", test_calls);
  add ("/hits/look", test_look);
  add ("/hits/walk", test_walk);
  add ("/hits/routine", test_routine);
  add ("/hits/light", test_light);
  add ("/hits/undo", test_undo);
  return g_test_run ();
}
