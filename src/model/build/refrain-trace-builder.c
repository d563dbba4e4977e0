/* refrain-trace-builder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collects definitions and recorders, and makes the trace of them: joining, matching, stamping,
 * counting. The steps are in files of their own (refrain-assembly.h).
 */
#include "config.h"

#include "refrain-trace-builder.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-assembly.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-object.h"
#include "refrain-parallel.h"

/* An hour. */
#define FAR_FROM_ORIGIN G_GINT64_CONSTANT (3600000000000)

/* A process before it is one. */
typedef struct
{
  char *name, *host;
  GPtrArray *recorders;
  RefrainProcessColumns adopted;
} RefrainProcessDraft;

struct _RefrainTraceBuilder
{
  GObject parent_instance;

  RefrainTrace *trace;
  GPtrArray *drafts;        /* of RefrainProcessDraft */
  GPtrArray *communicators; /* of RefrainCommunicator */
  GPtrArray *routines;      /* of RefrainRoutine */
  GHashTable *routine_by_name;
  GPtrArray *defects;        /* of RefrainDefect */
  GMutex lock;               /* of defects */
  RefrainMessageLink *links; /* n_links messages that the source tells of itself */
  gsize n_links;
  gboolean sizes_of_senders;
  GBytes *owner;                  /* of adopted columns; NULL: events come by recorders */
  RefrainCollectives collectives; /* adopted */
  gboolean trusted;               /* what was adopted */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainTraceBuilder, refrain_trace_builder)

REFRAIN_DEFINE_FREE (draft_free, RefrainProcessDraft, refrain_free (x->name, x->host);
                     g_ptr_array_unref (x->recorders);
                     g_clear_pointer (&x->adopted.threads, g_array_unref))

static void
refrain_trace_builder_finalize (RefrainTraceBuilder *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->owner, g_bytes_unref);
  g_ptr_array_unref (self->drafts);
  g_ptr_array_unref (self->communicators);
  g_ptr_array_unref (self->routines);
  g_ptr_array_unref (self->defects);
  g_hash_table_unref (self->routine_by_name);
  g_free (self->links);
  g_mutex_clear (&self->lock);
}

static void
refrain_trace_builder_init (RefrainTraceBuilder *self)
{
  self->trace = refrain_trace_new ();
  self->drafts = g_ptr_array_new_with_free_func (draft_free);
  self->communicators = g_ptr_array_new_with_free_func (g_object_unref);
  self->routines = g_ptr_array_new_with_free_func (g_object_unref);
  self->defects = g_ptr_array_new_with_free_func (g_object_unref);
  self->routine_by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_mutex_init (&self->lock);
}

RefrainTraceBuilder *
refrain_trace_builder_new (void)
{
  return g_object_new (REFRAIN_TYPE_TRACE_BUILDER, NULL);
}

void
refrain_trace_builder_set_source (RefrainTraceBuilder *self,
                                  const char *name,
                                  const char *path,
                                  const char *format)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  refrain_free (self->trace->name, self->trace->path);
  self->trace->name = name != NULL ? g_utf8_make_valid (name, -1) : NULL;
  self->trace->path = g_strdup (path);
  self->trace->format = g_intern_string (format);
}

void
refrain_trace_builder_set_place (RefrainTraceBuilder *self, guint place, guint n)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->trace->place = place;
  self->trace->n_in_file = n;
}

void
refrain_trace_builder_set_description (RefrainTraceBuilder *self, const char *description)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  g_free (self->trace->description);
  self->trace->description
      = description != NULL && *description != '\0' ? g_utf8_make_valid (description, -1) : NULL;
}

void
refrain_trace_builder_set_clock (RefrainTraceBuilder *self, guint64 origin, gint64 wall_clock)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->trace->clock_origin = origin;
  self->trace->wall_clock = wall_clock;
}

void
refrain_trace_builder_set_extension (RefrainTraceBuilder *self, RefrainExtension *extension)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  g_set_object (&self->trace->extension, extension);
}

