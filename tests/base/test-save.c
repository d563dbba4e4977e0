/* test-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file is there whole or as it was, and nothing lies beside it.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refrain-save.h"
#include "test-program.h"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("refrain-save-XXXXXX", NULL);
  g_assert_nonnull (f->folder);
  f->path = g_build_filename (f->folder, "file", NULL);
}

static guint
count_files (Fixture *f)
{
  g_autoptr (GDir) dir = g_dir_open (f->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_unlink (f->path);
  g_assert_cmpint (g_rmdir (f->folder), ==, 0);
  g_free (f->path);
  g_free (f->folder);
}

static void
assert_holds (Fixture *f, const char *bytes, gsize n)
{
  g_autofree char *found = NULL;
  gsize length = 0;

  g_assert_true (g_file_get_contents (f->path, &found, &length, NULL));
  g_assert_cmpmem (found, length, bytes, n);
  g_assert_cmpuint (count_files (f), ==, 1);
}

static void
test_bytes (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (refrain_save_bytes (f->path, "a\0b", 3, &error));
  g_assert_no_error (error);
  assert_holds (f, "a\0b", 3);
  g_assert_true (refrain_save_bytes (f->path, "", 0, &error));
  assert_holds (f, "", 0);
}

static void
test_unfinished (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *temporary = NULL;
  int fd = -1;

  g_assert_true (refrain_save_bytes (f->path, "old", 3, NULL));
  temporary = refrain_save_begin (f->path, &fd, &error);
  g_assert_nonnull (temporary);
  g_assert_true (refrain_save_write (fd, f->path, "ne", 2, &error));
  g_assert_false (refrain_save_end (temporary, fd, f->path, FALSE, &error));
  g_assert_no_error (error);
  assert_holds (f, "old", 3);
}

static void
test_no_folder (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->folder, "none", "file", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (refrain_save_bytes (path, "x", 1, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpuint (count_files (f), ==, 0);
}

/* Begins to save, in a process that is killed then. */
static void
begin_and_die (Fixture *f)
{
  const pid_t child = fork ();
  int status;

  if (child == 0)
    {
      g_autofree char *temporary = refrain_save_begin (f->path, NULL, NULL);

      kill (getpid (), temporary != NULL ? SIGKILL : SIGTERM);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

/* What others may be at stays, and what only looks like ours. */
static void
test_killed (Fixture *f, gconstpointer data)
{
  g_autofree char *alive = refrain_save_begin (f->path, NULL, NULL);
  g_autofree char *stranger = g_strconcat (f->path, ".thesis", NULL);

  g_assert_nonnull (alive);
  g_assert_true (g_file_set_contents (stranger, "x", 1, NULL));
  begin_and_die (f);
  g_assert_cmpuint (count_files (f), ==, 3);
  g_assert_true (refrain_save_bytes (f->path, "new", 3, NULL));
  g_assert_cmpuint (count_files (f), ==, 3);
  g_assert_cmpint (g_unlink (stranger), ==, 0);
  g_assert_true (refrain_save_commit (alive, f->path, NULL));
  assert_holds (f, "", 0);
}

TEST_PROGRAM ("save")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/save/bytes", Fixture, NULL, set_up, test_bytes, tear_down);
  g_test_add ("/save/unfinished", Fixture, NULL, set_up, test_unfinished, tear_down);
  g_test_add ("/save/no-folder", Fixture, NULL, set_up, test_no_folder, tear_down);
  g_test_add ("/save/killed", Fixture, NULL, set_up, test_killed, tear_down);
  return g_test_run ();
}
