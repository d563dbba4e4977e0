/* test-hdf5.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * HDF5 files that are not as the format says, or say it in another way.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "refrain-error.h"
#include "refrain-hdf5-file.h"
#include "refrain-hdf5.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"

typedef struct
{
  char *folder, *path;
  RefrainTrace *trace;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "t.mtf.h5", NULL);
  self->trace = sample_trace_rich ();
  refrain_hdf5_save (self->trace, self->path, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->trace);
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static void
assert_refused (Fixture *self, const char *place, const char *phrase)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_hdf5_load (self->path, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_nonnull (error);
  g_assert_true (error->domain == REFRAIN_ERROR);
  if (strstr (error->message, "t.mtf.h5") == NULL || strstr (error->message, place) == NULL
      || strstr (error->message, phrase) == NULL)
    g_error ("\"%s\" lacks \"%s\" or \"%s\"", error->message, place, phrase);
}

static void
assert_same (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_hdf5_load (self->path, NULL, NULL, &error);
  g_autofree char *expected = trace_dump (self->trace, FALSE);
  g_autofree char *dump = NULL;

  g_assert_no_error (error);
  dump = trace_dump (trace, FALSE);
  g_assert_cmpstr (dump, ==, expected);
}

static hid_t
open_file (Fixture *self)
{
  hid_t file = H5Fopen (self->path, H5F_ACC_RDWR, H5P_DEFAULT);

  g_assert_cmpint (file, >=, 0);
  return file;
}

/* Puts a dataset of @n zeros, in one dimension or more, in the place of @path. */
static void
replace (Fixture *self, const char *path, hid_t type, int rank, hsize_t n, hid_t properties)
{
  hid_t file = open_file (self);
  const hsize_t sizes[] = { n, 1 };
  hid_t space = H5Screate_simple (rank, sizes, NULL);
  hid_t dataset;

  H5Ldelete (file, path, H5P_DEFAULT);
  dataset = H5Dcreate2 (file, path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  g_assert_cmpint (dataset, >=, 0);
  H5Dclose (dataset);
  H5Sclose (space);
  H5Fclose (file);
}

static guint64
count (Fixture *self, const char *path)
{
  hid_t file = open_file (self);
  hid_t dataset = H5Dopen2 (file, path, H5P_DEFAULT);
  hid_t space = H5Dget_space (dataset);
  guint64 n = H5Sget_simple_extent_npoints (space);

  H5Sclose (space);
  H5Dclose (dataset);
  H5Fclose (file);
  return n;
}

/* Overwrites element @i of a dataset of 64-bit numbers. */
static void
poke (Fixture *self, const char *path, hsize_t i, guint64 value)
{
  hid_t file = open_file (self);
  hid_t dataset = H5Dopen2 (file, path, H5P_DEFAULT);
  hid_t space = H5Dget_space (dataset), one = H5Screate (H5S_SCALAR);

  H5Sselect_elements (space, H5S_SELECT_SET, 1, &i);
  g_assert_cmpint (H5Dwrite (dataset, H5T_NATIVE_UINT64, one, space, H5P_DEFAULT, &value), >=, 0);
  H5Sclose (one);
  H5Sclose (space);
  H5Dclose (dataset);
  H5Fclose (file);
}

static void
set_attribute (Fixture *self, const char *name, guint64 value)
{
  hid_t file = open_file (self);
  hid_t attribute = H5Aopen (file, name, H5P_DEFAULT);

  H5Awrite (attribute, H5T_NATIVE_UINT64, &value);
  H5Aclose (attribute);
  H5Fclose (file);
}

/* Every dataset in turn is missing, of another type, shape or length. */
static void
test_datasets (Fixture *self, gconstpointer data)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  for (gsize i = 0; i < n; i++)
    {
      hid_t file, type = refrain_hdf5_type_in_file (columns[i].type);
      guint64 length;

      if (columns[i].table == REFRAIN_TABLE_DETAILS)
        continue; /* the sample has none */
      length = count (self, columns[i].name);

      replace (self, columns[i].name, H5T_IEEE_F64LE, 1, length, H5P_DEFAULT);
      assert_refused (self, columns[i].name, "type");
      replace (self, columns[i].name, type, 2, length, H5P_DEFAULT);
      assert_refused (self, columns[i].name, "dimension");
      replace (self, columns[i].name, type, 1, length + 1, H5P_DEFAULT);
      assert_refused (self, columns[i].name, "elements instead of");
      file = open_file (self);
      H5Ldelete (file, columns[i].name, H5P_DEFAULT);
      H5Fclose (file);
      assert_refused (self, columns[i].name, "missing");
      tear_down (self, NULL);
      set_up (self, NULL);
    }
}

