/* refrain-otf2-definitions-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The definitions as they were gathered, for resolving.
 */
#pragma once

#include "refrain-otf2-definitions.h"

G_BEGIN_DECLS

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
} LocationDef;

typedef struct
{
  OTF2_StringRef name, canonical, file;
  guint32 line;
} RegionDef;

typedef struct
{
  OTF2_GroupType type;
  guint32 n;
  guint64 *members;
} GroupDef;

typedef struct
{
  OTF2_StringRef name;
  OTF2_GroupRef group, remote;
  OTF2_CommRef parent;
} CommDef;

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
  guint64 duplicates;

  guint64 resolution;
  guint64 offset;
  guint64 wall_clock;

  GArray *resolved;         /* of RefrainOtf2Location */
  GHashTable *region_index; /* id → index + 1 */
  GHashTable *comm_index;   /* id → RefrainOtf2Comm */
};

/* Ids go into hash tables as pointers; 0 is an id like any other. */
#define KEY(id) GSIZE_TO_POINTER (id)

G_END_DECLS
