/* refrain-program-mappings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mapping is worth the less, the more directions messages go in and the more of these are not
 * used by all who have a neighbour there, since that is what guards must say.
 */
#include "refrain-program-mappings.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-compass.h"
#include "refrain-matrix.h"
#include "refrain-graph.h"
#include "refrain-program-groups.h"
#include "refrain-stencil.h"
#include "refrain-topology-said.h"
#include "refrain-trace-shares.h"
#include "refrain-turn-axes.h"

/* So many are tried on the text. */
#define MOST_MAPPINGS 12
/* ... but none that weighs so many times what the lightest does, and more than that beside: the
 * text of a run in hundreds of directions is long, and long to find. */
#define MUCH_HEAVIER   2
#define WEIGHT_OF_MANY 100
/* Axes of the grids that are tried; all of two are tried beside. */
#define MOST_AXES  4
#define MOST_GRIDS 400
/* Of numberings that only the heaviest pairs show. */
#define MOST_HINTS 6
/* For naming the topology. */
#define MOST_SECONDS 2
/* What a direction and what a guard weigh, and each rank that must be named. */
#define WEIGHT_OF_DIRECTION 2
#define WEIGHT_OF_GUARD     3

typedef struct
{
  RefrainMapping *mapping;
  guint64 weight;
  guint rank;       /* in the order of candidates */
  gboolean perfect; /* directions of the topology that all use who have a neighbour there */
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

/* On a full grid as many as the step leaves inside, axis by axis. */
static guint64
count_offset_holders (RefrainMapping *mapping, const gint32 *offset)
{
  guint64 n_holders = 1;

  for (guint a = 0; a < refrain_mapping_get_n_dimensions (mapping); a++)
    {
      const guint64 size = refrain_mapping_get_size (mapping, a);
      const guint64 length = (guint64) ABS ((gint64) offset[a]);

      n_holders *= refrain_mapping_is_wrapped (mapping, a) ? size : size - MIN (size, length);
    }
  return n_holders;
}

/* Processes that have a neighbour in @direction. O(axes), on trees and the like O(processes): where
 * there are as many directions as processes (stars), too, it is known. */
static guint64
count_holders (RefrainMapping *mapping, const RefrainDirection *direction)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  guint64 n_holders = 0;

  if (direction->kind == REFRAIN_STEP_RANK)
    return n - 1;
  if (direction->kind == REFRAIN_STEP_OFFSET)
    return count_offset_holders (mapping, direction->offset);
  if (refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_STAR
      && direction->kind == REFRAIN_STEP_MAPPING && direction->number > 0)
    return direction->number == 1 ? n - 1 : 1;
  for (guint p = 0; p < n; p++)
    n_holders += refrain_direction_follow (direction, mapping, p) >= 0;
  return n_holders;
}

/* G_MAXUINT64 where it is more than @most, which is as good as any. O(pairs + directions). */
static guint64
weigh (RefrainMapping *mapping, GArray *pairs, guint64 most, gboolean *perfect)
{
  g_autoptr (RefrainCompass) compass = refrain_compass_new (mapping);
  g_autoptr (GArray) users = g_array_new (FALSE, TRUE, sizeof (guint32));
  guint64 weight = 0;

  *perfect = FALSE;
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint64 pair = g_array_index (pairs, guint64, i);
      const guint32 direction
          = refrain_compass_find (compass, (guint) (pair >> 32), (gint32) (guint32) pair);

      if (direction >= users->len)
        g_array_set_size (users, direction + 1);
      g_array_index (users, guint32, direction)++;
      if ((guint64) users->len * WEIGHT_OF_DIRECTION > most)
        return G_MAXUINT64;
    }
  *perfect = TRUE;
  for (guint32 d = 0; d < users->len; d++)
    {
      const RefrainDirection *direction = refrain_compass_get (compass, d);
      const guint32 n_users = g_array_index (users, guint32, d);
      const guint64 n_holders = count_holders (mapping, direction);

      *perfect &= n_users == n_holders && direction->kind != REFRAIN_STEP_RANK;
      weight += WEIGHT_OF_DIRECTION + (n_users < n_holders ? WEIGHT_OF_GUARD : 0)
                + (direction->kind == REFRAIN_STEP_RANK && n_users < n_holders);
    }
  return weight;
}

