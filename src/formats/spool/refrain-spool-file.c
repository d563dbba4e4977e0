/* refrain-spool-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file is mapped and its header checked; records are taken off one by one, until the first that
 * makes no sense.
 */
#include "config.h"

#include "refrain-spool-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-spool.h"

G_STATIC_ASSERT (sizeof (TracerSpoolHeader) <= TRACER_SPOOL_HEADER);

/* ---- The file ---- */

gboolean
refrain_spool_sniff (const guint8 *bytes, gsize n)
{
  return n >= sizeof TRACER_SPOOL_MAGIC
         && memcmp (bytes, TRACER_SPOOL_MAGIC, sizeof TRACER_SPOOL_MAGIC) == 0;
}

static const char *
find_fault (const RefrainSpoolFile *self, gsize length)
{
  if (length < TRACER_SPOOL_HEADER
      || !refrain_spool_sniff ((const guint8 *) self->header.magic, sizeof self->header.magic))
    return _ ("is not a file of the tracer");
  if (self->header.order != TRACER_SPOOL_ORDER)
    return _ ("was recorded on a machine with another order of bytes");
  if (self->header.version != TRACER_SPOOL_VERSION)
    return _ ("was recorded by another version of the tracer");
  return NULL;
}

RefrainSpoolFile *
refrain_spool_file_open (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  RefrainSpoolFile *self = g_new0 (RefrainSpoolFile, 1);
  const char *fault = NULL;
  gsize length = 0;

  self->path = g_strdup (path);
  self->mapping = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, error);
  if (self->mapping != NULL)
    {
      length = refrain_file_map_get_length (self->mapping);
      if (length >= TRACER_SPOOL_HEADER)
        memcpy (&self->header, refrain_file_map_get_data (self->mapping), sizeof self->header);
      fault = find_fault (self, length);
      if (fault != NULL)
        g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s", name, fault);
    }
  if (self->mapping == NULL || fault != NULL)
    {
      refrain_spool_file_free (self);
      return NULL;
    }
  self->header.host[sizeof self->header.host - 1] = '\0';
  self->header.cores[sizeof self->header.cores - 1] = '\0';
  self->header.program[sizeof self->header.program - 1] = '\0';
  self->records = (const guint8 *) refrain_file_map_get_data (self->mapping) + TRACER_SPOOL_HEADER;
  self->n = MIN (self->header.used, length - TRACER_SPOOL_HEADER);
  self->is_cut = self->header.used > self->n;
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_spool_file_free,
                             RefrainSpoolFile,
                             g_clear_pointer (&x->mapping, refrain_file_map_free);
                             g_clear_pointer (&x->definitions, g_array_unref);
                             g_free (x->path))

/* ---- Records ---- */

void
refrain_spool_cursor_init (RefrainSpoolCursor *self, const RefrainSpoolFile *file)
{
  *self = (RefrainSpoolCursor){ .at = file->records, .end = file->records + file->n };
}

void
refrain_spool_cursor_init_definitions (RefrainSpoolCursor *self, const RefrainSpoolFile *file)
{
  refrain_spool_cursor_init (self, file);
  self->only = file;
}

static inline gboolean
get (RefrainSpoolCursor *self, guint64 *number)
{
  const guint8 *at = self->at;
  guint64 value = 0;
  guint shift = 0;

  for (;;)
    {
      guint8 byte;

      if (at == self->end || shift > 63)
        return FALSE;
      byte = *at++;
      value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        break;
      shift += 7;
    }
  self->at = at;
  *number = value;
  return TRUE;
}

gint64
refrain_spool_unfold (guint64 number)
{
  return (gint64) (number >> 1) ^ -(gint64) (number & 1);
}

static gboolean
get_text (RefrainSpoolCursor *self, RefrainSpoolText *text)
{
  guint64 n;

  if (!get (self, &n) || n > TRACER_MAX_TEXT || n > (gsize) (self->end - self->at))
    return FALSE;
  text->text = (const char *) self->at;
  text->n = (gsize) n;
  self->at += n;
  return TRUE;
}

static gboolean
get_list (RefrainSpoolCursor *self, RefrainSpoolRecord *record, guint64 n)
{
  guint64 number;

  record->list = self->at;
  record->n_list = n;
  for (guint64 i = 0; i < n; i++)
    if (!get (self, &number))
      return FALSE;
  return n <= TRACER_MAX_MEMBERS;
}

guint64
refrain_spool_list_next (const guint8 **at)
{
  guint64 value = 0;

  for (guint shift = 0;; shift += 7)
    {
      const guint8 byte = *(*at)++;

      value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return value;
    }
}

/* What a record holds behind its code. */
typedef struct
{
  guint8 numbers;
  gboolean request;
  guint8 texts;
} Shape;

