/* refrain-compact-make.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules are walked beside the columns, and each value put where its term has its own. Then all
 * is expanded and compared, so that nothing can be lost: a column that was not foreseen (of a
 * damaged file that was mended, say) is simply kept.
 */
#include "config.h"

#include "refrain-compact-make.h"

#include <string.h>

#include "refrain-compact-expand.h"
#include "refrain-compact-links.h"
#include "refrain-compact-walk.h"
#include "refrain-free.h"
#include "refrain-packed.h"
#include "refrain-parallel.h"

#define STRIDE 65536

const char *
refrain_compact_method_get_name (RefrainCompactMethod method)
{
  static const char *const names[] = { "calls", "loops", "blocks" };

  return names[method];
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_compact_made_free,
                             RefrainCompactMade,
                             refrain_compact_form_clear (&x->form);
                             g_clear_pointer (&x->packed, g_ptr_array_unref);
                             g_free (x->derived))

/* ---- The trace as tables ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainProcessColumns *columns; /* by process */
  RefrainCompactLayout layout;
  guint64 *first_thread, *first[REFRAIN_TABLE_TAPE + 1], *tape_events;
  RefrainThread *threads;
} Tables;

static void
tables_init (Tables *self, RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (RefrainThread));

  *self = (Tables){ .trace = trace, .columns = g_new0 (RefrainProcessColumns, n + 1) };
  self->first_thread = g_new0 (guint64, n + 1);
  self->tape_events = g_new0 (guint64, n + 1);
  for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
    self->first[t] = g_new0 (guint64, n + 1);
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      RefrainProcessColumns *c = &self->columns[p];

      c->calls = *refrain_process_get_calls (process);
      c->ops = *refrain_process_get_ops (process);
      c->records = *refrain_process_get_records (process);
      c->tape = *refrain_process_get_tape (process);
      self->tape_events[p] = c->tape.n;
      for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
        self->first[t][p + 1] = self->first[t][p] + refrain_columns_count_rows (c, t);
      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        g_array_append_vals (threads, refrain_process_get_thread (process, i), 1);
      self->first_thread[p + 1] = threads->len;
    }
  self->layout.n_processes = n;
  self->layout.n_threads = threads->len;
  self->layout.first_thread = self->first_thread;
  for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
    self->layout.first[t] = self->first[t];
  self->layout.tape_events = self->tape_events;
  self->layout.threads = self->threads
      = (RefrainThread *) (gpointer) g_array_free (g_steal_pointer (&threads), FALSE);
}

static void
tables_clear (Tables *self)
{
  refrain_free (self->columns, self->first_thread, self->tape_events);
  for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
    g_free (self->first[t]);
  g_free (self->threads);
}

/* ---- Rules ---- */

/* Takes the arrays of @grammar. */
static void
take_rules (RefrainCompactForm *form, RefrainEventGrammar *grammar)
{
  const gsize n_terms = refrain_event_grammar_count_terms (grammar);
  guint8 *event = g_new (guint8, grammar->n_symbols + 1);
  guint32 *what = g_new (guint32, grammar->n_symbols + 1);
  guint32 *term_what = g_new (guint32, n_terms + 1), *term_count = g_new (guint32, n_terms + 1);

  for (guint32 i = 0; i < grammar->n_symbols; i++)
    {
      event[i] = grammar->symbols[i].event;
      what[i] = grammar->symbols[i].what;
    }
  for (gsize i = 0; i < n_terms; i++)
    {
      term_what[i] = grammar->terms[i].what;
      term_count[i] = grammar->terms[i].count;
    }
  form->n[REFRAIN_COMPACT_SYMBOLS] = grammar->n_symbols;
  form->n[REFRAIN_COMPACT_RULES] = (guint64) grammar->n_rules + 1;
  form->n[REFRAIN_COMPACT_TERMS] = n_terms;
  form->n[REFRAIN_COMPACT_THREADS] = grammar->n_threads;
  form->symbol_event = event;
  form->symbol_what = what;
  form->term_what = term_what;
  form->term_count = term_count;
  form->rule_first = g_steal_pointer (&grammar->first);
  form->root = g_steal_pointer (&grammar->root);
}

