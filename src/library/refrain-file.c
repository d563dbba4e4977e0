/* refrain-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace for programs outside: open it, ask it, read its columns.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "refrain-answer-private.h"
#include "refrain-data-private.h"
#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-object.h"
#include "refrain-order.h"
#include "refrain-report-kind.h"
#include "refrain-series-options.h"
#include "refrain-waits.h"

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
 * @path: (type filename): a trace in any format that `refrain-cli` reads
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
  RefrainFile *self;
  RefrainTrace *trace;

  g_return_val_if_fail (path != NULL, NULL);

  trace = refrain_trace_load (path, cancellable, NULL, NULL, error);
  if (trace == NULL)
    return NULL;
  self = g_object_new (REFRAIN_TYPE_FILE, NULL);
  self->path = g_strdup (path);
  self->trace = trace;
  self->study = refrain_study_new (trace);
  return self;
}

/**
 * refrain_file_get_path:
 * @self: a trace
 *
 * Returns: (type filename) (transfer none): where it was opened
 */
REFRAIN_GETTER (RefrainFile, refrain_file, const char *, get_path, self->path)

/**
 * refrain_file_get_name:
 * @self: a trace
 *
 * Returns: (transfer none): a short name for titles
 */
const char *
refrain_file_get_name (RefrainFile *self)
{
  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  return refrain_trace_get_name (self->trace);
}

/**
 * refrain_file_get_n_processes:
 * @self: a trace
 *
 * Returns: how many processes it has; ranks count from 0
 */
guint
refrain_file_get_n_processes (RefrainFile *self)
{
  g_return_val_if_fail (REFRAIN_IS_FILE (self), 0);

  return refrain_trace_get_n_processes (self->trace);
}

/* ---- Analyses ---- */

/**
 * refrain_list_analyses:
 *
 * Returns: (transfer full): what refrain_file_ask() knows, by name
 */
char **
refrain_list_analyses (void)
{
  guint n;
  const RefrainReportKind *const *kinds = refrain_report_kinds_list (&n);
  char **names = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = g_strdup (kinds[i]->name);
  return names;
}

/**
 * refrain_file_ask:
 * @self: a trace
 * @analysis: a command of `refrain-cli`, such as `"patterns"`
 * @arguments: (nullable) (array zero-terminated=1): its options and what follows the trace, as on a
 *   command line
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
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  const RefrainReportKind *kind;
  RefrainReport *report;

  g_return_val_if_fail (REFRAIN_IS_FILE (self) && analysis != NULL, NULL);

  kind = refrain_report_kind_find (analysis);
  if (kind == NULL)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE, _ ("“%s” is no analysis"), analysis);
      return NULL;
    }
  g_strv_builder_add (words, self->path);
  if (arguments != NULL)
    g_strv_builder_addv (words, (const char **) arguments);
  all = g_strv_builder_end (words);
  request = refrain_report_request_new (kind, (const char *const *) all, NULL, error);
  if (request == NULL)
    return NULL;
  report = refrain_report_request_make (request, self->study, &ask, error);
  return report != NULL ? refrain_answer_new (report) : NULL;
}

/* ---- Columns of one process, as they are kept ---- */

static RefrainProcess *
find_process (RefrainFile *self, guint process, GError **error)
{
  if (process < refrain_trace_get_n_processes (self->trace))
    return refrain_trace_get_process (self->trace, process);
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ ("%s: there is no process %u"),
               self->path, process);
  return NULL;
}

