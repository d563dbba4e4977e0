/* refrain-count.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The totals of a trace: what `refrain-cli info` prints and what routines show.
 */
#include "refrain-assembly.h"
#include "refrain-parallel.h"

typedef struct
{
  guint64 calls;
  RefrainTime time;
} RoutineTotal;

typedef struct
{
  RefrainCounts counts;
  RoutineTotal *routines;
  RefrainTime first_unmatched_send, first_unmatched_receive;
  guint64 unmatched_sends, unmatched_receives;
} Totals;

/* So many processes at once have totals of each routine: those of all would be memory of processes
 * times routines. */
#define BLOCK 64

typedef struct
{
  RefrainAssembly *assembly;
  const RefrainRoutineKind *kinds; /* by routine */
  Totals *totals;
  gsize first; /* process of the block */
} Counting;

/* What streams of accelerators run takes no time of the host's: of their calls, takes it away. */
static void
leave_out_streams (const RefrainAssemblyProcess *own, Totals *t)
{
  const RefrainCallColumns *calls = &own->columns.calls;

  for (guint i = 0; i < own->columns.threads->len; i++)
    {
      const RefrainThread *thread = &g_array_index (own->columns.threads, RefrainThread, i);

      if (!thread->is_stream)
        continue;
      for (gsize c = thread->first_call; c < thread->first_call + thread->n_calls; c++)
        {
          const RefrainTime time = calls->end[c] - calls->start[c];

          t->routines[calls->routine[c]].time -= time;
          if (calls->parent[c] != REFRAIN_NONE)
            t->routines[calls->routine[calls->parent[c]]].time += time;
        }
    }
}

static void
count_calls (const RefrainAssemblyProcess *own, const RefrainRoutineKind *kinds, Totals *t)
{
  const RefrainCallColumns *calls = &own->columns.calls;

  for (gsize i = 0; i < calls->n; i++)
    {
      RefrainTime time = calls->end[i] - calls->start[i];
      guint32 routine = calls->routine[i];

      t->routines[routine].calls++;
      t->routines[routine].time += time;
      if (calls->parent[i] != REFRAIN_NONE)
        t->routines[calls->routine[calls->parent[i]]].time -= time;
      t->counts.mpi_calls += kinds[routine] != REFRAIN_ROUTINE_USER;
    }
  leave_out_streams (own, t);
  t->counts.calls = calls->n;
  t->counts.depth = (guint) own->depth;
}

static void
count_ops (const RefrainAssemblyProcess *own, Totals *t)
{
  const RefrainOpColumns *ops = &own->columns.ops;

  for (gsize i = 0; i < ops->n; i++)
    if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
      t->counts.collectives++;
    else if (REFRAIN_OP_IS_SEND (ops->kind[i]))
      {
        t->counts.sends++;
        if (ops->partner[i] != REFRAIN_NONE)
          t->counts.messages++;
        else if (t->unmatched_sends++ == 0)
          t->first_unmatched_send = ops->time[i];
      }
    else
      {
        t->counts.receives++;
        if (ops->partner[i] == REFRAIN_NONE && t->unmatched_receives++ == 0)
          t->first_unmatched_receive = ops->time[i];
      }
}

static void
count_process (gsize item, gpointer data)
{
  Counting *counting = data;
  RefrainAssembly *assembly = counting->assembly;
  RefrainAssemblyProcess *own = &assembly->processes[counting->first + item];
  Totals *t = &counting->totals[counting->first + item];

  t->routines = g_new0 (RoutineTotal, assembly->routines->len + 1);
  count_calls (own, counting->kinds, t);
  count_ops (own, t);
  refrain_defect_count_add (own->defects, REFRAIN_DEFECT_UNMATCHED_SEND, t->unmatched_sends,
                            t->first_unmatched_send, NULL);
  refrain_defect_count_add (own->defects, REFRAIN_DEFECT_UNMATCHED_RECEIVE, t->unmatched_receives,
                            t->first_unmatched_receive, NULL);
}

