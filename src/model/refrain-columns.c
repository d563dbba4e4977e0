/* refrain-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list, and what is done to each column in turn. Loops over events do not come here: they take
 * the arrays out of the structures.
 */
#include "refrain-columns.h"

#include <string.h>

#include "refrain-memory.h"

/* X (path of the field, its name in files, its table, its type) */
#define COLUMNS(X)                                                                                 \
  X (calls.start, "/calls/start", CALLS, I64)                                                      \
  X (calls.end, "/calls/end", CALLS, I64)                                                          \
  X (calls.routine, "/calls/routine", CALLS, U32)                                                  \
  X (calls.parent, "/calls/parent", CALLS, U32)                                                    \
  X (calls.depth, "/calls/depth", CALLS, U16)                                                      \
  X (ops.time, "/ops/time", OPS, I64)                                                              \
  X (ops.bytes, "/ops/bytes", OPS, U64)                                                            \
  X (ops.call, "/ops/call", OPS, U32)                                                              \
  X (ops.peer, "/ops/peer", OPS, I32)                                                              \
  X (ops.tag, "/ops/tag", OPS, I32)                                                                \
  X (ops.comm, "/ops/communicator", OPS, U32)                                                      \
  X (ops.partner, "/ops/partner", OPS, U32)                                                        \
  X (ops.record, "/ops/record", OPS, U32)                                                          \
  X (ops.logical, "/ops/logical", OPS, U32)                                                        \
  X (ops.kind, "/ops/kind", OPS, U8)                                                               \
  X (records.time, "/records/time", RECORDS, I64)                                                  \
  X (records.id, "/records/id", RECORDS, U64)                                                      \
  X (records.size, "/records/size", RECORDS, U64)                                                  \
  X (records.call, "/records/call", RECORDS, U32)                                                  \
  X (records.op, "/records/op", RECORDS, U32)                                                      \
  X (records.kind, "/records/kind", RECORDS, U8)                                                   \
  X (tape.bits, "/tape/bits", TAPE, U8)                                                            \
  X (details.bytes, "/details/bytes", DETAILS, U8)

#define LIST(path, name, table, type)                                                              \
  { name, REFRAIN_TABLE_##table, REFRAIN_COLUMN_##type,                                            \
    G_STRUCT_OFFSET (RefrainProcessColumns, path) },
static const RefrainColumn columns[] = { COLUMNS (LIST) };
#undef LIST

enum
{
  SIZE_U8 = 1,
  SIZE_U16 = 2,
  SIZE_U32 = 4,
  SIZE_I32 = 4,
  SIZE_U64 = 8,
  SIZE_I64 = 8
};

/* The twins agree, and the types are those of the elements. */
#define CHECK(path, name, table, type)                                                             \
  G_STATIC_ASSERT (G_STRUCT_OFFSET (RefrainProcessColumns, path)                                   \
                   == G_STRUCT_OFFSET (RefrainWritableColumns, path));                             \
  G_STATIC_ASSERT (sizeof *((RefrainProcessColumns *) NULL)->path == SIZE_##type);                 \
  G_STATIC_ASSERT (sizeof *((RefrainWritableColumns *) NULL)->path == SIZE_##type);
COLUMNS (CHECK)
#undef CHECK
G_STATIC_ASSERT (sizeof (RefrainProcessColumns) == sizeof (RefrainWritableColumns));

const RefrainColumn *
refrain_columns_list (gsize *n)
{
  *n = G_N_ELEMENTS (columns);
  return columns;
}

gsize
refrain_column_type_get_size (RefrainColumnType type)
{
  static const gsize sizes[REFRAIN_N_COLUMN_TYPES]
      = { SIZE_U8, SIZE_U16, SIZE_U32, SIZE_I32, SIZE_U64, SIZE_I64 };

  return sizes[type];
}

gsize
refrain_columns_count_rows (const RefrainProcessColumns *self, RefrainTable table)
{
  switch (table)
    {
    case REFRAIN_TABLE_CALLS:
      return self->calls.n;
    case REFRAIN_TABLE_OPS:
      return self->ops.n;
    case REFRAIN_TABLE_RECORDS:
      return self->records.n;
    case REFRAIN_TABLE_DETAILS:
      return self->details.n;
    default:
      return (gsize) (self->tape.n / 4 + (self->tape.n % 4 != 0));
    }
}

gsize
refrain_columns_get_memory (const RefrainProcessColumns *self)
{
  gsize bytes = (gsize) (self->tape.n / 4);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].table != REFRAIN_TABLE_TAPE)
      bytes += refrain_columns_count_rows (self, columns[i].table)
               * refrain_column_type_get_size (columns[i].type);
  return bytes;
}

