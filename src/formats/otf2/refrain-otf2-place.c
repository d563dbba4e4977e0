/* refrain-otf2-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2 finds NAME.def and NAME by the name of the anchor, so no rename of one file can decide. But
 * a link can, while an archive is replaced:
 *
 *   1. .NAME.otf2.saving/current is made a link to "old";
 *   2. each of the three names becomes a link to current/..., exchanged with the old archive's
 * part, which moves to old/: the names still give the old archive;
 *   3. current becomes a link to "new": this rename decides;
 *   4. each link is exchanged with the new archive's part; the folder is removed.
 *
 * What a writer left that was ended in between is settled by where current leads. A reader opens
 * the names one after the other: one that is at it during step 3, or follows a link just when it
 * goes, may see an error or parts of both archives. Who opens all before or after sees one of them.
 *
 * Where links or exchanges fail (FAT and NFS know none), the old parts are set aside and the new
 * ones moved in, the anchor last. Meanwhile a reader finds no archive or parts of both, and a
 * writer that is ended then leaves it so until the next writer comes.
 */
#define _GNU_SOURCE
#include "config.h"

#include "refrain-otf2-place.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-save.h"

/* The parts of an archive. The anchor becomes a link last and is itself again first: a reader that
 * follows it finds the other parts beside what it leads to. */
static const char *const suffixes[] = { "", ".def", ".otf2" };

#define N_PARTS G_N_ELEMENTS (suffixes)

/* What the folder .NAME.otf2.saving may hold. */
static const char *const ours[] = { "next", "current", "old", "new", NULL };

/* Bytes of a name from which on the folder is called by the name's hash: file systems allow 255
 * bytes, some 143. */
#define LONG_NAME 100

struct _RefrainOtf2Place
{
  char *folder, *name;
  char *saving; /* path of .NAME.otf2.saving; of a long name there is its hash */
  char *written;
  int lock;      /* an open file description of that folder */
  gboolean keep; /* it still holds what links lead to */
};

static gboolean
refuse (const char *path, const char *cause, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);

  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", display, cause);
  return FALSE;
}

static char *
part_in_place (const RefrainOtf2Place *self, guint part)
{
  return g_strconcat (self->folder, "/", self->name, suffixes[part], NULL);
}

/* Where the part lies while it is not in place; @which is "old" or "new". */
static char *
part_aside (const RefrainOtf2Place *self, const char *which, guint part)
{
  return g_strconcat (self->saving, "/", which, "/", self->name, suffixes[part], NULL);
}

/* Whether there is anything, if only a link that leads nowhere. */
static gboolean
exists (const char *path)
{
  GStatBuf info;

  return g_lstat (path, &info) == 0;
}

static gboolean
move (const char *from, const char *to, GError **error)
{
  return g_rename (from, to) == 0 || refuse (to, g_strerror (errno), error);
}

/* Removes a file, or a folder with all that is in it. FALSE with errno when something is left. */
static gboolean
remove_all (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      dir = g_dir_open (path, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          if (!remove_all (child))
            return FALSE;
        }
    }
  return !exists (path) || g_remove (path) == 0;
}

/* Empties the folder once the archive is in place. The new anchor goes first: without it
 * move_back() takes nothing back, whatever of the rest is still there. */
static gboolean
empty_saving (const RefrainOtf2Place *self)
{
  g_autofree char *anchor = part_aside (self, "new", N_PARTS - 1);
  gboolean ok = remove_all (anchor);

  for (guint i = 0; ours[i] != NULL && ok; i++)
    {
      g_autofree char *path = g_build_filename (self->saving, ours[i], NULL);

      ok = remove_all (path);
    }
  return ok;
}

/* ---- By links ---- */

