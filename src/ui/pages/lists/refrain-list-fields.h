/* refrain-list-fields.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fields of a list's filter to be filled in, and those that are filled in as buttons that empty
 * them.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-list-model.h"

/* A grid of labels and entries. */
#define REFRAIN_TYPE_LIST_FIELDS (refrain_list_fields_get_type ())
G_DECLARE_FINAL_TYPE (RefrainListFields, refrain_list_fields, REFRAIN, LIST_FIELDS, GtkWidget)

/* Fills in the filter of @model (may be NULL) and follows it. */
void refrain_list_fields_set_model (RefrainListFields *self, RefrainListModel *model);
/* The entry of @field. For tests. */
GtkEditable *refrain_list_fields_get_entry (RefrainListFields *self, RefrainListField field);
/* Puts a button for each filled field into @box, in place of those there. */
void refrain_list_fields_fill_box (RefrainListModel *model, GtkBox *box);
