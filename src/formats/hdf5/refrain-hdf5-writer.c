/* refrain-hdf5-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions are gathered into tables and written whole; the columns of events follow, those of
 * all processes as one dataset.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-checksum.h"
#include "refrain-compact-make.h"
#include "refrain-hdf5-blocks.h"
#include "refrain-hdf5-compact.h"
#include "refrain-hdf5-output.h"
#include "refrain-hdf5.h"
#include "refrain-metamodel.h"
#include "refrain-save.h"
#include "refrain-summary-kept.h"

#define BUFFER_SIZE REFRAIN_CHECKSUM_CHUNK
/* Traces of more events are kept in blocks: what is kept by rules is expanded whole when it is
 * opened. */
#define MAX_RULE_EVENTS ((guint64) 1 << 22)
/* Traces of fewer events are summarised when they are opened. */
#define LEAST_SUMMARISED (1000 * 1000)

static guint64 max_rule_events = MAX_RULE_EVENTS;

typedef struct
{
  RefrainTrace *trace;
  RefrainHdf5Output output;
  GCancellable *cancellable;
  RefrainProgressFunc progress;
  gpointer progress_data;
  guint64 totals[REFRAIN_N_TABLES];
  const RefrainCompactMade *compact; /* NULL: plain columns, or in blocks */
} Writer;

static void
get_columns (RefrainProcess *process, RefrainProcessColumns *columns)
{
  columns->calls = *refrain_process_get_calls (process);
  columns->ops = *refrain_process_get_ops (process);
  columns->records = *refrain_process_get_records (process);
  columns->tape = *refrain_process_get_tape (process);
  columns->details = *refrain_process_get_details (process);
}

/* ---- Attributes ---- */

static void
put_attributes (Writer *self, RefrainHdf5Text *text)
{
  const RefrainCounts *counts = refrain_trace_get_counts (self->trace);

  refrain_hdf5_output_put_string (&self->output, "format", "MTF");
  refrain_hdf5_output_put_unsigned (&self->output, "version", REFRAIN_HDF5_VERSION);
  refrain_hdf5_output_put_string (&self->output, "creator", "Refrain " PACKAGE_VERSION);
  refrain_hdf5_output_put_unsigned (
      &self->output, "name", refrain_hdf5_text_add (text, refrain_trace_get_name (self->trace)));
  refrain_hdf5_output_put_unsigned (
      &self->output, "description",
      refrain_hdf5_text_add (text, refrain_trace_get_description (self->trace)));
  refrain_hdf5_output_put_unsigned (&self->output, "clock_origin",
                                    refrain_trace_get_clock_origin (self->trace));
  refrain_hdf5_output_put_signed (&self->output, "wall_clock",
                                  refrain_trace_get_wall_clock (self->trace));
  refrain_hdf5_output_put_unsigned (&self->output, "events", counts->events);
  refrain_hdf5_output_put_unsigned (&self->output, "calls", counts->calls);
  refrain_hdf5_output_put_unsigned (&self->output, "mpi_calls", counts->mpi_calls);
  refrain_hdf5_output_put_unsigned (&self->output, "sends", counts->sends);
  refrain_hdf5_output_put_unsigned (&self->output, "receives", counts->receives);
  refrain_hdf5_output_put_unsigned (&self->output, "messages", counts->messages);
  refrain_hdf5_output_put_unsigned (&self->output, "unmatched", counts->unmatched);
  refrain_hdf5_output_put_unsigned (&self->output, "collectives", counts->collectives);
  refrain_hdf5_output_put_unsigned (&self->output, "collective_instances",
                                    counts->collective_instances);
  refrain_hdf5_output_put_unsigned (&self->output, "depth", counts->depth);
  refrain_hdf5_output_put_signed (&self->output, "start", counts->start);
  refrain_hdf5_output_put_signed (&self->output, "end", counts->end);
  if (self->output.blocks)
    refrain_hdf5_output_put_unsigned (&self->output, "compact", REFRAIN_HDF5_BLOCKS_VERSION);
  if (self->compact != NULL)
    {
      refrain_hdf5_output_put_unsigned (&self->output, "compact", REFRAIN_HDF5_COMPACT_VERSION);
      refrain_hdf5_output_put_unsigned (&self->output, "compact_method",
                                        self->compact->sizes.method + 1);
    }
}

/* ---- Definitions ---- */

/* Details have datasets only where there are any. */
static guint
count_tables (Writer *self)
{
  return self->totals[REFRAIN_TABLE_DETAILS] > 0 ? REFRAIN_N_TABLES : REFRAIN_TABLE_DETAILS;
}

