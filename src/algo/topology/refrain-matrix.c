/* refrain-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process' sends are counted by itself, on all cores, in a slot for each peer.
 */
#include "config.h"

#include "refrain-matrix.h"

#include <string.h>

#include "refrain-parallel.h"
#include "refrain-search.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

typedef struct
{
  RefrainMatrixCell *cells;
  gsize n;
} Row;

struct _RefrainMatrix
{
  GObject parent_instance;

  guint n_processes;
  Row *rows;
  guint64 max_count;
  guint64 max_bytes;
};

G_DEFINE_FINAL_TYPE (RefrainMatrix, refrain_matrix, G_TYPE_OBJECT)

static void
refrain_matrix_finalize (GObject *object)
{
  RefrainMatrix *self = REFRAIN_MATRIX (object);

  for (guint i = 0; i < self->n_processes; i++)
    g_free (self->rows[i].cells);
  g_free (self->rows);
  G_OBJECT_CLASS (refrain_matrix_parent_class)->finalize (object);
}

static void
refrain_matrix_class_init (RefrainMatrixClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_matrix_finalize;
}

static void
refrain_matrix_init (RefrainMatrix *self)
{
}

typedef struct
{
  RefrainMatrix *matrix;
  RefrainTrace *trace;
  RefrainOpSet *ops;    /* NULL: all */
  gboolean collectives; /* also what collective operations send */
  RefrainTime start, end;
  GCancellable *cancellable;
} Job;

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const RefrainMatrixCell *x = a, *y = b;

  return x->destination < y->destination ? -1 : x->destination > y->destination;
}

/* How a collective operation's data goes. */
typedef enum
{
  FLOW_NONE,
  FLOW_FROM_ROOT,
  FLOW_TO_ROOT,
  FLOW_TO_ALL,
  FLOW_TO_LATER, /* to all behind in the communicator */
  N_FLOWS
} Flow;

/* What one process sends in all operations of one communicator that go one way. */
typedef struct
{
  guint64 count;
  guint64 bytes;
} Sum;

/* What is counted of one process. */
typedef struct
{
  guint process;
  guint32 *slots; /* of each peer, in cells; or REFRAIN_NONE */
  GArray *cells;
  Sum *sums; /* N_FLOWS of each communicator; NULL without collectives */
} Count;

static void
count_sent (Count *count, gint32 peer, guint64 number, guint64 bytes)
{
  RefrainMatrixCell *cell;

  if (count->slots[peer] == REFRAIN_NONE)
    {
      const RefrainMatrixCell empty = { .destination = (guint32) peer };

      count->slots[peer] = count->cells->len;
      g_array_append_val (count->cells, empty);
    }
  cell = &g_array_index (count->cells, RefrainMatrixCell, count->slots[peer]);
  cell->count += number;
  cell->bytes += bytes;
}

/* ---- Collective operations ---- */

static Flow
get_flow (gint32 tag)
{
  switch (tag)
    {
    case REFRAIN_COLLECTIVE_BCAST:
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      return FLOW_FROM_ROOT;
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
    case REFRAIN_COLLECTIVE_REDUCE:
      return FLOW_TO_ROOT;
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLTOALLV:
    case REFRAIN_COLLECTIVE_ALLTOALLW:
    case REFRAIN_COLLECTIVE_ALLREDUCE:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK:
      return FLOW_TO_ALL;
    case REFRAIN_COLLECTIVE_SCAN:
    case REFRAIN_COLLECTIVE_EXSCAN:
      return FLOW_TO_LATER;
    default:
      return FLOW_NONE;
    }
}

/* Rooted operations that end at one process are counted at once, others by communicator first: each
 * goes to as many processes as that has. */
