/* refrain-loop-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop whose body is each time the same is gone through once and counted times its iterations;
 * bytes are fetched from the trace.
 */
#include "refrain-loop-matrix.h"

#include "refrain-loop-scan.h"

/* Between two looks at the cancellable. */
#define STEPS_PER_CHECK 65536

/* Which part of the model is gone through, and how often each definition is run in it. */
typedef enum
{
  OUTSIDE, /* of the construct that is looked at */
  INSIDE,
  N_PARTS
} Part;

typedef struct
{
  RefrainLoopModel *model;
  const RefrainConstruct *constructs;
  guint32 n;
  guint32 target, target_end; /* what is looked at, of one body; or REFRAIN_NONE: everything */
  const RefrainLoopShape *shapes;
  guint n_processes;
  GHashTable **rows; /* of each source: destination to RefrainMatrixCell * */
  guint64 *runs[N_PARTS];
  gboolean *varies; /* of a loop: whether a count or a peer in its body depends on its index */
  gint64 *index;
  GCancellable *cancellable;
  guint64 steps;
} Counting;

static RefrainMatrixCell *
get_cell (Counting *self, guint source, gint64 destination)
{
  RefrainMatrixCell *cell;

  if (destination < 0 || destination >= self->n_processes)
    return NULL;
  cell = g_hash_table_lookup (self->rows[source], GUINT_TO_POINTER ((guint) destination));
  if (cell == NULL)
    {
      cell = g_new0 (RefrainMatrixCell, 1);
      cell->destination = (guint32) destination;
      g_hash_table_insert (self->rows[source], GUINT_TO_POINTER ((guint) destination), cell);
    }
  return cell;
}

/* ---- Counts -------------------------------------------------------------------------------------
 */

/* Whether a count or a peer in [at, end) depends on the index of @depth. */
static gboolean
depends (Counting *self, guint32 at, guint32 end, guint32 depth)
{
  for (; at < end; at++)
    {
      const RefrainConstruct *construct = &self->constructs[at];
      const RefrainAffine *number = &construct->number[0];
      const RefrainAffineTerm *terms;

      if (construct->kind != REFRAIN_CONSTRUCT_LOOP && construct->kind != REFRAIN_CONSTRUCT_EVENT)
        continue;
      terms = refrain_loop_model_get_affine_terms (self->model, number);
      for (guint32 i = 0; i < number->n; i++)
        if (terms[i].depth == depth)
          return TRUE;
    }
  return FALSE;
}

static gboolean count_body (Counting *self, Part part, guint32 at, guint32 end, guint64 times);

/* A loop whose body is each time the same is gone through once. */
static gboolean
count_loop (Counting *self, Part part, guint32 loop, guint64 times)
{
  const RefrainConstruct *construct = &self->constructs[loop];
  gint64 count
      = refrain_loop_model_evaluate (self->model, REFRAIN_CONSTRUCT_COUNT (construct), self->index);

  if (count <= 0)
    return TRUE;
  self->index[construct->depth] = 1;
  if (!self->varies[loop])
    return count_body (self, part, loop + 1, construct->end, times * (guint64) count);
  for (gint64 k = 1; k <= count; k++)
    {
      self->index[construct->depth] = k;
      if (!count_body (self, part, loop + 1, construct->end, times))
        return FALSE;
    }
  return TRUE;
}

static void
count_event (Counting *self, const RefrainConstruct *event, guint64 times)
{
  RefrainMatrixCell *cell;

  if (self->shapes[event->what].kind != REFRAIN_LOOP_SEND)
    return;
  cell = get_cell (
      self, event->process,
      refrain_loop_model_evaluate (self->model, REFRAIN_CONSTRUCT_PEER (event), self->index));
  if (cell != NULL)
    cell->count += times;
}

/* Constructs [at, end) of one body, run @times. FALSE when cancelled. */
static gboolean
count_body (Counting *self, Part part, guint32 at, guint32 end, guint64 times)
{
  for (; at < end; at = self->constructs[at].end)
    {
      const RefrainConstruct *construct = &self->constructs[at];
      Part inner = at >= self->target && at < self->target_end ? INSIDE : part;

      if (++self->steps % STEPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (construct->kind == REFRAIN_CONSTRUCT_EVENT && inner == INSIDE)
        count_event (self, construct, times);
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        self->runs[inner][construct->what] += times;
      else if (construct->kind == REFRAIN_CONSTRUCT_LOOP && !count_loop (self, inner, at, times))
        return FALSE;
    }
  return TRUE;
}

/* The run itself, then the definitions from the last on: what one uses stands before it. */
static gboolean
count_messages (Counting *self)
{
  Part whole = self->target == REFRAIN_NONE ? INSIDE : OUTSIDE;
  g_autoptr (GArray) definitions = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n; i++)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_LOOP)
      self->varies[i] = depends (self, i + 1, self->constructs[i].end, self->constructs[i].depth);
    else if (self->constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
      g_array_append_val (definitions, i);
  if (!count_body (self, whole, 0, self->n, 1))
    return FALSE;
  for (guint k = definitions->len; k-- > 0;)
    {
      guint32 i = g_array_index (definitions, guint32, k);

      for (Part part = OUTSIDE; part < N_PARTS; part++)
        if (self->runs[part][i] > 0
            && !count_body (self, i == self->target ? INSIDE : part, i + 1, self->constructs[i].end,
                            self->runs[part][i]))
          return FALSE;
    }
  return TRUE;
}

