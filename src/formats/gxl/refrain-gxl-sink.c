/* refrain-gxl-sink.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text is gathered in a fixed buffer; a full one is packed and written. Numbers and times are put
 * there digit by digit: they are most of a document. The first failure is kept and told at the end.
 */
#include "refrain-gxl-sink.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define BUFFER_SIZE (256 * 1024)
#define ROOM        64 /* enough for any number */

struct _RefrainGxlSink
{
  int fd;
  int problem; /* errno */
  gboolean gzip;
  z_stream deflate;
  ZSTD_CCtx *zstd;
  char *prefix; /* of ids */
  gsize n;
  char buffer[BUFFER_SIZE + ROOM];
  guint8 packed[BUFFER_SIZE];
};

RefrainGxlSink *
refrain_gxl_sink_new (int fd, const char *name)
{
  RefrainGxlSink *self = g_new0 (RefrainGxlSink, 1);

  self->fd = fd;
  if (g_str_has_suffix (name, ".gz"))
    {
      self->gzip = TRUE;
      if (deflateInit2 (&self->deflate, 5, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        self->problem = ENOMEM;
    }
  else if (g_str_has_suffix (name, ".zst"))
    {
      self->zstd = ZSTD_createCCtx ();
      if (self->zstd == NULL)
        self->problem = ENOMEM;
      else
        ZSTD_CCtx_setParameter (self->zstd, ZSTD_c_checksumFlag, 1);
    }
  return self;
}

static void
write_bytes (RefrainGxlSink *self, gconstpointer data, gsize n)
{
  const char *bytes = data;

  while (n > 0 && self->problem == 0)
    {
      gssize written = write (self->fd, bytes, n);

      if (written < 0 && errno != EINTR)
        self->problem = errno;
      if (written > 0)
        {
          bytes += written;
          n -= written;
        }
    }
}

static void
write_gzip (RefrainGxlSink *self, gboolean last)
{
  int code = Z_OK;

  self->deflate.next_in = (Bytef *) self->buffer;
  self->deflate.avail_in = self->n;
  do
    {
      self->deflate.next_out = self->packed;
      self->deflate.avail_out = sizeof self->packed;
      code = deflate (&self->deflate, last ? Z_FINISH : Z_NO_FLUSH);
      write_bytes (self, self->packed, sizeof self->packed - self->deflate.avail_out);
    }
  while (self->problem == 0 && (last ? code == Z_OK : self->deflate.avail_out == 0));
}

static void
write_zstd (RefrainGxlSink *self, gboolean last)
{
  ZSTD_inBuffer in = { self->buffer, self->n, 0 };
  gsize left;

  do
    {
      ZSTD_outBuffer out = { self->packed, sizeof self->packed, 0 };

      left = ZSTD_compressStream2 (self->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError (left))
        self->problem = EIO;
      write_bytes (self, self->packed, out.pos);
    }
  while (self->problem == 0 && (last ? left != 0 : in.pos < in.size));
}

static void
flush (RefrainGxlSink *self, gboolean last)
{
  if (self->problem != 0)
    ; /* nothing can be done */
  else if (self->gzip)
    write_gzip (self, last);
  else if (self->zstd != NULL)
    write_zstd (self, last);
  else
    write_bytes (self, self->buffer, self->n);
  self->n = 0;
}

int
refrain_gxl_sink_close (RefrainGxlSink *self)
{
  int problem;

  flush (self, TRUE);
  if (self->gzip)
    deflateEnd (&self->deflate);
  ZSTD_freeCCtx (self->zstd);
  if (close (self->fd) != 0 && self->problem == 0)
    self->problem = errno;
  problem = self->problem;
  g_free (self->prefix);
  g_free (self);
  return problem;
}

gboolean
refrain_gxl_sink_has_failed (const RefrainGxlSink *self)
{
  return self->problem != 0;
}

/* Makes room for ROOM bytes. */
static inline char *
reserve (RefrainGxlSink *self)
{
  if (G_UNLIKELY (self->n >= BUFFER_SIZE))
    flush (self, FALSE);
  return self->buffer + self->n;
}

static void
append (RefrainGxlSink *self, const char *text, gsize n)
{
  while (n > 0)
    {
      gsize part;

      reserve (self);
      part = MIN (n, BUFFER_SIZE + ROOM - self->n);
      memcpy (self->buffer + self->n, text, part);
      self->n += part;
      text += part;
      n -= part;
    }
}

void
refrain_gxl_sink_raw (RefrainGxlSink *self, const char *text)
{
  append (self, text, strlen (text));
}

static void
append_escaped (RefrainGxlSink *self, const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      if (c == '&')
        append (self, "&amp;", 5);
      else if (c == '<')
        append (self, "&lt;", 4);
      else if (c == '>')
        append (self, "&gt;", 4);
      else if (c == '"')
        append (self, "&quot;", 6);
      else if (c == '\r')
        append (self, "&#13;", 5);
      else if ((c < 0x20 && c != '\t' && c != '\n') || c == 0xfffe || c == 0xffff)
        append (self, "?", 1);
      else
        append (self, text, g_utf8_next_char (text) - text);
    }
}

static void
append_text (RefrainGxlSink *self, const char *text)
{
  g_autofree char *valid = NULL;
  gsize plain = strcspn (text, "&<>\"\r");

  for (gsize i = 0; i < plain; i++)
    if ((guchar) text[i] < 0x20 || (guchar) text[i] >= 0x80)
      plain = 0;
  if (plain > 0 && text[plain] == '\0')
    {
      append (self, text, plain);
      return;
    }
  valid = g_utf8_make_valid (text, -1);
  append_escaped (self, valid);
}

void
refrain_gxl_sink_unsigned (RefrainGxlSink *self, guint64 value)
{
  char digits[20];
  guint n = 0;
  char *to = reserve (self);

  do
    digits[n++] = '0' + value % 10;
  while ((value /= 10) != 0);
  self->n += n;
  while (n > 0)
    *to++ = digits[--n];
}

void
refrain_gxl_sink_signed (RefrainGxlSink *self, gint64 value)
{
  if (value < 0)
    append (self, "-", 1);
  refrain_gxl_sink_unsigned (self, value < 0 ? -(guint64) value : (guint64) value);
}

static void
append_time (RefrainGxlSink *self, RefrainTime time)
{
  guint64 magnitude = time < 0 ? -(guint64) time : (guint64) time;
  guint32 fraction = magnitude % 1000000000;
  char *to;

  if (time < 0)
    append (self, "-", 1);
  refrain_gxl_sink_unsigned (self, magnitude / 1000000000);
  to = reserve (self);
  to[0] = '.';
  for (guint i = 9; i > 0; i--)
    {
      to[i] = '0' + fraction % 10;
      fraction /= 10;
    }
  self->n += 10;
}

/* ---- Ids, nodes, edges ---- */

void
refrain_gxl_sink_set_prefix (RefrainGxlSink *self, const char *prefix)
{
  g_free (self->prefix);
  self->prefix = g_strdup (prefix);
}

void
refrain_gxl_sink_label (RefrainGxlSink *self, const char *label)
{
  if (self->prefix != NULL)
    refrain_gxl_sink_raw (self, self->prefix);
  refrain_gxl_sink_raw (self, label);
}

void
refrain_gxl_sink_name (RefrainGxlSink *self, const char *letters, guint64 number)
{
  refrain_gxl_sink_label (self, letters);
  refrain_gxl_sink_unsigned (self, number);
}

void
refrain_gxl_sink_begin_node (RefrainGxlSink *self,
                             const char *letters,
                             guint64 number,
                             const char *type)
{
  append (self, "<node id=\"", 10);
  refrain_gxl_sink_name (self, letters, number);
  append (self, "\"><type xlink:href=\"#", 21);
  refrain_gxl_sink_raw (self, type);
  append (self, "\"/>", 3);
}

void
refrain_gxl_sink_end_node (RefrainGxlSink *self)
{
  append (self, "</node>\n", 8);
}

void
refrain_gxl_sink_edge (RefrainGxlSink *self,
                       const char *from,
                       guint64 from_number,
                       const char *to,
                       guint64 to_number,
                       gint64 order,
                       const char *type)
{
  append (self, "<edge from=\"", 12);
  refrain_gxl_sink_name (self, from, from_number);
  append (self, "\" to=\"", 6);
  refrain_gxl_sink_name (self, to, to_number);
  if (order >= 0)
    {
      append (self, "\" fromorder=\"", 13);
      refrain_gxl_sink_unsigned (self, order);
    }
  append (self, "\"><type xlink:href=\"#", 21);
  refrain_gxl_sink_raw (self, type);
  append (self, "\"/></edge>\n", 11);
}

void
refrain_gxl_sink_id (RefrainGxlSink *self, const char *letter, guint rank, gsize row)
{
  refrain_gxl_sink_name (self, letter, rank);
  append (self, ".", 1);
  refrain_gxl_sink_unsigned (self, row);
}

/* ---- Attributes ---- */

static void
open_attr (RefrainGxlSink *self, const char *name, const char *type)
{
  append (self, "<attr name=\"", 12);
  refrain_gxl_sink_raw (self, name);
  append (self, "\"><", 3);
  refrain_gxl_sink_raw (self, type);
  append (self, ">", 1);
}

static void
close_attr (RefrainGxlSink *self, const char *type)
{
  append (self, "</", 2);
  refrain_gxl_sink_raw (self, type);
  append (self, "></attr>", 8);
}

void
refrain_gxl_sink_attr_string (RefrainGxlSink *self, const char *name, const char *value)
{
  open_attr (self, name, "string");
  append_text (self, value);
  close_attr (self, "string");
}

void
refrain_gxl_sink_attr_unsigned (RefrainGxlSink *self, const char *name, guint64 value)
{
  open_attr (self, name, "int");
  refrain_gxl_sink_unsigned (self, value);
  close_attr (self, "int");
}

void
refrain_gxl_sink_attr_signed (RefrainGxlSink *self, const char *name, gint64 value)
{
  open_attr (self, name, "int");
  refrain_gxl_sink_signed (self, value);
  close_attr (self, "int");
}

void
refrain_gxl_sink_attr_time (RefrainGxlSink *self, const char *name, RefrainTime value)
{
  open_attr (self, name, "float");
  append_time (self, value);
  close_attr (self, "float");
}

void
refrain_gxl_sink_attr_bool (RefrainGxlSink *self, const char *name, gboolean value)
{
  open_attr (self, name, "bool");
  refrain_gxl_sink_raw (self, value ? "true" : "false");
  close_attr (self, "bool");
}

/* A reference to something outside of what we write has no place in the document. */
static gboolean
is_own_id (const char *id)
{
  const char *digits = id;

  if (g_str_has_prefix (id, "PRC"))
    digits += strlen ("PRC");
  else if (g_str_has_prefix (id, "COMM"))
    digits += strlen ("COMM");
  return digits > id && *digits != '\0' && digits[strspn (digits, "0123456789")] == '\0';
}

void
refrain_gxl_sink_attr (RefrainGxlSink *self, const char *name, const char *type, const char *value)
{
  static const char *const types[] = { "int", "float", "bool", "enum" };
  const char *shown = "string";

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i]) == 0)
      shown = types[i];
  append (self, "<attr name=\"", 12);
  append_text (self, name);
  if (strcmp (type, "locator") == 0 && is_own_id (value))
    {
      append (self, "\"><locator xlink:href=\"#", 24);
      refrain_gxl_sink_label (self, value);
      append (self, "\"/></attr>", 10);
      return;
    }
  append (self, "\"><", 3);
  refrain_gxl_sink_raw (self, shown);
  append (self, ">", 1);
  append_text (self, value);
  close_attr (self, shown);
}

void
refrain_gxl_sink_attr_locator (RefrainGxlSink *self,
                               const char *name,
                               const char *letters,
                               guint64 number)
{
  append (self, "<attr name=\"", 12);
  refrain_gxl_sink_raw (self, name);
  append (self, "\"><locator xlink:href=\"#", 24);
  refrain_gxl_sink_name (self, letters, number);
  append (self, "\"/></attr>", 10);
}
