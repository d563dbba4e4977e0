/* refrain-guards.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The guards of a program in the making: each a set of atoms, equal ones with one number.
 */
#pragma once

#include "refrain-guard.h"

typedef struct _RefrainGuards RefrainGuards;

/* The guard that holds for every process. */
#define REFRAIN_GUARD_ALWAYS 0

RefrainGuards *refrain_guards_new (RefrainMapping *mapping);
void refrain_guards_free (RefrainGuards *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainGuards, refrain_guards_free)

/* Words of a set of processes: bit p % 64 of word p / 64. */
guint refrain_guards_get_n_words (RefrainGuards *self);
/* The shortest guard that of the processes @among lets through just @wanted, a subset. Remembered:
 * O(words) the second time, O(processes × dimensions) the first. */
guint32 refrain_guards_find (RefrainGuards *self, const guint64 *wanted, const guint64 *among);
/* Whether of @among guard @guard lets through just @wanted. */
gboolean refrain_guards_fits (RefrainGuards *self,
                              guint32 guard,
                              const guint64 *wanted,
                              const guint64 *among);
/* The atoms both have; those of @a that @b has not; all of both. O(atoms). */
guint32 refrain_guards_common (RefrainGuards *self, guint32 a, guint32 b);
guint32 refrain_guards_less (RefrainGuards *self, guint32 a, guint32 b);
guint32 refrain_guards_both (RefrainGuards *self, guint32 a, guint32 b);
/* Bytes of its text. */
guint refrain_guards_get_length (RefrainGuards *self, guint32 guard);
/* All guards as RefrainGuard, for a program that outlives @self. O(guards × processes). */
GArray *refrain_guards_export (RefrainGuards *self);
