/* refrain-spool-cut.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Marks operations that were recorded while recording was on, then their other ends, and records
 * anew what is marked: since a message stays with both ends or not at all, the others find the same
 * partners as before.
 */
#include "refrain-spool-cut.h"

#include "refrain-copy.h"

/* OTF2's number, in the records of the kind MEASUREMENT. */
#define MEASUREMENT_OFF 2

typedef struct
{
  RefrainTrace *trace;
  guint8 **kept; /* by process: a byte for each operation */
} Cut;

/* ---- Marking ---- */

static gboolean
is_switch (const RefrainReplay *replay, gboolean *on)
{
  if (replay->event != REFRAIN_TAPE_RECORD
      || replay->records->kind[replay->row] != REFRAIN_RECORD_MEASUREMENT)
    return FALSE;
  *on = replay->records->id[replay->row] != MEASUREMENT_OFF;
  return TRUE;
}

static void
mark_thread (Cut *self, guint p, const RefrainThread *thread)
{
  RefrainReplay replay;
  gboolean on = TRUE;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, p), thread);
  while (refrain_replay_next (&replay))
    if (!is_switch (&replay, &on) && replay.event == REFRAIN_TAPE_OP)
      self->kept[p][replay.row] = on;
}

static void
mark_partners (Cut *self, guint p)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, p));

  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE && ops->peer[i] >= 0
        && (self->kept[p][i] || self->kept[ops->peer[i]][ops->partner[i]]))
      self->kept[p][i] = self->kept[ops->peer[i]][ops->partner[i]] = TRUE;
}

static void
mark_collectives (Cut *self)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (self->trace);

  for (gsize i = 0; i < all->n; i++)
    {
      gboolean any = FALSE;

      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        any |= self->kept[all->process[k]][all->op[k]];
      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        self->kept[all->process[k]][all->op[k]] = any;
    }
}

static void
mark (Cut *self)
{
  const guint n = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      self->kept[p] = g_new0 (guint8, refrain_process_get_ops (process)->n + 1);
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        mark_thread (self, p, refrain_process_get_thread (process, t));
    }
  for (guint p = 0; p < n; p++)
    mark_partners (self, p);
  mark_collectives (self);
}

/* ---- Recording anew ---- */

/* Records of requests that are no messages: with MPI_PROC_NULL, cancelled. */
static gboolean
is_of_request (RefrainRecordKind kind)
{
  return REFRAIN_RECORD_IS_NULL (kind) || kind == REFRAIN_RECORD_ISEND_COMPLETE
         || kind == REFRAIN_RECORD_IRECV_REQUEST || kind == REFRAIN_RECORD_REQUEST_CANCELLED
         || kind == REFRAIN_RECORD_COLLECTIVE_REQUEST;
}

/* Whether the event that @replay is at stays. Calls were not recorded while recording was off. */
static gboolean
stays (const Cut *self, guint p, const RefrainReplay *replay, gboolean on)
{
  if (replay->event == REFRAIN_TAPE_OP)
    return self->kept[p][replay->row];
  if (replay->event != REFRAIN_TAPE_RECORD)
    return TRUE;
  if (replay->records->op[replay->row] != REFRAIN_NONE)
    return self->kept[p][replay->records->op[replay->row]];
  return on || is_of_request ((RefrainRecordKind) replay->records->kind[replay->row]);
}

static void
record_thread (const Cut *self, guint p, const RefrainThread *thread, RefrainRecorder *recorder)
{
  RefrainReplay replay;
  gboolean on = TRUE;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, p), thread);
  while (refrain_replay_next (&replay))
    {
      if (!is_switch (&replay, &on) && !stays (self, p, &replay, on))
        continue;
      refrain_copy_event (&replay, recorder);
    }
}

RefrainTrace *
refrain_spool_cut (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  Cut self = { .trace = trace, .kept = g_new0 (guint8 *, n) };

  mark (&self);
  refrain_copy_definitions (trace, refrain_copy_is_of_files, builder);
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      refrain_copy_process (trace, p, builder);
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          record_thread (&self, p, thread, refrain_copy_thread (thread, p, builder));
        }
      g_free (self.kept[p]);
      self.kept[p] = NULL;
    }
  g_free (self.kept);
  return refrain_trace_builder_finish (builder, cancellable, error);
}
