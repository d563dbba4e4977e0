/* refrain-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace for programs outside: open it, ask it, read its columns, draw it.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "refrain-address.h"
#include "refrain-answer-private.h"
#include "refrain-data-private.h"
#include "refrain-error.h"
#include "refrain-export.h"
#include "refrain-format.h"
#include "refrain-object.h"
#include "refrain-occurrence-words.h"
#include "refrain-pattern-options.h"
#include "refrain-report-kinds.h"
#include "refrain-report-options.h"
#include "refrain-tables.h"

struct _RefrainFile
{
  GObject parent_instance;

  char *path;
  RefrainTrace *trace;
  RefrainStudy *study;
};

REFRAIN_DEFINE_OBJECT (RefrainFile, refrain_file)

static void
refrain_file_finalize (RefrainFile *self)
{
  g_free (self->path);
  g_clear_object (&self->study);
  g_clear_object (&self->trace);
}

/**
 * refrain_file_open:
 * @path: (type filename): a trace in any format that `refrain-cli` reads, or its address
 *   (`file:///…`)
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * May take long; any thread.
 *
 * Returns: (transfer full): the trace, or %NULL with @error, a sentence that names file, place and
 *   cause
 */
RefrainFile *
refrain_file_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = NULL;
  RefrainFile *self;
  RefrainTrace *trace;

  g_return_val_if_fail (path != NULL, NULL);

  name = refrain_address_read (g_strdup (path));
  trace = refrain_trace_load (name, cancellable, NULL, error);
  if (trace == NULL)
    return NULL;
  self = g_object_new (REFRAIN_TYPE_FILE, NULL);
  self->path = g_steal_pointer (&name);
  self->trace = trace;
  self->study = refrain_study_new (trace);
  return self;
}

/**
 * refrain_file_get_path:
 * @self: a trace
 *
 * Where the trace is.
 *
 * Returns: (type filename) (transfer none): where it was opened
 */
REFRAIN_GETTER (RefrainFile, refrain_file, const char *, get_path, self->path)

/**
 * refrain_file_get_name:
 * @self: a trace
 *
 * What the trace is called.
 *
 * Returns: (transfer none): a short name for titles
 */
REFRAIN_GETTER (
    RefrainFile, refrain_file, const char *, get_name, refrain_trace_get_name (self->trace))

/**
 * refrain_file_get_n_processes:
 * @self: a trace
 *
 * How many processes the run had.
 *
 * Returns: how many processes it has; ranks count from 0
 */
REFRAIN_GETTER (
    RefrainFile, refrain_file, guint, get_n_processes, refrain_trace_get_n_processes (self->trace))

/* ---- Analyses ---- */

/**
 * refrain_list_analyses:
 *
 * What can be asked of a trace. refrain_file_ask() knows `"convert"`, too, which finds nothing: it
 * writes a file.
 *
 * Returns: (transfer full): the analyses, by name
 */
char **
refrain_list_analyses (void)
{
  guint n;
  const RefrainReportKind *const *kinds = refrain_report_kinds_list (&n);
  char **names = g_new0 (char *, n + 1);
  guint n_names = 0;

  for (guint i = 0; i < n; i++)
    if (kinds[i] != &refrain_report_convert)
      names[n_names++] = g_strdup (kinds[i]->name);
  return names;
}

/* @first, then @arguments, files as paths. Free with g_strfreev(). */
static char **
list_words (const char *first, const char *const *arguments)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  g_strv_builder_add (words, first);
  for (; arguments != NULL && *arguments != NULL; arguments++)
    {
      g_autofree char *word = refrain_address_read (g_strdup (*arguments));

      g_strv_builder_add (words, word);
    }
  return g_strv_builder_end (words);
}

/**
 * refrain_file_ask:
 * @self: a trace
 * @analysis: a command of `refrain-cli`, such as `"patterns"`
 * @arguments: (nullable) (array zero-terminated=1): its options and what follows the trace, as on a
 *   command line; files by name or address
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Runs an analysis, unless that was done for the same options; any thread.
 *
 * Returns: (transfer full): the result, or %NULL with @error
 */
