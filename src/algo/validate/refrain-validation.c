/* refrain-validation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each check of each process is an item of parallel work. The first time over, they count; then it
 * is known whose violations are the first ones, and those checks run once more to keep them: memory
 * depends on what is kept, and the result on nothing but the trace.
 */
#include "config.h"

#include "refrain-validation.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-check.h"
#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-parallel.h"

/* NULL: no trace in memory can tell. */
static const RefrainCheckFunc checks[REFRAIN_N_CONSTRAINTS] = {
  [REFRAIN_CONSTRAINT_LEAF] = refrain_check_leaf,
  [REFRAIN_CONSTRAINT_INIT] = refrain_check_init,
  [REFRAIN_CONSTRAINT_FINALIZE] = refrain_check_finalize,
  [REFRAIN_CONSTRAINT_WAIT] = refrain_check_wait,
  [REFRAIN_CONSTRAINT_SAME_COLLECTIVE] = refrain_check_same_collective,
  [REFRAIN_CONSTRAINT_BARRIER] = refrain_check_barrier,
  [REFRAIN_CONSTRAINT_BARRIER_DATA] = refrain_check_barrier_data,
  [REFRAIN_CONSTRAINT_BCAST_SIZE] = refrain_check_size,
  [REFRAIN_CONSTRAINT_GATHER_BUFFER] = refrain_check_gather_buffer,
  [REFRAIN_CONSTRAINT_ALLGATHER_ROOT] = refrain_check_no_root,
  [REFRAIN_CONSTRAINT_ALLTOALL_ROOT] = refrain_check_no_root,
  [REFRAIN_CONSTRAINT_RECEIVER] = refrain_check_receiver,
  [REFRAIN_CONSTRAINT_BLOCKING_SEND] = refrain_check_blocking_send,
  [REFRAIN_CONSTRAINT_SYNCHRONOUS_SEND] = refrain_check_synchronous_send,
  [REFRAIN_CONSTRAINT_TEST] = refrain_check_test,
  [REFRAIN_CONSTRAINT_BCAST_ROOT] = refrain_check_root,
  [REFRAIN_CONSTRAINT_GATHER_SIZE] = refrain_check_size,
  [REFRAIN_CONSTRAINT_GATHER_ROOT] = refrain_check_root,
  [REFRAIN_CONSTRAINT_SCATTER_SIZE] = refrain_check_size,
  [REFRAIN_CONSTRAINT_REDUCE_SIZE] = refrain_check_size,
  [REFRAIN_CONSTRAINT_SEND_RECEIVED] = refrain_check_send_received,
  [REFRAIN_CONSTRAINT_RECEIVE_SENT] = refrain_check_receive_sent,
  [REFRAIN_CONSTRAINT_MESSAGE_ORDER] = refrain_check_message_order,
  [REFRAIN_CONSTRAINT_MESSAGE_SIZE] = refrain_check_message_size,
  [REFRAIN_CONSTRAINT_SAME_ROOT] = refrain_check_same_root,
  [REFRAIN_CONSTRAINT_MEMBER] = refrain_check_member,
  [REFRAIN_CONSTRAINT_AFTER_FINALIZE] = refrain_check_after_finalize,
};

struct _RefrainValidation
{
  GObject parent_instance;

  RefrainTrace *trace;
  GArray *violations; /* of RefrainViolation */
  guint64 count[REFRAIN_N_CONSTRAINTS];
  guint8 state[REFRAIN_N_CONSTRAINTS]; /* RefrainValidationState */
  gboolean has_init, has_finalize;
  guint64 n_backward; /* messages */
  RefrainTime clock_error;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainValidation, refrain_validation)

static void
refrain_validation_finalize (RefrainValidation *self)
{
  g_array_unref (self->violations);
  g_clear_object (&self->trace);
}

static void
refrain_validation_init (RefrainValidation *self)
{
  self->violations = g_array_new (FALSE, FALSE, sizeof (RefrainViolation));
}

