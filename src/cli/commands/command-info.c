/* command-info.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli info: what a trace holds and where its time goes, the most telling first.
 */
#include "config.h"

#include "refrain-command.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-otf2.h"
#include "refrain-profile.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"
#include "refrain-visible.h"

/* Routines in the list of text, and processes that are all listed. */
#define MAX_ROUTINES  12
#define MAX_PROCESSES 16
/* Of more processes, those that compute longest and shortest. */
#define MAX_EXTREMES 4

/* Computing longer than this times the mean is worth a word, if it is so much of the time at all.
 */
#define UNEVEN  1.05
#define NOTICED 0.01

/* Where a record's type belongs, by how OTF2 spells it. */
static const struct
{
  const char *prefix;
  const char *what; /* NULL: what any trace may hold and nobody misses */
} kinds_of_records[] = {
  { "Metric", N_ ("metric values") },
  { "Rma", N_ ("one-sided operations (RMA)") },
  { "Io", N_ ("file operations (I/O)") },
  { "Omp", N_ ("OpenMP events") },
  { "Thread", N_ ("events of threads and tasks") },
  { "CallingContext", N_ ("samples") },
  { "Parameter", N_ ("parameters") },
  { "Comm", NULL },
  { "Program", NULL },
};

/* ---- JSON ---- */

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
compare_routines (gconstpointer a, gconstpointer b)
{
  RefrainRoutine *x = *(RefrainRoutine *const *) a, *y = *(RefrainRoutine *const *) b;
  const RefrainTime s = refrain_routine_get_time (x), t = refrain_routine_get_time (y);

  if (s != t)
    return s > t ? -1 : 1;
  return strcmp (refrain_routine_get_name (x), refrain_routine_get_name (y));
}

/* The routines that are called, by the time in them. Where there are @streams of accelerators,
 * those that only these run have none. */
static GPtrArray *
sort_routines (RefrainTrace *trace, guint streams, RefrainTime *sum)
{
  GPtrArray *routines = g_ptr_array_new ();

  *sum = 0;
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (refrain_routine_get_calls (routine) == 0
          || (streams > 0 && refrain_routine_get_time (routine) == 0))
        continue;
      g_ptr_array_add (routines, routine);
      *sum += MAX (0, refrain_routine_get_time (routine));
    }
  g_ptr_array_sort (routines, compare_routines);
  return routines;
}

