/* refrain-graph-neighbours.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list of processes for each communicator, process and direction; those of grids are worked out.
 */
#include "refrain-graph-neighbours.h"

#include "refrain-free.h"
#include "refrain-hash.h"

struct RefrainGraphNeighbours
{
  RefrainTrace *trace;
  GHashTable *lists;                                   /* key of make_key(): GArray of gint32 */
  GHashTable *comms;                                   /* those that have any */
  gint32 beside[2 * REFRAIN_MAX_CARTESIAN_DIMENSIONS]; /* room: on a grid */
};

static gint64
make_key (guint32 comm, guint process, gboolean outgoing)
{
  return ((gint64) comm << 32) ^ ((gint64) process * 2 + (outgoing != 0));
}

/* The list that @process has there, new where need be. NULL where there is none such. */
static GArray *
get_list (RefrainGraphNeighbours *self, guint64 comm, guint64 process, gboolean outgoing)
{
  GArray *list;
  gint64 key;

  if (comm >= refrain_trace_get_n_communicators (self->trace)
      || process >= refrain_trace_get_n_processes (self->trace))
    return NULL;
  key = make_key ((guint32) comm, (guint) process, outgoing);
  list = g_hash_table_lookup (self->lists, &key);
  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_hash_table_insert (self->lists, g_memdup2 (&key, sizeof key), list);
      g_hash_table_add (self->comms, GUINT_TO_POINTER ((guint) comm + 1));
    }
  return list;
}

static void
add_rank (RefrainGraphNeighbours *self, GArray *list, guint64 comm, guint64 process, guint64 rank)
{
  const gint32 other = rank <= G_MAXINT32 ? refrain_communicator_rank_to_process (
                           refrain_trace_get_communicator (self->trace, (guint) comm),
                           (gint32) process, (guint32) rank)
                                          : -1;

  g_array_append_val (list, other);
}

static void
read_record (RefrainGraphNeighbours *self, RefrainRecordBytes fields)
{
  const guint64 comm = refrain_get_unsigned (&fields), process = refrain_get_unsigned (&fields);
  const gboolean outgoing = refrain_get_unsigned (&fields) != 0;
  guint64 n = refrain_get_unsigned (&fields);
  GArray *list = fields.failed ? NULL : get_list (self, comm, process, outgoing);

  for (; list != NULL && n > 0; n--)
    {
      const guint64 rank = refrain_get_unsigned (&fields);

      if (fields.failed)
        return;
      add_rank (self, list, comm, process, rank);
    }
}

/* The index of each communicator, one more, by the number that its file gives it. */
static GHashTable *
list_communicators (RefrainTrace *trace)
{
  GHashTable *places = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    {
      const gint64 id
          = (gint64) refrain_communicator_get_id (refrain_trace_get_communicator (trace, i));

      g_hash_table_insert (places, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (i + 1));
    }
  return places;
}

/* Reads the text of refrain_graph_neighbours_note(). */
static void
read_note (RefrainGraphNeighbours *self, const char *text, gsize n)
{
  g_autofree char *note = g_strndup (text, n);
  g_auto (GStrv) items = g_strsplit (note, ";", -1);
  g_autoptr (GHashTable) places = list_communicators (self->trace);

  for (guint i = 0; items[i] != NULL; i++)
    {
      g_auto (GStrv) numbers = g_strsplit (items[i], " ", -1);
      const gint64 id = numbers[0] != NULL ? g_ascii_strtoll (numbers[0], NULL, 10) : 0;
      const guint comm = GPOINTER_TO_UINT (g_hash_table_lookup (places, &id)) - 1;
      GArray *list;

      if (g_strv_length (numbers) < 3)
        continue;
      /* What is none is beyond all that there are. */
      list = get_list (self, comm, g_ascii_strtoull (numbers[1], NULL, 10), *numbers[2] != '0');
      for (guint k = 3; list != NULL && numbers[k] != NULL; k++)
        add_rank (self, list, comm, g_ascii_strtoull (numbers[1], NULL, 10),
                  g_ascii_strtoull (numbers[k], NULL, 10));
    }
}

/* The next record of the kind off @all. */
static gboolean
next_record (RefrainExtension *extension, RefrainRecordBytes *all, RefrainRecordBytes *fields)
{
  guint is;

  while (refrain_extension_next (extension, all, &is, fields))
    {
      const RefrainRecordClass *class = refrain_extension_get_class (extension, is);

      if (g_str_equal (class->name, REFRAIN_NEIGHBOURS_CLASS) && class->n_fields == 4
          && class->fields[3].is_list)
        return TRUE;
    }
  return FALSE;
}

