/* refrain-otf2-writer-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the source numbered keeps its numbers where they are all different; what OTF2 cannot say
 * (two parents in a circle, members that are no processes) is straightened out first.
 */
#include "refrain-otf2-writer-definitions.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-otf2.h"

/* ---- Numbering ---- */

/* The ids of the source when all are different, dense ones otherwise. */
static void
number_locations (RefrainOtf2Numbering *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (refrain_hash_int64, g_int64_equal);
  gboolean keep = TRUE;

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);
      gsize n = refrain_process_get_n_threads (process);
      RefrainOtf2WriterLocation location = { .process = p };

      keep &= n > 0;
      if (n == 0)
        g_array_append_val (self->locations, location);
      for (gsize t = 0; t < n; t++)
        {
          location.thread = refrain_process_get_thread (process, t);
          location.id = location.thread->id;
          g_array_append_val (self->locations, location);
        }
    }
  for (guint i = 0; keep && i < self->locations->len; i++)
    {
      RefrainOtf2WriterLocation *location
          = &g_array_index (self->locations, RefrainOtf2WriterLocation, i);

      keep = location->id != OTF2_UNDEFINED_LOCATION && g_hash_table_add (seen, &location->id);
    }
  for (guint i = 0; !keep && i < self->locations->len; i++)
    g_array_index (self->locations, RefrainOtf2WriterLocation, i).id = i;
}

static gint32 *
keep_known (const gint32 *members, gsize *n)
{
  gint32 *known = g_new (gint32, *n + 1);
  gsize n_known = 0;

  for (gsize i = 0; i < *n; i++)
    if (members[i] >= 0)
      known[n_known++] = members[i];
  *n = n_known;
  return known;
}

/* A group of OTF2 has no place for a member that is no process of the trace. Without those the
 * ranks close up; events name their partners by these ranks, so that they still mean the same
 * process. */
static RefrainCommunicator *
close_up (RefrainCommunicator *comm)
{
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (comm, &n);
  const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);
  gsize n_known = n, n_known_remote = n_remote;
  g_autofree gint32 *known = keep_known (members, &n_known);
  g_autofree gint32 *known_remote = keep_known (remote, &n_known_remote);

  if (n_known == n && n_known_remote == n_remote)
    return g_object_ref (comm);
  return refrain_communicator_new (
      refrain_communicator_get_source_name (comm), refrain_communicator_get_id (comm),
      refrain_communicator_get_parent_id (comm), known, n_known, known_remote, n_known_remote,
      refrain_communicator_is_self (comm));
}