/* ---- Grids ---------------------------------------------------------------------------------- */

static void
add_grid (GPtrArray *all, const guint *sizes, guint n, const guint32 *places)
{
  guint longest = 0;

  for (guint a = 0; a < n; a++)
    longest = MAX (longest, sizes[a]);
  g_ptr_array_add (all, refrain_mapping_new_grid (sizes, n, 0, places));
  if (longest > 1)
    g_ptr_array_add (all, refrain_mapping_new_grid (sizes, n, (1u << n) - 1, places));
}

/* All ways to write @rest as a product of further sizes. */
static void
add_grids (GPtrArray *all, guint *sizes, guint n, guint rest, const guint32 *places)
{
  if (all->len >= MOST_GRIDS)
    return;
  if (rest == 1)
    {
      if (n > 0)
        add_grid (all, sizes, n, places);
      return;
    }
  if (n == MOST_AXES)
    return;
  for (guint f = 2; f <= rest; f++)
    if (rest % f == 0)
      {
        sizes[n] = f;
        add_grids (all, sizes, n + 1, rest / f, places);
      }
}

/* The mappings that need no search, the plainest first. @places: where the program's own numbering
 * is not that of ranks, or NULL. */
static GPtrArray *
list_rank_orders (guint n, const guint32 *places)
{
  static const RefrainTopologyKind kinds[]
      = { REFRAIN_TOPOLOGY_CG, REFRAIN_TOPOLOGY_BINOMIAL, REFRAIN_TOPOLOGY_STAR };
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);
  guint sizes[REFRAIN_MAX_DIMENSIONS] = { 0 };
  guint n_twos = 0, rest = n;

  sizes[0] = n;
  add_grid (all, sizes, 1, places);
  if (n < 3)
    return all;
  for (; rest % 2 == 0; rest /= 2)
    n_twos++;
  add_grids (all, sizes, 0, n, places);
  if (rest == 1 && n_twos > MOST_AXES)
    {
      for (guint a = 0; a < n_twos; a++)
        sizes[a] = 2;
      add_grid (all, sizes, n_twos, places);
    }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      RefrainMapping *mapping = refrain_mapping_new (kinds[k], NULL, n, 0, places);

      if (mapping != NULL)
        g_ptr_array_add (all, mapping);
    }
  for (guint k = 2; k <= 4; k += 2)
    g_ptr_array_add (all, refrain_mapping_new (REFRAIN_TOPOLOGY_TREE, NULL, n, k, places));
  return all;
}

/* The numbering in which each process goes through all others, or NULL where that is the ranks', or
 * there is none. Free with g_free(). */
static guint32 *
list_own_places (RefrainLoopEvents *events)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (RefrainMapping) line = refrain_turn_axes_find_line (events);
  guint32 *places;

  if (line == NULL || refrain_mapping_is_rank_order (line))
    return NULL;
  places = g_new (guint32, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    places[p] = refrain_mapping_get_place (line, p);
  return places;
}

/* ---- Topologies ----------------------------------------------------------------------------- */

/* Messages by the trace, or where there is none by the streams: a message a byte. */
static RefrainMatrix *
make_matrix (RefrainLoopEvents *events, GArray *pairs, GCancellable *cancellable, GError **error)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GPtrArray) rows = NULL;

  if (trace != NULL && refrain_trace_get_n_processes (trace) == n)
    return refrain_matrix_new (trace, G_MININT64, G_MAXINT64, cancellable, error);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint p = 0; p < n; p++)
    g_ptr_array_add (rows, g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell)));
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint64 pair = g_array_index (pairs, guint64, i);
      const RefrainMatrixCell cell = { (guint32) pair, 1, 1 };

      g_array_append_val ((GArray *) rows->pdata[pair >> 32], cell);
    }
  return refrain_matrix_new_from_rows (rows);
}

