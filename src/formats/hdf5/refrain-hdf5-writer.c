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

#include "refrain-compact-make.h"
#include "refrain-error.h"
#include "refrain-hdf5-compact.h"
#include "refrain-hdf5-file.h"
#include "refrain-hdf5.h"
#include "refrain-metamodel.h"
#include "refrain-packed.h"
#include "refrain-save.h"

#define BUFFER_SIZE (1024 * 1024)
/* Bytes of a dataset that packing may be worth its head. */
#define LEAST_PACKED 64
/* ... and what is not packed at once. */
#define MOST_PACKED (G_GUINT64_CONSTANT (1) << 31)

typedef struct
{
  RefrainTrace *trace;
  hid_t file;
  hid_t at;        /* the group that the trace goes to: the file's root, or one below it */
  gboolean failed; /* something could not be written: go home */
  GCancellable *cancellable;
  RefrainProgressFunc progress;
  gpointer progress_data;
  guint64 totals[REFRAIN_N_TABLES];
  const RefrainCompactMade *compact; /* NULL: plain columns */
} Writer;

/* ---- Groups and datasets ----
 *
 * Paths begin with a slash, which stands for the group of the trace. */

static void
make_group (Writer *self, const char *path)
{
  hid_t properties = H5Pcreate (H5P_GROUP_CREATE);
  hid_t group;

  H5Pset_obj_track_times (properties, FALSE);
  group = H5Gcreate2 (self->at, path + 1, H5P_DEFAULT, properties, H5P_DEFAULT);
  self->failed |= group < 0;
  if (group >= 0)
    H5Gclose (group);
  H5Pclose (properties);
}

/* Creates the dataset @path of @n elements: contiguous, little-endian. */
static hid_t
create (Writer *self, const char *path, RefrainColumnType type, guint64 n)
{
  hsize_t size = n;
  hid_t space = H5Screate_simple (1, &size, NULL);
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  hid_t dataset;

  H5Pset_layout (properties, H5D_CONTIGUOUS);
  H5Pset_fill_time (properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times (properties, FALSE);
  dataset = H5Dcreate2 (self->at, path + 1, refrain_hdf5_type_in_file (type), space, H5P_DEFAULT,
                        properties, H5P_DEFAULT);
  self->failed |= dataset < 0;
  H5Pclose (properties);
  H5Sclose (space);
  return dataset;
}

static void
write_range (Writer *self,
             hid_t dataset,
             RefrainColumnType type,
             guint64 first,
             gconstpointer data,
             guint64 n)
{
  hsize_t start = first, count = n;
  hid_t memory, file;

  if (n == 0 || self->failed)
    return;
  memory = H5Screate_simple (1, &count, NULL);
  file = H5Dget_space (dataset);
  H5Sselect_hyperslab (file, H5S_SELECT_SET, &start, NULL, &count, NULL);
  self->failed
      |= H5Dwrite (dataset, refrain_hdf5_type_in_memory (type), memory, file, H5P_DEFAULT, data)
         < 0;
  H5Sclose (file);
  H5Sclose (memory);
}

static void
write_packed (Writer *self, const char *path, const GByteArray *packed)
{
  g_autofree char *name = g_strconcat (path, ".z", NULL);
  hid_t dataset = create (self, name, REFRAIN_COLUMN_U8, packed->len);

  write_range (self, dataset, REFRAIN_COLUMN_U8, 0, packed->data, packed->len);
  self->failed |= H5Dclose (dataset) < 0;
}

/* In a compact file: packed, under its name and ".z", where that is smaller. */
static gboolean
put_packed (Writer *self, const char *path, RefrainColumnType type, gconstpointer data, guint64 n)
{
  const gsize size = refrain_column_type_get_size (type);
  g_autoptr (GByteArray) packed = NULL;

  if (self->compact == NULL || n * size < LEAST_PACKED || n > MOST_PACKED / size)
    return FALSE;
  packed = refrain_pack (data, n, size);
  if (packed->len >= n * size)
    return FALSE;
  write_packed (self, path, packed);
  return TRUE;
}

/* Creates and writes it. */
static void
put (Writer *self, const char *path, RefrainColumnType type, gconstpointer data, guint64 n)
{
  hid_t dataset;

  if (self->failed || put_packed (self, path, type, data, n))
    return;
  dataset = create (self, path, type, n);
  write_range (self, dataset, type, 0, data, n);
  self->failed |= H5Dclose (dataset) < 0;
}

static void
get_columns (RefrainProcess *process, RefrainProcessColumns *columns)
{
  columns->calls = *refrain_process_get_calls (process);
  columns->ops = *refrain_process_get_ops (process);
  columns->records = *refrain_process_get_records (process);
  columns->tape = *refrain_process_get_tape (process);
  columns->details = *refrain_process_get_details (process);
}

/* ---- Text ---- */

/* All texts of the file, each once, NUL-terminated; tables name them by their first byte. */
typedef struct
{
  GByteArray *bytes;
  GHashTable *known; /* text -> offset + 1 */
} Text;

static guint64
text_add (Text *self, const char *text)
{
  guint64 offset;

  if (text == NULL)
    return REFRAIN_HDF5_NO_TEXT;
  offset = GPOINTER_TO_SIZE (g_hash_table_lookup (self->known, text));
  if (offset != 0)
    return offset - 1;
  offset = self->bytes->len;
  g_byte_array_append (self->bytes, (const guint8 *) text, strlen (text) + 1);
  g_hash_table_insert (self->known, g_strdup (text), GSIZE_TO_POINTER (offset + 1));
  return offset;
}

/* ---- Attributes ---- */

static void
put_attribute (Writer *self, const char *name, hid_t in_file, hid_t in_memory, gconstpointer value)
{
  hid_t space = H5Screate (H5S_SCALAR);
  hid_t attribute = H5Acreate2 (self->at, name, in_file, space, H5P_DEFAULT, H5P_DEFAULT);

  self->failed |= attribute < 0 || H5Awrite (attribute, in_memory, value) < 0;
  if (attribute >= 0)
    H5Aclose (attribute);
  H5Sclose (space);
}

static void
put_string (Writer *self, const char *name, const char *value)
{
  hid_t type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, strlen (value) + 1);
  H5Tset_cset (type, H5T_CSET_UTF8);
  put_attribute (self, name, type, type, value);
  H5Tclose (type);
}

