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
  GHashTable *groups;  /* GBytes of the members of a communicator -> reference */
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
      RefrainOtf2Location *location
          = &g_array_index (self->numbering->locations, RefrainOtf2Location, i);
      const char *name = location->thread != NULL ? location->thread->name : NULL;
      OTF2_StringRef text = string (self, name != NULL ? name : "Master thread");

      WRITE (self, OTF2_GlobalDefWriter_WriteLocation (self->writer, location->id, text,
                                                       OTF2_LOCATION_TYPE_CPU_THREAD,
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
                       self->writer, i, name, name, empty, refrain_otf2_region_role (routine),
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

OTF2_ErrorCode
refrain_otf2_write_definitions (const RefrainOtf2Numbering *numbering, OTF2_GlobalDefWriter *writer)
{
  g_autoptr (GHashTable) strings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) groups
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  Definitions self
      = { .numbering = numbering, .writer = writer, .strings = strings, .groups = groups };

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
