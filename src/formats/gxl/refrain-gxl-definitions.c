/* refrain-gxl-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions are kept as the document gives them, in any order, until the first event or the end
 * closes them: then processes are handed to the builder in the order of their ranks, communicators
 * with their members in theirs.
 */
#include "config.h"

#include "refrain-gxl-definitions.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Members of communicators that no edge names, in the whole document. */
#define MAX_UNKNOWN_MEMBERS ((guint64) 1 << 24)

typedef struct
{
  char *name;
  char *processor; /* id of its node, or NULL */
  guint64 rank;
  guint index; /* known after closing */
} Process;

typedef struct
{
  guint64 order;
  guint process; /* place in the document */
  gboolean remote;
} Member;

typedef struct
{
  char *name, *cartesian;
  guint64 id;
  gint64 parent;
  gboolean self_like, has_remote;
  guint64 size, remote_size;
  GArray *members;
} Communicator;

typedef struct
{
  RefrainDefectKind kind;
  char *process; /* id of its node, or NULL */
  guint64 count;
  RefrainTime time;
  char *detail;
} Defect;

struct _RefrainGxlDefinitions
{
  RefrainTraceBuilder *builder;
  char *path;
  gboolean closed;
  GPtrArray *processes, *communicators, *defects;
  GHashTable *process_ids, *communicator_ids; /* id -> place in the document + 1 */
  GHashTable *processors;                     /* id -> name */
  GHashTable *routines;                       /* name -> index */
  guint64 unknown_members;
};

static void
process_free (gpointer data)
{
  Process *self = data;

  g_free (self->name);
  g_free (self->processor);
  g_free (self);
}

static void
communicator_free (gpointer data)
{
  Communicator *self = data;

  g_free (self->cartesian);
  g_free (self->name);
  g_array_unref (self->members);
  g_free (self);
}

static void
defect_free (gpointer data)
{
  Defect *self = data;

  g_free (self->process);
  g_free (self->detail);
  g_free (self);
}

RefrainGxlDefinitions *
refrain_gxl_definitions_new (RefrainTraceBuilder *builder, const char *path)
{
  RefrainGxlDefinitions *self = g_new0 (RefrainGxlDefinitions, 1);

  self->builder = g_object_ref (builder);
  self->path = g_strdup (path);
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->communicators = g_ptr_array_new_with_free_func (communicator_free);
  self->defects = g_ptr_array_new_with_free_func (defect_free);
  self->process_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->communicator_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->processors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->routines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
refrain_gxl_definitions_free (RefrainGxlDefinitions *self)
{
  g_object_unref (self->builder);
  g_free (self->path);
  g_ptr_array_unref (self->processes);
  g_ptr_array_unref (self->communicators);
  g_ptr_array_unref (self->defects);
  g_hash_table_unref (self->process_ids);
  g_hash_table_unref (self->communicator_ids);
  g_hash_table_unref (self->processors);
  g_hash_table_unref (self->routines);
  g_free (self);
}

/* ---- Nodes ---- */

static gboolean
add_trace (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  guint64 version = 1, origin = 0;
  gint64 wall_clock = -1;
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_TRACE_ID);

  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_VERSION, &version, cause)
      || !refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_CLOCK_ORIGIN, &origin, cause)
      || !refrain_gxl_node_get_signed (node, REFRAIN_GXL_WALL_CLOCK, &wall_clock, cause))
    return FALSE;
  if (version != 1)
    {
      *cause
          = g_strdup_printf (_ ("version %" PRIu64 " of the format is not known, only 1"), version);
      return FALSE;
    }
  refrain_trace_builder_set_clock (self->builder, origin, wall_clock);
  if (name != NULL)
    refrain_trace_builder_set_source (self->builder, name, self->path, "GXL");
  return TRUE;
}

