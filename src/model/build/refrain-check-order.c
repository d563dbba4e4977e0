/* refrain-check-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether operations wait for each other in a circle, as a team finds out: without logical time,
 * which takes as many rounds as the longest chain of messages between members has links.
 *
 * They do not if each operation can be given a time such that none goes back within a thread, that
 * a receive is later than its send, that all members of a collective have the same, and what
 * follows it a later one. The times of the trace nearly are such times. Where clocks disagree, and
 * where a collective's root goes on before others come, some have to be put off, and with them what
 * comes next, until the trace's own times are late enough; that is a matter of few rounds. In a
 * circle times are put off for ever.
 */
#include "refrain-assembly.h"
#include "refrain-free.h"

/* What takes longer only one who sees all can tell. */
#define MOST_ROUNDS 256
#define MOST_LOOKS  64 /* at each operation */

/* A thread, of which operations from `from` to before `to` have been put off. */
typedef struct
{
  guint32 process;
  gsize first, end;
  gsize from, to; /* none of them where `to` is 0 */
  gboolean waits; /* in the queue */
} Line;

typedef struct
{
  RefrainAssembly *assembly;
  RefrainTime **times; /* of each own operation */
  RefrainTime *levels; /* of each collective instance */
  Line *lines;
  gsize n_lines;
  gsize *first_line; /* of each process, one more */
  guint32 *queue;    /* of lines, used as a stack */
  gsize n_queue;
  guint64 n_looks, most_looks;
  GPtrArray *out; /* to each member, of Later */
} Order;

/* What a member tells another: operation @op of @process is not before @time; where that is
 * REFRAIN_NONE, instance @op of collectives. */
typedef struct
{
  RefrainTime time;
  guint32 process, op;
} Later;

static void
tell (const Order *order, guint member, guint32 process, guint32 op, RefrainTime time)
{
  const Later later = { time, process, op };

  g_byte_array_append (order->out->pdata[member], (const guint8 *) &later, sizeof later);
}

/* Own operation @op of @process is not before @time. */
static void
put_off (Order *order, guint32 process, gsize op, RefrainTime time)
{
  gsize i = order->first_line[process];
  Line *line;

  if (order->times[process][op] >= time)
    return;
  order->times[process][op] = time;
  while (op >= order->lines[i].end)
    i++;
  line = &order->lines[i];
  line->from = line->to > 0 ? MIN (line->from, op) : op;
  line->to = MAX (line->to, op + 1);
  if (line->waits)
    return;
  line->waits = TRUE;
  order->queue[order->n_queue++] = (guint32) i;
}

static void
put_off_members (Order *order, guint32 instance, RefrainTime time)
{
  const RefrainOwnMembers *own = &order->assembly->members;

  order->levels[instance] = MAX (order->levels[instance], time);
  for (guint64 m = own->first[instance]; m < own->first[instance + 1]; m++)
    put_off (order, own->process[m], own->op[m], time);
}

/* That @instance is not before @time, as this member found or member @from has told: to who keeps
 * account of it; that one tells all others. */
static void
tell_level (const Order *order, guint32 instance, RefrainTime time, guint from)
{
  const RefrainAssembly *self = order->assembly;
  const guint me = self->shares->team->me;
  const guint keeper = refrain_shares_get_owner (self->keepers, instance);

  if (keeper != me && from == me)
    tell (order, keeper, REFRAIN_NONE, instance, time);
  for (guint m = 0; keeper == me && m < order->out->len; m++)
    if (m != me && m != from)
      tell (order, m, REFRAIN_NONE, instance, time);
}

/* A member of @instance is not before @time: nor are the others. */
static void
raise_level (Order *order, guint32 instance, RefrainTime time)
{
  const RefrainAssembly *self = order->assembly;
  const guint64 *all = self->collectives.first, *own = self->members.first;

  if (order->levels[instance] >= time)
    return;
  if (all[instance + 1] - all[instance] > own[instance + 1] - own[instance])
    tell_level (order, instance, time, self->shares->team->me);
  put_off_members (order, instance, time);
}

/* What has to follow operation @op of @process, whose time is @time or, so far, has told nobody. */
static void
tell_others (Order *order, guint32 process, gsize op, RefrainTime time)
{
  const RefrainAssembly *self = order->assembly;
  const RefrainOpColumns *ops = &self->processes[process].columns.ops;
  const guint32 partner = ops->partner[op];

  if (partner == REFRAIN_NONE || REFRAIN_OP_IS_RECV (ops->kind[op]))
    return;
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    raise_level (order, partner, time);
  else if (refrain_shares_own (self->shares, (guint) ops->peer[op]))
    put_off (order, (guint32) ops->peer[op], partner, time + 1);
  else
    tell (order, refrain_shares_get_owner (self->shares, (guint) ops->peer[op]),
          (guint32) ops->peer[op], partner, time + 1);
}

