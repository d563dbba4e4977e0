/* refrain-beside-bookmarks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bookmarks of one run for another one. Any thread.
 */
#pragma once

#include "refrain-bookmarks.h"
#include "refrain-counterparts.h"

/* The bookmarks @self of run @side at the same places of the other run; without the @n_lost ones
 * that stand where the runs differ. Free with refrain_bookmarks_unref(). */
RefrainBookmarks *refrain_bookmarks_move (const RefrainBookmarks *self,
                                          const RefrainCounterparts *counterparts,
                                          guint side,
                                          guint *n_lost);
