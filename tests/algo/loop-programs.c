/* loop-programs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "loop-programs.h"

/* ---- Running -------------------------------------------------------------------------------- */

typedef struct
{
  RefrainLoopEventsBuilder *builder;
  guint n;
  GArray **stream; /* by process, of RefrainLoopEvent */
  guint32 send, recv;
} Run;

static Run *
run_new (guint n)
{
  Run *run = g_new0 (Run, 1);

  run->builder = refrain_loop_events_builder_new (n);
  run->n = n;
  run->stream = g_new (GArray *, n);
  for (guint p = 0; p < n; p++)
    run->stream[p] = g_array_new (FALSE, FALSE, sizeof (RefrainLoopEvent));
  run->send = refrain_loop_events_builder_add_shape (run->builder, REFRAIN_LOOP_SEND, 0, 0);
  run->recv = refrain_loop_events_builder_add_shape (run->builder, REFRAIN_LOOP_RECV, 0, 0);
  return run;
}

static RefrainLoopEvents *
run_finish (Run *run)
{
  RefrainLoopEvents *events;

  for (guint p = 0; p < run->n; p++)
    {
      for (guint i = 0; i < run->stream[p]->len; i++)
        refrain_loop_events_builder_append (
            run->builder, p, &g_array_index (run->stream[p], RefrainLoopEvent, i), REFRAIN_NONE);
      g_array_unref (run->stream[p]);
    }
  events = refrain_loop_events_builder_finish (run->builder, NULL);
  refrain_loop_events_builder_free (run->builder);
  g_free (run->stream);
  g_free (run);
  return events;
}

static void
add (Run *run, guint process, guint32 shape, gint32 peer, gint32 tag)
{
  const RefrainLoopEvent event = { .shape = shape, .peer = peer, .tag = tag };

  g_array_append_val (run->stream[process], event);
}

static void
send (Run *run, guint from, guint to, gint32 tag)
{
  add (run, from, run->send, (gint32) to, tag);
}

static void
receive (Run *run, guint from, guint to, gint32 tag)
{
  add (run, to, run->recv, (gint32) from, tag);
}

/* Every @stride-th process from @first on takes part. */
static void
synchronise (Run *run, const char *name, guint first, guint stride)
{
  g_autoptr (GArray) group = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 shape;

  for (guint32 p = first; p < run->n; p += stride)
    g_array_append_val (group, p);
  if (group->len == 0)
    return;
  shape = refrain_loop_events_builder_add_shape (
      run->builder, REFRAIN_LOOP_SYNC, refrain_loop_events_builder_add_name (run->builder, name),
      refrain_loop_events_builder_add_group (run->builder, (const guint32 *) (void *) group->data,
                                             group->len));
  for (guint32 p = first; p < run->n; p += stride)
    add (run, p, shape, 0, 0);
}

/* ---- Patterns ------------------------------------------------------------------------------- */

/* One wavefront over a grid, forward or back. */
static void
sweep (Run *run, guint width, gboolean back, gint32 tag)
{
  for (guint i = 0; i < run->n; i++)
    {
      const guint p = back ? run->n - 1 - i : i;
      const guint x = p % width;
      const gboolean west = x > 0, north = p >= width;
      const gboolean east = x + 1 < width && p + 1 < run->n, south = p + width < run->n;

      if (back ? east : west)
        receive (run, back ? p + 1 : p - 1, p, tag);
      if (back ? south : north)
        receive (run, back ? p + width : p - width, p, tag + 1);
      if (back ? west : east)
        send (run, p, back ? p - 1 : p + 1, tag);
      if (back ? north : south)
        send (run, p, back ? p - width : p + width, tag + 1);
    }
}

