/* command-info.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli info: what a trace holds.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

static void
add_int (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) value);
}

static void
add_seconds (JsonBuilder *builder, const char *name, RefrainTime time)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, (double) time / 1e9);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_defects (JsonBuilder *builder, RefrainTrace *trace)
{
  GListModel *defects = refrain_trace_get_defects (trace);

  json_builder_set_member_name (builder, "defects");
  json_builder_begin_array (builder);
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      json_builder_begin_object (builder);
      add_string (builder, "kind", refrain_defect_kind_get_name (refrain_defect_get_kind (defect)));
      json_builder_set_member_name (builder, "process");
      json_builder_add_int_value (builder, refrain_defect_get_process (defect));
      add_int (builder, "count", refrain_defect_get_count (defect));
      add_seconds (builder, "time", refrain_defect_get_time (defect));
      add_string (builder, "sentence", refrain_defect_get_sentence (defect));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static int
print_json (RefrainTrace *trace)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const RefrainCounts *c = refrain_trace_get_counts (trace);

  json_builder_begin_object (builder);
  add_string (builder, "name", refrain_trace_get_name (trace));
  add_string (builder, "format", refrain_trace_get_format (trace));
  add_int (builder, "processes", refrain_trace_get_n_processes (trace));
  add_int (builder, "events", c->events);
  add_int (builder, "calls", c->calls);
  add_int (builder, "mpi_calls", c->mpi_calls);
  add_int (builder, "point_to_point", c->sends + c->receives);
  add_int (builder, "sends", c->sends);
  add_int (builder, "receives", c->receives);
  add_int (builder, "messages", c->messages);
  add_int (builder, "unmatched", c->unmatched);
  add_int (builder, "collectives", c->collectives);
  add_int (builder, "collective_instances", c->collective_instances);
  add_int (builder, "communicators", refrain_trace_get_n_communicators (trace));
  add_int (builder, "routines", refrain_trace_get_n_routines (trace));
  add_seconds (builder, "start", c->start);
  add_seconds (builder, "end", c->end);
  add_int (builder, "depth", c->depth);
  add_int (builder, "memory", refrain_trace_get_memory (trace));
  add_defects (builder, trace);
  json_builder_end_object (builder);
  return refrain_command_print_json (builder);
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
