/* script-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "script-patterns.h"

#include "refrain-trace-builder.h"

static void
play (RefrainRecorder *recorder, const guint32 *routines, const char *script, RefrainTime *time)
{
  g_auto (GStrv) words = g_strsplit (script, " ", -1);

  refrain_recorder_enter (recorder, ++*time, routines[0]);
  for (char **word = words; *word != NULL; word++)
    {
      const gint32 peer = (gint32) g_ascii_strtoll (*word + 1, NULL, 10);

      refrain_recorder_enter (recorder, ++*time, routines[1]);
      if (**word == 'S')
        refrain_recorder_send (recorder, ++*time, peer, 0, 0, 8);
      else if (**word == 'R')
        refrain_recorder_recv (recorder, ++*time, peer, 0, 0, 8);
      else if (**word == 'A')
        refrain_recorder_collective_end (recorder, ++*time, REFRAIN_COLLECTIVE_ALLREDUCE, 0, -1, 8,
                                         8);
      else if (**word == 'B')
        refrain_recorder_collective_end (recorder, ++*time, REFRAIN_COLLECTIVE_BCAST, 0, 0, 8, 8);
      refrain_recorder_leave (recorder, ++*time, routines[1]);
    }
  refrain_recorder_leave (recorder, ++*time, routines[0]);
}

RefrainPatternSet *
script_patterns_new (const char *const *scripts, guint n, guint rounds, gboolean keep_tandem)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autofree gint32 *members = g_new (gint32, n);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  RefrainPatternSet *set;
  guint32 routines[2];

  routines[0] = refrain_trace_builder_add_routine (builder, "exchange", NULL, 0);
  routines[1] = refrain_trace_builder_add_routine (builder, "MPI_Call", NULL, 0);
  for (guint i = 0; i < n; i++)
    members[i] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, n, NULL, 0, FALSE));
  for (guint i = 0; i < n; i++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, i, i, "thread");
      RefrainTime time = 0;

      for (guint round = 0; round < rounds; round++)
        play (recorder, routines, scripts[i], &time);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  options.keep_tandem = keep_tandem;
  options.join_collectives = TRUE;
  set = refrain_pattern_set_new (trace, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return set;
}
