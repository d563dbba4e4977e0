/* refrain-otf2-source.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The extension may come from a file of another carrier: classes are known by their names and
 * fields, and what is not known, or does not fit, is passed over.
 */
#include "refrain-otf2-source.h"

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-otf2-definitions.h"
#include "refrain-otf2-schema.h"

/* A location's own definitions. */
typedef struct
{
  guint64 id;
  RefrainRecordBytes records;
  RefrainOtf2Ids *ids; /* or NULL */
} Own;

REFRAIN_DEFINE_FREE (own_free, Own, g_clear_pointer (&x->ids, refrain_otf2_ids_free))

REFRAIN_DEFINE_FREE_OR_NULL (refrain_otf2_source_free,
                             RefrainOtf2Source,
                             g_clear_object (&x->extension);
                             g_hash_table_unref (x->locations);
                             refrain_free (x->classes, x->regions))

/* ---- Classes ---- */

static gboolean
is_same_class (const RefrainRecordClass *a, const RefrainRecordClass *b)
{
  if (a->n_fields != b->n_fields || a->is_event != b->is_event)
    return FALSE;
  for (guint i = 0; i < a->n_fields; i++)
    if (!g_str_equal (a->fields[i].name, b->fields[i].name)
        || a->fields[i].type != b->fields[i].type || a->fields[i].is_list != b->fields[i].is_list)
      return FALSE;
  return TRUE;
}

static void
find_classes (RefrainOtf2Source *self)
{
  const guint n = refrain_extension_get_n_classes (self->extension);
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
  g_autoptr (RefrainExtension) ours
      = refrain_extension_new (REFRAIN_OTF2_SOURCE, refrain_otf2_get_schema (), none, NULL);

  g_assert (ours != NULL && refrain_extension_get_n_classes (ours) == REFRAIN_OTF2_N_CLASSES);
  self->classes = g_new (int, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const RefrainRecordClass *c = refrain_extension_get_class (self->extension, i);

      self->classes[i] = refrain_extension_find_class (ours, c->name);
      if (self->classes[i] >= 0
          && !is_same_class (c, refrain_extension_get_class (ours, (guint) self->classes[i])))
        self->classes[i] = -1;
    }
}

/* The next record of @left: its class of our schema, or -1. */
static gboolean
next_record (const RefrainOtf2Source *self,
             RefrainRecordBytes *left,
             int *record_class,
             RefrainRecordBytes *fields)
{
  guint number;

  if (!refrain_extension_next (self->extension, left, &number, fields))
    return FALSE;
  *record_class = self->classes[number];
  return TRUE;
}

/* ---- What the definitions say ---- */

static void
add_mapping (Own *own, RefrainRecordBytes *from)
{
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;
  GET ((ENUM, OTF2_MappingType, type, MappingType), (ENUM, OTF2_IdMapMode, mode, IdMapMode),
       (NUMBERS, uint64_t, n, uint64_t, local), (NUMBERS, uint64_t, n_global, uint64_t, global))

  if (from->failed || n != n_global)
    return;
  if (own->ids == NULL)
    own->ids = g_new0 (RefrainOtf2Ids, 1);
  for (uint64_t i = 0; i < n; i++)
    refrain_otf2_ids_add (own->ids, type, local[i], global[i]);
}

static void
add_reading (Own *own, RefrainRecordBytes *from)
{
  GET ((UNSIGNED, uint64_t, time), (SIGNED, int64_t, offset))

  if (own->ids == NULL)
    own->ids = g_new0 (RefrainOtf2Ids, 1);
  if (!from->failed)
    refrain_otf2_ids_add_reading (own->ids, (RefrainOtf2Reading){ time, offset });
}