static void
count_collective (const Job *job, const RefrainOps *ops, gsize row, Count *count)
{
  const Flow flow = get_flow (ops->tag[row]);
  const gint32 root = ops->peer[row];

  if (flow == FLOW_NONE || ops->bytes[row] == 0
      || ops->comm[row] >= refrain_trace_get_n_communicators (job->trace))
    return;
  if (flow == FLOW_TO_ROOT)
    {
      if (root >= 0 && (guint) root < job->matrix->n_processes && (guint) root != count->process)
        count_sent (count, root, 1, ops->bytes[row]);
    }
  else if (flow != FLOW_FROM_ROOT || root == (gint32) count->process)
    {
      Sum *sum = &count->sums[(gsize) ops->comm[row] * N_FLOWS + flow];

      sum->count++;
      sum->bytes += ops->bytes[row];
    }
}

/* A process that sends to @members, of which it is one unless they are another group, sends as much
 * to each. */
static void
spread (const Job *job, const Sum *sum, Flow flow, const gint32 *members, gsize n, Count *count)
{
  gboolean behind = flow != FLOW_TO_LATER;

  for (gsize i = 0; i < n; i++)
    if (members[i] == (gint32) count->process)
      behind = TRUE;
    else if (behind && members[i] >= 0 && (guint) members[i] < job->matrix->n_processes)
      count_sent (count, members[i], sum->count, sum->bytes / n);
}

static void
spread_collectives (const Job *job, Count *count)
{
  for (guint c = 0; c < refrain_trace_get_n_communicators (job->trace); c++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (job->trace, c);
      const gint32 *members;
      gsize n;

      members = refrain_communicator_get_remote (comm, &n);
      if (n == 0)
        members = refrain_communicator_get_members (comm, &n);
      for (guint flow = 0; flow < N_FLOWS; flow++)
        {
          const Sum *sum = &count->sums[(gsize) c * N_FLOWS + flow];

          if (sum->count > 0 && !refrain_communicator_is_self (comm))
            spread (job, sum, flow, members, n, count);
        }
    }
}

/* Adds the sends of rows [first, last) that are not later than the window's end. */
static void
count_sends (const Job *job, const RefrainOps *ops, gsize first, gsize last, Count *count)
{
  for (gsize i = first; i < last && ops->time[i] <= job->end; i++)
    {
      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (job->cancellable))
        return;
      if (job->ops != NULL)
        i = refrain_op_set_find_next (job->ops, count->process, i, last);
      if (i >= last || ops->time[i] > job->end)
        return;
      if (job->collectives && ops->kind[i] == REFRAIN_OP_COLLECTIVE)
        count_collective (job, ops, i, count);
      if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0
          && (guint) ops->peer[i] < job->matrix->n_processes)
        count_sent (count, ops->peer[i], 1, ops->bytes[i]);
    }
}

static void
count_process (gsize item, gpointer data)
{
  const Job *job = data;
  RefrainProcess *process = refrain_trace_get_process (job->trace, item);
  const RefrainOps *ops = refrain_process_get_ops (process);
  gsize n_slots = job->matrix->n_processes;
  g_autofree guint32 *slots = g_new (guint32, n_slots);
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
  g_autofree Sum *sums
      = job->collectives
            ? g_new0 (Sum, (gsize) refrain_trace_get_n_communicators (job->trace) * N_FLOWS)
            : NULL;
  Count count = { (guint) item, slots, cells, sums };
  Row *row = &job->matrix->rows[item];

  memset (slots, 0xff, n_slots * sizeof *slots);
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      count_sends (job, ops, refrain_process_find_op (process, thread, job->start),
                   thread->first_op + thread->n_ops, &count);
    }
  if (job->collectives)
    spread_collectives (job, &count);
  g_array_sort (cells, compare_cells);
  row->n = cells->len;
  row->cells = (RefrainMatrixCell *) g_array_free (g_steal_pointer (&cells), FALSE);
}

static void
find_largest (RefrainMatrix *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    for (gsize k = 0; k < self->rows[i].n; k++)
      {
        self->max_count = MAX (self->max_count, self->rows[i].cells[k].count);
        self->max_bytes = MAX (self->max_bytes, self->rows[i].cells[k].bytes);
      }
}

