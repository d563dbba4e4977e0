/* synthetic.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each program is written down process by process, at times that a run might have.
 */
#include "config.h"
#include "synthetic.h"

#include "refrain-trace-builder.h"
#include "test-trace.h"

enum
{
  STEP = 1000,           /* ns between two events */
  WAVES_A_REDUCTION = 64 /* an MPI_Allreduce after so many waves */
};

typedef struct
{
  guint32 sweep, send, recv, reduce; /* routines */
  guint32 world;
} Names;

static guint32
add_world (RefrainTraceBuilder *builder, guint processes)
{
  g_autofree gint32 *members = g_new (gint32, processes);

  for (guint i = 0; i < processes; i++)
    members[i] = (gint32) i;
  return refrain_trace_builder_add_communicator (
      builder,
      refrain_communicator_new ("MPI_COMM_WORLD", 0, -1, members, processes, NULL, 0, FALSE));
}

/* One wave as process @rank sees it, from @time; gives the time after it. */
static RefrainTime
record_wave (
    RefrainRecorder *recorder, const Names *names, guint rank, guint last, RefrainTime time)
{
  refrain_recorder_enter (recorder, time += STEP, names->sweep);
  if (rank > 0)
    {
      refrain_recorder_enter (recorder, time += STEP, names->recv);
      refrain_recorder_recv (recorder, time += STEP, (gint32) rank - 1, names->world, 1, 8192);
      refrain_recorder_leave (recorder, time += STEP, names->recv);
    }
  if (rank < last)
    {
      refrain_recorder_enter (recorder, time += STEP, names->send);
      refrain_recorder_send (recorder, time += STEP, (gint32) rank + 1, names->world, 1, 8192);
      refrain_recorder_leave (recorder, time += STEP, names->send);
    }
  refrain_recorder_leave (recorder, time += STEP, names->sweep);
  return time;
}

static void
record_process (
    RefrainRecorder *recorder, const Names *names, guint rank, guint last, guint64 waves)
{
  /* A wave reaches a process four steps after its western neighbour, and takes ten steps. */
  for (guint64 wave = 0; wave < waves; wave++)
    {
      RefrainTime time = (RefrainTime) (wave * 12 + rank * 4) * STEP;

      time = record_wave (recorder, names, rank, last, time);
      if (wave % WAVES_A_REDUCTION != WAVES_A_REDUCTION - 1)
        continue;
      refrain_recorder_enter (recorder, time, names->reduce);
      refrain_recorder_collective_begin (recorder, time);
      refrain_recorder_collective_end (recorder, time + STEP, REFRAIN_COLLECTIVE_ALLREDUCE,
                                       names->world, -1, 8, 8);
      refrain_recorder_leave (recorder, time + STEP, names->reduce);
    }
}

static RefrainTraceBuilder *
begin_trace (guint processes)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();

  refrain_trace_builder_set_source (builder, "synthetic", NULL, NULL);
  for (guint i = 0; i < processes; i++)
    {
      g_autofree char *name = g_strdup_printf ("Process %u", i);

      refrain_trace_builder_add_process (builder, name, NULL);
    }
  return builder;
}

RefrainTrace *
synthetic_trace_new (guint processes, guint64 events)
{
  g_autoptr (RefrainTraceBuilder) builder = NULL;
  Names names;

  g_return_val_if_fail (processes >= 2, NULL);

  builder = begin_trace (processes);
  names.sweep = refrain_trace_builder_add_routine (builder, "sweep", NULL, 0);
  names.send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  names.recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  names.reduce = refrain_trace_builder_add_routine (builder, "MPI_Allreduce", NULL, 0);
  names.world = add_world (builder, processes);
  for (guint i = 0; i < processes; i++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, i, i, "thread");

      refrain_recorder_reserve (recorder, events / processes);
      record_process (recorder, &names, i, processes - 1, events / processes / 8);
    }
  return test_finish (builder);
}

/* ---- A stencil with sweeps ---- */

enum
{
  STENCIL_EVENTS = 54, /* of an inner process in an iteration */
  STENCIL_STEPS = 400, /* of an iteration, besides what the sweep takes to cross the grid */
  UNEVEN = 32 * STEP   /* how much longer one process computes than another, at most */
};

typedef struct
{
  guint32 main, exchange, sweep, send, recv, isend, irecv, wait, reduce;
  guint32 world;
  guint width, height;
  gboolean uneven; /* computing takes longer here and there, so that processes wait */
  guint64 *seed;   /* of how long other calls take then */
} Stencil;

