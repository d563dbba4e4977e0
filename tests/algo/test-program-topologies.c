/* test-program-topologies.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random programs on topologies of all kinds: nests of loops in which processes send along a
 * direction, some of them only, with tags that count iterations, or tell who sends. The page gives
 * every process back, and does not grow with the iterations.
 */
#include "config.h"

#include <string.h>

#include "program-check.h"
#include "refrain-program.h"
#include "sequences.h"
#include "test-program.h"

/* ---- Programs ------------------------------------------------------------------------------- */

#define MOST_STATEMENTS 5
#define MOST_DEPTH      3

/* All processes of which the rank's bits under `mask` are `bits` send in a direction; -1: a
 * collective of all. */
typedef struct
{
  gint direction;
  guint mask, bits;
  gint32 tag, by_rank, by_index[MOST_DEPTH];
} Statement;

typedef struct
{
  RefrainMapping *mapping;
  RefrainLoopEventsBuilder *builder;
  guint32 barrier;
  guint depth;
  guint counts[MOST_DEPTH];
  Statement statements[MOST_STATEMENTS];
  guint n_statements;
} Program;

static void
append (Program *self, guint process, RefrainLoopEventKind kind, guint peer, gint32 tag)
{
  const RefrainLoopEvent event
      = { refrain_loop_events_builder_add_shape (self->builder, kind, 0, 0), (gint32) peer, tag };

  refrain_loop_events_builder_append (self->builder, process, &event, REFRAIN_NONE);
}

static void
run_statement (Program *self, const Statement *what, const guint *index)
{
  const guint n = refrain_mapping_get_n_processes (self->mapping);
  g_autofree gint64 *to = g_new (gint64, n + 1);
  gint32 tag = what->tag;

  for (guint k = 0; k < self->depth; k++)
    tag += what->by_index[k] * (gint32) index[k];
  for (guint p = 0; p < n; p++)
    {
      const RefrainLoopEvent all = { self->barrier, 0, 0 };

      to[p] = -1;
      if (what->direction < 0)
        refrain_loop_events_builder_append (self->builder, p, &all, REFRAIN_NONE);
      else if ((p & what->mask) == what->bits)
        to[p] = refrain_mapping_get_neighbour (self->mapping, p, what->direction);
      if (to[p] >= 0)
        append (self, p, REFRAIN_LOOP_SEND, (guint) to[p], tag + what->by_rank * (gint32) p);
    }
  for (guint p = 0; p < n; p++)
    if (to[p] >= 0)
      append (self, (guint) to[p], REFRAIN_LOOP_RECV, p, tag + what->by_rank * (gint32) p);
}

/* Statement s stands in the loops down to depth 1 + s % depth. */
static void
run_loops (Program *self, guint depth, guint *index)
{
  for (index[depth] = 0; index[depth] < self->counts[depth]; index[depth]++)
    {
      for (guint s = 0; s < self->n_statements; s++)
        if (s % self->depth == depth)
          run_statement (self, &self->statements[s], index);
      if (depth + 1 < self->depth)
        run_loops (self, depth + 1, index);
      index[depth + 1] = 0;
    }
}

static Statement
draw_statement (GRand *rand, RefrainMapping *mapping)
{
  const gint n_directions = (gint) refrain_mapping_get_n_directions (mapping);
  Statement one = { g_rand_int_range (rand, -1, MIN (n_directions, 9)), 0, 0, 0, 0, { 0 } };

  if (one.direction == REFRAIN_DIRECTION_SELF && g_rand_boolean (rand))
    one.direction = -1;
  if (g_rand_int_range (rand, 0, 4) == 0)
    {
      one.mask = 1;
      one.bits = (guint) g_rand_int_range (rand, 0, 2);
    }
  one.tag = g_rand_int_range (rand, 0, 1000);
  one.by_rank = g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int_range (rand, 1, 4) : 0;
  for (guint k = 0; k < MOST_DEPTH; k++)
    one.by_index[k] = g_rand_boolean (rand) ? g_rand_int_range (rand, -3, 17) : 0;
  return one;
}

/* @longer: more turns of the outermost loop; all else is the same. */
static RefrainLoopEvents *
make_program (guint32 seed, RefrainMapping *mapping, gboolean longer)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (n);
  g_autofree guint32 *all = g_new (guint32, n);
  Program self = { .mapping = mapping, .builder = builder };
  guint index[MOST_DEPTH + 1] = { 0 };

  for (guint p = 0; p < n; p++)
    all[p] = p;
  self.barrier = refrain_loop_events_builder_add_shape (
      builder, REFRAIN_LOOP_SYNC, refrain_loop_events_builder_add_name (builder, "MPI_Barrier"),
      refrain_loop_events_builder_add_group (builder, all, n));
  self.depth = 1 + seed % MOST_DEPTH;
  self.n_statements = (guint) g_rand_int_range (rand, 1, MOST_STATEMENTS + 1);
  for (guint k = 0; k < MOST_DEPTH; k++)
    self.counts[k] = (guint) g_rand_int_range (rand, 4, 6);
  for (guint s = 0; s < MOST_STATEMENTS; s++)
    self.statements[s] = draw_statement (rand, mapping);
  if (longer)
    self.counts[0] *= 4;
  run_loops (&self, 0, index);
  return refrain_loop_events_builder_finish (builder, NULL);
}

/* ---- Topologies ----------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  RefrainTopologyKind kind;
  guint n, parameter;
  guint sizes[3], n_axes; /* GRID */
  guint wrapped;
  gboolean ways_back; /* each direction has one: who receives knows in which it was sent */
} Case;

