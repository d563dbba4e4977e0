/* refrain-row-labels.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The names of the processes left of an event canvas. A click selects the process; the wheel
 * scrolls the rows.
 */
#pragma once

#include "refrain-event-canvas.h"

#define REFRAIN_TYPE_ROW_LABELS (refrain_row_labels_get_type ())
G_DECLARE_FINAL_TYPE (RefrainRowLabels, refrain_row_labels, REFRAIN, ROW_LABELS, GtkWidget)

/* @canvas is not kept alive by the labels. */
GtkWidget *refrain_row_labels_new (RefrainEventCanvas *canvas);
void refrain_row_labels_set_session (RefrainRowLabels *self, RefrainSession *session);
