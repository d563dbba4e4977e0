/* command-convert.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli convert: from one carrier to another.
 */
#include "config.h"

#include "refrain-command.h"

#include <inttypes.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-compact-report.h"
#include "refrain-format.h"
#include "refrain-filtered-trace.h"
#include "refrain-keep-patterns.h"
#include "refrain-otf2.h"
#include "refrain-paraver.h"
#include "refrain-replay.h"
#include "refrain-time-format.h"

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

/* What @path does not hold of @trace, on standard error. */
static void
tell_losses (RefrainTrace *trace, const char *path)
{
  guint64 events, members;

  if (g_str_has_suffix (path, ".events"))
    {
      g_printerr (_ ("refrain-cli: %s: times and sizes were left out\n"), path);
      return;
    }
  if (g_str_has_suffix (path, ".prv"))
    {
      const guint64 left_out = refrain_paraver_count_unwritable (trace);

      if (left_out > 0)
        g_printerr (_ ("refrain-cli: %s: %" PRIu64
                       " events other than calls, messages and collectives were left out\n"),
                    path, left_out);
      return;
    }
  if (!g_str_has_suffix (path, ".otf2"))
    {
      events = count_bare (trace);
      if (events > 0)
        g_printerr (_ ("refrain-cli: %s: %" PRIu64
                       " events other than calls and MPI were kept with "
                       "their time and type alone, without what they carried\n"),
                    path, events);
      return;
    }
  events = refrain_otf2_count_unwritable (trace);
  members = refrain_otf2_count_unknown_members (trace);
  if (events > 0)
    g_printerr (_ ("refrain-cli: %s: %" PRIu64 " events other than calls and MPI were left out\n"),
                path, events);
  if (members > 0)
    g_printerr (_ ("refrain-cli: %s: %" PRIu64 " members of communicators that are no processes of "
                   "the trace were left out\n"),
                path, members);
}

/* @whole, to be written to @path, without what is similar to something in it; NULL with @error. */
static RefrainTrace *
filter (RefrainTrace *whole, double window, const char *path, GError **error)
{
  const RefrainStructureOptions how = REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
  g_autoptr (RefrainStructure) structure = NULL;
  g_autoptr (RefrainPoints) points = NULL;
  RefrainTrace *filtered = NULL;

  /* What is made does not know the files it was made of. */
  if (!refrain_trace_check_target (whole, path, error))
    return NULL;
  structure = refrain_structure_new (whole, &how, NULL, error);
  if (structure != NULL)
    points = refrain_points_new (structure, window, NULL, error);
  if (points != NULL)
    filtered = refrain_filtered_trace_new (points, NULL, error);
  if (filtered != NULL)
    {
      g_autofree char *kept = refrain_count_format (refrain_trace_get_counts (filtered)->events);
      g_autofree char *all = refrain_count_format (refrain_trace_get_counts (whole)->events);

      g_print (_ ("%s of %s events kept\n"), kept, all);
    }
  return filtered;
}

/* Writes @trace with what repeats in it kept once, and tells what that saves. */
static int
write_compact (RefrainTrace *trace, const char *path, gboolean json)
{
  const gboolean has_form = g_str_has_suffix (path, ".mtf.h5");
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainCompaction) compaction = NULL;
  RefrainCompactFile file = { .path = path, .has_form = has_form };
  GStatBuf info;

  compaction = refrain_compaction_new (trace, NULL, &error);
  if (compaction == NULL)
    return refrain_command_fail (error);
  if (!(has_form ? refrain_trace_save_compact (trace, path, &file.sizes, NULL, NULL, NULL, &error)
                 : refrain_trace_save (trace, path, NULL, NULL, NULL, &error)))
    return refrain_command_fail (error);
  file.events = refrain_trace_get_counts (trace)->events;
  if (has_form && g_stat (path, &info) == 0)
    file.bytes = (guint64) info.st_size;
  refrain_compact_report_print (compaction, &file, json);
  if (!has_form)
    g_printerr (_ ("refrain-cli: %s: only .mtf.h5 has a compact form; the trace was written "
                   "whole\n"),
                path);
  tell_losses (trace, path);
  return REFRAIN_EXIT_OK;
}

/* Finds the patterns of @trace and keeps them with it. */
static gboolean
keep_patterns (RefrainTrace *trace, GError **error)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainStructureOptions how = REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
  g_autoptr (RefrainPatternSet) set
      = refrain_pattern_set_new (trace, &options, NULL, NULL, NULL, error);
  g_autoptr (RefrainStructure) structure
      = set != NULL ? refrain_structure_new (trace, &how, NULL, error) : NULL;
  g_autoptr (RefrainTracePatterns) patterns
      = structure != NULL ? refrain_keep_patterns (set, structure, NULL, error) : NULL;

  if (patterns == NULL)
    return FALSE;
  refrain_trace_set_patterns (trace, patterns);
  g_print (ngettext ("%u pattern with %" PRIu64 " occurrences is kept\n",
                     "%u patterns with %" PRIu64 " occurrences are kept\n",
                     refrain_trace_patterns_get_n (patterns)),
           refrain_trace_patterns_get_n (patterns),
           refrain_trace_patterns_get_n_occurrences (patterns));
  return TRUE;
}

