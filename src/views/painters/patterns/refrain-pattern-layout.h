/* refrain-pattern-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: where the events of a pattern stand, by logical step and process.
 */
#pragma once

#include "refrain-pattern.h"

/* One event, or several of the same in a row. */
typedef struct
{
  guint32 row;
  guint32 step; /* from 0 */
  guint32 op;   /* row of the process' operations: the first one */
  guint32 count;
  gint32 peer; /* process; -1 for none */
  guint32 span;
  guint8 kind; /* RefrainOpKind */
} RefrainPatternMark;

/* Messages from one mark to another. */
typedef struct
{
  guint32 send, receive; /* marks */
} RefrainPatternArrow;

/* Marks [first, first + n) of one row that are gone through @count times. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 count;
  guint32 level; /* 0 for one that holds no other */
} RefrainPatternBracket;

/* A collective operation. */
typedef struct
{
  guint32 step;
  guint32 first_row, last_row; /* of its marks */
  guint32 count;
  RefrainCollective type;
} RefrainPatternSpan;

typedef struct
{
  RefrainTrace *trace;
  guint n_rows;
  guint *processes;    /* of each row */
  guint32 *first_mark; /* of each row, and behind the last */
  gsize n_marks, n_arrows, n_brackets, n_spans;
  RefrainPatternMark *marks; /* by row, then in the order of its events; steps rise along a row */
  RefrainPatternArrow *arrows;
  RefrainPatternBracket *brackets;
  RefrainPatternSpan *spans;
  guint32 n_steps;
  guint32 levels; /* of brackets, at most */
  /* Where all rows have the same brackets over the same steps: how many each has; else 0. */
  gsize n_shared_brackets;
} RefrainPatternLayout;

/* Lays out the first occurrence. An event stands one step behind the one before it in its process;
 * a receive also behind its send, and members of a collective beside each other. Logical time
 * gives the order in which they are placed. O(n log n) in the operations of the occurrence. Free
 * with refrain_pattern_layout_free(). */
RefrainPatternLayout *refrain_pattern_layout_new (RefrainPattern *pattern, RefrainSymbols *symbols);
/* Frees it and its reference to the trace. */
void refrain_pattern_layout_free (RefrainPatternLayout *self);