static void
test_attributes (Fixture *self, gconstpointer data)
{
  hid_t file;

  set_attribute (self, "name", 1 << 30);
  assert_refused (self, "name", "outside");
  set_attribute (self, "version", 2);
  assert_refused (self, "version", "2");
  file = open_file (self);
  H5Adelete (file, "version");
  H5Fclose (file);
  assert_refused (self, "version", "missing");
  file = open_file (self);
  H5Adelete (file, "format");
  H5Fclose (file);
  assert_refused (self, "format", "MTF");
}

static void
test_tables (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *path;
    hsize_t row;
    guint64 value;
    const char *place;
  } pokes[] = {
    { "/processes/first_call", 1, G_MAXUINT64, "/processes/first_call" },
    { "/processes/first_op", 0, 1, "/processes/first_op" },
    { "/processes/first_thread", 2, 1 << 20, "/processes/first_thread" },
    { "/processes/tape_events", 0, G_MAXUINT64, "/processes/tape_events" },
    { "/processes/name", 0, 1 << 30, "/processes" },
    { "/routines/name", 0, 1 << 30, "/routines" },
    { "/routines/name", 0, G_MAXUINT64, "/routines" },
    { "/communicators/first_member", 1, 1 << 20, "/communicators" },
    { "/defects/kind", 0, 0, "/defects" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pokes); i++)
    {
      poke (self, pokes[i].path, pokes[i].row, pokes[i].value);
      assert_refused (self, pokes[i].place, "");
      tear_down (self, NULL);
      set_up (self, NULL);
    }
}

static guint
count_altered (Fixture *self, const char **detail)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_hdf5_load (self->path, NULL, NULL, &error);
  GListModel *defects = refrain_trace_get_defects (trace);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_kind (defect) != REFRAIN_DEFECT_ALTERED)
        continue;
      *detail = g_intern_string (refrain_defect_get_detail (defect));
      n++;
    }
  return n;
}

/* Values that contradict nothing are noticed, too; of a file without sums nothing can be said. */
static void
test_altered (Fixture *self, gconstpointer data)
{
  const char *detail = NULL;
  hid_t file;

  g_assert_cmpuint (count_altered (self, &detail), ==, 0);
  poke (self, "/ops/bytes", 1, 12345);
  g_assert_cmpuint (count_altered (self, &detail), ==, 1);
  g_assert_cmpstr (detail, ==, "/ops/bytes");
  /* Without names first: of what the others are nobody knows. */
  for (guint i = 0; i < 2; i++)
    {
      file = open_file (self);
      H5Ldelete (file, i == 0 ? "/sums/name" : "/sums", H5P_DEFAULT);
      H5Fclose (file);
      g_assert_cmpuint (count_altered (self, &detail), ==, 0);
    }
}

/* Nobody is left whose other end is gone. */
static void
assert_partners (RefrainTrace *trace)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE)
          g_assert_cmpuint (
              ops->partner[i], <,
              refrain_process_get_ops (refrain_trace_get_process (trace, (guint) ops->peer[i]))->n);
    }
}

/* Columns that contradict each other are found when somebody asks for them. */
static void
test_lazy (Fixture *self, gconstpointer data)
{
  static const char *const paths[]
      = { "/calls/start", "/ops/time", "/threads/n_ops", "/threads/first_tape" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) trace = NULL;
      g_autofree char *dump = NULL;

      poke (self, paths[i], 0, (guint64) G_MAXINT64);
      trace = refrain_hdf5_load (self->path, NULL, NULL, &error);
      g_assert_no_error (error);
      dump = trace_dump (trace, FALSE);
      g_assert_true (refrain_process_is_damaged (refrain_trace_get_process (trace, 0)));
      g_assert_false (refrain_process_is_damaged (refrain_trace_get_process (trace, 1)));
      assert_partners (trace);
      tear_down (self, NULL);
      set_up (self, NULL);
    }
}

