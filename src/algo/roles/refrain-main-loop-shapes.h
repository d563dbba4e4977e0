/* refrain-main-loop-shapes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what an exchange is called by who sends to whom, whatever the numbering.
 */
#pragma once

#include <glib.h>

/* "Neighbours on a 4×2 grid": @n_pairs are sender << 32 | receiver, ascending, each once, with
 * @counts messages, which tell whether a dimension of two is periodic; NULL: unknown. NULL where it
 * has no name. Free with g_free(). */
char *refrain_main_loop_name_pairs (const guint64 *pairs, const guint64 *counts, gsize n_pairs);
