/* refrain-stored-patterns-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The patterns that a trace's file holds, as people and programs read them.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* Prints them, as JSON or as a table. */
void refrain_stored_patterns_report_print (RefrainTrace *trace, gboolean json);

G_END_DECLS
