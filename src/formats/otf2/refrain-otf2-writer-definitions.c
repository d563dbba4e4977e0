/* refrain-otf2-writer-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-writer-private.h"

/* The first failure is kept and later calls do nothing, so that the code below reads straight. */
typedef struct
{
  const RefrainOtf2Numbering *numbering;
  OTF2_GlobalDefWriter *writer;
  GHashTable *strings; /* text -> reference + 1 */
  OTF2_GroupRef next_group;
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

/* Times count from the origin, so it is the offset even where a few events lie before it. */
static void
write_clock (Definitions *self)
{
  RefrainTrace *trace = self->numbering->trace;
  gint64 wall_clock = refrain_trace_get_wall_clock (trace);

  WRITE (self, OTF2_GlobalDefWriter_WriteClockProperties (
                   self->writer, 1000000000, self->numbering->origin,
                   MAX (refrain_trace_get_end (trace), 0),
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
      RefrainOtf2Location *location
          = &g_array_index (self->numbering->locations, RefrainOtf2Location, i);
      const char *name = location->thread != NULL ? location->thread->name : NULL;
      OTF2_StringRef text = string (self, name != NULL ? name : "Master thread");

      WRITE (self, OTF2_GlobalDefWriter_WriteLocation (self->writer, location->id, text,
                                                       OTF2_LOCATION_TYPE_CPU_THREAD,
                                                       location->events, location->process));
    }
}

static OTF2_RegionRole
collective_role (const char *name)
{
  static const struct
  {
    const char *prefix;
    OTF2_RegionRole role;
  } roles[] = {
    { "MPI_Barrier", OTF2_REGION_ROLE_BARRIER },
    { "MPI_Ibarrier", OTF2_REGION_ROLE_BARRIER },
    { "MPI_Bcast", OTF2_REGION_ROLE_COLL_ONE2ALL },
    { "MPI_Ibcast", OTF2_REGION_ROLE_COLL_ONE2ALL },
    { "MPI_Scatter", OTF2_REGION_ROLE_COLL_ONE2ALL },
    { "MPI_Iscatter", OTF2_REGION_ROLE_COLL_ONE2ALL },
    { "MPI_Gather", OTF2_REGION_ROLE_COLL_ALL2ONE },
    { "MPI_Igather", OTF2_REGION_ROLE_COLL_ALL2ONE },
    { "MPI_Reduce_scatter", OTF2_REGION_ROLE_COLL_ALL2ALL },
    { "MPI_Ireduce_scatter", OTF2_REGION_ROLE_COLL_ALL2ALL },
    { "MPI_Reduce", OTF2_REGION_ROLE_COLL_ALL2ONE },
    { "MPI_Ireduce", OTF2_REGION_ROLE_COLL_ALL2ONE },
    { "MPI_All", OTF2_REGION_ROLE_COLL_ALL2ALL },
    { "MPI_Iall", OTF2_REGION_ROLE_COLL_ALL2ALL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    if (g_str_has_prefix (name, roles[i].prefix))
      return roles[i].role;
  return OTF2_REGION_ROLE_COLL_OTHER;
}

static OTF2_RegionRole
region_role (RefrainRoutine *routine)
{
  switch (refrain_routine_get_kind (routine))
    {
    case REFRAIN_ROUTINE_P2P:
    case REFRAIN_ROUTINE_WAIT:
      return OTF2_REGION_ROLE_POINT2POINT;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return collective_role (refrain_routine_get_name (routine));
    default:
      return OTF2_REGION_ROLE_FUNCTION;
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
                       self->writer, i, name, name, empty, region_role (routine),
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
      RefrainOtf2Location *location
          = &g_array_index (self->numbering->locations, RefrainOtf2Location, i);

      members[location->process] = location->id;
    }
  write_group (self, OTF2_GROUP_TYPE_COMM_LOCATIONS, "MPI locations", members, n);
  write_group (self, OTF2_GROUP_TYPE_COMM_SELF, "MPI self", NULL, 0);
}

static OTF2_GroupRef
write_comm_group (Definitions *self, const gint32 *members, gsize n)
{
  g_autofree guint64 *wide = g_new (guint64, n + 1);

  for (gsize i = 0; i < n; i++)
    wide[i] = members[i] < 0 ? OTF2_UNDEFINED_UINT32 : (guint64) members[i];
  return write_group (self, OTF2_GROUP_TYPE_COMM_GROUP, NULL, wide, n);
}

static void
write_communicator (Definitions *self, guint index)
{
  RefrainCommunicator *comm = refrain_trace_get_communicator (self->numbering->trace, index);
  gint64 parent = self->numbering->comm_parents[index];
  OTF2_CommRef ref = self->numbering->comm_refs[index];
  OTF2_CommRef parent_ref = parent < 0 ? OTF2_UNDEFINED_COMM : self->numbering->comm_refs[parent];
  OTF2_StringRef name = string (self, refrain_communicator_get_source_name (comm));
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (comm, &n);
  const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);
  OTF2_GroupRef group, other;

  group = refrain_communicator_is_self (comm) ? 1 : write_comm_group (self, members, n);
  if (remote == NULL)
    {
      WRITE (self, OTF2_GlobalDefWriter_WriteComm (self->writer, ref, name, group, parent_ref,
                                                   OTF2_COMM_FLAG_NONE));
      return;
    }
  other = write_comm_group (self, remote, n_remote);
  WRITE (self, OTF2_GlobalDefWriter_WriteInterComm (self->writer, ref, name, group, other,
                                                    parent_ref, OTF2_COMM_FLAG_NONE));
}

OTF2_ErrorCode
refrain_otf2_write_definitions (const RefrainOtf2Numbering *numbering, OTF2_GlobalDefWriter *writer)
{
  g_autoptr (GHashTable) strings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Definitions self = { .numbering = numbering, .writer = writer, .strings = strings };

  write_clock (&self);
  string (&self, NULL);
  write_paradigms (&self);
  write_system_tree (&self);
  write_locations (&self);
  write_regions (&self);
  write_world_groups (&self);
  for (guint i = 0; i < refrain_trace_get_n_communicators (numbering->trace); i++)
    write_communicator (&self, numbering->comm_order[i]);
  return self.code;
}
