/* refrain-tables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each table is one walk over the rows of the trace.
 */
#include "config.h"

#include "refrain-tables.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-data-private.h"
#include "refrain-error.h"
#include "refrain-order.h"
#include "refrain-waits.h"

char **
refrain_tables_list_names (RefrainTrace *trace, gboolean communicators)
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
add_columns (RefrainData *data, const Wanted *wanted, gsize n, RefrainTrace *trace, GError **error)
{
  for (gsize i = 0; i < n; i++)
    {
      gpointer values = refrain_data_add (data, wanted[i].name, wanted[i].type);

      if (values == NULL)
        return refrain_fail (error, REFRAIN_ERROR_IO, _ ("%s: not enough memory for %zu rows"),
                             refrain_trace_get_path (trace), refrain_data_get_n_rows (data));
      *(gpointer *) wanted[i].at = values;
      if (g_str_equal (wanted[i].name, "communicator"))
        refrain_data_take_labels (data, refrain_tables_list_names (trace, TRUE));
      else if (g_str_equal (wanted[i].name, "routine"))
        refrain_data_take_labels (data, refrain_tables_list_names (trace, FALSE));
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

static GCancellable *
get_cancellable (const RefrainStudyAsk *ask)
{
  return ask != NULL ? ask->cancellable : NULL;
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
      return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("not enough memory for %zu messages"),
                                *n);
    }
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

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

RefrainData *
refrain_tables_find_messages (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
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

  waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, ask, error);
  messages = waits != NULL ? order_messages (trace, &n, get_cancellable (ask), error) : NULL;
  if (messages == NULL)
    return NULL;
  data = refrain_data_new (n, NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), trace, error))
    return NULL;
  for (gsize i = 0; i < n; i++)
    {
      const Message *m = &messages[i];
      const RefrainOps *ops = refrain_trace_get_ops (trace, m->process);
      RefrainTime from, to;

      refrain_occurrences_get_op_span (trace, m->process, m->op, &from, &to);
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

RefrainData *
refrain_tables_find_calls (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
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

  n_processes = refrain_trace_get_n_processes (trace);
  for (guint p = 0; p < n_processes; p++)
    n += refrain_trace_get_calls (trace, p)->n;
  data = refrain_data_new (n, NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), trace, error))
    return NULL;
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (trace, p);

      if (g_cancellable_set_error_if_cancelled (get_cancellable (ask), error))
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

