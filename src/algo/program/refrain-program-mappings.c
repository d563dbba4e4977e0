/* refrain-program-mappings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mapping is worth the less, the more directions messages go in and the more of these are not
 * used by all who have a neighbour there, since that is what guards must say.
 */
#include "config.h"

#include "refrain-program-mappings.h"

#include "refrain-compass.h"
#include "refrain-sequence-table.h"

/* So many are tried on the text. */
#define MOST_MAPPINGS 12
/* Axes of the grids that are tried; all of two are tried beside. */
#define MOST_AXES  4
#define MOST_GRIDS 400
/* What a direction and what a guard weigh, and each rank that must be named. */
#define WEIGHT_OF_DIRECTION 2
#define WEIGHT_OF_GUARD     3

typedef struct
{
  RefrainMapping *mapping;
  guint64 weight;
  guint rank; /* in the order of candidates */
} Candidate;

/* Pairs (process, peer) of all sends, each once. */
static GArray *
list_pairs (RefrainLoopEvents *events)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint32 n_events, n_shapes;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (events, &n_events);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autofree guint32 *seen = g_new0 (guint32, n + 1);

  for (guint p = 0; p < n; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, p);

      for (gsize i = 0; i < stream->n; i++)
        {
          const RefrainLoopEvent *one = &event[stream->event[i]];

          if (shapes[one->shape].kind != REFRAIN_LOOP_SEND || one->peer < 0
              || (guint) one->peer >= n || (guint) one->peer == p || seen[one->peer] == p + 1)
            continue;
          seen[one->peer] = p + 1;
          g_array_append_val (pairs, ((guint64){ (guint64) p << 32 | (guint32) one->peer }));
        }
    }
  return pairs;
}

static guint64
weigh (RefrainMapping *mapping, GArray *pairs)
{
  g_autoptr (RefrainCompass) compass = refrain_compass_new (mapping);
  g_autoptr (GArray) users = g_array_new (FALSE, TRUE, sizeof (guint32));
  const guint n = refrain_mapping_get_n_processes (mapping);
  guint64 weight = 0;

  for (guint i = 0; i < pairs->len; i++)
    {
      const guint64 pair = g_array_index (pairs, guint64, i);
      const guint32 direction
          = refrain_compass_find (compass, (guint) (pair >> 32), (gint32) (guint32) pair);

      if (direction >= users->len)
        g_array_set_size (users, direction + 1);
      g_array_index (users, guint32, direction)++;
    }
  for (guint32 d = 0; d < users->len; d++)
    {
      const RefrainDirection *direction = refrain_compass_get (compass, d);
      const guint32 n_users = g_array_index (users, guint32, d);
      guint32 n_holders = 0;

      if (direction->kind == REFRAIN_STEP_RANK)
        n_holders = n - 1;
      else
        for (guint p = 0; p < n; p++)
          n_holders += refrain_direction_follow (direction, mapping, p) >= 0;
      weight += WEIGHT_OF_DIRECTION + (n_users < n_holders ? WEIGHT_OF_GUARD : 0)
                + (direction->kind == REFRAIN_STEP_RANK && n_users < n_holders);
    }
  return weight;
}

/* ---- Grids ---------------------------------------------------------------------------------- */

static void
add_grid (GPtrArray *all, const guint *sizes, guint n)
{
  guint longest = 0;

  for (guint a = 0; a < n; a++)
    longest = MAX (longest, sizes[a]);
  g_ptr_array_add (all, refrain_mapping_new_grid (sizes, n, 0, NULL));
  if (longest > 1)
    g_ptr_array_add (all, refrain_mapping_new_grid (sizes, n, (1u << n) - 1, NULL));
}

/* All ways to write @rest as a product of further sizes. */
static void
add_grids (GPtrArray *all, guint *sizes, guint n, guint rest)
{
  if (all->len >= MOST_GRIDS)
    return;
  if (rest == 1)
    {
      if (n > 0)
        add_grid (all, sizes, n);
      return;
    }
  if (n == MOST_AXES)
    return;
  for (guint f = 2; f <= rest; f++)
    if (rest % f == 0)
      {
        sizes[n] = f;
        add_grids (all, sizes, n + 1, rest / f);
      }
}

/* The mappings that need no search, the plainest first. */
static GPtrArray *
list_mappings (guint n, RefrainMapping *const *given, gsize n_given)
{
  static const RefrainTopologyKind kinds[]
      = { REFRAIN_TOPOLOGY_CG, REFRAIN_TOPOLOGY_BINOMIAL, REFRAIN_TOPOLOGY_STAR };
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);
  guint sizes[REFRAIN_MAX_DIMENSIONS] = { 0 };
  guint n_twos = 0, rest = n;

  for (gsize i = 0; i < n_given; i++)
    g_ptr_array_add (all, g_object_ref (given[i]));
  sizes[0] = n;
  add_grid (all, sizes, 1);
  if (n < 3)
    return all;
  for (; rest % 2 == 0; rest /= 2)
    n_twos++;
  add_grids (all, sizes, 0, n);
  if (rest == 1 && n_twos > MOST_AXES)
    {
      for (guint a = 0; a < n_twos; a++)
        sizes[a] = 2;
      add_grid (all, sizes, n_twos);
    }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      RefrainMapping *mapping = refrain_mapping_new (kinds[k], NULL, n, 0, NULL);

      if (mapping != NULL)
        g_ptr_array_add (all, mapping);
    }
  for (guint k = 2; k <= 4; k += 2)
    g_ptr_array_add (all, refrain_mapping_new (REFRAIN_TOPOLOGY_TREE, NULL, n, k, NULL));
  return all;
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *left = a, *right = b;

  if (left->weight != right->weight)
    return left->weight < right->weight ? -1 : 1;
  return (left->rank > right->rank) - (left->rank < right->rank);
}

GPtrArray *
refrain_program_choose_mappings (RefrainLoopEvents *events,
                                 RefrainMapping *const *mappings,
                                 gsize n_mappings)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GPtrArray) all = list_mappings (n, mappings, n_mappings);
  g_autoptr (GArray) pairs = list_pairs (events);
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < all->len; i++)
    {
      const Candidate one
          = { all->pdata[i], pairs->len == 0 ? i : weigh (all->pdata[i], pairs), i };

      g_array_append_val (candidates, one);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len && chosen->len < (pairs->len == 0 ? 1 : MOST_MAPPINGS); i++)
    g_ptr_array_add (chosen, g_object_ref (g_array_index (candidates, Candidate, i).mapping));
  return chosen;
}
