/* report-convert.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * convert: from one carrier to another, and what is saved where what repeats is kept once: counts
 * as the thesis has them (Alawneh 2012, Table 3.7), before and after.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-compact-make.h"
#include "refrain-compaction.h"
#include "refrain-error.h"
#include "refrain-exports.h"
#include "refrain-filtered-trace.h"
#include "refrain-format.h"
#include "refrain-free.h"
#include "refrain-keep-patterns.h"
#include "refrain-otf2.h"
#include "refrain-paraver.h"
#include "refrain-points.h"
#include "refrain-replay.h"
#include "refrain-report-options.h"
#include "refrain-save.h"
#include "refrain-scratch.h"
#include "refrain-time-format.h"

typedef struct
{
  gboolean filtered, compact, patterns;
  double window; /* below 0: not given */
  char **paths;  /* those that are read, then the one that is written */
  const char *out;
  char *format; /* of standard output, which `out` is then; or NULL */
} Options;

/* ---- For programs of others ---- */

typedef gboolean (*Export) (RefrainStudy *, const char *, const RefrainStudyAsk *, GError **);

static const struct
{
  const char *extension;
  Export save;
} exports[] = {
  { ".sqlite", refrain_sqlite_save },
  { ".pftrace", refrain_perfetto_save },
};

/* How a file of @path's name is written that no trace can be read from again; NULL: it is none. */
static Export
find_export (const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS (exports); i++)
    if (g_str_has_suffix (path, exports[i].extension))
      return exports[i].save;
  return NULL;
}

/* All that can be written. Free with g_free(). */
static char *
list_extensions (void)
{
  g_autofree char *traces = refrain_trace_list_extensions ();
  GString *all = g_string_new (traces);

  for (gsize i = 0; i < G_N_ELEMENTS (exports); i++)
    g_string_append_printf (all, " %s", exports[i].extension);
  return g_string_free (all, FALSE);
}

/* FALSE with @error where the name of @path says no format. */
static gboolean
check_extension (const char *path, GError **error)
{
  g_autofree char *known = NULL, *display = NULL;

  if (find_export (path) != NULL || refrain_trace_can_save (path, NULL))
    return TRUE;
  known = list_extensions ();
  display = g_filename_display_name (path);
  return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED,
                       _ ("%s: the extension names no format that can be written (%s)"), display,
                       known);
}

/* ---- What is lost ---- */

/* Events of types that the model only counts, and of which the source says no more either. */
static guint64
count_bare (RefrainTrace *trace)
{
  guint64 n = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainRecords *records = refrain_process_get_records (process);

      if (records->n == 0 || memchr (records->kind, REFRAIN_RECORD_OTHER, records->n) == NULL)
        continue;
      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        {
          RefrainReplay replay;

          refrain_replay_init (&replay, process, refrain_process_get_thread (process, i));
          while (refrain_replay_next (&replay))
            n += replay.event == REFRAIN_TAPE_RECORD
                 && records->kind[replay.row] == REFRAIN_RECORD_OTHER
                 && replay.detail.records == NULL;
        }
    }
  return n;
}

/* What is written does not hold of @trace. */
static void
warn_losses (RefrainReport *report, RefrainTrace *trace, const Options *options)
{
  const char *path = options->format != NULL ? options->format : options->out;
  const char *name = options->format != NULL ? _ ("standard output") : path;
  const gboolean otf2 = g_str_has_suffix (path, ".otf2"), paraver = g_str_has_suffix (path, ".prv");
  guint64 events, members;

  if (g_str_has_suffix (path, ".events"))
    {
      refrain_report_warn (report, _ ("%s: times and sizes are omitted"), name);
      return;
    }
  events = paraver ? refrain_paraver_count_unwritable (trace)
           : otf2  ? refrain_otf2_count_unwritable (trace)
                   : count_bare (trace);
  members = otf2 ? refrain_otf2_count_unknown_members (trace) : 0;
  if (events > 0 && paraver)
    refrain_report_warn (
        report, _ ("%s: %" PRIu64 " events other than calls, messages and collectives are omitted"),
        name, events);
  else if (events > 0 && otf2)
    refrain_report_warn (report, _ ("%s: %" PRIu64 " events other than calls and MPI are omitted"),
                         name, events);
  else if (events > 0)
    refrain_report_warn (
        report,
        _ ("%s: %" PRIu64 " events other than calls and MPI are written with time and type only"),
        name, events);
  if (members > 0)
    refrain_report_warn (
        report,
        _ ("%s: %" PRIu64
           " members of communicators that are no processes of the trace are omitted"),
        name, members);
}