static void
exchange (Run *run, guint width, gint32 tag)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint p = 0; p < run->n; p++)
      {
        const guint neighbour[] = { p + 1, p - 1, p + width, p - width };
        const gboolean exists[] = { p % width + 1 < width && p + 1 < run->n, p % width > 0,
                                    p + width < run->n, p >= width };

        for (guint k = 0; k < G_N_ELEMENTS (neighbour); k++)
          if (exists[k] && pass == 0)
            send (run, p, neighbour[k], tag);
          else if (exists[k])
            receive (run, neighbour[k], p, tag);
      }
}

static void
shift (Run *run, guint by, gint32 tag)
{
  for (guint p = 0; p < run->n; p++)
    send (run, p, (p + by) % run->n, tag);
  for (guint p = 0; p < run->n; p++)
    receive (run, (p + run->n - by % run->n) % run->n, p, tag);
}

static void
butterfly (Run *run, gint32 tag)
{
  for (guint bit = 1; bit < run->n; bit *= 2)
    for (guint pass = 0; pass < 2; pass++)
      for (guint p = 0; p < run->n; p++)
        if ((p ^ bit) >= run->n)
          continue;
        else if (pass == 0)
          send (run, p, p ^ bit, tag);
        else
          receive (run, p ^ bit, p, tag);
}

/* Pairs of neighbours exchange, each pair as often as its number tells. */
static void
pairs (Run *run, guint most, gint32 tag)
{
  for (guint p = 0; p + 1 < run->n; p += 2)
    for (guint i = 0; i <= p % most; i++)
      {
        send (run, p, p + 1, tag);
        receive (run, p, p + 1, tag);
        send (run, p + 1, p, tag);
        receive (run, p + 1, p, tag);
      }
}

RefrainLoopEvents *
loop_program_wavefront (guint width, guint height, guint iterations, guint blocks)
{
  Run *run = run_new (width * height);

  for (guint i = 0; i < iterations; i++)
    {
      for (guint k = 0; k < 2 * blocks; k++)
        sweep (run, width, k >= blocks, k >= blocks ? 30 : 10);
      synchronise (run, "MPI_Allreduce", 0, 1);
    }
  return run_finish (run);
}

RefrainLoopEvents *
loop_program_stencil (guint width, guint height, guint iterations)
{
  Run *run = run_new (width * height);

  for (guint i = 1; i <= iterations; i++)
    {
      exchange (run, width, 1);
      if (i % 5 == 0)
        synchronise (run, "MPI_Allreduce", 0, 1);
    }
  return run_finish (run);
}

RefrainLoopEvents *
loop_program_talkers (guint n, guint from, guint to, guint iterations)
{
  Run *run = run_new (n);

  for (guint i = 0; i < iterations; i++)
    {
      synchronise (run, "MPI_Bcast", 0, 1);
      if (i > 0)
        continue;
      send (run, from, to, 3);
      receive (run, from, to, 3);
    }
  return run_finish (run);
}

/* ---- Random programs ------------------------------------------------------------------------ */

typedef struct
{
  guint kind;
  guint count; /* iterations of a loop, or a parameter */
  gint32 tag;
  gint32 step; /* of the tag in each iteration */
  GPtrArray *body;
} Part;

enum
{
  LOOP,
  SWEEP,
  SWEEP_BACK,
  EXCHANGE,
  SHIFT,
  BUTTERFLY,
  PAIRS,
  COLLECTIVE,
  SELF,
  ONE_MESSAGE,
  N_KINDS
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_clear_pointer (&part->body, g_ptr_array_unref);
  g_free (part);
}

static Part *
make_part (GRand *random, guint depth, gboolean affine)
{
  Part *part = g_new0 (Part, 1);

  part->kind = depth < 3 ? (guint) g_rand_int_range (random, 0, N_KINDS + 3) : N_KINDS;
  if (depth == 0 || part->kind > N_KINDS)
    part->kind = LOOP;
  if (part->kind == N_KINDS)
    part->kind = (guint) g_rand_int_range (random, SWEEP, N_KINDS);
  part->count = (guint) g_rand_int_range (random, 1, depth == 0 ? 20 : 8);
  part->tag = g_rand_int_range (random, 0, 3);
  part->step = affine ? g_rand_int_range (random, 0, 3) : 0;
  if (part->kind == LOOP)
    {
      const gint32 n = g_rand_int_range (random, 1, 5);

      part->body = g_ptr_array_new_with_free_func (part_free);
      for (gint32 i = 0; i < n; i++)
        g_ptr_array_add (part->body, make_part (random, depth + 1, affine));
    }
  return part;
}

