/* refrain-time-format.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one place where a time, a count or an amount of bytes becomes text.
 */
#pragma once

#include "refrain-types.h"

/* "1.204 s", "17.3 ms", "120 ns": @time with a unit that suits it and @digits significant digits
 * (at least 1). Free with g_free(). */
char *refrain_time_format (RefrainTime time, guint digits);
/* As above, fine enough that two times @resolution apart read differently. For rulers: all labels
 * of one ruler share the unit that suits @span. */
char *refrain_time_format_resolved (RefrainTime time, RefrainTime resolution, RefrainTime span);
/* Appends nanoseconds as seconds with all nine digits, whatever the locale. */
void refrain_time_append_seconds (GString *text, RefrainTime time);
/* Reads "1.2", "1.2 s", "300ms", "15 µs", "15us", "7 ns" (no unit: seconds). */
gboolean refrain_time_parse (const char *text, RefrainTime *time);
/* "2,798,004": @count in groups of three from five digits on, with the locale's separator or, where
 * it has none, a narrow space. */
char *refrain_count_format (guint64 count);
/* "1/32,400", "0.706", "1.17", "57", "3240", "32,400": how many times as much, with three
 * significant digits and never an exponent; "∞" for what is not finite. @factor must not be
 * negative. Free with g_free(). */
char *refrain_factor_format (double factor);
/* "1.2 MB" */
char *refrain_bytes_format (guint64 bytes);
