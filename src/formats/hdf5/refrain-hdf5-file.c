/* refrain-hdf5-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file is mapped beside being open in the library, which tells where a contiguous dataset lies;
 * any other is read into an array that lives as long as the mapping.
 */
#include "config.h"

#include "refrain-hdf5-file.h"

#include <errno.h>
#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-memory.h"
#include "refrain-packed.h"
#include "refrain-time-format.h"

/* A dataset that must be unpacked may grow by this factor over what is stored: deflate at its best
 * reaches 1032. */
#define MAX_GROWTH 1040
/* What the library has at least of each open file. */
#define LIBRARY_BYTES ((gsize) 1 << 20)

/* ---- The library ---- */

hid_t
refrain_hdf5_type_in_file (RefrainColumnType type)
{
  const hid_t types[REFRAIN_N_COLUMN_TYPES]
      = { H5T_STD_U8LE, H5T_STD_U16LE, H5T_STD_U32LE, H5T_STD_I32LE, H5T_STD_U64LE, H5T_STD_I64LE };

  return types[type];
}

hid_t
refrain_hdf5_type_in_memory (RefrainColumnType type)
{
  const hid_t types[REFRAIN_N_COLUMN_TYPES]
      = { H5T_NATIVE_UINT8, H5T_NATIVE_UINT16, H5T_NATIVE_UINT32,
          H5T_NATIVE_INT32, H5T_NATIVE_UINT64, H5T_NATIVE_INT64 };

  return types[type];
}

static GMutex library;

void
refrain_hdf5_lock (void)
{
  static gsize once = 0;

  g_mutex_lock (&library);
  if (g_once_init_enter (&once))
    {
      /* Files are closed one by one; a file that could not be closed (full disk) must not bring
       * down the program when it ends. */
      H5dont_atexit ();
      H5open ();
      g_once_init_leave (&once, 1);
    }
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
}

void
refrain_hdf5_unlock (void)
{
  g_mutex_unlock (&library);
}

/* ---- The file ---- */

/* An H5E_walk2_t: what the system said to the library, or that there is no memory. */
static herr_t
find_fault (unsigned depth, const H5E_error2_t *entry, void *data)
{
  static const char mark[] = "errno = ";
  const char *said = entry->desc != NULL ? strstr (entry->desc, mark) : NULL;
  int *fault = data;

  if (said != NULL)
    *fault = (int) g_ascii_strtoll (said + strlen (mark), NULL, 10);
  else if (entry->min_num == H5E_NOSPACE || entry->min_num == H5E_CANTALLOC)
    *fault = ENOMEM;
  return 0;
}

/* The errno for which the library's last call failed, or 0. */
static int
get_fault (void)
{
  int fault = 0;

  H5Ewalk2 (H5E_DEFAULT, H5E_WALK_UPWARD, find_fault, &fault);
  return fault;
}

gboolean
refrain_hdf5_file_fail (RefrainHdf5File *self, const char *place, const char *cause, GError **error)
{
  const int fault = get_fault ();

  if (fault != 0)
    self->fault = fault;
  return refrain_fail (error, REFRAIN_ERROR_FORMAT, "%s: %s: %s", self->display, place,
                       fault != 0 ? g_strerror (fault) : cause);
}

gboolean
refrain_hdf5_file_is_there (RefrainHdf5File *self, htri_t found)
{
  const int fault = found < 0 ? get_fault () : 0;

  if (fault != 0)
    self->fault = fault;
  return found > 0;
}

gboolean
refrain_hdf5_file_check (RefrainHdf5File *self, GError **error)
{
  if (!refrain_file_map_check (self->mapping, error))
    return FALSE;
  if (self->fault != 0 && (error == NULL || *error == NULL))
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", self->display,
                 g_strerror (self->fault));
  return self->fault == 0;
}

/* The library crashes where it gets no memory for what it first wants to have of a file. */
static gboolean
has_memory (void)
{
  gpointer room = g_try_malloc (LIBRARY_BYTES);

  g_free (room);
  return room != NULL;
}

