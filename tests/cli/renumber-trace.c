/* renumber-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * renumber-trace SEED TRACE FILE: the same run with its processes in a random order.
 * renumber-trace SEED --PROGRAM SIZES FILE: a run of a small program on 4x4x4 processes or another
 * grid, in a random order. Seed 0: as they are.
 */
#include "config.h"

#include <string.h>

#include "refrain-copy.h"
#include "refrain-format.h"

#define ROUNDS   12
#define MAX_AXES 8

static gint32 *
shuffle (guint n, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gint32 *number = g_new (gint32, n + 1);

  for (guint i = 0; i < n; i++)
    number[i] = (gint32) i;
  for (guint i = n; seed != 0 && i > 1; i--)
    {
      const guint k = (guint) g_rand_int_range (random, 0, (gint32) i);
      const gint32 other = number[k];

      number[k] = number[i - 1];
      number[i - 1] = other;
    }
  return number;
}

/* ---- A trace ----------------------------------------------------------------------------------
 */

/* The members keep their ranks; but that all processes in their order stay so. */
static gint32 *
renumber_members (const gint32 *members, gsize n, const gint32 *number, gsize n_processes)
{
  gint32 *renumbered = g_new (gint32, n + 1);
  gboolean all = n == n_processes;

  for (gsize i = 0; i < n; i++)
    all &= members[i] == (gint32) i;
  for (gsize i = 0; i < n; i++)
    renumbered[i] = all || members[i] < 0 ? members[i] : number[members[i]];
  return renumbered;
}

static void
add_communicator (RefrainTrace *trace,
                  RefrainCommunicator *old,
                  const gint32 *number,
                  RefrainTraceBuilder *builder)
{
  const gsize n_processes = refrain_trace_get_n_processes (trace);
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (old, &n);
  const gint32 *remote = refrain_communicator_get_remote (old, &n_remote);
  const RefrainCartesian *cartesian = refrain_communicator_get_cartesian (old);
  g_autofree gint32 *ours = renumber_members (members, n, number, n_processes);
  g_autofree gint32 *theirs
      = remote != NULL ? renumber_members (remote, n_remote, number, n_processes) : NULL;
  RefrainCommunicator *communicator = refrain_communicator_new (
      refrain_communicator_get_source_name (old), refrain_communicator_get_id (old),
      refrain_communicator_get_parent_id (old), ours, n, theirs, n_remote,
      refrain_communicator_is_self (old));

  if (cartesian != NULL)
    {
      g_autofree guint32 *places = g_new (guint32, n + 1);
      g_autofree gint32 *rank_of = g_new (gint32, n_processes + 1);

      for (gsize i = 0; i < n; i++)
        rank_of[ours[i]] = (gint32) i;
      for (gsize i = 0; i < n; i++)
        places[rank_of[number[members[i]]]] = cartesian->places[i];
      refrain_communicator_set_cartesian (communicator, cartesian->n_dimensions, cartesian->sizes,
                                          cartesian->periodic, places);
    }
  refrain_trace_builder_add_communicator (builder, communicator);
}

static void
copy_thread (RefrainProcess *process,
             const RefrainThread *thread,
             const gint32 *number,
             RefrainRecorder *recorder)
{
  RefrainReplay replay;
  RefrainOps ops;
  g_autofree gint32 *peers = NULL;

  refrain_replay_init (&replay, process, thread);
  ops = *refrain_process_get_ops (process);
  peers = g_new (gint32, ops.n + 1);
  for (gsize i = 0; i < ops.n; i++)
    peers[i] = ops.peer[i] < 0 ? ops.peer[i] : number[ops.peer[i]];
  ops.peer = peers;
  replay.ops = &ops;
  while (refrain_replay_next (&replay))
    {
      replay.detail = (RefrainDetail){ 0 };
      refrain_copy_event (&replay, recorder);
    }
}

static RefrainTrace *
renumber (RefrainTrace *trace, guint32 seed, GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree gint32 *number = shuffle (n, seed);
  g_autofree guint *old = g_new (guint, n + 1);

  refrain_trace_builder_set_source (builder, refrain_trace_get_name (trace), NULL, NULL);
  refrain_trace_builder_set_clock (builder, refrain_trace_get_clock_origin (trace),
                                   refrain_trace_get_wall_clock (trace));
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      refrain_trace_builder_add_routine (builder, refrain_routine_get_source_name (routine),
                                         refrain_routine_get_file (routine),
                                         refrain_routine_get_line (routine));
    }
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    add_communicator (trace, refrain_trace_get_communicator (trace, i), number, builder);
  for (guint p = 0; p < n; p++)
    {
      old[number[p]] = p;
      refrain_copy_process (trace, p, builder);
    }
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, old[p]);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          copy_thread (process, thread, number, refrain_copy_thread (thread, p, builder));
        }
    }
  return refrain_trace_builder_finish (builder, NULL, error);
}

