/* refrain-check-collectives.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Constraints on collectives: each member compares itself with the first of its instance, or with
 * what was prepared (RefrainCheckInstance).
 */
#include "refrain-check.h"

/* The instance of @op, if it is a collective, of @type (REFRAIN_N_COLLECTIVES: of any). */
static inline gboolean
is_member (const RefrainOps *ops, gsize op, gint32 type)
{
  return ops->kind[op] == REFRAIN_OP_COLLECTIVE && ops->partner[op] != REFRAIN_NONE
         && (ops->tag[op] == type || type == REFRAIN_N_COLLECTIVES);
}

static inline guint8
flags_of (const RefrainCheckInput *input, const RefrainOps *ops, gsize op)
{
  return ops->comm[op] != REFRAIN_NONE ? input->comm[ops->comm[op]] : REFRAIN_COMM_PARTIAL;
}

/* C6: at who does something else than the first, whose row is the other; or at the first, where
 * members do not come: the amount is how many came. */
void
refrain_check_same_collective (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;
  const RefrainCollectives *c = input->collectives;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      guint64 first, n;
      guint32 instance;

      if (!is_member (ops, i, REFRAIN_N_COLLECTIVES))
        continue;
      sink->n_seen++;
      instance = ops->partner[i];
      first = c->first[instance];
      if (c->process[first] == sink->process && c->op[first] == i)
        {
          n = c->first[instance + 1] - first;
          if (n < input->n_members[c->comm[instance]])
            refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, REFRAIN_NONE, REFRAIN_NONE,
                                  (gint64) n);
        }
      else if (ops->tag[i] != c->type[instance] && ops->tag[i] != REFRAIN_COLLECTIVE_UNKNOWN
               && c->type[instance] != REFRAIN_COLLECTIVE_UNKNOWN)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, c->process[first], c->op[first], 0);
    }
}

/* Whether @process waits for @other in a barrier on @comm: between two groups for those of the
 * other group only (MPI 4.0, 6.3). */
static gboolean
waits_for (const RefrainCheckInput *input, guint32 comm, guint32 process, guint32 other)
{
  return input->near[comm] == NULL
         || refrain_check_is_near (input, comm, process)
                != refrain_check_is_near (input, comm, other);
}

/* Where the entries of those begin and end for which @process waits in barrier @instance. */
static void
find_entries (
    const RefrainCheckInput *input, guint32 instance, guint32 process, guint64 *first, guint64 *end)
{
  const RefrainCollectives *c = input->collectives;
  const guint64 middle = c->first[instance] + input->instance[instance].n_near;

  *first = c->first[instance];
  *end = c->first[instance + 1];
  if (input->near[c->comm[instance]] == NULL)
    return;
  if (refrain_check_is_near (input, c->comm[instance], process))
    *first = middle;
  else
    *end = middle;
}

/* How many of the entries from @low to before @end are after @time. */
static guint64
count_later (const RefrainCheckInput *input, guint64 low, guint64 end, RefrainTime time)
{
  guint64 high = end;

  while (low < high)
    {
      const guint64 middle = low + (high - low) / 2;

      if (input->entry[middle] > time)
        high = middle;
      else
        low = middle + 1;
    }
  return end - low;
}

/* Tells each of the @n members that entered barrier @op later than @end. Those for which there is
 * no room are only counted. */
static void
report_later (
    const RefrainCheckInput *input, RefrainCheckSink *sink, gsize op, RefrainTime end, guint64 n)
{
  const RefrainCollectives *c = input->collectives;
  const guint32 instance = input->own[sink->process].ops->partner[op];

  for (guint64 m = c->first[instance]; n > 0 && sink->n_broken < sink->quota; m++)
    {
      const RefrainCheckOwn *own = &input->own[c->process[m]];
      const RefrainTime entry = refrain_check_get_entry (input, own, c->op[m]);

      if (own->ops->tag[c->op[m]] != REFRAIN_COLLECTIVE_BARRIER || entry <= end
          || !waits_for (input, c->comm[instance], sink->process, c->process[m]))
        continue;
      refrain_check_report (sink, REFRAIN_VIOLATION_OP, op, c->process[m], c->op[m],
                            refrain_check_subtract (entry, end));
      n--;
    }
  sink->n_broken += n;
}