static const Shape shapes[] = {
  [TRACER_ENTER] = { 1, FALSE, 0 },
  [TRACER_LEAVE] = { 1, FALSE, 0 },
  [TRACER_SEND] = { 4, FALSE, 0 },
  [TRACER_RECV] = { 4, FALSE, 0 },
  [TRACER_ISEND] = { 4, TRUE, 0 },
  [TRACER_IRECV] = { 4, TRUE, 0 },
  [TRACER_ISEND_COMPLETE] = { 0, TRUE, 0 },
  [TRACER_IRECV_REQUEST] = { 0, TRUE, 0 },
  [TRACER_REQUEST_TEST] = { 0, TRUE, 0 },
  [TRACER_REQUEST_CANCELLED] = { 0, TRUE, 0 },
  [TRACER_NULL_SEND] = { 1, FALSE, 0 },
  [TRACER_NULL_RECV] = { 1, FALSE, 0 },
  [TRACER_NULL_ISEND] = { 1, TRUE, 0 },
  [TRACER_NULL_IRECV] = { 1, TRUE, 0 },
  [TRACER_COLLECTIVE_BEGIN] = { 0, FALSE, 0 },
  [TRACER_COLLECTIVE_END] = { 5, FALSE, 0 },
  [TRACER_COLLECTIVE_REQUEST] = { 0, TRUE, 0 },
  [TRACER_COLLECTIVE_COMPLETE] = { 5, TRUE, 0 },
  [TRACER_MEASUREMENT] = { 1, FALSE, 0 },
  [TRACER_ABORT] = { 1, FALSE, 0 },
  [TRACER_OTHER] = { 3, FALSE, 0 },
  [TRACER_OBJECT] = { 4, FALSE, 1 },
  [TRACER_ROUTINE] = { 3, FALSE, 2 },
  [TRACER_COMMUNICATOR] = { 5, FALSE, 0 },
  [TRACER_MEMBERS] = { 5, FALSE, 0 },
  [TRACER_NAME] = { 1, FALSE, 1 },
  [TRACER_CARTESIAN] = { 2, FALSE, 0 },
  [TRACER_CLOCK] = { 3, FALSE, 0 },
  [TRACER_NEIGHBOURS] = { 3, FALSE, 0 },
};

static gboolean
read_record (RefrainSpoolCursor *self, RefrainSpoolRecord *record)
{
  const Shape *shape = &shapes[record->code];
  guint64 number;

  if (record->code < TRACER_N_EVENTS)
    {
      if (!get (self, &number))
        return FALSE;
      self->time += MIN (number, G_MAXUINT64 - self->time);
      record->time = self->time;
    }
  for (guint i = 0; i < shape->numbers; i++)
    if (!get (self, &record->numbers[i]))
      return FALSE;
  if (shape->request)
    {
      if (!get (self, &number))
        return FALSE;
      self->request += (guint64) refrain_spool_unfold (number);
      record->request = self->request;
    }
  for (guint i = 0; i < shape->texts; i++)
    if (!get_text (self, &record->texts[i]))
      return FALSE;
  if (record->code == TRACER_MEMBERS)
    return get_list (self, record, record->numbers[4]);
  if (record->code == TRACER_NEIGHBOURS)
    return get_list (self, record, record->numbers[2]);
  if (record->code == TRACER_OTHER)
    return record->numbers[2] <= TRACER_MAX_OTHER && get_list (self, record, record->numbers[2]);
  if (record->code == TRACER_CARTESIAN)
    return get_list (self, record, record->numbers[1]);
  return TRUE;
}

gboolean
refrain_spool_cursor_next (RefrainSpoolCursor *self, RefrainSpoolRecord *record, gboolean *damaged)
{
  guint8 code;

  *damaged = FALSE;
  if (self->only != NULL ? self->next == self->only->definitions->len : self->at == self->end)
    return FALSE;
  if (self->only != NULL)
    self->at = self->only->records + g_array_index (self->only->definitions, guint64, self->next++);
  code = *self->at++;
  record->code = (TracerRecord) code;
  *damaged = code >= G_N_ELEMENTS (shapes) || code == TRACER_END
             || (code >= TRACER_N_EVENTS && code < TRACER_ROUTINE) || !read_record (self, record);
  return !*damaged;
}

void
refrain_spool_file_find_definitions (RefrainSpoolFile *self)
{
  RefrainSpoolCursor cursor;
  RefrainSpoolRecord record;
  gboolean damaged;
  guint64 at = 0;

  self->definitions = g_array_new (FALSE, FALSE, sizeof at);
  refrain_spool_cursor_init (&cursor, self);
  while (refrain_spool_cursor_next (&cursor, &record, &damaged))
    {
      if (record.code >= TRACER_ROUTINE)
        g_array_append_val (self->definitions, at);
      at = (guint64) (cursor.at - self->records);
    }
}
