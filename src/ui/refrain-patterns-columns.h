/* refrain-patterns-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of the list of patterns.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

/* Adds the columns: picture, name, occurrences, processes, routine, share. @session points to the
 * session whose patterns are listed, as long as the view lives; sorts by occurrences. */
void refrain_patterns_columns_add (GtkColumnView *view, RefrainSession **session);

G_END_DECLS