static gboolean
is_same (RefrainMapping *a, RefrainMapping *b)
{
  const guint n = refrain_mapping_get_n_dimensions (a);

  if (refrain_mapping_get_kind (a) != refrain_mapping_get_kind (b)
      || n != refrain_mapping_get_n_dimensions (b)
      || g_strcmp0 (refrain_mapping_get_name (a), refrain_mapping_get_name (b)) != 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (refrain_mapping_get_size (a, i) != refrain_mapping_get_size (b, i)
        || refrain_mapping_is_wrapped (a, i) != refrain_mapping_is_wrapped (b, i))
      return FALSE;
  for (guint p = 0; p < refrain_mapping_get_n_processes (a); p++)
    if (refrain_mapping_get_place (a, p) != refrain_mapping_get_place (b, p))
      return FALSE;
  return TRUE;
}

/* Appends @mapping where it is not there yet. */
static void
add_mapping (GPtrArray *all, RefrainMapping *mapping)
{
  for (guint i = 0; i < all->len; i++)
    if (is_same (all->pdata[i], mapping))
      return;
  g_ptr_array_add (all, g_object_ref (mapping));
}

/* ---- Separate parts ------------------------------------------------------------------------- */

/* So many entries of the table of all processes and directions are made. */
#define MOST_TARGETS (1u << 22)

typedef struct
{
  GPtrArray *names;   /* of the directions of all parts, each once */
  GHashTable *number; /* of a name: its place in `names` + 1 */
  GString *name;
  guint32 *places;
  guint n_placed;
} Parts;

/* Counts the directions of @mapping, that of a part. */
static void
add_directions (Parts *self, RefrainMapping *mapping)
{
  for (guint d = 1; d < refrain_mapping_get_n_directions (mapping); d++)
    {
      const char *name = refrain_mapping_get_direction_name (mapping, (gint) d);

      if (g_hash_table_contains (self->number, name))
        continue;
      g_ptr_array_add (self->names, (gpointer) name);
      g_hash_table_insert (self->number, (gpointer) name, GUINT_TO_POINTER (self->names->len));
    }
}

/* Places the processes of a part behind those that have places. */
static void
place_members (Parts *self, RefrainMapping *mapping, const guint32 *process)
{
  const guint n = refrain_mapping_get_n_processes (mapping), first = self->n_placed;

  for (guint k = 0; k < n; k++)
    self->places[process[k]] = first + refrain_mapping_get_place (mapping, k);
  self->n_placed += n;
  g_string_append_printf (self->name, "%s%s", self->name->len > 0 ? " + " : "",
                          refrain_mapping_get_name (mapping));
}

/* Notes where the directions of a part lead. */
static void
point_members (const Parts *self, RefrainMapping *mapping, const guint32 *process, guint32 *targets)
{
  for (guint k = 0; k < refrain_mapping_get_n_processes (mapping); k++)
    for (guint d = 1; d < refrain_mapping_get_n_directions (mapping); d++)
      {
        const gint64 to = refrain_mapping_get_neighbour (mapping, k, (gint) d);
        const guint number = GPOINTER_TO_UINT (g_hash_table_lookup (
            self->number, refrain_mapping_get_direction_name (mapping, (gint) d)));

        if (to >= 0)
          targets[(gsize) self->places[process[k]] * self->names->len + number - 1]
              = self->places[process[to]];
      }
}

/* An edge between two parts, as who has the lower place sees it, or the other. */
typedef struct
{
  guint32 from, to; /* parts; those in none are one behind all */
  guint32 process, peer;
  guint32 place; /* of the peer */
  guint number;  /* of the peers of the process in the part, by place, from 1 */
} PartJoint;

REFRAIN_DEFINE_COMPARE (compare_joints,
                        PartJoint,
                        REFRAIN_RISING (from)
                            ?: REFRAIN_RISING (to)
                            ?: REFRAIN_RISING (process)
                            ?: REFRAIN_RISING (place))

/* What leads from part to part, sorted. */
static GArray *
list_part_joints (const Parts *self, RefrainTopology *topology)
{
  GArray *joints = g_array_new (FALSE, FALSE, sizeof (PartJoint));
  gsize n_edges;
  const RefrainGraphEdge *edges = refrain_topology_get_joints (topology, &n_edges);
  g_autofree guint32 *part = refrain_topology_list_component_of_each (topology);

  for (gsize i = 0; i < 2 * n_edges; i++)
    {
      const guint32 a = i % 2 == 0 ? edges[i / 2].a : edges[i / 2].b;
      const guint32 b = i % 2 == 0 ? edges[i / 2].b : edges[i / 2].a;

      g_array_append_val (joints, ((PartJoint){ part[a], part[b], a, b, self->places[b], 1 }));
    }
  g_array_sort (joints, compare_joints);
  for (guint i = 1; i < joints->len; i++)
    {
      const PartJoint *before = &g_array_index (joints, PartJoint, i - 1);
      PartJoint *joint = &g_array_index (joints, PartJoint, i);

      if (joint->process == before->process && joint->to == before->to)
        joint->number = before->number + 1;
    }
  return joints;
}

/* Directions from part to part: "part2", or "part2.1" and so on where a process has several
 * partners there. Their number for each of @joints; @names, which are owned, get them. */
static GArray *
name_joints (const GArray *joints, GPtrArray *names)
{
  GArray *direction = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint first = 0, end; first < joints->len; first = end)
    {
      const PartJoint *one = &g_array_index (joints, PartJoint, first);
      guint most = 0;

      for (end = first; end < joints->len; end++)
        {
          const PartJoint *joint = &g_array_index (joints, PartJoint, end);

          if (joint->from != one->from || joint->to != one->to)
            break;
          most = MAX (most, joint->number);
        }
      for (guint i = first; i < end; i++)
        {
          const guint number = g_array_index (joints, PartJoint, i).number;
          g_autofree char *name = most == 1 ? g_strdup_printf ("part%u", one->to + 1)
                                            : g_strdup_printf ("part%u.%u", one->to + 1, number);
          guint32 at;

          if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, &at))
            {
              at = names->len;
              g_ptr_array_add (names, g_steal_pointer (&name));
            }
          g_array_append_val (direction, at);
        }
    }
  return direction;
}

