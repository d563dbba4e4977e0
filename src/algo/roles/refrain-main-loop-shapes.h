/* refrain-main-loop-shapes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what an exchange is called by who sends to whom, whatever the numbering.
 */
#pragma once

#include <glib.h>

/* "Neighbours on a 4×2 grid": @n_pairs are sender << 32 | receiver, ascending, each once. NULL
 * where it has no name. Free with g_free(). */
char *refrain_main_loop_name_pairs (const guint64 *pairs, gsize n_pairs);
