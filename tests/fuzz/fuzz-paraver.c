/* fuzz-paraver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as one file of a Paraver trace, the others being those of tests/data/extrae. The first
 * byte of the input picks it: records, names of values, names of rows.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "fuzz-util.h"
#include "refrain-paraver.h"

static const char *const parts[] = { "extrae.prv", "extrae.pcf", "extrae.row" };

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char *paths[G_N_ELEMENTS (parts)];
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  if (size == 0)
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *source
          = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", parts[i], NULL);
      g_autofree char *bytes = NULL;
      gsize n;

      g_assert_true (g_file_get_contents (source, &bytes, &n, NULL));
      paths[i] = g_build_filename (fuzz_get_folder (), parts[i], NULL);
      g_assert_true (g_file_set_contents_full (
          paths[i], data[0] % G_N_ELEMENTS (parts) == i ? (const char *) data + 1 : bytes,
          data[0] % G_N_ELEMENTS (parts) == i ? (gssize) size - 1 : (gssize) n,
          G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
  trace = refrain_paraver_load (paths[0], NULL, NULL, NULL, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_visit (trace);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_remove (paths[i]);
      g_clear_pointer (&paths[i], g_free);
    }
  return 0;
}
