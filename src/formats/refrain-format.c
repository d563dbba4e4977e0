/* refrain-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of formats: each tells its own by the first bytes of a file, and is chosen by the
 * extension to be written.
 */
#include "config.h"

#include "refrain-format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-error.h"
#include "refrain-event-text.h"
#include "refrain-gxl.h"
#include "refrain-hdf5.h"
#include "refrain-memory.h"
#include "refrain-otf.h"
#include "refrain-otf2.h"
#include "refrain-paje.h"
#include "refrain-paraver-labels.h"
#include "refrain-paraver.h"
#include "refrain-remote-trace.h"
#include "refrain-save.h"
#include "refrain-scratch.h"
#include "refrain-spool.h"
#include "refrain-team.h"
#include "refrain-unpack.h"

typedef struct
{
  const char *const *extensions; /* to be written; longest first where one ends another */
  const char *const *others;     /* under which it is found, too */
  gboolean unpacks;              /* what is sniffed at is a packed file's content */
  gboolean (*sniff) (const guint8 *bytes, gsize n);
  RefrainTrace *(*load) (const char *, GCancellable *, const RefrainProgress *, GError **error);
  gboolean (*save) (
      RefrainTrace *, const char *, GCancellable *, const RefrainProgress *, GError **error);
  gboolean is_shared; /* a team reads it together: each member its own processes */
  /* Where a file may hold several traces; otherwise NULL. */
  RefrainTrace *(*load_nth) (
      const char *, guint, GCancellable *, const RefrainProgress *, GError **error);
  gboolean (*save_several) (RefrainTrace *const *,
                            guint,
                            const char *,
                            GCancellable *,
                            const RefrainProgress *,
                            GError **error);
  /* Instead of load: tells what has arrived. */
  RefrainTrace *(*load_watched) (
      const char *, RefrainArrivals *, GCancellable *, const RefrainProgress *, GError **error);
} Format;

static const char *const otf2_extensions[] = { ".otf2", NULL };
static const char *const gxl_extensions[] = { ".gxl", ".gxl.gz", ".gxl.zst", NULL };
static const char *const event_extensions[] = { ".events", NULL };
static const char *const hdf5_extensions[] = { ".mtf.h5", NULL };
static const char *const paraver_extensions[] = { ".prv", NULL };
static const char *const other_hdf5[] = { ".h5", NULL };
static const char *const other_paraver[] = { ".prv.gz", NULL };
static const char *const other_paje[] = { ".trace", ".paje", NULL };
static const char *const other_otf[] = { ".otf", NULL };

/* Read only, or no others. */
static const char *const none[] = { NULL };

/* What looks into packed files comes first: the reader of GXL takes any. */
static const Format formats[] = {
  { paraver_extensions, other_paraver, TRUE, refrain_paraver_sniff, refrain_paraver_load,
    refrain_paraver_save },
  { none, other_paje, TRUE, refrain_paje_sniff, refrain_paje_load, NULL },
  { none, other_otf, FALSE, refrain_otf_sniff, refrain_otf_load, NULL },
  { otf2_extensions, none, FALSE, refrain_otf2_sniff, NULL, refrain_otf2_save, TRUE, NULL, NULL,
    refrain_otf2_load },
  { gxl_extensions, none, FALSE, refrain_gxl_sniff, refrain_gxl_load, refrain_gxl_save, FALSE,
    refrain_gxl_load_nth, refrain_gxl_save_several },
  { hdf5_extensions, other_hdf5, FALSE, refrain_hdf5_sniff, refrain_hdf5_load, refrain_hdf5_save,
    TRUE, refrain_hdf5_load_nth, refrain_hdf5_save_several },
  { event_extensions, none, FALSE, refrain_event_text_sniff, refrain_event_text_load,
    refrain_event_text_save },
  { none, none, FALSE, refrain_spool_sniff, refrain_spool_load, NULL },
};