RefrainAnswer *
refrain_file_ask (RefrainFile *self,
                  const char *analysis,
                  const char *const *arguments,
                  GCancellable *cancellable,
                  GError **error)
{
  const RefrainStudyAsk ask = { .cancellable = cancellable };
  g_autoptr (RefrainReportRequest) request = NULL;
  g_auto (GStrv) words = NULL;
  const RefrainReportKind *kind;
  RefrainReport *report;

  g_return_val_if_fail (REFRAIN_IS_FILE (self) && analysis != NULL, NULL);

  kind = refrain_report_kind_find (analysis);
  if (kind == NULL)
    return refrain_fail_null (error, REFRAIN_ERROR_USAGE, _ ("“%s” is no analysis"), analysis);
  words = list_words (self->path, arguments);
  request = refrain_report_request_new (kind, (const char *const *) words, NULL, error);
  if (request == NULL)
    return NULL;
  /* Some read the file themselves: text of loops, what is converted. */
  report = refrain_report_request_make (request, request->words[0] != NULL ? self->study : NULL,
                                        &ask, error);
  return report != NULL ? refrain_answer_new (report) : NULL;
}

/* ---- Figures ---- */

/**
 * refrain_list_views:
 *
 * What of a trace can be drawn.
 *
 * Returns: (transfer full): the views, by name
 */
char **
refrain_list_views (void)
{
  g_autofree const char **names = refrain_views_list_names ();

  return g_strdupv ((char **) names);
}

/* Fills in what is asked for; FALSE with @error. */
static gboolean
understand_figure (RefrainExport *figure,
                   const char *view,
                   const char *path,
                   const char *const *arguments,
                   GError **error)
{
  g_auto (GStrv) words = list_words ("export", arguments);
  g_autofree char *warning = NULL;

  if (!refrain_export_read (figure, &words, error))
    return FALSE;
  /* What a command line says with them, is said by parameters here. */
  if (figure->view != NULL || figure->output != NULL || figure->stream != NULL || words[1] != NULL)
    return refrain_report_refuse_both (figure->view != NULL     ? "--view"
                                       : figure->output != NULL ? "--output"
                                       : figure->stream != NULL ? "--format"
                                                                : words[1],
                                       "refrain_file_draw()", error);
  figure->view = g_strdup (view);
  figure->output = g_strdup (path);
  return refrain_export_understand (figure, &warning, error);
}

/**
 * refrain_file_draw:
 * @self: a trace
 * @view: one of refrain_list_views(), such as `"events"`
 * @path: (type filename): a file that ends with `.svg`, `.pdf` or `.png`; of the view `"pattern"`
 *   also with `.csv`, `.tex` or `.txt`
 * @arguments: (nullable) (array zero-terminated=1): options of `refrain-cli export`, such as
 *   `"--width=80mm"`, but for `--view`, `--output` and `--format`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a figure, which replaces what is at @path when it is whole; any thread.
 *
 * Returns: %TRUE, or %FALSE with @error
 */
gboolean
refrain_file_draw (RefrainFile *self,
                   const char *view,
                   const char *path,
                   const char *const *arguments,
                   GCancellable *cancellable,
                   GError **error)
{
  const RefrainStudyAsk ask = { .cancellable = cancellable };
  g_autofree char *output = NULL;
  g_auto (RefrainExport) figure;

  refrain_export_init (&figure);
  g_return_val_if_fail (REFRAIN_IS_FILE (self) && view != NULL && path != NULL, FALSE);

  output = refrain_address_read (g_strdup (path));
  return understand_figure (&figure, view, output, arguments, error)
         && refrain_export_draw (&figure, self->study, &ask, error);
}

/* ---- Columns of one process, as they are kept ---- */

static RefrainProcess *
find_process (RefrainFile *self, guint process, GError **error)
{
  if (process < refrain_trace_get_n_processes (self->trace))
    return refrain_trace_get_process (self->trace, process);
  return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT, _ ("%s: no process %u"), self->path,
                            process);
}

/**
 * refrain_file_get_calls:
 * @self: a trace
 * @process: a rank
 * @error: return location for an error
 *
 * Columns: `start` and `end` in nanoseconds, `routine`, `parent` (the row of the calling call, or
 * 2³² − 1) and `depth`. O(1): nothing is copied.
 *
 * Returns: (transfer full): the routine calls of a process in the order in which they start, or
 *   %NULL with @error
 */
RefrainData *
refrain_file_get_calls (RefrainFile *self, guint process, GError **error)
{
  RefrainProcess *of;
  const RefrainCalls *calls;
  RefrainData *data;

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  of = find_process (self, process, error);
  if (of == NULL)
    return NULL;
  calls = refrain_process_get_calls (of);
  data = refrain_data_new (calls->n, G_OBJECT (self->trace));
  refrain_data_add_borrowed (data, "start", REFRAIN_DATA_INT64, calls->start);
  refrain_data_add_borrowed (data, "end", REFRAIN_DATA_INT64, calls->end);
  refrain_data_add_borrowed (data, "routine", REFRAIN_DATA_UINT32, calls->routine);
  refrain_data_take_labels (data, refrain_tables_list_names (self->trace, FALSE));
  refrain_data_add_borrowed (data, "parent", REFRAIN_DATA_UINT32, calls->parent);
  refrain_data_add_borrowed (data, "depth", REFRAIN_DATA_UINT16, calls->depth);
  return data;
}

