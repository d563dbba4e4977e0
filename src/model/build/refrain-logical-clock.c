/* refrain-logical-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lamport time: each operation is one step after the one before it in its thread; a receive also
 * after its send; a collective after all its members' predecessors, at one step for all (Lamport
 * 1978; thesis 5.2 orders occurrences by it). The stamps are the least solution of these rules, so
 * they do not depend on the order in which threads are worked off.
 *
 * In a team each member works off its own threads as far as they go, gives the others the stamps of
 * what these wait for, and so on, until nobody has anything to give.
 */
#include "config.h"

#include "refrain-assembly.h"

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
  GPtrArray *out;     /* to each member of the team, of Stamp; or NULL */
  guint32 *n_to_come; /* of each instance of which this member keeps account */
} Clock;

/* What a member tells another: operation @op of @process is stamped; or, where that is
 * REFRAIN_NONE, how late those of instance @op are who are there. */
typedef struct
{
  guint32 process;
  guint32 op;
  guint32 time;
} Stamp;

static inline gboolean
is_own (const Clock *clock, guint process)
{
  return refrain_shares_own (clock->assembly->shares, process);
}

static void
tell (const Clock *clock, guint member, guint32 process, guint32 op, guint32 time)
{
  const Stamp stamp = { process, op, time };

  g_byte_array_append (clock->out->pdata[member], (const guint8 *) &stamp, sizeof stamp);
}

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
  const RefrainOwnMembers *c = &clock->assembly->members;

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

/* Which member of the team keeps account of @instance. */
static guint
find_keeper (const Clock *clock, guint32 instance)
{
  const guint64 n = clock->assembly->collectives.n, n_members = clock->assembly->shares->team->n;
  guint m = (guint) (instance * n_members / n);

  while (m > 0 && n * m / n_members > instance)
    m--;
  while (n * (m + 1) / n_members <= instance)
    m++;
  return m;
}

/* Those of other members have yet to arrive. */
static gboolean
has_others (const Clock *clock, guint32 instance)
{
  const RefrainCollectives *c = &clock->assembly->collectives;
  const RefrainOwnMembers *own = &clock->assembly->members;

  return c->first[instance + 1] - c->first[instance]
         > own->first[instance + 1] - own->first[instance];
}

/* TRUE when the line may go on. */
static gboolean
arrive (Clock *clock, Line *line, guint32 instance)
{
  clock->latest[instance] = MAX (clock->latest[instance], line->clock);
  if (clock->waiting_for[instance] == 0)
    return TRUE; /* forced before: late, but not held up */
  if (--clock->waiting_for[instance] > 0)
    {
      if (clock->waiting_for[instance] == 1 && has_others (clock, instance))
        tell (clock, find_keeper (clock, instance), REFRAIN_NONE, instance,
              clock->latest[instance]);
      return FALSE;
    }
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
          /* What another member has told stands in the receive itself until that is stamped. */
          other = is_own (clock, (guint) ops->peer[op])
                      ? clock->assembly->processes[ops->peer[op]].columns.ops.logical[partner]
                      : ops->logical[op];
          if (other == 0 && !force)
            return;
        }
      force = FALSE;
      stamp (line, ops, MAX (line->clock, other) + 1);
      if (!REFRAIN_OP_IS_SEND (ops->kind[op]) || partner == REFRAIN_NONE)
        continue;
      if (is_own (clock, (guint) ops->peer[op]))
        wake (clock, (guint) ops->peer[op], partner);
      else
        tell (clock, refrain_shares_get_owner (clock->assembly->shares, (guint) ops->peer[op]),
              (guint32) ops->peer[op], partner, line->clock);
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
run_ready (Clock *clock)
{
  while (clock->n_queue > 0 && !g_cancellable_is_cancelled (clock->assembly->cancellable))
    {
      Line *line = &clock->lines[clock->queue[--clock->n_queue]];

      line->ready = FALSE;
      run_line (clock, line, FALSE);
    }
}

