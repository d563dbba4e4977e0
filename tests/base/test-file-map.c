/* test-file-map.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Mapped files that others cut off and write over, with a lease and without.
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refrain-error.h"
#include "refrain-file-map.h"
#include "test-program.h"

#define SIZE (3 * 65536)

static char *
make_file (char fill)
{
  g_autofree char *bytes = g_malloc (SIZE);
  char *path = NULL;
  int fd = g_file_open_tmp ("refrain-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  memset (bytes, fill, SIZE);
  g_assert_true (g_file_set_contents (path, bytes, SIZE, NULL));
  return path;
}

/* As `cp` does. In a process of its own: a lease holds up who opens the file. */
static void
overwrite (const char *path, char fill)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      static char bytes[SIZE / 2];
      int fd = open (path, O_WRONLY | O_TRUNC);

      memset (bytes, fill, sizeof bytes);
      _exit (fd < 0 || write (fd, bytes, sizeof bytes) != (gssize) sizeof bytes);
    }
  while (waitpid (child, &status, 0) != child)
    ;
  g_assert_cmpint (status, ==, 0);
}

static gboolean
are_all (const RefrainFileMap *mapping, char value)
{
  const char *bytes = refrain_file_map_get_data (mapping);

  for (gsize i = 0; i < refrain_file_map_get_length (mapping); i++)
    if (bytes[i] != value)
      return FALSE;
  return TRUE;
}

static void
fails (RefrainFileMap *mapping, const char *path)
{
  g_autoptr (GError) error = g_error_new_literal (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "other");
  g_autofree char *words
      = g_strdup_printf ("%s: it changed while it was open; run this again", path);

  g_assert_false (refrain_file_map_check (mapping, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpstr (error->message, ==, words);
}

/* Nobody would survive touching the pages that are gone. */
static void
test_cut (void)
{
  g_autofree char *path = make_file ('a');
  g_autoptr (RefrainFileMap) mapping
      = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, NULL);

  g_assert_nonnull (mapping);
  g_assert_cmpuint (refrain_file_map_get_length (mapping), ==, SIZE);
  g_assert_true (are_all (mapping, 'a'));
  g_assert_true (refrain_file_map_check (mapping, NULL));
  g_assert_cmpint (truncate (path, SIZE / 2), ==, 0);
  g_assert_cmpint (((const char *) refrain_file_map_get_data (mapping))[SIZE - 1], ==, 0);
  g_assert_true (are_all (mapping, '\0')); /* not some of each */
  fails (mapping, path);
  g_unlink (path);
}

typedef struct
{
  char *path;
  gboolean whole;
  guint n;
} Told;

static void
on_change (const char *path, gboolean whole, gpointer data)
{
  Told *told = data;

  g_assert_cmpstr (path, ==, told->path);
  told->whole = whole;
  told->n++;
}

static gpointer
map_in_thread (gpointer path)
{
  return refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
}

/* @written: somebody had the file open for writing, so that there was no lease. */
static void
test_overwritten (gconstpointer written)
{
  g_autofree char *path = make_file ('a');
  const int other = GPOINTER_TO_INT (written) ? open (path, O_RDWR | O_CLOEXEC) : -1;
  g_autoptr (RefrainFileMap) mapping
      = g_thread_join (g_thread_new ("a reader", map_in_thread, path));
  Told told = { path, FALSE, 0 };

  refrain_file_map_watch (on_change, &told);
  g_assert_true (refrain_file_map_check (mapping, NULL));
  overwrite (path, 'b');
  while (told.n == 0)
    g_main_context_iteration (NULL, TRUE);
  fails (mapping, path);
  /* The bytes of before: copied while the lease held the writer, or read at once. */
  g_assert_true (told.whole);
  overwrite (path, 'c');
  g_usleep (3 * 200 * 1000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (told.n, ==, 1);
  g_assert_true (are_all (mapping, 'a'));
  refrain_file_map_watch (NULL, NULL);
  if (other >= 0)
    close (other);
  g_unlink (path);
}

/* Another file of that name is none of ours. */
static void
test_replaced (void)
{
  g_autofree char *path = make_file ('a');
  g_autofree char *other = make_file ('b');
  g_autoptr (RefrainFileMap) mapping
      = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);

  g_assert_cmpint (g_rename (other, path), ==, 0);
  g_assert_true (refrain_file_map_check (mapping, NULL));
  g_assert_true (are_all (mapping, 'a'));
  g_unlink (path);
}

/* Places are used again. */
static void
test_many (void)
{
  g_autofree char *path = make_file ('a');

  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (RefrainFileMap) one = refrain_file_map_new (path, i % 2, NULL);
      g_autoptr (RefrainFileMap) two
          = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
      g_autoptr (GBytes) bytes = refrain_file_map_to_bytes (g_steal_pointer (&one));

      g_assert_cmpuint (g_bytes_get_size (bytes), ==, refrain_file_map_get_length (two));
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 100, refrain_file_map_get_data (two), 100);
    }
  g_unlink (path);
}

static void
test_refused (void)
{
  g_autoptr (GError) missing = NULL, folder = NULL;
  g_autofree char *path = make_file ('a');
  g_autoptr (RefrainFileMap) empty = NULL;

  g_assert_null (refrain_file_map_new ("nowhere", REFRAIN_FILE_MAP_READ_ONCE, &missing));
  g_assert_error (missing, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpstr (missing->message, ==, "nowhere: No such file or directory");
  g_assert_null (refrain_file_map_new (g_get_tmp_dir (), REFRAIN_FILE_MAP_KEEP_OPEN, &folder));
  g_assert_error (folder, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpint (truncate (path, 0), ==, 0);
  empty = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
  g_assert_cmpuint (refrain_file_map_get_length (empty), ==, 0);
  g_assert_nonnull (refrain_file_map_get_data (empty));
  g_unlink (path);
}

TEST_PROGRAM ("file-map")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-map/cut", test_cut);
  g_test_add_data_func ("/file-map/overwritten", GINT_TO_POINTER (FALSE), test_overwritten);
  g_test_add_data_func ("/file-map/overwritten-while-written", GINT_TO_POINTER (TRUE),
                        test_overwritten);
  g_test_add_func ("/file-map/replaced", test_replaced);
  g_test_add_func ("/file-map/many", test_many);
  g_test_add_func ("/file-map/refused", test_refused);
  return g_test_run ();
}
