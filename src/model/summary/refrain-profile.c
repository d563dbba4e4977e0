/* refrain-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One pass over each process. MPI_Init is mostly waiting for the launcher and MPI_Finalize for the
 * slowest process, so that neither counts: a run of a second that took four to start is not "80 %
 * in MPI".
 */
#include "refrain-profile.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"
#include "refrain-polls.h"
#include "refrain-run.h"
#include "refrain-summary-private.h"
#include "refrain-trace-shares.h"

typedef struct
{
  RefrainTrace *trace;
  RefrainProfile *profile;
  guint n_routines;
  guint8 *activities; /* of each routine: a RefrainActivity, or REFRAIN_N_ACTIVITIES */
  GMutex lock;        /* of the counts below */
  GHashTable *others; /* a type, owned, to its count in a guint64, owned */
} Job;

RefrainTime
refrain_process_profile_get_mpi (const RefrainProcessProfile *self)
{
  RefrainTime sum = 0;

  for (guint i = 0; i < REFRAIN_N_ACTIVITIES; i++)
    sum += self->mpi[i];
  return sum;
}

/* A call of an undefined routine has none of the trace's: the last element stands for it. */
static inline guint
routine_of (const Job *job, const RefrainCalls *calls, gsize row)
{
  return MIN (calls->routine[row], job->n_routines);
}

/* ---- Message sizes ---- */

void
refrain_message_size_get_limits (guint size, guint64 *first, guint64 *last)
{
  guint64 limit = 100;

  g_return_if_fail (size < REFRAIN_N_MESSAGE_SIZES);

  for (guint i = 1; i < size; i++)
    limit *= 10;
  *first = size == 0 ? 0 : size == 1 ? 1 : limit / 10;
  *last = size == 0 ? 0 : size == REFRAIN_N_MESSAGE_SIZES - 1 ? G_MAXUINT64 : limit - 1;
}

static void
count_ops (const RefrainOps *ops, RefrainProcessProfile *out)
{
  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[i]))
      {
        RefrainSizeCount *size = &out->sizes[refrain_message_size_find (ops->bytes[i])];

        size->messages++;
        size->bytes += ops->bytes[i];
        out->sends++;
        out->bytes_sent += ops->bytes[i];
      }
    else if (REFRAIN_OP_IS_RECV (ops->kind[i]))
      out->receives++;
}

/* ---- Time ---- */

/* Adds the time of @thread in MPI; FALSE where it calls none. */
static gboolean
add_thread (const Job *job,
            const RefrainCalls *calls,
            const RefrainThread *thread,
            RefrainProcessProfile *out)
{
  RefrainTime until = G_MININT64;
  gboolean found = FALSE;

  for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
    {
      const guint activity = job->activities[routine_of (job, calls, i)];
      const RefrainTime start = MAX (calls->start[i], out->start);
      const RefrainTime end = MIN (calls->end[i], out->end);

      if (activity == REFRAIN_N_ACTIVITIES || calls->start[i] < until)
        continue;
      found = TRUE;
      until = calls->end[i];
      out->mpi[activity] += MAX (0, end - start);
    }
  return found;
}

static void
count_time (const Job *job,
            RefrainProcess *process,
            const RefrainRunSpan *span,
            RefrainProcessProfile *out)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  gint64 n_threads = 0;

  out->start = span->start;
  out->end = span->end;
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    n_threads += add_thread (job, calls, refrain_process_get_thread (process, t), out);
  for (guint i = 0; i < REFRAIN_N_ACTIVITIES; i++)
    out->mpi[i] /= MAX (n_threads, 1);
  out->computing = out->end - out->start - refrain_process_profile_get_mpi (out);
}

/* ---- What no analysis uses ---- */

/* Adds to the count of @type. */
static void
add_other (Job *job, guint64 type, guint64 count)
{
  guint64 *sum = g_hash_table_lookup (job->others, &type);

  if (sum == NULL)
    {
      sum = g_new0 (guint64, 1);
      g_hash_table_insert (job->others, g_memdup2 (&type, sizeof type), sum);
    }
  *sum += count;
}

static void
count_others (Job *job, const RefrainRecords *records)
{
  g_autoptr (GHashTable) own
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, g_free);
  GHashTableIter iter;
  gpointer type, count;
  guint64 n_null = 0;

  for (gsize i = 0; i < records->n; i++)
    n_null += REFRAIN_RECORD_IS_NULL (records->kind[i]);
  for (gsize i = 0; i < records->n; i++)
    if (records->kind[i] == REFRAIN_RECORD_OTHER)
      {
        guint64 *n = g_hash_table_lookup (own, &records->id[i]);

        if (n == NULL)
          {
            n = g_new0 (guint64, 1);
            g_hash_table_insert (own, (gpointer) &records->id[i], n);
          }
        *n += 1;
      }
  g_mutex_lock (&job->lock);
  job->profile->null_ops += n_null;
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &type, &count))
    add_other (job, *(const guint64 *) type, *(const guint64 *) count);
  g_mutex_unlock (&job->lock);
}

static void
count_streams (Job *job, RefrainProcess *process)
{
  guint n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    n += refrain_process_get_thread (process, t)->is_stream;
  g_mutex_lock (&job->lock);
  job->profile->streams += n;
  g_mutex_unlock (&job->lock);
}

