/* refrain-card.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The card of what is selected, whatever it is: name and drawing, a strip of all its occurrences, a
 * sentence, and buttons that lead to the slowest, to a usual one, and compare both.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-strip-canvas.h"

#define REFRAIN_TYPE_CARD (refrain_card_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCard, refrain_card, REFRAIN, CARD, GtkWidget)

GtkWidget *refrain_card_new (void);
/* Is visible as long as @model (kept; NULL: none) has a subject. */
void refrain_card_set_model (RefrainCard *self, RefrainCardModel *model);
