/* refrain-role-ops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First who uses which communicator and which tags mean something, then a role for each operation.
 */
#include "refrain-role-ops.h"

#include "refrain-collective-name.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-run.h"

/* A tag means something where each process uses it so often, in so many of the messages. */
#define USES_OF_TAG 2
#define RARE_TAG    200
/* So many tags that never come back count iterations. */
#define MANY_COUNTING 4
/* More common tags than these, of more than these in all, are counters, too. */
#define MANY_COMMON 24
#define MANY_TAGS   40
/* Two roles are in any order where each follows the other in so many of its runs, and no length of
 * these is usual. */
#define OFTEN_NEXT     0.3
#define USUAL_LENGTH   0.7
#define LENGTHS_OF_RUN 4
/* Pairs of roles are compared, if there are no more than these. */
#define MOST_COMPARED 1000

/* ---- Tags ------------------------------------------------------------------------------------ */

typedef struct
{
  guint64 uses, runs;
  guint users;
  guint last_user; /* and one */
} Tag;

typedef struct
{
  RefrainTrace *trace;
  RefrainRoleOps *self;
  guint32 *users;    /* of each communicator: how many processes use it */
  GHashTable *tags;  /* gint64 tag → Tag */
  GHashTable *roles; /* Key → number + 1 */
} Reading;

static Tag *
get_tag (Reading *reading, gint32 tag)
{
  const gint64 key = tag;
  Tag *found = g_hash_table_lookup (reading->tags, &key);

  if (found == NULL)
    {
      found = g_new0 (Tag, 1);
      g_hash_table_insert (reading->tags, g_memdup2 (&key, sizeof key), found);
    }
  return found;
}

static void
count_users (Reading *reading)
{
  const guint n_comms = refrain_trace_get_n_communicators (reading->trace);
  g_autofree guint32 *last = g_new0 (guint32, n_comms + 1);

  reading->users = g_new0 (guint32, n_comms + 1);
  for (guint p = 0; p < reading->self->n_processes; p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (reading->trace, p);

      for (gsize i = 0; i < ops->n; i++)
        if (ops->comm[i] != REFRAIN_NONE && last[ops->comm[i]] != p + 1)
          {
            last[ops->comm[i]] = p + 1;
            reading->users[ops->comm[i]]++;
          }
    }
}

static void
count_tags (Reading *reading)
{
  for (guint p = 0; p < reading->self->n_processes; p++)
    {
      const RefrainRoleProcess *process = &reading->self->processes[p];
      Tag *before = NULL;

      for (gsize i = 0; i < process->n; i++)
        {
          const RefrainRoleOp *op = &process->ops[i];
          Tag *tag;

          if (op->way == REFRAIN_ROLE_OTHER)
            continue;
          tag = get_tag (reading, op->tag);
          tag->uses++;
          tag->runs += tag != before;
          if (tag->last_user != p + 1)
            tag->users++;
          tag->last_user = p + 1;
          before = tag;
          reading->self->messages += op->way == REFRAIN_ROLE_SENDS;
        }
    }
}

/* Drops the tags that tell nothing. */
static void
drop_tags (Reading *reading)
{
  GHashTableIter iter;
  gpointer value;
  guint64 all = 0;
  guint n_tags = g_hash_table_size (reading->tags), n_common = 0, n_once = 0;

  g_hash_table_iter_init (&iter, reading->tags);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Tag *tag = value;

      all += tag->uses;
      n_once += 10 * tag->runs <= 11 * (guint64) tag->users;
    }
  g_hash_table_iter_init (&iter, reading->tags);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Tag *tag = value;
      const gboolean once = 10 * tag->runs <= 11 * (guint64) tag->users;

      if (tag->uses < MAX ((guint64) USES_OF_TAG * reading->self->n_processes, all / RARE_TAG)
          || (once && n_once >= MANY_COUNTING))
        g_hash_table_iter_remove (&iter);
      else
        n_common++;
    }
  if (n_tags > MANY_TAGS && n_common > MANY_COMMON)
    g_hash_table_remove_all (reading->tags);
}

/* ---- Roles ----------------------------------------------------------------------------------- */

typedef struct
{
  guint32 kind;   /* 0: a message; a collective and 1; of a routine by its name: its number */
  gboolean named; /* ... which it is */
  guint32 reach, caller;
  gint64 tag; /* of messages, or G_MAXINT64 */
} Key;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return (guint) refrain_hash_mix (
      refrain_hash_mix (((guint64) key->kind << 32 | key->caller) ^ (guint64) key->named << 63)
      ^ refrain_hash_mix (((guint64) key->reach << 40) ^ (guint64) key->tag));
}

