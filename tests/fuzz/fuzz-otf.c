/* fuzz-otf.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as one file of an OTF 1 archive, the others being those of tests/data/vampir. The first
 * byte of the input picks it: anchor, definitions, a stream in short and one in long records.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "fuzz-util.h"
#include "refrain-otf.h"

static const char *const parts[]
    = { "vampir.otf", "vampir.0.def", "vampir.1.events", "vampir.2.events" };

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
      const gboolean chosen = data[0] % G_N_ELEMENTS (parts) == i;
      g_autofree char *bytes = NULL;
      gsize n;

      g_assert_true (g_file_get_contents (source, &bytes, &n, NULL));
      paths[i] = g_build_filename (fuzz_get_folder (), parts[i], NULL);
      g_assert_true (g_file_set_contents_full (paths[i], chosen ? (const char *) data + 1 : bytes,
                                               chosen ? (gssize) size - 1 : (gssize) n,
                                               G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
  trace = refrain_otf_load (paths[0], NULL, NULL, NULL, &error);
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
