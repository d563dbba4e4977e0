/* refrain-numbers-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is not worth a sentence is not said: a share that is much the same as in the run is.
 */
#include "config.h"

#include "refrain-numbers-text.h"

#include <glib/gi18n.h>

#include "refrain-numbers-private.h"

#include "refrain-run.h"
#include "refrain-run-words.h"
#include "refrain-time-format.h"

static double
share_of (RefrainTime part, RefrainTime whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

static double
mpi_share (RefrainNumbers *self)
{
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);

  return share_of (refrain_process_numbers_get_mpi (total), total->length);
}

const char *
refrain_numbers_get_routine_name (RefrainNumbers *self, guint32 routine)
{
  RefrainTrace *trace = refrain_numbers_get_trace (self);

  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_trace_get_routine_label (trace, routine)
             : _ ("(outside recorded routines)");
}

char *
refrain_numbers_describe_size (guint size)
{
  guint64 first, last;
  g_autofree char *low = NULL, *high = NULL;

  refrain_message_size_get_limits (size, &first, &last);
  if (last == 0)
    return g_strdup (_ ("empty"));
  low = refrain_bytes_format (first);
  if (last == G_MAXUINT64)
    return g_strdup_printf (_ ("%s and more"), low);
  high = refrain_bytes_format (last + 1);
  return first <= 1 ? g_strdup_printf (_ ("below %s"), high)
                    /* TRANSLATORS: a range of sizes, the last one not included. */
                    : g_strdup_printf (_ ("%s to %s"), low, high);
}

/* ---- In words ---- */

/* The routine of MPI with most time; NULL where there is none. */
static const RefrainRoutineNumbers *
find_longest (RefrainNumbers *self)
{
  RefrainTrace *trace = refrain_numbers_get_trace (self);
  gsize n;
  const RefrainRoutineNumbers *routines = refrain_numbers_get_routines (self, &n);

  for (gsize i = 0; i < n; i++)
    if (routines[i].routine != REFRAIN_NONE && routines[i].own > 0
        && refrain_trace_get_routine_kind (trace, routines[i].routine) != REFRAIN_ROUTINE_USER)
      return &routines[i];
  return NULL;
}

static void
describe_time (RefrainNumbers *self, RefrainNumbers *run, GString *text)
{
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);
  const RefrainRoutineNumbers *longest = find_longest (self);
  const RefrainTime mpi = refrain_process_numbers_get_mpi (total);

  if (mpi <= 0)
    g_string_append (text, _ ("No time is spent in MPI"));
  else
    g_string_append_printf (text, _ ("%.1f %% of the time is spent in MPI"),
                            100 * mpi_share (self));
  if (longest != NULL && mpi > 0)
    /* TRANSLATORS: after "79.6 % of the time is spent in MPI": ", 47.8 % of that in MPI_Send". */
    g_string_append_printf (text, _ (", %.1f %% of that in %s"),
                            MIN (100, 100 * share_of (longest->own, mpi)),
                            refrain_numbers_get_routine_name (self, longest->routine));
  if (run != self)
    /* TRANSLATORS: after "41.3 % of the time is spent in MPI". */
    g_string_append_printf (text, _ ("; %.1f %% in the whole run"), 100 * mpi_share (run));
  g_string_append_c (text, '.');
}

static void
describe_balance (RefrainNumbers *self, GString *text)
{
  RefrainLoad load;
  g_autofree RefrainTime *computing = NULL, *polling = NULL;
  g_autofree char *words = NULL;
  double whole = 0;
  gsize n;
  const guint *processes = refrain_numbers_get_processes (self, &n);

  computing = g_new (RefrainTime, n + 1);
  polling = g_new (RefrainTime, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      computing[i] = self->processes[i].work[REFRAIN_WORK_COMPUTING];
      polling[i] = self->processes[i].polling;
      whole = MAX (whole, (double) self->processes[i].length);
    }
  if (n < 2 || !refrain_load_measure (&load, processes, n, computing, polling, whole))
    return;
  words = refrain_load_describe (&load);
  g_string_append_printf (text, "\n%s", words);
  if (refrain_load_is_uneven (&load))
    {
      g_autofree char *more = refrain_time_format ((RefrainTime) (load.max - load.mean), 3);

      /* Findings replay the run: what it saves without a cause is another number. */
      g_string_append_printf (
          text,
          _ (" With the work shared evenly it would compute %s less; findings state "
             "how much shorter the run would be."),
          more);
    }
}

/* What is not counted. */
static void
describe_streams (RefrainNumbers *self, GString *text)
{
  const guint streams = (guint) self->n_streams;

  if (streams > 0)
    g_string_append_printf (text,
                            ngettext ("\nThe work of %u GPU stream is not included.",
                                      "\nThe work of %u GPU streams is not included.", streams),
                            streams);
}

