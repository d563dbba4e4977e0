/* refrain-demo.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The trace that comes with the program.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The demo trace in $REFRAIN_DATA_DIR/demo or where it is installed; NULL when there is none.
 * Free with g_object_unref(). */
GFile *refrain_demo_find (void);

G_END_DECLS