/* Cuts the definitions into those of the archive and those of each location. */
static void
find_own_definitions (RefrainOtf2Source *self)
{
  RefrainRecordBytes left = refrain_extension_start (self->extension), fields;
  const guint8 *begin = left.at;
  Own *own = NULL;
  int record_class;

  self->global = left;
  while (next_record (self, &left, &record_class, &fields))
    {
      if (record_class == REFRAIN_OTF2_LocationDefinitions)
        {
          RefrainRecordBytes *const from = &fields;
          RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;
          GET ((REFERENCE, OTF2_LocationRef, location, Location))

          if (own == NULL)
            self->global.end = begin;
          else
            own->records.end = begin;
          own = g_new0 (Own, 1);
          own->id = location;
          own->records = left;
          g_hash_table_replace (self->locations, &own->id, own);
        }
      else if (record_class == REFRAIN_OTF2_MappingTable && own != NULL)
        add_mapping (own, &fields);
      else if (record_class == REFRAIN_OTF2_ClockOffset && own != NULL)
        add_reading (own, &fields);
      begin = left.at;
    }
}

typedef struct
{
  GHashTable *strings;  /* id → text */
  GHashTable *routines; /* name → index + 1 */
  GHashTable *seen;     /* regions */
  GHashTable *ids;      /* of locations */
  gboolean clock;
} Survey;

static void
see_region (RefrainOtf2Source *self, Survey *survey, RefrainRecordBytes *from)
{
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;
  GET ((REFERENCE, OTF2_RegionRef, region, Region), (REFERENCE, OTF2_StringRef, name, String),
       (REFERENCE, OTF2_StringRef, canonical, String))
  g_autofree char *text = refrain_otf2_name_region (
      g_hash_table_lookup (survey->strings, GUINT_TO_POINTER (name)),
      g_hash_table_lookup (survey->strings, GUINT_TO_POINTER (canonical)), region);
  g_autoptr (RefrainRoutine) routine = refrain_routine_new (text, NULL, 0);
  gpointer index;

  if (!g_hash_table_add (survey->seen, GUINT_TO_POINTER (region)))
    return;
  index = g_hash_table_lookup (survey->routines, refrain_routine_get_name (routine));
  if (index == NULL)
    return;
  self->regions[GPOINTER_TO_UINT (index) - 1] = region;
  g_hash_table_remove (survey->routines, refrain_routine_get_name (routine)); /* the first counts */
}

static void
see_definition (RefrainOtf2Source *self, Survey *survey, int record_class, RefrainRecordBytes *from)
{
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;

  if (record_class == REFRAIN_OTF2_ClockProperties)
    {
      GET ((UNSIGNED, uint64_t, resolution), (UNSIGNED, uint64_t, offset))

      /* What refrain-otf2-definitions.c makes of it. */
      if (resolution > 0)
        self->clock.resolution = resolution;
      self->clock.offset = offset;
      survey->clock = TRUE;
    }
  else if (record_class == REFRAIN_OTF2_String)
    {
      GET ((REFERENCE, OTF2_StringRef, id, String), (TEXT, const char *, text))

      if (!g_hash_table_contains (survey->strings, GUINT_TO_POINTER (id)))
        g_hash_table_insert (survey->strings, GUINT_TO_POINTER (id), g_steal_pointer (&text));
    }
  else if (record_class == REFRAIN_OTF2_Location)
    {
      GET ((REFERENCE, OTF2_LocationRef, id, Location))

      g_hash_table_add (survey->ids, g_memdup2 (&id, sizeof id));
    }
  else if (record_class == REFRAIN_OTF2_Archive)
    {
      GET ((TEXT, const char *, machine), (TEXT, const char *, creator),
           (TEXT, const char *, description), (UNSIGNED, uint64_t, event_chunk),
           (UNSIGNED, uint64_t, definition_chunk), (UNSIGNED, uint64_t, identifier))

      self->event_chunk = event_chunk;
      self->definition_chunk = definition_chunk;
      self->identifier = identifier;
    }
}