/* Parents by index; one that is not there, or that is its own ancestor, is none. */
static void
find_parents (RefrainOtf2Numbering *self, guint n)
{
  g_autoptr (GHashTable) by_id
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (guint i = n; i-- > 0;)
    {
      gint64 id = refrain_communicator_get_id (refrain_trace_get_communicator (self->trace, i));

      g_hash_table_insert (by_id, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < n; i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (self->trace, i);
      gint64 id = refrain_communicator_get_parent_id (comm);
      gpointer index;

      self->comm_parents[i] = -1;
      if (id >= 0 && g_hash_table_lookup_extended (by_id, &id, NULL, &index))
        self->comm_parents[i] = GPOINTER_TO_UINT (index);
    }
}

/* Parents get smaller references than their children, as OTF2's own tools expect. */
static void
number_communicators (RefrainOtf2Numbering *self)
{
  guint n = refrain_trace_get_n_communicators (self->trace);
  g_autofree guint32 *chain = g_new (guint32, n + 1);
  guint32 next = 0;

  self->comm_refs = g_new (guint32, n + 1);
  self->comm_order = g_new (guint32, n + 1);
  self->comm_parents = g_new (gint64, n + 1);
  find_parents (self, n);
  for (guint i = 0; i < n; i++)
    self->comm_refs[i] = OTF2_UNDEFINED_COMM;
  for (guint i = 0; i < n; i++)
    {
      guint depth = 0;

      for (gint64 c = i; c >= 0 && self->comm_refs[c] == OTF2_UNDEFINED_COMM;)
        {
          gint64 parent = self->comm_parents[c];

          self->comm_refs[c] = OTF2_UNDEFINED_COMM - 1; /* being numbered */
          chain[depth++] = c;
          if (parent >= 0 && self->comm_refs[parent] == OTF2_UNDEFINED_COMM - 1)
            parent = self->comm_parents[c] = -1; /* a circle ends here */
          c = parent;
        }
      while (depth > 0)
        {
          self->comm_refs[chain[--depth]] = next;
          self->comm_order[next++] = chain[depth];
        }
    }
}

/* The source's clock origin, moved only as far as needed to keep every time stamp in range. */
static guint64
choose_origin (RefrainTrace *trace)
{
  guint64 origin = refrain_trace_get_clock_origin (trace);
  RefrainTime start = refrain_trace_get_start (trace);
  RefrainTime end = MAX (refrain_trace_get_end (trace), 0);

  if (start < 0)
    origin = MAX (origin, (guint64) -start);
  return MIN (origin, OTF2_UNDEFINED_TIMESTAMP - 1 - 2 * (guint64) end);
}

/* The numbers of the archive that the trace was. */
static void
keep_numbers (RefrainOtf2Numbering *self)
{
  for (guint i = self->locations->len; i-- > 0;)
    {
      RefrainOtf2WriterLocation *location
          = &g_array_index (self->locations, RefrainOtf2WriterLocation, i);

      if (location->thread != NULL)
        location->id = location->thread->id;
      else
        g_array_remove_index (self->locations, i);
    }
  for (guint i = 0; i < self->comms->len; i++)
    self->comm_refs[i] = (guint32) refrain_communicator_get_id (self->comms->pdata[i]);
}

RefrainOtf2Numbering *
refrain_otf2_numbering_new (RefrainTrace *trace)
{
  RefrainOtf2Numbering *self = g_new0 (RefrainOtf2Numbering, 1);

  self->trace = g_object_ref (trace);
  self->source = refrain_otf2_source_new (trace);
  self->locations = g_array_new (FALSE, FALSE, sizeof (RefrainOtf2WriterLocation));
  self->origin = choose_origin (trace);
  self->comms = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, i);

      g_ptr_array_add (self->comms, self->source != NULL ? g_object_ref (comm) : close_up (comm));
    }
  number_locations (self);
  number_communicators (self);
  if (self->source != NULL)
    keep_numbers (self);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_otf2_numbering_free,
                             RefrainOtf2Numbering,
                             g_object_unref (x->trace);
                             g_clear_pointer (&x->source, refrain_otf2_source_free);
                             g_array_unref (x->locations);
                             g_ptr_array_unref (x->comms);
                             refrain_free (x->comm_refs, x->comm_order, x->comm_parents))

guint64
refrain_otf2_count_unknown_members (RefrainTrace *trace)
{
  g_autoptr (RefrainOtf2Source) source = NULL;
  guint64 unknown = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  source = refrain_otf2_source_new (trace);
  if (source != NULL)
    return 0; /* groups are what they were */

  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, c);
      gsize n, n_remote;
      const gint32 *members = refrain_communicator_get_members (comm, &n);
      const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);

      for (gsize i = 0; i < n; i++)
        unknown += members[i] < 0;
      for (gsize i = 0; i < n_remote; i++)
        unknown += remote[i] < 0;
    }
  return unknown;
}

/* ---- Roles of regions ---- */

typedef struct
{
  const char *pattern; /* the name after "MPI_"; a '*' at the end stands for any rest */
  OTF2_RegionRole role;
} Role;

