/* test-otf2-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Replacing an OTF2 archive is one step: a program that is killed before any call that changes
 * names leaves the old archive or the new one, and the next one to save cleans up. So does one in
 * which such calls fail.
 */
#define _GNU_SOURCE
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"
#include "test-trace.h"

/* ---- Calls that change names, stood in for: counted; the program ends before one, or it fails
 * ---- */

static int steps_left = -1; /* until it is killed; -1: never */
static gboolean is_plain;   /* a file system that cannot exchange two names */

static guint n_calls;      /* so far */
static guint failing_call; /* which one fails, from 1; 0: none */
static guint failing_from; /* from which on all fail; 0: none */

/* FALSE when the call fails. */
static gboolean
step (void)
{
  if (steps_left == 0)
    _exit (9);
  if (steps_left > 0)
    steps_left--;
  n_calls++;
  if (n_calls != failing_call && (failing_from == 0 || n_calls < failing_from))
    return TRUE;
  errno = ENOSPC;
  return FALSE;
}

int
rename (const char *from, const char *to)
{
  int (*next) (const char *, const char *) = dlsym (RTLD_NEXT, "rename");

  return step () ? next (from, to) : -1;
}

int
renameat2 (int from_dir, const char *from, int to_dir, const char *to, unsigned int flags)
{
  int (*next) (int, const char *, int, const char *, unsigned int) = dlsym (RTLD_NEXT, "renameat2");

  if (!step ())
    return -1;
  if (is_plain)
    {
      errno = EINVAL;
      return -1;
    }
  return next (from_dir, from, to_dir, to, flags);
}

int
symlink (const char *target, const char *path)
{
  int (*next) (const char *, const char *) = dlsym (RTLD_NEXT, "symlink");

  return step () ? next (target, path) : -1;
}

int
unlink (const char *path)
{
  int (*next) (const char *) = dlsym (RTLD_NEXT, "unlink");

  return step () ? next (path) : -1;
}

int
remove (const char *path)
{
  int (*next) (const char *) = dlsym (RTLD_NEXT, "remove");

  return step () ? next (path) : -1;
}

/* ---- A folder with an archive ---- */

static const char *const parts[] = { "t", "t.def", "t.otf2" };

typedef struct
{
  char *folder;
  char *path;
  char *saving;
  char *old_dump, *new_dump;
} Place;

static void
set_up (Place *self, gconstpointer data)
{
  g_autoptr (RefrainTrace) old = sample_trace_pair (), new = sample_trace_rich ();

  self->folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "t.otf2", NULL);
  self->saving = g_build_filename (self->folder, ".t.otf2.saving", NULL);
  self->old_dump = trace_dump (old, TRUE);
  self->new_dump = trace_dump (new, TRUE);
}

static void
tear_down (Place *self, gconstpointer data)
{
  test_remove_tree (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->saving);
  g_free (self->old_dump);
  g_free (self->new_dump);
}

static guint
count_names (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
save_old (Place *self)
{
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, self->path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_names (self->folder), ==, G_N_ELEMENTS (parts));
}

/* Which archive the names give: 'o'ld, 'n'ew, or '-' for none. */
static char
read_place (Place *self)
{
  g_autoptr (RefrainTrace) trace = refrain_trace_load (self->path, NULL, NULL, NULL);
  g_autofree char *dump = trace == NULL ? NULL : trace_dump (trace, TRUE);

  if (dump == NULL)
    return '-';
  if (g_str_equal (dump, self->old_dump))
    return 'o';
  g_assert_cmpstr (dump, ==, self->new_dump);
  return 'n';
}

