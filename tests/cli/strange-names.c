/* strange-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * strange-names FILE: a trace in which every name holds whatever a terminal would obey: a ring of
 * four processes, of which one is late once.
 */
#include "config.h"

#include "refrain-format.h"
#include "refrain-trace-builder.h"

#define N_PROCESSES 4
#define N_TURNS     20

/* Every character below 0x20, DEL, C1, and the marks of direction; a line that is forged. */
static char *
make_name (const char *what)
{
  GString *name = g_string_new (what);

  for (gunichar c = 1; c < 0xa0; c = c == 0x1f ? 0x7f : c + 1)
    g_string_append_unichar (name, c);
  g_string_append (name, "\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xa8\xe2\x80\xa9");
  for (gunichar c = 0x202a; c < 0x206a; c = c == 0x202e ? 0x2066 : c + 1)
    g_string_append_unichar (name, c);
  g_string_append (name, "\nFORGED \xff\x1b[31m");
  return g_string_free (name, FALSE);
}

static guint32
add_routine (RefrainTraceBuilder *builder, const char *what)
{
  g_autofree char *name = make_name (what);
  g_autofree char *file = make_name ("file ");

  return refrain_trace_builder_add_routine (builder, name, file, 7);
}

static guint32
add_world (RefrainTraceBuilder *builder)
{
  const gint32 members[N_PROCESSES] = { 0, 1, 2, 3 };
  g_autofree char *name = make_name ("communicator ");

  return refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new (name, 0, -1, members, N_PROCESSES, NULL, 0, FALSE));
}

int
main (int argc, char **argv)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autofree char *source = make_name ("trace ");
  const guint32 all = add_routine (builder, "main "), turn = add_routine (builder, "turn "),
                work = add_routine (builder, "work "), send = add_routine (builder, "MPI_Send"),
                receive = add_routine (builder, "MPI_Recv"),
                sum = add_routine (builder, "MPI_Allreduce");
  RefrainRecorder *recorder[N_PROCESSES];
  guint32 world;

  if (argc != 2)
    return 2;
  refrain_trace_builder_set_source (builder, source, NULL, NULL);
  for (guint p = 0; p < N_PROCESSES; p++)
    {
      g_autofree char *what = g_strdup_printf ("process %u ", p);
      g_autofree char *name = make_name (what), *host = make_name ("host ");

      refrain_trace_builder_add_process (builder, name, host);
      recorder[p] = refrain_trace_builder_add_thread (builder, p, p, name);
      refrain_recorder_enter (recorder[p], 0, all);
    }
  world = add_world (builder);
  for (guint i = 0; i < N_TURNS; i++)
    for (guint p = 0; p < N_PROCESSES; p++)
      {
        RefrainRecorder *r = recorder[p];
        const RefrainTime start = 1000 + (RefrainTime) i * 1000000,
                          late = i == 13 && p == 2 ? 400000 : 0;

        refrain_recorder_enter (r, start, turn);
        refrain_recorder_enter (r, start + 10, work);
        refrain_recorder_leave (r, start + 100000 + late, work);
        refrain_recorder_enter (r, start + 100010 + late, send);
        refrain_recorder_send (r, start + 100020 + late, (p + 1) % N_PROCESSES, world, 5, 4096);
        refrain_recorder_leave (r, start + 100030 + late, send);
        refrain_recorder_enter (r, start + 100040 + late, receive);
        refrain_recorder_recv (r, start + 600000, (p + 3) % N_PROCESSES, world, 5, 4096);
        refrain_recorder_leave (r, start + 600010, receive);
        refrain_recorder_enter (r, start + 600020, sum);
        refrain_recorder_collective_begin (r, start + 600030);
        refrain_recorder_collective_end (r, start + 700000, REFRAIN_COLLECTIVE_ALLREDUCE, world, -1,
                                         8, 8);
        refrain_recorder_leave (r, start + 700010, sum);
        refrain_recorder_leave (r, start + 800000, turn);
      }
  for (guint p = 0; p < N_PROCESSES; p++)
    refrain_recorder_leave (recorder[p], 30000000, all);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_object_unref (builder);
  if (trace == NULL || !refrain_trace_save (trace, argv[1], NULL, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