static double
share_of (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

static double
get_mpi_share (const RefrainProfile *profile)
{
  return share_of ((double) profile->mpi, (double) profile->mpi + (double) profile->computing);
}

static void
add_routine_times (RefrainJsonWriter *json, RefrainTrace *trace, guint streams)
{
  RefrainTime sum;
  g_autoptr (GPtrArray) routines = sort_routines (trace, streams, &sum);

  refrain_json_begin_array (json, "routine_times");
  for (guint i = 0; i < routines->len; i++)
    {
      RefrainRoutine *routine = routines->pdata[i];
      const RefrainTime time = refrain_routine_get_time (routine);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "name", refrain_routine_get_name (routine));
      refrain_json_add_string (json, "label", refrain_routine_get_label (routine));
      refrain_json_add_boolean (json, "mpi",
                                refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER);
      refrain_json_add_int (json, "calls", (gint64) refrain_routine_get_calls (routine));
      add_seconds (json, "time", time);
      refrain_json_add_double (json, "share", share_of ((double) time, (double) sum));
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_message_sizes (RefrainJsonWriter *json, const RefrainProfile *profile)
{
  refrain_json_begin_array (json, "message_sizes");
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      guint64 first, last;

      if (profile->sizes[i].messages == 0)
        continue;
      refrain_message_size_get_limits (i, &first, &last);
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "from", (gint64) first);
      if (last < G_MAXUINT64)
        refrain_json_add_int (json, "to", (gint64) last);
      else
        refrain_json_add_null (json, "to");
      refrain_json_add_int (json, "messages", (gint64) profile->sizes[i].messages);
      refrain_json_add_int (json, "bytes", (gint64) profile->sizes[i].bytes);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_processes (RefrainJsonWriter *json, const RefrainProfile *profile)
{
  refrain_json_begin_array (json, "per_process");
  for (guint p = 0; p < profile->n_processes; p++)
    {
      const RefrainProcessProfile *own = &profile->processes[p];

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "process", p);
      add_seconds (json, "start", own->start);
      add_seconds (json, "end", own->end);
      add_seconds (json, "computing", own->computing);
      add_seconds (json, "mpi", refrain_process_profile_get_mpi (own));
      add_seconds (json, "point_to_point", own->mpi[REFRAIN_ACTIVITY_P2P]);
      add_seconds (json, "waiting", own->mpi[REFRAIN_ACTIVITY_WAIT]);
      add_seconds (json, "collective", own->mpi[REFRAIN_ACTIVITY_COLLECTIVE]);
      refrain_json_add_int (json, "sends", (gint64) own->sends);
      refrain_json_add_int (json, "receives", (gint64) own->receives);
      refrain_json_add_int (json, "bytes_sent", (gint64) own->bytes_sent);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_not_analysed (RefrainJsonWriter *json, const RefrainProfile *profile)
{
  refrain_json_begin_array (json, "not_analysed");
  for (guint i = 0; i < profile->others->len; i++)
    {
      const RefrainOtherRecords *other = &g_array_index (profile->others, RefrainOtherRecords, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "type", refrain_otf2_get_event_name (other->type));
      refrain_json_add_int (json, "count", (gint64) other->count);
      refrain_json_end_object (json);
    }
  if (profile->streams > 0)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "type", "streams");
      refrain_json_add_int (json, "count", profile->streams);
      refrain_json_end_object (json);
    }
  if (profile->silent_threads > 0)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "type", "threads");
      refrain_json_add_int (json, "count", profile->silent_threads);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static int
print_json (RefrainTrace *trace)
{
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);
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
  if (profile->null_ops > 0)
    refrain_json_add_int (json, "null_partner", (gint64) profile->null_ops);
  refrain_json_add_int (json, "collectives", c->collectives);
  refrain_json_add_int (json, "collective_instances", c->collective_instances);
  refrain_json_add_int (json, "communicators", refrain_trace_get_n_communicators (trace));
  refrain_json_add_int (json, "routines", refrain_trace_get_n_routines (trace));
  add_seconds (json, "start", c->start);
  add_seconds (json, "end", c->end);
  refrain_json_add_int (json, "depth", c->depth);
  refrain_json_add_int (json, "memory", refrain_trace_get_memory (trace));
  add_defects (json, trace);
  refrain_json_add_double (json, "mpi_share", get_mpi_share (profile));
  add_routine_times (json, trace, profile->streams);
  add_message_sizes (json, profile);
  add_processes (json, profile);
  add_not_analysed (json, profile);
  refrain_json_end_object (json);
  return REFRAIN_EXIT_OK;
}

/* ---- Text ---- */

/* Takes @text, and puts it to the right of a column; printf's own padding counts bytes. */
static void
print_column (int width, char *text)
{
  g_print ("%*s%s", MAX (0, width - (int) g_utf8_strlen (text, -1)), "", text);
  g_free (text);
}

static char *
percent_format (double part, double whole)
{
  return g_strdup_printf ("%.1f %%", 100 * share_of (part, whole));
}

/* The longest time that a process spends between MPI_Init and MPI_Finalize. */
static RefrainTime
get_busy_time (const RefrainProfile *profile)
{
  RefrainTime longest = 0;

  for (guint p = 0; p < profile->n_processes; p++)
    longest = MAX (longest, profile->processes[p].end - profile->processes[p].start);
  return longest;
}

/* "8 processes, 16.8 s: 2.1 s between MPI_Init and MPI_Finalize, 23 % of them in MPI" */
static void
print_headline (RefrainTrace *trace, const RefrainProfile *profile)
{
  const RefrainCounts *c = refrain_trace_get_counts (trace);
  const guint n = profile->n_processes;
  const RefrainTime busy = get_busy_time (profile);
  const double percent = 100 * get_mpi_share (profile);
  g_autofree char *count = refrain_count_format (n);
  g_autofree char *processes = g_strdup_printf (ngettext ("%s process", "%s processes", n), count);
  g_autofree char *span = refrain_time_format (c->end - c->start, 3);
  g_autofree char *text = refrain_time_format (busy, 3);

  if (!profile->calls_mpi)
    g_print (_ ("%s, %s; no routine of MPI is recorded, so no time in it\n"), processes, span);
  else if (busy < (c->end - c->start) / 10 * 9)
    g_print (_ ("%s, %s: %s between MPI_Init and MPI_Finalize, %.0f %% of them in MPI\n"),
             processes, span, text, percent);
  else
    g_print (_ ("%s, %s, %.0f %% of them in MPI\n"), processes, span, percent);
}