static void
make_arrays (RefrainCompactForm *form, const RefrainCompactLayout *layout)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);

  for (guint64 t = 0; t < layout->n_threads; t++)
    form->n[REFRAIN_COMPACT_EVENTS] += layout->threads[t].n_tape;
  form->n[REFRAIN_COMPACT_OPS] = layout->first[REFRAIN_TABLE_OPS][layout->n_processes];
  form->n[REFRAIN_COMPACT_RECORDS] = layout->first[REFRAIN_TABLE_RECORDS][layout->n_processes];
  for (gsize i = 0; i < n; i++)
    if (members[i].length >= REFRAIN_COMPACT_EVENTS)
      G_STRUCT_MEMBER (gpointer, form, members[i].field) = g_malloc_n (
          form->n[members[i].length] + 1, refrain_column_type_get_size (members[i].type));
}

/* ---- Values ---- */

/* Columns of operations of all processes, one after the other. */
typedef struct
{
  guint8 *kind;
  gint32 *peer, *tag;
  guint32 *comm, *partner;
} Ops;

static void
ops_init (Ops *self, const Tables *tables)
{
  const guint64 n = tables->first[REFRAIN_TABLE_OPS][tables->layout.n_processes];

  *self = (Ops){ g_new (guint8, n + 1), g_new (gint32, n + 1), g_new (gint32, n + 1),
                 g_new (guint32, n + 1), g_new (guint32, n + 1) };
  for (guint64 p = 0; p < tables->layout.n_processes; p++)
    {
      const RefrainOps *own = &tables->columns[p].ops;
      const guint64 at = tables->first[REFRAIN_TABLE_OPS][p];

      if (own->n == 0)
        continue;
      refrain_copy (self->kind + at, own->kind, own->n * sizeof *own->kind);
      refrain_copy (self->peer + at, own->peer, own->n * sizeof *own->peer);
      refrain_copy (self->tag + at, own->tag, own->n * sizeof *own->tag);
      refrain_copy (self->comm + at, own->comm, own->n * sizeof *own->comm);
      refrain_copy (self->partner + at, own->partner, own->n * sizeof *own->partner);
    }
}

REFRAIN_DEFINE_CLEAR (ops_clear, Ops, refrain_free (x->kind, x->peer, x->tag, x->comm, x->partner))

typedef struct
{
  const Tables *tables;
  RefrainCompactForm *form;
  const Ops *ops; /* partners as numbers */
  RefrainCompactStart *starts;
  guint64 *owners;
  RefrainCompactPool pool;
  GCancellable *cancellable;
} Filling;

/* A thread on its way through its events. */
typedef struct
{
  const RefrainProcessColumns *c;
  const RefrainThread *thread;
  gint32 process;
  guint64 first_op; /* of the process, among all */
  gsize call, op, record;
  guint32 open;
  RefrainTime time;
  guint32 logical;
  guint64 id[REFRAIN_N_RECORD_KINDS];
} Cursor;

static void
fill_op (const Filling *filling, Cursor *cursor, guint64 at)
{
  const RefrainOps *ops = &cursor->c->ops;
  RefrainCompactForm *form = filling->form;
  const gsize row = cursor->op++;
  const guint32 distance = (guint32) cursor->record - 1 - ops->record[row];

  form->peer[at] = ops->peer[row] < 0 ? G_MININT32 : ops->peer[row] - cursor->process;
  form->tag[at] = ops->tag[row];
  form->communicator[at] = ops->comm[row];
  form->bytes[at] = ops->bytes[row];
  form->partner[at] = filling->ops->partner[cursor->first_op + row];
  form->record[at] = ops->record[row] == REFRAIN_NONE
                         ? 0
                         : (distance << 1 ^ (guint32) ((gint32) distance >> 31)) + 1;
  form->logical[at] = ops->logical[row] - cursor->logical - 1;
  cursor->logical = ops->logical[row];
}

