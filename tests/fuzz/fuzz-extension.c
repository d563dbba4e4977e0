/* fuzz-extension.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as an HDF5 file with an extension: its records are told as text and read back, and an
 * archive is made of them.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "fuzz-util.h"
#include "refrain-hdf5.h"
#include "refrain-otf2.h"
#include "refrain-replay.h"
#include "test-trace.h"

static void
check_records (RefrainExtension *extension, const guint8 *records, gsize n)
{
  g_autofree char *text = refrain_extension_to_text (extension, records, n);
  g_autofree char *again = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return;
  /* Numbers that take more bytes than they need come back with fewer, texts as they are. */
  refrain_extension_from_text (extension, text, bytes, &error);
  g_assert_no_error (error);
  again = refrain_extension_to_text (extension, bytes->data, bytes->len);
  g_assert_cmpstr (again, ==, text);
}

static void
check_details (RefrainTrace *trace, RefrainExtension *extension)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          RefrainReplay replay;

          refrain_replay_init (&replay, process, refrain_process_get_thread (process, t));
          while (refrain_replay_next (&replay))
            if (replay.detail.n > 0)
              check_records (extension, replay.detail.records, replay.detail.n);
        }
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *path = g_build_filename (fuzz_get_folder (), "t.mtf.h5", NULL);
  g_autofree char *folder = g_build_filename (fuzz_get_folder (), "archive", NULL);
  g_autofree char *anchor = g_build_filename (folder, "x.otf2", NULL);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  RefrainExtension *extension;
  gsize n;

  g_assert_true (g_file_set_contents_full (path, (const char *) data, (gssize) size,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  trace = refrain_hdf5_load (path, NULL, NULL, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  extension = trace != NULL ? refrain_trace_get_extension (trace) : NULL;
  if (extension != NULL)
    {
      GBytes *definitions = refrain_extension_get_definitions (extension);
      const guint8 *bytes = g_bytes_get_data (definitions, &n);

      check_records (extension, bytes, n);
      check_details (trace, extension);
      g_mkdir (folder, 0700);
      if (refrain_otf2_save (trace, anchor, NULL, NULL, &error))
        g_assert_no_error (error);
      else
        g_assert_nonnull (error);
      test_remove_tree (folder);
    }
  g_remove (path);
  return 0;
}
