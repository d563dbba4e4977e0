/* refrain-column-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns from a file may hold anything. First each process is looked at alone, value by value;
 * then, as a process may have been emptied, whether messages and collectives agree at all ends.
 * What does not is mended in copies: the file stays as it is.
 */
#include "refrain-column-store.h"

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"

RefrainColumnStore *
refrain_column_store_new (guint n_processes)
{
  RefrainColumnStore *self = g_atomic_rc_box_new0 (RefrainColumnStore);

  self->n_processes = self->end_checked = n_processes;
  self->processes = g_new0 (RefrainProcessColumns, n_processes);
  return self;
}

REFRAIN_DEFINE_CLEAR (free_collectives, RefrainCollectives, g_free ((gpointer) x->first);
                      refrain_free ((gpointer) x->comm, (gpointer) x->type, (gpointer) x->process);
                      g_free ((gpointer) x->op))

static void
clear (gpointer data)
{
  RefrainColumnStore *self = data;

  for (guint i = 0; i < self->n_processes; i++)
    if (self->owner == NULL)
      refrain_columns_clear ((RefrainWritableColumns *) (gpointer) &self->processes[i]);
    else
      {
        if (self->damage != NULL)
          g_free ((gpointer) self->processes[i].ops.partner);
        g_clear_pointer (&self->processes[i].threads, g_array_unref);
      }
  if (self->owner == NULL || self->own_collectives)
    free_collectives (&self->collectives);
  g_clear_pointer (&self->owner, g_bytes_unref);
  refrain_free (self->damage, self->processes);
}

REFRAIN_DEFINE_SHARED (RefrainColumnStore, refrain_column_store, clear)

/* ---- Each process alone ---- */

typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  const RefrainDetails *details;
  const RefrainColumnStore *store;
} Columns;

static inline gboolean
none_or_below (guint32 index, gsize n)
{
  return index == REFRAIN_NONE || index < n;
}

static inline gboolean
time_in_range (RefrainTime time)
{
  return time >= -REFRAIN_TIME_LIMIT && time <= REFRAIN_TIME_LIMIT;
}

