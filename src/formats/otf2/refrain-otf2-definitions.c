/* refrain-otf2-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions come in any order, more than once (EZTrace), and refer to each other; strings and
 * member arrays live only as long as the callback. So all is copied first and resolved at the end.
 * Ranks: communicator → group → member → index into the COMM_LOCATIONS group → location.
 */
#include "config.h"

#include "refrain-otf2-definitions.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-free.h"

typedef struct
{
  OTF2_StringRef name;
  OTF2_SystemTreeNodeRef parent; /* of a location group: its node */
  OTF2_LocationGroupRef creator;
} Node;

typedef struct
{
  OTF2_LocationRef id;
  OTF2_StringRef name;
  guint64 events;
  OTF2_LocationGroupRef group;
  gboolean is_stream; /* of an accelerator */
} LocationDef;

typedef struct
{
  OTF2_StringRef name, canonical, file;
  guint32 line;
} RegionDef;

typedef struct
{
  OTF2_GroupType type;
  OTF2_Paradigm paradigm;
  guint32 n;
  guint64 *members;
} GroupDef;

typedef struct
{
  OTF2_StringRef name;
  OTF2_GroupRef group, remote;
  OTF2_CommRef parent;
} CommDef;

typedef struct
{
  guint32 size;
  gboolean periodic;
} CartDimension;

/* A Cartesian topology, and the coordinates of its ranks as they came. */
typedef struct
{
  OTF2_CommRef comm;
  GArray *dimensions; /* ids */
  GArray *ranks;      /* guint32: a rank and its coordinates, behind each other */
  gboolean uneven;    /* coordinates of another number of dimensions */
} CartDef;

struct _RefrainOtf2Definitions
{
  GHashTable *strings;         /* id → char * */
  GHashTable *nodes;           /* system tree node id → Node */
  GHashTable *location_groups; /* id → Node */
  GArray *locations;           /* of LocationDef */
  GHashTable *location_ids;    /* of the ids above */
  GHashTable *regions;         /* id → RegionDef */
  GArray *region_order;        /* ids */
  GHashTable *groups;          /* id → GroupDef, of communicator groups */
  GroupDef *comm_locations;    /* ranks to locations */
  GHashTable *comms;           /* id → CommDef */
  GArray *comm_order;          /* ids */
  GHashTable *cart_dimensions; /* id → CartDimension */
  GHashTable *carts;           /* id → CartDef */
  GArray *cart_order;          /* ids */
  guint64 duplicates;

  RefrainOtf2Clock clock;
  guint64 length; /* of the run, in ticks */
  guint64 wall_clock;
  gboolean attributes; /* are defined */

  GArray *resolved;         /* of RefrainOtf2Location */
  GHashTable *region_index; /* id → index + 1 */
  GArray *first_regions;    /* by routine: guint32 */
  gboolean shared_routines; /* some are several regions */
  GHashTable *comm_index;   /* id → RefrainOtf2Comm */
};

/* Ids go into hash tables as pointers; 0 is an id like any other. */
#define KEY(id) GSIZE_TO_POINTER (id)

REFRAIN_DEFINE_FREE (group_free, GroupDef, g_free (x->members))

