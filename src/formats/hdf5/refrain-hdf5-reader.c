/* refrain-hdf5-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening costs O(processes + definitions): the events stay where they are, in the mapped file. In
 * a team each member looks at the columns of its own processes; what is compact only one can
 * expand.
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "refrain-claims.h"
#include "refrain-error.h"
#include "refrain-hdf5-blocks.h"
#include "refrain-hdf5-compact.h"
#include "refrain-hdf5-file.h"
#include "refrain-hdf5-part.h"
#include "refrain-summary-kept.h"
#include "refrain-trace-builder.h"

/* Blocks of fewer bytes are unpacked and looked at when somebody asks: that takes no time. */
#define LEAST_BELIEVED  (G_GUINT64_CONSTANT (16) << 20)
#define MAX_DEFINITIONS ((guint64) G_MAXINT32)

typedef struct
{
  RefrainHdf5File *file;
  RefrainTraceBuilder *builder;
  GBytes *owner;
  const char *text;
  guint64 n_text;
  GHashTable *repaired; /* offset -> text that was not UTF-8 */
  guint64 n_processes;
  gboolean compact;               /* columns may have to be expanded */
  RefrainCollectives collectives; /* that were expanded, too */
  GCancellable *cancellable;
  const RefrainProgress *progress;
} RefrainHdf5Reader;

/* Sets @variable to the @n elements of a dataset of `self`, or leaves the function with `error`. */
#define GET(variable, path, type, n)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    (variable) = refrain_hdf5_file_get_n (self->file, path, type, n, error);                       \
    if ((variable) == NULL)                                                                        \
      return FALSE;                                                                                \
  }                                                                                                \
  G_STMT_END

/* The text at @offset; NULL for none. FALSE when it lies outside. */
static gboolean
get_text (RefrainHdf5Reader *self, guint64 offset, const char **text)
{
  *text = NULL;
  if (offset == REFRAIN_HDF5_NO_TEXT)
    return TRUE;
  if (offset >= self->n_text)
    return FALSE;
  *text = self->text + offset;
  if (g_utf8_validate (*text, -1, NULL))
    return TRUE;
  if (g_hash_table_lookup (self->repaired, *text) == NULL)
    g_hash_table_insert (self->repaired, (gpointer) *text, g_utf8_make_valid (*text, -1));
  *text = g_hash_table_lookup (self->repaired, *text);
  return TRUE;
}

/* Whether @first (n + 1 elements) cuts @total elements into n ranges. */
static gboolean
are_ranges (const guint64 *first, guint64 n, guint64 total)
{
  if (first[0] != 0 || first[n] != total)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (first[i] > first[i + 1])
      return FALSE;
  return TRUE;
}

/* Whether all are processes or -1. */
static gboolean
are_processes (RefrainHdf5Reader *self, const gint32 *members, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    if (members[i] < -1 || (members[i] >= 0 && (guint64) members[i] >= self->n_processes))
      return FALSE;
  return TRUE;
}

/* ---- Attributes and text ---- */

static gboolean
read_header (RefrainHdf5Reader *self, GError **error)
{
  guint64 version;

  if (!refrain_hdf5_file_has_text (self->file, "format", "MTF"))
    return refrain_hdf5_file_fail (self->file, _ ("attribute format"),
                                   _ ("this HDF5 file does not hold an MTF trace"), error);
  if (!refrain_hdf5_file_get_unsigned (self->file, "version", &version, error))
    return FALSE;
  if (version != REFRAIN_HDF5_VERSION)
    {
      g_set_error (
          error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
          _ ("%s: attribute version: version %" PRIu64 " of the format is not known, only 1"),
          self->file->display, version);
      return FALSE;
    }
  return TRUE;
}

/* Not to be seen: one alone reads it afterwards. */
static gboolean
give_up (RefrainHdf5Reader *self, GError **error)
{
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED, "%s", self->file->display);
  refrain_team_give_up (refrain_team_get ());
  return FALSE;
}