/* The processes without a neighbour last. */
static void
place_others (Parts *self, guint n)
{
  if (self->n_placed < n)
    g_string_append_printf (self->name, " + %u apart", n - self->n_placed);
  for (guint p = 0; p < n; p++)
    if (self->places[p] == REFRAIN_NONE)
      self->places[p] = self->n_placed++;
}

/* One mapping of all processes, on which each part has the directions of its topology; NULL where
 * there is one part of all, or one without a name. */
static RefrainMapping *
make_parts (RefrainTopology *topology)
{
  const guint n_parts = refrain_topology_get_n_components (topology);
  const guint n = refrain_graph_get_n (refrain_topology_get_graph (topology));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) number = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GPtrArray) between = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) joints = NULL, direction = NULL;
  g_autofree guint32 *places = g_new (guint32, n + 1);
  g_autofree guint32 *targets = NULL;
  Parts self = { names, number, name, places, 0 };
  guint n_names;

  memset (places, 0xff, ((gsize) n + 1) * sizeof *places);
  for (guint i = 0; i < n_parts; i++)
    {
      RefrainTopology *part = refrain_topology_get_component (topology, i);

      if (part == NULL || refrain_topology_get_n_names (part) == 0)
        return NULL;
      add_directions (&self, refrain_topology_get_mapping (part, 0));
    }
  if (names->len == 0 || (guint64) n * names->len > MOST_TARGETS)
    return NULL;
  for (guint i = 0; i < n_parts; i++)
    place_members (&self,
                   refrain_topology_get_mapping (refrain_topology_get_component (topology, i), 0),
                   refrain_topology_get_component_processes (topology, i, &(guint){ 0 }));
  place_others (&self, n);
  joints = list_part_joints (&self, topology);
  direction = name_joints (joints, between);
  n_names = names->len;
  for (guint i = 0; i < between->len && (guint64) n * (n_names + between->len) <= MOST_TARGETS; i++)
    g_ptr_array_add (names, between->pdata[i]);
  targets = g_new (guint32, (gsize) n * names->len);
  refrain_fill (targets, 0xff, (gsize) n * names->len * sizeof *targets);
  for (guint i = 0; i < n_parts; i++)
    point_members (&self,
                   refrain_topology_get_mapping (refrain_topology_get_component (topology, i), 0),
                   refrain_topology_get_component_processes (topology, i, &(guint){ 0 }), targets);
  for (guint i = 0; i < joints->len && names->len > n_names; i++)
    {
      const PartJoint *joint = &g_array_index (joints, PartJoint, i);

      targets[(gsize) places[joint->process] * names->len + n_names
              + g_array_index (direction, guint32, i)]
          = joint->place;
    }
  return refrain_mapping_new_user (name->str, n, (const char *const *) names->pdata, names->len,
                                   targets, places);
}