guint
refrain_trace_builder_add_process (RefrainTraceBuilder *self, const char *name, const char *host)
{
  RefrainProcessDraft *draft;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self), 0);

  draft = g_new0 (RefrainProcessDraft, 1);
  draft->name = g_strdup (name);
  draft->host = g_strdup (host);
  draft->recorders = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_recorder_free);
  g_ptr_array_add (self->drafts, draft);
  return self->drafts->len - 1;
}

RefrainRecorder *
refrain_trace_builder_add_thread (RefrainTraceBuilder *self,
                                  guint process,
                                  guint64 id,
                                  const char *name)
{
  g_autofree char *valid = NULL;
  RefrainProcessDraft *draft;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && process < self->drafts->len, NULL);

  draft = g_ptr_array_index (self->drafts, process);
  valid = g_utf8_make_valid (name != NULL ? name : "", -1);
  g_ptr_array_add (draft->recorders, refrain_recorder_new (process, id, valid));
  return g_ptr_array_index (draft->recorders, draft->recorders->len - 1);
}

guint32
refrain_trace_builder_add_routine (RefrainTraceBuilder *self,
                                   const char *name,
                                   const char *file,
                                   guint line)
{
  RefrainRoutine *routine;
  gpointer known;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && name != NULL, REFRAIN_NONE);

  routine = refrain_routine_new (name, file, line);
  if (*refrain_routine_get_name (routine) == '\0')
    {
      g_object_unref (routine);
      routine = refrain_routine_new (_ ("(unnamed routine)"), file, line);
    }
  known = g_hash_table_lookup (self->routine_by_name, refrain_routine_get_name (routine));
  if (known != NULL)
    {
      g_object_unref (routine);
      return GPOINTER_TO_UINT (known) - 1;
    }
  g_ptr_array_add (self->routines, routine);
  g_hash_table_insert (self->routine_by_name, (gpointer) refrain_routine_get_name (routine),
                       GUINT_TO_POINTER (self->routines->len));
  return self->routines->len - 1;
}

REFRAIN_GETTER (
    RefrainTraceBuilder, refrain_trace_builder, guint, get_n_processes, self->drafts->len)
REFRAIN_GETTER (
    RefrainTraceBuilder, refrain_trace_builder, GPtrArray *, get_routines, self->routines)

guint32
refrain_trace_builder_add_communicator (RefrainTraceBuilder *self,
                                        RefrainCommunicator *communicator)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self), REFRAIN_NONE);
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (communicator), REFRAIN_NONE);

  g_ptr_array_add (self->communicators, communicator);
  return self->communicators->len - 1;
}

void
refrain_trace_builder_add_defect (RefrainTraceBuilder *self, RefrainDefect *defect)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && REFRAIN_IS_DEFECT (defect));

  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->defects, defect);
  g_mutex_unlock (&self->lock);
}

void
refrain_trace_builder_share (RefrainTraceBuilder *self, const GArray *weights)
{
  RefrainTeam *team = refrain_team_get ();
  g_autofree guint64 *all = NULL;

  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && self->trace->shares == NULL);

  if (team == NULL)
    return;
  all = g_new0 (guint64, (gsize) self->drafts->len + 1);
  for (guint i = 0; i < MIN (weights->len, self->drafts->len); i++)
    all[i] = g_array_index (weights, guint64, i);
  self->trace->shares = refrain_shares_new (team, all, self->drafts->len);
}

REFRAIN_GETTER (RefrainTraceBuilder,
                refrain_trace_builder,
                const RefrainShares *,
                get_shares,
                self->trace->shares)

void
refrain_trace_builder_take_links (RefrainTraceBuilder *self,
                                  RefrainMessageLink *links,
                                  gsize n_links)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  g_free (self->links);
  self->links = links;
  self->n_links = n_links;
}

void
refrain_trace_builder_take_sent_sizes (RefrainTraceBuilder *self)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->sizes_of_senders = TRUE;
}