/* ---- The compact form ---- */

/* What was written. */
typedef struct
{
  const char *path;
  guint64 bytes; /* of the file, where `has_form`: else it may be several */
  guint64 events;
  gboolean has_form; /* it has a compact form */
  RefrainCompactSizes sizes;
} File;

static double
get_bytes_per_event (const File *file)
{
  return file->events > 0 ? (double) file->bytes / (double) file->events : 0;
}

static void
add_counts (RefrainReport *report, const char *name, const RefrainCompactionCounts *counts)
{
  refrain_report_begin_object (report, name);
  refrain_report_add_int (report, "nodes", counts->nodes);
  refrain_report_add_int (report, "edges", counts->edges);
  refrain_report_add_int (report, "messages", counts->messages);
  refrain_report_end (report);
}

static void
add_gain (RefrainReport *report, RefrainCompaction *compaction)
{
  const RefrainCompactionCounts before = refrain_compaction_get_before (compaction);
  const RefrainCompactionCounts after
      = refrain_compaction_get_after (compaction, REFRAIN_COMPACTION_RECURSION, FALSE);
  const double rate = refrain_compaction_get_rate (&before, &after);
  g_autofree char *calls = refrain_count_format (before.nodes);
  g_autofree char *nodes = refrain_count_format (after.nodes);
  g_autofree char *edges = refrain_count_format (before.edges);
  g_autofree char *edges_after = refrain_count_format (after.edges);
  g_autofree char *messages = refrain_count_format (before.messages);
  g_autofree char *messages_after = refrain_count_format (after.messages);

  add_counts (report, "before", &before);
  add_counts (report, "after", &after);
  refrain_report_add_double (report, "rate", rate);
  if (before.nodes == 0 && before.messages == 0)
    refrain_report_say (
        report, _ ("The trace holds neither calls nor messages: there is nothing to share."));
  else
    refrain_report_say (report,
                        _ ("%s calls are %s different ones: nodes %s → %s, edges %s → %s, messages "
                           "%s → %s, %.1f %% fewer in all."),
                        calls, nodes, calls, nodes, edges, edges_after, messages, messages_after,
                        rate);
}

static void
say_repeat (RefrainReport *report, guint64 nodes, const RefrainCompactionRepeat *repeat)
{
  g_autofree char *turns = NULL, *times = NULL;
  double share;

  if (repeat == NULL)
    {
      refrain_report_say (report, _ ("No sequence of calls is repeated."));
      return;
    }
  turns = refrain_count_format (repeat->repeats);
  times = refrain_count_format (repeat->times);
  share = 100.0 * (double) repeat->calls / (double) MAX (nodes, 1);
  if (repeat->caller != NULL)
    refrain_report_say (report,
                        _ ("Most calls are in one repeat: %s, %s times in a row in %s (found %s "
                           "times; %.0f %% of all calls)."),
                        repeat->body, turns, repeat->caller, times, share);
  else
    refrain_report_say (report,
                        _ ("Most calls are in one repeat: %s, %s times in a row (found %s times; "
                           "%.0f %% of all calls)."),
                        repeat->body, turns, times, share);
}

static void
add_repeat (RefrainReport *report, const RefrainCompactionRepeat *repeat)
{
  if (repeat == NULL)
    {
      refrain_report_add_null (report, "repeat");
      return;
    }
  refrain_report_begin_object (report, "repeat");
  refrain_report_add_string (report, "caller", repeat->caller);
  refrain_report_add_string (report, "body", repeat->body);
  refrain_report_add_int (report, "turns", repeat->repeats);
  refrain_report_add_int (report, "times", repeat->times);
  refrain_report_add_int (report, "calls", repeat->calls);
  refrain_report_end (report);
}

