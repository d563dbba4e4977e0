/* refrain-hdf5-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No object carries the time of writing: the same trace gives the same bytes.
 */
#include "refrain-hdf5-output.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-hdf5-blocks.h"
#include "refrain-packed.h"

/* Bytes of a dataset that packing may be worth its head. */
#define LEAST_PACKED 64
/* ... and what is not packed at once. */
#define MOST_PACKED (G_GUINT64_CONSTANT (1) << 31)

/* Bytes that are copied before they are written. */
#define COPIED ((gsize) 1 << 20)

/* ---- The file ---- */

void
refrain_hdf5_output_open (RefrainHdf5Output *self, const char *path)
{
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t creation = H5Pcreate (H5P_FILE_CREATE);

  H5Pset_alignment (access, 1, 8);
  /* Since 1.8 metadata carry checksums: the library trusts what has none, and crashes on damage. */
  H5Pset_libver_bounds (access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_obj_track_times (creation, FALSE); /* of the root group */
  self->file = self->at = H5Fcreate (path, H5F_ACC_TRUNC, creation, access);
  H5Pclose (creation);
  H5Pclose (access);
  self->failed |= self->file < 0;
}

void
refrain_hdf5_output_close (RefrainHdf5Output *self)
{
  self->failed |= H5Fclose (self->file) < 0;
}

/* ---- Groups and datasets ---- */

void
refrain_hdf5_output_make_group (RefrainHdf5Output *self, const char *path)
{
  hid_t properties = H5Pcreate (H5P_GROUP_CREATE);
  hid_t group;

  H5Pset_obj_track_times (properties, FALSE);
  group = H5Gcreate2 (self->at, path + 1, H5P_DEFAULT, properties, H5P_DEFAULT);
  self->failed |= group < 0;
  if (group >= 0)
    H5Gclose (group);
  H5Pclose (properties);
}

hid_t
refrain_hdf5_output_create (RefrainHdf5Output *self,
                            const char *path,
                            RefrainColumnType type,
                            guint64 n)
{
  hsize_t size = n;
  hid_t space = H5Screate_simple (1, &size, NULL);
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  hid_t dataset;

  H5Pset_layout (properties, H5D_CONTIGUOUS);
  H5Pset_fill_time (properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times (properties, FALSE);
  dataset = H5Dcreate2 (self->at, path + 1, refrain_hdf5_type_in_file (type), space, H5P_DEFAULT,
                        properties, H5P_DEFAULT);
  self->failed |= dataset < 0;
  H5Pclose (properties);
  H5Sclose (space);
  return dataset;
}

void
refrain_hdf5_output_write (RefrainHdf5Output *self,
                           hid_t dataset,
                           RefrainColumnType type,
                           guint64 first,
                           gconstpointer data,
                           guint64 n)
{
  hsize_t start = first, count = n;
  hid_t memory, file;

  if (n == 0 || self->failed)
    return;
  memory = H5Screate_simple (1, &count, NULL);
  file = H5Dget_space (dataset);
  H5Sselect_hyperslab (file, H5S_SELECT_SET, &start, NULL, &count, NULL);
  self->failed
      |= H5Dwrite (dataset, refrain_hdf5_type_in_memory (type), memory, file, H5P_DEFAULT, data)
         < 0;
  H5Sclose (file);
  H5Sclose (memory);
}

void
refrain_hdf5_output_finish (RefrainHdf5Output *self, hid_t dataset)
{
  self->failed |= H5Dclose (dataset) < 0;
}

void
refrain_hdf5_output_put_packed (RefrainHdf5Output *self, const char *path, const GByteArray *packed)
{
  g_autofree char *name = g_strconcat (path, ".z", NULL);
  hid_t dataset = refrain_hdf5_output_create (self, name, REFRAIN_COLUMN_U8, packed->len);

  refrain_hdf5_output_write (self, dataset, REFRAIN_COLUMN_U8, 0, packed->data, packed->len);
  refrain_hdf5_output_finish (self, dataset);
}

void
refrain_hdf5_output_put_blocks (RefrainHdf5Output *self, const char *path, const GPtrArray *pieces)
{
  g_autofree char *name = g_strconcat (path, ".b", NULL);
  guint64 end = 0, at = 0;
  hid_t dataset;

  for (guint i = 0; i < pieces->len; i++)
    end += ((const GByteArray *) pieces->pdata[i])->len;
  dataset = refrain_hdf5_output_create (self, name, REFRAIN_COLUMN_U8, end);
  for (guint i = 0; i < pieces->len; i++)
    {
      const GByteArray *piece = pieces->pdata[i];

      refrain_hdf5_output_write (self, dataset, REFRAIN_COLUMN_U8, at, piece->data, piece->len);
      at += piece->len;
    }
  refrain_hdf5_output_finish (self, dataset);
  self->block_bytes += end;
}

/* The system, which does not wait for what is made when it is read, writes what lies in memory. */
static void
write_copied (
    RefrainHdf5Output *self, hid_t dataset, RefrainColumnType type, gconstpointer data, guint64 n)
{
  const gsize size = refrain_column_type_get_size (type);
  const guint64 room = MIN (n, COPIED / size);
  g_autofree guint8 *copy = g_malloc_n (room + 1, size);

  for (guint64 at = 0, part; at < n; at += part)
    {
      part = MIN (room, n - at);
      memcpy (copy, (const guint8 *) data + at * size, part * size);
      refrain_hdf5_output_write (self, dataset, type, at, copy, part);
    }
}

/* Whether it is put packed. */
static gboolean
put_packed (RefrainHdf5Output *self,
            const char *path,
            RefrainColumnType type,
            gconstpointer data,
            guint64 n)
{
  const gsize size = refrain_column_type_get_size (type);
  g_autoptr (GByteArray) packed = NULL;

  if (!self->packed || n * size < LEAST_PACKED || n > MOST_PACKED / size)
    return FALSE;
  packed = refrain_pack (data, n, size);
  if (packed->len >= n * size)
    return FALSE;
  refrain_hdf5_output_put_packed (self, path, packed);
  return TRUE;
}

void
refrain_hdf5_output_put (RefrainHdf5Output *self,
                         const char *path,
                         RefrainColumnType type,
                         gconstpointer data,
                         guint64 n)
{
  hid_t dataset;

  if (!self->failed && self->blocks && n > REFRAIN_BLOCK_ROWS)
    {
      g_autoptr (GPtrArray) pieces = refrain_hdf5_blocks_pack (type, data, n);

      refrain_hdf5_output_put_blocks (self, path, pieces);
      return;
    }
  if (self->failed || put_packed (self, path, type, data, n))
    return;
  if (self->sums != NULL)
    {
      refrain_hdf5_sums_begin (self->sums, path);
      refrain_hdf5_sums_add (self->sums, data, n * refrain_column_type_get_size (type));
    }
  dataset = refrain_hdf5_output_create (self, path, type, n);
  write_copied (self, dataset, type, data, n);
  refrain_hdf5_output_finish (self, dataset);
}

void
refrain_hdf5_output_put_sums (RefrainHdf5Output *self, RefrainHdf5Sums *sums)
{
  const guint64 end = sums->values->len;

  g_array_append_val (sums->first, end);
  refrain_hdf5_output_make_group (self, "/sums");
  refrain_hdf5_output_put (self, "/sums/name", REFRAIN_COLUMN_U8, sums->names->data,
                           sums->names->len);
  refrain_hdf5_output_put (self, "/sums/first", REFRAIN_COLUMN_U64, sums->first->data,
                           sums->first->len);
  refrain_hdf5_output_put (self, "/sums/value", REFRAIN_COLUMN_U64, sums->values->data,
                           sums->values->len);
}

/* ---- Attributes ---- */

static void
put_attribute (
    RefrainHdf5Output *self, const char *name, hid_t in_file, hid_t in_memory, gconstpointer value)
{
  hid_t space = H5Screate (H5S_SCALAR);
  hid_t attribute = H5Acreate2 (self->at, name, in_file, space, H5P_DEFAULT, H5P_DEFAULT);

  self->failed |= attribute < 0 || H5Awrite (attribute, in_memory, value) < 0;
  if (attribute >= 0)
    H5Aclose (attribute);
  H5Sclose (space);
}

void
refrain_hdf5_output_put_string (RefrainHdf5Output *self, const char *name, const char *value)
{
  hid_t type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, strlen (value) + 1);
  H5Tset_cset (type, H5T_CSET_UTF8);
  put_attribute (self, name, type, type, value);
  H5Tclose (type);
}

void
refrain_hdf5_output_put_unsigned (RefrainHdf5Output *self, const char *name, guint64 value)
{
  put_attribute (self, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

void
refrain_hdf5_output_put_signed (RefrainHdf5Output *self, const char *name, gint64 value)
{
  put_attribute (self, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

/* ---- Texts ---- */

void
refrain_hdf5_text_init (RefrainHdf5Text *self)
{
  self->bytes = g_byte_array_new ();
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_hdf5_text_clear,
                             RefrainHdf5Text,
                             g_byte_array_unref (x->bytes);
                             g_hash_table_unref (x->known))

guint64
refrain_hdf5_text_add (RefrainHdf5Text *self, const char *text)
{
  guint64 offset;

  if (text == NULL)
    return REFRAIN_HDF5_NO_TEXT;
  offset = GPOINTER_TO_SIZE (g_hash_table_lookup (self->known, text));
  if (offset != 0)
    return offset - 1;
  offset = self->bytes->len;
  g_byte_array_append (self->bytes, (const guint8 *) text, strlen (text) + 1);
  g_hash_table_insert (self->known, g_strdup (text), GSIZE_TO_POINTER (offset + 1));
  return offset;
}

/* ---- Tables ---- */

guint
refrain_hdf5_table_add (RefrainHdf5Table *self, const char *path, RefrainColumnType type)
{
  g_assert (self->n < REFRAIN_HDF5_MAX_COLUMNS);
  self->columns[self->n].path = path;
  self->columns[self->n].type = type;
  self->columns[self->n].values = g_array_new (FALSE, FALSE, refrain_column_type_get_size (type));
  return self->n++;
}

void
refrain_hdf5_table_set (RefrainHdf5Table *self, guint i, guint64 value)
{
  GArray *values = self->columns[i].values;

  switch (refrain_column_type_get_size (self->columns[i].type))
    {
    case 1:
      g_array_append_vals (values, &(guint8){ (guint8) value }, 1);
      break;
    case 4:
      g_array_append_vals (values, &(guint32){ (guint32) value }, 1);
      break;
    default:
      g_array_append_vals (values, &value, 1);
    }
}

void
refrain_hdf5_table_put (RefrainHdf5Table *self, RefrainHdf5Output *output)
{
  for (guint i = 0; i < self->n; i++)
    {
      refrain_hdf5_output_put (output, self->columns[i].path, self->columns[i].type,
                               self->columns[i].values->data, self->columns[i].values->len);
      g_array_unref (self->columns[i].values);
    }
}
