/* refrain-numbers-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is not worth a sentence is not said: a share that is much the same as in the run is.
 */
#include "config.h"

#include "refrain-numbers-text.h"

#include <glib/gi18n.h>

#include "refrain-table.h"
#include "refrain-time-format.h"

/* Longer than this times the mean is worth a word. */
#define UNEVEN 1.02

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
             ? refrain_routine_get_label (refrain_trace_get_routine (trace, routine))
             : _ ("(outside recorded routines)");
}

char *
refrain_numbers_describe_size (guint size)
{
  guint64 first, last;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

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
        && refrain_routine_get_kind (refrain_trace_get_routine (trace, routines[i].routine))
               != REFRAIN_ROUTINE_USER)
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
    {
      g_string_append_printf (text, _ ("No time is spent in MPI; %.1f %% in the whole run."),
                              100 * mpi_share (run));
      return;
    }
  if (run == self)
    g_string_append_printf (text, _ ("%.1f %% of the time is spent in MPI."),
                            100 * mpi_share (self));
  else
    /* TRANSLATORS: "41.3 % of the time is spent in MPI; 23.7 % in the whole run." */
    g_string_append_printf (text,
                            _ ("%.1f %% of the time is spent in MPI; %.1f %% in the whole run."),
                            100 * mpi_share (self), 100 * mpi_share (run));
  if (longest != NULL)
    {
      g_string_append_c (text, ' ');
      /* TRANSLATORS: most of the time in MPI: "Most of it in MPI_Recv: 62.1 %." */
      g_string_append_printf (text, _ ("Most of it in %s: %.1f %%."),
                              refrain_numbers_get_routine_name (self, longest->routine),
                              MIN (100, 100 * share_of (longest->own, mpi)));
    }
}

static void
describe_balance (RefrainNumbers *self, GString *text)
{
  RefrainBalance balance;
  g_autofree char *more = NULL;
  gsize n;

  refrain_numbers_get_processes (self, &n);
  if (n < 2 || !refrain_numbers_get_balance (self, REFRAIN_BALANCE_COMPUTING, &balance))
    return;
  more = refrain_time_format ((RefrainTime) (balance.max - balance.mean), 3);
  if (balance.max < UNEVEN * balance.mean)
    g_string_append_printf (text, _ ("\nAll processes compute about equally long (max/mean %.2f)."),
                            balance.max / balance.mean);
  else
    g_string_append_printf (text,
                            _ ("\nProcess %u computes longest, %s more than the mean (max/mean "
                               "%.2f): even work would save that much."),
                            balance.most, more, balance.max / balance.mean);
}

static void
describe_messages (RefrainNumbers *self, GString *text)
{
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);
  g_autofree char *messages = refrain_count_format (total->sends);
  g_autofree char *bytes = refrain_bytes_format (total->bytes_sent);
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (self, &n);

  if (total->sends == 0)
    {
      g_autofree char *count = refrain_count_format (total->collectives);

      g_string_append_printf (
          text, _ ("\nNo messages are sent; %s calls of collective operations."), count);
      return;
    }
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "\n%s message of %s", "\n%s messages of %s",
                                       (gulong) MIN (total->sends, G_MAXULONG)),
                          messages, bytes);
  if (n > 1 && pairs[0].bytes > pairs[n - 1].bytes)
    g_string_append_printf (text, _ (", most from %u to %u (%.1f %% of the bytes)."), pairs[0].from,
                            pairs[0].to,
                            100 * (double) pairs[0].bytes / (double) total->bytes_sent);
  else if (n > 1)
    g_string_append_printf (text, _ (", as much between each of %zu pairs."), n);
  else
    g_string_append_c (text, '.');
}

char *
refrain_numbers_describe (RefrainNumbers *self, RefrainNumbers *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (run), NULL);

  refrain_numbers_get_processes (self, &n);
  if (n == 0)
    return g_strdup (_ ("No process is shown."));
  if (refrain_numbers_get_total (self)->length <= 0)
    return g_strdup (refrain_numbers_get_ops (self) != NULL
                         ? _ ("None of the shown processes has an operation that is lit.")
                         : _ ("Nothing counts here: this lies before the end of MPI_Init or after "
                              "the start of MPI_Finalize."));
  describe_time (self, run, text);
  describe_balance (self, text);
  describe_messages (self, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- To be read ---- */

static void
add_work_lines (RefrainNumbers *self, RefrainNumbers *run, GString *text)
{
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);
  const RefrainProcessNumbers *all = refrain_numbers_get_total (run);

  g_string_append_printf (text, "\n%-32s %12s %8s %8s\n", _ ("kind of work"), _ ("time"),
                          _ ("share"), _ ("run"));
  for (guint w = 0; w <= REFRAIN_N_WORKS; w++)
    {
      const RefrainTime here = w < REFRAIN_N_WORKS ? total->work[w] : total->waiting;
      const RefrainTime there = w < REFRAIN_N_WORKS ? all->work[w] : all->waiting;
      g_autofree char *time = NULL;

      if (here < 0 || (here == 0 && there <= 0))
        continue;
      time = refrain_time_format (here, 3);
      g_string_append_printf (
          text, "%-32s %12s %6.1f %% %6.1f %%\n",
          w < REFRAIN_N_WORKS ? refrain_work_get_label (w) : _ ("of it waiting for others"), time,
          100 * share_of (here, total->length), 100 * share_of (there, all->length));
    }
}