/* The names of all routines or communicators. */
static char **
list_names (RefrainTrace *trace, gboolean communicators)
{
  const guint n = communicators ? refrain_trace_get_n_communicators (trace)
                                : refrain_trace_get_n_routines (trace);
  char **names = g_new0 (char *, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = g_strdup (
        communicators ? refrain_communicator_get_name (refrain_trace_get_communicator (trace, i))
                      : refrain_routine_get_name (refrain_trace_get_routine (trace, i)));
  return names;
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
  refrain_data_take_labels (data, list_names (self->trace, FALSE));
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
  refrain_data_take_labels (data, list_names (self->trace, TRUE));
  refrain_data_add_borrowed (data, "call", REFRAIN_DATA_UINT32, ops->call);
  refrain_data_add_borrowed (data, "partner", REFRAIN_DATA_UINT32, ops->partner);
  refrain_data_add_borrowed (data, "logical", REFRAIN_DATA_UINT32, ops->logical);
  return data;
}

/* ---- Tables of the whole trace ---- */

/* The names of RefrainCollective. */
static char **
list_collectives (void)
{
  char **names = g_new0 (char *, REFRAIN_N_COLLECTIVES + 1);

  for (RefrainCollective type = 0; type < REFRAIN_N_COLLECTIVES; type++)
    names[type] = g_strdup (refrain_collective_get_name (type));
  return names;
}

/* A column, and where a pointer to its values goes. */
typedef struct
{
  const char *name;
  RefrainDataType type;
  gpointer at;
} Wanted;

/* FALSE with @error where there is no memory for them. */
static gboolean
add_columns (RefrainData *data, const Wanted *wanted, gsize n, RefrainFile *self, GError **error)
{
  for (gsize i = 0; i < n; i++)
    {
      gpointer values = refrain_data_add (data, wanted[i].name, wanted[i].type);

      if (values == NULL)
        {
          g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO,
                       _ ("%s: not enough memory for %zu rows"), self->path,
                       refrain_data_get_n_rows (data));
          return FALSE;
        }
      *(gpointer *) wanted[i].at = values;
      if (g_str_equal (wanted[i].name, "communicator"))
        refrain_data_take_labels (data, list_names (self->trace, TRUE));
      else if (g_str_equal (wanted[i].name, "routine"))
        refrain_data_take_labels (data, list_names (self->trace, FALSE));
      else if (g_str_equal (wanted[i].name, "collective"))
        refrain_data_take_labels (data, list_collectives ());
    }
  return TRUE;
}

static double
seconds (RefrainTime time)
{
  return (double) time / 1e9;
}

static gboolean
is_message (const RefrainOps *ops, gsize op)
{
  return REFRAIN_OP_IS_RECV (ops->kind[op]) && ops->partner[op] != REFRAIN_NONE;
}

/* A row for each receive that has a send, in the order in which these begin; ties by process and
 * row of the receive. */
typedef struct
{
  RefrainTime start;
  guint32 process, op;
} Message;

