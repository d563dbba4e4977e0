/* refrain-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The new file is made beside the old one, with its permissions; a rename puts it there. A link
 * stays one: what it leads to is replaced. Its name says whose it is, so that the next who saves
 * there can take away what a program left that was killed.
 */
#include "config.h"

#include "refrain-save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "refrain-error.h"
#include "refrain-scratch.h"

#define PROBE_SIZE (1024 * 1024)

gboolean
refrain_save_fail (const char *path, const char *cause, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *where = g_filename_display_name (folder);
  g_autofree char *missing = NULL;

  /* "No such file" would be read as if that which is to be written had to be there. */
  if (!g_file_test (folder, G_FILE_TEST_EXISTS))
    missing = g_strdup_printf (_ ("there is no folder %s"), where);
  return refrain_fail (error, REFRAIN_ERROR_IO, _ ("%s: cannot be written: %s"), display,
                       missing != NULL ? missing : cause);
}

const char *
refrain_save_find_cause (const char *folder)
{
  g_autofree char *probe = g_build_filename (folder, ".probe.XXXXXX", NULL);
  static const char zeros[64 * 1024];
  const char *cause = NULL;
  gsize done = 0;
  int fd = g_mkstemp (probe);

  if (fd < 0)
    return g_strerror (errno);
  while (done < PROBE_SIZE && cause == NULL)
    {
      gssize n = write (fd, zeros, sizeof zeros);

      if (n < 0 && errno != EINTR)
        cause = g_strerror (errno);
      done += MAX (n, 0);
    }
  close (fd);
  g_unlink (probe);
  return cause;
}

/* Where @path leads: a link is followed, so that it stays a link. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

/* ---- What was killed ---- */

/* Processes whose numbers mean the same: of this machine since it was started, and of our
 * container. */
static guint
find_machine (void)
{
  g_autofree char *boot = NULL;
  g_autofree char *space = g_file_read_link ("/proc/self/ns/pid", NULL);

  if (space == NULL || !g_file_get_contents ("/proc/sys/kernel/random/boot_id", &boot, NULL, NULL))
    return 0;
  return g_str_hash (boot) ^ g_str_hash (space);
}

/* What follows the name of @target in those of all that are made beside it on this machine; the
 * number of a process, "-" and six letters follow. */
static char *
make_mark (const char *target)
{
  g_autofree char *name = g_path_get_basename (target);
  const guint machine = find_machine ();

  /* File systems allow 255 bytes, some 143. */
  return machine == 0 || strlen (name) > 100 ? NULL : g_strdup_printf ("%s.%08x-", name, machine);
}

/* Whether @rest, behind a mark, is that of a process which has ended. */
static gboolean
is_left (const char *rest)
{
  char *end;
  const gint64 process = g_ascii_strtoll (rest, &end, 10);

  return process > 0 && process <= G_MAXINT && *end == '-' && strlen (end) == strlen ("-XXXXXX")
         && kill ((pid_t) process, 0) != 0 && errno == ESRCH;
}

static void
remove_left (const char *target, const char *mark)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, mark) && is_left (name + strlen (mark)))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_unlink (path);
      }
}

/* A template for a new name beside @target. */
static char *
make_template (const char *target)
{
  g_autofree char *mark = make_mark (target);
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *name = NULL;

  if (mark == NULL)
    return g_strconcat (target, ".XXXXXX", NULL);
  remove_left (target, mark);
  name = g_strdup_printf ("%s%d-XXXXXX", mark, (int) getpid ());
  return g_build_filename (folder, name, NULL);
}

/* ---- One file ---- */

char *
refrain_save_begin (const char *path, int *fd, GError **error)
{
  g_autofree char *target = resolve (path);
  g_autofree char *temporary = NULL;
  GStatBuf info;
  int mode = 0666;
  int handle;

  if (g_stat (target, &info) == 0)
    {
      if (!S_ISREG (info.st_mode))
        {
          refrain_save_fail (path, _ ("it is not a regular file"), error);
          return NULL;
        }
      if (g_access (target, W_OK) != 0)
        {
          refrain_save_fail (path, g_strerror (errno), error);
          return NULL;
        }
      mode = info.st_mode & 0777;
    }
  temporary = make_template (target);
  handle = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, mode);
  if (handle < 0)
    {
      refrain_save_fail (path, g_strerror (errno), error);
      return NULL;
    }
  refrain_scratch_note (temporary);
  if (fd != NULL)
    *fd = handle;
  else
    close (handle);
  return g_steal_pointer (&temporary);
}

void
refrain_save_drop (const char *temporary)
{
  g_unlink (temporary);
  refrain_scratch_forget (temporary);
}

gboolean
refrain_save_commit (const char *temporary, const char *path, GError **error)
{
  g_autofree char *target = resolve (path);
  const int problem = g_rename (temporary, target) == 0 ? 0 : errno;

  refrain_scratch_forget (temporary);
  if (problem == 0)
    return TRUE;
  g_unlink (temporary);
  return refrain_save_fail (path, g_strerror (problem), error);
}

gboolean
refrain_save_write (int fd, const char *path, const void *bytes, gsize n, GError **error)
{
  for (gsize done = 0; done < n;)
    {
      const gssize written = write (fd, (const char *) bytes + done, n - done);

      if (written < 0 && errno != EINTR)
        return refrain_save_fail (path, g_strerror (errno), error);
      done += (gsize) MAX (written, 0);
    }
  return TRUE;
}

gboolean
refrain_save_end (const char *temporary, int fd, const char *path, gboolean whole, GError **error)
{
  int problem = 0;

  if (whole && fsync (fd) != 0)
    problem = errno;
  if (close (fd) != 0 && problem == 0)
    problem = errno;
  if (whole && problem == 0)
    return refrain_save_commit (temporary, path, error);
  refrain_save_drop (temporary);
  return whole ? refrain_save_fail (path, g_strerror (problem), error) : FALSE;
}

gboolean
refrain_save_bytes (const char *path, const void *bytes, gsize n, GError **error)
{
  int fd = -1;
  g_autofree char *temporary = refrain_save_begin (path, &fd, error);

  return temporary != NULL
         && refrain_save_end (temporary, fd, path, refrain_save_write (fd, path, bytes, n, error),
                              error);
}

/* ---- Streams ---- */

gboolean
refrain_save_stream (FILE *stream, const char *path, GError **error)
{
  char bytes[1 << 16];
  gboolean done;
  FILE *file;
  size_t n;

  g_return_val_if_fail (stream != NULL && path != NULL, FALSE);

  file = g_fopen (path, "wb");
  done = file != NULL;
  while (done && (n = fread (bytes, 1, sizeof bytes, stream)) > 0)
    done = fwrite (bytes, 1, n, file) == n;
  done = done && !ferror (stream) && fflush (file) == 0;
  if (!done)
    refrain_save_fail (path, g_strerror (errno), error);
  if (file != NULL)
    fclose (file);
  return done;
}

gboolean
refrain_save_print (const char *path, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);

  return file != NULL
         && refrain_save_write (STDOUT_FILENO, _ ("standard output"),
                                g_mapped_file_get_contents (file), g_mapped_file_get_length (file),
                                error);
}