/* Strings stand before what they name mostly, but need not: regions come in a second pass. */
static void
survey_definitions (RefrainOtf2Source *self, RefrainTrace *trace, Survey *survey)
{
  RefrainRecordBytes fields;
  int record_class;

  for (guint i = 0; i < self->n_routines; i++)
    g_hash_table_insert (survey->routines,
                         (gpointer) refrain_routine_get_name (refrain_trace_get_routine (trace, i)),
                         GUINT_TO_POINTER (i + 1));
  for (RefrainRecordBytes left = self->global; next_record (self, &left, &record_class, &fields);)
    see_definition (self, survey, record_class, &fields);
  for (RefrainRecordBytes left = self->global; next_record (self, &left, &record_class, &fields);)
    if (record_class == REFRAIN_OTF2_Region)
      see_region (self, survey, &fields);
}

/* Whether each thread is a location of the archive, of its own. */
static gboolean
fits (RefrainTrace *trace, const Survey *survey)
{
  g_autoptr (GHashTable) met = g_hash_table_new (refrain_hash_int64, g_int64_equal);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        {
          const guint64 *id = &refrain_process_get_thread (process, i)->id;

          if (!g_hash_table_contains (survey->ids, id) || !g_hash_table_add (met, (gpointer) id))
            return FALSE;
        }
    }
  return survey->clock;
}

RefrainOtf2Source *
refrain_otf2_source_new (RefrainTrace *trace)
{
  RefrainExtension *extension = refrain_trace_get_extension (trace);
  g_autoptr (RefrainOtf2Source) self = NULL;
  g_autoptr (GHashTable) strings = NULL, routines = NULL, seen = NULL, ids = NULL;

  if (extension == NULL
      || !g_str_equal (refrain_extension_get_source (extension), REFRAIN_OTF2_SOURCE))
    return NULL;
  self = g_new0 (RefrainOtf2Source, 1);
  self->extension = g_object_ref (extension);
  self->clock.resolution = REFRAIN_OTF2_NS_PER_SECOND;
  self->locations = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, own_free);
  self->n_routines = refrain_trace_get_n_routines (trace);
  self->regions = g_new (guint32, self->n_routines + 1);
  for (guint i = 0; i < self->n_routines; i++)
    self->regions[i] = OTF2_UNDEFINED_REGION;
  strings = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  routines = g_hash_table_new (g_str_hash, g_str_equal);
  seen = g_hash_table_new (NULL, NULL);
  ids = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  find_classes (self);
  find_own_definitions (self);
  {
    Survey survey = { strings, routines, seen, ids, FALSE };

    survey_definitions (self, trace, &survey);
    if (!fits (trace, &survey))
      return NULL;
  }
  self->shift = (RefrainTime) (refrain_trace_get_clock_origin (trace)
                               - refrain_otf2_clock_to_ns (&self->clock, self->clock.offset));
  return g_steal_pointer (&self);
}

RefrainOtf2Ids *
refrain_otf2_source_get_ids (const RefrainOtf2Source *self, guint64 id)
{
  const Own *own = g_hash_table_lookup (self->locations, &id);

  return own != NULL ? own->ids : NULL;
}

/* ---- Writing definitions ---- */

