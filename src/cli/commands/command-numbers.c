/* command-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli numbers: what a part of a run costs, beside the whole.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-numbers-text.h"

/* Routines and pairs in the text. */
#define MAX_ROWS 12

typedef struct
{
  gboolean json, csv;
  char *from, *to;
  RefrainTime start, end;
} Arguments;

static void
arguments_clear (Arguments *self)
{
  g_free (self->from);
  g_free (self->to);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

/* ---- JSON ---- */

static void
add_process (RefrainJsonWriter *json, const RefrainProcessNumbers *of)
{
  refrain_json_add_double (json, "seconds", (double) of->length / 1e9);
  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    refrain_json_add_double (json, refrain_work_get_name (w), (double) of->work[w] / 1e9);
  refrain_json_add_double (json, "waiting", (double) of->waiting / 1e9);
  refrain_json_add_int (json, "sends", (gint64) of->sends);
  refrain_json_add_int (json, "receives", (gint64) of->receives);
  refrain_json_add_int (json, "collectives", (gint64) of->collectives);
  refrain_json_add_int (json, "bytes_sent", (gint64) of->bytes_sent);
  refrain_json_add_int (json, "bytes_received", (gint64) of->bytes_received);
}

static void
add_processes (RefrainJsonWriter *json, RefrainNumbers *numbers)
{
  gsize n;
  const guint *processes = refrain_numbers_get_processes (numbers, &n);

  refrain_json_begin_object (json, "total");
  add_process (json, refrain_numbers_get_total (numbers));
  refrain_json_end_object (json);
  refrain_json_begin_array (json, "per_process");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "process", processes[i]);
      add_process (json, refrain_numbers_get_process (numbers, processes[i]));
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_routines (RefrainJsonWriter *json, RefrainNumbers *numbers)
{
  RefrainTrace *trace = refrain_numbers_get_trace (numbers);
  gsize n;
  const RefrainRoutineNumbers *routines = refrain_numbers_get_routines (numbers, &n);

  refrain_json_begin_array (json, "routines");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      if (routines[i].routine == REFRAIN_NONE)
        refrain_json_add_null (json, "name");
      else
        refrain_json_add_string (
            json, "name",
            refrain_routine_get_name (refrain_trace_get_routine (trace, routines[i].routine)));
      refrain_json_add_double (json, "time", (double) routines[i].own / 1e9);
      refrain_json_add_int (json, "calls", (gint64) routines[i].calls);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_messages (RefrainJsonWriter *json, RefrainNumbers *numbers)
{
  const RefrainSizeCount *sizes = refrain_numbers_get_sizes (numbers);
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (numbers, &n);

  refrain_json_begin_array (json, "message_sizes");
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      guint64 first, last;

      refrain_message_size_get_limits (i, &first, &last);
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "from", (gint64) first);
      if (last == G_MAXUINT64)
        refrain_json_add_null (json, "to");
      else
        refrain_json_add_int (json, "to", (gint64) last);
      refrain_json_add_int (json, "messages", (gint64) sizes[i].messages);
      refrain_json_add_int (json, "bytes", (gint64) sizes[i].bytes);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "pairs");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "source", pairs[i].from);
      refrain_json_add_int (json, "destination", pairs[i].to);
      refrain_json_add_int (json, "messages", (gint64) pairs[i].messages);
      refrain_json_add_int (json, "bytes", (gint64) pairs[i].bytes);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_balances (RefrainJsonWriter *json, RefrainNumbers *numbers)
{
  refrain_json_begin_object (json, "imbalance");
  for (guint of = 0; of < REFRAIN_N_BALANCES; of++)
    {
      const double unit = refrain_balance_is_time (of) ? 1e9 : 1;
      RefrainBalance balance;

      if (!refrain_numbers_get_balance (numbers, of, &balance))
        continue;
      refrain_json_begin_object (json, refrain_balance_get_name (of));
      refrain_json_add_double (json, "mean", balance.mean / unit);
      refrain_json_add_double (json, "max", balance.max / unit);
      refrain_json_add_double (json, "min", balance.min / unit);
      refrain_json_add_double (json, "max_over_mean", balance.max / balance.mean);
      refrain_json_add_int (json, "most", balance.most);
      refrain_json_add_int (json, "least", balance.least);
      refrain_json_end_object (json);
    }
  refrain_json_end_object (json);
}

