/* refrain-finding-hang.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call that is entered and never left has no operation; whether it is one of a collective is
 * known by its name. A run that is killed ends in such calls as well, so what could go on is no
 * hang.
 */
#include "refrain-findings-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-op-span.h"
#include "refrain-run-words.h"
#include "refrain-sequence-table.h"
#include "refrain-suspect.h"

/* So many processes of a circle are named. */
#define MOST_NAMED 6

/* Whether record @i is one of those that are made where the events end. */
static gboolean
is_of_end (const RefrainRecords *records, gsize i)
{
  return records->kind[i] == REFRAIN_RECORD_UNCLOSED
         || records->kind[i] == REFRAIN_RECORD_ISEND_PENDING;
}

/* The call of MPI in which @process is at its end; REFRAIN_NONE where it is in none. */
static guint32
find_last (RefrainProcess *process, const guint8 *is_mpi)
{
  const RefrainRecords *records = refrain_process_get_records (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);

  for (gsize i = records->n; i-- > 0 && is_of_end (records, i);)
    if (records->kind[i] == REFRAIN_RECORD_UNCLOSED
        && calls->routine[records->id[i]] != REFRAIN_NONE && is_mpi[calls->routine[records->id[i]]])
      return calls->routine[records->id[i]];
  return REFRAIN_NONE;
}

/* Appends the processes that are in @routine at their end, or, with REFRAIN_NONE, in no call of
 * MPI: "0, 1, …". Returns how many these are. */
static guint
append_processes (const guint32 *last, guint n, guint32 routine, GString *text)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint p = 0; p < n; p++)
    if (last[p] == routine)
      g_array_append_val (processes, p);
  refrain_suspect_append_processes (text, processes);
  return processes->len;
}

/* "processes 0, 1 never leave MPI_Recv", or "processes 0, 1 are in MPI_Recv" of a run that goes on
 * for all that is known. */
static void
add_routine (
    RefrainTrace *trace, const guint32 *last, guint32 routine, gboolean hangs, GString *text)
{
  g_autoptr (GString) list = g_string_new (NULL);
  const guint n_in = append_processes (last, refrain_trace_get_n_processes (trace), routine, list);

  if (n_in == 0)
    return;
  g_string_append (text, text->len > 0 ? "; " : "");
  g_string_append_printf (
      text,
      hangs ? ngettext ("process %s never leaves %s", "processes %s never leave %s", n_in)
            : ngettext ("process %s is in %s", "processes %s are in %s", n_in),
      list->str, refrain_routine_get_label (refrain_trace_get_routine (trace, routine)));
}

static void
add_routines (
    RefrainTrace *trace, const guint32 *last, guint32 first, gboolean hangs, GString *text)
{
  if (first != REFRAIN_NONE)
    add_routine (trace, last, first, hangs, text);
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (r != first)
      add_routine (trace, last, r, hangs, text);
}

/* The send in which @process is at its end, which nobody received; REFRAIN_NONE: in none. */
static guint32
find_last_send (RefrainProcess *process)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  const guint32 op = (guint32) ops->n - 1;

  if (ops->n == 0 || ops->kind[op] != REFRAIN_OP_SEND || ops->peer[op] < 0
      || ops->partner[op] != REFRAIN_NONE)
    return REFRAIN_NONE;
  for (gsize i = records->n; i-- > 0 && is_of_end (records, i);)
    if (records->kind[i] == REFRAIN_RECORD_UNCLOSED && records->id[i] == ops->call[op])
      return op;
  return REFRAIN_NONE;
}

/* "0 → 1 → 2 → 0: each sends to the next, which does not receive (tag 7)", or NULL. Who sends and
 * receives in one call is in no such circle. */
