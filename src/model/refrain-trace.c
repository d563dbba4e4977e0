/* refrain-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions are held twice: as lists for widgets, as arrays for loops. Columns are in the store.
 */
#include "refrain-free.h"
#include "refrain-locks.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-trace-private.h"

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainTrace, refrain_trace)

void
refrain_polls_free (RefrainPolls *polls)
{
  for (guint p = 0; p < polls->n_processes; p++)
    {
      refrain_free (polls->of[p].starts, polls->of[p].goes_on);
      g_clear_pointer (&polls->of[p].rows, g_array_unref);
      g_free (polls->of[p].first_row);
    }
  refrain_free (polls->of, polls);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_run_free, RefrainRun, g_free (x->processes))

static void
refrain_trace_finalize (RefrainTrace *self)
{
  g_clear_pointer (&self->store, refrain_column_store_unref);
  g_clear_object (&self->extension);
  g_ptr_array_unref (self->process_array);
  g_ptr_array_unref (self->communicator_array);
  g_ptr_array_unref (self->routine_array);
  g_object_unref (self->processes);
  g_object_unref (self->communicators);
  g_object_unref (self->routines);
  g_object_unref (self->defects);
  refrain_free (self->name, self->path, self->description);
  refrain_clear_objects (&self->patterns, &self->source);
  g_clear_pointer (&self->lock_waits, g_array_unref);
  g_clear_pointer (&self->run, refrain_run_free);
  g_clear_pointer (&self->busy, g_free);
  g_clear_pointer (&self->polls, refrain_polls_free);
  g_clear_pointer (&self->shares, refrain_shares_free);
}

static void
refrain_trace_init (RefrainTrace *self)
{
  self->wall_clock = -1;
  self->processes = g_list_store_new (REFRAIN_TYPE_PROCESS);
  self->communicators = g_list_store_new (REFRAIN_TYPE_COMMUNICATOR);
  self->routines = g_list_store_new (REFRAIN_TYPE_ROUTINE);
  self->defects = g_list_store_new (REFRAIN_TYPE_DEFECT);
  self->process_array = g_ptr_array_new ();
  self->communicator_array = g_ptr_array_new ();
  self->routine_array = g_ptr_array_new ();
}

RefrainTrace *
refrain_trace_new (void)
{
  return g_object_new (REFRAIN_TYPE_TRACE, NULL);
}

void
refrain_trace_add_process (RefrainTrace *self, RefrainProcess *process)
{
  g_list_store_append (self->processes, process);
  g_ptr_array_add (self->process_array, process);
}

void
refrain_trace_add_communicator (RefrainTrace *self, RefrainCommunicator *communicator)
{
  g_list_store_append (self->communicators, communicator);
  g_ptr_array_add (self->communicator_array, communicator);
}

void
refrain_trace_add_routine (RefrainTrace *self, RefrainRoutine *routine)
{
  g_list_store_append (self->routines, routine);
  g_ptr_array_add (self->routine_array, routine);
}

REFRAIN_GETTER (
    RefrainTrace, refrain_trace, const char *, get_name, self->name != NULL ? self->name : "trace")

const RefrainLockWait *
refrain_trace_get_lock_waits (RefrainTrace *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self), NULL);

  *n = self->lock_waits != NULL ? self->lock_waits->len : 0;
  return *n > 0 ? (const RefrainLockWait *) (gpointer) self->lock_waits->data : NULL;
}

void
refrain_trace_take_lock_waits (RefrainTrace *self, GArray *waits)
{
  g_return_if_fail (REFRAIN_IS_TRACE (self) && self->lock_waits == NULL);

  self->lock_waits = waits;
}

REFRAIN_GETTER (RefrainTrace,
                refrain_trace,
                RefrainTrace *,
                get_source,
                self->source != NULL ? self->source : self)

void
refrain_trace_set_source (RefrainTrace *self, RefrainTrace *source)
{
  g_return_if_fail (REFRAIN_IS_TRACE (self));
  g_return_if_fail (REFRAIN_IS_TRACE (source) && source != self);
  g_set_object (&self->source, source);
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, const RefrainShares *, get_shares, self->shares)
REFRAIN_GETTER (RefrainTrace, refrain_trace, const char *, get_path, self->path)
REFRAIN_GETTER (RefrainTrace, refrain_trace, const char *, get_format, self->format)

guint
refrain_trace_get_place (RefrainTrace *self, guint *n)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self), 0);

  if (n != NULL)
    *n = MAX (self->n_in_file, 1);
  return self->place;
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, RefrainTracePatterns *, get_patterns, self->patterns)