/* ---- Counting, then keeping ---- */

typedef struct
{
  RefrainCheckInput input;
  guint n_checks;
  RefrainConstraint checks[REFRAIN_N_CONSTRAINTS];
  RefrainCheckSink *sinks; /* of check i and process p: i * n_processes + p */
  GCancellable *cancellable;
} Run;

static void
run_check (gsize item, gpointer data)
{
  Run *run = data;
  RefrainCheckSink *sink = &run->sinks[item];

  sink->n_seen = sink->n_broken = 0;
  checks[sink->constraint](&run->input, sink);
}

static void
keep_findings (gsize item, gpointer data)
{
  Run *run = data;

  if (run->sinks[item].quota > 0)
    run_check (item, data);
}

/* Whether the check has to run although nobody asked: the clocks of all others. */
static gboolean
is_needed (RefrainConstraint constraint)
{
  return constraint == REFRAIN_CONSTRAINT_MESSAGE_ORDER || constraint == REFRAIN_CONSTRAINT_BARRIER;
}

static void
list_checks (RefrainValidation *self, Run *run)
{
  const guint n = run->input.n_processes;

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    if (checks[i] != NULL
        && (self->state[i] != REFRAIN_VALIDATION_NOT_ASKED || is_needed ((RefrainConstraint) i)))
      run->checks[run->n_checks++] = (RefrainConstraint) i;
  run->sinks = g_new0 (RefrainCheckSink, (gsize) run->n_checks * n + 1);
  for (guint i = 0; i < run->n_checks; i++)
    for (guint p = 0; p < n; p++)
      run->sinks[(gsize) i * n + p] = (RefrainCheckSink){ .constraint = run->checks[i],
                                                          .process = p,
                                                          .cancellable = run->cancellable };
}

/* Sums up check @i, and gives the first processes room for what they found. */
static void
sum_up (RefrainValidation *self, Run *run, guint i)
{
  const RefrainConstraint constraint = run->checks[i];
  RefrainCheckSink *sinks = &run->sinks[(gsize) i * run->input.n_processes];
  const gboolean wanted = self->state[constraint] != REFRAIN_VALIDATION_NOT_ASKED;
  gsize room = refrain_constraint_get_info (constraint)->kind == REFRAIN_CONSTRAINT_TRACE
                   ? REFRAIN_MAX_VIOLATIONS
                   : 0;
  guint64 n_seen = 0, n_broken = 0;

  for (guint p = 0; p < run->input.n_processes; p++)
    {
      n_seen += sinks[p].n_seen;
      n_broken += sinks[p].n_broken;
      if (is_needed (constraint))
        self->clock_error = MAX (self->clock_error, sinks[p].most);
      if (!wanted)
        continue;
      sinks[p].quota = MIN (room, sinks[p].n_broken);
      room -= sinks[p].quota;
      if (sinks[p].quota > 0)
        sinks[p].kept = g_array_new (FALSE, FALSE, sizeof (RefrainViolation));
    }
  if (constraint == REFRAIN_CONSTRAINT_MESSAGE_ORDER)
    self->n_backward = n_broken;
  if (!wanted)
    return;
  self->count[constraint] = n_broken;
  if (self->state[constraint] == REFRAIN_VALIDATION_NOTHING && n_seen > 0)
    self->state[constraint] = n_broken > 0 ? REFRAIN_VALIDATION_BROKEN : REFRAIN_VALIDATION_HOLDS;
}

static gboolean
run_checks (RefrainValidation *self, Run *run)
{
  gsize n;

  list_checks (self, run);
  n = (gsize) run->n_checks * run->input.n_processes;
  if (!refrain_parallel_run (n, run_check, run, run->cancellable))
    return FALSE;
  for (guint i = 0; i < run->n_checks; i++)
    sum_up (self, run, i);
  if (!refrain_parallel_run (n, keep_findings, run, run->cancellable))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (run->sinks[i].kept != NULL)
      g_array_append_vals (self->violations, run->sinks[i].kept->data, run->sinks[i].kept->len);
  self->has_init = (run->input.does & REFRAIN_CALLS_INIT) != 0;
  self->has_finalize = (run->input.does & REFRAIN_CALLS_FINALIZE) != 0;
  return TRUE;
}