static char *
describe_circle (RefrainTrace *trace, const guint32 *last)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *next = g_new (guint32, (gsize) n + 1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 first, at;
  guint n_in = 0;
  gint32 tag = 0;

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const guint32 op = last[p] == REFRAIN_NONE || refrain_finding_takes_messages (trace, last[p])
                             ? REFRAIN_NONE
                             : find_last_send (process);

      next[p] = op != REFRAIN_NONE ? (guint32) refrain_process_get_ops (process)->peer[op]
                                   : REFRAIN_NONE;
    }
  first = at = refrain_finding_find_circle (next, n);
  if (first == G_MAXUINT32)
    return NULL;
  do
    {
      RefrainProcess *process = refrain_trace_get_process (trace, at);

      tag = refrain_process_get_ops (process)->tag[find_last_send (process)];
      if (n_in++ < MOST_NAMED)
        g_string_append_printf (text, "%u → ", at);
      else if (n_in == MOST_NAMED + 1)
        g_string_append (text, "… → ");
      at = next[at];
    }
  while (at != first);
  g_string_append_printf (text, "%u", first);
  /* Translators: processes ("0 → 1 → 0"), and the tag of a message. */
  return g_strdup_printf (_ ("%s: each sends to the next, which does not receive (tag %d)"),
                          text->str, tag);
}

/* ---- Whether it would have gone on ---- */

/* The calls in which processes are at their end: REFRAIN_NONE where in none. FALSE where none is,
 * but for those that wait in MPI_Finalize for nobody else, or one of them ends the run. Free *@last
 * with g_free(). */
static gboolean
find_all_last (RefrainTrace *trace, guint32 **last)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint8 *is_mpi = refrain_op_spans_flag_routines (trace);
  guint n_inside = 0;

  *last = g_new (guint32, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    {
      const guint32 routine = (*last)[p] = find_last (refrain_trace_get_process (trace, p), is_mpi);
      const char *name;

      if (routine == REFRAIN_NONE)
        continue;
      name = refrain_routine_get_name (refrain_trace_get_routine (trace, routine));
      if (g_str_equal (name, "MPI_Abort") || g_str_has_prefix (name, "MPI_Init"))
        return FALSE;
      n_inside += !g_str_equal (name, "MPI_Finalize");
    }
  return n >= 2 && n_inside > 0;
}

static gboolean
is_in_message (RefrainTrace *trace, guint32 routine)
{
  return routine != REFRAIN_NONE
         && refrain_finding_is_point_to_point (
             refrain_routine_get_name (refrain_trace_get_routine (trace, routine)));
}

/* How many collective operations each process has ended, and on which communicator. */
typedef struct
{
  RefrainSequenceTable pairs; /* a process and a communicator */
  GArray *of_pair;            /* of guint32 */
  guint32 *of_process;
} Ended;

REFRAIN_DEFINE_AUTO (ended_clear, Ended, refrain_sequence_table_clear (&x->pairs);
                     g_array_unref (x->of_pair);
                     g_free (x->of_process))

/* O(operations). */
static void
ended_init (Ended *self, RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);

  refrain_sequence_table_init (&self->pairs);
  self->of_pair = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->of_process = g_new0 (guint32, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (!REFRAIN_OP_IS_P2P (ops->kind[i]))
          {
            const guint32 pair[] = { p, ops->comm[i] };
            const guint32 number = refrain_sequence_table_add (&self->pairs, pair, 2, NULL);

            g_array_set_size (self->of_pair, MAX (self->of_pair->len, number + 1));
            g_array_index (self->of_pair, guint32, number)++;
            self->of_process[p]++;
          }
    }
}

static guint32
get_ended (const Ended *self, guint32 process, guint32 comm)
{
  const guint32 pair[] = { process, comm };
  const guint32 number = refrain_sequence_table_find (&self->pairs, pair, 2);

  return number != G_MAXUINT32 ? g_array_index (self->of_pair, guint32, number) : 0;
}

/* Whether some process in a collective need wait for nobody: all that belong to communicator @comm
 * are in the same call of it, or have left it. */