static void
put_processes (Writer *self, RefrainHdf5Text *text)
{
  static const char *const firsts[REFRAIN_N_TABLES]
      = { "/processes/first_call", "/processes/first_op", "/processes/first_record",
          "/processes/first_tape_byte", "/processes/first_detail" };
  const guint n_tables = count_tables (self);
  guint n = refrain_trace_get_n_processes (self->trace);
  guint64 at[REFRAIN_N_TABLES] = { 0 }, thread = 0;
  RefrainHdf5Table table = { .n = 0 };
  guint name = refrain_hdf5_table_add (&table, "/processes/name", REFRAIN_COLUMN_U64);
  guint host = refrain_hdf5_table_add (&table, "/processes/host", REFRAIN_COLUMN_U64);
  guint tape = refrain_hdf5_table_add (&table, "/processes/tape_events", REFRAIN_COLUMN_U64);
  guint first_thread
      = refrain_hdf5_table_add (&table, "/processes/first_thread", REFRAIN_COLUMN_U64);
  guint first[REFRAIN_N_TABLES];

  for (guint t = 0; t < n_tables; t++)
    first[t] = refrain_hdf5_table_add (&table, firsts[t], REFRAIN_COLUMN_U64);
  for (guint p = 0; p <= n; p++)
    {
      RefrainProcess *process = p < n ? refrain_trace_get_process (self->trace, p) : NULL;
      RefrainProcessColumns columns;

      refrain_hdf5_table_set (&table, first_thread, thread);
      for (guint t = 0; t < n_tables; t++)
        refrain_hdf5_table_set (&table, first[t], at[t]);
      if (process == NULL)
        break;
      get_columns (process, &columns);
      thread += refrain_process_get_n_threads (process);
      for (guint t = 0; t < n_tables; t++)
        at[t] += refrain_columns_count_rows (&columns, t);
      refrain_hdf5_table_set (&table, name,
                              refrain_hdf5_text_add (text, refrain_process_get_name (process)));
      refrain_hdf5_table_set (&table, host,
                              refrain_hdf5_text_add (text, refrain_process_get_host (process)));
      refrain_hdf5_table_set (&table, tape, columns.tape.n);
    }
  refrain_hdf5_table_put (&table, &self->output);
}

/* Whether any thread is a stream of an accelerator. */
static gboolean
has_streams (RefrainTrace *trace)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        if (refrain_process_get_thread (process, i)->is_stream)
          return TRUE;
    }
  return FALSE;
}

static void
put_threads (Writer *self, RefrainHdf5Text *text)
{
  static const char *const paths[]
      = { "/threads/name",      "/threads/id",         "/threads/events", "/threads/first_call",
          "/threads/n_calls",   "/threads/first_op",   "/threads/n_ops",  "/threads/first_record",
          "/threads/n_records", "/threads/first_tape", "/threads/n_tape" };
  RefrainHdf5Table table = { .n = 0 };
  const gboolean streams = has_streams (self->trace);
  const gboolean details = self->totals[REFRAIN_TABLE_DETAILS] > 0;
  guint stream = 0, first_detail = 0, n_details = 0;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    refrain_hdf5_table_add (&table, paths[i], REFRAIN_COLUMN_U64);
  if (streams)
    stream = refrain_hdf5_table_add (&table, "/threads/stream", REFRAIN_COLUMN_U64);
  if (details)
    {
      first_detail = refrain_hdf5_table_add (&table, "/threads/first_detail", REFRAIN_COLUMN_U64);
      n_details = refrain_hdf5_table_add (&table, "/threads/n_details", REFRAIN_COLUMN_U64);
    }
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        {
          const RefrainThread *t = refrain_process_get_thread (process, i);
          const guint64 values[] = { refrain_hdf5_text_add (text, t->name),
                                     t->id,
                                     t->events,
                                     t->first_call,
                                     t->n_calls,
                                     t->first_op,
                                     t->n_ops,
                                     t->first_record,
                                     t->n_records,
                                     t->first_tape,
                                     t->n_tape };

          for (guint column = 0; column < G_N_ELEMENTS (values); column++)
            refrain_hdf5_table_set (&table, column, values[column]);
          if (streams)
            refrain_hdf5_table_set (&table, stream, t->is_stream);
          if (details)
            {
              refrain_hdf5_table_set (&table, first_detail, t->first_detail);
              refrain_hdf5_table_set (&table, n_details, t->n_details);
            }
        }
    }
  refrain_hdf5_table_put (&table, &self->output);
}