/* Comes, cleans up what was left, and writes nothing. */
static void
visit (Place *self)
{
  g_autoptr (RefrainTrace) trace = sample_trace_pair ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (refrain_trace_save (trace, self->path, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- Being killed ---- */

static void
test_save (void)
{
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  const char *path = g_getenv ("REFRAIN_TEST_PATH"), *mode = g_getenv ("REFRAIN_TEST_MODE");

  if (path == NULL)
    return;
  is_plain = strstr (mode, "plain") != NULL;
  steps_left = atoi (g_getenv ("REFRAIN_TEST_STEPS"));
  if (!refrain_trace_save (trace, path, NULL, NULL, NULL))
    _exit (3);
}

/* Saves the new archive in a process that is killed after @steps calls; FALSE when it was not. */
static gboolean
save_and_die (Place *self, const char *mode, guint steps)
{
  g_autofree char *text = g_strdup_printf ("%u", steps);

  g_setenv ("REFRAIN_TEST_PATH", self->path, TRUE);
  g_setenv ("REFRAIN_TEST_MODE", mode, TRUE);
  g_setenv ("REFRAIN_TEST_STEPS", text, TRUE);
  g_test_trap_subprocess ("/formats/otf2-place/save/subprocess", 0, 0);
  return !g_test_trap_has_passed ();
}

static void
test_killed (Place *self, gconstpointer data)
{
  const char *mode = data;
  gboolean fresh = strstr (mode, "fresh") != NULL, plain = strstr (mode, "plain") != NULL;
  const char before = fresh ? '-' : 'o';
  guint n_before = 0, n_after = 0;
  char seen = before;

  if (!fresh)
    save_old (self);
  /* Behind the step that decides only cleaning up is left: every third call will do. */
  for (guint steps = 0; save_and_die (self, mode, steps); steps += n_after < 4 ? 1 : 3)
    {
      char found = read_place (self);

      if (!plain)
        g_assert_true (found == before || found == 'n');
      visit (self);
      seen = read_place (self);
      g_assert_true (seen == before || seen == 'n');
      g_assert_true (plain || seen == found);
      g_assert_cmpuint (count_names (self->folder), ==, seen == '-' ? 0 : G_N_ELEMENTS (parts));
      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        {
          g_autofree char *part = g_build_filename (self->folder, parts[i], NULL);

          g_assert_false (g_file_test (part, G_FILE_TEST_IS_SYMLINK));
        }
      n_before += seen == before;
      n_after += seen == 'n';
      if (seen == 'n' && fresh)
        for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
          {
            g_autofree char *part = g_build_filename (self->folder, parts[i], NULL);

            test_remove_tree (part);
          }
      else if (seen == 'n')
        save_old (self);
    }
  g_test_message ("killed %u times before and %u times after the step that decides", n_before,
                  n_after);
  g_assert_cmpuint (n_before, >=, 5);
  g_assert_cmpuint (n_after, >=, 2);
  g_assert_cmpint (read_place (self), ==, 'n');
  g_assert_cmpuint (count_names (self->folder), ==, G_N_ELEMENTS (parts));
}

/* ---- Failing calls ---- */

/* Saves the new archive over the old one while call @one fails, and all from @from on (0: none).
 * FALSE when there were not as many calls as that. */
static gboolean
save_and_fail (Place *self, guint one, guint from)
{
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  g_autoptr (GError) error = NULL;
  gboolean ok, reached;
  char found, seen;

  n_calls = 0;
  failing_call = one;
  failing_from = from;
  ok = refrain_trace_save (trace, self->path, NULL, NULL, &error);
  reached = n_calls >= MAX (one, from);
  failing_call = failing_from = 0;
  g_assert_true (ok == (error == NULL));
  found = read_place (self);
  g_test_message ("%u, from %u: %c, %s", one, from, found, ok ? "saved" : error->message);
  if (from == 0 || (from == one && !is_plain)) /* else it may have ended while parts were moved */
    g_assert_cmpint (found, ==, ok ? 'n' : 'o');
  visit (self);
  seen = read_place (self);
  g_assert_cmpint (seen, ==, ok ? 'n' : 'o');
  g_assert_cmpuint (count_names (self->folder), ==, G_N_ELEMENTS (parts));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *part = g_build_filename (self->folder, parts[i], NULL);

      g_assert_false (g_file_test (part, G_FILE_TEST_IS_SYMLINK));
    }
  return reached;
}

/* One call fails, each in turn; then the same, and all calls fail from a later one on (some of
 * these will do), as if the program ended there. Another replacement works. */
static void
test_failed (Place *self, gconstpointer data)
{
  guint n = 0;

  is_plain = data != NULL;
  save_old (self);
  for (guint one = 1; save_and_fail (self, one, 0); one++, n++)
    {
      save_old (self);
      for (guint from = one; save_and_fail (self, one, from); from += 4)
        save_old (self);
      save_old (self);
    }
  is_plain = FALSE;
  g_test_message ("%u calls", n);
  g_assert_cmpuint (n, >=, 10);
  g_assert_cmpint (read_place (self), ==, 'n');
}

/* A name that leaves no room for more than the ending is written, and replaced. */
static void
test_long_name (Place *self, gconstpointer data)
{
  static const guint lengths[] = { 99, 100, 242, 243, 244, 245 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *name = g_strnfill (lengths[i], 'n');

      g_free (self->path);
      self->path = g_strconcat (self->folder, "/", name, ".otf2", NULL);
      for (guint round = 0; round < 2; round++)
        {
          g_autoptr (RefrainTrace) trace = sample_trace_rich ();
          g_autoptr (GError) error = NULL;

          refrain_trace_save (trace, self->path, NULL, NULL, &error);
          g_assert_no_error (error);
          g_assert_cmpint (read_place (self), ==, 'n');
          g_assert_cmpuint (count_names (self->folder), ==, G_N_ELEMENTS (parts) * (i + 1));
        }
    }
}

/* ---- Others ---- */

static void
assert_refused (Place *self)
{
  g_autoptr (RefrainTrace) trace = sample_trace_rich ();
  g_autoptr (GError) error = NULL;

  g_assert_false (refrain_trace_save (trace, self->path, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpint (read_place (self), ==, 'o');
}

/* Who writes at the same time is not disturbed. */
static void
test_busy (Place *self, gconstpointer data)
{
  int fd;

  save_old (self);
  g_assert_cmpint (g_mkdir (self->saving, 0700), ==, 0);
  fd = open (self->saving, O_RDONLY | O_DIRECTORY);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  assert_refused (self);
  g_assert_true (g_file_test (self->saving, G_FILE_TEST_IS_DIR));
  close (fd);
  visit (self);
  g_assert_false (g_file_test (self->saving, G_FILE_TEST_EXISTS));
}

/* What somebody keeps under the name of the folder stays. */
static void
test_foreign (Place *self, gconstpointer data)
{
  g_autofree char *thesis = g_build_filename (self->saving, "thesis.tex", NULL);

  save_old (self);
  g_assert_cmpint (g_mkdir (self->saving, 0700), ==, 0);
  g_assert_true (g_file_set_contents (thesis, "years", -1, NULL));
  assert_refused (self);
  g_assert_true (g_file_test (thesis, G_FILE_TEST_EXISTS));
}

/* Without exchange of names the archive is replaced all the same, one without events too. */
static void
test_plain (Place *self, gconstpointer data)
{
  RefrainTrace *(*const samples[]) (void)
      = { sample_trace_empty, sample_trace_pair, sample_trace_empty, sample_trace_rich };

  is_plain = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (RefrainTrace) trace = samples[i]();
      g_autoptr (GError) error = NULL;

      refrain_trace_save (trace, self->path, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (count_names (self->folder), ==, G_N_ELEMENTS (parts));
    }
  is_plain = FALSE;
  g_assert_cmpint (read_place (self), ==, 'n');
}

#define ADD(name, data, test)                                                                      \
  g_test_add ("/formats/otf2-place/" name, Place, data, set_up, test, tear_down)

TEST_PROGRAM ("otf2-place")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/otf2-place/save/subprocess", test_save);
  ADD ("killed", "", test_killed);
  ADD ("killed-fresh", "fresh", test_killed);
  ADD ("killed-plain", "plain", test_killed);
  ADD ("killed-plain-fresh", "plain fresh", test_killed);
  ADD ("failed", NULL, test_failed);
  ADD ("failed-plain", "plain", test_failed);
  ADD ("long-name", NULL, test_long_name);
  ADD ("busy", NULL, test_busy);
  ADD ("foreign", NULL, test_foreign);
  ADD ("plain", NULL, test_plain);
  return g_test_run ();
}