static void
fill_record (const Filling *filling, Cursor *cursor, guint64 at)
{
  const RefrainRecords *records = &cursor->c->records;
  RefrainCompactForm *form = filling->form;
  const gsize row = cursor->record++;
  const guint8 kind = records->kind[row];

  form->size[at] = records->size[row];
  if (kind == REFRAIN_RECORD_UNCLOSED)
    {
      form->id[at] = records->id[row] - cursor->open;
      cursor->open = cursor->c->calls.parent[cursor->open];
      return;
    }
  form->id[at] = records->id[row] - cursor->id[kind];
  cursor->id[kind] = records->id[row];
}

static void
fill_event (const Filling *filling, Cursor *cursor, const RefrainCompactWalk *walk)
{
  const RefrainProcessColumns *c = cursor->c;
  RefrainTime time;

  switch (walk->event)
    {
    case REFRAIN_TAPE_ENTER:
      time = c->calls.start[cursor->call];
      cursor->open = (guint32) cursor->call++;
      break;
    case REFRAIN_TAPE_LEAVE:
      time = c->calls.end[cursor->open];
      cursor->open = c->calls.parent[cursor->open];
      break;
    case REFRAIN_TAPE_OP:
      time = c->ops.time[cursor->op];
      fill_op (filling, cursor, walk->row);
      break;
    default:
      time = c->records.time[cursor->record];
      fill_record (filling, cursor, walk->row);
    }
  filling->form->time[walk->time] = (gint64) ((guint64) time - (guint64) cursor->time);
  cursor->time = time;
}

static void
fill_thread (gsize t, gpointer data)
{
  Filling *filling = data;
  const RefrainThread *thread = &filling->tables->threads[t];
  const guint64 process = filling->owners[t];
  const RefrainCompactStart *start = &filling->starts[t];
  Cursor cursor = { .c = &filling->tables->columns[process],
                    .thread = thread,
                    .process = (gint32) process,
                    .first_op = filling->tables->first[REFRAIN_TABLE_OPS][process],
                    .call = thread->first_call,
                    .op = thread->first_op,
                    .record = thread->first_record,
                    .open = REFRAIN_NONE };
  RefrainCompactScratch *scratch;
  RefrainCompactWalk walk;
  guint64 n = 0;

  if (thread->n_tape == 0)
    return;
  scratch = refrain_compact_pool_take (&filling->pool);
  refrain_compact_walk_init (&walk, filling->form, scratch, filling->form->root[t], start->time,
                             start->op, start->record);
  while (refrain_compact_walk_next (&walk))
    {
      fill_event (filling, &cursor, &walk);
      if (++n % STRIDE == 0 && g_cancellable_is_cancelled (filling->cancellable))
        break;
    }
  refrain_compact_walk_clear (&walk);
  refrain_compact_pool_give (&filling->pool, scratch);
}

/* FALSE when cancelled. */
static gboolean
fill (const Tables *tables, RefrainCompactForm *form, GCancellable *cancellable)
{
  Ops ops;
  Filling filling = { .tables = tables, .form = form, .ops = &ops, .cancellable = cancellable };
  RefrainLinkedOps linked;
  gboolean done;

  ops_init (&ops, tables);
  linked = (RefrainLinkedOps){ tables->layout.n_processes,
                               tables->first[REFRAIN_TABLE_OPS],
                               ops.kind,
                               ops.peer,
                               ops.tag,
                               ops.comm };
  filling.starts = refrain_compact_list_starts (&tables->layout);
  filling.owners = refrain_compact_list_owners (&tables->layout);
  refrain_compact_pool_init (&filling.pool, form);
  done = refrain_compact_links_encode (&linked, ops.partner, cancellable)
         && refrain_parallel_run (tables->layout.n_threads, fill_thread, &filling, cancellable);
  refrain_compact_pool_clear (&filling.pool);
  refrain_free (filling.starts, filling.owners);
  ops_clear (&ops);
  return done && !g_cancellable_is_cancelled (cancellable);
}

