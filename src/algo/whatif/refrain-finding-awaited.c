/* refrain-finding-awaited.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whom a process needs that is inside a call when the record ends. No trace holds what a receive
 * that never ended asked for; but what the process did last it mostly has done before, and from
 * whom the same call received then is known.
 */
#include "refrain-findings-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-suspect.h"

/* So many operations before a call are compared, of which so many have to agree. */
#define MOST_COMPARED   64
#define FEWEST_COMPARED 2
/* So many processes that others wait for, of a circle, and messages, are named. */
#define MOST_NAMED 3
#define MOST_STEPS 6

typedef struct
{
  RefrainTrace *trace;
  const guint32 *last; /* the routine in which each process is at its end */
  GHashTable *waiting; /* sender << 32 | receiver: how many messages are not received */
  GHashTable *ended;   /* process << 32 | communicator: collective operations that it ended */
  GPtrArray *awaited;  /* of each process GArray of guint32: whom it waits for */
  guint32 other;       /* who called something else, on the communicator of those that wait in a
                          collective operation, or REFRAIN_NONE */
  guint32 called;      /* the routine */
  guint32 instead_of;  /* ... which they are in */
} Awaited;

REFRAIN_DEFINE_AUTO (awaited_clear, Awaited, g_clear_pointer (&x->awaited, g_ptr_array_unref);
                     g_clear_pointer (&x->waiting, g_hash_table_unref);
                     g_clear_pointer (&x->ended, g_hash_table_unref))

static guint
count (GHashTable *counts, guint32 a, guint32 b)
{
  const guint64 key = (guint64) a << 32 | b;

  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, &key));
}

static void
add_one (GHashTable *counts, guint32 a, guint32 b)
{
  const guint64 key = (guint64) a << 32 | b;

  g_hash_table_insert (counts, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (count (counts, a, b) + 1));
}

static void
count_all (Awaited *self, guint32 process)
{
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));

  for (gsize i = 0; i < ops->n; i++)
    if (!REFRAIN_OP_IS_P2P (ops->kind[i]))
      add_one (self->ended, process, ops->comm[i]);
    else if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0
             && ops->partner[i] == REFRAIN_NONE)
      add_one (self->waiting, process, (guint32) ops->peer[i]);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

gboolean
refrain_finding_is_point_to_point (const char *name)
{
  return strstr (name, "recv") != NULL || strstr (name, "Recv") != NULL
         || strstr (name, "send") != NULL || strstr (name, "Send") != NULL
         || strstr (name, "robe") != NULL || g_str_has_prefix (name, "MPI_Wait")
         || g_str_has_prefix (name, "MPI_Test");
}

gboolean
refrain_finding_takes_messages (RefrainTrace *trace, guint32 routine)
{
  const char *name = routine != REFRAIN_NONE
                         ? refrain_routine_get_name (refrain_trace_get_routine (trace, routine))
                         : "";

  return refrain_finding_is_point_to_point (name)
         && (strstr (name, "recv") != NULL
             || (strstr (name, "Send") == NULL && strstr (name, "send") == NULL));
}

guint32
refrain_finding_find_circle (const guint32 *next, guint n)
{
  g_autofree guint32 *seen = g_new0 (guint32, (gsize) n + 1);

  for (guint p = 0; p < n; p++)
    {
      guint32 at = p;

      for (; at != REFRAIN_NONE && seen[at] == 0; at = next[at])
        seen[at] = p + 1;
      if (at != REFRAIN_NONE && seen[at] == p + 1)
        return at;
    }
  return G_MAXUINT32;
}

/* ---- Whom they wait for ---------------------------------------------------------------------- */

/* The call of @routine that @process has not left; REFRAIN_NONE: there is none. */
static guint32
find_call (RefrainProcess *process, guint32 routine)
{
  const RefrainRecords *records = refrain_process_get_records (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);

  for (gsize i = records->n; i-- > 0;)
    if (records->kind[i] == REFRAIN_RECORD_UNCLOSED && calls->routine[records->id[i]] == routine)
      return (guint32) records->id[i];
  return REFRAIN_NONE;
}

