/* refrain-unpack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first bytes tell how the file is packed; zlib and libzstd unpack from one fixed buffer.
 */
#include "config.h"

#include "refrain-unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "refrain-error.h"
#include "refrain-object.h"

#define BUFFER_SIZE (128 * 1024)

typedef enum
{
  PLAIN,
  GZIP,
  ZSTD,
} Packing;

struct _RefrainUnpack
{
  int fd;
  Packing packing;
  guint64 size, done;
  const char *problem;
  z_stream inflate;
  ZSTD_DCtx *zstd;
  gboolean open;    /* within a packed frame */
  gboolean endless; /* nothing says where the packed data end: they do where the file does */
  gsize at, n;      /* unread part of the buffer */
  guint8 buffer[BUFFER_SIZE];
};

/* Reads more bytes of the file when the buffer is empty; FALSE at the end or when that fails. */
static gboolean
fill (RefrainUnpack *self)
{
  gssize n;

  if (self->at < self->n)
    return TRUE;
  do
    n = read (self->fd, self->buffer, BUFFER_SIZE);
  while (n < 0 && errno == EINTR);
  self->at = 0;
  self->n = MAX (n, 0);
  self->done += self->n;
  if (n < 0)
    self->problem = g_strerror (errno);
  return n > 0;
}

static Packing
find_packing (RefrainUnpack *self)
{
  static const guint8 zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

  if (self->n >= 2 && self->buffer[0] == 0x1f && self->buffer[1] == 0x8b)
    return GZIP;
  if (self->n >= 4 && memcmp (self->buffer, zstd_magic, sizeof zstd_magic) == 0)
    return ZSTD;
  /* zlib's own header (RFC 1950): deflate, a window of 32 KiB, a check of both. OTF 1 has it, and
   * no end. */
  if (self->n >= 2 && self->buffer[0] == 0x78 && (self->buffer[0] << 8 | self->buffer[1]) % 31 == 0)
    {
      self->endless = TRUE;
      return GZIP;
    }
  return PLAIN;
}

RefrainUnpack *
refrain_unpack_new (const char *path, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autoptr (RefrainUnpack) self = g_new0 (RefrainUnpack, 1);
  GStatBuf info;

  self->fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  if (self->fd >= 0 && g_stat (path, &info) == 0)
    self->size = info.st_size;
  if (self->fd < 0)
    self->problem = g_strerror (errno);
  else
    fill (self);
  if (self->problem != NULL)
    return refrain_fail_null (error, REFRAIN_ERROR_IO, _ ("%s: cannot be read: %s"), display,
                              self->problem);
  self->packing = find_packing (self);
  if (self->packing == GZIP && inflateInit2 (&self->inflate, 15 + 32) != Z_OK)
    self->problem = g_strerror (ENOMEM); /* told by the first read */
  if (self->packing == ZSTD)
    self->zstd = ZSTD_createDCtx ();
  return g_steal_pointer (&self);
}

void
refrain_unpack_free (RefrainUnpack *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->packing == GZIP)
    inflateEnd (&self->inflate);
  ZSTD_freeDCtx (self->zstd);
  g_free (self);
}

static gssize
truncated (RefrainUnpack *self)
{
  if (self->problem == NULL && self->open)
    self->problem = _ ("the compressed file ends early");
  return self->problem != NULL ? -1 : 0;
}

static gssize
read_gzip (RefrainUnpack *self, char *to, gsize n)
{
  int code;

  self->inflate.next_out = (Bytef *) to;
  self->inflate.avail_out = n;
  while (self->inflate.avail_out == n)
    {
      const gboolean more = fill (self);

      if (!more && (!self->endless || self->problem != NULL))
        return truncated (self);
      self->inflate.next_in = self->buffer + self->at;
      self->inflate.avail_in = self->n - self->at;
      self->open = !self->endless;
      code = inflate (&self->inflate, Z_NO_FLUSH);
      self->at = self->n - self->inflate.avail_in;
      if (code == Z_STREAM_END)
        {
          self->open = FALSE;
          inflateReset (&self->inflate);
        }
      else if (!more && self->inflate.avail_out == n)
        return 0;
      else if (code != Z_OK && code != Z_BUF_ERROR)
        {
          self->problem = _ ("the compressed data is damaged");
          return -1;
        }
    }
  return n - self->inflate.avail_out;
}

static gssize
read_zstd (RefrainUnpack *self, char *to, gsize n)
{
  ZSTD_outBuffer out = { to, n, 0 };

  while (out.pos == 0)
    {
      ZSTD_inBuffer in;
      gsize left;

      /* What does not fit @to stays inside of the decoder: ask it even when the file has ended. */
      if (!fill (self) && (!self->open || self->problem != NULL))
        return truncated (self);
      in = (ZSTD_inBuffer){ self->buffer, self->n, self->at };
      left = ZSTD_decompressStream (self->zstd, &out, &in);
      if (ZSTD_isError (left))
        {
          self->problem = _ ("the compressed data is damaged");
          return -1;
        }
      self->open = left != 0;
      if (out.pos == 0 && in.pos == self->at && self->at == self->n && self->open)
        return truncated (self);
      self->at = in.pos;
    }
  return out.pos;
}

gssize
refrain_unpack_read (RefrainUnpack *self, char *buffer, gsize n)
{
  gsize part;

  if (self->problem != NULL)
    return -1;
  if (self->packing == GZIP)
    return read_gzip (self, buffer, n);
  if (self->packing == ZSTD)
    return read_zstd (self, buffer, n);
  if (!fill (self))
    return self->problem != NULL ? -1 : 0;
  part = MIN (n, self->n - self->at);
  memcpy (buffer, self->buffer + self->at, part);
  self->at += part;
  return part;
}

REFRAIN_READER (refrain_unpack_get_problem, const RefrainUnpack, const char *, self->problem)

double
refrain_unpack_get_fraction (const RefrainUnpack *self)
{
  return self->size == 0 ? 0 : MIN (1.0, (double) self->done / self->size);
}
