/* refrain-terminal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * stdout is a stream of our own in front of the descriptor, so that no way to print leads past it.
 * stderr stays what it is, as GLib asks for its descriptor when it logs: only g_printerr() writes
 * to it.
 */
#define _GNU_SOURCE
#include "config.h"

#include "refrain-terminal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "refrain-visible.h"

#define BUFFER_SIZE 65536

static GString *pending; /* bytes of a character that is not complete */
static int cause;        /* why standard output could not be written: errno */

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

static gboolean
print_visible (gboolean more)
{
  g_autoptr (GString) out = g_string_sized_new (pending->len);
  const gsize n = refrain_visible_append (out, pending->str, pending->len, TRUE, more);

  g_string_erase (pending, 0, (gssize) n);
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
