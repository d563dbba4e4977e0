/* window-gate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Holds work back where it asks whether it was cancelled, so that a test can do what has to be done
 * before it is through.
 */
#pragma once

#include <gio/gio.h>

/* With @holds threads but the calling one are held at their next question, but for @allowed
 * questions that are answered; else all go on. */
void window_gate_set (gboolean holds, guint allowed);
/* Whether a thread is held, and no further question is allowed. */
gboolean window_gate_is_held (void);
