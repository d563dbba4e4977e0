/* refrain-spool-worlds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Those that start processes and those that are started cannot tell each other who they are without
 * the program's communicator, nor know whether the others are recorded at all. So it is found out
 * afterwards: who was started enters MPI_Init while its starters are in MPI_Comm_spawn, and each
 * side knows how many it is and how many the others are.
 */
#include "refrain-spool-worlds.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-trace.h"

/* Days agree on their time to this much, where clocks of two nodes are compared by it. */
#define CLOCKS_AGREE (50 * 1000 * 1000)

/* What one process says of a communicator with started processes. */
typedef struct
{
  guint world;
  guint32 rank;
  guint64 number, parent, which, first;
  guint64 n_starters, n_started;
  gint64 from, to; /* the call that made it, in the time of day */
} Call;

typedef struct
{
  const GPtrArray *files;
  GArray *worlds;
  GArray *starting; /* Call of MPI_Comm_spawn, that of its first member first */
  GArray *started;  /* Call of MPI_Init, one of each world that was started */
} Finding;

/* ---- Worlds ---- */

guint
refrain_spool_worlds_find (const GArray *worlds, const RefrainSpoolFile *file)
{
  for (guint i = 0; i < worlds->len; i++)
    {
      const RefrainSpoolWorld *world = &g_array_index (worlds, RefrainSpoolWorld, i);

      if (file->header.rank != TRACER_NO_RANK && file->header.run[0] == world->id[0]
          && file->header.run[1] == world->id[1])
        return i;
    }
  return REFRAIN_NONE;
}

REFRAIN_DEFINE_COMPARE (compare_worlds,
                        RefrainSpoolWorld,
                        REFRAIN_RISING (id[0]) ?: REFRAIN_RISING (id[1]))

static void
find_worlds (Finding *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const RefrainSpoolFile *file = g_ptr_array_index (self->files, i);
      guint w = refrain_spool_worlds_find (self->worlds, file);
      RefrainSpoolWorld *world;

      if (file->header.rank == TRACER_NO_RANK)
        continue;
      if (w == REFRAIN_NONE)
        {
          const RefrainSpoolWorld new_one
              = { .id = { file->header.run[0], file->header.run[1] }, .starter = REFRAIN_NONE };

          w = self->worlds->len;
          g_array_append_val (self->worlds, new_one);
        }
      world = &g_array_index (self->worlds, RefrainSpoolWorld, w);
      world->n_files++;
      world->bytes += file->n;
      world->size = MAX (world->size, MAX (file->header.size, (guint64) file->header.rank + 1));
    }
  g_array_sort (self->worlds, compare_worlds);
}

/* ---- Who starts and who is started ---- */

/* A size that a record tells of the communicator of @call. */
static void
note_members (Call *call, const RefrainSpoolRecord *record)
{
  if (record->numbers[1] == 0)
    call->n_starters = record->numbers[2];
  else
    call->n_started = record->numbers[2];
}

/* Keeps @call; of those that are one call of several processes one, that of the first member. */
static void
keep (Finding *self, const Call *call, gboolean starts)
{
  GArray *all = starts ? self->starting : self->started;

  for (guint i = 0; i < all->len; i++)
    {
      Call *other = &g_array_index (all, Call, i);

      if (other->world != call->world
          || (starts
              && (other->parent != call->parent || other->which != call->which
                  || other->first != call->first)))
        continue;
      other->from = MIN (other->from, call->from);
      other->to = MAX (other->to, call->to);
      if (starts && call->rank == call->first)
        {
          other->rank = call->rank;
          other->number = call->number;
        }
      return;
    }
  g_array_append_val (all, *call);
}

/* Reads @file; the time of day is known in the thread that called MPI_Init. */
static void
read_calls (Finding *self, const RefrainSpoolFile *file, guint world)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (Call));
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (gboolean));
  guint n_open = 0; /* at the end, still without `to` */
  gint64 day = G_MININT64, now = 0;
  RefrainSpoolCursor cursor;
  RefrainSpoolRecord record;
  gboolean damaged;

  refrain_spool_cursor_init (&cursor, file);
  while (refrain_spool_cursor_next (&cursor, &record, &damaged))
    if (record.code < TRACER_N_EVENTS)
      {
        now = (gint64) MIN (record.time, (guint64) REFRAIN_TIME_LIMIT);
        for (; n_open > 0; n_open--)
          g_array_index (calls, Call, calls->len - n_open).to = now;
      }
    else if (record.code == TRACER_CLOCK && day == G_MININT64)
      day = CLAMP (refrain_spool_unfold (record.numbers[2]), 0, REFRAIN_TIME_LIMIT)
            - (gint64) MIN (record.numbers[0] - file->header.base, (guint64) REFRAIN_TIME_LIMIT);
    else if (record.code == TRACER_COMMUNICATOR && record.numbers[4] >= TRACER_REMOTE_STARTED)
      {
        const gboolean is_start = record.numbers[4] == TRACER_REMOTE_STARTED;
        const Call call = { .world = world,
                            .rank = file->header.rank,
                            .number = record.numbers[0],
                            .parent = record.numbers[1],
                            .which = record.numbers[2],
                            .first = record.numbers[3],
                            .from = now,
                            .to = REFRAIN_TIME_LIMIT };

        g_array_append_val (calls, call);
        g_array_append_val (starts, is_start);
        n_open++;
      }
    else if (record.code == TRACER_MEMBERS && calls->len > 0
             && g_array_index (calls, Call, calls->len - 1).number == record.numbers[0])
      note_members (&g_array_index (calls, Call, calls->len - 1), &record);
  for (guint i = 0; i < calls->len && day != G_MININT64; i++)
    {
      Call *call = &g_array_index (calls, Call, i);

      call->from += day;
      call->to += day;
      keep (self, call, g_array_index (starts, gboolean, i));
    }
}