/* Old archives hold records that new ones should not: they stay what they are. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

OTF2_ErrorCode
refrain_otf2_source_set_up (const RefrainOtf2Source *self, OTF2_Archive *archive)
{
  RefrainRecordBytes left = self->global, fields, *const from = &fields;
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;
  OTF2_ErrorCode code = OTF2_SUCCESS;
  int record_class;

  while (code == OTF2_SUCCESS && next_record (self, &left, &record_class, &fields))
    if (record_class == REFRAIN_OTF2_Archive)
      {
        GET ((TEXT, const char *, machine), (TEXT, const char *, creator))

        if (*machine != '\0')
          code = OTF2_Archive_SetMachineName (archive, machine);
        if (code == OTF2_SUCCESS)
          code = OTF2_Archive_SetCreator (archive, creator);
      }
    else if (record_class == REFRAIN_OTF2_ArchiveProperty)
      {
        GET ((TEXT, const char *, name), (TEXT, const char *, value))

        code = OTF2_Archive_SetProperty (archive, name, value, true);
      }
  return code;
}

static OTF2_ErrorCode
write_definition (OTF2_GlobalDefWriter *writer, int record_class, RefrainRecordBytes *from)
{
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;

  switch (record_class)
    {
#define DEFINITION(name, ...)                                                                      \
  case REFRAIN_OTF2_##name:                                                                        \
    {                                                                                              \
      GET (__VA_ARGS__)                                                                            \
      return from->failed ? OTF2_ERROR_INVALID_DATA                                                \
                          : OTF2_GlobalDefWriter_Write##name (writer ARGUMENTS (__VA_ARGS__));     \
    }
#define GLOBAL_DEFINITION DEFINITION
#include "refrain-otf2-records.h"
    default:
      return OTF2_SUCCESS;
    }
}

OTF2_ErrorCode
refrain_otf2_source_write_definitions (const RefrainOtf2Source *self, OTF2_GlobalDefWriter *writer)
{
  RefrainRecordBytes left = self->global, fields;
  OTF2_ErrorCode code = OTF2_SUCCESS;
  int record_class;

  while (code == OTF2_SUCCESS && next_record (self, &left, &record_class, &fields))
    code = write_definition (writer, record_class, &fields);
  return code;
}

static OTF2_ErrorCode
write_mapping (OTF2_DefWriter *writer, RefrainRecordBytes *from)
{
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;
  GET ((ENUM, OTF2_MappingType, type, MappingType), (ENUM, OTF2_IdMapMode, mode, IdMapMode),
       (NUMBERS, uint64_t, n, uint64_t, local), (NUMBERS, uint64_t, n_global, uint64_t, global))
  OTF2_ErrorCode code = OTF2_SUCCESS;
  gboolean dense = mode == OTF2_ID_MAP_DENSE;
  OTF2_IdMap *map;

  if (from->failed || n != n_global)
    return OTF2_ERROR_INVALID_DATA;
  /* A dense one has room for all ids up to the largest. */
  for (uint64_t i = 0; i < n; i++)
    dense &= local[i] == i;
  map = OTF2_IdMap_Create (dense ? OTF2_ID_MAP_DENSE : OTF2_ID_MAP_SPARSE, MAX (n, 1));
  if (map == NULL)
    return OTF2_ERROR_INVALID_DATA;
  for (uint64_t i = 0; i < n && code == OTF2_SUCCESS; i++)
    code = OTF2_IdMap_AddIdPair (map, local[i], global[i]);
  if (code == OTF2_SUCCESS)
    code = OTF2_DefWriter_WriteMappingTable (writer, type, map);
  OTF2_IdMap_Free (map);
  return code;
}

static OTF2_ErrorCode
write_own_definition (OTF2_DefWriter *writer, int record_class, RefrainRecordBytes *from)
{
  RefrainOtf2Ids *const ids G_GNUC_UNUSED = NULL;

  switch (record_class)
    {
#define DEFINITION(name, ...)                                                                      \
  case REFRAIN_OTF2_##name:                                                                        \
    {                                                                                              \
      GET (__VA_ARGS__)                                                                            \
      return from->failed ? OTF2_ERROR_INVALID_DATA                                                \
                          : OTF2_DefWriter_Write##name (writer ARGUMENTS (__VA_ARGS__));           \
    }
#include "refrain-otf2-records.h"
    case REFRAIN_OTF2_MappingTable:
      return write_mapping (writer, from);
    case REFRAIN_OTF2_ClockOffset:
      {
        GET ((UNSIGNED, uint64_t, time), (SIGNED, int64_t, offset), (FLOAT, double, deviation))

        return OTF2_DefWriter_WriteClockOffset (writer, time, offset, deviation);
      }
    default:
      return OTF2_SUCCESS;
    }
}

