/* refrain-details-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is to say about loops: about the selected one, and in which ones an event lies.
 */
#pragma once

#include "refrain-detail.h"
#include "refrain-loops.h"

G_BEGIN_DECLS

/* Adds to the details of an operation (@pick) in which loops and iterations it lies. O(events of
 * its process). */
void refrain_details_add_loops (GListStore *list, const RefrainPick *pick, RefrainLoops *loops);
/* The selected construct as a list of RefrainDetail; NULL where none is selected. */
GListModel *refrain_details_new_for_loop (RefrainLoops *loops);

G_END_DECLS