static void
put_unsigned (Writer *self, const char *name, guint64 value)
{
  put_attribute (self, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

static void
put_signed (Writer *self, const char *name, gint64 value)
{
  put_attribute (self, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

static void
put_attributes (Writer *self, Text *text)
{
  const RefrainCounts *counts = refrain_trace_get_counts (self->trace);

  put_string (self, "format", "MTF");
  put_unsigned (self, "version", REFRAIN_HDF5_VERSION);
  put_string (self, "creator", "Refrain " PACKAGE_VERSION);
  put_unsigned (self, "name", text_add (text, refrain_trace_get_name (self->trace)));
  put_unsigned (self, "description", text_add (text, refrain_trace_get_description (self->trace)));
  put_unsigned (self, "clock_origin", refrain_trace_get_clock_origin (self->trace));
  put_signed (self, "wall_clock", refrain_trace_get_wall_clock (self->trace));
  put_unsigned (self, "events", counts->events);
  put_unsigned (self, "calls", counts->calls);
  put_unsigned (self, "mpi_calls", counts->mpi_calls);
  put_unsigned (self, "sends", counts->sends);
  put_unsigned (self, "receives", counts->receives);
  put_unsigned (self, "messages", counts->messages);
  put_unsigned (self, "unmatched", counts->unmatched);
  put_unsigned (self, "collectives", counts->collectives);
  put_unsigned (self, "collective_instances", counts->collective_instances);
  put_unsigned (self, "depth", counts->depth);
  put_signed (self, "start", counts->start);
  put_signed (self, "end", counts->end);
  if (self->compact != NULL)
    {
      put_unsigned (self, "compact", REFRAIN_HDF5_COMPACT_VERSION);
      put_unsigned (self, "compact_method", self->compact->sizes.method + 1);
    }
}

/* ---- Tables built row by row ---- */

typedef struct
{
  const char *path;
  RefrainColumnType type;
  GArray *values;
} Column;

#define MAX_COLUMNS 14

typedef struct
{
  Column columns[MAX_COLUMNS];
  guint n;
} Table;

static guint
table_add (Table *self, const char *path, RefrainColumnType type)
{
  g_assert (self->n < MAX_COLUMNS);
  self->columns[self->n]
      = (Column){ path, type, g_array_new (FALSE, FALSE, refrain_column_type_get_size (type)) };
  return self->n++;
}

/* Appends to column @i; the value must fit its type. */
static void
table_set (Table *self, guint i, guint64 value)
{
  Column *column = &self->columns[i];

  switch (refrain_column_type_get_size (column->type))
    {
    case 1:
      g_array_append_vals (column->values, &(guint8){ value }, 1);
      break;
    case 4:
      g_array_append_vals (column->values, &(guint32){ value }, 1);
      break;
    default:
      g_array_append_vals (column->values, &value, 1);
    }
}

static void
table_put (Table *self, Writer *writer)
{
  for (guint i = 0; i < self->n; i++)
    {
      put (writer, self->columns[i].path, self->columns[i].type, self->columns[i].values->data,
           self->columns[i].values->len);
      g_array_unref (self->columns[i].values);
    }
}

/* Details have datasets only where there are any. */
static guint
count_tables (Writer *self)
{
  return self->totals[REFRAIN_TABLE_DETAILS] > 0 ? REFRAIN_N_TABLES : REFRAIN_TABLE_DETAILS;
}

static void
put_processes (Writer *self, Text *text)
{
  static const char *const firsts[REFRAIN_N_TABLES]
      = { "/processes/first_call", "/processes/first_op", "/processes/first_record",
          "/processes/first_tape_byte", "/processes/first_detail" };
  const guint n_tables = count_tables (self);
  guint n = refrain_trace_get_n_processes (self->trace);
  guint64 at[REFRAIN_N_TABLES] = { 0 }, thread = 0;
  Table table = { .n = 0 };
  guint name = table_add (&table, "/processes/name", REFRAIN_COLUMN_U64);
  guint host = table_add (&table, "/processes/host", REFRAIN_COLUMN_U64);
  guint tape = table_add (&table, "/processes/tape_events", REFRAIN_COLUMN_U64);
  guint first_thread = table_add (&table, "/processes/first_thread", REFRAIN_COLUMN_U64);
  guint first[REFRAIN_N_TABLES];

  for (guint t = 0; t < n_tables; t++)
    first[t] = table_add (&table, firsts[t], REFRAIN_COLUMN_U64);
  for (guint p = 0; p <= n; p++)
    {
      RefrainProcess *process = p < n ? refrain_trace_get_process (self->trace, p) : NULL;
      RefrainProcessColumns columns;

      table_set (&table, first_thread, thread);
      for (guint t = 0; t < n_tables; t++)
        table_set (&table, first[t], at[t]);
      if (process == NULL)
        break;
      get_columns (process, &columns);
      thread += refrain_process_get_n_threads (process);
      for (guint t = 0; t < n_tables; t++)
        at[t] += refrain_columns_count_rows (&columns, t);
      table_set (&table, name, text_add (text, refrain_process_get_name (process)));
      table_set (&table, host, text_add (text, refrain_process_get_host (process)));
      table_set (&table, tape, columns.tape.n);
    }
  table_put (&table, self);
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
put_threads (Writer *self, Text *text)
{
  static const char *const paths[]
      = { "/threads/name",      "/threads/id",         "/threads/events", "/threads/first_call",
          "/threads/n_calls",   "/threads/first_op",   "/threads/n_ops",  "/threads/first_record",
          "/threads/n_records", "/threads/first_tape", "/threads/n_tape" };
  Table table = { .n = 0 };
  const gboolean streams = has_streams (self->trace);
  const gboolean details = self->totals[REFRAIN_TABLE_DETAILS] > 0;
  guint stream = 0, first_detail = 0, n_details = 0;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    table_add (&table, paths[i], REFRAIN_COLUMN_U64);
  if (streams)
    stream = table_add (&table, "/threads/stream", REFRAIN_COLUMN_U64);
  if (details)
    {
      first_detail = table_add (&table, "/threads/first_detail", REFRAIN_COLUMN_U64);
      n_details = table_add (&table, "/threads/n_details", REFRAIN_COLUMN_U64);
    }
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        {
          const RefrainThread *t = refrain_process_get_thread (process, i);
          const guint64 values[] = { text_add (text, t->name),
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
            table_set (&table, column, values[column]);
          if (streams)
            table_set (&table, stream, t->is_stream);
          if (details)
            {
              table_set (&table, first_detail, t->first_detail);
              table_set (&table, n_details, t->n_details);
            }
        }
    }
  table_put (&table, self);
}

static void
put_routines (Writer *self, Text *text)
{
  Table table = { .n = 0 };
  guint name = table_add (&table, "/routines/name", REFRAIN_COLUMN_U64);
  guint file = table_add (&table, "/routines/file", REFRAIN_COLUMN_U64);
  guint line = table_add (&table, "/routines/line", REFRAIN_COLUMN_U32);
  guint calls = table_add (&table, "/routines/calls", REFRAIN_COLUMN_U64);
  guint time = table_add (&table, "/routines/time", REFRAIN_COLUMN_I64);

  for (guint i = 0; i < refrain_trace_get_n_routines (self->trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      table_set (&table, name, text_add (text, refrain_routine_get_source_name (routine)));
      table_set (&table, file, text_add (text, refrain_routine_get_file (routine)));
      table_set (&table, line, refrain_routine_get_line (routine));
      table_set (&table, calls, refrain_routine_get_calls (routine));
      table_set (&table, time, refrain_routine_get_time (routine));
    }
  table_put (&table, self);
}

static void
put_communicators (Writer *self, Text *text)
{
  guint n = refrain_trace_get_n_communicators (self->trace);
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) remotes = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) cartesians = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean any_cartesian = FALSE;
  Table table = { .n = 0 };
  guint name = table_add (&table, "/communicators/name", REFRAIN_COLUMN_U64);
  guint id = table_add (&table, "/communicators/id", REFRAIN_COLUMN_U64);
  guint parent = table_add (&table, "/communicators/parent_id", REFRAIN_COLUMN_I64);
  guint self_like = table_add (&table, "/communicators/self", REFRAIN_COLUMN_U8);
  guint inter = table_add (&table, "/communicators/inter", REFRAIN_COLUMN_U8);
  guint first_member = table_add (&table, "/communicators/first_member", REFRAIN_COLUMN_U64);
  guint first_remote = table_add (&table, "/communicators/first_remote", REFRAIN_COLUMN_U64);

  for (guint i = 0; i <= n; i++)
    {
      RefrainCommunicator *comm = i < n ? refrain_trace_get_communicator (self->trace, i) : NULL;
      g_autofree char *cartesian = NULL;
      const gint32 *group;
      guint64 said;
      gsize size;

      table_set (&table, first_member, members->len);
      table_set (&table, first_remote, remotes->len);
      if (comm == NULL)
        break;
      table_set (&table, name, text_add (text, refrain_communicator_get_source_name (comm)));
      table_set (&table, id, refrain_communicator_get_id (comm));
      table_set (&table, parent, refrain_communicator_get_parent_id (comm));
      table_set (&table, self_like, refrain_communicator_is_self (comm));
      group = refrain_communicator_get_members (comm, &size);
      g_array_append_vals (members, group, size);
      group = refrain_communicator_get_remote (comm, &size);
      table_set (&table, inter, group != NULL);
      cartesian = refrain_communicator_write_cartesian (comm);
      any_cartesian |= cartesian != NULL;
      said = text_add (text, cartesian);
      g_array_append_val (cartesians, said);
      g_array_append_vals (remotes, group, size);
    }
  table_put (&table, self);
  put (self, "/communicators/member", REFRAIN_COLUMN_I32, members->data, members->len);
  put (self, "/communicators/remote", REFRAIN_COLUMN_I32, remotes->data, remotes->len);
  if (any_cartesian)
    put (self, "/communicators/cartesian", REFRAIN_COLUMN_U64, cartesians->data, cartesians->len);
}

static void
put_defects (Writer *self, Text *text)
{
  GListModel *defects = refrain_trace_get_defects (self->trace);
  Table table = { .n = 0 };
  guint kind = table_add (&table, "/defects/kind", REFRAIN_COLUMN_U64);
  guint process = table_add (&table, "/defects/process", REFRAIN_COLUMN_I32);
  guint count = table_add (&table, "/defects/count", REFRAIN_COLUMN_U64);
  guint time = table_add (&table, "/defects/time", REFRAIN_COLUMN_I64);
  guint detail = table_add (&table, "/defects/detail", REFRAIN_COLUMN_U64);

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);
      const char *name = refrain_defect_kind_get_name (refrain_defect_get_kind (defect));

      if (refrain_defect_get_kind (defect) == REFRAIN_DEFECT_BROKEN_CONSTRAINT)
        continue; /* of the file that was read: this one is sound */
      table_set (&table, kind, text_add (text, name));
      table_set (&table, process, refrain_defect_get_process (defect));
      table_set (&table, count, refrain_defect_get_count (defect));
      table_set (&table, time, refrain_defect_get_time (defect));
      table_set (&table, detail, text_add (text, refrain_defect_get_detail (defect)));
    }
  table_put (&table, self);
}

/* The metamodel as three tables of names, for programs that know nothing of MTF. */
static void
put_metamodel (Writer *self, Text *text)
{
  gsize n;
  const RefrainMetaClass *classes = refrain_metamodel_get_classes (&n);
  const RefrainMetaAttribute *attributes;
  const RefrainMetaAssociation *associations;
  Table table = { .n = 0 };

  table_add (&table, "/metamodel/class_name", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/class_parent", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/class_abstract", REFRAIN_COLUMN_U8);
  for (gsize i = 0; i < n; i++)
    {
      table_set (&table, 0, text_add (text, classes[i].name));
      table_set (&table, 1, text_add (text, classes[i].parent));
      table_set (&table, 2, classes[i].abstract);
    }
  table_add (&table, "/metamodel/attribute_class", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/attribute_name", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/attribute_type", REFRAIN_COLUMN_U64);
  attributes = refrain_metamodel_get_attributes (&n);
  for (gsize i = 0; i < n; i++)
    {
      table_set (&table, 3, text_add (text, attributes[i].class_name));
      table_set (&table, 4, text_add (text, attributes[i].name));
      table_set (&table, 5, text_add (text, attributes[i].type));
    }
  table_add (&table, "/metamodel/association_name", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/association_from", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/association_to", REFRAIN_COLUMN_U64);
  table_add (&table, "/metamodel/association_minimum", REFRAIN_COLUMN_U32);
  table_add (&table, "/metamodel/association_maximum", REFRAIN_COLUMN_I32);
  associations = refrain_metamodel_get_associations (&n);
  for (gsize i = 0; i < n; i++)
    {
      table_set (&table, 6, text_add (text, associations[i].name));
      table_set (&table, 7, text_add (text, associations[i].from));
      table_set (&table, 8, text_add (text, associations[i].to));
      table_set (&table, 9, associations[i].minimum);
      table_set (&table, 10, associations[i].maximum);
    }
  table_put (&table, self);
}

/* Patterns that are kept with the trace. */
static void
put_patterns (Writer *self, Text *text)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (self->trace);
  Table table = { .n = 0 };
  guint kind, description, first, first_rows, process, row, rows;
  guint64 end = 0;
  gsize total = 0;

  if (patterns == NULL)
    return;
  make_group (self, "/patterns");
  kind = table_add (&table, "/patterns/kind", REFRAIN_COLUMN_U8);
  description = table_add (&table, "/patterns/description", REFRAIN_COLUMN_U64);
  first = table_add (&table, "/patterns/first_occurrence", REFRAIN_COLUMN_U64);
  first_rows = table_add (&table, "/patterns/first_rows", REFRAIN_COLUMN_U64);
  process = table_add (&table, "/patterns/process", REFRAIN_COLUMN_U32);
  row = table_add (&table, "/patterns/row", REFRAIN_COLUMN_U32);
  rows = table_add (&table, "/patterns/n_rows", REFRAIN_COLUMN_U32);
  for (guint i = 0; i < refrain_trace_patterns_get_n (patterns); i++)
    {
      guint64 occurrence;

      refrain_trace_patterns_get_occurrences (patterns, i, &occurrence, &end);
      table_set (&table, kind, refrain_trace_patterns_get_kind (patterns, i));
      table_set (&table, description,
                 text_add (text, refrain_trace_patterns_get_description (patterns, i)));
      table_set (&table, first, occurrence);
      for (; occurrence < end; occurrence++)
        {
          gsize n;
          const RefrainPatternRows *members
              = refrain_trace_patterns_get_rows (patterns, occurrence, &n);

          table_set (&table, first_rows, total);
          total += n;
          for (gsize k = 0; k < n; k++)
            {
              table_set (&table, process, members[k].process);
              table_set (&table, row, members[k].first);
              table_set (&table, rows, members[k].n);
            }
        }
    }
  table_set (&table, first, end);
  table_set (&table, first_rows, total);
  table_put (&table, self);
}

/* Everything that is not an event. */
static void
put_definitions (Writer *self)
{
  Text text
      = { g_byte_array_new (), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  put_attributes (self, &text);
  put_processes (self, &text);
  put_threads (self, &text);
  put_routines (self, &text);
  put_communicators (self, &text);
  put_defects (self, &text);
  put_metamodel (self, &text);
  put_patterns (self, &text);
  put (self, "/text", REFRAIN_COLUMN_U8, text.bytes->data, text.bytes->len);
  g_byte_array_unref (text.bytes);
  g_hash_table_unref (text.known);
}

/* ---- Columns of all processes, one after another ---- */

/* Small pieces are gathered, so that a process costs a copy and not a call of the library. */
static void
put_column (Writer *self, const RefrainColumn *column)
{
  gsize size = refrain_column_type_get_size (column->type);
  g_autofree guint8 *buffer = g_malloc (BUFFER_SIZE);
  guint64 rows = BUFFER_SIZE / size, written = 0, held = 0;
  hid_t dataset = create (self, column->name, column->type, self->totals[column->table]);

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace) && !self->failed; p++)
    {
      RefrainProcessColumns columns;
      const guint8 *data;
      guint64 n;

      get_columns (refrain_trace_get_process (self->trace, p), &columns);
      data = G_STRUCT_MEMBER (const guint8 *, &columns, column->field);
      n = refrain_columns_count_rows (&columns, column->table);
      while (n > 0 && !self->failed)
        {
          guint64 part = MIN (n, rows - held);

          if (g_cancellable_is_cancelled (self->cancellable))
            self->failed = TRUE;
          memcpy (buffer + held * size, data, part * size);
          held += part;
          data += part * size;
          n -= part;
          if (held == rows)
            {
              write_range (self, dataset, column->type, written, buffer, held);
              written += held;
              held = 0;
            }
        }
    }
  write_range (self, dataset, column->type, written, buffer, held);
  self->failed |= H5Dclose (dataset) < 0;
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
  make_group (self, "/extension");
  text = refrain_extension_get_source (extension);
  put (self, "/extension/source", REFRAIN_COLUMN_U8, text, strlen (text));
  text = refrain_extension_get_schema (extension);
  put (self, "/extension/schema", REFRAIN_COLUMN_U8, text, strlen (text));
  definitions = g_bytes_get_data (refrain_extension_get_definitions (extension), &n);
  put (self, "/extension/definitions", REFRAIN_COLUMN_U8, definitions, n);
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
  put (self, column->name, column->type, whole, n);
}

