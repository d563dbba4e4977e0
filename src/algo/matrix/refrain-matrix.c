/* refrain-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process' sends are counted by itself, on all cores, in a slot for each peer.
 */
#include "refrain-matrix.h"

#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-trace-shares.h"

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
  guint64 max_count, max_bytes;
};

REFRAIN_DEFINE_OBJECT (RefrainMatrix, refrain_matrix)

static void
refrain_matrix_finalize (RefrainMatrix *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    g_free (self->rows[i].cells);
  g_free (self->rows);
}

/* ---- What of a cell is looked at ---- */

const char *const refrain_matrix_metrics[REFRAIN_N_MATRIX_METRICS + 1] = {
  [REFRAIN_MATRIX_MESSAGES] = "messages", [REFRAIN_MATRIX_BYTES] = "bytes",
  [REFRAIN_MATRIX_TIME] = "time",         [REFRAIN_MATRIX_MEAN_SIZE] = "mean-size",
  [REFRAIN_MATRIX_WAITING] = "waiting",
};

double
refrain_matrix_cell_get_value (const RefrainMatrixCell *cell, RefrainMatrixMetric metric)
{
  switch (metric)
    {
    case REFRAIN_MATRIX_BYTES:
    case REFRAIN_MATRIX_WAITING:
      return (double) cell->bytes;
    case REFRAIN_MATRIX_TIME:
      return (double) cell->time;
    case REFRAIN_MATRIX_MEAN_SIZE:
      return cell->count > 0 ? (double) cell->bytes / (double) cell->count : 0;
    case REFRAIN_MATRIX_MESSAGES:
    default:
      return (double) cell->count;
    }
}

/* ---- Counting ---- */

typedef struct
{
  RefrainMatrix *matrix;
  RefrainTrace *trace;
  RefrainOpSet *ops;    /* NULL: all */
  gboolean collectives; /* also what collective operations send */
  gboolean times;
  RefrainMessageFilter filter;
  const RefrainOps **columns; /* of each process, for times */
  const RefrainCalls **calls;
  RefrainTime **received; /* in a team: of each own process and operation, by other members' */
  RefrainTime start, end;
  GCancellable *cancellable;
} Job;

REFRAIN_DEFINE_COMPARE (compare_cells, RefrainMatrixCell, REFRAIN_RISING (destination))

/* What one process sends in all operations of one communicator that go one way. */
typedef struct
{
  guint64 count, bytes;
} Sum;

/* What is counted of one process. */
typedef struct
{
  guint process;
  guint32 *slots; /* of each peer, in cells; or REFRAIN_NONE */
  GArray *cells;
  Sum *sums; /* REFRAIN_N_FLOWS of each communicator; NULL without collectives */
} Count;

/* Gives the cell, which is valid until the next. */
static RefrainMatrixCell *
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
  return cell;
}

/* When operation @op of @process and its call are over. */
static RefrainTime
get_end (gpointer data, guint process, gsize op)
{
  const Job *job = data;
  const RefrainOps *ops = job->columns[process];
  const guint32 call = ops->call[op];

  return call != REFRAIN_NONE ? MAX (ops->time[op], job->calls[process]->end[call]) : ops->time[op];
}

static void
set_received (gpointer data, guint process, gsize op, RefrainTime time)
{
  const Job *job = data;

  job->received[process][op] = time;
}

/* From the call of send @op of @process to the end of its receive; 0 where nobody receives it, or
 * clocks say that it went back. */
static guint64
get_time (Job *job, guint process, gsize op)
{
  const RefrainOps *ops = job->columns[process];
  const guint32 other = ops->partner[op], call = ops->call[op];
  RefrainTime start, end;

  if (other == REFRAIN_NONE)
    return 0;
  start = call != REFRAIN_NONE ? job->calls[process]->start[call] : ops->time[op];
  end = refrain_shares_own (refrain_trace_get_shares (job->trace), (guint) ops->peer[op])
            ? get_end (job, (guint) ops->peer[op], other)
            : job->received[process][op];
  return (guint64) MAX (end - start, 0);
}

/* ---- Collective operations ---- */

/* Rooted operations that end at one process are counted at once, others by communicator first: each
 * goes to as many processes as that has. */
static void
count_collective (const Job *job, const RefrainOps *ops, gsize row, Count *count)
{
  const RefrainFlow flow = refrain_collective_get_flow ((RefrainCollective) ops->tag[row]);
  const gint32 root = ops->peer[row];

  if (flow == REFRAIN_FLOW_NONE || flow == REFRAIN_FLOW_MEET || ops->bytes[row] == 0
      || ops->comm[row] >= refrain_trace_get_n_communicators (job->trace))
    return;
  if (flow == REFRAIN_FLOW_TO_ROOT)
    {
      if (root >= 0 && (guint) root < job->matrix->n_processes && (guint) root != count->process)
        count_sent (count, root, 1, ops->bytes[row]);
    }
  else if (flow != REFRAIN_FLOW_FROM_ROOT || root == (gint32) count->process)
    {
      Sum *sum = &count->sums[(gsize) ops->comm[row] * REFRAIN_N_FLOWS + flow];

      sum->count++;
      sum->bytes += ops->bytes[row];
    }
}