void
refrain_trace_set_patterns (RefrainTrace *self, RefrainTracePatterns *patterns)
{
  g_return_if_fail (REFRAIN_IS_TRACE (self));
  g_return_if_fail (patterns == NULL || REFRAIN_IS_TRACE_PATTERNS (patterns));

  g_set_object (&self->patterns, patterns);
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, const char *, get_description, self->description)
REFRAIN_GETTER (RefrainTrace, refrain_trace, guint64, get_clock_origin, self->clock_origin)

gint64
refrain_trace_get_wall_clock (RefrainTrace *self)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self), -1);
  return self->wall_clock;
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, RefrainExtension *, get_extension, self->extension)
REFRAIN_GETTER (RefrainTrace, refrain_trace, const RefrainCounts *, get_counts, &self->counts)
REFRAIN_GETTER (RefrainTrace, refrain_trace, RefrainTime, get_start, self->counts.start)
REFRAIN_GETTER (RefrainTrace, refrain_trace, RefrainTime, get_end, self->counts.end)

static int
compare_defects (gconstpointer a, gconstpointer b, gpointer data)
{
  RefrainDefect *x = (RefrainDefect *) a, *y = (RefrainDefect *) b;
  gint32 p = refrain_defect_get_process (x), q = refrain_defect_get_process (y);

  if (refrain_defect_is_of_file (x) != refrain_defect_is_of_file (y))
    return refrain_defect_is_of_file (x) ? -1 : 1;
  if (p != q)
    return p < q ? -1 : 1;
  return (int) refrain_defect_get_kind (x) - (int) refrain_defect_get_kind (y);
}

void
refrain_trace_sort_defects (RefrainTrace *self)
{
  g_list_store_sort (self->defects, compare_defects, NULL);
}

static void
add_defect (RefrainTrace *self, RefrainDefectKind kind, guint process, guint64 n, RefrainTime time)
{
  g_autoptr (RefrainDefect) defect
      = n > 0 ? refrain_defect_new (kind, (gint32) process, n, time, NULL) : NULL;

  if (defect != NULL)
    g_list_store_append (self->defects, defect);
}

static void
tell_damage (RefrainTrace *self)
{
  for (guint p = 0; p < self->store->n_processes; p++)
    {
      const RefrainDamage *damage = &self->store->damage[p];

      add_defect (self, REFRAIN_DEFECT_DAMAGED, p, damage->emptied, 0);
      add_defect (self, REFRAIN_DEFECT_LOST_PARTNER, p, damage->n_lost, damage->first_lost);
    }
  refrain_trace_sort_defects (self);
}

GListModel *
refrain_trace_get_defects (RefrainTrace *self)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self), NULL);
  refrain_column_store_check (self->store);
  if (g_once_init_enter (&self->damage_told))
    {
      if (self->store->damage != NULL)
        tell_damage (self);
      g_once_init_leave (&self->damage_told, 1);
    }
  return G_LIST_MODEL (self->defects);
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, guint, get_n_processes, self->process_array->len)

RefrainProcess *
refrain_trace_get_process (RefrainTrace *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self) && i < self->process_array->len, NULL);
  return g_ptr_array_index (self->process_array, i);
}

REFRAIN_GETTER (
    RefrainTrace, refrain_trace, guint, get_n_communicators, self->communicator_array->len)

RefrainCommunicator *
refrain_trace_get_communicator (RefrainTrace *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self) && i < self->communicator_array->len, NULL);
  return g_ptr_array_index (self->communicator_array, i);
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, guint, get_n_routines, self->routine_array->len)

RefrainRoutine *
refrain_trace_get_routine (RefrainTrace *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self) && i < self->routine_array->len, NULL);
  return g_ptr_array_index (self->routine_array, i);
}

const RefrainCollectives *
refrain_trace_get_collectives (RefrainTrace *self)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (self), NULL);
  refrain_column_store_check (self->store);
  return &self->store->collectives;
}

REFRAIN_GETTER (RefrainTrace, refrain_trace, gsize, get_memory, self->memory)

/* ---- All bytes: a page that is looked at is compared with its checksum ---- */

/* No page of any machine is smaller. */
#define PAGE 4096

static void
look_at_process (gsize process, gpointer data)
{
  RefrainTrace *self = data;
  const RefrainProcessColumns *rows = &self->store->processes[process];
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      const volatile guint8 *bytes = G_STRUCT_MEMBER (const guint8 *, rows, columns[i].field);
      const gsize length = refrain_columns_count_rows (rows, columns[i].table)
                           * refrain_column_type_get_size (columns[i].type);

      for (gsize at = 0; at < length; at += PAGE)
        (void) bytes[at];
      if (length > 0)
        (void) bytes[length - 1];
    }
}

void
refrain_trace_look_at_all (RefrainTrace *self)
{
  g_return_if_fail (REFRAIN_IS_TRACE (self));

  refrain_column_store_check (self->store);
  refrain_parallel_run (refrain_trace_get_n_processes (self), look_at_process, self, NULL);
}
