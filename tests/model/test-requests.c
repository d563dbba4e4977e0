/* test-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Requests under way against a hash table, and recorders that borrow room one after another against
 * recorders with room of their own.
 */
#include "config.h"

#include "refrain-hash.h"
#include "refrain-recorder-private.h"
#include "refrain-requests.h"
#include "test-program.h"

static void
test_against_table (void)
{
  RefrainRequests requests = { 0 };
  g_autoptr (GHashTable) table
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (guint32 i = 0; i < 40000; i++)
    {
      /* Now more, now fewer at a time; some far apart. */
      const gint32 range = i % 4000 < 2000 ? 200 : 12;
      const guint64 request
          = (guint64) g_test_rand_int_range (0, range) * (i % 3 == 0 ? 1 : (guint64) 1 << 40);
      const guint32 known
          = GPOINTER_TO_UINT (g_hash_table_lookup (table, &request)); /* row + 1, or 0 */

      if (g_test_rand_bit ())
        {
          g_assert_cmpuint (refrain_requests_put (&requests, request, i), ==, known - 1);
          g_hash_table_insert (table, g_memdup2 (&request, sizeof request),
                               GUINT_TO_POINTER (i + 1));
        }
      else
        {
          g_assert_cmpuint (refrain_requests_take (&requests, request), ==, known - 1);
          g_hash_table_remove (table, &request);
        }
      g_assert_cmpuint (requests.n, ==, g_hash_table_size (table));
    }
  g_assert_cmpuint (requests.n, >, 0);
  refrain_requests_clear (&requests);
}

static void
test_list (void)
{
  RefrainRequests requests = { 0 };
  g_autofree RefrainRequest *none = refrain_requests_list (&requests), *list = NULL;

  for (guint32 i = 0; i < 100; i++)
    refrain_requests_put (&requests, (i * 37) % 100, i);
  refrain_requests_take (&requests, 0);
  list = refrain_requests_list (&requests);
  g_assert_cmpuint (requests.n, ==, 99);
  for (guint32 i = 1; i < 100; i++)
    {
      g_assert_cmpuint (list[i - 1].row, ==, i);
      g_assert_cmpuint (list[i - 1].request, ==, (i * 37) % 100);
    }
  refrain_requests_clear (&requests);
}

/* Some events, of which calls and requests stay open where @open says so. */
static void
record (RefrainRecorder *r, guint n, gboolean open)
{
  RefrainTime time = 0;

  refrain_recorder_enter (r, ++time, 0);
  for (guint i = 0; i < n; i++)
    {
      refrain_recorder_enter (r, ++time, 1 + i % 3);
      refrain_recorder_irecv_request (r, ++time, 2 * i);
      refrain_recorder_isend (r, ++time, 1, 0, 5, 8, 2 * i + 1);
      refrain_recorder_irecv (r, ++time, 1, 0, 5, 8, 2 * i);
      refrain_recorder_leave (r, ++time, 1 + i % 3);
      if (i > 2)
        refrain_recorder_isend_complete (r, ++time, 2 * (i - 3) + 1);
    }
  if (open)
    return;
  for (guint i = MAX (n, 3) - 3; i < n; i++)
    refrain_recorder_isend_complete (r, ++time, 2 * i + 1);
  refrain_recorder_leave (r, ++time, 0);
}

static void
assert_same (const RefrainRecorder *a, const RefrainRecorder *b)
{
  const RefrainProcessColumns x = refrain_columns_show (&a->columns);
  const RefrainProcessColumns y = refrain_columns_show (&b->columns);
  gsize n;
  const RefrainColumn *column = refrain_columns_list (&n);

  g_assert_cmpuint (a->events, ==, b->events);
  g_assert_cmpuint (x.tape.n, ==, y.tape.n);
  for (gsize i = 0; i < n; i++)
    {
      const gsize size = refrain_column_type_get_size (column[i].type);

      g_assert_cmpmem (G_STRUCT_MEMBER (gpointer, &x, column[i].field),
                       refrain_columns_count_rows (&x, column[i].table) * size,
                       G_STRUCT_MEMBER (gpointer, &y, column[i].field),
                       refrain_columns_count_rows (&y, column[i].table) * size);
    }
  for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
    g_assert_cmpuint (a->defects[k].count, ==, b->defects[k].count);
}

static void
test_borrow (void)
{
  static const guint lengths[] = { 300, 1, 0, 500, 20, 21, 22, 23, 600 };
  RefrainRecorderRoom *room = refrain_recorder_room_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      RefrainRecorder *own = refrain_recorder_new (0, i, "T");
      RefrainRecorder *borrows = refrain_recorder_new (0, i, "T");

      refrain_recorder_borrow (borrows, room);
      refrain_recorder_reserve (borrows, 100);
      record (own, lengths[i], i % 2 == 1);
      record (borrows, lengths[i], i % 2 == 1);
      refrain_recorder_give_back (borrows, room);
      assert_same (borrows, own);
      /* What is still open is closed afterwards. */
      refrain_recorder_close (own);
      refrain_recorder_close (borrows);
      assert_same (borrows, own);
      refrain_recorder_free (own);
      refrain_recorder_free (borrows);
    }
  refrain_recorder_room_free (room);
}

TEST_PROGRAM ("requests")
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/requests/table", test_against_table);
  g_test_add_func ("/requests/list", test_list);
  g_test_add_func ("/recorder/borrow", test_borrow);

  return g_test_run ();
}
