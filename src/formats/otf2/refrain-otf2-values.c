/* refrain-otf2-values.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ids, clock readings and values of attributes: as an archive has them, and as one location says
 * them.
 */
#include "refrain-otf2-values.h"

#include "refrain-hash.h"

/* The types of values are numbered as OTF2's. */
G_STATIC_ASSERT ((int) REFRAIN_VALUE_UINT64 == OTF2_TYPE_UINT64);
G_STATIC_ASSERT ((int) REFRAIN_VALUE_DOUBLE == OTF2_TYPE_DOUBLE);
G_STATIC_ASSERT ((int) REFRAIN_VALUE_LOCATION_GROUP == OTF2_TYPE_LOCATION_GROUP);
/* Those that are references stand in the order of the tables of ids. */
G_STATIC_ASSERT (OTF2_TYPE_REGION - OTF2_TYPE_STRING == OTF2_MAPPING_REGION);
G_STATIC_ASSERT (OTF2_TYPE_LOCATION_GROUP - OTF2_TYPE_STRING == OTF2_MAPPING_LOCATION_GROUP);

void
refrain_otf2_ids_free (RefrainOtf2Ids *self)
{
  for (guint i = 0; i < OTF2_MAPPING_MAX; i++)
    g_clear_pointer (&self->own[i], g_hash_table_unref);
  g_clear_pointer (&self->readings, g_array_unref);
  g_free (self);
}

void
refrain_otf2_ids_add (RefrainOtf2Ids *self, OTF2_MappingType type, guint64 own, guint64 global)
{
  if (type >= OTF2_MAPPING_MAX)
    return;
  if (self->own[type] == NULL)
    self->own[type] = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, g_free);
  if (!g_hash_table_contains (self->own[type], &global))
    g_hash_table_insert (self->own[type], g_memdup2 (&global, sizeof global),
                         g_memdup2 (&own, sizeof own));
}

void
refrain_otf2_ids_add_reading (RefrainOtf2Ids *self, RefrainOtf2Reading reading)
{
  GArray *readings = self->readings;

  if (readings == NULL)
    self->readings = readings = g_array_new (FALSE, FALSE, sizeof (RefrainOtf2Reading));
  if (readings->len == 0
      || g_array_index (readings, RefrainOtf2Reading, readings->len - 1).time < reading.time)
    g_array_append_val (readings, reading);
}

guint64
refrain_otf2_ids_get_stamp (RefrainOtf2Ids *self, guint64 stamp)
{
  if (self == NULL || self->readings == NULL)
    return stamp;
  return refrain_otf2_readings_undo ((const RefrainOtf2Reading *) (gpointer) self->readings->data,
                                     self->readings->len, stamp);
}

static gboolean
is_location (OTF2_Type type)
{
  return type == OTF2_TYPE_LOCATION;
}

RefrainValue
refrain_otf2_pack_value (OTF2_Type type, OTF2_AttributeValue value)
{
  RefrainValue packed = { .type = type, .bits = value.uint64 };

  switch (type)
    {
    case OTF2_TYPE_UINT8:
      packed.bits = value.uint8;
      break;
    case OTF2_TYPE_UINT16:
      packed.bits = value.uint16;
      break;
    case OTF2_TYPE_UINT32:
      packed.bits = value.uint32;
      break;
    case OTF2_TYPE_INT8:
      packed.bits = (guint64) value.int8;
      break;
    case OTF2_TYPE_INT16:
      packed.bits = (guint64) value.int16;
      break;
    case OTF2_TYPE_INT32:
      packed.bits = (guint64) value.int32;
      break;
    case OTF2_TYPE_FLOAT:
      packed.bits = 0;
      memcpy (&packed.bits, &value.float32, sizeof value.float32);
      packed.bits = GUINT64_FROM_LE (packed.bits);
      break;
    default:
      if (type >= OTF2_TYPE_STRING && type <= OTF2_TYPE_LOCATION_GROUP && !is_location (type))
        packed.bits = value.uint32;
    }
  return packed;
}

OTF2_AttributeValue
refrain_otf2_get_value (RefrainRecordBytes *from, RefrainOtf2Ids *ids, OTF2_Type *type)
{
  RefrainValue packed = refrain_get_value (from);
  OTF2_AttributeValue value = { .uint64 = 0 };
  guint32 bits;

  from->failed |= packed.type > G_MAXUINT8;
  *type = (OTF2_Type) packed.type;
  switch (*type)
    {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8:
      value.uint8 = (guint8) packed.bits;
      break;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16:
      value.uint16 = (guint16) packed.bits;
      break;
    case OTF2_TYPE_UINT32:
    case OTF2_TYPE_INT32:
      value.uint32 = (guint32) packed.bits;
      break;
    case OTF2_TYPE_FLOAT:
      bits = (guint32) packed.bits;
      memcpy (&value.float32, &bits, sizeof bits);
      break;
    default:
      if (*type < OTF2_TYPE_STRING || *type > OTF2_TYPE_LOCATION_GROUP)
        value.uint64 = packed.bits;
      else if (is_location (*type))
        value.uint64 = refrain_otf2_ids_get (ids, OTF2_MAPPING_LOCATION, packed.bits);
      else
        value.uint32 = (guint32) refrain_otf2_ids_get (ids, *type - OTF2_TYPE_STRING, packed.bits);
    }
  return value;
}

void
refrain_otf2_put_metrics (GByteArray *to,
                          guint8 n,
                          const OTF2_Type *types,
                          const OTF2_MetricValue *values)
{
  refrain_put_unsigned (to, n);
  for (guint i = 0; i < n; i++)
    refrain_put_value (to, (RefrainValue){ types[i], values[i].unsigned_int });
}

guint8
refrain_otf2_get_metrics (RefrainRecordBytes *from, OTF2_Type *types, OTF2_MetricValue *values)
{
  const gsize n = refrain_otf2_get_count (from, G_MAXUINT8);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainValue value = refrain_get_value (from);

      from->failed |= value.type > G_MAXUINT8;
      types[i] = (OTF2_Type) value.type;
      values[i].unsigned_int = value.bits;
    }
  return (guint8) n;
}