/* ---- Programs ---------------------------------------------------------------------------------
 */

/* What a process does in a round: sends and receives, with peers as places; -1: nobody. */
typedef struct
{
  gboolean send;
  gint32 peer;
  gint32 tag;
} Act;

typedef struct
{
  guint sizes[MAX_AXES], n_axes, n;
  GArray *acts; /* of the process that is being written */
} Program;

static void
act (Program *self, gboolean send, gint32 peer, gint32 tag)
{
  const Act one = { send, peer, tag };

  if (peer >= 0)
    g_array_append_val (self->acts, one);
}

/* The place @steps (base 3, 0 to 2 for -1 to 1, the last axis first) from @place, or -1. */
static gint32
go (const Program *self, guint place, guint steps, gboolean wrapped)
{
  guint stride = 1;
  gint32 to = 0;

  for (guint a = self->n_axes; a-- > 0; steps /= 3)
    {
      const guint size = self->sizes[a], at = place / stride % size;
      const guint moved = at + size + steps % 3 - 1;

      if (!wrapped && (moved < size || moved >= 2 * size))
        return -1;
      to += (gint32) (moved % size * stride);
      stride *= size;
    }
  return to;
}

static guint
one_step (const Program *self, guint axis, gboolean forth)
{
  guint steps = 0;

  for (guint a = 0; a < self->n_axes; a++)
    steps = 3 * steps + (a != axis ? 1 : forth ? 2 : 0);
  return steps;
}

static void
write_lattice (Program *self, guint place, gboolean wrapped)
{
  for (guint a = self->n_axes; a-- > 0;)
    for (guint forth = 0; forth < 2; forth++)
      {
        act (self, TRUE, go (self, place, one_step (self, a, forth), wrapped),
             (gint32) (2 * a + forth));
        act (self, FALSE, go (self, place, one_step (self, a, !forth), wrapped),
             (gint32) (2 * a + forth));
      }
}

static void
write_grid (Program *self, guint place)
{
  write_lattice (self, place, FALSE);
}

static void
write_torus (Program *self, guint place)
{
  write_lattice (self, place, TRUE);
}

static void
write_stencil (Program *self, guint place)
{
  guint n_steps = 1;

  for (guint a = 0; a < self->n_axes; a++)
    n_steps *= 3;
  for (guint send = 2; send-- > 0;)
    for (guint steps = 0; steps < n_steps; steps++)
      if (steps != n_steps / 2)
        act (self, send, go (self, place, steps, TRUE), 0);
}

static void
write_sweep (Program *self, guint place)
{
  for (guint send = 0; send < 2; send++)
    for (guint a = self->n_axes; a-- > 0;)
      act (self, send, go (self, place, one_step (self, a, send), FALSE), (gint32) a);
}

static void
write_ring (Program *self, guint place)
{
  act (self, TRUE, (gint32) ((place + 1) % self->n), 0);
  act (self, FALSE, (gint32) ((place + self->n - 1) % self->n), 0);
}

static void
write_hypercube (Program *self, guint place)
{
  for (guint bit = 1; bit < self->n; bit *= 2)
    for (guint send = 2; send-- > 0;)
      act (self, send, (gint32) (place ^ bit), 0);
}

/* To the root of a binary tree and back. */
static void
write_tree (Program *self, guint place)
{
  const gint32 parent = place > 0 ? (gint32) (place - 1) / 2 : -1;

  for (guint down = 0; down < 2; down++)
    {
      act (self, FALSE, down ? parent : -1, 1);
      for (guint child = 2 * place + 1; child <= 2 * place + 2; child++)
        act (self, down, child < self->n ? (gint32) child : -1, (gint32) down);
      act (self, TRUE, down ? -1 : parent, 0);
    }
}

static void
write_star (Program *self, guint place)
{
  for (guint send = 2; send-- > 0;)
    for (guint i = 1; i < self->n; i++)
      if (place == 0 || place == i)
        act (self, send, place == 0 ? (gint32) i : 0, 0);
}

static void
write_all (Program *self, guint place)
{
  for (guint d = 1; d < self->n; d++)
    {
      act (self, TRUE, (gint32) ((place + d) % self->n), 0);
      act (self, FALSE, (gint32) ((place + self->n - d) % self->n), 0);
    }
}

