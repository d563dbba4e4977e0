/* refrain-otf2-trace-id.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "refrain-otf2-writer-private.h"

static gboolean
add_file (GChecksum *checksum, const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  const guchar *bytes;
  gsize n;

  if (file == NULL)
    return FALSE;
  bytes = (const guchar *) g_mapped_file_get_contents (file);
  n = g_mapped_file_get_length (file);
  /* GLib takes pieces as long as a gssize can say; NULL stands for an empty file. */
  if (n > 0)
    g_checksum_update (checksum, bytes, (gssize) n);
  return TRUE;
}

/* MD5 tells traces apart here, it guards nothing. */
static gboolean
compute_id (const RefrainOtf2Numbering *numbering,
            const char *folder,
            const char *name,
            guint64 *id)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  g_autofree char *definitions = g_strdup_printf ("%s/%s.def", folder, name);
  guint8 digest[16];
  gsize n = sizeof digest;

  if (!add_file (checksum, definitions))
    return FALSE;
  for (guint i = 0; i < numbering->locations->len; i++)
    {
      const RefrainOtf2Location *location
          = &g_array_index (numbering->locations, RefrainOtf2Location, i);
      g_autofree char *events
          = g_strdup_printf ("%s/%s/%" G_GUINT64_FORMAT ".evt", folder, name, location->id);

      if (location->events > 0 && !add_file (checksum, events))
        return FALSE;
    }
  g_checksum_get_digest (checksum, digest, &n);
  memcpy (id, digest, sizeof *id);
  return TRUE;
}

static OTF2_ErrorCode
get_drawn (const char *path, guint64 *drawn)
{
  OTF2_Reader *reader = OTF2_Reader_Open (path);
  OTF2_ErrorCode code;

  if (reader == NULL)
    return OTF2_ERROR_FILE_INTERACTION;
  code = OTF2_Reader_GetTraceId (reader, drawn);
  OTF2_Reader_Close (reader);
  return code;
}

/* Where the only @id in the anchor file @path lies, or -1. */
static long
find_id (const char *path, guint64 id)
{
  g_autofree char *bytes = NULL;
  long found = -1;
  gsize n;

  if (!g_file_get_contents (path, &bytes, &n, NULL))
    return -1;
  for (gsize at = 0; at + sizeof id <= n; at++)
    if (memcmp (bytes + at, &id, sizeof id) == 0)
      {
        if (found >= 0)
          return -1;
        found = (long) at;
      }
  return found;
}

static gboolean
put_id (const char *path, long at, guint64 id)
{
  FILE *file = g_fopen (path, "r+b");
  gboolean ok;

  if (file == NULL)
    return FALSE;
  ok = fseek (file, at, SEEK_SET) == 0 && fwrite (&id, sizeof id, 1, file) == 1;
  return fclose (file) == 0 && ok;
}

OTF2_ErrorCode
refrain_otf2_settle_trace_id (const RefrainOtf2Numbering *numbering,
                              const char *folder,
                              const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.otf2", folder, name);
  guint64 drawn, id;
  long at;
  OTF2_ErrorCode code = get_drawn (path, &drawn);

  if (code != OTF2_SUCCESS)
    return code;
  at = find_id (path, drawn);
  if (at < 0)
    return OTF2_SUCCESS;
  if (!compute_id (numbering, folder, name, &id) || !put_id (path, at, id))
    return OTF2_ERROR_FILE_INTERACTION;
  return OTF2_SUCCESS;
}
