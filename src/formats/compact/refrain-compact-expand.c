/* refrain-compact-expand.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread is read out by itself; then, by process, records get the operations that name them,
 * and messages and collectives are put together.
 */
#include "config.h"

#include "refrain-compact-expand.h"

#include <glib/gi18n-lib.h>

#include "refrain-compact-links.h"
#include "refrain-compact-walk.h"
#include "refrain-memory.h"
#include "refrain-parallel.h"

/* Events between two looks at the cancellable. */
#define STRIDE 65536
/* What a small file may ask for. */
#define FREE_BYTES (G_GUINT64_CONSTANT (256) << 20)

/* ---- Room ---- */

static guint64
count_rows (const RefrainCompactLayout *layout, RefrainTable table)
{
  return table <= REFRAIN_TABLE_TAPE ? layout->first[table][layout->n_processes] : 0;
}

gboolean
refrain_compact_is_allowed (const RefrainCompactLayout *layout, guint64 bytes)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      const guint64 rows = count_rows (layout, columns[i].table);
      const guint64 size = refrain_column_type_get_size (columns[i].type);

      if (rows > (G_MAXUINT64 - sum) / size)
        return FALSE;
      sum += rows * size;
    }
  return sum <= MAX (FREE_BYTES, refrain_memory_get_budget ())
         || (sum - FREE_BYTES) / REFRAIN_COMPACT_MAX_GROWTH <= bytes;
}

gboolean
refrain_compact_make_room (const RefrainCompactLayout *layout, RefrainWritableColumns *to)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  *to = (RefrainWritableColumns){ 0 };
  for (gsize i = 0; i < n; i++)
    {
      const guint64 rows = count_rows (layout, columns[i].table);
      gpointer data;

      if (columns[i].table > REFRAIN_TABLE_TAPE)
        continue;
      data = refrain_memory_try_resize (NULL, rows + 1,
                                        refrain_column_type_get_size (columns[i].type));
      if (data == NULL)
        {
          refrain_columns_clear (to);
          return FALSE;
        }
      G_STRUCT_MEMBER (gpointer, to, columns[i].field) = data;
    }
  return TRUE;
}

/* ---- Where threads are ---- */

RefrainCompactStart *
refrain_compact_list_starts (const RefrainCompactLayout *layout)
{
  RefrainCompactStart *starts = g_new0 (RefrainCompactStart, layout->n_threads + 1);

  for (guint64 t = 0; t < layout->n_threads; t++)
    starts[t + 1] = (RefrainCompactStart){ starts[t].time + layout->threads[t].n_tape,
                                           starts[t].op + layout->threads[t].n_ops,
                                           starts[t].record + layout->threads[t].n_records };
  return starts;
}

guint64 *
refrain_compact_list_owners (const RefrainCompactLayout *layout)
{
  guint64 *owners = g_new (guint64, layout->n_threads + 1);

  for (guint64 p = 0; p < layout->n_processes; p++)
    for (guint64 t = layout->first_thread[p]; t < layout->first_thread[p + 1]; t++)
      owners[t] = p;
  return owners;
}

/* ---- One thread ---- */

typedef struct
{
  const RefrainCompactForm *form;
  const RefrainCompactLayout *layout;
  RefrainWritableColumns *to;
  RefrainCompactStart *starts;
  guint64 *owners;
  RefrainCompactPool pool;
  GCancellable *cancellable;
  const RefrainProgress *progress;
  gsize n_done;      /* events */
  const char *cause; /* atomic; NULL while all is well */
} Expansion;

typedef struct
{
  const RefrainCompactForm *form;
  const RefrainThread *thread;
  gint64 process, n_processes;
  RefrainWritableColumns c; /* those of the process */
  guint8 *tape;
  guint64 call, op, record, position;
  guint32 open; /* the innermost call */
  guint64 depth;
  gint64 time;
  guint32 logical;
  guint64 id[REFRAIN_N_RECORD_KINDS];
} Reader;

