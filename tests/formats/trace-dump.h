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
 * a format may choose anew. Events of types that OTF2 cannot get back are left out where
 * @without_others. Free with g_free(). */
char *trace_dump (RefrainTrace *trace, gboolean without_others);

G_END_DECLS