static gboolean
read_names (RefrainHdf5Reader *self, const char *path, GError **error)
{
  guint64 name, description, origin;
  gint64 wall_clock;
  const char *text;

  if (self->compact && refrain_team_get () != NULL)
    return give_up (self, error);
  self->text = refrain_hdf5_file_get (self->file, "/text", REFRAIN_COLUMN_U8, &self->n_text, error);
  if (self->text == NULL)
    return FALSE;
  if (self->n_text > 0 && self->text[self->n_text - 1] != '\0')
    return refrain_hdf5_file_fail (self->file, "/text", _ ("it must end with a zero byte"), error);
  if (!refrain_hdf5_file_get_unsigned (self->file, "name", &name, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "description", &description, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "clock_origin", &origin, error)
      || !refrain_hdf5_file_get_signed (self->file, "wall_clock", &wall_clock, error))
    return FALSE;
  if (!get_text (self, name, &text))
    return refrain_hdf5_file_fail (self->file, _ ("attribute name"),
                                   _ ("it points outside the texts"), error);
  refrain_trace_builder_set_source (self->builder, text != NULL ? text : self->file->display, path,
                                    "HDF5");
  if (!get_text (self, description, &text))
    return refrain_hdf5_file_fail (self->file, _ ("attribute description"),
                                   _ ("it points outside the texts"), error);
  refrain_trace_builder_set_description (self->builder, text);
  refrain_trace_builder_set_clock (self->builder, origin, wall_clock);
  return TRUE;
}

/* ---- Processes ---- */

typedef struct
{
  const guint64 *first[REFRAIN_N_TABLES];
  const guint64 *tape_events, *first_thread;
  const guint64 *thread[11];
  const guint64 *stream, *first_detail, *n_details; /* may be NULL */
  guint n_tables; /* without that of the details where there are none */
  gsize n_columns;
  const RefrainColumn *columns;
  const guint8 **data; /* by column */
} Tables;

enum
{
  THREAD_NAME,
  THREAD_ID,
  THREAD_EVENTS,
  THREAD_FIRST_CALL,
  THREAD_N_CALLS,
  THREAD_FIRST_OP,
  THREAD_N_OPS,
  THREAD_FIRST_RECORD,
  THREAD_N_RECORDS,
  THREAD_FIRST_TAPE,
  THREAD_N_TAPE,
};

static const char *const thread_paths[]
    = { "/threads/name",      "/threads/id",         "/threads/events", "/threads/first_call",
        "/threads/n_calls",   "/threads/first_op",   "/threads/n_ops",  "/threads/first_record",
        "/threads/n_records", "/threads/first_tape", "/threads/n_tape" };

static GArray *make_threads (RefrainHdf5Reader *self, const Tables *tables, guint64 process);

/* Columns that are not there are expanded. */
static gboolean
expand_columns (RefrainHdf5Reader *self, Tables *tables, GError **error)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (RefrainThread));
  RefrainCompactLayout layout = { .n_processes = self->n_processes,
                                  .n_threads = tables->first_thread[self->n_processes],
                                  .first_thread = tables->first_thread,
                                  .tape_events = tables->tape_events };
  const gboolean whole = refrain_hdf5_file_has (self->file, "/collectives/first");

  for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
    layout.first[t] = tables->first[t];
  for (guint64 p = 0; p < self->n_processes; p++)
    {
      g_autoptr (GArray) own = make_threads (self, tables, p);

      g_array_append_vals (threads, own->data, own->len);
    }
  layout.threads = (const RefrainThread *) (gpointer) threads->data;
  return refrain_hdf5_compact_read (self->file, &layout, tables->data,
                                    whole ? NULL : &self->collectives, self->cancellable,
                                    self->progress, error);
}

/* The columns of each table must be of one length, cut into processes by its first rows. */
static gboolean
open_columns (RefrainHdf5Reader *self, Tables *tables, GError **error)
{
  static const char *const firsts[REFRAIN_N_TABLES]
      = { "/processes/first_call", "/processes/first_op", "/processes/first_record",
          "/processes/first_tape_byte", "/processes/first_detail" };
  guint64 totals[REFRAIN_N_TABLES] = { 0 };

  for (guint t = 0; t < tables->n_tables; t++)
    {
      GET (tables->first[t], firsts[t], REFRAIN_COLUMN_U64, self->n_processes + 1);
      totals[t] = tables->first[t][self->n_processes];
      if (!are_ranges (tables->first[t], self->n_processes, totals[t]))
        return refrain_hdf5_file_fail (
            self->file, firsts[t], _ ("the ranges of the processes contradict each other"), error);
    }
  for (guint64 i = 0; i < self->n_processes; i++)
    {
      const guint64 *first = &tables->first[REFRAIN_TABLE_TAPE][i];
      guint64 events = tables->tape_events[i];

      if (events / 4 + (events % 4 != 0) != first[1] - first[0])
        return refrain_hdf5_file_fail (self->file, "/processes/tape_events",
                                       _ ("it contradicts the length of the tape"), error);
    }
  for (gsize i = 0; i < tables->n_columns; i++)
    if (tables->columns[i].table < tables->n_tables
        && (!self->compact || refrain_hdf5_file_has (self->file, tables->columns[i].name)))
      GET (tables->data[i], tables->columns[i].name, tables->columns[i].type,
           totals[tables->columns[i].table]);
  return !self->compact || expand_columns (self, tables, error);
}

