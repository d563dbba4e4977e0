/* script-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "script-patterns.h"

#include <string.h>

#include "refrain-trace-builder.h"

typedef struct
{
  RefrainTraceBuilder *builder;
  GHashTable *routines; /* names to references */
  guint32 exchange, call;
} Stage;

static guint32
get_routine (Stage *self, const char *word)
{
  g_autofree char *name = g_strndup (word, strlen (word) - 1);
  gpointer found;

  if (!g_hash_table_lookup_extended (self->routines, name, NULL, &found))
    {
      found = GUINT_TO_POINTER (refrain_trace_builder_add_routine (self->builder, name, NULL, 0));
      g_hash_table_insert (self->routines, g_steal_pointer (&name), found);
    }
  return GPOINTER_TO_UINT (found);
}

static void
call (RefrainRecorder *recorder, guint32 routine, const char *word, RefrainTime *time)
{
  const gint32 peer = (gint32) g_ascii_strtoll (word + 1, NULL, 10);

  refrain_recorder_enter (recorder, ++*time, routine);
  if (*word == 'S')
    refrain_recorder_send (recorder, ++*time, peer, 0, 0, 8);
  else if (*word == 'R')
    refrain_recorder_recv (recorder, ++*time, peer, 0, 0, 8);
  else if (*word == 'A')
    refrain_recorder_collective_end (recorder, ++*time, REFRAIN_COLLECTIVE_ALLREDUCE, 0, -1, 8, 8);
  else if (*word == 'B')
    refrain_recorder_collective_end (recorder, ++*time, REFRAIN_COLLECTIVE_BCAST, 0, 0, 8, 8);
  refrain_recorder_leave (recorder, ++*time, routine);
}

static void
play (Stage *self, RefrainRecorder *recorder, const char *script, RefrainTime *time)
{
  g_auto (GStrv) words = g_strsplit (script, " ", -1);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  refrain_recorder_enter (recorder, ++*time, self->exchange);
  for (char **word = words; *word != NULL; word++)
    if (g_str_has_suffix (*word, "("))
      {
        const guint32 routine = get_routine (self, *word);

        g_array_append_val (stack, routine);
        refrain_recorder_enter (recorder, ++*time, routine);
      }
    else if (g_str_equal (*word, ")"))
      {
        g_assert_cmpuint (stack->len, >, 0);
        refrain_recorder_leave (recorder, ++*time, g_array_index (stack, guint32, stack->len - 1));
        g_array_set_size (stack, stack->len - 1);
      }
    else
      {
        call (recorder, self->call, *word, time);
      }
  g_assert_cmpuint (stack->len, ==, 0);
  refrain_recorder_leave (recorder, ++*time, self->exchange);
}

RefrainTrace *
script_trace_new (const char *const *scripts, guint n, guint rounds)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GHashTable) routines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree gint32 *members = g_new (gint32, n);
  Stage self = { builder, routines, 0, 0 };
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  self.exchange = refrain_trace_builder_add_routine (builder, "exchange", NULL, 0);
  self.call = refrain_trace_builder_add_routine (builder, "MPI_Call", NULL, 0);
  for (guint i = 0; i < n; i++)
    members[i] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, n, NULL, 0, FALSE));
  for (guint i = 0; i < n; i++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, i, i, "thread");
      RefrainTime time = 0;

      for (guint round = 0; round < rounds; round++)
        play (&self, recorder, scripts[i], &time);
    }
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

RefrainPatternSet *
script_patterns_new (const char *const *scripts, guint n, guint rounds, gboolean keep_tandem)
{
  g_autoptr (RefrainTrace) trace = script_trace_new (scripts, n, rounds);
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  RefrainPatternSet *set;

  options.keep_tandem = keep_tandem;
  options.join_collectives = TRUE;
  set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  return set;
}

RefrainMainLoop *
script_main_loop_new (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, NULL);
  RefrainMainLoop *loop;

  g_assert_no_error (error);
  composites = refrain_composites_new (set, NULL, &error);
  g_assert_no_error (error);
  loop = refrain_main_loop_new (composites, iterations, NULL, &error);
  g_assert_no_error (error);
  return loop;
}
