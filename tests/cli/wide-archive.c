/* wide-archive.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * wide-archive FOLDER LOCATIONS COMMUNICATORS: an OTF2 archive FOLDER/wide.otf2 that defines so
 * many of both, of one process each and of all of them, and has no event file but that of the first
 * process.
 */
#include "config.h"

#include <glib.h>
#include <otf2/otf2.h>

static OTF2_FlushType
before_flush (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
  return OTF2_FLUSH;
}

static OTF2_TimeStamp
after_flush (void *data, OTF2_FileType type, OTF2_LocationRef location)
{
  return 0;
}

static void
write_events (OTF2_Archive *archive)
{
  OTF2_EvtWriter *writer;

  OTF2_Archive_OpenEvtFiles (archive);
  writer = OTF2_Archive_GetEvtWriter (archive, 0);
  OTF2_EvtWriter_Enter (writer, NULL, 10, 0);
  OTF2_EvtWriter_Leave (writer, NULL, 20, 0);
  OTF2_Archive_CloseEvtWriter (archive, writer);
  OTF2_Archive_CloseEvtFiles (archive);
}

static void
write_definitions (OTF2_GlobalDefWriter *writer, guint n, guint n_comms)
{
  g_autofree guint64 *members = g_new (guint64, n);

  OTF2_GlobalDefWriter_WriteClockProperties (writer, 1000000000, 0, 100, OTF2_UNDEFINED_TIMESTAMP);
  OTF2_GlobalDefWriter_WriteString (writer, 0, "main");
  OTF2_GlobalDefWriter_WriteRegion (writer, 0, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION,
                                    OTF2_PARADIGM_USER, 0, 0, 0, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (guint i = 0; i < n; i++)
    {
      members[i] = i;
      OTF2_GlobalDefWriter_WriteLocationGroup (writer, i, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                               OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation (writer, i, 0, OTF2_LOCATION_TYPE_CPU_THREAD,
                                          i == 0 ? 2 : 0, i);
    }
  OTF2_GlobalDefWriter_WriteGroup (writer, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, 0,
                                   0, n, members);
  OTF2_GlobalDefWriter_WriteGroup (writer, 1, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 0, 0,
                                   n, members);
  for (guint i = 0; i < n_comms; i++)
    OTF2_GlobalDefWriter_WriteComm (writer, i, 0, 1, OTF2_UNDEFINED_COMM, 0);
}

int
main (int argc, char **argv)
{
  static const OTF2_FlushCallbacks flush
      = { .otf2_pre_flush = before_flush, .otf2_post_flush = after_flush };
  OTF2_Archive *archive;

  if (argc != 4)
    return 2;
  archive = OTF2_Archive_Open (argv[1], "wide", OTF2_FILEMODE_WRITE, 1 << 18, 1 << 22,
                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (archive == NULL)
    return 1;
  OTF2_Archive_SetFlushCallbacks (archive, &flush, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_events (archive);
  write_definitions (OTF2_Archive_GetGlobalDefWriter (archive),
                     (guint) g_ascii_strtoull (argv[2], NULL, 10),
                     (guint) g_ascii_strtoull (argv[3], NULL, 10));
  return OTF2_Archive_Close (archive) == OTF2_SUCCESS ? 0 : 1;
}