/* Whether the name of @topology leaves open who sits where. */
static gboolean
is_vague (RefrainTopology *topology)
{
  return refrain_topology_get_n_names (topology) == 0
         || refrain_mapping_get_kind (refrain_topology_get_mapping (topology, 0))
                == REFRAIN_TOPOLOGY_ALL_TO_ALL;
}

/* Appends the mappings of the names that fit, or of the nearest where none does; none twice. */
static void
add_topology (GPtrArray *mappings, RefrainTopology *topology)
{
  const guint n_names = refrain_topology_get_n_names (topology);
  RefrainMapping *nearest = refrain_topology_get_nearest_mapping (topology);
  g_autoptr (RefrainMapping) parts = n_names == 0 ? make_parts (topology) : NULL;
  double share;
  RefrainTopology *heavy = refrain_topology_get_heavy (topology, &share);

  if (parts != NULL)
    add_mapping (mappings, parts);
  if ((n_names == 0 || is_vague (topology)) && heavy != NULL
      && refrain_topology_get_n_names (heavy) > 0)
    add_mapping (mappings, refrain_topology_get_mapping (heavy, 0));
  for (guint i = 0; i < n_names; i++)
    {
      add_mapping (mappings, refrain_topology_get_mapping (topology, i));
      /* What else a complete graph is says nothing. */
      if (i == 0 && is_vague (topology))
        break;
    }
  if (n_names == 0 && nearest != NULL)
    add_mapping (mappings, nearest);
}

RefrainMapping *
refrain_program_hear_topology (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  RefrainCommunicator *communicator;

  return trace != NULL
                 && refrain_trace_get_n_processes (trace)
                        == refrain_loop_events_get_n_processes (events)
             ? refrain_topology_said_by_trace (trace, &communicator)
             : NULL;
}

/* Appends @mapping, and where it is a lattice the one beside it: the grid of a torus, whose edge
 * processes do less, and the torus of a grid. */
static void
add_with_twin (GPtrArray *all, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const guint n_processes = refrain_mapping_get_n_processes (mapping);
  guint sizes[REFRAIN_MAX_DIMENSIONS], wrapped = 0;
  g_autofree guint32 *places = NULL;
  g_autoptr (RefrainMapping) twin = NULL;

  add_mapping (all, mapping);
  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID)
    return;
  places = g_new (guint32, (gsize) n_processes + 1);
  for (guint a = 0; a < n; a++)
    {
      sizes[a] = refrain_mapping_get_size (mapping, a);
      wrapped |= refrain_mapping_is_wrapped (mapping, a) ? 1u << a : 0;
    }
  for (guint p = 0; p < n_processes; p++)
    places[p] = refrain_mapping_get_place (mapping, p);
  twin = refrain_mapping_new_grid (sizes, n, wrapped != 0 ? 0 : (1u << n) - 1, places);
  add_mapping (all, twin);
}

/* A RefrainTopologyPrefer: the grid whose rows and columns are those of collectives, else the one
 * on which the run is best told. */
static guint
prefer_name (RefrainMapping *const *mappings, guint n_mappings, char **reason, gpointer data)
{
  g_autoptr (RefrainMapping) grid = refrain_program_find_group_grid (data);
  g_autoptr (GArray) groups = refrain_program_list_groups (data);

  for (guint i = 0; grid != NULL && i < n_mappings; i++)
    if (refrain_program_has_groups (data, mappings[i], groups))
      {
        *reason = g_strdup_printf (_ ("%s: collective operations are along its rows and columns"),
                                   refrain_mapping_get_title (mappings[i]));
        return i;
      }
  return refrain_logical_trace_prefer (mappings, n_mappings, reason, data);
}

