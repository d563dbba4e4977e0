/* refrain-gradual.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Much that is to be seen at once comes part by part, a frame each, so that no frame takes long;
 * and nothing fades where each frame of it is drawn without a graphics card.
 */
#pragma once

#include <gtk/gtk.h>

/* Hides @part, which nobody else shows or hides, and shows it in a frame of its own: after the
 * next one, and after those for which this was called before. At once where it is in no window that
 * is seen. */
void refrain_gradual_show (GtkWidget *part);
/* Whether parts of the window of @widget are still to come: what else takes time had better wait.
 */
gboolean refrain_gradual_is_showing (GtkWidget *widget);

/* Without a graphics card, @stack changes its pages at once. */
void refrain_gradual_calm (GtkStack *stack);