static Message *
order_messages (RefrainTrace *trace, gsize *n, GCancellable *cancellable, GError **error)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree Message *found = NULL;
  g_autofree guint64 *keys = NULL;
  g_autofree guint32 *order = NULL;
  Message *messages;
  gsize k = 0;

  *n = refrain_trace_get_counts (trace)->messages;
  found = g_try_new (Message, *n + 1);
  keys = g_try_new (guint64, *n + 1);
  messages = g_try_new (Message, *n + 1);
  if (found == NULL || keys == NULL || messages == NULL || *n >= G_MAXUINT32)
    {
      g_free (messages);
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, _ ("not enough memory for %zu messages"),
                   *n);
      return NULL;
    }
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize op = 0; op < ops->n && k < *n; op++)
        if (is_message (ops, op))
          {
            RefrainProcess *from = refrain_trace_get_process (trace, (guint) ops->peer[op]);

            found[k] = (Message){ refrain_process_get_op_start (from, ops->partner[op]), p,
                                  (guint32) op };
            keys[k] = (guint64) (found[k].start + REFRAIN_TIME_LIMIT);
            k++;
          }
    }
  *n = k;
  order = refrain_order_rows (keys, (guint32) k, cancellable, error);
  if (order == NULL)
    g_clear_pointer (&messages, g_free);
  for (gsize i = 0; order != NULL && i < k; i++)
    messages[i] = found[order[i]];
  return messages;
}

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
  g_autoptr (RefrainData) data = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autofree Message *messages = NULL;
  guint32 *source, *destination, *communicator;
  gint32 *tag;
  guint64 *bytes;
  double *start, *end, *waiting;
  const Wanted wanted[] = {
    { "source", REFRAIN_DATA_UINT32, &source },
    { "destination", REFRAIN_DATA_UINT32, &destination },
    { "tag", REFRAIN_DATA_INT32, &tag },
    { "bytes", REFRAIN_DATA_UINT64, &bytes },
    { "communicator", REFRAIN_DATA_UINT32, &communicator },
    { "start", REFRAIN_DATA_DOUBLE, &start },
    { "end", REFRAIN_DATA_DOUBLE, &end },
    { "waiting", REFRAIN_DATA_DOUBLE, &waiting },
  };
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  waits = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, &ask, error);
  messages = waits != NULL ? order_messages (self->trace, &n, cancellable, error) : NULL;
  if (messages == NULL)
    return NULL;
  data = refrain_data_new (n, NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), self, error))
    return NULL;
  for (gsize i = 0; i < n; i++)
    {
      const Message *m = &messages[i];
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (self->trace, m->process));
      RefrainTime from, to;

      refrain_occurrences_get_op_span (self->trace, m->process, m->op, &from, &to);
      source[i] = (guint32) ops->peer[m->op];
      destination[i] = m->process;
      tag[i] = ops->tag[m->op];
      bytes[i] = ops->bytes[m->op];
      communicator[i] = ops->comm[m->op];
      start[i] = seconds (m->start);
      end[i] = seconds (to);
      waiting[i]
          = seconds (refrain_waits_get_columns (waits, m->process)->waiting[m->op]
                     + refrain_waits_get_columns (waits, source[i])->waiting[ops->partner[m->op]]);
    }
  return g_steal_pointer (&data);
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
  g_autoptr (RefrainData) data = NULL;
  guint32 *process, *routine;
  double *start, *end, *time;
  guint16 *depth;
  const Wanted wanted[] = {
    { "process", REFRAIN_DATA_UINT32, &process }, { "routine", REFRAIN_DATA_UINT32, &routine },
    { "start", REFRAIN_DATA_DOUBLE, &start },     { "end", REFRAIN_DATA_DOUBLE, &end },
    { "seconds", REFRAIN_DATA_DOUBLE, &time },    { "depth", REFRAIN_DATA_UINT16, &depth },
  };
  guint n_processes;
  gsize n = 0, k = 0;

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  n_processes = refrain_trace_get_n_processes (self->trace);
  for (guint p = 0; p < n_processes; p++)
    n += refrain_process_get_calls (refrain_trace_get_process (self->trace, p))->n;
  data = refrain_data_new (n, NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), self, error))
    return NULL;
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainCalls *calls
          = refrain_process_get_calls (refrain_trace_get_process (self->trace, p));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (gsize i = 0; i < calls->n; i++, k++)
        {
          process[k] = p;
          routine[k] = calls->routine[i];
          start[k] = seconds (calls->start[i]);
          end[k] = seconds (calls->end[i]);
          time[k] = seconds (calls->end[i] - calls->start[i]);
          depth[k] = calls->depth[i];
        }
    }
  return g_steal_pointer (&data);
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
  const RefrainCollectives *all;
  g_autoptr (RefrainData) data = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  guint32 *instance, *process, *communicator;
  guint8 *type;
  gint32 *root;
  guint64 *bytes;
  double *start, *end, *waiting;
  const Wanted wanted[] = {
    { "instance", REFRAIN_DATA_UINT32, &instance },
    { "collective", REFRAIN_DATA_UINT8, &type },
    { "process", REFRAIN_DATA_UINT32, &process },
    { "communicator", REFRAIN_DATA_UINT32, &communicator },
    { "root", REFRAIN_DATA_INT32, &root },
    { "bytes", REFRAIN_DATA_UINT64, &bytes },
    { "start", REFRAIN_DATA_DOUBLE, &start },
    { "end", REFRAIN_DATA_DOUBLE, &end },
    { "waiting", REFRAIN_DATA_DOUBLE, &waiting },
  };

  g_return_val_if_fail (REFRAIN_IS_FILE (self), NULL);

  waits = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, &ask, error);
  if (waits == NULL)
    return NULL;
  all = refrain_trace_get_collectives (self->trace);
  data = refrain_data_new (all->n_members, NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), self, error))
    return NULL;
  for (gsize i = 0; i < all->n; i++)
    for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
      {
        const guint32 op = all->op[k];
        const RefrainOps *ops
            = refrain_process_get_ops (refrain_trace_get_process (self->trace, all->process[k]));
        RefrainTime from, to;

        refrain_occurrences_get_op_span (self->trace, all->process[k], op, &from, &to);
        instance[k] = (guint32) i;
        type[k] = MIN (all->type[i], REFRAIN_N_COLLECTIVES - 1);
        process[k] = all->process[k];
        communicator[k] = all->comm[i];
        root[k] = ops->peer[op];
        bytes[k] = ops->bytes[op];
        start[k] = seconds (from);
        end[k] = seconds (to);
        waiting[k] = seconds (refrain_waits_get_columns (waits, all->process[k])->waiting[op]);
      }
  return g_steal_pointer (&data);
}

