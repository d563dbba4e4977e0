/* otf2-every.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "otf2-every.h"

#include "refrain-extension.h"
#include "refrain-otf2-extension-reader.h"
#include "refrain-otf2-schema.h"

#define OK(call) g_assert_cmpint ((call), ==, OTF2_SUCCESS)

/* ---- Values by chance ---- */

static guint64 state;

static guint64
next (guint64 below)
{
  state
      = state * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
  return (state >> 33) % below;
}

/* Mostly small, sometimes as large as can be. */
static guint64
next_number (void)
{
  const guint64 kind = next (8);

  return kind == 0 ? G_MAXUINT64 : kind == 1 ? next (1 << 20) * next (1 << 20) << 20 : next (6);
}

static OTF2_AttributeValue
next_value (OTF2_Type *type)
{
  OTF2_AttributeValue value = { .uint64 = 0 };

  *type = (OTF2_Type) next (OTF2_TYPE_LOCATION_GROUP + 1);
  switch (*type)
    {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8:
      value.uint8 = (guint8) next_number ();
      break;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16:
      value.uint16 = (guint16) next_number ();
      break;
    case OTF2_TYPE_UINT64:
    case OTF2_TYPE_INT64:
      value.uint64 = next_number ();
      break;
    case OTF2_TYPE_FLOAT:
      value.float32 = (float) next (1000) / 7.0f;
      break;
    case OTF2_TYPE_DOUBLE:
      value.float64 = (double) next (1000) / 7.0;
      break;
    case OTF2_TYPE_NONE:
      break;
    case OTF2_TYPE_LOCATION:
      value.locationRef = next (4);
      break;
    default:
      value.uint32 = (guint32) (*type < OTF2_TYPE_STRING ? next_number () : next (8));
    }
  return value;
}