/* Nothing where there is no compact form: what was written whole may be several files. */
static void
say_file (RefrainReport *report, const File *file)
{
  const double events = (double) MAX (file->events, 1);
  const double loops = (double) file->sizes.bytes[REFRAIN_COMPACT_LOOPS] / events;
  const double calls = (double) file->sizes.bytes[REFRAIN_COMPACT_CALLS] / events;
  const gboolean by_loops = file->sizes.method == REFRAIN_COMPACT_LOOPS;
  g_autofree char *bytes = refrain_count_format (file->bytes);

  if (!file->has_form)
    return;
  if (file->sizes.method == REFRAIN_COMPACT_BLOCKS)
    refrain_report_say (report,
                        _ ("%s: %s bytes, %.2f an event; of that %.2f for the events themselves, "
                           "kept in blocks."),
                        file->path, bytes, get_bytes_per_event (file),
                        (double) file->sizes.bytes[REFRAIN_COMPACT_BLOCKS] / events);
  else
    refrain_report_say (report,
                        by_loops ? _ ("%s: %s bytes, %.2f an event; of that %.2f for the events "
                                      "themselves, kept by loops (by calls: %.2f).")
                                 : _ ("%s: %s bytes, %.2f an event; of that %.2f for the events "
                                      "themselves, kept by calls (by loops: %.2f)."),
                        file->path, bytes, get_bytes_per_event (file), by_loops ? loops : calls,
                        by_loops ? calls : loops);
}

static void
add_file (RefrainReport *report, const File *file)
{
  refrain_report_begin_object (report, "file");
  refrain_report_add (report, "bytes",
                      file->has_form ? REFRAIN_INT (file->bytes) : REFRAIN_NO_CELL);
  refrain_report_add_int (report, "events", file->events);
  refrain_report_add (report, "bytes_per_event",
                      file->has_form ? REFRAIN_DOUBLE (get_bytes_per_event (file))
                                     : REFRAIN_NO_CELL);
  refrain_report_add_boolean (report, "compacted", file->has_form);
  refrain_report_add_string (report, "reason", file->has_form ? NULL : "format");
  if (file->has_form)
    refrain_report_add_string (report, "method",
                               refrain_compact_method_get_name (file->sizes.method));
  for (guint m = 0; file->has_form && m < REFRAIN_N_COMPACT_METHODS; m++)
    {
      g_autofree char *name = g_strdup_printf ("bytes_by_%s", refrain_compact_method_get_name (m));

      if (file->sizes.bytes[m] > 0)
        refrain_report_add_int (report, name, file->sizes.bytes[m]);
    }
  refrain_report_end (report);
}