static gboolean
add_process (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  Process *process = g_new0 (Process, 1);

  g_ptr_array_add (self->processes, process);
  process->rank = self->processes->len - 1;
  process->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_NAME));
  g_hash_table_insert (self->process_ids, g_strdup (node->id->str),
                       GUINT_TO_POINTER (self->processes->len));
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_RANK, &process->rank, cause);
}

static gboolean
add_communicator (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  Communicator *comm = g_new0 (Communicator, 1);

  g_ptr_array_add (self->communicators, comm);
  comm->members = g_array_new (FALSE, FALSE, sizeof (Member));
  comm->id = self->communicators->len - 1;
  comm->parent = -1;
  comm->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_COMM_NAME));
  comm->cartesian = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_CARTESIAN));
  comm->has_remote = refrain_gxl_node_get (node, REFRAIN_GXL_REMOTE_SIZE) != NULL;
  g_hash_table_insert (self->communicator_ids, g_strdup (node->id->str),
                       GUINT_TO_POINTER (self->communicators->len));
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_COMM_ID, &comm->id, cause)
         && refrain_gxl_node_get_signed (node, REFRAIN_GXL_PARENT_ID, &comm->parent, cause)
         && refrain_gxl_node_get_bool (node, REFRAIN_GXL_SELF, &comm->self_like, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SIZE, &comm->size, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_REMOTE_SIZE, &comm->remote_size,
                                           cause);
}

static gboolean
add_routine (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_ROUTINE_NAME);
  guint64 line = 0;
  guint32 index;

  if (name == NULL)
    {
      *cause = g_strdup (_ ("the routine has no name"));
      return FALSE;
    }
  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_LINE, &line, cause))
    return FALSE;
  index = refrain_trace_builder_add_routine (
      self->builder, name, refrain_gxl_node_get (node, REFRAIN_GXL_FILE), MIN (line, G_MAXUINT));
  g_hash_table_insert (self->routines, g_strdup (name), GUINT_TO_POINTER (index));
  return TRUE;
}

static gboolean
add_defect (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  const char *kind = refrain_gxl_node_get (node, REFRAIN_GXL_KIND);
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  Defect *defect = g_new0 (Defect, 1);

  g_ptr_array_add (self->defects, defect);
  defect->count = 1;
  defect->process = g_strdup (process);
  defect->detail = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_DETAIL));
  if (kind == NULL || !refrain_defect_kind_from_name (kind, &defect->kind))
    {
      *cause = g_strdup (_ ("the defect is of a kind that is not known"));
      return FALSE;
    }
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_COUNT, &defect->count, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_TIME, &defect->time, cause);
}

gboolean
refrain_gxl_definitions_add (RefrainGxlDefinitions *self, const RefrainGxlNode *node, char **cause)
{
  const char *name;

  if (self->closed && node->class_ != REFRAIN_GXL_ROUTINE)
    {
      *cause = g_strdup (_ ("a definition stands behind the first ProcessTrace"));
      return FALSE;
    }
  switch (node->class_)
    {
    case REFRAIN_GXL_SCENARIO:
      refrain_trace_builder_set_description (self->builder,
                                             refrain_gxl_node_get (node, REFRAIN_GXL_DESC));
      return TRUE;
    case REFRAIN_GXL_TRACE:
      return add_trace (self, node, cause);
    case REFRAIN_GXL_PROCESS:
      return add_process (self, node, cause);
    case REFRAIN_GXL_PROCESSOR:
      name = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESSOR_NAME);
      g_hash_table_insert (self->processors, g_strdup (node->id->str), g_strdup (name));
      return TRUE;
    case REFRAIN_GXL_COMMUNICATOR:
      return add_communicator (self, node, cause);
    case REFRAIN_GXL_ROUTINE:
      return add_routine (self, node, cause);
    case REFRAIN_GXL_DEFECT:
      return add_defect (self, node, cause);
    default:
      return TRUE; /* an extension of somebody's */
    }
}

/* ---- Edges ---- */