static gboolean
open_threads (RefrainHdf5Reader *self, Tables *tables, GError **error)
{
  guint64 n;

  GET (tables->first_thread, "/processes/first_thread", REFRAIN_COLUMN_U64, self->n_processes + 1);
  GET (tables->tape_events, "/processes/tape_events", REFRAIN_COLUMN_U64, self->n_processes);
  n = tables->first_thread[self->n_processes];
  if (!are_ranges (tables->first_thread, self->n_processes, n))
    return refrain_hdf5_file_fail (self->file, "/processes/first_thread",
                                   _ ("the ranges contradict each other"), error);
  for (guint i = 0; i < G_N_ELEMENTS (thread_paths); i++)
    GET (tables->thread[i], thread_paths[i], REFRAIN_COLUMN_U64, n);
  tables->stream
      = refrain_hdf5_file_get_n (self->file, "/threads/stream", REFRAIN_COLUMN_U64, n, NULL);
  tables->n_tables = REFRAIN_TABLE_DETAILS;
  if (!refrain_hdf5_file_has (self->file, "/details/bytes"))
    return TRUE;
  tables->n_tables = REFRAIN_N_TABLES;
  GET (tables->first_detail, "/threads/first_detail", REFRAIN_COLUMN_U64, n);
  GET (tables->n_details, "/threads/n_details", REFRAIN_COLUMN_U64, n);
  return TRUE;
}

static gboolean
claim (RefrainHdf5Reader *self, const Tables *tables, GError **error)
{
  RefrainClaims claims = { .name = self->file->display,
                           .bytes = g_bytes_get_size (self->file->bytes) + self->file->n_read };

  return refrain_claims_add (&claims, REFRAIN_CLAIM_PROCESSES, self->n_processes, "/processes",
                             error)
         && refrain_claims_add (&claims, REFRAIN_CLAIM_THREADS,
                                tables->first_thread[self->n_processes], "/threads", error);
}

static GArray *
make_threads (RefrainHdf5Reader *self, const Tables *tables, guint64 process)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (RefrainThread));

  for (guint64 i = tables->first_thread[process]; i < tables->first_thread[process + 1]; i++)
    {
      const char *name = NULL;
      RefrainThread thread;

      get_text (self, tables->thread[THREAD_NAME][i], &name);
      thread = (RefrainThread){ .name = g_intern_string (name != NULL ? name : ""),
                                .id = tables->thread[THREAD_ID][i],
                                .is_stream = tables->stream != NULL && tables->stream[i] != 0,
                                .events = tables->thread[THREAD_EVENTS][i],
                                .first_call = tables->thread[THREAD_FIRST_CALL][i],
                                .n_calls = tables->thread[THREAD_N_CALLS][i],
                                .first_op = tables->thread[THREAD_FIRST_OP][i],
                                .n_ops = tables->thread[THREAD_N_OPS][i],
                                .first_record = tables->thread[THREAD_FIRST_RECORD][i],
                                .n_records = tables->thread[THREAD_N_RECORDS][i],
                                .first_tape = tables->thread[THREAD_FIRST_TAPE][i],
                                .n_tape = tables->thread[THREAD_N_TAPE][i] };
      if (tables->n_details != NULL)
        {
          thread.first_detail = tables->first_detail[i];
          thread.n_details = tables->n_details[i];
        }
      g_array_append_val (threads, thread);
    }
  return threads;
}

/* The columns of @process, without its threads. */
static RefrainProcessColumns
get_rows (const Tables *tables, guint64 process)
{
  RefrainProcessColumns rows = { 0 };
  guint64 n[REFRAIN_N_TABLES] = { 0 };

  for (guint t = 0; t < tables->n_tables; t++)
    n[t] = tables->first[t][process + 1] - tables->first[t][process];
  rows.calls.n = n[REFRAIN_TABLE_CALLS];
  rows.ops.n = n[REFRAIN_TABLE_OPS];
  rows.records.n = n[REFRAIN_TABLE_RECORDS];
  rows.tape.n = tables->tape_events[process];
  rows.details.n = n[REFRAIN_TABLE_DETAILS];
  for (gsize i = 0; i < tables->n_columns; i++)
    {
      const RefrainColumn *column = &tables->columns[i];

      if (column->table >= tables->n_tables)
        continue;
      G_STRUCT_MEMBER (const guint8 *, &rows, column->field)
          = tables->data[i]
            + tables->first[column->table][process] * refrain_column_type_get_size (column->type);
    }
  return rows;
}

