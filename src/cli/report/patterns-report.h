/* patterns-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What refrain-cli patterns prints.
 */
#pragma once

#include "refrain-process-patterns.h"
#include "refrain-words.h"

G_BEGIN_DECLS

/* Everything about a trace. @process: of each process its patterns. Gives the exit status. */
int patterns_report_print_json (RefrainPatternSet *set,
                                RefrainProcessPatterns *const *process,
                                const char *method);
/* With @events what each process does in each pattern, too. */
void patterns_report_print_text (RefrainPatternSet *set,
                                 RefrainProcessPatterns *const *process,
                                 gboolean events);

/* The same for one sequence of words. */
int patterns_report_print_sequence_json (const RefrainProcessPatterns *patterns,
                                         const RefrainWords *words,
                                         gsize length,
                                         const char *method);
void patterns_report_print_sequence_text (const RefrainProcessPatterns *patterns,
                                          const RefrainWords *words,
                                          gsize length);

G_END_DECLS