/* The names of RefrainOpKind. */
static char **
list_kinds (void)
{
  char **names = g_new0 (char *, REFRAIN_OP_COLLECTIVE + 2);

  for (RefrainOpKind kind = 0; kind <= REFRAIN_OP_COLLECTIVE; kind++)
    names[kind] = g_strdup (refrain_op_kind_get_name (kind));
  return names;
}

/**
 * refrain_file_get_operations:
 * @self: a trace
 * @process: a rank
 * @error: return location for an error
 *
 * Columns: `time` in nanoseconds, `kind`, `peer` (a rank; of a collective its root; −1 for none),
 * `tag` (of a collective its type, numbered as in OTF2), `bytes`, `communicator`, `call` (the row
 * of the call it stands in), `partner` (the row of the matching operation of the peer) and
 * `logical` (Lamport time). A send stands where it is called, a receive where it completes. O(1):
 * nothing is copied.
 *
 * Returns: (transfer full): the communication operations of a process in the order of their time,
 *   or %NULL with @error
 */
RefrainData *
refrain_file_get_operations (RefrainFile *self, guint process, GError **error)
{
  RefrainProcess *of;
  const RefrainOps *ops;
  RefrainData *data;

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  of = find_process (self, process, error);
  if (of == NULL)
    return NULL;
  ops = refrain_process_get_ops (of);
  data = refrain_data_new (ops->n, G_OBJECT (self->trace));
  refrain_data_add_borrowed (data, "time", REFRAIN_DATA_INT64, ops->time);
  refrain_data_add_borrowed (data, "kind", REFRAIN_DATA_UINT8, ops->kind);
  refrain_data_take_labels (data, list_kinds ());
  refrain_data_add_borrowed (data, "peer", REFRAIN_DATA_INT32, ops->peer);
  refrain_data_add_borrowed (data, "tag", REFRAIN_DATA_INT32, ops->tag);
  refrain_data_add_borrowed (data, "bytes", REFRAIN_DATA_UINT64, ops->bytes);
  refrain_data_add_borrowed (data, "communicator", REFRAIN_DATA_UINT32, ops->comm);
  refrain_data_take_labels (data, refrain_tables_list_names (self->trace, TRUE));
  refrain_data_add_borrowed (data, "call", REFRAIN_DATA_UINT32, ops->call);
  refrain_data_add_borrowed (data, "partner", REFRAIN_DATA_UINT32, ops->partner);
  refrain_data_add_borrowed (data, "logical", REFRAIN_DATA_UINT32, ops->logical);
  return data;
}

/* ---- Tables of the whole trace ---- */

/**
 * refrain_file_find_messages:
 * @self: a trace
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Columns: `source`, `destination`, `tag`, `bytes`, `communicator`, `start` (when the send begins),
 * `end` (when the receive, or what completes it, ends) and `waiting` (how long the receiver waits
 * for the sender or the sender for the receiver), in seconds.
 *
 * Returns: (transfer full): all messages of the run in the order in which they start, or %NULL with
 *   @error
 */
RefrainData *
refrain_file_find_messages (RefrainFile *self, GCancellable *cancellable, GError **error)
{
  const RefrainStudyAsk ask = { .cancellable = cancellable };

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  return refrain_tables_find_messages (self->study, &ask, error);
}

/**
 * refrain_file_find_calls:
 * @self: a trace
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Columns: `process`, `routine`, `start`, `end`, `seconds` and `depth`; times are seconds.
 *
 * Returns: (transfer full): all routine calls of the run, by process and start, or %NULL with
 * @error
 */
RefrainData *
refrain_file_find_calls (RefrainFile *self, GCancellable *cancellable, GError **error)
{
  const RefrainStudyAsk ask = { .cancellable = cancellable };

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  return refrain_tables_find_calls (self->study, &ask, error);
}

/**
 * refrain_file_find_collectives:
 * @self: a trace
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Columns: `instance`, `collective`, `process`, `communicator`, `root` (−1 for none), `bytes` (that
 * this process sends), `start`, `end` and `waiting`; times are seconds.
 *
 * Returns: (transfer full): the calls of all collective operations, by instance and process, or
 *   %NULL with @error
 */