/* The arrays of the compact form. */
static void
put_form (Writer *self)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);
  const RefrainCompactForm *form = &self->compact->form;

  for (gsize i = 0; i < n && !self->failed; i++)
    if (self->compact->packed->pdata[i] != NULL)
      write_packed (self, members[i].path, self->compact->packed->pdata[i]);
    else
      put (self, members[i].path, members[i].type,
           G_STRUCT_MEMBER (gconstpointer, form, members[i].field), form->n[members[i].length]);
}

static void
put_columns (Writer *self)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  for (gsize i = 0; i < n && !self->failed; i++)
    {
      if (columns[i].table == REFRAIN_TABLE_DETAILS && self->totals[REFRAIN_TABLE_DETAILS] == 0)
        continue;
      g_autofree char *sentence = g_strdup_printf (_ ("Writing %s"), columns[i].name);

      if (self->progress != NULL)
        self->progress ((i + 1.0) / (n + 1), sentence, self->progress_data);
      if (self->compact == NULL)
        put_column (self, &columns[i]);
      else if (!self->compact->derived[i])
        put_whole_column (self, &columns[i]);
    }
}

static void
put_collectives (Writer *self)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const guint64 none = 0;

  put (self, "/collectives/first", REFRAIN_COLUMN_U64, c->n > 0 ? c->first : &none, c->n + 1);
  put (self, "/collectives/communicator", REFRAIN_COLUMN_U32, c->comm, c->n);
  put (self, "/collectives/type", REFRAIN_COLUMN_U8, c->type, c->n);
  put (self, "/collectives/process", REFRAIN_COLUMN_U32, c->process, c->n_members);
  put (self, "/collectives/op", REFRAIN_COLUMN_U32, c->op, c->n_members);
}

