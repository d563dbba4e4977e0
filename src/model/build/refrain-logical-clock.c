/* refrain-logical-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lamport time: each operation is one step after the one before it in its thread; a receive also
 * after its send; a collective after all its members' predecessors, at one step for all (Lamport
 * 1978; thesis 5.2 orders occurrences by it). The stamps are the least solution of these rules, so
 * they do not depend on the order in which threads are worked off.
 */
#include "refrain-assembly.h"
#include "refrain-free.h"

/* A thread on its way through its operations. */
typedef struct
{
  guint32 process;
  gsize next, end; /* operations */
  guint32 clock;
  gboolean ready; /* stands in the queue */
} Line;

typedef struct
{
  RefrainAssembly *assembly;
  Line *lines;
  gsize n_lines;
  gsize *first_line; /* of each process, n_processes + 1 elements */
  guint32 *queue;    /* of ready lines, used as a stack */
  gsize n_queue;
  guint32 *waiting_for; /* of each collective instance: members that have not arrived */
  guint32 *latest;      /* of each collective instance: the latest clock that has arrived */
  gsize forced;
} Clock;

/* After so many contradictions all that wait go on, instead of the earliest alone. */
#define MAX_FORCED 1000

static void
make_ready (Clock *clock, gsize line)
{
  if (clock->lines[line].ready || clock->lines[line].next == clock->lines[line].end)
    return;
  clock->lines[line].ready = TRUE;
  clock->queue[clock->n_queue++] = (guint32) line;
}

/* The line that stands before operation @op of @process, if any. */
static void
wake (Clock *clock, guint process, guint32 op)
{
  for (gsize i = clock->first_line[process]; i < clock->first_line[process + 1]; i++)
    if (clock->lines[i].next == op)
      make_ready (clock, i);
}

static void
stamp (Line *line, RefrainOpColumns *ops, guint32 time)
{
  ops->logical[line->next++] = time;
  line->clock = time;
}

/* All have arrived, or never will: every member that waits gets its stamp. */
static void
finish_instance (Clock *clock, guint32 instance)
{
  const RefrainCollectives *c = &clock->assembly->collectives;

  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    {
      guint process = c->process[m];

      for (gsize i = clock->first_line[process]; i < clock->first_line[process + 1]; i++)
        if (clock->lines[i].next == c->op[m] && clock->lines[i].end > c->op[m])
          {
            stamp (&clock->lines[i], &clock->assembly->processes[process].columns.ops,
                   clock->latest[instance] + 1);
            make_ready (clock, i);
          }
    }
}

/* Nobody waits for the missing members any longer. */
static void
force_instance (Clock *clock, guint32 instance)
{
  const RefrainCollectives *c = &clock->assembly->collectives;

  clock->waiting_for[instance] = 0;
  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    for (gsize i = clock->first_line[c->process[m]]; i < clock->first_line[c->process[m] + 1]; i++)
      if (clock->lines[i].next == c->op[m])
        clock->latest[instance] = MAX (clock->latest[instance], clock->lines[i].clock);
  finish_instance (clock, instance);
}

/* TRUE when the line may go on. */
static gboolean
arrive (Clock *clock, Line *line, guint32 instance)
{
  clock->latest[instance] = MAX (clock->latest[instance], line->clock);
  if (clock->waiting_for[instance] == 0)
    return TRUE; /* forced before: late, but not held up */
  if (--clock->waiting_for[instance] > 0)
    return FALSE;
  finish_instance (clock, instance);
  return FALSE;
}

