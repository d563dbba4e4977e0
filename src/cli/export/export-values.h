/* export-values.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How refrain-cli export reads the values of its options; each function prints a sentence about
 * wrong usage itself.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads "160mm" into @value, in millimetres or in @points; leaves it where @text is NULL. */
gboolean export_parse_length (const char *option, const char *text, gboolean points, double *value);
/* Reads "0-7,9" into process indices (of guint); NULL is all of them. */
GArray *export_parse_processes (const char *text, guint n_processes);

G_END_DECLS
