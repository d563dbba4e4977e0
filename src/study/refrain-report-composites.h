/* refrain-report-composites.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Composite patterns and the cycles in which they come, as parts of a report.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-main-loop.h"
#include "refrain-report.h"

/* The members; empty ones where @composites is NULL. */
void refrain_report_add_composites (RefrainReport *report, RefrainComposites *composites);
/* The lines and the main table: @loops of a run that has several, one after the other (or NULL);
 * the patterns that come again, the cycles in which they do, and which of their occurrences take
 * longest; or, where there are none, what is sent in each iteration. @events: what each process
 * does in each pattern, too. @all: all patterns even so. */
void refrain_report_say_composites (RefrainReport *report,
                                    RefrainComposites *composites,
                                    RefrainMainLoop *loop,
                                    const GArray *loops,
                                    gboolean events,
                                    gboolean all);
/* What is to be known before any pattern: that messages are not whole, that work is handed out, or
 * that nothing repeats; @loops of a run of several, and @loop. */
void refrain_report_say_notes (RefrainReport *report,
                               RefrainComposites *composites,
                               RefrainMainLoop *loop,
                               const GArray *loops);
/* What delimits the patterns of @set. */
void refrain_report_say_delimiters (RefrainReport *report, RefrainPatternSet *set);
/* The same as members, arrays @delimiters and @wrappers; empty ones where @set is NULL. */
void refrain_report_add_delimiters (RefrainReport *report,
                                    RefrainPatternSet *set,
                                    const char *delimiters,
                                    const char *wrappers);
/* What each process does in each pattern of @set, a line a process, in general form. */
void refrain_report_say_events (RefrainReport *report, RefrainPatternSet *set);
/* "Ring of 8 (exchange)": a pattern and its routine. Free with g_free(). */
char *refrain_report_name_pattern (RefrainPattern *pattern);