static gboolean
is_same_key (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->kind == y->kind && x->named == y->named && x->reach == y->reach
         && x->caller == y->caller && x->tag == y->tag;
}

static gboolean
is_handle_type (gint32 type)
{
  return type >= REFRAIN_COLLECTIVE_CREATE_HANDLE
         && type <= REFRAIN_COLLECTIVE_DESTROY_HANDLE_AND_DEALLOCATE;
}

static guint32
find_role (Reading *reading, const Key *key, const char *name, gboolean is_handle)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (reading->roles, key));
  RefrainRole role = { .name = g_strdup (name),
                       .is_message = name == NULL,
                       .is_handle = is_handle,
                       .is_wide = key->reach == reading->self->n_processes,
                       .reach = key->reach };

  if (number > 0)
    {
      g_free (role.name);
      return number - 1;
    }
  g_array_append_val (reading->self->roles, role);
  number = reading->self->roles->len;
  g_hash_table_insert (reading->roles, g_memdup2 (key, sizeof *key), GUINT_TO_POINTER (number));
  return number - 1;
}

/* The routine of the program that calls @call, or REFRAIN_NONE. */
static guint32
find_caller (RefrainTrace *trace, const RefrainCalls *calls, guint32 call)
{
  while (
      call != REFRAIN_NONE
      && (calls->routine[call] == REFRAIN_NONE
          || refrain_trace_get_routine_kind (trace, calls->routine[call]) != REFRAIN_ROUTINE_USER))
    call = calls->parent[call];
  return call != REFRAIN_NONE ? calls->routine[call] : REFRAIN_NONE;
}

/* Where operation @row is taken up. */
static guint32
find_call (const RefrainOps *ops, const RefrainRecords *records, gsize row)
{
  const guint32 record = ops->record[row];

  return record != REFRAIN_NONE && !REFRAIN_OP_IS_SEND (ops->kind[row])
                 && records->call[record] != REFRAIN_NONE
             ? records->call[record]
             : ops->call[row];
}

static void
give_role (Reading *reading, guint p, RefrainRoleOp *op)
{
  RefrainProcess *process = refrain_trace_get_process (reading->trace, p);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  guint32 call, comm;
  Key key;

  if (op->row == REFRAIN_NONE)
    return;
  call = find_call (ops, refrain_process_get_records (process), op->row);
  comm = ops->comm[op->row];
  key = (Key){ .reach = comm != REFRAIN_NONE ? reading->users[comm] : reading->self->n_processes,
               .caller = find_caller (reading->trace, calls, call),
               .tag = G_MAXINT64 };
  if (op->way == REFRAIN_ROLE_OTHER)
    {
      const char *name = refrain_collective_get_name ((RefrainCollective) op->tag);
      const char *begun = refrain_trace_name_collective (reading->trace, p, op->row);

      key.kind = (guint32) op->tag + 1;
      if (op->tag == REFRAIN_COLLECTIVE_UNKNOWN && call != REFRAIN_NONE
          && calls->routine[call] != REFRAIN_NONE)
        {
          key.named = TRUE;
          key.kind = calls->routine[call];
          name = refrain_trace_get_routine_label (reading->trace, key.kind);
        }
      else if (g_str_has_prefix (begun, "MPI_I"))
        {
          /* One that does not block is another role. */
          key.kind += REFRAIN_N_COLLECTIVES;
          name = begun;
        }
      op->role = find_role (reading, &key, name, is_handle_type (op->tag));
      return;
    }
  if (g_hash_table_contains (reading->tags, &(gint64){ op->tag }))
    key.tag = op->tag;
  op->role = find_role (reading, &key, NULL, FALSE);
}

/* ---- Operations ------------------------------------------------------------------------------ */

static gboolean
is_alone (const Reading *reading, guint32 comm, gboolean message)
{
  if (reading->self->n_processes < 2 || comm == REFRAIN_NONE)
    return FALSE;
  return (reading->users[comm] < 2 && !message)
         || refrain_communicator_is_self (refrain_trace_get_communicator (reading->trace, comm));
}