/* Negative with the system's reason in @fault, or 0 there. */
static hid_t
open_library_file (const char *path, int *fault)
{
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t file;

  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking (access, FALSE, TRUE); /* files on read-only and network file systems */
#endif
  file = H5Fopen (path, H5F_ACC_RDONLY, access);
  *fault = file < 0 ? get_fault () : 0;
  H5Pclose (access);
  return file;
}

/* Called before a link to another file is followed: it could be any file of the user's, or a pipe
 * that never ends. */
static herr_t
refuse_link (const char *file,
             const char *group,
             const char *other_file,
             const char *other_object,
             unsigned *flags,
             hid_t access,
             void *data)
{
  *(gboolean *) data = TRUE;
  return -1;
}

/* The number of @n bytes, at most eight, the least one first. */
static guint64
read_number (const guint8 *bytes, guint n)
{
  guint64 number = 0;

  while (n-- > 0)
    number = number << 8 | bytes[n];
  return number;
}

/* How long the file says that it is, in what it begins with (HDF5 File Format Specification, II.A);
 * 0 where that is not there. */
static guint64
read_length (const RefrainFileMap *mapping)
{
  static const guint8 signature[] = { 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n' };
  const guint8 *bytes = refrain_file_map_get_data (mapping);
  const gsize n = refrain_file_map_get_length (mapping);
  guint width, first;

  if (n < 16 || memcmp (bytes, signature, sizeof signature) != 0 || bytes[8] > 3)
    return 0;
  width = bytes[8] < 2 ? bytes[13] : bytes[9];
  first = bytes[8] == 0 ? 24 : bytes[8] == 1 ? 28 : 12;
  return width <= 8 && first + 3 * width <= n ? read_number (bytes + first + 2 * width, width) : 0;
}

/* Why the library does not open it, in words. */
static void
set_fault (const RefrainFileMap *mapping, const char *display, int fault, GError **error)
{
  const guint64 length = read_length (mapping);
  const guint64 found = refrain_file_map_get_length (mapping);
  g_autofree char *whole = refrain_bytes_format (length), *part = refrain_bytes_format (found);

  if (fault == 0 && found < length)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                 _ ("%s: it is truncated: %s of %s; copy the whole file"), display, part, whole);
  else
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                 fault != 0 ? "%s: %s" : _ ("%s: it is not an HDF5 file, or it is damaged"),
                 display, g_strerror (fault));
}

RefrainHdf5File *
refrain_hdf5_file_open (const char *path, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autoptr (RefrainFileMap) mapping
      = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, error);
  RefrainHdf5File *self;
  hid_t file;
  int fault;

  if (mapping == NULL)
    return NULL;
  if (!has_memory ())
    return refrain_fail_null (error, REFRAIN_ERROR_IO, "%s: %s", display,
                              _ ("there is not enough memory for it"));
  file = open_library_file (path, &fault);
  if (file < 0)
    {
      set_fault (mapping, display, fault, error);
      refrain_file_map_check (mapping, error);
      return NULL;
    }
  self = g_new0 (RefrainHdf5File, 1);
  self->display = g_steal_pointer (&display);
  self->file = file;
  self->at = file;
  self->access = H5Pcreate (H5P_DATASET_ACCESS);
  H5Pset_elink_cb (self->access, refuse_link, &self->foreign);
  self->mapping = g_steal_pointer (&mapping);
  self->bytes = refrain_file_map_to_bytes (self->mapping);
  self->read = g_ptr_array_new_with_free_func (refrain_memory_free);
  self->made = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
refrain_hdf5_file_free (RefrainHdf5File *self)
{
  g_clear_pointer (&self->seal, refrain_hdf5_seal_free);
  H5Pclose (self->access);
  if (self->at != self->file)
    H5Gclose (self->at);
  H5Fclose (self->file);
  g_clear_pointer (&self->blocks, refrain_hdf5_blocks_unref);
  g_bytes_unref (self->bytes);
  g_ptr_array_unref (self->read);
  g_ptr_array_unref (self->made);
  refrain_free (self->display, self);
}

