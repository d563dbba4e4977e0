/* refrain-event-text-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-event-text.h"
#include "refrain-loop-text.h"
#include "refrain-replay.h"
#include "refrain-save.h"

#define EVENTS_PER_CHECK 65536

typedef struct
{
  RefrainTrace *trace;
  FILE *file;
  GString *line;
  char **groups; /* of a communicator, as text */
  GCancellable *cancellable;
} Writer;

static int
compare_processes (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/* The processes of a communicator, both sides of one between two groups. */
static char *
describe_group (RefrainCommunicator *communicator)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  GString *text = g_string_new (NULL);

  for (guint side = 0; side < 2; side++)
    {
      gsize n;
      const gint32 *processes = side == 0 ? refrain_communicator_get_members (communicator, &n)
                                          : refrain_communicator_get_remote (communicator, &n);

      for (gsize i = 0; i < n; i++)
        if (processes[i] >= 0)
          g_array_append_val (members, processes[i]);
    }
  g_array_sort (members, compare_processes);
  for (guint i = 1; i < members->len;)
    if (g_array_index (members, guint32, i) == g_array_index (members, guint32, i - 1))
      g_array_remove_index (members, i);
    else
      i++;
  refrain_loop_text_append_group (text, (const guint32 *) (gpointer) members->data, members->len);
  return g_string_free (text, FALSE);
}

static void
append_peer (GString *line, gint32 peer)
{
  if (peer < 0)
    g_string_append_c (line, '?');
  else
    g_string_append_printf (line, "%d", peer);
}

static void
append_op (Writer *self, guint process, const RefrainOps *ops, gsize op)
{
  GString *line = self->line;
  guint32 comm = ops->comm[op];

  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    {
      g_string_append_printf (line, "%u sync ", process);
      refrain_loop_text_append_name (
          line, refrain_collective_get_name ((RefrainCollective) ops->tag[op]), TRUE);
      g_string_append_c (line, ' ');
      if (comm == REFRAIN_NONE
          || refrain_communicator_is_self (refrain_trace_get_communicator (self->trace, comm)))
        g_string_append_printf (line, "%u", process);
      else
        g_string_append (line, self->groups[comm]);
      return;
    }
  if (REFRAIN_OP_IS_SEND (ops->kind[op]))
    {
      g_string_append_printf (line, "%u send ", process);
      append_peer (line, ops->peer[op]);
    }
  else
    {
      append_peer (line, ops->peer[op]);
      g_string_append_printf (line, " recv %u", process);
    }
  g_string_append_printf (line, " tag%d", ops->tag[op]);
}

static void
append_call (Writer *self, guint process, const char *verb, guint32 routine)
{
  g_string_append_printf (self->line, "%u local %s ", process, verb);
  refrain_loop_text_append_name (
      self->line, refrain_routine_get_name (refrain_trace_get_routine (self->trace, routine)),
      FALSE);
}

static gboolean
write_thread (Writer *self, guint process, const RefrainThread *thread, GError **error)
{
  RefrainReplay replay;
  guint64 n = 0;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, process), thread);
  while (refrain_replay_next (&replay))
    {
      g_string_truncate (self->line, 0);
      if (replay.event == REFRAIN_TAPE_ENTER)
        append_call (self, process, "call", replay.calls->routine[replay.row]);
      else if (replay.event == REFRAIN_TAPE_LEAVE)
        append_call (self, process, "return", replay.calls->routine[replay.row]);
      else if (replay.event == REFRAIN_TAPE_OP)
        append_op (self, process, replay.ops, replay.row);
      else
        continue;
      g_string_append_c (self->line, '\n');
      fwrite (self->line->str, 1, self->line->len, self->file);
      if (++n % EVENTS_PER_CHECK == 0
          && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_trace (Writer *self, RefrainProgressFunc progress, gpointer progress_data, GError **error)
{
  guint n = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      if (progress != NULL)
        progress ((double) p / n, _ ("Writing events"), progress_data);
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        if (!write_thread (self, p, refrain_process_get_thread (process, t), error))
          return FALSE;
    }
  return TRUE;
}

static void
describe_groups (Writer *self)
{
  guint n = refrain_trace_get_n_communicators (self->trace);

  self->groups = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    self->groups[i] = describe_group (refrain_trace_get_communicator (self->trace, i));
}

gboolean
refrain_event_text_save (RefrainTrace *trace,
                         const char *path,
                         GCancellable *cancellable,
                         RefrainProgressFunc progress,
                         gpointer progress_data,
                         GError **error)
{
  Writer writer = { .trace = trace, .cancellable = cancellable };
  g_autofree char *temporary = NULL;
  gboolean whole;
  int fd, cause = 0;

  temporary = refrain_save_begin (path, &fd, error);
  if (temporary == NULL)
    return FALSE;
  writer.file = fdopen (fd, "w");
  writer.line = g_string_new (NULL);
  describe_groups (&writer);
  whole = write_trace (&writer, progress, progress_data, error);
  errno = 0;
  if (ferror (writer.file) || fflush (writer.file) != 0)
    cause = errno != 0 ? errno : EIO;
  if (fclose (writer.file) != 0 && cause == 0)
    cause = errno;
  g_string_free (writer.line, TRUE);
  g_strfreev (writer.groups);
  if (whole && cause == 0)
    return refrain_save_commit (temporary, path, error);
  g_unlink (temporary);
  return whole ? refrain_save_fail (path, g_strerror (cause), error) : FALSE;
}