RefrainData *
refrain_file_find_collectives (RefrainFile *self, GCancellable *cancellable, GError **error)
{
  const RefrainStudyAsk ask = { .cancellable = cancellable };

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  return refrain_tables_find_collectives (self->study, &ask, error);
}

/* Of which series, from its name; FALSE with @error. */
static gboolean
understand (RefrainSeriesArguments *arguments,
            const char *kind,
            const char *name,
            RefrainRecurs *which,
            guint32 *id,
            GError **error)
{
  char **const at[REFRAIN_N_RECURS] = { [REFRAIN_RECURS_LOOP] = &arguments->loop,
                                        [REFRAIN_RECURS_PHASE] = &arguments->phase,
                                        [REFRAIN_RECURS_PATTERN] = &arguments->pattern,
                                        [REFRAIN_RECURS_ROUTINE] = &arguments->routine,
                                        [REFRAIN_RECURS_SEQUENCE] = &arguments->sequence };

  for (RefrainRecurs k = 0; k < REFRAIN_N_RECURS; k++)
    if (g_str_equal (kind, refrain_recurs_get_name (k)))
      {
        *at[k] = g_strdup (name);
        return refrain_series_arguments_understand (arguments, which, id, error);
      }
  return refrain_fail (error, REFRAIN_ERROR_USAGE,
                       _ ("“%s” is none of loop, phase, pattern, routine and sequence"), kind);
}

/* Of elementary pattern @id; NULL with @error. */
static RefrainOccurrences *
collect_elementary (RefrainFile *self, guint32 id, const RefrainStudyAsk *ask, GError **error)
{
  const RefrainPatternArguments level = { .elementary = TRUE };
  g_autoptr (RefrainPatternSet) set
      = refrain_pattern_arguments_find (&level, self->study, ask, NULL, error);

  return set != NULL
                 && refrain_pattern_arguments_get_pattern (set, (int) MIN (id, G_MAXINT),
                                                           self->path, error)
                        != NULL
             ? refrain_occurrences_new_for_pattern (set, id - 1)
             : NULL;
}

/* Says that a phase comes once: the table of what it repeats would be empty. */
static gboolean
check_repeats (RefrainFile *self, RefrainOccurrences *occurrences, GError **error)
{
  g_autofree char *what = NULL;

  if (refrain_occurrences_get_n (occurrences) > 0)
    return TRUE;
  what = refrain_occurrences_describe (occurrences);
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ ("%s repeats nothing"), what);
  g_prefix_error (error, "%s: ", self->path);
  return FALSE;
}

/**
 * refrain_file_find_occurrences:
 * @self: a trace
 * @kind: `"pattern"`, `"elementary"`, `"phase"`, `"loop"`, `"routine"` or `"sequence"`
 * @name: its number, as the command of that name lists it; of a routine its name
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Columns: `number` (from 1), `start`, `end`, `seconds` (what it takes) and `processes` (ranks,
 * apart by spaces); times are seconds. Patterns are the composite ones, as `patterns` numbers them;
 * `"elementary"` are those of `patterns --elementary`. Of a phase they are what it repeats; one
 * that repeats nothing is an error.
 *
 * Returns: (transfer full): all occurrences in the order in which they start, or %NULL with @error
 */
RefrainData *
refrain_file_find_occurrences (RefrainFile *self,
                               const char *kind,
                               const char *name,
                               GCancellable *cancellable,
                               GError **error)
{
  const RefrainStudyAsk ask = { .cancellable = cancellable };
  g_auto (RefrainSeriesArguments) arguments = { 0 };
  g_autoptr (RefrainOccurrences) occurrences = NULL;
  gboolean elementary;
  RefrainRecurs which;
  guint32 id;

  g_return_val_if_fail (REFRAIN_IS_FILE (self) && kind != NULL && name != NULL, NULL);

  elementary = g_str_equal (kind, "elementary");
  if (!understand (&arguments, elementary ? "pattern" : kind, name, &which, &id, error))
    return NULL;
  occurrences = elementary ? collect_elementary (self, id, &ask, error)
                           : refrain_series_arguments_collect (&arguments, self->study, &ask, which,
                                                               id, error);
  return occurrences != NULL
                 && (which != REFRAIN_RECURS_PHASE || check_repeats (self, occurrences, error))
             ? refrain_tables_list_occurrences (occurrences, error)
             : NULL;
}
