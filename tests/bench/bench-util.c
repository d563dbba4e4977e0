/* bench-util.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "bench-util.h"

#include <gio/gio.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void
bench_row (const char *name, double value, const char *unit, const char *limit, const char *note)
{
  printf ("%s\t%.4g\t%s\t%s\t%s\n", name, value, unit, limit, note);
  fflush (stdout);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

double
bench_median (double *values, gsize n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return values[n / 2];
}

double
bench_seconds (void)
{
  return (double)g_get_monotonic_time () * 1e-6;
}

gsize
bench_resident (void)
{
  g_autofree char *text = NULL;
  guint64 pages = 0;

  malloc_trim (0);
  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    sscanf (text, "%*u %" G_GUINT64_FORMAT, &pages);
  return (gsize)pages * (gsize)sysconf (_SC_PAGESIZE);
}

double
bench_command (const char *const *argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  const double start = bench_seconds ();

  process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  if (process == NULL || !g_subprocess_wait_check (process, NULL, &error))
    g_error ("%s: %s", argv[0], error->message);
  return bench_seconds () - start;
}
