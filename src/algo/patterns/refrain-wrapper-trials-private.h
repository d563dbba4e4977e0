/* refrain-wrapper-trials-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What making trials and trying share.
 */
#pragma once

#include "refrain-wrapper-trials.h"

G_BEGIN_DECLS

/* What a pattern is, whatever numbers its parts have. */
typedef struct
{
  guint64 a, b;
} RefrainFingerprint;

/* How often a pattern occurs, or by how much that changes; and its symbols. */
typedef struct
{
  RefrainFingerprint key;
  gint64 count;
  guint64 n_symbols;
} RefrainTally;

typedef struct
{
  guint32 process;
  guint32 segment;
} RefrainSegmentPlace;

struct _RefrainWrapperTrials
{
  RefrainInstances *now;
  const gboolean *flags;
  RefrainTrace *trace;
  guint n_processes, n_routines;
  guint32 *first_segment; /* n_processes + 1: of each process, counted over all */
  guint32 *group;         /* of each segment */
  guint32 n_groups;
  guint32 *group_first;              /* n_groups + 1: in group_places */
  RefrainSegmentPlace *group_places; /* by group, process and segment */
  guint32 *instance_first;           /* n_groups + 1: in group_instances */
  guint32 *group_instances;
  guint64 *unclean;       /* of each group: instances */
  guint32 *routine_first; /* n_routines + 1: in routine_places */
  /* Segments that a call of the routine delimits, by process and segment. */
  RefrainSegmentPlace *routine_places;
  RefrainTally *pattern; /* of each pattern */
  GHashTable *all;       /* RefrainTally by itself: the patterns there are */
  guint32 **unit_of_op;  /* room: REFRAIN_NONE throughout */
};

guint refrain_tally_hash (gconstpointer pointer);
gboolean refrain_tally_equal (gconstpointer a, gconstpointer b);
/* Pattern @k of @instances. */
RefrainTally refrain_tally_pattern (RefrainInstances *instances, guint32 k);
const RefrainSegment *
refrain_wrapper_trials_get_segments (const RefrainWrapperTrials *self, guint process, gsize *n);

G_END_DECLS
