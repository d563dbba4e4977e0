/* export-durations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of durations: of all that is said of one series, and of two occurrences of it.
 */
#pragma once

#include "export-options.h"
#include "refrain-painter.h"

G_BEGIN_DECLS

/* The painter of --view durations or compare, or NULL after a sentence, with an exit status in
 * *@status. Free with g_object_unref(). */
RefrainPainter *
export_durations_make_painter (const ExportOptions *options, RefrainStudy *study, int *status);

G_END_DECLS