/* Goes on until an operation has to wait for another line. @force lets the first one through. */
static void
run_line (Clock *clock, Line *line, gboolean force)
{
  RefrainOpColumns *ops = &clock->assembly->processes[line->process].columns.ops;

  while (line->next < line->end)
    {
      gsize op = line->next;
      guint32 partner = ops->partner[op];
      guint32 other = 0;

      if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && partner != REFRAIN_NONE)
        {
          if (force)
            {
              force_instance (clock, partner);
              return;
            }
          if (!arrive (clock, line, partner))
            return;
          other = clock->latest[partner];
        }
      else if (REFRAIN_OP_IS_RECV (ops->kind[op]) && partner != REFRAIN_NONE)
        {
          other = clock->assembly->processes[ops->peer[op]].columns.ops.logical[partner];
          if (other == 0 && !force)
            return;
        }
      force = FALSE;
      stamp (line, ops, MAX (line->clock, other) + 1);
      if (REFRAIN_OP_IS_SEND (ops->kind[op]) && partner != REFRAIN_NONE)
        wake (clock, (guint) ops->peer[op], partner);
    }
}

/* Nobody can go on: operations wait for each other in a circle, which no real run can do. The
 * earliest of them is let through, and counted. FALSE when all lines are at their end. */
static gboolean
force_one (Clock *clock)
{
  RefrainAssembly *self = clock->assembly;
  Line *earliest = NULL;
  RefrainTime time = 0;

  for (gsize i = 0; i < clock->n_lines; i++)
    {
      Line *line = &clock->lines[i];
      RefrainTime at;

      if (line->next == line->end)
        continue;
      at = self->processes[line->process].columns.ops.time[line->next];
      if (earliest == NULL || at < time)
        {
          earliest = line;
          time = at;
        }
      if (clock->forced >= MAX_FORCED)
        run_line (clock, line, TRUE);
    }
  if (earliest == NULL)
    return FALSE;
  clock->forced++;
  refrain_defect_count_add (self->defects, REFRAIN_DEFECT_LOGICAL_CYCLE, 1, time, NULL);
  if (earliest->next < earliest->end)
    run_line (clock, earliest, TRUE);
  return TRUE;
}

static void
make_lines (Clock *clock)
{
  RefrainAssembly *self = clock->assembly;
  gsize n = 0;

  clock->first_line = g_new0 (gsize, self->n_processes + 1);
  for (guint i = 0; i < self->n_processes; i++)
    {
      clock->first_line[i] = n;
      n += self->processes[i].columns.threads->len;
    }
  clock->first_line[self->n_processes] = n;
  clock->n_lines = n;
  clock->lines = g_new0 (Line, MAX (n, 1));
  clock->queue = g_new (guint32, MAX (n, 1));
  n = 0;
  for (guint i = 0; i < self->n_processes; i++)
    for (guint t = 0; t < self->processes[i].columns.threads->len; t++, n++)
      {
        const RefrainThread *thread
            = &g_array_index (self->processes[i].columns.threads, RefrainThread, t);

        clock->lines[n] = (Line){ .process = i,
                                  .next = thread->first_op,
                                  .end = thread->first_op + thread->n_ops };
      }
}

void
refrain_assembly_stamp_logical_time (RefrainAssembly *self)
{
  Clock clock = { .assembly = self };
  const RefrainCollectives *c = &self->collectives;

  make_lines (&clock);
  clock.waiting_for = g_new (guint32, MAX (c->n, 1));
  clock.latest = g_new0 (guint32, MAX (c->n, 1));
  for (gsize i = 0; i < c->n; i++)
    clock.waiting_for[i] = (guint32) (c->first[i + 1] - c->first[i]);
  for (gsize i = clock.n_lines; i-- > 0;)
    make_ready (&clock, i);
  do
    while (clock.n_queue > 0 && !g_cancellable_is_cancelled (self->cancellable))
      {
        Line *line = &clock.lines[clock.queue[--clock.n_queue]];

        line->ready = FALSE;
        run_line (&clock, line, FALSE);
      }
  while (!g_cancellable_is_cancelled (self->cancellable) && force_one (&clock));
  refrain_free (clock.lines, clock.first_line, clock.queue, clock.waiting_for, clock.latest);
}