/* Puts off what follows in the thread. @first: nobody has been told anything yet. */
static void
run_line (Order *order, Line *line, gboolean first)
{
  const RefrainOpColumns *ops = &order->assembly->processes[line->process].columns.ops;
  RefrainTime *times = order->times[line->process];
  const gsize to = line->to;
  gsize i = first ? line->first : line->from;

  /* What it tells may put off some of its own. */
  line->from = line->to = 0;
  for (; i < line->end && order->n_looks < order->most_looks; i++, order->n_looks++)
    {
      RefrainTime least = G_MININT64;

      if (i > line->first)
        least = times[i - 1] + (ops->kind[i - 1] == REFRAIN_OP_COLLECTIVE);
      if (times[i] >= least && !first && i >= to)
        break;
      if (times[i] >= least && !first)
        continue;
      times[i] = MAX (times[i], least);
      tell_others (order, line->process, i, times[i]);
    }
}

static void
run_queue (Order *order)
{
  while (order->n_queue > 0 && order->n_looks < order->most_looks)
    {
      Line *line = &order->lines[order->queue[--order->n_queue]];

      line->waits = FALSE;
      run_line (order, line, FALSE);
    }
}

/* Gives and takes what there is. FALSE where nobody has given anything, or somebody gives up. */
static gboolean
exchange (Order *order)
{
  g_autoptr (GPtrArray) in = NULL;
  guint64 n = 0;
  gboolean any = FALSE;

  for (guint m = 0; m < order->out->len; m++)
    n += ((GByteArray *) order->out->pdata[m])->len > 0;
  for (guint m = 0; m < order->out->len; m++)
    REFRAIN_PARCEL_PUT (order->out->pdata[m], n);
  in = refrain_team_exchange (order->assembly->shares->team, order->out);
  for (guint m = 0; m < order->out->len; m++)
    g_byte_array_set_size (order->out->pdata[m], 0);
  for (guint m = 0; in != NULL && m < in->len; m++)
    {
      RefrainParcel parcel = refrain_parcel_open (in, m);
      Later later;

      parcel.end -= sizeof n;
      any |= *(const guint64 *) (gconstpointer) parcel.end > 0;
      while (refrain_parcel_has_more (&parcel))
        {
          refrain_parcel_take (&parcel, &later, sizeof later);
          if (later.process != REFRAIN_NONE)
            put_off (order, later.process, later.op, later.time);
          else
            {
              if (order->levels[later.op] < later.time)
                tell_level (order, later.op, later.time, m);
              put_off_members (order, later.op, later.time);
            }
        }
    }
  return any;
}

/* Each operation at its own time; a collective when its members come. */
static void
begin (Order *order)
{
  RefrainAssembly *self = order->assembly;
  gsize n = 0;

  order->times = g_new0 (RefrainTime *, (gsize) self->n_processes + 1);
  order->first_line = g_new0 (gsize, (gsize) self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    order->n_lines += self->processes[p].columns.threads->len;
  order->lines = g_new0 (Line, order->n_lines + 1);
  order->queue = g_new (guint32, order->n_lines + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainWritableColumns *columns = &self->processes[p].columns;

      order->first_line[p] = n;
      order->times[p] = g_memdup2 (columns->ops.time, columns->ops.n * sizeof (RefrainTime));
      for (gsize i = 0; i < columns->ops.n; i++)
        if (columns->ops.kind[i] == REFRAIN_OP_COLLECTIVE)
          order->times[p][i] = G_MININT64;
      for (guint t = 0; t < columns->threads->len; t++)
        {
          const RefrainThread *thread = &g_array_index (columns->threads, RefrainThread, t);
          const gsize first = thread->first_op;

          order->lines[n++] = (Line){ .process = p, .first = first, .end = first + thread->n_ops };
        }
      order->most_looks += columns->ops.n * MOST_LOOKS;
    }
  order->first_line[self->n_processes] = n;
  order->levels = g_new (RefrainTime, self->collectives.n + 1);
  for (gsize i = 0; i < self->collectives.n; i++)
    order->levels[i] = G_MININT64;
  order->out = refrain_team_new_parcels (self->shares->team);
}

static void
end (Order *order)
{
  for (guint p = 0; p < order->assembly->n_processes; p++)
    g_free (order->times[p]);
  refrain_free (order->times, order->first_line, order->lines, order->queue, order->levels);
  g_ptr_array_unref (order->out);
}

void
refrain_assembly_check_order (RefrainAssembly *self)
{
  Order order = { .assembly = self, .most_looks = MOST_LOOKS };
  guint n_rounds = 0;

  begin (&order);
  for (gsize i = 0; i < order.n_lines; i++)
    run_line (&order, &order.lines[i], TRUE);
  do
    run_queue (&order);
  while (order.n_looks < order.most_looks && n_rounds++ < MOST_ROUNDS && exchange (&order));
  /* All count the same rounds; looks are each member's own. */
  if (!self->shares->team->is_over && (n_rounds > MOST_ROUNDS || order.n_looks >= order.most_looks))
    refrain_team_give_up (self->shares->team);
  end (&order);
}