/* A number below @limit, the same for all processes. */
static guint
draw (guint a, guint b, guint limit)
{
  guint64 hash = ((guint64) a << 32 | b) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  hash ^= hash >> 31;
  return (guint) ((hash * G_GUINT64_CONSTANT (0xff51afd7ed558ccd)) >> 40) % limit;
}

/* The process @dx columns and @dy rows from @rank's, or -1 beyond the border. */
static gint32
neighbour (const Stencil *s, guint rank, int dx, int dy)
{
  const int x = (int) (rank % s->width) + dx, y = (int) (rank / s->width) + dy;

  if (x < 0 || y < 0 || x >= (int) s->width || y >= (int) s->height)
    return -1;
  return y * (int) s->width + x;
}

/* From one event to the next. */
static RefrainTime
step (const Stencil *s)
{
  *s->seed = *s->seed * 6364136223846793005 + 1442695040888963407;
  return s->uneven ? STEP - (RefrainTime) (*s->seed >> 33) % (STEP / 2) : STEP;
}

/* Borders to and from all four neighbours; gives the time after it. */
static RefrainTime
record_exchange (RefrainRecorder *recorder, const Stencil *s, guint rank, RefrainTime time)
{
  static const int steps[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
  const RefrainTime latest = time + UNEVEN + 30 * STEP; /* by then all have sent */

  refrain_recorder_enter (recorder, time += step (s), s->exchange);
  for (guint k = 0; k < 4; k++)
    if (neighbour (s, rank, steps[k][0], steps[k][1]) >= 0)
      {
        refrain_recorder_enter (recorder, time += step (s), s->irecv);
        refrain_recorder_irecv_request (recorder, time += step (s), k);
        refrain_recorder_leave (recorder, time += step (s), s->irecv);
      }
  for (guint k = 0; k < 4; k++)
    {
      const gint32 peer = neighbour (s, rank, steps[k][0], steps[k][1]);

      if (peer < 0)
        continue;
      refrain_recorder_enter (recorder, time += step (s), s->isend);
      refrain_recorder_isend (recorder, time += step (s), peer, s->world, 1, 8192, 4 + k);
      refrain_recorder_leave (recorder, time += step (s), s->isend);
    }
  time += s->uneven ? 0 : 40 * STEP;
  refrain_recorder_enter (recorder, time += step (s), s->wait);
  if (s->uneven)
    time = MAX (time, latest);
  for (guint k = 0; k < 4; k++)
    {
      const gint32 peer = neighbour (s, rank, steps[k][0], steps[k][1]);

      if (peer < 0)
        continue;
      refrain_recorder_irecv (recorder, time += step (s), peer, s->world, 1, 8192, k);
      refrain_recorder_isend_complete (recorder, time += step (s), 4 + k);
    }
  refrain_recorder_leave (recorder, time += step (s), s->wait);
  refrain_recorder_leave (recorder, time += step (s), s->exchange);
  return time;
}

static RefrainTime
record_message (
    RefrainRecorder *recorder, const Stencil *s, gint32 peer, gboolean sending, RefrainTime time)
{
  if (peer < 0)
    return time;
  refrain_recorder_enter (recorder, time += step (s), sending ? s->send : s->recv);
  if (sending)
    refrain_recorder_send (recorder, time += step (s), peer, s->world, 2, 1024);
  else
    refrain_recorder_recv (recorder, time += step (s), peer, s->world, 2, 1024);
  refrain_recorder_leave (recorder, time += step (s), sending ? s->send : s->recv);
  return time;
}

/* A wave from the north-western corner, begun at @start; gives the time after it. */
static RefrainTime
record_sweep (RefrainRecorder *recorder, const Stencil *s, guint rank, RefrainTime start)
{
  RefrainTime time = start + (RefrainTime) (rank % s->width + rank / s->width) * 16 * STEP;

  refrain_recorder_enter (recorder, time, s->sweep);
  time = record_message (recorder, s, neighbour (s, rank, -1, 0), FALSE, time);
  time = record_message (recorder, s, neighbour (s, rank, 0, -1), FALSE, time);
  time = record_message (recorder, s, neighbour (s, rank, 1, 0), TRUE, time);
  time = record_message (recorder, s, neighbour (s, rank, 0, 1), TRUE, time);
  refrain_recorder_leave (recorder, time += step (s), s->sweep);
  return time;
}

static void
record_stencil (RefrainRecorder *recorder, const Stencil *s, guint rank, guint64 iterations)
{
  const RefrainTime length = (RefrainTime) (STENCIL_STEPS + 16 * (s->width + s->height)) * STEP;
  RefrainTime time;

  refrain_recorder_enter (recorder, 0, s->main);
  for (guint64 i = 0; i < iterations; i++)
    {
      RefrainTime start = (RefrainTime) i * length;
      RefrainTime end = start + length - 4 * STEP;

      if (s->uneven)
        {
          start += draw (rank, (guint) (2 * i), UNEVEN);
          end -= draw (rank, (guint) (2 * i + 1), UNEVEN);
        }
      record_exchange (recorder, s, rank, start);
      start = (RefrainTime) i * length;
      record_sweep (recorder, s, rank, start + STENCIL_STEPS / 2 * STEP);
      refrain_recorder_enter (recorder, end, s->reduce);
      refrain_recorder_collective_begin (recorder, end);
      end = (RefrainTime) (i + 1) * length - 4 * STEP;
      refrain_recorder_collective_end (recorder, end + STEP, REFRAIN_COLLECTIVE_ALLREDUCE, s->world,
                                       -1, 8, 8);
      refrain_recorder_leave (recorder, end + STEP, s->reduce);
    }
  time = (RefrainTime) iterations * length;
  refrain_recorder_leave (recorder, time, s->main);
}

static RefrainTrace *
make_stencil (guint width, guint height, guint64 events, gboolean uneven)
{
  const guint processes = width * height;
  g_autoptr (RefrainTraceBuilder) builder = begin_trace (processes);
  guint64 seed = 1;
  const Stencil s = {
    .main = refrain_trace_builder_add_routine (builder, "main", NULL, 0),
    .exchange = refrain_trace_builder_add_routine (builder, "exchange", NULL, 0),
    .sweep = refrain_trace_builder_add_routine (builder, "sweep", NULL, 0),
    .send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0),
    .recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0),
    .isend = refrain_trace_builder_add_routine (builder, "MPI_Isend", NULL, 0),
    .irecv = refrain_trace_builder_add_routine (builder, "MPI_Irecv", NULL, 0),
    .wait = refrain_trace_builder_add_routine (builder, "MPI_Waitall", NULL, 0),
    .reduce = refrain_trace_builder_add_routine (builder, "MPI_Allreduce", NULL, 0),
    .world = add_world (builder, processes),
    .width = width,
    .height = height,
    .uneven = uneven,
    .seed = &seed,
  };

  for (guint i = 0; i < processes; i++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, i, i, "thread");

      refrain_recorder_reserve (recorder, events / processes);
      record_stencil (recorder, &s, i, events / processes / STENCIL_EVENTS);
    }
  return test_finish (builder);
}

