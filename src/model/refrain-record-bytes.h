/* refrain-record-bytes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers, text and values as the bytes of a record of a RefrainExtension (docs/mtf.md, Extension).
 * An unsigned number takes seven bits a byte, the lowest first, with the highest bit set in all but
 * the last; a signed one is folded into an unsigned one (0, -1, 1, -2, ...).
 */
#pragma once

#include <string.h>

#include <glib.h>

#include "refrain-arrays.h"

/* The most bytes of an unsigned number. */
#define REFRAIN_MAX_UNSIGNED_BYTES 10

/* What a value says of itself. From REFRAIN_VALUE_STRING on they are references to definitions. */
typedef enum
{
  REFRAIN_VALUE_NONE,
  REFRAIN_VALUE_UINT8,
  REFRAIN_VALUE_UINT16,
  REFRAIN_VALUE_UINT32,
  REFRAIN_VALUE_UINT64,
  REFRAIN_VALUE_INT8,
  REFRAIN_VALUE_INT16,
  REFRAIN_VALUE_INT32,
  REFRAIN_VALUE_INT64,
  REFRAIN_VALUE_FLOAT,
  REFRAIN_VALUE_DOUBLE,
  REFRAIN_VALUE_STRING,
  REFRAIN_VALUE_ATTRIBUTE,
  REFRAIN_VALUE_LOCATION,
  REFRAIN_VALUE_REGION,
  REFRAIN_VALUE_GROUP,
  REFRAIN_VALUE_METRIC,
  REFRAIN_VALUE_COMM,
  REFRAIN_VALUE_PARAMETER,
  REFRAIN_VALUE_RMA_WIN,
  REFRAIN_VALUE_SOURCE_CODE_LOCATION,
  REFRAIN_VALUE_CALLING_CONTEXT,
  REFRAIN_VALUE_INTERRUPT_GENERATOR,
  REFRAIN_VALUE_IO_FILE,
  REFRAIN_VALUE_IO_HANDLE,
  REFRAIN_VALUE_LOCATION_GROUP,
  REFRAIN_N_VALUE_TYPES
} RefrainValueType;

/* A number, or the bits of a FLOAT (32) or DOUBLE (64). */
typedef struct
{
  guint type; /* RefrainValueType */
  guint64 bits;
} RefrainValue;

/* ---- Writing, at the end of an array ---- */

/* Where there is room for REFRAIN_MAX_UNSIGNED_BYTES at @to; returns what is behind the number. */
static inline guint8 *
refrain_store_unsigned (guint8 *to, guint64 number)
{
  while (number >= 0x80)
    {
      *to++ = (guint8) (number | 0x80);
      number >>= 7;
    }
  *to++ = (guint8) number;
  return to;
}

static inline guint64
refrain_fold_signed (gint64 number)
{
  return ((guint64) number << 1) ^ (number < 0 ? G_MAXUINT64 : 0);
}

static inline void
refrain_put_unsigned (GByteArray *to, guint64 number)
{
  guint8 bytes[REFRAIN_MAX_UNSIGNED_BYTES];

  g_byte_array_append (to, bytes, (guint) (refrain_store_unsigned (bytes, number) - bytes));
}

static inline void
refrain_put_signed (GByteArray *to, gint64 number)
{
  refrain_put_unsigned (to, refrain_fold_signed (number));
}

/* The @n lowest bytes of @bits, the lowest first. */
static inline void
refrain_put_bits (GByteArray *to, guint64 bits, guint n)
{
  const guint64 little = GUINT64_TO_LE (bits);

  g_byte_array_append (to, (const guint8 *) &little, n);
}

static inline void
refrain_put_text (GByteArray *to, const char *text, gsize n)
{
  refrain_put_unsigned (to, n);
  g_byte_array_append (to, (const guint8 *) text, (guint) n);
}

static inline gboolean
refrain_value_type_is_signed (guint type)
{
  return type >= REFRAIN_VALUE_INT8 && type <= REFRAIN_VALUE_INT64;
}

static inline void
refrain_put_value (GByteArray *to, RefrainValue value)
{
  refrain_put_unsigned (to, value.type);
  if (value.type == REFRAIN_VALUE_FLOAT)
    refrain_put_bits (to, value.bits, 4);
  else if (value.type == REFRAIN_VALUE_DOUBLE)
    refrain_put_bits (to, value.bits, 8);
  else if (refrain_value_type_is_signed (value.type))
    refrain_put_signed (to, (gint64) value.bits);
  else if (value.type != REFRAIN_VALUE_NONE)
    refrain_put_unsigned (to, value.bits);
}

/* ---- Reading ---- */

/* What is left to read. Reading beyond the end gives zeros and sets `failed`. */
typedef struct
{
  const guint8 *at, *end;
  gboolean failed;
} RefrainRecordBytes;

/* All of @bytes, NULL where there are none. */
static inline RefrainRecordBytes
refrain_record_bytes (const guint8 *bytes, gsize n)
{
  return (RefrainRecordBytes){ bytes, REFRAIN_AT (bytes, n), FALSE };
}

static inline guint64
refrain_get_unsigned (RefrainRecordBytes *from)
{
  guint64 number = 0;

  for (guint shift = 0; shift < 64 && from->at < from->end; shift += 7)
    {
      const guint8 byte = *from->at++;

      number |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return number;
    }
  from->failed = TRUE;
  from->at = from->end;
  return 0;
}

static inline gint64
refrain_get_signed (RefrainRecordBytes *from)
{
  const guint64 folded = refrain_get_unsigned (from);

  return (gint64) ((folded >> 1) ^ (folded & 1 ? G_MAXUINT64 : 0));
}

static inline guint64
refrain_get_bits (RefrainRecordBytes *from, guint n)
{
  guint64 little = 0;

  if ((gsize) (from->end - from->at) < n)
    {
      from->failed = TRUE;
      from->at = from->end;
      return 0;
    }
  memcpy (&little, from->at, n);
  from->at += n;
  return GUINT64_FROM_LE (little);
}

/* Returns where the @n bytes of the text lie; they do not end in a zero. */
static inline const char *
refrain_get_text (RefrainRecordBytes *from, gsize *n)
{
  const guint64 length = refrain_get_unsigned (from);
  const char *text = (const char *) from->at;

  *n = 0;
  if (length > (guint64) (from->end - from->at))
    {
      from->failed = TRUE;
      from->at = from->end;
      return "";
    }
  from->at += length;
  *n = (gsize) length;
  return text;
}

static inline RefrainValue
refrain_get_value (RefrainRecordBytes *from)
{
  const guint64 type = refrain_get_unsigned (from);
  RefrainValue value = { .type = (guint) MIN (type, G_MAXUINT), .bits = 0 };

  if (value.type == REFRAIN_VALUE_FLOAT)
    value.bits = refrain_get_bits (from, 4);
  else if (value.type == REFRAIN_VALUE_DOUBLE)
    value.bits = refrain_get_bits (from, 8);
  else if (refrain_value_type_is_signed (value.type))
    value.bits = (guint64) refrain_get_signed (from);
  else if (value.type != REFRAIN_VALUE_NONE)
    value.bits = refrain_get_unsigned (from);
  return value;
}

/* How many elements a list has; each takes at least a byte. */
static inline gsize
refrain_get_count (RefrainRecordBytes *from)
{
  const guint64 n = refrain_get_unsigned (from);

  if (n > (guint64) (from->end - from->at))
    {
      from->failed = TRUE;
      from->at = from->end;
      return 0;
    }
  return (gsize) n;
}
