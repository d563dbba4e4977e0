/* refrain-communicator.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members are kept in rank order, and in hash tables for the way back from process to rank.
 */
#include "config.h"

#include "refrain-communicator.h"

struct _RefrainCommunicator
{
  GObject parent_instance;

  char *name;
  char *source_name;
  guint64 id;
  gint64 parent_id;
  gint32 *members;
  gsize n_members;
  gint32 *remote;
  gsize n_remote;
  gboolean self_like;
  GHashTable *ranks;        /* process + 1 → rank + 1, of the members */
  GHashTable *remote_ranks; /* the same of the other group */
};

G_DEFINE_FINAL_TYPE (RefrainCommunicator, refrain_communicator, G_TYPE_OBJECT)

static void
refrain_communicator_finalize (GObject *object)
{
  RefrainCommunicator *self = REFRAIN_COMMUNICATOR (object);

  g_free (self->name);
  g_free (self->source_name);
  g_free (self->members);
  g_free (self->remote);
  g_clear_pointer (&self->ranks, g_hash_table_unref);
  g_clear_pointer (&self->remote_ranks, g_hash_table_unref);
  G_OBJECT_CLASS (refrain_communicator_parent_class)->finalize (object);
}

static void
refrain_communicator_class_init (RefrainCommunicatorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_communicator_finalize;
}

static void
refrain_communicator_init (RefrainCommunicator *self)
{
}

static GHashTable *
index_ranks (const gint32 *members, gsize n)
{
  GHashTable *ranks = g_hash_table_new (NULL, NULL);

  /* Backwards, so that the lowest rank of a process listed twice wins. */
  for (gsize i = n; i-- > 0;)
    if (members[i] >= 0)
      g_hash_table_insert (ranks, GUINT_TO_POINTER ((guint) members[i] + 1),
                           GUINT_TO_POINTER ((guint) i + 1));
  return ranks;
}

static gint32
look_up_rank (GHashTable *ranks, gint32 process)
{
  if (process < 0 || ranks == NULL)
    return -1;
  return (gint32) GPOINTER_TO_UINT (
             g_hash_table_lookup (ranks, GUINT_TO_POINTER ((guint) process + 1)))
         - 1;
}

RefrainCommunicator *
refrain_communicator_new (const char *name,
                          guint64 id,
                          gint64 parent_id,
                          const gint32 *members,
                          gsize n_members,
                          const gint32 *remote,
                          gsize n_remote,
                          gboolean self_like)
{
  RefrainCommunicator *self;

  g_return_val_if_fail (n_members <= G_MAXINT32 && n_remote <= G_MAXINT32, NULL);

  self = g_object_new (REFRAIN_TYPE_COMMUNICATOR, NULL);
  self->source_name = g_utf8_make_valid (name != NULL ? name : "", -1);
  self->name = g_strdup (self->source_name);
  self->id = id;
  self->parent_id = parent_id;
  self->members = g_memdup2 (members, n_members * sizeof *members);
  self->n_members = n_members;
  self->remote = g_memdup2 (remote, n_remote * sizeof *remote);
  self->n_remote = n_remote;
  self->self_like = self_like;
  self->ranks = index_ranks (self->members, n_members);
  if (n_remote > 0)
    self->remote_ranks = index_ranks (self->remote, n_remote);
  return self;
}

const char *
refrain_communicator_get_name (RefrainCommunicator *self)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), NULL);
  return self->name;
}

const char *
refrain_communicator_get_source_name (RefrainCommunicator *self)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), NULL);
  return self->source_name;
}

guint64
refrain_communicator_get_id (RefrainCommunicator *self)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), 0);
  return self->id;
}

gint64
refrain_communicator_get_parent_id (RefrainCommunicator *self)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), -1);
  return self->parent_id;
}

const gint32 *
refrain_communicator_get_members (RefrainCommunicator *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), NULL);
  *n = self->n_members;
  return self->members;
}

const gint32 *
refrain_communicator_get_remote (RefrainCommunicator *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), NULL);
  *n = self->n_remote;
  return self->remote;
}

gboolean
refrain_communicator_is_self (RefrainCommunicator *self)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), FALSE);
  return self->self_like;
}

gint32
refrain_communicator_rank_to_process (RefrainCommunicator *self, gint32 from, guint32 rank)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), -1);

  if (self->self_like)
    return rank == 0 ? from : -1;
  /* A member of the first group names ranks of the second, and the other way round. */
  if (self->n_remote > 0 && look_up_rank (self->ranks, from) >= 0)
    return rank < self->n_remote ? self->remote[rank] : -1;
  return rank < self->n_members ? self->members[rank] : -1;
}

gint32
refrain_communicator_process_to_rank (RefrainCommunicator *self, gint32 from, gint32 process)
{
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), -1);

  if (self->self_like)
    return process == from ? 0 : -1;
  if (self->n_remote > 0 && look_up_rank (self->ranks, from) >= 0)
    return look_up_rank (self->remote_ranks, process);
  return look_up_rank (self->ranks, process);
}

void
refrain_communicator_set_display_name (RefrainCommunicator *self, const char *name)
{
  g_return_if_fail (REFRAIN_IS_COMMUNICATOR (self));
  g_free (self->name);
  self->name = g_strdup (name);
}
