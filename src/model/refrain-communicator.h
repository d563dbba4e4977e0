/* refrain-communicator.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An MPI communicator: an ordered list of processes. An inter-communicator has two.
 */
#pragma once

#include "refrain-types.h"

#define REFRAIN_TYPE_COMMUNICATOR (refrain_communicator_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCommunicator, refrain_communicator, REFRAIN, COMMUNICATOR, GObject)

/* Returns a communicator. @members (n_members process indices, -1 for a member that the trace does
 * not know) and @remote (an inter-communicator's other group, NULL otherwise) are copied. With
 * @self_like TRUE it is MPI_COMM_SELF or a copy of it: each process' use of it is its own. */
RefrainCommunicator *refrain_communicator_new (const char *name,
                                               guint64 id,
                                               gint64 parent_id,
                                               const gint32 *members,
                                               gsize n_members,
                                               const gint32 *remote,
                                               gsize n_remote,
                                               gboolean self_like);

/* The name in the trace; "MPI_COMM_WORLD > 3" for one without, made of its parent and its id. */
const char *refrain_communicator_get_name (RefrainCommunicator *self);
const char *refrain_communicator_get_source_name (RefrainCommunicator *self);
guint64 refrain_communicator_get_id (RefrainCommunicator *self);
/* The parent's id, or -1. */
gint64 refrain_communicator_get_parent_id (RefrainCommunicator *self);
/* Process indices in rank order; valid as long as @self. */
const gint32 *refrain_communicator_get_members (RefrainCommunicator *self, gsize *n);
/* The other group of an inter-communicator, or NULL with 0. */
const gint32 *refrain_communicator_get_remote (RefrainCommunicator *self, gsize *n);
gboolean refrain_communicator_is_self (RefrainCommunicator *self);
/* The process index of @rank as seen by process @from (an inter-communicator's ranks are those of
 * the other group), or -1. O(1), for inter-communicators O(members). */
gint32 refrain_communicator_rank_to_process (RefrainCommunicator *self, gint32 from, guint32 rank);
/* The rank that process @from uses to name @process, or -1. O(1) after the first call. */
gint32
refrain_communicator_process_to_rank (RefrainCommunicator *self, gint32 from, gint32 process);

/* The grid of a Cartesian communicator, as MPI_Cart_create made it. */
typedef struct
{
  guint n_dimensions;
  const guint32 *sizes;  /* each dimension, >= 1 */
  guint32 periodic;      /* bit d: dimension d */
  const guint32 *places; /* of each rank, row by row, the last dimension fastest: a permutation */
} RefrainCartesian;

#define REFRAIN_MAX_CARTESIAN_DIMENSIONS 31

/* For readers, before it is given to the builder: says that it is Cartesian. @places: NULL: row by
 * row, as MPI has it. All is copied. FALSE, and nothing is said, where it has another group, is
 * said to be Cartesian already, has more dimensions than REFRAIN_MAX_CARTESIAN_DIMENSIONS or none,
 * where the sizes do not multiply to its members or @places are no permutation. */
gboolean refrain_communicator_set_cartesian (RefrainCommunicator *self,
                                             guint n_dimensions,
                                             const guint32 *sizes,
                                             guint32 periodic,
                                             const guint32 *places);
/* NULL where it is not; valid as long as @self. */
const RefrainCartesian *refrain_communicator_get_cartesian (RefrainCommunicator *self);
/* The grid as a text for formats that have none: sizes, with a "p" where they are periodic, then,
 * unless ranks are row by row, ":" and the place of each rank ("4 2p", "2 2: 0 2 1 3"). NULL where
 * it is not Cartesian. Free with g_free(). */
char *refrain_communicator_write_cartesian (RefrainCommunicator *self);
/* As refrain_communicator_set_cartesian(), of such a text; FALSE, too, where it is none. */
gboolean refrain_communicator_read_cartesian (RefrainCommunicator *self, const char *text);

/* For the builder: names a communicator that has no name of its own. */
void refrain_communicator_set_display_name (RefrainCommunicator *self, const char *name);