/* A process that sends to @members, of which it is one unless they are another group, sends as much
 * to each. */
static void
spread (
    const Job *job, const Sum *sum, RefrainFlow flow, const gint32 *members, gsize n, Count *count)
{
  gboolean behind = flow != REFRAIN_FLOW_TO_LATER;

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
      for (guint flow = 0; flow < REFRAIN_N_FLOWS; flow++)
        {
          const Sum *sum = &count->sums[(gsize) c * REFRAIN_N_FLOWS + flow];

          if (sum->count > 0 && !refrain_communicator_is_self (comm))
            spread (job, sum, flow, members, n, count);
        }
    }
}

/* Adds the sends of rows [first, last) that are not later than the window's end. */
static void
count_sends (Job *job, const RefrainOps *ops, gsize first, gsize last, Count *count)
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
          && (guint) ops->peer[i] < job->matrix->n_processes
          && refrain_message_filter_passes (&job->filter, ops, i))
        {
          RefrainMatrixCell *cell = count_sent (count, ops->peer[i], 1, ops->bytes[i]);

          if (job->times)
            cell->time += get_time (job, count->process, i);
        }
    }
}

static void
count_process (gsize item, gpointer data)
{
  Job *job = data;
  RefrainProcess *process = refrain_trace_get_process (job->trace, item);
  const RefrainOps *ops = refrain_process_get_ops (process);
  gsize n_slots = job->matrix->n_processes;
  g_autofree guint32 *slots = g_new (guint32, n_slots);
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
  g_autofree Sum *sums
      = job->collectives
            ? g_new0 (Sum, (gsize) refrain_trace_get_n_communicators (job->trace) * REFRAIN_N_FLOWS)
            : NULL;
  Count count = { (guint) item, slots, cells, sums };
  Row *row = &job->matrix->rows[item];

  if (!refrain_shares_own (refrain_trace_get_shares (job->trace), (guint) item))
    return;
  refrain_fill (slots, 0xff, n_slots * sizeof *slots);
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

/* With the team: the rows of all members' processes. */
static void
gather_rows (RefrainMatrix *self, const RefrainShares *shares)
{
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;
  guint64 n;

  for (guint32 p = shares->first[shares->team->me]; p < shares->first[shares->team->me + 1]; p++)
    {
      n = self->rows[p].n;
      REFRAIN_PARCEL_PUT (mine, n);
      g_byte_array_append (mine, (const guint8 *) self->rows[p].cells,
                           (guint) (n * sizeof (RefrainMatrixCell)));
    }
  all = refrain_team_gather (shares->team, mine->data, mine->len);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      RefrainParcel parcel = refrain_parcel_open (all, m);

      for (guint p = shares->first[m]; p < shares->first[m + 1]; p++)
        {
          refrain_parcel_take (&parcel, &n, sizeof n);
          g_free (self->rows[p].cells);
          self->rows[p] = (Row){ g_new (RefrainMatrixCell, n), n };
          refrain_parcel_take (&parcel, self->rows[p].cells, n * sizeof (RefrainMatrixCell));
        }
    }
}

/* The columns that messages end in; asking for them checks what is mapped. With the team, if there
 * is one: when others receive what is sent. */
static void
find_columns (Job *job)
{
  const guint n = job->matrix->n_processes;

  if (refrain_trace_get_shares (job->trace) != NULL)
    job->received = g_new0 (RefrainTime *, (gsize) n + 1);
  job->columns = g_new (const RefrainOps *, (gsize) n + 1);
  job->calls = g_new (const RefrainCalls *, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    {

      job->columns[p] = refrain_trace_get_ops (job->trace, p);
      job->calls[p] = refrain_trace_get_calls (job->trace, p);
      if (job->received != NULL)
        job->received[p] = g_new0 (RefrainTime, job->columns[p]->n + 1);
    }
  refrain_trace_swap_ends (job->trace, get_end, set_received, job);
}

RefrainMatrix *
refrain_matrix_new_with (RefrainTrace *trace,
                         const RefrainMatrixOptions *options,
                         RefrainTime start,
                         RefrainTime end,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainMatrix) self = NULL;
  Job job = { .trace = trace, .start = start, .end = end, .cancellable = cancellable };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_MATRIX, NULL);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->rows = g_new0 (Row, self->n_processes);
  job.matrix = self;
  job.ops = options->ops;
  job.collectives = options->collectives;
  job.times = options->times;
  job.filter = options->filter != NULL ? *options->filter : REFRAIN_MESSAGE_FILTER_ALL;
  if (job.times)
    find_columns (&job);
  refrain_parallel_run (self->n_processes, count_process, &job, cancellable);
  g_free (job.columns);
  g_free (job.calls);
  for (guint p = 0; job.received != NULL && p < self->n_processes; p++)
    g_free (job.received[p]);
  g_free (job.received);
  if (refrain_trace_get_shares (trace) != NULL)
    gather_rows (self, refrain_trace_get_shares (trace));
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
  return refrain_matrix_new_with (trace, &(RefrainMatrixOptions){ 0 }, start, end, cancellable,
                                  error);
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
  return refrain_matrix_new_with (trace, &(RefrainMatrixOptions){ .ops = ops }, start, end,
                                  cancellable, error);
}

