/* refrain-program-mappings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The mappings on which a program is worth trying.
 */
#pragma once

#include "refrain-logical-trace.h"

/* The topology of the whole run: of the names that fit that which the logical trace chooses;
 * NULL where none fits, and with @error when cancelled. Bounded time for the
 * search, O(names × operations) for the choice. */
RefrainMapping *refrain_program_find_topology (RefrainLoopEvents *events,
                                               GCancellable *cancellable,
                                               GError **error);

/* The grid of the program's own Cartesian communicator, or NULL. Free with g_object_unref(). */
RefrainMapping *refrain_program_hear_topology (RefrainLoopEvents *events);

/* Whether the ranks of a run with the messages of @matrix follow a topology that has a name. */
gboolean refrain_program_is_in_rank_order (RefrainMatrix *matrix, GCancellable *cancellable);
/* The mapping that fits the run exactly and tells it best, turned as the program goes through it;
 * NULL where there is none or its ranks are as good, and when cancelled. As
 * refrain_program_find_topology(). */
RefrainMapping *refrain_program_find_places (RefrainLoopEvents *events, GCancellable *cancellable);

/* @mapping, or where it is a lattice of up to three axes and not in rank order the symmetric one on
 * which most sends that follow each other go in rising directions. O(sends at the beginning). */
RefrainMapping *refrain_program_orient_mapping (RefrainLoopEvents *events, RefrainMapping *mapping);

/* Whether @mapping, a lattice, is one in rank order but for the order and the ends of its axes. */
gboolean refrain_program_is_turned_rank_order (RefrainMapping *mapping);

/* A RefrainTopologyPair: of the mappings of one lattice that has rings of four that on which the
 * processes of the run @data (a RefrainLoopEvents) send in the fewest different orders; of a tree,
 * a star and a complete graph that in the order of turns (refrain-turn-axes.h). O(sends at the
 * beginning × such mappings). */
RefrainMapping *refrain_program_pair_mapping (RefrainMapping *mapping, gpointer data);
/* Says in @options what the run @events tells of its topology: which of several names and mappings
 * are its own, and what may be tried. They hold as long as @events. */
void refrain_program_fill_options (RefrainLoopEvents *events, RefrainTopologyOptions *options);

/* Out of @mappings, and of lines, grids, tori, trees and CG's stencil in rank order, those on which
 * messages go in the fewest directions and most processes use the directions they have. Where
 * @mappings is empty and none in rank order fits as it is, also out of those that the topology
 * analysis of the run's matrix finds, in bounded time. Free with g_ptr_array_unref(). NULL with
 * @error when cancelled. O(mappings × pairs of processes that communicate). */
GPtrArray *refrain_program_choose_mappings (RefrainLoopEvents *events,
                                            RefrainMapping *const *mappings,
                                            gsize n_mappings,
                                            GCancellable *cancellable,
                                            GError **error);

/* Of those on the mappings that @topology knows (on a line if no process sends) the best; where not
 * all processes follow it one in rank order, if that says no less and has fewer exceptions. */
RefrainLogicalTrace *refrain_program_follow_topology (RefrainLoopEvents *events,
                                                      RefrainTopology *topology,
                                                      GCancellable *cancellable,
                                                      GError **error);
