/* refrain-matrix-part.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts of all messages that may have a topology of their own.
 */
#pragma once

#include "refrain-matrix.h"
#include "refrain-trace.h"

/* What the members of a communicator send each other, numbered by their ranks in it. O(cells). */
RefrainMatrix *
refrain_matrix_new_of_members (RefrainMatrix *self, RefrainCommunicator *communicator);
/* What messages of @trace are sent with, rising (of gint32); NULL where these are not few, or one.
 * O(operations). Free with g_array_unref(). */
GArray *refrain_matrix_list_tags (RefrainTrace *trace);