/* The columns of the process of the thread: arrays that begin with its rows. */
static void
reader_init (Reader *self, const Expansion *e, gsize t)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);
  const guint64 process = e->owners[t];

  *self = (Reader){ .form = e->form,
                    .thread = &e->layout->threads[t],
                    .process = (gint64) process,
                    .n_processes = (gint64) e->layout->n_processes,
                    .open = REFRAIN_NONE };
  for (gsize i = 0; i < n; i++)
    if (columns[i].table <= REFRAIN_TABLE_TAPE)
      G_STRUCT_MEMBER (guint8 *, &self->c, columns[i].field)
          = G_STRUCT_MEMBER (guint8 *, e->to, columns[i].field)
            + e->layout->first[columns[i].table][process]
                  * refrain_column_type_get_size (columns[i].type);
  self->tape = self->c.tape.bits + self->thread->first_tape / 4;
  self->call = self->thread->first_call;
  self->op = self->thread->first_op;
  self->record = self->thread->first_record;
}

static inline void
write_tape (Reader *self, guint8 event)
{
  if (self->position % 4 == 0)
    self->tape[self->position / 4] = event;
  else
    self->tape[self->position / 4] |= (guint8) (event << (self->position % 4 * 2));
  self->position++;
}

static inline void
read_enter (Reader *self, guint32 routine)
{
  RefrainCallColumns *calls = &self->c.calls;
  const guint64 row = self->call++;

  calls->start[row] = calls->end[row] = self->time;
  calls->routine[row] = routine;
  calls->parent[row] = self->open;
  calls->depth[row] = (guint16) MIN (self->depth, G_MAXUINT16);
  self->open = (guint32) row;
  self->depth++;
}

static inline gboolean
read_leave (Reader *self)
{
  if (self->open == REFRAIN_NONE)
    return FALSE;
  self->c.calls.end[self->open] = self->time;
  self->open = self->c.calls.parent[self->open];
  self->depth--;
  return TRUE;
}

/* The record that an operation names: so many before the last one. */
static inline guint32
read_record_of (const Reader *self, guint32 number)
{
  const guint32 distance = (number - 1) >> 1 ^ (0 - ((number - 1) & 1));
  const guint64 row = self->record - 1 - (guint64) (gint64) (gint32) distance;

  if (number == 0 || row < self->thread->first_record
      || row - self->thread->first_record >= self->thread->n_records)
    return REFRAIN_NONE;
  return (guint32) row;
}

static inline gboolean
read_op (Reader *self, guint64 at, guint32 kind)
{
  RefrainOpColumns *ops = &self->c.ops;
  const RefrainCompactForm *form = self->form;
  const guint64 row = self->op++;
  const gint64 peer = form->peer[at] == G_MININT32 ? -1 : self->process + form->peer[at];

  ops->time[row] = self->time;
  ops->kind[row] = (guint8) kind;
  ops->call[row] = self->open;
  ops->peer[row] = (gint32) peer;
  ops->tag[row] = form->tag[at];
  ops->comm[row] = form->communicator[at];
  ops->bytes[row] = form->bytes[at];
  ops->partner[row] = form->partner[at];
  ops->record[row] = read_record_of (self, form->record[at]);
  ops->logical[row] = self->logical = self->logical + 1 + form->logical[at];
  return peer >= -1 && peer < self->n_processes;
}

static inline gboolean
read_record (Reader *self, guint64 at, guint32 kind)
{
  RefrainRecordColumns *records = &self->c.records;
  const guint64 row = self->record++;

  records->time[row] = self->time;
  records->kind[row] = (guint8) kind;
  records->call[row] = self->open;
  records->op[row] = REFRAIN_NONE;
  records->size[row] = self->form->size[at];
  if (kind == REFRAIN_RECORD_UNCLOSED)
    {
      records->id[row] = self->form->id[at] + self->open;
      return read_leave (self);
    }
  records->id[row] = self->id[kind] += self->form->id[at];
  return TRUE;
}

