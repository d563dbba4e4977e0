/* bench-curves.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Time and memory of the commands over events, and over processes: a program of its own each, of
 * compact files. write_page.py draws the two pictures of it.
 *
 * The long way, for pictures up to 10^9: REFRAIN_BENCH_EVENTS=1000000,10000000,1000000000 traces of
 * so many events instead, REFRAIN_BENCH_SECONDS=900 for a command. They take 26 bytes an event in
 * TMPDIR while they are made, and some 2 in the work folder. With REFRAIN_BENCH_KEEP=FOLDER the
 * traces are only made, and stay in that folder.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  LOOK = 5000,  /* µs between two looks at the memory */
  PATIENCE = 15 /* s of processors for a command */
};

static const char *const commands[][3] = {
  { "info" },     { "matrix" }, { "patterns" }, { "loops" },    { "loops", "--logical" },
  { "topology" }, { "phases" }, { "waits" },    { "findings" }, { "logical" },
};

/* Commands that did not finish; of more they are not asked. */
typedef struct
{
  gboolean given_up[G_N_ELEMENTS (commands)];
} Curve;

typedef struct
{
  gboolean finished;
  double seconds, processor;
  guint64 memory; /* that belongs to no file, at most */
} Cost;

/* Bytes that @pid has at the moment, without those of mapped files. */
static guint64
get_memory (GPid pid)
{
  static const char *const parts[] = { "RssAnon:", "RssShmem:" };
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) pid);
  g_autofree char *text = NULL;
  guint64 kilobytes = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      const char *part = strstr (text, parts[i]);

      if (part != NULL)
        kilobytes += g_ascii_strtoull (part + strlen (parts[i]), NULL, 10);
    }
  return kilobytes * 1024;
}

/* In the child: a program that does not come to its end is killed. */
static void
limit_time (gpointer patience)
{
  const struct rlimit limit = { GPOINTER_TO_UINT (patience), GPOINTER_TO_UINT (patience) };

  setrlimit (RLIMIT_CPU, &limit);
}

static Cost
watch (GPid pid)
{
  const double start = bench_seconds ();
  struct rusage usage = { 0 };
  Cost cost = { FALSE, 0, 0, 0 };
  int status = 0;

  while (wait4 (pid, &status, WNOHANG, &usage) == 0)
    {
      cost.memory = MAX (cost.memory, get_memory (pid));
      g_usleep (LOOK);
    }
  cost.seconds = bench_seconds () - start;
  cost.processor = (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                   + 1e-6 * (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  cost.finished = g_spawn_check_wait_status (status, NULL);
  return cost;
}

static Cost
ask (const char *const *command, const char *path, guint patience)
{
  g_autofree char *program
      = g_build_filename (g_getenv ("REFRAIN_BUILD"), "src", "cli", "refrain-cli", NULL);
  g_autoptr (GError) error = NULL;
  const char *argv[5] = { program };
  guint n = 1;
  GPid pid;

  for (; command[n - 1] != NULL; n++)
    argv[n] = command[n - 1];
  argv[n] = path;
  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL,
                 limit_time, GUINT_TO_POINTER (patience), &pid, &error);
  g_assert_no_error (error);
  return watch (pid);
}

/* Asks all commands of @trace, and prints a line each, at @x of the picture @name. */
static void
ask_all (Curve *curve, const char *name, guint64 x, const char *path, guint64 events)
{
  const char *limit = g_getenv ("REFRAIN_BENCH_SECONDS");
  const guint patience = limit != NULL ? (guint) g_ascii_strtoull (limit, NULL, 10) : PATIENCE;
  GStatBuf file;

  g_assert_cmpint (g_stat (path, &file), ==, 0);
  printf ("#file\t%s\t%" G_GUINT64_FORMAT "\t%" G_GUINT64_FORMAT "\t%" G_GOFFSET_FORMAT "\n", name,
          x, events, (goffset) file.st_size);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *words = g_strjoinv (" ", (char **) commands[i]);
      Cost cost;

      if (curve->given_up[i])
        continue;
      cost = ask (commands[i], path, patience);
      curve->given_up[i] = !cost.finished;
      if (cost.finished)
        printf ("#curve\t%s\t%" G_GUINT64_FORMAT "\t%s\t%.4g\t%.4g\t%.4g\n", name, x, words,
                cost.seconds, cost.processor, (double) cost.memory);
      else
        printf ("# %s of %" G_GUINT64_FORMAT " %s: given up after %.0f s with %.4g bytes\n", words,
                x, name, cost.processor, (double) cost.memory);
      fflush (stdout);
    }
}

static void
measure (Curve *curve,
         const char *name,
         guint64 x,
         guint width,
         guint height,
         guint64 events,
         const char *folder)
{
  const char *keep = g_getenv ("REFRAIN_BENCH_KEEP");
  g_autofree char *file = g_strdup_printf ("%s-%" G_GUINT64_FORMAT ".mtf.h5", name, x);
  g_autofree char *path = g_build_filename (keep != NULL ? keep : folder, file, NULL);
  g_autoptr (GError) error = NULL;
  guint64 n;

  {
    const double start = bench_seconds ();
    g_autoptr (RefrainTrace) trace = synthetic_uneven_new (width, height, events);

    n = refrain_trace_get_counts (trace)->events;
    refrain_trace_save_compact (trace, path, NULL, NULL, NULL, &error);
    g_assert_no_error (error);
    printf ("# %" G_GUINT64_FORMAT " events made and written in %.1f s\n", n,
            bench_seconds () - start);
  }
  if (keep != NULL)
    return;
  ask_all (curve, name, x, path, n);
  g_unlink (path);
}

static void
measure_events (const char *list, const char *folder)
{
  g_auto (GStrv) events = g_strsplit (list, ",", -1);
  Curve curve = { { FALSE } };

  for (guint i = 0; events[i] != NULL; i++)
    {
      const guint64 n = g_ascii_strtoull (events[i], NULL, 10);

      measure (&curve, "events", n, 8, 8, n, folder);
    }
}

static void
measure_processes (const char *folder)
{
  Curve curve = { { FALSE } };

  for (guint side = 8; side <= 256; side *= 2)
    measure (&curve, "processes", side * side, side, side, 8000000, folder);
}

TEST_PROGRAM ("curves")
{
  const char *events = g_getenv ("REFRAIN_BENCH_EVENTS");

  if (argc < 2)
    return 2;
  measure_events (events != NULL ? events : "1000000,3000000,10000000,30000000", argv[1]);
  if (g_getenv ("REFRAIN_BENCH_KEEP") == NULL)
    measure_processes (argv[1]);
  return 0;
}