char *
refrain_graph_neighbours_note (RefrainTrace *trace, const guint32 *ids)
{
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  GString *note = g_string_new (NULL);
  RefrainRecordBytes all, fields;

  if (extension != NULL)
    all = refrain_extension_start (extension);
  while (extension != NULL && next_record (extension, &all, &fields))
    {
      const guint64 comm = refrain_get_unsigned (&fields), process = refrain_get_unsigned (&fields);
      const guint64 outgoing = refrain_get_unsigned (&fields);

      if (comm >= refrain_trace_get_n_communicators (trace))
        continue;
      g_string_append_printf (note, "%u %" G_GUINT64_FORMAT " %u", ids[comm], process,
                              outgoing != 0);
      for (guint64 n = refrain_get_unsigned (&fields); n > 0 && !fields.failed; n--)
        g_string_append_printf (note, " %" G_GUINT64_FORMAT, refrain_get_unsigned (&fields));
      g_string_append_c (note, ';');
    }
  return g_string_free (note, note->len == 0);
}

RefrainGraphNeighbours *
refrain_graph_neighbours_new (RefrainTrace *trace)
{
  RefrainGraphNeighbours *self = g_new0 (RefrainGraphNeighbours, 1);
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  RefrainRecordBytes all, fields;
  const char *note;
  gsize n;

  self->trace = trace;
  self->lists = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free,
                                       (GDestroyNotify) g_array_unref);
  self->comms = g_hash_table_new (NULL, NULL);
  if (extension == NULL)
    return self;
  all = refrain_extension_start (extension);
  while (next_record (extension, &all, &fields))
    read_record (self, fields);
  note = refrain_extension_find_property (extension, REFRAIN_NEIGHBOURS_PROPERTY, &n);
  if (note != NULL)
    read_note (self, note, n);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_graph_neighbours_free,
                             RefrainGraphNeighbours,
                             g_hash_table_unref (x->lists);
                             g_hash_table_unref (x->comms))

/* The processes beside @process on the grid of @comm, as MPI has them: in each dimension the one
 * before and the one behind. Places of a grid count in the order of C: the last dimension runs
 * fastest. Returns how many. */
static guint
list_beside (RefrainCommunicator *comm, guint process, gint32 *to)
{
  const RefrainCartesian *grid = refrain_communicator_get_cartesian (comm);
  const gint32 rank
      = refrain_communicator_process_to_rank (comm, (gint32) process, (gint32) process);
  gsize n_members;
  const gint32 *members = refrain_communicator_get_members (comm, &n_members);
  g_autofree guint32 *rank_at = g_new (guint32, n_members + 1);
  guint32 stride = 1;
  guint n = 0;

  if (rank < 0)
    return 0;
  for (gsize r = 0; r < n_members; r++)
    rank_at[grid->places[r]] = (guint32) r;
  for (guint d = 0; d < grid->n_dimensions; d++)
    stride *= grid->sizes[d];
  for (guint d = 0; d < grid->n_dimensions; d++)
    {
      const guint32 size = grid->sizes[d];
      guint32 place, at;

      stride /= size;
      place = grid->places[rank];
      at = place / stride % size;
      for (int step = -1; step <= 1; step += 2)
        {
          const gboolean wraps = step < 0 ? at == 0 : at + 1 == size;
          const guint32 next = (at + size + (guint32) step) % size;

          if (!wraps || (grid->periodic & (1u << d)) != 0)
            to[n++] = members[rank_at[place - at * stride + next * stride]];
        }
    }
  return n;
}

static const RefrainCartesian *
get_grid (RefrainGraphNeighbours *self, guint32 comm)
{
  return refrain_communicator_get_cartesian (refrain_trace_get_communicator (self->trace, comm));
}

gboolean
refrain_graph_neighbours_know (RefrainGraphNeighbours *self, guint32 comm)
{
  return get_grid (self, comm) != NULL
         || g_hash_table_contains (self->comms, GUINT_TO_POINTER (comm + 1));
}

const gint32 *
refrain_graph_neighbours_list (
    RefrainGraphNeighbours *self, guint32 comm, guint process, gboolean outgoing, guint *n)
{
  const gint64 key = make_key (comm, process, outgoing);
  const GArray *list;

  if (get_grid (self, comm) != NULL)
    {
      *n = list_beside (refrain_trace_get_communicator (self->trace, comm), process, self->beside);
      return self->beside;
    }
  list = g_hash_table_lookup (self->lists, &key);
  *n = list != NULL ? list->len : 0;
  return list != NULL ? (const gint32 *) (gpointer) list->data : NULL;
}
