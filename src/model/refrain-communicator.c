/* refrain-communicator.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members are kept in rank order, and in hash tables for the way back from process to rank.
 */
#include "refrain-communicator.h"

#include "refrain-free.h"
#include "refrain-object.h"

struct _RefrainCommunicator
{
  GObject parent_instance;

  char *name, *source_name;
  guint64 id;
  gint64 parent_id;
  gint32 *members;
  gsize n_members;
  gint32 *remote;
  gsize n_remote;
  gboolean self_like;
  GHashTable *ranks;          /* process + 1 → rank + 1, of the members */
  GHashTable *remote_ranks;   /* the same of the other group */
  RefrainCartesian cartesian; /* no dimensions: it is not */
  guint32 *sizes, *places;    /* of that */
};

REFRAIN_DEFINE_OBJECT (RefrainCommunicator, refrain_communicator)

static void
refrain_communicator_finalize (RefrainCommunicator *self)
{
  refrain_free (self->name, self->source_name, self->members, self->remote, self->sizes,
                self->places);
  g_clear_pointer (&self->ranks, g_hash_table_unref);
  g_clear_pointer (&self->remote_ranks, g_hash_table_unref);
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

REFRAIN_GETTER (RefrainCommunicator, refrain_communicator, const char *, get_name, self->name)
REFRAIN_GETTER (
    RefrainCommunicator, refrain_communicator, const char *, get_source_name, self->source_name)
REFRAIN_GETTER (RefrainCommunicator, refrain_communicator, guint64, get_id, self->id)

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

REFRAIN_GETTER (RefrainCommunicator, refrain_communicator, gboolean, is_self, self->self_like)

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

static gboolean
is_permutation (const guint32 *places, gsize n)
{
  g_autofree guint8 *seen = g_malloc0 (n + 1);

  for (gsize i = 0; i < n; i++)
    if (places[i] >= n || seen[places[i]]++)
      return FALSE;
  return TRUE;
}

gboolean
refrain_communicator_set_cartesian (RefrainCommunicator *self,
                                    guint n_dimensions,
                                    const guint32 *sizes,
                                    guint32 periodic,
                                    const guint32 *places)
{
  guint64 product = 1;

  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), FALSE);
  g_return_val_if_fail (n_dimensions == 0 || sizes != NULL, FALSE);

  if (n_dimensions == 0 || n_dimensions > REFRAIN_MAX_CARTESIAN_DIMENSIONS || self->n_remote > 0
      || self->self_like || self->cartesian.n_dimensions > 0)
    return FALSE;
  for (guint d = 0; d < n_dimensions; d++)
    {
      product *= sizes[d];
      if (product == 0 || product > self->n_members)
        return FALSE;
    }
  if (product != self->n_members || (places != NULL && !is_permutation (places, product)))
    return FALSE;
  self->sizes = g_memdup2 (sizes, n_dimensions * sizeof *sizes);
  self->places = g_new (guint32, product);
  for (guint32 i = 0; i < product; i++)
    self->places[i] = places != NULL ? places[i] : i;
  self->cartesian = (RefrainCartesian){ .n_dimensions = n_dimensions,
                                        .sizes = self->sizes,
                                        .periodic = periodic & ((1u << n_dimensions) - 1),
                                        .places = self->places };
  return TRUE;
}

REFRAIN_GETTER (RefrainCommunicator,
                refrain_communicator,
                const RefrainCartesian *,
                get_cartesian,
                self->cartesian.n_dimensions > 0 ? &self->cartesian : NULL)

char *
refrain_communicator_write_cartesian (RefrainCommunicator *self)
{
  const RefrainCartesian *cartesian;
  GString *text;
  gboolean row_by_row = TRUE;

  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), NULL);

  cartesian = refrain_communicator_get_cartesian (self);
  if (cartesian == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint d = 0; d < cartesian->n_dimensions; d++)
    g_string_append_printf (text, "%s%u%s", d > 0 ? " " : "", cartesian->sizes[d],
                            cartesian->periodic >> d & 1 ? "p" : "");
  for (gsize i = 0; i < self->n_members; i++)
    row_by_row &= cartesian->places[i] == i;
  if (!row_by_row)
    g_string_append_c (text, ':');
  for (gsize i = 0; i < self->n_members && !row_by_row; i++)
    g_string_append_printf (text, " %u", cartesian->places[i]);
  return g_string_free (text, FALSE);
}

/* The next number at @at, behind blanks. */
static gboolean
read_number (const char **at, guint32 *number)
{
  guint64 value;
  char *end;

  while (**at == ' ')
    (*at)++;
  if (!g_ascii_isdigit (**at))
    return FALSE;
  value = g_ascii_strtoull (*at, &end, 10);
  *at = end;
  *number = (guint32) MIN (value, G_MAXUINT32);
  return value <= G_MAXUINT32;
}

gboolean
refrain_communicator_read_cartesian (RefrainCommunicator *self, const char *text)
{
  guint32 sizes[REFRAIN_MAX_CARTESIAN_DIMENSIONS], periodic = 0, place;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *at = text;
  guint n = 0;

  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  while (n < REFRAIN_MAX_CARTESIAN_DIMENSIONS && read_number (&at, &sizes[n]))
    {
      if (*at == 'p')
        {
          periodic |= 1u << n;
          at++;
        }
      n++;
    }
  if (*at == ':')
    {
      at++;
      while (places->len < self->n_members && read_number (&at, &place))
        g_array_append_val (places, place);
      if (places->len != self->n_members)
        return FALSE;
    }
  return *at == '\0'
         && refrain_communicator_set_cartesian (
             self, n, sizes, periodic,
             places->len > 0 ? (const guint32 *) (gpointer) places->data : NULL);
}
