/* refrain-data-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a table of columns comes to be.
 */
#pragma once

#include "refrain-data.h"

/* Without columns yet, of @n_rows rows. @owner (may be NULL) is kept as long as it. */
RefrainData *refrain_data_new (gsize n_rows, GObject *owner);
/* Adds a column of its own, all 0, and returns its values to be filled in; NULL where there is no
 * memory for it. */
gpointer refrain_data_add (RefrainData *self, const char *name, RefrainDataType type);
/* Adds a column whose values belong to the owner. */
void refrain_data_add_borrowed (RefrainData *self,
                                const char *name,
                                RefrainDataType type,
                                gconstpointer values);
/* The last column holds numbers of @labels, of which the caller keeps nothing. */
void refrain_data_take_labels (RefrainData *self, char **labels);
/* The last column, of doubles, holds whole numbers and NaN for those that are missing. */
void refrain_data_set_whole (RefrainData *self);
/* Whether @column holds whole numbers, whatever their type. */
gboolean refrain_data_is_whole (const RefrainData *self, guint column);
