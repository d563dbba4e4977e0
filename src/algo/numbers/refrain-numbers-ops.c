/* refrain-numbers-ops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations of a thread that stand in one call of MPI follow each other, so that a call counts
 * once if it is not the one before. Those on files are collectives of a type of their own, of one
 * process alone where it acts alone.
 */
#include "config.h"

#include "refrain-numbers-private.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"

/* Operations between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

typedef struct
{
  RefrainNumbersSum sum;
  RefrainWaits *waits; /* or NULL */
} OpsSum;

/* One process, while it is counted. */
typedef struct
{
  RefrainNumbers *numbers;
  guint process;
  const RefrainCalls *calls;
  const RefrainOps *ops;
  RefrainTime start, end; /* what counts of it */
  RefrainProcessNumbers *out;
  RefrainSizeCount sizes[REFRAIN_N_MESSAGE_SIZES];
  GHashTable *pairs; /* peer to its place plus one in... */
  GArray *pair_counts;
  GHashTable *routines; /* routine plus one to RefrainRoutineNumbers */
} Count;

static gboolean
is_mpi (const Count *count, guint32 call)
{
  return refrain_numbers_index_get_work (count->numbers->index, count->process, call)
         != REFRAIN_WORK_COMPUTING;
}

/* The outermost call of MPI that holds operation @op, or REFRAIN_NONE. */
static guint32
find_call (const Count *count, gsize op)
{
  guint32 call = count->ops->call[op], found = REFRAIN_NONE;

  for (; call != REFRAIN_NONE; call = count->calls->parent[call])
    if (is_mpi (count, call))
      found = call;
  return found;
}

/* When the operation before @op that does not stand in @call was over; the start of what counts
 * where there is none. */
static RefrainTime
find_before (const Count *count, const RefrainThread *thread, gsize op, guint32 call)
{
  while (op-- > thread->first_op)
    {
      const guint32 other = find_call (count, op);

      if (other == REFRAIN_NONE)
        return MAX (count->start, count->ops->time[op]);
      if (other != call)
        return MAX (count->start, count->calls->end[other]);
    }
  return MAX (count->start, thread->n_calls > 0 ? count->calls->start[thread->first_call] : 0);
}

/* The time outside MPI from @from until @call of @thread begins. */
static RefrainTime
find_computing (const Count *count, const RefrainThread *thread, RefrainTime from, guint32 call)
{
  RefrainProcess *process = refrain_trace_get_process (count->numbers->trace, count->process);
  const RefrainTime start = count->calls->start[call];
  RefrainTime sum = start - from, until = from;

  for (gsize i = refrain_process_find_call (process, thread, from); i < call; i++)
    if (count->calls->start[i] >= until && is_mpi (count, (guint32) i))
      {
        until = MIN (start, count->calls->end[i]);
        sum -= until - count->calls->start[i];
      }
  return MAX (0, sum);
}

static void
add_call (Count *count, const RefrainThread *thread, gsize op, guint32 call)
{
  const RefrainCalls *calls = count->calls;
  const RefrainTime start = MAX (calls->start[call], count->start);
  const RefrainTime time = MAX (0, MIN (calls->end[call], count->end) - start);
  const guint32 routine = calls->routine[call];
  const RefrainWork work
      = refrain_numbers_index_get_work (count->numbers->index, count->process, call);
  RefrainRoutineNumbers *of = g_hash_table_lookup (count->routines, GUINT_TO_POINTER (routine + 1));

  if (of == NULL)
    {
      of = g_new0 (RefrainRoutineNumbers, 1);
      of->routine = routine;
      g_hash_table_insert (count->routines, GUINT_TO_POINTER (routine + 1), of);
    }
  of->own += time;
  of->calls++;
  count->out->work[work] += time;
  count->out->work[REFRAIN_WORK_COMPUTING]
      += find_computing (count, thread, find_before (count, thread, op, call), call);
}

static void
add_message (Count *count, gsize op)
{
  const RefrainOps *ops = count->ops;
  const guint64 bytes = ops->bytes[op];
  guint size = 0, place;
  guint64 first, last;

  do
    refrain_message_size_get_limits (size, &first, &last);
  while (bytes > last && ++size < REFRAIN_N_MESSAGE_SIZES);
  count->sizes[size].messages++;
  count->sizes[size].bytes += bytes;
  count->out->sends++;
  count->out->bytes_sent += bytes;
  if (ops->peer[op] < 0)
    return;
  place = GPOINTER_TO_UINT (g_hash_table_lookup (count->pairs, GINT_TO_POINTER (ops->peer[op])));
  if (place == 0)
    {
      const RefrainPairCount pair = { count->process, (guint32) ops->peer[op], 0, 0 };

      g_array_append_val (count->pair_counts, pair);
      place = count->pair_counts->len;
      g_hash_table_insert (count->pairs, GINT_TO_POINTER (ops->peer[op]), GUINT_TO_POINTER (place));
    }
  g_array_index (count->pair_counts, RefrainPairCount, place - 1).messages++;
  g_array_index (count->pair_counts, RefrainPairCount, place - 1).bytes += bytes;
}

