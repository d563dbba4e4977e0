/* refrain-rank-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user types to pick processes: ranks and ranges of ranks, or a part of a name.
 */
#pragma once

#include <glib.h>

typedef struct _RefrainRankFilter RefrainRankFilter;

/* Reads "0-7,12", "3", "node4"; an empty text lets everything through. Never fails: what is no
 * list of ranks is a part of a name. */
RefrainRankFilter *refrain_rank_filter_new (const char *text);
void refrain_rank_filter_free (RefrainRankFilter *self);
/* Whether process @rank called @name on @host (may be NULL) gets through. O(ranges). */
gboolean refrain_rank_filter_test (const RefrainRankFilter *self,
                                   guint rank,
                                   const char *name,
                                   const char *host);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRankFilter, refrain_rank_filter_free)