static void
add_balance_lines (RefrainNumbers *self, RefrainNumbers *run, GString *text)
{
  g_string_append_printf (text, "\n%-32s %12s %12s %8s %8s %8s\n", _ ("imbalance"), _ ("mean"),
                          _ ("most"), _ ("process"), _ ("max/mean"), _ ("run"));
  for (guint of = 0; of < REFRAIN_N_BALANCES; of++)
    {
      RefrainBalance here, there;
      g_autofree char *mean = NULL;
      g_autofree char *most = NULL;
      const gboolean known = refrain_numbers_get_balance (run, of, &there);

      if (!refrain_numbers_get_balance (self, of, &here))
        continue;
      if (refrain_balance_is_time (of))
        {
          mean = refrain_time_format ((RefrainTime) here.mean, 3);
          most = refrain_time_format ((RefrainTime) here.max, 3);
        }
      else
        {
          mean = here.mean < 100 ? g_strdup_printf ("%.1f", here.mean)
                                 : refrain_count_format ((guint64) here.mean);
          most = refrain_count_format ((guint64) here.max);
        }
      g_string_append_printf (text, "%-32s %12s %12s %8u %8.2f %8.2f\n",
                              refrain_balance_get_label (of), mean, most, here.most,
                              here.max / here.mean, known ? there.max / there.mean : 1);
    }
}

static void
add_routine_lines (RefrainNumbers *self, RefrainNumbers *run, gsize rows, GString *text)
{
  gsize n;
  const RefrainRoutineNumbers *routines = refrain_numbers_get_routines (self, &n);

  g_string_append_printf (text, "\n%-32s %12s %8s %8s %12s\n", _ ("routine"), _ ("own time"),
                          _ ("share"), _ ("run"), _ ("calls"));
  for (gsize i = 0; i < n && i < rows; i++)
    {
      const RefrainRoutineNumbers *there = refrain_numbers_get_routine (run, routines[i].routine);
      g_autofree char *time = refrain_time_format (routines[i].own, 3);
      g_autofree char *calls = refrain_count_format (routines[i].calls);

      g_string_append_printf (
          text, "%-32s %12s %6.1f %% %6.1f %% %12s\n",
          refrain_numbers_get_routine_name (self, routines[i].routine), time,
          100 * share_of (routines[i].own, refrain_numbers_get_routine_time (self)),
          there != NULL ? 100 * share_of (there->own, refrain_numbers_get_routine_time (run)) : 0,
          calls);
    }
  if (n > rows)
    g_string_append_printf (text, _ ("… and %zu more\n"), n - rows);
}

static void
add_message_lines (RefrainNumbers *self, RefrainNumbers *run, gsize rows, GString *text)
{
  const RefrainSizeCount *sizes = refrain_numbers_get_sizes (self);
  const RefrainSizeCount *all = refrain_numbers_get_sizes (run);
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (self, &n);

  if (n == 0)
    return;
  g_string_append_printf (text, "\n%-32s %12s %12s %12s\n", _ ("messages"), _ ("number"),
                          _ ("bytes"), _ ("of the run"));
  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      g_autofree char *name = refrain_numbers_describe_size (i);
      g_autofree char *count = refrain_count_format (sizes[i].messages);
      g_autofree char *bytes = refrain_bytes_format (sizes[i].bytes);
      g_autofree char *run_count = refrain_count_format (all[i].messages);

      if (sizes[i].messages > 0)
        g_string_append_printf (text, "%-32s %12s %12s %12s\n", name, count, bytes, run_count);
    }
  g_string_append_printf (text, "\n%-32s %12s %12s\n", _ ("pair"), _ ("messages"), _ ("bytes"));
  for (gsize i = 0; i < n && i < rows; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u → %u", pairs[i].from, pairs[i].to);
      g_autofree char *count = refrain_count_format (pairs[i].messages);
      g_autofree char *bytes = refrain_bytes_format (pairs[i].bytes);

      g_string_append_printf (text, "%-34s %12s %12s\n", name, count, bytes);
    }
  if (n > rows)
    g_string_append_printf (text, _ ("… and %zu more\n"), n - rows);
}