void
refrain_trace_builder_adopt_columns (RefrainTraceBuilder *self,
                                     guint process,
                                     const RefrainProcessColumns *columns,
                                     GBytes *owner)
{
  RefrainProcessDraft *draft;

  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && process < self->drafts->len);
  g_return_if_fail (columns != NULL && columns->threads != NULL && owner != NULL);

  draft = g_ptr_array_index (self->drafts, process);
  g_return_if_fail (draft->adopted.threads == NULL && draft->recorders->len == 0);
  draft->adopted = *columns;
  if (self->owner == NULL)
    self->owner = g_bytes_ref (owner);
}

void
refrain_trace_builder_adopt_collectives (RefrainTraceBuilder *self,
                                         const RefrainCollectives *collectives,
                                         const RefrainCounts *counts)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->collectives = *collectives;
  self->trace->counts = *counts;
}

void
refrain_trace_builder_trust_columns (RefrainTraceBuilder *self)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->trusted = TRUE;
}

/* ---- From recorders to processes ---- */

static void
shift_rows (guint32 *rows, gsize first, gsize n, gsize by)
{
  for (gsize i = first; i < first + n; i++)
    if (rows[i] != REFRAIN_NONE)
      rows[i] += (guint32) by;
}

/* What was appended for @thread counts its rows from 0. */
static void
shift_thread (RefrainWritableColumns *c, const RefrainThread *thread)
{
  gsize call = thread->first_call, op = thread->first_op, record = thread->first_record;

  shift_rows (c->calls.parent, call, thread->n_calls, call);
  shift_rows (c->ops.call, op, thread->n_ops, call);
  shift_rows (c->ops.record, op, thread->n_ops, record);
  shift_rows (c->records.call, record, thread->n_records, call);
  shift_rows (c->records.op, record, thread->n_records, op);
  for (gsize i = record; i < record + thread->n_records; i++)
    if (c->records.kind[i] == REFRAIN_RECORD_UNCLOSED)
      c->records.id[i] += call;
}

/* The first thread's arrays are taken as they are; the rows of the others are appended. */
static void
add_thread (RefrainWritableColumns *c, RefrainRecorder *r)
{
  RefrainThread thread = {
    .name = r->name,
    .id = r->id,
    .is_stream = r->is_stream,
    .events = r->events,
    .first_call = c->calls.n,
    .n_calls = r->columns.calls.n,
    .first_op = c->ops.n,
    .n_ops = r->columns.ops.n,
    .first_record = c->records.n,
    .n_records = r->columns.records.n,
    .first_tape = (c->tape.n + 3) / 4 * 4,
    .n_tape = r->columns.tape.n,
    .first_detail = c->details.n,
    .n_details = r->columns.details.n,
  };

  r->first_op = thread.first_op;
  if (c->threads->len == 0)
    {
      r->columns.threads = c->threads;
      *c = r->columns;
      memset (&r->columns, 0, sizeof r->columns);
    }
  else
    {
      refrain_columns_append (c, &r->columns);
      shift_thread (c, &thread);
    }
  g_array_append_val (c->threads, thread);
}

static void
note_extent (RefrainAssemblyProcess *process, const RefrainRecorder *r)
{
  RefrainTime first = G_MAXINT64;

  if (r->events == 0)
    return;
  if (r->columns.calls.n > 0)
    first = MIN (first, r->columns.calls.start[0]);
  if (r->columns.ops.n > 0)
    first = MIN (first, r->columns.ops.time[0]);
  if (r->columns.records.n > 0)
    first = MIN (first, r->columns.records.time[0]);
  process->first = MIN (process->first, first);
  process->last = MAX (process->last, r->last);
}

/* Joins the @recorders of one process, taking their arrays. */
static void
join_recorders (RefrainAssemblyProcess *process, GPtrArray *recorders)
{
  process->columns.threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread));
  process->first = G_MAXINT64;
  process->last = G_MININT64;
  for (guint i = 0; i < recorders->len; i++)
    {
      RefrainRecorder *r = g_ptr_array_index (recorders, i);

      refrain_recorder_close (r);
      note_extent (process, r);
      process->events += r->events;
      process->undefined_routine |= r->undefined_routine;
      process->depth = MAX (process->depth, r->stack_most);
      for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
        refrain_defect_count_add (process->defects, k, r->defects[k].count, r->defects[k].first,
                                  r->defects[k].detail);
      add_thread (&process->columns, r);
    }
  refrain_columns_trim (&process->columns);
}

