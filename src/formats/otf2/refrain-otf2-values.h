/* refrain-otf2-values.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fields of OTF2's records as bytes of an extension's records, and back. What is taken off
 * bytes is checked: a number that does not fit sets `failed`.
 */
#pragma once

#include <otf2/otf2.h>

#include "refrain-otf2-clock.h"
#include "refrain-record-bytes.h"

/* Of a location that says things in its own way: how it says what the archive says. */
typedef struct
{
  GArray *readings;                  /* of RefrainOtf2Reading: of its clock; or NULL */
  GHashTable *own[OTF2_MAPPING_MAX]; /* archive's id → own id, both gint64 *; NULL: the same */
} RefrainOtf2Ids;

void refrain_otf2_ids_free (RefrainOtf2Ids *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtf2Ids, refrain_otf2_ids_free)
/* The location calls @global @own. Of several names the first counts. */
void
refrain_otf2_ids_add (RefrainOtf2Ids *self, OTF2_MappingType type, guint64 own, guint64 global);
/* What the location calls @id; @self may be NULL. */
static inline guint64 refrain_otf2_ids_get (RefrainOtf2Ids *self, guint type, guint64 id);

/* The location's clock was compared with the archive's; readings that are not in order are none. */
void refrain_otf2_ids_add_reading (RefrainOtf2Ids *self, RefrainOtf2Reading reading);
/* What the location's clock showed at @stamp of the archive's; @self may be NULL. */
guint64 refrain_otf2_ids_get_stamp (RefrainOtf2Ids *self, guint64 stamp);

/* ---- Writing ---- */

static inline void
refrain_otf2_put_text (GByteArray *to, const char *text)
{
  refrain_put_text (to, text != NULL ? text : "", text != NULL ? strlen (text) : 0);
}

static inline void
refrain_otf2_put_reference (GByteArray *to, guint64 id, guint64 undefined)
{
  refrain_put_unsigned (to, id == undefined ? 0 : id + 1);
}

static inline void
refrain_otf2_put_float (GByteArray *to, double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  refrain_put_bits (to, bits, sizeof bits);
}

RefrainValue refrain_otf2_pack_value (OTF2_Type type, OTF2_AttributeValue value);
void refrain_otf2_put_metrics (GByteArray *to,
                               guint8 n,
                               const OTF2_Type *types,
                               const OTF2_MetricValue *values);

/* ---- Reading ---- */

static inline guint64
refrain_otf2_get_number (RefrainRecordBytes *from, guint64 most)
{
  const guint64 number = refrain_get_unsigned (from);

  from->failed |= number > most;
  return number;
}

static inline gsize
refrain_otf2_get_count (RefrainRecordBytes *from, guint64 most)
{
  const gsize n = refrain_get_count (from);

  if (n <= most)
    return n;
  from->failed = TRUE;
  return 0;
}

static inline double
refrain_otf2_get_float (RefrainRecordBytes *from)
{
  const guint64 bits = refrain_get_bits (from, sizeof bits);
  double number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/* Free with g_free(). */
static inline char *
refrain_otf2_get_text (RefrainRecordBytes *from)
{
  gsize n;
  const char *text = refrain_get_text (from, &n);

  return g_strndup (text, n);
}

static inline guint64
refrain_otf2_get_reference (RefrainRecordBytes *from,
                            guint64 undefined,
                            guint mapping,
                            RefrainOtf2Ids *ids)
{
  const guint64 number = refrain_get_unsigned (from);

  from->failed |= number > undefined;
  return number == 0 ? undefined : refrain_otf2_ids_get (ids, mapping, number - 1);
}

static inline guint64
refrain_otf2_get_stamp (RefrainRecordBytes *from, RefrainOtf2Ids *ids)
{
  return refrain_otf2_ids_get_stamp (ids, refrain_get_unsigned (from));
}

OTF2_AttributeValue
refrain_otf2_get_value (RefrainRecordBytes *from, RefrainOtf2Ids *ids, OTF2_Type *type);
/* Returns the number of values, at most 255. */
guint8
refrain_otf2_get_metrics (RefrainRecordBytes *from, OTF2_Type *types, OTF2_MetricValue *values);

static inline guint64
refrain_otf2_ids_get (RefrainOtf2Ids *self, guint type, guint64 id)
{
  const guint64 *own;

  if (G_LIKELY (self == NULL) || type >= OTF2_MAPPING_MAX || self->own[type] == NULL)
    return id;
  own = g_hash_table_lookup (self->own[type], &id);
  return own != NULL ? *own : id;
}
