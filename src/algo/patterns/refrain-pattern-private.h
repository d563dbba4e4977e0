/* refrain-pattern-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: how a pattern set makes its patterns and names them.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-pattern-graph.h"
#include "refrain-pattern-set.h"

struct _RefrainPattern
{
  GObject parent_instance;

  guint id;
  char *name;       /* the user's, or NULL */
  char *plain_name; /* of what it does */
  char *own_name;   /* the same, told apart from others' */
  char *shape_name; /* what many of its kind are called, without ranks */
  gboolean placed;  /* its plain name says where it takes place */
  gboolean collective;
  gboolean shapeless;      /* its messages have no shape that has a name */
  gboolean shift;          /* they go one way, and are no more than that */
  gboolean led;            /* but leaders of groups, which have one */
  RefrainShapeFound shape; /* of its messages, where it has one that tells more than its name */
  GArray *nodes;           /* of guint32: processes in the order of that shape; NULL: by place */
  RefrainSymbols *symbols;
  RefrainRoutine *routine; /* or NULL */
  gsize n_in_routine;      /* occurrences that it delimits */
  GArray *parts;           /* of RefrainPatternPart */
  GArray *processes;       /* of guint32, ascending: those of any occurrence */
  guint32 *part_words;     /* their symbols and counts */
  gsize n_occurrences;
  gsize n_occurrence_parts;           /* of the first occurrence, and of the others if: */
  gsize *first_part;                  /* where each begins, n_occurrences + 1; NULL: all as long */
  RefrainOccurrencePart *occurrences; /* their parts, one occurrence after the other */
  RefrainTime *spans;                 /* 2 · n_occurrences: start, end */
  RefrainPatternMetrics metrics;
  RefrainPattern *original; /* whose occurrences, parts and spans these are; or NULL */
};

/* A pattern whose occurrences are @order (numbers of instances, all of one pattern), named and
 * measured. O(operations of all occurrences). */
RefrainPattern *
refrain_pattern_new (RefrainInstances *instances, const guint32 *order, gsize n, guint id);
/* A name from what the processes do: "Sweep from 0 to 7", "Ring of 4", "MPI_Bcast"; where its
 * messages are not exactly those of a shape, how many there are. @of_many: of one of several groups
 * that do the same, without its ranks. *@shape (may be NULL) becomes that where it may differ, else
 * stays. Free with g_free(). */
char *refrain_pattern_make_name (RefrainPattern *self, gboolean of_many, char **shape);
/* The same where not all processes take part and the plain name does not say which do; else NULL.
 * Free with g_free(). */
char *refrain_pattern_describe_where (RefrainPattern *self);
/* The set of the patterns that @instances are occurrences of, which it takes over, as it does
 * @choice (NULL: no routine delimits). Occurrences of one may have parts of other processes. @like:
 * of each distinct pattern the same out of @base, which is kept, or NULL. NULL with @error when
 * cancelled. O(operations of patterns that are like none + instances · log instances). */
RefrainPatternSet *refrain_pattern_set_new_of (RefrainPatternSet *base,
                                               RefrainInstances *instances,
                                               RefrainWrapperChoice *choice,
                                               RefrainPattern *const *like,
                                               GCancellable *cancellable,
                                               GError **error);
/* Puts pattern @order[i] at place i and gives it the id i + 1; @order holds each index once. Only
 * before anybody has asked for an index or a name: refrain_patterns_name_apart() is to follow.
 * O(instances). */
void refrain_pattern_set_put_in_order (RefrainPatternSet *self, const guint32 *order);
/* Owned by @self. */
RefrainInstances *refrain_pattern_set_get_instances (RefrainPatternSet *self);
/* Of each instance which occurrence of which pattern it is. */
const RefrainPatternEvent *refrain_pattern_set_get_events (RefrainPatternSet *self);
/* What delimits, or NULL where no routine does. Owned by @self. */
const RefrainWrapperChoice *refrain_pattern_set_get_choice (RefrainPatternSet *self);
/* Whether it has a shape, or leaders of groups. */
gboolean refrain_pattern_has_name (RefrainPattern *self);
/* The same pattern with another id. O(1). */
RefrainPattern *refrain_pattern_new_like (RefrainPattern *original, guint id);
/* Another name of what it does and where, which it takes over; refrain_patterns_name_apart() is to
 * follow. */
void refrain_pattern_take_plain_name (RefrainPattern *self, char *name);
/* Adds to the names of patterns their ranks where these are not all there are, and where several
 * have one name, what tells them apart: ranks, the order in which they turn to their neighbours,
 * messages, routine, steps; else a number. */
void refrain_patterns_name_apart (GPtrArray *patterns);
