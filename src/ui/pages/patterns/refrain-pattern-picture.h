/* refrain-pattern-picture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shape of a pattern in its general form, small, for lists. Painted on a worker thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-pattern.h"
#include "refrain-session.h"

#define REFRAIN_TYPE_PATTERN_PICTURE (refrain_pattern_picture_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainPatternPicture, refrain_pattern_picture, REFRAIN, PATTERN_PICTURE, GtkWidget)

GtkWidget *refrain_pattern_picture_new_thumbnail (void);
/* Shows @pattern (NULL: nothing) of @session's set, in the session's palette. */
void refrain_pattern_picture_set (RefrainPatternPicture *self,
                                  RefrainSession *session,
                                  RefrainPattern *pattern);
