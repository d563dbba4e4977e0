/* refrain-composite-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Composite patterns and their cycles on the command line, as JSON and as text.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-json-writer.h"

G_BEGIN_DECLS

/* Adds the members "composite_patterns" and "cycles", empty where @composites is NULL. */
void refrain_composite_report_add (RefrainJsonWriter *json, RefrainComposites *composites);
/* Prints the cycles, then the composite patterns, with what each process does where @events; of
 * irregular traffic a summary, unless @all. */
void refrain_composite_report_print (RefrainComposites *composites, gboolean events, gboolean all);
/* Prints a line about the routines that pass their calls to their callers, if there are any. */
void refrain_composite_report_print_wrappers (RefrainPatternSet *set);

/* A line, where there is something to be known before any pattern: that work is handed out on
 * demand, or that nothing repeats. */
void refrain_composite_report_print_first (RefrainComposites *composites);

G_END_DECLS
