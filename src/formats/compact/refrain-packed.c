/* refrain-packed.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Head of 16 bytes: n (8), method, size of a number, transform, whether there is a checksum, the
 * checksum (4). Then, of method BYTES, the numbers packed by zlib; of method CLASSES the length of
 * the packed classes (8), these, and the bits, the first in the lowest bit of the first byte. What
 * zlib packs grows by 1032 at most, so that a head cannot ask for more memory than that.
 */
#include "refrain-packed.h"

#include <string.h>
#include <zlib.h>

#define HEAD       16
#define CHECKED    11 /* where the head says that there is a checksum; files from before have none */
#define CHECKSUM   12 /* ... and has it */
#define MAX_GROWTH 1040
/* Of zlib's levels the first that looks for matches lazily: the sixth saves one byte in a hundred
   more of what programs do, for half as long again to record. */
#define LEVEL 4

/* More numbers than these are packed as a sample of them is packed best. */
#define MANY   (1 << 18)
#define SAMPLE (1 << 16)
/* ... and where there is no time to lose. */
#define MANY_SOON   (1 << 13)
#define SAMPLE_SOON (1 << 11)

enum
{
  METHOD_BYTES,
  METHOD_CLASSES,
};

enum
{
  TRANSFORM_NONE,
  TRANSFORM_SIGNED,     /* difference from the number before, 2d or -2d - 1 */
  TRANSFORM_DIFFERENCE, /* difference from the number before, as it is */
  N_TRANSFORMS,
};

/* ---- zlib ---- */

static void
deflate_bytes (GByteArray *to, const guint8 *bytes, gsize n)
{
  z_stream stream = { .next_in = (guint8 *) bytes };
  guint8 buffer[65536];
  int status;

  deflateInit (&stream, LEVEL);
  do
    {
      if (stream.avail_in == 0)
        {
          stream.avail_in = (uInt) MIN (n, G_MAXINT32);
          n -= stream.avail_in;
        }
      stream.next_out = buffer;
      stream.avail_out = sizeof buffer;
      status = deflate (&stream, n > 0 || stream.avail_in > 0 ? Z_NO_FLUSH : Z_FINISH);
      g_byte_array_append (to, buffer, (guint) (sizeof buffer - stream.avail_out));
    }
  while (status != Z_STREAM_END);
  deflateEnd (&stream);
}

/* Whether the @n_bytes are exactly @n ones packed. */
static gboolean
inflate_bytes (const guint8 *bytes, gsize n_bytes, guint8 *to, gsize n)
{
  z_stream stream = { .next_in = (guint8 *) bytes, .next_out = to };
  int status;

  if (inflateInit (&stream) != Z_OK)
    return FALSE;
  do
    {
      if (stream.avail_in == 0)
        {
          stream.avail_in = (uInt) MIN (n_bytes, G_MAXINT32);
          n_bytes -= stream.avail_in;
        }
      if (stream.avail_out == 0)
        {
          stream.avail_out = (uInt) MIN (n, G_MAXINT32);
          n -= stream.avail_out;
        }
      status = inflate (&stream, Z_NO_FLUSH);
    }
  while (status == Z_OK && (stream.avail_in > 0 || n_bytes > 0 || stream.avail_out == 0));
  inflateEnd (&stream);
  return status == Z_STREAM_END && n == 0 && stream.avail_out == 0 && n_bytes == 0
         && stream.avail_in == 0;
}

/* ---- Numbers ---- */

static inline guint64
get_number (const guint8 *data, guint64 i, gsize size)
{
  switch (size)
    {
    case 1:
      return data[i];
    case 2:
      return ((const guint16 *) (gconstpointer) data)[i];
    case 4:
      return ((const guint32 *) (gconstpointer) data)[i];
    default:
      return ((const guint64 *) (gconstpointer) data)[i];
    }
}

