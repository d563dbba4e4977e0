/* export-draw.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of refrain-cli export that draws.
 */
#pragma once

#include "export-options.h"
#include "refrain-study.h"

G_BEGIN_DECLS

/* Draws what @options ask for of the trace of @study; returns an exit status. */
int export_draw (const ExportOptions *options, RefrainStudy *study);

G_END_DECLS