/* Which process has the most to do, and how much more than the others. */
static void
print_load (const RefrainProfile *profile)
{
  const RefrainProcessProfile *most = &profile->processes[profile->most];
  const RefrainProcessProfile *least = &profile->processes[profile->least];
  const double mean = (double) profile->computing / MAX (profile->n_processes, 1);
  const double busy = (double) get_busy_time (profile);
  g_autofree char *longest = NULL, *shortest = NULL;

  if (!profile->calls_mpi || profile->n_processes < 2 || mean <= 0)
    return;
  longest = refrain_time_format (most->computing, 3);
  shortest = refrain_time_format (least->computing, 3);
  if ((double) most->computing - mean <= MAX ((UNEVEN - 1) * mean, NOTICED * busy))
    g_print (_ ("evenly loaded: outside MPI each process spends %s to %s\n"), shortest, longest);
  else
    g_print (
        _ ("process %u computes longest (%s, %.2f times the mean), process %u shortest (%s)\n"),
        profile->most, longest, (double) most->computing / mean, profile->least, shortest);
}

static void
print_routines (RefrainTrace *trace, guint streams)
{
  RefrainTime sum, rest = 0;
  g_autoptr (GPtrArray) routines = sort_routines (trace, streams, &sum);
  const guint shown = routines->len <= MAX_ROUTINES + 1 ? routines->len : MAX_ROUTINES;

  if (routines->len == 0)
    return;
  g_print ("\n%s\n", _ ("Time in routines, without what they call, and their calls"));
  for (guint i = 0; i < shown; i++)
    {
      RefrainRoutine *routine = routines->pdata[i];
      const RefrainTime time = refrain_routine_get_time (routine);

      print_column (9, percent_format ((double) time, (double) sum));
      print_column (12, refrain_time_format (time, 3));
      print_column (14, refrain_count_format (refrain_routine_get_calls (routine)));
      g_print ("  %s\n", refrain_routine_get_label (routine));
    }
  for (guint i = shown; i < routines->len; i++)
    rest += MAX (0, refrain_routine_get_time (routines->pdata[i]));
  if (shown < routines->len)
    {
      print_column (9, percent_format ((double) rest, (double) sum));
      print_column (12, refrain_time_format (rest, 3));
      g_print (_ ("%14s  in %u more\n"), "", routines->len - shown);
    }
}

/* "100 B to 1.0 kB" */
static char *
size_format (guint size)
{
  guint64 first, last;
  g_autofree char *from = NULL, *to = NULL;

  refrain_message_size_get_limits (size, &first, &last);
  if (last == 0)
    return g_strdup (_ ("empty"));
  from = refrain_bytes_format (first);
  if (last == G_MAXUINT64)
    return g_strdup_printf (_ ("from %s on"), from);
  to = refrain_bytes_format (last + 1);
  return first > 1 ? g_strdup_printf (_ ("%s to %s"), from, to)
                   : g_strdup_printf (_ ("below %s"), to);
}

static void
print_sizes (const RefrainProfile *profile)
{
  RefrainSizeCount sum = { 0 };

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      sum.messages += profile->sizes[i].messages;
      sum.bytes += profile->sizes[i].bytes;
    }
  /* Formats without sizes give none. */
  if (sum.bytes == 0)
    return;
  g_print ("\n%s\n", _ ("Sizes of messages: how many, and the data in them"));
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      const RefrainSizeCount *own = &profile->sizes[i];

      if (own->messages == 0)
        continue;
      print_column (20, size_format (i));
      print_column (14, refrain_count_format (own->messages));
      print_column (9, percent_format ((double) own->messages, (double) sum.messages));
      print_column (12, refrain_bytes_format (own->bytes));
      print_column (9, percent_format ((double) own->bytes, (double) sum.bytes));
      g_print ("\n");
    }
}

static void
print_process (const RefrainProfile *profile, guint process)
{
  const RefrainProcessProfile *own = &profile->processes[process];
  const RefrainTime mpi = refrain_process_profile_get_mpi (own);

  print_column (9, g_strdup_printf ("%u", process));
  print_column (12, refrain_time_format (own->computing, 3));
  print_column (12, refrain_time_format (mpi, 3));
  print_column (9, percent_format ((double) mpi, (double) (own->end - own->start)));
  print_column (14, refrain_count_format (own->sends));
  print_column (12, refrain_bytes_format (own->bytes_sent));
  g_print ("\n");
}

