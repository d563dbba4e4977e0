/* refrain-finding-iterations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which turns a finding means, of @n, with a flag for each.
 */
#pragma once

#include <glib.h>

/* Whether all that are @meant are equally far apart over the whole of @n, of which one may be
 * missing at each end; returns how far, at least 2, or 0. O(n). */
guint32 refrain_finding_find_distance (const gboolean *meant, guint32 n);
/* Whether nearly all from one of the @n on, not the first two, to the last one are @meant. O(n). */
gboolean refrain_finding_goes_on (const gboolean *meant, guint32 n);
/* The most of @n turns, or other parts, which is halved as long as those above make up for less
 * than half of all: one that was disturbed does not make all others none. O(n) for each halving. */
double refrain_finding_find_most (const double *longer, gsize n);
/* "all 250 iterations", "iterations 1 to 19 of 60", "every 10th iteration (10 of 100)", "iteration
 * 9 of 40", for the @n that are @meant of @n_turns; of calls where these are no @iterations. Free
 * with g_free(). */
char *refrain_finding_describe_turns (guint32 n,
                                      guint32 n_turns,
                                      const gboolean *meant,
                                      gboolean iterations);
