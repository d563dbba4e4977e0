/* refrain-open-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The processes whose rows in the event graph are open: their calls are shown in depth.
 */
#pragma once

#include <glib-object.h>

#define REFRAIN_TYPE_OPEN_ROWS (refrain_open_rows_get_type ())
G_DECLARE_FINAL_TYPE (RefrainOpenRows, refrain_open_rows, REFRAIN, OPEN_ROWS, GObject)

/* All of @n processes are closed. Property that notifies: "open". */
RefrainOpenRows *refrain_open_rows_new (guint n);
gboolean refrain_open_rows_is_open (RefrainOpenRows *self, guint process);
void refrain_open_rows_set_open (RefrainOpenRows *self, guint process, gboolean open);
void refrain_open_rows_set_all (RefrainOpenRows *self, gboolean open);
guint refrain_open_rows_count (RefrainOpenRows *self);
/* A flag for each process, or NULL where none is open; belongs to @self. */
const gboolean *refrain_open_rows_get (RefrainOpenRows *self);