static int
compare_load (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainProfile *profile = data;
  const guint x = *(const guint *) a, y = *(const guint *) b;
  const RefrainTime s = profile->processes[x].computing, t = profile->processes[y].computing;

  if (s != t)
    return s > t ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
print_processes (const RefrainProfile *profile)
{
  g_autofree guint *order = g_new (guint, profile->n_processes + 1);
  const guint n = profile->n_processes;

  if (!profile->calls_mpi || n == 0)
    return;
  for (guint p = 0; p < n; p++)
    order[p] = p;
  if (n > MAX_PROCESSES)
    g_qsort_with_data (order, (gint) n, sizeof *order, compare_load, (gpointer) profile);
  g_print ("\n%s\n", n > MAX_PROCESSES ? _ ("Processes that compute longest and shortest")
                                       : _ ("Processes between MPI_Init and MPI_Finalize"));
  print_column (9, g_strdup (_ ("process")));
  print_column (12, g_strdup (_ ("computing")));
  print_column (21, g_strdup (_ ("in MPI")));
  print_column (26, g_strdup (_ ("messages sent")));
  g_print ("\n");
  for (guint i = 0; i < n; i++)
    if (n <= MAX_PROCESSES || i < MAX_EXTREMES || i >= n - MAX_EXTREMES)
      print_process (profile, order[i]);
    else if (i == MAX_EXTREMES)
      g_print (_ ("%9s  %u more\n"), "", n - 2 * MAX_EXTREMES);
}

/* The place of a type in kinds_of_records; their number for one that is nowhere. */
static guint
find_kind (guint64 type)
{
  const char *name = refrain_otf2_get_event_name (type);

  for (guint k = 0; name != NULL && k < G_N_ELEMENTS (kinds_of_records); k++)
    if (g_str_has_prefix (name, kinds_of_records[k].prefix))
      return k;
  return G_N_ELEMENTS (kinds_of_records);
}

/* What the trace holds that patterns, phases and loops do not see. */
static void
print_not_analysed (const RefrainProfile *profile)
{
  guint64 counts[G_N_ELEMENTS (kinds_of_records) + 1] = { 0 };
  g_autoptr (GString) list = g_string_new (NULL);

  if (profile->streams > 0)
    g_string_append_printf (list, ngettext ("%u GPU stream", "%u GPU streams", profile->streams),
                            profile->streams);
  for (guint i = 0; i < profile->others->len; i++)
    {
      const RefrainOtherRecords *other = &g_array_index (profile->others, RefrainOtherRecords, i);

      counts[find_kind (other->type)] += other->count;
    }
  for (guint k = 0; k < G_N_ELEMENTS (counts); k++)
    {
      const gboolean known = k < G_N_ELEMENTS (kinds_of_records);
      g_autofree char *count = refrain_count_format (counts[k]);

      if (counts[k] > 0 && (!known || kinds_of_records[k].what != NULL))
        g_string_append_printf (list, "%s%s %s", list->len > 0 ? ", " : "", count,
                                known ? _ (kinds_of_records[k].what) : _ ("unknown events"));
    }
  if (profile->silent_threads > 0)
    {
      g_autofree char *calls = refrain_count_format (profile->silent_calls);

      g_string_append (list, list->len > 0 ? ", " : "");
      g_string_append_printf (list,
                              ngettext ("%s calls on a thread or stream without messages",
                                        "%s calls on %u threads or streams without messages",
                                        profile->silent_threads),
                              calls, profile->silent_threads);
    }
  if (list->len > 0)
    g_print (_ ("No analysis uses: %s.\n"), list->str);
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
  g_autofree char *name = refrain_visible_line (refrain_trace_get_name (trace));
  g_autofree char *span = refrain_time_format (c->end - c->start, 4);
  g_autofree char *unrecorded = refrain_unrecorded_note_describe (trace);
  g_autoptr (RefrainProfile) profile = refrain_profile_new (trace);

  g_print ("%s\n", name);
  print_headline (trace, profile);
  print_load (profile);
  print_count (_ ("processes"), refrain_trace_get_n_processes (trace));
  print_line (_ ("duration"), span);
  print_count (_ ("events"), c->events);
  print_count (_ ("routine calls"), c->calls);
  print_count (_ ("  of MPI"), c->mpi_calls);
  print_count (_ ("point-to-point"), c->sends + c->receives);
  print_count (_ ("messages"), c->messages);
  print_count (_ ("unmatched"), c->unmatched);
  if (profile->null_ops > 0)
    print_count (_ ("with MPI_PROC_NULL"), profile->null_ops);
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
  if (unrecorded != NULL)
    g_print ("%s\n", unrecorded);
  print_not_analysed (profile);
  print_routines (trace, profile->streams);
  print_sizes (profile);
  print_processes (profile);
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
