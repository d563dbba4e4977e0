/* report-info.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * info: what a trace holds and where its time goes, the most telling first.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-findings.h"
#include "refrain-numbers-text.h"
#include "refrain-otf2.h"
#include "refrain-run.h"
#include "refrain-run-words.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"

/* Routines in the list of text, and processes that are all listed. */
#define MAX_ROUTINES  12
#define MAX_PROCESSES 16
/* Of more processes, those that compute longest and shortest. */
#define MAX_EXTREMES 4

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

static double
share_of (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

/* ---- In sentences ---- */

/* How long, how much of it in MPI, and which process has the most to do. */
static void
say_run (RefrainReport *report, RefrainTrace *trace, const RefrainProfile *profile)
{
  g_autofree char *time = refrain_profile_describe_time (profile, trace);
  g_autofree char *device = refrain_trace_describe_device (trace);
  g_autofree char *end = refrain_trace_describe_end (trace);
  RefrainLoad load;

  refrain_report_say (report, "%s", time);
  if (end != NULL)
    refrain_report_say (report, "%s.", end);
  if (device != NULL)
    refrain_report_say (report, "%s", device);
  if (refrain_profile_get_load (profile, &load))
    {
      g_autofree char *text = refrain_load_describe (&load);

      refrain_report_say (report, "%s", text);
    }
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
say_not_analysed (RefrainReport *report, const RefrainProfile *profile)
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
    refrain_report_say (report, _ ("No analysis uses: %s."), list->str);
}

/* ---- Counts ---- */

static void
add_count (RefrainReport *report, const char *key, const char *label, guint64 count)
{
  refrain_report_add_int (report, key, count);
  if (label != NULL)
    refrain_report_fact_count (report, label, count);
}

/* Operations on files that @trace has as collectives. O(collectives). */
static guint64
count_file_operations (RefrainTrace *trace)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (trace);
  guint64 n = 0;

  for (gsize i = 0; i < all->n; i++)
    if (all->type[i] >= REFRAIN_COLLECTIVE_FILE_OPEN)
      n += all->first[i + 1] - all->first[i];
  return n;
}

static void
add_counts (RefrainReport *report, RefrainTrace *trace, const RefrainProfile *profile)
{
  const RefrainRun *run = refrain_trace_get_run (trace);
  RefrainTrace *source = refrain_trace_get_source (trace);
  const RefrainCounts *c = refrain_trace_get_counts (source);
  const RefrainCounts *all = refrain_trace_get_counts (trace);
  const guint64 n_files = count_file_operations (trace);
  g_autofree char *span = refrain_time_format (c->end - c->start, 4);

  refrain_report_add_string (report, "format", refrain_trace_get_format (trace));
  add_count (report, "processes", _ ("processes"), refrain_trace_get_n_processes (trace));
  refrain_report_fact (report, _ ("duration"), span);
  add_count (report, "events", _ ("events"), c->events);
  add_count (report, "calls", _ ("routine calls"), c->calls);
  add_count (report, "mpi_calls", _ ("  of MPI"), c->mpi_calls);
  add_count (report, "point_to_point", _ ("point-to-point"), c->sends + c->receives);
  add_count (report, "sends", NULL, c->sends);
  add_count (report, "receives", NULL, c->receives);
  add_count (report, "messages", _ ("messages"), c->messages);
  add_count (report, "sent_messages", all->sends != c->messages ? _ ("messages sent") : NULL,
             all->sends);
  if (all->sends > c->sends)
    add_count (report, "remote_messages", _ ("  one-sided and with neighbours"),
               all->sends - c->sends);
  add_count (report, "unmatched", _ ("unmatched"), c->unmatched);
  if (profile->null_ops > 0)
    add_count (report, "null_partner", _ ("with MPI_PROC_NULL"), profile->null_ops);
  add_count (report, "collectives", _ ("collective calls"), c->collectives);
  add_count (report, "collective_instances", _ ("collective instances"), c->collective_instances);
  if (n_files > 0)
    add_count (report, "file_operations", _ ("file operations"), n_files);
  add_count (report, "communicators", _ ("communicators"),
             refrain_trace_get_n_communicators (source));
  add_count (report, "routines", _ ("routines"), refrain_trace_get_n_routines (trace));
  refrain_report_add_seconds (report, "start", c->start);
  refrain_report_add_seconds (report, "end", c->end);
  refrain_report_add_seconds (report, "run_start", run->start);
  refrain_report_add_seconds (report, "run_end", run->end);
  add_count (report, "depth", _ ("call depth"), c->depth);
  refrain_report_add_int (report, "memory", refrain_trace_get_memory (trace));
  refrain_report_add_double (report, "mpi_share", refrain_profile_get_mpi_share (profile));
}

/* ---- Tables ---- */

