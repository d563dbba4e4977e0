/* list-nlr.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * list-nlr ANCHOR [PROCESS]: what the local model of each process is, checked to be its stream, as
 * one line of JSON a process, without definitions and with them; or the text of one of them
 * without.
 */
#include "config.h"

#include "loop-streams.h"
#include "refrain-format.h"
#include "refrain-loop-global.h"
#include "test-loops.h"

static void
print_size (RefrainLoopEvents *events, guint process, RefrainLoopShare share, const char *name)
{
  const RefrainLoopOptions options = { REFRAIN_NLR_OPTIONS_DEFAULT, share, FALSE };
  g_autoptr (RefrainLoopModel) model
      = refrain_loop_local_new (events, process, &options, NULL, NULL);
  RefrainLoopModelSize size;

  loop_assert_stream (model, process);
  refrain_loop_model_measure (model, &size);
  g_print ("\"%s\": {\"terms\": %u, \"bytes\": %" G_GSIZE_FORMAT
           ", \"in_loops\": %.2f, \"covered\": %.2f}",
           name, size.n_terms, refrain_loop_text_measure (model),
           100.0 * size.events_in_loops / MAX (size.events, 1),
           100.0 * (size.events_in_loops + size.events_shared) / MAX (size.events, 1));
}

int
main (int argc, char **argv)
{
  const RefrainNlrOptions plain = REFRAIN_NLR_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;

  if (argc < 2)
    return 2;
  trace = refrain_trace_load (argv[1], NULL, NULL, &error);
  g_assert_no_error (error);
  events = refrain_loop_events_new_receiving (trace, REFRAIN_RECEIVE_COMPLETION, NULL, &error);
  g_assert_no_error (error);
  if (argc > 2)
    {
      g_autoptr (RefrainLoopModel) model = refrain_nlr_model_process (
          events, (guint) g_ascii_strtoull (argv[2], NULL, 10), &plain, NULL, NULL);
      g_autofree char *text = test_dup_loop_text (model);

      g_print ("%s", text);
      return 0;
    }
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      g_print ("{\"events\": %" G_GSIZE_FORMAT ", ", refrain_loop_events_get_stream (events, p)->n);
      print_size (events, p, REFRAIN_LOOP_SHARE_NONE, "plain");
      g_print (", ");
      print_size (events, p, REFRAIN_LOOP_SHARE_OUTSIDE, "outside");
      g_print (", ");
      print_size (events, p, REFRAIN_LOOP_SHARE_EVERYWHERE, "everywhere");
      g_print ("}\n");
    }
  return 0;
}
