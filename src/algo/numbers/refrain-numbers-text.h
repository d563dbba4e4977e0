/* refrain-numbers-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers in words and as a report, beside those of the whole run.
 */
#pragma once

#include "refrain-numbers.h"
#include "refrain-report.h"

/* What is worth knowing first, a sentence a line: how much is in MPI and where, who computes
 * longest, who sends most. @run: of the whole run and all processes. Never empty; translated. Free
 * with g_free(). */
char *refrain_numbers_describe (RefrainNumbers *self, RefrainNumbers *run);
/* The name of a routine of theirs; "(outside recorded routines)". Belongs to the trace. */
const char *refrain_numbers_get_routine_name (RefrainNumbers *self, guint32 routine);
/* "below 100 B", of class @size. Free with g_free(). */
char *refrain_numbers_describe_size (guint size);

/* All of it, beside @run: the same sentences, then tables of which text has at most @rows routines
 * and pairs; the main one has a row for each number, with what it is in the run. Free with
 * refrain_report_unref(). */
RefrainReport *refrain_numbers_make_report (RefrainNumbers *self, RefrainNumbers *run, gsize rows);

/* "94.3 MB/s"; free with g_free(). */
char *refrain_speed_format (double bytes_per_second);