RefrainData *
refrain_tables_find_collectives (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
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

  waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, ask, error);
  if (waits == NULL)
    return NULL;
  all = refrain_trace_get_collectives (trace);
  data = refrain_data_new (all->n_members, NULL);
  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted), trace, error))
    return NULL;
  for (gsize i = 0; i < all->n; i++)
    for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
      {
        const guint32 op = all->op[k];
        const RefrainOps *ops = refrain_trace_get_ops (trace, all->process[k]);
        RefrainTime from, to;

        refrain_occurrences_get_op_span (trace, all->process[k], op, &from, &to);
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

/* ---- Columns of texts ---- */

/* Equal texts are one label. */
typedef struct
{
  GHashTable *numbers;
  GPtrArray *texts;
} Labels;

static Labels
begin_labels (void)
{
  return (Labels){ g_hash_table_new (g_str_hash, g_str_equal), g_ptr_array_new () };
}

static guint32
find_label (Labels *labels, const char *text)
{
  gpointer number;

  if (g_hash_table_lookup_extended (labels->numbers, text, NULL, &number))
    return GPOINTER_TO_UINT (number);
  number = GUINT_TO_POINTER (labels->texts->len);
  g_ptr_array_add (labels->texts, g_strdup (text));
  g_hash_table_insert (labels->numbers, labels->texts->pdata[labels->texts->len - 1], number);
  return GPOINTER_TO_UINT (number);
}

/* They are those of the last column of @data. */
static void
end_labels (Labels *labels, RefrainData *data)
{
  g_hash_table_unref (labels->numbers);
  /* Bindings take a list of none for no list. */
  if (labels->texts->len == 0)
    g_ptr_array_add (labels->texts, g_strdup (""));
  g_ptr_array_add (labels->texts, NULL);
  refrain_data_take_labels (data, (char **) g_ptr_array_free (labels->texts, FALSE));
}

/* ---- Occurrences ---- */

/* The ranks that take part in each occurrence, as text. */
static void
add_processes (RefrainData *data, RefrainOccurrences *occurrences)
{
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 *values = refrain_data_add (data, "processes", REFRAIN_DATA_UINT32);
  Labels labels;

  if (values == NULL)
    return;
  labels = begin_labels ();
  for (guint32 i = 0; i < n; i++)
    {
      guint32 last = REFRAIN_NONE;
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
      values[i] = find_label (&labels, text->str);
    }
  end_labels (&labels, data);
}

RefrainData *
refrain_tables_list_occurrences (RefrainOccurrences *occurrences, GError **error)
{
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autoptr (RefrainData) data = refrain_data_new (n, NULL);
  guint32 *number;
  double *start, *end, *time;
  const Wanted wanted[] = {
    { "number", REFRAIN_DATA_UINT32, &number },
    { "start", REFRAIN_DATA_DOUBLE, &start },
    { "end", REFRAIN_DATA_DOUBLE, &end },
    { "seconds", REFRAIN_DATA_DOUBLE, &time },
  };

  if (!add_columns (data, wanted, G_N_ELEMENTS (wanted),
                    refrain_occurrences_get_trace (occurrences), error))
    return NULL;
  for (guint32 i = 0; i < n; i++)
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

/* ---- The main table of a report ---- */

static gboolean
is_text (const RefrainReportColumn *column)
{
  return column->kind == REFRAIN_CELL_TEXT || column->kind == REFRAIN_CELL_RANKS
         || column->kind == REFRAIN_CELL_WORDS;
}

/* As in CSV: where no column has a name for programs, those for people. */
static const char *
get_column_name (const RefrainReportTable *table, guint c)
{
  const guint n = refrain_report_table_get_n_columns (table);
  guint keyed = 0;

  while (keyed < n && refrain_report_table_get_column (table, keyed)->key == NULL)
    keyed++;
  return keyed < n ? refrain_report_table_get_column (table, c)->key
                   : refrain_report_table_get_column (table, c)->heading;
}

static void
add_texts (RefrainData *data, const RefrainReportTable *table, guint c, gsize n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 *values = refrain_data_add (data, get_column_name (table, c), REFRAIN_DATA_UINT32);
  Labels labels;

  if (values == NULL)
    return;
  labels = begin_labels ();
  for (gsize row = 0; row < n; row++)
    {
      const RefrainCell cell = refrain_report_table_get_cell (table, row, c);

      g_string_truncate (text, 0);
      refrain_report_append_for_programs (text, cell);
      values[row] = cell.kind == REFRAIN_CELL_NULL ? G_MAXUINT32 : find_label (&labels, text->str);
    }
  end_labels (&labels, data);
}

static double
get_number (RefrainCell cell)
{
  switch (cell.kind)
    {
    case REFRAIN_CELL_NULL:
      return NAN;
    case REFRAIN_CELL_SHARE:
    case REFRAIN_CELL_DOUBLE:
      return cell.real;
    case REFRAIN_CELL_TIME:
      return (double) cell.integer / 1e9;
    default:
      return (double) cell.integer;
    }
}

/* Whole numbers where all are, else such as can be missing. */
static void
add_numbers (RefrainData *data, const RefrainReportTable *table, guint c, gsize n)
{
  const RefrainReportColumn *column = refrain_report_table_get_column (table, c);
  const gboolean counts = column->kind != REFRAIN_CELL_TIME && column->kind != REFRAIN_CELL_SHARE
                          && column->kind != REFRAIN_CELL_DOUBLE;
  gboolean whole = counts;

  for (gsize row = 0; whole && row < n; row++)
    whole = refrain_report_table_get_cell (table, row, c).kind != REFRAIN_CELL_NULL;
  if (whole)
    {
      gint64 *values = refrain_data_add (data, get_column_name (table, c), REFRAIN_DATA_INT64);

      for (gsize row = 0; values != NULL && row < n; row++)
        values[row] = refrain_report_table_get_cell (table, row, c).integer;
    }
  else
    {
      double *values = refrain_data_add (data, get_column_name (table, c), REFRAIN_DATA_DOUBLE);

      for (gsize row = 0; values != NULL && row < n; row++)
        values[row] = get_number (refrain_report_table_get_cell (table, row, c));
      if (values != NULL && counts)
        refrain_data_set_whole (data);
    }
}

RefrainData *
refrain_tables_from_report (const RefrainReport *report)
{
  const RefrainReportTable *table = refrain_report_get_main (report);
  RefrainData *data;
  gsize n;

  if (table == NULL)
    return NULL;
  n = refrain_report_table_get_n_rows (table);
  data = refrain_data_new (n, NULL);
  for (guint c = 0; c < refrain_report_table_get_n_columns (table); c++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (table, c);

      if (get_column_name (table, c) == NULL)
        continue;
      if (is_text (column))
        add_texts (data, table, c, n);
      else
        add_numbers (data, table, c, n);
    }
  return data;
}
