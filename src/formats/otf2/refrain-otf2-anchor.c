/* refrain-otf2-anchor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An anchor file is: a control byte, a byte order, "OTF2", six bytes of versions, two chunk sizes
 * of eight bytes, substrate and compression, numbers of locations and definitions of eight bytes,
 * three strings, a number of properties of four bytes, the properties as pairs of strings, and
 * more.
 */
#include "config.h"

#include "refrain-otf2-anchor.h"

#include <stdio.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-error.h"

#define ORDER_OFFSET       1
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

gboolean
refrain_otf2_anchor_check (const char *path, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (MAX_SIZE);
  FILE *file = g_fopen (path, "rb");
  gsize n = 0;

  if (file != NULL)
    {
      n = fread (bytes, 1, MAX_SIZE, file);
      fclose (file);
    }
  if (is_sound (bytes, n))
    return TRUE;
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: the anchor file is damaged"),
               path);
  return FALSE;
}
