/* phases-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What refrain-cli phases prints.
 */
#pragma once

#include "refrain-phases.h"
#include "refrain-words.h"

G_BEGIN_DECLS

/* The segments that remain at @strength, numbered anew from 1. @words: the names of the symbols, or
 * NULL for patterns. With @intervals the time of each process in each phase, too. Gives the exit
 * status. */
int phases_report_print_json (RefrainPhases *phases,
                              double strength,
                              const RefrainWords *words,
                              gboolean intervals);
/* The same as the thesis' Table 5.2. */
void phases_report_print_text (RefrainPhases *phases, double strength, const RefrainWords *words);

G_END_DECLS