/* How many operations before @a and before @b are the same in turn. */
static gsize
count_same (const RefrainOps *ops, gsize a, gsize b)
{
  gsize n = 0;

  while (n < MOST_COMPARED && n < a && n < b && ops->kind[a - n - 1] == ops->kind[b - n - 1]
         && ops->peer[a - n - 1] == ops->peer[b - n - 1]
         && ops->comm[a - n - 1] == ops->comm[b - n - 1])
    n++;
  return n;
}

/* The operations of the call of the same routine as @call before which @ops were as they are before
 * it, from *@first on. Returns how many these are; 0: there was none. */
static gsize
find_like (const RefrainOps *ops, const RefrainCalls *calls, guint32 call, gsize *first)
{
  gsize end = ops->n, most = FEWEST_COMPARED, n_best = 0;

  while (end > 0 && ops->call[end - 1] == call)
    end--;
  for (gsize i = 0, next; i < end; i = next)
    {
      gsize same;

      for (next = i + 1; next < end && ops->call[next] == ops->call[i];)
        next++;
      if (ops->call[i] == REFRAIN_NONE || calls->routine[ops->call[i]] != calls->routine[call])
        continue;
      same = count_same (ops, i, end);
      /* Who takes part in a collective operation mostly is the same wherever it is called. */
      if (same < most && (n_best > 0 || REFRAIN_OP_IS_P2P (ops->kind[i])))
        continue;
      most = same;
      *first = i;
      n_best = next - i;
    }
  return n_best;
}

static void
add_awaited (GArray *awaited, guint32 process)
{
  for (guint i = 0; i < awaited->len; i++)
    if (g_array_index (awaited, guint32, i) == process)
      return;
  g_array_append_val (awaited, process);
}

/* Whom @process received from in operations from @first to @end of @ops, and no message waits of.
 */
static void
add_senders (const Awaited *self,
             guint32 process,
             const RefrainOps *ops,
             gsize first,
             gsize end,
             GArray *awaited)
{
  for (gsize i = first; i < end; i++)
    if (REFRAIN_OP_IS_P2P (ops->kind[i]) && !REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] >= 0)
      {
        guint n = 1;

        for (gsize k = first; k < i; k++)
          n += !REFRAIN_OP_IS_SEND (ops->kind[k]) && ops->peer[k] == ops->peer[i];
        if (n > count (self->waiting, (guint32) ops->peer[i], process))
          add_awaited (awaited, (guint32) ops->peer[i]);
      }
}

/* The routine of collective operation @k, from 0, of @process on @comm; REFRAIN_NONE: there is
 * none, or it is one that does not block, of which the trace has the end. */
static guint32
find_collective (RefrainTrace *trace, guint32 process, guint32 comm, guint k)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (own);
  const RefrainCalls *calls = refrain_process_get_calls (own);

  for (gsize i = 0; i < ops->n; i++)
    if (!REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->comm[i] == comm && k-- == 0)
      return ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->call[i] != REFRAIN_NONE
                 ? calls->routine[ops->call[i]]
                 : REFRAIN_NONE;
  return REFRAIN_NONE;
}

static gboolean
is_blocking_collective (RefrainTrace *trace, guint32 routine)
{
  const char *name = routine != REFRAIN_NONE
                         ? refrain_routine_get_label (refrain_trace_get_routine (trace, routine))
                         : "";

  return g_str_has_prefix (name, "MPI_") && !g_str_has_prefix (name, "MPI_I")
         && !refrain_finding_is_point_to_point (name);
}

/* Whether all calls of @routine that @process ended were on @comm, so that one more hardly is of
 * another. */
static gboolean
is_of_one_comm (RefrainTrace *trace, guint32 process, guint32 routine, guint32 comm)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (own);
  const RefrainCalls *calls = refrain_process_get_calls (own);

  for (gsize i = 0; i < ops->n; i++)
    if (ops->call[i] != REFRAIN_NONE && calls->routine[ops->call[i]] == routine
        && ops->comm[i] != comm)
      return FALSE;
  return TRUE;
}

