/* refrain-wait-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the waits of each thread in the order in which they end, which is how the
 * critical path and the causes go back through them.
 */
#pragma once

#include "refrain-waits.h"

/* Something that ends when another process comes. */
typedef struct
{
  RefrainTime start; /* of the call that waits */
  RefrainTime end;   /* when that process came */
  guint32 op;
} RefrainWaitEnd;

typedef struct
{
  guint32 process;
  guint32 thread;         /* of the process */
  RefrainTime start, end; /* of its calls and operations */
  RefrainWaitEnd *waits;  /* ascending by end */
  gsize n;
} RefrainWaitLine;

typedef struct
{
  RefrainWaits *waits;
  RefrainWaitLine *lines;
  gsize n;
  gsize *first; /* line of each process' first thread; one more */
} RefrainWaitLines;

/* With @path, a root that reduces goes on when the last of the others has come, whether it waited
 * for the first or not. Free with refrain_wait_lines_free(). O(operations + waits · log waits). */
RefrainWaitLines *refrain_wait_lines_new (RefrainWaits *waits, gboolean path);
void refrain_wait_lines_free (RefrainWaitLines *self);
/* The line of operation @op of @process. O(threads). */
gsize refrain_wait_lines_find (const RefrainWaitLines *self, guint process, gsize op);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainWaitLines, refrain_wait_lines_free)