static gboolean
read_event (Reader *self, const RefrainCompactWalk *walk)
{
  self->time = (gint64) ((guint64) self->time + (guint64) self->form->time[walk->time]);
  write_tape (self, walk->event);
  switch (walk->event)
    {
    case REFRAIN_TAPE_ENTER:
      read_enter (self, walk->what);
      return TRUE;
    case REFRAIN_TAPE_LEAVE:
      return read_leave (self);
    case REFRAIN_TAPE_OP:
      return read_op (self, walk->row, walk->what);
    default:
      return read_record (self, walk->row, walk->what);
    }
}

static void
tell_progress (Expansion *e, guint64 n)
{
  const guint64 all = e->form->n[REFRAIN_COMPACT_EVENTS];
  const gsize done = (gsize) g_atomic_pointer_add (&e->n_done, (gssize) n) + n;

  refrain_progress_tell (e->progress, 0.1 + 0.8 * (double) done / (double) MAX (all, 1),
                         _ ("Expanding the events"));
}

static void
read_thread (gsize t, gpointer data)
{
  Expansion *e = data;
  const RefrainCompactStart *start = &e->starts[t];
  RefrainCompactScratch *scratch;
  RefrainCompactWalk walk;
  Reader reader;
  gboolean sound = TRUE;

  if (e->layout->threads[t].n_tape == 0)
    return;
  reader_init (&reader, e, t);
  scratch = refrain_compact_pool_take (&e->pool);
  refrain_compact_walk_init (&walk, e->form, scratch, e->form->root[t], start->time, start->op,
                             start->record);
  while (sound && refrain_compact_walk_next (&walk))
    {
      sound = read_event (&reader, &walk);
      if (G_UNLIKELY (reader.position % STRIDE == 0))
        {
          tell_progress (e, STRIDE);
          if (g_cancellable_is_cancelled (e->cancellable))
            break;
        }
    }
  refrain_compact_walk_clear (&walk);
  refrain_compact_pool_give (&e->pool, scratch);
  if (!sound)
    g_atomic_pointer_set (&e->cause, _ ("a thread leaves a call that is not open, or names a "
                                        "process that is not there"));
}

/* ---- What is known only then ---- */

static void
name_ops (gsize process, gpointer data)
{
  const Expansion *e = data;
  const guint64 *first_op = e->layout->first[REFRAIN_TABLE_OPS];
  const guint64 record = e->layout->first[REFRAIN_TABLE_RECORDS][process];

  for (guint64 i = first_op[process]; i < first_op[process + 1]; i++)
    if (e->to->ops.record[i] != REFRAIN_NONE)
      e->to->records.op[record + e->to->ops.record[i]] = (guint32) (i - first_op[process]);
}

/* The last byte of a thread's tape may be followed by whole ones that belong to nobody. */
static void
clear_tape (const RefrainCompactLayout *layout, guint8 *bits)
{
  memset (bits, 0, layout->first[REFRAIN_TABLE_TAPE][layout->n_processes]);
}

gboolean
refrain_compact_expand (const RefrainCompactForm *form,
                        const RefrainCompactLayout *layout,
                        RefrainWritableColumns *to,
                        GCancellable *cancellable,
                        const RefrainProgress *progress,
                        const char **cause)
{
  Expansion e = {
    .form = form, .layout = layout, .to = to, .cancellable = cancellable, .progress = progress
  };
  const RefrainLinkedOps ops = { layout->n_processes, layout->first[REFRAIN_TABLE_OPS],
                                 to->ops.kind,        to->ops.peer,
                                 to->ops.tag,         to->ops.comm };
  gboolean done;

  *cause = NULL;
  e.starts = refrain_compact_list_starts (layout);
  e.owners = refrain_compact_list_owners (layout);
  refrain_compact_pool_init (&e.pool, form);
  clear_tape (layout, to->tape.bits);
  done = refrain_parallel_run (layout->n_threads, read_thread, &e, cancellable) && e.cause == NULL
         && !g_cancellable_is_cancelled (cancellable)
         && refrain_parallel_run (layout->n_processes, name_ops, &e, cancellable)
         && refrain_compact_links_decode (&ops, to->ops.partner, cancellable);
  *cause = e.cause;
  refrain_compact_pool_clear (&e.pool);
  g_free (e.starts);
  g_free (e.owners);
  return done;
}
