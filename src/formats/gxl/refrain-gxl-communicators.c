/* refrain-gxl-communicators.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members are named by edges, in any order and perhaps not all: those that no edge names are
 * unknown, and there may only be so many of them, whatever the document says of sizes.
 */
#include "config.h"

#include "refrain-gxl-communicators.h"

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-gxl-ids.h"

/* Members of communicators that no edge names, in the whole document. */
#define MAX_UNKNOWN_MEMBERS ((guint64) 1 << 24)

typedef struct
{
  guint64 order;
  const gint64 *process; /* its index, known when it is asked for */
  gboolean remote;
} Member;

typedef struct
{
  char *node; /* the node's id */
  guint graph;
  char *name, *cartesian;
  guint32 index; /* known after closing */
  guint64 id;
  gint64 parent;
  gboolean self_like, has_remote;
  guint64 size, remote_size;
  GArray *members;
} Communicator;

struct _RefrainGxlCommunicators
{
  GPtrArray *all;
  GHashTable *by_node; /* id of a node -> Communicator */
  guint64 unknown_members;
};

REFRAIN_DEFINE_FREE (communicator_free, Communicator, refrain_free (x->node, x->cartesian, x->name);
                     g_array_unref (x->members))

RefrainGxlCommunicators *
refrain_gxl_communicators_new (void)
{
  RefrainGxlCommunicators *self = g_new0 (RefrainGxlCommunicators, 1);

  self->all = g_ptr_array_new_with_free_func (communicator_free);
  self->by_node = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_gxl_communicators_free,
                             RefrainGxlCommunicators,
                             g_hash_table_unref (x->by_node);
                             g_ptr_array_unref (x->all))

/* ---- Nodes and edges ---- */

gboolean
refrain_gxl_communicators_add (RefrainGxlCommunicators *self,
                               const RefrainGxlNode *node,
                               guint graph,
                               char **cause)
{
  Communicator *comm = g_new0 (Communicator, 1);

  g_ptr_array_add (self->all, comm);
  comm->node = g_strdup (node->id->str);
  comm->graph = graph;
  comm->members = g_array_new (FALSE, FALSE, sizeof (Member));
  comm->id = self->all->len - 1;
  comm->parent = -1;
  comm->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_COMM_NAME));
  comm->cartesian = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_CARTESIAN));
  comm->has_remote = refrain_gxl_node_get (node, REFRAIN_GXL_REMOTE_SIZE) != NULL;
  g_hash_table_insert (self->by_node, comm->node, comm);
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_COMM_ID, &comm->id, cause)
         && refrain_gxl_node_get_signed (node, REFRAIN_GXL_PARENT_ID, &comm->parent, cause)
         && refrain_gxl_node_get_bool (node, REFRAIN_GXL_SELF, &comm->self_like, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SIZE, &comm->size, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_REMOTE_SIZE, &comm->remote_size,
                                           cause);
}

gboolean
refrain_gxl_communicators_contain (RefrainGxlCommunicators *self, const char *id)
{
  return g_hash_table_contains (self->by_node, id);
}

gboolean
refrain_gxl_communicators_add_member (RefrainGxlCommunicators *self,
                                      const char *id,
                                      const gint64 *process,
                                      gint64 order,
                                      gboolean remote,
                                      guint n_processes,
                                      char **cause)
{
  Communicator *comm = g_hash_table_lookup (self->by_node, id);
  Member member = { .order = order >= 0 ? (guint64) order : comm->members->len,
                    .process = process,
                    .remote = remote };

  if (member.order >= MAX_UNKNOWN_MEMBERS + n_processes)
    {
      *cause = g_strdup (_ ("the place of the member in its communicator is absurd"));
      return FALSE;
    }
  comm->has_remote |= remote;
  g_array_append_val (comm->members, member);
  return TRUE;
}

gint64
refrain_gxl_communicators_find (RefrainGxlCommunicators *self, const char *id)
{
  const Communicator *comm = g_hash_table_lookup (self->by_node, id);

  return comm == NULL ? -1 : (gint64) comm->index;
}

/* ---- Closing ---- */

/* The members of one side in rank order, -1 where no edge tells. NULL when there are too many. */
static GArray *
order_members (RefrainGxlCommunicators *self, const Communicator *comm, gboolean remote)
{
  GArray *order;
  guint64 size = remote ? comm->remote_size : comm->size, known = 0;

  for (guint i = 0; i < comm->members->len; i++)
    {
      const Member *member = &g_array_index (comm->members, Member, i);

      if (member->remote != remote)
        continue;
      known++;
      size = MAX (size, member->order + 1);
    }
  if (size - MIN (known, size) > MAX_UNKNOWN_MEMBERS - self->unknown_members)
    return NULL;
  self->unknown_members += size - MIN (known, size);
  order = g_array_sized_new (FALSE, FALSE, sizeof (gint32), size);
  for (guint64 i = 0; i < size; i++)
    g_array_append_val (order, (gint32){ -1 });
  for (guint i = 0; i < comm->members->len; i++)
    {
      const Member *member = &g_array_index (comm->members, Member, i);

      if (member->remote == remote)
        g_array_index (order, gint32, member->order) = *member->process;
    }
  return order;
}

static gboolean
close_communicator (RefrainGxlCommunicators *self, Communicator *comm, RefrainTraceBuilder *builder)
{
  g_autoptr (GArray) members = order_members (self, comm, FALSE);
  g_autoptr (GArray) remote = order_members (self, comm, TRUE);
  static const gint32 none = -1;
  RefrainCommunicator *communicator;

  if (members == NULL || remote == NULL)
    return FALSE;
  communicator = refrain_communicator_new (comm->name, comm->id, comm->parent,
                                           (gint32 *) (gpointer) members->data, members->len,
                                           !comm->has_remote  ? NULL
                                           : remote->len == 0 ? &none
                                                              : (gint32 *) (gpointer) remote->data,
                                           remote->len, comm->self_like);
  if (comm->cartesian != NULL)
    refrain_communicator_read_cartesian (communicator, comm->cartesian);
  comm->index = refrain_trace_builder_add_communicator (builder, communicator);
  return TRUE;
}

/* Whether @comm has only members that the chosen trace does not have. */
static gboolean
is_of_another_trace (const Communicator *comm)
{
  for (guint i = 0; i < comm->members->len; i++)
    if (*g_array_index (comm->members, Member, i).process >= 0)
      return FALSE;
  return comm->members->len > 0;
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  return refrain_gxl_id_compare ((*(const Communicator *const *) a)->node,
                                 (*(const Communicator *const *) b)->node);
}

gboolean
refrain_gxl_communicators_close (RefrainGxlCommunicators *self,
                                 RefrainTraceBuilder *builder,
                                 RefrainGxlKeepFunc keep,
                                 gpointer data,
                                 char **cause)
{
  g_ptr_array_sort (self->all, compare_nodes);
  for (guint i = 0; i < self->all->len; i++)
    {
      Communicator *comm = self->all->pdata[i];

      if (keep != NULL && (!keep (data, comm->graph) || is_of_another_trace (comm)))
        {
          g_hash_table_remove (self->by_node, comm->node);
          continue;
        }
      if (close_communicator (self, comm, builder))
        continue;
      *cause = g_strdup (_ ("the size of a communicator is absurd"));
      return FALSE;
    }
  return TRUE;
}