/* ---- Bytes --------------------------------------------------------------------------------------
 */

typedef struct
{
  Counting *counting;
  guint process;
  const RefrainLoopStream *stream;
  const RefrainLoopEvent *events;
  const RefrainOps *ops;
} Summing;

/* Adds the bytes of an occurrence; used for the whole stream, too. */
static gboolean
add_bytes (const gint64 *index,
           guint32 n_index,
           guint64 iteration,
           const RefrainLoopSpan *span,
           gpointer data)
{
  Summing *summing = data;
  Counting *counting = summing->counting;
  guint64 end = MIN (span->first + span->n, summing->stream->n);

  for (guint64 i = span->first; i < end; i++)
    {
      const RefrainLoopEvent *event = &summing->events[summing->stream->event[i]];
      guint32 op = summing->stream->op[i];
      RefrainMatrixCell *cell;

      if (++counting->steps % STEPS_PER_CHECK == 0
          && g_cancellable_is_cancelled (counting->cancellable))
        return FALSE;
      if (counting->shapes[event->shape].kind != REFRAIN_LOOP_SEND || op >= summing->ops->n)
        continue;
      cell = get_cell (counting, summing->process, event->peer);
      if (cell != NULL)
        cell->bytes += summing->ops->bytes[op];
    }
  return TRUE;
}

/* Adds those of all occurrences of @construct. */
static gboolean
sum_construct (Summing *self, guint32 construct)
{
  g_autoptr (RefrainLoopScan) scan
      = refrain_loop_scan_new (self->counting->model, construct, &self->process, 1, NULL);

  return scan != NULL && refrain_loop_scan_run (scan, FALSE, add_bytes, self);
}

/* FALSE where there is no trace to fetch them from, or no position. */
static gboolean
sum_bytes (Counting *self)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (self->model);
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  guint32 n;

  if (trace == NULL)
    return FALSE;
  for (guint p = 0; p < self->n_processes; p++)
    {
      Summing summing
          = { self, p, refrain_loop_events_get_stream (events, p),
              refrain_loop_events_get_events (events, &n), refrain_trace_get_ops (trace, p) };
      RefrainLoopSpan all = { 0, summing.stream->n };

      if (self->target == REFRAIN_NONE)
        {
          if (!add_bytes (NULL, 0, 0, &all, &summing))
            return FALSE;
          continue;
        }
      for (guint32 at = self->target; at < self->target_end; at = self->constructs[at].end)
        if (refrain_loop_model_covers (self->model, at, p) && !sum_construct (&summing, at))
          return FALSE;
    }
  return TRUE;
}

/* ---- The matrix ---------------------------------------------------------------------------------
 */

static void
counting_init (Counting *self,
               RefrainLoopModel *model,
               guint32 target,
               guint32 target_end,
               GCancellable *cancellable)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n_shapes;

  *self = (Counting){
    .model = model, .target = target, .target_end = target_end, .cancellable = cancellable
  };
  self->constructs = refrain_loop_model_get_constructs (model, &self->n);
  self->shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  self->n_processes = refrain_loop_events_get_n_processes (events);
  self->rows = g_new (GHashTable *, self->n_processes);
  for (guint p = 0; p < self->n_processes; p++)
    self->rows[p] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (Part part = OUTSIDE; part < N_PARTS; part++)
    self->runs[part] = g_new0 (guint64, (gsize) self->n + 1);
  self->varies = g_new0 (gboolean, (gsize) self->n + 1);
  self->index = g_new0 (gint64, (gsize) refrain_loop_model_get_depth (model) + 1);
}

static void
counting_clear (Counting *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    g_hash_table_unref (self->rows[p]);
  g_free (self->rows);
  for (Part part = OUTSIDE; part < N_PARTS; part++)
    g_free (self->runs[part]);
  g_free (self->varies);
  g_free (self->index);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Counting, counting_clear)

RefrainMatrix *
refrain_loop_matrix_new (RefrainLoopModel *model,
                         guint32 construct,
                         gboolean *has_bytes,
                         GCancellable *cancellable,
                         GError **error)
{
  return refrain_loop_matrix_new_line (model, construct,
                                       construct == REFRAIN_NONE ? REFRAIN_NONE : construct + 1,
                                       has_bytes, cancellable, error);
}

RefrainMatrix *
refrain_loop_matrix_new_line (RefrainLoopModel *model,
                              guint32 first,
                              guint32 end,
                              gboolean *has_bytes,
                              GCancellable *cancellable,
                              GError **error)
{
  g_auto (Counting) counting;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gboolean summed;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  counting_init (&counting, model, first, end, cancellable);
  summed = count_messages (&counting) && sum_bytes (&counting);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (has_bytes != NULL)
    *has_bytes = summed;
  for (guint p = 0; p < counting.n_processes; p++)
    {
      GArray *row = g_array_new (FALSE, FALSE, sizeof (RefrainMatrixCell));
      GHashTableIter iter;
      gpointer value;

      g_ptr_array_add (rows, row);
      g_hash_table_iter_init (&iter, counting.rows[p]);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        {
          RefrainMatrixCell cell = *(const RefrainMatrixCell *) value;

          cell.bytes = summed ? cell.bytes : 0;
          g_array_append_val (row, cell);
        }
    }
  return refrain_matrix_new_from_rows (rows);
}
