/* test-loop-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loop models: their streams, running them, and what they say of themselves.
 */
#include "refrain-loop-model.h"
#include "test-loops.h"
#include "test-program.h"

#define N_PROCESSES 3

typedef struct
{
  RefrainLoopEventsBuilder *events_builder;
  RefrainLoopEvents *events;
  RefrainLoopModelBuilder *builder;
  guint32 send, recv, sync;
} Fixture;

static void
fixture_init (Fixture *self)
{
  const guint32 all[] = { 2, 0, 1, 0 };

  self->events_builder = refrain_loop_events_builder_new (N_PROCESSES);
  self->send
      = refrain_loop_events_builder_add_shape (self->events_builder, REFRAIN_LOOP_SEND, 0, 9);
  self->recv
      = refrain_loop_events_builder_add_shape (self->events_builder, REFRAIN_LOOP_RECV, 0, 0);
  self->sync = refrain_loop_events_builder_add_shape (
      self->events_builder, REFRAIN_LOOP_SYNC,
      refrain_loop_events_builder_add_name (self->events_builder, "MPI_Barrier"),
      refrain_loop_events_builder_add_group (self->events_builder, all, G_N_ELEMENTS (all)));
}

static void
append (Fixture *self, guint process, guint32 shape, gint32 peer, gint32 tag)
{
  const RefrainLoopEvent event = { shape, peer, tag };

  refrain_loop_events_builder_append (self->events_builder, process, &event, REFRAIN_NONE);
}

static void
finish_events (Fixture *self)
{
  self->events = refrain_loop_events_builder_finish (self->events_builder, NULL);
  self->builder = refrain_loop_model_builder_new (self->events);
}

static RefrainLoopModel *
finish (Fixture *self)
{
  RefrainLoopModel *model = refrain_loop_model_builder_finish (self->builder);

  refrain_loop_model_builder_free (self->builder);
  refrain_loop_events_builder_free (self->events_builder);
  g_object_unref (self->events);
  return model;
}

static void
add (Fixture *self, guint process, guint32 shape, RefrainAffine peer, gint64 tag)
{
  refrain_loop_model_builder_add_event (
      self->builder, process, shape, peer,
      refrain_loop_model_builder_affine (self->builder, tag, NULL, 0));
}

static RefrainAffine
constant (Fixture *self, gint64 value)
{
  return refrain_loop_model_builder_affine (self->builder, value, NULL, 0);
}

/* for i0 = 1 to 4 { for i1 = 1 to 2*i0-1 { 0 send i1 tag5 }; 0 sync } and a lone event of 2. */
static RefrainLoopModel *
make_triangle (void)
{
  const RefrainAffineTerm count[] = { { 0, 2 } };
  const RefrainAffineTerm peer[] = { { 1, 1 } };
  Fixture fixture;

  fixture_init (&fixture);
  for (gint32 i = 1; i <= 4; i++)
    {
      for (gint32 j = 1; j <= 2 * i - 1; j++)
        append (&fixture, 0, fixture.send, j, 5);
      append (&fixture, 0, fixture.sync, 0, 0);
    }
  append (&fixture, 2, fixture.recv, 0, 3);
  finish_events (&fixture);
  add (&fixture, 2, fixture.recv, constant (&fixture, 0), 3);
  refrain_loop_model_builder_open_loop (fixture.builder, constant (&fixture, 4));
  refrain_loop_model_builder_open_loop (
      fixture.builder, refrain_loop_model_builder_affine (fixture.builder, -1, count, 1));
  add (&fixture, 0, fixture.send, refrain_loop_model_builder_affine (fixture.builder, 0, peer, 1),
       5);
  refrain_loop_model_builder_close (fixture.builder);
  add (&fixture, 0, fixture.sync, constant (&fixture, 0), 0);
  refrain_loop_model_builder_close (fixture.builder);
  return finish (&fixture);
}

static void
test_triangle (void)
{
  g_autoptr (RefrainLoopModel) model = make_triangle ();
  g_autoptr (GError) error = NULL;
  RefrainLoopModelSize size;
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  const RefrainConstruct *constructs;
  guint32 n;

  g_assert_true (test_verify_loops (model, &error));
  g_assert_no_error (error);
  constructs = refrain_loop_model_get_constructs (model, &n);
  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpuint (constructs[1].end, ==, 5);
  g_assert_cmpuint (constructs[2].end, ==, 4);
  g_assert_cmpuint (constructs[3].depth, ==, 2);
  g_assert_cmpuint (n_events[1], ==, 16 + 4);
  g_assert_cmpuint (n_events[2], ==, 16);
  g_assert_cmpuint (n_events[4], ==, 4);
  g_assert_true (refrain_loop_model_covers (model, 1, 0));
  g_assert_false (refrain_loop_model_covers (model, 1, 2));
  refrain_loop_model_measure (model, &size);
  g_assert_cmpuint (size.events, ==, 21);
  g_assert_cmpuint (size.events_in_loops, ==, 20);
  g_assert_cmpuint (size.n_terms, ==, 5);
  g_assert_cmpuint (size.n_loops, ==, 2);
  refrain_loop_model_measure_process (model, 2, &size);
  g_assert_cmpuint (size.events, ==, 1);
  g_assert_cmpuint (size.events_in_loops, ==, 0);
}