static gboolean
is_collective_called_by_all (RefrainTrace *trace,
                             const Ended *ended,
                             const guint32 *last,
                             guint32 comm)
{
  RefrainCommunicator *communicator = refrain_trace_get_communicator (trace, comm);
  guint32 least = G_MAXUINT32, routine = REFRAIN_NONE;
  gboolean same = TRUE;
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (communicator, &n);

  if (n < 2 || refrain_communicator_get_remote (communicator, &n_remote) != NULL)
    return FALSE;
  for (gsize m = 0; m < n; m++)
    {
      const guint32 own = members[m] >= 0 ? get_ended (ended, (guint32) members[m], comm) : 0;

      if (members[m] < 0)
        return FALSE;
      if (own > least)
        continue;
      same = own < least || (same && last[members[m]] == routine);
      routine = last[members[m]];
      least = own;
    }
  /* Those that have ended fewest are all in one call. */
  return same && routine != REFRAIN_NONE && !is_in_message (trace, routine);
}

/* A message to a process in a call that may take it: the sender and the row of the send. FALSE
 * where there is none. O(operations). */
static gboolean
find_message (RefrainTrace *trace, const guint32 *last, guint32 *sender, gsize *send)
{
  for (*sender = 0; *sender < refrain_trace_get_n_processes (trace); ++*sender)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, *sender));

      for (*send = 0; *send < ops->n; ++*send)
        if ((ops->kind[*send] == REFRAIN_OP_SEND || ops->kind[*send] == REFRAIN_OP_ISEND)
            && ops->partner[*send] == REFRAIN_NONE && ops->peer[*send] >= 0
            && refrain_finding_takes_messages (trace, last[ops->peer[*send]]))
          return TRUE;
    }
  return FALSE;
}

/* Whether a process merely asks for a message, and goes on without it. */
static gboolean
does_one_ask (RefrainTrace *trace, const guint32 *last)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const char *name
          = last[p] == REFRAIN_NONE
                ? ""
                : refrain_routine_get_name (refrain_trace_get_routine (trace, last[p]));

      if (g_str_has_prefix (name, "MPI_Test") || g_str_has_prefix (name, "MPI_I"))
        return TRUE;
    }
  return FALSE;
}

/* Whether one of the processes, all of which are inside MPI, could leave its call. */
static gboolean
could_go_on (RefrainTrace *trace, const guint32 *last)
{
  g_auto (Ended) ended = { 0 };
  guint32 sender;
  gsize send;

  ended_init (&ended, trace);

  if (refrain_finding_has_other_collective (trace, last))
    return FALSE;
  for (guint32 c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    if (is_collective_called_by_all (trace, &ended, last, c))
      return TRUE;
  return does_one_ask (trace, last) || find_message (trace, last, &sender, &send);
}

static gboolean
are_all_inside (const guint32 *last, guint n)
{
  for (guint p = 0; p < n; p++)
    if (last[p] == REFRAIN_NONE)
      return FALSE;
  return TRUE;
}

char *
refrain_finding_describe_hang (RefrainTrace *trace, GArray *processes, guint32 *routine)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *last = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *circle = NULL;

  *routine = REFRAIN_NONE;
  if (!find_all_last (trace, &last) || !are_all_inside (last, n)
      || ((circle = describe_circle (trace, last)) == NULL && could_go_on (trace, last)))
    return NULL;
  for (guint p = 0; p < n; p++)
    if (is_in_message (trace, last[p]))
      g_array_append_val (processes, p);
  if (processes->len == 0)
    for (guint p = 0; p < n; p++)
      g_array_append_val (processes, p);
  *routine = last[g_array_index (processes, guint32, 0)];
  add_routines (trace, last, *routine, TRUE, text);
  if (circle == NULL)
    circle = refrain_finding_describe_awaited (trace, last, TRUE);
  if (circle != NULL)
    g_string_append_printf (text, "; %s", circle);
  return g_strdup_printf (_ ("All processes are inside MPI when the run ends, as in a hang: %s"),
                          text->str);
}