/* Enough of a file to tell what it is. */
#define HEAD_SIZE 4096

char *
refrain_trace_list_extensions (void)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    for (gsize e = 0; formats[i].extensions[e] != NULL; e++)
      g_string_append_printf (text, text->len > 0 ? " %s" : "%s", formats[i].extensions[e]);
  return g_string_free (text, FALSE);
}

static void
add_patterns (GStrvBuilder *patterns, const char *const *extensions)
{
  for (gsize i = 0; extensions[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strconcat ("*", extensions[i], NULL);

      g_strv_builder_add (patterns, pattern);
    }
}

char **
refrain_trace_list_patterns (void)
{
  g_autoptr (GStrvBuilder) patterns = g_strv_builder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      add_patterns (patterns, formats[i].extensions);
      add_patterns (patterns, formats[i].others);
    }
  return g_strv_builder_end (patterns);
}

/* The one OTF2 anchor file in the folder @path, or NULL with @error. */
static char *
find_anchor (const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *anchor = NULL;
  const char *name;

  if (dir == NULL)
    return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("%s: the folder cannot be read"),
                              display);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".otf2"))
      {
        if (anchor != NULL)
          return refrain_fail_null (error, REFRAIN_ERROR_FORMAT,
                                    _ ("%s: the folder holds several traces; name one of them"),
                                    display);
        anchor = g_build_filename (path, name, NULL);
      }
  if (anchor == NULL)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
                 _ ("%s: is a folder without an OTF2 anchor file (.otf2) or event text (.events)"),
                 display);
  return g_steal_pointer (&anchor);
}

static gboolean
read_head (const char *path, guint8 *head, gsize *n, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  GStatBuf info;
  FILE *file;
  gboolean failed;

  if (g_stat (path, &info) != 0 || (!S_ISREG (info.st_mode) && (errno = EINVAL) != 0))
    {
      int reason = errno;

      return refrain_fail (error, REFRAIN_ERROR_IO,
                           reason == EINVAL ? _ ("%s: is not a regular file") : "%s: %s", display,
                           g_strerror (reason));
    }
  file = g_fopen (path, "rb");
  if (file == NULL)
    return refrain_fail (error, REFRAIN_ERROR_IO, "%s: %s", display, g_strerror (errno));
  *n = fread (head, 1, HEAD_SIZE, file);
  failed = ferror (file) != 0;
  if (failed)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", display, g_strerror (errno));
  fclose (file);
  if (!failed && *n == 0)
    return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED, _ ("%s: the file is empty"), display);
  return !failed;
}

/* The first bytes of the content of a file, which may be packed; @n: how many. Whether they could
 * be read. */
static gboolean
unpack_head (const char *path, guint8 *head, gsize *n)
{
  RefrainUnpack *unpack = refrain_unpack_new (path, NULL);
  gssize got = unpack != NULL ? 1 : -1;

  *n = 0;
  while (*n < HEAD_SIZE && got > 0)
    {
      got = refrain_unpack_read (unpack, (char *) head + *n, HEAD_SIZE - *n);
      *n += (gsize) MAX (got, 0);
    }
  g_clear_pointer (&unpack, refrain_unpack_free);
  return got >= 0;
}

/* The format of the file at @path, which begins with @head, or NULL. @empty: whether nothing is
 * packed in it. */
static const Format *
recognise (const char *path, const guint8 *head, gsize n, gboolean *empty)
{
  guint8 content[HEAD_SIZE];
  gsize n_content;

  *empty = unpack_head (path, content, &n_content) && n_content == 0;
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].unpacks ? formats[i].sniff (content, n_content) : formats[i].sniff (head, n))
      return &formats[i];
  return NULL;
}

/* Not to be seen: who alone reads @path afterwards says what is wrong with it, if anything is. */
static RefrainTrace *
refuse_team (const char *path, GError **error)
{
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED, "%s", path);
  refrain_team_give_up (refrain_team_get ());
  return NULL;
}

