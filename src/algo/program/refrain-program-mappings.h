/* refrain-program-mappings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The mappings on which a program is worth trying.
 */
#pragma once

#include "refrain-loop-events.h"
#include "refrain-mapping.h"

G_BEGIN_DECLS

/* Out of @mappings, and of lines, grids, tori, trees and CG's stencil in rank order, those on which
 * messages go in the fewest directions and most processes use the directions they have. Free with
 * g_ptr_array_unref(). O(mappings × pairs of processes that communicate). */
GPtrArray *refrain_program_choose_mappings (RefrainLoopEvents *events,
                                            RefrainMapping *const *mappings,
                                            gsize n_mappings);

G_END_DECLS
