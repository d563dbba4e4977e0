/* refrain-otf2-resolve.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From gathered definitions to processes, threads, routines and communicators. Ranks: communicator
 * → group → member → index into the COMM_LOCATIONS group → location.
 */
#include "config.h"

#include "refrain-otf2-definitions-private.h"

static const char *
get_string (RefrainOtf2Definitions *self, OTF2_StringRef id)
{
  const char *string = g_hash_table_lookup (self->strings, KEY (id));

  return string != NULL ? string : "";
}

static guint
add_process (RefrainOtf2Definitions *self,
             RefrainTraceBuilder *builder,
             OTF2_LocationGroupRef group,
             GHashTable *process_of_group)
{
  const Node *node = g_hash_table_lookup (self->location_groups, KEY (group));
  const Node *host = node != NULL ? g_hash_table_lookup (self->nodes, KEY (node->parent)) : NULL;
  guint process = refrain_trace_builder_add_process (
      builder, node != NULL ? get_string (self, node->name) : "",
      host != NULL ? get_string (self, host->name) : NULL);

  if (!g_hash_table_contains (process_of_group, KEY (group)))
    g_hash_table_insert (process_of_group, KEY (group), GUINT_TO_POINTER (process + 1));
  return process;
}

static void
add_location (RefrainOtf2Definitions *self,
              RefrainTraceBuilder *builder,
              const LocationDef *def,
              guint process)
{
  RefrainOtf2Location location = {
    .id = def->id,
    .events = def->events,
    .process = process,
    .recorder
    = refrain_trace_builder_add_thread (builder, process, def->id, get_string (self, def->name)),
  };

  g_array_append_val (self->resolved, location);
}

/* Ranks first, in their order; then the other locations: threads of those processes, streams of
 * the accelerators that a process created, and processes that never met MPI. */
static void
resolve_locations (RefrainOtf2Definitions *self, RefrainTraceBuilder *builder)
{
  g_autoptr (GHashTable) process_of_group = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) def_of_id = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->locations->len; i++)
    {
      LocationDef *def = &g_array_index (self->locations, LocationDef, i);

      g_hash_table_insert (def_of_id, KEY (def->id), def);
    }
  for (guint32 rank = 0; self->comm_locations != NULL && rank < self->comm_locations->n; rank++)
    {
      guint64 id = self->comm_locations->members[rank];
      const LocationDef *def = g_hash_table_lookup (def_of_id, KEY (id));
      OTF2_LocationGroupRef group = def != NULL ? def->group : OTF2_UNDEFINED_LOCATION_GROUP;
      guint process = add_process (self, builder, group, process_of_group);

      /* A rank may be listed twice, or have no location, in a damaged file. */
      if (def != NULL && g_hash_table_add (done, KEY (id)))
        add_location (self, builder, def, process);
    }
  for (guint i = 0; i < self->locations->len; i++)
    {
      const LocationDef *def = &g_array_index (self->locations, LocationDef, i);
      const Node *group = g_hash_table_lookup (self->location_groups, KEY (def->group));
      gpointer process = g_hash_table_lookup (process_of_group, KEY (def->group));

      if (!g_hash_table_add (done, KEY (def->id)))
        continue;
      if (process == NULL && group != NULL && group->creator != OTF2_UNDEFINED_LOCATION_GROUP)
        process = g_hash_table_lookup (process_of_group, KEY (group->creator));
      if (process == NULL)
        process = GUINT_TO_POINTER (add_process (self, builder, def->group, process_of_group) + 1);
      add_location (self, builder, def, GPOINTER_TO_UINT (process) - 1);
    }
}

static void
resolve_regions (RefrainOtf2Definitions *self, RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->region_order->len; i++)
    {
      guint32 id = g_array_index (self->region_order, guint32, i);
      const RegionDef *region = g_hash_table_lookup (self->regions, KEY (id));
      const char *name = get_string (self, region->name);
      g_autofree char *made_up = NULL;
      guint32 index;

      if (*name == '\0')
        name = get_string (self, region->canonical);
      if (*name == '\0')
        name = made_up = g_strdup_printf ("region %u", id);
      index = refrain_trace_builder_add_routine (builder, name, get_string (self, region->file),
                                                 region->line);
      g_hash_table_insert (self->region_index, KEY (id), GUINT_TO_POINTER (index + 1));
    }
}

/* The process indices of a communicator's group: its members are ranks of the COMM_LOCATIONS. */
static gint32 *
resolve_group (RefrainOtf2Definitions *self, const GroupDef *group, gsize *n)
{
  guint32 n_ranks = self->comm_locations != NULL ? self->comm_locations->n : 0;
  gint32 *members;

  *n = group != NULL ? group->n : 0;
  members = g_new (gint32, MAX (*n, 1));
  for (gsize i = 0; i < *n; i++)
    members[i] = group->members[i] < n_ranks ? (gint32) group->members[i] : -1;
  return members;
}

static void
resolve_comms (RefrainOtf2Definitions *self, RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->comm_order->len; i++)
    {
      guint32 id = g_array_index (self->comm_order, guint32, i);
      const CommDef *def = g_hash_table_lookup (self->comms, KEY (id));
      const GroupDef *group = g_hash_table_lookup (self->groups, KEY (def->group));
      const GroupDef *remote = g_hash_table_lookup (self->groups, KEY (def->remote));
      gboolean self_like = group != NULL && group->type == OTF2_GROUP_TYPE_COMM_SELF;
      RefrainOtf2Comm *comm = g_new0 (RefrainOtf2Comm, 1);
      gsize n_remote;
      g_autofree gint32 *members = resolve_group (self, group, &comm->n_members);
      g_autofree gint32 *remote_members = resolve_group (self, remote, &n_remote);

      comm->communicator = refrain_communicator_new (
          get_string (self, def->name), id,
          def->parent == OTF2_UNDEFINED_COMM ? -1 : (gint64) def->parent, members, comm->n_members,
          remote_members, n_remote, self_like);
      comm->index = refrain_trace_builder_add_communicator (builder, comm->communicator);
      comm->members = refrain_communicator_get_members (comm->communicator, &comm->n_members);
      comm->direct = !self_like && n_remote == 0;
      g_hash_table_insert (self->comm_index, KEY (id), comm);
    }
}

void
refrain_otf2_definitions_resolve (RefrainOtf2Definitions *self, RefrainTraceBuilder *builder)
{
  guint64 origin = self->offset;

  resolve_locations (self, builder);
  resolve_regions (self, builder);
  resolve_comms (self, builder);
  if (self->resolution != 1000000000)
    origin = (guint64) ((double) origin / (double) self->resolution * 1e9);
  refrain_trace_builder_set_clock (builder, origin,
                                   self->wall_clock == OTF2_UNDEFINED_TIMESTAMP
                                           || self->wall_clock > G_MAXINT64
                                       ? -1
                                       : (gint64) self->wall_clock);
  if (self->duplicates > 0)
    refrain_trace_builder_add_defect (
        builder,
        refrain_defect_new (REFRAIN_DEFECT_DUPLICATE_DEFINITION, -1, self->duplicates, 0, NULL));
}