/* Notes @member as who called something else than @process as collective operation @k on @comm, if
 * it did. */
static void
note_other (Awaited *self, guint32 process, guint32 member, guint32 comm, guint k)
{
  const guint32 called = find_collective (self->trace, member, comm, k);
  const guint32 routine = self->last[process];

  if (!is_blocking_collective (self->trace, called)
      || g_str_equal (refrain_routine_get_label (refrain_trace_get_routine (self->trace, called)),
                      refrain_routine_get_label (refrain_trace_get_routine (self->trace, routine))))
    return;
  self->other = member;
  self->called = called;
  self->instead_of = routine;
}

/* Who belongs to @comm and has not come to the collective operation that @process is in; the first
 * that has called another one instead is noted. */
static void
look_at_members (Awaited *self, guint32 process, guint32 comm, GArray *awaited)
{
  const guint own = count (self->ended, process, comm);
  const gboolean is_known = is_blocking_collective (self->trace, self->last[process])
                            && is_of_one_comm (self->trace, process, self->last[process], comm);
  gsize n = 0;
  const gint32 *members = comm != REFRAIN_NONE ? refrain_communicator_get_members (
                              refrain_trace_get_communicator (self->trace, comm), &n)
                                               : NULL;

  for (gsize i = 0; i < n; i++)
    {
      const guint32 member = (guint32) members[i];

      if (members[i] < 0)
        continue;
      if (count (self->ended, member, comm) <= own)
        {
          if (self->last[member] != self->last[process])
            add_awaited (awaited, member);
        }
      else if (is_known && self->other == REFRAIN_NONE)
        {
          note_other (self, process, member, comm, own);
        }
    }
}

static void
awaited_init (Awaited *self, RefrainTrace *trace, const guint32 *last)
{
  *self = (Awaited){
    .trace = trace,
    .last = last,
    .other = REFRAIN_NONE,
    .waiting = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .ended = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .awaited = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref),
  };
  for (guint32 p = 0; p < refrain_trace_get_n_processes (trace); p++)
    count_all (self, p);
  for (guint32 p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainOps *ops = refrain_process_get_ops (process);
      const guint32 call = last[p] != REFRAIN_NONE ? find_call (process, last[p]) : REFRAIN_NONE;
      GArray *awaited = g_array_new (FALSE, FALSE, sizeof (guint32));
      gsize first = 0, n = 0;

      g_ptr_array_add (self->awaited, awaited);
      if (call != REFRAIN_NONE && refrain_process_get_n_threads (process) < 2)
        n = find_like (ops, refrain_process_get_calls (process), call, &first);
      if (n > 0 && !REFRAIN_OP_IS_P2P (ops->kind[first]))
        look_at_members (self, p, ops->comm[first], awaited);
      else
        add_senders (self, p, ops, first, first + n, awaited);
    }
}

/* Appends "processes 1, 2 wait for 3" where some wait for @process, which waits for nobody. */
static gboolean
append_waiters (const Awaited *self, guint32 process, GString *text)
{
  g_autoptr (GArray) waiters = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint32 p = 0; p < self->awaited->len; p++)
    {
      const GArray *awaited = self->awaited->pdata[p];

      for (guint i = 0; i < awaited->len; i++)
        if (g_array_index (awaited, guint32, i) == process)
          g_array_append_val (waiters, p);
    }
  if (waiters->len == 0)
    return FALSE;
  refrain_suspect_append_processes (list, waiters);
  g_string_append (text, text->len > 0 ? "; " : "");
  /* Translators: processes, "1, 2", and a process. */
  g_string_append_printf (
      text, ngettext ("process %s waits for %u", "processes %s wait for %u", waiters->len),
      list->str, process);
  return TRUE;
}

/* Appends the messages to @process that it has not received: one of them may have a tag that it
 * does not ask for. */