/* ---- In a team ---- */

/* A member's last has come to @instance, of which this member keeps account; the last of all lets
 * them go on, this member's own at once. */
static void
note_arrival (Clock *clock, guint32 instance, guint32 time)
{
  const gsize kept = instance - clock->assembly->members.first_kept;

  clock->latest[instance] = MAX (clock->latest[instance], time);
  if (--clock->n_to_come[kept] > 0)
    return;
  for (guint m = 0; m < clock->out->len; m++)
    tell (clock, m, REFRAIN_NONE, instance, clock->latest[instance]);
}

static void
take_stamp (Clock *clock, const Stamp *stamp)
{
  const RefrainOwnMembers *own = &clock->assembly->members;

  if (stamp->process != REFRAIN_NONE)
    {
      clock->assembly->processes[stamp->process].columns.ops.logical[stamp->op] = stamp->time;
      wake (clock, stamp->process, stamp->op);
    }
  else if (find_keeper (clock, stamp->op) == clock->assembly->shares->team->me
           && clock->n_to_come[stamp->op - own->first_kept] > 0)
    note_arrival (clock, stamp->op, stamp->time);
  else if (own->first[stamp->op + 1] > own->first[stamp->op])
    {
      clock->latest[stamp->op] = stamp->time;
      clock->waiting_for[stamp->op] = 0;
      finish_instance (clock, stamp->op);
    }
}

/* Gives and takes what there is. FALSE where nobody has given anything, or somebody gives up. */
static gboolean
give_stamps (Clock *clock)
{
  RefrainTeam *team = clock->assembly->shares->team;
  g_autoptr (GPtrArray) in = NULL;
  guint32 n = 0;
  gboolean any = FALSE;

  for (guint m = 0; m < clock->out->len; m++)
    n += ((GByteArray *) clock->out->pdata[m])->len > 0;
  for (guint m = 0; m < clock->out->len; m++)
    REFRAIN_PARCEL_PUT (clock->out->pdata[m], n);
  in = refrain_team_exchange (team, clock->out);
  for (guint m = 0; m < clock->out->len; m++)
    g_byte_array_set_size (clock->out->pdata[m], 0);
  for (guint m = 0; in != NULL && m < in->len; m++)
    {
      RefrainParcel parcel = refrain_parcel_open (in, m);

      parcel.end -= sizeof n;
      any |= *(const guint32 *) (gconstpointer) parcel.end > 0;
      while (refrain_parcel_has_more (&parcel))
        {
          Stamp stamp;

          refrain_parcel_take (&parcel, &stamp, sizeof stamp);
          take_stamp (clock, &stamp);
        }
    }
  return any;
}

/* Where some go on for ever in a circle, one who sees all has to let them through. */
static void
run_in_team (Clock *clock)
{
  RefrainTeam *team = clock->assembly->shares->team;
  const RefrainCollectives *c = &clock->assembly->collectives;
  guint64 n_left = 0;

  clock->out = refrain_team_new_parcels (team);
  clock->n_to_come = clock->assembly->members.n_owners;
  for (gsize i = 0; i < c->n; i++)
    clock->waiting_for[i]
        = (guint32) (clock->assembly->members.first[i + 1] - clock->assembly->members.first[i])
          + has_others (clock, (guint32) i);
  do
    run_ready (clock);
  while (give_stamps (clock));
  for (gsize i = 0; i < clock->n_lines; i++)
    n_left += clock->lines[i].next < clock->lines[i].end;
  if (refrain_team_sum (team, &n_left, 1) && n_left > 0)
    refrain_team_give_up (team);
  g_ptr_array_unref (clock->out);
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
  if (self->shares != NULL)
    run_in_team (&clock);
  else
    do
      run_ready (&clock);
    while (!g_cancellable_is_cancelled (self->cancellable) && force_one (&clock));
  g_free (clock.lines);
  g_free (clock.first_line);
  g_free (clock.queue);
  g_free (clock.waiting_for);
  g_free (clock.latest);
}