static const Role collectives[] = {
  { "Barrier*", OTF2_REGION_ROLE_BARRIER },
  { "Ibarrier", OTF2_REGION_ROLE_BARRIER },
  { "Bcast*", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Ibcast", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Scatter*", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Iscatter*", OTF2_REGION_ROLE_COLL_ONE2ALL },
  { "Gather*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "Igather*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "Reduce_scatter*", OTF2_REGION_ROLE_COLL_ALL2ALL },
  { "Ireduce_scatter*", OTF2_REGION_ROLE_COLL_ALL2ALL },
  { "Reduce*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "Ireduce*", OTF2_REGION_ROLE_COLL_ALL2ONE },
  { "All*", OTF2_REGION_ROLE_COLL_ALL2ALL },
  { "Iall*", OTF2_REGION_ROLE_COLL_ALL2ALL },
};

/* What neither sends nor waits, but belongs to those that do; files and windows. */
static const Role others[] = {
  { "Send_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Bsend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Ssend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Rsend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Recv_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Psend_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Precv_init", OTF2_REGION_ROLE_POINT2POINT },
  { "Request_free", OTF2_REGION_ROLE_POINT2POINT },
  { "Request_get_status*", OTF2_REGION_ROLE_POINT2POINT },
  { "Cancel", OTF2_REGION_ROLE_POINT2POINT },
  { "Test_cancelled", OTF2_REGION_ROLE_POINT2POINT },
  { "File_*", OTF2_REGION_ROLE_FILE_IO },
  { "Win_*", OTF2_REGION_ROLE_RMA },
  { "Put", OTF2_REGION_ROLE_RMA },
  { "Rput", OTF2_REGION_ROLE_RMA },
  { "Get", OTF2_REGION_ROLE_RMA },
  { "Rget", OTF2_REGION_ROLE_RMA },
  { "Accumulate", OTF2_REGION_ROLE_RMA },
  { "Raccumulate", OTF2_REGION_ROLE_RMA },
  { "Get_accumulate", OTF2_REGION_ROLE_RMA },
  { "Rget_accumulate", OTF2_REGION_ROLE_RMA },
  { "Fetch_and_op", OTF2_REGION_ROLE_RMA },
  { "Compare_and_swap", OTF2_REGION_ROLE_RMA },
};

static OTF2_RegionRole
look_up (const Role *roles, gsize n, const char *name, OTF2_RegionRole fallback)
{
  g_assert (g_str_has_prefix (name, "MPI_"));

  name += strlen ("MPI_");
  for (gsize i = 0; i < n; i++)
    {
      gsize length = strlen (roles[i].pattern);

      if (roles[i].pattern[length - 1] == '*' ? strncmp (name, roles[i].pattern, length - 1) == 0
                                              : g_str_equal (name, roles[i].pattern))
        return roles[i].role;
    }
  return fallback;
}

static OTF2_RegionRole
find_role (RefrainRoutine *routine)
{
  const char *name = refrain_routine_get_name (routine);

  switch (refrain_routine_get_kind (routine))
    {
    case REFRAIN_ROUTINE_P2P:
    case REFRAIN_ROUTINE_WAIT:
      return OTF2_REGION_ROLE_POINT2POINT;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return look_up (collectives, G_N_ELEMENTS (collectives), name, OTF2_REGION_ROLE_COLL_OTHER);
    case REFRAIN_ROUTINE_MPI:
      return look_up (others, G_N_ELEMENTS (others), name, OTF2_REGION_ROLE_FUNCTION);
    case REFRAIN_ROUTINE_USER:
      return OTF2_REGION_ROLE_FUNCTION;
    default:
      g_assert_not_reached ();
    }
}

/* ---- Writing ---- */

/* The first failure is kept and later calls do nothing, so that the code below reads straight. */
typedef struct
{
  const RefrainOtf2Numbering *numbering;
  OTF2_GlobalDefWriter *writer;
  GHashTable *strings; /* text -> reference + 1 */
  GHashTable *groups;  /* GBytes of the members of a communicator -> reference */
  OTF2_GroupRef next_group;
  OTF2_CartTopologyRef next_cart;
  OTF2_CartDimensionRef next_dimension;
  OTF2_ErrorCode code;
} Definitions;

#define WRITE(self, call)                                                                          \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((self)->code == OTF2_SUCCESS)                                                              \
      (self)->code = (call);                                                                       \
  }                                                                                                \
  G_STMT_END

static OTF2_StringRef
string (Definitions *self, const char *text)
{
  guint known;

  if (text == NULL)
    text = "";
  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->strings, text));
  if (known != 0)
    return known - 1;
  known = g_hash_table_size (self->strings);
  g_hash_table_insert (self->strings, g_strdup (text), GUINT_TO_POINTER (known + 1));
  WRITE (self, OTF2_GlobalDefWriter_WriteString (self->writer, known, text));
  return known;
}

/* Times count from the origin, so it is the offset even where a few events lie before it. The
 * length reaches to the tick after the last event, as tracing tools write it. */
static void
write_clock (Definitions *self)
{
  RefrainTrace *trace = self->numbering->trace;
  guint64 length = (guint64) MAX (refrain_trace_get_end (trace), 0) + 1;
  gint64 wall_clock = refrain_trace_get_wall_clock (trace);

  WRITE (self, OTF2_GlobalDefWriter_WriteClockProperties (
                   self->writer, 1000000000, self->numbering->origin, length,
                   wall_clock < 0 ? OTF2_UNDEFINED_TIMESTAMP : (guint64) wall_clock));
}

static void
write_paradigms (Definitions *self)
{
  OTF2_StringRef user = string (self, "USER"), mpi = string (self, "MPI");

  WRITE (self, OTF2_GlobalDefWriter_WriteParadigm (self->writer, OTF2_PARADIGM_USER, user,
                                                   OTF2_PARADIGM_CLASS_PROCESS));
  WRITE (self, OTF2_GlobalDefWriter_WriteParadigm (self->writer, OTF2_PARADIGM_MPI, mpi,
                                                   OTF2_PARADIGM_CLASS_PROCESS));
}