/* What turns say of the numbering, as a RefrainTopologyHint. */
static GPtrArray *
hint_turns (gpointer data)
{
  GPtrArray *hints = g_ptr_array_new_with_free_func (g_object_unref);
  RefrainMapping *mapping = refrain_turn_axes_find (data);

  if (mapping != NULL)
    g_ptr_array_add (hints, mapping);
  return hints;
}

void
refrain_program_fill_options (RefrainLoopEvents *events, RefrainTopologyOptions *options)
{
  g_return_if_fail (REFRAIN_IS_LOOP_EVENTS (events));
  g_return_if_fail (options != NULL);

  options->pair = refrain_program_pair_mapping;
  options->prefer = prefer_name;
  options->prefer_data = events;
  options->hint = hint_turns;
  options->hint_data = events;
  options->trace = refrain_loop_events_get_trace (events);
}

/* Appends @mapping, turned as the program goes through it. */
static void
add_turned (GPtrArray *all, RefrainLoopEvents *events, RefrainMapping *mapping)
{
  g_autoptr (RefrainMapping) turned = refrain_program_orient_mapping (events, mapping);

  add_with_twin (all, turned);
}

/* Appends to @all what the topology analysis finds, turned as the program goes through it; before
 * it the grids of collectives and of the program itself. Up to @kept it is what must be tried:
 * these and the analysis' answer, each with the grid beside. */
static gboolean
add_found (GPtrArray *all,
           RefrainLoopEvents *events,
           GArray *pairs,
           guint *kept,
           GCancellable *cancellable,
           GError **error)
{
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (RefrainMatrix) matrix = make_matrix (events, pairs, cancellable, error);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) hints = NULL;
  g_autoptr (RefrainTopology) topology = NULL;
  g_autoptr (RefrainMapping) grid = refrain_program_find_group_grid (events);
  g_autoptr (RefrainMapping) said = NULL;

  if (matrix == NULL)
    return FALSE;
  if (grid != NULL)
    add_with_twin (all, grid);
  said = refrain_program_hear_topology (events);
  if (said != NULL)
    add_with_twin (all, said);
  refrain_program_fill_options (events, &options);
  options.seconds = MOST_SECONDS;
  options.said = said;
  options.prefer = NULL; /* all are tried */
  topology = refrain_topology_new (matrix, &options, cancellable, error);
  if (topology == NULL)
    return FALSE;
  add_topology (found, topology);
  *kept = all->len;
  for (guint i = 0; i < found->len; i++)
    {
      if (i == 0 && refrain_topology_follows_said (topology))
        add_with_twin (all, found->pdata[0]);
      else
        add_turned (all, events, found->pdata[i]);
      if (i == 0)
        *kept = all->len;
    }
  if (is_vague (topology))
    hints = refrain_topology_list_hints (matrix, &options, cancellable);
  for (guint i = 0; hints != NULL && i < MIN (hints->len, MOST_HINTS); i++)
    add_turned (all, events, hints->pdata[i]);
  return TRUE;
}

/* The topology of the whole run, the name first that the logical trace chooses. */
static RefrainTopology *
name_topology (RefrainLoopEvents *events, GCancellable *cancellable, GError **error)
{
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (GArray) pairs = list_pairs (events);
  g_autoptr (RefrainMatrix) matrix = make_matrix (events, pairs, cancellable, error);
  g_autoptr (RefrainMapping) said = NULL;

  if (matrix == NULL)
    return NULL;
  said = refrain_program_hear_topology (events);
  options.seconds = MOST_SECONDS;
  options.said = said;
  refrain_program_fill_options (events, &options);
  return refrain_topology_new (matrix, &options, cancellable, error);
}

