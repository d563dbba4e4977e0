/* test-lists.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists without a window: what is filled in as a query, the rows that are found, their order, and
 * how they follow the window and what is lit up.
 */
#include "config.h"

#include "refrain-error.h"
#include "refrain-list-model.h"
#include "session-help.h"
#include "test-program.h"

static const RefrainListSpan always = { 0, -1 };

/* ---- The filter ---- */

static void
assert_query (RefrainListKind kind, RefrainListField field, const char *text, const char *condition)
{
  RefrainListFilter filter = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainQuery) query = NULL;
  g_autofree char *made = NULL;

  filter.fields[field] = (char *) text;
  made = refrain_list_filter_to_query (&filter, kind, always, 0, &error);
  if (condition == NULL)
    {
      g_assert_null (made);
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT);
      return;
    }
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (made, condition));
  /* Whatever is filled in can be read. */
  query = refrain_query_parse (made, NULL, &error);
  g_assert_no_error (error);
}

static void
test_filter (void)
{
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_SENDERS, "0-3, 7", " WHERE SENDER IN (0-3, 7)");
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_TAGS, " 5  6-8,", " WHERE TAG IN (5, 6-8)");
  assert_query (REFRAIN_LIST_CALLS, REFRAIN_LIST_ROUTINE, "MPI_I*",
                " WHERE ROUTINE LIKE \"MPI_I*\"");
  assert_query (REFRAIN_LIST_COLLECTIVES, REFRAIN_LIST_ROUTINE, "MPI_Bcast",
                " WHERE KIND LIKE \"MPI_Bcast\"");
  assert_query (REFRAIN_LIST_CALLS, REFRAIN_LIST_ROUTINE, "a\" OR 1", "LIKE \"a? OR 1\"");
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_SIZE_FROM, " 4 KiB ", " WHERE SIZE >= 4 KiB");
  assert_query (REFRAIN_LIST_CALLS, REFRAIN_LIST_DURATION_FROM, "1.5µs",
                " WHERE DURATION >= 1.5µs");
  /* A list that does not have the field is not narrowed. */
  assert_query (REFRAIN_LIST_CALLS, REFRAIN_LIST_TAGS, "5", "FROM CALLS");
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_TAGS, "five", NULL);
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_TAGS, "5) OR (1", NULL);
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_SENDERS, "1-", NULL);
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_SIZE_TO, "much", NULL);
  assert_query (REFRAIN_LIST_MESSAGES, REFRAIN_LIST_SIZE_TO, "5 OR 6", NULL);
}

/* ---- The model ---- */

typedef struct
{
  RefrainSession *session;
  RefrainSelection *selection;
  RefrainTrace *trace;
  RefrainListModel *model;
} Fixture;

static void
wait (Fixture *f)
{
  while (refrain_list_model_is_running (f->model)
         || g_list_model_get_n_items (G_LIST_MODEL (refrain_session_get_runner (f->session))) > 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of_demo ();
  f->trace = g_object_ref (refrain_session_get_trace (f->session));
  f->selection = refrain_session_get_selection (f->session);
  refrain_session_prepare (f->session);
  f->model = refrain_list_model_new (f->session);
  refrain_list_model_set_active (f->model, TRUE);
  wait (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->model);
  g_object_unref (f->session);
  g_object_unref (f->trace);
}

static guint
get_n (Fixture *f)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (refrain_query_model_get_rows (refrain_list_model_get_rows (f->model))));
}

static gint64
get_value (Fixture *f, guint place, guint column)
{
  RefrainQueryModel *rows = refrain_list_model_get_rows (f->model);
  gint64 value = -1;

  refrain_query_result_get_value (
      refrain_query_model_get_result (rows),
      refrain_query_list_get_row (refrain_query_model_get_rows (rows), place), column, &value);
  return value;
}

static void
assert_rising (Fixture *f, guint column, gboolean falling)
{
  for (guint i = 1; i < get_n (f); i++)
    if (falling)
      g_assert_cmpint (get_value (f, i - 1, column), >=, get_value (f, i, column));
    else
      g_assert_cmpint (get_value (f, i - 1, column), <=, get_value (f, i, column));
}

static void
test_kinds (Fixture *f, gconstpointer data)
{
  const RefrainCounts *counts = refrain_trace_get_counts (f->trace);

  g_assert_cmpuint (get_n (f), ==, counts->messages);
  assert_rising (f, 0, FALSE);
  refrain_list_model_set_kind (f->model, REFRAIN_LIST_COLLECTIVES);
  wait (f);
  g_assert_cmpuint (get_n (f), ==, counts->collectives);
  refrain_list_model_set_kind (f->model, REFRAIN_LIST_CALLS);
  wait (f);
  g_assert_cmpuint (get_n (f), ==, counts->calls);
  assert_rising (f, 0, FALSE);
}