static void
add_counts (RefrainCounts *sum, const RefrainAssemblyProcess *own, const Totals *t)
{
  sum->events += own->events;
  sum->calls += t->counts.calls;
  sum->mpi_calls += t->counts.mpi_calls;
  sum->sends += t->counts.sends;
  sum->receives += t->counts.receives;
  sum->messages += t->counts.messages;
  sum->unmatched += t->unmatched_sends + t->unmatched_receives;
  sum->collectives += t->counts.collectives;
  sum->depth = MAX (sum->depth, t->counts.depth);
  sum->start = MIN (sum->start, own->first);
  sum->end = MAX (sum->end, own->last);
}

static void
add_routines (RoutineTotal *sums, guint n, const RoutineTotal *own)
{
  for (guint r = 0; r < n && own != NULL; r++)
    {
      sums[r].calls += own[r].calls;
      if (__builtin_add_overflow (sums[r].time, own[r].time, &sums[r].time))
        sums[r].time = G_MAXINT64;
    }
}

/* With the team: what the processes of all members have. Events and their extent are known of all.
 */
static void
add_others (RefrainAssembly *self, RoutineTotal *routines)
{
  RefrainCounts *c = &self->counts;
  guint64 *const counts[] = { &c->calls,    &c->mpi_calls, &c->sends,      &c->receives,
                              &c->messages, &c->unmatched, &c->collectives };
  const guint n = self->routines->len;
  g_autofree guint64 *numbers = g_new (guint64, G_N_ELEMENTS (counts) + 2 * (gsize) n);
  guint64 *const of_routines = numbers + G_N_ELEMENTS (counts);

  if (self->shares == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    numbers[i] = *counts[i];
  for (guint r = 0; r < n; r++)
    {
      of_routines[2 * r] = routines[r].calls;
      of_routines[2 * r + 1] = (guint64) routines[r].time;
    }
  refrain_team_sum (self->shares->team, numbers, G_N_ELEMENTS (counts) + 2 * (gsize) n);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    *counts[i] = numbers[i];
  for (guint r = 0; r < n; r++)
    routines[r] = (RoutineTotal){ of_routines[2 * r], (RefrainTime) of_routines[2 * r + 1] };
}

void
refrain_assembly_count (RefrainAssembly *self)
{
  const guint n_routines = self->routines->len;
  g_autofree RefrainRoutineKind *kinds = g_new (RefrainRoutineKind, n_routines + 1);
  g_autofree RoutineTotal *sums = g_new0 (RoutineTotal, n_routines + 1);
  Counting counting = { self, kinds, g_new0 (Totals, MAX (self->n_processes, 1)), 0 };
  RefrainCounts *counts = &self->counts;

  for (guint r = 0; r < n_routines; r++)
    kinds[r] = refrain_routine_get_kind (g_ptr_array_index (self->routines, r));
  *counts = (RefrainCounts){ .start = G_MAXINT64, .end = G_MININT64 };
  for (; counting.first < self->n_processes; counting.first += BLOCK)
    {
      const gsize end = MIN (counting.first + BLOCK, self->n_processes);

      refrain_parallel_run (end - counting.first, count_process, &counting, self->cancellable);
      for (gsize i = counting.first; i < end; i++)
        {
          add_counts (counts, &self->processes[i], &counting.totals[i]);
          add_routines (sums, n_routines, counting.totals[i].routines);
          g_free (counting.totals[i].routines);
        }
    }
  add_others (self, sums);
  if (counts->start > counts->end)
    counts->start = counts->end = 0;
  for (gsize i = 0; i < self->collectives.n; i++)
    counts->collective_instances += self->collectives.first[i + 1] > self->collectives.first[i];
  for (guint r = 0; r < self->routines->len; r++)
    refrain_routine_set_totals (g_ptr_array_index (self->routines, r), sums[r].calls, sums[r].time);
  g_free (counting.totals);
}

void
refrain_defect_count_add (RefrainDefectCount *defects,
                          RefrainDefectKind kind,
                          guint64 count,
                          RefrainTime time,
                          const char *detail)
{
  RefrainDefectCount *defect = &defects[kind];

  if (count == 0)
    return;
  if (defect->count == 0 || time < defect->first)
    {
      defect->first = time;
      if (detail != NULL)
        {
          g_free (defect->detail);
          defect->detail = g_strdup (detail);
        }
    }
  defect->count += count;
}