static void
add_variants (RefrainReport *report, RefrainCompaction *compaction)
{
  static const char *const names[] = { "leaves", "runs", "sequences", "recursion" };
  const char *const titles[] = { _ ("equal leaf calls in a row"), _ ("equal sub-trees in a row"),
                                 _ ("sequences in a row"), _ ("recursion") };
  const RefrainReportColumn columns[] = {
    { "name", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("collapsed"), REFRAIN_CELL_TEXT },
    { "nodes", _ ("nodes"), REFRAIN_CELL_COUNT },
    { "edges", _ ("edges"), REFRAIN_CELL_COUNT },
    { "rate", NULL, REFRAIN_CELL_DOUBLE }, /* per cent */
    { NULL, _ ("rate"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_DIGITS (2) },
    { "shared_nodes", _ ("nodes of all"), REFRAIN_CELL_COUNT, REFRAIN_COLUMN_OPTIONAL },
    { "shared_edges", _ ("edges of all"), REFRAIN_CELL_COUNT, REFRAIN_COLUMN_OPTIONAL },
    { "shared_rate", NULL, REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_OPTIONAL },
  };
  const RefrainCompactionCounts before = refrain_compaction_get_before (compaction);
  const RefrainCompactionCounts table = refrain_compaction_get_as_table (compaction);
  const double table_rate = refrain_compaction_get_rate (&before, &table);
  RefrainReportTable *rows
      = refrain_report_add_table (report, "variants", _ ("Remainder"), columns);

  refrain_report_set_rows_shape (rows, REFRAIN_ROWS_MEMBERS);
  for (guint v = 0; v < REFRAIN_N_COMPACTIONS; v++)
    {
      const RefrainCompactionCounts own = refrain_compaction_get_after (compaction, v, FALSE);
      const RefrainCompactionCounts all = refrain_compaction_get_after (compaction, v, TRUE);
      const double rate = refrain_compaction_get_rate (&before, &own);

      refrain_report_add_row (rows, REFRAIN_TEXT (names[v]), REFRAIN_TEXT (titles[v]),
                              REFRAIN_COUNT (own.nodes), REFRAIN_COUNT (own.edges),
                              REFRAIN_DOUBLE (rate), REFRAIN_SHARE (rate / 100),
                              REFRAIN_COUNT (all.nodes), REFRAIN_COUNT (all.edges),
                              REFRAIN_DOUBLE (refrain_compaction_get_rate (&before, &all)));
    }
  refrain_report_add_row (rows, REFRAIN_TEXT ("table"), REFRAIN_TEXT (_ ("as Table 3.7 counts")),
                          REFRAIN_COUNT (table.nodes), REFRAIN_COUNT (table.edges),
                          REFRAIN_DOUBLE (table_rate), REFRAIN_SHARE (table_rate / 100),
                          REFRAIN_NO_CELL, REFRAIN_NO_CELL, REFRAIN_NO_CELL);
}

/* Writes the trace with what repeats in it kept once, and tells what that saves. */
static gboolean
write_compact (RefrainReport *report,
               RefrainTrace *trace,
               const char *path,
               const RefrainStudyAsk *ask,
               GError **error)
{
  File file = { .path = path,
                .has_form = g_str_has_suffix (path, ".mtf.h5"),
                .events = refrain_trace_get_counts (trace)->events };
  g_autoptr (RefrainCompaction) compaction
      = refrain_compaction_new (trace, ask->cancellable, error);
  GStatBuf info;

  if (compaction == NULL
      || !(file.has_form
               ? refrain_trace_save_compact (trace, path, &file.sizes, ask->cancellable,
                                             &ask->progress, error)
               : refrain_trace_save (trace, path, ask->cancellable, &ask->progress, error)))
    return FALSE;
  if (file.has_form && g_stat (path, &info) == 0)
    file.bytes = (guint64) info.st_size;
  add_gain (report, compaction);
  say_repeat (report, refrain_compaction_get_before (compaction).nodes,
              refrain_compaction_get_repeat (compaction));
  say_file (report, &file);
  add_variants (report, compaction);
  add_repeat (report, refrain_compaction_get_repeat (compaction));
  add_file (report, &file);
  if (!file.has_form)
    refrain_report_warn (
        report, _ ("%s: only .mtf.h5 has a compact form; the trace was written whole"), path);
  return TRUE;
}

/* ---- What is written ---- */

/* @whole without what is similar to something in it; NULL with @error. */
static RefrainTrace *
filter (RefrainReport *report,
        RefrainTrace *whole,
        const Options *options,
        const RefrainStudyAsk *ask,
        GError **error)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (whole);
  g_autoptr (RefrainStudyOptions) how = NULL;
  RefrainStudyAsk own;
  g_autoptr (RefrainPoints) points = NULL;
  RefrainTrace *filtered = NULL;

  /* What is made does not know the files it was made of. */
  if (!refrain_trace_check_target (whole, options->out, error))
    return NULL;
  how = refrain_report_copy_options (study, ask, &own);
  if (options->window > 0)
    how->window = options->window;
  points = refrain_study_find (study, REFRAIN_ANALYSIS_POINTS, &own, error);
  if (points != NULL)
    filtered = refrain_filtered_trace_new (points, own.cancellable, error);
  if (filtered != NULL)
    {
      g_autofree char *kept = refrain_count_format (refrain_trace_get_counts (filtered)->events);
      g_autofree char *all = refrain_count_format (refrain_trace_get_counts (whole)->events);

      refrain_report_say (report, _ ("%s of %s events kept"), kept, all);
    }
  return filtered;
}

/* Finds the patterns of @trace and keeps them with it. */
static gboolean
keep_patterns (RefrainReport *report,
               RefrainTrace *trace,
               const RefrainStudyAsk *ask,
               GError **error)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_autoptr (RefrainComposites) composites
      = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, ask, error);
  g_autoptr (RefrainStructure) structure
      = composites != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_STRUCTURE, ask, error)
                           : NULL;
  g_autoptr (RefrainTracePatterns) patterns = NULL;

  if (structure != NULL)
    patterns = refrain_keep_patterns (refrain_composites_get_elementary (composites), structure,
                                      ask->cancellable, error);
  if (patterns == NULL)
    return FALSE;
  refrain_trace_set_patterns (trace, patterns);
  refrain_report_say (report,
                      ngettext ("%u pattern with %" PRIu64 " occurrences is stored",
                                "%u patterns with %" PRIu64 " occurrences are stored",
                                refrain_trace_patterns_get_n (patterns)),
                      refrain_trace_patterns_get_n (patterns),
                      refrain_trace_patterns_get_n_occurrences (patterns));
  return TRUE;
}