/* The traces of the file @path, all of them where @all and @path does not name one; NULL after an
 * error was told. Those that are left are told, too. */
static GPtrArray *
load_all (const char *path, const char *out, gboolean all)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  guint n = 1;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = i > 0 ? g_strdup_printf ("%s#%u", path, i + 1) : g_strdup (path);
      RefrainTrace *trace = refrain_trace_load (name, NULL, NULL, NULL, &error);

      if (trace == NULL)
        {
          refrain_command_fail (error);
          return NULL;
        }
      g_ptr_array_add (traces, trace);
      if (i > 0 || g_strcmp0 (refrain_trace_get_path (trace), path) != 0)
        continue;
      refrain_trace_get_place (trace, &n);
      if (n > 1 && !all)
        {
          g_printerr (ngettext ("refrain-cli: %s: %u trace was left out\n",
                                "refrain-cli: %s: %u traces were left out\n", n - 1),
                      out, n - 1);
          n = 1;
        }
    }
  return g_steal_pointer (&traces);
}

/* Writes @traces into the one file @out. */
static int
write_several (GPtrArray *traces, const char *out, gboolean patterns)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < traces->len && patterns; i++)
    if (!keep_patterns (traces->pdata[i], &error))
      return refrain_command_fail (error);
  if (!refrain_trace_save_several ((RefrainTrace *const *) traces->pdata, traces->len, out, NULL,
                                   NULL, NULL, &error))
    return refrain_command_fail (error);
  for (guint i = 0; i < traces->len; i++)
    tell_losses (traces->pdata[i], out);
  return REFRAIN_EXIT_OK;
}

static gpointer
ref_trace (gconstpointer trace, gpointer unused)
{
  /* As it was read. */
  return g_object_ref (refrain_trace_get_source ((RefrainTrace *) trace));
}

static int
run (int argc, char **argv)
{
  gboolean filtered = FALSE, compact = FALSE, json = FALSE, patterns = FALSE;
  double window = -1;
  guint n;
  const GOptionEntry entries[] = {
    { "filtered", 0, 0, G_OPTION_ARG_NONE, &filtered,
      N_ ("Leave out what lasts as long as something that is kept"), NULL },
    { "window", 0, 0, G_OPTION_ARG_DOUBLE, &window,
      N_ ("What counts as as long: 0.1 (default) for 10 % more or less"), N_ ("W") },
    { "compact", 0, 0, G_OPTION_ARG_NONE, &compact,
      N_ ("Keep what repeats once (.mtf.h5), and tell what that saves"), NULL },
    { "patterns", 0, 0, G_OPTION_ARG_NONE, &patterns,
      N_ ("Keep the patterns that are found with the trace (.gxl, .mtf.h5)"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("With --compact: print JSON"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  const char *out;
  gboolean all;
  int status = refrain_command_parse (&refrain_command_convert, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  n = g_strv_length (arguments);
  if (n < 3)
    return refrain_command_usage (&refrain_command_convert, _ ("expects %s"),
                                  refrain_command_convert.arguments);
  if (n > 3 && (filtered || compact))
    return refrain_command_usage (&refrain_command_convert, _ ("%s takes one trace"),
                                  filtered ? "--filtered" : "--compact");
  if (window >= 0 && !filtered)
    return refrain_command_usage (&refrain_command_convert, _ ("%s expects %s"), "--window",
                                  "--filtered");
  if (filtered && window >= 0 && !(window > 0 && window < 1))
    return refrain_command_usage (&refrain_command_convert,
                                  _ ("--window: %g is not between 0 and 1"), window);
  if (json && !compact)
    return refrain_command_usage (&refrain_command_convert, _ ("%s expects %s"), "--json",
                                  "--compact");
  out = arguments[n - 1];
  all = !filtered && !compact && refrain_trace_can_save_several (out);
  for (guint i = 1; i < n - 1; i++)
    {
      g_autoptr (GPtrArray) more = load_all (arguments[i], out, all);

      if (more == NULL)
        return REFRAIN_EXIT_ERROR;
      g_ptr_array_extend (traces, more, ref_trace, NULL);
    }
  if (traces->len > 1)
    return write_several (traces, out, patterns);
  trace = g_object_ref (traces->pdata[0]);
  if (filtered)
    {
      RefrainTrace *rest = filter (trace, window > 0 ? window : 0.1, out, &error);

      if (rest == NULL)
        return refrain_command_fail (error);
      g_object_unref (trace);
      trace = rest;
    }
  if (patterns && !keep_patterns (trace, &error))
    return refrain_command_fail (error);
  if (compact)
    return write_compact (trace, out, json);
  if (!refrain_trace_save (trace, out, NULL, NULL, NULL, &error))
    return refrain_command_fail (error);
  tell_losses (trace, out);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_convert = {
  .name = "convert",
  .arguments = "IN... OUT",
  .summary = N_ ("Write a trace in another format, by the extension of OUT"),
  .run = run,
};
