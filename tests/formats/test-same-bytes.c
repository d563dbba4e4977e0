/* test-same-bytes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same trace gives the same bytes: no time of writing, nothing drawn by lot.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "refrain-format.h"
#include "sample-traces.h"
#include "test-program.h"

typedef RefrainTrace *(*MakeTrace) (void);

static const MakeTrace samples[]
    = { sample_trace_empty, sample_trace_single, sample_trace_pair, sample_trace_rich };
static const char *const names[] = { "t.gxl", "t.gxl.gz", "t.gxl.zst", "t.mtf.h5", "t.otf2" };

#define N_FILES (G_N_ELEMENTS (samples) * G_N_ELEMENTS (names))

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Appends the bytes of all files at @path and below, by name, and removes them. */
static void
take_bytes (const char *path, const char *name, GString *all)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *bytes = NULL;
  const char *child;
  gsize n;

  g_string_append_printf (all, "%s\n", name);
  if (dir == NULL)
    {
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      g_string_append_len (all, bytes, n);
    }
  while (dir != NULL && (child = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (children, g_strdup (child));
  g_ptr_array_sort (children, compare_names);
  for (guint i = 0; i < children->len; i++)
    {
      g_autofree char *inner = g_build_filename (path, children->pdata[i], NULL);

      take_bytes (inner, children->pdata[i], all);
    }
  g_remove (path);
}

static GString *
save_bytes (RefrainTrace *trace, const char *name)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  GString *all = g_string_new (NULL);

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  take_bytes (folder, "", all);
  return all;
}

static void
save_all (GString **files)
{
  for (guint s = 0; s < G_N_ELEMENTS (samples); s++)
    {
      g_autoptr (RefrainTrace) trace = samples[s]();

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        *files++ = save_bytes (trace, names[i]);
    }
}

static void
test_same (void)
{
  GString *first[N_FILES], *second[N_FILES];

  save_all (first);
  g_usleep (1100 * 1000); /* the formats that know the time know its seconds */
  save_all (second);
  for (guint i = 0; i < N_FILES; i++)
    {
      g_assert_cmpmem (first[i]->str, first[i]->len, second[i]->str, second[i]->len);
      g_string_free (first[i], TRUE);
      g_string_free (second[i], TRUE);
    }
}

TEST_PROGRAM ("same-bytes")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/same-bytes/same", test_same);
  return g_test_run ();
}
