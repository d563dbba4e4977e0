/* test-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns adopted from a file are checked before anybody sees them: each damage is found.
 */
#include "config.h"

#include "refrain-trace-builder.h"
#include "test-program.h"

/* A small process, writable: main { send, begin, collective }. */
typedef struct
{
  RefrainTime call_start[2], call_end[2];
  guint32 routine[2], parent[2];
  guint16 depth[2];
  RefrainTime op_time[2];
  guint64 bytes[2];
  guint32 op_call[2], comm[2], partner[2], record[2], logical[2];
  gint32 peer[2], tag[2];
  guint8 op_kind[2];
  RefrainTime record_time[1];
  guint64 id[1], size[1];
  guint32 record_call[1], record_op[1];
  guint8 record_kind[1];
  guint8 tape[2];
  RefrainThread thread;
} Columns;

static const Columns sound = {
  .call_start = { 1, 2 },
  .call_end = { 9, 8 },
  .parent = { REFRAIN_NONE, 0 },
  .depth = { 0, 1 },
  .op_time = { 3, 5 },
  .op_call = { 1, 1 },
  .partner = { REFRAIN_NONE, 0 },
  .record = { REFRAIN_NONE, 0 },
  .logical = { 1, 2 },
  .peer = { 0, -1 },
  .op_kind = { REFRAIN_OP_SEND, REFRAIN_OP_COLLECTIVE },
  .record_time = { 4 },
  .record_call = { 1 },
  .record_op = { 1 },
  .record_kind = { REFRAIN_RECORD_COLLECTIVE_BEGIN },
  /* enter enter op record, op leave leave */
  .tape = { 0 | 0 << 2 | 2 << 4 | 3 << 6, 2 | 1 << 2 | 1 << 4 },
  .thread = { .name = "T", .n_calls = 2, .n_ops = 2, .n_records = 1, .n_tape = 7 },
};

static RefrainTrace *
adopt (const Columns *c)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GBytes) owner = g_bytes_new (c, sizeof *c);
  const Columns *m = g_bytes_get_data (owner, NULL);
  static const guint64 first[] = { 0, 1 };
  static const guint32 zero[] = { 0 }, one[] = { 1 };
  static const guint8 type[] = { REFRAIN_COLLECTIVE_BARRIER };
  RefrainCollectives collectives = { 1, 1, first, zero, type, zero, one };
  RefrainCounts counts = { .events = 7 };
  RefrainProcessColumns columns = {
    .calls = { 2, m->call_start, m->call_end, m->routine, m->parent, m->depth },
    .ops = { 2, m->op_time, m->bytes, m->op_call, m->peer, m->tag, m->comm, m->partner, m->record,
             m->logical, m->op_kind },
    .records = { 1, m->record_time, m->id, m->size, m->record_call, m->record_op, m->record_kind },
    .tape = { 7, m->tape },
    .threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread)),
  };
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  g_array_append_val (columns.threads, m->thread);
  refrain_trace_builder_add_process (builder, "P", NULL);
  refrain_trace_builder_add_routine (builder, "main", NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("W", 0, -1, NULL, 0, NULL, 0, FALSE));
  refrain_trace_builder_adopt_columns (builder, 0, &columns, owner);
  refrain_trace_builder_adopt_collectives (builder, &collectives, &counts);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_sound (void)
{
  g_autoptr (RefrainTrace) trace = adopt (&sound);
  RefrainProcess *process = refrain_trace_get_process (trace, 0);

  g_assert_cmpuint (refrain_process_get_ops (process)->n, ==, 2);
  g_assert_false (refrain_process_is_damaged (process));
  g_assert_cmpuint (refrain_trace_get_collectives (trace)->n, ==, 1);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 7);
}

static void
assert_damaged (const Columns *c)
{
  g_autoptr (RefrainTrace) trace = adopt (c);
  RefrainProcess *process = refrain_trace_get_process (trace, 0);

  g_assert_true (refrain_process_is_damaged (process));
  g_assert_cmpuint (refrain_process_get_calls (process)->n, ==, 0);
  g_assert_cmpuint (refrain_process_get_ops (process)->n, ==, 0);
  g_assert_cmpuint (refrain_process_get_tape (process)->n, ==, 0);
  /* An instance whose member is gone goes too. */
  g_assert_cmpuint (refrain_trace_get_collectives (trace)->n, ==, 0);
}