static void
add_op (Count *count, gsize op)
{
  if (REFRAIN_OP_IS_SEND (count->ops->kind[op]))
    add_message (count, op);
  else if (REFRAIN_OP_IS_RECV (count->ops->kind[op]))
    {
      count->out->receives++;
      count->out->bytes_received += count->ops->bytes[op];
    }
  else
    count->out->collectives++;
}

static void
count_thread (Count *count, const OpsSum *sum, const RefrainThread *thread)
{
  const RefrainOpSet *ops = count->numbers->ops;
  const gsize end = thread->first_op + thread->n_ops;
  const RefrainTime *waiting
      = sum->waits != NULL ? refrain_waits_get_columns (sum->waits, count->process)->waiting : NULL;
  guint32 last = REFRAIN_NONE;
  gsize n = 0;

  for (gsize op = refrain_op_set_find_next (ops, count->process, thread->first_op, end); op < end;
       op = refrain_op_set_find_next (ops, count->process, op + 1, end))
    {
      const guint32 call = find_call (count, op);

      if (n++ % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (sum->sum.cancellable))
        return;
      add_op (count, op);
      count->out->waiting += waiting != NULL ? waiting[op] : 0;
      if (call != REFRAIN_NONE && call != last)
        add_call (count, thread, op, call);
      last = call;
    }
}

/* Gives what was counted to all. */
static void
hand_over (Count *count, OpsSum *sum)
{
  RefrainNumbers *self = count->numbers;
  GHashTableIter iter;
  gpointer value;

  g_mutex_lock (&sum->sum.lock);
  g_hash_table_iter_init (&iter, count->routines);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const RefrainRoutineNumbers *routine = value;
      const guint32 place = MIN (routine->routine, refrain_trace_get_n_routines (self->trace));

      sum->sum.own[place] += routine->own;
      sum->sum.calls[place] += routine->calls;
    }
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      self->sizes[i].messages += count->sizes[i].messages;
      self->sizes[i].bytes += count->sizes[i].bytes;
    }
  if (count->pair_counts->len > 0)
    g_array_append_vals (self->pairs, count->pair_counts->data, count->pair_counts->len);
  g_mutex_unlock (&sum->sum.lock);
}

static void
count_process (gsize item, gpointer data)
{
  OpsSum *sum = data;
  RefrainNumbers *self = sum->sum.numbers;
  const guint p = self->counted[item];
  RefrainProcess *process = refrain_trace_get_process (self->trace, p);
  const guint calling = MAX (1, refrain_numbers_index_count_calling (self->index, p));
  g_autoptr (GHashTable) pairs = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) pair_counts = g_array_new (FALSE, FALSE, sizeof (RefrainPairCount));
  g_autoptr (GHashTable) routines = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Count count = {
    .numbers = self,
    .process = p,
    .calls = refrain_process_get_calls (process),
    .ops = refrain_process_get_ops (process),
    .out = &self->processes[item],
    .pairs = pairs,
    .pair_counts = pair_counts,
    .routines = routines,
  };

  refrain_numbers_index_get_span (self->index, p, &count.start, &count.end);
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    count_thread (&count, sum, refrain_process_get_thread (process, t));
  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    {
      count.out->work[w] /= calling;
      count.out->length += count.out->work[w];
    }
  count.out->waiting = sum->waits != NULL ? count.out->waiting / calling : -1;
  hand_over (&count, sum);
}

RefrainNumbers *
refrain_numbers_new_for_ops (RefrainNumbersIndex *index,
                             RefrainWaits *waits,
                             RefrainOpSet *ops,
                             const guint *processes,
                             gsize n,
                             GCancellable *cancellable,
                             GError **error)
{
  RefrainNumbers *self;
  OpsSum sum = { .waits = waits };

  g_return_val_if_fail (REFRAIN_IS_NUMBERS_INDEX (index), NULL);
  g_return_val_if_fail (ops != NULL, NULL);

  self = refrain_numbers_begin (index, processes, n);
  self->ops = refrain_op_set_ref (ops);
  return refrain_numbers_finish (self, &sum.sum, count_process, cancellable, error);
}
/* ---- Files ---- */

