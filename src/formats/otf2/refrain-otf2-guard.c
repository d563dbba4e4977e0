/* refrain-otf2-guard.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files are looked at by their kind before any is opened, the anchor by its lengths; errors are
 * caught by thread, since locations are read in parallel.
 */
#include "config.h"

#include "refrain-otf2-guard.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "refrain-error.h"

/* ---- Errors ---- */

/* The first error of this thread. */
static __thread OTF2_ErrorCode caught;

static OTF2_ErrorCode
on_error (void *data,
          const char *file,
          uint64_t line,
          const char *function,
          OTF2_ErrorCode code,
          const char *format,
          va_list arguments)
{
  if (caught == OTF2_SUCCESS)
    caught = code;
  return code;
}

void
refrain_otf2_catch_errors (void)
{
  static gsize once;

  if (g_once_init_enter (&once))
    {
      OTF2_Error_RegisterCallback (on_error, NULL);
      g_once_init_leave (&once, 1);
    }
  refrain_otf2_clear_error ();
}

void
refrain_otf2_clear_error (void)
{
  caught = OTF2_SUCCESS;
}

OTF2_ErrorCode
refrain_otf2_get_fault (void)
{
  switch (caught)
    {
    case OTF2_ERROR_EIO:
    case OTF2_ERROR_EMFILE:
    case OTF2_ERROR_ENFILE:
    case OTF2_ERROR_ENODEV:
    case OTF2_ERROR_ENOMEM:
    case OTF2_ERROR_ENXIO:
    case OTF2_ERROR_ESTALE:
    case OTF2_ERROR_ETIMEDOUT:
    case OTF2_ERROR_MEM_ALLOC_FAILED:
    case OTF2_ERROR_MEM_FAULT:
      return caught;
    default:
      return OTF2_SUCCESS;
    }
}

void
refrain_otf2_set_error (GError **error, const char *path, const char *place, OTF2_ErrorCode status)
{
  OTF2_ErrorCode cause = caught != OTF2_SUCCESS ? caught : status;
  const char *description = OTF2_Error_GetDescription (cause);
  g_autofree char *display = g_filename_display_name (path);

  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s: %s", display, place,
               description != NULL ? description : OTF2_Error_GetName (cause));
}

/* ---- Files ---- */

static gboolean
is_strange (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* The first file of locations in @folder, in order of their names, that is not regular; NULL when
 * there is none. The folder itself says of most what they are, which may be thousands. */
static char *
find_strange (const char *folder)
{
  DIR *dir = opendir (folder);
  g_autofree char *first = NULL;
  const struct dirent *entry;

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    {
      g_autofree char *path = NULL;

      if (entry->d_type == DT_REG
          || (!g_str_has_suffix (entry->d_name, ".evt")
              && !g_str_has_suffix (entry->d_name, ".def")))
        continue;
      path = g_build_filename (folder, entry->d_name, NULL);
      if (is_strange (path) && (first == NULL || strcmp (path, first) < 0))
        {
          g_free (first);
          first = g_steal_pointer (&path);
        }
    }
  if (dir != NULL)
    closedir (dir);
  return g_steal_pointer (&first);
}

gboolean
refrain_otf2_files_check (const char *path, GError **error)
{
  g_autofree char *folder = g_strdup (path);
  g_autofree char *definitions = NULL, *strange = NULL, *display = NULL;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (g_str_has_suffix (folder, ".otf2"))
    folder[strlen (folder) - strlen (".otf2")] = '\0';
  definitions = g_strconcat (folder, ".def", NULL);
  if (is_strange (path))
    strange = g_strdup (path);
  else if (is_strange (definitions))
    strange = g_steal_pointer (&definitions);
  else
    strange = find_strange (folder);
  if (strange == NULL)
    return TRUE;
  display = g_filename_display_name (strange);
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: not a regular file"), display);
  return FALSE;
}

/* ---- The anchor ---- */

#define ORDER_OFFSET       1
#define FORMAT_OFFSET      8 /* version of the format, then three numbers of the writing library's */
#define STRINGS_OFFSET     (12 + 8 + 8 + 2 + 8 + 8)
#define N_STRINGS          3
#define LITTLE_ENDIAN_MARK 0x42
/* Real anchors have some hundred bytes; a longer one is looked at so far. */
#define MAX_SIZE (1 << 20)

/* The byte after @count strings from @at on, or @n when they do not end. */
static gsize
skip_strings (const guint8 *bytes, gsize n, gsize at, guint count)
{
  for (guint i = 0; i < count && at < n; i++)
    {
      const guint8 *end = memchr (bytes + at, '\0', n - at);

      at = end != NULL ? (gsize) (end - bytes) + 1 : n;
    }
  return MIN (at, n);
}

/* An anchor file is: a control byte, a byte order, "OTF2", six bytes of versions, two chunk sizes
 * of eight bytes, substrate and compression, numbers of locations and definitions of eight bytes,
 * three strings, a number of properties of four bytes, the properties as pairs of strings, and
 * more. */
static gboolean
is_sound (const guint8 *bytes, gsize n)
{
  gsize at = skip_strings (bytes, n, STRINGS_OFFSET, N_STRINGS);
  guint32 n_properties;

  if (n < STRINGS_OFFSET || n - at < sizeof n_properties)
    return FALSE;
  memcpy (&n_properties, bytes + at, sizeof n_properties);
  n_properties = bytes[ORDER_OFFSET] == LITTLE_ENDIAN_MARK ? GUINT32_FROM_LE (n_properties)
                                                           : GUINT32_FROM_BE (n_properties);
  /* A property is two strings: two bytes at least. */
  return n_properties <= (n - at) / 2;
}

/* The first bytes of @path, at most MAX_SIZE. */
static guint8 *
read_anchor (const char *path, gsize *n)
{
  guint8 *bytes = g_malloc0 (MAX_SIZE);
  FILE *file = g_fopen (path, "rb");

  *n = 0;
  if (file != NULL)
    {
      *n = fread (bytes, 1, MAX_SIZE, file);
      fclose (file);
    }
  return bytes;
}

gboolean
refrain_otf2_anchor_is_newer (const char *path, GError **error)
{
  const guint8 ours[] = { OTF2_VERSION_MAJOR, OTF2_VERSION_MINOR, OTF2_VERSION_BUGFIX };
  gsize n;
  g_autofree guint8 *bytes = read_anchor (path, &n);
  const guint8 *theirs = bytes + FORMAT_OFFSET + 1;
  g_autofree char *display = NULL;

  if (n < STRINGS_OFFSET || memcmp (theirs, ours, sizeof ours) <= 0)
    return FALSE;
  display = g_filename_display_name (path);
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
               _ ("%s: needs OTF2 %u.%u.%u, by which it was written; this program reads archives "
                  "with OTF2 %s"),
               display, theirs[0], theirs[1], theirs[2], OTF2_VERSION);
  return TRUE;
}

gboolean
refrain_otf2_anchor_check (const char *path, GError **error)
{
  gsize n;
  g_autofree guint8 *bytes = read_anchor (path, &n);
  g_autofree char *display = g_filename_display_name (path);

  if (is_sound (bytes, n))
    return TRUE;
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: the anchor file is damaged"),
               display);
  return FALSE;
}
