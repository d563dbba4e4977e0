/* refrain-traffic-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sentence, the range of each number, and a table.
 */
#include "refrain-traffic-report.h"

#include <glib/gi18n.h>

#include "refrain-composite-notes.h"
#include "refrain-time-format.h"

/* Lines of the table. */
#define MAX_ROWS_SHOWN 12

void
refrain_traffic_report_append_sentence (GString *out,
                                        guint64 messages,
                                        guint processes,
                                        gsize iterations,
                                        gboolean fixed,
                                        const char *before)
{
  g_autofree char *sentence
      = refrain_composite_notes_describe_irregular (messages, processes, iterations, fixed);

  g_string_append_printf (out, "%s%s\n", before, sentence);
}

/* "12 to 40" of numbers of rows, or "12" where they are the same. */
static char *
describe_range (guint64 least, guint64 most, char *(*format) (guint64))
{
  g_autofree char *low = format (least), *high = format (most);

  /* Translators: a range of numbers. */
  return least == most ? g_steal_pointer (&low) : g_strdup_printf (_ ("%s to %s"), low, high);
}

/* "in each 12 to 40 messages, 1.2 kB to 3.1 kB, 12 to 30 pairs; the longest: no. 7, 12 ms" */
static void
append_ranges (GString *out, const GArray *rows, gboolean timed, const char *before)
{
  const RefrainTrafficRow *row = (const RefrainTrafficRow *) (gpointer) rows->data;
  RefrainTrafficRow least = row[0], most = row[0];
  g_autofree char *messages = NULL, *bytes = NULL, *pairs = NULL, *time = NULL;
  guint longest = 0;

  for (guint i = 1; i < rows->len; i++)
    {
      least.messages = MIN (least.messages, row[i].messages);
      most.messages = MAX (most.messages, row[i].messages);
      least.bytes = MIN (least.bytes, row[i].bytes);
      most.bytes = MAX (most.bytes, row[i].bytes);
      least.channels = MIN (least.channels, row[i].channels);
      most.channels = MAX (most.channels, row[i].channels);
      if (row[i].to - row[i].from > row[longest].to - row[longest].from)
        longest = i;
    }
  messages = describe_range (least.messages, most.messages, refrain_count_format);
  bytes = describe_range (least.bytes, most.bytes, refrain_bytes_format);
  pairs = describe_range (least.channels, most.channels, refrain_count_format);
  time = refrain_time_format (row[longest].to - row[longest].from, 3);
  g_string_append_printf (out, "%s", before);
  if (!timed)
    {
      /* Translators: ranges of numbers, "12 to 40". */
      g_string_append_printf (out, _ ("in each iteration %s messages, %s pairs\n"), messages,
                              pairs);
      return;
    }
  /* Translators: ranges of numbers, "12 to 40"; then a number and a duration. */
  g_string_append_printf (
      out, _ ("in each iteration %s messages, %s, %s pairs; the longest is iteration %u (%s)\n"),
      messages, bytes, pairs, longest + 1, time);
}

static void
append_row (
    GString *out, const RefrainTrafficRow *row, guint number, gboolean timed, const char *before)
{
  g_autofree char *from = refrain_time_format (row->from, 6);
  g_autofree char *to = refrain_time_format (row->to, 6);
  g_autofree char *bytes = refrain_bytes_format (row->bytes);

  g_string_append_printf (out, "%s%9u", before, number);
  if (timed)
    g_string_append_printf (out, " %12s %12s %10s", from, to, bytes);
  g_string_append_printf (out, " %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT " %18u\n",
                          row->messages, row->channels, row->changed);
}

void
refrain_traffic_report_append (GString *out, const GArray *rows, gboolean timed, const char *before)
{
  const guint n_shown = MIN (rows->len, MAX_ROWS_SHOWN);

  if (rows->len < 2)
    return;
  append_ranges (out, rows, timed, before);
  g_string_append_printf (out, "%s%9s", before, _ ("iteration"));
  if (timed)
    g_string_append_printf (out, " %12s %12s %10s", _ ("from"), _ ("to"), _ ("bytes"));
  g_string_append_printf (out, " %10s %10s %18s\n", _ ("messages"), _ ("pairs"),
                          _ ("partners changed"));
  for (guint i = 0; i < n_shown; i++)
    append_row (out, &g_array_index (rows, RefrainTrafficRow, i), i + 1, timed, before);
  if (rows->len > n_shown)
    g_string_append_printf (out, "%s", before);
  if (rows->len > n_shown)
    g_string_append_printf (
        out, ngettext ("… %u more iteration\n", "… %u more iterations\n", rows->len - n_shown),
        rows->len - n_shown);
}
