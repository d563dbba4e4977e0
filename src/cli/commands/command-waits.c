/* command-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli waits: who waits how long for whom, and why.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-time-format.h"
#include "refrain-wait-causes.h"

static void
add_seconds (RefrainJsonWriter *json, const char *name, RefrainTime time)
{
  refrain_json_add_double (json, name, (double) time / 1e9);
}

/* Late senders in the wrong order are late senders, too. */
static RefrainTime
get_time (const RefrainTime *time, RefrainWaitKind kind)
{
  return time[kind]
         + (kind == REFRAIN_WAIT_LATE_SENDER ? time[REFRAIN_WAIT_WRONG_ORDER] : 0);
}

static void
add_kinds (RefrainJsonWriter *json, const RefrainTime *time, gboolean all)
{
  for (guint k = REFRAIN_WAIT_NONE + 1; k < REFRAIN_N_WAITS; k++)
    if (all || get_time (time, k) > 0)
      add_seconds (json, refrain_wait_kind_get_name (k), get_time (time, k));
}

static const char *
get_routine_name (RefrainTrace *trace, guint32 routine)
{
  return routine == REFRAIN_NONE
             ? NULL
             : refrain_routine_get_name (refrain_trace_get_routine (trace, routine));
}

/* "exchange / MPI_Recv" */
static char *
name_routine (RefrainTrace *trace, const RefrainWaitRoutine *sum)
{
  const char *caller = get_routine_name (trace, sum->caller);
  const char *routine = get_routine_name (trace, sum->routine);

  if (caller == NULL || routine == NULL)
    return g_strdup (caller != NULL ? caller : routine != NULL ? routine : "?");
  return g_strdup_printf ("%s / %s", caller, routine);
}

static void
print_json (RefrainWaits *waits, RefrainWaitCauses *causes)
{
  RefrainJsonWriter json = { 0 };
  RefrainTrace *trace = refrain_waits_get_trace (waits);
  g_autoptr (GArray) routines = refrain_waits_sum_routines (waits, NULL);
  gsize n;
  const RefrainWaitCause *list = refrain_wait_causes_get (causes, &n);
  guint64 n_messages;

  refrain_json_begin_object (&json, NULL);
  add_seconds (&json, "seconds", refrain_waits_get_time (waits));
  refrain_json_begin_object (&json, "kinds");
  add_kinds (&json, refrain_waits_get_totals (waits, REFRAIN_NONE)->time, TRUE);
  refrain_json_end_object (&json);
  refrain_json_begin_array (&json, "per_process");
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      refrain_json_begin_object (&json, NULL);
      refrain_json_add_int (&json, "process", p);
      add_kinds (&json, refrain_waits_get_totals (waits, p)->time, TRUE);
      refrain_json_end_object (&json);
    }
  refrain_json_end_array (&json);
  refrain_json_begin_object (&json, "per_routine");
  for (guint i = 0; i < routines->len; i++)
    {
      const RefrainWaitRoutine *sum = &g_array_index (routines, RefrainWaitRoutine, i);
      g_autofree char *name = name_routine (trace, sum);

      refrain_json_begin_object (&json, name);
      add_kinds (&json, sum->time, FALSE);
      refrain_json_end_object (&json);
    }
  refrain_json_end_object (&json);
  refrain_json_begin_array (&json, "causes");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (&json, NULL);
      refrain_json_add_int (&json, "process", list[i].process);
      refrain_json_add_string (&json, "routine", get_routine_name (trace, list[i].routine));
      add_seconds (&json, "seconds", list[i].time);
      refrain_json_end_object (&json);
    }
  refrain_json_end_array (&json);
  refrain_json_add_int (&json, "backward_messages",
                        (gint64) refrain_waits_get_n_backward (waits, &n_messages));
  refrain_json_add_int (&json, "messages", (gint64) n_messages);
  refrain_json_end_object (&json);
}

static int
run (int argc, char **argv)
{
  gboolean as_json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, N_ ("Print one JSON object"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainWaitCauses) causes = NULL;
  int status = refrain_command_parse (&refrain_command_waits, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  waits = refrain_waits_new (trace, NULL, NULL);
  causes = refrain_wait_causes_new (waits, NULL, NULL, NULL, NULL);
  print_json (waits, causes);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_waits = {
  .name = "waits",
  .arguments = "TRACE",
  .summary = N_ ("Tell who waits how long for whom, and why"),
  .run = run,
};