/* ---- The file ---- */

static void
make_groups (Writer *self)
{
  static const char *const groups[]
      = { "/calls",   "/ops",      "/records",       "/tape",    "/collectives", "/processes",
          "/threads", "/routines", "/communicators", "/defects", "/metamodel" };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    make_group (self, groups[i]);
  if (self->totals[REFRAIN_TABLE_DETAILS] > 0)
    make_group (self, "/details");
  if (self->compact != NULL)
    make_group (self, "/compact");
}

/* No object carries the time of writing: the same trace gives the same bytes. */
static hid_t
create_file (const char *path)
{
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t creation = H5Pcreate (H5P_FILE_CREATE);
  hid_t file;

  H5Pset_alignment (access, 1, 8);
  /* Since 1.8 metadata carry checksums: the library trusts what has none, and crashes on damage. */
  H5Pset_libver_bounds (access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_obj_track_times (creation, FALSE); /* of the root group */
  file = H5Fcreate (path, H5F_ACC_TRUNC, creation, access);
  H5Pclose (creation);
  H5Pclose (access);
  return file;
}

static void
write_trace (Writer *self, RefrainTrace *trace)
{
  self->trace = trace;
  memset (self->totals, 0, sizeof self->totals);
  count_rows (self);
  make_groups (self);
  put_definitions (self);
  put_extension (self);
  if (!self->failed && (self->compact == NULL || !self->compact->has_collectives))
    put_collectives (self);
  if (!self->failed)
    put_columns (self);
  if (!self->failed && self->compact != NULL)
    put_form (self);
}

/* The first trace is at the root, where those look who know of no others. */
static void
write_file (Writer *self, RefrainTrace *const *traces, guint n, const char *path)
{
  self->file = create_file (path);
  if (self->file < 0)
    {
      self->failed = TRUE;
      return;
    }
  self->at = self->file;
  if (n > 1)
    {
      put_unsigned (self, "traces", n);
      make_group (self, "/traces");
    }
  write_trace (self, traces[0]);
  for (guint i = 1; i < n && !self->failed; i++)
    {
      g_autofree char *group = g_strdup_printf ("/traces/%u", i + 1);

      make_group (self, group);
      self->at = H5Gopen2 (self->file, group, H5P_DEFAULT);
      self->failed |= self->at < 0;
      if (!self->failed)
        write_trace (self, traces[i]);
      if (self->at >= 0)
        H5Gclose (self->at);
      self->at = self->file;
    }
  self->failed |= H5Fclose (self->file) < 0;
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
  if (!self->failed)
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

gboolean
refrain_hdf5_save_compact (RefrainTrace *trace,
                           const char *path,
                           RefrainCompactSizes *sizes,
                           GCancellable *cancellable,
                           RefrainProgressFunc progress,
                           gpointer progress_data,
                           GError **error)
{
  g_autoptr (RefrainCompactMade) made = NULL;
  Writer self
      = { .cancellable = cancellable, .progress = progress, .progress_data = progress_data };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (progress != NULL)
    progress (0, _ ("Looking for what repeats"), progress_data);
  made = refrain_compact_make (trace, cancellable, error);
  if (made == NULL)
    return FALSE;
  if (sizes != NULL)
    *sizes = made->sizes;
  self.compact = made->is_allowed ? made : NULL;
  return save (&self, &trace, 1, path, error);
}
