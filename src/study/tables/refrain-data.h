/* refrain-data.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table of columns, part of the public interface of librefrain (refrain.h).
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * RefrainDataType:
 * @REFRAIN_DATA_UINT8: `guint8`
 * @REFRAIN_DATA_UINT16: `guint16`
 * @REFRAIN_DATA_INT32: `gint32`
 * @REFRAIN_DATA_UINT32: `guint32`
 * @REFRAIN_DATA_INT64: `gint64`
 * @REFRAIN_DATA_UINT64: `guint64`
 * @REFRAIN_DATA_DOUBLE: `double`, NaN where there is no value
 *
 * What the values of a column are.
 */
typedef enum
{
  REFRAIN_DATA_UINT8,
  REFRAIN_DATA_UINT16,
  REFRAIN_DATA_INT32,
  REFRAIN_DATA_UINT32,
  REFRAIN_DATA_INT64,
  REFRAIN_DATA_UINT64,
  REFRAIN_DATA_DOUBLE,
} RefrainDataType;

/**
 * RefrainData:
 *
 * A table: named columns of equal length, each one array of numbers.
 */
typedef struct _RefrainData RefrainData;

#define REFRAIN_TYPE_DATA (refrain_data_get_type ())
GType refrain_data_get_type (void);
RefrainData *refrain_data_ref (RefrainData *self);
void refrain_data_unref (RefrainData *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainData, refrain_data_unref)

gsize refrain_data_get_n_rows (const RefrainData *self);
guint refrain_data_get_n_columns (const RefrainData *self);
const char *refrain_data_get_name (const RefrainData *self, guint column);
RefrainDataType refrain_data_get_data_type (const RefrainData *self, guint column);
gconstpointer refrain_data_get_values (const RefrainData *self, guint column);
const char *const *refrain_data_get_labels (const RefrainData *self, guint column);

G_END_DECLS
