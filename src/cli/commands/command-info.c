/* command-info.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli info: what a trace holds.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-time-format.h"

static void
add_seconds (RefrainJsonWriter *json, const char *name, RefrainTime time)
{
  refrain_json_add_double (json, name, (double) time / 1e9);
}

static void
add_defects (RefrainJsonWriter *json, RefrainTrace *trace)
{
  GListModel *defects = refrain_trace_get_defects (trace);

  refrain_json_begin_array (json, "defects");
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "kind",
                               refrain_defect_kind_get_name (refrain_defect_get_kind (defect)));
      refrain_json_add_int (json, "process", refrain_defect_get_process (defect));
      refrain_json_add_int (json, "count", refrain_defect_get_count (defect));
      add_seconds (json, "time", refrain_defect_get_time (defect));
      refrain_json_add_string (json, "sentence", refrain_defect_get_sentence (defect));
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static int
print_json (RefrainTrace *trace)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  const RefrainCounts *c = refrain_trace_get_counts (trace);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_string (json, "name", refrain_trace_get_name (trace));
  refrain_json_add_string (json, "format", refrain_trace_get_format (trace));
  refrain_json_add_int (json, "processes", refrain_trace_get_n_processes (trace));
  refrain_json_add_int (json, "events", c->events);
  refrain_json_add_int (json, "calls", c->calls);
  refrain_json_add_int (json, "mpi_calls", c->mpi_calls);
  refrain_json_add_int (json, "point_to_point", c->sends + c->receives);
  refrain_json_add_int (json, "sends", c->sends);
  refrain_json_add_int (json, "receives", c->receives);
  refrain_json_add_int (json, "messages", c->messages);
  refrain_json_add_int (json, "unmatched", c->unmatched);
  refrain_json_add_int (json, "collectives", c->collectives);
  refrain_json_add_int (json, "collective_instances", c->collective_instances);
  refrain_json_add_int (json, "communicators", refrain_trace_get_n_communicators (trace));
  refrain_json_add_int (json, "routines", refrain_trace_get_n_routines (trace));
  add_seconds (json, "start", c->start);
  add_seconds (json, "end", c->end);
  refrain_json_add_int (json, "depth", c->depth);
  refrain_json_add_int (json, "memory", refrain_trace_get_memory (trace));
  add_defects (json, trace);
  refrain_json_end_object (json);
  return REFRAIN_EXIT_OK;
}

/* printf's own padding counts bytes. */
static void
print_line (const char *label, const char *text)
{
  g_print ("%s%*s %s\n", label, MAX (0, 22 - (int) g_utf8_strlen (label, -1)), "", text);
}

static void
print_count (const char *label, guint64 value)
{
  g_autofree char *text = refrain_count_format (value);

  print_line (label, text);
}

static int
print_text (RefrainTrace *trace)
{
  const RefrainCounts *c = refrain_trace_get_counts (trace);
  GListModel *defects = refrain_trace_get_defects (trace);
  g_autofree char *span = refrain_time_format (c->end - c->start, 4);

  g_print ("%s\n", refrain_trace_get_name (trace));
  print_count (_ ("processes"), refrain_trace_get_n_processes (trace));
  print_line (_ ("duration"), span);
  print_count (_ ("events"), c->events);
  print_count (_ ("routine calls"), c->calls);
  print_count (_ ("  of MPI"), c->mpi_calls);
  print_count (_ ("point-to-point"), c->sends + c->receives);
  print_count (_ ("messages"), c->messages);
  print_count (_ ("unmatched"), c->unmatched);
  print_count (_ ("collective calls"), c->collectives);
  print_count (_ ("collective instances"), c->collective_instances);
  print_count (_ ("communicators"), refrain_trace_get_n_communicators (trace));
  print_count (_ ("routines"), refrain_trace_get_n_routines (trace));
  print_count (_ ("call depth"), c->depth);
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      g_print ("%s\n", refrain_defect_get_sentence (defect));
    }
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  int status = refrain_command_parse (&refrain_command_info, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  return json ? print_json (trace) : print_text (trace);
}

const RefrainCommand refrain_command_info = {
  .name = "info",
  .arguments = "TRACE",
  .summary = N_ ("Tell what a trace holds"),
  .run = run,
};
