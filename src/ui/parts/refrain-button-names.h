/* refrain-button-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Buttons are read to people as they are written.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* From now on each button with a key in its label is called what its label shows, once: before 4.10 GTK calls one
 * with the label "_Ask" "_Ask Ask". */
void refrain_button_names_mend (void);

G_END_DECLS
