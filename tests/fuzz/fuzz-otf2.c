/* fuzz-otf2.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as one part of an OTF2 archive, the others being those of tests/data/ping-pong. The
 * first byte of the input picks the part: anchor, global definitions, events, local definitions.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "fuzz-util.h"
#include "refrain-otf2.h"

static const char *const parts[]
    = { "ping-pong.otf2", "ping-pong.def", "ping-pong/0.evt", "ping-pong/0.def" };

/* Copies the folder @from to @to, one level of folders deep; @clear deletes the copy instead. */
static void
copy_folder (const char *from, const char *to, gboolean clear)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  g_mkdir (to, 0700);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *source = g_build_filename (from, name, NULL);
      g_autofree char *target = g_build_filename (to, name, NULL);
      g_autofree char *bytes = NULL;
      gsize n;

      if (!g_str_has_prefix (name, "ping-pong") && !g_str_has_suffix (from, "ping-pong"))
        continue;
      if (g_file_test (source, G_FILE_TEST_IS_DIR))
        copy_folder (source, target, clear);
      else if (clear)
        g_remove (target);
      else if (g_file_get_contents (source, &bytes, &n, NULL))
        g_assert_true (
            g_file_set_contents_full (target, bytes, n, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
  if (clear)
    g_rmdir (to);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *source = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", NULL);
  g_autofree char *work = g_build_filename (fuzz_get_folder (), "archive", NULL);
  g_autofree char *anchor = g_build_filename (work, parts[0], NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  if (size == 0)
    return 0;
  path = g_build_filename (work, parts[data[0] % G_N_ELEMENTS (parts)], NULL);
  copy_folder (source, work, FALSE);
  g_assert_true (g_file_set_contents_full (path, (const char *) data + 1, size - 1,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  trace = refrain_otf2_load (anchor, NULL, NULL, NULL, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_visit (trace);
  copy_folder (source, work, TRUE);
  return 0;
}
