/* refrain-skeleton-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A skeleton's folder. What is not known to be one's own is never written over.
 */
#include "config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-mapping.h"
#include "refrain-save.h"
#include "refrain-skeleton-c.h"

/* In the first line of each file. */
#define MARK "Made by refrain-cli skeleton"

static const char *const own[] = { "skeleton.c", "skeleton.h", "Makefile" };

/* Whether @path is of an earlier skeleton. */
static gboolean
is_own (const char *path)
{
  char line[64] = "";
  FILE *file = fopen (path, "r");

  if (file == NULL)
    return FALSE;
  if (fgets (line, sizeof line, file) == NULL)
    line[0] = '\0';
  fclose (file);
  return strstr (line, MARK) != NULL;
}

/* FALSE with @error where @folder holds what is not ours to write over. */
static gboolean
check_folder (const char *folder, GError **error)
{
  g_autofree char *display = g_filename_display_name (folder);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  const char *name;

  if (dir == NULL)
    return refrain_save_fail (folder, g_strerror (errno), error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *shown = g_filename_display_name (name);
      gboolean known = g_str_equal (name, "skeleton");

      for (gsize i = 0; i < G_N_ELEMENTS (own); i++)
        known |= g_str_equal (name, own[i]) && is_own (path);
      if (known)
        continue;
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO,
                   _ ("%s: holds “%s”, which no skeleton put there: name a new or an empty folder"),
                   display, shown);
      return FALSE;
    }
  return TRUE;
}

static gboolean
save_text (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return refrain_save_bytes (path, text, strlen (text), error);
}

static char *
make_makefile (RefrainSkeleton *skeleton)
{
  return g_strdup_printf (
      "# " MARK ": make, then make run.\n"
      "CC = mpicc\n"
      "CFLAGS = -O2 -Wall -Wextra\n"
      "MPIRUN = mpirun\n"
      "SCALE =\n"
      "\n"
      "skeleton: skeleton.c skeleton.h\n"
      "\t$(CC) $(CFLAGS) -o $@ skeleton.c $(LDFLAGS)\n"
      "\n"
      "run: skeleton\n"
      "\t$(MPIRUN) -n %u ./skeleton $(SCALE)\n"
      "\n"
      "clean:\n"
      "\t$(RM) skeleton\n"
      "\n"
      ".PHONY: run clean\n",
      refrain_mapping_get_n_processes (refrain_skeleton_get_mapping (skeleton)));
}

gboolean
refrain_skeleton_c_save (RefrainSkeleton *skeleton,
                         const RefrainSkeletonStyle *style,
                         const char *folder,
                         GError **error)
{
  g_autofree char *program = NULL, *header = NULL, *makefile = NULL;

  g_return_val_if_fail (REFRAIN_IS_SKELETON (skeleton), FALSE);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return refrain_save_fail (folder, g_strerror (errno), error);
  if (!check_folder (folder, error))
    return FALSE;
  program = refrain_skeleton_c_dup_program (skeleton, style);
  header = refrain_skeleton_c_dup_header (skeleton, style);
  makefile = make_makefile (skeleton);
  return save_text (folder, own[0], program, error) && save_text (folder, own[1], header, error)
         && save_text (folder, own[2], makefile, error);
}