static void
run_clear (Run *run)
{
  const gsize n = (gsize) run->n_checks * run->input.n_processes;

  for (gsize i = 0; i < n && run->sinks != NULL; i++)
    g_clear_pointer (&run->sinks[i].kept, g_array_unref);
  g_clear_pointer (&run->sinks, g_free);
  refrain_check_input_clear (&run->input);
}

/* ---- Which event of its process a row is ---- */

/* Goes over each thread's tape and notes where the events of interest stand. */

typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  guint64 next, end;      /* on the tape */
  gsize call, op, record; /* the next of each */
  guint32 open;           /* the innermost call */
  guint64 ordinal;        /* of the next event */
  /* what the last step found */
  RefrainViolationTable table;
  gsize row;
  RefrainTime time;
  gboolean begins; /* a row, rather than ending a call */
} Walk;

static Walk
walk_new (RefrainProcess *process)
{
  return (Walk){ refrain_process_get_calls (process), refrain_process_get_ops (process),
                 refrain_process_get_records (process), refrain_process_get_tape (process),
                 .open = REFRAIN_NONE };
}

static void
walk_begin (Walk *self, const RefrainThread *thread)
{
  self->next = thread->first_tape;
  self->end = thread->first_tape + thread->n_tape;
  self->call = thread->first_call;
  self->op = thread->first_op;
  self->record = thread->first_record;
  self->open = REFRAIN_NONE;
}

static void
found (Walk *self, RefrainViolationTable table, gsize row, RefrainTime time, gboolean begins)
{
  self->table = table;
  self->row = row;
  self->time = time;
  self->begins = begins;
  self->ordinal++;
  self->next++;
}

/* A call ends. FALSE where none is open, which no trace has. */
static gboolean
close_call (Walk *self)
{
  if (self->open == REFRAIN_NONE)
    return FALSE;
  self->row = self->open;
  self->open = self->calls->parent[self->open];
  return TRUE;
}

/* Goes to the thread's next event of the source; its number is self->ordinal - 1. */
static gboolean
walk_next (Walk *self)
{
  for (; self->next < self->end; self->next++)
    switch (REFRAIN_TAPE_GET (self->tape, self->next))
      {
      case REFRAIN_TAPE_ENTER:
        self->open = (guint32) self->call++;
        found (self, REFRAIN_VIOLATION_CALL, self->open, self->calls->start[self->open], TRUE);
        return TRUE;
      case REFRAIN_TAPE_LEAVE:
        if (close_call (self))
          {
            found (self, REFRAIN_VIOLATION_CALL, self->row, self->calls->end[self->row], FALSE);
            return TRUE;
          }
        break;
      case REFRAIN_TAPE_OP:
        found (self, REFRAIN_VIOLATION_OP, self->op, self->ops->time[self->op], TRUE);
        self->op++;
        return TRUE;
      case REFRAIN_TAPE_RECORD:
        self->row = self->record++;
        if (self->records->kind[self->row] == REFRAIN_RECORD_UNCLOSED)
          close_call (self);
        if (REFRAIN_RECORD_IS_SYNTHETIC (self->records->kind[self->record - 1]))
          break;
        found (self, REFRAIN_VIOLATION_RECORD, self->row, self->records->time[self->row], TRUE);
        return TRUE;
      default:
        g_assert_not_reached ();
      }
  return FALSE;
}

REFRAIN_DEFINE_COMPARE (compare_rows,
                        RefrainViolation,
                        REFRAIN_RISING (table) ?: REFRAIN_RISING (row))

/* Fills in event and time of the @n @violations of @process, which have rows. O(events + n log n).
 */
