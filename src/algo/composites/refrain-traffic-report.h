/* refrain-traffic-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be said of irregular traffic: how much there is in each iteration.
 */
#pragma once

#include "refrain-traffic-rows.h"

/* "not regular: 7,180 messages between 64 processes in 10 iterations, partners fixed"; @iterations
 * 0: not known. @before begins the line, and each of those below. */
void refrain_traffic_report_append_sentence (GString *out,
                                             guint64 messages,
                                             guint processes,
                                             gsize iterations,
                                             gboolean fixed,
                                             const char *before);
/* From the least to the most of an iteration, which took longest, and a line each, up to a number.
 * @rows: of RefrainTrafficRow. Of one alone nothing. @timed: whether times and sizes are known. */
void refrain_traffic_report_append (GString *out,
                                    const GArray *rows,
                                    gboolean timed,
                                    const char *before);