static void
append_messages (RefrainTrace *trace, guint32 process, GString *text)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint32 p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->peer[i] == (gint32) process
            && ops->partner[i] == REFRAIN_NONE && ++n <= MOST_STEPS)
          /* Translators: a process, and the tag of its message. */
          g_string_append_printf (list, _ ("%s%u (tag %d)"), n > 1 ? ", " : "", p, ops->tag[i]);
    }
  if (n == 0)
    return;
  g_string_append_printf (text, _ ("; process %u has not received messages from %s%s"), process,
                          list->str, n > MOST_STEPS ? ", …" : "");
}

/* Appends "0 → 1 → 0: each waits for the next" where some wait for each other. */
static void
append_circle (const Awaited *self, GString *text)
{
  const guint n = self->awaited->len;
  g_autofree guint32 *next = g_new (guint32, (gsize) n + 1);
  guint32 first, at;
  guint shown = 0;

  for (guint32 p = 0; p < n; p++)
    next[p] = ((GArray *) self->awaited->pdata[p])->len > 0
                  ? g_array_index ((GArray *) self->awaited->pdata[p], guint32, 0)
                  : REFRAIN_NONE;
  first = at = refrain_finding_find_circle (next, n);
  if (first == G_MAXUINT32)
    return;
  do
    {
      if (shown++ < MOST_STEPS)
        g_string_append_printf (text, "%u → ", at);
      else if (shown == MOST_STEPS + 1)
        g_string_append (text, "… → ");
      at = next[at];
    }
  while (at != first);
  /* Translators: behind processes, "0 → 1 → 0". */
  g_string_append_printf (text, _ ("%u: each waits for the next"), first);
}

/* Appends of which processes in calls for messages none waits to be received. */
static void
append_unsent (const Awaited *self, GString *text)
{
  const guint n = self->awaited->len;
  g_autoptr (GArray) unsent = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint32 p = 0; p < n; p++)
    {
      guint waiting = 0;

      for (guint32 k = 0; k < n; k++)
        waiting += count (self->waiting, k, p);
      if (waiting == 0 && refrain_finding_takes_messages (self->trace, self->last[p]))
        g_array_append_val (unsent, p);
    }
  if (unsent->len == 0)
    return;
  refrain_suspect_append_processes (list, unsent);
  /* Translators: processes, "1, 2". */
  g_string_append_printf (text,
                          ngettext ("no message to process %s is on its way",
                                    "no message to processes %s is on its way", unsent->len),
                          list->str);
}

gboolean
refrain_finding_has_other_collective (RefrainTrace *trace, const guint32 *last)
{
  g_auto (Awaited) self = { 0 };

  awaited_init (&self, trace, last);
  return self.other != REFRAIN_NONE;
}

char *
refrain_finding_describe_awaited (RefrainTrace *trace, const guint32 *last, gboolean hangs)
{
  g_auto (Awaited) self = { 0 };
  g_autoptr (GString) text = g_string_new (NULL), messages = g_string_new (NULL);
  guint n = 0;

  awaited_init (&self, trace, last);
  if (self.other != REFRAIN_NONE)
    /* Translators: a process and two routines: MPI_Bcast and MPI_Allreduce. */
    return g_strdup_printf (
        _ ("judging by earlier calls, process %u called %s where the others call %s"), self.other,
        refrain_routine_get_label (refrain_trace_get_routine (trace, self.called)),
        refrain_routine_get_label (refrain_trace_get_routine (trace, self.instead_of)));
  for (guint32 p = 0; p < self.awaited->len && n < MOST_NAMED; p++)
    if (((GArray *) self.awaited->pdata[p])->len == 0 && append_waiters (&self, p, text))
      {
        n++;
        if (last[p] != REFRAIN_NONE)
          append_messages (trace, p, messages);
      }
  if (n == 0)
    append_circle (&self, text);
  g_string_append (text, messages->str);
  if (text->len > 0)
    return g_strdup_printf (_ ("judging by earlier calls, %s"), text->str);
  if (hangs)
    append_unsent (&self, text);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}
