/* refrain-hdf5-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions are gathered into tables and written whole, before any event.
 */
#include "config.h"

#include "refrain-hdf5-definitions.h"

#include "refrain-hdf5-blocks.h"
#include "refrain-hdf5-compact.h"
#include "refrain-metamodel.h"

typedef struct
{
  RefrainTrace *trace;
  RefrainHdf5Output *output;
  const guint64 *totals;
  const RefrainCompactMade *compact;
} Definitions;

/* ---- Attributes ---- */

static void
put_attributes (const Definitions *self, RefrainHdf5Text *text)
{
  const RefrainCounts *counts = refrain_trace_get_counts (self->trace);

  refrain_hdf5_output_put_string (self->output, "format", "MTF");
  refrain_hdf5_output_put_unsigned (self->output, "version", REFRAIN_HDF5_VERSION);
  refrain_hdf5_output_put_string (self->output, "creator", "Refrain " PACKAGE_VERSION);
  refrain_hdf5_output_put_unsigned (
      self->output, "name", refrain_hdf5_text_add (text, refrain_trace_get_name (self->trace)));
  refrain_hdf5_output_put_unsigned (
      self->output, "description",
      refrain_hdf5_text_add (text, refrain_trace_get_description (self->trace)));
  refrain_hdf5_output_put_unsigned (self->output, "clock_origin",
                                    refrain_trace_get_clock_origin (self->trace));
  refrain_hdf5_output_put_signed (self->output, "wall_clock",
                                  refrain_trace_get_wall_clock (self->trace));
  refrain_hdf5_output_put_unsigned (self->output, "events", counts->events);
  refrain_hdf5_output_put_unsigned (self->output, "calls", counts->calls);
  refrain_hdf5_output_put_unsigned (self->output, "mpi_calls", counts->mpi_calls);
  refrain_hdf5_output_put_unsigned (self->output, "sends", counts->sends);
  refrain_hdf5_output_put_unsigned (self->output, "receives", counts->receives);
  refrain_hdf5_output_put_unsigned (self->output, "messages", counts->messages);
  refrain_hdf5_output_put_unsigned (self->output, "unmatched", counts->unmatched);
  refrain_hdf5_output_put_unsigned (self->output, "collectives", counts->collectives);
  refrain_hdf5_output_put_unsigned (self->output, "collective_instances",
                                    counts->collective_instances);
  refrain_hdf5_output_put_unsigned (self->output, "depth", counts->depth);
  refrain_hdf5_output_put_signed (self->output, "start", counts->start);
  refrain_hdf5_output_put_signed (self->output, "end", counts->end);
  if (self->output->blocks)
    refrain_hdf5_output_put_unsigned (self->output, "compact", REFRAIN_HDF5_BLOCKS_VERSION);
  if (self->compact != NULL)
    {
      refrain_hdf5_output_put_unsigned (self->output, "compact", REFRAIN_HDF5_COMPACT_VERSION);
      refrain_hdf5_output_put_unsigned (self->output, "compact_method",
                                        self->compact->sizes.method + 1);
    }
}

/* ---- Definitions ---- */

/* Details have datasets only where there are any. */
static guint
count_tables (const Definitions *self)
{
  return self->totals[REFRAIN_TABLE_DETAILS] > 0 ? REFRAIN_N_TABLES : REFRAIN_TABLE_DETAILS;
}

static void
put_processes (const Definitions *self, RefrainHdf5Text *text)
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
      refrain_hdf5_get_columns (process, &columns);
      thread += refrain_process_get_n_threads (process);
      for (guint t = 0; t < n_tables; t++)
        at[t] += refrain_columns_count_rows (&columns, t);
      refrain_hdf5_table_set (&table, name,
                              refrain_hdf5_text_add (text, refrain_process_get_name (process)));
      refrain_hdf5_table_set (&table, host,
                              refrain_hdf5_text_add (text, refrain_process_get_host (process)));
      refrain_hdf5_table_set (&table, tape, columns.tape.n);
    }
  refrain_hdf5_table_put (&table, self->output);
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
put_threads (const Definitions *self, RefrainHdf5Text *text)
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
  refrain_hdf5_table_put (&table, self->output);
}

static void
put_routines (const Definitions *self, RefrainHdf5Text *text)
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
  refrain_hdf5_table_put (&table, self->output);
}

static void
put_communicators (const Definitions *self, RefrainHdf5Text *text)
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
  refrain_hdf5_table_put (&table, self->output);
  refrain_hdf5_output_put (self->output, "/communicators/member", REFRAIN_COLUMN_I32, members->data,
                           members->len);
  refrain_hdf5_output_put (self->output, "/communicators/remote", REFRAIN_COLUMN_I32, remotes->data,
                           remotes->len);
  if (any_cartesian)
    refrain_hdf5_output_put (self->output, "/communicators/cartesian", REFRAIN_COLUMN_U64,
                             cartesians->data, cartesians->len);
}

static void
put_defects (const Definitions *self, RefrainHdf5Text *text)
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
  refrain_hdf5_table_put (&table, self->output);
}

/* The metamodel as three tables of names, for programs that know nothing of MTF. */
static void
put_metamodel (const Definitions *self, RefrainHdf5Text *text)
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
  refrain_hdf5_table_put (&table, self->output);
}

/* Patterns that are kept with the trace. */
static void
put_patterns (const Definitions *self, RefrainHdf5Text *text)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (self->trace);
  RefrainHdf5Table table = { .n = 0 };
  guint kind, description, first, first_rows, process, row, rows;
  guint64 end = 0;
  gsize total = 0;

  if (patterns == NULL)
    return;
  refrain_hdf5_output_make_group (self->output, "/patterns");
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
  refrain_hdf5_table_put (&table, self->output);
}

void
refrain_hdf5_put_definitions (RefrainHdf5Output *output,
                              RefrainTrace *trace,
                              const guint64 totals[REFRAIN_N_TABLES],
                              const RefrainCompactMade *compact)
{
  const Definitions self = { trace, output, totals, compact };
  RefrainHdf5Text text;

  refrain_hdf5_text_init (&text);
  put_attributes (&self, &text);
  put_processes (&self, &text);
  put_threads (&self, &text);
  put_routines (&self, &text);
  put_communicators (&self, &text);
  put_defects (&self, &text);
  put_metamodel (&self, &text);
  put_patterns (&self, &text);
  refrain_hdf5_output_put (output, "/text", REFRAIN_COLUMN_U8, text.bytes->data, text.bytes->len);
  refrain_hdf5_text_clear (&text);
}
