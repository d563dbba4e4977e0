/* bench-util.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the benchmarks share. A benchmark is run with a work folder and, where there is one, the
 * anchor of a large real trace; it prints one row a measurement.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Prints a row. @unit is "" for a ratio, @limit like "<= 24" or "". As machines differ by a factor
 * of two, a time ("s" or "ms") is told in copies of 64 MB of memory, too, of which this machine
 * makes that many meanwhile (bench_copy_seconds()); a speed ("million events/s") in those a million
 * events take. */
void
bench_row (const char *name, double value, const char *unit, const char *limit, const char *note);
/* Seconds to copy 64 MB from one place in memory to another, once measured; about as much work on
 * any machine as a few million events. */
double bench_copy_seconds (void);
/* The middle one of @n values, which it sorts. */
double bench_median (double *values, gsize n);
/* A clock in seconds. */
double bench_seconds (void);
/* How long loading the trace takes, in seconds. */
double bench_load_seconds (const char *path);
/* Bytes of memory that the process has touched and not given back. */
gsize bench_resident (void);
/* Bytes that were resident at most since bench_forget_peak() was called; 0 where that is not known.
 */
void bench_forget_peak (void);
gsize bench_peak (void);
/* Wall time of a command whose output is thrown away, in seconds; ends the program if it fails. */
double bench_command (const char *const *argv);

G_END_DECLS