REFRAIN_DEFINE_FREE (cart_free, CartDef, refrain_unref_arrays (x->dimensions, x->ranks))

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
  self->cart_dimensions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->carts = g_hash_table_new_full (NULL, NULL, NULL, cart_free);
  self->cart_order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->resolved = g_array_new (FALSE, FALSE, sizeof (RefrainOtf2Location));
  self->region_index = g_hash_table_new (NULL, NULL);
  self->comm_index = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->first_regions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->clock.resolution = REFRAIN_OTF2_NS_PER_SECOND;
  self->wall_clock = OTF2_UNDEFINED_TIMESTAMP;
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_otf2_definitions_free,
                             RefrainOtf2Definitions,
                             g_hash_table_unref (x->strings);
                             g_hash_table_unref (x->nodes);
                             g_hash_table_unref (x->location_groups);
                             g_array_unref (x->locations);
                             g_hash_table_unref (x->location_ids);
                             g_hash_table_unref (x->regions);
                             g_array_unref (x->region_order);
                             g_hash_table_unref (x->groups);
                             g_clear_pointer (&x->comm_locations, group_free);
                             g_hash_table_unref (x->comms);
                             g_array_unref (x->comm_order);
                             g_hash_table_unref (x->cart_dimensions);
                             g_hash_table_unref (x->carts);
                             refrain_unref_arrays (x->cart_order, x->resolved);
                             g_hash_table_unref (x->region_index);
                             g_array_unref (x->first_regions);
                             g_hash_table_unref (x->comm_index))

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
    self->clock.resolution = resolution;
  self->clock.offset = offset;
  self->length = length;
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
on_attribute (void *data,
              OTF2_AttributeRef id,
              OTF2_StringRef name,
              OTF2_StringRef description,
              OTF2_Type type)
{
  RefrainOtf2Definitions *self = data;

  self->attributes = TRUE;
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
  LocationDef location = { id, name, events, group, type == OTF2_LOCATION_TYPE_ACCELERATOR_STREAM };

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
  group->paradigm = paradigm;
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

static OTF2_CallbackCode
on_cart_dimension (void *data,
                   OTF2_CartDimensionRef id,
                   OTF2_StringRef name,
                   uint32_t size,
                   OTF2_CartPeriodicity periodicity)
{
  RefrainOtf2Definitions *self = data;
  CartDimension dimension = { size, periodicity == OTF2_CART_PERIODIC_TRUE };

  define (self, self->cart_dimensions, id, g_memdup2 (&dimension, sizeof dimension), g_free);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_cart_topology (void *data,
                  OTF2_CartTopologyRef id,
                  OTF2_StringRef name,
                  OTF2_CommRef comm,
                  uint8_t n_dimensions,
                  const OTF2_CartDimensionRef *dimensions)
{
  RefrainOtf2Definitions *self = data;
  CartDef *cart = g_new0 (CartDef, 1);

  cart->comm = comm;
  cart->dimensions = g_array_new (FALSE, FALSE, sizeof (guint32));
  cart->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint d = 0; d < n_dimensions; d++)
    g_array_append_val (cart->dimensions, dimensions[d]);
  if (define (self, self->carts, id, cart, cart_free))
    g_array_append_val (self->cart_order, id);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_cart_coordinate (void *data,
                    OTF2_CartTopologyRef id,
                    uint32_t rank,
                    uint8_t n_dimensions,
                    const uint32_t *coordinates)
{
  RefrainOtf2Definitions *self = data;
  CartDef *cart = g_hash_table_lookup (self->carts, KEY (id));

  if (cart == NULL)
    return OTF2_CALLBACK_SUCCESS;
  if (n_dimensions != cart->dimensions->len)
    {
      cart->uneven = TRUE;
      return OTF2_CALLBACK_SUCCESS;
    }
  g_array_append_val (cart->ranks, rank);
  g_array_append_vals (cart->ranks, coordinates, n_dimensions);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_GlobalDefReaderCallbacks *
refrain_otf2_definitions_new_callbacks (void)
{
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();

  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback (callbacks, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback (callbacks, on_string);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback (callbacks, on_attribute);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback (callbacks, on_node);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback (callbacks, on_location_group);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback (callbacks, on_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback (callbacks, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback (callbacks, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback (callbacks, on_comm);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback (callbacks, on_inter_comm);
  OTF2_GlobalDefReaderCallbacks_SetCartDimensionCallback (callbacks, on_cart_dimension);
  OTF2_GlobalDefReaderCallbacks_SetCartTopologyCallback (callbacks, on_cart_topology);
  OTF2_GlobalDefReaderCallbacks_SetCartCoordinateCallback (callbacks, on_cart_coordinate);
  return callbacks;
}

/* ---- Resolving ---- */

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

  if (def->is_stream)
    refrain_recorder_set_stream (location.recorder);
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

char *
refrain_otf2_name_region (const char *name, const char *canonical, guint32 id)
{
  if (name != NULL && *name != '\0')
    return g_strdup (name);
  if (canonical != NULL && *canonical != '\0')
    return g_strdup (canonical);
  return g_strdup_printf ("region %u", id);
}

static void
resolve_regions (RefrainOtf2Definitions *self, RefrainTraceBuilder *builder)
{
  for (guint i = 0; i < self->region_order->len; i++)
    {
      guint32 id = g_array_index (self->region_order, guint32, i);
      const RegionDef *region = g_hash_table_lookup (self->regions, KEY (id));
      g_autofree char *name = refrain_otf2_name_region (get_string (self, region->name),
                                                        get_string (self, region->canonical), id);
      guint32 index;

      index = refrain_trace_builder_add_routine (builder, name, get_string (self, region->file),
                                                 region->line);
      g_hash_table_insert (self->region_index, KEY (id), GUINT_TO_POINTER (index + 1));
      if (index < self->first_regions->len)
        self->shared_routines = TRUE;
      else
        g_array_append_val (self->first_regions, id);
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

/* The places of the ranks, or NULL: not each has its coordinates. MPI's own order is row by row. */
static guint32 *
find_cart_places (const CartDef *cart, const guint32 *sizes, gsize n_members)
{
  const guint n = cart->dimensions->len;
  const guint32 *at = (const guint32 *) (gpointer) cart->ranks->data;
  g_autofree guint32 *places = g_new (guint32, n_members + 1);

  memset (places, 0xff, (n_members + 1) * sizeof *places);
  for (guint i = 0; i + n < cart->ranks->len; i += n + 1)
    {
      guint64 place = 0;

      if (at[i] >= n_members)
        return NULL;
      for (guint d = 0; d < n; d++)
        {
          if (at[i + 1 + d] >= sizes[d])
            return NULL;
          place = place * sizes[d] + at[i + 1 + d];
        }
      places[at[i]] = (guint32) MIN (place, G_MAXUINT32);
    }
  return g_steal_pointer (&places);
}

/* The first topology of communicator @id that makes sense. */
static void
resolve_cart (RefrainOtf2Definitions *self,
              OTF2_CommRef id,
              RefrainCommunicator *communicator,
              gsize n_members)
{
  for (guint i = 0; i < self->cart_order->len; i++)
    {
      const CartDef *cart
          = g_hash_table_lookup (self->carts, KEY (g_array_index (self->cart_order, guint32, i)));
      const guint n = cart->dimensions->len;
      guint32 sizes[G_MAXUINT8 + 1], periodic = 0;
      g_autofree guint32 *places = NULL;
      gboolean good = n <= REFRAIN_MAX_CARTESIAN_DIMENSIONS && !cart->uneven;

      if (cart->comm != id)
        continue;
      for (guint d = 0; d < n && good; d++)
        {
          const CartDimension *dimension = g_hash_table_lookup (
              self->cart_dimensions, KEY (g_array_index (cart->dimensions, guint32, d)));

          good = dimension != NULL;
          sizes[d] = good ? dimension->size : 0;
          periodic |= good && dimension->periodic ? 1u << d : 0;
        }
      if (!good)
        continue;
      places = find_cart_places (cart, sizes, n_members);
      if ((places != NULL || cart->ranks->len == 0)
          && refrain_communicator_set_cartesian (communicator, n, sizes, periodic,
                                                 cart->ranks->len > 0 ? places : NULL))
        return;
    }
}

/* Whether all members are known, and none stands there twice. */
static gboolean
are_distinct (const gint32 *members, gsize n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n; i++)
    if (members[i] < 0 || !g_hash_table_add (seen, GINT_TO_POINTER (members[i])))
      return FALSE;
  return TRUE;
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
      /* Score-P's own "Process x Thread" is nothing that the program said. */
      if (group != NULL && group->paradigm == OTF2_PARADIGM_MPI)
        resolve_cart (self, id, comm->communicator, comm->n_members);
      comm->index = refrain_trace_builder_add_communicator (builder, comm->communicator);
      comm->members = refrain_communicator_get_members (comm->communicator, &comm->n_members);
      comm->direct = !self_like && n_remote == 0;
      comm->distinct = comm->direct && are_distinct (comm->members, comm->n_members);
      g_hash_table_insert (self->comm_index, KEY (id), comm);
    }
}

/* Locations, ranks that have none, and the members of groups, which each communicator copies. */
static gboolean
claim (RefrainOtf2Definitions *self, RefrainClaims *claims, GError **error)
{
  const guint64 n_ranks = self->comm_locations != NULL ? self->comm_locations->n : 0;
  guint64 n_members = 0;

  for (guint i = 0; i < self->comm_order->len; i++)
    {
      const CommDef *def
          = g_hash_table_lookup (self->comms, KEY (g_array_index (self->comm_order, guint32, i)));
      const GroupDef *group = g_hash_table_lookup (self->groups, KEY (def->group));
      const GroupDef *remote = g_hash_table_lookup (self->groups, KEY (def->remote));

      n_members += (group != NULL ? group->n : 0) + (remote != NULL ? remote->n : 0);
    }
  return refrain_claims_add (claims, REFRAIN_CLAIM_PROCESSES, MAX (n_ranks, self->locations->len),
                             _ ("definitions"), error)
         && refrain_claims_add (claims, REFRAIN_CLAIM_THREADS, self->locations->len,
                                _ ("definitions"), error)
         && refrain_claims_add (claims, REFRAIN_CLAIM_MEMBERS, n_members, _ ("definitions"), error);
}

gboolean
refrain_otf2_definitions_resolve (RefrainOtf2Definitions *self,
                                  RefrainTraceBuilder *builder,
                                  RefrainClaims *claims,
                                  GError **error)
{
  if (!claim (self, claims, error))
    return FALSE;
  resolve_locations (self, builder);
  resolve_regions (self, builder);
  resolve_comms (self, builder);
  refrain_trace_builder_set_clock (
      builder, refrain_otf2_clock_to_ns (&self->clock, self->clock.offset),
      self->wall_clock == OTF2_UNDEFINED_TIMESTAMP || self->wall_clock > G_MAXINT64
          ? -1
          : (gint64) self->wall_clock);
  if (self->duplicates > 0)
    refrain_trace_builder_add_defect (
        builder,
        refrain_defect_new (REFRAIN_DEFECT_DUPLICATE_DEFINITION, -1, self->duplicates, 0, NULL));
  return TRUE;
}

/* ---- Looking up ---- */

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

guint32 *
refrain_otf2_definitions_copy_first_regions (const RefrainOtf2Definitions *self)
{
  return self->shared_routines
             ? g_memdup2 (self->first_regions->data, self->first_regions->len * sizeof (guint32))
             : NULL;
}

gboolean
refrain_otf2_definitions_have_attributes (const RefrainOtf2Definitions *self)
{
  return self->attributes;
}

const RefrainOtf2Clock *
refrain_otf2_definitions_get_clock (const RefrainOtf2Definitions *self)
{
  return &self->clock;
}

RefrainTime
refrain_otf2_definitions_get_length (const RefrainOtf2Definitions *self)
{
  return (RefrainTime) MIN (refrain_otf2_clock_to_ns (&self->clock, self->length),
                            (guint64) REFRAIN_TIME_LIMIT);
}
