/* test-otf2-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The definitions of an archive as other tools read them: roles of regions, groups, clock.
 */
#include "config.h"

#include <otf2/otf2.h>
#include <string.h>

#include "refrain-format.h"
#include "refrain-trace-builder.h"
#include "sample-traces.h"
#include "test-program.h"
#include "test-trace.h"

typedef struct
{
  GPtrArray *strings;    /* by reference */
  GHashTable *roles;     /* name of a region -> role */
  GHashTable *paradigms; /* name of a region -> paradigm */
  GPtrArray *groups;     /* of COMM_GROUPs: "REFERENCE: MEMBERS" */
  GArray *comm_groups;   /* of each communicator, by reference: its group */
  guint64 offset, length, last;
  guint32 receiver; /* of the last send */
} Archive;

static OTF2_CallbackCode
on_string (void *data, OTF2_StringRef ref, const char *text)
{
  Archive *self = data;

  g_assert_cmpuint (ref, ==, self->strings->len);
  g_ptr_array_add (self->strings, g_strdup (text));
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_clock (void *data, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t wall_clock)
{
  Archive *self = data;

  self->offset = offset;
  self->length = length;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_region (void *data,
           OTF2_RegionRef ref,
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
  Archive *self = data;
  char *text = self->strings->pdata[name];

  g_hash_table_insert (self->roles, text, GUINT_TO_POINTER (role));
  g_hash_table_insert (self->paradigms, text, GUINT_TO_POINTER (paradigm));
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_group (void *data,
          OTF2_GroupRef ref,
          OTF2_StringRef name,
          OTF2_GroupType type,
          OTF2_Paradigm paradigm,
          OTF2_GroupFlag flags,
          uint32_t n,
          const uint64_t *members)
{
  Archive *self = data;
  GString *text = g_string_new (NULL);

  if (type == OTF2_GROUP_TYPE_COMM_GROUP)
    g_string_append_printf (text, "%u:", ref);
  for (uint32_t i = 0; type == OTF2_GROUP_TYPE_COMM_GROUP && i < n; i++)
    g_string_append_printf (text, " %" G_GUINT64_FORMAT, (guint64) members[i]);
  if (text->len > 0)
    g_ptr_array_add (self->groups, g_string_free (text, FALSE));
  else
    g_string_free (text, TRUE);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_comm (void *data,
         OTF2_CommRef ref,
         OTF2_StringRef name,
         OTF2_GroupRef group,
         OTF2_CommRef parent,
         OTF2_CommFlag flags)
{
  Archive *self = data;

  g_array_append_val (self->comm_groups, group);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_leave (OTF2_LocationRef location,
          OTF2_TimeStamp time,
          uint64_t position,
          void *data,
          OTF2_AttributeList *attributes,
          OTF2_RegionRef region)
{
  Archive *self = data;

  self->last = MAX (self->last, time);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_send (OTF2_LocationRef location,
         OTF2_TimeStamp time,
         uint64_t position,
         void *data,
         OTF2_AttributeList *attributes,
         uint32_t receiver,
         OTF2_CommRef comm,
         uint32_t tag,
         uint64_t bytes)
{
  Archive *self = data;

  self->receiver = receiver;
  return OTF2_CALLBACK_SUCCESS;
}

static void
read_definitions (Archive *self, OTF2_Reader *reader)
{
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader (reader);
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();
  uint64_t n;

  OTF2_GlobalDefReaderCallbacks_SetStringCallback (callbacks, on_string);
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback (callbacks, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback (callbacks, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback (callbacks, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback (callbacks, on_comm);
  OTF2_Reader_RegisterGlobalDefCallbacks (reader, definitions, callbacks, self);
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  g_assert_cmpint (OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n), ==,
                   OTF2_SUCCESS);
  OTF2_Reader_CloseGlobalDefReader (reader, definitions);
}

/* Of the samples here, locations have the ids 0 to @n_locations - 1. */
static void
read_events (Archive *self, OTF2_Reader *reader, guint n_locations)
{
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New ();
  uint64_t n;

  OTF2_EvtReaderCallbacks_SetLeaveCallback (callbacks, on_leave);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback (callbacks, on_send);
  for (guint i = 0; i < n_locations; i++)
    OTF2_Reader_SelectLocation (reader, i);
  g_assert_cmpint (OTF2_Reader_OpenEvtFiles (reader), ==, OTF2_SUCCESS);
  for (guint i = 0; i < n_locations; i++)
    {
      OTF2_EvtReader *events = OTF2_Reader_GetEvtReader (reader, i);

      OTF2_Reader_RegisterEvtCallbacks (reader, events, callbacks, self);
      g_assert_cmpint (OTF2_Reader_ReadAllLocalEvents (reader, events, &n), ==, OTF2_SUCCESS);
      OTF2_Reader_CloseEvtReader (reader, events);
    }
  OTF2_Reader_CloseEvtFiles (reader);
  OTF2_EvtReaderCallbacks_Delete (callbacks);
}

/* Saves @trace as an archive and reads that with OTF2's own reader. */
static Archive *
archive_new (RefrainTrace *trace, guint n_locations)
{
  Archive *self = g_new0 (Archive, 1);
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t.otf2", NULL);
  g_autoptr (GError) error = NULL;
  OTF2_Reader *reader;

  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->roles = g_hash_table_new (g_str_hash, g_str_equal);
  self->paradigms = g_hash_table_new (g_str_hash, g_str_equal);
  self->groups = g_ptr_array_new_with_free_func (g_free);
  self->comm_groups = g_array_new (FALSE, FALSE, sizeof (OTF2_GroupRef));
  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  reader = OTF2_Reader_Open (path);
  OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  read_definitions (self, reader);
  read_events (self, reader, n_locations);
  OTF2_Reader_Close (reader);
  test_remove_tree (folder);
  return self;
}

static void
archive_free (Archive *self)
{
  g_hash_table_unref (self->roles);
  g_hash_table_unref (self->paradigms);
  g_ptr_array_unref (self->strings);
  g_ptr_array_unref (self->groups);
  g_array_unref (self->comm_groups);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Archive, archive_free)

static void
test_roles (void)
{
  static const struct
  {
    const char *name;
    OTF2_RegionRole role;
    OTF2_Paradigm paradigm;
  } regions[] = {
    { "MPI_Send", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "mpi_waitall_", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "MPI_Iprobe", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "MPI_Send_init", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "MPI_Recv_init", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "MPI_Request_free", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "MPI_Cancel", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI },
    { "MPI_Barrier", OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_MPI },
    { "MPI_Ibarrier", OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_MPI },
    { "MPI_Bcast", OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_PARADIGM_MPI },
    { "MPI_Scatterv", OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_PARADIGM_MPI },
    { "MPI_Igatherv", OTF2_REGION_ROLE_COLL_ALL2ONE, OTF2_PARADIGM_MPI },
    { "MPI_Reduce", OTF2_REGION_ROLE_COLL_ALL2ONE, OTF2_PARADIGM_MPI },
    { "MPI_Reduce_scatter_block", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_PARADIGM_MPI },
    { "mpi_allreduce__", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_PARADIGM_MPI },
    { "MPI_Ialltoallw", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_PARADIGM_MPI },
    { "MPI_Scan", OTF2_REGION_ROLE_COLL_OTHER, OTF2_PARADIGM_MPI },
    { "MPI_Comm_split", OTF2_REGION_ROLE_COLL_OTHER, OTF2_PARADIGM_MPI },
    { "MPI_File_open", OTF2_REGION_ROLE_FILE_IO, OTF2_PARADIGM_MPI },
    { "MPI_Get", OTF2_REGION_ROLE_RMA, OTF2_PARADIGM_MPI },
    { "MPI_Get_count", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_MPI },
    { "MPI_Init", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_MPI },
    { "Send_init", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER },
    { "main", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER },
  };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (Archive) archive = NULL;

  refrain_trace_builder_add_process (builder, "MPI Rank 0", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    refrain_trace_builder_add_routine (builder, regions[i].name, NULL, 0);
  trace = test_finish (builder);
  archive = archive_new (trace, 0);
  g_assert_cmpuint (g_hash_table_size (archive->roles), ==, G_N_ELEMENTS (regions));
  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    {
      gpointer role = g_hash_table_lookup (archive->roles, regions[i].name);
      gpointer paradigm = g_hash_table_lookup (archive->paradigms, regions[i].name);

      g_test_message ("%s", regions[i].name);
      g_assert_cmpuint (GPOINTER_TO_UINT (role), ==, regions[i].role);
      g_assert_cmpuint (GPOINTER_TO_UINT (paradigm), ==, regions[i].paradigm);
    }
}

/* Three processes; communicators of the same and of other members, some of them unknown. */
static RefrainTrace *
make_groups (void)
{
  static const gint32 all[] = { 0, 1, 2 }, turned[] = { 2, 1, 0 }, holes[] = { -1, 2, -1, 0 };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  const struct
  {
    const gint32 *members;
    gsize n;
  } comms[] = { { all, 3 }, { all, 3 }, { turned, 3 }, { holes, 4 }, { holes, 1 }, { all, 3 } };
  RefrainRecorder *recorder = NULL;
  guint32 send;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("MPI Rank %u", i);
      guint process = refrain_trace_builder_add_process (builder, name, NULL);
      RefrainRecorder *own
          = refrain_trace_builder_add_thread (builder, process, i, "Master thread");

      recorder = i == 2 ? own : recorder;
    }
  for (guint i = 0; i < G_N_ELEMENTS (comms); i++)
    refrain_trace_builder_add_communicator (
        builder,
        refrain_communicator_new ("", i, -1, comms[i].members, comms[i].n, NULL, 0, FALSE));
  send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  refrain_recorder_enter (recorder, 10, send);
  refrain_recorder_send (recorder, 11, 0, 3, 1, 8);
  refrain_recorder_leave (recorder, 17, send);
  return test_finish (builder);
}

static void
test_groups (void)
{
  static const OTF2_GroupRef of_comms[] = { 2, 2, 3, 4, 5, 2 };
  g_autoptr (RefrainTrace) trace = make_groups ();
  g_autoptr (Archive) archive = archive_new (trace, 3);

  g_ptr_array_add (archive->groups, NULL);
  g_assert_cmpstrv ((char **) archive->groups->pdata,
                    ((const char *[]){ "2: 0 1 2", "3: 2 1 0", "4: 2 0", "5:", NULL }));
  g_assert_cmpmem (archive->comm_groups->data, archive->comm_groups->len * sizeof (OTF2_GroupRef),
                   of_comms, sizeof of_comms);
  /* Process 0 is the second that is left of "-1 2 -1 0". */
  g_assert_cmpuint (archive->receiver, ==, 1);
}

static void
test_clock (void)
{
  g_autoptr (RefrainTrace) groups = make_groups (), empty = sample_trace_empty ();
  g_autoptr (Archive) some = archive_new (groups, 3), none = archive_new (empty, 1);

  g_assert_cmpuint (some->length, ==, some->last - some->offset + 1);
  g_assert_cmpuint (none->length, ==, 1);
}

/* ---- Definitions that stand for a lot ---- */

static OTF2_FlushType
flush (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool last)
{
  return OTF2_FLUSH;
}

/* An archive of one location and @n ranks, all of them members of @n_comms communicators. */
static void
write_wide (const char *folder, guint n, guint n_comms)
{
  const OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush };
  g_autofree uint64_t *ranks = g_new0 (uint64_t, n);
  OTF2_Archive *archive
      = OTF2_Archive_Open (folder, "t", OTF2_FILEMODE_WRITE, 512 * 1024, 4 * 1024 * 1024,
                           OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_GlobalDefWriter *w;

  OTF2_Archive_SetFlushCallbacks (archive, &callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  OTF2_Archive_OpenEvtFiles (archive);
  OTF2_Archive_CloseEvtWriter (archive, OTF2_Archive_GetEvtWriter (archive, 0));
  OTF2_Archive_CloseEvtFiles (archive);
  w = OTF2_Archive_GetGlobalDefWriter (archive);
  OTF2_GlobalDefWriter_WriteClockProperties (w, 1000000000, 0, 1, OTF2_UNDEFINED_TIMESTAMP);
  OTF2_GlobalDefWriter_WriteString (w, 0, "");
  OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteLocationGroup (w, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                           OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocation (w, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 0);
  OTF2_GlobalDefWriter_WriteGroup (w, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, n, ranks);
  OTF2_GlobalDefWriter_WriteGroup (w, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, n, ranks);
  for (guint i = 0; i < n_comms; i++)
    OTF2_GlobalDefWriter_WriteComm (w, i, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_Archive_CloseGlobalDefWriter (archive, w);
  OTF2_Archive_Close (archive);
}

static void
test_claims (void)
{
  static const struct
  {
    guint n, n_comms;
    const char *cause;
  } archives[] = {
    { 65536, 10, NULL },
    { 65536, 1000, "definitions: 65536000 members of communicators are too many for " },
    { 1000000, 1, "definitions: 1000000 processes are too many for " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (archives); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "t.otf2", NULL);
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (GError) error = NULL;

      write_wide (folder, archives[i].n, archives[i].n_comms);
      trace = refrain_trace_load (path, NULL, NULL, &error);
      g_assert_true ((trace == NULL) == (archives[i].cause != NULL));
      if (archives[i].cause == NULL)
        g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, archives[i].n);
      else
        g_assert_nonnull (strstr (error->message, archives[i].cause));
      test_remove_tree (folder);
    }
}

TEST_PROGRAM ("otf2-definitions")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/otf2-definitions/roles", test_roles);
  g_test_add_func ("/formats/otf2-definitions/groups", test_groups);
  g_test_add_func ("/formats/otf2-definitions/clock", test_clock);
  g_test_add_func ("/formats/otf2-definitions/claims", test_claims);
  return g_test_run ();
}