/* ---- Whether it comes back ---- */

static void
compare_columns (RefrainCompactMade *self,
                 const Tables *tables,
                 const RefrainWritableColumns *again)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainTable table = columns[i].table;
      const gsize size = refrain_column_type_get_size (columns[i].type);

      self->derived[i] = table <= REFRAIN_TABLE_TAPE;
      for (guint64 p = 0; p < tables->layout.n_processes && self->derived[i]; p++)
        {
          const guint64 first = tables->first[table][p];
          const guint64 rows = tables->first[table][p + 1] - first;
          const guint8 *own
              = G_STRUCT_MEMBER (const guint8 *, &tables->columns[p], columns[i].field);

          self->derived[i]
              = rows == 0
                || memcmp (own,
                           G_STRUCT_MEMBER (const guint8 *, again, columns[i].field) + first * size,
                           rows * size)
                       == 0;
        }
    }
}

static gboolean
compare_collectives (const Tables *tables, const RefrainWritableColumns *again)
{
  const RefrainCollectives *own = refrain_trace_get_collectives (tables->trace);
  const RefrainLinkedOps ops = { tables->layout.n_processes,
                                 tables->first[REFRAIN_TABLE_OPS],
                                 again->ops.kind,
                                 again->ops.peer,
                                 again->ops.tag,
                                 again->ops.comm };
  RefrainCollectives c = refrain_compact_links_list_collectives (&ops, again->ops.partner);
  const gboolean equal
      = own->n == c.n && own->n_members == c.n_members
        && refrain_is_same (own->first, c.first, c.n > 0 ? (c.n + 1) * sizeof *c.first : 0)
        && refrain_is_same (own->comm, c.comm, c.n * sizeof *c.comm)
        && refrain_is_same (own->type, c.type, c.n * sizeof *c.type)
        && refrain_is_same (own->process, c.process, c.n_members * sizeof *c.process)
        && refrain_is_same (own->op, c.op, c.n_members * sizeof *c.op);

  refrain_free ((gpointer) c.first, (gpointer) c.comm, (gpointer) c.type, (gpointer) c.process,
                (gpointer) c.op);
  return equal;
}

/* FALSE when cancelled. */
static gboolean
verify (RefrainCompactMade *self, const Tables *tables, GCancellable *cancellable)
{
  RefrainWritableColumns again;
  const char *cause = NULL;
  gboolean expanded;

  if (!refrain_compact_make_room (&tables->layout, &again))
    return TRUE; /* then nothing is derived */
  expanded
      = refrain_compact_layout_check (&tables->layout) == NULL
        && refrain_compact_form_check (&self->form, &tables->layout) == NULL
        && refrain_compact_expand (&self->form, &tables->layout, &again, cancellable, NULL, &cause);
  if (expanded)
    {
      compare_columns (self, tables, &again);
      self->has_collectives = compare_collectives (tables, &again);
    }
  refrain_columns_clear (&again);
  return !g_cancellable_is_cancelled (cancellable);
}

/* ---- Packing ---- */

static void
free_packed (gpointer data)
{
  if (data != NULL)
    g_byte_array_unref (data);
}

static void
pack_member (gsize i, gpointer data)
{
  RefrainCompactMade *self = data;
  gsize n;
  const RefrainCompactMember *member = &refrain_compact_form_list (&n)[i];
  gpointer *array = &G_STRUCT_MEMBER (gpointer, &self->form, member->field);
  const guint64 length = self->form.n[member->length];
  const gsize size = refrain_column_type_get_size (member->type);
  GByteArray *packed = refrain_pack (*array, length, size);

  if (packed->len < length * size)
    {
      self->packed->pdata[i] = packed;
      g_clear_pointer (array, g_free);
    }
  else
    g_byte_array_unref (packed);
}

