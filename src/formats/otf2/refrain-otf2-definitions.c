/* refrain-otf2-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions come in any order, more than once (EZTrace), and refer to each other; strings and
 * member arrays live only as long as the callback. So all is copied first and resolved at the end.
 * Ranks: communicator → group → member → index into the COMM_LOCATIONS group → location.
 */
#include "config.h"

#include "refrain-otf2-definitions-private.h"

static void
group_free (gpointer data)
{
  GroupDef *group = data;

  g_free (group->members);
  g_free (group);
}

RefrainOtf2Definitions *
refrain_otf2_definitions_new (void)
{
  RefrainOtf2Definitions *self = g_new0 (RefrainOtf2Definitions, 1);

  self->strings = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->nodes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->location_groups = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->locations = g_array_new (FALSE, FALSE, sizeof (LocationDef));
  self->location_ids = g_hash_table_new (NULL, NULL);
  self->regions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->region_order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->groups = g_hash_table_new_full (NULL, NULL, NULL, group_free);
  self->comms = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->comm_order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->resolved = g_array_new (FALSE, FALSE, sizeof (RefrainOtf2Location));
  self->region_index = g_hash_table_new (NULL, NULL);
  self->comm_index = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->resolution = 1000000000;
  self->wall_clock = OTF2_UNDEFINED_TIMESTAMP;
  return self;
}

void
refrain_otf2_definitions_free (RefrainOtf2Definitions *self)
{
  g_hash_table_unref (self->strings);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->location_groups);
  g_array_unref (self->locations);
  g_hash_table_unref (self->location_ids);
  g_hash_table_unref (self->regions);
  g_array_unref (self->region_order);
  g_hash_table_unref (self->groups);
  g_clear_pointer (&self->comm_locations, group_free);
  g_hash_table_unref (self->comms);
  g_array_unref (self->comm_order);
  g_array_unref (self->resolved);
  g_hash_table_unref (self->region_index);
  g_hash_table_unref (self->comm_index);
  g_free (self);
}

/* ---- Gathering ---- */

/* Takes @value for @id; where there is one already, frees @value, counts it and gives FALSE. */
static gboolean
define (RefrainOtf2Definitions *self,
        GHashTable *table,
        guint64 id,
        gpointer value,
        GDestroyNotify free_value)
{
  if (g_hash_table_contains (table, KEY (id)))
    {
      free_value (value);
      self->duplicates++;
      return FALSE;
    }
  g_hash_table_insert (table, KEY (id), value);
  return TRUE;
}