static RefrainMatrix *
count_all (RefrainTrace *trace,
           RefrainOpSet *ops,
           gboolean collectives,
           RefrainTime start,
           RefrainTime end,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (RefrainMatrix) self = NULL;
  Job job;

  self = g_object_new (REFRAIN_TYPE_MATRIX, NULL);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->rows = g_new0 (Row, self->n_processes);
  job = (Job){ self, trace, ops, collectives, start, end, cancellable };
  refrain_parallel_run (self->n_processes, count_process, &job, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  find_largest (self);
  return g_steal_pointer (&self);
}

RefrainMatrix *
refrain_matrix_new_from_rows (GPtrArray *rows)
{
  RefrainMatrix *self = g_object_new (REFRAIN_TYPE_MATRIX, NULL);

  self->n_processes = rows->len;
  self->rows = g_new0 (Row, self->n_processes);
  for (guint i = 0; i < self->n_processes; i++)
    {
      GArray *cells = g_array_copy (rows->pdata[i]);

      g_array_sort (cells, compare_cells);
      self->rows[i].n = cells->len;
      self->rows[i].cells = (RefrainMatrixCell *) g_array_free (cells, FALSE);
    }
  find_largest (self);
  return self;
}

RefrainMatrix *
refrain_matrix_new (RefrainTrace *trace,
                    RefrainTime start,
                    RefrainTime end,
                    GCancellable *cancellable,
                    GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  return count_all (trace, NULL, FALSE, start, end, cancellable, error);
}

RefrainMatrix *
refrain_matrix_new_for_ops (RefrainTrace *trace,
                            RefrainOpSet *ops,
                            RefrainTime start,
                            RefrainTime end,
                            GCancellable *cancellable,
                            GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (ops != NULL, NULL);
  return count_all (trace, ops, FALSE, start, end, cancellable, error);
}

RefrainMatrix *
refrain_matrix_new_with_collectives (RefrainTrace *trace,
                                     RefrainOpSet *ops,
                                     RefrainTime start,
                                     RefrainTime end,
                                     GCancellable *cancellable,
                                     GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  return count_all (trace, ops, TRUE, start, end, cancellable, error);
}

guint
refrain_matrix_get_n_processes (RefrainMatrix *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX (self), 0);
  return self->n_processes;
}

const RefrainMatrixCell *
refrain_matrix_get_row (RefrainMatrix *self, guint source, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX (self), NULL);
  g_return_val_if_fail (source < self->n_processes, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->rows[source].n;
  return self->rows[source].cells;
}

void
refrain_matrix_get (
    RefrainMatrix *self, guint source, guint destination, guint64 *count, guint64 *bytes)
{
  const Row *row;
  gsize at;

  g_return_if_fail (REFRAIN_IS_MATRIX (self));
  g_return_if_fail (source < self->n_processes);

  row = &self->rows[source];
  at = REFRAIN_LOWER_BOUND (i, 0, row->n, row->cells[i].destination < destination);
  *count = *bytes = 0;
  if (at < row->n && row->cells[at].destination == destination)
    {
      *count = row->cells[at].count;
      *bytes = row->cells[at].bytes;
    }
}

void
refrain_matrix_get_total (RefrainMatrix *self, guint64 *count, guint64 *bytes)
{
  g_return_if_fail (REFRAIN_IS_MATRIX (self));
  g_return_if_fail (count != NULL && bytes != NULL);

  *count = 0;
  *bytes = 0;
  for (guint i = 0; i < refrain_matrix_get_n_processes (self); i++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (self, i, &n);

      for (gsize j = 0; j < n; j++)
        {
          *count += cells[j].count;
          *bytes += cells[j].bytes;
        }
    }
}

guint64
refrain_matrix_get_max_count (RefrainMatrix *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX (self), 0);
  return self->max_count;
}

guint64
refrain_matrix_get_max_bytes (RefrainMatrix *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX (self), 0);
  return self->max_bytes;
}
