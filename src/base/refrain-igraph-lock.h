/* refrain-igraph-lock.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * igraph keeps its handlers, its list of what to free after an error and its random numbers in
 * variables of the whole program unless it was built for threads, which Debian's is not. Whoever
 * calls it from any thread holds this lock.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Not recursive: keep it short, or let what runs meanwhile be cancelled. */
void refrain_igraph_lock (void);
void refrain_igraph_unlock (void);

G_END_DECLS
