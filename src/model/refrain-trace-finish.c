/* refrain-trace-finish.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From drafts to the trace: joining, matching, stamping, counting.
 */
#include "config.h"

#include "refrain-trace-builder-private.h"

#include <glib/gi18n-lib.h>

#include "refrain-assembly.h"
#include "refrain-parallel.h"
#include "refrain-process-private.h"

/* An hour. */
#define FAR_FROM_ORIGIN G_GINT64_CONSTANT (3600000000000)

/* Calls of a routine that was never defined get one that says so. */
static void
define_undefined_routine (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  guint32 undefined = REFRAIN_NONE;

  for (guint p = 0; p < assembly->n_processes; p++)
    {
      RefrainCallColumns *calls = &assembly->processes[p].calls;

      if (!assembly->processes[p].undefined_routine)
        continue;
      for (gsize i = 0; i < calls->n; i++)
        if (calls->routine[i] >= self->routines->len)
          {
            if (undefined == REFRAIN_NONE)
              undefined
                  = refrain_trace_builder_add_routine (self, _ ("(undefined routine)"), NULL, 0);
            calls->routine[i] = undefined;
          }
    }
}

static void
shift_times (RefrainTime *times, gsize n, RefrainTime by)
{
  for (gsize i = 0; i < n; i++)
    times[i] = MIN (times[i] + by, REFRAIN_TIME_LIMIT);
}

/* Time 0 is the source clock's origin. It moves to the first event where that lies before it, or so
 * far behind it that the origin says nothing about the run (stamps since 1970, for one). */
static void
move_origin (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  RefrainTime first = G_MAXINT64;

  for (guint p = 0; p < assembly->n_processes; p++)
    first = MIN (first, assembly->processes[p].first);
  if ((first >= 0 && first <= FAR_FROM_ORIGIN) || first == G_MAXINT64)
    return;
  for (guint p = 0; p < assembly->n_processes; p++)
    {
      RefrainColumns *c = &assembly->processes[p];

      shift_times (c->calls.start, c->calls.n, -first);
      shift_times (c->calls.end, c->calls.n, -first);
      shift_times (c->ops.time, c->ops.n, -first);
      shift_times (c->records.time, c->records.n, -first);
      if (c->first <= c->last)
        {
          c->first -= first;
          c->last -= first;
        }
      for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
        c->defects[k].first -= first;
    }
  self->trace->clock_origin += (guint64) first;
}

static void
join_process (gsize process, gpointer data)
{
  gpointer *args = data;
  RefrainTraceBuilder *self = args[0];
  RefrainAssembly *assembly = args[1];
  RefrainProcessDraft *draft = g_ptr_array_index (self->drafts, process);

  refrain_columns_join (&assembly->processes[process], draft->recorders);
}

static gsize
columns_memory (const RefrainColumns *c)
{
  return c->calls.n * 26 + c->ops.n * 45 + c->records.n * 33 + (gsize) (c->tape.n / 4);
}

static RefrainProcess *
make_process (guint rank, const RefrainProcessDraft *draft, const RefrainColumns *c)
{
  RefrainProcess *process = refrain_process_new (rank, draft->name, draft->host);
  RefrainCalls calls = { c->calls.n,       c->calls.start,  c->calls.end,
                         c->calls.routine, c->calls.parent, c->calls.depth };
  RefrainOps ops
      = { c->ops.n,    c->ops.time,    c->ops.bytes,  c->ops.call,    c->ops.peer, c->ops.tag,
          c->ops.comm, c->ops.partner, c->ops.record, c->ops.logical, c->ops.kind };
  RefrainRecords records = { c->records.n,    c->records.time, c->records.id,  c->records.size,
                             c->records.call, c->records.op,   c->records.kind };
  RefrainTape tape = { c->tape.n, c->tape.bits };

  refrain_process_set_columns (process, &calls, &ops, &records, &tape, c->threads, NULL);
  return process;
}

/* By process, the whole trace first, then by kind: the same whatever carried the trace. */
static int
compare_defects (gconstpointer a, gconstpointer b, gpointer data)
{
  RefrainDefect *x = (RefrainDefect *) a, *y = (RefrainDefect *) b;
  gint32 p = refrain_defect_get_process (x), q = refrain_defect_get_process (y);

  if (p != q)
    return p < q ? -1 : 1;
  return (int) refrain_defect_get_kind (x) - (int) refrain_defect_get_kind (y);
}

static void
add_defects (RefrainTrace *trace, gint32 process, RefrainDefectCount *counts)
{
  for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
    {
      if (counts[k].count > 0)
        {
          g_autoptr (RefrainDefect) defect
              = refrain_defect_new (k, process, counts[k].count, counts[k].first, counts[k].detail);

          g_list_store_append (trace->defects, defect);
        }
      g_free (counts[k].detail);
    }
}