static void
put_routines (Writer *self, RefrainHdf5Text *text)
{
  RefrainHdf5Table table = { .n = 0 };
  guint name = refrain_hdf5_table_add (&table, "/routines/name", REFRAIN_COLUMN_U64);
  guint file = refrain_hdf5_table_add (&table, "/routines/file", REFRAIN_COLUMN_U64);
  guint line = refrain_hdf5_table_add (&table, "/routines/line", REFRAIN_COLUMN_U32);
  guint calls = refrain_hdf5_table_add (&table, "/routines/calls", REFRAIN_COLUMN_U64);
  guint time = refrain_hdf5_table_add (&table, "/routines/time", REFRAIN_COLUMN_I64);

  for (guint i = 0; i < refrain_trace_get_n_routines (self->trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      refrain_hdf5_table_set (
          &table, name, refrain_hdf5_text_add (text, refrain_routine_get_source_name (routine)));
      refrain_hdf5_table_set (&table, file,
                              refrain_hdf5_text_add (text, refrain_routine_get_file (routine)));
      refrain_hdf5_table_set (&table, line, refrain_routine_get_line (routine));
      refrain_hdf5_table_set (&table, calls, refrain_routine_get_calls (routine));
      refrain_hdf5_table_set (&table, time, refrain_routine_get_time (routine));
    }
  refrain_hdf5_table_put (&table, &self->output);
}

static void
put_communicators (Writer *self, RefrainHdf5Text *text)
{
  guint n = refrain_trace_get_n_communicators (self->trace);
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) remotes = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) cartesians = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean any_cartesian = FALSE;
  RefrainHdf5Table table = { .n = 0 };
  guint name = refrain_hdf5_table_add (&table, "/communicators/name", REFRAIN_COLUMN_U64);
  guint id = refrain_hdf5_table_add (&table, "/communicators/id", REFRAIN_COLUMN_U64);
  guint parent = refrain_hdf5_table_add (&table, "/communicators/parent_id", REFRAIN_COLUMN_I64);
  guint self_like = refrain_hdf5_table_add (&table, "/communicators/self", REFRAIN_COLUMN_U8);
  guint inter = refrain_hdf5_table_add (&table, "/communicators/inter", REFRAIN_COLUMN_U8);
  guint first_member
      = refrain_hdf5_table_add (&table, "/communicators/first_member", REFRAIN_COLUMN_U64);
  guint first_remote
      = refrain_hdf5_table_add (&table, "/communicators/first_remote", REFRAIN_COLUMN_U64);

  for (guint i = 0; i <= n; i++)
    {
      RefrainCommunicator *comm = i < n ? refrain_trace_get_communicator (self->trace, i) : NULL;
      g_autofree char *cartesian = NULL;
      const gint32 *group;
      guint64 said;
      gsize size;

      refrain_hdf5_table_set (&table, first_member, members->len);
      refrain_hdf5_table_set (&table, first_remote, remotes->len);
      if (comm == NULL)
        break;
      refrain_hdf5_table_set (
          &table, name, refrain_hdf5_text_add (text, refrain_communicator_get_source_name (comm)));
      refrain_hdf5_table_set (&table, id, refrain_communicator_get_id (comm));
      refrain_hdf5_table_set (&table, parent, refrain_communicator_get_parent_id (comm));
      refrain_hdf5_table_set (&table, self_like, refrain_communicator_is_self (comm));
      group = refrain_communicator_get_members (comm, &size);
      g_array_append_vals (members, group, size);
      group = refrain_communicator_get_remote (comm, &size);
      refrain_hdf5_table_set (&table, inter, group != NULL);
      cartesian = refrain_communicator_write_cartesian (comm);
      any_cartesian |= cartesian != NULL;
      said = refrain_hdf5_text_add (text, cartesian);
      g_array_append_val (cartesians, said);
      g_array_append_vals (remotes, group, size);
    }
  refrain_hdf5_table_put (&table, &self->output);
  refrain_hdf5_output_put (&self->output, "/communicators/member", REFRAIN_COLUMN_I32,
                           members->data, members->len);
  refrain_hdf5_output_put (&self->output, "/communicators/remote", REFRAIN_COLUMN_I32,
                           remotes->data, remotes->len);
  if (any_cartesian)
    refrain_hdf5_output_put (&self->output, "/communicators/cartesian", REFRAIN_COLUMN_U64,
                             cartesians->data, cartesians->len);
}

