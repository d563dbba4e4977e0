/* refrain-otf2-extension-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A callback for each kind of definition, all made of the one table.
 */
#include "refrain-otf2-extension-reader.h"

#include <stdlib.h>

#include "refrain-otf2-schema.h"

#define DEFINITION(name, ...)                                                                      \
  static OTF2_CallbackCode on_##name (void *data PARAMETERS (__VA_ARGS__))                         \
  {                                                                                                \
    refrain_otf2_put_##name (data ARGUMENTS (__VA_ARGS__));                                        \
    return OTF2_CALLBACK_SUCCESS;                                                                  \
  }
#define GLOBAL_DEFINITION DEFINITION
#include "refrain-otf2-records.h"

static OTF2_GlobalDefReaderCallbacks *
new_global_callbacks (void)
{
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();

#define DEFINITION(name, ...)                                                                      \
  OTF2_GlobalDefReaderCallbacks_Set##name##Callback (callbacks, on_##name);
#define GLOBAL_DEFINITION DEFINITION
#include "refrain-otf2-records.h"
  return callbacks;
}

/* ---- Of a location ---- */

typedef struct
{
  GArray *own, *global; /* of guint64 */
} Pairs;

static void
add_pair (uint64_t own, uint64_t global, void *data)
{
  Pairs *pairs = data;

  g_array_append_val (pairs->own, own);
  g_array_append_val (pairs->global, global);
}

static OTF2_CallbackCode
on_mapping_table (void *data, OTF2_MappingType type, const OTF2_IdMap *map)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) global = g_array_new (FALSE, FALSE, sizeof (guint64));
  Pairs pairs = { own, global };
  OTF2_IdMapMode mode = OTF2_ID_MAP_DENSE;

  OTF2_IdMap_GetMode (map, &mode);
  OTF2_IdMap_Traverse (map, add_pair, &pairs);
  refrain_otf2_put_MappingTable (data, type, mode, own->len,
                                 (const uint64_t *) (gpointer) own->data, global->len,
                                 (const uint64_t *) (gpointer) global->data);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_clock_offset (void *data, OTF2_TimeStamp time, int64_t offset, double deviation)
{
  refrain_otf2_put_ClockOffset (data, time, offset, deviation);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_DefReaderCallbacks *
refrain_otf2_extension_new_local_callbacks (void)
{
  OTF2_DefReaderCallbacks *callbacks = OTF2_DefReaderCallbacks_New ();

  OTF2_DefReaderCallbacks_SetMappingTableCallback (callbacks, on_mapping_table);
  OTF2_DefReaderCallbacks_SetClockOffsetCallback (callbacks, on_clock_offset);
#define DEFINITION(name, ...) OTF2_DefReaderCallbacks_Set##name##Callback (callbacks, on_##name);
#include "refrain-otf2-records.h"
  return callbacks;
}

/* ---- Of the archive ---- */

static void
record_anchor (OTF2_Reader *reader, GByteArray *records)
{
  char *machine = NULL, *creator = NULL, *description = NULL, **names = NULL;
  guint64 event_chunk = 0, definition_chunk = 0, identifier = 0;
  OTF2_Compression compression = OTF2_COMPRESSION_NONE;
  uint32_t n = 0;

  OTF2_Reader_GetMachineName (reader, &machine);
  OTF2_Reader_GetCreator (reader, &creator);
  OTF2_Reader_GetDescription (reader, &description);
  OTF2_Reader_GetChunkSize (reader, &event_chunk, &definition_chunk);
  OTF2_Reader_GetTraceId (reader, &identifier);
  OTF2_Reader_GetCompression (reader, &compression);
  refrain_otf2_put_Archive (records, machine, creator, description, event_chunk, definition_chunk,
                            identifier, compression);
  if (OTF2_Reader_GetPropertyNames (reader, &n, &names) != OTF2_SUCCESS)
    n = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      char *value = NULL;

      if (OTF2_Reader_GetProperty (reader, names[i], &value) == OTF2_SUCCESS)
        refrain_otf2_put_ArchiveProperty (records, names[i], value);
      free (value);
    }
  free (names);
  free (description);
  free (creator);
  free (machine);
}

OTF2_ErrorCode
refrain_otf2_record_archive (OTF2_Reader *reader, GByteArray *records)
{
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader (reader);
  OTF2_GlobalDefReaderCallbacks *callbacks;
  OTF2_ErrorCode code;
  uint64_t n;

  if (definitions == NULL)
    return OTF2_ERROR_INVALID_DATA;
  record_anchor (reader, records);
  callbacks = new_global_callbacks ();
  code = OTF2_Reader_RegisterGlobalDefCallbacks (reader, definitions, callbacks, records);
  if (code == OTF2_SUCCESS)
    code = OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n);
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  OTF2_Reader_CloseGlobalDefReader (reader, definitions);
  return code;
}
