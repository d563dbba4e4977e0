/* refrain-pattern-set-make.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From instances to numbered patterns, and to the sequence of all occurrences.
 */
#include "config.h"

#include <stdlib.h>

#include "refrain-parallel.h"
#include "refrain-pattern-private.h"

/* An instance in execution order. */
typedef struct
{
  RefrainTime start;
  guint32 logical;
  guint32 instance;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->logical != y->logical)
    return x->logical < y->logical ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->instance < y->instance ? -1 : x->instance > y->instance;
}

static Place *
put_in_order (const RefrainInstances *instances)
{
  Place *places = g_new (Place, MAX (instances->n, 1));

  for (guint32 i = 0; i < instances->n; i++)
    places[i] = (Place){ instances->instances[i].start, instances->instances[i].logical, i };
  qsort (places, instances->n, sizeof *places, compare_places);
  return places;
}

/* A distinct pattern on its way to its id. */
typedef struct
{
  guint32 number; /* of the pattern among the instances' */
  guint32 count;
  guint32 appears; /* place of its first occurrence */
} Rank;

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const Rank *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->appears < y->appears ? -1 : x->appears > y->appears;
}

typedef struct
{
  RefrainInstances *instances;
  const guint32 *order; /* instances, by pattern and then in execution order */
  const guint64 *first; /* of each pattern, in order; and the end */
  RefrainPattern **made;
} MakeJob;

static void
make_pattern (gsize item, gpointer data)
{
  MakeJob *job = data;
  const gsize n = (gsize) (job->first[item + 1] - job->first[item]);

  job->made[item]
      = refrain_pattern_new (job->instances, job->order + job->first[item], n, (guint) item + 1);
  refrain_pattern_measure (job->made[item]);
}

/* Most frequent patterns first, then by appearance. */
static Rank *
rank_patterns (RefrainInstances *instances, const Place *places, const guint32 *shape, guint32 *n)
{
  Rank *ranks = g_new0 (Rank, MAX (instances->n_patterns, 1));
  guint32 used = 0;

  for (guint32 i = 0; i < instances->n; i++)
    {
      Rank *rank = &ranks[shape[instances->instances[places[i].instance].pattern]];

      if (rank->count++ == 0)
        rank->appears = i;
    }
  for (guint32 k = 0; k < instances->n_patterns; k++)
    if (ranks[k].count > 0)
      {
        ranks[used] = ranks[k];
        ranks[used++].number = k;
      }
  qsort (ranks, used, sizeof *ranks, compare_ranks);
  *n = used;
  return ranks;
}

void
refrain_patterns_make (RefrainInstances *instances,
                       const guint32 *shape,
                       GPtrArray *patterns,
                       RefrainPatternEvent **sequence,
                       RefrainPatternEvent **event_of_instance,
                       GCancellable *cancellable)
{
  g_autofree Place *places = put_in_order (instances);
  guint32 n;
  g_autofree Rank *ranks = rank_patterns (instances, places, shape, &n);
  g_autofree guint32 *index = g_new (guint32, MAX (instances->n_patterns, 1));
  g_autofree guint64 *first = g_new0 (guint64, (gsize) n + 1);
  g_autofree guint64 *next = g_new (guint64, (gsize) n + 1);
  g_autofree guint32 *order = g_new (guint32, MAX (instances->n, 1));
  g_autofree RefrainPattern **made = g_new0 (RefrainPattern *, MAX (n, 1));
  MakeJob job = { instances, order, first, made };

  for (guint32 k = 0; k < n; k++)
    {
      index[ranks[k].number] = k;
      next[k] = first[k];
      first[k + 1] = first[k] + ranks[k].count;
    }
  *sequence = g_new (RefrainPatternEvent, MAX (instances->n, 1));
  *event_of_instance = g_new (RefrainPatternEvent, MAX (instances->n, 1));
  for (guint32 i = 0; i < instances->n; i++)
    {
      const guint32 instance = places[i].instance;
      const guint32 k = index[shape[instances->instances[instance].pattern]];

      (*sequence)[i] = (RefrainPatternEvent){ k, (guint32) (next[k] - first[k]) };
      (*event_of_instance)[instance] = (*sequence)[i];
      order[next[k]++] = instance;
    }
  refrain_parallel_run (n, make_pattern, &job, cancellable);
  for (guint32 k = 0; k < n; k++)
    if (made[k] != NULL)
      g_ptr_array_add (patterns, made[k]);
  refrain_patterns_name_apart (patterns);
}
