/* refrain-template-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern-template.h"

#include <errno.h>
#include <stdio.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "refrain-error.h"

#define MAX_FILE_BYTES (64u << 20)

RefrainPatternTemplate *
refrain_template_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  gboolean failed;
  FILE *file;
  int cause;

  g_return_val_if_fail (path != NULL, NULL);

  file = g_fopen (path, "rb");
  cause = errno;
  failed = file == NULL;
  if (file != NULL)
    {
      text = g_malloc (MAX_FILE_BYTES + 1);
      length = fread (text, 1, MAX_FILE_BYTES + 1, file);
      cause = errno;
      failed = ferror (file) != 0;
      fclose (file);
    }
  if (failed)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", path, g_strerror (cause));
      return NULL;
    }
  if (length > MAX_FILE_BYTES)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                   _ ("%s: larger than 64 MiB, which no pattern is"), path);
      return NULL;
    }
  return refrain_template_parse (text, length, path, error);
}