static void
fill_places (RefrainProcess *process, RefrainViolation *violations, gsize n)
{
  Walk walk = walk_new (process);
  gsize next[REFRAIN_VIOLATION_NO_ROW + 1], end[REFRAIN_VIOLATION_NO_ROW];
  gsize at = 0;

  refrain_sort (violations, n, sizeof *violations, compare_rows);
  for (guint t = 0; t < REFRAIN_VIOLATION_NO_ROW; t++)
    {
      next[t] = at;
      while (at < n && violations[at].table == (RefrainViolationTable) t)
        violations[at++].event = REFRAIN_NO_EVENT;
      end[t] = at;
    }
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      walk_begin (&walk, refrain_process_get_thread (process, t));
      while (walk_next (&walk))
        for (gsize *i = &next[walk.table];
             walk.begins && *i < end[walk.table] && violations[*i].row == walk.row; (*i)++)
          {
            violations[*i].event = walk.ordinal - 1;
            violations[*i].time = walk.time;
          }
    }
}

/* The event whose time was raised to @time, that of the one before, as a violation of
 * REFRAIN_CONSTRAINT_ASCENDING; without an event where there is none. O(events). */
static RefrainViolation
find_raised (RefrainProcess *process, RefrainTime time)
{
  RefrainViolation violation = { .constraint = REFRAIN_CONSTRAINT_ASCENDING,
                                 .process = (gint32) refrain_process_get_rank (process),
                                 .event = REFRAIN_NO_EVENT,
                                 .time = time,
                                 .table = REFRAIN_VIOLATION_NO_ROW,
                                 .other = REFRAIN_NONE,
                                 .other_row = REFRAIN_NONE };
  Walk walk = walk_new (process);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      RefrainTime before = G_MININT64;

      walk_begin (&walk, refrain_process_get_thread (process, t));
      while (walk_next (&walk))
        {
          if (walk.time == time && before == time)
            {
              violation.event = walk.ordinal - 1;
              violation.table = walk.table;
              violation.row = (guint32) walk.row;
              return violation;
            }
          before = walk.time;
        }
    }
  return violation;
}

/* ---- Where they are ---- */

static int
compare_violations (gconstpointer a, gconstpointer b)
{
  const RefrainViolation *x = a, *y = b;
  const guint64 s = x->event + 1, t = y->event + 1; /* those without an event first */

  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (s != t)
    return s < t ? -1 : 1;
  if (x->constraint != y->constraint)
    return x->constraint < y->constraint ? -1 : 1;
  if (x->other_row != y->other_row)
    return x->other_row < y->other_row ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

typedef struct
{
  RefrainValidation *self;
  GArray *first; /* of guint: where the violations of a process begin */
} Places;

static void
find_places (gsize item, gpointer data)
{
  const Places *places = data;
  const guint from = g_array_index (places->first, guint, item);
  const guint to = item + 1 < places->first->len ? g_array_index (places->first, guint, item + 1)
                                                 : places->self->violations->len;
  RefrainViolation *list = &g_array_index (places->self->violations, RefrainViolation, from);

  fill_places (refrain_trace_get_process (places->self->trace, (guint) list->process), list,
               to - from);
}

static gboolean
find_all_places (RefrainValidation *self, GCancellable *cancellable)
{
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (guint));
  Places places = { self, first };

  g_array_sort (self->violations, compare_violations);
  for (guint i = 0; i < self->violations->len; i++)
    if (i == 0
        || g_array_index (self->violations, RefrainViolation, i).process
               != g_array_index (self->violations, RefrainViolation, i - 1).process)
      g_array_append_val (first, i);
  return refrain_parallel_run (first->len, find_places, &places, cancellable);
}

/* ---- What readers found ---- */

static void
add_violation (RefrainValidation *self, const RefrainViolation *violation, guint64 count)
{
  const RefrainConstraint constraint = violation->constraint;

  if (self->state[constraint] == REFRAIN_VALIDATION_NOT_ASKED)
    return;
  self->count[constraint] += count;
  self->state[constraint] = REFRAIN_VALIDATION_BROKEN;
  g_array_append_vals (self->violations, violation, 1);
}

