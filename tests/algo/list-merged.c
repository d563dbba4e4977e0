/* list-merged.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * list-merged ANCHOR: the global model of a trace, checked to be its streams, as text; and what it
 * is with definitions, checked as well.
 */
#include "config.h"

#include "refrain-format.h"
#include "refrain-loop-global.h"
#include "refrain-loop-merge.h"
#include "test-loops.h"

static void
print_shared (RefrainLoopEvents *events, RefrainLoopShare share)
{
  const RefrainLoopOptions options = { REFRAIN_NLR_OPTIONS_DEFAULT, share, FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) local = NULL;
  g_autoptr (RefrainLoopModel) global
      = refrain_loop_global_new (events, &options, &local, NULL, NULL, &error);
  RefrainLoopModelSize size;

  g_assert_no_error (error);
  g_assert_cmpuint (local->len, ==, refrain_loop_events_get_n_processes (events));
  test_verify_loops (global, &error);
  g_assert_no_error (error);
  refrain_loop_model_measure (global, &size);
  g_print ("// shared: %u %.2f\n", size.n_terms,
           100.0 * (size.events_in_loops + size.events_shared) / MAX (size.events, 1));
}

int
main (int argc, char **argv)
{
  const RefrainNlrOptions options = REFRAIN_NLR_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (GPtrArray) models = NULL;
  g_autoptr (RefrainLoopModel) global = NULL;
  g_autofree char *text = NULL;
  RefrainLoopModelSize size;
  gsize n_links;

  if (argc != 2)
    return 2;
  trace = refrain_trace_load (argv[1], NULL, NULL, &error);
  g_assert_no_error (error);
  events = refrain_loop_events_new_receiving (trace, REFRAIN_RECEIVE_COMPLETION, NULL, &error);
  g_assert_no_error (error);
  models = refrain_nlr_model_all (events, &options, NULL, &error);
  g_assert_no_error (error);
  global = refrain_loop_merge (models, NULL, &error);
  g_assert_no_error (error);
  test_verify_loops (global, &error);
  g_assert_no_error (error);
  text = test_dup_loop_text (global);
  refrain_loop_model_measure (global, &size);
  refrain_loop_model_get_links (global, &n_links);
  g_print ("%s", text);
  print_shared (events, REFRAIN_LOOP_SHARE_OUTSIDE);
  print_shared (events, REFRAIN_LOOP_SHARE_EVERYWHERE);
  g_print ("// %u terms, %u loops, %" G_GSIZE_FORMAT " links, %.2f %% in loops\n", size.n_terms,
           size.n_loops, n_links, 100.0 * size.events_in_loops / MAX (size.events, 1));
  return 0;
}