static void
adopt_process (RefrainHdf5Reader *self, const Tables *tables, guint64 process)
{
  RefrainProcessColumns rows = get_rows (tables, process);

  rows.threads = make_threads (self, tables, process);
  refrain_trace_builder_adopt_columns (self->builder, process, &rows, self->owner);
}

/* What blocks of columns are unpacked with. */
static void
set_rows (RefrainHdf5Reader *self, const Tables *tables)
{
  RefrainProcessColumns *columns = g_new0 (RefrainProcessColumns, self->n_processes + 1);
  RefrainBlockRows rows = { .n_processes = self->n_processes, .columns = columns };

  for (guint t = 0; t < tables->n_tables; t++)
    rows.first[t] = tables->first[t];
  for (guint64 p = 0; p < self->n_processes; p++)
    columns[p] = get_rows (tables, p);
  refrain_hdf5_blocks_set_rows (self->file->blocks, &rows);
}

/* With the team that opens traces, if there is one. */
static void
share_out (RefrainHdf5Reader *self, const Tables *tables)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint64 p = 0; p < self->n_processes; p++)
    {
      guint64 n = 0;

      for (guint t = 0; t <= REFRAIN_TABLE_RECORDS; t++)
        n += tables->first[t][p + 1] - tables->first[t][p];
      g_array_append_val (rows, n);
    }
  refrain_trace_builder_share (self->builder, rows);
}

static gboolean
read_processes (RefrainHdf5Reader *self, GError **error)
{
  Tables tables = { .n_columns = 0 };
  g_autofree const guint8 **data = NULL;
  const guint64 *name, *host;

  tables.columns = refrain_columns_list (&tables.n_columns);
  tables.data = data = g_new0 (const guint8 *, tables.n_columns);
  name = refrain_hdf5_file_get (self->file, "/processes/name", REFRAIN_COLUMN_U64,
                                &self->n_processes, error);
  if (name == NULL)
    return FALSE;
  if (self->n_processes > MAX_DEFINITIONS)
    return refrain_hdf5_file_fail (self->file, "/processes/name",
                                   _ ("there are too many processes"), error);
  GET (host, "/processes/host", REFRAIN_COLUMN_U64, self->n_processes);
  if (!open_threads (self, &tables, error) || !claim (self, &tables, error)
      || !open_columns (self, &tables, error))
    return FALSE;
  if (self->file->blocks != NULL)
    set_rows (self, &tables);
  self->owner = refrain_hdf5_file_get_owner (self->file);
  for (guint64 i = 0; i < self->n_processes; i++)
    {
      const char *name_text, *host_text;

      if (!get_text (self, name[i], &name_text) || !get_text (self, host[i], &host_text))
        return refrain_hdf5_file_fail (self->file, "/processes",
                                       _ ("a name points outside the texts"), error);
      refrain_trace_builder_add_process (self->builder, name_text, host_text);
      adopt_process (self, &tables, i);
    }
  share_out (self, &tables);
  return TRUE;
}

/* ---- Other definitions ---- */

static gboolean
read_routines (RefrainHdf5Reader *self, GError **error)
{
  guint64 n;
  const guint64 *name, *file;
  const guint32 *line;

  name = refrain_hdf5_file_get (self->file, "/routines/name", REFRAIN_COLUMN_U64, &n, error);
  if (name == NULL)
    return FALSE;
  GET (file, "/routines/file", REFRAIN_COLUMN_U64, n);
  GET (line, "/routines/line", REFRAIN_COLUMN_U32, n);
  for (guint64 i = 0; i < n; i++)
    {
      const char *name_text, *file_text;

      if (!get_text (self, name[i], &name_text) || name_text == NULL
          || !get_text (self, file[i], &file_text))
        return refrain_hdf5_file_fail (self->file, "/routines",
                                       _ ("a name points outside the texts"), error);
      if (refrain_trace_builder_add_routine (self->builder, name_text, file_text, line[i]) != i)
        return refrain_hdf5_file_fail (self->file, "/routines/name",
                                       _ ("a routine is listed twice"), error);
    }
  return TRUE;
}

