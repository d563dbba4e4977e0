/* test-cartesian.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cartesian communicators as tracing tools write them: written with OTF2's own writer, read, kept
 * by all formats, and first evidence for the topology.
 */
#include "config.h"

#include <otf2/otf2.h>

#include "refrain-format.h"
#include "refrain-topology-said.h"
#include "refrain-topology.h"
#include "test-program.h"
#include "sample-traces.h"
#include "test-trace.h"

enum
{
  N = 8,
  WORLD = 0,
  CART = 1,
  COLUMNS = 4,
};

/* What MPI_Cart_create made, and which ranks send each other. */
typedef struct
{
  guint n_dimensions;
  guint32 sizes[3];
  gboolean periodic[3];
  gboolean by_column; /* the first dimension fastest */
  gint bad_rank;      /* its coordinates lie outside, or -1 */
  guint steps[2];     /* neighbours send along these differences of ranks */
  gboolean round;     /* of the first: within each row of COLUMNS */
  gboolean by_tracer; /* the communicator is the tracing tool's own */
} Case;

static OTF2_FlushType
flush (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
  return OTF2_FLUSH;
}

/* The process that @rank sends to along step @k, or -1. */
static gint
find_target (const Case *of, guint rank, guint k)
{
  const guint step = of->steps[k];

  if (step == 0)
    return -1;
  if (k == 0 && of->round)
    return (gint) (rank / COLUMNS * COLUMNS + (rank + step) % COLUMNS);
  if (k == 0)
    return rank % COLUMNS + step < COLUMNS ? (gint) (rank + step) : -1;
  return rank + step < N ? (gint) (rank + step) : -1;
}

static void
write_events (OTF2_Archive *archive, const Case *of)
{
  OTF2_Archive_OpenEvtFiles (archive);
  for (guint rank = 0; rank < N; rank++)
    {
      OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter (archive, rank);

      for (guint k = 0; k < 2; k++)
        {
          if (find_target (of, rank, k) >= 0)
            OTF2_EvtWriter_MpiSend (writer, NULL, 10 + 10 * k, (guint32) find_target (of, rank, k),
                                    CART, 1, 100);
          for (guint from = 0; from < N; from++)
            if (find_target (of, from, k) == (gint) rank)
              OTF2_EvtWriter_MpiRecv (writer, NULL, 15 + 10 * k, from, CART, 1, 100);
        }
      OTF2_Archive_CloseEvtWriter (archive, writer);
    }
  OTF2_Archive_CloseEvtFiles (archive);
  OTF2_Archive_OpenDefFiles (archive);
  for (guint rank = 0; rank < N; rank++)
    OTF2_Archive_CloseDefWriter (archive, OTF2_Archive_GetDefWriter (archive, rank));
  OTF2_Archive_CloseDefFiles (archive);
}

static void
write_cartesian (OTF2_GlobalDefWriter *writer, const Case *of)
{
  const OTF2_CartDimensionRef dimensions[] = { 0, 1, 2 };

  for (guint d = 0; d < of->n_dimensions; d++)
    OTF2_GlobalDefWriter_WriteCartDimension (writer, d, 0, of->sizes[d],
                                             of->periodic[d] ? OTF2_CART_PERIODIC_TRUE
                                                             : OTF2_CART_PERIODIC_FALSE);
  OTF2_GlobalDefWriter_WriteCartTopology (writer, 0, 0, CART, (uint8_t) of->n_dimensions,
                                          dimensions);
  for (guint32 rank = 0; rank < N; rank++)
    {
      uint32_t at[3];
      guint32 rest = rank;

      for (guint k = 0; k < of->n_dimensions; k++)
        {
          const guint d = of->by_column ? k : of->n_dimensions - 1 - k;

          at[d] = rest % of->sizes[d];
          rest /= of->sizes[d];
        }
      if ((gint) rank == of->bad_rank)
        at[0] = 1000;
      OTF2_GlobalDefWriter_WriteCartCoordinate (writer, 0, rank, (uint8_t) of->n_dimensions, at);
    }
}