/* ---- What keeps the arrays alive ---- */

typedef struct
{
  GBytes *bytes;
  GPtrArray *read, *made;
  RefrainHdf5Blocks *blocks;
} Owner;

REFRAIN_DEFINE_FREE (owner_free, Owner, g_clear_pointer (&x->blocks, refrain_hdf5_blocks_unref);
                     g_bytes_unref (x->bytes);
                     g_ptr_array_unref (x->read);
                     g_ptr_array_unref (x->made))

GBytes *
refrain_hdf5_file_get_owner (RefrainHdf5File *self)
{
  Owner *owner = g_new (Owner, 1);
  gsize size;
  gconstpointer data = g_bytes_get_data (self->bytes, &size);

  owner->bytes = g_bytes_ref (self->bytes);
  owner->read = g_ptr_array_ref (self->read);
  owner->made = g_ptr_array_ref (self->made);
  owner->blocks = self->blocks != NULL ? refrain_hdf5_blocks_ref (self->blocks) : NULL;
  return g_bytes_new_with_free_func (data, size, owner_free, owner);
}

/* ---- Datasets ---- */

static gboolean
is_integer (hid_t type, RefrainColumnType wanted)
{
  gboolean is_signed = wanted == REFRAIN_COLUMN_I32 || wanted == REFRAIN_COLUMN_I64;

  return H5Tget_class (type) == H5T_INTEGER
         && H5Tget_size (type) == refrain_column_type_get_size (wanted)
         && H5Tget_sign (type) == (is_signed ? H5T_SGN_2 : H5T_SGN_NONE);
}

/* Whether the elements, or some of them, are kept in other files: external storage and virtual
 * datasets. */
static gboolean
is_elsewhere (hid_t dataset)
{
  hid_t properties = H5Dget_create_plist (dataset);
  gboolean elsewhere = properties < 0 || H5Pget_layout (properties) == H5D_VIRTUAL
                       || H5Pget_external_count (properties) != 0;

  if (properties >= 0)
    H5Pclose (properties);
  return elsewhere;
}

/* Where the dataset's elements lie in the mapped file, or NULL when they must be read. */
static gconstpointer
find_mapped (RefrainHdf5File *self, hid_t dataset, hid_t type, gsize size, guint64 n)
{
  hid_t properties = H5Dget_create_plist (dataset);
  H5D_layout_t layout = properties < 0 ? H5D_LAYOUT_ERROR : H5Pget_layout (properties);
  gsize length;
  const guint8 *data = g_bytes_get_data (self->bytes, &length);
  haddr_t offset = HADDR_UNDEF;
  gboolean native;

  if (properties >= 0)
    H5Pclose (properties);
  native = size == 1 || H5Tget_order (type) == H5Tget_order (H5T_NATIVE_UINT64);
  if (layout == H5D_CONTIGUOUS && native)
    offset = H5Dget_offset (dataset);
  if (offset == HADDR_UNDEF || offset % size != 0 || offset > length
      || n > (length - offset) / size)
    return NULL;
  return data + offset;
}

/* Whether what is stored can be as many elements as the shape says. */
static gboolean
may_be_read (RefrainHdf5File *self, hid_t dataset, gsize size, guint64 n)
{
  hid_t properties = H5Dget_create_plist (dataset);
  H5D_layout_t layout = properties < 0 ? H5D_LAYOUT_ERROR : H5Pget_layout (properties);
  const guint64 stored = MIN (H5Dget_storage_size (dataset), g_bytes_get_size (self->bytes));

  if (properties >= 0)
    H5Pclose (properties);
  /* The library copies what the shape says, whether the file stores as much or not. */
  return (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED)
         && n <= stored * (layout == H5D_CHUNKED ? MAX_GROWTH : 1) / size;
}