/* Copies @path into another layout, as repacking tools do. */
static void
repack (Fixture *self, const char *path, RefrainColumnType type, hid_t properties, gboolean big)
{
  hid_t file = open_file (self);
  hid_t old = H5Dopen2 (file, path, H5P_DEFAULT);
  hid_t space = H5Dget_space (old), new;
  gsize n = H5Sget_simple_extent_npoints (space);
  g_autofree guint8 *bytes = g_malloc (n * refrain_column_type_get_size (type) + 1);
  hid_t stored = H5Tcopy (refrain_hdf5_type_in_file (type));

  if (big)
    H5Tset_order (stored, H5T_ORDER_BE);
  H5Dread (old, refrain_hdf5_type_in_memory (type), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
  H5Dclose (old);
  H5Ldelete (file, path, H5P_DEFAULT);
  new = H5Dcreate2 (file, path, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  g_assert_cmpint (new, >=, 0);
  H5Dwrite (new, refrain_hdf5_type_in_memory (type), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
  H5Dclose (new);
  H5Tclose (stored);
  H5Sclose (space);
  H5Fclose (file);
}

/* Files that cannot be mapped are read. */
static void
test_layouts (Fixture *self, gconstpointer data)
{
  const hsize_t chunk = 8;
  hid_t chunked = H5Pcreate (H5P_DATASET_CREATE), compact = H5Pcreate (H5P_DATASET_CREATE);
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);

  H5Pset_chunk (chunked, 1, &chunk);
  H5Pset_deflate (chunked, 6);
  H5Pset_layout (compact, H5D_COMPACT);
  for (gsize i = 0; i < n; i++)
    if (columns[i].table != REFRAIN_TABLE_DETAILS)
      repack (self, columns[i].name, columns[i].type,
              i % 3 == 0   ? chunked
              : i % 3 == 1 ? compact
                           : H5P_DEFAULT,
              i % 2 == 0);
  assert_same (self);
  H5Pclose (chunked);
  H5Pclose (compact);
}

/* A dataset must not make us read another file. */
static void
test_external (Fixture *self, gconstpointer data)
{
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  guint64 n = count (self, "/text");

  H5Pset_external (properties, "/etc/passwd", 0, n);
  replace (self, "/text", H5T_STD_U8LE, 1, n, properties);
  H5Pclose (properties);
  assert_refused (self, "/text", "another file");
}

/* Nor must a link, to a dataset or to a group, whatever the other file is. */
static void
test_links (Fixture *self, gconstpointer data)
{
  static const char *const links[][2] = { { "/text", "/text" }, { "/ops", "/ops/time" } };
  g_autofree char *other = g_build_filename (self->folder, "other.mtf.h5", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autoptr (GError) error = NULL;
      hid_t file;

      refrain_hdf5_save (self->trace, other, NULL, NULL, &error);
      g_assert_no_error (error);
      file = open_file (self);
      H5Ldelete (file, links[i][0], H5P_DEFAULT);
      g_assert_cmpint (
          H5Lcreate_external (other, links[i][0], file, links[i][0], H5P_DEFAULT, H5P_DEFAULT), >=,
          0);
      H5Fclose (file);
      assert_refused (self, links[i][1], "another file");
      g_remove (other);
      /* Opening a pipe would wait for somebody who writes to it. */
      g_assert_cmpint (mkfifo (other, 0600), ==, 0);
      assert_refused (self, links[i][1], "another file");
      g_remove (other);
      tear_down (self, NULL);
      set_up (self, NULL);
      g_clear_pointer (&other, g_free);
      other = g_build_filename (self->folder, "other.mtf.h5", NULL);
    }
}

/* A dataset made of pieces of others, here of another file's. */
static void
test_virtual (Fixture *self, gconstpointer data)
{
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  const hsize_t n = count (self, "/text");
  hid_t space = H5Screate_simple (1, &n, NULL);

  H5Pset_virtual (properties, space, "other.mtf.h5", "/text", space);
  replace (self, "/text", H5T_STD_U8LE, 1, n, properties);
  H5Sclose (space);
  H5Pclose (properties);
  assert_refused (self, "/text", "another file");
}

/* A few bytes, or none, that claim to be many elements. */
static void
test_absurd (Fixture *self, gconstpointer data)
{
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  const hsize_t chunk = 1024;

  H5Pset_chunk (properties, 1, &chunk);
  replace (self, "/processes/name", H5T_STD_U64LE, 1, (hsize_t) 1 << 60, properties);
  assert_refused (self, "/processes/name", "beyond the end");
  /* Zeros that the library would make: no byte of them is stored. */
  replace (self, "/processes/name", H5T_STD_U64LE, 1, 10000, properties);
  H5Pclose (properties);
  assert_refused (self, "/processes/name", "beyond the end");
}

static void
test_truncated (Fixture *self, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (self->path, &bytes, &n, NULL));
  for (gsize i = 0; i < n; i += 1 + n / 40)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainTrace) trace = NULL;

      g_assert_true (g_file_set_contents (self->path, bytes, i, NULL));
      trace = refrain_hdf5_load (self->path, NULL, NULL, &error);
      g_assert_null (trace);
      g_assert_nonnull (strstr (error->message, "t.mtf.h5"));
    }
}

TEST_PROGRAM ("hdf5")
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/formats/hdf5/datasets", test_datasets },   { "/formats/hdf5/attributes", test_attributes },
    { "/formats/hdf5/tables", test_tables },       { "/formats/hdf5/lazy", test_lazy },
    { "/formats/hdf5/altered", test_altered },     { "/formats/hdf5/layouts", test_layouts },
    { "/formats/hdf5/external", test_external },   { "/formats/hdf5/links", test_links },
    { "/formats/hdf5/virtual", test_virtual },     { "/formats/hdf5/absurd", test_absurd },
    { "/formats/hdf5/truncated", test_truncated },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