static void
put_defects (Writer *self, RefrainHdf5Text *text)
{
  GListModel *defects = refrain_trace_get_defects (self->trace);
  RefrainHdf5Table table = { .n = 0 };
  guint kind = refrain_hdf5_table_add (&table, "/defects/kind", REFRAIN_COLUMN_U64);
  guint process = refrain_hdf5_table_add (&table, "/defects/process", REFRAIN_COLUMN_I32);
  guint count = refrain_hdf5_table_add (&table, "/defects/count", REFRAIN_COLUMN_U64);
  guint time = refrain_hdf5_table_add (&table, "/defects/time", REFRAIN_COLUMN_I64);
  guint detail = refrain_hdf5_table_add (&table, "/defects/detail", REFRAIN_COLUMN_U64);

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);
      const char *name = refrain_defect_kind_get_name (refrain_defect_get_kind (defect));

      if (refrain_defect_get_kind (defect) == REFRAIN_DEFECT_BROKEN_CONSTRAINT)
        continue; /* of the file that was read: this one is sound */
      refrain_hdf5_table_set (&table, kind, refrain_hdf5_text_add (text, name));
      refrain_hdf5_table_set (&table, process, refrain_defect_get_process (defect));
      refrain_hdf5_table_set (&table, count, refrain_defect_get_count (defect));
      refrain_hdf5_table_set (&table, time, refrain_defect_get_time (defect));
      refrain_hdf5_table_set (&table, detail,
                              refrain_hdf5_text_add (text, refrain_defect_get_detail (defect)));
    }
  refrain_hdf5_table_put (&table, &self->output);
}

/* The metamodel as three tables of names, for programs that know nothing of MTF. */
static void
put_metamodel (Writer *self, RefrainHdf5Text *text)
{
  gsize n;
  const RefrainMetaClass *classes = refrain_metamodel_get_classes (&n);
  const RefrainMetaAttribute *attributes;
  const RefrainMetaAssociation *associations;
  RefrainHdf5Table table = { .n = 0 };

  refrain_hdf5_table_add (&table, "/metamodel/class_name", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/class_parent", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/class_abstract", REFRAIN_COLUMN_U8);
  for (gsize i = 0; i < n; i++)
    {
      refrain_hdf5_table_set (&table, 0, refrain_hdf5_text_add (text, classes[i].name));
      refrain_hdf5_table_set (&table, 1, refrain_hdf5_text_add (text, classes[i].parent));
      refrain_hdf5_table_set (&table, 2, classes[i].abstract);
    }
  refrain_hdf5_table_add (&table, "/metamodel/attribute_class", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/attribute_name", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/attribute_type", REFRAIN_COLUMN_U64);
  attributes = refrain_metamodel_get_attributes (&n);
  for (gsize i = 0; i < n; i++)
    {
      refrain_hdf5_table_set (&table, 3, refrain_hdf5_text_add (text, attributes[i].class_name));
      refrain_hdf5_table_set (&table, 4, refrain_hdf5_text_add (text, attributes[i].name));
      refrain_hdf5_table_set (&table, 5, refrain_hdf5_text_add (text, attributes[i].type));
    }
  refrain_hdf5_table_add (&table, "/metamodel/association_name", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/association_from", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/association_to", REFRAIN_COLUMN_U64);
  refrain_hdf5_table_add (&table, "/metamodel/association_minimum", REFRAIN_COLUMN_U32);
  refrain_hdf5_table_add (&table, "/metamodel/association_maximum", REFRAIN_COLUMN_I32);
  associations = refrain_metamodel_get_associations (&n);
  for (gsize i = 0; i < n; i++)
    {
      refrain_hdf5_table_set (&table, 6, refrain_hdf5_text_add (text, associations[i].name));
      refrain_hdf5_table_set (&table, 7, refrain_hdf5_text_add (text, associations[i].from));
      refrain_hdf5_table_set (&table, 8, refrain_hdf5_text_add (text, associations[i].to));
      refrain_hdf5_table_set (&table, 9, associations[i].minimum);
      refrain_hdf5_table_set (&table, 10, associations[i].maximum);
    }
  refrain_hdf5_table_put (&table, &self->output);
}

