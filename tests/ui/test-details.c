/* test-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said about operations, calls, processes and channels, and how large messages are.
 */
#include "config.h"

#include "refrain-details.h"
#include "refrain-message-sizes.h"
#include "refrain-pick-text.h"
#include "sample-trace.h"
#include "test-program.h"

static RefrainDetail *
find (GListModel *details, const char *label)
{
  for (guint i = 0; i < g_list_model_get_n_items (details); i++)
    {
      g_autoptr (RefrainDetail) detail = g_list_model_get_item (details, i);

      if (g_strcmp0 (refrain_detail_get_label (detail), label) == 0)
        return detail;
    }
  return NULL;
}

static void
assert_value (GListModel *details, const char *label, const char *value)
{
  RefrainDetail *detail = find (details, label);

  g_test_message ("%s", label);
  g_assert_nonnull (detail);
  g_assert_cmpstr (refrain_detail_get_value (detail), ==, value);
}

static void
test_send (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 0 };
  g_autoptr (GListModel) details = refrain_details_new (trace, &pick, NULL, NULL);
  const RefrainPick *partner;
  RefrainTime start, end;

  g_assert_nonnull (find (details, "Send to process 1"));
  assert_value (details, "Tag", "7");
  assert_value (details, "Communicator", "MPI_COMM_WORLD");
  partner = refrain_detail_get_target (find (details, "Received by"));
  g_assert_nonnull (partner);
  g_assert_cmpint (partner->kind, ==, REFRAIN_PICK_OP);
  g_assert_cmpuint (partner->process, ==, 1);
  g_assert_cmpuint (partner->row, ==, 0);
  /* It lasts as long as its call, and the callers are links. */
  g_assert_true (refrain_pick_get_times (trace, &pick, &start, &end));
  g_assert_cmpint (start, ==, 10000);
  g_assert_cmpint (end, ==, 30000);
  g_assert_cmpint (refrain_detail_get_target (find (details, "MPI_Send"))->kind, ==,
                   REFRAIN_PICK_CALL);
  g_assert_nonnull (find (details, "main"));
}

static void
test_unmatched_send (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 2 }, partner;
  g_autoptr (GListModel) details = refrain_details_new (trace, &pick, NULL, NULL);

  g_assert_false (refrain_pick_get_partner (trace, &pick, &partner));
  g_assert_null (refrain_detail_get_target (find (details, "Received by")));
}

static void
test_collective (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 1 };
  g_autoptr (GListModel) details = refrain_details_new (trace, &pick, NULL, NULL);
  const RefrainPick *member = refrain_detail_get_target (find (details, "Process 1"));

  g_assert_nonnull (find (details, "MPI_Barrier"));
  g_assert_nonnull (member);
  g_assert_cmpuint (member->process, ==, 1);
  g_assert_cmpuint (member->row, ==, 1);
}

static void
test_others (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, 0, 100000, NULL, NULL);
  RefrainPick call = { REFRAIN_PICK_CALL, 0, 0, 0 };
  RefrainPick process = { REFRAIN_PICK_PROCESS, 1, 0, 0 };
  RefrainPick channel = { REFRAIN_PICK_CHANNEL, 0, 1, 0 };
  g_autoptr (GListModel) of_call = refrain_details_new (trace, &call, NULL, NULL);
  g_autoptr (GListModel) of_process = refrain_details_new (trace, &process, NULL, NULL);
  g_autoptr (GListModel) of_channel = refrain_details_new (trace, &channel, matrix, NULL);

  assert_value (of_call, "Source", "main.c:3");
  assert_value (of_call, "Calls", "2");
  assert_value (of_process, "Host", "node2");
  assert_value (of_process, "Operations", "2");
  assert_value (of_channel, "Messages", "2");
}

/* What is not in the trace has nothing to say, and harms nobody. */
static void
test_nothing (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new_idle ();
  const RefrainPick picks[] = {
    { REFRAIN_PICK_NONE, 0, 0, 0 },    { REFRAIN_PICK_OP, 0, 0, 0 },
    { REFRAIN_PICK_CALL, 0, 0, 0 },    { REFRAIN_PICK_OP, 9, 0, 0 },
    { REFRAIN_PICK_PROCESS, 1, 0, 0 }, { REFRAIN_PICK_CHANNEL, 0, 1, 0 },
  };
  RefrainPick alone = { REFRAIN_PICK_PROCESS, 0, 0, 0 };
  g_autoptr (GListModel) of_alone = refrain_details_new (trace, &alone, NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (picks); i++)
    {
      g_autoptr (GListModel) details = refrain_details_new (trace, &picks[i], NULL, NULL);
      g_autofree char *text = refrain_pick_to_text (trace, &picks[i]);
      RefrainTime start, end;

      g_assert_cmpuint (g_list_model_get_n_items (details), ==, 0);
      g_assert_null (text);
      g_assert_false (refrain_pick_get_times (trace, &picks[i], &start, &end));
    }
  assert_value (of_alone, "Operations", "0");
}

static void
test_sizes (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_new ();
  g_autoptr (RefrainTrace) idle = sample_trace_new_idle ();
  g_autoptr (GListModel) sizes = refrain_message_sizes_new (trace, NULL, NULL);
  g_autoptr (GListModel) none = refrain_message_sizes_new (idle, NULL, NULL);
  g_autoptr (RefrainMessageSize) last = g_list_model_get_item (sizes, 1);
  g_autoptr (RefrainOpSet) found = refrain_message_sizes_find (trace, 64, 64, NULL, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (sizes), ==, 2);
  g_assert_cmpuint (refrain_message_size_get_first (last), ==, 64);
  g_assert_cmpuint (refrain_message_size_get_last (last), ==, 64);
  g_assert_cmpuint (refrain_message_size_get_count (last), ==, 1);
  g_assert_cmpuint (refrain_message_size_get_bytes (last), ==, 64);
  g_assert_cmpuint (g_list_model_get_n_items (none), ==, 0);
  g_assert_cmpuint (refrain_op_set_get_size (found), ==, 2);
  g_assert_true (refrain_op_set_contains (found, 1, 0));
  g_cancellable_cancel (cancelled);
  g_assert_null (refrain_message_sizes_new (trace, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("details")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/details/send", test_send);
  g_test_add_func ("/details/unmatched-send", test_unmatched_send);
  g_test_add_func ("/details/collective", test_collective);
  g_test_add_func ("/details/others", test_others);
  g_test_add_func ("/details/nothing", test_nothing);
  g_test_add_func ("/message-sizes/list", test_sizes);
  return g_test_run ();
}