static void
add_operations (const Reading *reading, guint p, GArray *found)
{
  const RefrainRunSpan *span = &refrain_trace_get_run (reading->trace)->processes[p];
  RefrainProcess *process = refrain_trace_get_process (reading->trace, p);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);

  for (gsize i = 0; i < ops->n; i++)
    {
      const guint32 call = find_call (ops, records, i);
      RefrainRoleOp op = { .start = call != REFRAIN_NONE ? calls->start[call] : ops->time[i],
                           .end = ops->time[i],
                           .bytes = ops->bytes[i],
                           .row = (guint32) i,
                           .peer = ops->peer[i],
                           .tag = ops->tag[i] };

      op.way = REFRAIN_OP_IS_SEND (ops->kind[i])   ? REFRAIN_ROLE_SENDS
               : REFRAIN_OP_IS_RECV (ops->kind[i]) ? REFRAIN_ROLE_RECEIVES
                                                   : REFRAIN_ROLE_OTHER;
      op.blocking = ops->kind[i] == REFRAIN_OP_SEND || ops->kind[i] == REFRAIN_OP_RECV;
      /* A call of the program's own says nothing of when. */
      if (call != REFRAIN_NONE && calls->routine[call] != REFRAIN_NONE
          && refrain_trace_get_routine_kind (reading->trace, calls->routine[call])
                 == REFRAIN_ROUTINE_USER)
        op.start = ops->time[i];
      op.start = MIN (op.start, op.end);
      if (op.end < span->start || op.start > span->end
          || is_alone (reading, ops->comm[i], op.way != REFRAIN_ROLE_OTHER)
          || (op.way != REFRAIN_ROLE_OTHER && op.peer < 0))
        continue;
      g_array_append_val (found, op);
    }
}

gboolean
refrain_role_is_file_operation (RefrainRoutine *routine)
{
  static const char *const prefixes[]
      = { "MPI_File_open",  "MPI_File_close",  "MPI_File_read", "MPI_File_write",
          "MPI_File_iread", "MPI_File_iwrite", "MPI_File_sync" };
  const char *name = refrain_routine_get_label (routine);

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

static void
add_file_operations (Reading *reading, guint p, const guint8 *is_file, GArray *found)
{
  const RefrainCalls *calls = refrain_trace_get_calls (reading->trace, p);

  for (gsize i = 0; i < calls->n; i++)
    if (calls->routine[i] != REFRAIN_NONE && is_file[calls->routine[i]])
      {
        const Key key = { .kind = calls->routine[i],
                          .named = TRUE,
                          .reach = reading->self->n_processes,
                          .caller = find_caller (reading->trace, calls, (guint32) i),
                          .tag = G_MAXINT64 };
        const RefrainRoleOp op = {
          .start = calls->start[i],
          .end = calls->end[i],
          .row = REFRAIN_NONE,
          .peer = -1,
          .way = REFRAIN_ROLE_OTHER,
          .blocking = TRUE,
          .role
          = find_role (reading, &key,
                       refrain_trace_get_routine_label (reading->trace, calls->routine[i]), FALSE),
        };

        g_array_append_val (found, op);
      }
}

REFRAIN_DEFINE_COMPARE (compare_ops, RefrainRoleOp, REFRAIN_RISING (start) ?: REFRAIN_RISING (row))

/* Takes off @is_file the routines whose calls the trace has as operations. */
static void
strike_recorded_files (RefrainTrace *trace, guint8 *is_file)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (trace);

  for (gsize i = 0; i < all->n; i++)
    if (all->type[i] >= REFRAIN_COLLECTIVE_FILE_OPEN)
      {
        RefrainProcess *process = refrain_trace_get_process (trace, all->process[all->first[i]]);
        const guint32 call = refrain_process_get_ops (process)->call[all->op[all->first[i]]];

        if (call != REFRAIN_NONE)
          is_file[refrain_process_get_calls (process)->routine[call]] = FALSE;
      }
}

static void
read_processes (Reading *reading)
{
  const guint n_routines = refrain_trace_get_n_routines (reading->trace);
  g_autofree guint8 *is_file = g_malloc0 (n_routines + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < n_routines; i++)
    is_file[i] = refrain_role_is_file_operation (refrain_trace_get_routine (reading->trace, i));
  strike_recorded_files (reading->trace, is_file);
  for (guint i = 0; i < n_routines; i++)
    any = any || is_file[i];
  for (guint p = 0; p < reading->self->n_processes; p++)
    {
      GArray *found = g_array_new (FALSE, FALSE, sizeof (RefrainRoleOp));

      add_operations (reading, p, found);
      if (any)
        add_file_operations (reading, p, is_file, found);
      g_array_sort (found, compare_ops);
      reading->self->processes[p].n = found->len;
      reading->self->processes[p].ops = (gpointer) g_array_free (found, FALSE);
    }
}

/* ---- Roles in any order ---------------------------------------------------------------------- */

/* How a role of messages stands in the runs of all processes. */
typedef struct
{
  guint64 runs;
  GHashTable *lengths; /* of a run → how many */
  guint64 most;        /* of one length */
  GHashTable *next;    /* role → how many runs of it follow */
} Runs;