/* The trace in the folder @path that is no archive of OTF2's. */
static RefrainTrace *
load_folder (const char *path,
             GCancellable *cancellable,
             const RefrainProgress *progress,
             GError **error)
{
  g_auto (GStrv) texts = NULL;

  if (refrain_team_get () != NULL && refrain_spool_is_folder (path))
    return refuse_team (path, error);
  if (refrain_spool_is_folder (path))
    return refrain_spool_load (path, cancellable, progress, error);
  texts = refrain_event_text_list_folder (path);
  if (texts != NULL && refrain_team_get () != NULL)
    return refuse_team (path, error);
  return texts != NULL ? refrain_event_text_load_folder (path, cancellable, error) : NULL;
}

/* "run.gxl#2": the file, free with g_free(), and which trace of it, from 0. NULL where that is no
 * number of a trace, or where there is a file of that name. */
static char *
split_number (const char *path, guint *nth)
{
  const char *sign = strrchr (path, '#');
  g_autofree char *file = NULL;
  guint64 number;

  if (sign == NULL || g_file_test (path, G_FILE_TEST_EXISTS)
      || !g_ascii_string_to_unsigned (sign + 1, 10, 1, G_MAXINT, &number, NULL))
    return NULL;
  file = g_strndup (path, sign - path);
  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return NULL;
  *nth = (guint) number - 1;
  return g_steal_pointer (&file);
}

static RefrainTrace *
load_file (const char *path,
           guint nth,
           RefrainArrivals *arrivals,
           GCancellable *cancellable,
           const RefrainProgress *progress,
           GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  const Format *format;
  guint8 head[HEAD_SIZE];
  gboolean empty;
  gsize n;

  if (!read_head (path, head, &n, error))
    return NULL;
  format = recognise (path, head, n, &empty);
  if (empty)
    return refrain_fail_null (error, REFRAIN_ERROR_UNSUPPORTED, _ ("%s: the file is empty"),
                              display);
  if (refrain_team_get () != NULL && (format == NULL || !format->is_shared))
    return refuse_team (path, error);
  if (format != NULL && format->load_nth != NULL)
    return format->load_nth (path, nth, cancellable, progress, error);
  if (nth > 0)
    return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("%s: no trace %u (only 1)"), display,
                              nth + 1);
  if (format != NULL && format->load_watched != NULL)
    return format->load_watched (path, arrivals, cancellable, progress, error);
  if (format != NULL)
    return format->load (path, cancellable, progress, error);
  /* What is meant to be event text has a line that is wrong, which its reader names. */
  if (g_str_has_suffix (path, event_extensions[0]) && memchr (head, '\0', n) == NULL)
    return refrain_event_text_load (path, cancellable, progress, error);
  return refrain_fail_null (
      error, REFRAIN_ERROR_UNSUPPORTED,
      _ ("%s: is not a trace in a known format (OTF2, OTF, MTF/GXL, MTF/HDF5, "
         "Paraver, Pajé, event text)"),
      display);
}

/* As it was read. */
static RefrainTrace *
load (const char *path,
      RefrainArrivals *arrivals,
      GCancellable *cancellable,
      const RefrainProgress *progress,
      GError **error)
{
  g_autofree char *anchor = NULL, *file = NULL;
  guint nth = 0;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GError) missing = NULL;

      anchor = find_anchor (path, &missing);
      if (anchor == NULL)
        {
          RefrainTrace *trace = load_folder (path, cancellable, progress, error);

          if (trace == NULL && (error == NULL || *error == NULL))
            g_propagate_error (error, g_steal_pointer (&missing));
          return trace;
        }
      path = anchor;
    }
  file = split_number (path, &nth);
  return load_file (file != NULL ? file : path, nth, arrivals, cancellable, progress, error);
}

