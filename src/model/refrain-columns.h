/* refrain-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one list of the columns in which a process' events are kept. Growing, trimming, joining,
 * freeing, counting memory and the datasets of .mtf.h5 follow from it.
 *
 * To add a column: a pointer in its table in refrain-types.h and in the writable twin below, a line
 * in refrain-columns.c, its value for a new row in refrain-recorder.c, and what it may hold in
 * refrain-column-store.c.
 */
#pragma once

#include "refrain-types.h"

typedef enum
{
  REFRAIN_TABLE_CALLS,
  REFRAIN_TABLE_OPS,
  REFRAIN_TABLE_RECORDS,
  REFRAIN_TABLE_TAPE,    /* rows of which are bytes, of four events each */
  REFRAIN_TABLE_DETAILS, /* rows of which are bytes */
  REFRAIN_N_TABLES
} RefrainTable;

typedef enum
{
  REFRAIN_COLUMN_U8,
  REFRAIN_COLUMN_U16,
  REFRAIN_COLUMN_U32,
  REFRAIN_COLUMN_I32,
  REFRAIN_COLUMN_U64,
  REFRAIN_COLUMN_I64,
  REFRAIN_N_COLUMN_TYPES
} RefrainColumnType;

/* All columns of a process. */
typedef struct
{
  RefrainCalls calls;
  RefrainOps ops;
  RefrainRecords records;
  RefrainTape tape;
  RefrainDetails details;
  GArray *threads; /* of RefrainThread, names interned with g_intern_string() */
} RefrainProcessColumns;

/* The same, field by field, with arrays that can be written: columns while they grow. */
typedef struct
{
  gsize n;
  RefrainTime *start, *end;
  guint32 *routine, *parent;
  guint16 *depth;
} RefrainCallColumns;

typedef struct
{
  gsize n;
  RefrainTime *time;
  guint64 *bytes;
  guint32 *call;
  gint32 *peer, *tag;
  guint32 *comm, *partner, *record, *logical;
  guint8 *kind;
} RefrainOpColumns;

typedef struct
{
  gsize n;
  RefrainTime *time;
  guint64 *id, *size;
  guint32 *call, *op;
  guint8 *kind;
} RefrainRecordColumns;

typedef struct
{
  guint64 n;
  guint8 *bits;
} RefrainTapeColumn;

typedef struct
{
  gsize n;
  guint8 *bytes;
} RefrainDetailColumn;

typedef struct
{
  RefrainCallColumns calls;
  RefrainOpColumns ops;
  RefrainRecordColumns records;
  RefrainTapeColumn tape;
  RefrainDetailColumn details;
  GArray *threads;
} RefrainWritableColumns;

typedef struct
{
  const char *name; /* "/calls/start", as files spell it */
  RefrainTable table;
  RefrainColumnType type;
  gsize field; /* offset of the pointer to the elements, in both structures above */
} RefrainColumn;

/* All columns, table by table. Static. */
const RefrainColumn *refrain_columns_list (gsize *n);
/* Bytes of one element. */
gsize refrain_column_type_get_size (RefrainColumnType type);

/* The elements that the columns of @table have. */
gsize refrain_columns_count_rows (const RefrainProcessColumns *self, RefrainTable table);
/* Bytes of all columns. O(columns). */
gsize refrain_columns_get_memory (const RefrainProcessColumns *self);

/* The columns as they are shown; the arrays stay where they are. */
RefrainProcessColumns refrain_columns_show (const RefrainWritableColumns *self);
/* Makes room for @rows elements in each column of @table; new elements are not set. */
void refrain_columns_set_room (RefrainWritableColumns *self, RefrainTable table, gsize rows);
/* Gives back the room behind the last row of each column. */
void refrain_columns_trim (RefrainWritableColumns *self);
/* Moves the rows into arrays that are as long as they, and returns those of before; rows of the
 * tape are cleared there. O(rows). */
RefrainWritableColumns refrain_columns_move_out (RefrainWritableColumns *self);
/* Appends the rows of @from, as they are; the tape from its next whole byte on. O(rows), and as
 * many again where arrays move. */
void refrain_columns_append (RefrainWritableColumns *self, const RefrainWritableColumns *from);
/* Frees the arrays and the threads; nothing is left. */
void refrain_columns_clear (RefrainWritableColumns *self);