/* C7, once for each two; the other row is the member that comes later, the amount how much. */
void
refrain_check_barrier (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainOps *ops = own->ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      RefrainTime end;
      guint64 n, from, to;

      if (!is_member (ops, i, REFRAIN_COLLECTIVE_BARRIER)
          || input->collectives->type[ops->partner[i]] != REFRAIN_COLLECTIVE_BARRIER)
        continue;
      sink->n_seen++;
      end = ops->time[i];
      if (ops->call[i] != REFRAIN_NONE
          && (input->routine[own->calls->routine[ops->call[i]]] & REFRAIN_CALLS_MPI) != 0)
        end = MAX (end, own->calls->end[ops->call[i]]);
      find_entries (input, ops->partner[i], sink->process, &from, &to);
      n = count_later (input, from, to, end);
      if (n == 0)
        continue;
      sink->most = MAX (sink->most, refrain_check_subtract (input->entry[to - 1], end));
      report_later (input, sink, i, end, n);
    }
}

/* C8 */
void
refrain_check_barrier_data (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];

  for (gsize i = 0; i < own->ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (own->ops->kind[i] != REFRAIN_OP_COLLECTIVE
          || own->ops->tag[i] != REFRAIN_COLLECTIVE_BARRIER)
        continue;
      sink->n_seen++;
      if (own->ops->bytes[i] > 0 || refrain_check_get_received (own, i) > 0)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, REFRAIN_NONE, REFRAIN_NONE, 0);
    }
}

/* ---- Sizes ---- */

static gint32
get_type (RefrainConstraint constraint)
{
  switch (constraint)
    {
    case REFRAIN_CONSTRAINT_BCAST_SIZE:
    case REFRAIN_CONSTRAINT_BCAST_ROOT:
      return REFRAIN_COLLECTIVE_BCAST;
    case REFRAIN_CONSTRAINT_GATHER_SIZE:
      return REFRAIN_COLLECTIVE_GATHER;
    case REFRAIN_CONSTRAINT_SCATTER_SIZE:
      return REFRAIN_COLLECTIVE_SCATTER;
    case REFRAIN_CONSTRAINT_REDUCE_SIZE:
      return REFRAIN_COLLECTIVE_REDUCE;
    default:
      g_assert_not_reached ();
    }
}

/* Whether the size of member @op, of @process, is as it is to be. The root of MPI_Reduce may give
 * nothing (MPI_IN_PLACE), and some recorders tell of it only what the root does; of MPI_Gather and
 * MPI_Scatter not all count the root's own part alike. */
static gboolean
has_right_size (const RefrainCheckInput *input, guint32 process, gsize op)
{
  const RefrainCheckOwn *own = &input->own[process];
  const guint64 size = input->instance[own->ops->partner[op]].size;
  const gboolean is_root = own->ops->peer[op] == (gint32) process;

  switch (own->ops->tag[op])
    {
    case REFRAIN_COLLECTIVE_BCAST:
    case REFRAIN_COLLECTIVE_SCATTER:
      return is_root || refrain_check_get_received (own, op) == size;
    case REFRAIN_COLLECTIVE_REDUCE:
      return own->ops->bytes[op] == size || (is_root && (own->ops->bytes[op] == 0 || size == 0));
    default:
      return is_root || own->ops->bytes[op] == size;
    }
}

/* C9, A32.1, A33.1, A34.1; the other is who the size is compared with, and of C9 the other row what
 * the root sends. */
void
refrain_check_size (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const gint32 type = get_type (sink->constraint);

  if (type == REFRAIN_COLLECTIVE_BCAST && !input->has_bcast_sizes)
    return;
  for (gsize i = 0; i < own->ops->n && refrain_check_goes_on (sink, i); i++)
    {
      const RefrainCheckInstance *instance;

      if (!is_member (own->ops, i, type) || input->collectives->type[own->ops->partner[i]] != type
          || (flags_of (input, own->ops, i) & REFRAIN_COMM_INTER) != 0)
        continue;
      instance = &input->instance[own->ops->partner[i]];
      if (instance->like == REFRAIN_NONE || own->ops->peer[i] < 0)
        continue;
      sink->n_seen++;
      if (!has_right_size (input, sink->process, i))
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, instance->like, instance->root,
                              (gint64) instance->size);
    }
}

/* C10: MPI_Gather and MPI_Gatherv. */
void
refrain_check_gather_buffer (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainOps *ops = own->ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE
          || (ops->tag[i] != REFRAIN_COLLECTIVE_GATHER && ops->tag[i] != REFRAIN_COLLECTIVE_GATHERV)
          || ops->peer[i] < 0 || ops->peer[i] == (gint32) sink->process)
        continue;
      sink->n_seen++;
      if (refrain_check_get_received (own, i) > 0)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i], REFRAIN_NONE,
                              0);
    }
}

/* ---- Roots ---- */