static inline void
set_number (guint8 *data, guint64 i, gsize size, guint64 value)
{
  switch (size)
    {
    case 1:
      data[i] = (guint8) value;
      break;
    case 2:
      ((guint16 *) (gpointer) data)[i] = (guint16) value;
      break;
    case 4:
      ((guint32 *) (gpointer) data)[i] = (guint32) value;
      break;
    default:
      ((guint64 *) (gpointer) data)[i] = value;
    }
}

/* @value, the lowest @size bytes of it, as a signed number. */
static inline gint64
extend_sign (guint64 value, gsize size)
{
  const guint shift = (guint) (64 - 8 * size);

  return (gint64) (value << shift) >> shift;
}

static inline guint64
transform_number (guint64 value, guint64 before, guint transform, gsize size)
{
  const gint64 difference = extend_sign (value - before, size);

  if (transform == TRANSFORM_NONE)
    return value;
  if (transform == TRANSFORM_SIGNED)
    return (guint64) difference << 1 ^ (guint64) (difference >> 63);
  return size == 8 ? value - before : (value - before) & ((G_GUINT64_CONSTANT (1) << 8 * size) - 1);
}

static inline guint64
restore_number (guint64 value, guint64 before, guint transform)
{
  if (transform == TRANSFORM_NONE)
    return value;
  if (transform == TRANSFORM_SIGNED)
    value = value >> 1 ^ (0 - (value & 1));
  return before + value;
}

/* ---- Packing ---- */

static void
append_head (GByteArray *to, guint64 n, guint method, gsize size, guint transform)
{
  guint8 head[HEAD] = { 0 };

  n = GUINT64_TO_LE (n);
  memcpy (head, &n, 8);
  head[8] = (guint8) method;
  head[9] = (guint8) size;
  head[10] = (guint8) transform;
  g_byte_array_append (to, head, HEAD);
}

/* Of all but the checksum itself. */
static guint32
get_checksum (const guint8 *bytes, gsize n_bytes)
{
  return (guint32) crc32_z (crc32_z (0, bytes, CHECKSUM), bytes + HEAD, n_bytes - HEAD);
}

/* Gives @packed, with its checksum. */
static GByteArray *
seal (GByteArray *packed)
{
  guint32 checksum;

  packed->data[CHECKED] = 1;
  checksum = GUINT32_TO_LE (get_checksum (packed->data, packed->len));
  memcpy (packed->data + CHECKSUM, &checksum, sizeof checksum);
  return packed;
}

static GByteArray *
pack_bytes (const guint8 *data, guint64 n, gsize size, guint transform)
{
  GByteArray *packed = g_byte_array_new ();
  g_autofree guint8 *changed = g_malloc (n * size + 1);
  guint64 before = 0;

  append_head (packed, n, METHOD_BYTES, size, transform);
  for (guint64 i = 0; i < n; i++)
    {
      const guint64 value = get_number (data, i, size);
      guint64 own = transform_number (value, before, transform, size);

      before = value;
      own = GUINT64_TO_LE (own);
      memcpy (changed + i * size, &own, size);
    }
  deflate_bytes (packed, changed, n * size);
  return packed;
}

/* Bits, the first in the lowest of a byte. */
typedef struct
{
  GByteArray *bytes;
  guint64 held;
  guint n;
} Bits;

static inline void
bits_add (Bits *self, guint64 value, guint n)
{
  while (n > 0)
    {
      const guint part = MIN (n, 8 - self->n);

      self->held |= (value & ((1u << part) - 1)) << self->n;
      self->n += part;
      value >>= part;
      n -= part;
      if (self->n == 8)
        {
          const guint8 byte = (guint8) self->held;

          g_byte_array_append (self->bytes, &byte, 1);
          self->held = 0;
          self->n = 0;
        }
    }
}