/* Appends the traces of the file @path to @traces, all of them where @all and @path does not name
 * one. What is left is told. */
static gboolean
load_all (RefrainReport *report,
          GPtrArray *traces,
          const char *path,
          const char *out,
          gboolean all,
          const RefrainStudyAsk *ask,
          GError **error)
{
  guint n = 1;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = i > 0 ? g_strdup_printf ("%s#%u", path, i + 1) : g_strdup (path);
      g_autoptr (RefrainTrace) loaded
          = refrain_trace_load (name, ask->cancellable, &ask->progress, error);
      RefrainTrace *trace;

      if (loaded == NULL)
        return FALSE;
      /* As it was read, unless it is told what is found in it. */
      trace = find_export (out) != NULL ? loaded : refrain_trace_get_source (loaded);
      g_ptr_array_add (traces, g_object_ref (trace));
      if (i > 0 || g_strcmp0 (refrain_trace_get_path (trace), path) != 0)
        continue;
      refrain_trace_get_place (trace, &n);
      if (n > 1 && !all)
        {
          refrain_report_warn (
              report, ngettext ("%s: %u trace is omitted", "%s: %u traces are omitted", n - 1), out,
              n - 1);
          n = 1;
        }
    }
  return TRUE;
}

/* Writes @traces into the one file that is asked for. */
static gboolean
write_all (RefrainReport *report,
           GPtrArray *traces,
           const Options *options,
           const RefrainStudyAsk *ask,
           GError **error)
{
  RefrainTrace *first = traces->pdata[0];

  for (guint i = 0; i < traces->len && options->patterns; i++)
    if (!keep_patterns (report, traces->pdata[i], ask, error))
      return FALSE;
  if (find_export (options->out) != NULL)
    {
      g_autoptr (RefrainStudy) study = refrain_study_new (first);

      return find_export (options->out) (study, options->out, ask, error);
    }
  if (!(traces->len > 1
            ? refrain_trace_save_several ((RefrainTrace *const *) traces->pdata, traces->len,
                                          options->out, ask->cancellable, &ask->progress, error)
        : options->compact
            ? write_compact (report, first, options->out, ask, error)
            : refrain_trace_save (first, options->out, ask->cancellable, &ask->progress, error)))
    return FALSE;
  for (guint i = 0; i < traces->len; i++)
    warn_losses (report, traces->pdata[i], options);
  return TRUE;
}

/* ---- The kind ---- */

static char *
explain (void)
{
  g_autofree char *known = list_extensions ();

  return g_strdup_printf (_ ("Extensions of OUT: %s"), known);
}

static void
init (gpointer data)
{
  ((Options *) data)->window = -1;
}

REFRAIN_REPORT_ENTRIES (Options,
                        { "filtered", 0, 0, G_OPTION_ARG_NONE, &x->filtered,
                          N_ ("Fold similar events"), NULL },
                        REFRAIN_REPORT_WINDOW_ENTRY (x->window),
                        { "compact", 0, 0, G_OPTION_ARG_NONE, &x->compact,
                          N_ ("Store repetitions once (.mtf.h5), and show what that saves"), NULL },
                        { "patterns", 0, 0, G_OPTION_ARG_NONE, &x->patterns,
                          N_ ("Store the patterns with the trace (.gxl, .mtf.h5)"), NULL },
                        { "format", 0, 0, G_OPTION_ARG_STRING, &x->format,
                          N_ ("Format of standard output (.gxl, .mtf.h5, .events, also packed)"),
                          N_ ("EXTENSION") })