/* ---- The trace ---- */

/* Calls of a routine that was never defined get one that says so. */
static void
define_undefined_routine (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  guint32 undefined = REFRAIN_NONE;

  for (guint p = 0; p < assembly->n_processes; p++)
    {
      RefrainCallColumns *calls = &assembly->processes[p].columns.calls;

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
      RefrainAssemblyProcess *process = &assembly->processes[p];
      RefrainWritableColumns *c = &process->columns;

      shift_times (c->calls.start, c->calls.n, -first);
      shift_times (c->calls.end, c->calls.n, -first);
      shift_times (c->ops.time, c->ops.n, -first);
      shift_times (c->records.time, c->records.n, -first);
      if (process->first <= process->last)
        {
          process->first = MIN (process->first - first, REFRAIN_TIME_LIMIT);
          process->last = MIN (process->last - first, REFRAIN_TIME_LIMIT);
        }
      for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
        process->defects[k].first -= first;
    }
  /* No clock counts less than nothing: what is earlier has none that says when. */
  if (first < 0)
    self->trace->clock_origin -= MIN (self->trace->clock_origin, (guint64) -first);
  else
    self->trace->clock_origin += (guint64) first;
}

static void
join_process (gsize process, gpointer data)
{
  gpointer *args = data;
  RefrainTraceBuilder *self = args[0];
  RefrainAssembly *assembly = args[1];
  RefrainProcessDraft *draft = g_ptr_array_index (self->drafts, process);

  join_recorders (&assembly->processes[process], draft->recorders);
}

/* What all members have to know of each process before its rows are matched. */
typedef struct
{
  guint64 events, depth;
  RefrainTime first, last;
  guint64 undefined_routine;
} Extent;

/* FALSE where a member gives up; as all do at what only one that has all can put right. */
static gboolean
tell_extents (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  g_autofree Extent *extents = g_new0 (Extent, (gsize) assembly->n_processes + 1);
  guint64 undefined = 0;

  if (assembly->shares == NULL)
    return TRUE;
  for (guint p = 0; p < assembly->n_processes; p++)
    {
      const RefrainAssemblyProcess *own = &assembly->processes[p];

      extents[p]
          = (Extent){ own->events, own->depth, own->first, own->last, own->undefined_routine };
    }
  if (!refrain_shares_fill (assembly->shares, extents, sizeof *extents))
    return FALSE;
  for (guint p = 0; p < assembly->n_processes; p++)
    {
      RefrainAssemblyProcess *own = &assembly->processes[p];

      own->events = extents[p].events;
      own->depth = extents[p].depth;
      own->first = extents[p].first;
      own->last = extents[p].last;
      undefined |= extents[p].undefined_routine;
    }
  if (undefined == 0 && self->n_links == 0 && !self->sizes_of_senders)
    return TRUE;
  refrain_team_give_up (assembly->shares->team);
  return FALSE;
}

