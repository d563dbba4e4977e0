/* refrain-terminal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * stdout is a stream of our own in front of the descriptor, so that no way to print leads past it.
 * stderr stays what it is, as GLib asks for its descriptor when it logs: only g_printerr() writes
 * to it.
 */
#define _GNU_SOURCE
#include "refrain-terminal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "refrain-visible.h"

#define BUFFER_SIZE 65536

/* Microseconds: work that takes less is not told of, and how often it is. */
#define PATIENCE G_USEC_PER_SEC
#define INTERVAL (G_USEC_PER_SEC / 5)
/* Columns that any terminal has. */
#define WIDTH 79

static GString *pending; /* bytes of a character that is not complete */
static int cause;        /* why standard output could not be written: errno */

static struct
{
  GMutex lock;
  gboolean wanted; /* somebody looks */
  gint64 due;      /* when the line is written next */
  gboolean shown;  /* the cursor stands behind it */
} progress;

static gboolean
write_all (int descriptor, const char *text, gsize n)
{
  while (n > 0)
    {
      const gssize written = write (descriptor, text, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        {
          cause = errno;
          return FALSE;
        }
      text += written;
      n -= (gsize) written;
    }
  return TRUE;
}

/* ---- The line of progress ---- */

static gboolean
has_reader (void)
{
  const char *terminal = g_getenv ("TERM");

  return isatty (STDERR_FILENO) && terminal != NULL && !g_str_equal (terminal, "dumb");
}

/* Nothing else is written behind it. */
static void
clear_progress (void)
{
  g_mutex_lock (&progress.lock);
  if (progress.shown)
    fputs ("\r\033[K", stderr);
  progress.shown = FALSE;
  g_mutex_unlock (&progress.lock);
}

void
refrain_terminal_show_progress (double fraction, const char *sentence, gpointer unused)
{
  const gint64 now = g_get_monotonic_time ();

  if (!progress.wanted || !g_mutex_trylock (&progress.lock))
    return;
  if (now >= progress.due)
    {
      g_autofree char *line = g_strdup_printf ("%3.0f %%  %s", 100 * CLAMP (fraction, 0, 1),
                                               sentence != NULL ? sentence : "");
      g_autofree char *visible = refrain_visible_line (line);
      g_autofree char *cut
          = g_utf8_substring (visible, 0, MIN (g_utf8_strlen (visible, -1), WIDTH));

      fprintf (stderr, "\r\033[K%s", cut);
      fflush (stderr);
      progress.shown = TRUE;
      progress.due = now + INTERVAL;
    }
  g_mutex_unlock (&progress.lock);
}

/* ---- What is printed ---- */

static gboolean
print_visible (gboolean more)
{
  g_autoptr (GString) out = g_string_sized_new (pending->len);
  const gsize n = refrain_visible_append (out, pending->str, pending->len, TRUE, more);

  g_string_erase (pending, 0, (gssize) n);
  clear_progress ();
  return write_all (STDOUT_FILENO, out->str, out->len);
}

static ssize_t
on_write (void *unused, const char *text, size_t n)
{
  g_string_append_len (pending, text, (gssize) n);
  /* 0 tells stdio of an error, -1 does not. */
  return print_visible (TRUE) ? (ssize_t) n : 0;
}

static void
print_error (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *converted = NULL;
  const char *charset;

  clear_progress ();
  refrain_visible_append (out, text, strlen (text), TRUE, FALSE);
  if (!g_get_console_charset (&charset))
    converted = g_convert_with_fallback (out->str, (gssize) out->len, charset, "UTF-8", "?", NULL,
                                         NULL, NULL);
  fputs (converted != NULL ? converted : out->str, stderr);
  fflush (stderr);
}

void
refrain_terminal_guard (void)
{
  FILE *stream;

  g_return_if_fail (pending == NULL);

  g_set_printerr_handler (print_error);
  pending = g_string_new (NULL);
  progress.wanted = has_reader ();
  progress.due = g_get_monotonic_time () + PATIENCE;
  stream = fopencookie (NULL, "w", (cookie_io_functions_t){ .write = on_write });
  if (stream == NULL)
    g_error ("no memory for standard output");
  setvbuf (stream, NULL, isatty (STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFFER_SIZE);
  stdout = stream;
  /* GLib would ask the new stream for its descriptor. */
  g_log_writer_default_set_use_stderr (TRUE);
}

gboolean
refrain_terminal_finish (void)
{
  const gboolean complete = fflush (stdout) != EOF && !ferror (stdout) && print_visible (FALSE);

  errno = cause;
  return complete;
}
