/* refrain-differences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is different between two runs of a program, or between several of each of two kinds, in
 * sentences with the seconds that they cost. What is the same place in both is decided by what
 * processes do, not by clocks (call graphs aligned as by Weber et al., ISPA 2012; loops instead of
 * single calls); seconds are those on the critical path, so that all of them and what has no sure
 * cause add up to the difference of the run times. Immutable.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-op-set.h"
#include "refrain-waits.h"

/* Runs that differ by more than this share of the longer one do so by more than chance, with or
 * without a cause. */
#define REFRAIN_RUNS_DIFFER 0.05

typedef enum
{
  REFRAIN_DIFFERENT_PROCESSES, /* another number of them */
  REFRAIN_DIFFERENT_TOPOLOGY,  /* another graph of who talks to whom */
  REFRAIN_DIFFERENT_PLACEMENT, /* other processes talk to each other, or share a host */
  REFRAIN_DIFFERENT_SCALING,   /* what more processes do not make less, beyond its share */
  REFRAIN_DIFFERENT_CLOCK,     /* all takes so many times as long */
  REFRAIN_DIFFERENT_SPEED,     /* all computing does */
  REFRAIN_DIFFERENT_COUNT,     /* something comes more often */
  REFRAIN_DIFFERENT_MISSING,   /* something comes in one of them only */
  REFRAIN_DIFFERENT_CALLS,     /* other calls in the same place */
  REFRAIN_DIFFERENT_SIZE,      /* messages are larger */
  REFRAIN_DIFFERENT_OVERLAP,   /* computing is beside the transfer in one of them only */
  REFRAIN_DIFFERENT_PROCESS,   /* a few processes compute longer */
  REFRAIN_DIFFERENT_COMPUTING, /* computing takes longer */
  REFRAIN_DIFFERENT_MPI,       /* calls of MPI do */
  REFRAIN_DIFFERENT_SINGLE,    /* single occurrences do */
  REFRAIN_DIFFERENT_OTHERS,    /* smaller ones, summed */
  REFRAIN_N_DIFFERENT,
} RefrainDifferent;

/* Where it is in the first run of a side. */
typedef struct
{
  guint32 process;        /* of an occurrence to look at; REFRAIN_NONE: it is everywhere */
  RefrainTime start, end; /* of that; of the run */
  RefrainOpSet *ops;      /* of all occurrences; or NULL */
  gsize n;                /* how many there are */
} RefrainDifferencePlace;

/* Times are those on the critical path, ns. */
typedef struct
{
  RefrainDifferent kind;
  char *what;            /* routines */
  RefrainTime a, b;      /* b - a is what it costs */
  RefrainTime low, high; /* of that, with 95 % confidence */
  char *sentence;
  RefrainDifferencePlace in_a, in_b;
} RefrainRunDifference;

/* An occurrence that takes much longer than usual at its place, and is in no difference. */
typedef struct
{
  gboolean in_b;
  guint run; /* of that side */
  guint32 process;
  RefrainTime start, time, usual;
  char *sentence;
} RefrainSlowOccurrence;

/* A run. The topology, as a text, may be NULL: not known. */
typedef struct
{
  RefrainWaits *waits;
  const char *topology;
} RefrainRunToCompare;

#define REFRAIN_TYPE_DIFFERENCES (refrain_differences_get_type ())
G_DECLARE_FINAL_TYPE (RefrainDifferences, refrain_differences, REFRAIN, DIFFERENCES, GObject)

/* @a and @b: at least one run each; nothing of them is kept. NULL with @error when cancelled or
 * where one is too large. O(events). */
RefrainDifferences *refrain_differences_new (const RefrainRunToCompare *a,
                                             guint n_a,
                                             const RefrainRunToCompare *b,
                                             guint n_b,
                                             GCancellable *cancellable,
                                             GError **error);

/* Means of the run times, ns. */
void refrain_differences_get_times (RefrainDifferences *self, RefrainTime *a, RefrainTime *b);
/* What other things follow from first (number of processes, topology, placement), then those that
 * cost most; belongs to @self. */
const RefrainRunDifference *refrain_differences_get (RefrainDifferences *self, gsize *n);
/* What of the difference of the run times is in none of them. */
RefrainTime refrain_differences_get_unexplained (RefrainDifferences *self);
/* The share of the calls of A, and of B, that have a counterpart in the other run. */
void refrain_differences_get_common (RefrainDifferences *self, double *a, double *b);
/* That so few have one that the traces may be of two programs; NULL where these are more. Free with
 * g_free(). */
char *refrain_differences_tell_common (RefrainDifferences *self);
/* What to say where there are none: whether the run times differ nonetheless, and which single call
 * is most of that. NULL where there are some. Free with g_free(). */
char *refrain_differences_describe_none (RefrainDifferences *self);
/* "Without a sure cause: 4.96 ms shorter in B." Free with g_free(). */
char *refrain_differences_describe_unexplained (RefrainDifferences *self);
/* Those that cost most first. */
const RefrainSlowOccurrence *refrain_differences_get_slow (RefrainDifferences *self, gsize *n);
/* "count": an untranslated name. */
const char *refrain_different_get_name (RefrainDifferent kind);

/* Whether both traces' processes with the same numbers send messages to each other, so that their
 * topologies are the same. O(operations). */
gboolean refrain_differences_have_same_partners (RefrainTrace *a, RefrainTrace *b);
