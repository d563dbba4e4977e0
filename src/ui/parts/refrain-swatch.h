/* refrain-swatch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small patch of colour, or a bar of it that fills a fraction of its place.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-style.h"

#define REFRAIN_TYPE_SWATCH (refrain_swatch_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSwatch, refrain_swatch, REFRAIN, SWATCH, GtkWidget)

GtkWidget *refrain_swatch_new (void);
void refrain_swatch_set_color (RefrainSwatch *self, const RefrainColor *color);
/* Makes it a bar; @fraction from 0 to 1. */
void refrain_swatch_set_fraction (RefrainSwatch *self, double fraction);
