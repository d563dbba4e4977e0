/* refrain-report-main-loop.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The main loop as part of a report.
 */
#pragma once

#include "refrain-loop-model.h"
#include "refrain-durations.h"
#include "refrain-main-loop.h"
#include "refrain-report.h"
#include "refrain-study.h"

/* A loop of this share of the run is what the run does. */
#define REFRAIN_REPORT_MOSTLY_MAIN 0.9

/* Whether the loop is what the run does; else several, one after the other, may be. */
gboolean refrain_report_is_main_loop (RefrainMainLoop *loop);
/* The loops of a run that does several, one after the other (refrain_phases_found_list_loops()),
 * where no main loop is most of it; else *@loops is NULL. FALSE with @error when cancelled. */
gboolean refrain_report_find_loops (RefrainStudy *study,
                                    const RefrainStudyAsk *ask,
                                    RefrainMainLoop *loop,
                                    GArray **loops,
                                    GError **error);
/* Lines: the loop, and what takes much of the run beside it. Nothing where none is seen. */
void refrain_report_say_main_loop (RefrainReport *report, RefrainMainLoop *loop);
/* A table of parts of the run with their times. */
void refrain_report_say_parts (RefrainReport *report, RefrainMainLoop *loop);
/* A table of its iterations; nothing where processes do not share them. */
void refrain_report_say_iterations (RefrainReport *report, RefrainMainLoop *loop);
/* How many iterations it has and how long they take, in a line, or else who works for whom. Returns
 * whether there was anything to say. */
gboolean refrain_report_say_turns (RefrainReport *report,
                                   RefrainTrace *trace,
                                   RefrainIterations *iterations);
/* How long each of @iterations takes; NULL when cancelled. */
RefrainDurations *refrain_report_measure_turns (RefrainIterations *iterations,
                                                GCancellable *cancellable,
                                                GError **error);
/* What becomes of the iterations of the main loop (@run), or of the outermost loop of a process
 * (@own) where there are none; that nothing becomes of them is said where @own is known. */
void refrain_report_say_trend (RefrainReport *report, RefrainDurations *run, RefrainDurations *own);
/* The members "loops", empty where there are not several, and "main_loop", null where none is seen.
 */
void
refrain_report_add_main_loop (RefrainReport *report, RefrainMainLoop *loop, const GArray *loops);
/* What is to be known of @model, one of this trace, before its text: see
 * refrain_loop_summary_write(). */
char *refrain_report_write_loop_summary (RefrainStudy *self,
                                         RefrainLoopModel *model,
                                         const RefrainStudyAsk *ask,
                                         gboolean *instead,
                                         GError **error);
