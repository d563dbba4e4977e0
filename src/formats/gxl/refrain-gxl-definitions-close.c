/* refrain-gxl-definitions-close.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All definitions are known: ranks get their order, communicators their members.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "refrain-gxl-definitions-private.h"

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const RefrainGxlProcess *x = *(const RefrainGxlProcess *const *) a,
                          *y = *(const RefrainGxlProcess *const *) b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static void
close_processes (RefrainGxlDefinitions *self)
{
  guint n = self->processes->len;
  g_autofree RefrainGxlProcess **sorted = g_new (RefrainGxlProcess *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      sorted[i] = g_ptr_array_index (self->processes, i);
      sorted[i]->index = i;
    }
  qsort (sorted, n, sizeof *sorted, compare_ranks);
  for (guint i = 0; i < n; i++)
    {
      const char *host = NULL;

      if (sorted[i]->processor != NULL)
        host = g_hash_table_lookup (self->processors, sorted[i]->processor);
      sorted[i]->index = refrain_trace_builder_add_process (self->builder, sorted[i]->name, host);
    }
}

/* The members of one side in rank order, -1 where no edge tells. NULL when there are too many. */
static GArray *
order_members (RefrainGxlDefinitions *self, const RefrainGxlCommunicator *comm, gboolean remote)
{
  GArray *order;
  guint64 size = remote ? comm->remote_size : comm->size, known = 0;

  for (guint i = 0; i < comm->members->len; i++)
    {
      const RefrainGxlMember *member = &g_array_index (comm->members, RefrainGxlMember, i);

      if (member->remote != remote)
        continue;
      known++;
      size = MAX (size, member->order + 1);
    }
  if (size - MIN (known, size) > REFRAIN_GXL_MAX_UNKNOWN_MEMBERS - self->unknown_members)
    return NULL;
  self->unknown_members += size - MIN (known, size);
  order = g_array_sized_new (FALSE, FALSE, sizeof (gint32), size);
  for (guint64 i = 0; i < size; i++)
    g_array_append_val (order, (gint32){ -1 });
  for (guint i = 0; i < comm->members->len; i++)
    {
      const RefrainGxlMember *member = &g_array_index (comm->members, RefrainGxlMember, i);
      const RefrainGxlProcess *process = g_ptr_array_index (self->processes, member->process);

      if (member->remote == remote)
        g_array_index (order, gint32, member->order) = process->index;
    }
  return order;
}

static gboolean
close_communicator (RefrainGxlDefinitions *self, const RefrainGxlCommunicator *comm)
{
  g_autoptr (GArray) members = order_members (self, comm, FALSE);
  g_autoptr (GArray) remote = order_members (self, comm, TRUE);
  static const gint32 none = -1;

  if (members == NULL || remote == NULL)
    return FALSE;
  refrain_trace_builder_add_communicator (
      self->builder,
      refrain_communicator_new (comm->name, comm->id, comm->parent,
                                (gint32 *) (gpointer) members->data, members->len,
                                !comm->has_remote  ? NULL
                                : remote->len == 0 ? &none
                                                   : (gint32 *) (gpointer) remote->data,
                                remote->len, comm->self_like));
  return TRUE;
}

static void
close_defect (RefrainGxlDefinitions *self, const RefrainGxlDefect *defect)
{
  gint64 process = -1;

  if (defect->process != NULL)
    process = refrain_gxl_definitions_find_process (self, defect->process);
  refrain_trace_builder_add_defect (
      self->builder,
      refrain_defect_new (defect->kind, process, defect->count, defect->time, defect->detail));
}

gboolean
refrain_gxl_definitions_close (RefrainGxlDefinitions *self, char **cause)
{
  if (self->closed)
    return TRUE;
  self->closed = TRUE;
  close_processes (self);
  for (guint i = 0; i < self->communicators->len; i++)
    if (!close_communicator (self, g_ptr_array_index (self->communicators, i)))
      {
        *cause = g_strdup (_ ("the size of a communicator is absurd"));
        return FALSE;
      }
  for (guint i = 0; i < self->defects->len; i++)
    close_defect (self, g_ptr_array_index (self->defects, i));
  return TRUE;
}