OTF2_ErrorCode
refrain_otf2_source_write_own_definitions (const RefrainOtf2Source *self,
                                           guint64 location,
                                           OTF2_DefWriter *writer)
{
  const Own *own = g_hash_table_lookup (self->locations, &location);
  OTF2_ErrorCode code = OTF2_SUCCESS;
  RefrainRecordBytes left, fields;
  int record_class;

  if (own == NULL)
    return OTF2_SUCCESS;
  left = own->records;
  while (code == OTF2_SUCCESS && next_record (self, &left, &record_class, &fields))
    code = write_own_definition (writer, record_class, &fields);
  return code;
}

/* ---- Events ---- */

static void
add_attribute (OTF2_AttributeList *attributes, RefrainRecordBytes *from, RefrainOtf2Ids *ids)
{
  GET ((REFERENCE, OTF2_AttributeRef, attribute, Attribute), (VALUE, OTF2_AttributeValue, value))

  if (!from->failed)
    OTF2_AttributeList_AddAttribute (attributes, attribute, type, value);
}

/* Whether records of this class are whole events. */
static gboolean
is_event (int record_class)
{
  return record_class >= REFRAIN_OTF2_BufferFlush && record_class < REFRAIN_OTF2_Archive;
}

RefrainOtf2Event
refrain_otf2_source_find_event (const RefrainOtf2Source *self,
                                const RefrainDetail *detail,
                                RefrainOtf2Ids *ids,
                                OTF2_AttributeList *attributes)
{
  RefrainOtf2Event event = { .event = -1 };
  RefrainRecordBytes left = refrain_record_bytes (detail->records, detail->n), fields;
  int record_class;

  OTF2_AttributeList_RemoveAllAttributes (attributes);
  while (next_record (self, &left, &record_class, &fields))
    if (record_class == REFRAIN_OTF2_AttributeValue)
      add_attribute (attributes, &fields, ids);
    else if (is_event (record_class))
      {
        event.event = record_class;
        event.fields = fields;
        event.has_region = record_class == REFRAIN_OTF2_Enter || record_class == REFRAIN_OTF2_Leave;
        if (event.has_region)
          event.region = (guint32) refrain_otf2_get_reference (&fields, OTF2_UNDEFINED_REGION,
                                                               OTF2_MAPPING_MAX, NULL);
      }
  return event;
}

gboolean
refrain_otf2_source_has_event (const RefrainOtf2Source *self, const RefrainDetail *detail)
{
  RefrainRecordBytes left = refrain_record_bytes (detail->records, detail->n), fields;
  int record_class;

  while (next_record (self, &left, &record_class, &fields))
    if (is_event (record_class))
      return TRUE;
  return FALSE;
}

OTF2_ErrorCode
refrain_otf2_source_write_event (const RefrainOtf2Event *event,
                                 OTF2_EvtWriter *writer,
                                 OTF2_AttributeList *attributes,
                                 OTF2_TimeStamp time,
                                 RefrainOtf2Ids *ids)
{
  RefrainRecordBytes fields = event->fields, *const from = &fields;

  switch (event->event)
    {
#define EVENT(name, ...)                                                                           \
  case REFRAIN_OTF2_##name:                                                                        \
    {                                                                                              \
      GET (__VA_ARGS__)                                                                            \
      return from->failed                                                                          \
                 ? OTF2_ERROR_INVALID_DATA                                                         \
                 : OTF2_EvtWriter_##name (writer, attributes, time ARGUMENTS (__VA_ARGS__));       \
    }
#define OTHER_EVENT EVENT
#include "refrain-otf2-records.h"
    default:
      return OTF2_ERROR_INVALID_DATA;
    }
}

G_GNUC_END_IGNORE_DEPRECATIONS