static GByteArray *
pack_classes (const guint8 *data, guint64 n, gsize size, guint transform)
{
  GByteArray *packed = g_byte_array_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *classes = g_malloc (n + 1);
  Bits bits = { .bytes = bytes };
  guint64 before = 0, length;

  append_head (packed, n, METHOD_CLASSES, size, transform);
  g_byte_array_set_size (packed, HEAD + 8);
  for (guint64 i = 0; i < n; i++)
    {
      const guint64 value = get_number (data, i, size);
      const guint64 own = transform_number (value, before, transform, size);

      before = value;
      if (own < 16)
        classes[i] = (guint8) own;
      else
        {
          const guint octave = 63 - (guint) __builtin_clzll (own);

          classes[i] = (guint8) (16 + (octave - 4) * 4 + ((own >> (octave - 2)) & 3));
          bits_add (&bits, own, octave - 2);
        }
    }
  bits_add (&bits, 0, (8 - bits.n) % 8);
  deflate_bytes (packed, classes, n);
  length = GUINT64_TO_LE ((guint64) packed->len - HEAD - 8);
  memcpy (packed->data + HEAD, &length, 8);
  g_byte_array_append (packed, bytes->data, bytes->len);
  return packed;
}

static GByteArray *
pack_as (const guint8 *data, guint64 n, gsize size, guint way)
{
  return way < N_TRANSFORMS ? pack_classes (data, n, size, way)
                            : pack_bytes (data, n, size, way - N_TRANSFORMS);
}

static GByteArray *
pack (gconstpointer data, guint64 n, gsize size, guint64 many, guint64 sample)
{
  const gboolean sampled = n > many;
  const guint64 from = sampled ? n / 2 : 0;
  GByteArray *best = NULL;
  guint best_way = 0;

  g_assert (size == 1 || size == 2 || size == 4 || size == 8);
  for (guint way = 0; way < 2 * N_TRANSFORMS; way++)
    {
      GByteArray *packed
          = pack_as ((const guint8 *) data + from * size, sampled ? sample : n, size, way);

      if (best == NULL || packed->len < best->len)
        {
          g_clear_pointer (&best, g_byte_array_unref);
          best = packed;
          best_way = way;
        }
      else
        g_byte_array_unref (packed);
    }
  if (!sampled)
    return seal (best);
  g_byte_array_unref (best);
  return seal (pack_as (data, n, size, best_way));
}

GByteArray *
refrain_pack (gconstpointer data, guint64 n, gsize size)
{
  return pack (data, n, size, MANY, SAMPLE);
}

GByteArray *
refrain_pack_soon (gconstpointer data, guint64 n, gsize size)
{
  return pack (data, n, size, MANY_SOON, SAMPLE_SOON);
}

/* ---- Unpacking ---- */

static guint64
get_length (const guint8 *bytes)
{
  guint64 length;

  memcpy (&length, bytes, 8);
  return GUINT64_FROM_LE (length);
}

gboolean
refrain_packed_get_shape (const guint8 *bytes, gsize n_bytes, guint64 *n, gsize *size)
{
  if (n_bytes < HEAD || bytes[8] > METHOD_CLASSES || bytes[10] >= N_TRANSFORMS
      || bytes[CHECKED] > 1)
    return FALSE;
  *n = get_length (bytes);
  *size = bytes[9];
  if (*size != 1 && *size != 2 && *size != 4 && *size != 8)
    return FALSE;
  return *n <= (guint64) n_bytes * MAX_GROWTH / (bytes[8] == METHOD_BYTES ? *size : 1);
}

static gboolean
is_sound (const guint8 *bytes, gsize n_bytes)
{
  guint32 checksum;

  memcpy (&checksum, bytes + CHECKSUM, sizeof checksum);
  return bytes[CHECKED] == 0 || GUINT32_FROM_LE (checksum) == get_checksum (bytes, n_bytes);
}

/* @n bits (61 at most) from bit @at on; all of them are there. */
static inline guint64
take_bits (const guint8 *bits, gsize n_bytes, guint64 at, guint n)
{
  const gsize byte = at >> 3;
  const guint shift = (guint) (at & 7);
  guint64 value = 0;

  memcpy (&value, bits + byte, MIN (n_bytes - byte, 8));
  value = GUINT64_FROM_LE (value) >> shift;
  if (shift + n > 64)
    value |= (guint64) bits[byte + 8] << (64 - shift);
  return value & ((G_GUINT64_CONSTANT (1) << n) - 1);
}

