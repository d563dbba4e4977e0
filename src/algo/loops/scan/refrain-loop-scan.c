/* refrain-loop-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First marks what leads to the construct: loops around it and uses of definitions that hold it.
 * Then runs these alone, and evaluates positions as polynomials in their indices.
 */
#include "refrain-loop-scan.h"

#include "refrain-error.h"
#include "refrain-free.h"

/* Loops and uses around a construct, one in the other. */
#define MAX_NEST 2000

struct _RefrainLoopScan
{
  RefrainLoopModel *model;
  const RefrainConstruct *constructs;
  guint32 n_constructs;
  guint32 target;
  gsize n;              /* processes */
  GPtrArray *positions; /* of each */
  guint8 *leads;        /* of each construct: whether the target is it or lies in it */
  guint32 nest;         /* the deepest run of bodies to the target */
  GHashTable *starts;   /* of a use, or the target: RefrainPolynomial *[n] */
};

/* Marks the constructs around @at, and the uses of the definition among them. @nest: of each
 * construct, how deep below it the target lies. */
static void
mark_around (RefrainLoopScan *self, guint32 at, GArray *uses, guint32 *nest)
{
  guint32 depth = nest[at];

  for (;;)
    {
      guint32 parent = self->constructs[at].parent;

      self->leads[at] = TRUE;
      nest[at] = MAX (nest[at], depth);
      self->nest = MAX (self->nest, depth);
      if (self->constructs[at].kind == REFRAIN_CONSTRUCT_DEFINITION)
        for (guint i = 0; i < uses->len; i++)
          {
            guint32 use = g_array_index (uses, guint32, i);

            if (self->constructs[use].what == at)
              nest[use] = MAX (nest[use], depth + 1);
          }
      if (parent == REFRAIN_NONE)
        return;
      at = parent;
      depth++;
    }
}

static void
mark (RefrainLoopScan *self)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *nest = g_new0 (guint32, self->n_constructs);

  for (guint32 i = self->target; i < self->n_constructs; i++)
    if (self->constructs[i].kind == REFRAIN_CONSTRUCT_USE)
      g_array_append_val (uses, i);
  mark_around (self, self->target, uses, nest);
  /* Uses stand behind their definitions: one way through finds all. */
  for (guint i = 0; i < uses->len; i++)
    {
      guint32 use = g_array_index (uses, guint32, i);

      if (self->leads[self->constructs[use].what])
        mark_around (self, use, uses, nest);
    }
}

static void
free_polynomials (gpointer data)
{
  RefrainPolynomial **polynomials = data;

  for (gsize i = 0; polynomials[i] != NULL; i++)
    refrain_polynomial_free (polynomials[i]);
  g_free (polynomials);
}

/* Where @construct begins for each process; NULL-terminated. */
static RefrainPolynomial **
get_starts (RefrainLoopScan *self, guint32 construct)
{
  RefrainPolynomial **starts = g_hash_table_lookup (self->starts, GUINT_TO_POINTER (construct));

  if (starts != NULL)
    return starts;
  starts = g_new0 (RefrainPolynomial *, self->n + 1);
  g_hash_table_insert (self->starts, GUINT_TO_POINTER (construct), starts);
  for (gsize i = 0; i < self->n; i++)
    {
      starts[i] = refrain_loop_positions_get_start (self->positions->pdata[i], construct);
      if (starts[i] == NULL)
        return NULL;
    }
  return starts;
}

static gboolean
find_starts (RefrainLoopScan *self, GError **error)
{
  for (guint32 i = 0; i < self->n_constructs; i++)
    if (self->leads[i] && (i == self->target || self->constructs[i].kind == REFRAIN_CONSTRUCT_USE)
        && get_starts (self, i) == NULL)
      {
        g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
                             "The positions in this loop are polynomials of too many terms.");
        return FALSE;
      }
  return TRUE;
}