static gboolean
check_calls (const Columns *c, const RefrainThread *thread)
{
  const RefrainCalls *calls = c->calls;
  gsize end = thread->first_call + thread->n_calls;

  for (gsize i = thread->first_call; i < end; i++)
    {
      guint32 parent = calls->parent[i];

      if (!time_in_range (calls->start[i]) || !time_in_range (calls->end[i])
          || calls->end[i] < calls->start[i] || calls->routine[i] >= c->store->n_routines)
        return FALSE;
      if (i > thread->first_call && calls->start[i] < calls->start[i - 1])
        return FALSE;
      if (parent == REFRAIN_NONE
              ? calls->depth[i] != 0
              : (parent >= i || parent < thread->first_call
                 || calls->depth[i] != MIN (calls->depth[parent] + 1, G_MAXUINT16)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_op (const Columns *c, gsize i)
{
  const RefrainOps *ops = c->ops;
  const RefrainColumnStore *store = c->store;
  gint32 peer = ops->peer[i];
  guint32 partner = ops->partner[i];

  if (ops->logical[i] == 0 || ops->logical[i] > store->n_ops)
    return FALSE;
  if (ops->kind[i] > REFRAIN_OP_COLLECTIVE || !time_in_range (ops->time[i]) || peer < -1
      || (peer >= 0 && (guint) peer >= store->n_processes)
      || !none_or_below (ops->call[i], c->calls->n)
      || !none_or_below (ops->record[i], c->records->n)
      || !none_or_below (ops->comm[i], store->n_communicators))
    return FALSE;
  if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
    return none_or_below (partner, store->collectives.n) && ops->tag[i] >= 0
           && ops->tag[i] < REFRAIN_N_COLLECTIVES;
  return partner == REFRAIN_NONE || (peer >= 0 && partner < store->processes[peer].ops.n);
}

static gboolean
check_ops (const Columns *c, const RefrainThread *thread)
{
  gsize end = thread->first_op + thread->n_ops;

  for (gsize i = thread->first_op; i < end; i++)
    if (!check_op (c, i) || (i > thread->first_op && c->ops->time[i] < c->ops->time[i - 1]))
      return FALSE;
  return TRUE;
}

static gboolean
check_records (const Columns *c, const RefrainThread *thread)
{
  const RefrainRecords *records = c->records;
  gsize end = thread->first_record + thread->n_records;

  for (gsize i = thread->first_record; i < end; i++)
    {
      if (records->kind[i] >= REFRAIN_N_RECORD_KINDS || !time_in_range (records->time[i])
          || !none_or_below (records->call[i], c->calls->n)
          || !none_or_below (records->op[i], c->ops->n))
        return FALSE;
      if (i > thread->first_record && records->time[i] < records->time[i - 1])
        return FALSE;
      if (records->kind[i] == REFRAIN_RECORD_LEAVE_WITHOUT_ENTER && records->id[i] != REFRAIN_NONE
          && records->id[i] >= c->store->n_routines)
        return FALSE;
      if (records->kind[i] == REFRAIN_RECORD_UNCLOSED && records->id[i] >= c->calls->n)
        return FALSE;
    }
  return TRUE;
}

/* The tape must call up each row of the thread once, never leave what is not open, and leave all.
 */
static gboolean
check_tape (const Columns *c, const RefrainThread *thread)
{
  gsize calls = 0, ops = 0, records = 0, open = 0;

  for (guint64 i = 0; i < thread->n_tape; i++)
    switch (REFRAIN_TAPE_GET (c->tape, thread->first_tape + i))
      {
      case REFRAIN_TAPE_ENTER:
        calls++;
        open++;
        break;
      case REFRAIN_TAPE_LEAVE:
        if (open-- == 0)
          return FALSE;
        break;
      case REFRAIN_TAPE_OP:
        ops++;
        break;
      case REFRAIN_TAPE_RECORD:
        if (records >= thread->n_records)
          return FALSE;
        if (c->records->kind[thread->first_record + records] == REFRAIN_RECORD_UNCLOSED
            && open-- == 0)
          return FALSE;
        records++;
        break;
      }
  return open == 0 && calls == thread->n_calls && ops == thread->n_ops
         && records == thread->n_records;
}

/* Threads must share out the rows without gap or overlap. */
static gboolean
check_threads (const Columns *c, const RefrainThread *threads, gsize n)
{
  gsize call = 0, op = 0, record = 0, detail = 0;
  guint64 tape = 0;

  for (gsize i = 0; i < n; i++)
    {
      const RefrainThread *t = &threads[i];

      if (t->first_call != call || t->n_calls > c->calls->n - call || t->first_op != op
          || t->n_ops > c->ops->n - op || t->first_record != record
          || t->n_records > c->records->n - record || t->first_tape != tape
          || t->n_tape > c->tape->n - tape || t->first_tape % 4 != 0 || t->first_detail != detail
          || t->n_details > c->details->n - detail)
        return FALSE;
      call += t->n_calls;
      op += t->n_ops;
      record += t->n_records;
      detail += t->n_details;
      tape = MIN (c->tape->n, (t->first_tape + t->n_tape + 3) / 4 * 4);
    }
  return call == c->calls->n && op == c->ops->n && record == c->records->n && tape == c->tape->n
         && detail == c->details->n;
}

static gboolean
is_sound (const RefrainColumnStore *self, guint process, gboolean threads_only)
{
  const RefrainProcessColumns *p = &self->processes[process];
  const RefrainThread *threads = (const RefrainThread *) (gpointer) p->threads->data;
  const guint n_threads = p->threads->len;
  Columns c = { &p->calls, &p->ops, &p->records, &p->tape, &p->details, self };

  if (p->calls.n >= REFRAIN_NONE || p->ops.n >= REFRAIN_NONE || p->records.n >= REFRAIN_NONE
      || !check_threads (&c, threads, n_threads))
    return FALSE;
  if (threads_only)
    return TRUE;
  for (guint i = 0; i < n_threads; i++)
    if (!check_calls (&c, &threads[i]) || !check_ops (&c, &threads[i])
        || !check_records (&c, &threads[i]) || !check_tape (&c, &threads[i]))
      return FALSE;
  return TRUE;
}

static void
make_empty (RefrainProcessColumns *self)
{
  self->calls.n = self->ops.n = self->records.n = 0;
  self->tape.n = 0;
  self->details.n = 0;
  for (guint i = 0; i < self->threads->len; i++)
    {
      RefrainThread *thread = &g_array_index (self->threads, RefrainThread, i);

      *thread = (RefrainThread){ .name = thread->name, .id = thread->id };
    }
}

/* ---- Between processes ---- */

typedef struct
{
  RefrainColumnStore *store;
  RefrainDamage *damage; /* by process */
  guint64 *members;      /* of each process: operations that say they belong to an instance */
} Check;

static gboolean
is_checked (const RefrainColumnStore *self, guint process)
{
  return process >= self->first_checked && process < self->end_checked;
}

static void
check_process (gsize process, gpointer data)
{
  Check *check = data;

  if (is_checked (check->store, (guint) process))
    check->damage[process].emptied = !is_sound (check->store, (guint) process, FALSE);
}

/* Whether the other end of the message @op of @process names it, too. */
static inline gboolean
is_mutual (const RefrainColumnStore *self, guint process, gsize op)
{
  const RefrainOps *ops = &self->processes[process].ops;
  const RefrainOps *others = &self->processes[ops->peer[op]].ops;
  guint32 partner = ops->partner[op];

  return partner < others->n && others->partner[partner] == op
         && others->peer[partner] == (gint32) process && REFRAIN_OP_IS_P2P (others->kind[partner])
         && REFRAIN_OP_IS_SEND (others->kind[partner]) != REFRAIN_OP_IS_SEND (ops->kind[op]);
}

static void
check_partners (gsize process, gpointer data)
{
  Check *check = data;
  const RefrainOps *ops = &check->store->processes[process].ops;
  RefrainDamage *damage = &check->damage[process];

  if (!is_checked (check->store, (guint) process))
    return;
  for (gsize i = 0; i < ops->n; i++)
    if (ops->partner[i] == REFRAIN_NONE)
      continue;
    else if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
      check->members[process]++;
    else if (!is_mutual (check->store, (guint) process, i) && damage->n_lost++ == 0)
      damage->first_lost = ops->time[i];
}

/* Whether the instances are a list of all collective operations of all processes, those that were
 * emptied apart: @known says how many there are. */
static gboolean
are_collectives_sound (const RefrainColumnStore *self, const RefrainDamage *damage, guint64 known)
{
  const RefrainCollectives *c = &self->collectives;

  for (gsize i = 0; i < c->n; i++)
    if (c->first[i] >= c->first[i + 1] || c->type[i] >= REFRAIN_N_COLLECTIVES
        || c->comm[i] >= self->n_communicators)
      return FALSE;
  if (c->n == 0 ? c->n_members != 0 : (c->first[0] != 0 || c->first[c->n] != c->n_members))
    return FALSE;
  for (gsize i = 0; i < c->n; i++)
    for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
      {
        const RefrainOps *ops;

        if (c->process[m] >= self->n_processes
            || (m > c->first[i] && c->process[m] < c->process[m - 1]))
          return FALSE;
        if (damage[c->process[m]].emptied || !is_checked (self, c->process[m]))
          continue;
        ops = &self->processes[c->process[m]].ops;
        if (c->op[m] >= ops->n || ops->kind[c->op[m]] != REFRAIN_OP_COLLECTIVE
            || ops->partner[c->op[m]] != i || known-- == 0)
          return FALSE;
        /* The same operation twice in one instance would make up for one that is missing. */
        if (m > c->first[i] && c->process[m] == c->process[m - 1] && c->op[m] <= c->op[m - 1])
          return FALSE;
      }
  return known == 0;
}

/* ---- Mending ---- */

/* Instances without the members of emptied processes; those of which nothing is left are gone.
 * Gives the new number of each. */
static guint32 *
mend_collectives (RefrainColumnStore *self, gboolean sound)
{
  const RefrainCollectives old = self->collectives;
  guint32 *numbers = g_new (guint32, old.n + 1);
  guint64 *first = g_new0 (guint64, old.n + 1);
  guint32 *comm = g_new (guint32, old.n + 1), *process = g_new (guint32, old.n_members + 1);
  guint8 *type = g_new (guint8, old.n + 1);
  guint32 *op = g_new (guint32, old.n_members + 1);
  gsize n = 0, n_members = 0;

  for (gsize i = 0; i < old.n; i++)
    {
      gsize before = n_members;

      numbers[i] = REFRAIN_NONE;
      for (guint64 m = old.first[i]; sound && m < old.first[i + 1]; m++)
        if (self->processes[old.process[m]].ops.n > 0)
          {
            process[n_members] = old.process[m];
            op[n_members++] = old.op[m];
          }
      if (n_members == before)
        continue;
      comm[n] = old.comm[i];
      type[n] = old.type[i];
      numbers[i] = (guint32) n;
      first[++n] = n_members;
    }
  self->collectives = (RefrainCollectives){ n, n_members, first, comm, type, process, op };
  self->own_collectives = TRUE;
  return numbers;
}

/* The partners of @process, with what is lost cut off. @before are the columns of the file. */
static void
mend_partners (RefrainColumnStore *self,
               const RefrainColumnStore *before,
               guint process,
               const guint32 *numbers,
               RefrainDamage *damage)
{
  const RefrainOps *ops = &before->processes[process].ops;
  guint32 *partner = g_memdup2 (ops->partner, ops->n * sizeof *partner);

  for (gsize i = 0; i < ops->n; i++)
    if (partner[i] == REFRAIN_NONE)
      continue;
    else if (ops->kind[i] != REFRAIN_OP_COLLECTIVE)
      {
        if (!is_mutual (before, process, i))
          partner[i] = REFRAIN_NONE;
      }
    else
      {
        partner[i] = numbers[partner[i]];
        if (partner[i] == REFRAIN_NONE
            && (damage->n_lost++ == 0 || ops->time[i] < damage->first_lost))
          damage->first_lost = ops->time[i];
      }
  self->processes[process].ops.partner = partner;
}

static void
mend (RefrainColumnStore *self, gboolean sound, RefrainDamage *damage)
{
  g_autofree RefrainProcessColumns *columns
      = g_memdup2 (self->processes, self->n_processes * sizeof *columns);
  const RefrainColumnStore before = { .processes = columns };
  g_autofree guint32 *numbers = mend_collectives (self, sound);

  for (guint p = 0; p < self->n_processes; p++)
    mend_partners (self, &before, p, numbers, &damage[p]);
}

/* Whether there is nothing to be found that whoever vouches for the columns cannot know. */
static gboolean
can_be_trusted (const RefrainColumnStore *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    if (!self->trusted || !is_sound (self, p, TRUE))
      return FALSE;
  return TRUE;
}

/* TRUE where all is sound; what is not is mended if @mends. */
static gboolean
check (RefrainColumnStore *self, gboolean mends)
{
  const guint n = self->n_processes;
  g_autofree RefrainDamage *damage = g_new0 (RefrainDamage, n);
  g_autofree guint64 *members = g_new0 (guint64, n);
  Check data = { self, damage, members };
  gboolean damaged = FALSE, sound;
  guint64 known = 0;

  for (guint p = 0; p < n; p++)
    self->n_ops += self->processes[p].ops.n;
  refrain_parallel_run (n, check_process, &data, NULL);
  for (guint p = 0; p < n; p++)
    if (damage[p].emptied && !mends)
      return FALSE;
    else if (damage[p].emptied)
      {
        make_empty (&self->processes[p]);
        damaged = TRUE;
      }
  refrain_parallel_run (n, check_partners, &data, NULL);
  for (guint p = 0; p < n; p++)
    {
      damaged |= damage[p].n_lost > 0;
      known += members[p];
    }
  sound = are_collectives_sound (self, damage, known);
  if ((!damaged && sound) || !mends)
    return !damaged && sound;
  mend (self, sound, damage);
  self->damage = g_steal_pointer (&damage);
  return FALSE;
}

gboolean
refrain_column_store_keep (RefrainColumnStore *self, guint first, guint end)
{
  gboolean sound;

  self->first_checked = first;
  self->end_checked = end;
  sound = check (self, FALSE);
  for (guint p = 0; p < self->n_processes; p++)
    if (!is_checked (self, p))
      make_empty (&self->processes[p]);
  g_atomic_pointer_set (&self->checked, 1);
  return sound;
}

void
refrain_column_store_check (RefrainColumnStore *self)
{
  if (G_LIKELY (g_atomic_pointer_get (&self->checked) != 0))
    return;
  if (g_once_init_enter (&self->checked))
    {
      if (self->owner != NULL && !can_be_trusted (self))
        check (self, TRUE);
      g_once_init_leave (&self->checked, 1);
    }
}