/* define A { for i0 = 1 to 3 { 0 send 1 tag1 }; 1 recv 0 tag2 }; define B { use A; use A };
 * use B; for i0 = 1 to 2 { use B }; use A: with one event of process 1 more or less. */
static RefrainLoopModel *
make_grammar (gboolean right)
{
  Fixture fixture;
  guint32 a, b;

  fixture_init (&fixture);
  for (gint32 i = 0; i < 7; i++)
    {
      for (gint32 j = 0; j < 3; j++)
        append (&fixture, 0, fixture.send, 1, 1);
      append (&fixture, 1, fixture.recv, 0, 2);
    }
  if (!right)
    append (&fixture, 1, fixture.recv, 0, 2);
  finish_events (&fixture);
  a = refrain_loop_model_builder_open_definition (fixture.builder);
  refrain_loop_model_builder_open_loop (fixture.builder, constant (&fixture, 3));
  add (&fixture, 0, fixture.send, constant (&fixture, 1), 1);
  refrain_loop_model_builder_close (fixture.builder);
  add (&fixture, 1, fixture.recv, constant (&fixture, 0), 2);
  refrain_loop_model_builder_close (fixture.builder);
  b = refrain_loop_model_builder_open_definition (fixture.builder);
  refrain_loop_model_builder_add_use (fixture.builder, a);
  refrain_loop_model_builder_add_use (fixture.builder, a);
  refrain_loop_model_builder_close (fixture.builder);
  refrain_loop_model_builder_add_use (fixture.builder, b);
  refrain_loop_model_builder_open_loop (fixture.builder, constant (&fixture, 2));
  refrain_loop_model_builder_add_use (fixture.builder, b);
  refrain_loop_model_builder_close (fixture.builder);
  refrain_loop_model_builder_add_use (fixture.builder, a);
  return finish (&fixture);
}

static void
test_grammar (void)
{
  g_autoptr (RefrainLoopModel) model = make_grammar (TRUE);
  g_autoptr (GError) error = NULL;
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  RefrainLoopModelSize size;

  g_assert_true (test_verify_loops (model, &error));
  g_assert_no_error (error);
  refrain_loop_model_measure (model, &size);
  g_assert_cmpuint (size.events, ==, 28);
  /* All sends are in A's loop; four receives are in the loop of B. */
  g_assert_cmpuint (size.events_in_loops, ==, 21 + 4);
  g_assert_cmpuint (size.events_shared, ==, 3);
  g_assert_cmpuint (size.n_definitions, ==, 2);
  g_assert_cmpuint (size.n_terms, ==, 9);
  g_assert_cmpuint (n_events[0], ==, 28); /* A */
  g_assert_cmpuint (n_events[4], ==, 24); /* B */
  g_assert_cmpuint (n_events[7], ==, 8);  /* use B */
  g_assert_cmpuint (n_events[8], ==, 16); /* the loop */
  g_assert_cmpuint (n_events[10], ==, 4); /* use A */
}

static void
test_verify_tells (void)
{
  g_autoptr (RefrainLoopModel) model = make_grammar (FALSE);
  g_autoptr (GError) error = NULL;

  g_assert_false (test_verify_loops (model, &error));
  g_assert_cmpstr (error->message, ==,
                   "The model of process 1 differs from its 8 events after event 7.");
}

static void
test_names (void)
{
  const struct
  {
    guint32 number;
    const char *name;
  } cases[] = { { 0, "A" },    { 25, "Z" },    { 26, "AA" },
                { 701, "ZZ" }, { 702, "AAA" }, { G_MAXUINT32, "MWLQKWV" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = refrain_loop_model_get_definition_name (cases[i].number);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

static void
test_events (void)
{
  g_autoptr (RefrainLoopModel) model = make_triangle ();
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n_events, n_shapes;
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  const guint32 *group;
  gsize n_members;

  g_assert_cmpuint (n_shapes, ==, 3);
  g_assert_cmpuint (shapes[0].group, ==, 0);
  g_assert_cmpuint (shapes[2].kind, ==, REFRAIN_LOOP_SYNC);
  g_assert_cmpstr (refrain_loop_events_get_name (events, shapes[2].name), ==, "MPI_Barrier");
  group = refrain_loop_events_get_group (events, shapes[2].group, &n_members);
  g_assert_cmpuint (n_members, ==, 3);
  for (guint32 i = 0; i < 3; i++)
    g_assert_cmpuint (group[i], ==, i);
  refrain_loop_events_get_events (events, &n_events);
  g_assert_cmpuint (n_events, ==, 7 + 1 + 1);
}

TEST_PROGRAM ("loop-model")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loop-model/triangle", test_triangle);
  g_test_add_func ("/loop-model/grammar", test_grammar);
  g_test_add_func ("/loop-model/verify-tells", test_verify_tells);
  g_test_add_func ("/loop-model/names", test_names);
  g_test_add_func ("/loop-model/events", test_events);
  return g_test_run ();
}
