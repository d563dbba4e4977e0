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
  RefrainOpSet *ops; /* NULL: all */
  RefrainTime start, end;
  GCancellable *cancellable;
} Job;

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const RefrainMatrixCell *x = a, *y = b;

  return x->destination < y->destination ? -1 : x->destination > y->destination;
}

/* What is counted of one process. */
typedef struct
{
  guint process;
  guint32 *slots; /* of each peer, in cells; or REFRAIN_NONE */
  GArray *cells;
} Count;

static void
count_send (Count *count, gint32 peer, guint64 bytes)
{
  RefrainMatrixCell *cell;

  if (count->slots[peer] == REFRAIN_NONE)
    {
      const RefrainMatrixCell empty = { .destination = (guint32) peer };

      count->slots[peer] = count->cells->len;
      g_array_append_val (count->cells, empty);
    }
  cell = &g_array_index (count->cells, RefrainMatrixCell, count->slots[peer]);
  cell->count++;
  cell->bytes += bytes;
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
      if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0
          && (guint) ops->peer[i] < job->matrix->n_processes)
        count_send (count, ops->peer[i], ops->bytes[i]);
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
  Count count = { (guint) item, slots, cells };
  Row *row = &job->matrix->rows[item];

  memset (slots, 0xff, n_slots * sizeof *slots);
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      count_sends (job, ops, refrain_process_find_op (process, thread, job->start),
                   thread->first_op + thread->n_ops, &count);
    }
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
  job = (Job){ self, trace, ops, start, end, cancellable };
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
  return count_all (trace, NULL, start, end, cancellable, error);
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
  return count_all (trace, ops, start, end, cancellable, error);
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
