/* refrain-skeleton-times.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long a program computes before each of its operations, from the gaps between operations of
 * processes that leave out some of them.
 */
#pragma once

#include "refrain-skeleton.h"

typedef struct _RefrainSkeletonTimes RefrainSkeletonTimes;

RefrainSkeletonTimes *refrain_skeleton_times_new (guint32 n_slots);
void refrain_skeleton_times_free (RefrainSkeletonTimes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSkeletonTimes, refrain_skeleton_times_free)

/* A new process begins. */
void refrain_skeleton_times_begin (RefrainSkeletonTimes *self);
/* The process comes to @slot, without an operation of its own there. */
void refrain_skeleton_times_pass (RefrainSkeletonTimes *self, guint32 slot);
/* It comes to @slot and did it, after computing for @gap. */
void refrain_skeleton_times_add (RefrainSkeletonTimes *self, guint32 slot, RefrainTime gap);
/* Sets `time` and `quantiles` of @slots, but for those that together take less than a fiftieth of
 * the whole; @memory gets what the slots then hold. */
void refrain_skeleton_times_finish (RefrainSkeletonTimes *self,
                                    RefrainSkeletonSlot *slots,
                                    GPtrArray *memory);