/* The only call that can have started those of @started, who know no more than in @slack; NULL
 * where it is none or several. */
static const Call *
find_start (Finding *self, const Call *started, gint64 slack)
{
  const guint64 size = g_array_index (self->worlds, RefrainSpoolWorld, started->world).size;
  const Call *found = NULL;

  for (guint i = 0; i < self->starting->len; i++)
    {
      const Call *call = &g_array_index (self->starting, Call, i);

      /* Worlds are in the order of their beginning. */
      if (call->world >= started->world || call->n_started != size
          || call->n_starters != started->n_starters || started->from < call->from - slack
          || started->from > call->to + slack)
        continue;
      if (found != NULL)
        return NULL;
      found = call;
    }
  return found;
}

/* Whether another world claims to be started by @start. */
static gboolean
is_claimed (Finding *self, const Call *started, const Call *start, gint64 slack)
{
  for (guint i = 0; i < self->started->len; i++)
    {
      const Call *other = &g_array_index (self->started, Call, i);

      if (other != started && find_start (self, other, slack) == start)
        return TRUE;
    }
  return FALSE;
}

static void
find_starters (Finding *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const RefrainSpoolFile *file = g_ptr_array_index (self->files, i);
      const guint world = refrain_spool_worlds_find (self->worlds, file);

      if (world != REFRAIN_NONE)
        read_calls (self, file, world);
    }
  for (guint i = 0; i < self->started->len; i++)
    {
      const Call *started = &g_array_index (self->started, Call, i);
      RefrainSpoolWorld *world = &g_array_index (self->worlds, RefrainSpoolWorld, started->world);
      gint64 slack = 0;
      const Call *start = find_start (self, started, slack);

      if (start == NULL)
        start = find_start (self, started, slack = CLOCKS_AGREE);
      if (start == NULL || is_claimed (self, started, start, slack))
        continue;
      world->starter = start->world;
      world->starter_rank = start->rank;
      world->starter_comm = start->number;
    }
}

/* ---- Runs ---- */

/* Adds the worlds that @old number @w started, and what these did, to the run of it. */
static void
add_world (const GArray *old, guint w, guint run, guint starter, guint64 *n_processes, GArray *to)
{
  RefrainSpoolWorld world = g_array_index (old, RefrainSpoolWorld, w);
  const guint number = to->len;

  world.run = run;
  world.starter = starter;
  world.first_process = *n_processes;
  *n_processes += world.size;
  g_array_append_val (to, world);
  for (guint i = 0; i < old->len; i++)
    if (g_array_index (old, RefrainSpoolWorld, i).starter == w)
      add_world (old, i, run, number, n_processes, to);
}

/* The worlds by run. */
static GArray *
number_runs (const GArray *old, guint *n_runs)
{
  GArray *worlds = g_array_new (FALSE, FALSE, sizeof (RefrainSpoolWorld));

  *n_runs = 0;
  for (guint i = 0; i < old->len; i++)
    if (g_array_index (old, RefrainSpoolWorld, i).starter == REFRAIN_NONE)
      {
        guint64 n_processes = 0;

        add_world (old, i, (*n_runs)++, REFRAIN_NONE, &n_processes, worlds);
      }
  return worlds;
}

GArray *
refrain_spool_worlds_new (const GPtrArray *files, guint *n_runs)
{
  Finding self = { .files = files,
                   .worlds = g_array_new (FALSE, FALSE, sizeof (RefrainSpoolWorld)),
                   .starting = g_array_new (FALSE, FALSE, sizeof (Call)),
                   .started = g_array_new (FALSE, FALSE, sizeof (Call)) };
  GArray *worlds;

  find_worlds (&self);
  if (self.worlds->len > 1)
    find_starters (&self);
  worlds = number_runs (self.worlds, n_runs);
  refrain_unref_arrays (self.started, self.starting, self.worlds);
  return worlds;
}