/* What each communicator says of its grid; files in which none does have no such dataset. */
static gboolean
read_cartesian (RefrainHdf5Reader *self,
                const guint64 *said,
                RefrainCommunicator *communicator,
                GError **error)
{
  const char *text = NULL;

  if (!get_text (self, *said, &text)
      || (text != NULL && !refrain_communicator_read_cartesian (communicator, text)))
    return refrain_hdf5_file_fail (self->file, "/communicators/cartesian",
                                   _ ("the grid does not fit its members"), error);
  return TRUE;
}

static gboolean
read_communicators (RefrainHdf5Reader *self, GError **error)
{
  guint64 n, n_members, n_remotes;
  const guint64 *name, *id, *first_member, *first_remote, *cartesian;
  const gint64 *parent;
  const guint8 *self_like, *inter;
  const gint32 *members, *remotes;

  name = refrain_hdf5_file_get (self->file, "/communicators/name", REFRAIN_COLUMN_U64, &n, error);
  if (name == NULL)
    return FALSE;
  GET (id, "/communicators/id", REFRAIN_COLUMN_U64, n);
  GET (parent, "/communicators/parent_id", REFRAIN_COLUMN_I64, n);
  GET (self_like, "/communicators/self", REFRAIN_COLUMN_U8, n);
  GET (inter, "/communicators/inter", REFRAIN_COLUMN_U8, n);
  GET (first_member, "/communicators/first_member", REFRAIN_COLUMN_U64, n + 1);
  GET (first_remote, "/communicators/first_remote", REFRAIN_COLUMN_U64, n + 1);
  members = refrain_hdf5_file_get (self->file, "/communicators/member", REFRAIN_COLUMN_I32,
                                   &n_members, error);
  if (members == NULL)
    return FALSE;
  remotes = refrain_hdf5_file_get (self->file, "/communicators/remote", REFRAIN_COLUMN_I32,
                                   &n_remotes, error);
  if (remotes == NULL)
    return FALSE;
  if (!are_ranges (first_member, n, n_members) || !are_ranges (first_remote, n, n_remotes)
      || !are_processes (self, members, n_members) || !are_processes (self, remotes, n_remotes))
    return refrain_hdf5_file_fail (self->file, "/communicators",
                                   _ ("the members contradict each other"), error);
  cartesian = refrain_hdf5_file_get_n (self->file, "/communicators/cartesian", REFRAIN_COLUMN_U64,
                                       n, NULL);
  for (guint64 i = 0; i < n; i++)
    {
      RefrainCommunicator *communicator;
      const char *text;

      if (!get_text (self, name[i], &text))
        return refrain_hdf5_file_fail (self->file, "/communicators/name",
                                       _ ("a name points outside the texts"), error);
      communicator = refrain_communicator_new (
          text, id[i], parent[i], members + first_member[i], first_member[i + 1] - first_member[i],
          inter[i] ? remotes + first_remote[i] : NULL, first_remote[i + 1] - first_remote[i],
          self_like[i] != 0);
      refrain_trace_builder_add_communicator (self->builder, communicator);
      if (cartesian != NULL && !read_cartesian (self, &cartesian[i], communicator, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_defects (RefrainHdf5Reader *self, GError **error)
{
  guint64 n;
  const guint64 *kind, *count, *detail;
  const gint32 *process;
  const gint64 *time;

  kind = refrain_hdf5_file_get (self->file, "/defects/kind", REFRAIN_COLUMN_U64, &n, error);
  if (kind == NULL)
    return FALSE;
  GET (process, "/defects/process", REFRAIN_COLUMN_I32, n);
  GET (count, "/defects/count", REFRAIN_COLUMN_U64, n);
  GET (time, "/defects/time", REFRAIN_COLUMN_I64, n);
  GET (detail, "/defects/detail", REFRAIN_COLUMN_U64, n);
  if (!are_processes (self, process, n))
    return refrain_hdf5_file_fail (self->file, "/defects/process",
                                   _ ("it names a process that is not there"), error);
  for (guint64 i = 0; i < n; i++)
    {
      const char *name, *text;
      RefrainDefectKind value;

      if (!get_text (self, kind[i], &name) || !get_text (self, detail[i], &text) || name == NULL
          || !refrain_defect_kind_from_name (name, &value))
        return refrain_hdf5_file_fail (self->file, "/defects",
                                       _ ("it names a defect that is not known"), error);
      refrain_trace_builder_add_defect (
          self->builder, refrain_defect_new (value, process[i], count[i], time[i], text));
    }
  return TRUE;
}

/* ---- Collectives and counts ---- */

static gboolean
open_collectives (RefrainHdf5Reader *self, RefrainCollectives *to, GError **error)
{
  RefrainCollectives c = { 0 };
  guint64 n, n_members;

  if (self->collectives.first != NULL)
    {
      *to = self->collectives;
      return TRUE;
    }
  c.comm = refrain_hdf5_file_get (self->file, "/collectives/communicator", REFRAIN_COLUMN_U32, &n,
                                  error);
  if (c.comm == NULL)
    return FALSE;
  c.process = refrain_hdf5_file_get (self->file, "/collectives/process", REFRAIN_COLUMN_U32,
                                     &n_members, error);
  if (c.process == NULL)
    return FALSE;
  GET (c.op, "/collectives/op", REFRAIN_COLUMN_U32, n_members);
  GET (c.type, "/collectives/type", REFRAIN_COLUMN_U8, n);
  GET (c.first, "/collectives/first", REFRAIN_COLUMN_U64, n + 1);
  c.n = n;
  c.n_members = n_members;
  *to = c;
  return TRUE;
}

static gboolean
read_collectives (RefrainHdf5Reader *self, GError **error)
{
  RefrainCollectives c = { 0 };
  RefrainCounts counts = { 0 };
  guint64 depth;

  if (!open_collectives (self, &c, error))
    return FALSE;
  if (!refrain_hdf5_file_get_unsigned (self->file, "events", &counts.events, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "calls", &counts.calls, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "mpi_calls", &counts.mpi_calls, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "sends", &counts.sends, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "receives", &counts.receives, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "messages", &counts.messages, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "unmatched", &counts.unmatched, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "collectives", &counts.collectives, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "collective_instances",
                                          &counts.collective_instances, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "depth", &depth, error)
      || !refrain_hdf5_file_get_signed (self->file, "start", &counts.start, error)
      || !refrain_hdf5_file_get_signed (self->file, "end", &counts.end, error))
    return FALSE;
  counts.depth = MIN (depth, G_MAXUINT);
  counts.start = CLAMP (counts.start, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
  counts.end = CLAMP (counts.end, counts.start, REFRAIN_TIME_LIMIT);
  refrain_trace_builder_adopt_collectives (self->builder, &c, &counts);
  return TRUE;
}

/* The text in a dataset of bytes, or NULL. */
static char *
get_whole_text (RefrainHdf5Reader *self, const char *path, GError **error)
{
  guint64 n;
  const char *bytes = refrain_hdf5_file_get (self->file, path, REFRAIN_COLUMN_U8, &n, error);

  return bytes != NULL ? g_strndup (bytes, n) : NULL;
}

static gboolean
read_extension (RefrainHdf5Reader *self, GError **error)
{
  g_autofree char *source = NULL, *schema = NULL;
  g_autoptr (RefrainExtension) extension = NULL;
  g_autoptr (GBytes) definitions = NULL;
  g_autoptr (GError) cause = NULL;
  const guint8 *bytes;
  guint64 n;

  if (!refrain_hdf5_file_has (self->file, "/extension/schema"))
    return TRUE;
  source = get_whole_text (self, "/extension/source", error);
  schema = source != NULL ? get_whole_text (self, "/extension/schema", error) : NULL;
  if (schema == NULL)
    return FALSE;
  bytes
      = refrain_hdf5_file_get (self->file, "/extension/definitions", REFRAIN_COLUMN_U8, &n, error);
  if (bytes == NULL)
    return FALSE;
  definitions = g_bytes_new (bytes, n);
  extension = refrain_extension_new (source, schema, definitions, &cause);
  if (extension == NULL)
    return refrain_hdf5_file_fail (self->file, "/extension", cause->message, error);
  refrain_trace_builder_set_extension (self->builder, extension);
  return TRUE;
}

/* ---- Patterns ---- */

typedef struct
{
  guint64 n;
  const guint8 *kind;
  const guint64 *description, *first_occurrence, *first_rows;
  const guint32 *process, *row, *n_rows;
  const guint64 *firsts[REFRAIN_N_TABLES]; /* the first row of each process */
} Patterns;

static gboolean
add_patterns (RefrainHdf5Reader *self, RefrainTrace *trace, const Patterns *p, GError **error)
{
  g_autoptr (RefrainTracePatterns) patterns = refrain_trace_patterns_new ();

  for (guint64 i = 0; i < p->n; i++)
    {
      const char *text = NULL;

      if (p->kind[i] >= REFRAIN_N_KEPT_PATTERNS || !get_text (self, p->description[i], &text))
        return refrain_hdf5_file_fail (self->file, "/patterns",
                                       _ ("it holds a pattern that cannot be"), error);
      refrain_trace_patterns_add (patterns, p->kind[i], text);
      for (guint64 o = p->first_occurrence[i]; o < p->first_occurrence[i + 1]; o++)
        {
          refrain_trace_patterns_add_occurrence (patterns);
          for (guint64 k = p->first_rows[o]; k < p->first_rows[o + 1]; k++)
            {
              const RefrainTable table
                  = p->kind[i] == REFRAIN_KEPT_CALLS ? REFRAIN_TABLE_CALLS : REFRAIN_TABLE_OPS;
              const guint64 *first = p->firsts[table];

              if (p->process[k] >= self->n_processes
                  || (guint64) p->row[k] + p->n_rows[k]
                         > first[p->process[k] + 1] - first[p->process[k]])
                return refrain_hdf5_file_fail (self->file, "/patterns/row",
                                               _ ("it names rows that are not there"), error);
              refrain_trace_patterns_add_rows (patterns, p->process[k], p->row[k], p->n_rows[k]);
            }
        }
    }
  refrain_trace_set_patterns (trace, patterns);
  return TRUE;
}

static gboolean
read_patterns (RefrainHdf5Reader *self, RefrainTrace *trace, GError **error)
{
  Patterns p = { 0 };
  guint64 n_occurrences, n_rows;

  if (!refrain_hdf5_file_has (self->file, "/patterns"))
    return TRUE;
  p.kind = refrain_hdf5_file_get (self->file, "/patterns/kind", REFRAIN_COLUMN_U8, &p.n, error);
  if (p.kind == NULL)
    return FALSE;
  GET (p.description, "/patterns/description", REFRAIN_COLUMN_U64, p.n);
  GET (p.first_occurrence, "/patterns/first_occurrence", REFRAIN_COLUMN_U64, p.n + 1);
  n_occurrences = p.first_occurrence[p.n];
  if (n_occurrences >= G_MAXUINT32)
    return refrain_hdf5_file_fail (self->file, "/patterns/first_occurrence",
                                   _ ("the ranges contradict each other"), error);
  GET (p.first_rows, "/patterns/first_rows", REFRAIN_COLUMN_U64, n_occurrences + 1);
  n_rows = p.first_rows[n_occurrences];
  GET (p.process, "/patterns/process", REFRAIN_COLUMN_U32, n_rows);
  GET (p.row, "/patterns/row", REFRAIN_COLUMN_U32, n_rows);
  GET (p.n_rows, "/patterns/n_rows", REFRAIN_COLUMN_U32, n_rows);
  GET (p.firsts[REFRAIN_TABLE_CALLS], "/processes/first_call", REFRAIN_COLUMN_U64,
       self->n_processes + 1);
  GET (p.firsts[REFRAIN_TABLE_OPS], "/processes/first_op", REFRAIN_COLUMN_U64,
       self->n_processes + 1);
  if (!are_ranges (p.first_occurrence, p.n, n_occurrences)
      || !are_ranges (p.first_rows, n_occurrences, n_rows))
    return refrain_hdf5_file_fail (self->file, "/patterns", _ ("the ranges contradict each other"),
                                   error);
  return add_patterns (self, trace, &p, error);
}

static void
set_routine_totals (RefrainHdf5Reader *self, RefrainTrace *trace)
{
  guint n = refrain_trace_get_n_routines (trace);
  const guint64 *calls
      = refrain_hdf5_file_get_n (self->file, "/routines/calls", REFRAIN_COLUMN_U64, n, NULL);
  const gint64 *time
      = refrain_hdf5_file_get_n (self->file, "/routines/time", REFRAIN_COLUMN_I64, n, NULL);

  for (guint i = 0; calls != NULL && time != NULL && i < n; i++)
    refrain_routine_set_totals (refrain_trace_get_routine (trace, i), calls[i], time[i]);
}

/* The arrays of the summary, if all are there but those that files from before do not have. */
static gboolean
open_summary (RefrainHdf5Reader *self, gconstpointer *data, guint64 *n)
{
  if (!refrain_summary_kept_can_be () || !refrain_hdf5_file_has (self->file, "/summary"))
    return FALSE;
  for (RefrainKeptArray i = 0; i < REFRAIN_N_KEPT_ARRAYS; i++)
    {
      data[i] = refrain_hdf5_file_get (self->file, refrain_kept_array_get_path (i),
                                       refrain_kept_array_get_type (i), &n[i], NULL);
      if (data[i] == NULL && i == REFRAIN_KEPT_BUSY)
        n[i] = 0;
      else if (data[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Compares what was read with its checksums: what is as it was written is believed. Those of blocks
 * are compared when they are unpacked. */
static gboolean
check_sums (RefrainHdf5Reader *self)
{
  const char *damaged;
  gboolean sound;

  if (self->file->blocks != NULL
      && refrain_hdf5_blocks_get_bytes (self->file->blocks) >= LEAST_BELIEVED)
    {
      refrain_trace_builder_trust_columns (self->builder);
      return TRUE;
    }
  if (self->file->seal == NULL)
    return FALSE;
  sound = refrain_hdf5_seal_close (self->file->seal, &damaged);
  if (sound)
    refrain_trace_builder_trust_columns (self->builder);
  if (damaged != NULL)
    refrain_trace_builder_add_defect (
        self->builder, refrain_defect_new (REFRAIN_DEFECT_ALTERED, -1, 1, 0, damaged));
  g_clear_pointer (&self->file->seal, refrain_hdf5_seal_free);
  return sound;
}

static RefrainTrace *
read_trace (RefrainHdf5Reader *self, const char *path, GCancellable *cancellable, GError **error)
{
  gconstpointer kept[REFRAIN_N_KEPT_ARRAYS];
  guint64 n_kept[REFRAIN_N_KEPT_ARRAYS];
  gboolean summarised;
  RefrainTrace *trace;

  if (!refrain_hdf5_compact_detect (self->file, &self->compact, error))
    return NULL;
  if (refrain_team_get () == NULL)
    refrain_hdf5_file_open_seal (self->file);
  if (!read_names (self, path, error) || !read_routines (self, error)
      || !read_processes (self, error) || !read_communicators (self, error)
      || !read_defects (self, error) || !read_collectives (self, error)
      || !read_extension (self, error))
    return NULL;
  summarised = (self->file->seal != NULL || self->file->blocks != NULL)
               && open_summary (self, kept, n_kept);
  summarised = check_sums (self) && summarised;
  trace = refrain_trace_builder_finish (self->builder, cancellable, error);
  if (trace != NULL && summarised)
    refrain_summary_kept_adopt (trace, kept, n_kept, self->owner);
  if (trace != NULL && !read_patterns (self, trace, error))
    g_clear_object (&trace);
  if (trace != NULL)
    set_routine_totals (self, trace);
  return trace;
}

/* Goes to the group of trace @trace. */
static gboolean
choose_trace (RefrainHdf5Reader *self, guint trace, GError **error)
{
  guint64 n = 1;

  if (refrain_hdf5_file_has (self->file, "/traces")
      && !refrain_hdf5_file_get_unsigned (self->file, "traces", &n, error))
    return FALSE;
  n = CLAMP (n, 1, G_MAXUINT);
  if (trace >= n)
    return refrain_fail (error, REFRAIN_ERROR_FORMAT, _ ("%s: no trace %u (1 to %" PRIu64 ")"),
                         self->file->display, trace + 1, n);
  refrain_trace_builder_set_place (self->builder, trace, n);
  if (trace > 0)
    {
      g_autofree char *group = g_strdup_printf ("/traces/%u", trace + 1);

      return refrain_hdf5_file_enter (self->file, group, error);
    }
  return TRUE;
}

RefrainTrace *
refrain_hdf5_read (const char *path,
                   guint nth,
                   GCancellable *cancellable,
                   const RefrainProgress *progress,
                   GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GHashTable) repaired = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  RefrainHdf5Reader self = {
    .builder = builder, .repaired = repaired, .cancellable = cancellable, .progress = progress
  };
  RefrainTrace *trace = NULL;

  refrain_progress_tell (progress, 0, _ ("Mapping the file"));
  refrain_hdf5_lock ();
  self.file = refrain_hdf5_file_open (path, error);
  if (self.file != NULL)
    {
      if (read_header (&self, error) && choose_trace (&self, nth, error))
        trace = read_trace (&self, path, cancellable, error);
      if (!refrain_hdf5_file_check (self.file, error))
        g_clear_object (&trace);
      refrain_hdf5_file_free (self.file);
    }
  refrain_hdf5_unlock ();
  g_clear_pointer (&self.owner, g_bytes_unref);
  return trace;
}
