/* refrain-scratch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is noted lies in a fixed table, as whoever handles a signal may neither lock nor allocate:
 * an entry is whole before it is marked as used, and only unlink() and rmdir() look at it then.
 */
#define _GNU_SOURCE
#include "config.h"

#include "refrain-scratch.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "refrain-visible.h"

#define MANY 32

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };

static GMutex lock; /* for who writes */
static struct
{
  gint used;
  char path[PATH_MAX];
} noted[MANY];

static void
remove_all (void)
{
  for (gsize i = 0; i < MANY; i++)
    if (g_atomic_int_get (&noted[i].used))
      unlink (noted[i].path);
  for (gsize i = 0; i < MANY; i++)
    if (g_atomic_int_get (&noted[i].used))
      rmdir (noted[i].path);
}

/* What the signal does is the system's choice again: raise() ends the program. */
static void
on_signal (int number)
{
  remove_all ();
  raise (number);
}

void
refrain_scratch_end (const char *sentence)
{
  remove_all ();
  while (write (STDERR_FILENO, sentence, strlen (sentence)) < 0 && errno == EINTR)
    ;
  _exit (1);
}

/* ---- No memory ---- */

static gboolean watches;
static char *exhausted; /* what is said then; NULL: what GLib says */

/* GLib says so by way of its log, and then ends the program by a signal. */
static GLogWriterOutput
on_message (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  static const char *const words[]
      = { "failed to allocate", "overflow allocating", "not enough memory" };

  for (gsize i = 0; i < n && (level & G_LOG_LEVEL_ERROR) != 0 && exhausted != NULL; i++)
    for (gsize w = 0; w < G_N_ELEMENTS (words) && g_str_equal (fields[i].key, "MESSAGE"); w++)
      if (strstr (fields[i].value, words[w]) != NULL)
        refrain_scratch_end (exhausted);
  return g_log_writer_default (level, fields, n, data);
}

void
refrain_scratch_set_file (const char *path)
{
  g_autofree char *display = NULL, *visible = NULL, *size = NULL;
  GStatBuf info;

  if (!watches)
    return;
  display = g_filename_display_name (path);
  visible = refrain_visible_line (display);
  if (g_stat (path, &info) == 0 && S_ISREG (info.st_mode))
    size = g_format_size ((guint64) info.st_size);
  g_mutex_lock (&lock);
  g_free (exhausted);
  exhausted = g_strdup_printf ("%s: %s%s%s%s: %s\n", g_get_prgname (), visible,
                               size != NULL ? " (" : "", size != NULL ? size : "",
                               size != NULL ? ")" : "", _ ("there is not enough memory for it"));
  g_mutex_unlock (&lock);
}

void
refrain_scratch_watch_memory (void)
{
  watches = TRUE;
  g_log_set_writer_func (on_message, NULL, NULL);
}

void
refrain_scratch_guard (void)
{
  const struct sigaction action
      = { .sa_handler = on_signal, .sa_flags = (int) SA_RESETHAND | SA_NODEFER };
  struct sigaction before;

  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    if (sigaction (signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
      sigaction (signals[i], &action, NULL);
}

void
refrain_scratch_note (const char *path)
{
  const gsize n = strlen (path) + 1;
  gsize i = 0;

  if (n > PATH_MAX)
    return;
  g_mutex_lock (&lock);
  while (i < MANY && noted[i].used)
    i++;
  if (i < MANY)
    {
      memcpy (noted[i].path, path, n);
      g_atomic_int_set (&noted[i].used, TRUE);
    }
  g_mutex_unlock (&lock);
}

void
refrain_scratch_forget (const char *path)
{
  g_mutex_lock (&lock);
  for (gsize i = 0; i < MANY; i++)
    if (noted[i].used && g_str_equal (noted[i].path, path))
      g_atomic_int_set (&noted[i].used, FALSE);
  g_mutex_unlock (&lock);
}

char *
refrain_scratch_new (const char *name, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", error);
  char *path;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, name, NULL);
  refrain_scratch_note (folder);
  refrain_scratch_note (path);
  return path;
}

void
refrain_scratch_free (char *path)
{
  g_autofree char *own = path;
  g_autofree char *folder = own != NULL ? g_path_get_dirname (own) : NULL;

  if (own == NULL)
    return;
  g_unlink (own);
  g_rmdir (folder);
  refrain_scratch_forget (own);
  refrain_scratch_forget (folder);
}

void
refrain_scratch_rename (const char *path, const char *name, GError *error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autoptr (GString) message = NULL;

  if (error == NULL)
    return;
  message = g_string_new (error->message);
  g_string_replace (message, display, name, 0);
  g_free (error->message);
  error->message = g_string_free (g_steal_pointer (&message), FALSE);
}
