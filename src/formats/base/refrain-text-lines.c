/* refrain-text-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines are found in one buffer, which is refilled behind what is left of the last line, and grows
 * only for a line that does not fit.
 */
#include "config.h"

#include "refrain-text-lines.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-unpack.h"

#define FIRST_ROOM (1 << 20)
/* No record of a trace is as long; definitions of a hundred thousand processes are a tenth. */
#define MAX_LINE (64 << 20)

struct _RefrainTextLines
{
  RefrainUnpack *unpack;
  char *name;
  char *buffer; /* of room + 1 bytes */
  gsize room, at, n;
  guint64 number, bytes;
  gboolean ended;

  GCancellable *cancellable;
  const RefrainProgress *progress;
  const char *sentence;
};

RefrainTextLines *
refrain_text_lines_new (const char *path, GError **error)
{
  RefrainUnpack *unpack = refrain_unpack_new (path, error);
  RefrainTextLines *self;

  if (unpack == NULL)
    return NULL;
  self = g_new0 (RefrainTextLines, 1);
  self->unpack = unpack;
  self->name = g_filename_display_name (path);
  self->room = FIRST_ROOM;
  self->buffer = g_malloc (self->room + 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_text_lines_free,
                             RefrainTextLines,
                             refrain_unpack_free (x->unpack);
                             refrain_free (x->name, x->buffer))

void
refrain_text_lines_set_progress (RefrainTextLines *self,
                                 GCancellable *cancellable,
                                 const RefrainProgress *progress,
                                 const char *sentence)
{
  self->cancellable = cancellable;
  self->progress = progress;
  self->sentence = sentence;
}

REFRAIN_READER (refrain_text_lines_get_bytes, const RefrainTextLines, guint64, self->bytes)

gboolean
refrain_text_lines_fail (const RefrainTextLines *self, GError **error, const char *cause)
{
  return refrain_fail (error, REFRAIN_ERROR_FORMAT, _ ("%s: line %" PRIu64 ": %s"), self->name,
                       self->number, cause);
}

/* Reads more behind what is left, which moves to the beginning. */
static gboolean
refill (RefrainTextLines *self, GError **error)
{
  gssize got;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  memmove (self->buffer, self->buffer + self->at, self->n - self->at);
  self->n -= self->at;
  self->at = 0;
  if (self->n == self->room)
    {
      if (self->room >= MAX_LINE)
        {
          self->number++;
          return refrain_text_lines_fail (self, error, _ ("is longer than 64 MiB"));
        }
      self->room *= 2;
      self->buffer = g_realloc (self->buffer, self->room + 1);
    }
  got = refrain_unpack_read (self->unpack, self->buffer + self->n, self->room - self->n);
  if (got < 0)
    return refrain_text_lines_fail (self, error, refrain_unpack_get_problem (self->unpack));
  self->n += (gsize) got;
  self->bytes += (guint64) got;
  self->ended = got == 0;
  refrain_progress_tell (self->progress, refrain_unpack_get_fraction (self->unpack),
                         self->sentence);
  return TRUE;
}

char *
refrain_text_lines_next (RefrainTextLines *self, gsize *n, GError **error)
{
  char *line, *end;
  gsize searched = 0;

  for (;;)
    {
      line = self->buffer + self->at;
      end = memchr (line + searched, '\n', self->n - self->at - searched);
      if (end != NULL || self->ended)
        break;
      searched = self->n - self->at;
      if (!refill (self, error))
        return NULL;
    }
  if (end == NULL)
    {
      if (self->at == self->n)
        return NULL;
      end = self->buffer + self->n;
    }
  self->at = MIN ((gsize) (end - self->buffer) + 1, self->n);
  self->number++;
  if (end > line && end[-1] == '\r')
    end--;
  *end = '\0';
  *n = (gsize) (end - line);
  return line;
}