static void
test_damaged (void)
{
#define DAMAGE(member, value)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    Columns c = sound;                                                                             \
                                                                                                   \
    c.member = (value);                                                                            \
    g_test_message ("%s", #member " = " #value);                                                   \
    assert_damaged (&c);                                                                           \
  }                                                                                                \
  G_STMT_END

  DAMAGE (call_start[1], 0);
  DAMAGE (call_end[0], 0);
  DAMAGE (call_end[0], G_MAXINT64);
  DAMAGE (routine[1], 1);
  DAMAGE (parent[1], 1);
  DAMAGE (parent[0], 7);
  DAMAGE (depth[1], 2);
  DAMAGE (op_time[1], 2);
  DAMAGE (op_call[0], 2);
  DAMAGE (comm[0], 1);
  DAMAGE (partner[0], 2);
  DAMAGE (partner[1], 1);
  DAMAGE (record[1], 1);
  DAMAGE (peer[0], 1);
  DAMAGE (logical[0], 0);
  DAMAGE (logical[1], 3);
  DAMAGE (peer[0], -2);
  DAMAGE (tag[1], REFRAIN_N_COLLECTIVES);
  DAMAGE (op_kind[0], 5);
  DAMAGE (record_call[0], 2);
  DAMAGE (record_op[0], 2);
  DAMAGE (record_kind[0], REFRAIN_N_RECORD_KINDS);
  DAMAGE (record_kind[0], REFRAIN_RECORD_UNCLOSED);
  DAMAGE (tape[0], 1);
  DAMAGE (tape[1], 0);
  DAMAGE (thread.n_calls, 3);
  DAMAGE (thread.n_ops, G_MAXSIZE);
  DAMAGE (thread.first_record, 1);
  DAMAGE (thread.n_tape, 6);
  DAMAGE (thread.first_tape, 4);
#undef DAMAGE
}

/* ---- Two processes: a message from 0 to 1, and a barrier ---- */

typedef struct
{
  RefrainTime time[2];
  guint64 bytes[2];
  guint32 call[2], comm[2], partner[2], record[2], logical[2];
  gint32 peer[2], tag[2];
  guint8 kind[2], tape;
} Ends;

typedef struct
{
  Ends ends[2];
  guint64 first[2];
  guint32 comm, process[2], op[2];
  guint8 type;
} Pair;

static const Pair sound_pair = {
  .ends = { { .time = { 1, 9 },
              .call = { REFRAIN_NONE, REFRAIN_NONE },
              .record = { REFRAIN_NONE, REFRAIN_NONE },
              .logical = { 1, 3 },
              .peer = { 1, -1 },
              .kind = { REFRAIN_OP_SEND, REFRAIN_OP_COLLECTIVE },
              .tape = 2 | 2 << 2 },
            { .time = { 2, 9 },
              .call = { REFRAIN_NONE, REFRAIN_NONE },
              .record = { REFRAIN_NONE, REFRAIN_NONE },
              .logical = { 2, 3 },
              .peer = { 0, -1 },
              .kind = { REFRAIN_OP_RECV, REFRAIN_OP_COLLECTIVE },
              .tape = 2 | 2 << 2 } },
  .first = { 0, 2 },
  .process = { 0, 1 },
  .op = { 1, 1 },
};

static RefrainTrace *
adopt_pair (const Pair *pair)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GBytes) owner = g_bytes_new (pair, sizeof *pair);
  const Pair *m = g_bytes_get_data (owner, NULL);
  RefrainCollectives collectives = { 1, 2, m->first, &m->comm, &m->type, m->process, m->op };
  RefrainCounts counts = { .events = 4 };
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("W", 0, -1, NULL, 0, NULL, 0, FALSE));
  for (guint p = 0; p < 2; p++)
    {
      const Ends *e = &m->ends[p];
      const RefrainThread thread = { .name = "T", .n_ops = 2, .n_tape = 2 };
      RefrainProcessColumns columns = {
        .ops = { 2, e->time, e->bytes, e->call, e->peer, e->tag, e->comm, e->partner, e->record,
                 e->logical, e->kind },
        .tape = { 2, &e->tape },
        .threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread)),
      };

      g_array_append_val (columns.threads, thread);
      refrain_trace_builder_add_process (builder, "P", NULL);
      refrain_trace_builder_adopt_columns (builder, p, &columns, owner);
    }
  refrain_trace_builder_adopt_collectives (builder, &collectives, &counts);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static guint64