/* Packs all arrays that become smaller; gives the bytes that the form then takes. */
static guint64
pack_all (RefrainCompactMade *self)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);
  guint64 bytes = 0;

  self->packed = g_ptr_array_new_with_free_func (free_packed);
  g_ptr_array_set_size (self->packed, (gint) n);
  refrain_parallel_run (n, pack_member, self, NULL);
  for (gsize i = 0; i < n; i++)
    if (self->packed->pdata[i] != NULL)
      bytes += ((GByteArray *) self->packed->pdata[i])->len;
    else
      bytes += self->form.n[members[i].length] * refrain_column_type_get_size (members[i].type);
  return bytes;
}

/* ---- All together ---- */

/* NULL with @error when cancelled. */
static RefrainCompactMade *
make_by (const Tables *tables,
         RefrainCompactMethod method,
         GCancellable *cancellable,
         GError **error)
{
  g_autoptr (RefrainCompactMade) self = g_new0 (RefrainCompactMade, 1);
  g_autoptr (RefrainEventGrammar) grammar
      = method == REFRAIN_COMPACT_CALLS
            ? refrain_event_grammar_new_from_calls (tables->trace, cancellable, error)
            : refrain_event_grammar_new_from_loops (tables->trace, cancellable, error);
  gsize n;

  if (grammar == NULL)
    return NULL;
  refrain_columns_list (&n);
  self->derived = g_new0 (gboolean, n);
  take_rules (&self->form, grammar);
  make_arrays (&self->form, &tables->layout);
  if (!fill (tables, &self->form, cancellable) || !verify (self, tables, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  self->sizes.method = method;
  self->sizes.bytes[method] = pack_all (self);
  return g_steal_pointer (&self);
}

RefrainCompactMade *
refrain_compact_make_by (RefrainTrace *trace,
                         RefrainCompactMethod method,
                         GCancellable *cancellable,
                         GError **error)
{
  RefrainCompactMade *made;
  Tables tables;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (method < REFRAIN_COMPACT_BLOCKS, NULL);

  tables_init (&tables, trace);
  made = make_by (&tables, method, cancellable, error);
  tables_clear (&tables);
  return made;
}

/* Frees the larger one of both. */
static RefrainCompactMade *
choose (RefrainCompactMade *calls, RefrainCompactMade *loops)
{
  const RefrainCompactSizes sizes = { .bytes = { calls->sizes.bytes[REFRAIN_COMPACT_CALLS],
                                                 loops->sizes.bytes[REFRAIN_COMPACT_LOOPS] } };
  const gboolean by_loops = sizes.bytes[REFRAIN_COMPACT_LOOPS] < sizes.bytes[REFRAIN_COMPACT_CALLS];
  RefrainCompactMade *best = by_loops ? loops : calls;

  refrain_compact_made_free (by_loops ? calls : loops);
  best->sizes.bytes[REFRAIN_COMPACT_CALLS] = sizes.bytes[REFRAIN_COMPACT_CALLS];
  best->sizes.bytes[REFRAIN_COMPACT_LOOPS] = sizes.bytes[REFRAIN_COMPACT_LOOPS];
  return best;
}

RefrainCompactMade *
refrain_compact_make (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainCompactMade) calls = NULL;
  RefrainCompactMade *loops = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  calls = refrain_compact_make_by (trace, REFRAIN_COMPACT_CALLS, cancellable, error);
  if (calls != NULL)
    loops = refrain_compact_make_by (trace, REFRAIN_COMPACT_LOOPS, cancellable, error);
  return loops != NULL ? choose (g_steal_pointer (&calls), loops) : NULL;
}