static OTF2_CallbackCode
on_clock (void *data, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t wall_clock)
{
  RefrainOtf2Definitions *self = data;

  if (resolution > 0)
    self->resolution = resolution;
  self->offset = offset;
  self->wall_clock = wall_clock;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_string (void *data, OTF2_StringRef id, const char *string)
{
  RefrainOtf2Definitions *self = data;

  define (self, self->strings, id, g_strdup (string != NULL ? string : ""), g_free);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_node (void *data,
         OTF2_SystemTreeNodeRef id,
         OTF2_StringRef name,
         OTF2_StringRef class_name,
         OTF2_SystemTreeNodeRef parent)
{
  RefrainOtf2Definitions *self = data;
  Node node = { name, parent, OTF2_UNDEFINED_LOCATION_GROUP };

  define (self, self->nodes, id, g_memdup2 (&node, sizeof node), g_free);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_location_group (void *data,
                   OTF2_LocationGroupRef id,
                   OTF2_StringRef name,
                   OTF2_LocationGroupType type,
                   OTF2_SystemTreeNodeRef parent,
                   OTF2_LocationGroupRef creator)
{
  RefrainOtf2Definitions *self = data;
  Node node = { name, parent, creator };

  define (self, self->location_groups, id, g_memdup2 (&node, sizeof node), g_free);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_location (void *data,
             OTF2_LocationRef id,
             OTF2_StringRef name,
             OTF2_LocationType type,
             uint64_t events,
             OTF2_LocationGroupRef group)
{
  RefrainOtf2Definitions *self = data;
  LocationDef location = { id, name, events, group };

  if (g_hash_table_add (self->location_ids, KEY (id)))
    g_array_append_val (self->locations, location);
  else
    self->duplicates++;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_region (void *data,
           OTF2_RegionRef id,
           OTF2_StringRef name,
           OTF2_StringRef canonical,
           OTF2_StringRef description,
           OTF2_RegionRole role,
           OTF2_Paradigm paradigm,
           OTF2_RegionFlag flags,
           OTF2_StringRef file,
           uint32_t begin,
           uint32_t end)
{
  RefrainOtf2Definitions *self = data;
  RegionDef region = { name, canonical, file, begin };

  if (define (self, self->regions, id, g_memdup2 (&region, sizeof region), g_free))
    g_array_append_val (self->region_order, id);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_group (void *data,
          OTF2_GroupRef id,
          OTF2_StringRef name,
          OTF2_GroupType type,
          OTF2_Paradigm paradigm,
          OTF2_GroupFlag flags,
          uint32_t n,
          const uint64_t *members)
{
  RefrainOtf2Definitions *self = data;
  gboolean is_comm = type == OTF2_GROUP_TYPE_COMM_GROUP || type == OTF2_GROUP_TYPE_COMM_SELF;
  GroupDef *group;

  if (!is_comm && type != OTF2_GROUP_TYPE_COMM_LOCATIONS)
    return OTF2_CALLBACK_SUCCESS;
  group = g_new0 (GroupDef, 1);
  group->type = type;
  group->n = n;
  group->members = g_memdup2 (members, (gsize) n * sizeof *members);
  /* EZTrace gives one id to the locations and to the first communicator's group: two tables. */
  if (is_comm)
    define (self, self->groups, id, group, group_free);
  else if (self->comm_locations == NULL)
    self->comm_locations = group;
  /* Other paradigms (pthreads, OpenMP) have location groups too; MPI's counts. */
  else if (paradigm == OTF2_PARADIGM_MPI)
    {
      group_free (self->comm_locations);
      self->comm_locations = group;
    }
  else
    group_free (group);
  return OTF2_CALLBACK_SUCCESS;
}

static void
define_comm (RefrainOtf2Definitions *self,
             OTF2_CommRef id,
             OTF2_StringRef name,
             OTF2_GroupRef group,
             OTF2_GroupRef remote,
             OTF2_CommRef parent)
{
  CommDef comm = { name, group, remote, parent };

  if (define (self, self->comms, id, g_memdup2 (&comm, sizeof comm), g_free))
    g_array_append_val (self->comm_order, id);
}

static OTF2_CallbackCode
on_comm (void *data,
         OTF2_CommRef id,
         OTF2_StringRef name,
         OTF2_GroupRef group,
         OTF2_CommRef parent,
         OTF2_CommFlag flags)
{
  define_comm (data, id, name, group, OTF2_UNDEFINED_GROUP, parent);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_inter_comm (void *data,
               OTF2_CommRef id,
               OTF2_StringRef name,
               OTF2_GroupRef a,
               OTF2_GroupRef b,
               OTF2_CommRef common,
               OTF2_CommFlag flags)
{
  define_comm (data, id, name, a, b, common);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_GlobalDefReaderCallbacks *
refrain_otf2_definitions_new_callbacks (void)
{
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();

  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback (callbacks, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback (callbacks, on_string);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback (callbacks, on_node);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback (callbacks, on_location_group);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback (callbacks, on_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback (callbacks, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback (callbacks, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback (callbacks, on_comm);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback (callbacks, on_inter_comm);
  return callbacks;
}

const RefrainOtf2Location *
refrain_otf2_definitions_get_locations (RefrainOtf2Definitions *self, gsize *n)
{
  *n = self->resolved->len;
  return (const RefrainOtf2Location *) (gpointer) self->resolved->data;
}

guint32
refrain_otf2_definitions_find_region (const RefrainOtf2Definitions *self, guint32 region)
{
  /* 0 is "not there", which one less makes REFRAIN_NONE. */
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->region_index, KEY (region))) - 1;
}

const RefrainOtf2Comm *
refrain_otf2_definitions_find_comm (const RefrainOtf2Definitions *self, guint32 comm)
{
  return g_hash_table_lookup (self->comm_index, KEY (comm));
}

guint64
refrain_otf2_definitions_get_resolution (const RefrainOtf2Definitions *self)
{
  return self->resolution;
}

guint64
refrain_otf2_definitions_get_offset (const RefrainOtf2Definitions *self)
{
  return self->offset;
}