RefrainTrace *
synthetic_stencil_new (guint width, guint height, guint64 events)
{
  return make_stencil (width, height, events, FALSE);
}

RefrainTrace *
synthetic_uneven_new (guint width, guint height, guint64 events)
{
  return make_stencil (width, height, events, TRUE);
}

/* ---- An irregular program ---- */

enum
{
  MESSAGES = 4 /* of a process in an iteration */
};

typedef struct
{
  guint32 step, isend, recv, wait, barrier;
  guint32 world;
  guint processes;
} Irregular;

/* What each process receives in an iteration, as it comes: (sender, receiver) of all messages. */
static GArray *
draw_messages (GRand *random, guint processes)
{
  GArray *messages = g_array_new (FALSE, FALSE, 2 * sizeof (guint));

  for (guint i = 0; i < processes * MESSAGES; i++)
    {
      const guint sender = i % processes;
      const guint other = (guint) g_rand_int_range (random, 0, (gint32) processes - 1);
      const guint pair[2] = { sender, other < sender ? other : other + 1 };

      g_array_append_vals (messages, pair, 1);
    }
  return messages;
}

static void
record_iteration (RefrainRecorder *recorder,
                  const Irregular *s,
                  guint rank,
                  const GArray *messages,
                  RefrainTime time)
{
  const guint *pairs = (const guint *) messages->data;
  const RefrainTime length = (RefrainTime) (s->processes * MESSAGES * 8) * STEP;
  const RefrainTime end = time + length - 4 * STEP;
  guint64 request = 0;

  refrain_recorder_enter (recorder, time += STEP, s->step);
  for (guint i = 0; i < messages->len; i++)
    if (pairs[2 * i] == rank)
      {
        refrain_recorder_enter (recorder, time += STEP, s->isend);
        refrain_recorder_isend (recorder, time += STEP, (gint32) pairs[2 * i + 1], s->world, 1,
                                1024, request++);
        refrain_recorder_leave (recorder, time += STEP, s->isend);
      }
  time = end - length / 2;
  for (guint i = 0; i < messages->len; i++)
    if (pairs[2 * i + 1] == rank)
      {
        refrain_recorder_enter (recorder, time += STEP, s->recv);
        refrain_recorder_recv (recorder, time += STEP, (gint32) pairs[2 * i], s->world, 1, 1024);
        refrain_recorder_leave (recorder, time += STEP, s->recv);
      }
  refrain_recorder_enter (recorder, time += STEP, s->wait);
  while (request-- > 0)
    refrain_recorder_isend_complete (recorder, time, request);
  refrain_recorder_leave (recorder, time += STEP, s->wait);
  refrain_recorder_leave (recorder, time += STEP, s->step);
  time = MAX (time, end);
  refrain_recorder_enter (recorder, time, s->barrier);
  refrain_recorder_collective_begin (recorder, time);
  refrain_recorder_collective_end (recorder, time + STEP, REFRAIN_COLLECTIVE_BARRIER, s->world, -1,
                                   0, 0);
  refrain_recorder_leave (recorder, time + STEP, s->barrier);
}

