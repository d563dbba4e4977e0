/* refrain-skeleton-c.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skeleton.c: sizes, the functions, main(). What they are made of is in skeleton.h. And its folder,
 * in which what is not known to be one's own is never written over.
 */
#include "config.h"

#include "refrain-skeleton-c.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-mapping.h"
#include "refrain-save.h"
#include "refrain-skeleton-writer.h"

static void
add_functions (RefrainSkeletonWriter *self)
{
  const guint32 n = refrain_skeleton_get_n_functions (self->skeleton);

  for (guint32 f = 0; f + 1 < n; f++) /* called before it stands there? */
    {
      gboolean before = FALSE;
      g_autofree char *name = refrain_skeleton_name_function (f);
      guint32 first, end;
      const RefrainSkeletonAct *acts = refrain_skeleton_get_acts (self->skeleton, f, &first, &end);

      for (guint32 i = 0; i < end; i++)
        before |= acts[i].kind == REFRAIN_ACT_CALL && acts[i].function == f;
      if (before)
        g_string_append_printf (self->text, "static void %s(void);\n", name);
    }
  for (guint32 f = 0; f + 1 < n; f++)
    {
      g_autofree char *name = refrain_skeleton_name_function (f);

      g_string_append_printf (self->text, "\nstatic void %s(void) {\n", name);
      refrain_skeleton_add_body (self, f);
      g_string_append (self->text, "}\n");
    }
}

/* A text in a comment: it must not end it. */
static void
append_in_comment (GString *text, const char *words)
{
  for (const char *c = words; *c != '\0'; c++)
    g_string_append_c (text,
                       (guchar) *c < ' ' || (*c == '/' && c > words && c[-1] == '*') ? '?' : *c);
}

static void
append_head (RefrainSkeletonWriter *self, GString *text)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (self->skeleton);

  g_string_append (text, "/* Made by refrain-cli skeleton: what ");
  append_in_comment (text, refrain_trace_get_name (refrain_skeleton_get_trace (self->skeleton)));
  g_string_append_printf (text, " communicates, by %u processes (%s).\n", self->n,
                          refrain_mapping_get_name (self->mapping));
  if (self->n != refrain_trace_get_n_processes (refrain_skeleton_get_trace (self->skeleton)))
    g_string_append_printf (
        text, " * The trace is of %u; loops and sizes are still its own.\n",
        refrain_trace_get_n_processes (refrain_skeleton_get_trace (self->skeleton)));
  if (facts->unmatched_sends + facts->unmatched_recvs + facts->split_collectives > 0)
    g_string_append_printf (
        text,
        " * Left out, since the trace holds one end only: %" G_GUINT64_FORMAT
        " sends, %" G_GUINT64_FORMAT " receives, %" G_GUINT64_FORMAT " collective calls.\n",
        facts->unmatched_sends, facts->unmatched_recvs, facts->split_collectives);
  g_string_append (text, " * Times are in microseconds, sizes in bytes; a message to nobody is "
                         "none. */\n");
  g_string_append (text, "#include \"skeleton.h\"\n\n");
}

/* The text of skeleton.c. O(acts + slots x processes). */
static char *
dup_program (RefrainSkeleton *skeleton, const RefrainSkeletonStyle *style)
{
  RefrainSkeletonWriter self;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (REFRAIN_IS_SKELETON (skeleton), NULL);
  refrain_skeleton_writer_init (&self, skeleton, style);
  add_functions (&self);
  g_string_append (self.text, "\nint main(int argc, char **argv) {\n    begin(argc, argv);\n"
                              "    take_place();\n\n");
  refrain_skeleton_add_body (&self, refrain_skeleton_get_n_functions (skeleton) - 1);
  g_string_append (self.text, "\n    MPI_Finalize();\n    return 0;\n}\n");
  append_head (&self, text);
  g_string_append (text, self.tables->str);
  g_string_append (text, self.tables->len > 0 ? self.text->str : self.text->str + 1);
  refrain_skeleton_writer_clear (&self);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
/* ---- The folder ---- */

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
      return refrain_fail (
          error, REFRAIN_ERROR_IO,
          _ ("%s: holds “%s”, which no skeleton put there: name a new or an empty folder"), display,
          shown);
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
  program = dup_program (skeleton, style);
  header = refrain_skeleton_c_dup_header (skeleton, style);
  makefile = make_makefile (skeleton);
  return save_text (folder, own[0], program, error) && save_text (folder, own[1], header, error)
         && save_text (folder, own[2], makefile, error);
}
