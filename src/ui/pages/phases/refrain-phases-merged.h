/* refrain-phases-merged.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The patterns that count as one symbol to the user, each group with a button that tells them apart
 * again.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

/* Fills @rows with those of @session (may be NULL), and says in @label what they are. */
void refrain_phases_merged_show (GtkBox *rows, GtkLabel *label, RefrainSession *session);
