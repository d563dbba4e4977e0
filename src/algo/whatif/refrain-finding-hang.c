/* refrain-finding-hang.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call that is entered and never left has no operation; whether it is one of a collective is
 * known by its name.
 */
#include "refrain-finding-hang.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-op-span.h"

/* So many processes are named for each routine. */
#define MOST_NAMED 6

/* The call of MPI in which @process is at its end; REFRAIN_NONE where it is in none. */
static guint32
find_last (RefrainProcess *process, const guint8 *is_mpi)
{
  const RefrainRecords *records = refrain_process_get_records (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);

  for (gsize i = records->n; i-- > 0 && records->kind[i] == REFRAIN_RECORD_UNCLOSED;)
    if (calls->routine[records->id[i]] != REFRAIN_NONE && is_mpi[calls->routine[records->id[i]]])
      return calls->routine[records->id[i]];
  return REFRAIN_NONE;
}

static gboolean
is_point_to_point (const char *name)
{
  return strstr (name, "recv") != NULL || strstr (name, "Recv") != NULL
         || strstr (name, "send") != NULL || strstr (name, "Send") != NULL
         || strstr (name, "robe") != NULL || g_str_has_prefix (name, "MPI_Wait")
         || g_str_has_prefix (name, "MPI_Test");
}

/* "processes 0, 1 never leave MPI_Recv" */
static void
add_routine (RefrainTrace *trace, const guint32 *last, guint32 routine, GString *text)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (GString) list = g_string_new (NULL);
  guint n_in = 0;

  for (guint p = 0; p < n; p++)
    if (last[p] == routine && ++n_in <= MOST_NAMED)
      g_string_append_printf (list, "%s%u", n_in > 1 ? ", " : "", p);
  if (n_in > MOST_NAMED)
    g_string_append (list, ", …");
  if (n_in == 0)
    return;
  g_string_append (text, text->len > 0 ? "; " : "");
  g_string_append_printf (
      text, ngettext ("process %s never leaves %s", "processes %s never leave %s", n_in), list->str,
      refrain_routine_get_label (refrain_trace_get_routine (trace, routine)));
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
  for (gsize i = records->n; i-- > 0 && records->kind[i] == REFRAIN_RECORD_UNCLOSED;)
    if (records->id[i] == ops->call[op])
      return op;
  return REFRAIN_NONE;
}

/* The first of processes each of which sends to the next one, and the last to the first; @next: to
 * whom each sends, or REFRAIN_NONE. G_MAXUINT32: there is no such circle. O(processes). */
static guint32
find_circle (const guint32 *next, guint n)
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

/* "0 → 1 → 2 → 0: each sends to the next, which does not receive (tag 7)", or NULL. */
static char *
describe_circle (RefrainTrace *trace)
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
      const guint32 op = find_last_send (process);

      next[p] = op != REFRAIN_NONE ? (guint32) refrain_process_get_ops (process)->peer[op]
                                   : REFRAIN_NONE;
    }
  first = at = find_circle (next, n);
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

char *
refrain_finding_describe_hang (RefrainTrace *trace, GArray *processes, guint32 *routine)
{
  const guint n = refrain_trace_get_n_processes (trace);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *is_mpi = refrain_op_spans_flag_routines (trace);
  g_autofree guint32 *last = g_new (guint32, n + 1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *circle = NULL;

  *routine = REFRAIN_NONE;
  for (guint p = 0; p < n; p++)
    {
      const char *name;

      last[p] = find_last (refrain_trace_get_process (trace, p), is_mpi);
      if (last[p] == REFRAIN_NONE)
        return NULL;
      name = refrain_routine_get_name (refrain_trace_get_routine (trace, last[p]));
      if (g_str_equal (name, "MPI_Abort") || g_str_equal (name, "MPI_Finalize")
          || g_str_has_prefix (name, "MPI_Init"))
        return NULL;
      if (is_point_to_point (name))
        g_array_append_val (processes, p);
    }
  if (n < 2)
    return NULL;
  if (processes->len == 0)
    for (guint p = 0; p < n; p++)
      g_array_append_val (processes, p);
  *routine = last[g_array_index (processes, guint32, 0)];
  add_routine (trace, last, *routine, text);
  for (guint r = 0; r < n_routines; r++)
    if (r != *routine)
      add_routine (trace, last, r, text);
  circle = describe_circle (trace);
  if (circle != NULL)
    g_string_append_printf (text, "; %s", circle);
  return g_strdup_printf (_ ("All processes are inside MPI when the run ends, as in a hang: %s"),
                          text->str);
}