/* Whether all of the trace is in the file @path; FALSE with @error where it only names others. */
static gboolean
is_one_file (const char *path, GError **error)
{
  const Format *format;
  guint8 head[HEAD_SIZE];
  gboolean empty;
  gsize n;

  if (!read_head (path, head, &n, error))
    return FALSE;
  format = recognise (path, head, n, &empty);
  if (format == NULL || (format->sniff != refrain_otf2_sniff && format->sniff != refrain_otf_sniff))
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED,
                       _ ("%s: is one of the several files of a trace; give its name instead"),
                       path);
}

/* What readers want is a file, which they may map. It is gone when the trace is there; a mapping
 * stays. */
static RefrainTrace *
load_standard_input (GCancellable *cancellable, const RefrainProgress *progress, GError **error)
{
  g_autoptr (GError) own = NULL;
  char *path = refrain_scratch_new ("standard input", error);
  RefrainTrace *trace = NULL;

  if (path == NULL)
    return NULL;
  if (refrain_save_stream (stdin, path, &own) && is_one_file (path, &own))
    trace = load_file (path, 0, NULL, cancellable, progress, &own);
  if (own != NULL)
    {
      refrain_scratch_rename (path, _ ("standard input"), own);
      g_propagate_error (error, g_steal_pointer (&own));
    }
  refrain_scratch_free (path);
  return trace;
}

RefrainTrace *
refrain_trace_load (const char *path,
                    GCancellable *cancellable,
                    const RefrainProgress *progress,
                    GError **error)
{
  return refrain_trace_load_watched (path, NULL, cancellable, progress, error);
}

RefrainTrace *
refrain_trace_load_watched (const char *path,
                            RefrainArrivals *arrivals,
                            GCancellable *cancellable,
                            const RefrainProgress *progress,
                            GError **error)
{
  RefrainTrace *trace;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  refrain_scratch_set_file (path);
  trace = g_str_equal (path, "-") ? load_standard_input (cancellable, progress, error)
                                  : load (path, arrivals, cancellable, progress, error);
  if (trace != NULL)
    refrain_memory_expect (refrain_trace_get_counts (trace)->events);
  return trace != NULL ? refrain_remote_trace_take (trace, cancellable, error) : NULL;
}

/* Whether @path, or a file in that folder, is the file of @wanted. */
static gboolean
holds_file (const char *path, const GStatBuf *wanted)
{
  g_autoptr (GDir) dir = NULL;
  GStatBuf info;
  const char *name;
  gboolean found;

  if (g_stat (path, &info) != 0)
    return FALSE;
  found = info.st_dev == wanted->st_dev && info.st_ino == wanted->st_ino;
  if (found || !S_ISDIR (info.st_mode))
    return found;
  dir = g_dir_open (path, 0, NULL);
  while (!found && dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *entry = g_build_filename (path, name, NULL);

      found = g_stat (entry, &info) == 0 && info.st_dev == wanted->st_dev
              && info.st_ino == wanted->st_ino;
    }
  return found;
}

/* What belongs to the trace that @path names: that itself and, of the anchor file of an OTF2
 * archive, the definitions and the folder of events beside, of a Paraver trace the names. */
static char **
list_parts (const char *path)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char *real = realpath (path, NULL);
  g_autofree char *anchor = g_strdup (real != NULL ? real : path);

  free (real);
  g_strv_builder_add (builder, anchor);
  if (g_str_has_suffix (anchor, otf2_extensions[0]))
    {
      g_autofree char *folder = g_strndup (anchor, strlen (anchor) - strlen (otf2_extensions[0]));
      g_autofree char *definitions = g_strconcat (folder, ".def", NULL);

      g_strv_builder_add (builder, definitions);
      g_strv_builder_add (builder, folder);
    }
  else if (strstr (anchor, paraver_extensions[0]) != NULL)
    {
      g_autofree char *values = refrain_paraver_name_beside (anchor, ".pcf");
      g_autofree char *rows = refrain_paraver_name_beside (anchor, ".row");

      g_strv_builder_add (builder, values);
      g_strv_builder_add (builder, rows);
    }
  return g_strv_builder_end (builder);
}