typedef struct
{
  RefrainTime start, end;
} Stretch;

REFRAIN_DEFINE_COMPARE (compare_stretches, Stretch, REFRAIN_RISING (start) ?: REFRAIN_RISING (end))

const char *
refrain_file_work_get_name (RefrainFileWork work)
{
  static const char *const names[] = { "read", "written", "opened_and_closed" };

  g_return_val_if_fail (work < REFRAIN_N_FILE_WORKS, NULL);
  return names[work];
}

const char *
refrain_file_work_get_label (RefrainFileWork work)
{
  static const char *const labels[] = { N_ ("read"), N_ ("written"), N_ ("opened and closed") };

  g_return_val_if_fail (work < REFRAIN_N_FILE_WORKS, NULL);
  return _ (labels[work]);
}

double
refrain_file_numbers_get_speed (const RefrainFileNumbers *self)
{
  return self->any > 0 && !self->is_begun ? (double) self->bytes / (double) self->any * 1e9 : 0;
}

static RefrainFileWork
find_work (RefrainCollective type)
{
  if (type >= REFRAIN_COLLECTIVE_FILE_IWRITE)
    return REFRAIN_FILE_WRITTEN;
  if (type >= REFRAIN_COLLECTIVE_FILE_IREAD)
    return REFRAIN_FILE_READ;
  if (type >= REFRAIN_COLLECTIVE_FILE_WRITE)
    return REFRAIN_FILE_WRITTEN;
  return type >= REFRAIN_COLLECTIVE_FILE_READ ? REFRAIN_FILE_READ : REFRAIN_FILE_OPENED;
}

/* Whether @process is counted where operation @op of it stands, and the @stretch of its call. */
static gboolean
is_counted (RefrainNumbers *self, guint process, guint32 op, Stretch *stretch)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, process);
  const guint32 call = ops->call[op];
  RefrainTime start, end;

  if (self->place[process] == REFRAIN_NONE)
    return FALSE;
  refrain_numbers_index_get_span (self->index, process, &start, &end);
  if (self->ops == NULL)
    {
      start = MAX (start, self->start);
      end = MIN (end, self->end);
    }
  stretch->start = call != REFRAIN_NONE ? calls->start[call] : ops->time[op];
  stretch->end = call != REFRAIN_NONE ? MIN (calls->end[call], end) : ops->time[op];
  return stretch->start >= start && stretch->start < end
         && (self->ops == NULL || refrain_op_set_contains (self->ops, process, op));
}

/* How long any of @stretches lasts. */
static RefrainTime
measure_any (GArray *stretches)
{
  RefrainTime sum = 0, until = G_MININT64;

  g_array_sort (stretches, compare_stretches);
  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *own = &g_array_index (stretches, Stretch, i);

      sum += MAX (own->end - MAX (own->start, until), 0);
      until = MAX (until, own->end);
    }
  return sum;
}

gboolean
refrain_numbers_count_files (RefrainNumbers *self, RefrainFileNumbers files[REFRAIN_N_FILE_WORKS])
{
  const RefrainCollectives *c;
  GArray *stretches[REFRAIN_N_FILE_WORKS];
  gboolean any = FALSE;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), FALSE);

  c = refrain_trace_get_collectives (self->trace);
  for (guint w = 0; w < REFRAIN_N_FILE_WORKS; w++)
    {
      files[w] = (RefrainFileNumbers){ 0 };
      stretches[w] = g_array_new (FALSE, FALSE, sizeof (Stretch));
    }
  for (gsize i = 0; i < c->n; i++)
    for (guint64 m = c->first[i]; c->type[i] >= REFRAIN_COLLECTIVE_FILE_OPEN && m < c->first[i + 1];
         m++)
      {
        const RefrainFileWork work = find_work (c->type[i]);
        const RefrainOps *ops = refrain_trace_get_ops (self->trace, c->process[m]);
        Stretch stretch;

        if (!is_counted (self, c->process[m], c->op[m], &stretch))
          continue;
        any = TRUE;
        files[work].calls++;
        files[work].bytes += work != REFRAIN_FILE_OPENED ? ops->bytes[c->op[m]] : 0;
        files[work].time += stretch.end - stretch.start;
        /* One that is only begun takes its time elsewhere. */
        files[work].is_begun |= c->type[i] >= REFRAIN_COLLECTIVE_FILE_IREAD;
        g_array_append_val (stretches[work], stretch);
      }
  for (guint w = 0; w < REFRAIN_N_FILE_WORKS; w++)
    {
      files[w].any = measure_any (stretches[w]);
      g_array_unref (stretches[w]);
    }
  return any;
}
