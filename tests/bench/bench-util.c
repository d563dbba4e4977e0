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
#include <string.h>
#include <unistd.h>

#include "refrain-compare.h"
#include "refrain-format.h"

double
bench_copy_seconds (void)
{
  enum
  {
    COPIES = 15
  };
  const gsize n = (gsize) 64 << 20;
  static double seconds;
  double taken[COPIES];
  char *from, *to;

  if (seconds > 0)
    return seconds;
  from = g_malloc (n);
  to = g_malloc (n);
  memset (from, 1, n);
  memset (to, 2, n);
  for (guint i = 0; i < COPIES; i++)
    {
      const double start = bench_seconds ();

      memcpy (i % 2 == 0 ? to : from, i % 2 == 0 ? from : to, n);
      taken[i] = bench_seconds () - start;
    }
  g_assert_cmpint (to[n / 2], ==, from[n / 2]);
  g_free (from);
  g_free (to);
  seconds = bench_median (taken, COPIES);
  return seconds;
}

void
bench_row (const char *name, double value, const char *unit, const char *limit, const char *note)
{
  const double seconds = g_str_equal (unit, "s")                  ? value
                         : g_str_equal (unit, "ms")               ? value * 1e-3
                         : g_str_equal (unit, "million events/s") ? 1 / value
                                                                  : 0;
  g_autofree char *copies
      = seconds != 0 ? g_strdup_printf ("%.4g", seconds / bench_copy_seconds ()) : g_strdup ("");

  printf ("%s\t%.4g\t%s\t%s\t%s\t%s\n", name, value, unit, limit, note, copies);
  fflush (stdout);
}

double
bench_median (double *values, gsize n)
{
  qsort (values, n, sizeof *values, refrain_compare_double);
  return values[n / 2];
}

double
bench_seconds (void)
{
  return (double) g_get_monotonic_time () * 1e-6;
}

double
bench_load_seconds (const char *path)
{
  const double start = bench_seconds ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return bench_seconds () - start;
}

gsize
bench_resident (void)
{
  g_autofree char *text = NULL;
  guint64 pages = 0;

  malloc_trim (0);
  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    sscanf (text, "%*u %" G_GUINT64_FORMAT, &pages);
  return (gsize) pages * (gsize) sysconf (_SC_PAGESIZE);
}

void
bench_forget_peak (void)
{
  FILE *stream;

  malloc_trim (0);
  /* Fails, and the peak stays, where the kernel was built without it. */
  stream = fopen ("/proc/self/clear_refs", "we");
  if (stream == NULL)
    return;
  fputs ("5", stream);
  fclose (stream);
}

gsize
bench_peak (void)
{
  g_autofree char *text = NULL;
  const char *peak;

  g_file_get_contents ("/proc/self/status", &text, NULL, NULL);
  peak = text != NULL ? strstr (text, "VmHWM:") : NULL;
  return peak != NULL ? (gsize) g_ascii_strtoull (peak + strlen ("VmHWM:"), NULL, 10) * 1024 : 0;
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
