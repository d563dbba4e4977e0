/* otf2-floor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "otf2-floor.h"

#include <otf2/otf2.h>

static OTF2_CallbackCode
note_location (void *data,
               OTF2_LocationRef location,
               OTF2_StringRef name,
               OTF2_LocationType type,
               uint64_t events,
               OTF2_LocationGroupRef group)
{
  g_array_append_val ((GArray *) data, location);
  return OTF2_CALLBACK_SUCCESS;
}

static void
read_definitions (OTF2_Reader *reader, GArray *locations)
{
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader (reader);
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();
  uint64_t n;

  OTF2_GlobalDefReaderCallbacks_SetLocationCallback (callbacks, note_location);
  OTF2_Reader_RegisterGlobalDefCallbacks (reader, definitions, callbacks, locations);
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n);
}

static void
open_locations (OTF2_Reader *reader, GArray *locations)
{
  uint64_t n;

  for (guint i = 0; i < locations->len; i++)
    OTF2_Reader_SelectLocation (reader, g_array_index (locations, OTF2_LocationRef, i));
  gboolean has_local = OTF2_Reader_OpenDefFiles (reader) == OTF2_SUCCESS;
  OTF2_Reader_OpenEvtFiles (reader);
  for (guint i = 0; i < locations->len; i++)
    {
      OTF2_LocationRef location = g_array_index (locations, OTF2_LocationRef, i);
      OTF2_DefReader *local = has_local ? OTF2_Reader_GetDefReader (reader, location) : NULL;

      if (local != NULL)
        {
          OTF2_Reader_ReadAllLocalDefinitions (reader, local, &n);
          OTF2_Reader_CloseDefReader (reader, local);
        }
      OTF2_Reader_GetEvtReader (reader, location);
    }
  if (has_local)
    OTF2_Reader_CloseDefFiles (reader);
}

guint64
otf2_floor_read (const char *anchor, gboolean global)
{
  g_autoptr (GArray) locations = g_array_new (FALSE, FALSE, sizeof (OTF2_LocationRef));
  OTF2_Reader *reader = OTF2_Reader_Open (anchor);
  guint64 events = 0;
  uint64_t n = 0;

  g_assert_nonnull (reader);
  OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  read_definitions (reader, locations);
  open_locations (reader, locations);
  if (global)
    {
      OTF2_GlobalEvtReader *all = OTF2_Reader_GetGlobalEvtReader (reader);
      OTF2_GlobalEvtReaderCallbacks *none = OTF2_GlobalEvtReaderCallbacks_New ();

      OTF2_Reader_RegisterGlobalEvtCallbacks (reader, all, none, NULL);
      OTF2_GlobalEvtReaderCallbacks_Delete (none);
      OTF2_Reader_ReadAllGlobalEvents (reader, all, &n);
      OTF2_Reader_CloseGlobalEvtReader (reader, all);
      events = n;
    }
  else
    for (guint i = 0; i < locations->len; i++)
      {
        OTF2_EvtReader *one
            = OTF2_Reader_GetEvtReader (reader, g_array_index (locations, OTF2_LocationRef, i));
        OTF2_EvtReaderCallbacks *none = OTF2_EvtReaderCallbacks_New ();

        OTF2_Reader_RegisterEvtCallbacks (reader, one, none, NULL);
        OTF2_EvtReaderCallbacks_Delete (none);
        OTF2_Reader_ReadAllLocalEvents (reader, one, &n);
        OTF2_Reader_CloseEvtReader (reader, one);
        events += n;
      }
  OTF2_Reader_CloseEvtFiles (reader);
  OTF2_Reader_Close (reader);
  return events;
}
