/* another-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * another-trace HOW TRACE FILE: the same run with one thing changed (change-trace.h).
 * another-trace SEED --PROGRAM SIZES FILE: a run of a small program on 4x4x4 processes or another
 * grid, in a random order. Seed 0: as they are.
 */
#include "config.h"

#include <string.h>

#include "change-trace.h"
#include "refrain-format.h"
#include "refrain-trace-builder.h"

#define ROUNDS   12
#define MAX_AXES 8

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
  number = change_shuffle (self.n, seed);
  members = change_shuffle (self.n, 0);
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
  g_autoptr (RefrainTrace) trace = NULL, changed = NULL;

  if (argc < 4)
    return 2;
  if (argc == 5)
    changed = make (argv[2], argv[3], (guint32) g_ascii_strtoull (argv[1], NULL, 10), &error);
  else
    trace = refrain_trace_load (argv[2], NULL, NULL, &error);
  if (trace != NULL)
    changed = change_trace (trace, argv[1], &error);
  if (changed == NULL || !refrain_trace_save (changed, argv[argc - 1], NULL, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