/* The defects of processes as each member has found them in its own. */
static void
tell_defects (RefrainAssembly *assembly)
{
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;
  guint32 p, kind, length;
  RefrainDefectCount count;

  if (assembly->shares == NULL)
    return;
  for (p = 0; p < assembly->n_processes; p++)
    for (kind = 0; kind < REFRAIN_N_DEFECTS; kind++)
      {
        const RefrainDefectCount *own = &assembly->processes[p].defects[kind];

        if (own->count == 0)
          continue;
        length = own->detail != NULL ? (guint32) strlen (own->detail) + 1 : 0;
        REFRAIN_PARCEL_PUT (mine, p);
        REFRAIN_PARCEL_PUT (mine, kind);
        REFRAIN_PARCEL_PUT (mine, *own);
        REFRAIN_PARCEL_PUT (mine, length);
        g_byte_array_append (mine, (const guint8 *) own->detail, length);
      }
  all = refrain_team_gather (assembly->shares->team, mine->data, mine->len);
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (all, m); refrain_parcel_has_more (&parcel);)
      {
        g_autofree char *detail = NULL;

        refrain_parcel_take (&parcel, &p, sizeof p);
        refrain_parcel_take (&parcel, &kind, sizeof kind);
        refrain_parcel_take (&parcel, &count, sizeof count);
        refrain_parcel_take (&parcel, &length, sizeof length);
        detail = length > 0 ? g_new (char, length) : NULL;
        refrain_parcel_take (&parcel, detail, length);
        if (!refrain_shares_own (assembly->shares, p))
          refrain_defect_count_add (assembly->processes[p].defects, kind, count.count, count.first,
                                    detail);
      }
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
  g_autoptr (GHashTable) by_id = g_hash_table_new (refrain_hash_int64, g_int64_equal);
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
add_processes (RefrainTraceBuilder *self)
{
  for (guint p = 0; p < self->drafts->len; p++)
    {
      const RefrainProcessDraft *draft = g_ptr_array_index (self->drafts, p);
      g_autoptr (RefrainProcess) process
          = refrain_process_new (p, draft->name, draft->host, self->trace->store);

      refrain_trace_add_process (self->trace, process);
    }
}

/* Hands the columns over to the store of the trace. */
static void
keep_columns (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  RefrainTrace *trace = self->trace;
  RefrainColumnStore *store = refrain_column_store_new (assembly->n_processes);

  trace->store = store;
  store->collectives = assembly->collectives;
  tell_defects (assembly);
  for (guint p = 0; p < assembly->n_processes; p++)
    {
      store->processes[p] = refrain_columns_show (&assembly->processes[p].columns);
      trace->memory += refrain_columns_get_memory (&store->processes[p]);
      add_defects (trace, (gint32) p, assembly->processes[p].defects);
    }
  add_defects (trace, -1, assembly->defects);
  if (assembly->shares != NULL)
    {
      guint64 memory = trace->memory;

      refrain_team_sum (assembly->shares->team, &memory, 1);
      trace->memory = (gsize) memory;
    }
  trace->memory += store->collectives.n * 13 + store->collectives.n_members * 8;
}

static gboolean
is_over (const RefrainTraceBuilder *self)
{
  return self->trace->shares != NULL && self->trace->shares->team->is_over;
}

/* Whether row @op of @process is of a kind that may be linked with @peer, and is not yet. */
static gboolean
can_be_linked (const RefrainAssemblyProcess *process, gsize op, guint peer, gboolean send)
{
  const RefrainOpColumns *ops = &process->columns.ops;

  return op < ops->n
         && (send ? REFRAIN_OP_IS_SEND (ops->kind[op]) : REFRAIN_OP_IS_RECV (ops->kind[op]))
         && ops->peer[op] == (gint32) peer && ops->partner[op] == REFRAIN_NONE;
}

/* Messages of which the source says itself which receive took which send. What it says is believed
 * where it can be; everything else is left to the matching by
 * channels, which comes after. O(n). */
static void
match_links (RefrainAssembly *self, const RefrainMessageLink *links, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      const RefrainRecorder *sender = links[i].sender, *receiver = links[i].receiver;
      RefrainAssemblyProcess *from = &self->processes[sender->process];
      RefrainAssemblyProcess *to = &self->processes[receiver->process];
      const gsize send = sender->first_op + links[i].send;
      const gsize receive = receiver->first_op + links[i].receive;
      guint32 call;

      if (links[i].send == REFRAIN_NONE || links[i].receive == REFRAIN_NONE
          || !can_be_linked (from, send, receiver->process, TRUE)
          || !can_be_linked (to, receive, sender->process, FALSE))
        continue;
      from->columns.ops.partner[send] = (guint32) receive;
      to->columns.ops.partner[receive] = (guint32) send;
      call = from->columns.ops.call[send];
      if (to->columns.ops.time[receive]
          < (call != REFRAIN_NONE ? from->columns.calls.start[call] : from->columns.ops.time[send]))
        refrain_defect_count_add (to->defects, REFRAIN_DEFECT_RECEIVE_BEFORE_SEND, 1,
                                  to->columns.ops.time[receive], NULL);
    }
}