/* --format and - go together; what is several files is no stream. */
static gboolean
check_standard_output (Options *options, GError **error)
{
  static const char *const streams[]
      = { ".gxl", ".gxl.gz", ".gxl.zst", ".mtf.h5", ".events", NULL };
  const gboolean to_stream = g_str_equal (options->out, "-");

  if (!to_stream && options->format == NULL)
    return TRUE;
  if (!to_stream || options->format == NULL)
    return refrain_report_refuse (error, _ ("%s expects %s"), to_stream ? "-" : "--format",
                                  to_stream ? "--format" : "-");
  if (isatty (STDOUT_FILENO))
    return refrain_report_refuse (error,
                                  _ ("a terminal shows no traces: expects a pipe or a file"));
  if (options->filtered || options->compact)
    return refrain_report_refuse_both (options->filtered ? "--filtered" : "--compact", "-", error);
  if (options->format[0] != '.')
    {
      g_autofree char *given = options->format;

      options->format = g_strconcat (".", given, NULL);
    }
  return refrain_report_choose ("--format", options->format, streams, &(guint){ 0 }, error);
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  const guint n = g_strv_length (words);

  if (n < 2)
    return refrain_report_refuse (error, _ ("expects %s"), "IN... OUT");
  if (n > 2 && (options->filtered || options->compact))
    return refrain_report_refuse (error, _ ("%s takes one trace"),
                                  options->filtered ? "--filtered" : "--compact");
  if (find_export (words[n - 1]) != NULL && (options->compact || options->patterns))
    return refrain_report_refuse_both (options->compact ? "--compact" : "--patterns", words[n - 1],
                                       error);
  if (find_export (words[n - 1]) != NULL && n > 2)
    return refrain_report_refuse (error, _ ("%s takes one trace"), words[n - 1]);
  if (options->window >= 0 && !options->filtered)
    return refrain_report_refuse (error, _ ("%s expects %s"), "--window", "--filtered");
  if (options->window >= 0 && !refrain_report_check_window (options->window, error))
    return FALSE;
  /* Each trace is read as it is carried, one after the other. */
  options->paths = g_strdupv (words);
  options->out = options->paths[n - 1];
  if (!check_standard_output (options, error))
    return FALSE;
  for (; *words != NULL; words++)
    g_clear_pointer (words, g_free);
  return TRUE;
}

static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  const Options *options = data;

  return options->compact || format == REFRAIN_REPORT_TEXT
         || refrain_report_refuse (error, _ ("%s expects %s"),
                                   format == REFRAIN_REPORT_JSON  ? "--json"
                                   : format == REFRAIN_REPORT_CSV ? "--csv"
                                                                  : "--latex",
                                   "--compact");
}

/* Writers want a file, which is renamed when it is whole: so nothing comes out of what fails. */
static gboolean
write_stream (RefrainReport *report,
              GPtrArray *traces,
              const Options *options,
              const RefrainStudyAsk *ask,
              GError **error)
{
  g_autofree char *name = g_strconcat ("trace", options->format, NULL);
  g_autoptr (GError) problem = NULL;
  char *path = refrain_scratch_new (name, error);
  Options own = *options;
  gboolean done;

  if (path == NULL)
    return FALSE;
  own.out = path;
  done = write_all (report, traces, &own, ask, &problem) && refrain_save_print (path, &problem);
  if (!done)
    {
      refrain_scratch_rename (path, _ ("standard output"), problem);
      g_propagate_error (error, g_steal_pointer (&problem));
    }
  refrain_scratch_free (path);
  return done;
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  static const RefrainStudyAsk nothing;
  const Options *options = data;
  const gboolean all
      = !options->filtered && !options->compact && refrain_trace_can_save_several (options->out);
  g_autoptr (RefrainReport) report = refrain_report_new ("convert");
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_object_unref);

  if (ask == NULL)
    ask = &nothing;
  /* Before long work. */
  if (options->format == NULL && !check_extension (options->out, error))
    return NULL;
  for (char **path = options->paths; *path != options->out; path++)
    if (!load_all (report, traces, *path, options->out, all, ask, error))
      return NULL;
  if (options->filtered)
    {
      RefrainTrace *rest = filter (report, traces->pdata[0], options, ask, error);

      if (rest == NULL)
        return NULL;
      g_object_unref (traces->pdata[0]);
      traces->pdata[0] = rest;
    }
  return (options->format != NULL ? write_stream : write_all) (report, traces, options, ask, error)
             ? g_steal_pointer (&report)
             : NULL;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_strfreev (x->paths); g_free (x->format))

const RefrainReportKind refrain_report_convert = {
  .name = "convert",
  .arguments = "IN... OUT",
  .summary = N_ ("Write a trace in another format, by the extension of OUT"),
  .explain = explain,
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