static gboolean
exchange (const char *a, const char *b)
{
#ifdef RENAME_EXCHANGE
  return renameat2 (AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0;
#else
  errno = ENOSYS;
  return FALSE;
#endif
}

/* What the link in the place of a part says. */
static char *
link_text (const RefrainOtf2Place *self, guint part)
{
  g_autofree char *saving = g_path_get_basename (self->saving);

  return g_strconcat (saving, "/current/", self->name, suffixes[part], NULL);
}

static gboolean
is_our_link (const RefrainOtf2Place *self, guint part, const char *path)
{
  g_autofree char *text = link_text (self, part);
  g_autofree char *found = g_file_read_link (path, NULL);

  return g_strcmp0 (text, found) == 0;
}

/* Lets current lead to @which, in one step. */
static gboolean
point_to (const RefrainOtf2Place *self, const char *which)
{
  g_autofree char *next = g_build_filename (self->saving, "next", NULL);
  g_autofree char *current = g_build_filename (self->saving, "current", NULL);

  return symlink (which, next) == 0 && g_rename (next, current) == 0;
}

/* Puts a link in the place of a part, and the part into old/. */
static gboolean
link_part (const RefrainOtf2Place *self, guint part)
{
  g_autofree char *target = part_in_place (self, part);
  g_autofree char *old = part_aside (self, "old", part);
  g_autofree char *text = link_text (self, part);
  gboolean absent;

  if (symlink (text, old) != 0)
    return FALSE;
  if (exchange (target, old))
    return TRUE;
  absent = errno == ENOENT;
  return g_unlink (old) == 0 && absent && symlink (text, target) == 0;
}

/* Puts the parts of @which in the place of their links, which may then be among the parts of
 * @which. What is no link of ours stays. */
static gboolean
unlink_parts (const RefrainOtf2Place *self, const char *which, GError **error)
{
  for (guint i = N_PARTS; i-- > 0;)
    {
      g_autofree char *target = part_in_place (self, i);
      g_autofree char *part = part_aside (self, which, i);

      if (!is_our_link (self, i, target))
        continue;
      if (exists (part) ? !exchange (part, target) : g_unlink (target) != 0)
        return refuse (target, g_strerror (errno), error);
    }
  return TRUE;
}

/* FALSE where the file system cannot; the old archive is then behind links, or where it was. */
static gboolean
replace_by_links (RefrainOtf2Place *self)
{
  if (!point_to (self, "old"))
    return FALSE;
  for (guint i = 0; i < N_PARTS; i++)
    if (!link_part (self, i))
      return FALSE;
  if (!point_to (self, "new"))
    return FALSE;
  self->keep = !unlink_parts (self, "new", NULL); /* else the links lead to what was written */
  return TRUE;
}

/* Takes away what replace_by_links() made and unlink_parts() left, so that old/ is empty. */
static gboolean
remove_links (const RefrainOtf2Place *self, GError **error)
{
  g_autofree char *current = g_build_filename (self->saving, "current", NULL);

  for (guint i = 0; i < N_PARTS; i++)
    {
      g_autofree char *old = part_aside (self, "old", i);

      if (is_our_link (self, i, old) && g_unlink (old) != 0)
        return refuse (old, g_strerror (errno), error);
    }
  return g_unlink (current) == 0 || errno == ENOENT || refuse (current, g_strerror (errno), error);
}

/* ---- By moving ---- */

/* Whether @path is a part, not a link that was exchanged for it. */
static gboolean
holds_part (const RefrainOtf2Place *self, guint part, const char *path)
{
  return exists (path) && !is_our_link (self, part, path);
}

/* Takes back what replace_by_moving() did, unless it has come to its end: the anchor goes last. */
static gboolean
move_back (const RefrainOtf2Place *self, GError **error)
{
  g_autofree char *anchor = part_aside (self, "new", N_PARTS - 1);

  for (guint i = 0; i < N_PARTS && holds_part (self, N_PARTS - 1, anchor); i++)
    {
      g_autofree char *target = part_in_place (self, i);
      g_autofree char *old = part_aside (self, "old", i), *new = part_aside (self, "new", i);

      if (!exists (new) && exists (target) && !move (target, new, error))
        return FALSE;
      if (holds_part (self, i, old) && !move (old, target, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
replace_by_moving (RefrainOtf2Place *self, GError **error)
{
  gboolean ok = TRUE;

  for (guint i = 0; i < N_PARTS && ok; i++)
    {
      g_autofree char *target = part_in_place (self, i), *old = part_aside (self, "old", i);

      ok = !exists (target) || move (target, old, error);
    }
  for (guint i = 0; i < N_PARTS && ok; i++)
    {
      g_autofree char *target = part_in_place (self, i), *new = part_aside (self, "new", i);

      ok = move (new, target, error);
    }
  if (!ok)
    self->keep = !move_back (self, NULL);
  return ok;
}

/* ---- Opening ---- */

/* Whether @path is a folder that holds nothing but an OTF2 archive's local files. */
static gboolean
is_archive_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (!g_str_has_suffix (name, ".evt") && !g_str_has_suffix (name, ".def")
        && !g_str_has_suffix (name, ".snap") && !g_str_has_suffix (name, ".thumb"))
      return FALSE;
  return TRUE;
}

/* Whether what has the archive's names may be replaced. */
static gboolean
check_names (const RefrainOtf2Place *self, GError **error)
{
  g_autofree char *events = part_in_place (self, 0);
  g_autofree char *definitions = part_in_place (self, 1);
  g_autofree char *anchor = part_in_place (self, 2);
  gboolean have_anchor = g_file_test (anchor, G_FILE_TEST_EXISTS);

  if (g_file_test (anchor, G_FILE_TEST_IS_DIR))
    return refuse (anchor, _ ("is a folder and stays as it is"), error);
  if (g_file_test (events, G_FILE_TEST_EXISTS) && !(have_anchor && is_archive_folder (events)))
    return refuse (events, _ ("does not belong to a trace and stays as it is"), error);
  if (g_file_test (definitions, G_FILE_TEST_EXISTS)
      && !(have_anchor && g_file_test (definitions, G_FILE_TEST_IS_REGULAR)))
    return refuse (definitions, _ ("does not belong to a trace and stays as it is"), error);
  return TRUE;
}

/* Makes the folder to write in, or takes the one that was left; locks it. */
static gboolean
lock_saving (RefrainOtf2Place *self, GError **error)
{
  g_autofree char *anchor = part_in_place (self, N_PARTS - 1);
  GStatBuf locked, named;

  do
    {
      if (self->lock >= 0)
        close (self->lock); /* of a folder that its owner has removed meanwhile */
      self->lock = -1;
      if (g_mkdir (self->saving, 0777) != 0 && errno != EEXIST)
        return refrain_save_fail (anchor, g_strerror (errno), error);
      self->lock = g_open (self->saving, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
      if (self->lock < 0 && errno == ENOENT)
        continue;
      if (self->lock < 0)
        return refrain_save_fail (anchor, g_strerror (errno), error);
      if (flock (self->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return refrain_save_fail (anchor, _ ("it is being written already"), error);
    }
  while (self->lock < 0 || fstat (self->lock, &locked) != 0 || g_lstat (self->saving, &named) != 0
         || locked.st_ino != named.st_ino);
  return TRUE;
}

/* Settles and removes what a writer left that did not come to its end. */
static gboolean
clean_up (const RefrainOtf2Place *self, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (self->saving, 0, NULL);
  g_autofree char *link = g_build_filename (self->saving, "current", NULL);
  g_autofree char *old = g_build_filename (self->saving, "old", NULL);
  g_autofree char *current = g_file_read_link (link, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (!g_strv_contains (ours, name))
      break;
  if (name != NULL || (current != NULL && !g_strv_contains (ours, current)))
    return refuse (self->saving, _ ("does not belong to a trace and stays as it is"), error);
  if (current != NULL ? !unlink_parts (self, current, error)
                      : exists (old) && !move_back (self, error))
    return FALSE;
  return empty_saving (self) || refuse (self->saving, g_strerror (errno), error);
}

RefrainOtf2Place *
refrain_otf2_place_open (const char *folder, const char *name, GError **error)
{
  g_autoptr (RefrainOtf2Place) self = g_new0 (RefrainOtf2Place, 1);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);

  self->folder = g_strdup (folder);
  self->name = g_strdup (name);
  self->saving
      = g_strconcat (folder, "/.", strlen (name) < LONG_NAME ? name : hash, ".otf2.saving", NULL);
  self->written = g_build_filename (self->saving, "new", NULL);
  self->lock = -1;
  self->keep = TRUE; /* until it is known to be ours */
  if (!lock_saving (self, error) || !clean_up (self, error))
    return NULL;
  self->keep = FALSE;
  if (!check_names (self, error))
    return NULL;
  if (g_mkdir (self->written, 0777) != 0)
    {
      refrain_save_fail (self->saving, g_strerror (errno), error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

REFRAIN_READER (refrain_otf2_place_get_folder, RefrainOtf2Place, const char *, self->written)

gboolean
refrain_otf2_place_commit (RefrainOtf2Place *self, GError **error)
{
  g_autofree char *old = g_build_filename (self->saving, "old", NULL);

  if (g_mkdir (old, 0777) != 0)
    return refuse (old, g_strerror (errno), error);
  if (replace_by_links (self))
    return TRUE;
  self->keep = !unlink_parts (self, "old", error);
  return !self->keep && remove_links (self, error) && replace_by_moving (self, error);
}

void
refrain_otf2_place_close (RefrainOtf2Place *self)
{
  if (!self->keep && empty_saving (self))
    g_rmdir (self->saving);
  if (self->lock >= 0)
    close (self->lock);
  refrain_free (self->folder, self->name, self->saving, self->written, self);
}