static const struct
{
  const char *name;
  void (*write) (Program *self, guint place);
} programs[] = {
  { "--grid", write_grid },           { "--torus", write_torus }, { "--stencil", write_stencil },
  { "--sweep", write_sweep },         { "--ring", write_ring },   { "--tree", write_tree },
  { "--hypercube", write_hypercube }, { "--star", write_star },   { "--all", write_all },
};

/* A process on its way. */
typedef struct
{
  RefrainRecorder *recorder;
  GArray *acts;
  guint next, round;
  gboolean inside; /* the round */
  RefrainTime time;
} Runner;

/* Goes on until it must wait; whether it came any further. */
static gboolean
go_on (Runner *runners, guint self, GQueue *channels, guint n, const gint32 *number)
{
  Runner *runner = &runners[self];
  gboolean further = FALSE;

  for (; runner->round < ROUNDS; runner->round++, runner->next = 0)
    {
      if (!runner->inside)
        refrain_recorder_enter (runner->recorder, runner->time += 10, 0);
      runner->inside = TRUE;
      for (; runner->next < runner->acts->len; runner->next++, further = TRUE)
        {
          const Act *one = &g_array_index (runner->acts, Act, runner->next);
          GQueue *channel
              = &channels[one->send ? self * n + (guint) one->peer : (guint) one->peer * n + self];
          RefrainTime *sent;

          if (!one->send && g_queue_is_empty (channel))
            return further;
          refrain_recorder_enter (runner->recorder, runner->time += 100, one->send ? 1 : 2);
          if (one->send)
            {
              refrain_recorder_send (runner->recorder, runner->time += 10, number[one->peer], 0,
                                     one->tag, 800);
              g_queue_push_tail (channel, g_memdup2 (&runner->time, sizeof runner->time));
            }
          else
            {
              sent = g_queue_pop_head (channel);
              runner->time = MAX (runner->time, *sent) + 50;
              refrain_recorder_recv (runner->recorder, runner->time, number[one->peer], 0, one->tag,
                                     800);
              g_free (sent);
            }
          refrain_recorder_leave (runner->recorder, runner->time += 10, one->send ? 1 : 2);
        }
      refrain_recorder_leave (runner->recorder, runner->time += 10, 0);
      runner->inside = FALSE;
    }
  return further;
}

static void
run (Program *self, void (*write) (Program *, guint), const gint32 *number, Runner *runners)
{
  g_autofree GQueue *channels = g_new0 (GQueue, (gsize) self->n * self->n);
  gboolean further = TRUE;

  for (guint p = 0; p < self->n; p++)
    {
      runners[p].acts = self->acts = g_array_new (FALSE, FALSE, sizeof (Act));
      write (self, p);
    }
  while (further)
    {
      further = FALSE;
      for (guint p = 0; p < self->n; p++)
        further |= go_on (runners, p, channels, self->n, number);
    }
  for (guint p = 0; p < self->n; p++)
    g_array_unref (runners[p].acts);
}

static RefrainTrace *
make (const char *program, const char *sizes, guint32 seed, GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_auto (GStrv) parts = g_strsplit (sizes, "x", MAX_AXES);
  Program self = { .n = 1 };
  g_autofree gint32 *number = NULL, *members = NULL;
  g_autofree Runner *runners = NULL;

  for (; parts[self.n_axes] != NULL; self.n_axes++)
    {
      self.sizes[self.n_axes] = (guint) g_ascii_strtoull (parts[self.n_axes], NULL, 10);
      self.n *= self.sizes[self.n_axes];
    }
  number = shuffle (self.n, seed);
  members = shuffle (self.n, 0);
  runners = g_new0 (Runner, self.n);
  refrain_trace_builder_add_routine (builder, "exchange", NULL, 0);
  refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, self.n, NULL, 0, FALSE));
  for (guint p = 0; p < self.n; p++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", p);

      refrain_trace_builder_add_process (builder, name, NULL);
    }
  for (guint p = 0; p < self.n; p++)
    runners[p].recorder
        = refrain_trace_builder_add_thread (builder, (guint) number[p], (guint64) number[p], "");
  for (guint k = 0; k < G_N_ELEMENTS (programs); k++)
    if (strcmp (program, programs[k].name) == 0)
      run (&self, programs[k].write, number, runners);
  return refrain_trace_builder_finish (builder, NULL, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL, renumbered = NULL;
  guint32 seed;

  if (argc < 4)
    return 2;
  seed = (guint32) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc == 5)
    renumbered = make (argv[2], argv[3], seed, &error);
  else
    trace = refrain_trace_load (argv[2], NULL, NULL, NULL, &error);
  if (trace != NULL)
    renumbered = renumber (trace, seed, &error);
  if (renumbered == NULL
      || !refrain_trace_save (renumbered, argv[argc - 1], NULL, NULL, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