RefrainTrace *
synthetic_irregular_new (guint processes, guint iterations)
{
  g_autoptr (RefrainTraceBuilder) builder = begin_trace (processes);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree RefrainRecorder **recorders = g_new (RefrainRecorder *, processes);
  const RefrainTime length = (RefrainTime) (processes * MESSAGES * 8) * STEP;
  const Irregular s = {
    .step = refrain_trace_builder_add_routine (builder, "step", NULL, 0),
    .isend = refrain_trace_builder_add_routine (builder, "MPI_Isend", NULL, 0),
    .recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0),
    .wait = refrain_trace_builder_add_routine (builder, "MPI_Waitall", NULL, 0),
    .barrier = refrain_trace_builder_add_routine (builder, "MPI_Barrier", NULL, 0),
    .world = add_world (builder, processes),
    .processes = processes,
  };

  for (guint i = 0; i < processes; i++)
    recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "thread");
  for (guint k = 0; k < iterations; k++)
    {
      g_autoptr (GArray) messages = draw_messages (random, processes);

      for (guint i = 0; i < processes; i++)
        record_iteration (recorders[i], &s, i, messages, (RefrainTime) k * length);
    }
  return test_finish (builder);
}

/* ---- Multigrid ---- */

enum
{
  LOCAL_LEVELS = 2, /* that no process leaves, besides those on which ever more are idle */
  DIRECTIONS = 26,
  CYCLE_STEP = 4 * DIRECTIONS * STEP /* time of an exchange */
};

typedef struct
{
  guint32 cycle, relax, exchange, isend, irecv, wait, reduce;
  guint32 world;
  guint side[3]; /* processes */
} Multigrid;

/* A process on its way through the cycles. */
typedef struct
{
  const Multigrid *grid;
  RefrainRecorder *recorder;
  guint rank;
  guint place[3];
  guint stride[3]; /* between the processes that are not idle */
  guint iteration;
  RefrainTime time;
} Walker;

/* The process in direction @direction, along the axes up to @axes, or -1. */
static gint32
find_partner (const Walker *w, guint direction, guint axes)
{
  gint32 partner = 0, unit = 1;

  if (direction >= DIRECTIONS / 2)
    direction++; /* not itself */
  for (guint a = 0; a < 3; a++, direction /= 3)
    {
      const gint32 at
          = (gint32) w->place[a] + ((gint32) (direction % 3) - 1) * (gint32) w->stride[a];

      if (at < 0 || at >= (gint32) w->grid->side[a] || (a >= axes && direction % 3 != 1))
        return -1;
      partner += unit * at;
      unit *= (gint32) w->grid->side[a];
    }
  return partner;
}

/* The partners along the axes up to @axes, in an order that depends on the place. */
static guint
list_partners (const Walker *w, guint axes, gint32 *partner)
{
  const guint begin
      = draw (w->rank, 9 * w->stride[0] + 3 * w->stride[1] + w->stride[2], DIRECTIONS);
  guint n = 0;

  for (guint a = 0; a < 3; a++)
    if (w->place[a] % w->stride[a] != 0)
      return 0;
  for (guint k = 0; k < DIRECTIONS; k++)
    {
      const gint32 other = find_partner (w, (begin + k) % DIRECTIONS, axes);

      if (other >= 0)
        partner[n++] = other;
    }
  return n;
}

