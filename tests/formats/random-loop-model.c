/* random-loop-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Constructs are drawn one by one; numbers stay small, so that models can be run whole.
 */
#include "config.h"

#include "random-loop-model.h"

/* Nests in nests: few stand for more, and tests count one by one. */
#define MAX_EVENTS 3000

typedef struct
{
  GRand *rand;
  RefrainLoopModelBuilder *builder;
  guint32 n_shapes;
  guint32 definitions[4];
  guint32 n_definitions;
  guint depth;
  gint64 largest[4]; /* index of each open loop */
} Making;

/* A number of at least @least for all indices that come up. */
static RefrainAffine
random_affine (Making *making, gint64 least)
{
  RefrainAffineTerm terms[4];
  gint64 constant = least;
  guint32 n = 0;

  for (guint32 depth = 0; depth < making->depth && depth < 4; depth++)
    if (g_rand_int_range (making->rand, 0, 3) == 0)
      {
        gint64 coefficient = g_rand_int_range (making->rand, -1, 2);

        if (coefficient == 0)
          continue;
        terms[n++] = (RefrainAffineTerm){ depth, coefficient };
        constant += coefficient < 0 ? making->largest[depth] : 0;
      }
  return refrain_loop_model_builder_affine (
      making->builder, constant + g_rand_int_range (making->rand, 0, 3), terms, n);
}

static void
random_body (Making *making)
{
  guint n = g_rand_int_range (making->rand, 0, 5);

  for (guint i = 0; i < n; i++)
    {
      gint what = g_rand_int_range (making->rand, 0, 8);

      if (what == 0 && making->n_definitions > 0 && making->depth < 2)
        refrain_loop_model_builder_add_use (
            making->builder,
            making->definitions[g_rand_int_range (making->rand, 0, making->n_definitions)]);
      else if (what < 4 && making->depth < 3)
        {
          /* Few iterations: the more, the deeper, and definitions multiply them. */
          RefrainAffine count = random_affine (making, 0);

          refrain_loop_model_builder_open_loop (making->builder, count);
          /* Of the terms, none adds more than its index. */
          making->largest[making->depth] = count.constant;
          for (guint k = 0; k < making->depth; k++)
            making->largest[making->depth] += making->largest[k];
          making->depth++;
          random_body (making);
          making->depth--;
          refrain_loop_model_builder_close (making->builder);
        }
      else
        {
          guint32 shape = g_rand_int_range (making->rand, 0, making->n_shapes);
          RefrainAffine peer = { 0 }, tag = { 0 };

          if (shape < 2)
            {
              peer = random_affine (making, -1);
              tag = random_affine (making, -2);
            }
          refrain_loop_model_builder_add_event (
              making->builder, g_rand_int_range (making->rand, 0, 5), shape, peer, tag);
        }
    }
}

static RefrainLoopModel *
make_model (GRand *rand)
{
  const guint32 some[] = { 0, 2, 3, 4 };
  g_autoptr (RefrainLoopEventsBuilder) events_builder = refrain_loop_events_builder_new (5);
  g_autoptr (RefrainLoopModelBuilder) builder = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;
  Making making = { .rand = rand };
  guint32 name, group;

  refrain_loop_events_builder_add_shape (events_builder, REFRAIN_LOOP_SEND, 0, 0);
  refrain_loop_events_builder_add_shape (events_builder, REFRAIN_LOOP_RECV, 0, 0);
  name = refrain_loop_events_builder_add_name (events_builder, "MPI_Bcast");
  group = refrain_loop_events_builder_add_group (events_builder, some, G_N_ELEMENTS (some));
  refrain_loop_events_builder_add_shape (events_builder, REFRAIN_LOOP_SYNC, name, group);
  name = refrain_loop_events_builder_add_name (events_builder, "call a / b//c");
  refrain_loop_events_builder_add_shape (events_builder, REFRAIN_LOOP_LOCAL, name, 0);
  making.n_shapes = 4;
  events = refrain_loop_events_builder_finish (events_builder, NULL);
  builder = making.builder = refrain_loop_model_builder_new (events);
  for (; making.n_definitions < (guint32) g_rand_int_range (rand, 0, 4); making.n_definitions++)
    {
      making.definitions[making.n_definitions]
          = refrain_loop_model_builder_open_definition (builder);
      random_body (&making);
      refrain_loop_model_builder_close (builder);
    }
  random_body (&making);
  return refrain_loop_model_builder_finish (builder);
}

RefrainLoopModel *
random_loop_model (GRand *rand)
{
  for (;;)
    {
      RefrainLoopModel *model = make_model (rand);
      RefrainLoopModelSize size;

      refrain_loop_model_measure (model, &size);
      if (size.events <= MAX_EVENTS)
        return model;
      g_object_unref (model);
    }
}