/* The text of a defect begins with the number of the constraint: "A14.1: …". */
static gboolean
find_constraint (const char *detail, RefrainConstraint *constraint)
{
  g_autofree char *id = NULL;
  const char *colon = detail != NULL ? strchr (detail, ':') : NULL;

  if (colon == NULL)
    return FALSE;
  id = g_strndup (detail, (gsize) (colon - detail));
  return refrain_constraint_from_id (id, constraint);
}

/* What a defect says; the amount is how many, the other row the defect itself. */
static void
add_defect (RefrainValidation *self, RefrainDefect *defect, guint32 row)
{
  RefrainViolation violation = { .process = refrain_defect_get_process (defect),
                                 .event = REFRAIN_NO_EVENT,
                                 .table = REFRAIN_VIOLATION_NO_ROW,
                                 .other = REFRAIN_NONE };

  if (refrain_defect_get_kind (defect) == REFRAIN_DEFECT_TIME_BACKWARDS)
    {
      if (violation.process >= 0
          && (guint) violation.process < refrain_trace_get_n_processes (self->trace)
          && self->state[REFRAIN_CONSTRAINT_ASCENDING] != REFRAIN_VALIDATION_NOT_ASKED)
        violation = find_raised (refrain_trace_get_process (self->trace, (guint) violation.process),
                                 refrain_defect_get_time (defect));
      violation.constraint = REFRAIN_CONSTRAINT_ASCENDING;
    }
  else if (refrain_defect_get_kind (defect) != REFRAIN_DEFECT_BROKEN_CONSTRAINT
           || !find_constraint (refrain_defect_get_detail (defect), &violation.constraint))
    return;
  violation.amount = (gint64) MIN (refrain_defect_get_count (defect), (guint64) G_MAXINT64);
  violation.other_row = row;
  add_violation (self, &violation, refrain_defect_get_count (defect));
}

static void
add_defects (RefrainValidation *self)
{
  GListModel *defects = refrain_trace_get_defects (self->trace);

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      add_defect (self, defect, i);
    }
}

/* ---- All of it ---- */

/* What can be said before anything was looked at. */
static RefrainValidationState
get_first_state (RefrainTrace *trace, RefrainConstraint constraint)
{
  /* What columns say obeys the model by construction. */
  const gboolean model = g_strcmp0 (refrain_trace_get_format (trace), "GXL") == 0;

  if (constraint == REFRAIN_CONSTRAINT_ASCENDING)
    return refrain_trace_get_counts (trace)->events > 0 ? REFRAIN_VALIDATION_HOLDS
                                                        : REFRAIN_VALIDATION_NOTHING;
  switch (refrain_constraint_get_info (constraint)->kind)
    {
    case REFRAIN_CONSTRAINT_TRACE:
      return REFRAIN_VALIDATION_NOTHING;
    case REFRAIN_CONSTRAINT_MODEL:
      return model ? REFRAIN_VALIDATION_HOLDS : REFRAIN_VALIDATION_NOT_SHOWN;
    case REFRAIN_CONSTRAINT_INFORMATION:
      return checks[constraint] != NULL ? REFRAIN_VALIDATION_INFORMATION
                                        : REFRAIN_VALIDATION_NOT_SHOWN;
    case REFRAIN_CONSTRAINT_NO_DATA:
    default:
      return REFRAIN_VALIDATION_NOT_SHOWN;
    }
}