static gboolean
add_member (RefrainGxlDefinitions *self,
            Communicator *comm,
            guint process,
            gint64 order,
            gboolean remote,
            char **cause)
{
  Member member = { .order = order >= 0 ? (guint64) order : comm->members->len,
                    .process = process,
                    .remote = remote };

  if (member.order >= MAX_UNKNOWN_MEMBERS + self->processes->len)
    {
      *cause = g_strdup (_ ("the place of the member in its communicator is absurd"));
      return FALSE;
    }
  comm->has_remote |= remote;
  g_array_append_val (comm->members, member);
  return TRUE;
}

gboolean
refrain_gxl_definitions_add_edge (RefrainGxlDefinitions *self,
                                  RefrainGxlClass class_,
                                  const char *from,
                                  const char *to,
                                  gint64 order,
                                  char **cause)
{
  gboolean processor = class_ == REFRAIN_GXL_PROCESS_PROCESSOR;
  const char *process = processor ? from : to;
  guint process_place = GPOINTER_TO_UINT (g_hash_table_lookup (self->process_ids, process));
  guint comm_place = GPOINTER_TO_UINT (g_hash_table_lookup (self->communicator_ids, from));

  if (!processor && class_ != REFRAIN_GXL_COMMUNICATOR_PROCESS
      && class_ != REFRAIN_GXL_COMMUNICATOR_REMOTE_PROCESS)
    return TRUE;
  if (self->closed || process_place == 0 || (!processor && comm_place == 0))
    {
      *cause = g_strdup_printf (
          _ ("the edge from “%s” to “%s” must stand between the nodes it joins and the events"),
          from, to);
      return FALSE;
    }
  if (processor)
    {
      Process *known = g_ptr_array_index (self->processes, process_place - 1);

      g_free (known->processor);
      known->processor = g_strdup (to);
      return TRUE;
    }
  return add_member (self, g_ptr_array_index (self->communicators, comm_place - 1),
                     process_place - 1, order, class_ == REFRAIN_GXL_COMMUNICATOR_REMOTE_PROCESS,
                     cause);
}

/* ---- Finding ---- */

gint64
refrain_gxl_definitions_find_process (RefrainGxlDefinitions *self, const char *id)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->process_ids, id));

  if (place == 0)
    return -1;
  return ((const Process *) g_ptr_array_index (self->processes, place - 1))->index;
}

gint64
refrain_gxl_definitions_find_communicator (RefrainGxlDefinitions *self, const char *id)
{
  return (gint64) GPOINTER_TO_UINT (g_hash_table_lookup (self->communicator_ids, id)) - 1;
}

guint32
refrain_gxl_definitions_find_routine (RefrainGxlDefinitions *self, const char *name)
{
  gpointer value;
  guint32 index;

  if (name == NULL)
    return REFRAIN_NONE;
  if (g_hash_table_lookup_extended (self->routines, name, NULL, &value))
    return GPOINTER_TO_UINT (value);
  index = refrain_trace_builder_add_routine (self->builder, name, NULL, 0);
  g_hash_table_insert (self->routines, g_strdup (name), GUINT_TO_POINTER (index));
  return index;
}

/* ---- Closing ---- */

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const Process *x = *(const Process *const *) a, *y = *(const Process *const *) b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static void
close_processes (RefrainGxlDefinitions *self)
{
  guint n = self->processes->len;
  g_autofree Process **sorted = g_new (Process *, n + 1);

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
order_members (RefrainGxlDefinitions *self, const Communicator *comm, gboolean remote)
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
      const Process *process = g_ptr_array_index (self->processes, member->process);

      if (member->remote == remote)
        g_array_index (order, gint32, member->order) = process->index;
    }
  return order;
}

static gboolean
close_communicator (RefrainGxlDefinitions *self, const Communicator *comm)
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
  refrain_trace_builder_add_communicator (self->builder, communicator);
  return TRUE;
}

static void
close_defect (RefrainGxlDefinitions *self, const Defect *defect)
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