REFRAIN_DEFINE_FREE (free_runs, Runs, g_hash_table_unref (x->lengths); g_hash_table_unref (x->next))

static guint64
bump (GHashTable *counts, gsize key)
{
  const gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, GSIZE_TO_POINTER (key))) + 1;

  g_hash_table_insert (counts, GSIZE_TO_POINTER (key), GSIZE_TO_POINTER (n));
  return n;
}

static guint64
get_next (const Runs *runs, guint32 role)
{
  return GPOINTER_TO_SIZE (g_hash_table_lookup (runs->next, GSIZE_TO_POINTER ((gsize) role)));
}

static void
count_runs (const RefrainRoleProcess *process, GPtrArray *all)
{
  for (gsize i = 0; i < process->n;)
    {
      Runs *runs = all->pdata[process->ops[i].role];
      gsize end = i + 1;
      guint64 n;

      while (end < process->n && process->ops[end].role == process->ops[i].role)
        end++;
      runs->runs++;
      n = bump (runs->lengths, end - i);
      runs->most = MAX (runs->most, n);
      if (end < process->n)
        bump (runs->next, process->ops[end].role);
      i = end;
    }
}

static gboolean
is_irregular (const Runs *runs)
{
  return g_hash_table_size (runs->lengths) >= LENGTHS_OF_RUN
         && (double) runs->most < USUAL_LENGTH * (double) runs->runs;
}

static gboolean
are_in_any_order (const Runs *x, guint32 a, const Runs *y, guint32 b)
{
  const guint64 there = get_next (x, b), back = get_next (y, a);

  return there > 0 && back > 0 && there + back > MIN (x->runs, y->runs)
         && (double) there >= OFTEN_NEXT * (double) x->runs
         && (double) back >= OFTEN_NEXT * (double) y->runs && is_irregular (x) && is_irregular (y);
}

/* Who came first is no structure of the program. */
static void
join_roles (RefrainRoleOps *self)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (free_runs);
  g_autofree guint32 *to = g_new (guint32, self->roles->len + 1);
  gboolean any = FALSE;

  if (self->roles->len > MOST_COMPARED)
    return;
  for (guint i = 0; i < self->roles->len; i++)
    {
      Runs *runs = g_new0 (Runs, 1);

      runs->lengths = g_hash_table_new (NULL, NULL);
      runs->next = g_hash_table_new (NULL, NULL);
      g_ptr_array_add (all, runs);
      to[i] = i;
    }
  for (guint p = 0; p < self->n_processes; p++)
    count_runs (&self->processes[p], all);
  for (guint32 a = 0; a < self->roles->len; a++)
    for (guint32 b = a + 1; b < self->roles->len; b++)
      if (refrain_role_ops_get_role (self, a)->is_message
          && refrain_role_ops_get_role (self, b)->is_message
          && are_in_any_order (all->pdata[a], a, all->pdata[b], b))
        {
          to[b] = to[a];
          any = TRUE;
        }
  for (guint p = 0; any && p < self->n_processes; p++)
    for (gsize i = 0; i < self->processes[p].n; i++)
      self->processes[p].ops[i].role = to[self->processes[p].ops[i].role];
}

/* ---- All ------------------------------------------------------------------------------------- */

static void
clear_role (gpointer data)
{
  g_free (((RefrainRole *) data)->name);
}

RefrainRoleOps *
refrain_role_ops_new (RefrainTrace *trace)
{
  RefrainRoleOps *self = g_new0 (RefrainRoleOps, 1);
  Reading reading = { .trace = trace, .self = self };

  self->n_processes = refrain_trace_get_n_processes (trace);
  self->processes = g_new0 (RefrainRoleProcess, self->n_processes + 1);
  self->roles = g_array_new (FALSE, FALSE, sizeof (RefrainRole));
  g_array_set_clear_func (self->roles, clear_role);
  reading.tags = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, g_free);
  reading.roles = g_hash_table_new_full (hash_key, is_same_key, g_free, NULL);
  count_users (&reading);
  read_processes (&reading);
  count_tags (&reading);
  drop_tags (&reading);
  for (guint p = 0; p < self->n_processes; p++)
    for (gsize i = 0; i < self->processes[p].n; i++)
      give_role (&reading, p, &self->processes[p].ops[i]);
  join_roles (self);
  g_hash_table_unref (reading.tags);
  g_hash_table_unref (reading.roles);
  g_free (reading.users);
  return self;
}

void
refrain_role_ops_free (RefrainRoleOps *self)
{
  if (self == NULL)
    return;
  for (guint p = 0; p < self->n_processes; p++)
    g_free (self->processes[p].ops);
  g_free (self->processes);
  g_array_unref (self->roles);
  g_free (self);
}