/* The order stays when other rows come. */
static void
test_order (Fixture *f, gconstpointer data)
{
  gboolean falling;

  refrain_list_model_sort (f->model, 5, TRUE);
  wait (f);
  assert_rising (f, 5, TRUE);
  refrain_list_model_set_field (f->model, REFRAIN_LIST_SENDERS, "1-3");
  wait (f);
  assert_rising (f, 5, TRUE);
  g_assert_cmpuint (refrain_list_model_get_order (f->model, &falling), ==, 5);
  g_assert_true (falling);
  for (guint i = 0; i < get_n (f); i++)
    g_assert_true (get_value (f, i, 1) >= 1 && get_value (f, i, 1) <= 3);
  g_assert_cmpuint (get_n (f), >, 0);
}

/* Rows of the window, and of no other time; they follow it. */
static void
test_window (Fixture *f, gconstpointer data)
{
  const RefrainTime end = refrain_trace_get_end (f->trace);
  const guint all = get_n (f);
  guint n;

  refrain_session_show_times (f->session, end / 2, end / 2 + end / 20);
  refrain_list_model_set_scope (f->model, REFRAIN_LIST_OF_WINDOW);
  wait (f);
  n = get_n (f);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, all);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (get_value (f, i, 0), <=, end / 2 + end / 20);
      g_assert_cmpint (get_value (f, i, 0) + get_value (f, i, 5), >=, end / 2);
    }
  refrain_session_show_all (f->session);
  while (get_n (f) == n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (get_n (f), ==, all);
}

/* What another view lit up: the messages of a pair, whichever end is lit. */
static void
test_lit (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainOpSet) receives = refrain_op_set_new (f->trace);
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (f->trace, 1));
  guint n = 0;

  g_assert_false (refrain_list_model_list_lit (f->model));
  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_RECV (ops->kind[i]) && ops->peer[i] == 0)
      {
        refrain_op_set_add (receives, 1, i);
        n++;
      }
  refrain_subjects_light (refrain_session_get_subjects (f->session), receives, NULL);
  g_assert_true (refrain_list_model_list_lit (f->model));
  g_assert_cmpint (refrain_list_model_get_scope (f->model), ==, REFRAIN_LIST_OF_LIT);
  wait (f);
  g_assert_cmpuint (get_n (f), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (get_value (f, i, 1), ==, 0);
      g_assert_cmpint (get_value (f, i, 2), ==, 1);
    }
  refrain_list_model_list_pair (f->model, 0, 1, NULL, NULL);
  wait (f);
  g_assert_cmpuint (get_n (f), ==, n);
}

/* A receive is found as the row of its message, in any order. */
static void
test_find (Fixture *f, gconstpointer data)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (f->trace, 1));
  RefrainPick pick = { .kind = REFRAIN_PICK_OP, .process = 1 };
  guint place;

  while (!REFRAIN_OP_IS_RECV (ops->kind[pick.row]) || ops->partner[pick.row] == REFRAIN_NONE)
    pick.row++;
  refrain_list_model_sort (f->model, 0, TRUE);
  wait (f);
  place = refrain_list_model_find (f->model, &pick);
  g_assert_cmpuint (place, <, get_n (f));
  g_assert_cmpint (get_value (f, place, 1), ==, ops->peer[pick.row]);
  g_assert_cmpint (get_value (f, place, 2), ==, 1);
  refrain_list_model_set_field (f->model, REFRAIN_LIST_RECEIVERS, "0");
  wait (f);
  g_assert_cmpuint (refrain_list_model_find (f->model, &pick), ==, G_MAXUINT);
}

/* What is wrong is told; the rows before stay. */
static void
test_problem (Fixture *f, gconstpointer data)
{
  const guint n = get_n (f);

  refrain_list_model_set_field (f->model, REFRAIN_LIST_TAGS, "five");
  wait (f);
  g_assert_nonnull (refrain_list_model_get_problem (f->model));
  g_assert_cmpuint (get_n (f), ==, n);
  refrain_list_model_set_field (f->model, REFRAIN_LIST_TAGS, NULL);
  refrain_list_model_set_field (f->model, REFRAIN_LIST_SENDERS, "4711");
  wait (f);
  g_assert_nonnull (refrain_list_model_get_problem (f->model));
  refrain_list_model_set_field (f->model, REFRAIN_LIST_SENDERS, "");
  wait (f);
  g_assert_null (refrain_list_model_get_problem (f->model));
}

#define ADD(name)                                                                                  \
  g_test_add ("/session/lists/" #name, Fixture, NULL, set_up, test_##name, tear_down)

TEST_PROGRAM ("lists")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/lists/filter", test_filter);
  ADD (kinds);
  ADD (order);
  ADD (window);
  ADD (lit);
  ADD (find);
  ADD (problem);
  return g_test_run ();
}
