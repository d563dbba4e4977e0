/* refrain-part.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A part is found from where the library is, be that installed, moved, or in the folder where it
 * was built. The system knows which were opened before.
 */
#define _GNU_SOURCE
#include "config.h"
#include "refrain-part.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>

#include "refrain-error.h"

gpointer
refrain_part_find (const char *part, const char *name, GError **error)
{
  g_autofree char *file = g_strconcat (part, ".so", NULL);
  g_autofree char *folder = NULL, *path = NULL;
  gpointer handle, function;
  Dl_info library;

  if (dladdr ((gpointer) refrain_part_find, &library) == 0)
    g_assert_not_reached ();
  folder = g_path_get_dirname (library.dli_fname);
  path = g_build_filename (folder, "refrain-1", file, NULL);
  handle = dlopen (path, RTLD_LAZY);
  function = handle != NULL ? dlsym (handle, name) : NULL;
  if (function == NULL)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, _ ("Refrain is not installed whole: %s"),
                 dlerror ());
  return function;
}
