/* refrain-remote-locks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Locks of one part of a window in the order in which they were given back: who waited got it from
 * the last one before that it could not share it with.
 */
#include "refrain-remote-locks.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-locks.h"

/* Who waits for a lock does so while others have it, for this share of the time. */
#define TAKEN 0.5

REFRAIN_DEFINE_COMPARE (compare_locks,
                        RefrainRemoteLock,
                        REFRAIN_RISING (window)
                            ?: REFRAIN_RISING (target)
                            ?: REFRAIN_RISING (left) ?: REFRAIN_RISING (process))
REFRAIN_DEFINE_COMPARE (compare_waits,
                        RefrainLockWait,
                        REFRAIN_RISING (process) ?: REFRAIN_RISING (call))

void
refrain_remote_locks_add (GArray *locks,
                          const RefrainRemoteLock *lock,
                          gboolean exclusive,
                          gboolean is_unlock)
{
  RefrainRemoteLock *own;

  for (guint i = locks->len; is_unlock && i-- > 0;)
    {
      own = &g_array_index (locks, RefrainRemoteLock, i);
      if (own->process != lock->process)
        return;
      if (own->window != lock->window || own->target != lock->target)
        continue;
      if (own->release == REFRAIN_NONE)
        own->release = lock->acquire;
      return;
    }
  if (is_unlock)
    return;
  g_array_append_vals (locks, lock, 1);
  g_array_index (locks, RefrainRemoteLock, locks->len - 1).exclusive = exclusive;
}

/* The first operation of @process in its calls from @first to @last, or the last one; REFRAIN_NONE
 * without. */
static guint32
find_op (RefrainTrace *trace, guint32 process, guint32 first, guint32 last, gboolean want_last)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (own);
  const RefrainOps *ops = refrain_process_get_ops (own);
  guint32 found = REFRAIN_NONE;

  for (gsize t = 0; t < refrain_process_get_n_threads (own); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (own, t);
      const gsize end = thread->first_op + thread->n_ops;

      if (first < thread->first_call || first >= thread->first_call + thread->n_calls)
        continue;
      for (gsize i = refrain_process_find_op (own, thread, calls->start[first]);
           i < end && ops->time[i] <= calls->end[last] && (want_last || found == REFRAIN_NONE); i++)
        if (ops->call[i] >= first && ops->call[i] <= last && ops->call[i] != REFRAIN_NONE)
          found = (guint32) i;
    }
  return found;
}

/* The one that lock @i waits for, or NULL. Where others have it for a small part of that time only,
 * it is the target that does not let anybody have it: some implementations need its calls. */
static const RefrainRemoteLock *
find_holder (const RefrainRemoteLock *locks, gsize i)
{
  const RefrainRemoteLock *own = &locks[i], *holder = NULL;
  RefrainTime until = own->had, taken = 0;

  for (gsize k = i; k-- > 0;)
    {
      const RefrainRemoteLock *other = &locks[k];

      if (other->window != own->window || other->target != own->target || other->left <= own->asked)
        break;
      if (other->left >= own->had || other->process == own->process
          || (!own->exclusive && !other->exclusive))
        continue;
      if (holder == NULL)
        holder = other;
      taken += MAX (MIN (other->left, until) - MAX (other->had, own->asked), 0);
      until = MIN (until, MAX (other->had, own->asked));
    }
  return holder != NULL && (double) taken >= TAKEN * (double) (holder->left - own->asked) ? holder
                                                                                          : NULL;
}

/* Leaves out what was never given back; times are those of @trace. */
static void
set_times (GArray *locks, RefrainTrace *trace)
{
  guint n = 0;

  for (guint i = 0; i < locks->len; i++)
    {
      RefrainRemoteLock lock = g_array_index (locks, RefrainRemoteLock, i);
      const RefrainCalls *calls = refrain_trace_get_calls (trace, lock.process);

      if (lock.release >= calls->n || lock.acquire >= calls->n)
        continue;
      lock.asked = calls->start[lock.acquire];
      lock.had = calls->end[lock.acquire];
      lock.left = calls->start[lock.release];
      g_array_index (locks, RefrainRemoteLock, n++) = lock;
    }
  g_array_set_size (locks, n);
}

void
refrain_remote_locks_find_waits (GArray *locks, RefrainTrace *trace)
{
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (RefrainLockWait));
  const RefrainRemoteLock *all;

  set_times (locks, trace);
  refrain_sort (locks->data, locks->len, sizeof *all, compare_locks);
  all = (const RefrainRemoteLock *) (gpointer) locks->data;
  for (gsize i = 0; i < locks->len; i++)
    {
      const RefrainRemoteLock *holder = find_holder (all, i);
      RefrainLockWait wait;

      if (holder == NULL)
        continue;
      wait = (RefrainLockWait){
        .process = all[i].process,
        .call = all[i].acquire,
        .op = find_op (trace, all[i].process, all[i].acquire, all[i].release, FALSE),
        .holder = holder->process,
        .release = holder->release,
        .holder_op = find_op (trace, holder->process, holder->acquire, holder->release, TRUE),
        .target = all[i].target,
        .had = holder->had,
        .waiting = holder->left - all[i].asked,
      };
      g_array_append_val (waits, wait);
    }
  refrain_sort (waits->data, waits->len, sizeof (RefrainLockWait), compare_waits);
  refrain_trace_take_lock_waits (trace, waits);
}