static void
exchange_level (Walker *w, guint axes)
{
  RefrainRecorder *recorder = w->recorder;
  const Multigrid *g = w->grid;
  gint32 partner[DIRECTIONS];
  const guint n = list_partners (w, axes, partner);
  RefrainTime time = w->time;

  w->time += CYCLE_STEP;
  if (n == 0)
    return;
  refrain_recorder_enter (recorder, time, g->exchange);
  for (guint k = 0; k < n; k++)
    {
      refrain_recorder_enter (recorder, time += STEP / 4, g->irecv);
      refrain_recorder_irecv_request (recorder, time, k);
      refrain_recorder_leave (recorder, time += STEP / 4, g->irecv);
    }
  for (guint k = 0; k < n; k++)
    {
      refrain_recorder_enter (recorder, time += STEP / 4, g->isend);
      refrain_recorder_isend (recorder, time, partner[k], g->world, 0, 64, n + k);
      refrain_recorder_leave (recorder, time += STEP / 4, g->isend);
    }
  time = w->time - CYCLE_STEP / 2;
  refrain_recorder_enter (recorder, time, g->wait);
  for (guint k = 0; k < n; k++)
    {
      refrain_recorder_irecv (recorder, time, partner[k], g->world, 0, 64, k);
      refrain_recorder_isend_complete (recorder, time, n + k);
    }
  refrain_recorder_leave (recorder, time += STEP, g->wait);
  refrain_recorder_leave (recorder, time, g->exchange);
}

/* Lines, planes, and the whole, each coarsened along its last axis; each level is relaxed by what
 * has one dimension less, as often as it takes in this iteration. */
static void
solve (Walker *w, guint axes)
{
  guint levels = LOCAL_LEVELS;

  for (guint side = w->grid->side[axes - 1]; side > 1; side /= 2)
    levels++;
  refrain_recorder_enter (w->recorder, w->time, w->grid->relax);
  for (guint l = 0; l < levels; l++)
    {
      const guint times = 1 + draw (w->iteration, 16 * axes + l, 4) / 3;

      w->stride[axes - 1] = l < LOCAL_LEVELS ? 1 : 1U << (l - LOCAL_LEVELS);
      for (guint k = 0; k < times; k++)
        {
          if (axes > 1)
            solve (w, axes - 1);
          exchange_level (w, axes);
        }
    }
  w->stride[axes - 1] = 1;
  refrain_recorder_leave (w->recorder, w->time, w->grid->relax);
}

static void
sum_up (Walker *w)
{
  refrain_recorder_enter (w->recorder, w->time, w->grid->reduce);
  refrain_recorder_collective_begin (w->recorder, w->time);
  w->time += STEP;
  refrain_recorder_collective_end (w->recorder, w->time, REFRAIN_COLLECTIVE_ALLREDUCE,
                                   w->grid->world, -1, 8, 8);
  refrain_recorder_leave (w->recorder, w->time, w->grid->reduce);
  w->time += STEP;
}

RefrainTrace *
synthetic_multigrid_new (guint width, guint height, guint depth, guint iterations)
{
  const guint processes = width * height * depth;
  g_autoptr (RefrainTraceBuilder) builder = begin_trace (processes);
  const Multigrid grid = {
    .cycle = refrain_trace_builder_add_routine (builder, "cycle", NULL, 0),
    .relax = refrain_trace_builder_add_routine (builder, "relax", NULL, 0),
    .exchange = refrain_trace_builder_add_routine (builder, "exchange", NULL, 0),
    .isend = refrain_trace_builder_add_routine (builder, "MPI_Isend", NULL, 0),
    .irecv = refrain_trace_builder_add_routine (builder, "MPI_Irecv", NULL, 0),
    .wait = refrain_trace_builder_add_routine (builder, "MPI_Waitall", NULL, 0),
    .reduce = refrain_trace_builder_add_routine (builder, "MPI_Allreduce", NULL, 0),
    .world = add_world (builder, processes),
    .side = { width, height, depth },
  };

  for (guint i = 0; i < processes; i++)
    {
      Walker w = { .grid = &grid,
                   .recorder = refrain_trace_builder_add_thread (builder, i, i, "thread"),
                   .rank = i,
                   .place = { i % width, i / width % height, i / width / height },
                   .stride = { 1, 1, 1 } };

      for (; w.iteration < iterations; w.iteration++)
        {
          refrain_recorder_enter (w.recorder, w.time, grid.cycle);
          solve (&w, 3);
          if (draw (w.iteration, 0, 3) > 0)
            sum_up (&w);
          refrain_recorder_leave (w.recorder, w.time, grid.cycle);
        }
    }
  return test_finish (builder);
}
