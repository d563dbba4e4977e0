/* refrain-gxl-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-gxl-definitions-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

static void
process_free (gpointer data)
{
  RefrainGxlProcess *self = data;

  g_free (self->name);
  g_free (self->processor);
  g_free (self);
}

static void
communicator_free (gpointer data)
{
  RefrainGxlCommunicator *self = data;

  g_free (self->name);
  g_array_unref (self->members);
  g_free (self);
}

static void
defect_free (gpointer data)
{
  RefrainGxlDefect *self = data;

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
  RefrainGxlProcess *process = g_new0 (RefrainGxlProcess, 1);

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
  RefrainGxlCommunicator *comm = g_new0 (RefrainGxlCommunicator, 1);

  g_ptr_array_add (self->communicators, comm);
  comm->members = g_array_new (FALSE, FALSE, sizeof (RefrainGxlMember));
  comm->id = self->communicators->len - 1;
  comm->parent = -1;
  comm->name = g_strdup (refrain_gxl_node_get (node, REFRAIN_GXL_COMM_NAME));
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
  RefrainGxlDefect *defect = g_new0 (RefrainGxlDefect, 1);

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
            RefrainGxlCommunicator *comm,
            guint process,
            gint64 order,
            gboolean remote,
            char **cause)
{
  RefrainGxlMember member = { .order = order >= 0 ? (guint64) order : comm->members->len,
                              .process = process,
                              .remote = remote };

  if (member.order >= REFRAIN_GXL_MAX_UNKNOWN_MEMBERS + self->processes->len)
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
      RefrainGxlProcess *known = g_ptr_array_index (self->processes, process_place - 1);

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
  return ((const RefrainGxlProcess *) g_ptr_array_index (self->processes, place - 1))->index;
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
