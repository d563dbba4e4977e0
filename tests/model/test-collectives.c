/* test-collectives.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collective instances: the k-th call of each process on a communicator.
 */
#include "config.h"

#include "refrain-trace-builder.h"
#include "test-program.h"

static void
call (RefrainRecorder *r, RefrainTime time, RefrainCollective type, guint32 comm)
{
  refrain_recorder_collective_begin (r, time);
  refrain_recorder_collective_end (r, time + 1, type, comm, -1, 0, 0);
}

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainRecorder *r[3];
  guint32 world, pair, self;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  gint32 world[] = { 0, 1, 2 }, pair[] = { 2, 0 };

  f->builder = refrain_trace_builder_new ();
  for (guint i = 0; i < 3; i++)
    {
      refrain_trace_builder_add_process (f->builder, "P", NULL);
      f->r[i] = refrain_trace_builder_add_thread (f->builder, i, i, "T");
    }
  f->world = refrain_trace_builder_add_communicator (
      f->builder, refrain_communicator_new ("W", 0, -1, world, 3, NULL, 0, FALSE));
  f->pair = refrain_trace_builder_add_communicator (
      f->builder, refrain_communicator_new ("P", 1, 0, pair, 2, NULL, 0, FALSE));
  f->self = refrain_trace_builder_add_communicator (
      f->builder, refrain_communicator_new ("S", 2, -1, NULL, 0, NULL, 0, TRUE));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->builder);
}

static void
test_instances (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainCollectives *c;

  call (f->r[0], 1, REFRAIN_COLLECTIVE_BARRIER, f->world);
  call (f->r[0], 3, REFRAIN_COLLECTIVE_BCAST, f->pair);
  call (f->r[0], 5, REFRAIN_COLLECTIVE_BARRIER, f->world);
  call (f->r[1], 2, REFRAIN_COLLECTIVE_BARRIER, f->world);
  call (f->r[1], 7, REFRAIN_COLLECTIVE_BARRIER, f->world);
  call (f->r[2], 3, REFRAIN_COLLECTIVE_BARRIER, f->world);
  call (f->r[2], 5, REFRAIN_COLLECTIVE_BCAST, f->pair);
  call (f->r[2], 7, REFRAIN_COLLECTIVE_BARRIER, f->world);
  trace = refrain_trace_builder_finish (f->builder, NULL, NULL);
  c = refrain_trace_get_collectives (trace);
  g_assert_cmpuint (c->n, ==, 3);
  g_assert_cmpuint (c->n_members, ==, 8);
  for (gsize i = 0; i < c->n; i++)
    {
      gboolean world = c->comm[i] == f->world;

      g_assert_cmpuint (c->first[i + 1] - c->first[i], ==, world ? 3 : 2);
      g_assert_cmpuint (c->type[i], ==,
                        world ? REFRAIN_COLLECTIVE_BARRIER : REFRAIN_COLLECTIVE_BCAST);
      for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
        {
          const RefrainOps *ops
              = refrain_process_get_ops (refrain_trace_get_process (trace, c->process[m]));

          g_assert_cmpuint (ops->partner[c->op[m]], ==, i);
          g_assert_true (m == c->first[i] || c->process[m] > c->process[m - 1]);
        }
    }
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

static void
test_self (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;

  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < i; k++)
      call (f->r[i], 2 * k, REFRAIN_COLLECTIVE_BARRIER, f->self);
  trace = refrain_trace_builder_finish (f->builder, NULL, NULL);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collective_instances, ==, 3);
  g_assert_cmpuint (refrain_trace_get_collectives (trace)->n, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

static void
test_defects (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  GListModel *defects;
  gboolean incomplete = FALSE, mixed = FALSE, no_begin = FALSE;

  call (f->r[0], 1, REFRAIN_COLLECTIVE_BARRIER, f->world);
  call (f->r[1], 1, REFRAIN_COLLECTIVE_BCAST, f->world);
  refrain_recorder_collective_end (f->r[1], 5, REFRAIN_COLLECTIVE_BCAST, REFRAIN_NONE, -1, 0, 0);
  trace = refrain_trace_builder_finish (f->builder, NULL, NULL);
  defects = refrain_trace_get_defects (trace);
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      incomplete |= refrain_defect_get_kind (defect) == REFRAIN_DEFECT_INCOMPLETE_COLLECTIVE;
      mixed |= refrain_defect_get_kind (defect) == REFRAIN_DEFECT_MIXED_COLLECTIVE;
      no_begin |= refrain_defect_get_kind (defect) == REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN;
    }
  g_assert_true (incomplete && mixed && no_begin);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collectives, ==, 3);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collective_instances, ==, 1);
}

static void
test_non_blocking (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  RefrainProcess *p;

  for (guint i = 0; i < 3; i++)
    {
      refrain_recorder_collective_request (f->r[i], 1, 77);
      refrain_recorder_collective_complete (f->r[i], 9, REFRAIN_COLLECTIVE_ALLREDUCE, f->world, -1,
                                            8, 16, 77);
    }
  trace = refrain_trace_builder_finish (f->builder, NULL, NULL);
  p = refrain_trace_get_process (trace, 1);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->collective_instances, ==, 1);
  g_assert_cmpuint (refrain_process_get_records (p)->id[0], ==, 77);
  g_assert_cmpuint (refrain_process_get_records (p)->size[0], ==, 16);
  g_assert_cmpint (refrain_process_get_op_start (p, 0), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

/* Those that complete in another order than they were called in are still the k-th of each process.
 */
static void
test_out_of_order (Fixture *f, gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainCollectives *c;

  for (guint i = 0; i < 3; i++)
    {
      const guint64 first = i == 1 ? 8 : 7;

      refrain_recorder_collective_request (f->r[i], 1, 7);
      refrain_recorder_collective_request (f->r[i], 1, 8);
      for (guint64 request = first; request == 7 || request == 8; request += first == 7 ? 1 : -1)
        refrain_recorder_collective_complete (
            f->r[i], 9, request == 7 ? REFRAIN_COLLECTIVE_ALLREDUCE : REFRAIN_COLLECTIVE_BARRIER,
            f->world, -1, 0, 0, request);
    }
  trace = refrain_trace_builder_finish (f->builder, NULL, NULL);
  c = refrain_trace_get_collectives (trace);
  g_assert_cmpuint (c->n, ==, 2);
  for (guint64 m = 0; m < c->n_members; m++)
    g_assert_cmpint (
        refrain_process_get_ops (refrain_trace_get_process (trace, c->process[m]))->tag[c->op[m]],
        ==, m < 3 ? REFRAIN_COLLECTIVE_ALLREDUCE : REFRAIN_COLLECTIVE_BARRIER);
}

TEST_PROGRAM ("collectives")
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/collectives/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("instances", test_instances);
  ADD ("self", test_self);
  ADD ("defects", test_defects);
  ADD ("non-blocking", test_non_blocking);
  ADD ("out-of-order", test_out_of_order);
  return g_test_run ();
}