/* ---- Occurrences ---- */

/* The ranks that take part in each occurrence as text, equal ones once. */
static void
add_processes (RefrainData *data, RefrainOccurrences *occurrences)
{
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 *values = refrain_data_add (data, "processes", REFRAIN_DATA_UINT32);

  for (guint32 i = 0; values != NULL && i < n; i++)
    {
      guint32 last = REFRAIN_NONE;
      gpointer number;
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (occurrences, i, &n_parts);

      g_string_truncate (text, 0);
      for (gsize k = 0; k < n_parts; k++)
        if (parts[k].process != last)
          {
            last = parts[k].process;
            g_string_append_printf (text, "%s%u", text->len > 0 ? " " : "", last);
          }
      if (text->len == 0 && refrain_occurrences_get (occurrences, i).process != REFRAIN_NONE)
        g_string_append_printf (text, "%u", refrain_occurrences_get (occurrences, i).process);
      if (!g_hash_table_lookup_extended (numbers, text->str, NULL, &number))
        {
          number = GUINT_TO_POINTER (labels->len);
          g_ptr_array_add (labels, g_strdup (text->str));
          g_hash_table_insert (numbers, g_ptr_array_index (labels, labels->len - 1), number);
        }
      values[i] = GPOINTER_TO_UINT (number);
    }
  g_ptr_array_add (labels, NULL);
  if (values != NULL)
    refrain_data_take_labels (data, (char **) g_ptr_array_steal (labels, NULL));
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
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE,
               _ ("“%s” is none of loop, phase, pattern, routine and sequence"), kind);
  return FALSE;
}

/**
 * refrain_file_find_occurrences:
 * @self: a trace
 * @kind: `"pattern"`, `"phase"`, `"loop"`, `"routine"` or `"sequence"`
 * @name: its number, as the command of that name lists it; of a routine its name
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Columns: `number` (from 1), `start`, `end`, `seconds` (what it takes) and `processes` (ranks,
 * apart by spaces); times are seconds.
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
  g_autoptr (RefrainData) data = NULL;
  guint32 *number;
  double *start, *end, *time;
  const Wanted wanted[] = {
    { "number", REFRAIN_DATA_UINT32, &number },
    { "start", REFRAIN_DATA_DOUBLE, &start },
    { "end", REFRAIN_DATA_DOUBLE, &end },
    { "seconds", REFRAIN_DATA_DOUBLE, &time },
  };
  RefrainRecurs which;
  guint32 id;

  g_return_val_if_fail (REFRAIN_IS_FILE (self) && kind != NULL && name != NULL, NULL);

  if (!understand (&arguments, kind, name, &which, &id, error))
    return NULL;
  occurrences = refrain_series_arguments_collect (&arguments, self->study, &ask, which, id, error);
  if (occurrences == NULL)
    return NULL;
  data = refrain_data_new (refrain_occurrences_get_n (occurrences), NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), self, error))
    return NULL;
  for (guint32 i = 0; i < refrain_occurrences_get_n (occurrences); i++)
    {
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, i);

      number[i] = i + 1;
      start[i] = seconds (at.start);
      end[i] = seconds (at.end);
      time[i] = seconds (at.duration);
    }
  add_processes (data, occurrences);
  return g_steal_pointer (&data);
}
