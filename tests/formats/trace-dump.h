/* trace-dump.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace as text, to compare two by what they say.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* Every definition that is used and every event in its order, a line each, without the numbers that
 * a format may choose anew. With @as_otf2 without what an archive cannot hold: events of types that
 * the model only counts, members of communicators that are no processes. Free with g_free(). */
char *trace_dump (RefrainTrace *trace, gboolean as_otf2);

G_END_DECLS