/* Patterns that are kept with the trace. */
static void
put_patterns (Writer *self, RefrainHdf5Text *text)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (self->trace);
  RefrainHdf5Table table = { .n = 0 };
  guint kind, description, first, first_rows, process, row, rows;
  guint64 end = 0;
  gsize total = 0;

  if (patterns == NULL)
    return;
  refrain_hdf5_output_make_group (&self->output, "/patterns");
  kind = refrain_hdf5_table_add (&table, "/patterns/kind", REFRAIN_COLUMN_U8);
  description = refrain_hdf5_table_add (&table, "/patterns/description", REFRAIN_COLUMN_U64);
  first = refrain_hdf5_table_add (&table, "/patterns/first_occurrence", REFRAIN_COLUMN_U64);
  first_rows = refrain_hdf5_table_add (&table, "/patterns/first_rows", REFRAIN_COLUMN_U64);
  process = refrain_hdf5_table_add (&table, "/patterns/process", REFRAIN_COLUMN_U32);
  row = refrain_hdf5_table_add (&table, "/patterns/row", REFRAIN_COLUMN_U32);
  rows = refrain_hdf5_table_add (&table, "/patterns/n_rows", REFRAIN_COLUMN_U32);
  for (guint i = 0; i < refrain_trace_patterns_get_n (patterns); i++)
    {
      guint64 occurrence;

      refrain_trace_patterns_get_occurrences (patterns, i, &occurrence, &end);
      refrain_hdf5_table_set (&table, kind, refrain_trace_patterns_get_kind (patterns, i));
      refrain_hdf5_table_set (
          &table, description,
          refrain_hdf5_text_add (text, refrain_trace_patterns_get_description (patterns, i)));
      refrain_hdf5_table_set (&table, first, occurrence);
      for (; occurrence < end; occurrence++)
        {
          gsize n;
          const RefrainPatternRows *members
              = refrain_trace_patterns_get_rows (patterns, occurrence, &n);

          refrain_hdf5_table_set (&table, first_rows, total);
          total += n;
          for (gsize k = 0; k < n; k++)
            {
              refrain_hdf5_table_set (&table, process, members[k].process);
              refrain_hdf5_table_set (&table, row, members[k].first);
              refrain_hdf5_table_set (&table, rows, members[k].n);
            }
        }
    }
  refrain_hdf5_table_set (&table, first, end);
  refrain_hdf5_table_set (&table, first_rows, total);
  refrain_hdf5_table_put (&table, &self->output);
}

/* Everything that is not an event. */
static void
put_definitions (Writer *self)
{
  RefrainHdf5Text text;

  refrain_hdf5_text_init (&text);
  put_attributes (self, &text);
  put_processes (self, &text);
  put_threads (self, &text);
  put_routines (self, &text);
  put_communicators (self, &text);
  put_defects (self, &text);
  put_metamodel (self, &text);
  put_patterns (self, &text);
  refrain_hdf5_output_put (&self->output, "/text", REFRAIN_COLUMN_U8, text.bytes->data,
                           text.bytes->len);
  refrain_hdf5_text_clear (&text);
}

/* ---- Columns of all processes, one after another ---- */

/* A dataset that is written piece by piece: small ones are gathered, so that a piece costs a copy
 * and not a call of the library. */
typedef struct
{
  Writer *writer;
  const char *path;
  RefrainColumnType type;
  hid_t dataset;
  guint8 *buffer;
  guint64 room, written, held; /* elements */
} Stream;

/* Of what is to be in blocks the buffer has all. */
static void
begin_stream (Stream *self, Writer *writer, const char *path, RefrainColumnType type, guint64 n)
{
  const gsize size = refrain_column_type_get_size (type);
  const gboolean whole = writer->output.blocks;

  *self = (Stream){
    .writer = writer, .path = path, .type = type, .room = whole ? n + 1 : BUFFER_SIZE / size
  };
  self->buffer = g_malloc_n (self->room, size);
  if (whole)
    return;
  self->dataset = refrain_hdf5_output_create (&writer->output, path, type, n);
  if (writer->output.sums != NULL)
    refrain_hdf5_sums_begin (writer->output.sums, path);
}

static void
flush_stream (Stream *self)
{
  RefrainHdf5Output *output = &self->writer->output;

  if (output->sums != NULL)
    refrain_hdf5_sums_add (output->sums, self->buffer,
                           self->held * refrain_column_type_get_size (self->type));
  refrain_hdf5_output_write (output, self->dataset, self->type, self->written, self->buffer,
                             self->held);
  self->written += self->held;
  self->held = 0;
}

/* A RefrainKeptFunc. */
static void
add_to_stream (gconstpointer elements, guint64 n, gpointer data)
{
  Stream *self = data;
  const gsize size = refrain_column_type_get_size (self->type);
  const guint8 *at = elements;

  while (n > 0 && !self->writer->output.failed)
    {
      const guint64 part = MIN (n, self->room - self->held);

      if (g_cancellable_is_cancelled (self->writer->cancellable))
        self->writer->output.failed = TRUE;
      memcpy (self->buffer + self->held * size, at, part * size);
      self->held += part;
      at += part * size;
      n -= part;
      if (self->held == self->room)
        flush_stream (self);
    }
}