RefrainMapping *
refrain_program_find_topology (RefrainLoopEvents *events, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainTopology) topology = name_topology (events, cancellable, error);

  return topology != NULL && refrain_topology_get_n_names (topology) > 0
             ? g_object_ref (refrain_topology_find_mapping (topology))
             : NULL;
}

/* Whether the pairs that @threshold leaves are a lattice row by row; @vague: or a complete graph.
 */
static gboolean
is_lattice (RefrainMatrix *matrix, double threshold, gboolean *vague, GCancellable *cancellable)
{
  const gsize n = refrain_matrix_get_n_processes (matrix);
  g_autoptr (RefrainGraph) graph = refrain_graph_new_from_matrix (
      matrix, refrain_matrix_get_max_bytes (matrix) == 0, threshold);
  const gsize n_edges = refrain_graph_get_n_edges (graph);
  g_auto (RefrainStencil) stencil = { 0 };

  *vague = n > 3 && n_edges == n * (n - 1) / 2;
  return !*vague
         && (n_edges == 0
             || (refrain_stencil_read (graph, &stencil, cancellable)
                 && stencil.extra + stencil.missing == 0));
}

gboolean
refrain_program_is_in_rank_order (RefrainMatrix *matrix, GCancellable *cancellable)
{
  const RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  gboolean vague;

  return is_lattice (matrix, options.threshold, &vague, cancellable);
}

/* Of a run whose topology leaves open who sits where: what its turns and loads show. */
static RefrainMapping *
find_by_turns (RefrainLoopEvents *events, RefrainTopology *topology)
{
  g_autoptr (RefrainMapping) mapping = is_vague (topology) ? refrain_turn_axes_find (events) : NULL;

  return mapping != NULL && !refrain_program_is_turned_rank_order (mapping)
             ? refrain_program_orient_mapping (events, mapping)
             : NULL;
}

RefrainMapping *
refrain_program_find_places (RefrainLoopEvents *events, GCancellable *cancellable)
{
  g_autoptr (RefrainTopology) topology = name_topology (events, cancellable, NULL);
  RefrainMapping *mapping;

  if (topology == NULL)
    return NULL;
  if (is_vague (topology))
    return find_by_turns (events, topology);
  mapping = refrain_topology_get_mapping (topology, 0);
  return refrain_topology_follows_said (topology)
             ? g_object_ref (mapping)
             : refrain_program_orient_mapping (events, mapping);
}

/* ---- The choice ----------------------------------------------------------------------------- */

REFRAIN_DEFINE_COMPARE (compare_candidates,
                        Candidate,
                        REFRAIN_RISING (weight) ?: REFRAIN_RISING (rank))

/* Appends @one where it stands, the best first; what is behind those that will be tried goes. */
static void
add_candidate (GArray *candidates, Candidate one)
{
  guint at = candidates->len;

  while (at > 0 && compare_candidates (&one, &g_array_index (candidates, Candidate, at - 1)) < 0)
    at--;
  if (at < MOST_MAPPINGS)
    g_array_insert_val (candidates, at, one);
  if (candidates->len > MOST_MAPPINGS)
    g_array_set_size (candidates, MOST_MAPPINGS);
}

/* Weighs the mappings from @first on, by messages or, where there are none, by groups. `perfect`:
 * whether one is. FALSE with @error when cancelled. O((pairs + processes) mappings). */
static gboolean
add_candidates (GArray *candidates,
                RefrainLoopEvents *events,
                GPtrArray *all,
                guint first,
                GArray *pairs,
                GArray *groups,
                gboolean *perfect,
                GCancellable *cancellable,
                GError **error)
{
  *perfect = FALSE;
  for (guint i = first; i < all->len; i++)
    {
      Candidate one = { all->pdata[i], i, i, TRUE };
      guint64 most = G_MAXUINT64;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (candidates->len == MOST_MAPPINGS)
        most = g_array_index (candidates, Candidate, MOST_MAPPINGS - 1).weight;
      if (pairs->len > 0)
        one.weight = weigh (all->pdata[i], pairs, most, &one.perfect);
      else
        one.weight = refrain_program_weigh_groups (events, all->pdata[i], groups);
      *perfect |= one.perfect;
      add_candidate (candidates, one);
    }
  return TRUE;
}