char *
refrain_numbers_to_text (RefrainNumbers *self, RefrainNumbers *run, gsize rows)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *words = NULL;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (run), NULL);

  words = refrain_numbers_describe (self, run);
  text = g_string_new (words);
  g_string_append_c (text, '\n');
  if (refrain_numbers_get_total (self)->length > 0)
    {
      add_work_lines (self, run, text);
      add_balance_lines (self, run, text);
      add_routine_lines (self, run, rows, text);
      add_message_lines (self, run, rows, text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- For other programs ---- */

static void
begin_row (GString *text, const char *table, const char *name)
{
  refrain_table_append_cell (text, REFRAIN_TABLE_CSV, table);
  g_string_append_c (text, ',');
  refrain_table_append_cell (text, REFRAIN_TABLE_CSV, name);
}

static void
add_seconds (GString *text, RefrainTime time)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (text, ',');
  if (time >= 0)
    g_string_append (text, g_ascii_formatd (number, sizeof number, "%.9f", (double) time / 1e9));
}

static void
add_counts (GString *text, guint64 count, guint64 bytes)
{
  g_string_append_printf (text, ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, count, bytes);
}

/* Seconds here and in the run; no counts. */
static void
add_time_row (
    GString *text, const char *table, const char *name, RefrainTime here, RefrainTime there)
{
  begin_row (text, table, name);
  add_seconds (text, here);
  g_string_append (text, ",,");
  add_seconds (text, there);
  g_string_append (text, ",,\r\n");
}

static void
add_process_rows (RefrainNumbers *self, RefrainNumbers *run, GString *text)
{
  gsize n;
  const guint *processes = refrain_numbers_get_processes (self, &n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainProcessNumbers *here = refrain_numbers_get_process (self, processes[i]);
      const RefrainProcessNumbers *there = refrain_numbers_get_process (run, processes[i]);
      g_autofree char *name = g_strdup_printf ("%u", processes[i]);

      for (guint w = 0; w < REFRAIN_N_WORKS; w++)
        {
          g_autofree char *table = g_strconcat ("process_", refrain_work_get_name (w), NULL);

          add_time_row (text, table, name, here->work[w], there != NULL ? there->work[w] : -1);
        }
      add_time_row (text, "process_waiting", name, here->waiting,
                    there != NULL ? there->waiting : -1);
      begin_row (text, "process_messages", name);
      g_string_append_c (text, ',');
      add_counts (text, here->sends, here->bytes_sent);
      g_string_append_c (text, ',');
      add_counts (text, there != NULL ? there->sends : 0, there != NULL ? there->bytes_sent : 0);
      g_string_append (text, "\r\n");
    }
}

static void
add_routine_rows (RefrainNumbers *self, RefrainNumbers *run, GString *text)
{
  gsize n;
  const RefrainRoutineNumbers *routines = refrain_numbers_get_routines (run, &n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainRoutineNumbers *here = refrain_numbers_get_routine (self, routines[i].routine);
      const char *name = routines[i].routine == REFRAIN_NONE
                             ? ""
                             : refrain_routine_get_name (refrain_trace_get_routine (
                                 refrain_numbers_get_trace (run), routines[i].routine));

      begin_row (text, "routine", name);
      add_seconds (text, here != NULL ? here->own : 0);
      g_string_append_printf (text, ",%" G_GUINT64_FORMAT ",", here != NULL ? here->calls : 0);
      add_seconds (text, routines[i].own);
      g_string_append_printf (text, ",%" G_GUINT64_FORMAT ",\r\n", routines[i].calls);
    }
}

static void
add_message_rows (RefrainNumbers *self, RefrainNumbers *run, GString *text)
{
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (run, &n);

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      guint64 first, last;
      g_autofree char *name = NULL;

      refrain_message_size_get_limits (i, &first, &last);
      name = g_strdup_printf ("%" G_GUINT64_FORMAT, first);
      begin_row (text, "size_from", name);
      g_string_append_c (text, ',');
      add_counts (text, refrain_numbers_get_sizes (self)[i].messages,
                  refrain_numbers_get_sizes (self)[i].bytes);
      g_string_append_c (text, ',');
      add_counts (text, refrain_numbers_get_sizes (run)[i].messages,
                  refrain_numbers_get_sizes (run)[i].bytes);
      g_string_append (text, "\r\n");
    }
  for (gsize i = 0; i < n; i++)
    {
      const RefrainPairCount *here = refrain_numbers_get_pair (self, pairs[i].from, pairs[i].to);
      g_autofree char *name = g_strdup_printf ("%u>%u", pairs[i].from, pairs[i].to);

      begin_row (text, "pair", name);
      g_string_append_c (text, ',');
      add_counts (text, here != NULL ? here->messages : 0, here != NULL ? here->bytes : 0);
      g_string_append_c (text, ',');
      add_counts (text, pairs[i].messages, pairs[i].bytes);
      g_string_append (text, "\r\n");
    }
}

char *
refrain_numbers_to_csv (RefrainNumbers *self, RefrainNumbers *run)
{
  g_autoptr (GString) text
      = g_string_new ("table,name,time_s,count,bytes,run_time_s,run_count,run_bytes\r\n");

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (run), NULL);

  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    add_time_row (text, "work", refrain_work_get_name (w),
                  refrain_numbers_get_total (self)->work[w],
                  refrain_numbers_get_total (run)->work[w]);
  add_time_row (text, "work", "waiting", refrain_numbers_get_total (self)->waiting,
                refrain_numbers_get_total (run)->waiting);
  add_process_rows (self, run, text);
  add_routine_rows (self, run, text);
  add_message_rows (self, run, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