static gconstpointer
read_dataset (RefrainHdf5File *self,
              hid_t dataset,
              const char *path,
              RefrainColumnType type,
              guint64 n,
              GError **error)
{
  gsize size = refrain_column_type_get_size (type);
  gpointer data;

  if (!may_be_read (self, dataset, size, n))
    {
      refrain_hdf5_file_fail (self, path, _ ("it lies beyond the end of the file"), error);
      return NULL;
    }
  data = refrain_memory_try_resize (NULL, n, size);
  if (data != NULL)
    memset (data, 0, n * size);
  if (data == NULL
      || H5Dread (dataset, refrain_hdf5_type_in_memory (type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data)
             < 0)
    {
      refrain_memory_free (data);
      refrain_hdf5_file_fail (self, path, _ ("it cannot be read"), error);
      return NULL;
    }
  g_ptr_array_add (self->read, data);
  self->n_read += n * size;
  return data;
}

/* Whether @n is as many as @expected, where that is not NULL. */
static gboolean
is_expected (
    RefrainHdf5File *self, const char *path, const guint64 *expected, guint64 n, GError **error)
{
  g_autofree char *cause = NULL;

  if (expected == NULL || n == *expected)
    return TRUE;
  cause = g_strdup_printf (_ ("it has %" PRIu64 " elements instead of %" PRIu64), n, *expected);
  return refrain_hdf5_file_fail (self, path, cause, error);
}

static gconstpointer
get_elements (RefrainHdf5File *self,
              hid_t dataset,
              const char *path,
              RefrainColumnType type,
              const guint64 *expected,
              guint64 *n,
              GError **error)
{
  hid_t space = H5Dget_space (dataset);
  hid_t stored = H5Dget_type (dataset);
  hsize_t size = 0;
  gconstpointer data = NULL;

  /* Both were read when it was opened. */
  if (space < 0 || stored < 0)
    self->fault = ENOMEM;
  if (space < 0 || H5Sget_simple_extent_ndims (space) != 1
      || H5Sget_simple_extent_dims (space, &size, NULL) != 1)
    refrain_hdf5_file_fail (self, path, _ ("it must have one dimension"), error);
  else if (stored < 0 || !is_integer (stored, type))
    refrain_hdf5_file_fail (self, path, _ ("its elements are of another type than the format says"),
                            error);
  else if (!is_expected (self, path, expected, size, error))
    ;
  else if (size == 0)
    data = ""; /* nobody looks at it */
  else
    {
      data = find_mapped (self, dataset, stored, refrain_column_type_get_size (type), size);
      if (data == NULL)
        data = read_dataset (self, dataset, path, type, size, error);
    }
  *n = size;
  if (stored >= 0)
    H5Tclose (stored);
  if (space >= 0)
    H5Sclose (space);
  return data;
}

static gconstpointer
open_elements (RefrainHdf5File *self,
               const char *path,
               RefrainColumnType type,
               const guint64 *expected,
               guint64 *n,
               GError **error)
{
  hid_t dataset = H5Dopen2 (self->at, path + 1, self->access);
  gconstpointer data;

  if (dataset < 0 || is_elsewhere (dataset))
    {
      gboolean missing = dataset < 0 && !self->foreign;

      refrain_hdf5_file_fail (
          self, path, missing ? _ ("this dataset is missing") : _ ("it lies in another file"),
          error);
      if (dataset >= 0)
        H5Dclose (dataset);
      return NULL;
    }
  data = get_elements (self, dataset, path, type, expected, n, error);
  H5Dclose (dataset);
  if (self->seal != NULL && data != NULL)
    refrain_hdf5_seal_note (self->seal, path, data, *n * refrain_column_type_get_size (type));
  return data;
}

/* Unpacks the dataset @packed, which stands for @path. */
static gconstpointer
open_packed (RefrainHdf5File *self,
             const char *path,
             const char *packed,
             RefrainColumnType type,
             const guint64 *expected,
             guint64 *n,
             GError **error)
{
  guint64 n_bytes;
  gsize size;
  gpointer data;
  const guint8 *bytes = open_elements (self, packed, REFRAIN_COLUMN_U8, NULL, &n_bytes, error);

  if (bytes == NULL)
    return NULL;
  if (!refrain_packed_get_shape (bytes, n_bytes, n, &size)
      || size != refrain_column_type_get_size (type))
    {
      refrain_hdf5_file_fail (self, path,
                              _ ("its elements are of another type than the format says"), error);
      return NULL;
    }
  if (!is_expected (self, path, expected, *n, error))
    return NULL;
  data = refrain_memory_try_resize (NULL, *n + 1, size);
  if (data == NULL || !refrain_packed_read (bytes, n_bytes, data))
    {
      refrain_memory_free (data);
      refrain_hdf5_file_fail (self, path, _ ("it cannot be unpacked"), error);
      return NULL;
    }
  g_ptr_array_add (self->read, data);
  self->n_read += *n * size;
  return data;
}

/* The same of the dataset @blocks, without unpacking anything. */
static gconstpointer
open_blocks (RefrainHdf5File *self,
             const char *path,
             const char *blocks,
             RefrainColumnType type,
             const guint64 *expected,
             guint64 *n,
             GError **error)
{
  guint64 n_bytes;
  const guint8 *bytes = open_elements (self, blocks, REFRAIN_COLUMN_U8, NULL, &n_bytes, error);
  gconstpointer data;

  if (bytes == NULL)
    return NULL;
  data = refrain_hdf5_blocks_open (self->blocks, path, bytes, n_bytes,
                                   refrain_column_type_get_size (type), n);
  if (data == NULL)
    refrain_hdf5_file_fail (self, path, _ ("it cannot be unpacked"), error);
  else if (!is_expected (self, path, expected, *n, error))
    return NULL;
  return data;
}

/* Whether there is something at @path. Of a path whose group is missing, the library would have
 * something to say. */
static gboolean
exists (RefrainHdf5File *self, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path + 1, "/", 2);

  return refrain_hdf5_file_is_there (self, H5Lexists (self->at, parts[0], H5P_DEFAULT))
         && (parts[1] == NULL
             || refrain_hdf5_file_is_there (self, H5Lexists (self->at, path + 1, H5P_DEFAULT)));
}