RefrainValidation *
refrain_validation_new (RefrainTrace *trace,
                        const RefrainConstraint *wanted,
                        gsize n,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainValidation) self = NULL;
  Run run = { .cancellable = cancellable };
  gboolean whole;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  refrain_trace_look_at_all (trace);
  self = g_object_new (REFRAIN_TYPE_VALIDATION, NULL);
  self->trace = g_object_ref (trace);
  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    self->state[i] = wanted != NULL ? REFRAIN_VALIDATION_NOT_ASKED
                                    : get_first_state (trace, (RefrainConstraint) i);
  for (gsize i = 0; wanted != NULL && i < n; i++)
    self->state[wanted[i]] = get_first_state (trace, wanted[i]);
  whole = refrain_check_input_init (&run.input, trace, cancellable) && run_checks (self, &run)
          && find_all_places (self, cancellable);
  run_clear (&run);
  if (!whole || g_cancellable_is_cancelled (cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  add_defects (self);
  g_array_sort (self->violations, compare_violations);
  return g_steal_pointer (&self);
}

REFRAIN_GETTER (RefrainValidation, refrain_validation, RefrainTrace *, get_trace, self->trace)

const RefrainViolation *
refrain_validation_get_violations (RefrainValidation *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_VALIDATION (self), NULL);
  *n = self->violations->len;
  return (const RefrainViolation *) (gconstpointer) self->violations->data;
}

guint64
refrain_validation_get_count (RefrainValidation *self, RefrainConstraint constraint)
{
  g_return_val_if_fail (REFRAIN_IS_VALIDATION (self), 0);
  g_return_val_if_fail ((guint) constraint < REFRAIN_N_CONSTRAINTS, 0);
  return self->count[constraint];
}

RefrainValidationState
refrain_validation_get_state (RefrainValidation *self, RefrainConstraint constraint)
{
  g_return_val_if_fail (REFRAIN_IS_VALIDATION (self), REFRAIN_VALIDATION_NOT_ASKED);
  g_return_val_if_fail ((guint) constraint < REFRAIN_N_CONSTRAINTS, REFRAIN_VALIDATION_NOT_ASKED);
  return (RefrainValidationState) self->state[constraint];
}

guint
refrain_validation_count_state (RefrainValidation *self, RefrainValidationState state)
{
  guint n = 0;

  g_return_val_if_fail (REFRAIN_IS_VALIDATION (self), 0);

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    n += self->state[i] == state;
  return n;
}

REFRAIN_GETTER (RefrainValidation, refrain_validation, guint64, get_n_backward, self->n_backward)
REFRAIN_GETTER (
    RefrainValidation, refrain_validation, RefrainTime, get_clock_error, self->clock_error)

char *
refrain_validation_explain (RefrainValidation *self, RefrainConstraint constraint)
{
  g_return_val_if_fail (REFRAIN_IS_VALIDATION (self), NULL);

  if (self->count[constraint] == 0)
    return NULL;
  switch (constraint)
    {
    case REFRAIN_CONSTRAINT_LEAF:
      return g_strdup (_ ("a recorder that wraps one MPI routine by another, or a callback"));
    case REFRAIN_CONSTRAINT_INIT:
      return self->has_init ? NULL
                            : g_strdup (_ ("no process calls MPI_Init: it was not recorded"));
    case REFRAIN_CONSTRAINT_FINALIZE:
      return self->has_finalize
                 ? g_strdup (_ ("these processes stopped early, or their recording did"))
                 : g_strdup (_ ("no process calls MPI_Finalize: it was not recorded, or the run "
                                "stopped early"));
    case REFRAIN_CONSTRAINT_BARRIER:
    case REFRAIN_CONSTRAINT_SYNCHRONOUS_SEND:
      return self->n_backward > 0 ? g_strdup (_ ("due to clocks that disagree")) : NULL;
    case REFRAIN_CONSTRAINT_GATHER_BUFFER:
      return g_strdup (_ ("some recorders, EZTrace for one, note on every process what the root "
                          "receives"));
    case REFRAIN_CONSTRAINT_MESSAGE_ORDER:
      return g_strdup (_ ("the clocks of the processes disagree"));
    default:
      return NULL;
    }
}

gboolean
refrain_validation_blames_recorder (RefrainValidation *self, RefrainConstraint constraint)
{
  g_autofree char *why = refrain_validation_explain (self, constraint);

  return why != NULL && !(constraint == REFRAIN_CONSTRAINT_FINALIZE && self->has_finalize);
}