static void
write_definitions (OTF2_Archive *archive, const Case *of)
{
  OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter (archive);
  uint64_t members[N];

  OTF2_GlobalDefWriter_WriteClockProperties (writer, 1000000000, 0, 100, OTF2_UNDEFINED_TIMESTAMP);
  OTF2_GlobalDefWriter_WriteString (writer, 0, "");
  OTF2_GlobalDefWriter_WriteString (writer, 1, "grid");
  OTF2_GlobalDefWriter_WriteSystemTreeNode (writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (guint rank = 0; rank < N; rank++)
    {
      OTF2_GlobalDefWriter_WriteLocationGroup (writer, rank, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                               OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation (writer, rank, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 4, rank);
      members[rank] = rank;
    }
  OTF2_GlobalDefWriter_WriteGroup (writer, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, N, members);
  OTF2_GlobalDefWriter_WriteGroup (writer, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP,
                                   of->by_tracer ? OTF2_PARADIGM_MEASUREMENT_SYSTEM
                                                 : OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, N, members);
  OTF2_GlobalDefWriter_WriteComm (writer, WORLD, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteComm (writer, CART, 1, 1, WORLD, OTF2_COMM_FLAG_NONE);
  write_cartesian (writer, of);
  OTF2_Archive_CloseGlobalDefWriter (archive, writer);
}

/* The archive of a case, in a folder of its own. */
static RefrainTrace *
make_trace (const Case *of, char **folder)
{
  static const OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush };
  g_autofree char *path = NULL;
  OTF2_Archive *archive;

  *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  path = g_build_filename (*folder, "t.otf2", NULL);
  archive = OTF2_Archive_Open (*folder, "t", OTF2_FILEMODE_WRITE, 1 << 20, 1 << 20,
                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetFlushCallbacks (archive, &callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_events (archive, of);
  write_definitions (archive, of);
  g_assert_cmpint (OTF2_Archive_Close (archive), ==, OTF2_SUCCESS);
  return sample_trace_load (path);
}

static RefrainTopology *
find_topology (RefrainTrace *trace)
{
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  RefrainCommunicator *by;
  g_autoptr (RefrainMapping) said = refrain_topology_said_by_trace (trace, &by);
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, NULL);

  options.said = said;
  if (said != NULL)
    g_assert_cmpstr (refrain_communicator_get_name (by), ==, "grid");
  return refrain_topology_new (matrix, &options, NULL, NULL);
}

/* 4 around × 2, dimension 0 fastest in the ranks. */
static const Case torus = { 2, { 4, 2 }, { TRUE, FALSE }, TRUE, -1, { 1, COLUMNS }, TRUE };

static void
check_torus (RefrainTrace *trace)
{
  RefrainCommunicator *comm = refrain_trace_get_communicator (trace, 1);
  const RefrainCartesian *cartesian = refrain_communicator_get_cartesian (comm);

  g_assert_null (refrain_communicator_get_cartesian (refrain_trace_get_communicator (trace, 0)));
  g_assert_nonnull (cartesian);
  g_assert_cmpuint (cartesian->n_dimensions, ==, 2);
  g_assert_cmpuint (cartesian->sizes[0], ==, 4);
  g_assert_cmpuint (cartesian->sizes[1], ==, 2);
  g_assert_cmpuint (cartesian->periodic, ==, 1);
  for (guint rank = 0; rank < N; rank++)
    g_assert_cmpuint (cartesian->places[rank], ==, rank % 4 * 2 + rank / 4);
}

/* Every format keeps it. */
static void
test_formats (void)
{
  static const char *const names[] = { "a.otf2", "b.mtf.h5", "c.gxl", "d.gxl.gz" };
  g_autofree char *folder = NULL;
  g_autoptr (RefrainTrace) trace = make_trace (&torus, &folder);

  check_torus (trace);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autoptr (RefrainTrace) again = NULL;
      g_autoptr (GError) error = NULL;

      refrain_trace_save (trace, path, NULL, NULL, &error);
      g_assert_no_error (error);
      again = sample_trace_load (path);
      check_torus (again);
    }
  test_remove_tree (folder);
}

/* Of the names that fit (4×2 torus is 2×2×2 grid) it is the program's, on its places. */
static void
test_agrees (void)
{
  g_autofree char *folder = NULL;
  g_autoptr (RefrainTrace) trace = make_trace (&torus, &folder);
  g_autoptr (RefrainTopology) topology = find_topology (trace);
  RefrainMapping *mapping = refrain_topology_get_mapping (topology, 0);
  gsize extra, missing;

  g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, "4×2 torus");
  g_assert_nonnull (refrain_topology_get_said (topology, &extra, &missing));
  g_assert_cmpuint (extra + missing, ==, 0);
  g_assert_true (refrain_topology_follows_said (topology));
  g_assert_cmpuint (refrain_mapping_get_size (mapping, 0), ==, 4);
  for (guint rank = 0; rank < N; rank++)
    {
      g_assert_cmpuint (refrain_mapping_get_coordinates (mapping, rank)[0], ==, rank % 4);
      g_assert_cmpuint (refrain_mapping_get_coordinates (mapping, rank)[1], ==, rank / 4);
    }
  test_remove_tree (folder);
}

/* Where it wraps, or not, otherwise than it says, the places stay; where it is another grid, or a
 * few edges differ, the difference is counted. */
static void
test_disagrees (void)
{
  static const struct
  {
    Case of;
    const char *name, *nearest;
    gboolean follows;
    gsize extra, missing;
  } cases[] = {
    { { 2, { 2, 4 }, { FALSE, TRUE }, FALSE, -1, { 1, COLUMNS }, FALSE },
      "4×2 grid",
      NULL,
      TRUE,
      0,
      2 },
    { { 1, { 8 }, { FALSE }, FALSE, -1, { 1, COLUMNS }, FALSE }, "4×2 grid", NULL, FALSE, 4, 1 },
    { { 3, { 2, 2, 2 }, { FALSE }, FALSE, -1, { 1, COLUMNS }, TRUE },
      "4×2 torus",
      NULL,
      FALSE,
      4,
      4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = NULL;
      g_autoptr (RefrainTrace) trace = make_trace (&cases[i].of, &folder);
      g_autoptr (RefrainTopology) topology = find_topology (trace);
      gsize extra, missing;

      g_assert_nonnull (refrain_topology_get_said (topology, &extra, &missing));
      g_assert_cmpstr (refrain_topology_get_name (topology, 0), ==, cases[i].name);
      g_assert_cmpuint (extra, ==, cases[i].extra);
      g_assert_cmpuint (missing, ==, cases[i].missing);
      g_assert_true (refrain_topology_follows_said (topology) == cases[i].follows);
      test_remove_tree (folder);
    }
}

/* What cannot be is not believed. */
static void
test_nonsense (void)
{
  static const Case cases[] = {
    { 2, { 4, 3 }, { FALSE }, FALSE, -1, { 1, COLUMNS }, FALSE },
    { 2, { 4, 2 }, { FALSE }, FALSE, 3, { 1, COLUMNS }, FALSE },
    { 2, { 0, 8 }, { FALSE }, FALSE, 0, { 1, 0 }, FALSE },
    { 0, { 0 }, { FALSE }, FALSE, -1, { 1, 0 }, FALSE },
    { 2, { 8, 1 }, { FALSE }, FALSE, -1, { 1, COLUMNS }, FALSE, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Case of = cases[i];
      g_autofree char *folder = NULL;
      g_autoptr (RefrainTrace) trace = NULL;
      g_autoptr (RefrainTopology) topology = NULL;
      gsize extra, missing;

      of.sizes[0] = MAX (of.sizes[0], of.n_dimensions > 0 ? 1 : 0);
      trace = make_trace (&of, &folder);
      topology = find_topology (trace);
      g_assert_null (refrain_topology_get_said (topology, &extra, &missing));
      test_remove_tree (folder);
    }
}

/* The text form that GXL and HDF5 have. */
static void
test_text (void)
{
  static const gint32 members[] = { 0, 1, 2, 3 };
  static const char *const good[] = { "4", "2 2", "2p 2", "4p", "2 2p: 0 2 1 3", "1 4 1" };
  static const char *const bad[] = { "",
                                     "5",
                                     "2 2 2",
                                     "2 2:",
                                     "2 2: 0 1 2",
                                     "2 2: 0 1 2 2",
                                     "2 2: 0 1 2 4",
                                     "2 2: 0 1 2 3 0",
                                     "2 x",
                                     "-4",
                                     "4294967297 4",
                                     "2 2 p",
                                     "0 4",
                                     "65536 65536 65536 65536" };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (RefrainCommunicator) comm
          = refrain_communicator_new ("c", 1, -1, members, 4, NULL, 0, FALSE);
      g_autofree char *text = NULL;

      g_assert_true (refrain_communicator_read_cartesian (comm, good[i]));
      text = refrain_communicator_write_cartesian (comm);
      g_assert_cmpstr (text, ==, good[i]);
      g_assert_false (refrain_communicator_read_cartesian (comm, good[i])); /* said already */
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (RefrainCommunicator) comm
          = refrain_communicator_new ("c", 1, -1, members, 4, NULL, 0, FALSE);

      g_assert_false (refrain_communicator_read_cartesian (comm, bad[i]));
      g_assert_null (refrain_communicator_get_cartesian (comm));
    }
}

TEST_PROGRAM ("cartesian")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/cartesian/formats", test_formats);
  g_test_add_func ("/formats/cartesian/agrees", test_agrees);
  g_test_add_func ("/formats/cartesian/disagrees", test_disagrees);
  g_test_add_func ("/formats/cartesian/nonsense", test_nonsense);
  g_test_add_func ("/formats/cartesian/text", test_text);
  return g_test_run ();
}