/* Numbers of @size, transformed as @transform says, of their @n @classes and the @bits below these.
 * FALSE where there are too few. Inline, so that each size has a loop of its own. */
static inline gboolean
join_classes (const guint8 *classes,
              const guint8 *bits,
              gsize n_bytes,
              guint64 n,
              gsize size,
              guint transform,
              guint8 *to)
{
  guint64 at = 0, before = 0;

  for (guint64 i = 0; i < n; i++)
    {
      guint64 value = classes[i];

      if (value >= 16)
        {
          const guint octave = (guint) (value - 16) / 4 + 4;

          if ((guint64) n_bytes * 8 - at < octave - 2)
            return FALSE;
          value = (4 + (value & 3)) << (octave - 2);
          value |= take_bits (bits, n_bytes, at, octave - 2);
          at += octave - 2;
        }
      before = restore_number (value, before, transform);
      set_number (to, i, size, before);
    }
  return TRUE;
}

/* Undoes @transform of @n numbers of @size where they lie. */
static inline void
restore (guint8 *to, guint64 n, gsize size, guint transform)
{
  guint64 before = 0;

  for (guint64 i = 0; i < n; i++)
    {
      guint64 value = 0;

      memcpy (&value, to + i * size, size);
      before = restore_number (GUINT64_FROM_LE (value), before, transform);
      set_number (to, i, size, before);
    }
}

/* @DO (size, transform) with both as constants. */
#define FOR_TRANSFORM(size, transform, DO)                                                         \
  ((transform) == TRANSFORM_NONE     ? DO (size, TRANSFORM_NONE)                                   \
   : (transform) == TRANSFORM_SIGNED ? DO (size, TRANSFORM_SIGNED)                                 \
                                     : DO (size, TRANSFORM_DIFFERENCE))
#define FOR_SHAPE(size, transform, DO)                                                             \
  ((size) == 1   ? FOR_TRANSFORM (1, transform, DO)                                                \
   : (size) == 2 ? FOR_TRANSFORM (2, transform, DO)                                                \
   : (size) == 4 ? FOR_TRANSFORM (4, transform, DO)                                                \
                 : FOR_TRANSFORM (8, transform, DO))

static gboolean
read_classes (
    const guint8 *bytes, gsize n_bytes, guint64 n, gsize size, guint transform, guint8 *to)
{
  g_autofree guint8 *classes = NULL;
  const guint8 *bits;
  guint64 length;

  if (n_bytes < 8 || (length = get_length (bytes)) > n_bytes - 8)
    return FALSE;
  classes = g_try_malloc (n + 1);
  if (classes == NULL || !inflate_bytes (bytes + 8, length, classes, n))
    return FALSE;
  bits = bytes + 8 + length;
#define JOIN(s, t) join_classes (classes, bits, n_bytes - 8 - length, n, s, t, to)
  return FOR_SHAPE (size, transform, JOIN);
#undef JOIN
}

gboolean
refrain_packed_read (const guint8 *bytes, gsize n_bytes, gpointer data)
{
  guint64 n;
  gsize size;

  if (!refrain_packed_get_shape (bytes, n_bytes, &n, &size) || !is_sound (bytes, n_bytes))
    return FALSE;
  if (bytes[8] == METHOD_CLASSES)
    return read_classes (bytes + HEAD, n_bytes - HEAD, n, size, bytes[10], data);
  if (!inflate_bytes (bytes + HEAD, n_bytes - HEAD, data, n * size))
    return FALSE;
#define RESTORE(s, t) restore (data, n, s, t)
  if (bytes[10] != TRANSFORM_NONE || G_BYTE_ORDER != G_LITTLE_ENDIAN)
    FOR_SHAPE (size, bytes[10], RESTORE);
#undef RESTORE
  return TRUE;
}