static void
end_stream (Stream *self)
{
  if (self->writer->output.blocks)
    refrain_hdf5_output_put (&self->writer->output, self->path, self->type, self->buffer,
                             self->held);
  else
    {
      flush_stream (self);
      refrain_hdf5_output_finish (&self->writer->output, self->dataset);
    }
  g_free (self->buffer);
}

static void
put_column (Writer *self, const RefrainColumn *column)
{
  Stream stream;

  begin_stream (&stream, self, column->name, column->type, self->totals[column->table]);
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace) && !self->output.failed; p++)
    {
      RefrainProcessColumns columns;

      get_columns (refrain_trace_get_process (self->trace, p), &columns);
      add_to_stream (G_STRUCT_MEMBER (gconstpointer, &columns, column->field),
                     refrain_columns_count_rows (&columns, column->table), &stream);
    }
  end_stream (&stream);
}

static void
count_elements (gconstpointer elements, guint64 n, gpointer data)
{
  *(guint64 *) data += n;
}

/* What a picture of a large trace needs: of a small one it is found in no time. */
static void
put_summary (Writer *self)
{
  g_autoptr (RefrainSummaryKept) kept = NULL;

  if ((self->output.sums == NULL && !self->output.blocks) || !refrain_summary_kept_can_be ()
      || refrain_trace_get_counts (self->trace)->events < LEAST_SUMMARISED)
    return;
  if (self->progress != NULL)
    self->progress (1, _ ("Writing the summary"), self->progress_data);
  kept = refrain_summary_kept_new (self->trace, self->cancellable, NULL);
  if (kept == NULL)
    {
      self->output.failed = TRUE; /* cancelled */
      return;
    }
  refrain_hdf5_output_make_group (&self->output, "/summary");
  for (RefrainKeptArray i = 0; i < REFRAIN_N_KEPT_ARRAYS && !self->output.failed; i++)
    {
      guint64 n = 0;
      Stream stream;

      refrain_summary_kept_visit (kept, i, count_elements, &n);
      begin_stream (&stream, self, refrain_kept_array_get_path (i), refrain_kept_array_get_type (i),
                    n);
      refrain_summary_kept_visit (kept, i, add_to_stream, &stream);
      end_stream (&stream);
    }
}

static void
count_rows (Writer *self)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcessColumns rows;

      get_columns (refrain_trace_get_process (self->trace, p), &rows);
      for (guint t = 0; t < REFRAIN_N_TABLES; t++)
        self->totals[t] += refrain_columns_count_rows (&rows, t);
    }
}

/* What the source defines beyond all that has a place of its own. */
static void
put_extension (Writer *self)
{
  RefrainExtension *extension = refrain_trace_get_extension (self->trace);
  gconstpointer definitions;
  const char *text;
  gsize n;

  if (extension == NULL)
    return;
  refrain_hdf5_output_make_group (&self->output, "/extension");
  text = refrain_extension_get_source (extension);
  refrain_hdf5_output_put (&self->output, "/extension/source", REFRAIN_COLUMN_U8, text,
                           strlen (text));
  text = refrain_extension_get_schema (extension);
  refrain_hdf5_output_put (&self->output, "/extension/schema", REFRAIN_COLUMN_U8, text,
                           strlen (text));
  definitions = g_bytes_get_data (refrain_extension_get_definitions (extension), &n);
  refrain_hdf5_output_put (&self->output, "/extension/definitions", REFRAIN_COLUMN_U8, definitions,
                           n);
}

/* The same as one array, to be packed. */
static void
put_whole_column (Writer *self, const RefrainColumn *column)
{
  const gsize size = refrain_column_type_get_size (column->type);
  const guint64 n = self->totals[column->table];
  g_autofree guint8 *whole = g_malloc_n (n + 1, size);
  guint64 at = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcessColumns columns;
      guint64 rows;

      get_columns (refrain_trace_get_process (self->trace, p), &columns);
      rows = refrain_columns_count_rows (&columns, column->table);
      if (rows > 0)
        memcpy (whole + at * size, G_STRUCT_MEMBER (const guint8 *, &columns, column->field),
                rows * size);
      at += rows;
    }
  refrain_hdf5_output_put (&self->output, column->name, column->type, whole, n);
}