RefrainLoopScan *
refrain_loop_scan_new (
    RefrainLoopModel *model, guint32 construct, const guint32 *processes, gsize n, GError **error)
{
  g_autoptr (RefrainLoopScan) self = g_new0 (RefrainLoopScan, 1);

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self->model = g_object_ref (model);
  self->constructs = refrain_loop_model_get_constructs (model, &self->n_constructs);
  self->target = construct;
  self->starts = g_hash_table_new_full (NULL, NULL, NULL, free_polynomials);
  self->n = n;
  g_return_val_if_fail (construct < self->n_constructs, NULL);
  for (gsize i = 0; i < n; i++)
    if (!refrain_loop_model_covers (model, construct, processes[i]))
      {
        g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                     "process %u takes no part in construct %u", processes[i], construct + 1);
        return NULL;
      }
  self->positions = refrain_loop_positions_find_all (model, processes, n, error);
  if (self->positions == NULL)
    return NULL;
  self->leads = g_new0 (guint8, self->n_constructs);
  mark (self);
  if (self->nest > MAX_NEST)
    {
      g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
                           "loops and definitions are nested too deep to be scanned");
      return NULL;
    }
  return find_starts (self, error) ? g_steal_pointer (&self) : NULL;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_scan_free,
                             RefrainLoopScan,
                             g_clear_pointer (&x->positions, g_ptr_array_unref);
                             g_hash_table_unref (x->starts);
                             g_free (x->leads);
                             g_object_unref (x->model))

const RefrainLoopPositions *
refrain_loop_scan_get_positions (const RefrainLoopScan *self, gsize i)
{
  g_return_val_if_fail (i < self->n, NULL);
  return self->positions->pdata[i];
}

/* ---- Running ------------------------------------------------------------------------------------
 */

typedef struct
{
  RefrainLoopScan *scan;
  gboolean iterations;
  RefrainLoopScanFunc func;
  gpointer data;
  GArray *index; /* of gint64: those of all frames, one after the other */
  RefrainLoopSpan *spans;
  RefrainPolynomial **inner; /* where iterations of the target begin */
} Run;

/* A definition being run, or the whole model. */
typedef struct
{
  guint first;         /* of its indices in the run's */
  const guint64 *base; /* where it begins, for each process */
} Frame;

static gboolean
evaluate (const Run *run, const Frame *frame, const RefrainPolynomial *polynomial, guint64 *value)
{
  gint64 number = 0;
  const gint64 *index = REFRAIN_AT_INDEX (run->index, gint64, frame->first);

  if (!refrain_polynomial_evaluate (polynomial, index, &number) || number < 0)
    return FALSE;
  *value = (guint64) number;
  return TRUE;
}

static gboolean
tell (Run *run, guint64 iteration)
{
  return run->func ((const gint64 *) (gpointer) run->index->data, run->index->len, iteration,
                    run->spans, run->data);
}

static gboolean
tell_iterations (Run *run, const Frame *frame)
{
  RefrainLoopScan *scan = run->scan;
  const RefrainConstruct *loop = &scan->constructs[scan->target];
  gint64 count = refrain_loop_model_evaluate (scan->model, REFRAIN_CONSTRUCT_COUNT (loop),
                                              REFRAIN_AT_INDEX (run->index, gint64, frame->first));
  g_autofree guint64 *begin = g_new (guint64, scan->n + 1);
  guint last = run->index->len;
  gboolean goes_on = TRUE;

  for (gsize i = 0; i < scan->n; i++)
    begin[i] = run->spans[i].first;
  g_array_set_size (run->index, last + 1);
  for (gint64 k = 1; k <= count && goes_on; k++)
    {
      g_array_index (run->index, gint64, last) = k;
      for (gsize i = 0; i < scan->n && goes_on; i++)
        {
          guint64 offset = 0;

          goes_on = evaluate (run, frame, run->inner[i], &offset)
                    && evaluate (run, frame,
                                 refrain_loop_positions_get_iteration (scan->positions->pdata[i],
                                                                       scan->target),
                                 &run->spans[i].n);
          run->spans[i].first = begin[i] + offset;
        }
      goes_on = goes_on && tell (run, (guint64) k);
    }
  g_array_set_size (run->index, last);
  return goes_on;
}

static gboolean
tell_occurrence (Run *run, const Frame *frame)
{
  RefrainLoopScan *scan = run->scan;
  RefrainPolynomial **starts = get_starts (scan, scan->target);

  for (gsize i = 0; i < scan->n; i++)
    {
      if (!evaluate (run, frame, starts[i], &run->spans[i].first)
          || !evaluate (run, frame,
                        refrain_loop_positions_get_length (scan->positions->pdata[i], scan->target),
                        &run->spans[i].n))
        return FALSE;
      run->spans[i].first += frame->base[i];
    }
  return tell (run, 0) && (!run->iterations || tell_iterations (run, frame));
}

static gboolean run_body (Run *run, const Frame *frame, guint32 at, guint32 end);

