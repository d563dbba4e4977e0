/* refrain-graph-neighbours.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list of processes for each communicator, process and direction.
 */
#include "refrain-graph-neighbours.h"

#include "refrain-hash.h"

struct RefrainGraphNeighbours
{
  RefrainTrace *trace;
  GHashTable *lists; /* key of make_key(): GArray of gint32 */
  GHashTable *comms; /* those that have any */
};

static gint64
make_key (guint32 comm, guint process, gboolean outgoing)
{
  return ((gint64) comm << 32) ^ ((gint64) process * 2 + (outgoing != 0));
}

static void
read_record (RefrainGraphNeighbours *self, RefrainRecordBytes fields)
{
  const guint64 comm = refrain_get_unsigned (&fields), process = refrain_get_unsigned (&fields);
  const gboolean outgoing = refrain_get_unsigned (&fields) != 0;
  guint64 n = refrain_get_unsigned (&fields);
  RefrainCommunicator *communicator;
  GArray *list;
  gint64 key;

  if (fields.failed || comm >= refrain_trace_get_n_communicators (self->trace)
      || process >= refrain_trace_get_n_processes (self->trace))
    return;
  communicator = refrain_trace_get_communicator (self->trace, (guint) comm);
  key = make_key ((guint32) comm, (guint) process, outgoing);
  list = g_hash_table_lookup (self->lists, &key);
  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_hash_table_insert (self->lists, g_memdup2 (&key, sizeof key), list);
      g_hash_table_add (self->comms, GUINT_TO_POINTER ((guint) comm + 1));
    }
  for (; n > 0 && !fields.failed; n--)
    {
      const guint64 rank = refrain_get_unsigned (&fields);
      const gint32 other = rank <= G_MAXINT32 ? refrain_communicator_rank_to_process (
                               communicator, (gint32) process, (guint32) rank)
                                              : -1;

      if (!fields.failed)
        g_array_append_val (list, other);
    }
}

RefrainGraphNeighbours *
refrain_graph_neighbours_new (RefrainTrace *trace)
{
  RefrainGraphNeighbours *self = g_new0 (RefrainGraphNeighbours, 1);
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  const int wanted
      = extension != NULL ? refrain_extension_find_class (extension, REFRAIN_NEIGHBOURS_CLASS) : -1;

  self->trace = trace;
  self->lists = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free,
                                       (GDestroyNotify) g_array_unref);
  self->comms = g_hash_table_new (NULL, NULL);
  if (wanted >= 0)
    {
      const RefrainRecordClass *class = refrain_extension_get_class (extension, (guint) wanted);
      RefrainRecordBytes all = refrain_extension_start (extension), fields;
      guint is;

      while (refrain_extension_next (extension, &all, &is, &fields))
        if ((int) is == wanted && class->n_fields == 4 && class->fields[3].is_list)
          read_record (self, fields);
    }
  return self;
}

void
refrain_graph_neighbours_free (RefrainGraphNeighbours *self)
{
  g_hash_table_unref (self->lists);
  g_hash_table_unref (self->comms);
  g_free (self);
}

gboolean
refrain_graph_neighbours_know (RefrainGraphNeighbours *self, guint32 comm)
{
  return g_hash_table_contains (self->comms, GUINT_TO_POINTER (comm + 1));
}

const gint32 *
refrain_graph_neighbours_list (
    RefrainGraphNeighbours *self, guint32 comm, guint process, gboolean outgoing, guint *n)
{
  const gint64 key = make_key (comm, process, outgoing);
  const GArray *list = g_hash_table_lookup (self->lists, &key);

  *n = list != NULL ? list->len : 0;
  return list != NULL ? (const gint32 *) (gpointer) list->data : NULL;
}