static void
execute (Run *run, const Part *part, guint iteration)
{
  const guint width = 1 + part->count % 4;
  const gint32 tag = part->tag + part->step * (gint32) iteration;

  switch (part->kind)
    {
    case LOOP:
      for (guint i = 0; i < part->count; i++)
        for (guint k = 0; k < part->body->len; k++)
          execute (run, part->body->pdata[k], i);
      break;
    case SWEEP:
    case SWEEP_BACK:
      sweep (run, width, part->kind == SWEEP_BACK, tag);
      break;
    case EXCHANGE:
      exchange (run, width, tag);
      break;
    case SHIFT:
      shift (run, part->count, tag);
      break;
    case BUTTERFLY:
      butterfly (run, tag);
      break;
    case PAIRS:
      pairs (run, part->count, tag);
      break;
    case COLLECTIVE:
      synchronise (run, "MPI_Barrier", part->count % 2, 1 + part->count % 3);
      break;
    case SELF:
      send (run, part->count % run->n, part->count % run->n, tag);
      receive (run, part->count % run->n, part->count % run->n, tag);
      break;
    default:
      send (run, 0, run->n - 1, tag);
      receive (run, 0, run->n - 1, tag);
    }
}

/* Loses events, puts some in, and cuts off ends. */
static void
damage (Run *run, GRand *random)
{
  for (guint times = (guint) g_rand_int_range (random, 1, 6); times > 0; times--)
    {
      const guint p = (guint) g_rand_int_range (random, 0, (gint32) run->n);
      GArray *stream = run->stream[p];
      const guint at
          = stream->len == 0 ? 0 : (guint) g_rand_int_range (random, 0, (gint32) stream->len);
      const RefrainLoopEvent stray = { .shape = g_rand_boolean (random) ? run->send : run->recv,
                                       .peer = g_rand_int_range (random, -1, (gint32) run->n),
                                       .tag = g_rand_int_range (random, 0, 3) };

      if (stream->len == 0)
        continue;
      switch (g_rand_int_range (random, 0, 4))
        {
        case 0:
          g_array_set_size (stream, at);
          break;
        case 1:
          g_array_remove_index (stream, at);
          break;
        case 2:
          g_array_remove_range (stream, 0, at);
          break;
        default:
          g_array_insert_val (stream, at, stray);
        }
    }
}

static void
add_unrelated (Run *run, GRand *random)
{
  for (guint p = 0; p < run->n; p++)
    for (gint32 i = g_rand_int_range (random, 0, 100); i > 0; i--)
      {
        const gint32 other = g_rand_int_range (random, -1, (gint32) run->n);
        const gint32 times = g_rand_int_range (random, 0, 4) == 0 ? 12 : 1;

        for (gint32 k = 0; k < times; k++)
          add (run, p, g_rand_boolean (random) ? run->send : run->recv, other, 0);
      }
}

RefrainLoopEvents *
loop_program_random (guint32 seed, LoopProgramKind kind)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Run *run = run_new ((guint) g_rand_int_range (random, 2, 17));
  const gint32 n = g_rand_int_range (random, 1, 4);

  if (kind == LOOP_PROGRAM_UNRELATED)
    add_unrelated (run, random);
  else
    for (gint32 i = 0; i < n; i++)
      {
        Part *part = make_part (random, (guint) i % 2, kind == LOOP_PROGRAM_AFFINE);

        execute (run, part, 0);
        part_free (part);
      }
  if (kind == LOOP_PROGRAM_DAMAGED)
    damage (run, random);
  return run_finish (run);
}