/* C11, C12 */
void
refrain_check_no_root (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;
  const gboolean allgather = sink->constraint == REFRAIN_CONSTRAINT_ALLGATHER_ROOT;
  const gint32 first = allgather ? REFRAIN_COLLECTIVE_ALLGATHER : REFRAIN_COLLECTIVE_ALLTOALL;
  const gint32 last = allgather ? REFRAIN_COLLECTIVE_ALLGATHERV : REFRAIN_COLLECTIVE_ALLTOALLW;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE || ops->tag[i] < first || ops->tag[i] > last)
        continue;
      sink->n_seen++;
      if (ops->peer[i] >= 0)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i], REFRAIN_NONE,
                              0);
    }
}

static gboolean
belongs (const RefrainCheckInput *input, guint32 comm, guint32 from, gint32 process)
{
  RefrainCommunicator *communicator = refrain_trace_get_communicator (input->trace, comm);

  return refrain_communicator_process_to_rank (communicator, (gint32) from, process) >= 0;
}

/* A31.2, A32.3; the other is the root, where it is a process. */
void
refrain_check_root (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;
  const gboolean bcast = sink->constraint == REFRAIN_CONSTRAINT_BCAST_ROOT;

  if (!input->has_roots)
    return;
  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      const guint8 unknown = REFRAIN_COMM_INTER | REFRAIN_COMM_PARTIAL;

      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE || ops->comm[i] == REFRAIN_NONE
          || (bcast ? ops->tag[i] != REFRAIN_COLLECTIVE_BCAST
                    : ops->tag[i] != REFRAIN_COLLECTIVE_GATHER
                          && ops->tag[i] != REFRAIN_COLLECTIVE_GATHERV)
          || (input->comm[ops->comm[i]] & unknown) != 0)
        continue;
      sink->n_seen++;
      if (ops->peer[i] < 0)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, REFRAIN_NONE, REFRAIN_NONE, 0);
      else if (!belongs (input, ops->comm[i], sink->process, ops->peer[i]))
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i], REFRAIN_NONE,
                              0);
    }
}

static gboolean
has_root (gint32 type)
{
  return type == REFRAIN_COLLECTIVE_BCAST || type == REFRAIN_COLLECTIVE_GATHER
         || type == REFRAIN_COLLECTIVE_GATHERV || type == REFRAIN_COLLECTIVE_SCATTER
         || type == REFRAIN_COLLECTIVE_SCATTERV || type == REFRAIN_COLLECTIVE_REDUCE;
}

/* X5; the other row is the first member. */
void
refrain_check_same_root (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;
  const RefrainCollectives *c = input->collectives;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      const RefrainOps *others;
      guint64 first;

      if (!is_member (ops, i, REFRAIN_N_COLLECTIVES) || ops->peer[i] < 0 || !has_root (ops->tag[i])
          || (flags_of (input, ops, i) & REFRAIN_COMM_INTER) != 0)
        continue;
      first = c->first[ops->partner[i]];
      others = input->own[c->process[first]].ops;
      if (others->tag[c->op[first]] != ops->tag[i] || others->peer[c->op[first]] < 0)
        continue;
      sink->n_seen++;
      if (others->peer[c->op[first]] != ops->peer[i])
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, c->process[first], c->op[first], 0);
    }
}

/* Between two groups, the ranks that a process names are those of the other one. */
static gboolean
belongs_to_either (const RefrainCheckInput *input, guint32 comm, guint32 process)
{
  RefrainCommunicator *communicator = refrain_trace_get_communicator (input->trace, comm);

  if ((input->comm[comm] & REFRAIN_COMM_INTER) == 0)
    return belongs (input, comm, process, (gint32) process);
  for (guint side = 0; side < 2; side++)
    {
      gsize n;
      const gint32 *members = side == 0 ? refrain_communicator_get_members (communicator, &n)
                                        : refrain_communicator_get_remote (communicator, &n);

      for (gsize i = 0; i < n; i++)
        if (members[i] == (gint32) process)
          return TRUE;
    }
  return FALSE;
}

/* X6 */
void
refrain_check_member (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;
  const guint8 unknown = REFRAIN_COMM_PARTIAL | REFRAIN_COMM_SELF;
  guint32 last = REFRAIN_NONE;
  gboolean good = FALSE;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      const guint32 comm = ops->comm[i];

      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE || comm == REFRAIN_NONE
          || (input->comm[comm] & unknown) != 0)
        continue;
      sink->n_seen++;
      if (comm != last)
        {
          good = belongs_to_either (input, comm, sink->process);
          last = comm;
        }
      if (!good)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, REFRAIN_NONE, REFRAIN_NONE, 0);
    }
}
