/* refrain-otf2-verify.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-writer-private.h"

static guint64
count_events (OTF2_Reader *reader, const RefrainOtf2Location *location)
{
  OTF2_EvtReader *events = OTF2_Reader_GetEvtReader (reader, location->id);
  guint64 n = 0;

  if (events == NULL)
    return G_MAXUINT64;
  OTF2_Reader_ReadAllLocalEvents (reader, events, &n);
  OTF2_Reader_CloseEvtReader (reader, events);
  return n;
}

static OTF2_ErrorCode
verify_events (const RefrainOtf2Numbering *numbering, OTF2_Reader *reader)
{
  OTF2_ErrorCode code;

  for (guint i = 0; i < numbering->locations->len; i++)
    OTF2_Reader_SelectLocation (reader,
                                g_array_index (numbering->locations, RefrainOtf2Location, i).id);
  code = OTF2_Reader_OpenEvtFiles (reader);
  for (guint i = 0; code == OTF2_SUCCESS && i < numbering->locations->len; i++)
    {
      const RefrainOtf2Location *location
          = &g_array_index (numbering->locations, RefrainOtf2Location, i);

      if (location->events > 0 && count_events (reader, location) != location->events)
        code = OTF2_ERROR_FILE_INTERACTION;
    }
  OTF2_Reader_CloseEvtFiles (reader);
  return code;
}

static OTF2_ErrorCode
verify_definitions (OTF2_Reader *reader)
{
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader (reader);
  uint64_t expected = 0, n = 0;
  OTF2_ErrorCode code;

  if (definitions == NULL)
    return OTF2_ERROR_FILE_INTERACTION;
  code = OTF2_Reader_GetNumberOfGlobalDefinitions (reader, &expected);
  if (code == OTF2_SUCCESS)
    code = OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n);
  OTF2_Reader_CloseGlobalDefReader (reader, definitions);
  return code == OTF2_SUCCESS && n != expected ? OTF2_ERROR_FILE_INTERACTION : code;
}

OTF2_ErrorCode
refrain_otf2_verify (const RefrainOtf2Numbering *numbering, const char *folder, const char *name)
{
  g_autofree char *base = g_strconcat (name, ".otf2", NULL);
  g_autofree char *anchor = g_build_filename (folder, base, NULL);
  OTF2_Reader *reader = OTF2_Reader_Open (anchor);
  OTF2_ErrorCode code;

  if (reader == NULL)
    return OTF2_ERROR_FILE_INTERACTION;
  code = OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  if (code == OTF2_SUCCESS)
    code = verify_definitions (reader);
  if (code == OTF2_SUCCESS)
    code = verify_events (numbering, reader);
  OTF2_Reader_Close (reader);
  return code;
}