static gconstpointer
get_expected (RefrainHdf5File *self,
              const char *path,
              RefrainColumnType type,
              const guint64 *expected,
              guint64 *n,
              GError **error)
{
  if (self->blocks != NULL)
    {
      g_autofree char *blocks = g_strconcat (path, ".b", NULL);

      if (exists (self, blocks))
        return open_blocks (self, path, blocks, type, expected, n, error);
    }
  if (self->packed)
    {
      g_autofree char *packed = g_strconcat (path, ".z", NULL);

      if (exists (self, packed))
        return open_packed (self, path, packed, type, expected, n, error);
    }
  return open_elements (self, path, type, expected, n, error);
}

gconstpointer
refrain_hdf5_file_get (
    RefrainHdf5File *self, const char *path, RefrainColumnType type, guint64 *n, GError **error)
{
  return get_expected (self, path, type, NULL, n, error);
}

gconstpointer
refrain_hdf5_file_get_n (
    RefrainHdf5File *self, const char *path, RefrainColumnType type, guint64 n, GError **error)
{
  guint64 found;

  return get_expected (self, path, type, &n, &found, error);
}

gboolean
refrain_hdf5_file_enter (RefrainHdf5File *self, const char *path, GError **error)
{
  hid_t access = H5Pcreate (H5P_GROUP_ACCESS);
  hid_t group;

  H5Pset_elink_cb (access, refuse_link, &self->foreign);
  group = H5Gopen2 (self->at, path + 1, access);
  H5Pclose (access);
  if (group < 0)
    return refrain_hdf5_file_fail (self, path, _ ("this group is missing"), error);
  if (self->at != self->file)
    H5Gclose (self->at);
  self->at = group;
  return TRUE;
}