/* A machine, its nodes, a location group for each process. */
static void
write_system_tree (Definitions *self)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);
  OTF2_StringRef machine = string (self, "machine"), node = string (self, "node");

  WRITE (self, OTF2_GlobalDefWriter_WriteSystemTreeNode (self->writer, 0, machine, machine,
                                                         OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  for (guint p = 0; p < refrain_trace_get_n_processes (self->numbering->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->numbering->trace, p);
      const char *host = refrain_process_get_host (process);
      OTF2_SystemTreeNodeRef parent = OTF2_UNDEFINED_SYSTEM_TREE_NODE;
      OTF2_StringRef name;

      if (host != NULL)
        {
          parent = GPOINTER_TO_UINT (g_hash_table_lookup (hosts, host));
          if (parent == 0) /* not met before: 0 is the machine */
            {
              parent = g_hash_table_size (hosts) + 1;
              g_hash_table_insert (hosts, (gpointer) host, GUINT_TO_POINTER (parent));
              name = string (self, host);
              WRITE (self, OTF2_GlobalDefWriter_WriteSystemTreeNode (self->writer, parent, name,
                                                                     node, 0));
            }
        }
      name = string (self, refrain_process_get_name (process));
      WRITE (self, OTF2_GlobalDefWriter_WriteLocationGroup (self->writer, p, name,
                                                            OTF2_LOCATION_GROUP_TYPE_PROCESS,
                                                            parent, OTF2_UNDEFINED_LOCATION_GROUP));
    }
}

static void
write_locations (Definitions *self)
{
  for (guint i = 0; i < self->numbering->locations->len; i++)
    {
      RefrainOtf2WriterLocation *location
          = &g_array_index (self->numbering->locations, RefrainOtf2WriterLocation, i);
      const char *name = location->thread != NULL ? location->thread->name : NULL;
      OTF2_StringRef text = string (self, name != NULL ? name : "Master thread");

      const OTF2_LocationType type = location->thread != NULL && location->thread->is_stream
                                         ? OTF2_LOCATION_TYPE_ACCELERATOR_STREAM
                                         : OTF2_LOCATION_TYPE_CPU_THREAD;

      WRITE (self, OTF2_GlobalDefWriter_WriteLocation (self->writer, location->id, text, type,
                                                       location->events, location->process));
    }
}

static void
write_regions (Definitions *self)
{
  for (guint i = 0; i < refrain_trace_get_n_routines (self->numbering->trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->numbering->trace, i);
      gboolean mpi = refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER;
      OTF2_StringRef name = string (self, refrain_routine_get_source_name (routine));
      OTF2_StringRef empty = string (self, NULL);
      OTF2_StringRef file = string (self, refrain_routine_get_file (routine));

      WRITE (self, OTF2_GlobalDefWriter_WriteRegion (
                       self->writer, i, name, name, empty, find_role (routine),
                       mpi ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, file,
                       refrain_routine_get_line (routine), 0));
    }
}

static OTF2_GroupRef
write_group (
    Definitions *self, OTF2_GroupType type, const char *name, const guint64 *members, gsize n)
{
  OTF2_StringRef text = string (self, name);

  WRITE (self,
         OTF2_GlobalDefWriter_WriteGroup (self->writer, self->next_group, text, type,
                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, n, members));
  return self->next_group++;
}

/* Group 0: the location that stands for each rank of MPI_COMM_WORLD. Group 1: MPI_COMM_SELF. */
static void
write_world_groups (Definitions *self)
{
  guint n = refrain_trace_get_n_processes (self->numbering->trace);
  g_autofree guint64 *members = g_new (guint64, n + 1);

  for (guint i = self->numbering->locations->len; i-- > 0;)
    {
      RefrainOtf2WriterLocation *location
          = &g_array_index (self->numbering->locations, RefrainOtf2WriterLocation, i);

      members[location->process] = location->id;
    }
  write_group (self, OTF2_GROUP_TYPE_COMM_LOCATIONS, "MPI locations", members, n);
  write_group (self, OTF2_GROUP_TYPE_COMM_SELF, "MPI self", NULL, 0);
}

/* Communicators of the same members share a group. */
static OTF2_GroupRef
write_comm_group (Definitions *self, const gint32 *members, gsize n)
{
  g_autoptr (GBytes) key = g_bytes_new (members, n * sizeof *members);
  g_autofree guint64 *wide = NULL;
  OTF2_GroupRef group;
  gpointer known;

  if (g_hash_table_lookup_extended (self->groups, key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  wide = g_new (guint64, n + 1);
  for (gsize i = 0; i < n; i++)
    wide[i] = (guint64) members[i];
  group = write_group (self, OTF2_GROUP_TYPE_COMM_GROUP, NULL, wide, n);
  g_hash_table_insert (self->groups, g_steal_pointer (&key), GUINT_TO_POINTER (group));
  return group;
}

static void
write_communicator (Definitions *self, guint index)
{
  RefrainCommunicator *comm = self->numbering->comms->pdata[index];
  RefrainCommunicator *whole = refrain_trace_get_communicator (self->numbering->trace, index);
  gint64 parent = self->numbering->comm_parents[index];
  OTF2_CommRef ref = self->numbering->comm_refs[index];
  OTF2_CommRef parent_ref = parent < 0 ? OTF2_UNDEFINED_COMM : self->numbering->comm_refs[parent];
  OTF2_StringRef name = string (self, refrain_communicator_get_source_name (comm));
  gsize n, n_remote, n_whole;
  const gint32 *members = refrain_communicator_get_members (comm, &n);
  const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);
  gboolean has_remote = refrain_communicator_get_remote (whole, &n_whole) != NULL;
  OTF2_GroupRef group, other;

  group = refrain_communicator_is_self (comm) ? 1 : write_comm_group (self, members, n);
  if (!has_remote)
    {
      WRITE (self, OTF2_GlobalDefWriter_WriteComm (self->writer, ref, name, group, parent_ref,
                                                   OTF2_COMM_FLAG_NONE));
      return;
    }
  other = write_comm_group (self, remote, n_remote);
  WRITE (self, OTF2_GlobalDefWriter_WriteInterComm (self->writer, ref, name, group, other,
                                                    parent_ref, OTF2_COMM_FLAG_NONE));
}

/* The grid of a Cartesian communicator, all of whose members are known. */
static void
write_cartesian (Definitions *self, guint index)
{
  RefrainCommunicator *comm = g_ptr_array_index (self->numbering->comms, index);
  const RefrainCartesian *cartesian = refrain_communicator_get_cartesian (comm);
  const OTF2_CommRef ref = self->numbering->comm_refs[index];
  OTF2_CartDimensionRef dimensions[REFRAIN_MAX_CARTESIAN_DIMENSIONS];
  OTF2_StringRef name = string (self, refrain_communicator_get_source_name (comm));
  gsize n;

  if (cartesian == NULL)
    return;
  refrain_communicator_get_members (comm, &n);
  for (guint d = 0; d < cartesian->n_dimensions; d++)
    {
      dimensions[d] = self->next_dimension++;
      WRITE (self, OTF2_GlobalDefWriter_WriteCartDimension (
                       self->writer, dimensions[d], string (self, NULL), cartesian->sizes[d],
                       cartesian->periodic >> d & 1 ? OTF2_CART_PERIODIC_TRUE
                                                    : OTF2_CART_PERIODIC_FALSE));
    }
  WRITE (self,
         OTF2_GlobalDefWriter_WriteCartTopology (self->writer, self->next_cart, name, ref,
                                                 (uint8_t) cartesian->n_dimensions, dimensions));
  for (gsize rank = 0; rank < n; rank++)
    {
      uint32_t coordinates[REFRAIN_MAX_CARTESIAN_DIMENSIONS];
      guint32 rest = cartesian->places[rank];

      for (guint d = cartesian->n_dimensions; d-- > 0; rest /= cartesian->sizes[d])
        coordinates[d] = rest % cartesian->sizes[d];
      WRITE (self, OTF2_GlobalDefWriter_WriteCartCoordinate (
                       self->writer, self->next_cart, (uint32_t) rank,
                       (uint8_t) cartesian->n_dimensions, coordinates));
    }
  self->next_cart++;
}

OTF2_ErrorCode
refrain_otf2_write_definitions (const RefrainOtf2Numbering *numbering, OTF2_GlobalDefWriter *writer)
{
  g_autoptr (GHashTable) strings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) groups
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  Definitions self
      = { .numbering = numbering, .writer = writer, .strings = strings, .groups = groups };

  if (numbering->source != NULL)
    return refrain_otf2_source_write_definitions (numbering->source, writer);
  write_clock (&self);
  string (&self, NULL);
  write_paradigms (&self);
  write_system_tree (&self);
  write_locations (&self);
  write_regions (&self);
  write_world_groups (&self);
  for (guint i = 0; i < refrain_trace_get_n_communicators (numbering->trace); i++)
    {
      write_communicator (&self, numbering->comm_order[i]);
      write_cartesian (&self, numbering->comm_order[i]);
    }
  return self.code;
}