GPtrArray *
refrain_program_choose_mappings (RefrainLoopEvents *events,
                                 RefrainMapping *const *mappings,
                                 gsize n_mappings,
                                 GCancellable *cancellable,
                                 GError **error)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) groups = refrain_program_list_groups (events);
  g_autofree guint32 *places = list_own_places (events);
  g_autoptr (GPtrArray) plain = list_rank_orders (n, places);
  g_autoptr (GArray) pairs = list_pairs (events);
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GPtrArray *chosen;
  gboolean perfect;
  guint64 most;
  guint first, kept;

  for (gsize i = 0; i < n_mappings; i++)
    g_ptr_array_add (all, g_object_ref (mappings[i]));
  g_ptr_array_extend (all, plain, (GCopyFunc) (GCallback) g_object_ref, NULL);
  first = kept = all->len;
  if (!add_candidates (candidates, events, all, 0, pairs, groups, &perfect, cancellable, error))
    return NULL;
  if (n_mappings == 0
      && (!add_found (all, events, pairs, &kept, cancellable, error)
          || !add_candidates (candidates, events, all, first, pairs, groups, &perfect, cancellable,
                              error)))
    return NULL;
  chosen = g_ptr_array_new_with_free_func (g_object_unref);
  most = MUCH_HEAVIER * g_array_index (candidates, Candidate, 0).weight + WEIGHT_OF_MANY;
  for (guint i = 0; i < (pairs->len == 0 ? 1 : candidates->len); i++)
    if (i == 0 || g_array_index (candidates, Candidate, i).weight <= most)
      g_ptr_array_add (chosen, g_object_ref (g_array_index (candidates, Candidate, i).mapping));
  for (guint i = first; i < kept && pairs->len > 0; i++)
    if (weigh (all->pdata[i], pairs, most, &perfect) <= most)
      add_mapping (chosen, all->pdata[i]);
  return chosen;
}

RefrainLogicalTrace *
refrain_program_follow_topology (RefrainLoopEvents *events,
                                 RefrainTopology *topology,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (GPtrArray) mappings = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) chosen = NULL;
  g_autoptr (RefrainLogicalTrace) logical = NULL, other = NULL;
  RefrainTrace *trace;
  const guint n = refrain_loop_events_get_n_processes (events);

  add_topology (mappings, topology);
  if (mappings->len == 0)
    g_ptr_array_add (mappings, refrain_mapping_new_grid (&n, 1, 0, NULL));
  logical = refrain_logical_trace_new_best (events, (RefrainMapping *const *) mappings->pdata,
                                            mappings->len, cancellable, error);
  /* Of a complete graph nothing in rank order says more. */
  if (logical == NULL
      || (refrain_logical_trace_get_facts (logical)->exceptions == 0
          && refrain_logical_trace_get_facts (logical)->unmapped == 0)
      || refrain_mapping_get_kind (refrain_logical_trace_get_mapping (logical))
             == REFRAIN_TOPOLOGY_ALL_TO_ALL)
    return g_steal_pointer (&logical);
  /* How mappings are weighed, and turned, who has the events of all can tell. */
  trace = refrain_loop_events_get_trace (events);
  if (trace != NULL && refrain_trace_get_shares (trace) != NULL)
    {
      refrain_team_give_up (refrain_trace_get_shares (trace)->team);
      return g_steal_pointer (&logical);
    }
  chosen = refrain_program_choose_mappings (events, (RefrainMapping *const *) mappings->pdata,
                                            mappings->len, cancellable, error);
  if (chosen != NULL)
    other = refrain_logical_trace_new_best (events, (RefrainMapping *const *) chosen->pdata,
                                            chosen->len, cancellable, error);
  if (other == NULL)
    return NULL;
  return refrain_logical_trace_get_facts (other)->exceptions
                     < refrain_logical_trace_get_facts (logical)->exceptions
                 && refrain_logical_trace_get_facts (other)->unmapped
                        <= refrain_logical_trace_get_facts (logical)->unmapped
             ? g_steal_pointer (&other)
             : g_steal_pointer (&logical);
}