/* The one routine that all processes inside MPI are in, unless it is for messages; else
 * REFRAIN_NONE. */
static guint32
find_common (RefrainTrace *trace, const guint32 *last)
{
  guint32 common = REFRAIN_NONE;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      if (last[p] == REFRAIN_NONE)
        continue;
      if (is_in_message (trace, last[p]) || (common != REFRAIN_NONE && common != last[p]))
        return REFRAIN_NONE;
      common = last[p];
    }
  return common;
}

/* Why all processes, in the calls that @text has, need not hang there. */
static char *
describe_inside (RefrainTrace *trace, const guint32 *last, const char *text)
{
  g_autofree char *awaited = NULL;
  guint32 sender;
  gsize send;

  if (find_common (trace, last) != REFRAIN_NONE)
    return g_strdup_printf (
        _ ("The record ends while %s; all have called it, so that this is no deadlock"), text);
  awaited = refrain_finding_describe_awaited (trace, last, FALSE);
  if (awaited != NULL)
    /* Translators: what processes do, and "judging by earlier calls, process 1 waits for 3". */
    return g_strdup_printf (_ ("The record ends while %s; %s"), text, awaited);
  if (find_message (trace, last, &sender, &send))
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, sender));

      /* Translators: what processes do, then two processes and a number. */
      return g_strdup_printf (
          _ ("The record ends while %s; a message from %u to %d (tag %d) is not "
             "received yet, so that this is a deadlock only if %d expects "
             "another"),
          text, sender, ops->peer[send], ops->tag[send], ops->peer[send]);
    }
  return g_strdup_printf (_ ("The record ends while %s; some of them could go on"), text);
}

/* Whether those outside MPI have not come to the collective that the others are in: they have ended
 * no more of them. */
static gboolean
are_others_awaited (RefrainTrace *trace, const guint32 *last)
{
  g_auto (Ended) ended = { 0 };
  guint32 least = G_MAXUINT32, most = 0;

  ended_init (&ended, trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    if (last[p] != REFRAIN_NONE)
      least = MIN (least, ended.of_process[p]);
    else
      most = MAX (most, ended.of_process[p]);
  return most <= least && find_common (trace, last) != REFRAIN_NONE;
}

char *
refrain_finding_describe_end (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *last = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) outside = g_string_new (NULL);
  g_autofree char *awaited = NULL, *end = NULL;
  guint n_outside;

  if (!find_all_last (trace, &last))
    return NULL;
  add_routines (trace, last, REFRAIN_NONE, FALSE, text);
  n_outside = append_processes (last, n, REFRAIN_NONE, outside);
  if (n_outside == 0)
    return describe_inside (trace, last, text->str);
  if (are_others_awaited (trace, last))
    return g_strdup_printf (
        ngettext ("The record ends while %s; process %s has not called it yet",
                  "The record ends while %s; processes %s have not called it yet", n_outside),
        text->str, outside->str);
  end = g_strdup_printf (ngettext ("The record ends while %s; process %s is outside MPI",
                                   "The record ends while %s; processes %s are outside MPI",
                                   n_outside),
                         text->str, outside->str);
  awaited = refrain_finding_describe_awaited (trace, last, FALSE);
  return awaited != NULL ? g_strconcat (end, "; ", awaited, NULL) : g_steal_pointer (&end);
}

char *
refrain_trace_describe_end (RefrainTrace *trace)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *aborted = NULL;
  guint32 routine;
  char *hang;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  aborted = refrain_trace_describe_abort (trace);
  if (aborted != NULL)
    return NULL;
  hang = refrain_finding_describe_hang (trace, processes, &routine);
  return hang != NULL ? hang : refrain_finding_describe_end (trace);
}