gboolean
refrain_trace_check_target (RefrainTrace *trace, const char *path, GError **error)
{
  const char *source = refrain_trace_get_path (trace);
  g_auto (GStrv) targets = NULL, parts = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace) && path != NULL, FALSE);

  targets = list_parts (path);
  parts = source != NULL ? list_parts (source) : g_new0 (char *, 1);
  for (char **target = targets; *target != NULL; target++)
    {
      GStatBuf wanted;

      if (g_stat (*target, &wanted) != 0)
        continue;
      for (char **part = parts; *part != NULL; part++)
        if (holds_file (*part, &wanted))
          {
            g_autofree char *name = g_filename_display_name (path);

            return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                                 _ ("%s: is the trace itself; use another name"), name);
          }
    }
  return TRUE;
}

/* The format of @path's extension, or NULL with @error. */
static const Format *
find_format (const char *path, GError **error)
{
  g_autofree char *known = NULL, *display = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    for (gsize e = 0; formats[i].extensions[e] != NULL; e++)
      if (g_str_has_suffix (path, formats[i].extensions[e]))
        return &formats[i];
  known = refrain_trace_list_extensions ();
  display = g_filename_display_name (path);
  return refrain_fail_null (error, REFRAIN_ERROR_UNSUPPORTED,
                            _ ("%s: the extension names no format that can be written (%s)"),
                            display, known);
}

gboolean
refrain_trace_can_save (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);

  return find_format (path, error) != NULL;
}

gboolean
refrain_trace_can_save_several (const char *path)
{
  const Format *format;

  g_return_val_if_fail (path != NULL, FALSE);

  format = find_format (path, NULL);
  return format != NULL && format->save_several != NULL;
}

gboolean
refrain_trace_save (RefrainTrace *trace,
                    const char *path,
                    GCancellable *cancellable,
                    const RefrainProgress *progress,
                    GError **error)
{
  const Format *format;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace) && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  /* A trace that was opened leaves its file as it was. */
  if (!refrain_trace_check_target (trace, path, error))
    return FALSE;
  format = find_format (path, error);
  return format != NULL
         && format->save (refrain_trace_get_source (trace), path, cancellable, progress, error);
}

gboolean
refrain_trace_save_several (RefrainTrace *const *traces,
                            guint n,
                            const char *path,
                            GCancellable *cancellable,
                            const RefrainProgress *progress,
                            GError **error)
{
  const Format *format;
  g_autofree char *display = NULL;
  g_autofree RefrainTrace **sources = g_new (RefrainTrace *, n + 1);

  g_return_val_if_fail (n > 0 && path != NULL, FALSE);

  for (guint i = 0; i < n; i++)
    {
      sources[i] = refrain_trace_get_source (traces[i]);
      if (!refrain_trace_check_target (sources[i], path, error))
        return FALSE;
    }
  format = find_format (path, error);
  if (format == NULL)
    return FALSE;
  if (format->save_several != NULL)
    return format->save_several (sources, n, path, cancellable, progress, error);
  if (n == 1)
    return format->save (sources[0], path, cancellable, progress, error);
  display = g_filename_display_name (path);
  return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED,
                       _ ("%s: only .gxl and .mtf.h5 can hold several traces"), display);
}

gboolean
refrain_trace_save_compact (RefrainTrace *trace,
                            const char *path,
                            RefrainCompactSizes *sizes,
                            GCancellable *cancellable,
                            const RefrainProgress *progress,
                            GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace) && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!refrain_trace_check_target (trace, path, error))
    return FALSE;
  return refrain_hdf5_save_compact (refrain_trace_get_source (trace), path, sizes, cancellable,
                                    progress, error);
}
