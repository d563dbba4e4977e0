/* command-critical-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli critical-path: what the run's time hangs on.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-critical-path.h"
#include "refrain-json-writer.h"
#include "refrain-time-format.h"

static void
add_seconds (RefrainJsonWriter *json, const char *name, RefrainTime time)
{
  refrain_json_add_double (json, name, (double) time / 1e9);
}

static void
print_json (RefrainCriticalPath *path)
{
  RefrainJsonWriter json = { 0 };
  RefrainTrace *trace = refrain_waits_get_trace (refrain_critical_path_get_waits (path));
  const RefrainTime *processes = refrain_critical_path_get_processes (path);
  const RefrainTime *routines = refrain_critical_path_get_routines (path);
  const double whole = MAX ((double) refrain_critical_path_get_time (path), 1);

  refrain_json_begin_object (&json, NULL);
  add_seconds (&json, "seconds", refrain_critical_path_get_time (path));
  add_seconds (&json, "start_gap", refrain_critical_path_get_start_gap (path));
  refrain_json_add_int (&json, "hops", (gint64) refrain_critical_path_get_n_hops (path));
  refrain_json_begin_array (&json, "processes");
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    refrain_json_add_double (&json, NULL, (double) processes[p] / whole);
  refrain_json_end_array (&json);
  refrain_json_begin_object (&json, "routines");
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (routines[r] > 0)
      refrain_json_add_double (&json,
                               refrain_routine_get_name (refrain_trace_get_routine (trace, r)),
                               (double) routines[r] / whole);
  refrain_json_end_object (&json);
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
  g_autoptr (RefrainCriticalPath) path = NULL;
  int status
      = refrain_command_parse (&refrain_command_critical_path, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  waits = refrain_waits_new (trace, NULL, NULL);
  path = refrain_critical_path_new (waits, NULL, NULL);
  print_json (path);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_critical_path = {
  .name = "critical-path",
  .arguments = "TRACE",
  .summary = N_ ("Tell what the run's time hangs on"),
  .run = run,
};