REFRAIN_GETTER (RefrainMatrix, refrain_matrix, guint, get_n_processes, self->n_processes)

const RefrainMatrixCell *
refrain_matrix_get_row (RefrainMatrix *self, guint source, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX (self), NULL);
  g_return_val_if_fail (source < self->n_processes, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->rows[source].n;
  return self->rows[source].cells;
}

const RefrainMatrixCell *
refrain_matrix_find (RefrainMatrix *self, guint source, guint destination)
{
  const Row *row;
  gsize at;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (self), NULL);
  g_return_val_if_fail (source < self->n_processes, NULL);

  row = &self->rows[source];
  at = REFRAIN_LOWER_BOUND (i, 0, row->n, row->cells[i].destination < destination);
  return at < row->n && row->cells[at].destination == destination ? &row->cells[at] : NULL;
}

void
refrain_matrix_get (
    RefrainMatrix *self, guint source, guint destination, guint64 *count, guint64 *bytes)
{
  const RefrainMatrixCell *cell = refrain_matrix_find (self, source, destination);

  *count = cell != NULL ? cell->count : 0;
  *bytes = cell != NULL ? cell->bytes : 0;
}

void
refrain_matrix_get_sums (RefrainMatrix *self, RefrainMatrixCell *sent, RefrainMatrixCell *received)
{
  g_return_if_fail (REFRAIN_IS_MATRIX (self));

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainMatrixCell empty = { .destination = p };

      if (sent != NULL)
        sent[p] = empty;
      if (received != NULL)
        received[p] = empty;
    }
  for (guint p = 0; p < self->n_processes; p++)
    for (gsize k = 0; k < self->rows[p].n; k++)
      {
        const RefrainMatrixCell *cell = &self->rows[p].cells[k];
        RefrainMatrixCell *sums[] = { sent != NULL ? &sent[p] : NULL,
                                      received != NULL && cell->destination < self->n_processes
                                          ? &received[cell->destination]
                                          : NULL };

        for (guint s = 0; s < G_N_ELEMENTS (sums); s++)
          if (sums[s] != NULL)
            {
              sums[s]->count += cell->count;
              sums[s]->bytes += cell->bytes;
              sums[s]->time += cell->time;
            }
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

REFRAIN_GETTER (RefrainMatrix, refrain_matrix, guint64, get_max_count, self->max_count)
REFRAIN_GETTER (RefrainMatrix, refrain_matrix, guint64, get_max_bytes, self->max_bytes)

/* ---- Parts ---- */

RefrainMatrix *
refrain_matrix_new_part (RefrainMatrix *self, const guint32 *processes, gsize n_part)
{
  const guint n = refrain_matrix_get_n_processes (self);
  g_autofree guint32 *place = g_new (guint32, n + 1);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  refrain_fill (place, 0xff, n * sizeof *place);
  for (gsize i = 0; i < n_part; i++)
    if (processes[i] < n)
      place[processes[i]] = (guint32) i;
  for (gsize i = 0; i < n_part; i++)
    {
      GArray *row = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
      const RefrainMatrixCell *cells = NULL;
      gsize n_cells = 0;

      if (processes[i] < n)
        cells = refrain_matrix_get_row (self, processes[i], &n_cells);
      for (gsize k = 0; k < n_cells; k++)
        {
          RefrainMatrixCell cell = cells[k];

          cell.destination = place[cell.destination];
          if (cell.destination != G_MAXUINT32)
            g_array_append_val (row, cell);
        }
      g_ptr_array_add (rows, row);
    }
  return refrain_matrix_new_from_rows (rows);
}

RefrainMatrix *
refrain_matrix_new_of_members (RefrainMatrix *self, RefrainCommunicator *communicator)
{
  gsize n;
  const gint32 *members = refrain_communicator_get_members (communicator, &n);

  /* Unknown ones are negative, and so beyond all processes. */
  return refrain_matrix_new_part (self, (const guint32 *) members, n);
}
