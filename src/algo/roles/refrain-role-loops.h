/* refrain-role-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the roles of a process as a sequence, and the loops that can be in it.
 */
#pragma once

#include "refrain-role-ops.h"

/* Operations of one role in a row are one element. */
typedef struct
{
  const RefrainRoleOp *ops; /* not owned */
  gsize n_ops;
  guint32 *symbol; /* of each element: a role, or what tells it apart further */
  gsize *first;    /* of each element its first operation; and n_ops */
  guint32 n;
} RefrainRoleSequence;

/* Of the @n_ops operations @ops, which must outlive it. @symbols: of each of these; NULL: its role.
 * Free with refrain_role_sequence_free(). O(operations). */
RefrainRoleSequence *
refrain_role_sequence_new (const RefrainRoleOp *ops, gsize n_ops, const guint32 *symbols);
/* @self with elements that begin at each of @begins (gsize, ascending), too: two of one role in a
 * row. */
RefrainRoleSequence *
refrain_role_sequence_divide (const RefrainRoleSequence *self, const GArray *begins);
void refrain_role_sequence_free (RefrainRoleSequence *self);
/* How many operations elements [@from, @to) hold, and how long they take together. O(1). */
gsize refrain_role_sequence_count (const RefrainRoleSequence *self, guint32 from, guint32 to);
RefrainTime refrain_role_sequence_time (const RefrainRoleSequence *self, guint32 from, guint32 to);

/* A loop that can be: the elements at which its iterations begin, and its end. */
typedef struct
{
  guint32 n;
  guint32 *cuts;     /* n + 1 */
  double score;      /* share of operations and time · similarity of iterations, fewer for few */
  double rank;       /* ... a little more if it begins with a collective of all */
  double similarity; /* the mean of iterations that follow each other */
  gboolean wide;     /* begins with a collective of all processes */
} RefrainRoleLoop;

/* Of elements [@from, @to) the best loop of each number of iterations: a GArray of RefrainRoleLoop,
 * ascending by number; free with g_array_unref(). Each row of one to three elements that occurs
 * more than once is tried as what an iteration begins with, up to @work elements in all. O(n log n
 * + @work) for n elements. */
GArray *refrain_role_sequence_find_loops (const RefrainRoleSequence *self,
                                          const RefrainRoleOps *ops,
                                          guint32 from,
                                          guint32 to,
                                          gsize work);