static void
print_json (RefrainNumbers *numbers, RefrainNumbers *run)
{
  RefrainJsonWriter json = { 0 };
  RefrainNumbers *const both[] = { numbers, run };

  refrain_json_begin_object (&json, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      refrain_json_begin_object (&json, i == 0 ? "part" : "run");
      add_processes (&json, both[i]);
      add_balances (&json, both[i]);
      add_routines (&json, both[i]);
      add_messages (&json, both[i]);
      refrain_json_end_object (&json);
    }
  refrain_json_end_object (&json);
}

/* ---- All of it ---- */

/* Of the part and of the run; NULL with @error. */
static RefrainNumbers *
count (RefrainTrace *trace, const Arguments *arguments, RefrainNumbers **run, GError **error)
{
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, error);
  g_autoptr (RefrainNumbersIndex) index = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainSpanSums) spans = NULL;
  const RefrainTime start = MIN (refrain_trace_get_start (trace), 0);

  if (summary != NULL)
    index = refrain_numbers_index_new (trace, summary, NULL, error);
  if (index != NULL)
    waits = refrain_waits_new (trace, NULL, error);
  if (waits != NULL)
    spans = refrain_span_sums_new_waits (waits, NULL, error);
  if (spans == NULL)
    return NULL;
  *run = refrain_numbers_new (index, spans, NULL, 0, start, refrain_trace_get_end (trace) + 1, NULL,
                              error);
  if (*run == NULL)
    return NULL;
  if (arguments->from == NULL && arguments->to == NULL)
    return g_object_ref (*run);
  return refrain_numbers_new (index, spans, NULL, 0, arguments->start, arguments->end, NULL, error);
}

static int
run (int argc, char **argv)
{
  g_auto (Arguments) arguments = { .start = -REFRAIN_TIME_LIMIT, .end = REFRAIN_TIME_LIMIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &arguments.json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &arguments.csv, N_ ("Print a table for other programs"),
      NULL },
    { "from", 0, 0, G_OPTION_ARG_STRING, &arguments.from,
      N_ ("Count what happens at this time or later"), N_ ("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &arguments.to, N_ ("Count what happens before this time"),
      N_ ("TIME") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) positional = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainNumbers) part = NULL, whole = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  int status
      = refrain_command_parse (&refrain_command_numbers, entries, argc, argv, 1, &positional);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (arguments.json && arguments.csv)
    return refrain_command_usage (&refrain_command_numbers, _ ("%s does not go with %s"), "--csv",
                                  "--json");
  if (!refrain_command_parse_time (&refrain_command_numbers, "--from", arguments.from,
                                   &arguments.start)
      || !refrain_command_parse_time (&refrain_command_numbers, "--to", arguments.to,
                                      &arguments.end))
    return REFRAIN_EXIT_USAGE;
  if (arguments.start > arguments.end)
    return refrain_command_usage (&refrain_command_numbers, _ ("--from lies after --to"));
  trace = refrain_command_load (positional[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  part = count (trace, &arguments, &whole, &error);
  if (part == NULL)
    return refrain_command_fail (error);
  if (arguments.json)
    {
      print_json (part, whole);
      return REFRAIN_EXIT_OK;
    }
  text = arguments.csv ? refrain_numbers_to_csv (part, whole)
                       : refrain_numbers_to_text (part, whole, MAX_ROWS);
  fputs (text, stdout);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_numbers = {
  .name = "numbers",
  .arguments = "TRACE",
  .summary = N_ ("Tell what a part of the run costs, beside the whole"),
  .run = run,
};
