/* refrain-block.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns in blocks of rows, each packed by itself, so that what is looked at is unpacked and no
 * more (docs/mtf-compact.md). A number that others foretell is kept as what it differs from that.
 */
#pragma once

#include "refrain-columns.h"

/* Rows of a block but the last one. Whole pages, whatever the column. */
#define REFRAIN_BLOCK_ROWS ((gsize) 1 << 16)

/* Where the rows of all processes are. */
typedef struct
{
  guint64 n_processes;
  const guint64 *first[REFRAIN_N_TABLES]; /* n_processes + 1 elements; may be NULL for details */
  const RefrainProcessColumns *columns;   /* by process */
} RefrainBlockRows;

/* What numbers are kept as differences from. */
typedef enum
{
  REFRAIN_BLOCK_PLAIN,       /* nothing: as they are */
  REFRAIN_BLOCK_PARENT,      /* how many of the calls around the call before are left */
  REFRAIN_BLOCK_CALL_TIME,   /* the begin or end of a call before it in the tree */
  REFRAIN_BLOCK_OP_TIME,     /* the begin of the call for sends, its end for others */
  REFRAIN_BLOCK_RECORD_TIME, /* the begin of the call */
  REFRAIN_BLOCK_PARTNER,     /* that of the last of its kind with the same peer and tag */
  REFRAIN_BLOCK_ROW,         /* the last row that was named */
  REFRAIN_BLOCK_ID,          /* that of the last record of its kind */
} RefrainBlockCoding;

/* How @column (NULL: any other array) is best kept. */
RefrainBlockCoding refrain_block_get_coding (const RefrainColumn *column);

/* The elements of block @block of an array of @n. */
gsize refrain_block_count (guint64 n, guint64 block);
guint64 refrain_block_count_all (guint64 n);

/* Block @block of @column, packed. NULL where @coding cannot say what it holds. Free with
 * g_byte_array_unref(). O(rows). */
GByteArray *refrain_block_pack (const RefrainBlockRows *rows,
                                const RefrainColumn *column,
                                RefrainBlockCoding coding,
                                guint64 block);

/* One packed block. */
typedef struct
{
  const guint8 *bytes;
  gsize n_bytes;
} RefrainPackedBlock;

/* Unpacks @packed, of @column, into @to. Of call times @packed are two, those of begins and those
 * of ends, and so are @to. Of the columns of @rows those that foretell this one are read. FALSE
 * where the bytes contradict themselves or their checksum; @to then holds anything. O(rows). */
gboolean refrain_block_unpack (const RefrainBlockRows *rows,
                               const RefrainColumn *column,
                               RefrainBlockCoding coding,
                               guint64 block,
                               const RefrainPackedBlock *packed,
                               gpointer *to);
