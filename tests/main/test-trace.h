/* test-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tests of several rooms do with traces and folders.
 */
#pragma once

#include <glib/gstdio.h>

#include "refrain-trace-builder.h"

/* What the builder makes. */
static inline RefrainTrace *
test_finish (RefrainTraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_builder_finish (builder, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* The same, and the builder is done with. */
static inline RefrainTrace *
test_take_trace (RefrainTraceBuilder *builder)
{
  RefrainTrace *trace = test_finish (builder);

  g_object_unref (builder);
  return trace;
}

/* Removes the folder and all below it; of a link the link alone. */
static inline void
test_remove_tree (const char *path)
{
  g_autoptr (GDir) dir
      = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove_tree (child);
    }
  g_remove (path);
}