RefrainProcessColumns
refrain_columns_show (const RefrainWritableColumns *self)
{
  RefrainProcessColumns shown;

  memcpy (&shown, self, sizeof shown);
  return shown;
}

void
refrain_columns_set_room (RefrainWritableColumns *self, RefrainTable table, gsize rows)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].table == table)
      {
        gpointer *elements = &G_STRUCT_MEMBER (gpointer, self, columns[i].field);

        *elements = refrain_memory_resize (*elements, rows,
                                           refrain_column_type_get_size (columns[i].type));
      }
}

void
refrain_columns_trim (RefrainWritableColumns *self)
{
  RefrainProcessColumns shown = refrain_columns_show (self);

  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    refrain_columns_set_room (self, t, refrain_columns_count_rows (&shown, t));
}

RefrainWritableColumns
refrain_columns_move_out (RefrainWritableColumns *self)
{
  const RefrainProcessColumns shown = refrain_columns_show (self);
  RefrainWritableColumns before = *self;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const gsize bytes = refrain_columns_count_rows (&shown, columns[i].table)
                          * refrain_column_type_get_size (columns[i].type);
      gpointer *elements = &G_STRUCT_MEMBER (gpointer, self, columns[i].field);
      gpointer old = *elements;

      *elements = refrain_memory_resize (NULL, bytes, 1);
      if (bytes > 0)
        memcpy (*elements, old, bytes);
      if (columns[i].table == REFRAIN_TABLE_TAPE && bytes > 0)
        memset (old, 0, bytes);
    }
  before.calls.n = before.ops.n = before.records.n = 0;
  before.tape.n = 0;
  before.details.n = 0;
  before.threads = NULL;
  return before;
}

void
refrain_columns_append (RefrainWritableColumns *self, const RefrainWritableColumns *from)
{
  RefrainProcessColumns to_shown = refrain_columns_show (self);
  RefrainProcessColumns from_shown = refrain_columns_show (from);

  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    refrain_columns_set_room (self, t,
                              refrain_columns_count_rows (&to_shown, t)
                                  + refrain_columns_count_rows (&from_shown, t));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      gsize size = refrain_column_type_get_size (columns[i].type);
      gsize n = refrain_columns_count_rows (&from_shown, columns[i].table);

      if (n > 0)
        memcpy (G_STRUCT_MEMBER (guint8 *, self, columns[i].field)
                    + refrain_columns_count_rows (&to_shown, columns[i].table) * size,
                G_STRUCT_MEMBER (guint8 *, from, columns[i].field), n * size);
    }
  self->tape.n = (guint64) refrain_columns_count_rows (&to_shown, REFRAIN_TABLE_TAPE) * 4;
  self->calls.n += from->calls.n;
  self->ops.n += from->ops.n;
  self->records.n += from->records.n;
  self->tape.n += from->tape.n;
  self->details.n += from->details.n;
}

void
refrain_columns_clear (RefrainWritableColumns *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    refrain_memory_free (G_STRUCT_MEMBER (gpointer, self, columns[i].field));
  g_clear_pointer (&self->threads, g_array_unref);
  memset (self, 0, sizeof *self);
}
