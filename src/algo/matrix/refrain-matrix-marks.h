/* refrain-matrix-marks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which communicators and tags the messages between two processes have, where these are few.
 */
#pragma once

#include "refrain-trace.h"

/* Communicators that are told apart. */
#define REFRAIN_MARKED_COMMUNICATORS 32

typedef struct
{
  guint32 from, to;
  guint32 communicators; /* bit c: communicator c; 0 where there are one or many */
  guint32 tags;          /* bit t: tag t; 0 where there are one or many */
} RefrainMatrixMark;

typedef struct _RefrainMatrixMarks RefrainMatrixMarks;

/* With the team, where the trace is shared out. O(operations). */
RefrainMatrixMarks *refrain_matrix_marks_new (RefrainTrace *trace);
void refrain_matrix_marks_free (RefrainMatrixMarks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMatrixMarks, refrain_matrix_marks_free)

/* Of all messages that go from @from to @to; NULL where none does. O(log pairs). */
const RefrainMatrixMark *
refrain_matrix_marks_find (const RefrainMatrixMarks *self, guint32 from, guint32 to);
/* The communicators of any message. */
guint32 refrain_matrix_marks_get_communicators (const RefrainMatrixMarks *self);

/* What messages of @trace are sent with, rising (of gint32); NULL where these are not few, or one.
 * O(operations), and with the team. Free with g_array_unref(). */
GArray *refrain_matrix_list_tags (RefrainTrace *trace);
