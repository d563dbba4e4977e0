/* refrain-template-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern-template.h"

#include <glib/gi18n.h>

#include "refrain-error.h"

#define MAX_FILE_BYTES (64u << 20)

RefrainPatternTemplate *
refrain_template_load (const char *path, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GError) cause = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;

  g_return_val_if_fail (path != NULL, NULL);

  file = g_file_new_for_commandline_arg (path);
  stream = g_file_read (file, NULL, &cause);
  if (stream != NULL)
    {
      text = g_malloc (MAX_FILE_BYTES + 1);
      g_input_stream_read_all (G_INPUT_STREAM (stream), text, MAX_FILE_BYTES + 1, &length, NULL,
                               &cause);
    }
  if (cause != NULL)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", path, cause->message);
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