gboolean
refrain_hdf5_file_has (RefrainHdf5File *self, const char *path)
{
  g_autofree char *packed = self->packed ? g_strconcat (path, ".z", NULL) : NULL;
  g_autofree char *blocks = self->blocks != NULL ? g_strconcat (path, ".b", NULL) : NULL;

  return exists (self, path) || (packed != NULL && exists (self, packed))
         || (blocks != NULL && exists (self, blocks));
}

void
refrain_hdf5_file_open_seal (RefrainHdf5File *self)
{
  RefrainHdf5Kept kept;

  if (G_BYTE_ORDER != G_LITTLE_ENDIAN || self->packed || !refrain_hdf5_file_has (self, "/sums"))
    return;
  kept.names = refrain_hdf5_file_get (self, "/sums/name", REFRAIN_COLUMN_U8, &kept.n_names, NULL);
  kept.first = refrain_hdf5_file_get (self, "/sums/first", REFRAIN_COLUMN_U64, &kept.n_first, NULL);
  kept.values
      = refrain_hdf5_file_get (self, "/sums/value", REFRAIN_COLUMN_U64, &kept.n_values, NULL);
  if (kept.names != NULL && kept.first != NULL && kept.values != NULL)
    self->seal = refrain_hdf5_seal_new (self->mapping, &kept);
}

/* ---- Attributes ---- */

static gboolean
get_integer (
    RefrainHdf5File *self, const char *name, RefrainColumnType type, gpointer value, GError **error)
{
  hid_t attribute = H5Aopen (self->at, name, H5P_DEFAULT);
  hid_t stored = attribute < 0 ? -1 : H5Aget_type (attribute);
  hid_t space = attribute < 0 ? -1 : H5Aget_space (attribute);
  g_autofree char *place = g_strdup_printf (_ ("attribute %s"), name);
  gboolean ok;

  ok = stored >= 0 && space >= 0 && is_integer (stored, type)
       && H5Sget_simple_extent_npoints (space) == 1
       && H5Aread (attribute, refrain_hdf5_type_in_memory (type), value) >= 0;
  if (space >= 0)
    H5Sclose (space);
  if (stored >= 0)
    H5Tclose (stored);
  if (attribute >= 0)
    H5Aclose (attribute);
  return ok || refrain_hdf5_file_fail (self, place, _ ("it is missing or not a number"), error);
}

gboolean
refrain_hdf5_file_get_unsigned (RefrainHdf5File *self,
                                const char *name,
                                guint64 *value,
                                GError **error)
{
  return get_integer (self, name, REFRAIN_COLUMN_U64, value, error);
}

gboolean
refrain_hdf5_file_get_signed (RefrainHdf5File *self,
                              const char *name,
                              gint64 *value,
                              GError **error)
{
  return get_integer (self, name, REFRAIN_COLUMN_I64, value, error);
}

gboolean
refrain_hdf5_file_has_text (RefrainHdf5File *self, const char *name, const char *value)
{
  gsize size = strlen (value) + 1;
  g_autofree char *text = g_malloc0 (size);
  hid_t attribute = H5Aopen (self->at, name, H5P_DEFAULT);
  hid_t stored = attribute < 0 ? -1 : H5Aget_type (attribute);
  hid_t space = attribute < 0 ? -1 : H5Aget_space (attribute);
  gboolean ok;

  ok = stored >= 0 && space >= 0 && H5Tget_class (stored) == H5T_STRING
       && H5Tis_variable_str (stored) == 0 && H5Tget_size (stored) == size
       && H5Sget_simple_extent_npoints (space) == 1 && H5Aread (attribute, stored, text) >= 0
       && strncmp (text, value, size) == 0;
  if (space >= 0)
    H5Sclose (space);
  if (stored >= 0)
    H5Tclose (stored);
  if (attribute >= 0)
    H5Aclose (attribute);
  return ok;
}
