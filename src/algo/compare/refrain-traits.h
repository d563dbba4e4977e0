/* refrain-traits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In what the occurrences of something differ besides how long they take, and which of that tells
 * those that take longer than usual from the others. Immutable.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-occurrences.h"
#include "refrain-waits.h"

/* Of equal ones the first explains more than those behind it. */
typedef enum
{
  REFRAIN_TRAIT_PLACE,   /* which of its iteration it is: the first, the second, ... */
  REFRAIN_TRAIT_PHASE,   /* in which phase it begins */
  REFRAIN_TRAIT_PROCESS, /* whose it is, where it is of one process */
  REFRAIN_TRAIT_SIZE,    /* how much it sends */
  REFRAIN_TRAIT_WAITING, /* how long its processes wait on average */
  REFRAIN_N_TRAITS
} RefrainTrait;

/* Values fall into so many groups at most. */
#define REFRAIN_TRAIT_GROUPS 6

/* Where values come from. What is NULL yields none. */
typedef struct
{
  RefrainWaits *waits;
  RefrainIterations *iterations;
  const RefrainTime *phases; /* when each begins, ascending */
  gsize n_phases;
} RefrainTraitSources;

#define REFRAIN_TYPE_TRAITS (refrain_traits_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTraits, refrain_traits, REFRAIN, TRAITS, GObject)

/* @durations are those of @occurrences; all is of one trace. NULL with @error when cancelled.
 * O(operations in them + occurrences · log occurrences). */
RefrainTraits *refrain_traits_new (RefrainOccurrences *occurrences,
                                   RefrainDurations *durations,
                                   const RefrainTraitSources *sources,
                                   GCancellable *cancellable,
                                   GError **error);

/* What is owned by @self: the group of each occurrence, from 0; NULL where all are alike, or that
 * is not known. */
const guint8 *refrain_traits_get_groups (RefrainTraits *self, RefrainTrait trait, guint *n_groups);
/* Whether groups follow each other as their values do. */
gboolean refrain_trait_is_scale (RefrainTrait trait);
/* "waiting": to be translated. */
const char *refrain_trait_get_label (RefrainTrait trait);
/* The value of occurrence @i, "12 µs", "1st"; NULL where it is not known. Free with g_free(). */
char *refrain_traits_describe (RefrainTraits *self, RefrainTrait trait, guint32 i);
/* The one that tells those that take longer from the others best; REFRAIN_N_TRAITS where none does
 * beyond chance. */
RefrainTrait refrain_traits_get_best (RefrainTraits *self);
/* "the longer ones at the start of each iteration"; NULL where none does. Free with g_free(). */
char *refrain_traits_tell (RefrainTraits *self);