static gboolean
run_use (Run *run, const Frame *frame, guint32 use)
{
  RefrainLoopScan *scan = run->scan;
  const RefrainConstruct *definition = &scan->constructs[scan->constructs[use].what];
  RefrainPolynomial **starts = get_starts (scan, use);
  g_autofree guint64 *base = g_new (guint64, scan->n + 1);
  Frame inner = { run->index->len, base };

  for (gsize i = 0; i < scan->n; i++)
    {
      if (!evaluate (run, frame, starts[i], &base[i]))
        return FALSE;
      base[i] += frame->base[i];
    }
  return run_body (run, &inner, scan->constructs[use].what + 1, definition->end);
}

static gboolean
run_loop (Run *run, const Frame *frame, guint32 loop)
{
  RefrainLoopScan *scan = run->scan;
  const RefrainConstruct *construct = &scan->constructs[loop];
  gint64 count = refrain_loop_model_evaluate (scan->model, REFRAIN_CONSTRUCT_COUNT (construct),
                                              REFRAIN_AT_INDEX (run->index, gint64, frame->first));
  guint last = run->index->len;
  gboolean goes_on = TRUE;

  g_array_set_size (run->index, last + 1);
  for (gint64 k = 1; k <= count && goes_on; k++)
    {
      g_array_index (run->index, gint64, last) = k;
      goes_on = run_body (run, frame, loop + 1, construct->end);
    }
  g_array_set_size (run->index, last);
  return goes_on;
}

static gboolean
run_body (Run *run, const Frame *frame, guint32 at, guint32 end)
{
  RefrainLoopScan *scan = run->scan;

  for (; at < end; at = scan->constructs[at].end)
    {
      gboolean goes_on = TRUE;

      if (!scan->leads[at])
        continue;
      if (at == scan->target)
        goes_on = tell_occurrence (run, frame);
      else if (scan->constructs[at].kind == REFRAIN_CONSTRUCT_LOOP)
        goes_on = run_loop (run, frame, at);
      else if (scan->constructs[at].kind == REFRAIN_CONSTRUCT_USE)
        goes_on = run_use (run, frame, at);
      if (!goes_on)
        return FALSE;
    }
  return TRUE;
}

gboolean
refrain_loop_scan_run (RefrainLoopScan *self,
                       gboolean iterations,
                       RefrainLoopScanFunc func,
                       gpointer data)
{
  g_autofree guint64 *base = g_new0 (guint64, self->n + 1);
  g_autofree RefrainLoopSpan *spans = g_new0 (RefrainLoopSpan, self->n + 1);
  RefrainPolynomial **inner = g_new0 (RefrainPolynomial *, self->n + 1);
  g_autoptr (GArray) index = g_array_new (FALSE, TRUE, sizeof (gint64));
  gboolean is_loop = self->constructs[self->target].kind == REFRAIN_CONSTRUCT_LOOP;
  Run run = { self, iterations && is_loop, func, data, index, spans, inner };
  Frame top = { 0, base };
  gboolean whole = TRUE;

  for (gsize i = 0; i < self->n && run.iterations; i++)
    {
      inner[i]
          = refrain_loop_positions_get_iteration_offset (self->positions->pdata[i], self->target);
      whole = whole && inner[i] != NULL;
    }
  whole = whole && run_body (&run, &top, 0, self->n_constructs);
  for (gsize i = 0; i < self->n; i++)
    refrain_polynomial_free (inner[i]);
  g_free (inner);
  return whole;
}

/* ---- What stands there --------------------------------------------------------------------------
 */

static gint64
get_duration (RefrainTrace *trace, RefrainProcess *process, const RefrainOps *ops, guint32 op)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  guint32 call = ops->call[op];

  if (call != REFRAIN_NONE
      && refrain_trace_get_routine_kind (trace, calls->routine[call]) != REFRAIN_ROUTINE_USER)
    return calls->end[call] - calls->start[call];
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && ops->record[op] != REFRAIN_NONE)
    return ops->time[op] - refrain_process_get_records (process)->time[ops->record[op]];
  return 0;
}

gboolean
refrain_loop_events_get_value (RefrainLoopEvents *events,
                               guint process,
                               guint64 position,
                               RefrainLoopValue value,
                               gint64 *number)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);
  RefrainProcess *traced;
  const RefrainOps *ops;
  guint32 op;

  if (trace == NULL || stream->op == NULL || position >= stream->n)
    return FALSE;
  op = stream->op[position];
  traced = refrain_trace_get_process (trace, process);
  ops = refrain_process_get_ops (traced);
  if (op >= ops->n)
    return FALSE;
  *number = value == REFRAIN_LOOP_VALUE_TIME    ? ops->time[op]
            : value == REFRAIN_LOOP_VALUE_BYTES ? (gint64) MIN (ops->bytes[op], G_MAXINT64)
                                                : get_duration (trace, traced, ops, op);
  return TRUE;
}