count_defects (RefrainTrace *trace, RefrainDefectKind kind, gint32 process)
{
  GListModel *defects = refrain_trace_get_defects (trace);
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_kind (defect) == kind
          && refrain_defect_get_process (defect) == process)
        n += refrain_defect_get_count (defect);
    }
  return n;
}

static const RefrainOps *
get_ops (RefrainTrace *trace, guint process)
{
  return refrain_process_get_ops (refrain_trace_get_process (trace, process));
}

static void
test_pair (void)
{
  g_autoptr (RefrainTrace) trace = adopt_pair (&sound_pair);

  g_assert_cmpuint (get_ops (trace, 0)->partner[0], ==, 0);
  g_assert_cmpuint (get_ops (trace, 1)->partner[1], ==, 0);
  g_assert_cmpuint (refrain_trace_get_collectives (trace)->n_members, ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
}

/* A process that is emptied takes the other ends of its messages, and its part in instances, with
 * it. The process that is asked is not the damaged one. */
static void
test_emptied (void)
{
  Pair pair = sound_pair;
  g_autoptr (RefrainTrace) trace = NULL;
  const RefrainCollectives *collectives;

  pair.ends[1].logical[0] = 0;
  trace = adopt_pair (&pair);
  g_assert_cmpuint (get_ops (trace, 0)->n, ==, 2);
  g_assert_cmpuint (get_ops (trace, 0)->partner[0], ==, REFRAIN_NONE);
  g_assert_cmpuint (get_ops (trace, 0)->partner[1], ==, 0);
  g_assert_cmpuint (get_ops (trace, 1)->n, ==, 0);
  collectives = refrain_trace_get_collectives (trace);
  g_assert_cmpuint (collectives->n, ==, 1);
  g_assert_cmpuint (collectives->n_members, ==, 1);
  g_assert_cmpuint (collectives->process[0], ==, 0);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_DAMAGED, 1), ==, 1);
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_LOST_PARTNER, 0), ==, 1);
}

/* Ends that do not name each other, or are two of a kind, are cut. */
static void
assert_cut (const Pair *pair)
{
  g_autoptr (RefrainTrace) trace = adopt_pair (pair);

  for (guint p = 0; p < 2; p++)
    {
      g_assert_false (refrain_process_is_damaged (refrain_trace_get_process (trace, p)));
      g_assert_cmpuint (get_ops (trace, p)->partner[0], ==, REFRAIN_NONE);
      g_assert_cmpuint (get_ops (trace, p)->partner[1], ==, 0);
    }
  g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_LOST_PARTNER, 0), ==, 1);
}

static void
test_partners (void)
{
  Pair pair = sound_pair;

  pair.ends[0].kind[0] = REFRAIN_OP_RECV;
  assert_cut (&pair);
  pair = sound_pair;
  pair.ends[0].partner[0] = 1;
  assert_cut (&pair);
  pair = sound_pair;
  pair.ends[1].peer[0] = 1;
  assert_cut (&pair);
}

/* Instances that do not list the operations that name them are no instances. */
static void
test_instances (void)
{
  for (guint i = 0; i < 5; i++)
    {
      Pair pair = sound_pair;
      g_autoptr (RefrainTrace) trace = NULL;

      pair.op[1] = i == 0 ? 0 : 1;
      pair.process[1] = i == 1 ? 2 : i == 2 ? 0 : 1;
      pair.first[1] = i == 3 ? 1 : 2;
      pair.ends[1].partner[1] = i == 4 ? REFRAIN_NONE : 0;
      trace = adopt_pair (&pair);
      g_assert_cmpuint (get_ops (trace, 0)->partner[0], ==, 0);
      g_assert_cmpuint (get_ops (trace, 0)->partner[1], ==, REFRAIN_NONE);
      g_assert_cmpuint (refrain_trace_get_collectives (trace)->n, ==, 0);
      g_assert_cmpuint (count_defects (trace, REFRAIN_DEFECT_LOST_PARTNER, 0), ==, 1);
    }
}

TEST_PROGRAM ("columns")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/columns/sound", test_sound);
  g_test_add_func ("/columns/damaged", test_damaged);
  g_test_add_func ("/columns/pair", test_pair);
  g_test_add_func ("/columns/emptied", test_emptied);
  g_test_add_func ("/columns/partners", test_partners);
  g_test_add_func ("/columns/instances", test_instances);
  return g_test_run ();
}
