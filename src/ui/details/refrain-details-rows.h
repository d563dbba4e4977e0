/* refrain-details-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the lines of the details panel look.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Rows of RefrainDetail. */
GtkListItemFactory *refrain_details_rows_new_factory (void);

G_END_DECLS
