/* export-loops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of refrain-cli export that draws loop boxes.
 */
#pragma once

#include "export-options.h"

G_BEGIN_DECLS

/* The boxes of the global model of @trace, and in @part which of them @options ask for. Gives an
 * exit status, after an explanation where there are none. */
int export_loops_make_painter (const ExportOptions *options,
                               RefrainTrace *trace,
                               RefrainPainter **painter,
                               RefrainViewport *part);

G_END_DECLS