/* clang-format off */
#define SAMPLES(...)       FOR_EACH (SAMPLE, __VA_ARGS__)
#define SAMPLE(kind, ...)  SAMPLE_##kind (__VA_ARGS__)
#define SAMPLE_UNSIGNED(type, name)       const type name = (type) next_number ();
#define SAMPLE_SIGNED(type, name)         const type name = (type) next_number ();
#define SAMPLE_STAMP(type, name)          const type name = self->time + next (3);
#define SAMPLE_FLOAT(type, name)          const type name = (type) next (1000) / 7;
#define SAMPLE_TEXT(type, name)           const char *const name = next (2) == 0 ? "" : "täxt \"x\"";
#define SAMPLE_ENUM(type, name, of)       const type name = (type) next (4);
#define SAMPLE_FLAGS                      SAMPLE_ENUM
#define SAMPLE_REFERENCE(type, name, of)  const type name = next (8) == 0 ? (type) -1 : (type) next (6);
#define SAMPLE_LIST(type, name, element)                                                           \
  type name[4];                                                                                    \
  for (guint i_##name = 0; i_##name < 4; i_##name++)                                               \
    name[i_##name] = (type) element;
#define SAMPLE_NUMBERS(n_type, n, type, name)                                                      \
  const n_type n = (n_type) next (5);                                                              \
  SAMPLE_LIST (type, name, next_number ())
#define SAMPLE_REFERENCES(n_type, n, type, name, of)                                               \
  const n_type n = (n_type) next (5);                                                              \
  SAMPLE_LIST (type, name, next (6))
#define SAMPLE_VALUE(type_, name)                                                                  \
  OTF2_Type type;                                                                                  \
  const OTF2_AttributeValue name = next_value (&type);
#define SAMPLE_METRICS(n_type, n)                                                                  \
  const n_type n = (n_type) next (4);                                                              \
  static const OTF2_Type typeIDs[] = { OTF2_TYPE_UINT64, OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE };      \
  const OTF2_MetricValue metricValues[]                                                            \
      = { { .unsigned_int = next_number () }, { .signed_int = -3 }, { .floating_point = 0.1 } };
#define SAMPLE_PROPERTIES(n_type, n, of)                                                           \
  const n_type n = (n_type) next (3);                                                              \
  SAMPLE_LIST (OTF2_IoParadigmProperty, properties, 0)                                             \
  OTF2_Type types[2];                                                                              \
  OTF2_AttributeValue values[2] = { { .uint64 = 0 } };                                                                   \
  for (guint k = 0; k < 2; k++)                                                                    \
    {                                                                                              \
      types[k] = OTF2_TYPE_STRING; /* of which a version is */                                     \
      values[k].stringRef = (OTF2_StringRef) next (6);                                             \
    }
/* clang-format on */

/* ---- Writing ---- */

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static const OTF2_LocationRef locations[] = { 3, 0, G_GUINT64_CONSTANT (4294967298) };

static void
write_framework (OTF2_GlobalDefWriter *w, guint64 resolution, const guint64 *n_events)
{
  static const char *const strings[] = { "", "main", "MPI_Send", "host", "process", "thread" };
  const uint64_t ranks[] = { locations[0], locations[1] }, both[] = { 0, 1 };

  OK (OTF2_GlobalDefWriter_WriteClockProperties (w, resolution, 5 * resolution + 1,
                                                 resolution * 1000, 1234567890));
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    OK (OTF2_GlobalDefWriter_WriteString (w, i, strings[i]));
  OK (OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 0, 3, 3, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  for (guint i = 0; i < 2; i++)
    OK (OTF2_GlobalDefWriter_WriteLocationGroup (w, i, 4, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                 OTF2_UNDEFINED_LOCATION_GROUP));
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    OK (OTF2_GlobalDefWriter_WriteLocation (w, locations[i], 5, OTF2_LOCATION_TYPE_CPU_THREAD,
                                            n_events[i], i % 2));
  /* Regions 0 and 1 are one routine. */
  for (guint i = 0; i < 3; i++)
    OK (OTF2_GlobalDefWriter_WriteRegion (w, i, 1 + i / 2, 1, 0, OTF2_REGION_ROLE_FUNCTION,
                                          OTF2_PARADIGM_USER, OTF2_REGION_FLAG_PHASE, 3, i, 9));
  OK (OTF2_GlobalDefWriter_WriteGroup (w, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                       OTF2_GROUP_FLAG_NONE, 2, ranks));
  OK (OTF2_GlobalDefWriter_WriteGroup (w, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                       OTF2_GROUP_FLAG_NONE, 2, both));
  OK (OTF2_GlobalDefWriter_WriteComm (w, 0, 4, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  OK (OTF2_GlobalDefWriter_WriteAttribute (w, 0, 1, 0, OTF2_TYPE_UINT64));
}

static void
write_global_definitions (OTF2_GlobalDefWriter *w)
{
#define GLOBAL_DEFINITION(name, ...)                                                               \
  if (REFRAIN_OTF2_##name != REFRAIN_OTF2_ClockProperties                                          \
      && REFRAIN_OTF2_##name != REFRAIN_OTF2_Location)                                             \
    for (guint i = 0; i < 3; i++)                                                                  \
      {                                                                                            \
        SAMPLES (__VA_ARGS__)                                                                      \
                                                                                                   \
        OK (OTF2_GlobalDefWriter_Write##name (w ARGUMENTS (__VA_ARGS__)));                         \
      }
#define DEFINITION GLOBAL_DEFINITION
#include "refrain-otf2-records.h"
}

static void
write_map (OTF2_DefWriter *w, OTF2_MappingType type, OTF2_IdMapMode mode)
{
  OTF2_IdMap *map = OTF2_IdMap_Create (mode, 3);

  /* 2 → 0, 0 → 1, 1 → 2 */
  for (guint i = 0; i < 3; i++)
    OK (OTF2_IdMap_AddIdPair (map, i, (i + 1) % 3));
  OK (OTF2_DefWriter_WriteMappingTable (w, type, map));
  OTF2_IdMap_Free (map);
}

static void
write_own_definitions (OTF2_DefWriter *w, guint64 resolution)
{
  for (guint type = 0; type < OTF2_MAPPING_MAX; type++)
    if (type != OTF2_MAPPING_LOCATION)
      write_map (w, (OTF2_MappingType) type,
                 type % 2 == 0 ? OTF2_ID_MAP_DENSE : OTF2_ID_MAP_SPARSE);
  OK (OTF2_DefWriter_WriteClockOffset (w, 5 * resolution, -(gint64) (resolution / 30000000), 0.25));
  OK (OTF2_DefWriter_WriteClockOffset (w, 6 * resolution, (gint64) (resolution / 1000000), 0.5));
  OK (OTF2_DefWriter_WriteClockOffset (w, 7 * resolution, -(gint64) (resolution / 14000000), 1e-9));
  OK (OTF2_DefWriter_WriteClockOffset (w, 8 * resolution, -(gint64) (resolution / 14000000), 0));
#define DEFINITION(name, ...)                                                                      \
  if (REFRAIN_OTF2_##name != REFRAIN_OTF2_Location)                                                \
    {                                                                                              \
      SAMPLES (__VA_ARGS__)                                                                        \
                                                                                                   \
      OK (OTF2_DefWriter_Write##name (w ARGUMENTS (__VA_ARGS__)));                                 \
    }
#include "refrain-otf2-records.h"
}

typedef struct
{
  OTF2_EvtWriter *writer;
  OTF2_AttributeList *attributes;
  guint64 time, most; /* ticks; the most between two events */
  guint64 n;
} Events;

/* The time of the next event, which may have attributes. */
static guint64
tick (Events *self)
{
  OTF2_AttributeList_RemoveAllAttributes (self->attributes);
  for (guint64 i = self->n++ % 3; i < 2 && self->n % 3 == 0; i++)
    {
      OTF2_Type type;
      const OTF2_AttributeValue value = next_value (&type);

      OTF2_AttributeList_AddAttribute (self->attributes, (OTF2_AttributeRef) i, type, value);
    }
  if (self->n % 3 == 1)
    OTF2_AttributeList_AddUint64 (self->attributes, 0, self->n);
  return self->time += next (self->most);
}

/* A call with messages as programs send them, then each kind by chance. */
static guint64
write_events (Events *self)
{
  static const guint kinds[] = { 0, 1, 1, 2, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      OK (OTF2_EvtWriter_Enter (self->writer, self->attributes, tick (self), kinds[i]));
      OK (OTF2_EvtWriter_MpiSend (self->writer, self->attributes, tick (self), i % 2, 0, i, 8));
      OK (OTF2_EvtWriter_MpiIrecvRequest (self->writer, self->attributes, tick (self), 70 + i));
      OK (OTF2_EvtWriter_MpiIrecv (self->writer, self->attributes, tick (self), i % 2, 0, i, 8,
                                   70 + i));
      OK (OTF2_EvtWriter_MpiCollectiveBegin (self->writer, self->attributes, tick (self)));
      OK (OTF2_EvtWriter_MpiCollectiveEnd (self->writer, self->attributes, tick (self),
                                           OTF2_COLLECTIVE_OP_BCAST, 0, i % 2, 4, 2));
      OK (OTF2_EvtWriter_Leave (self->writer, self->attributes, tick (self), kinds[i]));
    }
  for (guint i = 0; i < 4; i++)
    {
#define EVENT(name, ...)                                                                           \
  {                                                                                                \
    SAMPLES (__VA_ARGS__)                                                                          \
                                                                                                   \
    OK (OTF2_EvtWriter_##name (self->writer, self->attributes,                                     \
                               tick (self) ARGUMENTS (__VA_ARGS__)));                              \
  }
#define OTHER_EVENT EVENT
#include "refrain-otf2-records.h"
    }
  return self->n;
}

G_GNUC_END_IGNORE_DEPRECATIONS

static OTF2_FlushType
flush (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
  return OTF2_FLUSH;
}

void
otf2_every_write (const char *folder, const char *name, guint64 resolution, gboolean own)
{
  static const OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush };
  OTF2_Archive *archive
      = OTF2_Archive_Open (folder, name, OTF2_FILEMODE_WRITE, 512 * 1024, 256 * 1024,
                           OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  guint64 n_events[G_N_ELEMENTS (locations)];
  OTF2_GlobalDefWriter *global;

  g_assert_nonnull (archive);
  state = 1;
  OK (OTF2_Archive_SetFlushCallbacks (archive, &callbacks, NULL));
  OK (OTF2_Archive_SetSerialCollectiveCallbacks (archive));
  OK (OTF2_Archive_SetCreator (archive, "every record"));
  OK (OTF2_Archive_SetMachineName (archive, "a machine"));
  OK (OTF2_Archive_SetDescription (archive, "what was run"));
  OK (OTF2_Archive_SetProperty (archive, "TEST::PROPERTY", "its value", true));
  OK (OTF2_Archive_OpenEvtFiles (archive));
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    {
      Events events
          = { OTF2_Archive_GetEvtWriter (archive, locations[i]), OTF2_AttributeList_New (),
              5 * resolution - 40, MAX (resolution / 100, 2), 0 };

      n_events[i] = write_events (&events);
      OTF2_AttributeList_Delete (events.attributes);
      OK (OTF2_Archive_CloseEvtWriter (archive, events.writer));
    }
  OK (OTF2_Archive_CloseEvtFiles (archive));
  OK (OTF2_Archive_OpenDefFiles (archive));
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    {
      OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter (archive, locations[i]);

      if (own && i != 1)
        write_own_definitions (writer, resolution);
      OK (OTF2_Archive_CloseDefWriter (archive, writer));
    }
  OK (OTF2_Archive_CloseDefFiles (archive));
  global = OTF2_Archive_GetGlobalDefWriter (archive);
  write_framework (global, resolution, n_events);
  write_global_definitions (global);
  OK (OTF2_Archive_CloseGlobalDefWriter (archive, global));
  OK (OTF2_Archive_Close (archive));
}

/* ---- What an archive says ---- */

typedef struct
{
  RefrainExtension *schema;
  GByteArray *records;
  GString *text;
} Dump;

static void
add_records (Dump *self, const char *prefix)
{
  g_autofree char *text
      = refrain_extension_to_text (self->schema, self->records->data, self->records->len);

  g_assert_nonnull (text);
  for (char *at = text; (at = strstr (at, "; ")) != NULL;)
    at[0] = '\n';
  g_string_append_printf (self->text, "%s %s\n", prefix, text);
  g_byte_array_set_size (self->records, 0);
}

static OTF2_CallbackCode
end_event (Dump *self,
           OTF2_LocationRef location,
           OTF2_TimeStamp time,
           const OTF2_AttributeList *attributes)
{
  g_autofree char *prefix
      = g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, location, time);

  for (guint32 i = 0; i < OTF2_AttributeList_GetNumberOfElements (attributes); i++)
    {
      OTF2_AttributeRef attribute;
      OTF2_AttributeValue value;
      OTF2_Type type;

      OTF2_AttributeList_GetAttributeByIndex (attributes, i, &attribute, &type, &value);
      refrain_otf2_put_AttributeValue (self->records, attribute, type, value);
    }
  add_records (self, prefix);
  return OTF2_CALLBACK_SUCCESS;
}

#define EVENT(name, ...)                                                                           \
  static OTF2_CallbackCode on_##name (OTF2_LocationRef location, OTF2_TimeStamp time,              \
                                      uint64_t position, void *data,                               \
                                      OTF2_AttributeList *attributes PARAMETERS (__VA_ARGS__))     \
  {                                                                                                \
    Dump *self = data;                                                                             \
                                                                                                   \
    refrain_otf2_put_##name (self->records ARGUMENTS (__VA_ARGS__));                               \
    return end_event (self, location, time, attributes);                                           \
  }
#define OTHER_EVENT EVENT
#include "refrain-otf2-records.h"

static void
dump_events (Dump *self, OTF2_Reader *reader, OTF2_LocationRef location)
{
  OTF2_EvtReader *events = OTF2_Reader_GetEvtReader (reader, location);
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New ();
  uint64_t n;

#define EVENT(name, ...) OTF2_EvtReaderCallbacks_Set##name##Callback (callbacks, on_##name);
#define OTHER_EVENT      EVENT
#include "refrain-otf2-records.h"
  OK (OTF2_Reader_RegisterEvtCallbacks (reader, events, callbacks, self));
  OTF2_EvtReaderCallbacks_Delete (callbacks);
  OK (OTF2_Reader_ReadAllLocalEvents (reader, events, &n));
  OTF2_Reader_CloseEvtReader (reader, events);
}

static void
dump_own_definitions (Dump *self, OTF2_Reader *reader, OTF2_LocationRef location)
{
  OTF2_DefReader *definitions = OTF2_Reader_GetDefReader (reader, location);
  OTF2_DefReaderCallbacks *callbacks = refrain_otf2_extension_new_local_callbacks ();
  uint64_t n;

  OK (OTF2_Reader_RegisterDefCallbacks (reader, definitions, callbacks, self->records));
  OTF2_DefReaderCallbacks_Delete (callbacks);
  OK (OTF2_Reader_ReadAllLocalDefinitions (reader, definitions, &n));
  OTF2_Reader_CloseDefReader (reader, definitions);
  add_records (self, "own");
}

char *
otf2_every_dump (const char *path)
{
  OTF2_Reader *reader = OTF2_Reader_Open (path);
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
  g_autoptr (RefrainExtension) schema
      = refrain_extension_new ("OTF2", refrain_otf2_get_schema (), none, NULL);
  g_autoptr (GByteArray) records = g_byte_array_new ();
  Dump self = { schema, records, g_string_new (NULL) };
  uint64_t n;

  g_assert_nonnull (reader);
  OK (OTF2_Reader_SetSerialCollectiveCallbacks (reader));
  OK (OTF2_Reader_GetNumberOfLocations (reader, &n));
  OK (refrain_otf2_record_archive (reader, records));
  add_records (&self, "archive");
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    OK (OTF2_Reader_SelectLocation (reader, locations[i]));
  OK (OTF2_Reader_OpenDefFiles (reader));
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    dump_own_definitions (&self, reader, locations[i]);
  OK (OTF2_Reader_CloseDefFiles (reader));
  OK (OTF2_Reader_OpenEvtFiles (reader));
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    dump_events (&self, reader, locations[i]);
  OK (OTF2_Reader_CloseEvtFiles (reader));
  OTF2_Reader_Close (reader);
  return g_string_free (self.text, FALSE);
}
