/* refrain-loop-alike.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes that behave alike: those whose parts of a loop model are the same program, each with
 * peers and groups of its own. Of a thousand processes of a stencil there are nine kinds.
 */
#pragma once

#include "refrain-loop-model.h"

typedef struct _RefrainLoopAlike RefrainLoopAlike;

/* Two processes are alike if one's constructs are the other's, in order and nesting, with equal
 * loop counts and tags, and a renaming of peers and of groups of equal size turns one's into the
 * other's. @model is kept. O(constructs x processes that they cover). */
RefrainLoopAlike *refrain_loop_alike_new (RefrainLoopModel *model);
/* Every process a class of its own. */
RefrainLoopAlike *refrain_loop_alike_new_distinct (RefrainLoopModel *model);
void refrain_loop_alike_free (RefrainLoopAlike *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainLoopAlike, refrain_loop_alike_free)

/* Classes are numbered by their lowest processes, which stand for them. */
guint refrain_loop_alike_get_n_classes (const RefrainLoopAlike *self);
guint refrain_loop_alike_get_class (const RefrainLoopAlike *self, guint process);
guint refrain_loop_alike_get_representative (const RefrainLoopAlike *self, guint class);
guint refrain_loop_alike_get_size (const RefrainLoopAlike *self, guint class);
/* Its processes as ranges, "5–10, 17–22"; free with g_free(). */
char *refrain_loop_alike_describe (const RefrainLoopAlike *self, guint class);
/* The same for any of @n processes, bits by process; free with g_free(). */
char *refrain_loop_describe_processes (const guint64 *processes, guint n);
/* The event that the representative of @event's process has in its place. O(1). */
guint32 refrain_loop_alike_map (const RefrainLoopAlike *self, guint32 event);