/* The arrays of the compact form. */
static void
put_form (Writer *self)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);
  const RefrainCompactForm *form = &self->compact->form;

  for (gsize i = 0; i < n && !self->output.failed; i++)
    if (self->compact->packed->pdata[i] != NULL)
      refrain_hdf5_output_put_packed (&self->output, members[i].path,
                                      self->compact->packed->pdata[i]);
    else
      refrain_hdf5_output_put (&self->output, members[i].path, members[i].type,
                               G_STRUCT_MEMBER (gconstpointer, form, members[i].field),
                               form->n[members[i].length]);
}

/* Each column in blocks. */
typedef struct
{
  RefrainBlockRows rows;
  RefrainProcessColumns *columns;
  guint64 *first[REFRAIN_N_TABLES];
} BlockRows;

static void
block_rows_init (BlockRows *self, RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);

  *self = (BlockRows){ .columns = g_new0 (RefrainProcessColumns, n + 1) };
  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    self->rows.first[t] = self->first[t] = g_new0 (guint64, n + 1);
  for (guint p = 0; p < n; p++)
    {
      get_columns (refrain_trace_get_process (trace, p), &self->columns[p]);
      for (guint t = 0; t < REFRAIN_N_TABLES; t++)
        self->first[t][p + 1]
            = self->first[t][p] + refrain_columns_count_rows (&self->columns[p], t);
    }
  self->rows.n_processes = n;
  self->rows.columns = self->columns;
}

static void
block_rows_clear (BlockRows *self)
{
  g_free (self->columns);
  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    g_free (self->first[t]);
}

static void
put_blocks (Writer *self, const RefrainBlockRows *rows, const RefrainColumn *column)
{
  g_autoptr (GPtrArray) pieces = refrain_hdf5_blocks_pack_column (rows, column, self->cancellable);

  if (pieces != NULL)
    refrain_hdf5_output_put_blocks (&self->output, column->name, pieces);
  else
    self->output.failed = TRUE;
}

static void
put_columns (Writer *self)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);
  BlockRows rows;

  block_rows_init (&rows, self->trace);
  for (gsize i = 0; i < n && !self->output.failed; i++)
    {
      if (columns[i].table == REFRAIN_TABLE_DETAILS && self->totals[REFRAIN_TABLE_DETAILS] == 0)
        continue;
      g_autofree char *sentence = g_strdup_printf (_ ("Writing %s"), columns[i].name);

      if (self->progress != NULL)
        self->progress ((i + 1.0) / (n + 1), sentence, self->progress_data);
      if (self->output.blocks && self->totals[columns[i].table] > 0)
        put_blocks (self, &rows.rows, &columns[i]);
      else if (self->compact == NULL)
        put_column (self, &columns[i]);
      else if (!self->compact->derived[i])
        put_whole_column (self, &columns[i]);
    }
  block_rows_clear (&rows);
}

static void
put_collectives (Writer *self)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const guint64 none = 0;

  refrain_hdf5_output_put (&self->output, "/collectives/first", REFRAIN_COLUMN_U64,
                           c->n > 0 ? c->first : &none, c->n + 1);
  refrain_hdf5_output_put (&self->output, "/collectives/communicator", REFRAIN_COLUMN_U32, c->comm,
                           c->n);
  refrain_hdf5_output_put (&self->output, "/collectives/type", REFRAIN_COLUMN_U8, c->type, c->n);
  refrain_hdf5_output_put (&self->output, "/collectives/process", REFRAIN_COLUMN_U32, c->process,
                           c->n_members);
  refrain_hdf5_output_put (&self->output, "/collectives/op", REFRAIN_COLUMN_U32, c->op,
                           c->n_members);
}

/* ---- The file ---- */

static void
make_groups (Writer *self)
{
  static const char *const groups[]
      = { "/calls",   "/ops",      "/records",       "/tape",    "/collectives", "/processes",
          "/threads", "/routines", "/communicators", "/defects", "/metamodel" };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    refrain_hdf5_output_make_group (&self->output, groups[i]);
  if (self->totals[REFRAIN_TABLE_DETAILS] > 0)
    refrain_hdf5_output_make_group (&self->output, "/details");
  if (self->compact != NULL)
    refrain_hdf5_output_make_group (&self->output, "/compact");
}