static void
add_defects (RefrainReport *report, RefrainTrace *trace)
{
  static const RefrainReportColumn columns[] = {
    { "kind", NULL, REFRAIN_CELL_TEXT },   { "process", NULL, REFRAIN_CELL_INT },
    { "count", NULL, REFRAIN_CELL_COUNT }, { "time", NULL, REFRAIN_CELL_TIME },
    { "sentence", "", REFRAIN_CELL_TEXT },
  };
  GListModel *defects = refrain_trace_get_defects (trace);
  RefrainReportTable *table = refrain_report_add_table (report, "defects", "", columns);

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      refrain_report_add_row (
          table, REFRAIN_TEXT (refrain_defect_kind_get_name (refrain_defect_get_kind (defect))),
          REFRAIN_INT (refrain_defect_get_process (defect)),
          REFRAIN_COUNT (refrain_defect_get_count (defect)),
          REFRAIN_TIME (refrain_defect_get_time (defect)),
          REFRAIN_TEXT (refrain_defect_get_sentence (defect)));
    }
}

static void
add_not_analysed (RefrainReport *report, const RefrainProfile *profile)
{
  static const RefrainReportColumn columns[] = {
    { "type", NULL, REFRAIN_CELL_TEXT },
    { "count", NULL, REFRAIN_CELL_COUNT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, "not_analysed", NULL, columns);

  for (guint i = 0; i < profile->others->len; i++)
    {
      const RefrainOtherRecords *other = &g_array_index (profile->others, RefrainOtherRecords, i);

      refrain_report_add_row (table, REFRAIN_TEXT (refrain_otf2_get_event_name (other->type)),
                              REFRAIN_COUNT (other->count));
    }
  if (profile->streams > 0)
    refrain_report_add_row (table, REFRAIN_TEXT ("streams"), REFRAIN_COUNT (profile->streams));
  if (profile->silent_threads > 0)
    refrain_report_add_row (table, REFRAIN_TEXT ("threads"),
                            REFRAIN_COUNT (profile->silent_threads));
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

static void
add_routines (RefrainReport *report, RefrainTrace *trace, const RefrainProfile *profile)
{
  const RefrainReportColumn columns[] = {
    { "share", _ ("share"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { "time", _ ("time"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_SUM },
    { "calls", _ ("calls"), REFRAIN_CELL_COUNT, REFRAIN_COLUMN_SUM },
    { "name", NULL, REFRAIN_CELL_TEXT },
    { "label", _ ("routine"), REFRAIN_CELL_TEXT },
    { "mpi", NULL, REFRAIN_CELL_BOOLEAN },
  };
  RefrainTime sum;
  g_autoptr (GPtrArray) routines = sort_routines (trace, profile->streams, &sum);
  RefrainReportTable *table = refrain_report_add_table (
      report, "routine_times", routines->len > 0 ? _ ("Exclusive time by routine") : NULL, columns);

  refrain_report_set_main (table);
  refrain_report_limit_rows (table, MAX_ROUTINES);
  for (guint i = 0; i < routines->len; i++)
    {
      RefrainRoutine *routine = routines->pdata[i];
      const RefrainTime time = refrain_routine_get_time (routine);

      refrain_report_add_row (
          table, REFRAIN_SHARE (share_of ((double) time, (double) sum)), REFRAIN_TIME (time),
          REFRAIN_COUNT (refrain_routine_get_calls (routine)),
          REFRAIN_TEXT (refrain_routine_get_name (routine)),
          REFRAIN_TEXT (refrain_routine_get_label (routine)),
          REFRAIN_BOOLEAN (refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER));
    }
}

static void
add_sizes (RefrainReport *report, const RefrainProfile *profile)
{
  const RefrainReportColumn columns[] = {
    { "from", NULL, REFRAIN_CELL_BYTES },
    { "to", NULL, REFRAIN_CELL_BYTES },
    { NULL, _ ("size"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_RIGHT },
    { "messages", _ ("messages"), REFRAIN_CELL_COUNT },
    { NULL, _ ("share"), REFRAIN_CELL_SHARE },
    { "bytes", _ ("data"), REFRAIN_CELL_BYTES },
    { NULL, _ ("share"), REFRAIN_CELL_SHARE },
  };
  RefrainSizeCount sum = { 0 };
  RefrainReportTable *table;

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      sum.messages += profile->sizes[i].messages;
      sum.bytes += profile->sizes[i].bytes;
    }
  /* Formats without sizes have no data to list. */
  table = refrain_report_add_table (report, "message_sizes",
                                    sum.bytes > 0 ? _ ("Messages by size") : NULL, columns);
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      const RefrainSizeCount *own = &profile->sizes[i];
      guint64 first, last;
      g_autofree char *text = NULL;

      if (own->messages == 0)
        continue;
      refrain_message_size_get_limits (i, &first, &last);
      text = refrain_numbers_describe_size (i);
      refrain_report_add_row (
          table, REFRAIN_BYTES (first), last < G_MAXUINT64 ? REFRAIN_BYTES (last) : REFRAIN_NO_CELL,
          REFRAIN_TEXT (text), REFRAIN_COUNT (own->messages),
          REFRAIN_SHARE (share_of ((double) own->messages, (double) sum.messages)),
          REFRAIN_BYTES (own->bytes),
          REFRAIN_SHARE (share_of ((double) own->bytes, (double) sum.bytes)));
    }
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

/* The @n processes from @order on. */
static void
add_process_table (RefrainReport *report,
                   const RefrainProfile *profile,
                   const char *key,
                   const char *title,
                   const guint *order,
                   guint n)
{
  const RefrainReportColumn columns[] = {
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "start", NULL, REFRAIN_CELL_TIME },
    { "end", NULL, REFRAIN_CELL_TIME },
    { "computing", _ ("computing"), REFRAIN_CELL_TIME },
    { "mpi", _ ("in MPI"), REFRAIN_CELL_TIME },
    { NULL, _ ("share"), REFRAIN_CELL_SHARE },
    { "point_to_point", NULL, REFRAIN_CELL_TIME },
    { "wait_and_test", NULL, REFRAIN_CELL_TIME },
    { "collective", NULL, REFRAIN_CELL_TIME },
    { "sends", _ ("messages sent"), REFRAIN_CELL_COUNT },
    { "receives", NULL, REFRAIN_CELL_COUNT },
    { "bytes_sent", _ ("data sent"), REFRAIN_CELL_BYTES },
  };
  RefrainReportTable *table = refrain_report_add_table (report, key, title, columns);

  for (guint i = 0; i < n; i++)
    {
      const RefrainProcessProfile *own = &profile->processes[order[i]];
      const RefrainTime mpi = refrain_process_profile_get_mpi (own);

      refrain_report_add_row (
          table, REFRAIN_INT (order[i]), REFRAIN_TIME (own->start), REFRAIN_TIME (own->end),
          REFRAIN_TIME (own->computing), REFRAIN_TIME (mpi),
          REFRAIN_SHARE (share_of ((double) mpi, (double) (own->end - own->start))),
          REFRAIN_TIME (own->mpi[REFRAIN_ACTIVITY_P2P]),
          REFRAIN_TIME (own->mpi[REFRAIN_ACTIVITY_WAIT]),
          REFRAIN_TIME (own->mpi[REFRAIN_ACTIVITY_COLLECTIVE]), REFRAIN_COUNT (own->sends),
          REFRAIN_COUNT (own->receives), REFRAIN_BYTES (own->bytes_sent));
    }
}

static void
add_processes (RefrainReport *report, const RefrainProfile *profile)
{
  const guint n = profile->n_processes;
  const gboolean told = profile->calls_mpi && n > 0;
  g_autofree guint *order = g_new (guint, (gsize) n + 1);

  for (guint p = 0; p < n; p++)
    order[p] = p;
  add_process_table (report, profile, "per_process",
                     told && n <= MAX_PROCESSES ? _ ("Processes between MPI_Init and MPI_Finalize")
                                                : NULL,
                     order, n);
  if (!told || n <= MAX_PROCESSES)
    return;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_load, (gpointer) profile);
  add_process_table (report, profile, NULL, _ ("Processes that compute longest"), order,
                     MAX_EXTREMES);
  add_process_table (report, profile, NULL, _ ("Processes that compute shortest"),
                     order + n - MAX_EXTREMES, MAX_EXTREMES);
}

static RefrainReport *
make (RefrainStudy *study, gpointer options, const RefrainStudyAsk *ask, GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
  RefrainReport *report = refrain_report_new ("info");
  RefrainTrace *source = refrain_trace_get_source (trace);
  /* What there is counts as the source has it, what is not analysed as analyses see it. */
  g_autoptr (RefrainProfile) profile = refrain_profile_new (source);
  g_autoptr (RefrainProfile) analysed = source != trace ? refrain_profile_new (trace) : NULL;

  refrain_report_add_string (report, "name", refrain_trace_get_name (trace));
  refrain_report_say (report, "%s", refrain_trace_get_name (trace));
  say_run (report, trace, profile);
  add_counts (report, trace, profile);
  add_defects (report, source);
  refrain_report_say_unrecorded (report, trace);
  say_not_analysed (report, analysed != NULL ? analysed : profile);
  add_routines (report, trace, profile);
  add_sizes (report, profile);
  add_processes (report, profile);
  add_not_analysed (report, analysed != NULL ? analysed : profile);
  return report;
}

const RefrainReportKind refrain_report_info = {
  .name = "info",
  .arguments = "TRACE",
  .summary = N_ ("Summarise a trace"),
  .make = make,
};