static const Case cases[] = {
  { "line", REFRAIN_TOPOLOGY_GRID, 7, 0, { 7 }, 1, 0, TRUE },
  { "ring", REFRAIN_TOPOLOGY_GRID, 6, 0, { 6 }, 1, 1, TRUE },
  { "grid", REFRAIN_TOPOLOGY_GRID, 12, 0, { 3, 4 }, 2, 0, TRUE },
  { "torus", REFRAIN_TOPOLOGY_GRID, 18, 0, { 3, 2, 3 }, 3, 7, TRUE },
  { "tree2", REFRAIN_TOPOLOGY_TREE, 11, 2, { 0 }, 0, 0, FALSE },
  { "tree3", REFRAIN_TOPOLOGY_TREE, 13, 3, { 0 }, 0, 0, FALSE },
  { "binomial", REFRAIN_TOPOLOGY_BINOMIAL, 16, 0, { 0 }, 0, 0, FALSE },
  { "hypercube", REFRAIN_TOPOLOGY_HYPERCUBE, 16, 0, { 0 }, 0, 0, TRUE },
  { "star", REFRAIN_TOPOLOGY_STAR, 7, 0, { 0 }, 0, 0, FALSE },
  { "cg", REFRAIN_TOPOLOGY_CG, 8, 0, { 0 }, 0, 0, TRUE },
  { "all", REFRAIN_TOPOLOGY_ALL_TO_ALL, 6, 0, { 0 }, 0, 0, TRUE },
  { "bipartite", REFRAIN_TOPOLOGY_BIPARTITE, 9, 2, { 0 }, 0, 0, FALSE },
};

static RefrainMapping *
make_mapping (const Case *one, const guint32 *places)
{
  return one->kind == REFRAIN_TOPOLOGY_GRID
             ? refrain_mapping_new_grid (one->sizes, one->n_axes, one->wrapped, places)
             : refrain_mapping_new (one->kind, NULL, one->n, one->parameter, places);
}

static void
test_topology (gconstpointer data)
{
  const Case *one = data;

  for (guint32 seed = 0; seed < (g_test_slow () ? 12 : 3); seed++)
    {
      g_autofree guint32 *places = seed % 2 == 1 ? sequences_shuffle (one->n, seed) : NULL;
      g_autoptr (RefrainMapping) mapping = make_mapping (one, places);
      g_autoptr (RefrainLoopEvents) events = NULL, more = NULL;
      gsize bytes, longer;

      g_assert_nonnull (mapping);
      events = make_program (seed, mapping, FALSE);
      more = make_program (seed, mapping, TRUE);
      bytes = program_check (events, &mapping, 1);
      longer = program_check (more, &mapping, 1);
      program_check (events, NULL, 0);
      g_test_message ("%s, seed %u: %zu bytes, longer %zu", one->name, seed, bytes, longer);
      if (one->ways_back)
        g_assert_cmpuint (longer, <=, bytes + bytes / 10 + 8);
    }
}

/* ---- Tags that count ------------------------------------------------------------------------ */

typedef gint32 (*TagFunc) (guint turn, guint rank);

static gint32
tag_by_turn (guint turn, guint rank)
{
  return 100 + (gint32) turn;
}

static gint32
tag_by_digit (guint turn, guint rank)
{
  return (gint32) turn % 10;
}

static gint32
tag_by_both (guint turn, guint rank)
{
  return 8 * (gint32) turn + (gint32) rank;
}

static gint32
tag_downwards (guint turn, guint rank)
{
  return 5000 - 2 * (gint32) turn;
}

/* What the page says of a ring of eight, @turns times round. */
static void
check_ring (TagFunc tag, guint turns, const char *expected)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (8);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainProgram) program = NULL;
  g_autofree char *text = NULL;

  for (guint p = 0; p < 8; p++)
    for (guint t = 0; t < turns; t++)
      {
        const guint left = (p + 7) % 8;
        RefrainLoopEvent event
            = { refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_SEND, 0, 0),
                (gint32) (p + 1) % 8, tag (t, p) };

        refrain_loop_events_builder_append (builder, p, &event, REFRAIN_NONE);
        event.shape = refrain_loop_events_builder_add_shape (builder, REFRAIN_LOOP_RECV, 0, 0);
        event.peer = (gint32) left;
        event.tag = tag (t, left);
        refrain_loop_events_builder_append (builder, p, &event, REFRAIN_NONE);
      }
  events = refrain_loop_events_builder_finish (builder, NULL);
  program_check (events, NULL, 0);
  program = refrain_program_new (events, NULL, 0, NULL, NULL);
  text = refrain_program_dup_text (program, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_counting_tags (void)
{
  check_ring (tag_by_turn, 60, "ring of 8 (x)\nfor i<60: shift +x tag100+i\n");
  check_ring (tag_downwards, 3000, "ring of 8 (x)\nfor i<3000: shift +x tag5000-2i\n");
  check_ring (tag_by_digit, 90, "ring of 8 (x)\nrepeat 9:\n  for i<10: shift +x tag0+i\n");
  check_ring (tag_by_both, 20,
              "ring of 8 (x)\nfor i<20: send +x tag0+rank+8i; recv -x tag0+peer+8i\n");
}

TEST_PROGRAM ("program-topologies")
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/program/topologies/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_topology);
    }
  g_test_add_func ("/program/counting-tags", test_counting_tags);
  return g_test_run ();
}