static void
finish_recorded (RefrainTraceBuilder *self, GCancellable *cancellable)
{
  RefrainAssembly assembly = {
    .n_processes = self->drafts->len,
    .processes = g_new0 (RefrainAssemblyProcess, self->drafts->len),
    .communicators = self->communicators,
    .routines = self->routines,
    .sizes_of_senders = self->sizes_of_senders,
    .cancellable = cancellable,
    .shares = self->trace->shares,
  };
  gpointer args[] = { self, &assembly };

  /* Always whole, so that every column below belongs to a store that frees it. */
  refrain_parallel_run (assembly.n_processes, join_process, args, NULL);
  if (tell_extents (self, &assembly))
    {
      define_undefined_routine (self, &assembly);
      move_origin (self, &assembly);
      match_links (&assembly, self->links, self->n_links);
      refrain_assembly_match_messages (&assembly);
      refrain_assembly_match_collectives (&assembly);
    }
  if (!g_cancellable_is_cancelled (cancellable) && !is_over (self))
    {
      if (assembly.shares != NULL)
        refrain_assembly_check_order (&assembly);
      else
        refrain_assembly_stamp_logical_time (&assembly);
      refrain_assembly_count (&assembly);
    }
  self->trace->counts = assembly.counts;
  add_definitions (self);
  keep_columns (self, &assembly);
  if (assembly.members.first != assembly.collectives.first)
    refrain_free ((gpointer) assembly.members.first, (gpointer) assembly.members.process,
                  (gpointer) assembly.members.op);
  refrain_shares_free (assembly.keepers);
  g_free (assembly.processes);
}

/* With the team: all look at the rows of their own processes and keep those alone. What is damaged
 * only one who has all can mend. */
static void
keep_own (RefrainTrace *trace)
{
  const RefrainShares *shares = trace->shares;
  guint64 n_damaged = !refrain_column_store_keep (trace->store, shares->first[shares->team->me],
                                                  shares->first[shares->team->me + 1]);

  if (refrain_team_sum (shares->team, &n_damaged, 1) && n_damaged > 0)
    refrain_team_give_up (shares->team);
}

static void
finish_adopted (RefrainTraceBuilder *self)
{
  RefrainColumnStore *store = refrain_column_store_new (self->drafts->len);

  self->trace->store = store;
  store->n_routines = self->routines->len;
  store->n_communicators = self->communicators->len;
  store->collectives = self->collectives;
  store->trusted = self->trusted;
  store->owner = self->owner != NULL ? g_bytes_ref (self->owner) : NULL;
  for (guint p = 0; p < self->drafts->len; p++)
    {
      RefrainProcessDraft *draft = g_ptr_array_index (self->drafts, p);

      store->processes[p] = draft->adopted;
      draft->adopted.threads = NULL;
      if (store->processes[p].threads == NULL)
        store->processes[p].threads = g_array_new (FALSE, TRUE, sizeof (RefrainThread));
    }
  add_definitions (self);
  if (self->trace->shares != NULL)
    keep_own (self->trace);
}

RefrainTrace *
refrain_trace_builder_finish (RefrainTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && self->trace != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (self->drafts->len == 0)
    return refrain_fail_null (error, REFRAIN_ERROR_EMPTY, _ ("%s: holds no process"),
                              self->trace->path != NULL ? self->trace->path
                                                        : refrain_trace_get_name (self->trace));
  if (self->owner != NULL)
    finish_adopted (self);
  else
    finish_recorded (self, cancellable);
  add_processes (self);
  refrain_trace_sort_defects (self->trace);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (is_over (self))
    return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("%s: the team that read it is over"),
                              self->trace->path);
  return g_steal_pointer (&self->trace);
}