static void
count_silent_threads (Job *job, RefrainProcess *process)
{
  const gsize n_ops = refrain_process_get_ops (process)->n;
  guint n = 0;
  guint64 calls = 0;

  for (gsize t = 0; n_ops > 0 && t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      if (thread->n_ops > 0 || thread->n_calls == 0 || thread->is_stream)
        continue;
      n++;
      calls += thread->n_calls;
    }
  g_mutex_lock (&job->lock);
  job->profile->silent_threads += n;
  job->profile->silent_calls += calls;
  g_mutex_unlock (&job->lock);
}

REFRAIN_DEFINE_COMPARE (compare_others,
                        RefrainOtherRecords,
                        REFRAIN_FALLING (count) ?: REFRAIN_RISING (type))

static void
list_others (Job *job)
{
  GHashTableIter iter;
  gpointer type, count;

  g_hash_table_iter_init (&iter, job->others);
  while (g_hash_table_iter_next (&iter, &type, &count))
    {
      const RefrainOtherRecords found = { *(const guint64 *) type, *(const guint64 *) count };

      g_array_append_val (job->profile->others, found);
    }
  g_array_sort (job->profile->others, compare_others);
}

/* ---- All of it ---- */

static void
profile_process (gsize item, gpointer data)
{
  Job *job = data;
  RefrainProcess *process = refrain_trace_get_process (job->trace, (guint) item);
  RefrainProcessProfile *out = &job->profile->processes[item];

  if (!refrain_shares_own (refrain_trace_get_shares (job->trace), (guint) item))
    return;
  count_time (job, process, &refrain_trace_get_run (job->trace)->processes[item], out);
  count_ops (refrain_process_get_ops (process), out);
  count_others (job, refrain_process_get_records (process));
  count_streams (job, process);
  count_silent_threads (job, process);
}

/* What all processes have. */
static void
add_up (RefrainProfile *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainProcessProfile *own = &self->processes[p];

      self->computing += own->computing;
      self->mpi += refrain_process_profile_get_mpi (own);
      for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
        {
          self->sizes[i].messages += own->sizes[i].messages;
          self->sizes[i].bytes += own->sizes[i].bytes;
        }
      if (own->computing > self->processes[self->most].computing)
        self->most = p;
      if (own->computing < self->processes[self->least].computing)
        self->least = p;
    }
}

/* With the team: what the processes of all members have. */
static void
add_others (Job *job, const RefrainShares *shares)
{
  RefrainProfile *self = job->profile;
  guint64 sums[] = { self->null_ops, self->streams, self->silent_threads, self->silent_calls };
  g_autoptr (GArray) own = NULL;
  g_autoptr (GPtrArray) all = NULL;

  if (!refrain_shares_fill (shares, self->processes, sizeof *self->processes)
      || !refrain_team_sum (shares->team, sums, G_N_ELEMENTS (sums)))
    return;
  self->null_ops = sums[0];
  self->streams = (guint) sums[1];
  self->silent_threads = (guint) sums[2];
  self->silent_calls = sums[3];
  list_others (job);
  own = g_steal_pointer (&self->others);
  self->others = g_array_new (FALSE, FALSE, sizeof (RefrainOtherRecords));
  g_hash_table_remove_all (job->others);
  all = refrain_team_gather (shares->team, own->data, own->len * sizeof (RefrainOtherRecords));
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (all, m); refrain_parcel_has_more (&parcel);)
      {
        RefrainOtherRecords found;

        refrain_parcel_take (&parcel, &found, sizeof found);
        add_other (job, found.type, found.count);
      }
}

/* Columns are read for it only where something asks. */
static void
measure_polls (RefrainProfile *self, RefrainTrace *trace)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);

  if (!refrain_trace_has_polls (trace))
    return;
  self->polling = g_new0 (RefrainTime, (gsize) self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    if (refrain_shares_own (shares, p))
      self->polling[p] = refrain_trace_get_poll_time (trace, p, self->processes[p].start,
                                                      self->processes[p].end);
  if (shares != NULL)
    refrain_shares_fill (shares, self->polling, sizeof *self->polling);
}

static void
look_at_routines (Job *job)
{
  const guint n = refrain_trace_get_n_routines (job->trace);
  job->n_routines = n;
  job->activities = g_new (guint8, n + 1);
  job->activities[n] = REFRAIN_N_ACTIVITIES;
  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (job->trace, i);

      job->activities[i] = refrain_summary_get_activity (routine);
      if (job->activities[i] != REFRAIN_N_ACTIVITIES && refrain_routine_get_calls (routine) > 0)
        job->profile->calls_mpi = TRUE;
    }
}

RefrainProfile *
refrain_profile_new (RefrainTrace *trace)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  RefrainProfile *self;
  Job job = { .trace = trace };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  self = refrain_summary_adopted_get_profile (trace);
  if (self != NULL)
    {
      add_up (self);
      measure_polls (self, trace);
      return self;
    }
  self = g_new0 (RefrainProfile, 1);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (RefrainProcessProfile, MAX (self->n_processes, 1));
  self->others = g_array_new (FALSE, FALSE, sizeof (RefrainOtherRecords));
  job.profile = self;
  job.others = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, g_free);
  g_mutex_init (&job.lock);
  look_at_routines (&job);
  /* With the team, so not by whichever thread comes first. */
  refrain_trace_get_run (trace);
  refrain_parallel_run (self->n_processes, profile_process, &job, NULL);
  if (shares != NULL)
    add_others (&job, shares);
  add_up (self);
  measure_polls (self, trace);
  list_others (&job);
  g_mutex_clear (&job.lock);
  g_hash_table_unref (job.others);
  g_free (job.activities);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_profile_free, RefrainProfile, g_array_unref (x->others);
                             refrain_free (x->polling, x->processes))