/* Names for communicators that have none, made of the nearest named ancestor and the id. */
static void
name_communicators (RefrainTraceBuilder *self)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *ids = g_new (gint64, self->communicators->len + 1);

  for (guint i = 0; i < self->communicators->len; i++)
    {
      RefrainCommunicator *c = g_ptr_array_index (self->communicators, i);

      ids[i] = (gint64) refrain_communicator_get_id (c);
      g_hash_table_insert (by_id, &ids[i], c);
    }
  for (guint i = 0; i < self->communicators->len; i++)
    {
      RefrainCommunicator *c = g_ptr_array_index (self->communicators, i);
      RefrainCommunicator *ancestor = c;
      g_autofree char *name = NULL;

      if (*refrain_communicator_get_source_name (c) != '\0')
        continue;
      /* Parents may form a circle in a damaged file: no chain is longer than the list. */
      for (guint step = 0; step < self->communicators->len; step++)
        {
          gint64 parent = refrain_communicator_get_parent_id (ancestor);

          ancestor = parent >= 0 ? g_hash_table_lookup (by_id, &parent) : NULL;
          if (ancestor == NULL || *refrain_communicator_get_source_name (ancestor) != '\0')
            break;
        }
      if (ancestor != NULL && ancestor != c)
        name = g_strdup_printf ("%s/%" G_GUINT64_FORMAT,
                                refrain_communicator_get_source_name (ancestor),
                                refrain_communicator_get_id (c));
      else
        name = g_strdup_printf ("comm/%" G_GUINT64_FORMAT, refrain_communicator_get_id (c));
      refrain_communicator_set_display_name (c, name);
    }
}

static void
add_definitions (RefrainTraceBuilder *self)
{
  name_communicators (self);
  for (guint i = 0; i < self->communicators->len; i++)
    refrain_trace_add_communicator (self->trace, g_ptr_array_index (self->communicators, i));
  for (guint i = 0; i < self->routines->len; i++)
    refrain_trace_add_routine (self->trace, g_ptr_array_index (self->routines, i));
  for (guint i = 0; i < self->defects->len; i++)
    g_list_store_append (self->trace->defects, g_ptr_array_index (self->defects, i));
}

static void
free_columns (RefrainColumns *c)
{
  g_clear_pointer (&c->threads, g_array_unref);
}

void
refrain_trace_builder_finish_recorded (RefrainTraceBuilder *self, GCancellable *cancellable)
{
  RefrainAssembly assembly = {
    .n_processes = self->drafts->len,
    .processes = g_new0 (RefrainColumns, self->drafts->len),
    .communicators = self->communicators,
    .routines = self->routines,
    .cancellable = cancellable,
  };
  gpointer args[] = { self, &assembly };

  /* Always whole, so that every column below belongs to a process that frees it. */
  refrain_parallel_run (assembly.n_processes, join_process, args, NULL);
  define_undefined_routine (self, &assembly);
  move_origin (self, &assembly);
  refrain_assembly_match_messages (&assembly);
  refrain_assembly_match_collectives (&assembly);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      refrain_assembly_stamp_logical_time (&assembly);
      refrain_assembly_count (&assembly);
    }
  self->trace->counts = assembly.counts;
  self->trace->collectives = assembly.collectives;
  self->trace->memory = assembly.collectives.n * 13 + assembly.collectives.n_members * 8;
  add_definitions (self);
  for (guint p = 0; p < assembly.n_processes; p++)
    {
      g_autoptr (RefrainProcess) process
          = make_process (p, g_ptr_array_index (self->drafts, p), &assembly.processes[p]);

      refrain_trace_add_process (self->trace, process);
      self->trace->memory += columns_memory (&assembly.processes[p]);
      add_defects (self->trace, (gint32) p, assembly.processes[p].defects);
      free_columns (&assembly.processes[p]);
    }
  add_defects (self->trace, -1, assembly.defects);
  g_list_store_sort (self->trace->defects, compare_defects, NULL);
  g_free (assembly.processes);
}

void
refrain_trace_builder_finish_adopted (RefrainTraceBuilder *self)
{
  g_autoptr (GBytes) owner = NULL;
  gsize *n_ops = g_new0 (gsize, self->drafts->len);
  RefrainColumnLimits limits = { self->drafts->len,
                                 self->routines->len,
                                 self->communicators->len,
                                 self->trace->collectives.n,
                                 n_ops,
                                 0 };

  owner = g_bytes_new_take (n_ops, self->drafts->len * sizeof *n_ops);
  for (guint p = 0; p < self->drafts->len; p++)
    {
      RefrainProcessDraft *draft = g_ptr_array_index (self->drafts, p);

      n_ops[p] = draft->owner != NULL ? draft->adopted.ops.n : 0;
      limits.all_ops += n_ops[p];
    }
  add_definitions (self);
  for (guint p = 0; p < self->drafts->len; p++)
    {
      RefrainProcessDraft *draft = g_ptr_array_index (self->drafts, p);
      g_autoptr (RefrainProcess) process = refrain_process_new (p, draft->name, draft->host);

      if (draft->owner != NULL)
        {
          refrain_process_set_columns (process, &draft->adopted.calls, &draft->adopted.ops,
                                       &draft->adopted.records, &draft->adopted.tape,
                                       draft->adopted.threads, draft->owner);
          if (self->trace->owner == NULL)
            self->trace->owner = g_bytes_ref (draft->owner);
        }
      refrain_process_set_limits (process, &limits, owner);
      refrain_trace_add_process (self->trace, process);
    }
  g_list_store_sort (self->trace->defects, compare_defects, NULL);
}