static void
write_trace (Writer *self, RefrainTrace *trace)
{
  g_autoptr (RefrainHdf5Sums) sums
      = !self->output.packed && G_BYTE_ORDER == G_LITTLE_ENDIAN ? refrain_hdf5_sums_new () : NULL;

  self->trace = trace;
  self->output.sums = sums;
  memset (self->totals, 0, sizeof self->totals);
  count_rows (self);
  make_groups (self);
  put_definitions (self);
  put_extension (self);
  if (!self->output.failed && (self->compact == NULL || !self->compact->has_collectives))
    put_collectives (self);
  if (!self->output.failed)
    put_columns (self);
  if (!self->output.failed && self->compact != NULL)
    put_form (self);
  if (!self->output.failed)
    put_summary (self);
  self->output.sums = NULL;
  if (!self->output.failed && sums != NULL)
    refrain_hdf5_output_put_sums (&self->output, sums);
}

/* The first trace is at the root, where those look who know of no others. */
static void
write_file (Writer *self, RefrainTrace *const *traces, guint n, const char *path)
{
  refrain_hdf5_output_open (&self->output, path);
  if (self->output.failed)
    return;
  if (n > 1)
    {
      refrain_hdf5_output_put_unsigned (&self->output, "traces", n);
      refrain_hdf5_output_make_group (&self->output, "/traces");
    }
  write_trace (self, traces[0]);
  for (guint i = 1; i < n && !self->output.failed; i++)
    {
      g_autofree char *group = g_strdup_printf ("/traces/%u", i + 1);

      refrain_hdf5_output_make_group (&self->output, group);
      self->output.at = H5Gopen2 (self->output.file, group, H5P_DEFAULT);
      self->output.failed |= self->output.at < 0;
      if (!self->output.failed)
        write_trace (self, traces[i]);
      if (self->output.at >= 0)
        H5Gclose (self->output.at);
      self->output.at = self->output.file;
    }
  refrain_hdf5_output_close (&self->output);
}

static gboolean
save (Writer *self, RefrainTrace *const *traces, guint n, const char *path, GError **error)
{
  g_autofree char *temporary = NULL;
  g_autofree char *folder = NULL;
  const char *cause;

  temporary = refrain_save_begin (path, NULL, error);
  if (temporary == NULL)
    return FALSE;
  refrain_hdf5_lock ();
  write_file (self, traces, n, temporary);
  refrain_hdf5_unlock ();
  if (!self->output.failed)
    return refrain_save_commit (temporary, path, error);
  folder = g_path_get_dirname (temporary);
  cause = refrain_save_find_cause (folder);
  if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    refrain_save_fail (path, cause != NULL ? cause : _ ("the HDF5 library failed"), error);
  g_unlink (temporary);
  return FALSE;
}

gboolean
refrain_hdf5_save_several (RefrainTrace *const *traces,
                           guint n,
                           const char *path,
                           GCancellable *cancellable,
                           RefrainProgressFunc progress,
                           gpointer progress_data,
                           GError **error)
{
  Writer self
      = { .cancellable = cancellable, .progress = progress, .progress_data = progress_data };

  g_return_val_if_fail (n > 0, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  return save (&self, traces, n, path, error);
}

gboolean
refrain_hdf5_save (RefrainTrace *trace,
                   const char *path,
                   GCancellable *cancellable,
                   RefrainProgressFunc progress,
                   gpointer progress_data,
                   GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);

  return refrain_hdf5_save_several (&trace, 1, path, cancellable, progress, progress_data, error);
}

void
refrain_hdf5_set_max_rule_events (guint64 n)
{
  max_rule_events = n;
}

gboolean
refrain_hdf5_save_compact (RefrainTrace *trace,
                           const char *path,
                           RefrainCompactSizes *sizes,
                           GCancellable *cancellable,
                           RefrainProgressFunc progress,
                           gpointer progress_data,
                           GError **error)
{
  RefrainCompactSizes found = { .method = REFRAIN_COMPACT_BLOCKS };
  g_autoptr (RefrainCompactMade) made = NULL;
  Writer self
      = { .cancellable = cancellable, .progress = progress, .progress_data = progress_data };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (refrain_trace_get_counts (trace)->events <= max_rule_events)
    {
      if (progress != NULL)
        progress (0, _ ("Searching for repetitions"), progress_data);
      made = refrain_compact_make (trace, cancellable, error);
      if (made == NULL)
        return FALSE;
      found = made->sizes;
    }
  self.compact = made;
  self.output.packed = TRUE;
  self.output.blocks = made == NULL;
  if (!save (&self, &trace, 1, path, error))
    return FALSE;
  if (made == NULL)
    found.bytes[REFRAIN_COMPACT_BLOCKS] = self.output.block_bytes;
  if (sizes != NULL)
    *sizes = found;
  return TRUE;
}