char *
refrain_speed_format (double bytes_per_second)
{
  g_autofree char *bytes = refrain_bytes_format ((guint64) bytes_per_second);

  /* TRANSLATORS: bytes a second: "94.3 MB/s". */
  return g_strdup_printf (_ ("%s/s"), bytes);
}

/* "File operations take 92.0 % of the time: 25.2 MB written at 94.3 MB/s, 25.2 MB read". */
static void
describe_files (RefrainNumbers *self, const RefrainFileNumbers *files, GString *text)
{
  static const RefrainFileWork works[] = { REFRAIN_FILE_WRITTEN, REFRAIN_FILE_READ };
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);
  const char *mark = ":";

  g_string_append_printf (text, _ ("\nFile operations take %.1f %% of the time"),
                          100 * share_of (total->work[REFRAIN_WORK_IO], total->length));
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      const RefrainFileNumbers *own = &files[works[i]];
      const double speed = refrain_file_numbers_get_speed (own);
      g_autofree char *bytes = refrain_bytes_format (own->bytes);
      g_autofree char *fast = refrain_speed_format (speed);

      if (own->calls == 0)
        continue;
      g_string_append_printf (text, "%s %s %s", mark, bytes,
                              refrain_file_work_get_label (works[i]));
      if (speed > 0)
        /* TRANSLATORS: after "25.2 MB written": " at 94.3 MB/s". */
        g_string_append_printf (text, _ (" at %s"), fast);
      mark = ",";
    }
  g_string_append_c (text, '.');
}

static void
describe_messages (RefrainNumbers *self, guint64 n_file_calls, GString *text)
{
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);
  g_autofree char *messages = refrain_count_format (total->sends);
  g_autofree char *bytes = refrain_bytes_format (total->bytes_sent);
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (self, &n);

  if (total->sends == 0)
    {
      const guint64 n_calls = total->collectives - MIN (total->collectives, n_file_calls);
      g_autofree char *count = refrain_count_format (n_calls);

      if (n_calls > 0)
        g_string_append_printf (
            text,
            g_dngettext (GETTEXT_PACKAGE,
                         "\nNo messages are sent; %s call of a collective operation.",
                         "\nNo messages are sent; %s calls of collective operations.",
                         (gulong) MIN (n_calls, G_MAXULONG)),
            count);
      else
        g_string_append (text,
                         _ ("\nNo messages are sent, and no collective operation is called."));
      return;
    }
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "\n%s message with %s",
                                       "\n%s messages with %s in total",
                                       (gulong) MIN (total->sends, G_MAXULONG)),
                          messages, bytes);
  if (n > 1 && pairs[0].bytes > pairs[n - 1].bytes)
    g_string_append_printf (text, _ (", most data from %u to %u (%.1f %% of the bytes)."),
                            pairs[0].from, pairs[0].to,
                            100 * (double) pairs[0].bytes / (double) total->bytes_sent);
  else if (n > 1)
    g_string_append_printf (text, _ (", equally between %zu pairs."), n);
  else
    g_string_append_c (text, '.');
}

/* Why no time is counted. */
static char *
describe_nothing (RefrainNumbers *self)
{
  const RefrainRun *run = refrain_trace_get_run (refrain_numbers_get_trace (self));
  RefrainTime start, end;
  g_autofree char *first = refrain_time_format (run->start, 4);
  g_autofree char *last = refrain_time_format (run->end, 4);

  if (refrain_numbers_get_ops (self) != NULL)
    return g_strdup (_ ("No shown process has a highlighted operation."));
  refrain_numbers_get_span (self, &start, &end);
  if (start >= run->end)
    return g_strdup_printf (_ ("The time range starts after the end of the run (%s)."), last);
  if (end <= run->start)
    return g_strdup_printf (_ ("The time range ends before the start of the run (%s)."), first);
  return g_strdup (_ ("The shown processes do not run in this time range."));
}

char *
refrain_numbers_describe (RefrainNumbers *self, RefrainNumbers *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  RefrainFileNumbers files[REFRAIN_N_FILE_WORKS];
  guint64 n_file_calls = 0;
  gboolean any;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (run), NULL);

  refrain_numbers_get_processes (self, &n);
  if (n == 0)
    return g_strdup (_ ("No process is shown."));
  if (refrain_numbers_get_total (self)->length <= 0)
    return describe_nothing (self);
  describe_time (self, run, text);
  describe_balance (self, text);
  any = refrain_numbers_count_files (self, files);
  for (guint w = 0; w < REFRAIN_N_FILE_WORKS; w++)
    n_file_calls += files[w].calls;
  describe_messages (self, n_file_calls, text);
  if (any)
    describe_files (self, files, text);
  describe_streams (self, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
